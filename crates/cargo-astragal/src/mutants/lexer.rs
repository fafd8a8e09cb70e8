//! The tokens of a Rust source, as far as they tell code from comments and texts.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An identifier, a keyword, a number.
    Word,
    /// A string, without its quotes.
    Text,
    /// One letter of punctuation.
    Mark,
    /// A character or a lifetime, which mean nothing here.
    Other,
}

/// A token, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Its bytes; of a string those within the quotes.
    pub(super) at: Range<usize>,
}

/// The tokens of a source. A source that does not compile has some tokens, too.
pub(super) fn tokens(source: &str) -> Vec<Token> {
    let mut lexer = Lexer { source, at: 0, tokens: Vec::new() };
    while let Some(letter) = lexer.rest().chars().next() {
        lexer.next(letter);
    }
    lexer.tokens
}

struct Lexer<'s> {
    source: &'s str,
    at: usize,
    tokens: Vec<Token>,
}

fn is_word(letter: char) -> bool {
    letter == '_' || letter.is_alphanumeric()
}

impl<'s> Lexer<'s> {
    fn rest(&self) -> &'s str {
        &self.source[self.at..]
    }

    /// Goes on by some bytes, at most to the end.
    fn skip(&mut self, bytes: usize) {
        self.at = (self.at + bytes).min(self.source.len());
    }

    fn add(&mut self, kind: Kind, at: Range<usize>) {
        self.tokens.push(Token { kind, at });
    }

    fn next(&mut self, letter: char) {
        let rest = self.rest();
        if rest.starts_with("//") {
            self.skip(rest.find('\n').unwrap_or(rest.len()));
        } else if rest.starts_with("/*") {
            self.comment();
        } else if let Some(hashes) = raw(rest) {
            self.raw_text(hashes);
        } else if let Some(quote) = ["\"", "b\"", "c\""].iter().find(|quote| rest.starts_with(**quote)) {
            self.skip(quote.len());
            self.text();
        } else if letter == '\'' || rest.starts_with("b'") {
            self.skip(rest.find('\'').unwrap_or(0) + 1);
            self.letter();
        } else if is_word(letter) {
            let end = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
            self.add(Kind::Word, self.at..self.at + end);
            self.skip(end);
        } else {
            if !letter.is_whitespace() {
                self.add(Kind::Mark, self.at..self.at + letter.len_utf8());
            }
            self.skip(letter.len_utf8());
        }
    }

    /// A comment, which may have others in it.
    fn comment(&mut self) {
        let mut depth = 0;
        loop {
            let rest = self.rest();
            match rest.find(['/', '*']) {
                None => return self.skip(rest.len()),
                Some(at) => self.skip(at),
            }
            match self.rest().as_bytes() {
                [b'/', b'*', ..] => depth += 1,
                [b'*', b'/', ..] => depth -= 1,
                _ => {
                    self.skip(1);
                    continue;
                }
            }
            self.skip(2);
            if depth == 0 {
                return;
            }
        }
    }

    /// A string, after its first quote.
    fn text(&mut self) {
        let from = self.at;
        while let Some(at) = self.rest().find(['"', '\\']) {
            self.skip(at);
            if self.rest().starts_with('"') {
                self.add(Kind::Text, from..self.at);
                return self.skip(1);
            }
            // A backslash and what it escapes.
            let escaped = self.rest()[1..].chars().next().map_or(0, char::len_utf8);
            self.skip(1 + escaped);
        }
        self.at = self.source.len();
    }

    /// A raw string with this many hashes.
    fn raw_text(&mut self, hashes: usize) {
        self.skip(self.rest().find('"').unwrap_or(0) + 1);
        let end = format!("\"{}", "#".repeat(hashes));
        let length = self.rest().find(&end).unwrap_or(self.rest().len());
        self.add(Kind::Text, self.at..self.at + length);
        self.skip(length + end.len());
    }

    /// A character, or a lifetime, after its first quote.
    fn letter(&mut self) {
        let from = self.at;
        let mut letters = self.rest().chars();
        let first = letters.next();
        if first == Some('\\') {
            self.skip(1 + letters.next().map_or(0, char::len_utf8));
            self.skip(self.rest().find('\'').map_or(self.rest().len(), |at| at + 1));
        } else if letters.next() == Some('\'') {
            self.skip(first.map_or(0, char::len_utf8) + 1);
        } else {
            self.skip(self.rest().find(|letter| !is_word(letter)).unwrap_or(self.rest().len()));
        }
        self.add(Kind::Other, from..self.at);
    }
}

/// How many hashes a raw string begins with, if this is one.
fn raw(text: &str) -> Option<usize> {
    let rest = ["r", "br", "cr"].iter().find_map(|start| text.strip_prefix(start))?;
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    rest[hashes..].starts_with('"').then_some(hashes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> Vec<&str> {
        tokens(source).into_iter().map(|token| &source[token.at]).collect()
    }

    #[test]
    fn comments_and_texts_are_not_code() {
        assert_eq!(words("a /* b /* c */ d */ e // f\n/// g\nh"), ["a", "e", "h"]);
        let source = r####"x("a\"b", r#"c"d"#, b"e", r"f")"####;
        let texts = tokens(source).into_iter().filter(|token| token.kind == Kind::Text).map(|token| &source[token.at]);
        assert_eq!(texts.collect::<Vec<_>>(), [r#"a\"b"#, "c\"d", "e", "f"]);
    }

    #[test]
    fn lifetimes_are_told_from_characters() {
        assert_eq!(
            words("f<'a>(x: &'a T) { '\"' } g"),
            ["f", "<", "a", ">", "(", "x", ":", "&", "a", "T", ")", "{", "\"'", "}", "g"]
        );
        assert_eq!(words("'a' 'b: '\\n' '\\u{1f}' c").last(), Some(&"c"));
        assert_eq!(words("let c = '{'; d").last(), Some(&"d"));
    }

    #[test]
    fn what_is_cut_off_ends() {
        for source in ["\"abc", "/* abc", "r#\"abc", "'", "'\\", "b'", "\"\\", "/"] {
            assert!(tokens(source).len() <= 2, "{source}");
        }
    }
}
