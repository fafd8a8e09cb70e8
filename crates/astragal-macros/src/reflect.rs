//! A derived type backwards: the body of `reflect`, which mirrors `draw` choice by choice.

use proc_macro2::TokenStream;

use crate::attributes::Origin;
use crate::code::{call_at, code, numbered};
use crate::fields::{self, constant};
use crate::model::{Field, Layout, Model, Variant};

/// The body of `reflect`.
pub(crate) fn reflect(model: &Model) -> TokenStream {
    let library = &model.library;
    let taken_apart = if model.has_tables() { looked_up(model) } else { matched(model) };
    let conditions: TokenStream = model.variants.iter().map(|variant| condition(model, variant)).collect();
    let taken_apart = if conditions.is_empty() { taken_apart } else { code!({ #conditions #taken_apart }) };
    let (target, params) = (&model.target, model.bind_params());
    match model.layout().span_label(model) {
        // Known by its type, so that a value in which it recurs is taken apart once.
        Some(label) if model.params.is_none() => {
            code!(back.named::<Self, #target>(#label, value, |back| #taken_apart))
        }
        Some(label) => code! {
            #params
            let taken_apart = |back: &mut #library::Back| #taken_apart;
            back.shared(self.params.key_of::<Self>(), value, |back| back.span(#label, taken_apart))
        },
        None => code!(#params #taken_apart),
    }
}

/// Rejects what the condition of a variant rejects. A value with holes is judged when they are filled.
fn condition(model: &Model, variant: &Variant) -> TokenStream {
    let Some(condition) = &variant.filter else { return TokenStream::new() };
    let (path, condition) = (&variant.path, model.condition(condition));
    let message = format!("the condition of `{}` does not hold", variant.label);
    code! {
        #condition
        if !back.has_holes() && ::core::matches!(value, #path { .. }) && !condition(value) {
            return ::core::result::Result::Err(back.mismatch(#message));
        }
    }
}

fn matched(model: &Model) -> TokenStream {
    let (has_pick, given) = (matches!(model.layout(), Layout::Pick | Layout::Sum), model.given());
    let variants = model.variants.iter().enumerate().map(|(index, variant)| {
        let (pattern, reflected) = (pattern(variant), call(model, index, variant, &given));
        let put = has_pick.then(|| code!(back.put_arm(Self::plan(#given), #index);));
        code!(#pattern => { #put #reflected })
    });
    let (skipped, value) = (skipped(model), if model.packed { code!(*value) } else { code!(value) });
    code! {
        match #value {
            #(#variants,)*
            #(#skipped,)*
        }
    }
}

fn skipped(model: &Model) -> impl Iterator<Item = TokenStream> {
    model.skipped.iter().map(|skipped| {
        let (path, message) = (&skipped.path, format!("`{}` is never generated", skipped.label));
        code!(#path { .. } => return ::core::result::Result::Err(back.mismatch(#message)))
    })
}

fn looked_up(model: &Model) -> TokenStream {
    let (skipped, given) = (skipped(model), model.given());
    let numbers = model.variants.iter().enumerate().map(|(index, variant)| {
        let path = &variant.path;
        code!(#path { .. } => #index)
    });
    code!({
        let arm: ::core::primitive::usize = match value {
            #(#numbers,)*
            #(#skipped,)*
        };
        back.put_arm(Self::plan(#given), arm);
        (Self::REFLECTS[arm])(#given value, back)
    })
}

/// The functions of all variants, by number.
fn table(model: &Model) -> TokenStream {
    let (library, target, given_type) = (&model.library, &model.target, model.given_type());
    let this = model.params.as_ref().map(|_| code!(this,)).unwrap_or_default();
    let reflects = model.variants.iter().enumerate().map(|(index, variant)| {
        let (pattern, call) = (pattern(variant), call(model, index, variant, &this));
        code! {
            |#this value, back| match value {
                #pattern => #call,
                _ => ::core::result::Result::Ok(()),
            }
        }
    });
    code! {
        const REFLECTS: &'static [fn(
            #given_type
            &#target,
            &mut #library::Back,
        ) -> ::core::result::Result<(), #library::Mismatch>] = &[#(#reflects),*];
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

fn call(model: &Model, index: usize, variant: &Variant, given: &TokenStream) -> TokenStream {
    if variant.fields.is_empty() {
        return code!(::core::result::Result::Ok(()));
    }
    let function = numbered("reflect_", index);
    let values = (0..variant.fields.len()).map(|index| {
        let value = numbered("f", index);
        // A field of a packed struct was copied out.
        if model.packed { code!(&#value) } else { code!(#value) }
    });
    code!(Self::#function(#given back, #(#values),*))
}

/// A function for each variant with fields, as for drawing.
pub(crate) fn functions(model: &Model) -> TokenStream {
    let functions = model.variants.iter().enumerate().filter(|(_, variant)| !variant.fields.is_empty());
    let functions = functions.map(|(index, variant)| function(model, index, variant));
    functions.chain(model.has_tables().then(|| table(model))).collect()
}

fn function(model: &Model, index: usize, variant: &Variant) -> TokenStream {
    let (library, name) = (&model.library, numbered("reflect_", index));
    let (receiver, params) = (model.receiver(), model.bind_params());
    let parameters = variant.fields.iter().enumerate().map(|(index, field)| {
        let (value, ty) = (numbered("f", index), &field.ty);
        code!(#value: &#ty)
    });
    let parts = variant.fields.iter().enumerate().map(|(index, field)| {
        let is_mentioned = variant.is_mentioned(index) && field.origin.is_drawn();
        part(model, index, field, is_mentioned)
    });
    code! {
        #[inline]
        fn #name(
            #receiver
            back: &mut #library::Back,
            #(#parameters),*
        ) -> ::core::result::Result<(), #library::Mismatch> {
            #params
            #(#parts)*
            ::core::result::Result::Ok(())
        }
    }
}

fn part(model: &Model, index: usize, field: &Field, is_mentioned: bool) -> TokenStream {
    let (value, ty) = (numbered("f", index), &field.ty);
    if let Origin::Default(_) = field.origin {
        let (constant, message) = (constant(field), format!("`{}` is not its default", field.label));
        let same = call_at(ty, "same", Some(ty), code!(#value, &constant));
        return code! {
            let constant: #ty = #constant;
            if !#same {
                return ::core::result::Result::Err(back.mismatch(#message));
            }
        };
    }
    let reflected = fields::reflect(model, field, &value);
    // A field of a packed struct was copied out, and is gone afterwards.
    let reflected = if model.packed { code!(back.made(|back| #reflected)) } else { reflected };
    if is_mentioned {
        // A hole may have been filled: that is the value on which others depend.
        let found = numbered("found", index);
        return code! {
            let #found: ::core::option::Option<#ty> = match #reflected {
                ::core::result::Result::Ok(found) => found,
                ::core::result::Result::Err(mismatch) => return ::core::result::Result::Err(mismatch),
            };
            let #value: &#ty = #found.as_ref().unwrap_or(#value);
        };
    }
    code! {
        match #reflected {
            ::core::result::Result::Ok(_) => {}
            ::core::result::Result::Err(mismatch) => return ::core::result::Result::Err(mismatch),
        }
    }
}

/// Compares constants. The type is named where it is in the input, for the compiler's message.
pub(crate) fn same(model: &Model) -> Option<TokenStream> {
    let is_compared = |field: &Field| !field.origin.is_drawn();
    model.fields().any(is_compared).then(|| {
        code! {
            fn same<__Value: ::core::cmp::PartialEq>(value: &__Value, constant: &__Value) -> ::core::primitive::bool {
                value == constant
            }
        }
    })
}

/// Demands that each part is closed, which the empty impl of `Closed` would otherwise claim unchecked.
pub(crate) fn closed(model: &Model) -> TokenStream {
    let parts = model.fields().filter(|field| field.origin.is_drawn()).map(|field| fields::close(model, field));
    let (receiver, params) = (model.receiver(), model.bind_params());
    code!(fn all_closed(#receiver) { #params #(#parts)* })
}
