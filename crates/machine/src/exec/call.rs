//! Calls, returns, blocks and variable arguments.

use std::rc::Rc;

use elenchus_lang::layout;
use elenchus_lang::tree::{DeclId, FunctionId};
use elenchus_lang::types::{FunctionType, TypeId};
use elenchus_lang::undefined::Undefined;

use super::typed;
use super::{Done, Frame, Machine, Next};
use crate::code::{Access, Callee, Code, Form, Index, ParamPlace};
use crate::library;
use crate::lower;
use crate::memory::{Kind, Provenance};
use crate::stop::{Limit, Stop};
use crate::value::Value;

/// How far a `va_list` has come.
#[derive(Clone, Copy, Debug)]
pub struct VaCursor {
    serial: u64,
    next: usize,
    live: bool,
}

impl Machine<'_> {
    pub(super) fn call_main(&mut self, args: &[&str]) -> Result<(), Stop> {
        let main = self.p.symbols.find("main").and_then(|name| self.names.get(&name).copied());
        let function = main.and_then(|decl| self.functions.get(&decl).copied());
        let Some(function) = function else {
            return Err(Stop::unsupported("a program without main"));
        };
        let code = self.code(function);
        let values = match code.params.len() {
            0 => Vec::new(),
            _ => self.main_arguments(args)?,
        };
        let values: Vec<(Value, TypeId)> =
            values.into_iter().zip(code.params.iter().map(|(_, ty)| *ty)).collect();
        self.push_frame(code, &values, 0)
    }

    /// `argc` and `argv`, in memory that the program may change (5.1.2.2.1).
    fn main_arguments(&mut self, args: &[&str]) -> Result<Vec<Value>, Stop> {
        let size = u64::from(self.p.target.pointer.size);
        let all: Vec<&str> = std::iter::once("program").chain(args.iter().copied()).collect();
        let table =
            self.memory.allocate(Kind::Static, size * (all.len() as u64 + 1), size, None, None)?;
        let endian = self.p.target.endian;
        for (i, arg) in all.iter().enumerate() {
            let length = arg.len() as u64 + 1;
            let text = self.memory.allocate(Kind::Static, length, 1, None, None)?;
            let place = self.memory.access(text, length, 1)?;
            let object = &mut self.memory.objects[place.object];
            object.zero(0, length as usize);
            object.bytes[..arg.len()].copy_from_slice(arg.as_bytes());
            let entry = Value { lo: table.lo + size * i as u64, hi: table.hi };
            let place = self.memory.access(entry, size, 1)?;
            self.memory.write_pointer(place, size as usize, text, endian);
        }
        let last = Value { lo: table.lo + size * all.len() as u64, hi: table.hi };
        let place = self.memory.access(last, size, 1)?;
        self.memory.write(place, size as usize, 0, endian);
        Ok(vec![Value::int(all.len() as i128), table])
    }

    /// The code of a function, made when it is first needed.
    pub(super) fn code(&mut self, function: FunctionId) -> Rc<Code> {
        let p = self.p;
        Rc::clone(
            self.codes.entry(function).or_insert_with(|| Rc::new(lower::function(p, function))),
        )
    }

    pub(super) fn call_site(
        &mut self,
        code: &Code,
        site: Index,
        base: usize,
    ) -> Result<Next, Done> {
        let site = &code.sites[site as usize];
        let callee = match site.callee {
            Callee::Direct(decl) => decl,
            Callee::Pointer(reg) => self.pointed_function(self.get(base, reg))?,
        };
        let callee = self.links.get(&callee).copied().unwrap_or(callee);
        let mut args = Vec::with_capacity(site.args.len());
        for &(reg, ty) in &site.args {
            args.push((self.get(base, reg), ty));
        }
        let Some(&function) = self.functions.get(&callee) else {
            let result = library::call(self, callee, &args)?;
            self.set(base, site.dst, result);
            return Ok(Next::Go);
        };
        if let Callee::Pointer(_) = site.callee {
            self.check_function_type(callee, site.ty)?;
        }
        let code = self.code(function);
        self.check_arguments(&code, callee, site.ty, &mut args)?;
        self.push_frame(code, &args, site.dst)?;
        Ok(Next::Switched)
    }

    fn pointed_function(&self, pointer: Value) -> Result<DeclId, Stop> {
        if pointer.provenance() == Provenance::NONE && pointer.lo == 0 {
            return Err(Stop::undefined(Undefined::NullAccess, "a null pointer is called"));
        }
        self.code_addresses.get(&pointer.lo).copied().ok_or_else(|| {
            Stop::undefined(Undefined::FunctionType, "what is called is no function")
        })
    }

    /// 6.5.2.2p9
    fn check_function_type(&self, callee: DeclId, seen: TypeId) -> Result<(), Stop> {
        let is = self.p.decls[callee].ty;
        if self.p.types.compatible(is, seen) {
            return Ok(());
        }
        let print = elenchus_lang::printer::print_type;
        let detail = format!("'{}' called as '{}'", print(self.p, is), print(self.p, seen));
        Err(Stop::undefined(Undefined::FunctionType, detail))
    }

    /// 6.5.2.2p6: without a prototype, number and types must fit.
    fn check_arguments(
        &self,
        code: &Code,
        callee: DeclId,
        seen: TypeId,
        args: &mut [(Value, TypeId)],
    ) -> Result<(), Stop> {
        let Some(FunctionType { prototyped, .. }) = self.p.types.as_function(seen) else {
            return Ok(());
        };
        if prototyped && args.len() >= code.params.len() {
            return Ok(());
        }
        let fits =
            args.len() == code.params.len() || (code.variadic && args.len() > code.params.len());
        if !fits {
            let detail = format!("{} given, {} taken", args.len(), code.params.len());
            return Err(Stop::undefined(Undefined::Arguments, detail));
        }
        for ((_, given), (_, taken)) in args.iter().zip(&code.params) {
            let promoted = self.promoted_param(callee, *taken);
            if !typed::alike(&self.p.types, *given, promoted)
                && !self.pointer_pair(*given, promoted)
            {
                let print = elenchus_lang::printer::print_type;
                let detail = format!(
                    "'{}' given, '{}' taken",
                    print(self.p, *given),
                    print(self.p, promoted)
                );
                return Err(Stop::undefined(Undefined::Arguments, detail));
            }
        }
        Ok(())
    }

    /// `void *` and pointers to characters stand for each other (6.5.2.2p6).
    fn pointer_pair(&self, a: TypeId, b: TypeId) -> bool {
        let loose = |ty: TypeId| {
            self.p.types.pointee(ty).is_some_and(|to| {
                self.p.types.is_void(to) || typed::is_character(&self.p.types, to)
            })
        };
        loose(a) && loose(b)
    }

    fn promoted_param(&self, _callee: DeclId, ty: TypeId) -> TypeId {
        use elenchus_lang::target::FloatKind;
        use elenchus_lang::types::TypeKind;
        match self.p.types.kind(ty) {
            TypeKind::Float(FloatKind::Float) => TypeId::DOUBLE,
            _ => match self.p.types.int_kind(ty) {
                Some(kind) => TypeId::int(elenchus_lang::arith::promote(&self.p.target, kind)),
                None => ty,
            },
        }
    }

    fn push_frame(
        &mut self,
        code: Rc<Code>,
        args: &[(Value, TypeId)],
        dst: u16,
    ) -> Result<(), Stop> {
        if self.frames.len() >= self.limits.depth {
            return Err(Stop::Limit(Limit::Stack));
        }
        let base = self.registers.len();
        self.registers.resize(base + code.registers, Value::INDETERMINATE);
        let locals = self.locals.len();
        self.locals.resize(locals + code.locals.len(), Value::default());
        self.serial += 1;
        let named = code.params.len().min(args.len());
        let varargs = args[named..].to_vec();
        self.frames.push(Frame {
            code: Rc::clone(&code),
            pc: 0,
            base,
            locals,
            temporaries: self.temporaries.len(),
            scope: 0,
            stack_mark: self.memory.stack_mark(),
            serial: self.serial,
            varargs,
            dst,
        });
        self.enter_block(&code, 0)?;
        for (&(value, given), &(place, ty)) in args.iter().zip(&code.params) {
            self.pass(value, given, place, ty, base)?;
        }
        Ok(())
    }

    /// Gives a parameter its argument, converted where the caller had no
    /// prototype.
    fn pass(
        &mut self,
        value: Value,
        given: TypeId,
        place: ParamPlace,
        ty: TypeId,
        base: usize,
    ) -> Result<(), Stop> {
        let value = self.narrowed(value, given, ty);
        match place {
            ParamPlace::Slot(slot) => {
                self.set(base, slot, value);
                Ok(())
            }
            ParamPlace::Local(local) => {
                let pointer = self.locals[self.frame().locals + local as usize];
                let access = self.whole_access(ty)?;
                match access.form {
                    Form::Aggregate => self.copy(pointer, value, &access),
                    _ => self.store(pointer, value, &access),
                }
            }
        }
    }

    fn narrowed(&self, value: Value, given: TypeId, ty: TypeId) -> Value {
        use elenchus_lang::arith::int;
        use elenchus_lang::types::TypeKind;
        match (self.p.types.kind(given), self.p.types.kind(ty)) {
            (TypeKind::Float(from), TypeKind::Float(to)) if from != to => {
                let from = self.p.target.float_format(from);
                let to = self.p.target.float_format(to);
                Value::from_float(value.as_float(from).convert(to))
            }
            _ => match (self.p.types.int_kind(given), self.p.types.int_kind(ty)) {
                (Some(from), Some(to)) if from != to => {
                    let (from, to) = (self.p.target.int_type(from), self.p.target.int_type(to));
                    Value::from_int(to, int::wrap(to, value.as_int(from)))
                }
                _ => value,
            },
        }
    }

    /// The access to a whole object of a type, as an initialisation.
    pub(crate) fn whole_access(&self, ty: TypeId) -> Result<Access, Stop> {
        use elenchus_lang::target::IntKind;
        use elenchus_lang::types::TypeKind;
        let types = &self.p.types;
        let form = match types.kind(ty) {
            TypeKind::Int(IntKind::Bool) => Form::Bool,
            TypeKind::Float(kind) => Form::Float(self.p.target.float_format(kind)),
            TypeKind::Pointer(_) => Form::Pointer,
            TypeKind::Record(_) | TypeKind::Array { .. } => Form::Aggregate,
            _ => match types.int_kind(ty) {
                Some(kind) => Form::Int(self.p.target.int_type(kind)),
                None => return Err(Stop::unsupported("a value of this type")),
            },
        };
        let size = layout::size_of(types, &self.p.target, ty).unwrap_or(0) as u32;
        let align = layout::align_of(types, &self.p.target, ty).max(1);
        Ok(Access { ty, size, align, form, initialises: true })
    }

    pub(super) fn return_from(
        &mut self,
        code: &Code,
        value: Option<Value>,
        bottom: usize,
    ) -> Result<Next, Done> {
        let dst = self.frame().dst;
        let is_record = code.result.is_some_and(|ty| self.p.types.as_record(ty).is_some());
        let caller = self.frames.len().checked_sub(2).map(|i| self.frames[i].base);
        if let (true, Some(value), Some(base)) = (is_record, value, caller) {
            // The caller has made room for it.
            let room = self.get(base, dst);
            if value != Value::INDETERMINATE {
                let access = self.whole_access(code.result.unwrap_or(TypeId::VOID))?;
                self.copy(room, value, &access)?;
            }
            self.pop_frame(code);
            if self.frames.len() <= bottom {
                return Err(Done::Returned(room));
            }
            return Ok(Next::Switched);
        }
        let value = value.unwrap_or(Value::INDETERMINATE);
        self.pop_frame(code);
        if self.frames.len() <= bottom || self.frames.is_empty() {
            return Err(Done::Returned(value));
        }
        let base = self.frame().base;
        self.set(base, dst, value);
        Ok(Next::Switched)
    }

    fn pop_frame(&mut self, _code: &Code) {
        let Some(frame) = self.frames.pop() else { return };
        for i in frame.locals..self.locals.len() {
            let pointer = self.locals[i];
            if pointer.hi != 0 {
                self.memory.end(pointer, false);
            }
        }
        for i in frame.temporaries..self.temporaries.len() {
            self.memory.end(self.temporaries[i], false);
        }
        self.temporaries.truncate(frame.temporaries);
        self.locals.truncate(frame.locals);
        self.registers.truncate(frame.base);
        self.memory.release_stack(frame.stack_mark);
    }

    pub(super) fn end_temporaries(&mut self) {
        let start = self.frame().temporaries;
        for i in start..self.temporaries.len() {
            self.memory.end(self.temporaries[i], false);
        }
        self.temporaries.truncate(start);
    }

    // ---- blocks ----

    fn enter_block(&mut self, code: &Code, block: u16) -> Result<(), Stop> {
        let start = self.frame().locals;
        for &local in &code.blocks[block as usize].locals {
            let info = &code.locals[local as usize];
            if info.variable {
                continue;
            }
            let pointer = self.memory.allocate(
                Kind::Automatic,
                info.size,
                info.align.into(),
                Some(info.ty),
                info.decl,
            )?;
            self.make_constant(pointer, info.constant);
            self.locals[start + local as usize] = pointer;
        }
        Ok(())
    }

    fn make_constant(&mut self, pointer: Value, constant: bool) {
        if constant {
            if let Some((index, _)) = self.memory.object_of(pointer.provenance()) {
                self.memory.objects[index].read_only = true;
            }
        }
    }

    fn leave_block(&mut self, code: &Code, block: u16) {
        let start = self.frame().locals;
        for &local in &code.blocks[block as usize].locals {
            let pointer = std::mem::take(&mut self.locals[start + local as usize]);
            if pointer.hi != 0 {
                self.memory.end(pointer, false);
            }
        }
    }

    /// Leaves the blocks that do not hold the new place, enters those that do.
    pub(super) fn change_scope(&mut self, code: &Code, to: u16) -> Result<(), Stop> {
        let chain = |mut block: u16| {
            let mut chain = vec![block];
            while block != 0 {
                block = code.blocks[block as usize].parent;
                chain.push(block);
            }
            chain
        };
        let from = self.frame().scope;
        let (old, new) = (chain(from), chain(to));
        for &block in old.iter().filter(|b| !new.contains(b)) {
            self.leave_block(code, block);
        }
        for &block in new.iter().rev().filter(|b| !old.contains(b)) {
            self.enter_block(code, block)?;
        }
        self.frame_mut().scope = to;
        Ok(())
    }

    pub(super) fn make_vla(&mut self, code: &Code, local: u16, size: u64) -> Result<(), Stop> {
        let info = code.locals[local as usize];
        let index = self.frame().locals + local as usize;
        let old = std::mem::take(&mut self.locals[index]);
        if old.hi != 0 {
            self.memory.end(old, false);
        }
        let pointer = self.memory.allocate(
            Kind::Automatic,
            size,
            info.align.into(),
            Some(info.ty),
            info.decl,
        )?;
        self.locals[index] = pointer;
        Ok(())
    }

    // ---- variable arguments ----

    /// The list's bytes hold the number of its cursor.
    pub(super) fn va_start(&mut self, list: Value) -> Result<(), Stop> {
        let serial = self.frame().serial;
        self.set_cursor(list, VaCursor { serial, next: 0, live: true })
    }

    fn set_cursor(&mut self, list: Value, cursor: VaCursor) -> Result<(), Stop> {
        let size = u64::from(self.p.target.pointer.size);
        let place = self.memory.access(list, size, 1)?;
        self.va_lists.push(cursor);
        let number = self.va_lists.len() as u128;
        self.memory.write(place, size as usize, number, self.p.target.endian);
        Ok(())
    }

    fn cursor(&self, list: Value) -> Result<usize, Stop> {
        let size = u64::from(self.p.target.pointer.size);
        let place = self.memory.access(list, size, 1)?;
        let number = self.memory.read(place, size as usize, self.p.target.endian)?;
        let index = (number as usize).wrapping_sub(1);
        match self.va_lists.get(index) {
            Some(cursor) if cursor.live => Ok(index),
            _ => {
                Err(Stop::undefined(Undefined::VaArg, "the va_list was not started, or has ended"))
            }
        }
    }

    pub(super) fn va_end(&mut self, list: Value) -> Result<(), Stop> {
        let index = self.cursor(list)?;
        self.va_lists[index].live = false;
        Ok(())
    }

    pub(super) fn va_copy(&mut self, to: Value, from: Value) -> Result<(), Stop> {
        let cursor = self.va_lists[self.cursor(from)?];
        self.set_cursor(to, cursor)
    }

    /// 7.16.1.1p2: the other signedness will do only for a value of both types.
    pub(crate) fn check_sign(
        &self,
        value: Value,
        given: TypeId,
        asked: TypeId,
        kind: Undefined,
    ) -> Result<(), Stop> {
        let int = |ty| self.p.types.int_kind(ty).map(|kind| self.p.target.int_type(kind));
        let (Some(from), Some(to)) = (int(given), int(asked)) else { return Ok(()) };
        let number = value.as_int(from);
        if elenchus_lang::arith::int::is_canonical(to, number) {
            return Ok(());
        }
        let sign = if to.signed { "signed" } else { "unsigned" };
        Err(Stop::undefined(
            kind,
            format!("{number} is no value of the {sign} type that is asked for"),
        ))
    }

    /// 7.16.1.1
    pub(crate) fn va_arg(&mut self, list: Value, ty: TypeId) -> Result<Value, Stop> {
        let index = self.cursor(list)?;
        let VaCursor { serial, next, .. } = self.va_lists[index];
        let frame = self.frames.iter().rev().find(|f| f.serial == serial);
        let Some(frame) = frame else {
            return Err(Stop::undefined(Undefined::VaArg, "the function has returned"));
        };
        let Some(&(value, given)) = frame.varargs.get(next) else {
            return Err(Stop::undefined(Undefined::VaArg, "there is no further argument"));
        };
        let fits = typed::alike(&self.p.types, given, ty) || self.pointer_pair(given, ty);
        if !fits {
            let print = elenchus_lang::printer::print_type;
            let detail = format!("'{}' given, '{}' asked", print(self.p, given), print(self.p, ty));
            return Err(Stop::undefined(Undefined::VaArg, detail));
        }
        self.check_sign(value, given, ty, Undefined::VaArg)?;
        self.va_lists[index].next += 1;
        Ok(value)
    }
}
