//! Statements.

use super::Printer;
use super::expressions::{ASSIGN, CAST, CONDITIONAL};
use crate::arena::{Id, List};
use crate::symbol::Symbol;
use crate::tree::{AsmId, AsmOperand, ExprId, For, LabelId, StmtId, StmtKind, StringId};
use crate::walk;

impl Printer<'_> {
    /// A statement on lines of its own. Its labels stand one level further out.
    pub(super) fn stmt(&mut self, id: StmtId) {
        let mut id = id;
        loop {
            let stmt = self.program.stmts[id];
            if let Some(text) = self.standing(stmt.span) {
                self.start_line();
                return self.out.extend_from_slice(text);
            }
            match stmt.kind {
                StmtKind::Case(low, high, body) => {
                    self.start_line_at(self.indent.saturating_sub(1));
                    self.text("case ");
                    self.expr(low, CONDITIONAL);
                    if let Some(high) = high {
                        self.text(" ... ");
                        self.expr(high, CONDITIONAL);
                    }
                    self.text(":");
                    id = body;
                }
                StmtKind::Default(body) => {
                    self.start_line_at(self.indent.saturating_sub(1));
                    self.text("default:");
                    id = body;
                }
                StmtKind::Label(label, attrs, body) => {
                    self.start_line_at(self.indent.saturating_sub(1));
                    self.name(self.program.labels[label].name);
                    self.text(":");
                    if !attrs.is_empty() {
                        self.text(" ");
                        self.attrs(attrs);
                    }
                    id = body;
                }
                StmtKind::Pragma(text) => return self.pragma(text),
                StmtKind::Declaration(group) if !self.is_visible(group) => return,
                kind => {
                    self.start_line();
                    return self.plain(id, kind);
                }
            }
        }
    }

    fn plain(&mut self, id: StmtId, kind: StmtKind) {
        match kind {
            StmtKind::Expr(expr) => {
                self.expr(expr, 0);
                self.text(";");
            }
            StmtKind::Compound(..) => self.block(id),
            StmtKind::If(condition, then, otherwise) => self.if_chain(condition, then, otherwise),
            StmtKind::While(condition, body) => {
                self.condition("while", condition);
                self.body(body, false);
            }
            StmtKind::DoWhile(body, condition) => {
                self.text("do");
                let braces = self.body(body, false);
                self.after_body(braces);
                self.condition("while", condition);
                self.text(";");
            }
            StmtKind::For(id) => self.for_loop(id),
            StmtKind::Switch(value, body) => {
                self.condition("switch", value);
                self.body(body, false);
            }
            StmtKind::Goto(label) => {
                self.text("goto ");
                self.name(self.program.labels[label].name);
                self.text(";");
            }
            StmtKind::ComputedGoto(to) => {
                self.text("goto *");
                self.expr(to, CAST);
                self.text(";");
            }
            StmtKind::Continue => self.text("continue;"),
            StmtKind::Break => self.text("break;"),
            StmtKind::Return(None) => self.text("return;"),
            StmtKind::Return(Some(value)) => {
                self.text("return ");
                self.expr(value, 0);
                self.text(";");
            }
            StmtKind::Declaration(group) => self.group(group),
            StmtKind::NestedFunction(function) => self.function(function),
            StmtKind::LocalLabels(labels) => {
                self.text("__label__ ");
                self.label_names(labels);
                self.text(";");
            }
            StmtKind::Asm(asm) => self.asm(asm),
            StmtKind::StaticAssert(condition, message) => self.static_assert(condition, message),
            StmtKind::Attributes(attrs) => {
                self.attrs(attrs);
                self.text(";");
            }
            StmtKind::Error | StmtKind::Empty | StmtKind::Hole => self.text(";"),
            // Handled before.
            StmtKind::Case(..)
            | StmtKind::Default(_)
            | StmtKind::Label(..)
            | StmtKind::Pragma(_) => {}
        }
    }

    /// `{ … }`, its opening brace on the current line.
    pub(super) fn block(&mut self, id: StmtId) {
        let program = self.program;
        let stmt = program.stmts[id];
        if let Some(text) = self.standing(stmt.span).filter(|_| is_block(stmt.kind)) {
            return self.out.extend_from_slice(text);
        }
        let one = [id];
        let stmts = match stmt.kind {
            StmtKind::Compound(stmts, _) => &program.stmt_lists[stmts],
            _ => &one[..],
        };
        self.text("{");
        if stmts.is_empty() {
            return self.text("}");
        }
        self.indent += 1;
        for &stmt in stmts {
            self.stmt(stmt);
        }
        self.indent -= 1;
        self.start_line();
        self.text("}");
    }

    /// What a condition, `do` or `else` governs, and whether it got braces;
    /// `braces` if it must have some.
    fn body(&mut self, id: StmtId, braces: bool) -> bool {
        let braces = braces || is_block(self.program.stmts[id].kind);
        if braces {
            self.text(" ");
            self.block(id);
        } else {
            self.indent += 1;
            self.stmt(id);
            self.indent -= 1;
        }
        braces
    }

    /// `else` and `while` stand on the line of a closing brace.
    fn after_body(&mut self, braces: bool) {
        if braces {
            self.text(" ");
        } else {
            self.start_line();
        }
    }

    fn condition(&mut self, keyword: &str, condition: ExprId) {
        self.text(keyword);
        self.text(" (");
        self.expr(condition, 0);
        self.text(")");
    }

    fn if_chain(&mut self, condition: ExprId, then: StmtId, otherwise: Option<StmtId>) {
        let (mut condition, mut then, mut otherwise) = (condition, then, otherwise);
        loop {
            self.condition("if", condition);
            let braces =
                self.body(then, otherwise.is_some() && walk::takes_else(self.program, then));
            let Some(id) = otherwise else { return };
            self.after_body(braces);
            self.text("else");
            match self.program.stmts[id].kind {
                StmtKind::If(c, t, o) => {
                    self.text(" ");
                    (condition, then, otherwise) = (c, t, o);
                }
                _ => {
                    self.body(id, false);
                    return;
                }
            }
        }
    }

    fn for_loop(&mut self, id: Id<For>) {
        let part = self.program.fors[id];
        self.text("for (");
        match part.init.map(|init| self.program.stmts[init].kind) {
            Some(StmtKind::Declaration(group)) => self.group(group),
            Some(StmtKind::Expr(init)) => {
                self.expr(init, 0);
                self.text(";");
            }
            Some(StmtKind::StaticAssert(condition, message)) => {
                self.static_assert(condition, message);
            }
            _ => self.text(";"),
        }
        if let Some(condition) = part.condition {
            self.text(" ");
            self.expr(condition, 0);
        }
        self.text(";");
        if let Some(step) = part.step {
            self.text(" ");
            self.expr(step, 0);
        }
        self.text(")");
        self.body(part.body, false);
    }

    /// At the start of a line, whatever the nesting.
    pub(super) fn pragma(&mut self, text: Symbol) {
        let text = self.program.name(text).trim_end();
        self.start_line_at(0);
        if !text.starts_with(['#', '_']) {
            self.text("#pragma ");
        }
        self.text(text);
    }

    pub(super) fn static_assert(&mut self, condition: ExprId, message: Option<StringId>) {
        self.text("_Static_assert(");
        self.expr(condition, ASSIGN);
        if let Some(message) = message {
            self.text(", ");
            self.string(message);
        }
        self.text(");");
    }

    fn label_names(&mut self, labels: List<LabelId>) {
        let program = self.program;
        self.separated(&program.label_lists[labels], |printer, label| {
            printer.name(program.labels[label].name);
        });
    }

    pub(super) fn asm(&mut self, id: AsmId) {
        let asm = self.program.asms[id];
        self.text("__asm__");
        for (is_set, word) in
            [(asm.is_volatile, " volatile"), (asm.is_inline, " inline"), (asm.is_goto, " goto")]
        {
            self.text(if is_set { word } else { "" });
        }
        self.text("(");
        self.string(asm.template);
        if !asm.is_basic {
            self.asm_operands(asm.outputs);
            // A list that is empty, as are all after it, is left out.
            let last = [!asm.inputs.is_empty(), !asm.clobbers.is_empty(), asm.is_goto];
            let last = last.iter().rposition(|&there| there).map_or(0, |i| i + 1);
            if last >= 1 {
                self.asm_operands(asm.inputs);
            }
            if last >= 2 {
                self.text(if asm.clobbers.is_empty() { " :" } else { " : " });
                let clobbers = &self.program.string_lists[asm.clobbers];
                self.separated(clobbers, |printer, clobber| printer.string(clobber));
            }
            if last >= 3 {
                self.text(" : ");
                self.label_names(asm.labels);
            }
        }
        self.text(");");
    }

    fn asm_operands(&mut self, operands: List<AsmOperand>) {
        self.text(if operands.is_empty() { " :" } else { " : " });
        self.separated(&self.program.asm_operands[operands], |printer, operand| {
            if let Some(name) = operand.name {
                printer.text("[");
                printer.name(name);
                printer.text("] ");
            }
            printer.string(operand.constraint);
            printer.text("(");
            printer.expr(operand.expr, 0);
            printer.text(")");
        });
    }
}

fn is_block(kind: StmtKind) -> bool {
    matches!(kind, StmtKind::Compound(..))
}
