//! Reads the body of a `#[generator]` function: statements are known by their first words, all else is passed on.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::quote;

use super::body::{Arm, Block, Draw, End, Let, Loop, Pick, Step, is_special};
use super::function::Function;
use super::or_forwards;
use super::shape::{Shape, Shapes, is_new_list, plain};
use super::tokens::{
    by_commas, called, find, find_double, find_sign, group, is_sign, is_variable, is_word, span, stream, trees,
};
use crate::errors::Errors;

/// Reads a body.
pub(crate) struct Reader<'a> {
    /// The name of the function, and its constants.
    function: String,
    constants: Vec<String>,
    /// How many picks there are so far, and how many names were made up.
    picks: usize,
    names: usize,
    /// The lists that were begun.
    lists: Vec<String>,
    errors: &'a mut Errors,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(function: &Function, errors: &'a mut Errors) -> Reader<'a> {
        let (function, constants) = (function.title(), function.constants());
        Reader { function, constants, picks: 0, names: 0, lists: Vec::new(), errors }
    }

    fn wrong(&mut self, span: Span, message: &str) -> End {
        self.errors.add(syn::Error::new(span, message));
        End::Nothing
    }

    /// A block from its tokens.
    pub(crate) fn block(&mut self, tokens: &[TokenTree], around: Span) -> Block {
        let mut steps = Vec::new();
        let mut rest = tokens;
        loop {
            if rest.is_empty() {
                let message = "this ends without a value: end with what is returned, such as `Node(l, x, r)`";
                return Block { steps, end: self.wrong(around, message) };
            }
            if is_sign(rest.first(), ';') {
                rest = &rest[1..];
                continue;
            }
            if let Some(end) = self.end(rest, &mut steps) {
                return Block { steps, end };
            }
            rest = self.step(rest, &mut steps);
        }
    }

    /// The inside of braces as a block.
    fn braces(&mut self, token: &TokenTree) -> Block {
        match group(Some(token), Delimiter::Brace) {
            Some(inside) => self.block(&trees(inside.stream()), inside.span_close()),
            None => self.block(std::slice::from_ref(token), token.span()),
        }
    }

    /// What is the end of a block, with all that follows it: an expression, `return`, or a condition that returns.
    fn end(&mut self, tokens: &[TokenTree], steps: &mut Vec<Step>) -> Option<End> {
        let first = tokens.first()?;
        if is_word(Some(first), "return") {
            let until = find_sign(tokens, ';').unwrap_or(tokens.len());
            let value = &tokens[1..until];
            return Some(if let Some(end) = self.whole_end(value) {
                end
            } else {
                self.value(value, first.span(), steps)
            });
        }
        if is_word(Some(first), "if") {
            return self.condition(tokens);
        }
        if is_word(Some(first), "let") {
            return self.let_else(tokens);
        }
        if let Some(end) = self.whole_end(tokens) {
            return Some(end);
        }
        let is_statement = find_sign(tokens, ';').is_some()
            || ["for", "while", "fn", "struct", "enum", "impl"].iter().any(|word| is_word(Some(first), word))
            || ["match", "loop", "unsafe"].iter().any(|word| is_word(Some(first), word))
                && block_like_end(tokens, 0) < tokens.len();
        if is_statement { None } else { Some(self.value(tokens, first.span(), steps)) }
    }

    /// `match`, `pick!` or a block, if it is all that there is.
    fn whole_end(&mut self, tokens: &[TokenTree]) -> Option<End> {
        if let (Some((word, arms)), true) = (called(tokens, "pick"), is_end(&tokens[3.min(tokens.len())..])) {
            return Some(self.pick(word.span(), &trees(arms.stream())));
        }
        let first = tokens.first()?;
        if is_word(Some(first), "match") {
            let at = tokens.iter().position(|token| group(Some(token), Delimiter::Brace).is_some())?;
            if !is_end(&tokens[at + 1..]) {
                return None;
            }
            let on = stream(&tokens[1..at]);
            plain(&on, self.errors);
            let arms = group(tokens.get(at), Delimiter::Brace)?;
            return Some(End::Match { on, arms: self.match_arms(&trees(arms.stream())) });
        }
        if is_word(Some(first), "if") {
            return self.condition(tokens);
        }
        None
    }

    /// The value at the end.
    fn value(&mut self, tokens: &[TokenTree], around: Span, steps: &mut Vec<Step>) -> End {
        if let [TokenTree::Group(inside)] = tokens {
            if inside.delimiter() == Delimiter::Brace {
                let mut block = self.block(&trees(inside.stream()), inside.span_close());
                steps.append(&mut block.steps);
                return block.end;
            }
        }
        End::Value(self.shape(tokens, around, steps))
    }

    /// A shape; what is drawn in it becomes steps before it.
    fn shape(&mut self, tokens: &[TokenTree], around: Span, steps: &mut Vec<Step>) -> Shape {
        let mut shapes = Shapes {
            lifted: Vec::new(),
            holes: false,
            constants: &self.constants,
            names: &mut self.names,
            errors: self.errors,
        };
        let shape = shapes.read(tokens, around);
        steps.extend(shapes.lifted.into_iter().map(Step::Draw));
        shape
    }

    /// `if`, where it ends the block: it is the last expression, or it returns. Otherwise it is a plain statement.
    fn condition(&mut self, tokens: &[TokenTree]) -> Option<End> {
        let at = tokens.iter().position(|token| group(Some(token), Delimiter::Brace).is_some())?;
        let after = at + 1;
        let has_else = is_word(tokens.get(after), "else");
        let (mut rest, otherwise) = if !has_else {
            (after, None)
        } else if is_word(tokens.get(after + 1), "if") {
            (block_like_end(tokens, after + 1), Some(&tokens[after + 1..]))
        } else {
            (after + 2, Some(&tokens[after + 1..(after + 2).min(tokens.len())]))
        };
        rest = rest.min(tokens.len());
        let whole = stream(&tokens[..rest]);
        let follows = &tokens[rest..];
        let is_last = is_end(follows) && has_else;
        if !is_last && !is_special(&whole) {
            return None;
        }
        let condition = stream(&tokens[1..at]);
        plain(&condition, self.errors);
        let body = group(tokens.get(at), Delimiter::Brace)?;
        if !is_last && !returns(&trees(body.stream())) {
            let message = "a draw that happens only in some cases cannot be recovered from the result: end both \
                           branches with a value, or return from this one";
            return Some(self.wrong(tokens[0].span(), &or_forwards(message)));
        }
        let then = Box::new(self.braces(&tokens[at]));
        let otherwise = match otherwise {
            // The rest of the block follows the innermost `else`.
            Some(inner) if is_word(inner.first(), "if") => self.block(inner, tokens[0].span()),
            Some(inner) if is_last => self.braces(&inner[0]),
            Some(inner) => {
                let inside = group(inner.first(), Delimiter::Brace).map(|inside| trees(inside.stream()));
                let joined: Vec<TokenTree> = inside.unwrap_or_default().into_iter().chain(follows.to_vec()).collect();
                self.block(&joined, tokens[0].span())
            }
            None => self.block(follows, body.span_close()),
        };
        Some(End::If { condition, then, otherwise: Box::new(otherwise) })
    }

    /// `let pattern = value else { return .. };` is a match.
    fn let_else(&mut self, tokens: &[TokenTree]) -> Option<End> {
        let end = find_sign(tokens, ';')?;
        let [.., before, word, last] = &tokens[..end] else { return None };
        let inside = group(Some(last), Delimiter::Brace)?;
        if !is_word(Some(word), "else") || group(Some(before), Delimiter::Brace).is_some() {
            return None;
        }
        let (pattern, _, value) = split_let(&tokens[1..end - 2])?;
        let on = stream(value);
        plain(&on, self.errors);
        let otherwise = self.block(&trees(inside.stream()), inside.span_close());
        let rest = self.block(&tokens[end + 1..], tokens[0].span());
        Some(End::Match { on, arms: vec![(stream(pattern), rest), (quote!(_), otherwise)] })
    }

    fn match_arms(&mut self, mut tokens: &[TokenTree]) -> Vec<(TokenStream, Block)> {
        let mut arms = Vec::new();
        while !tokens.is_empty() {
            let Some(arrow) = find_double(tokens, '=', '>') else {
                self.wrong(span(tokens, Span::call_site()), "an arm is `pattern => value`");
                return arms;
            };
            let (body, rest) = arm_body(&tokens[arrow + 2..]);
            arms.push((stream(&tokens[..arrow]), self.block(body, tokens[arrow].span())));
            tokens = rest;
        }
        arms
    }

    /// The arms of a pick: those that recur come last.
    fn pick(&mut self, span: Span, mut tokens: &[TokenTree]) -> End {
        self.picks += 1;
        let site = if self.picks == 1 { self.function.clone() } else { format!("{}#{}", self.function, self.picks) };
        let (mut arms, mut names) = (Vec::new(), Vec::new());
        while !tokens.is_empty() {
            let guard = is_word(tokens.first(), "if").then(|| find_sign(tokens, ',')).flatten();
            let guard = guard.map(|at| {
                let guard = stream(&tokens[1..at]);
                tokens = &tokens[at + 1..];
                plain(&guard, self.errors);
                guard
            });
            let mut named = name_of_arm(&mut tokens);
            let until = by_commas(tokens).first().map_or(0, |first| first.len());
            let weight = find_double(&tokens[..until], '=', '>')
                .filter(|&at| !["if", "match"].iter().any(|word| is_word(tokens.first(), word)) && at > 0);
            let weight = weight.map(|at| {
                let weight = stream(&tokens[..at]);
                tokens = &tokens[at + 2..];
                plain(&weight, self.errors);
                weight
            });
            // As in `one_of!`, the name may also follow the weight.
            named = named.or_else(|| name_of_arm(&mut tokens));
            let at = self::span(tokens, span);
            if let Some(name) = &named {
                if names.contains(name) {
                    return self.wrong(
                        at,
                        &format!("two arms of `pick!` have the name `{name}`: give each a name of its own"),
                    );
                }
                names.push(name.clone());
            }
            let (body, rest) = arm_body(tokens);
            let block = self.block(body, at);
            tokens = rest;
            arms.push(Arm { label: named.unwrap_or_else(|| block.title()), guard, weight, block });
        }
        if arms.is_empty() {
            return self.wrong(span, "`pick!` needs at least one arm: `pick! { 1 => Leaf, 5 => { .. } }`");
        }
        arms.sort_by_key(|arm| self.recurs(&arm.block));
        for at in 0..arms.len() {
            let same = arms[..at].iter().filter(|arm| arm.label.split('#').next() == Some(&arms[at].label)).count();
            if same > 0 {
                arms[at].label = format!("{}#{}", arms[at].label, same + 1);
            }
        }
        let weighted = arms.iter().any(|arm| arm.weight.is_some());
        End::Pick(Pick { site, arms, weighted, span })
    }

    /// Whether an arm draws from its own function, as far as the text shows it.
    fn recurs(&self, block: &Block) -> bool {
        let mut found = Vec::new();
        block.generators(&mut found);
        let names_itself = |rest: &[TokenTree]| is_word(rest.first(), &self.function);
        found.iter().any(|(generator, _)| find(generator, &names_itself).is_some())
    }

    /// One statement; what follows it.
    fn step<'t>(&mut self, tokens: &'t [TokenTree], steps: &mut Vec<Step>) -> &'t [TokenTree] {
        if is_word(tokens.first(), "for") {
            return self.repeated(tokens, steps);
        }
        let block_like = ["if", "match", "while", "loop", "unsafe", "fn", "struct", "enum", "impl", "trait", "mod"];
        let end = if block_like.iter().any(|word| is_word(tokens.first(), word)) {
            block_like_end(tokens, 0)
        } else {
            find_sign(tokens, ';').map_or(tokens.len(), |at| at + 1)
        };
        let (statement, rest) = tokens.split_at(end);
        if is_word(statement.first(), "let") {
            self.let_step(statement, steps);
        } else if let (Some((word, inside)), true) = (called(statement, "draw"), statement.len() <= 4) {
            steps.push(Step::Draw(Draw::read(quote!(_), None, word.span(), inside.stream(), self.errors)));
        } else {
            let plain_statement = stream(statement);
            if ["while", "loop"].iter().any(|word| is_word(statement.first(), word)) && is_special(&plain_statement) {
                let message = "a loop that draws must be `for x in .. { .. list.push(..) }` to run backwards";
                self.wrong(statement[0].span(), &or_forwards(message));
            } else {
                plain(&plain_statement, self.errors);
            }
            steps.push(Step::Plain(plain_statement));
        }
        rest
    }

    fn let_step(&mut self, statement: &[TokenTree], steps: &mut Vec<Step>) {
        let inside = &statement[1..statement.len() - usize::from(is_sign(statement.last(), ';'))];
        let Some((pattern, ty, value)) = split_let(inside) else {
            steps.push(Step::Plain(stream(statement)));
            return;
        };
        let (pattern_tokens, ty) = (stream(pattern), ty.map(stream));
        if let (Some((word, arguments)), 3) = (called(value, "draw"), value.len()) {
            let draw = Draw::read(pattern_tokens, ty, word.span(), arguments.stream(), self.errors);
            steps.push(Step::Draw(draw));
            return;
        }
        if let [mutable, TokenTree::Ident(name)] = pattern {
            if is_word(Some(mutable), "mut") && is_new_list(value) {
                self.lists.push(name.to_string());
                steps.push(Step::List { name: name.clone(), written: stream(statement) });
                return;
            }
        }
        let value = self.shape(value, statement[0].span(), steps);
        steps.push(Step::Let(Let { pattern: pattern_tokens, ty, value }));
    }

    /// `for pattern in over { .. list.push(value); }`
    fn repeated<'t>(&mut self, tokens: &'t [TokenTree], steps: &mut Vec<Step>) -> &'t [TokenTree] {
        let at = tokens.iter().position(|token| group(Some(token), Delimiter::Brace).is_some());
        let word = tokens.iter().position(|token| is_word(Some(token), "in"));
        let (Some(at), Some(word)) = (at, word) else {
            self.wrong(tokens[0].span(), "a loop is `for x in .. { .. }`");
            return &[];
        };
        let inside = match group(tokens.get(at), Delimiter::Brace) {
            Some(inside) => trees(inside.stream()),
            None => Vec::new(),
        };
        let mut repeated = Loop {
            pattern: stream(&tokens[1..word]),
            over: stream(&tokens[word + 1..at]),
            steps: Vec::new(),
            span: tokens[0].span(),
        };
        plain(&repeated.over, self.errors);
        let mut rest = &inside[..];
        while !rest.is_empty() {
            if is_sign(rest.first(), ';') {
                rest = &rest[1..];
            } else if let Some((list, value, length)) = self.push(rest) {
                let shape = self.shape(&value, list.span(), &mut repeated.steps);
                repeated.steps.push(Step::Push { list, value: shape });
                rest = &rest[length..];
            } else {
                if is_word(rest.first(), "if") && is_special(&stream(&rest[..block_like_end(rest, 0)])) {
                    let message = "a draw that happens only in some iterations cannot be recovered from the result: make a \
                                   `#[generator]` function of one iteration";
                    self.wrong(rest[0].span(), &or_forwards(message));
                    break;
                }
                rest = self.step(rest, &mut repeated.steps);
            }
        }
        self.check_loop(&repeated, &inside);
        steps.push(Step::Loop(repeated));
        &tokens[at + 1..]
    }

    /// Whether the elements of a list can be told from the result.
    fn check_loop(&mut self, repeated: &Loop, inside: &[TokenTree]) {
        if !repeated.steps.iter().any(Step::draws) {
            return;
        }
        if repeated.pushes().next().is_none() {
            let message = "the draws of this loop go into no list, so they cannot be recovered from the result: begin \
                           with `let mut list = Vec::new();` and end each iteration with `list.push(..)`";
            self.wrong(repeated.span, &or_forwards(message));
        }
        let leaves = |rest: &[TokenTree]| ["break", "continue"].iter().any(|word| is_word(rest.first(), word));
        if let Some(span) = find(&stream(inside), &leaves) {
            let message = "a loop that draws cannot end early: draw the number of iterations first, `let n = \
                           draw!(0..=5);`, and write `for i in 0..n`";
            self.wrong(span, &or_forwards(message));
        }
        for (at, (list, _)) in repeated.pushes().enumerate() {
            if repeated.pushes().take(at).any(|(other, _)| other == list) {
                self.wrong(list.span(), "an iteration adds one element to a list, not several");
            }
        }
    }

    /// `list.push(value)`, if that is what the tokens begin with.
    fn push(&mut self, tokens: &[TokenTree]) -> Option<(Ident, Vec<TokenTree>, usize)> {
        let [TokenTree::Ident(list), dot, push, inside, then @ ..] = tokens else { return None };
        let is_push = is_variable(list) && is_sign(Some(dot), '.') && is_word(Some(push), "push");
        if !is_push || !self.lists.contains(&list.to_string()) || !(then.is_empty() || is_sign(then.first(), ';')) {
            return None;
        }
        let inside = group(Some(inside), Delimiter::Parenthesis)?;
        Some((list.clone(), trees(inside.stream()), 4))
    }
}

/// Whether nothing follows but `;`.
fn is_end(tokens: &[TokenTree]) -> bool {
    tokens.iter().all(|token| is_sign(Some(token), ';'))
}

/// Whether a block ends with `return`, in all its branches.
fn returns(tokens: &[TokenTree]) -> bool {
    let mut statements = tokens;
    while is_sign(statements.last(), ';') {
        statements = &statements[..statements.len() - 1];
    }
    let last = (0..statements.len()).rev().find(|&at| is_sign(statements.get(at), ';')).map_or(0, |at| at + 1);
    statements[last..].iter().any(|token| is_word(Some(token), "return"))
        || find(&stream(&statements[last..]), &|rest| is_word(rest.first(), "return")).is_some()
}

/// Where `if .. { } else if .. { } else { }`, or another statement that ends with braces, ends.
fn block_like_end(tokens: &[TokenTree], from: usize) -> usize {
    let mut at = from;
    loop {
        match tokens[at..].iter().position(|token| group(Some(token), Delimiter::Brace).is_some()) {
            None => return tokens.len(),
            Some(braces) => at += braces + 1,
        }
        if !is_word(tokens.get(at), "else") {
            return at;
        }
    }
}

/// The name of an arm, `name: ..`, which is taken off the tokens.
fn name_of_arm(tokens: &mut &[TokenTree]) -> Option<String> {
    match tokens {
        [TokenTree::Ident(name), colon, then, ..] if is_sign(Some(colon), ':') && !is_sign(Some(then), ':') => {
            let name = name.to_string();
            *tokens = &tokens[2..];
            Some(name)
        }
        _ => None,
    }
}

/// The body of an arm, and what follows it.
fn arm_body(tokens: &[TokenTree]) -> (&[TokenTree], &[TokenTree]) {
    let after = |at: usize| if is_sign(tokens.get(at), ',') { &tokens[at + 1..] } else { &tokens[at..] };
    if group(tokens.first(), Delimiter::Brace).is_some() {
        return (&tokens[..1], after(1));
    }
    let until = by_commas(tokens).first().map_or(0, |first| first.len());
    (&tokens[..until], after(until))
}

/// The parts of a `let`.
type LetParts<'t> = (&'t [TokenTree], Option<&'t [TokenTree]>, &'t [TokenTree]);

/// The pattern, the type and the value of a `let`.
fn split_let(tokens: &[TokenTree]) -> Option<LetParts<'_>> {
    let mut angles = 0usize;
    let equals = (0..tokens.len()).find(|&at| {
        if is_sign(tokens.get(at), '<') {
            angles += 1;
        } else if is_sign(tokens.get(at), '>') && !is_sign(tokens.get(at.wrapping_sub(1)), '-') {
            angles = angles.saturating_sub(1);
        }
        angles == 0 && find_sign(&tokens[at.saturating_sub(1)..], '=') == Some(at.min(1))
    })?;
    let (left, value) = (&tokens[..equals], &tokens[equals + 1..]);
    match find_sign(left, ':') {
        Some(colon) => Some((&left[..colon], Some(&left[colon + 1..]), value)),
        None => Some((left, None, value)),
    }
}
