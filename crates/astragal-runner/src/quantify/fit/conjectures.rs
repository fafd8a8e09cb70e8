//! What the kills of properties suggest about them: which are enough, and which follow from others.
//!
//! A set of properties kills what any of its properties kills.

use super::outcome::Group;

/// A set of properties: a bit for each.
type Properties = u32;

/// Something that seems to be so of properties, because it is so of the mutants that were tried. It may be wrong of others.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conjecture {
    /// Properties that together kill every mutant that one of the others kills.
    pub premise: Vec<String>,
    /// The others, which seem to follow.
    pub conclusion: Vec<String>,
    /// Whether the first follow from the others, too.
    pub is_equivalence: bool,
    /// How many mutants the premise kills.
    pub kills: u64,
}

/// A conjecture about sets.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Implication {
    pub(super) premise: Properties,
    pub(super) conclusion: Properties,
    pub(super) is_equivalence: bool,
}

/// Whether a set kills the mutants of a group.
fn is_killed(group: &Group, set: Properties) -> bool {
    group.killers & set != 0
}

/// The properties that kill nothing that a set does not kill: those of the set, and those that seem to follow.
fn closure(groups: &[Group], count: usize, set: Properties) -> Properties {
    let survivors = groups.iter().filter(|group| !is_killed(group, set));
    all(count) & !survivors.fold(0, |killers, group| killers | group.killers)
}

/// The set of all properties.
fn all(count: usize) -> Properties {
    (1 << count) - 1
}

/// The sets of properties, smaller ones first; of equal size, those of earlier properties first.
fn sets(count: usize) -> Vec<Properties> {
    let mut sets: Vec<Properties> = (0..=all(count)).collect();
    sets.sort_by_key(|set| (set.count_ones(), set.reverse_bits().wrapping_neg()));
    sets
}

/// The sets that kill as much as all properties do, of which no part does.
pub(super) fn minimal(groups: &[Group], count: usize) -> Vec<Properties> {
    let mut minimal: Vec<Properties> = Vec::new();
    for set in sets(count) {
        let is_larger = minimal.iter().any(|smaller| set & smaller == *smaller);
        if !is_larger && groups.iter().all(|group| group.killers == 0 || is_killed(group, set)) {
            minimal.push(set);
        }
    }
    minimal
}

/// Implications that hold for the groups, but for those that follow from earlier ones.
pub(super) fn implications(groups: &[Group], count: usize) -> Vec<Implication> {
    let mut found: Vec<Implication> = Vec::new();
    for set in sets(count) {
        let mut rest = closure(groups, count, set) & !derived(&found, set);
        // Properties that kill the same say so one by one.
        for one in (0..count).map(|at| 1 << at) {
            if rest & one != 0 && set != 0 && closure(groups, count, one) & set == set {
                found.push(Implication { premise: set, conclusion: one, is_equivalence: true });
                rest &= !derived(&found, set);
            }
        }
        // Of those that follow from each other, the first.
        for one in (0..count).rev().map(|at| 1 << at).filter(|one| rest & one != 0).collect::<Vec<_>>() {
            if derived(&found, set | rest & !one) & one != 0 {
                rest &= !one;
            }
        }
        if rest != 0 {
            let is_equivalence = set != 0 && closure(groups, count, rest) & set == set;
            found.push(Implication { premise: set, conclusion: rest, is_equivalence });
        }
    }
    found
}

/// All that follows from a set by known implications.
fn derived(known: &[Implication], set: Properties) -> Properties {
    let mut derived = set;
    loop {
        let before = derived;
        for Implication { premise, conclusion, is_equivalence } in known {
            if derived & premise == *premise {
                derived |= conclusion;
            }
            if *is_equivalence && derived & conclusion == *conclusion {
                derived |= premise;
            }
        }
        if derived == before {
            return derived;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(killers: &[Properties]) -> Vec<Group> {
        killers.iter().map(|&killers| Group { killers, count: 1, first: 0 }).collect()
    }

    #[test]
    fn smaller_sets_come_first() {
        assert_eq!(sets(3), [0b000, 0b001, 0b010, 0b100, 0b011, 0b101, 0b110, 0b111]);
    }

    #[test]
    fn what_is_enough_is_minimal() {
        // One mutant is killed by the first two, one by the last two, and one by none.
        let groups = groups(&[0b011, 0b110, 0b000]);
        assert_eq!(minimal(&groups, 3), [0b010, 0b101]);
        // Where nothing is killed, nothing is needed.
        assert_eq!(minimal(&[], 2), [0b00]);
    }

    #[test]
    fn what_follows_is_said_once() {
        // 0 and 1 kill the same; 2 kills a part of it, and so does 3 of what 0 and 4 kill together; 2 and 3 together kill what 0 does.
        let groups = groups(&[0b01011, 0b00111, 0b11000, 0b10000]);
        let of = |premise, conclusion, is_equivalence| Implication { premise, conclusion, is_equivalence };
        assert_eq!(
            implications(&groups, 5),
            [
                of(0b00001, 0b00010, true),
                of(0b00001, 0b00100, false),
                of(0b10001, 0b01000, false),
                of(0b01100, 0b00001, false)
            ]
        );
    }

    #[test]
    fn what_kills_nothing_follows_from_nothing() {
        let of = |premise, conclusion| Implication { premise, conclusion, is_equivalence: false };
        assert_eq!(implications(&groups(&[0b01]), 2), [of(0, 0b10)]);
    }

    #[test]
    fn two_that_kill_what_one_does_are_equivalent_to_it() {
        let groups = groups(&[0b101, 0b110]);
        let equivalence = Implication { premise: 0b100, conclusion: 0b011, is_equivalence: true };
        assert_eq!(implications(&groups, 3), [equivalence]);
    }
}
