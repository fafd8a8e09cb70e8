//! What the size of a value is: how much a constructor, a constant, a tuple and a number cost, as data.

/// What "size" means when values are counted, enumerated and drawn by size.
///
/// | | constructor | constant | tuple | number | parts |
/// | --- | --- | --- | --- | --- | --- |
/// | [`tiers`](Measure::tiers) (LeanCheck) | 1 | 0 | 0 | its rank: 0, 1, -1, 2 | add up |
/// | [`depth`](Measure::depth) (SmallCheck) | 1 | 0 | 0 | its distance from the origin | the largest counts |
/// | [`size`](Measure::size) (FEAT) | 1 | 1 | 0 | its bits | add up |
///
/// A list is a constant for its end and a constructor for each element. A constructor is an arm of a sum, or a struct; one
/// without fields is a constant.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::spaces::Measure;
///
/// #[derive(Arbitrary)]
/// enum Expr { Val(bool), Add(Box<Expr>, Box<Expr>) }
///
/// let by_adds = Measure::tiers().constructor("Val", 0).constructor("Add", 1);
/// let exprs = any::<Expr>().measured(by_adds);
/// assert_eq!(exprs.count(0).to_string(), "2"); // Val(false), Val(true)
/// assert_eq!(exprs.count(1).to_string(), "4"); // one Add
/// assert_eq!(exprs.count(2).to_string(), "16");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    pub(super) rule: Rule,
    pub(super) constructor: u32,
    pub(super) constant: u32,
    pub(super) tuple: u32,
    pub(super) number: u32,
    pub(super) numbers: Numbers,
    pub(super) own: Vec<(String, u32)>,
    pub(super) counted: Vec<(String, u32)>,
}

/// How the sizes of the parts make up that of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// They add up.
    Sum,
    /// The largest of them counts: so a size is a depth.
    Max,
}

/// What a number costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Its place in the order of simplicity: 0, 1, -1, 2, -2 cost 0, 1, 2, 3, 4.
    Rank,
    /// Its distance from the origin: 0, 1, -1, 2, -2 cost 0, 1, 1, 2, 2.
    Distance,
    /// The bits it takes to write it down.
    Bits,
    /// Nothing.
    Free,
}

impl Measure {
    /// LeanCheck's tiers.
    pub fn tiers() -> Measure {
        Measure {
            rule: Rule::Sum,
            constructor: 1,
            constant: 0,
            tuple: 0,
            number: 0,
            numbers: Numbers::Rank,
            own: Vec::new(),
            counted: Vec::new(),
        }
    }

    /// SmallCheck's depth, constants and tuples free; its newer rule is `depth().constants(1).tuples(1)`.
    pub fn depth() -> Measure {
        Measure { rule: Rule::Max, numbers: Numbers::Distance, ..Measure::tiers() }
    }

    /// FEAT's size: the number of constructors, and the bits of the numbers.
    pub fn size() -> Measure {
        Measure { constant: 1, numbers: Numbers::Bits, ..Measure::tiers() }
    }

    /// How the sizes of parts make up that of the whole.
    pub fn rule(self, rule: Rule) -> Measure {
        Measure { rule, ..self }
    }

    /// What a constructor with fields costs, and each element of a list.
    pub fn constructors(self, cost: u32) -> Measure {
        Measure { constructor: cost, ..self }
    }

    /// What a constructor without fields costs, and the end of a list.
    pub fn constants(self, cost: u32) -> Measure {
        Measure { constant: cost, ..self }
    }

    /// What a tuple costs.
    pub fn tuples(self, cost: u32) -> Measure {
        Measure { tuple: cost, ..self }
    }

    /// What a number costs, and how much each costs besides.
    pub fn numbers(self, numbers: Numbers, besides: u32) -> Measure {
        Measure { numbers, number: besides, ..self }
    }

    /// What one constructor costs: `"Add"`, or with its type `"Expr::Add"`.
    pub fn constructor(mut self, name: impl Into<String>, cost: u32) -> Measure {
        self.own.push((name.into(), cost));
        self
    }

    /// Counts by one more variable: how often a constructor occurs (`"Add"`, `"Expr::Add"`), or any constructor of a type
    /// (`"Expr"`). Values in which it occurs more than `at_most` times are omitted.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::spaces::Measure;
    ///
    /// #[derive(Arbitrary)]
    /// enum Tree { Leaf, One(Box<Tree>), Two(Box<Tree>, Box<Tree>) }
    ///
    /// let trees = any::<Tree>().measured(Measure::tiers().counting("Two", 3));
    /// assert_eq!(trees.having(&[1]).count(3).to_string(), "6"); // three constructors with fields, of which one is a Two
    /// assert_eq!(trees.having(&[0]).count(3).to_string(), "1"); // One(One(One(Leaf)))
    /// ```
    pub fn counting(mut self, name: impl Into<String>, at_most: u32) -> Measure {
        self.counted.push((name.into(), at_most));
        self
    }

    pub(super) fn cost_of(&self, site: &str, label: &str, has_fields: bool) -> u32 {
        let own = self.own.iter().rev().find(|(name, _)| names(name, site, label));
        own.map_or(if has_fields { self.constructor } else { self.constant }, |&(_, cost)| cost)
    }
}

/// Whether a name means a constructor.
pub(super) fn names(name: &str, site: &str, label: &str) -> bool {
    match name.split_once("::") {
        Some((of, constructor)) => of == site && constructor == label,
        None => name == label,
    }
}

impl Numbers {
    /// The first and the last choice of those that cost `cost`.
    #[doc(hidden)]
    pub fn range(self, cost: usize, max: u128, both: u128) -> Option<(u128, u128)> {
        let cost = cost as u128;
        // The first choice with this many bits, and the last.
        let first = |bits: u128| if bits == 0 { Some(0) } else { 1u128.checked_shl(u32::try_from(bits - 1).ok()?) };
        let last = |bits: u128| if bits >= 128 { u128::MAX } else { (1 << bits) - 1 };
        let (from, to) = match self {
            Numbers::Rank => (cost, cost),
            Numbers::Distance if cost == 0 => (0, 0),
            Numbers::Distance if cost <= both => (2 * cost - 1, 2 * cost),
            Numbers::Distance => (both + cost, both + cost),
            Numbers::Bits if both == 0 => (first(cost)?, last(cost)),
            Numbers::Bits if cost == 0 => (0, 1),
            Numbers::Bits => (first(cost + 1)?, last(cost + 1)),
            Numbers::Free if cost == 0 => (0, max),
            Numbers::Free => return None,
        };
        (from <= max).then(|| (from, to.min(max)))
    }

    /// The last choice of those that cost at most `cost`.
    pub(super) fn last_within(self, cost: usize, max: u128, both: u128) -> u128 {
        match self {
            Numbers::Free => max,
            _ => self.range(cost, max, both).map_or(max, |(_, last)| last),
        }
    }

    /// What a choice costs.
    #[doc(hidden)]
    pub fn cost(self, choice: u128, both: u128) -> u128 {
        let bits = |number: u128| u128::from(128 - number.leading_zeros());
        match self {
            Numbers::Rank => choice,
            Numbers::Distance if choice <= 2 * both => choice.div_ceil(2),
            Numbers::Distance => choice - both,
            Numbers::Bits if both == 0 => bits(choice),
            Numbers::Bits => bits(choice / 2),
            Numbers::Free => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_one_cost() {
        for numbers in [Numbers::Rank, Numbers::Distance, Numbers::Bits, Numbers::Free] {
            for (max, both) in [(0, 0), (1, 0), (9, 0), (9, 3), (10, 5), (100, 2)] {
                let enumerated: Vec<u128> = (0..=101)
                    .flat_map(|cost| {
                        let (from, to) = numbers.range(cost, max, both).unwrap_or((1, 0));
                        (from..=to).inspect(move |&one| assert_eq!(numbers.cost(one, both), cost as u128))
                    })
                    .collect();
                assert_eq!(enumerated, (0..=max).collect::<Vec<_>>(), "{numbers:?} {max} {both}");
            }
        }
    }
}
