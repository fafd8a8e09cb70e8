//! The arguments of a function, known by the choices that make them; and all of them, where they are few.

use std::any::{Any as Anything, TypeId};
use std::cell::{OnceCell, RefCell};
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use crate::choices::{Choice, Choices};
use crate::generator::reflect::{self, Reflect};
use crate::generator::{Any, Arbitrary, Draw};
use crate::source::{Producer, Source, mix};

/// At most this many arguments are few: then a function is a table with a result for each.
const FEW: usize = 16;
/// At most this many cases are tried to see whether they are few.
const CASES: usize = 256;

/// An argument, by the choices that make it. So arguments need no comparison of their own.
#[derive(Clone, Debug)]
pub(super) struct Key(pub(super) Choices);

impl Key {
    /// The key of an argument; `None` if the generator does not make it.
    pub(super) fn of<G: Reflect + ?Sized>(generator: &G, argument: &G::Value) -> Option<Key> {
        reflect::trace_of(generator, argument).ok().map(Key)
    }

    /// The argument.
    pub(super) fn argument<G: Draw + ?Sized>(&self, generator: &G) -> Option<G::Value> {
        generator.draw(&mut Source::replay(self.0.clone())).ok()
    }

    /// A hash of the argument's choices, used as a seed.
    pub(super) fn seed(&self) -> u64 {
        self.0.numbers().fold(self.0.len() as u64, |seed, number| mix(seed.rotate_left(5) ^ number))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Key) -> Ordering {
        self.0.shortlex(&other.0)
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Key) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Key {}

/// A generator of arguments, and what is known of all that it makes.
pub(super) struct Arguments<A> {
    pub(super) generator: Rc<A>,
    few: OnceCell<Option<Box<[Key]>>>,
}

impl<A: Reflect + 'static> Arguments<A> {
    pub(super) fn new(generator: A) -> Arguments<A> {
        Arguments { generator: Rc::new(generator), few: OnceCell::new() }
    }

    /// All arguments in order, the simplest first, if there are few.
    pub(super) fn few(&self) -> Option<&[Key]> {
        self.few.get_or_init(|| all_if_few(&*self.generator)).as_deref()
    }
}

thread_local! {
    /// The arguments of each type, which are found once.
    static OF_TYPE: RefCell<HashMap<TypeId, Rc<dyn Anything>>> = RefCell::default();
}

/// The arguments of a type.
pub(super) fn of_type<T: Arbitrary<Gen: Reflect>>() -> Rc<Arguments<Any<T>>>
where
    Any<T>: 'static,
{
    let known = OF_TYPE.with_borrow(|known| known.get(&TypeId::of::<T>()).cloned());
    if let Some(Ok(arguments)) = known.map(Rc::downcast) {
        return arguments;
    }
    let arguments = Rc::new(Arguments::new(T::any()));
    OF_TYPE.with_borrow_mut(|known| known.insert(TypeId::of::<T>(), arguments.clone()));
    arguments
}

/// All that a generator makes, if that is little: its choices are tried like the wheels of an odometer.
fn all_if_few<A: Reflect>(generator: &A) -> Option<Box<[Key]>> {
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    let mut given = Vec::new();
    for _ in 0..CASES {
        let asked = Rc::new(RefCell::new(Vec::new()));
        let odometer = Odometer { given: std::mem::take(&mut given).into_iter(), asked: asked.clone() };
        let argument = generator.draw(&mut Source::produced_by(odometer, 0));
        if let Some(key) = argument.ok().and_then(|argument| Key::of(generator, &argument)) {
            if seen.insert(key.clone()) {
                all.push(key);
            }
        }
        if all.len() > FEW {
            return None;
        }
        let asked = asked.take();
        let Some(raised) = asked.iter().rposition(|choice| choice.value < choice.max) else {
            return (!all.is_empty()).then(|| all.into());
        };
        given = asked[..=raised].iter().map(|choice| choice.value).collect();
        given[raised] += 1;
    }
    None
}

/// Gives the first numbers, then zeros, and takes down what it was asked.
struct Odometer {
    given: std::vec::IntoIter<u64>,
    asked: Rc<RefCell<Vec<Choice>>>,
}

impl Producer for Odometer {
    fn choose(&mut self, max: u64) -> Option<u64> {
        let value = self.given.next().unwrap_or(0).min(max);
        self.asked.borrow_mut().push(Choice { value, max });
        Some(value)
    }

    fn limit(&self) -> u64 {
        1 << 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Gen, any, btree_set_of, int, permutation_of};
    use std::fmt::Debug;

    fn enumerated<A: Reflect<Value: Debug>>(generator: A) -> Option<String> {
        let all = all_if_few(&generator)?;
        Some(format!("{:?}", all.iter().map(|key| key.argument(&generator).unwrap()).collect::<Vec<_>>()))
    }

    #[test]
    fn few_arguments_are_enumerated_simplest_first() {
        assert_eq!(enumerated(any::<bool>()).unwrap(), "[false, true]");
        assert_eq!(enumerated(any::<()>()).unwrap(), "[()]");
        assert_eq!(enumerated(any::<Option<bool>>()).unwrap(), "[None, Some(false), Some(true)]");
        assert_eq!(
            enumerated(any::<(bool, bool)>()).unwrap(),
            "[(false, false), (false, true), (true, false), (true, true)]"
        );
        assert_eq!(enumerated(int(0..10i32).filter(|n| n % 3 == 0)).unwrap(), "[0, 3, 6, 9]");
        assert_eq!(enumerated(btree_set_of(any::<bool>(), ..=2)).unwrap(), "[{}, {false}, {true}, {false, true}]");
        assert_eq!(enumerated(permutation_of(vec![1, 2])).unwrap(), "[[1, 2], [2, 1]]");
        assert_eq!(enumerated(any::<[bool; 4]>()).unwrap().matches('[').count(), 1 + 16);
    }

    #[test]
    fn many_are_not() {
        assert_eq!(enumerated(any::<u8>()), None);
        assert_eq!(enumerated(any::<[bool; 5]>()), None);
        assert_eq!(enumerated(any::<Vec<()>>()), None);
        assert_eq!(enumerated(any::<u64>().filter(|_| false)), None);
    }
}
