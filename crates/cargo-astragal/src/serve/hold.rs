//! Shrinking with parts of the values held: only one part changes, or everything else does.
//!
//! The shrinker runs here and the property in its own process; a candidate that changes what is held does not count as failing.

use std::ops::Range;
use std::time::Duration;

use astragal::Choices;
use astragal::protocol::{CaseOutcome, Property, Ran};
use astragal::report::Origin;
use astragal::shrink::{Judge, Judgement, Shrinker};
use serde_json::Value;

/// The most evaluations, and the longest time.
const EVALUATIONS: u64 = 20_000;
const TIME: Duration = Duration::from_secs(20);

/// What must not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// Nothing.
    Nothing,
    /// These parts: an argument, and a range of its text in bytes.
    Parts(Vec<(usize, Range<usize>)>),
    /// All but this part.
    AllBut(usize, Range<usize>),
}

impl Held {
    /// What a question asks for.
    pub(super) fn parse(question: &Value) -> Result<Held, String> {
        let part = |value: &Value| -> Option<(usize, Range<usize>)> {
            let [argument, start, end] = value.as_array()?.as_slice() else { return None };
            let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
            let range = number(start)?..number(end)?;
            (range.start <= range.end).then_some((number(argument)?, range))
        };
        let wrong = |name: &str| format!("`{name}` is a number of an argument, and where its part begins and ends");
        match (&question["hold"], &question["only"]) {
            (Value::Null, Value::Null) => Ok(Held::Nothing),
            (Value::Array(parts), Value::Null) => {
                parts.iter().map(part).collect::<Option<_>>().map(Held::Parts).ok_or_else(|| wrong("hold"))
            }
            (Value::Null, only) => part(only).map(|(at, range)| Held::AllBut(at, range)).ok_or_else(|| wrong("only")),
            _ => Err("either `hold` or `only`, not both".into()),
        }
    }

    /// Whether all these parts exist.
    fn fits(&self, texts: &[String]) -> bool {
        let is_there =
            |(at, range): &(usize, Range<usize>)| texts.get(*at).is_some_and(|text| text.get(range.clone()).is_some());
        match self {
            Held::Nothing => true,
            Held::Parts(parts) => parts.iter().all(is_there),
            Held::AllBut(at, range) => is_there(&(*at, range.clone())),
        }
    }

    /// Whether a smaller case has still what is held of the first.
    fn is_kept(&self, first: &[String], now: &[String]) -> bool {
        first.len() == now.len()
            && match self {
                Held::Nothing => true,
                Held::Parts(parts) => parts.iter().all(|(at, range)| holds_part(&now[*at], &first[*at][range.clone()])),
                Held::AllBut(but, range) => {
                    first.iter().zip(now).enumerate().all(|(at, (first, now))| match at == *but {
                        false => first == now,
                        true => {
                            let (before, after) = (&first[..range.start], &first[range.end..]);
                            now.len() >= before.len() + after.len() && now.starts_with(before) && now.ends_with(after)
                        }
                    })
                }
            }
    }
}

/// Whether a part is in a text as a whole: not as the end of a longer word or number.
fn holds_part(text: &str, part: &str) -> bool {
    let is_word = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    let (first, last) = (part.chars().next(), part.chars().next_back());
    text.match_indices(part).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + part.len()..].chars().next());
        !(is_word(first) && is_word(before) || is_word(last) && is_word(after) || before == Some('-'))
    })
}

/// The smallest failing case that keeps what is held, and how many evaluations it took.
pub(super) fn shrink(property: &mut Property<'_>, choices: &Choices, held: &Held) -> Result<(Ran, u64), String> {
    let first = property.run(choices).map_err(|error| error.to_string())?;
    let CaseOutcome::Failed { origin, .. } = &first.outcome else { return Err("this case no longer fails".into()) };
    let texts = texts_of(&first);
    if !held.fits(&texts) {
        return Err("a part that is held is not in the values of this case".into());
    }
    let mut judge = Holding { property, held, texts: &texts, origin: origin.clone(), problem: None };
    let shrunk = Shrinker::new(first.sample.choices.clone()).evaluations(EVALUATIONS).time(TIME).run(&mut judge);
    if let Some(problem) = judge.problem {
        return Err(format!("{problem}; properties whose failure ends the process cannot be shrunk here"));
    }
    let smallest = property.run(&shrunk.choices).map_err(|error| error.to_string())?;
    Ok((smallest, shrunk.evaluations))
}

fn texts_of(ran: &Ran) -> Vec<String> {
    ran.sample.drawn.iter().map(|drawn| drawn.text.clone()).collect()
}

struct Holding<'j, 'p> {
    property: &'j mut Property<'p>,
    held: &'j Held,
    texts: &'j [String],
    origin: Origin,
    problem: Option<String>,
}

impl Judge for Holding<'_, '_> {
    fn judge(&mut self, candidate: &Choices, worth: &mut dyn FnMut(&Choices) -> bool) -> Judgement {
        if self.problem.is_some() {
            return Judgement::Skipped;
        }
        let ran = match self.property.run(candidate) {
            Ok(ran) => ran,
            Err(error) => {
                self.problem = Some(error.to_string());
                return Judgement::Skipped;
            }
        };
        match &ran.outcome {
            CaseOutcome::Failed { origin, .. } if *origin == self.origin => {
                let is_kept = self.held.is_kept(self.texts, &texts_of(&ran));
                match is_kept && worth(&ran.sample.choices) {
                    true => Judgement::Fails(ran.sample.choices),
                    false => Judgement::Skipped,
                }
            }
            CaseOutcome::Failed { .. } | CaseOutcome::Passed => Judgement::Passes,
            _ => Judgement::Skipped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_held_is_read_and_checked() {
        assert_eq!(Held::parse(&json!({})), Ok(Held::Nothing));
        assert_eq!(Held::parse(&json!({"hold": [[0, 1, 3]]})), Ok(Held::Parts(vec![(0, 1..3)])));
        assert_eq!(Held::parse(&json!({"only": [0, 1, 3]})), Ok(Held::AllBut(0, 1..3)));
        for wrong in [
            json!({"hold": [[0, 3, 1]]}),
            json!({"only": [0, 1]}),
            json!({"only": "x"}),
            json!({"hold": [], "only": [0, 0, 0]}),
        ] {
            assert!(Held::parse(&wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn parts_are_kept_whole() {
        let texts = |text: &str| vec![text.to_string()];
        let first = texts("[1, 20, 300]");
        let held = Held::Parts(vec![(0, 4..6)]);
        assert!(held.fits(&first) && held.is_kept(&first, &texts("[20]")));
        assert!(!held.is_kept(&first, &texts("[200]")) && !held.is_kept(&first, &texts("[-20]")));
        let only = Held::AllBut(0, 4..6);
        assert!(only.is_kept(&first, &texts("[1, 0, 300]")) && !only.is_kept(&first, &texts("[0, 20, 300]")));
        assert!(!Held::AllBut(0, 4..99).fits(&first) && !Held::AllBut(1, 0..1).fits(&first));
    }
}
