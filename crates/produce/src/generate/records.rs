//! Structs as a whole: local ones, copies, and results of functions.

use elenchus_lang::arena::List;
use elenchus_lang::build;
use elenchus_lang::layout;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{
    ExprId, ExprKind, Init, InitId, InitItem, InitKind, MemberStyle, StmtId, StmtKind, Storage,
};
use elenchus_lang::types::{ArrayLength, FieldId, TypeId, TypeKind, Types};

use super::leaf::Access;
use super::state::{Gen, Role, Var, VarId, retain_from};
use super::value::{Built, Known};

/// The most elements of an array that are initialised, or read at once: no member
/// has more.
const ELEMENTS: u64 = 5;

impl Gen<'_> {
    /// `struct S r = { … };`
    pub fn declare_struct(&mut self) -> StmtKind {
        self.totals.stats.construct("local struct");
        let ty = self.choices.pick("local struct", &self.known.records);
        let is_static = self.is_static_local();
        let storage = if is_static { Storage::STATIC } else { Storage::default() };
        let var = self.new_struct(ty, storage);
        self.known.vars[var].fresh = !is_static;
        self.declared(var, ty)
    }

    fn new_struct(&mut self, ty: TypeId, storage: Storage) -> VarId {
        let constant = storage.has(Storage::STATIC);
        self.begin_initial();
        let items = self.members(ty, 0, constant);
        self.budget.bytes += 20;
        self.new_var("r", ty, storage, InitKind::List(items), Role::Mixed)
    }

    /// Values for the members of a struct, or the first elements of an array, that
    /// begins at so many bytes.
    fn members(&mut self, ty: TypeId, start: u64, constant: bool) -> List<InitItem> {
        let first = self.scratch.items.len();
        match self.tree().types.kind(ty) {
            TypeKind::Record(record) => {
                let given = match self.tree().types.records[record].is_union {
                    true => 1,
                    false => self.tree().types.fields(record).len(),
                };
                for at in 0..given {
                    let types = &self.tree().types;
                    let field = types.fields(record)[at];
                    let info = types.fields[field];
                    let bit_field = info.width.is_some().then_some(field);
                    // A bit-field is counted from the start of its struct.
                    let place = if bit_field.is_some() { start } else { start + info.offset() };
                    let init = self.member_value(info.ty, place, bit_field, constant);
                    self.add_item(init, info.offset(), bit_field);
                }
            }
            TypeKind::Array { element, length: ArrayLength::Fixed(length) } => {
                let p = self.tree();
                let size = layout::size_of(&p.types, &p.target, element).unwrap_or(0);
                for at in 0..length.min(ELEMENTS) {
                    let init = self.member_value(element, start + at * size, None, constant);
                    self.add_item(init, at * size, None);
                }
            }
            _ => {}
        }
        self.take_items(first)
    }

    /// The next part of an initialiser.
    pub fn add_item(&mut self, init: InitId, offset: u64, bit_field: Option<FieldId>) {
        let (designators, repeats) = (List::EMPTY, List::EMPTY);
        let span = Span::NONE;
        self.scratch.items.push(InitItem { designators, init, offset, bit_field, repeats, span });
    }

    /// All parts from the first on.
    pub fn take_items(&mut self, first: usize) -> List<InitItem> {
        let list = self.machine.program_mut().init_items.push(&self.scratch.items[first..]);
        self.scratch.items.truncate(first);
        list
    }

    fn member_value(
        &mut self,
        ty: TypeId,
        place: u64,
        bit_field: Option<FieldId>,
        constant: bool,
    ) -> InitId {
        let kind = match self.int_type(ty) {
            Some(_) => {
                let value = match constant || self.choices.percent("constant member", 40) {
                    true => self.some_constant(),
                    false => self.steady_leaf(),
                };
                self.count(value);
                self.budget.bytes += 2;
                let value = self.convert(value, ty);
                self.note_initial(place, bit_field, value);
                InitKind::Expr(value.id)
            }
            None => InitKind::List(self.members(ty, place, constant)),
        };
        self.p().inits.push(Init { kind, ty, span: Span::NONE })
    }

    /// A variable that is not volatile: which of two initialisers comes first is
    /// open.
    fn steady_leaf(&mut self) -> Built {
        let fits = |var: &Var| var.is_readable() && !var.ty.is_volatile() && var.int.is_some();
        let var = self.pick_visible("member from", fits);
        match var.and_then(|var| self.access(var, false)) {
            Some(access) => self.load(access),
            None => self.some_constant(),
        }
    }

    /// Finds variables that hold just this struct.
    pub fn gather_holders(&mut self, ty: TypeId) -> usize {
        self.gather(|var| var.ty.unqualified() == ty && !var.ty.is_volatile() && var.is_readable())
    }

    /// Finds variables that lead to a struct: by themselves, as arrays or as pointers.
    fn gather_ways(&mut self, ty: TypeId, wanted: impl Fn(&Types, &Var) -> bool) -> usize {
        let first = self.gather(Var::is_readable);
        let types = &self.machine.program().types;
        let leads = |from: TypeId| {
            let mut from = from;
            loop {
                if from.is_volatile() || from.unqualified() == ty {
                    return !from.is_volatile();
                }
                from = match types.kind(from) {
                    TypeKind::Array { element, .. } => element,
                    TypeKind::Pointer(to) => to,
                    _ => return false,
                };
            }
        };
        retain_from(&mut self.scratch.found, first, |id| {
            let var = &self.known.vars[id];
            leads(var.ty) && wanted(types, var)
        });
        first
    }

    /// One of them that may be overwritten: nobody waits for its value, as far as
    /// can be seen (of a pointer's target that is not known).
    fn struct_target(&mut self, ty: TypeId) -> Option<Access> {
        let repeats = self.block().turns > 1;
        let inner = Some(self.now.block);
        let first = self.gather_ways(ty, |types, var| {
            let is_open = var.is_writable() || types.is_pointer(var.ty);
            is_open && !var.fresh && (!repeats || var.block == inner)
        });
        let var = self.take_found("struct target", first)?;
        self.access_to(var, true, Some(ty)).filter(|at| !at.ty.is_const())
    }

    /// `s = t;`
    pub fn copy_struct(&mut self) -> StmtKind {
        let ty = self.choices.pick("copied struct", &self.known.records);
        let Some(target) = self.struct_target(ty) else { return self.assign() };
        let itself = self.tree().exprs[target.lvalue].kind;
        let itself = matches!(itself, ExprKind::Name(_)).then_some(target.var);
        let first = self.gather_ways(ty, |_, _| true);
        retain_from(&mut self.scratch.found, first, |var| Some(var) != itself);
        let Some(from) = self.take_found("copied from", first) else { return self.assign() };
        let Some(source) = self.access_to(from, false, Some(ty)) else { return self.assign() };
        self.totals.stats.construct("struct copy");
        self.known.vars[from].fresh = false;
        let value = build::read(self.p(), source.lvalue);
        self.budget.bytes += u64::from(source.chars + target.chars) + 5;
        self.store_struct(target, value)
    }

    fn store_struct(&mut self, target: Access, value: ExprId) -> StmtKind {
        self.known.vars[target.var].fresh = true;
        StmtKind::Expr(build::assign(self.p(), target.lvalue, value))
    }

    /// The result of a call goes into a struct.
    pub fn take_struct(&mut self, call: Built) -> StmtKind {
        self.totals.stats.construct("struct result");
        self.budget.bytes += u64::from(call.chars) + 18;
        let known = self.choices.percent("known struct", 40);
        let target = known.then(|| self.struct_target(call.ty)).flatten();
        // What a subscript reads, the call may change.
        let is_name = |at: &Access| matches!(self.tree().exprs[at.lvalue].kind, ExprKind::Name(_));
        if let Some(target) = target.filter(is_name) {
            return self.store_struct(target, call.id);
        }
        // What the call gives is not known.
        self.begin_initial();
        self.note_initial(0, None, call);
        let init = InitKind::Expr(call.id);
        let var = self.new_var("r", call.ty, Storage::default(), init, Role::Mixed);
        self.known.vars[var].fresh = true;
        self.declared(var, call.ty)
    }

    /// `f(x).m`: a member of a struct that is nobody's object.
    pub fn member_of_result(&mut self, call: Built) -> Option<Built> {
        let record = self.tree().types.as_record(call.ty)?;
        let mut fields = self.tree().types.fields(record).to_vec();
        fields.retain(|&field| self.int_type(self.tree().types.fields[field].ty).is_some());
        if fields.is_empty() {
            return None;
        }
        let field = self.choices.pick("member of result", &fields);
        let ty = self.tree().types.fields[field].ty;
        let member = ExprKind::Member(call.id, field, MemberStyle::Dot);
        let id = build::expr(self.p(), member, ty);
        let is_bit_field = self.tree().types.fields[field].width.is_some();
        self.totals.stats.construct("member of a result");
        let read = Built { id, ty, value: Known::No, chars: call.chars + 3, ..call };
        Some(self.promote_field(read, is_bit_field.then_some(field)))
    }

    /// `return s;`: of one whose value nobody used, or any, or a new one.
    pub fn return_struct(&mut self, ty: TypeId) -> StmtKind {
        self.budget.bytes += 12;
        let first = self.gather_holders(ty);
        let fresh = |var: VarId| self.known.vars[var].fresh && !self.known.vars[var].global;
        let has_fresh = self.scratch.found[first..].iter().any(|&var| fresh(var));
        if has_fresh {
            retain_from(&mut self.scratch.found, first, fresh);
        }
        let is_any = self.scratch.found.len() > first;
        let returns = has_fresh || is_any && self.choices.percent("old struct", 50);
        let returned = returns.then(|| self.pick_found("returned", first)).flatten();
        self.scratch.found.truncate(first);
        if let Some(var) = returned {
            let value = build::name(self.machine.program_mut(), self.known.vars[var].decl);
            let value = build::read(self.p(), value);
            return StmtKind::Return(Some(value));
        }
        let outer = (self.now.block, self.now.place);
        (self.now.block, self.now.place) = (self.scope_block(), 0);
        let var = self.new_struct(ty, Storage::default());
        let kind = self.declared(var, ty);
        let declared = build::stmt(self.p(), kind);
        let scope = self.block().scope;
        (self.now.block, self.now.place) = outer;
        let value = build::name(self.machine.program_mut(), self.known.vars[var].decl);
        let value = build::read(self.p(), value);
        let stmts: [StmtId; 2] = [declared, build::stmt(self.p(), StmtKind::Return(Some(value)))];
        let list = self.p().stmt_lists.push(&stmts);
        StmtKind::Compound(list, scope)
    }

    /// The integers in a struct; of arrays the first elements.
    pub fn parts(&mut self, var: VarId) -> Vec<Access> {
        let whole = self.whole(var);
        // Few have more.
        let mut found = Vec::with_capacity(16);
        self.parts_of(whole, &mut found);
        found
    }

    fn parts_of(&mut self, at: Access, found: &mut Vec<Access>) {
        let p = self.tree();
        match p.types.kind(at.ty) {
            TypeKind::Record(record) => {
                for index in 0..p.types.fields(record).len() {
                    let field = self.tree().types.fields(record)[index];
                    let mut part = at;
                    part.lvalue = build::copy(self.p(), at.lvalue);
                    self.member(&mut part, field);
                    self.parts_of(part, found);
                }
            }
            TypeKind::Array { element, length: ArrayLength::Fixed(length) } => {
                let size = layout::size_of(&p.types, &p.target, element).unwrap_or(0);
                for index in 0..length.min(ELEMENTS) {
                    let mut part = at;
                    part.lvalue = build::copy(self.p(), at.lvalue);
                    let number = self.int(index.into());
                    part.lvalue = build::element(self.p(), part.lvalue, number.id);
                    part.ty = self.tree().exprs[part.lvalue].ty;
                    part.spot = at.spot.map(|spot| spot.plus(index * size));
                    part.chars += 3;
                    self.parts_of(part, found);
                }
            }
            TypeKind::Pointer(_) => {}
            _ => found.push(at),
        }
    }
}
