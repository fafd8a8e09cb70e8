//! A string literal in place of a generator, `#[from("[a-z]+")]`: a pattern of strings, which is checked here.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::LitStr;

use crate::code::{at, code};
use crate::errors::Errors;

/// Reports what is wrong with a pattern; or that there are none, without the feature `regex`.
pub(crate) fn check(expression: &TokenStream, errors: &mut Errors) {
    let Some(literal) = literal(expression.clone()) else { return };
    if let Err(message) = read(&literal.value()) {
        errors.at(literal, message);
    }
}

/// The generator of the strings of a pattern, if the expression is one. The pattern is read once, and not for each value.
pub(crate) fn generator(expression: &TokenStream, library: &TokenStream) -> Option<TokenStream> {
    let literal = literal(expression.clone())?;
    let made = at(&literal, code!(#library::string_matching), None, code!(#literal));
    let mut block = Group::new(
        Delimiter::Brace,
        code! {
            static STRINGS: ::std::sync::OnceLock<#library::StringMatching> = ::std::sync::OnceLock::new();
            ::core::clone::Clone::clone(STRINGS.get_or_init(|| #made))
        },
    );
    block.set_span(literal.span());
    Some(TokenTree::Group(block).into())
}

/// The string literal that an expression is. What a macro passes on is in a group without delimiters.
fn literal(expression: TokenStream) -> Option<LitStr> {
    let mut tokens = expression.into_iter();
    match (tokens.next()?, tokens.next()) {
        (TokenTree::Group(group), None) if group.delimiter() == Delimiter::None => literal(group.stream()),
        (TokenTree::Literal(literal), None) => syn::parse2(TokenTree::Literal(literal).into()).ok(),
        _ => None,
    }
}

#[cfg(feature = "regex")]
fn read(pattern: &str) -> Result<(), String> {
    astragal_pattern::read(pattern).map(drop).map_err(|error| error.to_string())
}

#[cfg(not(feature = "regex"))]
fn read(_: &str) -> Result<(), String> {
    Err("strings of a pattern need the feature `regex`: write `astragal = { version = \"0.1\", features = [\"regex\"] }` in \
         `Cargo.toml`"
        .to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_string_literal_alone_is_a_pattern() {
        for (written, pattern) in [
            ("\"[a-z]+\"", Some("[a-z]+")),
            ("r\"\\d\"", Some("\\d")),
            ("r#\"a\"b\"#", Some("a\"b")),
            ("just(\"a\")", None),
            ("\"a\".len()", None),
            ("b\"a\"", None),
            ("'a'", None),
            ("3", None),
            ("", None),
        ] {
            let found = literal(written.parse().expect("tokens")).map(|literal| literal.value());
            assert_eq!(found.as_deref(), pattern, "{written}");
        }
    }

    #[test]
    fn a_wrong_pattern_is_one_error_and_without_the_feature_every_one_is() {
        let mistakes = |written: &str| {
            let mut errors = Errors::default();
            check(&written.parse().expect("tokens"), &mut errors);
            let found = errors.finish().err().into_iter().flatten();
            found.map(|error| error.to_string()).collect::<Vec<_>>()
        };
        assert!(mistakes("0..9").is_empty());
        let (right, wrong) = (mistakes("\"[a-z]\""), mistakes("\"[a-z\""));
        if cfg!(feature = "regex") {
            assert!(right.is_empty());
            assert!(wrong.len() == 1 && wrong[0].contains("unclosed character class"), "{wrong:?}");
        } else {
            assert!(right == wrong && right.len() == 1 && right[0].contains("need the feature `regex`"), "{right:?}");
        }
    }
}
