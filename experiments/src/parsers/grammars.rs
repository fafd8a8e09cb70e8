//! The grammars of `grammars/`, which all parts of the experiment share.

use astragal::grammar::{Grammar, Language};

/// A grammar with its name.
macro_rules! sources {
    ($($name:ident: $path:literal;)+) => {$(
        /// The language of the grammar of this name.
        pub(super) fn $name() -> Language {
            language(stringify!($name), include_str!(concat!("../../../grammars/", $path)))
        }
    )+};
}

sources! {
    arithmetic: "arithmetic.cf";
    c: "c.cf";
    json: "json.cf";
    lbnf: "lbnf.cf";
    sexp: "sexp.cf";
    sql: "sql.cf";
    c_octal: "flawed/c_octal.cf";
    c_quote: "flawed/c_quote.cf";
    c_suffix: "flawed/c_suffix.cf";
}

/// All that are not flawed, with their names.
pub(super) fn all() -> [(&'static str, Language); 6] {
    [("json", json()), ("c", c()), ("sql", sql()), ("lbnf", lbnf()), ("sexp", sexp()), ("arithmetic", arithmetic())]
}

fn language(name: &str, text: &str) -> Language {
    let grammar = Grammar::from_lbnf(name, text).expect("a grammar of the project").grammar;
    Language::new(grammar).expect("it has a language")
}
