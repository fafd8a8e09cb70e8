//! What a user should know about the cases of a run.
