//! A small scanner by the longest match, for the grammars of these tests.

use astragal_grammar::{Forest, Grammar, Item, Lexeme, Parser, SyntaxError, TerminalId, TokenId};

/// Where a token of a name ends that begins a text.
fn token_end(name: &str, text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let while_ = |from: usize, is_part: fn(u8) -> bool| {
        bytes[from..].iter().position(|byte| !is_part(*byte)).map_or(bytes.len(), |length| from + length)
    };
    let first = *bytes.first()?;
    match name {
        "Ident" if first.is_ascii_alphabetic() || first == b'_' => {
            Some(while_(0, |byte| byte.is_ascii_alphanumeric() || byte == b'_'))
        }
        "Number" if first.is_ascii_digit() || (first == b'-' && bytes.get(1).is_some_and(u8::is_ascii_digit)) => {
            Some(while_(1, |byte| byte.is_ascii_digit() || b".eE+-".contains(&byte)))
        }
        "Integer" if first.is_ascii_digit() => Some(while_(0, |byte| byte.is_ascii_alphanumeric() || byte == b'.')),
        "Char" if first == b'\'' => quoted(bytes, b'\''),
        "String" if first == b'"' => quoted(bytes, b'"'),
        _ => None,
    }
}

fn quoted(bytes: &[u8], quote: u8) -> Option<usize> {
    let mut at = 1;
    while *bytes.get(at)? != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    Some(at + 1)
}

/// The trees of a text by the first category of a grammar.
pub(crate) fn parse(parser: &Parser, text: &str) -> Result<Forest, SyntaxError> {
    let grammar = parser.grammar();
    parser.parse_lexemes(grammar.entry_points[0], text, scan(grammar, text))
}

/// The lexemes of a text. What is none is left out.
pub(crate) fn scan(grammar: &Grammar, text: &str) -> Vec<Lexeme> {
    let mut terminals_by_byte = vec![Vec::new(); 256];
    for (id, terminal) in grammar.terminals.iter().enumerate() {
        terminals_by_byte[usize::from(terminal.text.as_bytes()[0])].push(id);
    }
    let mut lexemes = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let rest = &text[start..];
        let here = terminals_by_byte[usize::from(rest.as_bytes()[0])].iter();
        let terminals = here.filter(|id| rest.starts_with(grammar.terminals[**id].text.as_str()));
        let terminals = terminals.map(|id| (grammar.terminals[*id].text.len(), Item::Terminal(TerminalId(*id as u32))));
        let tokens =
            grammar.tokens.iter().enumerate().filter_map(|(id, token)| {
                token_end(&token.name, rest).map(|end| (end, Item::Token(TokenId(id as u32))))
            });
        let longest = terminals.chain(tokens).reduce(|one, other| if other.0 > one.0 { other } else { one });
        match longest {
            Some((length, item)) => {
                lexemes.push(Lexeme { item, start, end: start + length });
                start += length;
            }
            None => start += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    lexemes
}
