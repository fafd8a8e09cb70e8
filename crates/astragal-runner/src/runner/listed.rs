//! Cases that are listed, smallest first: all of them if they are few, else the first ones, before or instead of random ones.

use astragal_core::{Choices, Paths, Shape, Space};
use astragal_core::{Listing, Measure};

use super::beside::Beside;
use super::effort::Part;
use super::exhaustive::Cases;
use super::pace::Pace;
use super::search::End;
use super::{Session, interrupt};
use crate::config::{Exhaustive, Phase};
use crate::evaluate::{Fault, Input, Swept};
use crate::report::{Found, Listed, Problem, Verdict};
use crate::statistics::Answer;

/// Before the random cases, so many are listed, or one in ten if those are fewer.
const FIRST: u64 = 100;
/// Cases of more parts than this are not listed unless somebody asks for it.
const MOST_PARTS: u64 = 64;
/// After at most so many cases somebody looks at the clock.
const AT_ONCE: u64 = 256;

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
    pub(super) fn countable(&self) -> Result<Cases, String> {
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

    /// The first cases that were enumerated, where these are known without running them.
    pub(super) fn first_enumerated(&self) -> Vec<Choices> {
        let enumerated = self.statistics.listed.as_ref().map_or(0, |listed| listed.cases).min(FIRST);
        self.first_numbers(enumerated).into_iter().map(Choices::from_numbers).collect()
    }

    /// The numbers that the first cases choose, where these are known without running them.
    pub(super) fn first_numbers(&self, count: u64) -> Vec<Vec<u64>> {
        let mut cases = if count > 0 { self.countable().ok() } else { None };
        (0..count).map_while(|_| cases.as_mut()?.next_numbers()).collect()
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
        if let Then::Random { first } = then {
            if self.wants(Phase::Random) && cases.are_known() && cases.are_more_than(self.values.cases) {
                // They take turns with random ones.
                self.statistics.listed = Some(Listed { cases: 0, all_up_to: None, by_depth: false });
                self.beside = Some(Beside::new(cases, first, self.known(first)));
                return None;
            }
        }
        let mut all = Swept::default();
        let mut pace = Pace::new(AT_ONCE);
        loop {
            if interrupt::is_requested() {
                self.count_swept(all);
                return Some(End::Nothing(Verdict::Unknown(Problem::Interrupted)));
            }
            if self.clock.is_over() {
                self.statistics.out_of_time = true;
                return self.listed(cases, all, Then::Nothing);
            }
            // To know that these are all, one must look for another one.
            let most = match then {
                Then::Random { first } if cases.are_more_than(self.values.cases) => first,
                Then::Random { .. } => self.values.cases.saturating_add(1),
                Then::Nothing => most,
            };
            let at_once = pace.begin().min(most.saturating_sub(all.ran));
            let (swept, choices) = cases.sweep(&mut self.evaluator, all.ran..all.ran + at_once);
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
                return self.listed(cases, all, then);
            }
        }
    }

    /// Counts enumerated cases. How many have passed.
    pub(super) fn count_swept(&mut self, swept: Swept) -> u64 {
        let passed = swept.ran - (swept.refused + swept.overruns).min(swept.ran);
        self.statistics.cases += passed;
        self.statistics.overruns += swept.overruns;
        if let Some(mut said) = swept.said {
            said.scores.forget_cases();
            self.count(*said);
        }
        passed
    }

    /// All that were asked for have passed, or all for which there was time.
    fn listed(&mut self, cases: Cases, mut all: Swept, then: Then) -> Option<End> {
        let ran = all.ran;
        let are_all = cases.are_all();
        let is_first = match then {
            // They seemed to be all, and were not: that is no way to choose a few.
            Then::Random { first } if !are_all && ran > first => return None,
            // What is demanded is demanded of chance, which may have weights.
            Then::Random { .. } => !are_all || all.said.iter().any(|said| said.coverage.clone().look() != Answer::Met),
            Then::Nothing => false,
        };
        if is_first {
            // What is enumerated is not a random sample, so it says nothing about shares.
            all.said.iter_mut().for_each(|said| said.coverage.forget());
        }
        let rejected = all.refused + all.overruns;
        self.enumerated = self.count_swept(all);
        self.coverage.look();
        self.statistics.on_demand = cases.are_on_demand();
        self.statistics.listed = Some(Listed {
            cases: ran,
            all_up_to: cases.complete_size(),
            by_depth: matches!(self.values.exhaustive, Exhaustive::Depth(_)),
        });
        if is_first || self.statistics.cases == 0 {
            // If all were rejected, random cases will tell by what.
            return None;
        }
        if !are_all {
            return Some(End::Nothing(Verdict::Passed));
        }
        Some(self.are_the_same_again(&cases, ran, rejected).unwrap_or(End::Nothing(Verdict::PassedExhaustively)))
    }

    /// Where cases are known only by running them, those that are left may be hidden by what earlier ones left behind. So all are
    /// run once more before they are called all there are: the end, if that differs.
    fn are_the_same_again(&mut self, cases: &Cases, ran: u64, rejected: u64) -> Option<End> {
        let digest = cases.digest()?;
        let mut again = self.walked();
        self.evaluator.begin(Part::Confirming);
        let (mut swept, choices) = again.sweep(&mut self.evaluator, 0..ran.saturating_add(1));
        if let Some(problem) = swept.problem.take() {
            return Some(End::Nothing(Verdict::Unknown(problem)));
        }
        if let Some(fault) = swept.fault.take() {
            self.add_unshrunk(Found::Exhaustive(swept.ran + 1), &choices, Fault::like(&fault), Some((1, 2)));
            return Some(End::Nothing(Verdict::Flaky));
        }
        if again.digest() == Some(digest) && (swept.ran, swept.refused + swept.overruns) == (ran, rejected) {
            return None;
        }
        let message = "the property is not a function of what it draws: when its cases were run again, they made other choices. \
                       Does it depend on state that one case leaves to the next, on time, or on the order of a `HashMap`?";
        Some(End::Nothing(Verdict::Unknown(Problem::NotDeterministic(message.into()))))
    }
}

/// Whether parts are drawn when somebody looks at them.
fn has_late_parts(space: &Space) -> bool {
    space.nodes().any(|(_, shape)| matches!(shape, Shape::Late { .. }))
}
