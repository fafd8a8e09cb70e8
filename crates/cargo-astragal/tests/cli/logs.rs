//! What is shown of logs that are written here.

use crate::support::{assert_plain, astragal, case, folder, log, program, said};

#[test]
fn help_teaches_and_has_the_exit_codes() {
    let here = folder("help");
    let said = astragal(&here, &["--help"]).ended(0, &["Examples:", "Exit codes:", "4  could not build"]);
    assert_plain(&said);
    // Cargo passes the name of the subcommand.
    assert_eq!(astragal(&here, &["astragal", "--help"]).out, said.out);
    for command in
        ["test", "watch", "report", "serve", "compare", "list", "sample", "regressions", "mutants", "completions"]
    {
        astragal(&here, &[command, "--help"]).ended(0, &["Examples:"]);
    }
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let code =
        |line: &str| line.trim_start().split_once("  ").map(|(code, words)| (code.to_string(), words.to_string()));
    for (code, words) in said.out.lines().skip_while(|line| *line != "Exit codes:").skip(1).filter_map(code) {
        if code.parse::<u8>().is_ok() {
            assert!(readme.contains(&format!("| {code} | {words}")), "{code} {words}");
        }
    }
}

#[test]
fn completions_are_printed_for_each_shell() {
    let here = folder("completions");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        astragal(&here, &["completions", shell]).ended(0, &["regressions", "fail-on-regression"]);
    }
}

#[test]
fn a_report_is_one_file_and_hostile_text_stays_text() {
    let hostile = "k::</script><script>alert(1)</script>\u{1b}[2J\u{202e}";
    let log = log("hostile", &(case(hostile, 1.0, "failed", hostile) + &case("k::ok", 1.0, "passed", "ok(1)")));
    let page = log.join("out").join("page.html");
    let said =
        astragal(&log, &["report", ".", "--text", "--out", page.to_str().unwrap()]).ended(0, &["k::ok", "\\u{1b}[2J"]);
    assert_plain(&said);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(!page.contains("<script>alert") && page.contains("Content-Security-Policy"));
}

#[test]
fn colors_follow_the_usual_rules() {
    let log = log("colors", &case("k::p", 1.0, "passed", "p(1)"));
    let colored = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = program(&log, &[&["compare", ".", "."], arguments].concat());
        command.envs(variables.iter().copied());
        said(command.output().unwrap()).ended(0, &["nothing became worse"]).out.contains('\u{1b}')
    };
    assert!(!colored(&[], &[]));
    assert!(colored(&["--color", "always"], &[]) && colored(&["--color", "always"], &[("NO_COLOR", "1")]));
    assert!(colored(&[], &[("CLICOLOR_FORCE", "1")]) && !colored(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
}

#[test]
fn a_comparison_says_what_became_worse() {
    let before = log("before", &case("k::p", 1.0, "passed", "p(1)"));
    let after = log("after", &case("k::p", 2.0, "failed", "p(1)"));
    let (before, after) = (before.to_str().unwrap(), after.to_str().unwrap());
    let here = folder("comparison");
    astragal(&here, &["compare", before, after]).ended(0, &["k::p", "1 regression"]);
    astragal(&here, &["compare", before, after, "--fail-on-regression"]).ended(1, &["1 regression"]);
    let same = astragal(&here, &["compare", before, before, "--fail-on-regression", "--html", "both.html"]);
    same.ended(0, &["nothing became worse", "wrote "]);
    assert!(here.join("both.html").is_file());
}
