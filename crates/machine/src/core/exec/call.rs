//! Calls and returns.

use std::rc::Rc;

use elenchus_lang::layout;
use elenchus_lang::tree::{DeclId, FunctionId, Linkage};
use elenchus_lang::types::{FunctionType, Quals, TypeId};
use elenchus_lang::undefined::Undefined;

use super::control::Frame;
use super::{Done, Next};
use crate::Machine;
use crate::code::{
    Access, Callee, Code, Form, Index, Known, Length, Origin, ParamPlace, Promises, Reg, Site,
};
use crate::core::lower;
use crate::facts::Facts;
use crate::library;
use crate::memory::{Kind, Memory, Plan, Provenance, UNTAGGED};
use crate::rules::order::Depth;
use crate::rules::types::{across, typed};
use crate::stop::{Limit, Stop};
use crate::value::Value;
use crate::words::Finding;

impl Machine {
    pub(crate) fn call_main(&mut self, args: &[&str]) -> Result<(), Stop> {
        let main =
            self.p.symbols.find("main").and_then(|name| self.linked.names.get(&name).copied());
        let function = main.and_then(|decl| self.linked.functions.get(&decl).copied());
        let Some(function) = function else {
            return Err(Stop::unsupported("a program without main"));
        };
        let index = self.code(function);
        let code = Rc::clone(&self.cache.codes[index as usize]);
        let values = match code.params.len() {
            0 => Vec::new(),
            _ => self.main_arguments(args)?,
        };
        let values: Vec<(Value, TypeId)> =
            values.into_iter().zip(code.params.iter().map(|(_, ty)| *ty)).collect();
        self.begin_telling(Origin::Decl(self.p.functions[function].decl));
        self.push_frame(index, &code, &values, 0)
    }

    /// `argc` and `argv`, in memory that the program may change (5.1.2.2.1).
    fn main_arguments(&mut self, args: &[&str]) -> Result<Vec<Value>, Stop> {
        let size = u64::from(self.p.target.pointer.size);
        let all: Vec<&str> = std::iter::once("program").chain(args.iter().copied()).collect();
        let table = self.memory.allocate(Plan::untyped(
            Kind::Static,
            size * (all.len() as u64 + 1),
            size,
        ))?;
        for (i, arg) in all.iter().enumerate() {
            let length = arg.len() as u64 + 1;
            let text = self.memory.allocate(Plan::untyped(Kind::Static, length, 1))?;
            let place = self.memory.access(text, length, 1)?;
            self.memory.fill(place, length as usize, 0);
            self.memory.put(place, arg.as_bytes());
            let entry = Value { lo: table.lo + size * i as u64, hi: table.hi };
            let place = self.memory.access(entry, size, 1)?;
            self.memory.write_pointer(place, text, UNTAGGED);
        }
        let last = Value { lo: table.lo + size * all.len() as u64, hi: table.hi };
        let place = self.memory.access(last, size, 1)?;
        self.memory.write(place, size as usize, 0, 0, UNTAGGED);
        Ok(vec![Value::int(all.len() as i128), table])
    }

    /// The code of a function, made when it is first needed.
    pub(super) fn code(&mut self, function: FunctionId) -> u32 {
        if let Some(&index) = self.cache.code_of.get(&function) {
            return index;
        }
        let index = self.cache.codes.len() as u32;
        let entity = self.p.decls[self.p.functions[function].decl].entity;
        let promises = self.linked.promises.get(&entity).cloned().unwrap_or_default();
        let how = (self.cache.evaluation, self.wants());
        let (p, scratch) = (&self.p, &mut self.cache.scratch);
        let (code, kept) = match self.live.writing {
            false => lower::function(p, function, promises, how, scratch),
            true => lower::live_function(p, function, promises, self.cache.evaluation, scratch),
        };
        if self.live.writing || kept.has_parts() {
            self.cache.kept.resize_with(index as usize, || None);
            self.cache.kept.push(Some(kept));
        }
        self.cache.codes.push(Rc::new(code));
        self.cache.code_of.insert(function, index);
        index
    }

    pub(super) fn call_site(
        &mut self,
        caller: &Code,
        site: Index,
        base: usize,
    ) -> Result<Next, Stop> {
        let site = &caller.sites[site as usize];
        if let Some(Known { code, plain: Some(registers), .. }) = self.known_callee(site, base) {
            let args = &caller.args[site.args.clone()];
            return self.call_plain(code, registers as usize, args, site.dst, base);
        }
        let mut args = std::mem::take(&mut self.control.args);
        args.clear();
        let given = &caller.args[site.args.clone()];
        args.extend(given.iter().map(|&(reg, ty)| (self.get(base, reg), ty)));
        let result = self.call_with(site, base, &mut args);
        self.control.args = args;
        result
    }

    /// What was called from here before, if it is called again.
    #[inline]
    fn known_callee(&self, site: &Site, base: usize) -> Option<Known> {
        let known = site.code.get()?;
        match (site.callee, known.through) {
            (Callee::Pointer(reg), Some(pointer)) if self.get(base, reg) != pointer => None,
            _ => Some(known),
        }
    }

    /// Apart from calls that are made again, which are most.
    #[inline(never)]
    fn call_with(
        &mut self,
        site: &Site,
        base: usize,
        args: &mut [(Value, TypeId)],
    ) -> Result<Next, Stop> {
        if let Some(Known { code: index, .. }) = self.known_callee(site, base) {
            let code = Rc::clone(&self.cache.codes[index as usize]);
            self.check_nonnull(&code, args)?;
            self.push_frame(index, &code, args, site.dst)?;
            self.give_lengths(&code, site, base);
            return Ok(Next::Switched);
        }
        let callee = match site.callee {
            Callee::Direct(decl) => decl,
            Callee::Pointer(reg) => self.pointed_function(self.get(base, reg))?,
        };
        let callee = self.linked.links.get(&callee).copied().unwrap_or(callee);
        let Some(&function) = self.linked.functions.get(&callee) else {
            self.control.in_library += 1;
            let windows = match site.inner.is_empty() {
                true => Vec::new(),
                false => self.windows_of(site, args),
            };
            let outer = std::mem::replace(&mut self.rules.windows, windows);
            let result = library::call(self, callee, site.ty, args);
            self.rules.windows = outer;
            self.control.in_library -= 1;
            self.budget.steps += self.budget.steps_in_library.take();
            let result = result?;
            if self.history.is_some() {
                self.see_lives_now()?;
            }
            self.set(base, site.dst, result);
            return Ok(Next::Go);
        };
        if let Callee::Pointer(_) = site.callee {
            self.check_function_type(callee, site.ty)?;
        }
        self.check_reserved(callee)?;
        let index = self.code(function);
        let code = Rc::clone(&self.cache.codes[index as usize]);
        self.check_nonnull(&code, args)?;
        let checked = self.check_arguments(&code, callee, site.ty, args)?;
        let outer = match (code.outer, site.callee) {
            (None, _) => None,
            (Some(outer), Callee::Direct(_)) => Some(self.enclosing(outer)?),
            (Some(_), Callee::Pointer(reg)) => Some(self.frame_of_pointer(self.get(base, reg))?),
        };
        // Functions have their addresses as long as the program runs, unless it is
        // taken back.
        let (again, through) = match site.callee {
            Callee::Direct(_) => (true, None),
            Callee::Pointer(reg) => (!self.logging(), Some(self.get(base, reg))),
        };
        if let (true, None, false) = (again, outer, checked) {
            let plain = !self.live.writing && is_plain(&code, args);
            let plain = plain.then_some(code.registers as u32);
            site.code.set(Some(Known { code: index, through, plain }));
        }
        self.push_frame(index, &code, args, site.dst)?;
        self.give_lengths(&code, site, base);
        self.frame_mut().outer = outer.map(|frame| frame as u32);
        Ok(Next::Switched)
    }

    /// Tells a function that was called the lengths in the types of its
    /// arguments, as far as the caller knows them.
    fn give_lengths(&mut self, code: &Code, site: &Site, caller: usize) {
        let base = self.frame().base;
        for wanted in &code.given {
            let same = |l: &&Length| (l.argument, l.level) == (wanted.argument, wanted.level);
            if let Some(length) = site.lengths.iter().find(same) {
                let value = self.get(caller, length.value);
                self.set(base, wanted.value, value);
            }
        }
    }

    /// 7.1.3p2: compilers expand calls of these by themselves, whatever the
    /// program defines.
    fn check_reserved(&self, callee: DeclId) -> Result<(), Stop> {
        const EXPANDED: &[&str] = &["abs", "labs", "llabs", "imaxabs"];
        let decl = &self.p.decls[callee];
        let name = self.p.name(decl.name);
        match EXPANDED.contains(&name) && decl.linkage == Linkage::External {
            true => Err(Stop::unsupported(format!("a definition of the library's '{name}'"))),
            false => Ok(()),
        }
    }

    /// Calls a function of the program from the library.
    pub(crate) fn call_back(
        &mut self,
        function: Value,
        seen: TypeId,
        args: &[(Value, TypeId)],
    ) -> Result<Value, Stop> {
        let callee = self.pointed_function(function)?;
        let callee = self.linked.links.get(&callee).copied().unwrap_or(callee);
        let Some(&id) = self.linked.functions.get(&callee) else {
            return library::call(self, callee, seen, args);
        };
        if self.logging() {
            return Err(Stop::unsupported("a callback while the program is written"));
        }
        self.check_function_type(callee, seen)?;
        let index = self.code(id);
        let code = Rc::clone(&self.cache.codes[index as usize]);
        if code.outer.is_some() {
            return Err(Stop::unsupported("a nested function as a callback"));
        }
        let bottom = self.control.frames.len();
        let caller = self.told_place();
        self.push_frame(index, &code, args, 0)?;
        let value = self.execute_above(bottom).map_err(|(stop, origin)| {
            // The caller's place is that of the library function.
            self.control.inner.get_or_insert(origin);
            stop
        })?;
        self.tell_place(caller)?;
        match value == Value::INDETERMINATE {
            true => Err(Stop::undefined(Undefined::MissingReturn, Finding::NoResult)),
            false => Ok(value),
        }
    }

    fn pointed_function(&self, pointer: Value) -> Result<DeclId, Stop> {
        if pointer.provenance() == Provenance::NONE && pointer.lo == 0 {
            return Err(Stop::undefined(Undefined::NullAccess, Finding::NullCalled));
        }
        self.check_alive(pointer)?;
        self.linked.code_addresses.get(&pointer.lo).copied().ok_or_else(|| {
            let facts = Facts::new(Finding::NoFunction).about(pointer.provenance(), 0..0);
            Stop::undefined(Undefined::FunctionType, facts)
        })
    }

    /// 6.5.2.2p9
    fn check_function_type(&self, callee: DeclId, seen: TypeId) -> Result<(), Stop> {
        let is = self.p.decls[callee].ty;
        if self.p.types.compatible(is, seen) {
            return Ok(());
        }
        let print = elenchus_lang::printer::print_type;
        let facts = Facts::new(Finding::FunctionType).text("declared", print(&self.p, is));
        let facts = facts.text("called", print(&self.p, seen));
        let facts = facts.declared(&self.p, "object", callee);
        Err(Stop::undefined(Undefined::FunctionType, facts))
    }

    /// 6.5.2.2p6: without a prototype, number and types must fit. Whether
    /// there was something to check.
    fn check_arguments(
        &self,
        code: &Code,
        callee: DeclId,
        seen: TypeId,
        args: &[(Value, TypeId)],
    ) -> Result<bool, Stop> {
        let Some(FunctionType { prototyped, .. }) = self.p.types.as_function(seen) else {
            return Ok(true);
        };
        if prototyped && args.len() >= code.params.len() {
            return Ok(false);
        }
        let fits =
            args.len() == code.params.len() || (code.variadic && args.len() > code.params.len());
        if !fits {
            let facts = Facts::new(Finding::Count).number("given", args.len());
            let facts = facts.number("taken", code.params.len());
            return Err(Stop::undefined(Undefined::Arguments, facts));
        }
        for ((value, given), (_, taken)) in args.iter().zip(&code.params) {
            let promoted = self.promoted_param(callee, *taken);
            if !typed::alike(&self.p.types, *given, promoted)
                && !across::compatible(&self.p, *given, promoted)
                && !self.pointer_pair(*given, promoted)
            {
                let print = elenchus_lang::printer::print_type;
                let facts = Facts::new(Finding::ArgumentType).text("given", print(&self.p, *given));
                let facts = facts.text("taken", print(&self.p, promoted));
                return Err(Stop::undefined(Undefined::Arguments, facts));
            }
            self.check_sign(*value, *given, promoted, Undefined::Arguments)?;
        }
        Ok(true)
    }

    /// `void *` and pointers to characters stand for each other (6.5.2.2p6).
    pub(crate) fn pointer_pair(&self, a: TypeId, b: TypeId) -> bool {
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
        index: u32,
        code: &Code,
        args: &[(Value, TypeId)],
        dst: u16,
    ) -> Result<(), Stop> {
        let base = self.control.registers.len();
        let locals = self.control.locals.len();
        self.open_frame(index, dst)?;
        self.blank_registers(code.registers);
        if !code.locals.is_empty() {
            self.control.locals.resize(locals + code.locals.len(), Value::default());
        }
        let named = code.params.len().min(args.len());
        if args.len() > named {
            self.frame_mut().varargs = Some(args[named..].into());
        }
        let births = self.memory.births();
        self.enter_block(code, 0)?;
        self.keep_varargs()?;
        for (&(value, given), &(place, ty)) in args.iter().zip(&code.params) {
            self.pass(value, given, place, ty, base)?;
        }
        self.guard(code, births);
        Ok(())
    }

    /// The same for a function whose variables all lie in registers.
    #[inline]
    fn call_plain(
        &mut self,
        code: u32,
        registers: usize,
        args: &[(Reg, TypeId)],
        dst: Reg,
        caller: usize,
    ) -> Result<Next, Stop> {
        let base = self.control.registers.len();
        self.open_frame(code, dst)?;
        self.blank_registers(registers);
        for (slot, &(arg, _)) in args.iter().enumerate() {
            self.control.registers[base + slot] = self.get(caller, arg);
        }
        Ok(Next::Switched)
    }

    /// A new frame on top, for registers and objects that are made now.
    #[inline]
    fn open_frame(&mut self, code: u32, dst: u16) -> Result<(), Stop> {
        const CALL: usize = 64;
        let used =
            self.control.registers.len() * size_of::<Value>() + self.control.frames.len() * CALL;
        if used >= self.budget.limits.stack {
            return Err(Stop::Limit(Limit::Stack));
        }
        let (base, locals) = (self.control.registers.len(), self.control.locals.len());
        self.put_frame(code, base, locals, dst);
        Ok(())
    }

    /// A new frame on top, whose registers and objects begin there.
    #[inline(always)]
    pub(super) fn put_frame(&mut self, code: u32, base: usize, locals: usize, dst: Reg) {
        self.control.serial += 1;
        self.control.frames.push(Frame {
            code,
            pc: 0,
            base,
            locals,
            temporaries: self.control.temporaries.len(),
            kept: self.control.temporaries.len(),
            allocas: self.control.allocas.len(),
            order: self.rules.order.depth(),
            scope: 0,
            stack_mark: self.memory.stack_mark(),
            serial: self.control.serial,
            varargs: None,
            open_lists: 0,
            outer: None,
            dst,
            mark: None,
            began: 0,
            unit: None,
        });
    }

    /// More registers, without values.
    #[inline]
    pub(super) fn blank_registers(&mut self, count: usize) {
        const BLANK: [Value; 64] = [Value::INDETERMINATE; 64];
        const FEW: usize = 16;
        if count <= FEW {
            // A number that is known, less some, is faster than just some.
            let end = self.control.registers.len() + count;
            self.control.registers.extend_from_slice(&BLANK[..FEW]);
            self.control.registers.truncate(end);
            return;
        }
        // To copy is faster than to write each.
        match BLANK.get(..count) {
            Some(blank) => self.control.registers.extend_from_slice(blank),
            None => self
                .control
                .registers
                .resize(self.control.registers.len() + count, Value::INDETERMINATE),
        }
    }

    /// Structs among the variable arguments are copied now, as others are.
    fn keep_varargs(&mut self) -> Result<(), Stop> {
        let Some(mut varargs) = self.frame_mut().varargs.take() else { return Ok(()) };
        for (value, ty) in &mut varargs {
            if !typed::is_composite(&self.p.types, *ty) {
                continue;
            }
            let access = self.whole_access(*ty)?;
            let copy = self.make_temporary(&access)?;
            self.control.allocas.push(copy);
            let base = self.frame().base;
            self.copy(base, copy, *value, &access)?;
            *value = copy;
        }
        self.frame_mut().varargs = Some(varargs);
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
        let value = if given == ty { value } else { self.narrowed(value, given, ty) };
        match place {
            ParamPlace::Slot(slot) => {
                self.set(base, slot, value);
                Ok(())
            }
            ParamPlace::Local(local) => {
                let pointer = self.control.locals[self.frame().locals + local as usize];
                let access = self.whole_access(ty)?;
                match access.form {
                    Form::Aggregate => self.copy(base, pointer, value, &access),
                    _ => {
                        self.store(base, pointer, value, &access)?;
                        if self.p.types.quals(ty).has(Quals::RESTRICT) {
                            self.assign_restricted(pointer, value)?;
                        }
                        Ok(())
                    }
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
            TypeKind::Record(_)
            | TypeKind::Array { .. }
            | TypeKind::Complex(_)
            | TypeKind::Vector { .. } => Form::Aggregate,
            _ => match types.int_kind(ty) {
                Some(kind) => Form::Int(self.p.target.int_type(kind)),
                None => return Err(Stop::unsupported("a value of this type")),
            },
        };
        let size = layout::size_of(types, &self.p.target, ty).unwrap_or(0) as u32;
        let align = layout::align_of(types, &self.p.target, ty).max(1);
        let told = self.wants().tells(ty, form);
        Ok(Access {
            initialises: true,
            anything: typed::may_touch_anything(types, ty),
            told,
            quick: !told && form.is_plain_number(size) && !ty.is_volatile(),
            ..Access::new(ty, types.value_type(ty), size, align, form)
        })
    }

    pub(super) fn return_from(
        &mut self,
        code: &Code,
        value: Value,
        bottom: usize,
    ) -> Result<Next, Done> {
        if code.returns_record {
            return self.return_record(code, value, bottom);
        }
        match self.return_value(value, bottom) {
            Some(value) => Err(Done::Returned(value)),
            None => Ok(Next::Switched),
        }
    }

    /// Ends a call, and hands a value that is not in memory to the caller; gives
    /// it back where that is not the program.
    #[inline(always)]
    pub(super) fn return_value(&mut self, value: Value, bottom: usize) -> Option<Value> {
        let dst = self.frame().dst;
        self.pop_frame();
        if self.control.frames.len() <= bottom {
            return Some(value);
        }
        if self.logging() {
            self.save_top_frame(usize::MAX);
        }
        let base = self.frame().base;
        self.set(base, dst, value);
        None
    }

    /// A value in memory goes where the caller has made room for it.
    fn return_record(&mut self, code: &Code, value: Value, bottom: usize) -> Result<Next, Done> {
        let dst = self.frame().dst;
        let Some(caller) = self.control.frames.len().checked_sub(2) else {
            self.pop_frame();
            return Err(Done::Returned(value));
        };
        let base = self.control.frames[caller].base;
        self.end_guard();
        let room = self.get(base, dst);
        match value == Value::INDETERMINATE {
            // Undefined only if the caller uses the value (6.9.1p12).
            true => self.set(base, dst, value),
            false => {
                let access = self.whole_access(code.result.unwrap_or(TypeId::VOID))?;
                self.copy(base, room, value, &access)?;
            }
        }
        self.pop_frame();
        if self.control.frames.len() <= bottom {
            return Err(Done::Returned(room));
        }
        if self.logging() {
            self.save_top_frame(usize::MAX);
        }
        Ok(Next::Switched)
    }

    /// More registers and places for objects, if there are not so many yet.
    #[inline]
    pub(crate) fn make_room(&mut self, registers: usize, locals: usize) {
        if self.control.registers.len() < registers || self.control.locals.len() < locals {
            self.make_more_room(registers, locals);
        }
    }

    #[inline(never)]
    fn make_more_room(&mut self, registers: usize, locals: usize) {
        if self.control.registers.len() < registers {
            self.control.registers.resize(registers, Value::INDETERMINATE);
        }
        if self.control.locals.len() < locals {
            self.control.locals.resize(locals, Value::default());
        }
    }

    #[inline(always)]
    pub(crate) fn pop_frame(&mut self) {
        let Some(frame) = self.control.frames.last() else { return };
        let Frame { base, locals, temporaries, allocas, order, stack_mark, serial, unit, .. } =
            *frame;
        self.control.frames.truncate(self.control.frames.len() - 1);
        if let Some(unit) = unit {
            self.live.executed.insert(unit);
        }
        end_from(&mut self.memory, &mut self.control.locals, locals);
        end_from(&mut self.memory, &mut self.control.temporaries, temporaries);
        end_from(&mut self.memory, &mut self.control.allocas, allocas);
        if self.control.trampolines.len() | self.rules.guards.len() | self.rules.order.operators()
            != 0
        {
            self.end_frame(serial, order);
        }
        self.control.registers.truncate(base);
        self.memory.release_stack(stack_mark);
    }

    /// What few calls leave behind.
    #[cold]
    fn end_frame(&mut self, serial: u64, order: Depth) {
        if !self.control.trampolines.is_empty() {
            self.end_trampolines(serial);
        }
        if self.rules.guards.last().is_some_and(|guard| guard.depth > self.control.frames.len()) {
            self.rules.guards.pop();
        }
        self.rules.order.abandon(order);
    }

    pub(super) fn end_temporaries(&mut self) {
        let start = self.frame().kept;
        end_from(&mut self.memory, &mut self.control.temporaries, start);
    }
}

/// Ends the objects from one on; where there is none, nothing ends.
#[inline(always)]
fn end_from(memory: &mut Memory, pointers: &mut Vec<Value>, start: usize) {
    if pointers.len() > start {
        end_all_from(memory, pointers, start);
    }
}

#[inline(never)]
fn end_all_from(memory: &mut Memory, pointers: &mut Vec<Value>, start: usize) {
    for &pointer in &pointers[start..] {
        memory.end(pointer, false);
    }
    pointers.truncate(start);
}

/// Whether a call needs nothing but registers for its arguments.
fn is_plain(code: &Code, args: &[(Value, TypeId)]) -> bool {
    let Promises { pure, all_nonnull, nonnull, .. } = &code.promises;
    let fits = |(i, (&(_, given), &(place, taken)))| {
        given == taken && matches!(place, ParamPlace::Slot(slot) if usize::from(slot) == i)
    };
    code.locals.is_empty()
        && code.given.is_empty()
        && !code.variadic
        && !pure
        && !all_nonnull
        && nonnull.is_empty()
        && args.len() == code.params.len()
        && args.iter().zip(&code.params).enumerate().all(fits)
}
