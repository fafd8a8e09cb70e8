//! Lines that are printed even if the test harness captures output: at most one of each kind for a property.

use super::clip;
use super::escape::defuse;
use super::failure::{count, history};
use super::name::{Name, command};
use super::style::Style;
use super::summary::{attempts, percent, strayed};
use super::verdicts::headline;
use crate::report::{Failure, Found, Report, Verdict};
use crate::statistics::grouped;

impl Report {
    /// What the user should know of a property that is green, in one line; nothing if there is nothing to warn of.
    ///
    /// Rejections are worth a warning if they are a tenth of all cases. All of them are in the text of the report.
    pub(crate) fn warning_line(&self) -> Option<String> {
        let statistics = &self.statistics;
        let (all, rejected) = (attempts(statistics), statistics.rejected());
        // First what could not be written, of which there is no other trace.
        let mut warnings = self.warnings.clone();
        if statistics.out_of_time {
            warnings.push(format!("the time limit was reached after {}", count(statistics.cases, "case")));
        }
        if rejected > 0 && rejected.saturating_mul(10) >= all {
            let share = percent(rejected, all);
            warnings.push(format!("{} of {} were rejected ({share})", grouped(rejected), count(all, "case")));
        }
        if statistics.overruns.saturating_mul(10) >= all.max(1) {
            warnings.push(format!("{} cut off for making too many choices", count(statistics.overruns, "case")));
        }
        warnings.extend(statistics.strays.iter().map(|stray| strayed(stray, statistics.cases)));
        if !self.reread.is_empty() {
            let cases = count(self.reread.len(), "known case");
            warnings.push(format!("{cases} from an earlier version of the generator read differently today"));
        }
        let (first, more) = warnings.split_first()?;
        let shown = clip::in_one_line(first);
        let more =
            if more.is_empty() { String::new() } else { format!(" (and {})", count(more.len(), "more warning")) };
        Some(format!("astragal: {}: warning: {shown}{more}\n", Name::of(self).subject()))
    }

    /// The verdict and how it came about, in a sentence about the property.
    pub(crate) fn verdict_in_words(&self) -> String {
        let mut text = String::new();
        let style = Style { width: usize::MAX, ..Style::plain() };
        headline(self, style).iter().for_each(|line| line.write(&mut text, false));
        let subject = format!("{} ", Name::of(self).subject());
        defuse(text.strip_prefix(&*subject).unwrap_or(&text).trim_end())
    }

    /// What runs the smallest case of a failure again.
    pub(crate) fn replay_command(&self, failure: &Failure) -> String {
        let is_library = self.source.as_ref().is_none_or(|source| source.manifest_dir.is_empty());
        let isolated = if failure.origin.ends_the_process() { "ASTRAGAL_ISOLATED=true " } else { "" };
        match failure.found {
            Found::Example(_) => command(self),
            _ if is_library => format!(".pin(\"{}\")", failure.token()),
            _ => format!("{isolated}ASTRAGAL_REPLAY={} {}", failure.token(), command(self)),
        }
    }

    /// The property in one line: the verdict, the number of cases, how many were rejected, and how long it took.
    pub(crate) fn summary_line(&self) -> String {
        let verdict = match &self.verdict {
            Verdict::Passed | Verdict::PassedExhaustively => "passed",
            Verdict::Failed => "failed",
            Verdict::Flaky => "flaky",
            Verdict::GaveUp => "gave up",
            Verdict::Vacuous => "vacuous",
            Verdict::Unknown(_) => "unknown",
        };
        let (cases, rejected) = (grouped(self.statistics.cases), grouped(self.statistics.rejected()));
        let (name, seconds) = (Name::of(self).subject(), self.efforts.total.as_secs_f64());
        format!("astragal: {verdict:<7} {cases:>11} cases {rejected:>11} rejected  {name}  {seconds:.1} s\n")
    }
}

impl Failure {
    /// How it was found and made smaller.
    pub(crate) fn found_in_words(&self) -> String {
        history(self)
    }
}
