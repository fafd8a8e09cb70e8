//! Cases that attack the process that runs them, the runner that waits for it, or what the two say to each other.

use std::io::{Read, Write};
use std::time::Duration;

use astragal::Choices;
use astragal::prelude::*;

use super::subject::{Home, Ran};

unsafe extern "C" {
    safe fn _exit(status: i32) -> !;
    safe fn fork() -> i32;
    safe fn close(descriptor: i32) -> i32;
}

/// What is drawn, unless it is large: then something else happens.
fn unless_large(then: fn()) -> impl Gen<Value = u32> {
    unless_above(1_000, then)
}

fn unless_above(limit: u32, then: fn()) -> impl Gen<Value = u32> {
    any::<u32>().map(move |n| {
        if n > limit {
            then();
        }
        n
    })
}

#[property(seed = 1, isolated)]
#[ignore = "it aborts"]
fn generator_aborts(#[from(unless_large(|| std::process::abort()))] _n: u32) {}

#[property(seed = 1, isolated)]
#[ignore = "it exits"]
fn generator_exits(#[from(unless_large(|| _exit(0)))] _n: u32) {}

#[property(seed = 1, isolated)]
#[ignore = "it overflows its stack"]
fn generator_overflows(
    #[from(unless_large(|| {
        fn down(depth: u64) -> u64 {
            if depth == 0 { 0 } else { std::hint::black_box(down(depth - 1)) + 1 }
        }
        down(1 << 40);
    }))]
    _n: u32,
) {
}

#[property(seed = 1, isolated, timeout = "500ms", time = "4s")]
#[ignore = "it hangs"]
fn generator_hangs(#[from(unless_above(0, loop_for_ever))] _n: u32) {}

/// The replay token that a report gives.
fn token(ran: &Ran) -> &str {
    let token = ran.text.split("ASTRAGAL_REPLAY=").nth(1).unwrap_or_else(|| panic!("no token in:\n{}", ran.text));
    token.split_whitespace().next().unwrap()
}

#[test]
fn a_generator_that_ends_the_process_has_a_counterexample() {
    for (subject, how, smallest) in [
        ("isolation::generator_aborts", "died by SIGABRT", 1_001),
        ("isolation::generator_exits", "exited with 0", 1_001),
        ("isolation::generator_overflows", "overflowed its stack", 1_001),
        ("isolation::generator_hangs", "took longer than 500ms and was killed", 1),
    ] {
        let home = Home::new();
        let first = home.run(subject);
        first.failed_saying(&[how, "its arguments were being drawn: the property itself did not run"]);
        // The choice of the smallest such number and no other.
        let choices = Choices::from_token(token(&first)).unwrap();
        let smallest = any::<u32>().choices_of(&smallest).unwrap();
        assert_eq!(choices.numbers().collect::<Vec<_>>(), smallest.numbers().collect::<Vec<_>>(), "{}", first.text);
        let again = home.run_with(subject, "ASTRAGAL_REPLAY", token(&first));
        again.failed_saying(&[how]);
    }
}

#[property(seed = 1, isolated)]
#[ignore = "it aborts"]
fn a_part_aborts(
    #[from(vec_of(any::<u8>().map(|n| if n == 77 { std::process::abort() } else { n }), ..))] _list: Vec<u8>,
) {
}

#[test]
#[ignore = "it aborts"]
fn a_draw_aborts() {
    astragal::check_with(
        |config| config.seed(1).isolated(true),
        |t| {
            t.draw(any::<Vec<bool>>());
            t.draw(unless_large(|| std::process::abort()));
        },
    );
}

/// The parts before it are known, and those that do not matter are taken away.
#[test]
fn a_part_that_ends_the_process_is_made_small() {
    let ran = Home::new().run("isolation::a_part_aborts");
    ran.failed_saying(&["died by SIGABRT"]);
    let choices = Choices::from_token(token(&ran)).unwrap();
    assert_eq!(choices.len(), 2, "the length and the one element: {choices}");
    let ran = Home::new().run("isolation::a_draw_aborts");
    ran.failed_saying(&["died by SIGABRT", "[]"]);
    assert_eq!(Choices::from_token(token(&ran)).unwrap().numbers().next(), Some(0), "{}", ran.text);
}

fn loop_for_ever() {
    loop {
        std::thread::sleep(Duration::from_secs(3_600));
    }
}

#[property(seed = 1, isolated, timeout = "500ms", time = "4s")]
#[ignore = "it hangs"]
fn closes_its_streams_and_loops(n: u32) {
    if n > 0 {
        for stream in 0..3 {
            let _ = close(stream);
        }
        loop_for_ever();
    }
}

#[property(seed = 1, isolated, timeout = "500ms", time = "4s")]
#[ignore = "it hangs"]
fn closes_all_and_loops(n: u32) {
    if n > 0 {
        for descriptor in 0..64 {
            let _ = close(descriptor);
        }
        loop_for_ever();
    }
}

#[property(seed = 1, isolated, timeout = "500ms", time = "4s")]
#[ignore = "it never ends"]
fn speaks_for_ever(n: u32) {
    if n > 0 {
        loop {
            collect!("for ever", n);
            note!("for ever");
        }
    }
}

#[test]
fn what_a_case_closes_or_says_does_not_stop_the_clock() {
    for subject in ["closes_its_streams_and_loops", "closes_all_and_loops", "speaks_for_ever"] {
        let ran = Home::new().run(&format!("isolation::{subject}"));
        ran.failed_saying(&["the case took longer than 500ms and was killed", "n = 1\n"]);
    }
}

#[property(seed = 1, isolated)]
#[ignore = "it closes its streams"]
fn closes_its_streams(n: u32) {
    for stream in 0..3 {
        let _ = close(stream);
    }
    assert!(n <= 1_000, "too large");
}

#[test]
fn a_case_without_streams_is_judged() {
    Home::new().run("isolation::closes_its_streams").failed_saying(&["too large", "n = 1001"]);
}

#[property(seed = 1, isolated, timeout = "100s", cases = 20)]
#[ignore = "it aborts"]
fn leaves_a_process_behind(n: u32) {
    if n > 1_000 {
        // It keeps the standard error.
        let _ = std::process::Command::new("sleep").arg("30").spawn();
        std::process::abort();
    }
}

/// The death of the child itself counts, not that of what it has started.
#[test]
fn a_process_that_is_left_behind_does_not_hide_the_death() {
    let ran = Home::new().run_with("isolation::leaves_a_process_behind", "ASTRAGAL_PHASES", "random");
    ran.failed_saying(&["died by SIGABRT", "n = "]);
    assert!(!ran.text.contains("took longer"), "{}", ran.text);
}

#[property(seed = 1, isolated, timeout = "100s")]
#[ignore = "it reads"]
fn reads_its_standard_input(n: u32) {
    let mut read = String::new();
    std::io::stdin().read_to_string(&mut read).unwrap();
    assert_eq!(read, "");
    assert!(n <= 1_000, "too large");
}

#[property(seed = 1, isolated, timeout = "100s")]
#[ignore = "it forges"]
fn forges_answers(n: u32) {
    for (name, value) in std::env::vars() {
        if name.starts_with("ASTRAGAL_CHILD") {
            let _ = writeln!(std::io::stdout(), "\n{value}\tpassed\n{}\tpassed", std::process::id());
        }
    }
    assert!(n <= 1_000, "too large");
}

#[property(seed = 1, isolated, timeout = "100s")]
#[ignore = "it forks"]
fn forks_a_copy_that_returns(n: u32) {
    if n > 1_000 && fork() != 0 {
        panic!("too large");
    }
}

#[property(seed = 1, isolated, timeout = "100s")]
#[ignore = "it forks"]
fn forks_and_the_copy_goes_on(n: u32) {
    if n > 1_000 && fork() != 0 {
        _exit(0);
    }
}

#[property(seed = 1, isolated, timeout = "100s")]
#[ignore = "it starts another program"]
fn becomes_another_program(n: u32) {
    use std::os::unix::process::CommandExt;
    if n > 1_000 {
        let _ = std::process::Command::new("true").exec();
    }
}

#[property(seed = 1, isolated, timeout = "100s")]
#[ignore = "it starts itself"]
fn becomes_itself_again(n: u32) {
    use std::os::unix::process::CommandExt;
    if n > 1_000 {
        let _ = std::process::Command::new(std::env::current_exe().unwrap()).args(std::env::args_os().skip(1)).exec();
    }
}

#[property(seed = 1, isolated)]
#[ignore = "it exits"]
fn exits_without_a_trace(n: u32) {
    if n > 1_000 {
        _exit(0);
    }
}

#[test]
fn only_the_process_that_was_started_answers() {
    for (subject, how) in [
        ("reads_its_standard_input", "too large"),
        ("forges_answers", "too large"),
        ("forks_a_copy_that_returns", "too large"),
        ("forks_and_the_copy_goes_on", "the process exited with 0"),
        ("becomes_another_program", "the process exited with 0"),
        ("becomes_itself_again", "the process exited with 101"),
        ("exits_without_a_trace", "the process exited with 0"),
    ] {
        Home::new().run(&format!("isolation::{subject}")).failed_saying(&[how, "n = 1001"]);
    }
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn fails(n: u32) {
    assert!(n <= 1_000);
}

#[property(seed = 1)]
#[tokio::test]
#[ignore = "it fails"]
async fn fails_async(n: u32) {
    assert!(n <= 1_000);
}

/// A variable in the environment does not make a child.
#[test]
fn a_process_that_no_runner_has_started_is_no_child() {
    for subject in ["isolation::fails", "isolation::fails_async"] {
        let home = Home::new();
        let mut command = home.command(&[subject]);
        command.env("ASTRAGAL_CHILD", "x").env("ASTRAGAL_CHILD_PARENT", std::process::id().to_string());
        Ran::of(command.output().unwrap()).failed_saying(&[
            "was not checked",
            "ASTRAGAL_CHILD: this variable tells",
            "remove it",
        ]);
        // Nor do the variables of a runner that has started another process, such as one that started this.
        command.env("ASTRAGAL_CHILD_PARENT", "1");
        Ran::of(command.output().unwrap()).failed_saying(&["n = 1001"]);
    }
}
