//! Numbers for names that come again and again, at most a given number of them.

use std::collections::HashMap;

/// How many names of one kind are told apart; what comes later is one name.
const MOST: usize = 20_000;

/// Names and their numbers, in the order in which they were first seen.
#[derive(Debug, Default)]
pub(crate) struct Names {
    numbers: HashMap<Box<str>, u32>,
    names: Vec<Box<str>>,
}

impl Names {
    /// The number of a name; that of "(others)" if there are too many.
    pub(crate) fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        if self.names.len() == MOST && name != "(others)" {
            return self.number_of_last();
        }
        let number = self.names.len() as u32;
        self.numbers.insert(name.into(), number);
        self.names.push(name.into());
        number
    }

    fn number_of_last(&mut self) -> u32 {
        match self.numbers.get("(others)") {
            Some(number) => *number,
            None => self.number("(others)"),
        }
    }

    /// The name of a number.
    pub(crate) fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }

    /// All names, by their numbers.
    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(AsRef::as_ref)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }
}
