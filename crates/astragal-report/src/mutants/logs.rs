//! What the logs of cargo-mutants say about tests: output of `cargo test` or nextest, with the reports of properties.

/// A test that kills a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Killer {
    /// Its name.
    pub test: String,
    /// In which case it does so, if that is known.
    pub cases: Option<u64>,
}

/// Adds the names of the tests that a log shows.
pub(super) fn add_tests(log: &str, tests: &mut Vec<String>) {
    for line in log.lines() {
        let harness = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... ")).map(|(name, _)| name);
        let found = harness.or_else(|| nextest(line).map(|(_, name)| name));
        // Of a test that should panic the harness says so behind its name.
        let name = found.map(|name| name.strip_suffix(" - should panic").unwrap_or(name));
        if let Some(name) = name.filter(|name| !tests.iter().any(|test| test == name)) {
            tests.push(name.to_string());
        }
    }
}

/// The tests that failed, each once, in the order of the log.
pub(super) fn killers(log: &str) -> Vec<Killer> {
    let mut names: Vec<&str> = Vec::new();
    let mut is_list = false;
    for line in log.lines() {
        let listed = line.strip_prefix("    ").filter(|name| is_list && !name.starts_with(' '));
        // The list has no blank line, but for one before it where the output of the tests comes first.
        is_list = line == "failures:" || is_list && listed.is_some();
        let failed = nextest(line).filter(|(status, _)| *status != "PASS").map(|(_, name)| name);
        if let Some(name) = listed.or(failed).filter(|name| !names.contains(name)) {
            names.push(name);
        }
    }
    names.iter().map(|name| Killer { test: name.to_string(), cases: cases(log, name) }).collect()
}

/// A line of nextest: the status, and the name of the test.
fn nextest(line: &str) -> Option<(&str, &str)> {
    let (status, rest) = line.trim_start().split_once(" [")?;
    if !matches!(status, "PASS" | "FAIL" | "SIGABRT" | "SIGSEGV" | "TIMEOUT" | "LEAK") {
        return None;
    }
    let (_, rest) = rest.split_once(']')?;
    let name = rest.split_whitespace().next_back()?;
    Some((status, name))
}

/// The case in which a property failed, as its report says it: "found by enumeration, case 5", "found in case 1,037". Nothing if a case
/// was stored, or the test is not a property.
fn cases(log: &str, test: &str) -> Option<u64> {
    let name = test.rsplit("::").next().unwrap_or(test);
    let mut lines = log.lines();
    while let Some(line) = lines.next() {
        let report = line.strip_prefix("property `").and_then(|rest| rest.split_once("` failed:"));
        let Some((_, first)) = report.filter(|(property, _)| property.rsplit("::").next() == Some(name)) else {
            continue;
        };
        // A long sentence goes on in the next lines, up to a blank one.
        let more = lines.take_while(|line| !line.trim().is_empty()).flat_map(str::split_whitespace);
        let words: Vec<&str> = first.split_whitespace().chain(more).collect();
        let is_found = words.first() == Some(&"found");
        let number = words.iter().skip_while(|word| **word != "case").nth(1).filter(|_| is_found)?;
        return number.replace(',', "").parse().ok();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_say_in_which_case() {
        let log = "property `shop::sorts` failed: found in case 1,037, shrunk in 112 tries to 1 choice\n\n\
                   property `keeps` failed:\n  found by enumeration, case 5\n\n\
                   property `stored` failed: a stored case fails again\n\ncase 3\n";
        assert_eq!(cases(log, "sorts"), Some(1037));
        assert_eq!(cases(log, "shop::keeps"), Some(5));
        assert_eq!(cases(log, "stored"), None);
        assert_eq!(cases(log, "other"), None);
    }

    #[test]
    fn failing_tests_are_listed_by_the_harness() {
        let log = "test a ... ok\ntest b ... FAILED\n\nfailures:\n\n---- b stdout ----\n    not a test\n\nfailures:\n    b\n    c::d\n\ntest result: FAILED.\n";
        let names: Vec<String> = killers(log).into_iter().map(|killer| killer.test).collect();
        assert_eq!(names, ["b", "c::d"]);
        let mut tests = Vec::new();
        add_tests(log, &mut tests);
        assert_eq!(tests, ["a", "b"]);
    }

    #[test]
    fn failing_tests_are_listed_by_nextest() {
        let log =
            "        PASS [   0.005s] (1/2) shop::laws sorts\n        FAIL [   0.007s] (2/2) shop::laws tree::keeps\n";
        assert_eq!(killers(log), [Killer { test: "tree::keeps".to_string(), cases: None }]);
        let mut tests = Vec::new();
        add_tests(log, &mut tests);
        assert_eq!(tests, ["sorts", "tree::keeps"]);
    }
}
