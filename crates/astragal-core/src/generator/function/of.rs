//! The generator of functions.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use super::Fun;
use super::arguments::{self, Arguments, Key};
use super::demand::Demand;
use super::known::{DEFAULT, Default, EXCEPTION, FUNCTION, Known, write_exceptions, writer_of};
use crate::choices::Choices;
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::generator::{Any, Arbitrary, Closed, Draw, Gen};
use crate::source::Length;
use crate::source::{Growth, Reject, Source};
use crate::space::{NodeId, Shape, Sketch};

/// The span of a function with few arguments: a result for each.
const TABLE: &str = "table";
/// The span of the exceptions: their number, and each.
const EXCEPTIONS: &str = "exceptions";

/// At random a function has at most about this many exceptions that are decided beforehand.
const MOST: u32 = 8;

/// Exceptions, and the `Demand` that makes more of them.
type Exceptions<B> = (BTreeMap<Key, B>, Option<Demand<B>>);

/// Functions between the values of two generators. See [`fun_of`].
pub struct FunOf<A, B> {
    arguments: Rc<Arguments<A>>,
    results: Rc<B>,
}

/// Functions from the values of one generator to those of another.
///
/// Arguments must run backwards: the choices that make them tell them apart. Functions have the powers of their results.
///
/// ```
/// use astragal::generators::fun_of;
/// use astragal::prelude::*;
///
/// let grades = fun_of(0..=100u8, select(['A', 'B', 'C']));
/// let grade = grades.sample(4);
/// assert!(('A'..='C').contains(&grade.call(&70)));
///
/// // Of three arguments each has its own place in a table.
/// let choices = fun_of(0..3u8, 0..10u8).choices_of(&fun_of(0..3u8, 0..10u8).sample(1)).unwrap();
/// assert_eq!(choices.len(), 3);
/// ```
pub fn fun_of<A: Reflect + 'static, B: Draw + 'static>(arguments: A, results: B) -> FunOf<A, B> {
    FunOf { arguments: Rc::new(Arguments::new(arguments)), results: Rc::new(results) }
}

impl<A: Reflect + 'static, B: Draw + 'static> FunOf<A, B> {
    fn draw_table(&self, src: &mut Source, keys: &[Key]) -> Result<Fun<A::Value, B::Value>, Reject> {
        let recursive = self.results.growth() == Growth::Recursive;
        let mut share = src.share_among(if recursive { u64::MAX >> (64 - keys.len()) } else { 0 });
        src.open(TABLE);
        let mut results = Vec::with_capacity(keys.len());
        while results.len() < keys.len() {
            results.push(share.draw(src, &self.results)?);
        }
        src.close();
        let known = Known::new(None, keys.iter().cloned().zip(results));
        Ok(Fun::new(self.arguments.generator.clone(), known, None))
    }

    fn draw_function(&self, src: &mut Source) -> Result<Fun<A::Value, B::Value>, Reject> {
        src.open_opaque(FUNCTION);
        let default = match src.lazy(DEFAULT) {
            Some(lazy) => Default::lazy(Demand::new(lazy, self.results.clone())),
            None => Default::given(self.draw_result(src)?),
        };
        let (exceptions, demand) = self.draw_exceptions(src)?;
        src.close();
        let known = Known::new(Some(default), exceptions.into_iter());
        Ok(Fun::new(self.arguments.generator.clone(), known, demand))
    }

    fn draw_result(&self, src: &mut Source) -> Result<B::Value, Reject> {
        src.open(DEFAULT);
        let result = self.results.draw(src)?;
        src.close();
        Ok(result)
    }

    /// The exceptions, or the `Demand` that makes them. At random a function is also a constant one, or one whose
    /// exceptions were drawn before any was asked for.
    fn draw_exceptions(&self, src: &mut Source) -> Result<Exceptions<B::Value>, Reject> {
        let word = src.steer(u64::MAX);
        let way = if src.is_given() { u64::MAX } else { word % 8 };
        if way == 0 {
            src.open(EXCEPTIONS);
            src.wrote(0, u64::MAX);
            src.close();
            return Ok((BTreeMap::new(), None));
        }
        if way > 1 {
            if let Some(lazy) = src.lazy(EXCEPTIONS) {
                let demand = Demand::new(lazy, self.results.clone());
                let demand = if src.is_given() { demand } else { demand.with_character(word) };
                return Ok((BTreeMap::new(), Some(demand)));
            }
        }
        Ok((self.draw_list(src)?, None))
    }

    /// As in a map, an argument that comes twice is dropped.
    fn draw_list(&self, src: &mut Source) -> Result<BTreeMap<Key, B::Value>, Reject> {
        let size = src.steering_size();
        src.set_size(size.min(MOST));
        let list = src.begin_list(EXCEPTIONS, &Length::open(), self.entry_growth(), size_of::<Key>())?;
        let mut exceptions = BTreeMap::new();
        for _ in 0..list.count {
            let start = src.retry_point();
            src.open(EXCEPTION);
            let argument = self.arguments.generator.draw(src)?;
            src.open(FUNCTION);
            let result = self.draw_result(src)?;
            src.close();
            src.close();
            match Key::of(&*self.arguments.generator, &argument).filter(|key| !exceptions.contains_key(key)) {
                Some(key) => _ = exceptions.insert(key, result),
                None => src.rewind(start),
            }
        }
        src.end_list(&list);
        src.set_size(size);
        if exceptions.len() < list.count {
            src.amend(list.written_at, exceptions.len() as u64);
        }
        Ok(exceptions)
    }

    fn entry_growth(&self) -> Growth {
        self.arguments.generator.growth().max(self.results.growth())
    }
}

impl<A: Reflect + 'static, B: Draw + 'static> Draw for FunOf<A, B> {
    type Value = Fun<A::Value, B::Value>;

    fn draw(&self, src: &mut Source) -> Result<Self::Value, Reject> {
        match self.arguments.few() {
            Some(keys) => self.draw_table(src, keys),
            None => self.draw_function(src),
        }
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let result = self.results.describe(sketch);
        let shape = match self.arguments.few() {
            Some(keys) => Shape::Product(vec![result; keys.len()]),
            None => Shape::Function { argument: self.arguments.generator.describe(sketch), result },
        };
        sketch.add(shape)
    }

    fn growth(&self) -> Growth {
        match self.arguments.few() {
            Some(_) => self.results.growth(),
            None => self.results.growth().max(Growth::Sized),
        }
    }
}

impl<A: Reflect + 'static, B: Reflect + 'static> Reflect for FunOf<A, B> {
    fn reflect(&self, function: &Self::Value, back: &mut Back) -> Result<(), Mismatch> {
        function.settle();
        match self.arguments.few() {
            Some(keys) => back.span(TABLE, |back| keys.iter().try_for_each(|key| self.reflect_at(function, key, back))),
            None => back.span(FUNCTION, |back| self.reflect_function(function, back)),
        }
    }
}

impl<A: Reflect + 'static, B: Reflect + 'static> FunOf<A, B> {
    /// The result for one argument. The function may be of another generator, which knows its arguments by other choices.
    fn reflect_at(&self, function: &Fun<A::Value, B::Value>, key: &Key, back: &mut Back) -> Result<(), Mismatch> {
        let argument = key.argument(&*self.arguments.generator);
        let known_as = argument.and_then(|argument| Key::of(&*function.0.arguments, &argument));
        function.0.known.look(known_as.as_ref(), |result| back.part(&*self.results, result).map(drop))
    }

    fn reflect_function(&self, function: &Fun<A::Value, B::Value>, back: &mut Back) -> Result<(), Mismatch> {
        let known = &function.0.known;
        let default = back.apart(|back| known.look(None, |result| self.results.reflect(result, back)))?;
        let mut exceptions: BTreeMap<Key, Choices> = BTreeMap::new();
        for (key, case) in &*known.cases.borrow() {
            let result = back.apart(|back| self.results.reflect(&case.made.result, back))?;
            if result.shortlex(&default) == Ordering::Equal {
                continue;
            }
            let Some(argument) = key.argument(&*function.0.arguments) else { continue };
            let own = back.apart(|back| self.arguments.generator.reflect(&argument, back))?;
            exceptions.insert(Key(own), result);
        }
        let exceptions = write_exceptions(exceptions.iter().map(|(key, result)| (key, writer_of(result)))).finish();
        let part = |choices: Choices| {
            move |back: &mut Back| {
                back.copy(&choices);
                Ok(())
            }
        };
        back.span(DEFAULT, part(default))?;
        back.span(EXCEPTIONS, part(exceptions))
    }
}

impl<A: Reflect + Closed + 'static, B: Closed + 'static> Closed for FunOf<A, B> {}

impl<A: Reflect + 'static, B: Draw + 'static> Gen for FunOf<A, B> {}

impl<A, B> Arbitrary for Fun<A, B>
where
    A: Arbitrary<Gen: Reflect + 'static>,
    B: Arbitrary<Gen: 'static>,
{
    type Gen = FunOf<Any<A>, Any<B>>;

    fn any() -> Self::Gen {
        FunOf { arguments: arguments::of_type::<A>(), results: Rc::new(B::any()) }
    }
}

impl<A, B> Clone for FunOf<A, B> {
    fn clone(&self) -> Self {
        FunOf { arguments: Rc::clone(&self.arguments), results: Rc::clone(&self.results) }
    }
}

impl<A, B> fmt::Debug for FunOf<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FunOf")
    }
}
