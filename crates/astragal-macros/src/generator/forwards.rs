//! Forwards: the body as it was written, with draws and picks from a source.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::quote_spanned;

use super::body::{Block, Draw, End, Pick, Step};
use super::function::Function;
use super::tokens::{called, group, is_sign, is_variable, is_word, trees};
use crate::code::code;

/// Functions of the library that make generators that never call back the function that draws from them.
const KNOWN: [&str; 12] =
    ["any", "just", "int", "float", "select", "string_of", "vec_of", "option_of", "array_of", "held", "len", "clone"];

/// What a function does forwards: the code, and whether a pick of it has to find out whether it recurs.
pub(crate) fn forwards(function: &Function, block: &Block) -> (TokenStream, bool) {
    let mut writer = Writer { function, recurs: false };
    let body = writer.block(block);
    (body, writer.recurs)
}

struct Writer<'a> {
    function: &'a Function,
    recurs: bool,
}

impl Writer<'_> {
    fn block(&mut self, block: &Block) -> TokenStream {
        let steps: Vec<TokenStream> = block.steps.iter().map(|step| self.step(step)).collect();
        let end = match &block.end {
            End::Value(shape) => {
                let value = shape.written();
                code!(::core::result::Result::Ok(#value))
            }
            End::If { condition, then, otherwise } => {
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                code!(if #condition #then else #otherwise)
            }
            End::Match { on, arms } => {
                let arms = arms.iter().map(|(pattern, block)| {
                    let block = self.block(block);
                    code!(#pattern => #block)
                });
                let arms: Vec<TokenStream> = arms.collect();
                code!(match #on { #(#arms)* })
            }
            End::Pick(pick) => self.pick(pick),
            End::Nothing => code!(::core::unreachable!()),
        };
        code!({ #(#steps)* #end })
    }

    fn step(&mut self, step: &Step) -> TokenStream {
        match step {
            Step::Draw(draw) => drawn(draw),
            Step::Let(step) => step.written(),
            Step::List { written, .. } => written.clone(),
            Step::Push { list, value } => {
                let value = value.written();
                code!(#list.push(#value);)
            }
            Step::Loop(repeated) => {
                let steps: Vec<TokenStream> = repeated.steps.iter().map(|step| self.step(step)).collect();
                let (pattern, over) = (&repeated.pattern, &repeated.over);
                quote_spanned!(repeated.span=> for #pattern in #over { #(#steps)* })
            }
            Step::Plain(statement) => statement.clone(),
        }
    }

    fn pick(&mut self, pick: &Pick) -> TokenStream {
        let library = &self.function.library;
        let written = code!(#library::__private::written);
        let arms: Vec<TokenStream> = pick.arms.iter().map(|arm| self.block(&arm.block)).collect();
        let listed = pick.written(&written);
        let returns: Vec<Option<u8>> = pick.arms.iter().map(|arm| self.returns(&arm.block)).collect();
        // For `#[track_caller]`: the location is that of the pick.
        let (src, picks) = (code!(src), code!(&picks));
        let chosen = if pick.weighted || returns.iter().all(|times| *times == Some(0)) {
            quote_spanned!(pick.span=> #written::pick(#src, #picks))
        } else {
            self.recurs = true;
            let returns = returns.iter().map(|times| match times {
                Some(times) => code!(::core::option::Option::Some(#times)),
                None => code!(::core::option::Option::None),
            });
            let (returns, again) = (code!([#(#returns),*]), code!(_again));
            quote_spanned!(pick.span=> #written::pick_to_size(#src, #picks, #returns, #again))
        };
        let (last, others) = arms.split_last().expect("a pick has arms");
        let ranks = 0..others.len();
        code! {{
            let picks = #listed;
            let chosen: usize = match #chosen {
                ::core::result::Result::Ok(chosen) => chosen,
                ::core::result::Result::Err(reject) => return ::core::result::Result::Err(reject),
            };
            match chosen {
                #(#ranks => #others)*
                _ => #last
            }
        }}
    }

    /// How often an arm comes back to its pick, if the text shows it.
    fn returns(&self, block: &Block) -> Option<u8> {
        let mut found = Vec::new();
        block.generators(&mut found);
        found.into_iter().try_fold(0u8, |times, (generator, repeated)| {
            if is_harmless(generator) {
                Some(times)
            } else if self.is_itself(generator) && !repeated {
                Some(times.saturating_add(1))
            } else {
                None
            }
        })
    }

    /// Whether a generator is a call of the function itself.
    fn is_itself(&self, generator: &TokenStream) -> bool {
        let tokens = trees(generator.clone());
        let call = match &tokens[..] {
            [this, first, second, call @ ..] if is_word(Some(this), "Self") => {
                if is_sign(Some(first), ':') && is_sign(Some(second), ':') { call } else { return false }
            }
            call => call,
        };
        matches!(call, [TokenTree::Ident(name), arguments] if *name == self.function.name
            && group(Some(arguments), Delimiter::Parenthesis).is_some())
    }
}

/// Whether nothing that is called in a generator can come back here.
fn is_harmless(generator: &TokenStream) -> bool {
    fn calls_only_known(tokens: &[TokenTree]) -> bool {
        (0..tokens.len()).all(|at| match &tokens[at] {
            TokenTree::Group(inside) => {
                let unknown = |name: &Ident| is_variable(name) && !KNOWN.iter().any(|known| name == known);
                !function_before(&tokens[..at]).is_some_and(unknown) && calls_only_known(&trees(inside.stream()))
            }
            TokenTree::Ident(_) => called(&tokens[at..], "one_of").is_none(),
            _ => true,
        })
    }
    let tokens = trees(generator.clone());
    let is_variable = matches!(&tokens[..], [.., TokenTree::Ident(name)] if is_variable(name) && tokens.len() <= 2);
    !is_variable && calls_only_known(&tokens)
}

/// The name before some brackets, without its generic arguments.
fn function_before(tokens: &[TokenTree]) -> Option<&Ident> {
    let (mut at, mut depth) = (tokens.len(), 0);
    while at > 0 {
        at -= 1;
        match &tokens[at] {
            TokenTree::Punct(sign) if sign.as_char() == '>' => depth += 1,
            TokenTree::Punct(sign) if sign.as_char() == '<' => depth -= 1,
            TokenTree::Punct(sign) if sign.as_char() == ':' || depth > 0 => {}
            TokenTree::Ident(name) if depth == 0 => return Some(name),
            _ if depth > 0 => {}
            _ => return None,
        }
    }
    None
}

/// `let x = draw!(generator);`
fn drawn(draw: &Draw) -> TokenStream {
    let Draw { pattern, ty, generator, span, .. } = draw;
    let ty = ty.iter();
    let src = code!(src);
    let outcome = quote_spanned!(*span=> #src.try_draw(#generator));
    code! {
        let #pattern #(: #ty)* = match #outcome {
            ::core::result::Result::Ok(drawn) => drawn,
            ::core::result::Result::Err(reject) => return ::core::result::Result::Err(reject),
        };
    }
}
