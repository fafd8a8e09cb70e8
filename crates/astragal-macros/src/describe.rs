//! The space of a derived type: the body of `describe`.

use proc_macro2::TokenStream;
use syn::Member;
use syn::ext::IdentExt;

use crate::code::{code, numbered};
use crate::fields;
use crate::model::{Model, Variant};

/// The body of `describe`. It never asks for a plan or a growth: these are computed from it.
pub(crate) fn describe(model: &Model) -> TokenStream {
    let (library, label, given) = (&model.library, &model.label, model.given());
    let node = if model.variants.len() == 1 {
        code!(Self::describe_0(#given sketch))
    } else {
        code!({
            let mut arms = ::std::vec::Vec::with_capacity(Self::ARMS.len());
            for &(label, weight, describe) in Self::ARMS {
                let node = describe(#given sketch);
                arms.push(#library::Arm { label, weight, node });
            }
            sketch.add(#library::Shape::Sum { site: #label, arms, ranked: true })
        })
    };
    match &model.params {
        None => code!(sketch.named::<Self>(#label, |sketch| #node)),
        Some(_) => code!(sketch.named_with::<Self>(#label, self.params.number(), |sketch| #node)),
    }
}

/// A function for each variant, and the table of them.
pub(crate) fn functions(model: &Model) -> TokenStream {
    let library = &model.library;
    let (receiver, given_type, params) = (model.receiver(), model.given_type(), model.bind_params());
    let functions = model.variants.iter().enumerate().map(|(index, variant)| {
        let (name, product) = (numbered("describe_", index), product(model, variant));
        let filtered = if variant.filter.is_some() { code!(sketch.filtered(node)) } else { code!(node) };
        code! {
            fn #name(#receiver sketch: &mut #library::Sketch) -> #library::NodeId {
                #params
                let node = #product;
                #filtered
            }
        }
    });
    let arms = model.variants.iter().enumerate().map(|(index, variant)| {
        let (label, weight, name) = (&variant.label, variant.weight, numbered("describe_", index));
        code!((#label, #weight, Self::#name))
    });
    let table = (model.variants.len() > 1).then(|| {
        code! {
            const ARMS: &'static [(
                &'static ::core::primitive::str,
                ::core::primitive::u32,
                fn(#given_type &mut #library::Sketch) -> #library::NodeId,
            )] = &[#(#arms),*];
        }
    });
    code!(#(#functions)* #table)
}

fn product(model: &Model, variant: &Variant) -> TokenStream {
    let library = &model.library;
    let parts: Vec<TokenStream> = variant.drawn().map(|field| fields::describe(model, field)).collect();
    if parts.is_empty() {
        return code!(sketch.add(#library::Shape::Unit));
    }
    let names = variant.drawn().filter_map(|field| match &field.member {
        Member::Named(name) => Some(name.unraw().to_string()),
        Member::Unnamed(_) => None,
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        return code! {{
            let parts = ::std::vec![#(#parts),*];
            sketch.add(#library::Shape::Product(parts))
        }};
    }
    code! {{
        let parts = ::std::vec![#(#parts),*];
        sketch.fields(&[#(#names),*], parts)
    }}
}
