//! gcc as a parser of C89: many texts in one call, each told apart from the others.
//!
//! gcc parses and checks at once, so a message decides whether an error is about the syntax. Texts that are closed follow each
//! other in one file: what one declares may disturb another, but not how it is parsed, since typedef names have their own
//! spelling. The first syntax error of a file belongs to the text where it is; what comes after it is compiled again.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::judge::Verdict;
use crate::programs;

/// How many texts are in a file. An error costs another call for those after it.
const BATCH: usize = 100;

/// Parts of messages about what C89 calls syntax. All others are about constraints or limits.
const ABOUT_SYNTAX: [&str; 36] = [
    "expected ",
    "stray ",
    "missing terminating",
    "empty character constant",
    "unterminated comment",
    "invalid suffix",
    "invalid digit",
    "has no digits",
    "too many decimal points",
    "hexadecimal floating",
    "no following hex digits",
    "unknown escape sequence",
    "non-ISO-standard escape sequence",
    "universal character",
    "C++ style comments",
    "data definition has no type or storage class",
    "outside of a function",
    "empty translation unit",
    "mixed declarations and code",
    "initial declarations are only allowed",
    "a label can only be part of a statement",
    "label at end of compound statement",
    "empty initializer braces",
    "comma at end of enumerator list",
    "named argument before",
    "has no members",
    "C99 long long integer constant",
    "in parameter array declarators",
    "no semicolon at end of struct or union",
    "empty enum is invalid",
    "unknown type name",
    "just a forward declaration",
    "specifying subobject to initialize",
    "without a previous 'if'",
    "omitting the middle term",
    "address of a label",
];

/// Asks gcc about texts of C. Typedef names are declared before them.
pub(crate) fn judge(texts: &[&str]) -> Option<Vec<Verdict>> {
    if !programs::are_there(&["gcc"]) {
        return None;
    }
    let mut verdicts = Vec::with_capacity(texts.len());
    while verdicts.len() < texts.len() {
        let rest = &texts[verdicts.len()..];
        // One that is not closed would go on in the next one.
        let closed = rest.iter().take(BATCH).take_while(|text| is_closed(text)).count();
        if closed > 1 {
            verdicts.extend(judge_file("", &rest[..closed]));
        }
        // After others some messages are missing.
        if closed <= 1 || verdicts.last().is_some_and(|verdict| !verdict.is_parsed()) {
            let at = if closed <= 1 { verdicts.len() } else { verdicts.len() - 1 };
            verdicts.truncate(at);
            verdicts.push(judge_alone(texts[at]));
        }
    }
    Some(verdicts)
}

/// Asks gcc about a text that is disturbed by no other.
fn judge_alone(text: &str) -> Verdict {
    let verdict = judge_file("", &[text]).remove(0);
    // It takes `for (a * b;;)` for a declaration if it does not know `a`.
    let unknown = match &verdict {
        Verdict::Syntax(message) => {
            message.strip_prefix("unknown type name '").and_then(|name| name.strip_suffix('\''))
        }
        _ => None,
    };
    match unknown {
        Some(name) => judge_file(&format!("extern int {name};\n"), &[text]).remove(0),
        None => verdict,
    }
}

/// Asks gcc about a program that declares its typedef names itself.
pub(crate) fn judge_program(text: &str) -> Option<Verdict> {
    programs::are_there(&["gcc"]).then(|| read(&errors(&format!("#line 1 \"0\"\n{text}")), 1).remove(0))
}

/// The verdicts on texts in one file, up to and with the first in which gcc sees a syntax error.
fn judge_file(declarations: &str, texts: &[&str]) -> Vec<Verdict> {
    let names: BTreeSet<&str> = texts.iter().flat_map(|text| typedef_names(text)).collect();
    let mut file: String = names.iter().map(|name| format!("typedef int {name};\n")).collect();
    file += declarations;
    for (number, text) in texts.iter().enumerate() {
        file += &format!("#line 1 \"{number}\"\n{text}\n");
        // It is not part of anything that was left open, so that the error is here and not in the next text.
        if texts.len() > 1 {
            file += &format!("#line 1 \"{number}\"\n__extension__ typedef int end_of_{number};\n");
        }
    }
    read(&errors(&file), texts.len())
}

/// Reads verdicts from the errors in this many texts.
fn read(errors: &[(usize, String)], count: usize) -> Vec<Verdict> {
    let mut verdicts = vec![Verdict::Accepted; count];
    let contains_any = |message: &str, parts: &[&str]| parts.iter().any(|part| message.contains(part));
    for (number, message) in errors {
        let is_first = verdicts[*number] == Verdict::Accepted;
        let is_consequence = !is_first && is_after_wrong_type(message);
        if contains_any(message, &ABOUT_SYNTAX) && !is_consequence {
            verdicts.truncate(*number);
            verdicts.push(Verdict::Syntax(message.clone()));
            break;
        }
        if is_first {
            verdicts[*number] = Verdict::Other(message.clone());
        }
        // What follows is about a text that gcc has lost.
        if is_consequence {
            verdicts.truncate(number + 1);
            break;
        }
    }
    verdicts
}

/// Whether gcc says this where it no longer takes a definition for that of a function, because it found something wrong with its
/// type. After another message it says nothing about the syntax: the body, or the first declaration of a parameter, is what
/// gcc does not expect.
fn is_after_wrong_type(message: &str) -> bool {
    let specifiers = "auto extern register static const volatile void char short int long float double signed unsigned \
                      struct union enum";
    let word = message.strip_prefix("expected ';' before '").and_then(|rest| rest.strip_suffix('\''));
    message == "expected '=', ',', ';', 'asm' or '__attribute__' before '{' token"
        || word.is_some_and(|word| word.ends_with("_t") || specifiers.split(' ').any(|specifier| specifier == word))
}

/// The errors that gcc finds in a file: which text they are in, and the message.
fn errors(file: &str) -> Vec<(usize, String)> {
    let flags =
        "-std=c89 -pedantic-errors -fsyntax-only -fno-diagnostics-show-caret -fno-diagnostics-show-option -x c -";
    let mut command = Command::new("gcc");
    command.args(flags.split(' ')).env("LC_ALL", "C");
    let mut process = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    process.stdin.take().expect("it is piped").write_all(file.as_bytes()).expect("gcc reads all of its input");
    let output = process.wait_with_output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    let error = |line: &str| {
        let (place, message) = line.split_once(": error: ")?;
        let number = place.split(':').next()?.parse().unwrap_or_else(|_| panic!("{command:?} says: {line}"));
        Some((number, message.to_owned()))
    };
    let errors: Vec<(usize, String)> = said.lines().filter_map(error).collect();
    assert_eq!(output.status.success(), errors.is_empty(), "{command:?} says:\n{said}");
    errors
}

/// The identifiers that are typedef names by the convention of the grammar. There may be some in literals too, which do no harm.
fn typedef_names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.ends_with("_t") && word.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Whether brackets are balanced, literals and comments end, there is no directive, and the last token ends a declaration.
fn is_closed(text: &str) -> bool {
    let mut open = Vec::new();
    let mut last = ' ';
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(c) => return false,
            '#' => return false,
            '"' | '\'' => match after_literal(rest, c) {
                Some(after) => rest = after,
                None => return false,
            },
            '/' if rest.starts_with('*') => match rest[1..].split_once("*/") {
                Some((_, after)) => {
                    rest = after;
                    continue;
                }
                None => return false,
            },
            _ => {}
        }
        if !c.is_ascii_whitespace() {
            last = c;
        }
    }
    open.is_empty() && (last == ';' || last == '}')
}

/// What follows a literal; nothing if it does not end.
fn after_literal(text: &str, quote: char) -> Option<&str> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return Some(&text[at + 1..]),
            _ => {}
        }
    }
    None
}

#[test]
fn closed_texts_are_told_apart() {
    for text in ["int x;", "void f(a) int a[]; { g(\"}\\\"\", '\\'', ')'); } /* { */", "int x; /* ; "] {
        assert_eq!(is_closed(text), !text.ends_with("; "), "{text}");
    }
    for text in ["", "int x", "int x = {1}; (", "f() { ", "{ ( } ) ;", "char c = '\n;", "#if 0\nint x;", "int x; /*/"] {
        assert!(!is_closed(text), "{text}");
    }
}

#[test]
fn texts_in_one_file_are_told_apart() {
    let good = "int x; size_t f(size_t n) { return n; }";
    // A message about each, in a file with others and alone.
    let texts = [
        good,
        "int x; int y = undeclared;",
        "int f(a) int a;",
        "int x = 08;",
        "struct s { int a; } int f() { return 0; }",
        good,
        "int x",
        "static",
        "int f(void) { return 1 }",
        "int f(void) {",
        "",
        ";",
        "double x[];",
        good,
        "int x; /*",
        "x;",
        good,
    ];
    let Some(verdicts) = judge(&texts) else { return };
    for (text, verdict) in texts.iter().zip(&verdicts) {
        let alone = judge_alone(text);
        assert_eq!(verdict.is_parsed(), alone.is_parsed(), "{text}: {verdict:?}, alone {alone:?}");
    }
    let signs: String = verdicts.iter().map(|verdict| if verdict.is_parsed() { '+' } else { '-' }).collect();
    assert_eq!(signs, "++---+------++--+");
}
