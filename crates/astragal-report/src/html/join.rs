//! Joins modules into one script, and leaves out what only a reader needs: imports, comments and indentation.
//!
//! This is no compiler: it looks at whole lines. Modules keep to what it understands, which their own README lists and the tests of the
//! page check in a browser: imports are single lines, names at the top level are different in all modules, and a comment has lines of its own.

/// One script of all modules, in strict mode, that leaves no name behind.
pub(super) fn script(modules: &[(&str, &str)]) -> String {
    let mut out = String::from("\"use strict\";\n(() => {\n");
    for (_, text) in modules {
        let (mut is_template, mut is_comment) = (false, false);
        for line in text.lines() {
            if is_template {
                // Within a template over several lines everything counts.
                out.push_str(line);
                out.push('\n');
                is_template = !has_odd_backticks(line);
                continue;
            }
            let line = line.trim();
            is_comment |= line.starts_with("/*");
            if is_comment {
                is_comment = !line.contains("*/");
                continue;
            }
            let is_import = line.starts_with("import ") && line.contains(" from ") || line.starts_with("import \"");
            if line.is_empty() || line.starts_with("//") || is_import {
                continue;
            }
            out.push_str(&squeezed(line.strip_prefix("export ").unwrap_or(line)));
            out.push('\n');
            is_template = has_odd_backticks(line);
        }
    }
    out.push_str("})();\n");
    out
}

/// A line of a script without the spaces that only a reader needs. Lines that may have a string, a template or an expression keep theirs.
fn squeezed(line: &str) -> String {
    if line.contains(['"', '\'', '`', '/']) {
        return line.to_string();
    }
    let is_word = |letter: char| letter.is_alphanumeric() || "_$".contains(letter);
    let mut out = String::with_capacity(line.len());
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let (before, after) = (out.chars().next_back(), letters.peek().copied());
        let is_needed = before.zip(after).is_some_and(|(before, after)| {
            is_word(before) && is_word(after)
                || before == after && "+-".contains(before)
                || before == '<'
                || after == '>'
        });
        if letter != ' ' || is_needed {
            out.push(letter);
        }
    }
    out
}

fn has_odd_backticks(line: &str) -> bool {
    line.matches('`').count() % 2 == 1
}

/// Spaces of a style that only a reader needs, and the last semicolon of a rule.
const SPACES: [(&str, &str); 8] =
    [(" {", "{"), ("{ ", "{"), ("; ", ";"), (" }", "}"), (";}", "}"), (", ", ","), (": ", ":"), (" > ", ">")];

/// The style without comments, indentation, and spaces that only a reader needs. Lines with strings keep theirs.
pub(super) fn style(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    let squeezed = |line: &str| {
        if line.contains(['"', '\'']) {
            return line.to_string() + "\n";
        }
        let line = SPACES.iter().fold(line.to_string(), |line, (spaced, short)| line.replace(spaced, short));
        // A selector may go on in the next line; what ends with one of these does not.
        if line.ends_with(['{', ';', '}', ',']) { line } else { line + "\n" }
    };
    out.lines().map(str::trim).filter(|line| !line.is_empty()).map(squeezed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_one_script() {
        let first = "// Says hello.\nimport { b } from \"./b.js\";\n\nexport function a() {\n  return b`one\n    two` // kept\n}\n";
        let second = "/* long\n   comment */\nexport const b = (text) => text;\n";
        let joined = script(&[("a.js", first), ("b.js", second)]);
        let expected = "\"use strict\";\n(() => {\nfunction a(){\nreturn b`one\n    two` // kept\n}\nconst b=(text)=>text;\n})();\n";
        assert_eq!(joined, expected);
    }

    #[test]
    fn spaces_that_matter_stay() {
        for (line, expected) in [
            ("const next = (a, b) => ({ sum: a + b, not: !a });", "const next=(a,b)=>({sum:a+b,not:!a});"),
            ("for (const x of [1, 2]) if (x in y) return -x;", "for(const x of[1,2])if(x in y)return-x;"),
            ("a + +b - -c + ++d", "a+ +b- -c+ ++d"),
            ("if (a < !--b || c-- > d) e > f;", "if(a< !--b||c-- >d)e >f;"),
            ("say(\"two  words\", a / b);", "say(\"two  words\", a / b);"),
        ] {
            assert_eq!(squeezed(line), expected);
        }
    }

    #[test]
    fn a_style_loses_its_comments() {
        let text = "/* one */\na,\nb c:hover {\n  color: red;\n  margin: calc(1px + 2px) 0;\n}\ne { margin: 0; }\n\n/* two\n */ d { content: \": \"; }";
        assert_eq!(style(text), "a,b c:hover{color:red;margin:calc(1px + 2px) 0;}e{margin:0}d { content: \": \"; }\n");
    }
}
