//! Which property kills which mutant, after how many cases: put together, or read from the results of cargo-mutants.

mod logs;

pub use crate::model::{Mutant, Mutants};
pub use logs::Killer;

use crate::model::Model;
use crate::read::{ReadError, shortened};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The order of statuses: what a user can act on comes first.
const STATUSES: [&str; 5] = ["survived", "timeout", "died", "killed", "unviable"];

impl Mutants {
    /// Reads a folder `mutants.out`, while cargo-mutants writes it or after. Which test fails for which mutant is in its logs, and so are the
    /// reports of properties, which say in which case. Cases that were stored by the run of an earlier mutant say nothing about that:
    /// run with `ASTRAGAL_REGRESSIONS=off` to see cases for all kills.
    ///
    /// ```
    /// use astragal_report::mutants::Mutants;
    ///
    /// let error = Mutants::read("no/such/folder".as_ref()).unwrap_err();
    /// assert!(error.to_string().contains("outcomes.json"));
    /// ```
    pub fn read(folder: &Path) -> Result<Mutants, ReadError> {
        let inside = folder.join("mutants.out");
        let folder = if inside.is_dir() { inside.as_path() } else { folder };
        let outcomes = json(&folder.join("outcomes.json"))?;
        let listed = json(&folder.join("mutants.json")).unwrap_or_default();
        let mut found: Vec<(Mutant, Vec<Killer>)> = Vec::new();
        let mut tests = Vec::new();
        for outcome in outcomes["outcomes"].as_array().map_or(&[][..], Vec::as_slice) {
            let log = beside(folder, "log", &outcome["log_path"]);
            let scenario = &outcome["scenario"]["Mutant"];
            logs::add_tests(&log, &mut tests);
            if scenario.is_object() {
                let mutant = mutant(folder, outcome, scenario, &listed);
                let killers = if mutant.status == "killed" { logs::killers(&log) } else { Vec::new() };
                found.push((mutant, killers));
            }
        }
        if found.is_empty() {
            let path = folder.join("outcomes.json");
            return Err(ReadError::Mutants(path, "there is no outcome of a mutant in it".to_string()));
        }
        Ok(Mutants::of(found, tests))
    }

    /// All mutants, each with its killers, and the names of all tests, of which some may kill nothing. Survivors come first.
    ///
    /// ```
    /// use astragal_report::mutants::{Killer, Mutant, Mutants};
    ///
    /// let mutant = |name: &str, status: &str| Mutant { name: name.into(), status: status.into(), ..Mutant::default() };
    /// let killer = Killer { test: "sorts".into(), cases: Some(5) };
    /// let found = vec![(mutant("a", "killed"), vec![killer]), (mutant("b", "survived"), vec![])];
    /// let mutants = Mutants::of(found, vec!["keeps".into()]);
    /// assert_eq!(mutants.mutants[0].name, "b");
    /// assert_eq!(mutants.properties, ["keeps", "sorts"]);
    /// assert_eq!((mutants.kills, mutants.useless), (vec![(1, 1, Some(5))], vec![0]));
    /// ```
    pub fn of(mut found: Vec<(Mutant, Vec<Killer>)>, mut tests: Vec<String>) -> Mutants {
        let order = |mutant: &Mutant| STATUSES.iter().position(|status| *status == mutant.status);
        found.sort_by(|(a, _), (b, _)| (order(a), &a.file, a.line, &a.id).cmp(&(order(b), &b.file, b.line, &b.id)));
        tests.extend(found.iter().flat_map(|(_, killers)| killers).map(|killer| killer.test.clone()));
        tests.sort();
        tests.dedup();
        let mut mutants = Mutants { properties: tests, ..Mutants::default() };
        for (at, (mutant, killers)) in (0..).zip(found) {
            mutants.mutants.push(mutant);
            for killer in killers {
                if let Ok(property) = mutants.properties.binary_search(&killer.test) {
                    mutants.kills.push((at, property as u32, killer.cases));
                }
            }
        }
        mutants.mark_useless();
        mutants
    }

    /// Finds the properties that kill nothing, after all kills are known.
    ///
    /// ```
    /// use astragal_report::mutants::Mutants;
    ///
    /// let mut mutants = Mutants { properties: vec!["a".into(), "b".into()], kills: vec![(0, 1, Some(5))], ..Mutants::default() };
    /// mutants.mark_useless();
    /// assert_eq!(mutants.useless, [0]);
    /// ```
    pub fn mark_useless(&mut self) {
        let is_useless = |property: &u32| self.kills.iter().all(|(_, killer, _)| killer != property);
        self.useless = (0..self.properties.len() as u32).filter(is_useless).collect();
    }
}

impl Model {
    /// Adds what was measured with mutants. Tests get the full names of the properties that they run, so that a view can lead from one
    /// to the other.
    ///
    /// ```
    /// use astragal_report::{Model, mutants::Mutants};
    ///
    /// let model = Model::default().with_mutants(Mutants { properties: vec!["laws::sorts".into()], ..Mutants::default() });
    /// assert_eq!(model.mutants.unwrap().properties, ["laws::sorts"]);
    /// ```
    pub fn with_mutants(self, mut mutants: Mutants) -> Model {
        for name in &mut mutants.properties {
            let mut same = self.properties.iter().filter(|property| {
                let is_end = property.name.strip_suffix(name.as_str()).is_some_and(|start| start.ends_with("::"));
                property.test == *name || property.name == *name || is_end
            });
            if let (Some(property), None) = (same.next(), same.next()) {
                name.clone_from(&property.name);
            }
        }
        Model { mutants: Some(mutants), ..self }
    }
}

fn json(path: &Path) -> Result<Value, ReadError> {
    let text = fs::read_to_string(path).map_err(|error| ReadError::Unreadable(path.to_path_buf(), error))?;
    serde_json::from_str(&text).map_err(|error| ReadError::Mutants(path.to_path_buf(), error.to_string()))
}

/// The text of a file that an outcome names, which is in a folder of its own: whatever the name says, nothing else is read.
fn beside(folder: &Path, kind: &str, path: &Value) -> String {
    let name = path.as_str().and_then(|path| Path::new(path).file_name());
    let bytes = name.and_then(|name| fs::read(folder.join(kind).join(name)).ok()).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn mutant(folder: &Path, outcome: &Value, scenario: &Value, listed: &Value) -> Mutant {
    let text = |key: &str| scenario[key].as_str().unwrap_or_default().to_string();
    let (file, full) = (text("file"), text("name"));
    let line = scenario["span"]["start"]["line"].as_u64().or(scenario["line"].as_u64()).unwrap_or(0);
    // The name begins with the place, which has columns of its own.
    let name = full.strip_prefix(&file).and_then(|rest| rest.split_once(": ")).map_or(full.as_str(), |(_, name)| name);
    let function = scenario["function"]["function_name"].as_str().or(scenario["function"].as_str()).unwrap_or_default();
    let name =
        if name.is_empty() { format!("replace {function} with {}", text("replacement")) } else { name.to_string() };
    let status = match outcome["summary"].as_str().unwrap_or_default() {
        "CaughtMutant" => "killed",
        "MissedMutant" => "survived",
        "Timeout" => "timeout",
        _ => "unviable",
    };
    let mut diff = beside(folder, "diff", &outcome["diff_path"]);
    if diff.is_empty() {
        let same = listed.as_array().into_iter().flatten().find(|mutant| mutant["name"] == *full);
        diff = same.and_then(|mutant| mutant["diff"].as_str()).unwrap_or_default().to_string();
    }
    let id = outcome["log_path"].as_str().and_then(|path| Path::new(path).file_stem()).unwrap_or_default();
    Mutant {
        id: id.to_string_lossy().into_owned(),
        name,
        file,
        line,
        diff: shortened(&diff, 20_000).into_owned(),
        status: status.to_string(),
        why: String::new(),
    }
}
