//! The laws of generators, for every type of the standard library with a usual generator that is not a collection.
//!
//! Values are compared as they are shown: so that a NaN is the same as itself, and the two zeros differ.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::ffi::{CString, OsString};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use astragal::generators::{Chars, Index, result_of};
use astragal::laws::Laws;
use astragal::prelude::*;
use astragal::source::{Reason, Rng};
use astragal::{Choices, Draw};

const CASES: u64 = 300;

fn shown<T: Debug>(value: &T) -> String {
    format!("{value:?}")
}

/// Everything that must hold of any generator that runs backwards.
pub(crate) fn check<G: Reflect>(name: &str, generator: &G)
where
    G::Value: PartialEq + Debug,
{
    for seed in 0..CASES {
        let (value, choices) = generator.record(seed).unwrap();
        assert_eq!(shown(&generator.sample(seed)), shown(&value), "{name}: recording changes what is drawn");
        assert!(choices.units().count() <= 1, "{name}: a value is nothing, one choice, or one span");
        let (replayed, again) = generator.replay_and_record(&choices).unwrap();
        assert_eq!(shown(&replayed), shown(&value), "{name}: a replay gives another value");
        assert_eq!(again, choices, "{name}: a replay makes other choices");
        let found = generator.choices_of(&value).unwrap_or_else(|error| panic!("{name}: {value:?}: {error}"));
        assert_eq!(shown(&generator.replay(&found).unwrap()), shown(&value), "{name}: not the way back");
        assert_eq!(found.units().count(), choices.units().count(), "{name}: the way back has another shape");
    }
    for seed in 0..CASES {
        let mut rng = Rng::new(seed);
        // Small numbers and huge ones: those between make values that are only long.
        let numbers: Vec<u64> =
            (0..rng.up_to(40)).map(|_| rng.word() >> [0, 58, 60, 62][rng.up_to(3) as usize]).collect();
        if let Ok((value, choices)) = generator.replay_and_record(&Choices::from_numbers(numbers)) {
            assert_eq!(shown(&generator.replay(&choices).unwrap()), shown(&value), "{name}");
            let found = generator.choices_of(&value).unwrap_or_else(|error| panic!("{name}: {value:?}: {error}"));
            assert_eq!(shown(&generator.replay(&found).unwrap()), shown(&value), "{name}: not the way back");
        }
    }
}

#[test]
fn what_cannot_be_compared_keeps_the_laws_by_a_comparison_of_its_own() {
    let same = |one: &Mutex<u64>, other: &Mutex<u64>| shown(one) == shown(other);
    crate::all_laws(Laws::by(&any::<Mutex<u64>>(), same));
    assert_eq!(shown(&simplest(&any::<Mutex<u64>>())), shown(&Mutex::new(0u64)));
}

fn simplest<G: Draw>(generator: &G) -> G::Value {
    generator.replay(&Choices::default()).unwrap()
}

fn check_type<T: Arbitrary + PartialEq + Debug>(name: &str, simple: T)
where
    T::Gen: Reflect + Closed,
{
    check(name, &any::<T>());
    crate::closed(any::<T>());
    assert_eq!(shown(&simplest(&any::<T>())), shown(&simple), "{name}");
}

macro_rules! laws {
    ($($name:ident { $($type:ty => $simplest:expr;)+ })+) => {$(
        #[test]
        fn $name() {
            $(
                check_type::<$type>(stringify!($type), $simplest);
            )+
        }
    )+};
}

laws! {
    numbers {
        bool => false;
        f64 => 0.0;
        f32 => 0.0;
        NonZero<u8> => NonZero::new(1).unwrap();
        NonZero<u16> => NonZero::new(1).unwrap();
        NonZero<u32> => NonZero::new(1).unwrap();
        NonZero<u64> => NonZero::new(1).unwrap();
        NonZero<u128> => NonZero::new(1).unwrap();
        NonZero<usize> => NonZero::new(1).unwrap();
        NonZero<i8> => NonZero::new(1).unwrap();
        NonZero<i16> => NonZero::new(1).unwrap();
        NonZero<i32> => NonZero::new(1).unwrap();
        NonZero<i64> => NonZero::new(1).unwrap();
        NonZero<i128> => NonZero::new(1).unwrap();
        NonZero<isize> => NonZero::new(1).unwrap();
        Wrapping<i32> => Wrapping(0);
        Saturating<u8> => Saturating(0);
        Reverse<u16> => Reverse(0);
        Ordering => Ordering::Equal;
        Index => Index::new(0);
    }
    texts {
        char => 'a';
        String => String::new();
        Box<str> => "".into();
        Rc<str> => "".into();
        Arc<str> => "".into();
        Cow<'static, str> => "".into();
        PathBuf => PathBuf::new();
        OsString => OsString::new();
        CString => CString::default();
    }
    pointers_and_cells {
        Box<u8> => Box::new(0);
        Rc<bool> => Rc::new(false);
        Arc<String> => Arc::default();
        Cow<'static, u8> => Cow::Owned(0);
        Cell<i8> => Cell::new(0);
        RefCell<Vec<u8>> => RefCell::default();
        Box<Rc<Arc<u8>>> => Box::default();
    }
    sums_and_units {
        Option<u8> => None;
        Option<Option<bool>> => None;
        Result<u8, String> => Ok(0);
        Result<(), bool> => Ok(());
        () => ();
        PhantomData<u8> => PhantomData;
    }
    parts_beside_each_other {
        (Vec<(String, Option<f32>)>, char, IpAddr, Duration, bool) => (vec![], 'a', Ipv4Addr::UNSPECIFIED.into(), Duration::ZERO, false);
        [Result<char, f64>; 3] => [Ok('a'); 3];
        Vec<Box<str>> => vec![];
        Option<Range<Wrapping<i128>>> => None;
    }
    times {
        Duration => Duration::ZERO;
        SystemTime => SystemTime::UNIX_EPOCH;
    }
    networks {
        Ipv4Addr => Ipv4Addr::UNSPECIFIED;
        Ipv6Addr => Ipv6Addr::UNSPECIFIED;
        IpAddr => Ipv4Addr::UNSPECIFIED.into();
        SocketAddrV4 => SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, 0);
        SocketAddrV6 => SocketAddrV6::new(Ipv6Addr::UNSPECIFIED, 0, 0, 0);
        SocketAddr => SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, 0).into();
    }
    ranges {
        Range<u8> => 0..0;
        RangeInclusive<i64> => 0..=0;
        RangeFrom<u8> => 0..;
        RangeTo<u8> => ..0;
        RangeToInclusive<u8> => ..=0;
        RangeFull => ..;
        Bound<u8> => Bound::Unbounded;
        (Bound<String>, Bound<String>) => (Bound::Unbounded, Bound::Unbounded);
    }
}

#[test]
fn parts_of_the_line_keep_the_laws() {
    macro_rules! floats {
        ($($range:expr => $simplest:expr;)+) => {$(
            let range = $range;
            check(stringify!($range), &range);
            assert_eq!(shown(&simplest(&range)), shown(&$simplest), "{}", stringify!($range));
            for seed in 0..2_000 {
                let value = range.sample(seed);
                assert!(range.contains(&value), "{value} is not in {range:?}");
            }
        )+};
    }
    floats! {
        0.0..1.0f64 => 0.0f64;
        0.0..=1.0f32 => 0.0f32;
        -1.0..1.0f32 => 0.0f32;
        0.25..=0.3f64 => 0.25f64;
        -3.5..-2.5f64 => -2.5000000000000004f64;
        -3.5..=-2.5f32 => -2.5f32;
        1e300..=2e300f64 => 1e300f64;
        f64::MIN..=f64::MAX => 0.0f64;
        f64::MIN..0.0 => -5e-324f64;
        0.0..f64::INFINITY => 0.0f64;
        f32::NEG_INFINITY..=f32::INFINITY => 0.0f32;
        0.0..5e-324f64 => 0.0f64;
        7.0..=7.0f64 => 7.0f64;
    }
    let negative_zero = |range: RangeInclusive<f64>| range.choices_of(&-0.0).is_ok();
    assert!(!negative_zero(0.0..=1.0) && negative_zero(-0.0..=1.0) && negative_zero(-1.0..=0.0));
    assert!((-1.0..0.0f64).choices_of(&-0.0).is_err(), "-0.0 is not below 0.0");
}

#[test]
fn a_policy_says_which_floats_are_no_numbers() {
    let all = any::<f64>();
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    let allowed = |generator: astragal::generators::Float<f64>| {
        check("a policy", &generator);
        let reflected = odd.map(|value| generator.choices_of(&value).is_ok());
        let mut drawn = [false; 3];
        for seed in 0..3_000 {
            let value = generator.sample(seed);
            drawn[0] |= value.is_nan();
            drawn[1] |= value == f64::INFINITY;
            drawn[2] |= value == f64::NEG_INFINITY;
        }
        assert_eq!(drawn, reflected);
        drawn
    };
    assert_eq!(allowed(all), [true; 3]);
    assert_eq!(allowed(all.finite()), [false; 3]);
    assert_eq!(allowed(all.nan(false)), [false, true, true]);
    assert_eq!(allowed(all.infinite(false)), [true, false, false]);
    assert_eq!(allowed(float(0.0..=1.0)), [false; 3]);
    assert_eq!(allowed(float(0.0..=1.0).nan(true)), [true, false, false]);
    assert_eq!(allowed(float(0.0..=f64::INFINITY)), [false, true, false]);
}

#[test]
fn classes_of_characters_keep_the_laws() {
    let odd = Chars::from_ranges(['\u{D7F0}'..='\u{E010}', '\n'..='\n', 'x'..='\u{85}']);
    let classes = [
        (Chars::any(), 'a'),
        (Chars::ascii(), 'a'),
        (Chars::printable(), 'a'),
        (Chars::digits(), '0'),
        (Chars::letters(), 'a'),
        (Chars::alphanumeric(), 'a'),
        (Chars::range('P'..'a'), 'P'),
        (Chars::digits().union('α'..='ω').union(' '..=' '), '0'),
        (odd, 'x'),
    ];
    for (class, simple) in classes {
        check(&format!("{class:?}"), &class);
        assert_eq!(simplest(&class), simple);
        for length in [0..=0, 1..=9, 60..=70] {
            let strings = string_of(class.clone(), length.clone());
            check(&format!("{strings:?}"), &strings);
            assert_eq!(simplest(&strings), String::from(simple).repeat(*length.start()));
            for seed in 0..CASES {
                let string = strings.sample(seed);
                assert!(length.contains(&string.chars().count()));
                assert!(string.chars().all(|c| class.choices_of(&c).is_ok()), "{string:?}");
            }
        }
    }
    check("'a'..='z'", &('a'..='z'));
    check("'a'..'c'", &('a'..'c'));
    assert!(string_of('a'..='c', 2).choices_of(&"abc".to_string()).is_err());
    assert!(string_of('a'..='c', 1..).choices_of(&"abcd".to_string()).is_err());
}

#[test]
fn what_is_empty_is_a_usage_error() {
    fn reason<G: Draw>(generator: G) -> String
    where
        G::Value: Debug,
    {
        let gave_up = generator.try_sample(1).unwrap_err();
        assert!(matches!(gave_up.reason(), Reason::Usage { .. }), "{gave_up}");
        assert!(matches!(generator.replay(&Choices::default()).unwrap_err().reason(), Reason::Usage { .. }));
        gave_up.to_string()
    }
    #[allow(clippy::reversed_empty_ranges)]
    let backwards = float(1.0..0.0f64);
    assert!(reason(backwards).contains(file!()), "it says where the range stands");
    reason(1.0..1.0f64);
    reason(float(0.0..=f64::NAN));
    reason(f32::NAN..0.0);
    reason(f64::NEG_INFINITY..f64::MIN);
    assert!(reason(Chars::range('b'..='a')).contains(file!()));
    reason('a'..'a');
    let seconds = Duration::from_secs;
    assert!(reason(seconds(5)..=seconds(3)).contains("no duration is in 5s..=3s"));
    reason(seconds(5)..seconds(5));
    reason(Duration::ZERO..Duration::ZERO);
    reason('\0'..'\0');
    reason(Chars::from_ranges([]));
    reason(string_of(Chars::from_ranges([]), 0..=3));
    reason(string_of([], 0..=3));
    #[allow(clippy::reversed_empty_ranges)]
    let no_length = string_of('a'..='z', 3..=2);
    assert!(reason(no_length).contains(file!()));
}

#[test]
fn parts_keep_their_bounds() {
    check("option_of", &option_of(3..=5u8));
    check("result_of", &result_of(3..=5u8, just('x')));
    assert!(option_of(3..=5u8).choices_of(&Some(6)).is_err());
    assert!(result_of(3..=5u8, 1..=2u8).choices_of(&Err(3)).is_err());
    let brackets = ['(', ')', '[', ']'];
    check("some characters", &string_of(brackets, 0..=5));
    check("characters of a slice", &string_of(&brackets[1..], 0..=5));
    check("one character", &string_of('x', 0..=5));
    assert!(string_of(brackets, 0..=5).choices_of(&"([)".to_string()).is_ok());
    assert!(string_of(brackets, 0..=5).choices_of(&"(a)".to_string()).is_err());
    // The last range takes more than 64 bits.
    let (short, long) = (Duration::from_millis(5), Duration::new(30, 1));
    check("durations", &(short..=long));
    check("durations, half-open", &(short..long));
    check("all durations", &(short..=Duration::MAX));
    assert_eq!(simplest(&(short..=long)), short);
    assert!((short..long).choices_of(&long).is_err());
    assert!((short..long).choices_of(&(long - Duration::from_nanos(1))).is_ok());
    assert!((short..=long).choices_of(&Duration::ZERO).is_err());
    assert!((0..300).all(|seed| (short..=long).contains(&(short..=long).sample(seed))));
    // A system clock of another resolution, or of another age, is not one of ours.
    let before = SystemTime::UNIX_EPOCH - Duration::new(5, 100);
    assert!(any::<SystemTime>().choices_of(&before).is_ok());
    assert!(any::<SystemTime>().choices_of(&(before - Duration::from_secs(1 << 40))).is_err());
}

/// Types that end only through an `Option` or a `Result`.
#[derive(Debug, PartialEq, Arbitrary)]
struct Link {
    value: u8,
    next: Option<Box<Link>>,
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Attempt {
    result: Result<Box<Attempt>, u8>,
}

#[test]
fn what_ends_only_in_an_option_or_a_result_ends_and_grows() {
    check("Link", &any::<Link>());
    check("Attempt", &any::<Attempt>());
    crate::closed(any::<Link>());
    crate::closed(any::<Attempt>());
    crate::closed(any::<Result<Link, u8>>());
    crate::closed(any::<Result<u8, Link>>());
    assert_eq!(shown(&simplest(&any::<Link>())), "Link { value: 0, next: None }");
    assert_eq!(shown(&simplest(&any::<Attempt>())), "Attempt { result: Err(0) }");
    let length = |seed| {
        let mut link = any::<Link>().sample(seed);
        let (mut length, mut sum) = (1, u32::from(link.value));
        while let Some(next) = link.next {
            link = *next;
            (length, sum) = (length + 1, sum + u32::from(link.value));
        }
        assert!(sum <= length * 255);
        length
    };
    let lengths: Vec<u32> = (0..1_000).map(length).collect();
    assert!(lengths.iter().all(|&length| length <= 102), "a list is not longer than its size");
    assert!(lengths.contains(&1) && lengths.iter().any(|&length| length > 30));
}
