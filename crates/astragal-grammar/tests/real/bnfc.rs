//! The parser that BNFC makes of a grammar file, with flex, bison and a C compiler. It is built once, in the target directory.

use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::judge::{Verdict, answers, ask};
use crate::programs;

const JUDGE: &str = include_str!("judges/judge.c");

/// BNFC writes control characters into the file for flex as Haskell does, which to flex are other characters: `\SOH` is `S`, `O`
/// or `H`. In the order of their numbers, but for those that have a name in C.
const HASKELL_NAMES: [(&str, u8); 26] = [
    ("NUL", 0),
    ("SOH", 1),
    ("STX", 2),
    ("ETX", 3),
    ("EOT", 4),
    ("ENQ", 5),
    ("ACK", 6),
    ("SO", 14),
    ("SI", 15),
    ("DLE", 16),
    ("DC1", 17),
    ("DC2", 18),
    ("DC3", 19),
    ("DC4", 20),
    ("NAK", 21),
    ("SYN", 22),
    ("ETB", 23),
    ("CAN", 24),
    ("EM", 25),
    ("SUB", 26),
    ("ESC", 27),
    ("FS", 28),
    ("GS", 29),
    ("RS", 30),
    ("US", 31),
    ("DEL", 127),
];

/// A built parser.
#[derive(Debug)]
pub(crate) struct Parser {
    program: PathBuf,
    /// What BNFC says about the grammar: how many rules it has.
    pub(crate) summary: String,
    /// What bison says about conflicts; empty if there are none.
    pub(crate) conflicts: String,
}

/// The folder of the grammars.
pub(crate) fn grammars() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars")
}

/// The parser of a grammar in the folder of the grammars, by its name without the ending. Nothing if a program is missing.
pub(crate) fn parser(name: &str) -> Option<Arc<Parser>> {
    type Parsers = HashMap<String, Arc<OnceLock<Arc<Parser>>>>;
    static PARSERS: Mutex<Option<Parsers>> = Mutex::new(None);
    if !programs::are_there(&["bnfc", "flex", "bison", "gcc"]) {
        return None;
    }
    let file = grammars().join(name).with_extension("cf");
    // Only those who want the same parser wait for each other.
    let cell = {
        let mut parsers = PARSERS.lock().unwrap_or_else(PoisonError::into_inner);
        parsers.get_or_insert_default().entry(name.to_owned()).or_default().clone()
    };
    Some(cell.get_or_init(|| Arc::new(Parser::of(&file))).clone())
}

impl Parser {
    /// The parser of a grammar file, built unless it is there.
    fn of(file: &Path) -> Parser {
        let grammar = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let mut hasher = DefaultHasher::new();
        (&grammar, JUDGE, HASKELL_NAMES).hash(&mut hasher);
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let folder = programs::folder().join(format!("{name}-{:016x}", hasher.finish()));
        if !folder.is_dir() {
            // Another process may build the same: the first that is ready counts.
            let draft = folder.with_extension(std::process::id().to_string());
            build(&draft, &grammar);
            let _ = fs::rename(&draft, &folder);
            let _ = fs::remove_dir_all(&draft);
        }
        let read = |file: &str| fs::read_to_string(folder.join(file)).expect("the build writes it");
        Parser { program: folder.join("judge"), summary: read("summary"), conflicts: read("conflicts") }
    }

    /// Asks it about texts.
    pub(crate) fn judge(&self, texts: &[impl AsRef<str> + Sync]) -> Vec<Verdict> {
        ask(Command::new(&self.program), texts)
    }

    /// The abstract syntax of a text, as BNFC shows it.
    ///
    /// # Panics
    /// If the text is not in the language.
    pub(crate) fn tree(&self, text: &str) -> String {
        let mut command = Command::new(&self.program);
        command.arg("trees");
        let (verdict, tree) = answers(command, &[text]).remove(0);
        assert_eq!(verdict, Verdict::Accepted, "{text}");
        tree
    }
}

/// Builds the parser of a grammar in a folder.
fn build(folder: &Path, grammar: &str) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).unwrap();
    let call = |line: &str| {
        let mut words = line.split(' ');
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).current_dir(folder).env("LC_ALL", "C.UTF-8");
        programs::run(command)
    };
    let write = |file: &str, text: &str| fs::write(folder.join(file), text).unwrap();
    write("grammar.cf", grammar);
    write("judge.c", JUDGE);
    let (printed, _) = call("bnfc --c grammar.cf");
    write("summary", printed.lines().next().unwrap_or_default());
    let lexer = fs::read_to_string(folder.join("grammar.l")).unwrap();
    write("grammar.l", &with_control_characters(&lexer));
    call("flex -Pgrammar_ -oLexer.c grammar.l");
    let (_, said) = call("bison -pgrammar_ grammar.y -o Parser.c");
    let warnings =
        said.lines().filter_map(|line| line.strip_prefix("grammar.y: warning: ")?.split_once(" [-Wconflicts"));
    write("conflicts", &warnings.map(|(conflicts, _)| conflicts).collect::<Vec<_>>().join(", "));
    // In a rule the name of the entry point is in small letters.
    let entry = entry_point(grammar);
    let names = format!("-DENTRY_FIELD={}_ -DSHOW_ENTRY=show{entry} -DFREE_ENTRY=free_{entry}", entry.to_lowercase());
    call("gcc -w -c -Dfprintf=judge_note Parser.c");
    call(&format!("gcc -w {names} -o judge judge.c Absyn.c Printer.c Lexer.c Parser.o"));
}

/// The text for flex with control characters that it understands.
fn with_control_characters(lexer: &str) -> String {
    let mut text = String::new();
    let mut rest = lexer;
    while let Some((plain, escaped)) = rest.split_once('\\') {
        // The longest name: `SOH` is not `SO` and an `H`, which Haskell would write as `\SO\&H`.
        let names = HASKELL_NAMES.iter().filter(|(name, _)| escaped.starts_with(name));
        let length = match names.max_by_key(|(name, _)| name.len()) {
            Some((name, number)) => {
                text += &format!("{plain}\\x{number:02x}");
                name.len()
            }
            None => {
                let length = escaped.chars().next().map_or(0, char::len_utf8);
                text += &format!("{plain}\\{}", &escaped[..length]);
                length
            }
        };
        rest = &escaped[length..];
    }
    text + rest
}

/// The first entry point that a grammar names.
fn entry_point(grammar: &str) -> &str {
    let line = grammar.lines().find_map(|line| line.strip_prefix("entrypoints ")).expect("it names its entry points");
    line.split([',', ';']).next().unwrap_or_default().trim()
}

#[test]
fn control_characters_are_written_for_flex() {
    assert_eq!(with_control_characters(r"[^\NUL\SOH\SO\a\n\\SO\DEL\]SO]"), r"[^\x00\x01\x0e\a\n\\SO\x7f\]SO]");
}

#[test]
fn an_error_leaves_nothing_behind() {
    let Some(parser) = parser("c") else { return };
    // The comment that does not end is taken by BNFC's lexers.
    let verdicts = parser.judge(&["int x;", "int", "int x; /*", "int x;", "\"", "", "int\0x;", "int x;"]);
    let signs: String = verdicts.iter().map(|verdict| if verdict.is_parsed() { '+' } else { '-' }).collect();
    assert_eq!(signs, "+-++---+");
}
