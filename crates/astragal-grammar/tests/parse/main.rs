//! From texts to trees: the laws of the parser against a naive one, and what it does with real, deep, ambiguous and wrong texts.

mod ambiguous;
mod deep;
mod errors;
mod grammars;
mod laws;
mod reference;
mod scanner;
