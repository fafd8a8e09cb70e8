//! Writes JSON: strict, in one line, as fast as it is copied.

/// A text of JSON that grows at its end. Commas are put where they are needed.
#[derive(Clone, Debug, Default)]
pub(super) struct Json {
    bytes: Vec<u8>,
}

impl Json {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
    }

    /// A text that is JSON already, or the end of it.
    pub(super) fn raw(&mut self, json: impl AsRef<[u8]>) {
        self.bytes.extend_from_slice(json.as_ref());
    }

    /// A whole value that is JSON already.
    pub(super) fn value(&mut self, json: &[u8]) {
        self.separate();
        self.raw(json);
    }

    /// A list or an object opens.
    pub(super) fn open(&mut self, bracket: u8) {
        self.separate();
        self.bytes.push(bracket);
    }

    /// A list or an object ends.
    pub(super) fn close(&mut self, bracket: u8) {
        self.bytes.push(bracket);
    }

    /// The key of what comes next: a name of ours, which needs no escapes.
    pub(super) fn key(&mut self, key: &'static str) {
        self.separate();
        self.bytes.push(b'"');
        self.raw(key);
        self.raw("\":");
    }

    /// The key of what comes next: any text.
    pub(super) fn any_key(&mut self, key: &str) {
        self.string(key);
        self.bytes.push(b':');
    }

    /// A key of ours and its text.
    pub(super) fn entry(&mut self, key: &'static str, value: &str) {
        self.key(key);
        self.string(value);
    }

    /// A text.
    pub(super) fn string(&mut self, text: &str) {
        self.separate();
        self.bytes.push(b'"');
        self.part(text);
        self.bytes.push(b'"');
    }

    /// A part of a text, between its quotes.
    pub(super) fn part(&mut self, text: &str) {
        let bytes = text.as_bytes();
        // All that is copied as it is, in one piece.
        let mut copied = 0;
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at..].first_chunk().is_some_and(|&eight| are_plain(eight)) {
                at += 8;
                continue;
            }
            if PLAIN[usize::from(bytes[at])] {
                at += 1;
                continue;
            }
            let Some(letter) = text[at..].chars().next() else { break };
            let next = at + letter.len_utf8();
            if must_be_escaped(letter) {
                self.raw(&text[copied..at]);
                self.escape(letter);
                copied = next;
            }
            at = next;
        }
        self.raw(&text[copied..]);
    }

    fn escape(&mut self, letter: char) {
        match letter {
            '"' => self.raw("\\\""),
            '\\' => self.raw("\\\\"),
            '\n' => self.raw("\\n"),
            '\r' => self.raw("\\r"),
            '\t' => self.raw("\\t"),
            // None of those that are escaped is beyond 16 bits.
            _ => {
                self.raw("\\u");
                for shift in [12, 8, 4, 0] {
                    self.bytes.push(b"0123456789abcdef"[(letter as usize >> shift) & 15]);
                }
            }
        }
    }

    /// A whole number.
    pub(super) fn integer(&mut self, number: u64) {
        self.separate();
        if number < 10 {
            self.bytes.push(b'0' + number as u8);
        } else {
            self.digits(number);
        }
    }

    fn digits(&mut self, mut number: u64) {
        let mut digits = [0; 20];
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.raw(&digits[at..]);
    }

    /// A number; a text if it is not finite, since JSON has no such numbers.
    pub(super) fn number(&mut self, number: f64) {
        /// Below it all whole numbers are exact.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if !number.is_finite() {
            return self.string(if number.is_nan() {
                "NaN"
            } else if number > 0.0 {
                "Infinity"
            } else {
                "-Infinity"
            });
        }
        self.separate();
        if number.fract() == 0.0 && number.abs() < EXACT {
            if number < 0.0 {
                self.bytes.push(b'-');
            }
            self.digits(number.abs() as u64);
        } else {
            self.raw(format!("{number:?}"));
        }
    }

    /// Seconds, to the nanosecond.
    pub(super) fn seconds(&mut self, time: std::time::Duration) {
        self.integer(time.as_secs());
        let nanoseconds = time.subsec_nanos();
        if nanoseconds > 0 {
            self.bytes.push(b'.');
            let mut unit = 100_000_000;
            let mut rest = nanoseconds;
            while rest > 0 {
                self.bytes.push(b'0' + (rest / unit) as u8);
                (rest, unit) = (rest % unit, unit / 10);
            }
        }
    }

    /// Between two values of a list or an object there is a comma.
    fn separate(&mut self) {
        if !matches!(self.bytes.last(), None | Some(b'{' | b'[' | b':' | b'\n')) {
            self.bytes.push(b',');
        }
    }
}

/// Whether eight bytes are [`PLAIN`], each of them, as most by far are: all are looked at in one go.
fn are_plain(bytes: [u8; 8]) -> bool {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    let word = u64::from_le_bytes(bytes);
    let has_zero = |word: u64| word.wrapping_sub(ONES) & !word;
    let is_other = |byte: u8| has_zero(word ^ (ONES * u64::from(byte)));
    let is_control = word.wrapping_sub(ONES * 0x20) & !word;
    (word | is_control | is_other(b'"') | is_other(b'\\') | is_other(0x7F)) & HIGH == 0
}

/// Whether a byte is a whole letter that needs no escape.
static PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0x20;
    while byte < 0x7F {
        plain[byte] = byte != b'"' as usize && byte != b'\\' as usize;
        byte += 1;
    }
    plain
};

/// Quotes, backslashes and controls; line ends that JavaScript once took for its own; and what turns the direction of a text around.
fn must_be_escaped(letter: char) -> bool {
    matches!(letter, '"' | '\\' | '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn written(write: impl FnOnce(&mut Json)) -> String {
        let mut json = Json::default();
        write(&mut json);
        String::from_utf8(json.bytes).unwrap()
    }

    #[test]
    fn texts_are_escaped() {
        let text = |text: &str| written(|json| json.string(text));
        assert_eq!(text(""), r#""""#);
        assert_eq!(text("plain é 😀 </script>"), r#""plain é 😀 </script>""#);
        assert_eq!(text("a\"b\\c\nd\re\tf"), r#""a\"b\\c\nd\re\tf""#);
        assert_eq!(text("\0\u{1b}[31m\u{7f}\u{85}"), r#""\u0000\u001b[31m\u007f\u0085""#);
        assert_eq!(text("\u{2028}\u{202e}\u{feff}"), r#""\u2028\u202e\ufeff""#);
        assert_eq!(text("\u{1f}é\u{1f}"), r#""\u001fé\u001f""#);
    }

    #[test]
    fn eight_bytes_are_plain_if_each_is() {
        for byte in 0..=255 {
            for place in 0..8 {
                let mut bytes = *b"plain ~a";
                bytes[place] = byte;
                assert_eq!(are_plain(bytes), PLAIN[usize::from(byte)], "{byte} at {place}");
            }
        }
    }

    #[test]
    fn numbers_are_json() {
        let number = |number| written(|json| json.number(number));
        assert_eq!([0.0, -0.0, 7.0, -3.0, 0.5].map(number), ["0", "0", "7", "-3", "0.5"]);
        assert_eq!([1e300, -1.5e-9, 9_007_199_254_740_992.0].map(number), ["1e300", "-1.5e-9", "9007199254740992.0"]);
        assert_eq!(
            [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(number),
            [r#""NaN""#, r#""Infinity""#, r#""-Infinity""#]
        );
        assert_eq!(written(|json| json.integer(u64::MAX)), u64::MAX.to_string());
        let time = |nanoseconds| written(|json| json.seconds(Duration::from_nanos(nanoseconds)));
        assert_eq!([0, 1, 1_500_000_000, 10].map(time), ["0", "0.000000001", "1.5", "0.00000001"]);
    }

    #[test]
    fn commas_are_between_values() {
        let text = written(|json| {
            json.open(b'{');
            json.entry("a", "b");
            json.key("c");
            json.open(b'[');
            json.integer(1);
            json.integer(2);
            json.open(b'[');
            json.close(b']');
            json.close(b']');
            json.close(b'}');
        });
        assert_eq!(text, r#"{"a":"b","c":[1,2,[]]}"#);
    }
}
