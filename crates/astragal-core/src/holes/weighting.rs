//! Which hole is filled next: a parameter that changes the shape of all trees at once.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::index::{Key, unit};
use super::partial::{Hole, Partial};
use crate::source::Rng;

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
/// | [`uniform()`](Weighting::uniform) | `uniform` | all binary shapes of a size equally likely |
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

#[derive(Clone)]
enum Kind {
    /// `base` to the power of a number that holes have.
    Power(Key, f64),
    Uniform,
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

    /// All binary trees of a size are equally likely.
    ///
    /// It is a random walk down the tree which at each node goes left or right with a probability that depends on how many
    /// nodes are there (Cutler et al., Holey Generators!). Where invariants close some holes, it is the walk of those that
    /// end in a hole, and the shapes are about uniform as long as few are closed.
    ///
    /// Nodes must have two children, or none. For other types all of whose values can be counted, exact uniform drawing is
    /// `Enumerate::uniform`, with the size as its measure.
    pub fn uniform() -> Weighting {
        Weighting(Kind::Uniform)
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

    /// Chooses the hole to be filled next; `None` if there is none, or none that may be filled.
    ///
    /// What it needs to know of the tree is kept up from then on, so trees should be grown with one weighting.
    pub fn choose(&self, tree: &mut Partial, rng: &mut Rng) -> Option<Hole> {
        match &self.0 {
            Kind::Power(key, base) if *base >= 0.0 => tree.by_key(*key).choose(*base, rng),
            Kind::Power(..) => None,
            Kind::Uniform if tree.is_binary => tree.by_subtree(true).walk(rng),
            Kind::Uniform => None,
            Kind::Own(weight) => {
                tree.by_subtree(false);
                choose_by(tree, &**weight, rng)
            }
        }
    }

    /// Whether it can be used for nodes with this many children: if not, why not.
    ///
    /// ```
    /// use astragal::shapes::Weighting;
    /// use astragal::prelude::*;
    ///
    /// assert!(Weighting::uniform().fits(2).is_ok());
    /// assert!(Weighting::uniform().fits(3).unwrap_err().contains("binary"));
    /// assert!(Weighting::by_depth(-1.0).fits(2).is_err());
    /// ```
    pub fn fits(&self, children: usize) -> Result<(), String> {
        match &self.0 {
            Kind::Power(_, base) if base.is_nan() || *base < 0.0 => {
                Err(format!("the base of a weighting is {base}, but it must be a number that is not negative"))
            }
            Kind::Uniform if children != 2 && children != 0 => Err(format!(
                "`Weighting::uniform()` is for binary trees, but a node has {children} {}: use another weighting, or, \
                 for a type whose values can be counted, draw exactly uniformly by `.measured(Measure::size()).uniform(size)`",
                if children == 1 { "child" } else { "children" }
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
        let (name, base) = match self.0 {
            Kind::Power(Key::None, _) => return f.write_str("equal"),
            Kind::Uniform => return f.write_str("uniform"),
            Kind::Own(_) => return f.write_str("own"),
            Kind::Power(Key::Depth, 0.0) => return f.write_str("levels"),
            Kind::Power(Key::Depth, 0.25) => return f.write_str("inverse-depth"),
            Kind::Power(Key::Depth, base) => ("depth", base),
            Kind::Power(Key::Left, base) => ("left", base),
            Kind::Power(Key::Right, base) => ("right", base),
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
/// `levels`; a base other than 4 follows a colon, `depth:1.5`.
///
/// ```
/// use astragal::shapes::Weighting;
/// use astragal::prelude::*;
///
/// for name in ["equal", "depth", "inverse-depth", "left", "right", "uniform", "levels", "depth:1.5", "left:0.5"] {
///     assert_eq!(name.parse::<Weighting>().unwrap().to_string(), name);
/// }
/// assert!("deep".parse::<Weighting>().unwrap_err().contains("inverse-depth"));
/// ```
impl FromStr for Weighting {
    type Err = String;

    fn from_str(text: &str) -> Result<Weighting, String> {
        let (name, base) = text.split_once(':').map_or((text, None), |(name, base)| (name, Some(base)));
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
