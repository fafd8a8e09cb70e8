//! How a run of tests is shown: one aligned line a property, a line at the bottom while it goes on, and what came of it at the end.

use std::time::Instant;

use crate::log::Run;
use crate::terminal::{Status, Terminal, Tone, bar, counted, cut, put, safe, safe_lines, seconds, thousands};

/// What is shown.
#[derive(Debug)]
pub(super) struct Show {
    terminal: Terminal,
    began: Instant,
    has_header: bool,
    status: Status,
    /// The property that wrote last, its cases, and how many there will be.
    pub(super) current: Option<(String, u64, Option<u64>)>,
}

/// What all came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Totals {
    /// Properties that passed, and that did not.
    pub(super) properties: (u64, u64),
    /// Tests that are not properties: passed, failed, ignored.
    pub(super) plain: (u64, u64, u64),
    /// Tests that never finished.
    pub(super) unfinished: u64,
}

impl Show {
    pub(super) fn new(terminal: Terminal) -> Show {
        Show { terminal, began: Instant::now(), has_header: false, status: Status::new(terminal), current: None }
    }

    /// A line for a run. `is_expected` if its failure is what the test wants.
    pub(super) fn property(&mut self, run: &Run, is_expected: bool) {
        self.header();
        let (verdict, tone) = match (run.is_pass, is_expected) {
            (true, _) => {
                (run.verdict.replace('_', " "), if run.warnings.is_empty() { Tone::Good } else { Tone::Doubtful })
            }
            (false, true) => ("as expected".to_string(), Tone::Good),
            (false, false) => (run.verdict.replace('_', " "), Tone::Bad),
        };
        let rate = if run.seconds > 0.0 { thousands((run.cases as f64 / run.seconds) as u64) } else { "-".into() };
        // Of those that were compared, if they are not all.
        let duplicates = match run.compared {
            0 => "-".into(),
            compared if compared < run.cases => format!("{}/{compared}", run.duplicates),
            _ => thousands(run.duplicates),
        };
        let verdict = self.terminal.paint(tone, &format!("{:<11}", cut(&safe(&verdict), 11)));
        self.line(&format!(
            "{verdict} {:>9} {:>9} {duplicates:>10} {rate:>10} {:>8}  {}",
            thousands(run.cases),
            thousands(run.rejected),
            seconds(run.seconds),
            safe(&run.property)
        ));
        for warning in &run.warnings {
            let text = format!("            {}", safe(warning.lines().next().unwrap_or_default()));
            let text = self.terminal.paint(Tone::Doubtful, &text);
            self.line(&text);
        }
    }

    /// A line for a test that is not a property, or was never heard of.
    pub(super) fn test(&mut self, verdict: &str, tone: Tone, name: &str) {
        self.header();
        let verdict = self.terminal.paint(tone, &format!("{verdict:<11}"));
        self.line(&format!("{verdict} {:>9} {:>9} {:>10} {:>10} {:>8}  {}", "", "", "", "", "", safe(name)));
    }

    fn header(&mut self) {
        if !std::mem::replace(&mut self.has_header, true) {
            let titles = ["verdict", "cases", "rejected", "duplicates", "per second", "time"];
            let [verdict, cases, rejected, duplicates, rate, time] = titles;
            let header =
                format!("{verdict:<11} {cases:>9} {rejected:>9} {duplicates:>10} {rate:>10} {time:>8}  property");
            let header = self.terminal.paint(Tone::Faint, &header);
            self.line(&header);
        }
    }

    /// A line that stays.
    pub(super) fn line(&mut self, text: &str) {
        self.clear();
        put(&format!("{text}\n"));
    }

    /// Whether there is a line at the bottom.
    pub(super) fn is_live(&self) -> bool {
        self.terminal.is_live
    }

    /// The line at the bottom, which is drawn anew again and again.
    pub(super) fn status(&mut self, done: usize, of: usize) {
        if !self.terminal.is_live {
            return;
        }
        let mut text = format!(
            "{done} of {} · {}",
            counted(of as u64, "test", "tests"),
            seconds(self.began.elapsed().as_secs_f64())
        );
        if let Some((name, cases, wanted)) = &self.current {
            text += &format!(" · {} {}", safe(name), thousands(*cases));
            if let Some(wanted) = wanted.filter(|wanted| *wanted > 0) {
                text += &format!(" of {} {}", thousands(wanted), bar(*cases, wanted));
            }
        }
        self.status.show(&text);
    }

    /// Removes the line at the bottom.
    pub(super) fn clear(&mut self) {
        self.status.clear();
    }

    /// A failure again, in full.
    pub(super) fn failure(&mut self, name: &str, text: &str) {
        let title = self.terminal.paint(Tone::Bad, &format!("failed: {}", safe(name)));
        self.line(&format!("\n{title}"));
        safe_lines(text.trim_matches('\n')).iter().for_each(|line| put(&format!("{line}\n")));
    }

    /// What all came to, in a line.
    pub(super) fn summary(&mut self, totals: &Totals) {
        let (passed, failed) = totals.properties;
        let mut parts = Vec::new();
        if passed + failed > 0 {
            parts.push(format!("{}: {passed} passed", counted(passed + failed, "property", "properties")));
        }
        let bad = |count: u64, word: &str| self.terminal.paint(Tone::Bad, &format!("{count} {word}"));
        if failed > 0 {
            parts.push(bad(failed, "failed"));
        }
        if totals.unfinished > 0 {
            parts.push(bad(
                totals.unfinished,
                if totals.unfinished == 1 { "test never finished" } else { "tests never finished" },
            ));
        }
        let (plain, failing, ignored) = totals.plain;
        if plain > 0 {
            parts.push(format!("{} passed", counted(plain, "other test", "other tests")));
        }
        if failing > 0 {
            parts.push(bad(failing, if failing == 1 { "other test failed" } else { "other tests failed" }));
        }
        if ignored > 0 {
            parts.push(format!("{} ignored", counted(ignored, "test", "tests")));
        }
        let time = seconds(self.began.elapsed().as_secs_f64());
        self.line(&format!("\n{} ({time})", parts.join(", ")));
    }
}
