//! Calls of the program's own functions.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{
    Conversion, ExprId, ExprKind, Init, InitKind, StmtKind, Storage, UnaryOp,
};
use elenchus_lang::types::{ArrayLength, Quals, TypeId, TypeKind};

use super::state::{Func, Gen, Role, VarId};
use super::value::{Built, Known};

/// A recursive function goes at most so deep.
const DEPTH: u64 = 5;

impl Gen<'_> {
    /// The functions that can be called here without running for too long. What is not
    /// executed may call what is there.
    pub fn callable(&self) -> impl Iterator<Item = usize> {
        let live = self.now.live;
        let left = self.steps_left();
        let turns = self.block().turns.max(1);
        let repeated = if self.function().repeated { 2 } else { 1 };
        let caller = self.function();
        let fits = move |&index: &usize| {
            let callee = &self.known.functions[index];
            let cost = callee.cost.unwrap_or(callee.budget / 4);
            let deep = if callee.recursive { DEPTH / 2 } else { 1 };
            let is_cheap = cost.saturating_mul(turns * repeated * deep) < left / 6
                && (callee.written || turns <= 16)
                // Called again in a loop, each call would double what is done.
                && (index != self.block().function || turns == 1);
            !callee.is_test
                && (!caller.pure_ || callee.pure_)
                && (if live { is_cheap } else { callee.written })
        };
        self.known.lists[caller.callees].iter().copied().filter(fits)
    }

    pub fn call_statement(&mut self) -> StmtKind {
        let Some(callee) = self.some_callee() else { return StmtKind::Empty };
        if self.is_itself(callee.function) {
            return self.call_itself(callee.function).unwrap_or(StmtKind::Empty);
        }
        let Some(call) = self.call(callee) else { return StmtKind::Empty };
        self.totals.stats.construct("call");
        self.with_result(call)
    }

    /// A function to call, by its name or through a pointer.
    fn some_callee(&mut self) -> Option<Callee> {
        if self.choices.percent("indirect call", self.odds.policy.indirect_call) {
            if let Some(callee) = self.code_callee() {
                return Some(callee);
            }
        }
        let mut all: Vec<usize> = self.callable().collect();
        // What somebody asked for should be in the program.
        let waits = |index: &usize| {
            self.known.functions[*index].ready && !self.known.functions[*index].written
        };
        if all.iter().any(waits) {
            all.retain(waits);
        }
        if all.is_empty() {
            return None;
        }
        let function = self.choices.pick("callee", &all);
        Some(Callee { function, code: None })
    }

    /// What is done with the result of a call.
    fn with_result(&mut self, mut call: Built) -> StmtKind {
        if self.tree().types.is_pointer(call.ty) {
            return self.take_pointer(call);
        }
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

    /// `T *q = f(x);` or `*f(x) ^= 3;`
    fn take_pointer(&mut self, call: Built) -> StmtKind {
        self.totals.stats.construct("pointer result");
        self.skipped.told = None;
        self.budget.bytes += u64::from(call.chars) + 14;
        let TypeKind::Pointer(to) = self.tree().types.kind(call.ty) else {
            return StmtKind::Expr(call.id);
        };
        if self.choices.percent("store at a result", 40) {
            let deref = ExprKind::Unary(UnaryOp::Deref, call.id);
            let lvalue = build::expr(self.p(), deref, to);
            let promoted = build::promoted(self.tree(), to);
            let value = self.some_constant();
            self.count(value);
            let e = build::compound(self.p(), BinaryOp::Xor, lvalue, promoted, value.id);
            return StmtKind::Expr(e);
        }
        let init = InitKind::Expr(call.id);
        let made = self.new_var("q", call.ty, Storage::default(), init, Role::Input);
        self.declare_as_pointer(made)
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
    fn call(&mut self, callee: Callee) -> Option<Built> {
        let function = callee.function;
        let params = self.known.functions[function].params.clone();
        let recursive = self.known.functions[function].recursive;
        let (mut args, mut given): (Vec<ExprId>, Vec<VarId>) = (Vec::new(), Vec::new());
        let mut chars = 4;
        for (at, param) in params.enumerate() {
            let ty = self.known.vars[param].ty;
            if recursive && at == 0 {
                args.push(self.depth(function, ty));
                continue;
            }
            let arg = self.argument(ty, &mut chars, &mut given)?;
            args.push(arg.id);
            if self.now.live && arg.to.is_some() {
                self.known.vars[param].pointee = arg.to;
            }
        }
        let Func { decl, result, .. } = self.known.functions[function];
        let id = match callee.code {
            None => build::call(self.p(), decl, &args),
            Some(code) => {
                let args = self.p().expr_lists.push(&args);
                build::expr(self.p(), ExprKind::Call(code, args), result)
            }
        };
        self.known.functions[function].is_called();
        let effects = true;
        Some(Built { id, ty: result, value: Known::No, chars, effects, constant: false })
    }

    fn argument(
        &mut self,
        ty: TypeId,
        chars: &mut u32,
        given: &mut Vec<VarId>,
    ) -> Option<Argument> {
        let value_type = self.tree().types.value_type(ty);
        match self.tree().types.kind(value_type) {
            TypeKind::Pointer(_) => {
                let again = self.choices.percent("the same pointer again", 35);
                let earlier = given.iter().copied();
                let same = earlier.filter(|&var| self.leads_to(var, value_type)).last();
                let way = match same.filter(|_| again) {
                    Some(var) => self.way_from_any(var, value_type)?,
                    None => self.some_way(value_type)?,
                };
                given.extend(way.var);
                *chars += way.chars + 2;
                Some(Argument { id: way.id, to: way.var })
            }
            TypeKind::Record(_) => {
                let first = self.gather_holders(value_type);
                let var = self.take_found("struct argument", first)?;
                let lvalue = build::name(self.machine.program_mut(), self.known.vars[var].decl);
                *chars += 5;
                Some(Argument { id: build::read(self.p(), lvalue), to: None })
            }
            _ => {
                let size = self.choices.below("argument size", 3) as u32;
                self.now.lossy += 1;
                let value = self.expression(size, 3);
                self.now.lossy -= 1;
                *chars += value.chars + 2;
                Some(Argument { id: self.convert(value, value_type).id, to: None })
            }
        }
    }

    // ---- recursion ----

    fn is_itself(&self, function: usize) -> bool {
        self.block().function == function
    }

    /// How deep a recursive function may go from here: each call one less than the one
    /// around it.
    fn depth(&mut self, function: usize, ty: TypeId) -> ExprId {
        if !self.is_itself(function) {
            let depth = self.choices.below("depth", DEPTH + 1);
            return self.int(depth.into()).id;
        }
        let first = self.known.functions[function].params.start;
        let at = self.whole(first);
        let depth = build::read(self.p(), at.lvalue);
        let one = self.int(1);
        let less = ExprKind::Binary(BinaryOp::Sub, depth, one.id);
        build::expr(self.p(), less, ty)
    }

    /// `if (x0 > 0) v ^= f(x0 - 1, …);` or `if (x0 > 0) return f(x0 - 1, …);`
    fn call_itself(&mut self, function: usize) -> Option<StmtKind> {
        let result = self.known.functions[function].result;
        let target = self.private_target(result);
        let call = self.call(Callee { function, code: None })?;
        self.totals.stats.construct("recursion");
        let first = self.known.functions[function].params.start;
        let at = self.whole(first);
        let depth = self.load(at);
        let zero = self.int(0);
        let op = self.choices.pick("depth left", &[BinaryOp::Gt, BinaryOp::Ne]);
        let test = self.binary(op, depth, zero);
        self.budget.bytes += u64::from(call.chars) + 24;
        let kind = match target.and_then(|target| self.access(target, true)) {
            Some(access) => self.update(access, BinaryOp::Xor, call),
            None => StmtKind::Return(Some(call.id)),
        };
        let then = build::stmt(self.p(), kind);
        self.skipped.told = None;
        Some(StmtKind::If(test.id, then, None))
    }

    // ---- functions as values ----

    /// A pointer to one of several functions of a type, or a table of them.
    pub fn code_pointer(&mut self) -> StmtKind {
        self.declare_code().unwrap_or(StmtKind::Empty)
    }

    fn declare_code(&mut self) -> Option<StmtKind> {
        let mut all: Vec<usize> = self.callable().filter(|&f| !self.is_itself(f)).collect();
        all.retain(|&f| !self.known.functions[f].recursive);
        if all.is_empty() {
            return None;
        }
        let one = self.choices.pick("function as a value", &all);
        let ty = self.tree().decls[self.known.functions[one].decl].ty;
        let of = |f: &usize| self.tree().decls[self.known.functions[*f].decl].ty;
        let same: Vec<usize> = all.into_iter().filter(|f| of(f) == ty).collect();
        let others: [usize; 2] = [0; 2].map(|_: usize| self.choices.pick("other function", &same));
        let pointer = self.p().types.pointer(ty);
        let functions = [one, others[0], others[1], one];
        let table = self.choices.percent("table of functions", 50);
        self.budget.bytes += 60;
        let result = self.known.functions[one].result;
        let (var_type, init) = match table {
            true => {
                self.totals.stats.construct("table of functions");
                let first = self.scratch.items.len();
                let size = u64::from(self.tree().target.pointer.size);
                for (at, &function) in functions.iter().enumerate() {
                    let value = self.function_value(function);
                    let init = Init { kind: InitKind::Expr(value), ty: pointer, span: Span::NONE };
                    let init = self.p().inits.push(init);
                    self.add_item(init, at as u64 * size, None);
                }
                let length = ArrayLength::Fixed(functions.len() as u64);
                let constant = self.p().types.qualify(pointer, Quals::CONST);
                let array = self.p().types.array(constant, length);
                (array, InitKind::List(self.take_items(first)))
            }
            false => {
                self.totals.stats.construct("pointer to a function");
                let (a, b) = (self.function_value(one), self.function_value(others[0]));
                let condition = self.pure_condition()?;
                self.budget.bytes += u64::from(condition.chars);
                let chosen = ExprKind::Conditional(condition.id, a, b);
                (pointer, InitKind::Expr(build::expr(self.p(), chosen, pointer)))
            }
        };
        let is_static = table && self.choices.percent("static table", 40);
        let storage = if is_static { Storage::STATIC } else { Storage::default() };
        let var = self.new_var("z", var_type, storage, init, Role::Code);
        self.known.vars[var].code = Some([one, others[0], others[1]]);
        let decl = self.known.vars[var].decl;
        if is_static && self.now.live && self.machine.declare(decl).is_err() {
            return None;
        }
        self.skipped.told = None;
        Some(build::declare(self.p(), decl, result))
    }

    fn function_value(&mut self, function: usize) -> ExprId {
        let decl = self.known.functions[function].decl;
        let name = build::name(self.p(), decl);
        let ty = self.tree().decls[decl].ty;
        let pointer = self.p().types.pointer(ty);
        // What it leads to may be called from anywhere.
        let known = &mut self.known.functions[function];
        (known.repeated, known.named) = (true, true);
        build::expr(self.p(), ExprKind::Convert(Conversion::Function, name), pointer)
    }

    /// A function through a pointer or a table that is visible.
    fn code_callee(&mut self) -> Option<Callee> {
        let var = self.pick_visible("code", |var| var.role == Role::Code)?;
        let functions = self.known.vars[var].code?;
        let may = |f: &usize| self.callable().any(|callable| callable == *f);
        if !functions.iter().all(may) {
            return None;
        }
        let at = self.whole(var);
        self.totals.stats.construct("indirect call");
        let lvalue = match self.tree().types.is_array(at.ty) {
            false => at.lvalue,
            true => {
                let value = self.plain_leaf();
                let three = self.int(3);
                let value = if self.is_float(value.ty) { self.int(1) } else { value };
                let index = self.binary(BinaryOp::And, value, three);
                build::element(self.p(), at.lvalue, index.id)
            }
        };
        let code = build::read(self.p(), lvalue);
        Some(Callee { function: functions[0], code: Some(code) })
    }
}

/// A function that is called, and the pointer through which it is, if any.
#[derive(Clone, Copy)]
struct Callee {
    function: usize,
    code: Option<ExprId>,
}

struct Argument {
    id: ExprId,
    /// What a pointer leads to.
    to: Option<VarId>,
}
