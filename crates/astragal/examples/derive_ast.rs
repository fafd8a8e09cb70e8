//! Derives the generator of a small language: types that contain each other, weights, fields with generators of their
//! own, and fields that take no choice.

use astragal::prelude::*;

#[derive(Clone, Debug, PartialEq, Arbitrary)]
struct Block {
    statements: Vec<Statement>,
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Statement {
    // Half are assignments, as long as there is size left. Weights steer chance, and nothing else.
    #[arbitrary(weight = 3)]
    Assign {
        #[arbitrary(with = variable())]
        name: String,
        value: Expression,
    },
    #[arbitrary(weight = 2)]
    If {
        condition: Expression,
        then: Block,
        otherwise: Option<Block>,
    },
    While {
        condition: Expression,
        body: Block,
    },
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Expression {
    Number(#[arbitrary(with = 0..=99u32)] u32),
    Variable(#[arbitrary(with = variable())] String),
    Binary(Box<Expression>, Operator, Box<Expression>),
    /// A function literal: an expression that holds statements, which hold expressions.
    Lambda {
        #[arbitrary(with = vec_of(variable(), 0..=2))]
        parameters: Vec<String>,
        body: Block,
        /// Filled in by the type checker: nothing to choose.
        #[arbitrary(default)]
        inferred: Option<String>,
    },
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Operator {
    Plus,
    Minus,
    Less,
}

/// Names that are likely to be used twice, so that programs refer to what they assign.
fn variable() -> impl Reflect<Value = String> + Closed {
    string_of('a'..='e', 1)
}

fn main() {
    let programs = &any::<Block>();
    println!("a small program: {:?}", programs.at_size(6).sample(5));

    let drawn: Vec<Block> = (0..200).map(|seed| programs.sample(seed)).collect();
    let statements: Vec<&Statement> = drawn.iter().flat_map(|program| &program.statements).collect();
    let assignments = statements.iter().filter(|statement| matches!(statement, Statement::Assign { .. })).count();
    println!("{} of {} outermost statements are assignments", assignments, statements.len());
    assert!(assignments * 10 > statements.len() * 4 && assignments * 10 < statements.len() * 6);

    // The simplest program, and a program written by hand, which the generator takes apart into choices.
    assert_eq!(programs.replay(&Default::default()).unwrap(), Block { statements: vec![] });
    let by_hand = Block {
        statements: vec![Statement::Assign {
            name: "a".to_string(),
            value: Expression::Lambda { parameters: vec![], body: Block { statements: vec![] }, inferred: None },
        }],
    };
    let choices = programs.choices_of(&by_hand).unwrap();
    assert_eq!(programs.replay(&choices).unwrap(), by_hand);

    // A field with `default` is part of the type's space too: another value there is never drawn.
    let mut checked = by_hand;
    if let Statement::Assign { value: Expression::Lambda { inferred, .. }, .. } = &mut checked.statements[0] {
        *inferred = Some("() -> ()".to_string());
    }
    println!("not drawn: {}", programs.choices_of(&checked).unwrap_err());
}
