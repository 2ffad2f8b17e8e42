//! Lengths and sizes that are computed when the program runs.

use elenchus_lang::target::IntType;
use elenchus_lang::undefined::Undefined;

use crate::Machine;
use crate::code::Code;
use crate::memory::Plan;
use crate::rules::taint;
use crate::stop::Stop;
use crate::value::Value;

/// The lengths of two types that must be the same.
pub(crate) fn same_length(a: Value, b: Value) -> Result<(), Stop> {
    if a.lo != b.lo {
        let detail = format!("{} and {} elements", a.lo, b.lo);
        return Err(Stop::undefined(Undefined::VlaMismatch, detail));
    }
    Ok(())
}

/// The length of an argument, if the caller knows it, and that of its parameter.
pub(crate) fn given_length(given: Value, length: Value) -> Result<(), Stop> {
    if given != Value::INDETERMINATE && given.lo != length.lo {
        let detail = format!("{} elements given, {} taken", given.lo, length.lo);
        return Err(Stop::undefined(Undefined::VlaMismatch, detail));
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
            let detail = format!("fewer than {} elements are there", count.lo);
            return Err(Stop::undefined(Undefined::ShortArray, detail));
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
            let detail = format!("the length is {value}");
            return Err(Stop::undefined(Undefined::VlaSize, detail));
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
