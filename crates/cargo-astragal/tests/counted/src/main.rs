//! Prints twice the sum of one, two and three.

fn main() {
    println!("{}", counted::twice(&[1, 2, 3]));
}
