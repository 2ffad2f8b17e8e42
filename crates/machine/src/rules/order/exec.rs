//! What operands without order do to objects, and whether that meets (6.5p2).
//!
//! While operands are watched, every byte that is accessed (see `shadow`) is stamped with the
//! operand that last read and last wrote it: operands are numbered as they
//! begin. An access meets another operand of the same operator when the stamp
//! it finds lies between the operator's beginning and that of the present
//! operand. What a called function does comes wholly before or after the other
//! operand (6.5.2.2p10): then the result is unspecified, and otherwise the
//! behaviour is undefined.

use std::collections::BTreeMap;
use std::ops::Range;

use elenchus_lang::undefined::Undefined;

use crate::Machine;
use crate::choose::Open;
use crate::facts::{Clash, Facts, Met};
use crate::stop::Stop;
use crate::words::Finding;

/// Who last touched something: the number of the operand, and how many calls
/// deep it was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Stamp(u64);

const DEPTH_BITS: u32 = 20;

impl Stamp {
    fn new(operand: u64, depth: usize) -> Stamp {
        Stamp(operand << DEPTH_BITS | (depth as u64).min((1 << DEPTH_BITS) - 1))
    }

    fn operand(self) -> u64 {
        self.0 >> DEPTH_BITS
    }

    fn depth(self) -> usize {
        (self.0 & ((1 << DEPTH_BITS) - 1)) as usize
    }
}

/// The last read and the last write of a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stamps {
    read: Stamp,
    write: Stamp,
}

/// What is accessed: an object by its birth, or a register; in bits.
#[derive(Clone, Debug)]
struct Touched {
    object: u64,
    bits: Range<u64>,
}

impl Touched {
    /// The first bits of bit-fields that may lie in it.
    fn fields(&self) -> Range<(u64, u64)> {
        (self.object, self.bits.start)..(self.object, self.bits.end)
    }

    fn met(&self) -> Met {
        match self.object {
            object if object == ERRNO.object => Met::Errno,
            object if object == OUTPUT.object => Met::Output,
            object if object & REGISTERS != 0 => Met::Register((object & !REGISTERS) as usize),
            object => Met::Object(object, self.bits.clone()),
        }
    }

    fn meets(&self, other: &Touched) -> bool {
        self.object == other.object
            && self.bits.start < other.bits.end
            && other.bits.start < self.bits.end
    }
}

/// An operator whose operands are evaluated. Its operands have numbers from `first` to
/// `present`; those of operators inside of them come between. No two operands may touch
/// the same bytes if one of them writes.
#[derive(Clone, Debug)]
struct Region {
    /// Its first operand, and the one that is evaluated now.
    first: u64,
    present: u64,
    depth: usize,
    /// Side effects of its operands begin here in `pending`.
    pending: usize,
    found: Option<Conflict>,
}

/// Two operands of one operator that met.
#[derive(Clone, Debug)]
struct Conflict {
    /// One of them did it in a call, which has an order (6.5.2.2p10): the result is
    /// unspecified. Otherwise the behaviour is undefined.
    called: bool,
    /// Both wrote.
    twice: bool,
    spot: Touched,
    /// The number of the operand that came first, if it is known, and of the other.
    earlier: Option<u64>,
    later: u64,
}

/// The last access.
#[derive(Clone, Debug)]
struct Last {
    spot: Touched,
    write: bool,
    /// It is the last one of `pending`.
    pending: bool,
    /// Who wrote it before.
    written: Stamp,
}

/// What operands without order have touched. Nothing is noted while no operator is open,
/// nor of objects that were made within an operand.
#[derive(Clone, Default)]
pub struct Order {
    /// Operators that are open, the innermost last.
    regions: Vec<Region>,
    /// The number of the operand that is evaluated.
    operand: u64,
    /// The stamps of registers, each with the call that it belonged to.
    registers: Vec<(u64, Stamps)>,
    /// Writes that need not be over when the value of their operand is there.
    pending: Vec<Touched>,
    /// Bit-fields, by object and first bit: bytes would be too coarse.
    fields: BTreeMap<(u64, u64), Stamps>,
    output: [Stamps; 3],
    last: Option<Last>,
    /// Objects made after the last operator began belong to one operand alone.
    births: u64,
}

/// How far the bookkeeping had come when a frame began.
#[derive(Clone, Copy, Debug, Default)]
pub struct Depth {
    regions: usize,
    pending: usize,
}

/// Registers are objects too.
const REGISTERS: u64 = 1 << 63;
const ERRNO: Touched = Touched { object: 1 << 62, bits: 0..0 };
const OUTPUT: Touched = Touched { object: (1 << 62) + 1, bits: 0..0 };

impl Order {
    /// How many operators have operands that are looked at.
    #[inline]
    pub fn operators(&self) -> usize {
        self.regions.len()
    }

    #[inline]
    pub fn watching(&self) -> bool {
        !self.regions.is_empty()
    }

    /// Whether accesses to an object made then are to be noted.
    #[inline]
    pub fn concerns(&self, birth: u64) -> bool {
        birth <= self.births
    }

    /// The number of the operand that is evaluated.
    pub fn operand(&self) -> u64 {
        self.operand
    }

    /// Where a frame begins.
    pub fn depth(&self) -> Depth {
        Depth { regions: self.regions.len(), pending: self.pending.len() }
    }

    /// A frame is left, or a jump led out of an expression.
    #[inline]
    pub fn abandon(&mut self, to: Depth) {
        if !self.watching() {
            // With the last operator all bookkeeping ended.
            return;
        }
        self.pending.truncate(to.pending);
        self.regions.truncate(to.regions);
        self.clear_if_over();
    }

    fn clear_if_over(&mut self) {
        if self.regions.is_empty() {
            self.pending.clear();
            self.fields.clear();
        }
    }

    pub fn open(&mut self, births: u64, depth: usize) {
        self.births = births;
        self.operand += 1;
        self.regions.push(Region {
            first: self.operand,
            present: self.operand,
            depth,
            pending: self.pending.len(),
            found: None,
        });
    }

    pub fn next(&mut self) {
        self.operand += 1;
        if let Some(region) = self.regions.last_mut() {
            region.present = self.operand;
        }
    }

    /// The operator of which another operand has this stamp.
    #[inline]
    fn met(&self, stamp: Stamp) -> Option<usize> {
        let operand = stamp.operand();
        let (first, last) = (self.regions.first()?, self.regions.last()?);
        if operand < first.first || operand >= last.present {
            return None;
        }
        let index = self.regions.partition_point(|r| r.first <= operand) - 1;
        (operand < self.regions[index].present).then_some(index)
    }

    #[cold]
    fn found(&mut self, region: usize, other: Stamp, twice: bool, depth: usize, spot: &Touched) {
        let region = &mut self.regions[region];
        let called = other.depth() > region.depth || depth > region.depth;
        // Undefined outweighs unspecified.
        if region.found.as_ref().is_none_or(|found| found.called && !called) {
            let (earlier, later) = (Some(other.operand()), self.operand);
            region.found = Some(Conflict { called, twice, spot: spot.clone(), earlier, later });
        }
    }

    /// Compares an access with the stamps that it finds, and leaves its own. A
    /// read by another operand of an open operator is not forgotten for one by
    /// the present operand: a write may still follow.
    #[inline(always)]
    fn touch(&mut self, stamps: &mut Stamps, write: bool, now: Stamp, spot: &Touched) {
        let reader = self.met(stamps.read);
        self.compare_with(*stamps, reader, write, now.depth(), spot);
        match write {
            true => stamps.write = now,
            false if reader.is_none() => stamps.read = now,
            false => {}
        }
    }

    /// An access to bytes of an object, with their stamps.
    pub fn touch_bytes(
        &mut self,
        birth: u64,
        bits: Range<u64>,
        stamps: &mut [Stamps],
        write: bool,
        depth: usize,
    ) {
        let now = Stamp::new(self.operand, depth);
        let spot = Touched { object: birth, bits };
        let mut written = Stamp::default();
        match stamps {
            [only] => {
                written = only.write;
                self.touch(only, write, now, &spot);
            }
            // Mostly all bytes of a value were last touched together.
            [first, rest @ ..] if rest.iter().all(|stamp| stamp == first) => {
                written = first.write;
                self.touch(first, write, now, &spot);
                let new = *first;
                rest.fill(new);
            }
            _ => {
                for stamp in stamps {
                    written = written.max(stamp.write);
                    self.touch(stamp, write, now, &spot);
                }
            }
        }
        // Fields that lie in these bytes.
        if !self.fields.is_empty() {
            let fields = std::mem::take(&mut self.fields);
            for (_, &stamps) in fields.range(spot.fields()) {
                self.compare(stamps, write, depth, &spot);
                written = written.max(stamps.write);
            }
            self.fields = fields;
        }
        self.note_last(spot, write, written, depth);
    }

    /// An access to a bit-field, with the stamps of the bytes that it is in.
    pub fn touch_field(
        &mut self,
        birth: u64,
        bits: Range<u64>,
        stamps: &[Stamps],
        write: bool,
        depth: usize,
    ) {
        let now = Stamp::new(self.operand, depth);
        let spot = Touched { object: birth, bits };
        let field = (birth, spot.bits.start);
        let mut own = self.fields.get(&field).copied().unwrap_or_default();
        let mut written = own.write;
        for stamp in stamps {
            self.compare(*stamp, write, depth, &spot);
            written = written.max(stamp.write);
        }
        self.touch(&mut own, write, now, &spot);
        self.fields.insert(field, own);
        self.note_last(spot, write, written, depth);
    }

    /// An access to an object that belongs to the present operand alone.
    pub fn touch_own(&mut self) {
        self.last = None;
    }

    fn compare(&mut self, stamps: Stamps, write: bool, depth: usize, spot: &Touched) {
        let reader = self.met(stamps.read);
        self.compare_with(stamps, reader, write, depth, spot);
    }

    /// The same where it is known which operator the last reader belongs to.
    #[inline]
    fn compare_with(
        &mut self,
        stamps: Stamps,
        reader: Option<usize>,
        write: bool,
        depth: usize,
        spot: &Touched,
    ) {
        if let Some(region) = self.met(stamps.write) {
            self.found(region, stamps.write, write, depth, spot);
        }
        if let (Some(region), true) = (reader, write) {
            self.found(region, stamps.read, false, depth, spot);
        }
    }

    #[inline]
    fn note_last(&mut self, spot: Touched, write: bool, written: Stamp, depth: usize) {
        // What a called function writes is over when it returns: only operators
        // of its own may meet it before.
        let pending = write && self.regions.last().is_some_and(|region| region.depth == depth);
        if pending {
            self.pending.push(spot.clone());
        }
        self.last = Some(Last { spot, write, pending, written });
    }

    /// A register of a call is touched.
    pub fn touch_register(&mut self, index: usize, call: u64, write: bool, depth: usize) {
        if self.registers.len() <= index {
            self.registers.resize(index + 1, (0, Stamps::default()));
        }
        let (owner, mut stamps) = self.registers[index];
        if owner != call {
            stamps = Stamps::default();
        }
        let written = stamps.write;
        let spot = Touched { object: REGISTERS | index as u64, bits: 0..1 };
        self.touch(&mut stamps, write, Stamp::new(self.operand, depth), &spot);
        self.registers[index] = (call, stamps);
        self.note_last(spot, write, written, depth);
    }

    /// A library function reports an error: who reports last makes no
    /// difference, but who reads does.
    pub fn touch_errno(&mut self, stamps: &mut [Stamps], depth: usize) {
        let now = Stamp::new(self.operand, depth);
        for stamp in stamps {
            if let Some(region) = self.met(stamp.read) {
                self.found(region, stamp.read, false, depth, &ERRNO);
            }
            stamp.write = now;
        }
    }

    /// Something is printed.
    pub fn touch_output(&mut self, stream: u8, depth: usize) {
        let stream = usize::from(stream).min(self.output.len() - 1);
        if self.watching() {
            self.compare(self.output[stream], true, depth, &OUTPUT);
        }
        self.output[stream].write = Stamp::new(self.operand, depth);
    }

    /// The operands of the last operator are over: they must not have met.
    pub fn settle(&self, sequenced: bool) -> Result<(), Stop> {
        match self.regions.last().and_then(|region| region.found.as_ref()) {
            Some(found) => Err(conflict(found.clone(), sequenced)),
            None => Ok(()),
        }
    }

    /// The last access against the last operand.
    pub fn meet_last(&self, depth: usize) -> Result<(), Stop> {
        let (Some(last), Some(region)) = (&self.last, self.regions.last()) else { return Ok(()) };
        match last.written.operand() >= region.present {
            true => {
                let (earlier, later) = (Some(last.written.operand()), self.operand);
                let (called, twice) = (last.written.depth() > depth, last.write);
                let spot = last.spot.clone();
                Err(conflict(Conflict { called, twice, spot, earlier, later }, false))
            }
            false => Ok(()),
        }
    }

    /// The last access against side effects that need not be over yet.
    pub fn meet_all(&self) -> Result<(), Stop> {
        let (Some(last), Some(region)) = (&self.last, self.regions.last()) else { return Ok(()) };
        let end = self.pending.len().saturating_sub(usize::from(last.pending));
        let before = self.pending.get(region.pending..end).unwrap_or_default();
        match before.iter().any(|spot| spot.meets(&last.spot)) {
            true => {
                let (called, twice, spot) = (false, true, last.spot.clone());
                let (earlier, later) = (None, self.operand);
                Err(conflict(Conflict { called, twice, spot, earlier, later }, false))
            }
            false => Ok(()),
        }
    }

    /// An operator is over, perhaps with a sequence point.
    pub fn close(&mut self, sequence: bool) {
        let Some(region) = self.regions.pop() else { return };
        if sequence {
            self.pending.truncate(region.pending);
        }
        // What comes now is not part of its last operand.
        self.operand += 1;
        self.clear_if_over();
    }
}

impl Machine {
    /// A conflict between operands whose order is open is none where the order is
    /// chosen.
    pub(crate) fn unless_open(&self, met: Result<(), Stop>) -> Result<(), Stop> {
        match met {
            Err(Stop::Unspecified(_)) if self.cache.evaluation.is_chosen() => {
                self.memory.choices.take(Open::Order);
                Ok(())
            }
            met => met,
        }
    }
}

fn conflict(found: Conflict, sequenced: bool) -> Stop {
    let Conflict { called, twice, spot, earlier, later } = found;
    let open = called || sequenced;
    let finding = match (twice, open) {
        (true, true) => Finding::TwoChangesOpen,
        (true, false) => Finding::TwoChanges,
        (false, true) => Finding::ChangeAndReadOpen,
        (false, false) => Finding::ChangeAndRead,
    };
    let facts = Facts::new(finding).clash(Clash { earlier, later, at: spot.met() });
    match open {
        true => Stop::unspecified(facts),
        false => Stop::undefined(Undefined::Unsequenced, facts),
    }
}
