//! `asm` that computes nothing: an empty template whose operands hide values
//! from optimisers. What it leaves where is then known.

use elenchus_lang::constant;
use elenchus_lang::tree::{Asm, AsmOperand, ExprId, ExprKind};

use crate::code::{Form, Reg};
pub(crate) use crate::core::lower::place::Lvalue;
use crate::core::lower::{Lowered, Lowerer};

impl Lowerer<'_> {
    #[inline(never)]
    pub(crate) fn asm(&mut self, asm: &Asm) -> Lowered<()> {
        let template = &self.p.bytes[self.p.strings[asm.template].bytes];
        if !template.iter().all(u8::is_ascii_whitespace) || asm.is_goto {
            return Err("asm");
        }
        let outputs = &self.p.asm_operands[asm.outputs];
        let inputs = &self.p.asm_operands[asm.inputs];
        self.emit_step();
        let mark = self.registers.next;
        self.registers.has_temporaries = false;
        let mut places = Vec::with_capacity(outputs.len());
        for output in outputs {
            places.push(self.place(output.expr)?);
        }
        let mut tied: Vec<Option<(Reg, ExprId)>> = vec![None; outputs.len()];
        for input in inputs {
            let constraint = self.constraint(input);
            if let Ok(number) = constraint.parse::<usize>() {
                let value = self.value(input.expr)?;
                let slot = tied.get_mut(number).ok_or("asm")?;
                *slot = Some((value, input.expr));
            } else if is_memory(&constraint) {
                self.place(input.expr)?;
            } else {
                self.value(input.expr)?;
            }
        }
        for (i, output) in outputs.iter().enumerate() {
            self.asm_output(output, places[i], tied[i], inputs)?;
        }
        self.end_full();
        self.registers.next = mark;
        Ok(())
    }

    fn constraint(&self, operand: &AsmOperand) -> String {
        let bytes = &self.p.bytes[self.p.strings[operand.constraint].bytes];
        String::from_utf8_lossy(bytes).trim().to_owned()
    }

    fn asm_output(
        &mut self,
        output: &AsmOperand,
        place: Lvalue,
        tied: Option<(Reg, ExprId)>,
        inputs: &[AsmOperand],
    ) -> Lowered<()> {
        let ty = self.ty(output.expr);
        let constraint = self.constraint(output);
        if let Some((value, from)) = tied {
            let value = self.tied_value(value, from, output.expr)?;
            return self.store(place, value, ty, false);
        }
        let rest = constraint.trim_start_matches(['+', '=', '&']);
        if constraint.starts_with('+') {
            if is_memory(rest) {
                return Ok(());
            }
            let value = self.load(place, ty)?;
            return self.store(place, value, ty, false);
        }
        // The same object, in and out.
        let name = |e: ExprId| match self.p.exprs[e].kind {
            ExprKind::Name(decl) => Some(decl),
            _ => None,
        };
        let stays = name(output.expr).is_some()
            && is_memory(rest)
            && inputs.iter().any(|input| {
                is_memory(&self.constraint(input)) && name(input.expr) == name(output.expr)
            });
        if stays { Ok(()) } else { Err("asm") }
    }

    /// An input in the register of an output.
    fn tied_value(&mut self, value: Reg, from: ExprId, to: ExprId) -> Lowered<Reg> {
        let (source, target) = (self.ty(from), self.ty(to));
        match (self.form(source)?, self.form(target)?) {
            (Form::Pointer, Form::Pointer) => Ok(value),
            (Form::Int(x), Form::Int(y))
                if x.bits == y.bits || constant::as_int(self.p, from).is_some_and(|n| n >= 0) =>
            {
                self.arithmetic(value, source, target)
            }
            (x, y) if x == y && x != Form::Aggregate => Ok(value),
            _ => Err("asm"),
        }
    }
}

/// A constraint that only memory satisfies.
fn is_memory(constraint: &str) -> bool {
    constraint.contains('m') && !constraint.contains(['r', 'g', 'X', 'i', 'n'])
}
