//! The body of a `#[generator]` function as a tree: steps, and then a value, a condition or a pick.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;

use super::shape::Shape;
use super::tokens::{by_commas, called, find, is_sign, is_variable, is_word, span, stream, trees};
use crate::code::code;
use crate::errors::Errors;

/// Steps, and what comes of them.
pub(crate) struct Block {
    pub(crate) steps: Vec<Step>,
    pub(crate) end: End,
}

/// What is done on the way.
pub(crate) enum Step {
    /// `let x = draw!(generator);`
    Draw(Draw),
    /// `let m = (lo + hi) / 2;`
    Let(Let),
    /// `let mut xs = Vec::new();`
    List { name: Ident, written: TokenStream },
    /// `for i in 0..n { .. xs.push(..) }`
    Loop(Loop),
    /// `xs.push(..)`, in a loop.
    Push { list: Ident, value: Shape },
    /// Any other statement.
    Plain(TokenStream),
}

/// Something is drawn.
pub(crate) struct Draw {
    pub(crate) pattern: TokenStream,
    pub(crate) ty: Option<TokenStream>,
    pub(crate) generator: TokenStream,
    /// How it is computed from the result, if it is not a part of it.
    pub(crate) recover: Option<TokenStream>,
    /// Where `draw!` is.
    pub(crate) span: Span,
    /// Whether the user gave it a name.
    pub(crate) is_named: bool,
}

/// Something is computed.
pub(crate) struct Let {
    pub(crate) pattern: TokenStream,
    pub(crate) ty: Option<TokenStream>,
    pub(crate) value: Shape,
}

/// Elements are added to lists.
pub(crate) struct Loop {
    pub(crate) pattern: TokenStream,
    pub(crate) over: TokenStream,
    pub(crate) steps: Vec<Step>,
    /// Where `for` is.
    pub(crate) span: Span,
}

/// How a block ends.
pub(crate) enum End {
    /// With a value.
    Value(Shape),
    /// `if condition { .. } else { .. }`, also for `if condition { return .. }`.
    If { condition: TokenStream, then: Box<Block>, otherwise: Box<Block> },
    /// `match on { .. }`: each arm with its pattern and its guard.
    Match { on: TokenStream, arms: Vec<(TokenStream, Block)> },
    /// `pick! { .. }`
    Pick(Pick),
    /// With a mistake, about which enough was said.
    Nothing,
}

/// One of several, by rank.
pub(crate) struct Pick {
    pub(crate) site: String,
    pub(crate) arms: Vec<Arm>,
    pub(crate) weighted: bool,
    pub(crate) span: Span,
}

impl Pick {
    /// Its arms as the library sees them.
    pub(crate) fn written(&self, written: &TokenStream) -> TokenStream {
        let labels = self.arms.iter().map(|arm| &arm.label);
        let weights = self.arms.iter().map(|arm| match &arm.weight {
            Some(weight) => code!(#weight),
            None => code!(1),
        });
        let open = self.arms.iter().map(|arm| match &arm.guard {
            Some(guard) => code!(#guard),
            None => code!(true),
        });
        let site = &self.site;
        code! {
            #written::Picks { site: #site, labels: &[#(#labels),*], weights: [#(#weights),*], open: [#(#open),*] }
        }
    }

    pub(crate) fn has_guards(&self) -> bool {
        self.arms.iter().any(|arm| arm.guard.is_some())
    }
}

/// An arm of a pick.
pub(crate) struct Arm {
    pub(crate) label: String,
    pub(crate) guard: Option<TokenStream>,
    pub(crate) weight: Option<TokenStream>,
    pub(crate) block: Block,
}

impl Draw {
    /// Reads the arguments of `draw!`.
    pub(crate) fn read(
        pattern: TokenStream,
        ty: Option<TokenStream>,
        span: Span,
        arguments: TokenStream,
        errors: &mut Errors,
    ) -> Draw {
        let inside = trees(arguments);
        let mut draw = Draw { pattern, ty, generator: TokenStream::new(), recover: None, span, is_named: true };
        let mut parts = by_commas(&inside).into_iter();
        match parts.next() {
            Some(generator) => draw.generator = stream(generator),
            None => errors.add(syn::Error::new(span, "draw from what? `draw!(0..10)`, `draw!(any::<T>())`")),
        }
        for option in parts {
            match option {
                [TokenTree::Ident(word), sign, value @ ..]
                    if word == "recover" && is_sign(Some(sign), '=') && !value.is_empty() =>
                {
                    draw.recover = Some(stream(value));
                }
                other => errors.add(syn::Error::new(
                    self::span(other, span),
                    "`draw!` takes a generator, and `recover = ..` where the drawn value is not part of the result",
                )),
            }
        }
        super::shape::plain(&draw.generator, errors);
        draw
    }

    /// The variable that it is, if it is a single one.
    pub(crate) fn name(&self) -> Option<String> {
        single_name(&self.pattern)
    }

    /// The variables of a tuple of them.
    pub(crate) fn tuple(&self) -> Option<Vec<Ident>> {
        let pattern = trees(self.pattern.clone());
        let [TokenTree::Group(inside)] = &pattern[..] else { return None };
        let inside = trees(inside.stream());
        let name = |part: &[TokenTree]| match part {
            [TokenTree::Ident(name)] if is_variable(name) => Some(name.clone()),
            [mutable, TokenTree::Ident(name)] if is_word(Some(mutable), "mut") => Some(name.clone()),
            _ => None,
        };
        by_commas(&inside).into_iter().map(name).collect()
    }
}

impl Let {
    pub(crate) fn written(&self) -> TokenStream {
        let Let { pattern, ty, value } = self;
        let (ty, value) = (ty.iter(), value.written());
        quote!(let #pattern #(: #ty)* = #value;)
    }
}

impl Loop {
    /// What each round adds to which list.
    pub(crate) fn pushes(&self) -> impl Iterator<Item = (&Ident, &Shape)> {
        self.steps.iter().filter_map(|step| match step {
            Step::Push { list, value } => Some((list, value)),
            _ => None,
        })
    }

    /// Whether it goes on until a variable: `0..n`.
    pub(crate) fn counts_to(&self, name: &str) -> bool {
        matches!(&trees(self.over.clone())[..], [TokenTree::Literal(zero), first, second, TokenTree::Ident(end)]
            if zero.to_string() == "0" && is_sign(Some(first), '.') && is_sign(Some(second), '.') && end == name)
    }
}

/// The variable of a pattern that is nothing else.
pub(crate) fn single_name(pattern: &TokenStream) -> Option<String> {
    match &trees(pattern.clone())[..] {
        [TokenTree::Ident(name)] if is_variable(name) => Some(name.to_string()),
        [mutable, TokenTree::Ident(name)] if is_word(Some(mutable), "mut") => Some(name.to_string()),
        _ => None,
    }
}

impl Step {
    /// The names that it binds.
    pub(crate) fn binds(&self) -> Vec<String> {
        match self {
            Step::Draw(draw) => super::tokens::bound(&draw.pattern),
            Step::Let(step) => super::tokens::bound(&step.pattern),
            Step::List { name, .. } => vec![name.to_string()],
            Step::Loop(_) | Step::Push { .. } | Step::Plain(_) => Vec::new(),
        }
    }

    /// Whether something is drawn in it.
    pub(crate) fn draws(&self) -> bool {
        match self {
            Step::Draw(_) => true,
            Step::Loop(repeated) => repeated.steps.iter().any(Step::draws),
            _ => false,
        }
    }
}

impl Block {
    /// What is drawn in it, at any depth.
    pub(crate) fn generators<'a>(&'a self, found: &mut Vec<(&'a TokenStream, bool)>) {
        fn of_steps<'a>(steps: &'a [Step], repeated: bool, found: &mut Vec<(&'a TokenStream, bool)>) {
            for step in steps {
                match step {
                    Step::Draw(draw) => found.push((&draw.generator, repeated)),
                    Step::Loop(inner) => of_steps(&inner.steps, true, found),
                    _ => {}
                }
            }
        }
        of_steps(&self.steps, false, found);
        match &self.end {
            End::If { then, otherwise, .. } => {
                then.generators(found);
                otherwise.generators(found);
            }
            End::Match { arms, .. } => arms.iter().for_each(|(_, block)| block.generators(found)),
            End::Pick(pick) => pick.arms.iter().for_each(|arm| arm.block.generators(found)),
            End::Value(_) | End::Nothing => {}
        }
    }

    /// The outermost constructors that it may end with; `None` if that is not known.
    pub(crate) fn outermost(&self, found: &mut Vec<TokenStream>) -> Option<()> {
        match &self.end {
            End::Value(shape) => found.push(shape.outermost()?),
            End::If { then, otherwise, .. } => {
                then.outermost(found)?;
                otherwise.outermost(found)?;
            }
            End::Match { arms, .. } => {
                for (_, block) in arms {
                    block.outermost(found)?;
                }
            }
            End::Pick(pick) => {
                for arm in &pick.arms {
                    arm.block.outermost(found)?;
                }
            }
            End::Nothing => return None,
        }
        Some(())
    }

    /// The name of an unnamed arm: after its constructor, or after what it draws from.
    pub(crate) fn title(&self) -> String {
        if let End::Value(shape) = &self.end {
            if let Some(constructor) = shape.constructor() {
                return constructor;
            }
            if let ([.., Step::Draw(draw)], Shape::Name(_)) = (&self.steps[..], shape) {
                if let Some(TokenTree::Ident(word)) = draw.generator.clone().into_iter().next() {
                    return word.to_string();
                }
            }
        }
        "arm".to_owned()
    }
}

/// Whether tokens draw, pick or return, so that they are more than plain Rust.
pub(crate) fn is_special(tokens: &TokenStream) -> bool {
    let special = |rest: &[TokenTree]| {
        called(rest, "draw").is_some() || called(rest, "pick").is_some() || is_word(rest.first(), "return")
    };
    find(tokens, &special).is_some()
}
