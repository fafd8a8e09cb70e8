//! Texts and tokens that are cut, flipped or made to harm: each parses or is a clear error, in little memory.

use astragal::Choices;
use astragal::choices::{ParseError, Writer};
use astragal::source::Rng;

use crate::peak::peak_of;

const MEBIBYTE: usize = 1 << 20;

const TEXT: &str = r#"astragal choices 1
# a comment
list {
  2 of 10
  Expr {
    Expr."a \"quoted\" \u{202e} name" 1 of 2
    18446744073709551615 of 2^64
  }
  "" {
  }
}
"#;

/// Flips of one bit, of the case of a letter, of all bits, and into other kinds of characters.
const FLIPS: [u8; 7] = [0x01, 0x02, 0x10, 0x20, 0x7F, 0x80, 0xFF];

/// Parses, and checks that the outcome is sound whatever it is.
fn parse_text(text: &str) -> Result<Choices, ParseError> {
    let (outcome, peak) = peak_of(|| text.parse::<Choices>());
    assert!(peak < MEBIBYTE, "{peak} bytes for {text:?}");
    match &outcome {
        Ok(choices) => assert_eq!(choices.to_string().parse().as_ref(), Ok(choices)),
        Err(error) => {
            let lines = text.split('\n').count();
            assert!(error.line().is_some_and(|line| (1..=lines).contains(&line)), "{error:?}");
            check_error(error);
        }
    }
    outcome
}

fn parse_token(token: &str) -> Result<Choices, ParseError> {
    let (outcome, peak) = peak_of(|| Choices::from_token(token));
    assert!(peak < MEBIBYTE, "{peak} bytes for {token:?}");
    match &outcome {
        Ok(choices) => assert_eq!(Choices::from_token(&choices.token()).as_ref(), Ok(choices)),
        Err(error) => {
            assert_eq!(error.line(), None);
            check_error(error);
        }
    }
    outcome
}

/// An error says something, is short, and does not bring into a terminal what the input held.
fn check_error(error: &ParseError) {
    let shown = error.to_string();
    assert!(!error.message().is_empty() && shown.len() < 600, "{shown:?}");
    assert!(
        !shown.contains(|letter: char| letter.is_control() || ('\u{202A}'..='\u{202E}').contains(&letter)),
        "{shown:?}"
    );
}

fn flipped(text: &str) -> impl Iterator<Item = String> {
    (0..text.len()).flat_map(move |at| {
        FLIPS.into_iter().map(move |flip| {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] ^= flip;
            String::from_utf8_lossy(&bytes).into_owned()
        })
    })
}

/// A token of any payload, with the right checksum, so that what is behind the checksum is reached.
fn token_of(payload: &[u8]) -> String {
    let mut rest = !0u32;
    for &byte in payload {
        rest ^= u32::from(byte);
        for _ in 0..8 {
            rest = if rest & 1 == 1 { rest >> 1 ^ 0xEDB8_8320 } else { rest >> 1 };
        }
    }
    let bytes = [payload, &(!rest).to_le_bytes()].concat();
    let bit = |at: usize| bytes.get(at / 8).map_or(0, |byte| byte >> (7 - at % 8) & 1);
    let letters =
        (0..bytes.len() * 8).step_by(6).map(|start| (start..start + 6).fold(0, |value, at| value << 1 | bit(at)));
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    "a1-".chars().chain(letters.map(|value| char::from(alphabet[usize::from(value)]))).collect()
}

fn nested(depth: usize) -> Choices {
    let mut writer = Writer::default();
    for _ in 0..depth {
        writer.open("Deep");
    }
    writer.put(1, 1);
    writer.finish()
}

#[test]
fn every_truncation_of_a_text_parses_or_is_an_error() {
    parse_text(TEXT).unwrap();
    let ends = (0..TEXT.len()).filter(|&end| TEXT.is_char_boundary(end));
    let parsed = ends.filter(|&end| parse_text(&TEXT[..end]).is_ok()).collect::<Vec<_>>();
    // What may be cut: the last line break, or all but the first line (with or without parts of the comment).
    let body = TEXT.find("list").unwrap();
    assert!(parsed.iter().all(|&end| end <= body || end == TEXT.len() - 1), "{parsed:?}");
}

#[test]
fn every_flipped_byte_of_a_text_parses_or_is_an_error() {
    let failed = flipped(TEXT).filter(|text| parse_text(text).is_err()).count();
    assert!(failed > TEXT.len(), "{failed}");
}

#[test]
fn no_truncation_of_a_token_parses() {
    let token = parse_text(TEXT).unwrap().token();
    parse_token(&token).unwrap();
    for end in 0..token.len() {
        assert!(parse_token(&token[..end]).is_err(), "{}", &token[..end]);
    }
}

#[test]
fn no_token_with_a_flipped_byte_or_two_swapped_letters_parses() {
    let token = parse_text(TEXT).unwrap().token();
    for wrong in flipped(&token) {
        assert!(parse_token(&wrong).is_err(), "{wrong}");
    }
    for at in 1..token.len() {
        let mut letters: Vec<char> = token.chars().collect();
        letters.swap(at - 1, at);
        let swapped = String::from_iter(letters);
        assert!(swapped == token || parse_token(&swapped).is_err(), "{swapped}");
    }
}

#[test]
fn huge_numbers_in_a_text_are_errors() {
    let million_nines = "9".repeat(1_000_000);
    for line in [
        "18446744073709551616 of 18446744073709551616",
        "0 of 18446744073709551617",
        "0 of 340282366920938463463374607431768211456",
        "99999999999999999999999999999999999999999999 of 5",
        "-1 of 5",
        "+1 of 5",
        "0 of +5",
        "0 of 0",
        "1e9 of 5",
        "\"\\u{110000}\" {",
        "\"\\u{d800}\" {",
        "\"\\u{+41}\" {",
        "\"\\u{00000000000000000000000000000000041\" {",
        &format!("0 of {million_nines}"),
        &format!("{million_nines} {{"),
    ] {
        let error = parse_text(&format!("astragal choices 1\n{line}\n")).unwrap_err();
        assert_eq!(error.line(), Some(2), "{error}");
    }
    parse_text(&format!("astragal choices {million_nines}\n")).unwrap_err();
}

#[test]
fn long_names_are_errors() {
    let span = |name: &str| parse_text(&format!("astragal choices 1\n{name} {{\n}}\n"));
    span(&"n".repeat(1024)).unwrap();
    span(&format!("\"{}\"", " ".repeat(1024))).unwrap();
    for name in ["n".repeat(1025), format!("\"{}\"", " ".repeat(1025)), format!("\"{}\"", "\\u{2028}".repeat(400_000))]
    {
        assert!(span(&name).unwrap_err().to_string().contains("1024"));
    }
}

#[test]
fn unbalanced_braces_are_errors() {
    let message = |body: &str| parse_text(&format!("astragal choices 1\n{body}")).unwrap_err().to_string();
    assert_eq!(message("}"), "line 2: `}` closes nothing");
    assert_eq!(message("a {\n}\n}\n"), "line 4: `}` closes nothing");
    assert_eq!(message("a {\na {\n}\n\n"), "line 4: the text ends with spans still open: 1");
}

#[test]
fn the_memory_for_a_text_is_a_small_multiple_of_its_size() {
    for line in ["a {\n", "a {\n}\n", "\"\" {\n", "a.a 0 of 1\n", "0 of 1\n", "\"\".\"\" 0 of 1\n", "#\n", "\n"] {
        let text = format!("astragal choices 1\n{}", line.repeat(20_000 / line.len()));
        let (_, peak) = peak_of(|| text.parse::<Choices>());
        assert!(peak < 40 * text.len(), "{peak} bytes for {} bytes of {line:?}", text.len());
    }
}

#[test]
fn a_token_of_a_thousand_letters_cannot_ask_for_a_mebibyte() {
    for code in 0..=255 {
        let token = token_of(&[code; 750]);
        assert_eq!(token.len(), 3 + 1006);
        let _ = parse_token(&token);
    }
    let zeros = Choices::from_numbers(vec![0; 17 * 750]);
    assert_eq!(parse_token(&zeros.token()), Ok(zeros));
}

#[test]
fn any_payload_with_the_right_checksum_parses_or_is_an_error() {
    let mut rng = Rng::new(1);
    let mut parsed = 0;
    for _ in 0..20_000 {
        // The upper codes are the ones that can go wrong.
        let lowest = 220 * rng.up_to(1);
        let payload: Vec<u8> = (0..rng.up_to(12)).map(|_| (lowest + rng.up_to(255 - lowest)) as u8).collect();
        parsed += usize::from(parse_token(&token_of(&payload)).is_ok());
    }
    assert!((1_000..19_000).contains(&parsed), "{parsed}");
    let message = |payload: &[u8]| parse_token(&token_of(payload)).unwrap_err().to_string();
    assert_eq!(message(&[241]), "the token closes a span that is not open");
    assert_eq!(message(&[240, 240, 241]), "the token ends with spans still open: 1");
    assert_eq!(message(&[255, 1]), "the token ends within a number");
    assert_eq!(message(&[247]), "the token holds the unknown code 247");
}

#[test]
fn a_hundred_thousand_nested_spans_print_and_parse_on_a_small_stack() {
    let run = || {
        let deep = nested(100_000);
        let text = deep.to_string();
        assert!(text.len() < 100_000 * 2 * 140, "{}", text.len());
        assert_eq!(text.parse().as_ref(), Ok(&deep));
        let token = deep.token();
        let bare = Choices::from_token(&token).unwrap();
        assert_eq!(bare.spans().len(), 100_000);
        assert_eq!(bare.token(), token);
    };
    std::thread::Builder::new().stack_size(128 * 1024).spawn(run).unwrap().join().unwrap();
}
