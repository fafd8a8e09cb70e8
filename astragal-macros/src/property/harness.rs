//! Who calls the test: `#[test]`, which the property adds, or a test attribute that the user wrote below it.

use syn::Attribute;

use super::function::Function;
use crate::errors::Errors;

/// Attributes that make a test of a function and are not called `test`.
const OTHER_NAMES: [&str; 2] = ["rstest", "wasm_bindgen_test"];

/// Whether an attribute makes a test of a function: `#[test]`, `#[tokio::test(..)]`, `#[rstest]`.
pub(crate) fn is_test(attribute: &Attribute) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| last.ident == "test" || OTHER_NAMES.iter().any(|name| last.ident == name))
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
