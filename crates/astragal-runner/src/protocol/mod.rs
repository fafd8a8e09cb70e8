//! The one way to ask a test binary about its properties: to describe them, to run, draw and shrink their cases.
//!
//! A client starts the test binary. At each property that it comes to, the process stops and answers until it is told to go on; it
//! checks none of them. The runner asks in this way for the cases of an `isolated` property, and tools ask for everything.
//!
//! ```
//! use astragal::Choices;
//! use astragal::prelude::*;
//! use astragal::protocol::Binary;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // In place of a test binary, this program itself, in which there is one property.
//! if std::env::var_os("ASTRAGAL_CHILD").is_some() {
//!     check(|t| assert!(t.draw(0..100u8) < 50));
//!     return Ok(());
//! }
//! // It takes no arguments, as a test harness would.
//! let mut asking = Binary::new(std::env::current_exe()?).args([""; 0]).start()?;
//! let mut property = asking.next_property()?.expect("there is one");
//! let file = property.describe()?.file;
//! println!("{} in {file}", property.name());
//!
//! let failed = property.run(&Choices::from_numbers([70]))?;
//! assert_eq!(failed.sample.drawn[0].text, "70");
//! let smallest = property.shrink(&failed.sample.choices)?;
//! assert_eq!(smallest.ran.sample.drawn[0].text, "50");
//!
//! assert!(asking.next_property()?.is_none());
//! # Ok(())
//! # }
//! ```
//!
//! A test that is not a property is run when the process comes to it, as the test harness of Rust has no way to tell them apart. So
//! name the tests that are wanted ([`Binary::test`]) where others are slow.
//!
//! # On the wire
//!
//! For clients in other languages. All text is UTF-8, in lines that end with a newline.
//!
//! **Start.** The client listens on a socket: on Unix one with a path, elsewhere a port of the local machine. It starts the test
//! binary as its own child process, with these variables:
//!
//! | variable | value |
//! | --- | --- |
//! | `ASTRAGAL_CHILD` | `*` for every property, or the name of one, as `here` says it: all others are passed by |
//! | `ASTRAGAL_CHILD_PARENT` | the id of the client's process |
//! | `ASTRAGAL_CHILD_CHANNEL` | the path of the socket, or the number of the port |
//! | `ASTRAGAL_CHILD_SECRET` | a secret without spaces, of at most 200 bytes |
//!
//! The test harness should run one test at a time (`--test-threads=1`). The standard streams are the property's.
//!
//! **Handshake.** When the process comes to the first property it connects and says one line, `astragal 3 SECRET ID`: the version,
//! the secret, and the id of the process. The client closes the connection if the secret or the id is not the right one. It
//! answers `welcome BYTES`, the most bytes that a message may have in both directions; or `version N`, its own version, if that is
//! another one: then the property fails, saying so. Both wait for at most ten seconds. A process that cannot reach its client
//! checks nothing: each of its properties fails with a usage error.
//!
//! **Messages.** A message is a line of words with tabs between them. Within a word `\n`, `\r`, `\t` and `\\` mean a newline,
//! a carriage return, a tab and a backslash. The process begins each line with its id and a tab; lines that begin otherwise are
//! from copies of it and are ignored. Choices are in the text form of [`Choices`](astragal_core::Choices), flags are `true` or `false`, `-`
//! is a number that is missing. The client speaks only when the process waits: after `here`, after the last line of an
//! answer, and after `drew`.
//!
//! | request | answer |
//! | --- | --- |
//! | `describe` | `property` |
//! | `observe VALUES` | no answer. From now on notes and what rejected cases say are told, and the values of each case if they are wanted |
//! | `choices CHOICES SHOW` | the lines of one case; with its values and notes if it is to be shown |
//! | `example INDEX SHOW` | the same, for an explicit example, counted from 0 |
//! | `random SEED MAXSIZE NUMBER SHOW` | the same, for the random case of a number in the run of a seed |
//! | `sample SEED COUNT SIZE` | the lines of as many cases, which are drawn and not run |
//! | `shrink CHOICES` | `draws` for each smaller case, then `shrunk`, then the lines of the smallest case; for a case that does not fail only its own lines |
//! | `sweep SEED MAXSIZE FROM TO` | random cases until one fails: `at` before each, what each said, and `swept` at the end |
//! | `go`, `skip` | to `drew`: whether the property is to run on what was drawn |
//! | `leave` | the process goes on to the next property, at which it says `here` |
//!
//! | reply | means |
//! | --- | --- |
//! | `here NAME` | the process is at a property and waits |
//! | `property NAME TEST FILE FIRST LAST PACKAGE DIRECTORY SHAPE CLOSED MOST EXAMPLES PROBLEM DOC N ARGUMENT.. N TYPE.. N GENERATOR.. N (NAME VALUE ORIGIN).. N PARAMETER..` | what it is: [`Description`]. The shape is in the text form of [`Outline`](astragal_core::Outline) |
//! | `wrote PAGE ..` | what was chosen, before the generator goes on; may be ignored unless the process may die |
//! | `drew CHOICES` | all is drawn, and the process waits for `go` or `skip`. A property that draws while it runs does not say it |
//! | `draws CHOICES` | all that was chosen so far |
//! | `value NAME TYPE TEXT FILE LINE COLUMN` | a value of a case that is shown |
//! | `note TEXT FILE LINE` | a note of such a case |
//! | `observed`, `covered`, `scored` | what `collect!`, `classify!`, `cover!` and `target!` said; `end` is the end of what one case said, `unsaid` the same for a rejected case |
//! | `rejection BY COUNT PLACE` | `assumption` or `generator`: cases that were rejected |
//! | `parameter NAME VALUE MIN MAX DEFAULT WHOLE FILE` | a generator declared a parameter: [`ParameterInForce`](crate::ParameterInForce). The file is empty unless one sets its value |
//! | `strayed COUNT PLACE MESSAGE` | panics of threads that did not come back to the property |
//! | `problem MESSAGE` | why nothing can be said about a case |
//! | `dying KIND DETAIL MESSAGE BACKTRACE` | the process is about to die: `panicked`, `error`, `false` or `died`, and the place or the type |
//! | `passed`, `rejected`, `skipped` | the last line of a case |
//! | `failed KIND DETAIL MESSAGE BACKTRACE` | the last line of a case that failed |
//! | `at NUMBER` | a random case of a sweep begins |
//! | `swept RAN REJECTED OVERRUNS FAILED` | the end of a sweep, and the number of the case that failed |
//! | `shrunk EVALUATIONS STEPS FINISHED` | a case was made smaller |
//! | `misunderstood WHY` | the request is not one, or makes no sense here; the process waits for another |
//! | `oversized BYTES` | in place of a line of more bytes than a message may have |
//!
//! **End.** When the client closes the connection the process exits. A request of too many bytes is answered by `misunderstood`, and
//! the process exits. The death of the process is seen by looking at it, not at the connection, which it may close and go on.

mod ask;
mod channel;
mod description;
mod error;
mod hearing;
mod isolated;
mod line;
mod process;
mod reply;
mod request;
mod same_bug;
mod serve;
mod speaker;

pub use ask::{Asking, Binary, CaseOutcome, Property, Ran, Shrunk};
pub(crate) use channel::CHILD;
pub use channel::VERSION;
pub use description::{Description, SettingInForce};
pub use error::Error;
pub(crate) use isolated::Isolated;
pub(crate) use serve::{Asked, Subject, Turn, is_lost, turn};
