//! Who calls the test: `#[test]`, which the property adds, or a test attribute that the user wrote below it.

use proc_macro2::TokenStream;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Path, Token};

use super::function::Function;
use crate::errors::Errors;

/// Attributes that make a test of a function and are not called `test`.
const OTHER_NAMES: [&str; 2] = ["rstest", "wasm_bindgen_test"];

/// Whether an attribute makes a test of a function: `#[test]`, `#[tokio::test(..)]`, `#[rstest]`.
pub(crate) fn is_test(attribute: &Attribute) -> bool {
    match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg_attr") => has_test(list.tokens.clone()),
        meta => names_test(meta.path()),
    }
}

fn names_test(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| last.ident == "test" || OTHER_NAMES.iter().any(|name| last.ident == name))
}

/// Whether there is a test attribute behind the condition of a `cfg_attr`.
fn has_test(tokens: TokenStream) -> bool {
    let parsed = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(tokens);
    parsed.is_ok_and(|metas| metas.iter().skip(1).any(|meta| names_test(meta.path())))
}

/// What can be wrong between a property and the other attributes of its function.
pub(crate) fn check(function: &Function, errors: &mut Errors) {
    for attribute in &function.attributes {
        if attribute.path().segments.last().is_some_and(|last| last.ident == "property") {
            errors.at(attribute, "`#[property]` is given twice: keep one of them");
        }
    }
    // A plain `#[test]` may be that of a runtime too, by `use tokio::test;`.
    match &function.asynchronous {
        Some(keyword) if !function.attributes.iter().any(is_test) => errors.at(
            keyword,
            "an async property runs on the runtime of a test attribute: put for example `#[tokio::test]` below \
             `#[property]`",
        ),
        _ => {}
    }
}
