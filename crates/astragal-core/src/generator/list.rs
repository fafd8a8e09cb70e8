//! Lists: a length and the elements, in one span.

use std::collections::{BinaryHeap, LinkedList, VecDeque};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use super::forward::like_its_parts;
use super::{Any, Arbitrary, ArbitraryWith, Closed, Draw, IntoLength, SharedParams};
use crate::choices::Choices;
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::order::sort_by;
use crate::source::Length;
use crate::source::{Growth, Place, Reject, Source};
use crate::space::{ListKind, NodeId, Sketch};

/// For how many elements room is made before the first is there: a length that was given may be far too large.
#[inline(always)]
pub(super) const fn at_once<T>() -> usize {
    (1 << 20) / if size_of::<T>() == 0 { 1 } else { size_of::<T>() }
}

/// Vectors of elements of one generator. See [`vec_of`].
#[derive(Clone, Copy, Debug)]
pub struct VecOf<G> {
    element: G,
    length: Length,
}

/// Vectors of a length, with elements of a generator.
///
/// ```
/// use astragal::prelude::*;
///
/// let dice = vec_of(1..=6u8, 3);
/// assert_eq!(dice.sample(0).len(), 3);
///
/// let some = vec_of(any::<char>(), 1..=4);
/// assert!((1..=4).contains(&some.sample(0).len()));
/// ```
#[track_caller]
#[inline(always)]
pub fn vec_of<G: Draw>(element: G, length: impl IntoLength) -> VecOf<G> {
    VecOf { element, length: length.into_length().at(Place::here()) }
}

impl<G: Draw> Draw for VecOf<G> {
    type Value = Vec<G::Value>;

    #[inline(always)]
    fn draw(&self, src: &mut Source) -> Result<Vec<G::Value>, Reject> {
        draw_elements(src, "vec", &self.element, &self.length)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        sketch.list(ListKind::Sequence, self.length.min, self.length.max, &self.element)
    }

    #[inline(always)]
    fn growth(&self) -> Growth {
        self.length.growth(self.element.growth())
    }

    #[inline(always)]
    fn has_closures(&self) -> bool {
        self.element.has_closures()
    }
}

#[inline(always)]
fn draw_elements<G: Draw>(
    src: &mut Source,
    label: &'static str,
    element: &G,
    length: &Length,
) -> Result<Vec<G::Value>, Reject> {
    let list = match src.begin_list(label, length, element.growth(), size_of::<G::Value>()) {
        Ok(list) => list,
        Err(reject) => return Err(reject),
    };
    // Passed on as it is, also if it is a rejection: so it is made in place.
    let values = element.draw_vec(src, list.count);
    src.end_list(&list);
    values
}

impl<G: Reflect> Reflect for VecOf<G> {
    fn reflect(&self, value: &Vec<G::Value>, back: &mut Back) -> Result<(), Mismatch> {
        back.span("vec", |back| reflect_elements(back, &self.element, &self.length, value.len(), value.iter()))
    }
}

fn reflect_elements<'a, G: Reflect>(
    back: &mut Back,
    element: &G,
    length: &Length,
    count: usize,
    values: impl Iterator<Item = &'a G::Value>,
) -> Result<(), Mismatch>
where
    G::Value: 'a,
{
    length.reflect(count, back)?;
    for value in values {
        back.part(element, value)?;
    }
    Ok(())
}

impl<G: Closed> Closed for VecOf<G> {}

impl<T: Arbitrary> Arbitrary for Vec<T> {
    type Gen = VecOf<Any<T>>;

    #[inline(always)]
    fn any() -> Self::Gen {
        VecOf { element: T::any(), length: Length::open() }
    }
}

impl<T: ArbitraryWith> ArbitraryWith for Vec<T> {
    type Params = T::Params;
    type Gen = VecOf<T::Gen>;

    fn any_with(params: SharedParams<T::Params>) -> Self::Gen {
        VecOf { element: T::any_with(params), length: Length::open() }
    }
}

/// Any other list that is made of a vector and can be looked through: a queue, a linked list, a heap, a boxed slice.
pub struct ListOf<C, G> {
    element: G,
    length: Length,
    list: PhantomData<fn() -> C>,
}

like_its_parts!(ListOf<C; G> { element, length, list });

impl<C: List> ListOf<C, Any<C::Element>>
where
    C::Element: Arbitrary,
{
    #[inline(always)]
    fn any() -> Self {
        ListOf { element: any_element::<C>(), length: Length::open(), list: PhantomData }
    }
}

#[inline(always)]
fn any_element<C: List>() -> Any<C::Element>
where
    C::Element: Arbitrary,
{
    C::Element::any()
}

/// A list that is made of a vector.
pub trait List {
    /// What it holds.
    type Element;
    /// The label of its span.
    const LABEL: &'static str;
    /// What makes two of them equal.
    const KIND: ListKind;
    /// Makes it.
    fn from_vec(elements: Vec<Self::Element>) -> Self;
    /// Looks through it.
    fn elements(&self) -> impl Iterator<Item = &Self::Element>;
}

impl<C: List, G: Draw<Value = C::Element>> Draw for ListOf<C, G> {
    type Value = C;

    fn draw(&self, src: &mut Source) -> Result<C, Reject> {
        draw_elements(src, C::LABEL, &self.element, &self.length).map(C::from_vec)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        sketch.list(C::KIND, self.length.min, self.length.max, &self.element)
    }

    #[inline(always)]
    fn growth(&self) -> Growth {
        self.length.growth(self.element.growth())
    }
}

impl<C: List, G: Reflect<Value = C::Element>> Reflect for ListOf<C, G> {
    fn reflect(&self, value: &C, back: &mut Back) -> Result<(), Mismatch> {
        back.span(C::LABEL, |back| {
            let count = value.elements().count();
            if C::KIND == ListKind::Sequence {
                return reflect_elements(back, &self.element, &self.length, count, value.elements());
            }
            self.length.reflect(count, back)?;
            reflect_unordered(back, value.elements(), |element, back| back.part(&self.element, element).map(drop))
        })
    }
}

/// Writes parts whose order says nothing in the order of their choices, so that equal values have equal choices.
pub(super) fn reflect_unordered<T>(
    back: &mut Back,
    parts: impl Iterator<Item = T>,
    mut reflect: impl FnMut(T, &mut Back) -> Result<(), Mismatch>,
) -> Result<(), Mismatch> {
    let mut written = Vec::new();
    for part in parts {
        written.push(back.apart(|back| reflect(part, back))?);
    }
    copy_in_order(back, written);
    Ok(())
}

/// Apart from [`reflect_unordered`], so that sorting is compiled once and not for every generator.
fn copy_in_order(back: &mut Back, mut written: Vec<Choices>) {
    sort_by(&mut written, |one, other| one.shortlex(other));
    for part in &written {
        back.copy(part);
    }
}

impl<C: List, G: Closed + Draw<Value = C::Element>> Closed for ListOf<C, G> {}

macro_rules! lists {
    ($($list:ty, $label:literal, $kind:ident $(, $bound:path)?;)+) => {$(
        impl<T $(: $bound)?> List for $list {
            type Element = T;
            const LABEL: &'static str = $label;
            const KIND: ListKind = ListKind::$kind;

            fn from_vec(elements: Vec<T>) -> Self {
                elements.into()
            }

            fn elements(&self) -> impl Iterator<Item = &T> {
                self.iter()
            }
        }

        impl<T: Arbitrary $(+ $bound)?> Arbitrary for $list {
            type Gen = ListOf<$list, Any<T>>;

            fn any() -> Self::Gen {
                ListOf::any()
            }
        }
    )+};
}

lists! {
    VecDeque<T>, "queue", Sequence;
    BinaryHeap<T>, "heap", Bag, Ord;
    Box<[T]>, "slice", Sequence;
    Rc<[T]>, "slice", Sequence;
    Arc<[T]>, "slice", Sequence;
}

impl<T> List for LinkedList<T> {
    type Element = T;
    const LABEL: &'static str = "linked";
    const KIND: ListKind = ListKind::Sequence;

    fn from_vec(elements: Vec<T>) -> Self {
        elements.into_iter().collect()
    }

    fn elements(&self) -> impl Iterator<Item = &T> {
        self.iter()
    }
}

impl<T: Arbitrary> Arbitrary for LinkedList<T> {
    type Gen = ListOf<LinkedList<T>, Any<T>>;

    fn any() -> Self::Gen {
        ListOf::any()
    }
}
