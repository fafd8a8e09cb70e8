//! The classes of numbers: which choices below a bound are boundaries.
//!
//! A choice is the distance from the simplest value, on both sides of it where there are two. So the largest choices are
//! the ends of a range; for signed integers the last is `MIN`, and the last but two is `MAX`. The bound of a choice also
//! tells what is chosen where a type has classes of its own: no other type has as many values as there are floats, or
//! characters. (Were it another one, the numbers would do no harm.)

use std::fmt::Debug;
use std::sync::OnceLock;

use astragal_core::Interesting;
use astragal_core::{Arbitrary, Draw, Reflect, any};

/// Below this bound every number is a class of its own.
const FEW: u128 = 16;
/// The ends of a range, each with its neighbors.
const ENDS: [Interesting; 6] = [
    Interesting::Small(0),
    Interesting::Small(1),
    Interesting::Small(2),
    Interesting::Large(0),
    Interesting::Large(2),
    Interesting::Large(1),
];
/// Powers of two at which representations end: 2^k - 1 and 2^k are boundaries, as choices of either sign.
const POWERS: [u32; 11] = [4, 7, 8, 15, 16, 31, 32, 53, 63, 64, 127];

/// The choices up to a bound that are worth a test, the simplest first, then the ends, then what is special.
pub(super) fn landmarks(max: u128) -> Vec<u128> {
    if max <= FEW {
        return (0..=max).collect();
    }
    let mut all: Vec<u128> = ENDS.iter().map(|end| end.within(0, max)).collect();
    let own = known().iter().filter(|(bound, _)| *bound == max).flat_map(|(_, choices)| choices);
    let powers = POWERS.iter().flat_map(|&power| [Interesting::BeforePower(power), Interesting::Power(power)]);
    // A power beyond the bound is the bound, which is there already.
    for landmark in own.copied().chain(powers.map(|power| power.within(0, max))) {
        if landmark <= max && !all.contains(&landmark) {
            all.push(landmark);
        }
    }
    all
}

/// The bounds of types with classes of their own, and the choices of those.
fn known() -> &'static [(u128, Vec<u128>)] {
    static KNOWN: OnceLock<Vec<(u128, Vec<u128>)>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let chars = [
            'z',
            '0',
            '9',
            'A',
            'Z',
            ' ',
            '\0',
            '\n',
            '~',
            '\u{7F}',
            '\u{80}',
            'ß',
            'İ',
            '\u{301}',
            '\u{200D}',
            '\u{202E}',
            '\u{D7FF}',
            '\u{E000}',
            '\u{FEFF}',
            '\u{FFFD}',
            '\u{FFFF}',
            '😀',
            char::MAX,
        ];
        let mut known = Vec::new();
        add(
            &mut known,
            &[
                f64::NAN,
                f64::INFINITY,
                f64::NEG_INFINITY,
                -0.0,
                f64::MAX,
                f64::MIN,
                0.5,
                -0.5,
                0.1,
                f64::EPSILON,
                f64::MIN_POSITIVE,
                5e-324,
                -5e-324,
            ],
        );
        add(
            &mut known,
            &[
                f32::NAN,
                f32::INFINITY,
                f32::NEG_INFINITY,
                -0.0,
                f32::MAX,
                f32::MIN,
                0.5,
                -0.5,
                0.1,
                f32::EPSILON,
                f32::MIN_POSITIVE,
                1e-45,
                -1e-45,
            ],
        );
        add(&mut known, &chars);
        known
    })
}

fn add<T: Arbitrary<Gen: Reflect> + PartialEq + Debug>(known: &mut Vec<(u128, Vec<u128>)>, values: &[T]) {
    let mut bound = 0;
    let mut choices = Vec::new();
    for value in values {
        let Ok(written) = any::<T>().choices_of(value) else { continue };
        for choice in written.items() {
            bound = choice.max.into();
            choices.push(choice.value.into());
        }
    }
    known.push((bound, choices));
}

#[cfg(test)]
mod tests {
    use super::*;
    use astragal_core::Choices;

    fn values<T: Arbitrary>(bound: u128) -> Vec<T> {
        let replayed = |choice: u128| any::<T>().replay(&Choices::from_numbers([choice as u64])).unwrap();
        landmarks(bound).into_iter().map(replayed).collect()
    }

    #[test]
    fn integers_are_at_their_ends_and_around_powers() {
        let signed = values::<i32>(u32::MAX.into());
        assert_eq!(signed[..6], [0, 1, -1, i32::MIN, i32::MAX, -i32::MAX]);
        assert!([128, -128, 32_768, -32_768].iter().all(|n| signed.contains(n)));
        let unsigned = values::<u64>(u64::MAX.into());
        assert!([u64::MAX, 255, 256, u64::from(u32::MAX), 1 << 32, 1 << 63].iter().all(|n| unsigned.contains(n)));
        assert_eq!(landmarks(3), [0, 1, 2, 3]);
    }

    #[test]
    fn floats_and_characters_have_classes_of_their_own() {
        for (bound, choices) in known() {
            assert!(choices.iter().all(|choice| choice <= bound) && !choices.is_empty());
        }
        let floats = values::<f64>(known()[0].0);
        assert!(floats.iter().any(|x| x.is_nan()) && floats.iter().any(|x| x.is_subnormal()));
        assert!(floats.iter().any(|x| *x == 0.0 && x.is_sign_negative()) && floats.contains(&f64::MAX));
        let narrow = values::<f32>(known()[1].0);
        assert!(narrow.contains(&f32::INFINITY) && narrow.contains(&f32::MIN_POSITIVE));
        assert!(values::<char>(known()[2].0).contains(&char::MAX));
    }
}
