//! Where regressions are: hostile names get files of their own, and links out of the package are not followed.

use std::collections::HashSet;
use std::fs;
use std::path::{Component, Path};

use astragal::store::{Regressions, Saved};

use crate::store_support::{Directory, entry};

fn hostile_names() -> Vec<String> {
    let long = "long_".repeat(60);
    let names = [
        "",
        "::",
        "::::",
        ".",
        "..",
        "../../x",
        "..::..::x",
        "/etc/passwd",
        "a/b",
        "a\\b",
        "a.b",
        "a::b",
        "a-b",
        "a_b",
        "A::b",
        "a::B",
        "a b",
        " ",
        "\0",
        "a\0",
        "a\n",
        "CON",
        "con",
        "Con",
        "nul::x",
        "NUL.txt",
        "aux",
        "com1",
        "LPT9",
        "con::tests::x",
        "COM¹",
        "-rf",
        "~",
        "$HOME",
        "%PATH%",
        "é",
        "e\u{301}",
        "日本",
        "\u{202e}x",
        "🎲",
        "*",
        "?",
        "x:y",
        "x-0123456789abcdef",
        "x.",
        "x ",
        "r#type",
    ];
    let more = [long.clone(), long.clone() + "a", long.clone() + "b", "b".to_owned() + &long, "é".repeat(300)];
    names.map(str::to_owned).into_iter().chain(more).collect()
}

#[test]
fn every_property_has_a_file_of_its_own_whatever_its_name() {
    let directory = Directory::new();
    let mut known = HashSet::new();
    for (number, property) in hostile_names().iter().enumerate() {
        let regressions = Regressions::in_directory(directory.path(), property);
        let path = regressions.path().unwrap();
        assert_eq!(path.parent(), Some(directory.path()), "{property:?}");
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(name.len() <= 110 && name.ends_with(".txt"), "{name}");
        assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte)), "{name}");
        assert!(!name.starts_with(['.', '-']) && !name.contains(".."), "{name}");
        let first = name.split('.').next().unwrap().to_lowercase();
        assert!(!["con", "prn", "aux", "nul", "com1", "lpt9"].contains(&&*first), "{name}");
        // Some file systems do not tell capitals from small letters.
        assert!(known.insert(name.to_lowercase()), "{property:?}: {name}");
        assert!(matches!(regressions.save(&entry(number as u64)), Ok(Saved::New(_))));
        assert_eq!(regressions.load().entries, [entry(number as u64)]);
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), known.len());
}

/// A package in a workspace, as Cargo knows it.
fn workspace() -> (Directory, String) {
    let directory = Directory::new();
    let package = directory.path().join("package");
    for source in ["src/lib.rs", "src/main.rs", "src/parser.rs", "tests/a.rs", "tests/b.rs"] {
        let source = package.join(source);
        fs::create_dir_all(source.parent().unwrap()).unwrap();
        fs::write(source, "").unwrap();
    }
    (directory, package.to_str().unwrap().to_owned())
}

#[test]
fn the_file_is_beside_the_source_wherever_its_path_starts() {
    let (directory, package) = workspace();
    let at = |source: &str, property: &str| {
        let path = Regressions::beside(source, &package, property).path().unwrap().to_owned();
        path.strip_prefix(directory.path()).unwrap().to_str().unwrap().replace('\\', "/")
    };
    let expected = "package/src/astragal-regressions/parser.tests.round_trip.txt";
    assert_eq!(at("package/src/parser.rs", "my_crate::parser::tests::round_trip"), expected);
    assert_eq!(at("src/parser.rs", "my_crate::parser::tests::round_trip"), expected);
    let absolute = format!("{package}/src/parser.rs");
    assert_eq!(at(&absolute, "my_crate::parser::tests::round_trip"), expected);
    assert_eq!(at("src/gone.rs", "my_crate::gone::f"), "package/astragal-regressions/my_crate.gone.f.txt");
    // Crates in one directory, with properties of one name.
    assert_eq!(at("tests/a.rs", "a::f"), "package/tests/astragal-regressions/a.f.txt");
    assert_eq!(at("tests/b.rs", "b::f"), "package/tests/astragal-regressions/b.f.txt");
    assert_eq!(at("src/lib.rs", "my_crate::tests::f"), "package/src/astragal-regressions/lib.tests.f.txt");
    assert_eq!(at("src/main.rs", "my_crate::tests::f"), "package/src/astragal-regressions/main.tests.f.txt");
}

#[test]
fn hostile_names_stay_beside_the_source() {
    let (_directory, package) = workspace();
    let home = Path::new(&package).join("src/astragal-regressions");
    for property in hostile_names() {
        let regressions = Regressions::beside("src/lib.rs", &package, &format!("my_crate::{property}"));
        let path = regressions.path().unwrap();
        assert!(
            path.parent() == Some(&*home) && path.components().all(|part| part != Component::ParentDir),
            "{path:?}"
        );
        assert!(matches!(regressions.save(&entry(1)), Ok(Saved::New(_))));
    }
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::*;

    fn beside(package: &str) -> Regressions {
        Regressions::beside("src/parser.rs", package, "my_crate::parser::f")
    }

    fn rejected(regressions: &Regressions) {
        let message = regressions.save(&entry(1)).unwrap_err();
        assert!(message.contains("link that leads out of the package"), "{message}");
    }

    #[test]
    fn a_directory_that_is_a_link_out_of_the_package_is_not_written_to() {
        let (directory, package) = workspace();
        let outside = directory.path().join("outside");
        fs::create_dir(&outside).unwrap();
        symlink(&outside, Path::new(&package).join("src/astragal-regressions")).unwrap();
        rejected(&beside(&package));
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
    }

    #[test]
    fn a_file_that_is_a_link_out_of_the_package_is_not_written_to() {
        let (directory, package) = workspace();
        let outside = directory.path().join("outside.txt");
        fs::write(&outside, "mine\n").unwrap();
        let regressions = beside(&package);
        fs::create_dir(regressions.path().unwrap().parent().unwrap()).unwrap();
        symlink(&outside, regressions.path().unwrap()).unwrap();
        rejected(&regressions);
        assert_eq!(fs::read(&outside).unwrap(), b"mine\n");
        // Nor is a file made at the far end of a link that leads nowhere.
        fs::remove_file(&outside).unwrap();
        rejected(&regressions);
        assert!(!outside.exists());
        let chosen = Regressions::in_directory(directory.path().join("chosen"), "x");
        fs::create_dir(directory.path().join("chosen")).unwrap();
        symlink(&outside, chosen.path().unwrap()).unwrap();
        rejected(&chosen);
        assert!(!outside.exists());
    }

    #[test]
    fn links_inside_the_package_are_followed() {
        let (_directory, package) = workspace();
        let inside = Path::new(&package).join("regressions");
        fs::create_dir(&inside).unwrap();
        symlink(&inside, Path::new(&package).join("src/astragal-regressions")).unwrap();
        assert!(matches!(beside(&package).save(&entry(1)), Ok(Saved::New(_))));
        assert_eq!(fs::read_dir(&inside).unwrap().count(), 1);
        assert_eq!(beside(&package).load().entries, [entry(1)]);
    }

    /// Opening them would wait forever, or read without end.
    #[test]
    fn pipes_and_devices_are_not_opened() {
        let directory = Directory::new();
        let regressions = directory.regressions();
        assert!(Command::new("mkfifo").arg(regressions.path().unwrap()).status().unwrap().success());
        let device = Regressions::in_directory(directory.path(), "device");
        symlink("/dev/zero", device.path().unwrap()).unwrap();
        for regressions in [&regressions, &device] {
            let loaded = regressions.load();
            assert!(loaded.entries.is_empty() && loaded.unreadable.is_some(), "{loaded:?}");
            regressions.save(&entry(1)).unwrap_err();
        }
    }
}
