//! The child's side of isolation: runs the cases that a runner in another process asks for.

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::local::own_problem;
use super::wire::{CHILD, MARK, PARENT, Reply, Request};
use super::{Evaluation, Evaluator, Fault, Input, Local, Swept};
use crate::property::{Body, Told, panics};

/// Whether this process is at the property that it was started for. What is checked in there is a part of it.
static IS_SERVING: AtomicBool = AtomicBool::new(false);

/// The address of the property for which a runner in another process has started this one, if one has.
fn wanted() -> Option<&'static str> {
    static WANTED: OnceLock<Option<String>> = OnceLock::new();
    let wanted = WANTED.get_or_init(|| {
        // What a property starts in a child has its environment, and is nobody's child for all that.
        #[cfg(unix)]
        if std::env::var(PARENT).ok()? != std::os::unix::process::parent_id().to_string() {
            return None;
        }
        std::env::var(CHILD).ok()
    });
    wanted.as_deref().filter(|_| !IS_SERVING.load(Ordering::SeqCst))
}

/// Whether this process is on its way to a property for a runner in another one.
pub(crate) fn is_child() -> bool {
    wanted().is_some()
}

/// If this process was started to run cases for a runner, does that for this property, or leaves it out if it was started
/// for another one. Whether it was.
pub(crate) fn serve(address: &str, body: &dyn Body) -> bool {
    match wanted() {
        None => return false,
        Some(wanted) if wanted != address => return true,
        Some(_) => IS_SERVING.store(true, Ordering::SeqCst),
    }
    let mark = std::env::var(MARK).unwrap_or_default();
    let say = Arc::new(move |reply: &Reply| {
        // One write for each line, past whatever captures the output of tests.
        let line = format!("\n{mark}\t{}\n", reply.line());
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
    });
    let speaker = say.clone();
    panics::before_death(Box::new(move |thrown| match own_problem(&thrown) {
        Some(problem) => speaker(&Reply::Problem(problem)),
        None => speaker(&Reply::Dying(Box::new(Fault::thrown(thrown)))),
    }));
    let mut local = Local::new(body);
    let speaker = say.clone();
    local.forward(Box::new(move |note| speaker(&Reply::Note(note))));
    // It is here, and ready.
    say(&Reply::EndOfCase);
    while let Some(request) = next() {
        match request {
            Request::Sweep(stream, from, to) => {
                let mut all = Swept::default();
                for number in from..to {
                    say(&Reply::At(number));
                    let mut swept = local.sweep(stream, number..number + 1, None);
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
    // What comes after it is nothing to the runner.
    IS_SERVING.store(false, Ordering::SeqCst);
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
        Some(&mut |told| match told {
            Told::Choices(choices) => say(&Reply::Draws(choices.clone())),
            Told::Value(drawn) => say(&Reply::Value(drawn.clone())),
        }),
    );
    let Evaluation { ended, choices, problem, said, .. } = evaluation;
    say(&Reply::Draws(choices));
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
    said.strays.into_iter().for_each(|stray| say(&Reply::Strayed(stray)));
}
