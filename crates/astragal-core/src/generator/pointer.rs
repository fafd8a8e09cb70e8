//! Types that only wrap another: pointers and cells. They add no choice and no span.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use super::forward::{like_its_parts, pass_on};
use super::{Any, Arbitrary, Closed, Draw};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Reject, Source};

/// A type that wraps one value of another.
pub trait Wrapper {
    /// What it wraps.
    type Inner;

    /// Wraps a value.
    fn wrap(inner: Self::Inner) -> Self;

    /// Whether `look` sees a copy.
    const COPIES: bool = false;

    /// Looks at the value inside.
    fn look<R>(&self, at: impl FnOnce(&Self::Inner) -> R) -> R;
}

/// Values of a generator, wrapped: `any::<Box<T>>()` and the like.
///
/// ```
/// use astragal::prelude::*;
/// use std::rc::Rc;
///
/// let (value, choices) = any::<Rc<u8>>().record(3).unwrap();
/// assert_eq!(any::<u8>().replay(&choices).unwrap(), *value); // the pointer leaves no trace
/// ```
pub struct Wrapped<W, G> {
    inner: G,
    wrapper: PhantomData<fn() -> W>,
}

like_its_parts!(Wrapped<W; G> { inner, wrapper });

impl<W, G> Wrapped<W, G> {
    #[inline(always)]
    pub(super) const fn new(inner: G) -> Wrapped<W, G> {
        Wrapped { inner, wrapper: PhantomData }
    }
}

impl<W: Wrapper, G: Draw<Value = W::Inner>> Draw for Wrapped<W, G> {
    type Value = W;

    #[inline(always)]
    fn draw(&self, src: &mut Source) -> Result<W, Reject> {
        match self.inner.draw(src) {
            Ok(value) => Ok(W::wrap(value)),
            Err(reject) => Err(reject),
        }
    }

    pass_on!(inner: describe, growth, has_closures);
}

impl<W: Wrapper, G: Reflect<Value = W::Inner>> Reflect for Wrapped<W, G> {
    fn reflect(&self, value: &W, back: &mut Back) -> Result<(), Mismatch> {
        // A cell gives a copy of what is in it, which is gone afterwards.
        value
            .look(|inner| {
                if W::COPIES { back.made(|back| back.part(&self.inner, inner)) } else { back.part(&self.inner, inner) }
            })
            .map(drop)
    }
}

impl<W: Wrapper, G: Closed + Draw<Value = W::Inner>> Closed for Wrapped<W, G> {}

/// Wrappers by how a value goes in (`wrap`) and how it is seen inside (`look`).
macro_rules! wrappers {
    ($($wrapper:ty $(where $bound:path)?, $(copies: $copies:literal,)? wrap: $wrap:expr, look: |$value:ident| $look:expr;)+) => {$(
        impl<T $(: $bound)?> Wrapper for $wrapper {
            type Inner = T;
            $(const COPIES: bool = $copies;)?

            #[inline(always)]
            fn wrap(inner: T) -> Self {
                $wrap(inner)
            }

            #[inline(always)]
            fn look<R>(&self, at: impl FnOnce(&T) -> R) -> R {
                let $value = self;
                at(&$look)
            }
        }

        impl<T: Arbitrary $(+ $bound)?> Arbitrary for $wrapper {
            type Gen = Wrapped<$wrapper, Any<T>>;

            #[inline(always)]
            fn any() -> Self::Gen {
                Wrapped::new(T::any())
            }
        }

        impl<T: $crate::ArbitraryWith $(+ $bound)?> $crate::ArbitraryWith for $wrapper {
            type Params = T::Params;
            type Gen = Wrapped<$wrapper, T::Gen>;

            fn any_with(params: $crate::SharedParams<T::Params>) -> Self::Gen {
                Wrapped::new(T::any_with(params))
            }
        }
    )+};
}
pub(super) use wrappers;

wrappers! {
    Box<T>, wrap: Box::new, look: |pointer| **pointer;
    Rc<T>, wrap: Rc::new, look: |pointer| **pointer;
    Arc<T>, wrap: Arc::new, look: |pointer| **pointer;
    Cow<'static, T> where Clone, wrap: Cow::Owned, look: |cow| **cow;
    Cell<T> where Copy, copies: true, wrap: Cell::new, look: |cell| cell.get();
    RefCell<T>, wrap: RefCell::new, look: |cell| *cell.borrow();
    Mutex<T>, wrap: Mutex::new, look: |mutex| *mutex.lock().unwrap_or_else(PoisonError::into_inner);
}
