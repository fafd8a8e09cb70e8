//! What needs a terminal, with one that `script` makes. Where there is no `script`, that is said, and nothing is tested.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::regressions::copy;
use crate::support::{astragal, program};

/// The program on a terminal, which is ended if it does not end by itself.
struct OnTerminal {
    child: Child,
    keys: ChildStdin,
    screen: ChildStdout,
    seen: String,
}

impl Drop for OnTerminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl OnTerminal {
    fn start(directory: &Path, arguments: &[&str]) -> Option<OnTerminal> {
        let is_there = Command::new("script").arg("--version").output().is_ok_and(|output| output.status.success());
        if !is_there || !cfg!(target_os = "linux") {
            eprintln!("skipped: there is no `script` of util-linux that makes a terminal");
            return None;
        }
        let plain = program(directory, arguments);
        let line = format!("{} {}", plain.get_program().to_str().unwrap(), arguments.join(" "));
        let mut command = Command::new("script");
        command.args(["-qec", &line, "/dev/null"]).current_dir(directory).env("TERM", "xterm");
        for (name, value) in plain.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (keys, screen) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Some(OnTerminal { child, keys, screen, seen: String::new() })
    }

    /// Waits until this was shown, and forgets what came before it.
    fn wait_for(&mut self, words: &str) -> String {
        let mut buffer = [0; 1024];
        loop {
            if let Some(at) = self.seen.find(words) {
                let rest = self.seen.split_off(at + words.len());
                return std::mem::replace(&mut self.seen, rest);
            }
            match self.screen.read(&mut buffer) {
                Ok(count @ 1..) => self.seen.push_str(&String::from_utf8_lossy(&buffer[..count])),
                _ => panic!("{words:?} was not shown; {}", self.seen),
            }
        }
    }

    fn press(&mut self, key: &str) {
        self.keys.write_all(key.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    fn code(mut self) -> i32 {
        let mut rest = Vec::new();
        let _ = self.screen.read_to_end(&mut rest);
        self.child.wait().unwrap().code().unwrap()
    }
}

#[test]
fn a_review_writes_a_patch_and_applies_it_and_drops() {
    let package = copy("review");
    astragal(&package, &["test", "bad"]).ended(1, &["expr = Neg(Val(0))"]);
    let stored = package.join("tests/astragal-regressions/properties.bad.nothing_is_negative.txt");
    let source = package.join("tests/properties.rs");
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    let (stored_before, source_before) = (read(&stored), read(&source));
    let Some(mut review) = OnTerminal::start(&package, &["regressions", "review"]) else { return };
    review.wait_for("[q]uit > ");
    review.press("e");
    review.wait_for("1 made explicit");
    assert_eq!(review.code(), 0);
    let patch = read(&package.join("astragal-review.patch"));
    assert!(patch.contains("+    #[property(pin = \"a2-") && patch.contains("-regression 1 "), "{patch}");
    assert_eq!((read(&stored), read(&source)), (stored_before, source_before), "a patch changes nothing by itself");

    let mut review = OnTerminal::start(&package, &["regressions", "review", "--apply"]).unwrap();
    review.wait_for("[q]uit > ");
    review.press("e");
    review.wait_for("1 made explicit");
    assert_eq!(review.code(), 0);
    assert!(read(&source).contains("    #[property(pin = \"a2-") && !read(&stored).contains("regression 1 "));
    // The case is run first from now on, and stored again because it fails.
    astragal(&package, &["test", "bad"]).ended(1, &["expr = Neg(Val(0))"]);

    if read(&stored).contains("regression 1 ") {
        let mut review = OnTerminal::start(&package, &["regressions", "review"]).unwrap();
        review.wait_for("[q]uit > ");
        review.press("d");
        review.wait_for("1 dropped");
        assert_eq!(review.code(), 0);
        assert!(!read(&stored).contains("regression 1 "));
    }
}

#[test]
fn a_change_runs_the_tests_again_and_q_quits() {
    let package = copy("watch");
    let Some(mut watch) = OnTerminal::start(&package, &["watch", "sorting", "--cases", "20"]) else { return };
    watch.wait_for("1 property: 1 passed");
    watch.wait_for("q quits");
    let source = package.join("src/lib.rs");
    let text = std::fs::read_to_string(&source).unwrap();
    std::fs::write(&source, format!("{text}\n// Changed.\n")).unwrap();
    watch.wait_for("changed: src/lib.rs");
    watch.wait_for("1 property: 1 passed");
    watch.wait_for("q quits");
    watch.press("q");
    assert_eq!(watch.code(), 0);
}
