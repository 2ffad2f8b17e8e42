//! Loops that a pointer walks: through an array, or along the links of a list.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::layout;
use elenchus_lang::tree::{
    Conversion, ExprId, ExprKind, For, InitKind, StepOp, StmtId, StmtKind, Storage,
};
use elenchus_lang::types::{ArrayLength, FieldId, TypeId, TypeKind};

use super::state::{Gen, Role, Var, VarId};
use super::value::{Built, Known};

/// A way through an array.
#[derive(Clone, Copy)]
struct Path {
    array: VarId,
    /// The pointer's type.
    ty: TypeId,
    length: u64,
    first: u64,
    turns: u64,
}

impl Gen<'_> {
    /// A loop that a pointer walks.
    pub fn walk(&mut self) -> StmtKind {
        let made = match self.choices.percent("along links", 35) {
            true => self.walk_links(),
            false => None,
        };
        match made.or_else(|| self.walk_array()) {
            Some(kind) => kind,
            None => self.some_loop(),
        }
    }

    /// `for (T *w = a; w < a + 8; w++)`, or downwards.
    fn walk_array(&mut self) -> Option<StmtKind> {
        let first = self.gather(|var| var.is_pointee() && var.int.is_none());
        let types = &self.machine.program().types;
        super::state::retain_from(&mut self.scratch.found, first, |id| {
            match types.kind(self.known.vars[id].ty) {
                TypeKind::Array { element, length: ArrayLength::Fixed(length) } => {
                    !types.is_array(element) && length >= 2
                }
                _ => false,
            }
        });
        let array = self.take_found("walked array", first)?;
        let TypeKind::Array { element, length: ArrayLength::Fixed(length) } =
            self.tree().types.kind(self.known.vars[array].ty)
        else {
            return None;
        };
        let most = self.most_turns().min(length);
        if most < 2 {
            return None;
        }
        let turns = 2 + self.choices.below("walked elements", most - 1);
        let first = match self.choices.percent("walk from the start", 60) {
            true => 0,
            false => self.choices.below("first element", length - turns + 1),
        };
        let ty = self.p().types.pointer(element);
        self.known.vars[array].addressed = true;
        self.totals.stats.construct("pointer walks");
        self.budget.bytes += 50;
        let path = Path { array, ty, length, first, turns };
        Some(match self.choices.percent("walk down", 30) {
            true => self.walk_down(path),
            false => self.walk_up(path),
        })
    }

    /// `a + n`, `&a[n]` or `a`.
    fn element_address(&mut self, path: Path, index: u64) -> ExprId {
        let array = build::name(self.machine.program_mut(), self.known.vars[path.array].decl);
        let forms = self.choices.below("form of an address", 3);
        if forms == 0 && index < path.length {
            let index = self.int(index.into());
            let element = build::element(self.p(), array, index.id);
            return self.address(element);
        }
        let start = build::expr(self.p(), ExprKind::Convert(Conversion::Decay, array), path.ty);
        if index == 0 {
            return start;
        }
        let index = self.int(index.into());
        build::expr(self.p(), ExprKind::Binary(BinaryOp::Add, start, index.id), path.ty)
    }

    fn walker(&mut self, path: Path, start: u64) -> (VarId, StmtId) {
        let init = self.element_address(path, start);
        let init = InitKind::Expr(init);
        let var = self.new_var("w", path.ty, Storage::default(), init, Role::Input);
        let info = &mut self.known.vars[var];
        (info.fixed, info.addressable) = (true, false);
        (info.pointee, info.walks) = (Some(path.array), Some(path.array));
        let kind = self.declare_as_pointer(var);
        (var, build::stmt(self.p(), kind))
    }

    fn walk_up(&mut self, path: Path) -> StmtKind {
        use BinaryOp::*;
        let outer = (self.now.block, self.now.place);
        (self.now.block, self.now.place) = (self.scope_block(), 0);
        let (var, declared) = self.walker(path, path.first);
        self.now.place = 1;
        let step = self.choices.pick("walk by", &[1u64, 1, 1, 1, 2]);
        let op = if step == 1 { self.choices.pick("walk until", &[Lt, Ne, Lt]) } else { Lt };
        // A pointer goes no further than behind the last element.
        let turns = path.turns / step;
        let end = self.element_address(path, path.first + turns * step);
        let now = self.read_pointer(var).id;
        let condition = build::expr(self.p(), ExprKind::Binary(op, now, end), TypeId::INT);
        let name = build::name(self.machine.program_mut(), self.known.vars[var].decl);
        let step = match step {
            1 => {
                let op = self.choices.pick("step form", &[StepOp::PreInc, StepOp::PostInc]);
                build::expr(self.p(), ExprKind::Step(op, name), path.ty)
            }
            _ => self.moved(name, step as i128, path.ty),
        };
        let (body, _) = self.walk_body(turns);
        let scope = self.block().scope;
        (self.now.block, self.now.place) = outer;
        let (init, condition, step) = (Some(declared), Some(condition), Some(step));
        StmtKind::For(self.p().fors.push(For { init, condition, step, body, scope }))
    }

    /// `p = p + 2`
    fn moved(&mut self, name: ExprId, by: i128, ty: TypeId) -> ExprId {
        let again = build::copy(self.p(), name);
        let old = build::read(self.p(), again);
        let by = self.int(by);
        let new = build::expr(self.p(), ExprKind::Binary(BinaryOp::Add, old, by.id), ty);
        build::expr(self.p(), ExprKind::Assign(name, new), ty)
    }

    /// `{ T *w = a + n; while (w > a) { w--; … } }`
    fn walk_down(&mut self, path: Path) -> StmtKind {
        use BinaryOp::*;
        let outer = (self.now.block, self.now.place);
        (self.now.block, self.now.place) = (self.scope_block(), 0);
        let (var, declared) = self.walker(path, path.first + path.turns);
        self.now.place = 1;
        let end = self.element_address(path, path.first);
        let now = self.read_pointer(var).id;
        let op = self.choices.pick("walk until", &[Gt, Ne, Gt]);
        let condition = build::expr(self.p(), ExprKind::Binary(op, now, end), TypeId::INT);
        let name = build::name(self.machine.program_mut(), self.known.vars[var].decl);
        let op = self.choices.pick("step form", &[StepOp::PreDec, StepOp::PostDec]);
        let step = build::expr(self.p(), ExprKind::Step(op, name), path.ty);
        let step = build::stmt(self.p(), StmtKind::Expr(step));
        let (body, _) = self.walk_body(path.turns);
        self.prepend(body, step);
        let scope = self.block().scope;
        (self.now.block, self.now.place) = outer;
        let stmt = build::stmt(self.p(), StmtKind::While(condition, body));
        let list = self.p().stmt_lists.push(&[declared, stmt]);
        StmtKind::Compound(list, scope)
    }

    fn walk_body(&mut self, turns: u64) -> (StmtId, usize) {
        let most = u64::from(self.odds.policy.block_size.max(1));
        let holes = 1 + self.choices.below("body size", most);
        self.new_block(holes, true, turns.max(1))
    }

    /// `(int)(w - a)`: how far a pointer has walked.
    pub fn walked(&mut self, pointer: VarId) -> Option<Built> {
        let Var { walks, .. } = self.known.vars[pointer];
        let array = walks?;
        let now = self.read_pointer(pointer);
        let Var { decl, ty, .. } = self.known.vars[array];
        let TypeKind::Array { element, .. } = self.tree().types.kind(ty) else { return None };
        let name = build::name(self.p(), decl);
        let start = build::expr(self.p(), ExprKind::Convert(Conversion::Decay, name), now.ty);
        self.totals.stats.construct("pointers subtracted");
        let p = self.tree();
        let size = layout::size_of(&p.types, &p.target, element)?;
        let base = if self.now.live { self.machine.spot_of(decl) } else { None };
        let value = match (now.spot, base) {
            (Some(now), Some(base)) => {
                Known::Int(i128::from(now.offset - base.offset) / i128::from(size))
            }
            _ => Known::No,
        };
        let distance = TypeId::int(self.tree().target.ptrdiff_type);
        let kind = ExprKind::Binary(BinaryOp::Sub, now.id, start);
        let id = build::expr(self.p(), kind, distance);
        let built = Built { id, ty: distance, value, chars: 8, effects: false, constant: false };
        Some(self.cast(built, TypeId::INT))
    }

    // ---- lists ----

    /// `for (struct S4 *w = &s7; w; w = w->m2)`
    fn walk_links(&mut self) -> Option<StmtKind> {
        let first = self.gather(|var| var.is_pointee() && var.int.is_none());
        let records = &self.known.linked;
        super::state::retain_from(&mut self.scratch.found, first, |id| {
            records.iter().any(|linked| linked.ty == self.known.vars[id].ty)
        });
        let node = self.take_found("first node", first)?;
        let ty = self.known.vars[node].ty;
        let linked = *self.known.linked.iter().find(|linked| linked.ty == ty)?;
        if self.choices.percent("link again", 30) {
            return self.link(node, linked);
        }
        if self.most_turns() < linked.nodes {
            return None;
        }
        self.totals.stats.construct("walk along links");
        self.budget.bytes += 50;
        let outer = (self.now.block, self.now.place);
        (self.now.block, self.now.place) = (self.scope_block(), 0);
        let pointer = self.p().types.pointer(ty);
        let name = build::name(self.machine.program_mut(), self.known.vars[node].decl);
        self.known.vars[node].addressed = true;
        let init = InitKind::Expr(self.address(name));
        let var = self.new_var("w", pointer, Storage::default(), init, Role::Input);
        let info = &mut self.known.vars[var];
        (info.fixed, info.addressable, info.walks) = (true, false, Some(node));
        let kind = self.declare_as_pointer(var);
        let declared = build::stmt(self.p(), kind);
        self.now.place = 1;
        let mut condition = self.read_pointer(var).id;
        if self.choices.percent("test against 0", 50) {
            let null = self.null(pointer);
            let kind = ExprKind::Binary(BinaryOp::Ne, condition, null);
            condition = build::expr(self.p(), kind, TypeId::INT);
        }
        let next = self.next_of(var, linked.next);
        let name = build::name(self.machine.program_mut(), self.known.vars[var].decl);
        let step = build::expr(self.p(), ExprKind::Assign(name, next), pointer);
        let (body, _) = self.walk_body(linked.nodes);
        let scope = self.block().scope;
        (self.now.block, self.now.place) = outer;
        let (init, condition, step) = (Some(declared), Some(condition), Some(step));
        Some(StmtKind::For(self.p().fors.push(For { init, condition, step, body, scope })))
    }

    /// `w->next`, read.
    fn next_of(&mut self, pointer: VarId, next: FieldId) -> ExprId {
        let read = self.read_pointer(pointer).id;
        let ty = self.tree().types.fields[next].ty;
        let style = elenchus_lang::tree::MemberStyle::Arrow;
        let member = build::expr(self.p(), ExprKind::Member(read, next, style), ty);
        build::read(self.p(), member)
    }

    /// `s7.next = c ? &s3 : 0;`: a node is linked to an earlier one, so that every list
    /// ends.
    fn link(&mut self, node: VarId, linked: Linked) -> Option<StmtKind> {
        if !self.known.vars[node].global {
            return None;
        }
        let ty = linked.ty;
        let first = self.gather(|var| var.global && var.ty == ty && var.is_pointee());
        super::state::retain_from(&mut self.scratch.found, first, |id| id < node);
        let earlier = self.take_found("linked to", first);
        let pointer = self.tree().types.fields[linked.next].ty;
        let value = match earlier {
            Some(earlier) => {
                let name = build::name(self.machine.program_mut(), self.known.vars[earlier].decl);
                self.known.vars[earlier].addressed = true;
                let address = self.address(name);
                match self.choices.percent("perhaps linked", 50) {
                    true => {
                        let condition = self.pure_condition()?;
                        let null = self.null(pointer);
                        let kind = ExprKind::Conditional(condition.id, address, null);
                        self.budget.bytes += u64::from(condition.chars) + 6;
                        build::expr(self.p(), kind, pointer)
                    }
                    false => address,
                }
            }
            None => self.null(pointer),
        };
        self.totals.stats.construct("link");
        self.budget.bytes += 16;
        let mut at = self.whole(node);
        self.member(&mut at, linked.next);
        let e = build::assign(self.p(), at.lvalue, value);
        self.skipped.told = None;
        Some(StmtKind::Expr(e))
    }
}

/// A struct with a pointer to another of its kind.
#[derive(Clone, Copy, Debug)]
pub struct Linked {
    pub ty: TypeId,
    pub next: FieldId,
    /// How many variables of it there are.
    pub nodes: u64,
}
