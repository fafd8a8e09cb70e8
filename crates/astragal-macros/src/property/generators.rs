//! The generator of all arguments: a tuple; or, if one of them depends on another, a closure that draws one after the other.
//!
//! What the compiler may complain about is where the reason is: a generator at the argument.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::Index;

use super::argument::{Argument, Passing};
use crate::code::{code, ends, numbered};
use crate::options::is_closure;

/// A closure that makes the generator.
pub(crate) fn generators(arguments: &[Argument], library: &TokenStream) -> TokenStream {
    if arguments.is_empty() {
        return code!(|| #library::any::<()>());
    }
    let check = code!(fn __generator<G: #library::Draw>(generator: G) -> G { generator });
    let check = arguments.iter().any(Argument::is_checked).then_some(check);
    let all = if are_dependent(arguments) {
        one_by_one(arguments, library)
    } else {
        let generators = arguments.iter().map(|argument| generator(argument, library));
        code!((#(#generators,)*))
    };
    code!(|| { #check #all })
}

/// Whether an argument depends on another.
fn are_dependent(arguments: &[Argument]) -> bool {
    arguments.iter().any(|argument| !argument.depends_on.is_empty())
}

fn generator(argument: &Argument, library: &TokenStream) -> TokenStream {
    let (ty, lent) = (&argument.value, argument.passing == Passing::Lent);
    match &argument.generator {
        None => at(if lent { ty } else { &argument.ty }, code!(#library::any), Some(code!(#ty)), code!()),
        Some(closure) if is_closure(closure) => {
            at(closure, code!(#library::from_fn), Some(code!(#ty, _)), closure.clone())
        }
        Some(generator) => at(generator, code!(__generator), None, generator.clone()),
    }
}

/// A generator that draws each argument where it sees the earlier ones. Its choices are those of a tuple.
fn one_by_one(arguments: &[Argument], library: &TokenStream) -> TokenStream {
    let is_mentioned = |index| arguments.iter().any(|argument| argument.depends_on.contains(&index));
    let variables = arguments.iter().enumerate().map(|(index, argument)| {
        // Under its own name, so that expressions have it as the body has it.
        argument.variable().filter(|_| is_mentioned(index)).unwrap_or_else(|| numbered("argument", index))
    });
    let variables: Vec<Ident> = variables.collect();
    let draws = arguments.iter().zip(&variables).map(|(argument, variable)| {
        let (ty, generator) = (&argument.value, generator(argument, library));
        let method = if argument.depends_on.is_empty() { "try_draw" } else { "try_draw_dependent" };
        let (begin, end) = ends(argument.generator.as_ref().unwrap_or(&argument.ty));
        let (method, generator) = (Ident::new(method, begin), parentheses(generator, end));
        let views = argument.depends_on.iter().filter_map(|index| view(&arguments[*index], &variables[*index]));
        let drawn = code!({ #(#views)* src.#method #generator? });
        match &argument.generator {
            Some(generator) if argument.is_checked() => {
                let made = made(generator, code!(drawn), ty);
                code!(let #variable: #ty = { let drawn = #drawn; #made };)
            }
            _ => code!(let #variable: #ty = #drawn;),
        }
    });
    let check = arguments.iter().any(Argument::is_checked).then(|| made_check(library));
    code! {
        #library::try_from_fn(|src: &mut #library::Source| {
            #check
            #(#draws)*
            ::core::result::Result::Ok((#(#variables,)*))
        })
        .labelled("tuple")
    }
}

/// An earlier argument as the body has it, unless its variable is that already.
fn view(argument: &Argument, variable: &Ident) -> Option<TokenStream> {
    let (pattern, ty) = (&argument.pattern, &argument.ty);
    match (&argument.passing, argument.variable()) {
        (Passing::Owned, Some(_)) => None,
        (Passing::Owned, None) => Some(code! {
            #[allow(unused)]
            let #pattern: #ty = ::core::clone::Clone::clone(&#variable);
        }),
        _ => Some(code!(#[allow(unused)] let #pattern: #ty = &#variable;)),
    }
}

/// Each argument of the function, made of the tuple `values` in the place of which this is.
pub(crate) fn handed<'a>(arguments: &'a [Argument]) -> impl Iterator<Item = TokenStream> + 'a {
    let is_checked_already = are_dependent(arguments);
    arguments.iter().enumerate().map(move |(index, argument)| {
        let index = Index::from(index);
        let value = match &argument.generator {
            Some(generator) if argument.is_checked() && !is_checked_already => {
                made(generator, code!(values.#index), &argument.value)
            }
            _ => code!(values.#index),
        };
        if argument.passing == Passing::Owned { value } else { code!(&#value) }
    })
}

/// What [`handed`] calls.
pub(crate) fn handed_check(arguments: &[Argument], library: &TokenStream) -> Option<TokenStream> {
    let is_needed = arguments.iter().any(Argument::is_checked) && !are_dependent(arguments);
    is_needed.then(|| made_check(library))
}

/// A value of another type is said to be the fault of its generator, and in words that fit.
fn made_check(library: &TokenStream) -> TokenStream {
    code! {
        fn __made<T>(value: impl #library::__private::MadeAs<T>) -> T { #library::__private::MadeAs::it(value) }
    }
}

/// The value that a generator made, in its place.
fn made(generator: &TokenStream, value: TokenStream, ty: &TokenStream) -> TokenStream {
    // All of it is generated code, though it is there: of other code the compiler would not blame a part.
    let (begin, end) = ends(generator);
    let (begin, end) = (Span::mixed_site().located_at(begin), Span::mixed_site().located_at(end));
    let mut value: Vec<TokenTree> = moved(value, begin).into_iter().collect();
    value.last_mut().into_iter().for_each(|last| last.set_span(end));
    let value = parentheses(value.into_iter().collect(), end);
    quote_spanned!(begin=> __made::<#ty> #value)
}

/// `function::<types>(arguments)`, in the place of something in the input.
fn at(place: &TokenStream, function: TokenStream, types: Option<TokenStream>, arguments: TokenStream) -> TokenStream {
    let (begin, end) = ends(place);
    let (function, arguments) = (moved(function, begin), parentheses(arguments, end));
    let types = types.map(|types| {
        let (open, close) = (quote_spanned!(begin=> ::<), quote_spanned!(end=> >));
        quote!(#open #types #close)
    });
    quote!(#function #types #arguments)
}

/// The same tokens in another place.
pub(crate) fn moved(tokens: TokenStream, place: Span) -> TokenStream {
    let moved = tokens.into_iter().map(|mut token| {
        token.set_span(place);
        token
    });
    moved.collect()
}

pub(crate) fn parentheses(tokens: TokenStream, place: Span) -> Group {
    let mut group = Group::new(Delimiter::Parenthesis, tokens);
    group.set_span(place);
    group
}
