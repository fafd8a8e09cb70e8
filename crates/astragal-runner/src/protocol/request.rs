//! Requests to a process of a test binary.

use astragal_core::Choices;

use super::line::{Words, escaped};
use crate::evaluate::Stream;

/// See the table of requests in [`protocol`](super).
pub(super) enum Request {
    /// What the property is.
    Describe,
    /// From now on all that a case says is told, be it rejected or not; and its values, if they are wanted.
    Observe(bool),
    /// Random cases.
    Sweep(Stream, u64, u64),
    /// One case. The process says what it drew and waits to be told whether to go on.
    Random(Stream, u64, bool),
    Choices(Choices, bool),
    Example(usize, bool),
    /// Go on, or do not.
    Go,
    Skip,
    /// Samples, from this seed and those after it.
    Sample {
        seed: u64,
        count: u64,
        size: u32,
    },
    /// The smallest case of the same bug.
    Shrink(Choices),
    /// No more of this property.
    Leave,
}

impl Request {
    pub(super) fn line(&self) -> String {
        match self {
            Request::Describe => "describe".into(),
            Request::Observe(values) => format!("observe\t{values}"),
            Request::Sweep(stream, from, to) => format!("sweep\t{}\t{from}\t{to}", stream_words(stream)),
            Request::Random(stream, number, show) => {
                format!("random\t{}\t{number}\t{show}", stream_words(stream))
            }
            Request::Choices(choices, show) => format!("choices\t{}\t{show}", escaped(&choices.to_string())),
            Request::Example(index, show) => format!("example\t{index}\t{show}"),
            Request::Go => "go".into(),
            Request::Skip => "skip".into(),
            Request::Sample { seed, count, size } => format!("sample\t{seed}\t{count}\t{size}"),
            Request::Shrink(choices) => format!("shrink\t{}", escaped(&choices.to_string())),
            Request::Leave => "leave".into(),
        }
    }

    pub(super) fn parse(line: &str) -> Option<Request> {
        let mut words = Words::of(line.trim_end_matches('\r'));
        let request = match words.word()? {
            "describe" => Request::Describe,
            "observe" => Request::Observe(words.parse()?),
            "sweep" => Request::Sweep(stream(&mut words)?, words.parse()?, words.parse()?),
            "random" => Request::Random(stream(&mut words)?, words.parse()?, words.parse()?),
            "choices" => Request::Choices(words.parse_text()?, words.parse()?),
            "example" => Request::Example(words.parse()?, words.parse()?),
            "go" => Request::Go,
            "skip" => Request::Skip,
            "sample" => Request::Sample { seed: words.parse()?, count: words.parse()?, size: words.parse()? },
            "shrink" => Request::Shrink(words.parse_text()?),
            "leave" => Request::Leave,
            _ => return None,
        };
        words.end()?;
        Some(request)
    }
}

fn stream_words(stream: &Stream) -> String {
    format!("{}\t{}", stream.seed, stream.max_size)
}

fn stream(words: &mut Words<'_>) -> Option<Stream> {
    Some(Stream { seed: words.parse()?, max_size: words.parse()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_read_as_it_was_written() {
        let choices: Choices = "astragal choices 1\nPair {\n  1 of 2\n}\n".parse().unwrap();
        let stream = Stream { seed: u64::MAX, max_size: u32::MAX };
        for request in [
            Request::Describe,
            Request::Observe(true),
            Request::Sweep(stream, 0, u64::MAX),
            Request::Random(stream, 7, true),
            Request::Choices(choices.clone(), false),
            Request::Example(3, true),
            Request::Go,
            Request::Skip,
            Request::Sample { seed: 1, count: 2, size: 3 },
            Request::Shrink(choices),
            Request::Leave,
        ] {
            let line = request.line();
            assert_eq!(Request::parse(&line).unwrap().line(), line);
            assert!(Request::parse(&format!("{line}\tmore")).is_none(), "{line}");
        }
    }

    #[test]
    fn anything_else_is_not_a_request() {
        for line in
            ["", "\t", "Describe", "sample\t1\t2", "sample\t1\t2\t-3", "choices\t5 of 5\ttrue", "example\t0\tyes"]
        {
            assert!(Request::parse(line).is_none(), "{line:?}");
        }
    }
}
