use astragal::prelude::*;

#[derive(Clone, PartialEq)]
struct Sum(u32);

#[generator]
fn sum() -> Sum {
    let a = draw!(0..=9u32);
    let b = draw!(0..=9u32);
    Sum(a + b)
}

#[generator]
fn either() -> Option<u8> {
    let n = draw!(any::<u8>());
    if n > 7 { Some(n) } else { None }
}

#[generator]
fn called() -> Option<String> {
    Some(format(draw!(any::<u8>())))
}

#[generator]
fn lost() -> u8 {
    let mut xs = Vec::new();
    for _ in 0..3 {
        xs.push(draw!(any::<u8>()));
    }
    7
}

fn main() {}
