//! Loops that end by their data: a value is taken apart until nothing of it is left.
//!
//! How often they turn depends on a value that is computed, and differs from call to
//! call; how often at most is known from its bits.

use elenchus_lang::arith::BinaryOp::{self, *};
use elenchus_lang::build;
use elenchus_lang::tree::{ExprId, ExprKind, For, InitKind, StmtId, StmtKind, Storage, UnaryOp};
use elenchus_lang::types::TypeId;

use super::state::{Gen, Role, VarId};

/// What is taken apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    /// A value that is not 0.
    One,
    /// Two of them.
    Two,
    /// One whose highest bit is known.
    Top,
}

/// A way to take a value apart.
struct Row {
    name: &'static str,
    values: Values,
    /// The bits of a value that is taken apart in so many turns, with the row's number.
    bits: fn(turns: u32, number: i128) -> u32,
    /// Numbers that it may have.
    numbers: &'static [i128],
    /// Whether there is more to do, and what a turn does.
    more: fn(&mut Gen<'_>, Parts) -> ExprId,
    step: fn(&mut Gen<'_>, Parts) -> ExprId,
}

/// What the parts of such a loop are made of.
#[derive(Clone, Copy)]
struct Parts {
    value: VarId,
    /// Of two values, the other; else the same.
    other: VarId,
    ty: TypeId,
    number: i128,
    /// How many bits a value has at first, at most.
    bits: u32,
}

/// Its rows. A seed's programs depend on their order.
const ROWS: [Row; 8] = [
    Row {
        name: "loop over bits from the lowest",
        values: Values::One,
        bits: |turns, number| turns.saturating_mul(number as u32),
        numbers: &[1, 1, 1, 2, 3, 4, 7, 8],
        more: |g, at| g.is_left(at),
        step: |g, at| g.changed(at, Shr),
    },
    Row {
        name: "loop over digits",
        values: Values::One,
        bits: |turns, number| turns.saturating_mul(number.ilog2()),
        numbers: &[10, 10, 3, 2, 5, 7, 16, 60, 100],
        more: |g, at| g.is_left(at),
        step: |g, at| g.changed(at, Div),
    },
    Row {
        name: "loop over digits but the last",
        values: Values::One,
        bits: |turns, number| turns.saturating_mul(number.ilog2()),
        numbers: &[10, 10, 3, 5, 7, 8, 24],
        more: |g, at| g.compared(at, Ge),
        step: |g, at| g.changed(at, Div),
    },
    Row {
        name: "loop over bits that are set",
        values: Values::One,
        bits: |turns, _| turns,
        numbers: &[1],
        more: |g, at| g.is_left(at),
        step: |g, at| {
            // `v &= v - 1`
            let value = g.read_counter(at.value);
            let less = g.of_type(at.ty, Sub, value, 1);
            g.changed_by(at, And, less)
        },
    },
    Row {
        name: "loop by subtraction",
        values: Values::One,
        bits: |turns, _| turns.ilog2(),
        numbers: &[1, 2, 3],
        more: |g, at| g.compared(at, Ge),
        step: |g, at| g.changed(at, Sub),
    },
    Row {
        name: "loop until a value is large",
        values: Values::One,
        bits: |turns, _| turns.min(14),
        numbers: &[2, 3, 5, 9],
        more: |g, at| {
            let value = g.read_counter(at.value);
            g.of_type(at.ty, Lt, value, 1 << at.bits)
        },
        step: |g, at| {
            // `v = v * m + 1`
            let value = g.read_counter(at.value);
            let product = g.of_type(at.ty, Mul, value, at.number);
            let sum = g.of_type(at.ty, Add, product, 1);
            g.becomes(at.value, sum)
        },
    },
    Row {
        name: "loop of Euclid",
        values: Values::Two,
        // A quotient of two numbers takes the larger part of a bit.
        bits: |turns, _| (turns.saturating_sub(2) * 2 / 3).min(20),
        numbers: &[1],
        more: |g, at| g.is_left(at),
        step: |g, at| {
            // `r = o % v, o = v, v = r`, without a third: `o %= v, v ^= o, o ^= v, v ^= o`
            let value = g.read_counter(at.value);
            let rest = g.changed_by(Parts { value: at.other, ..at }, Rem, value);
            [(at.value, at.other), (at.other, at.value), (at.value, at.other)].iter().fold(
                rest,
                |all, &(to, from)| {
                    let from = g.read_counter(from);
                    let swap = g.changed_by(Parts { value: to, ..at }, Xor, from);
                    build::expr(g.p(), ExprKind::Comma(all, swap), at.ty)
                },
            )
        },
    },
    Row {
        name: "loop until the top bit is set",
        values: Values::Top,
        // The value begins with so many bits less than the type.
        bits: |turns, _| 32u32.saturating_sub(turns),
        numbers: &[1, 1, 2, 3],
        more: |g, at| {
            // `!(v >> 31)`: what is shifted out later is not waited for.
            let top = g.int_type(at.ty).map_or(31, |int| i128::from(int.bits) - at.number);
            let value = g.read_counter(at.value);
            let high = g.of_type(at.ty, Shr, value, top);
            build::expr(g.p(), ExprKind::Unary(UnaryOp::Not, high), TypeId::INT)
        },
        step: |g, at| g.changed(at, Shl),
    },
];

impl Gen<'_> {
    /// A loop that ends by its data.
    pub fn data_loop(&mut self) -> StmtKind {
        let most = self.most_turns().clamp(2, 32);
        let row = &ROWS[self.choices.below("data loop", ROWS.len() as u64) as usize];
        let number = self.choices.pick("number of a loop", row.numbers);
        let turns = 1 + self.choices.below("turns by data", most);
        let bits = (row.bits)(turns as u32, number).clamp(1, 30);
        self.totals.stats.construct(row.name);
        let ty = match row.values {
            Values::Top => TypeId::UINT,
            Values::Two if self.settings.basic => TypeId::ULONG_LONG,
            _ => self
                .choices
                .pick("value taken apart", &[TypeId::UINT, TypeId::UINT, TypeId::ULONG_LONG]),
        };
        let outer = (self.now.block, self.now.place);
        (self.now.block, self.now.place) = (self.scope_block(), 0);
        let highest = row.values == Values::Top;
        let (value, declared) = self.taken_apart(ty, bits, highest);
        let mut stmts = vec![declared];
        let mut other = value;
        if row.values == Values::Two {
            let (second, declared) = self.taken_apart(ty, bits, false);
            other = second;
            stmts.push(declared);
        }
        self.now.place = 1;
        let parts = Parts { value, other, ty, number, bits };
        let more = (row.more)(self, parts);
        let step = (row.step)(self, parts);
        let holes =
            1 + self.choices.below("body size", u64::from(self.odds.policy.block_size.max(1)));
        let (body, _) = self.new_block(holes, true, turns + 1);
        let scope = self.block().scope;
        (self.now.block, self.now.place) = outer;
        self.budget.bytes += 60;
        self.skipped.told = None;
        let inner = build::block_scope(self.p(), scope);
        let in_step = self.choices.percent("taken apart in the step", 55);
        let kind = match in_step {
            true => {
                let (condition, step) = (Some(more), Some(step));
                let parts = For { init: None, condition, step, body, scope: inner };
                StmtKind::For(self.p().fors.push(parts))
            }
            false => {
                let step = build::stmt(self.p(), StmtKind::Expr(step));
                self.prepend(body, step);
                StmtKind::While(more, body)
            }
        };
        let stmt = build::stmt(self.p(), kind);
        stmts.push(stmt);
        let list = self.p().stmt_lists.push(&stmts);
        StmtKind::Compound(list, scope)
    }

    /// `unsigned v = (e & 255) | 16;`: a value of at most so many bits that is not 0.
    fn taken_apart(&mut self, ty: TypeId, bits: u32, highest: bool) -> (VarId, StmtId) {
        self.now.lossy += 1;
        let value = self.expression(2, 3);
        self.now.lossy -= 1;
        let value = self.integer(value);
        let value = self.convert(value, ty);
        let mask = self.constant(ty, (1i128 << bits) - 1);
        let value = self.binary(And, value, mask);
        let one = match highest {
            true => u64::from(bits) - 1,
            false => self.choices.below("bit that is set", bits.into()),
        };
        let one = self.constant(ty, 1i128 << one);
        let value = self.binary(Or, value, one);
        self.count(value);
        self.budget.bytes += 16;
        let init = InitKind::Expr(value.id);
        let var = self.new_var("v", ty, Storage::default(), init, Role::Counter);
        self.known.vars[var].addressable = false;
        let decl = self.known.vars[var].decl;
        let kind = build::declare(self.p(), decl, ty);
        (var, build::stmt(self.p(), kind))
    }

    /// `v` or `v != 0`
    fn is_left(&mut self, at: Parts) -> ExprId {
        let value = self.read_counter(at.value);
        match self.choices.percent("compared with 0", 60) {
            true => {
                let op = self.choices.pick("is left", &[Ne, Gt]);
                self.of_type(at.ty, op, value, 0)
            }
            false => value,
        }
    }

    fn compared(&mut self, at: Parts, op: BinaryOp) -> ExprId {
        let value = self.read_counter(at.value);
        self.of_type(at.ty, op, value, at.number)
    }

    /// `value op number`
    fn of_type(&mut self, ty: TypeId, op: BinaryOp, value: ExprId, number: i128) -> ExprId {
        let ty = if op.is_shift() { TypeId::INT } else { ty };
        let number = self.constant(ty, number);
        build::binary(self.p(), op, value, number.id)
    }

    /// `v op= number`
    fn changed(&mut self, at: Parts, op: BinaryOp) -> ExprId {
        let number = self.int(at.number);
        self.changed_by(at, op, number.id)
    }

    fn changed_by(&mut self, at: Parts, op: BinaryOp, by: ExprId) -> ExprId {
        let decl = self.known.vars[at.value].decl;
        let name = build::name(self.p(), decl);
        build::compound(self.p(), op, name, at.ty, by)
    }

    fn becomes(&mut self, var: VarId, value: ExprId) -> ExprId {
        let decl = self.known.vars[var].decl;
        let name = build::name(self.p(), decl);
        build::assign(self.p(), name, value)
    }
}
