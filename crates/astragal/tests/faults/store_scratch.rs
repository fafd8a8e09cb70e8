//! The scratch area: what a process leaves when it dies is found by the next, whole and once.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use astragal::Choices;
use astragal::store::Scratch;

use crate::store_support::{Directory, as_child, child, entry, numbers};

fn scratch_in(directory: &Directory) -> Scratch {
    Scratch::in_directory(directory.path(), "my_crate::tests::property")
}

#[test]
fn the_scratch_area_is_under_target() {
    let scratch = Scratch::for_property("my_crate::tests::property");
    let parts: Vec<_> = scratch.path().components().rev().take(2).map(|part| part.as_os_str().to_owned()).collect();
    assert_eq!(parts, ["my_crate.tests.property", "astragal"]);
    let target = scratch.path().parent().unwrap().parent().unwrap();
    assert!(std::env::current_exe().unwrap().starts_with(target), "{}", target.display());
    assert_ne!(scratch.path(), Scratch::for_property("../x").path());
    assert_eq!(Scratch::for_property("../x").path().parent(), scratch.path().parent());
}

#[test]
fn the_pending_case_is_the_last_one_put() {
    let directory = Directory::new();
    let scratch = scratch_in(&directory);
    assert_eq!(scratch.pending(), None);
    scratch.clear_pending();
    for origin in ["", "a panic in src/lib.rs:7", "two\nlines\n\n", "é\0astragal choices 1"] {
        scratch.put_pending(entry(1).choices(), "before");
        scratch.put_pending(entry(2).choices(), origin);
        assert_eq!(scratch.pending(), Some((entry(2).choices().clone(), origin.to_owned())));
    }
    scratch.clear_pending();
    assert_eq!(scratch.pending(), None);
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
}

#[test]
fn a_damaged_pending_case_is_none() {
    let directory = Directory::new();
    let scratch = scratch_in(&directory);
    scratch.put_pending(entry(1).choices(), "origin");
    let file = fs::read_dir(scratch.path()).unwrap().next().unwrap().unwrap().path();
    let text = fs::read(&file).unwrap();
    for at in 0..text.len() {
        let mut bytes = text.clone();
        bytes[at] ^= 1;
        for damaged in [&bytes[..], &text[..at]] {
            fs::remove_file(&file).unwrap();
            fs::write(&file, damaged).unwrap();
            assert_eq!(scratch.pending(), None, "{at}");
        }
    }
}

#[test]
fn readers_never_see_a_part_of_a_pending_case() {
    let directory = Directory::new();
    let scratch = scratch_in(&directory);
    let of_length = |length: usize| Choices::from_numbers(vec![length as u64; length]);
    scratch.put_pending(&of_length(1), "1");
    thread::scope(|scope| {
        let writers: Vec<_> = (0..3)
            .map(|writer| {
                let scratch = &scratch;
                scope.spawn(move || {
                    (0..60).for_each(|count| {
                        let length = 1 + (count * 37 + writer) % 400;
                        scratch.put_pending(&of_length(length), &length.to_string());
                    })
                })
            })
            .collect();
        while !writers.iter().all(|writer| writer.is_finished()) {
            let (choices, origin) = scratch.pending().expect("there is always one");
            assert_eq!(numbers(&choices), vec![choices.len() as u64; choices.len()]);
            assert_eq!(origin, choices.len().to_string());
        }
    });
}

#[test]
fn a_run_that_ends_leaves_nothing_and_one_that_is_under_way_has_not_died() {
    let directory = Directory::new();
    let scratch = scratch_in(&directory);
    assert!(scratch.died().is_empty());
    let (first, second) = (scratch.begin("seed 1"), scratch.begin("seed 2"));
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 2);
    assert!(scratch.died().is_empty());
    first.end();
    drop(second);
    let unwound = thread::scope(|scope| {
        let run = || {
            let _running = scratch.begin("seed 3");
            std::panic::resume_unwind(Box::new("the property failed"));
        };
        scope.spawn(run).join()
    });
    assert!(unwound.is_err());
    assert!(scratch.died().is_empty());
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
}

/// A running process's pending case is not left over: only the runs of its own process see it, and those after its death.
#[test]
fn a_pending_case_belongs_to_its_process_while_that_lives() {
    let test = "a_pending_case_belongs_to_its_process_while_that_lives";
    if let Some(argument) = as_child() {
        let (_, directory) = argument.split_once(' ').unwrap();
        let scratch = Scratch::in_directory(directory, "my_crate::tests::property");
        scratch.put_pending(entry(2).choices(), "of the child");
        println!("begun");
        thread::sleep(Duration::from_secs(60));
    }
    if cfg!(not(target_os = "linux")) {
        return;
    }
    let directory = Directory::new();
    let scratch = scratch_in(&directory);
    let mut child = begun(&directory, test, "sleeps");
    assert_eq!(scratch.pending(), None);
    scratch.put_pending(entry(1).choices(), "our own");
    assert_eq!(scratch.pending().unwrap().1, "our own");
    scratch.clear_pending();
    assert_eq!(scratch.pending(), None);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(scratch.pending(), Some((entry(2).choices().clone(), "of the child".to_owned())));
    scratch.clear_pending();
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
}

/// A child that has begun a run.
fn begun(directory: &Directory, test: &str, how: &str) -> Child {
    let test = &format!("store_scratch::{test}");
    let argument = format!("{how} {}", directory.path().display());
    let mut child = child(test, argument).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("begun")));
    child
}

#[test]
fn the_next_run_learns_of_every_death() {
    if let Some(argument) = as_child() {
        let (how, directory) = argument.split_once(' ').unwrap();
        let scratch = Scratch::in_directory(directory, "my_crate::tests::property");
        let _running = scratch.begin(&format!("seed 7\nhow = {how}"));
        println!("begun");
        match how {
            "aborts" => std::process::abort(),
            "exits" => std::process::exit(0),
            _ => thread::sleep(Duration::from_secs(60)),
        }
    }
    let directory = Directory::new();
    let scratch = scratch_in(&directory);
    for how in ["aborts", "exits"] {
        begun(&directory, "the_next_run_learns_of_every_death", how).wait().unwrap();
        assert_eq!(scratch.died(), [format!("seed 7\nhow = {how}")]);
        assert!(scratch.died().is_empty());
    }
    let mut killed = begun(&directory, "the_next_run_learns_of_every_death", "sleeps");
    assert!(scratch.died().is_empty());
    killed.kill().unwrap();
    // Its parent has not waited for it yet: on Linux even that is known.
    if cfg!(target_os = "linux") {
        let died = (0..2_000).find_map(|_| {
            thread::sleep(Duration::from_millis(1));
            Some(scratch.died()).filter(|died| !died.is_empty())
        });
        assert_eq!(died, Some(vec!["seed 7\nhow = sleeps".to_owned()]));
    }
    killed.wait().unwrap();
}

#[test]
fn each_death_is_told_to_one_reader() {
    let directory = Directory::new();
    let scratch = scratch_in(&directory);
    fs::create_dir_all(scratch.path()).unwrap();
    // Signs and an unfinished file of a process that started at another time than the one that has its number now.
    let sign = scratch.begin("");
    let name = fs::read_dir(scratch.path()).unwrap().next().unwrap().unwrap().file_name().into_string().unwrap();
    sign.end();
    let parts: Vec<&str> = name.split('-').collect();
    let dead = |kind: &str, count: u32| format!("{kind}-{}-{}-{}-{count}", parts[1], "12345", parts[3]);
    let expected: Vec<String> = (0..50).map(|count| format!("run {count}")).collect();
    for (count, description) in (0..).zip(&expected) {
        fs::write(scratch.path().join(dead("running", count)), description).unwrap();
    }
    fs::write(scratch.path().join(dead("running", 99)), "").unwrap();
    fs::write(scratch.path().join(dead("writing", 99)), "half a pending ca").unwrap();
    fs::write(scratch.path().join("running-what is this"), "not ours").unwrap();
    if cfg!(not(target_os = "linux")) {
        return;
    }
    let mut told: Vec<String> = thread::scope(|scope| {
        let readers: Vec<_> = (0..4).map(|_| scope.spawn(|| scratch.died())).collect();
        readers.into_iter().flat_map(|reader| reader.join().unwrap()).collect()
    });
    let mut expected = expected;
    told.sort();
    expected.sort();
    assert_eq!(told, expected);
    let left: Vec<_> = fs::read_dir(scratch.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, ["running-what is this"]);
}

#[test]
fn a_scratch_area_that_cannot_be_used_does_nothing() {
    let directory = Directory::new();
    let in_the_way = directory.path().join("a file");
    fs::write(&in_the_way, "mine").unwrap();
    for place in [&*in_the_way, &in_the_way.join("x"), "/proc/astragal".as_ref(), "\0".as_ref()] {
        let scratch = Scratch::in_directory(place, "property");
        let running = scratch.begin("seed 1");
        assert!(running.problem().is_some(), "{place:?}");
        scratch.put_pending(entry(1).choices(), "origin");
        assert_eq!(scratch.pending(), None);
        assert!(scratch.died().is_empty());
        scratch.clear_pending();
        running.end();
    }
    assert_eq!(fs::read(&in_the_way).unwrap(), b"mine");
}

/// Where everyone may write, a link could have us write, read or remove files elsewhere.
#[cfg(unix)]
#[test]
fn links_are_not_followed_and_directories_are_private() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let directory = Directory::new();
    let elsewhere = directory.path().join("elsewhere");
    let of_another = Scratch::in_directory(&elsewhere, "property");
    of_another.put_pending(entry(1).choices(), "origin");
    assert_eq!(fs::metadata(&elsewhere).unwrap().permissions().mode() & 0o777, 0o700);
    let before = fs::read_dir(of_another.path()).unwrap().count();

    let all = directory.path().join("all");
    symlink(&elsewhere, &all).unwrap();
    let one = directory.path().join("one");
    fs::create_dir(&one).unwrap();
    symlink(of_another.path(), one.join("property")).unwrap();
    for place in [all, one] {
        let scratch = Scratch::in_directory(&place, "property");
        let running = scratch.begin("seed 1");
        let problem = running.problem().unwrap_or_default().to_string();
        assert!(problem.contains(&*place.to_string_lossy()) && problem.contains("a link"), "{problem}");
        scratch.put_pending(entry(2).choices(), "origin");
        assert_eq!(scratch.pending(), None);
        scratch.clear_pending();
        assert!(scratch.died().is_empty());
        running.end();
    }
    assert_eq!(fs::read_dir(of_another.path()).unwrap().count(), before);
    assert_eq!(of_another.pending().unwrap().0, *entry(1).choices());
}

#[cfg(unix)]
#[test]
fn what_every_user_can_write_to_is_not_trusted() {
    use std::os::unix::fs::PermissionsExt;
    let directory = Directory::new();
    let scratch = scratch_in(&directory);
    scratch.put_pending(entry(1).choices(), "origin");
    let open = |path: &std::path::Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    for place in [directory.path(), scratch.path()] {
        open(place, 0o777);
        assert_eq!(scratch.pending(), None);
        assert!(scratch.died().is_empty());
        let running = scratch.begin("seed 1");
        let problem = running.problem().unwrap_or_default().to_string();
        assert!(
            problem.contains("every user can write to") && problem.contains(&*place.to_string_lossy()),
            "{problem}"
        );
        running.end();
        open(place, 0o700);
        assert_eq!(scratch.pending().unwrap().0, *entry(1).choices());
    }
}
