//! A log of records, as bytes: each is its length in groups of seven bits, the lowest first, then what it holds.

/// Bytes that are not a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// A length that takes more than 32 bits, or more bytes than it needs.
    BadLength,
    /// The bytes end within a record.
    Truncated,
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Damage::BadLength => "a length is not as it would be written",
            Damage::Truncated => "the log ends within a record",
        })
    }
}

impl std::error::Error for Damage {}

/// Adds a number in groups of seven bits.
pub fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number from the front: nothing if there are too few bytes.
pub fn take_number(bytes: &mut &[u8]) -> Result<Option<u32>, Damage> {
    let mut number = 0u32;
    for (at, &byte) in bytes.iter().enumerate() {
        let group = u32::from(byte & 0x7F);
        if at == 5 || (at == 4 && group > 0x0F) || (at > 0 && byte == 0) {
            return Err(Damage::BadLength);
        }
        number |= group << (7 * at);
        if byte < 0x80 {
            *bytes = &bytes[at + 1..];
            return Ok(Some(number));
        }
    }
    if bytes.len() < 5 { Ok(None) } else { Err(Damage::BadLength) }
}

/// The bytes of a log.
pub fn encode<R: AsRef<[u8]>>(records: &[R]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for record in records {
        let record = record.as_ref();
        push_number(&mut bytes, record.len() as u32);
        bytes.extend_from_slice(record);
    }
    bytes
}

/// The records of a log.
pub fn decode(bytes: &[u8]) -> Result<Vec<Vec<u8>>, Damage> {
    let mut decoder = Decoder::default();
    let records = decoder.feed(bytes)?;
    if decoder.is_between_records() { Ok(records) } else { Err(Damage::Truncated) }
}

/// Decodes a log that arrives in pieces.
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    waiting: Vec<u8>,
}

impl Decoder {
    /// Takes the next piece, and gives the records that are now complete.
    pub fn feed(&mut self, piece: &[u8]) -> Result<Vec<Vec<u8>>, Damage> {
        self.waiting.extend_from_slice(piece);
        let mut records = Vec::new();
        let mut rest = &self.waiting[..];
        loop {
            let mut body = rest;
            let Some(length) = take_number(&mut body)? else { break };
            let Some((record, after)) = body.split_at_checked(length as usize) else { break };
            records.push(record.to_vec());
            rest = after;
        }
        self.waiting = rest.to_vec();
        Ok(records)
    }

    /// Whether nothing is waiting for its end.
    pub fn is_between_records(&self) -> bool {
        self.waiting.is_empty()
    }
}
