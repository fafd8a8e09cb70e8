//! The same challenges with Hypothesis and with QuickCheck's `genericShrink`, where the machine has them: the programs beside this
//! file are run, and each prints the sizes that its runs shrink to.
//!
//! Hypothesis is there if `python3` can import it, QuickCheck if `ghc` has the package. Nothing is installed here:
//!
//! ```text
//! apt-get install ghc libghc-quickcheck2-dev
//! python3 -m venv venv && venv/bin/pip install hypothesis==6.170.15 && export PATH="$PWD/venv/bin:$PATH"
//! ```

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// As many as of our own, and fewer of the one that takes seconds for some.
const QUICKCHECK_RUNS: u32 = 1_000;
const HYPOTHESIS_RUNS: u32 = 100;

/// The peers that were found.
pub(super) struct Peers {
    hypothesis: bool,
    quickcheck: Option<PathBuf>,
}

impl Peers {
    /// Looks for Hypothesis, and compiles the program of QuickCheck.
    pub(super) fn find() -> Peers {
        let hypothesis = succeeds(Command::new("python3").args(["-c", "import hypothesis"]));
        Peers { hypothesis, quickcheck: compiled() }
    }

    #[cfg(test)]
    pub(super) fn none() -> Peers {
        Peers { hypothesis: false, quickcheck: None }
    }

    /// Which of them is not there.
    pub(super) fn missing(&self) -> Vec<&'static str> {
        let all = [("Hypothesis", self.hypothesis), ("QuickCheck", self.quickcheck.is_some())];
        all.into_iter().filter(|(_, is_there)| !is_there).map(|(name, _)| name).collect()
    }

    /// The sizes that Hypothesis shrinks to.
    pub(super) fn hypothesis(&self, challenge: &str) -> Option<Vec<f64>> {
        let mut python = Command::new("python3");
        python.args(["-c", include_str!("challenges.py"), challenge, &HYPOTHESIS_RUNS.to_string()]);
        self.hypothesis.then(|| sizes(&mut python))
    }

    /// The sizes that QuickCheck shrinks to.
    pub(super) fn quickcheck(&self, challenge: &str) -> Option<Vec<f64>> {
        let program = self.quickcheck.as_ref()?;
        Some(sizes(Command::new(program).args([challenge, &QUICKCHECK_RUNS.to_string()])))
    }
}

/// The program of QuickCheck in a scratch folder, if there is a compiler that has the package.
fn compiled() -> Option<PathBuf> {
    let has_package = Command::new("ghc-pkg").args(["field", "QuickCheck", "version"]).stderr(Stdio::null()).output();
    if !has_package.is_ok_and(|output| output.status.success()) {
        return None;
    }
    let folder = std::env::temp_dir().join(format!("astragal-reflective-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary directory can be written");
    let (source, program) = (folder.join("Challenges.hs"), folder.join("challenges"));
    std::fs::write(&source, include_str!("Challenges.hs")).expect("the temporary directory can be written");
    let mut ghc = Command::new("ghc");
    ghc.args(["-v0", "-O", "-outputdir"]).arg(&folder).arg("-o").arg(&program).arg(&source);
    assert!(succeeds(&mut ghc), "{ghc:?} failed");
    Some(program)
}

fn succeeds(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// The numbers that a program prints, one on each line.
fn sizes(program: &mut Command) -> Vec<f64> {
    let output = program.stdin(Stdio::null()).stderr(Stdio::inherit()).output().expect("the program starts");
    assert!(output.status.success(), "{program:?} failed");
    let printed = String::from_utf8(output.stdout).expect("the program prints UTF-8");
    printed.lines().map(|line| line.parse().expect("a size")).collect()
}
