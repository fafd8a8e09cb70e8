//! The places where generators choose: those known before running, with those that were only seen.

use crate::model::Site;
use crate::read::RunTally;
use std::collections::HashMap;

/// Sites and branches by their numbers in the log, as indices of the model.
pub(super) struct Sites<'a> {
    run: &'a RunTally,
    all: Vec<Site>,
    sites: HashMap<String, u32>,
    branches: HashMap<(u32, String), u32>,
}

impl<'a> Sites<'a> {
    pub(super) fn new(run: &'a RunTally) -> Sites<'a> {
        let mut sites = Sites { run, all: Vec::new(), sites: HashMap::new(), branches: HashMap::new() };
        for site in run.end.iter().flat_map(|end| &end.sites) {
            let index = sites.site(&site.site);
            for branch in &site.branches {
                sites.branch(index, branch);
            }
        }
        // In the order of names, so that samples that were left out change nothing.
        let mut taken: Vec<(&str, &str)> =
            run.taken.keys().map(|(site, branch)| (run.sites.name(*site), run.branches.name(*branch))).collect();
        taken.sort_unstable();
        for (site, branch) in taken {
            let index = sites.site(site);
            sites.branch(index, branch);
        }
        sites
    }

    fn site(&mut self, name: &str) -> u32 {
        if let Some(index) = self.sites.get(name) {
            return *index;
        }
        let index = self.all.len() as u32;
        self.all.push(Site { site: name.to_string(), branches: Vec::new() });
        self.sites.insert(name.to_string(), index);
        index
    }

    fn branch(&mut self, site: u32, name: &str) -> u32 {
        if let Some(index) = self.branches.get(&(site, name.to_string())) {
            return *index;
        }
        let branches = &mut self.all[site as usize].branches;
        branches.push(name.to_string());
        let index = branches.len() as u32 - 1;
        self.branches.insert((site, name.to_string()), index);
        index
    }

    /// The indices of a site and a branch, by the numbers of their names.
    pub(super) fn indices(&mut self, site: u32, branch: u32) -> (u32, u32) {
        let run = self.run;
        let site = self.site(run.sites.name(site));
        (site, self.branch(site, run.branches.name(branch)))
    }

    pub(super) fn into_all(self) -> Vec<Site> {
        self.all
    }
}
