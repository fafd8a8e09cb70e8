//! Saving regressions where it is hard: no directory, no permission, no space, many processes, and some of them killed.

use std::collections::HashSet;
use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use astragal::Choices;
use astragal::choices::Writer;
use astragal::store::{Entry, Regressions, Saved};

use crate::store_support::{Directory, as_child, child, entry};

/// An entry that takes many pages, so that writing it takes long enough to be killed in the middle.
fn large_entry(number: u64) -> Entry {
    let mut writer = Writer::default();
    writer.put(number, u64::MAX);
    for _ in 0..100 {
        writer.open("n".repeat(1_000).to_owned());
        writer.close();
    }
    Entry::new(writer.finish(), "large")
}

#[test]
fn the_same_choices_are_never_saved_twice() {
    let directory = Directory::new();
    let regressions = directory.regressions();
    let path = regressions.path().unwrap().to_owned();
    assert_eq!(regressions.save(&entry(1)), Ok(Saved::New(path.clone())));
    let before = fs::read(&path).unwrap();
    let shown_otherwise = Entry::new(entry(1).choices().clone(), "another comment");
    assert_eq!(regressions.save(&shown_otherwise), Ok(Saved::AlreadyThere(path.clone())));
    thread::scope(|scope| (0..8).for_each(|_| drop(scope.spawn(|| regressions.save(&entry(1)).unwrap()))));
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn an_entry_that_was_damaged_can_be_saved_again() {
    let directory = Directory::new();
    let regressions = directory.regressions();
    regressions.save(&entry(1)).unwrap();
    let path = regressions.path().unwrap();
    fs::write(path, fs::read_to_string(path).unwrap().replace("1 of 2^64", "1 of")).unwrap();
    assert!(matches!(regressions.save(&entry(1)), Ok(Saved::New(_))));
    let loaded = regressions.load();
    assert_eq!(loaded.entries, [entry(1)]);
    assert_eq!(loaded.warnings.len(), 1, "{loaded:?}");
}

#[test]
fn entries_of_any_shape_are_saved_or_rejected() {
    let directory = Directory::new();
    let regressions = directory.regressions();
    let mut deep = Writer::default();
    (0..10_000).for_each(|_| deep.open("Deep"));
    let mut named = Writer::default();
    named.open("n".repeat(2_000));
    named.put_pick(0, 1, "end", "\n= \u{202e}#");
    let shapes = [Choices::default(), Choices::from_numbers([u64::MAX]), deep.finish(), named.finish()];
    for choices in shapes {
        let entry = Entry::new(choices, "a\nregression 1 x\nend\n\u{1b}");
        assert!(matches!(regressions.save(&entry), Ok(Saved::New(_))), "{entry:?}");
        assert!(matches!(regressions.save(&entry), Ok(Saved::AlreadyThere(_))), "{entry:?}");
    }
    let huge = Entry::new(Choices::from_numbers(0..200_000), "huge");
    assert!(regressions.save(&huge).unwrap_err().contains("1048576"));
    let loaded = regressions.load();
    assert!(loaded.entries.len() == 4 && loaded.warnings.is_empty(), "{:?}", loaded.warnings);
}

#[test]
fn off_means_neither_read_nor_written() {
    let off = Regressions::off();
    assert_eq!(off.path(), None);
    assert_eq!(off.save(&entry(1)), Ok(Saved::Off));
    assert!(off.load().entries.is_empty() && off.load().warnings.is_empty());
}

#[test]
fn a_missing_directory_is_made_but_not_a_missing_package() {
    let directory = Directory::new();
    let chosen = Regressions::in_directory(directory.path().join("a/b/c"), "tests::property");
    assert!(chosen.load().warnings.is_empty());
    assert!(matches!(chosen.save(&entry(1)), Ok(Saved::New(_))));
    let package = directory.path().join("elsewhere/package");
    let beside = Regressions::beside("src/lib.rs", package.to_str().unwrap(), "my_crate::property");
    assert!(beside.load().warnings.is_empty());
    assert!(beside.save(&entry(1)).unwrap_err().contains("directory cannot be made"));
    assert!(!directory.path().join("elsewhere").exists());
}

#[test]
fn what_stands_in_the_way_is_an_error_and_stays() {
    let directory = Directory::new();
    let in_the_way = directory.path().join("a file");
    fs::write(&in_the_way, "mine").unwrap();
    let mut cases =
        vec![Regressions::in_directory(&in_the_way, "x"), Regressions::in_directory(in_the_way.join("x"), "x")];
    let a_directory = directory.regressions();
    fs::create_dir(a_directory.path().unwrap()).unwrap();
    cases.push(a_directory);
    for regressions in &cases {
        let loaded = regressions.load();
        let told = loaded.warnings.len() + usize::from(loaded.unreadable.is_some());
        assert!(loaded.entries.is_empty() && told == 1, "{loaded:?}");
        let message = regressions.save(&entry(1)).unwrap_err();
        assert!(message.contains("not saved"), "{message}");
    }
    assert_eq!(fs::read(&in_the_way).unwrap(), b"mine");
}

/// No user can make a file there, not even root.
#[cfg(target_os = "linux")]
#[test]
fn a_directory_that_cannot_be_written_is_an_error() {
    for directory in ["/proc", "/proc/self/fd", "/proc/astragal/made"] {
        let regressions = Regressions::in_directory(directory, "tests::property");
        assert!(regressions.load().warnings.is_empty());
        let message = regressions.save(&entry(1)).unwrap_err();
        assert!(message.starts_with("/proc/"), "{message}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_without_permission_is_an_error_unless_permissions_do_not_bind() {
    use std::os::unix::fs::PermissionsExt;
    let directory = Directory::new();
    let regressions = directory.regressions();
    regressions.save(&entry(1)).unwrap();
    let path = regressions.path().unwrap();
    let before = fs::read(path).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o444)).unwrap();
    // Root may write all the same; then the entry has to be there.
    match regressions.save(&entry(2)) {
        Ok(_) => assert_eq!(regressions.load().entries, [entry(1), entry(2)]),
        Err(_) => assert_eq!(fs::read(path).unwrap(), before),
    }
}

/// A child that may not make files larger than a few blocks saves until it cannot: the last entry is torn.
#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error_and_costs_no_other_entry() {
    if let Some(directory) = as_child() {
        let regressions = Regressions::in_directory(directory, "tests::property");
        let saved = (1..1_000).take_while(|&number| regressions.save(&entry(number)).is_ok()).count() as u64;
        let message = regressions.save(&entry(saved + 1)).unwrap_err();
        println!("saved={saved} message={message}");
        return;
    }
    for blocks in [2, 4, 7] {
        let directory = Directory::new();
        let test = "store_writing::a_full_disk_is_an_error_and_costs_no_other_entry";
        let program = child(test, directory.path());
        // Without the trap the system would end the process instead of failing the write.
        let mut shell = std::process::Command::new("sh");
        shell.arg("-c").arg(format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\""));
        shell.arg(program.get_program()).args(program.get_args());
        shell.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
        let output = shell.output().unwrap();
        let shown = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{shown}{}", String::from_utf8_lossy(&output.stderr));
        let saved: u64 = shown.split_once("saved=").unwrap().1.split_whitespace().next().unwrap().parse().unwrap();
        assert!(saved > 1 && shown.contains("not saved"), "{shown}");

        let regressions = directory.regressions();
        let loaded = regressions.load();
        assert_eq!(loaded.entries, (1..=saved).map(entry).collect::<Vec<_>>());
        assert!(loaded.warnings.len() <= 1, "{loaded:?}");
        // With space again, what failed succeeds, on a line of its own.
        assert!(matches!(regressions.save(&entry(saved + 1)), Ok(Saved::New(_))));
        assert_eq!(regressions.load().entries, (1..=saved + 1).map(entry).collect::<Vec<_>>());
    }
}

#[test]
fn many_processes_save_at_once_and_one_is_killed() {
    const PROCESSES: u64 = 8;
    const SAVES: u64 = 200;
    if let Some(argument) = as_child() {
        let (number, directory) = argument.split_once(' ').unwrap();
        let regressions = Regressions::in_directory(directory, "tests::property");
        let number: u64 = number.parse().unwrap();
        if number == PROCESSES {
            // Until it is killed.
            (0..20).for_each(|count| drop(regressions.save(&large_entry(count)).unwrap()));
            thread::sleep(Duration::from_secs(60));
        }
        (0..SAVES).for_each(|count| drop(regressions.save(&entry(number * SAVES + count)).unwrap()));
        return;
    }
    let directory = Directory::new();
    let test = "store_writing::many_processes_save_at_once_and_one_is_killed";
    let start = |number: u64| {
        let argument = format!("{number} {}", directory.path().display());
        child(test, argument).stdout(Stdio::null()).spawn().unwrap()
    };
    let mut doomed = start(PROCESSES);
    let children: Vec<_> = (0..PROCESSES).map(start).collect();
    let regressions = directory.regressions();
    while fs::metadata(regressions.path().unwrap()).map_or(0, |metadata| metadata.len()) < 1 << 19 {
        assert!(doomed.try_wait().unwrap().is_none());
        thread::sleep(Duration::from_millis(1));
    }
    doomed.kill().unwrap();
    doomed.wait().unwrap();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let loaded = regressions.load();
    // At most the one that was being written when its process was killed.
    assert!(loaded.warnings.len() <= 1, "{:?}", loaded.warnings);
    let found: HashSet<&str> = loaded.entries.iter().map(Entry::address).collect();
    let lost: Vec<u64> = (0..PROCESSES * SAVES).filter(|&number| !found.contains(entry(number).address())).collect();
    assert!(lost.is_empty(), "{lost:?}");
    let of_killed = (0..20).take_while(|&count| found.contains(large_entry(count).address())).count();
    assert!(of_killed >= 1 && found.len() == (PROCESSES * SAVES) as usize + of_killed, "{of_killed}, {}", found.len());
    let text = fs::read_to_string(regressions.path().unwrap()).unwrap();
    assert!(text.starts_with("# Cases that once failed"));
}
