//! How terms are written: as the code that was given, with terms in place of parameters.

use super::Signature;
use super::term::{Term, Variable};

/// The code of a function, cut at its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template {
    pieces: Vec<Piece>,
    binding: Binding,
}

/// How much code is held together: what is around it takes it apart if it binds more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binding {
    /// Operands with an operator between them, or anything else.
    Open,
    /// An operand after a sign: `!x`.
    Sign,
    /// A name, a call, a chain of these.
    Closed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Code(String),
    /// A parameter, by its number; what binds less than this is in parentheses there.
    Parameter(usize, Binding),
}

/// Code with variables in it.
#[derive(Default)]
pub(super) struct Written(Vec<Part>);

enum Part {
    Code(String),
    /// A variable, and whether only a reference to it is taken.
    Variable(Variable, bool),
}

impl Template {
    /// A call of a function by its name.
    pub(super) fn of_call(name: &str, parameters: usize) -> Template {
        let mut pieces = vec![Piece::Code(format!("{name}("))];
        for at in 0..parameters {
            if at > 0 {
                pieces.push(Piece::Code(", ".into()));
            }
            pieces.push(Piece::Parameter(at, Binding::Open));
        }
        pieces.push(Piece::Code(")".into()));
        Template { pieces, binding: Binding::Closed }
    }

    /// The body of a closure.
    pub(super) fn of_body(body: &str, parameters: &[&str]) -> Template {
        let code: Vec<char> = body.split_whitespace().collect::<Vec<_>>().join(" ").chars().collect();
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let (mut pieces, mut text) = (Vec::new(), String::new());
        let mut at = 0;
        while at < code.len() {
            let end = at + code[at..].iter().take_while(|letter| is_word(**letter)).count().max(1);
            let word: String = code[at..end].iter().collect();
            let before = code[..at].iter().rev().find(|letter| **letter != ' ').copied();
            let after = code[end..].iter().find(|letter| **letter != ' ').copied();
            match parameters.iter().position(|parameter| *parameter == word) {
                Some(parameter) if before != Some('.') => {
                    let needed = match (before, after) {
                        (None | Some('(' | '[' | ','), None | Some(')' | ']' | ',')) => Binding::Open,
                        (Some('-'), _) | (_, Some('.' | '?' | '[' | '(')) => Binding::Closed,
                        _ => Binding::Sign,
                    };
                    pieces.extend([Piece::Code(std::mem::take(&mut text)), Piece::Parameter(parameter, needed)]);
                }
                _ => text.push_str(&word),
            }
            at = end;
        }
        pieces.push(Piece::Code(text));
        Template { pieces, binding: binding(&code) }
    }
}

fn binding(code: &[char]) -> Binding {
    let mut depth = 0;
    for letter in code {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ' ' if depth == 0 => return Binding::Open,
            _ => {}
        }
    }
    match code.first() {
        Some('-' | '!' | '*' | '&') => Binding::Sign,
        Some('|') => Binding::Open,
        _ => Binding::Closed,
    }
}

impl Written {
    fn code(&mut self, code: &str) {
        self.0.push(Part::Code(code.into()));
    }

    /// Writes a term, in parentheses if it binds less than is needed.
    fn term(&mut self, signature: &Signature, term: &Term, needed: Binding) {
        match term {
            Term::Variable(variable) | Term::Fixed(variable) => {
                let is_borrowed = matches!(self.0.last(), Some(Part::Code(before)) if before.ends_with('&'));
                self.0.push(Part::Variable(*variable, is_borrowed));
            }
            Term::Applied(symbol, arguments) => {
                let template = &signature.functions[*symbol].template;
                let is_enclosed = template.binding < needed;
                if is_enclosed {
                    self.code("(");
                }
                for piece in &template.pieces {
                    match piece {
                        Piece::Code(code) if code.is_empty() => {}
                        Piece::Code(code) => self.code(code),
                        Piece::Parameter(at, needed) => self.term(signature, &arguments[*at], *needed),
                    }
                }
                if is_enclosed {
                    self.code(")");
                }
            }
        }
    }

    pub(super) fn of(signature: &Signature, term: &Term, needed: Binding) -> Written {
        let mut written = Written::default();
        written.term(signature, term, needed);
        written
    }

    /// As people read it.
    pub(super) fn text(&self, signature: &Signature) -> String {
        let text = |part: &Part| match part {
            Part::Code(code) => code.clone(),
            Part::Variable(variable, _) => signature.name(*variable).into(),
        };
        self.0.iter().map(text).collect()
    }

    /// As it compiles: a variable is cloned unless it may be moved, because it does not occur `later` or further on in this code.
    pub(super) fn source(&self, signature: &Signature, later: &[Variable]) -> String {
        let mut source = String::new();
        for (at, part) in self.0.iter().enumerate() {
            match part {
                Part::Code(code) => source.push_str(code),
                Part::Variable(variable, is_borrowed) => {
                    let is_again = |part: &Part| matches!(part, Part::Variable(other, _) if other == variable);
                    let is_last = !later.contains(variable) && !self.0[at + 1..].iter().any(is_again);
                    source.push_str(signature.name(*variable));
                    if !is_last && !is_borrowed && !signature.kinds[variable.sort].is_copied() {
                        source.push_str(".clone()");
                    }
                }
            }
        }
        source
    }
}

/// The name of a type as it is written where it is imported: without the way to it.
pub(super) fn short_type(name: &str) -> String {
    let mut short = String::new();
    let mut word = String::new();
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            ':' if letters.peek() == Some(&':') => {
                letters.next();
                word.clear();
            }
            _ if letter.is_alphanumeric() || letter == '_' => word.push(letter),
            _ => {
                short.push_str(&std::mem::take(&mut word));
                short.push(letter);
            }
        }
    }
    short + &word
}

/// How long the name of a property may be.
const LONGEST_NAME: usize = 80;

/// A name for a function, of the words in an equation.
pub(super) fn name_of(text: &str) -> String {
    const SIGNS: [(&str, &str); 11] = [
        ("==>", "implies"),
        ("==", "is"),
        ("!=", "is not"),
        ("<=", "is at most"),
        (">=", "is at least"),
        ("<", "is below"),
        (">", "is above"),
        ("&&", "and"),
        ("||", "or"),
        ("+", "plus"),
        ("*", "times"),
    ];
    // Signs that are part of a name, as in `Vec::<u8>` and `vec![x]`, have no space beside them.
    let mut words = format!(" {text} ").replace(" !", " not ").replace("(!", "(not ");
    for (sign, word) in SIGNS {
        words = words.replace(&format!(" {sign} "), &format!(" {word} "));
    }
    let letters = words.chars().map(|letter| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' });
    let words: String = letters.collect();
    let mut name = String::new();
    for word in words.split_whitespace() {
        if name.len() + word.len() >= LONGEST_NAME {
            break;
        }
        if !name.is_empty() {
            name.push('_');
        }
        name += word;
    }
    if name.starts_with(|letter: char| letter.is_ascii_digit()) { format!("of_{name}") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_lose_the_way_to_them() {
        assert_eq!(short_type("alloc::vec::Vec<(u8, alloc::string::String)>"), "Vec<(u8, String)>");
        assert_eq!(short_type("[core::option::Option<i32>; 3]"), "[Option<i32>; 3]");
    }

    #[test]
    fn names_are_words() {
        assert_eq!(name_of("append(xs, Vec::<u8>::new()) == xs"), "append_xs_vec_u8_new_is_xs");
        assert_eq!(name_of("x <= y ==> max(x, y) == y"), "x_is_at_most_y_implies_max_x_y_is_y");
        assert_eq!(name_of("0 + x == x"), "of_0_plus_x_is_x");
    }

    #[test]
    fn parameters_are_found_in_code() {
        let template = Template::of_body("x + self.x.max( y )", &["x", "y"]);
        let codes = template.pieces.iter().map(|piece| match piece {
            Piece::Code(code) => code.clone(),
            Piece::Parameter(at, needed) => format!("{at}{needed:?}"),
        });
        assert_eq!(codes.collect::<Vec<_>>(), ["", "0Sign", " + self.x.max( ", "1Open", " )"]);
        assert_eq!(template.binding, Binding::Open);
        assert_eq!(Template::of_body("xs.iter().map(|x| x + 1).sum()", &["xs"]).binding, Binding::Closed);
        assert_eq!(Template::of_body("!x", &["x"]).binding, Binding::Sign);
    }
}
