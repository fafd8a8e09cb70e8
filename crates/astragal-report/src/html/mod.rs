//! Assembles the page.
use crate::model::Model;
/// Assembles the page: one HTML file that needs no network.
pub fn html(_model: &Model) -> String {
    todo!()
}
