//! From the name of a property, however strange, to the name of a file that is its own on every system.

use std::path::Path;

use super::address::address_of;

/// The longest name, in bytes, before the hash and the extension.
const LIMIT: usize = 80;

/// Names that Windows keeps for devices, whatever follows after a dot.
const RESERVED: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The name of the file, without an extension, for a property such as `my_crate::parser::tests::round_trip`.
///
/// A plain name stays readable: `parser.tests.round_trip`. Any other is mended and gets a hash of the whole, so that no two
/// properties share a file; that goes for capitals too, which some file systems do not tell from small letters. Plain
/// names hold no `-`, so they never equal a mended one.
pub(super) fn file_name(property: &str) -> String {
    let parts: Vec<String> = property.split("::").map(plain_part).collect();
    let mut name = parts.join(".");
    let is_plain = name == property.replace("::", ".") && !name.contains(|letter: char| letter.is_ascii_uppercase());
    let is_reserved = is_reserved(&parts[0]);
    if is_plain && !is_reserved && name.len() <= LIMIT {
        return name;
    }
    if name.len() > LIMIT {
        // The end of the path is what tells most.
        name = name.split_off(name.len() - LIMIT).trim_start_matches('.').to_owned();
    }
    let escape = if is_reserved { "_" } else { "" };
    format!("{escape}{name}-{}", &address_of(property)[..16])
}

/// The property as it is known beside its source file: without the crate, but with the file if that is not in the path.
///
/// `tests/a.rs` and `tests/b.rs` are crates in one directory, and so are `src/lib.rs` and `src/main.rs`. In the root of a crate,
/// a module may be called as the file is: then the name has both, and there is an older one, which the properties outside of
/// that module have too.
pub(super) fn beside(source: &Path, property: &str) -> (String, Option<String>) {
    let (of_crate, inner) = property.split_once("::").unwrap_or(("", property));
    let stem = source.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let module = inner.rsplit_once("::").map_or("", |(module, _)| module);
    let is_known = stem == "mod" || module.split("::").any(|part| part == stem);
    let is_in_src = source.parent().is_some_and(|directory| directory.ends_with("src"));
    let is_root = matches!(stem, "lib" | "main") || stem == of_crate && !is_in_src;
    match (is_known, is_root) {
        (false, _) => (format!("{stem}::{inner}"), None),
        (true, false) => (inner.to_owned(), None),
        (true, true) => (format!("{stem}::{inner}"), Some(inner.to_owned())),
    }
}

fn plain_part(part: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    if part.is_empty() { "_".into() } else { part.chars().map(plain).collect() }
}

fn is_reserved(part: &str) -> bool {
    let part = part.to_ascii_lowercase();
    let is_port = |port: &str| part.strip_prefix(port).is_some_and(|number| number.len() == 1);
    RESERVED.contains(&&*part) || is_port("com") || is_port("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_name_stays_readable() {
        assert_eq!(file_name("parser::tests::round_trip"), "parser.tests.round_trip");
        assert_eq!(file_name("x"), "x");
    }

    #[test]
    fn a_property_is_known_by_its_module_or_its_file() {
        let name = |source: &str, property: &str| beside(Path::new(source), property).0;
        assert_eq!(name("src/parser.rs", "my_crate::parser::tests::f"), "parser::tests::f");
        assert_eq!(name("src/parser/mod.rs", "my_crate::parser::tests::f"), "parser::tests::f");
        assert_eq!(name("src/lib.rs", "my_crate::tests::f"), "lib::tests::f");
        assert_eq!(name("tests/a.rs", "a::f"), "a::f");
        assert_eq!(name("tests/f.rs", "f::f"), "f::f");
        assert_eq!(name("tests/laws/lists.rs", "laws::lists::f"), "lists::f");
        assert_eq!(name("tests/a.rs", "f"), "a::f");
    }

    #[test]
    fn a_module_that_is_called_as_the_root_of_its_crate_has_names_of_its_own() {
        for (source, of_crate, stem) in
            [("tests/a.rs", "a", "a"), ("src/lib.rs", "k", "lib"), ("src/main.rs", "k", "main")]
        {
            let outer = beside(Path::new(source), &format!("{of_crate}::f"));
            let inner = beside(Path::new(source), &format!("{of_crate}::{stem}::f"));
            assert_eq!(outer, (format!("{stem}::f"), None));
            // Where it was stored before is known.
            assert_eq!(inner, (format!("{stem}::{stem}::f"), Some(format!("{stem}::f"))));
        }
        // A file of its own for a module that is called as its crate.
        assert_eq!(beside(Path::new("src/parser.rs"), "parser::parser::f"), ("parser::f".into(), None));
    }
}
