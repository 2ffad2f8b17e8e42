//! What an observer can see: the state of the run as it is.

use elenchus_lang::layout;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{DeclId, DeclKind, Program, ScopeId, ScopeKind};
use elenchus_lang::types::{ArrayLength, FieldId, TypeId, TypeKind};
use rustc_hash::FxHashSet;

use super::ObjectId;
use super::value::Held;
use crate::Machine;
use crate::code::{Index, NO_NAME, Origin, StaticRef};
use crate::memory::{Bits, Place};
use crate::value::Value;

/// A run at one point. Nothing can be changed by looking.
pub struct View<'m> {
    pub(super) machine: &'m Machine,
    /// What made the access that is told, or what is about to be executed.
    pub(super) at: Origin,
}

/// An object or a part of one, with the type that it is looked at with. It means
/// something while the object lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    pub object: ObjectId,
    pub offset: u64,
    pub ty: TypeId,
    /// Of a bit-field: from which bit of the byte on, and how many bits.
    field: Option<Bits>,
    /// Its place in the table of objects.
    index: usize,
}

/// A variable that is in scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    pub decl: DeclId,
    /// A name of an inner scope hides it.
    pub hidden: bool,
    /// Nothing where it does not lie in memory: it is an array of variable length
    /// before its declaration, or nobody wanted to see variables.
    pub part: Option<Part>,
}

/// A call that has not returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// The entity of the function's declaration.
    pub function: Option<DeclId>,
    /// Where it stands: all but the innermost at a call.
    pub at: Origin,
}

impl<'m> View<'m> {
    pub fn program(&self) -> &'m Program {
        &self.machine.p
    }

    /// How many statements were begun so far, as the outcome counts them.
    pub fn steps(&self) -> u64 {
        self.machine.steps()
    }

    /// How many bytes were printed so far.
    pub fn printed(&self) -> usize {
        self.machine.streams.output.len()
    }

    /// How many calls have not returned: 1 in `main`.
    pub fn depth(&self) -> usize {
        self.machine.control.frames.len()
    }

    /// The entity of the function that runs.
    pub fn function(&self) -> Option<DeclId> {
        self.machine.code_of_frame(self.depth().checked_sub(1)?)?.decl
    }

    /// The calls that have not returned, the innermost first.
    pub fn calls(&self) -> Vec<Call> {
        let call = |depth: usize| {
            let (frame, code) =
                (&self.machine.control.frames[depth], self.machine.code_of_frame(depth));
            let standing = (frame.pc as usize).checked_sub(1);
            let standing = code.zip(standing).and_then(|(code, pc)| code.origins.get(pc).copied());
            let innermost = depth + 1 == self.depth();
            let at = if innermost { self.at } else { standing.unwrap_or(Origin::None) };
            Call { function: code.and_then(|code| code.decl), at }
        };
        (0..self.depth()).rev().map(call).collect()
    }

    /// The variables in scope where the innermost call began its present full
    /// expression: those of the function, of the functions that it is nested in, and
    /// of the file, the innermost scope first.
    pub fn variables(&self) -> Vec<Variable> {
        let mut names = Names::default();
        let mut next = self.depth().checked_sub(1);
        let mut from = next.map(|depth| self.newest_name(depth));
        while let (Some(depth), Some(first)) = (next, from) {
            self.add_names(&mut names, depth, first);
            let Some(code) = self.machine.code_of_frame(depth) else { break };
            let function = code.decl;
            next = self.machine.control.frames[depth].outer.map(|outer| outer as usize);
            let enclosing = next.and_then(|outer| self.machine.code_of_frame(outer));
            from = enclosing
                .zip(function)
                .and_then(|(code, function)| code.observed.nested.get(&function).copied());
        }
        self.add_file_scope(&mut names);
        names.variables
    }

    /// A variable that is in scope, by its declaration.
    pub fn variable(&self, decl: DeclId) -> Option<Part> {
        let entity = self.program().decls[decl].entity;
        let is_it = |v: &Variable| self.program().decls[v.decl].entity == entity;
        self.variables().into_iter().find(is_it)?.part
    }

    /// A variable of the function that runs, or one that lives as long as the program,
    /// by its declaration: quicker than [`View::variable`], and whoever asks knows that
    /// it is in scope.
    pub fn known_variable(&self, decl: DeclId) -> Option<Part> {
        let entity = self.program().decls[decl].entity;
        let pointer = match self.static_variable(decl) {
            Some(pointer) => pointer,
            None => self.local_variable(entity)?,
        };
        self.whole(decl, pointer)
    }

    fn local_variable(&self, entity: DeclId) -> Option<Value> {
        let depth = self.depth().checked_sub(1)?;
        let frame = &self.machine.control.frames[depth];
        let code = self.machine.code_of_frame(depth)?;
        let mut next = self.newest_name(depth);
        while let Some(name) = code.observed.names.get(next as usize) {
            if self.program().decls[name.decl].entity == entity {
                let local = frame.locals + usize::from(name.local?);
                return self.machine.control.locals.get(local).copied();
            }
            next = name.before;
        }
        None
    }

    /// All of the object that a pointer leads to, as a variable.
    fn whole(&self, decl: DeclId, pointer: Value) -> Option<Part> {
        let (index, object) = self.machine.memory.object_of(pointer.provenance())?;
        let ty = self.program().decls[decl].ty;
        Some(Part { object: ObjectId(object.birth), offset: 0, ty, field: None, index })
    }

    /// The name that was declared last in a call, where it stands.
    fn newest_name(&self, depth: usize) -> Index {
        let frame = &self.machine.control.frames[depth];
        let Some(code) = self.machine.code_of_frame(depth) else { return NO_NAME };
        let observing = self.machine.observing.as_ref();
        let point = observing.and_then(|observing| observing.point(depth, frame.serial));
        let point = point.and_then(|point| code.observed.points.get(point as usize));
        point.map_or(code.observed.parameters, |point| point.names)
    }

    fn add_names(&self, names: &mut Names, depth: usize, first: Index) {
        let frame = &self.machine.control.frames[depth];
        let Some(code) = self.machine.code_of_frame(depth) else { return };
        let mut next = first;
        while let Some(name) = code.observed.names.get(next as usize) {
            let value = match name.local {
                Some(local) => {
                    self.machine.control.locals.get(frame.locals + usize::from(local)).copied()
                }
                None => self.static_variable(name.decl),
            };
            names.add(self, name.decl, value);
            next = name.before;
        }
    }

    /// What was declared in the file before the function that runs.
    fn add_file_scope(&self, names: &mut Names) {
        let p = self.program();
        let function = self.function().and_then(|decl| self.machine.linked.functions.get(&decl));
        let Some(function) = function.map(|&id| &p.functions[id]) else { return };
        let Some(file) = self.file_of(function.scope) else { return };
        let decls = &p.decl_lists[p.scopes[file].decls];
        let outermost = match function.outer {
            Some(_) => self.outermost(),
            None => Some(function.decl),
        };
        let known = decls.iter().position(|&decl| Some(decl) == outermost).unwrap_or(decls.len());
        for &decl in decls[..known].iter().rev() {
            names.add(self, decl, self.static_variable(decl));
        }
    }

    /// The definition of the function of the file that the one that runs is nested in.
    fn outermost(&self) -> Option<DeclId> {
        let mut depth = self.depth().checked_sub(1)?;
        while let Some(outer) = self.machine.control.frames[depth].outer {
            depth = outer as usize;
        }
        let decl = self.machine.code_of_frame(depth)?.decl?;
        let function = self.machine.linked.functions.get(&decl)?;
        Some(self.program().functions[*function].decl)
    }

    fn file_of(&self, scope: ScopeId) -> Option<ScopeId> {
        let p = self.program();
        let mut scope = scope;
        while p.scopes[scope].kind != ScopeKind::File {
            scope = p.scopes[scope].parent?;
        }
        Some(scope)
    }

    fn static_variable(&self, decl: DeclId) -> Option<Value> {
        let entity = self.machine.canonical(self.program().decls[decl].entity);
        self.machine.linked.statics.get(StaticRef::Decl(entity))
    }

    // ---- parts and their values ----

    /// So far in a live object, as an object of a type.
    pub fn at(&self, object: ObjectId, offset: u64, ty: TypeId) -> Option<Part> {
        let known =
            self.machine.observing.as_ref().and_then(|observing| observing.index_of(object));
        let is_it = |index: &usize| self.machine.memory.born(*index, object.0).is_some();
        let index = known.filter(is_it).or_else(|| {
            let objects = &self.machine.memory.objects;
            objects.iter().position(|found| found.live && found.birth == object.0)
        })?;
        Some(Part { object, offset, ty, field: None, index })
    }

    /// A member of a struct or union.
    pub fn member(&self, whole: Part, field: FieldId) -> Option<Part> {
        let info = &self.program().types.fields[field];
        let start = whole.offset.checked_add(info.offset_bits / 8)?;
        let bits = info.width.map(|width| Bits { start: (info.offset_bits % 8) as u8, width });
        Some(Part { offset: start, ty: info.ty, field: bits, ..whole })
    }

    /// An element of an array or a vector; of a complex number the real part is the
    /// first.
    pub fn element(&self, array: Part, index: u64) -> Option<Part> {
        let element = match self.program().types.kind(array.ty) {
            TypeKind::Array { element, .. }
            | TypeKind::Vector { element, .. }
            | TypeKind::Complex(element) => element,
            _ => return None,
        };
        let known = self.length(array).filter(|&length| index < length);
        let bytes = self.size_of(element)?.checked_mul(known.map(|_| index)?)?;
        Some(Part { offset: array.offset.checked_add(bytes)?, ty: element, ..array })
    }

    /// How many elements it has. One without a length reaches to the end of its
    /// object.
    pub fn length(&self, array: Part) -> Option<u64> {
        let (element, length) = match self.program().types.kind(array.ty) {
            TypeKind::Array { element, length } => (element, length),
            TypeKind::Vector { count, .. } => return Some(count.into()),
            TypeKind::Complex(_) => return Some(2),
            _ => return None,
        };
        match length {
            ArrayLength::Fixed(length) => Some(length),
            ArrayLength::Variable(e) => self.variable_length(e),
            _ => {
                let object = self.machine.memory.born(array.index, array.object.0)?;
                let rest = object.plan.size.checked_sub(array.offset)?;
                rest.checked_div(self.size_of(element)?)
            }
        }
    }

    /// What a part holds.
    pub fn value(&self, part: Part) -> Held {
        let object = self.machine.memory.born(part.index, part.object.0);
        let (Some(object), Some(size)) = (object, self.size_of(part.ty)) else {
            return Held::Nothing;
        };
        let bytes = match part.field {
            Some(field) => u64::from(field.start + field.width).div_ceil(8),
            None => size,
        };
        let end = part.offset.checked_add(bytes);
        if end.is_none_or(|end| end > object.contents.bytes.len() as u64) {
            return Held::Nothing;
        }
        let place = Place { object: part.index, offset: part.offset as usize };
        self.machine.held_at(place, size as usize, part.ty, part.field)
    }

    /// All scalars in a part, in the order of memory, each with how it is reached. Of a
    /// union all members are told.
    pub fn scalars(&self, part: Part, each: &mut impl FnMut(&[Way], Part)) {
        self.scalars_in(part, &mut Vec::new(), each);
    }

    fn scalars_in(&self, part: Part, way: &mut Vec<Way>, each: &mut impl FnMut(&[Way], Part)) {
        let types = &self.program().types;
        if let Some(record) = types.as_record(part.ty) {
            for &field in types.fields(record) {
                let info = &types.fields[field];
                let is_unnamed_bits = info.width.is_some() && info.name.is_none();
                if let (Some(member), false) = (self.member(part, field), is_unnamed_bits) {
                    way.push(Way::Member(field));
                    self.scalars_in(member, way, each);
                    way.pop();
                }
            }
            return;
        }
        let Some(length) = self.length(part) else {
            if types.is_scalar(part.ty) {
                each(way, part);
            }
            return;
        };
        for index in 0..length {
            if let Some(element) = self.element(part, index) {
                way.push(Way::Element(index));
                self.scalars_in(element, way, each);
                way.pop();
            }
        }
    }

    /// The size of a live object.
    pub fn size(&self, object: ObjectId) -> Option<u64> {
        let part = self.at(object, 0, TypeId::VOID)?;
        Some(self.machine.memory.objects.get(part.index)?.contents.bytes.len() as u64)
    }

    /// Some bytes of a live object, as they are now.
    pub fn bytes(&self, object: ObjectId, offset: u64, size: u64) -> Option<Bytes<'m>> {
        let part = self.at(object, offset, TypeId::VOID)?;
        let contents = &self.machine.memory.objects.get(part.index)?.contents;
        let start = usize::try_from(offset).ok()?;
        let range = start..start.checked_add(usize::try_from(size).ok()?)?;
        Some(Bytes {
            bytes: contents.bytes.get(range.clone())?,
            known: contents.masks.get(range.clone()),
            open: contents.taints.get(range),
        })
    }

    /// The size of a type, also of one with lengths that were evaluated.
    fn size_of(&self, ty: TypeId) -> Option<u64> {
        let p = self.program();
        if let Some(size) = layout::size_of(&p.types, &p.target, ty) {
            return Some(size);
        }
        match p.types.kind(ty) {
            TypeKind::Array { element, length: ArrayLength::Variable(e) } => {
                self.size_of(element)?.checked_mul(self.variable_length(e)?)
            }
            TypeKind::Array { element, length: ArrayLength::Fixed(length) } => {
                self.size_of(element)?.checked_mul(length)
            }
            _ => None,
        }
    }

    /// What a length was when it was evaluated.
    fn variable_length(&self, length: elenchus_lang::tree::ExprId) -> Option<u64> {
        let pointer = self.machine.outer_length(length).ok()?;
        let (object, found) = self.machine.memory.object_of(pointer.provenance())?;
        let size = found.contents.bytes.len().min(8);
        let look = self.machine.memory.look(Place { object, offset: 0 }, size);
        u64::try_from(look.bits).ok()
    }
}

/// A step from a whole to a part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    Member(FieldId),
    Element(u64),
}

/// Some bytes of an object, and what is known of their bits.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'m> {
    pub bytes: &'m [u8],
    /// Which bits have a value; all of them if nothing is said.
    pub known: Option<&'m [u8]>,
    /// Which bits C leaves open; none if nothing is said.
    pub open: Option<&'m [u8]>,
}

/// Variables that were found, from the inside out.
#[derive(Default)]
struct Names {
    variables: Vec<Variable>,
    taken: FxHashSet<Symbol>,
    entities: FxHashSet<DeclId>,
}

impl Names {
    fn add(&mut self, view: &View<'_>, decl: DeclId, pointer: Option<Value>) {
        let found = &view.program().decls[decl];
        // The same variable may be declared more than once.
        let is_new = self.entities.insert(found.entity);
        let hidden = !self.taken.insert(found.name);
        if !is_new || !matches!(found.kind, DeclKind::Variable | DeclKind::Parameter) {
            return;
        }
        let part = pointer.and_then(|pointer| view.whole(decl, pointer));
        self.variables.push(Variable { decl, hidden, part });
    }
}
