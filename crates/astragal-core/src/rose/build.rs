//! Trees to begin with: of integers and of lists.

use std::rc::Rc;

use super::Rose;

/// An integer type: it knows the way from one number towards another.
pub trait Towards: Copy + 'static {
    /// The numbers between this one and an origin, in the order in which to try them: the origin itself, then half the
    /// way, a quarter of it, and so on to the next neighbor.
    ///
    /// ```
    /// use astragal::shrink::Towards;
    ///
    /// assert_eq!(20u8.towards(0).collect::<Vec<_>>(), [0, 10, 15, 18, 19]);
    /// assert_eq!((-3i8).towards(0).collect::<Vec<_>>(), [0, -2]);
    /// assert_eq!(7u32.towards(7).count(), 0);
    /// ```
    fn towards(self, origin: Self) -> impl Iterator<Item = Self> + 'static;
}

macro_rules! towards {
    ($($type:ident)+) => {$(
        impl Towards for $type {
            fn towards(self, origin: $type) -> impl Iterator<Item = $type> + 'static {
                let whole = self.abs_diff(origin);
                let parts = std::iter::successors(Some(whole), |part| Some(part / 2)).take_while(|&part| part > 0);
                // A distance may be too large for a signed type; the wrapped one leads to the same number.
                parts.map(move |part| {
                    if self > origin { self.wrapping_sub(part as $type) } else { self.wrapping_add(part as $type) }
                })
            }
        }
    )+};
}

towards!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

impl<T: Towards> Rose<T> {
    /// A number that shrinks towards an origin.
    ///
    /// ```
    /// use astragal::shrink::Rose;
    ///
    /// let year = Rose::towards(2000, 1912);
    /// assert_eq!(*year.minimal(|year| *year < 1950).root(), 1949);
    /// ```
    pub fn towards(origin: T, number: T) -> Rose<T> {
        Rose::unfold(number, move |number| number.towards(origin))
    }
}

impl<T: Clone + 'static> Rose<Vec<T>> {
    /// A list of elements that shrink: first without some of them (all, then halves, and so on to single ones), then with
    /// one of them shrunk.
    ///
    /// It is not a product of its elements, which would always have the same length.
    ///
    /// ```
    /// use astragal::shrink::Rose;
    ///
    /// let list = Rose::list((0..50).map(|n| Rose::towards(0, n)).collect());
    /// assert_eq!(*list.minimal(|list| list.iter().sum::<i32>() >= 60).root(), [11, 49]);
    /// ```
    pub fn list(elements: Vec<Rose<T>>) -> Rose<Vec<T>> {
        let root = elements.iter().map(|element| element.root().clone()).collect();
        let elements: Rc<[Rose<T>]> = elements.into();
        Rose::new(root, move |_| {
            let (len, all, each) = (elements.len(), Rc::clone(&elements), Rc::clone(&elements));
            let fewer = len.towards(0).flat_map(move |kept| {
                let (all, gone) = (Rc::clone(&all), len - kept);
                (0..len).step_by(gone).map(move |at| {
                    let rest = all[(at + gone).min(len)..].iter();
                    Rose::list(all[..at].iter().chain(rest).cloned().collect())
                })
            });
            let simpler = (0..len).flat_map(move |at| {
                let each = Rc::clone(&each);
                each[at].shrinks().map(move |shrink| {
                    let mut elements = each.to_vec();
                    elements[at] = shrink;
                    Rose::list(elements)
                })
            });
            fewer.chain(simpler)
        })
    }
}
