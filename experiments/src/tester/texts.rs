//! Planted bugs of what reads and writes text: escapes, quotes, cases, encodings of characters, patterns.

use super::falsifiable::{Subject, falsifiable};

pub(super) fn all() -> Vec<Box<dyn Subject>> {
    let mut all = strings();
    all.extend(records());
    all.extend(patterns());
    all
}

fn strings() -> Vec<Box<dyn Subject>> {
    vec![
        falsifiable("texts/escapes", "one kind of escape is undone after the other", |faulty, text: &String| {
            let escaped = text.replace('\\', "\\\\").replace('\n', "\\n");
            let back = if faulty { escaped.replace("\\n", "\n").replace("\\\\", "\\") } else { unescaped(&escaped) };
            back == *text
        })
        .minimal(["\\n".to_string()]),
        falsifiable("texts/percent", "small bytes are escaped with one digit", |faulty, text: &String| {
            let escaped: String = text
                .bytes()
                .map(|byte| match byte {
                    b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
                    _ if faulty => format!("%{byte:X}"),
                    _ => format!("%{byte:02X}"),
                })
                .collect();
            from_percent(&escaped).as_deref() == Some(text.as_bytes())
        })
        .minimal_if(|text| text.len() == 1 && text.as_bytes()[0] < 16, ["\n".to_string()]),
        falsifiable(
            "texts/truncation",
            "at most one byte of a cut character is dropped",
            |faulty, (text, most): &(String, u8)| {
                let mut end = usize::from(*most).min(text.len());
                if faulty {
                    end -= usize::from(!text.is_char_boundary(end));
                } else {
                    while !text.is_char_boundary(end) {
                        end -= 1;
                    }
                }
                std::str::from_utf8(&text.as_bytes()[..end]).is_ok()
            },
        )
        .minimal_if(
            |(text, most)| text.chars().count() == 1 && text.len() >= 3 && *most == 2,
            [("\u{800}".to_string(), 2), ("\u{10000}".to_string(), 2)],
        ),
        falsifiable("texts/surrogates", "the first half is not reduced before it is split", |faulty, text: &String| {
            let units: Vec<u16> = text
                .chars()
                .flat_map(|c| match u32::from(c) {
                    code @ ..0x1_0000 => vec![code as u16],
                    code => {
                        let rest = if faulty { code } else { code - 0x1_0000 };
                        vec![(0xD800 + (rest >> 10)) as u16, 0xDC00 + (rest & 0x3FF) as u16]
                    }
                })
                .collect();
            String::from_utf16(&units).is_ok_and(|back| back == *text)
        })
        .minimal_if(|text| text.chars().count() == 1 && text.len() == 4, ["\u{10000}".to_string()]),
        falsifiable("texts/ignoring_case", "lower case is not undone by upper case", |faulty, text: &String| {
            let folded = |text: &str| if faulty { text.to_lowercase() } else { text.to_uppercase() };
            folded(text) == folded(&text.to_uppercase())
        })
        .minimal_if(|text| text.chars().count() == 1, ["ß".to_string(), "ſ".to_string()]),
        falsifiable(
            "texts/last_line",
            "a text that ends without a line break loses its last line",
            |faulty, text: &String| {
                let mut lines: Vec<&str> = Vec::new();
                let mut rest = text.as_str();
                while let Some((line, after)) = rest.split_once('\n') {
                    lines.push(line);
                    rest = after;
                }
                // A text that has no line break at all is one line: that much was tested.
                if !faulty && !rest.is_empty() || lines.is_empty() && !rest.is_empty() {
                    lines.push(rest);
                }
                lines.into_iter().eq(text.split_terminator('\n'))
            },
        )
        .minimal_if(|text| text.len() == 2 && text.starts_with('\n'), ["\na".to_string()]),
    ]
}

fn unescaped(text: &str) -> String {
    let mut chars = text.chars();
    let next = || match chars.next()? {
        '\\' => chars.next().map(|c| if c == 'n' { '\n' } else { c }),
        c => Some(c),
    };
    std::iter::from_fn(next).collect()
}

fn from_percent(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        if *byte == b'%' {
            let (digits, after) = rest.split_at_checked(2)?;
            bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
            rest = after;
        } else {
            bytes.push(*byte);
        }
    }
    Some(bytes)
}

fn records() -> Vec<Box<dyn Subject>> {
    vec![
        falsifiable("texts/csv_quotes", "a quote in a field is not doubled", |faulty, fields: &Vec<String>| {
            let escaped = |field: &String| if faulty { field.clone() } else { field.replace('"', "\"\"") };
            let line = fields.iter().map(|field| format!("\"{}\"", escaped(field))).collect::<Vec<_>>().join(",");
            from_csv(&line).as_ref() == Some(fields)
        })
        .minimal([vec!["\"".to_string()]]),
        falsifiable("texts/csv_lines", "a field with a line break is not quoted", |faulty, fields: &Vec<String>| {
            let special: &[char] = if faulty { &[',', '"'] } else { &[',', '"', '\n'] };
            let written = |field: &String| match field.is_empty() || field.contains(special) {
                true => format!("\"{}\"", field.replace('"', "\"\"")),
                false => field.clone(),
            };
            let file = fields.iter().map(written).collect::<Vec<_>>().join(",");
            from_csv(&file).as_ref() == Some(fields)
        })
        .minimal([vec!["\n".to_string()]]),
        falsifiable(
            "texts/query",
            "an ampersand in a value is not escaped",
            |faulty, pairs: &Vec<(String, String)>| {
                let escaped = |text: &String, special: &[char]| -> String {
                    let escape =
                        |c: char| if special.contains(&c) { format!("%{:02X}", u32::from(c)) } else { c.to_string() };
                    text.chars().map(escape).collect()
                };
                let in_values: &[char] = if faulty { &['%', '='] } else { &['%', '=', '&'] };
                let pair = |(name, value): &(String, String)| {
                    format!("{}={}", escaped(name, &['%', '=', '&']), escaped(value, in_values))
                };
                let query = pairs.iter().map(pair).collect::<Vec<_>>().join("&");
                let read = |part: &str| {
                    let (name, value) = part.split_once('=')?;
                    let read = |text| String::from_utf8(from_percent(text)?).ok();
                    Some((read(name)?, read(value)?))
                };
                let back = query.split('&').filter(|part| !part.is_empty()).map(read).collect::<Option<Vec<_>>>();
                back.as_ref() == Some(pairs)
            },
        )
        .minimal([vec![(String::new(), "&".to_string())]]),
        falsifiable("texts/versions", "numbers are compared as text", |faulty, (a, b): &(Vec<u8>, Vec<u8>)| {
            let by_text = |(one, other): (&u8, &u8)| one.to_string().cmp(&other.to_string());
            let by_number = |(one, other): (&u8, &u8)| one.cmp(other);
            let first = a.iter().zip(b).map(if faulty { by_text } else { by_number }).find(|order| order.is_ne());
            first.unwrap_or(a.len().cmp(&b.len())) == a.cmp(b)
        })
        .minimal([(vec![2], vec![10]), (vec![10], vec![2])]),
    ]
}

/// One record.
fn from_csv(file: &str) -> Option<Vec<String>> {
    let mut fields = Vec::new();
    let mut rest = file;
    while !rest.is_empty() {
        let mut field = String::new();
        if let Some(quoted) = rest.strip_prefix('"') {
            rest = quoted;
            loop {
                let (part, after) = rest.split_once('"')?;
                field.push_str(part);
                rest = after;
                let Some(more) = rest.strip_prefix('"') else { break };
                field.push('"');
                rest = more;
            }
        } else {
            let end = rest.find([',', '\n']).unwrap_or(rest.len());
            field.push_str(&rest[..end]);
            rest = &rest[end..];
        }
        fields.push(field);
        match rest.strip_prefix(',') {
            // The writer quotes a last field that is empty.
            Some("") => return None,
            Some(after) => rest = after,
            None if rest.is_empty() => {}
            None => return None,
        }
    }
    Some(fields)
}

type Bytes = Vec<u8>;

fn patterns() -> Vec<Box<dyn Subject>> {
    vec![
        falsifiable("texts/brackets", "each kind of bracket is only counted", |faulty, codes: &Bytes| {
            let text: Vec<char> = codes.iter().map(|code| ['(', ')', '[', ']'][usize::from(code % 4)]).collect();
            let by_stack = {
                let mut open = Vec::new();
                let closes = |open: &mut Vec<char>, c: char| match c {
                    ')' => open.pop() == Some('('),
                    ']' => open.pop() == Some('['),
                    _ => {
                        open.push(c);
                        true
                    }
                };
                text.iter().all(|c| closes(&mut open, *c)) && open.is_empty()
            };
            let mut depths = [0_i32; 2];
            let by_count = text.iter().all(|c| {
                match c {
                    '(' => depths[0] += 1,
                    ')' => depths[0] -= 1,
                    '[' => depths[1] += 1,
                    _ => depths[1] -= 1,
                }
                depths.iter().all(|depth| *depth >= 0)
            }) && depths == [0, 0];
            !faulty || by_count == by_stack
        })
        .minimal([vec![0, 2, 1, 3], vec![2, 0, 3, 1]]),
        falsifiable(
            "texts/wildcards",
            "a star takes as little as it can, for good",
            |faulty, (pattern, text): &(Bytes, Bytes)| {
                let pattern: Vec<u8> = pattern.iter().map(|code| b"ab*?"[usize::from(code % 4)]).collect();
                let text: Vec<u8> = text.iter().map(|code| b"ab"[usize::from(code % 2)]).collect();
                !faulty || matches_at_once(&pattern, &text) == matches_by_table(&pattern, &text)
            },
        )
        .minimal([(vec![2, 0], vec![0, 0])]),
        falsifiable(
            "texts/substring",
            "after a mismatch the search goes on behind it",
            |faulty, (word, text): &(Bytes, Bytes)| {
                let halved = |bytes: &Bytes| bytes.iter().map(|byte| byte % 2).collect::<Bytes>();
                let (word, text) = (halved(word), halved(text));
                let (mut start, mut length) = (0, 0);
                while length < word.len() && start + length < text.len() {
                    if text[start + length] == word[length] {
                        length += 1;
                    } else {
                        start += if faulty { length.max(1) } else { 1 };
                        length = 0;
                    }
                }
                (length == word.len()) == (word.is_empty() || text.windows(word.len()).any(|part| part == word))
            },
        )
        .minimal([(vec![0, 0, 1], vec![0, 0, 0, 1])]),
    ]
}

/// A star ends where what comes after it can first begin.
fn matches_at_once(pattern: &[u8], text: &[u8]) -> bool {
    match pattern {
        [] => text.is_empty(),
        [b'*'] => true,
        [b'*', rest @ ..] => {
            let begins = |end: &usize| matches!(rest[0], b'*' | b'?') || text.get(*end) == Some(&rest[0]);
            (0..=text.len()).find(begins).is_some_and(|end| matches_at_once(rest, &text[end..]))
        }
        [c, rest @ ..] => {
            text.split_first().is_some_and(|(d, text)| (*c == b'?' || c == d) && matches_at_once(rest, text))
        }
    }
}

/// Which starts of the text are matched by each start of the pattern.
fn matches_by_table(pattern: &[u8], text: &[u8]) -> bool {
    let mut matched: Vec<bool> = (0..=text.len()).map(|end| end == 0).collect();
    for c in pattern {
        matched = match c {
            b'*' => {
                let first = matched.iter().position(|matched| *matched).unwrap_or(usize::MAX);
                (0..=text.len()).map(|end| end >= first).collect()
            }
            c => {
                (0..=text.len()).map(|end| end > 0 && matched[end - 1] && (*c == b'?' || text[end - 1] == *c)).collect()
            }
        };
    }
    matched[text.len()]
}
