//! Who calls the test: `#[test]`, which the property adds, or a test attribute that the user wrote below it.

use proc_macro2::Ident;
use syn::Attribute;

use super::function::Function;
use super::options::Options;
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

/// Rejects settings that a property cannot follow, where they are written, because their author relies on them.
pub(crate) fn check_settings(function: &Function, options: &Options, errors: &mut Errors) {
    match function.asynchronous {
        Some(_) => check_settings_of_async(&options.names, errors),
        None if !options.names.iter().any(|name| name == "isolated") => {
            for name in &options.limits {
                let fact = astragal_settings::needs_isolated(&name.to_string());
                errors.at(name, format!("{fact}: write `#[property(isolated, {name} = ..)]`"));
            }
        }
        None => {}
    }
}

/// No child process and no other thread runs an async property.
fn check_settings_of_async(names: &[Ident], errors: &mut Errors) {
    for name in names {
        let instead = match name.to_string().as_str() {
            "isolated" | "memory" => "or write a plain `fn` that blocks on the future, as with `Runtime::block_on`",
            "timeout" => "and use the runtime's own, such as `tokio::time::timeout`",
            "threads" => "or write a plain `fn` that blocks on the future, on a runtime for each case",
            _ => continue,
        };
        let fact = "the cases of an async property run one after the other, in the process of its test";
        errors.at(name, format!("{fact}: remove `{name}`, {instead}"));
    }
}
