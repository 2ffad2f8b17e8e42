//! A hunt: programs made, tried and judged on all cores, until it is enough.
//!
//! Every worker makes its own programs and tries them one configuration after
//! another, so that nobody waits. What is found is in the store before it is
//! told.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use elenchus_compilers::clock;
use elenchus_compilers::run::family;
use serde::Serialize;
use thiserror::Error;

use crate::config::Weighted;
use crate::examine::{Examined, Origin, examine};
use crate::finding::{Finding, Kind, State};
use crate::judge::Judgement;
use crate::lab::Lab;
use crate::source::{NoTest, Test};
use crate::store::{Lease, Store, StoreError, Stored, Want};

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Each with how often it has its turn.
    pub sources: Vec<Weighted>,
    /// Take seeds from this one on, done before or not. Without, the store
    /// says which come next.
    pub first: Option<u64>,
    /// End after so many programs.
    pub count: Option<u64>,
    /// End after so long.
    pub time: Option<Duration>,
    pub workers: usize,
}

impl Plan {
    /// Whose turn it is when so many programs were begun.
    fn turn(&self, taken: u64) -> usize {
        let all: u64 = self.sources.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let mut left = taken % all.max(1);
        for (index, (_, weight)) in self.sources.iter().enumerate() {
            match left.checked_sub((*weight).into()) {
                Some(less) => left = less,
                None => return index,
            }
        }
        0
    }
}

/// What a hunt has to tell.
pub enum Event {
    Found {
        finding: Box<Finding>,
        stored: Stored,
    },
    /// A source gave no program.
    NoTest {
        seed: u64,
        error: NoTest,
    },
    /// Time has passed.
    Tick,
}

#[derive(Debug, Error)]
pub enum HuntError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("cannot go on: {0}; is there room on the disk, and are the compilers still there?")]
    Io(#[from] io::Error),
    #[error("no source gives a program; the last one said: {0}")]
    NoTests(NoTest),
}

/// What was done so far.
#[derive(Clone, Default, Debug, Serialize)]
pub struct Summary {
    /// Programs that were tried on their configurations.
    pub programs: u64,
    /// Programs on configurations.
    pub tests: u64,
    /// Seeds that gave no program.
    pub dropped: u64,
    /// Programs that were only compiled, being at fault themselves.
    pub invalid: u64,
    /// Programs that are at fault for some targets only, and only compiled there.
    pub partly: u64,
    /// Programs without a known answer.
    pub unknown: u64,
    /// Programs that took the machine too many steps.
    pub long: u64,
    /// Valid programs that every compiler refused, and what some of them are called.
    pub refused: u64,
    pub refused_names: Vec<String>,
    /// The seed that was done last.
    pub seed: Option<u64>,
    /// Findings that were stored.
    pub findings: BTreeMap<State, BTreeMap<Kind, u64>>,
    /// The same by compiler.
    pub accused: BTreeMap<String, BTreeMap<Kind, u64>>,
    /// Confirmed ones of bugs that were not in the store.
    pub new_bugs: u64,
    /// Programs that showed again what is well known.
    pub known: u64,
    /// Programs that showed marked bugs, by signature: none of them was tried again.
    pub held: BTreeMap<String, u64>,
    /// How it came to its end: `time`, `count`, `interrupted`, `sources`.
    pub ended: &'static str,
    pub elapsed: Duration,
    /// Processor time of compilers and of compiled programs.
    pub compile: Duration,
    pub run: Duration,
    /// Processor time of our own, and parts of it.
    pub own: Duration,
    pub making: Duration,
    pub judging: Duration,
    /// Programs that were run, and those that were the same as at another
    /// level, which need not be.
    pub runs: u64,
    pub spared: u64,
}

impl Summary {
    /// Our own part of all processor time, from 0 to 1.
    pub fn own_share(&self) -> f64 {
        let all = (self.own + self.compile + self.run).as_secs_f64();
        if all == 0.0 { 0.0 } else { self.own.as_secs_f64() / all }
    }
}

enum Message {
    Tested {
        examined: Box<Examined>,
        name: String,
        /// Signatures of marked bugs that it shows.
        held: Vec<String>,
        seed: u64,
        making: Duration,
    },
    Found {
        finding: Box<Finding>,
        stored: Stored,
    },
    NoTest {
        seed: u64,
        error: NoTest,
    },
    Failed(HuntError),
}

/// How often time is told.
const TICK: Duration = Duration::from_millis(200);

/// After so many seeds without a single program, nothing will come.
const PATIENCE: u64 = 20;

/// How many programs that every compiler refused are named.
const NAMED: usize = 5;

/// The front end and the machine like a large stack.
const STACK: usize = 64 << 20;

/// Hunts until the plan is done or the lab's flag is raised.
pub fn hunt(
    lab: &Lab,
    store: Store,
    plan: &Plan,
    tell: &mut dyn FnMut(Event, &Summary),
) -> Result<Summary, HuntError> {
    let begun = Instant::now();
    let before = clock::process();
    let shared = Shared { lab, plan, store: Mutex::new(store), taken: AtomicU64::new(0) };
    let (sender, messages) = mpsc::channel();
    let mut summary = Summary::default();
    let mut failed = None;
    thread::scope(|scope| -> Result<(), HuntError> {
        for number in 0..plan.workers.max(1) {
            let (shared, sender) = (&shared, sender.clone());
            let work = move || shared.work(number, &sender);
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        }
        drop(sender);
        loop {
            let message = messages.recv_timeout(TICK);
            summary.elapsed = begun.elapsed();
            summary.own = clock::process().saturating_sub(before);
            if summary.ended.is_empty() {
                if lab.stop.load(Ordering::Relaxed) {
                    summary.ended = "interrupted";
                } else if plan.time.is_some_and(|time| summary.elapsed >= time) {
                    summary.ended = "time";
                    lab.stop.store(true, Ordering::Relaxed);
                }
            }
            match message {
                Ok(Message::Failed(error)) => {
                    lab.stop.store(true, Ordering::Relaxed);
                    failed.get_or_insert(error);
                }
                Ok(Message::NoTest { seed, error }) => {
                    summary.dropped += 1;
                    if summary.programs == 0 && summary.dropped >= PATIENCE {
                        lab.stop.store(true, Ordering::Relaxed);
                        failed.get_or_insert(HuntError::NoTests(error));
                    } else {
                        tell(Event::NoTest { seed, error }, &summary);
                    }
                }
                Ok(Message::Tested { mut examined, name, held, seed, making }) => {
                    summary.seed = Some(seed);
                    // They are counted by name, and not once more.
                    examined.more.retain(|signature| !held.contains(signature));
                    for signature in held {
                        *summary.held.entry(signature).or_default() += 1;
                    }
                    if examined.refused && summary.refused_names.len() < NAMED {
                        summary.refused_names.push(name);
                    }
                    summary.count(&examined, making);
                }
                Ok(Message::Found { finding, stored }) => {
                    summary.count_finding(&finding, stored);
                    tell(Event::Found { finding, stored }, &summary);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            tell(Event::Tick, &summary);
        }
        Ok(())
    })?;
    if let Some(error) = failed {
        return Err(error);
    }
    if summary.ended.is_empty() {
        let all = plan.count.is_some_and(|count| summary.programs + summary.dropped >= count);
        summary.ended = if all { "count" } else { "sources" };
    }
    summary.elapsed = begun.elapsed();
    summary.own = clock::process().saturating_sub(before);
    Ok(summary)
}

impl Summary {
    fn count(&mut self, examined: &Examined, making: Duration) {
        self.programs += 1;
        self.tests += examined.tests as u64;
        let judgements = || examined.texts.iter().map(|text| &text.judgement);
        let any = |is: fn(&Judgement) -> bool| u64::from(judgements().any(is));
        let is_invalid = |one: &Judgement| matches!(one, Judgement::Invalid(_));
        let invalid = judgements().filter(|one| is_invalid(one)).count();
        let all = invalid == examined.texts.len();
        self.invalid += u64::from(invalid > 0 && all);
        self.partly += u64::from(invalid > 0 && !all);
        self.unknown += any(|one| matches!(one, Judgement::Unknown(_)));
        self.refused += u64::from(examined.refused);
        self.long += any(|one| *one == Judgement::Long);
        self.known += examined.more.len() as u64;
        self.compile += examined.spent.compile;
        self.run += examined.spent.run;
        self.runs += examined.spent.runs;
        self.spared += examined.spent.spared;
        self.making += making;
        self.judging += examined.judging;
    }

    fn count_finding(&mut self, finding: &Finding, stored: Stored) {
        let kinds = self.findings.entry(finding.state).or_default();
        *kinds.entry(finding.kind).or_default() += 1;
        let accused = self.accused.entry(finding.compiler.name.clone()).or_default();
        *accused.entry(finding.kind).or_default() += 1;
        self.new_bugs += u64::from(stored.new_bug && finding.state == State::Confirmed);
    }
}

/// What all workers share.
struct Shared<'a> {
    lab: &'a Lab,
    plan: &'a Plan,
    store: Mutex<Store>,
    /// How many programs were begun.
    taken: AtomicU64,
}

/// A seed to be tried, and where it was taken from.
struct Job {
    source: usize,
    seed: u64,
    leased: bool,
}

impl Shared<'_> {
    fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, number: usize, sender: &Sender<Message>) {
        let mut leases: Vec<Option<Lease>> = vec![None; self.plan.sources.len()];
        let result = self.work_until_done(number, &mut leases, sender);
        for lease in leases.iter().flatten() {
            // If not even that works, its owner is known to be gone.
            let _ = self.store().release(lease);
        }
        if let Err(error) = result {
            // Nobody listens when the hunt is over.
            let _ = sender.send(Message::Failed(error));
        }
    }

    fn work_until_done(
        &self,
        number: usize,
        leases: &mut [Option<Lease>],
        sender: &Sender<Message>,
    ) -> Result<(), HuntError> {
        while let Some(job) = self.next(leases)? {
            let folder = self.lab.scratch.fresh(&format!("worker-{number}"))?;
            let begun = clock::thread();
            let source = &self.plan.sources[job.source].0;
            let made = source.make(job.seed, &folder, self.lab.stop);
            let making = clock::thread().saturating_sub(begun);
            if self.lab.stop.load(Ordering::Relaxed) {
                break;
            }
            let lease = if job.leased { leases[job.source].as_mut() } else { None };
            match made {
                Ok(test) => {
                    let (source, seed) = source.narrow(job.seed);
                    let origin = Origin { source: &source, seed };
                    let folder = self.lab.scratch.fresh(&format!("worker-{number}"))?;
                    if !self.examine(&test, &origin, folder, lease, making, sender)? {
                        break;
                    }
                }
                Err(error) => {
                    self.store().finish(lease, &[], &[])?;
                    let _ = sender.send(Message::NoTest { seed: job.seed, error });
                }
            }
            if let Some(lease) = &leases[job.source] {
                if lease.next >= lease.end {
                    leases[job.source] = None;
                }
            }
        }
        Ok(())
    }

    /// The next seed; sources take turns.
    fn next(&self, leases: &mut [Option<Lease>]) -> Result<Option<Job>, HuntError> {
        if self.lab.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let taken = self.taken.fetch_add(1, Ordering::Relaxed);
        if self.plan.count.is_some_and(|count| taken >= count) {
            return Ok(None);
        }
        let turn = self.plan.turn(taken);
        if let Some(first) = self.plan.first {
            let seed = first.wrapping_add(taken);
            let is_there = |one: &Weighted| one.0.count().is_none_or(|count| seed < count);
            let exists = self.plan.sources.get(turn).is_some_and(is_there);
            return Ok(exists.then_some(Job { source: turn, seed, leased: false }));
        }
        // One that has come to its end leaves its turn to the next.
        let sources = self.plan.sources.len();
        for source in (turn..sources).chain(0..turn) {
            if leases[source].is_none() {
                leases[source] = self.store().lease(&self.plan.sources[source].0)?;
            }
            if let Some(lease) = &leases[source] {
                return Ok(Some(Job { source, seed: lease.next, leased: true }));
            }
        }
        Ok(None)
    }

    /// Examines a program and stores what comes out; false if interrupted.
    fn examine(
        &self,
        test: &Test,
        origin: &Origin,
        folder: std::path::PathBuf,
        lease: Option<&mut Lease>,
        making: Duration,
        sender: &Sender<Message>,
    ) -> Result<bool, HuntError> {
        let held = RefCell::new(Vec::new());
        let wanted = |signature: &str| match self.store().wants(signature).unwrap_or(Want::More) {
            Want::More => true,
            Want::Enough => false,
            Want::Marked => {
                held.borrow_mut().push(signature.to_owned());
                false
            }
        };
        let examined = examine(self.lab, test, origin, folder, &wanted)?;
        family::kill_orphans();
        let Some(mut examined) = examined else { return Ok(false) };
        let findings = std::mem::take(&mut examined.findings);
        let stored = self.store().finish(lease, &findings, &examined.more)?;
        let examined = Box::new(examined);
        let (name, seed, held) = (origin.name(), origin.seed, held.into_inner());
        let _ = sender.send(Message::Tested { examined, name, held, seed, making });
        for (finding, stored) in findings.into_iter().zip(stored) {
            if let Some(stored) = stored {
                let finding = Box::new(finding);
                let _ = sender.send(Message::Found { finding, stored });
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn sources_have_their_turns() {
        let source = |size| Source::Generate {
            preset: "mix".into(),
            size,
            split: false,
            portable: false,
            dice: false,
        };
        let sources = vec![(source(1), 2), (source(2), 1)];
        let plan = Plan { sources, first: None, count: None, time: None, workers: 1 };
        let turns: Vec<usize> = (0..6).map(|taken| plan.turn(taken)).collect();
        assert_eq!(turns, [0, 0, 1, 0, 0, 1]);
    }
}
