//! The parsers of Python, Node and Rust, and BNFC's own of grammars.

use std::fs;
use std::process::Command;

use crate::judge::{Verdict, ask};
use crate::programs;

/// A parser that is asked about many texts. Nothing if it is not installed.
pub(crate) type Judge = fn(&[&str]) -> Option<Vec<Verdict>>;

/// Python's json, without its extensions.
pub(crate) fn python_json(texts: &[&str]) -> Option<Vec<Verdict>> {
    python("json", texts)
}

/// Python's own parser, of an expression.
pub(crate) fn python_expression(texts: &[&str]) -> Option<Vec<Verdict>> {
    python("arithmetic", texts)
}

/// SQLite, by Python's module. Statements are prepared and not run.
pub(crate) fn sqlite(texts: &[&str]) -> Option<Vec<Verdict>> {
    python("sql", texts)
}

/// pycparser. Typedef names are declared before each text, comments are removed.
pub(crate) fn pycparser(texts: &[&str]) -> Option<Vec<Verdict>> {
    if !programs::are_there(&["python3"]) || !programs::has_python_module("pycparser") {
        return None;
    }
    python("c", texts)
}

fn python(language: &str, texts: &[&str]) -> Option<Vec<Verdict>> {
    if !programs::are_there(&["python3"]) {
        return None;
    }
    let mut command = programs::python();
    command.args(["-c", include_str!("judges/judge.py"), language]);
    Some(ask(command, texts))
}

/// JavaScript's `JSON.parse`, in Node.
pub(crate) fn node_json(texts: &[&str]) -> Option<Vec<Verdict>> {
    if !programs::are_there(&["node"]) {
        return None;
    }
    let mut command = Command::new("node");
    command.args(["-e", include_str!("judges/judge.js")]);
    Some(ask(command, texts))
}

/// Rust's serde_json.
pub(crate) fn serde_json(texts: &[&str]) -> Option<Vec<Verdict>> {
    let judge = |text: &&str| match serde_json::from_str::<serde_json::Value>(text) {
        Ok(_) => Verdict::Accepted,
        Err(error) => {
            let message = error.to_string();
            let is_other = ["out of range", "recursion limit", "surrogate", "unexpected end of hex"]
                .iter()
                .any(|part| message.contains(part));
            if is_other { Verdict::Other(message) } else { Verdict::Syntax(message) }
        }
    };
    Some(texts.iter().map(judge).collect())
}

/// BNFC itself, of grammars. It runs once for each text. It writes out as many levels as `coercions` says, so that a large number
/// takes all memory: such a text is not given to it.
pub(crate) fn bnfc_check(texts: &[&str]) -> Option<Vec<Verdict>> {
    if !programs::are_there(&["bnfc"]) {
        return None;
    }
    let folder = programs::folder().join(format!("check-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let judge = |text: &&str| {
        if text.split(|c: char| !c.is_ascii_digit()).any(|number| number.len() > 3) {
            return Verdict::Other("too many levels".into());
        }
        fs::write(folder.join("grammar.cf"), text).unwrap();
        let mut command = Command::new("bnfc");
        command.args(["--check", "grammar.cf"]).current_dir(&folder).env("LC_ALL", "C.UTF-8");
        let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        match (output.status.success(), message.starts_with("syntax error")) {
            (true, _) => Verdict::Accepted,
            (false, true) => Verdict::Syntax(message),
            (false, false) => Verdict::Other(message),
        }
    };
    let verdicts = texts.iter().map(judge).collect();
    fs::remove_dir_all(&folder).unwrap();
    Some(verdicts)
}
