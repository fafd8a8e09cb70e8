//! Prints Rust types of the abstract syntax of a grammar, with derived generators.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use crate::graph::components;
use crate::model::{CategoryId, Grammar, Item, Label, RuleId, TokenId};
use crate::pattern::pattern;
use crate::warnings::categories_made;

/// Names that mean something in every Rust module, or that no type can have.
const TAKEN: [&str; 27] = [
    "Arbitrary",
    "AsMut",
    "AsRef",
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Drop",
    "Eq",
    "Err",
    "Extend",
    "Fn",
    "From",
    "Into",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "Result",
    "Self",
    "Some",
    "String",
    "ToString",
    "Vec",
];

impl Grammar {
    /// The abstract syntax as Rust types with `#[derive(Arbitrary)]`, to be put into a file.
    ///
    /// Each type of the abstract syntax is an enum with a variant a label; lists are `Vec`s, and what is there or not is an
    /// `Option`. Tokens are structs with a string, which is drawn from their expression; if that has a difference, a pattern
    /// cannot say it, and any string is drawn, unless you write a generator. Constructors of internal rules are skipped.
    ///
    /// ```
    /// let sums = astragal_grammar::Grammar::from_lbnf("sums", r#"
    ///     EAdd. Exp ::= Exp "+" Number ;
    ///     ENum. Exp ::= Number ;
    ///     token Number digit+ ;
    /// "#).unwrap();
    /// let types = sums.grammar.to_rust();
    /// assert!(types.contains("pub enum Exp {"));
    /// assert!(types.contains("    EAdd(Box<Exp>, Number),"));
    /// assert!(types.contains(r##"pub struct Number(#[arbitrary(with = r#"[0-9]+"#)] pub String);"##));
    /// ```
    pub fn to_rust(&self) -> String {
        let types = Types::new(self);
        let mut out = format!("//! The abstract syntax of the grammar `{}`.\n\n", self.name);
        out.push_str("#![allow(clippy::enum_variant_names, non_camel_case_types)]\n\nuse astragal::prelude::*;\n");
        for kind in 0..types.kinds.len() {
            types.write_kind(kind, &mut out);
        }
        for (index, name) in types.token_names.iter().enumerate() {
            if let Some(name) = name {
                types.write_token(TokenId(index as u32), name, &mut out);
            }
        }
        out
    }
}

/// A type that is not a list.
struct Kind<'a> {
    /// Its name in the grammar.
    original: &'a str,
    /// Its name in Rust.
    name: String,
    /// Its constructors, each with a rule that makes it.
    variants: Vec<(String, RuleId)>,
}

/// What a field of a variant is.
enum Field {
    Kind(usize),
    Token(TokenId),
    List { of: Box<Field>, is_nonempty: bool },
    Optional(Box<Field>),
}

struct Types<'a> {
    grammar: &'a Grammar,
    kinds: Vec<Kind<'a>>,
    /// The kinds by their names in the grammar.
    numbers: HashMap<&'a str, usize>,
    token_names: Vec<Option<String>>,
    /// The categories of which there is a text, or that are of the abstract syntax alone.
    made: Vec<bool>,
    /// Kinds with the same number contain each other, but for lists.
    components: Vec<usize>,
}

impl<'a> Types<'a> {
    fn new(grammar: &'a Grammar) -> Types<'a> {
        let mut names = Names::default();
        let mut made = categories_made(grammar, |_| true);
        for (index, category) in grammar.categories.iter().enumerate() {
            made[index] |= !category.rules.is_empty() && category.rules.iter().all(|id| grammar.rule(*id).is_internal);
        }
        let mut types = Types {
            grammar,
            kinds: Vec::new(),
            numbers: HashMap::new(),
            token_names: Vec::new(),
            made,
            components: Vec::new(),
        };
        let mut variants: Vec<Names> = Vec::new();
        let mut used = vec![false; grammar.tokens.len()];
        for (index, rule) in grammar.rules.iter().enumerate() {
            let Label::Constructor(label) = &rule.label else { continue };
            if !types.is_made(RuleId(index as u32)) {
                continue;
            }
            let kind = grammar.category(rule.category).kind.as_str();
            let kind = *types.numbers.entry(kind).or_insert_with(|| {
                // A group has no name of its own, but its first constructor has one.
                let is_name = kind.chars().all(|c| c.is_alphanumeric() || c == '_');
                let name = names.add(if is_name { kind } else { label });
                types.kinds.push(Kind { original: kind, name, variants: Vec::new() });
                variants.push(Names::default());
                types.kinds.len() - 1
            });
            if let Some(name) = variants[kind].add_once(label) {
                types.kinds[kind].variants.push((name, RuleId(index as u32)));
            }
        }
        let rules = types.kinds.iter().flat_map(|kind| &kind.variants).map(|(_, id)| *id).collect::<Vec<_>>();
        for id in rules {
            for field in types.fields(id) {
                let mut field = &field;
                while let Field::List { of, .. } | Field::Optional(of) = field {
                    field = of;
                }
                if let Field::Token(id) = field {
                    used[id.index()] = true;
                }
            }
        }
        let tokens = grammar.tokens.iter().zip(used);
        types.token_names = tokens.map(|(token, used)| used.then(|| names.add(&token.name))).collect();
        types.components = components(types.kinds.len(), &|kind| {
            let rules = types.kinds[kind].variants.iter();
            let fields = rules.flat_map(|(_, id)| types.fields(*id));
            let direct = fields.map(|field| match field {
                Field::Optional(of) => *of,
                field => field,
            });
            direct.filter_map(|field| if let Field::Kind(kind) = field { Some(kind) } else { None }).collect()
        });
        types
    }

    /// Whether all parts of a rule can be made.
    fn is_made(&self, id: RuleId) -> bool {
        let mut items = self.grammar.rule(id).items.iter();
        items.all(|item| !matches!(item, Item::Category(id) if !self.made[id.index()]))
    }

    fn fields(&self, id: RuleId) -> Vec<Field> {
        self.grammar.rule(id).items.iter().filter_map(|item| self.field(item)).collect()
    }

    fn field(&self, item: &Item) -> Option<Field> {
        match item {
            Item::Terminal(_) => None,
            Item::Token(id) => Some(Field::Token(*id)),
            Item::Category(id) => self.category(*id),
        }
    }

    /// The type of a category. One of lists is known by the labels of its rules.
    fn category(&self, id: CategoryId) -> Option<Field> {
        if let Some(kind) = self.numbers.get(self.grammar.category(id).kind.as_str()) {
            return Some(Field::Kind(*kind));
        }
        let (mut element, mut has_nil, mut has_more) = (None, false, false);
        let mut seen = HashSet::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            for &rule in &self.grammar.category(id).rules {
                let rule = self.grammar.rule(rule);
                let mut parts = rule.items.iter().filter(|item| !matches!(item, Item::Terminal(_)));
                match &rule.label {
                    Label::Nil => has_nil = true,
                    Label::One | Label::Cons => {
                        has_more |= rule.label == Label::Cons;
                        element = element.or(parts.next().copied());
                    }
                    Label::Coercion => open.extend(parts.filter_map(|item| match item {
                        Item::Category(id) => Some(*id),
                        _ => None,
                    })),
                    Label::Constructor(_) | Label::Defined(_) => {}
                }
            }
        }
        // A list of what is a list is looked up in the same way; a list of itself is not one.
        let element = element.filter(|item| !matches!(item, Item::Category(id) if seen.contains(id)))?;
        let of = Box::new(self.field(&element)?);
        Some(if has_more || !has_nil { Field::List { of, is_nonempty: !has_nil } } else { Field::Optional(of) })
    }

    /// The type of a field in Rust, in a variant of a kind.
    fn type_of(&self, field: &Field, inside: Option<usize>) -> String {
        match field {
            Field::Token(id) => self.token_names[id.index()].clone().unwrap_or_default(),
            Field::List { of, .. } => format!("Vec<{}>", self.type_of(of, None)),
            Field::Optional(of) => format!("Option<{}>", self.type_of(of, inside)),
            Field::Kind(kind) => {
                let name = &self.kinds[*kind].name;
                let is_recursive = inside.is_some_and(|inside| self.components[inside] == self.components[*kind]);
                if is_recursive { format!("Box<{name}>") } else { name.clone() }
            }
        }
    }

    /// The generator of a field, if its usual one is not right.
    fn generator(&self, field: &Field) -> Option<String> {
        let any = |of: &Field| self.generator(of).unwrap_or_else(|| format!("any::<{}>()", self.type_of(of, None)));
        match field {
            Field::List { of, is_nonempty: true } => Some(format!("vec_of({}, 1..)", any(of))),
            Field::List { of, .. } => self.generator(of).map(|of| format!("vec_of({of}, ..)")),
            Field::Optional(of) => self.generator(of).map(|of| format!("option_of({of})")),
            Field::Kind(_) | Field::Token(_) => None,
        }
    }

    fn write_kind(&self, kind: usize, out: &mut String) {
        let Kind { original, name, variants } = &self.kinds[kind];
        let original = original.replace('`', "'");
        _ = write!(out, "\n/// `{original}`\n#[derive(Arbitrary, Clone, Debug, PartialEq)]\npub enum {name} {{\n");
        for (variant, id) in variants {
            let rule = self.grammar.display_rule(*id).to_string().replace(['\n', '\r'], " ");
            _ = writeln!(out, "    /// `{}`", rule.replace('`', "'"));
            if self.grammar.rule(*id).is_internal {
                out.push_str("    #[arbitrary(skip)]\n");
            }
            let fields: Vec<String> = self
                .fields(*id)
                .iter()
                .map(|field| {
                    let with = self.generator(field).map(|with| format!("#[arbitrary(with = {with})] "));
                    with.unwrap_or_default() + &self.type_of(field, Some(kind))
                })
                .collect();
            match fields.as_slice() {
                [] => _ = writeln!(out, "    {variant},"),
                fields => _ = writeln!(out, "    {variant}({}),", fields.join(", ")),
            }
        }
        out.push_str("}\n");
    }

    fn write_token(&self, id: TokenId, name: &str, out: &mut String) {
        let token = self.grammar.token(id);
        let original = token.name.replace('`', "'");
        let (doc, with) = match pattern(&token.regex) {
            Some(pattern) => {
                let hashes = "#".repeat(1 + pattern.split('"').skip(1).map(leading_hashes).max().unwrap_or(0));
                (format!("The token `{original}`."), format!("#[arbitrary(with = r{hashes}\"{pattern}\"{hashes})] "))
            }
            None => (
                format!("The token `{original}`, whose expression has a difference: any string is drawn."),
                String::new(),
            ),
        };
        _ = write!(
            out,
            "\n/// {doc}\n#[derive(Arbitrary, Clone, Debug, PartialEq)]\npub struct {name}({with}pub String);\n"
        );
    }
}

fn leading_hashes(text: &str) -> usize {
    text.len() - text.trim_start_matches('#').len()
}

/// Names of Rust that are given away once.
#[derive(Default)]
struct Names {
    taken: HashSet<String>,
    made: HashSet<String>,
}

impl Names {
    /// A name like one of the grammar.
    fn add(&mut self, name: &str) -> String {
        let words = name.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        let mut made = words.collect::<Vec<_>>().join("_");
        let first: String = made.chars().next().into_iter().flat_map(char::to_uppercase).collect();
        made = first + &made.chars().skip(1).collect::<String>();
        if !made.starts_with(char::is_alphabetic) {
            made.insert(0, 'T');
        }
        while TAKEN.contains(&made.as_str()) || !self.taken.insert(made.clone()) {
            made.push('_');
        }
        made
    }

    /// A name, unless this one was asked for before.
    fn add_once(&mut self, name: &str) -> Option<String> {
        self.made.insert(name.to_owned()).then(|| self.add(name))
    }
}
