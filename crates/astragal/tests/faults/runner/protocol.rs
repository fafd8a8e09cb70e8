//! What goes wrong between a client and a test binary: each side is told, none waits forever, and no property is green that was
//! not checked.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::process::{Child, ExitStatus};
use std::time::Duration;

use astragal::Choices;
use astragal::prelude::*;
use astragal::protocol::{Asking, Binary, CaseOutcome, Error, VERSION};
use astragal::report::Origin;

use super::subject::{Home, Ran};

#[property]
#[ignore = "it is asked"]
fn passes(_list: Vec<u8>) {}

#[property]
#[ignore = "it aborts"]
fn aborts(n: u32) {
    if n > 1_000 {
        std::process::abort();
    }
}

#[property]
#[ignore = "it never ends"]
fn never_ends(_n: u32) {
    loop {
        std::thread::sleep(Duration::from_secs(3_600));
    }
}

fn binary(test: &str) -> Binary {
    Binary::new(std::env::current_exe().unwrap()).test(format!("runner::protocol::{test}"))
}

fn choices(n: u32) -> Choices {
    (any::<u32>(),).choices_of(&(n,)).unwrap()
}

#[test]
fn a_process_that_dies_while_it_is_asked_is_a_failed_case() {
    let mut asking = binary("aborts").test("runner::protocol::passes").start().unwrap();
    let mut property = asking.next_property().unwrap().unwrap();
    assert_eq!(property.run(&choices(1)).unwrap().outcome, CaseOutcome::Passed);
    let ran = property.run(&choices(5_000)).unwrap();
    let died = Origin::Died("the process died by SIGABRT".into());
    assert!(matches!(&ran.outcome, CaseOutcome::Failed { origin, .. } if *origin == died), "{ran:?}");
    assert_eq!((&*ran.sample.drawn[0].text, &ran.sample.choices), ("5000", &choices(5_000)));
    assert!(matches!(property.run(&choices(1)), Err(Error::Over)));
    assert!(matches!(property.describe(), Err(Error::Over)));
    // There may be other properties, of which nothing is known.
    assert!(matches!(asking.next_property(), Err(Error::Over)));
}

/// The shrinking done before the process died is known.
#[test]
fn a_process_that_dies_while_it_shrinks_is_a_failed_case() {
    let mut asking = binary("aborts").start().unwrap();
    let shrunk = asking.next_property().unwrap().unwrap().shrink(&choices(5_000)).unwrap();
    assert!(shrunk.shrinking.is_none());
    assert_eq!(shrunk.ran.sample.choices, choices(5_000));
    assert!(matches!(shrunk.ran.outcome, CaseOutcome::Failed { origin: Origin::Died(_), .. }));
}

#[test]
fn a_case_that_never_ends_is_killed() {
    let mut asking = binary("never_ends").patience(Duration::from_secs(2)).start().unwrap();
    let ran = asking.next_property().unwrap().unwrap().run(&choices(7)).unwrap();
    assert!(
        matches!(&ran.outcome, CaseOutcome::Failed { message, .. } if message.contains("took longer than 2s")),
        "{ran:?}"
    );
    assert_eq!(ran.sample.drawn[0].text, "7");
}

#[test]
fn an_answer_that_is_too_long_is_an_error() {
    let mut asking = binary("passes").most_bytes(1_000).start().unwrap();
    let mut property = asking.next_property().unwrap().unwrap();
    assert!(property.sample(1, 1, 0).is_ok());
    assert!(matches!(property.sample(1, 100, 1_000), Err(Error::Oversized)));
    assert!(matches!(property.describe(), Err(Error::Over)));
}

#[test]
fn a_binary_that_is_not_there_or_is_none_is_an_error() {
    assert!(matches!(Binary::new("/nowhere/at/all").start(), Err(Error::Start(_))));
    // It takes no notice of the client, and ends as a test harness would.
    assert!(Binary::new("true").start().unwrap().next_property().unwrap().is_none());
    let error = Binary::new("sh").args(["-c", "exit 3"]).start().unwrap_err();
    assert_eq!(error.to_string(), "the process exited with 3");
    let late = Binary::new("sleep").args(["60"]).reach(Duration::from_millis(200)).start().unwrap_err();
    assert_eq!(late.to_string(), "no property was reached within 200ms");
}

/// A test binary that is not one: it connects, says who it is, and then what a variable tells it.
#[test]
#[ignore = "it is asked"]
fn speaks_by_itself() {
    let variable = |name: &str| std::env::var(name).unwrap();
    let mut stream = UnixStream::connect(variable("ASTRAGAL_CHILD_CHANNEL")).unwrap();
    let (secret, id) = (variable("ASTRAGAL_CHILD_SECRET"), std::process::id());
    writeln!(stream, "astragal {} {secret} {id}", variable("SAYS_VERSION")).unwrap();
    let mut answer = String::new();
    BufReader::new(&stream).read_line(&mut answer).unwrap();
    if let Ok(wanted) = std::env::var("HEARS") {
        assert_eq!(answer, wanted);
    }
    let said = variable("SAYS").replace("ID", &id.to_string());
    let _ = stream.write_all(said.as_bytes());
    match &*variable("THEN") {
        "waits" => std::thread::sleep(Duration::from_secs(3_600)),
        "exits" => std::process::exit(3),
        _ => {}
    }
}

fn says(words: &str, then: &str) -> Result<Asking, Error> {
    let binary = binary("speaks_by_itself").env("SAYS", words).env("THEN", then);
    binary.env("SAYS_VERSION", VERSION.to_string()).most_bytes(1_000).start()
}

#[test]
fn a_binary_of_another_version_is_an_error() {
    let binary = binary("speaks_by_itself").env("SAYS", "").env("THEN", "waits").env("SAYS_VERSION", "77");
    let error = binary.start().unwrap_err();
    assert!(matches!(error, Error::OtherVersion { version: 77 }), "{error}");
    assert!(error.to_string().contains("version 77 of the protocol, and this program version 3"), "{error}");
}

#[test]
fn garbage_from_a_binary_is_an_error() {
    for nonsense in ["nonsense", "", "here", "here\ta\tb", "property\tx", "passed\tmore", "\u{1b}[31m", "at\t-1"] {
        let error = says(&format!("ID\t{nonsense}\n"), "waits").unwrap().next_property().unwrap_err();
        assert!(matches!(&error, Error::Malformed { said } if said == nonsense), "{error}");
    }
}

#[test]
fn what_others_say_on_the_connection_is_not_heard() {
    let mut asking = says("1\there\tsomething\nhere\tsomething\n\nID\there\tit\n", "waits").unwrap();
    assert_eq!(asking.next_property().unwrap().unwrap().name(), "it");
}

#[test]
fn a_message_that_is_cut_short_is_not_heard() {
    let error = says("ID\there\tproper", "exits").unwrap().next_property().unwrap_err();
    assert!(matches!(&error, Error::Died { how } if how.contains("exited with 3")), "{error}");
}

#[test]
fn a_message_that_is_too_long_is_an_error() {
    for end in ["", "\n"] {
        let error =
            says(&format!("ID\there\t{}{end}", "x".repeat(2_000)), "waits").unwrap().next_property().unwrap_err();
        assert!(matches!(error, Error::Oversized), "{error}");
    }
}

#[test]
fn a_binary_that_says_nothing_is_killed() {
    let binary =
        binary("speaks_by_itself").env("SAYS", "").env("THEN", "waits").env("SAYS_VERSION", VERSION.to_string());
    // Whether it has said who it is by then or not.
    let started = binary.reach(Duration::from_millis(500)).start();
    let error = started.and_then(|mut asking| asking.next_property().map(|_| ())).unwrap_err();
    assert_eq!(error.to_string(), "no property was reached within 500ms");
}

/// Choices that were never made are not followed, and break nothing.
#[test]
fn nonsense_about_a_case_is_harmless() {
    let words =
        "ID\there\tit\nID\twrote\t0\trewind\t9\t9\t9\t9\t9\nID\twrote\t0\tclose\nID\twrote\t9\tpage\t9\nID\tpassed\n";
    let mut asking = says(words, "waits").unwrap();
    let ran = asking.next_property().unwrap().unwrap().run(&choices(1)).unwrap();
    assert_eq!(ran.outcome, CaseOutcome::Passed);
}

/// A client that is written by hand, as one in another language would be.
struct ByHand {
    child: Child,
    stream: UnixStream,
    replies: BufReader<UnixStream>,
}

impl ByHand {
    /// Starts a property, and answers its greeting.
    fn start(home: &Home, test: &str, welcome: &str) -> ByHand {
        let path = home.scratch().with_file_name("socket");
        let listener = UnixListener::bind(&path).unwrap();
        let mut command = home.command(&[&format!("protocol::{test}")]);
        command.env("ASTRAGAL_CHILD", "*").env("ASTRAGAL_CHILD_PARENT", std::process::id().to_string());
        command.env("ASTRAGAL_CHILD_CHANNEL", &path).env("ASTRAGAL_CHILD_SECRET", "hush");
        let child = command.arg("--test-threads=1").spawn().unwrap();
        let (mut stream, _) = listener.accept().unwrap();
        let mut replies = BufReader::new(stream.try_clone().unwrap());
        let mut greeting = String::new();
        replies.read_line(&mut greeting).unwrap();
        assert_eq!(greeting, format!("astragal {VERSION} hush {}\n", child.id()));
        stream.write_all(welcome.as_bytes()).unwrap();
        ByHand { child, stream, replies }
    }

    fn say(&mut self, words: &str) {
        self.stream.write_all(words.as_bytes()).unwrap();
    }

    /// The next line without the mark of the process.
    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.replies.read_line(&mut line).unwrap();
        let mark = format!("{}\t", self.child.id());
        line.strip_prefix(&mark).unwrap_or_else(|| panic!("{line:?}")).trim_end().to_string()
    }

    /// Closes the connection, and waits for the end of the process.
    fn close(self) -> ExitStatus {
        let ByHand { mut child, stream, replies } = self;
        drop((stream, replies));
        child.wait().unwrap()
    }
}

#[test]
fn a_client_of_another_version_makes_the_property_red() {
    let home = Home::new();
    let client = ByHand::start(&home, "passes", "version 77\n");
    let ran = Ran::end_of(client.child);
    ran.failed_saying(&["was not checked", "it speaks version 77 of the protocol, and this program version 3"]);
}

#[test]
fn a_client_that_does_not_greet_makes_the_property_red() {
    for greeting in ["", "hello\n", "welcome\n", "welcome all\n", "\u{0}\n"] {
        let home = Home::new();
        let ByHand { child, stream, replies } = ByHand::start(&home, "passes", greeting);
        drop((stream, replies));
        Ran::end_of(child).failed_saying(&["was not checked", "it was not started by that runner"]);
    }
}

#[test]
fn garbage_from_a_client_is_answered() {
    let home = Home::new();
    let mut client = ByHand::start(&home, "passes", "welcome 10000\n");
    assert_eq!(client.hear(), "here\tfaults::runner::protocol::passes");
    for garbage in ["nonsense\n", "\n", "\u{0}\tgo\n", "sample\t1\n", "choices\tgarbage\ttrue\n", "describe\tmore\n"] {
        client.say(garbage);
        assert_eq!(client.hear(), "misunderstood\tthis is not a request", "{garbage:?}");
    }
    client.say("go\n");
    assert_eq!(client.hear(), "misunderstood\tno case is waiting for this");
    client.say("example\t0\ttrue\n");
    assert!(client.hear().starts_with("misunderstood\tthere is no example 0"));
    // It still answers, and goes on when it is told to.
    client.say("describe\n");
    assert!(client.hear().starts_with("property\tfaults::runner::protocol::passes\trunner::protocol::passes\t"));
    client.say("leave\n");
    assert!(client.child.wait().unwrap().success());
}

#[test]
fn a_case_waits_for_a_word_that_it_knows() {
    let home = Home::new();
    let mut client = ByHand::start(&home, "passes", "welcome 10000\n");
    assert!(client.hear().starts_with("here\t"));
    client.say("choices\tastragal choices 1\\n\tfalse\n");
    while !client.hear().starts_with("drew\t") {}
    client.say("describe\n");
    assert_eq!(client.hear(), "misunderstood\ta case waits for `go` or `skip`");
    client.say("skip\n");
    while client.hear() != "skipped" {}
    assert_eq!(client.close().code(), Some(1));
}

#[test]
fn a_request_that_is_too_long_ends_the_process() {
    let home = Home::new();
    let mut client = ByHand::start(&home, "passes", "welcome 1000\n");
    assert!(client.hear().starts_with("here\t"));
    client.say(&"x".repeat(1_001));
    assert_eq!(client.hear(), "misunderstood\tthe request has more than 1000 bytes");
    assert_eq!(client.child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_process_does_not_outlive_its_client() {
    for asked in ["", "descr", "choices\tastragal choices 1\\n\tfalse\ngo\n"] {
        let home = Home::new();
        let mut client = ByHand::start(&home, "never_ends", "welcome 10000\n");
        assert!(client.hear().starts_with("here\t"));
        client.say(asked);
        if asked.ends_with("go\n") {
            while !client.hear().starts_with("drew\t") {}
        }
        assert_eq!(client.close().code(), Some(1), "{asked:?}");
    }
}

#[test]
fn a_variable_alone_makes_no_property_green() {
    for (name, value) in [("ASTRAGAL_CHILD", "*"), ("ASTRAGAL_CHILD", "faults::runner::protocol::passes")] {
        let home = Home::new();
        let mut command = home.command(&["protocol::passes"]);
        command.env(name, value);
        let unreachable = Ran::of(command.output().unwrap());
        unreachable.failed_saying(&["was not checked", "ASTRAGAL_CHILD: this variable tells"]);
        let nowhere = command.env("ASTRAGAL_CHILD_CHANNEL", "/nowhere").env("ASTRAGAL_CHILD_SECRET", "x").output();
        Ran::of(nowhere.unwrap()).failed_saying(&["was not checked", "ASTRAGAL_CHILD: this variable tells"]);
    }
}
