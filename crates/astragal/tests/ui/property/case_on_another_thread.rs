//! Values are drawn by the thread that runs the case: otherwise their order would be chance.

use astragal::prelude::*;

fn main() {
    check(|t| {
        std::thread::scope(|scope| {
            scope.spawn(|| t.draw(any::<u8>()));
        });
    });
}
