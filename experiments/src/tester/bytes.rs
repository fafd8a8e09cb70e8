//! Planted bugs of codecs: blocks, runs, padding, and what is not well formed.

use super::falsifiable::{Subject, falsifiable};

type Bytes = Vec<u8>;

pub(super) fn all() -> Vec<Box<dyn Subject>> {
    vec![
        falsifiable("bytes/base64", "two bytes are padded as one is", |faulty, bytes: &Bytes| {
            from_base64(&base64(faulty, bytes)) == *bytes
        })
        .minimal([vec![0, 0]]),
        falsifiable("bytes/runs", "a run of sixteen is written as one of none", |faulty, bytes: &Bytes| {
            // A run is its length in four bits, and the two halves of its byte.
            let longest = if faulty { 16 } else { 15 };
            let runs = bytes.chunk_by(|a, b| a == b).flat_map(|run| run.chunks(longest));
            let coded: Vec<(u8, u8)> = runs.map(|run| (run.len() as u8 & 0xF, run[0])).collect();
            let back = coded.iter().flat_map(|&(length, byte)| vec![byte; length.into()]);
            back.eq(bytes.iter().copied())
        })
        .minimal([vec![0; 16]]),
        falsifiable("bytes/copies", "a copy that overlaps itself is cut", |faulty, bytes: &Bytes| {
            unpacked(faulty, &packed(bytes)) == *bytes
        })
        .minimal([vec![0; 4]]),
        falsifiable("bytes/bits", "a last byte that is full is forgotten", |faulty, bits: &Vec<bool>| {
            let byte = |bits: &[bool]| bits.iter().rev().fold(0_u8, |byte, bit| byte << 1 | u8::from(*bit));
            let blocks = bits.chunks(8).filter(|block| block.len() < 8).map(byte);
            let full = bits.len() / 8 - usize::from(faulty && !bits.is_empty() && bits.len().is_multiple_of(8));
            let packed: Bytes = bits.chunks_exact(8).take(full).map(byte).chain(blocks).collect();
            (0..bits.len()).all(|at| packed.get(at / 8).is_some_and(|byte| (byte >> (at % 8) & 1 == 1) == bits[at]))
        })
        .minimal([vec![false; 8]]),
        falsifiable("bytes/checksum", "of an odd number of bytes the last is not summed", |faulty, bytes: &Bytes| {
            let sum = |bytes: &[u8]| {
                let pairs = bytes.chunks(2).filter(|pair| !faulty || pair.len() == 2);
                pairs.fold(0_u16, |sum, pair| {
                    let (sum, carry) = sum.overflowing_add(u16::from_be_bytes([pair[0], *pair.get(1).unwrap_or(&0)]));
                    sum + u16::from(carry)
                })
            };
            // A bit that falls over is noticed.
            (0..bytes.len()).all(|at| {
                let mut broken = bytes.clone();
                broken[at] ^= 1;
                sum(&broken) != sum(bytes)
            })
        })
        .minimal([vec![0]]),
        falsifiable("bytes/overlong", "characters may be longer than they need to be", |faulty, bytes: &Bytes| {
            is_utf8(faulty, false, bytes) == std::str::from_utf8(bytes).is_ok()
        })
        .minimal([vec![0xC0, 0x80]]),
        falsifiable("bytes/half_characters", "surrogates count as characters", |faulty, bytes: &Bytes| {
            is_utf8(false, faulty, bytes) == std::str::from_utf8(bytes).is_ok()
        })
        .minimal([vec![0xED, 0xA0, 0x80]]),
        falsifiable(
            "bytes/frames",
            "the mark of a frame is escaped, but the escape is not",
            |faulty, frames: &Vec<Bytes>| {
                const MARK: u8 = 0x7E;
                const ESCAPE: u8 = 0x7D;
                let escaped = |byte: &u8| match *byte {
                    MARK => vec![ESCAPE, MARK ^ 0x20],
                    ESCAPE if !faulty => vec![ESCAPE, ESCAPE ^ 0x20],
                    byte => vec![byte],
                };
                let sent: Bytes = frames
                    .iter()
                    .flat_map(|frame| frame.iter().flat_map(escaped).chain([MARK]).collect::<Bytes>())
                    .collect();
                let mut received = Vec::new();
                let (mut frame, mut is_escaped) = (Bytes::new(), false);
                for byte in sent {
                    match byte {
                        MARK => received.push(std::mem::take(&mut frame)),
                        ESCAPE => is_escaped = true,
                        byte => frame.push(if std::mem::take(&mut is_escaped) { byte ^ 0x20 } else { byte }),
                    }
                }
                received == *frames
            },
        )
        .minimal([vec![vec![0x7D]]]),
    ]
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(faulty: bool, bytes: &[u8]) -> Bytes {
    let mut text = Bytes::new();
    for block in bytes.chunks(3) {
        let [a, b, c] = [0, 1, 2].map(|at| u32::from(*block.get(at).unwrap_or(&0)));
        let bits = a << 16 | b << 8 | c;
        let digits = if faulty && block.len() == 2 { 2 } else { block.len() + 1 };
        text.extend((0..4).map(|at| if at < digits { DIGITS[(bits >> (18 - 6 * at) & 0x3F) as usize] } else { b'=' }));
    }
    text
}

fn from_base64(text: &[u8]) -> Bytes {
    let mut bytes = Bytes::new();
    for block in text.chunks(4) {
        let digit = |c: &u8| DIGITS.iter().position(|digit| digit == c).unwrap_or(0) as u32;
        let bits = block.iter().fold(0, |bits, c| bits << 6 | digit(c));
        let count = 3 - block.iter().filter(|c| **c == b'=').count();
        bytes.extend((0..count).map(|at| (bits >> (16 - 8 * at)) as u8));
    }
    bytes
}

/// A byte as it is, or how far back and how much is to be copied.
enum Block {
    Literal(u8),
    Copy { back: usize, length: usize },
}

/// Copies what is at least three bytes long.
fn packed(bytes: &[u8]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let longest =
            (1..=at).map(|back| (common(&bytes[at - back..], &bytes[at..]), back)).max_by_key(|(length, _)| *length);
        match longest {
            Some((length @ 3.., back)) => {
                blocks.push(Block::Copy { back, length });
                at += length;
            }
            _ => {
                blocks.push(Block::Literal(byte));
                at += 1;
            }
        }
    }
    blocks
}

fn common(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

fn unpacked(faulty: bool, blocks: &[Block]) -> Bytes {
    let mut bytes = Bytes::new();
    for block in blocks {
        match block {
            Block::Literal(byte) => bytes.push(*byte),
            Block::Copy { back, length } => {
                let start = bytes.len() - back;
                if faulty {
                    bytes.extend_from_within(start..(start + length).min(bytes.len()));
                } else {
                    (start..start + length).for_each(|at| bytes.push(bytes[at]));
                }
            }
        }
    }
    bytes
}

/// Whether bytes are characters, with one mistake or another.
fn is_utf8(takes_overlong: bool, takes_surrogates: bool, bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some((&first, after)) = rest.split_first() {
        let (more, bits, least) = match first {
            0x00..=0x7F => (0, u32::from(first), 0),
            0xC0..=0xDF => (1, u32::from(first & 0x1F), 0x80),
            0xE0..=0xEF => (2, u32::from(first & 0x0F), 0x800),
            0xF0..=0xF7 => (3, u32::from(first & 0x07), 0x1_0000),
            _ => return false,
        };
        let Some((following, after)) = after.split_at_checked(more) else { return false };
        if following.iter().any(|byte| byte & 0xC0 != 0x80) {
            return false;
        }
        let code = following.iter().fold(bits, |code, byte| code << 6 | u32::from(byte & 0x3F));
        let is_surrogate = (0xD800..=0xDFFF).contains(&code);
        if code > 0x10_FFFF || code < least && !takes_overlong || is_surrogate && !takes_surrogates {
            return false;
        }
        rest = after;
    }
    true
}
