//! Lazy parts: a value that is drawn on demand.

use std::cell::{OnceCell, RefCell};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Deref;
use std::rc::Rc;

use super::{Arbitrary, Closed, Draw, Gen};
use crate::choices::{Choices, Writer};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Growth, LazySource, Look, Reason, Reject, Source, Unseen, throw};
use crate::space::{NodeId, Shape, Sketch};

/// The label of the span.
pub const LAZY: &str = "lazy";

/// A lazy part of a value: it is drawn on demand.
///
/// `*part` forces it. A part that a property never forced does not matter to it: it is shown as `_`, a random
/// case does not pay for it, and an [exhaustive search](crate::exhaustively) settles all values of it in one run.
///
/// ```
/// use astragal::generators::Lazy;
/// use astragal::prelude::*;
///
/// let (left, right) = any::<(Lazy<u8>, Lazy<u8>)>().sample(1);
/// assert_eq!(format!("{left:?} {right:?}"), "_ _");
/// let number: u8 = *right;
/// assert_eq!(format!("{left:?} {right:?}"), format!("_ {number}"));
/// ```
///
/// Types may recur through it:
///
/// ```
/// use astragal::generators::Lazy;
/// use astragal::prelude::*;
///
/// #[derive(Debug, Clone, PartialEq, Arbitrary)]
/// enum Tree { Leaf, Node(Lazy<Tree>, Lazy<u8>, Lazy<Tree>) }
///
/// fn leftmost(tree: &Tree) -> Option<u8> {
///     let Tree::Node(left, key, _) = tree else { return None };
///     leftmost(left).or(Some(**key))
/// }
/// let tree = any::<Tree>().sample(3);
/// assert!(leftmost(&tree).is_some());
/// assert!(format!("{tree:?}").contains('_'), "the keys on the right were never drawn");
/// ```
///
/// In a property, a failing case is shown with `_` for the parts that the property does not force. (In a child process
/// and in an async property it is shown with all of its parts.) Enumerated cases, and so all of a property with
/// `exhaustive = 500`, go by what it forces, those first whose choices are closest to the simplest:
///
/// ```
/// use astragal::generators::{Lazy, LazyList, lazy};
/// use astragal::prelude::*;
/// use astragal::Check;
/// use astragal::report::Verdict;
///
/// // The comment is looked at if the stars are few: 6 runs settle 5 x 2 x 256 reviews.
/// let reviews = (lazy(1..=5u8), any::<Lazy<bool>>(), any::<Lazy<u8>>());
/// let report = Check::new().seed(1).run(reviews, |(stars, has_comment, _)| *stars > 1 || *has_comment || !*has_comment);
/// assert_eq!((report.verdict, report.statistics.cases), (Verdict::PassedExhaustively, 6));
///
/// let report = Check::new().seed(1).run(any::<(Lazy<u32>, LazyList<u8>)>(), |(_, list)| list.iter().all(|item| **item < 9));
/// assert_eq!(report.failures[0].minimal.drawn[0].text, "(_, [9, ..])");
/// ```
///
/// Copies share the part, so it is drawn once. Comparing two parts forces both; showing one does not force it. A part whose
/// generator rejects ends the test case, which is then rejected; outside of a property it is a panic.
pub struct Lazy<T>(Rc<Part<T>>);

struct Part<T> {
    value: OnceCell<T>,
    pending: RefCell<Pending<T>>,
    /// The choices that it took, if they are recorded.
    written: OnceCell<Box<Writer>>,
}

enum Pending<T> {
    /// It is there, or is being drawn.
    Nothing,
    /// By a generator, which for most types takes no memory.
    Draw(LazySource, Box<dyn Draw<Value = T>>),
    /// It was drawn at once, and is hidden until it is forced.
    Hidden(T, Look),
    /// It was drawn, and there is none.
    Rejected(Reason),
}

impl<T> Part<T> {
    fn new(pending: Pending<T>) -> Part<T> {
        Part { value: OnceCell::new(), pending: RefCell::new(pending), written: OnceCell::new() }
    }

    fn look(&self) -> Result<&T, Reason> {
        match self.value.get() {
            Some(value) => Ok(value),
            None => self.look_first(),
        }
    }

    fn look_first(&self) -> Result<&T, Reason> {
        let (lazy, generator) = match self.pending.replace(Pending::Nothing) {
            Pending::Draw(lazy, generator) => (lazy, generator),
            Pending::Hidden(value, look) => {
                look.happened();
                return Ok(self.value.get_or_init(|| value));
            }
            Pending::Rejected(reason) => {
                self.pending.replace(Pending::Rejected(reason.clone()));
                return Err(reason);
            }
            Pending::Nothing => {
                let message = "a lazy part was forced while it was drawn".into();
                return Err(Reason::Usage { place: None, message });
            }
        };
        let mut src = lazy.source();
        match generator.draw(&mut src) {
            Ok(value) => {
                if lazy.is_recorded() {
                    let _ = self.written.set(Box::new(src.written()));
                }
                lazy.spare(src);
                Ok(self.value.get_or_init(|| value))
            }
            Err(_) => {
                let reason = src.reason().cloned().unwrap_or(Reason::Overrun);
                self.pending.replace(Pending::Rejected(reason.clone()));
                Err(reason)
            }
        }
    }

    /// The choices of the simplest value, if the part was not forced, and if it has that value.
    ///
    /// If it has not, and a decider on demand was not asked: those of any value. Asking now would force the part.
    fn simplest(&self) -> Option<Writer> {
        let pending = self.pending.borrow();
        let Pending::Draw(lazy, generator) = &*pending else { return None };
        let mut src = Source::replay(Choices::default()).recording();
        if generator.draw(&mut src).is_ok() {
            return Some(src.written());
        }
        if lazy.is_random() {
            return None;
        }
        let mut src = Source::random(0).recording();
        generator.draw(&mut src).ok()?;
        let choices = src.recorded();
        let mut writer = Writer::default();
        choices.units().for_each(|unit| writer.copy(&choices, unit));
        Some(writer)
    }
}

impl<T: 'static> Lazy<T> {
    fn later(lazy: LazySource, generator: Box<dyn Draw<Value = T>>) -> Lazy<T> {
        if !lazy.is_recorded() {
            return Lazy(Rc::new(Part::new(Pending::Draw(lazy, generator))));
        }
        let part = Rc::new(Part::new(Pending::Nothing));
        let looked_at = Rc::clone(&part);
        lazy.fill(move |unseen| {
            if unseen == Unseen::Simplest {
                if let Some(written) = looked_at.simplest() {
                    return written;
                }
            }
            // A part that has no value has no choices either.
            let _ = looked_at.look();
            looked_at.written.get().map_or_else(Writer::default, |written| Writer::clone(written))
        });
        part.pending.replace(Pending::Draw(lazy, generator));
        Lazy(part)
    }
}

impl<T> Lazy<T> {
    /// A part that is there already.
    pub fn new(value: T) -> Lazy<T> {
        let part = Part::new(Pending::Nothing);
        let _ = part.value.set(value);
        Lazy(Rc::new(part))
    }

    /// A part that is there, and is hidden until it is forced.
    fn hidden(value: T, look: Look) -> Lazy<T> {
        Lazy(Rc::new(Part::new(Pending::Hidden(value, look))))
    }

    /// Whether its value is there: it was forced, or was not lazy.
    pub fn is_drawn(&self) -> bool {
        self.0.value.get().is_some()
    }

    /// The value, if it was forced.
    pub fn get(&self) -> Option<&T> {
        self.0.value.get()
    }

    /// Whether there are copies.
    pub(super) fn is_shared(&self) -> bool {
        Rc::strong_count(&self.0) > 1
    }

    /// Whether its value was drawn, though it may be hidden, and is one of these.
    pub(super) fn is_drawn_and(&self, is_one: impl Fn(&T) -> bool) -> bool {
        match (self.get(), &*self.0.pending.borrow()) {
            (Some(value), _) | (None, Pending::Hidden(value, _)) => is_one(value),
            _ => false,
        }
    }

    /// The value, if it was drawn and there are no copies.
    pub(super) fn into_drawn(self) -> Option<T> {
        let part = Rc::into_inner(self.0)?;
        match (part.value.into_inner(), part.pending.into_inner()) {
            (Some(value), _) | (None, Pending::Hidden(value, _)) => Some(value),
            _ => None,
        }
    }
}

impl<T> Deref for Lazy<T> {
    type Target = T;

    #[track_caller]
    #[inline]
    fn deref(&self) -> &T {
        match self.0.look() {
            Ok(value) => value,
            Err(reason) => throw(reason),
        }
    }
}

impl<T> From<T> for Lazy<T> {
    fn from(value: T) -> Lazy<T> {
        Lazy::new(value)
    }
}

impl<T> Clone for Lazy<T> {
    fn clone(&self) -> Lazy<T> {
        Lazy(Rc::clone(&self.0))
    }
}

impl<T: fmt::Debug> fmt::Debug for Lazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Some(value) => value.fmt(f),
            None => f.write_str("_"),
        }
    }
}

impl<T: fmt::Display> fmt::Display for Lazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: PartialEq> PartialEq for Lazy<T> {
    fn eq(&self, other: &Lazy<T>) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Lazy<T> {}

impl<T: PartialOrd> PartialOrd for Lazy<T> {
    fn partial_cmp(&self, other: &Lazy<T>) -> Option<Ordering> {
        (**self).partial_cmp(&**other)
    }
}

impl<T: Ord> Ord for Lazy<T> {
    fn cmp(&self, other: &Lazy<T>) -> Ordering {
        (**self).cmp(&**other)
    }
}

impl<T: Hash> Hash for Lazy<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

/// Lazy parts of a generator. See [`lazy`].
#[derive(Clone, Copy, Debug)]
pub struct LazyOf<G>(pub(super) G);

/// Lazy values of a generator, drawn on demand. `any::<Lazy<T>>()` is short for
/// `lazy(any::<T>())`.
///
/// ```
/// use astragal::generators::lazy;
/// use astragal::prelude::*;
///
/// let (first, second) = (lazy(0..10u8), lazy(vec_of(any::<bool>(), 3))).sample(1);
/// assert_eq!(second.len(), 3);
/// assert_eq!(format!("{first:?}"), "_");
/// ```
pub fn lazy<G: Draw + 'static>(generator: G) -> LazyOf<Rc<G>> {
    LazyOf(Rc::new(generator))
}

impl<G: Draw<Value: 'static> + Clone + 'static> Draw for LazyOf<G> {
    type Value = Lazy<G::Value>;

    fn draw(&self, src: &mut Source) -> Result<Self::Value, Reject> {
        if let Some(lazy) = src.lazy(LAZY) {
            return Ok(Lazy::later(lazy, Box::new(self.0.clone())));
        }
        src.open(LAZY);
        src.has_room()?;
        let hides = src.hides_part();
        let value = self.0.draw(src)?;
        src.close();
        Ok(match hides {
            Some(look) => Lazy::hidden(value, look),
            None => Lazy::new(value),
        })
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let of = self.0.describe(sketch);
        sketch.add(Shape::Lazy { of })
    }

    #[inline(always)]
    fn growth(&self) -> Growth {
        self.0.growth()
    }
}

impl<G: Draw<Value: 'static> + Clone + 'static> Gen for LazyOf<G> {}

impl<G: Reflect<Value: 'static> + Clone + 'static> Reflect for LazyOf<G> {
    fn reflect(&self, value: &Self::Value, back: &mut Back) -> Result<(), Mismatch> {
        match value.0.look() {
            Ok(value) => back.span(LAZY, |back| back.part(&self.0, value).map(drop)),
            Err(reason) => Err(back.mismatch(format_args!("a lazy part has no value: {reason}"))),
        }
    }
}

impl<G: Closed + Draw<Value: 'static> + Clone + 'static> Closed for LazyOf<G> {}

/// The usual generator of a type, made when it is needed: so that it takes no room, and a type may recur through it.
pub struct Usual<T>(PhantomData<fn() -> T>);

impl<T> Usual<T> {
    pub(super) const fn new() -> Usual<T> {
        Usual(PhantomData)
    }
}

impl<T> Clone for Usual<T> {
    fn clone(&self) -> Usual<T> {
        *self
    }
}

impl<T> Copy for Usual<T> {}

impl<T> fmt::Debug for Usual<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Usual")
    }
}

impl<T: Arbitrary> Draw for Usual<T> {
    type Value = T;

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<T, Reject> {
        T::any().draw(src)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        T::any().describe(sketch)
    }

    fn growth(&self) -> Growth {
        T::any().growth()
    }
}

impl<T: Arbitrary<Gen: Reflect>> Reflect for Usual<T> {
    fn reflect(&self, value: &T, back: &mut Back) -> Result<(), Mismatch> {
        let generator = T::any();
        back.made(|back| generator.reflect(value, back))
    }
}

impl<T: Arbitrary<Gen: Closed>> Closed for Usual<T> {}

impl<T: Arbitrary> Arbitrary for Lazy<T> {
    type Gen = LazyOf<Usual<T>>;

    #[inline(always)]
    fn any() -> Self::Gen {
        LazyOf(Usual::new())
    }
}
