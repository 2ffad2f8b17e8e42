//! How blocks and functions end: what was computed goes on.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::tree::StmtKind;
use elenchus_lang::types::{ArrayLength, TypeKind};

use super::leaf::Access;
use super::state::{Gen, Var, VarId};
use super::value::Built;
use crate::build;

/// The most values that are put together.
const MOST: usize = 12;

impl Gen<'_> {
    /// Values of the block that nobody used go into something that lives on.
    pub fn flush(&mut self) -> StmtKind {
        let mut vars = self.block().vars.clone();
        if self.block().depth == 0 {
            vars.extend_from_slice(&self.function().params);
        }
        let is_fresh = |&var: &VarId| self.vars[var].fresh && self.live;
        let fresh: Vec<VarId> = vars.into_iter().filter(is_fresh).collect();
        let (aggregates, scalars): (Vec<VarId>, Vec<VarId>) =
            fresh.into_iter().partition(|&var| self.is_aggregate(var));
        let mut stmts = Vec::new();
        for aggregate in aggregates {
            let kind = match self.tree().types.as_record(self.vars[aggregate].ty) {
                Some(_) => self.flush_struct(aggregate),
                None => self.flush_array(aggregate),
            };
            if let Some(kind) = kind {
                stmts.push(build::stmt(self.p(), kind));
            }
        }
        if let Some(kind) = self.flush_scalars(&scalars) {
            stmts.push(build::stmt(self.p(), kind));
        }
        match stmts[..] {
            [] => StmtKind::Empty,
            [only] => self.tree().stmts[only].kind,
            _ => {
                let outer = self.block().scope;
                let scope = build::block_scope(self.p(), outer);
                let list = self.p().stmt_lists.push(&stmts);
                StmtKind::Compound(list, scope)
            }
        }
    }

    fn flush_scalars(&mut self, fresh: &[VarId]) -> Option<StmtKind> {
        let values = self.values_of(fresh)?;
        self.flush_values(&values)
    }

    /// `sink ^= s.m0 + s.m1;`
    fn flush_struct(&mut self, var: VarId) -> Option<StmtKind> {
        self.vars[var].fresh = false;
        let values: Vec<Built> =
            self.parts(var).into_iter().take(MOST).map(|part| self.load(part)).collect();
        self.flush_values(&values)
    }

    fn flush_values(&mut self, values: &[Built]) -> Option<StmtKind> {
        let sink = self.sink()?;
        let sum = self.combined(values)?;
        self.count(sum);
        self.indent();
        self.stats.construct("flush");
        use BinaryOp::*;
        let op = self.choices.pick("flush operator", &[Add, Xor, Sub]);
        Some(self.update(sink, op, sum))
    }

    /// `for (int i = 0; i < 8; i++) sink += a[i];`
    fn flush_array(&mut self, var: VarId) -> Option<StmtKind> {
        let Var { decl, ty, .. } = self.vars[var];
        let TypeKind::Array { length: ArrayLength::Fixed(length), .. } = self.tree().types.kind(ty)
        else {
            return None;
        };
        let sink = self.sink()?;
        self.vars[var].fresh = false;
        self.vars[sink.var].fresh = true;
        self.bytes += 50;
        let (counter, declared, parts) = self.plain_loop(length);
        let index = build::read(self.p(), counter);
        let array = build::name(self.p(), decl);
        let element = build::element(self.p(), array, index);
        let value = build::read(self.p(), element);
        use BinaryOp::*;
        let op = self.choices.pick("flush operator", &[Add, Xor, Sub]);
        let promoted = build::promoted(self.tree(), self.tree().types.value_type(sink.ty));
        let e = build::compound(self.p(), op, sink.lvalue, promoted, value);
        let body = build::stmt(self.p(), StmtKind::Expr(e));
        Some(self.plain_for(declared, parts, body))
    }

    fn values_of(&mut self, vars: &[VarId]) -> Option<Vec<Built>> {
        let read = |&var: &VarId| {
            let access = self.access(var, false)?;
            Some(self.load(access))
        };
        vars.iter().take(MOST).map(read).collect()
    }

    /// `v1 ^ v2 + v3`: no value of theirs is lost.
    fn combined(&mut self, values: &[Built]) -> Option<Built> {
        use BinaryOp::*;
        let (&first, rest) = values.split_first()?;
        let mut sum = first;
        for &value in rest {
            let (common, _) = build::types_of(self.tree(), Add, sum.ty, value.ty);
            let signed = self.int_type(common).is_none_or(|int| int.signed);
            let op = match signed && self.repeats() {
                true => Xor,
                false => self.choices.pick("combined by", &[Xor, Add, Sub]),
            };
            sum = self.binary(op, sum, value);
        }
        Some(sum)
    }

    /// A wide unsigned variable that lives longer than the block.
    fn sink(&mut self) -> Option<Access> {
        let inner = self.block().vars.clone();
        let wide = |var: &Var| var.is_writable() && !var.ty.is_volatile();
        let mut all = self.visible(wide);
        all.retain(|&var| {
            let int = self.int_type(self.vars[var].ty);
            !inner.contains(&var) && int.is_some_and(|int| !int.signed && int.bits >= 32)
        });
        if all.is_empty() {
            return None;
        }
        let var = self.choices.pick("sink", &all);
        self.access(var, true)
    }

    pub fn return_statement(&mut self) -> StmtKind {
        let result = self.function().result;
        if self.tree().types.is_void(result) {
            return StmtKind::Empty;
        }
        if self.tree().types.as_record(result).is_some() {
            return self.return_struct(result);
        }
        let mut vars = self.visible(|var| var.fresh && !var.global);
        vars.retain(|&var| !self.is_aggregate(var));
        let values = self.live.then(|| self.values_of(&vars)).flatten().unwrap_or_default();
        let value = match self.combined(&values) {
            Some(sum) => sum,
            None => self.expression(2, 3),
        };
        self.count(value);
        let value = self.convert(value, result);
        self.bytes += 12;
        StmtKind::Return(Some(value.id))
    }
}
