//! Makes the input independent of where it is: `Self` becomes the type's name, its lifetimes become `'static`.
//!
//! The code is generated into impls of another type, where `Self` would be that one; and only `'static` values are
//! arbitrary.

use proc_macro2::{Group, Ident, Spacing, TokenStream, TokenTree};
use syn::{DeriveInput, GenericParam};

use crate::code::code;

/// The input with `Self` and its lifetime parameters replaced. The parameters stay declared.
pub(crate) fn independent(tokens: TokenStream) -> syn::Result<DeriveInput> {
    let input: DeriveInput = syn::parse2(tokens.clone())?;
    let lifetimes = input.generics.lifetimes().map(|parameter| parameter.lifetime.ident.clone()).collect();
    let mut change = Change { own: type_of(&input), lifetimes, changed: false };
    let tokens = change.stream(tokens);
    if change.changed { syn::parse2(tokens) } else { Ok(input) }
}

/// The type itself, in a form that can be used in types, expressions and patterns: `List::<T>`.
pub(crate) fn type_of(input: &DeriveInput) -> TokenStream {
    let name = &input.ident;
    if input.generics.params.is_empty() {
        return code!(#name);
    }
    let arguments = input.generics.params.iter().map(|parameter| match parameter {
        GenericParam::Lifetime(_) => code!('static),
        GenericParam::Type(parameter) => {
            let ident = &parameter.ident;
            code!(#ident)
        }
        GenericParam::Const(parameter) => {
            let ident = &parameter.ident;
            code!(#ident)
        }
    });
    code!(#name::<#(#arguments),*>)
}

struct Change {
    own: TokenStream,
    lifetimes: Vec<Ident>,
    changed: bool,
}

impl Change {
    fn stream(&mut self, tokens: TokenStream) -> TokenStream {
        let mut changed = TokenStream::new();
        let mut in_lifetime = false;
        for token in tokens {
            let begins_lifetime = is_tick(&token);
            match token {
                TokenTree::Group(group) => changed.extend([TokenTree::Group(self.group(&group))]),
                TokenTree::Ident(ident) if !in_lifetime && ident == "Self" => {
                    self.changed = true;
                    changed.extend(self.own.clone().into_iter().map(|mut token| {
                        token.set_span(ident.span());
                        token
                    }));
                }
                TokenTree::Ident(ident) if in_lifetime && self.lifetimes.contains(&ident) => {
                    self.changed = true;
                    changed.extend([TokenTree::Ident(Ident::new("static", ident.span()))]);
                }
                token => changed.extend([token]),
            }
            in_lifetime = begins_lifetime;
        }
        changed
    }

    fn group(&mut self, group: &Group) -> Group {
        let mut changed = Group::new(group.delimiter(), self.stream(group.stream()));
        changed.set_span(group.span());
        changed
    }
}

/// A lifetime is a tick and a name.
fn is_tick(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == '\'' && punct.spacing() == Spacing::Joint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::{ToTokens, quote};

    fn fields(tokens: TokenStream) -> String {
        let input = independent(tokens).expect("valid input");
        match input.data {
            syn::Data::Struct(data) => data.fields.to_token_stream().to_string().replace(' ', ""),
            _ => panic!("only structs are tried here"),
        }
    }

    #[test]
    fn self_and_lifetimes_are_replaced_everywhere() {
        let found = fields(quote!(
            struct Text<'a, T: 'a>(Cow<'a, str>, Option<Box<Self>>, for<'b> fn(&'b T, &'a T));
        ));
        assert_eq!(found, "(Cow<'static,str>,Option<Box<Text::<'static,T>>>,for<'b>fn(&'bT,&'staticT))");
    }

    #[test]
    fn nothing_to_replace_leaves_the_input_alone() {
        assert_eq!(
            fields(quote!(
                struct Plain {
                    selfish: Selfish,
                }
            )),
            "{selfish:Selfish,}"
        );
    }
}
