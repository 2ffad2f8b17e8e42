//! Initialisers (6.7.9): which value goes where.
//!
//! Braces may be left out, so the place of an item follows from all items
//! before it. A cursor walks the object: a stack of levels, the innermost one
//! naming the next subobject; designators move it.

use elenchus_lang::arena::List;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{
    CharKind, Designator, ExprId, ExprKind, Init, InitId, InitItem, InitKind, Repeat,
};
use elenchus_lang::types::{ArrayLength, FieldId, TypeId, TypeKind};

use super::Checker;
use crate::syntax::{self as syn, DesignatorKind};

/// One aggregate on the way from the object to the next subobject.
#[derive(Clone, Copy)]
pub(super) struct Level {
    ty: TypeId,
    /// From the start of the object that the braces are for.
    offset: u64,
    /// The element, or the position among the record's fields.
    index: u64,
    /// How many there are; `u64::MAX` for an array without length.
    count: u64,
    /// Of an array or a vector: its elements' type, and how many bytes lie
    /// from one to the next.
    element: Option<(TypeId, u64)>,
    is_union: bool,
}

/// Where the next value goes.
struct Subobject {
    ty: TypeId,
    offset: u64,
    bit_field: Option<FieldId>,
}

/// What becomes of an item at its place.
enum Taker {
    /// It initialises the subobject.
    Whole,
    /// The subobject has no members, and the value is dropped (GNU): as `{}`.
    Empty,
}

struct Cursor {
    stack: Vec<Level>,
    /// The largest index reached at the outermost level, plus one.
    reached: u64,
    /// The ranges among the designators of the item at hand.
    ranges: Vec<Range>,
}

/// `[low ... high]`: how far its last element is from the first one.
struct Range {
    /// The level whose elements it is about.
    depth: usize,
    distance: u64,
    stride: u64,
}

impl Checker<'_> {
    /// Checks an initialiser for an object of this type, and completes the
    /// type if it is an array without length.
    pub(super) fn initializer(
        &mut self,
        id: syn::InitId,
        written: TypeId,
        is_static: bool,
    ) -> (InitId, TypeId) {
        let ty = self.p.types.canonical(written);
        let syn::Init { kind, span } = self.s.inits[id];
        match kind {
            syn::InitKind::Expr(expr) => {
                let expr = self.expr(expr);
                self.init_expr(expr, ty, span)
            }
            syn::InitKind::List(items) => {
                // A member of a union is as good as the whole of it.
                let record = self.p.types.as_record(ty);
                let is_union = record.is_some_and(|r| self.p.types.records[r].is_union);
                self.braces += u32::from(!is_union);
                let made = self.nested(|c| c.init_list(items, ty, is_static, span));
                self.braces -= u32::from(!is_union);
                made.unwrap_or_else(|| {
                    self.report(span, "an initialiser is nested too deeply");
                    (self.add_init(InitKind::List(List::EMPTY), ty, span), ty)
                })
            }
        }
    }

    /// GNU C initialises the array without length at the end of a static
    /// object, not of a part of one.
    fn check_flexible_init(
        &mut self,
        item: &syn::InitItem,
        place: &Subobject,
        cursor: &Cursor,
        is_static: bool,
    ) {
        let flexible = matches!(
            self.p.types.kind(place.ty),
            TypeKind::Array { length: ArrayLength::Unknown, .. }
        );
        let syn::Init { kind, span } = self.s.inits[item.init];
        let empty = matches!(kind, syn::InitKind::List(items) if items.is_empty());
        if !flexible || empty {
            return;
        }
        if self.braces > 1 || cursor.stack.len() > 1 {
            self.report(span, "an array without length in a part of the object is initialised");
        } else if !is_static {
            self.report(
                span,
                "an array without length is initialised, but the object is not static",
            );
        }
    }

    fn add_init(&mut self, kind: InitKind, ty: TypeId, span: Span) -> InitId {
        self.p.inits.push(Init { kind, ty, span })
    }

    /// A single expression, without braces.
    fn init_expr(&mut self, expr: ExprId, ty: TypeId, span: Span) -> (InitId, TypeId) {
        if let Some(complete) = self.string_fits(expr, ty) {
            return (self.add_init(InitKind::Expr(expr), complete, span), complete);
        }
        if let TypeKind::Array { .. } = self.p.types.kind(ty) {
            return self.init_array_by_literal(expr, ty, span);
        }
        let value = self.rvalue(expr);
        let value = self.assign_convert(value, ty, "initialisation", span);
        (self.add_init(InitKind::Expr(value), ty, span), ty)
    }

    /// GNU C initialises an array by a compound literal of its type.
    fn init_array_by_literal(&mut self, expr: ExprId, ty: TypeId, span: Span) -> (InitId, TypeId) {
        let from = self.ty(expr);
        let literal = matches!(self.kind(expr), ExprKind::CompoundLiteral(..));
        if literal && self.p.types.compatible_unqualified(from, ty) {
            let complete = self.p.types.composite(ty, from);
            return (self.add_init(InitKind::Expr(expr), complete, span), complete);
        }
        if !self.p.types.is_error(from) && !self.p.types.is_error(ty) {
            self.report(span, "an array needs a braced list or a string as initialiser");
        }
        (self.add_init(InitKind::Expr(expr), ty, span), ty)
    }

    /// If the expression is a string literal that may fill an array of this
    /// type, the type with its length.
    fn string_fits(&mut self, expr: ExprId, ty: TypeId) -> Option<TypeId> {
        let (ExprKind::String(string), TypeKind::Array { element, length }) =
            (self.kind(expr), self.p.types.kind(ty))
        else {
            return None;
        };
        let literal = self.p.strings[string].kind;
        let unit = self.char_type(literal);
        let element_kind = self.p.types.int_kind(element)?;
        let fits = match literal {
            CharKind::Char | CharKind::Utf8 => {
                self.p.target.int_extent(element_kind).size == 1
                    && element_kind != elenchus_lang::target::IntKind::Bool
            }
            _ => self.p.types.int_kind(unit).is_some_and(|k| {
                // Signedness aside: wchar_t and its unsigned relative.
                self.p.target.int_extent(k) == self.p.target.int_extent(element_kind)
            }),
        };
        if !fits {
            return None;
        }
        if length != ArrayLength::Unknown {
            return Some(ty);
        }
        let TypeKind::Array { length, .. } = self.type_kind(expr) else { return None };
        Some(self.p.types.array(element, length))
    }

    /// A braced list.
    fn init_list(
        &mut self,
        items: List<syn::InitItem>,
        ty: TypeId,
        is_static: bool,
        span: Span,
    ) -> (InitId, TypeId) {
        let syntax = self.s;
        let list = &syntax.init_items[items];
        match self.p.types.kind(ty) {
            TypeKind::Array { .. } | TypeKind::Record(_) | TypeKind::Vector { .. } => {}
            _ => return self.init_scalar_list(list, ty, is_static, span),
        }
        if !self.p.types.is_complete(ty) && !self.p.types.is_array(ty) {
            let shown = self.show(ty);
            self.report(span, format!("an object of incomplete type '{shown}' is initialised"));
            return (self.add_init(InitKind::List(List::EMPTY), ty, span), ty);
        }
        if let Some(made) = self.init_braced_string(list, ty, span) {
            return made;
        }
        let mut stack = self.spare_levels.pop().unwrap_or_default();
        stack.push(self.level(ty, 0));
        let mut cursor = Cursor { stack, reached: 0, ranges: Vec::new() };
        let mark = self.pending_items.len();
        let taken = self.init_elements(list, &mut cursor);
        for item in &list[taken..] {
            if let Some(made) = self.init_item(item, &mut cursor, is_static) {
                self.pending_items.push(made);
            }
        }
        cursor.stack.clear();
        self.spare_levels.push(cursor.stack);
        let items = self.p.init_items.push(&self.pending_items[mark..]);
        self.pending_items.truncate(mark);
        let complete = match self.p.types.kind(ty) {
            TypeKind::Array { element, length: ArrayLength::Unknown } => {
                self.p.types.array(element, ArrayLength::Fixed(cursor.reached))
            }
            _ => ty,
        };
        (self.add_init(InitKind::List(items), complete, span), complete)
    }

    /// Expressions at the beginning of a list for an array whose elements have no
    /// parts go to one element after another: most lists are nothing else. How many
    /// there are.
    fn init_elements(&mut self, list: &[syn::InitItem], cursor: &mut Cursor) -> usize {
        let Some(Level { element: Some((ty, stride)), count, .. }) = cursor.stack.first().copied()
        else {
            return 0;
        };
        if matches!(
            self.p.types.kind(ty),
            TypeKind::Array { .. } | TypeKind::Record(_) | TypeKind::Vector { .. }
        ) {
            return 0;
        }
        let mut taken = 0;
        for (item, index) in list.iter().zip(0..count) {
            let syn::Init { kind: syn::InitKind::Expr(expr), span } = self.s.inits[item.init]
            else {
                break;
            };
            if !item.designators.is_empty() {
                break;
            }
            let value = self.value(expr);
            let value = self.assign_convert(value, ty, "initialisation", span);
            let init = self.add_init(InitKind::Expr(value), ty, span);
            let (designators, repeats) = (List::EMPTY, List::EMPTY);
            let offset = index.wrapping_mul(stride);
            let span = item.span;
            let made = InitItem { designators, init, offset, bit_field: None, repeats, span };
            self.pending_items.push(made);
            taken += 1;
        }
        cursor.reached = taken as u64;
        cursor.stack[0].index = cursor.reached;
        taken
    }

    /// `char s[] = {"abc"};`
    fn init_braced_string(
        &mut self,
        list: &[syn::InitItem],
        ty: TypeId,
        span: Span,
    ) -> Option<(InitId, TypeId)> {
        let [only] = list else { return None };
        let syn::InitKind::Expr(expr) = self.s.inits[only.init].kind else { return None };
        let mut inner = expr;
        while let syn::ExprKind::Paren(e) = self.s.exprs[inner].kind {
            inner = e;
        }
        if !only.designators.is_empty()
            || !matches!(self.s.exprs[inner].kind, syn::ExprKind::Str(_))
        {
            return None;
        }
        let item_span = self.s.inits[only.init].span;
        let expr = self.expr(expr);
        let complete = self.string_fits(expr, ty)?;
        let init = self.add_init(InitKind::Expr(expr), complete, item_span);
        let items = self.p.init_items.push(&[InitItem {
            designators: List::EMPTY,
            init,
            offset: 0,
            bit_field: None,
            repeats: List::EMPTY,
            span: only.span,
        }]);
        Some((self.add_init(InitKind::List(items), complete, span), complete))
    }

    /// `int x = {1};`
    fn init_scalar_list(
        &mut self,
        list: &[syn::InitItem],
        ty: TypeId,
        is_static: bool,
        span: Span,
    ) -> (InitId, TypeId) {
        let mut made = Vec::new();
        match list.split_first() {
            None => {
                if !self.p.types.is_error(ty) && !self.p.language.has_empty_initializers() {
                    self.report(span, "empty braces initialise a scalar");
                }
            }
            Some((first, rest)) => {
                if !first.designators.is_empty() && !self.p.types.is_error(ty) {
                    self.report(span, "a designator in the initialiser of a scalar");
                }
                let (init, _) = self.initializer(first.init, ty, is_static);
                made.push(InitItem {
                    designators: List::EMPTY,
                    init,
                    offset: 0,
                    bit_field: None,
                    repeats: List::EMPTY,
                    span: first.span,
                });
                if let Some(extra) = rest.first() {
                    let extra = self.s.inits[extra.init].span;
                    self.warn(extra, "more initialisers than the scalar takes");
                }
            }
        }
        let items = self.p.init_items.push(&made);
        (self.add_init(InitKind::List(items), ty, span), ty)
    }

    /// An item at the place that the cursor is at; none after a report.
    fn init_item(
        &mut self,
        item: &syn::InitItem,
        cursor: &mut Cursor,
        is_static: bool,
    ) -> Option<InitItem> {
        cursor.ranges.clear();
        let span = self.s.inits[item.init].span;
        let mut designators = Vec::new();
        if !item.designators.is_empty() {
            cursor.stack.truncate(1);
            if !self.designate(item.designators, cursor, &mut designators) {
                return None;
            }
        }
        let expr = match self.s.inits[item.init].kind {
            syn::InitKind::Expr(expr) => Some(self.expr(expr)),
            syn::InitKind::List(_) => None,
        };
        let Some(next) = self.next_place(cursor) else {
            let in_record = self.p.types.as_record(cursor.stack[0].ty).is_some();
            if expr.is_none() && in_record {
                self.report(span, "a braced list for no member: there are no more");
            } else {
                self.warn(span, "more initialisers than the object has members");
            }
            if expr.is_none() {
                // Still checked, for its errors.
                self.initializer(item.init, TypeId::ERROR, is_static);
            }
            return None;
        };
        let depth = cursor.stack.len();
        let (place, taker) = match expr {
            Some(expr) => self.place_for(expr, next, cursor),
            None => (next, Taker::Whole),
        };
        self.check_flexible_init(item, &place, cursor, is_static);
        let init = match (expr, taker) {
            (_, Taker::Empty) => {
                if cursor.stack.len() > depth {
                    designators = self.path(cursor);
                }
                self.warn(span, "a value for what has no members");
                self.add_init(InitKind::List(List::EMPTY), place.ty, span)
            }
            (Some(expr), _) => self.init_expr(expr, place.ty, span).0,
            (None, _) => self.initializer(item.init, place.ty, is_static).0,
        };
        let designators = self.p.designators.push(&designators);
        let repeats: Vec<Repeat> = cursor
            .ranges
            .iter()
            .map(|r| Repeat { count: r.distance + 1, stride: r.stride })
            .collect();
        let repeats = self.p.repeats.push(&repeats);
        let Subobject { offset, bit_field, .. } = place;
        self.leave_ranges(cursor);
        self.advance(cursor);
        Some(InitItem { designators, init, offset, bit_field, repeats, span: item.span })
    }

    /// The subobject that takes a value without braces: the walk goes in from
    /// the next one until the value fits.
    fn place_for(
        &mut self,
        expr: ExprId,
        next: Subobject,
        cursor: &mut Cursor,
    ) -> (Subobject, Taker) {
        let mut place = next;
        // Finite: types are nested finitely, and the walk only goes in.
        while !self.fits_whole(expr, place.ty) {
            let mut level = self.level(place.ty, place.offset);
            self.skip_unnamed(&mut level);
            if level.index >= level.count {
                return (place, Taker::Empty);
            }
            place = self.place(&level);
            cursor.stack.push(level);
        }
        (place, Taker::Whole)
    }

    /// Designators for the subobject that the cursor names.
    fn path(&self, cursor: &Cursor) -> Vec<Designator> {
        let step = |level: &Level| match self.p.types.kind(level.ty) {
            TypeKind::Record(r) => Designator::Field(self.p.types.fields(r)[level.index as usize]),
            _ => Designator::Index(level.index),
        };
        cursor.stack.iter().map(step).collect()
    }

    /// After an item for a range, the walk goes on at the range's last element.
    fn leave_ranges(&self, cursor: &mut Cursor) {
        for range in &cursor.ranges {
            let bytes = range.distance.wrapping_mul(range.stride);
            for level in cursor.stack.iter_mut().skip(range.depth) {
                level.offset = level.offset.wrapping_add(bytes);
            }
            if let Some(level) = cursor.stack.get_mut(range.depth - 1) {
                level.index += range.distance;
            }
        }
    }

    /// Whether an unbraced expression initialises an object of this type as a
    /// whole, rather than its first member.
    fn fits_whole(&mut self, expr: ExprId, ty: TypeId) -> bool {
        match self.p.types.kind(ty) {
            TypeKind::Array { .. } => {
                self.string_fits(expr, ty).is_some()
                    || (matches!(self.kind(expr), ExprKind::CompoundLiteral(..))
                        && self.p.types.compatible_unqualified(self.ty(expr), ty))
            }
            TypeKind::Record(_) => self.p.types.compatible_unqualified(self.ty(expr), ty),
            TypeKind::Vector { .. } => {
                let from = self.ty(expr);
                self.is_vector(from) || self.p.types.is_error(from)
            }
            _ => true,
        }
    }

    // ---- the cursor ----

    fn level(&self, ty: TypeId, offset: u64) -> Level {
        let with_stride = |element| Some((element, self.size_of(element).unwrap_or(0)));
        let (count, element) = match self.p.types.kind(ty) {
            TypeKind::Array { element, length: ArrayLength::Fixed(n) } => (n, with_stride(element)),
            TypeKind::Array { element, .. } => (u64::MAX, with_stride(element)),
            TypeKind::Vector { element, count } => (count.into(), with_stride(element)),
            TypeKind::Record(r) => (self.p.types.fields(r).len() as u64, None),
            _ => (0, None),
        };
        let record = self.p.types.as_record(ty);
        let is_union = record.is_some_and(|r| self.p.types.records[r].is_union);
        Level { ty, offset, index: 0, count, element, is_union }
    }

    /// Pops what is full, and names the subobject that comes next.
    fn next_place(&self, cursor: &mut Cursor) -> Option<Subobject> {
        loop {
            let depth = cursor.stack.len();
            let level = cursor.stack.last_mut()?;
            self.skip_unnamed(level);
            if level.index < level.count {
                let place = self.place(level);
                if depth == 1 {
                    cursor.reached = cursor.reached.max(level.index.saturating_add(1));
                }
                return Some(place);
            }
            if depth == 1 {
                return None;
            }
            cursor.stack.pop();
            self.advance(cursor);
        }
    }

    /// Unnamed bit-fields take no initialiser (6.7.9p9).
    fn skip_unnamed(&self, level: &mut Level) {
        if level.element.is_some() {
            return;
        }
        let TypeKind::Record(record) = self.p.types.kind(level.ty) else { return };
        let fields = self.p.types.fields(record);
        while let Some(&field) = fields.get(level.index as usize) {
            let field = &self.p.types.fields[field];
            if field.name.is_some() || field.width.is_none() {
                break;
            }
            level.index += 1;
        }
    }

    fn place(&self, level: &Level) -> Subobject {
        if let Some((ty, stride)) = level.element {
            let offset = level.offset.wrapping_add(level.index.wrapping_mul(stride));
            return Subobject { ty, offset, bit_field: None };
        }
        match self.p.types.kind(level.ty) {
            TypeKind::Record(record) => {
                let id = self.p.types.fields(record)[level.index as usize];
                let field = &self.p.types.fields[id];
                Subobject {
                    ty: self.p.types.canonical(field.ty),
                    offset: level.offset + field.offset(),
                    bit_field: field.width.is_some().then_some(id),
                }
            }
            _ => Subobject { ty: level.ty, offset: level.offset, bit_field: None },
        }
    }

    /// After a subobject: the next one; a union has only one.
    fn advance(&self, cursor: &mut Cursor) {
        let depth = cursor.stack.len();
        let Some(level) = cursor.stack.last_mut() else { return };
        level.index = if level.is_union { level.count } else { level.index + 1 };
        if depth == 1 {
            cursor.reached = cursor.reached.max(level.index.min(level.count));
        }
    }

    /// Moves the cursor to where the designators point; false after a report.
    fn designate(
        &mut self,
        list: List<syn::Designator>,
        cursor: &mut Cursor,
        made: &mut Vec<Designator>,
    ) -> bool {
        let syntax = self.s;
        let designators = &syntax.designators[list];
        for (i, designator) in designators.iter().enumerate() {
            if i > 0 {
                self.descend(cursor);
            }
            let fine = match designator.kind {
                DesignatorKind::Field(name) => {
                    self.designate_field(name, cursor, made, designator.span)
                }
                DesignatorKind::Index(index) => {
                    self.designate_index(index, None, cursor, made, designator.span)
                }
                DesignatorKind::Range(low, high) => {
                    self.designate_index(low, Some(high), cursor, made, designator.span)
                }
            };
            if !fine {
                cursor.stack.truncate(1);
                return false;
            }
        }
        true
    }

    /// Into the subobject that the cursor names.
    fn descend(&self, cursor: &mut Cursor) {
        let Some(level) = cursor.stack.last() else { return };
        let Subobject { ty, offset, .. } = self.place(level);
        let level = self.level(ty, offset);
        cursor.stack.push(level);
    }

    fn designate_field(
        &mut self,
        name: elenchus_lang::symbol::Symbol,
        cursor: &mut Cursor,
        made: &mut Vec<Designator>,
        span: Span,
    ) -> bool {
        let Some(ty) = cursor.stack.last().map(|l| l.ty) else { return false };
        let record = self.p.types.as_record(ty);
        let mut path = Vec::new();
        if !record.is_some_and(|r| self.find_member(r, name, &mut path)) {
            if !self.p.types.is_error(ty) {
                let (member, shown) = (self.name(name).to_string(), self.show(ty));
                self.report(span, format!("'{shown}' has no member named '{member}'"));
            }
            return false;
        }
        for (i, &field) in path.iter().enumerate() {
            if i > 0 {
                self.descend(cursor);
            }
            let Some(level) = cursor.stack.last_mut() else { return false };
            let Some(record) = self.p.types.as_record(level.ty) else { return false };
            let position = self.p.types.fields(record).iter().position(|&f| f == field);
            level.index = position.unwrap_or(0) as u64;
            made.push(Designator::Field(field));
        }
        true
    }

    fn designate_index(
        &mut self,
        low: syn::ExprId,
        high: Option<syn::ExprId>,
        cursor: &mut Cursor,
        made: &mut Vec<Designator>,
        span: Span,
    ) -> bool {
        let Some(ty) = cursor.stack.last().map(|l| l.ty) else { return false };
        let element = match self.p.types.kind(ty) {
            TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => element,
            TypeKind::Error => return false,
            _ => {
                let shown = self.show(ty);
                self.report(span, format!("an index designates an element of '{shown}'"));
                return false;
            }
        };
        let Some(low) = self.designator_value(low) else { return false };
        let high = match high {
            Some(high) => self.designator_value(high),
            None => Some(low),
        };
        let Some(high) = high else { return false };
        let depth = cursor.stack.len();
        let Some(level) = cursor.stack.last_mut() else { return false };
        if low > high || high >= level.count {
            self.report(span, "an index is outside of the array that is initialised");
            return false;
        }
        level.index = low;
        if depth == 1 {
            cursor.reached = cursor.reached.max(high + 1);
        }
        if low == high {
            made.push(Designator::Index(low));
            return true;
        }
        // The item is stored at `low` and repeated.
        let stride = self.size_of(element).unwrap_or(0);
        cursor.ranges.push(Range { depth, distance: high - low, stride });
        made.push(Designator::Range(low, high));
        true
    }

    fn designator_value(&mut self, id: syn::ExprId) -> Option<u64> {
        let span = self.s.exprs[id].span;
        let value = self.value(id);
        let number = self.constant_int(value);
        if number.is_none() && !self.p.types.is_error(self.ty(value)) {
            self.report(span, "an index in an initialiser is not a constant");
        }
        match number.map(u64::try_from) {
            Some(Ok(n)) if n <= u64::MAX >> 1 => Some(n),
            Some(_) => {
                self.report(span, "an index in an initialiser is negative or too large");
                None
            }
            None => None,
        }
    }
}
