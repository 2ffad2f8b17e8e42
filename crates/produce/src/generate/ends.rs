//! How blocks and functions end: what was computed goes on.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::tree::{StmtId, StmtKind};
use elenchus_lang::types::{ArrayLength, TypeId, TypeKind};

use super::leaf::Access;
use super::state::{Func, Gen, Usage, Var, VarId, retain_from};
use super::value::Built;

/// The most values that are put together.
const MOST: usize = 12;

impl Gen<'_> {
    /// Values of the block that nobody used go into something that lives on.
    pub fn flush(&mut self) -> StmtKind {
        let mut fresh = std::mem::take(&mut self.scratch.fresh);
        fresh.clear();
        self.find_unused(&mut fresh);
        let flushed = self.flush_all(&fresh);
        self.scratch.fresh = fresh;
        flushed
    }

    fn flush_all(&mut self, fresh: &[VarId]) -> StmtKind {
        if !fresh.iter().any(|&var| self.is_aggregate(var)) {
            return self.flush_scalars(fresh).unwrap_or(StmtKind::Empty);
        }
        let mut kinds = Vec::new();
        for &var in fresh {
            if self.is_aggregate(var) {
                kinds.extend(match self.tree().types.as_record(self.known.vars[var].ty) {
                    Some(_) => self.flush_struct(var, fresh),
                    None => self.flush_array(var, fresh),
                });
            }
        }
        kinds.extend(self.flush_scalars(fresh));
        match kinds[..] {
            [] => StmtKind::Empty,
            [only] => only,
            _ => {
                let outer = self.block().scope;
                let p = self.p();
                let scope = build::block_scope(p, outer);
                let stmts: Vec<StmtId> = kinds.iter().map(|&kind| build::stmt(p, kind)).collect();
                StmtKind::Compound(p.stmt_lists.push(&stmts), scope)
            }
        }
    }

    /// Adds the variables of the block that have a value that nobody used.
    fn find_unused(&self, fresh: &mut Vec<VarId>) {
        let is_fresh = |&var: &VarId| self.known.vars[var].fresh;
        let block = self.block();
        fresh.extend(self.vars_of(block).filter(is_fresh));
        if block.depth == 0 {
            let Func { params, result, .. } = self.function();
            fresh.extend(params.clone().filter(is_fresh));
            // One that can be returned goes on by itself.
            if self.tree().types.as_record(*result).is_some() {
                let returned = fresh.iter().position(|&var| self.known.vars[var].ty == *result);
                returned.map(|at| fresh.remove(at));
            }
        }
    }

    /// The scalars among those that nobody used.
    fn flush_scalars(&mut self, fresh: &[VarId]) -> Option<StmtKind> {
        let sink = self.sink(fresh)?;
        self.scratch.loaded.clear();
        self.load_scalars(fresh)?;
        self.flush_values(sink)
    }

    /// `sink ^= s.m0 + s.m1;`
    fn flush_struct(&mut self, var: VarId, spared: &[VarId]) -> Option<StmtKind> {
        let sink = self.sink(spared)?;
        self.scratch.loaded.clear();
        self.load_parts(var);
        self.flush_values(sink)
    }

    fn flush_values(&mut self, sink: Access) -> Option<StmtKind> {
        let sum = self.combined()?;
        self.count(sum);
        self.indent();
        self.totals.stats.construct("flush");
        let op = self.flush_operator();
        Some(self.update(sink, op, sum))
    }

    fn flush_operator(&mut self) -> BinaryOp {
        use BinaryOp::*;
        self.choices.pick("flush operator", &[Add, Xor, Sub])
    }

    /// `for (int i = 0; i < 8; i++) sink += a[i];`
    fn flush_array(&mut self, var: VarId, spared: &[VarId]) -> Option<StmtKind> {
        let Var { decl, ty, .. } = self.known.vars[var];
        let TypeKind::Array { length: ArrayLength::Fixed(length), .. } = self.tree().types.kind(ty)
        else {
            return None;
        };
        let sink = self.sink(spared)?;
        self.known.vars[var].fresh = false;
        self.known.vars[sink.var].fresh = true;
        self.budget.bytes += 50;
        let (counter, declared, parts) = self.plain_loop(length);
        let index = build::read(self.p(), counter);
        let array = build::name(self.p(), decl);
        let element = build::element(self.p(), array, index);
        let value = build::read(self.p(), element);
        let op = self.flush_operator();
        let promoted = build::promoted(self.tree(), self.tree().types.value_type(sink.ty));
        let e = build::compound(self.p(), op, sink.lvalue, promoted, value);
        let body = build::stmt(self.p(), StmtKind::Expr(e));
        Some(self.plain_for(declared, parts, body))
    }

    /// Adds the values in a struct to those that are put together.
    fn load_parts(&mut self, var: VarId) {
        self.known.vars[var].fresh = false;
        for part in self.parts(var).into_iter().take(2 * MOST) {
            let value = self.load(part);
            self.scratch.loaded.push(value);
        }
    }

    /// Adds the values of the scalars among some variables.
    fn load_scalars(&mut self, vars: &[VarId]) -> Option<()> {
        for &var in vars {
            if self.scratch.loaded.len() < MOST && !self.is_aggregate(var) {
                let access = self.access(var, false)?;
                if self.now.volatile_is_spent && access.ty.is_volatile() {
                    continue;
                }
                let value = self.load(access);
                self.scratch.loaded.push(value);
            }
        }
        Some(())
    }

    /// `v1 ^ v2 + v3`: no value of theirs is lost.
    fn combined(&mut self) -> Option<Built> {
        use BinaryOp::*;
        let mut sum = *self.scratch.loaded.first()?;
        for at in 1..self.scratch.loaded.len() {
            let value = self.scratch.loaded[at];
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

    /// A wide unsigned variable that lives longer than the block, and is none of
    /// those whose values go on.
    fn sink(&mut self, spared: &[VarId]) -> Option<Access> {
        let first = self.gather_for(Usage::Write);
        let inner = Some(self.now.block);
        retain_from(&mut self.scratch.found, first, |id| {
            let var = &self.known.vars[id];
            let is_wide = var.int.is_some_and(|int| !int.signed && int.bits >= 32);
            is_wide && !var.ty.is_volatile() && var.block != inner && !spared.contains(&id)
        });
        let var = self.pick_found("sink", first);
        self.scratch.found.truncate(first);
        self.access(var?, true)
    }

    /// `if (…) return e;`, mostly not taken now.
    pub fn early_return(&mut self) -> StmtKind {
        let condition = self.condition(false);
        self.count(condition);
        let live = std::mem::replace(&mut self.now.live, false);
        let result = self.function().result;
        let kind = match self.tree().types.is_void(result) {
            true => StmtKind::Return(None),
            false => self.early_result(result),
        };
        self.now.live = live;
        let StmtKind::Return(_) = kind else { return StmtKind::Empty };
        self.totals.stats.construct("early return");
        self.budget.bytes += 24;
        let mut stmt = build::stmt(self.p(), kind);
        if self.choices.percent("trace before a return", 40) {
            if let Some(kind) = self.trace() {
                let outer = self.block().scope;
                let scope = build::block_scope(self.p(), outer);
                let stmts = [build::stmt(self.p(), kind), stmt];
                let list = self.p().stmt_lists.push(&stmts);
                stmt = build::stmt(self.p(), StmtKind::Compound(list, scope));
            }
        }
        self.note_choice(&[condition], &[Some(stmt), None]);
        StmtKind::If(condition.id, stmt, None)
    }

    fn early_result(&mut self, result: TypeId) -> StmtKind {
        let types = &self.tree().types;
        if types.is_pointer(result) {
            return self.return_pointer(result);
        }
        if types.as_record(result).is_some() {
            let first = self.gather_holders(result);
            let Some(var) = self.take_found("early struct", first) else { return StmtKind::Empty };
            let name = build::name(self.machine.program_mut(), self.known.vars[var].decl);
            return StmtKind::Return(Some(build::read(self.p(), name)));
        }
        self.now.lossy += 1;
        let value = self.expression(2, 3);
        self.now.lossy -= 1;
        self.count(value);
        let value = self.convert(value, result);
        StmtKind::Return(Some(value.id))
    }

    /// A pointer to what outlives the function: a global variable, or what a parameter
    /// leads to.
    fn return_pointer(&mut self, ty: TypeId) -> StmtKind {
        let TypeKind::Pointer(to) = self.tree().types.kind(ty) else { return StmtKind::Empty };
        let params = self.function().params.clone();
        let same = |var: &VarId| {
            let var = &self.known.vars[*var];
            var.ty == ty && !var.fixed
        };
        let is_it = |(_, var): &(VarId, &Var)| var.global && var.ty == to && var.is_pointee();
        let globals = self.known.vars.iter().enumerate().take_while(|(_, var)| var.global);
        let global: Vec<VarId> = globals.filter(is_it).map(|(id, _)| id).collect();
        // What a parameter leads to now, it may not later: only those that keep it.
        let kept: Vec<VarId> = params.filter(same).collect();
        if !kept.is_empty() && (global.is_empty() || self.choices.percent("back again", 50)) {
            let var = self.choices.pick("given back", &kept);
            let way = self.read_pointer(var);
            return StmtKind::Return(Some(way.id));
        }
        if global.is_empty() {
            return StmtKind::Empty;
        }
        let var = self.choices.pick("pointed result", &global);
        self.known.vars[var].addressed = true;
        let name = build::name(self.machine.program_mut(), self.known.vars[var].decl);
        StmtKind::Return(Some(self.address(name)))
    }

    pub fn return_statement(&mut self) -> StmtKind {
        let result = self.function().result;
        if self.tree().types.is_void(result) {
            return StmtKind::Empty;
        }
        if self.tree().types.is_pointer(result) {
            self.budget.bytes += 16;
            return self.return_pointer(result);
        }
        if self.tree().types.as_record(result).is_some() {
            return self.return_struct(result);
        }
        self.scratch.loaded.clear();
        if self.now.live {
            let mut fresh = std::mem::take(&mut self.scratch.fresh);
            fresh.clear();
            let first = self.gather(|var| var.fresh && !var.global);
            fresh.extend(self.scratch.found.drain(first..));
            if self.load_scalars(&fresh).is_none() {
                self.scratch.loaded.clear();
            }
            for &var in &fresh {
                let is_struct = self.tree().types.as_record(self.known.vars[var].ty).is_some();
                if is_struct && self.scratch.loaded.len() < MOST {
                    self.load_parts(var);
                }
            }
            self.scratch.fresh = fresh;
        }
        let value = match self.combined() {
            Some(sum) => sum,
            None => self.expression(2, 3),
        };
        self.count(value);
        let value = self.convert(value, result);
        self.budget.bytes += 12;
        StmtKind::Return(Some(value.id))
    }
}
