//! The function under `#[generator]`: its signature, and what it becomes.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Generics, ReturnType, Token, Type, Visibility, WhereClause, parenthesized};

use super::body::single_name;
use super::tokens::{find, is_word, trees};
use crate::code::numbered;

/// A function, as far as its signature goes.
pub(crate) struct Function {
    attributes: Vec<Attribute>,
    visibility: Visibility,
    keyword: Token![fn],
    pub(crate) name: Ident,
    generics: Generics,
    parameters: Vec<Parameter>,
    pub(crate) result: Type,
    clause: Option<WhereClause>,
    pub(crate) body: Vec<TokenTree>,
    /// Where the body ends.
    pub(crate) end: Span,
    /// Where the library is.
    pub(crate) library: TokenStream,
}

/// A parameter: as the function names it, and as its body sees it.
struct Parameter {
    name: Ident,
    pattern: TokenStream,
    ty: Type,
}

impl Function {
    /// Reads it.
    pub(crate) fn read(options: TokenStream, item: TokenStream) -> syn::Result<Function> {
        let library = library.parse2(options)?;
        (|input: ParseStream<'_>| parse(input, library)).parse2(item)
    }

    /// Its name, without the prefix of a raw identifier.
    pub(crate) fn title(&self) -> String {
        self.name.unraw().to_string()
    }

    /// The names of its constants.
    pub(crate) fn constants(&self) -> Vec<String> {
        self.generics.const_params().map(|constant| constant.ident.to_string()).collect()
    }

    /// The parameters as a tuple of patterns.
    pub(crate) fn patterns(&self) -> TokenStream {
        let patterns = self.parameters.iter().map(|parameter| &parameter.pattern);
        quote!((#(#patterns,)*))
    }

    /// The arguments as a tuple.
    pub(crate) fn arguments(&self) -> TokenStream {
        let names = self.parameters.iter().map(|parameter| &parameter.name);
        quote!((#(#names,)*))
    }

    /// Whether the generator can be known by its arguments: they are numbers, characters and truth values.
    pub(crate) fn is_plain(&self) -> bool {
        let known =
            ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "bool", "char"];
        let is_plain = |ty: &Type| known.contains(&ty.to_token_stream().to_string().as_str());
        self.generics.params.is_empty() && self.parameters.iter().all(|parameter| is_plain(&parameter.ty))
    }

    /// Whether it is one function for many types or constants, which its arguments do not tell.
    pub(crate) fn is_generic(&self) -> bool {
        let is_impl = |ty: &Type| find(&ty.to_token_stream(), &|rest| is_word(rest.first(), "impl")).is_some();
        self.generics.type_params().next().is_some()
            || self.generics.const_params().next().is_some()
            || self.parameters.iter().any(|parameter| is_impl(&parameter.ty))
    }

    /// The result where it can be written in a closure too: without lifetimes that only the function knows.
    pub(crate) fn result_in_closure(&self) -> TokenStream {
        let borrows = |rest: &[TokenTree]| matches!(&rest[0], TokenTree::Punct(sign) if "&'".contains(sign.as_char()));
        let result = self.result.to_token_stream();
        if find(&result, &borrows).is_some() { quote!(_) } else { result }
    }

    /// The function that makes the generator.
    pub(crate) fn with_body(&self, body: &TokenStream) -> TokenStream {
        let Function { attributes, visibility, keyword, name, generics, result, clause, library, .. } = self;
        let parameters = self.parameters.iter().map(|parameter| {
            let Parameter { name, ty, .. } = parameter;
            quote!(#name: #ty)
        });
        let arguments: Vec<TokenStream> = parameters.collect();
        let private = quote!(#library::__private);
        let made =
            quote!(impl #private::Reflect<Value = #result> + #private::Closed + #private::Gen + ::core::clone::Clone);
        quote! {
            #(#attributes)*
            #visibility #keyword #name #generics (#(#arguments),*) -> #made #clause { #body }
        }
    }
}

/// The options: `crate = path`.
fn library(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    if input.is_empty() {
        return Ok(quote!(::astragal));
    }
    if !input.peek(Token![crate]) {
        return Err(input.error("the only option of `#[generator]` is `crate = path`, where the library is"));
    }
    input.parse::<Token![crate]>()?;
    input.parse::<Token![=]>()?;
    input.parse()
}

fn parse(input: ParseStream<'_>, library: TokenStream) -> syn::Result<Function> {
    let attributes = input.call(Attribute::parse_outer)?;
    let visibility: Visibility = input.parse()?;
    if !input.peek(Token![fn]) {
        return Err(
            input.error("`#[generator]` goes on a function: `#[generator] fn name(argument: Type) -> Type { .. }`")
        );
    }
    let keyword: Token![fn] = input.parse()?;
    let name: Ident = input.parse()?;
    let generics: Generics = input.parse()?;
    let inside;
    parenthesized!(inside in input);
    let mut parameters = Vec::new();
    while !inside.is_empty() {
        parameters.push(parameter(&inside, parameters.len())?);
        if !inside.is_empty() {
            inside.parse::<Token![,]>()?;
        }
    }
    let result = match input.parse()? {
        ReturnType::Type(_, ty) => *ty,
        ReturnType::Default => {
            let message = "say what the generator makes: `fn name() -> Type`, where `Type` is that of its values";
            return Err(syn::Error::new(name.span(), message));
        }
    };
    let clause: Option<WhereClause> = input.parse()?;
    let body: TokenTree = input.parse()?;
    let TokenTree::Group(body) = body else {
        return Err(syn::Error::new(body.span(), "a generator needs a body in braces"));
    };
    let end = body.span_close();
    let body = trees(body.stream());
    Ok(Function { attributes, visibility, keyword, name, generics, parameters, result, clause, body, end, library })
}

fn parameter(input: ParseStream<'_>, index: usize) -> syn::Result<Parameter> {
    let _: Vec<Attribute> = input.call(Attribute::parse_outer)?;
    let mut pattern = TokenStream::new();
    while !input.peek(Token![:]) || input.peek(Token![::]) {
        if input.is_empty() || input.peek(Token![self]) {
            let message = "a generator is a function without `self`: give it what it needs as arguments, `tree: &Tree`";
            return Err(input.error(message));
        }
        input.parse::<TokenTree>()?.to_tokens(&mut pattern);
    }
    input.parse::<Token![:]>()?;
    let ty: Type = input.parse()?;
    let name = match single_name(&pattern) {
        Some(_) => match trees(pattern.clone()).pop() {
            Some(TokenTree::Ident(name)) => name,
            _ => numbered("argument", index),
        },
        None => numbered("argument", index),
    };
    Ok(Parameter { name, pattern, ty })
}
