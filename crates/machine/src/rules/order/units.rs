//! What a full expression is made of where its order is open: units, and the orders that
//! they may have.
//!
//! A unit is a call, or a single read or write of memory outside of calls. Another call
//! does not come between the read and the write of `++` (6.5.2.4p2, 6.5.16.2p3). What a unit
//! is made of comes before it (6.5p1). All orders that fit are looked at, but of those
//! that differ only in how units follow each other of which neither can see the other.

use elenchus_lang::tree::{Conversion, DeclKind, ExprId, ExprKind};
use elenchus_lang::walk::Child;

use crate::code::Reg;
use crate::core::lower::{Lowerer, Storage};

/// More orders, or deeper expressions, are not looked at.
const MOST_ORDERS: usize = 1000;
const MOST_UNITS: usize = 24;
const DEEPEST: usize = 60;

/// What a unit can do to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Doing {
    Calls,
    Reads,
    Writes,
    /// It changes a variable that no call can see.
    Quiet,
}

impl Doing {
    fn sees(self, other: Doing) -> bool {
        use Doing::{Quiet, Reads};
        self != Quiet && other != Quiet && !(self == Reads && other == Reads)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    pub(crate) node: ExprId,
    doing: Doing,
    /// A bit for each unit that comes before it.
    before: u64,
    /// Whether its value is there before its effect is.
    assigns: bool,
}

/// The units of a full expression; each stands behind those that come before it.
#[derive(Default, Debug)]
pub(crate) struct Units {
    pub(crate) list: Vec<Unit>,
}

impl Units {
    fn add(&mut self, node: ExprId, doing: Doing, before: u64) -> Option<u64> {
        let bit = 1 << self.list.len();
        self.list.push(Unit { node, doing, before, assigns: false });
        (self.list.len() <= MOST_UNITS).then_some(before | bit)
    }

    /// All orders, by the numbers of the units; none if there are too many.
    pub(crate) fn orders(&self) -> Option<Vec<Vec<usize>>> {
        let mut all = Vec::new();
        self.extend(&mut Vec::new(), 0, &mut all)?;
        Some(all)
    }

    fn extend(&self, order: &mut Vec<usize>, done: u64, all: &mut Vec<Vec<usize>>) -> Option<()> {
        if order.len() == self.list.len() {
            all.push(order.clone());
            return (all.len() <= MOST_ORDERS).then_some(());
        }
        for (next, unit) in self.list.iter().enumerate() {
            if done >> next & 1 != 0 || unit.before & !done != 0 {
                continue;
            }
            // The other way round is the same, and was looked at before.
            let turned = order
                .last()
                .is_some_and(|&last| last > next && !unit.doing.sees(self.list[last].doing));
            if turned {
                continue;
            }
            order.push(next);
            self.extend(order, done | 1 << next, all)?;
            order.pop();
        }
        Some(())
    }

    /// An assignment whose value another access needs may have its effect after that: such
    /// orders are not among those here. It makes no difference where every call has its
    /// place before or behind.
    fn is_complete(&self) -> bool {
        let comes_before = |a: usize, b: usize| self.list[b].before >> a & 1 != 0;
        (0..self.list.len()).filter(|&a| self.list[a].assigns).all(|a| {
            let needed =
                |(b, unit): (usize, &Unit)| comes_before(a, b) && unit.doing != Doing::Calls;
            let open = |(c, unit): (usize, &Unit)| {
                unit.doing == Doing::Calls && !comes_before(a, c) && !comes_before(c, a)
            };
            !self.list.iter().enumerate().any(needed) || !self.list.iter().enumerate().any(open)
        })
    }
}

impl Lowerer<'_> {
    /// The units of a full expression, if all of it is of the kinds that are known here.
    pub(crate) fn units_of(&self, root: ExprId) -> Option<Units> {
        let mut units = Units::default();
        self.gather(root, 0, &mut units)?;
        units.is_complete().then_some(units)
    }

    /// Adds the units of an expression; gives a bit for each.
    fn gather(&self, e: ExprId, depth: usize, units: &mut Units) -> Option<u64> {
        if depth > DEEPEST {
            return None;
        }
        let mut of = |x: ExprId| self.gather(x, depth + 1, units);
        match self.p.exprs[e].kind {
            ExprKind::Int(..)
            | ExprKind::Float(..)
            | ExprKind::Enumerator(_)
            | ExprKind::String(_)
            | ExprKind::FunctionName(..)
            | ExprKind::Name(_)
            | ExprKind::SizeofType(_)
            | ExprKind::AlignofExpr(..)
            | ExprKind::AlignofType(..)
            | ExprKind::TypesCompatible(..) => Some(0),
            ExprKind::SizeofExpr(x) => self.size_of(self.ty(x)).ok().map(|_| 0),
            ExprKind::Convert(Conversion::Lvalue, x) => {
                let before = of(x)?;
                match self.is_slot(x) {
                    true => Some(before),
                    false => self.access_unit(e, x, Doing::Reads, before, units),
                }
            }
            ExprKind::Convert(Conversion::Void, x) | ExprKind::Cast(Conversion::Void, x, _) => {
                let known = matches!(
                    self.p.exprs[x].kind,
                    ExprKind::Call(..)
                        | ExprKind::Assign(..)
                        | ExprKind::CompoundAssign(..)
                        | ExprKind::Step(..)
                        | ExprKind::Int(..)
                );
                if known { of(x) } else { None }
            }
            ExprKind::Convert(_, x)
            | ExprKind::Cast(_, x, _)
            | ExprKind::Unary(_, x)
            | ExprKind::Member(x, ..) => of(x),
            ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => Some(of(a)? | of(b)?),
            ExprKind::Assign(target, value) => {
                let before = of(target)? | of(value)?;
                let all = self.access_unit(e, target, Doing::Writes, before, units)?;
                let last = units.list.last_mut()?;
                last.assigns = last.doing == Doing::Writes;
                Some(all)
            }
            ExprKind::CompoundAssign(_, target, value, _) => {
                let (place, right) = (of(target)?, of(value)?);
                let calls = |i: usize| right >> i & 1 != 0 && units.list[i].doing == Doing::Calls;
                // A call on the right has no order with the read of the left.
                if !self.is_slot(target) && (0..units.list.len()).any(calls) {
                    return None;
                }
                self.access_unit(e, target, Doing::Writes, place | right, units)
            }
            ExprKind::Step(_, target) => {
                let before = of(target)?;
                self.access_unit(e, target, Doing::Writes, before, units)
            }
            ExprKind::Call(callee, args) => {
                if self.is_in_memory(e) || self.is_special(callee) {
                    return None;
                }
                let mut before = of(callee)?;
                for &arg in &self.p.expr_lists[args] {
                    before |= of(arg)?;
                }
                units.add(e, Doing::Calls, before)
            }
            ExprKind::Comma(a, b) => {
                let first = of(a)?;
                let start = units.list.len();
                let second = self.gather(b, depth + 1, units)?;
                for unit in &mut units.list[start..] {
                    unit.before |= first;
                }
                // What is read without being converted is no unit.
                let known = first != 0 || matches!(self.p.exprs[a].kind, ExprKind::Int(..));
                known.then_some(first | second)
            }
            ExprKind::LogAnd(..)
            | ExprKind::LogOr(..)
            | ExprKind::Conditional(..)
            | ExprKind::Elvis(..) => self.gather_one(e, depth, units),
            _ => None,
        }
    }

    /// What chooses what it evaluates is a unit as a whole, if there is but one in it.
    fn gather_one(&self, e: ExprId, depth: usize, units: &mut Units) -> Option<u64> {
        let start = units.list.len();
        let mut parts = Some(0);
        self.children(Child::Expr(e), |child| {
            let inner = match child {
                Child::Expr(x) => self.gather(x, depth + 1, units),
                _ => None,
            };
            parts = parts.zip(inner).map(|(a, b)| a | b);
        });
        parts?;
        match units.list.len() - start {
            0 => Some(0),
            1 if !self.is_in_memory(e) => {
                let unit = &mut units.list[start];
                (unit.node, unit.assigns) = (e, false);
                // A value that an access gives may be there before its effect.
                (unit.doing != Doing::Writes).then_some(1 << start)
            }
            _ => None,
        }
    }

    fn access_unit(
        &self,
        e: ExprId,
        place: ExprId,
        doing: Doing,
        before: u64,
        units: &mut Units,
    ) -> Option<u64> {
        let ty = self.ty(place);
        if ty.is_volatile() || ty.is_atomic() || self.is_in_memory(place) {
            return None;
        }
        units.add(e, if self.is_slot(place) { Doing::Quiet } else { doing }, before)
    }

    pub(crate) fn is_slot(&self, place: ExprId) -> bool {
        let ExprKind::Name(decl) = self.p.exprs[place].kind else { return false };
        matches!(self.storage_of(decl), Some(Storage::Slot(_)))
    }

    /// Its value is no number or pointer.
    fn is_in_memory(&self, e: ExprId) -> bool {
        let ty = self.ty(e);
        !self.p.types.is_void(ty) && !self.p.types.is_scalar(ty)
    }

    /// What the compiler knows is not always called.
    fn is_special(&self, callee: ExprId) -> bool {
        let mut named = callee;
        while let ExprKind::Convert(_, x) = self.p.exprs[named].kind {
            named = x;
        }
        let ExprKind::Name(decl) = self.p.exprs[named].kind else { return false };
        let decl = &self.p.decls[decl];
        let name = self.p.name(decl.name);
        decl.kind == DeclKind::Builtin
            || crate::features::setjmp::sets_jump(name)
            || name == "alloca"
            || name.starts_with("__builtin")
    }
}

/// Units that are over while others are lowered in some order, with their values.
#[derive(Default)]
pub(crate) struct Plan {
    pub(crate) done: Vec<(ExprId, Reg)>,
}

impl Plan {
    pub(crate) fn value_of(&self, e: ExprId) -> Option<Reg> {
        self.done.iter().find(|(node, _)| *node == e).map(|(_, value)| *value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(list: &[(Doing, u64)]) -> Units {
        let unit = |&(doing, before): &(Doing, u64)| Unit {
            node: ExprId::new(0),
            doing,
            before,
            assigns: false,
        };
        Units { list: list.iter().map(unit).collect() }
    }

    /// `(g + h) - f()`: four orders, of which the reads alone make no two.
    #[test]
    fn reads_come_on_both_sides_of_calls() {
        use Doing::{Calls, Reads};
        let found = units(&[(Reads, 0), (Reads, 0), (Calls, 0)]).orders().unwrap();
        assert_eq!(found, [[0, 1, 2], [0, 2, 1], [1, 2, 0], [2, 0, 1]]);
    }

    #[test]
    fn what_a_unit_is_made_of_comes_before_it() {
        use Doing::{Calls, Quiet, Writes};
        let found = units(&[(Calls, 0), (Calls, 1), (Writes, 3)]).orders().unwrap();
        assert_eq!(found, [[0, 1, 2]]);
        assert_eq!(units(&[(Calls, 0), (Quiet, 0)]).orders().unwrap(), [[0, 1]]);
        assert_eq!(units(&[(Calls, 0); 7]).orders(), None);
    }
}
