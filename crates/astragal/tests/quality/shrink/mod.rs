//! Shrinking normalizes: from every failure of a bug to the same simplest one, in few evaluations.

mod harness;
mod joint;
mod limits;
mod own;
mod promises;
mod public;

use harness::{Challenge, meet};

const SEEDS: u64 = 30;

#[test]
fn the_public_challenge_is_met() {
    public::challenges().iter().for_each(|challenge| meet(challenge, SEEDS));
}

#[test]
fn our_own_challenges_are_met() {
    own::challenges().iter().for_each(|challenge| meet(challenge, SEEDS));
}

#[test]
fn what_goes_only_together_is_met() {
    joint::challenges().iter().for_each(|challenge| meet(challenge, SEEDS));
}

#[test]
fn no_challenge_stands_twice() {
    let all = [public::challenges(), own::challenges(), joint::challenges()];
    let mut names: Vec<&str> = all.iter().flatten().map(|challenge: &Challenge| challenge.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}
