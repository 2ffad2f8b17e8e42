//! Statements (6.8), labels and asm.

use elenchus_lang::arena::List;
use elenchus_lang::span::Span;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{
    Asm, AsmId, AsmOperand, Attr, ExprId, For, Label, LabelId, ScopeId, ScopeKind, StmtId, StmtKind,
};
use elenchus_lang::types::TypeId;

use super::Checker;
use super::switches::Switch;
use crate::syntax::{self as syn, StmtKind as S};

/// What stands before the colon of a labelled statement.
pub(super) enum LabelKind {
    Case(ExprId, Option<ExprId>),
    Default,
    Named(LabelId, List<Attr>),
}

impl Checker<'_> {
    /// `{ … }` with a scope of its own.
    pub(super) fn compound_in(&mut self, id: syn::StmtId, kind: ScopeKind) -> StmtId {
        let scope = self.enter(kind);
        let stmt = self.compound_here(id, scope);
        self.leave();
        stmt
    }

    /// `{ … }` in a scope that is open already.
    pub(super) fn compound_here(&mut self, id: syn::StmtId, scope: ScopeId) -> StmtId {
        let syn::Stmt { kind, span } = self.s.stmts[id];
        let S::Compound(list) = kind else {
            return self.stmt(StmtKind::Error, span);
        };
        let syntax = self.s;
        let local_labels = self.labels_in_scope.len();
        let outer_labels = std::mem::replace(&mut self.first_local_label, local_labels);
        let place = self.jump_place();
        let mark = self.pending_stmts.len();
        for &child in &syntax.stmt_lists[list] {
            let stmt = self.statement(child);
            self.pending_stmts.push(stmt);
        }
        self.labels_in_scope.truncate(local_labels);
        self.first_local_label = outer_labels;
        self.back_to(place);
        let list = self.p.stmt_lists.push(&self.pending_stmts[mark..]);
        self.pending_stmts.truncate(mark);
        self.stmt(StmtKind::Compound(list, scope), span)
    }

    fn loop_body(&mut self, id: syn::StmtId) -> StmtId {
        if let Some(function) = &mut self.function {
            function.loops += 1;
        }
        let body = self.substatement(id);
        if let Some(function) = &mut self.function {
            function.loops -= 1;
        }
        body
    }

    /// From C99 on, `if`, `switch` and the loops are blocks, and so is each of
    /// their substatements (6.8.4p3, 6.8.5p5).
    fn in_block<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        if !self.p.language.statements_are_blocks() {
            return f(self);
        }
        self.enter(ScopeKind::Block);
        let result = f(self);
        self.leave();
        result
    }

    fn substatement(&mut self, id: syn::StmtId) -> StmtId {
        match self.s.stmts[id].kind {
            // They open a block themselves, or declare nothing.
            S::Compound(_) | S::Empty | S::Goto(_) | S::Break | S::Continue | S::Return(None) => {
                self.statement(id)
            }
            _ => self.in_block(|c| c.statement(id)),
        }
    }

    fn statement(&mut self, id: syn::StmtId) -> StmtId {
        match self.nested(|c| c.statement_of_kind(id)) {
            Some(stmt) => stmt,
            None => {
                let span = self.s.stmts[id].span;
                self.report(span, "a statement is nested too deeply");
                self.stmt(StmtKind::Error, span)
            }
        }
    }

    fn statement_of_kind(&mut self, id: syn::StmtId) -> StmtId {
        let syn::Stmt { kind, span } = self.s.stmts[id];
        let kind = match kind {
            S::Error => StmtKind::Error,
            S::Empty => StmtKind::Empty,
            S::Expr(expr) => StmtKind::Expr(self.effect(expr)),
            S::Compound(_) => return self.compound_in(id, ScopeKind::Block),
            S::If { condition, then, otherwise } => {
                self.in_block(|c| c.if_statement(condition, then, otherwise))
            }
            S::While { condition, body } => self.in_block(|c| {
                let condition = c.test(condition);
                StmtKind::While(condition, c.loop_body(body))
            }),
            S::DoWhile { body, condition } => self.in_block(|c| {
                let body = c.loop_body(body);
                StmtKind::DoWhile(body, c.test(condition))
            }),
            S::For { init, condition, step, body } => {
                self.for_statement(init, condition, step, body)
            }
            S::Switch { value, body } => self.in_block(|c| c.switch(value, body)),
            S::Case { .. } | S::Default { .. } | S::Label { .. } => return self.labelled(id),
            S::Goto(name) => {
                let label = self.label(name.symbol, name.span);
                self.note_goto(label, span);
                StmtKind::Goto(label)
            }
            S::ComputedGoto(expr) => {
                let value = self.value(expr);
                let pointer = self.p.types.pointer(TypeId::VOID);
                if !self.p.types.is_pointer(self.ty(value)) {
                    return self.bad_goto(value, span);
                }
                let value = self.assign_convert(value, pointer, "computed goto", span);
                StmtKind::ComputedGoto(value)
            }
            S::Continue => {
                if self.function.as_ref().is_some_and(|f| f.loops == 0) {
                    self.report(span, "'continue' outside of a loop");
                }
                StmtKind::Continue
            }
            S::Break => {
                let inside =
                    self.function.as_ref().is_none_or(|f| f.loops > 0 || !f.switches.is_empty());
                if !inside {
                    self.report(span, "'break' outside of a loop and of a switch");
                }
                StmtKind::Break
            }
            S::Return(value) => self.return_statement(value, span),
            S::Declaration(id) => self.declaration_statement(id),
            S::NestedFunction(id) => match self.function_definition(id) {
                Some(function) => StmtKind::NestedFunction(function),
                None => StmtKind::Error,
            },
            S::LocalLabels(names) => self.local_labels(names),
            S::Asm(id) => StmtKind::Asm(self.asm(id)),
            S::Attributes(attrs) if attrs.is_empty() => StmtKind::Empty,
            S::Attributes(attrs) => {
                let attrs = self.attributes(attrs);
                StmtKind::Attributes(self.p.attrs.push(&attrs))
            }
            S::Pragma => StmtKind::Pragma(self.pragma(span)),
        };
        self.stmt(kind, span)
    }

    fn bad_goto(&mut self, value: ExprId, span: Span) -> StmtId {
        let ty = self.ty(value);
        if !self.p.types.is_error(ty) {
            let shown = self.show(ty);
            self.report(span, format!("a computed goto needs a pointer, not '{shown}'"));
        }
        self.stmt(StmtKind::Error, span)
    }

    fn declaration_statement(&mut self, id: syn::DeclarationId) -> StmtKind {
        let declaration = self.s.declarations[id];
        match declaration.kind {
            syn::DeclarationKind::Empty => StmtKind::Empty,
            syn::DeclarationKind::StaticAssert { condition, message } => {
                let (condition, message) = self.static_assert(condition, message, declaration.span);
                StmtKind::StaticAssert(condition, message)
            }
            syn::DeclarationKind::Declarators { specs, list } => {
                StmtKind::Declaration(self.group(specs, list, declaration.span))
            }
        }
    }

    /// An expression whose value nobody asks for.
    fn effect(&mut self, expr: syn::ExprId) -> ExprId {
        let expr = self.expr(expr);
        match self.is_unknown(self.ty(expr)) {
            true => self.unknown_value(expr),
            false => expr,
        }
    }

    /// A controlling expression.
    fn test(&mut self, id: syn::ExprId) -> ExprId {
        let expr = self.expr(id);
        let span = self.s.exprs[id].span;
        self.condition(expr, span)
    }

    fn if_statement(
        &mut self,
        condition: syn::ExprId,
        then: syn::StmtId,
        otherwise: Option<syn::StmtId>,
    ) -> StmtKind {
        let condition = self.test(condition);
        let then = self.substatement(then);
        let otherwise = otherwise.map(|s| self.substatement(s));
        StmtKind::If(condition, then, otherwise)
    }

    fn for_statement(
        &mut self,
        init: Option<syn::StmtId>,
        condition: Option<syn::ExprId>,
        step: Option<syn::ExprId>,
        body: syn::StmtId,
    ) -> StmtKind {
        let place = self.jump_place();
        let scope = self.enter(ScopeKind::Block);
        let clause = init;
        let init = clause.map(|s| self.statement(s));
        if let Some(clause) = clause {
            self.check_for_clause(clause);
        }
        let condition = condition.map(|c| self.test(c));
        let step = step.map(|s| self.expr(s));
        let body = self.loop_body(body);
        self.leave();
        self.back_to(place);
        StmtKind::For(self.p.fors.push(For { init, condition, step, body, scope }))
    }

    /// 6.8.4.2
    fn switch(&mut self, value: syn::ExprId, body: syn::StmtId) -> StmtKind {
        let span = self.s.exprs[value].span;
        let mut value = self.value(value);
        let ty = self.ty(value);
        if self.p.types.is_integer(ty) {
            value = self.promote(value);
        } else if !self.p.types.is_error(ty) {
            let shown = self.show(ty);
            value = self.error(span, format!("a switch needs an integer, not '{shown}'"));
        }
        let ty = self.ty(value);
        let place = self.jump_place();
        if let Some(function) = &mut self.function {
            function.switches.push(Switch::new(ty, place));
        }
        let body = self.substatement(body);
        if let Some(switch) = self.function.as_mut().and_then(|f| f.switches.pop()) {
            self.check_cases(switch);
        }
        StmtKind::Switch(value, body)
    }

    fn check_in_switch(&mut self, span: Span, what: &str) -> Option<TypeId> {
        let ty = self.function.as_ref().and_then(|f| f.switches.last()).map(|s| s.ty);
        if ty.is_none() {
            self.report(span, format!("'{what}' outside of a switch"));
        }
        ty
    }

    /// Labels stand before a statement in runs that can be very long (100,000
    /// cases in GCC's own tests): the run is walked, not recursed into.
    fn labelled(&mut self, id: syn::StmtId) -> StmtId {
        let mark = self.pending_labels.len();
        let mut next = id;
        loop {
            let syn::Stmt { kind, span } = self.s.stmts[next];
            let (label, body) = match kind {
                S::Case { low, high, body } => (self.case(low, high, span), body),
                S::Default { body } => {
                    self.check_in_switch(span, "default");
                    self.note_default(span);
                    (LabelKind::Default, body)
                }
                S::Label { label, attrs, body } => (self.named_label(label, attrs), body),
                _ => break,
            };
            self.pending_labels.push((label, span));
            next = body;
        }
        let mut stmt = self.statement(next);
        while self.pending_labels.len() > mark {
            let Some((label, span)) = self.pending_labels.pop() else { break };
            let kind = match label {
                LabelKind::Case(low, high) => StmtKind::Case(low, high, stmt),
                LabelKind::Default => StmtKind::Default(stmt),
                LabelKind::Named(label, attrs) => StmtKind::Label(label, attrs, stmt),
            };
            stmt = self.stmt(kind, span);
        }
        stmt
    }

    fn case(&mut self, low: syn::ExprId, high: Option<syn::ExprId>, span: Span) -> LabelKind {
        let ty = self.check_in_switch(span, "case").unwrap_or(TypeId::INT);
        let low = self.case_value(low, ty);
        let high = high.map(|h| self.case_value(h, ty));
        self.note_case(low, high, span);
        LabelKind::Case(low, high)
    }

    fn case_value(&mut self, id: syn::ExprId, ty: TypeId) -> ExprId {
        let span = self.s.exprs[id].span;
        let value = self.value(id);
        if self.p.types.is_error(self.ty(value)) {
            return value;
        }
        if self.constant_int(value).is_none() || !self.p.types.is_integer(self.ty(value)) {
            return self.error(span, "a case label is not an integer constant");
        }
        self.convert(value, ty)
    }

    /// 6.8.6.4
    fn return_statement(&mut self, value: Option<syn::ExprId>, span: Span) -> StmtKind {
        let result = self.function.as_ref().map_or(TypeId::ERROR, |f| f.result);
        let Some(value) = value else {
            return StmtKind::Return(None);
        };
        let value = self.value(value);
        if self.p.types.is_void(result) {
            if !self.p.types.is_void(self.ty(value)) {
                self.warn(span, "a value is returned from a function that returns none");
            }
            return StmtKind::Return(Some(value));
        }
        StmtKind::Return(Some(self.assign_convert(value, result, "return", span)))
    }

    // ---- labels ----

    fn named_label(&mut self, name: syn::Name, attrs: List<syn::Attr>) -> LabelKind {
        let label = self.label(name.symbol, name.span);
        let attrs = self.attributes(attrs);
        let attrs = self.p.attrs.push(&attrs);
        if let Some(function) = &mut self.function {
            if function.defined.insert(label) {
                self.note_label(label);
                self.p.labels[label].span = name.span;
            } else {
                let shown = self.name(name.symbol).to_string();
                self.report(name.span, format!("label '{shown}' stands twice in one function"));
            }
        }
        LabelKind::Named(label, attrs)
    }

    /// The label of this name: `__label__` in an enclosing block, or the
    /// function's own, new at its first mention.
    pub(super) fn label(&mut self, name: Symbol, span: Span) -> LabelId {
        if let Some((_, label)) = self.labels_in_scope.iter().rev().find(|(n, _)| *n == name) {
            return *label;
        }
        if let Some(label) = self.function.as_ref().and_then(|f| f.labels.get(&name)) {
            return *label;
        }
        let label = self.p.labels.push(Label { name, local: false, address_taken: false, span });
        if let Some(function) = &mut self.function {
            function.labels.insert(name, label);
            function.order.push(label);
        }
        label
    }

    fn local_labels(&mut self, names: List<syn::Name>) -> StmtKind {
        let syntax = self.s;
        let mut labels = Vec::with_capacity(names.len());
        for name in &syntax.names[names] {
            let mut here = self.labels_in_scope[self.first_local_label..].iter();
            if here.any(|(n, _)| *n == name.symbol) {
                let shown = self.name(name.symbol).to_string();
                self.report(name.span, format!("'__label__' declares '{shown}' twice"));
            }
            let label = self.p.labels.push(Label {
                name: name.symbol,
                local: true,
                address_taken: false,
                span: name.span,
            });
            self.labels_in_scope.push((name.symbol, label));
            if let Some(function) = &mut self.function {
                function.order.push(label);
            }
            labels.push(label);
        }
        StmtKind::LocalLabels(self.p.label_lists.push(&labels))
    }

    // ---- asm ----

    pub(super) fn asm(&mut self, id: syn::AsmId) -> AsmId {
        let asm = self.s.asms[id];
        let syntax = self.s;
        let template = self.string(&syntax.spans[asm.template]);
        self.check_asm_text(template, asm.span);
        let outputs = self.asm_operands(asm.outputs, true);
        let inputs = self.asm_operands(asm.inputs, false);
        self.check_asm_names([outputs, inputs], asm.span);
        let clobbers: Vec<_> =
            syntax.spans[asm.clobbers].iter().map(|&span| self.string(&[span])).collect();
        let mut labels = Vec::with_capacity(asm.labels.len());
        for name in &syntax.names[asm.labels] {
            let label = self.label(name.symbol, name.span);
            self.note_label_address(label, name.span);
            labels.push(label);
        }
        let clobbers = self.p.string_lists.push(&clobbers);
        let labels = self.p.label_lists.push(&labels);
        self.p.asms.push(Asm {
            is_volatile: asm.is_volatile,
            is_inline: asm.is_inline,
            is_goto: asm.is_goto,
            is_basic: asm.is_basic,
            template,
            outputs,
            inputs,
            clobbers,
            labels,
            span: asm.span,
        })
    }

    fn asm_operands(&mut self, list: List<syn::AsmOperand>, output: bool) -> List<AsmOperand> {
        let syntax = self.s;
        let mut operands = Vec::with_capacity(list.len());
        for operand in &syntax.asm_operands[list] {
            let constraint = self.string(&syntax.spans[operand.constraint]);
            self.check_asm_text(constraint, self.s.exprs[operand.expr].span);
            let expr = self.expr(operand.expr);
            // An input that must be in memory stays an object.
            let memory = self.p.bytes[self.p.strings[constraint].bytes].contains(&b'm');
            let expr = match output || (memory && self.is_lvalue(expr)) {
                true => expr,
                false => self.rvalue(expr),
            };
            let operand = AsmOperand { name: operand.name, constraint, expr };
            self.check_asm_operand(&operand, output);
            operands.push(operand);
        }
        self.p.asm_operands.push(&operands)
    }
}
