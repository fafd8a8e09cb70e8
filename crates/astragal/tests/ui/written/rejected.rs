use astragal::prelude::*;

#[generator]
fn in_an_expression() -> u8 {
    let n = 1 + draw!(0..=9u8);
    n
}

#[generator]
fn picked_in_the_middle() -> (u8, u8) {
    let n = pick! { 1, 2 };
    (n, 3)
}

#[generator]
fn returned_in_an_expression(n: Option<u8>) -> u8 {
    let n = match n { Some(n) => n, None => return 0 };
    draw!(0..=n)
}

#[generator]
fn in_a_loop_without_a_list() -> u8 {
    let mut last = 0;
    for _ in 0..3 {
        last = 1;
        let n = draw!(0..=9u8);
    }
    last
}

#[generator]
fn until_something_happens() -> Vec<u8> {
    let mut all = Vec::new();
    while all.len() < 3 {
        all.push(draw!(0..=9u8));
    }
    all
}

#[generator]
fn left_early() -> Vec<u8> {
    let mut all = Vec::new();
    for _ in 0..9 {
        let n = draw!(0..=9u8);
        all.push(n);
        if n == 0 {
            break;
        }
    }
    all
}

#[generator]
fn in_some_rounds() -> Vec<u8> {
    let mut all = Vec::new();
    for i in 0..9u8 {
        if i > 3 {
            all.push(draw!(0..=9u8));
        }
    }
    all
}

#[generator]
fn in_some_cases(n: u8) -> (u8, u8) {
    let mut m = 0;
    if n > 3 {
        m = draw!(0..=9u8);
    }
    (n, m)
}

#[generator]
fn without_an_end() -> u8 {
    let n = draw!(0..=9u8);
}

#[generator]
fn without_arms() -> u8 {
    pick! {}
}

#[generator]
fn another_option() -> u8 {
    draw!(0..=9u8, inverse = 3)
}

#[generator]
fn taken_over(from: astragal::config::Config) -> astragal::config::Config {
    astragal::config::Config { cases: draw!(any()), ..from }
}

fn main() {}
