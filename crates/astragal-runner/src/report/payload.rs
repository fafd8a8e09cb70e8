//! The payload of a panic: it may be anything, and dropping it may do anything.

use std::any::Any;

/// Something that was thrown. It is given back to be thrown again, or it is never dropped: the `Drop` of a user's type may
/// panic or end the process, which would then be no case's doing.
pub(crate) struct Payload(Option<Box<dyn Any + Send>>);

impl Payload {
    pub(crate) fn new(thrown: Box<dyn Any + Send>) -> Payload {
        Payload(Some(thrown))
    }

    pub(crate) fn is<T: Any>(&self) -> bool {
        self.downcast_ref::<T>().is_some()
    }

    pub(crate) fn downcast_ref<T: Any>(&self) -> Option<&T> {
        self.0.as_ref()?.downcast_ref()
    }

    /// What was thrown, to be thrown again.
    pub(crate) fn into_thrown(mut self) -> Box<dyn Any + Send> {
        self.0.take().unwrap_or_else(|| Box::new(()))
    }

    /// Whether it is a message, which does nothing when it is dropped.
    pub(crate) fn is_message(&self) -> bool {
        self.is::<String>() || self.is::<&'static str>()
    }

    /// What it says, if it is a message.
    pub(crate) fn message(&self) -> Option<String> {
        message_of(&**self.0.as_ref()?)
    }
}

impl Drop for Payload {
    fn drop(&mut self) {
        let Some(thrown) = self.0.take() else { return };
        if !(thrown.is::<String>() || thrown.is::<&'static str>()) {
            std::mem::forget(thrown);
        }
    }
}

/// The message of a panic payload, if it is a string.
pub(crate) fn message_of(payload: &(dyn Any + Send)) -> Option<String> {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
}
