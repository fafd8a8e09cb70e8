//! The usual generator of a type: [`any`].

use super::Gen;

/// A type with a usual generator. Derive it: `#[derive(Arbitrary)]`.
///
/// By hand, name the generator:
///
/// ```
/// use astragal::generators::FullGen;
/// use astragal::prelude::*;
///
/// #[derive(Debug, Clone, PartialEq)]
/// struct Percent(u8);
///
/// impl Arbitrary for Percent {
///     type Gen = FullGen<'static, Percent>;
///
///     fn any() -> Self::Gen {
///         int(0..=100u8).iso(Percent, |p| Some(p.0)).full()
///     }
/// }
///
/// assert!(any::<Vec<Percent>>().sample(1).iter().all(|p| p.0 <= 100));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no usual generator",
    label = "`Arbitrary` is not implemented for this type",
    note = "name a generator: `#[from(..)]` on an argument of a property, `#[arbitrary(with = ..)]` or `#[arbitrary(default)]` on a field",
    note = "or write `#[derive(Arbitrary)]` on the type if it is yours"
)]
pub trait Arbitrary: Sized + 'static {
    /// The type of its generator, which says what it can do.
    type Gen: Gen<Value = Self>;

    /// Its generator.
    fn any() -> Self::Gen;
}

/// The generator of a type; short for its type.
pub type Any<T> = <T as Arbitrary>::Gen;

/// The usual generator of a type.
///
/// ```
/// use astragal::prelude::*;
///
/// let pairs: Vec<(u8, String)> = any::<Vec<(u8, String)>>().sample(7);
/// # let _ = pairs;
/// ```
#[inline(always)]
pub fn any<T: Arbitrary>() -> T::Gen {
    T::any()
}
