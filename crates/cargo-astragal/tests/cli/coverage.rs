//! `--coverage`: a workspace whose lines are counted, what is told of them, and what has to be there for it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{Said, assert_plain, astragal, folder, package, program, said, target};

/// The workspace, which is built once for all tests.
fn counted() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("counted")
}

/// Counts lines, with a log of its own.
fn test(name: &str, arguments: &[&str]) -> (Said, PathBuf) {
    let log = folder(name);
    let common = ["test", "--coverage", "--log", log.to_str().unwrap()];
    let said = astragal(&counted(), &[&common, arguments].concat());
    assert_plain(&said);
    (said, log)
}

/// The lines in the files of a log that end so.
fn lines(log: &Path, ending: &str) -> Vec<Value> {
    let files = std::fs::read_dir(log).unwrap().flatten().map(|entry| entry.path());
    let files = files.filter(|path| path.to_string_lossy().ends_with(ending));
    let text: String = files.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What is said of the failing property, up to what was counted.
const FAILURE: &str = "\
property `sums_are_right` failed: found in case 17, shrunk in 26 tries to 2 choices

  --> tests/properties.rs:7
   |
 7 | fn sums_are_right(list: Vec<u8>) {
   |                   └ list = vec![101]
 8 |     let numbers: Vec<u32> = list.iter().copied().map(u32::from).collect();
 9 |     let mut expected = 0;
10 |     for number in &numbers {
11 |         if *number > 100 {
12*|             note!(\"{number} is large\");
   |             · 101 is large
13 |         }
14 |         expected += number;
15 |     }
16 |     assert_eq!(counted::sum(&numbers), expected);
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion `left == right` failed
17 | }
   |

  - left:  100
  + right: 101

always fails: for every xs, n >= 101, ys: list = [..xs, n, ..ys]   (100 tried)

run by all 376 failing cases and by none of the 76 passing ones: src/lib.rs:8,
tests/properties.rs:12   (marked * above)

17 cases, including 16 enumerated (complete up to size 4), none rejected
";

#[cfg(target_os = "linux")]
#[test]
fn lines_that_only_failing_cases_ran_are_told_and_those_of_dependencies_do_not_count() {
    let (said, log) = test("coverage", &[]);
    let said = said.ended(1, &["3 properties: 2 passed, 1 failed, 2 other tests passed"]);
    assert!(said.out.contains(FAILURE), "{}", said.out);
    // It is built where the usual build is not.
    let folder = target().join("astragal").join(concat!("coverage-", env!("CARGO_PKG_VERSION")));
    assert!(folder.join("CACHEDIR.TAG").is_file(), "{}", folder.display());

    // The members of the workspace count, and nothing else: no dependency, and nothing that runs while building.
    let cases = lines(&log, "_testcases.jsonl");
    let files: BTreeSet<&str> =
        cases.iter().flat_map(|case| case["coverage"].as_object().unwrap().keys()).map(|file| &**file).collect();
    assert_eq!(files, BTreeSet::from(["shared/src/lib.rs", "src/lib.rs", "tests/properties.rs"]));
    let of = |text: &str| cases.iter().find(|case| case["representation"].as_str().unwrap().contains(text)).unwrap();
    assert_eq!(of("list = [],")["coverage"]["src/lib.rs"], serde_json::json!([4, 5, 6, 13, 14]));
    assert_eq!(of("list = [101],")["coverage"]["src/lib.rs"], serde_json::json!([4, 5, 6, 7, 8, 13, 14]));

    // What a case ran before a check inside of it is not forgotten.
    let inner =
        cases.iter().find(|case| case["property"] == "properties::checks_inside_of_cases_do_not_count").unwrap();
    assert_eq!(inner["coverage"]["src/lib.rs"], serde_json::json!([4, 5, 6, 7, 10, 13, 14]));

    // The run tells which lines there are, and whether a file is still the one that was compiled.
    let runs = lines(&log, "_info.jsonl");
    let run = runs.iter().find(|run| run["property"] == "properties::sums_are_right").unwrap();
    let library = run["counted"].as_array().unwrap().iter().find(|file| file["file"] == "src/lib.rs").unwrap();
    let expected = serde_json::json!([4, 5, 6, 7, 8, 10, 13, 14, 17, 19, 20, 22]);
    assert_eq!(library["lines"], expected);
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    let text = std::fs::read(counted().join("src/lib.rs")).unwrap();
    assert_eq!(library["hash"], format!("{:016x}", text.iter().fold(0xCBF2_9CE4_8422_2325, step)));
    let told =
        serde_json::json!({"failing": 376, "passing": 76, "files": {"src/lib.rs": [8], "tests/properties.rs": [12]}});
    assert_eq!(run["failures"][0]["lines"], told);

    // The page has the source, and the report as text the lines.
    let page = log.join("page.html");
    astragal(&counted(), &["report", log.to_str().unwrap(), "--out", page.to_str().unwrap()]).ended(0, &["wrote"]);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("The bug: it takes none for more than a hundred."));
    // From elsewhere there is no such file.
    let elsewhere = folder_without_sources();
    let page = elsewhere.join("page.html");
    astragal(&elsewhere, &["report", log.to_str().unwrap(), "--out", page.to_str().unwrap()]).ended(0, &["wrote"]);
    assert!(!std::fs::read_to_string(page).unwrap().contains("The bug: it takes none"));
}

/// A folder that is in no workspace.
fn folder_without_sources() -> PathBuf {
    package("no-sources", "")
}

#[cfg(target_os = "linux")]
#[test]
fn the_same_seed_tells_the_same_lines() {
    let run = |name: &str| {
        let (_, log) = test(name, &["sums_are_right", "--seed", "99"]);
        let runs = lines(&log, "_info.jsonl");
        (runs[0]["failures"][0]["lines"].clone(), runs[0]["counted"].clone())
    };
    let first = run("coverage-first");
    assert!(first.0["failing"].as_u64() > Some(0), "{first:?}");
    assert_eq!(first, run("coverage-second"));
}

#[test]
fn a_package_without_the_feature_is_told_what_to_write() {
    let folder = package("uncounted", "#[test]\nfn passes() {}\n");
    let said = astragal(&folder, &["test", "--coverage"]);
    assert_plain(&said);
    said.ended(
        4,
        &[
            "`--coverage` needs the feature `coverage` of astragal, which these packages do not enable",
            "astragal = { version = \"..\", features = [\"coverage\"] }",
            "--features astragal/coverage",
        ],
    );
}

#[test]
fn a_platform_that_cannot_count_is_named() {
    let folder = package("no-platform", "");
    let mut command = program(&folder, &["test", "--coverage"]);
    said(command.env("CARGO_BUILD_TARGET", "no-such-platform").output().unwrap())
        .ended(4, &["this compiler cannot count lines for no-such-platform: error", "sancov-module"]);
    let mut command = program(&folder, &["test", "--coverage"]);
    said(command.env("RUSTC_WORKSPACE_WRAPPER", "other").output().unwrap())
        .ended(2, &["`--coverage` needs `RUSTC_WORKSPACE_WRAPPER`, which is set to something else"]);
    astragal(&folder, &["report", "--coverage"]).ended(2, &["--run"]);
}
