//! A fuzzer's byte string as a producer.

use super::producer::Producer;
use super::replay::limit;
use crate::choices::ByteReader;

/// Reads choices from bytes, then zeros.
pub(crate) struct Bytes(pub(crate) ByteReader);

impl Producer for Bytes {
    fn choose(&mut self, max: u64) -> Option<u64> {
        Some(self.0.next(max).unwrap_or(0))
    }

    fn limit(&self) -> u64 {
        limit(self.0.len())
    }
}
