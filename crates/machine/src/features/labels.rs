//! Labels as values (GNU).

use elenchus_lang::tree::LabelId;

use crate::Machine;
use crate::code::Code;
use crate::memory::Provenance;
use crate::stop::Stop;
use crate::value::Value;

/// Labels lie so far apart, like code that is aligned.
const LABEL_STEP: u64 = 16;

pub(super) fn label_address(label: LabelId) -> Value {
    Value::pointer((label.index() as u64 + 1) * LABEL_STEP, Provenance::LABEL)
}

impl Machine {
    /// Where in the code of the frame on top a computed goto leads; nothing if it has
    /// led to an enclosing call.
    pub(super) fn computed_goto(
        &mut self,
        code: &Code,
        value: Value,
        bottom: usize,
    ) -> Result<Option<usize>, Stop> {
        let label = match value.provenance() {
            Provenance::LABEL if value.lo % LABEL_STEP == 0 => {
                (value.lo / LABEL_STEP).checked_sub(1)
            }
            _ => None,
        };
        let Some(label) = label.map(|l| LabelId::new(l as usize)) else {
            return Err(Stop::unsupported("a computed goto to this address"));
        };
        let Some(&(to, scope)) = code.labels.get(&label) else {
            self.outer_goto(label, bottom)?;
            return Ok(None);
        };
        self.change_scope(code, scope)?;
        Ok(Some(to as usize))
    }
}
