//! C's types, interned.
//!
//! A `TypeId` is a number with the qualifiers in its low bits. Two views of it
//! exist. The *canonical* type is what the language means: expressions have
//! canonical types only, and two canonical types are the same type exactly
//! when their ids are equal (whether they are *compatible*, 6.2.7, is another
//! question: see [`Types::compatible`]). The *written* type remembers how a
//! declaration was spelled (a typedef's name, `typeof`, where a struct's body
//! stands) so that the printer can give it back; `canonical()` leads from one
//! to the other.

mod compatible;
mod tagged;

use rustc_hash::FxHashMap;

use crate::arena::{Arena, Id, List, Pool};
use crate::span::Span;
use crate::target::{FloatKind, IntKind, Target};
use crate::tree::{Attr, DeclId, ExprId};

pub use tagged::{Enum, Field, Kin, Record, Register};

/// A set of type qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Quals(pub u8);

impl Quals {
    pub const NONE: Quals = Quals(0);
    pub const CONST: Quals = Quals(1);
    pub const VOLATILE: Quals = Quals(2);
    pub const RESTRICT: Quals = Quals(4);
    pub const ATOMIC: Quals = Quals(8);

    pub fn has(self, other: Quals) -> bool {
        self.0 & other.0 == other.0
    }
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub fn union(self, other: Quals) -> Quals {
        Quals(self.0 | other.0)
    }
    pub fn without(self, other: Quals) -> Quals {
        Quals(self.0 & !other.0)
    }
}

const QUAL_BITS: u32 = 4;
const QUAL_MASK: u32 = (1 << QUAL_BITS) - 1;

/// A type with its qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(u32);

impl TypeId {
    const fn at(index: u32) -> TypeId {
        TypeId(index << QUAL_BITS)
    }
    pub fn index(self) -> usize {
        (self.0 >> QUAL_BITS) as usize
    }
    pub fn quals(self) -> Quals {
        Quals((self.0 & QUAL_MASK) as u8)
    }
    /// The same type without the qualifiers of its outermost level.
    pub fn unqualified(self) -> TypeId {
        TypeId(self.0 & !QUAL_MASK)
    }
    /// Not for arrays, whose qualifiers belong to the element: see
    /// [`Types::qualify`], which knows.
    fn with(self, quals: Quals) -> TypeId {
        TypeId(self.0 | u32::from(quals.0))
    }
    pub fn is_const(self) -> bool {
        self.quals().has(Quals::CONST)
    }
    pub fn is_volatile(self) -> bool {
        self.quals().has(Quals::VOLATILE)
    }
    pub fn is_atomic(self) -> bool {
        self.quals().has(Quals::ATOMIC)
    }
    pub fn is_restrict(self) -> bool {
        self.quals().has(Quals::RESTRICT)
    }

    pub const ERROR: TypeId = TypeId::at(0);
    pub const VOID: TypeId = TypeId::at(1);
    pub const BOOL: TypeId = TypeId::int(IntKind::Bool);
    pub const CHAR: TypeId = TypeId::int(IntKind::Char);
    pub const SCHAR: TypeId = TypeId::int(IntKind::SChar);
    pub const UCHAR: TypeId = TypeId::int(IntKind::UChar);
    pub const SHORT: TypeId = TypeId::int(IntKind::Short);
    pub const USHORT: TypeId = TypeId::int(IntKind::UShort);
    pub const INT: TypeId = TypeId::int(IntKind::Int);
    pub const UINT: TypeId = TypeId::int(IntKind::UInt);
    pub const LONG: TypeId = TypeId::int(IntKind::Long);
    pub const ULONG: TypeId = TypeId::int(IntKind::ULong);
    pub const LONG_LONG: TypeId = TypeId::int(IntKind::LongLong);
    pub const ULONG_LONG: TypeId = TypeId::int(IntKind::ULongLong);
    pub const INT128: TypeId = TypeId::int(IntKind::Int128);
    pub const UINT128: TypeId = TypeId::int(IntKind::UInt128);
    pub const FLOAT: TypeId = TypeId::float(FloatKind::Float);
    pub const DOUBLE: TypeId = TypeId::float(FloatKind::Double);
    pub const LONG_DOUBLE: TypeId = TypeId::float(FloatKind::LongDouble);

    /// The integer types have fixed ids: no look-up.
    pub const fn int(kind: IntKind) -> TypeId {
        TypeId::at(2 + kind as u32)
    }
    /// The kind of an integer type that is known by its fixed id: under its own
    /// name, no variant. No look-up.
    #[inline]
    pub fn as_int(self) -> Option<IntKind> {
        IntKind::ALL.get(self.index().wrapping_sub(TypeId::BOOL.index())).copied()
    }
    /// The same for one without qualifiers.
    #[inline]
    pub fn plain_int(self) -> Option<IntKind> {
        if self.quals().is_empty() { self.as_int() } else { None }
    }
    /// The floating types have fixed ids too.
    pub const fn float(kind: FloatKind) -> TypeId {
        TypeId::at(2 + 14 + kind as u32)
    }
    pub const fn decimal(kind: DecimalKind) -> TypeId {
        TypeId::at(2 + 14 + 9 + kind as u32)
    }
}

/// The decimal floating types of TR 24732: typed, not computed with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum DecimalKind {
    Decimal32,
    Decimal64,
    Decimal128,
}

pub type RecordId = Id<Record>;
pub type FieldId = Id<Field>;
pub type EnumId = Id<Enum>;
pub type FunctionTypeId = Id<FunctionType>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// A diagnostic was given; whatever is done with it gives no further one.
    Error,
    Void,
    Int(IntKind),
    Float(FloatKind),
    Decimal(DecimalKind),
    /// `_Complex` of an integer (GNU) or floating type.
    Complex(TypeId),
    Pointer(TypeId),
    Array {
        element: TypeId,
        length: ArrayLength,
    },
    /// GNU's vector types.
    Vector {
        element: TypeId,
        count: u32,
    },
    Function(FunctionTypeId),
    Record(RecordId),
    Enum(EnumId),

    // How it was written; never canonical.
    /// A typedef's name.
    Typedef(DeclId),
    TypeofExpr(ExprId),
    TypeofType(TypeId),
    /// A struct, union or enum whose body stands here.
    Definition(TypeId),
    /// A qualified array typedef: the qualifiers are on the name.
    Qualified(TypeId, Quals),
    /// A parameter that was written as an array or a function; the length may
    /// be preceded by `static` and qualifiers.
    Adjusted {
        from: TypeId,
        quals: Quals,
        is_static: bool,
    },
    /// A function declarator with its parameters' declarations. GNU's forward
    /// declarations are among them: such a parameter is there twice.
    Prototype {
        result: TypeId,
        params: List<DeclId>,
        variadic: bool,
        style: ParamStyle,
    },
    /// A type followed by attributes that make another type of it.
    Attributed(TypeId, List<Attr>),
    /// `__builtin_va_list`, whose canonical type is the target's.
    VaList,
    /// `__auto_type`
    AutoType,
}

/// How a function's parameters were declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ParamStyle {
    /// `(int a, char *b)` or `(void)`
    Prototype,
    /// `(a, b) int a; char *b;`
    Names,
    /// `()`
    Empty,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLength {
    /// `[]`: incomplete, or a flexible array member.
    Unknown,
    Fixed(u64),
    /// `[*]` in a prototype.
    Star,
    /// Computed when the declaration is reached.
    Variable(ExprId),
}

impl ArrayLength {
    pub fn is_variable(self) -> bool {
        matches!(self, ArrayLength::Variable(_) | ArrayLength::Star)
    }
}

/// What GNU attributes change about a type without making it incompatible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Variant {
    /// 0 where the type's own alignment holds.
    pub align: u32,
    pub may_alias: bool,
    /// An x86 address space: 0 none, 1 `__seg_fs`, 2 `__seg_gs`.
    pub segment: u8,
}

#[derive(Clone, Copy, Debug)]
struct TypeData {
    /// As it was written.
    written: TypeKind,
    canonical: TypeId,
    /// That of the canonical type, which is asked for all the time.
    kind: TypeKind,
    /// That of the canonical type, too.
    variant: Variant,
    /// The canonical type without qualifiers and variant.
    main: TypeId,
    /// The pointer to it, once there is one: many are asked for.
    pointer: Option<TypeId>,
    /// See [`Types::depth`].
    depth: u32,
}

#[derive(Clone, Copy, Debug)]
pub struct FunctionType {
    pub result: TypeId,
    /// Canonical, adjusted, unqualified.
    pub params: List<TypeId>,
    pub variadic: bool,
    /// False for `()` and old-style definitions: arguments are promoted.
    pub prototyped: bool,
}

/// All types of a program.
#[derive(Clone)]
pub struct Types {
    data: Vec<TypeData>,
    map: FxHashMap<(TypeKind, Variant), TypeId>,
    functions: Arena<FunctionType>,
    /// By parameters, result and [`function_flags`]; the key of the last
    /// look-up is kept, so that one does not allocate.
    function_map: FxHashMap<Box<[TypeId]>, TypeId>,
    function_key: Vec<TypeId>,
    pub params: Pool<TypeId>,
    pub records: Arena<Record>,
    pub fields: Arena<Field>,
    pub field_lists: Pool<FieldId>,
    pub enums: Arena<Enum>,
    va_list: TypeId,
    /// There is an array whose length is no constant. In most programs there is
    /// none, and then no type is made of one.
    has_variable_arrays: bool,
}

impl Types {
    pub fn new(target: &Target) -> Types {
        let mut types = Types {
            // Small programs have fewer.
            data: Vec::with_capacity(256),
            map: FxHashMap::with_capacity_and_hasher(256, Default::default()),
            functions: Arena::default(),
            function_map: FxHashMap::default(),
            function_key: Vec::new(),
            params: Pool::default(),
            records: Arena::default(),
            fields: Arena::default(),
            field_lists: Pool::default(),
            enums: Arena::default(),
            va_list: TypeId::ERROR,
            has_variable_arrays: false,
        };
        types.intern(TypeKind::Error);
        types.intern(TypeKind::Void);
        for kind in IntKind::ALL {
            let id = types.intern(TypeKind::Int(kind));
            debug_assert_eq!(id, TypeId::int(kind));
        }
        for kind in FLOAT_KINDS {
            let id = types.intern(TypeKind::Float(kind));
            debug_assert_eq!(id, TypeId::float(kind));
        }
        for kind in [DecimalKind::Decimal32, DecimalKind::Decimal64, DecimalKind::Decimal128] {
            let id = types.intern(TypeKind::Decimal(kind));
            debug_assert_eq!(id, TypeId::decimal(kind));
        }
        types.va_list = types.make_va_list(target);
        types
    }

    fn make_va_list(&mut self, target: &Target) -> TypeId {
        use crate::target::VaList;
        let record = |types: &mut Types, size: u8| {
            let id = types.records.push(Record {
                complete: true,
                size: u64::from(size),
                align: u32::from(target.pointer.align),
                ..Record::incomplete(false, None, Span::NONE)
            });
            types.intern(TypeKind::Record(id))
        };
        match target.va_list {
            VaList::Pointer => self.pointer(TypeId::VOID),
            VaList::Struct { size } => record(self, size),
            VaList::ArrayOfStruct { size } => {
                let element = record(self, size);
                self.intern(TypeKind::Array { element, length: ArrayLength::Fixed(1) })
            }
        }
    }

    /// What `__builtin_va_list` is on the target.
    pub fn va_list(&self) -> TypeId {
        self.va_list
    }

    /// How many there are: their indices are below that.
    pub fn count(&self) -> usize {
        self.data.len()
    }

    /// Whether there is an array whose length is no constant.
    pub fn has_variable_arrays(&self) -> bool {
        self.has_variable_arrays
    }

    // ---- looking at types ----

    /// What the type is, whatever it was called.
    #[inline]
    pub fn kind(&self, id: TypeId) -> TypeKind {
        self.data[id.index()].kind
    }

    /// How the type was written.
    pub fn written(&self, id: TypeId) -> TypeKind {
        self.data[id.index()].written
    }

    #[inline]
    pub fn canonical(&self, id: TypeId) -> TypeId {
        self.data[id.index()].canonical.with(id.quals())
    }

    /// What an expression of this type has as a value: canonical, without
    /// qualifiers and without variants.
    #[inline]
    pub fn value_type(&self, id: TypeId) -> TypeId {
        self.data[id.index()].main
    }

    pub fn variant(&self, id: TypeId) -> Variant {
        self.data[id.index()].variant
    }

    /// Qualifiers, those of an array's elements included (6.7.3p9).
    pub fn quals(&self, id: TypeId) -> Quals {
        let id = self.canonical(id);
        match self.kind(id) {
            TypeKind::Array { element, .. } => self.quals(element),
            _ => id.quals(),
        }
    }

    pub fn function(&self, id: FunctionTypeId) -> &FunctionType {
        &self.functions[id]
    }

    pub fn as_function(&self, id: TypeId) -> Option<FunctionType> {
        match self.kind(id) {
            TypeKind::Function(f) => Some(self.functions[f]),
            _ => None,
        }
    }

    pub fn as_record(&self, id: TypeId) -> Option<RecordId> {
        match self.kind(id) {
            TypeKind::Record(r) => Some(r),
            _ => None,
        }
    }

    /// What a pointer points to.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.kind(id) {
            TypeKind::Pointer(to) => Some(to),
            _ => None,
        }
    }

    pub fn fields(&self, record: RecordId) -> &[FieldId] {
        &self.field_lists[self.records[record].fields]
    }

    /// The integer kind that computes for this type: enums give theirs.
    #[inline]
    pub fn int_kind(&self, id: TypeId) -> Option<IntKind> {
        id.as_int().or_else(|| match self.kind(id) {
            TypeKind::Int(kind) => Some(kind),
            TypeKind::Enum(e) => Some(self.enums[e].repr),
            _ => None,
        })
    }

    pub fn is_integer(&self, id: TypeId) -> bool {
        self.int_kind(id).is_some()
    }

    /// Integer, floating, decimal or complex (6.2.5p18).
    pub fn is_arithmetic(&self, id: TypeId) -> bool {
        use TypeKind::*;
        matches!(self.kind(id), Int(_) | Enum(_) | Float(_) | Decimal(_) | Complex(_))
    }

    pub fn is_scalar(&self, id: TypeId) -> bool {
        self.is_arithmetic(id) || matches!(self.kind(id), TypeKind::Pointer(_))
    }

    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Pointer(_))
    }

    pub fn is_void(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Void)
    }

    pub fn is_array(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Array { .. })
    }

    pub fn is_function(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Function(_))
    }

    pub fn is_error(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Error)
    }

    /// How many arrays and functions are within each other in this type.
    /// Functions that look at types recurse so deep; pointers are no level,
    /// for what is behind one is reached in a loop.
    pub fn depth(&self, id: TypeId) -> u32 {
        self.data[id.index()].depth
    }

    /// Its size is known, at the latest when it is reached (6.2.5p1).
    #[inline]
    pub fn is_complete(&self, id: TypeId) -> bool {
        id.as_int().is_some() || self.is_complete_kind(id)
    }

    fn is_complete_kind(&self, id: TypeId) -> bool {
        match self.kind(id) {
            TypeKind::Void | TypeKind::Function(_) => false,
            TypeKind::Array { element, length } => {
                length != ArrayLength::Unknown && self.is_complete(element)
            }
            TypeKind::Record(r) => self.records[r].complete,
            TypeKind::Enum(e) => self.enums[e].complete,
            _ => true,
        }
    }

    /// It is, or is derived from, an array of variable length (6.7.6p3).
    #[inline]
    pub fn is_variably_modified(&self, id: TypeId) -> bool {
        self.has_variable_arrays && self.is_made_of_variable_array(id)
    }

    fn is_made_of_variable_array(&self, id: TypeId) -> bool {
        let id = self.behind_pointers(id);
        match self.kind(id) {
            TypeKind::Array { element, length } => {
                length.is_variable() || self.is_made_of_variable_array(element)
            }
            TypeKind::Function(f) => self.is_made_of_variable_array(self.functions[f].result),
            TypeKind::Record(r) => self.records[r].variable,
            _ => false,
        }
    }

    fn behind_pointers(&self, mut id: TypeId) -> TypeId {
        while let TypeKind::Pointer(to) = self.kind(id) {
            id = to;
        }
        id
    }

    /// Its own size is not a constant.
    #[inline]
    pub fn has_variable_size(&self, id: TypeId) -> bool {
        self.has_variable_arrays && self.is_variable_array(id)
    }

    fn is_variable_array(&self, id: TypeId) -> bool {
        match self.kind(id) {
            TypeKind::Array { element, length } => {
                length.is_variable() || self.is_variable_array(element)
            }
            TypeKind::Record(r) => self.records[r].variable,
            _ => false,
        }
    }

    // ---- making types ----

    /// The id of this kind of type, if the program has it.
    pub fn find(&self, kind: TypeKind) -> Option<TypeId> {
        self.map.get(&(kind, Variant::default())).copied()
    }

    /// The id of this kind of type; new if it was not seen before.
    pub fn intern(&mut self, kind: TypeKind) -> TypeId {
        self.intern_variant(kind, Variant::default())
    }

    fn intern_variant(&mut self, kind: TypeKind, variant: Variant) -> TypeId {
        if let Some(&id) = self.map.get(&(kind, variant)) {
            return id;
        }
        let canonical_kind = self.canonical_kind(kind);
        let canonical =
            (canonical_kind != kind).then(|| self.intern_variant(canonical_kind, variant));
        let main = match (canonical, variant == Variant::default()) {
            (None, false) => Some(self.intern(kind)),
            _ => None,
        };
        self.add(kind, variant, canonical, main)
    }

    fn add(
        &mut self,
        kind: TypeKind,
        variant: Variant,
        canonical: Option<TypeId>,
        main: Option<TypeId>,
    ) -> TypeId {
        let id = self.push(kind, variant, canonical, main);
        self.map.insert((kind, variant), id);
        id
    }

    fn push(
        &mut self,
        kind: TypeKind,
        variant: Variant,
        canonical: Option<TypeId>,
        main: Option<TypeId>,
    ) -> TypeId {
        let index = u32::try_from(self.data.len()).ok().filter(|&i| i < u32::MAX >> QUAL_BITS);
        let id = TypeId::at(index.expect("a program has fewer than 2^28 types"));
        if let TypeKind::Array { length, .. } = kind {
            self.has_variable_arrays |= length.is_variable();
        }
        let data = match canonical {
            Some(canonical) => {
                let meaning = self.data[canonical.index()];
                TypeData { written: kind, canonical, pointer: None, ..meaning }
            }
            None => TypeData {
                written: kind,
                canonical: id,
                kind,
                variant,
                main: main.unwrap_or(id),
                pointer: None,
                depth: self.depth_of(kind),
            },
        };
        self.data.push(data);
        id
    }

    fn depth_of(&self, kind: TypeKind) -> u32 {
        match kind {
            TypeKind::Pointer(to) => self.depth(to),
            TypeKind::Array { element, .. } => self.depth(element) + 1,
            TypeKind::Function(f) => {
                let FunctionType { result, params, .. } = self.functions[f];
                let params = self.params[params].iter().map(|&param| self.depth(param));
                params.fold(self.depth(result), u32::max) + 1
            }
            _ => 0,
        }
    }

    /// The kind with canonical components. Written kinds get theirs from
    /// [`Types::alias`] and do not come here.
    fn canonical_kind(&self, kind: TypeKind) -> TypeKind {
        match kind {
            TypeKind::Pointer(to) => TypeKind::Pointer(self.canonical(to)),
            TypeKind::Array { element, length } => {
                TypeKind::Array { element: self.canonical(element), length }
            }
            TypeKind::Vector { element, count } => {
                TypeKind::Vector { element: self.value_type(element), count }
            }
            TypeKind::Complex(element) => TypeKind::Complex(self.value_type(element)),
            other => other,
        }
    }

    /// A function type as a declarator wrote it. No other declarator has its
    /// parameters, so there is nothing to look up.
    pub fn prototype(&mut self, written: TypeKind, meaning: TypeId) -> TypeId {
        let canonical = self.canonical(meaning);
        self.push(written, Variant::default(), Some(canonical), None)
    }

    /// Another way to write `meaning`.
    pub fn alias(&mut self, written: TypeKind, meaning: TypeId) -> TypeId {
        if let Some(&id) = self.map.get(&(written, Variant::default())) {
            return id;
        }
        let canonical = self.canonical(meaning);
        self.add(written, Variant::default(), Some(canonical), None)
    }

    pub fn pointer(&mut self, to: TypeId) -> TypeId {
        if !to.quals().is_empty() {
            return self.intern(TypeKind::Pointer(to));
        }
        if let Some(known) = self.data[to.index()].pointer {
            return known;
        }
        let made = self.intern(TypeKind::Pointer(to));
        self.data[to.index()].pointer = Some(made);
        made
    }

    pub fn array(&mut self, element: TypeId, length: ArrayLength) -> TypeId {
        self.intern(TypeKind::Array { element, length })
    }

    pub fn function_type(
        &mut self,
        result: TypeId,
        params: &[TypeId],
        variadic: bool,
        prototyped: bool,
    ) -> TypeId {
        let mut key = std::mem::take(&mut self.function_key);
        key.clear();
        key.extend_from_slice(params);
        key.extend([result, function_flags(variadic, prototyped)]);
        let known = self.function_map.get(&key[..]).copied();
        let id = known.unwrap_or_else(|| {
            let id = self.new_function(result, params, variadic, prototyped);
            self.function_map.insert(key[..].into(), id);
            id
        });
        self.function_key = key;
        id
    }

    fn new_function(
        &mut self,
        result: TypeId,
        params: &[TypeId],
        variadic: bool,
        prototyped: bool,
    ) -> TypeId {
        let params = self.params.push(params);
        let function = self.functions.push(FunctionType { result, params, variadic, prototyped });
        self.intern(TypeKind::Function(function))
    }

    /// Adds qualifiers; an array passes them to its elements (6.7.3p9).
    pub fn qualify(&mut self, id: TypeId, quals: Quals) -> TypeId {
        if quals.is_empty() {
            return id;
        }
        match (self.written(id), self.kind(id)) {
            (TypeKind::Array { element, length }, _) => {
                let element = self.qualify(element, quals);
                self.array(element, length)
            }
            (_, TypeKind::Array { element, length }) => {
                let element = self.qualify(element, quals);
                let meaning = self.array(element, length);
                self.alias(TypeKind::Qualified(id, quals), meaning)
            }
            _ => id.with(quals),
        }
    }

    /// The same type with other alignment or aliasing; canonical.
    pub fn vary(&mut self, id: TypeId, change: impl FnOnce(&mut Variant)) -> TypeId {
        let canonical = self.canonical(id);
        let data = self.data[canonical.index()];
        let mut variant = data.variant;
        change(&mut variant);
        self.intern_variant(data.kind, variant).with(canonical.quals())
    }

    pub fn corresponding_complex(&mut self, element: TypeId) -> TypeId {
        self.intern(TypeKind::Complex(element))
    }
}

/// A type that stands for what a function's type is made of beside types.
fn function_flags(variadic: bool, prototyped: bool) -> TypeId {
    TypeId(u32::from(variadic) * 2 + u32::from(prototyped))
}

const FLOAT_KINDS: [FloatKind; 9] = {
    use FloatKind::*;
    [Float, Double, LongDouble, Float16, Float32, Float64, Float128, Float32x, Float64x]
};
