//! `#[property]`: a function with arguments becomes an ordinary test, which draws them.

mod argument;
mod example;
mod function;
mod generate;
mod generators;
mod harness;
mod options;
mod settings;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;

use crate::errors::Errors;
use function::Function;
use options::Options;

/// The test for a function.
///
/// A mistake leaves the function as it was written, so that the compiler has nothing else to say about its absence.
pub(crate) fn property(options: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let function = match Function::read(item.clone(), &mut errors) {
        Ok(function) => function,
        Err(error) => return [error.into_compile_error(), item].into_iter().collect(),
    };
    let options = Options::read(options, &mut errors);
    let examples = example::read(&options.examples, &function.arguments, &mut errors);
    harness::check(&function, &mut errors);
    harness::check_settings(&function, &options, &mut errors);
    match errors.finish() {
        Ok(()) => generate::test(&function, &options, &examples),
        Err(error) => [error.into_compile_error(), generate::as_written(&function)].into_iter().collect(),
    }
}

/// The content of invisible brackets, as around a fragment of a macro; or the tokens themselves.
fn visible(tokens: TokenStream) -> TokenStream {
    let mut inside = tokens.clone().into_iter();
    match (inside.next(), inside.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => visible(group.stream()),
        _ => tokens,
    }
}

/// The group that some tokens are, if they are one with these brackets.
fn only_group(tokens: &TokenStream, delimiter: Delimiter) -> Option<Group> {
    let mut inside = visible(tokens.to_token_stream()).into_iter();
    match (inside.next(), inside.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == delimiter => Some(group),
        _ => None,
    }
}
