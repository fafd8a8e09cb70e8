//! Where a constructor is picked: whether for each of the others, too, some value fails.

use astragal_core::{Choices, Edit, Label, Unit};

use super::formula;
use super::other::Part;
use super::part::Loose;
use super::place::{self, Place, Sort};
use super::trial::{Outcome, Trials};
use crate::report::{Always, Domain, Drawn};

/// How many places are tried, of how many constructors at most, and how many values of each are tried.
const MOST_PLACES: usize = 4;
const MOST_CONSTRUCTORS: u64 = 16;
const TRIES: usize = 12;

/// The places, except those within parts that may be anything, for which each constructor has a value that fails.
pub(super) fn find(trials: &mut Trials<'_>, is_free: impl Fn(usize) -> bool) -> Vec<Always> {
    let base = trials.base;
    let mut claims = Vec::new();
    let mut claimed: Vec<std::ops::Range<usize>> = Vec::new();
    let mut looked_at = 0;
    for pick in base.picks() {
        let (at, max) = (pick.at(), base.items()[pick.at()].max);
        let is_known = is_free(at) || claimed.iter().any(|range| range.contains(&at));
        if looked_at == MOST_PLACES || trials.budget.is_spent() {
            break;
        }
        let Some(span) = begun_by(base, at).filter(|_| !is_known && (1..MOST_CONSTRUCTORS).contains(&max)) else {
            continue;
        };
        looked_at += 1;
        let Some(found) = one_of_each(trials, span, at) else { continue };
        let texts: Vec<Vec<Drawn>> = found.iter().map(|(_, drawn)| drawn.clone()).collect();
        let Some(place) = place::of_part(&trials.drawn, &texts, Sort::Other) else { continue };
        if !are_seen(&trials.drawn, &place, &pick.branch, &found) {
            continue;
        }
        let domain = Domain::Constructors { of: pick.site.to_string(), count: max as usize + 1 };
        let loose = Loose { part: Part::Span(span), place, bounds: None };
        claims.extend(formula::of_parts(&trials.drawn, &[(&loose, domain)], &texts).map(|(always, _)| always));
        claimed.push(base.spans()[span].range());
    }
    claims
}

/// Whether each constructor is seen by its name in the place. One that only the generator tells apart, such as a branch of a
/// pattern, says nothing to a reader.
fn are_seen(drawn: &[Drawn], place: &Place, branch: &Label, found: &[(Label, Vec<Drawn>)]) -> bool {
    let Place::Stretch { value, whole, .. } = place else { return false };
    let of_base = &drawn[*value].text;
    let is_named = |text: &str, name: &Label| !name.as_str().is_empty() && text.starts_with(name.as_str());
    is_named(&of_base[whole.start..], branch)
        && found.iter().all(|(name, other)| other[*value].text.get(whole.start..).is_some_and(|it| is_named(it, name)))
}

/// The span that a choice begins.
fn begun_by(of: &Choices, choice: usize) -> Option<usize> {
    let after = of.spans().partition_point(|span| span.range().start <= choice);
    let begun = (0..after).rev().take_while(|&span| of.spans()[span].range().start == choice);
    begun.into_iter().find(|&span| !of.spans()[span].range().is_empty())
}

/// A failing case for each constructor but the one that is there, and the name of the constructor.
fn one_of_each(trials: &mut Trials<'_>, span: usize, at: usize) -> Option<Vec<(Label, Vec<Drawn>)>> {
    let taken = trials.base.items()[at];
    let others = (0..=taken.max).filter(|branch| *branch != taken.value);
    others.map(|branch| one_of(trials, span, at, branch)).collect()
}

/// A failing case with a constructor in the place of another.
fn one_of(trials: &mut Trials<'_>, span: usize, at: usize, branch: u64) -> Option<(Label, Vec<Drawn>)> {
    let mut values: Vec<Choices> = Vec::new();
    let own = trials.base.alone(Unit::Span(span));
    // Around what is there already, then the simplest, then what random cases have.
    values.push(own.with_numbers(|item, choice| if item == 0 { branch } else { choice.value }));
    values.push(own.with_numbers(|item, _| if item == 0 { branch } else { 0 }));
    trials.draw_pool();
    let label = trials.base.spans()[span].label();
    for case in trials.pool() {
        for (span, found) in case.spans().iter().enumerate() {
            let first = case.items().get(found.range().start);
            if values.len() < TRIES && found.label() == label && first.is_some_and(|item| item.value == branch) {
                values.push(case.alone(Unit::Span(span)));
            }
        }
    }
    for value in values.into_iter().take(TRIES) {
        let mut edits = Edit::new();
        edits.splice(Unit::Span(span), value);
        match trials.run(&edits) {
            Outcome::Fails(ran) if ran.choices.items().get(at).is_some_and(|item| item.value == branch) => {
                let name = ran.choices.pick_at(at)?.branch.clone();
                return Some((name, ran.drawn));
            }
            Outcome::Spent => return None,
            _ => {}
        }
    }
    None
}
