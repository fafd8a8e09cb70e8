//! Makes texts of a log harmless for a terminal.

/// Shows control characters, escapes, line ends and characters that change the direction of writing as text, so that no value can
/// move the cursor, set a title, or look like something else.
///
/// ```
/// use astragal_report::terminal::harmless;
///
/// assert_eq!(harmless("a\u{1b}]0;title\u{7}b"), "a\\u{1b}]0;title\\u{7}b");
/// assert_eq!(harmless("two\nlines"), "two\\nlines");
/// assert_eq!(harmless("e\u{202e}vil"), "e\\u{202e}vil");
/// assert_eq!(harmless("größe 木"), "größe 木");
/// ```
pub fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            letter if letter.is_control() || is_hidden(letter) => out.extend(letter.escape_unicode()),
            letter => out.push(letter),
        }
    }
    out
}

/// The same for texts of several lines, which stay lines.
pub(super) fn harmless_lines(text: &str) -> impl Iterator<Item = String> + '_ {
    text.lines().map(|line| harmless(&line.replace('\t', "    ")))
}

/// Characters that reverse the direction, join or separate without being seen, or are not characters.
fn is_hidden(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}
