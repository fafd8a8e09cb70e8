//! Cases that are listed, smallest first: all of them if they are few, else the first ones, before or instead of random ones.

use std::time::Instant;

#[cfg(feature = "count")]
use astragal_core::{Listing, Measure};
use astragal_core::{Paths, Shape, Space};

use super::exhaustive::Cases;
use super::pace::Pace;
use super::search::End;
use super::{Session, interrupt};
use crate::config::Exhaustive;
use crate::evaluate::{Input, Swept};
use crate::report::{Found, Listed, Problem, Verdict};
use crate::statistics::Answer;

/// Before the random cases, so many are listed, or one in ten if those are fewer.
const FIRST: u64 = 100;
/// Cases of more parts than this are not listed unless somebody asks for it.
const MOST_PARTS: u64 = 64;
/// After at most so many cases somebody looks at the clock.
const AT_ONCE: u64 = 256;
/// What is listed before the random cases takes at most this part of the time.
const SHARE_OF_TIME: u32 = 4;

/// What was asked for, and what it comes to.
struct Plan {
    cases: Cases,
    most: u64,
    then: Then,
}

/// What follows if those that were listed are not all there are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    /// Nothing: they were asked for.
    Nothing,
    /// Random cases, after so many that are listed.
    Random { first: u64 },
}

impl Session<'_> {
    /// Lists cases. `None` if the search goes on.
    pub(super) fn listed_cases(&mut self) -> Option<End> {
        if self.values.exhaustive == Exhaustive::Auto && (self.is_steered() || self.is_large() || self.has_excluded()) {
            return None;
        }
        match self.plan() {
            Ok(plan) => self.list(plan),
            Err(why) => {
                let message = format!("`exhaustive = {}` cannot be done: {why}", self.values.exhaustive);
                Some(End::Nothing(Verdict::Unknown(Problem::Usage { message, place: None })))
            }
        }
    }

    /// Whether cases are drawn by a strategy that a generator names: then those that are listed are not those that are meant.
    fn is_steered(&self) -> bool {
        self.job.space.iter().flat_map(Space::nodes).any(|(_, shape)| matches!(shape, Shape::Steered { .. }))
    }

    /// Whether somebody gave a branch the weight zero: chance never takes it, and a list would.
    fn has_excluded(&self) -> bool {
        let is_excluded =
            |shape: &Shape| matches!(shape, Shape::Sum { arms, .. } if arms.iter().any(|arm| arm.weight == 0));
        self.job.space.iter().flat_map(Space::nodes).any(|(_, shape)| is_excluded(shape))
    }

    /// Whether even the simplest case has many parts. Then what is listed is not small, and to count it takes long.
    fn is_large(&self) -> bool {
        self.job.space.as_ref().is_some_and(|space| space.least_choices().is_none_or(|least| least > MOST_PARTS))
    }

    fn plan(&self) -> Result<Plan, String> {
        let (wanted, first) = (self.values.exhaustive, FIRST.min(self.values.cases / 10));
        let is_lazy = self.job.space.as_ref().is_some_and(has_late_parts);
        // A depth is known of whole values alone.
        let cases = match wanted {
            Exhaustive::Depth(_) => self.countable()?,
            _ if is_lazy => self.walked(),
            _ => self.countable().unwrap_or_else(|_| self.walked()),
        };
        let (most, then) = match wanted {
            Exhaustive::First(most) => (most, Then::Nothing),
            Exhaustive::Size(_) | Exhaustive::Depth(_) => (u64::MAX, Then::Nothing),
            // Where nothing is known of the cases before they run, none comes before the random ones unless all do.
            Exhaustive::Auto if matches!(cases, Cases::Paths(_)) && !is_lazy => (u64::MAX, Then::Random { first: 0 }),
            Exhaustive::Auto => (u64::MAX, Then::Random { first }),
        };
        Ok(Plan { cases, most, then })
    }

    /// The values of the space, if they can be counted; else why not.
    #[cfg(feature = "count")]
    fn countable(&self) -> Result<Cases, String> {
        let space = self.job.space.as_ref().ok_or("what a case draws is known only by running it")?;
        let wanted = self.values.exhaustive;
        let measure = if matches!(wanted, Exhaustive::Depth(_)) { Measure::depth() } else { Measure::tiers() };
        let listing = Listing::of(space, &measure).map_err(|uncountable| uncountable.to_string())?;
        Ok(match wanted {
            Exhaustive::Size(size) | Exhaustive::Depth(size) => {
                Cases::Listing { listing: listing.up_to(size), is_bounded: true, is_over: false }
            }
            _ => Cases::Listing { listing, is_bounded: false, is_over: false },
        })
    }

    #[cfg(not(feature = "count"))]
    fn countable(&self) -> Result<Cases, String> {
        Err("it needs the feature `count`".into())
    }

    /// The tree of choices.
    fn walked(&self) -> Cases {
        Cases::Paths(match self.values.exhaustive {
            Exhaustive::First(most) => Paths::smallest_first(most),
            Exhaustive::Size(size) => Paths::up_to_size(size as u64),
            Exhaustive::Auto | Exhaustive::Depth(_) => Paths::smallest_first(self.values.cases),
        })
    }

    fn list(&mut self, plan: Plan) -> Option<End> {
        let Plan { mut cases, most, then } = plan;
        let mut all = Swept::default();
        let mut pace = Pace::new(AT_ONCE);
        loop {
            if interrupt::is_requested() {
                self.count_swept(all);
                return Some(End::Nothing(Verdict::Unknown(Problem::Interrupted)));
            }
            // Somebody looks at the clock again and again, but not after every case.
            let started = *self.began.get_or_insert_with(Instant::now);
            let share = if then == Then::Nothing { 1 } else { SHARE_OF_TIME };
            if self.values.time.is_some_and(|time| started.elapsed() >= time / share) {
                self.statistics.out_of_time = then == Then::Nothing;
                return self.listed(cases, all, then, true);
            }
            // To know that so many are all, one must look for another one.
            let most = match then {
                Then::Random { first } if cases.are_more_than(self.values.cases) => first,
                Then::Random { .. } => self.values.cases.saturating_add(1),
                Then::Nothing => most,
            };
            let at_once = pace.begin().min(most.saturating_sub(all.ran));
            let (swept, choices) = cases.sweep(self.evaluator, all.ran..all.ran + at_once);
            let is_over = swept.ran < at_once;
            pace.end(swept.ran);
            all.absorb(swept);
            if let Some(problem) = all.problem.take() {
                self.count_swept(all);
                return Some(End::Nothing(Verdict::Unknown(problem)));
            }
            if all.failed.is_some() {
                let (found, fault) = (Found::Exhaustive(all.ran + 1), all.fault.take());
                self.statistics.cases += 1;
                self.count_swept(all);
                return Some(self.catch(found, Input::Choices(&choices), fault));
            }
            if is_over || all.ran >= most {
                return self.listed(cases, all, then, false);
            }
        }
    }

    /// Lists more cases for those that were refused: where conditions refuse most random cases, the smallest cases that meet
    /// them are soon listed. How many have passed, or the end.
    pub(super) fn list_on(&mut self, refused: u64) -> Result<u64, Box<End>> {
        let Some(mut cases) = self.listing.take() else { return Ok(0) };
        let Some(listed) = self.statistics.listed.as_ref().map(|listed| listed.cases) else { return Ok(0) };
        let first = FIRST.min(self.values.cases / 10);
        let wanted = (first + refused / 2).saturating_sub(listed);
        if wanted < AT_ONCE {
            self.listing = Some(cases);
            return Ok(0);
        }
        let (mut swept, choices) = cases.sweep(self.evaluator, listed..listed + wanted);
        let (ran, problem, failed, fault) = (swept.ran, swept.problem.take(), swept.failed, swept.fault.take());
        swept.said.iter_mut().for_each(|said| said.coverage.forget());
        let passed = ran - (swept.refused + swept.overruns).min(ran);
        self.count_swept(swept);
        if let Some(known) = &mut self.statistics.listed {
            known.cases += ran;
            known.all_up_to = cases.complete_size();
        }
        if let Some(problem) = problem {
            return Err(Box::new(End::Nothing(Verdict::Unknown(problem))));
        }
        if failed.is_some() {
            self.statistics.cases += 1;
            return Err(Box::new(self.catch(Found::Exhaustive(listed + ran + 1), Input::Choices(&choices), fault)));
        }
        self.listing = (ran == wanted).then_some(cases);
        Ok(passed)
    }

    /// The size that random cases begin with, after all up to another one were listed. A random case of a small size is one of
    /// them only if its numbers are small as well: where there are large ones, small sizes are worth trying.
    fn tried_size(&self, listed: usize) -> u32 {
        let is_large = |shape: &Shape| matches!(shape, Shape::Number { max, .. } if *max > listed as u128);
        let has_large = self.job.space.as_ref().is_none_or(|space| space.nodes().any(|(_, shape)| is_large(shape)));
        if has_large { 0 } else { listed.min(self.values.size as usize / 2) as u32 }
    }

    fn count_swept(&mut self, swept: Swept) {
        self.statistics.cases += swept.ran - (swept.refused + swept.overruns).min(swept.ran);
        self.statistics.overruns += swept.overruns;
        if let Some(mut said) = swept.said {
            said.scores.forget_cases();
            self.count(*said);
        }
    }

    /// All that were asked for have passed, or all for which there was time.
    fn listed(&mut self, cases: Cases, mut all: Swept, then: Then, is_cut_off: bool) -> Option<End> {
        let ran = all.ran;
        let (are_all, complete) = (cases.are_all(), cases.complete_size());
        let is_first = match then {
            // They seemed to be all, and were not: that is no way to choose a few.
            Then::Random { first } if !are_all && ran > first && !is_cut_off => return None,
            // What is demanded is demanded of chance, which may have weights.
            Then::Random { .. } => !are_all || all.said.iter().any(|said| said.coverage.clone().look() != Answer::Met),
            Then::Nothing => false,
        };
        if is_first {
            // What is listed is no random sample, so it says nothing about shares.
            all.said.iter_mut().for_each(|said| said.coverage.forget());
        }
        self.count_swept(all);
        self.coverage.look();
        self.statistics.on_demand = cases.are_on_demand();
        self.statistics.listed = Some(Listed {
            cases: ran,
            all_up_to: complete,
            by_depth: matches!(self.values.exhaustive, Exhaustive::Depth(_)),
        });
        if is_first {
            self.stream.min_size = self.tried_size(complete.unwrap_or(0));
            self.listing = cases.can_go_on().then_some(cases);
            return None;
        }
        if self.statistics.cases == 0 {
            // Random cases will tell who refused them all.
            return None;
        }
        Some(End::Nothing(if are_all { Verdict::PassedExhaustively } else { Verdict::Passed }))
    }
}

/// Whether parts are drawn when somebody looks at them.
fn has_late_parts(space: &Space) -> bool {
    space.nodes().any(|(_, shape)| matches!(shape, Shape::Late { .. }))
}
