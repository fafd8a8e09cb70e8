//! Reads a file of regressions: a damaged entry is skipped, and all others are read.
//!
//! An entry reaches from its first line to its end, or to the first line of the next. Inside, lines with its own mark
//! count and others are strays; whether the entry is whole is not a question of its lines but of its address. So
//! strays, markers of a merge conflict, CRLF, a byte order mark or bytes that are not UTF-8 spoil at most the entry in
//! which they are.

use std::collections::HashSet;
use std::fmt;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use astragal_core::Choices;

use super::address::{address_of, is_address};
use super::entry::{BEGIN, END, Entry, MARK, VERSION};

/// How much of a file is read.
pub(super) const FILE_LIMIT: u64 = 4 << 20;

/// The longest entry that is written or read.
pub(super) const ENTRY_LIMIT: usize = 1 << 20;

/// How many warnings a file can give; one more counts the rest.
const WARNING_LIMIT: usize = 20;

/// How Git marks a conflict, each followed by a blank or the end of the line.
const CONFLICT_MARKS: [&str; 4] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];

/// The contents of a file of regressions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// The entries that could be read, in order, each once.
    pub entries: Vec<Entry>,
    /// What could not be read; it was skipped, and the file was left as it is.
    pub warnings: Vec<Warning>,
    /// Why the file as a whole is not to be relied on: it cannot be opened, is not read to its end, or has something in it and
    /// not one entry that can be read. Cases that once failed are then missing, so that a run without them says nothing.
    pub unreadable: Option<Warning>,
}

impl Loaded {
    /// What another file holds too.
    pub(super) fn add(&mut self, other: Loaded) {
        let known: HashSet<String> = self.entries.iter().map(|entry| entry.address().to_owned()).collect();
        self.entries.extend(other.entries.into_iter().filter(|entry| !known.contains(entry.address())));
        self.warnings.extend(other.warnings);
        self.unreadable = self.unreadable.take().or(other.unreadable);
    }

    /// Nothing, because the file cannot be read.
    pub(super) fn unreadable(file: &Path, message: String) -> Loaded {
        let unreadable = Some(Warning { file: file.to_owned(), line: None, message });
        Loaded { unreadable, ..Loaded::default() }
    }
}

/// Something in a file that the reader of a report should know of. It shows as one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The file.
    pub file: PathBuf,
    /// Its line, counted from 1, if the warning is about a part of the file.
    pub line: Option<usize>,
    /// The problem.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Reads what a file holds. `file` is only what the warnings call it.
pub(super) fn read(file: &Path, input: impl BufRead) -> Loaded {
    let mut reader = Reader::new(file, None);
    if let Err(error) = reader.read(input) {
        reader.give_up(None, format!("cannot be read to its end: {error}"));
    }
    reader.finish()
}

/// Whether a file holds an entry of this address that can be read.
pub(super) fn holds(input: impl BufRead, address: &str) -> io::Result<bool> {
    let mut reader = Reader::new(Path::new(""), Some(address));
    reader.read(input)?;
    Ok(!reader.finish().entries.is_empty())
}

struct Reader<'a> {
    file: &'a Path,
    /// The only entry that is looked for; others are passed over, which is much faster.
    wanted: Option<&'a str>,
    loaded: Loaded,
    known: HashSet<String>,
    warnings_left_out: usize,
    open: Option<Block>,
    /// Whether the lines since the last entry were already warned of.
    is_astray: bool,
    conflict: Option<usize>,
    /// The first line with a NUL byte, which no text has.
    nul: Option<usize>,
}

/// An entry that is being read.
struct Block {
    line: usize,
    version: u64,
    address: String,
    comment: String,
    /// The lines of the choices, and where each was in the file.
    text: String,
    numbers: Vec<usize>,
    is_too_long: bool,
    stray: Option<usize>,
}

impl<'a> Reader<'a> {
    fn new(file: &'a Path, wanted: Option<&'a str>) -> Reader<'a> {
        Reader {
            file,
            wanted,
            loaded: Loaded::default(),
            known: HashSet::new(),
            warnings_left_out: 0,
            open: None,
            is_astray: false,
            conflict: None,
            nul: None,
        }
    }

    fn read(&mut self, input: impl BufRead) -> io::Result<()> {
        let mut input = input.take(FILE_LIMIT + 1);
        let (mut number, mut bytes) = (0, Vec::new());
        loop {
            bytes.clear();
            if input.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(());
            }
            number += 1;
            if input.limit() == 0 {
                // The entry in this line is not complete for us, which is not a fault of its own.
                self.open = None;
                let message = format!("the file is larger than {FILE_LIMIT} bytes; from this line on it is not read");
                self.give_up(Some(number), message);
                return Ok(());
            }
            if self.nul.is_none() && bytes.contains(&0) {
                self.nul = Some(number);
            }
            if self.passes_over(&bytes) {
                continue;
            }
            let line = String::from_utf8_lossy(&bytes);
            self.line(number, line.trim_start_matches('\u{FEFF}').trim_end());
        }
    }

    /// Whether a line can be skipped, since one entry is searched for and this is not its beginning.
    fn passes_over(&self, line: &[u8]) -> bool {
        let begins = line.starts_with(BEGIN.as_bytes()) || line.starts_with("\u{FEFF}".as_bytes());
        self.wanted.is_some() && self.open.is_none() && !begins
    }

    fn line(&mut self, number: usize, line: &str) {
        if line.is_empty() {
        } else if is_conflict_mark(line) {
            self.conflict = self.conflict.or(Some(number));
        } else if let Some(begin) = line.strip_prefix(BEGIN) {
            self.close();
            self.begin(number, begin);
        } else if let Some(block) = &mut self.open {
            if block.line(number, line) {
                self.close();
            }
        } else if !line.starts_with('#') {
            self.stray(number);
        }
    }

    fn begin(&mut self, number: usize, begin: &str) {
        let words: Vec<&str> = begin.split_ascii_whitespace().take(3).collect();
        let version = words.first().and_then(|word| word.parse::<u64>().ok());
        match (version, &words[..]) {
            _ if self.wanted.is_some_and(|wanted| words.get(1) != Some(&wanted)) => {}
            (Some(VERSION), [_, address]) if is_address(address) => {
                self.open = Some(Block::new(number, VERSION, address))
            }
            // What follows the version is for that version to say.
            (Some(version), _) if version > VERSION => self.open = Some(Block::new(number, version, "")),
            _ => self.stray(number),
        }
    }

    fn stray(&mut self, number: usize) {
        if !self.is_astray {
            self.is_astray = true;
            let message = "the text from here on belongs to no entry and is skipped; the file is left as it is";
            self.warn(Some(number), message.into());
        }
    }

    fn close(&mut self) {
        self.is_astray = false;
        let Some(block) = self.open.take() else { return };
        if self.known.contains(&block.address) {
            return;
        }
        match block.entry() {
            Ok(entry) => {
                if let Some(line) = block.stray {
                    self.warn(Some(line), "this line belongs to no entry and is skipped".into());
                }
                self.known.insert(block.address);
                self.loaded.entries.push(entry);
            }
            Err((line, message)) => self.warn(Some(line), message),
        }
    }

    fn warn(&mut self, line: Option<usize>, message: String) {
        if self.loaded.warnings.len() < WARNING_LIMIT {
            self.loaded.warnings.push(Warning { file: self.file.to_owned(), line, message });
        } else {
            self.warnings_left_out += 1;
        }
    }

    /// The file as a whole is not to be relied on.
    fn give_up(&mut self, line: Option<usize>, message: String) {
        self.loaded.unreadable = Some(Warning { file: self.file.to_owned(), line, message });
    }

    fn finish(mut self) -> Loaded {
        self.close();
        if let Some(line) = self.conflict {
            let message = "markers of a merge conflict; both sides were read; remove the markers, keep the entries";
            self.warn(Some(line), message.into());
        }
        if self.warnings_left_out > 0 {
            let message = format!("more parts that cannot be read: {}", self.warnings_left_out);
            self.loaded.warnings.push(Warning { file: self.file.to_owned(), line: None, message });
        }
        if let ([], [first, ..], None) = (&*self.loaded.entries, &*self.loaded.warnings, &self.loaded.unreadable) {
            let (line, why) = match self.nul {
                Some(line) => (Some(line), "it contains a NUL byte: it is not UTF-8 text"),
                None => (first.line, &*first.message),
            };
            let message = format!("no entry of this file can be read: {why}");
            self.give_up(line, message);
        }
        self.loaded
    }
}

impl Block {
    fn new(line: usize, version: u64, address: &str) -> Block {
        Block {
            line,
            version,
            address: address.to_owned(),
            comment: String::new(),
            text: String::new(),
            numbers: Vec::new(),
            is_too_long: false,
            stray: None,
        }
    }

    /// Takes a line; tells whether it was the last.
    fn line(&mut self, number: usize, line: &str) -> bool {
        if self.version != VERSION {
            return false;
        }
        let Some(rest) = line.strip_prefix(&self.address[..MARK]).and_then(|rest| rest.strip_prefix(' ')) else {
            self.stray = self.stray.or(Some(number));
            return false;
        };
        if rest == END {
            return true;
        }
        if let Some(comment) = rest.strip_prefix("# ") {
            self.comment = comment.to_owned();
        } else if self.text.len() + rest.len() < ENTRY_LIMIT {
            self.text.push_str(rest);
            self.text.push('\n');
            self.numbers.push(number);
        } else {
            self.is_too_long = true;
        }
        false
    }

    /// The entry, or the line that spoils it and why.
    fn entry(&self) -> Result<Entry, (usize, String)> {
        if self.version > VERSION {
            let form = format!("the entry is written by a newer version of Astragal (form {})", self.version);
            return Err((self.line, format!("{form}; it is skipped and left as it is")));
        }
        let skipped = |line, why: String| Err((line, format!("{why}; the entry is skipped and left as it is")));
        if self.is_too_long {
            return skipped(self.line, format!("the entry is larger than {ENTRY_LIMIT} bytes"));
        }
        let is_as_written = address_of(&self.text) == self.address;
        let choices = match self.text.parse::<Choices>() {
            Ok(choices) => choices,
            Err(error) if is_as_written => {
                let why = format!("the choices are written by a newer version of Astragal: {}", error.message());
                return skipped(self.line, why);
            }
            Err(error) => {
                let line = error.line().and_then(|line| self.numbers.get(line - 1));
                let line = self.stray.or(line.copied()).unwrap_or(self.line);
                return skipped(line, format!("damaged: {}", error.message()));
            }
        };
        if is_as_written {
            return Ok(Entry::at(self.address.clone(), choices, &self.comment));
        }
        // Blanks may have changed, which is not damage.
        let entry = Entry::new(choices, &self.comment);
        if entry.address() == self.address {
            return Ok(entry);
        }
        let why = format!("damaged: the address does not match the choices, which have {}", entry.address());
        skipped(self.stray.unwrap_or(self.line), why)
    }
}

fn is_conflict_mark(line: &str) -> bool {
    let rest = CONFLICT_MARKS.iter().find_map(|mark| line.strip_prefix(mark));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_of_a_newer_version_are_named_so() {
        let choices = "astragal choices 2\nsomething new\n";
        let address = address_of(choices);
        let mark = &address[..MARK];
        let text = format!("{BEGIN}1 {address}\n{mark} astragal choices 2\n{mark} something new\n{mark} {END}\n");
        let loaded = read(Path::new("file"), text.as_bytes());
        assert!(loaded.entries.is_empty() && loaded.warnings.len() == 1, "{loaded:?}");
        assert!(loaded.warnings[0].to_string().starts_with("file:1: the choices are written by a newer version"));
        let damaged = read(Path::new("file"), text.replace("new", "old").as_bytes());
        assert!(damaged.warnings[0].message.starts_with("damaged"), "{damaged:?}");
    }
}
