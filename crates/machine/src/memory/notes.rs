//! What changes in memory, for those who watch a run.
//!
//! Whatever changes the bytes of an object, makes one or ends one goes by the
//! log, because it may have to be undone. Notes are taken at the same places, so
//! no change can be missed: an observer is told of them after the operation.

use elenchus_lang::tree::DeclId;

use super::log::Mode;
use super::{Bits, Kind, Memory, Object};

/// A change that nobody was told of yet.
#[derive(Clone, Copy, Debug)]
pub struct Note {
    /// The object's place in the table, and when it was made: another may have
    /// taken its place since.
    pub object: usize,
    pub birth: u64,
    pub kind: Kind,
    pub decl: Option<DeclId>,
    pub change: Change,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Made,
    /// Its life ended; it may have been freed.
    Ended {
        freed: bool,
    },
    Bytes {
        offset: usize,
        size: usize,
        how: How,
    },
}

/// What became of some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// They were given a value.
    Written,
    /// Only the bits of a bit-field were.
    Field(Bits),
    /// They have no value any more.
    Forgotten,
    /// They have values that C leaves open, as padding has.
    Opened,
}

impl Memory {
    /// From here on changes are noted.
    pub fn take_notes(&mut self) {
        self.log.mode = match self.log.mode {
            Mode::Off | Mode::Notes => Mode::Notes,
            Mode::Undo | Mode::Both => Mode::Both,
        };
    }

    /// How many changes nobody was told of.
    #[inline]
    pub fn noted(&self) -> usize {
        self.log.notes.len()
    }

    /// Those changes, to be handed back when they were told: the buffer is kept.
    pub fn notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.log.notes)
    }

    pub fn hand_back(&mut self, mut notes: Vec<Note>) {
        notes.clear();
        notes.append(&mut self.log.notes);
        self.log.notes = notes;
    }

    /// Of the changes since there were so many, those of bytes are nobody's
    /// business: the objects were made with these bytes.
    pub fn drop_bytes_noted_since(&mut self, count: usize) {
        let mut index = 0;
        self.log.notes.retain(|note| {
            index += 1;
            index <= count || !matches!(note.change, Change::Bytes { .. })
        });
    }

    /// What was noted did not happen.
    pub fn drop_notes(&mut self) {
        self.log.notes.clear();
    }

    #[cold]
    pub(super) fn note(&mut self, object: usize, change: Change) {
        let Object { plan, birth, .. } = &self.objects[object];
        let (birth, kind, decl) = (*birth, plan.kind, plan.decl);
        self.log.notes.push(Note { object, birth, kind, decl, change });
    }
}
