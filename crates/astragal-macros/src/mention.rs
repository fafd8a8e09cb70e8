//! Which names a pattern binds, and whether an expression mentions one of them: then it depends on what is bound.
//!
//! Both are read from tokens. A name mistaken for a mention costs a generator its description; so the usual
//! look-alikes are known: fields, methods, paths, and parameters of closures.

use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};
use syn::ext::IdentExt;

/// The names that a pattern binds.
pub(crate) fn bound(pattern: &TokenStream) -> Vec<Ident> {
    let tokens: Vec<TokenTree> = pattern.clone().into_iter().collect();
    let mut names = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(name) => {
                let is_word = ["_", "mut", "ref", "box", "if", "in"].iter().any(|word| name == word);
                let is_path = is_path_part(&tokens, at) || matches!(tokens.get(at + 1), Some(TokenTree::Group(_)));
                if !is_word && !is_path && !is_field_name(&tokens, at) {
                    names.push(name.clone());
                }
            }
            TokenTree::Group(group) => names.extend(bound(&group.stream())),
            _ => {}
        }
    }
    names
}

/// Whether an expression mentions one of some names.
pub(crate) fn mentions(expression: &TokenStream, names: &[Ident]) -> bool {
    !names.is_empty() && is_mentioned(expression.clone(), names, false)
}

fn is_mentioned(tokens: TokenStream, names: &[Ident], in_macro: bool) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut seen: Vec<Ident> = names.to_vec();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Ident(name) if seen.contains(name) && is_variable(&tokens, at) => return true,
            TokenTree::Group(group) => {
                let in_macro = in_macro || is_macro_input(&tokens, at);
                if is_mentioned(group.stream(), &seen, in_macro) {
                    return true;
                }
            }
            // `format!("{n}")`.
            TokenTree::Literal(literal) if in_macro && is_captured(&literal.to_string(), &seen) => return true,
            TokenTree::Punct(punct) if punct.as_char() == '|' && begins_closure(&tokens[..at]) => {
                let end = (at + 1..tokens.len()).find(|end| is_punct(tokens.get(*end), '|')).unwrap_or(at);
                let parameters: TokenStream = tokens[at + 1..end.max(at + 1)].iter().cloned().collect();
                let hidden = bound(&parameters);
                seen.retain(|name| !hidden.contains(name));
                at = end;
            }
            // A closure ends here, if there was one.
            TokenTree::Punct(punct) if matches!(punct.as_char(), ',' | ';') => seen = names.to_vec(),
            _ => {}
        }
        at += 1;
    }
    false
}

/// Whether a name is that of a variable, and not of a field, a method, a function, a part of a path, a macro or a lifetime.
fn is_variable(tokens: &[TokenTree], at: usize) -> bool {
    let before = |steps: usize| at.checked_sub(steps).and_then(|at| tokens.get(at));
    let is_member = is_punct(before(1), '.') && !is_punct(before(2), '.');
    let is_macro = is_punct(tokens.get(at + 1), '!') && matches!(tokens.get(at + 2), Some(TokenTree::Group(_)));
    let is_lifetime = is_punct(before(1), '\'');
    // No argument can be called.
    let is_function =
        matches!(tokens.get(at + 1), Some(TokenTree::Group(it)) if it.delimiter() == Delimiter::Parenthesis);
    !is_function && !is_member && !is_macro && !is_lifetime && !is_path_part(tokens, at) && !is_field_name(tokens, at)
}

/// Whether `::` is on either side.
fn is_path_part(tokens: &[TokenTree], at: usize) -> bool {
    let before = |steps: usize| at.checked_sub(steps).and_then(|at| tokens.get(at));
    let is_after = is_punct(before(1), ':') && is_punct(before(2), ':');
    is_after || (is_joint(tokens.get(at + 1), ':') && is_punct(tokens.get(at + 2), ':'))
}

/// Whether it is `name` in `Point { name: .. }`.
fn is_field_name(tokens: &[TokenTree], at: usize) -> bool {
    let begins = at == 0 || is_punct(tokens.get(at - 1), ',');
    begins && is_punct(tokens.get(at + 1), ':') && !is_path_part(tokens, at)
}

fn is_macro_input(tokens: &[TokenTree], at: usize) -> bool {
    at >= 2 && is_punct(tokens.get(at - 1), '!') && matches!(tokens[at - 2], TokenTree::Ident(_))
}

/// Whether the text of a literal is a format that captures one of some names.
fn is_captured(literal: &str, names: &[Ident]) -> bool {
    let is_captured = |name: &Ident| {
        let name = name.unraw();
        literal.contains(&format!("{{{name}}}")) || literal.contains(&format!("{{{name}:"))
    };
    literal.contains('"') && names.iter().any(is_captured)
}

/// Whether a `|` that comes next begins the parameters of a closure: after an operand it is an operator.
fn begins_closure(before: &[TokenTree]) -> bool {
    match before.last() {
        None => true,
        Some(TokenTree::Ident(word)) => word == "move" || word == "return",
        Some(TokenTree::Punct(punct)) => punct.as_char() != '|' && punct.as_char() != '?',
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        Some(TokenTree::Literal(_)) => false,
    }
}

fn is_punct(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == character)
}

fn is_joint(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == character && punct.spacing() == Spacing::Joint)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> TokenStream {
        text.parse().expect("tokens")
    }

    #[test]
    fn a_pattern_binds_its_variables() {
        for (pattern, names) in [
            ("n", "n"),
            ("mut n", "n"),
            ("(a, _)", "a"),
            ("Point { x, y: (b, ref c) }", "x b c"),
            ("a::Pair(first, [second, ..])", "first second"),
            ("whole @ Some(part)", "whole part"),
        ] {
            let found: Vec<String> = bound(&tokens(pattern)).iter().map(ToString::to_string).collect();
            assert_eq!(found.join(" "), names, "{pattern}");
        }
    }

    #[test]
    fn a_variable_is_told_from_what_looks_like_one() {
        let names = bound(&tokens("(n, list)"));
        for expression in [
            "0..n",
            "0..=n",
            "n..9",
            "0..list.len()",
            "select(&list)",
            "0..list[0]",
            "vec_of(any::<u8>(), n)",
            "string_matching(&format!(\"[a-z]{{{n}}}\"))",
            "built!(Point { x: 0..n, n: 3 })",
            "built!(Point { n: 0..n })",
            "(any::<u8>().map(|n| n + 1), 0..n)",
            "|src| src.draw(0..n)",
            "from_fn(move |src| src.draw(0..list[0]))",
            "just(n != 3)",
            "1 | n",
        ] {
            assert!(mentions(&tokens(expression), &names), "{expression}");
        }
        for expression in [
            "0..9",
            "any::<list::Of>()",
            "list::of(3)",
            "list(3)",
            "module::n()",
            "config.n",
            "config.list()",
            "any::<u8>().map(|n| n + 1)",
            "any::<(u8, u8)>().map(|(n, list)| n ^ list)",
            "Point { n: 3 }",
            "n!(3)",
            "string_matching(\"{n}\")",
            "texts::<'n>()",
        ] {
            assert!(!mentions(&tokens(expression), &names), "{expression}");
        }
    }
}
