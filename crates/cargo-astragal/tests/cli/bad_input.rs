//! Bad input ends with a clear message and the documented exit code.

use std::net::TcpListener;

use crate::support::{astragal, case, fixture, folder, log, package};

#[test]
fn a_folder_without_a_package() {
    let nowhere = std::env::temp_dir().join(format!("cargo-astragal-nowhere-{}", std::process::id()));
    std::fs::create_dir_all(&nowhere).unwrap();
    for command in ["test", "list", "regressions", "report"] {
        astragal(&nowhere, &[command]).ended(4, &["error: cargo knows no package here", "--manifest-path"]);
    }
    std::fs::remove_dir(nowhere).unwrap();
}

#[test]
fn a_package_that_does_not_compile() {
    let package = package("broken", "fn f( {}\n");
    for arguments in [&["test"][..], &["list"], &["sample", "p"], &["report", "--run"]] {
        astragal(&package, arguments).ended(4, &["src/lib.rs:1", "error: the tests could not be built"]);
    }
}

#[test]
fn a_package_without_properties() {
    let package = package("plain", "#[test]\nfn one() {}\n#[test]\nfn two() {}\n");
    astragal(&package, &["test"]).ended(3, &["2 other tests passed", "none of them logged a property", "#[property]"]);
    astragal(&package, &["list"]).ended(3, &["there are no properties"]);
    astragal(&package, &["regressions"]).ended(3, &["no cases are stored"]);
}

#[test]
fn a_package_without_tests() {
    let package = package("empty", "");
    astragal(&package, &["test"]).ended(3, &["there are no tests"]);
}

#[test]
fn a_plain_test_that_fails_is_red() {
    let package = package("red", "#[test]\nfn one() { panic!(\"it is \\u{1b}[31m\") }\n");
    let said = astragal(&package, &["test"]).ended(1, &["failed: one", "it is \\u{1b}[31m", "1 other test failed"]);
    crate::support::assert_plain(&said);
}

#[test]
fn a_name_that_matches_nothing() {
    let fixture = fixture();
    astragal(&fixture, &["test", "no_such_test"]).ended(3, &["no test has `no_such_test` in its name"]);
    astragal(&fixture, &["list", "no_such_test"]).ended(3, &["no property has `no_such_test` in its name"]);
    astragal(&fixture, &["sample", "no_such_test"]).ended(3, &["no property has `no_such_test` in its name"]);
    astragal(&fixture, &["sample", "good"]).ended(2, &["3 properties have `good` in their name", "name one of them"]);
}

#[test]
fn a_wrong_command_line() {
    let fixture = fixture();
    astragal(&fixture, &["nonsense"]).ended(2, &["unrecognized subcommand"]);
    astragal(&fixture, &["test", "--cases", "0"]).ended(2, &["`--cases 0` is not a whole number from 1 up"]);
    astragal(&fixture, &["test", "--seed", "x"]).ended(2, &["`--seed x` is not a whole number"]);
    astragal(&fixture, &["test", "--time", "5"]).ended(2, &["`--time 5` is not a duration"]);
    astragal(&fixture, &["test", "--log-cases", "some"])
        .ended(2, &["`--log-cases some` is not a whole number", "nor `all`"]);
    astragal(&fixture, &["sample", "p", "--over", "99999999"]).ended(2, &["at most 1,000,000 values"]);
    astragal(&fixture, &["regressions", "review"]).ended(2, &["needs a terminal"]);
}

#[test]
fn a_log_that_is_not_there() {
    let package = package("unlogged", "");
    astragal(&package, &["report"]).ended(3, &["there is no log yet at", "--run"]);
    astragal(&package, &["serve"]).ended(3, &["there is no log yet at"]);
    astragal(&package, &["report", "no/such/log"]).ended(3, &["there is no log at no/such/log"]);
    astragal(&package, &["compare", "no/such/log", "."]).ended(3, &["there is no log at no/such/log"]);
    astragal(&package, &["mutants"]).ended(3, &["there are no results of cargo-mutants at mutants.out"]);
}

#[test]
fn a_broken_line_is_told_of_and_the_rest_is_shown() {
    let lines =
        case("k::p", 1.0, "passed", "p(1)") + "{\"type\": \u{1b}[31m broken\n" + &case("k::p", 1.0, "passed", "p(2)");
    let log = log("broken-line", &lines);
    let page = log.join("page.html");
    let said = astragal(&log, &["report", ".", "--text", "--out", page.to_str().unwrap()])
        .ended(0, &["1 line was skipped", "2026-01-02_testcases.jsonl:2", "k::p", "wrote "]);
    crate::support::assert_plain(&said);
    assert!(std::fs::read_to_string(page).unwrap().contains("p(2)"));
}

#[test]
fn a_log_without_one_good_line() {
    let log = log("no-good-line", "nonsense\n\n{}\n");
    astragal(&log, &["report", "."]).ended(3, &["no line of the log can be read"]);
}

#[test]
fn a_page_that_cannot_be_written() {
    let log = log("unwritable", &case("k::p", 1.0, "passed", "p(1)"));
    let place = log.join("2026-01-02_testcases.jsonl").join("page.html");
    astragal(&log, &["report", ".", "--out", place.to_str().unwrap()]).ended(5, &["cannot be written"]);
}

#[test]
fn a_port_in_use() {
    let log = log("port", &case("k::p", 1.0, "passed", "p(1)"));
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    astragal(&log, &["serve", ".", "--port", &port]).ended(5, &["cannot be used", "another program uses it"]);
}

#[test]
fn mutants_that_cannot_be_read() {
    let folder = folder("mutants");
    std::fs::create_dir_all(folder.join("mutants.out")).unwrap();
    std::fs::write(folder.join("mutants.out").join("outcomes.json"), "nonsense").unwrap();
    let said = astragal(&folder, &["mutants"]);
    assert!(matches!(said.code, 3 | 5) && said.err.starts_with("error: "), "{said:?}");
}
