//! A judge: a process that is asked about many texts and answers for each whether it has the syntax of a language.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

/// What a judge says about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Accepted,
    /// It has a syntax error: the message.
    Syntax(String),
    /// It is rejected for another reason, such as a name that is not declared: the message.
    Other(String),
}

impl Verdict {
    /// Whether the text has the syntax of the language, whatever else is wrong with it.
    pub(crate) fn is_parsed(&self) -> bool {
        !matches!(self, Verdict::Syntax(_))
    }
}

/// Asks a judge about texts.
///
/// # Panics
/// If the process fails or does not answer for every text.
pub(crate) fn ask(command: Command, texts: &[impl AsRef<str> + Sync]) -> Vec<Verdict> {
    answers(command, texts).into_iter().map(|(verdict, _)| verdict).collect()
}

/// Asks a judge, and returns what it adds to each answer as well: for a text that it accepts, this may be a tree.
///
/// It reads texts, each after its length in four bytes with the lowest first, and answers with one byte, `+`, `-` or `~`, and
/// a message in the same form.
///
/// # Panics
/// If the process fails or does not answer for every text.
pub(crate) fn answers(mut command: Command, texts: &[impl AsRef<str> + Sync]) -> Vec<(Verdict, String)> {
    let mut process = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut input = process.stdin.take().expect("it is piped");
    let output = std::thread::scope(|scope| {
        // Beside the reading, because both pipes fill up.
        scope.spawn(move || {
            let framed = texts.iter().flat_map(|text| {
                let text = text.as_ref().as_bytes();
                [&(text.len() as u32).to_le_bytes()[..], text].concat()
            });
            // A process that ends early is found below.
            let _ = input.write_all(&framed.collect::<Vec<u8>>());
        });
        process.wait_with_output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
    });
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{said}", output.status);
    let mut rest = &output.stdout[..];
    let answers: Option<Vec<(Verdict, String)>> = texts.iter().map(|_| read(&mut rest)).collect();
    answers.unwrap_or_else(|| panic!("{command:?} does not answer for every text\n{said}"))
}

/// Reads an answer.
fn read(answers: &mut &[u8]) -> Option<(Verdict, String)> {
    let mut head = [0; 5];
    answers.read_exact(&mut head).ok()?;
    let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]);
    let (message, rest) = answers.split_at_checked(length as usize)?;
    *answers = rest;
    let message = String::from_utf8_lossy(message).into_owned();
    let verdict = match head[0] {
        b'+' => Verdict::Accepted,
        b'-' => Verdict::Syntax(message.clone()),
        b'~' => Verdict::Other(message.clone()),
        _ => return None,
    };
    Some((verdict, message))
}
