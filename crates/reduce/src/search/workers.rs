//! Threads that try candidates, each in a folder of its own.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};

use elenchus_judge::ProgramFile;

use crate::check::{Counts, Place, Test};

type Job = (u64, Vec<ProgramFile>);
type Done = (u64, io::Result<bool>);

pub struct Workers {
    count: usize,
    jobs: Sender<Job>,
    done: Receiver<Done>,
}

impl Workers {
    pub fn count(&self) -> usize {
        self.count
    }

    pub fn send(&self, ticket: u64, files: Vec<ProgramFile>) {
        // If all workers are gone, `receive` says so.
        let _ = self.jobs.send((ticket, files));
    }

    /// The next answer of any worker.
    pub fn receive(&self) -> io::Result<(u64, bool)> {
        let (ticket, answer) =
            self.done.recv().map_err(|_| io::Error::other("those who try candidates are gone"))?;
        Ok((ticket, answer?))
    }
}

/// Works with a thread for each folder.
pub fn with_workers<R>(
    folders: &[PathBuf],
    test: &dyn Test,
    stop: &AtomicBool,
    counts: &Counts,
    work: impl FnOnce(&Workers) -> R,
) -> R {
    let (jobs, queue) = channel::<Job>();
    let (answers, done) = channel::<Done>();
    let queue = Mutex::new(queue);
    std::thread::scope(|scope| {
        for folder in folders {
            let (queue, answers) = (&queue, answers.clone());
            let place = Place { folder, stop, counts };
            scope.spawn(move || {
                loop {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((ticket, files)) = next else { break };
                    let look = || test.look(&files, &place).map(|shown| shown.is_ok());
                    // A candidate that confuses us is none.
                    let answer = catch_unwind(AssertUnwindSafe(look)).unwrap_or(Ok(false));
                    if answers.send((ticket, answer)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(answers);
        let workers = Workers { count: folders.len(), jobs, done };
        work(&workers)
    })
}
