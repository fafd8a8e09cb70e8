//! Draws, takes apart and replays a value of 100,000 levels: `astragal::deep` has the stack for it.

use astragal::prelude::*;

/// The undo history of an editor: each step holds all steps before it.
#[derive(Debug, Arbitrary)]
enum History {
    Empty,
    Step(Edit, Box<History>),
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Edit {
    Insert(char),
    Delete,
}

const LEVELS: usize = 100_000;

impl History {
    /// The edits, latest first. A loop, since recursion would need a stack as deep as the value.
    fn edits(&self) -> impl Iterator<Item = &Edit> {
        let mut rest = self;
        std::iter::from_fn(move || match rest {
            History::Empty => None,
            History::Step(edit, before) => {
                rest = before;
                Some(edit)
            }
        })
    }
}

/// The drop that the compiler writes recurses, and would overflow an ordinary stack. This one takes step by step off.
impl Drop for History {
    fn drop(&mut self) {
        let mut rest = std::mem::replace(self, History::Empty);
        while let History::Step(_, before) = &mut rest {
            rest = std::mem::replace(before, History::Empty);
        }
    }
}

fn history_of(edits: impl IntoIterator<Item = Edit>) -> History {
    edits.into_iter().fold(History::Empty, |before, edit| History::Step(edit, Box::new(before)))
}

fn main() {
    let histories = any::<History>();

    // On an ordinary thread, a value too deep for the stack is a usage error that says what to do, not a crash.
    let deep_one = history_of(std::iter::repeat_n(Edit::Delete, LEVELS));
    let mismatch = histories.choices_of(&deep_one).unwrap_err();
    println!("outside: {}", mismatch.what());
    assert!(mismatch.what().contains("astragal::deep"));

    astragal::deep(|| {
        // Backwards, and forwards again. Size steers chance alone, so a value may be deeper than any that is drawn.
        let choices = any::<History>().choices_of(&deep_one).unwrap();
        let replayed = any::<History>().replay(&choices).unwrap();
        assert_eq!(replayed.edits().count(), LEVELS);
        println!("inside: {LEVELS} levels replayed from {} choices", choices.len());

        // Their text form, token and bytes recurse nowhere, so they hold values of any depth.
        assert_eq!(choices.to_string().parse().as_ref(), Ok(&choices));
        assert_eq!(Source::bytes(choices.to_bytes()).draw(any::<History>()).unwrap().edits().count(), LEVELS);

        // At random: as deep as the size says.
        let drawn = any::<History>().at_size(LEVELS as u32).sample(1);
        println!("drawn at that size: {} levels", drawn.edits().count());
        assert!(drawn.edits().count() > LEVELS / 2);
    });
    // The values may leave the deep thread, since their drop does not recurse.
}
