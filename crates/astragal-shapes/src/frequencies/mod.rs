//! Frequencies of constructors on demand: "twice as many `Add` as `Neg`", "no `Mul`", "all about equally often".
//!
//! Weights of variants are local. What they do to the number of constructors in a whole value depends on what holds what:
//! each `Add` makes two places for more expressions, each `Neg` makes one. So weights are computed from the frequencies that
//! are wanted, along the [`Space`] of the generator, before anything is drawn (after Mista, Russo and Hughes,
//! *Branching processes for QuickCheck generators*, 2018):
//!
//! ```text
//!   space ──► model: constructors, and the places for them
//!               │
//!            balance: what is true of every value; so, what is possible at all
//!               │
//!   demands ─► tune: the nearest frequencies that meet them, and the weights that bring them about
//!               │  ▲
//!               ▼  │
//!            expect: how often each constructor is drawn with given weights, computed by size
//! ```
//!
//! Nothing is computed while values are drawn: the new weights replace the old ones.

mod balance;
mod error;
mod expect;
mod model;
mod simplex;
mod tune;

use std::sync::Arc;

use self::balance::{Balance, Demand};
use self::expect::expected;
use self::model::{Branch, Kind, Model, Part};
use astragal_core::support::{DEFAULT_SIZE, Identity, Lots, Replanned, same_values, tickets};
use astragal_core::{Draw, Growth, NodeId, Reject, Sketch, Source, Space};
pub use error::{Conflict, FrequencyError};

/// Beyond this size frequencies no longer change.
const LARGEST: u32 = 1_000;

/// How often constructors are to occur, against each other. See [`Shaping::with_frequencies`](crate::Shaping::with_frequencies).
///
/// A constructor is a variant of a type with `#[derive(Arbitrary)]`: `"Add"`, or `"Expr::Add"` where several types have one of
/// that name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frequencies {
    ratios: Vec<(String, f64, String)>,
    without: Vec<String>,
    equally: bool,
    size: Option<u32>,
}

impl Frequencies {
    /// No demands: all is as it would be.
    pub fn new() -> Frequencies {
        Frequencies::default()
    }

    /// All constructors about equally often, as far as what holds what allows it: there is one more leaf than there are
    /// binary nodes, whatever one wants.
    ///
    /// ```
    /// use astragal::shapes::Frequencies;
    /// use astragal::prelude::*;
    ///
    /// #[derive(Arbitrary, Debug)]
    /// enum Expr { Val(i32), Neg(Box<Expr>), Abs(Box<Expr>), Add(Box<Expr>, Box<Expr>) }
    ///
    /// let exprs = any::<Expr>().with_frequencies(Frequencies::equal())?;
    /// let expected = exprs.expected();
    /// assert!(expected.iter().all(|&(_, mean)| (mean / expected[0].1 - 1.0).abs() < 0.1));
    /// # Ok::<(), astragal::shapes::FrequencyError>(())
    /// ```
    pub fn equal() -> Frequencies {
        Frequencies { equally: true, ..Frequencies::default() }
    }

    /// `more` occurs `times` times as often as `than`.
    pub fn ratio(mut self, more: &str, times: f64, than: &str) -> Frequencies {
        self.ratios.push((more.into(), times, than.into()));
        self
    }

    /// None of a constructor in random cases. Replay, reflection and enumeration still produce it.
    pub fn without(mut self, constructor: &str) -> Frequencies {
        self.without.push(constructor.into());
        self
    }

    /// The size at which the frequencies are to be met: 100 by default. Those of smaller values may differ a
    /// little, since in them the first constructor counts for more.
    pub fn at_size(mut self, size: u32) -> Frequencies {
        self.size = Some(size);
        self
    }
}

/// Values of a generator in which constructors have frequencies. See [`Shaping::with_frequencies`](crate::Shaping::with_frequencies).
#[derive(Clone, Debug)]
pub struct Frequent<G> {
    generator: G,
    lots: Arc<Replanned>,
    /// The same as weights, for strategies that plan by the space.
    weights: Arc<[(Identity, Vec<u32>)]>,
    expected: Arc<[(String, f64)]>,
}

impl<G: Draw> Frequent<G> {
    pub(crate) fn new(generator: G, frequencies: &Frequencies) -> Result<Frequent<G>, FrequencyError> {
        let size = frequencies.size.unwrap_or(DEFAULT_SIZE).min(LARGEST);
        let (space, _) = Space::at_size(&generator, size);
        let planned = Planned::new(&space, frequencies, size)?;
        Ok(Frequent {
            generator,
            lots: Arc::new(Replanned::new(planned.lots)),
            weights: planned.weights.into(),
            expected: planned.expected.into(),
        })
    }

    /// How many of each constructor there are in a value of the size for which the frequencies hold, on average.
    ///
    /// ```
    /// use astragal::shapes::Frequencies;
    /// use astragal::prelude::*;
    ///
    /// #[derive(Arbitrary, Debug)]
    /// enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    ///
    /// let trees = any::<Tree>().with_frequencies(Frequencies::new())?;
    /// let [(_, leaves), (_, nodes)] = trees.expected() else { unreachable!() };
    /// assert!((leaves - nodes - 1.0).abs() < 1e-6); // as in every binary tree
    /// # Ok::<(), astragal::shapes::FrequencyError>(())
    /// ```
    pub fn expected(&self) -> &[(String, f64)] {
        &self.expected
    }
}

/// What comes out for a space.
struct Planned {
    lots: Vec<(Identity, Lots)>,
    weights: Vec<(Identity, Vec<u32>)>,
    expected: Vec<(String, f64)>,
}

impl Planned {
    fn new(space: &Space, frequencies: &Frequencies, size: u32) -> Result<Planned, FrequencyError> {
        let all = Model::of(space, &|_, _| false);
        let unwanted = frequencies.without.iter().map(|name| all.called(name)).collect::<Result<Vec<_>, _>>()?;
        let unwanted: Vec<String> = unwanted.iter().map(|found| all.full_name(found[0])).collect();
        if !all.ends {
            // Drawing reports that there is no value.
            return Ok(Planned { lots: Vec::new(), weights: Vec::new(), expected: Vec::new() });
        }
        let model = Model::of(space, &|type_name, label| {
            unwanted.iter().any(|name| name.split_once("::") == Some((type_name, label)))
        });
        if !model.ends {
            return Err(FrequencyError::Endless {
                without: frequencies.without.clone(),
                type_name: model.endless_type(&unwanted).into(),
            });
        }
        let balance = Balance::of(&model);
        let mut demands = Vec::new();
        for (more, times, than) in &frequencies.ratios {
            if !(times.is_finite() && *times > 0.0) {
                return Err(FrequencyError::Times { times: *times });
            }
            let find = |name: &String| {
                let found = model.called(name)?;
                if found.iter().any(|&arm| balance.possible[arm]) {
                    Ok(found)
                } else {
                    Err(FrequencyError::Missing { name: name.clone(), without: frequencies.without.clone() })
                }
            };
            demands.push(Demand { more: find(more)?, times: *times, than: find(than)? });
        }
        if let Some((at, alone, together)) = balance.conflict(&model, &demands) {
            let (more, times, than) = frequencies.ratios[at].clone();
            let allows = |bounds: balance::Bounds| {
                times > bounds.least - 1e-6 && bounds.most.is_none_or(|most| times < most + 1e-6)
            };
            let through_others = alone.is_some_and(allows);
            let because = if through_others { None } else { model.holder(&balance, &demands[at]) };
            let possible = if through_others { together } else { alone };
            let possible = possible.map(|bounds| (bounds.least, bounds.most));
            let conflict = Conflict { more, times, than, possible, through_others, because };
            return Err(FrequencyError::Impossible(Box::new(conflict)));
        }
        let (weights, found) = tune::tune(&model, &balance, &demands, frequencies.equally, size);
        for (demand, (more, times, than)) in demands.iter().zip(&frequencies.ratios) {
            let reached = tune::reached(demand, &found.counts);
            if (reached / times - 1.0).abs() > tune::TOLERANCE {
                let (more, than) = (more.clone(), than.clone());
                return Err(FrequencyError::OutOfReach { more, times: *times, than, reached, size });
            }
        }
        let found = expected(&model, &weights, size);
        let mut planned = Planned { lots: Vec::new(), weights: Vec::new(), expected: Vec::new() };
        for (at, sum) in model.sums.iter().enumerate() {
            let Some(id) = sum.id else { continue };
            let (stop, go_on) = weights.chances(&model, at);
            let balanced = sum.kind == (Kind::Split { balanced: true });
            planned.lots.push((id, Lots::with_chances(&stop, &go_on, balanced)));
            let counts = &found.counts[sum.unknowns()];
            planned.weights.push((id, tickets(counts)));
            planned.expected.extend(sum.unknowns().map(|arm| (model.full_name(arm), found.counts[arm])));
        }
        Ok(planned)
    }
}

impl Model {
    /// The constructors that have a name: several if they are of several instances of a generic type.
    fn called(&self, name: &str) -> Result<Vec<usize>, FrequencyError> {
        let steered = || self.sums.iter().filter(|sum| sum.id.is_some());
        let arms =
            || steered().flat_map(|sum| sum.unknowns().zip(&sum.arms).map(|(at, arm)| (sum.type_name, arm.label, at)));
        let found: Vec<(&str, &str, usize)> =
            arms().filter(|(of, label, _)| *label == name || name.split_once("::") == Some((*of, *label))).collect();
        let mut types: Vec<&str> = found.iter().map(|&(of, ..)| of).collect();
        keep_first(&mut types);
        match types[..] {
            [] => {
                let several =
                    steered().any(|sum| sum.type_name != steered().next().map_or("", |first| first.type_name));
                let known = |(of, label, _): (&str, &str, usize)| {
                    if several { format!("{of}::{label}") } else { label.to_string() }
                };
                let mut known: Vec<String> = arms().map(known).collect();
                keep_first(&mut known);
                Err(FrequencyError::Unknown { name: name.into(), known })
            }
            [_] => Ok(found.into_iter().map(|(_, _, at)| at).collect()),
            _ => {
                let which = types.iter().map(|of| format!("{of}::{name}")).collect();
                Err(FrequencyError::Ambiguous { name: name.into(), which })
            }
        }
    }

    fn full_name(&self, arm: usize) -> String {
        let sum = self.sums.iter().find(|sum| sum.unknowns().contains(&arm));
        sum.map_or_else(String::new, |sum| format!("{}::{}", sum.type_name, sum.arms[arm - sum.first].label))
    }

    /// A type no value of which ends: the outermost from which something was taken.
    fn endless_type(&self, unwanted: &[String]) -> &'static str {
        let endless = || self.sums.iter().rev().filter(|sum| sum.id.is_some() && !sum.arms.iter().any(Branch::ends));
        let is_of = |name: &String, type_name: &str| name.split_once("::").is_some_and(|(of, _)| of == type_name);
        let robbed = endless().find(|sum| unwanted.iter().any(|name| is_of(name, sum.type_name)));
        robbed.or(endless().next()).map_or("the generator", |sum| sum.type_name)
    }

    /// Which of the two of a demand has places for the type of the other, and how many.
    fn holder(&self, balance: &Balance, demand: &Demand) -> Option<(String, usize, String)> {
        let sum_of = |arm: usize| self.sums.iter().position(|sum| sum.unknowns().contains(&arm));
        let holds = |holder: usize, held: usize| {
            let sum = sum_of(held)?;
            let part = self.parts.iter().position(|part| matches!(part, Part::Sum(at) if *at == sum))?;
            let places = *balance.places[part].as_ref()?.get(holder)? as usize;
            let label = self.full_name(holder).split_once("::")?.1.to_string();
            (places > 0).then(|| (label, places, self.sums[sum].type_name.to_string()))
        };
        let (more, than) = (*demand.more.first()?, *demand.than.first()?);
        holds(more, than).or_else(|| holds(than, more))
    }
}

/// Of what is equal, the first.
fn keep_first<T: PartialEq>(all: &mut Vec<T>) {
    let mut at = 0;
    while at < all.len() {
        if all[..at].contains(&all[at]) {
            all.remove(at);
        } else {
            at += 1;
        }
    }
}

impl<G: Draw> Draw for Frequent<G> {
    type Value = G::Value;

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        src.with_lots(&self.lots, |src| self.generator.draw(src))
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let node = self.generator.describe(sketch);
        self.weights.iter().for_each(|(id, weights)| sketch.reweigh(*id, weights));
        node
    }

    fn growth(&self) -> Growth {
        self.generator.growth()
    }
}

same_values!(Frequent);
