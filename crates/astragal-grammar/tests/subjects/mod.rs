//! Grammars that tests share, written as rules of LBNF are: one to a line, with the macros that they need.

use std::sync::Arc;

use astragal_grammar::{Builder, CharSet, Comment, Grammar, Item, Label, Language, Lexis, Regex};

/// Sums and products of numbers and names, with levels of precedence.
pub(crate) const ARITHMETIC: &str = r#"
    Add. Exp  ::= Exp "+" Exp1
    Sub. Exp  ::= Exp "-" Exp1
    Mul. Exp1 ::= Exp1 "*" Exp2
    Div. Exp1 ::= Exp1 "/" Exp2
    Num. Exp2 ::= Integer
    Var. Exp2 ::= Name
    coercions Exp 2
    comment "//"
    comment "/*" "*/"
"#;

/// Documents like those of JSON.
pub(crate) const JSON: &str = r#"
    Null.   Json ::= "null"
    True.   Json ::= "true"
    False.  Json ::= "false"
    Number. Json ::= Number
    String. Json ::= String
    Array.  Json ::= "[" [Json] "]"
    Object. Json ::= "{" [Member] "}"
    Member. Member ::= String ":" Json
    separator Json ","
    separator Member ","
"#;

/// Lists of atoms and of lists.
pub(crate) const SEXPS: &str = r#"
    Atom. Sexp ::= Name
    Text. Sexp ::= String
    List. Sexp ::= "(" [Sexp] ")"
    Quote. Sexp ::= "'" Sexp
    terminator Sexp ""
    comment ";"
"#;

/// A language like C, of more than two hundred rules.
pub(crate) const C: &str = include_str!("c.txt");

/// A grammar of rules, each on its line. Tokens are `Integer`, `Double`, `Number`, `Name`, `String` and `Char`.
pub(crate) fn grammar(name: &str, rules: &str) -> Grammar {
    let mut builder = Builder::new(name);
    for line in rules.lines() {
        let words = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match &words[..] {
            [] => {}
            ["comment", open] => builder.comment(Comment { open: quoted(open), close: None }),
            ["comment", open, close] => builder.comment(Comment { open: quoted(open), close: Some(quoted(close)) }),
            ["characters"] => builder.lexis(Lexis::Characters),
            ["coercions", of, levels] => coercions(&mut builder, of, levels.parse().unwrap()),
            [kind @ ("separator" | "terminator"), rest @ ..] => list(&mut builder, kind, rest),
            [label, category, "::=", items @ ..] => {
                let category = builder.category(category);
                let items: Vec<Item> = items.iter().map(|item| self::item(&mut builder, item)).collect();
                let label = label.strip_suffix('.').unwrap();
                let label = if label == "_" { Label::Coercion } else { Label::Constructor(label.into()) };
                builder.rule(label, category, items);
            }
            other => panic!("not a rule: {other:?}"),
        }
    }
    builder.finish()
}

/// The language of such a grammar.
pub(crate) fn language(name: &str, rules: &str) -> Language {
    Language::new(Arc::new(grammar(name, rules))).unwrap()
}

/// The parts of a line; what is in quotation marks is one.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let end = match rest.strip_prefix('"') {
            Some(quoted) => quoted.find('"').unwrap() + 2,
            None => rest.find(' ').unwrap_or(rest.len()),
        };
        words.push(rest[..end].to_owned());
        rest = rest[end..].trim_start();
    }
    words
}

fn quoted(word: &str) -> String {
    word.trim_matches('"').to_owned()
}

fn item(builder: &mut Builder, word: &str) -> Item {
    if word.starts_with('"') {
        return builder.terminal(&quoted(word));
    }
    let digits = || Regex::class([('0', '9')]).plus();
    let letter = || Regex::class([('a', 'z'), ('A', 'Z'), ('_', '_')]);
    let escaped = |quote: char| {
        let plain = CharSet::from([('\0', '\x1F'), (quote, quote), ('\\', '\\')]).complement();
        let escape = Regex::Class(CharSet::from("\"\\/bfnrt".chars().map(|c| (c, c))));
        Regex::Either(vec![Regex::Class(plain), Regex::Sequence(vec![Regex::literal("\\"), escape])])
    };
    let sequence = |parts: &[Regex]| Regex::Sequence(parts.to_vec());
    let regex = match word {
        "Integer" => digits(),
        "Double" => sequence(&[digits(), Regex::literal("."), digits()]),
        "Number" => {
            let whole = Regex::Either(vec![
                Regex::literal("0"),
                sequence(&[Regex::class([('1', '9')]), Regex::class([('0', '9')]).star()]),
            ]);
            let exponent = sequence(&[
                Regex::class([('e', 'e'), ('E', 'E')]),
                Regex::class([('+', '+'), ('-', '-')]).optional(),
                digits(),
            ]);
            let fraction = sequence(&[Regex::literal("."), digits()]);
            sequence(&[Regex::literal("-").optional(), whole, fraction.optional(), exponent.optional()])
        }
        "Name" => sequence(&[letter(), Regex::class([('a', 'z'), ('A', 'Z'), ('_', '_'), ('0', '9')]).star()]),
        "String" => sequence(&[Regex::literal("\""), escaped('"').star(), Regex::literal("\"")]),
        "Char" => sequence(&[Regex::literal("'"), escaped('\''), Regex::literal("'")]),
        _ => return builder.category(word),
    };
    builder.token(word, regex)
}

/// Each level passes on to the next, and the last has brackets.
fn coercions(builder: &mut Builder, of: &str, levels: u32) {
    let level = |at: u32| if at == 0 { of.to_owned() } else { format!("{of}{at}") };
    for at in 0..levels {
        let (one, next) = (builder.category(&level(at)), builder.category(&level(at + 1)));
        builder.rule(Label::Coercion, one, [next]);
    }
    let [open, close] = ["(", ")"].map(|text| builder.terminal(text));
    let (first, last) = (builder.category(of), builder.category(&level(levels)));
    builder.rule(Label::Coercion, last, [open, first, close]);
}

/// The rules of a list, as BNFC makes them.
fn list(builder: &mut Builder, kind: &str, words: &[&str]) {
    let (is_nonempty, words) = match words {
        ["nonempty", rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let [of, text] = words else { panic!("not a list: {words:?}") };
    let element = item(builder, of);
    let list = builder.category(&format!("[{of}]"));
    let text = quoted(text);
    let terminal = (!text.is_empty()).then(|| builder.terminal(&text));
    let is_separator = kind == "separator" && terminal.is_some();
    if !is_nonempty {
        builder.rule(Label::Nil, list, []);
    }
    if is_nonempty || is_separator {
        let after = terminal.filter(|_| !is_separator);
        builder.rule(Label::One, list, [element].into_iter().chain(after));
    }
    builder.rule(Label::Cons, list, [element].into_iter().chain(terminal).chain([list]));
}
