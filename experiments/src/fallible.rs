//! Generators from functions that pass rejections on with `?`, as implementations of `Draw` do: for algorithms that are written
//! once for several libraries, some of which make their users pass rejections on.

use astragal::{Draw, Gen, Reject, Source};

/// See [`fallible`].
#[derive(Clone, Copy)]
pub(crate) struct Fallible<F>(F);

/// A generator from a function that passes rejections on.
pub(crate) fn fallible<T, F: Fn(&mut Source) -> Result<T, Reject>>(function: F) -> Fallible<F> {
    Fallible(function)
}

impl<T, F: Fn(&mut Source) -> Result<T, Reject>> Draw for Fallible<F> {
    type Value = T;

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<T, Reject> {
        src.open("function");
        let value = (self.0)(src)?;
        src.close();
        Ok(value)
    }
}

impl<T, F: Fn(&mut Source) -> Result<T, Reject>> Gen for Fallible<F> {}
