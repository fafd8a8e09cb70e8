//! Claims about a counterexample hold: passing values of every kind are tried against them.

use crate::explaining::{free, generalised};
use astragal::Check;
use astragal::prelude::*;
use astragal::report::Style;

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(String::from).collect()
}

/// Words, and whatever is not a letter by itself.
fn tokens(text: &str) -> usize {
    let others = text.chars().filter(|letter| !letter.is_alphanumeric() && !letter.is_whitespace());
    others.count() + text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).count()
}

fn is_balanced(text: &str) -> bool {
    let depth = text.chars().try_fold(0i32, |depth, letter| match letter {
        '(' => Some(depth + 1),
        ')' => (depth > 0).then_some(depth - 1),
        _ => Some(depth),
    });
    depth == Some(0)
}

#[test]
fn a_text_that_passes_is_found_whatever_kind_it_is_of() {
    // A number passes.
    assert_eq!(generalised(any::<String>(), |text| assert!(text.parse::<u32>().is_ok())), [r#""""#]);
    let is_number = |text: String| assert!(text.chars().all(|letter| letter.is_ascii_digit()));
    assert_eq!(generalised(any::<String>(), is_number), [r#""a""#, r#"for every s, t: s + "a" + t"#]);
    // A blank passes, and so does nothing.
    let joined = |(a, b): (String, String)| assert_eq!(words(&format!("{a}{b}")), [words(&a), words(&b)].concat());
    let claims = generalised(any::<(String, String)>(), joined);
    assert_eq!(claims, [r#"("a", "a")"#, r#"for every s, t: (s + "a", "a" + t)"#]);
    // What closes passes, behind what opens.
    assert_eq!(
        generalised(any::<String>(), |text| assert!(is_balanced(&text))),
        [r#""(""#, r#"for every s: String: s + "(""#]
    );
    let separated = |text: String| assert_eq!(tokens(&text), 0);
    assert_eq!(generalised(any::<String>(), separated), [r#""a""#, r#"for every s, t: s + "a" + t"#]);
    // A root passes.
    let joined = |(a, b): (String, String)| assert!(std::path::Path::new(&a).join(&b).starts_with(&a));
    let claims = generalised(any::<(String, String)>(), joined);
    assert_eq!(claims, [r#"("a", "/")"#, r#"for every s, t: ("a" + s, "/" + t)"#]);
}

#[test]
fn a_text_that_passes_is_found_wherever_it_stands() {
    let of_text =
        |passes: fn(&str) -> bool| generalised(any::<(String, u8)>(), move |(text, n)| assert!(n < 5 || passes(&text)));
    let only_the_number = [r#"("", 5)"#, r#"for every n >= 5: ("", n)"#];
    assert_eq!(of_text(|text| text.starts_with('#')), only_the_number);
    assert_eq!(of_text(|text| text.starts_with(|letter: char| letter.is_ascii_digit())), only_the_number);
    assert_eq!(of_text(|text| text.ends_with('\n')), only_the_number);
    assert_eq!(of_text(|text| text == "+"), only_the_number);
    assert_eq!(of_text(|text| text == "}"), only_the_number);
    assert_eq!(of_text(|text| text.contains('q')), only_the_number);
    assert_eq!(of_text(|text| text.contains(['{', '}'])), only_the_number);
    assert_eq!(of_text(|text| text.chars().any(|letter| letter.is_uppercase())), only_the_number);
    assert_eq!(of_text(|text| !text.is_ascii()), only_the_number);
    assert_eq!(of_text(|text| text.len() > 20), only_the_number);
    // Within other parts, too.
    let in_a_struct = |(text, n): (Option<String>, u8)| assert!(n < 5 || text.is_some_and(|text| text.contains('@')));
    let claims = generalised(any::<(Option<String>, u8)>(), in_a_struct);
    assert_eq!(claims[..2], ["(None, 5)", "for every n >= 5: (None, n)"]);
    let letter = |(letter, n): (char, u8)| assert!(n < 5 || letter.is_ascii_punctuation());
    assert_eq!(generalised(any::<(char, u8)>(), letter), ["('a', 5)", "for every n >= 5: ('a', n)"]);
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Command {
    Open(u8),
    Write(u8, String),
    Seek { to: u32 },
    Sync,
    Rename(String, String),
    Lock,
    Unlock,
    Truncate,
    Close(u8),
}

#[test]
fn commands_that_rescue_are_found_and_lists_that_are_longer() {
    let stays_open = |commands: Vec<Command>| {
        let mut is_open = false;
        for command in commands {
            match command {
                Command::Open(_) => is_open = true,
                Command::Close(_) => is_open = false,
                _ => {}
            }
        }
        assert!(!is_open);
    };
    assert_eq!(generalised(any::<Vec<Command>>(), stays_open), ["[Open(0)]", "for every xs, x: [..xs, Open(x)]"]);
    let is_locked = |commands: Vec<Command>| {
        let before = commands.iter().position(|command| *command == Command::Truncate);
        assert!(before.is_none_or(|at| commands[..at].contains(&Command::Lock)));
    };
    let claims = generalised(any::<Vec<Command>>(), is_locked);
    assert_eq!(claims, ["[Truncate]", "for every xs: Vec<Command>: [Truncate, ..xs]"]);
    let is_long = |list: Vec<u8>| assert!(list.is_empty() || list.len() > 20);
    assert_eq!(generalised(any::<Vec<u8>>(), is_long), ["[0]", "for every x: [x]"]);
}

#[test]
fn a_part_that_passes_in_the_end_is_not_marked() {
    let report = Check::new().seed(1).run(any::<u8>(), |n| assert!(n == 77));
    assert_eq!(free(&report), [""; 0]);
    let claims = generalised(any::<(u32, u32)>(), |(a, b)| assert!(a == 7 || b < 5));
    assert_eq!(claims, ["(0, 5)", "for every n >= 5: (0, n)"]);
    let claims = generalised(any::<(i32, u8)>(), |(a, b)| assert!(a == -1 || b < 5));
    assert_eq!(claims, ["(0, 5)", "for every n >= 5: (0, n)"]);
    // If there are few, all of them are tried.
    let report = Check::new().seed(1).run(any::<(Option<bool>, u8)>(), |(_, n)| assert!(n < 5));
    assert_eq!(free(&report), ["None"]);
}

#[test]
fn the_end_of_a_type_is_no_bound() {
    let claims = generalised(any::<(u32, bool)>(), |(n, is_checked)| assert!(!is_checked || n > 1_000));
    assert_eq!(claims, ["(0, true)", "for every n <= 1000: (n, true)"]);
    assert_eq!(generalised(10..=90u8, |n| assert!(n > 50)), ["10", "for every value <= 50"]);
    // That of a sign is one.
    assert_eq!(generalised(any::<i32>(), |n| assert!(n < 1)), ["1", "for every value >= 1"]);
    assert_eq!(generalised(any::<i32>(), |n| assert!(n >= 0)), ["-1", "for every value <= -1"]);
}

#[test]
fn what_is_added_has_the_type_of_what_it_is_added_to() {
    let starts = |(text, n): (String, bool)| assert!(!n || !text.starts_with('x'));
    assert_eq!(generalised(any::<(String, bool)>(), starts), [r#"("x", true)"#, r#"for every s: ("x" + s, true)"#]);
}

#[test]
fn letters_that_do_not_matter_are_told_from_texts_that_do_not() {
    let report = Check::new().seed(1).run(any::<(String, u8)>(), |(text, _)| assert!(text.len() < 3));
    let shown = report.render(Style::plain());
    assert!(shown.contains("(\"aaa\", 0)\n            ~~~   ~ any other value or letter fails too\n"), "{shown}");
    let report = Check::new().seed(1).run(any::<String>(), |text| assert!(text.is_empty()));
    assert_eq!(free(&report), ["a"]);
    assert!(report.render(Style::plain()).contains("any other letter fails too\n"));
    let report = Check::new().seed(1).run(string_of('a'..='z', 1..), |_| panic!("always"));
    assert_eq!(free(&report), ["\"a\""]);
}

#[test]
fn of_many_draws_those_that_matter_are_named() {
    let claim = |draws: usize, decisive: usize| {
        let report = Check::new().seed(1).run_drawing(|t| {
            let drawn: Vec<u8> = (0..draws).map(|_| t.draw(any::<u8>())).collect();
            assert!(drawn[decisive] < 9);
        });
        report.failures[0].minimal.always[0].to_string()
    };
    assert_eq!(claim(14, 11), "for every draw 12 >= 9 and any values of draws 1 to 11, 13 to 14");
    assert_eq!(claim(3, 1), "for every draw 1, draw 2 >= 9, draw 3");
    // More of them than can be tried one by one: the findings are still tried together.
    assert!(claim(90, 2).contains("any values of draws 1 to 2, 4 to "));
}
