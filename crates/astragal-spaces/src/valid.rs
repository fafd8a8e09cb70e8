//! Every *valid* value of a size with the same chance: what is known to be invalid is never drawn again.
//!
//! A value is drawn as far as the condition forces it, each choice with the chance of the values that it leaves. If the
//! condition does not hold, all values with these choices are invalid, however many; they are taken out of the tree of
//! choices, so that what is drawn next is uniform among the others. Accepted values are uniform among the valid ones.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use num_bigint::BigUint;

use crate::Table;
use crate::partial::{Alternative, Partial, check};
use astragal_core::Uncountable;
use astragal_core::support::Decider;
use astragal_core::support::catch;
use astragal_core::{
    Choices, Closed, Draw, Gen, Growth, NodeId, OnDemand, Place, Producer, Reject, Rng, Shape, Sketch, Source, Unseen,
};
use astragal_core::{LazyPart, LazyParts};

/// How many values are tried for one that is valid.
const TRIES: u32 = 100_000;
/// How much of the tree is remembered; then it is learned anew.
const REMEMBERED: usize = 1 << 18;

/// Draws uniformly among valid values. See [`Measured::uniform_where`](super::Measured::uniform_where).
pub struct UniformWhere<G, P> {
    generator: Rc<G>,
    valid: Rc<P>,
    guide: Rc<RefCell<Guide>>,
    place: Place,
}

/// A place in the tree of choices.
struct Branching {
    /// How many values there are below, and how many of them are known to be invalid.
    total: BigUint,
    invalid: BigUint,
    alternatives: Option<Rc<[Alternative]>>,
    children: BTreeMap<u64, usize>,
}

impl Branching {
    fn new(total: BigUint) -> Branching {
        Branching { total, invalid: BigUint::ZERO, alternatives: None, children: BTreeMap::new() }
    }
}

/// Decides what is drawn.
struct Guide {
    table: Rc<RefCell<Table>>,
    size: usize,
    tree: Vec<Branching>,
    rng: Rng,
    /// The value that is being drawn, and the way to it through the tree.
    partial: Partial,
    path: Vec<usize>,
    /// Whether the condition holds: what follows is of no interest to the tree.
    holds: bool,
    /// Whether something was asked for that was not described.
    lost: bool,
}

impl Guide {
    fn new(table: Rc<RefCell<Table>>, size: usize) -> Guide {
        let mut filled = table.borrow_mut();
        filled.fill(size);
        let root = filled.graph.root;
        let total = filled.count(root, size).clone();
        drop(filled);
        let (tree, partial) = (vec![Branching::new(total)], Partial::new(root, size));
        Guide { table, size, tree, rng: Rng::new(0), partial, path: vec![0], holds: false, lost: false }
    }

    fn begin(&mut self) {
        if self.tree.len() > REMEMBERED {
            *self = Guide { rng: self.rng.clone(), ..Guide::new(Rc::clone(&self.table), self.size) };
        }
        self.partial = Partial::new(self.table.borrow().graph.root, self.size);
        self.path.truncate(1);
        (self.holds, self.lost) = (false, false);
    }

    /// The next choice of a part.
    fn choose(&mut self, part: usize) -> Option<u64> {
        let table = Rc::clone(&self.table);
        let table = table.borrow();
        let node = self.partial.next_choice(&table, part)?;
        if self.holds {
            let alternatives = self.partial.alternatives(&table, node);
            let total = alternatives.iter().map(|one| &one.each * (u128::from(one.last - one.first) + 1)).sum();
            let (choice, alternative) = pick(&alternatives, random_below(&total, &mut self.rng), |_, _| Vec::new())?;
            self.partial.choose(part, alternative);
            return Some(choice);
        }
        let at = *self.path.last()?;
        let partial = &self.partial;
        let known = &mut self.tree[at].alternatives;
        let alternatives = Rc::clone(known.get_or_insert_with(|| partial.alternatives(&table, node).into()));
        let place = &self.tree[at];
        let left = random_below(&(&place.total - &place.invalid), &mut self.rng);
        let (choice, alternative) = pick(&alternatives, left, |first, last| {
            let explored = place.children.range(first..=last);
            explored.map(|(&choice, &child)| (choice, self.tree[child].invalid.clone())).collect()
        })?;
        self.partial.choose(part, alternative);
        let next = self.tree.len();
        let child = *self.tree[at].children.entry(choice).or_insert(next);
        if child == next {
            self.tree.push(Branching::new(alternative.each.clone()));
        }
        self.path.push(child);
        Some(choice)
    }

    /// All values with the choices of this one are invalid.
    fn refute(&mut self) {
        let Some(&last) = self.path.last() else { return };
        let refuted = &self.tree[last].total - &self.tree[last].invalid;
        for &at in &self.path {
            self.tree[at].invalid += &refuted;
        }
    }

    fn is_exhausted(&self) -> bool {
        self.tree[0].total == self.tree[0].invalid
    }
}

/// The choice of a rank among those that are left, where `fewer` says how many some choices have lost.
fn pick(
    alternatives: &[Alternative],
    mut rank: BigUint,
    fewer: impl Fn(u64, u64) -> Vec<(u64, BigUint)>,
) -> Option<(u64, &Alternative)> {
    for one in alternatives {
        let mut first = one.first;
        let exceptions = fewer(one.first, one.last);
        let ends = exceptions.into_iter().map(|(choice, fewer)| (choice, Some(fewer)));
        // A run of choices that leave all, and then one that leaves fewer.
        for (choice, fewer) in ends.chain([(one.last, None)]) {
            let run = u128::from(choice - first) + u128::from(fewer.is_none());
            let block = &one.each * run;
            if rank < block {
                return Some((first + u64::try_from(rank / &one.each).ok()?, one));
            }
            rank -= block;
            if let Some(fewer) = fewer {
                let block = &one.each - fewer;
                if rank < block {
                    return Some((choice, one));
                }
                rank -= block;
                if choice == one.last {
                    break;
                }
                first = choice + 1;
            }
        }
    }
    None
}

fn random_below(bound: &BigUint, rng: &mut Rng) -> BigUint {
    let bits = bound.bits();
    loop {
        let words = (0..bits.div_ceil(32)).map(|word| rng.up_to((1 << (bits - 32 * word).min(32)) - 1) as u32);
        let number = BigUint::new(words.collect());
        if number < *bound || bits == 0 {
            return number;
        }
    }
}

/// Draws a part as the guide decides.
struct Guided {
    guide: Rc<RefCell<Guide>>,
    part: usize,
}

impl Producer for Guided {
    fn choose(&mut self, _max: u64) -> Option<u64> {
        let guide = &mut *self.guide.borrow_mut();
        let choice = guide.choose(self.part);
        guide.lost |= choice.is_none();
        Some(choice.unwrap_or(0))
    }

    fn lazy_parts(&mut self) -> Option<&mut dyn LazyParts> {
        Some(self)
    }
}

impl LazyParts for Guided {
    fn lazy_part(&mut self, _label: &'static str) -> LazyPart {
        let mut guide = self.guide.borrow_mut();
        let table = Rc::clone(&guide.table);
        let Some(part) = guide.partial.split(&table.borrow(), self.part) else {
            guide.lost = true;
            return LazyPart::Now;
        };
        let guide = Rc::clone(&self.guide);
        LazyPart::OnDemand(Rc::new(OnDemand::new(move || Box::new(Guided { guide: Rc::clone(&guide), part }))))
    }
}

/// How a search for a valid value ended.
enum Found {
    Value(Choices),
    Nothing { tried: u32 },
    Lost,
}

impl<G: Draw, P: Fn(&G::Value) -> bool> UniformWhere<G, P> {
    #[track_caller]
    pub(crate) fn new(
        generator: Rc<G>,
        table: Rc<RefCell<Table>>,
        size: usize,
        valid: P,
    ) -> Result<UniformWhere<G, P>, Uncountable> {
        check(&table.borrow().graph)?;
        let guide = Rc::new(RefCell::new(Guide::new(table, size)));
        Ok(UniformWhere { generator, valid: Rc::new(valid), guide, place: Place::here() })
    }

    /// The choices of a valid value.
    fn find(&self, seed: u64) -> Found {
        self.guide.borrow_mut().rng = Rng::new(seed);
        for tried in 0..TRIES {
            if self.guide.borrow().is_exhausted() {
                return Found::Nothing { tried };
            }
            self.guide.borrow_mut().begin();
            let mut src = Source::produced_by(Guided { guide: Rc::clone(&self.guide), part: 0 }, 0).recording();
            let value = catch(|| self.generator.draw(&mut src));
            let holds = match &value {
                Ok(Ok(value)) => catch(|| (self.valid)(value)) == Ok(true),
                _ => false,
            };
            if self.guide.borrow().lost {
                return Found::Lost;
            }
            if holds {
                self.guide.borrow_mut().holds = true;
                let choices = src.end_recording(Unseen::Drawn);
                return if self.guide.borrow().lost { Found::Lost } else { Found::Value(choices) };
            }
            self.guide.borrow_mut().refute();
        }
        Found::Nothing { tried: TRIES }
    }
}

impl<G: Draw, P: Fn(&G::Value) -> bool> Draw for UniformWhere<G, P> {
    type Value = G::Value;

    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        if src.is_given() {
            let value = self.generator.draw(src)?;
            return if (self.valid)(&value) { Ok(value) } else { Err(src.reject_at(self.place, 1)) };
        }
        match self.find(src.steer(u64::MAX)) {
            Found::Value(choices) => {
                src.decided_by(Decider::numbers(choices.numbers().collect()), |src| self.generator.draw(src))
            }
            Found::Nothing { tried } => Err(src.reject_at(self.place, tried)),
            Found::Lost => Err(src.misuse(Some(self.place), "the generator does not take its choices as it says")),
        }
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let of = self.generator.describe(sketch);
        let of = sketch.add(Shape::Filtered { of, place: self.place });
        sketch.add(Shape::Steered { of, guided: false })
    }

    fn growth(&self) -> Growth {
        self.generator.growth()
    }
}

impl<G: Closed, P: Fn(&G::Value) -> bool> Closed for UniformWhere<G, P> {}
impl<G: Draw, P: Fn(&G::Value) -> bool> Gen for UniformWhere<G, P> {}

impl<G, P> Clone for UniformWhere<G, P> {
    fn clone(&self) -> Self {
        let UniformWhere { generator, valid, guide, place } = self;
        UniformWhere {
            generator: Rc::clone(generator),
            valid: Rc::clone(valid),
            guide: Rc::clone(guide),
            place: *place,
        }
    }
}

impl<G, P> fmt::Debug for UniformWhere<G, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UniformWhere").field("place", &self.place).finish_non_exhaustive()
    }
}
