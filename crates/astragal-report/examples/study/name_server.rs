//! A name server: a sorted table agrees with a map.

use std::collections::BTreeMap;

use astragal::prelude::*;
use astragal::{Check, Report};

use crate::trial::{Quality, Task};

pub(crate) const TASK: Task = Task { name: "name_server", mutants: 6, run };

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Command {
    Register(String, u8),
    Remove(String),
    Rename(String, String),
    Look(String),
}

use Command::{Look, Register, Remove, Rename};

/// Names in order, each with its address.
#[derive(Default)]
struct Server {
    table: Vec<(String, u8)>,
    mutant: usize,
}

impl Server {
    fn find(&self, name: &str) -> Result<usize, usize> {
        // The first mutant does not look at the last of many names.
        let end = if self.mutant == 1 && self.table.len() >= 4 { self.table.len() - 1 } else { self.table.len() };
        self.table[..end].binary_search_by(|(known, _)| known.as_str().cmp(name))
    }

    fn look(&self, name: &str) -> Option<u8> {
        self.find(name).ok().map(|at| self.table[at].1)
    }

    fn register(&mut self, name: &str, address: u8) {
        match self.find(name) {
            // The second keeps an old address.
            Ok(_) if self.mutant == 2 => {}
            Ok(at) => self.table[at].1 = address,
            // The third is not in order once there are three names.
            Err(_) if self.mutant == 3 && self.table.len() >= 3 => self.table.push((name.into(), address)),
            Err(at) => self.table.insert(at, (name.into(), address)),
        }
    }

    fn remove(&mut self, name: &str) {
        if let Ok(at) = self.find(name) {
            // The fourth removes all from there on.
            if self.mutant == 4 {
                self.table.truncate(at);
            } else {
                self.table.remove(at);
            }
        }
    }

    fn rename(&mut self, from: &str, to: &str) {
        let Some(address) = self.look(from) else { return };
        // The fifth keeps the old name; the sixth loses a name that is renamed to itself.
        if self.mutant != 5 {
            self.remove(from);
        }
        if self.mutant != 6 || from != to {
            self.register(to, address);
        }
    }
}

fn step(model: &mut BTreeMap<String, u8>, command: &Command) {
    match command {
        Register(name, address) => _ = model.insert(name.clone(), *address),
        Remove(name) => _ = model.remove(name),
        Rename(from, to) => {
            if let Some(address) = model.remove(from) {
                model.insert(to.clone(), address);
            }
        }
        Look(_) => {}
    }
}

/// One of six names, so that commands meet.
fn names() -> impl Gen<Value = String> + Clone {
    select(["a", "b", "c", "d", "e", "f"]).map(String::from)
}

fn registers() -> impl Gen<Value = Command> {
    (names(), any::<u8>()).map(|(name, address)| Register(name, address))
}

/// Whether commands are about names that are registered.
fn is_sensible(commands: &[Command]) -> bool {
    let mut model = BTreeMap::new();
    commands.iter().all(|command| {
        let is_known = match command {
            Register(..) => true,
            Remove(name) | Look(name) | Rename(name, _) => model.contains_key(name),
        };
        step(&mut model, command);
        is_known
    })
}

fn run(check: Check, quality: Quality, mutant: usize) -> Report {
    let is_starter = quality == Quality::Starter;
    let property = |commands: Vec<Command>| {
        assume!(
            !is_starter || (is_sensible(&commands) && commands.iter().any(|command| !matches!(command, Register(..))))
        );
        let mut server = Server { mutant, ..Server::default() };
        let mut model = BTreeMap::new();
        let mut hits = 0;
        for command in &commands {
            let known = match command {
                Look(name) | Remove(name) | Rename(name, _) | Register(name, _) => name,
            };
            hits += usize::from(model.contains_key(known));
            match command {
                Register(name, address) => server.register(name, *address),
                Remove(name) => server.remove(name),
                Rename(from, to) => server.rename(from, to),
                Look(_) => {}
            }
            step(&mut model, command);
            for name in model.keys().chain([known]) {
                assert_eq!(server.look(name), model.get(name).copied(), "the address of {name:?}");
            }
        }
        classify!("meets a name again", hits > 0);
        classify!("takes a name away", commands.iter().any(|command| matches!(command, Remove(_) | Rename(..))));
        collect!("commands", commands.len());
    };
    match quality {
        Quality::Good => {
            let command = one_of![
                Register: registers(),
                Remove: names().map(Remove),
                Rename: (names(), names()).map(|(from, to)| Rename(from, to)),
                Look: names().map(Look),
            ];
            check.run(vec_of(command.named("command"), 1..=40), property)
        }
        // It never takes a name away.
        Quality::Flawed => {
            let command = one_of![Register: registers(), Look: names().map(Look)];
            check.run(vec_of(command.named("command"), 1..=40), property)
        }
        // What a derive gives, with a condition: almost nothing gets past it.
        Quality::Starter => check.run(any::<Vec<Command>>(), property),
    }
}
