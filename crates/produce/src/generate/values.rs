//! What the variables of a program hold at its end.

use elenchus_lang::layout;
use elenchus_lang::types::{ArrayLength, FieldId, TypeId, TypeKind};
use elenchus_machine::Spot;

use super::float;
use super::leaf::Access;
use super::state::Gen;
use super::text;
use super::value::Known;
use super::world::World;

impl Gen<'_> {
    /// Every scalar that may have changed, with its value as C has it.
    pub fn values(&mut self, world: &World) -> Vec<(String, String)> {
        let written = |last: Last| {
            let value = last.value?;
            let text = if last.wide { wide_number(value) } else { number(value) };
            Some((last.name?, text))
        };
        self.last_values(world, true).into_iter().filter_map(written).collect()
    }

    /// What the finished program will print.
    pub fn checksum(&mut self, world: &World) -> Option<u64> {
        let mut sum = text::HASH;
        for last in self.last_values(world, false) {
            let value = last.value?;
            sum = text::hash(sum, value as u64);
            if last.wide {
                sum = text::hash(sum, (value >> 64) as u64);
            }
        }
        Some(sum)
    }

    fn last_values(&mut self, world: &World, named: bool) -> Vec<Last> {
        let mut found = Vec::new();
        self.live = true;
        for (var, global) in world.globals.iter().enumerate() {
            if !text::changes(global) {
                continue;
            }
            let (decl, ty) = (self.vars[var].decl, self.vars[var].ty);
            if let Some(spot) = self.machine.spot_of(decl) {
                let name = named.then(|| global.name.clone());
                self.scalars(&mut found, name, ty, spot);
            }
        }
        found
    }

    fn scalars(&mut self, found: &mut Vec<Last>, name: Option<String>, ty: TypeId, spot: Spot) {
        let p = self.tree();
        match p.types.kind(ty) {
            TypeKind::Array { element, length: ArrayLength::Fixed(length) } => {
                let Some(size) = layout::size_of(&p.types, &p.target, element) else { return };
                for index in 0..length {
                    let name = name.as_ref().map(|name| format!("{name}[{index}]"));
                    self.scalars(found, name, element, spot.plus(index * size));
                }
            }
            TypeKind::Record(record) => {
                for field in p.types.fields(record).to_vec() {
                    let info = self.tree().types.fields[field];
                    let Some(symbol) = info.name else { continue };
                    let name =
                        name.as_ref().map(|name| format!("{name}.{}", self.tree().name(symbol)));
                    match info.width {
                        Some(_) => self.scalar(found, name, info.ty, spot, Some(field)),
                        None => self.scalars(found, name, info.ty, spot.plus(info.offset())),
                    }
                }
            }
            TypeKind::Pointer(_) => {}
            _ => self.scalar(found, name, ty, spot, None),
        }
    }

    fn scalar(
        &mut self,
        found: &mut Vec<Last>,
        name: Option<String>,
        ty: TypeId,
        spot: Spot,
        field: Option<FieldId>,
    ) {
        // The place is all that counts.
        let lvalue = elenchus_lang::tree::ExprId::new(0);
        let (var, chars) = (0, 0);
        let access = Access { lvalue, ty, field, spot: Some(spot), var, chars, moving: false };
        let ty = self.tree().types.value_type(ty);
        let value = match self.value_at(access, ty) {
            Known::Int(value) => Some(value),
            Known::Float(value) => float::whole(value),
            Known::No => None,
        };
        let wide = self.int_type(ty).is_some_and(|int| int.bits > 64);
        found.push(Last { name, value, wide });
    }
}

/// A scalar at the end.
struct Last {
    /// If it is asked for.
    name: Option<String>,
    value: Option<i128>,
    wide: bool,
}

/// A number of at most 64 bits, whatever its type.
fn number(value: i128) -> String {
    match i64::try_from(value) {
        Ok(i64::MIN) => "(-9223372036854775807LL - 1)".into(),
        Ok(value) => format!("{value}LL"),
        Err(_) => format!("{value}ULL"),
    }
}

fn wide_number(value: i128) -> String {
    let (high, low) = ((value >> 64) as u64, value as u64);
    format!("(__int128)((unsigned __int128){high}ULL << 64 | {low}ULL)")
}
