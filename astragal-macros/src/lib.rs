//! The syntax of Astragal: `#[derive(Arbitrary)]`.
mod attributes;
mod bounds;
mod code;
mod derive;
mod describe;
mod draw;
mod errors;
mod fields;
mod infinite;
mod model;
mod options;
mod reflect;
mod substitute;

use proc_macro::TokenStream;

#[proc_macro_derive(Arbitrary, attributes(arbitrary))]
pub fn arbitrary(input: TokenStream) -> TokenStream {
    derive::derive(input.into()).unwrap_or_else(|error| error.into_compile_error()).into()
}
