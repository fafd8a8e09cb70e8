//! From which number on a case fails: the edge is looked for by growing steps and by halving, and what is claimed is then
//! tried at random.

use astragal_core::Edit;

use super::other::Part;
use super::part::{self, Bounds, Loose};
use super::place::{self, Place, Sort};
use super::trial::{Outcome, Trials};
use crate::report::Drawn;

/// How many numbers of a case are tried.
const MOST_NUMBERS: usize = 4;
/// The share of the evaluations, in percent, that is left to try parts together.
const FOR_LATER: usize = 32;
/// Steps away from the number, before the last one that there is.
const STEPS: [u64; 8] = [1, 2, 3, 8, 100, 10_000, 1 << 20, 1 << 40];
/// How many numbers of a range are tried; shorter ranges than this are not reported.
const INSIDE: usize = 20;
const AT_LEAST: u128 = 3;

/// The numbers for which only some others fail, as far as that is a range.
pub(super) fn find(trials: &mut Trials<'_>, numbers: &[usize]) -> Vec<Loose> {
    let base = trials.base;
    let is_number = |at: &&usize| base.items()[**at].max > 1 && base.pick_at(**at).is_none();
    let numbers = numbers.iter().filter(is_number).take(MOST_NUMBERS);
    numbers.filter_map(|&choice| trials.budget.leaves(FOR_LATER).then(|| range_of(trials, choice)).flatten()).collect()
}

/// One number, on its way along a line.
struct Line<'t, 'a> {
    trials: &'t mut Trials<'a>,
    choice: usize,
    /// How far apart the choices of neighboring numbers are: two where both signs take turns.
    stride: u64,
    /// Whether the numbers get larger along the line.
    upwards: bool,
    /// The choices that failed, and the numbers they represent.
    failed: Vec<(u64, i128)>,
}

/// What a number came to.
enum Tried {
    Fails(i128),
    Passes,
    Unknown,
}

fn range_of(trials: &mut Trials<'_>, choice: usize) -> Option<Loose> {
    let start = trials.base.items()[choice].value;
    let max = trials.base.items()[choice].max;
    let (stride, place, shown, next) = stride_of(trials, choice)?;
    part::own(trials, Part::Number(choice), place.clone())?;
    let mut line = Line { trials, choice, stride, upwards: next > shown, failed: vec![(start, shown)] };
    // Towards the simplest: usually the very next number passes, for the case is a smallest one.
    let below = line.edge(start, start / stride, false)?;
    let above = line.edge(start, (max - start) / stride, true)?;
    line.fill(start, below.last, above.last)?;
    // Where the line has no end but that of the type, there is nothing to say. Where both signs take turns, it ends between
    // them.
    let (first, last) = (line.number_at(start - below.last * stride)?, line.number_at(start + above.last * stride)?);
    let nearest = (below.is_edge || stride > 1).then_some(first);
    let farthest = above.is_edge.then_some(last);
    let (low, high) = if line.upwards { (nearest, farthest) } else { (farthest, nearest) };
    if first.abs_diff(last) + 1 < AT_LEAST || (low, high) == (None, None) {
        return None;
    }
    let numbers: Vec<u64> = line.failed.iter().map(|(number, _)| *number).collect();
    let is_all = numbers.len() as u64 == below.last + above.last + 1;
    Some(Loose { part: Part::OneOf { choice, numbers, is_all }, place, bounds: Some(Bounds { low, high }) })
}

/// How far apart the choices of neighboring numbers are, where the number is shown, what it is, and its neighbor.
fn stride_of(trials: &mut Trials<'_>, choice: usize) -> Option<(u64, Place, i128, i128)> {
    let start = trials.base.items()[choice].value;
    for stride in [1, 2] {
        let mut edits = Edit::new();
        edits.set(choice, start.checked_add(stride)?);
        let ran = match trials.run(&edits) {
            Outcome::Fails(ran) => ran,
            // The sign may have changed: then two further is its neighbor.
            Outcome::Passes | Outcome::Rejected => continue,
            Outcome::Elsewhere | Outcome::Spent => return None,
        };
        let others = vec![ran.drawn];
        let place = place::of_part(&trials.drawn, &others, Sort::Other)?;
        let (shown, next) =
            (number_of(&trials.drawn, &trials.drawn, &place)?, number_of(&trials.drawn, &others[0], &place)?);
        if shown.abs_diff(next) == 1 {
            return Some((stride, place, shown, next));
        }
    }
    None
}

/// The number in a place of a case.
fn number_of(base: &[Drawn], other: &[Drawn], place: &Place) -> Option<i128> {
    let Place::Stretch { value, marked, .. } = place else { return None };
    let (text, other) = (&base[*value].text, &other.get(*value)?.text);
    other.strip_prefix(&text[..marked.start])?.strip_suffix(&text[marked.end..])?.parse().ok()
}

/// How far along the line all fails.
struct Edge {
    /// The last step that fails.
    last: u64,
    /// Whether the next one passes; if not, there is none.
    is_edge: bool,
}

impl Line<'_, '_> {
    fn choice_at(&self, start: u64, step: u64, forwards: bool) -> u64 {
        if forwards { start + step * self.stride } else { start - step * self.stride }
    }

    fn number_at(&self, choice: u64) -> Option<i128> {
        self.failed.iter().find(|(number, _)| *number == choice).map(|(_, shown)| *shown)
    }

    fn run(&mut self, number: u64) -> Option<Tried> {
        if let Some(shown) = self.number_at(number) {
            return Some(Tried::Fails(shown));
        }
        let mut edits = Edit::new();
        edits.set(self.choice, number);
        match self.trials.run(&edits) {
            Outcome::Fails(ran) => {
                let place = place::of_part(&self.trials.drawn, std::slice::from_ref(&ran.drawn), Sort::Other)?;
                let shown = number_of(&self.trials.drawn, &ran.drawn, &place)?;
                self.failed.push((number, shown));
                Some(Tried::Fails(shown))
            }
            Outcome::Passes => Some(Tried::Passes),
            Outcome::Rejected => Some(Tried::Unknown),
            Outcome::Elsewhere | Outcome::Spent => None,
        }
    }

    /// How far all numbers fail, in one direction, within this many steps.
    fn edge(&mut self, start: u64, steps: u64, forwards: bool) -> Option<Edge> {
        let mut last = 0;
        let tried = STEPS.into_iter().filter(|step| *step < steps).chain((steps > 0).then_some(steps));
        for step in tried {
            match self.run(self.choice_at(start, step, forwards))? {
                Tried::Fails(_) => last = step,
                Tried::Unknown => return None,
                Tried::Passes => {
                    let last = self.halve(start, last, step, forwards)?;
                    let is_edge = self.are_neighbours(start, last, forwards);
                    return Some(Edge { last, is_edge });
                }
            }
        }
        Some(Edge { last, is_edge: false })
    }

    /// Whether the next step is to the next number: where there are more numbers of one sign, the last ones are all of it.
    fn are_neighbours(&mut self, start: u64, step: u64, forwards: bool) -> bool {
        if self.stride == 1 {
            return true;
        }
        let fails = self.number_at(self.choice_at(start, step, forwards));
        let next = self.trials.shown_with(self.choice, self.choice_at(start, step + 1, forwards));
        let next = next.and_then(|drawn| {
            let place = place::of_part(&self.trials.drawn, std::slice::from_ref(&drawn), Sort::Other)?;
            number_of(&self.trials.drawn, &drawn, &place)
        });
        fails.zip(next).is_none_or(|(fails, next)| fails.abs_diff(next) == 1)
    }

    /// The last step that fails, between one that does and one that does not.
    fn halve(&mut self, start: u64, mut fails: u64, mut passes: u64, forwards: bool) -> Option<u64> {
        while passes - fails > 1 {
            let middle = fails + (passes - fails) / 2;
            match self.run(self.choice_at(start, middle, forwards))? {
                Tried::Fails(_) => fails = middle,
                Tried::Passes => passes = middle,
                Tried::Unknown => return None,
            }
        }
        Some(fails)
    }

    /// Tries numbers within the range: all of them must fail, and lie within it as they are shown.
    fn fill(&mut self, start: u64, below: u64, above: u64) -> Option<()> {
        let first = start - below * self.stride;
        let steps = below + above;
        let (one, other) = (self.number_at(first)?, self.number_at(first + steps * self.stride)?);
        let is_short = steps < INSIDE as u64;
        let wanted = self.failed.len() + INSIDE;
        for attempt in 0..2 * INSIDE as u64 {
            // Of every magnitude, or all of them.
            let magnitude = if attempt % 2 == 0 { 0 } else { self.trials.rng.up_to(u64::from(steps.max(1).ilog2())) };
            let step = if is_short { attempt.min(steps) } else { self.trials.rng.up_to(steps >> magnitude) };
            if self.failed.len() == wanted {
                break;
            }
            match self.run(first + step * self.stride)? {
                Tried::Fails(shown) if (one.min(other)..=one.max(other)).contains(&shown) => {}
                Tried::Unknown => {}
                _ => return None,
            }
        }
        Some(())
    }
}
