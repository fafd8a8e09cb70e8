//! A pattern in place of a generator: `#[arbitrary(with = "[a-z]+")]`.

use astragal::laws::Laws;
use astragal::prelude::*;

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Account {
    #[arbitrary(with = "[a-z]{1,8}")]
    name: String,
    #[arbitrary(opaque = r"\d{4}-\d\d")]
    month: String,
}

/// The same with functions.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Written {
    #[arbitrary(with = string_matching("[a-z]{1,8}"))]
    name: String,
    #[arbitrary(with = string_matching(r"\d{4}-\d\d"))]
    month: String,
}

#[test]
fn a_pattern_is_the_generator_of_its_strings() {
    for seed in 0..200 {
        let (Account { name, month }, written) = (any::<Account>().sample(seed), any::<Written>().sample(seed));
        assert_eq!((name, month), (written.name, written.month));
    }
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Token<T> {
    Word(#[arbitrary(with = "[ab]{1,2}")] String),
    Other(T, #[arbitrary(with = "[cd]?")] String),
}

macro_rules! declared {
    ($name:ident, $pattern:literal) => {
        #[derive(Debug, Clone, PartialEq, Arbitrary)]
        struct $name(#[arbitrary(with = $pattern)] String);
    };
}
declared!(Declared, "a|b");

#[test]
fn a_type_with_patterns_keeps_every_power() {
    Laws::of(&any::<Token<bool>>()).backwards().unwrap();
    assert_eq!(any::<Token<bool>>().iter().count(), 6 + 2 * 3);
    assert_eq!(any::<Declared>().iter().map(|declared| declared.0).collect::<Vec<_>>(), ["a", "b"]);
    let token: Token<bool> = Token::Word("abc".into());
    let error = any::<Token<bool>>().choices_of(&token).unwrap_err().to_string();
    assert!(error.contains("the pattern `[ab]{1,2}`"), "{error}");
}

#[property]
fn an_argument_has_a_pattern(
    #[from("[a-z]{1,8}")] owned: String,
    #[from(r"\d+")] lent: &str,
    #[from("x{3}")] inferred: _,
    n: u8,
    #[from("y*")] after: String,
    #[from(0..=after.len())] at: usize,
) {
    assert!((1..=8).contains(&owned.len()) && lent.chars().all(char::is_numeric));
    assert_eq!((inferred.as_str(), u32::from(n) / 256), ("xxx", 0));
    assert!(after[at..].chars().all(|c| c == 'y'));
}
