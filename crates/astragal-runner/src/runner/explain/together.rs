//! Which parts may be replaced together: what holds for each of two alone need not hold for both.

use std::collections::HashSet;

use astragal_core::{Choices, Edit};

use super::other::Part;
use super::part::{Loose, same_texts};
use super::trial::{Outcome, Trials};
use crate::report::Drawn;

/// How many cases are tried before it is said that all fail, and how many at least.
const TRIED: usize = 100;
const AT_LEAST: usize = 20;
/// How many are tried to see whether a part may join others.
const TO_JOIN: usize = 8;
/// How many sets of parts are looked for.
const MOST_GROUPS: usize = 2;
/// Combinations of this many numbers are all tried; and of that many, if those tried first fail and the budget allows it.
const FEW: usize = 64;
const SOME: usize = 256;

/// Parts that may be replaced together.
pub(super) struct Group {
    /// The indices of the parts.
    pub(super) members: Vec<usize>,
    /// How many other cases were run: all of them failed.
    pub(super) tried: usize,
    /// The values of the first of them.
    pub(super) seen: Vec<Vec<Drawn>>,
    /// Whether that is enough to claim that all do.
    pub(super) is_enough: bool,
    /// Whether there are no others.
    pub(super) is_all: bool,
}

/// What came of trying parts together.
enum Tried {
    Fails(Group),
    /// Not all fail; and if it is known, the part for which not even all others fail alone.
    Passes(Option<usize>),
    Unknown,
}

/// The largest sets of parts, one after the other; each has a part that the sets before it have not.
pub(super) fn groups(trials: &mut Trials<'_>, loose: &[Loose]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut all: Vec<usize> = (0..loose.len()).collect();
    while !all.is_empty() {
        match run(trials, loose, &all, TRIED, AT_LEAST) {
            Tried::Fails(group) => return vec![group],
            // A part that passes alone was not loose: more was tried now than before.
            Tried::Passes(Some(alone)) => all.retain(|&at| at != alone),
            Tried::Passes(None) => break,
            // To try them one by one takes even more.
            Tried::Unknown => return groups,
        }
    }
    let mut firsts = all.clone();
    while groups.len() < MOST_GROUPS && !firsts.is_empty() && !trials.budget.is_spent() {
        let first = firsts.remove(0);
        if let Some(group) = largest(trials, loose, first, &all) {
            firsts.retain(|at| !group.members.contains(at));
            groups.push(group);
        }
    }
    groups
}

/// As many parts as may be replaced together with the first one.
fn largest(trials: &mut Trials<'_>, loose: &[Loose], first: usize, all: &[usize]) -> Option<Group> {
    let mut members = vec![first];
    for &at in all.iter().filter(|&&at| at != first) {
        members.push(at);
        if !matches!(run(trials, loose, &members, TO_JOIN, TO_JOIN), Tried::Fails(_)) {
            members.pop();
        }
    }
    // What only seldom passes shows itself now; without the one that does it, or the last to join, it may hold.
    loop {
        match run(trials, loose, &members, TRIED, AT_LEAST) {
            Tried::Fails(group) => return Some(group),
            Tried::Passes(Some(alone)) if alone != first => members.retain(|&at| at != alone),
            Tried::Passes(None) if members.len() > 1 => drop(members.pop()),
            _ => return None,
        }
    }
}

fn run(trials: &mut Trials<'_>, loose: &[Loose], members: &[usize], wanted: usize, needed: usize) -> Tried {
    let combinations = combinations(trials, loose, members);
    if let Some(few) = combinations.as_ref().filter(|all| all.len() <= FEW) {
        return run_all(trials, members, few);
    }
    let all = combinations.filter(|all| wanted > needed && trials.budget.has(needed + all.len()));
    let Some(all) = all else { return run_some(trials, loose, members, wanted, needed) };
    // What seems to fail always is then tried to the end.
    match run_some(trials, loose, members, needed, needed) {
        Tried::Fails(_) => run_all(trials, members, &all),
        others => others,
    }
}

/// Tries other values, of which there are many.
fn run_some(trials: &mut Trials<'_>, loose: &[Loose], members: &[usize], wanted: usize, needed: usize) -> Tried {
    let mut seen: Vec<Vec<Drawn>> = Vec::new();
    let mut tried: HashSet<Choices> = HashSet::new();
    let mut is_cut = false;
    let mut told = 0;
    let attempts = wanted + wanted / 2;
    for attempt in 0..attempts {
        let edits = others(trials, loose, members, attempt);
        let all = edits.iter().fold(Edit::new(), |all, (_, edits)| all.and(edits.clone()));
        let show = seen.len() < needed;
        let outcome = trials.run_showing(&all, show);
        told += usize::from(!matches!(outcome, Outcome::Elsewhere));
        match outcome {
            Outcome::Fails(ran) if ran.choices != *trials.base && !tried.contains(&ran.choices) => {
                if !show {
                    tried.insert(ran.choices);
                } else if !same_texts(&ran.drawn, &trials.drawn) && !seen.contains(&ran.drawn) {
                    seen.push(ran.drawn);
                    tried.insert(ran.choices);
                }
            }
            Outcome::Fails(_) | Outcome::Rejected | Outcome::Elsewhere => {}
            Outcome::Passes => return Tried::Passes(passing_alone(trials, &edits)),
            Outcome::Spent => is_cut = true,
        }
        if is_cut || tried.len() == wanted {
            break;
        }
    }
    let is_enough = seen.len() >= needed;
    // If there are no more others, as it seems, few are all. Where the clock has ended it, nothing is known.
    if trials.budget.is_stopped || !is_enough && (is_cut || seen.is_empty() || 2 * told < attempts) {
        return Tried::Unknown;
    }
    Tried::Fails(Group { members: members.to_vec(), tried: tried.len(), seen, is_enough, is_all: false })
}

/// Other values for some parts: at times for one of them alone, for that may pass only if all else is as it was.
fn others(trials: &mut Trials<'_>, loose: &[Loose], members: &[usize], attempt: usize) -> Vec<(usize, Edit)> {
    let alone = (attempt % 4 == 3).then(|| members[attempt / 4 % members.len()]);
    let mut others = Vec::new();
    for &at in members {
        let is_changed = match alone {
            Some(alone) => at == alone,
            None => members.len() == 1 || attempt < 4 || trials.rng.up_to(3) > 0,
        };
        if is_changed {
            let mut edits = Edit::new();
            trials.put_other(&loose[at].part, attempt, &mut edits);
            others.push((at, edits));
        }
    }
    others
}

/// Which of the parts it was, if the case passes with another value for that one alone.
fn passing_alone(trials: &mut Trials<'_>, edits: &[(usize, Edit)]) -> Option<usize> {
    if let [(only, _)] = edits {
        return Some(*only);
    }
    let passes = |(_, edits): &&(usize, Edit)| matches!(trials.run_showing(edits, false), Outcome::Passes);
    edits.iter().find(passes).map(|(at, _)| *at)
}

/// All other values of some parts, if they are numbers and few.
fn combinations(trials: &Trials<'_>, loose: &[Loose], members: &[usize]) -> Option<Vec<Edit>> {
    let mut all = vec![Edit::new()];
    for &at in members {
        let (choice, numbers) = match &loose[at].part {
            Part::Number(choice) => (*choice, (0..=trials.base.items()[*choice].max.min(SOME as u64)).collect()),
            Part::OneOf { choice, numbers, is_all: true } => (*choice, numbers.clone()),
            _ => return None,
        };
        if all.len() * numbers.len() > SOME {
            return None;
        }
        let mut longer = Vec::new();
        for edits in &all {
            for &number in &numbers {
                let mut edits = edits.clone();
                edits.set(choice, number);
                longer.push(edits);
            }
        }
        all = longer;
    }
    let is_other = |edits: &Edit| edits.numbers().any(|(choice, number)| trials.base.items()[choice].value != number);
    all.retain(is_other);
    Some(all)
}

fn run_all(trials: &mut Trials<'_>, members: &[usize], all: &[Edit]) -> Tried {
    let mut seen = Vec::new();
    let mut tried = 0;
    for edits in all {
        let show = seen.len() < FEW;
        match trials.run_showing(edits, show) {
            Outcome::Fails(ran) => {
                tried += 1;
                seen.extend(show.then_some(ran.drawn));
            }
            // A rejected case is not a case of the property.
            Outcome::Rejected => {}
            Outcome::Passes => return Tried::Passes(members.first().filter(|_| members.len() == 1).copied()),
            Outcome::Elsewhere | Outcome::Spent => return Tried::Unknown,
        }
    }
    match seen.is_empty() {
        true => Tried::Unknown,
        false => Tried::Fails(Group { members: members.to_vec(), tried, seen, is_enough: true, is_all: true }),
    }
}
