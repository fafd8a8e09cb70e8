//! Planted mutants: each is built, its tests are run, and what came of them is put together.

use std::path::{Path, PathBuf};
use std::time::Duration;

use astragal_report::mutants::{Killer, Mutant, Mutants};

use super::equal::{Recorded, Recorder};
use super::program::{Conditions, How, Program};
use super::variants::{self, Variant};
use super::wrapper::compiler;
use crate::cargo::{Project, TestBinary, WORKSPACE_WRAPPER};
use crate::cli;
use crate::exit::{Code, Stop};
use crate::terminal::{Terminal, Tone, safe};

/// How long a test may take, unless it is said.
const LIMIT: Duration = Duration::from_secs(60);
/// How many tests are named at most.
const NAMED: usize = 5;

/// What came of all mutants.
pub(super) struct Planted {
    pub(super) mutants: Mutants,
    /// The log of the unmodified program.
    pub(super) log: PathBuf,
}

/// A test of the unmodified program.
struct Test {
    binary: usize,
    name: String,
    /// The properties that it checks, in order; none if it is not one of ours.
    properties: Vec<String>,
}

/// What came of one mutant.
#[derive(Default)]
struct Came {
    killers: Vec<Killer>,
    /// Whether a test failed, a process died, and a test took too long.
    has_failed: bool,
    has_died: bool,
    is_late: bool,
    why: Vec<String>,
}

/// Builds and runs the unmodified program, and then each mutant.
pub(super) fn run(arguments: &cli::Mutants, names: &str, terminal: Terminal) -> Result<Planted, Stop> {
    let conditions = conditions(arguments)?;
    let project = Project::find(&arguments.selection)?;
    let variants = chosen(variants::find(&project, &arguments.selection)?, names)?;
    let workshop = project.target.join("astragal").join("mutants");
    let own = Own(workshop.join(format!("run-{}", std::process::id())));
    let say = |what: &str| eprintln!("{}", terminal.paint(Tone::Faint, what));
    say("testing the unmodified program");
    let original = Program::new(own.0.join("without"), project.build(&arguments.selection)?)?;
    let mut recorder = if arguments.equal_cases { Some(Recorder::new(&own.0.join("cases"))?) } else { None };
    let tests = unmodified(&original, &arguments.names, &conditions, recorder.as_mut())?;
    let recorded = recorder.map(Recorder::finish);
    let mut found = Vec::new();
    let mut equal = Vec::new();
    for (number, variant) in variants.iter().enumerate() {
        say(&format!("testing {} ({} of {})", safe(&variant.name), number + 1, variants.len()));
        let compiler = compiler(&workshop.join("with").join(&variant.name))?;
        let came = match project.build_by(&compiler, &arguments.selection)? {
            Err(said) => {
                found.push((mutant(variant, "unviable", &[first_error(&said)]), Vec::new()));
                continue;
            }
            Ok(binaries) => match &recorded {
                None => came_of(&Program::new(own.0.join("with"), binaries)?, &original, &tests, &conditions)?,
                Some(recorded) => replayed(recorded, &binaries, &conditions, &variant.name, &mut equal)?,
            },
        };
        let status = match () {
            () if came.has_failed => "killed",
            () if came.has_died => "died",
            () if came.is_late => "timeout",
            () => "survived",
        };
        found.push((mutant(variant, status, &came.why), came.killers));
    }
    let properties = match &recorded {
        Some(recorded) => recorded.iter().map(|one| one.name.clone()).collect(),
        None => tests.iter().flat_map(|test| test.properties.clone()).collect(),
    };
    let mut mutants = Mutants::of(found, properties);
    for (mutant, property, killing, replayed) in equal {
        let at = mutants.mutants.iter().position(|other| other.id == mutant);
        if let (Some(at), Ok(of)) = (at, mutants.properties.binary_search(&property)) {
            mutants.equal.push((at as u32, of as u32, killing, replayed));
        }
    }
    mutants.equal.sort_unstable();
    Ok(Planted { mutants, log: kept(&original.log, &workshop.join("observed"))? })
}

/// The folder of this process, which is removed at its end.
struct Own(PathBuf);

impl Drop for Own {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Keeps the log in place of that of the last time.
fn kept(log: &Path, place: &Path) -> Result<PathBuf, Stop> {
    _ = std::fs::remove_dir_all(place);
    let why = |error| Stop::system(format!("{} cannot be written: {error}", place.display()));
    std::fs::rename(log, place).map_err(why)?;
    Ok(place.to_owned())
}

/// How tests are run, after a look at what was asked for.
fn conditions(arguments: &cli::Mutants) -> Result<Conditions, Stop> {
    for name in [WORKSPACE_WRAPPER, "CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER"] {
        if std::env::var_os(name).is_some() {
            let message = format!("{name} is set, and planted mutants are compiled by a wrapper of their own");
            return Err(Stop::usage(message).hint(format!("run this without {name}")));
        }
    }
    let number = |name: &str, text: &str| {
        crate::sample::parse_seed(text)
            .ok_or_else(|| Stop::usage(format!("`{name} {text}` is not a whole number below 2^64")))
    };
    let mut variables = vec![
        ("ASTRAGAL_REGRESSIONS", "off".to_string()),
        ("ASTRAGAL_SEED", number("--seed", arguments.seed.as_deref().unwrap_or("0"))?.to_string()),
        // Which case kills is wanted, and not the smallest.
        ("ASTRAGAL_SHRINK_EVALUATIONS", "1".to_string()),
    ];
    if let Some(cases) = &arguments.cases {
        match number("--cases", cases)? {
            0 => return Err(Stop::usage("`--cases 0` is not a whole number from 1 up")),
            cases => variables.push(("ASTRAGAL_CASES", cases.to_string())),
        }
    }
    if arguments.equal_cases {
        // Those that are replayed are read from the log.
        variables.push(("ASTRAGAL_LOG_CASES", "all".to_string()));
    }
    let limit = arguments.limit.as_deref().map(|text| {
        duration(text)
            .ok_or_else(|| Stop::usage(format!("`--limit {text}` is not a duration such as 500ms, 10s or 2m")))
    });
    Ok(Conditions { variables, limit: limit.transpose()?.unwrap_or(LIMIT) })
}

fn duration(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(digits.parse::<f64>().ok()? * unit).ok().filter(|limit| !limit.is_zero())
}

/// The mutants of these names, or all.
fn chosen(all: Vec<Variant>, names: &str) -> Result<Vec<Variant>, Stop> {
    let wanted: Vec<&str> = names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let known: Vec<&str> = all.iter().map(|variant| &*variant.name).collect();
    if all.is_empty() {
        return Err(Stop::nothing("the sources have no planted mutant: nothing is behind `cfg(mutant = \"..\")`")
            .hint("`cargo astragal mutants --help` shows how one is written"));
    }
    if let Some(unknown) = wanted.iter().find(|name| !known.contains(name)) {
        return Err(Stop::nothing(format!("the sources have no mutant `{unknown}`"))
            .hint(format!("there are: {}", known.join(", "))));
    }
    Ok(all.into_iter().filter(|variant| wanted.is_empty() || wanted.contains(&&*variant.name)).collect())
}

/// Runs all tests of the unmodified program, which must pass.
fn unmodified(
    program: &Program,
    names: &[String],
    conditions: &Conditions,
    mut recorder: Option<&mut Recorder>,
) -> Result<Vec<Test>, Stop> {
    let (mut tests, mut failed) = (Vec::new(), Vec::new());
    for (at, binary) in program.binaries().enumerate() {
        for name in binary.tests().unwrap_or_default() {
            let full = binary.property(&name);
            if !names.is_empty() && !names.iter().any(|part| full.contains(&**part)) {
                continue;
            }
            if let Some(recorder) = &mut recorder {
                recorder.begin(&program.log);
            }
            let tested = program.run(at, &name, conditions)?;
            if tested.how != How::Passed {
                failed.push(full);
                continue;
            }
            if let Some(recorder) = &mut recorder {
                recorder.end(binary, &name)?;
            }
            let properties = tested.runs.into_iter().map(|run| run.property).collect();
            tests.push(Test { binary: at, name, properties });
        }
    }
    if !failed.is_empty() {
        let more = if failed.len() > NAMED { format!(" and {} more", failed.len() - NAMED) } else { String::new() };
        let message = format!("the unmodified program fails: {}{more}", failed[..failed.len().min(NAMED)].join(", "));
        return Err(Stop::new(Code::Failed, message)
            .hint("mutants say something only of tests that pass: `cargo astragal test` shows why they do not"));
    }
    if tests.iter().all(|test| test.properties.is_empty()) {
        return Err(Stop::nothing("no property was run").hint("`cargo astragal list` names all properties"));
    }
    Ok(tests)
}

/// Runs all tests of a mutant.
fn came_of(program: &Program, original: &Program, tests: &[Test], conditions: &Conditions) -> Result<Came, Stop> {
    let mut came = Came::default();
    for test in tests {
        let Some(own) = original.binaries().nth(test.binary) else { continue };
        let Some(binary) = program.like(own) else { continue };
        let tested = program.run(binary, &test.name, conditions)?;
        let failed: Vec<_> = tested.runs.iter().filter(|run| !run.is_pass).collect();
        // Without a run that failed, it is the property that has none, or the test itself.
        let unheard = test.properties.iter().find(|name| !tested.runs.iter().any(|run| run.property == **name));
        let culprit = || unheard.cloned().unwrap_or_else(|| own.property(&test.name));
        match tested.how {
            How::Passed => {}
            How::Failed => {
                came.has_failed = true;
                for run in &failed {
                    let cases = (run.verdict == "failed").then_some(run.cases.max(1));
                    came.killers.push(Killer { test: run.property.clone(), cases });
                }
                if failed.is_empty() {
                    came.killers.push(Killer { test: culprit(), cases: None });
                }
            }
            How::Died(how) => {
                came.has_died = true;
                came.why.push(format!("{}: the process died ({how})", culprit()));
                came.killers.push(Killer { test: culprit(), cases: None });
            }
            How::Late => {
                came.is_late = true;
                came.why.push(format!("{}: did not end within {:?}", culprit(), conditions.limit));
            }
        }
    }
    Ok(came)
}

/// Replays the recorded cases of each property against a mutant.
fn replayed(
    recorded: &[Recorded],
    binaries: &[TestBinary],
    conditions: &Conditions,
    mutant: &str,
    equal: &mut Vec<(String, String, u64, u64)>,
) -> Result<Came, Stop> {
    // Test binaries are asked in the folders of their packages, and cargo is called from here again.
    let here = std::env::current_dir();
    let mut came = Came::default();
    for property in recorded {
        let replay = property.replay(binaries, conditions.limit)?;
        came.has_failed |= replay.killing > replay.died;
        came.has_died |= replay.died > 0;
        came.is_late |= replay.is_late;
        came.why.extend(replay.why.map(|why| format!("{}: {why}", property.name)));
        if let Some(first) = replay.first {
            came.killers.push(Killer { test: property.name.clone(), cases: Some(first) });
        }
        equal.push((mutant.to_string(), property.name.clone(), replay.killing, replay.replayed));
    }
    here.and_then(std::env::set_current_dir).map_err(|error| Stop::system(error.to_string()))?;
    Ok(came)
}

fn mutant(variant: &Variant, status: &str, why: &[String]) -> Mutant {
    Mutant {
        id: variant.name.clone(),
        name: variant.name.clone(),
        file: variant.file.clone(),
        line: variant.line,
        diff: variant.diff.clone(),
        status: status.to_string(),
        why: why.join("; "),
    }
}

/// The first error in what the compiler says, and where it is.
fn first_error(said: &str) -> String {
    let mut lines = said.lines().skip_while(|line| !line.starts_with("error"));
    let error = lines.next().unwrap_or("it does not compile");
    let place = lines.next().and_then(|line| line.trim_start().strip_prefix("--> "));
    place.map_or_else(|| error.to_string(), |place| format!("{error} at {place}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_durations() {
        let read = |text| duration(text).map(|limit| limit.as_millis());
        assert_eq!((read("500ms"), read("10s"), read("1.5m")), (Some(500), Some(10_000), Some(90_000)));
        assert_eq!([read("0s"), read("10"), read("s"), read("-1s"), read("1e99h")], [None; 5]);
    }

    #[test]
    fn the_first_error_is_found() {
        let said = "warning: x\n --> a.rs:1:1\n\nerror[E0308]: mismatched types\n  --> src/lib.rs:3:5\n   |\nerror: aborting\n";
        assert_eq!(first_error(said), "error[E0308]: mismatched types at src/lib.rs:3:5");
        assert_eq!(first_error(""), "it does not compile");
    }
}
