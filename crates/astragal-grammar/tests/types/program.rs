//! The abstract syntax of the grammar `program`.

#![allow(clippy::enum_variant_names, non_camel_case_types)]

use astragal::prelude::*;

/// `Program`
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub enum Program {
    /// `Program. Program ::= [Stm]`
    Program(Vec<Stm>),
}

/// `Stm`
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub enum Stm {
    /// `SAssign. Stm ::= Ident "=" Exp`
    SAssign(Ident, Exp),
    /// `SBlock. Stm ::= "{" [Stm] "}"`
    SBlock(Vec<Stm>),
    /// `SPrint. Stm ::= "print" [Exp]`
    SPrint(#[arbitrary(with = vec_of(any::<Exp>(), 1..))] Vec<Exp>),
    /// `SEmpty. Stm ::=`
    SEmpty,
    /// `STyped. Stm ::= Type Exp`
    #[arbitrary(skip)]
    STyped(Type, Exp),
}

/// `Type`
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub enum Type {
    /// `Type_int. Type ::= "int"`
    Type_int,
    /// `Type_bool. Type ::= "bool"`
    Type_bool,
    /// `Type1. Type ::= Type "*"`
    Type1(Box<Type>),
}

/// `Exp`
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub enum Exp {
    /// `EAdd. Exp ::= Exp "+" Exp1`
    EAdd(Box<Exp>, Box<Exp>),
    /// `ECall. Exp1 ::= Ident "(" [Exp] ")"`
    ECall(Ident, #[arbitrary(with = vec_of(any::<Exp>(), 1..))] Vec<Exp>),
    /// `EInt. Exp1 ::= Integer`
    EInt(Integer),
    /// `EStr. Exp1 ::= String`
    EStr(String_),
    /// `EMatrix. Exp1 ::= "[" [[Exp]] "]"`
    EMatrix(#[arbitrary(with = vec_of(vec_of(any::<Exp>(), 1..), ..))] Vec<Vec<Exp>>),
    /// `EWord. Exp1 ::= Word`
    EWord(Word),
}

/// The token `Word`, whose expression has a difference: any string is drawn.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub struct Word(pub String);

/// The token `Integer`.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub struct Integer(#[arbitrary(with = r#"[0-9]+"#)] pub String);

/// The token `String`.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub struct String_(#[arbitrary(with = r#""(?:[^\n"\\]|\\["'\\fnrt])*""#)] pub String);

/// The token `Ident`.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub struct Ident(#[arbitrary(with = r#"[A-Za-z]['0-9A-Z_a-z]*"#)] pub String);
