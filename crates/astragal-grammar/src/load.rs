//! From text or a file to a grammar: what the notations have in common.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::ebnf::{self, Spaces};
use crate::error::{Diagnosis, GrammarErrors, Warning};
use crate::lbnf;
use crate::model::Grammar;

/// A grammar that was read, and what is odd about it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The grammar.
    pub grammar: Arc<Grammar>,
    /// What is probably not meant, in the order of the file.
    pub warnings: Vec<Warning>,
}

impl Grammar {
    /// Reads a grammar in LBNF, the notation of BNFC.
    ///
    /// What BNFC 2.9 accepts is accepted, with the same meaning: a `separator` without `nonempty` allows one after the last element
    /// too, white space as a separator is none, and terminals of several words are several. `delimiters`, which BNFC no longer has,
    /// work as they did. Letters are those of ASCII. Without `entrypoints`, texts begin with the category of the first rule.
    ///
    /// ```
    /// use astragal_grammar::Grammar;
    ///
    /// let sums = Grammar::from_lbnf("sums", r#"
    ///     EAdd. Exp  ::= Exp "+" Exp1 ;
    ///     EInt. Exp1 ::= Integer ;
    ///     coercions Exp 1 ;
    /// "#).unwrap();
    /// assert_eq!(sums.grammar.rules.len(), 4);
    /// assert!(sums.warnings.is_empty());
    /// ```
    ///
    /// # Errors
    /// All mistakes in the grammar.
    pub fn from_lbnf(name: &str, text: &str) -> Result<Loaded, GrammarErrors> {
        read(name, text, |diagnosis| lbnf::read(name, diagnosis))
    }

    /// Reads a grammar in EBNF, the notation of the W3C: `Name ::= 'text' | [a-z]+ (Name - '-')?`.
    ///
    /// Groups and repetitions become categories, and sets of characters become tokens. `A - B` becomes a token as well, for which
    /// both have to be regular. `[^..]` excludes characters from `Char`, if the grammar has such a nonterminal, as the W3C defines it,
    /// and otherwise from all. Texts begin with the first rule.
    ///
    /// ```
    /// use astragal_grammar::{Grammar, Spaces};
    ///
    /// let text = "Sum ::= Number ('+' Number)*   Number ::= [0-9]+";
    /// let exact = Grammar::from_ebnf("sums", text, Spaces::Written).unwrap().grammar;
    /// assert_eq!(exact.tokens[0].name, "[0-9]");
    /// let spaced = Grammar::from_ebnf("sums", text, Spaces::Implied { tokens: &["Number"] }).unwrap().grammar;
    /// assert_eq!(spaced.tokens[0].name, "Number");
    /// ```
    ///
    /// # Errors
    /// All mistakes in the grammar.
    pub fn from_ebnf(name: &str, text: &str, spaces: Spaces<'_>) -> Result<Loaded, GrammarErrors> {
        read(name, text, |diagnosis| ebnf::read(name, spaces, diagnosis))
    }

    /// Reads the grammar in a file, whose ending says how it is written: `.cf` for LBNF, `.ebnf` or `.bnf` for EBNF with
    /// [`Spaces::Written`].
    ///
    /// # Errors
    /// All mistakes in the grammar, or why the file cannot be read.
    pub fn load(path: impl AsRef<Path>) -> Result<Loaded, GrammarErrors> {
        let path = path.as_ref();
        let origin = path.display().to_string();
        let unreadable =
            |why: String| GrammarErrors { origin: origin.clone(), errors: Vec::new(), unreadable: Some(why) };
        let bytes = fs::read(path).map_err(|error| unreadable(format!("cannot be read: {error}")))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let line =
                1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
            unreadable(format!("line {line} is not UTF-8"))
        })?;
        of_file(&origin, &text)
    }
}

/// Reads the text of a file, whose name says how it is written.
pub(crate) fn of_file(origin: &str, text: &str) -> Result<Loaded, GrammarErrors> {
    let path = Path::new(origin);
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    match ending.as_str() {
        "cf" => read(origin, text, |diagnosis| lbnf::read(&name, diagnosis)),
        "ebnf" | "bnf" => read(origin, text, |diagnosis| ebnf::read(&name, Spaces::Written, diagnosis)),
        _ => {
            let unreadable = "the ending says how a grammar is written, `.cf` for LBNF, `.ebnf` or `.bnf` for EBNF";
            Err(GrammarErrors {
                origin: origin.to_owned(),
                errors: Vec::new(),
                unreadable: Some(unreadable.to_owned()),
            })
        }
    }
}

/// The grammar of a file that [`grammar!`](crate::grammar!) includes.
///
/// # Panics
/// If there are mistakes in it: all are shown.
#[doc(hidden)]
#[track_caller]
pub fn embedded(path: &str, text: &str) -> Arc<Grammar> {
    match of_file(path, text) {
        Ok(loaded) => loaded.grammar,
        Err(errors) => panic!("the grammar cannot be used\n{errors}"),
    }
}

/// The grammar of a file of this crate: `grammar!("grammars/calc.cf")`, as a `&'static Arc<Grammar>`.
///
/// The path is relative to the folder of `Cargo.toml`, and its ending says how the grammar is written, as for
/// [`Grammar::load`]. The file is part of the program, and is read when the macro is first run.
///
/// ```
/// use astragal_grammar::grammar;
///
/// let calc = grammar!("tests/grammars/calc.cf");
/// assert_eq!(calc.name, "calc");
/// ```
///
/// A file that is missing is an error of the compiler.
///
/// # Panics
/// If there are mistakes in the grammar: all are shown, and the place is that of the macro.
#[macro_export]
macro_rules! grammar {
    ($path:literal) => {{
        static GRAMMAR: ::std::sync::OnceLock<::std::sync::Arc<$crate::Grammar>> = ::std::sync::OnceLock::new();
        GRAMMAR.get_or_init(|| {
            let text = ::core::include_str!(::core::concat!(::core::env!("CARGO_MANIFEST_DIR"), "/", $path));
            $crate::embedded($path, text)
        })
    }};
}

fn read(
    origin: &str,
    text: &str,
    read: impl FnOnce(&mut Diagnosis<'_>) -> Option<Grammar>,
) -> Result<Loaded, GrammarErrors> {
    let mut diagnosis = Diagnosis::new(text);
    let grammar = read(&mut diagnosis);
    let warnings = diagnosis.finish(origin)?;
    let grammar = Arc::new(grammar.expect("without errors there is a grammar"));
    Ok(Loaded { grammar, warnings })
}
