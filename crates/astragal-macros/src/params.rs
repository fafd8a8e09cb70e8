//! The parameters of a type, `#[arbitrary(params = Limits)]`, and how its fields get them.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Type;

use crate::code::{at, code};

/// The parameters of a type.
pub(crate) struct Params {
    pub(crate) ty: Type,
    /// The name of the type that has them.
    pub(crate) name: Ident,
}

impl Params {
    /// The generator of a field in which the type itself occurs: it is given the same parameters.
    pub(crate) fn passed_on(&self, library: &TokenStream, ty: &Type) -> Option<TokenStream> {
        if !is_named_in(ty.to_token_stream(), &self.name) {
            return None;
        }
        let params = variable();
        Some(at(ty, code!(#library::any_with), Some(code!(#ty)), code!(#params)))
    }
}

/// `params`, as expressions in attributes write it.
pub(crate) fn variable() -> Ident {
    Ident::new("params", Span::call_site())
}

fn is_named_in(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => is_named_in(group.stream(), name),
        TokenTree::Ident(ident) => ident == *name,
        _ => false,
    })
}
