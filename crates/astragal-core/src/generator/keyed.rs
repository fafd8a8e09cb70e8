//! The generator of collections without duplicates.
//!
//! A length, then the entries. At random a duplicate is drawn again, which leaves no trace; where the choices are given
//! a duplicate is dropped. Either way the length that is recorded is the true one.

use std::marker::PhantomData;

use super::forward::like_its_parts;
use super::list::{at_once, reflect_unordered};
use super::{Closed, Draw, Just};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::Length;
use crate::source::{Growth, Place, Reject, Source};
use crate::space::{ListKind, NodeId, Shape, Sketch};

/// How often a key is drawn again before the collection stays smaller than it was to be.
const TRIES: u32 = 16;
/// How often, times the keys that there are already, if it would then be smaller than it may be. A possible size is
/// found but for one case in a billion.
const TRIES_IN_NEED: u32 = 20;

/// A collection of entries with distinct keys. A set has the value `()`.
pub trait Keyed: Sized {
    /// What no two entries share.
    type Key;
    /// What each entry holds besides.
    type Value;
    /// The finished collection.
    type Whole;
    /// The label of its span.
    const LABEL: &'static str;
    /// What makes two of them equal.
    const KIND: ListKind;

    /// An empty one.
    fn with_capacity(entries: usize) -> Self;
    /// How many entries it has.
    fn count(&self) -> usize;
    /// Whether an entry has this key.
    fn has(&self, key: &Self::Key) -> bool;
    /// Adds an entry with a new key.
    fn add(&mut self, key: Self::Key, value: Self::Value);
    /// The finished collection.
    fn finish(self) -> Self::Whole;
    /// The first entry whose key is that of an earlier one, where the finished collection can have such.
    fn repeated(_whole: &Self::Whole) -> Option<usize> {
        None
    }
    /// Looks through a finished collection.
    fn entries<'a>(whole: &'a Self::Whole) -> impl Iterator<Item = (&'a Self::Key, &'a Self::Value)>
    where
        Self::Key: 'a,
        Self::Value: 'a;
}

/// Collections without duplicates: keys and values of two generators. See [`hash_map_of`](crate::hash_map_of) and its siblings.
pub struct KeyedOf<C, K, V> {
    key: K,
    value: V,
    length: Length,
    place: Option<Place>,
    collection: PhantomData<fn() -> C>,
}

like_its_parts!(KeyedOf<C; K, V> { key, value, length, place, collection });

/// Sets and the like: their entries are just keys.
pub type SetOf<C, K> = KeyedOf<C, K, Just<()>>;

impl<C: Keyed, K: Draw<Value = C::Key>, V: Draw<Value = C::Value>> KeyedOf<C, K, V> {
    const IS_MAP: bool = matches!(C::KIND, ListKind::Map);

    pub(super) fn new(key: K, value: V, length: Length, place: Option<Place>) -> Self {
        KeyedOf { key, value, length, place, collection: PhantomData }
    }

    fn entry_growth(&self) -> Growth {
        self.key.growth().max(self.value.growth())
    }

    /// There were too few different keys. It is a usage error if there are no more.
    #[cold]
    fn too_few(&self, src: &mut Source, tries: u32) -> Reject {
        let (min, most) = (self.length.min, self.key.space().most_values());
        match most.filter(|most| *most < min as u64) {
            Some(most) => {
                src.no_value(self.place, format!("{min} distinct values are required, but there are only {most}"))
            }
            None => src.reject_at(self.place.unwrap_or(Place::here()), tries),
        }
    }

    /// A new entry, or `None` if the key is there already.
    #[allow(clippy::type_complexity)]
    fn draw_entry(&self, src: &mut Source, so_far: &C) -> Result<Option<(C::Key, C::Value)>, Reject> {
        if !Self::IS_MAP {
            let key = self.key.draw(src)?;
            return if so_far.has(&key) { Ok(None) } else { Ok(Some((key, self.value.draw(src)?))) };
        }
        src.open("entry");
        let key = self.key.draw(src)?;
        let is_new = !so_far.has(&key);
        // Where the choices are given, the value of a duplicate is skipped with its span.
        let entry = if is_new { Some((key, self.value.draw(src)?)) } else { None };
        src.close();
        Ok(entry)
    }
}

impl<C: Keyed, K: Draw<Value = C::Key>, V: Draw<Value = C::Value>> Draw for KeyedOf<C, K, V> {
    type Value = C::Whole;

    fn draw(&self, src: &mut Source) -> Result<C::Whole, Reject> {
        let list = src.begin_list(C::LABEL, &self.length, self.entry_growth(), size_of::<C::Key>())?;
        let wanted = list.count;
        let mut whole = C::with_capacity(wanted.min(at_once::<(C::Key, C::Value)>()));
        let mut duplicates = 0;
        let mut read = 0;
        let mut tries = TRIES;
        while whole.count() < wanted {
            if duplicates == tries {
                if whole.count() >= self.length.min || tries > TRIES {
                    break;
                }
                // Only now is it drawn without any bias: a bias to few numbers, say, would never yield enough.
                src.moody().calm_down();
                tries += TRIES_IN_NEED.saturating_mul(whole.count() as u32);
            }
            if src.is_given() {
                if read == wanted {
                    break;
                }
                read += 1;
            }
            let start = src.retry_point();
            match self.draw_entry(src, &whole)? {
                Some((key, value)) => {
                    whole.add(key, value);
                    (duplicates, tries) = (0, TRIES);
                }
                None => {
                    src.rewind(start);
                    duplicates += u32::from(!src.is_given());
                }
            }
        }
        src.end_list(&list);
        if whole.count() < self.length.min {
            return Err(self.too_few(src, tries));
        }
        if whole.count() < wanted {
            src.amend(list.written_at, (whole.count() - self.length.min) as u64);
        }
        Ok(whole.finish())
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let (min, max) = (self.length.min, self.length.max);
        let key = self.key.describe(sketch);
        let element = if Self::IS_MAP {
            let value = self.value.describe(sketch);
            sketch.add(Shape::Product(vec![key, value]))
        } else {
            key
        };
        sketch.add(Shape::List { kind: C::KIND, min, max, element })
    }

    fn growth(&self) -> Growth {
        self.length.growth(self.entry_growth())
    }
}

impl<C: Keyed, K: Reflect<Value = C::Key>, V: Reflect<Value = C::Value>> Reflect for KeyedOf<C, K, V> {
    fn reflect(&self, whole: &C::Whole, back: &mut Back) -> Result<(), Mismatch> {
        let entry = |(key, value): (&C::Key, &C::Value), back: &mut Back| {
            let parts = |back: &mut Back| {
                back.part(&self.key, key)?;
                back.part(&self.value, value).map(drop)
            };
            if Self::IS_MAP { back.span("entry", parts) } else { parts(back) }
        };
        back.span(C::LABEL, |back| {
            self.length.reflect(C::entries(whole).count(), back)?;
            if let Some(at) = C::repeated(whole) {
                return Err(back.mismatch(format_args!("the element at {at} is a duplicate")));
            }
            if C::KIND != ListKind::Distinct {
                return reflect_unordered(back, C::entries(whole), entry);
            }
            C::entries(whole).try_for_each(|one| entry(one, back))
        })
    }
}

impl<C, K, V> Closed for KeyedOf<C, K, V>
where
    C: Keyed,
    K: Closed + Draw<Value = C::Key>,
    V: Closed + Draw<Value = C::Value>,
{
}
