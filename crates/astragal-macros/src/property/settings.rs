//! What is written behind a setting in `#[property(..)]`: the text of a literal, or an expression for its setter.
//!
//! A text is checked here, so that a slip is a compile error, and read by the library when the test runs. Both use the same
//! table, `astragal_settings`.

use astragal_settings::{Setting, literal};
use proc_macro2::{Delimiter, Ident, TokenStream};
use syn::parse::{ParseStream, Parser};
use syn::{Lit, LitStr, Token};

use super::only_group;
use crate::code::code;
use crate::errors::Errors;

/// The setter that is called for `name = value`, if the value is right.
pub(crate) fn assigned(
    setting: &Setting,
    ident: &Ident,
    value: &TokenStream,
    errors: &mut Errors,
) -> Option<TokenStream> {
    let Some(text) = text_of(value) else {
        if let Some(form) = setting.forms().find(|form| is_written_as(form, value)) {
            errors.at(value, format!("strings need quotes: `{ident} = {}`", literal(form)));
            return None;
        }
        return Some(code!(.#ident(#value)));
    };
    if !setting.accepts(&text) {
        // The tokens of a negative number have a blank between them.
        let written = if text.starts_with('-') && !is_string(value) { text.clone() } else { value.to_string() };
        errors.at(value, setting.wrong_literal(&text, &written));
        return None;
    }
    if has_unit(value) {
        errors.at(value, format!("strings need quotes: `{ident} = \"{text}\"`"));
        return None;
    }
    let name = setting.name;
    Some(code!(.set(#name, #text)))
}

/// The setter that is called for the name alone.
pub(crate) fn alone(setting: &Setting, ident: &Ident, errors: &mut Errors) -> Option<TokenStream> {
    if setting.is_switch() {
        return Some(code!(.#ident(true)));
    }
    errors.at(ident, format!("`{ident}` needs a value: it takes {}", setting.takes_literals()));
    None
}

/// The text of a literal or of a list, as the library would read it from a file; none for another expression.
pub(crate) fn text_of(value: &TokenStream) -> Option<String> {
    if let Some(list) = only_group(value, Delimiter::Bracket) {
        // No setter takes a list of anything else.
        let strings = strings.parse2(list.stream());
        return Some(strings.map_or_else(|_| value.to_string(), |strings| strings.join(",")));
    }
    let text = match syn::parse2::<Lit>(value.clone()).ok()? {
        Lit::Str(text) => text.value().trim().to_string(),
        Lit::Bool(truth) => truth.value.to_string(),
        Lit::Int(number) if TYPES.contains(&number.suffix()) => number.base10_digits().to_string(),
        Lit::Float(number) if TYPES.contains(&number.suffix()) => number.base10_digits().to_string(),
        other => code!(#other).to_string(),
    };
    Some(text)
}

/// Strings with commas between them.
fn strings(input: ParseStream<'_>) -> syn::Result<Vec<String>> {
    let strings = input.parse_terminated(<LitStr as syn::parse::Parse>::parse, Token![,])?;
    Ok(strings.iter().map(LitStr::value).collect())
}

/// The suffixes that a number can have.
const TYPES: [&str; 15] =
    ["", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64"];

fn is_string(value: &TokenStream) -> bool {
    matches!(syn::parse2::<Lit>(value.clone()), Ok(Lit::Str(_)))
}

/// Whether it is a number with a unit and without quotes: to the compiler, the unit of `2s` is the suffix of a type.
fn has_unit(value: &TokenStream) -> bool {
    match syn::parse2::<Lit>(value.clone()) {
        Ok(Lit::Int(number)) => !TYPES.contains(&number.suffix()),
        Ok(Lit::Float(number)) => !TYPES.contains(&number.suffix()),
        _ => false,
    }
}

/// Whether some tokens are a form without its quotes, such as `never`, `-exhaustive` or `agata:linear`.
fn is_written_as(form: &str, value: &TokenStream) -> bool {
    let without_blanks = |text: &str| text.split_whitespace().collect::<String>();
    without_blanks(&value.to_string()) == without_blanks(form)
}

#[cfg(test)]
mod tests {
    use astragal_settings::SETTINGS;

    use super::super::options::Options;
    use super::*;

    /// The setter that is called for some options, or the errors.
    fn set(options: &str) -> Result<String, String> {
        let mut errors = Errors::default();
        let options = Options::read(options.parse().expect("tokens"), &mut errors);
        errors
            .finish()
            .map_err(|error| error.into_iter().map(|error| error.to_string()).collect::<Vec<_>>().join("\n"))?;
        Ok(options.settings.iter().map(|tokens| tokens.to_string().replace(' ', "")).collect())
    }

    #[test]
    fn every_documented_form_is_accepted_as_text_and_as_literal() {
        for setting in SETTINGS {
            let name = setting.name;
            for form in setting.forms().chain([setting.default]) {
                let expected = format!(".set({name:?},{form:?})").replace(' ', "");
                assert_eq!(set(&format!("{name} = {form:?}")), Ok(expected), "{form}");
                let literal = set(&format!("{name} = {}", literal(form)));
                assert!(literal.as_ref().is_ok_and(|set| set.starts_with(".set(")), "{name}: {form}: {literal:?}");
            }
        }
    }

    #[test]
    fn literals_are_read_as_in_a_file() {
        for (option, text) in [
            ("seed = 0xfeed_u64", "65261"),
            ("strict = true", "true"),
            ("phases = [\"random\", \"shrink\",]", "random,shrink"),
            ("coverage_confidence = 0.9", "0.9"),
        ] {
            let name = option.split(' ').next().unwrap_or_default();
            assert_eq!(set(option), Ok(format!(".set({name:?},{text:?})")));
        }
        assert_eq!(set("cases = FEW * 2").as_deref(), Ok(".cases(FEW*2)"));
        assert_eq!(set("replay = TOKEN").as_deref(), Ok(".replay(TOKEN)"));
        assert_eq!(set("strict").as_deref(), Ok(".strict(true)"));
    }

    #[test]
    fn a_wrong_literal_is_told_once() {
        for (option, message) in [
            ("time = 2s", "strings need quotes: `time = \"2s\"`"),
            ("color = never", "strings need quotes: `color = \"never\"`"),
            ("phases = -exhaustive", "strings need quotes: `phases = \"-exhaustive\"`"),
            ("strategy = agata:linear", "strings need quotes: `strategy = \"agata:linear\"`"),
            ("exhaustive = size 8", "strings need quotes: `exhaustive = \"size 8\"`"),
            ("minima = 9", "`minima` takes a whole number from 1 to 5, not `9`"),
            ("size = -1", "`size` takes a whole number from 0 to 4294967295 such as `100`, not `-1`"),
            ("cases = 0", "`cases` takes a whole number from 1 up such as `1000`, not `0`"),
            ("color = [1]", "`color` takes `\"auto\"`, `\"always\"` or `\"never\"`, not `[1]`"),
            ("color = \"nevr\"", "`color` does not take `\"nevr\"`; did you mean `\"never\"`?"),
            ("threads", "`threads` needs a value: it takes a whole number from 1 to 1024"),
        ] {
            assert_eq!(set(option), Err(message.to_string()));
        }
    }
}
