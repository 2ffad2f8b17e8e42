//! The types of structs and unions.

use elenchus_lang::target::IntKind;

use super::world::{Kind, Maker, Member, Record, Shape, numbered};
use crate::policy::Policy;

/// Members of a union: how many of which type have so many bytes.
const OF_FOUR: [(IntKind, u64); 6] = {
    use IntKind::*;
    [(UInt, 1), (Int, 1), (UShort, 2), (Short, 2), (UChar, 4), (SChar, 4)]
};
const OF_EIGHT: [(IntKind, u64); 7] = {
    use IntKind::*;
    [(ULongLong, 1), (LongLong, 1), (UInt, 2), (Int, 2), (UShort, 4), (UChar, 8), (Short, 4)]
};

impl Member {
    pub fn plain(number: u64, shape: Shape) -> Member {
        Member { name: numbered("m", number), shape, width: None, align: None }
    }
}

impl Maker<'_> {
    /// A struct of plain data; in some programs a packed one, or a union.
    pub fn record(&mut self) {
        if self.choices.chance("union", self.policy.union) {
            return self.union();
        }
        let members = self.members();
        let kind = match self.choices.chance("packed", self.policy.packed) {
            true => Kind::Packed,
            false => Kind::Struct,
        };
        self.world.structs.push(Record { kind, members });
    }

    fn members(&mut self) -> Vec<Member> {
        let count = 2 + self.choices.below("members", Policy::limit(self.policy.members, 5));
        let mut members = Vec::with_capacity(count as usize);
        for number in 0..count {
            if self.choices.percent("bit-field", self.policy.bit_field) {
                let kind = self.choices.pick("bit-field type", &[IntKind::Int, IntKind::UInt]);
                let width = 1 + self.choices.below("bit-field width", 31) as u8;
                let plain = Member::plain(number, Shape::Int(kind));
                members.push(Member { width: Some(width), ..plain });
                continue;
            }
            let shape = match self.choices.weighted("member", &[60, 10, 10]) {
                1 => {
                    let of = self.int();
                    Shape::Array(Box::new(of), 2 + self.choices.below("member length", 4))
                }
                2 if !self.world.structs.is_empty() => {
                    let count = self.world.structs.len() as u64;
                    Shape::Struct(self.choices.below("inner struct", count) as usize)
                }
                _ => self.int(),
            };
            let aligned = self.choices.chance("aligned member", self.policy.aligned_member);
            // No type of ours needs more.
            let aligned = aligned && !matches!(shape, Shape::Struct(_));
            let align = aligned.then_some(16);
            members.push(Member { align, ..Member::plain(number, shape) });
        }
        // An unnamed struct of bit-fields alone would still have a name here.
        members
    }

    /// What is written to one member is read from another: all have the same bytes, and
    /// each value of them means something.
    fn union(&mut self) {
        let inner = self.choices.percent("fields in a union", 40).then(|| self.fields());
        let all: &[(IntKind, u64)] = match inner.is_none() && self.choices.percent("wide", 40) {
            true => &OF_EIGHT,
            false => &OF_FOUR,
        };
        let count = 2 + self.choices.below("members of a union", 3);
        let mut members: Vec<Member> = (0..count)
            .map(|number| {
                let (kind, length) = self.choices.pick("member of a union", all);
                let shape = match length {
                    1 => Shape::Int(kind),
                    _ => Shape::Array(Box::new(Shape::Int(kind)), length),
                };
                Member::plain(number, shape)
            })
            .collect();
        members.extend(inner.map(|index| Member::plain(count, Shape::Struct(index))));
        self.world.structs.push(Record { kind: Kind::Union, members });
    }

    /// A struct of two bit-fields that have all bits of four bytes.
    fn fields(&mut self) -> usize {
        let width = 1 + self.choices.below("bit-field width", 31) as u8;
        let field = |number, kind, width| Member {
            width: Some(width),
            ..Member::plain(number, Shape::Int(kind))
        };
        let kinds =
            [0; 2].map(|_: u8| self.choices.pick("bit-field type", &[IntKind::Int, IntKind::UInt]));
        let members = vec![field(0, kinds[0], width), field(1, kinds[1], 32 - width)];
        self.world.structs.push(Record { kind: Kind::Struct, members });
        self.world.structs.len() - 1
    }
}
