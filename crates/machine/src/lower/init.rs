//! Initialisers: code that fills an object.

use elenchus_lang::target::Endian;
use elenchus_lang::tree::{DeclId, ExprId, ExprKind, InitId, InitKind};

use super::place::{Place, Spot};
use super::{Lowered, Lowerer};
use crate::code::{Form, Index, Op, Reg, StaticRef};

impl Lowerer<'_> {
    /// Fills the object at a pointer.
    pub(super) fn initialize_memory(&mut self, pointer: Reg, init: InitId) -> Lowered<()> {
        let ty = self.p.inits[init].ty;
        if let InitKind::List(_) = self.p.inits[init].kind {
            // What no item reaches is zero, and padding with it.
            let size = self.size_of(ty)?;
            let size = self.size_index(size);
            self.emit(Op::Zero { pointer, size });
        }
        let mut values = Vec::new();
        self.values_in(init, &mut values);
        self.look_at_order_of(&values);
        // They come one after another, in an order that is open (6.7.9p23).
        let watched = self.watch(&values);
        let outer = std::mem::replace(&mut self.in_watched_list, watched);
        let filled = self.fill(pointer, 0, init);
        self.in_watched_list = outer;
        if watched {
            self.emit(Op::Settle { sequenced: true });
            self.close_watch(true);
        }
        filled
    }

    /// The expressions of an initialiser.
    fn values_in(&self, init: InitId, found: &mut Vec<ExprId>) {
        match self.p.inits[init].kind {
            InitKind::Expr(e) => found.push(e),
            InitKind::List(items) => {
                for item in &self.p.init_items[items] {
                    self.values_in(item.init, found);
                }
            }
        }
    }

    fn fill(&mut self, pointer: Reg, offset: u64, init: InitId) -> Lowered<()> {
        let node = self.p.inits[init];
        match node.kind {
            InitKind::Expr(expr) => self.fill_expr(pointer, offset, init, expr),
            InitKind::List(items) => {
                for item in &self.p.init_items[items] {
                    if item.repeats.is_empty() && item.bit_field.is_none() {
                        self.fill(pointer, offset + item.offset, item.init)?;
                        continue;
                    }
                    let repeats = &self.p.repeats[item.repeats];
                    let mut offsets = vec![offset + item.offset];
                    for repeat in repeats {
                        let total = (offsets.len() as u64).saturating_mul(repeat.count);
                        if total > 1 << 20 {
                            return Err("a range of more than a million elements".into());
                        }
                        offsets = (0..repeat.count)
                            .flat_map(|i| offsets.iter().map(move |o| o + i * repeat.stride))
                            .collect();
                    }
                    if offsets.len() > 1 {
                        self.fill_repeated(pointer, &offsets, item.init)?;
                        continue;
                    }
                    if let Some(field) = item.bit_field {
                        self.fill_bit_field(pointer, offset, field, item.init)?;
                    } else {
                        self.fill(pointer, offset + item.offset, item.init)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// `[a ... b] = e` evaluates `e` once.
    fn fill_repeated(&mut self, pointer: Reg, offsets: &[u64], init: InitId) -> Lowered<()> {
        let ty = self.p.inits[init].ty;
        self.fill(pointer, offsets[0], init)?;
        let first = self.offset(pointer, offsets[0])?;
        let access = self.access(ty, true)?;
        for &offset in &offsets[1..] {
            let mark = self.next;
            let to = self.offset(pointer, offset)?;
            self.emit(Op::Copy { to, from: first, access });
            self.next = mark;
        }
        Ok(())
    }

    pub(super) fn offset(&mut self, pointer: Reg, offset: u64) -> Lowered<Reg> {
        if offset == 0 {
            return Ok(pointer);
        }
        let bytes = u32::try_from(offset).map_err(|_| "an object of 4 GiB or more")?;
        let dst = self.temp()?;
        self.emit(Op::Offset { dst, pointer, bytes });
        Ok(dst)
    }

    fn fill_bit_field(
        &mut self,
        pointer: Reg,
        offset: u64,
        field: elenchus_lang::types::FieldId,
        init: InitId,
    ) -> Lowered<()> {
        let mark = self.next;
        let mut init = init;
        while let InitKind::List(items) = self.p.inits[init].kind {
            match self.p.init_items[items].first() {
                Some(item) => init = item.init,
                None => return Ok(()),
            }
        }
        let InitKind::Expr(expr) = self.p.inits[init].kind else { return Ok(()) };
        self.next_operand(self.in_watched_list);
        let value = self.value_for(Some(field), expr)?;
        let info = &self.p.types.fields[field];
        let pointer = self.offset(pointer, offset + info.offset_bits / 8)?;
        let place = Place::Memory(Spot { field: Some(field), ..Spot::plain(pointer) });
        self.store(place, value, info.ty, true)?;
        self.next = mark;
        Ok(())
    }

    /// A number becomes bytes at once; those of neighbours make one operation.
    fn fill_literal(
        &mut self,
        pointer: Reg,
        offset: u64,
        init: InitId,
        expr: ExprId,
    ) -> Lowered<bool> {
        let ty = self.p.inits[init].ty;
        let told = ty.is_volatile() || self.watching > 0 || self.live.is_some();
        let Some(value) = self.literal(expr).filter(|_| !told) else { return Ok(false) };
        let size = self.size_of(ty)?;
        let Form::Int(_) = self.form(ty)? else { return Ok(false) };
        let offset = u32::try_from(offset).map_err(|_| "an object of 4 GiB or more")?;
        let bytes = match self.p.target.endian {
            Endian::Little => &value.to_le_bytes()[..size as usize],
            Endian::Big => &value.to_be_bytes()[8 - size as usize..],
        };
        let end = self.code.data.len() as Index;
        self.code.data.extend_from_slice(bytes);
        match self.code.ops.last_mut() {
            Some(Op::Put { pointer: before, offset: first, start, size: known })
                if *before == pointer && *first + *known == offset && *start + *known == end =>
            {
                *known += size as u32;
            }
            _ => {
                self.emit(Op::Put { pointer, offset, start: end, size: size as u32 });
            }
        }
        Ok(true)
    }

    fn fill_expr(&mut self, pointer: Reg, offset: u64, init: InitId, expr: ExprId) -> Lowered<()> {
        if self.fill_literal(pointer, offset, init, expr)? {
            return Ok(());
        }
        let mark = self.next;
        let ty = self.p.inits[init].ty;
        let is_array = self.p.types.is_array(ty);
        if let (ExprKind::String(string), true) = (self.p.exprs[expr].kind, is_array) {
            let to = self.offset(pointer, offset)?;
            let index = self.code.strings.len() as Index;
            let size = self.size_of(ty)?;
            self.code.strings.push((string, size));
            self.emit(Op::FillString { pointer: to, index });
            self.next = mark;
            return Ok(());
        }
        self.next_operand(self.in_watched_list);
        let value = match is_array {
            true => self.address(expr)?,
            false => self.value(expr)?,
        };
        let to = self.offset(pointer, offset)?;
        let named = offset == 0;
        self.store(Place::Memory(Spot { named, ..Spot::plain(to) }), value, ty, true)?;
        self.next = mark;
        Ok(())
    }

    /// The initial value of a static object.
    pub(super) fn static_init(&mut self, decl: DeclId, init: InitId) {
        let result = self
            .static_ref(StaticRef::Decl(self.p.decls[decl].entity))
            .and_then(|pointer| self.fill(pointer, 0, init));
        if let Err(what) = result {
            self.unsupported(what);
        }
    }

    pub(super) fn static_literal_init(&mut self, expr: ExprId) {
        let ExprKind::CompoundLiteral(init, ..) = self.p.exprs[expr].kind else { return };
        let result = self
            .static_ref(StaticRef::Literal(expr))
            .and_then(|pointer| self.fill(pointer, 0, init));
        if let Err(what) = result {
            self.unsupported(what);
        }
    }
}
