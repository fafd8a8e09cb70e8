//! Functions as test values: [`Fun`].
//!
//! Where the arguments are few, a function is a table with a result for each of them. Where they are many, it is a default
//! result and finitely many exceptions. At random that would be too tame (no such function tells even numbers from odd
//! ones), so there the result for an argument is drawn on demand, and the exceptions that are recorded are
//! those that were asked for.

mod arguments;
mod demand;
mod known;
mod of;
mod show;

use std::cell::RefCell;
use std::rc::Rc;

pub use of::{FunOf, fun_of};
pub use show::write_changed;

use crate::generator::reflect::Reflect;
use crate::source::throw;
use arguments::Key;
use demand::Demand;
use known::Known;

/// A total function, as a value that can be drawn, shown, shrunk, replayed and run backwards.
///
/// ```
/// use astragal::Check;
/// use astragal::generators::Fun;
/// use astragal::prelude::*;
///
/// // To filter and to map is not the same as to map and to filter.
/// let report = Check::new().seed(1).run(any::<(Fun<i32, i32>, Fun<i32, bool>, Vec<i32>)>(), |(f, p, list)| {
///     let one: Vec<i32> = list.iter().filter(|x| p.call(x)).map(|x| f.call(x)).collect();
///     let other: Vec<i32> = list.iter().map(|x| f.call(x)).filter(|x| p.call(x)).collect();
///     one == other
/// });
/// assert_eq!(report.failures[0].minimal.drawn[0].text, "(|_| 0, |x| match x { 0 => true, _ => false }, [1])");
/// ```
///
/// A function of several arguments is a function of a tuple: see [`call2`](Fun::call2). A function may take functions:
/// arguments are told apart by the choices that make them, so their generator must run backwards.
///
/// ```
/// use astragal::generators::Fun;
/// use astragal::prelude::*;
///
/// let quantifier = any::<Fun<Fun<bool, bool>, bool>>().sample(3);
/// let not = any::<Fun<bool, bool>>().sample(5);
/// assert_eq!(quantifier.call(&not), quantifier.call(&not.clone()));
/// ```
///
/// A function that was drawn at random decides on a result when it is asked for it, until it is compared or run backwards;
/// from then on all other results are its default. Clones are one function.
pub struct Fun<A, B>(Rc<Shared<A, B>>);

struct Shared<A, B> {
    arguments: Rc<dyn Reflect<Value = A>>,
    known: Rc<Known<B>>,
    /// Decides about new arguments in place of the default.
    demand: RefCell<Option<Demand<B>>>,
}

impl<A, B: 'static> Fun<A, B> {
    fn new(arguments: Rc<dyn Reflect<Value = A>>, known: Known<B>, demand: Option<Demand<B>>) -> Fun<A, B> {
        let known = Rc::new(known);
        if let Some(lazy) = known.lazy_default() {
            let known = Rc::clone(&known);
            lazy.fill(move |unseen| known.written_default(unseen));
        }
        if let Some(demand) = &demand {
            let known = Rc::clone(&known);
            demand.lazy().fill(move |_| known.written_exceptions());
        }
        Fun(Rc::new(Shared { arguments, known, demand: RefCell::new(demand) }))
    }
}

impl<A, B> Fun<A, B> {
    /// From here on, arguments not asked for so far have the default, so that what is written down of the function stays true.
    fn settle(&self) {
        self.0.demand.take();
    }
}

impl<A, B: Clone> Fun<A, B> {
    /// The result for an argument.
    ///
    /// An argument that the generator of arguments does not make has the default result (that of the simplest argument,
    /// where the arguments are few).
    ///
    /// ```
    /// use astragal::generators::Fun;
    /// use astragal::prelude::*;
    ///
    /// let f = any::<Fun<u32, String>>().sample(1);
    /// assert_eq!(f.call(&7), f.call(&7));
    /// ```
    pub fn call(&self, argument: &A) -> B {
        let known = &self.0.known;
        let Some(key) = Key::of(&*self.0.arguments, argument) else { return known.ask_default() };
        if let Some(result) = known.ask(&key) {
            return result;
        }
        match self.0.demand.borrow().as_ref().map(|demand| demand.make_for(&key)) {
            Some(Ok(Some(made))) => known.learn(key, made),
            Some(Ok(None)) | None => known.ask_default(),
            Some(Err(reason)) => throw(reason),
        }
    }

    /// The function as a closure.
    ///
    /// ```
    /// use astragal::generators::Fun;
    /// use astragal::prelude::*;
    ///
    /// let f = any::<Fun<u8, bool>>().sample(1);
    /// let list: Vec<bool> = (0..10).map(f.as_fn()).collect();
    /// assert_eq!(list[3], f.call(&3));
    /// ```
    pub fn as_fn(&self) -> impl Fn(A) -> B + Clone + use<A, B> {
        let function = self.clone();
        move |argument| function.call(&argument)
    }
}

impl<A, B, C: Clone> Fun<(A, B), C> {
    /// The result for two arguments.
    ///
    /// ```
    /// use astragal::generators::Fun;
    /// use astragal::prelude::*;
    ///
    /// let f = any::<Fun<(u8, u8), bool>>().sample(1);
    /// assert_eq!(f.call2(3, 4), f.call(&(3, 4)));
    /// ```
    pub fn call2(&self, first: A, second: B) -> C {
        self.call(&(first, second))
    }
}

impl<A, B, C, D: Clone> Fun<(A, B, C), D> {
    /// The result for three arguments.
    pub fn call3(&self, first: A, second: B, third: C) -> D {
        self.call(&(first, second, third))
    }
}

impl<A, B> Clone for Fun<A, B> {
    fn clone(&self) -> Self {
        Fun(Rc::clone(&self.0))
    }
}

/// Functions are equal if they have the same default and the same exceptions, or the same table.
impl<A, B: PartialEq> PartialEq for Fun<A, B> {
    fn eq(&self, other: &Self) -> bool {
        if Rc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        self.settle();
        other.settle();
        self.0.known.is_same_as(&other.0.known)
    }
}

impl<A, B: Eq> Eq for Fun<A, B> {}
