//! A mutually recursive syntax tree, forwards and backwards.

use astragal::laws::Laws;
use astragal::prelude::*;
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Arbitrary)]
struct Program {
    functions: BTreeMap<Name, Function>,
    #[arbitrary(default)]
    source: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Arbitrary)]
struct Name(#[arbitrary(with = string_of('a'..='z', 1..=8))] String);

#[derive(Clone, Debug, PartialEq, Arbitrary)]
struct Function {
    parameters: Vec<Name>,
    body: Block,
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
struct Block(Vec<Statement>);

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Statement {
    While(Expression, Block),
    If {
        condition: Expression,
        then: Block,
        otherwise: Option<Block>,
    },
    Assign(Name, Expression),
    #[arbitrary(weight = 2)]
    Return(Option<Expression>),
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Expression {
    Binary(Box<Expression>, Operator, Box<Expression>),
    Call(Name, Vec<Expression>),
    Lambda(Box<Function>),
    Variable(Name),
    Number(i64),
}

#[derive(Clone, Copy, Debug, PartialEq, Arbitrary)]
enum Operator {
    Add,
    Subtract,
    Less,
}

#[test]
fn the_laws_hold() {
    Laws::of(&any::<Program>()).backwards().unwrap();
    Laws::of(&any::<Vec<Statement>>()).backwards().unwrap();
}

#[test]
fn every_statement_and_expression_occurs() {
    let text: String = (0..300).map(|seed| format!("{:?}", any::<Program>().sample(seed))).collect();
    for word in ["While", "If", "Assign", "Return", "Binary", "Call", "Lambda", "Variable", "Number", "Less"] {
        assert!(text.contains(word), "{word} was never drawn");
    }
}

#[test]
fn a_hand_written_program_runs_backwards() {
    let countdown = Statement::While(
        Expression::Binary(
            Box::new(Expression::Number(0)),
            Operator::Less,
            Box::new(Expression::Variable(Name("n".to_owned()))),
        ),
        Block(vec![Statement::Return(None)]),
    );
    let choices = any::<Statement>().choices_of(&countdown).unwrap();
    assert_eq!(any::<Statement>().replay(&choices).unwrap(), countdown);
    assert_eq!(any::<Statement>().replay(&choices.to_string().parse().unwrap()).unwrap(), countdown);

    let wrong = Statement::Assign(Name("No".to_owned()), Expression::Number(1));
    let mismatch = any::<Statement>().choices_of(&wrong).unwrap_err().to_string();
    assert!(mismatch.contains("Statement") && mismatch.contains("'N'"), "{mismatch}");
}
