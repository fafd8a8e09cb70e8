//! Counts the cases of runs while they are logged: how far a run has come, and how many of its values are duplicates.
//!
//! A log grows by a kilobyte a case, so lines are not parsed: what is needed is found by the keys that our own writer puts there. Nothing
//! but a column of the terminal depends on it; the report reads the log properly.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The cases of all runs that are not over yet.
#[derive(Debug, Default)]
pub(super) struct Cases {
    runs: HashMap<(String, u64), Counted>,
    /// The property of the last case, and its number.
    pub(super) last: Option<(String, u64)>,
}

#[derive(Debug, Default)]
struct Counted {
    texts: HashSet<u64>,
    duplicates: u64,
}

impl Cases {
    /// Counts some lines.
    pub(super) fn count(&mut self, lines: &str) {
        let mut last = None;
        for line in lines.lines() {
            let Some((property, start)) = run_of(line) else { continue };
            last = Some((property, line));
            let is_accepted = line.contains("\"status\":\"passed\"") || line.contains("\"status\":\"failed\"");
            let is_search =
                !["\"during shrink", "\"during explain", "\"minimal failing"].iter().any(|how| line.contains(how));
            if let (true, true, Some(text)) = (is_accepted, is_search, text_after(line, "\"representation\":\"")) {
                let mut hasher = DefaultHasher::new();
                text.hash(&mut hasher);
                // Names are made only for the first case of a run.
                let key = (property, start);
                let counted = match self.runs.get_mut(&key as &dyn Key) {
                    Some(counted) => counted,
                    None => self.runs.entry((property.to_string(), start)).or_default(),
                };
                counted.duplicates += u64::from(!counted.texts.insert(hasher.finish()));
            }
        }
        if let Some((property, line)) = last {
            let digits = line.split_once("\"case\":").map(|(_, rest)| rest.split(|c: char| !c.is_ascii_digit()).next());
            let number = digits.flatten().and_then(|digits| digits.parse().ok());
            self.last = number.map(|number| (property.to_string(), number));
        }
    }

    /// How many duplicates a run had that is over, if its cases were logged.
    pub(super) fn take(&mut self, property: &str, start: f64) -> Option<u64> {
        self.runs.remove(&(property, start.to_bits()) as &dyn Key).map(|counted| counted.duplicates)
    }
}

/// Which run a line belongs to. Names with escapes are left to the report.
fn run_of(line: &str) -> Option<(&str, u64)> {
    let property = text_after(line, "\"property\":\"")?;
    let start = line.split_once("\"run_start\":")?.1.split([',', '}']).next()?.parse::<f64>().ok()?;
    Some((property, start.to_bits()))
}

/// The text after a key, as it is written, up to its closing quote.
fn text_after<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    let (_, rest) = line.split_once(key)?;
    let mut from = 0;
    loop {
        let at = from + rest[from..].find(['"', '\\'])?;
        if rest.as_bytes()[at] == b'"' {
            return Some(&rest[..at]);
        }
        // A backslash and what it escapes.
        from = at + 1 + rest[at + 1..].chars().next()?.len_utf8();
    }
}

/// A run, by a name that is owned or not: maps ask for one type.
trait Key {
    fn parts(&self) -> (&str, u64);
}

impl Key for (String, u64) {
    fn parts(&self) -> (&str, u64) {
        (&self.0, self.1)
    }
}

impl Key for (&str, u64) {
    fn parts(&self) -> (&str, u64) {
        (self.0, self.1)
    }
}

impl PartialEq for dyn Key + '_ {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for dyn Key + '_ {}

impl Hash for dyn Key + '_ {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts().hash(state);
    }
}

impl<'k> std::borrow::Borrow<dyn Key + 'k> for (String, u64) {
    fn borrow(&self) -> &(dyn Key + 'k) {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duplicates_of_a_run_are_counted() {
        let line = |text: &str, status: &str, how: &str, case: u64| {
            format!(
                "{{\"type\":\"test_case\",\"property\":\"k::p\",\"run_start\":12.5,\"status\":\"{status}\",\"representation\":\"{text}\",\
                 \"how_generated\":\"{how}\",\"metadata\":{{\"case\":{case},\"size\":1}}}}\n"
            )
        };
        let mut cases = Cases::default();
        let random = "during random phase";
        cases.count(&(line(r#"p(\"a\")"#, "passed", random, 1) + &line(r#"p(\"b\")"#, "passed", random, 2)));
        cases.count(&(line(r#"p(\"a\")"#, "failed", random, 3) + &line("p()", "gave_up", random, 4)));
        cases.count(&(line(r#"p(\"a\")"#, "failed", "during shrink phase", 0) + &line("p()", "gave_up", random, 7)));
        assert_eq!(cases.last, Some(("k::p".into(), 7)));
        assert_eq!((cases.take("k::p", 12.5), cases.take("k::p", 12.5)), (Some(1), None));
    }
}
