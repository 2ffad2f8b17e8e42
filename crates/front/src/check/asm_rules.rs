//! What gcc asks of `asm` before any assembler sees it.

use elenchus_lang::arena::List;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{AsmOperand, CharKind, StringId};
use elenchus_lang::types::Quals;

use super::Checker;

impl Checker<'_> {
    /// The text of an `asm` has no prefix.
    pub(super) fn check_asm_text(&mut self, text: StringId, span: Span) {
        if !matches!(self.p.strings[text].kind, CharKind::Char | CharKind::Utf8) {
            self.report(span, "a wide string in 'asm'");
        }
    }

    pub(super) fn check_asm_operand(&mut self, operand: &AsmOperand, output: bool) {
        let span = self.span(operand.expr);
        let ty = self.ty(operand.expr);
        if self.p.types.is_error(ty) {
            return;
        }
        let constraint = &self.p.bytes[self.p.strings[operand.constraint].bytes];
        let written = constraint.iter().any(|byte| matches!(byte, b'=' | b'+'));
        let in_memory = constraint.contains(&b'm');
        let problem = if self.p.types.is_void(ty) && !in_memory {
            "an operand of 'asm' has no value"
        } else if output && !written {
            "the constraint of an output of 'asm' has no '=' and no '+'"
        } else if output && !self.is_lvalue(operand.expr) {
            "an output of 'asm' is no object"
        } else if output && self.p.types.quals(ty).has(Quals::CONST) {
            "an output of 'asm' is a constant object"
        } else {
            return;
        };
        self.report(span, problem);
    }

    /// `[name]` names one operand.
    pub(super) fn check_asm_names(&mut self, lists: [List<AsmOperand>; 2], span: Span) {
        let mut seen = Vec::new();
        for list in lists {
            for i in 0..list.len() {
                let Some(name) = self.p.asm_operands[list][i].name else { continue };
                if seen.contains(&name) {
                    let shown = self.name(name).to_string();
                    self.report(span, format!("two operands of 'asm' are called '{shown}'"));
                }
                seen.push(name);
            }
        }
    }
}
