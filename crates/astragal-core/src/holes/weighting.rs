//! Which hole is filled next: a parameter that changes the shape of all trees at once.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::allotment::Allotment;
use super::forests::Forests;
use super::index::{Key, unit};
use super::partial::{Hole, Partial};
use crate::source::{Rng, Source, catch};

/// How likely each hole of a growing tree is the next to be filled.
///
/// | weighting | its name | trees |
/// | --- | --- | --- |
/// | [`equal()`](Weighting::equal) | `equal` | of medium depth, as those into which random keys are inserted |
/// | [`by_depth(4.0)`](Weighting::by_depth) | `depth` | long and stringy |
/// | [`by_depth(0.25)`](Weighting::by_depth) | `inverse-depth` | short and bushy |
/// | [`level_by_level()`](Weighting::level_by_level) | `levels` | as flat as can be |
/// | [`by_left(4.0)`](Weighting::by_left) | `left` | leaning to the left |
/// | [`by_right(4.0)`](Weighting::by_right) | `right` | leaning to the right |
/// | [`uniform()`](Weighting::uniform) | `uniform` | all shapes of a size equally likely |
/// | [`uniform_over([1, 2])`](Weighting::uniform_over) | `uniform:1,2` | the same, where nodes have different numbers of children |
/// | [`drawn(..)`](Weighting::drawn) | | another weighting for each value |
/// | [`of(..)`](Weighting::of) | | as you say |
///
/// ```
/// use astragal::shapes::Weighting;
/// use astragal::prelude::*;
/// use astragal::shapes::{Hole, Partial};
/// use astragal::source::Rng;
///
/// fn depth(weighting: Weighting) -> usize {
///     let (mut tree, mut rng) = (Partial::new(), Rng::new(1));
///     for _ in 0..1_000 {
///         let hole = weighting.choose(&mut tree, &mut rng).unwrap();
///         tree.fill(hole, 2);
///     }
///     tree.holes().map(|hole| tree.depth(hole)).max().unwrap()
/// }
/// assert_eq!(depth(Weighting::level_by_level()), 10);
/// assert!(depth(Weighting::equal()) < depth(Weighting::uniform()));
/// assert!(depth(Weighting::uniform()) < depth("depth".parse().unwrap()));
/// ```
#[derive(Clone)]
pub struct Weighting(Kind);

type Own = dyn Fn(&Partial, Hole) -> f64 + Send + Sync;
type Drawn = dyn Fn(&mut Source) -> Weighting + Send + Sync;

#[derive(Clone)]
enum Kind {
    /// `base` to the power of a number that holes have.
    Power(Key, f64),
    /// By a random walk, which is for binary trees.
    Uniform,
    /// By counting shapes.
    Counted(Arc<Forests>),
    Drawn(Arc<Drawn>),
    Own(Arc<Own>),
}

/// What the weightings of depth and side have as their base, unless it is said: that of the paper.
const BASE: f64 = 4.0;

impl Weighting {
    /// Every hole is as likely as any other.
    pub fn equal() -> Weighting {
        Weighting(Kind::Power(Key::None, 1.0))
    }

    /// A hole is `base` times as likely as one a level above it. A base above 1 makes trees long and stringy, one below 1
    /// short and bushy; 4 and 1/4 are plenty.
    ///
    /// ```
    /// use astragal::shapes::Weighting;
    /// use astragal::prelude::*;
    ///
    /// assert_eq!(Weighting::by_depth(4.0).to_string(), "depth");
    /// assert_eq!(Weighting::by_depth(0.25).to_string(), "inverse-depth");
    /// ```
    pub fn by_depth(base: f64) -> Weighting {
        Weighting(Kind::Power(Key::Depth, base))
    }

    /// For each step on its way that goes to the first of several children, a hole is `base` times as likely.
    pub fn by_left(base: f64) -> Weighting {
        Weighting(Kind::Power(Key::Left, base))
    }

    /// For each step on its way that goes to the last of several children, a hole is `base` times as likely.
    pub fn by_right(base: f64) -> Weighting {
        Weighting(Kind::Power(Key::Right, base))
    }

    /// All holes of one level, in any order, before those of the next.
    pub fn level_by_level() -> Weighting {
        Weighting::by_depth(0.0)
    }

    /// All shapes of a size are equally likely, where all nodes have the same number of children.
    ///
    /// For binary trees it is a random walk down the tree which at each node goes left or right with a probability that depends on
    /// how many nodes are there (Cutler et al., Holey Generators!). Where invariants close some holes, it is the walk of those
    /// that end in a hole, and the shapes are about uniform as long as few are closed.
    ///
    /// Where a type says that nodes have another number of children, as `[C; 3]` does in a holey generator, it is
    /// [`uniform_over`](Weighting::uniform_over) that number.
    pub fn uniform() -> Weighting {
        Weighting(Kind::Uniform)
    }

    /// All shapes of a size are equally likely, where nodes have these numbers of children: a shape says which places are nodes, and
    /// how many children each has.
    ///
    /// The order in which holes are filled cannot make them so ("uniform at each stage" breaks down for mixed arities; Cutler et al.,
    /// section 7). But it is known how many nodes there will be. So hole after hole it is decided whether it stays empty, and if
    /// not, how many children the node has, each as often as there are forests that go on so. Labels are drawn until one has as
    /// many children; if a thousand have not, the last one is taken.
    ///
    /// Where contexts close no hole and allow each number of children it is exact, but for the rounding of floats. Where they close
    /// some, their nodes go to the other holes.
    ///
    /// It needs to know how many nodes there are to be, so [`choose`](Weighting::choose) gives holes only of a tree that was
    /// [planted](Weighting::plant). With several numbers of children it needs a table whose size is about the square of the number
    /// of nodes, and it is a usage error if that is too large (from some two thousand nodes on).
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::shapes::{Weighting, holey};
    ///
    /// // Terms of unary and binary nodes: of two nodes there are six shapes.
    /// let terms = holey(
    ///     (),
    ///     |src, ()| Some(((), vec![(); src.draw(1..=2)])),
    ///     |()| ".".to_string(),
    ///     |(), parts: Vec<String>| format!("({})", parts.concat()),
    /// );
    /// let terms = terms.exactly(2).weighted(Weighting::uniform_over([1, 2]));
    /// let shapes: std::collections::BTreeSet<String> = (0..500).map(|seed| terms.sample(seed)).collect();
    /// assert_eq!(shapes.into_iter().collect::<Vec<_>>(), ["((.))", "((.).)", "((..))", "((..).)", "(.(.))", "(.(..))"]);
    /// ```
    pub fn uniform_over(children: impl IntoIterator<Item = usize>) -> Weighting {
        Weighting(Kind::Counted(Arc::new(Forests::new(children))))
    }

    /// Another weighting for each value: so that one run sees stringy trees and bushy ones.
    ///
    /// What is drawn here only steers, as the order of filling does. It is not part of the value, so it is not recorded, and there is
    /// nothing in it to shrink. (To have it recorded, draw it before the tree, in a closure.)
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::shapes::{Weighting, holey};
    ///
    /// let depths = holey((), |_, ()| Some(((), [(), ()])), |()| 0, |(), [left, right]: [u32; 2]| 1 + left.max(right));
    /// let any_shape = Weighting::drawn(|src| Weighting::by_depth(src.draw(select([0.1, 1.0, 10.0]))));
    /// let depths = depths.exactly(30).weighted(any_shape);
    /// let (least, most) = (0..100).map(|seed| depths.sample(seed)).fold((99, 0), |(a, b), depth| (depth.min(a), depth.max(b)));
    /// assert!(least < 7 && most > 20, "{least} {most}");
    /// ```
    pub fn drawn(weighting: impl Fn(&mut Source) -> Weighting + Send + Sync + 'static) -> Weighting {
        Weighting(Kind::Drawn(Arc::new(weighting)))
    }

    /// Your own: the weight of each hole, which may depend on all that is placed. A hole whose weight is 0 is never filled.
    ///
    /// It is asked for each hole before each step, so it costs the square of the number of nodes.
    ///
    /// ```
    /// use astragal::shapes::Weighting;
    /// use astragal::prelude::*;
    /// use astragal::shapes::Partial;
    /// use astragal::source::Rng;
    ///
    /// // Nodes go where there are few others.
    /// let even = Weighting::of(|tree, hole| match tree.parent(hole) {
    ///     Some(parent) => 1.0 / tree.nodes_in(parent) as f64,
    ///     None => 1.0,
    /// });
    /// let (mut tree, mut rng) = (Partial::new(), Rng::new(1));
    /// for _ in 0..50 {
    ///     let hole = even.choose(&mut tree, &mut rng).unwrap();
    ///     tree.fill(hole, 3);
    /// }
    /// assert_eq!(tree.nodes(), 50);
    /// ```
    pub fn of(weight: impl Fn(&Partial, Hole) -> f64 + Send + Sync + 'static) -> Weighting {
        Weighting(Kind::Own(Arc::new(weight)))
    }

    /// The weighting for one value: the same, unless it is [`drawn`](Weighting::drawn). An error says why none could be drawn.
    pub fn of_a_value(&self, rng: &mut Rng) -> Result<Weighting, String> {
        let mut weighting = self.clone();
        while let Kind::Drawn(draw) = &weighting.0 {
            let draw = Arc::clone(draw);
            let mut src = Source::random(rng.word());
            weighting = catch(|| draw(&mut src)).map_err(|reason| format!("no weighting could be drawn: {reason}"))?;
        }
        Ok(weighting)
    }

    /// The same weighting, where it is known how many children all nodes have.
    #[doc(hidden)]
    #[must_use]
    pub fn for_children(self, children: impl FnOnce() -> Option<usize>) -> Weighting {
        match self.0 {
            Kind::Uniform => match children() {
                None | Some(2) => self,
                Some(children) => Weighting::uniform_over([children]),
            },
            _ => self,
        }
    }

    /// What trees begin with that are to have this many nodes together; or why the weighting cannot have as many.
    ///
    /// ```
    /// use astragal::shapes::Weighting;
    /// use astragal::source::Rng;
    ///
    /// let ternary = Weighting::uniform_over([3]);
    /// let (mut trees, mut rng) = (ternary.plant(2, 10).unwrap(), Rng::new(1));
    /// while let Some(hole) = ternary.choose(&mut trees, &mut rng) {
    ///     trees.fill(hole, 3);
    /// }
    /// assert_eq!((trees.nodes(), trees.hole_count()), (10, 22));
    /// ```
    pub fn plant(&self, trees: usize, nodes: usize) -> Result<Partial, String> {
        let mut partial = Partial::side_by_side(trees);
        let counts = match &self.0 {
            Kind::Counted(forests) => forests.counts(trees, nodes)?,
            // The walk is one through a single tree, or through two that are the children of one.
            Kind::Uniform if trees > 2 => Forests::new([2]).counts(trees, nodes)?,
            _ => return Ok(partial),
        };
        let holes: Vec<Hole> = partial.holes().collect();
        partial.allotment = Some(Box::new(Allotment::new(counts, nodes, holes.into_iter())));
        Ok(partial)
    }

    /// Chooses the hole to be filled next; `None` if there is none, or none that may be filled.
    ///
    /// What it needs to know of the tree is kept up from then on, so trees should be grown with one weighting, and a hole that was
    /// chosen should be filled or closed.
    pub fn choose(&self, tree: &mut Partial, rng: &mut Rng) -> Option<Hole> {
        match &self.0 {
            Kind::Power(key, base) if *base >= 0.0 => tree.by_key(*key).choose(*base, rng),
            Kind::Power(..) => None,
            Kind::Uniform | Kind::Counted(_) if tree.allotment.is_some() => tree.allotment.as_mut()?.choose(rng),
            Kind::Uniform if tree.is_binary => tree.by_subtree(true).walk(rng),
            Kind::Uniform | Kind::Counted(_) => None,
            Kind::Drawn(_) => self.of_a_value(rng).ok()?.choose(tree, rng),
            Kind::Own(weight) => {
                tree.by_subtree(false);
                choose_by(tree, &**weight, rng)
            }
        }
    }

    /// How many children the node should have that is placed in the hole that was chosen last; `None` if that is left to it.
    pub fn children(&self, tree: &Partial, rng: &mut Rng) -> Option<usize> {
        match (&self.0, &tree.allotment) {
            (Kind::Counted(forests), Some(allotment)) if forests.arities().len() > 1 => Some(allotment.children(rng)),
            _ => None,
        }
    }

    /// Whether it can be used at all: if not, why not.
    #[doc(hidden)]
    pub fn check(&self) -> Result<(), String> {
        match &self.0 {
            Kind::Power(_, base) if base.is_nan() || *base < 0.0 => {
                Err(format!("the base of a weighting is {base}, but it must be a number that is not negative"))
            }
            Kind::Counted(forests) if forests.arities().is_empty() => {
                Err("`Weighting::uniform_over` without any number of children".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// Whether it can be used for nodes with this many children: if not, why not.
    ///
    /// ```
    /// use astragal::shapes::Weighting;
    /// use astragal::prelude::*;
    ///
    /// assert!(Weighting::uniform().fits(2).is_ok());
    /// assert!(Weighting::uniform().fits(3).unwrap_err().contains("uniform_over"));
    /// assert!(Weighting::uniform_over([0, 3]).fits(3).is_ok());
    /// assert!(Weighting::by_depth(-1.0).fits(2).is_err());
    /// ```
    pub fn fits(&self, children: usize) -> Result<(), String> {
        let noun = if children == 1 { "child" } else { "children" };
        self.check()?;
        match &self.0 {
            Kind::Uniform if children != 2 && children != 0 => Err(format!(
                "`Weighting::uniform()` is for binary trees, but a node has {children} {noun}: name all numbers of children that \
                 there are, `Weighting::uniform_over([{children}])`, or, for a type whose values can be counted, draw exactly \
                 uniformly by `.measured(Measure::size()).uniform(size)`"
            )),
            Kind::Counted(forests) if !forests.arities().contains(&children) => Err(format!(
                "a node has {children} {noun}, which is none of `Weighting::uniform_over({:?})`",
                forests.arities()
            )),
            _ => Ok(()),
        }
    }
}

/// Chooses by weights that were asked for.
fn choose_by(tree: &Partial, weight: &Own, rng: &mut Rng) -> Option<Hole> {
    let weighed: Vec<(Hole, f64)> =
        tree.holes().map(|hole| (hole, weight(tree, hole))).filter(|it| it.1 > 0.0).collect();
    let largest = weighed.iter().fold(0.0, |largest: f64, it| largest.max(it.1));
    // Relative to the largest, so that the sum does not overflow. What is infinite leaves all else behind.
    let share = |weight: f64| match largest == f64::INFINITY {
        true => f64::from(u8::from(weight == largest)),
        false => weight / largest,
    };
    let total: f64 = weighed.iter().map(|it| share(it.1)).sum();
    let mut ticket = unit(rng) * total;
    let chosen = weighed.iter().find(|it| {
        ticket -= share(it.1);
        ticket < 0.0
    });
    chosen.or(weighed.iter().rfind(|it| share(it.1) > 0.0)).map(|it| it.0)
}

impl fmt::Display for Weighting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, base) = match &self.0 {
            Kind::Power(Key::None, _) => return f.write_str("equal"),
            Kind::Uniform => return f.write_str("uniform"),
            Kind::Counted(forests) => {
                let numbers: Vec<String> = forests.arities().iter().map(usize::to_string).collect();
                return write!(f, "uniform:{}", numbers.join(","));
            }
            Kind::Drawn(_) => return f.write_str("drawn"),
            Kind::Own(_) => return f.write_str("own"),
            Kind::Power(Key::Depth, 0.0) => return f.write_str("levels"),
            Kind::Power(Key::Depth, 0.25) => return f.write_str("inverse-depth"),
            Kind::Power(Key::Depth, base) => ("depth", *base),
            Kind::Power(Key::Left, base) => ("left", *base),
            Kind::Power(Key::Right, base) => ("right", *base),
        };
        if base == BASE { f.write_str(name) } else { write!(f, "{name}:{base}") }
    }
}

impl fmt::Debug for Weighting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Weighting({self})")
    }
}

/// Its name, as [`Display`](fmt::Display) writes it: `equal`, `depth`, `inverse-depth`, `left`, `right`, `uniform` or
/// `levels`; a base other than 4 follows a colon, `depth:1.5`, and so do numbers of children, `uniform:0,1,2`.
///
/// ```
/// use astragal::shapes::Weighting;
/// use astragal::prelude::*;
///
/// for name in ["equal", "depth", "inverse-depth", "left", "right", "uniform", "levels", "depth:1.5", "left:0.5", "uniform:1,2"] {
///     assert_eq!(name.parse::<Weighting>().unwrap().to_string(), name);
/// }
/// assert!("deep".parse::<Weighting>().unwrap_err().contains("inverse-depth"));
/// ```
impl FromStr for Weighting {
    type Err = String;

    fn from_str(text: &str) -> Result<Weighting, String> {
        let (name, base) = text.split_once(':').map_or((text, None), |(name, base)| (name, Some(base)));
        if let ("uniform", Some(numbers)) = (name.trim(), base) {
            let numbers: Result<Vec<usize>, _> = numbers.split(',').map(|number| number.trim().parse()).collect();
            return numbers.map(Weighting::uniform_over).map_err(|_| {
                format!("what follows `uniform:` in `{text}` must be numbers of children, `uniform:1,2`")
            });
        }
        let base = match base.map(|base| base.trim().parse::<f64>()) {
            None => None,
            Some(Ok(base)) if base >= 0.0 => Some(base),
            Some(_) => return Err(format!("the base of `{text}` must be a number that is not negative")),
        };
        let weighting = match (name.trim(), base) {
            ("equal", None) => Weighting::equal(),
            ("uniform", None) => Weighting::uniform(),
            ("levels", None) => Weighting::level_by_level(),
            ("inverse-depth", None) => Weighting::by_depth(1.0 / BASE),
            ("depth", base) => Weighting::by_depth(base.unwrap_or(BASE)),
            ("left", base) => Weighting::by_left(base.unwrap_or(BASE)),
            ("right", base) => Weighting::by_right(base.unwrap_or(BASE)),
            _ => {
                return Err(format!(
                    "`{text}` is not a weighting: there are equal, depth, inverse-depth, left, right, uniform and levels"
                ));
            }
        };
        Ok(weighting)
    }
}
