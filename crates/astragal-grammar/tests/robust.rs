//! No input makes a front end panic, hang or overflow the stack; and what it reports can be printed.

use std::fmt::Write;

use astragal::prelude::*;
use astragal_grammar::{Grammar, GrammarErrors, Loaded, Spaces};

const LBNF: [&str; 3] = [
    include_str!("grammars/calc.cf"),
    include_str!("grammars/functions.cf"),
    r#"entrypoints P, [S] ; P. P ::= [S] ; separator S ";" ; rules S ::= "a" | "b" S | [T] ; delimiters T "(" ")" separator "," nonempty ;
       terminator nonempty U "" ; token T (upper | ["ab"] - 'b')+ {"x"}? eps ; A. U ::= T [U] ; comment "/*" "*/" ; layout "a" ;
       layout stop "b" ; layout toplevel ; x. U ::= "{" "}" T ; define x y = A y [A (T "q") [] , A y []] ; coercions S 2 ;"#,
];

const EBNF: [&str; 2] = [
    "[1] Doc ::= Head? (Item (',' Item)*)* - 'no' [ wfc: x ]\n[2] Item ::= [a-z#x20-#x7E] | [^<] | \"q\" /* c */ | #x41 Doc\nHead ::= [0-9]+ | <an other>\n<an other> ::= ()",
    "A ::= B - C  B ::= ([a-z]+ | 'x')*  C ::= B 'y' B",
];

/// What is inserted: pieces of both notations, and what belongs to neither.
const PIECES: [&str; 40] = [
    ";",
    ".",
    "::=",
    "[",
    "]",
    "(",
    ")",
    ":",
    "_",
    "\"",
    "'",
    "|",
    "-",
    "*",
    "+",
    "?",
    "{",
    "}",
    "=",
    ",",
    "#x",
    "[^",
    "/*",
    "{-",
    "--",
    "\\",
    "\0",
    "\u{feff}",
    "\r\n",
    "\u{1F600}",
    "\u{663}",
    "token ",
    "define f x = f x",
    "coercions E 9",
    "layout toplevel",
    "Integer",
    "<",
    ">",
    "0",
    "99999999999999999999",
];

/// Checks what came out, and says whether it is a grammar.
fn is_sound(result: Result<Loaded, GrammarErrors>, text: &str) -> bool {
    match result {
        Ok(loaded) => {
            let types = loaded.grammar.to_rust();
            assert!(types.contains("use astragal"));
            let mut all = String::new();
            loaded.warnings.iter().for_each(|warning| writeln!(all, "{warning}").unwrap());
            assert!(loaded.warnings.iter().all(|warning| warning.line >= 1 && warning.column >= 1));
            let lines = text.lines().count();
            assert!(loaded.grammar.rules.iter().all(|rule| rule.line as usize <= lines));
            true
        }
        Err(errors) => {
            assert!(!errors.errors.is_empty());
            let shown = errors.to_string();
            assert!(shown.lines().all(|line| line.len() < 2_000), "{shown}");
            assert!(errors.errors.is_sorted_by_key(|error| (error.line, error.column)));
            false
        }
    }
}

/// Reads a text in all ways, and says whether one of them finds a grammar in it.
fn read_all(text: &str) -> bool {
    let lbnf = is_sound(Grammar::from_lbnf("mutated", text), text);
    let ebnf = is_sound(Grammar::from_ebnf("mutated", text, Spaces::Written), text);
    let tokens = Spaces::Implied { tokens: &["B", "Item"] };
    is_sound(Grammar::from_ebnf("mutated", text, tokens), text) || lbnf || ebnf
}

/// An edit of a text: where, how much is deleted, what is inserted.
type Edit = (u64, u8, Option<usize>);

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for (at, deleted, inserted) in edits {
        let at = (*at % (characters.len() as u64 + 1)) as usize;
        let end = (at + usize::from(*deleted)).min(characters.len());
        let piece = inserted.map_or("", |index| PIECES[index]);
        characters.splice(at..end, piece.chars());
    }
    characters.into_iter().collect()
}

#[property(cases = 3000, seed = 1, time = "none")]
fn mutated_grammars_are_read_or_rejected(
    which: usize,
    #[from(vec_of((any::<u64>(), 0..6u8, option_of(0..PIECES.len())), 1..5))] edits: Vec<Edit>,
) {
    let all: Vec<&str> = LBNF.into_iter().chain(EBNF).collect();
    let is_grammar = read_all(&edited(all[which % all.len()], &edits));
    cover!("still a grammar", is_grammar, at_least = 3);
}

#[property(cases = 2000, seed = 1, time = "none")]
fn pieces_in_any_order_are_read_or_rejected(#[from(vec_of(0..PIECES.len() + 4, 0..40))] pieces: Vec<usize>) {
    let names = ["E", "A", "\"a\"", " "];
    let text: String = pieces
        .iter()
        .map(|piece| PIECES.get(*piece).unwrap_or_else(|| &names[*piece - PIECES.len()]))
        .copied()
        .collect();
    read_all(&text);
}

#[property(cases = 1000, seed = 1, time = "none")]
fn any_text_is_read_or_rejected(text: String) {
    read_all(&text);
}

#[test]
fn huge_texts_are_rejected() {
    let brackets = "(".repeat(10_000_000);
    assert_eq!(Grammar::from_lbnf("huge", &brackets).unwrap_err().errors.len(), 1);
    assert_eq!(Grammar::from_ebnf("huge", &brackets, Spaces::Written).unwrap_err().errors.len(), 1);
    const SIZE: usize = 300_000;
    for piece in ["(", "[", "\"", "'", "-", "{-", "A. E ::= (", "\0", "a", "1", "<", "[1]", "[ wfc:", "\n", "\n[1]<"] {
        let text = piece.repeat(SIZE / piece.len());
        assert!(Grammar::from_lbnf("huge", &text).is_err(), "{piece}");
        assert!(Grammar::from_ebnf("huge", &text, Spaces::Written).is_err(), "{piece}");
    }
}

#[test]
fn long_expressions_are_read() {
    const LENGTH: usize = 30_000;
    for (start, piece, end) in [
        ("A. E ::= T ; token T 'a'", " 'b'", ""),
        ("A. E ::= T ; token T 'a'", " | 'b'", ""),
        ("A. E ::= T ; token T 'a'", " | {\"bc\"}", ""),
        ("A. E ::= T ; token T {\"ax\"}", " - {\"bb\"}", ""),
        ("A. E ::= T ; token T 'a'", "+", ""),
        ("A. E ::= \"a\"", " \"b\"", ""),
        ("A. E ::= \"a\" ; rules E ::= \"b\"", " | \"c\" E", ""),
        ("", "A. E ::= \"a\" E ; ", "B. E ::= \"b\""),
    ] {
        let text = format!("{start}{}{end}", piece.repeat(LENGTH));
        assert!(is_sound(Grammar::from_lbnf("long", &text), &text), "{start}{piece}");
    }
    for (start, piece, end) in [
        ("A ::= 'a'", " 'b'", ""),
        ("A ::= 'a'", " | 'b' A", ""),
        ("A ::= 'a'", "?", ""),
        ("A ::= 'aa'", " - 'bb'", ""),
        ("A ::= [", "a", "]"),
    ] {
        // An exception of more than is written out is rejected.
        let length = if piece.contains('-') { 1_000 } else { LENGTH };
        let text = format!("{start}{}{end}", piece.repeat(length));
        let loaded = Grammar::from_ebnf("long", &text, Spaces::Written);
        assert!(is_sound(loaded, &text), "{start}{piece}");
    }
    // Functions that call functions, nonterminals that name nonterminals.
    let mut functions = String::from("A. E ::= \"a\" E ; B. E ::= \"b\" ; f0. E ::= \"f\" E ; define f0 x = A x");
    let mut names = String::from("N0 ::= 'n'\n");
    for index in 1..5_000 {
        write!(functions, " ; f{index}. E ::= \"f{index}\" E ; define f{index} x = f{} x", index - 1).unwrap();
        writeln!(names, "N{index} ::= N{} | '{index}'", index - 1).unwrap();
    }
    assert_eq!(Grammar::from_lbnf("calls", &functions).unwrap().grammar.definitions.len(), 5_000);
    let grammar = Grammar::from_ebnf("names", &format!("{names}M ::= N4999 'x' - 'y'"), Spaces::Written);
    assert!(grammar.is_ok(), "{}", grammar.unwrap_err());
    let deep = Grammar::from_ebnf("names", &format!("{names}M ::= N4999 - 'y'"), Spaces::Written);
    assert!(deep.unwrap_err().errors[0].message.contains("too large"));
}

#[test]
fn files_that_cannot_be_read_are_errors() {
    let folder = std::env::temp_dir().join(format!("astragal-grammar-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let message = |path: &std::path::Path| Grammar::load(path).expect_err("it cannot be read").to_string();

    let missing = message(&folder.join("missing.cf"));
    assert!(missing.contains("missing.cf: cannot be read: "), "{missing}");
    let latin = message(&write("latin.cf", b"A. E ::= \"a\" ;\n-- \xe9\n"));
    assert!(latin.ends_with("latin.cf: line 2 is not UTF-8\n"), "{latin}");
    let other = message(&write("grammar.txt", b"A ::= 'a'"));
    assert!(other.contains("grammar.txt: the ending says how a grammar is written"), "{other}");
    let wrong = message(&write("wrong.ebnf", b"A ::= B"));
    assert!(wrong.contains("wrong.ebnf:1:7: unknown nonterminal `B`"), "{wrong}");
    let read = Grammar::load(write("right.BNF", b"A ::= 'a'")).unwrap();
    assert_eq!(read.grammar.name, "right");
    std::fs::remove_dir_all(&folder).unwrap();
}
