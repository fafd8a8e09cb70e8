//! An argument of a property: its name, how its value is drawn, and how that is handed to the function.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Attribute, Lifetime, Meta, Token, Type, TypeReference};

use super::function::{has_placeholder, has_word, ungrouped};
use crate::code::code;
use crate::errors::Errors;
use crate::mention::{bound, mentions};
use crate::pattern;

/// How many parts a tuple of generators has at most.
const MOST: usize = 12;

/// An argument.
pub(crate) struct Argument {
    /// Its name, or its pattern.
    pub(crate) name: String,
    /// Where that is.
    pub(crate) place: Span,
    /// Its pattern as it was written.
    pub(crate) pattern: TokenStream,
    /// `#[from(generator)]`, if it has one.
    pub(crate) generator: Option<TokenStream>,
    /// The numbers of the earlier arguments that the generator mentions.
    pub(crate) depends_on: Vec<usize>,
    /// Its type as it was written.
    pub(crate) ty: TokenStream,
    /// The type of the value that is drawn.
    pub(crate) value: TokenStream,
    /// How the value is handed to the function.
    pub(crate) passing: Passing,
    /// Its attributes that are none of ours.
    pub(crate) attributes: Vec<Attribute>,
    /// The parameter as the function has it: without the options.
    pub(crate) parameter: TokenStream,
}

/// How a value is handed to the function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Passing {
    /// `T`: it is given away.
    Owned,
    /// `&T`: it is lent.
    Lent,
    /// `&str`: a `String` is lent.
    Str,
    /// `&[T]`: a `Vec` is lent.
    Slice,
}

impl Argument {
    /// Reads all arguments.
    pub(crate) fn read_all(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Vec<Argument>> {
        let mut arguments = Vec::new();
        while !input.is_empty() {
            let mut argument = Argument::read(input, errors)?;
            argument.depends_on = argument.mentioned(&arguments);
            arguments.push(argument);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        if let Some(beyond) = arguments.get(MOST) {
            errors.at(
                &beyond.parameter,
                format!(
                    "a property has at most {MOST} arguments: put some of them into a struct with \
                     `#[derive(Arbitrary)]`, or into a tuple"
                ),
            );
        }
        Ok(arguments)
    }

    fn read(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Argument> {
        let attributes = input.call(Attribute::parse_outer)?;
        if is_receiver(input) {
            return receiver(input, errors);
        }
        let (generator, attributes) = generator_of(attributes, errors);
        let pattern = pattern(input)?;
        let colon: Token![:] = input.parse()?;
        let ty: Type = input.parse()?;
        let (value, passing) = drawn(&ty, generator.is_some(), errors);
        let place = pattern.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
        let parameter = quote!(#(#attributes)* #pattern #colon #ty);
        let (name, ty, depends_on) = (name_of(pattern.clone()), ty.to_token_stream(), Vec::new());
        Ok(Argument { name, place, pattern, generator, depends_on, ty, value, passing, attributes, parameter })
    }

    /// The numbers of those arguments that its generator mentions.
    fn mentioned(&self, earlier: &[Argument]) -> Vec<usize> {
        let Some(generator) = &self.generator else { return Vec::new() };
        (0..earlier.len()).filter(|index| mentions(generator, &bound(&earlier[*index].pattern))).collect()
    }

    /// The name of an owned value that has one, and not a pattern.
    pub(crate) fn variable(&self) -> Option<Ident> {
        let mut words = self.pattern.clone().into_iter().filter(|word| word.to_string() != "mut");
        match (words.next(), words.next()) {
            (Some(TokenTree::Ident(name)), None) if self.passing == Passing::Owned && name != "_" => Some(name),
            _ => None,
        }
    }

    /// Whether the compiler is to infer its type, or a part of it.
    pub(crate) fn is_inferred(&self) -> bool {
        has_placeholder(self.ty.clone())
    }
}

/// Whether `self` comes next, in any of its forms.
fn is_receiver(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    if ahead.parse::<Token![&]>().is_ok() {
        let _ = ahead.parse::<Option<Lifetime>>();
    }
    let _ = ahead.parse::<Option<Token![mut]>>();
    ahead.peek(Token![self])
}

fn receiver(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Argument> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?.to_tokens(&mut tokens);
    }
    errors.at(
        &tokens,
        "a property is a function of its own, since a test has no `self`: move it out of the impl, and take the value \
         as an argument",
    );
    Ok(Argument {
        name: "self".into(),
        place: Span::call_site(),
        pattern: tokens.clone(),
        generator: None,
        depends_on: Vec::new(),
        ty: tokens.clone(),
        value: code!(()),
        passing: Passing::Owned,
        attributes: Vec::new(),
        parameter: tokens,
    })
}

/// The generator that an argument names; and the attributes that are not ours.
fn generator_of(attributes: Vec<Attribute>, errors: &mut Errors) -> (Option<TokenStream>, Vec<Attribute>) {
    let (mut generator, mut others) = (None, Vec::new());
    for attribute in attributes {
        let path = attribute.path();
        if path.is_ident("cfg") || path.is_ident("cfg_attr") {
            errors.at(&attribute, "an argument is there or it is not: put the `cfg` on the property");
        } else if ["with", "arbitrary", "strategy"].iter().any(|name| path.is_ident(name)) {
            errors.at(&attribute, "the generator of an argument is named by `#[from(generator)]`");
        } else if !path.is_ident("from") {
            others.push(attribute);
        } else if generator.is_some() {
            errors.at(&attribute, "`from` is given twice: keep one of them");
        } else {
            match attribute.meta {
                Meta::List(list) if !list.tokens.is_empty() => {
                    pattern::check(&list.tokens, errors);
                    generator = Some(list.tokens);
                }
                meta => errors.at(meta, "write the generator in parentheses, such as `#[from(0..100)]`"),
            }
        }
    }
    (generator, others)
}

/// A pattern ends at a colon, which none has inside but in brackets.
fn pattern(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut pattern = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) && (input.peek(Token![::]) || !input.peek(Token![:])) {
        if input.peek(Token![::]) {
            input.parse::<Token![::]>()?.to_tokens(&mut pattern);
        } else {
            input.parse::<TokenTree>()?.to_tokens(&mut pattern);
        }
    }
    if pattern.is_empty() {
        return Err(input.error("an argument is written as `name: Type`"));
    }
    if let Some(error) = in_instead(&pattern) {
        return Err(error);
    }
    if !input.peek(Token![:]) {
        return Err(syn::Error::new_spanned(pattern, "an argument needs a type: `name: Type`"));
    }
    Ok(pattern)
}

/// What is wrong with `name in generator`, as other libraries write it.
fn in_instead(written: &TokenStream) -> Option<syn::Error> {
    let tokens: Vec<TokenTree> = written.clone().into_iter().collect();
    let at = tokens.iter().position(|token| matches!(token, TokenTree::Ident(word) if word == "in"))?;
    let text = |tokens: &[TokenTree]| tokens.iter().cloned().collect::<TokenStream>().to_string().replace(" .. ", "..");
    let (name, generator) = (text(&tokens[..at]), text(&tokens[at + 1..]));
    let message = format!("write `#[from({generator})] {name}: Type`; the type may be `_`");
    Some(syn::Error::new_spanned(written, message))
}

/// The text of a pattern; of a single name just that.
fn name_of(pattern: TokenStream) -> String {
    let words: Vec<TokenTree> = pattern.clone().into_iter().collect();
    match words.as_slice() {
        [TokenTree::Ident(first), TokenTree::Ident(name)] if first == "mut" || first == "ref" => {
            name.unraw().to_string()
        }
        [TokenTree::Ident(name)] => name.unraw().to_string(),
        // The line breaks of the source are not part of a name.
        _ => pattern.to_string().split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// The type that is drawn for an argument of a type, and how its value is handed over.
fn drawn(ty: &Type, is_named: bool, errors: &mut Errors) -> (TokenStream, Passing) {
    if has_word(ty.to_token_stream(), "impl") {
        errors.at(
            ty,
            "`impl Trait` cannot be drawn: write the type itself, such as `Vec<u8>` for \
             `impl IntoIterator<Item = u8>`",
        );
        return (ty.to_token_stream(), Passing::Owned);
    }
    if !is_named && has_placeholder(ty.to_token_stream()) {
        errors.at(ty, "there is nothing to infer `_` from: write the type, or name a generator, `#[from(generator)]`");
    }
    match ungrouped(ty) {
        Type::Reference(reference) => lent(reference, is_named, errors),
        _ => (ty.to_token_stream(), Passing::Owned),
    }
}

fn lent(reference: &TypeReference, is_named: bool, errors: &mut Errors) -> (TokenStream, Passing) {
    let is_static = matches!(&reference.lifetime, Some(lifetime) if lifetime.ident == "static");
    if is_static && is_named && reference.mutability.is_none() {
        // The reference itself is what the generator makes, as `select(["a", "b"])` does.
        return (reference.to_token_stream(), Passing::Owned);
    }
    if reference.mutability.is_some() {
        errors.at(
            reference,
            "a property owns its arguments: take the value itself, and write `mut` before its name to change it",
        );
    } else if is_static {
        errors.at(
            &reference.lifetime,
            "a drawn value lives as long as its case: remove `'static`, or name a generator of such references, as \
             in `#[from(select([\"a\", \"b\"]))]`",
        );
    } else if matches!(&reference.lifetime, Some(lifetime) if lifetime.ident != "_") {
        errors.at(&reference.lifetime, "a drawn value lives as long as its case: remove the lifetime");
    }
    let target = ungrouped(&reference.elem);
    match target {
        Type::Path(path) if path.path.is_ident("str") => (code!(::std::string::String), Passing::Str),
        Type::Slice(slice) => {
            let element = &slice.elem;
            (code!(::std::vec::Vec<#element>), Passing::Slice)
        }
        Type::Reference(_) => {
            errors.at(reference, "a drawn value is lent once: a single `&` is enough");
            (target.to_token_stream(), Passing::Lent)
        }
        Type::TraitObject(_) => {
            errors.at(reference, "a trait object cannot be drawn: write the type behind it, such as `&Circle`");
            (target.to_token_stream(), Passing::Lent)
        }
        _ => (target.to_token_stream(), Passing::Lent),
    }
}
