//! Reads formulas of whole numbers: sums, differences, signs and parentheses.
//!
//! **Planted bug:** a minus sign is part of a number here, so one before a parenthesis or another sign is not understood.

/// The value of a formula.
pub fn value(text: &str) -> Result<i64, String> {
    let mut rest = text.trim_start();
    let value = sum(&mut rest)?;
    if rest.is_empty() { Ok(value) } else { Err(format!("{rest:?} was not expected")) }
}

fn sum(rest: &mut &str) -> Result<i64, String> {
    let mut value = term(rest)?;
    loop {
        if eat(rest, '+') {
            value = value.wrapping_add(term(rest)?);
        } else if eat(rest, '-') {
            value = value.wrapping_sub(term(rest)?);
        } else {
            return Ok(value);
        }
    }
}

fn term(rest: &mut &str) -> Result<i64, String> {
    if eat(rest, '(') {
        let value = sum(rest)?;
        return if eat(rest, ')') { Ok(value) } else { Err("a parenthesis is not closed".to_string()) };
    }
    let is_negative = eat(rest, '-');
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, after) = rest.split_at(end);
    if digits.is_empty() {
        return Err("a number was expected".to_string());
    }
    *rest = after.trim_start();
    // Large numbers wrap, as the rest of the arithmetic does.
    let value = digits.bytes().fold(0_i64, |value, digit| value.wrapping_mul(10).wrapping_add(i64::from(digit - b'0')));
    Ok(if is_negative { value.wrapping_neg() } else { value })
}

fn eat(rest: &mut &str, sign: char) -> bool {
    match rest.strip_prefix(sign) {
        Some(after) => {
            *rest = after.trim_start();
            true
        }
        None => false,
    }
}
