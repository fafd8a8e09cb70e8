//! The same seed gives the same values, in every release of a major version and on every platform.
//!
//! If this fails, every stored seed of every user changes its meaning. `BLESS=1 cargo test --test golden` writes the
//! file anew, before a new major version.

use astragal::Draw;
use astragal::generators::{permutation_of, subsequence_of};
use astragal::prelude::*;
use std::collections::BTreeMap;
use std::fmt::{Debug, Write};
use std::time::Duration;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/seeds.txt");

fn section<G: Gen<Value: Debug>>(into: &mut String, name: &str, generator: G) {
    writeln!(into, "{name}").unwrap();
    for (seed, size) in [(0, 10), (1, 10), (2, 30), (0x00C0_FFEE, 100)] {
        let mut shown = format!("{:?}", (&generator).at_size(size).sample(seed));
        if shown.len() > 300 {
            let hash =
                shown.bytes().fold(0xCBF2_9CE4_8422_2325u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01B3));
            shown.truncate(shown.floor_char_boundary_at(200));
            write!(shown, ".. {hash:016x}").unwrap();
        }
        writeln!(into, "  {seed} at {size}: {shown}").unwrap();
    }
}

trait CharBoundary {
    fn floor_char_boundary_at(&self, at: usize) -> usize;
}

impl CharBoundary for String {
    fn floor_char_boundary_at(&self, at: usize) -> usize {
        (0..=at).rev().find(|&at| self.is_char_boundary(at)).unwrap_or(0)
    }
}

#[test]
fn the_same_seed_gives_the_same_values() {
    let mut text = String::new();
    let into = &mut text;
    section(into, "u8", any::<u8>());
    section(into, "i64", any::<i64>());
    section(into, "u128", any::<u128>());
    section(into, "-50..=50", int(-50..=50i32));
    section(into, "f64", any::<f64>());
    section(into, "0.0..1.0", float(0.0..1.0f64));
    section(into, "bool", any::<bool>());
    section(into, "char", any::<char>());
    section(into, "String", any::<String>());
    section(into, "string_of a..=z", string_of('a'..='z', 0..=8));
    section(into, "Vec<u16>", any::<Vec<u16>>());
    section(into, "Vec<Vec<i8>>", any::<Vec<Vec<i8>>>());
    section(into, "(u8, bool, char)", any::<(u8, bool, char)>());
    section(into, "[u8; 4]", any::<[u8; 4]>());
    section(into, "Option<u32>", any::<Option<u32>>());
    section(into, "Result<u8, String>", any::<Result<u8, String>>());
    section(into, "BTreeMap<u8, bool>", any::<BTreeMap<u8, bool>>());
    section(into, "Duration", any::<Duration>());
    section(into, "SocketAddr", any::<std::net::SocketAddr>());
    section(into, "one_of", one_of![3 => just(0u32), 1 => 10..20u32]);
    section(into, "permutation", permutation_of([1, 2, 3, 4, 5]));
    section(into, "subsequence", subsequence_of([1, 2, 3, 4, 5], 2..=4));
    section(into, "filter", any::<u32>().filter(|n| n % 7 == 0));
    section(into, "recursive", recursive(|me| one_of![just(1u64), (me.clone(), me).map(|(a, b)| a + b)]));
    #[cfg(feature = "regex")]
    section(into, "regex", string_matching(r"[a-f0-9]{2}(:[a-f0-9]{2}){0,3}|\w+"));

    if std::env::var_os("BLESS").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    let golden = std::fs::read_to_string(FILE).unwrap();
    for (line, (expected, found)) in golden.lines().zip(text.lines()).enumerate() {
        assert_eq!(expected, found, "line {} of {FILE}", line + 1);
    }
    // Without the feature `regex` its section, the last one, is not there.
    assert!(golden.starts_with(&text), "the golden file has other sections");
}

#[test]
fn the_random_words_are_those_of_wyrand() {
    let mut rng = astragal::source::Rng::new(0);
    let words: Vec<u64> = (0..3).map(|_| rng.word()).collect();
    // Computed with big integers from the definition: a counter in steps of 0x2d358dccaa6c78a5, multiplied with itself
    // xor 0x8bb84b93962eacc9, the halves of the product xored.
    assert_eq!(words, GOLDEN_WORDS);
}

const GOLDEN_WORDS: [u64; 3] = [0x9A45_CD88_8D59_F0D6, 0x0144_5B6A_1896_63F5, 0x1842_218B_97E7_A496];
