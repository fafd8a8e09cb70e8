//! The printed Rust types: they are what is committed in `types`, which is compiled here and drawn from.
//!
//! After a change, `ASTRAGAL_BLESS=1 cargo test -p astragal-grammar --test rust_types` writes the files anew.

use std::path::Path;

use astragal::prelude::*;
use astragal_grammar::Grammar;

// What is printed for a module that others use is here in a test alone.
#[allow(unreachable_pub, dead_code)]
#[path = "types/data.rs"]
#[rustfmt::skip]
mod data;
#[allow(unreachable_pub, dead_code)]
#[path = "types/program.rs"]
#[rustfmt::skip]
mod program;

fn compare(grammar: &str, types: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let printed = Grammar::load(folder.join("grammars").join(grammar)).unwrap().grammar.to_rust();
    let path = folder.join("types").join(types);
    if std::env::var_os("ASTRAGAL_BLESS").is_some() {
        std::fs::write(&path, &printed).unwrap();
    }
    assert_eq!(printed, std::fs::read_to_string(&path).unwrap());
}

#[test]
fn types_are_those_of_lbnf() {
    compare("program.cf", "program.rs");
}

#[test]
fn types_are_those_of_ebnf() {
    compare("data.ebnf", "data.rs");
}

#[property(seed = 1, time = "none")]
fn values_are_drawn(program: program::Program, value: data::Value) {
    fn check(statement: &program::Stm) {
        match statement {
            program::Stm::SAssign(program::Ident(name), _) => {
                assert!(name.starts_with(|c: char| c.is_ascii_alphabetic()))
            }
            program::Stm::SBlock(inner) => inner.iter().for_each(check),
            program::Stm::SPrint(list) => assert!(!list.is_empty()),
            program::Stm::SEmpty => {}
            program::Stm::STyped(..) => panic!("internal constructors are skipped"),
        }
    }
    let program::Program::Program(statements) = &program;
    statements.iter().for_each(check);
    if let data::Value::Valuenumber(data::Number::Number(sign, digits, _)) = value {
        assert!(!digits.is_empty());
        classify!("negative", sign.is_some());
    }
}
