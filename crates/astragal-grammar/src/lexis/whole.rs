//! All that a lexer knows in one automaton: comments, white space, terminals and tokens, and which of them wins.

use std::collections::HashMap;

use super::LexisError;
use super::automaton::{Automaton, DEAD, START, State};
use super::classes::Classes;
use crate::model::{Comment, Grammar, Item, TerminalId, TokenId};
use crate::regex::{CharSet, Regex};

/// The characters of white space, simplest first.
pub(crate) const WHITE: [char; 6] = [' ', '\n', '\t', '\r', '\x0C', '\x0B'];

/// What the longest match is: of what matches as much, the first of these. The default is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Match {
    /// Nothing is matched here.
    #[default]
    Nothing,
    /// A comment.
    Comment,
    /// White space.
    White,
    /// A terminal.
    Terminal(TerminalId),
    /// A token.
    Token(TokenId),
}

impl Match {
    /// The item that it is, unless it is skipped.
    #[inline(always)]
    pub(crate) fn item(self) -> Option<Item> {
        match self {
            Match::Terminal(id) => Some(Item::Terminal(id)),
            Match::Token(id) => Some(Item::Token(id)),
            Match::Nothing | Match::Comment | Match::White => None,
        }
    }
}

impl From<Item> for Match {
    /// That of a terminal or a token.
    fn from(item: Item) -> Match {
        match item {
            Item::Terminal(id) => Match::Terminal(id),
            Item::Token(id) => Match::Token(id),
            Item::Category(_) => Match::Nothing,
        }
    }
}

/// The regular expressions beside the terminals: what each of them matches.
pub(super) fn patterns(grammar: &Grammar, comments: &[Comment]) -> Vec<(Match, Regex)> {
    let white = Regex::Class(CharSet::from(WHITE.map(|c| (c, c)))).plus();
    let comments = comments.iter().map(|comment| (Match::Comment, comment_regex(comment)));
    let tokens = grammar.tokens.iter().enumerate();
    let tokens = tokens.map(|(at, token)| (Match::Token(TokenId(at as u32)), token.regex.clone()));
    comments.chain([(Match::White, white)]).chain(tokens).collect()
}

/// A comment goes on to the end of its line, or to the first text that closes it.
fn comment_regex(comment: &Comment) -> Regex {
    let open = Regex::literal(&comment.open);
    let any = || Regex::Class(CharSet::all());
    match &comment.close {
        None => Regex::Sequence(vec![open, Regex::Class(CharSet::from([('\n', '\n')]).complement()).star()]),
        Some(close) => {
            let closed = Regex::Sequence(vec![any().star(), Regex::literal(close)]);
            let closed_before = Regex::Sequence(vec![any().star(), Regex::literal(close), any().plus()]);
            Regex::Sequence(vec![open, closed.without(closed_before)])
        }
    }
}

/// The terminals as a tree of their characters.
struct Terminals {
    next: HashMap<(u32, u16), u32>,
    ends: HashMap<u32, TerminalId>,
}

/// No place in the tree.
const NOWHERE: u32 = u32::MAX;

impl Terminals {
    fn new(grammar: &Grammar, classes: &Classes) -> Terminals {
        let mut terminals = Terminals { next: HashMap::new(), ends: HashMap::new() };
        for (id, terminal) in grammar.terminals.iter().enumerate() {
            let mut at = 0;
            for c in terminal.text.chars() {
                let fresh = terminals.next.len() as u32 + 1;
                at = *terminals.next.entry((at, classes.class(c))).or_insert(fresh);
            }
            terminals.ends.entry(at).or_insert(TerminalId(id as u32));
        }
        terminals
    }
}

/// The automaton of all that is divided, and which tokens lose some of their texts to what comes before them.
pub(super) fn whole(
    grammar: &Grammar,
    classes: &Classes,
    patterns: &[(Match, Regex)],
) -> Result<(Automaton<Match>, Vec<bool>), LexisError> {
    let terminals = Terminals::new(grammar, classes);
    let mut parts = Vec::with_capacity(patterns.len());
    for (what, regex) in patterns {
        let name = match what {
            Match::Token(id) => &grammar.token(*id).name,
            _ => "comment",
        };
        parts.push((*what, Automaton::of(classes, regex, name)?));
    }
    let mut loses = vec![false; grammar.tokens.len()];
    // A state is a place among the terminals and then, for each pattern that is not dead, its number and its state.
    let start: Vec<u32> = std::iter::once(0).chain((0..parts.len() as u32).flat_map(|part| [part, START])).collect();
    let automaton = Automaton::build(
        classes,
        start.clone(),
        |state: &Vec<u32>, class| {
            let terminal = terminals.next.get(&(state[0], class)).copied().unwrap_or(NOWHERE);
            let mut next = vec![terminal];
            for part in state[1..].chunks_exact(2) {
                let to: State = parts[part[0] as usize].1.step(part[1], class);
                if to != DEAD {
                    next.extend([part[0], to]);
                }
            }
            Ok((terminal != NOWHERE || next.len() > 1).then_some(next))
        },
        |state| {
            // The empty text is not matched.
            if *state == start {
                return Match::Nothing;
            }
            let terminal = terminals.ends.get(&state[0]).map(|&id| Match::Terminal(id));
            let accepted = state[1..].chunks_exact(2).filter_map(|part| {
                let (what, automaton) = &parts[part[0] as usize];
                automaton.accept(part[1]).then_some(*what)
            });
            let all: Vec<Match> = terminal.into_iter().chain(accepted).collect();
            let winner = all.iter().copied().min().unwrap_or_default();
            for what in all {
                if let (Match::Token(id), true) = (what, what != winner) {
                    loses[id.index()] = true;
                }
            }
            winner
        },
        || LexisError::too_large("the terminals and tokens together".to_owned()),
    )?;
    // Where a token matches the empty text, it loses that.
    for (what, automaton) in &parts {
        if let (Match::Token(id), true) = (what, automaton.accept(START)) {
            loses[id.index()] = true;
        }
    }
    Ok((automaton, loses))
}
