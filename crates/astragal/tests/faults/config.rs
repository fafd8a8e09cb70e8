//! Wrong settings are reported with their place, and none is lost on its way.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use astragal::config::{Color, Config, ConfigError, Folder, Log, Origin, Phase, Phases, Show};
use astragal::prelude::*;

/// A directory of its own for a test, since files are read once for each process.
struct Package(PathBuf);

impl Package {
    fn new(name: &str, file: impl AsRef<[u8]>) -> Package {
        let directory = std::env::temp_dir().join(format!("astragal-config-{}-{name}", std::process::id()));
        fs::create_dir_all(directory.join("inner/package")).unwrap();
        fs::write(directory.join("astragal.toml"), file).unwrap();
        Package(directory)
    }

    fn load(&self, environment: &[(&str, &str)]) -> Config {
        load(self.0.join("inner/package").to_str().unwrap(), environment)
    }

    /// The errors, with the path of the file cut to its name.
    fn errors(&self, environment: &[(&str, &str)]) -> Vec<String> {
        let directory = format!("{}{}", self.0.display(), std::path::MAIN_SEPARATOR);
        errors(&self.load(environment)).iter().map(|error| error.replace(&directory, "")).collect()
    }
}

impl Drop for Package {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn load(directory: &str, environment: &[(&str, &str)]) -> Config {
    Config::load_with(directory, environment.iter().map(|(name, value)| (name.to_string(), value.to_string())))
}

fn errors(config: &Config) -> Vec<String> {
    config.errors().iter().map(ToString::to_string).collect()
}

fn origin(config: &Config, name: &str) -> Origin {
    config.settings().into_iter().find(|setting| setting.name == name).unwrap().origin
}

#[test]
fn the_environment_wins_over_the_test_and_the_test_over_the_profile() {
    let of_the_test = Config::new().cases(7).size(8);
    let config = load("/nowhere", &[("ASTRAGAL_PROFILE", "nightly"), ("ASTRAGAL_SIZE", "9")]).merge(&of_the_test);
    assert_eq!(errors(&config), [""; 0]);
    let values = config.values();
    assert_eq!((values.cases, values.size, values.time), (7, 9, Some(Duration::from_secs(600))));
    assert_eq!(origin(&config, "cases"), Origin::Builder);
    assert_eq!(origin(&config, "size"), Origin::Environment("ASTRAGAL_SIZE".into()));
    assert_eq!(origin(&config, "time"), Origin::Profile("nightly"));
    assert_eq!(origin(&config, "minima"), Origin::Default);
    // A setter after loading is weaker than the environment too.
    assert_eq!(config.size(1).values().size, 9);
}

#[test]
fn a_machine_that_integrates_has_its_profile() {
    assert_eq!(load("/nowhere", &[]).values().color, Color::Auto);
    assert_eq!(load("/nowhere", &[("CI", "true")]).values().color, Color::Never);
    assert_eq!(load("/nowhere", &[("CI", "false")]).values().color, Color::Auto);
    assert_eq!(load("/nowhere", &[("CI", "1"), ("ASTRAGAL_PROFILE", "dev")]).values().color, Color::Auto);
}

#[test]
fn every_setting_is_read_as_it_is_shown() {
    let config = Config::new()
        .cases(3)
        .time(None)
        .size(4)
        .seed(5)
        .phases(Phases::ALL.without(Phase::Exhaustive))
        .exhaustive(7)
        .strategy(astragal::shapes::agata::linear())
        .growth(0.5)
        .isolated(true)
        .timeout(Duration::from_millis(1500))
        .memory(512 << 20)
        .threads(2)
        .shrink_evaluations(6)
        .shrink_time(Duration::from_nanos(7))
        .minima(5)
        .show(Show::Full)
        .summary(true)
        .color(Color::Always)
        .log(Log::On)
        .log_cases(8)
        .regressions(Folder::Directory("here".into()))
        .weights(Folder::Off)
        .weighted(0.25)
        .strict(true)
        .replay("a token".to_string())
        .coverage_confidence(0.9);
    assert_eq!(errors(&config), [""; 0]);
    let again = config.settings().iter().fold(Config::new(), |again, setting| again.set(setting.name, &setting.value));
    assert_eq!(errors(&again), [""; 0]);
    let texts = |config: &Config| config.settings().into_iter().map(|setting| setting.value).collect::<Vec<_>>();
    let expected = texts(&config);
    assert_eq!(texts(&again), expected);
    // None of them is a default, or it might have been lost.
    let defaults = Config::new().settings();
    let alike = config.settings().into_iter().zip(defaults).filter(|(ours, default)| ours.value == default.value);
    assert_eq!(alike.map(|(ours, _)| ours.name).collect::<Vec<_>>(), [""; 0]);
    // And each has a variable of its own.
    let variables: Vec<_> = config
        .settings()
        .into_iter()
        .map(|setting| (format!("ASTRAGAL_{}", setting.name.to_ascii_uppercase()), setting.value))
        .collect();
    let loaded = Config::load_with("/nowhere", variables);
    assert_eq!((errors(&loaded), texts(&loaded)), (Vec::new(), expected));
}

#[test]
fn every_documented_form_means_the_same_everywhere() {
    for setting in astragal_settings::SETTINGS {
        let is_limit = astragal_settings::LIMITS.contains(&setting.name);
        let complete = |config: Config| if is_limit { config.isolated(true) } else { config };
        let variable = format!("ASTRAGAL_{}", setting.name.to_ascii_uppercase());
        for (at, form) in setting.forms().chain([setting.default]).enumerate() {
            let line = format!("{} = {}", setting.name, astragal_settings::literal(form));
            let of_the_test = complete(Config::new().set(setting.name, form));
            assert_eq!(errors(&of_the_test), [""; 0], "{line}");
            let of_the_environment = complete(load("/nowhere", &[(&variable, form)]));
            assert_eq!(errors(&of_the_environment), [""; 0], "{line}");
            assert_eq!(of_the_environment.values(), of_the_test.values(), "{line}");
            if cfg!(feature = "config-file") {
                let of_the_file = complete(Package::new(&format!("form-{}-{at}", setting.name), &line).load(&[]));
                assert_eq!(errors(&of_the_file), [""; 0], "{line}");
                assert_eq!(of_the_file.values(), of_the_test.values(), "{line}");
            }
        }
    }
}

#[test]
fn wrong_variables_are_told_with_what_would_be_right() {
    let config = load(
        "/nowhere",
        &[
            ("ASTRAGAL_CASES", "many"),
            ("ASTRAGAL_CASE", "5"),
            ("ASTRAGAL_THRAEDS", "2"),
            ("ASTRAGAL_PROFIL", "ci"),
            ("ASTRAGAL_size", "3"),
            ("ASTRAGAL_STRATEGY", "clever"),
            ("ASTRAGAL_TIME", "5"),
            ("ASTRAGAL_MEMORY", ""),
            ("ASTRAGAL_HOUSEKEEPING", "somebody else's"),
            ("CASES", "many"),
        ],
    );
    assert_eq!(
        errors(&config),
        [
            "ASTRAGAL_CASE: no setting has this name; did you mean ASTRAGAL_CASES?",
            "ASTRAGAL_CASES: `cases` takes a whole number from 1 up such as `1000`, not `many`",
            "ASTRAGAL_PROFIL: no setting has this name; did you mean ASTRAGAL_PROFILE?",
            "ASTRAGAL_STRATEGY: `strategy` takes `usual`, `random`, `agata:linear`, `agata:quadratic`, `agata:exponential`, `agata:fixed`, `agata:partitions`, `agata:random`, `holey:equal`, `holey:depth`, `holey:inverse-depth`, `holey:left`, `holey:right`, `holey:levels` or `holey:uniform`, or one of depth, left and right with a base, such as `holey:depth:2.5`, not `clever`",
            "ASTRAGAL_THRAEDS: no setting has this name; did you mean ASTRAGAL_THREADS?",
            "ASTRAGAL_TIME: `time` takes a duration such as `50ms`, `2s`, `1m` or `1h`, or `none`, not `5`",
            "ASTRAGAL_size: no setting has this name; did you mean ASTRAGAL_SIZE?",
        ]
    );
    // An invalid value changes nothing.
    assert_eq!(config.values(), Config::new().values());
    let warnings: Vec<String> = config.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["ASTRAGAL_HOUSEKEEPING: no setting has this name"]);
}

#[test]
fn a_variable_that_is_no_setting_is_told() {
    let config = load("/nowhere", &[("ASTRAGAL_\u{1b}[31m", "1"), ("ASTRAGAL_CHILD", "a property"), ("OTHERS", "x")]);
    assert_eq!((config.errors().len(), config.warnings().len()), (0, 1));
    assert_eq!(config.warnings()[0].place, Origin::Environment("ASTRAGAL_\u{1b}[31m".into()));
}

#[test]
fn a_long_wrong_setting_is_not_echoed_whole() {
    let long = "x".repeat(100_000);
    let config = load("/nowhere", &[("ASTRAGAL_CASES", &long), ("ASTRAGAL_PROFILE", &long)]);
    let config = config.merge(&Config::new().set(&long, "1"));
    let told = errors(&config);
    assert_eq!(told.len(), 3);
    assert!(told.iter().all(|error| error.len() < 1_000 && error.contains("xxx..`")), "{told:?}");
}

#[test]
fn wrong_values_of_a_test_are_told_and_change_nothing() {
    let config = Config::new().cases(0).threads(0).minima(6).coverage_confidence(f64::NAN).set("shrink-time", "1s");
    let name = |error: &ConfigError| error.message.split('`').nth(1).unwrap().to_string();
    let named: Vec<_> = config.errors().iter().map(name).collect();
    assert_eq!(named, ["cases", "threads", "minima", "coverage_confidence", "shrink-time"]);
    assert!(config.errors().iter().all(|error| error.place == Origin::Builder));
    assert_eq!(config.values(), Config::new().values());
    // Merging tells each of them once.
    assert_eq!(config.clone().merge(&config).errors().len(), 5);
}

#[test]
fn an_unknown_profile_is_told_with_those_there_are() {
    let config = load("/nowhere", &[("ASTRAGAL_PROFILE", "weekly")]);
    assert_eq!(errors(&config), ["ASTRAGAL_PROFILE: there is no profile `weekly`; there are: ci, dev, nightly"]);
}

#[test]
fn a_limit_that_needs_isolated_is_wrong_use() {
    let limited = || Config::new().timeout(Duration::from_secs(1)).memory(1 << 30);
    let told = ["timeout", "memory"].map(|name| format!("the test: `{name}` needs `isolated`"));
    for (error, told) in errors(&limited()).iter().zip(&told) {
        assert!(error.starts_with(told), "{error}");
    }
    assert_eq!(errors(&limited()).len(), 2);
    assert_eq!(limited().isolated(true).errors(), []);
    // The environment configures a whole suite, some of whose properties may be isolated: a warning, not an error.
    let environment = load("/nowhere", &[("ASTRAGAL_TIMEOUT", "1s"), ("ASTRAGAL_MEMORY", "1G")]);
    assert_eq!(environment.errors(), []);
    let warnings: Vec<String> = environment.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings[0].starts_with("ASTRAGAL_TIMEOUT: `timeout` needs `isolated`"), "{warnings:?}");
    assert!(warnings[1].starts_with("ASTRAGAL_MEMORY: `memory` needs `isolated`"), "{warnings:?}");
    assert_eq!(environment.merge(&Config::new().isolated(true)).warnings(), []);
    // Turning isolation off for a run, perhaps for a debugger, is not an error.
    let for_a_debugger = load("/nowhere", &[("ASTRAGAL_ISOLATED", "false")]).merge(&limited().isolated(true));
    assert_eq!((for_a_debugger.errors(), for_a_debugger.values().isolated), (vec![], false));
}

#[test]
fn phases_are_named_or_left_out() {
    let phases = |text: &str| Config::new().set("phases", text);
    assert_eq!(phases("random, shrink").values().phases, Phases::of(&[Phase::Random, Phase::Shrink]));
    assert_eq!(phases("-explain").values().phases, Phases::ALL.without(Phase::Explain));
    assert_eq!(phases("all").values().phases, Phases::ALL);
    for wrong in ["", "random,", "randon", "--random", "random,-random"] {
        assert_eq!(phases(wrong).errors().len(), 1, "{wrong:?}");
    }
}

#[cfg(feature = "config-file")]
#[test]
fn a_file_is_found_above_the_package() {
    let package = Package::new(
        "found",
        "cases = 500\nshrink-time = '1m'\nphases = ['random', 'shrink']\nisolated = true\n\
         coverage_confidence = 0.99\n\n[profile.weekly]\ncases = 0x10\n\n[profile.nightly]\nsize = 3\n",
    );
    let config = package.load(&[]);
    assert_eq!(errors(&config), [""; 0]);
    let values = config.values();
    assert_eq!((values.cases, values.shrink_time, values.isolated), (500, Duration::from_secs(60), true));
    assert_eq!((values.phases.to_string().as_str(), values.coverage_confidence), ("random,shrink", 0.99));
    let path = package.0.join("astragal.toml").into();
    assert_eq!(origin(&config, "shrink_time"), Origin::File { path, line: 2 });
    // A profile wins over the rest of the file, and the file over what is built in.
    assert_eq!(package.load(&[("ASTRAGAL_PROFILE", "weekly")]).values().cases, 16);
    let nightly = package.load(&[("ASTRAGAL_PROFILE", "nightly")]);
    assert_eq!((nightly.values().cases, nightly.values().size), (500, 3));
    assert_eq!(nightly.values().time, Some(Duration::from_secs(600)));
    // It is read once.
    fs::write(package.0.join("astragal.toml"), "cases = 1").unwrap();
    assert_eq!(package.load(&[]).values().cases, 500);
}

#[cfg(feature = "config-file")]
#[test]
fn whatever_is_wrong_in_a_file_is_told_with_its_line() {
    let package = Package::new(
        "wrong",
        "# settings\ncase = 5\ncases = 'many'\nsize = -1\ntime = 1979-05-27\nseed = [1, 2]\nwholly_unknown = 1\n\n\
         [profiles.ci]\ncases = 1\n\n[profile]\nci = 5\n\n[profile.rare]\nminima = 9\n[profile.rare.deep]\n",
    );
    let told = package.errors(&[]);
    let begins = [
        "astragal.toml:2: there is no setting `case`; did you mean `cases`?",
        "astragal.toml:3: `cases` takes a whole number from 1 up such as `1000`, not `many`",
        "astragal.toml:4: `size` takes a whole number from 0 to 4294967295 such as `100`, not `-1`",
        "astragal.toml:5: `time` takes a duration such as `50ms`, `2s`, `1m` or `1h`, or `none`, not `1979-05-27`",
        "astragal.toml:6: `seed` takes a whole number below 2^64 such as `42` or `0x2a`, or `fresh`, not `[1, 2]`",
        "astragal.toml:7: there is no setting `wholly_unknown`; there are cases, time, size, ",
        "astragal.toml:9: there is no table `profiles`; a profile is a table `[profile.<name>]`",
        "astragal.toml:13: `profile.ci` is a table of settings, not a value",
        "astragal.toml:16: `minima` takes a whole number from 1 to 5, not `9`",
        "astragal.toml:17: a profile has no table `deep`",
    ];
    assert_eq!(told.len(), begins.len(), "{told:#?}");
    for (told, begin) in told.iter().zip(begins) {
        assert!(told.starts_with(begin), "{told}\n{begin}");
    }
}

#[cfg(feature = "config-file")]
#[test]
fn a_file_that_is_no_toml_is_told() {
    let broken = Package::new("broken", "cases = 5\ncases = 6\nsize = \n").errors(&[]);
    assert_eq!(broken.len(), 2, "{broken:#?}");
    assert!(broken[0].starts_with("astragal.toml:2: ") && broken[1].starts_with("astragal.toml:3: "), "{broken:#?}");
    let bytes = Package::new("bytes", [0xff, 0xfe, b'=']).errors(&[]);
    assert!(bytes[0].starts_with("astragal.toml:1: this file cannot be read: "), "{bytes:#?}");
}

#[cfg(feature = "config-file")]
#[test]
fn a_file_that_is_too_large_or_no_file_is_told_and_not_read() {
    let keys: String = (0..1_000_000).map(|key| format!("key{key} = 1\n")).collect();
    let comment = format!("# {}\ncases = 5\n", "x".repeat(100 << 20));
    for (name, text) in [("keys", keys), ("comment", comment)] {
        let package = Package::new(name, text);
        assert_eq!(package.errors(&[]), ["astragal.toml:1: this file cannot be read: it is larger than 65536 bytes"]);
        assert_eq!(package.load(&[]).values(), Config::new().values());
    }
    let keys: String = (0..5_000).map(|key| format!("key{key} = 1\n")).collect();
    assert_eq!(Package::new("wrong-keys", keys).errors(&[]).len(), 100);
    let value = format!("cases = {}\n", "x".repeat(60_000));
    assert!(Package::new("long-value", value).errors(&[])[0].len() < 1_000);

    let package = Package::new("directory", "");
    fs::remove_file(package.0.join("astragal.toml")).unwrap();
    fs::create_dir(package.0.join("astragal.toml")).unwrap();
    assert_eq!(package.errors(&[]), ["astragal.toml:1: this file cannot be read: it is not a regular file"]);
}

#[cfg(not(feature = "config-file"))]
#[test]
fn a_file_that_is_not_read_is_told() {
    let package = Package::new("unread", "cases = 5");
    let config = package.load(&[]);
    assert_eq!((config.values().cases, package.errors(&[])), (1000, Vec::new()));
    assert!(config.warnings()[0].message.contains("without its feature `config-file`"));
}

#[test]
fn hostile_settings_do_no_harm() {
    let names = Config::new().settings();
    let pieces =
        select(["1", "0", "-", "_", "x", ",", "s", "ms", "M", "none", "99999999999999999999", "é", "\0", " ", "e"]);
    let text = vec_of(pieces, 0..6).map(|pieces| pieces.concat());
    for seed in 0..3_000 {
        let text = text.sample(seed);
        for setting in &names {
            // Limits have no effect without isolation.
            let base = || Config::new().isolated(true);
            let config = base().set(setting.name, &text);
            // Either it is rejected, or the value that was understood is shown and read again as the same.
            let shown = config.settings().into_iter().find(|shown| shown.name == setting.name).unwrap();
            match &config.errors()[..] {
                [] => assert_eq!(base().set(setting.name, &shown.value).values(), config.values(), "{text:?}"),
                [_] => assert_eq!(config.values(), base().values(), "{text:?}"),
                more => panic!("{more:?}"),
            }
        }
    }
}

#[cfg(feature = "config-file")]
#[test]
fn hostile_files_do_no_harm() {
    let pieces = select([
        "cases",
        "=",
        "1",
        "\n",
        "[",
        "]",
        "profile",
        ".",
        "ci",
        "'",
        "\"",
        "{",
        "}",
        ",",
        "#",
        "é",
        "\u{1}",
        "\r\n",
        "-",
        "[[",
        "\\u",
        "=[",
        "time='1s'\n",
        "[profile.ci]\n",
    ]);
    let text = vec_of(pieces, 0..25).map(|pieces| pieces.concat());
    for seed in 0..300 {
        let text = text.sample(seed);
        let config = Package::new(&format!("hostile-{seed}"), &text).load(&[]);
        let lines = text.lines().count().max(1);
        for error in config.errors() {
            assert!(
                matches!(error.place, Origin::File { line, .. } if (1..=lines + 1).contains(&line)),
                "{text:?} {error}"
            );
        }
    }
}
