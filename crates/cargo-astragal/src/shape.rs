//! What a generator can make, in words: a line for each argument.

use astragal::spaces::{ListKind, Outline};

/// How deep a shape is told.
const LEVELS: usize = 4;

/// Each argument with what it can be.
pub(crate) fn of_arguments<'n>(names: &'n [String], shape: Option<&Outline>) -> Vec<(&'n str, String)> {
    let parts: Vec<&Outline> = match shape {
        Some(Outline::Product(parts)) if parts.len() == names.len() => parts.iter().collect(),
        Some(one) if names.len() == 1 => vec![one],
        _ => return Vec::new(),
    };
    names.iter().zip(parts).map(|(name, part)| (&**name, in_words(part, LEVELS))).collect()
}

fn in_words(shape: &Outline, levels: usize) -> String {
    let Some(less) = levels.checked_sub(1) else { return "..".into() };
    let several = |parts: Vec<String>, between: &str| match parts.len() {
        0..=6 => parts.join(between),
        _ => format!("{}{between}..", parts[..5].join(between)),
    };
    match shape {
        Outline::Unit => "one value".into(),
        Outline::Number { max: 0, .. } => "one number".into(),
        Outline::Number { max, .. } => match max.checked_add(1) {
            Some(count) if count.is_power_of_two() && count > 1 << 20 => format!("a number of {} bits", count.ilog2()),
            Some(count) => format!("one of {count} numbers"),
            None => "a number of 128 bits".into(),
        },
        Outline::Character { count } => format!("one of {count} characters"),
        Outline::Constants { count } => format!("one of {count} constants"),
        Outline::Product(parts) => {
            format!("({})", several(parts.iter().map(|part| in_words(part, less)).collect(), ", "))
        }
        Outline::Sum { arms, .. } => several(arms.iter().map(|(label, _)| label.clone()).collect(), " | "),
        Outline::List { kind, min, max, element } => {
            let length = match max {
                Some(max) => format!("{min} to {max}"),
                None if *min == 0 => "any number".into(),
                None => format!("{min} or more"),
            };
            let kind = if *kind == ListKind::Sequence { "a list of" } else { "a collection of" };
            format!("{kind} {length} of: {}", in_words(element, less))
        }
        Outline::Family { first, .. } => format!("{}, and what depends on it", in_words(first, less)),
        Outline::Selection { from, min, max } => format!("{min} to {max} of {from} values"),
        Outline::Function { argument, result } => {
            format!("a function from {} to {}", in_words(argument, less), in_words(result, less))
        }
        Outline::Type { name, of } => match &**of {
            Outline::Sum { .. } => format!("{name}: {}", in_words(of, levels)),
            _ => name.clone(),
        },
        Outline::Same { name } => name.clone(),
        Outline::Mapped(of) | Outline::Lazy(of) | Outline::Steered(of) => in_words(of, levels),
        Outline::Filtered { of, .. } => format!("{}, filtered", in_words(of, levels)),
        _ => "known only by running it".into(),
    }
}
