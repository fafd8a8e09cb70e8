//! `built!`: a constructor with generators in place of its parts, which is a generator of what it makes.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::shape::{Shape, is_constructor, is_path, is_pointer};
use super::tokens::{by_commas, group, is_sign, span, stream, trees};
use crate::code::{code, ends, numbered};
use crate::errors::Errors;

/// The largest tuple that is a generator.
const MOST_PARTS: usize = 12;

/// A constructor that was taken apart.
#[derive(Default)]
struct Reader {
    parts: Vec<Part>,
    errors: Errors,
}

/// A part: its generator, and its name in the code.
struct Part {
    generator: TokenStream,
    name: Ident,
}

/// The generator: the constructor as an expression, and as a pattern.
pub(crate) fn built(input: TokenStream) -> syn::Result<TokenStream> {
    let tokens = trees(input);
    let mut reader = Reader::default();
    let shape = reader.constructor(&tokens);
    let Reader { parts, mut errors } = reader;
    if parts.len() > MOST_PARTS {
        let message = format!("a constructor has at most {MOST_PARTS} parts here: use a `#[generator]` function");
        errors.at(&parts[MOST_PARTS].generator, message);
    }
    errors.finish()?;
    Ok(both_ways(&shape, &parts))
}

impl Reader {
    fn constructor(&mut self, tokens: &[TokenTree]) -> Shape {
        let at = span(tokens, Span::call_site());
        match tokens {
            [path @ .., TokenTree::Group(parts)] if is_path(path) && is_constructor(path) => {
                let (path, inside) = (stream(path), trees(parts.stream()));
                match parts.delimiter() {
                    Delimiter::Parenthesis => {
                        let parts = by_commas(&inside).into_iter().map(|part| self.part(part, at)).collect();
                        return Shape::Tuple { path, parts, span: at };
                    }
                    Delimiter::Brace => return self.fields(path, &inside, at),
                    _ => {}
                }
            }
            path if is_path(path) && is_constructor(path) => return Shape::Unit(stream(path)),
            [only] if group(Some(only), Delimiter::Parenthesis).is_some() => {
                let message = "a tuple of generators is a generator already: remove `built!`";
                self.errors.add(syn::Error::new(at, message));
                return Shape::Hole(at);
            }
            _ => {}
        }
        self.errors.add(syn::Error::new(
            at,
            "what is built is written with its constructor, which backwards is the pattern: `Node(left, 0..10, right)`, \
             `Point { x: 0..10, y: 0..10 }` or `Leaf`; a function cannot be run backwards",
        ));
        Shape::Hole(at)
    }

    fn fields(&mut self, path: TokenStream, tokens: &[TokenTree], at: Span) -> Shape {
        let mut parts = Vec::new();
        for field in by_commas(tokens) {
            match field {
                [name, colon, generator @ ..] if is_sign(Some(colon), ':') => {
                    parts.push((name.clone(), self.part(generator, name.span())));
                }
                [name @ TokenTree::Ident(_)] => parts.push((name.clone(), self.part(field, at))),
                rest => self.errors.add(syn::Error::new(
                    span(rest, at),
                    "write every field: fields taken from another value by `..` cannot be recovered backwards",
                )),
            }
        }
        Shape::Fields { path, parts, span: at }
    }

    /// A part, in the pointer that is written around its generator.
    fn part(&mut self, tokens: &[TokenTree], around: Span) -> Shape {
        match tokens {
            [] => self.errors.add(syn::Error::new(around, "a generator is missing here")),
            [TokenTree::Ident(word)] if word == "_" => self.errors.add(syn::Error::new(
                word.span(),
                "say how this part is made: `any::<Type>()` is the usual generator of a type",
            )),
            [path @ .., TokenTree::Group(inside)]
                if inside.delimiter() == Delimiter::Parenthesis && is_path(path) && is_pointer(path) =>
            {
                let (path, span) = (stream(path), span(tokens, around));
                let inside = Box::new(self.part(&trees(inside.stream()), span));
                return Shape::Pointer { path, inside, span };
            }
            _ => {}
        }
        let at = span(tokens, around);
        let mut name = numbered("part", self.parts.len());
        name.set_span(name.span().located_at(at));
        self.parts.push(Part { generator: stream(tokens), name: name.clone() });
        Shape::Name(name)
    }
}

fn both_ways(shape: &Shape, parts: &[Part]) -> TokenStream {
    let library = code!(::astragal::__private::written);
    let title = shape.constructor().unwrap_or_default();
    if parts.is_empty() {
        let (value, pattern) = (shape.written(), shape.pattern(&[]));
        return code! {
            #library::built(#title, #library::just(())).both_ways(
                |()| #value,
                |value| match value {
                    #pattern => ::core::option::Option::Some(()),
                    #[allow(unreachable_patterns)]
                    _ => ::core::option::Option::None,
                },
            )
        };
    }
    let generators = parts.iter().map(|Part { generator, .. }| {
        let (start, end) = ends(generator);
        let check = quote_spanned!(start=> #library::part);
        quote_spanned!(end=> #check(#generator))
    });
    let names: Vec<&Ident> = parts.iter().map(|part| &part.name).collect();
    // A fully generic type leaves open whether there is a pointer: in these there is none.
    let plain = ["Some", "Ok", "Err"].contains(&title.as_str());
    let value = shape.expression(&|part| match part {
        Shape::Name(name) if !plain => quote_spanned!(name.span()=> #library::slot(#name)),
        part => part.written(),
    });
    let fields: Vec<Ident> = (0..parts.len()).map(|at| numbered("field", at)).collect();
    let pattern = shape.pattern(&fields);
    let lent = shape.parts().into_iter().zip(&fields).map(|(part, field)| match part {
        Shape::Name(name) if !plain => quote_spanned!(name.span()=> #library::inside(#field)),
        part => looked_through(part, quote!(#field), &library),
    });
    code! {
        #library::built(#title, (#(#generators,)*)).both_ways(
            |(#(#names,)*)| #value,
            |value| match value {
                #pattern => ::core::option::Option::Some((#(#lent,)*)),
                #[allow(unreachable_patterns)]
                _ => ::core::option::Option::None,
            },
        )
    }
}

/// What is behind the pointers that are written around a part.
fn looked_through(part: &Shape, field: TokenStream, library: &TokenStream) -> TokenStream {
    match part {
        Shape::Pointer { inside, .. } => looked_through(inside, code!(#library::Pointer::inside(#field)), library),
        _ => field,
    }
}
