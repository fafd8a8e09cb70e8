//! Mutants that are planted in the sources of a package: built, run, and counted on equal cases.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use crate::support::{Said, assert_plain, astragal, folder, package, program, said, target};

/// One at a time: each leaves the log of its unmodified program in the same place.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn planted() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("planted")
}

fn mutants(arguments: &[&str]) -> Said {
    let said = astragal(&planted(), &[&["mutants"], arguments].concat());
    assert_plain(&said);
    said
}

/// The lines of a mutant.
fn part<'s>(said: &'s Said, name: &str) -> Vec<&'s str> {
    let mut lines = said.out.lines().skip_while(|line| !line.ends_with(&format!("  {name}")));
    lines.next().into_iter().chain(lines.take_while(|line| line.starts_with("    "))).collect()
}

/// The values of two arguments in each logged case of a property that passed.
fn logged(property: &str) -> Vec<(Vec<u8>, Vec<u8>)> {
    let folder = target().join("astragal").join("mutants").join("observed");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let cases = files.filter(|path| path.to_string_lossy().ends_with("_testcases.jsonl"));
    let text: String = cases.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let cases = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let list = |value: &Value| serde_json::from_str(value.as_str().unwrap()).unwrap();
    cases
        .filter(|case| case["property"] == property && case["status"] == "passed")
        .map(|case| (list(&case["arguments"]["left"]), list(&case["arguments"]["right"])))
        .collect()
}

#[test]
fn each_fate_of_a_mutant_is_told_apart() {
    let _alone = alone();
    let page = folder("planted-page").join("page.html");
    let said = mutants(&["--planted", "--limit", "15s", "--html", page.to_str().unwrap()]);
    let said = said.ended(0, &["7 mutants: 1 survived, 3 killed, 1 died, 1 timed out, 1 do not compile"]);
    assert_eq!(
        part(&said, "takes_right_first"),
        [
            "survived  src/lib.rs:7  takes_right_first",
            "    @@ line 7 @@",
            "    -        let is_left = left[l] <= right[r];",
            "    @@ line 11 @@",
            "    +        let is_left = left[l] < right[r];",
        ]
    );
    let late = "    properties::what_is_there_is_found: did not end within 15s";
    assert_eq!(part(&said, "never_ends"), ["timeout   src/lib.rs:45  never_ends", late]);
    let unviable = "    error[E0308]: mismatched types at src/lib.rs:";
    assert!(part(&said, "does_not_compile")[1].starts_with(unviable), "{}", said.out);
    assert!(part(&said, "aborts")[1].ends_with("killed by properties::what_is_there_is_found"), "{}", said.out);
    assert!(part(&said, "aborts")[2].contains("the process died"), "{}", said.out);
    assert!(part(&said, "forgets_the_rest")[1].contains("killed by properties::merging_keeps_all (2 cases)"));
    said.ended(
        0,
        &["    0  properties::the_least_comes_first  never kills a mutant", "what was tested: cargo astragal report"],
    );
    // Survivors and the log of the unmodified program are in the page, and nothing is left behind.
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("takes_right_first") && page.contains("properties::merging_sorts"));
    let left: Vec<_> = std::fs::read_dir(target().join("astragal").join("mutants")).unwrap().flatten().collect();
    assert!(left.iter().all(|entry| !entry.file_name().to_string_lossy().starts_with("run-")), "{left:?}");
    assert!(!planted().join("tests").join("astragal-regressions").exists());
}

#[test]
fn equal_cases_are_counted() {
    let _alone = alone();
    let arguments = ["--planted=drops_what_is_equal,forgets_the_rest", "--equal-cases", "--cases", "300", "keeps_all"];
    let said = mutants(&arguments).ended(0, &["2 mutants: 0 survived, 2 killed"]);
    let (mut expected, names) = (Vec::new(), ["properties::merging_keeps_all", "properties::merging_keeps_all_of_few"]);
    for name in names {
        let cases = logged(name);
        assert_eq!(cases.len(), 300);
        // What each mutant does, seen from outside: it drops what both lists have, or forgets what follows the end of the left list.
        let drops = |(left, right): &(Vec<u8>, Vec<u8>)| left.iter().any(|element| right.contains(element));
        let forgets = |(left, right): &(Vec<u8>, Vec<u8>)| right.iter().max() >= left.iter().max() && !right.is_empty();
        for (mutant, kills) in [("drops_what_is_equal", &drops as &dyn Fn(&_) -> bool), ("forgets_the_rest", &forgets)]
        {
            let count = cases.iter().filter(|case| kills(case)).count();
            let first = cases.iter().position(kills).unwrap() + 1;
            expected.push((mutant, format!("{count} of 300 first {first} {name}")));
        }
    }
    for (mutant, line) in expected {
        let lines = part(&said, mutant);
        let words = lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        assert!(words.clone().any(|words| words == line), "{line:?} is not in {:?}", words.collect::<Vec<_>>());
    }
    // The same again: nothing depends on what ran before.
    assert_eq!(mutants(&arguments).out, said.out);
}

#[test]
fn deaths_are_counted_on_equal_cases() {
    let _alone = alone();
    let said = mutants(&["--planted=aborts", "--equal-cases", "what_is_there"]).ended(0, &["0 killed, 1 died"]);
    let lines = part(&said, "aborts");
    assert!(lines[1].trim_start().starts_with("20 of "), "{lines:?}");
    assert!(lines[2].contains("after 20 deaths of the process no more was replayed"), "{lines:?}");
    // A property that draws while it runs is known by its line.
    let said = mutants(&["--planted=aborts", "--equal-cases", "least", "--cases", "50"]).ended(0, &["1 survived"]);
    assert!(part(&said, "aborts")[1].ends_with("properties::the_least_comes_first"), "{}", said.out);
}

#[test]
fn what_cannot_be_done_is_said() {
    let _alone = alone();
    mutants(&["--planted=nonsense"]).ended(3, &["no mutant `nonsense`", "there are: aborts, does_not_compile"]);
    mutants(&["--planted", "no_such_test"]).ended(3, &["no property was run"]);
    mutants(&["--equal-cases"]).ended(2, &["--planted"]);
    mutants(&["--planted", "--limit", "soon"]).ended(2, &["`--limit soon` is not a duration"]);
    mutants(&["--planted", "--cases", "0"]).ended(2, &["not a whole number from 1 up"]);
    mutants(&["--release"]).ended(2, &["add --planted"]);
    let mut wrapped = program(&planted(), &["mutants", "--planted"]);
    wrapped.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    said(wrapped.output().unwrap()).ended(2, &["RUSTC_WORKSPACE_WRAPPER is set"]);
    let none = package("planted_none", "#[test]\nfn passes() {}\n");
    astragal(&none, &["mutants", "--planted"]).ended(3, &["no planted mutant", "--help"]);
    let fails = package("planted_fails", "#[cfg(mutant = \"a\")]\nfn f() {}\n#[test]\nfn fails() { panic!() }\n");
    astragal(&fails, &["mutants", "--planted"]).ended(1, &["the unmodified program fails: planted_fails::fails"]);
    let broken = package("planted_broken", "#[cfg(mutant = \"a\")]\nfn f() {}\nfn g() -> u8 {}\n");
    astragal(&broken, &["mutants", "--planted"]).ended(4, &["mismatched types"]);
    let strange = package("planted_strange", "#[cfg(mutant = \"a b\")]\nfn f() {}\n");
    astragal(&strange, &["mutants", "--planted"]).ended(2, &["src/lib.rs:1: `a b` cannot be the name of a mutant"]);
}
