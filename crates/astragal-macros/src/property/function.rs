//! The function under `#[property]`, read without its body: that stays the tokens that it is.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Generics, LitStr, ReturnType, Token, Visibility, WhereClause, parenthesized};

use super::argument::Argument;
use super::{only_group, visible};
use crate::errors::Errors;

/// A function, as far as it is known.
pub(crate) struct Function {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) asynchronous: Option<Token![async]>,
    pub(crate) keyword: Token![fn],
    pub(crate) name: Ident,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) output: ReturnType,
    /// One group in braces; or in invisible brackets, if it comes from a macro.
    pub(crate) body: TokenTree,
    /// All of it behind the attributes and the visibility, without the options of arguments.
    pub(crate) written: TokenStream,
}

impl Function {
    /// Reads it. Anything a property cannot be is added to `errors`; input that is not a function at all is returned as `Err`.
    pub(crate) fn read(tokens: TokenStream, errors: &mut Errors) -> syn::Result<Function> {
        (|input: ParseStream<'_>| parse(input, errors)).parse2(tokens)
    }

    /// Its name, without the prefix of a raw identifier.
    pub(crate) fn title(&self) -> String {
        self.name.unraw().to_string()
    }

    /// Whether the type of an argument is to be inferred.
    pub(crate) fn is_inferred(&self) -> bool {
        self.arguments.iter().any(Argument::is_inferred)
    }

    /// Where it ends.
    pub(crate) fn end(&self) -> Span {
        match only_group(&self.body.clone().into(), Delimiter::Brace) {
            Some(body) => body.span_close(),
            None => self.body.span(),
        }
    }
}

fn parse(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Function> {
    let attributes = input.call(Attribute::parse_outer)?;
    let visibility: Visibility = input.parse()?;
    let (asynchronous, qualifiers) = qualifiers(input, errors)?;
    if !input.peek(Token![fn]) {
        return Err(input.error("`#[property]` goes on a function: `#[property] fn name(argument: Type) { .. }`"));
    }
    let keyword: Token![fn] = input.parse()?;
    let name: Ident = input.parse()?;
    let generics: Generics = input.parse()?;
    let inside;
    parenthesized!(inside in input);
    let arguments = Argument::read_all(&inside, errors)?;
    let output: ReturnType = input.parse()?;
    let clause: Option<WhereClause> = input.parse()?;
    check_generics(&generics, clause.as_ref(), errors);
    if input.is_empty() || input.peek(Token![;]) {
        return Err(syn::Error::new(name.span(), "a property needs a body: what is true of its arguments?"));
    }
    let body: TokenTree = input.parse()?;
    if only_group(&body.clone().into(), Delimiter::Brace).is_none() {
        return Err(syn::Error::new(body.span(), "a property needs a body in braces"));
    }
    let parameters = arguments.iter().map(|argument| &argument.parameter);
    let written = quote!(#qualifiers #keyword #name #generics (#(#parameters),*) #output #clause #body);
    Ok(Function { attributes, visibility, asynchronous, keyword, name, arguments, output, body, written })
}

/// The qualifiers before `fn`: whether it is `async`, and all of them.
fn qualifiers(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<(Option<Token![async]>, TokenStream)> {
    let (mut asynchronous, mut all) = (None, TokenStream::new());
    loop {
        if input.peek(Token![async]) {
            let keyword: Token![async] = input.parse()?;
            keyword.to_tokens(&mut all);
            asynchronous = Some(keyword);
            continue;
        }
        let advice = if input.peek(Token![const]) {
            "a property cannot be a `const fn`: remove `const`"
        } else if input.peek(Token![unsafe]) {
            "a property is called by safe code: remove `unsafe`, and write `unsafe { .. }` in its body"
        } else if input.peek(Token![extern]) {
            "a property is called by the library alone: remove `extern`"
        } else {
            return Ok((asynchronous, all));
        };
        let word = input.call(Ident::parse_any)?;
        let abi: Option<LitStr> = input.parse()?;
        errors.at(&word, advice);
        all.extend(quote!(#word #abi));
    }
}

fn check_generics(generics: &Generics, clause: Option<&WhereClause>, errors: &mut Errors) {
    if generics.params.is_empty() {
        if let Some(clause) = clause {
            errors.at(clause, "a property needs no where clause: its types are known");
        }
    } else if generics.type_params().next().is_none() && generics.const_params().next().is_none() {
        errors.at(generics, "a property needs no lifetimes: write `&str` or `&[T]`, which live as long as the case");
    } else {
        errors.at(
            generics,
            "a property is not generic, because its types must be known: write a generic function with this \
             body, and a property that calls it for each type that you care for",
        );
    }
}

/// A type without the brackets around it, visible or not.
pub(crate) fn ungrouped(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Group(group) => ungrouped(&group.elem),
        syn::Type::Paren(paren) => ungrouped(&paren.elem),
        ty => ty,
    }
}

/// Whether a word appears anywhere in some tokens.
pub(crate) fn has_word(tokens: TokenStream, word: &str) -> bool {
    visible(tokens).into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == word,
        TokenTree::Group(group) => has_word(group.stream(), word),
        _ => false,
    })
}

/// Whether a type has a part that is to be inferred: `_`, and not `'_`.
pub(crate) fn has_placeholder(tokens: TokenStream) -> bool {
    let mut is_lifetime = false;
    visible(tokens).into_iter().any(|token| {
        let is_name =
            std::mem::replace(&mut is_lifetime, matches!(&token, TokenTree::Punct(it) if it.as_char() == '\''));
        match token {
            TokenTree::Ident(ident) => ident == "_" && !is_name,
            TokenTree::Group(group) => has_placeholder(group.stream()),
            _ => false,
        }
    })
}
