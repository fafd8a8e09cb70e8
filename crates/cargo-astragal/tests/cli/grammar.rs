//! `grammar`: texts, checks by commands, and what is said of bad input.

use std::fs;
use std::path::PathBuf;

use crate::support::{Said, astragal, folder};

/// Lists of numbers and lists.
const LISTS: &str = r#"
List. Value ::= "[" [Value] "]" ;
Num.  Value ::= Integer ;
separator nonempty Value "," ;
"#;

fn with_grammar(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("lists.cf"), LISTS).unwrap();
    folder
}

fn grammar(folder: &std::path::Path, arguments: &[&str]) -> Said {
    astragal(folder, &[&["grammar"], arguments].concat())
}

#[test]
fn samples_are_texts_of_the_grammar() {
    let folder = with_grammar("grammar-sample");
    let said = grammar(&folder, &["sample", "lists.cf", "-n", "20", "--seed", "1"]).ended(0, &[]);
    assert_eq!(said.out.lines().count(), 20);
    grammar(&folder, &["sample", "lists.cf", "-n", "20", "--seed", "1", "--out", "texts"]).ended(0, &[]);
    let files: Vec<String> = (0..20).map(|number| format!("texts/{number}.txt")).collect();
    let mut arguments = vec!["check", "lists.cf", "--files"];
    arguments.extend(files.iter().map(String::as_str));
    grammar(&folder, &arguments).ended(0, &["20 files, 0 not of the grammar"]);
    let mut arguments = vec!["stats", "lists.cf"];
    arguments.extend(files.iter().map(String::as_str));
    grammar(&folder, &arguments).ended(0, &["20 texts", "4 of 4 rules used", r#"List. Value ::= "[" [Value] "]""#]);
    // Like a file without lists, there are none.
    fs::write(folder.join("flat.txt"), "7").unwrap();
    let said = grammar(&folder, &["sample", "lists.cf", "--like", "flat.txt"]).ended(0, &[]);
    assert!(!said.out.contains('['), "{}", said.out);
}

#[test]
fn texts_are_parsed() {
    let folder = with_grammar("grammar-parse");
    fs::write(folder.join("good.txt"), "[1, [2]]").unwrap();
    fs::write(folder.join("bad.txt"), "[1, [2]").unwrap();
    grammar(&folder, &["parse", "lists.cf", "good.txt"]).ended(0, &["List [Num 1,List [Num 2]]"]);
    grammar(&folder, &["parse", "lists.cf", "bad.txt"]).ended(1, &["found the end of the text", "expected `]` or `,`"]);
    grammar(&folder, &["derive", "lists.cf"]).ended(0, &["pub enum Value", "#[derive(Arbitrary"]);
}

#[cfg(unix)]
#[test]
fn a_parser_is_checked_by_its_grammar() {
    let folder = with_grammar("grammar-check");
    // It takes no list in a list.
    let flat = r"! grep -q '\[\['";
    let check = ["check", "lists.cf", "--seed", "1", "--cases", "50", "--threads", "1"];
    let run = |more: &[&str]| grammar(&folder, &[&check[..], more].concat());
    run(&["--accepts", flat]).ended(1, &["text: [[0]]", "the oracle refuses it", "built by", "List. Value ::="]);
    run(&["--accepts", flat, "--known", "[["]).ended(0, &["passed"]);
    run(&["--accepts", "kill -SEGV $$"]).ended(1, &["the oracle crashes"]);
    run(&["--agree", flat, "--agree", "cat > /dev/null"]).ended(1, &["text: [[0]]", "the second accepts it"]);
    run(&["--prints", "cat"]).ended(0, &["passed"]);
    run(&["--prints", "tr -d '['"]).ended(1, &["what it prints is not of the grammar"]);
    run(&["--prints", "tr 0-9 1"]).ended(1, &["what it prints has another tree"]);
    run(&["--prints", "tr 0-9 1", "--but-for-tokens"]).ended(0, &["passed"]);
    run(&["--rejects", "cat > /dev/null"]).ended(1, &["the oracle accepts it", "the grammar does not accept it"]);
    fs::write(folder.join("long.txt"), "[10, [[2, 3], 4], 5]").unwrap();
    let said = grammar(&folder, &["shrink", "lists.cf", "long.txt", "--command", flat]).ended(0, &["which refuses it"]);
    assert_eq!(said.out, "[[0]]\n");
}

#[test]
fn grammars_are_compared() {
    let folder = with_grammar("grammar-equals");
    fs::write(folder.join("wide.cf"), format!("{LISTS}\nNone. Value ::= \"[\" \"]\" ;\n")).unwrap();
    let equals = |one: &str, other: &str| grammar(&folder, &["check", one, "--equals", other, "--seed", "1"]);
    equals("lists.cf", "lists.cf").ended(0, &["passed"]);
    equals("wide.cf", "lists.cf").ended(1, &["text: []", "expected"]);
    equals("lists.cf", "wide.cf").ended(1, &["text: []", "expected"]);
}

#[test]
fn bad_input_has_a_message_and_a_code() {
    let folder = with_grammar("grammar-bad");
    fs::write(folder.join("broken.cf"), "List. Value ::= [Valeu] ;\n").unwrap();
    fs::write(folder.join("endless.cf"), "More. Value ::= \"x\" Value ;\n").unwrap();
    fs::write(folder.join("bytes.cf"), b"A. B ::= \"\xff\" ;\n").unwrap();
    fs::write(folder.join("bytes.txt"), b"1\n\xff").unwrap();
    let run = |arguments: &[&str]| grammar(&folder, arguments);
    run(&["sample", "broken.cf"]).ended(2, &["broken.cf:1:17: unknown category `[Valeu]`", "did you mean `Value`?"]);
    run(&["sample", "nowhere.cf"]).ended(5, &["nowhere.cf: cannot be read"]);
    run(&["sample", "bytes.cf"]).ended(5, &["line 1 is not UTF-8"]);
    run(&["sample", "endless.cf"]).ended(2, &["endless.cf"]);
    run(&["sample", "lists.cf", "--start", "Nope"]).ended(2, &["has no category `Nope`"]);
    run(&["sample", "lists.cf", "--strategy", "nope"]).ended(2, &["--strategy"]);
    run(&["parse", "lists.cf", "bytes.txt"]).ended(5, &["bytes.txt: line 2 is not UTF-8"]);
    run(&["check", "lists.cf"]).ended(2, &["--accepts"]);
    run(&["check", "lists.cf", "--agree", "true"]).ended(2, &["to be given twice"]);
    run(&["check", "lists.cf", "--accepts", "true", "--limit", "soon"]).ended(2, &["`--limit soon` is not a time"]);
    if cfg!(unix) {
        run(&["check", "lists.cf", "--accepts", "there-is-no-such-command"]).ended(5, &["cannot be run", "not found"]);
    }
    // Deeper than any stack.
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    fs::write(folder.join("deep.txt"), &deep).unwrap();
    fs::write(folder.join("deeper.txt"), &deep[..150_000]).unwrap();
    run(&["check", "lists.cf", "--files", "deep.txt"]).ended(0, &["1 file, 0 not of the grammar"]);
    run(&["parse", "lists.cf", "deeper.txt"]).ended(1, &["found the end of the text"]);
}
