//! The content address: 128 bits that represent a text, the same on every machine and in every release.

/// The key is public and fixed: an address finds damage and names a text; it keeps no secret.
const KEY: [u64; 2] = [0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908];

/// The address of a text, in 32 hexadecimal digits: SipHash-2-4 with 128 bits and a fixed key.
///
/// `std::hash` is not used, because its hashes may change from release to release.
pub(super) fn address_of(text: &str) -> String {
    let [first, second] = siphash(text.as_bytes());
    format!("{:016x}{:016x}", first.swap_bytes(), second.swap_bytes())
}

/// Whether a text could be an address.
pub(super) fn is_address(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

fn siphash(bytes: &[u8]) -> [u64; 2] {
    let mut state = [
        KEY[0] ^ 0x736F_6D65_7073_6575,
        KEY[1] ^ 0x646F_7261_6E64_6F6D ^ 0xEE,
        KEY[0] ^ 0x6C79_6765_6E65_7261,
        KEY[1] ^ 0x7465_6462_7974_6573,
    ];
    let mut rest = bytes;
    while let Some((word, after)) = rest.split_first_chunk() {
        absorb(&mut state, u64::from_le_bytes(*word));
        rest = after;
    }
    let last = rest.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    absorb(&mut state, last | (bytes.len() as u64) << 56);
    state[2] ^= 0xEE;
    let first = squeeze(&mut state);
    state[1] ^= 0xDD;
    [first, squeeze(&mut state)]
}

fn absorb(state: &mut [u64; 4], word: u64) {
    state[3] ^= word;
    round(state);
    round(state);
    state[0] ^= word;
}

fn squeeze(state: &mut [u64; 4]) -> u64 {
    (0..4).for_each(|_| round(state));
    state.iter().fold(0, |all, word| all ^ word)
}

fn round([a, b, c, d]: &mut [u64; 4]) {
    *a = a.wrapping_add(*b);
    *b = b.rotate_left(13) ^ *a;
    *a = a.rotate_left(32);
    *c = c.wrapping_add(*d);
    *d = d.rotate_left(16) ^ *c;
    *a = a.wrapping_add(*d);
    *d = d.rotate_left(21) ^ *a;
    *c = c.wrapping_add(*b);
    *b = b.rotate_left(17) ^ *c;
    *c = c.rotate_left(32);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key is the one of the vectors that the authors of SipHash publish.
    #[test]
    fn the_published_vectors_hold() {
        let text: String = (0u8..15).map(char::from).collect();
        assert_eq!(address_of(""), "a3817f04ba25a8e66df67214c7550293");
        assert_eq!(address_of(&text[..1]), "da87c1d86b99af44347659119b22fc45");
        assert_eq!(address_of(&text), "5493e99933b0a8117e08ec0f97cfc3d9");
        assert!(is_address(&address_of(&text)) && !is_address("") && !is_address(&"A".repeat(32)));
    }
}
