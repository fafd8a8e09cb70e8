//! A property may be next to anything: shadowed names, and names that the generated code might have.

mod shadowed {
    //! Everything that generated code could be tempted to name.
    #![allow(non_camel_case_types, dead_code, unused_macros)]

    struct Option;
    struct Some;
    struct None;
    struct Ok;
    struct Err;
    struct Vec;
    struct Box;
    struct String;
    struct Value(u8);
    struct Target;
    struct Argument;
    struct Config;
    struct u8;
    struct str;
    trait Debug {}
    trait Gen {}
    trait Otherwise {}
    mod astragal {}
    mod core {}
    mod std {}
    fn any() {}
    fn from_fn() {}
    fn run_property() {}
    macro_rules! test {
        () => {
            compile_error!("not this one")
        };
    }
    macro_rules! format {
        () => {
            compile_error!("not this one")
        };
    }
    macro_rules! line {
        () => {
            compile_error!("not this one")
        };
    }

    #[::astragal::property(cases = 5, example(1, 2, true))]
    fn names_of_the_prelude_may_be_shadowed(
        a: ::core::primitive::u8,
        #[from(0..10)] b: ::core::primitive::u16,
        #[from(|src| src.draw(::astragal::any::<::core::primitive::bool>()))] c: ::core::primitive::bool,
    ) {
        assert!(a as ::core::primitive::u16 + b < 300 || c);
    }

    #[::astragal::property(cases = 5, example(1, (2, 3), 1, 0))]
    fn so_they_may_where_arguments_depend_on_others(
        a: ::core::primitive::u8,
        (b, _): (::core::primitive::u8, ::core::primitive::u8),
        #[from(0..=a)] c: _,
        #[from(0..=b)] d: ::core::primitive::u8,
    ) -> ::core::primitive::bool {
        c <= a && d <= b
    }
}

mod renamed {
    pub(crate) mod deep {
        pub(crate) use ::astragal as dice;
    }
}

#[renamed::deep::dice::property(crate = renamed::deep::dice, cases = 5)]
fn the_library_may_have_another_name(a: u8, #[from(0..10u8)] b: u8) -> bool {
    a.checked_sub(a) == Some(0) && b < 10
}

mod locals {
    //! The names that the generated code has itself.
    use astragal::prelude::*;

    use crate::support::{cases_of, see};

    #[derive(Debug, Clone, PartialEq, Arbitrary)]
    struct Value(u8);

    const CONFIG: u64 = 5;

    fn values() -> impl Gen<Value = Value> {
        any::<Value>()
    }

    fn property(n: u8) -> u8 {
        n
    }

    #[property(cases = CONFIG, example(Value(1), values().sample(1), 2, 3), phases = "examples,random")]
    fn own_names(Value(shown): Value, #[from(values())] values: Value, argument0: u8, value0: u8) {
        see((shown, values, property(argument0), value0));
    }

    #[property(cases = 20)]
    fn dependent_names(
        src: Vec<u8>,
        #[from(0..=src.len())] argument0: usize,
        #[from(0..=argument0)] drawn: usize,
        #[from(0..=drawn)] values: usize,
        spare: u8,
    ) {
        assert!(values <= drawn && drawn <= argument0 && argument0 <= src.len());
        see(spare);
    }

    /// A function and an argument may have one name.
    #[property(cases = 20)]
    fn called_by_name(property: bool, #[from(just(property(3)))] three: u8) {
        see((property, three));
    }

    #[property(cases = 20)]
    fn inferred_names(#[from(any::<u8>())] values: _, #[from(0..=values)] check: _) -> bool {
        check <= values
    }

    /// Inside the property its name is that of the function with the arguments.
    #[property(cases = 20)]
    fn recursive(n: u8) -> bool {
        n == 0 || recursive(n / 2)
    }

    #[test]
    fn they_do_not_meet_those_of_the_user() {
        assert!(cases_of(own_names).len() >= 6);
        recursive();
        assert!(cases_of(dependent_names).len() >= 20);
        assert_eq!(cases_of(called_by_name), ["(false, 3)", "(true, 3)"]);
    }
}
