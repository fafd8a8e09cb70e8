//! What of a backtrace is shown: where the property was when it panicked.

/// The frames of the property: without those of the panic itself, and without those of whoever called it.
///
/// `RUST_BACKTRACE=full` keeps them all.
pub(super) fn shortened(backtrace: &str) -> String {
    if std::env::var("RUST_BACKTRACE").is_ok_and(|value| value == "full") {
        return backtrace.to_string();
    }
    // A frame is a line with its number and its function, and perhaps one with its place.
    let mut frames: Vec<(&str, String)> = Vec::new();
    for line in backtrace.lines() {
        let name = line.trim_start().split_once(": ").filter(|(number, _)| number.parse::<u32>().is_ok());
        match (name, frames.last_mut()) {
            (Some((_, function)), _) => frames.push((function, format!("{line}\n"))),
            (None, Some((_, text))) => text.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    let panicking = ["rust_begin_unwind", "core::panicking::", "core::option::", "core::result::", "std::panicking::"];
    let last_of_panic =
        frames.iter().rposition(|(function, _)| panicking[..2].iter().any(|name| function.contains(name)));
    let first = last_of_panic.map_or(0, |at| at + 1);
    let is_ours = |function: &str| function.trim_start_matches('<').starts_with("astragal::");
    let own = frames[first..].iter().take_while(|(function, _)| !is_ours(function));
    // What generators are made of stands between what the user has written.
    let is_written = |function: &str| !function.contains("astragal_core::");
    own.filter(|(function, _)| is_written(function) && !panicking.iter().any(|name| function.contains(name)))
        .map(|(_, text)| &**text)
        .collect()
}
