//! How a user's shrinker and the shrinker on choices work together.
//!
//! A value with a shrinker of its own ([`ShrinkWith`](super::ShrinkWith)) is drawn as a span that ends in a list of steps:
//!
//! ```text
//! shrink_with {
//!   815 of 1440           what the generator draws
//!   own_steps {
//!     2 of 65536          the second value that the user's shrinker makes of it
//!     1 of 65536          of that one the first
//!     0 of 65536          the end
//!   }
//! }
//! ```
//!
//! So a pass that rewrites choices can take a step without knowing the value: it appends a number. How many values the
//! shrinker would make is never counted. A step past the last one is not taken, which shows in what was understood.
//!
//! A step makes the sequence longer, so [`shortlex`](Choices::shortlex) says that it grew. **The order that holds both
//! together** is [`own_order`]: of two cases, the simpler one is that whose choices *without the steps* come first in
//! shortlex order; if these are the same, the one with more steps. Shrinking the choices while the steps are held lowers
//! the first part; taking a step leaves the first part as it is. There is no endless way down in shortlex, and the user
//! answers for there being none in the shrinker. So the two can take turns until the case gets no simpler
//! ([`take_turns`]).
//!
//! The choices come first because that is the stronger way: the steps then start from a small value, and are few. If a
//! generator runs backwards, its steps can become plain choices at the end: `choices_of(&replay(&choices)?)`.

use std::cmp::Ordering;
use std::ops::Range;

use super::shrink_with::CANDIDATES;
use crate::choices::{Choices, Edit, Unit, Writer};
use crate::shrink::{Judge, Judgement};

/// The name of a span of steps.
pub(super) const LABEL: &str = "own_steps";

/// Where the steps through users' shrinkers are in a sequence: for each value with such a shrinker the indices of its
/// choices, the last of which is the 0 that ends them.
///
/// A part is before what it is a part of. If there is none, [`take_own_steps`] has nothing to do.
pub fn own_steps(choices: &Choices) -> impl Iterator<Item = Range<usize>> + '_ {
    let steps = choices.spans.iter().filter(|span| span.label.as_str() == LABEL);
    steps.map(|span| span.range()).filter(|range| !range.is_empty())
}

/// The order of simplicity of cases with steps through users' shrinkers: first by the choices without these steps, in
/// shortlex order; then the more steps, the simpler.
///
/// Without such steps it is [`Choices::shortlex`].
pub fn own_order(one: &Choices, other: &Choices) -> Ordering {
    let ((one_rest, one_steps), (other_rest, other_steps)) = (parted(one), parted(other));
    let by_rest = one_rest.len().cmp(&other_rest.len()).then_with(|| one_rest.cmp(&other_rest));
    by_rest.then_with(|| other_steps.cmp(&one_steps))
}

/// The numbers that are not steps, and how many steps there are.
fn parted(choices: &Choices) -> (Vec<u64>, usize) {
    let (mut rest, mut steps, mut at) = (Vec::new(), 0, 0);
    for range in own_steps(choices) {
        rest.extend(choices.numbers().take(range.start).skip(at));
        at = range.end;
        steps += range.len() - 1;
    }
    rest.extend(choices.numbers().skip(at));
    (rest, steps)
}

/// What [`take_own_steps`] came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnSteps {
    /// The last case that failed, as it was recorded.
    pub choices: Choices,
    /// How many steps were taken.
    pub taken: u64,
    /// How often the judge was asked.
    pub evaluations: u64,
    /// Whether no step is left that still fails. If not, the limit was reached.
    pub finished: bool,
}

/// Shrinks a failing case with the shrinkers that users attached to its parts
/// ([`shrink_with`](super::Shrinking::shrink_with)).
///
/// `start` is the case as it was recorded. The judge is asked at most `limit` times. Of each part, the first step that
/// still fails is taken, and so on from there, until no part has one. Nothing is known of the values: only choices are
/// rewritten.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::shrink::{judging, take_own_steps};
///
/// // Text is shortened by words, which no choice knows of.
/// let texts = string_of('a'..='c', 0..=9).map(|word| format!("so {word} it is"))
///     .shrink_with(|text| text.rsplit_once(' ').map(|(start, _)| start.to_owned()));
/// let (text, choices) = texts.record(1).unwrap();
/// assert!(text.ends_with(" it is"));
///
/// let found = take_own_steps(&choices, 1_000, &mut judging(&texts, |text| text.starts_with("so ")));
/// assert_eq!(texts.replay(&found.choices).unwrap(), text.strip_suffix(" it is").unwrap());
/// assert!(found.taken == 2 && found.finished);
/// ```
pub fn take_own_steps(start: &Choices, limit: u64, judge: &mut dyn Judge) -> OwnSteps {
    let mut found = OwnSteps { choices: start.clone(), taken: 0, evaluations: 0, finished: true };
    let (mut part, mut step) = (0, 1);
    // How many parts, one after the other, have no step that still fails.
    let mut settled = 0;
    loop {
        let parts: Vec<Range<usize>> = own_steps(&found.choices).collect();
        if settled >= parts.len() {
            return found;
        }
        if found.evaluations == limit {
            return OwnSteps { finished: false, ..found };
        }
        part %= parts.len();
        let taken = |drawn: &Choices| own_steps(drawn).nth(part).is_some_and(|steps| steps.len() > parts[part].len());
        // There may be no such value. Then the step is not taken, and what is drawn is what failed before.
        let mut exists = true;
        found.evaluations += 1;
        let judgement = judge.judge(&with_step(&found.choices, &parts[part], step), &mut |drawn| {
            exists = taken(drawn);
            exists
        });
        match judgement {
            Judgement::Fails(drawn) if taken(&drawn) => {
                found.choices = drawn;
                found.taken += 1;
                (step, settled) = (1, 0);
            }
            Judgement::Passes | Judgement::Skipped if exists && step < CANDIDATES => step += 1,
            _ => {
                part += 1;
                settled += 1;
                step = 1;
            }
        }
    }
}

/// The sequence with one more step at the end of some.
fn with_step(of: &Choices, steps: &Range<usize>, step: u64) -> Choices {
    let end = steps.end - 1;
    let mut more = Writer::default();
    more.put(step, of.items[end].max);
    more.copy(of, Unit::Choice(end));
    Edit::new().splice(Unit::Choice(end), more.finish()).apply(of)
}

/// Shrinks the choices of a failing case and takes steps through users' shrinkers, in turn, as long as it gets simpler.
///
/// `shrink` makes a failing case simpler while it leaves some ranges of its choices as they are: a
/// [`Shrinker`](crate::Shrinker), with what limits the caller likes. Without [`own_steps`] it is called once, and
/// that is all. The judge is asked at most `limit` times for steps.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::shrink::{Shrinker, judging, take_turns};
///
/// // One choice says which text; only the shrinker knows of words.
/// let texts = select(["all at once", "every cloud has a silver lining"]).map(str::to_owned)
///     .shrink_with(|text| text.split(' ').filter(|word| *word != text).map(str::to_owned).collect::<Vec<_>>());
/// let cases = (texts, 0..100usize);
/// let fails = |(text, number): &(String, usize)| text.contains("silver") && *number > text.len();
///
/// let start = (0..).find_map(|seed| cases.record(seed).ok().filter(|(case, _)| fails(case))).unwrap().1;
/// let found = take_turns(start, 1_000, &mut judging(&cases, fails), |case, held, judge| {
///     Shrinker::new(case.clone()).hold(held).run(judge).choices
/// });
/// assert_eq!(cases.replay(&found).unwrap(), ("silver".to_owned(), 7));
/// ```
pub fn take_turns(
    start: Choices,
    limit: u64,
    judge: &mut dyn Judge,
    mut shrink: impl FnMut(&Choices, Vec<Range<usize>>, &mut dyn Judge) -> Choices,
) -> Choices {
    let mut best = shrink(&start, taken_ranges(&start), judge);
    let mut left = limit;
    loop {
        let steps = take_own_steps(&best, left, judge);
        if steps.taken == 0 {
            return best;
        }
        left -= steps.evaluations;
        let shrunk = shrink(&steps.choices, taken_ranges(&steps.choices), judge);
        if own_order(&shrunk, &steps.choices) != Ordering::Less {
            return steps.choices;
        }
        best = shrunk;
    }
}

/// The ranges of steps that were taken. An end alone need not be held: nothing is simpler.
fn taken_ranges(choices: &Choices) -> Vec<Range<usize>> {
    own_steps(choices).filter(|range| range.len() > 1).collect()
}
