//! The real parsers that judge the grammars: installed where they are missing and the system is Debian's.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::ROOT;
use crate::cargo::{output, target_directory};
use crate::packages;

/// Programs, and the packages in which they are.
const PROGRAMS: [(&str, &str); 6] = [
    ("bnfc", "bnfc"),
    ("flex", "flex"),
    ("bison", "bison"),
    ("gcc", "gcc libc6-dev"),
    ("node", "nodejs"),
    ("python3", "python3 python3-pip"),
];

/// The parser of C that is written in Python. It is installed beside what is built, and nowhere else.
const PYCPARSER: &str = "pycparser==3.0";

/// Finds the parsers, or installs them. Returns what was installed, or what is missing.
pub(crate) fn install() -> Result<String, String> {
    let missing: Vec<_> = PROGRAMS.iter().filter(|(name, _)| packages::find(&[name]).is_none()).collect();
    let names: Vec<&str> = missing.iter().map(|(name, _)| *name).collect();
    let mut installed = names.clone();
    if !missing.is_empty() {
        let list: Vec<&str> = missing.iter().map(|(_, packages)| *packages).collect();
        let list = list.join(" ");
        let why = format!("there is no {} to judge grammars: Debian: `apt-get install {list}`", names.join(", "));
        packages::install(&list, &why)?;
    }
    // The tests look for it in the folder that cargo makes for their files.
    let folder = Path::new(ROOT).join(target_directory()).join("tmp/judges/python");
    let mut import = Command::new("python3");
    import.args(["-c", "import pycparser; assert pycparser.__version__ == '3.00'"]).env("PYTHONPATH", &folder);
    if !import.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success()) {
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--upgrade", "--target"]).arg(&folder).arg(PYCPARSER);
        output(pip).map_err(|why| format!("{why}\nthe tests of grammars need {PYCPARSER}"))?;
        installed.push(PYCPARSER);
    }
    Ok(if installed.is_empty() { String::new() } else { format!("installed {}", installed.join(", ")) })
}

/// What the tests are told: that they must not be skipped. Others do not look at it.
pub(crate) fn environment() -> [(&'static str, &'static str); 1] {
    [("REQUIRE_JUDGES", "1")]
}
