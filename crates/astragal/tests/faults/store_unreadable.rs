//! A file of regressions that cannot be read fails its property, whatever the profile: cases that once failed are missing.

use std::fs;
use std::path::Path;

use astragal::config::{Config, Folder};
use astragal::report::{Problem, Style, Verdict};
use astragal::{Check, Report, any};

use crate::store_support::{Directory, entry, file_of};

/// The settings of each built-in profile, and those of a machine that integrates.
fn profiles() -> Vec<Config> {
    let environments = [("ASTRAGAL_PROFILE", "dev"), ("ASTRAGAL_PROFILE", "nightly"), ("CI", "true")];
    environments.map(|(name, value)| Config::load_with("/nowhere", [(name.into(), value.into())])).to_vec()
}

/// Checks a property that holds, with what the directory has stored for it.
fn check(directory: &Directory, profile: &Config) -> Report {
    let there = Folder::Directory(directory.path().to_owned());
    let settings = profile.clone().regressions(there).cases(5).seed(1);
    Check::new().seed(1).named("tests::property").with(|config| config.merge(&settings)).run(any::<u32>(), |_| ())
}

#[track_caller]
fn is_red(report: &Report, file: &Path, why: &str) {
    let Verdict::Unknown(Problem::Usage { message, .. }) = &report.verdict else {
        panic!("{why}: {:?}", report.verdict)
    };
    assert!(message.starts_with(&*file.to_string_lossy()) && message.contains(why), "{message}");
    assert!(message.contains("Restore the file, or remove it"), "{message}");
    let text = report.render(Style::plain());
    assert!(text.contains("was not checked") && text.contains("tests.property.txt"), "{text}");
}

fn file_in(directory: &Directory) -> std::path::PathBuf {
    directory.regressions().path().unwrap().to_owned()
}

#[test]
fn a_file_that_is_not_a_text_fails_the_property() {
    let text = file_of(&[entry(1)]);
    let nul = text.replace("Expr.Val 1", "Expr.Val\0 1").into_bytes();
    let utf_16: Vec<u8> = [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let zeros = [vec![0; 100 << 20], text.clone().into_bytes()].concat();
    for (bytes, why) in
        [(nul, "NUL"), (utf_16, "NUL"), (zeros, "larger than"), (text.replace('3', "5").into(), "damaged")]
    {
        let directory = Directory::new();
        let file = directory.file_with(&bytes);
        for profile in profiles() {
            is_red(&check(&directory, &profile), &file, why);
        }
    }
}

#[test]
fn a_directory_in_the_place_of_the_file_fails_the_property() {
    let directory = Directory::new();
    fs::create_dir(file_in(&directory)).unwrap();
    for profile in profiles() {
        is_red(&check(&directory, &profile), &file_in(&directory), "not a regular file");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_a_device_or_a_link_to_nowhere_in_the_place_of_the_file_fails_the_property() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let pipe = |file: &Path| assert!(std::process::Command::new("mkfifo").arg(file).status().unwrap().success());
    let device = |file: &Path| symlink("/dev/zero", file).unwrap();
    let nowhere = |file: &Path| symlink("nowhere", file).unwrap();
    // A link to itself cannot be read by a user who may do anything either.
    let circle = |file: &Path| symlink(file, file).unwrap();
    let denied = |file: &Path| {
        fs::write(file, file_of(&[entry(1)])).unwrap();
        fs::set_permissions(file, fs::Permissions::from_mode(0o000)).unwrap();
    };
    type Put<'a> = &'a dyn Fn(&Path);
    let places: [(Put<'_>, &str); 5] = [
        (&pipe, "not a regular file"),
        (&device, "not a regular file"),
        (&nowhere, "leads nowhere"),
        (&circle, "cannot be read"),
        (&denied, "cannot be read"),
    ];
    for (put, why) in places {
        let directory = Directory::new();
        put(&file_in(&directory));
        if why == "cannot be read" && fs::read(file_in(&directory)).is_ok() {
            continue; // A user who may do anything.
        }
        for profile in profiles() {
            is_red(&check(&directory, &profile), &file_in(&directory), why);
        }
    }
}

#[test]
fn a_damaged_entry_among_good_ones_warns_and_is_red_if_strict() {
    let directory = Directory::new();
    let file = directory.file_with(file_of(&[entry(1), entry(3)]).replace("3 of 2^64", "5 of 2^64").as_bytes());
    let report = check(&directory, &Config::new());
    assert!(report.verdict.is_pass(), "{:?}", report.verdict);
    let about = |warning: &&String| warning.starts_with(&*file.to_string_lossy()) && warning.contains("damaged");
    assert_eq!(report.warnings.iter().filter(about).count(), 1, "{:?}", report.warnings);
    let in_ci = Config::load_with("/nowhere", [("CI".into(), "true".into())]);
    for settings in [Config::new().strict(true), in_ci.clone()] {
        let Verdict::Unknown(Problem::Usage { message, .. }) = check(&directory, &settings).verdict else {
            panic!("it is not red")
        };
        assert!(message.starts_with(&*file.to_string_lossy()), "{message}");
        assert!(message.contains("damaged") && message.contains("`strict`"), "{message}");
    }
    assert!(check(&directory, &in_ci.strict(false)).verdict.is_pass());
    // An intact file is red nowhere.
    directory.file_with(file_of(&[entry(1), entry(3)]).as_bytes());
    assert!(check(&directory, &Config::new().strict(true)).verdict.is_pass());
}
