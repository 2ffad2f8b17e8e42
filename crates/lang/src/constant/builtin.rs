//! Calls of functions that the compiler knows and folds.

use std::num::FpCategory;

use super::{Address, Base, Constant, Evaluator};
use crate::arith::{BinaryOp, Float, int};
use crate::target::{FloatFormat, IntType};
use crate::tree::{CharKind, Conversion, DeclKind, ExprId, ExprKind};
use crate::types::{TypeId, TypeKind};

impl Evaluator<'_> {
    /// `ty` is the type of the call.
    pub(super) fn call(&mut self, ty: TypeId, callee: ExprId, args: &[ExprId]) -> Option<Constant> {
        let program = self.program;
        let callee = match program.exprs[callee].kind {
            ExprKind::Convert(Conversion::Function, inner) => inner,
            _ => callee,
        };
        let ExprKind::Name(decl) = program.exprs[callee].kind else { return None };
        let decl = &program.decls[decl];
        if decl.kind != DeclKind::Builtin {
            return None;
        }
        let name = program.name(decl.name);
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        match name {
            "constant_p" => Some(Constant::Int(self.is_constant(*args.first()?).into())),
            "expect" | "expect_with_probability" => self.value(*args.first()?),
            "add_overflow_p" => self.overflows(BinaryOp::Add, args),
            "sub_overflow_p" => self.overflows(BinaryOp::Sub, args),
            "mul_overflow_p" => self.overflows(BinaryOp::Mul, args),
            "classify_type" => {
                let class = self.type_class(self.ty(*args.first()?));
                Some(Constant::Int(class))
            }
            "__atomic_always_lock_free" => self.always_lock_free(args),
            "strlen" => self.string_length(ty, *args.first()?),
            "nan" | "nanf" | "nanl" => {
                let is_plain = self.text(*args.first()?)?.is_empty();
                is_plain.then(|| self.float_format(ty).map(quiet_nan))?.map(Constant::Float)
            }
            "inf" | "inff" | "infl" | "huge_val" | "huge_valf" | "huge_vall" => {
                Some(Constant::Float(Float::infinity(self.float_format(ty)?, false)))
            }
            _ => self.call_on_value(name, args),
        }
    }

    /// The `type_class` of gcc's typeclass.h, of a promoted value.
    fn type_class(&self, ty: TypeId) -> i128 {
        match self.program.types.kind(ty) {
            TypeKind::Void => 0,
            TypeKind::Int(_) | TypeKind::Enum(_) => 1,
            TypeKind::Pointer(_) => 5,
            TypeKind::Float(_) | TypeKind::Decimal(_) => 8,
            TypeKind::Complex(_) => 9,
            TypeKind::Record(r) if self.program.types.records[r].is_union => 13,
            TypeKind::Record(_) => 12,
            _ => -1,
        }
    }

    /// Objects of up to eight bytes are, if they are aligned: of one byte they
    /// always are, and without an object alignment is taken for granted.
    fn always_lock_free(&mut self, args: &[ExprId]) -> Option<Constant> {
        let &[size, object] = args else { return None };
        let Constant::Int(size) = self.value(size)? else { return None };
        let aligned = size == 1
            || matches!(
                self.value(object),
                Some(Constant::Address(Address { base: Base::Null, offset: 0 }))
            );
        let free = matches!(size, 1 | 2 | 4 | 8);
        (aligned || !free).then_some(Constant::Int(free.into()))
    }

    /// Functions of one number, or of two floating ones.
    fn call_on_value(&mut self, name: &str, args: &[ExprId]) -> Option<Constant> {
        match *args {
            [arg] => match self.value(arg)? {
                Constant::Int(value) => {
                    let ty = self.int_type(self.ty(arg))?;
                    of_integer(name, ty, value).map(Constant::Int)
                }
                Constant::Float(value) => of_float(name, value),
                _ => None,
            },
            [left, right] => match (self.value(left)?, self.value(right)?) {
                (Constant::Float(a), Constant::Float(b)) => of_floats(name, a, b),
                _ => None,
            },
            _ => None,
        }
    }

    /// What `__builtin_constant_p` says without optimisation.
    fn is_constant(&mut self, expr: ExprId) -> bool {
        let overflowed = self.overflowed;
        let may_read = std::mem::replace(&mut self.may_read, false);
        let value = self.value(expr);
        self.overflowed = overflowed;
        self.may_read = may_read;
        match value {
            Some(Constant::Int(_) | Constant::Float(_) | Constant::Complex(..)) => true,
            Some(Constant::Address(Address { base, offset })) => match base {
                Base::Null => true,
                Base::String(_) => offset == 0,
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether the exact result fits the type of the third argument. Operands
    /// of 128 bits could need more than that for the result.
    fn overflows(&mut self, op: BinaryOp, args: &[ExprId]) -> Option<Constant> {
        let &[a, b, like] = args else { return None };
        let ty = self.int_type(self.ty(like))?;
        let widest = [a, b].map(|arg| self.int_type(self.ty(arg)).map_or(128, |ty| ty.bits));
        if widest.contains(&128) || ty.bits == 128 {
            return None;
        }
        let (Constant::Int(a), Constant::Int(b)) = (self.value(a)?, self.value(b)?) else {
            return None;
        };
        let exact = match op {
            BinaryOp::Add => a.checked_add(b),
            BinaryOp::Sub => a.checked_sub(b),
            _ => a.checked_mul(b),
        };
        let fits = exact.is_some_and(|exact| int::is_canonical(ty, exact));
        Some(Constant::Int((!fits).into()))
    }

    /// The bytes of a narrow string literal from where a pointer points, up to
    /// the first zero.
    fn text(&mut self, pointer: ExprId) -> Option<&[u8]> {
        let Constant::Address(Address { base: Base::String(string), offset }) =
            self.value(pointer)?
        else {
            return None;
        };
        let literal = self.program.strings[string];
        if !matches!(literal.kind, CharKind::Char | CharKind::Utf8) {
            return None;
        }
        let bytes = &self.program.bytes[literal.bytes];
        let bytes = bytes.get(usize::try_from(offset).ok()?..)?;
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        Some(&bytes[..end])
    }

    fn string_length(&mut self, ty: TypeId, pointer: ExprId) -> Option<Constant> {
        let length = self.text(pointer)?.len();
        self.size(ty, length as u64)
    }
}

/// The NaN that `nan("")` gives: quiet and positive.
fn quiet_nan(format: FloatFormat) -> Float {
    let nan = Float::default_nan(format);
    if nan.is_negative() { -nan } else { nan }
}

/// The argument has the parameter's type, so the names for `int`, `long` and
/// `long long` need not be told apart.
fn of_integer(name: &str, ty: IntType, value: i128) -> Option<i128> {
    let bits = int::wrap(IntType { signed: false, ..ty }, value) as u128;
    let unused = 128 - u32::from(ty.bits);
    let count = |n: u32| Some(i128::from(n));
    match name {
        "ffs" | "ffsl" | "ffsll" => count(if bits == 0 { 0 } else { bits.trailing_zeros() + 1 }),
        // Of 0 they are undefined.
        "clz" | "clzl" | "clzll" if bits != 0 => count(bits.leading_zeros() - unused),
        "ctz" | "ctzl" | "ctzll" if bits != 0 => count(bits.trailing_zeros()),
        "clrsb" | "clrsbl" | "clrsbll" => {
            let same = if value < 0 { !value } else { value };
            count((same as u128).leading_zeros() - unused - 1)
        }
        "popcount" | "popcountl" | "popcountll" => count(bits.count_ones()),
        "parity" | "parityl" | "parityll" => count(bits.count_ones() % 2),
        "bswap16" | "bswap32" | "bswap64" | "bswap128" => {
            Some(int::wrap(ty, (bits.swap_bytes() >> unused) as i128))
        }
        "abs" | "labs" | "llabs" | "imaxabs" if value != int::min(ty) => Some(value.abs()),
        _ => None,
    }
}

fn of_float(name: &str, value: Float) -> Option<Constant> {
    let truth = |holds: bool| Some(Constant::Int(holds.into()));
    match name {
        "fabs" | "fabsf" | "fabsl" => {
            Some(Constant::Float(if value.is_negative() { -value } else { value }))
        }
        "isnan" | "isnanf" | "isnanl" => truth(value.is_nan()),
        "isfinite" | "finite" | "finitef" | "finitel" => truth(value.is_finite()),
        "isnormal" => truth(value.classify() == FpCategory::Normal),
        "isinf" | "isinff" | "isinfl" => truth(value.is_infinite()),
        "isinf_sign" => {
            let sign = if value.is_negative() { -1 } else { 1 };
            Some(Constant::Int(if value.is_infinite() { sign } else { 0 }))
        }
        "signbit" | "signbitf" | "signbitl" => truth(value.is_negative()),
        _ => None,
    }
}

fn of_floats(name: &str, a: Float, b: Float) -> Option<Constant> {
    let order = a.compare(b);
    let holds = match name {
        "isgreater" => order.is_some_and(|o| o.is_gt()),
        "isgreaterequal" => order.is_some_and(|o| o.is_ge()),
        "isless" => order.is_some_and(|o| o.is_lt()),
        "islessequal" => order.is_some_and(|o| o.is_le()),
        "islessgreater" => order.is_some_and(|o| o.is_ne()),
        "isunordered" => order.is_none(),
        "copysign" | "copysignf" | "copysignl" => {
            let same = a.is_negative() == b.is_negative();
            return Some(Constant::Float(if same { a } else { -a }));
        }
        _ => return None,
    };
    Some(Constant::Int(holds.into()))
}
