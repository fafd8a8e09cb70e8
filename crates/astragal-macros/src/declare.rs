//! The generator of a type with parameters, which holds them.

use proc_macro2::{Ident, TokenStream};

use crate::bounds::{Power, open_clause, parameters, where_clause};
use crate::code::code;
use crate::model::Model;
use crate::params::Params;

/// How the generator is written.
pub(crate) struct Generator {
    pub(crate) ty: TokenStream,
    pub(crate) value: TokenStream,
    /// Its type parameters without bounds.
    pub(crate) bare: TokenStream,
}

/// The generator with its parameters. If these have defaults, they are those of the usual generator.
pub(crate) fn with_params(model: &Model, generator: &Generator, types: &[&Ident]) -> TokenStream {
    let Some(Params { ty: params, .. }) = &model.params else { return TokenStream::new() };
    let (library, target, visibility, name) = (&model.library, &model.target, &model.visibility, &model.generator);
    let Generator { ty, bare, .. } = generator;
    let (parameters, clause, open) = (parameters(model), where_clause(model, Power::Draw), open_clause(model));
    let phantom = code!(::core::marker::PhantomData);
    code! {
        #[doc(hidden)]
        #visibility struct #name #bare {
            params: #library::SharedParams<#params>,
            of: #phantom<fn() -> (#(#phantom<#types>,)*)>,
        }

        #[automatically_derived]
        impl #bare ::core::clone::Clone for #ty {
            fn clone(&self) -> Self { #name { params: ::core::clone::Clone::clone(&self.params), of: #phantom } }
        }

        #[automatically_derived]
        impl #parameters #library::ArbitraryWith for #target #clause {
            type Params = #params;
            type Gen = #ty;
            #[inline]
            fn any_with(params: #library::SharedParams<#params>) -> #ty { #name { params, of: #phantom } }
        }

        #[automatically_derived]
        impl #parameters #library::Arbitrary for #target #open for<'a> #params: #library::DefaultParams<'a> {
            type Gen = #ty;
            fn any() -> #ty { #name { params: #library::SharedParams::usual(), of: #phantom } }
        }
    }
}
