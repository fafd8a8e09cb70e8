//! A parser tested from the grammar of its language.

use astragal::Check;
use astragal::grammar::{Grammar, Language, Spacing, known, negative, subset};
use astragal::prelude::*;
use astragal::report::Verdict;

use super::Stop;
use crate::library::formula;
use crate::page::{Colour, Page};

/// The stop.
pub(super) const STOP: Stop = Stop { title: "A parser and its grammar", visit };

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "A grammar is a generator of texts, and it runs backwards as a parser. So a parser written by hand is tested from the \
         grammar in its manual: it must accept every text. What it does not accept is shrunk inside the grammar.",
    );
    page.code(include_str!("grammar.rs"), "fn formulas");
    page.gap();
    let formulas = formulas()?;
    let sample = formulas.texts(Spacing::Pretty).at_size(6).sample(4);
    page.fact("a text", page.painted(Colour::Cyan, &sample));

    let check = || Check::new().seed(1);
    let report = check().run(formulas.clone(), subset(&formulas, formula::value));
    let Some(failure) = report.failures.first() else {
        return Err("the planted bug of the parser was not found".to_string());
    };
    let found = failure.message.lines().take(2).map(|line| line.trim_start_matches("the property returned an error: "));
    for line in found {
        page.fact("found", page.painted(Colour::Yellow, line));
    }
    page.fact("after", format_args!("{} texts", report.statistics.cases));

    // The known bug is set aside, so that the next one would be found; and texts that are nearly formulas must be refused.
    let accepts = known(subset(&formulas, formula::value), |fault| fault.uses("Minus"));
    let again = check().run(formulas.clone(), accepts);
    let refuses = check().run(formulas.near_misses(), negative(formula::value));
    for (name, report) in [("but for that", again), ("near misses", refuses)] {
        if report.verdict != Verdict::Passed {
            return Err(format!("{name}: {report}"));
        }
        page.fact(name, page.painted(Colour::Green, format!("{} texts, as the grammar says", report.statistics.cases)));
    }

    let text = "1 - (2 + 3)";
    let forest = formulas.parse(text).map_err(|error| error.to_string())?;
    page.fact("backwards", format_args!("{text:?} is {}", forest.first().abstract_syntax()));
    Ok(())
}

/// The language of formulas, by the grammar in the manual of the library.
fn formulas() -> Result<Language, String> {
    let grammar = r#"
        Add.    Exp  ::= Exp "+" Exp1 ;
        Sub.    Exp  ::= Exp "-" Exp1 ;
        Minus.  Exp1 ::= "-" Exp1 ;
        Number. Exp1 ::= Integer ;
        coercions Exp 1 ;
    "#;
    let loaded = Grammar::from_lbnf("formulas", grammar).map_err(|e| e.to_string())?;
    Language::new(loaded.grammar).map_err(|e| e.to_string())
}
