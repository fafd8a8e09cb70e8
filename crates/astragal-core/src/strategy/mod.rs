//! Strategies: they plan a whole value, and chance fills it in.
//!
//! A recursive generator decides locally. The draw of the left half of a tree does not know how large the right half will
//! be, so trees come out tiny or bushy, and lists in lists explode. A strategy sees the whole value before it is drawn. It
//! knows from the [`Space`](crate::Space) of the generator which parts recur, and decides how large each becomes:
//!
//! ```text
//!   space ── strata: which parts recur, and how they are nested (dimensions)
//!               │
//!   size ──► sizes: how much each dimension gets, and each recursion in it
//!               │
//!            planner: grows each recursion to its size, hole by hole
//!               │
//!               ▼
//!            a plan: which constructors, how long the lists; the rest is left to chance
//! ```
//!
//! The plan is handed to the same generator as choices. So whatever a strategy draws shrinks, replays and is stored like any
//! other value, and what no strategy can know (a closure) is drawn at random in its place.
//!
//! Two families differ in how the size is divided. *Agata* ([`agata`]) divides it among all recursions of a dimension, and
//! within one among the parts of each step. *Holey* ([`Strategy::holey`]) starts from one hole and fills one after the other,
//! anywhere in the value; a [`Weighting`] says which is next, and so what shape comes out.

pub mod agata;
mod by;
mod planner;
mod sizes;
mod strata;
mod towards;

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use self::agata::Piles;
use self::sizes::{Entry, Level, Sizes};
use self::strata::Strata;
use crate::generator::Draw;
use crate::holes::Weighting;
use crate::source::{Adviser, Growth, Rng};
use crate::space::Space;
pub use by::{By, Plans};

/// How values are drawn: by chance alone, or by a plan for the whole value. See `Shaping::by`.
///
/// As text, for settings: `usual`, `random`, `agata:linear`, `agata:quadratic`, `agata:exponential`, `agata:fixed`,
/// `agata:partitions`, `agata:random`, `holey:equal` and the names of other [`Weighting`]s.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::shapes::{Strategy, Weighting};
///
/// #[derive(Arbitrary, Debug)]
/// enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
///
/// impl Tree {
///     fn depth(&self) -> u32 {
///         match self {
///             Tree::Leaf => 0,
///             Tree::Node(left, right) => 1 + left.depth().max(right.depth()),
///         }
///     }
/// }
///
/// let bushy = any::<Tree>().by(Strategy::holey(Weighting::level_by_level()).exactly(31)).sample(1);
/// assert_eq!(bushy.depth(), 5);
/// let left = "holey:left".parse::<Strategy>().unwrap();
/// assert_eq!(left.to_string(), "holey:left");
/// ```
#[derive(Clone)]
pub struct Strategy {
    name: Cow<'static, str>,
    kind: Kind,
}

#[derive(Clone)]
enum Kind {
    Random,
    Grown(Grown),
    /// Branches are taken as often as an adviser says.
    Advised(Arc<dyn Adviser>),
    /// One of several, each as often as its weight says.
    Mixed(Arc<[(u32, Strategy)]>),
}

/// What a strategy does for one value.
enum Way<'s> {
    Chance,
    Grown(&'s Grown),
    Advised(&'s Arc<dyn Adviser>),
}

/// How recursions are grown.
#[derive(Clone)]
struct Grown {
    sizes: Arc<dyn Sizes>,
    filling: Filling,
    piles: Piles,
    /// What besides recursive types is planned.
    plans: Counted,
    /// Whether it is left to chance if no recursion is nested in another.
    if_nested: bool,
    /// Whether it is an error if a recursion cannot have its size.
    exactly: bool,
    /// The most that recursions of some names get.
    at_most: Vec<(String, u32)>,
}

/// What counts as a recursion, besides what contains itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Counted {
    lists: bool,
    numbers: bool,
}

/// How one recursion is grown to its size.
#[derive(Clone)]
enum Filling {
    /// Each step divides what is left among its parts.
    Divided,
    /// Hole by hole, all over the value.
    Holes(Weighting),
}

impl Grown {
    /// The sizes of the recursions of a dimension. What one may not have goes to the others.
    fn divide(&self, level: &Level<'_>, rng: &mut Rng) -> Vec<u32> {
        let mut sizes = self.sizes.divide(level, rng);
        sizes.resize(level.entries.len(), 0);
        let cap = |entry: &Entry| self.at_most.iter().find(|(name, _)| name == entry.name).map(|&(_, most)| most);
        let caps: Vec<Option<u32>> = level.entries.iter().map(cap).collect();
        let mut spare = 0;
        for (size, cap) in sizes.iter_mut().zip(&caps) {
            let most = cap.unwrap_or(u32::MAX).min(*size);
            spare += *size - most;
            *size = most;
        }
        let free: Vec<usize> = (0..caps.len()).filter(|&at| caps[at].is_none()).collect();
        for (at, more) in free.iter().zip(self.piles.divide(spare, free.len(), rng)) {
            sizes[*at] += more;
        }
        sizes
    }
}

impl Strategy {
    /// By chance alone, as `any::<T>()` draws.
    pub fn random() -> Strategy {
        Strategy { name: "random".into(), kind: Kind::Random }
    }

    /// What properties are checked with unless it is set: by chance; but where lists are nested in each other, one
    /// value in four by [`agata::linear`], with free numbers.
    ///
    /// By chance, the lists in a list are all about as long as each other. A bug that needs most of them empty is found by the
    /// values in between.
    pub fn usual() -> Strategy {
        let mut planned = agata::linear().free_numbers();
        if let Kind::Grown(grown) = &mut planned.kind {
            grown.if_nested = true;
        }
        Strategy { name: "usual".into(), kind: Kind::Mixed([(3, Strategy::random()), (1, planned)].into()) }
    }

    /// Another strategy from value to value, each as often as its weight says against the others: what is realistic and what is
    /// rare in one run.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::shapes::{Strategy, agata};
    ///
    /// let lists = any::<Vec<()>>().by(Strategy::mixed([(3, agata::fixed()), (1, Strategy::random())])).at_size(40);
    /// let full = (0..1000).filter(|&seed| lists.sample(seed).len() == 40).count();
    /// assert!((700..850).contains(&full), "{full}");
    /// ```
    ///
    /// Weights that are all zero count as one each.
    pub fn mixed(weighted: impl IntoIterator<Item = (u32, Strategy)>) -> Strategy {
        let all: Arc<[(u32, Strategy)]> = weighted.into_iter().collect();
        let names: Vec<String> = all.iter().map(|(weight, one)| format!("{weight} {}", one.name)).collect();
        Strategy { name: names.join(" + ").into(), kind: Kind::Mixed(all) }
    }

    /// The same under another name.
    #[doc(hidden)]
    pub fn named(self, name: impl Into<Cow<'static, str>>) -> Strategy {
        Strategy { name: name.into(), ..self }
    }

    /// Each recursive value is grown from one hole, one constructor at a time, to a number of them that is at most the size
    /// of the case. The weighting says which hole is filled next. Numbers, strings and lists in it are left to chance.
    pub fn holey(weighting: Weighting) -> Strategy {
        let name = format!("holey:{weighting}").into();
        let grown = Grown {
            sizes: Arc::new(Nodes { least: 0, most: u32::MAX }),
            filling: Filling::Holes(weighting),
            piles: Piles::default(),
            plans: Counted { lists: false, numbers: false },
            if_nested: false,
            exactly: false,
            at_most: Vec::new(),
        };
        Strategy { name, kind: Kind::Grown(grown) }
    }

    /// Branches are taken as often as an adviser says, such as the weights that were learned from examples. It has no text that can
    /// be parsed.
    #[doc(hidden)]
    pub fn advised(name: impl Into<Cow<'static, str>>, adviser: Arc<dyn Adviser>) -> Strategy {
        Strategy { name: name.into(), kind: Kind::Advised(adviser) }
    }

    /// The outermost recursive values have a number of recurring constructors in this range, each equally likely, at any size.
    pub fn nodes(self, nodes: RangeInclusive<u32>) -> Strategy {
        let (least, most) = nodes.into_inner();
        self.changed(format_args!("{least}..={most}"), |grown| grown.sizes = Arc::new(Nodes { least, most }))
    }

    /// The outermost recursive values have exactly this many constructors that recur. If the type does not allow that, it is
    /// an error which says how many it allows; and so it is where nothing recurs, or where what recurs is opaque.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::shapes::{Strategy, Weighting};
    ///
    /// #[derive(Arbitrary, Debug)]
    /// enum List { Nil, Cons(u8, Box<List>) }
    ///
    /// let ten = any::<List>().by(Strategy::holey(Weighting::equal()).exactly(10));
    /// assert_eq!(format!("{:?}", ten.sample(1)).matches("Cons").count(), 10);
    /// ```
    pub fn exactly(self, nodes: u32) -> Strategy {
        self.nodes(nodes..=nodes).changed(format_args!("exact"), |grown| grown.exactly = true)
    }

    /// Sizes are thrown onto piles one by one, so that all are about equal, instead of being divided in any way.
    pub fn thrown(self) -> Strategy {
        self.changed(format_args!("thrown"), |grown| grown.piles = Piles::Throws)
    }

    /// Each recursion is filled hole by hole instead of dividing its size among its parts.
    pub fn filled(self, weighting: Weighting) -> Strategy {
        let name = weighting.to_string();
        self.changed(format_args!("{name}"), |grown| grown.filling = Filling::Holes(weighting.clone()))
    }

    /// Numbers are left to chance, and with them what is special: boundaries, powers of two, the same number again.
    pub fn free_numbers(self) -> Strategy {
        self.changed(format_args!("free"), |grown| grown.plans.numbers = false)
    }

    /// Recursions of a type get at most this much, and the others the rest. The name is that of the type; that of a
    /// list or string is `list`, that of a number is `number`.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::shapes::agata;
    ///
    /// let lists = any::<Vec<Vec<u64>>>().by(agata::linear().at_most("number", 3));
    /// assert!((0..100).all(|seed| lists.sample(seed).concat().iter().all(|&number| number <= 3)));
    /// ```
    pub fn at_most(self, type_name: &str, size: u32) -> Strategy {
        self.changed(format_args!("{type_name}<={size}"), |grown| grown.at_most.push((type_name.into(), size)))
    }

    fn changed(self, how: fmt::Arguments<'_>, change: impl Fn(&mut Grown)) -> Strategy {
        fn apply(strategy: &Strategy, change: &dyn Fn(&mut Grown)) -> Strategy {
            let mut strategy = strategy.clone();
            match &mut strategy.kind {
                Kind::Random | Kind::Advised(_) => {}
                Kind::Grown(grown) => change(grown),
                Kind::Mixed(all) => *all = all.iter().map(|(weight, one)| (*weight, apply(one, change))).collect(),
            }
            strategy
        }
        let name = format!("{}+{how}", self.name).into();
        Strategy { name, ..apply(&self, &change) }
    }

    /// Whether it is not one of several, another from value to value.
    fn is_single(&self) -> bool {
        !matches!(self.kind, Kind::Mixed(_))
    }

    /// Whether it leaves everything to chance.
    pub fn is_random(&self) -> bool {
        matches!(self.kind, Kind::Random)
    }

    /// Whether it does anything for a generator that leaves it to chance otherwise.
    pub fn is_of_use<G: Draw + ?Sized>(&self, generator: &G) -> bool {
        fn plans(strategy: &Strategy, dimension: &mut dyn FnMut(Counted) -> u32) -> bool {
            match &strategy.kind {
                Kind::Random => false,
                Kind::Advised(_) => true,
                Kind::Grown(grown) => !grown.if_nested || dimension(grown.plans) > 1,
                Kind::Mixed(all) => all.iter().any(|(_, one)| plans(one, dimension)),
            }
        }
        // Where nothing grows, nothing is nested; and recursive types divide their size by themselves.
        let has_lists = generator.growth() == Growth::Sized;
        plans(self, &mut |counted| {
            if has_lists { Strata::of(&Space::of(generator), counted).dimension_of_root() } else { 0 }
        })
    }

    /// What it does for one value.
    fn for_a_value(&self, rng: &mut Rng) -> Way<'_> {
        match &self.kind {
            Kind::Random => Way::Chance,
            Kind::Grown(grown) => Way::Grown(grown),
            Kind::Advised(adviser) => Way::Advised(adviser),
            Kind::Mixed(all) => {
                let is_even = all.iter().all(|(weight, _)| *weight == 0);
                let weight = |weight: u32| if is_even { 1 } else { u64::from(weight) };
                let total: u64 = all.iter().map(|(of_one, _)| weight(*of_one)).sum();
                let mut drawn = rng.up_to(total.saturating_sub(1));
                let one = all.iter().find(|(of_one, _)| match drawn.checked_sub(weight(*of_one)) {
                    Some(rest) => {
                        drawn = rest;
                        false
                    }
                    None => true,
                });
                one.map_or(Way::Chance, |(_, one)| one.for_a_value(rng))
            }
        }
    }

    /// All strategies that have a name, which is the text they are parsed from; those with a base only with the usual one.
    pub fn known() -> impl Iterator<Item = Strategy> {
        let agata = [
            agata::linear(),
            agata::quadratic(),
            agata::exponential(),
            agata::fixed(),
            agata::partitions(),
            agata::mixed(),
        ];
        let weightings = ["equal", "depth", "inverse-depth", "left", "right", "levels", "uniform"];
        let holey = weightings.into_iter().filter_map(|name| name.parse().ok()).map(Strategy::holey);
        [Strategy::usual(), Strategy::random()].into_iter().chain(agata).chain(holey)
    }
}

/// As many steps as one wants in the outermost recursions, up to the size; those within share it.
#[derive(Debug)]
struct Nodes {
    least: u32,
    most: u32,
}

impl Sizes for Nodes {
    fn totals(&self, dimensions: u32, bound: u32, rng: &mut Rng) -> Vec<u32> {
        (0..dimensions).map(|_| rng.up_to(bound.into()) as u32).collect()
    }

    fn divide(&self, level: &Level<'_>, rng: &mut Rng) -> Vec<u32> {
        if level.dimension < level.highest {
            return level.piles(rng);
        }
        let most = if self.most == u32::MAX { level.bound.max(self.least) } else { self.most };
        let more = most.saturating_sub(self.least);
        level.entries.iter().map(|_| self.least + rng.up_to(more.into()) as u32).collect()
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Debug for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strategy({})", self.name)
    }
}

/// Two strategies of the same name do the same, unless they are of a user's own.
impl PartialEq for Strategy {
    fn eq(&self, other: &Strategy) -> bool {
        self.name == other.name
    }
}

impl Default for Strategy {
    fn default() -> Strategy {
        Strategy::usual()
    }
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(text: &str) -> Result<Strategy, String> {
        if let Some(known) = Strategy::known().find(|known| known.name == text) {
            return Ok(known);
        }
        let weighting = text.strip_prefix("holey:").and_then(|weighting| weighting.parse().ok());
        weighting.map(Strategy::holey).ok_or_else(|| {
            let known: Vec<String> = Strategy::known().map(|known| known.to_string()).collect();
            format!("`{text}` is not a strategy: there are {}", known.join(", "))
        })
    }
}
