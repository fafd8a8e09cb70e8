//! All values of a generator by the choices that they take, fewest first; the generator may be a closure.

use super::walk::SharedWalk;
use crate::choices::Choices;
use crate::generator::Draw;
use crate::source::{Reason, Unseen};

/// What a value costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    /// One for each choice.
    Choices,
    /// For each choice one and its number.
    Weight,
}

impl Price {
    fn price(self) -> fn(u64) -> u64 {
        match self {
            Price::Choices => |_| 1,
            Price::Weight => |number| number.saturating_add(1),
        }
    }
}

/// All values of a generator, each with its choices. See `Enumerate::by_choices` and `Enumerate::by_weight`.
///
/// It walks the tree of choices again for each number of choices, so it needs no memory but for one path.
pub struct Leaves<G> {
    generator: G,
    walk: SharedWalk,
    /// Whether the next run takes the path as it is: the first of a level.
    at_start: bool,
    /// Whether a path was cut off on this level, so that there is another one.
    deeper: bool,
    rejected: u64,
    problem: Option<Reason>,
    over: bool,
}

/// How a run ended.
enum End<T> {
    /// With a value that costs as much as this level allows.
    Value(T, Choices),
    /// With one of another level.
    Elsewhere,
    Rejected,
    /// The last choice, a length, is larger than what is left.
    TooLong,
    Misuse(Reason),
}

impl<G: Draw> Leaves<G> {
    #[doc(hidden)]
    pub fn new(generator: G, measure: Price) -> Leaves<G> {
        let walk = SharedWalk::default();
        walk.with(|walk| walk.price = Some(measure.price()));
        Leaves { generator, walk, at_start: true, deeper: false, rejected: 0, problem: None, over: false }
    }

    /// How many choices the last value asked for: more than it has, if some of them were of no use.
    #[doc(hidden)]
    pub fn asked(&self) -> usize {
        self.walk.with(|walk| walk.path.len())
    }

    /// How many cases were rejected so far. They are not enumerated.
    pub fn rejected(&self) -> u64 {
        self.rejected
    }

    /// Why the enumeration ended early, if it did: the generator is misconfigured.
    pub fn problem(&self) -> Option<&Reason> {
        self.problem.as_ref()
    }

    /// Goes to the next path of this level, or to the next level. Whether there is one.
    fn advance(&mut self) -> bool {
        if std::mem::take(&mut self.at_start) || self.walk.with(|walk| walk.advance(0)) {
            return true;
        }
        if !std::mem::take(&mut self.deeper) {
            return false;
        }
        self.walk.with(|walk| walk.limit += 1);
        true
    }

    fn run(&self) -> End<G::Value> {
        let (drawn, choices, reason) = self.walk.run(|src| {
            let drawn = self.generator.draw(src);
            (drawn, src.end_recording(Unseen::Drawn), src.reason().cloned())
        });
        let (cut, exact) = self.walk.with(|walk| (walk.cut, walk.left == 0));
        match (drawn, reason) {
            _ if cut => End::Elsewhere,
            (Ok(value), _) if exact => End::Value(value, choices),
            (Ok(_), _) => End::Elsewhere,
            (Err(_), Some(reason @ Reason::Usage { .. })) => End::Misuse(reason),
            (Err(_), Some(Reason::Overrun)) => End::TooLong,
            (Err(_), _) if exact => End::Rejected,
            (Err(_), _) => End::Elsewhere,
        }
    }
}

impl<G: Draw> Iterator for Leaves<G> {
    type Item = (G::Value, Choices);

    fn next(&mut self) -> Option<(G::Value, Choices)> {
        while !self.over && self.advance() {
            match self.run() {
                End::Value(value, choices) => return Some((value, choices)),
                End::Rejected => self.rejected += 1,
                End::Misuse(reason) => {
                    self.problem = Some(reason);
                    self.over = true;
                }
                End::TooLong => {
                    // A larger one is too long as well.
                    self.deeper = true;
                    self.walk.with(|walk| walk.path.pop());
                }
                End::Elsewhere => self.deeper |= self.walk.with(|walk| walk.cut),
            }
        }
        self.over = true;
        None
    }
}
