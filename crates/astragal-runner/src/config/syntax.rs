//! Reads the syntax of `astragal.toml`: the part of TOML that settings need.
//!
//! That is comments, tables, bare, quoted and dotted keys, strings in one line, integers, floats, booleans, and lists of
//! these. Inline tables, arrays of tables, lists in lists and strings of several lines are not settings; the user
//! is told that they are not read. A date is left as it is written, since no setting is one.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// A table's header or a key with its value.
pub(super) struct Item {
    pub(super) line: usize,
    /// The whole path, from the root of the file.
    pub(super) path: Vec<String>,
    /// As it would be written in the environment; nothing for a header.
    pub(super) value: Option<String>,
}

/// What is wrong, and in which line.
pub(super) type Wrong = (usize, String);

/// All items in the order of the file, or all that is wrong with it.
pub(super) fn items(source: &str) -> Result<Vec<Item>, Vec<Wrong>> {
    let mut reader = Reader { rest: source.strip_prefix('\u{feff}').unwrap_or(source), line: 1 };
    let mut items: Vec<Item> = Vec::new();
    let mut lines: HashMap<(Vec<String>, bool), usize> = HashMap::new();
    let mut wrongs = control_characters(reader.rest);
    let mut table = Vec::new();
    loop {
        reader.skip_empty_lines();
        if reader.rest.is_empty() {
            break;
        }
        let line = reader.line;
        match reader.item(&table) {
            Ok((path, value)) => {
                match lines.entry((path.clone(), value.is_some())) {
                    Entry::Occupied(first) => {
                        wrongs.push((line, format!("`{}` is in line {} already", path.join("."), first.get())));
                    }
                    Entry::Vacant(new) => drop(new.insert(line)),
                }
                if value.is_none() {
                    table.clone_from(&path);
                }
                items.push(Item { line, path, value });
            }
            Err(message) => {
                wrongs.push((reader.line, message));
                reader.skip_line();
            }
        }
    }
    if wrongs.is_empty() { Ok(items) } else { Err(wrongs) }
}

struct Reader<'s> {
    rest: &'s str,
    line: usize,
}

impl<'s> Reader<'s> {
    /// A header or a key with its value, to the end of its line.
    fn item(&mut self, table: &[String]) -> Result<(Vec<String>, Option<String>), String> {
        let mut path = Vec::new();
        let mut value = None;
        if self.rest.starts_with("[[") {
            return Err("arrays of tables are not read here; a profile is a table `[profile.<name>]`".into());
        }
        if self.skip("[") {
            self.key(&mut path)?;
            self.expect("]", "a `]` after the name of the table")?;
        } else {
            path.extend_from_slice(table);
            self.key(&mut path)?;
            self.expect("=", "a `=` after the key")?;
            self.skip_blanks();
            value = Some(self.value()?);
        }
        self.skip_blanks();
        self.skip_comment();
        match self.rest.is_empty() || self.rest.starts_with('\n') || self.rest.starts_with("\r\n") {
            true => Ok((path, value)),
            false => Err(self.wanted("the end of the line")),
        }
    }

    /// The parts of a key, with dots between them.
    fn key(&mut self, path: &mut Vec<String>) -> Result<(), String> {
        loop {
            self.skip_blanks();
            let part = match self.rest.starts_with(['"', '\'']) {
                true => self.string()?,
                false => self.take(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-').to_string(),
            };
            if part.is_empty() {
                return Err(self.wanted("a key"));
            }
            path.push(part);
            self.skip_blanks();
            if !self.skip(".") {
                return Ok(());
            }
        }
    }

    fn value(&mut self) -> Result<String, String> {
        let before = self.rest;
        if !self.skip("[") {
            return self.scalar();
        }
        let mut items = Vec::new();
        let mut all_strings = true;
        loop {
            self.skip_empty_lines();
            if self.skip("]") {
                break;
            }
            if self.rest.starts_with('[') {
                return Err("lists in lists are not read here".into());
            }
            all_strings &= self.rest.starts_with(['"', '\'']);
            items.push(self.scalar()?);
            self.skip_empty_lines();
            if !self.skip(",") && !self.rest.starts_with(']') {
                return Err(self.wanted("a `,` or the `]` of the list"));
            }
        }
        // No setting is a list of anything else: it is rejected as it is written.
        Ok(if all_strings { items.join(",") } else { before[..before.len() - self.rest.len()].to_string() })
    }

    fn scalar(&mut self) -> Result<String, String> {
        if self.rest.starts_with('{') {
            return Err("inline tables are not read here; a profile is a table `[profile.<name>]`".into());
        }
        if self.rest.starts_with(['"', '\'']) {
            return self.string();
        }
        let text = self.take(|c| c.is_ascii_alphanumeric() || "_+-.:".contains(c));
        match text {
            "" => Err(self.wanted("a value")),
            "true" | "false" => Ok(text.to_string()),
            _ if is_number(text) => Ok(text.strip_prefix('+').unwrap_or(text).replace('_', "")),
            _ if is_date(text) => Ok(text.to_string()),
            _ => Err(format!("`{text}` is not a valid value: strings need quotes, `\"{text}\"`")),
        }
    }

    /// A string in double quotes, with escapes, or in single ones, as it is.
    fn string(&mut self) -> Result<String, String> {
        if self.rest.starts_with("\"\"\"") || self.rest.starts_with("'''") {
            return Err("strings of several lines are not read here".into());
        }
        let escapes = self.rest.starts_with('"');
        let quote = if escapes { '"' } else { '\'' };
        let mut text = String::new();
        let mut letters = self.rest.chars();
        letters.next();
        loop {
            match letters.next() {
                Some(letter) if letter == quote => break,
                Some('\\') if escapes => text.push(escaped(&mut letters)?),
                Some('\n' | '\r') | None => return Err(format!("a string without its closing {quote}")),
                Some(letter) => text.push(letter),
            }
        }
        self.rest = letters.as_str();
        Ok(text)
    }

    /// The longest beginning of such letters.
    fn take(&mut self, is_part: fn(char) -> bool) -> &'s str {
        let (taken, rest) = self.rest.split_at(self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len()));
        self.rest = rest;
        taken
    }

    fn skip(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, text: &str, wanted: &str) -> Result<(), String> {
        if self.skip(text) { Ok(()) } else { Err(self.wanted(wanted)) }
    }

    fn skip_blanks(&mut self) {
        self.take(|c| c == ' ' || c == '\t');
    }

    fn skip_comment(&mut self) {
        if self.rest.starts_with('#') {
            self.skip_line();
        }
    }

    /// Blanks, comments and ends of lines.
    fn skip_empty_lines(&mut self) {
        loop {
            self.skip_blanks();
            self.skip_comment();
            if !self.skip("\n") && !self.skip("\r\n") {
                return;
            }
            self.line += 1;
        }
    }

    fn skip_line(&mut self) {
        self.take(|c| c != '\n');
    }

    fn wanted(&self, wanted: &str) -> String {
        match self.rest.chars().next() {
            None | Some('\n' | '\r') => format!("{wanted} is missing"),
            Some(letter) => format!("{wanted} is missing before `{}`", letter.escape_debug()),
        }
    }
}

/// Nowhere in a file but at the ends of its lines.
fn control_characters(source: &str) -> Vec<Wrong> {
    let mut wrongs = Vec::new();
    for (at, text) in source.split('\n').enumerate() {
        if text.strip_suffix('\r').unwrap_or(text).contains(|c: char| c.is_control() && c != '\t') {
            wrongs.push((at + 1, "a control character".to_string()));
        }
    }
    wrongs
}

/// The character for a backslash and the letters after it.
fn escaped(letters: &mut std::str::Chars<'_>) -> Result<char, String> {
    let letter = letters.next().unwrap_or('\n');
    let digits = match letter {
        'b' => return Ok('\u{8}'),
        't' => return Ok('\t'),
        'n' => return Ok('\n'),
        'f' => return Ok('\u{c}'),
        'r' => return Ok('\r'),
        '"' | '\\' => return Ok(letter),
        'u' => 4,
        'U' => 8,
        _ => return Err("a backslash before none of `b`, `t`, `n`, `f`, `r`, `\"`, `\\`, `u` and `U`".into()),
    };
    let mut number = 0;
    for _ in 0..digits {
        let digit = letters.next().and_then(|letter| letter.to_digit(16));
        number = number << 4 | digit.ok_or_else(|| format!("`\\{letter}` without its {digits} digits"))?;
    }
    char::from_u32(number).ok_or_else(|| format!("there is no character {number:x}"))
}

/// An integer or a float, as TOML writes them.
fn is_number(text: &str) -> bool {
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(text) = text.strip_prefix(prefix) {
            return are_digits(text, radix);
        }
    }
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (text, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let is_whole = are_digits(whole, 10) && (whole == "0" || !whole.starts_with('0'));
    text == "inf" || text == "nan" || is_whole && are_digits(fraction, 10) && are_digits(exponent, 10)
}

/// Digits with single underscores between them.
fn are_digits(text: &str, radix: u32) -> bool {
    text.split('_').all(|digits| !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix)))
}

/// The beginning of a date or a time.
fn is_date(text: &str) -> bool {
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    matches!((text.len() - number.len(), number.chars().next()), (4, Some('-')) | (2, Some(':')))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of the only key.
    fn value(text: &str) -> Result<String, String> {
        match items(&format!("key = {text}")) {
            Ok(items) => Ok(items.into_iter().next().unwrap().value.unwrap()),
            Err(wrongs) => Err(wrongs.into_iter().next().unwrap().1),
        }
    }

    #[test]
    fn values_are_read_as_toml_writes_them() {
        for (text, expected) in [
            (r#""a\t\"\u00e9\U0001F600""#, "a\t\"é😀"),
            (r"'a\t'", r"a\t"),
            ("''", ""),
            ("1_000 # many", "1000"),
            ("+5", "5"),
            ("0xdead_BEEF", "0xdeadBEEF"),
            ("-0.5e-3", "-0.5e-3"),
            ("true", "true"),
            ("[]", ""),
            ("['a', # one\r\n\t\"b\",\n]", "a,b"),
            ("[1, 'a']", "[1, 'a']"),
            ("1979-05-27", "1979-05-27"),
        ] {
            assert_eq!(value(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_toml_is_refused() {
        let numbers = ["01", "1__0", "_1", "1_", ".5", "5.", "1e", "0x", "-0xf", "1 2", "1\r2", "1 # \u{7f}"];
        let strings = ["'a", "'a'b", r#""\x""#, r#""\u12""#, r#""\ud800""#, "'a\u{1}'", "\"a\nb\"", "\"a\\\n\""];
        let others = ["", "many", "True", "[1", "[1 2]", "[,]"];
        for text in numbers.iter().chain(&strings).chain(&others) {
            assert!(value(text).is_err(), "{text:?}");
        }
        for text in ["a", "= 1", "a b = 1", "[a", "[]", "[a.]", "[a] b = 1", "a. = 1", "a = 1\na = 2", "[a]\n[a]"] {
            assert!(items(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn what_is_toml_and_not_read_is_named() {
        let texts = [("{a = 1}", "inline tables"), ("'''a'''", "several lines"), ("[[]]", "lists in lists")];
        for (text, part) in texts {
            assert!(value(text).is_err_and(|message| message.contains(part)), "{text}");
        }
        assert!(items("[[a]]").is_err_and(|wrongs| wrongs[0].1.contains("arrays of tables")));
    }

    #[test]
    fn keys_have_their_tables_and_lines() {
        let text = "\u{feff}a = 1\r\n\r\n[ b . 'c d' ] # here\nlist = [\n1,\n]\n\"e\".f = 2";
        let items = items(text).unwrap_or_default();
        let shown: Vec<_> = items.iter().map(|item| (item.line, item.path.join("/"), item.value.is_some())).collect();
        let expected = [(1, "a", true), (3, "b/c d", false), (4, "b/c d/list", true), (7, "b/c d/e/f", true)];
        assert_eq!(shown, expected.map(|(line, path, is_key)| (line, path.to_string(), is_key)));
    }
}
