//! Lengths and sizes that are computed when the program runs.

use elenchus_lang::target::IntType;
use elenchus_lang::undefined::Undefined;

use crate::Machine;
use crate::code::Code;
use crate::facts::Facts;
use crate::memory::Plan;
use crate::rules::taint;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

/// The lengths of two types that must be the same.
pub(crate) fn same_length(a: Value, b: Value) -> Result<(), Stop> {
    if a.lo != b.lo {
        let facts = Facts::new(Finding::LengthsDiffer).number("left", a.lo).number("right", b.lo);
        return Err(Stop::undefined(Undefined::VlaMismatch, facts));
    }
    Ok(())
}

/// The length of an argument, if the caller knows it, and that of its parameter.
pub(crate) fn given_length(given: Value, length: Value) -> Result<(), Stop> {
    if given != Value::INDETERMINATE && given.lo != length.lo {
        let facts = Facts::new(Finding::LengthGiven).number("given", given.lo);
        return Err(Stop::undefined(Undefined::VlaMismatch, facts.number("taken", length.lo)));
    }
    Ok(())
}

impl Machine {
    /// What a parameter `[static n]` asks for is there (6.7.6.3p7).
    pub(crate) fn check_static_array(
        &mut self,
        pointer: Value,
        count: Value,
        size: Value,
    ) -> Result<(), Stop> {
        let bytes = count.lo.saturating_mul(size.lo);
        if self.memory.access(pointer, bytes, 1).is_err() {
            let facts = Facts::new(Finding::FewElements).number("count", count.lo);
            let facts = facts.about(pointer.provenance(), 0..0);
            return Err(Stop::undefined(Undefined::ShortArray, facts));
        }
        Ok(())
    }

    /// 6.7.6.2p5
    pub(crate) fn vla_length(&self, length: Value, ty: IntType) -> Result<Value, Stop> {
        if ty.bits <= 64 {
            taint::check(length)?;
        }
        let value = length.as_int(ty);
        if value <= 0 {
            let facts = Facts::new(Finding::Length).number("length", value);
            return Err(Stop::undefined(Undefined::VlaSize, facts));
        }
        self.size(value as u128)
    }

    pub(crate) fn vla_scale(&self, a: Value, b: Value) -> Result<Value, Stop> {
        self.size(u128::from(a.lo) * u128::from(b.lo))
    }

    fn size(&self, value: u128) -> Result<Value, Stop> {
        let size = self.p.target.int_type(self.p.target.size_type);
        match value >> (size.bits - 1) {
            0 => Ok(Value::int(value as i128)),
            _ => Err(Stop::unsupported("a type larger than any object")),
        }
    }

    pub(crate) fn make_vla(&mut self, code: &Code, local: u16, size: u64) -> Result<(), Stop> {
        let plan = code.locals[local as usize].plan;
        self.end_local(local);
        let index = self.frame().locals + local as usize;
        self.worked(size);
        let pointer = self.memory.allocate(Plan { size, ..plan })?;
        self.control.locals[index] = pointer;
        Ok(())
    }
}
