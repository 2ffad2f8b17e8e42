//! Jumps to places that are not known yet.
//!
//! Those that wait for one place are a list that lies in the code itself: where
//! each will say where it leads, it names the one before it.

use super::Lowerer;
use crate::code::{Index, Op};

/// A jump with this bit waits; the others are the jump before it.
const WAITS: Index = 1 << 31;

/// A place that jumps lead to, or else the last of those that wait for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Landing(Index);

impl Landing {
    /// A place that is not known yet, and that no jump leads to.
    pub(crate) const NEW: Landing = Landing(Index::MAX);

    /// The last jump that waits for the place.
    pub(crate) fn last(self) -> Option<Index> {
        let waits = self.0 & WAITS != 0 && self.0 != Index::MAX;
        waits.then_some(self.0 & !WAITS)
    }
}

/// A loop or switch, for `break` and `continue`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Enclosing {
    /// A switch has no `continue` of its own.
    is_loop: bool,
    block: u16,
    /// The one around it, by number.
    outer: Option<u32>,
    breaks: Landing,
    continues: Landing,
}

/// Where something begins that it may turn out cannot be lowered.
#[derive(Clone, Copy)]
pub(crate) struct Attempt {
    from: Index,
    watching: usize,
}

impl Lowerer<'_> {
    /// A jump to a place; where it leads in the operation does not matter.
    pub(crate) fn emit_jump(&mut self, op: Op, landing: &mut Landing) {
        let jump = self.emit(op);
        self.lead(jump, landing.0);
        if landing.0 & WAITS != 0 {
            landing.0 = WAITS | jump;
        }
    }

    /// What comes now is what the jumps lead to.
    pub(crate) fn land(&mut self, landing: Landing) {
        let here = self.here();
        if landing.last().is_some() {
            self.flow.joined = here;
        }
        self.land_at(landing, here);
    }

    pub(crate) fn land_at(&mut self, mut landing: Landing, place: Index) {
        while let Some(jump) = landing.last() {
            landing = Landing(self.lead(jump, place));
        }
    }

    /// Says where a jump leads; gives what it said before.
    pub(crate) fn lead(&mut self, jump: Index, to: Index) -> Index {
        match destination(&mut self.code.ops[jump as usize]) {
            Some(destination) => std::mem::replace(destination, to),
            None => Index::MAX,
        }
    }

    pub(crate) fn attempt(&self) -> Attempt {
        Attempt { from: self.here(), watching: self.watching }
    }

    /// The rest of what was begun cannot be lowered: who reaches this place is told
    /// so, and who jumps over it comes here.
    #[cold]
    #[inline(never)]
    pub(crate) fn give_up(&mut self, attempt: Attempt, what: &'static str) {
        let Attempt { from, watching } = attempt;
        let here = self.here();
        self.watching = watching;
        // In a statement of an expression, these may lead out of it.
        let mut leaving = Vec::new();
        let mut around = self.flow.target;
        while let Some(number) = around {
            let Enclosing { outer, breaks, continues, .. } = self.scratch.targets[number as usize];
            for mut landing in [breaks, continues] {
                while let Some(jump) = landing.last().filter(|&jump| jump >= from) {
                    leaving.push(jump);
                    landing = match destination(&mut self.code.ops[jump as usize]) {
                        Some(&mut before) => Landing(before),
                        None => Landing::NEW,
                    };
                }
            }
            around = outer;
        }
        for jump in from..here {
            match destination(&mut self.code.ops[jump as usize]) {
                Some(to) if *to & WAITS != 0 && !leaving.contains(&jump) => *to = here,
                _ => {}
            }
        }
        self.flow.joined = here;
        let index = self.code.unsupported.len() as Index;
        self.code.unsupported.push(what);
        self.emit(Op::Unsupported { what: index });
    }

    // ---- loops and switches ----

    /// The body of a loop or switch begins; gives its number.
    pub(super) fn open_target(&mut self, is_loop: bool) -> u32 {
        let number = self.scratch.targets.len() as u32;
        self.scratch.targets.push(Enclosing {
            is_loop,
            block: self.flow.block,
            outer: self.flow.target.replace(number),
            breaks: Landing::NEW,
            continues: Landing::NEW,
        });
        number
    }

    /// The body of a loop ended: here `continue` leads to. What comes after it, as its
    /// condition, is not in it: a `break` there, in a statement of an expression,
    /// leaves the loop around this one.
    pub(super) fn end_body(&mut self, number: u32) {
        let here = self.here();
        let target = &mut self.scratch.targets[number as usize];
        let waiting = std::mem::replace(&mut target.continues, Landing(here));
        self.flow.target = target.outer;
        self.land(waiting);
    }

    /// Here `break` leads to.
    pub(super) fn land_breaks(&mut self, number: u32) {
        let here = self.here();
        let target = &mut self.scratch.targets[number as usize];
        let waiting = std::mem::replace(&mut target.breaks, Landing(here));
        self.flow.target = target.outer;
        self.land(waiting);
    }

    /// The loop or switch that `break` leaves, or `continue` goes on with.
    fn left_target(&self, continues: bool) -> Option<u32> {
        let mut next = self.flow.target;
        while let Some(number) = next {
            let target = self.scratch.targets[number as usize];
            if target.is_loop || !continues {
                break;
            }
            next = target.outer;
        }
        next
    }

    /// `break` or `continue`.
    pub(super) fn leave_to(&mut self, continues: bool) -> super::Lowered<()> {
        self.emit_step();
        let number = self.left_target(continues).ok_or("a jump out of nothing")?;
        let target = self.scratch.targets[number as usize];
        if target.block != self.flow.block {
            self.emit(Op::Scope { to: target.block });
        }
        let mut landing = if continues { target.continues } else { target.breaks };
        self.emit_jump(Op::Jump { to: 0 }, &mut landing);
        let target = &mut self.scratch.targets[number as usize];
        *(if continues { &mut target.continues } else { &mut target.breaks }) = landing;
        Ok(())
    }
}

/// Where a jump leads.
fn destination(op: &mut Op) -> Option<&mut Index> {
    match op {
        Op::Jump { to }
        | Op::JumpIf { to, .. }
        | Op::JumpUnless { to, .. }
        | Op::Branch { to, .. }
        | Op::BranchWith { to, .. } => Some(to),
        _ => None,
    }
}
