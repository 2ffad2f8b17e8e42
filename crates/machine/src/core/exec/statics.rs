//! Objects that live as long as the program.

use std::rc::Rc;

use elenchus_lang::layout;
use elenchus_lang::tree::{
    Decl, DeclId, DeclKind, ExprId, ExprKind, InitId, Linkage, LiteralStorage, Program, Storage,
};
use elenchus_lang::types::{TypeId, TypeKind};
use rustc_hash::FxHashMap;

use super::access::number;
use crate::Machine;
use crate::code::{Access, Code, Index, Origin, StaticRef};
use crate::core::lower::{self, Image, Initial};
use crate::live::snapshot::Change;
use crate::memory::{Kind, Plan, UNTAGGED};
use crate::stop::Stop;
use crate::value::Value;

/// Where static things lie that have been made.
#[derive(Default)]
pub(crate) struct Statics {
    /// Objects and functions, by the number of their declaration; zero is none.
    declared: Vec<Value>,
    others: FxHashMap<StaticRef, Value>,
}

impl Statics {
    /// Room for so many declarations.
    fn reserve(&mut self, count: usize) {
        self.declared.reserve(count);
    }

    #[inline]
    pub(crate) fn get(&self, item: StaticRef) -> Option<Value> {
        match item {
            StaticRef::Decl(decl) => {
                self.declared.get(decl.index()).copied().filter(|value| value.hi != 0)
            }
            _ => self.others.get(&item).copied(),
        }
    }

    fn insert(&mut self, item: StaticRef, value: Value) {
        let StaticRef::Decl(decl) = item else {
            self.others.insert(item, value);
            return;
        };
        if self.declared.len() <= decl.index() {
            self.declared.resize(decl.index() + 1, Value::default());
        }
        self.declared[decl.index()] = value;
    }

    pub(crate) fn remove(&mut self, item: StaticRef) -> Option<Value> {
        match item {
            StaticRef::Decl(decl) => {
                let value = std::mem::take(self.declared.get_mut(decl.index())?);
                (value.hi != 0).then_some(value)
            }
            _ => self.others.remove(&item),
        }
    }
}

impl Machine {
    /// Makes every static object and gives it its initial value.
    pub(crate) fn make_statics(&mut self) -> Result<(), (Stop, Origin)> {
        let p = Rc::clone(&self.p);
        let mut pending = Vec::new();
        self.linked.statics.reserve(p.decls.len());
        for (id, decl) in p.decls.iter() {
            if !is_static_object(decl) {
                continue;
            }
            let entity = self.canonical(decl.entity);
            if decl.storage.has(Storage::EXTERN) && decl.init.is_none() {
                continue;
            }
            self.make_object(entity, decl).map_err(|stop| (stop, Origin::Decl(id)))?;
            if let Some(init) = decl.init {
                pending.push((id, init));
            }
        }
        let mut pending = pending.into_iter();
        self.initialize(&p, &mut pending)
    }

    /// Gives static objects their values, one after another.
    fn initialize(
        &mut self,
        p: &Program,
        pending: &mut impl Iterator<Item = (DeclId, InitId)>,
    ) -> Result<(), (Stop, Origin)> {
        while let Some(initial) = lower::static_initializers(p, pending, &mut self.cache.scratch) {
            let Initial { images, code } = initial;
            for Image { decl, start, size } in images {
                let object = StaticRef::Decl(p.decls[decl].entity);
                let bytes = &code.data[start..start + size];
                self.static_address(object)
                    .and_then(|pointer| self.put_numbers(pointer, bytes))
                    .map_err(|stop| (stop, Origin::Decl(decl)))?;
            }
            self.run_code(code)?;
        }
        Ok(())
    }

    /// An object of the file that was declared after the program started.
    pub(crate) fn make_static(&mut self, id: DeclId) -> Result<(), Stop> {
        let p = Rc::clone(&self.p);
        let decl = &p.decls[id];
        self.make_object(decl.entity, decl)?;
        if let Some(init) = decl.init {
            let mut one = std::iter::once((id, init));
            self.initialize(&p, &mut one).map_err(|(stop, _)| stop)?;
        }
        Ok(())
    }

    pub(crate) fn canonical(&self, entity: DeclId) -> DeclId {
        self.linked.links.get(&entity).copied().unwrap_or(entity)
    }

    fn make_object(&mut self, entity: DeclId, decl: &Decl) -> Result<(), Stop> {
        let key = StaticRef::Decl(entity);
        let mut ty = decl.ty;
        // A tentative array without length has one element (6.9.2p5).
        let size = match layout::size_of(&self.p.types, &self.p.target, ty) {
            Some(size) => size + self.flexible_bytes(decl, size),
            None => match self.p.types.kind(ty) {
                TypeKind::Array { element, .. } => {
                    layout::size_of(&self.p.types, &self.p.target, element).unwrap_or(0)
                }
                _ => return Ok(()),
            },
        };
        if let Some(old) = self.linked.statics.get(key) {
            // A later declaration may know more of the type.
            let known = self.memory.object_of(old.provenance()).map_or(0, |(_, o)| o.plan.size);
            if known >= size {
                return Ok(());
            }
            self.memory.end(old, false);
        }
        if self.p.types.is_error(ty) {
            ty = TypeId::INT;
        }
        let align = layout::align_of(&self.p.types, &self.p.target, ty).max(decl.align).max(1);
        let mut plan = self.plan(Kind::Static, ty, size, align.into());
        plan.decl = Some(entity);
        let pointer = self.memory.allocate_zeroed(plan)?;
        self.linked.statics.insert(key, pointer);
        Ok(())
    }

    /// How far an initialised flexible array reaches beyond its struct (GNU).
    fn flexible_bytes(&self, decl: &Decl, base: u64) -> u64 {
        use elenchus_lang::tree::InitKind;
        let Some(init) = decl.init else { return 0 };
        let InitKind::List(items) = self.p.inits[init].kind else { return 0 };
        if self.p.types.as_record(decl.ty).is_none() {
            return 0;
        }
        let end = self.p.init_items[items].iter().map(|item| {
            let ty = self.p.inits[item.init].ty;
            let size = layout::size_of(&self.p.types, &self.p.target, ty).unwrap_or(0);
            item.offset + size
        });
        end.max().unwrap_or(0).saturating_sub(base)
    }

    /// Runs a piece of code by itself.
    fn run_code(&mut self, code: Code) -> Result<(), (Stop, Origin)> {
        let index = self.cache.codes.len();
        let code = Rc::new(code);
        self.cache.codes.push(Rc::clone(&code));
        let (base, locals) = (self.control.registers.len(), self.control.locals.len());
        self.make_room(base + code.registers, locals + code.locals.len());
        let bottom = self.control.frames.len();
        self.put_frame(index as u32, base, locals, 0);
        let result = self.execute_above(bottom).map(|_| ());
        self.cache.codes.pop();
        result
    }

    /// The address of something static that code names; it is remembered there.
    #[inline(always)]
    pub(super) fn static_of(&mut self, code: &Code, index: Index) -> Result<Value, Stop> {
        match code.statics[index as usize].1.get() {
            Some(value) => Ok(value),
            None => self.find_static(code, index),
        }
    }

    #[cold]
    pub(super) fn find_static(&mut self, code: &Code, index: Index) -> Result<Value, Stop> {
        let (item, known) = &code.statics[index as usize];
        let value = self.static_address(*item)?;
        // What was made later may be undone.
        let lasts = value.provenance().index().is_some_and(|index| index < self.linked.lasting);
        if lasts || !self.logging() {
            known.set(Some(value));
        }
        Ok(value)
    }

    /// A static number so far in its object, as `load_static` once found it.
    #[inline(always)]
    pub(super) fn load_number(&self, bytes: u32, access: &Access) -> Option<Value> {
        let object = access.memo.object.get()? as usize;
        match self.is_alert() {
            true => None,
            false => self
                .memory
                .read_part(object, bytes as usize, access.size as usize)
                .and_then(|bits| number(access, bits)),
        }
    }

    /// The same for a store: false where more has to be done.
    #[inline(always)]
    pub(super) fn store_number(&mut self, value: Value, bytes: u32, access: &Access) -> bool {
        match access.memo.object.get() {
            Some(object) if value.hi == 0 && !self.is_alert() => {
                let (object, size) = (object as usize, access.size as usize);
                self.memory.write_part(object, bytes as usize, size, value.lo)
            }
            _ => false,
        }
    }

    #[inline(never)]
    pub(super) fn load_static(
        &mut self,
        base: usize,
        code: &Code,
        index: Index,
        bytes: u32,
        access: &Access,
    ) -> Result<Value, Stop> {
        let variable = self.static_of(code, index)?;
        let lo = variable.lo.wrapping_add(bytes.into());
        let value = match self.load_quick(base, Value { lo, ..variable }, access) {
            Some(value) => value,
            None => self.load_part(base, variable, bytes, access)?,
        };
        self.note_object(variable, access);
        Ok(value)
    }

    #[inline(never)]
    pub(super) fn store_static(
        &mut self,
        base: usize,
        variable: Value,
        bytes: u32,
        value: Value,
        access: &Access,
    ) -> Result<(), Stop> {
        let part = self.part_of(variable, bytes)?;
        self.store(base, part, value, access)?;
        self.note_object(variable, access);
        Ok(())
    }

    /// What is static lives on: where nothing was wrong with an access to a part of
    /// it that a variable's name tells, nothing will be.
    fn note_object(&self, variable: Value, access: &Access) {
        let Some(index) = variable.provenance().index() else { return };
        let plan = &self.memory.objects[index].plan;
        // What was made later may be undone.
        let lasts = index < self.linked.lasting || !self.logging();
        let is_typed = plan.ty.is_some() && !plan.tracks && !plan.read_only;
        if access.quick && plan.kind == Kind::Static && is_typed && lasts {
            access.memo.object.set(Some(index as u32));
        }
    }

    /// The address of something static, made when first asked for if it is a
    /// function, a literal, or a name that only the library defines.
    pub(crate) fn static_address(&mut self, item: StaticRef) -> Result<Value, Stop> {
        let item = match item {
            StaticRef::Decl(decl) => StaticRef::Decl(self.canonical(decl)),
            other => other,
        };
        if let Some(value) = self.linked.statics.get(item) {
            return Ok(value);
        }
        let noted = self.begin_making();
        let value = self.make_item(item)?;
        self.end_making(noted);
        Ok(value)
    }

    fn make_item(&mut self, item: StaticRef) -> Result<Value, Stop> {
        let value = match item {
            StaticRef::Decl(decl) => self.lazy_decl(decl)?,
            StaticRef::FunctionName(string, ty) => {
                let size = layout::size_of(&self.p.types, &self.p.target, ty).unwrap_or(1);
                let mut plan = self.plan(Kind::Static, ty, size, 1);
                plan.read_only = true;
                let value = self.memory.allocate(plan)?;
                self.fill_string(value, string, size)?;
                value
            }
            StaticRef::String(string, ty) => {
                let size = layout::size_of(&self.p.types, &self.p.target, ty).unwrap_or(1);
                let mut plan = self.plan(Kind::Literal, ty, size, 4);
                plan.read_only = true;
                let value = self.memory.allocate(plan)?;
                self.fill_string(value, string, size)?;
                value
            }
            StaticRef::Literal(expr) => return self.static_literal(expr),
        };
        self.add_static(item, value);
        Ok(value)
    }

    fn add_static(&mut self, item: StaticRef, value: Value) {
        self.linked.statics.insert(item, value);
        if self.logging() {
            self.undo.changes.push(Change::Static(item));
        }
    }

    fn static_literal(&mut self, expr: ExprId) -> Result<Value, Stop> {
        let node = self.p.exprs[expr];
        debug_assert!(matches!(node.kind, ExprKind::CompoundLiteral(_, _, LiteralStorage::Static)));
        let size = layout::size_of(&self.p.types, &self.p.target, node.ty).unwrap_or(0);
        let align = layout::align_of(&self.p.types, &self.p.target, node.ty).max(1);
        let plan = self.plan(Kind::Static, node.ty, size, align.into());
        let value = self.memory.allocate_zeroed(plan)?;
        self.add_static(StaticRef::Literal(expr), value);
        let code = lower::static_literal(&self.p, expr, &mut self.cache.scratch);
        self.run_code(code).map_err(|(stop, _)| stop)?;
        Ok(value)
    }

    fn lazy_decl(&mut self, decl: DeclId) -> Result<Value, Stop> {
        let found = self.p.decls[decl];
        if matches!(found.kind, DeclKind::Function | DeclKind::Builtin) {
            let mut plan = self.plan(Kind::Function, found.ty, 1, 16);
            plan.decl = Some(decl);
            let value = self.memory.allocate(plan)?;
            self.linked.code_addresses.insert(value.lo, decl);
            return Ok(value);
        }
        let name = self.p.name(found.name).to_owned();
        if let Some(stream) = ["stdin", "stdout", "stderr"].iter().position(|s| *s == name) {
            return self.stream_object(decl, stream as u8);
        }
        Err(Stop::unsupported(format!("the external object '{name}'")))
    }

    /// A variable that holds a pointer to one of the standard streams.
    fn stream_object(&mut self, decl: DeclId, stream: u8) -> Result<Value, Stop> {
        let size = u64::from(self.p.target.pointer.size);
        let file = self.memory.allocate(Plan::untyped(Kind::Static, 1, 1))?;
        self.streams.files.insert(file.lo, stream);
        let plan = self.plan(Kind::Static, self.p.decls[decl].ty, size, size);
        let value = self.memory.allocate(plan)?;
        let place = self.memory.access(value, size, 1)?;
        self.memory.write_pointer(place, file, UNTAGGED);
        Ok(value)
    }
}

fn is_static_object(decl: &Decl) -> bool {
    decl.kind == DeclKind::Variable
        && (decl.linkage != Linkage::None || decl.storage.has(Storage::STATIC))
}
