//! A position in whatever list there will be: drawn before its length is known.

use super::adapt::Iso;
use super::{Arbitrary, Int};
use crate::source::{Place, Reason, throw};

/// A position in any list that is not empty, drawn before the list is there.
///
/// Where a list is an argument itself, `#[from(0..list.len())] at: usize` is simpler. An index is for lists that come about while
/// a property runs:
///
/// ```
/// use astragal::prelude::*;
/// use astragal::Check;
/// use astragal::generators::Index;
///
/// // Words are crossed out one by one. Which ones can be is known only then.
/// let report = Check::new().seed(1).run(any::<(Vec<String>, Vec<Index>)>(), |(mut words, crossed_out)| {
///     for index in crossed_out {
///         let before = words.len();
///         words.swap_remove(index.of(&words)); // if no word is left, the case is rejected
///         assert_eq!(words.len(), before - 1);
///     }
/// });
/// assert!(report.failures.is_empty());
/// ```
///
/// It is a number that counts from the start of a list, or, if it is negative, from its end, and wraps around: the
/// number modulo the length.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::generators::Index;
///
/// let list = ['a', 'b', 'c'];
/// assert_eq!([0, 1, 2, 3].map(|n| list[Index::new(n).of(&list)]), ['a', 'b', 'c', 'a']);
/// assert_eq!(Index::new(-1).of(&list), 2); // the last
/// assert_eq!(Index::new(7).get(0), None);
/// assert_eq!(any::<Index>().simplest().unwrap(), Index::new(0));
/// ```
///
/// Every position is about equally likely. Failures shrink towards 0, the first position; the last one is among the simplest too,
/// so that it is among those that are enumerated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Index(i64);

impl Index {
    /// The index of a number: from the start, or, if it is negative, from the end.
    ///
    /// ```
    /// use astragal::generators::Index;
    ///
    /// assert_eq!(Index::new(-1).get(10), Some(9));
    /// ```
    pub const fn new(number: i64) -> Index {
        Index(number)
    }

    /// The position among this many; `None` if there are none.
    ///
    /// ```
    /// use astragal::generators::Index;
    ///
    /// let text = "ärgern";
    /// let at = Index::new(8).get(text.chars().count()).unwrap();
    /// assert_eq!(text.chars().nth(at), Some('g'));
    /// ```
    pub fn get(self, len: usize) -> Option<usize> {
        // No list is longer than an `i64` can say.
        i64::try_from(len).ok().filter(|len| *len > 0).map(|len| self.0.rem_euclid(len) as usize)
    }

    /// The position in a list. If the list is empty, the case that runs is rejected, as by `assume!`.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::Check;
    /// use astragal::generators::Index;
    ///
    /// let report = Check::new().seed(1).run(any::<(Vec<u8>, Index)>(), |(mut list, index)| {
    ///     let at = index.of(&list);
    ///     let element = list.remove(at);
    ///     list.insert(at, element);
    ///     assert_eq!(list[at], element);
    /// });
    /// assert!(report.verdict.is_pass());
    /// ```
    ///
    /// # Panics
    ///
    /// If the list is empty and no case runs on this thread.
    #[track_caller]
    pub fn of<T>(self, list: &[T]) -> usize {
        match self.get(list.len()) {
            Some(position) => position,
            None => throw(Reason::Condition { place: Place::here(), tries: 1 }),
        }
    }
}

impl Arbitrary for Index {
    type Gen = Iso<Int<i64>, fn(i64) -> Index, fn(&Index) -> Option<i64>>;

    fn any() -> Self::Gen {
        Iso::new(i64::any(), Index, |index| Some(index.0))
    }
}
