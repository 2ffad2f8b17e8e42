//! Statements that the machine need not execute.
//!
//! Most statements are executed once. What one of them does is known when it only
//! gives numbers to variables: the machine is told then, and makes no code for
//! it until it is reached again.

use elenchus_lang::tree::{DeclId, ExprId, StmtId, StmtKind};
use elenchus_lang::types::{FieldId, TypeId};
use elenchus_machine::{LiveNumber, Number, NumberForm};

use super::leaf::Access;
use super::state::Gen;
use super::value::{Built, Known, truth};

/// A statement that only gives known numbers to known places, or only chooses.
#[derive(Clone, Copy, Debug)]
pub enum Told {
    Assigned {
        expr: ExprId,
        to: LiveNumber,
        bits: u128,
    },
    /// The variable gets the numbers that were noted.
    Declared(DeclId),
    /// An `if` with this condition, and the branch that is taken, if any.
    Chosen {
        condition: ExprId,
        taken: Option<StmtId>,
    },
}

/// The numbers in the initialiser that is being made.
#[derive(Default, Debug)]
pub struct Initial {
    numbers: Vec<Number>,
    /// Whether some are missing.
    is_open: bool,
}

impl Gen<'_> {
    /// Remembers what an assignment does, if that is known.
    pub fn note_assigned(&mut self, expr: ExprId, target: Access, value: Known, effects: bool) {
        self.skipped.told = None;
        let Some(spot) = target.spot.filter(|_| self.now.live) else { return };
        if effects || target.ty.is_volatile() {
            return;
        }
        let ty = self.tree().types.value_type(target.ty);
        let Some(form) = self.form_of(ty, target.field) else { return };
        if let Ok(Known::Int(value)) = self.converted(value, ty) {
            let to = LiveNumber { spot, form };
            self.skipped.told = Some(Told::Assigned { expr, to, bits: value as u128 });
        }
    }

    fn form_of(&self, ty: TypeId, field: Option<FieldId>) -> Option<NumberForm> {
        let p = self.tree();
        match field.map(|field| &p.types.fields[field]) {
            Some(field) => Some(NumberForm::Bits { start: field.offset_bits, width: field.width? }),
            None => Some(NumberForm::Bytes(p.target.int_extent(p.types.int_kind(ty)?).size)),
        }
    }

    /// An initialiser begins.
    pub fn begin_initial(&mut self) {
        self.skipped.initial.numbers.clear();
        self.skipped.initial.is_open = !self.now.live;
    }

    /// Part of it is this value, at so many bytes; a bit-field counts from the start
    /// of its struct.
    pub fn note_initial(&mut self, offset: u64, field: Option<FieldId>, value: Built) {
        match (value.value, self.form_of(value.ty, field)) {
            (Known::Int(number), Some(form)) if !value.effects => {
                self.skipped.initial.numbers.push(Number { offset, form, bits: number as u128 });
            }
            _ => self.skipped.initial.is_open = true,
        }
    }

    /// Remembers what the declaration does of a variable with this initialiser, if
    /// that is known.
    pub fn note_declared(&mut self, decl: DeclId) {
        self.skipped.told = (!self.skipped.initial.is_open).then_some(Told::Declared(decl));
    }

    /// Remembers which branch the `if` takes that was made with these conditions, each
    /// behind the `else` of the one before. The last branch is the `else` of all.
    pub fn note_choice(&mut self, conditions: &[Built], branches: &[Option<StmtId>]) {
        self.skipped.told = None;
        let Some(first) = conditions.first().filter(|_| self.now.live) else { return };
        for (condition, &branch) in conditions.iter().zip(branches) {
            match truth(condition.value).filter(|_| !condition.effects) {
                None => return,
                Some(false) => {}
                Some(true) => {
                    self.skipped.told = Some(Told::Chosen { condition: first.id, taken: branch });
                    return;
                }
            }
        }
        let taken = branches.last().copied().flatten();
        self.skipped.told = Some(Told::Chosen { condition: first.id, taken });
    }

    /// Tells the machine what was just written into a hole does. False if that is
    /// not known, or is more.
    pub fn is_told(&mut self, hole: StmtId, kind: StmtKind) -> bool {
        let Some(told) = self.skipped.told.take().filter(|_| self.skipped.trusted) else {
            return false;
        };
        match (told, kind) {
            (Told::Assigned { expr, to, bits }, StmtKind::Expr(written)) if expr == written => {
                self.machine.assign(hole, to, bits)
            }
            (Told::Declared(decl), StmtKind::Declaration(group)) => {
                let p = self.tree();
                let declares = p.decl_lists[p.groups[group].decls] == [decl];
                declares && self.machine.define(hole, decl, &self.skipped.initial.numbers)
            }
            (Told::Chosen { condition, taken }, StmtKind::If(written, ..))
                if condition == written =>
            {
                self.machine.choose(hole, taken)
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use elenchus_machine::Evaluation;

    use super::super::{Dropped, Preset, Settings, proven};
    use crate::choices::Choices;
    use crate::policy::Policy;

    /// The machine believes what it is told; the proof believes nothing. Only the
    /// order of operands, at which the machine did not look, may come between them.
    #[test]
    fn what_is_told_is_what_the_text_does() {
        for preset in Preset::ALL {
            let settings = Settings { preset, size: 3000, ..Settings::default() };
            for seed in 0..150 {
                let mut choices = Choices::new(seed);
                let mut policy = Policy::default().shuffled(&mut choices, preset == Preset::Whole);
                preset.adapt(&mut policy);
                settings.adapt(&mut policy);
                match proven(&settings, &policy, choices, seed, Evaluation::Trusted) {
                    Ok(_) => {}
                    Err(Dropped::Unproven { what, .. }) if what.contains("unsequenced") => {}
                    Err(other) => panic!("{preset:?}, seed {seed}: {other}"),
                }
            }
        }
    }
}
