//! What a process is there for, and its connection to the client that asks.

use std::io::{BufReader, Write};
use std::sync::{Mutex, OnceLock, PoisonError};

use astragal_core::__private::Written;

use super::channel::{ANY, Stream, asked_for, connect};
use super::line::{Heard, hear};
use super::reply::Reply;
use super::request::Request;
use crate::thread::{Receiver, queue, spawn};

/// What this process is there for.
pub(super) enum Role {
    /// A test harness or the user has started it.
    OnItsOwn,
    /// A client has started it to ask about properties, and is connected.
    Asked(Wanted, Speaker),
    /// It was told that a client has started it, and cannot reach that.
    Lost(String),
}

/// The properties that a client asks about.
pub(super) struct Wanted(String);

impl Wanted {
    pub(super) fn is_for(&self, address: &str) -> bool {
        self.0 == ANY || self.0 == address
    }
}

/// The role of this process, which it has from the first property on that it comes to.
pub(super) fn role() -> &'static Role {
    static ROLE: OnceLock<Role> = OnceLock::new();
    ROLE.get_or_init(|| {
        let Some(wanted) = asked_for() else { return Role::OnItsOwn };
        match connect().and_then(|(stream, most_bytes)| Speaker::new(stream, most_bytes)) {
            Ok(speaker) => Role::Asked(Wanted(wanted), speaker),
            Err(error) => Role::Lost(format!(
                "this variable tells a process that it runs cases for another one, which cannot be reached ({error}): remove it"
            )),
        }
    })
}

/// Speaks to the client, and hears what it asks.
pub(super) struct Speaker {
    /// The process that was started. A copy that the property forks off says nothing.
    process: u32,
    most_bytes: u64,
    stream: Mutex<(Stream, String)>,
    orders: Mutex<Receiver<Heard>>,
}

impl Speaker {
    fn new(stream: Stream, most_bytes: u64) -> std::io::Result<Speaker> {
        let orders = Mutex::new(listen(stream.try_clone()?, most_bytes)?);
        Ok(Speaker { process: std::process::id(), most_bytes, stream: Mutex::new((stream, String::new())), orders })
    }

    fn is_copy(&self) -> bool {
        self.process != std::process::id()
    }

    pub(super) fn say(&self, reply: &Reply) {
        if self.is_copy() {
            return;
        }
        let mut line = reply.line();
        if line.len() as u64 > self.most_bytes {
            line = Reply::Oversized(line.len() as u64).line();
        }
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        let (stream, waiting) = &mut *stream;
        waiting.extend([&self.process.to_string(), "\t", &line, "\n"]);
        // Output between two choices is told with the second.
        let may_wait = matches!(reply, Reply::Wrote(entry)
            if !matches!(entry.written, Written::Choice(..) | Written::Pick(..)));
        if !may_wait {
            let _ = stream.write_all(waiting.as_bytes());
            waiting.clear();
        }
    }

    /// What the client asks next. Anything but a request is answered here.
    pub(super) fn next(&self) -> Option<Request> {
        if self.is_copy() {
            // It ran on the case of another process, whose orders these are.
            std::process::exit(0);
        }
        let orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match orders.receive()? {
                Heard::Line(line) => match Request::parse(&line) {
                    Some(request) => return Some(request),
                    None => self.say(&Reply::Misunderstood("this is not a request".into())),
                },
                Heard::Oversized => {
                    let most = self.most_bytes;
                    self.say(&Reply::Misunderstood(format!("the request has more than {most} bytes")));
                    std::process::exit(1);
                }
                Heard::End => return None,
            }
        }
    }

    /// Waits to be told whether the property is to run on what was drawn.
    pub(super) fn is_told_to_go_on(&self) -> bool {
        loop {
            match self.next() {
                Some(Request::Go) => return true,
                Some(Request::Skip) | None => return false,
                Some(_) => self.say(&Reply::Misunderstood("a case waits for `go` or `skip`".into())),
            }
        }
    }
}

/// What the client says. When that is gone, so is this process, whatever its case does.
fn listen(stream: Stream, most_bytes: u64) -> std::io::Result<Receiver<Heard>> {
    let (sender, orders) = queue(usize::MAX);
    let listen = move || {
        let mut stream = BufReader::new(stream);
        loop {
            match hear(&mut stream, most_bytes) {
                Ok(Heard::End) => std::process::exit(1),
                Ok(heard) => {
                    let is_last = matches!(heard, Heard::Oversized);
                    sender.send(heard);
                    if is_last {
                        return std::mem::forget(stream);
                    }
                }
                // The case has closed the stream under its feet: the client sees what comes of that. To close it once more
                // would end the process.
                Err(_) => return std::mem::forget(stream),
            }
        }
    };
    spawn("astragal orders", Box::new(listen))?;
    Ok(orders)
}
