//! Stored cases, in a copy of the fixture that stores them.

use std::path::{Path, PathBuf};

use crate::support::{assert_plain, astragal, fixture, folder};

/// A copy of the fixture that stores what fails beside its source.
pub(crate) fn copy(name: &str) -> PathBuf {
    let copy = folder(name);
    for file in ["src/lib.rs", "tests/properties.rs", "Cargo.toml"] {
        let text = std::fs::read_to_string(fixture().join(file)).unwrap();
        let library = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("astragal");
        let text = text.replace("../../../astragal", &library.display().to_string().replace('\\', "/"));
        // Two packages of one name would be built to the same files.
        let text = text.replace("name = \"fixture\"", &format!("name = \"{name}\""));
        let text = text.replace("[workspace]", "[workspace]\n\n[lib]\nname = \"fixture\"");
        std::fs::create_dir_all(copy.join(file).parent().unwrap()).unwrap();
        std::fs::write(copy.join(file), text).unwrap();
    }
    std::fs::write(copy.join("astragal.toml"), "seed = 7\n").unwrap();
    copy
}

#[test]
fn stored_cases_are_listed_shown_and_replayed() {
    let package = copy("regressions");
    astragal(&package, &["test", "bad"]).ended(1, &["expr = Neg(Val(0))"]);
    let said = astragal(&package, &["regressions"]);
    let said = said.ended(
        0,
        &["fails", "properties::bad::nothing_is_negative", "expr = Neg(Val(0))", "1 still fail, 0 no longer"],
    );
    assert_plain(&said);
    let address = said.out.split_whitespace().next().unwrap().to_string();
    astragal(&package, &["regressions", "show", &address])
        .ended(0, &["token: a2-", "astragal choices 1", "panicked at"]);
    astragal(&package, &["regressions", "replay"]).ended(1, &["a negative \\u{1b}[31m"]);
    astragal(&package, &["regressions", "list", "ffffffff"]).ended(3, &["no stored case has an address"]);
    // A file that no property reads any more is told of.
    let stored = package.join("tests").join("astragal-regressions");
    std::fs::write(stored.join("properties.gone.txt"), "").unwrap();
    astragal(&package, &["regressions"])
        .ended(0, &["properties.gone.txt: no property of these packages reads this file"]);
}
