//! A `package.json` from a bug report, which no generator made, is shrunk to the one dependency that matters.

use crate::report::{OURS, Report};
use astragal::generators::Chars;
use astragal::prelude::*;

/// The file of the report.
const REPORTED: &str = include_str!("../../data/package.json");
/// What the faulty program chokes on.
const CULPRIT: &str = "\"express\":\"^4.15.3\"";
const ROW: &str = "package_json";
/// The most characters of a string, and the most elements of a list.
const LONGEST: usize = 80;
const MOST: usize = 20;

/// The keys are always in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Package {
    name: String,
    description: String,
    scripts: Scripts,
    repository: Repository,
    keywords: Vec<String>,
    author: String,
    license: String,
    dev_dependencies: Vec<(String, String)>,
    dependencies: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Scripts {
    start: String,
    build: String,
    test: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Repository {
    kind: String,
    url: String,
}

#[generator]
fn package() -> Package {
    let name = draw!(word());
    let description = draw!(word());
    let start = draw!(word());
    let build = draw!(word());
    let test = draw!(word());
    let kind = draw!(word());
    let url = draw!(word());
    let keywords = draw!(vec_of(word(), 0..=MOST));
    let author = draw!(word());
    let license = draw!(word());
    let dev_dependencies = draw!(vec_of((word(), word()), 0..=MOST));
    let dependencies = draw!(vec_of((word(), word()), 0..=MOST));
    Package {
        name,
        description,
        scripts: Scripts { start, build, test },
        repository: Repository { kind, url },
        keywords,
        author,
        license,
        dev_dependencies,
        dependencies,
    }
}

/// A string that is not empty and needs no escapes.
fn word() -> impl Reflect<Value = String> {
    let special = "/+:@$!'(,.)-#_ ^".chars().map(|c| c..=c);
    string_of(Chars::alphanumeric().union(Chars::from_ranges(special)), 1..=LONGEST)
}

/// The texts of such files.
fn texts() -> impl Reflect<Value = String> {
    package().iso(|package| package.written(), |text| Package::read(text))
}

impl Package {
    fn written(&self) -> String {
        let object = |members: &[(String, String)]| {
            let members: Vec<String> = members.iter().map(|(key, value)| format!("\"{key}\":\"{value}\"")).collect();
            members.join(",")
        };
        let keywords: Vec<String> = self.keywords.iter().map(|word| format!("\"{word}\"")).collect();
        format!(
            "{{\"name\":\"{}\",\"description\":\"{}\",\"scripts\":{{\"start\":\"{}\",\"build\":\"{}\",\"test\":\"{}\"}},\
             \"repository\":{{\"type\":\"{}\",\"url\":\"{}\"}},\"keywords\":[{}],\"author\":\"{}\",\"license\":\"{}\",\
             \"devDependencies\":{{{}}},\"dependencies\":{{{}}}}}",
            self.name,
            self.description,
            self.scripts.start,
            self.scripts.build,
            self.scripts.test,
            self.repository.kind,
            self.repository.url,
            keywords.join(","),
            self.author,
            self.license,
            object(&self.dev_dependencies),
            object(&self.dependencies),
        )
    }

    /// The parsed file, or nothing if the text has another form.
    fn read(text: &str) -> Option<Package> {
        let mut rest = text;
        let package = Package {
            name: field(&mut rest, "{\"name\":")?,
            description: field(&mut rest, ",\"description\":")?,
            scripts: Scripts {
                start: field(&mut rest, ",\"scripts\":{\"start\":")?,
                build: field(&mut rest, ",\"build\":")?,
                test: field(&mut rest, ",\"test\":")?,
            },
            repository: Repository {
                kind: field(&mut rest, "},\"repository\":{\"type\":")?,
                url: field(&mut rest, ",\"url\":")?,
            },
            keywords: list(&mut rest, "},\"keywords\":[", "]", string)?,
            author: field(&mut rest, ",\"author\":")?,
            license: field(&mut rest, ",\"license\":")?,
            dev_dependencies: list(&mut rest, ",\"devDependencies\":{", "}", member)?,
            dependencies: list(&mut rest, ",\"dependencies\":{", "}}", member)?,
        };
        rest.is_empty().then_some(package)
    }
}

fn take(rest: &mut &str, expected: &str) -> Option<()> {
    *rest = rest.strip_prefix(expected)?;
    Some(())
}

fn string(rest: &mut &str) -> Option<String> {
    take(rest, "\"")?;
    let (content, after) = rest.split_once('"')?;
    *rest = after;
    Some(content.to_string())
}

fn field(rest: &mut &str, before: &str) -> Option<String> {
    take(rest, before)?;
    string(rest)
}

fn member(rest: &mut &str) -> Option<(String, String)> {
    let key = string(rest)?;
    take(rest, ":")?;
    Some((key, string(rest)?))
}

fn list<T>(rest: &mut &str, open: &str, close: &str, element: fn(&mut &str) -> Option<T>) -> Option<Vec<T>> {
    take(rest, open)?;
    let mut elements = Vec::new();
    while take(rest, close).is_none() {
        if !elements.is_empty() {
            take(rest, ",")?;
        }
        elements.push(element(rest)?);
    }
    Some(elements)
}

/// The smallest file with that dependency.
fn smallest() -> String {
    let a = || "a".to_string();
    Package {
        name: a(),
        description: a(),
        scripts: Scripts { start: a(), build: a(), test: a() },
        repository: Repository { kind: a(), url: a() },
        keywords: Vec::new(),
        author: a(),
        license: a(),
        dev_dependencies: Vec::new(),
        dependencies: vec![("express".into(), "^4.15.3".into())],
    }
    .written()
}

pub(super) fn run(report: &mut Report) {
    let reported = REPORTED.trim_end().to_string();
    report.add(ROW, "bytes", "reported", reported.len() as f64);
    let shrunk = texts().shrink(&reported, |text| text.contains(CULPRIT)).expect("the file is of the format");
    report.add(ROW, "bytes", OURS, shrunk.value.len() as f64);
    report.add(ROW, "bytes", "smallest", smallest().len() as f64);
    report.add(ROW, "evaluations", OURS, shrunk.evaluations as f64);
    report.note(ROW, &format!("reported: {reported}"));
    report.note(ROW, &format!("shrunk:   {}", shrunk.value));
}
