//! The properties under test: a true one that looks at everything, and two false ones.

use super::file::{self, File};
use std::hint::black_box;

/// A property and how large its values are.
pub(crate) trait Subject {
    type Value;
    /// As the report names it.
    const ROW: &'static str;
    /// How many runs of tests there are.
    const RUNS: u64 = super::RUNS;

    fn holds(value: &Self::Value) -> bool;
}

/// Adds up all there is in a file. It holds.
pub(super) struct Ast;

impl Subject for Ast {
    type Value = File;
    const ROW: &'static str = "ast";
    // There is nothing to be found.
    const RUNS: u64 = 5;

    fn holds(file: &File) -> bool {
        black_box(file::constructors(file));
        true
    }
}

/// Sorts lists of binary numbers, and forgets to look whether there is something to be sorted.
pub(crate) struct Qsort;

impl Subject for Qsort {
    type Value = Vec<Number>;
    const ROW: &'static str = "qsort";

    fn holds(list: &Vec<Number>) -> bool {
        let mut sorted = list.clone();
        sorted.sort();
        qsort(list.clone()) == Some(sorted)
    }
}

/// Its bits; in the order of dictionaries.
pub(crate) type Number = Vec<bool>;

/// Shorter lists are sorted in a simpler way.
const SHORT: usize = 10;

/// Nothing if it crashes.
fn qsort(mut list: Vec<Number>) -> Option<Vec<Number>> {
    if list.len() < SHORT {
        list.sort();
        return Some(list);
    }
    divide(list)
}

/// Where all others are on one side of the first, their number is not checked again: that is the bug, since there may be
/// none.
fn divide(mut list: Vec<Number>) -> Option<Vec<Number>> {
    if list.is_empty() {
        return None;
    }
    let pivot = list.remove(0);
    let (small, big): (Vec<Number>, Vec<Number>) = list.into_iter().partition(|number| *number < pivot);
    let (mut small, big) = match (small.is_empty(), big.is_empty()) {
        (true, _) => (Vec::new(), divide(big)?),
        (_, true) => (divide(small)?, Vec::new()),
        _ => (qsort(small)?, qsort(big)?),
    };
    small.push(pivot);
    small.extend(big);
    Some(small)
}

/// Gives each call the class of the call before it if it names none, or of the first that does, which there may not be.
pub(crate) struct ClassNames;

impl Subject for ClassNames {
    type Value = File;
    const ROW: &'static str = "class_names";

    fn holds(file: &File) -> bool {
        name_classes(file.clone()).is_some()
    }
}

/// Nothing if it crashes.
fn name_classes(mut file: File) -> Option<File> {
    let first = file::calls_mut(&mut file).map(|((class, _), _)| class).find(|class| !class.is_empty()).cloned();
    let mut last = first;
    for ((class, _), _) in file::calls_mut(&mut file) {
        if class.is_empty() {
            class.clone_from(last.as_ref()?);
        }
        last = Some(class.clone());
    }
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_failures_are_as_published() {
        assert!(Qsort::holds(&vec![vec![]; 9]));
        assert!(!Qsort::holds(&vec![vec![]; 10]));
        let smallest = |class: &str| -> File {
            let call = ((class.into(), String::new()), vec![]);
            let statement = vec![((String::new(), String::new()), Err(call))];
            (String::new(), vec![(String::new(), vec![(String::new(), vec![statement])])])
        };
        assert!(!ClassNames::holds(&smallest("")));
        assert!(ClassNames::holds(&smallest("a")));
        assert!(ClassNames::holds(&(String::new(), vec![])));
        assert_eq!(file::constructors(&smallest("a")), 5);
    }
}
