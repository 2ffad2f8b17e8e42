//! What operands without order do to objects, and whether that meets (6.5p2).
//!
//! While operands are watched, every access to memory is written down with its
//! object, its range of bytes and the depth of calls. What a called function
//! does comes wholly before or after the other operand (6.5.2.2p10): then the
//! result is unspecified, and otherwise the behaviour is undefined.

use std::ops::Range;

use elenchus_lang::undefined::Undefined;
use rustc_hash::FxHashMap;

use crate::stop::Stop;

/// An access to an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Event {
    /// The object's birth, or a register.
    object: u64,
    /// In bits.
    start: u64,
    end: u64,
    write: bool,
    /// A write that may come in any order with others of its kind.
    commutes: bool,
    /// Its side effect need not be over when the operand's value is there.
    pending: bool,
    depth: u32,
}

impl Event {
    fn meets(&self, other: &Event) -> bool {
        (self.write || other.write)
            && !(self.commutes && other.commutes)
            && self.object == other.object
            && self.start < other.end
            && other.start < self.end
    }
}

#[derive(Clone, Default)]
pub struct Order {
    /// Accesses to memory.
    events: Vec<Event>,
    /// Accesses to registers, which belong to one frame alone.
    registers: Vec<Event>,
    /// Where operands begin.
    marks: Vec<Begin>,
    /// How many of the events write.
    writes: usize,
    /// Objects made after the last mark belong to one operand alone.
    births: u64,
    /// The last access, if it was written down.
    last: Option<Event>,
    /// When the events of the last operand are to be made fewer.
    full: usize,
    compactions: u64,
}

/// How far the bookkeeping had come when a frame began.
#[derive(Clone, Copy, Debug, Default)]
pub struct Depth {
    marks: usize,
    registers: usize,
}

/// Where an operand begins.
#[derive(Clone, Copy, Debug)]
struct Begin {
    event: usize,
    register: usize,
    writes: usize,
}

#[derive(Clone, Copy, Debug)]
pub struct OrderMark {
    events: usize,
    registers: usize,
    marks: usize,
    compactions: u64,
}

/// Registers and streams are objects too.
const REGISTERS: u64 = 1 << 63;
const OUTPUT: u64 = 1 << 62;
/// So many events are kept before doubles are removed.
const MANY: usize = 1 << 12;

impl Order {
    #[inline]
    pub fn watching(&self) -> bool {
        !self.marks.is_empty()
    }

    pub fn mark(&self) -> OrderMark {
        OrderMark {
            events: self.events.len(),
            registers: self.registers.len(),
            marks: self.marks.len(),
            compactions: self.compactions,
        }
    }

    /// If events were merged since, all of them are kept: too many are safe.
    pub fn roll_back(&mut self, to: &OrderMark) {
        if self.compactions == to.compactions {
            self.events.truncate(to.events);
            self.writes = self.events.iter().filter(|e| e.write).count();
        }
        self.registers.truncate(to.registers);
        self.marks.truncate(to.marks);
    }

    /// Where a frame begins.
    pub fn depth(&self) -> Depth {
        Depth { marks: self.marks.len(), registers: self.registers.len() }
    }

    /// A frame is left, or a jump led out of an expression: what has to do
    /// with its registers is over.
    pub fn abandon(&mut self, to: Depth) {
        self.registers.truncate(to.registers);
        self.marks.truncate(to.marks);
        self.clear_if_over();
    }

    fn clear_if_over(&mut self) {
        if self.marks.is_empty() && !self.events.is_empty() {
            self.events.clear();
            self.writes = 0;
        }
        if self.marks.is_empty() {
            self.registers.clear();
        }
    }

    pub fn open(&mut self, births: u64) {
        if self.marks.is_empty() {
            self.full = MANY;
        }
        self.births = births;
        self.next();
    }

    pub fn next(&mut self) {
        self.marks.push(Begin {
            event: self.events.len(),
            register: self.registers.len(),
            writes: self.writes,
        });
    }

    #[cold]
    pub fn touch_object(&mut self, birth: u64, bits: Range<u64>, write: bool, depth: usize) {
        match birth <= self.births {
            true => self.note(birth, bits, write, depth),
            false => self.last = None,
        }
    }

    pub fn touch_register(&mut self, index: usize, write: bool, depth: usize) {
        let event = Event {
            object: REGISTERS | index as u64,
            start: 0,
            end: 1,
            write,
            commutes: false,
            pending: write,
            depth: depth as u32,
        };
        self.last = Some(event);
        self.registers.push(event);
    }

    /// A library function reports an error.
    pub fn touch_errno(&mut self, birth: u64, depth: usize) {
        if self.watching() {
            self.note(birth, 0..u64::MAX, true, depth);
            if let Some(event) = self.events.last_mut() {
                event.commutes = true;
            }
        }
    }

    /// Something is printed.
    pub fn touch_output(&mut self, stream: u8, depth: usize) {
        if self.watching() {
            self.note(OUTPUT | u64::from(stream), 0..1, true, depth);
        }
    }

    fn note(&mut self, object: u64, bits: Range<u64>, write: bool, depth: usize) {
        let Range { start, end } = bits;
        let depth = depth as u32;
        let event = Event { object, start, end, write, commutes: false, pending: write, depth };
        if self.events.len() >= self.full {
            self.compact();
        }
        self.last = Some(event);
        self.writes += usize::from(write);
        self.events.push(event);
    }

    /// Removes doubles from the last operand's events.
    fn compact(&mut self) {
        let start = self.marks.last().map_or(0, |b| b.event).min(self.events.len());
        let mut last = self.events.split_off(start);
        last.sort_unstable();
        last.dedup();
        self.events.append(&mut last);
        self.writes = self.events.iter().filter(|e| e.write).count();
        self.full = (self.events.len() * 2).max(MANY);
        self.compactions += 1;
    }

    /// The last `count` operands: their effects must not meet.
    pub fn settle(&self, count: usize, sequenced: bool, depth: usize) -> Result<(), Stop> {
        let first = self.marks.len().saturating_sub(count);
        let begins = &self.marks[first..];
        let end =
            Begin { event: self.events.len(), register: self.registers.len(), writes: self.writes };
        for i in 1..begins.len() {
            let (zero, from) = (begins[0], begins[i]);
            let to = begins.get(i + 1).copied().unwrap_or(end);
            let before = &self.registers[zero.register..from.register];
            let found = meeting(before, &self.registers[from.register..to.register]);
            let found = match to.writes == zero.writes {
                // Nothing is written at all.
                true => found,
                false => found.or_else(|| {
                    let before = &self.events[zero.event..from.event];
                    meeting(before, &self.events[from.event..to.event])
                }),
            };
            if let Some((a, b)) = found {
                return Err(conflict(&a, &b, depth, sequenced));
            }
        }
        Ok(())
    }

    /// The last access against the last operand.
    pub fn meet_last(&self, depth: usize) -> Result<(), Stop> {
        let Some((last, before)) = self.last_and_before(1) else { return Ok(()) };
        match before.iter().find(|e| e.meets(&last)) {
            Some(other) => Err(conflict(other, &last, depth, false)),
            None => Ok(()),
        }
    }

    /// The last access against side effects that need not be over yet.
    pub fn meet_all(&self, count: usize, depth: usize) -> Result<(), Stop> {
        let Some((last, before)) = self.last_and_before(count) else { return Ok(()) };
        let pending = |e: &&Event| e.pending && e.depth as usize <= depth && e.meets(&last);
        match before.iter().find(pending) {
            Some(other) => Err(conflict(other, &last, depth, false)),
            None => Ok(()),
        }
    }

    /// The last access, and those before it in the last operands.
    fn last_and_before(&self, count: usize) -> Option<(Event, &[Event])> {
        let last = self.last?;
        let begin = self.marks.get(self.marks.len().saturating_sub(count))?;
        let (list, start) = match last.object & REGISTERS != 0 {
            true => (&self.registers, begin.register),
            false => (&self.events, begin.event),
        };
        let (_, before) = list.split_last()?;
        Some((last, before.get(start..).unwrap_or_default()))
    }

    pub fn close(&mut self, count: usize, sequence: bool) {
        let first = self.marks.len().saturating_sub(count);
        if sequence {
            if let Some(begin) = self.marks.get(first).copied() {
                let events = self.events[begin.event..].iter_mut();
                for event in events.chain(&mut self.registers[begin.register..]) {
                    event.pending = false;
                }
            }
        }
        self.marks.truncate(first);
        self.clear_if_over();
    }
}

fn conflict(a: &Event, b: &Event, depth: usize, sequenced: bool) -> Stop {
    let called = a.depth as usize > depth || b.depth as usize > depth;
    let both = if a.write && b.write { "changed twice" } else { "changed and read" };
    let what = match a.object {
        object if object & REGISTERS != 0 => "a variable",
        object if object & OUTPUT != 0 => "the output",
        _ => "an object",
    };
    match called || sequenced {
        true => Stop::Unspecified(format!(
            "{what} is {both} by operands that are evaluated in an order that C leaves open"
        )),
        false => Stop::undefined(
            Undefined::Unsequenced,
            format!("{what} is {both} in the expression, in no order"),
        ),
    }
}

/// Two accesses, one of each list, that meet.
fn meeting(a: &[Event], b: &[Event]) -> Option<(Event, Event)> {
    const FEW: usize = 256;
    if a.len() * b.len() <= FEW {
        let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
        return pairs.into_iter().find(|(x, y)| x.meets(y)).map(|(x, y)| (*x, *y));
    }
    let mut by_object: FxHashMap<u64, Vec<Event>> = FxHashMap::default();
    for event in a {
        by_object.entry(event.object).or_default().push(*event);
    }
    for list in by_object.values_mut() {
        list.sort_unstable_by_key(|e| e.start);
    }
    // The longest range of each object tells how far back to look.
    let longest: FxHashMap<u64, u64> = by_object
        .iter()
        .map(|(o, list)| (*o, list.iter().map(|e| e.end - e.start).max().unwrap_or(0)))
        .collect();
    for event in b {
        let Some(list) = by_object.get(&event.object) else { continue };
        let from = event.start.saturating_sub(longest[&event.object]);
        let first = list.partition_point(|e| e.start < from);
        for other in list[first..].iter().take_while(|e| e.start < event.end) {
            if other.meets(event) {
                return Some((*other, *event));
            }
        }
    }
    None
}
