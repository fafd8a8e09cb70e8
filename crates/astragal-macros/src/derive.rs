//! `#[derive(Arbitrary)]`: puts the impls of a type together.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};

use crate::bounds::{Power, open_clause, parameters, where_clause};
use crate::code::code;
use crate::declare::{Generator, with_params};
use crate::errors::Errors;
use crate::model::{Layout, Model};
use crate::substitute::independent;
use crate::{describe, draw, fields, infinite, reflect};

/// The impls for a type.
pub(crate) fn derive(tokens: TokenStream) -> syn::Result<TokenStream> {
    let mut names = HashSet::new();
    collect_names(tokens.clone(), &mut names);
    let input = independent(tokens)?;
    let name = input.ident.clone();
    let mut errors = Errors::default();
    let model = Model::of(input, &names, &mut errors);
    infinite::check(&model, &name, &mut errors);
    errors.finish()?;
    Ok(generate(&model))
}

fn collect_names(tokens: TokenStream, names: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => collect_names(group.stream(), names),
            TokenTree::Ident(ident) => drop(names.insert(ident.to_string())),
            _ => {}
        }
    }
}

fn generate(model: &Model) -> TokenStream {
    let (declaration, generator) = declare(model);
    let powers = [forwards(model, &generator), backwards(model, &generator), closed(model, &generator)];
    // The names follow those of the type, which may have been allowed there.
    code! {
        #[doc(hidden)]
        #[allow(
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
            clippy::restriction,
            dead_code,
            deprecated,
            non_camel_case_types,
            unreachable_pub,
            unused_parens,
            unused_qualifications,
            unused_variables
        )]
        const _: () = {
            #declaration
            #(#powers)*
        };
    }
}

/// The generator: a type without content, or with the parameters alone. It implements the usual traits.
fn declare(model: &Model) -> (TokenStream, Generator) {
    let (name, visibility) = (&model.generator, &model.visibility);
    let parameters = parameters(model);
    let types: Vec<_> = model.generics.type_params().map(|parameter| &parameter.ident).collect();
    let constants: Vec<_> = model.generics.const_params().collect();
    let names = types.iter().copied().chain(constants.iter().map(|parameter| &parameter.ident));
    let generator = if types.is_empty() && constants.is_empty() {
        Generator { ty: code!(#name), value: code!(#name), bare: code!() }
    } else {
        let constants = constants.iter().map(|parameter| (&parameter.ident, &parameter.ty));
        let constants = constants.map(|(ident, ty)| code!(const #ident: #ty));
        let bare = types.iter().map(|ident| code!(#ident: ?::core::marker::Sized)).chain(constants);
        Generator {
            ty: code!(#name<#(#names),*>),
            value: code!(#name(::core::marker::PhantomData)),
            bare: code!(<#(#bare),*>),
        }
    };
    let (ty, value, bare, text) = (&generator.ty, &generator.value, &generator.bare, name.to_string());
    let content = (!bare.is_empty())
        .then(|| code!((::core::marker::PhantomData<fn() -> (#(::core::marker::PhantomData<#types>,)*)>)));
    let (target, library, clause) = (&model.target, &model.library, where_clause(model, Power::Draw));
    let declaration = match &model.params {
        None => code! {
            #[doc(hidden)]
            #visibility struct #name #bare #content;

            #[automatically_derived]
            impl #bare ::core::clone::Clone for #ty {
                #[inline]
                fn clone(&self) -> Self { *self }
            }

            #[automatically_derived]
            impl #bare ::core::marker::Copy for #ty {}

            #[automatically_derived]
            impl #parameters #library::Arbitrary for #target #clause {
                type Gen = #ty;
                #[inline(always)]
                fn any() -> #ty { #value }
            }
        },
        Some(_) => with_params(model, &generator, &types),
    };
    let declaration = code! {
        #declaration

        #[automatically_derived]
        impl #bare ::core::fmt::Debug for #ty {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result { f.write_str(#text) }
        }
    };
    (declaration, generator)
}

fn forwards(model: &Model, generator: &Generator) -> TokenStream {
    let (library, target, ty) = (&model.library, &model.target, &generator.ty);
    let (parameters, clause) = (parameters(model), where_clause(model, Power::Draw));
    let (draw, describe) = (draw::draw(model), describe::describe(model));
    let functions = [draw::functions(model), describe::functions(model)];
    let support = [fields::functions(model), fields::written_functions(model)].into_iter().flatten();
    let (has_plan, given) = (model.layout() != Layout::Nothing, model.given());
    let plan = has_plan.then(|| plan(model, generator));
    // A unit or a single pick does not grow, which is what the trait says.
    let growth = matches!(model.layout(), Layout::Wrapper | Layout::Product | Layout::Sum).then(|| {
        code! {
            #[inline]
            fn growth(&self) -> #library::Growth { Self::plan(#given).growth() }
        }
    });
    code! {
        #[automatically_derived]
        impl #parameters #ty #clause {
            #plan
            #(#functions)*
            #(#support)*
        }

        #[automatically_derived]
        impl #parameters #library::Draw for #ty #clause {
            type Value = #target;
            #[inline]
            fn draw(&self, src: &mut #library::Source) -> ::core::result::Result<#target, #library::Reject> {
                #draw
            }
            fn describe(&self, sketch: &mut #library::Sketch) -> #library::NodeId { #describe }
            #growth
        }

        #[automatically_derived]
        impl #parameters #library::Gen for #ty #clause {}
    }
}

/// The plan is made once. A `static` in a generic function is one for all instances, so those ask the library.
fn plan(model: &Model, generator: &Generator) -> TokenStream {
    let (library, has_weights, value) = (&model.library, model.has_weights, &generator.value);
    if model.params.is_some() {
        return code! {
            #[inline]
            fn plan(&self) -> &#library::Plan { self.params.plan_of(self, #has_weights) }
        };
    }
    let body = if generator.bare.is_empty() {
        code! {
            static PLAN: ::std::sync::OnceLock<#library::Plan> = ::std::sync::OnceLock::new();
            PLAN.get_or_init(|| #library::Plan::of_space(&#library::Space::of(&#value), #has_weights))
        }
    } else {
        code! {
            let generator: Self = #value;
            #library::plan_of(&generator, #has_weights)
        }
    };
    code! {
        #[inline]
        fn plan() -> &'static #library::Plan { #body }
    }
}

/// Says that the type is closed if another one is, which never is and is named after the field at fault: so the compiler
/// names the field. (The lifetime keeps it from checking that type at once.)
fn never_closed(model: &Model, generator: &Generator, field: &str, why: &str) -> TokenStream {
    let (library, ty, parameters, visibility) = (&model.library, &generator.ty, parameters(model), &model.visibility);
    let name: String = field.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let name = Ident::new(&format!("{name}_{why}"), Span::mixed_site());
    let clause = open_clause(model);
    code! {
        #[doc(hidden)]
        #visibility struct #name<'a>(::core::marker::PhantomData<&'a ()>);

        #[automatically_derived]
        impl #parameters #library::Closed for #ty #clause for<'a> #name<'a>: #library::Closed {}
    }
}

fn backwards(model: &Model, generator: &Generator) -> TokenStream {
    if !model.runs_backwards() {
        return TokenStream::new();
    }
    let (library, target, ty, parameters) = (&model.library, &model.target, &generator.ty, parameters(model));
    let (reflect, functions) = (reflect::reflect(model), reflect::functions(model));
    let same = reflect::same(model);
    let reflects = where_clause(model, Power::Reflect);
    code! {
        #[automatically_derived]
        impl #parameters #ty #reflects { #functions #same }

        #[automatically_derived]
        impl #parameters #library::Reflect for #ty #reflects {
            fn reflect(
                &self,
                value: &#target,
                back: &mut #library::Back,
            ) -> ::core::result::Result<(), #library::Mismatch> {
                #reflect
            }
        }
    }
}

/// Says that the type is closed; or why it never is.
fn closed(model: &Model, generator: &Generator) -> TokenStream {
    if let Some(field) = model.fields().find(|field| field.lost.closed) {
        let why = if field.lost.backwards { "is_opaque" } else { "is_open" };
        return never_closed(model, generator, &field.label, why);
    }
    if let Some(field) = model.fields().find(|field| !field.depends_on.is_empty()) {
        return never_closed(model, generator, &field.label, "depends_on_another_field");
    }
    let (library, ty, parameters) = (&model.library, &generator.ty, parameters(model));
    let (checked, closes) = (reflect::closed(model), where_clause(model, Power::Close));
    // Whether a part is closed is checked only if it runs backwards: so a part that lacks both is one error.
    let checks = if model.runs_backwards() { where_clause(model, Power::All) } else { closes.clone() };
    code! {
        #[automatically_derived]
        impl #parameters #ty #checks { #checked }

        #[automatically_derived]
        impl #parameters #library::Closed for #ty #closes {}
    }
}
