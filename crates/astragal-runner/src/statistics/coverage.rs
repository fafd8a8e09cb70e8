//! Required shares of cases: a sequential test that asks for as many cases as it needs to be sure.
//!
//! Each of the two answers is a bet against its opposite, made anew with every case; a bet whose stake has grown a
//! millionfold is won. Against "the share is at least `t`" one bets on a smaller share `q`: a case that counts
//! multiplies the stake by `q / t`, any other by `(1 - q) / (1 - t)`. If the true share is `t` or more, the stake does not
//! grow on average, so it *ever* reaches `1 / a` with a chance of at most `a` (Ville, 1939). One may therefore look after
//! every case and stop when one likes. Since the true share is unknown, the stake is divided over many `q` at
//! the start (a mixture of likelihood ratios: Robbins, 1970; of the sequential ratio test: Wald, 1945; as betting:
//! Waudby-Smith and Ramdas, 2024). That the second answer allows a tolerance is from QuickCheck's `checkCoverage` (2018).

use std::fmt;

/// A share counts as met when it is surely at least this part of what is required. Without it, a share that is exactly
/// as required would never be decided.
const TOLERANCE: f64 = 0.9;

/// The bets: on shares whose odds differ by a factor of `e^d` from those of the limit. Each is half as far again as the
/// one before, so that some bet is nearly the best one, whatever the true share is.
const DISTANCES: [f64; 14] = [0.05, 0.075, 0.11, 0.17, 0.25, 0.38, 0.57, 0.85, 1.3, 1.9, 2.9, 4.3, 6.5, 9.7];

/// What is known about a requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The share is surely at least nine tenths of what is required.
    Met,
    /// The share is surely less than what is required.
    Missed,
    /// It takes more cases to be sure.
    Unsure,
}

/// A share of the cases that is required.
///
/// Where the true share is what is required or more, `Missed` is ever said with a chance of at most `1 - confidence`,
/// however often one asks; where it is less than nine tenths of it, the same holds for `Met`. In between both are right.
///
/// ```
/// use astragal::statistics::{Answer, Requirement};
///
/// let long = Requirement::new("long", 20.0, 0.999_999).unwrap();
/// assert_eq!(long.answer(30, 100), Answer::Unsure);
/// assert_eq!(long.answer(300, 1_000), Answer::Met);
/// assert_eq!(long.answer(2, 200), Answer::Missed);
/// assert!(Requirement::new("too much", 120.0, 0.999_999).is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Requirement {
    label: String,
    percent: f64,
    /// The logarithm of what a stake must grow to.
    goal: f64,
    /// Bets that the share is less than required.
    on_less: Bets,
    /// Bets that it is more than the tolerance allows.
    on_more: Bets,
}

impl Requirement {
    /// At least `percent` of the cases. An error if that or the confidence (from 0.5 to less than 1) makes no sense.
    pub fn new(label: impl Into<String>, percent: f64, confidence: f64) -> Result<Requirement, String> {
        let label = label.into();
        if !(percent > 0.0 && percent <= 100.0) {
            return Err(format!(
                "cover!: {label:?} requires {percent}% of the cases; it must be more than 0 and at most 100"
            ));
        }
        if !(0.5..1.0).contains(&confidence) {
            return Err(format!("cover!: a confidence of {confidence} is not from 0.5 to less than 1"));
        }
        let share = percent / 100.0;
        Ok(Requirement {
            label,
            percent,
            goal: -(1.0 - confidence).ln(),
            on_less: Bets::on_less_than(share),
            on_more: Bets::on_more_than(share * TOLERANCE),
        })
    }

    /// Its name.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// What is required, in percent.
    pub fn percent(&self) -> f64 {
        self.percent
    }

    /// What `successes` of `trials` cases say. More successes than trials count as that many trials.
    pub fn answer(&self, successes: u64, trials: u64) -> Answer {
        let failures = trials.saturating_sub(successes);
        if self.on_less.reach(self.goal, successes, failures) {
            Answer::Missed
        } else if self.on_more.reach(self.goal, successes, failures) {
            Answer::Met
        } else {
            Answer::Unsure
        }
    }
}

/// One stake, divided evenly over several bets against a limit.
#[derive(Clone, Debug, PartialEq)]
struct Bets {
    /// By what each success and each failure multiplies the stake, as logarithms.
    factors: Vec<(f64, f64)>,
}

impl Bets {
    /// Against a share of the limit or more.
    fn on_less_than(limit: f64) -> Bets {
        if limit >= 1.0 {
            // One failure refutes "always".
            return Bets { factors: vec![(0.0, f64::INFINITY)] };
        }
        let mut bets = Bets::at_distances(limit, -1.0);
        // That it never happens.
        bets.factors.push((f64::NEG_INFINITY, -(-limit).ln_1p()));
        bets
    }

    /// Against a share of the limit, which is less than 1, or less.
    fn on_more_than(limit: f64) -> Bets {
        let mut bets = Bets::at_distances(limit, 1.0);
        // That it always happens.
        bets.factors.push((-limit.ln(), f64::NEG_INFINITY));
        bets
    }

    fn at_distances(limit: f64, direction: f64) -> Bets {
        let odds = limit / (1.0 - limit);
        let factors = DISTANCES.iter().map(|distance| {
            let distance = direction * distance;
            // (1 - q) / (1 - t) by the odds, without a difference of numbers that are nearly equal.
            let failure = odds.ln_1p() - (odds * distance.exp()).ln_1p();
            (distance + failure, failure)
        });
        Bets { factors: factors.collect() }
    }

    /// Whether the stake, which is the mean of what the bets have become, has grown to a goal; all as logarithms.
    fn reach(&self, goal: f64, successes: u64, failures: u64) -> bool {
        // A count of zero adds 0: no evidence, not zero times infinity.
        let times = |count: u64, factor: f64| if count == 0 { 0.0 } else { count as f64 * factor };
        let logs = || self.factors.iter().map(|factor| times(successes, factor.0) + times(failures, factor.1));
        let best = logs().fold(f64::NEG_INFINITY, f64::max);
        // The mean is at most the best. So nearly every look ends here.
        if best < goal || best.is_infinite() {
            return best >= goal;
        }
        let sum: f64 = logs().map(|log| (log - best).exp()).sum();
        best + (sum / self.factors.len() as f64).ln() >= goal
    }
}

/// Counts the cases for all requirements of a property.
///
/// A case counts once for a label, however often it mentions it; a case that does not mention it does not count for it.
///
/// ```
/// use astragal::statistics::{Answer, Coverage};
///
/// let mut coverage = Coverage::new(0.999_999);
/// for case in 0..200 {
///     coverage.note(20.0, case % 2 == 0, "even").unwrap();
///     coverage.case_ends();
/// }
/// assert_eq!(coverage.look(), Answer::Met);
/// assert_eq!(coverage.states()[0].to_string(), "even: 50.0% of 200 cases, 20% required: met");
/// ```
#[derive(Clone, Debug)]
pub struct Coverage {
    confidence: f64,
    cases: u64,
    counts: Vec<Count>,
}

#[derive(Clone, Debug)]
struct Count {
    requirement: Requirement,
    successes: u64,
    /// Whether the present case counts.
    holds: bool,
    decided: Answer,
}

/// What is known about one requirement, for a report.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RequirementState {
    /// Its name.
    pub label: String,
    /// What is required, in percent.
    pub percent: f64,
    /// In how many cases it held.
    pub successes: u64,
    /// Of how many.
    pub trials: u64,
    /// What was decided at the last look.
    pub answer: Answer,
}

impl fmt::Display for RequirementState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = if self.trials == 0 { 0.0 } else { 100.0 * self.successes as f64 / self.trials as f64 };
        let answer = match self.answer {
            Answer::Met => "met",
            Answer::Missed => "not met",
            Answer::Unsure => "too few cases to be sure",
        };
        write!(f, "{}: {share:.1}% of {} cases, {}% required: {answer}", self.label, self.trials, self.percent)
    }
}

impl Coverage {
    /// Forgets what was counted: it was not a random sample.
    pub(crate) fn forget(&mut self) {
        *self = Coverage::new(self.confidence);
    }

    /// Forgets what was counted, as [`forget`](Coverage::forget), and still requires it of a sample to come.
    #[cfg(feature = "growth")]
    pub(crate) fn forget_counts(&mut self) {
        self.cases = 0;
        self.counts.iter_mut().for_each(|count| count.successes = 0);
    }

    /// No requirement yet. The confidence is the setting `coverage_confidence`.
    pub fn new(confidence: f64) -> Coverage {
        Coverage { confidence, cases: 0, counts: Vec::new() }
    }

    /// Whether nothing is required.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// What `cover!` says in a case. An error, for the user, if a requirement makes no sense.
    pub fn note(&mut self, percent: f64, holds: bool, label: &str) -> Result<(), String> {
        let place = self.place_of(label, percent)?;
        self.counts[place].holds |= holds;
        Ok(())
    }

    /// The case is over and counts.
    pub fn case_ends(&mut self) {
        self.cases += 1;
        for count in &mut self.counts {
            count.successes += u64::from(count.holds);
            count.holds = false;
        }
    }

    /// The case is over and does not count: it was rejected.
    pub fn case_discarded(&mut self) {
        for count in &mut self.counts {
            count.holds = false;
        }
    }

    /// Adds the cases of another thread; what it decided does not count, since all cases together decide.
    pub fn absorb(&mut self, other: Coverage) -> Result<(), String> {
        for count in &other.counts {
            let place = self.place_of(count.requirement.label(), count.requirement.percent())?;
            self.counts[place].successes += count.successes;
        }
        self.cases += other.cases;
        Ok(())
    }

    /// Decides what can be decided. It may be called at any time, any number of times; decisions are final.
    ///
    /// `Missed` if any requirement is, `Met` if all are. It costs less than a microsecond for each requirement; a few in a
    /// debug build.
    pub fn look(&mut self) -> Answer {
        for count in self.counts.iter_mut().filter(|count| count.decided == Answer::Unsure) {
            count.decided = count.requirement.answer(count.successes, self.cases);
        }
        let any = |answer| self.counts.iter().any(|count| count.decided == answer);
        match (any(Answer::Missed), any(Answer::Unsure)) {
            (true, _) => Answer::Missed,
            (false, true) => Answer::Unsure,
            (false, false) => Answer::Met,
        }
    }

    /// Each requirement, in the order in which they came up.
    pub fn states(&self) -> Vec<RequirementState> {
        let state = |count: &Count| RequirementState {
            label: count.requirement.label.clone(),
            percent: count.requirement.percent,
            successes: count.successes,
            trials: self.cases,
            answer: count.decided,
        };
        self.counts.iter().map(state).collect()
    }

    /// Where a label is counted. A label has one requirement.
    fn place_of(&mut self, label: &str, percent: f64) -> Result<usize, String> {
        if let Some(place) = self.counts.iter().position(|count| count.requirement.label == label) {
            let known = self.counts[place].requirement.percent;
            return if known == percent {
                Ok(place)
            } else {
                Err(format!("cover!: {label:?} requires {known}% of the cases in one place and {percent}% in another"))
            };
        }
        let requirement = Requirement::new(label, percent, self.confidence)?;
        self.counts.push(Count { requirement, successes: 0, holds: false, decided: Answer::Unsure });
        Ok(self.counts.len() - 1)
    }
}
