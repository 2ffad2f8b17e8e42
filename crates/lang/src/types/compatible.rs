//! Compatible types and their composites (6.2.7).

use super::{ArrayLength, FieldId, FunctionType, Kin, TypeId, TypeKind, Types};
use crate::target::{FloatKind, IntKind};

impl Types {
    /// Whether two types are compatible (6.2.7).
    pub fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        let (a, b) = (self.canonical(a), self.canonical(b));
        a == b || (a.quals() == b.quals() && self.compatible_unqualified(a, b))
    }

    /// The same, qualifiers of the outermost level aside.
    pub fn compatible_unqualified(&self, a: TypeId, b: TypeId) -> bool {
        let (mut va, mut vb) = (self.value_type(a), self.value_type(b));
        while let (true, Some(x), Some(y)) = (va != vb, self.pointee(va), self.pointee(vb)) {
            if x.quals() != y.quals() {
                return false;
            }
            (va, vb) = (self.value_type(x), self.value_type(y));
        }
        if va == vb {
            return true;
        }
        match (self.kind(va), self.kind(vb)) {
            (TypeKind::Error, _) | (_, TypeKind::Error) => true,
            (TypeKind::Enum(e), TypeKind::Int(k)) | (TypeKind::Int(k), TypeKind::Enum(e)) => {
                self.enums[e].repr == k
            }
            (
                TypeKind::Array { element: x, length: m },
                TypeKind::Array { element: y, length: n },
            ) => {
                let lengths = match (m, n) {
                    (ArrayLength::Fixed(m), ArrayLength::Fixed(n)) => m == n,
                    _ => true,
                };
                lengths && self.compatible(x, y)
            }
            (
                TypeKind::Vector { element: x, count: m },
                TypeKind::Vector { element: y, count: n },
            ) => m == n && self.compatible(x, y),
            (TypeKind::Function(f), TypeKind::Function(g)) => {
                self.compatible_functions(&self.functions[f], &self.functions[g])
            }
            (TypeKind::Record(r), TypeKind::Record(s)) => {
                let (r, s) = (&self.records[r], &self.records[s]);
                let same_tag = r.tag.is_some() && r.tag == s.tag && r.is_union == s.is_union;
                Kin::is_same(r.kin, s.kin, same_tag)
            }
            (TypeKind::Enum(e), TypeKind::Enum(f)) => {
                let (e, f) = (&self.enums[e], &self.enums[f]);
                Kin::is_same(e.kin, f.kin, e.tag.is_some() && e.tag == f.tag)
            }
            _ => false,
        }
    }

    /// 6.7.6.3p15
    fn compatible_functions(&self, f: &FunctionType, g: &FunctionType) -> bool {
        if !self.compatible_unqualified(f.result, g.result) {
            return false;
        }
        match (f.prototyped, g.prototyped) {
            (true, true) => {
                f.variadic == g.variadic
                    && f.params.len() == g.params.len()
                    && (self.params[f.params].iter().zip(&self.params[g.params]))
                        .all(|(&p, &q)| self.compatible_params(p, q))
            }
            (true, false) => self.fits_unprototyped(f),
            (false, true) => self.fits_unprototyped(g),
            (false, false) => true,
        }
    }

    /// A transparent union (GNU) is as good as any of its members.
    fn compatible_params(&self, p: TypeId, q: TypeId) -> bool {
        let through = |union: TypeId, other: TypeId| {
            self.as_record(union).is_some_and(|r| {
                let takes = |&f: &FieldId| self.compatible_unqualified(self.fields[f].ty, other);
                self.records[r].transparent && self.fields(r).iter().any(takes)
            })
        };
        self.compatible_unqualified(p, q) || through(p, q) || through(q, p)
    }

    /// No parameter would be changed by the default argument promotions.
    pub fn fits_unprototyped(&self, f: &FunctionType) -> bool {
        use IntKind::*;
        let promoted = |id: TypeId| match self.kind(id) {
            TypeKind::Int(k) => !matches!(k, Bool | Char | SChar | UChar | Short | UShort),
            TypeKind::Float(k) => k != FloatKind::Float,
            _ => true,
        };
        !f.variadic && self.params[f.params].iter().all(|&p| promoted(p))
    }

    /// The composite of two compatible types (6.2.7p3); the first where they
    /// are not.
    pub fn composite(&mut self, a: TypeId, b: TypeId) -> TypeId {
        let (mut a, mut b) = (self.canonical(a), self.canonical(b));
        let mut pointers = Vec::new();
        while let (true, Some(x), Some(y)) = (a != b, self.pointee(a), self.pointee(b)) {
            pointers.push(a.quals());
            (a, b) = (x, y);
        }
        let behind = self.composite_behind_pointers(a, b);
        let outwards = pointers.into_iter().rev();
        outwards.fold(behind, |to, quals| self.pointer(to).with(quals))
    }

    fn composite_behind_pointers(&mut self, a: TypeId, b: TypeId) -> TypeId {
        if a == b {
            return a;
        }
        match (self.kind(a), self.kind(b)) {
            (
                TypeKind::Array { element: x, length: m },
                TypeKind::Array { element: y, length: n },
            ) => {
                let element = self.composite(x, y);
                let length = match (m, n) {
                    (ArrayLength::Fixed(_), _) => m,
                    (_, ArrayLength::Fixed(_)) => n,
                    (ArrayLength::Variable(_), _) => m,
                    (_, ArrayLength::Variable(_)) => n,
                    _ => m,
                };
                self.array(element, length)
            }
            (TypeKind::Function(f), TypeKind::Function(g)) => {
                let (f, g) = (self.functions[f], self.functions[g]);
                let result = self.composite(f.result, g.result);
                if !f.prototyped || !g.prototyped {
                    let from = if f.prototyped { f } else { g };
                    let params: Vec<TypeId> = self.params[from.params].to_vec();
                    return self.function_type(result, &params, from.variadic, from.prototyped);
                }
                let pairs: Vec<(TypeId, TypeId)> = (self.params[f.params].iter().copied())
                    .zip(self.params[g.params].iter().copied())
                    .collect();
                let params: Vec<TypeId> =
                    pairs.into_iter().map(|(p, q)| self.composite(p, q)).collect();
                self.function_type(result, &params, f.variadic, true)
            }
            _ => a,
        }
    }
}
