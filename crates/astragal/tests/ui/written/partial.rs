use astragal::partial;

struct Unknown;

struct Pair(Unknown, Box<u8>);

fn main() {
    let without_generator = partial!(Pair(_, 3));
    let wrong_type = partial!(Some(Pair(Unknown, "three")));
    let nothing: astragal::backwards::Incomplete<u8> = partial!();
}
