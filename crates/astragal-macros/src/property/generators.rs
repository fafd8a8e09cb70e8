//! The generator of all arguments: a tuple; or, if one of them depends on another, a closure that draws one after the other.
//!
//! The compiler's errors point at their reason: a generator at the argument.
//!
//! The closure makes the same choices as the tuple. A generator in it that has no value at all rejects the case
//! (`Source::try_draw_dependent`), where alone it is a usage error. Whether one depends on another is found by `mention`.

use proc_macro2::{Ident, TokenStream};
use syn::Index;

use super::argument::{Argument, Passing};
use crate::code::{Demanded, at, code, demanded, ends, numbered, parentheses};
use crate::options::is_closure;
use crate::pattern;

/// A closure that makes the generator.
pub(crate) fn generators(arguments: &[Argument], library: &TokenStream) -> TokenStream {
    if arguments.is_empty() {
        return code!(|| #library::__private::any::<()>());
    }
    let all = if are_dependent(arguments) {
        one_by_one(arguments, library)
    } else {
        let generators = arguments.iter().map(|argument| generator(argument, library));
        code!((#(#generators,)*))
    };
    code!(|| #all)
}

/// Whether an argument depends on another.
fn are_dependent(arguments: &[Argument]) -> bool {
    arguments.iter().any(|argument| !argument.depends_on.is_empty())
}

fn generator(argument: &Argument, library: &TokenStream) -> TokenStream {
    let (ty, lent) = (&argument.value, argument.passing == Passing::Lent);
    match &argument.generator {
        None => at(if lent { ty } else { &argument.ty }, code!(#library::__private::any), Some(code!(#ty)), code!()),
        Some(closure) if is_closure(closure) => {
            at(closure, code!(#library::__private::from_fn), Some(code!(#ty, _)), closure.clone())
        }
        Some(generator) => {
            let library = code!(#library::__private);
            let written = pattern::generator(generator, &library);
            let generator = written.as_ref().unwrap_or(generator);
            let Demanded { binding, variable, .. } = demanded(&library, generator, ty, &["must_draw"], 0);
            code!({ #binding #variable })
        }
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
        code!(let #variable: #ty = #drawn;)
    });
    code! {
        #library::__private::try_from_fn(|src: &mut #library::__private::Source| {
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
    arguments.iter().enumerate().map(move |(index, argument)| {
        let index = Index::from(index);
        if argument.passing == Passing::Owned { code!(values.#index) } else { code!(&values.#index) }
    })
}
