//! Random records, laid out by us and by gcc: size, alignments, the offset of
//! every member and the bits of every bit-field must be the same.
//!
//! `ELENCHUS_CASES` says how many records for each target.

use std::fmt::Write as _;
use std::process::Command;

use elenchus_lang::arena::List;
use elenchus_lang::layout::{align_of, field_align, lay_out, preferred_align_of, size_of};
use elenchus_lang::span::Span;
use elenchus_lang::symbol::Interner;
use elenchus_lang::target::{FloatKind, IntKind, Target};
use elenchus_lang::types::{
    ArrayLength, DecimalKind, Enum, Field, FieldId, Quals, Record, RecordId, TypeId, TypeKind,
    Types,
};

use crate::gcc::{gcc, scratch};
use crate::random::Random;

const DEFAULT_CASES: usize = 600;
const RECORDS_A_FILE: usize = 250;

#[test]
fn records_on_x86_64() {
    check_target("x86_64-linux", &["-m64"]);
}

#[test]
fn records_on_i386() {
    // With SSE, as programs for this target are to be compiled: vectors of
    // eight bytes are integers for gcc otherwise.
    check_target("i386-linux", &["-m32", "-msse2"]);
}

fn check_target(name: &str, options: &[&str]) {
    let target = Target::by_name(name).expect("a target of ours");
    let probe = "#include <stdio.h>\nint main(void) { puts(\"ok\"); }\n";
    if compile_and_run(&format!("layout-probe-{name}"), options, probe).is_err() {
        println!("layout: skipped on {name}: gcc {options:?} makes no program that runs");
        return;
    }
    let cases = std::env::var("ELENCHUS_CASES").ok().and_then(|n| n.parse().ok());
    let cases: usize = cases.unwrap_or(DEFAULT_CASES);
    let mut disagreements = 0;
    let mut done = 0;
    while done < cases {
        let count = RECORDS_A_FILE.min(cases - done);
        let batch = Batch::generate(target, done as u64, count);
        let stem = format!("layout-{name}-{done}");
        let output = match compile_and_run(&stem, options, &batch.program()) {
            Ok(output) => output,
            Err(message) => panic!("{stem}.c: {message}"),
        };
        disagreements += batch.compare(&output);
        done += count;
    }
    println!("layout: {done} records on {name}, {disagreements} disagreements");
    assert_eq!(disagreements, 0);
}

fn compile_and_run(stem: &str, options: &[&str], text: &str) -> Result<String, String> {
    let program = scratch(&format!("{stem}.exe"));
    let path = program.to_str().ok_or("a path that is no text")?;
    let arguments = [&["-std=gnu11", "-O0", "-o", path], options].concat();
    let compiled = gcc(stem, text, &arguments);
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
    }
    let ran = Command::new(&program).output().map_err(|e| e.to_string())?;
    // The programs are large; the sources stay for whoever looks into a failure.
    let _ = std::fs::remove_file(&program);
    if !ran.status.success() {
        return Err(format!("the program ended with {}", ran.status));
    }
    String::from_utf8(ran.stdout).map_err(|e| e.to_string())
}

const INTS: [(IntKind, &str); 15] = [
    (IntKind::Bool, "_Bool"),
    (IntKind::Char, "char"),
    (IntKind::SChar, "signed char"),
    (IntKind::UChar, "unsigned char"),
    (IntKind::Short, "short"),
    (IntKind::UShort, "unsigned short"),
    (IntKind::Int, "int"),
    (IntKind::Int, "int"),
    (IntKind::UInt, "unsigned"),
    (IntKind::Long, "long"),
    (IntKind::ULong, "unsigned long"),
    (IntKind::LongLong, "long long"),
    (IntKind::ULongLong, "unsigned long long"),
    (IntKind::Int128, "__int128"),
    (IntKind::UInt128, "unsigned __int128"),
];

const FLOATS: [(FloatKind, &str); 7] = [
    (FloatKind::Float16, "_Float16"),
    (FloatKind::Float, "float"),
    (FloatKind::Double, "double"),
    (FloatKind::LongDouble, "long double"),
    (FloatKind::Float64, "_Float64"),
    (FloatKind::Float128, "_Float128"),
    (FloatKind::Float64x, "_Float64x"),
];

const DECIMALS: [(DecimalKind, &str); 3] = [
    (DecimalKind::Decimal32, "_Decimal32"),
    (DecimalKind::Decimal64, "_Decimal64"),
    (DecimalKind::Decimal128, "_Decimal128"),
];

const ALIGNS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];

/// Enums of one, two, four and eight bytes.
const ENUMS: [(&str, &str, IntKind); 4] = [
    ("enum E1", "enum __attribute__((packed)) E1 { E1_A, E1_B = 200 };", IntKind::UChar),
    ("enum E2", "enum __attribute__((packed)) E2 { E2_A, E2_B = -20000 };", IntKind::Short),
    ("enum E4", "enum E4 { E4_A, E4_B = 100 };", IntKind::UInt),
    ("enum E8", "enum E8 { E8_A, E8_B = 0x123456789a };", IntKind::ULongLong),
];

/// A type and how C calls it.
#[derive(Clone)]
struct Named {
    ty: TypeId,
    name: String,
}

struct Batch<'a> {
    target: &'a Target,
    types: Types,
    symbols: Interner,
    random: Random,
    enums: Vec<Named>,
    /// Records to nest in others, with their bodies' text.
    records: Vec<(Named, String)>,
    declarations: String,
    statements: String,
    /// For each record, the lines that gcc's program should print.
    expected: Vec<Vec<String>>,
    fresh: u32,
}

impl<'a> Batch<'a> {
    fn generate(target: &'a Target, seed: u64, count: usize) -> Batch<'a> {
        let mut batch = Batch {
            target,
            types: Types::new(target),
            symbols: Interner::default(),
            random: Random::new(0x1a07 ^ seed),
            enums: Vec::new(),
            records: Vec::new(),
            declarations: String::new(),
            statements: String::new(),
            expected: Vec::new(),
            fresh: 0,
        };
        for (name, text, repr) in ENUMS {
            let id = batch.types.enums.push(Enum {
                tag: None,
                enumerators: List::EMPTY,
                complete: true,
                repr,
                packed: false,
                attrs: List::EMPTY,
                span: Span::NONE,
                kin: None,
            });
            let ty = batch.types.intern(TypeKind::Enum(id));
            batch.enums.push(Named { ty, name: name.into() });
            writeln!(batch.declarations, "{text}").expect("a string");
        }
        for index in 0..count {
            batch.record(index);
        }
        batch
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.random.below(n) == 0
    }

    fn has(&self, kind: IntKind) -> bool {
        !matches!(kind, IntKind::Int128 | IntKind::UInt128) || self.target.int128.is_some()
    }

    fn integer(&mut self) -> Named {
        if self.one_in(8) {
            let index = self.random.below(self.enums.len() as u64);
            return self.enums[index as usize].clone();
        }
        loop {
            let (kind, name) = self.random.pick(&INTS);
            if self.has(kind) {
                return Named { ty: TypeId::int(kind), name: name.into() };
            }
        }
    }

    fn scalar(&mut self) -> Named {
        match self.random.below(12) {
            0..6 => self.integer(),
            6 | 7 => {
                let (kind, name) = self.random.pick(&FLOATS);
                Named { ty: TypeId::float(kind), name: name.into() }
            }
            8 => {
                let (kind, name) = self.random.pick(&DECIMALS);
                Named { ty: TypeId::decimal(kind), name: name.into() }
            }
            9 => {
                let (element, name) = self.random.pick(&[
                    (TypeId::FLOAT, "_Complex float"),
                    (TypeId::DOUBLE, "_Complex double"),
                    (TypeId::LONG_LONG, "_Complex long long"),
                    (TypeId::LONG_DOUBLE, "_Complex long double"),
                ]);
                Named { ty: self.types.corresponding_complex(element), name: name.into() }
            }
            10 => Named { ty: self.types.pointer(TypeId::VOID), name: "void *".into() },
            _ => self.vector(),
        }
    }

    fn vector(&mut self) -> Named {
        let (element, name, size) =
            self.random.pick(&[(TypeId::INT, "int", 4), (TypeId::CHAR, "char", 1)]);
        let count = self.random.pick(&[8, 16, 32]) / size;
        let ty = self.types.intern(TypeKind::Vector { element, count });
        let bytes = count * size;
        self.typedef(ty, format!("{name} NAME __attribute__((vector_size({bytes})))"))
    }

    /// Declares a typedef; `NAME` in the text is replaced by its name.
    fn typedef(&mut self, ty: TypeId, text: String) -> Named {
        self.fresh += 1;
        let name = format!("T{}", self.fresh);
        writeln!(self.declarations, "typedef {};", text.replace("NAME", &name)).expect("a string");
        Named { ty, name }
    }

    /// A type of a member; the text that follows the name is for arrays.
    fn member_type(&mut self) -> (Named, String) {
        let nest = !self.records.is_empty() && self.one_in(6);
        let mut named = if nest {
            let index = self.random.below(self.records.len() as u64);
            self.records[index as usize].0.clone()
        } else {
            self.scalar()
        };
        if self.one_in(12) {
            let ty = self.types.qualify(named.ty, Quals::ATOMIC);
            named = Named { ty, name: format!("_Atomic({})", named.name) };
        }
        if self.one_in(10) {
            let align = self.random.pick(&ALIGNS);
            let ty = self.types.vary(named.ty, |variant| variant.align = align);
            let text = format!("{} NAME __attribute__((aligned({align})))", named.name);
            named = self.typedef(ty, text);
        }
        let mut suffix = String::new();
        while self.one_in(6) && self.may_be_element(named.ty) {
            let length = self.random.below(5);
            named.ty = self.types.array(named.ty, ArrayLength::Fixed(length));
            suffix.insert_str(0, &format!("[{length}]"));
        }
        (named, suffix)
    }

    /// gcc refuses arrays whose elements would not be aligned.
    fn may_be_element(&self, ty: TypeId) -> bool {
        let size = size_of(&self.types, self.target, ty).unwrap_or(0);
        let align = u64::from(preferred_align_of(&self.types, self.target, ty));
        let is_flexible = self.types.as_record(ty).is_some_and(|r| self.types.records[r].flexible);
        size != 0 && size % align == 0 && !is_flexible
    }

    fn fresh_name(&mut self) -> String {
        self.fresh += 1;
        format!("m{}", self.fresh)
    }

    /// Attributes of a member, with the leading space.
    fn member_attributes(&mut self) -> (bool, u32, String) {
        let packed = self.one_in(10);
        let align = if self.one_in(8) { self.random.pick(&ALIGNS) } else { 0 };
        let mut text = String::new();
        if packed {
            text.push_str(" __attribute__((packed))");
        }
        if align != 0 {
            write!(text, " __attribute__((aligned({align})))").expect("a string");
        }
        (packed, align, text)
    }

    fn bit_field(&mut self, record: RecordId) -> (Field, String) {
        let mut named = self.integer();
        if self.one_in(10) {
            let align = self.random.pick(&ALIGNS);
            let ty = self.types.vary(named.ty, |variant| variant.align = align);
            let text = format!("{} NAME __attribute__((aligned({align})))", named.name);
            named = self.typedef(ty, text);
        }
        let kind = self.types.int_kind(named.ty).unwrap_or(IntKind::Int);
        let bits = u64::from(self.target.int_type(kind).bits);
        let mut width = match self.random.below(6) {
            0 => bits,
            1 => self.random.pick(&[8, 16, 32, 64]).min(bits),
            _ => 1 + self.random.below(bits),
        };
        let mut name = String::new();
        if self.one_in(5) {
            width = if self.one_in(2) { 0 } else { width };
        } else {
            name = self.fresh_name();
        }
        let (packed, align_attr, attributes) = self.member_attributes();
        let text = format!("{} {name} : {width}{attributes};", named.name);
        let symbol = (!name.is_empty()).then(|| self.symbols.intern(&name));
        let field = Field {
            name: symbol,
            width: Some(width as u8),
            packed,
            align_attr,
            ..plain_field(record, named.ty)
        };
        (field, text)
    }

    fn plain_member(&mut self, record: RecordId) -> (Field, String) {
        let (named, suffix) = self.member_type();
        let name = self.fresh_name();
        let (packed, align_attr, attributes) = self.member_attributes();
        let symbol = Some(self.symbols.intern(&name));
        let field = Field { name: symbol, packed, align_attr, ..plain_field(record, named.ty) };
        (field, format!("{} {name}{suffix}{attributes};", named.name))
    }

    fn anonymous_member(&mut self, record: RecordId, pack: u32, depth: u32) -> (Field, String) {
        let (inner, text) = self.body(String::new(), pack, depth + 1);
        let ty = self.types.intern(TypeKind::Record(inner));
        (plain_field(record, ty), format!("{text};"))
    }

    fn flexible_member(&mut self, record: RecordId) -> (Field, String) {
        let element = self.scalar();
        let name = self.fresh_name();
        let ty = self.types.array(element.ty, ArrayLength::Unknown);
        let symbol = Some(self.symbols.intern(&name));
        let field = Field { name: symbol, ..plain_field(record, ty) };
        (field, format!("{} {name}[];", element.name))
    }

    /// `struct tag { … }`, laid out.
    fn body(&mut self, tag: String, pack: u32, depth: u32) -> (RecordId, String) {
        let is_union = self.one_in(5);
        let mut own = Record { pack, ..Record::incomplete(is_union, None, Span::NONE) };
        own.packed = self.one_in(6);
        own.align_attr = if self.one_in(8) { self.random.pick(&ALIGNS) } else { 0 };
        let record = self.types.records.push(own);

        let mut text = String::from(if is_union { "union" } else { "struct" });
        if own.packed {
            text.push_str(" __attribute__((packed))");
        }
        if own.align_attr != 0 {
            write!(text, " __attribute__((aligned({})))", own.align_attr).expect("a string");
        }
        writeln!(text, " {tag} {{").expect("a string");

        let count = self.random.below(if depth == 0 { 9 } else { 4 });
        let mut fields = Vec::new();
        let mut has_named = false;
        for _ in 0..count {
            let (field, line) = match self.random.below(10) {
                0..5 => self.bit_field(record),
                5 if depth < 2 => self.anonymous_member(record, pack, depth),
                _ => self.plain_member(record),
            };
            has_named |= field.name.is_some();
            fields.push(self.types.fields.push(field));
            writeln!(text, "  {line}").expect("a string");
        }
        if depth == 0 && !is_union && has_named && self.one_in(10) {
            let (field, line) = self.flexible_member(record);
            fields.push(self.types.fields.push(field));
            writeln!(text, "  {line}").expect("a string");
        }
        text.push('}');
        self.types.records[record].fields = self.types.field_lists.push(&fields);
        lay_out(&mut self.types, self.target, record);
        (record, text)
    }

    fn record(&mut self, index: usize) {
        let pack = if self.one_in(6) { self.random.pick(&[1, 2, 4, 8, 16]) } else { 0 };
        let (record, text) = self.body(format!("R{index}"), pack, 0);
        let text = match pack {
            0 => format!("{text};\n"),
            _ => format!("#pragma pack(push, {pack})\n{text};\n#pragma pack(pop)\n"),
        };
        self.declarations.push_str(&text);
        let ty = self.types.intern(TypeKind::Record(record));
        let keyword = if self.types.records[record].is_union { "union" } else { "struct" };
        let name = format!("{keyword} R{index}");
        let mut lines = vec![format!(
            "{} {} {}",
            size_of(&self.types, self.target, ty).unwrap_or(u64::MAX),
            align_of(&self.types, self.target, ty),
            preferred_align_of(&self.types, self.target, ty),
        )];
        writeln!(
            self.statements,
            "static void f{index}(void) {{ static {name} o;\n  printf(\"R {index}\\n%lu %lu %lu\\n\", \
             SZ(o), (unsigned long)_Alignof({name}), (unsigned long)__alignof__({name}));",
        )
        .expect("a string");
        self.members(&name, record, 0, &mut lines);
        self.statements.push_str("}\n");
        self.expected.push(lines);
        self.records.push((Named { ty, name }, text));
    }

    /// Statements and expected lines for the members of a record that starts
    /// at bit `start` of the outermost one, named `of`.
    fn members(&mut self, of: &str, record: RecordId, start: u64, lines: &mut Vec<String>) {
        let fields: Vec<FieldId> = self.types.fields(record).to_vec();
        for id in fields {
            let field = self.types.fields[id];
            let position = start + field.offset_bits;
            let Some(symbol) = field.name else {
                if let (None, Some(inner)) = (field.width, self.types.as_record(field.ty)) {
                    self.members(of, inner, position, lines);
                }
                continue;
            };
            let name = self.symbols.get(symbol);
            if let Some(width) = field.width {
                writeln!(
                    self.statements,
                    "  memset(&o, 0, sizeof o); o.{name} = -1; BITS({name});"
                )
                .expect("a string");
                lines.push(format!("{name} {position} {width}"));
            } else {
                writeln!(
                    self.statements,
                    "  printf(\"{name} %lu %lu\\n\", (unsigned long)__builtin_offsetof({of}, {name}), \
                     (unsigned long)__alignof__(o.{name}));"
                )
                .expect("a string");
                let align = field_align(&self.types, self.target, id);
                lines.push(format!("{name} {} {align}", position / 8));
            }
        }
    }

    fn program(&self) -> String {
        let mut text = String::from(PRELUDE);
        text.push_str(&self.declarations);
        text.push_str(&self.statements);
        text.push_str("int main(void) {\n");
        for index in 0..self.expected.len() {
            writeln!(text, "  f{index}();").expect("a string");
        }
        text.push_str("}\n");
        text
    }

    /// How many records gcc sees otherwise.
    fn compare(&self, output: &str) -> usize {
        let got: Vec<&str> = output.split("R ").skip(1).collect();
        assert_eq!(got.len(), self.expected.len(), "gcc's program printed something else");
        let mut disagreements = 0;
        for ((got, expected), (_, text)) in got.iter().zip(&self.expected).zip(&self.records) {
            let got: Vec<&str> = got.lines().skip(1).collect();
            if got != *expected {
                disagreements += 1;
                println!("{text}");
                for (got, expected) in got.iter().zip(expected).filter(|(g, e)| g != e) {
                    println!("  gcc: {got}, we: {expected}");
                }
            }
        }
        disagreements
    }
}

fn plain_field(record: RecordId, ty: TypeId) -> Field {
    Field {
        record,
        name: None,
        ty,
        written: ty,
        width: None,
        packed: false,
        align_attr: 0,
        offset_bits: 0,
        attrs: List::EMPTY,
        span: Span::NONE,
        line: Span::NONE,
    }
}

/// `BITS` prints where the set bits of `o` start and how many there are.
const PRELUDE: &str = r#"
#include <stdio.h>
#include <string.h>
#define SZ(o) ((unsigned long)sizeof (o))
#define BITS(name) bits(#name, &o, SZ(o))
static void bits(const char *name, const void *object, unsigned long size)
{
    const unsigned char *bytes = object;
    unsigned long first = 0, count = 0;
    for (unsigned long i = size * 8; i-- > 0;)
        if (bytes[i / 8] >> i % 8 & 1) {
            first = i;
            count++;
        }
    printf("%s %lu %lu\n", name, first, count);
}
"#;
