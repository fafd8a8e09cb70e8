//! `partial!`: a value written with constructors, and `_` for parts that are to be made.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::shape::{Shape, Shapes};
use super::tokens::trees;
use crate::code::{code, numbered};
use crate::errors::Errors;

/// The value, with something in its holes; and where these are.
pub(crate) fn partial(input: TokenStream) -> syn::Result<TokenStream> {
    let mut errors = Errors::default();
    let tokens = trees(input);
    let mut shapes = Shapes { lifted: Vec::new(), holes: true, constants: &[], names: &mut 0, errors: &mut errors };
    let shape = shapes.read(&tokens, Span::call_site());
    errors.finish()?;
    let library = code!(::astragal::__private::written);
    let value = match &shape {
        Shape::Hole(span) => quote_spanned!(*span=> #library::hole()),
        shape => shape.expression(&|part| built(part, &library)),
    };
    let mut walk = TokenStream::new();
    let mut names = 0;
    find_holes(&shape, &code!(value), true, &library, &mut names, &mut walk);
    Ok(code! {{
        #[allow(unused_imports)]
        use #library::{NoteOther as _, NotePointer as _};
        #library::incomplete(#value, |value, holes| {
            #[allow(irrefutable_let_patterns, unused_variables)]
            { #walk }
        })
    }})
}

/// A part, in the box that it needs.
fn built(shape: &Shape, library: &TokenStream) -> TokenStream {
    match shape {
        Shape::Hole(span) => quote_spanned!(*span=> #library::hole()),
        Shape::Pointer { .. } => {
            // What is boxed already needs no other box.
            shape.expression(&|part| match part {
                Shape::Hole(_) => built(part, library),
                part => part.expression(&|part| built(part, library)),
            })
        }
        shape => {
            let value = shape.expression(&|part| built(part, library));
            quote!(#library::slot(#value))
        }
    }
}

/// Walks to the holes with the same constructors as patterns.
fn find_holes(
    shape: &Shape,
    value: &TokenStream,
    is_whole: bool,
    library: &TokenStream,
    names: &mut usize,
    walk: &mut TokenStream,
) {
    if !has_holes(shape) {
        return;
    }
    let other = code!(::core::unreachable!("a value is made of what made it"));
    match shape {
        Shape::Hole(span) => {
            let note = quote_spanned!(*span=> (&&#library::Spot(#value)).note());
            walk.extend(code!(holes.push(#note);));
        }
        Shape::Pointer { inside, .. } => {
            let name = fresh(names);
            walk.extend(code!(let #name = #library::Pointer::inside(#value);));
            find_holes(inside, &quote!(#name), true, library, names, walk);
        }
        shape => {
            let parts = shape.parts();
            let parts_names: Vec<Ident> = parts.iter().map(|_| fresh(names)).collect();
            let pattern = shape.pattern(&parts_names);
            let count = parts.len();
            let value = match (shape, is_whole) {
                (Shape::List { path, .. }, true) if !path.is_empty() => code!(&#value[..]),
                (Shape::List { path, .. }, false) if !path.is_empty() => {
                    code!(&#library::inside::<_, ::std::vec::Vec<_>>(#value)[..])
                }
                (Shape::List { .. }, false) => code!(#library::inside::<_, [_; #count]>(#value)),
                (_, true) => value.clone(),
                (_, false) => code!(#library::inside(#value)),
            };
            walk.extend(code!(let #pattern = #value else { #other };));
            for (part, name) in parts.into_iter().zip(parts_names) {
                find_holes(part, &quote!(#name), false, library, names, walk);
            }
        }
    }
}

fn has_holes(shape: &Shape) -> bool {
    matches!(shape, Shape::Hole(_)) || shape.parts().into_iter().any(has_holes)
}

fn fresh(names: &mut usize) -> Ident {
    *names += 1;
    numbered("part", *names)
}
