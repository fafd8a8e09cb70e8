//! Described: the body with a path in place of a source. Only what decides what is drawn is computed.
//!
//! What is drawn is given a type and no value, unless something depends on it: another draw, a condition, a weight, a loop or a plain
//! statement. What depends on it in turn, down to the result, is left out, and stands behind the end, where it is compiled and
//! never run: so types that only the result tells are found here too.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use super::body::{Block, Draw, End, Loop, Pick, Step};
use super::function::Function;
use super::tokens::{find, is_word, stream, uses};
use crate::code::{code, numbered};

/// What describes a function: a method call on its generator.
pub(crate) fn described(function: &Function, block: &Block) -> TokenStream {
    let written = written(function);
    let body = stream(&function.body);
    // What rejects a case may be anywhere in it.
    let rejects = find(&body, &|rest| ["assume", "reject"].iter().any(|word| is_word(rest.first(), word))).is_some();
    let mut writer = Writer { function, decides: deciding(block, rejects), rejects, draws: 0 };
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
fn deciding(block: &Block, all: bool) -> HashSet<String> {
    let mut deciding = Deciding { names: HashSet::new(), found: HashSet::new(), all };
    deciding.bind(block);
    loop {
        let before = deciding.found.len();
        deciding.block(block);
        if deciding.found.len() == before {
            return deciding.found;
        }
    }
}

struct Deciding {
    names: HashSet<String>,
    found: HashSet<String>,
    all: bool,
}

impl Deciding {
    fn bind(&mut self, block: &Block) {
        block.each_step(&mut |step| self.names.extend(step.binds()));
    }

    fn needs(&mut self, tokens: &TokenStream) {
        let (names, all) = (&self.names, self.all);
        self.found.extend(names.iter().filter(|name| all || uses(tokens, name).is_some()).cloned());
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
        let is_found = |found: &HashSet<String>| step.binds().iter().any(|name| found.contains(name));
        match step {
            Step::Draw(draw) => self.needs(&draw.generator),
            Step::Let(step) if is_found(&self.found) => self.needs(&step.value.written()),
            Step::Push { list, value } if self.found.contains(&list.to_string()) => self.needs(&value.written()),
            Step::Loop(repeated) => {
                self.needs(&repeated.over);
                repeated.steps.iter().for_each(|step| self.step(step));
            }
            Step::Plain(statement) => self.needs(statement),
            Step::Let(_) | Step::List { .. } | Step::Push { .. } => {}
        }
    }
}

struct Writer<'a> {
    function: &'a Function,
    decides: HashSet<String>,
    rejects: bool,
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
                let end = code!(return ::core::result::Result::Ok(()););
                if self.rejects {
                    code!(let _: #result = #value; #end)
                } else {
                    code!(#end #(#left_out)* let _: #result = #value;)
                }
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
        match step {
            Step::Push { list, .. } => self.decides.contains(&list.to_string()),
            Step::Loop(repeated) => repeated.steps.iter().any(|step| self.decides(step)),
            Step::Draw(_) | Step::Plain(_) => true,
            step => step.binds().iter().any(|name| self.decides.contains(name)),
        }
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
            step if self.decides(step) => super::backwards::undrawn(step),
            step => {
                left_out.push(super::backwards::undrawn(step));
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
                step => steps.extend(self.decides(step).then(|| super::backwards::undrawn(step))),
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
        super::tokens::bound(&draw.pattern).iter().any(|name| self.decides.contains(name))
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
            step => super::backwards::undrawn(step),
        })
        .collect();
    let (pattern, over) = (&repeated.pattern, &repeated.over);
    code!(for #pattern in #over { #(#steps)* })
}
