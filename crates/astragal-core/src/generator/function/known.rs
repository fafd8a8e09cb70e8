//! What is known of a function: results by argument, and the default. A recording reads it when it ends.

use std::cell::{Cell, OnceCell, RefCell};
use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::arguments::Key;
use super::demand::{Demand, Made};
use crate::choices::{Choices, Writer};
use crate::source::{LazySource, Unseen, throw};

/// The span of a function: its default, in a span of its own, and exceptions.
pub(super) const FUNCTION: &str = "function";
pub(super) const DEFAULT: &str = "default";
/// The span of an exception: the argument, and the result in the form of a constant function. So a pass that rewrites choices
/// can put that in place of the whole function, without knowing what it is.
pub(super) const EXCEPTION: &str = "exception";

/// See the module.
pub(super) struct Known<B> {
    /// The default; a table has none.
    default: Option<Default<B>>,
    pub(super) cases: RefCell<BTreeMap<Key, Case<B>>>,
}

/// The result for one argument.
pub(super) struct Case<B> {
    pub(super) made: Made<B>,
    /// Whether it was asked for.
    pub(super) asked: bool,
}

/// The result for all other arguments. It may be drawn on demand.
pub(super) struct Default<B> {
    made: OnceCell<Made<B>>,
    demand: Option<Demand<B>>,
    asked: Cell<bool>,
}

impl<B> Default<B> {
    pub(super) fn given(result: B) -> Default<B> {
        Default { made: OnceCell::from(Made::given(result)), demand: None, asked: Cell::new(false) }
    }

    pub(super) fn lazy(demand: Demand<B>) -> Default<B> {
        Default { made: OnceCell::new(), demand: Some(demand), asked: Cell::new(false) }
    }

    /// The result. If it is rejected, this unwinds through the caller.
    fn get(&self) -> &B {
        match (self.made.get(), &self.demand) {
            (None, Some(demand)) => match demand.make() {
                Ok(made) => &self.made.get_or_init(|| made).result,
                Err(reason) => throw(reason),
            },
            _ => &self.made.get().expect("what is not lazy was given").result,
        }
    }
}

impl<B> Known<B> {
    pub(super) fn new(default: Option<Default<B>>, cases: impl Iterator<Item = (Key, B)>) -> Known<B> {
        let cases = cases.map(|(key, result)| (key, Case { made: Made::given(result), asked: false }));
        Known { default, cases: RefCell::new(cases.collect()) }
    }

    /// Looks at the result for an argument; without one, at the default, for which a table has its first result.
    pub(super) fn look<R>(&self, key: Option<&Key>, at: impl FnOnce(&B) -> R) -> R {
        let cases = self.cases.borrow();
        match (key.and_then(|key| cases.get(key)), &self.default) {
            (Some(case), _) => at(&case.made.result),
            (None, Some(default)) => at(default.get()),
            (None, None) => at(&cases.values().next().expect("a table has a case").made.result),
        }
    }
}

impl<B: PartialEq> Known<B> {
    /// Whether two functions have the same results. None is compared more often than it must be, since results may be
    /// functions themselves.
    pub(super) fn is_same_as(&self, other: &Known<B>) -> bool {
        let (cases, other_cases) = (self.cases.borrow(), other.cases.borrow());
        let is_at = |known: &Known<B>, key: Option<&Key>, result: &B| known.look(key, |other| other == result);
        let has_default = self.default.is_some() || other.default.is_some();
        (!has_default || self.look(None, |default| is_at(other, None, default)))
            && cases.iter().all(|(key, case)| is_at(other, Some(key), &case.made.result))
            && other_cases
                .iter()
                .filter(|(key, _)| !cases.contains_key(key))
                .all(|(_, case)| is_at(self, None, &case.made.result))
    }
}

impl<B: Clone> Known<B> {
    /// The result for an argument, if it is known; from now on it was asked for.
    pub(super) fn ask(&self, key: &Key) -> Option<B> {
        let mut cases = self.cases.borrow_mut();
        let case = cases.get_mut(key)?;
        case.asked = true;
        Some(case.made.result.clone())
    }

    /// The result for an argument that was just decided on.
    pub(super) fn learn(&self, key: Key, made: Made<B>) -> B {
        let result = made.result.clone();
        self.cases.borrow_mut().insert(key, Case { made, asked: true });
        result
    }

    /// The default.
    pub(super) fn ask_default(&self) -> B {
        if let Some(default) = &self.default {
            default.asked.set(true);
        }
        self.look(None, B::clone)
    }
}

impl<B> Known<B> {
    /// The default if it was drawn, and whether there is one at all.
    pub(super) fn default(&self) -> Option<Option<&B>> {
        self.default.as_ref().map(|default| default.made.get().map(|made| &made.result))
    }

    /// The place of the default in a recording, if it is lazy.
    pub(super) fn lazy_default(&self) -> Option<&LazySource> {
        self.default.as_ref()?.demand.as_ref().map(Demand::lazy)
    }

    /// Whether anything was asked for.
    pub(super) fn was_asked(&self) -> bool {
        let default_asked = self.default.as_ref().is_some_and(|default| default.asked.get());
        default_asked || self.cases.borrow().values().any(|case| case.asked)
    }

    /// What a recording holds of the default, if that is lazy.
    pub(super) fn written_default(&self, unseen: Unseen) -> Writer {
        let Some(default) = &self.default else { return Writer::default() };
        if let (None, Some(demand)) = (default.made.get(), &default.demand) {
            if unseen == Unseen::Simplest {
                return demand.written_simplest();
            }
            // A rejection is left to the caller that asks for the result.
            if let Ok(made) = demand.make() {
                let _ = default.made.set(made);
            }
        }
        default.made.get().map_or_else(Writer::default, Made::written)
    }

    /// What a recording holds of the exceptions, if they are lazy: those that were asked for.
    pub(super) fn written_exceptions(&self) -> Writer {
        let cases = self.cases.borrow();
        let default = self.default.as_ref().and_then(|default| default.made.get()).map(Made::written);
        let results: Vec<(&Key, Writer)> = cases
            .iter()
            .map(|(key, case)| (key, case.made.written()))
            .filter(|(_, it)| !is_same(it, &default))
            .collect();
        write_exceptions(results.into_iter())
    }
}

/// Whether a result says nothing that the default does not say. One with lazy parts may still change.
fn is_same(result: &Writer, default: &Option<Writer>) -> bool {
    if result.has_slots() {
        return false;
    }
    let result = result.clone().finish();
    match default {
        Some(default) if default.has_slots() => false,
        Some(default) => result.shortlex(&default.clone().finish()) == Ordering::Equal,
        None => result.numbers().all(|number| number == 0), // the default was not asked for: it will be the simplest
    }
}

/// A list of exceptions: their number, and for each the argument and the result.
pub(super) fn write_exceptions<'a>(exceptions: impl ExactSizeIterator<Item = (&'a Key, Writer)>) -> Writer {
    let mut writer = Writer::default();
    writer.put(exceptions.len() as u64, u64::MAX);
    for (argument, result) in exceptions {
        writer.open(EXCEPTION);
        writer.append(writer_of(&argument.0));
        writer.open(FUNCTION);
        writer.open(DEFAULT);
        writer.append(result);
        writer.close();
        writer.close();
        writer.close();
    }
    writer
}

/// A sequence as it was written.
pub(super) fn writer_of(choices: &Choices) -> Writer {
    let mut writer = Writer::default();
    choices.units().for_each(|unit| writer.copy(choices, unit));
    writer
}
