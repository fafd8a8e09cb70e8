//! What `#[property]` demands of a value that a generator made for an argument: that it is of the argument's type.

/// A value of just this type. A value of another one is said to be the fault of its generator.
#[diagnostic::on_unimplemented(
    message = "this generator makes values of type `{Self}`, and the argument is of type `{T}`",
    label = "makes `{Self}`",
    note = "the values of a generator are changed by `.map(..)`, or by `.iso(there, back)`"
)]
pub trait MadeAs<T> {
    /// The value.
    fn it(self) -> T;
}

impl<T> MadeAs<T> for T {
    fn it(self) -> T {
        self
    }
}
