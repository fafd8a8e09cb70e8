//! How generated code is written: names that nobody else's code can meet.

use proc_macro2::{Ident, Span};

/// Generated code. Its local variables are hygienic, so that an expression in an attribute does not see them.
macro_rules! code {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}
pub(crate) use code;

/// A numbered name: of a local variable or of a function of the generator, which nobody else sees.
pub(crate) fn numbered(prefix: &str, index: usize) -> Ident {
    Ident::new(&format!("{prefix}{index}"), Span::mixed_site())
}
