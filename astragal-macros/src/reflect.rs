//! Backwards: a value to choices. It mirrors `draw` choice by choice.

use proc_macro2::TokenStream;

use crate::attributes::Origin;
use crate::code::{code, numbered};
use crate::fields::{constant, generator};
use crate::model::{Field, Layout, Model, Variant};

/// The body of `reflect`.
pub(crate) fn reflect(model: &Model) -> TokenStream {
    let layout = model.layout();
    let has_pick = matches!(layout, Layout::Pick | Layout::Sum);
    let variants = model.variants.iter().enumerate().map(|(index, variant)| {
        let (pattern, reflected) = (pattern(variant), call(model, index, variant));
        let put = has_pick.then(|| code!(back.put_arm(Self::plan(), #index);));
        code!(#pattern => { #put #reflected })
    });
    let skipped = model.skipped.iter().map(|skipped| {
        let (path, message) = (&skipped.path, format!("`{}` is never generated", skipped.label));
        code!(#path { .. } => ::core::result::Result::Err(back.mismatch(#message)))
    });
    let value = if model.packed { code!(*value) } else { code!(value) };
    let taken_apart = code! {
        match #value {
            #(#variants,)*
            #(#skipped,)*
        }
    };
    match layout.span_label(model) {
        Some(label) => code!(back.span(#label, |back| #taken_apart)),
        None => taken_apart,
    }
}

fn pattern(variant: &Variant) -> TokenStream {
    let path = &variant.path;
    let fields = variant.fields.iter().enumerate().map(|(index, field)| {
        let (member, value) = (&field.member, numbered("f", index));
        code!(#member: #value)
    });
    code!(#path { #(#fields),* })
}

fn call(model: &Model, index: usize, variant: &Variant) -> TokenStream {
    if variant.fields.is_empty() {
        return code!(::core::result::Result::Ok(()));
    }
    let function = numbered("reflect_", index);
    let values = (0..variant.fields.len()).map(|index| {
        let value = numbered("f", index);
        // A field of a packed struct was copied out.
        if model.packed { code!(&#value) } else { code!(#value) }
    });
    code!(Self::#function(back, #(#values),*))
}

/// A function for each variant with fields, as for drawing.
pub(crate) fn functions(model: &Model) -> TokenStream {
    let functions = model.variants.iter().enumerate().filter(|(_, variant)| !variant.fields.is_empty());
    functions.map(|(index, variant)| function(model, index, variant)).collect()
}

fn function(model: &Model, index: usize, variant: &Variant) -> TokenStream {
    let (library, name) = (&model.library, numbered("reflect_", index));
    let parameters = variant.fields.iter().enumerate().map(|(index, field)| {
        let (value, ty) = (numbered("f", index), &field.ty);
        code!(#value: &#ty)
    });
    let parts = variant.fields.iter().enumerate().map(|(index, field)| part(model, index, field));
    code! {
        #[inline]
        fn #name(
            back: &mut #library::Back,
            #(#parameters),*
        ) -> ::core::result::Result<(), #library::Mismatch> {
            #(#parts)*
            ::core::result::Result::Ok(())
        }
    }
}

fn part(model: &Model, index: usize, field: &Field) -> TokenStream {
    let (library, value, ty) = (&model.library, numbered("f", index), &field.ty);
    if let Origin::Default { .. } = field.origin {
        let (constant, message) = (constant(field), format!("`{}` is not its default", field.label));
        return code! {
            let constant: #ty = #constant;
            if ::core::cmp::PartialEq::ne(#value, &constant) {
                return ::core::result::Result::Err(back.mismatch(#message));
            }
        };
    }
    let generated = generator(model, field);
    code! {
        match #library::Reflect::reflect(&#generated, #value, back) {
            ::core::result::Result::Ok(()) => {}
            ::core::result::Result::Err(mismatch) => return ::core::result::Result::Err(mismatch),
        }
    }
}

/// Demands that each part is closed, which the empty impl of `Closed` would otherwise claim unchecked.
pub(crate) fn closed(model: &Model) -> TokenStream {
    let library = &model.library;
    let parts = model.fields().filter(|field| field.origin.is_drawn()).map(|field| {
        let generated = generator(model, field);
        code!(closed(&#generated);)
    });
    code! {
        fn all_closed() {
            fn closed<G: #library::Closed>(_: &G) {}
            #(#parts)*
        }
    }
}
