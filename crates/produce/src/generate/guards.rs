//! Pointers that may be null: code tests them before it uses them.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::tree::{ExprKind, InitKind, StmtKind, Storage};
use elenchus_lang::types::{TypeId, TypeKind};
use elenchus_machine::LivePlace;

use super::Preset;
use super::leaf::Access;
use super::state::{Gen, Role, VarId};
use super::value::Built;

impl Gen<'_> {
    /// A pointer that may be null is declared, gets another value, or is tested and used.
    pub fn guarded(&mut self) -> StmtKind {
        let pointer = self.some_guarded();
        let made = match (pointer, self.choices.below("what of a guarded pointer", 5)) {
            (None, _) => self.declare_guarded(),
            (Some(pointer), 0) => self.assign_guarded(pointer),
            (Some(_), 1) => self.declare_guarded(),
            (Some(pointer), _) => self.guarded_store(pointer),
        };
        self.skipped.told = None;
        made.unwrap_or(StmtKind::Empty)
    }

    fn some_guarded(&mut self) -> Option<VarId> {
        self.pick_visible("guarded pointer", |var| var.role == Role::Guarded)
    }

    /// `T *n = c ? p : 0;`
    fn declare_guarded(&mut self) -> Option<StmtKind> {
        let is_whole = self.settings.preset == Preset::Whole;
        let model = self.some_pointer(|types, var| {
            let TypeKind::Pointer(to) = types.kind(var.ty) else { return false };
            let is_plain = !(to.is_const() || is_whole && to.is_volatile());
            types.int_kind(to).is_some() && is_plain && !var.fixed
        })?;
        let ty = self.known.vars[model].ty.unqualified();
        let way = self.read_pointer(model);
        let condition = self.pure_condition()?;
        let null = self.null(ty);
        let (a, b) = match self.choices.percent("null first", 50) {
            true => (null, way.id),
            false => (way.id, null),
        };
        let id = ExprKind::Conditional(condition.id, a, b);
        let id = build::expr(self.p(), id, ty);
        self.totals.stats.construct("pointer that may be null");
        self.budget.bytes += u64::from(condition.chars) + 30;
        let init = InitKind::Expr(id);
        let made = self.new_var("n", ty, Storage::default(), init, Role::Guarded);
        Some(self.declare_as_pointer(made))
    }

    /// `n = &x;` or `n = 0;`
    fn assign_guarded(&mut self, pointer: VarId) -> Option<StmtKind> {
        let ty = self.known.vars[pointer].ty.unqualified();
        let value = match self.choices.percent("becomes null", 40) {
            true => self.null(ty),
            false => {
                let way = self.way_for(pointer)?;
                self.budget.bytes += u64::from(way.chars);
                way.id
            }
        };
        self.budget.bytes += 8;
        let name = build::name(self.machine.program_mut(), self.known.vars[pointer].decl);
        Some(StmtKind::Expr(build::assign(self.p(), name, value)))
    }

    /// `if (n) *n += e;`
    fn guarded_store(&mut self, pointer: VarId) -> Option<StmtKind> {
        let value = self.usual_expression();
        if value.effects || self.is_float(value.ty) {
            return None;
        }
        let access = self.behind(pointer)?;
        self.totals.stats.construct("guarded store");
        let test = self.null_test(pointer, false);
        self.budget.bytes += u64::from(value.chars) + 12;
        use BinaryOp::*;
        let op = self.choices.pick("guarded update", &[Add, Sub, Xor, Xor]);
        let kind = self.update(access, op, value);
        self.skipped.told = None;
        let then = build::stmt(self.p(), kind);
        Some(StmtKind::If(test.id, then, None))
    }

    /// `n ? *n : c`, or a test alone.
    pub fn guarded_leaf(&mut self) -> Option<Built> {
        if self.now.private_only || self.now.taboo.is_some() {
            return None;
        }
        let pointer = self.some_guarded()?;
        let test = self.null_test(pointer, true);
        if self.choices.percent("test alone", 40) {
            return Some(test);
        }
        let access = self.behind(pointer)?;
        let other = self.some_constant();
        let value = self.load(access);
        Some(self.conditional(test, value, other))
    }

    /// `n != 0`, or `n` alone where no number is needed.
    fn null_test(&mut self, pointer: VarId, is_operand: bool) -> Built {
        let at = self.whole(pointer);
        let is_null = at.spot.and_then(|spot| self.is_null(spot));
        let mut id = build::read(self.p(), at.lvalue);
        let ty = self.tree().exprs[id].ty;
        self.totals.stats.construct("test for null");
        if is_operand || self.choices.percent("test against 0", 50) {
            let null = self.null(ty);
            id = build::expr(self.p(), ExprKind::Binary(BinaryOp::Ne, id, null), TypeId::INT);
        }
        self.known_truth(id, is_null.map(|null| !null), 8)
    }

    /// Whether the pointer at a place is null, if that is known.
    fn is_null(&mut self, spot: LivePlace) -> Option<bool> {
        if self.machine.pointer_at(spot).is_some() {
            return Some(false);
        }
        let size = usize::from(self.tree().target.pointer.size);
        (self.machine.bits_at(spot, size)? == 0).then_some(true)
    }

    /// What a pointer leads to that is not null.
    fn behind(&mut self, pointer: VarId) -> Option<Access> {
        let mut at = self.whole(pointer);
        let TypeKind::Pointer(to) = self.tree().types.kind(at.ty) else { return None };
        // Nothing is known of what a null pointer leads to.
        at.spot = at.spot.filter(|&spot| self.is_null(spot) == Some(false));
        self.dereference(&mut at, to)?;
        Some(at)
    }
}
