//! What is done with a field in each direction, and the functions that this goes through.
//!
//! The functions are there for the compiler's messages. They name the type of the field where it is in the input,
//! and nothing that they return depends on its generator; and each body first asks for the generator in the same way
//! ([`demand`]). So a type without one is one error, which points there. A generator that was written down is checked in each
//! direction in the same way too ([`demanded`]), and the compiler says the same thing only once.

use proc_macro2::{Ident, TokenStream};

use crate::attributes::Origin;
use crate::code::{Demanded, at, call_at, code, demanded, numbered};
use crate::model::{Field, Model};
use crate::options::is_closure;
use crate::pattern;

/// How a field that is drawn is drawn.
pub(crate) struct Draw {
    /// Binds its generator to a name, if it was written down.
    pub(crate) binding: TokenStream,
    /// Draws it from `share` and `src`.
    pub(crate) draw: TokenStream,
}

/// Draws the field of a number. A generator that was written down is made once.
pub(crate) fn draw(model: &Model, field: &Field, index: usize) -> Draw {
    let ty = &field.ty;
    let Some(expression) = written(model, field) else {
        return Draw { binding: demand(field), draw: call_at(ty, "draw_field", Some(ty), code!(&mut share, src)) };
    };
    let Demanded { binding, borrowed, .. } = demanded(&model.library, &expression, ty, &["must_draw"], index);
    if field.depends_on.is_empty() {
        let draw = call_at(&expression, "draw_by", Some(ty), code!(#borrowed, &mut share, src));
        return Draw { binding, draw };
    }
    let draw = call_at(&expression, "draw_dependent_by", Some(ty), code!(#borrowed, &mut share, src));
    let earlier = field.depends_on.iter().map(|index| numbered("f", *index));
    let draw = code!({ #(let #earlier = &#earlier;)* #binding #draw });
    Draw { binding: TokenStream::new(), draw }
}

/// Describes a field to `sketch`.
pub(crate) fn describe(model: &Model, field: &Field) -> TokenStream {
    let (library, ty, what) = (&model.library, &field.ty, &field.label);
    let opaque = code!(sketch.add(#library::Shape::Opaque { what: #what }));
    let is_closure = matches!(&field.origin, Origin::With(expression) if is_closure(expression));
    if is_closure || !field.depends_on.is_empty() {
        return opaque;
    }
    let known = match written(model, field) {
        None => {
            let (demand, described) = (demand(field), call_at(ty, "describe_field", Some(ty), code!(sketch)));
            code!({ #demand #described })
        }
        Some(_) => {
            let Demanded { binding, borrowed, .. } = checked(model, field, &[]);
            code!({ #binding #library::Draw::describe(#borrowed, sketch) })
        }
    };
    if !field.lost.closed {
        return known;
    }
    // What is known of it is still declared: a recursive type must be seen to be one, or it would not end.
    code!({
        let parts = ::std::vec![#opaque, #known];
        sketch.add(#library::Shape::Product(parts))
    })
}

/// Takes a field apart, from `value` to `back`.
pub(crate) fn reflect(model: &Model, field: &Field, value: &Ident) -> TokenStream {
    let Demanded { binding, borrowed, .. } = checked(model, field, &["must_reflect"]);
    code!({ #binding back.part(#borrowed, #value) })
}

/// Demands that the space of a field is closed.
pub(crate) fn close(model: &Model, field: &Field) -> TokenStream {
    let demands: &[&str] =
        if model.runs_backwards() { &["if_it_reflects", "must_be_closed"] } else { &["must_be_closed"] };
    let Demanded { binding, .. } = checked(model, field, demands);
    code!({ #binding })
}

/// The generator of a field, of which something is demanded.
fn checked(model: &Model, field: &Field, demands: &[&str]) -> Demanded {
    let (library, ty) = (&model.library, &field.ty);
    if let Some(expression) = written(model, field) {
        return demanded(library, &expression, ty, &[&["must_draw"], demands].concat(), 0);
    }
    let usual = at(ty, code!(#library::any), Some(code!(#ty)), code!());
    let (demand, generator) = (demand(field), demanded(library, &usual, ty, demands, 0));
    let binding = generator.binding;
    Demanded { binding: code!(#demand #binding), ..generator }
}

/// Demands that the type of a field has a generator. The function is named, not called.
fn demand(field: &Field) -> TokenStream {
    let ty = &field.ty;
    code!(let _ = Self::generated::<#ty>;)
}

/// The value of a field that is not drawn.
pub(crate) fn constant(field: &Field) -> TokenStream {
    let ty = &field.ty;
    match &field.origin {
        Origin::Default(Some(value)) => code!(#value),
        _ => code!(<#ty as ::core::default::Default>::default()),
    }
}

/// The generator that was written down for a field.
fn written(model: &Model, field: &Field) -> Option<TokenStream> {
    let (root, ty) = (&model.root, &field.ty);
    match &field.origin {
        Origin::Any => model.params.as_ref().and_then(|params| params.passed_on(&model.library, ty)),
        Origin::Default(_) => None,
        Origin::With(closure) if is_closure(closure) => {
            Some(at(closure, code!(#root::__private::from_fn), Some(code!(#ty, _)), closure.clone()))
        }
        Origin::With(expression) => {
            Some(pattern::generator(expression, &model.library).unwrap_or_else(|| expression.clone()))
        }
    }
}

/// The functions behind the fields that are drawn by the usual generators of their types.
pub(crate) fn functions(model: &Model) -> Option<TokenStream> {
    let library = &model.library;
    if !model.fields().any(|field| field.origin.is_drawn() && written(model, field).is_none()) {
        return None;
    }
    Some(code! {
        fn generated<__Field: #library::Arbitrary>() {}

        #[inline(always)]
        fn draw_field<__Field: #library::Arbitrary>(
            share: &mut #library::Share,
            src: &mut #library::Source,
        ) -> ::core::result::Result<__Field, #library::Reject> {
            share.draw(src, &#library::any::<__Field>())
        }

        fn describe_field<__Field: #library::Arbitrary>(sketch: &mut #library::Sketch) -> #library::NodeId {
            #library::Draw::describe(&#library::any::<__Field>(), sketch)
        }
    })
}

/// The functions behind generators that were written down. They say of which type the values are, so that whatever was
/// left open is inferred.
pub(crate) fn written_functions(model: &Model) -> Option<TokenStream> {
    let library = &model.library;
    let dependent = model.fields().any(|field| !field.depends_on.is_empty()).then(|| {
        code! {
            #[inline(always)]
            #[track_caller]
            fn draw_dependent_by<__Field>(
                generator: &impl #library::Draw<Value = __Field>,
                share: &mut #library::Share,
                src: &mut #library::Source,
            ) -> ::core::result::Result<__Field, #library::Reject> {
                match src.dependent(|src| share.draw(src, generator)) {
                    ::core::result::Result::Ok(value) => ::core::result::Result::Ok(value),
                    ::core::result::Result::Err(_) => ::core::result::Result::Err(src.rejected_here()),
                }
            }
        }
    });
    model.fields().any(|field| written(model, field).is_some()).then(|| {
        code! {
            #[inline(always)]
            #[track_caller]
            fn draw_by<__Field>(
                generator: &impl #library::Draw<Value = __Field>,
                share: &mut #library::Share,
                src: &mut #library::Source,
            ) -> ::core::result::Result<__Field, #library::Reject> {
                match share.draw(src, generator) {
                    ::core::result::Result::Ok(value) => ::core::result::Result::Ok(value),
                    ::core::result::Result::Err(_) => ::core::result::Result::Err(src.rejected_here()),
                }
            }

            #dependent
        }
    })
}
