//! Mistakes in the input, collected so that all of them are reported at once.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

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

/// Mistakes where an expression is expected: a single one, however many they are.
pub(crate) fn in_expression(error: syn::Error) -> TokenStream {
    let errors = error.into_compile_error();
    quote!({ #errors })
}
