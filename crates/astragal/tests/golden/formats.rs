//! The exact text, token and bytes of some sequences, and that each form reads back what it wrote.

use astragal::Choices;
use astragal::choices::{ByteReader, Choice, Writer};
use astragal::source::Rng;

/// Version 1 of the text form. A later version must still read this.
const TEXT_1: &str = "\
astragal choices 1
Expr {
  Expr.Add 1 of 2
  Expr {
    Expr.Val 0 of 2
    17 of 4294967296
  }
  Empty {
  }
  0 of 1
  0 of 2^64
  0 of 3
  18446744073709551615 of 2^64
}
250 of 1000
";

/// Version 1 of the token of the same sequence. A later version must still read this.
const TOKEN_1: &str = "a1-8AHwABHx8PHh____________8fj6Ijr4Ww";

/// With the shape of the first value.
const TOKEN_2: &str = "a2-8AHwABHx8PHh____________8fj6MNIdRMEkpg";

const BYTES: [u8; 17] = [1, 0, 17, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 248, 250];

fn sample() -> Choices {
    let mut writer = Writer::default();
    writer.open("Expr");
    writer.put_pick(1, 1, "Expr", "Add");
    writer.open("Expr");
    writer.put_pick(0, 1, "Expr", "Val");
    writer.put(17, u64::from(u32::MAX));
    writer.close();
    writer.open("Empty");
    writer.close();
    writer.put(0, 0);
    writer.put(0, u64::MAX);
    writer.put(0, 2);
    writer.put(u64::MAX, u64::MAX);
    writer.close();
    writer.put(250, 999);
    writer.finish()
}

/// The same numbers and spans without names and bounds, as a token holds them.
fn bare(choices: &Choices) -> Choices {
    let text = choices.to_string();
    let lines = text.lines().skip(1).map(|line| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [.., number, "of", _] => format!("{number} of 2^64\n"),
        [.., "{"] => "\"\" {\n".into(),
        _ => "}\n".into(),
    });
    ["astragal choices 1\n".to_owned()].into_iter().chain(lines).collect::<String>().parse().unwrap()
}

/// Any sequence: names that need quotes, bounds of all sizes, spans that nest and are empty.
fn random(rng: &mut Rng) -> Choices {
    let names = ["Expr", "_1", "", "a b", "{", "}", "# x", "1 of 2", "é", "\"\\\"", "a.b", "\n", "\u{202E}", "Vec<u8>"];
    let mut writer = Writer::default();
    for _ in 0..rng.up_to(40) {
        let name = names[rng.up_to(names.len() as u64 - 1) as usize];
        let max = rng.word() >> rng.up_to(63);
        let value = rng.up_to(max) * rng.up_to(1);
        match rng.up_to(5) {
            0 => writer.open(name),
            1 => writer.close(),
            2 => writer.put_pick(value, max, name, "branch"),
            _ => writer.put(value, max),
        }
    }
    writer.finish()
}

fn named(name: &'static str) -> Choices {
    let mut writer = Writer::default();
    writer.open(name);
    writer.finish()
}

fn error(text: &str) -> String {
    text.parse::<Choices>().unwrap_err().to_string()
}

#[test]
fn the_forms_of_a_sequence_are_fixed() {
    assert_eq!(sample().to_string(), TEXT_1);
    assert_eq!(sample().token(), TOKEN_1);
    assert_eq!(sample().to_bytes(), BYTES);
    assert_eq!(Choices::default().to_string(), "astragal choices 1\n");
    assert_eq!(Choices::default().token(), "a1-AAAAAA");
    assert_eq!(sample().replay_token(), TOKEN_2);
    assert!(Choices::default().to_bytes().is_empty());
}

#[test]
fn version_2_of_a_token_is_read() {
    assert_eq!(Choices::from_token(TOKEN_2), Ok(bare(&sample())));
    let token: astragal::choices::ReplayToken = TOKEN_2.parse().unwrap();
    assert_eq!(token.fits(&sample()), Some(true));
    assert_eq!(TOKEN_1.parse::<astragal::choices::ReplayToken>().unwrap().fits(&sample()), None);
}

#[test]
fn version_1_is_read() {
    assert_eq!(TEXT_1.parse(), Ok(sample()));
    assert_eq!(Choices::from_token(TOKEN_1), Ok(bare(&sample())));
    assert_eq!("astragal choices 1".parse(), Ok(Choices::default()));
    assert_eq!(Choices::from_token("a1-AAAAAA"), Ok(Choices::default()));
}

#[test]
fn what_an_editor_or_a_mail_does_to_a_text_is_accepted() {
    let changed = TEXT_1.replace("  ", "\t").replace('\n', " \t\r\n\r\n   # note\r\n");
    assert_eq!(format!("\u{FEFF}\n# note\n{changed}\n\n").parse(), Ok(sample()));
    assert_eq!(TEXT_1.replace("Expr {", "\"Expr\"{").trim_end().parse(), Ok(sample()));
    assert_eq!(Choices::from_token(&format!("\r\n \t{TOKEN_1} \n")), Ok(bare(&sample())));
}

#[test]
fn another_version_is_an_error_that_names_both() {
    let expected = "this is version 2 of the form, but only version 1 can be read";
    assert_eq!(error("\nastragal choices 2\n???"), format!("line 2: {expected}"));
    let expected = "this is version 3 of the form, but only versions up to 2 can be read";
    assert_eq!(Choices::from_token("a3-???").unwrap_err().to_string(), expected);
}

#[test]
fn errors_say_what_was_expected_where() {
    assert_eq!(error(""), "line 1: expected `astragal choices 1`, found nothing");
    assert_eq!(error("\n\u{1b}[31mred"), "line 2: expected `astragal choices 1`, found \"\\u{1b}[31mred\"");
    let in_body = |line: &str| error(&format!("astragal choices 1\r\n0 of 1\r\n{line}\r\n"));
    assert_eq!(in_body("7 of 7"), "line 3: the number 7 is not below its bound 7");
    assert_eq!(in_body("7"), "line 3: expected a number, `of` and a bound, found \"7\"");
    assert_eq!(in_body("Expr"), "line 3: expected `{` or `.` after the name, found nothing");
    assert_eq!(in_body("Expr.Add"), "line 3: expected a number, `of` and a bound, found nothing");
    assert_eq!(in_body("Expr.7 of 8"), "line 3: expected a name, a number or `}`, found \"7 of 8\"");
    assert_eq!(in_body("\"a {"), "line 3: the closing quote of a name is missing");
    assert_eq!(in_body("\"\\n\" {"), "line 3: a backslash starts no known escape before \"n\\\" {\"");
    let token_error = |token: &str| Choices::from_token(token).unwrap_err().to_string();
    for wrong in ["", "a", "a-", "a1", "ax-AAAA", "b1-AAAA", "A1-AAAA"] {
        assert_eq!(token_error(wrong), "a replay token starts with `a2-`");
    }
    assert_eq!(token_error("a1-AA AA"), "a replay token has no ' ' in it");
    assert_eq!(token_error("a1-AAAA"), "the checksum does not match: the token was cut or mistyped");
    assert_eq!(token_error("a1-AAAAAB"), "the token was cut or mistyped at its end");
}

#[test]
fn names_that_could_deceive_are_quoted_and_escaped() {
    for (name, shown) in [
        ("Expr", "Expr"),
        ("_a1", "_a1"),
        ("", "\"\""),
        ("1a", "\"1a\""),
        ("Vec<u8>", "\"Vec<u8>\""),
        ("größe 大", "\"größe 大\""),
        ("a\"b\\", "\"a\\\"b\\\\\""),
        ("a\n}\r\0\u{1b}[0m\u{7f}\u{9b}", "\"a\\u{a}}\\u{d}\\u{0}\\u{1b}[0m\\u{7f}\\u{9b}\""),
        ("\u{202e}\u{2066}\u{200b}\u{feff}\u{e0041}", "\"\\u{202e}\\u{2066}\\u{200b}\\u{feff}\\u{e0041}\""),
        ("\u{2028}\u{a0}\u{3000}\u{301}", "\"\\u{2028}\\u{a0}\\u{3000}\\u{301}\""),
    ] {
        let choices = named(name);
        assert_eq!(choices.to_string(), format!("astragal choices 1\n{shown} {{\n}}\n"));
        assert_eq!(choices.to_string().parse(), Ok(choices));
    }
}

#[test]
fn a_name_that_is_too_long_is_written_as_missing() {
    let long = |len| named(String::leak("n".repeat(len)));
    assert_eq!(long(1024).to_string().parse(), Ok(long(1024)));
    assert_eq!(long(1025).to_string().parse(), Ok(named("")));
}

#[test]
fn indentation_stops_at_16_levels() {
    let mut writer = Writer::default();
    (0..70).for_each(|_| writer.open("a"));
    let text = writer.finish().to_string();
    assert_eq!(text.lines().map(|line| line.len() - line.trim_start().len()).max(), Some(32));
}

#[test]
fn every_form_reads_back_what_it_wrote() {
    let mut rng = Rng::new(1);
    for _ in 0..2_000 {
        let choices = random(&mut rng);
        assert_eq!(choices.to_string().parse().as_ref(), Ok(&choices), "{choices}");

        let token = choices.token();
        let read = Choices::from_token(&token).unwrap();
        assert!(read.numbers().eq(choices.numbers()), "{choices}");
        let ranges = |choices: &Choices| choices.spans().iter().map(|span| span.range()).collect::<Vec<_>>();
        assert_eq!(ranges(&read), ranges(&choices));
        assert_eq!(read.token(), token);

        let mut reader = ByteReader::new(choices.to_bytes());
        for &Choice { value, max } in choices.items() {
            assert_eq!(reader.next(max), Some(value));
        }
        assert_eq!(reader.next(0), None);
    }
}

#[test]
fn numbers_of_every_width_and_zeros_of_every_count_are_kept() {
    let edges = (0..64).flat_map(|bit| [(1u64 << bit) - 1, 1 << bit]).chain([223, 224, 247, 248, 249, 250, u64::MAX]);
    let zeros = (0..40).flat_map(|count| [vec![0; count], vec![225, 240]].concat());
    let choices = Choices::from_numbers(edges.chain(zeros));
    assert_eq!(Choices::from_token(&choices.token()).as_ref(), Ok(&choices));
    let mut reader = ByteReader::new(choices.to_bytes());
    assert!(choices.numbers().all(|number| reader.next(u64::MAX) == Some(number)));
}

#[test]
fn small_numbers_and_zeros_are_cheap_in_a_token() {
    let overhead = Choices::default().token().len();
    assert!(Choices::from_numbers(vec![200; 30]).token().len() <= overhead + 40);
    assert!(Choices::from_numbers(vec![0; 170]).token().len() <= overhead + 14);
}

#[test]
fn any_bytes_are_numbers_below_their_bounds() {
    let mut rng = Rng::new(2);
    for _ in 0..1_000 {
        let bytes: Vec<u8> = (0..rng.up_to(30)).map(|_| (rng.word() | rng.word()) as u8).collect();
        let mut reader = ByteReader::new(bytes.clone());
        let mut read = 0;
        loop {
            let max = rng.word() >> rng.up_to(63);
            let Some(number) = reader.next(max) else { break };
            assert!(number <= max);
            read += 1;
        }
        assert!(read <= bytes.len() && (read > 0 || bytes.is_empty()));
    }
    assert_eq!(ByteReader::new([255]).next(u64::MAX), Some(0));
    assert_eq!(ByteReader::new([249, 7]).next(u64::MAX), Some(7));
    assert_eq!(ByteReader::new([255; 9]).next(u64::MAX - 1), Some(0));
}
