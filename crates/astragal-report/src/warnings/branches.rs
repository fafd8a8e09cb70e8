//! Warnings about branches that generators never take, with how surprising that is.

use super::*;
use crate::model::Filter;

/// A branch of a site that was known before running and never taken. If each of the `k` branches were as likely as the others, `m` picks
/// would miss one with probability `(1 - 1/k)^m`.
pub(super) fn never_taken(property: &Property, run: &RunTally) -> Vec<Warning> {
    let mut found = Vec::new();
    let known = run.end.iter().flat_map(|end| &end.sites);
    for site in known.filter(|site| site.branches.len() > 1) {
        let number = run.sites.all().position(|name| name == site.site).map(|at| at as u32);
        let picks = number.and_then(|number| run.picks.get(&number)).copied().unwrap_or(0);
        if picks == 0 {
            if property.counts.cases >= FEW && !run.picks.is_empty() {
                let text = format!("no case reaches `{}`{}", site.site, run.among_logged());
                let detail = format!("none of {} cases takes any of its {} branches", run.lines, site.branches.len());
                found.push(warning("never_taken", text, detail));
            }
            continue;
        }
        let share = 1.0 / site.branches.len() as f64;
        let probability = (1.0 - share).powf(picks as f64);
        if probability >= SURPRISING {
            continue;
        }
        for branch in &site.branches {
            let is_taken = |(at, name): (usize, &str)| {
                name == branch && number.is_some_and(|number| run.taken.contains_key(&(number, at as u32)))
            };
            if run.branches.all().enumerate().any(is_taken) {
                continue;
            }
            let text = format!("`{}` never takes the branch `{branch}`{}", site.site, run.among_logged());
            let detail = format!(
                "0 of {picks} picks; if all {} branches were equally likely, the probability of that would be {}; with 95 % \
                 confidence it is taken in less than {} of the picks",
                site.branches.len(),
                chance(probability),
                percent((3.0 / picks as f64).min(1.0))
            );
            let filter = Filter::Pick { pick: [site.site.clone(), branch.clone()] };
            found.push(Warning { filter: Some(filter), ..warning("never_taken", text, detail) });
        }
    }
    found
}
