//! The abstract syntax of the grammar `data`.

#![allow(clippy::enum_variant_names, non_camel_case_types)]

use astragal::prelude::*;

/// `value`
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub enum Value {
    /// `valueobject. value ::= object`
    Valueobject(Box<Object>),
    /// `valuestring. value ::= string`
    Valuestring(String_),
    /// `valuenumber. value ::= number`
    Valuenumber(Number),
    /// `value_true. value ::= "true"`
    Value_true,
    /// `value_self. value ::= "self"`
    Value_self,
}

/// `(',' member)`
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub enum Object2 {
    /// `object2. (',' member) ::= "," member`
    Object2(Member),
}

/// `(member (',' member)*)`
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub enum Object1 {
    /// `object1. (member (',' member)*) ::= member (',' member)*`
    Object1(Box<Member>, Vec<Object2>),
}

/// `object`
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub enum Object {
    /// `object. object ::= "{" (member (',' member)*)? "}"`
    Object(Option<Box<Object1>>),
}

/// `member`
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub enum Member {
    /// `member. member ::= string ":" value`
    Member(String_, Box<Value>),
}

/// `string`
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub enum String_ {
    /// `string. string ::= "\"" [^"#x0-#x1F]* "\""`
    String_(Vec<X0_x1F>),
}

/// `('-')`
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub enum Number1 {
    /// `number1. ('-') ::= "-"`
    Number1,
}

/// `('.' [0-9]+)`
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub enum Number2 {
    /// `number2. ('.' [0-9]+) ::= "." [0-9]+`
    Number2(#[arbitrary(with = vec_of(any::<T0_9>(), 1..))] Vec<T0_9>),
}

/// `number`
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub enum Number {
    /// `number. number ::= '-'? [0-9]+ ('.' [0-9]+)?`
    Number(Option<Number1>, #[arbitrary(with = vec_of(any::<T0_9>(), 1..))] Vec<T0_9>, Option<Number2>),
}

/// The token `[^"#x0-#x1F]`.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub struct X0_x1F(#[arbitrary(with = r#"[^\x{0}-\x{1f}"]"#)] pub String);

/// The token `[0-9]`.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub struct T0_9(#[arbitrary(with = r#"[0-9]"#)] pub String);
