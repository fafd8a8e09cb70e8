//! Values and functions of any type: what terms are computed with.

use std::any::{Any, TypeId, type_name};
use std::fmt::Debug;
use std::rc::Rc;

use astragal_core::{Closed, Draw, Source};

use crate::config::Exhaustive;
use crate::evaluate::own_problem;
use crate::property::panics;
use crate::quantify::search::List;
use crate::report::Problem;

/// A value of some type.
pub(super) type Value = Rc<dyn Any>;

/// A value; none if what computed it panicked.
pub(super) type Computed = Option<Value>;

/// What the arguments and the results of functions must be able to do.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in an equation",
    label = "values of this type cannot be copied, compared and shown",
    note = "the arguments and the result of a function are owned values that implement `Clone`, `PartialEq` and `Debug`",
    note = "a function of references is called in a closure: `|list: Vec<u8>| sum(&list)`"
)]
pub trait Comparable: Clone + PartialEq + Debug + 'static {}

impl<T: Clone + PartialEq + Debug + 'static> Comparable for T {}

/// A type.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub(super) id: TypeId,
    pub(super) name: &'static str,
    equal: fn(&dyn Any, &dyn Any) -> bool,
}

impl Kind {
    pub(super) fn of<T: Comparable>() -> Kind {
        let equal = |one: &dyn Any, two: &dyn Any| match (one.downcast_ref::<T>(), two.downcast_ref::<T>()) {
            (Some(one), Some(two)) => one == two,
            _ => false,
        };
        Kind { id: TypeId::of::<T>(), name: type_name::<T>(), equal }
    }

    /// Whether two values of this type are equal. That something panics is equal to that, and to nothing else.
    pub(super) fn are_equal(&self, one: &Computed, two: &Computed) -> bool {
        match (one, two) {
            (Some(one), Some(two)) => panics::catch(|| (self.equal)(&**one, &**two)).unwrap_or(false),
            (one, two) => one.is_none() && two.is_none(),
        }
    }

    /// Whether its values are copied without a word: of other types code says `.clone()`.
    pub(super) fn is_copied(&self) -> bool {
        const NUMBERS: [&str; 17] = [
            "bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
            "f32", "f64", "()",
        ];
        NUMBERS.contains(&self.name)
    }
}

/// A function or a closure of up to four owned arguments.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a function of up to four owned arguments",
    label = "name a function, or write a closure with the types of its parameters",
    note = "a constant is a closure without parameters: `|| Vec::<u8>::new()`"
)]
pub trait Callable<Form>: 'static {
    /// The types of its arguments, and of its result.
    fn kinds(&self) -> (Vec<Kind>, Kind);

    /// Its result.
    fn call(&self, arguments: &[Value]) -> Value;
}

fn owned<T: Comparable>(arguments: &[Value], at: usize) -> T {
    match arguments[at].downcast_ref::<T>() {
        Some(value) => value.clone(),
        None => unreachable!("an argument has the type of its parameter"),
    }
}

macro_rules! callable {
    ($($argument:ident $at:literal),*) => {
        impl<Function, $($argument,)* Return> Callable<fn($($argument),*) -> Return> for Function
        where
            Function: Fn($($argument),*) -> Return + 'static,
            $($argument: Comparable,)*
            Return: Comparable,
        {
            fn kinds(&self) -> (Vec<Kind>, Kind) {
                (vec![$(Kind::of::<$argument>()),*], Kind::of::<Return>())
            }

            fn call(&self, _arguments: &[Value]) -> Value {
                Rc::new(self($(owned::<$argument>(_arguments, $at)),*))
            }
        }
    };
}

callable!();
callable!(A 0);
callable!(A 0, B 1);
callable!(A 0, B 1, C 2);
callable!(A 0, B 1, C 2, D 3);

/// Calls a function of the user. It is an error if it panics, with the problem if that is not its own doing.
pub(super) fn computed(work: impl FnOnce() -> Value) -> Result<Value, Option<Problem>> {
    panics::catch(work).map_err(|thrown| own_problem(&thrown))
}

/// A generator of values that may be of any type.
pub(super) trait Values {
    /// A random value, unless all tries are rejected.
    fn draw(&self, source: &mut Source) -> Option<Value>;

    /// The smallest values, and whether there are no others.
    fn smallest(&self, most: u64) -> (Vec<Value>, bool);
}

impl<G: Closed<Value: Comparable>> Values for G {
    fn draw(&self, source: &mut Source) -> Option<Value> {
        Draw::draw(self, source).ok().map(|value| Rc::new(value) as Value)
    }

    fn smallest(&self, most: u64) -> (Vec<Value>, bool) {
        let mut list = List::new(self, Exhaustive::First(most));
        let mut values: Vec<Value> = Vec::new();
        while !list.has_ended() {
            match list.listing.next_choices() {
                Some(choices) => {
                    list.took(1, false);
                    values.extend(self.replay(&choices).ok().map(|value| Rc::new(value) as Value));
                }
                None => list.took(0, true),
            }
        }
        (values, list.searched(0).is_all())
    }
}
