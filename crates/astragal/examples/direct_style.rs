//! A generator as plain code, `from_fn`: the jobs of a scheduler. Each job is drawn after those that it can wait for, so there is
//! never a cycle.

use astragal::generators::subsequence_of;
use astragal::laws::Laws;
use astragal::prelude::*;

/// A job that may start when the jobs that it waits for are done.
#[derive(Clone, Debug, PartialEq)]
struct Job {
    minutes: u32,
    waits_for: Vec<usize>,
}

/// Job lists. What a job may wait for depends on the jobs before it: that is what a closure is for.
fn job_lists() -> impl Gen<Value = Vec<Job>> {
    from_fn(|src| {
        let count = src.draw(1..=8usize);
        let mut jobs = Vec::new();
        for number in 0..count {
            // A draw is a plain value, so a range can depend on an earlier one.
            let job = from_fn(|src| {
                let earlier: Vec<usize> = (0..number).collect();
                Job { minutes: src.draw(5..=90u32), waits_for: src.draw(subsequence_of(earlier, 0..=number)) }
            });
            // A label of its own makes a job a unit: it can be moved and replaced as a whole.
            jobs.push(src.draw(job.labelled("job")));
        }
        jobs
    })
}

/// The minute at which each job is done, if any number of workers start each job as soon as they can.
fn finishing_times(jobs: &[Job]) -> Option<Vec<u32>> {
    let mut done: Vec<Option<u32>> = vec![None; jobs.len()];
    // Each round finishes at least one more job, unless they wait in a circle.
    for _ in 0..jobs.len() {
        for (number, job) in jobs.iter().enumerate() {
            let starts: Option<Vec<u32>> = job.waits_for.iter().map(|&other| done[other]).collect();
            if let Some(starts) = starts {
                done[number] = Some(starts.into_iter().max().unwrap_or(0) + job.minutes);
            }
        }
    }
    done.into_iter().collect()
}

fn main() {
    let jobs = job_lists();
    for job in jobs.sample(6) {
        println!("{job:?}");
    }

    // A property: all jobs finish, none before those that it waits for, and never later than one after the other.
    for seed in 0..500 {
        let jobs = jobs.sample(seed);
        let done = finishing_times(&jobs).expect("there is no cycle, by construction");
        for (job, at) in jobs.iter().zip(&done) {
            assert!(job.waits_for.iter().all(|&other| done[other] + job.minutes <= *at), "seed {seed}");
        }
        assert!(done.iter().all(|&at| at <= jobs.iter().map(|job| job.minutes).sum()), "seed {seed}");
    }

    // The closure draws everything from its source, so recording and replay work as with every other generator.
    Laws::of(&jobs).cases(20).forwards().unwrap();
    let (list, choices) = jobs.record(6).unwrap();
    assert_eq!(jobs.replay(&choices).unwrap(), list);
    assert_eq!(choices.spans().iter().filter(|span| span.label().as_str() == "job").count(), list.len());
    println!("500 job lists were scheduled; seed 6 took {} choices", choices.len());
}
