//! A sequence as a fuzzer's byte string, and the numbers of any byte string.
//!
//! The encoding of a number does not depend on its bound, so that bytes keep their meaning where a mutation of an
//! earlier byte changes what is asked for later: 0 to 247 are themselves, and 248 to 255 say that 1 to 8 bytes follow
//! with the number, lowest byte first.

use super::Choices;

/// The first byte that announces a number of more than one byte.
pub(super) const WIDE: u8 = 248;

impl Choices {
    /// The numbers as a byte string, of which [`ByteReader`] makes the same numbers again, given the same bounds.
    ///
    /// The spans and names are not in the bytes: the generator makes them anew when it reads the numbers.
    ///
    /// ```
    /// use astragal::Choices;
    ///
    /// assert_eq!(Choices::from_numbers([3, 247, 248, 258]).to_bytes(), [3, 247, 248, 248, 249, 2, 1]);
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.len());
        for number in self.numbers() {
            match u8::try_from(number) {
                Ok(byte) if byte < WIDE => bytes.push(byte),
                _ => push_wide(&mut bytes, number),
            }
        }
        bytes
    }
}

/// Reads numbers from a byte string, such as one that a fuzzer made.
///
/// Every byte string is a sequence of numbers: one above its bound is taken modulo the bound, and bytes that are
/// missing from the last number are zero.
///
/// ```
/// use astragal::choices::ByteReader;
///
/// let mut reader = ByteReader::new([7, 13, 255, 1]);
/// assert_eq!(reader.next(9), Some(7));
/// assert_eq!(reader.next(9), Some(3)); // 13 modulo 10
/// assert_eq!(reader.next(u64::MAX), Some(1)); // 7 of the 8 bytes are missing
/// assert_eq!(reader.next(9), None);
/// ```
#[derive(Clone, Debug)]
pub struct ByteReader {
    bytes: Vec<u8>,
    at: usize,
}

impl ByteReader {
    /// A reader from the first byte on.
    pub fn new(bytes: impl Into<Vec<u8>>) -> ByteReader {
        ByteReader { bytes: bytes.into(), at: 0 }
    }

    /// How many bytes there are in all, read or not.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The next number, from 0 to `max`; nothing once the bytes are used up.
    pub fn next(&mut self, max: u64) -> Option<u64> {
        let first = *self.bytes.get(self.at)?;
        self.at += 1;
        let number = match first.checked_sub(WIDE) {
            None => u64::from(first),
            Some(more) => {
                let rest = &self.bytes[self.at..];
                let rest = &rest[..rest.len().min(usize::from(more) + 1)];
                self.at += rest.len();
                from_low_first(rest)
            }
        };
        // All of `u64` has no bound that fits into it, and needs none.
        Some(max.checked_add(1).map_or(number, |bound| number % bound))
    }
}

/// Writes how many bytes a number needs, and these bytes, lowest first.
pub(super) fn push_wide(bytes: &mut Vec<u8>, number: u64) {
    let more = number.checked_ilog2().unwrap_or(0) as u8 / 8;
    bytes.push(WIDE + more);
    bytes.extend_from_slice(&number.to_le_bytes()[..=usize::from(more)]);
}

/// The number of up to 8 bytes, lowest first.
pub(super) fn from_low_first(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}
