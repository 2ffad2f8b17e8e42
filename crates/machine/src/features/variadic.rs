//! Variable arguments (7.16).

use elenchus_lang::types::{TypeId, TypeKind};
use elenchus_lang::undefined::Undefined;

use crate::Machine;
use crate::facts::Facts;
use crate::live::snapshot::Change;
use crate::memory::{Place, UNTAGGED};
use crate::rules::types::typed;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

/// How far a `va_list` has come, and who may go on with it. The bytes of the list hold its
/// number.
#[derive(Clone, Copy, Debug)]
pub struct VaCursor {
    /// The call whose arguments it goes through.
    serial: u64,
    next: usize,
    /// It was started, and not ended since: it may be used, and has to be ended.
    live: bool,
    /// The call that started it and has to end it.
    starter: u64,
    /// The call that it was last handed to and that took an argument: for its
    /// callers the list has no value any more (7.16p3).
    user: u64,
    home: Home,
}

/// The object that was started, by its birth, and where in it.
type Home = (u64, usize);

/// Who takes an argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taker {
    call: u64,
    /// By a list that is an argument itself, not by way of its address.
    handed: bool,
    /// The list is no address but what its bytes hold: where it is a pointer,
    /// a library function is given just that.
    by_value: bool,
}

impl Machine {
    /// The list's bytes hold the number of its cursor.
    pub(crate) fn va_start(&mut self, list: Value) -> Result<(), Stop> {
        let serial = self.frame().serial;
        let home = (0, 0);
        let (starter, user) = (serial, serial);
        self.begin_list(list, VaCursor { serial, next: 0, live: true, starter, user, home })
    }

    fn begin_list(&mut self, list: Value, cursor: VaCursor) -> Result<(), Stop> {
        let place = self.list_place(list, true)?;
        let home = self.home(place);
        let size = usize::from(self.p.target.pointer.size);
        if let Ok((number, _)) = self.memory.read(place, size) {
            let old = self.control.va_lists.get((number as usize).wrapping_sub(1));
            if old.is_some_and(|old| old.live && old.home == home) {
                return Err(misused(Finding::ListStarted));
            }
        }
        self.control.va_lists.push(VaCursor { home, ..cursor });
        let number = self.control.va_lists.len() as u128;
        self.memory.write(place, size, number, 0, UNTAGGED);
        self.frame_mut().open_lists += 1;
        Ok(())
    }

    /// Where a list lies. Operands without order must not both change it.
    fn list_place(&mut self, list: Value, write: bool) -> Result<Place, Stop> {
        let size = u64::from(self.p.target.pointer.size);
        let place = self.memory.access(list, size, 1)?;
        self.note_library(place, size, write)?;
        Ok(place)
    }

    fn home(&self, place: Place) -> Home {
        (self.memory.objects[place.object].birth, place.offset)
    }

    fn cursor(&mut self, list: Value, write: bool) -> Result<usize, Stop> {
        let place = self.list_place(list, write)?;
        let size = usize::from(self.p.target.pointer.size);
        if write {
            // The list's bytes stand for how far it has come.
            self.tell_updated(place, size as u64)?;
        }
        let Ok((number, _)) = self.memory.read(place, size) else {
            return Err(misused(Finding::ListNotStarted));
        };
        let index = self.numbered(number as u64)?;
        // A list that is an array is never copied when it is an argument.
        let is_array = matches!(self.list_kind(), TypeKind::Array { .. });
        if is_array && self.control.va_lists[index].home != self.home(place) {
            return Err(misused(Finding::ListCopied));
        }
        Ok(index)
    }

    fn list_kind(&self) -> TypeKind {
        self.p.types.kind(self.p.types.va_list())
    }

    /// The cursor of a number, if its list is in use.
    fn numbered(&self, number: u64) -> Result<usize, Stop> {
        let index = (number as usize).wrapping_sub(1);
        match self.control.va_lists.get(index) {
            None => Err(misused(Finding::ListNotStarted)),
            Some(cursor) if !cursor.live => Err(misused(Finding::ListEnded)),
            Some(_) => Ok(index),
        }
    }

    /// The list is ended by the call that started it (7.16.1p1).
    pub(crate) fn va_end(&mut self, list: Value) -> Result<(), Stop> {
        let index = self.cursor(list, true)?;
        if self.control.va_lists[index].starter != self.frame().serial {
            return Err(misused(Finding::ListOfAnother));
        }
        self.save_va_list(index);
        self.control.va_lists[index].live = false;
        let frame = self.frame_mut();
        frame.open_lists = frame.open_lists.saturating_sub(1);
        Ok(())
    }

    /// A function that starts lists is about to return.
    pub(crate) fn check_lists_ended(&self) -> Result<(), Stop> {
        match self.frame().open_lists {
            0 => Ok(()),
            _ => Err(misused(Finding::ListNotEnded)),
        }
    }

    fn save_va_list(&mut self, index: usize) {
        if self.logging() {
            self.undo.changes.push(Change::VaList(Box::new((index, self.control.va_lists[index]))));
        }
    }

    pub(crate) fn va_copy(&mut self, to: Value, from: Value) -> Result<(), Stop> {
        let index = self.cursor(from, false)?;
        let call = self.frame().serial;
        self.check_user(index, call)?;
        let cursor = self.control.va_lists[index];
        self.begin_list(to, VaCursor { starter: call, user: call, ..cursor })
    }

    /// Whether the list still has a value for a call: it has none if another
    /// took arguments, unless that one handed it on.
    fn check_user(&self, index: usize, call: u64) -> Result<(), Stop> {
        let user = self.control.va_lists[index].user;
        let calls = || self.control.frames.iter().rev().any(|frame| frame.serial == user);
        if user == call || user < call && calls() {
            return Ok(());
        }
        Err(Stop::undefined(Undefined::VaListPassed, Finding::ListPassed))
    }

    /// The function that runs, as one that takes arguments.
    pub(crate) fn taker(&self, handed: bool) -> Taker {
        Taker { call: self.frame().serial, handed, by_value: false }
    }

    /// The library function that runs.
    pub(crate) fn library_taker(&mut self) -> Taker {
        self.control.serial += 1;
        let by_value = matches!(self.list_kind(), TypeKind::Pointer(_));
        Taker { call: self.control.serial, handed: true, by_value }
    }

    /// 7.16.1.1p2: the other signedness will do only for a value of both types.
    pub(crate) fn check_sign(
        &self,
        value: Value,
        given: TypeId,
        asked: TypeId,
        kind: Undefined,
    ) -> Result<(), Stop> {
        let int = |ty| self.p.types.int_kind(ty).map(|kind| self.p.target.int_type(kind));
        let (Some(from), Some(to)) = (int(given), int(asked)) else { return Ok(()) };
        let number = value.as_int(from);
        if elenchus_lang::arith::int::is_canonical(to, number) {
            return Ok(());
        }
        let sign = if to.signed { "signed" } else { "unsigned" };
        let facts = Facts::new(Finding::ArgumentSign).number("value", number).text("sign", sign);
        Err(Stop::undefined(kind, facts))
    }

    /// 7.16.1.1
    pub(crate) fn va_arg(&mut self, list: Value, ty: TypeId, by: Taker) -> Result<Value, Stop> {
        let index = match by.by_value {
            true => self.numbered(list.lo)?,
            false => self.cursor(list, true)?,
        };
        let VaCursor { serial, next, .. } = self.control.va_lists[index];
        let frame = self.control.frames.iter().rev().find(|f| f.serial == serial);
        let Some(frame) = frame else {
            return Err(misused(Finding::ListStarterGone));
        };
        self.check_user(index, by.call)?;
        let argument = frame.varargs.as_ref().and_then(|varargs| varargs.get(next));
        let Some(&(value, given)) = argument else {
            return Err(Stop::undefined(Undefined::VaArg, Finding::NoArgumentLeft));
        };
        let fits = typed::alike(&self.p.types, given, ty) || self.pointer_pair(given, ty);
        if !fits {
            let print = elenchus_lang::printer::print_type;
            let facts = Facts::new(Finding::ArgumentAsked).text("given", print(&self.p, given));
            let facts = facts.text("asked", print(&self.p, ty));
            return Err(Stop::undefined(Undefined::VaArg, facts));
        }
        self.check_sign(value, given, ty, Undefined::VaArg)?;
        self.save_va_list(index);
        let cursor = &mut self.control.va_lists[index];
        cursor.next += 1;
        if by.handed {
            cursor.user = by.call;
        }
        Ok(value)
    }
}

fn misused(finding: Finding) -> Stop {
    Stop::undefined(Undefined::VaList, finding)
}
