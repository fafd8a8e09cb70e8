//! The text form of each kind of setting: what it takes, how it is read, which values make sense, and how they are shown.

use std::time::Duration;

use crate::values::{Color, Exhaustive, Folder, Log, Phases, Show};

/// How values of one kind are written. It reads back what it shows.
#[derive(Debug)]
pub struct Form<T: 'static> {
    /// Ends the sentence "`cases` takes ..". Each text in backticks is one that it takes.
    pub takes: &'static str,
    /// The value of a text without blanks around it.
    pub read: fn(&str) -> Option<T>,
    /// Whether a value makes sense.
    pub check: fn(&T) -> bool,
    /// The text of a value.
    pub show: fn(&T) -> String,
}

impl<T> Form<T> {
    /// The value of a text, if it is one that makes sense.
    ///
    /// ```
    /// use astragal_settings::form;
    ///
    /// assert_eq!((form::COUNT.parse(" 1_000 "), form::COUNT.parse("0")), (Some(1000), None));
    /// ```
    pub fn parse(&self, text: &str) -> Option<T> {
        (self.read)(text.trim()).filter(self.check)
    }
}

/// How often something is done: at least once.
pub const COUNT: Form<u64> = Form {
    takes: "a whole number from 1 up such as `1000`",
    read: whole,
    check: |count| *count > 0,
    show: u64::to_string,
};

/// At most how often something is done, or each time.
pub const COUNT_OR_ALL: Form<Option<u64>> = Form {
    takes: "a whole number from 1 up such as `100`, or `all`",
    read: |text| if text == "all" { Some(None) } else { whole(text).map(Some) },
    check: |count| *count != Some(0),
    show: |count| count.map_or("all".into(), |count| count.to_string()),
};

/// A size: any number of 32 bits.
pub const SIZE: Form<u32> = Form {
    takes: "a whole number from 0 to 4294967295 such as `100`",
    read: |text| u32::try_from(whole(text)?).ok(),
    check: |_| true,
    show: u32::to_string,
};

/// A number of threads.
pub const THREADS: Form<usize> = Form {
    takes: "a whole number from 1 to 1024",
    read: |text| usize::try_from(whole(text)?).ok(),
    check: |threads| (1..=1024).contains(threads),
    show: usize::to_string,
};

/// A number of counterexamples.
pub const MINIMA: Form<u8> = Form {
    takes: "a whole number from 1 to 5",
    read: |text| u8::try_from(whole(text)?).ok(),
    check: |minima| (1..=5).contains(minima),
    show: u8::to_string,
};

/// A seed, or a fresh one for each run.
pub const SEED: Form<Option<u64>> = Form {
    takes: "a whole number below 2^64 such as `42` or `0x2a`, or `fresh`",
    read: |text| if text == "fresh" { Some(None) } else { whole(text).map(Some) },
    check: |_| true,
    show: |seed| seed.map_or("fresh".into(), |seed| seed.to_string()),
};

/// A duration.
pub const TIME: Form<Duration> = Form {
    takes: "a duration such as `50ms`, `2s`, `1m` or `1h`",
    read: time,
    check: |_| true,
    show: |time| show_time(*time),
};

/// A duration, or no limit.
pub const TIME_OR_NONE: Form<Option<Duration>> = Form {
    takes: "a duration such as `50ms`, `2s`, `1m` or `1h`, or `none`",
    read: |text| if text == "none" { Some(None) } else { time(text).map(Some) },
    check: |_| true,
    show: |time| time.map_or("none".into(), show_time),
};

/// An amount of memory, or no limit.
pub const BYTES_OR_NONE: Form<Option<u64>> = Form {
    takes: "a number of bytes such as `1000`, `512M` or `2G` (powers of 1024), or `none`",
    read: |text| if text == "none" { Some(None) } else { bytes(text).map(Some) },
    check: |bytes| *bytes != Some(0),
    show: |bytes| bytes.map_or("none".into(), show_bytes),
};

/// On or off.
pub const SWITCH: Form<bool> = Form {
    takes: "`true` or `false`",
    read: |text| match text {
        "true" | "on" | "yes" | "1" => Some(true),
        "false" | "off" | "no" | "0" => Some(false),
        _ => None,
    },
    check: |_| true,
    show: bool::to_string,
};

/// A probability that is nearly 1.
pub const CONFIDENCE: Form<f64> = Form {
    takes: "a number from 0.5 to less than 1 such as `0.999999`",
    read: |text| text.parse().ok(),
    check: |confidence| (0.5..1.0).contains(confidence),
    show: f64::to_string,
};

/// A part of the whole.
pub const SHARE: Form<f64> = Form {
    takes: "a number above 0 and up to 1 such as `0.5`",
    read: |text| text.parse().ok(),
    check: |share| *share > 0.0 && *share <= 1.0,
    show: f64::to_string,
};

/// A part of the whole, or nothing of it.
pub const SHARE_OR_NONE: Form<f64> = Form {
    takes: "a number from 0 to 1 such as `0.5`",
    read: |text| text.parse().ok(),
    check: |share| (0.0..=1.0).contains(share),
    show: f64::to_string,
};

/// A replay token, or none. Whether the token can be read is for the runner to say.
pub const TOKEN: Form<Option<String>> = Form {
    takes: "the replay token that a failure shows, or `none`",
    read: |text| Some(Some(text.to_string()).filter(|text| text != "none")),
    check: |token| token.as_deref() != Some(""),
    show: |token| token.clone().unwrap_or("none".into()),
};

/// A set of phases.
pub const PHASES: Form<Phases> = Form {
    takes: "`all`, or some of `regressions`, `examples`, `exhaustive`, `random`, `target`, `shrink` and `explain` with commas \
            between them, such as `random,shrink`, or those to leave out, such as `-exhaustive`",
    read: Phases::parse,
    check: |phases| !phases.is_empty(),
    show: Phases::to_string,
};

/// Which cases are enumerated.
pub const EXHAUSTIVE: Form<Exhaustive> = Form {
    takes: "`auto`, or how many cases to enumerate, such as `10000`, or up to which size or depth, such as `size 8` or `depth 4`",
    read: Exhaustive::parse,
    check: |exhaustive| *exhaustive != Exhaustive::First(0),
    show: Exhaustive::to_string,
};

/// The name of a strategy. The core knows what it does; a new one is written there first.
pub const STRATEGY: Form<String> = Form {
    takes: "`usual`, `random`, `agata:linear`, `agata:quadratic`, `agata:exponential`, `agata:fixed`, `agata:partitions`, \
            `agata:random`, `holey:equal`, `holey:depth`, `holey:inverse-depth`, `holey:left`, `holey:right`, `holey:levels` or \
            `holey:uniform`, or one of depth, left and right with a base, such as `holey:depth:2.5`",
    read: |text| is_strategy(text).then(|| text.to_string()),
    check: |_| true,
    show: String::clone,
};

/// How much a report shows.
pub const SHOW: Form<Show> =
    Form { takes: "`quiet`, `normal`, `steps` or `full`", read: Show::parse, check: |_| true, show: Show::to_string };

/// When a report is colored.
pub const COLOR: Form<Color> =
    Form { takes: "`auto`, `always` or `never`", read: Color::parse, check: |_| true, show: Color::to_string };

/// Where failing cases are kept.
pub const FOLDER: Form<Folder> = Form {
    takes: "`beside`, `off`, or a directory with a slash such as `./kept`",
    read: Folder::parse,
    check: |_| true,
    show: Folder::to_string,
};

/// Where each case of a run is written down.
pub const LOG: Form<Log> = Form {
    takes: "`off`, `on`, or a directory with a slash such as `./observed`",
    read: Log::parse,
    check: |_| true,
    show: Log::to_string,
};

/// The forms that a sentence names: what is in backticks.
pub(crate) fn named(takes: &'static str) -> impl Iterator<Item = &'static str> {
    takes.split('`').skip(1).step_by(2)
}

/// Whether it is a number, as Rust and TOML write it.
pub(crate) fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.starts_with(|c: char| c.is_ascii_digit()) && (whole(digits).is_some() || digits.parse::<f64>().is_ok())
}

/// A strategy that is named, or one of those by a power with its base, or by numbers of children.
fn is_strategy(text: &str) -> bool {
    if let Some(children) = text.strip_prefix("holey:uniform:") {
        return children.split(',').all(|number| number.trim().parse::<usize>().is_ok());
    }
    let base = ["holey:depth:", "holey:left:", "holey:right:"].iter().find_map(|name| text.strip_prefix(name));
    match base {
        Some(base) => base.parse().is_ok_and(|base: f64| base >= 0.0),
        None => named(STRATEGY.takes).any(|name| name == text),
    }
}

/// As Rust writes it: `1_000`, `0xff`, `0o17` and `0b101` too.
pub(crate) fn whole(text: &str) -> Option<u64> {
    let prefixes = [("0x", 16), ("0o", 8), ("0b", 2), ("", 10)];
    let (digits, radix) = prefixes.iter().find_map(|(prefix, radix)| Some((text.strip_prefix(prefix)?, *radix)))?;
    if text.starts_with('_') || digits.starts_with('+') {
        return None;
    }
    u64::from_str_radix(&digits.replace('_', ""), radix).ok()
}

/// The units of time in nanoseconds, the largest first.
const UNITS_OF_TIME: [(&str, u64); 6] = [
    ("h", 3_600_000_000_000),
    ("m", 60_000_000_000),
    ("s", 1_000_000_000),
    ("ms", 1_000_000),
    ("us", 1_000),
    ("ns", 1),
];

fn time(text: &str) -> Option<Duration> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic())?);
    let (_, nanoseconds) = UNITS_OF_TIME.iter().find(|(name, _)| *name == unit)?;
    Some(Duration::from_nanos(whole(number.trim_end())?.checked_mul(*nanoseconds)?))
}

/// In the largest unit of which it is a whole number. Anything longer than 584 years is shown as that.
fn show_time(time: Duration) -> String {
    let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    if nanoseconds == 0 {
        return "0s".into();
    }
    let (name, unit) = UNITS_OF_TIME.iter().find(|(_, unit)| nanoseconds % unit == 0).unwrap_or(&("ns", 1));
    format!("{}{name}", nanoseconds / unit)
}

/// The units of memory, the largest first.
const UNITS_OF_MEMORY: [(&str, u64); 4] = [("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10), ("", 1)];

fn bytes(text: &str) -> Option<u64> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_uppercase()).unwrap_or(text.len()));
    let (_, unit) = UNITS_OF_MEMORY.iter().find(|(name, _)| *name == unit)?;
    whole(number.trim_end())?.checked_mul(*unit)
}

fn show_bytes(bytes: u64) -> String {
    let (name, unit) = UNITS_OF_MEMORY.iter().find(|(_, unit)| bytes % unit == 0).unwrap_or(&("", 1));
    format!("{}{name}", bytes / unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::Phase;

    #[test]
    fn every_word_is_named() {
        let phases = Phase::ALL.iter().map(|phase| (PHASES.takes, phase.word()));
        let show = Show::ALL.iter().map(|show| (SHOW.takes, show.word()));
        let color = Color::ALL.iter().map(|color| (COLOR.takes, color.word()));
        for (takes, word) in phases.chain(show).chain(color) {
            assert!(named(takes).any(|form| form == word), "{word}");
        }
    }

    #[test]
    fn times_are_read_as_they_are_shown() {
        for (text, nanoseconds) in [("50ms", 50_000_000), ("2s", 2_000_000_000), ("90s", 90_000_000_000), ("7ns", 7)] {
            assert_eq!(time(text), Some(Duration::from_nanos(nanoseconds)));
            assert_eq!(show_time(Duration::from_nanos(nanoseconds)), text);
        }
        assert_eq!(show_time(Duration::from_secs(600)), "10m");
        for wrong in ["", "5", "s", "-1s", "+1s", "1 day", "1S", "99999999999999h", "1.5s", "0xfs"] {
            assert_eq!(time(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn memory_is_read_as_it_is_shown() {
        for (text, count) in [("512M", 512 << 20), ("2G", 2 << 30), ("1000", 1000), ("3K", 3072)] {
            assert_eq!(bytes(text), Some(count));
            assert_eq!(show_bytes(count), text);
        }
        for wrong in ["", "0", "M", "512MB", "512m", "99999999999G", "-1"] {
            assert_eq!(BYTES_OR_NONE.parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn strategies_may_have_a_base() {
        for right in ["random", "agata:linear", "holey:left", "holey:left:0", "holey:depth:0.25", "holey:uniform:0,3"] {
            assert!(is_strategy(right), "{right}");
        }
        for wrong in [
            "",
            "linear",
            "Random",
            "agata",
            "agata:",
            "holey:equal:2",
            "holey:depth:",
            "holey:depth:-1",
            "holey:left:x",
            "holey:uniform:",
            "holey:uniform:-1",
        ] {
            assert!(!is_strategy(wrong), "{wrong}");
        }
    }

    #[test]
    fn whole_numbers_are_written_as_in_rust() {
        assert_eq!(whole("1_000"), Some(1000));
        assert_eq!(
            (whole("0xFF"), whole("0o17"), whole("0b1_01"), whole("0")),
            (Some(255), Some(15), Some(5), Some(0))
        );
        for wrong in ["", "_", "_1", "+1", "0x", "0x+1", "1e3", "18446744073709551616"] {
            assert_eq!(whole(wrong), None, "{wrong}");
        }
    }
}
