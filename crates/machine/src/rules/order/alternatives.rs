//! Code of a full expression in each of its orders, beside its usual code.

use elenchus_lang::tree::{Conversion, ExprId, ExprKind, UnaryOp};
use elenchus_lang::walk::Child;
use rustc_hash::{FxHashMap, FxHashSet};

use super::units::{Plan, Units};
use crate::code::{Evaluation, Index, Op};
use crate::core::lower::jumps::Landing;
use crate::core::lower::{Lowered, Lowerer};

/// What is known of expressions whose orders are looked at.
#[derive(Default)]
pub(crate) struct Orders {
    /// Operators whose operands met in a run before.
    pub(crate) met: FxHashSet<ExprId>,
    /// The full expressions that they are in, by each node in them.
    pub(crate) roots: FxHashMap<ExprId, ExprId>,
    /// Parts of full expressions with nothing beside them, as the operands of `&&`: they
    /// are looked at like full expressions when they are lowered.
    parts: FxHashSet<ExprId>,
    /// The units that are over, where an order is lowered.
    pub(crate) plan: Plan,
}

impl Lowerer<'_> {
    /// Before a full expression: code for all its orders, if operands in it met before.
    pub(crate) fn lower_orders(&mut self, root: ExprId) {
        if self.scratch.orders.met.is_empty()
            || self.evaluation != Evaluation::Watched
            || self.p.types.has_variable_arrays()
        {
            return;
        }
        let nodes = self.nodes_of(root);
        if !nodes.iter().any(|node| self.scratch.orders.met.contains(node)) {
            return;
        }
        if self.goes_to_parts(root) {
            return;
        }
        let Some(units) = self.units_of(root) else { return };
        let Some(orders) = units.orders() else { return };
        let ty = self.ty(root);
        if !self.p.types.is_void(ty) && !self.p.types.is_scalar(ty) {
            return;
        }
        let (start, table) = (self.here() as usize, self.code.orders.len());
        let definite = self.kept.definite.clone();
        let (next, at) = (self.registers.next, self.at);
        self.evaluation = Evaluation::Trusted;
        let made = self.all_orders(root, &units, &orders);
        self.evaluation = Evaluation::Watched;
        self.scratch.orders.plan.done.clear();
        self.kept.definite = definite;
        (self.registers.next, self.at) = (next, at);
        if made.is_err() {
            self.code.ops.truncate(start);
            self.code.origins.truncate(start);
            self.code.orders.truncate(table);
            return;
        }
        self.scratch.orders.roots.extend(nodes.into_iter().map(|node| (node, root)));
    }

    /// What is about to be lowered may be such a part.
    #[inline]
    pub(crate) fn lower_part_orders(&mut self, expr: ExprId) {
        if !self.scratch.orders.parts.is_empty() && self.scratch.orders.parts.remove(&expr) {
            self.lower_orders(expr);
        }
    }

    /// Whether an expression only leads to parts that come one after another (6.5.13p4,
    /// 6.5.14p4, 6.5.15p4, 6.5.17p2): then each is looked at alone.
    fn goes_to_parts(&mut self, e: ExprId) -> bool {
        let parts = match self.p.exprs[e].kind {
            ExprKind::LogAnd(a, b)
            | ExprKind::LogOr(a, b)
            | ExprKind::Comma(a, b)
            | ExprKind::Elvis(a, b) => vec![a, b],
            ExprKind::Conditional(c, a, b) => vec![c, a, b],
            ExprKind::Convert(Conversion::Lvalue, _) => return false,
            ExprKind::Convert(_, x) | ExprKind::Cast(_, x, _) => return self.goes_to_parts(x),
            ExprKind::Unary(op, x) if op != UnaryOp::Deref && op != UnaryOp::AddressOf => {
                return self.goes_to_parts(x);
            }
            ExprKind::Assign(target, x) if self.is_slot(target) => return self.goes_to_parts(x),
            _ => return false,
        };
        self.scratch.orders.parts.extend(parts);
        true
    }

    fn all_orders(&mut self, root: ExprId, units: &Units, orders: &[Vec<usize>]) -> Lowered<()> {
        let table = self.code.orders.len() as Index;
        self.code.orders.push((root, Vec::new()));
        self.emit(Op::Orders { table });
        let mut over = Landing::NEW;
        self.emit_jump(Op::Jump { to: 0 }, &mut over);
        let next = self.registers.next;
        for order in orders {
            let start = self.here();
            self.code.orders[table as usize].1.push(start);
            self.registers.next = next;
            self.scratch.orders.plan.done.clear();
            for &unit in order {
                self.unit(units.list[unit].node)?;
            }
            let value = match self.p.types.is_void(self.ty(root)) {
                true => {
                    self.effect(root)?;
                    self.constant(0)?
                }
                false => self.value(root)?,
            };
            self.emit(Op::Evaluated { value });
        }
        self.land(over);
        Ok(())
    }

    /// Evaluates a unit, whose own units are over, and keeps its value.
    fn unit(&mut self, node: ExprId) -> Lowered<()> {
        let value = match self.p.types.is_void(self.ty(node)) {
            true => {
                self.effect(node)?;
                self.constant(0)?
            }
            false => self.value(node)?,
        };
        let dst = self.temp()?;
        self.emit(Op::Move { dst, src: value });
        self.scratch.orders.plan.done.push((node, dst));
        Ok(())
    }

    fn nodes_of(&self, root: ExprId) -> Vec<ExprId> {
        let mut nodes = vec![root];
        let mut at = 0;
        while let Some(&node) = nodes.get(at) {
            at += 1;
            if matches!(self.p.exprs[node].kind, ExprKind::StmtExpr(_)) {
                continue;
            }
            self.children(Child::Expr(node), |child| {
                if let Child::Expr(e) = child {
                    nodes.push(e);
                }
            });
        }
        nodes
    }
}
