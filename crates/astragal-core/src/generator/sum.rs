//! Sums: one of several generators, chosen at a labelled pick.
//!
//! [`one_of!`](crate::one_of) makes a static sum, which keeps the powers of its arms; [`one_of_vec`] takes a vector of
//! generators of one type. The first arm is the simplest, except inside of [`recursive`](super::recursive), where the
//! arms that end come first.

use std::marker::PhantomData;
use std::sync::OnceLock;

use super::{Closed, Draw};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Branches, Plan};
use crate::source::{Growth, MOST_ARMS, Place, Reject, Returns, Source, Turn, comes_back};
use crate::space::{Arm, NodeId, Shape, Sketch, Space};

/// One of several generators. See [`one_of!`](crate::one_of).
#[derive(Debug)]
pub struct OneOf<A> {
    site: &'static str,
    arms: A,
    /// Needed only where an arm is recursive.
    plan: OnceLock<Plan>,
    place: Place,
    /// Whether no arm has any weight.
    is_empty: bool,
}

impl<A: Clone> Clone for OneOf<A> {
    fn clone(&self) -> Self {
        OneOf { arms: self.arms.clone(), plan: OnceLock::new(), ..*self }
    }
}

/// What [`OneOf`] chooses among.
pub trait Arms: Branches {
    /// What all arms make.
    type Value;

    /// Draws from an arm.
    fn draw_arm(&self, arm: usize, src: &mut Source) -> Result<Self::Value, Reject>;

    /// Describes all arms.
    fn describe_arms(&self, sketch: &mut Sketch, into: &mut Vec<Arm>);

    /// How the values of the arm grow that grows most.
    fn growth(&self) -> Growth;

    /// Whether a closure decides in an arm. See [`Draw::has_closures`].
    fn has_closures(&self, arm: usize) -> bool;
}

/// Arms that all run backwards.
pub trait ReflectArms: Arms {
    /// Takes a value apart as one of the arm's.
    fn reflect_arm(&self, arm: usize, value: &Self::Value, back: &mut Back) -> Result<(), Mismatch>;
}

/// Arms that are all closed.
pub trait ClosedArms: Arms {}

impl<A: Arms> OneOf<A> {
    /// A sum of arms.
    #[track_caller]
    pub fn new(arms: A) -> OneOf<A> {
        let is_empty = (0..arms.count()).all(|arm| arms.weight(arm) == 0);
        OneOf { site: "one_of", arms, plan: OnceLock::new(), place: Place::here(), is_empty }
    }

    /// Names the pick.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let coin = one_of![heads: just(true), tails: just(false)].named("coin");
    /// let (_, choices) = coin.record(1).unwrap();
    /// assert_eq!(choices.picks()[0].site.as_str(), "coin");
    /// ```
    pub fn named(self, site: &'static str) -> OneOf<A> {
        OneOf { site, ..self }
    }

    /// The plan, if an arm is recursive: then chance must see to it that the value grows to its size and ends.
    #[inline(always)]
    fn plan(&self) -> Option<&Plan> {
        if self.arms.growth() != Growth::Recursive {
            return None;
        }
        Some(self.plan.get_or_init(|| {
            let weighted = (0..self.arms.count()).any(|arm| self.arms.weight(arm) != 1);
            Plan::of_space(&Space::of(self), weighted)
        }))
    }
}

impl<A: Arms> Draw for OneOf<A> {
    type Value = A::Value;

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<A::Value, Reject> {
        if self.is_empty {
            return Err(self.misuse(src));
        }
        src.open(self.site);
        let arm = match self.plan() {
            Some(plan) => src.pick(plan)?,
            None if self.has_closures() && !src.is_given() && !src.is_decided(self.site) => return self.draw_open(src),
            None => src.pick_among(self.site, &self.arms)?,
        };
        let value = match self.arms.draw_arm(arm, src) {
            Ok(value) => value,
            Err(reject) => return Err(reject),
        };
        src.close();
        Ok(value)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        // Known by its address, so that a sum that contains itself (through `recursive`) is a cycle.
        sketch.shared(self, self.site, |sketch| {
            let mut arms = Vec::new();
            self.arms.describe_arms(sketch, &mut arms);
            let ranked = self.arms.growth() == Growth::Recursive;
            sketch.add(Shape::Sum { site: self.site, arms, ranked })
        })
    }

    #[inline(always)]
    fn growth(&self) -> Growth {
        self.arms.growth()
    }

    #[inline(always)]
    fn has_closures(&self) -> bool {
        (0..self.arms.count()).any(|arm| self.arms.has_closures(arm))
    }
}

impl<A: Arms> OneOf<A> {
    #[cold]
    fn misuse(&self, src: &mut Source) -> Reject {
        let message = if self.arms.count() == 0 {
            "there is nothing to choose from: give at least one generator"
        } else {
            "there is nothing to choose from: all weights are zero"
        };
        src.no_value(Some(self.place), message)
    }

    /// Draws where an arm may come back to this very pick, which is known only by running it.
    #[inline(never)]
    fn draw_open(&self, src: &mut Source) -> Result<A::Value, Reject> {
        let turns = src.recursions().turns();
        let arm = match src.turn(self.place, self.arms.count(), |_| true, |size| self.returns(size)) {
            Turn::Plain => src.pick_among(self.site, &self.arms)?,
            Turn::Arm(arm) => {
                src.picked(self.site, &self.arms, arm)?;
                arm
            }
            Turn::End => match (0..self.arms.count()).find(|&arm| !self.arms.has_closures(arm)) {
                Some(arm) => arm,
                None => return Err(src.rejection()),
            },
        };
        let drawn = self.arms.draw_arm(arm, src);
        if drawn.is_err() {
            src.recursions().forget_turns(turns);
        } else {
            if src.recursions().turns() > turns {
                src.recursions().end_turn();
            }
            src.close();
        }
        drawn
    }

    /// How often each arm comes back here, if some do and some do not. Where weights were given, they decide.
    fn returns(&self, size: u32) -> Option<Returns> {
        let count = self.arms.count();
        if !(2..=MOST_ARMS).contains(&count) || (0..count).any(|arm| self.arms.weight(arm) != 1) {
            return None;
        }
        let mut returns = [0; MOST_ARMS];
        for arm in (0..count).filter(|&arm| self.arms.has_closures(arm)) {
            returns[arm] = comes_back(self.place, size, |src| self.arms.draw_arm(arm, src));
        }
        let recurring = returns[..count].iter().filter(|&&times| times > 0).count();
        (1..count).contains(&recurring).then_some(returns)
    }
}

impl<A: ReflectArms> Reflect for OneOf<A> {
    fn reflect(&self, value: &A::Value, back: &mut Back) -> Result<(), Mismatch> {
        let plan = self.plan();
        back.span(self.site, |back| {
            let count = self.arms.count();
            let found = back.any_of(count, |back, rank| {
                let arm = plan.map_or(rank, |plan| plan.arm(rank));
                back.put_branch(self.site, self.arms.label(arm), rank, count);
                self.arms.reflect_arm(arm, value, back)
            });
            match found {
                Ok(()) => Ok(()),
                Err(_) => Err(back.mismatch("no arm makes this value")),
            }
        })
    }
}

impl<A: ClosedArms> Closed for OneOf<A> {}

/// One arm, and the others. Made by [`one_of!`](crate::one_of).
#[derive(Clone, Copy, Debug)]
pub struct Cons<G, R> {
    /// The name of the arm.
    pub label: &'static str,
    /// How often chance takes it, against the others.
    pub weight: u32,
    /// What it makes.
    pub generator: G,
    /// The other arms.
    pub rest: R,
}

/// No more arms.
#[derive(Debug)]
pub struct End<T>(PhantomData<fn() -> T>);

impl<T> End<T> {
    /// The end of a list of arms.
    #[allow(clippy::new_without_default)]
    pub const fn new() -> End<T> {
        End(PhantomData)
    }

    /// Does not compile if two arms have one name.
    #[doc(hidden)]
    pub const fn assert_distinct(names: &[&str]) {
        let mut at = 0;
        while at < names.len() {
            let mut before = 0;
            while before < at {
                let is_same = is_equal(names[at], names[before]);
                assert!(!is_same, "two arms of `one_of!` have the same name: give each a name of its own");
                before += 1;
            }
            at += 1;
        }
    }
}

impl<T> Clone for End<T> {
    fn clone(&self) -> End<T> {
        *self
    }
}

impl<T> Copy for End<T> {}

impl<G, R: Branches> Branches for Cons<G, R> {
    #[inline(always)]
    fn count(&self) -> usize {
        1 + self.rest.count()
    }

    #[inline(always)]
    fn weight(&self, arm: usize) -> u32 {
        if arm == 0 { self.weight } else { self.rest.weight(arm - 1) }
    }

    fn label(&self, arm: usize) -> &'static str {
        if arm == 0 { self.label } else { self.rest.label(arm - 1) }
    }
}

impl<T> Branches for End<T> {
    #[inline(always)]
    fn count(&self) -> usize {
        0
    }

    #[inline(always)]
    fn weight(&self, _arm: usize) -> u32 {
        0
    }

    fn label(&self, _arm: usize) -> &'static str {
        ""
    }
}

impl<G: Draw, R: Arms<Value = G::Value>> Arms for Cons<G, R> {
    type Value = G::Value;

    #[inline(always)]
    fn draw_arm(&self, arm: usize, src: &mut Source) -> Result<G::Value, Reject> {
        if arm == 0 { self.generator.draw(src) } else { self.rest.draw_arm(arm - 1, src) }
    }

    fn describe_arms(&self, sketch: &mut Sketch, into: &mut Vec<Arm>) {
        let node = self.generator.describe(sketch);
        into.push(Arm { label: self.label, weight: self.weight, node });
        self.rest.describe_arms(sketch, into);
    }

    #[inline(always)]
    fn growth(&self) -> Growth {
        let (own, rest) = (self.generator.growth(), self.rest.growth());
        if own > rest { own } else { rest }
    }

    #[inline(always)]
    fn has_closures(&self, arm: usize) -> bool {
        if arm == 0 { self.generator.has_closures() } else { self.rest.has_closures(arm - 1) }
    }
}

impl<T> Arms for End<T> {
    type Value = T;

    fn draw_arm(&self, _arm: usize, src: &mut Source) -> Result<T, Reject> {
        Err(src.misuse(None, "a pick chose an arm that is not there"))
    }

    fn describe_arms(&self, _sketch: &mut Sketch, _into: &mut Vec<Arm>) {}

    #[inline(always)]
    fn growth(&self) -> Growth {
        Growth::Fixed
    }

    #[inline(always)]
    fn has_closures(&self, _arm: usize) -> bool {
        false
    }
}

impl<G: Reflect, R: ReflectArms<Value = G::Value>> ReflectArms for Cons<G, R> {
    fn reflect_arm(&self, arm: usize, value: &G::Value, back: &mut Back) -> Result<(), Mismatch> {
        if arm == 0 { back.part(&self.generator, value).map(drop) } else { self.rest.reflect_arm(arm - 1, value, back) }
    }
}

impl<T> ReflectArms for End<T> {
    fn reflect_arm(&self, _arm: usize, _value: &T, back: &mut Back) -> Result<(), Mismatch> {
        Err(back.mismatch("no arm is left"))
    }
}

impl<G: Closed, R: ClosedArms<Value = G::Value>> ClosedArms for Cons<G, R> {}

impl<T> ClosedArms for End<T> {}

/// Arms of one type, with their weights.
impl<G> Branches for Vec<(u32, G)> {
    fn count(&self) -> usize {
        self.len()
    }

    fn weight(&self, arm: usize) -> u32 {
        self[arm].0
    }

    fn label(&self, _arm: usize) -> &'static str {
        "arm"
    }
}

impl<G: Draw> Arms for Vec<(u32, G)> {
    type Value = G::Value;

    fn draw_arm(&self, arm: usize, src: &mut Source) -> Result<G::Value, Reject> {
        self[arm].1.draw(src)
    }

    fn describe_arms(&self, sketch: &mut Sketch, into: &mut Vec<Arm>) {
        for (weight, generator) in self {
            let node = generator.describe(sketch);
            into.push(Arm { label: "arm", weight: *weight, node });
        }
    }

    fn growth(&self) -> Growth {
        self.iter().map(|(_, generator)| generator.growth()).max().unwrap_or(Growth::Fixed)
    }

    fn has_closures(&self, arm: usize) -> bool {
        self[arm].1.has_closures()
    }
}

impl<G: Reflect> ReflectArms for Vec<(u32, G)> {
    fn reflect_arm(&self, arm: usize, value: &G::Value, back: &mut Back) -> Result<(), Mismatch> {
        back.part(&self[arm].1, value).map(drop)
    }
}

impl<G: Closed> ClosedArms for Vec<(u32, G)> {}

/// One of the generators of a vector, with weights: where the arms are known only at run time.
///
/// ```
/// use astragal::generators::one_of_vec;
/// use astragal::prelude::*;
///
/// let decades = one_of_vec((0..10u32).map(|d| (1, d * 10..=d * 10 + 9)));
/// assert!(decades.sample(5) < 100);
/// ```
#[track_caller]
pub fn one_of_vec<G: Draw>(arms: impl IntoIterator<Item = (u32, G)>) -> OneOf<Vec<(u32, G)>> {
    OneOf::new(arms.into_iter().collect())
}

const fn is_equal(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// One of several generators of the same type of value; it runs backwards and is closed if all of them are.
///
/// The first arm is the simplest. Arms may have weights and names, one or both:
///
/// ```
/// use astragal::prelude::*;
///
/// let port = one_of![1..=1023u16, just(8080), 49152..=65535];
/// let skewed = one_of![9 => just(0u8), 1 => any::<u8>()];
/// let named = one_of![zero: just(0u8), other: 1..=255u8];
/// let both = one_of![3 => zero: just(0u8), 1 => other: 1..=255u8];
/// # let _ = (port.sample(0), skewed.sample(0), named.sample(0), both.sample(0));
/// ```
///
/// Each name is that of one arm: by it the arm is found in stored choices and in what is learned from examples.
/// An arm of weight 0 is never drawn by chance, but it is parsed, and runs backwards. For more than a hundred arms there is
/// [`one_of_vec`](crate::one_of_vec).
#[macro_export]
macro_rules! one_of {
    (@arms) => { $crate::End::new() };
    (@arms $label:ident : $generator:expr $(, $($rest:tt)*)?) => {
        $crate::Cons {
            label: stringify!($label),
            weight: 1,
            generator: $generator,
            rest: $crate::one_of!(@arms $($($rest)*)?),
        }
    };
    (@arms $weight:expr => $label:ident : $generator:expr $(, $($rest:tt)*)?) => {
        $crate::Cons {
            label: stringify!($label),
            weight: $weight,
            generator: $generator,
            rest: $crate::one_of!(@arms $($($rest)*)?),
        }
    };
    (@arms $weight:expr => $generator:expr $(, $($rest:tt)*)?) => {
        $crate::Cons { label: "arm", weight: $weight, generator: $generator, rest: $crate::one_of!(@arms $($($rest)*)?) }
    };
    (@arms $generator:expr $(, $($rest:tt)*)?) => {
        $crate::Cons { label: "arm", weight: 1, generator: $generator, rest: $crate::one_of!(@arms $($($rest)*)?) }
    };
    (@arms $($wrong:tt)*) => {
        compile_error!("an arm of `one_of!` is `generator`, `weight => generator`, `name: generator` or `weight => name: generator`")
    };
    (@names [$($name:ident)*]) => { [$(stringify!($name)),*] };
    (@names [$($name:ident)*] $label:ident : $generator:expr $(, $($rest:tt)*)?) => {
        $crate::one_of!(@names [$($name)* $label] $($($rest)*)?)
    };
    (@names [$($name:ident)*] $weight:expr => $label:ident : $generator:expr $(, $($rest:tt)*)?) => {
        $crate::one_of!(@names [$($name)* $label] $($($rest)*)?)
    };
    (@names $names:tt $weight:expr => $generator:expr $(, $($rest:tt)*)?) => {
        $crate::one_of!(@names $names $($($rest)*)?)
    };
    (@names $names:tt $generator:expr $(, $($rest:tt)*)?) => { $crate::one_of!(@names $names $($($rest)*)?) };
    (@names $names:tt $($wrong:tt)*) => { [] };
    () => { compile_error!("`one_of!` needs at least one generator: one_of![just(1), 5..10]") };
    ($($arms:tt)+) => {
        ({
            const _: () = $crate::End::<()>::assert_distinct(&$crate::one_of!(@names [] $($arms)+));
            $crate::OneOf::new
        })($crate::one_of!(@arms $($arms)+))
    };
}
