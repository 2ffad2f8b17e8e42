//! What was changed since a mark, so that it can be undone.
//!
//! The cost of a mark is constant, that of a change a copy of the old bytes,
//! and that of going back proportional to what changed.

use elenchus_lang::target::Endian;

use super::notes::{Change, How, Note};
use super::object::{CONTINUED, Contents, Tag, UNTAGGED};
use super::transfer::number;
use super::{Counters, Memory, Provenance};

/// A point in time to which memory can be taken back.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    entries: usize,
    counters: Counters,
}

/// Changes since the oldest mark, the newest last. Old contents lie on stacks of their own,
/// in the order of the entries.
#[derive(Default)]
pub(super) struct Log {
    entries: Vec<Undo>,
    bytes: Vec<u8>,
    pointers: Vec<Provenance>,
    tags: Vec<Tag>,
    pub(super) mode: Mode,
    /// Changes that nobody was told of yet.
    pub(super) notes: Vec<Note>,
}

/// What is done about changes.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Mode {
    #[default]
    Off,
    /// They can be undone.
    Undo,
    /// Somebody is told of them.
    Notes,
    Both,
}

/// One change, and how it is undone. Entries are undone in the opposite order.
pub(super) enum Undo {
    /// The newest object of the table was made.
    Born,
    /// An object was made in the place of one that is gone.
    Reborn(u32),
    /// The object that it was keeps what it held, and its place is not used
    /// again, until this entry is forgotten.
    Ended(u32),
    /// The address of an object was seen as an integer for the first time.
    Exposed(u32),
    /// Bytes with all that is known of them.
    Written(Written),
    /// The same in short, where there is only a number.
    Number(Number),
}

impl Undo {
    /// The object that it is about, but for one that is the newest of the table.
    pub(super) fn object(&self) -> Option<usize> {
        match self {
            Undo::Born => None,
            Undo::Reborn(index) | Undo::Ended(index) | Undo::Exposed(index) => {
                Some(*index as usize)
            }
            Undo::Written(written) => Some(written.object as usize),
            Undo::Number(number) => Some(number.object as usize),
        }
    }
}

/// A number of up to 8 bytes in an object of which no byte is anything but
/// initialised or not: most of what is written.
pub(super) struct Number {
    object: u32,
    offset: u32,
    size: u8,
    /// Whether there were masks.
    masked: bool,
    bytes: u64,
    masks: u64,
}

/// A range of bytes whose old contents lie on the log's stacks.
pub(super) struct Written {
    object: u32,
    offset: u32,
    size: u32,
    /// Tags of bytes before and behind the range, of values that are cut.
    head: u32,
    tail: u32,
    has: u8,
}

const MASKS: u8 = 1;
const TAINTS: u8 = 2;
const POINTERS: u8 = 4;
const TAGS: u8 = 8;

impl Log {
    #[inline]
    pub(super) fn active(&self) -> bool {
        self.mode != Mode::Off
    }

    /// Whether changes can be undone.
    #[inline]
    pub(super) fn undoes(&self) -> bool {
        matches!(self.mode, Mode::Undo | Mode::Both)
    }

    /// What was written down since a mark.
    pub(super) fn since(&self, mark: &Mark) -> &[Undo] {
        self.entries.get(mark.entries..).unwrap_or_default()
    }

    pub(super) fn push(&mut self, undo: Undo) {
        self.entries.push(undo);
    }

    fn save(&mut self, object: usize, offset: usize, size: usize, word: usize, c: &Contents) {
        let number = match c.taints.len() | c.pointers.len() | c.tags.len() {
            0 => little(&c.bytes, offset, size),
            _ => None,
        };
        if let Some(bytes) = number {
            let masks = little(&c.masks, offset, size);
            self.entries.push(Undo::Number(Number {
                object: object as u32,
                offset: offset as u32,
                size: size as u8,
                masked: masks.is_some(),
                bytes,
                masks: masks.unwrap_or(0),
            }));
            return;
        }
        self.save_range(object, offset, size, word, c);
    }

    fn save_range(&mut self, object: usize, offset: usize, size: usize, word: usize, c: &Contents) {
        let range = offset..offset + size;
        let (mut has, mut head, mut tail) = (0, 0, 0);
        self.bytes.extend_from_slice(&c.bytes[range.clone()]);
        if !c.masks.is_empty() {
            has |= MASKS;
            self.bytes.extend_from_slice(&c.masks[range.clone()]);
        }
        if !c.taints.is_empty() {
            has |= TAINTS;
            self.bytes.extend_from_slice(&c.taints[range.clone()]);
        }
        if !c.pointers.is_empty() {
            has |= POINTERS;
            self.pointers.extend_from_slice(&c.pointers[words(offset, size, word, c)]);
        }
        if !c.tags.is_empty() {
            has |= TAGS;
            // A value that is cut in two loses the type of its other half.
            let end = offset + size;
            tail = c.tags[end..].iter().take_while(|&&t| t == CONTINUED).count();
            if c.tags[offset] == CONTINUED {
                let start = c.tags[..offset].iter().rposition(|&t| t != CONTINUED);
                head = offset - start.unwrap_or(0);
            }
            self.tags.extend_from_slice(&c.tags[offset - head..end + tail]);
        }
        self.entries.push(Undo::Written(Written {
            object: object as u32,
            offset: offset as u32,
            size: size as u32,
            head: head as u32,
            tail: tail as u32,
            has,
        }));
    }

    /// The same as if its bytes had been put on the stacks.
    fn restore_number(&mut self, number: &Number, word: usize, c: &mut Contents) {
        let Number { object, offset, size: count, masked, bytes, masks } = *number;
        let size = usize::from(count);
        self.bytes.extend_from_slice(&bytes.to_le_bytes()[..size]);
        if masked {
            self.bytes.extend_from_slice(&masks.to_le_bytes()[..size]);
        }
        let has = if masked { MASKS } else { 0 };
        let written = Written { object, offset, size: count.into(), head: 0, tail: 0, has };
        self.restore(&written, word, c);
    }

    fn restore(&mut self, written: &Written, word: usize, c: &mut Contents) {
        let (offset, size) = (written.offset as usize, written.size as usize);
        let range = offset..offset + size;
        // A shadow that was not there yet is put back to what it stood for.
        match written.has & TAGS != 0 {
            true => {
                let end = offset + size + written.tail as usize;
                let start = offset - written.head as usize;
                take(&mut self.tags, &mut c.tags[start..end]);
            }
            false if !c.tags.is_empty() => c.tags[range.clone()].fill(UNTAGGED),
            false => {}
        }
        if !c.pointers.is_empty() {
            let words = words(offset, size, word, c);
            match written.has & POINTERS != 0 {
                true => take(&mut self.pointers, &mut c.pointers[words]),
                false => c.pointers[words].fill(Provenance::NONE),
            }
        }
        match written.has & TAINTS != 0 {
            true => take(&mut self.bytes, &mut c.taints[range.clone()]),
            false if !c.taints.is_empty() => c.taints[range.clone()].fill(0),
            false => {}
        }
        match written.has & MASKS != 0 {
            true => take(&mut self.bytes, &mut c.masks[range.clone()]),
            false if !c.masks.is_empty() => c.masks[range.clone()].fill(0xff),
            false => {}
        }
        take(&mut self.bytes, &mut c.bytes[range]);
    }
}

/// The number in up to 8 bytes, if there are some: in no order but that in which they
/// are put back.
#[inline(always)]
fn little(bytes: &[u8], at: usize, size: usize) -> Option<u64> {
    number(bytes, at, size, Endian::Little)
}

/// The words that a range of bytes touches.
pub(super) fn words(
    offset: usize,
    size: usize,
    word: usize,
    c: &Contents,
) -> std::ops::Range<usize> {
    // A word has a power of two bytes; dividing would cost more.
    let shift = word.trailing_zeros();
    offset >> shift..((offset + size + word - 1) >> shift).min(c.pointers.len())
}

/// Moves the top of a stack back to where it came from.
fn take<T: Copy>(stack: &mut Vec<T>, to: &mut [T]) {
    let start = stack.len() - to.len();
    to.copy_from_slice(&stack[start..]);
    stack.truncate(start);
}

impl Memory {
    /// From here on changes can be undone, until the log is stopped.
    pub fn mark(&mut self) -> Mark {
        self.log.mode = match self.log.mode {
            Mode::Off | Mode::Undo => Mode::Undo,
            Mode::Notes | Mode::Both => Mode::Both,
        };
        Mark { entries: self.log.entries.len(), counters: self.counters }
    }

    /// Takes everything back to a mark; it stays set.
    pub fn roll_back(&mut self, mark: &Mark) {
        while self.log.entries.len() > mark.entries {
            match self.log.entries.pop() {
                None => break,
                Some(Undo::Born) => {
                    let count = self.objects.pop().map_or(0, |object| object.shadow.count());
                    self.stamps = self.stamps.saturating_sub(count);
                }
                Some(Undo::Reborn(index)) => {
                    let object = &mut self.objects[index as usize];
                    object.live = false;
                    self.stamps = self.stamps.saturating_sub(object.shadow.count());
                    self.clear_out(index as usize);
                }
                Some(Undo::Ended(index)) => {
                    let object = &mut self.objects[index as usize];
                    object.live = true;
                    object.generation -= 1;
                    self.stamps += object.shadow.count();
                    if object.exposed {
                        self.exposed.insert(object.address, index as usize);
                    }
                }
                Some(Undo::Exposed(index)) => {
                    let object = &mut self.objects[index as usize];
                    self.exposed.remove(&object.address);
                    object.exposed = false;
                }
                Some(Undo::Number(number)) => {
                    let word = self.order.word;
                    let contents = &mut self.objects[number.object as usize].contents;
                    self.log.restore_number(&number, word, contents);
                }
                Some(Undo::Written(written)) => {
                    let word = self.order.word;
                    let contents = &mut self.objects[written.object as usize].contents;
                    self.log.restore(&written, word, contents);
                }
            }
        }
        self.counters = mark.counters;
    }

    /// No mark is needed any more.
    pub fn stop_log(&mut self) {
        self.clear_log();
        self.log.mode = match self.log.mode {
            Mode::Off | Mode::Undo => Mode::Off,
            Mode::Notes | Mode::Both => Mode::Notes,
        };
    }

    /// Forgets what was written down; marks are still to come.
    pub fn clear_log(&mut self) {
        let mut entries = std::mem::take(&mut self.log.entries);
        for undo in entries.drain(..) {
            if let Undo::Ended(index) = undo {
                self.clear_out(index as usize);
            }
        }
        self.log.entries = entries;
        self.log.bytes.clear();
        self.log.pointers.clear();
        self.log.tags.clear();
    }

    /// Must be called before bytes change.
    #[inline]
    pub(super) fn save(&mut self, object: usize, offset: usize, size: usize) {
        self.save_before(object, offset, size, How::Written);
    }

    /// The same where something else becomes of them than all of them a value.
    #[inline]
    pub(super) fn save_before(&mut self, object: usize, offset: usize, size: usize, how: How) {
        if self.log.active() && size > 0 {
            if self.log.mode != Mode::Undo {
                self.note(object, Change::Bytes { offset, size, how });
                if self.log.mode == Mode::Notes {
                    return;
                }
            }
            let word = self.order.word;
            self.log.save(object, offset, size, word, &self.objects[object].contents);
        }
    }

    /// An object was made; how that is undone.
    #[cold]
    pub(super) fn log_made(&mut self, object: usize, undo: Undo) {
        if self.log.undoes() {
            self.log.push(undo);
        }
        if self.log.mode != Mode::Undo {
            self.note(object, Change::Made);
        }
    }

    /// The life of an object ended.
    #[cold]
    pub(super) fn log_ended(&mut self, object: usize, freed: bool) {
        if self.log.mode != Mode::Undo {
            self.note(object, Change::Ended { freed });
        }
        match self.log.undoes() {
            true => self.log.push(Undo::Ended(object as u32)),
            false => self.clear_out(object),
        }
    }
}
