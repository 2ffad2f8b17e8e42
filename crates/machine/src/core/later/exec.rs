//! Code that is made when it is reached.

use std::rc::Rc;

use elenchus_lang::tree::StmtId;

use super::lower;
use crate::Machine;
use crate::code::{Index, Op, Origin, Renewed};
use crate::core::exec::Next;
use crate::stop::Stop;

/// What has no code yet. The operation in its place hands it over, and is executed again
/// when there is code.
#[derive(Clone, Copy)]
pub(crate) enum Unmade {
    /// A branch of the function, by its number.
    Part(Index),
    /// A statement that was written and executed without code.
    Stmt(StmtId),
}

impl Machine {
    /// The operation before `pc` is executed again when there is code for it.
    pub(crate) fn wait_for(&mut self, unmade: Unmade, pc: usize) -> Next {
        self.frame_mut().pc = (pc - 1) as Index;
        self.cache.unmade = Some(unmade);
        Next::Switched
    }

    /// Makes the code that the frame on top came to and that is not there.
    #[inline(never)]
    pub(crate) fn make_code(&mut self, unmade: Unmade) -> Result<(), (Stop, Origin)> {
        let frame = self.frame();
        let (index, pc) = (frame.code, frame.pc as usize);
        match unmade {
            Unmade::Part(part) => {
                let Some(Some(kept)) = self.cache.kept.get_mut(index as usize) else {
                    return Ok(());
                };
                let code = Rc::make_mut(&mut self.cache.codes[index as usize]);
                // Who had an older copy of the code may ask again.
                if matches!(code.ops[pc], Op::Later { .. }) {
                    lower::make_part(
                        &self.p,
                        code,
                        kept,
                        &mut self.cache.scratch,
                        self.cache.evaluation,
                        part,
                    );
                }
                Ok(())
            }
            Unmade::Stmt(stmt) => match self.refresh_in(index, Renewed::Stmt(stmt)) {
                true => Ok(()),
                false => Err((Stop::unsupported("this statement"), Origin::Stmt(stmt))),
            },
        }
    }
}
