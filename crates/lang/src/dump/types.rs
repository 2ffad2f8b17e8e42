//! Canonical types, read from the left: `*const char`, `[3]int`,
//! `fn(int, ...) -> void`.

use std::fmt::Write;

use super::{Dumper, Pending};
use crate::symbol::Symbol;
use crate::tree::DeclKind;
use crate::types::{ArrayLength, EnumId, FunctionType, Quals, RecordId, TypeId, TypeKind};

impl Dumper<'_> {
    /// ` : type`
    pub(super) fn colon(&mut self, ty: TypeId) {
        self.text(" : ");
        self.ty(ty);
    }

    pub(super) fn quals(&mut self, quals: Quals) {
        let words = [
            (Quals::CONST, "const "),
            (Quals::VOLATILE, "volatile "),
            (Quals::RESTRICT, "restrict "),
            (Quals::ATOMIC, "atomic "),
        ];
        for (qual, word) in words {
            self.text(if quals.has(qual) { word } else { "" });
        }
    }

    pub(super) fn ty(&mut self, ty: TypeId) {
        let types = &self.program.types;
        let mut ty = types.canonical(ty);
        loop {
            self.quals(ty.quals());
            let variant = types.variant(ty);
            if variant != Default::default() {
                let _ = write!(self.out, "{variant:?} ");
            }
            ty = match types.kind(ty) {
                TypeKind::Pointer(to) => {
                    self.text("*");
                    to
                }
                TypeKind::Array { element, length } => {
                    self.array_length(length);
                    element
                }
                TypeKind::Function(f) => {
                    let function = *types.function(f);
                    self.parameters(&function);
                    function.result
                }
                TypeKind::Vector { element, count } => {
                    let _ = write!(self.out, "vector {count} ");
                    element
                }
                TypeKind::Complex(part) => {
                    self.text("complex ");
                    part
                }
                TypeKind::Record(id) => return self.record_name(id),
                TypeKind::Enum(id) => return self.enum_name(id),
                TypeKind::Int(kind) => return self.lower(&format!("{kind:?}")),
                TypeKind::Float(kind) => return self.lower(&format!("{kind:?}")),
                TypeKind::Decimal(kind) => return self.lower(&format!("{kind:?}")),
                TypeKind::Void => return self.text("void"),
                other => {
                    let _ = write!(self.out, "{other:?}");
                    return;
                }
            };
        }
    }

    /// The name of a variant, as the dump spells it.
    pub(super) fn lower(&mut self, name: &str) {
        self.out.extend(name.chars().map(|c| c.to_ascii_lowercase()));
    }

    fn array_length(&mut self, length: ArrayLength) {
        let _ = match length {
            ArrayLength::Unknown => write!(self.out, "[]"),
            ArrayLength::Star => write!(self.out, "[*]"),
            ArrayLength::Fixed(n) => write!(self.out, "[{n}]"),
            ArrayLength::Variable(length) => {
                let (number, is_new) = self.lengths.get(length, None);
                if is_new {
                    self.pending.push(Pending::Length(length, number));
                }
                write!(self.out, "[length {number}]")
            }
        };
    }

    fn parameters(&mut self, function: &FunctionType) {
        self.text("fn(");
        for (i, &param) in self.program.types.params[function.params].iter().enumerate() {
            self.text(if i > 0 { ", " } else { "" });
            self.ty(param);
        }
        self.text(if function.variadic { ", ..." } else { "" });
        self.text(if function.prototyped { ") -> " } else { ")? -> " });
    }

    fn tag(&mut self, keyword: &str, tag: Option<Symbol>, number: u32) {
        self.text(keyword);
        match tag {
            Some(tag) => self.numbered(tag, number),
            None => {
                let _ = write!(self.out, "#{number}");
            }
        }
    }

    fn record_name(&mut self, id: RecordId) {
        let record = &self.program.types.records[id];
        let (number, is_new) = self.records.get(id, record.tag);
        if is_new {
            self.pending.push(Pending::Record(id));
        }
        self.tag(if record.is_union { "union " } else { "struct " }, record.tag, number);
    }

    fn enum_name(&mut self, id: EnumId) {
        let data = &self.program.types.enums[id];
        let (number, is_new) = self.enums.get(id, data.tag);
        if is_new {
            self.pending.push(Pending::Enum(id));
        }
        self.tag("enum ", data.tag, number);
    }

    /// The layout of a struct or union.
    pub(super) fn record(&mut self, id: RecordId) {
        let record = self.program.types.records[id];
        self.open("layout ");
        self.record_name(id);
        if record.complete {
            let _ = write!(self.out, " size {} align {}", record.size, record.align);
        } else {
            self.text(" incomplete");
        }
        for (name, value) in [("align_attr", record.align_attr), ("pack", record.pack)] {
            if value != 0 {
                let _ = write!(self.out, " {name} {value}");
            }
        }
        for (name, is_set) in [
            (" packed", record.packed),
            (" transparent", record.transparent),
            (" reversed", record.reversed),
            (" flexible", record.flexible),
            (" variable", record.variable),
        ] {
            self.text(if is_set { name } else { "" });
        }
        self.attrs(record.attrs);
        self.close(record.span);
        for &field in self.program.types.fields(id) {
            let field = self.program.types.fields[field];
            self.depth += 1;
            self.open("field ");
            self.text(field.name.map_or("(unnamed)", |name| self.program.name(name)));
            let _ = write!(self.out, " at {}", field.offset_bits / 8);
            if field.offset_bits % 8 != 0 {
                let _ = write!(self.out, ".{}", field.offset_bits % 8);
            }
            if let Some(width) = field.width {
                let _ = write!(self.out, " width {width}");
            }
            if field.align_attr != 0 {
                let _ = write!(self.out, " align_attr {}", field.align_attr);
            }
            self.text(if field.packed { " packed" } else { "" });
            self.attrs(field.attrs);
            self.colon(field.ty);
            self.close(field.span);
            self.depth -= 1;
        }
    }

    pub(super) fn enumeration(&mut self, id: EnumId) {
        let data = self.program.types.enums[id];
        self.open("values of ");
        self.enum_name(id);
        self.text(if data.complete { "" } else { " incomplete" });
        self.text(if data.packed { " packed" } else { "" });
        self.attrs(data.attrs);
        self.text(" : ");
        self.lower(&format!("{:?}", data.repr));
        self.close(data.span);
        for &id in &self.program.decl_lists[data.enumerators] {
            let decl = self.program.decls[id];
            self.depth += 1;
            self.open("");
            self.decl_name(id);
            let mut written = None;
            if let DeclKind::Enumerator { value, written: expr } = decl.kind {
                let _ = write!(self.out, " = {value}");
                written = expr;
            }
            self.attrs(decl.attrs);
            self.colon(decl.ty);
            self.close(decl.span);
            if let Some(expr) = written {
                self.nested(|dumper| dumper.expr(expr));
            }
            self.depth -= 1;
        }
    }
}
