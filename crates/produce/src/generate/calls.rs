//! Calls of the program's own functions.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::tree::{ExprId, InitKind, StmtKind, Storage};
use elenchus_lang::types::{TypeId, TypeKind};

use super::state::{Gen, Role, Var, VarId};
use super::value::{Built, Known};

impl Gen<'_> {
    /// The functions that can be called here without running for too long.
    pub fn callable(&self) -> impl Iterator<Item = usize> {
        let left = self.steps_left();
        let turns = self.block().turns.max(1);
        let repeated = if self.function().repeated { 4 } else { 1 };
        let caller = self.function();
        let fits = move |&index: &usize| {
            let callee = &self.known.functions[index];
            let cost = callee.cost.unwrap_or(if callee.ready { 40 } else { callee.budget / 2 });
            !callee.is_test
                && (!caller.pure_ || callee.pure_)
                && cost.saturating_mul(turns * repeated) < left / 16
                && (callee.written || turns <= 16)
        };
        self.known.lists[caller.callees].iter().copied().filter(fits)
    }

    pub fn call_statement(&mut self) -> StmtKind {
        let mut all: Vec<usize> = self.callable().collect();
        if all.is_empty() {
            return StmtKind::Empty;
        }
        // What somebody asked for should be in the program.
        let waits = |index: &usize| {
            self.known.functions[*index].ready && !self.known.functions[*index].written
        };
        if all.iter().any(waits) {
            all.retain(waits);
        }
        let callee = self.choices.pick("callee", &all);
        let Some(mut call) = self.call(callee) else { return StmtKind::Empty };
        self.totals.stats.construct("call");
        if self.tree().types.as_record(call.ty).is_some() {
            let member = self.choices.percent("member of result", 50);
            match member.then(|| self.member_of_result(call)).flatten() {
                Some(member) => call = member,
                None => return self.take_struct(call),
            }
        }
        // What no call can change may be added: a private variable.
        let value = match self.choices.percent("call in expression", 40) {
            true => {
                let old = std::mem::replace(&mut self.now.private_only, true);
                let other = self.plain_leaf();
                self.now.private_only = old;
                let op =
                    self.choices.pick("with call", &[BinaryOp::Xor, BinaryOp::Xor, BinaryOp::Or]);
                self.binary(op, other, call)
            }
            false => call,
        };
        self.budget.bytes += u64::from(value.chars);
        let ty = value.ty;
        let target = match self.choices.percent("new result", 50) {
            true => None,
            false => self.private_target(ty),
        };
        let Some(access) = target.and_then(|target| self.access(target, true)) else {
            let var =
                self.new_var("v", ty, Storage::default(), InitKind::Expr(value.id), Role::Mixed);
            self.known.vars[var].fresh = true;
            self.budget.bytes += 18;
            let decl = self.known.vars[var].decl;
            return build::declare(self.p(), decl, ty);
        };
        if self.known.vars[access.var].fresh || self.block().turns > 1 {
            return self.update(access, BinaryOp::Xor, value);
        }
        self.store(access, value)
    }

    /// A variable whose value a call cannot change, or a constant.
    fn plain_leaf(&mut self) -> Built {
        let var = self.pick_visible("private", |var| {
            let is_private = !var.global && !var.addressed;
            is_private && var.is_readable() && !var.ty.is_volatile() && var.int.is_some()
        });
        match var.and_then(|var| self.access(var, false)) {
            Some(access) => self.load(access),
            None => self.some_constant(),
        }
    }

    /// A local integer to take the result, at least as wide.
    fn private_target(&mut self, ty: TypeId) -> Option<VarId> {
        let bits = self.int_type(ty)?.bits;
        self.pick_visible("result", |var| {
            let is_private = !var.global && !var.addressed;
            let is_wide = var.int.is_some_and(|int| int.bits >= bits);
            is_private && var.is_writable() && !var.ty.is_volatile() && is_wide
        })
    }

    /// A call with arguments that fit.
    fn call(&mut self, callee: usize) -> Option<Built> {
        let decl = self.known.functions[callee].decl;
        let params = self.known.functions[callee].params.clone();
        let mut args: Vec<ExprId> = Vec::new();
        let mut chars = 4;
        for param in params {
            let ty = self.known.vars[param].ty;
            args.push(self.argument(ty, &mut chars)?);
        }
        let result = self.known.functions[callee].result;
        let id = build::call(self.p(), decl, &args);
        if self.known.functions[callee].ready {
            self.known.functions[callee].written = true;
        }
        if self.known.functions[callee].written {
            self.known.functions[callee].repeated = true;
        }
        let effects = true;
        Some(Built { id, ty: result, value: Known::No, chars, effects, constant: false })
    }

    fn argument(&mut self, ty: TypeId, chars: &mut u32) -> Option<ExprId> {
        let value_type = self.tree().types.value_type(ty);
        match self.tree().types.kind(value_type) {
            TypeKind::Pointer(to) => {
                let fits = |var: &Var| var.ty == to && var.addressable && var.role == Role::Mixed;
                let var = self.pick_visible("pointer argument", fits)?;
                self.known.vars[var].addressed = true;
                let lvalue = build::name(self.machine.program_mut(), self.known.vars[var].decl);
                *chars += 6;
                Some(self.address(lvalue))
            }
            TypeKind::Record(_) => {
                let first = self.gather_holders(value_type);
                let var = self.take_found("struct argument", first)?;
                let lvalue = build::name(self.machine.program_mut(), self.known.vars[var].decl);
                *chars += 5;
                Some(build::read(self.p(), lvalue))
            }
            _ => {
                let size = self.choices.below("argument size", 3) as u32;
                self.now.lossy += 1;
                let value = self.expression(size, 3);
                self.now.lossy -= 1;
                *chars += value.chars + 2;
                Some(self.convert(value, value_type).id)
            }
        }
    }
}
