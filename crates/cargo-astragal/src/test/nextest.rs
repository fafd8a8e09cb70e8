//! What nextest says while tests run. Each test is a process of its own; what is said about it comes from its exit code.

use super::harness::Outcome;

/// What nextest has said so far.
#[derive(Debug, Default)]
pub(super) struct Nextest {
    /// How each test ended: its binary, its name, and how.
    pub(super) results: Vec<(String, String, Outcome)>,
    /// What the failed ones printed.
    pub(super) printed: Vec<(String, String)>,
    is_printing: bool,
    is_over: bool,
}

impl Nextest {
    /// A line; the test that ended, if one did.
    pub(super) fn line(&mut self, line: &str) -> Option<(String, Outcome)> {
        if line.trim_start().starts_with("Summary [") {
            self.is_over = true;
        }
        if self.is_over {
            return None;
        }
        if let Some((binary, test, outcome)) = status(line) {
            self.is_printing = outcome == Outcome::Failed;
            if self.is_printing {
                self.printed.push((test.clone(), String::new()));
            }
            self.results.push((binary, test.clone(), outcome));
            return Some((test, outcome));
        }
        if let (true, Some((_, text))) = (self.is_printing, self.printed.last_mut()) {
            text.push_str(line.strip_prefix("    ").unwrap_or(line));
            text.push('\n');
        }
        None
    }
}

/// `PASS [   0.005s] (1/3) package::binary module::test`
fn status(line: &str) -> Option<(String, String, Outcome)> {
    let (word, rest) = line.trim_start().split_once(" [")?;
    let is_word = word.chars().all(|letter| letter.is_ascii_uppercase() || "-+0123456789 ".contains(letter));
    let (time, rest) = rest.split_once(']')?;
    if !is_word || !time.trim().trim_start_matches('>').ends_with('s') {
        return None;
    }
    let rest = rest.trim_start();
    let rest = match rest.strip_prefix('(') {
        Some(counted) => counted.split_once(')')?.1.trim_start(),
        None => rest,
    };
    let (binary, test) = rest.split_once(' ')?;
    let outcome = match word.trim() {
        "PASS" | "LEAK" => Outcome::Passed,
        "SLOW" | "TERMINATING" => return None,
        "SKIP" => Outcome::Ignored,
        _ => Outcome::Failed,
    };
    Some((binary.to_string(), test.trim().to_string(), outcome))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_lines_are_understood() {
        let mut nextest = Nextest::default();
        for line in [
            "        FAIL [   0.322s] (1/7) fixture::properties bad::nothing_is_negative",
            "  stdout ───",
            "    running 1 test",
            "        PASS [   0.008s] (2/7) fixture::properties good::is_plain",
            "     SIGABRT [   1.0s] fixture::properties dies::aborts",
            "        SLOW [> 60.000s] fixture::properties slow",
            "     Summary [   2.005s] 7 tests run: 4 passed, 3 failed, 0 skipped",
            "        FAIL [   0.322s] (1/7) fixture::properties bad::nothing_is_negative",
        ] {
            nextest.line(line);
        }
        let ended: Vec<(&str, Outcome)> =
            nextest.results.iter().map(|(_, test, outcome)| (&**test, *outcome)).collect();
        let expected = [
            ("bad::nothing_is_negative", Outcome::Failed),
            ("good::is_plain", Outcome::Passed),
            ("dies::aborts", Outcome::Failed),
        ];
        assert_eq!(ended, expected);
        assert_eq!(nextest.printed[0].1, "  stdout ───\nrunning 1 test\n");
    }
}
