//! Assembles the page: one HTML file that needs no network, with everything inside it.
//!
//! The template, the style and the modules of `page/` are part of the program. Modules are joined in the order of `page/modules.txt` into one script without
//! imports; a content security policy allows exactly that script and that style, by their hashes. The model is data that no browser runs.

mod join;
mod sha256;

use crate::model::Model;

const TEMPLATE: &str = include_str!("../../page/page.html");
const STYLE: &str = include_str!("../../page/page.css");

macro_rules! modules {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../page/", $name)))),*]
    };
}

/// The modules of the page: names and texts, as in `page/modules.txt`.
const MODULES: &[(&str, &str)] = modules![
    "dom.js",
    "format.js",
    "bins.js",
    "state.js",
    "data.js",
    "filters.js",
    "icons.js",
    "card.js",
    "bars.js",
    "mosaic.js",
    "grid.js",
    "scatter.js",
    "run.js",
    "choices.js",
    "coverage.js",
    "components.js",
    "hold.js",
    "shrinkpath.js",
    "failure.js",
    "samples.js",
    "post.js",
    "parameters.js",
    "tune.js",
    "overview.js",
    "property.js",
    "compare.js",
    "mutants.js",
    "live.js",
    "main.js",
];

/// Assembles the page of a model: one HTML file that works from disk and from a server, and asks for nothing else.
///
/// ```
/// let page = astragal_report::html(&astragal_report::Model::default());
/// assert!(page.starts_with("<!doctype html>") && page.contains("Content-Security-Policy"));
/// ```
pub fn html(model: &Model) -> String {
    page(&model.title, &data(model), model.live.is_some())
}

/// The page around data that is safe within a script element.
fn page(title: &str, data: &str, is_live: bool) -> String {
    let script = join::script(MODULES);
    let style = join::style(STYLE);
    let mut out = String::with_capacity(TEMPLATE.len() + script.len() + style.len() + data.len());
    let mut rest = TEMPLATE;
    // In one pass: what is put in may contain what looks like a place for something else.
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").expect("every place of the template ends");
        out.push_str(before);
        match name {
            "title" => out.push_str(&escaped(title)),
            "style" => out.push_str(&style),
            "style-hash" => out.push_str(&sha256::source(&style)),
            "script" => out.push_str(&script),
            "script-hash" => out.push_str(&sha256::source(&script)),
            "connect" => out.push_str(if is_live { "'self'" } else { "'none'" }),
            "model" => out.push_str(data),
            other => unreachable!("the template has a place for {other}"),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The model as JSON that cannot end its script element, open a comment, or break a line of a script.
fn data(model: &Model) -> String {
    let json = model.to_json();
    let mut out = String::with_capacity(json.len() + json.len() / 50);
    for letter in json.chars() {
        match letter {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            letter => out.push(letter),
        }
    }
    out
}

/// A text within HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            letter if letter.is_control() => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_modules_are_there_in_order() {
        let names: Vec<&str> = MODULES.iter().map(|(name, _)| *name).collect();
        let listed: Vec<&str> = include_str!("../../page/modules.txt").split_whitespace().collect();
        assert_eq!(names, listed);
    }

    #[test]
    fn the_script_cannot_end_its_element() {
        let script = join::script(MODULES);
        assert!(!script.contains("<!--") && !script.to_lowercase().contains("</script"));
    }

    #[test]
    fn the_page_without_data_is_small() {
        let size = page("", "null", false).len();
        assert!(size < 150_000, "the page has {size} bytes");
    }
}
