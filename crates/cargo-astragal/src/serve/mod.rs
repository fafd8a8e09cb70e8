//! `serve`: the page, live, on this machine only.
//!
//! It listens on the loopback device. Every address has a secret token in it; the name of the host is checked, so that no other site can reach
//! it through a name of its own. It writes nothing but the weights file that the user accepts.

mod ask;
mod hold;
mod http;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use astragal_report::model::Live;
use astragal_report::{Log, Model, html};
use serde_json::Value;

use crate::cargo::Project;
use crate::cli::Serve;
use crate::exit::{Ended, Stop};
use crate::page;
use crate::terminal::{Terminal, put};
use ask::Asker;
use http::{Request, Response, SAFE};

/// How often the log is looked at.
const PACE: Duration = Duration::from_millis(300);
/// How often a page is told that the server is there.
const PULSE: Duration = Duration::from_secs(15);
/// How many bytes of a request that was refused are read.
const MOST_LEFT: u64 = 1 << 20;
/// The most connections at the same time.
const MOST: usize = 64;

/// What is served.
struct Server {
    /// The beginning of every path: a slash and the token.
    base: String,
    /// The hosts by which it may be called.
    hosts: [String; 2],
    logs: Vec<PathBuf>,
    /// The folder of the workspace, if there is one.
    root: Option<PathBuf>,
    /// How often the log has changed.
    version: AtomicU64,
    /// The model, and at which version it was read.
    model: Mutex<Option<(u64, Model)>>,
    connections: AtomicUsize,
    asker: Mutex<Asker>,
}

/// Serves until it is stopped.
pub(crate) fn run(arguments: &Serve, terminal: Terminal) -> Ended {
    let (logs, _) = page::logs(&arguments.logs, &arguments.selection)?;
    // A log that cannot be read at all is said here, not in the browser.
    page::model(&logs, terminal)?;
    let project = Project::find(&arguments.selection).ok();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, arguments.port)).map_err(|error| {
        let hint = match error.kind() {
            std::io::ErrorKind::AddrInUse => {
                "another program uses it: choose another with --port, or any free one without it"
            }
            _ => "choose another with --port",
        };
        Stop::system(format!("port {} cannot be used: {error}", arguments.port)).hint(hint)
    })?;
    let port = listener.local_addr().map_err(|error| Stop::system(error.to_string()))?.port();
    let server = Arc::new(Server {
        base: format!("/{}", token()),
        hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
        logs: logs.iter().map(|log| std::path::absolute(log).unwrap_or_else(|_| log.clone())).collect(),
        version: AtomicU64::new(1),
        model: Mutex::new(None),
        connections: AtomicUsize::new(0),
        root: project.as_ref().map(|project| project.root.clone()),
        asker: Mutex::new(Asker::new(project, arguments.selection.clone())),
    });
    let address = format!("http://{}{}/", server.hosts[0], server.base);
    put(&format!("serving {address}\nCtrl-C quits\n"));
    if arguments.open {
        page::open(&address)?;
    }
    let watching = server.clone();
    // What changes from here on is told, however late the thread starts.
    let before = stamps(&watching.logs);
    std::thread::spawn(move || watching.watch(before));
    for stream in listener.incoming().flatten() {
        let server = server.clone();
        std::thread::spawn(move || server.answer(stream));
    }
    Err(Stop::system("no more connections can be taken"))
}

/// A secret of 128 bits. The keys of the hasher are from the system's source of chance.
fn token() -> String {
    let part = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", part(), part())
}

impl Server {
    /// Looks whether the log has changed.
    fn watch(&self, mut before: Vec<Stamp>) {
        loop {
            std::thread::sleep(PACE);
            let now = stamps(&self.logs);
            if now != before {
                self.version.fetch_add(1, Ordering::SeqCst);
                before = now;
            }
        }
    }

    fn answer(&self, stream: TcpStream) {
        let is_free = self.connections.fetch_add(1, Ordering::SeqCst) < MOST;
        let response = match is_free {
            true => Request::read(&stream).and_then(|request| self.check(&request).map(|path| (path, request))),
            false => Err(Response::error(503, "too many connections")),
        };
        let response = match response {
            Ok((path, request)) => match (self.version_known(&path), &*request.method) {
                (Some(known), "GET") => {
                    let _ = self.events(&stream, known);
                    None
                }
                _ => Some(self.respond(&path, &request)),
            },
            // A browser opens connections in advance. What is answered there would be taken for the answer to its next request.
            Err(refusal) if refusal.status == http::SILENT => None,
            Err(refusal) => Some(refusal),
        };
        // A client that is gone is not told.
        if let Some(response) = response {
            let _ = response.send(&stream);
            drain(&stream);
        }
        self.connections.fetch_sub(1, Ordering::SeqCst);
    }

    /// Whether this may be asked, and for which path below the token.
    fn check(&self, request: &Request) -> Result<String, Response> {
        let host = request.header("host").unwrap_or_default();
        if !self.hosts.iter().any(|known| known == host) {
            return Err(Response::error(403, "this server has another name"));
        }
        let is_own = |origin: &str| origin.strip_prefix("http://").is_some_and(|origin| origin == host);
        let is_other_site =
            request.header("sec-fetch-site").is_some_and(|site| !matches!(site, "same-origin" | "none"));
        if request.header("origin").is_some_and(|origin| !is_own(origin)) || is_other_site && request.method != "GET" {
            return Err(Response::error(403, "another site asks"));
        }
        let (given, rest) = request.path.split_at_checked(self.base.len()).unwrap_or(("", ""));
        if !is_same(given, &self.base) {
            return Err(Response::error(404, "there is nothing here; the address has a secret part"));
        }
        if request.method == "POST" {
            let kind = request.header("content-type").and_then(|kind| kind.split(';').next()).unwrap_or_default();
            if !kind.trim().eq_ignore_ascii_case("application/json") || request.header("origin").is_none() {
                return Err(Response::error(403, "a question is JSON, and comes from the page"));
            }
        }
        Ok(rest.to_string())
    }

    fn respond(&self, path: &str, request: &Request) -> Response {
        let is_get = request.method == "GET";
        match (path, &*request.method) {
            ("", "GET") => Response::redirect(format!("{}/", self.base)),
            ("/", "GET") => self.with_model(|model| Response::html(html(model))),
            ("/model.json", "GET") => self.with_model(|model| Response::json(200, model.to_json())),
            ("/sample" | "/shrink" | "/tune" | "/accept", "POST") => {
                match serde_json::from_slice::<Value>(&request.body) {
                    Ok(question) => {
                        // One after the other: each may take all of the machine.
                        let mut asker = self.asker.lock().unwrap_or_else(PoisonError::into_inner);
                        match asker.answer(path, &question) {
                            Ok(answer) => Response::json(200, answer.to_string()),
                            Err((status, words)) => Response::error(status, &words),
                        }
                    }
                    Err(error) => Response::error(400, &format!("the question is not JSON: {error}")),
                }
            }
            ("/sample" | "/shrink" | "/tune" | "/accept", _) => Response::error(405, "ask with POST"),
            ("/" | "" | "/model.json", _) if !is_get => Response::error(405, "ask with GET"),
            _ if path.starts_with("/events") && !is_get => Response::error(405, "ask with GET"),
            _ => Response::error(404, "there is nothing here"),
        }
    }

    /// The model as it is now. It is read again only if the log has changed.
    fn with_model(&self, answer: impl FnOnce(&Model) -> Response) -> Response {
        let mut cached = self.model.lock().unwrap_or_else(PoisonError::into_inner);
        let version = self.version.load(Ordering::SeqCst);
        if cached.as_ref().is_none_or(|(of, _)| *of != version) {
            match Log::read(&self.logs) {
                Ok(log) => {
                    let live = Some(Live { base: self.base.clone(), version });
                    let model = Model { live, ..Model::of(&log) };
                    *cached = Some((version, page::with_sources(model, || self.root.clone())));
                }
                Err(error) => return Response::error(503, &error.to_string()),
            }
        }
        match &*cached {
            Some((_, model)) => answer(model),
            None => Response::error(503, "there is no log"),
        }
    }

    /// The version of the log that a page knows which asks for changes; unless it says so, that of now.
    fn version_known(&self, path: &str) -> Option<u64> {
        match path.strip_prefix("/events")? {
            "" => Some(self.version.load(Ordering::SeqCst)),
            known => known.strip_prefix('/')?.parse().ok(),
        }
    }

    /// Tells of each change since the version that a page knows, until it is gone.
    fn events(&self, mut stream: &TcpStream, known: u64) -> std::io::Result<()> {
        let head =
            format!("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n{SAFE}Connection: close\r\n\r\n: hello\n\n");
        let mut told = known;
        stream.write_all(head.as_bytes())?;
        let mut last = Instant::now();
        loop {
            let now = self.version.load(Ordering::SeqCst);
            if now != told {
                stream.write_all(format!("event: changed\ndata: {now}\n\n").as_bytes())?;
                (told, last) = (now, Instant::now());
            } else if last.elapsed() > PULSE {
                stream.write_all(b": here\n\n")?;
                last = Instant::now();
            }
            std::thread::sleep(PACE);
        }
    }
}

/// Reads what is left of a request that was refused: closing before it is read would take the answer from the client.
fn drain(stream: &TcpStream) {
    let _ = stream.shutdown(Shutdown::Write);
    let _ = stream.set_read_timeout(Some(Duration::from_secs(1)));
    let _ = std::io::copy(&mut stream.take(MOST_LEFT), &mut std::io::sink());
}

/// Compares all bytes, so that the time tells nothing about the first that differs.
fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

/// A file, its size and when it was changed.
type Stamp = (PathBuf, u64, Option<SystemTime>);

/// The sizes and times of all files of the logs.
fn stamps(logs: &[PathBuf]) -> Vec<Stamp> {
    let of_file = |path: &Path| {
        let metadata = std::fs::metadata(path).ok()?;
        Some((path.to_owned(), metadata.len(), metadata.modified().ok()))
    };
    let mut stamps = Vec::new();
    for log in logs {
        let files = std::fs::read_dir(log).into_iter().flatten().flatten().map(|entry| entry.path());
        stamps.extend(files.chain(log.is_file().then(|| log.clone())).filter_map(|path| of_file(&path)));
    }
    stamps.sort();
    stamps
}
