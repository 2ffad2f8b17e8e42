//! A program that is written while it runs: it stops at holes and at trouble, its
//! code is made again where the tree changed, and its state can be taken back.

pub(crate) mod exec;
pub(crate) mod lower;
pub(crate) mod peek;
pub(crate) mod snapshot;

use crate::rules::order::Stamps;
use snapshot::Snapshot;

/// How far a program is written. All of it is at rest in a run of a finished one.
pub(crate) struct Live {
    /// The program is being written while it runs.
    pub(crate) writing: bool,
    /// What was executed to its end at least once.
    pub(crate) executed: exec::Executed,
    /// Points in time before statements that can be gone back to.
    pub(crate) marks: Vec<Snapshot>,
    /// The newest one, and the step from which on there is to be another.
    pub(crate) mark: Option<u32>,
    pub(crate) mark_due: u64,
    /// The step before which the machine stops while it goes back.
    pub(crate) until: u64,
}

impl Default for Live {
    fn default() -> Live {
        Live {
            writing: false,
            executed: exec::Executed::default(),
            marks: Vec::new(),
            mark: None,
            mark_due: 0,
            until: u64::MAX,
        }
    }
}

/// What is needed to go back to a snapshot or a mark. Memory has its own log.
pub(crate) struct Undo {
    /// Those that are not forgotten, the newest last.
    pub(crate) snapshots: Vec<snapshot::Taken>,
    /// How many were ever taken.
    pub(crate) taken: u64,
    /// Before conditions that are only supposed to hold.
    pub(crate) supposed: Vec<Snapshot>,
    /// Frames from this one on need no copy for the last mark.
    pub(crate) saved: usize,
    pub(crate) changes: Vec<snapshot::Change>,
    pub(crate) saved_stamps: Vec<Stamps>,
    pub(crate) saved_frames: snapshot::SavedFrames,
}

impl Default for Undo {
    fn default() -> Undo {
        Undo {
            snapshots: Vec::new(),
            taken: 0,
            supposed: Vec::new(),
            saved: usize::MAX,
            changes: Vec::new(),
            saved_stamps: Vec::new(),
            saved_frames: snapshot::SavedFrames::default(),
        }
    }
}
