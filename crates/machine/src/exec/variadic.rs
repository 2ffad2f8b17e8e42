//! Variable arguments (7.16).

use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use super::state::Change;
use super::{Machine, typed};
use crate::memory::UNTAGGED;
use crate::stop::Stop;
use crate::value::Value;

/// How far a `va_list` has come.
#[derive(Clone, Copy, Debug)]
pub struct VaCursor {
    serial: u64,
    next: usize,
    live: bool,
}

impl Machine {
    /// The list's bytes hold the number of its cursor.
    pub(super) fn va_start(&mut self, list: Value) -> Result<(), Stop> {
        let serial = self.frame().serial;
        self.set_cursor(list, VaCursor { serial, next: 0, live: true })
    }

    fn set_cursor(&mut self, list: Value, cursor: VaCursor) -> Result<(), Stop> {
        let size = u64::from(self.p.target.pointer.size);
        let place = self.memory.access(list, size, 1)?;
        self.va_lists.push(cursor);
        let number = self.va_lists.len() as u128;
        self.memory.write(place, size as usize, number, 0, UNTAGGED);
        Ok(())
    }

    fn cursor(&mut self, list: Value) -> Result<usize, Stop> {
        let size = u64::from(self.p.target.pointer.size);
        let place = self.memory.access(list, size, 1)?;
        let (number, _) = self.memory.read(place, size as usize)?;
        let index = (number as usize).wrapping_sub(1);
        match self.va_lists.get(index) {
            Some(cursor) if cursor.live => Ok(index),
            _ => {
                Err(Stop::undefined(Undefined::VaArg, "the va_list was not started, or has ended"))
            }
        }
    }

    pub(super) fn va_end(&mut self, list: Value) -> Result<(), Stop> {
        let index = self.cursor(list)?;
        self.save_va_list(index);
        self.va_lists[index].live = false;
        Ok(())
    }

    fn save_va_list(&mut self, index: usize) {
        if self.logging() {
            self.changes.push(Change::VaList(index, self.va_lists[index]));
        }
    }

    pub(super) fn va_copy(&mut self, to: Value, from: Value) -> Result<(), Stop> {
        let index = self.cursor(from)?;
        let cursor = self.va_lists[index];
        self.set_cursor(to, cursor)
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
        Err(Stop::undefined(
            kind,
            format!("{number} is no value of the {sign} type that is asked for"),
        ))
    }

    /// 7.16.1.1
    pub(crate) fn va_arg(&mut self, list: Value, ty: TypeId) -> Result<Value, Stop> {
        let index = self.cursor(list)?;
        let VaCursor { serial, next, .. } = self.va_lists[index];
        let frame = self.frames.iter().rev().find(|f| f.serial == serial);
        let Some(frame) = frame else {
            return Err(Stop::undefined(Undefined::VaArg, "the function has returned"));
        };
        let Some(&(value, given)) = frame.varargs.get(next) else {
            return Err(Stop::undefined(Undefined::VaArg, "there is no further argument"));
        };
        let fits = typed::alike(&self.p.types, given, ty) || self.pointer_pair(given, ty);
        if !fits {
            let print = elenchus_lang::printer::print_type;
            let detail =
                format!("'{}' given, '{}' asked", print(&self.p, given), print(&self.p, ty));
            return Err(Stop::undefined(Undefined::VaArg, detail));
        }
        self.check_sign(value, given, ty, Undefined::VaArg)?;
        self.save_va_list(index);
        self.va_lists[index].next += 1;
        Ok(value)
    }
}
