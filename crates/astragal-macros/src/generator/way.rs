//! One way through the body, backwards: the constructor at its end takes the value apart, and the steps run again.
//!
//! What was computed and which conditions held is tested again on the parts. So no way back is written by hand, and it cannot differ from the way
//! there.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::backwards::{Part, Writer, nested, undrawn, undrawn_loop};
use super::body::{Draw, Loop, Step, single_name};
use super::or_forwards;
use super::shape::Shape;
use super::tokens::{Use, bound, find_sign, is_word, replaced, span, stream, trees, uses, without_borrows};
use crate::code::{code, numbered};

/// A way, and what was found out about it.
pub(crate) struct Way<'w, 'a, 'b> {
    writer: &'w mut Writer<'a>,
    parts: &'w [Part<'b>],
    /// Takes the value apart.
    apart: TokenStream,
    /// Where a variable is found in the value: by the step that binds it.
    found: Vec<(usize, String, Ident)>,
    /// Parts of the value that must be what an expression says.
    computed: Vec<(TokenStream, TokenStream)>,
    /// Which steps are of no more use.
    idle: Vec<bool>,
    names: usize,
}

impl<'w, 'a, 'b> Way<'w, 'a, 'b> {
    /// Finds out what the ends of a way say about its steps.
    pub(crate) fn new(
        writer: &'w mut Writer<'a>,
        parts: &'w [Part<'b>],
        ends: Vec<(&'b Shape, TokenStream)>,
    ) -> Way<'w, 'a, 'b> {
        let (apart, found, computed) = (TokenStream::new(), Vec::new(), Vec::new());
        let mut way = Way { writer, parts, apart, found, computed, idle: vec![false; parts.len()], names: 0 };
        for (shape, value) in ends {
            way.take_apart(shape, value, parts.len());
        }
        // Values computed only for the constructor are not computed again.
        for at in (0..parts.len()).rev() {
            if let Part::Step(Step::Let(step)) = &parts[at] {
                let names = bound(&step.pattern);
                way.idle[at] = !names.is_empty() && names.iter().all(|name| way.later_use(at, name).is_none());
            }
        }
        way
    }

    /// The pattern of a shape, and what becomes of the parts. Variables are those of the steps before `limit`.
    fn take_apart(&mut self, shape: &'b Shape, value: TokenStream, limit: usize) {
        match shape {
            Shape::Name(name) => self.find(name, value, limit),
            Shape::Computed(tokens) => self.computed.push((value, tokens.clone())),
            Shape::Hole(_) => {}
            Shape::Pointer { inside, .. } => {
                let library = &self.writer.function.library;
                let name = self.fresh();
                self.apart.extend(code!(let #name = #library::__private::written::Pointer::inside(#value);));
                self.take_apart(inside, quote!(#name), limit);
            }
            Shape::Unit(_) | Shape::Tuple { .. } | Shape::Fields { .. } | Shape::List { .. } => {
                let parts = shape.parts();
                let names: Vec<Ident> = parts.iter().map(|_| self.fresh()).collect();
                let pattern = shape.pattern(&names);
                let value = match shape {
                    Shape::List { path, .. } if !path.is_empty() => code!(&#value[..]),
                    _ => value,
                };
                let message = match shape.constructor() {
                    Some(constructor) => format!("this is not made by `{constructor}`"),
                    None => "this has another length".to_owned(),
                };
                self.apart.extend(code! {
                    let #pattern = #value else { return ::core::result::Result::Err(back.mismatch(#message)) };
                });
                for (part, name) in parts.into_iter().zip(names) {
                    self.take_apart(part, quote!(#name), limit);
                }
            }
        }
    }

    fn fresh(&mut self) -> Ident {
        self.names += 1;
        numbered("part", self.names)
    }

    /// A variable is a part of the value.
    fn find(&mut self, name: &Ident, value: TokenStream, limit: usize) {
        let word = name.to_string();
        if let Some(at) = self.bound_at(&word, limit) {
            let known = self.found.iter().any(|(step, other, _)| *step == at && *other == word);
            let is_found = match &self.parts[at] {
                Part::Step(Step::Draw(draw)) => draw.name().is_some() || draw.tuple().is_some(),
                Part::Step(Step::List { .. }) => self.filled_by(&word).is_some(),
                Part::Step(Step::Let(step)) if self.holds_drawn(&step.value, at) => {
                    if single_name(&step.pattern).is_some() && !known {
                        self.take_apart(&step.value, value, at);
                        return;
                    }
                    false
                }
                _ => false,
            };
            if is_found && !known {
                let part = numbered(&format!("part_{word}_"), at);
                self.apart.extend(code!(let #part = #value;));
                self.found.push((at, word, part));
                return;
            }
        }
        self.computed.push((value, quote!(#name)));
    }

    /// The step that binds a variable.
    fn bound_at(&self, name: &str, limit: usize) -> Option<usize> {
        (0..limit).rev().find(|&at| binds(&self.parts[at], name))
    }

    /// Whether a shape has parts that were drawn.
    fn holds_drawn(&self, shape: &Shape, limit: usize) -> bool {
        shape.names().into_iter().any(|name| match self.bound_at(&name.to_string(), limit) {
            Some(at) => match &self.parts[at] {
                Part::Step(Step::Draw(_) | Step::List { .. }) => true,
                Part::Step(Step::Let(step)) => self.holds_drawn(&step.value, at),
                _ => false,
            },
            None => false,
        })
    }

    /// The loop that fills a list.
    fn filled_by(&self, list: &str) -> Option<&'b Loop> {
        self.parts.iter().find_map(|part| match part {
            Part::Step(Step::Loop(repeated)) if repeated.pushes().any(|(name, _)| name == list) => Some(repeated),
            _ => None,
        })
    }

    /// Where a variable of a step is in the value.
    fn place(&self, at: usize, name: &str) -> Option<Ident> {
        let same = self.found.iter().find(|(step, other, _)| *step == at && other == name);
        same.map(|(_, _, part)| part.clone())
    }

    /// Where a list is in the value.
    fn list_place(&self, list: &str, limit: usize) -> Option<Ident> {
        self.place(self.bound_at(list, limit)?, list)
    }

    /// How a variable that a step binds is used afterwards.
    fn later_use(&self, at: usize, name: &str) -> Option<Use> {
        let mut found = None;
        for later in at + 1..self.parts.len() {
            for tokens in self.tokens(later) {
                let used = uses(&tokens, name);
                // What a loop borrows it may borrow often.
                let in_loop = matches!(self.parts[later], Part::Step(Step::Loop(_)));
                found = found.max(if in_loop { used.map(|_| Use::Any) } else { used });
            }
            if binds(&self.parts[later], name) {
                return found;
            }
        }
        self.computed.iter().fold(found, |found, (_, tokens)| found.max(uses(tokens, name)))
    }

    /// The tokens that a part of the way uses.
    fn tokens(&self, at: usize) -> Vec<TokenStream> {
        match &self.parts[at] {
            _ if self.idle[at] => Vec::new(),
            Part::Step(Step::Draw(draw)) => {
                let recovered = draw.name().is_none_or(|name| self.place(at, &name).is_none());
                let recover = draw.recover.iter().filter(|_| recovered);
                recover.chain([&draw.generator]).cloned().collect()
            }
            Part::Step(step) => step_tokens(step),
            Part::If { condition, .. } => vec![(*condition).clone()],
            Part::Arm { on, patterns, .. } => patterns.iter().chain([on]).map(|tokens| (*tokens).clone()).collect(),
            // All of them: the rank is that among the open arms.
            Part::Branch { pick, .. } => pick.arms.iter().filter_map(|arm| arm.guard.clone()).collect(),
        }
    }

    /// The code of the way, with something at its end.
    pub(crate) fn code(mut self, end: TokenStream) -> TokenStream {
        let mut borrowed: Vec<String> = Vec::new();
        let mut before = Vec::new();
        let parts = self.parts;
        for (at, part) in parts.iter().enumerate() {
            let (code, now_borrowed) = match part {
                Part::Step(step) => self.step(at, step),
                Part::Branch { pick, rank, .. } => {
                    let (site, label, count) = (&pick.site, &pick.arms[*rank].label, pick.arms.len());
                    let library = &self.writer.function.library;
                    let put = if pick.has_guards() {
                        let open = pick.arms.iter().map(|arm| arm.guard.clone().unwrap_or_else(|| code!(true)));
                        code!(#library::__private::written::put_branch(back, #site, #label, #rank, &[#(#open),*]);)
                    } else {
                        code!(back.put_branch(#site, #label, #rank, #count);)
                    };
                    (put, None)
                }
                _ => (TokenStream::new(), None),
            };
            let code = without_borrows(code, &borrowed);
            before.push((part, code, borrowed.clone()));
            borrowed.retain(|name| !binds(part, name));
            borrowed.extend(now_borrowed);
        }
        let library = &self.writer.function.library;
        let tests = self.computed.iter().map(|(part, expression)| {
            let text = expression.to_string();
            let at = span(&trees(expression.clone()), Span::mixed_site());
            let expression = without_borrows(expression.clone(), &borrowed);
            let back = code!(back);
            quote_spanned!(at=> #library::__private::written::same(#back, #part, &(#expression), #text)?;)
        });
        let tests: Vec<TokenStream> = tests.collect();
        let inside = before.into_iter().rev().fold(code!(#(#tests)* #end), |inside, (part, code, borrowed)| {
            // The guard of a branch is checked before the branch is written.
            let inside = code!(#code #inside);
            match part {
                Part::Step(_) => inside,
                // Only its own tokens may be changed: those inside have been already.
                part => {
                    let around = without_borrows(nested(part, quote!(__inside), false), &borrowed);
                    replaced(around, "__inside", &inside)
                }
            }
        });
        let apart = &self.apart;
        code!(#apart #inside)
    }

    /// The code of a step; and the name of the variable that it binds as a reference, if it does.
    fn step(&mut self, at: usize, step: &'b Step) -> (TokenStream, Option<String>) {
        match step {
            _ if self.idle[at] => (TokenStream::new(), None),
            Step::Draw(draw) => self.draw(at, draw),
            Step::Loop(repeated) => (self.repeated(at, repeated), None),
            Step::List { name, written } => {
                let word = name.to_string();
                let kept = self.place(at, &word).is_none() || self.later_use(at, &word).is_some();
                (if kept { written.clone() } else { TokenStream::new() }, None)
            }
            step => (undrawn(step), None),
        }
    }

    fn draw(&mut self, at: usize, draw: &'b Draw) -> (TokenStream, Option<String>) {
        let Draw { pattern, ty, generator, span, recover, .. } = draw;
        let library = &self.writer.function.library;
        let written = code!(#library::__private::written);
        let ty = ty.iter();
        let back = code!(back);
        let name = draw.name();
        if let Some((name, part)) = name.as_ref().and_then(|name| Some((name, self.place(at, name)?))) {
            let outcome = quote_spanned!(*span=> #back.part(&(#generator), #part)?);
            return match self.later_use(at, name) {
                None => (code!(#outcome;), None),
                Some(Use::Borrowed) => {
                    let filled = self.fresh();
                    let variable = trees(pattern.clone()).pop();
                    let code = code! {
                        let #filled = #outcome;
                        let #variable = ::core::option::Option::unwrap_or(#filled.as_ref(), #part);
                    };
                    (code, Some(name.clone()))
                }
                Some(Use::Any) => {
                    let filled = self.fresh();
                    let copy = quote_spanned!(*span=> ::core::clone::Clone::clone(#part));
                    let code = code! {
                        let #pattern #(: #ty)* = match #outcome {
                            ::core::option::Option::Some(#filled) => #filled,
                            ::core::option::Option::None => #copy,
                        };
                    };
                    (code, None)
                }
            };
        }
        let text = name.clone().unwrap_or_else(|| pattern.to_string());
        if let Some(recover) = recover {
            let user = Ident::new("value", self.writer.function.name.span());
            let at = self::span(&trees(recover.clone()), *span);
            let value = code!(value);
            let found = quote_spanned!(at=> { let #user = #value; #recover });
            let outcome = quote_spanned!(*span=> #written::recover(#back, &(#generator), #found, #text)?);
            return (code!(let #pattern #(: #ty)* = #outcome;), None);
        }
        if let Some(parts) = self.tuple(at, draw) {
            let made = self.fresh();
            let outcome = quote_spanned!(*span=> #back.part(&(#generator), &#made));
            let code = code! {
                let #made = (#(::core::clone::Clone::clone(#parts),)*);
                back.made(|back| #outcome)?;
                let #pattern = #made;
            };
            return (code, None);
        }
        let counted = name.as_ref().and_then(|name| self.counted(at, name));
        if let Some(list) = counted {
            let outcome = quote_spanned!(*span=> #written::recover_count(#back, &(#generator), #list.len(), #text)?);
            return (code!(let #pattern #(: #ty)* = #outcome;), None);
        }
        if !self.writer.complained.contains(&std::ptr::from_ref(draw)) {
            self.writer.complained.push(draw);
            let what = match &name {
                Some(name) if draw.is_named => format!("`{name}`"),
                _ => "this draw".to_owned(),
            };
            let message = format!(
                "{what} is not part of the result, so it cannot be recovered from it: write `draw!(.., recover = ..)`, with an \
                 expression that computes it from `value`"
            );
            self.writer.errors.add(syn::Error::new(*span, or_forwards(&message)));
        }
        (code!(let #pattern = ::core::unreachable!();), None)
    }

    /// Where the variables of a tuple are in the value, if all are.
    fn tuple(&self, at: usize, draw: &Draw) -> Option<Vec<Ident>> {
        draw.tuple()?.iter().map(|name| self.place(at, &name.to_string())).collect()
    }

    /// The list that has as many elements as a variable says.
    fn counted(&self, at: usize, name: &str) -> Option<Ident> {
        (at + 1..self.parts.len()).find_map(|later| match &self.parts[later] {
            Part::Step(Step::Loop(repeated)) if repeated.counts_to(name) => {
                let (list, _) = repeated.pushes().next()?;
                self.list_place(&list.to_string(), later)
            }
            _ => None,
        })
    }

    /// A loop takes the elements of its lists one after the other.
    fn repeated(&mut self, at: usize, repeated: &'b Loop) -> TokenStream {
        let lists: Vec<(String, Option<Ident>)> =
            repeated.pushes().map(|(list, _)| (list.to_string(), self.list_place(&list.to_string(), at))).collect();
        if lists.iter().all(|(_, place)| place.is_none()) && !repeated.steps.iter().any(Step::draws) {
            return undrawn_loop(repeated);
        }
        let mut ends = Vec::new();
        let (mut begin, mut next, mut keep, mut finish) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for ((list, shape), (word, place)) in repeated.pushes().zip(lists) {
            let Some(place) = place else {
                let message =
                    format!("`{word}` is not part of the result, so its elements cannot be recovered from it");
                self.writer.errors.add(syn::Error::new(list.span(), or_forwards(&message)));
                continue;
            };
            let (items, item) = (self.fresh(), self.fresh());
            begin.push(code!(let mut #items = #place.iter();));
            next.push(code! {
                let ::core::option::Option::Some(#item) = ::core::iter::Iterator::next(&mut #items) else {
                    return ::core::result::Result::Err(back.mismatch("the list is shorter than the loop makes it"));
                };
            });
            finish.push(code! {
                if ::core::iter::Iterator::next(&mut #items).is_some() {
                    return ::core::result::Result::Err(back.mismatch("the list is longer than the loop makes it"));
                }
            });
            let declared = self.bound_at(&word, at);
            if declared.is_some_and(|declared| self.later_use(declared, &word).is_some()) {
                keep.push(code!(#list.push(::core::clone::Clone::clone(#item));));
            }
            ends.push((shape, quote!(#item)));
        }
        let parts: Vec<Part<'b>> =
            repeated.steps.iter().filter(|step| !matches!(step, Step::Push { .. })).map(Part::Step).collect();
        let round = Way::new(self.writer, &parts, ends).code(code!(#(#keep)*));
        let (pattern, over) = (&repeated.pattern, &repeated.over);
        code!(#(#begin)* for #pattern in #over { #(#next)* #round } #(#finish)*)
    }
}

/// Whether a part of a way binds a variable.
fn binds(part: &Part<'_>, name: &str) -> bool {
    let bound_in = |tokens: &TokenStream| bound(tokens).iter().any(|other| other == name);
    match part {
        Part::Step(step) => step.binds().iter().any(|other| other == name),
        Part::If { condition, holds: true, .. } => match find_sign(&trees((*condition).clone()), '=') {
            Some(at) => {
                let condition = trees((*condition).clone());
                is_word(condition.first(), "let") && bound_in(&stream(&condition[1..at]))
            }
            None => false,
        },
        Part::Arm { patterns, .. } => patterns.last().is_some_and(|pattern| bound_in(pattern)),
        Part::If { .. } | Part::Branch { .. } => false,
    }
}

/// The tokens that a step uses.
fn step_tokens(step: &Step) -> Vec<TokenStream> {
    match step {
        Step::Draw(draw) => draw.recover.iter().chain([&draw.generator]).cloned().collect(),
        Step::Let(step) => vec![step.value.written()],
        Step::List { .. } => Vec::new(),
        Step::Push { value, .. } => vec![value.written()],
        Step::Loop(repeated) => {
            let inside = repeated.steps.iter().flat_map(step_tokens);
            inside.chain([repeated.over.clone()]).collect()
        }
        Step::Plain(statement) => vec![statement.clone()],
    }
}
