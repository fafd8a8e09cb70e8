//! What a property may return.

use std::any::type_name;
use std::fmt::Debug;

use astragal_core::__private::debug_text;

use crate::report::Origin;

/// What a property returns: `()`, `bool`, or a `Result` of these.
///
/// ```
/// use astragal::{Check, any};
///
/// let report = Check::new().seed(1).run(any::<u8>(), |n| n.checked_add(1).is_some());
/// assert_eq!(report.failures[0].minimal.drawn[0].text, "255");
/// ```
#[diagnostic::on_unimplemented(
    message = "a property cannot return `{Self}`",
    label = "not an outcome",
    note = "a property returns `()`, `bool`, or `Result<(), E>` where `E: Debug`"
)]
pub trait Outcome: Sized {
    /// The outcome where nothing is wrong. `assume!` returns it from a case that it rejects.
    fn neutral() -> Self;

    /// Nothing if all is well, else what is wrong.
    fn judge(self) -> Result<(), Complaint>;
}

/// What a returned value complains about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// How the property failed.
    pub origin: Origin,
    /// What it said.
    pub message: String,
}

impl Outcome for () {
    #[inline(always)]
    fn neutral() {}

    #[inline(always)]
    fn judge(self) -> Result<(), Complaint> {
        Ok(())
    }
}

impl Outcome for bool {
    #[inline(always)]
    fn neutral() -> bool {
        true
    }

    #[inline(always)]
    fn judge(self) -> Result<(), Complaint> {
        if self {
            Ok(())
        } else {
            Err(Complaint { origin: Origin::ReturnedFalse, message: "the property returned false".into() })
        }
    }
}

impl<T: Outcome, E: Debug> Outcome for Result<T, E> {
    fn neutral() -> Result<T, E> {
        Ok(T::neutral())
    }

    fn judge(self) -> Result<(), Complaint> {
        match self {
            Ok(outcome) => outcome.judge(),
            Err(error) => Err(Complaint {
                origin: Origin::ReturnedError(type_name::<E>().into()),
                message: format!("the property returned an error: {}", debug_text(&error)),
            }),
        }
    }
}

/// The type of what never returns, such as `todo!()`, by the one name that it has in stable Rust.
type Never = <fn() -> ! as Returns>::Output;

/// What a function returns. It exists to give [`Never`] a name.
#[doc(hidden)]
pub trait Returns {
    /// The type.
    type Output;
}

impl<T> Returns for fn() -> T {
    type Output = T;
}

impl Outcome for Never {
    /// Nothing leaves a property that only panics, least of all by an assumption.
    fn neutral() -> Never {
        panic!("`assume!` is used in a function that never returns")
    }

    fn judge(self) -> Result<(), Complaint> {
        self
    }
}
