//! Pieces of text for edits: new nodes among text that stands already.

use rustc_hash::FxHashMap;

pub(crate) use super::expressions::Level;
use super::expressions::level;
use super::{Options, Printer};
use crate::span::Span;
use crate::tree::{ExprId, ExprKind, InitId, Item, Program, StmtId};

/// The text of a span, where it can be used again as it is.
pub(crate) type Standing<'a> = dyn Fn(Span) -> Option<&'a [u8]> + 'a;

/// How to print the new nodes of an edit. Nodes that have a span are old ones,
/// and their text is taken over; new ones have none.
#[derive(Clone, Copy)]
pub(crate) struct Fragment<'a> {
    pub program: &'a Program,
    pub standing: &'a Standing<'a>,
    /// In levels.
    pub indent: usize,
}

/// An untagged struct cannot be mentioned in a text that does not name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unnamed;

impl<'a> Fragment<'a> {
    /// The text of an expression, and how tightly it holds together.
    pub fn expr(&self, expr: ExprId) -> Result<(Vec<u8>, Level), Unnamed> {
        let text = self.print(|printer| printer.expr(expr, 0))?;
        Ok((text, self.level(expr)))
    }

    pub fn stmt(&self, stmt: StmtId, braces: bool) -> Result<Vec<u8>, Unnamed> {
        self.print(|printer| match braces {
            true => printer.block(stmt),
            false => printer.stmt(stmt),
        })
    }

    pub fn item(&self, item: Item) -> Result<Vec<u8>, Unnamed> {
        self.print(|printer| printer.item(item))
    }

    pub fn init(&self, init: InitId) -> Result<Vec<u8>, Unnamed> {
        self.print(|printer| printer.init(init))
    }

    /// How tightly an expression holds together.
    pub fn level(&self, expr: ExprId) -> Level {
        let (_, node, _) = Printer::new(self.program, Options::default()).peel(expr);
        level(&node.kind)
    }

    fn print(&self, run: impl Fn(&mut Printer<'a>)) -> Result<Vec<u8>, Unnamed> {
        let mut tagged = FxHashMap::default();
        loop {
            let mut printer = Printer::new(self.program, Options::default());
            printer.standing = Some(self.standing);
            printer.indent = self.indent;
            printer.tagged = tagged;
            run(&mut printer);
            if printer.wanted.keys().any(|what| !printer.defined.contains(what)) {
                return Err(Unnamed);
            }
            if printer.wanted.len() == printer.tagged.len() {
                // The first line goes where the old text began.
                return Ok(printer.out.trim_ascii_start().to_vec());
            }
            tagged = printer.wanted;
        }
    }
}

/// How tightly the expressions `of` must hold together where they stand, to
/// need no parentheses; none for what stands nowhere.
pub(crate) fn demands(program: &Program, of: &[ExprId]) -> FxHashMap<ExprId, Option<Level>> {
    let mut demands: FxHashMap<ExprId, Option<Level>> = of.iter().map(|&id| (id, None)).collect();
    for unit in &program.units {
        let within = |&&id: &&ExprId| {
            let span = program.exprs[id].span;
            unit.span.start <= span.start && span.end <= unit.span.end
        };
        if of.iter().any(|id| within(&id)) {
            let mut printer = Printer::new(program, Options::default());
            printer.demands = demands;
            printer.items(&unit.items);
            demands = printer.demands;
        }
    }
    demands
}

impl<'a> Printer<'a> {
    /// The expression, and what it converts, stand where at least `min` is
    /// demanded.
    #[inline]
    pub(super) fn note(&mut self, id: ExprId, min: Level) {
        if !self.demands.is_empty() {
            self.note_demand(id, min);
        }
    }

    #[cold]
    fn note_demand(&mut self, mut id: ExprId, min: Level) {
        loop {
            if let Some(known) = self.demands.get_mut(&id) {
                *known = (*known).max(Some(min));
            }
            match self.program.exprs[id].kind {
                ExprKind::Convert(_, operand) => id = operand,
                _ => return,
            }
        }
    }

    pub(super) fn standing(&self, span: Span) -> Option<&'a [u8]> {
        self.standing.filter(|_| !span.is_none()).and_then(|standing| standing(span))
    }

    pub(super) fn stands(&self, id: ExprId) -> bool {
        self.standing(self.program.exprs[id].span).is_some()
    }
}
