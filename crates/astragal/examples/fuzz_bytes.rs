//! Runs a parser on a fuzzer's bytes: the generator turns bytes into valid inputs, and a value written by hand into bytes
//! for the corpus.

use astragal::Choices;
use astragal::Source;
use astragal::prelude::*;
use astragal::source::Rng;

/// Values of a small data format, and with them the texts that its parser is given.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Data {
    Null,
    Number(i16),
    List(Vec<Data>),
}

impl Data {
    fn text(&self) -> String {
        match self {
            Data::Null => "null".to_string(),
            Data::Number(number) => number.to_string(),
            Data::List(items) => format!("[{}]", items.iter().map(Data::text).collect::<Vec<_>>().join(", ")),
        }
    }
}

/// The parser under test: a value, and the rest of the text.
fn parsed(text: &str) -> Option<(Data, &str)> {
    if let Some(rest) = text.strip_prefix("null") {
        return Some((Data::Null, rest));
    }
    if let Some(mut rest) = text.strip_prefix('[') {
        let mut items = Vec::new();
        while !rest.starts_with(']') {
            let (item, after) = parsed(rest)?;
            items.push(item);
            rest = after.strip_prefix(", ").unwrap_or(after);
        }
        return Some((Data::List(items), &rest[1..]));
    }
    let end = text.find(|c: char| c != '-' && !c.is_ascii_digit()).unwrap_or(text.len());
    Some((Data::Number(text[..end].parse().ok()?), &text[end..]))
}

/// What a fuzz target does with its bytes. With `cargo fuzz`, this is the body of `fuzz_target!`.
///
/// Nothing comes back if the bytes ask for more than a test case may hold, such as a list of a billion items.
fn fuzz_target(bytes: &[u8]) -> Option<Data> {
    let data = Source::bytes(bytes).try_draw(any::<Data>()).ok()?;
    assert_eq!(parsed(&data.text()), Some((data.clone(), "")));
    Some(data)
}

fn main() {
    // The stand-in for a fuzzer is a loop over random bytes.
    let mut rng = Rng::new(1);
    let mut valid = 0;
    for _ in 0..1_000 {
        let bytes: Vec<u8> = (0..rng.up_to(30)).map(|_| rng.word() as u8).collect();
        valid += u32::from(fuzz_target(&bytes).is_some());
    }
    println!("{valid} of 1000 random byte strings are values");
    assert!(valid > 900);
    assert_eq!(fuzz_target(&[]), Some(Data::Null)); // no bytes read as zeros, which make the simplest value
    assert_eq!(fuzz_target(&[2, 2, 1, 9]), Some(Data::List(vec![Data::Number(5), Data::Null])));

    // A value by hand becomes bytes for the corpus: the fuzzer begins with what is interesting.
    let by_hand = Data::List(vec![Data::Number(i16::MIN), Data::List(vec![])]);
    let corpus = any::<Data>().choices_of(&by_hand).unwrap().to_bytes();
    println!("{} is {corpus:?} in the corpus", by_hand.text());
    assert_eq!(fuzz_target(&corpus).as_ref(), Some(&by_hand));

    // The fuzzer changes bytes, and each change is another value.
    for at in 0..corpus.len() {
        let mut changed = corpus.clone();
        changed[at] ^= 1;
        println!("{changed:?} is {}", fuzz_target(&changed).map_or("too large".to_string(), |data| data.text()));
    }

    // A crash under the fuzzer is kept as a token for an ordinary regression test.
    let mut src = Source::bytes(corpus).recording();
    let crash = src.try_draw(any::<Data>()).unwrap();
    let token = src.recorded().token();
    println!("token: {token}");
    assert_eq!(any::<Data>().replay(&Choices::from_token(&token).unwrap()).unwrap(), crash);
}
