//! The name of a step: what is done, and to which part: `x = next`, `apply inc to element 3`.

use astragal_core::{Choices, Label, NodeId, Shape, Space, Unit};

use super::edits::PartEdit;
use super::inner::Inner;

/// A part of a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Field(String),
    Element(usize),
}

impl Part {
    /// A step of the part as one of the whole.
    fn of_whole(&self, step: &str) -> String {
        match self {
            Part::Field(name) => format!("{name} = {step}"),
            Part::Element(at) => format!("apply {step} to element {at}"),
        }
    }
}

/// The name of a step that changed some choices to others, which are of a space. The parts of the whole may be arguments with names.
pub(super) fn name_of(
    space: Option<&Space>,
    arguments: &[String],
    step: &PartEdit,
    before: &Choices,
    after: &Choices,
) -> Label {
    // A pick is named after its branch, and a step of a growth within the value as it is named there.
    let branch = match Inner::at(before, step.at) {
        Some(earlier) => Inner::at(after, step.at).and_then(|inner| inner.step_from(after, &earlier, before)),
        None => after.pick_at(step.at).map(|pick| pick.branch.clone()),
    };
    let done = branch.unwrap_or_else(|| Label::from(step.label));
    let mut parts = Vec::new();
    if let Some(space) = space {
        descend(space, before, step.at, &mut parts);
    }
    if let (Some(Part::Field(place)), true) = (parts.first_mut(), arguments.len() > 1) {
        let argument = place.parse().ok().and_then(|at: usize| arguments.get(at));
        argument.into_iter().for_each(|name| place.clone_from(name));
    }
    if parts.is_empty() {
        return done;
    }
    let name = parts.iter().rev().fold(done.as_str().to_string(), |name, part| part.of_whole(&name));
    Label::from(name)
}

/// Whether a choice is the length of a list: as the space tells, or for what it does not tell, as it looks.
pub(super) fn is_length(space: Option<&Space>, choices: &Choices, at: usize) -> bool {
    let end = space.map_or(Descent::Unknown, |space| descend(space, choices, at, &mut Vec::new()));
    match end {
        Descent::Length => true,
        Descent::Number => false,
        Descent::Unknown => {
            let first = choices.spans().partition_point(|span| span.range().start < at);
            let here = choices.spans()[first..].iter().take_while(|span| span.range().start == at);
            // Types begin with a capital letter, and are not lists.
            let is_list =
                |label: &str| label.starts_with(|first: char| first.is_lowercase()) && !PLACES.contains(&label);
            here.enumerate()
                .any(|(place, span)| is_list(span.label().as_str()) && choices.list_len(first + place).is_some())
        }
    }
}

/// The labels of spans whose parts are known by their places.
const PLACES: [&str; 2] = ["tuple", "array"];

/// What a choice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Descent {
    Length,
    /// A number or a pick.
    Number,
    /// The space does not tell.
    Unknown,
}

/// Goes from the whole to a choice, and notes the parts on the way, the outermost first.
fn descend(space: &Space, choices: &Choices, at: usize, parts: &mut Vec<Part>) -> Descent {
    let Some((_, mut unit)) = within(choices, choices.units(), at) else { return Descent::Unknown };
    let mut node = space.root();
    loop {
        let (resolved, name) = resolved(space, node);
        let shape = space.shape(resolved);
        let Unit::Span(span) = unit else {
            return if matches!(shape, Shape::Opaque { .. }) { Descent::Unknown } else { Descent::Number };
        };
        let label = choices.spans()[span].label().as_str();
        let next = match shape {
            // A tuple of one is that one; a type with one field is not.
            Shape::Product(fields) if fields.len() == 1 && name != Some(label) => {
                node = fields[0];
                continue;
            }
            Shape::Product(fields) => {
                let has_places = name == Some(label) || PLACES.contains(&label);
                // A field that a user declared to be open is opaque, and also what is known of it.
                if let ([first, known], false) = (&fields[..], has_places) {
                    if matches!(space.shape(*first), Shape::Opaque { .. }) {
                        node = *known;
                        continue;
                    }
                }
                let found = parts.len();
                let next = field(space, choices, choices.units_of(span).collect(), resolved, at, parts);
                // What comes of an earlier part is not a part beside it.
                parts.truncate(if has_places { parts.len() } else { found });
                next
            }
            Shape::Sum { arms, .. } => {
                let units: Vec<Unit> = choices.units_of(span).collect();
                let Some((&Unit::Choice(pick), rest)) = units.split_first() else { return Descent::Unknown };
                if pick == at {
                    return Descent::Number;
                }
                let branch = choices.pick_at(pick).map_or("", |pick| pick.branch.as_str());
                let Some(arm) = arms.iter().find(|arm| arm.label == branch) else { return Descent::Unknown };
                let own = space.without_condition(arm.node);
                match space.shape(own) {
                    // The fields of a variant follow its pick; what is one arm of several is one unit.
                    Shape::Product(fields) if fields.len() == 1 || rest.len() > 1 => {
                        field(space, choices, rest.to_vec(), own, at, parts)
                    }
                    _ => within(choices, rest.iter().copied(), at).map(|(_, unit)| (unit, arm.node)),
                }
            }
            Shape::List { element, .. } => {
                let mut units = choices.units_of(span);
                if units.next() == Some(Unit::Choice(at)) {
                    return Descent::Length;
                }
                let Some((place, unit)) = within(choices, units, at) else { return Descent::Unknown };
                parts.push(Part::Element(place));
                Some((unit, *element))
            }
            Shape::Number { .. } => return Descent::Number, // a wide one
            _ => None,
        };
        let Some(next) = next else { return Descent::Unknown };
        (unit, node) = next;
    }
}

/// The unit that holds a choice, and its place among the others.
fn within(choices: &Choices, units: impl Iterator<Item = Unit>, at: usize) -> Option<(usize, Unit)> {
    units.enumerate().find(|(_, unit)| match unit {
        Unit::Choice(choice) => *choice == at,
        Unit::Span(span) => choices.spans()[*span].range().contains(&at),
    })
}

/// The field that holds a choice. What takes no choices is no unit.
fn field(
    space: &Space,
    choices: &Choices,
    units: Vec<Unit>,
    node: NodeId,
    at: usize,
    parts: &mut Vec<Part>,
) -> Option<(Unit, NodeId)> {
    let Shape::Product(fields) = space.shape(node) else { return None };
    let drawn: Vec<usize> = (0..fields.len()).filter(|&field| !is_nothing(space, fields[field])).collect();
    if drawn.len() != units.len() {
        return None;
    }
    let (place, unit) = within(choices, units.into_iter(), at)?;
    let place = drawn[place];
    match space.names_of(node) {
        Some(names) => parts.push(Part::Field(names[place].into())),
        None if fields.len() > 1 => parts.push(Part::Field(place.to_string())),
        None => {}
    }
    Some((unit, fields[place]))
}

/// What a node is made of in the end, and the name of the type, if it is one.
fn resolved(space: &Space, mut node: NodeId) -> (NodeId, Option<&'static str>) {
    let mut name = None;
    loop {
        node = match space.shape(node) {
            Shape::Named { name: own, of } => {
                name = Some(*own);
                *of
            }
            Shape::Mapped { of } | Shape::Steered { of, .. } | Shape::Filtered { of, .. } => *of,
            _ => return (node, name),
        };
    }
}

/// Whether a node takes no choices, as far as is seen without looking into what may recur.
fn is_nothing(space: &Space, node: NodeId) -> bool {
    match space.shape(node) {
        Shape::Unit => true,
        Shape::Named { of, .. } => matches!(space.shape(*of), Shape::Unit),
        Shape::Product(fields) => fields.iter().all(|field| is_nothing(space, *field)),
        Shape::Mapped { of } | Shape::Filtered { of, .. } | Shape::Steered { of, .. } => is_nothing(space, *of),
        _ => false,
    }
}
