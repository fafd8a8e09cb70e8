//! The syntax of `#[arbitrary(..)]`: a list of names, each with a value or without.

use proc_macro2::{Ident, Spacing, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Meta, Token};

use crate::errors::Errors;

/// One option: `skip`, or `weight = 3`.
pub(crate) struct Setting {
    /// As it was written, for its place.
    pub(crate) ident: Ident,
    /// Its name.
    pub(crate) name: String,
    /// Its value.
    pub(crate) value: Option<TokenStream>,
}

/// All options of an item. Mistakes in the syntax of one attribute leave the others readable.
pub(crate) fn settings_of(attributes: &[Attribute], errors: &mut Errors) -> Vec<Setting> {
    let mut settings: Vec<Setting> = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("arbitrary")) {
        let Meta::List(list) = &attribute.meta else {
            errors.at(&attribute.meta, "write the options in parentheses, such as `#[arbitrary(skip)]`");
            continue;
        };
        match parse_settings.parse2(list.tokens.clone()) {
            Ok(parsed) => settings.extend(parsed),
            Err(error) => errors.add(error),
        }
    }
    let mut index = 0;
    while index < settings.len() {
        if settings[..index].iter().any(|before| before.name == settings[index].name) {
            let again = settings.remove(index);
            errors.at(&again.ident, format!("`{}` is given twice: keep one of them", again.name));
        } else {
            index += 1;
        }
    }
    settings
}

fn parse_settings(input: ParseStream<'_>) -> syn::Result<Vec<Setting>> {
    let mut settings = Vec::new();
    while !input.is_empty() {
        if !input.peek(Ident::peek_any) {
            return Err(input
                .error("an option has a name: on a field write for example `with = 0..5`, on a variant `weight = 3`"));
        }
        let ident = input.call(Ident::parse_any)?;
        let name = ident.to_string();
        let value = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            let value = expression(input)?;
            if value.is_empty() {
                return Err(syn::Error::new_spanned(&ident, format!("`{name} =` needs a value")));
            }
            Some(value)
        } else {
            None
        };
        settings.push(Setting { ident, name, value });
        if input.is_empty() {
            break;
        }
        if !input.peek(Token![,]) {
            return Err(input.error("write a value as `name = value`, and a comma between two options"));
        }
        input.parse::<Token![,]>()?;
    }
    Ok(settings)
}

/// The tokens of an expression, up to a comma that is not part of it.
///
/// Commas in brackets of any kind are inside a group already; those of `name::<A, B>` and of `|a, b|` are not.
pub(crate) fn expression(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens: Vec<TokenTree> = Vec::new();
    let mut angles = 0u32;
    let mut in_bars = false;
    while !input.is_empty() {
        if angles == 0 && !in_bars && input.peek(Token![,]) {
            break;
        }
        let token: TokenTree = input.parse()?;
        if let TokenTree::Punct(punct) = &token {
            match punct.as_char() {
                // Elsewhere `<` is a comparison.
                '<' if angles > 0 || tokens.is_empty() || ends_with(&tokens, ':') => angles += 1,
                '>' if angles > 0 && !is_arrow(&tokens) => angles -= 1,
                '|' if in_bars => in_bars = false,
                '|' if is_closure_start(&tokens) => in_bars = true,
                _ => {}
            }
        }
        tokens.push(token);
    }
    Ok(tokens.into_iter().collect())
}

fn ends_with(tokens: &[TokenTree], end: char) -> bool {
    matches!(tokens.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == end)
}

/// Whether a `>` that follows is the end of `->` or `=>`.
fn is_arrow(tokens: &[TokenTree]) -> bool {
    matches!(tokens.last(), Some(TokenTree::Punct(punct))
        if punct.spacing() == Spacing::Joint && matches!(punct.as_char(), '-' | '='))
}

fn is_closure_start(before: &[TokenTree]) -> bool {
    match before {
        [] => true,
        [TokenTree::Ident(ident)] => ident == "move",
        _ => false,
    }
}

/// Whether an expression is a closure.
pub(crate) fn is_closure(expression: &TokenStream) -> bool {
    let mut tokens = expression.clone().into_iter();
    let mut first = tokens.next();
    if matches!(&first, Some(TokenTree::Ident(ident)) if ident == "move") {
        first = tokens.next();
    }
    matches!(first, Some(TokenTree::Punct(punct)) if punct.as_char() == '|')
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn read(attribute: Attribute) -> Vec<(String, String)> {
        let mut errors = Errors::default();
        let settings = settings_of(&[attribute], &mut errors);
        errors.finish().expect("no mistake");
        let text =
            |value: Option<TokenStream>| value.map(|tokens| tokens.to_string().replace(' ', "")).unwrap_or_default();
        settings.into_iter().map(|setting| (setting.name, text(setting.value))).collect()
    }

    fn mistakes(attributes: &[Attribute]) -> String {
        let mut errors = Errors::default();
        settings_of(attributes, &mut errors);
        let error = errors.finish().expect_err("a mistake");
        error.into_iter().map(|error| error.to_string()).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn options_are_split_at_their_commas() {
        let read = read(parse_quote!(#[arbitrary(skip, weight = 3, crate = a::b,)]));
        assert_eq!(read, [("skip", ""), ("weight", "3"), ("crate", "a::b")].map(|(a, b)| (a.into(), b.into())));
    }

    #[test]
    fn a_comma_of_type_arguments_belongs_to_the_expression() {
        let read = read(parse_quote!(#[arbitrary(with = pairs::<u8, fn(A) -> B, C>(1, 2), opaque)]));
        assert_eq!(read[0].1, "pairs::<u8,fn(A)->B,C>(1,2)");
        assert_eq!(read[1].0, "opaque");
        let read = self::read(parse_quote!(#[arbitrary(with = <Map<u8, u8> as Make>::make(), default)]));
        assert_eq!((read[0].1.as_str(), read[1].0.as_str()), ("<Map<u8,u8>asMake>::make()", "default"));
    }

    #[test]
    fn a_comma_of_closure_parameters_belongs_to_the_expression() {
        let read = read(parse_quote!(#[arbitrary(opaque = move |a, b| a | b, default)]));
        assert_eq!((read[0].1.as_str(), read[1].0.as_str()), ("move|a,b|a|b", "default"));
        let read = self::read(parse_quote!(#[arbitrary(default = 3 | 4, opaque)]));
        assert_eq!((read[0].1.as_str(), read[1].0.as_str()), ("3|4", "opaque"));
    }

    #[test]
    fn a_comparison_ends_at_its_comma() {
        let read = read(parse_quote!(#[arbitrary(default = 1 < 2, opaque)]));
        assert_eq!((read[0].1.as_str(), read[1].0.as_str()), ("1<2", "opaque"));
    }

    #[test]
    fn mistakes_of_several_attributes_are_all_found() {
        let found = mistakes(&[
            parse_quote!(#[arbitrary]),
            parse_quote!(#[arbitrary(weight =)]),
            parse_quote!(#[arbitrary(weight(3))]),
            parse_quote!(#[arbitrary(skip)]),
            parse_quote!(#[arbitrary(skip)]),
        ]);
        for part in ["in parentheses", "`weight =` needs a value", "`name = value`", "`skip` is given twice"] {
            assert!(found.contains(part), "{part}: {found}");
        }
    }

    #[test]
    fn closures_are_known_by_their_bars() {
        for (expected, text) in [(true, "|src| 3"), (true, "move || 3"), (false, "from_fn(|src| 3)"), (false, "a | b")]
        {
            assert_eq!(is_closure(&text.parse().expect("tokens")), expected, "{text}");
        }
    }
}
