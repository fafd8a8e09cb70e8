//! The parameters of a type, `#[arbitrary(params = Limits)]`: its generator holds them, and its functions are methods of it.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Type;

use crate::bounds::{Power, open_clause, parameters, where_clause};
use crate::code::{at, code};
use crate::derive::Generator;
use crate::model::Model;

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

impl Model {
    /// What its functions are called with before all else: the generator, if it has parameters.
    pub(crate) fn given(&self) -> TokenStream {
        self.if_params(code!(self,))
    }

    /// The same as its functions declare it.
    pub(crate) fn receiver(&self) -> TokenStream {
        self.if_params(code!(&self,))
    }

    /// The same as a type.
    pub(crate) fn given_type(&self) -> TokenStream {
        self.if_params(code!(&Self,))
    }

    /// Binds the name under which expressions in attributes see the parameters.
    pub(crate) fn bind_params(&self) -> TokenStream {
        let params = variable();
        self.if_params(code!(let #params = &self.params;))
    }

    /// Binds `condition` to what was written after `filter =`. Only a closure that sees parameters holds something.
    pub(crate) fn condition(&self, written: &TokenStream) -> TokenStream {
        let target = &self.target;
        match self.params {
            None => code!(let condition: fn(&#target) -> ::core::primitive::bool = #written;),
            Some(_) => code!(let condition: &dyn ::core::ops::Fn(&#target) -> ::core::primitive::bool = &#written;),
        }
    }

    fn if_params(&self, tokens: TokenStream) -> TokenStream {
        if self.params.is_some() { tokens } else { TokenStream::new() }
    }
}

/// The generator with its parameters. If these have defaults, they are those of the usual generator.
pub(crate) fn declare(model: &Model, generator: &Generator, types: &[&Ident]) -> TokenStream {
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

/// `params`, as expressions in attributes write it.
fn variable() -> Ident {
    Ident::new("params", Span::call_site())
}

fn is_named_in(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => is_named_in(group.stream(), name),
        TokenTree::Ident(ident) => ident == *name,
        _ => false,
    })
}
