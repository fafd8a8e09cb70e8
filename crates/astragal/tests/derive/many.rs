//! An enum of hundreds of variants.

use std::collections::BTreeSet;

use astragal::prelude::*;

use crate::support::check;

/// Makes an enum with a variant of each kind for every pair of digits.
macro_rules! many {
    ($($unit:ident $wrapper:ident $product:ident)+) => {
        #[derive(Debug, Arbitrary)]
        enum Many { $($unit, $wrapper(u64), $product { text: [u64; 4], rest: Option<Box<Many>> }),+ }

        impl Many {
            fn name(&self) -> &'static str {
                match self {
                    $(Many::$unit => stringify!($unit),
                      Many::$wrapper(_) => stringify!($wrapper),
                      Many::$product { .. } => stringify!($product)),+
                }
            }

            /// Its numbers, and what is in it.
            fn parts(&self) -> (&[u64], Option<&Many>) {
                match self {
                    $(Many::$unit => (&[], None),
                      Many::$wrapper(number) => (std::slice::from_ref(number), None),
                      Many::$product { text, rest } => (text, rest.as_deref())),+
                }
            }
        }

        /// The derived code recurs, with a frame that has room for each of the variants: it takes more stack than a test has.
        impl PartialEq for Many {
            fn eq(&self, other: &Many) -> bool {
                let (mut one, mut other) = (self, other);
                loop {
                    let ((numbers, rest), (other_numbers, other_rest)) = (one.parts(), other.parts());
                    if one.name() != other.name() || numbers != other_numbers {
                        return false;
                    }
                    match (rest, other_rest) {
                        (Some(rest), Some(other_rest)) => (one, other) = (rest, other_rest),
                        (rest, other_rest) => return rest.is_none() && other_rest.is_none(),
                    }
                }
            }
        }

        #[derive(Debug, PartialEq, Arbitrary)]
        enum Plain { $($unit, $wrapper, $product),+ }
    };
}
many! {
    U0 W0 P0  U1 W1 P1  U2 W2 P2  U3 W3 P3  U4 W4 P4  U5 W5 P5  U6 W6 P6  U7 W7 P7  U8 W8 P8  U9 W9 P9
    U10 W10 P10  U11 W11 P11  U12 W12 P12  U13 W13 P13  U14 W14 P14  U15 W15 P15  U16 W16 P16  U17 W17 P17  U18 W18 P18  U19 W19 P19
    U20 W20 P20  U21 W21 P21  U22 W22 P22  U23 W23 P23  U24 W24 P24  U25 W25 P25  U26 W26 P26  U27 W27 P27  U28 W28 P28  U29 W29 P29
    U30 W30 P30  U31 W31 P31  U32 W32 P32  U33 W33 P33  U34 W34 P34  U35 W35 P35  U36 W36 P36  U37 W37 P37  U38 W38 P38  U39 W39 P39
    U40 W40 P40  U41 W41 P41  U42 W42 P42  U43 W43 P43  U44 W44 P44  U45 W45 P45  U46 W46 P46  U47 W47 P47  U48 W48 P48  U49 W49 P49
    U50 W50 P50  U51 W51 P51  U52 W52 P52  U53 W53 P53  U54 W54 P54  U55 W55 P55  U56 W56 P56  U57 W57 P57  U58 W58 P58  U59 W59 P59
    U60 W60 P60  U61 W61 P61  U62 W62 P62  U63 W63 P63  U64 W64 P64  U65 W65 P65  U66 W66 P66  U67 W67 P67  U68 W68 P68  U69 W69 P69
    U70 W70 P70  U71 W71 P71  U72 W72 P72  U73 W73 P73  U74 W74 P74  U75 W75 P75  U76 W76 P76  U77 W77 P77  U78 W78 P78  U79 W79 P79
    U80 W80 P80  U81 W81 P81  U82 W82 P82  U83 W83 P83  U84 W84 P84  U85 W85 P85  U86 W86 P86  U87 W87 P87  U88 W88 P88  U89 W89 P89
    U90 W90 P90  U91 W91 P91  U92 W92 P92  U93 W93 P93  U94 W94 P94  U95 W95 P95  U96 W96 P96  U97 W97 P97  U98 W98 P98  U99 W99 P99
}

#[test]
fn three_hundred_variants() {
    check(Many::U0);
    check(Plain::U0);
}

#[test]
fn each_of_three_hundred_variants_is_drawn() {
    astragal::source::deep(|| {
        let drawn: BTreeSet<&str> = (0..30_000).map(|seed| any::<Many>().at_size(3).sample(seed).name()).collect();
        assert_eq!(drawn.len(), 300);
    });
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Few {
    U0,
    P0 { text: [u64; 4], rest: Option<Box<Few>> },
}

/// How deep a value can be on the stack of a test, both ways.
fn deepest<T: Arbitrary<Gen: Reflect> + PartialEq + std::fmt::Debug>(leaf: T, grow: impl Fn(T) -> T) -> usize {
    let (mut value, mut depth) = (leaf, 0);
    loop {
        let fits = any::<T>().choices_of(&value).is_ok_and(|choices| any::<T>().replay(&choices).is_ok());
        if !fits {
            return depth;
        }
        for _ in 0..16 {
            value = grow(value);
            depth += 1;
        }
    }
}

#[test]
fn many_variants_take_no_more_stack_than_few() {
    let few = deepest(Few::U0, |rest| Few::P0 { text: [0; 4], rest: Some(Box::new(rest)) });
    let many = deepest(Many::U0, |rest| Many::P99 { text: [0; 4], rest: Some(Box::new(rest)) });
    assert!(many > 100 && many * 10 > few * 9, "{many} levels, but {few} of a small type");
}
