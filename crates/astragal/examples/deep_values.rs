//! Draws, reflects and replays a value of 100,000 levels: `astragal::source::deep` has the stack for it.

use astragal::Choices;
use astragal::prelude::*;

/// The undo history of an editor.
#[derive(Debug, PartialEq, Arbitrary)]
struct History {
    steps: Steps,
}

/// Each step holds all steps before it.
#[derive(Debug, PartialEq, Arbitrary)]
enum Steps {
    None,
    Last(Edit, Box<Steps>),
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Edit {
    Insert(char),
    Delete,
}

const LEVELS: usize = 100_000;

impl History {
    fn of(edits: impl IntoIterator<Item = Edit>) -> History {
        History { steps: edits.into_iter().fold(Steps::None, |before, edit| Steps::Last(edit, Box::new(before))) }
    }

    /// How many steps there are. A loop: recursion would need a stack as deep as the value.
    fn len(&self) -> usize {
        let (mut len, mut rest) = (0, &self.steps);
        while let Steps::Last(_, before) = rest {
            (len, rest) = (len + 1, before);
        }
        len
    }
}

/// The drop that the compiler writes recurses, and would overflow an ordinary stack. This one takes off step by step.
impl Drop for History {
    fn drop(&mut self) {
        let mut rest = std::mem::replace(&mut self.steps, Steps::None);
        while let Steps::Last(_, before) = rest {
            rest = *before;
        }
    }
}

fn main() {
    // On an ordinary thread, a value too deep for the stack is a usage error that says what to do, not a crash.
    let deep_one = History::of(std::iter::repeat_n(Edit::Delete, LEVELS));
    let mismatch = any::<History>().choices_of(&deep_one).unwrap_err();
    println!("outside: {}", mismatch.what());
    assert!(mismatch.what().contains("astragal::source::deep"));

    astragal::source::deep(|| {
        // Backwards, and forwards again. Size steers chance alone, so a value may be deeper than any that is drawn.
        let choices = any::<History>().choices_of(&deep_one).unwrap();
        let replayed = any::<History>().replay(&choices).unwrap();
        assert_eq!(replayed.len(), LEVELS);
        println!("inside: {LEVELS} levels replayed from {} choices", choices.len());

        // A token recurses nowhere, so it holds values of any depth.
        let from_token = Choices::from_token(&choices.token()).unwrap();
        assert!(from_token.numbers().eq(choices.numbers()));

        // At random: up to as deep as the size says.
        let drawn: Vec<usize> = (0..3).map(|seed| any::<History>().at_size(LEVELS as u32).sample(seed).len()).collect();
        println!("drawn at that size: {drawn:?} levels");
        assert!(drawn.iter().any(|&levels| levels > LEVELS / 4));
    });
    // The values may leave the deep thread, since their drop does not recurse.
}
