//! The abstract syntax of trees: what labels, lists and functions mean.

use std::sync::Arc;

use astragal_grammar::{Grammar, Label, RuleId, Syntax, TokenId, Tree, TreeWriter, grammar};

/// A tree as nested lists of labels and tokens: the rule of a label in a category, or the text of a token.
enum Made {
    Rule(&'static str, &'static str, Vec<Made>),
    Token(&'static str, &'static str),
}
use Made::{Rule, Token};

fn write(grammar: &Grammar, made: &Made, writer: &mut TreeWriter) {
    match made {
        Rule(label, category, parts) => {
            let category = grammar.category_named(category).expect("a category");
            let of_label = |id: &&RuleId| grammar.rule(**id).label.to_string() == *label;
            let id = grammar.category(category).rules.iter().find(of_label).expect("a label");
            writer.open(*id);
            parts.iter().for_each(|part| write(grammar, part, writer));
            writer.close();
        }
        Token(name, text) => {
            let id = grammar.tokens.iter().position(|token| token.name == *name).expect("a token");
            let written: Result<(), ()> = writer.token(TokenId(id as u32), |into| {
                into.push_str(text);
                Ok(())
            });
            written.expect("nothing fails");
        }
    }
}

fn tree(grammar: &Arc<Grammar>, made: &Made) -> Tree {
    let mut writer = TreeWriter::default();
    write(grammar, made, &mut writer);
    writer.finish(Arc::clone(grammar))
}

fn functions(made: Made) -> Syntax {
    tree(grammar!("tests/grammars/functions.cf"), &made).abstract_syntax()
}

fn int(text: &'static str) -> Made {
    Rule("EInt", "Exp", vec![Token("Integer", text)])
}

#[test]
fn coercions_are_dropped_and_lists_are_lists() {
    let list = Rule("(:)", "[Exp]", vec![int("007"), Rule("(:[])", "[Exp]", vec![Rule("_", "Exp", vec![int("2")])])]);
    let syntax = functions(Rule("ETuple", "Exp", vec![list]));
    assert_eq!(syntax.to_string(), "ETuple [EInt 7,EInt 2]");
    assert_eq!(format!("{syntax:?}"), syntax.to_string());
    let root = syntax.root();
    assert_eq!(root.constructor(), Some("ETuple"));
    let list = root.parts().next().unwrap();
    assert!(list.is_list() && list.constructor().is_none() && !root.is_list());
    let texts: Vec<Option<String>> = list.parts().map(|term| term.parts().next().unwrap().text()).collect();
    assert_eq!(texts, [Some("7".into()), Some("2".into())]);
    // A separator after the last element changes nothing.
    let statement = || Rule("SLet", "Stm", vec![Token("Name", "x"), int("1")]);
    let one = functions(Rule("(:[])", "[Stm]", vec![statement()]));
    let trailing = functions(Rule("(:)", "[Stm]", vec![statement(), Rule("[]", "[Stm]", vec![])]));
    assert_eq!(one, trailing);
    assert_eq!(one.to_string(), "[SLet (Name \"x\") (EInt 1)]");
    assert_eq!(functions(Rule("[]", "[Stm]", vec![])).to_string(), "[]");
}

#[test]
fn functions_are_evaluated() {
    let bind = functions(Rule("sBind", "Stm", vec![Token("Name", "x"), int("1")]));
    assert_eq!(bind, functions(Rule("SLet", "Stm", vec![Token("Name", "x"), int("01")])));
    let two = functions(Rule("sTwo", "Stm", vec![int("1")]));
    assert_eq!(two.to_string(), "SMany [SLet (Name \"a\") (EInt 1),SLet (Name \"b\") (EInt 1)]");
    let all = functions(Rule("sAll", "Stm", vec![Rule("(:[])", "[Exp]", vec![int("2")])]));
    assert_eq!(all.to_string(), "SLet (Name \"all\") (ETuple [EInt 0,EInt 1,EInt 2])");
    let literals = functions(Rule("eLits", "Exp", vec![]));
    assert_eq!(literals.to_string(), r#"ETuple [EDbl 5.0e-2,EChr '\n',EStr "\"",EName (Name "x")]"#);
    let text = functions(Rule("EStr", "Exp", vec![Token("String", r#""a\"\n'""#)]));
    assert_eq!(text.to_string(), r#"EStr "a\"\n'""#);
    let quote = functions(Rule("EChr", "Exp", vec![Token("Char", r"'\''")]));
    assert_eq!(quote.to_string(), r"EChr '\''");
}

#[test]
fn any_depth_will_do() {
    const DEPTH: usize = 100_000;
    let loaded = Grammar::from_lbnf(
        "deep",
        "A. E ::= \"a\" ; S. E ::= \"s\" E ; P. E ::= \"p\" E E ; d. E ::= \"d\" E ; define d x = P x x ; _. E ::= \"(\" E \")\"",
    );
    let grammar = loaded.unwrap().grammar;
    let chain = |label: &str, depth: usize, end: &str| {
        let rule =
            |label: &str| RuleId(grammar.rules.iter().position(|rule| rule.label.to_string() == label).unwrap() as u32);
        let mut writer = TreeWriter::default();
        (0..depth).for_each(|_| writer.open(rule(label)));
        writer.open(rule(end));
        (0..=depth).for_each(|_| writer.close());
        writer.finish(Arc::clone(&grammar)).abstract_syntax()
    };
    let deep = chain("S", DEPTH, "A");
    assert_eq!(deep.size(), DEPTH + 1);
    assert_eq!(deep.to_string().len(), "S (".len() * DEPTH - 1 + "A".len() + (DEPTH - 1));
    assert_eq!(deep, chain("S", DEPTH, "A"));
    assert_ne!(deep, chain("S", DEPTH - 1, "A"));
    assert_eq!(chain("_", DEPTH, "A").to_string(), "A");
    // A function that repeats its argument makes a term that no text could hold; it is one with shared parts.
    let repeated = chain("d", DEPTH, "A");
    assert_eq!(repeated.size(), DEPTH + 1);
    assert_eq!(repeated, chain("d", DEPTH, "A"));
    assert_eq!(chain("d", 2, "A").to_string(), "P (P A A) (P A A)");
}

#[test]
fn syntax_of_different_grammars_is_compared() {
    let [one, other] = ["A. E ::= \"a\" F ; B. F ::= \"b\"", "B. F ::= \"bee\" ; A. E ::= F \"ay\""].map(|text| {
        let grammar = Grammar::from_lbnf("x", text).unwrap().grammar;
        tree(&grammar, &Rule("A", "E", vec![Rule("B", "F", vec![])])).abstract_syntax()
    });
    assert_eq!(one, other);
}

#[test]
fn labels_without_a_meaning_are_constructors() {
    let mut builder = astragal_grammar::Builder::new("odd");
    let [e, a] = [builder.category("E"), builder.terminal("a")];
    let odd = builder.rule(Label::Cons, e, [a]);
    let grammar = Arc::new(builder.finish());
    let mut writer = TreeWriter::default();
    writer.open(odd);
    assert_eq!(writer.finish(grammar).abstract_syntax().to_string(), "(:)");
}
