//! Builds the model of a log.

use crate::model::Model;
use crate::read::Log;

pub(super) fn model(_log: &Log) -> Model {
    todo!()
}
