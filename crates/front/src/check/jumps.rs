//! Jumps (6.8.6.1, 6.8.4.2): no `goto` and no `switch` may enter the scope of
//! something variably modified, nor a statement expression (GNU).
//!
//! What must not be jumped over or into is a barrier, and each barrier knows
//! the one around it. A jump is allowed if every barrier around its target is
//! also around the place it starts from.

use elenchus_lang::span::Span;
use elenchus_lang::tree::{DeclId, LabelId};
use rustc_hash::FxHashMap;

use super::Checker;

/// What a jump must not enter.
#[derive(Clone, Copy)]
enum Barrier {
    /// The scope of a variable or typedef of variably modified type.
    Declaration(DeclId),
    StatementExpression,
}

/// A place in a function: the innermost barrier around it, 0 for none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Reached(u32);

struct Goto {
    label: LabelId,
    from: Reached,
    span: Span,
}

/// The barriers, labels and jumps of one function.
#[derive(Default)]
pub(super) struct Jumps {
    /// Each with the place it stands at; place `n` is inside barrier `n - 1`.
    barriers: Vec<(Barrier, Reached)>,
    here: Reached,
    labels: FxHashMap<LabelId, Reached>,
    gotos: Vec<Goto>,
    /// Labels whose address is taken.
    addresses: FxHashMap<LabelId, Span>,
}

impl Jumps {
    /// What goes to the label, or takes its address.
    pub(super) fn mention(&self, label: LabelId) -> Option<Span> {
        let goto = self.gotos.iter().find(|goto| goto.label == label);
        goto.map(|goto| goto.span).or_else(|| self.addresses.get(&label).copied())
    }

    fn enter(&mut self, barrier: Barrier) {
        self.barriers.push((barrier, self.here));
        self.here = Reached(self.barriers.len() as u32);
    }

    /// The first barrier that a jump between these places would enter.
    fn entered(&self, from: Reached, to: Reached) -> Option<Barrier> {
        let mut from = from;
        while from > to {
            from = self.barriers[from.0 as usize - 1].1;
        }
        (from != to).then(|| self.barriers[to.0 as usize - 1].0)
    }
}

impl Checker<'_> {
    /// Where the checker is; to be given to [`Checker::back_to`].
    pub(super) fn jump_place(&self) -> Reached {
        self.function.as_ref().map_or(Reached::default(), |f| f.jumps.here)
    }

    /// At the end of a block: its declarations are barriers no longer.
    pub(super) fn back_to(&mut self, place: Reached) {
        if let Some(function) = &mut self.function {
            function.jumps.here = place;
        }
    }

    pub(super) fn enter_statement_expression(&mut self) {
        if let Some(function) = &mut self.function {
            function.jumps.enter(Barrier::StatementExpression);
        }
    }

    /// After a declaration: from here on it must not be jumped past.
    pub(super) fn note_variably_modified(&mut self, decl: DeclId) {
        let Some(function) = &mut self.function else { return };
        if self.p.types.is_variably_modified(self.p.decls[decl].ty) {
            function.jumps.enter(Barrier::Declaration(decl));
        }
    }

    pub(super) fn note_label(&mut self, label: LabelId) {
        if let Some(function) = &mut self.function {
            let here = function.jumps.here;
            function.jumps.labels.insert(label, here);
        }
    }

    pub(super) fn note_goto(&mut self, label: LabelId, span: Span) {
        if let Some(function) = &mut self.function {
            let from = function.jumps.here;
            function.jumps.gotos.push(Goto { label, from, span });
        }
    }

    pub(super) fn note_label_address(&mut self, label: LabelId, span: Span) {
        if let Some(function) = &mut self.function {
            function.jumps.addresses.entry(label).or_insert(span);
        }
    }

    /// A `case` or `default` here, of a switch that stands at `from`.
    pub(super) fn check_case_place(&mut self, from: Reached, span: Span) {
        let Some(function) = &self.function else { return };
        if let Some(barrier) = function.jumps.entered(from, function.jumps.here) {
            self.report_entered("this switch", barrier, span);
        }
    }

    /// At the end of the function, when the places of all labels are known. A
    /// label that is not among them belongs to a function around this one.
    pub(super) fn check_gotos(&mut self, jumps: &Jumps) {
        for goto in &jumps.gotos {
            let Some(&to) = jumps.labels.get(&goto.label) else { continue };
            if let Some(barrier) = jumps.entered(goto.from, to) {
                self.report_entered("this goto", barrier, goto.span);
            }
        }
    }

    fn report_entered(&mut self, jump: &str, barrier: Barrier, span: Span) {
        match barrier {
            Barrier::StatementExpression => {
                self.report(span, format!("{jump} jumps into a statement expression"));
            }
            Barrier::Declaration(decl) => {
                let decl = &self.p.decls[decl];
                let (name, place) = (self.name(decl.name).to_string(), decl.span);
                let message = format!(
                    "{jump} jumps into the scope of '{name}', whose type depends on a value"
                );
                let note = vec![(format!("'{name}' is declared here"), place)];
                self.diagnostics.error_with(span, message, note);
            }
        }
    }
}
