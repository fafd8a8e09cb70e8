//! A value that knows how it came about: `2 -> 6 -> 5 (seed, *3, dec)`.

use std::fmt;
use std::ops::Deref;

use astragal_core::Label;

/// A value and the path that led to it: a start value, and the steps from there. See [`Growing`](super::Growing).
///
/// It is used as the value itself, and prints with its path:
///
/// ```
/// use astragal::shapes::grow;
/// use astragal::prelude::*;
///
/// let numbers = grow([2i32]).step("inc", |n| n + 1).step("dec", |n| n - 1).step("*3", |n| n * 3);
/// let five = numbers.breadth_first().find(|n| **n == 5).unwrap();
/// assert_eq!(format!("{five:?}"), "2 -> 6 -> 5 (seed, *3, dec)");
/// assert_eq!(five.abs(), 5);
/// assert_eq!(five.path().collect::<Vec<_>>(), [("seed", &2), ("*3", &6), ("dec", &5)]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grown<T> {
    /// What came before the value, from the start on.
    earlier: Vec<(Label, T)>,
    label: Label,
    value: T,
}

/// The name of the first step of a path.
pub(super) fn seed() -> Label {
    Label::from("seed")
}

impl<T> Grown<T> {
    /// A value and the stages before it.
    pub(super) fn new(earlier: Vec<(Label, T)>, (label, value): (Label, T)) -> Grown<T> {
        Grown { earlier, label, value }
    }

    /// A value that chance drew. So growth can be an arm of any [`one_of!`](astragal_core::one_of).
    ///
    /// ```
    /// use astragal::shapes::Grown;
    ///
    /// assert_eq!(format!("{:?}", Grown::random(7)), "7 (random)");
    /// ```
    pub fn random(value: T) -> Grown<T> {
        Grown { earlier: Vec::new(), label: Label::from("random"), value }
    }

    /// The value alone.
    pub fn into_value(self) -> T {
        self.value
    }

    /// Every value on the path with the label of the step that led to it; the last is the value itself.
    pub fn path(&self) -> impl Iterator<Item = (&str, &T)> {
        let earlier = self.earlier.iter().map(|(label, value)| (label.as_str(), value));
        earlier.chain([(self.label.as_str(), &self.value)])
    }

    /// How many steps there are from the start.
    pub fn depth(&self) -> usize {
        self.earlier.len()
    }
}

impl<T> Deref for Grown<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: fmt::Debug> fmt::Debug for Grown<T> {
    /// On one line, also where values are printed over several: a path is read from left to right.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (_, value) in &self.earlier {
            write!(f, "{value:?} -> ")?;
        }
        write!(f, "{:?} (", self.value)?;
        for (at, (label, _)) in self.path().enumerate() {
            write!(f, "{}{label}", if at == 0 { "" } else { ", " })?;
        }
        f.write_str(")")
    }
}
