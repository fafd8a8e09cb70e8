//! Token trees as the parser of bodies sees them: slices that are inspected, split and searched.

use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};

/// The tokens of a stream. Invisible brackets are removed, unless they hold an expression of several
/// tokens, which must stay together.
pub(crate) fn trees(tokens: TokenStream) -> Vec<TokenTree> {
    let mut all = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                let inside = trees(group.stream());
                if inside.len() == 1 { all.extend(inside) } else { all.push(group.into()) }
            }
            token => all.push(token),
        }
    }
    all
}

/// The tokens of a slice.
pub(crate) fn stream(tokens: &[TokenTree]) -> TokenStream {
    tokens.iter().cloned().collect()
}

/// Where a slice begins; else where something around it is.
pub(crate) fn span(tokens: &[TokenTree], around: Span) -> Span {
    tokens.first().map_or(around, TokenTree::span)
}

/// Whether a token is a word.
pub(crate) fn is_word(token: Option<&TokenTree>, word: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if ident == word)
}

/// Whether a token is a sign.
pub(crate) fn is_sign(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

/// The group that a token is, if it has these brackets.
pub(crate) fn group(token: Option<&TokenTree>, delimiter: Delimiter) -> Option<&Group> {
    match token {
        Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group),
        _ => None,
    }
}

/// The arguments of a call of a macro, if that is what the tokens begin with.
pub(crate) fn called<'a>(tokens: &'a [TokenTree], name: &str) -> Option<(&'a Ident, &'a Group)> {
    match tokens {
        [TokenTree::Ident(word), sign, TokenTree::Group(inside), ..] if word == name && is_sign(Some(sign), '!') => {
            Some((word, inside))
        }
        _ => None,
    }
}

/// Where a sign is by itself, outside of all brackets: not as a part of a longer one.
pub(crate) fn find_sign(tokens: &[TokenTree], sign: char) -> Option<usize> {
    let joint = |at: usize, others: &str| match tokens.get(at) {
        Some(TokenTree::Punct(punct)) => punct.spacing() == Spacing::Joint && others.contains(punct.as_char()),
        _ => false,
    };
    let next = |at: usize, others: &[char]| others.iter().any(|&other| is_sign(tokens.get(at + 1), other));
    (0..tokens.len()).find(|&at| {
        let (goes_on, began) = match sign {
            ':' => (joint(at, ":") && next(at, &[':']), at > 0 && joint(at - 1, ":")),
            '=' => (joint(at, "=") && next(at, &['=', '>']), at > 0 && joint(at - 1, "=<>!.+-*/%^&|")),
            _ => (false, false),
        };
        is_sign(tokens.get(at), sign) && !goes_on && !began
    })
}

/// Where two signs are that make one, such as `=>`.
pub(crate) fn find_double(tokens: &[TokenTree], first: char, second: char) -> Option<usize> {
    tokens.windows(2).position(|pair| is_sign(Some(&pair[0]), first) && is_sign(Some(&pair[1]), second))
}

/// The parts between commas. Commas between `<` and `>` are not told from those of a list, and need not be: an
/// expression writes them as `::<..>`, of which the end is found.
pub(crate) fn by_commas(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let (mut parts, mut from, mut angles) = (Vec::new(), 0, 0usize);
    for (at, token) in tokens.iter().enumerate() {
        let after_colon = at > 0 && is_sign(tokens.get(at - 1), ':');
        if is_sign(Some(token), '<') && (angles > 0 || after_colon) {
            angles += 1;
        } else if is_sign(Some(token), '>') && angles > 0 && !is_sign(tokens.get(at.wrapping_sub(1)), '-') {
            angles -= 1;
        } else if is_sign(Some(token), ',') && angles == 0 {
            parts.push(&tokens[from..at]);
            from = at + 1;
        }
    }
    if from < tokens.len() {
        parts.push(&tokens[from..]);
    }
    parts
}

/// The first token, at any depth, with what follows it, for which a condition holds.
pub(crate) fn find(tokens: &TokenStream, condition: &dyn Fn(&[TokenTree]) -> bool) -> Option<Span> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    (0..tokens.len()).find_map(|at| match &tokens[at] {
        _ if condition(&tokens[at..]) => Some(tokens[at].span()),
        TokenTree::Group(inside) => find(&inside.stream(), condition),
        _ => None,
    })
}

/// How a variable is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Use {
    /// Only as `&name`.
    Borrowed,
    /// In any other way.
    Any,
}

/// How some tokens use a variable, if they do.
pub(crate) fn uses(tokens: &TokenStream, name: &str) -> Option<Use> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut found = None;
    for at in 0..tokens.len() {
        let used = match &tokens[at] {
            TokenTree::Ident(ident) if ident == name && !is_member(&tokens, at) => {
                Some(if is_borrowed(&tokens, at) { Use::Borrowed } else { Use::Any })
            }
            // As in `assert!(.., "{name}")`.
            TokenTree::Literal(literal) if literal.to_string().contains(&format!("{{{name}")) => Some(Use::Any),
            TokenTree::Group(inside) => uses(&inside.stream(), name),
            _ => None,
        };
        found = found.max(used);
    }
    found
}

/// Whether a word is a field, a method or a part of a path, and so not a variable.
fn is_member(tokens: &[TokenTree], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
    let field = is_sign(before(1), '.') && !is_sign(before(2), '.');
    let path = (is_sign(before(1), ':') && is_sign(before(2), ':'))
        || (is_sign(tokens.get(at + 1), ':') && is_sign(tokens.get(at + 2), ':'));
    field || path
}

/// Whether a word is written as `&word`, and nothing more is done to it.
fn is_borrowed(tokens: &[TokenTree], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
    let operand = match before(2) {
        None => true,
        Some(TokenTree::Punct(punct)) => punct.as_char() != '&',
        Some(TokenTree::Ident(word)) => ["return", "match", "in", "if", "else"].iter().any(|keyword| word == keyword),
        _ => false, // `a & b`
    };
    let then = tokens.get(at + 1);
    let goes_on = match then {
        Some(TokenTree::Punct(sign)) if sign.as_char() == '.' => !is_sign(tokens.get(at + 2), '.'),
        Some(TokenTree::Group(group)) => group.delimiter() != Delimiter::Brace,
        then => is_sign(then, '?'),
    };
    is_sign(before(1), '&') && operand && !goes_on
}

/// The tokens with `name` in place of `&name`: for a variable that is borrowed already.
pub(crate) fn without_borrows(tokens: TokenStream, names: &[String]) -> TokenStream {
    if names.is_empty() {
        return tokens;
    }
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    let borrowed = |at: usize| {
        matches!(all.get(at), Some(TokenTree::Ident(ident)) if names.iter().any(|name| ident == name))
            && is_borrowed(&all, at)
    };
    let mut changed = TokenStream::new();
    for (at, token) in all.iter().enumerate() {
        match token {
            TokenTree::Group(inside) => {
                let mut group = Group::new(inside.delimiter(), without_borrows(inside.stream(), names));
                group.set_span(inside.span());
                changed.extend([TokenTree::from(group)]);
            }
            TokenTree::Punct(punct) if punct.as_char() == '&' && borrowed(at + 1) => {}
            token => changed.extend([token.clone()]),
        }
    }
    changed
}

/// The tokens with others in place of a word.
pub(crate) fn replaced(tokens: TokenStream, word: &str, by: &TokenStream) -> TokenStream {
    let replace = |token: TokenTree| match token {
        TokenTree::Ident(ident) if ident == word => by.clone(),
        TokenTree::Group(inside) => {
            let mut group = Group::new(inside.delimiter(), replaced(inside.stream(), word, by));
            group.set_span(inside.span());
            TokenTree::from(group).into()
        }
        token => token.into(),
    };
    tokens.into_iter().map(replace).collect()
}

/// The names that a pattern binds: all words of it that begin with a small letter.
pub(crate) fn bound(pattern: &TokenStream) -> Vec<String> {
    let tokens: Vec<TokenTree> = pattern.clone().into_iter().collect();
    let mut names = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(inside) => names.extend(bound(&inside.stream())),
            TokenTree::Ident(ident) if is_variable(ident) && !is_member(&tokens, at) => names.push(ident.to_string()),
            _ => {}
        }
    }
    names
}

/// Whether a word can be a variable.
pub(crate) fn is_variable(ident: &Ident) -> bool {
    let word = ident.to_string();
    let small = word.starts_with(|first: char| first.is_lowercase() || first == '_') && word != "_";
    small && !["mut", "ref", "true", "false", "self", "box", "crate", "super"].contains(&word.as_str())
}
