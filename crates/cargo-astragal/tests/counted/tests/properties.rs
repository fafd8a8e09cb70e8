//! Properties of sums, and a test that runs the program.

use astragal::prelude::*;

/// Sums are those of the standard library.
#[property]
fn sums_are_right(list: Vec<u8>) {
    let numbers: Vec<u32> = list.iter().copied().map(u32::from).collect();
    let mut expected = 0;
    for number in &numbers {
        if *number > 100 {
            note!("{number} is large");
        }
        expected += number;
    }
    assert_eq!(counted::sum(&numbers), expected);
}

/// What is taken twice is even.
#[property]
fn twice_is_even(#[from(vec_of(0..100u32, ..))] numbers: Vec<u32>) {
    assert!(counted::twice(&numbers) % 2 == 0);
}

/// A check inside of a case, and one on a thread that a case starts, leave the counters to the case.
#[property(cases = 20)]
fn checks_inside_of_cases_do_not_count(number: u8) {
    let before = counted::sum(&[number.into()]);
    let inner = || astragal::Check::new().cases(5).run(any::<u8>(), |_| ()).verdict.is_pass();
    assert!(inner());
    assert!(std::thread::spawn(inner).join().expect("it ends"));
    assert!(before <= 100);
}

#[test]
fn the_program_runs() {
    let said = std::process::Command::new(env!("CARGO_BIN_EXE_counted")).output().expect("it starts");
    assert_eq!(String::from_utf8_lossy(&said.stdout), "12\n");
}
