//! What happens to a few objects, in a run that looks for it.
//!
//! A run that watches notes the accesses to the objects that an earlier run
//! ended with, by number. Another run stops at one of these numbers, and so
//! finds the place and the calls. A run that does not watch pays nothing: what
//! makes every access go the long way is a guard as of a function that is
//! `pure`, and it allows everything.

use std::collections::VecDeque;
use std::ops::Range;

use crate::Machine;
use crate::facts::{Facts, Happened, Met};
use crate::memory::{Place, Plan, Provenance};
use crate::rules::promises::Guard;
use crate::stop::Stop;
use crate::words::Finding;

/// What a run looks for, and what it saw.
#[derive(Clone, Default, Debug)]
pub(crate) struct History {
    pub watched: Vec<Watched>,
    /// Where the run is to stop.
    until: Option<Moment>,
    /// It did.
    pub reached: bool,
}

/// An object, or what else two operands can both touch.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    which: Which,
    bytes: Range<u64>,
    /// What it was, once it was seen alive.
    pub plan: Option<Plan>,
    /// Its lifetime is over.
    pub ended: bool,
    /// How often it was touched, and the last times.
    count: u64,
    touches: VecDeque<Touched>,
}

#[derive(Clone, Debug)]
enum Which {
    Object(Provenance),
    Born(u64),
    Register(usize),
    Output,
    Nothing,
}

#[derive(Clone, Copy, Debug)]
struct Touched {
    number: u64,
    write: bool,
    /// The operand that did it.
    operand: u64,
    /// The restricted pointer that it was based on.
    basis: u16,
}

/// A moment in the life of something that is watched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moment {
    Born(usize),
    Ended(usize),
    Touched(usize, u64),
}

/// So many of the last accesses are kept.
const KEPT: usize = 64;

impl Watched {
    fn new(which: Which, bytes: Range<u64>) -> Watched {
        let touches = VecDeque::new();
        Watched { which, bytes, plan: None, ended: false, count: 0, touches }
    }

    /// The last access of this kind, before a number.
    fn last(&self, is_it: impl Fn(&Touched) -> bool) -> Option<Touched> {
        self.touches.iter().rev().copied().find(|touched| is_it(touched))
    }
}

impl History {
    pub fn of(facts: &Facts) -> History {
        let subjects = facts.trail.subjects.iter();
        let object = |provenance: Provenance| Which::Object(provenance.based_on(0));
        let mut watched: Vec<Watched> =
            subjects.map(|s| Watched::new(object(s.provenance), s.bytes.clone())).collect();
        if let Some(clash) = &facts.trail.clash {
            watched.push(match &clash.at {
                Met::Object(birth, bits) => {
                    Watched::new(Which::Born(*birth), bits.start / 8..bits.end.div_ceil(8))
                }
                Met::Register(index) => Watched::new(Which::Register(*index), 0..0),
                Met::Output => Watched::new(Which::Output, 0..0),
                Met::Errno => Watched::new(Which::Nothing, 0..0),
            });
        }
        History { watched, ..History::default() }
    }

    /// The same for a run that is to stop at a moment.
    pub fn until(&self, moment: Moment) -> History {
        let fresh = |w: &Watched| Watched::new(w.which.clone(), w.bytes.clone());
        let watched = self.watched.iter().map(fresh).collect();
        History { watched, until: Some(moment), ..History::default() }
    }

    /// The moments that explain what was found, in the order of time.
    pub fn moments(&self, facts: &Facts) -> Vec<(Happened, Moment)> {
        let mut moments = Vec::new();
        for (index, watched) in self.watched.iter().take(facts.trail.subjects.len()).enumerate() {
            let allocated =
                watched.plan.is_some_and(|plan| plan.kind == crate::memory::Kind::Allocated);
            if allocated {
                moments.push((Happened::Allocated, Moment::Born(index)));
            }
            let basis = facts.trail.subjects[index].provenance.basis();
            if let Some(touched) = before(facts.finding, basis, watched) {
                let what = if touched.write { Happened::Written } else { Happened::Read };
                moments.push((what, Moment::Touched(index, touched.number)));
            }
            if allocated && watched.ended {
                moments.push((Happened::Freed, Moment::Ended(index)));
            }
        }
        if let (Some(clash), Some(watched)) = (&facts.trail.clash, self.watched.last()) {
            let index = self.watched.len() - 1;
            for touched in pair(watched, clash.earlier, clash.later).into_iter().flatten() {
                let what = if touched.write { Happened::Written } else { Happened::Read };
                moments.push((what, Moment::Touched(index, touched.number)));
            }
        }
        moments
    }
}

/// The access before that a finding is about; it was found at one by a pointer with
/// this basis.
fn before(finding: Finding, basis: u16, watched: &Watched) -> Option<Touched> {
    match finding {
        Finding::ObjectAs
        | Finding::StoredAs
        | Finding::MiddleOf
        | Finding::TrapValue
        | Finding::NoValue
        | Finding::PartWithoutValue
        | Finding::BytesWithoutValue => watched.last(|touched| touched.write),
        Finding::RestrictBroken => watched.last(|touched| touched.basis != basis),
        _ => None,
    }
}

/// Two accesses by operands without order, of which one is a change.
fn pair(watched: &Watched, earlier: Option<u64>, later: u64) -> Option<[Touched; 2]> {
    let touches = &watched.touches;
    let second = |first: &Touched| {
        let fits = |t: &&Touched| {
            t.number > first.number && t.operand == later && (t.write || first.write)
        };
        touches.iter().find(fits).copied()
    };
    let is_first = |t: &&Touched| match earlier {
        Some(operand) => t.operand == operand,
        None => t.write,
    };
    let pairs = touches.iter().rev().filter(is_first).filter_map(|t| Some([*t, second(t)?]));
    let mut pairs: Vec<[Touched; 2]> = pairs.collect();
    // A change says more than a use.
    pairs.sort_by_key(|[first, _]| !first.write);
    pairs.first().copied()
}

impl Machine {
    /// Watches some objects from the start.
    pub(crate) fn watch(&mut self, history: History) {
        self.history = Some(Box::new(history));
        self.rules.guards.push(Guard::ALLOWS_ALL);
        self.budget.attention = 0;
    }

    /// Some bytes of an object were accessed.
    #[cold]
    pub(crate) fn see_access(
        &mut self,
        place: Place,
        size: u64,
        write: bool,
        basis: u16,
    ) -> Result<(), Stop> {
        self.see_lives();
        let provenance = self.memory.provenance_of(place.object);
        let birth = self.memory.objects[place.object].birth;
        let bytes = place.offset as u64..place.offset as u64 + size;
        self.see_touch(write, basis, |watched| {
            let all = watched.bytes.is_empty();
            let meets = all || watched.bytes.start < bytes.end && bytes.start < watched.bytes.end;
            meets
                && match watched.which {
                    Which::Object(which) => which == provenance,
                    Which::Born(which) => which == birth,
                    _ => false,
                }
        })
    }

    #[cold]
    pub(crate) fn see_register(&mut self, index: usize, write: bool) -> Result<(), Stop> {
        self.see_touch(write, 0, |w| matches!(w.which, Which::Register(which) if which == index))
    }

    #[cold]
    pub(crate) fn see_output(&mut self) -> Result<(), Stop> {
        self.see_touch(true, 0, |watched| matches!(watched.which, Which::Output))
    }

    fn see_touch(
        &mut self,
        write: bool,
        basis: u16,
        is_it: impl Fn(&Watched) -> bool,
    ) -> Result<(), Stop> {
        let operand = self.rules.order.operand();
        let Some(history) = &mut self.history else { return Ok(()) };
        for (index, watched) in history.watched.iter_mut().enumerate() {
            if !is_it(watched) {
                continue;
            }
            watched.count += 1;
            let number = watched.count;
            if history.until == Some(Moment::Touched(index, number)) {
                history.reached = true;
                return Err(Stop::Seen);
            }
            if watched.touches.len() == KEPT {
                watched.touches.pop_front();
            }
            watched.touches.push_back(Touched { number, write, operand, basis });
        }
        Ok(())
    }

    /// A library function was called, or a statement begins.
    #[cold]
    pub(crate) fn see_lives_now(&mut self) -> Result<(), Stop> {
        self.see_lives();
        let Some(history) = &mut self.history else { return Ok(()) };
        let reached = match history.until {
            Some(Moment::Born(index)) => history.watched[index].plan.is_some(),
            Some(Moment::Ended(index)) => history.watched[index].ended,
            _ => false,
        };
        history.reached |= reached;
        if reached { Err(Stop::Seen) } else { Ok(()) }
    }

    /// Notes which objects live now, and which did.
    fn see_lives(&mut self) {
        let Some(history) = &mut self.history else { return };
        for watched in &mut history.watched {
            let Which::Object(provenance) = watched.which else { continue };
            match self.memory.live_object(provenance) {
                Some(object) => watched.plan = Some(object.plan),
                None => watched.ended = watched.plan.is_some(),
            }
        }
    }
}
