//! Parameters: named numbers that a generator declares, and that a run may set. They are not choices.

mod in_force;
mod number;

use std::ops::RangeInclusive;

use astragal_core::{Back, Closed, Draw, Gen, Growth, Mismatch, NodeId, Place, Reflect, Reject, Shape, Sketch, Source};

pub(crate) use in_force::Parameters;
pub use number::ParameterNumber;

use crate::report::ParameterInForce;

/// A named number that decides what a generator draws: how deep, how many, how often. See [`parameter`].
#[derive(Clone, Debug)]
pub struct Parameter<T> {
    name: &'static str,
    range: RangeInclusive<T>,
    default: T,
    place: Place,
}

/// Declares a parameter of a generator: a name, the values that it may have, and the one that it usually has.
///
/// It takes no choice. It is the default, unless the property's file of weights, `astragal-weights/<property>.txt` beside the test,
/// has a line for it: `parameter depth = 7`. Within a run it is the same wherever it is asked for: in every case, on every thread and
/// in every child process, while a failing case is shrunk or replayed. The report says which file set it. In `cargo astragal serve` each
/// parameter has a slider that draws new samples; *Accept* writes the line.
///
/// ```
/// use astragal::learn::parameter;
/// use astragal::prelude::*;
///
/// fn lists() -> impl Reflect<Value = Vec<u8>> + Closed {
///     parameter("longest", 0..=100usize, 10).and_then(|longest| vec_of(any::<u8>(), 0..=longest))
/// }
///
/// assert!((0..100).all(|seed| lists().sample(seed).len() <= 10));
/// ```
///
/// In code that draws step by step it is drawn like anything else: `let longest = src.draw(parameter("longest", 0..=100usize, 10));`.
///
/// A name may be declared in several places, with the same limits each time. Different limits, a default outside of them, a value in
/// the file that is outside of them, and a name in the file that no generator has declared when the run ends are usage errors.
#[track_caller]
pub fn parameter<T: ParameterNumber>(name: &'static str, range: RangeInclusive<T>, default: T) -> Parameter<T> {
    Parameter { name, range, default, place: Place::here() }
}

impl<T: ParameterNumber> Parameter<T> {
    /// Draws from the generator that is made of its value. Unlike that of [`Gen::and_then`], the generator can do all that the one it is
    /// made of can: it has a described space, and runs backwards.
    pub fn and_then<G: Draw, F: Fn(T) -> G>(self, next: F) -> Parameterized<T, F> {
        Parameterized { parameter: self, next }
    }

    /// Its value in the run that this thread works for; or what is wrong with it.
    fn value(&self) -> Result<T, String> {
        let declared = self.declared()?;
        match Parameters::in_force() {
            Some(parameters) => parameters.value_of(declared).map(T::from_f64),
            None => Ok(self.default),
        }
    }

    /// The same, where what is wrong cannot be said: drawing says it.
    fn value_or_default(&self) -> T {
        self.value().unwrap_or(self.default)
    }

    fn declared(&self) -> Result<ParameterInForce, String> {
        let [min, max, default] = [*self.range.start(), *self.range.end(), self.default];
        let limits = format!("{min:?}..={max:?}");
        let name = self.name;
        if !T::is_exact(min) || !T::is_exact(max) {
            return Err(format!("the limits of the parameter `{name}`, {limits}, must be from -2^53 to 2^53"));
        }
        if !(min..=max).contains(&default) {
            return Err(format!("the default of the parameter `{name}`, {default:?}, is not in {limits}"));
        }
        let [min, max, default] = [min, max, default].map(T::to_f64);
        let (name, is_whole) = (name.into(), T::IS_WHOLE);
        Ok(ParameterInForce { name, value: default, min, max, default, is_whole, set_in: None })
    }
}

impl<T: ParameterNumber> Draw for Parameter<T> {
    type Value = T;

    fn draw(&self, src: &mut Source) -> Result<T, Reject> {
        self.value().map_err(|problem| src.misuse(Some(self.place), problem))
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        sketch.add(Shape::Unit)
    }
}

impl<T: ParameterNumber> Gen for Parameter<T> {}

impl<T: ParameterNumber> Reflect for Parameter<T> {
    fn reflect(&self, value: &T, back: &mut Back) -> Result<(), Mismatch> {
        match *value == self.value_or_default() {
            true => Ok(()),
            false => Err(back.mismatch("another value than that of the parameter")),
        }
    }
}

impl<T: ParameterNumber> Closed for Parameter<T> {}

/// See [`Parameter::and_then`].
#[derive(Clone, Debug)]
pub struct Parameterized<T, F> {
    parameter: Parameter<T>,
    next: F,
}

impl<T: ParameterNumber, G: Draw, F: Fn(T) -> G> Parameterized<T, F> {
    fn generator(&self) -> G {
        (self.next)(self.parameter.value_or_default())
    }
}

impl<T: ParameterNumber, G: Draw, F: Fn(T) -> G> Draw for Parameterized<T, F> {
    type Value = G::Value;

    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        (self.next)(self.parameter.draw(src)?).draw(src)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        self.generator().describe(sketch)
    }

    fn growth(&self) -> Growth {
        self.generator().growth()
    }

    fn has_closures(&self) -> bool {
        true
    }
}

impl<T: ParameterNumber, G: Draw, F: Fn(T) -> G> Gen for Parameterized<T, F> {}

impl<T: ParameterNumber, G: Reflect, F: Fn(T) -> G> Reflect for Parameterized<T, F> {
    fn reflect(&self, value: &G::Value, back: &mut Back) -> Result<(), Mismatch> {
        let generator = self.generator();
        back.made(|back| generator.reflect(value, back))
    }
}

impl<T: ParameterNumber, G: Closed, F: Fn(T) -> G> Closed for Parameterized<T, F> {}
