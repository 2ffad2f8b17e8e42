//! The world of a program: its types, global variables and functions, before
//! a statement is written.
//!
//! It is made as text, and parsed like any other program: declarations are
//! only ever made in one way. Bodies that are to be written are empty in it.

use std::fmt::{self, Write as _};

use elenchus_lang::arith;
use elenchus_lang::printer::Digits;
use elenchus_lang::target::{FloatKind, IntKind, Target};

use super::numbers::{IntTypes, int_types, some_int_type, some_number};
use super::state::Role;
use super::{FloatMode, Layout, Preset, Settings, ready};
use crate::choices::Choices;
use crate::policy::Policy;

/// The type of a variable.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    Int(IntKind),
    Float(FloatKind),
    Enum(usize),
    Array(Box<Shape>, u64),
    Struct(usize),
    Pointer(Box<Shape>),
}

#[derive(Clone, Debug)]
pub struct Member {
    pub name: Name,
    pub shape: Shape,
    pub width: Option<u8>,
    pub align: Option<u64>,
}

/// What a record is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Struct,
    /// Its members lie without gaps; none of them is pointed to.
    Packed,
    /// Its members have all the same size and no gaps, so that each may be read whichever
    /// was written; none of them is pointed to.
    Union,
}

impl Kind {
    pub fn keyword(self) -> &'static str {
        match self {
            Kind::Struct | Kind::Packed => "struct",
            Kind::Union => "union",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Record {
    pub kind: Kind,
    pub members: Vec<Member>,
}

#[derive(Clone, Debug)]
pub struct Global {
    pub name: Name,
    pub shape: Shape,
    pub role: Role,
    pub constant: bool,
    pub volatile: bool,
    pub is_static: bool,
    /// Values are collected in it.
    pub collects: bool,
    /// Of a pointer: the number of the variable into which it points at first.
    pub pointee: Option<usize>,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: Name,
    pub result: Option<Shape>,
    pub params: Vec<(Name, Shape)>,
    pub is_static: bool,
    pub is_test: bool,
    /// It calls itself while its first parameter is above 0.
    pub recursive: bool,
    pub pure_: bool,
    pub floats: bool,
    /// How many statements may be written in it.
    pub holes: usize,
    /// Functions that it alone calls.
    pub before: String,
    /// Its body, if that is made already, and about how many steps that takes.
    pub body: Option<String>,
    pub cost: u64,
    /// The row that it was made of.
    pub row: Option<&'static str>,
}

#[derive(Clone, Default, Debug)]
pub struct World {
    /// Types that stand before all others.
    pub types: String,
    /// What is no part of the checksum.
    pub tolerant: String,
    pub structs: Vec<Record>,
    /// The first of them are structs (and unions) of plain data; the others end with a pointer to
    /// another of their kind.
    pub plain: usize,
    pub enums: Vec<Vec<i32>>,
    pub globals: Vec<Global>,
    /// Their definitions.
    pub globals_text: String,
    pub functions: Vec<Function>,
}

impl Shape {
    /// Whether it has more than 64 bits.
    pub fn is_wide(&self) -> bool {
        matches!(self, Shape::Int(IntKind::Int128 | IntKind::UInt128))
    }
}

/// The counters of loops in loops over the elements of variables. Arrays have at most
/// four dimensions, and one member within is an array.
pub const COUNTERS: [&str; 6] = ["i", "j", "k", "l", "m", "n"];

/// How C spells an integer type.
pub fn spelled(kind: IntKind) -> &'static str {
    use IntKind::*;
    match kind {
        Bool => "_Bool",
        Char => "char",
        SChar => "signed char",
        UChar => "unsigned char",
        Short => "short",
        UShort => "unsigned short",
        Int => "int",
        UInt => "unsigned int",
        Long => "long",
        ULong => "unsigned long",
        LongLong => "long long",
        ULongLong => "unsigned long long",
        Int128 => "__int128",
        UInt128 => "unsigned __int128",
    }
}

/// A name with a number.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    prefix: &'static str,
    number: u64,
}

impl Name {
    pub fn write(self, out: &mut String) {
        write_numbered(out, self.prefix, self.number);
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.prefix, self.number)
    }
}

pub fn numbered(prefix: &'static str, number: u64) -> Name {
    Name { prefix, number }
}

pub fn write_numbered(out: &mut String, prefix: &str, number: u64) {
    out.extend([prefix, Digits::of(number).text()]);
}

/// Writes a constant of a type.
fn literal(out: &mut String, target: &Target, kind: IntKind, value: i128) {
    use IntKind::*;
    let suffix = match kind {
        UInt => "U",
        Long => "L",
        ULong => "UL",
        LongLong => "LL",
        ULongLong => "ULL",
        _ => "",
    };
    let int = target.int_type(kind);
    if value < 0 && value == arith::int::min(int) && int.bits >= target.int_type(Int).bits {
        let _ = write!(out, "(-{}{suffix} - 1)", (value + 1).unsigned_abs());
        return;
    }
    match i64::try_from(value) {
        Ok(value) => {
            let sign = if value < 0 { "-" } else { "" };
            out.extend([sign, Digits::of(value.unsigned_abs()).text(), suffix]);
        }
        Err(_) => {
            let _ = write!(out, "{value}{suffix}");
        }
    }
}

pub struct Maker<'a> {
    pub settings: &'a Settings,
    pub policy: &'a Policy,
    pub choices: &'a mut Choices,
    pub world: World,
    pub int_types: IntTypes,
    bytes: u64,
    /// What the node that is being made is linked to.
    link: Option<Name>,
}

impl<'a> Maker<'a> {
    pub fn make(settings: &'a Settings, policy: &'a Policy, choices: &'a mut Choices) -> World {
        let (world, int_types) = (World::default(), int_types(policy));
        let mut maker = Maker { settings, policy, choices, world, int_types, bytes: 0, link: None };
        let aggregates = settings.preset != Preset::Arithmetic;
        if aggregates {
            maker.types();
        }
        maker.globals(aggregates);
        maker.functions();
        if settings.float == FloatMode::Tolerant {
            maker.world.tolerant = ready::tolerant(maker.choices, settings.freestanding);
        }
        maker.world
    }

    fn types(&mut self) {
        let count = 1 + self.choices.below("structs", 4);
        for _ in 0..count {
            self.record();
        }
        self.world.plain = self.world.structs.len();
        if self.policy.var_node > 0 {
            self.nodes();
        }
        for _ in 0..self.choices.below("enums", 3) {
            let count = 2 + self.choices.below("enumerators", 5);
            let mut value = self.choices.between("first enumerator", -3, 3) as i32;
            let mut values = Vec::new();
            for _ in 0..count {
                values.push(value);
                value += self.choices.pick("next enumerator", &[1, 1, 1, 2, 5, 100]);
            }
            self.world.enums.push(values);
        }
    }

    /// The structs of linked lists.
    fn nodes(&mut self) {
        for _ in 0..1 + self.choices.below("kinds of nodes", 2) {
            let index = self.world.structs.len();
            let count = 1 + self.choices.below("members of a node", 3);
            let mut members: Vec<Member> =
                (0..count).map(|number| Member::plain(number, self.int())).collect();
            let shape = Shape::Pointer(Box::new(Shape::Struct(index)));
            members.push(Member::plain(count, shape));
            self.world.structs.push(Record { kind: Kind::Struct, members });
        }
    }

    pub fn int(&mut self) -> Shape {
        let enums = self.world.enums.len() as u64;
        if enums > 0 && self.choices.percent("enum", self.policy.type_enum) {
            return Shape::Enum(self.choices.below("which enum", enums) as usize);
        }
        let ty = some_int_type(self.choices, &self.int_types);
        Shape::Int(ty.as_int().unwrap_or(IntKind::Int))
    }

    fn globals(&mut self, aggregates: bool) {
        let size = self.settings.size;
        let collectors = self.settings.collectors();
        let count = collectors + (1 + size / 700).min(3_000);
        self.world.globals.reserve(count as usize);
        for number in 0..count {
            let p = self.policy;
            let weights = match aggregates {
                true => [
                    p.var_scalar,
                    p.var_array,
                    p.var_matrix,
                    p.var_struct,
                    p.var_structs,
                    p.var_pointer,
                    p.var_node,
                ],
                false => [1, 0, 0, 0, 0, 0, 0],
            };
            let kind = match number {
                // Something wide to collect values in.
                number if number < collectors => 0,
                _ => self.choices.weighted("variable", &weights),
            };
            if kind == 5 {
                self.pointer(number);
                continue;
            }
            let shape = self.shape(kind, number);
            let bytes = self.size_of(&shape);
            // The collectors are there in any case.
            if number > 1 && self.bytes + bytes > self.settings.max_data {
                continue;
            }
            self.bytes += bytes;
            self.global(number, shape);
        }
    }

    fn shape(&mut self, kind: usize, number: u64) -> Shape {
        match (kind, number) {
            (_, number) if number < self.settings.collectors() => match number % 2 {
                0 => Shape::Int(IntKind::ULongLong),
                _ => Shape::Int(IntKind::UInt),
            },
            (1, _) => {
                let of = self.int();
                let length = self.choices.pick("length", &[4, 5, 7, 8, 8, 10, 12, 16, 16, 20, 32]);
                Shape::Array(Box::new(of), length)
            }
            (2, _) => {
                let dimensions = 2 + self.choices.weighted("dimensions", &[6, 2, 1]);
                let most = Policy::limit(self.policy.dimensions, 4).clamp(2, 4);
                let dimensions = dimensions.min(most as usize);
                let most: u64 = if dimensions > 2 { 4 } else { 8 };
                let mut shape = self.int();
                for _ in 0..dimensions {
                    let length = 2 + self.choices.below("length", most - 1);
                    shape = Shape::Array(Box::new(shape), length);
                }
                shape
            }
            (3 | 4, _) => {
                let count = self.world.plain as u64;
                let one = Shape::Struct(self.choices.below("struct", count.max(1)) as usize);
                match kind {
                    4 => Shape::Array(Box::new(one), 2 + self.choices.below("length", 6)),
                    _ => one,
                }
            }
            (6, _) => {
                let kinds = (self.world.structs.len() - self.world.plain) as u64;
                let kind = self.choices.below("kind of node", kinds) as usize;
                Shape::Struct(self.world.plain + kind)
            }
            _ => self.scalar(),
        }
    }

    fn scalar(&mut self) -> Shape {
        let p = self.policy;
        let floats = [p.type_float, p.type_double, p.type_long_double];
        if self.settings.float == FloatMode::Exact
            && self.choices.percent("floating type", floats.iter().sum())
        {
            use FloatKind::*;
            return Shape::Float(
                [Float, Double, LongDouble][self.choices.weighted("which floating", &floats)],
            );
        }
        self.int()
    }

    fn global(&mut self, number: u64, shape: Shape) {
        let prefix = match &shape {
            Shape::Int(_) | Shape::Enum(_) | Shape::Float(_) => "g",
            Shape::Array(..) => "a",
            _ => "s",
        };
        let is_node = matches!(shape, Shape::Struct(index) if index >= self.world.plain);
        let collects = number < self.settings.collectors();
        let is_plain = collects || is_node;
        if is_node {
            let earlier = self.world.globals.iter().filter(|global| global.shape == shape);
            let names: Vec<Name> = earlier.map(|global| global.name).collect();
            if !names.is_empty() && !self.choices.percent("end of a list", 20) {
                self.link = Some(self.choices.pick("link", &names));
            }
        }
        let constant = !is_plain && self.choices.percent("constant", self.policy.constant);
        let role = match self.choices.weighted("role", &[3, 2, 8]) {
            _ if is_plain => Role::Mixed,
            _ if constant => Role::Input,
            0 => Role::Input,
            1 => Role::Output,
            _ => Role::Mixed,
        };
        let volatile = !is_plain && self.choices.percent("volatile", self.policy.volatile);
        let is_static = self.is_static();
        // No type of ours needs more than 16.
        let aligned = self.choices.percent("aligned", self.policy.aligned);
        let align = aligned.then(|| self.choices.pick("alignment", &[16, 16, 32, 64]));
        let name = numbered(prefix, number);
        let pointee = None;
        let global = Global { name, shape, role, constant, volatile, is_static, collects, pointee };
        self.define(global, align, None);
    }

    /// A variable is there: initialised by the address of a place, or by values.
    fn define(&mut self, global: Global, align: Option<u64>, place: Option<&str>) {
        let mut text = std::mem::take(&mut self.world.globals_text);
        text += if global.is_static { "static " } else { "" };
        if let Some(align) = align {
            text.extend(["_Alignas(", Digits::of(align).text(), ") "]);
        }
        self.world.declare_global(&mut text, &global);
        text += " = ";
        match place {
            Some(place) => text.extend(["&", place]),
            None => self.initialiser(&mut text, &global.shape),
        }
        text += ";\n";
        self.world.globals_text = text;
        self.world.globals.push(global);
    }

    /// A pointer to (part of) a variable that is read and written.
    fn pointer(&mut self, number: u64) {
        let fits = |g: &Global| {
            let is_kind = g.role == Role::Mixed || matches!(g.shape, Shape::Pointer(_));
            is_kind && !g.volatile && !g.constant
        };
        let count = self.world.globals.len() as u64;
        let tried: [usize; 4] =
            [0; 4].map(|_: usize| self.choices.below("pointee", count) as usize);
        let Some(&at) = tried.iter().find(|&&at| fits(&self.world.globals[at])) else { return };
        let Global { name, shape, .. } = &self.world.globals[at];
        let (shape, place) = match shape {
            Shape::Array(of, length) => {
                let index = self.choices.below("pointee element", *length);
                ((**of).clone(), format!("{name}[{index}]"))
            }
            // A pointer to a pointer to a pointer is enough.
            Shape::Pointer(of) if matches!(&**of, Shape::Pointer(_)) => return,
            other => (other.clone(), name.to_string()),
        };
        let is_plain = !matches!(shape, Shape::Pointer(_));
        let global = Global {
            name: numbered("p", number),
            // Of what it points to: `T **` is no `const T **`.
            constant: is_plain && self.choices.chance("to const", self.policy.pointer_const),
            volatile: is_plain && self.choices.chance("to volatile", self.policy.pointer_volatile),
            shape: Shape::Pointer(Box::new(shape)),
            role: Role::Input,
            is_static: self.is_static(),
            collects: false,
            pointee: Some(at),
        };
        self.define(global, None, Some(&place));
    }

    /// What other files see is not static.
    pub fn is_static(&mut self) -> bool {
        self.choices.percent("static", self.policy.static_)
            && self.settings.layout == Layout::Single
    }

    fn initialiser(&mut self, out: &mut String, shape: &Shape) {
        // Writing to a string cannot fail.
        let _ = match shape {
            Shape::Int(kind) => return self.number(out, *kind),
            Shape::Float(kind) => {
                let suffix = match kind {
                    FloatKind::Float => "f",
                    FloatKind::LongDouble => "L",
                    _ => "",
                };
                let value = self.choices.between("floating value", -1000, 8_000_000);
                write!(out, "{value}.0{suffix}")
            }
            Shape::Enum(index) => {
                let count = self.world.enums[*index].len() as u64;
                write!(out, "E{index}_{}", self.choices.below("enumerator", count))
            }
            Shape::Array(..) | Shape::Struct(_) if self.is_empty() => out.write_str("{}"),
            Shape::Array(of, length) => {
                let written = 1 + self.choices.below("initialisers", (*length).min(12));
                for at in 0..written {
                    out.push_str(if at == 0 { "{ " } else { ", " });
                    self.initialiser(out, of);
                }
                out.write_str(" }")
            }
            Shape::Struct(index) => {
                // Put back below: no struct is within itself.
                let members = std::mem::take(&mut self.world.structs[*index].members);
                let given = match self.world.structs[*index].kind {
                    Kind::Union => 1,
                    Kind::Struct | Kind::Packed => members.len(),
                };
                out.push_str("{ ");
                for (at, member) in members.iter().take(given).enumerate() {
                    out.push_str(if at == 0 { "" } else { ", " });
                    match member.width {
                        Some(width) => {
                            let value = self.choices.below("field value", 1 << (width - 1).min(20));
                            *out += Digits::of(value).text();
                        }
                        None => self.initialiser(out, &member.shape),
                    }
                }
                self.world.structs[*index].members = members;
                out.write_str(" }")
            }
            Shape::Pointer(_) => match self.link.take() {
                Some(earlier) => write!(out, "&{earlier}"),
                None => out.write_str("0"),
            },
        };
    }

    /// Whether an initialiser has nothing in it, as C23 allows.
    fn is_empty(&mut self) -> bool {
        self.settings.language.has_empty_initializers()
            && self.choices.percent("empty initialiser", 15)
    }

    fn number(&mut self, out: &mut String, kind: IntKind) {
        let target = self.settings.target;
        let int = target.int_type(kind);
        let value = some_number(self.choices, self.policy, &[], int.bits);
        let value = match kind {
            IntKind::Int128 | IntKind::UInt128 => value.abs() & 0x7fff_ffff,
            IntKind::Bool => value & 1,
            _ => arith::int::wrap(int, value),
        };
        literal(out, target, kind, value);
    }

    fn size_of(&self, shape: &Shape) -> u64 {
        match shape {
            Shape::Int(kind) => self.settings.target.int_extent(*kind).size.into(),
            Shape::Float(kind) => self.settings.target.float_extent(*kind).size.into(),
            Shape::Enum(_) => 4,
            Shape::Array(of, length) => length * self.size_of(of),
            // With room for padding.
            Shape::Struct(index) => {
                let record = &self.world.structs[*index];
                let sizes =
                    record.members.iter().map(|m| self.size_of(&m.shape) + m.align.unwrap_or(8));
                match record.kind {
                    Kind::Union => sizes.max().unwrap_or(0),
                    Kind::Struct | Kind::Packed => sizes.sum(),
                }
            }
            Shape::Pointer(_) => 8,
        }
    }
}
