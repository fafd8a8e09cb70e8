//! Sets, maps, and vectors of distinct elements.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash, Hasher};

use super::keyed::{Keyed, KeyedOf, SetOf};
use super::{Any, Arbitrary, ArbitraryWith, Draw, IntoLength, SharedParams, just};
use crate::source::Length;
use crate::source::Place;
use crate::space::ListKind;

/// A map, or a set as a map to `()`.
macro_rules! keyed {
    ($label:literal, $kind:ident, $key:ty => $value:ty, $empty:expr, $has:ident, $add:expr, $entries:expr) => {
        type Key = $key;
        type Value = $value;
        type Whole = Self;
        const LABEL: &'static str = $label;
        const KIND: ListKind = ListKind::$kind;

        fn with_capacity(entries: usize) -> Self {
            $empty(entries)
        }

        fn count(&self) -> usize {
            self.len()
        }

        fn has(&self, key: &$key) -> bool {
            self.$has(key)
        }

        fn add(&mut self, key: $key, value: $value) {
            $add(self, key, value);
        }

        fn finish(self) -> Self {
            self
        }

        fn entries<'a>(whole: &'a Self) -> impl Iterator<Item = (&'a $key, &'a $value)>
        where
            $key: 'a,
            $value: 'a,
        {
            $entries(whole)
        }
    };
}

impl<K: Eq + Hash, V, S: BuildHasher + Default> Keyed for HashMap<K, V, S> {
    keyed!("map", Map, K => V, |entries| HashMap::with_capacity_and_hasher(entries, S::default()), contains_key,
        HashMap::insert, HashMap::iter);
}

impl<K: Ord, V> Keyed for BTreeMap<K, V> {
    keyed!("map", Map, K => V, |_| BTreeMap::new(), contains_key, BTreeMap::insert, BTreeMap::iter);
}

impl<T: Eq + Hash, S: BuildHasher + Default> Keyed for HashSet<T, S> {
    keyed!("set", Set, T => (), |entries| HashSet::with_capacity_and_hasher(entries, S::default()), contains,
        |set: &mut Self, key, ()| set.insert(key), |set| Self::iter(set).map(|key| (key, &())));
}

impl<T: Ord> Keyed for BTreeSet<T> {
    keyed!("set", Set, T => (), |_| BTreeSet::new(), contains,
        |set: &mut Self, key, ()| set.insert(key), |set| Self::iter(set).map(|key| (key, &())));
}

/// A vector of distinct elements that is being filled. See [`unique_vec_of`].
#[derive(Debug)]
pub struct Distinct<T> {
    elements: Vec<T>,
    /// Where the elements of each hash are. (The elements themselves cannot be in a set and in the vector.)
    by_hash: HashMap<u64, Vec<usize>>,
}

fn hash_of(element: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    element.hash(&mut hasher);
    hasher.finish()
}

impl<T: Eq + Hash> Keyed for Distinct<T> {
    type Key = T;
    type Value = ();
    type Whole = Vec<T>;
    const LABEL: &'static str = "unique";
    const KIND: ListKind = ListKind::Distinct;

    fn with_capacity(entries: usize) -> Self {
        Distinct { elements: Vec::with_capacity(entries), by_hash: HashMap::new() }
    }

    fn count(&self) -> usize {
        self.elements.len()
    }

    fn has(&self, key: &T) -> bool {
        let alike = self.by_hash.get(&hash_of(key));
        alike.is_some_and(|alike| alike.iter().any(|&at| self.elements[at] == *key))
    }

    fn add(&mut self, key: T, (): ()) {
        self.by_hash.entry(hash_of(&key)).or_default().push(self.elements.len());
        self.elements.push(key);
    }

    fn finish(self) -> Vec<T> {
        self.elements
    }

    fn repeated(whole: &Vec<T>) -> Option<usize> {
        let mut seen = HashSet::with_capacity(whole.len());
        whole.iter().position(|element| !seen.insert(element))
    }

    fn entries<'a>(whole: &'a Vec<T>) -> impl Iterator<Item = (&'a T, &'a ())>
    where
        T: 'a,
    {
        whole.iter().map(|element| (element, &()))
    }
}

/// Vectors of distinct elements.
///
/// ```
/// use astragal::generators::unique_vec_of;
/// use astragal::prelude::*;
///
/// let lottery = unique_vec_of(1..=49u8, 6).sample(2);
/// assert_eq!(lottery.len(), 6);
/// assert!((1..6).all(|i| !lottery[..i].contains(&lottery[i])));
/// ```
#[track_caller]
pub fn unique_vec_of<G: Draw<Value: Eq + Hash>>(element: G, length: impl IntoLength) -> SetOf<Distinct<G::Value>, G> {
    let place = Place::here();
    KeyedOf::new(element, just(()), length.into_length().at(place), Some(place))
}

/// A constructor for one kind of set or map, and the usual generator of the type.
macro_rules! constructors {
    (sets: $($(#[$doc:meta])* set $name:ident, $set:ident: $($bound:ident)+;)+
    maps: $($(#[$map_doc:meta])* map $map_name:ident, $map:ident: $($map_bound:ident)+;)+) => {$(
        $(#[$doc])*
        #[track_caller]
        pub fn $name<G: Draw<Value: $($bound +)+>>(element: G, length: impl IntoLength) -> SetOf<$set<G::Value>, G> {
            let place = Place::here();
            KeyedOf::new(element, just(()), length.into_length().at(place), Some(place))
        }
    )+$(
        $(#[$map_doc])*
        #[track_caller]
        pub fn $map_name<K: Draw<Value: $($map_bound +)+>, V: Draw>(
            key: K,
            value: V,
            length: impl IntoLength,
        ) -> KeyedOf<$map<K::Value, V::Value>, K, V> {
            let place = Place::here();
            KeyedOf::new(key, value, length.into_length().at(place), Some(place))
        }
    )+};
}

constructors! {
    sets:
    /// Hash sets of a size.
    ///
    /// ```
    /// # use astragal::generators::hash_set_of;
    /// # use astragal::prelude::*;
    /// assert_eq!(hash_set_of(any::<u8>(), 5).sample(1).len(), 5);
    /// ```
    set hash_set_of, HashSet: Eq Hash;

    /// B-tree sets of a size.
    ///
    /// ```
    /// # use astragal::generators::btree_set_of;
    /// # use astragal::prelude::*;
    /// assert!(btree_set_of(0..10u8, 2..=5).sample(1).len() >= 2);
    /// ```
    set btree_set_of, BTreeSet: Ord;

    maps:
    /// Hash maps of a size.
    ///
    /// ```
    /// # use astragal::prelude::*;
    /// assert!(hash_map_of(0..10u8, any::<bool>(), 0..=3).sample(1).len() <= 3);
    /// ```
    map hash_map_of, HashMap: Eq Hash;

    /// B-tree maps of a size.
    ///
    /// ```
    /// # use astragal::generators::btree_map_of;
    /// # use astragal::prelude::*;
    /// assert!(btree_map_of(0..10u8, any::<bool>(), 1..=3).sample(1).len() >= 1);
    /// ```
    map btree_map_of, BTreeMap: Ord;
}

impl<T: Arbitrary + Eq + Hash, S: BuildHasher + Default + 'static> Arbitrary for HashSet<T, S> {
    type Gen = SetOf<HashSet<T, S>, Any<T>>;

    fn any() -> Self::Gen {
        KeyedOf::new(T::any(), just(()), Length::open(), None)
    }
}

impl<T: Arbitrary + Ord> Arbitrary for BTreeSet<T> {
    type Gen = SetOf<BTreeSet<T>, Any<T>>;

    fn any() -> Self::Gen {
        KeyedOf::new(T::any(), just(()), Length::open(), None)
    }
}

impl<K: Arbitrary + Eq + Hash, V: Arbitrary, S: BuildHasher + Default + 'static> Arbitrary for HashMap<K, V, S> {
    type Gen = KeyedOf<HashMap<K, V, S>, Any<K>, Any<V>>;

    fn any() -> Self::Gen {
        KeyedOf::new(K::any(), V::any(), Length::open(), None)
    }
}

impl<K: Arbitrary + Ord, V: Arbitrary> Arbitrary for BTreeMap<K, V> {
    type Gen = KeyedOf<BTreeMap<K, V>, Any<K>, Any<V>>;

    fn any() -> Self::Gen {
        KeyedOf::new(K::any(), V::any(), Length::open(), None)
    }
}

impl<K: Arbitrary + Eq + Hash, V: ArbitraryWith, S: BuildHasher + Default + 'static> ArbitraryWith
    for HashMap<K, V, S>
{
    type Params = V::Params;
    type Gen = KeyedOf<HashMap<K, V, S>, Any<K>, V::Gen>;

    fn any_with(params: SharedParams<V::Params>) -> Self::Gen {
        KeyedOf::new(K::any(), V::any_with(params), Length::open(), None)
    }
}

impl<K: Arbitrary + Ord, V: ArbitraryWith> ArbitraryWith for BTreeMap<K, V> {
    type Params = V::Params;
    type Gen = KeyedOf<BTreeMap<K, V>, Any<K>, V::Gen>;

    fn any_with(params: SharedParams<V::Params>) -> Self::Gen {
        KeyedOf::new(K::any(), V::any_with(params), Length::open(), None)
    }
}
