//! The replay token: the numbers and spans of a sequence in one short word that can be pasted into a shell.
//!
//! A token is `a1-` and the base64url form of a payload and its CRC-32, lowest byte first. Version 2, `a2-`, has 3 bytes
//! between them: the shape of what was recorded, by which a token of another property is told (see [`ReplayToken::fits`]).
//! The payload is a string of codes, one byte each:
//!
//! | code       | meaning                                              |
//! |------------|------------------------------------------------------|
//! | 0 to 223   | this number                                          |
//! | 224 to 239 | 2 to 17 zeros                                        |
//! | 240, 241   | a span opens, closes                                 |
//! | 248 to 255 | the number in the 1 to 8 bytes after, lowest first   |
//!
//! A code represents 17 choices at most, so that a hostile token cannot ask for much more memory than it has itself.

use super::bytes::{WIDE, from_low_first, push_wide};
use super::text::{ParseError, Step, check_version, steps};
use super::{Choices, Label, Writer};

const VERSIONS: std::ops::RangeInclusive<u64> = 1..=2;

/// Two zeros; the codes up to `OPEN` represent one zero more each.
const ZEROS: u8 = 224;
const OPEN: u8 = 240;
const CLOSE: u8 = 241;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

impl Choices {
    /// The sequence as one short word of letters, digits, `-` and `_`, to be given to [`Choices::from_token`].
    ///
    /// It holds the numbers and the spans; names and bounds are left to the generator that replays it.
    ///
    /// ```
    /// use astragal::Choices;
    ///
    /// assert_eq!(Choices::from_numbers([3, 0, 0, 0, 1]).token(), "a1-A-EBcJVlzQ");
    /// ```
    pub fn token(&self) -> String {
        written("a1-", payload(self))
    }

    /// As [`token`](Choices::token), for a sequence that was recorded: with its shape, so that it is not taken for a case of
    /// another property.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::choices::ReplayToken;
    ///
    /// let (_, recorded) = (any::<u8>(), any::<String>()).record(1).unwrap();
    /// let (_, others) = any::<u64>().record(1).unwrap();
    /// let token: ReplayToken = recorded.replay_token().parse().unwrap();
    /// assert_eq!((token.fits(&recorded), token.fits(&others)), (Some(true), Some(false)));
    /// ```
    pub fn replay_token(&self) -> String {
        let (mut payload, mut shape) = (Payload::with_room(self), Shape::default());
        for step in steps(self) {
            shape.absorb(self, &step);
            payload.put(self, &step);
        }
        payload.bytes.extend_from_slice(&shape.bytes());
        written("a2-", payload.bytes)
    }

    /// Reads a replay token of any version; white space around it is accepted. Names are missing and bounds unknown in the
    /// result.
    ///
    /// # Errors
    /// If the text is not a token, or was cut or mistyped.
    ///
    /// ```
    /// use astragal::Choices;
    ///
    /// assert_eq!(Choices::from_token(" a1-A-EBcJVlzQ\n").unwrap(), Choices::from_numbers([3, 0, 0, 0, 1]));
    /// assert!(Choices::from_token("a1-A-EBcJVLzQ").unwrap_err().to_string().contains("mistyped"));
    /// ```
    pub fn from_token(text: &str) -> Result<Choices, ParseError> {
        text.parse().map(ReplayToken::into_choices)
    }
}

/// A replay token that was read: the choices, and from version 2 on the shape of the case that was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayToken {
    choices: Choices,
    shape: Option<[u8; SHAPE]>,
}

impl ReplayToken {
    /// The choices. Names are missing and bounds unknown.
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// See [`choices`](ReplayToken::choices).
    pub fn into_choices(self) -> Choices {
        self.choices
    }

    /// Whether what its replay records has the shape of what the token was made of: the bounds of all choices, and how spans
    /// are nested. Nothing if the token is of version 1, which does not say.
    ///
    /// Names do not count, so that a type or a variant may be renamed. Only the first value counts: all others of a property
    /// that draws while it runs may depend on the code under test.
    pub fn fits(&self, recorded: &Choices) -> Option<bool> {
        self.shape.map(|shape| shape == shape_of(recorded))
    }
}

impl std::str::FromStr for ReplayToken {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<ReplayToken, ParseError> {
        read_token(text.trim()).map_err(ParseError::in_token)
    }
}

/// How many bytes a shape has.
const SHAPE: usize = 3;

/// The prime of FNV-1a, and its powers.
const PRIME: u64 = 0x0100_0000_01B3;
static POWERS: [u64; 9] = {
    let mut powers = [1; 9];
    let mut at = 1;
    while at < powers.len() {
        powers[at] = PRIME.wrapping_mul(powers[at - 1]);
        at += 1;
    }
    powers
};

/// The hash (FNV-1a) of the bounds and spans of the first value.
struct Shape {
    hash: u64,
    depth: u32,
    is_over: bool,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape { hash: 0xCBF2_9CE4_8422_2325, depth: 0, is_over: false }
    }
}

impl Shape {
    fn absorb(&mut self, choices: &Choices, step: &Step<'_>) {
        if self.is_over {
            return;
        }
        match step {
            Step::Open(_) => {
                self.byte(OPEN);
                self.depth += 1;
            }
            Step::Close => {
                self.byte(CLOSE);
                self.depth -= 1;
            }
            Step::Choice(at) => self.bound(choices.items[*at].max),
        }
        self.is_over = self.depth == 0;
    }

    fn byte(&mut self, byte: u8) {
        self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(PRIME);
    }

    /// Its 8 bytes, lowest first. Most bounds are small, and zeros only multiply.
    fn bound(&mut self, mut bound: u64) {
        let mut zeros = 8;
        while bound > 0 {
            self.byte(bound as u8);
            bound >>= 8;
            zeros -= 1;
        }
        self.hash = self.hash.wrapping_mul(POWERS[zeros]);
    }

    fn bytes(&self) -> [u8; SHAPE] {
        let [first, second, third, fourth, fifth, sixth, ..] = self.hash.to_le_bytes();
        [first ^ fourth, second ^ fifth, third ^ sixth]
    }
}

fn shape_of(choices: &Choices) -> [u8; SHAPE] {
    let mut shape = Shape::default();
    steps(choices)
        .take_while(|step| {
            shape.absorb(choices, step);
            !shape.is_over
        })
        .for_each(drop);
    shape.bytes()
}

fn payload(choices: &Choices) -> Vec<u8> {
    let mut payload = Payload::with_room(choices);
    steps(choices).for_each(|step| payload.put(choices, &step));
    payload.bytes
}

fn written(version: &str, mut bytes: Vec<u8>) -> String {
    let checksum = crc32(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    // 3 bytes are 4 letters, and the 1 or 2 bytes after them 2 or 3; there is no padding.
    let mut text = vec![0; version.len() + (bytes.len() * 4).div_ceil(3)];
    text[..version.len()].copy_from_slice(version.as_bytes());
    to_base64(&bytes, &mut text[version.len()..]);
    String::from_utf8(text).unwrap_or_default()
}

struct Payload {
    bytes: Vec<u8>,
    /// Where the last code is: the bytes of a wide number are not codes.
    last: usize,
}

impl Payload {
    /// With room for one code each, and for what comes behind them.
    fn with_room(choices: &Choices) -> Payload {
        Payload { bytes: Vec::with_capacity(choices.len() + 2 * choices.spans().len() + 16), last: 0 }
    }

    fn put(&mut self, choices: &Choices, step: &Step<'_>) {
        match step {
            Step::Open(_) => self.code(OPEN),
            Step::Close => self.code(CLOSE),
            Step::Choice(at) => self.number(choices.items[*at].value),
        }
    }

    fn code(&mut self, code: u8) {
        self.last = self.bytes.len();
        self.bytes.push(code);
    }

    fn number(&mut self, number: u64) {
        match u8::try_from(number) {
            Ok(0) => self.zero(),
            Ok(byte) if byte < ZEROS => self.code(byte),
            _ => {
                self.last = self.bytes.len();
                push_wide(&mut self.bytes, number);
            }
        }
    }

    /// One zero more: lengthens the zeros that come last, as far as one code can.
    fn zero(&mut self) {
        match self.bytes.get_mut(self.last) {
            Some(last @ 0) => *last = ZEROS,
            Some(last) if (ZEROS..OPEN - 1).contains(last) => *last += 1,
            _ => self.code(0),
        }
    }
}

fn read_token(text: &str) -> Result<ReplayToken, String> {
    let parts = text.strip_prefix('a').and_then(|rest| rest.split_once('-'));
    let is_version = |version: &str| version.starts_with(|letter: char| letter.is_ascii_digit());
    let (version, body) = parts
        .filter(|(version, _)| is_version(version))
        .ok_or_else(|| format!("a replay token starts with `a{}-`", VERSIONS.end()))?;
    let version = check_version(version, VERSIONS)?;
    let bytes = from_base64(body)?;
    let checked = match bytes.split_last_chunk() {
        Some((checked, checksum)) if u32::from_le_bytes(*checksum) == crc32(checked) => checked,
        _ => return Err("the checksum does not match: the token was cut or mistyped".into()),
    };
    match (version, checked.split_last_chunk()) {
        (1, _) => Ok(ReplayToken { choices: read_payload(checked)?, shape: None }),
        (_, Some((payload, shape))) => Ok(ReplayToken { choices: read_payload(payload)?, shape: Some(*shape) }),
        (_, None) => Err("the token has no shape".into()),
    }
}

fn read_payload(mut rest: &[u8]) -> Result<Choices, String> {
    let mut writer = Writer::default();
    let put = |writer: &mut Writer, number| writer.put(number, u64::MAX);
    while let Some((&code, after)) = rest.split_first() {
        rest = after;
        match code {
            0..ZEROS => put(&mut writer, u64::from(code)),
            ZEROS..OPEN => (0..code - ZEROS + 2).for_each(|_| put(&mut writer, 0)),
            WIDE.. => {
                let split = rest.split_at_checked(usize::from(code - WIDE) + 1);
                let (number, after) = split.ok_or("the token ends within a number")?;
                rest = after;
                put(&mut writer, from_low_first(number));
            }
            OPEN => writer.open(Label::default()),
            CLOSE if writer.depth() > 0 => writer.close(),
            CLOSE => return Err("the token closes a span that is not open".into()),
            _ => return Err(format!("the token holds the unknown code {code}")),
        }
    }
    match writer.depth() {
        0 => Ok(writer.finish()),
        open => Err(format!("the token ends with spans still open: {open}")),
    }
}

/// CRC-32 (IEEE): it finds every change within 32 bits in a row, such as a wrong letter or two that were swapped.
fn crc32(bytes: &[u8]) -> u32 {
    let mut rest: u32 = !0;
    for &byte in bytes {
        rest = (rest >> 8) ^ REMAINDERS[(rest as u8 ^ byte) as usize];
    }
    !rest
}

/// The remainder that each byte leaves.
static REMAINDERS: [u32; 256] = {
    let mut remainders = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut rest, mut bit) = (byte as u32, 0);
        while bit < 8 {
            rest = (rest >> 1) ^ (0xEDB8_8320 & (rest & 1).wrapping_neg());
            bit += 1;
        }
        remainders[byte] = rest;
        byte += 1;
    }
    remainders
};

/// Fills a text with the letters of bytes. It is a plain loop because programs that are not optimized write many tokens, too.
fn to_base64(bytes: &[u8], text: &mut [u8]) {
    let (mut bits, mut held, mut at) = (0u32, 0, 0);
    for &byte in bytes {
        bits = bits << 8 | byte as u32;
        held += 8;
        while held >= 6 {
            held -= 6;
            text[at] = ALPHABET[(bits >> held) as usize & 63];
            at += 1;
        }
    }
    if held > 0 {
        text[at] = ALPHABET[(bits << (6 - held)) as usize & 63];
    }
}

fn from_base64(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    let (mut bits, mut held) = (0u32, 0);
    for letter in text.chars() {
        let value = ALPHABET.iter().position(|&known| char::from(known) == letter);
        let value = value.ok_or_else(|| format!("a replay token has no {letter:?} in it"))?;
        bits = bits << 6 | value as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    // A letter too many, or bits after the last byte, are not what `to_base64` writes.
    if held >= 6 || bits != 0 { Err("the token was cut or mistyped at its end".into()) } else { Ok(bytes) }
}
