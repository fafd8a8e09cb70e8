//! The live page: only this machine, with the token, from its own page.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::regressions::copy;
use crate::support::{astragal, case, fixture, folder, log, program};

/// A server, which is stopped at the end.
struct Server {
    child: Child,
    port: u16,
    base: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(directory: &Path, log: &Path) -> Server {
        let mut command = program(directory, &["serve", log.to_str().unwrap()]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("serving http://127.0.0.1:").unwrap_or_else(|| panic!("{line}"));
        let (port, token) = address.trim_end_matches('/').split_once('/').unwrap();
        assert!(token.len() == 32 && token.chars().all(|digit| digit.is_ascii_hexdigit()));
        Server { child, port: port.parse().unwrap(), base: format!("/{token}") }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream
    }

    /// The status and the body of an answer to bytes as they are.
    fn raw(&self, request: &str) -> (u16, String) {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer}"));
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_string())
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.raw(&format!("GET {}{path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.base, self.host()))
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (base, host, body) = (&self.base, self.host(), body.to_string());
        let head = format!(
            "POST {base}{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n"
        );
        let (status, answer) = self.raw(&format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()));
        (status, serde_json::from_str(&answer).unwrap())
    }
}

fn small_log(name: &str) -> std::path::PathBuf {
    log(name, &case("k::p", 1.0, "passed", "p(1)"))
}

#[test]
fn the_page_is_served_to_those_who_know_the_token() {
    let log = small_log("serve");
    let server = Server::start(&log, &log);
    let (status, page) = server.get("/");
    assert!(status == 200 && page.starts_with("<!doctype html>") && page.contains(&server.base));
    assert_eq!(server.get("").0, 308);
    let model: Value = serde_json::from_str(&server.get("/model.json").1).unwrap();
    assert_eq!(
        (&model["properties"][0]["name"], &model["live"]["base"]),
        (&"k::p".into(), &server.base.clone().into())
    );
    assert_eq!(server.get("/other").0, 404);
    let host = server.host();
    let asked = |path: &str, headers: &str| server.raw(&format!("GET {path} HTTP/1.1\r\n{headers}\r\n")).0;
    let (here, base) = (format!("Host: {host}\r\n"), &server.base);
    let other_token = format!("/{}/", "0".repeat(32));
    assert_eq!(asked("/", &here), 404);
    assert_eq!(asked(&other_token, &here), 404);
    assert_eq!(asked("/../etc/passwd", &here), 404);
    // Another name for this machine, as another site would have.
    assert_eq!(asked(&format!("{base}/"), "Host: evil.example\r\n"), 403);
    assert_eq!(asked(&format!("{base}/"), ""), 403);
    assert_eq!(asked(&format!("{base}/model.json"), &format!("{here}Origin: http://evil.example\r\n")), 403);
    assert_eq!(asked(&format!("{base}/"), &format!("{here}X: {}\r\n", "x".repeat(20_000))), 431);
}

#[test]
fn questions_are_json_from_the_page() {
    let log = small_log("questions");
    let server = Server::start(&log, &log);
    let (base, host) = (&server.base, server.host());
    let post = |headers: &str, body: &str| {
        let length = body.len();
        server
            .raw(&format!(
                "POST {base}/tune HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
            ))
            .0
    };
    let (json, own) = ("Content-Type: application/json\r\n", format!("Origin: http://{host}\r\n"));
    assert_eq!(post(json, "{}"), 403, "without an origin");
    assert_eq!(post(&own, "{}"), 403, "a form of another site has no JSON");
    assert_eq!(post(&format!("{json}Origin: http://evil.example\r\n"), "{}"), 403);
    assert_eq!(post(&format!("{json}{own}"), "nonsense"), 400);
    assert_eq!(post(&format!("{json}{own}"), "{}"), 400);
    assert_eq!(server.get("/tune").0, 405);
    let (status, answer) = server.post("/tune", &json!({"property": "k::p", "feature": "size", "target": []}));
    assert!(status == 400 && answer["error"].as_str().unwrap().contains("classes"), "{answer}");
    let (status, answer) = server.post("/accept", &json!({"property": "k::p", "weights": ""}));
    assert!(status == 400 && answer["error"].as_str().unwrap().contains("found nothing"), "{answer}");
}

#[test]
fn a_change_of_the_log_is_told() {
    let log = small_log("events");
    let server = Server::start(&log, &log);
    let mut stream = server.connect();
    write!(stream, "GET {}/events HTTP/1.1\r\nHost: {}\r\n\r\n", server.base, server.host()).unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    assert!(lines.by_ref().any(|line| line == ": hello"));
    let file = log.join("2026-01-02_testcases.jsonl");
    let more = std::fs::read_to_string(&file).unwrap() + &case("k::new", 2.0, "passed", "new(1)");
    std::fs::write(file, more).unwrap();
    assert!(lines.any(|line| line == "event: changed"));
    let model = server.get("/model.json").1;
    assert!(model.contains("k::new"));
    // A page that was made before the change, and asks after it, is told too.
    let model: Value = serde_json::from_str(&model).unwrap();
    let known = model["live"]["version"].as_u64().unwrap() - 1;
    let mut stream = server.connect();
    write!(stream, "GET {}/events/{known} HTTP/1.1\r\nHost: {}\r\n\r\n", server.base, server.host()).unwrap();
    assert!(BufReader::new(stream).lines().any(|line| line.unwrap() == "event: changed"));
    assert_eq!(server.get("/events/x").0, 404);
}

#[test]
fn samples_are_drawn_and_parts_are_held() {
    let log = small_log("asking");
    let server = Server::start(&fixture(), &log);
    let (status, answer) =
        server.post("/sample", &json!({"property": "properties::bad::nothing_is_negative", "n": 50, "seed": 3}));
    assert!(status == 200 && answer["samples"]["n"] == 50, "{answer}");
    let (status, answer) = server.post("/sample", &json!({"property": "properties::bad::no_such", "n": 50}));
    assert!(status == 404 && answer["error"].as_str().unwrap().contains("no_such"), "{answer}");
    let (status, answer) = server.post("/sample", &json!({"property": "properties::bad::nothing_is_negative", "n": 0}));
    assert_eq!((status, answer["error"].as_str().unwrap()), (400, "`n` is from 1 to 20000"));
    let token = |text: &str| text.parse::<astragal::Choices>().unwrap().replay_token();
    let choices = "astragal choices 1\nExpr {\n  Expr.Add 2 of 3\n  Expr {\n    Expr.Neg 1 of 3\n    Expr {\n      Expr.Val 0 of 3\n      \
                   5 of 4294967296\n    }\n  }\n  Expr {\n    Expr.Val 0 of 3\n    3 of 4294967296\n  }\n}\n";
    let question = |what: Value| {
        let mut question = json!({"property": "properties::bad::nothing_is_negative", "token": token(choices)});
        question.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
        server.post("/shrink", &question)
    };
    let (status, all) = question(json!({}));
    assert!(status == 200 && all["arguments"][0]["text"] == "Neg(Val(0))", "{all}");
    // The text is `Add(Neg(Val(3)), Val(2))`: hold `Val(2)`, then change nothing but that.
    let (status, held) = question(json!({"hold": [[0, 17, 23]]}));
    assert!(status == 200 && held["arguments"][0]["text"] == "Neg(Val(2))", "{held}");
    let (status, only) = question(json!({"only": [0, 17, 23]}));
    assert!(status == 200 && only["arguments"][0]["text"] == "Add(Neg(Val(3)), Val(0))", "{only}");
    let (status, wrong) = question(json!({"only": [0, 17, 99]}));
    assert!(status == 502 && wrong["error"].as_str().unwrap().contains("not in the values"), "{wrong}");
}

#[test]
fn a_generator_is_tuned_to_a_distribution_and_the_weights_are_kept() {
    let log = small_log("tuning");
    let package = copy("tuning-copy");
    let server = Server::start(&package, &log);
    let property = "properties::shapes::trees_have_sizes";
    let target = json!([
        {"bucket": [0, 0], "share": 0.1}, {"bucket": [1, 3], "share": 0.4}, {"bucket": [4, 10], "share": 0.4},
        {"bucket": [11, 1_000_000], "share": 0.1},
    ]);
    let question = json!({"property": property, "feature": "nodes", "target": target, "rounds": 5, "n": 600});
    let (status, tuned) = server.post("/tune", &question);
    assert!(status == 200 && tuned["controllable"] == true, "{tuned}");
    let distances: Vec<f64> =
        tuned["rounds"].as_array().unwrap().iter().map(|distance| distance.as_f64().unwrap()).collect();
    let distance = tuned["distance"].as_f64().unwrap();
    assert!(distances.len() == 6 && distances[0] > 0.2 && distance < 0.1, "{distances:?}");
    assert!(tuned["achieved"].as_array().unwrap().len() == 4 && tuned["samples"]["n"] == 600, "{tuned}");

    // The weights are beside the test, and the next run is drawn by them.
    let weights = tuned["weights"].as_str().unwrap();
    let (status, accepted) = server.post("/accept", &json!({"property": property, "weights": weights}));
    let file = package.join("tests").join("astragal-weights").join("properties.shapes.trees_have_sizes.txt");
    assert!(status == 200 && Path::new(accepted["file"].as_str().unwrap()) == file, "{accepted}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), weights);
    let (status, drawn) = server.post("/sample", &json!({"property": property, "n": 600, "seed": 77}));
    let features = drawn["samples"]["features"].as_array().unwrap();
    let nodes = features.iter().find(|feature| feature["name"] == "nodes").unwrap()["values"].as_array().unwrap();
    let few = nodes.iter().filter(|number| (1.0..=10.0).contains(&number.as_f64().unwrap())).count();
    assert!(status == 200 && few > 400, "{few} of 600 trees have 1 to 10 nodes");

    // A feature that no branch of the generator decides.
    let target = json!([{"value": true, "share": 0.9}, {"value": false, "share": 0.1}]);
    let question = json!({"property": property, "feature": "even", "target": target, "rounds": 2, "n": 300});
    let (status, stuck) = server.post("/tune", &question);
    assert!(status == 200 && stuck["controllable"] == false, "{stuck}");
    assert!(stuck["why"].as_str().unwrap().contains("no branch of the generator influences `even`"), "{stuck}");
}

#[test]
fn a_parameter_is_moved_and_its_value_is_kept() {
    let log = small_log("parameters");
    let package = copy("parameters-copy");
    let server = Server::start(&package, &log);
    let property = "properties::shapes::lists_have_lengths";
    let longest = |question: Value| {
        let (status, drawn) = server.post("/sample", &question);
        assert!(status == 200 && drawn["samples"]["n"] == 300, "{drawn}");
        let features = drawn["samples"]["features"].as_array().unwrap();
        let elements = features.iter().find(|feature| feature["name"] == "elements").unwrap()["values"].as_array();
        elements.unwrap().iter().map(|length| length.as_u64().unwrap()).max().unwrap()
    };
    let usual = json!({"property": property, "n": 300});
    assert_eq!(longest(usual.clone()), 5);
    assert_eq!(longest(json!({"property": property, "n": 300, "parameters": {"longest": 40}})), 40);
    assert_eq!(longest(usual.clone()), 5, "nothing is kept unless it is accepted");

    let file = package.join("tests").join("astragal-weights").join("properties.shapes.lists_have_lengths.txt");
    for (parameters, why) in [
        (json!({"longest": 201}), "the parameter `longest` is a whole number from 0 to 200, not 201"),
        (json!({"longest": 1.5}), "the parameter `longest` is a whole number from 0 to 200, not 1.5"),
        (json!({"shortest": 1}), "no generator declared a parameter `shortest` in 100 samples"),
    ] {
        let (status, wrong) = server.post("/accept", &json!({"property": property, "parameters": parameters}));
        assert!(status == 502 && wrong["error"].as_str().unwrap().contains(why), "{wrong}");
    }
    let (status, wrong) = server.post("/accept", &json!({"property": property, "parameters": {"longest": "1"}}));
    assert!(status == 400 && wrong["error"] == "each of `parameters` is a number", "{wrong}");
    assert!(!file.exists());

    let (status, accepted) = server.post("/accept", &json!({"property": property, "parameters": {"longest": 40}}));
    assert!(status == 200 && Path::new(accepted["file"].as_str().unwrap()) == file, "{accepted}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "astragal weights 1\nparameter longest = 40\n");
    assert_eq!(longest(usual), 40);
    // The next run follows the file, and says so.
    let log = folder("parameters-log");
    let mut test = program(&package, &["test", "lists_have_lengths"]);
    assert!(test.env("ASTRAGAL_LOG", &log).output().unwrap().status.success());
    let written = std::fs::read_dir(&log).unwrap().map(|entry| entry.unwrap().path());
    let runs = written.into_iter().find(|path| path.to_str().unwrap().ends_with("_info.jsonl")).unwrap();
    let run: Value = serde_json::from_str(std::fs::read_to_string(runs).unwrap().lines().last().unwrap()).unwrap();
    assert_eq!((&run["parameters"][0]["value"], &run["parameters"][0]["file"]), (&40.into(), &json!(file)), "{run}");
    let report = run["content"].as_str().unwrap();
    assert!(report.contains("parameters: longest = 40 (tests/astragal-weights/"), "{report}");
    let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let sampled = words(astragal(&package, &["sample", "lists_have_lengths"]).ended(0, &[]).out);
    assert!(sampled.contains("parameter longest = 40 from 0 to 200, usually 5; set in"), "{sampled}");
}
