//! Lazy lists: drawn on demand, as far as they are read.

use std::fmt;
use std::rc::Rc;

use super::lazy::{Lazy, LazyOf, Usual};
use super::{Arbitrary, Closed, Draw, Gen, OptionOf, option_of};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Growth, Reject, Source};
use crate::space::{NodeId, Sketch};

/// A lazy list: its length and its elements are drawn on demand, as far as it is read.
///
/// ```
/// use astragal::generators::LazyList;
/// use astragal::prelude::*;
///
/// let list = any::<LazyList<u8>>().sample(2);
/// let first_two: Vec<u8> = list.iter().take(2).map(|element| **element).collect();
/// assert_eq!(format!("{list:?}"), format!("[{}, {}, ..]", first_two[0], first_two[1]));
/// ```
pub struct LazyList<T>(Link<T>);

/// The element at the front and the others, if there are any.
type Link<T> = Lazy<Option<(Lazy<T>, LazyList<T>)>>;

impl<T> LazyList<T> {
    /// The elements, each perhaps not yet drawn. Whether there is another one is drawn on demand.
    pub fn iter(&self) -> LazyListIter<'_, T> {
        LazyListIter(self)
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The element at the front and the others.
    pub fn split_first(&self) -> Option<(&Lazy<T>, &LazyList<T>)> {
        self.0.as_ref().map(|(first, rest)| (first, rest))
    }
}

/// See [`LazyList::iter`].
#[derive(Debug)]
pub struct LazyListIter<'a, T>(&'a LazyList<T>);

impl<'a, T> Iterator for LazyListIter<'a, T> {
    type Item = &'a Lazy<T>;

    fn next(&mut self) -> Option<&'a Lazy<T>> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }
}

impl<'a, T> IntoIterator for &'a LazyList<T> {
    type Item = &'a Lazy<T>;
    type IntoIter = LazyListIter<'a, T>;

    fn into_iter(self) -> LazyListIter<'a, T> {
        self.iter()
    }
}

impl<T> FromIterator<T> for LazyList<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> LazyList<T> {
        let elements: Vec<T> = elements.into_iter().collect();
        let end = LazyList(Lazy::new(None));
        elements.into_iter().rfold(end, |rest, element| LazyList(Lazy::new(Some((Lazy::new(element), rest)))))
    }
}

impl<T> Drop for LazyList<T> {
    /// Link by link, since a list may be longer than the stack is deep.
    fn drop(&mut self) {
        if self.0.is_shared() || !self.0.is_drawn_and(Option::is_some) {
            return;
        }
        let end = Lazy::new(None);
        let mut link = std::mem::replace(&mut self.0, end.clone());
        while let Some(Some((_, mut rest))) = link.into_drawn() {
            link = std::mem::replace(&mut rest.0, end.clone());
        }
    }
}

impl<T> Clone for LazyList<T> {
    fn clone(&self) -> LazyList<T> {
        LazyList(self.0.clone())
    }
}

impl<T: fmt::Debug> fmt::Debug for LazyList<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The part of the list that was not forced.
        struct Rest;
        impl fmt::Debug for Rest {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("..")
            }
        }
        let mut shown = f.debug_list();
        let mut list = self;
        loop {
            match list.0.get() {
                Some(Some((first, rest))) => {
                    shown.entry(first);
                    list = rest;
                }
                Some(None) => return shown.finish(),
                None => return shown.entry(&Rest).finish(),
            }
        }
    }
}

impl<T: PartialEq> PartialEq for LazyList<T> {
    fn eq(&self, other: &LazyList<T>) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: Eq> Eq for LazyList<T> {}

/// Lazy lists of a generator's values. See [`lazy_list_of`].
pub struct LazyListOf<G>(Rc<Elements<G>>);

#[derive(Debug)]
struct Elements<G>(G);

/// Lazy lists of a generator's values: both their length and their elements are drawn on demand.
///
/// ```
/// use astragal::generators::lazy_list_of;
/// use astragal::prelude::*;
///
/// let digits = lazy_list_of(0..10u8);
/// let list = digits.sample(2);
/// assert!(list.iter().all(|digit| **digit < 10));
/// let choices = digits.choices_of(&list).unwrap();
/// assert_eq!(digits.replay(&choices).unwrap(), list);
/// ```
pub fn lazy_list_of<G: Draw<Value: 'static> + 'static>(elements: G) -> LazyListOf<Rc<G>> {
    LazyListOf::new(Rc::new(elements))
}

impl<G> LazyListOf<G> {
    fn new(elements: G) -> LazyListOf<G> {
        LazyListOf(Rc::new(Elements(elements)))
    }

    fn link(&self) -> LazyOf<LinkOf<G>> {
        LazyOf(LinkOf(self.clone()))
    }
}

impl<G> Clone for LazyListOf<G> {
    fn clone(&self) -> LazyListOf<G> {
        LazyListOf(Rc::clone(&self.0))
    }
}

impl<G: fmt::Debug> fmt::Debug for LazyListOf<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LazyListOf").field(&self.0.0).finish()
    }
}

impl<G: Draw<Value: 'static> + Clone + 'static> Draw for LazyListOf<G> {
    type Value = LazyList<G::Value>;

    fn draw(&self, src: &mut Source) -> Result<Self::Value, Reject> {
        // Each link costs one of the size.
        let outer = src.set_size(src.steering_size().saturating_sub(1));
        let link = self.link().draw(src);
        src.set_size(outer);
        link.map(LazyList)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        sketch.shared(&*self.0, "lazy list", |sketch| self.link().describe(sketch))
    }

    fn growth(&self) -> Growth {
        Growth::Recursive
    }
}

impl<G: Draw<Value: 'static> + Clone + 'static> Gen for LazyListOf<G> {}

impl<G: Reflect<Value: 'static> + Clone + 'static> Reflect for LazyListOf<G> {
    fn reflect(&self, value: &Self::Value, back: &mut Back) -> Result<(), Mismatch> {
        self.link().reflect(&value.0, back)
    }
}

impl<G: Closed + Draw<Value: 'static> + Clone + 'static> Closed for LazyListOf<G> {}

/// One link of a list: nothing, or an element and the rest.
struct LinkOf<G>(LazyListOf<G>);

impl<G: Draw<Value: 'static> + Clone + 'static> LinkOf<G> {
    fn as_option(&self) -> OptionOf<(LazyOf<G>, LazyListOf<G>)> {
        option_of((LazyOf(self.0.0.0.clone()), self.0.clone()))
    }
}

impl<G> Clone for LinkOf<G> {
    fn clone(&self) -> LinkOf<G> {
        LinkOf(self.0.clone())
    }
}

impl<G: Draw<Value: 'static> + Clone + 'static> Draw for LinkOf<G> {
    type Value = Option<(Lazy<G::Value>, LazyList<G::Value>)>;

    fn draw(&self, src: &mut Source) -> Result<Self::Value, Reject> {
        self.as_option().draw(src)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        self.as_option().describe(sketch)
    }

    fn growth(&self) -> Growth {
        Growth::Recursive
    }
}

impl<G: Reflect<Value: 'static> + Clone + 'static> Reflect for LinkOf<G> {
    fn reflect(&self, value: &Self::Value, back: &mut Back) -> Result<(), Mismatch> {
        self.as_option().reflect(value, back)
    }
}

impl<G: Closed + Draw<Value: 'static> + Clone + 'static> Closed for LinkOf<G> {}

impl<T: Arbitrary> Arbitrary for LazyList<T> {
    type Gen = LazyListOf<Usual<T>>;

    fn any() -> Self::Gen {
        LazyListOf::new(Usual::new())
    }
}
