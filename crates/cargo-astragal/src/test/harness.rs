//! What cargo and the test harness say while tests run, understood line by line.
//!
//! Cargo says on standard error which binary it runs; the harness says on standard output how many tests there are, how each ended,
//! what the failed ones printed, and at the very end a result. A binary without that last line ended early, whatever its exit code.

use std::path::PathBuf;

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Passed,
    Failed,
    Ignored,
}

/// What a line means for those who watch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A binary begins, with this many tests.
    Begins(usize),
    /// A test ended.
    Ended(String, Outcome),
    /// Nothing more than it is.
    Nothing,
}

/// The tests of one binary.
#[derive(Debug, Default)]
pub(super) struct Section {
    /// How many tests were announced.
    pub(super) announced: usize,
    /// How each ended.
    pub(super) results: Vec<(String, Outcome)>,
    /// What the failed ones printed.
    pub(super) printed: Vec<(String, String)>,
    /// Whether the harness came to its end.
    pub(super) is_whole: bool,
    /// The test whose output is being read.
    is_printing: bool,
}

/// All that was said so far.
#[derive(Debug, Default)]
pub(super) struct Harness {
    /// The binaries that were run, in order.
    pub(super) programs: Vec<PathBuf>,
    /// What their harnesses said, in order. A binary without the harness of Rust has none.
    pub(super) sections: Vec<Section>,
    /// What cargo says about binaries that failed.
    pub(super) complaints: Vec<String>,
}

impl Harness {
    /// A line of standard output.
    pub(super) fn out(&mut self, line: &str) -> Event {
        let is_outside = self.sections.last().is_none_or(|section| section.is_whole || !section.is_printing);
        if let Some(count) = announced(line).filter(|_| is_outside) {
            self.sections.push(Section { announced: count, ..Section::default() });
            return Event::Begins(count);
        }
        let Some(section) = self.sections.last_mut().filter(|section| !section.is_whole) else { return Event::Nothing };
        // Something that a test wrote past the capture may be before it.
        if line.find("test result: ").is_some_and(|at| line[at..].contains(" passed; ")) {
            section.is_whole = true;
            return Event::Nothing;
        }
        if let Some(name) = line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----")) {
            section.printed.push((name.to_string(), String::new()));
            section.is_printing = true;
            return Event::Nothing;
        }
        if section.is_printing {
            // The list of names after it.
            match (line, section.printed.last_mut()) {
                ("failures:", _) => section.is_printing = false,
                (line, Some((_, text))) => {
                    text.push_str(line);
                    text.push('\n');
                }
                (_, None) => {}
            }
            return Event::Nothing;
        }
        match ended(line) {
            Some((name, outcome)) => {
                section.results.push((name.clone(), outcome));
                Event::Ended(name, outcome)
            }
            None => Event::Nothing,
        }
    }

    /// A line of standard error; whether it is worth showing.
    pub(super) fn err(&mut self, line: &str) -> bool {
        let trimmed = line.trim_start();
        if let Some(program) = trimmed.strip_prefix("Running ").and_then(|rest| rest.rsplit_once('(')) {
            self.programs.push(program.1.trim_end_matches(')').into());
            return false;
        }
        if let Some(complaint) = trimmed.strip_prefix("process didn't exit successfully: ") {
            self.complaints.push(complaint.to_string());
            return false;
        }
        let is_of_cargo = ["Finished ", "Doc-tests ", "error: test failed", "Caused by:", "error: "];
        !(trimmed.is_empty()
            || is_of_cargo.iter().any(|start| trimmed.starts_with(start))
            || trimmed.starts_with("`--") && trimmed.ends_with('`'))
    }

    /// The binaries that ended before their harness did: where each is in the lists. Which program a harness belongs to is known if
    /// all have one.
    pub(super) fn broken(&self) -> Vec<(&Section, Option<&PathBuf>)> {
        let is_paired = self.programs.len() == self.sections.len();
        let sections = self.sections.iter().enumerate().filter(|(_, section)| !section.is_whole);
        sections.map(|(at, section)| (section, self.programs.get(at).filter(|_| is_paired))).collect()
    }
}

/// `running 3 tests`
fn announced(line: &str) -> Option<usize> {
    let rest = line.strip_prefix("running ")?;
    rest.strip_suffix(" tests").or(rest.strip_suffix(" test"))?.parse().ok()
}

/// `test a::b ... ok`, with what may be added on both sides.
fn ended(line: &str) -> Option<(String, Outcome)> {
    let rest = &line[line.find("test ")? + 5..];
    let (name, outcome) = rest.rsplit_once(" ... ")?;
    let name = name.strip_suffix(" - should panic").unwrap_or(name);
    let outcome = match outcome.split([',', ' ', '(']).next()? {
        "ok" => Outcome::Passed,
        "FAILED" => Outcome::Failed,
        "ignored" => Outcome::Ignored,
        _ => return None,
    };
    Some((name.to_string(), outcome))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(out: &str) -> Harness {
        let mut harness = Harness::default();
        out.lines().for_each(|line| _ = harness.out(line));
        harness
    }

    #[test]
    fn tests_and_what_they_printed_are_told_apart() {
        let harness = heard(
            "\nrunning 3 tests\ntest a::ok ... ok\ntest a::bad ... FAILED\ntest slow - should panic ... ignored, why\n\n\
             failures:\n\n---- a::bad stdout ----\nrunning 9 tests\ntest fake ... ok\n\n\nfailures:\n    a::bad\n\n\
             test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.28s\n\n\
             running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored;\n",
        );
        assert_eq!(harness.sections.len(), 2);
        let section = &harness.sections[0];
        let result = |name: &str, outcome| (name.to_string(), outcome);
        assert_eq!(
            section.results,
            [result("a::ok", Outcome::Passed), result("a::bad", Outcome::Failed), result("slow", Outcome::Ignored)]
        );
        assert_eq!(section.printed, [("a::bad".to_string(), "running 9 tests\ntest fake ... ok\n\n\n".to_string())]);
        assert!(harness.broken().is_empty());
    }

    #[test]
    fn a_harness_without_a_result_has_ended_early() {
        let mut harness = heard("running 2 tests\ntest a ... ok\n");
        assert!(!harness.err("     Running tests/x.rs (target/debug/deps/x-1)"));
        let broken = harness.broken();
        assert_eq!((broken.len(), broken[0].0.announced), (1, 2));
        assert_eq!(broken[0].1, Some(&PathBuf::from("target/debug/deps/x-1")));
        assert!(
            harness.err("astragal: property `p`: warning: x")
                && !harness.err("error: test failed, to rerun pass `--lib`")
        );
    }
}
