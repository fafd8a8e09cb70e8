//! Explicit examples: the values for which a property is run before all others.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use syn::LitStr;

use super::argument::{Argument, Passing};
use super::only_group;
use crate::code::{code, numbered};
use crate::errors::Errors;

/// The closures that make the values of each example.
pub(crate) fn read(
    examples: &[(Ident, Vec<TokenStream>)],
    arguments: &[Argument],
    errors: &mut Errors,
) -> Vec<TokenStream> {
    let mut closures = Vec::new();
    for (ident, values) in examples {
        if values.len() == arguments.len() {
            closures.push(closure(values, arguments));
        } else {
            errors.at(ident, arity(values.len(), arguments));
        }
    }
    closures
}

fn arity(given: usize, arguments: &[Argument]) -> String {
    let names: Vec<String> = arguments.iter().map(|argument| format!("`{}`", argument.name)).collect();
    let given = if given == 1 { "1 value is".to_string() } else { format!("{given} values are") };
    match names.as_slice() {
        [] => format!("the property has no argument, but {given} given"),
        [name] => format!("an example has a value for the argument {name}, but {given} given"),
        names => {
            format!("an example has a value for each of the arguments {}, but {given} given", names.join(", "))
        }
    }
}

fn closure(values: &[TokenStream], arguments: &[Argument]) -> TokenStream {
    let variables: Vec<Ident> = (0..values.len()).map(|index| numbered("value", index)).collect();
    let assignments = values.iter().zip(arguments).zip(&variables).map(|((value, argument), variable)| {
        let (ty, value) = (&argument.value, owned(value, &argument.passing));
        code!(let #variable: #ty = #value;)
    });
    code!(|| {
        #(#assignments)*
        (#(#variables,)*)
    })
}

/// An example is written as the function would be called, or as the value that is lent to it: `"a"` and `&[1, 2]`, or
/// `String::new()` and `vec![1, 2]`.
fn owned(value: &TokenStream, passing: &Passing) -> TokenStream {
    if *passing == Passing::Owned {
        return value.clone();
    }
    if *passing == Passing::Str && syn::parse2::<LitStr>(value.clone()).is_ok() {
        return code!(::std::string::String::from(#value));
    }
    let mut tokens = value.clone().into_iter();
    match tokens.next() {
        Some(TokenTree::Punct(first)) if first.as_char() == '&' => {
            let rest: TokenStream = tokens.collect();
            if *passing == Passing::Slice && only_group(&rest, Delimiter::Bracket).is_some() {
                // An array becomes a vector without a copy of its elements, which may have none.
                return code!(<[_]>::into_vec(::std::boxed::Box::new(#rest)));
            }
            rest
        }
        _ => value.clone(),
    }
}
