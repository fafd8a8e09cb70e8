//! The results of cargo-mutants 27.1.0 on a small subject with four properties, as it wrote them (shortened to eight outcomes).

use astragal_report::Model;
use astragal_report::mutants::Mutants;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mutants.out")
}

#[test]
fn kills_and_survivors_are_those_of_the_logs() {
    let found = Mutants::read(&folder()).unwrap();
    let statuses: Vec<(&str, u64)> = found.mutants.iter().map(|mutant| (mutant.status.as_str(), mutant.line)).collect();
    let survived = [("survived", 5), ("survived", 16), ("survived", 21)];
    assert_eq!(statuses[..3], survived);
    assert!(statuses[3..].iter().all(|(status, _)| *status == "killed") && statuses.len() == 7);
    let names = ["clamp_is_idempotent", "clamp_keeps_what_is_within", "clamp_stays_within", "doubles_are_even"];
    assert_eq!(found.properties, names);
    assert_eq!(found.useless, [0]);
    let kill = |name: &str| {
        let mutant = found.mutants.iter().position(|mutant| mutant.name == name).unwrap() as u32;
        let kills = found.kills.iter().filter(|kill| kill.0 == mutant);
        kills.map(|(_, property, cases)| (names[*property as usize], *cases)).collect::<Vec<_>>()
    };
    let both = [("clamp_keeps_what_is_within", Some(3)), ("clamp_stays_within", Some(6))];
    assert_eq!(kill("replace < with > in clamp"), both);
    assert_eq!(kill("replace == with != in is_even"), [("doubles_are_even", Some(1))]);
    assert_eq!(kill("replace < with <= in clamp"), []);
    let mutant = &found.mutants[0];
    assert_eq!((mutant.file.as_str(), mutant.name.as_str()), ("src/lib.rs", "replace < with <= in clamp"));
    assert!(mutant.diff.contains("-    if value < low {") && mutant.diff.contains("+    if value <= "));
}

#[test]
fn the_folder_around_is_found_too() {
    let around = folder();
    assert_eq!(Mutants::read(around.parent().unwrap()).unwrap(), Mutants::read(&around).unwrap());
}

#[test]
fn tests_get_the_names_of_their_properties() {
    let lines = r#"{"type":"test_case","property":"subject::laws::doubles_are_even","run_start":1,"status":"passed"}"#;
    let log = astragal_report::Log::from_reader(lines.as_bytes(), "log").unwrap();
    let model = Model::of(&log).with_mutants(Mutants::read(&folder()).unwrap());
    assert_eq!(model.mutants.unwrap().properties[3], "subject::laws::doubles_are_even");
}
