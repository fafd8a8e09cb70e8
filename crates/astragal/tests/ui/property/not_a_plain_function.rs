use astragal::prelude::*;

#[property]
fn generic<T: Arbitrary>(value: T) {
    let _ = value;
}

#[property]
fn borrowed<'a>(text: &'a str) {
    let _ = text;
}

#[property]
const fn constant(n: u8) {
    let _ = n;
}

#[property]
unsafe fn dangerous(n: u8) {
    let _ = n;
}

#[property]
extern "C" fn foreign(n: u8) {
    let _ = n;
}

#[property]
struct Item(u8);

trait Trait {
    #[property]
    fn without_body(n: u8);
}

struct Subject(u8);

impl Subject {
    #[property]
    fn method(&self, n: u8) {
        let _ = self.0 == n;
    }
}

fn main() {}
