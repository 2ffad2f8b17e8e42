//! Telling an observer.

use elenchus_lang::types::TypeId;
use rustc_hash::FxHashMap;

use elenchus_lang::tree::DeclId;

use super::{
    AccessKind, Accessed, Ended, Flow, Left, ObjectId, ObjectKind, ObjectRef, Observer, Step, View,
    Wants,
};
use crate::Machine;
use crate::code::{Code, Index, NO_REG, Op, Origin};
use crate::memory::{Bits, Change, How, Note, Place};
use crate::stop::{Limit, Stop};
use crate::value::Value;

/// Who watches a run, and what there is to know for it. They are told something from when
/// `main` is called until they stop the run, but for what is only tried out.
pub struct Observing {
    /// Away while it is told something.
    observer: Option<Box<dyn Observer>>,
    pub wants: Wants,
    /// What is executed now: who makes the accesses.
    at: Origin,
    /// The program has begun.
    begun: bool,
    /// How many times over what happens is only tried out, and will be undone.
    tries: usize,
    /// The observer has seen enough.
    stopped: bool,
    /// Calls that have not returned, as far as there is something to know of them.
    calls: Vec<Watched>,
    /// Objects that live: where they are in the table, and what made them.
    objects: FxHashMap<ObjectId, (usize, Origin)>,
}

/// What is known of a call while it has not returned.
#[derive(Clone, Copy, Default)]
struct Watched {
    /// Its number among all calls.
    serial: u64,
    /// Which of its full expressions it executes.
    point: Option<Index>,
    /// The observer was told that it was entered.
    entered: bool,
}

impl Observing {
    pub fn new(observer: Box<dyn Observer>) -> Observing {
        Observing {
            wants: observer.wants(),
            observer: Some(observer),
            at: Origin::None,
            begun: false,
            tries: 0,
            stopped: false,
            calls: Vec::new(),
            objects: FxHashMap::default(),
        }
    }

    /// Whether it stopped the run, and the observer.
    pub fn end(self) -> (bool, Option<Box<dyn Observer>>) {
        (self.stopped, self.observer)
    }

    pub fn index_of(&self, object: ObjectId) -> Option<usize> {
        self.objects.get(&object).map(|&(index, _)| index)
    }

    /// What is known of the call on top of others, by its number among all.
    fn call(&mut self, depth: usize, serial: u64) -> &mut Watched {
        self.calls.truncate(depth + 1);
        self.calls.resize(depth + 1, Watched::default());
        let call = &mut self.calls[depth];
        if call.serial != serial {
            *call = Watched { serial, ..Watched::default() };
        }
        call
    }

    /// Which full expression a call executes that has not returned.
    pub fn point(&self, depth: usize, serial: u64) -> Option<Index> {
        self.calls.get(depth).filter(|call| call.serial == serial)?.point
    }

    fn is_told(&self) -> bool {
        self.begun && self.tries == 0 && !self.stopped
    }
}

impl Machine {
    /// What code is made for.
    pub(crate) fn wants(&self) -> Wants {
        self.observing.as_ref().map_or(Wants::NOTHING, |observing| observing.wants)
    }

    /// The code of a call, by how many are below it.
    pub(super) fn code_of_frame(&self, depth: usize) -> Option<&Code> {
        let frame = self.control.frames.get(depth)?;
        self.cache.codes.get(frame.code as usize).map(|code| &**code)
    }

    /// An operation that only tells something.
    pub(crate) fn operate_told(
        &mut self,
        code: &Code,
        op: Op,
        base: usize,
        pc: usize,
    ) -> Result<(), Stop> {
        let at = code.origins[pc - 1];
        match op {
            Op::TellPlace => self.tell_place(at),
            Op::TellValue { value } => self.tell_value(at, self.get(base, value)),
            Op::TellEntered => self.tell_entered(),
            Op::TellLeft { value } => {
                let returned = code.result.filter(|_| value != NO_REG);
                self.tell_left(returned.map(|ty| (self.get(base, value), ty)))
            }
            _ => Ok(()),
        }
    }

    fn tell(&mut self, what: impl FnOnce(&mut dyn Observer, &View<'_>) -> Flow) {
        let Some(observing) = self.observing.as_mut().filter(|observing| observing.is_told())
        else {
            return;
        };
        let at = observing.at;
        let Some(mut observer) = observing.observer.take() else { return };
        let flow = what(&mut *observer, &View { machine: self, at });
        if let Some(observing) = &mut self.observing {
            observing.observer = Some(observer);
            observing.stopped |= flow.is_break();
        }
    }

    fn watched_call(&mut self) -> Option<&mut Watched> {
        let serial = self.control.frames.last()?.serial;
        let depth = self.control.frames.len() - 1;
        self.observing.as_mut().map(|observing| observing.call(depth, serial))
    }

    /// The static objects are there, and `main` is about to be called.
    pub(crate) fn begin_telling(&mut self, main: Origin) {
        let Some(observing) = &mut self.observing else { return };
        (observing.begun, observing.at) = (true, main);
        let Wants { accesses, objects, .. } = observing.wants;
        if !accesses && !objects {
            return;
        }
        self.memory.take_notes();
        for index in 0..self.memory.objects.len() {
            let object = &self.memory.objects[index];
            let site = object.plan.decl.map_or(Origin::None, Origin::Decl);
            let (birth, kind, decl) = (object.birth, object.plan.kind, object.plan.decl);
            if object.live {
                self.tell_made(
                    &Note { object: index, birth, kind, decl, change: Change::Made },
                    site,
                );
            }
        }
    }

    /// What follows is done by an operation that was made for this node.
    pub(crate) fn tell_place(&mut self, at: Origin) -> Result<(), Stop> {
        self.tell_changes();
        if let Some(observing) = &mut self.observing {
            observing.at = at;
        }
        self.unless_stopped()
    }

    /// Whether the run goes on after an observer was told something.
    fn unless_stopped(&self) -> Result<(), Stop> {
        match self.observing.as_ref().is_some_and(|observing| observing.stopped) {
            true => Err(Stop::Limit(Limit::Observer)),
            false => Ok(()),
        }
    }

    /// What is executed now.
    pub(crate) fn told_place(&self) -> Origin {
        self.observing.as_ref().map_or(Origin::None, |observing| observing.at)
    }

    /// A full expression begins: the operation at `pc`.
    pub(crate) fn tell_statement(&mut self, code: &Code, pc: usize) -> Result<(), Stop> {
        let origin = code.origins.get(pc).copied().unwrap_or(Origin::None);
        self.tell_place(origin)?;
        let begun = match code.ops.get(pc) {
            Some(&Op::Step { begun }) => begun,
            _ => return Ok(()),
        };
        if let Some(call) = self.watched_call() {
            call.point = Some(begun);
        }
        let Some(point) = code.observed.points.get(begun as usize) else { return Ok(()) };
        let step = Step { at: origin, stmt: point.stmt };
        if self.wants().statements {
            self.tell(|observer, view| observer.statement(view, step));
        }
        self.unless_stopped()
    }

    fn tell_value(&mut self, at: Origin, value: Value) -> Result<(), Stop> {
        self.tell_changes();
        let Origin::Expr(expr) = at else { return Ok(()) };
        let held = self.held(value, self.p.exprs[expr].ty);
        self.tell(|observer, view| observer.value(view, expr, held));
        self.unless_stopped()
    }

    fn tell_entered(&mut self) -> Result<(), Stop> {
        self.tell_changes();
        if let Some(call) = self.watched_call() {
            call.entered = true;
        }
        self.tell(|observer, view| observer.entered(view));
        self.unless_stopped()
    }

    /// `value` is what it returns, of a type.
    fn tell_left(&mut self, value: Option<(Value, TypeId)>) -> Result<(), Stop> {
        let left = match value {
            Some((value, ty)) => Left::Value(self.held(value, ty)),
            None => Left::Nothing,
        };
        self.tell_left_so(left);
        self.unless_stopped()
    }

    /// The call on top ends because a jump leads out of it.
    pub(crate) fn tell_jumped(&mut self) {
        if self.wants().calls {
            self.tell_left_so(Left::Jump);
        }
    }

    fn tell_left_so(&mut self, left: Left) {
        self.tell_changes();
        if self.watched_call().is_some_and(|call| call.entered) {
            self.tell(|observer, view| observer.left(view, left));
        }
    }

    /// Some bytes were read, as far as that was asked for.
    #[cold]
    pub(crate) fn tell_read(
        &mut self,
        place: Place,
        size: u64,
        field: Option<Bits>,
        volatile: bool,
    ) -> Result<(), Stop> {
        self.tell_changes();
        let Wants { accesses, volatiles, .. } = self.wants();
        if accesses || volatiles && volatile {
            self.tell_bytes(place, size, field, AccessKind::Read, volatile);
        }
        self.unless_stopped()
    }

    /// The same for a write that was just done. Where all accesses are told, memory has
    /// noted it.
    #[cold]
    pub(crate) fn tell_written(
        &mut self,
        place: Place,
        size: u64,
        field: Option<Bits>,
        volatile: bool,
    ) -> Result<(), Stop> {
        let Wants { accesses, volatiles, .. } = self.wants();
        if accesses {
            self.tell_changes_by(volatile);
        } else if volatiles && volatile {
            self.tell_bytes(place, size, field, AccessKind::Write, volatile);
        }
        self.unless_stopped()
    }

    /// Bytes are read, and what they stand for changes though they stay.
    #[cold]
    pub(crate) fn tell_updated(&mut self, place: Place, size: u64) -> Result<(), Stop> {
        if self.wants().accesses {
            self.tell_changes();
            self.tell_bytes(place, size, None, AccessKind::Read, false);
            self.tell_bytes(place, size, None, AccessKind::Write, false);
        }
        self.unless_stopped()
    }

    /// An access to an object that may be gone since: then nobody knows what its bytes
    /// were.
    fn tell_bytes(
        &mut self,
        place: Place,
        size: u64,
        field: Option<Bits>,
        kind: AccessKind,
        volatile: bool,
    ) {
        let Some(object) = self.memory.objects.get(place.object) else { return };
        let (birth, plan) = (object.birth, object.plan);
        let object = self.told_object(birth, plan.kind, plan.decl);
        self.tell_access(object, place, size, field, kind, volatile);
    }

    fn told_object(&self, birth: u64, kind: ObjectKind, decl: Option<DeclId>) -> ObjectRef {
        let id = ObjectId(birth);
        let known = self.observing.as_ref().and_then(|o| o.objects.get(&id));
        let site = known.map_or(decl.map_or(Origin::None, Origin::Decl), |&(_, site)| site);
        ObjectRef { id, kind, decl, site }
    }

    fn tell_access(
        &mut self,
        object: ObjectRef,
        place: Place,
        size: u64,
        field: Option<Bits>,
        kind: AccessKind,
        volatile: bool,
    ) {
        let found = self.memory.born(place.object, object.id.0);
        let end = place.offset as u64 + size;
        let is_there = found.is_some_and(|found| end <= found.contents.bytes.len() as u64);
        let bits = match (size, field) {
            _ if !is_there => None,
            (1..=16, None) => Some(self.memory.look(place, size as usize).bits),
            (1..=16, Some(field)) => Some(self.memory.look_bits(place, size as usize, field).bits),
            _ => None,
        };
        let access = Accessed {
            at: self.told_place(),
            object,
            offset: place.offset as u64,
            size,
            field: field.map(|field| (field.start, field.width)),
            kind,
            volatile,
            bits,
        };
        self.tell(|observer, view| observer.access(view, &access));
    }

    /// Tells of what changed in memory since the last time.
    #[inline]
    pub(crate) fn tell_changes(&mut self) {
        self.tell_changes_by(false);
    }

    #[inline]
    pub(crate) fn tell_changes_by(&mut self, volatile: bool) {
        if self.memory.noted() > 0 {
            self.tell_all_changes(volatile);
        }
    }

    #[cold]
    fn tell_all_changes(&mut self, volatile: bool) {
        if self.observing.as_ref().is_some_and(|observing| observing.tries > 0) {
            return;
        }
        let notes = self.memory.notes();
        let at = self.told_place();
        for note in &notes {
            match note.change {
                Change::Made => self.tell_made(note, at),
                Change::Ended { freed } => self.tell_ended(note, freed),
                Change::Bytes { offset, size, how } => {
                    self.tell_changed(note, (offset, size), how, volatile);
                }
            }
        }
        self.memory.hand_back(notes);
    }

    fn tell_made(&mut self, note: &Note, site: Origin) {
        let id = ObjectId(note.birth);
        let Some(observing) = &mut self.observing else { return };
        observing.objects.insert(id, (note.object, site));
        if observing.wants.objects {
            let object = ObjectRef { id, kind: note.kind, decl: note.decl, site };
            self.tell(|observer, view| observer.made(view, &object));
        }
    }

    fn tell_ended(&mut self, note: &Note, freed: bool) {
        let id = ObjectId(note.birth);
        let Some(observing) = &mut self.observing else { return };
        let site = observing.objects.remove(&id).map_or(Origin::None, |(_, site)| site);
        if observing.wants.objects {
            let object = ObjectRef { id, kind: note.kind, decl: note.decl, site };
            let how = if freed { Ended::Freed } else { Ended::Left };
            self.tell(|observer, view| observer.ended(view, &object, how));
        }
    }

    fn tell_changed(
        &mut self,
        note: &Note,
        (offset, size): (usize, usize),
        how: How,
        volatile: bool,
    ) {
        if !self.wants().accesses {
            return;
        }
        let (kind, field) = match how {
            How::Written => (AccessKind::Write, None),
            How::Field(field) => (AccessKind::Write, Some(field)),
            How::Forgotten => (AccessKind::Forget, None),
            How::Opened => (AccessKind::Open, None),
        };
        let place = Place { object: note.object, offset };
        let object = self.told_object(note.birth, note.kind, note.decl);
        self.tell_access(object, place, size as u64, field, kind, volatile);
    }

    // ---- what is not told ----

    /// An object that lives as long as the program is about to be made while it runs:
    /// nobody is told of its first bytes. Gives what `end_making` wants.
    pub(crate) fn begin_making(&mut self) -> usize {
        self.memory.noted()
    }

    pub(crate) fn end_making(&mut self, noted: usize) {
        self.memory.drop_bytes_noted_since(noted);
    }

    /// What follows is only tried out.
    pub(crate) fn begin_trying(&mut self) {
        self.tell_changes();
        if let Some(observing) = &mut self.observing {
            observing.tries += 1;
        }
    }

    /// What was tried out is undone.
    pub(crate) fn end_trying(&mut self) {
        let Some(observing) = &mut self.observing else { return };
        observing.tries = observing.tries.saturating_sub(1);
        if observing.tries == 0 {
            self.memory.drop_notes();
        }
    }
}
