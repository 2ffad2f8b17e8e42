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

    #[inline(never)]
    fn is_true_checked(&self, value: Value, scalar: Scalar) -> Result<(bool, u64), Stop> {
        Ok(match scalar {
            Scalar::Word => {
                let taint = taint::binary(BinaryOp::Ne, value, Value::default());
                if taint != 0 && taint::of(value) >> 63 != 0 {
                    // A whole address is never zero; what was made of it may be.
                    let what = "a condition on an integer made of an address or padding";
                    return Err(Stop::unsupported(what));
                }
                (value.lo != 0, taint)
            }
            Scalar::Pointer => {
                self.check_alive(value)?;
                (value.lo != 0, 0)
            }
            Scalar::Wide => (value.bits() != 0, 0),
            Scalar::Float(format) => (value.as_float(format).to_bool() != 0, 0),
        })
    }
}
