//! The settings that `#[property(..)]` can have, and which texts they take.
//!
//! A value is an expression for the setter of that name. A text such as `"2s"` is looked at here, so that a slip is a
//! compile error; what it means is for the library to say.

use proc_macro2::{Ident, TokenStream};
use syn::Lit;

use crate::code::code;
use crate::errors::Errors;

/// A setting.
pub(crate) struct Setting {
    pub(crate) name: &'static str,
    takes: Takes,
}

/// What can be written behind `name =`.
enum Takes {
    /// A number.
    Number,
    /// True or false; the name alone means true.
    Switch,
    /// One of some texts, or an expression for the value.
    Text(Texts),
}

/// Some texts.
struct Texts {
    /// Ends the sentence "`time` wants ..".
    wants: &'static str,
    /// Whether a text is one of them.
    has: fn(&str) -> bool,
    /// Whether a number without quotes means something too.
    or_number: bool,
}

/// All settings, as the library has them.
pub(crate) const ALL: &[Setting] = &[
    Setting { name: "cases", takes: Takes::Number },
    Setting { name: "time", takes: Takes::Text(TIME_OR_NONE) },
    Setting { name: "size", takes: Takes::Number },
    Setting { name: "seed", takes: Takes::Number },
    Setting { name: "phases", takes: Takes::Text(PHASES) },
    Setting { name: "exhaustive", takes: Takes::Text(EXHAUSTIVE) },
    Setting { name: "strategy", takes: Takes::Text(STRATEGY) },
    Setting { name: "isolated", takes: Takes::Switch },
    Setting { name: "timeout", takes: Takes::Text(TIME_OR_NONE) },
    Setting { name: "memory", takes: Takes::Text(MEMORY_OR_NONE) },
    Setting { name: "threads", takes: Takes::Number },
    Setting { name: "shrink_evaluations", takes: Takes::Number },
    Setting { name: "shrink_time", takes: Takes::Text(TIME) },
    Setting { name: "minima", takes: Takes::Number },
    Setting { name: "show", takes: Takes::Text(SHOW) },
    Setting { name: "summary", takes: Takes::Switch },
    Setting { name: "color", takes: Takes::Text(COLOR) },
    Setting { name: "regressions", takes: Takes::Text(REGRESSIONS) },
    Setting { name: "strict", takes: Takes::Switch },
    Setting { name: "coverage_confidence", takes: Takes::Number },
];

const TIME: Texts = Texts {
    wants: "a time such as \"50ms\", \"2s\", \"1m\" or \"1h\", or a `Duration`",
    has: is_time,
    or_number: false,
};

const TIME_OR_NONE: Texts = Texts {
    wants: "a time such as \"50ms\", \"2s\", \"1m\" or \"1h\", or \"none\", or a `Duration`",
    has: |text| text == "none" || is_time(text),
    or_number: false,
};

const MEMORY_OR_NONE: Texts = Texts {
    wants: "a number of bytes such as \"512M\" or \"2G\" (powers of 1024), or \"none\"",
    has: |text| text == "none" || is_memory(text),
    or_number: true,
};

const PHASES: Texts = Texts {
    wants: "some of \"regressions,examples,exhaustive,random,target,shrink,explain\"; or what to leave out, such as \
            \"-exhaustive\"; or \"all\"",
    has: are_phases,
    or_number: false,
};

const EXHAUSTIVE: Texts = Texts {
    wants: "how many cases are listed, or up to which size or depth, such as \"size 8\" or \"depth 4\"; or \"auto\"",
    has: |text| {
        let bound = text.strip_prefix("size ").or_else(|| text.strip_prefix("depth "));
        text == "auto" || is_whole(bound.unwrap_or(text).trim_start())
    },
    or_number: true,
};

/// Which there are is for the library to say.
const STRATEGY: Texts = Texts {
    wants: "the name of a strategy, such as \"random\"",
    has: |text| !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase()),
    or_number: false,
};

const SHOW: Texts = Texts {
    wants: "\"quiet\", \"normal\", \"steps\" or \"full\"",
    has: |text| ["quiet", "normal", "steps", "full"].contains(&text),
    or_number: false,
};

const COLOR: Texts = Texts {
    wants: "\"auto\", \"always\" or \"never\"",
    has: |text| ["auto", "always", "never"].contains(&text),
    or_number: false,
};

const REGRESSIONS: Texts = Texts {
    wants: "\"beside\", \"off\", or a directory with a slash, such as \"./regressions\"",
    has: |text| ["beside", "off"].contains(&text) || text.contains(['/', '\\']),
    or_number: false,
};

impl Setting {
    /// Whether it is about what one case may take, which only a process of its own can be held to.
    pub(crate) fn is_limit(&self) -> bool {
        ["timeout", "memory"].contains(&self.name)
    }

    /// The setter that is called for `name = value`.
    pub(crate) fn assigned(&self, ident: &Ident, value: &TokenStream, errors: &mut Errors) -> Option<TokenStream> {
        if let Takes::Text(texts) = &self.takes {
            match syn::parse2::<Lit>(value.clone()) {
                Ok(Lit::Str(text)) if (texts.has)(text.value().trim()) => {
                    let name = self.name;
                    return Some(code!(.set(#name, #text)));
                }
                Ok(Lit::Int(_)) if texts.or_number => {}
                // Any other literal: of its type the compiler would say something about a conversion.
                Ok(literal) => {
                    errors.at(literal, format!("`{ident}` wants {}", texts.wants));
                    return None;
                }
                Err(_) => {}
            }
            if let Ok(word) = syn::parse2::<Ident>(value.clone()) {
                if (texts.has)(&word.to_string()) {
                    errors.at(&word, format!("write it in quotes: `{ident} = \"{word}\"`"));
                    return None;
                }
            }
        }
        Some(code!(.#ident(#value)))
    }

    /// The setter that is called for the name alone.
    pub(crate) fn alone(&self, ident: &Ident, errors: &mut Errors) -> Option<TokenStream> {
        match &self.takes {
            Takes::Switch => return Some(code!(.#ident(true))),
            Takes::Number => errors.at(ident, format!("write the number: `{ident} = ..`")),
            Takes::Text(texts) => errors.at(ident, format!("write `{ident} = ..`: it wants {}", texts.wants)),
        }
        None
    }
}

/// A whole number and a unit: `50ms`.
fn is_time(text: &str) -> bool {
    let Some(unit) = text.find(|c: char| c.is_ascii_alphabetic()) else { return false };
    ["h", "m", "s", "ms", "us", "ns"].contains(&&text[unit..]) && is_whole(text[..unit].trim_end())
}

/// A whole number with a unit or without: `512M`.
fn is_memory(text: &str) -> bool {
    let number = text.strip_suffix(['G', 'M', 'K']).unwrap_or(text).trim_end();
    is_whole(number) && number.contains(|c| matches!(c, '1'..='9'))
}

fn is_whole(text: &str) -> bool {
    !text.starts_with('_')
        && text.contains(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || c == '_')
}

fn are_phases(text: &str) -> bool {
    const PHASES: [&str; 7] = ["regressions", "examples", "exhaustive", "random", "target", "shrink", "explain"];
    text == "all"
        || text.split(',').map(str::trim).all(|item| PHASES.contains(&item.strip_prefix('-').unwrap_or(item).trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_from_slips() {
        let cases: [(&Texts, &[&str], &[&str]); 6] = [
            (&TIME, &["50ms", "2s", "1m", "1_000 us", "1h"], &["", "none", "2", "s", "2 seconds", "1.5s", "-1s", "2S"]),
            (&TIME_OR_NONE, &["none", "7ns"], &["never"]),
            (&MEMORY_OR_NONE, &["none", "512M", "2G", "1000", "3 K"], &["", "0", "M", "512MB", "1m"]),
            (&PHASES, &["all", "random", "random, shrink", "-exhaustive,-explain"], &["", "randm", "random,"]),
            (&STRATEGY, &["random"], &["", "Random"]),
            (&REGRESSIONS, &["off", "beside", "./here"], &["on", "here"]),
        ];
        for (texts, right, wrong) in cases {
            right.iter().for_each(|text| assert!((texts.has)(text), "{text:?}"));
            wrong.iter().for_each(|text| assert!(!(texts.has)(text), "{text:?}"));
        }
    }
}
