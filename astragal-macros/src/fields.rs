//! The generators of the fields.

use proc_macro2::TokenStream;

use crate::attributes::Origin;
use crate::code::code;
use crate::model::{Field, Model};
use crate::options::is_closure;

/// An expression for the generator of a field that is drawn.
///
/// The type of the field keeps its place in the input, so that the compiler points there if it has no generator.
pub(crate) fn generator(model: &Model, field: &Field) -> TokenStream {
    let (library, ty) = (&model.library, &field.ty);
    match &field.origin {
        Origin::Any | Origin::Opaque(None) | Origin::Default { .. } => code!(#library::any::<#ty>()),
        Origin::With(expression) => code!(Self::making::<#ty, _>(#expression)),
        Origin::Opaque(Some(expression)) if is_closure(expression) => {
            code!(Self::making::<#ty, _>(#library::from_fn(#expression)))
        }
        Origin::Opaque(Some(expression)) => code!(Self::making::<#ty, _>(#expression)),
    }
}

/// The function behind generators that were written down: it says of which type the values are, so that `0..10` is a
/// generator of the field's numbers.
pub(crate) fn making(model: &Model) -> Option<TokenStream> {
    let library = &model.library;
    let is_written = |field: &Field| matches!(field.origin, Origin::With(_) | Origin::Opaque(Some(_)));
    model.fields().any(is_written).then(|| {
        code! {
            #[inline(always)]
            fn making<V, G: #library::Gen<Value = V>>(generator: G) -> G {
                generator
            }
        }
    })
}

/// The value of a field that is not drawn.
pub(crate) fn constant(field: &Field) -> TokenStream {
    let ty = &field.ty;
    match &field.origin {
        Origin::Default { value: Some(value), .. } => code!(#value),
        _ => code!(<#ty as ::core::default::Default>::default()),
    }
}
