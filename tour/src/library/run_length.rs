//! A run-length codec for bitmaps and the like.
//!
//! Packed data is a series of blocks. The first byte of a block is a header: its low seven bits are a length. If the
//! high bit is set, one byte follows, which is repeated that often; otherwise that many bytes follow as they are.
//!
//! **Planted bug:** [`pack`] cuts stretches of literal bytes to what the seven bits can say, but not runs. The length
//! of a run of 128 equal bytes collides with the high bit and is read back as 0.

use std::fmt;

const REPEATED: u8 = 0x80;
const LONGEST: usize = 0x7F;

/// A run shorter than this is not worth a block of its own.
const SHORTEST_RUN: usize = 3;

/// Packs bytes. [`unpack`] is the inverse.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut literals = Vec::new();
    for run in bytes.chunk_by(|one, next| one == next) {
        if run.len() < SHORTEST_RUN {
            literals.extend_from_slice(run);
            continue;
        }
        push_literals(&mut packed, &literals);
        literals.clear();
        packed.push(REPEATED | run.len() as u8);
        packed.push(run[0]);
    }
    push_literals(&mut packed, &literals);
    packed
}

fn push_literals(packed: &mut Vec<u8>, literals: &[u8]) {
    for block in literals.chunks(LONGEST) {
        packed.push(block.len() as u8);
        packed.extend_from_slice(block);
    }
}

/// Unpacks what [`pack`] packed.
pub fn unpack(packed: &[u8]) -> Result<Vec<u8>, Truncated> {
    let mut bytes = Vec::new();
    let mut rest = packed;
    while let Some((&header, after)) = rest.split_first() {
        let length = usize::from(header & !REPEATED);
        if header & REPEATED != 0 {
            let (&byte, after) = after.split_first().ok_or(Truncated)?;
            bytes.resize(bytes.len() + length, byte);
            rest = after;
        } else {
            let (literals, after) = after.split_at_checked(length).ok_or(Truncated)?;
            bytes.extend_from_slice(literals);
            rest = after;
        }
    }
    Ok(bytes)
}

/// The packed data ends in the middle of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truncated;

impl fmt::Display for Truncated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the packed data ends in the middle of a block")
    }
}

impl std::error::Error for Truncated {}
