//! Which bounds the impls of a generic type need.
//!
//! As usual for derives, they are inferred for type parameters alone: a bound on the type of a field would lead back
//! to itself in a recursive type.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, GenericParam, PathArguments, ReturnType, Type, TypeParamBound, WherePredicate};

use crate::attributes::Origin;
use crate::code::code;
use crate::model::Model;

/// What an impl does with the generators of the parameters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Power {
    /// Runs them forwards.
    Draw,
    /// Runs them backwards.
    Reflect,
    /// Needs to know their whole space.
    Close,
    /// Both of these.
    All,
}

/// The parameters of an impl, `<T: Bound, const N: usize>`. Lifetimes are gone.
pub(crate) fn parameters(model: &Model) -> TokenStream {
    let parameters = model.generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Lifetime(_) => None,
        GenericParam::Type(parameter) => {
            let (ident, colon, bounds) = (&parameter.ident, &parameter.colon_token, &parameter.bounds);
            Some(code!(#ident #colon #bounds))
        }
        GenericParam::Const(parameter) => {
            let (ident, ty) = (&parameter.ident, &parameter.ty);
            Some(code!(const #ident: #ty))
        }
    });
    code!(<#(#parameters),*>)
}

/// The where clause of an impl.
pub(crate) fn where_clause(model: &Model, power: Power) -> TokenStream {
    let written = model.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let mut clauses: Vec<TokenStream> = written
        .filter(|predicate| !matches!(predicate, WherePredicate::Lifetime(_)))
        .map(ToTokens::to_token_stream)
        .collect();
    for parameter in model.generics.type_params() {
        let ident = &parameter.ident;
        clauses.push(code!(#ident: 'static));
    }
    match &model.bound {
        Some(bound) => clauses.extend(bound.iter().map(ToTokens::to_token_stream)),
        None if model.generics.type_params().next().is_some() => clauses.extend(inferred(model, power)),
        None => {}
    }
    if clauses.is_empty() { TokenStream::new() } else { code!(where #(#clauses),*) }
}

/// The where clause of an impl that draws, to which another bound is added.
pub(crate) fn open_clause(model: &Model) -> TokenStream {
    let clause = where_clause(model, Power::Draw);
    if clause.is_empty() { code!(where) } else { code!(#clause,) }
}

fn inferred(model: &Model, power: Power) -> Vec<TokenStream> {
    let library = &model.library;
    let parameters: HashSet<Ident> = model.generics.type_params().map(|parameter| parameter.ident.clone()).collect();
    let (mut drawn, mut defaults, mut compared) = (Uses::of(&parameters), Uses::of(&parameters), Uses::of(&parameters));
    for field in model.fields() {
        match &field.origin {
            Origin::Any | Origin::With(_) => drawn.in_type(&field.ty),
            Origin::Default(value) => {
                if value.is_none() {
                    defaults.in_type(&field.ty);
                }
                if !field.lost.backwards {
                    compared.in_type(&field.ty);
                }
            }
        }
    }
    let mut clauses = Vec::new();
    for used in &drawn.found {
        clauses.push(code!(#used: #library::Arbitrary));
        if matches!(power, Power::Reflect | Power::All) {
            clauses.push(code!(<#used as #library::Arbitrary>::Gen: #library::Reflect));
        }
        if matches!(power, Power::Close | Power::All) {
            clauses.push(code!(<#used as #library::Arbitrary>::Gen: #library::Closed));
        }
    }
    clauses.extend(defaults.found.iter().map(|used| code!(#used: ::core::default::Default)));
    if power == Power::Reflect {
        clauses.extend(compared.found.iter().map(|used| code!(#used: ::core::cmp::PartialEq)));
    }
    clauses
}

/// The parameters that occur in types, and their projections such as `T::Item`.
struct Uses<'a> {
    parameters: &'a HashSet<Ident>,
    found: Vec<TokenStream>,
    seen: HashSet<String>,
}

impl<'a> Uses<'a> {
    fn of(parameters: &'a HashSet<Ident>) -> Uses<'a> {
        Uses { parameters, found: Vec::new(), seen: HashSet::new() }
    }

    fn add(&mut self, used: impl ToTokens) {
        let used = used.into_token_stream();
        if self.seen.insert(used.to_string()) {
            self.found.push(used);
        }
    }

    fn in_type(&mut self, ty: &Type) {
        match ty {
            Type::Array(array) => self.in_type(&array.elem),
            Type::Group(group) => self.in_type(&group.elem),
            Type::Paren(paren) => self.in_type(&paren.elem),
            Type::Ptr(pointer) => self.in_type(&pointer.elem),
            Type::Reference(reference) => self.in_type(&reference.elem),
            Type::Slice(slice) => self.in_type(&slice.elem),
            Type::Tuple(tuple) => tuple.elems.iter().for_each(|part| self.in_type(part)),
            Type::Path(path) => self.in_path(path),
            Type::FnPtr(function) => {
                function.inputs.iter().for_each(|input| self.in_type(&input.ty));
                if let ReturnType::Type(_, ty) = &function.output {
                    self.in_type(ty);
                }
            }
            Type::TraitObject(object) => {
                for bound in &object.bounds {
                    if let TypeParamBound::Trait(bound) = bound {
                        bound.path.segments.iter().for_each(|segment| self.in_arguments(&segment.arguments));
                    }
                }
            }
            Type::Macro(call) => self.in_tokens(call.mac.tokens.clone()),
            _ => {}
        }
    }

    fn in_path(&mut self, path: &syn::TypePath) {
        let segments = &path.path.segments;
        // `<T as Trait>::Item` is bounded as a whole.
        if let Some(qself) = &path.qself {
            let mut inside = Uses::of(self.parameters);
            inside.in_type(&qself.ty);
            segments.iter().for_each(|segment| inside.in_arguments(&segment.arguments));
            if !inside.found.is_empty() {
                self.add(path);
            }
            return;
        }
        let Some(last) = segments.last() else { return };
        if last.ident == "PhantomData" {
            return;
        }
        if path.path.leading_colon.is_none() && self.parameters.contains(&segments[0].ident) {
            self.add(path); // `T` or `T::Item`
        }
        segments.iter().for_each(|segment| self.in_arguments(&segment.arguments));
    }

    fn in_arguments(&mut self, arguments: &PathArguments) {
        match arguments {
            PathArguments::None => {}
            PathArguments::AngleBracketed(arguments) => {
                for argument in &arguments.args {
                    match argument {
                        GenericArgument::Type(ty) => self.in_type(ty),
                        GenericArgument::AssocType(assigned) => self.in_type(&assigned.ty),
                        _ => {}
                    }
                }
            }
            PathArguments::Parenthesized(arguments) => {
                arguments.inputs.iter().for_each(|input| self.in_type(&input.ty));
                if let ReturnType::Type(_, ty) = &arguments.output {
                    self.in_type(ty);
                }
            }
        }
    }

    /// The expansion of a macro is not known: a parameter among its tokens counts as used.
    fn in_tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.in_tokens(group.stream()),
                TokenTree::Ident(ident) if self.parameters.contains(&ident) => self.add(ident),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn uses(ty: Type) -> Vec<String> {
        let parameters = ["T", "U"].into_iter().map(|name| Ident::new(name, proc_macro2::Span::call_site())).collect();
        let mut uses = Uses::of(&parameters);
        uses.in_type(&ty);
        uses.found.iter().map(|used| used.to_string().replace(' ', "")).collect()
    }

    #[test]
    fn parameters_are_found_wherever_a_type_can_hold_them() {
        assert_eq!(uses(parse_quote!(Vec<T>)), ["T"]);
        assert_eq!(uses(parse_quote!((u8, [Option<T>; 3], &'static [U], T))), ["T", "U"]);
        assert_eq!(uses(parse_quote!(Box<dyn Fn(T) -> U>)), ["T", "U"]);
        assert_eq!(uses(parse_quote!(Box<dyn Iterator<Item = T>>)), ["T"]);
        assert_eq!(uses(parse_quote!(fn(T) -> *const U)), ["T", "U"]);
        assert_eq!(uses(parse_quote!(list![T])), ["T"]);
    }

    #[test]
    fn a_phantom_and_another_type_of_the_name_do_not_count() {
        assert!(uses(parse_quote!(PhantomData<T>)).is_empty());
        assert!(uses(parse_quote!(std::marker::PhantomData<fn() -> T>)).is_empty());
        assert!(uses(parse_quote!(module::T)).is_empty());
        assert!(uses(parse_quote!(::T)).is_empty());
    }

    #[test]
    fn a_projection_is_bounded_in_place_of_its_parameter() {
        assert_eq!(uses(parse_quote!(Vec<T::Item>)), ["T::Item"]);
        assert_eq!(uses(parse_quote!((T::Item, T))), ["T::Item", "T"]);
        assert_eq!(uses(parse_quote!(<T as Iterator>::Item)), ["<TasIterator>::Item"]);
        assert!(uses(parse_quote!(<u8 as Trait>::Item)).is_empty());
    }
}
