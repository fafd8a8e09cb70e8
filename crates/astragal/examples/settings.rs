//! Settings: where they are set, which takes precedence, and how a report shows them.
//!
//! A test reads its settings by itself. Here they are read by hand, for a package with a file of its own.

use astragal::Check;
use astragal::config::{Config, Origin, Phase, Phases};
use astragal::prelude::*;
use astragal::report::{Problem, Verdict};

const FILE: &str = "\
cases = 500
time = \"2s\"

[profile.thorough]
cases = 50_000
time = \"none\"
";

fn main() {
    let package = std::env::temp_dir().join(format!("astragal-settings-{}", std::process::id()));
    std::fs::create_dir_all(&package).unwrap();
    std::fs::write(package.join("astragal.toml"), FILE).unwrap();
    let directory = package.display().to_string();
    let load = |variables: &[(&str, &str)]| {
        let variables = variables.iter().map(|(name, value)| (name.to_string(), value.to_string()));
        Config::load_with(&directory, variables)
    };

    // The test takes precedence over the file, and the environment over the test.
    let of_the_test = Config::new().size(50).phases(Phases::ALL.without(Phase::Exhaustive));
    let config = load(&[("ASTRAGAL_SIZE", "200")]).merge(&of_the_test);
    for setting in config.settings().iter().filter(|setting| setting.origin != Origin::Default) {
        println!("{} = {} ({})", setting.name, setting.value, setting.origin);
    }
    let values = config.values();
    let cases = if cfg!(feature = "config-file") { 500 } else { 1_000 };
    assert_eq!((values.cases, values.size), (cases, 200));
    assert!(!values.phases.contains(Phase::Exhaustive));

    // A profile changes a whole suite: `ASTRAGAL_PROFILE=thorough cargo test`. `ci` is that of a machine that says it is one.
    #[cfg(feature = "config-file")]
    {
        let thorough = load(&[("ASTRAGAL_PROFILE", "thorough")]);
        assert_eq!((thorough.values().cases, thorough.values().time), (50_000, None));
    }
    assert_eq!(load(&[("CI", "true")]).values().color.to_string(), "never");

    // A wrong setting is reported with what was meant, and the property is not run.
    let wrong = load(&[("ASTRAGAL_CASE", "7"), ("ASTRAGAL_TIME", "soon")]);
    for error in wrong.errors() {
        println!("{error}");
    }
    assert!(wrong.errors().iter().any(|error| error.to_string().contains("did you mean")));
    let report = Check::new().with(|_| wrong).run(any::<u8>(), |_| panic!("it was run"));
    assert!(matches!(report.verdict, Verdict::Unknown(Problem::Usage { .. })) && report.statistics.cases == 0);

    std::fs::remove_dir_all(package).unwrap();
}
