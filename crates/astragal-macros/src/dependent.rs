//! Fields that depend on earlier ones: `self.name` in the generator of a field is the value of another, as in a method.
//!
//! Backwards the earlier ones are known, so the type is `Reflect`; but it is not `Closed`.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;
use syn::ext::IdentExt;

use crate::code::numbered;
use crate::errors::Errors;

/// Puts `*f0` in the place of `self.name` if `name` is the field of number 0. Which fields are mentioned.
///
/// `earlier` are the names of the earlier fields, in order; those that are not drawn have none.
pub(crate) fn resolve(expression: &mut TokenStream, earlier: &[Option<String>], errors: &mut Errors) -> Vec<usize> {
    let mut mentioned = Vec::new();
    *expression = resolved(expression.clone(), earlier, &mut mentioned, errors);
    mentioned.sort_unstable();
    mentioned.dedup();
    mentioned
}

fn resolved(
    tokens: TokenStream,
    earlier: &[Option<String>],
    mentioned: &mut Vec<usize>,
    errors: &mut Errors,
) -> TokenStream {
    let mut output = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                let inside = resolved(group.stream(), earlier, mentioned, errors);
                let mut resolved = Group::new(group.delimiter(), inside);
                resolved.set_span(group.span());
                output.extend([TokenTree::Group(resolved)]);
            }
            TokenTree::Ident(word) if word == "self" => {
                let is_dot = |token: &TokenTree| matches!(token, TokenTree::Punct(it) if it.as_char() == '.');
                let member = tokens.next_if(is_dot).and_then(|_| tokens.next());
                let (name, rest) = member.as_ref().map(parts_of).unwrap_or_default();
                match earlier.iter().position(|field| field.as_ref() == Some(&name)) {
                    Some(index) => {
                        mentioned.push(index);
                        output.extend([value_of(index, word.span())]);
                        output.extend(rest);
                    }
                    None => errors.at(&word, problem(&name, earlier)),
                }
            }
            token => output.extend([token]),
        }
    }
    output
}

/// The name of a member, and what follows it: `0.1` is one token, and two members.
fn parts_of(token: &TokenTree) -> (String, Option<TokenStream>) {
    match token {
        TokenTree::Ident(name) => (name.unraw().to_string(), None),
        token => {
            let text = token.to_string();
            match text.split_once('.') {
                Some((first, second)) => (first.to_string(), format!(".{second}").parse().ok()),
                None => (text, None),
            }
        }
    }
}

/// `(*f0)`: it can be copied or borrowed, and not moved, as `self.name` where `self` is a reference.
fn value_of(index: usize, place: Span) -> TokenTree {
    let variable: Ident = numbered("f", index);
    let mut value = Group::new(Delimiter::Parenthesis, quote_spanned!(place=> * #variable));
    value.set_span(place);
    TokenTree::Group(value)
}

fn problem(name: &str, earlier: &[Option<String>]) -> String {
    let mentioned = if name.is_empty() { "self".to_string() } else { format!("self.{name}") };
    let names: Vec<String> = earlier.iter().flatten().map(|name| format!("`self.{name}`")).collect();
    match names.as_slice() {
        [] => format!("`{mentioned}` is not available here: no field is drawn before this one"),
        names => format!("`{mentioned}` is not available here; drawn before this field: {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_replaced_by_variables() {
        let earlier = [Some("low".to_string()), Some("1".to_string())];
        for (written, expected, fields) in [
            ("self.low..9", "(* f0) .. 9", vec![0]),
            ("vec_of(0..self.1, self.low.len())", "vec_of (0 .. (* f1) , (* f0) . len ())", vec![0, 1]),
            ("0..self.1.0", "0 .. (* f1) .0", vec![1]),
            ("any::<u8>()", "any :: < u8 > ()", vec![]),
        ] {
            let mut errors = Errors::default();
            let mut expression: TokenStream = written.parse().expect("tokens");
            assert_eq!(resolve(&mut expression, &earlier, &mut errors), fields, "{written}");
            let shown = |text: &str| text.replace(' ', "");
            assert_eq!(shown(&expression.to_string()), shown(expected), "{written}");
            errors.finish().expect("no mistake");
        }
    }
}
