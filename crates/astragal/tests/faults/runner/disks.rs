//! A disk that cannot be written to: the verdict stays, and the case is printed instead of stored.

use std::fs;

use astragal::prelude::*;

use super::subject::Home;

#[property(seed = 1)]
#[ignore = "it fails"]
fn fails(n: u32) {
    assert!(n < 1_000, "too large");
}

#[property(seed = 1)]
#[ignore = "it is run as a child"]
fn passes(n: u32) {
    assert!(n.checked_add(0) == Some(n));
}

/// The line that says how to run the case again.
#[track_caller]
fn replay_in(text: &str) -> String {
    let token = text.split("ASTRAGAL_REPLAY=").nth(1).and_then(|rest| rest.split_whitespace().next());
    token.unwrap_or_else(|| panic!("no case to run again in:\n{text}")).to_string()
}

/// Whatever is in the way of a directory, for a user who may do anything too: a file.
fn block(home: &Home) {
    fs::write(home.regressions(), "a file where a directory should be").unwrap();
    fs::write(home.scratch(), "and another").unwrap();
}

#[test]
fn without_a_place_to_write_the_verdict_stays() {
    let home = Home::new();
    block(&home);
    let ran = home.run("disks::fails");
    ran.failed_saying(&["disks::fails` failed", "n = 1000", "it could not be stored"]);
    let token = replay_in(&ran.text);
    home.run_with("disks::fails", "ASTRAGAL_REPLAY", &token).failed_saying(&["the given case fails", "n = 1000"]);
    let passed = home.run("disks::passes");
    assert!(passed.status.success());
    passed.said(&["if this run dies, the next one cannot replay it", &home.scratch().display().to_string()]);
    assert_eq!(fs::read_to_string(home.regressions()).unwrap(), "a file where a directory should be");
}

#[test]
fn a_read_only_directory_changes_no_verdict() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    for directory in [home.regressions(), home.scratch()] {
        fs::create_dir(&directory).unwrap();
        fs::set_permissions(&directory, fs::Permissions::from_mode(0o555)).unwrap();
    }
    let may_do_anything = fs::write(home.regressions().join("probe"), "").is_ok();
    let ran = home.run("disks::fails");
    ran.failed_saying(&["disks::fails` failed", "n = 1000"]);
    replay_in(&ran.text);
    assert!(may_do_anything || ran.text.contains("it could not be stored"), "{}", ran.text);
    assert!(home.run("disks::passes").status.success());
    for directory in [home.regressions(), home.scratch()] {
        fs::set_permissions(&directory, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

/// The limit on the size of files simulates a disk that is full in the middle of a write.
#[test]
fn a_disk_that_fills_up_in_the_middle_changes_no_verdict() {
    let home = Home::new();
    let inner = home.command(&["disks::fails"]);
    let mut command = std::process::Command::new("sh");
    // No file may have a single block; a process is not to be killed for trying.
    command
        .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh"])
        .arg(inner.get_program())
        .args(inner.get_args());
    for (name, value) in inner.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let ran = super::subject::Ran::of(command.output().unwrap());
    ran.failed_saying(&["disks::fails` failed", "n = 1000", "it could not be stored"]);
    replay_in(&ran.text);
    // And with room again all is well.
    home.run("disks::fails").failed_saying(&["n = 1000", "it is stored in"]);
}
