//! Checks a codec by a call of the library: the report is data, with everything that a test prints.
//!
//! The codec is that of addresses on the web: whatever is not plain is written as `%` and two hexadecimal digits.

use astragal::prelude::*;
use astragal::report::{Found, Origin, Style, Verdict};
use astragal::{Check, Report};

fn encode(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// Takes every byte for a character of its own: a bug, which no test in English finds.
fn decode_by_character(code: &str) -> Result<String, String> {
    Ok(bytes_of(code)?.into_iter().map(char::from).collect())
}

fn decode(code: &str) -> Result<String, String> {
    String::from_utf8(bytes_of(code)?).map_err(|error| error.to_string())
}

fn bytes_of(code: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = code.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'%' {
            bytes.push(first);
            continue;
        }
        let (digits, after) = after.split_at_checked(2).ok_or("a code ends after its %")?;
        let digits = std::str::from_utf8(digits).map_err(|error| error.to_string())?;
        bytes.push(u8::from_str_radix(digits, 16).map_err(|error| error.to_string())?);
        rest = after;
    }
    Ok(bytes)
}

/// Encoding and then decoding gives the same text. A property may return a `Result`.
fn round_trip(decode: fn(&str) -> Result<String, String>, pins: &[String]) -> Report {
    let check = pins.iter().fold(Check::new().seed(1), |check, pin| check.pin(pin));
    check.run(any::<String>(), |text| {
        let code = encode(&text);
        note!("its code is {code}");
        let decoded = decode(&code)?;
        if decoded == text { Ok(()) } else { Err(format!("{decoded:?} came back")) }
    })
}

fn main() {
    let report = round_trip(decode_by_character, &[]);
    print!("{}", report.render(Style::plain()));
    assert_eq!(report.verdict, Verdict::Failed);

    // All that is printed is there as data: the smallest case, how it failed, and how it was found.
    let failure = &report.failures[0];
    assert_eq!(failure.minimal.drawn[0].text, "\"\\u{80}\"");
    assert_eq!(failure.minimal.notes[0].text, "its code is %C2%80");
    assert!(matches!(&failure.origin, Origin::ReturnedError(of) if of.contains("String")));
    assert!(matches!(failure.found, Found::Random(_)) && failure.shrinking.finished);

    // Its token is the case. It fails first of all where the bug is, and passes where it is not.
    let token = failure.minimal.choices.token();
    println!("replay token: {token}");
    let again = round_trip(decode_by_character, std::slice::from_ref(&token));
    assert_eq!((&again.failures[0].found, again.statistics.cases), (&Found::Pinned, 1));
    let fixed = round_trip(decode, &[token]);
    assert_eq!((fixed.verdict, fixed.statistics.cases), (Verdict::Passed, 1_001));

    // Anything may be decoded; an error is an answer, a panic is not. An example is tried before all other cases.
    let letter = one_of![3 => just('%'), 2 => select(['0', 'f', 'F', 'g']), 1 => any::<char>()];
    let any_code = vec_of(letter, 0..=9).map(String::from_iter);
    let report = Check::new().seed(1).run_with_examples(any_code, &[&|| "%é".to_string()], |code| {
        let _ = decode(&code);
    });
    assert_eq!((report.verdict, report.statistics.examples), (Verdict::Passed, 1));
}
