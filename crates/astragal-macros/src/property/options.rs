//! The options of `#[property(..)]`: settings, explicit examples, pinned cases.

use astragal_settings::{LIMITS, Setting};
use proc_macro2::{Delimiter, Ident, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Path, Token};

use super::settings;
use crate::code::code;
use crate::errors::Errors;
use crate::options::expression;

/// What `#[property(..)]` says.
pub(crate) struct Options {
    /// `crate = path`: where the library is.
    pub(crate) library: TokenStream,
    /// `cases = 500`: as the setter that is called.
    pub(crate) settings: Vec<TokenStream>,
    /// The names of these settings as they were written, for their places.
    pub(crate) names: Vec<Ident>,
    /// Those of them that limit a case, if their value is a limit for sure.
    pub(crate) limits: Vec<Ident>,
    /// `example(3, vec![])`: the name as it was written, and the values.
    pub(crate) examples: Vec<(Ident, Vec<TokenStream>)>,
    /// `pin = "a2-.."`.
    pub(crate) pins: Vec<TokenStream>,
}

/// One option as it was written.
struct Written {
    ident: Ident,
    value: Value,
}

enum Value {
    None,
    /// `name = value`.
    Assigned(TokenStream),
    /// `name(value, value)`.
    List(Vec<TokenStream>),
}

impl Options {
    /// Reads them. A mistake in one leaves the others readable, unless it is one in the syntax.
    pub(crate) fn read(tokens: TokenStream, errors: &mut Errors) -> Options {
        let mut options = Options {
            library: code!(::astragal),
            settings: Vec::new(),
            names: Vec::new(),
            limits: Vec::new(),
            examples: Vec::new(),
            pins: Vec::new(),
        };
        let written = parse.parse2(tokens).unwrap_or_else(|error| {
            errors.add(error);
            Vec::new()
        });
        let mut before: Vec<String> = Vec::new();
        for Written { ident, value } in written {
            let name = ident.to_string();
            match (name.as_str(), value) {
                ("example", Value::List(values)) => options.examples.push((ident, values)),
                ("example", _) => {
                    errors.at(&ident, "write the values of an example in parentheses: `example(3, vec![])`");
                }
                ("pin", Value::Assigned(token)) => options.pins.push(token),
                ("pin", _) => errors.at(&ident, "write the token of the case, as a failure shows it: `pin = \"..\"`"),
                ("crate", Value::Assigned(path)) => match Path::parse_mod_style.parse2(path.clone()) {
                    Ok(path) => options.library = path.into_token_stream(),
                    Err(_) => errors.at(path, "`crate` needs a path without quotes: `crate = my_crate::astragal`"),
                },
                ("crate", _) => errors.at(&ident, "write `crate = path::to::astragal`"),
                _ if before.contains(&name) => {
                    errors.at(&ident, format!("`{name}` is given twice: keep one of them"));
                }
                (_, value) => match astragal_settings::find(&name) {
                    Some(setting) => {
                        let is_limit = LIMITS.contains(&setting.name)
                            && matches!(&value, Value::Assigned(value) if is_given(value));
                        let set = set(setting, &ident, value, errors);
                        options.limits.extend(set.is_some().then(|| ident.clone()).filter(|_| is_limit));
                        options.settings.extend(set);
                        options.names.push(ident);
                    }
                    None => {
                        let others = ["example", "pin", "crate"];
                        errors.at(&ident, astragal_settings::unknown("option", &name, &others));
                    }
                },
            }
            before.push(name);
        }
        options
    }
}

/// Whether a value is a literal other than "none". The value of any other expression is not known here.
fn is_given(value: &TokenStream) -> bool {
    settings::text_of(value).is_some_and(|text| text != "none")
}

fn set(setting: &Setting, ident: &Ident, value: Value, errors: &mut Errors) -> Option<TokenStream> {
    match value {
        Value::Assigned(value) => settings::assigned(setting, ident, &value, errors),
        Value::None => settings::alone(setting, ident, errors),
        Value::List(_) => {
            errors.at(ident, format!("write its value as `{ident} = value`"));
            None
        }
    }
}

fn parse(input: ParseStream<'_>) -> syn::Result<Vec<Written>> {
    let mut options = Vec::new();
    while !input.is_empty() {
        if !input.peek(Ident::peek_any) {
            return Err(input.error("an option has a name: write `name = value`, such as `cases = 100`"));
        }
        let ident = input.call(Ident::parse_any)?;
        let value = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            let value = expression(input)?;
            if value.is_empty() {
                return Err(syn::Error::new_spanned(&ident, format!("`{ident} =` needs a value")));
            }
            Value::Assigned(value)
        } else if input.peek(syn::token::Paren) {
            let (_, inside) = input.step(|cursor| match cursor.group(Delimiter::Parenthesis) {
                Some((inside, span, rest)) => Ok(((span, inside.token_stream()), rest)),
                None => Err(cursor.error("expected parentheses")),
            })?;
            Value::List(values.parse2(inside)?)
        } else {
            Value::None
        };
        options.push(Written { ident, value });
        if input.is_empty() {
            break;
        }
        if !input.peek(Token![,]) {
            return Err(input.error("write an option as `name = value`, and a comma between two options"));
        }
        input.parse::<Token![,]>()?;
    }
    Ok(options)
}

/// Expressions, with commas between them.
fn values(input: ParseStream<'_>) -> syn::Result<Vec<TokenStream>> {
    let mut values = Vec::new();
    while !input.is_empty() {
        let value = expression(input)?;
        if value.is_empty() {
            return Err(input.error("a value is missing before this comma"));
        }
        values.push(value);
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(values)
}
