//! Backwards: which ways through the body can have made a value.
//!
//! Conditions that depend on the arguments alone are decided as they are forwards. Where a pick, or a condition on what
//! is drawn, leaves several ways open, those whose constructor is not that of the value are skipped, and the others are
//! tried. What happens along one way is in `way`.

use proc_macro2::TokenStream;
use quote::quote;

use super::body::{Block, Draw, End, Loop, Pick, Step};
use super::function::Function;
use super::tokens::{find, is_word};
use super::way::Way;
use crate::code::code;
use crate::errors::Errors;

/// What is on a way, in order.
#[derive(Clone)]
pub(crate) enum Part<'b> {
    /// A step of the body.
    Step(&'b Step),
    /// A condition that holds, or does not. If it is decided, it need not be checked again.
    If { condition: &'b TokenStream, holds: bool, decided: bool },
    /// An arm of a match: the last of these patterns fits, and none of the others.
    Arm { on: &'b TokenStream, patterns: Vec<&'b TokenStream>, decided: bool },
    /// An arm of a pick.
    Branch { pick: &'b Pick, rank: usize, decided: bool },
}

impl Part<'_> {
    fn draws(&self) -> bool {
        matches!(self, Part::Step(step) if step.draws())
    }
}

/// An alternative: if it may fit, and what it then does.
struct Alternative {
    guard: Option<TokenStream>,
    /// The constructors that it may make, if they are known.
    makes: Option<Vec<TokenStream>>,
    code: TokenStream,
}

/// What a function does backwards: an expression, in terms of `arguments`, `value` and `back`.
pub(crate) fn backwards(function: &Function, block: &Block, errors: &mut Errors) -> TokenStream {
    Writer { function, errors, complained: Vec::new() }.block(block, Vec::new())
}

pub(crate) struct Writer<'a> {
    pub(crate) function: &'a Function,
    pub(crate) errors: &'a mut Errors,
    /// The draws of which it was said already that they cannot be recovered.
    pub(crate) complained: Vec<*const Draw>,
}

impl<'b> Writer<'_> {
    fn block(&mut self, block: &'b Block, mut before: Vec<Part<'b>>) -> TokenStream {
        before.extend(block.steps.iter().map(Part::Step));
        let decided = !before.iter().any(Part::draws);
        let with = |part: Part<'b>| {
            let mut parts = before.clone();
            parts.push(part);
            parts
        };
        match &block.end {
            End::Value(shape) => {
                let way = Way::new(self, &before, vec![(shape, code!(value))]);
                let code = way.code(code!(::core::result::Result::Ok(())));
                self.in_scope(&code)
            }
            End::If { condition, then, otherwise } => {
                let branch = |holds: bool| with(Part::If { condition, holds, decided });
                if decided {
                    let (then, otherwise) = (self.block(then, branch(true)), self.block(otherwise, branch(false)));
                    return self.decide(&before, code!(if #condition { #then } else { #otherwise }));
                }
                let blocks = [(&**then, true), (&**otherwise, false)];
                let ways = blocks.map(|(block, holds)| self.alternative(block, branch(holds), None));
                self.alternatives(ways.into())
            }
            End::Match { on, arms } => {
                let patterns: Vec<&TokenStream> = arms.iter().map(|(pattern, _)| pattern).collect();
                let arm = |at: usize| with(Part::Arm { on, patterns: patterns[..=at].to_vec(), decided });
                if decided {
                    let blocks: Vec<TokenStream> =
                        arms.iter().enumerate().map(|(at, (_, block))| self.block(block, arm(at))).collect();
                    return self.decide(&before, code!(match #on { #(#patterns => { #blocks })* }));
                }
                let ways = arms.iter().enumerate().map(|(at, (_, block))| self.alternative(block, arm(at), None));
                let ways = ways.collect();
                self.alternatives(ways)
            }
            End::Pick(pick) => {
                let ways = pick.arms.iter().enumerate().map(|(rank, arm)| {
                    let guard = if decided { arm.guard.clone() } else { None };
                    self.alternative(&arm.block, with(Part::Branch { pick, rank, decided }), guard)
                });
                let ways = ways.collect();
                let ways = self.alternatives(ways);
                if decided { self.decide(&before, ways) } else { ways }
            }
            End::Nothing => code!(::core::unreachable!()),
        }
    }

    fn alternative(&mut self, block: &'b Block, parts: Vec<Part<'b>>, guard: Option<TokenStream>) -> Alternative {
        let mut makes = Vec::new();
        let makes = block.outermost(&mut makes).map(|()| makes);
        Alternative { guard, makes, code: self.block(block, parts) }
    }

    /// Those that may fit, one after the other.
    fn alternatives(&mut self, ways: Vec<Alternative>) -> TokenStream {
        let count = ways.len();
        let fits = ways.iter().enumerate().map(|(at, way)| {
            let makes = way.makes.as_ref().map(|makes| code!(::core::matches!(value, #(#makes)|*)));
            let guard = way.guard.as_ref().map(|guard| code!((#guard)));
            let mut conditions = makes.into_iter().chain(guard).peekable();
            let add = code!({ fits[count] = #at; count += 1; });
            if conditions.peek().is_none() { add } else { code!(if #(#conditions)&&* #add) }
        });
        let fits: Vec<TokenStream> = fits.collect();
        let (at, code): (Vec<usize>, Vec<&TokenStream>) = ways.iter().map(|way| &way.code).enumerate().unzip();
        let library = &self.function.library;
        let message = format!("`{}` makes no such value here", self.function.title());
        code! {{
            let mut fits = [0usize; #count];
            let mut count = 0usize;
            #(#fits)*
            let mut way = |back: &mut #library::__private::Back, way: usize| -> ::core::result::Result<(), #library::__private::Mismatch> {
                match way {
                    #(#at => { #code })*
                    _ => ::core::result::Result::Err(back.mismatch(#message)),
                }
            };
            match count {
                0 => ::core::result::Result::Err(back.mismatch(#message)),
                1 => way(back, fits[0]),
                _ => back.any_of(count, |back, at| way(back, fits[at])),
            }
        }}
    }

    /// What is decided without drawing, in the scope of what comes before it.
    fn decide(&mut self, before: &[Part<'b>], decision: TokenStream) -> TokenStream {
        let code = before.iter().rev().fold(decision, |inside, part| match part {
            Part::Step(step) => {
                let step = undrawn(step);
                code!(#step #inside)
            }
            part => nested(part, inside, true),
        });
        self.in_scope(&code)
    }

    /// With the arguments as the body sees them.
    fn in_scope(&self, code: &TokenStream) -> TokenStream {
        let patterns = self.function.patterns();
        code!({ let #patterns = ::core::clone::Clone::clone(&arguments); #code })
    }
}

/// A condition around what follows it.
pub(crate) fn nested(part: &Part<'_>, inside: TokenStream, again: bool) -> TokenStream {
    let other = code!(::core::result::Result::Err(back.mismatch("another condition holds here")));
    match part {
        Part::Step(_) => inside,
        Part::If { condition, holds, decided } => {
            let binds = find(condition, &|rest| is_word(rest.first(), "let")).is_some();
            match (*decided || again, *holds) {
                (true, true) if binds => code!(if #condition { #inside } else { #other }),
                (true, _) => inside,
                (false, true) => code!(if #condition { #inside } else { #other }),
                (false, false) => code!(if #condition { #other } else { #inside }),
            }
        }
        Part::Arm { on, patterns, decided } => {
            let Some((last, earlier)) = patterns.split_last() else { return inside };
            let earlier = if *decided || again { &[][..] } else { earlier };
            code!(match #on { #(#earlier => #other,)* #last => { #inside } _ => #other })
        }
        Part::Branch { pick, rank, decided } => match &pick.arms[*rank].guard {
            Some(guard) if !*decided && !again => code!(if #guard { #inside } else { #other }),
            _ => inside,
        },
    }
}

/// A step in which nothing is drawn, as it was written.
pub(crate) fn undrawn(step: &Step) -> TokenStream {
    match step {
        Step::Let(step) => step.written(),
        Step::List { written, .. } => written.clone(),
        Step::Plain(statement) => statement.clone(),
        Step::Push { list, value } => {
            let value = value.written();
            code!(#list.push(#value);)
        }
        Step::Loop(repeated) => undrawn_loop(repeated),
        // Not among what is decided, since it draws.
        Step::Draw(_) => TokenStream::new(),
    }
}

pub(crate) fn undrawn_loop(repeated: &Loop) -> TokenStream {
    let (pattern, over) = (&repeated.pattern, &repeated.over);
    let steps = repeated.steps.iter().map(undrawn);
    quote!(for #pattern in #over { #(#steps)* })
}
