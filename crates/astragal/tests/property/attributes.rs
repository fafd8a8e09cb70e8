//! A property is an ordinary test: its other attributes, its place, and where it is written.

use astragal::prelude::*;

use crate::support::{cases_of, message_of, see};

/// A documented property.
#[property]
#[allow(clippy::needless_return)]
/// The documentation goes on.
fn documented(n: u8) {
    see(n);
    return;
}

#[property]
#[test]
fn also_a_test(n: u8) {
    see(n);
}

#[test]
fn a_test_attribute_is_not_added_twice() {
    assert!(!cases_of(also_a_test).is_empty());
}

#[property(regressions = "off")]
#[ignore = "it would fail"]
fn ignored(_: u8) {
    panic!("an ignored property was run");
}

#[test]
fn an_ignored_property_can_be_called() {
    assert_eq!(message_of(ignored), "an ignored property was run");
}

#[property(regressions = "off")]
#[should_panic]
fn panics(n: u8) {
    assert!(n < 10);
}

#[property(regressions = "off")]
#[should_panic(expected = "index out of bounds: the len is 0")]
fn panics_with_a_message(xs: Vec<u8>) {
    see(xs[0]);
}

#[property]
#[cfg(any())]
fn left_out(n: NoSuchType) {}

#[cfg_attr(all(), property(cases = 7))]
fn conditional(n: u64) {
    see(n);
}

#[test]
fn the_attribute_may_be_conditional() {
    documented();
    assert!(cases_of(conditional).len() >= 7);
}

pub(crate) mod nested {
    pub(super) mod deeper {
        use astragal::prelude::*;

        use crate::support::see;

        #[property(cases = 5)]
        pub(in crate::attributes) fn visible(n: u64) {
            see(n);
        }
    }

    #[test]
    fn a_property_is_as_visible_as_it_says() {
        assert!(super::cases_of(deeper::visible).len() >= 5);
    }
}

#[test]
#[allow(unnameable_test_items)]
fn in_the_body_of_a_function() {
    #[property(cases = 4)]
    fn local(n: u64) {
        see(n);
    }
    assert!(cases_of(local).len() >= 4);
}

macro_rules! round_trip {
    ($name:ident, $ty:ty, $generator:expr, $cases:literal, $argument:pat, $body:block) => {
        #[property(cases = $cases, example($generator.sample(1)))]
        fn $name(#[from($generator)] $argument: $ty) $body
    };
    ($name:ident: $ty:ty) => {
        #[property(cases = 9)]
        fn $name(n: &$ty, m: $ty) {
            assert_eq!(n.to_string().parse::<$ty>().as_ref(), Ok(n));
            see(m);
        }
    };
}

round_trip!(of_pairs, (u8, u8), (0..9u8, 0..9u8), 5, (a, b), {
    assert!(a < 9 && b < 9);
    see((a, b));
});
round_trip!(of_numbers: u64);

#[test]
fn properties_can_be_made_by_a_macro() {
    assert!(cases_of(of_pairs).len() >= 6);
    assert!(cases_of(of_numbers).len() >= 9);
}

#[property(cases = 30)]
fn with_macros_and_items_inside(xs: Vec<u32>) -> Result<(), String> {
    #![allow(clippy::items_after_statements)]
    macro_rules! check {
        ($($condition:expr),+) => {
            $(if !$condition {
                return Err(stringify!($condition).to_string());
            })+
        };
    }
    struct Sum(u64);
    let sum = Sum(xs.iter().copied().map(u64::from).sum());
    check!(sum.0 >= xs.iter().copied().max().unwrap_or(0).into(), xs.len() < 1 << 20);
    see(format!("{:?}", sum.0));
    Ok(())
}

#[test]
fn a_body_may_hold_anything() {
    assert!(cases_of(with_macros_and_items_inside).len() >= 30);
}
