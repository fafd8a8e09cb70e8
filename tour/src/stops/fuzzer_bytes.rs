//! The bytes of a fuzzer, parsed by the same generator.

use Expr::{Num, Sub, X};
use astragal::Choices;
use astragal::Source;
use astragal::prelude::*;
use astragal::source::Rng;

use super::Stop;
use crate::library::simplifier::Expr;
use crate::page::{Colour, Page};

/// The stop.
pub(super) const STOP: Stop = Stop { title: "The bytes of a fuzzer", visit };

/// How many random byte strings are parsed.
const STRINGS: u64 = 10_000;

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "A fuzzer hands over bytes. The same generator parses them: every byte string is a formula, and the end of the \
         bytes reads as zeros, the simplest choices. to_bytes is the inverse, so a \
         value written by hand can seed the fuzzer's corpus.",
    );
    page.code(include_str!("fuzzer_bytes.rs"), "fn parsed");
    page.gap();
    for bytes in [b"".as_slice(), &[4, 2, 3], &[4, 2, 3, 0, 1], b"fuzz"] {
        let (expr, _) = parsed(bytes)?;
        page.fact(&shown(bytes), expr);
    }

    let by_hand = Sub(X.into(), Sub(X.into(), Num(1).into()).into());
    let seed = any::<Expr>().choices_of(&by_hand).map_err(|mismatch| mismatch.to_string())?.to_bytes();
    page.gap();
    page.fact("by hand", page.painted(Colour::Yellow, &by_hand));
    page.fact("for the corpus", format_args!("{seed:?}"));
    if parsed(&seed)?.0 != by_hand {
        return Err("the bytes of a value are not parsed as that value".to_string());
    }

    let mut rng = Rng::new(1);
    for _ in 0..STRINGS {
        let bytes: Vec<u8> = (0..rng.up_to(40)).map(|_| rng.word() as u8).collect();
        let (expr, choices) = parsed(&bytes)?;
        if parsed(&choices.to_bytes())?.0 != expr {
            return Err(format!("{bytes:?} does not survive the way there and back"));
        }
    }
    let survived = format!("{STRINGS} random byte strings all parse, and survive the way back");
    page.fact("in all", page.painted(Colour::Green, survived));
    Ok(())
}

fn shown(bytes: &[u8]) -> String {
    if !bytes.is_empty() && bytes.is_ascii() && bytes[0] > b' ' {
        return format!("{:?}", String::from_utf8_lossy(bytes));
    }
    format!("{bytes:?}")
}

fn parsed(bytes: &[u8]) -> Result<(Expr, Choices), String> {
    let mut src = Source::bytes(bytes).recording();
    let expr = src.try_draw(any::<Expr>()).map_err(|_| format!("{bytes:?} gives no value"))?;
    Ok((expr, src.recorded()))
}
