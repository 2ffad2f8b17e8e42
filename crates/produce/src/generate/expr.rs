//! Expressions of a wanted size and depth.

use elenchus_lang::arith::{self, BinaryOp};
use elenchus_lang::build;
use elenchus_lang::tree::{ExprId, UnaryOp};

use super::state::{Common, Gen};
use super::value::{Built, Known};
use crate::choices::Weights;
use crate::policy::Policy;

/// Which operators a region of code uses (YARPGen's contexts).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Context {
    Free,
    Additive,
    Bitwise,
    Logical,
    Multiplicative,
    BitwiseShift,
    AdditiveMultiplicative,
}

/// What an inner node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Binary(BinaryOp),
    Compare,
    Logical,
    Conditional,
    Neg,
    BitNot,
    LogNot,
    Cast,
    Comma,
    Idiom,
    Builtin,
}

impl Shape {
    /// Whether different operands often give the same result.
    fn is_lossy(self) -> bool {
        use BinaryOp::*;
        !matches!(self, Shape::Binary(Add | Sub | Xor) | Shape::Neg | Shape::BitNot)
    }
}

type Weight = fn(&Policy) -> u32;

/// Each with its weight. A seed's programs depend on their order.
const SHAPES: [(Shape, Weight); 20] = {
    use BinaryOp::*;
    [
        (Shape::Binary(Add), |p| p.op_add),
        (Shape::Binary(Sub), |p| p.op_sub),
        (Shape::Binary(Mul), |p| p.op_mul),
        (Shape::Binary(Div), |p| p.op_div),
        (Shape::Binary(Rem), |p| p.op_rem),
        (Shape::Binary(Shl), |p| p.op_shl),
        (Shape::Binary(Shr), |p| p.op_shr),
        (Shape::Binary(And), |p| p.op_and),
        (Shape::Binary(Or), |p| p.op_or),
        (Shape::Binary(Xor), |p| p.op_xor),
        (Shape::Compare, |p| p.op_compare),
        (Shape::Logical, |p| p.op_logical),
        (Shape::Conditional, |p| p.op_conditional),
        (Shape::Neg, |p| p.op_neg),
        (Shape::BitNot, |p| p.op_not),
        (Shape::LogNot, |p| p.op_lognot),
        (Shape::Cast, |p| p.op_cast),
        (Shape::Comma, |p| p.op_comma),
        (Shape::Idiom, |p| p.op_idiom),
        (Shape::Builtin, |p| p.op_builtin),
    ]
};

/// How often operators are drawn, as a policy has it.
pub struct Operators {
    contexts: Weights<{ Context::ALL.len() }>,
    /// In each context.
    shapes: [Weights<{ SHAPES.len() }>; Context::ALL.len()],
}

impl Operators {
    pub fn new(p: &Policy) -> Operators {
        let contexts = [
            p.context_free,
            p.context_additive,
            p.context_bitwise,
            p.context_logical,
            p.context_multiplicative,
            p.context_bitwise_shift,
            p.context_additive_multiplicative,
        ];
        let allowed = |context: Context| {
            Weights::new(SHAPES.map(|(shape, weight)| match context.allows(shape) {
                true => weight(p),
                false => 0,
            }))
        };
        Operators { contexts: Weights::new(contexts), shapes: Context::ALL.map(allowed) }
    }
}

impl Context {
    const ALL: [Context; 7] = [
        Context::Free,
        Context::Additive,
        Context::Bitwise,
        Context::Logical,
        Context::Multiplicative,
        Context::BitwiseShift,
        Context::AdditiveMultiplicative,
    ];

    fn allows(self, shape: Shape) -> bool {
        use BinaryOp::*;
        use Shape::*;
        let additive = || matches!(shape, Binary(Add | Sub) | Shape::Neg);
        let bitwise = || matches!(shape, Binary(And | Or | Xor) | BitNot);
        let multiplicative = || matches!(shape, Binary(Mul | Div));
        match self {
            Context::Free => true,
            Context::Additive => additive(),
            Context::Bitwise => bitwise(),
            Context::Logical => matches!(shape, Logical | LogNot),
            Context::Multiplicative => multiplicative(),
            Context::BitwiseShift => bitwise() || matches!(shape, Binary(Shl | Shr)),
            Context::AdditiveMultiplicative => additive() || multiplicative(),
        }
    }
}

impl Gen<'_> {
    /// An expression of at most `size` operators and so many levels.
    pub fn expression(&mut self, size: u32, depth: u32) -> Built {
        let old = (self.now.context, self.odds.constant_share);
        let region = self.choices.below("constants region", 100) as u32;
        if region < self.odds.policy.all_constants {
            self.odds.constant_share = 100;
        } else if region < self.odds.policy.all_constants + self.odds.policy.half_constants {
            self.odds.constant_share = 50;
        }
        let outer = std::mem::replace(&mut self.scratch.first_leaf, self.scratch.leaves.len());
        let built = self.make(size, depth);
        self.scratch.leaves.truncate(self.scratch.first_leaf);
        self.scratch.first_leaf = outer;
        (self.now.context, self.odds.constant_share) = old;
        built
    }

    /// An expression for a statement, of the size that the policy wants.
    pub fn usual_expression(&mut self) -> Built {
        let most = u64::from(self.odds.policy.expr_size.max(1));
        let size = match self.settings.operations {
            Some(_) => most as u32,
            None => 1 + self.choices.below("expression size", most) as u32,
        };
        self.now.context = self.some_context();
        self.expression(size, self.odds.policy.expr_depth)
    }

    fn some_context(&mut self) -> Context {
        Context::ALL[self.choices.drawn_by("context", &self.odds.operators.contexts)]
    }

    fn make(&mut self, size: u32, depth: u32) -> Built {
        if size == 0 || depth == 0 {
            return self.leaf();
        }
        if self.choices.percent("common subexpression", self.odds.policy.common) {
            if let Some(common) = self.common() {
                return common;
            }
        }
        let outer = self.now.context;
        if self.choices.percent("context change", self.odds.policy.context_change) {
            self.now.context = self.some_context();
        }
        let built = self.inner(size - 1, depth - 1);
        self.now.context = outer;
        if size >= 2 && !built.effects && !built.constant && built.is_short() {
            self.remember(built);
        }
        built
    }

    fn inner(&mut self, size: u32, depth: u32) -> Built {
        let shape = self.shape();
        let lossy = shape.is_lossy();
        self.now.lossy += u32::from(lossy);
        let built = self.of_shape(shape, size, depth);
        self.now.lossy -= u32::from(lossy);
        built
    }

    fn of_shape(&mut self, shape: Shape, size: u32, depth: u32) -> Built {
        match shape {
            Shape::Binary(op) => self.some_binary(op, size, depth),
            Shape::Compare => {
                use BinaryOp::*;
                let op = self.choices.pick("comparison", &[Lt, Gt, Le, Ge, Eq, Ne]);
                let (a, b) = self.operands(size, depth);
                self.binary(op, a, b)
            }
            Shape::Logical => {
                let (a, b) = self.operands(size, depth);
                let and = self.choices.percent("and", 50);
                self.logical(and, a, b)
            }
            Shape::Conditional => {
                let third = size / 3;
                let c = self.make(third, depth);
                let (a, b) = self.operands(size - third, depth);
                self.conditional(c, a, b)
            }
            Shape::Neg => {
                let a = self.make(size, depth);
                match self.is_risky_here(a) {
                    true => self.unary(UnaryOp::BitNot, a),
                    false => self.unary(UnaryOp::Neg, a),
                }
            }
            Shape::BitNot => {
                let a = self.make(size, depth);
                self.unary(UnaryOp::BitNot, a)
            }
            Shape::LogNot => {
                let a = self.make(size, depth);
                self.unary(UnaryOp::Not, a)
            }
            Shape::Cast => {
                let a = self.make(size, depth);
                let to = self.some_int_type();
                self.cast(a, to)
            }
            Shape::Comma => {
                let a = self.make(size / 2, depth);
                let b = self.make(size - size / 2, depth);
                self.comma(a, b)
            }
            Shape::Idiom => self.idiom(size, depth),
            Shape::Builtin => {
                let a = self.make(size, depth);
                self.builtin(a)
            }
        }
    }

    fn shape(&mut self) -> Shape {
        let weights = &self.odds.operators.shapes[self.now.context as usize];
        match weights.are_zero() {
            true => Shape::Binary(BinaryOp::Xor),
            false => SHAPES[self.choices.drawn_by("operator", weights)].0,
        }
    }

    fn operands(&mut self, size: u32, depth: u32) -> (Built, Built) {
        let left = self.choices.below("left size", u64::from(size) + 1) as u32;
        let a = self.make(left, depth);
        let b = self.make(size - left, depth);
        (a, b)
    }

    fn some_binary(&mut self, op: BinaryOp, size: u32, depth: u32) -> Built {
        use BinaryOp::*;
        let small_right = matches!(op, Shl | Shr)
            || (matches!(op, Div | Rem) && self.repeats() && self.be_careful());
        let (a, b) = match small_right {
            true => (self.make(size, depth), None),
            false => {
                let (a, b) = self.operands(size, depth);
                (a, Some(b))
            }
        };
        // Its repairs could not evaluate such an operand once.
        let op = match b.map_or(a.effects, |b| a.effects || b.effects) {
            true if matches!(op, Div | Rem | Shl | Shr) => Xor,
            _ => op,
        };
        match b {
            Some(b) => self.settled(op, a, b),
            None if op.is_shift() => self.shifted(op, a),
            None => {
                let divisor = 1 + self.choices.below("divisor", 100);
                let divisor = match self.choices.percent("power divisor", 25) {
                    true => divisor.next_power_of_two(),
                    false => divisor,
                };
                let divisor = self.int(divisor.into());
                self.binary(op, a, divisor)
            }
        }
    }

    /// A shift; in code that is repeated mostly by a constant.
    fn shifted(&mut self, op: BinaryOp, a: Built) -> Built {
        let repeats = self.repeats();
        let ty = build::promoted(self.tree(), a.ty);
        let bits = self.int_type(ty).map_or(32, |int| u64::from(int.bits));
        let constant = repeats && self.be_careful() || self.choices.percent("count", 60);
        let count = if constant { None } else { Some(self.leaf()) };
        let count = match count.filter(|count| !count.effects) {
            Some(count) => count,
            None => {
                let count = self.choices.below("shift count", bits);
                self.int(count.into())
            }
        };
        let signed = self.int_type(ty).is_some_and(|int| int.signed);
        let op = match op == BinaryOp::Shl && signed && repeats && self.be_careful() {
            true => BinaryOp::Shr,
            false => op,
        };
        self.binary(op, a, count)
    }

    fn be_careful(&mut self) -> bool {
        self.choices.percent("careful", self.odds.policy.careful)
    }

    /// Whether a signed value is so large that arithmetic in later turns of a
    /// loop will likely overflow.
    fn is_risky_here(&mut self, a: Built) -> bool {
        if !self.repeats() {
            return false;
        }
        let ty = build::promoted(self.tree(), a.ty);
        let Some(int) = self.int_type(ty).filter(|int| int.signed) else { return false };
        match a.value {
            Known::Int(value) => value.unsigned_abs() > (arith::int::max(int) as u128) >> 6,
            _ => true,
        }
    }

    /// The operation, or in repeated code one that cannot overflow later.
    fn settled(&mut self, op: BinaryOp, a: Built, b: Built) -> Built {
        use BinaryOp::*;
        if !matches!(op, Add | Sub | Mul) || !self.repeats() {
            return self.binary(op, a, b);
        }
        let (common, _) = build::types_of(self.tree(), op, a.ty, b.ty);
        let signed = self.int_type(common).is_some_and(|int| int.signed);
        if signed && self.be_careful() {
            let (a, b) = (self.convert(a, common), self.convert(b, common));
            let product = match (a.int(), b.int()) {
                (Some(x), Some(y)) if op == Mul => {
                    Some(x.unsigned_abs().saturating_mul(y.unsigned_abs()))
                }
                (Some(x), Some(y)) => Some(x.unsigned_abs().max(y.unsigned_abs())),
                _ => None,
            };
            let max = self.int_type(common).map_or(0, |int| arith::int::max(int) as u128);
            if product.is_none_or(|size| size > max >> 8) {
                let other = self.choices.pick("careful operator", &[Xor, And, Or, Xor]);
                return self.binary(other, a, b);
            }
            return self.binary(op, a, b);
        }
        self.binary(op, a, b)
    }

    // ---- what was written before ----

    fn remember(&mut self, built: Built) {
        let at = self.choices.below("remember", Common::MOST as u64) as usize;
        self.known.blocks[self.now.block].common.put(at, built.id, self.now.place);
    }

    /// A subexpression that was written before, with its value now.
    fn common(&mut self) -> Option<Built> {
        if self.now.taboo.is_some() || self.now.private_only {
            return None;
        }
        let count = self.earlier().count();
        if count == 0 {
            return None;
        }
        let chosen = self.choices.below("common", count as u64) as usize;
        let old = self.earlier().nth(chosen)?;
        self.rebuild(old)
    }

    /// What earlier statements, of this block or of one around it, leave to be written again.
    fn earlier(&self) -> impl Iterator<Item = ExprId> {
        self.blocks_around().flat_map(|(block, place)| {
            block.common.iter().filter(move |&(_, at)| at <= place).map(|(e, _)| e)
        })
    }
}
