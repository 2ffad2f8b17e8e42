//! Initialisers: code that fills an object.

use elenchus_lang::target::Endian;
use elenchus_lang::tree::{ExprId, ExprKind, InitId, InitItem, InitKind};
use elenchus_lang::types::{FieldId, TypeId};

use super::place::{InMemory, Lvalue};
use super::{Lowered, Lowerer};
use crate::code::{Form, Index, Op, Reg, StaticRef};
use crate::rules::types::typed;

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
        let mut values = std::mem::take(&mut self.scratch.lists.values);
        values.clear();
        self.values_in(init, &mut values);
        self.look_at_order_of(&values);
        // They come one after another, in an order that is open (6.7.9p23).
        let watched = self.watch(&values);
        let outer = std::mem::replace(&mut self.filling.in_watched_list, watched);
        let backwards = self.goes_back(&values) && self.is_in_order(init);
        self.scratch.lists.values = values;
        let around = std::mem::replace(&mut self.filling.fills_backwards, backwards);
        let unions = typed::holds_union(&self.p.types, ty);
        let enclosing = std::mem::replace(&mut self.filling.opens_unions, unions);
        let filled = self.fill(pointer, 0, init);
        self.filling.opens_unions = enclosing;
        self.filling.fills_backwards = around;
        self.filling.in_watched_list = outer;
        if watched {
            self.emit(Op::Settle { sequenced: true });
            self.close_watch(true);
        }
        filled
    }

    /// Whether no item comes back to a place before that of another.
    fn is_in_order(&self, init: InitId) -> bool {
        let InitKind::List(items) = self.p.inits[init].kind else { return true };
        let items = &self.p.init_items[items];
        let later = |pair: &[InitItem]| pair[0].offset < pair[1].offset;
        items.windows(2).all(later)
            && items.iter().all(|item| item.repeats.is_empty() && self.is_in_order(item.init))
    }

    /// The expressions of an initialiser.
    pub(crate) fn values_in(&self, init: InitId, found: &mut Vec<ExprId>) {
        match self.p.inits[init].kind {
            InitKind::Expr(e) => found.push(e),
            InitKind::List(items) => {
                for item in &self.p.init_items[items] {
                    self.values_in(item.init, found);
                }
            }
        }
    }

    pub(super) fn fill(&mut self, pointer: Reg, offset: u64, init: InitId) -> Lowered<()> {
        let node = &self.p.inits[init];
        match node.kind {
            InitKind::Expr(expr) => self.fill_expr(pointer, offset, node.ty, expr),
            InitKind::List(items) => {
                if let Some(record) = self.p.types.as_record(node.ty) {
                    self.check_byte_order(record)?;
                }
                let items = &self.p.init_items[items];
                for at in 0..items.len() {
                    let at = if self.filling.fills_backwards { items.len() - 1 - at } else { at };
                    let item = &items[at];
                    let place = offset + item.offset;
                    match (item.repeats.is_empty(), item.bit_field) {
                        (true, None) => self.fill(pointer, place, item.init)?,
                        (true, Some(field)) => {
                            let record = place - self.p.types.fields[field].offset();
                            self.fill_bit_field(pointer, record, field, item.init, false)?;
                            self.cover_bits(record, field);
                        }
                        (false, None) => self.fill_range(pointer, place, item)?,
                        (false, Some(field)) => {
                            let record = place - self.p.types.fields[field].offset();
                            for record in self.range(record, item)? {
                                self.fill_bit_field(pointer, record, field, item.init, true)?;
                                self.cover_bits(record, field);
                            }
                        }
                    }
                    self.open_behind(pointer, place, node.ty, item);
                }
                Ok(())
            }
        }
    }

    /// Where the elements of `[a ... b]` are, if the first one is at `offset`.
    fn range(&self, offset: u64, item: &InitItem) -> Lowered<Vec<u64>> {
        let mut offsets = vec![offset];
        for repeat in &self.p.repeats[item.repeats] {
            let total = (offsets.len() as u64).saturating_mul(repeat.count);
            if total > 1 << 20 {
                return Err("a range of more than a million elements");
            }
            offsets = (0..repeat.count)
                .flat_map(|i| offsets.iter().map(move |o| o + i * repeat.stride))
                .collect();
        }
        Ok(offsets)
    }

    /// `[a ... b] = e` evaluates `e` once.
    fn fill_range(&mut self, pointer: Reg, offset: u64, item: &InitItem) -> Lowered<()> {
        let ty = self.p.inits[item.init].ty;
        let offsets = self.range(offset, item)?;
        let Some((&first, others)) = offsets.split_first() else { return Ok(()) };
        self.fill(pointer, first, item.init)?;
        let from = self.offset(pointer, first)?;
        let access = self.access(ty, true)?;
        for &offset in others {
            let mark = self.registers.next;
            let to = self.offset(pointer, offset)?;
            self.emit(Op::Copy { to, from, access });
            self.cover(offset, ty);
            self.registers.next = mark;
        }
        Ok(())
    }

    pub(crate) fn offset(&mut self, pointer: Reg, offset: u64) -> Lowered<Reg> {
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
        field: FieldId,
        init: InitId,
        is_repeated: bool,
    ) -> Lowered<()> {
        let mark = self.registers.next;
        let mut init = init;
        while let InitKind::List(items) = self.p.inits[init].kind {
            match self.p.init_items[items].first() {
                Some(item) => init = item.init,
                None => return Ok(()),
            }
        }
        let InitKind::Expr(expr) = self.p.inits[init].kind else { return Ok(()) };
        if self.draw_bits(offset, field, expr) {
            return Ok(());
        }
        if is_repeated && self.literal(expr).is_none() {
            return Err("a range of bit-fields whose value is computed");
        }
        self.next_operand(self.filling.in_watched_list);
        let value = self.value_for(Some(field), expr)?;
        let info = &self.p.types.fields[field];
        let pointer = self.offset(pointer, offset + info.offset_bits / 8)?;
        let place = Lvalue::Memory(InMemory { field: Some(field), ..InMemory::plain(pointer) });
        self.store(place, value, info.ty, true)?;
        self.registers.next = mark;
        Ok(())
    }

    /// A number becomes bytes at once; those of neighbours make one operation.
    fn fill_literal(
        &mut self,
        pointer: Reg,
        offset: u64,
        ty: TypeId,
        expr: ExprId,
    ) -> Lowered<bool> {
        // The first values of static objects are not stored by the program.
        let is_heard = ty.is_volatile() && self.filling.image.is_none();
        let told = is_heard || self.watching > 0;
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

    fn fill_expr(&mut self, pointer: Reg, offset: u64, ty: TypeId, expr: ExprId) -> Lowered<()> {
        if self.filling.image.is_some() && self.draw(offset, ty, expr) {
            return Ok(());
        }
        if !self.fill_literal(pointer, offset, ty, expr)? {
            self.fill_value(pointer, offset, ty, expr)?;
        }
        self.cover(offset, ty);
        Ok(())
    }

    fn fill_value(&mut self, pointer: Reg, offset: u64, ty: TypeId, expr: ExprId) -> Lowered<()> {
        let mark = self.registers.next;
        let is_array = self.p.types.is_array(ty);
        if let (ExprKind::String(string), true) = (self.p.exprs[expr].kind, is_array) {
            let to = self.offset(pointer, offset)?;
            let index = self.code.strings.len() as Index;
            let size = self.size_of(ty)?;
            self.code.strings.push((string, size));
            self.emit(Op::FillString { pointer: to, index });
            self.registers.next = mark;
            return Ok(());
        }
        self.next_operand(self.filling.in_watched_list);
        let value = match is_array {
            true => self.address(expr)?,
            false => self.value(expr)?,
        };
        let to = self.offset(pointer, offset)?;
        let named = offset == 0;
        self.store(Lvalue::Memory(InMemory { named, ..InMemory::plain(to) }), value, ty, true)?;
        self.registers.next = mark;
        Ok(())
    }

    pub(super) fn static_literal_init(&mut self, expr: ExprId) {
        let ExprKind::CompoundLiteral(init, ..) = self.p.exprs[expr].kind else { return };
        let attempt = self.attempt();
        let result = self
            .static_ref(StaticRef::Literal(expr))
            .and_then(|pointer| self.fill(pointer, 0, init));
        if let Err(what) = result {
            self.give_up(attempt, what);
        }
    }
}
