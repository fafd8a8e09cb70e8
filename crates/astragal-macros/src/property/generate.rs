//! Puts the test together: the user's function, and a call of the library that draws its arguments.
//!
//! The body of the function occurs once and has the user's own tokens, so that everything that looks at them, from the
//! compiler's messages to an editor, sees what the user wrote. The function keeps its name inside the test: so no name is
//! added that its body, a generator or an example could meet.
//!
//! The compiler's errors point at their reason: the call at the return type.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, Expr, ExprLit, Lit, Meta, MetaNameValue, ReturnType};

use super::argument::{Argument, Passing};
use super::function::Function;
use super::generators::{generators, handed};
use super::harness;
use super::options::Options;
use crate::code::{code, ends, moved, numbered, parentheses};

/// The test.
pub(crate) fn test(function: &Function, options: &Options, examples: &[TokenStream]) -> TokenStream {
    let Function { attributes, visibility, asynchronous, keyword, name, .. } = function;
    let is_tested = asynchronous.is_some() || attributes.iter().any(harness::is_test);
    let test = (!is_tested).then(|| code!(#[::core::prelude::v1::test]));
    let own = (!function.is_inferred()).then(|| own_function(function));
    let run = run(function, options, examples);
    let mut body = Group::new(Delimiter::Brace, quote!(#own #run));
    body.set_span(function.body.span());
    quote!(#test #(#attributes)* #visibility #asynchronous #keyword #name() #body)
}

/// The function with its mistakes: so its other errors are reported too, and its callers find it.
pub(crate) fn as_written(function: &Function) -> TokenStream {
    let attributes = function.attributes.iter().filter(|attribute| {
        let is_of_tests = ["ignore", "property", "should_panic"].iter().any(|name| attribute.path().is_ident(name));
        !is_of_tests && !harness::is_test(attribute)
    });
    if function.is_inferred() {
        return TokenStream::new(); // no function can be written like this
    }
    let (allow, visibility, written) = (code!(#[allow(dead_code)]), &function.visibility, &function.written);
    quote!(#allow #(#attributes)* #visibility #written)
}

/// The user's function. Its arguments are not a matter of taste: they are what is drawn.
fn own_function(function: &Function) -> TokenStream {
    let written = &function.written;
    let allow = code! {
        #[allow(
            clippy::boxed_local,
            clippy::fn_params_excessive_bools,
            clippy::large_types_passed_by_value,
            clippy::needless_pass_by_value,
            clippy::too_many_arguments,
            clippy::trivially_copy_pass_by_ref,
            clippy::unused_async
        )]
    };
    quote!(#allow #written)
}

/// The call of the library.
fn run(function: &Function, options: &Options, examples: &[TokenStream]) -> TokenStream {
    let Options { library, settings, .. } = options;
    let (target, call, show) = (target(function, options), call(function), show(&function.arguments));
    let generators = generators(&function.arguments, library);
    let arguments = code! {
        #target,
        |config| config #(#settings)*,
        #generators,
        #call,
        #show,
        &[#(&#examples),*],
    };
    let (begin, end) = match &function.output {
        ReturnType::Type(_, ty) => ends(ty),
        ReturnType::Default => (Span::mixed_site(), Span::mixed_site()),
    };
    let (library, arguments) = (moved(library.clone(), begin), parentheses(arguments, end));
    let run = match &function.asynchronous {
        Some(_) => {
            let wait = quote_spanned!(end=> .await);
            quote_spanned!(begin=> #library::__private::run_property_async #arguments #wait)
        }
        None => quote_spanned!(begin=> #library::__private::run_property #arguments),
    };
    code! {
        #[allow(
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
            clippy::restriction,
            deprecated,
            unused_qualifications
        )]
        { #run; }
    }
}

/// Where the property is.
fn target(function: &Function, options: &Options) -> TokenStream {
    let Options { library, pins, .. } = options;
    let (title, begin, end) = (function.title(), function.keyword.span, function.end());
    let arguments = function.arguments.iter().map(|argument| {
        let (name, place) = (&argument.name, argument.place);
        let (ty, generator) =
            (text_of_type(&argument.ty), argument.generator.as_ref().map(text_of).unwrap_or_default());
        let (line, column) = (quote_spanned!(place=> ::core::line!()), quote_spanned!(place=> ::core::column!()));
        code!(#library::__private::Argument {
            name: #name, ty: #ty, generator: #generator, line: #line, column: #column
        })
    });
    let (file, first) = (quote_spanned!(begin=> ::core::file!()), quote_spanned!(begin=> ::core::line!()));
    let last = quote_spanned!(end=> ::core::line!());
    let doc = documentation(&function.attributes);
    let should_panic = function.attributes.iter().any(|attribute| attribute.path().is_ident("should_panic"));
    code! {
        &#library::__private::Target {
            path: ::core::concat!(::core::module_path!(), "::", #title),
            file: #file,
            manifest_dir: ::core::env!("CARGO_MANIFEST_DIR"),
            package: ::core::env!("CARGO_PKG_NAME"),
            doc: #doc,
            first_line: #first,
            last_line: #last,
            arguments: &[#(#arguments),*],
            pins: &[#(#pins),*],
            should_panic: #should_panic,
        }
    }
}

/// The doc comment of a function.
fn documentation(attributes: &[Attribute]) -> String {
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(MetaNameValue { path, value: Expr::Lit(ExprLit { lit: Lit::Str(text), .. }), .. })
            if path.is_ident("doc") =>
        {
            let text = text.value();
            Some(text.strip_prefix(' ').unwrap_or(&text).trim_end().to_string())
        }
        _ => None,
    };
    attributes.iter().filter_map(line).collect::<Vec<_>>().join("\n").trim().into()
}

/// Tokens in one line, about as they are written.
fn text_of(tokens: &TokenStream) -> String {
    tokens.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A type about as it is written: where it was parsed, the compiler puts blanks between all of its tokens.
fn text_of_type(tokens: &TokenStream) -> String {
    const TIGHT: [(&str, &str); 9] = [
        (" :: ", "::"),
        (":: ", "::"),
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        ("& ", "&"),
        (" ,", ","),
        (" ;", ";"),
        ("' ", "'"),
    ];
    TIGHT.iter().fold(text_of(tokens), |text, (loose, tight)| text.replace(loose, tight))
}

/// A closure that calls the function on the tuple of values; or that is the function, if the types of its arguments are to be
/// inferred, which those of a function cannot be.
fn call(function: &Function) -> TokenStream {
    let (name, arguments) = (&function.name, &function.arguments);
    if arguments.is_empty() {
        return code!(|()| #name());
    }
    let handed = handed(arguments);
    if function.is_inferred() {
        return inlined(function, handed);
    }
    let call = code!(#name(#(#handed),*));
    match &function.asynchronous {
        Some(_) => code!(|values| async move { #call.await }),
        None => code!(|values| #call),
    }
}

/// The function as a closure of the tuple of values.
fn inlined(function: &Function, handed: impl Iterator<Item = TokenStream>) -> TokenStream {
    let parameters = function.arguments.iter().zip(handed).map(|(argument, value)| {
        let Argument { attributes, pattern, ty, .. } = argument;
        code!(#(#attributes)* let #pattern: #ty = #value;)
    });
    let body = &function.body;
    let output = match &function.output {
        ReturnType::Type(_, ty) => quote!(#ty),
        ReturnType::Default => code!(()),
    };
    match &function.asynchronous {
        Some(_) => code! {
            |values| {
                fn __output<F: ::core::future::Future<Output = #output>>(future: F) -> F { future }
                __output(async move { #(#parameters)* #body })
            }
        },
        None => code!(|values| -> #output { #(#parameters)* #body }),
    }
}

fn variables(arguments: &[Argument]) -> Vec<Ident> {
    (0..arguments.len()).map(|index| numbered("argument", index)).collect()
}

/// A closure that shows the values: as `{:?}` does, if their types can do that.
///
/// A method of the type itself is found before one of a trait, unless its bounds are not met.
fn show(arguments: &[Argument]) -> TokenStream {
    if arguments.is_empty() {
        return code!(|_, _| {});
    }
    let variables = variables(arguments);
    let shown = arguments.iter().zip(&variables).enumerate().map(|(index, (argument, variable))| {
        let name = match argument.is_inferred() {
            true => code!(::core::any::type_name_of_val(#variable)),
            false => argument.value.to_string().into_token_stream(),
        };
        let text = code!(|out| Value(#variable).write(out, #name));
        match argument.passing {
            Passing::Slice if argument.is_inferred() => {
                code!(shown.argument(#index, &#variable.as_slice(), #text);)
            }
            Passing::Owned | Passing::Lent => code!(shown.argument(#index, #variable, #text);),
            Passing::Str | Passing::Slice => {
                let ty = &argument.ty;
                code!(shown.argument_of::<#ty>(#index, #text);)
            }
        }
    });
    code! {
        |(#(#variables,)*), shown| {
            struct Value<'a, T>(&'a T);
            impl<T: ::core::fmt::Debug> Value<'_, T> {
                fn write(
                    &self, out: &mut dyn ::core::fmt::Write, _: &::core::primitive::str,
                ) -> ::core::fmt::Result { ::core::write!(out, "{:?}", self.0) }
            }
            #[allow(dead_code)]
            trait Otherwise {
                fn write(&self, out: &mut dyn ::core::fmt::Write, name: &::core::primitive::str) -> ::core::fmt::Result;
            }
            impl<T> Otherwise for Value<'_, T> {
                fn write(
                    &self, out: &mut dyn ::core::fmt::Write, name: &::core::primitive::str,
                ) -> ::core::fmt::Result {
                    ::core::write!(out, "<{}, which is not Debug>", name)
                }
            }
            #(#shown)*
        }
    }
}
