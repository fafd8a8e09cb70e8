//! Described: the body with a path in place of a source. Only what decides what is drawn is computed.
//!
//! What is drawn is given a type and no value, unless something that is drawn depends on it: by another draw, a condition, a weight or a
//! loop. All else, down to the result, is left out, and is written behind the end, where it is compiled and never run: so types that
//! only the result tells are found here too.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use super::backwards::undrawn;
use super::body::{Block, Draw, End, Loop, Pick, Step};
use super::function::Function;
use super::tokens::{bound, stream, uses};
use crate::code::{code, numbered};

/// What describes a function: a method call on its generator.
pub(crate) fn described(function: &Function, block: &Block) -> TokenStream {
    let written = written(function);
    let mut writer = Writer { function, decides: deciding(function, block), draws: 0 };
    let steps = writer.block(block, &[]);
    let what = format!("{} (too much depends on what it draws)", function.title());
    let call = if function.is_generic() {
        code!(|_| ::core::option::Option::None)
    } else {
        code! {
            |arguments| {
                struct Known;
                use #written::{Hashed as _, Unhashed as _};
                (&#written::Arguments(arguments)).call::<Known>()
            }
        }
    };
    let patterns = function.patterns();
    code! {
        .described(
            #what,
            #call,
            |#patterns, path: &mut #written::Path<'_>| -> ::core::result::Result<(), #written::Halt> { #steps },
        )
    }
}

fn written(function: &Function) -> TokenStream {
    let library = &function.library;
    code!(#library::__private::written)
}

/// The variables on which something depends that is drawn.
fn deciding(function: &Function, block: &Block) -> HashSet<String> {
    let names = [function.patterns(), stream(&function.body)].iter().flat_map(bound).collect();
    let mut deciding = Deciding { names, found: HashSet::new() };
    loop {
        let before = deciding.found.len();
        deciding.block(block);
        if deciding.found.len() == before {
            return deciding.found;
        }
    }
}

struct Deciding {
    /// All variables.
    names: HashSet<String>,
    found: HashSet<String>,
}

impl Deciding {
    fn needs(&mut self, tokens: &TokenStream) {
        self.found.extend(self.names.iter().filter(|name| uses(tokens, name).is_some()).cloned());
    }

    fn block(&mut self, block: &Block) {
        block.steps.iter().for_each(|step| self.step(step));
        match &block.end {
            End::If { condition, then, otherwise } => {
                self.needs(condition);
                self.block(then);
                self.block(otherwise);
            }
            End::Match { on, arms } => {
                self.needs(on);
                for (pattern, block) in arms {
                    self.needs(pattern);
                    self.block(block);
                }
            }
            End::Pick(pick) => {
                for arm in &pick.arms {
                    arm.guard.iter().chain(&arm.weight).for_each(|tokens| self.needs(tokens));
                    self.block(&arm.block);
                }
            }
            End::Value(_) | End::Nothing => {}
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Draw(draw) => {
                // In the middle of a constructor it has a name that is not in the body.
                self.names.extend(bound(&draw.pattern));
                self.needs(&draw.generator);
            }
            step if !decides(&self.found, step) => {}
            Step::Let(step) => self.needs(&step.value.written()),
            Step::Push { value, .. } => self.needs(&value.written()),
            Step::Loop(repeated) => {
                self.needs(&repeated.over);
                repeated.steps.iter().for_each(|step| self.step(step));
            }
            Step::Plain(statement) => self.needs(statement),
            Step::List { .. } => {}
        }
    }
}

/// Whether a step draws, or may change one of some variables.
fn decides(found: &HashSet<String>, step: &Step) -> bool {
    match step {
        Step::Draw(_) => true,
        Step::Loop(repeated) => repeated.steps.iter().any(|step| decides(found, step)),
        Step::Push { list, .. } => found.contains(&list.to_string()),
        Step::Plain(statement) => found.iter().any(|name| uses(statement, name).is_some()),
        Step::Let(_) | Step::List { .. } => step.binds().iter().any(|name| found.contains(name)),
    }
}

struct Writer<'a> {
    function: &'a Function,
    decides: HashSet<String>,
    draws: usize,
}

impl Writer<'_> {
    /// A block after some steps that were left out.
    fn block(&mut self, block: &Block, left_out: &[TokenStream]) -> TokenStream {
        let mut left_out = left_out.to_vec();
        let steps: Vec<TokenStream> = block.steps.iter().map(|step| self.step(step, &mut left_out)).collect();
        let end = match &block.end {
            End::Value(shape) => {
                let (value, result) = (shape.written(), self.function.result_in_closure());
                code!(return ::core::result::Result::Ok(()); #(#left_out)* let _: #result = #value;)
            }
            End::If { condition, then, otherwise } => {
                let (then, otherwise) = (self.block(then, &left_out), self.block(otherwise, &left_out));
                code!(if #condition #then else #otherwise)
            }
            End::Match { on, arms } => {
                let arms = arms.iter().map(|(pattern, block)| {
                    let block = self.block(block, &left_out);
                    code!(#pattern => #block)
                });
                let arms: Vec<TokenStream> = arms.collect();
                code!(match #on { #(#arms)* })
            }
            End::Pick(pick) => self.pick(pick, &left_out),
            End::Nothing => code!(::core::unreachable!()),
        };
        code!({ #(#steps)* #end })
    }

    fn pick(&mut self, pick: &Pick, left_out: &[TokenStream]) -> TokenStream {
        let arms: Vec<TokenStream> = pick.arms.iter().map(|arm| self.block(&arm.block, left_out)).collect();
        let picks = pick.written(&written(self.function));
        let (last, others) = arms.split_last().expect("a pick has arms");
        let ranks = 0..others.len();
        code! {{
            let chosen: usize = match path.pick(&#picks) {
                ::core::result::Result::Ok(chosen) => chosen,
                ::core::result::Result::Err(halt) => return ::core::result::Result::Err(halt),
            };
            match chosen {
                #(#ranks => #others)*
                _ => #last
            }
        }}
    }

    fn decides(&self, step: &Step) -> bool {
        decides(&self.decides, step)
    }

    fn step(&mut self, step: &Step, left_out: &mut Vec<TokenStream>) -> TokenStream {
        match step {
            Step::Draw(draw) => {
                let typed = self.typed();
                let declared = self.declared(&typed);
                let code = self.drawn(draw, &typed);
                if !self.has_value(draw) {
                    left_out.push(value_of(draw, &typed));
                }
                code!(#declared #code)
            }
            Step::Loop(repeated) => {
                let (mut declared, mut typed) = (Vec::new(), Vec::new());
                let kept = self.repeated(repeated, &mut declared, &mut typed);
                left_out.push(unrun(repeated, &mut typed.iter()));
                if self.decides(step) { code!(#(#declared)* #kept) } else { TokenStream::new() }
            }
            step if self.decides(step) => undrawn(step),
            step => {
                left_out.push(undrawn(step));
                TokenStream::new()
            }
        }
    }

    /// A loop with what decides in it.
    fn repeated(&mut self, repeated: &Loop, declared: &mut Vec<TokenStream>, typed: &mut Vec<Ident>) -> TokenStream {
        let mut steps = Vec::new();
        for step in &repeated.steps {
            match step {
                Step::Draw(draw) => {
                    let name = self.typed();
                    declared.push(self.declared(&name));
                    steps.push(self.drawn(draw, &name));
                    typed.push(name);
                }
                Step::Loop(inner) => {
                    let code = self.repeated(inner, declared, typed);
                    steps.extend(self.decides(step).then_some(code));
                }
                step => steps.extend(self.decides(step).then(|| undrawn(step))),
            }
        }
        let (pattern, over) = (&repeated.pattern, &repeated.over);
        quote_spanned!(repeated.span=> for #pattern in #over { #(#steps)* })
    }

    fn typed(&mut self) -> Ident {
        self.draws += 1;
        numbered("typed", self.draws)
    }

    fn declared(&self, typed: &Ident) -> TokenStream {
        let written = written(self.function);
        code!(let #typed = #written::Typed::new();)
    }

    fn has_value(&self, draw: &Draw) -> bool {
        bound(&draw.pattern).iter().any(|name| self.decides.contains(name))
    }

    fn drawn(&self, draw: &Draw, typed: &Ident) -> TokenStream {
        let Draw { pattern, ty, generator, span, .. } = draw;
        let (ty, path) = (ty.iter(), code!(path));
        if !self.has_value(draw) {
            return quote_spanned!(*span=> #path.part(#generator, #typed););
        }
        let outcome = quote_spanned!(*span=> #path.value(#generator, #typed));
        code! {
            let #pattern #(: #ty)* = match #outcome {
                ::core::result::Result::Ok(drawn) => drawn,
                ::core::result::Result::Err(halt) => return ::core::result::Result::Err(halt),
            };
        }
    }
}

/// What is drawn, as far as its type goes.
fn value_of(draw: &Draw, typed: &Ident) -> TokenStream {
    let Draw { pattern, ty, .. } = draw;
    let ty = ty.iter();
    code!(let #pattern #(: #ty)* = #typed.get();)
}

/// A loop, as far as types go.
fn unrun(repeated: &Loop, typed: &mut std::slice::Iter<'_, Ident>) -> TokenStream {
    let steps: Vec<TokenStream> = repeated
        .steps
        .iter()
        .map(|step| match step {
            Step::Draw(draw) => typed.next().map_or_else(TokenStream::new, |typed| value_of(draw, typed)),
            Step::Loop(inner) => unrun(inner, typed),
            step => undrawn(step),
        })
        .collect();
    let (pattern, over) = (&repeated.pattern, &repeated.over);
    code!(for #pattern in #over { #(#steps)* })
}
