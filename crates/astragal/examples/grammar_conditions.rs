//! What no grammar without context can say, as a filter on its trees: names are declared before they are used, a field is the
//! length of another, a digit is a checksum. What is drawn, parsed and shrunk keeps to it.

use astragal::grammar::{Grammar, Language, Leaf, Spacing, Tree};
use astragal::prelude::*;

fn language(name: &str, rules: &str) -> Language {
    let grammar = Grammar::from_lbnf(name, rules).unwrap_or_else(|errors| panic!("{errors}")).grammar;
    Language::new(grammar).unwrap()
}

/// The texts of the tokens of a tree, in order.
fn tokens(tree: &Tree) -> Vec<&str> {
    let token = |leaf| if let Leaf::Token(_, text) = leaf { Some(text) } else { None };
    tree.leaves().filter_map(token).collect()
}

const PROGRAM: &str = r#"
Program. Program ::= [Statement] ;
Let.     Statement ::= Name "=" Integer ;
Use.     Statement ::= "print" "(" Name ")" ;
terminator nonempty Statement ";" ;
token Name ["abc"] ;
"#;

/// Every name that is used has been declared.
fn declares(program: &Tree) -> bool {
    let mut declared = Vec::new();
    program.nodes().all(|node| match (node.label().to_string().as_str(), node.parts().next()) {
        ("Let", Some(Err((_, name)))) => {
            declared.push(name);
            true
        }
        ("Use", Some(Err((_, name)))) => declared.contains(&name),
        _ => true,
    })
}

const FIELD: &str = r#"
Field. Field ::= Digit ":" [Letter] ;
Letter. Letter ::= Char ;
terminator Letter "" ;
token Digit digit ;
token Char lower ;
"#;

/// The digit is the number of letters.
fn has_length(field: &Tree) -> bool {
    let tokens = tokens(field);
    tokens[0] == (tokens.len() - 1).to_string()
}

const CHECKED: &str = r#"
Checked. Checked ::= [Payload] "/" Digit ;
Payload. Payload ::= Digit ;
terminator nonempty Payload "" ;
token Digit digit ;
"#;

/// The last digit is the sum of the others, modulo 10.
fn has_checksum(checked: &Tree) -> bool {
    let digits: Vec<u32> = tokens(checked).iter().map(|digit| digit.parse().unwrap()).collect();
    let (sum, payload) = digits.split_last().unwrap();
    *sum == payload.iter().sum::<u32>() % 10
}

fn main() {
    for (rules, condition, is_large, smallest) in [
        (PROGRAM, declares as fn(&Tree) -> bool, "print", "a=0;print(a);"),
        (FIELD, has_length, "4:", "4:aaaa"),
        (CHECKED, has_checksum, "/7", "7/7"),
    ] {
        let all = language("conditions", rules);
        let valid = all.clone().filter(condition);
        let text = |tree: &Tree| all.text_of(tree, Spacing::Minimal);
        let drawn: Vec<Tree> = (0..200).map(|seed| valid.clone().at_size(12).sample(seed)).collect();
        assert!(drawn.iter().all(condition));
        println!("{}", text(&drawn[7]));

        // A failing value, made smaller: each candidate keeps to the condition.
        let large = drawn.iter().filter(|tree| text(tree).contains(is_large)).max_by_key(|tree| tree.size()).unwrap();
        let shrunk = valid.shrink(large, |tree| text(tree).contains(is_large)).unwrap();
        println!("  {} becomes {}", text(large), text(&shrunk.value));
        assert_eq!(text(&shrunk.value), smallest);
    }
}
