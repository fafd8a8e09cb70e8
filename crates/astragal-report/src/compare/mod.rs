//! Compares two models.
use crate::model::Model;
pub(crate) fn compare(_before: Model, _after: Model) -> Model {
    todo!()
}
