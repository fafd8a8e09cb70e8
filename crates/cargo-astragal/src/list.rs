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
        found.iter().map(|found| Specification { found, last: runs.get(&found.description.name) }).collect();
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
    let set = crate::log::set_folder().ok().flatten();
    set.filter(|folder| folder.is_dir()).unwrap_or_else(|| project.log())
}

/// What is said about a property.
struct Specification<'f> {
    found: &'f Found,
    last: Option<&'f Run>,
}

impl Specification<'_> {
    /// The head of its function; empty if it draws while it runs.
    fn signature(&self) -> String {
        let description = &self.found.description;
        if description.types.is_empty() {
            return String::new();
        }
        let arguments = description.arguments.iter().zip(&description.types).zip(&description.generators);
        let written = arguments.map(|((name, of_type), generator)| match &**generator {
            "" => format!("{name}: {of_type}"),
            generator => format!("#[from({generator})] {name}: {of_type}"),
        });
        let name = description.name.rsplit("::").next().unwrap_or(&description.name);
        format!("fn {name}({})", written.collect::<Vec<_>>().join(", "))
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
            "doc": description.doc,
            "signature": self.signature(),
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
        for line in safe_lines(&description.doc).iter().filter(|_| !description.doc.is_empty()) {
            let _ = writeln!(text, "    {line}");
        }
        match &*self.signature() {
            "" => text.push_str("    draws while it runs\n"),
            signature => safe_lines(signature).iter().for_each(|line| _ = writeln!(text, "    {line}")),
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

/// The source file of a property. The compiler names it from the package or the workspace.
pub(crate) fn source_file(found: &Found) -> Option<PathBuf> {
    let directory = Path::new(&found.description.manifest_dir);
    directory.ancestors().map(|root| root.join(&found.description.file)).find(|path| path.is_file())
}
