//! Which parts of a small case do not matter.

use astragal::Report;
use astragal::prelude::*;

use super::Stop;
use crate::hunt::{check, only, show};
use crate::library::orders::{Order, shipping};
use crate::page::{Colour, Page};

/// The stop.
pub(super) const STOP: Stop = Stop { title: "What of it matters, and what does not", visit };

/// Express costs more.
pub fn express_costs_more(order: Order) {
    let slow = Order { express: false, ..order.clone() };
    let fast = Order { express: true, ..order };
    assert!(shipping(&fast) > shipping(&slow));
}

/// The bug in the shop.
pub fn find() -> Report {
    check("express costs more").run(any::<Order>(), express_costs_more)
}

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "The smallest case still has parts that are there only because a value must have them. When nothing gets smaller, \
         the runner asks of each part whether other values fail too, and marks it if all that it tried do. Then it asks of several \
         at once, and says what always fails, as far as it was tried.",
    );
    page.code(include_str!("../library/orders.rs"), "struct Order");
    page.code(include_str!("what_matters.rs"), "fn express_costs_more");
    let mut report = find();
    show(page, &mut report);
    let minimal = &only(&report)?.minimal;
    let free = minimal.drawn[0].free.len();
    page.gap();
    page.fact("does not matter", page.painted(Colour::Green, format_args!("{free} of the 4 fields")));
    let always = minimal.always.iter().any(|always| always.to_string().contains("items >= 10"));
    if free == 3 && always { Ok(()) } else { Err("only the number of items should matter".to_string()) }
}
