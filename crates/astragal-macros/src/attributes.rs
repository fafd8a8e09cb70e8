//! What the options mean on a type, on a variant and on a field, and which of them contradict each other.
//!
//! A derived type has the powers that all of its fields have, one by one: a field that is not `Closed` is marked `open`, one that is not
//! `Reflect` is marked `forwards`, one that is neither is marked `opaque`. A macro does not see types, and a bound on the type of a
//! field would lead back to itself in a recursive type; so it is the user who says it, and the compiler checks it (`generator/part` of the core).

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, LitInt, LitStr, Path, Token, Type, WherePredicate};

use crate::errors::Errors;
use crate::options::{Setting, is_closure, settings_of};
use crate::pattern;

/// What is said to `filter` alone.
const CONDITION: &str = "write the condition: `filter = |value| ..`, or the name of a function that takes `&Self`";

/// The options of a type.
#[derive(Default)]
pub(crate) struct TypeOptions {
    /// `crate = path`: where the library is.
    pub(crate) library: Option<TokenStream>,
    /// `bound = ".."`: the bounds on type parameters in place of the inferred ones.
    pub(crate) bound: Option<Vec<WherePredicate>>,
    /// `filter = condition`, on a struct.
    pub(crate) filter: Option<TokenStream>,
    /// `params = Type`: the parameters of its generator.
    pub(crate) params: Option<Type>,
}

/// The options of a variant.
#[derive(Default)]
pub(crate) struct VariantOptions {
    /// `skip`: it is never drawn.
    pub(crate) skip: bool,
    /// `weight = 3`, and where it is written.
    pub(crate) weight: Option<(u32, Ident)>,
    /// `filter = condition`: the values of the variant that are drawn.
    pub(crate) filter: Option<TokenStream>,
}

/// The options of a field.
pub(crate) struct FieldOptions {
    pub(crate) origin: Origin,
    pub(crate) lost: Lost,
}

/// Where the value of a field comes from.
pub(crate) enum Origin {
    /// Its type's usual generator.
    Any,
    /// `with = generator`, or `opaque = generator`.
    With(TokenStream),
    /// `default`, or `default = value`: no choice at all.
    Default(Option<TokenStream>),
}

/// The powers that a type does not have because of a field.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Lost {
    /// `forwards`, or `opaque`: it does not run backwards.
    pub(crate) backwards: bool,
    /// `open`, or `opaque`: its space is not closed.
    pub(crate) closed: bool,
}

impl TypeOptions {
    /// Reads them. A type has no options of variants, but they are often tried there.
    pub(crate) fn of(attributes: &[Attribute], errors: &mut Errors) -> TypeOptions {
        let mut options = TypeOptions::default();
        for setting in settings_of(attributes, errors) {
            match (setting.name.as_str(), &setting.value) {
                ("crate", Some(path)) => match Path::parse_mod_style.parse2(path.clone()) {
                    Ok(path) => options.library = Some(path.into_token_stream()),
                    Err(_) => errors.at(path, "`crate` needs a path without quotes: `crate = my_crate::astragal`"),
                },
                ("bound", Some(text)) => options.bound = bounds(text, errors),
                ("crate", None) => errors.at(&setting.ident, "write `crate = path::to::astragal`"),
                ("bound", None) => errors.at(&setting.ident, "write `bound = \"T: Trait\"`"),
                ("filter", Some(condition)) => options.filter = Some(condition.clone()),
                ("filter", None) => errors.at(&setting.ident, CONDITION),
                ("params", Some(ty)) => match syn::parse2(ty.clone()) {
                    Ok(ty) => options.params = Some(ty),
                    Err(_) => errors.at(ty, "`params` needs a type without quotes: `params = Limits`"),
                },
                ("params", None) => errors.at(&setting.ident, "write the type of the parameters: `params = Limits`"),
                ("weight", _) => errors.at(
                    &setting.ident,
                    "`weight` belongs on a variant of an enum: it says how often that variant is drawn",
                ),
                ("skip", _) => errors.at(
                    &setting.ident,
                    "`skip` belongs on a variant of an enum; a type that is never drawn needs no derive",
                ),
                _ => errors.at(
                    &setting.ident,
                    unknown(
                        &setting,
                        "a type",
                        "`params = Type`, `bound = \"..\"`, `crate = path` and, on a struct, `filter = ..`",
                    ),
                ),
            }
        }
        options
    }
}

fn bounds(text: &TokenStream, errors: &mut Errors) -> Option<Vec<WherePredicate>> {
    let literal: LitStr = match syn::parse2(text.clone()) {
        Ok(literal) => literal,
        Err(_) => {
            errors.at(text, "`bound` needs the bounds in quotes: `bound = \"T: Trait\"`");
            return None;
        }
    };
    match literal.parse_with(Punctuated::<WherePredicate, Token![,]>::parse_terminated) {
        Ok(predicates) => Some(predicates.into_iter().collect()),
        Err(error) => {
            errors.at(text, format!("`bound` needs bounds as in a where clause, such as \"T: Trait\": {error}"));
            None
        }
    }
}

impl VariantOptions {
    /// Reads them.
    pub(crate) fn of(attributes: &[Attribute], errors: &mut Errors) -> VariantOptions {
        let mut options = VariantOptions::default();
        for setting in settings_of(attributes, errors) {
            match (setting.name.as_str(), &setting.value) {
                ("skip", None) => options.skip = true,
                ("skip", Some(value)) => errors.at(value, "`skip` has no value: write `#[arbitrary(skip)]`"),
                ("weight", Some(value)) => match weight(value) {
                    Some(weight) => options.weight = Some((weight, setting.ident.clone())),
                    None => errors.at(
                        value,
                        "`weight` needs a whole number from 0 to 4294967295 (0: never drawn at random), such as \
                         `weight = 3`",
                    ),
                },
                ("weight", None) => errors.at(&setting.ident, "write how often: `weight = 3`"),
                ("filter", Some(condition)) => options.filter = Some(condition.clone()),
                ("filter", None) => errors.at(&setting.ident, CONDITION),
                _ => {
                    errors.at(&setting.ident, unknown(&setting, "a variant", "`weight = 3`, `filter = ..` and `skip`"))
                }
            }
        }
        match &options.weight {
            Some((_, place)) if options.skip => {
                errors.at(place, "a skipped variant has no weight: keep either `skip` or `weight`");
            }
            _ => {}
        }
        options
    }
}

fn weight(value: &TokenStream) -> Option<u32> {
    let literal: LitInt = syn::parse2(value.clone()).ok()?;
    if matches!(literal.suffix(), "" | "u32") { literal.base10_parse().ok() } else { None }
}

impl FieldOptions {
    /// Reads them.
    pub(crate) fn of(attributes: &[Attribute], errors: &mut Errors) -> FieldOptions {
        let mut written = Written::default();
        for setting in settings_of(attributes, errors) {
            match (setting.name.as_str(), &setting.value) {
                ("with", Some(_)) => written.with = Some(setting),
                ("opaque", _) => written.opaque = Some(setting),
                ("open", None) => written.open = Some(setting),
                ("forwards", None) => written.forwards = Some(setting),
                ("default", _) => written.default = Some(setting),
                ("with", None) => errors.at(&setting.ident, "write which generator: `with = generator`"),
                ("open" | "forwards", Some(value)) => {
                    let name = &setting.name;
                    errors.at(value, format!("`{name}` has no value: write `with = generator, {name}`"));
                }
                ("skip", _) => {
                    errors.at(&setting.ident, "`skip` is for variants: a field that is not drawn is `default`");
                }
                ("weight", _) => errors.at(
                    &setting.ident,
                    "`weight` belongs on a variant of an enum: it says how often that variant is drawn",
                ),
                _ => errors.at(
                    &setting.ident,
                    unknown(
                        &setting,
                        "a field",
                        "`with = generator`, `default`, and, for a generator that is not `Closed`, not `Reflect` or neither, `open`, `forwards` or `opaque`",
                    ),
                ),
            }
        }
        written.check(errors);
        let Written { with, opaque, open, forwards, default } = written;
        let lost =
            Lost { backwards: opaque.is_some() || forwards.is_some(), closed: opaque.is_some() || open.is_some() };
        let generator = with.or(opaque).and_then(|setting| setting.value);
        if let Some(generator) = &generator {
            pattern::check(generator, errors);
        }
        let origin = match (generator, default) {
            (Some(generator), _) => Origin::With(generator),
            (None, Some(default)) => Origin::Default(default.value),
            (None, None) => Origin::Any,
        };
        FieldOptions { origin, lost }
    }
}

impl Origin {
    /// The generator that was written down, if there is one.
    pub(crate) fn expression(&mut self) -> Option<&mut TokenStream> {
        match self {
            Origin::With(expression) => Some(expression),
            _ => None,
        }
    }

    /// Whether its value takes choices.
    pub(crate) fn is_drawn(&self) -> bool {
        !matches!(self, Origin::Default(_))
    }
}

/// The options of a field as they were written.
#[derive(Default)]
struct Written {
    with: Option<Setting>,
    opaque: Option<Setting>,
    open: Option<Setting>,
    forwards: Option<Setting>,
    default: Option<Setting>,
}

impl Written {
    /// Reports what contradicts itself.
    fn check(&self, errors: &mut Errors) {
        match (&self.with, &self.opaque, &self.default) {
            (Some(_), _, Some(default)) => {
                errors.at(&default.ident, "a field is drawn (`with`) or it is not (`default`): keep one of them");
            }
            (Some(_), Some(opaque), None) => {
                errors.at(&opaque.ident, "write `opaque = generator` in place of `with = generator, opaque`");
            }
            (None, Some(Setting { ident, value: Some(_), .. }), Some(_)) => errors.at(
                ident,
                "a field is drawn (`opaque = generator`) or it is not (`default`): keep one of them, or write `default, opaque`",
            ),
            _ => {}
        }
        match (&self.open, &self.forwards, &self.opaque) {
            (Some(flag), _, Some(_)) | (None, Some(flag), Some(_)) => {
                errors.at(&flag.ident, format!("`opaque` is `open` and `forwards`: remove `{}`", flag.name));
            }
            (Some(_), Some(forwards), None) => {
                errors.at(&forwards.ident, "write `opaque` in place of `open, forwards`");
            }
            _ => {}
        }
        if let (Some(open), Some(_)) = (&self.open, &self.default) {
            errors.at(&open.ident, "a field that is not drawn (`default`) is closed: remove `open`");
        }
        if let Some(generator) = self.with.as_ref().and_then(|with| with.value.as_ref()) {
            if is_closure(generator) {
                errors.at(
                    generator,
                    "a closure runs forwards only: write `opaque = |src| ..` in place of `with`, and the type is drawn but \
                     does not run backwards; or give `with` a generator such as `vec_of(0..10, 0..=3)`",
                );
            }
        }
    }
}

fn unknown(setting: &Setting, on: &str, known: &str) -> String {
    let name = &setting.name;
    let place = match name.as_str() {
        "crate" | "bound" | "params" => " is an option of the type",
        "skip" | "weight" => " is an option of a variant",
        "with" | "opaque" | "open" | "forwards" | "default" => " is an option of a field",
        _ => "",
    };
    if place.is_empty() {
        format!("there is no option `{name}`: {on} can have {known}")
    } else {
        format!("`{name}`{place}: {on} can have {known}")
    }
}
