//! Planted bugs of arithmetic: overflow, rounding, signs, and how numbers are written.

use super::falsifiable::{Subject, falsifiable};

pub(super) fn all() -> Vec<Box<dyn Subject>> {
    let mut all = integers();
    all.extend(codes());
    all.extend(floats());
    all
}

fn integers() -> Vec<Box<dyn Subject>> {
    vec![
        falsifiable("numbers/midpoint", "the sum of both ends overflows", |faulty, (a, b): &(i32, i32)| {
            let middle = if faulty { a.wrapping_add(*b) / 2 } else { a + (b - a) / 2 };
            (*a..=*b).contains(&middle)
        })
        .assuming(|(a, b)| 0 <= *a && a <= b)
        .minimal_if(|(a, b)| i64::from(*a) + i64::from(*b) == 1 << 31, [(1, i32::MAX), (1 << 30, 1 << 30)]),
        falsifiable("numbers/absolute", "the least number has no absolute value", |faulty, n: &i32| {
            if faulty { n.wrapping_abs() >= 0 } else { n.unsigned_abs() <= 1 << 31 }
        })
        .minimal([i32::MIN]),
        falsifiable("numbers/gcd", "remainders of negative numbers are negative", |faulty, (a, b): &(i32, i32)| {
            let divisor = gcd(faulty, i64::from(*a), i64::from(*b));
            divisor >= 0 && (divisor == 0 || i64::from(*a) % divisor == 0 && i64::from(*b) % divisor == 0)
        })
        .minimal([(-1, 0), (0, -1)]),
        falsifiable("numbers/rational", "the least denominator stays negative", |faulty, (n, d): &(i32, i32)| {
            let (n, d) = normalized(faulty, *n, *d);
            d > 0 && gcd(false, n, d) == 1
        })
        .assuming(|(_, d)| *d != 0)
        .minimal([(1, i32::MIN), (-1, i32::MIN)]),
        falsifiable("numbers/inverse", "the inverse is not brought into range", |faulty, (n, modulus): &(u16, u16)| {
            let (n, modulus) = (i64::from(*n), i64::from(*modulus));
            let inverse = inverse(faulty, n, modulus);
            (0..modulus).contains(&inverse) && n % modulus * inverse % modulus == 1
        })
        .assuming(|(n, modulus)| *modulus > 1 && gcd(false, i64::from(*n), i64::from(*modulus)) == 1)
        .minimal([(2, 3)]),
        falsifiable("numbers/root", "the root is taken of the nearest float", |faulty, n: &u64| {
            let root = if faulty { (*n as f64).sqrt() as u64 } else { n.isqrt() };
            let (n, root) = (u128::from(*n), u128::from(root));
            root * root <= n && n < (root + 1) * (root + 1)
        })
        .minimal([4_503_599_761_588_224]),
        falsifiable(
            "numbers/percent",
            "a part of a hundred million overflows",
            |faulty, (part, whole): &(u32, u32)| {
                let percent = if faulty {
                    part.wrapping_mul(100) / whole
                } else {
                    (u64::from(*part) * 100 / u64::from(*whole)) as u32
                };
                let back = u64::from(percent) * u64::from(*whole) / 100;
                back <= u64::from(*part) && u64::from(*part) - back <= u64::from(*whole) / 100 + 1
            },
        )
        .assuming(|(part, whole)| *whole > 0 && part <= whole)
        .minimal([(42_949_673, 42_949_673)]),
        falsifiable("numbers/average", "three bytes are added as a byte", |faulty, (a, b, c): &(u8, u8, u8)| {
            let sum = u16::from(*a) + u16::from(*b) + u16::from(*c);
            let average = if faulty { a.wrapping_add(*b).wrapping_add(*c) / 3 } else { (sum / 3) as u8 };
            *a.min(b).min(c) <= average && average <= *a.max(b).max(c)
        })
        .minimal_if(|(a, b, c)| u16::from(*a) + u16::from(*b) + u16::from(*c) == 256, [(1, 1, 254)]),
        falsifiable(
            "numbers/pages",
            "a full last page is followed by an empty one",
            |faulty, (items, size): &(u16, u16)| {
                let pages = if faulty { u32::from(items / size) + 1 } else { u32::from(items.div_ceil(*size)) };
                let size = u32::from(*size);
                pages * size >= u32::from(*items) && (pages == 0 || (pages - 1) * size < u32::from(*items))
            },
        )
        .assuming(|(_, size)| *size > 0)
        .minimal([(0, 1)]),
    ]
}

fn gcd(faulty: bool, a: i64, b: i64) -> i64 {
    match b {
        0 if faulty => a,
        0 => a.abs(),
        _ => gcd(faulty, b, a % b),
    }
}

/// In lowest terms, with a positive denominator.
fn normalized(faulty: bool, n: i32, d: i32) -> (i64, i64) {
    let divisor = gcd(false, n.into(), d.into());
    let (n, d) = (i64::from(n) / divisor, i64::from(d) / divisor);
    if d > 0 {
        (n, d)
    } else if faulty {
        ((n as i32).wrapping_neg().into(), (d as i32).wrapping_neg().into())
    } else {
        (-n, -d)
    }
}

/// By the extended algorithm of Euclid.
fn inverse(faulty: bool, n: i64, modulus: i64) -> i64 {
    let (mut rest, mut next_rest) = (modulus, n % modulus);
    let (mut factor, mut next_factor) = (0, 1);
    while next_rest != 0 {
        let quotient = rest / next_rest;
        (rest, next_rest) = (next_rest, rest - quotient * next_rest);
        (factor, next_factor) = (next_factor, factor - quotient * next_factor);
    }
    if faulty { factor } else { factor.rem_euclid(modulus) }
}

fn codes() -> Vec<Box<dyn Subject>> {
    vec![
        falsifiable("numbers/zigzag", "the sign is taken from the lower half", |faulty, n: &i64| {
            let coded = ((n << 1) ^ (n >> if faulty { 31 } else { 63 })) as u64;
            (coded >> 1) as i64 ^ -((coded & 1) as i64) == *n
        })
        .minimal([1 << 31]),
        falsifiable("numbers/varint", "a number has at most nine bytes of seven bits", |faulty, n: &u64| {
            let coded = varint(if faulty { 9 } else { 10 }, *n);
            coded.iter().rev().fold(0, |n, byte| n << 7 | u64::from(byte & 0x7F)) == *n
        })
        .minimal([1 << 63]),
        falsifiable("numbers/signed_varint", "the last byte is read without its sign", |faulty, n: &i32| {
            read_signed(faulty, &signed_varint(*n)) == *n
        })
        .minimal([-1]),
        falsifiable("numbers/parse", "the digits are read before the sign", |faulty, n: &i64| {
            parse(faulty, &n.to_string()) == Some(*n)
        })
        .minimal([i64::MIN]),
        falsifiable("numbers/roman", "there is no sign for four hundred", |faulty, n: &u16| {
            let roman = roman(faulty, *n);
            !["IIII", "XXXX", "CCCC", "MMMM"].iter().any(|four| roman.contains(four))
        })
        .assuming(|n| (1..4_000).contains(n))
        .minimal([400]),
        falsifiable("numbers/ordinal", "111 ends like 1", |faulty, n: &u32| {
            let teen = if faulty { *n } else { n % 100 };
            let ending = match (teen, n % 10) {
                (11..=13, _) => "th",
                (_, 1) => "st",
                (_, 2) => "nd",
                (_, 3) => "rd",
                _ => "th",
            };
            // As it is spoken: eleventh, twelfth and thirteenth are words of their own.
            let spoken = ["th", "st", "nd", "rd", "th", "th", "th", "th", "th", "th", "th", "th", "th", "th"];
            let last = n % 100;
            ending == if last < 14 { spoken[last as usize] } else { spoken[(last % 10) as usize] }
        })
        .minimal([111]),
    ]
}

/// The low bits first, in at most that many bytes.
fn varint(most: usize, mut n: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while bytes.len() < most {
        let byte = (n & 0x7F) as u8;
        n >>= 7;
        if n == 0 {
            bytes.push(byte);
            break;
        }
        bytes.push(byte | 0x80);
    }
    bytes
}

/// The low bits first; the highest bit of the last byte is the sign.
fn signed_varint(mut n: i32) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let byte = (n & 0x7F) as u8;
        n >>= 7;
        if n == 0 && byte & 0x40 == 0 || n == -1 && byte & 0x40 != 0 {
            bytes.push(byte);
            return bytes;
        }
        bytes.push(byte | 0x80);
    }
}

fn read_signed(faulty: bool, bytes: &[u8]) -> i32 {
    let number = bytes.iter().rev().fold(0_i64, |n, byte| n << 7 | i64::from(byte & 0x7F));
    let is_negative = bytes.last().is_some_and(|last| last & 0x40 != 0);
    // Five bytes have 35 bits, so the sign of those is among the 32.
    if is_negative && !(faulty && bytes.len() < 5) { (number - (1 << (7 * bytes.len()))) as i32 } else { number as i32 }
}

fn parse(faulty: bool, text: &str) -> Option<i64> {
    let (is_negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let mut number: i64 = 0;
    for digit in digits.chars().map(|c| c.to_digit(10)) {
        let digit = i64::from(digit?);
        let signed = if is_negative && !faulty { -digit } else { digit };
        number = number.checked_mul(10)?.checked_add(signed)?;
    }
    Some(if is_negative && faulty { -number } else { number })
}

fn roman(faulty: bool, mut n: u16) -> String {
    let signs = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL")];
    let signs = signs.into_iter().chain([(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]);
    let mut text = String::new();
    for (value, sign) in signs.filter(|(value, _)| !faulty || *value != 400) {
        while n >= value {
            text.push_str(sign);
            n -= value;
        }
    }
    text
}

fn floats() -> Vec<Box<dyn Subject>> {
    vec![
        falsifiable("numbers/rounding", "a half is added, which may round up itself", |faulty, x: &f64| {
            let rounded = if faulty { (x + 0.5).floor() } else { x.round() };
            (rounded - x).abs() <= 0.5
        })
        .assuming(|x| x.is_finite())
        .minimal([4_503_599_627_370_497.0, -4_503_599_627_370_497.0]),
        falsifiable(
            "numbers/float_order",
            "the bits of negative floats are in reverse order",
            |faulty, (x, y): &(f64, f64)| {
                let key = |x: &f64| {
                    let bits = x.to_bits() as i64;
                    if faulty { bits } else { bits ^ (((bits >> 63) as u64) >> 1) as i64 }
                };
                key(x).cmp(&key(y)) == x.total_cmp(y)
            },
        )
        .minimal([(-0.0, -1.0), (-1.0, -0.0), (-1.0, -2.0), (-2.0, -1.0)]),
        falsifiable(
            "numbers/float_text",
            "fifteen digits are written, which are not always enough",
            |faulty, x: &f64| {
                let text = if faulty { format!("{x:.14e}") } else { format!("{x:e}") };
                text.parse() == Ok(*x)
            },
        )
        .assuming(|x| x.is_finite())
        .minimal_if(|x| x.fract() == 0.0 && (1e15..1e15 + 2.0).contains(&x.abs()), [1e15 + 1.0, -1e15 - 1.0]),
        falsifiable("numbers/mean_of_floats", "the sum of large floats is infinite", |faulty, list: &Vec<f64>| {
            let count = list.len() as f64;
            let mean: f64 =
                if faulty { list.iter().sum::<f64>() / count } else { list.iter().map(|x| x / count).sum() };
            mean.is_finite()
        })
        .assuming(|list| !list.is_empty() && list.iter().all(|x| x.is_finite()))
        .minimal_if(|list| list.len() == 2, [vec![f64::MAX, f64::MAX]]),
    ]
}
