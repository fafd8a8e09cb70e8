//! Draws log lines from a regular expression, and runs it backwards on a line from a real log.

use astragal::choices::Mutator;
use astragal::generators::{Chars, StringMatching, try_string_matching};
use astragal::prelude::*;

/// Digits are written as `[0-9]`: as in the `regex` crate, `\d` is a digit of any script.
const LINE: &str = "20[0-9]{2}-(0[1-9]|1[0-2])-[0-3][0-9] (ERROR|WARN|INFO) [a-z]{2,8}(::[a-z]{2,8})?: [ -~]{1,30}";

/// A line of a log, as the reader under test sees it.
#[derive(Debug, PartialEq)]
struct Entry<'a> {
    month: u8,
    level: &'a str,
    module: &'a str,
    message: &'a str,
}

/// The reader under test.
fn read(line: &str) -> Option<Entry<'_>> {
    let (date, rest) = line.split_once(' ')?;
    let (level, rest) = rest.split_once(' ')?;
    let (module, message) = rest.split_once(": ")?;
    Some(Entry { month: date.get(5..7)?.parse().ok()?, level, module, message })
}

fn main() {
    let lines: StringMatching = string_matching(LINE);
    for seed in 0..4 {
        println!("{}", lines.sample(seed));
    }
    for seed in 0..500 {
        let line = lines.sample(seed);
        let entry = read(&line).expect("every line that matches is read");
        assert!((1..=12).contains(&entry.month) && ["ERROR", "WARN", "INFO"].contains(&entry.level), "{line}");
    }
    println!("the simplest line: {:?}", lines.replay(&Default::default()).unwrap());

    // Backwards: the choices of a line that was not drawn. Its neighbors are lines like it.
    let seen = "2024-02-29 WARN cache::disk: 97% full".to_string();
    let choices = lines.choices_of(&seen).unwrap();
    assert_eq!(lines.replay(&choices).unwrap(), seen);
    let mut mutator = Mutator::new(3);
    for _ in 0..4 {
        let near = lines.replay(&mutator.mutate(&choices)).unwrap();
        assert!(read(&near).is_some() && lines.choices_of(&near).is_ok());
        println!("near it: {near}");
    }

    // A line that does not match has no choices, and a pattern that cannot be drawn from is rejected.
    println!("{}", lines.choices_of(&"2024-13-01 INFO disk: full".to_string()).unwrap_err());
    println!("{}", try_string_matching(r"(?=ERROR).*").unwrap_err());
    assert!(try_string_matching(r"\bERROR\b").is_err());

    let some_digit = string_matching(r"\d");
    let beyond_ascii = (0..100).find(|&seed| !some_digit.sample(seed).is_ascii()).expect("digits of many scripts");
    println!("a digit that a reader of ASCII does not expect: {}", some_digit.sample(beyond_ascii));

    // Without a pattern: strings of a class of characters, with a length.
    let identifiers = string_of(Chars::letters().union('_'..='_'), 1..=12);
    assert!(identifiers.choices_of(&"snake_case".to_string()).is_ok());
    assert!(identifiers.choices_of(&"kebab-case".to_string()).is_err());
    assert_eq!(identifiers.replay(&Default::default()).unwrap(), "a");
}
