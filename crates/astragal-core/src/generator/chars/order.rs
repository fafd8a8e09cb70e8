//! The order of simplicity of all characters.
//!
//! Here a character is often a *scalar*: its code point, or 2,048 less above the surrogates, which are not characters. So
//! the scalars have no gap, and the order of simplicity is [`BLOCKS`] of scalars, one after the other.

/// The last scalar.
pub(super) const LAST: u32 = scalar(char::MAX);

/// Stretches of scalars in the order of simplicity.
pub(super) const BLOCKS: [(u32, u32); 10] = [
    (b'a' as u32, b'z' as u32),
    (b'0' as u32, b'9' as u32),
    (b'A' as u32, b'Z' as u32),
    (b' ' as u32, b' ' as u32),
    (b'!' as u32, b'/' as u32),
    (b':' as u32, b'@' as u32),
    (b'[' as u32, b'`' as u32),
    (b'{' as u32, b'~' as u32),
    (0, 0x1F),
    (0x7F, LAST),
];

/// How many characters are printable ASCII.
pub(super) const PRINTABLE: u32 = 95;

/// The ASCII characters in the order of simplicity; behind them the rank of a character is its scalar.
const ORDER: [u8; 128] = {
    let mut order = [0; 128];
    let (mut rank, mut block) = (0, 0);
    while block < BLOCKS.len() {
        let (mut at, last) = BLOCKS[block];
        while at <= last && rank < 128 {
            order[rank] = at as u8;
            rank += 1;
            at += 1;
        }
        block += 1;
    }
    order
};

const RANK: [u8; 128] = {
    let mut ranks = [0; 128];
    let mut rank = 0;
    while rank < 128 {
        ranks[ORDER[rank] as usize] = rank as u8;
        rank += 1;
    }
    ranks
};

/// The scalar of a character.
pub(super) const fn scalar(c: char) -> u32 {
    let code = c as u32;
    if code < 0xD800 { code } else { code - 0x800 }
}

/// The character of a scalar.
#[inline]
pub(super) fn at_scalar(scalar: u32) -> char {
    char::from_u32(if scalar < 0xD800 { scalar } else { scalar + 0x800 }).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The rank of a scalar among all characters.
#[inline]
pub(super) fn rank_of(scalar: u32) -> u32 {
    if scalar < 128 { RANK[scalar as usize].into() } else { scalar }
}

/// The character of a rank among all characters.
#[inline]
pub(super) fn at_rank(rank: u32) -> char {
    if rank < 128 { ORDER[rank as usize].into() } else { at_scalar(rank) }
}

/// The part of a block from a scalar to another, if any.
#[inline]
pub(super) fn overlap(block: (u32, u32), first: u32, last: u32) -> Option<(u32, u32)> {
    let (first, last) = (block.0.max(first), block.1.min(last));
    (first <= last).then_some((first, last))
}
