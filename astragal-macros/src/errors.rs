//! Mistakes in the input, collected so that all of them are reported at once.

use quote::ToTokens;

/// The mistakes found so far.
#[derive(Default)]
pub(crate) struct Errors {
    found: Option<syn::Error>,
}

impl Errors {
    /// A mistake at a place in the input.
    pub(crate) fn at(&mut self, place: impl ToTokens, message: impl std::fmt::Display) {
        self.add(syn::Error::new_spanned(place, message));
    }

    /// A mistake that was found elsewhere.
    pub(crate) fn add(&mut self, error: syn::Error) {
        match &mut self.found {
            Some(found) => found.combine(error),
            None => self.found = Some(error),
        }
    }

    /// All mistakes, if there are any.
    pub(crate) fn finish(self) -> syn::Result<()> {
        self.found.map_or(Ok(()), Err)
    }
}
