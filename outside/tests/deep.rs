//! A value 100,000 levels deep on an ordinary test thread.

use astragal::Source;
use astragal::prelude::*;
use astragal::source::deep;

#[derive(Debug, PartialEq, Arbitrary)]
enum Expression {
    Negate(Box<Expression>),
    Apply(Box<Argument>),
    Number(i32),
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Argument {
    name: u8,
    value: Option<Box<Expression>>,
}

/// What is inside, taken out.
fn inner(expression: &mut Expression) -> Option<Box<Expression>> {
    match expression {
        Expression::Negate(inner) => Some(std::mem::replace(inner, Box::new(Expression::Number(0)))),
        Expression::Apply(argument) => argument.value.take(),
        Expression::Number(_) => None,
    }
}

impl Drop for Expression {
    fn drop(&mut self) {
        let mut next = inner(self);
        while let Some(mut expression) = next {
            next = inner(&mut expression);
        }
    }
}

fn depth(mut expression: &Expression) -> usize {
    let mut depth = 1;
    loop {
        expression = match expression {
            Expression::Negate(inner) => inner,
            Expression::Apply(argument) => match &argument.value {
                Some(inner) => inner,
                None => return depth,
            },
            Expression::Number(_) => return depth,
        };
        depth += 1;
    }
}

#[test]
fn drawn_recorded_replayed_and_reflected() {
    deep(|| {
        let expressions = any::<Expression>();
        let (seed, drawn) = (0..)
            .map(|seed| {
                let mut src = Source::random(seed);
                src.set_size(300_000);
                (seed, src.try_draw(&expressions).unwrap())
            })
            .find(|(_, drawn)| depth(drawn) >= 100_000)
            .unwrap();
        let mut src = Source::random(seed).recording();
        src.set_size(300_000);
        let recorded = src.try_draw(&expressions).unwrap();
        let choices = src.recorded();
        assert_eq!(depth(&recorded), depth(&drawn));

        let replayed = expressions.replay(&choices).unwrap();
        assert_eq!(depth(&replayed), depth(&drawn));

        let reflected = expressions.choices_of(&drawn).unwrap();
        assert_eq!(reflected, choices);

        let text = choices.to_string();
        assert_eq!(text.parse::<astragal::Choices>().unwrap(), choices);
        let token = astragal::Choices::from_token(&choices.token()).unwrap();
        assert_eq!(depth(&expressions.replay(&token).unwrap()), depth(&drawn));
    });
}

#[test]
fn without_the_large_stack_it_is_a_usage_error_and_no_crash() {
    let expressions = any::<Expression>();
    let too_deep = (0..50).find_map(|seed| {
        let mut src = Source::random(seed);
        src.set_size(300_000);
        src.try_draw(&expressions).is_err().then(|| src.reason().unwrap().to_string())
    });
    assert!(too_deep.unwrap().contains("astragal::source::deep"));

    let mut chain = Expression::Number(1);
    for _ in 0..200_000 {
        chain = Expression::Negate(Box::new(chain));
    }
    let mismatch = expressions.choices_of(&chain).unwrap_err().to_string();
    assert!(mismatch.contains("astragal::source::deep"), "{mismatch}");
}
