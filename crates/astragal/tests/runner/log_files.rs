//! The files of a log: what becomes of them when they cannot be written, and when several processes write to them.

use std::process::Command;

use astragal::config::{Config, Log};
use astragal::prelude::*;
use astragal::{Check, Report};

use crate::log::{Folder, lines_of, runs_of};

fn failing(check: Check) -> Report {
    check.run(any::<u32>(), |n| assert!(n < 1_000))
}

#[test]
fn a_folder_that_cannot_be_made_is_a_warning() {
    let folder = Folder::new();
    std::fs::write(&folder.0, "a file").unwrap();
    let report = failing(folder.check());
    std::fs::remove_file(&folder.0).unwrap();
    assert_eq!(report.failures[0].minimal.drawn[0].text, "1000");
    let [warning] = &report.warnings[..] else { panic!("{:?}", report.warnings) };
    assert!(warning.starts_with("the log of this run is not complete: "), "{warning}");
    assert!(report.to_string().contains("warning: the log of this run is not complete"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_loses_nothing_but_lines() {
    let folder = Folder::new();
    // The names of the files of today are those that a first run has made; unless the day ends just now.
    loop {
        let _ = std::fs::remove_dir_all(&folder.0);
        assert!(failing(folder.check()).warnings.is_empty());
        let names = || std::fs::read_dir(&folder.0).unwrap().map(|file| file.unwrap().path()).collect::<Vec<_>>();
        let before = names();
        for path in &before {
            std::fs::remove_file(path).unwrap();
            std::os::unix::fs::symlink("/dev/full", path).unwrap();
        }
        let report = failing(folder.check());
        if names().len() == before.len() {
            assert_eq!(report.failures[0].minimal.drawn[0].text, "1000");
            assert!(report.warnings[0].starts_with("the log of this run is not complete: "), "{:?}", report.warnings);
            return;
        }
    }
}

#[test]
fn a_broken_line_is_not_continued() {
    let folder = Folder::new();
    let _ = failing(folder.check());
    for file in std::fs::read_dir(&folder.0).unwrap() {
        std::fs::write(file.unwrap().path(), "{\"type\":\"test_ca").unwrap();
    }
    let _ = failing(folder.check());
    for file in std::fs::read_dir(&folder.0).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("{\"type\":\"test_ca"));
        assert!(lines.clone().count() > 0 && lines.all(|line| line.starts_with('{') && line.ends_with('}')));
    }
}

/// A process in which no file may become large.
#[test]
#[ignore = "is run by another test"]
fn one_without_room() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let check = Check::new().seed(1).cases(3_000).with(|config| config.log(Log::Directory(folder.into())));
    let report = check.run(vec_of(any::<u64>(), 100..=150), |list| list.len() >= 100);
    assert!(report.verdict.is_pass() && report.warnings[0].starts_with("the log of this run is not complete: "));
}

/// The limit on the size of files simulates a disk that is full in the middle of a write.
#[test]
#[cfg(unix)]
fn a_line_for_which_there_is_no_room_is_not_begun() {
    let folder = Folder::new();
    let program = std::env::current_exe().unwrap();
    let mut command = Command::new("sh");
    // A process is not to be killed for trying.
    command.args(["-c", "trap '' XFSZ; ulimit -f 300; exec \"$@\"", "sh"]).arg(program);
    command.args(["--exact", "log_files::one_without_room", "--include-ignored"]).env(FOLDER, &folder.0);
    assert!(command.stdout(std::process::Stdio::null()).status().unwrap().success());
    // All of them can be read, and the next run goes on after them.
    let before = lines_of(&folder.0, "testcases").len();
    assert!(0 < before && before < 3_000, "{before}");
    assert!(failing(folder.check()).warnings.is_empty());
    assert!(lines_of(&folder.0, "testcases").len() > before);
}

const FOLDER: &str = "LOG_OF_SEVERAL_PROCESSES";

/// One of the processes.
#[test]
#[ignore = "is run by another test"]
fn one_of_several_processes() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let name = format!("a_crate::process_{}", std::process::id());
    let check = Check::new().seed(1).cases(3_000).named(name).with(|config| config.log(Log::Directory(folder.into())));
    // Its lines have thousands of bytes.
    let report = check.run(vec_of(any::<u64>(), 100..=150), |list| list.len() >= 100);
    assert!(report.verdict.is_pass() && report.warnings.is_empty(), "{report}");
}

#[test]
fn several_processes_write_whole_lines() {
    let folder = Folder::new();
    let start = || {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "log_files::one_of_several_processes", "--include-ignored"]).env(FOLDER, &folder.0);
        command.stdout(std::process::Stdio::null()).spawn().unwrap()
    };
    let processes = [start(), start(), start()];
    processes.into_iter().for_each(|mut process| assert!(process.wait().unwrap().success()));
    let lines = lines_of(&folder.0, "testcases");
    assert_eq!((lines.len(), runs_of(&folder.0).len()), (9_000, 3));
    // Those of one process are in order.
    for run in runs_of(&folder.0) {
        let own = lines.iter().filter(|line| line["property"] == run["property"]);
        let numbers: Vec<_> = own.map(|line| line["metadata"]["case"].as_u64().unwrap()).collect();
        assert_eq!(numbers, (1..=3_000).collect::<Vec<_>>());
    }
}

#[test]
fn the_setting_is_the_same_wherever_it_is_set() {
    let set = |text: &str| {
        let variable = ("ASTRAGAL_LOG".to_string(), text.to_string());
        let loaded = Config::load_with("/nowhere", [variable]);
        assert_eq!(loaded.values().log, Config::new().set("log", text).values().log);
        (loaded.values().log.clone(), loaded.errors().len())
    };
    assert_eq!([set("on"), set("1"), set("off")], [(Log::On, 0), (Log::On, 0), (Log::Off, 0)]);
    assert_eq!(set("./observed"), (Log::Directory("./observed".into()), 0));
    // A misspelled word is not a folder.
    assert_eq!(set("observed"), (Log::Off, 1));
}
