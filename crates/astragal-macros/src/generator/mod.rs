//! `#[generator]`: a function that draws becomes a generator that runs both ways.
//!
//! The body is read as a tree of steps (`body`, `parse`), at whose ends are constructors, which are patterns too
//! (`shape`). `forwards` writes it as it is, with a source; `described` writes it with a path, for what is known before it runs;
//! `backwards` writes what takes a value apart, way by way (`way`).

mod backwards;
mod body;
mod built;
mod described;
mod forwards;
mod function;
mod parse;
mod partial;
mod shape;
mod tokens;
mod way;

use proc_macro2::TokenStream;

use crate::code::code;
use crate::errors::Errors;
pub(crate) use built::built;
use function::Function;
use parse::Reader;
pub(crate) use partial::partial;

/// A message about what only running backwards rules out, with the way out of it.
fn or_forwards(message: &str) -> String {
    format!("{message}; where it need not run backwards, `from_fn(|src| ..)` with plain draws is enough")
}

/// The generator for a function.
///
/// A mistake leaves a function of the same type, so that the compiler has nothing else to say about its absence.
pub(crate) fn generator(options: TokenStream, item: TokenStream) -> TokenStream {
    let function = match Function::read(options, item.clone()) {
        Ok(function) => function,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::default();
    let block = Reader::new(&function, &mut errors).block(&function.body, function.end);
    let (forwards, recurs) = forwards::forwards(&function, &block);
    let backwards = backwards::backwards(&function, &block, &mut errors);
    match errors.finish() {
        Ok(()) => {
            let described = described::described(&function, &block);
            function.with_body(&all_ways(&function, recurs, &forwards, &backwards, &described))
        }
        Err(error) => {
            let (nothing, none) = (code!({ ::core::unreachable!() }), code!(::core::unreachable!()));
            let unknown = code!(.described("", |_| ::core::option::Option::None, |_, _| ::core::unreachable!()));
            let generator = function.with_body(&all_ways(&function, false, &nothing, &none, &unknown));
            [error.into_compile_error(), code!(#[allow(unused)] #generator)].into_iter().collect()
        }
    }
}

fn all_ways(
    function: &Function,
    recurs: bool,
    forwards: &TokenStream,
    backwards: &TokenStream,
    described: &TokenStream,
) -> TokenStream {
    let (title, library) = (function.title(), &function.library);
    let (patterns, arguments, result) = (function.patterns(), function.arguments(), function.result_in_closure());
    let written = code!(#library::__private::written);
    let backwards = if function.is_plain() {
        code! {{
            struct Known;
            let key = #written::Key::of::<Known>().with(&arguments);
            back.shared(key, value, |back| #backwards)
        }}
    } else {
        backwards.clone()
    };
    code! {
        let forwards = #written::forwards(
            #title,
            #recurs,
            #arguments,
            |#patterns, src: &mut #library::__private::Source, _again| -> ::core::result::Result<#result, #library::__private::Reject> { #forwards },
        );
        // The other code is not the user's to tidy up.
        #[allow(
            irrefutable_let_patterns, unreachable_patterns, unreachable_code, unused_variables, unused_mut,
            unused_assignments, unused_parens, unused_must_use, unused_braces, clippy::all
        )]
        let all = forwards.backwards(|arguments, value, back| { #backwards }) #described;
        all
    }
}
