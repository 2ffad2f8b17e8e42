//! What the variables of a program hold at its end.

use elenchus_lang::arith;
use elenchus_lang::layout;
use elenchus_lang::types::{ArrayLength, FieldId, TypeId, TypeKind};
use elenchus_machine::LivePlace;

use super::float;
use super::state::Gen;
use super::text;
use super::value::Known;
use super::world::World;

impl Gen<'_> {
    /// Every scalar that may have changed, with its value as C has it.
    pub fn values(&mut self, world: &World) -> Vec<(String, String)> {
        let mut written = Vec::new();
        self.last_values(world, true, &mut |last| {
            if let (Some(name), Some(value)) = (last.name, last.value) {
                let text = if last.wide { wide_number(value) } else { number(value) };
                written.push((name, text));
            }
        });
        written
    }

    /// What the finished program will print.
    pub fn checksum(&mut self, world: &World) -> Option<u64> {
        let mut sum = Some(text::HASH);
        self.last_values(world, false, &mut |last| {
            sum = sum.zip(last.value).map(|(sum, value)| {
                let sum = text::hash(sum, value as u64);
                if last.wide { text::hash(sum, (value >> 64) as u64) } else { sum }
            });
        });
        sum
    }

    fn last_values(&mut self, world: &World, named: bool, each: &mut impl FnMut(Last)) {
        self.now.live = true;
        for (var, global) in world.globals.iter().enumerate() {
            if !text::changes(global) {
                continue;
            }
            let (decl, ty) = (self.known.vars[var].decl, self.known.vars[var].ty);
            if let Some(spot) = self.machine.spot_of(decl) {
                let name = named.then(|| global.name.to_string());
                self.scalars(each, name, ty, spot);
            }
        }
    }

    fn scalars(
        &mut self,
        each: &mut impl FnMut(Last),
        name: Option<String>,
        ty: TypeId,
        spot: LivePlace,
    ) {
        let p = self.tree();
        match p.types.kind(ty) {
            TypeKind::Array { element, length: ArrayLength::Fixed(length) } => {
                let Some(size) = layout::size_of(&p.types, &p.target, element) else { return };
                let int = self.int_type(element);
                for index in 0..length {
                    let name = name.as_ref().map(|name| format!("{name}[{index}]"));
                    let spot = spot.plus(index * size);
                    match int {
                        // Most elements are integers: one look at their type is enough.
                        Some(int) => {
                            let bits = self.machine.bits_at(spot, size as usize);
                            let value = bits.map(|bits| arith::int::wrap(int, bits as i128));
                            each(Last { name, value, wide: int.bits > 64 });
                        }
                        None => self.scalars(each, name, element, spot),
                    }
                }
            }
            TypeKind::Record(record) => {
                for index in 0..p.types.fields(record).len() {
                    let field = self.tree().types.fields(record)[index];
                    let info = self.tree().types.fields[field];
                    let Some(symbol) = info.name else { continue };
                    let name =
                        name.as_ref().map(|name| format!("{name}.{}", self.tree().name(symbol)));
                    match info.width {
                        Some(_) => self.scalar(each, name, info.ty, spot, Some(field)),
                        None => self.scalars(each, name, info.ty, spot.plus(info.offset())),
                    }
                }
            }
            TypeKind::Pointer(_) => {}
            _ => self.scalar(each, name, ty, spot, None),
        }
    }

    fn scalar(
        &mut self,
        each: &mut impl FnMut(Last),
        name: Option<String>,
        ty: TypeId,
        spot: LivePlace,
        field: Option<FieldId>,
    ) {
        let ty = self.tree().types.value_type(ty);
        let value = match self.value_at(Some(spot), field, ty) {
            Known::Int(value) => Some(value),
            Known::Float(value) => float::whole(value),
            Known::No => None,
        };
        let wide = self.int_type(ty).is_some_and(|int| int.bits > 64);
        each(Last { name, value, wide });
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
