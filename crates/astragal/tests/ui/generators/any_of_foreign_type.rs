use astragal::prelude::*;

struct Foreign;

fn main() {
    let _ = any::<Foreign>();
    let _ = any::<Vec<Foreign>>().sample(1);
}
