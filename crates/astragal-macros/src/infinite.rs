//! Finds types all of whose values would be infinite, as far as their own declaration shows it.
//!
//! Cases that show only in several declarations together are found when the generator is first used.

use syn::{GenericArgument, PathArguments, Type};

use crate::attributes::Origin;
use crate::errors::Errors;
use crate::model::{Field, Model};

/// Reports the field through which a value never ends.
pub(crate) fn check(model: &Model, name: &syn::Ident, errors: &mut Errors) {
    let endless: Vec<Option<&Field>> =
        model.variants.iter().map(|variant| variant.fields.iter().find(|field| is_endless(field, name))).collect();
    let label = &model.label;
    let all: Option<Vec<&Field>> = endless.into_iter().collect();
    match all.as_deref() {
        None | Some([]) => {}
        Some([field]) => errors.at(
            &field.ty,
            format!(
                "every value of `{label}` would be infinite: this field always holds another `{label}`; write \
                 `Option<Box<{label}>>` or `Vec<{label}>`, or mark it `#[arbitrary(default)]`"
            ),
        ),
        Some(fields) => errors.at(
            &fields[0].ty,
            format!(
                "every value of `{label}` would be infinite: each of its variants holds another `{label}`, as here; add \
                 a variant that ends, or write `Option<Box<{label}>>` or `Vec<{label}>` in one of them"
            ),
        ),
    }
}

fn is_endless(field: &Field, name: &syn::Ident) -> bool {
    matches!(field.origin, Origin::Any) && always_holds(&field.ty, name)
}

/// Whether every value of a type holds one of the named type.
fn always_holds(ty: &Type, name: &syn::Ident) -> bool {
    match ty {
        Type::Group(group) => always_holds(&group.elem, name),
        Type::Paren(paren) => always_holds(&paren.elem, name),
        Type::Tuple(tuple) => tuple.elems.iter().any(|part| always_holds(part, name)),
        Type::Path(path) if path.qself.is_none() => {
            let Some(last) = path.path.segments.last() else { return false };
            // `Self` has been replaced by the name. A longer path is another type of the same name.
            if path.path.segments.len() == 1 && last.ident == *name {
                return true;
            }
            let PathArguments::AngleBracketed(arguments) = &last.arguments else { return false };
            let pointer = ["Box", "Rc", "Arc"].iter().any(|pointer| last.ident == pointer);
            pointer
                && arguments.args.iter().any(|argument| match argument {
                    GenericArgument::Type(ty) => always_holds(ty, name),
                    _ => false,
                })
        }
        _ => false,
    }
}
