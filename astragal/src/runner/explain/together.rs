//! Which parts may be replaced together: what holds for each of two alone need not hold for both.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use astragal_core::Choices;

use super::edit::Edits;
use super::other::Part;
use super::part::{Loose, same_texts};
use super::trial::{Outcome, Trials};
use crate::report::Drawn;

/// So many cases are tried before it is said that all fail, and so many at least.
const TRIED: usize = 100;
const AT_LEAST: usize = 20;
/// If running a case takes longer than this, as so many show, it stays at the least: a report must not depend on chance
/// in time, so there is nothing in between.
const SLOW: Duration = Duration::from_micros(300);
const SHOWING_SPEED: usize = 11;
/// So many to see whether a part may join others.
const TO_JOIN: usize = 8;
/// So many sets of parts are looked for.
const MOST_GROUPS: usize = 2;
/// Combinations of so many numbers are all tried.
const FEW: u64 = 64;

/// Parts that may be replaced together.
pub(super) struct Group {
    /// The indices of the parts.
    pub(super) members: Vec<usize>,
    /// How many other cases were run: all of them failed.
    pub(super) tried: usize,
    /// The values of the first of them.
    pub(super) seen: Vec<Vec<Drawn>>,
    /// Whether there are no others.
    pub(super) is_all: bool,
}

/// What came of trying parts together.
enum Tried {
    Fails(Group),
    Passes,
    Unknown,
}

/// The largest sets of parts, one after the other; each has a part that the sets before it have not.
pub(super) fn groups(trials: &mut Trials<'_>, loose: &[Loose]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    if loose.is_empty() {
        return groups;
    }
    let all: Vec<usize> = (0..loose.len()).collect();
    match run(trials, loose, &all, TRIED, AT_LEAST) {
        Tried::Fails(group) => return vec![group],
        // To try them one by one takes even more.
        Tried::Unknown => return groups,
        Tried::Passes if all.len() == 1 => return groups,
        Tried::Passes => {}
    }
    while groups.len() < MOST_GROUPS {
        let is_new = |at: &usize| !groups.iter().any(|group| group.members.contains(at));
        let Some(first) = all.iter().copied().find(is_new) else { break };
        let mut members = vec![first];
        for &at in all.iter().filter(|&&at| at != first) {
            members.push(at);
            if !matches!(run(trials, loose, &members, TO_JOIN, TO_JOIN), Tried::Fails(_)) {
                members.pop();
            }
        }
        // What only seldom passes shows itself now; without the last to join it may hold.
        let confirmed = loop {
            match run(trials, loose, &members, TRIED, AT_LEAST) {
                Tried::Passes if members.len() > 1 => members.pop(),
                Tried::Fails(group) => break Some(group),
                _ => break None,
            };
        };
        match confirmed {
            Some(group) => groups.push(group),
            None => break,
        }
    }
    groups
}

fn run(trials: &mut Trials<'_>, loose: &[Loose], members: &[usize], wanted: usize, needed: usize) -> Tried {
    if let Some(combinations) = combinations(trials, loose, members) {
        return run_all(trials, members, &combinations);
    }
    let mut seen: Vec<Vec<Drawn>> = Vec::new();
    let mut tried: HashSet<Choices> = HashSet::new();
    let mut times: Vec<Duration> = Vec::new();
    let mut is_cut = false;
    for attempt in 0..wanted + wanted / 2 {
        let mut edits = Edits::default();
        for &at in members {
            // Some stay as they are: other values of one part may show only then.
            if members.len() == 1 || attempt < 4 || trials.rng.up_to(3) > 0 {
                trials.put_other(&loose[at].part, attempt, &mut edits);
            }
        }
        let show = seen.len() < needed;
        let started = Instant::now();
        let outcome = trials.run_showing(&edits, show);
        if !show && times.len() < SHOWING_SPEED {
            times.push(started.elapsed());
            times.sort_unstable();
            is_cut = times.len() == SHOWING_SPEED && times[SHOWING_SPEED / 2] > SLOW;
        }
        match outcome {
            Outcome::Fails(ran) if ran.choices != *trials.base && !tried.contains(&ran.choices) => {
                if !show {
                    tried.insert(ran.choices);
                } else if !same_texts(&ran.drawn, trials.drawn) && !seen.contains(&ran.drawn) {
                    seen.push(ran.drawn);
                    tried.insert(ran.choices);
                }
            }
            Outcome::Fails(_) | Outcome::Refused | Outcome::Elsewhere => {}
            Outcome::Passes => return Tried::Passes,
            Outcome::Spent => is_cut = true,
        }
        if is_cut || tried.len() == wanted {
            break;
        }
    }
    let tried = if is_cut { seen.len() } else { tried.len() };
    match seen.len() >= needed {
        true => Tried::Fails(Group { members: members.to_vec(), tried, seen, is_all: false }),
        false => Tried::Unknown,
    }
}

/// All other values of some parts, if they are numbers and few.
fn combinations(trials: &Trials<'_>, loose: &[Loose], members: &[usize]) -> Option<Vec<Edits>> {
    let mut all = vec![Edits::default()];
    for &at in members {
        let (choice, numbers) = match &loose[at].part {
            Part::Number(choice) => (*choice, (0..=trials.base.items()[*choice].max.min(FEW)).collect()),
            Part::OneOf { choice, numbers, is_all: true } => (*choice, numbers.clone()),
            _ => return None,
        };
        if all.len() * numbers.len() > FEW as usize {
            return None;
        }
        let with = |edits: &Edits, number: u64| {
            let mut edits = edits.clone();
            edits.numbers.insert(choice, number);
            edits
        };
        all = all.iter().flat_map(|edits| numbers.iter().map(move |&number| with(edits, number))).collect();
    }
    let is_other =
        |edits: &Edits| edits.numbers.iter().any(|(&choice, &number)| trials.base.items()[choice].value != number);
    all.retain(is_other);
    Some(all)
}

fn run_all(trials: &mut Trials<'_>, members: &[usize], all: &[Edits]) -> Tried {
    let mut seen = Vec::new();
    for edits in all {
        match trials.run(edits) {
            Outcome::Fails(ran) => seen.push(ran.drawn),
            // What is refused is no case of the property.
            Outcome::Refused => {}
            Outcome::Passes => return Tried::Passes,
            Outcome::Elsewhere | Outcome::Spent => return Tried::Unknown,
        }
    }
    match seen.is_empty() {
        true => Tried::Unknown,
        false => Tried::Fails(Group { members: members.to_vec(), tried: seen.len(), seen, is_all: true }),
    }
}
