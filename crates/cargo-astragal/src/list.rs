//! `list`: the properties of a package as a specification.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::cargo::Project;
use crate::cli::List;
use crate::exit::{Code, Ended, Stop};
use crate::log::{Run, last_runs};
use crate::properties::{self, Found};
use crate::shape;
use crate::terminal::{Terminal, Tone, counted, put, safe, safe_lines};

/// Lists what there is.
pub(crate) fn run(arguments: &List, terminal: Terminal) -> Ended {
    let project = Project::find(&arguments.selection)?;
    let binaries = project.build(&arguments.selection)?;
    let (mut found, problems) = properties::find(&binaries, &arguments.names);
    found.sort_by_key(|found| {
        (found.binary.title(), found.description.file.clone(), found.description.first_line, found.name.clone())
    });
    for problem in &problems {
        eprintln!("{}: {}", terminal.paint(Tone::Doubtful, "warning"), safe_lines(problem).join("\n  "));
    }
    if found.is_empty() {
        return Err(nothing(&arguments.names, !problems.is_empty()));
    }
    let runs = last_runs(&log_folder(&project));
    let specifications: Vec<Specification> =
        found.iter().map(|found| Specification::of(found, runs.get(&found.description.name))).collect();
    match arguments.json {
        true => put(&format!("{:#}\n", specifications.iter().map(Specification::json).collect::<serde_json::Value>())),
        false => specifications.iter().for_each(|specification| put(&specification.text(terminal))),
    }
    Ok(if problems.is_empty() { Code::Passed } else { Code::System })
}

/// Why nothing is listed.
fn nothing(names: &[String], is_stopped: bool) -> Stop {
    match names {
        _ if is_stopped => Stop::system("no property could be asked; see above why"),
        [] => Stop::nothing("there are no properties in these packages")
            .hint("a property is a test under `#[property]`, or one that calls `astragal::check`"),
        names => Stop::nothing(format!("no property has `{}` in its name", names.join("` or `")))
            .hint("`cargo astragal list` without a name lists all properties"),
    }
}

/// The folder that the tests log to.
pub(crate) fn log_folder(project: &Project) -> PathBuf {
    match std::env::var_os("ASTRAGAL_LOG").filter(|folder| Path::new(folder).is_dir()) {
        Some(folder) => folder.into(),
        None => project.log(),
    }
}

/// What is said about a property.
struct Specification<'f> {
    found: &'f Found,
    /// The doc comment and the head of the function, as far as the source is there to be read.
    source: Source,
    last: Option<&'f Run>,
}

impl Specification<'_> {
    fn of<'f>(found: &'f Found, last: Option<&'f Run>) -> Specification<'f> {
        Specification { found, source: Source::read(found).unwrap_or_default(), last }
    }

    fn arguments(&self) -> Vec<(&str, String)> {
        let description = &self.found.description;
        shape::of_arguments(&description.arguments, description.shape.as_ref())
    }

    fn json(&self) -> serde_json::Value {
        let description = &self.found.description;
        let arguments: Vec<_> =
            self.arguments().into_iter().map(|(name, values)| json!({"name": name, "values": values})).collect();
        json!({
            "name": self.found.name,
            "doc": self.source.doc,
            "signature": self.source.head,
            "arguments": arguments,
            "file": description.file,
            "line": description.first_line,
            "package": description.package,
            "test": description.test,
            "examples": description.examples,
            "is_closed": description.is_closed,
            "most_cases": description.most_cases,
            "problem": description.problem,
            "settings": description.settings.iter().filter(|setting| setting.origin != "default")
                .map(|setting| json!([setting.name, setting.value, setting.origin])).collect::<Vec<_>>(),
            "last": self.last.map(|run| json!({
                "verdict": run.verdict, "text": run.verdict_text, "is_pass": run.is_pass,
                "run_start": run.start, "seconds": run.seconds, "cases": run.cases, "rejected": run.rejected,
            })),
        })
    }

    fn text(&self, terminal: Terminal) -> String {
        let description = &self.found.description;
        let place = format!("{}:{}", safe(&description.file), description.first_line);
        let name = terminal.paint(Tone::Strong, &safe(&self.found.name));
        let mut text = format!("{name}  {}\n", terminal.paint(Tone::Faint, &place));
        for line in safe_lines(&self.source.doc).iter().filter(|_| !self.source.doc.is_empty()) {
            let _ = writeln!(text, "    {line}");
        }
        match (&*self.source.head, description.arguments.is_empty()) {
            ("", true) => text.push_str("    draws while it runs\n"),
            ("", false) => {}
            (head, _) => safe_lines(head).iter().for_each(|line| _ = writeln!(text, "    {line}")),
        }
        for (argument, values) in self.arguments() {
            let _ = writeln!(text, "      {}: {}", safe(argument), terminal.paint(Tone::Faint, &safe(&values)));
        }
        let mut more = Vec::new();
        if description.examples > 0 {
            more.push(counted(description.examples as u64, "explicit example", "explicit examples"));
        }
        more.extend(description.most_cases.map(|most| format!("at most {}", counted(most, "case", "cases"))));
        let settings = description.settings.iter().filter(|setting| setting.origin == "the test");
        more.extend(settings.map(|setting| format!("{} = {}", safe(&setting.name), safe(&setting.value))));
        if !more.is_empty() {
            let _ = writeln!(text, "      {}", more.join(", "));
        }
        if let Some(problem) = &description.problem {
            let _ = writeln!(
                text,
                "    {}",
                terminal.paint(Tone::Bad, &format!("would not be checked: {}", safe(problem)))
            );
        }
        let verdict = match self.last {
            None => terminal.paint(Tone::Faint, "no run in the log"),
            Some(run) => {
                let words = if run.verdict_text.is_empty() { &run.verdict } else { &run.verdict_text };
                let words = safe(words.lines().next().unwrap_or_default());
                terminal.paint(if run.is_pass { Tone::Good } else { Tone::Bad }, &words)
            }
        };
        let _ = writeln!(text, "    last: {verdict}\n");
        text
    }
}

/// What is written at the place of a property.
#[derive(Default)]
struct Source {
    doc: String,
    /// From `fn` to before the body.
    head: String,
}

impl Source {
    fn read(found: &Found) -> Option<Source> {
        let text = std::fs::read_to_string(source_file(found)?).ok()?;
        let lines: Vec<&str> = text.lines().collect();
        let first = (found.description.first_line as usize).checked_sub(1)?;
        let last = (found.description.last_line as usize).min(lines.len());
        // A property that draws while it runs is known by the line of its `check`.
        if found.description.arguments.is_empty() && last <= first + 1 {
            return None;
        }
        let is_head = |line: &&str| {
            let line = line.trim_start();
            line.is_empty() || line.starts_with("#[") || line.starts_with("//")
        };
        let mut above: Vec<&str> = lines[..first.min(lines.len())].iter().rev().copied().take_while(is_head).collect();
        above.reverse();
        let body = lines.get(first..last)?;
        let doc = above.iter().chain(body).map(|line| line.trim()).filter_map(|line| line.strip_prefix("///"));
        let doc: Vec<&str> = doc.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        let from = body.iter().position(|line| is_function(line))?;
        let indent = body[from].len() - body[from].trim_start().len();
        let mut head = String::new();
        for line in &body[from..] {
            let line = line.get(indent..).unwrap_or_else(|| line.trim_start());
            let end = line.trim_end().strip_suffix('{');
            head.push_str(end.unwrap_or(line).trim_end());
            if end.is_some() || line.trim_end().ends_with('}') {
                break;
            }
            head.push('\n');
        }
        Some(Source { doc: doc.join("\n"), head: head.trim_end().to_string() })
    }
}

fn is_function(line: &str) -> bool {
    let line = line.trim_start();
    ["fn ", "pub fn ", "async fn ", "pub async fn "].iter().any(|start| line.starts_with(start))
}

/// The source file of a property. The compiler names it from the package or the workspace.
pub(crate) fn source_file(found: &Found) -> Option<PathBuf> {
    let directory = Path::new(&found.description.manifest_dir);
    directory.ancestors().map(|root| root.join(&found.description.file)).find(|path| path.is_file())
}
