//! Whether values are true.

use elenchus_lang::arith::BinaryOp;

use super::taint;
use crate::Machine;
use crate::code::Scalar;
use crate::stop::Stop;
use crate::value::Value;

impl Machine {
    /// Whether a value is not zero, and whether that is unspecified.
    #[inline(always)]
    pub(crate) fn is_true(&self, value: Value, scalar: Scalar) -> Result<(bool, u64), Stop> {
        match scalar {
            Scalar::Word if value.hi == 0 => Ok((value.lo != 0, 0)),
            Scalar::Pointer if self.memory.is_alive(value.provenance()) => Ok((value.lo != 0, 0)),
            _ => self.is_true_checked(value, scalar),
        }
    }

    /// Whether a word that decides what happens next is not zero.
    #[cold]
    pub(crate) fn decided(&self, word: Value) -> Result<bool, Stop> {
        match self.is_true_checked(word, Scalar::Word)? {
            (truth, 0) => Ok(truth),
            _ => Err(taint::unspecified()),
        }
    }

    #[inline(never)]
    fn is_true_checked(&self, value: Value, scalar: Scalar) -> Result<(bool, u64), Stop> {
        Ok(match scalar {
            Scalar::Word if self.is_not_zero(value) => (true, 0),
            Scalar::Word => (value.lo != 0, taint::binary(BinaryOp::Ne, value, Value::default())),
            Scalar::Pointer => {
                self.check_alive(value)?;
                (value.lo != 0, 0)
            }
            Scalar::Wide => (value.bits() != 0, 0),
            Scalar::Float(format) => (value.as_float(format).to_bool() != 0, 0),
        })
    }
}
