//! The child's side of isolation: runs the cases that a runner in another process asks for.

use std::io::{BufRead, BufReader, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, OnceLock, PoisonError};

use astragal_core::__private::{Journal, Written};

use super::channel::{Stream, connect};
use super::local::own_problem;
#[cfg(unix)]
use super::wire::PARENT;
use super::wire::{CHILD, Reply, Request};
use super::{Evaluation, Evaluator, Fault, Input, Local, Swept};
use crate::property::elsewhere::Checked;
use crate::property::{Body, Told, panics};

/// Whether this process is at the property that it was started for. What is checked in there is a part of it.
static IS_SERVING: AtomicBool = AtomicBool::new(false);

/// What this process is there for.
enum Role {
    /// A test harness or the user has started it.
    OnItsOwn,
    /// A runner in another process has started it for the property of this address, and is connected.
    Child(String, Speaker),
    /// It was told that a runner has started it, and cannot reach that.
    Lost(String),
}

fn role() -> &'static Role {
    static ROLE: OnceLock<Role> = OnceLock::new();
    ROLE.get_or_init(|| {
        let Some(address) = std::env::var_os(CHILD) else { return Role::OnItsOwn };
        // What a property starts in a child has its environment, and is on its own for all that.
        #[cfg(unix)]
        if std::env::var(PARENT).is_ok_and(|parent| parent != std::os::unix::process::parent_id().to_string()) {
            return Role::OnItsOwn;
        }
        match connect() {
            Ok(stream) => Role::Child(address.to_string_lossy().into_owned(), Speaker::new(stream)),
            Err(error) => Role::Lost(format!(
                "this variable tells a process that it runs cases for another one, which cannot be reached ({error}): remove it"
            )),
        }
    })
}

/// Whether this process is on its way to a property for a runner in another one.
pub(crate) fn is_child() -> bool {
    matches!(role(), Role::Child(..)) && !IS_SERVING.load(Ordering::SeqCst)
}

/// Why this process does not know what it is there for, if so: then it can check nothing.
pub(crate) fn is_lost() -> Option<&'static str> {
    match role() {
        Role::Lost(why) => Some(why),
        _ => None,
    }
}

/// Speaks to the runner.
struct Speaker {
    /// The process that was started. A copy that the property forks off says nothing.
    process: u32,
    stream: Mutex<(Stream, String)>,
}

impl Speaker {
    fn new(stream: Stream) -> Speaker {
        Speaker { process: std::process::id(), stream: Mutex::new((stream, String::new())) }
    }

    fn is_copy(&self) -> bool {
        self.process != std::process::id()
    }

    fn say(&self, reply: &Reply) {
        if self.is_copy() {
            return;
        }
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        let (stream, waiting) = &mut *stream;
        waiting.extend([&self.process.to_string(), "\t", &reply.line(), "\n"]);
        // What is written between two choices is told with the second.
        let may_wait = matches!(reply, Reply::Wrote(entry)
            if !matches!(entry.written, Written::Choice(..) | Written::Pick(..)));
        if !may_wait {
            let _ = stream.write_all(waiting.as_bytes());
            waiting.clear();
        }
    }

    /// What the runner says. When that is gone, so is this process, whatever its case does.
    fn orders(&self) -> Option<Receiver<String>> {
        let stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner).0.try_clone().ok()?;
        let (sender, orders) = channel();
        let listener = std::thread::Builder::new().name("astragal orders".into()).spawn(move || {
            let mut stream = BufReader::new(stream);
            loop {
                let mut line = String::new();
                match stream.read_line(&mut line) {
                    Ok(0) => std::process::exit(1),
                    Ok(_) => drop(sender.send(line)),
                    // The case has closed the stream under its feet: the runner sees what comes of that. To close it once more
                    // would end the process.
                    Err(_) => return std::mem::forget(stream),
                }
            }
        });
        listener.ok().map(|_| orders)
    }

    fn next(&self, orders: &Receiver<String>) -> Option<Request> {
        if self.is_copy() {
            // What it ran on was the case of another process, whose orders these are.
            std::process::exit(0);
        }
        orders.recv().ok().and_then(|line| Request::parse(&line))
    }
}

/// If this process was started to run cases for a runner, does that for this property, or leaves it out if it was started
/// for another one. Whether it was.
pub(crate) fn serve(address: &str, body: &dyn Body) -> bool {
    let Role::Child(wanted, speaker) = role() else { return false };
    if IS_SERVING.load(Ordering::SeqCst) {
        return false;
    }
    if wanted != address {
        return true;
    }
    IS_SERVING.store(true, Ordering::SeqCst);
    let Some(orders) = speaker.orders() else { return true };
    panics::before_death(Box::new(move |thrown| match own_problem(&thrown) {
        Some(problem) => speaker.say(&Reply::Problem(problem)),
        None => speaker.say(&Reply::Dying(Box::new(Fault::thrown(thrown)))),
    }));
    let _checked = Checked::begin();
    let mut local = Local::new(body);
    local.forward(Box::new(move |note| speaker.say(&Reply::Note(note))));
    // It is here, and ready.
    speaker.say(&Reply::EndOfCase);
    while let Some(request) = speaker.next(&orders) {
        match request {
            Request::Sweep(stream, from, to) => {
                let mut all = Swept::default();
                for number in from..to {
                    speaker.say(&Reply::At(number));
                    let mut swept = local.sweep(stream, number..number + 1, None);
                    tell_said(speaker, swept.said.take());
                    all.absorb(swept);
                    if all.failed.is_some() || all.problem.is_some() {
                        break;
                    }
                }
                if let Some(problem) = all.problem {
                    speaker.say(&Reply::Problem(problem));
                }
                let Swept { ran, refused, overruns, failed, .. } = all;
                speaker.say(&Reply::Swept { ran, refused, overruns, failed });
            }
            Request::Random(stream, number, show) => {
                run(&mut local, speaker, &orders, Input::Random { stream, number }, show);
            }
            Request::Choices(choices, show) => {
                run(&mut local, speaker, &orders, Input::Choices(&choices), show);
            }
            Request::Example(index, show) => run(&mut local, speaker, &orders, Input::Example(index), show),
            Request::Go | Request::Skip => {}
        }
    }
    // What comes after it is nothing to the runner.
    IS_SERVING.store(false, Ordering::SeqCst);
    true
}

fn run(local: &mut Local<'_>, speaker: &'static Speaker, orders: &Receiver<String>, input: Input<'_>, show: bool) {
    let evaluation = local.evaluate_telling(
        input,
        &mut |choices| {
            speaker.say(&Reply::Drew(choices.clone()));
            matches!(speaker.next(orders), Some(Request::Go))
        },
        show,
        Some(&mut |told| match told {
            Told::Choices(choices) => speaker.say(&Reply::Draws(choices.clone())),
            Told::Value(drawn) => speaker.say(&Reply::Value(drawn.clone())),
        }),
        Some(&Journal::new(|entry| speaker.say(&Reply::Wrote(entry)))),
    );
    let Evaluation { ended, choices, problem, said, .. } = evaluation;
    speaker.say(&Reply::Draws(choices));
    tell_said(speaker, said);
    if let Some(problem) = problem {
        speaker.say(&Reply::Problem(problem));
    }
    speaker.say(&Reply::Ended(ended));
}

fn tell_said(speaker: &Speaker, said: Option<Box<crate::property::context::Said>>) {
    let Some(said) = said else { return };
    if !said.forwarded.is_empty() {
        said.forwarded.into_iter().for_each(|word| speaker.say(&Reply::Word(word)));
        speaker.say(&Reply::EndOfCase);
    }
    said.rejections.into_iter().for_each(|rejection| speaker.say(&Reply::Refused(rejection)));
    said.strays.into_iter().for_each(|stray| speaker.say(&Reply::Strayed(stray)));
}
