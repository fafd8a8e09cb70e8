//! Checks the types of `define`d functions, and expands them until only constructors are left.

use std::collections::{HashMap, HashSet};

use super::definition::{Body, Cat, Name};
use crate::error::{Diagnosis, Span, similar};
use crate::model::{Definition, Step, TokenId};

/// The longest body of a function, in steps, when the functions that it calls are expanded.
const LONGEST: usize = 10_000;

/// The type of a label: of what it is made, and what it makes.
pub(super) type Signature<'a> = (Vec<Cat<'a>>, Cat<'a>);

/// A function as it is written.
pub(super) struct Function<'a> {
    pub(super) name: Name<'a>,
    pub(super) parameters: Vec<Name<'a>>,
    pub(super) body: (Body<'a>, Span),
}

/// What functions are made of.
pub(super) struct Definer<'a, 'b> {
    /// The types of all labels.
    pub(super) labels: &'b HashMap<String, Signature<'a>>,
    /// The tokens whose values are texts under a name.
    pub(super) tokens: &'b HashMap<&'a str, TokenId>,
}

impl<'a> Definer<'a, '_> {
    /// All functions, after those that they call.
    pub(super) fn expand(&self, functions: &[Function<'a>], diagnosis: &mut Diagnosis<'_>) -> Vec<Definition> {
        let mut known: HashMap<&str, &Function<'a>> = HashMap::new();
        for function in functions {
            let name = function.name;
            if known.insert(name.text, function).is_some() {
                diagnosis.error(name.at, format!("`{}` is defined twice", name.text), "keep one of them");
            }
            if !name.text.starts_with(char::is_lowercase) {
                let help = "a label with a capital letter is a constructor";
                diagnosis.error(name.at, "a defined function begins with a small letter", help);
            } else if !self.labels.contains_key(name.text) {
                let help = format!("write `{}. Category ::= ..`", name.text);
                diagnosis.error(name.at, format!("no rule has the label `{}`", name.text), help);
            } else {
                self.check(function, diagnosis);
            }
        }
        if !diagnosis.is_clean() {
            return Vec::new();
        }
        let mut expanded: HashMap<&str, Definition> = HashMap::new();
        let order = order(functions, &known, diagnosis);
        for function in &order {
            let mut body = Vec::new();
            self.compile(function, &function.body.0, &expanded, &mut body);
            if body.len() > LONGEST {
                let message = format!("`{}` makes more than {LONGEST} parts", function.name.text);
                diagnosis.error(function.name.at, message, "");
                return Vec::new();
            }
            let (name, parameters) = (function.name.text.to_owned(), function.parameters.len());
            expanded.insert(function.name.text, Definition { name, parameters, body });
        }
        order.iter().filter_map(|function| expanded.remove(function.name.text)).collect()
    }

    /// Checks a function, whose type is that of its label.
    fn check(&self, function: &Function<'a>, diagnosis: &mut Diagnosis<'_>) {
        let (arguments, result) = &self.labels[function.name.text];
        let Name { text, at } = function.name;
        if arguments.len() != function.parameters.len() {
            let [needed, given] = [arguments.len(), function.parameters.len()].map(|count| counted(count, "argument"));
            let message = format!("`{text}` has {given} here, but its rule gives it {needed}");
            diagnosis.error(at, message, "");
            return;
        }
        let mut locals = HashMap::new();
        for (name, cat) in function.parameters.iter().zip(arguments) {
            if locals.insert(name.text, *cat).is_some() {
                diagnosis.error(name.at, format!("there are two parameters `{}`", name.text), "");
            }
        }
        self.check_body(&function.body, *result, &locals, diagnosis);
    }

    fn check_body(
        &self,
        (body, at): &(Body<'a>, Span),
        expected: Cat<'a>,
        locals: &HashMap<&'a str, Cat<'a>>,
        diagnosis: &mut Diagnosis<'_>,
    ) {
        let literal = |name: &'a str| Cat::new(name, 0);
        let text = [literal("String")];
        let (arguments, result): (&[Cat<'a>], Cat<'a>) = match body {
            Body::Integer(_) => (&[], literal("Integer")),
            Body::Double(_) => (&[], literal("Double")),
            Body::Character(_) => (&[], literal("Char")),
            Body::Text(_) => (&[], literal("String")),
            Body::List(elements, rest) => {
                let Some(element) = expected.element() else {
                    return diagnosis.error(*at, format!("this is a list, but `{expected}` is needed here"), "");
                };
                elements.iter().for_each(|body| self.check_body(body, element, locals, diagnosis));
                if let Some(rest) = rest {
                    self.check_body(rest, expected, locals, diagnosis);
                }
                return;
            }
            Body::Apply(name, _) => {
                if let Some(cat) = locals.get(name) {
                    (&[], *cat)
                } else if self.tokens.contains_key(name) {
                    (&text, literal(name))
                } else if let Some((arguments, result)) = self.labels.get(*name) {
                    (arguments, *result)
                } else {
                    let names = locals.keys().copied().chain(self.labels.keys().map(String::as_str));
                    let help = similar(name, names).map(|name| format!("did you mean `{name}`?")).unwrap_or_default();
                    let at = Span { end: at.start + name.len(), ..*at };
                    return diagnosis.error(at, format!("`{name}` is neither a parameter nor a label"), help);
                }
            }
        };
        if result != expected {
            return diagnosis.error(*at, format!("this is of type `{result}`, but `{expected}` is needed here"), "");
        }
        if let Body::Apply(name, given) = body {
            if given.len() != arguments.len() {
                let needed = counted(arguments.len(), "argument");
                return diagnosis.error(*at, format!("`{name}` takes {needed}, not {}", given.len()), "");
            }
            for (body, cat) in given.iter().zip(arguments) {
                self.check_body(body, *cat, locals, diagnosis);
            }
        }
    }

    /// Writes the steps of a body that is well typed. What would be too long is not written to its end.
    fn compile(
        &self,
        function: &Function<'a>,
        body: &Body<'a>,
        expanded: &HashMap<&str, Definition>,
        into: &mut Vec<Step>,
    ) {
        if into.len() > LONGEST {
            return;
        }
        match body {
            Body::Integer(digits) => into.push(Step::Integer((*digits).to_owned())),
            Body::Double(digits) => into.push(Step::Double((*digits).to_owned())),
            Body::Character(c) => into.push(Step::Char(*c)),
            Body::Text(text) => into.push(Step::Text(text.clone())),
            Body::List(elements, rest) => {
                elements.iter().for_each(|(body, _)| self.compile(function, body, expanded, into));
                match rest {
                    Some(rest) => self.compile(function, &rest.0, expanded, into),
                    None => into.push(Step::Nil),
                }
                into.extend(elements.iter().map(|_| Step::Cons));
            }
            Body::Apply(name, given) => {
                if let Some(at) = function.parameters.iter().position(|parameter| parameter.text == *name) {
                    into.push(Step::Parameter(at));
                } else if let Some(definition) = expanded.get(name) {
                    let mut arguments = vec![Vec::new(); given.len()];
                    for ((body, _), argument) in given.iter().zip(&mut arguments) {
                        self.compile(function, body, expanded, argument);
                    }
                    for step in &definition.body {
                        match step {
                            Step::Parameter(at) => into.extend(arguments[*at].iter().cloned()),
                            step => into.push(step.clone()),
                        }
                        if into.len() > LONGEST {
                            return;
                        }
                    }
                } else {
                    given.iter().for_each(|(body, _)| self.compile(function, body, expanded, into));
                    into.push(match self.tokens.get(name) {
                        Some(token) => Step::Token(*token),
                        None => Step::Apply((*name).to_owned(), given.len()),
                    });
                }
            }
        }
    }
}

/// "no arguments", "1 argument", "2 arguments".
fn counted(count: usize, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

/// The functions, each after those that it calls. One that calls itself is an error.
fn order<'f, 'a>(
    functions: &'f [Function<'a>],
    known: &HashMap<&str, &Function<'a>>,
    diagnosis: &mut Diagnosis<'_>,
) -> Vec<&'f Function<'a>> {
    let mut callers: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut calls: Vec<HashSet<&str>> = Vec::new();
    for (index, function) in functions.iter().enumerate() {
        let mut called = HashSet::new();
        collect(&function.body.0, &mut called);
        called.retain(|name| known.contains_key(name) && function.parameters.iter().all(|p| p.text != *name));
        called.iter().for_each(|name| callers.entry(name).or_default().push(index));
        calls.push(called);
    }
    let mut open: Vec<usize> = calls.iter().map(HashSet::len).collect();
    let mut ready: Vec<usize> = (0..functions.len()).filter(|&index| open[index] == 0).collect();
    let mut ordered = Vec::new();
    while let Some(index) = ready.pop() {
        ordered.push(&functions[index]);
        for &caller in callers.get(functions[index].name.text).into_iter().flatten() {
            open[caller] -= 1;
            if open[caller] == 0 {
                ready.push(caller);
            }
        }
    }
    for (function, _) in functions.iter().zip(&open).filter(|(_, open)| **open > 0) {
        let message =
            format!("`{}` never ends: it leads back to itself, or to a function that does", function.name.text);
        diagnosis.error(function.name.at, message, "");
    }
    ordered
}

/// The names in a body.
fn collect<'a>(body: &Body<'a>, names: &mut HashSet<&'a str>) {
    match body {
        Body::Apply(name, given) => {
            names.insert(name);
            given.iter().for_each(|(body, _)| collect(body, names));
        }
        Body::List(elements, rest) => {
            elements.iter().for_each(|(body, _)| collect(body, names));
            rest.iter().for_each(|rest| collect(&rest.0, names));
        }
        Body::Integer(_) | Body::Double(_) | Body::Character(_) | Body::Text(_) => {}
    }
}
