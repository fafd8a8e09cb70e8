//! Generated code may be next to anything: shadowed names, strict lints, odd places and odd names.

use astragal::prelude::*;

use crate::support::check;

mod shadowed {
    //! Everything that generated code could be tempted to name.
    #![allow(non_camel_case_types, unused_macros)]

    use crate::support::check;

    struct Result;
    struct Option;
    struct Some;
    struct None;
    struct Ok;
    struct Err;
    struct Vec;
    struct Box;
    struct String;
    struct Default;
    struct PhantomData;
    struct Sized;
    struct bool;
    struct u32;
    struct usize;
    struct Source;
    struct Plan;
    struct Generator;
    trait Clone {}
    trait Gen {}
    trait Reflect {}
    mod astragal {}
    mod core {}
    mod std {}
    mod support {}
    fn any() {}
    fn making() {}
    macro_rules! vec {
        () => {
            compile_error!("not this one")
        };
    }
    macro_rules! matches {
        () => {
            compile_error!("not this one")
        };
    }

    #[derive(Debug, PartialEq, ::astragal::Arbitrary)]
    pub(super) enum Odd {
        Leaf(u8),
        Node(::std::boxed::Box<Odd>, #[arbitrary(with = ::astragal::any::<u8>())] u8),
        Empty,
    }

    #[derive(Debug, PartialEq, ::astragal::Arbitrary)]
    pub(super) struct Generic<T, const N: ::core::primitive::usize>([T; N], #[arbitrary(default)] u8);

    #[derive(Debug, PartialEq, ::astragal::Arbitrary)]
    pub(super) enum Pick {
        One,
        Two,
    }

    #[test]
    fn names_of_the_prelude_may_be_shadowed() {
        check(Odd::Empty);
        check(Generic([0u8; 2], 0));
        check(Pick::One);
    }
}

#[test]
fn in_the_body_of_a_function() {
    #[derive(Debug, PartialEq, Arbitrary)]
    enum Local {
        Node(Vec<Local>),
        Leaf(Inner),
    }
    #[derive(Debug, PartialEq, Arbitrary)]
    struct Inner(u8, u8);
    check(Local::Node(Vec::new()));
}

#[derive(Debug, PartialEq, Arbitrary)]
enum r#Type {
    r#Fn { r#match: u8, r#loop: bool },
    Other,
}

#[derive(Debug, PartialEq, Arbitrary)]
#[allow(non_camel_case_types)]
struct r#type(u8, u8);

#[test]
fn raw_identifiers_are_labelled_without_their_prefix() {
    check(r#Type::Other);
    let choices = any::<r#type>().choices_of(&r#type(1, 2)).expect("reflects");
    assert_eq!(choices.spans()[0].label().as_str(), "type");
    let choices = any::<r#Type>().choices_of(&r#Type::r#Fn { r#match: 0, r#loop: false }).expect("reflects");
    assert_eq!((choices.picks()[0].site.as_str(), choices.picks()[0].branch.as_str()), ("Type", "Fn"));
}

/// Its generator would have the name of its field's type.
#[derive(Debug, PartialEq, Arbitrary)]
struct Power(PowerGenerator, u8);

#[derive(Debug, PartialEq, Arbitrary)]
struct PowerGenerator(u8);

#[test]
fn a_name_that_the_generator_would_take() {
    check(Power(PowerGenerator(0), 0));
}

/// The names of the local variables of the generated code.
mod locals {
    pub(super) fn src() -> u8 {
        1
    }
    pub(super) fn plan() -> u8 {
        2
    }
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Locals {
    src: u8,
    plan: u8,
    back: u8,
    #[arbitrary(default = { use locals::{plan, src}; src() + plan() })]
    value: u8,
    f0: u8,
    g0: u8,
}

#[test]
fn fields_may_have_the_names_of_local_variables() {
    check(Locals { src: 0, plan: 0, back: 0, value: 3, f0: 0, g0: 0 });
}

#[test]
fn the_generator_is_small_and_can_be_copied() {
    struct NotEvenClone;
    #[derive(Arbitrary)]
    struct Generic<T>(std::marker::PhantomData<T>, u8);

    fn is_plain<G: Copy + std::fmt::Debug + Send + Sync + 'static>(generator: G) -> String {
        assert_eq!(size_of::<G>(), 0);
        format!("{generator:?}")
    }
    assert_eq!(is_plain(any::<Locals>()), "LocalsGenerator");
    assert_eq!(is_plain(any::<Generic<NotEvenClone>>()), "GenericGenerator");
}

mod renamed {
    pub(crate) mod deep {
        pub(crate) use ::astragal as dice;
    }
}

#[test]
fn the_library_may_have_another_name() {
    #[derive(Debug, PartialEq, Arbitrary)]
    #[arbitrary(crate = crate::hygiene::renamed::deep::dice)]
    enum Elsewhere {
        Leaf(u8),
        Node(Box<Elsewhere>),
    }
    check(Elsewhere::Leaf(0));
}

macro_rules! through_a_macro {
    ($name:ident, $ty:ty, $weight:literal, $generator:expr) => {
        #[derive(Debug, PartialEq, Arbitrary)]
        enum $name {
            #[arbitrary(weight = $weight)]
            First($ty),
            Second(#[arbitrary(with = $generator)] u8, Vec<$name>),
        }
    };
}
through_a_macro!(Made, Option<u8>, 3, 5..=9u8);

#[test]
fn declared_by_a_macro() {
    check(Made::First(None));
}
