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
    let said = equals("lists.cf", "lists.cf")
        .ended(0, &["smallest texts of `lists` (all up to size", "are in both", "passed"]);
    assert_eq!(said.out.lines().count(), 4, "{}", said.out);
    let has = "the first grammar, `wide`, has it: one of its smallest texts";
    let lacks = "the second grammar, `lists`, refuses it: line 1, column 2";
    equals("wide.cf", "lists.cf").ended(1, &["text: []", has, lacks, "built by\n  None. Value ::="]);
    equals("lists.cf", "wide.cf").ended(1, &["text: []", "the second grammar, `wide`, has it"]);
    // What is too large to be enumerated is found at random.
    let ten = r#"Ten. Value ::= "[" A A A A A A A A A A "]" ; A. A ::= Integer "!" ;"#;
    fs::write(folder.join("long.cf"), format!("{LISTS}\n{ten}\n")).unwrap();
    let said = equals("lists.cf", "long.cf")
        .ended(1, &["are in both", "long.cf has it", "lists.cf refuses it: line 1, column 3"]);
    assert!(said.out.contains(&format!("text: [{}]", "0!".repeat(10))), "{}", said.out);
}

#[cfg(unix)]
#[test]
fn what_was_found_is_kept_and_logged() {
    let folder = with_grammar("grammar-kept");
    let run = |command: &str, seed: &str| {
        let check = ["check", "lists.cf", "--accepts", command, "--cases", "50", "--seed", seed];
        grammar(&folder, &[&check[..], &["--regressions", "kept", "--log", "log"]].concat())
    };
    let flat = r"! grep -q '\[\['";
    run(flat, "1").ended(1, &["text: [[0]]", "shrunk in", "kept in ./kept"]);
    run(flat, "2").ended(1, &["after 1 text, 1 of them kept from earlier", "text: [[0]]", "kept from an earlier run"]);
    let said = run("cat > /dev/null", "3").ended(0, &["passed, 51 texts, 1 of them kept from earlier (seed 3)"]);
    // In a pipe there is no bar.
    assert_eq!((said.out.lines().count(), said.err.as_str()), (1, ""));
    astragal(&folder, &["report", "--text", "log"]).ended(0, &["lists accepts"]);
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
    fs::write(folder.join("start.cf"), "entrypoints Nope ;\nA. B ::= \"a\" ;\n").unwrap();
    run(&["sample", "start.cf"]).ended(2, &["start.cf:1:13: unknown category `Nope`"]);
    for file in ["empty.cf", "empty.txt"] {
        fs::write(folder.join(file), "").unwrap();
    }
    fs::create_dir(folder.join("folder")).unwrap();
    for command in ["sample", "derive"] {
        run(&[command, "empty.cf"]).ended(2, &["empty.cf:1:1: the grammar has no rules"]);
        run(&[command, "folder"]).ended(5, &["folder: cannot be read"]);
    }
    run(&["check", "lists.cf", "--equals", "empty.cf"]).ended(2, &["empty.cf:1:1: the grammar has no rules"]);
    run(&["parse", "lists.cf", "empty.txt"]).ended(1, &["found the end of the text, expected Integer or `[`"]);
    run(&["stats", "lists.cf", "empty.txt"]).ended(1, &["empty.txt: line 1, column 1", "0 of 4 rules used"]);
    run(&["check", "lists.cf", "--files", "empty.txt"]).ended(1, &["1 file, 1 not of the grammar"]);
    run(&["shrink", "lists.cf", "empty.txt", "--command", "false"]).ended(2, &["empty.txt: line 1, column 1"]);
    for arguments in [&["parse"][..], &["stats"], &["check", "--files"], &["shrink", "--command", "false"]] {
        let arguments = [&[arguments[0], "lists.cf"], &arguments[1..], &["folder"]].concat();
        run(&arguments).ended(5, &["folder: cannot be read"]);
    }
    run(&["sample", "nowhere.cf"]).ended(5, &["nowhere.cf: cannot be read"]);
    run(&["sample", "bytes.cf"]).ended(5, &["line 1 is not UTF-8"]);
    run(&["sample", "endless.cf"]).ended(2, &["endless.cf"]);
    run(&["sample", "lists.cf", "--start", "Nope"]).ended(2, &["has no category `Nope`"]);
    run(&["sample", "lists.cf", "--strategy", "nope"]).ended(2, &["--strategy"]);
    run(&["parse", "lists.cf", "bytes.txt"]).ended(5, &["bytes.txt: line 2 is not UTF-8"]);
    run(&["check", "lists.cf"]).ended(2, &["--accepts"]);
    run(&["check", "lists.cf", "--agree", "true"]).ended(2, &["to be given twice"]);
    run(&["check", "lists.cf", "--accepts", ""]).ended(2, &["the command is empty"]);
    run(&["check", "lists.cf", "--accepts", "true", "--cases", "0"]).ended(2, &["a whole number from 1 up"]);
    run(&["check", "lists.cf", "--accepts", "true", "--limit", "soon"]).ended(2, &["`--limit soon` is not a time"]);
    if cfg!(unix) {
        run(&["check", "lists.cf", "--accepts", "there-is-no-such-command"]).ended(5, &["cannot be run", "not found"]);
        let killed = ["check", "lists.cf", "--accepts", "kill -KILL $$", "--cases", "5", "--seed", "1"];
        run(&killed).ended(1, &["text: 0", "the oracle crashes: signal: 9"]);
        let printer = ["check", "lists.cf", "--prints", "kill -KILL $$", "--cases", "5", "--seed", "1"];
        run(&printer).ended(1, &["the printer refuses it: it crashes: signal: 9"]);
    }
    // Deeper than any stack.
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    fs::write(folder.join("deep.txt"), &deep).unwrap();
    fs::write(folder.join("deeper.txt"), &deep[..150_000]).unwrap();
    run(&["check", "lists.cf", "--files", "deep.txt"]).ended(0, &["1 file, 0 not of the grammar"]);
    run(&["parse", "lists.cf", "deeper.txt"]).ended(1, &["found the end of the text"]);
    let said = run(&["parse", "lists.cf", "deep.txt"]).ended(0, &[]);
    assert!(said.out.starts_with("List [List [List [") && said.out.len() > 500_000, "{}", said.out.len());
    run(&["stats", "lists.cf", "deep.txt"])
        .ended(0, &["1 text of 200,001 bytes; 3 of 4 rules used", " 100,000        1  List."]);
    if cfg!(unix) {
        let said =
            run(&["shrink", "lists.cf", "deep.txt", "--command", r"! grep -q '\[\['"]).ended(0, &["5 bytes of 200001"]);
        assert_eq!(said.out, "[[0]]\n");
    }
}

#[test]
fn ten_thousand_rules_are_read_and_drawn_from() {
    let folder = folder("grammar-large");
    let rules: String = (0..10_000).map(|number| format!("R{number}. Exp ::= \"k{number}\" Exp ;\n")).collect();
    fs::write(folder.join("wide.cf"), format!("{rules}End. Exp ::= Integer ;\n")).unwrap();
    let said = grammar(&folder, &["sample", "wide.cf", "-n", "20"]).ended(0, &[]);
    assert_eq!(said.out.lines().count(), 20);
    fs::write(folder.join("text.txt"), said.out.lines().last().unwrap()).unwrap();
    grammar(&folder, &["stats", "wide.cf", "text.txt"]).ended(0, &["of 10001 rules used"]);
    // As many that nothing leads to: a warning each, of which some are shown.
    let rules: String = (0..10_000).map(|number| format!("R{number}. A{number}b ::= \"k{number}\" ;\n")).collect();
    fs::write(folder.join("useless.cf"), rules).unwrap();
    let said = grammar(&folder, &["sample", "useless.cf", "-n", "1"]).ended(0, &["warning: and 9,979 more"]);
    assert_eq!((said.out.as_str(), said.err.lines().count()), ("k0\n", 21));
}
