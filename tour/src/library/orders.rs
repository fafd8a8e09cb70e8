//! Orders of a shop, and what sending them costs.
//!
//! **Planted bug:** the price of an express parcel is counted in a byte, which is too small from ten items on.

use astragal::prelude::*;

/// An order.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub struct Order {
    /// The number of the customer.
    pub customer: u16,
    /// What to write on the parcel.
    #[arbitrary(with = string_of('a'..='z', 3..=8))]
    pub city: String,
    /// Whether it is in a hurry.
    pub express: bool,
    /// How many items there are.
    #[arbitrary(with = 1..=50u8)]
    pub items: u8,
}

/// What sending an order costs, in cents.
pub fn shipping(order: &Order) -> u32 {
    if order.express { u32::from(order.items.wrapping_mul(26)) } else { u32::from(order.items) * 20 }
}
