//! Texts backwards, by a parser as simple as can be; and gaps, which are choices.

use astragal::laws::Laws;
use astragal::prelude::*;
use astragal::{Choices, Source};

use super::draw::{self, Sink};
use super::spacing::{Before, Printer};
use super::*;
use crate::tree::Leaf;

#[path = "../../tests/subjects/mod.rs"]
#[allow(dead_code)]
mod subjects;
use subjects::{ARITHMETIC, JSON, SEXPS, language};

const ALL: [Spacing; 3] = [Spacing::Minimal, Spacing::Pretty, Spacing::Random];

fn subjects() -> [Language; 3] {
    [("arithmetic", ARITHMETIC), ("json", JSON), ("sexps", SEXPS)].map(|(name, rules)| language(name, rules))
}

/// Writes the tree of a text whose gaps are choices.
struct UngappedSink<'a>(TreeSink<'a>);

impl Sink for UngappedSink<'_> {
    const IS_GAPPED: bool = true;

    fn open(&mut self, rule: RuleId) {
        self.0.open(rule);
    }

    fn close(&mut self) {
        self.0.close();
    }

    fn terminal(&mut self, _: TerminalId, src: &mut Source) -> Result<(), Reject> {
        self.gap(src)
    }

    fn token(&mut self, id: TokenId, src: &mut Source) -> Result<(), Reject> {
        self.gap(src)?;
        self.0.token(id, src)
    }

    fn gap(&mut self, src: &mut Source) -> Result<(), Reject> {
        let language = self.0.language;
        let mut lost = Printer::new(&language.lexer, &Before::default(), Spacing::Random);
        language.gaps.draw(&language.lexer, src, &mut lost)
    }
}

/// The tree of a text whose gaps are choices.
fn tree_of(language: &Language, choices: &Choices) -> Tree {
    let language = &language.compiled;
    let mut src = Source::replay(choices.clone());
    let mut sink = UngappedSink(TreeSink { language, writer: TreeWriter::default() });
    src.open("text");
    draw::draw(language, 0, &mut src, &mut sink).unwrap();
    sink.0.writer.finish(Arc::clone(&language.grammar))
}

#[test]
fn what_is_read_is_what_was_drawn_whatever_is_in_the_gaps() {
    for language in subjects() {
        let (texts, lexer) = (language.texts(Spacing::Random), &language.compiled.lexer);
        let mut with_space = 0;
        for seed in 0..400 {
            let (text, choices) = texts.record(seed).unwrap();
            let tree = tree_of(&language, &choices);
            let mut read = Vec::new();
            lexer.scan(&text).unwrap().iter().for_each(|lexeme| read.push(&text[lexeme.start..lexeme.end]));
            assert_eq!(read, tree.leaves().map(Leaf::text).collect::<Vec<_>>(), "{text:?}");
            with_space += usize::from(text != tree.to_text(Spacing::Minimal));
        }
        assert!(with_space > 100, "{with_space}");
    }
}

#[test]
fn texts_reflect() {
    for language in subjects() {
        for spacing in ALL {
            let texts = language.texts(spacing).at_size(10);
            Laws::of(&texts).cases(3).backwards().unwrap();
            for seed in 0..40 {
                let (text, choices) = texts.record(seed).unwrap();
                if text.len() < 120 {
                    // A text of a grammar that is not ambiguous is drawn in one way, but for where a space comes from.
                    let found = texts.choices_of(&text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
                    assert!(spacing == Spacing::Random || found == choices, "{text:?}\n{choices}\n{found}");
                }
            }
        }
    }
}

#[test]
fn a_text_that_was_written_by_hand_is_one_of_those_with_gaps() {
    let arithmetic = language("arithmetic", ARITHMETIC);
    let texts = arithmetic.texts(Spacing::Random);
    let written = "1 +\t// one\r\n  (two /* three */ *3)\n- four5/ 6 // the end";
    let choices = texts.choices_of(&written.to_string()).unwrap();
    assert_eq!(texts.replay(&choices).unwrap(), written);
    assert_eq!(texts.shrink(&written.to_string(), |text| text.contains('(')).unwrap().value, "(0)");
    let minimal = texts.shrink(&written.to_string(), |text| text.contains('*') && text.contains('/')).unwrap().value;
    assert!(minimal.len() <= 7, "{minimal:?}");
    let near = texts.near(&written.to_string()).unwrap();
    assert!((0..50).any(|seed| near.sample(seed).contains("// one")));

    // Without gaps it is another text.
    let minimal = arithmetic.texts(Spacing::Minimal);
    let error = minimal.can_make(&"1 + 2".to_string()).unwrap_err().to_string();
    assert_eq!(error, r#"the text is spaced otherwise: "+2" in place of " + 2""#);
    assert!(minimal.can_make(&"1+2".to_string()).is_ok());
    let error = minimal.can_make(&"1+".to_string()).unwrap_err().to_string();
    assert!(error.starts_with("the text is not one of the language: "), "{error}");
    let inside = arithmetic.within("f(", ")").texts(Spacing::Minimal);
    assert!(inside.can_make(&"f(1+2)".to_string()).is_ok());
    let error = inside.can_make(&"1+2".to_string()).unwrap_err().to_string();
    assert_eq!(error, r#"the text does not begin with "f(" and end with ")""#);
}

#[test]
fn all_trees_of_an_ambiguous_text_are_found() {
    let sums = language("sums", "Add. Exp ::= Exp \"+\" Exp\n Num. Exp ::= Integer");
    let texts = sums.texts(Spacing::Minimal);
    let traces = texts.traces(&"1+2+3+4".to_string()).unwrap();
    let trees: Vec<String> = traces.map(|trace| format!("{:?}", sums.replay(&trace).unwrap())).collect();
    assert_eq!(trees.len(), 5);
    // What is learned from a text is learned from its first tree.
    let like = texts.like([&"1+2".to_string()]).unwrap();
    assert!((0..20).all(|seed| like.try_sample(seed).is_ok()));

    let words = language("words", "Word. Text ::= Name\n More. Text ::= Text Name\n characters");
    let texts = words.texts(Spacing::Minimal);
    assert_eq!(texts.traces(&"abc".to_string()).unwrap().count(), 4);
    assert_eq!(texts.shrink(&"abc".to_string(), |text| text.len() > 1).unwrap().value, "aa");
}
