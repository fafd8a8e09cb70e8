//! Does the report reveal what matters? Four properties, each with a good, a flawed and a starter generator: how many planted bugs
//! each finds, and what the report of a passing run says about it.
//!
//! ```text
//! cargo run --release -p astragal-report --example study
//! ```
//!
//! The tasks are those of the study of Tyche (Goldstein, *Property-Based Testing for the People*, 5.7.1), where people ranked
//! generators by what they saw.

mod name_server;
mod red_black;
mod straight_line;
mod topological;
mod trial;

use trial::{QUALITIES, TASKS, seen};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("astragal-study-{}", std::process::id()));
    for task in TASKS {
        QUALITIES.iter().for_each(|&quality| task.log(quality, &folder));
    }
    let seen = seen(&folder)?;
    for task in TASKS {
        println!("{}", task.name);
        for quality in QUALITIES {
            let kills = task.kills(quality);
            let name = format!("study::{}::{quality:?}", task.name).to_lowercase();
            let Some((_, said)) = seen.iter().find(|(property, _)| *property == name) else { continue };
            let quality = format!("{quality:?}").to_lowercase();
            println!(
                "  {quality:8} {:2} bugs found, {:5.1} cases each; {} different cases",
                kills.found, kills.cases, said.unique
            );
            said.warnings.iter().for_each(|warning| println!("           ! {warning}"));
        }
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
