//! The report's own warnings and figures rank generators as mutation testing does.

#[path = "../examples/study/name_server.rs"]
mod name_server;
#[path = "../examples/study/red_black.rs"]
mod red_black;
#[path = "../examples/study/straight_line.rs"]
mod straight_line;
#[path = "../examples/study/topological.rs"]
mod topological;
#[path = "../examples/study/trial.rs"]
mod trial;

use trial::{QUALITIES, Seen, TASKS, seen};

#[test]
fn the_report_ranks_generators_as_mutants_do() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("study-{}", std::process::id()));
    for task in TASKS {
        QUALITIES.iter().for_each(|&quality| task.log(quality, &folder));
    }
    let seen = seen(&folder).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    for task in TASKS {
        let ranked = QUALITIES.map(|quality| {
            let name = format!("study::{}::{quality:?}", task.name).to_lowercase();
            let (_, said) = seen.iter().find(|(property, _)| *property == name).expect("it is in the report");
            (quality, task.kills(quality), said)
        });
        for [(better, kills, said), (worse, fewer, worse_said)] in [[&ranked[0], &ranked[1]], [&ranked[1], &ranked[2]]]
        {
            let pair = format!("{}: {better:?} {kills:?} {said:#?}, {worse:?} {fewer:?} {worse_said:#?}", task.name);
            // The ground truth: by the bugs that were found, and then by how soon.
            assert!((kills.found, -kills.cases) > (fewer.found, -fewer.cases), "{pair}");
            // What a person sees: fewer warnings, and then more different cases.
            let worth = |said: &Seen| (-(said.warnings.len() as i64), said.unique);
            assert!(worth(said) > worth(worse_said), "{pair}");
        }
    }
}
