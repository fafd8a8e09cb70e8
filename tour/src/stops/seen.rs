//! What was tested, on a page.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use astragal::Check;
use astragal::prelude::*;
use astragal_report::{Log, Model, html};

use super::Stop;
use super::one_bug::{formulas_at, keeps_its_value};
use crate::hunt::check;
use crate::library::search_tree::SearchTree;
use crate::page::{Page, grouped};

/// The stop.
pub(super) const STOP: Stop = Stop { title: "What was tested, on a page", visit };

/// A tree has the keys that were put into it, each once, in order.
fn keys_are_in_order(keys: Vec<u16>) {
    let tree: SearchTree<u16> = keys.iter().copied().collect();
    collect!("keys", tree.keys().len());
    classify!("a key comes twice", tree.keys().len() < keys.len());
    assert!(tree.keys().windows(2).all(|pair| pair[0] < pair[1]));
}

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "A test that passes shows nothing, and may have tested nothing. So a run can write down each case \
         (ASTRAGAL_LOG=on, or cargo astragal test), and the report shows what they were. Here two generators for one property: \
         both are green.",
    );
    page.code(include_str!("seen.rs"), "fn keys_are_in_order");
    let folder = Folder::new();
    let logged =
        |name: &str| -> Check { check(name).with(|config| config.set("log", &folder.0.display().to_string())) };
    let _ = logged("tour::keys, any").run(vec_of(any::<u16>(), 0..=40), keys_are_in_order);
    let _ = logged("tour::keys, few").run(vec_of(0..4u16, 0..=5), keys_are_in_order);
    let _ = logged("tour::simplifying").run(formulas_at(), keeps_its_value);
    let log = Log::read(std::slice::from_ref(&folder.0)).map_err(|error| error.to_string())?;
    let model = Model::of(&log);
    for property in &model.properties {
        let counts = &property.counts;
        let verdict = if counts.failed > 0 { "failed" } else { "passed" };
        page.gap();
        let (cases, unique) = (grouped(counts.cases), grouped(counts.unique));
        page.fact(&property.name.replace("tour::", ""), format_args!("{verdict}: {cases} cases, {unique} different"));
        property.warnings.iter().for_each(|warning| page.fact("", format_args!("! {}", warning.text)));
    }
    let file = place("report.html");
    write(&file, &html(&model)).map_err(|error| format!("{}: {error}", file.display()))?;
    page.gap();
    page.fact("the report", shown(&file));
    page.prose(
        "Open it in a browser. Click \"keys, few\": the mosaic shows how many cases are repeats, and a click on it which. \
         Click \"simplifying\" and step through the shrink path. Each bar is a filter for all the others.",
    );
    match model.properties.iter().find(|property| property.name.ends_with("few")) {
        Some(few) if few.warnings.iter().any(|warning| warning.kind == "duplicates") => Ok(()),
        _ => Err("nothing is said of repeated cases".to_string()),
    }
}

/// A folder for a log, which is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Folder(place(&format!("log-{}-{number}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A place for what the tour writes: in the target directory of this program, which is known by its tag.
fn place(name: &str) -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let target = program.ancestors().find(|directory| directory.join("CACHEDIR.TAG").is_file());
    target.map_or_else(std::env::temp_dir, Path::to_owned).join("tour").join(name)
}

/// As seen from here, if it is below.
fn shown(file: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    file.strip_prefix(&here).unwrap_or(file).display().to_string()
}

/// At once: a reader sees the old page or the new one.
fn write(file: &Path, text: &str) -> std::io::Result<()> {
    if let Some(directory) = file.parent() {
        std::fs::create_dir_all(directory)?;
    }
    let fresh = file.with_extension(format!("{}.tmp", std::process::id()));
    std::fs::write(&fresh, text)?;
    std::fs::rename(&fresh, file)
}
