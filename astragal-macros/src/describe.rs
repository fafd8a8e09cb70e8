//! The space of the values.

use proc_macro2::TokenStream;

use crate::attributes::Origin;
use crate::code::code;
use crate::fields::generator;
use crate::model::{Field, Model, Variant};
use crate::options::is_closure;

/// The body of `describe`. It never asks for a plan or a growth: these are computed from it.
pub(crate) fn describe(model: &Model) -> TokenStream {
    let (library, label) = (&model.library, &model.label);
    let shape = match &model.variants[..] {
        [only] => {
            let shape = product(model, only);
            code!({ let shape = #shape; sketch.add(shape) })
        }
        variants => {
            let arms = variants.iter().map(|variant| {
                let (label, weight, shape) = (&variant.label, variant.weight, product(model, variant));
                code! {
                    let shape = #shape;
                    let node = sketch.add(shape);
                    arms.push(#library::Arm { label: #label, weight: #weight, node });
                }
            });
            let count = variants.len();
            code!({
                let mut arms = ::std::vec::Vec::with_capacity(#count);
                #(#arms)*
                sketch.add(#library::Shape::Sum { site: #label, arms })
            })
        }
    };
    code!(sketch.named::<Self>(#label, |sketch: &mut #library::Sketch| #shape))
}

fn product(model: &Model, variant: &Variant) -> TokenStream {
    let library = &model.library;
    let parts: Vec<TokenStream> = variant.drawn().map(|field| part(model, field)).collect();
    if parts.is_empty() {
        return code!(#library::Shape::Unit);
    }
    code!(#library::Shape::Product(::std::vec::Vec::from([#(#parts),*])))
}

fn part(model: &Model, field: &Field) -> TokenStream {
    let (library, what) = (&model.library, &field.label);
    let opaque = code!(sketch.add(#library::Shape::Opaque { what: #what }));
    let generated = generator(model, field);
    match &field.origin {
        Origin::Opaque(Some(expression)) if is_closure(expression) => opaque,
        // What is known of it is said all the same: a recursive type must be seen to be one, or it would not end.
        Origin::Opaque(_) => code!({
            let parts = ::std::vec::Vec::from([#opaque, #library::Gen::describe(&#generated, sketch)]);
            sketch.add(#library::Shape::Product(parts))
        }),
        _ => code!(#library::Gen::describe(&#generated, sketch)),
    }
}
