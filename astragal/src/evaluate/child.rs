//! The child's side of isolation: runs the cases that a runner in another process asks for.

use std::io::{BufRead, Write};
use std::rc::Rc;
use std::sync::OnceLock;

use super::wire::{CHILD, MARK, Reply, Request};
use super::{Evaluation, Evaluator, Input, Local, Swept};
use crate::property::Body;

/// Whether this process runs cases for a runner in another one.
pub(super) fn is_child() -> bool {
    static IS_CHILD: OnceLock<bool> = OnceLock::new();
    *IS_CHILD.get_or_init(|| std::env::var_os(CHILD).is_some())
}

/// Runs cases for a runner, if this process was started to do that for this property. Whether it was.
pub(crate) fn serve(property: &str, body: &dyn Body) -> bool {
    if std::env::var(CHILD).as_deref() != Ok(property) {
        return false;
    }
    let mark = std::env::var(MARK).unwrap_or_default();
    let say = Rc::new(move |reply: &Reply| {
        // One write for each line, past whatever captures the output of tests.
        let line = format!("\n{mark}\t{}\n", reply.line());
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
    });
    let mut local = Local::new(body);
    local.forward();
    // It is here, and ready.
    say(&Reply::EndOfCase);
    while let Some(request) = next() {
        match request {
            Request::Sweep(stream, from, to) => {
                let mut all = Swept::default();
                for number in from..to {
                    say(&Reply::At(number));
                    let mut swept = local.sweep(stream, number..number + 1);
                    tell_said(&*say, swept.said.take());
                    all.absorb(swept);
                    if all.failed.is_some() || all.problem.is_some() {
                        break;
                    }
                }
                if let Some(problem) = all.problem {
                    say(&Reply::Problem(problem));
                }
                say(&Reply::Swept { ran: all.ran, refused: all.refused, overruns: all.overruns, failed: all.failed });
            }
            Request::Random(stream, number, show) => run(&mut local, &*say, Input::Random { stream, number }, show),
            Request::Choices(choices, show) => run(&mut local, &*say, Input::Choices(&choices), show),
            Request::Example(index, show) => run(&mut local, &*say, Input::Example(index), show),
            Request::Go | Request::Skip => {}
        }
    }
    true
}

fn next() -> Option<Request> {
    let mut line = String::new();
    match std::io::stdin().lock().read_line(&mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) => Request::parse(&line),
    }
}

fn run(local: &mut Local<'_>, say: &dyn Fn(&Reply), input: Input<'_>, show: bool) {
    let evaluation = local.evaluate_telling(
        input,
        &mut |choices| {
            say(&Reply::Drew(choices.clone()));
            matches!(next(), Some(Request::Go))
        },
        show,
        &mut |drawn| say(&Reply::Value(drawn.clone())),
    );
    let Evaluation { ended, choices, problem, notes, said, .. } = evaluation;
    say(&Reply::Drew(choices));
    notes.into_iter().for_each(|note| say(&Reply::Note(note)));
    tell_said(say, said);
    if let Some(problem) = problem {
        say(&Reply::Problem(problem));
    }
    say(&Reply::Ended(ended));
}

fn tell_said(say: &dyn Fn(&Reply), said: Option<Box<crate::property::context::Said>>) {
    let Some(said) = said else { return };
    if !said.forwarded.is_empty() {
        said.forwarded.into_iter().for_each(|word| say(&Reply::Word(word)));
        say(&Reply::EndOfCase);
    }
    said.rejections.into_iter().for_each(|rejection| say(&Reply::Refused(rejection)));
}
