//! Cases that are listed, smallest first: all of them if they are few, else the first ones, before or instead of random ones.

use std::time::Instant;

use astragal_core::{BigUint, Listing, Measure, Space};

use super::search::End;
use super::{Session, interrupt};
use crate::config::Exhaustive;
use crate::evaluate::Input;
use crate::report::{Found, Listed, Problem, Verdict};

/// Before the random cases, so many are listed, or one in ten if those are fewer.
const FIRST: u64 = 100;
/// After at most so many cases somebody looks at the clock.
const AT_ONCE: u64 = 256;

/// What was asked for, and what it comes to.
struct Plan {
    listing: Listing,
    most: u64,
    /// Whether random cases follow.
    is_first: bool,
}

impl Session<'_> {
    /// Lists cases, if their space is known. `None` if the search goes on.
    pub(super) fn listed_cases(&mut self) -> Option<End> {
        let Some(space) = &self.job.space else {
            return match self.values.exhaustive {
                Exhaustive::Auto => self.all_cases(),
                wanted => Some(unlistable(wanted, "what a case draws is known only by running it")),
            };
        };
        let plan = match self.plan(space) {
            Ok(Some(plan)) => plan,
            Ok(None) => return self.all_cases(),
            Err(end) => return Some(end),
        };
        self.list(plan)
    }

    fn plan(&self, space: &Space) -> Result<Option<Plan>, End> {
        let wanted = self.values.exhaustive;
        let measure = if matches!(wanted, Exhaustive::Depth(_)) { Measure::depth() } else { Measure::tiers() };
        let listing = match Listing::of(space, &measure) {
            Ok(listing) => listing,
            Err(_) if wanted == Exhaustive::Auto => return Ok(None),
            Err(uncountable) => return Err(unlistable(wanted, &uncountable.to_string())),
        };
        let are_few = listing.total().is_some_and(|total| *total <= BigUint::from(self.values.cases));
        let (listing, most) = match wanted {
            Exhaustive::Auto if are_few => (listing, u64::MAX),
            Exhaustive::Auto => (listing, FIRST.min(self.values.cases / 10)),
            Exhaustive::First(most) => (listing, most),
            Exhaustive::Size(size) | Exhaustive::Depth(size) => (listing.up_to(size), u64::MAX),
        };
        Ok(Some(Plan { listing, most, is_first: wanted == Exhaustive::Auto && !are_few }))
    }

    fn list(&mut self, plan: Plan) -> Option<End> {
        let Plan { mut listing, most, is_first } = plan;
        let (mut ran, mut at_once) = (0, 1);
        loop {
            if interrupt::is_requested() {
                return Some(End::Nothing(Verdict::Unknown(Problem::Interrupted)));
            }
            // Somebody looks at the clock again and again, but not after every case.
            let started = *self.began.get_or_insert_with(Instant::now);
            if self.values.time.is_some_and(|time| started.elapsed() >= time) {
                self.statistics.out_of_time = true;
                return self.listed(&listing, ran, false, is_first);
            }
            at_once = at_once.min(most - ran);
            let mut swept = self.evaluator.sweep_listing(&mut listing, ran..ran + at_once);
            let (refused, is_over) = (swept.refused + swept.overruns, swept.ran < at_once);
            ran += swept.ran;
            self.statistics.cases += swept.ran - refused.min(swept.ran);
            self.statistics.overruns += swept.overruns;
            if let Some(said) = swept.said.take() {
                self.count(*said);
            }
            if let Some(problem) = swept.problem {
                return Some(End::Nothing(Verdict::Unknown(problem)));
            }
            if swept.failed.is_some() {
                self.statistics.cases += 1;
                let choices = listing.choices();
                return Some(self.catch(Found::Exhaustive(ran + 1), Input::Choices(&choices), swept.fault));
            }
            if is_over || ran >= most {
                return self.listed(&listing, ran, is_over, is_first);
            }
            at_once = (2 * at_once).min(AT_ONCE);
        }
    }

    /// All that were asked for have passed.
    fn listed(&mut self, listing: &Listing, ran: u64, is_over: bool, is_first: bool) -> Option<End> {
        let is_all = is_over && listing.total().is_some() && listing.size() < usize::MAX;
        let bounded = matches!(self.values.exhaustive, Exhaustive::Size(_) | Exhaustive::Depth(_));
        let complete = if is_over { Some(listing.size()) } else { listing.complete_size() };
        self.statistics.listed = Some(Listed {
            cases: ran,
            all_up_to: complete,
            by_depth: matches!(self.values.exhaustive, Exhaustive::Depth(_)),
        });
        if is_first {
            // What is small has been tried.
            let smallest = complete.unwrap_or(0).min(self.values.size as usize / 2) as u32;
            self.stream.min_size = smallest;
            return None;
        }
        if self.statistics.cases == 0 {
            // Random cases will tell who refused them all.
            return None;
        }
        let verdict = if is_all && !bounded { Verdict::PassedExhaustively } else { Verdict::Passed };
        Some(End::Nothing(verdict))
    }
}

fn unlistable(wanted: Exhaustive, why: &str) -> End {
    let message = format!("`exhaustive = {wanted}` cannot be done: {why}");
    End::Nothing(Verdict::Unknown(Problem::Usage { message, place: None }))
}
