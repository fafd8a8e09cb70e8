//! A derived type forwards: the body of `draw`, from choices to a value.

use proc_macro2::TokenStream;

use crate::code::{code, numbered};
use crate::fields::{self, constant};
use crate::model::{Layout, Model, Variant};

/// The body of `draw`.
pub(crate) fn draw(model: &Model) -> TokenStream {
    let (library, layout, given, params) = (&model.library, model.layout(), model.given(), model.bind_params());
    if layout == Layout::Nothing {
        let only = &model.variants[0];
        let built = build(only, |_| TokenStream::new());
        return code!(#params ::core::result::Result::Ok(#built));
    }
    let drawn = match layout {
        Layout::Pick | Layout::Sum => pick(model),
        _ => code!(Self::draw_0(#given src, plan)),
    };
    if layout == Layout::Pick {
        return code! {
            #params
            let plan = Self::plan(#given);
            #drawn
        };
    }
    code! {
        let plan: &#library::Plan = Self::plan(#given);
        if src.is_watched() {
            return Self::draw_watched(#given src, plan);
        }
        if let ::core::result::Result::Err(reject) = src.descend(plan) {
            return ::core::result::Result::Err(reject);
        }
        #drawn
    }
}

/// The same for a source that is watched, which must see the node. Apart, so that the usual way has nothing to do after
/// the value is put together: what is made last is made in place.
fn watched(model: &Model) -> TokenStream {
    let (library, target, layout) = (&model.library, &model.target, model.layout());
    let (given, receiver) = (model.given(), model.receiver());
    let drawn = if layout == Layout::Sum { pick(model) } else { code!(Self::draw_0(#given src, plan)) };
    let label = match layout.span_label(model) {
        Some(label) => code!(::core::option::Option::Some(#label)),
        None => code!(::core::option::Option::None),
    };
    code! {
        #[inline(never)]
        fn draw_watched(
            #receiver
            src: &mut #library::Source,
            plan: &#library::Plan,
        ) -> ::core::result::Result<#target, #library::Reject> {
            let node = match src.enter(plan, #label) {
                ::core::result::Result::Ok(node) => node,
                ::core::result::Result::Err(reject) => return ::core::result::Result::Err(reject),
            };
            let drawn = #drawn;
            src.leave(node);
            drawn
        }
    }
}

/// Picks a variant and draws it.
fn pick(model: &Model) -> TokenStream {
    let given = model.given();
    let drawn = if model.has_tables() { code!((Self::DRAWS[arm])(#given src, plan)) } else { matched(model) };
    code! {
        match src.pick(plan) {
            ::core::result::Result::Ok(arm) => #drawn,
            ::core::result::Result::Err(reject) => ::core::result::Result::Err(reject),
        }
    }
}

/// Draws the variant of a number. The last one matches every other number, of which there is none.
fn matched(model: &Model) -> TokenStream {
    let (last, given) = (model.variants.len() - 1, model.given());
    let arms = model.variants.iter().enumerate().map(|(index, variant)| {
        let pattern = if index == last { code!(_) } else { code!(#index) };
        // Nothing is drawn after a pick that is all there is.
        if model.layout() == Layout::Pick {
            let built = build(variant, |_| TokenStream::new());
            return code!(#pattern => ::core::result::Result::Ok(#built));
        }
        let path = &variant.path;
        if variant.fields.is_empty() {
            return code!(#pattern => ::core::result::Result::Ok(#path {}));
        }
        let function = numbered("draw_", index);
        code!(#pattern => Self::#function(#given src, plan))
    });
    code!(match arm { #(#arms,)* })
}

/// The functions of all variants, by number.
fn table(model: &Model) -> TokenStream {
    let (library, target, given_type) = (&model.library, &model.target, model.given_type());
    let ignored = model.params.as_ref().map(|_| code!(_,));
    let draws = model.variants.iter().enumerate().map(|(index, variant)| {
        let (path, function) = (&variant.path, numbered("draw_", index));
        if variant.fields.is_empty() {
            code!(|#ignored _, _| ::core::result::Result::Ok(#path {}))
        } else {
            code!(Self::#function)
        }
    });
    code! {
        const DRAWS: &'static [fn(
            #given_type
            &mut #library::Source,
            &#library::Plan,
        ) -> ::core::result::Result<#target, #library::Reject>] = &[#(#draws),*];
    }
}

/// A function for each variant with fields: the frame of `draw` would otherwise hold the fields of all of them.
pub(crate) fn functions(model: &Model) -> TokenStream {
    if matches!(model.layout(), Layout::Nothing | Layout::Pick) {
        return TokenStream::new();
    }
    let functions = model.variants.iter().enumerate().filter(|(_, variant)| !variant.fields.is_empty());
    let functions = functions.map(|(index, variant)| function(model, index, variant));
    functions.chain(model.has_tables().then(|| table(model))).chain([watched(model)]).collect()
}

fn function(model: &Model, index: usize, variant: &Variant) -> TokenStream {
    let (library, target, name) = (&model.library, &model.target, numbered("draw_", index));
    let (receiver, params) = (model.receiver(), model.bind_params());
    let built = build(variant, |at| {
        let value = numbered("f", at);
        code!(#value)
    });
    let drawn: Vec<_> = variant.fields.iter().enumerate().filter(|(_, field)| field.origin.is_drawn()).collect();
    let share = (!drawn.is_empty()).then(|| code!(let mut share = src.share(plan, #index);));
    let mut generators = TokenStream::new();
    let mut body = match &variant.filter {
        None => code!(::core::result::Result::Ok(#built)),
        Some(condition) => {
            let condition = model.condition(condition);
            code! {{
                #condition
                let built = #built;
                let holds = condition(&built);
                ::core::result::Result::Ok(if holds { ::core::option::Option::Some(built) } else { ::core::option::Option::None })
            }}
        }
    };
    // The matches are nested, so that the last field goes from where it was drawn to where it belongs: a copy of what was
    // just written stalls. (And `?` converts the error, which a debug build does step by step.)
    for (at, field) in drawn.into_iter().rev() {
        let value = numbered("f", at);
        let field = fields::draw(model, field, at);
        let (binding, draw) = (field.binding, field.draw);
        generators = code!(#binding #generators);
        body = code! {
            match #draw {
                ::core::result::Result::Ok(#value) => #body,
                ::core::result::Result::Err(reject) => ::core::result::Result::Err(reject),
            }
        };
    }
    let drawn = match &variant.filter {
        None => code!(#share #body),
        Some(_) => code!(src.draw_until(|src| { #share #body })),
    };
    code! {
        #[inline(never)]
        fn #name(
            #receiver
            src: &mut #library::Source,
            plan: &#library::Plan,
        ) -> ::core::result::Result<#target, #library::Reject> {
            #params
            #generators
            #drawn
        }
    }
}

/// Puts a variant together.
fn build(variant: &Variant, drawn: impl Fn(usize) -> TokenStream) -> TokenStream {
    let path = &variant.path;
    let fields = variant.fields.iter().enumerate().map(|(index, field)| {
        let member = &field.member;
        let value = if field.origin.is_drawn() { drawn(index) } else { constant(field) };
        code!(#member: #value)
    });
    code!(#path { #(#fields),* })
}
