//! How well a specification fits: which mutants survive which of its properties.

use std::fmt::{self, Debug};

use super::conjectures::{Conjecture, implications, minimal};
use super::mutants::{Mutant, Mutants};
use crate::quantify::Searched;
use crate::statistics::grouped;

/// How well properties specify a function, as far as its mutants tell. See [`Specification::fit`](super::Specification::fit).
///
/// Its text is a report of all of it. Every figure is about the mutants and the cases that were tried: that no mutant survives, or that a
/// property seems to follow from others, is evidence and not a proof.
#[derive(Clone)]
pub struct Fit<A, B> {
    name: String,
    properties: Vec<(String, Searched)>,
    mutants: u64,
    all_up_to: Option<usize>,
    is_exhaustive: bool,
    groups: Vec<Group>,
    /// The smallest mutant of each group.
    smallest: Vec<Mutant<A, B>>,
}

/// Mutants that the same properties kill.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The properties, as bits.
    pub(super) killers: u32,
    /// How many mutants.
    pub(super) count: u64,
    /// The number of the smallest.
    pub(super) first: u64,
}

impl<A, B: Clone> Fit<A, B> {
    /// Nothing was tried yet.
    pub(super) fn new(name: String, properties: Vec<(String, Searched)>, mutants: &Mutants<A, B>) -> Fit<A, B> {
        let Mutants { all_up_to, is_exhaustive, .. } = *mutants;
        Fit { name, properties, mutants: 0, all_up_to, is_exhaustive, groups: Vec::new(), smallest: Vec::new() }
    }

    /// The next mutant is killed by these properties.
    pub(super) fn add(&mut self, killers: u32, mutant: &Mutant<A, B>) {
        match self.groups.iter_mut().find(|group| group.killers == killers) {
            Some(group) => group.count += 1,
            None => {
                self.groups.push(Group { killers, count: 1, first: self.mutants });
                self.smallest.push(mutant.clone());
            }
        }
        self.mutants += 1;
    }
}

impl<A, B> Fit<A, B> {
    /// How many mutants were tried.
    pub fn mutants(&self) -> u64 {
        self.mutants
    }

    /// Whether there are no other mutants.
    pub fn is_exhaustive(&self) -> bool {
        self.is_exhaustive
    }

    /// How many mutants survive all properties. Each is another function that satisfies them, as far as they were checked.
    pub fn survivors(&self) -> u64 {
        self.count(|killers| killers == 0)
    }

    /// The smallest mutant that survives all properties.
    pub fn smallest_survivor(&self) -> Option<&Mutant<A, B>> {
        self.smallest_of(u32::MAX)
    }

    /// How many mutants survive some of the properties.
    ///
    /// # Panics
    /// If there is no property of a name.
    #[track_caller]
    pub fn survivors_of(&self, properties: &[&str]) -> u64 {
        let set = self.set(properties);
        self.count(|killers| killers & set == 0)
    }

    /// The smallest mutant that survives some of the properties.
    ///
    /// # Panics
    /// If there is no property of a name.
    #[track_caller]
    pub fn smallest_survivor_of(&self, properties: &[&str]) -> Option<&Mutant<A, B>> {
        self.smallest_of(self.set(properties))
    }

    /// The smallest subsets of the properties that kill as many mutants as all of them do: each has no part that does.
    pub fn minimal_subsets(&self) -> Vec<Vec<&str>> {
        minimal(&self.groups, self.properties.len()).into_iter().map(|set| self.names(set).collect()).collect()
    }

    /// The properties that kill no mutant.
    pub fn useless(&self) -> Vec<&str> {
        let killers = self.groups.iter().fold(0, |killers, group| killers | group.killers);
        self.names(!killers).collect()
    }

    /// Which properties seem to follow from others, or to say the same: those that kill something, and nothing that the others do
    /// not kill. What follows from other conjectures is omitted.
    pub fn conjectures(&self) -> Vec<Conjecture> {
        let owned = |set| self.names(set).map(ToString::to_string).collect();
        let found = implications(&self.groups, self.properties.len()).into_iter().filter(|found| found.premise != 0);
        let conjectures = found.map(|found| Conjecture {
            premise: owned(found.premise),
            conclusion: owned(found.conclusion),
            is_equivalence: found.is_equivalence,
            kills: self.count(|killers| killers & found.premise != 0),
        });
        conjectures.collect()
    }

    fn count(&self, is_counted: impl Fn(u32) -> bool) -> u64 {
        self.groups.iter().filter(|group| is_counted(group.killers)).map(|group| group.count).sum()
    }

    fn smallest_of(&self, set: u32) -> Option<&Mutant<A, B>> {
        let survivors = self.groups.iter().zip(&self.smallest).filter(|(group, _)| group.killers & set == 0);
        survivors.min_by_key(|(group, _)| group.first).map(|(_, mutant)| mutant)
    }

    #[track_caller]
    fn set(&self, names: &[&str]) -> u32 {
        names.iter().fold(0, |set, name| match self.properties.iter().position(|(known, _)| known == name) {
            Some(at) => set | 1 << at,
            None => panic!("there is no property `{name}`"),
        })
    }

    fn names(&self, set: u32) -> impl Iterator<Item = &str> {
        let chosen = self.properties.iter().enumerate().filter(move |(at, _)| set & 1 << at != 0);
        chosen.map(|(_, (name, _))| &**name)
    }
}

impl<A: Debug, B: Debug> fmt::Display for Fit<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [all, killed, survived] = [self.mutants, self.mutants - self.survivors(), self.survivors()].map(grouped);
        let plural = if self.mutants == 1 { "" } else { "s" };
        let which = match self.all_up_to {
            _ if self.is_exhaustive => " (all that there are)".into(),
            Some(size) => format!(" (all up to size {size})"),
            None => String::new(),
        };
        writeln!(f, "{}: {all} mutant{plural}{which}, {killed} killed, {survived} survived", self.name)?;
        if let Some(smallest) = self.smallest_survivor() {
            writeln!(f, "\nsmallest survivor:\n    {smallest:?}")?;
        }
        writeln!(f, "\n kills  property")?;
        for (at, (name, searched)) in self.properties.iter().enumerate() {
            let kills = grouped(self.count(|killers| killers & 1 << at != 0));
            writeln!(f, "{kills:>6}  {name}, for {searched}")?;
        }
        let set = |names: &[&str]| format!("{{{}}}", names.join(", "));
        let owned = |names: &[String]| format!("{{{}}}", names.join(", "));
        let minimal: Vec<String> = self.minimal_subsets().iter().map(|names| set(names)).collect();
        writeln!(f, "\nenough to kill as many: {}", minimal.join(" or "))?;
        if !self.useless().is_empty() {
            writeln!(f, "kills no mutant: {}", self.useless().join(", "))?;
        }
        let conjectures = self.conjectures();
        if !conjectures.is_empty() {
            writeln!(f, "\nconjectures, as far as these mutants tell:")?;
        }
        for Conjecture { premise, conclusion, is_equivalence, kills } in &conjectures {
            let sign = if *is_equivalence { "=" } else { "==>" };
            let (premise, conclusion) = (owned(premise), owned(conclusion));
            writeln!(f, "    {premise} {sign} {conclusion}   kills {}", grouped(*kills))?;
        }
        Ok(())
    }
}

impl<A, B> Debug for Fit<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.names(u32::MAX).collect();
        let mut debug = f.debug_struct("Fit");
        debug.field("of", &self.name).field("properties", &names).field("mutants", &self.mutants);
        debug.field("survivors", &self.survivors()).finish_non_exhaustive()
    }
}
