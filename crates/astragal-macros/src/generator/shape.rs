//! Expressions that are patterns too: constructors, tuples, lists and pointers, down to what was drawn or computed.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::body::Draw;
use super::or_forwards;
use super::tokens::{by_commas, called, find, find_sign, group, is_sign, is_variable, is_word, span, stream, trees};
use crate::code::numbered;
use crate::errors::Errors;

/// How a value is put together.
pub(crate) enum Shape {
    /// A variable.
    Name(Ident),
    /// A place that is left open: `_`, in `partial!` alone.
    Hole(Span),
    /// Any other expression.
    Computed(TokenStream),
    /// `Leaf`, `Tree::Leaf`.
    Unit(TokenStream),
    /// `Node(l, x, r)`; without a path, `(l, x, r)`.
    Tuple { path: TokenStream, parts: Vec<Shape>, span: Span },
    /// `Node { left: l, x }`.
    Fields { path: TokenStream, parts: Vec<(TokenTree, Shape)>, span: Span },
    /// `Box::new(l)`.
    Pointer { path: TokenStream, inside: Box<Shape>, span: Span },
    /// `[a, b]`; with a path, `vec![a, b]`.
    List { path: TokenStream, parts: Vec<Shape>, span: Span },
}

/// Reads shapes. A draw in the middle of one is given a name and moved before it.
pub(crate) struct Shapes<'a> {
    pub(crate) lifted: Vec<Draw>,
    pub(crate) holes: bool,
    /// The constants among the parameters of the function, which no pattern may name.
    pub(crate) constants: &'a [String],
    pub(crate) names: &'a mut usize,
    pub(crate) errors: &'a mut Errors,
}

impl Shapes<'_> {
    /// The shape of an expression.
    pub(crate) fn read(&mut self, tokens: &[TokenTree], around: Span) -> Shape {
        let span = span(tokens, around);
        if tokens.is_empty() {
            self.errors.add(syn::Error::new(around, "a value is missing here"));
            return Shape::Computed(TokenStream::new());
        }
        if let Some((word, arguments)) = called(tokens, "draw") {
            if tokens.len() == 3 && !self.holes {
                let name = numbered("__drawn", *self.names);
                *self.names += 1;
                let draw = Draw::read(quote!(#name), None, word.span(), arguments.stream(), self.errors);
                self.lifted.push(Draw { is_named: false, ..draw });
                return Shape::Name(name);
            }
        }
        if let (Some((_, list)), 3) = (called(tokens, "vec"), tokens.len()) {
            let inside = trees(list.stream());
            if find_sign(&inside, ';').is_none() {
                let path = stream(&tokens[..2]);
                return Shape::List { path, parts: self.all(&inside, span), span };
            }
        }
        match tokens {
            [TokenTree::Ident(word)] if self.holes && word == "_" => return Shape::Hole(span),
            [TokenTree::Ident(word)] if is_variable(word) => return Shape::Name(word.clone()),
            [TokenTree::Group(only)] => match only.delimiter() {
                Delimiter::Parenthesis => {
                    let inside = trees(only.stream());
                    let is_tuple = inside.is_empty() || find_sign(&inside, ',').is_some();
                    if !is_tuple {
                        return self.read(&inside, span);
                    }
                    return Shape::Tuple { path: TokenStream::new(), parts: self.all(&inside, span), span };
                }
                Delimiter::Bracket => {
                    let inside = trees(only.stream());
                    if find_sign(&inside, ';').is_none() {
                        return Shape::List { path: TokenStream::new(), parts: self.all(&inside, span), span };
                    }
                }
                Delimiter::Brace | Delimiter::None => {}
            },
            [path @ .., TokenTree::Group(arguments)] if is_path(path) => match arguments.delimiter() {
                Delimiter::Parenthesis => {
                    let inside = trees(arguments.stream());
                    if is_pointer(path) {
                        let inside = Box::new(self.read(by_commas(&inside).first().unwrap_or(&&[][..]), span));
                        return Shape::Pointer { path: stream(path), inside, span };
                    }
                    if is_empty_list(path) {
                        return Shape::List { path: quote_spanned!(span=> ::std::vec!), parts: Vec::new(), span };
                    }
                    if is_constructor(path) {
                        return Shape::Tuple { path: stream(path), parts: self.all(&inside, span), span };
                    }
                }
                Delimiter::Brace if is_constructor(path) => {
                    return self.fields(stream(path), &trees(arguments.stream()), span);
                }
                _ => {}
            },
            [TokenTree::Ident(word)] if self.constants.iter().any(|constant| word == constant) => {}
            path if is_path(path) && is_constructor(path) => return Shape::Unit(stream(path)),
            _ => {}
        }
        self.computed(tokens)
    }

    fn all(&mut self, tokens: &[TokenTree], around: Span) -> Vec<Shape> {
        by_commas(tokens).into_iter().map(|part| self.read(part, around)).collect()
    }

    fn fields(&mut self, path: TokenStream, tokens: &[TokenTree], span: Span) -> Shape {
        let mut parts = Vec::new();
        for field in by_commas(tokens) {
            match field {
                [name, colon, value @ ..] if is_sign(Some(colon), ':') => {
                    parts.push((name.clone(), self.read(value, name.span())));
                }
                [name @ TokenTree::Ident(ident)] => parts.push((name.clone(), Shape::Name(ident.clone()))),
                rest => self.errors.add(syn::Error::new(
                    rest.first().map_or(span, TokenTree::span),
                    "write every field: fields taken from another value by `..` cannot be recovered backwards",
                )),
            }
        }
        Shape::Fields { path, parts, span }
    }

    /// An expression of which nothing is known; nothing may be drawn in it.
    fn computed(&mut self, tokens: &[TokenTree]) -> Shape {
        let tokens = stream(tokens);
        plain(&tokens, self.errors);
        Shape::Computed(tokens)
    }
}

/// Says where something is drawn, picked or returned in what should be plain Rust.
pub(crate) fn plain(tokens: &TokenStream, errors: &mut Errors) {
    let inside = |name: &'static str| find(tokens, &move |rest: &[TokenTree]| called(rest, name).is_some());
    if let Some(span) = inside("draw") {
        let message = "name what is drawn, on a line of its own: `let x = draw!(..);`";
        errors.add(syn::Error::new(span, or_forwards(message)));
    }
    if let Some(span) = inside("pick") {
        errors.add(syn::Error::new(
            span,
            "`pick!` decides what is returned, so it is at the end of a function, a branch or an arm: make a \
             `#[generator]` function of this one, and draw from that",
        ));
    }
    if let Some(span) = find(tokens, &|rest| is_word(rest.first(), "return")) {
        errors.add(syn::Error::new(
            span,
            or_forwards(
                "a `return` inside an expression cannot be followed backwards: write `if .. { return .. }` as a statement",
            ),
        ));
    }
}

/// Whether tokens are a path: words, `::`, and generic arguments.
pub(crate) fn is_path(tokens: &[TokenTree]) -> bool {
    let mut depth = 0;
    let mut last_is_word = false;
    for token in tokens {
        match token {
            TokenTree::Ident(_) => {
                if last_is_word && depth == 0 {
                    return false;
                }
                last_is_word = true;
            }
            TokenTree::Punct(punct) => {
                match punct.as_char() {
                    '<' => depth += 1,
                    '>' => depth -= 1,
                    ':' => {}
                    _ if depth > 0 => {}
                    _ => return false,
                }
                last_is_word = false;
            }
            _ if depth > 0 => last_is_word = false,
            _ => return false,
        }
    }
    depth == 0 && !tokens.is_empty()
}

/// The words of a path, without generic arguments.
fn words(path: &[TokenTree]) -> Vec<String> {
    let mut depth = 0;
    let mut words = Vec::new();
    for token in path {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '<' => depth += 1,
            TokenTree::Punct(punct) if punct.as_char() == '>' => depth -= 1,
            TokenTree::Ident(word) if depth == 0 => words.push(word.to_string()),
            _ => {}
        }
    }
    words
}

pub(crate) fn is_pointer(path: &[TokenTree]) -> bool {
    let words = words(path);
    matches!(&words[..], [.., of, new] if new == "new" && ["Box", "Rc", "Arc"].contains(&of.as_str()))
}

/// Whether an expression makes an empty list, to which elements are then added.
pub(crate) fn is_new_list(tokens: &[TokenTree]) -> bool {
    match tokens {
        [path @ .., arguments] if group(Some(arguments), Delimiter::Parenthesis).is_some() => {
            is_path(path) && (is_empty_list(path) || words(path).ends_with(&["Vec".into(), "with_capacity".into()]))
        }
        _ => matches!(called(tokens, "vec"), Some((_, list)) if list.stream().is_empty() && tokens.len() == 3),
    }
}

fn is_empty_list(path: &[TokenTree]) -> bool {
    words(path).ends_with(&["Vec".to_owned(), "new".to_owned()])
}

pub(crate) fn is_constructor(path: &[TokenTree]) -> bool {
    words(path).last().is_some_and(|word| word.starts_with(char::is_uppercase))
}

impl Shape {
    /// The expression, with something done to each part of a constructor.
    pub(crate) fn expression(&self, part: &dyn Fn(&Shape) -> TokenStream) -> TokenStream {
        let parts = |parts: &[Shape]| -> Vec<TokenStream> { parts.iter().map(part).collect() };
        match self {
            Shape::Name(name) => quote!(#name),
            Shape::Hole(span) => quote_spanned!(*span=> _),
            Shape::Computed(tokens) | Shape::Unit(tokens) => tokens.clone(),
            Shape::Tuple { path, parts: of, span } => {
                let parts = parts(of);
                let comma = (path.is_empty() && parts.len() == 1).then(|| quote!(,));
                quote_spanned!(*span=> #path (#(#parts),* #comma))
            }
            Shape::Fields { path, parts, span } => {
                let parts = parts.iter().map(|(name, shape)| {
                    let value = part(shape);
                    if name.to_string() == value.to_string() { value } else { quote!(#name: #value) }
                });
                quote_spanned!(*span=> #path { #(#parts),* })
            }
            Shape::Pointer { path, inside, span } => {
                let inside = part(inside);
                quote_spanned!(*span=> #path (#inside))
            }
            Shape::List { path, parts: of, span } => {
                let parts = parts(of);
                quote_spanned!(*span=> #path [#(#parts),*])
            }
        }
    }

    /// The expression as it was written.
    pub(crate) fn written(&self) -> TokenStream {
        self.expression(&Shape::written)
    }

    /// The outermost constructor as a pattern, if there is one: what can be seen at once.
    pub(crate) fn outermost(&self) -> Option<TokenStream> {
        match self {
            Shape::Unit(path) => Some(path.clone()),
            Shape::Tuple { path, .. } if !path.is_empty() => Some(quote!(#path (..))),
            Shape::Fields { path, .. } => Some(quote!(#path { .. })),
            _ => None,
        }
    }

    /// The name of the constructor.
    pub(crate) fn constructor(&self) -> Option<String> {
        match self {
            Shape::Unit(path) | Shape::Tuple { path, .. } | Shape::Fields { path, .. } => {
                words(&trees(path.clone())).pop()
            }
            Shape::Pointer { inside, .. } => inside.constructor(),
            _ => None,
        }
    }

    /// The pattern that takes a value apart, with a name for each part; for a list, on a slice.
    pub(crate) fn pattern(&self, names: &[Ident]) -> TokenStream {
        match self {
            Shape::Unit(path) => path.clone(),
            Shape::Tuple { path, span, .. } => {
                let comma = (path.is_empty() && names.len() == 1).then(|| quote!(,));
                quote_spanned!(*span=> #path (#(#names),* #comma))
            }
            Shape::Fields { path, parts, span } => {
                let fields = parts.iter().map(|(name, _)| name);
                quote_spanned!(*span=> #path { #(#fields: #names),* })
            }
            Shape::List { .. } => quote!([#(#names),*]),
            _ => quote!(_),
        }
    }

    /// The parts of a constructor or of a list.
    pub(crate) fn parts(&self) -> Vec<&Shape> {
        match self {
            Shape::Tuple { parts, .. } | Shape::List { parts, .. } => parts.iter().collect(),
            Shape::Fields { parts, .. } => parts.iter().map(|(_, shape)| shape).collect(),
            Shape::Pointer { inside, .. } => vec![inside],
            _ => Vec::new(),
        }
    }

    /// The variables in it that are parts of it.
    pub(crate) fn names(&self) -> Vec<&Ident> {
        match self {
            Shape::Name(name) => vec![name],
            shape => shape.parts().into_iter().flat_map(Shape::names).collect(),
        }
    }
}
