//! The typed tree as text for people and for comparing: two trees are the
//! same exactly when their dumps are equal.
//!
//! Ids do not appear, for they depend on the history of a program. Where
//! several things have the same name, they are numbered in the order in which
//! they appear: `x`, `x.2`. How a type was written and which parentheses
//! stood in the text is no part of the tree; the printer shows it.
//!
//! A line is a node: what it is, its particulars, `:` its type. Structs,
//! enums and lengths of variable arrays are spelled out under the line that
//! mentions them first.

mod nodes;
mod types;

use std::fmt::Write;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::arena::List;
use crate::printer::print_expr;
use crate::span::Span;
use crate::symbol::Symbol;
use crate::tree::{
    Attr, AttrArg, Decl, DeclId, DeclKind, ExprId, FunctionId, GroupId, Item, LabelId, Linkage,
    Program, Storage, StringId,
};
use crate::types::{EnumId, RecordId, TypeKind};

#[derive(Clone, Copy, Default, Debug)]
pub struct Options {
    /// Where each node stands in the text.
    pub spans: bool,
}

/// One unit of a program; empty if there is no such unit.
pub fn dump(program: &Program, unit: usize) -> String {
    dump_with(program, unit, Options::default())
}

pub fn dump_with(program: &Program, unit: usize, options: Options) -> String {
    let mut dumper = Dumper::new(program, options);
    for &item in program.units.get(unit).map_or(&[][..], |unit| &unit.items) {
        dumper.item(item);
    }
    dumper.out
}

/// One expression and what it mentions.
pub fn dump_expr(program: &Program, expr: ExprId) -> String {
    let mut dumper = Dumper::new(program, Options::default());
    dumper.expr(expr);
    dumper.out
}

/// Numbers for things that share a name.
struct Numbers<K> {
    of: FxHashMap<K, u32>,
    used: FxHashMap<Option<Symbol>, u32>,
}

impl<K: Hash + Eq> Numbers<K> {
    fn new() -> Self {
        Numbers { of: FxHashMap::default(), used: FxHashMap::default() }
    }

    /// The number, from 1, and whether this is its first appearance.
    fn get(&mut self, key: K, name: Option<Symbol>) -> (u32, bool) {
        let used = self.used.entry(name).or_insert(0);
        let mut is_new = false;
        let number = *self.of.entry(key).or_insert_with(|| {
            *used += 1;
            is_new = true;
            *used
        });
        (number, is_new)
    }
}

/// To be spelled out under the current line.
#[derive(Clone, Copy)]
enum Pending {
    Record(RecordId),
    Enum(EnumId),
    Length(ExprId, u32),
}

struct Dumper<'a> {
    program: &'a Program,
    options: Options,
    out: String,
    depth: usize,
    decls: Numbers<DeclId>,
    labels: Numbers<LabelId>,
    records: Numbers<RecordId>,
    enums: Numbers<EnumId>,
    lengths: Numbers<ExprId>,
    pending: Vec<Pending>,
}

/// Deeper nesting is told by a number.
const MAX_INDENT: usize = 40;

impl<'a> Dumper<'a> {
    fn new(program: &'a Program, options: Options) -> Dumper<'a> {
        Dumper {
            program,
            options,
            out: String::new(),
            depth: 0,
            decls: Numbers::new(),
            labels: Numbers::new(),
            records: Numbers::new(),
            enums: Numbers::new(),
            lengths: Numbers::new(),
            pending: Vec::new(),
        }
    }

    // ---- lines ----

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Starts a line.
    fn open(&mut self, text: &str) {
        for _ in 0..self.depth.min(MAX_INDENT) {
            self.out.push_str("  ");
        }
        if self.depth > MAX_INDENT {
            // Writing to a string cannot fail.
            let _ = write!(self.out, "({}) ", self.depth);
        }
        self.text(text);
    }

    /// Ends the line; below it comes what it mentioned first.
    fn close(&mut self, span: Span) {
        if self.options.spans {
            let _ = write!(self.out, " @{}..{}", span.start, span.end);
        }
        self.out.push('\n');
        let pending = std::mem::take(&mut self.pending);
        self.depth += 1;
        for what in pending {
            match what {
                Pending::Record(id) => self.record(id),
                Pending::Enum(id) => self.enumeration(id),
                Pending::Length(length, number) => {
                    let span = self.program.exprs[length].span;
                    self.open("length ");
                    let _ = write!(self.out, "{number}");
                    self.close(span);
                    self.nested(|dumper| dumper.expr(length));
                }
            }
        }
        self.depth -= 1;
    }

    fn nested(&mut self, run: impl FnOnce(&mut Self)) {
        self.depth += 1;
        run(self);
        self.depth -= 1;
    }

    /// A line with nothing but a word, and below it what `run` writes.
    fn part(&mut self, word: &str, run: impl FnOnce(&mut Self)) {
        self.open(word);
        self.out.push('\n');
        self.nested(run);
    }

    // ---- names ----

    fn numbered(&mut self, name: Symbol, number: u32) {
        let name = self.program.name(name);
        self.text(if name.is_empty() { "(unnamed)" } else { name });
        if number > 1 {
            let _ = write!(self.out, ".{number}");
        }
    }

    /// The same for all declarations of one thing.
    fn decl_name(&mut self, id: DeclId) {
        let decl = &self.program.decls[id];
        let (number, _) = self.decls.get(decl.entity, Some(decl.name));
        self.numbered(decl.name, number);
    }

    fn label_name(&mut self, id: LabelId) {
        let label = self.program.labels[id];
        let (number, _) = self.labels.get(id, Some(label.name));
        self.numbered(label.name, number);
    }

    fn string(&mut self, id: StringId) {
        let literal = self.program.strings[id];
        let bytes = &self.program.bytes[literal.bytes];
        let _ = write!(self.out, " {:?} \"{}\"", literal.kind, bytes.escape_ascii());
    }

    fn attrs(&mut self, attrs: List<Attr>) {
        for attr in &self.program.attrs[attrs] {
            self.text(if attr.standard { " [[" } else { " ((" });
            if let Some(namespace) = attr.namespace {
                self.text(self.program.name(namespace));
                self.text("::");
            }
            self.text(self.program.name(attr.name));
            for &arg in &self.program.attr_args[attr.args] {
                self.text(" ");
                match arg {
                    AttrArg::Name(name) => self.text(self.program.name(name)),
                    AttrArg::Expr(expr) => self.text(&print_expr(self.program, expr)),
                }
            }
            self.text(if attr.standard { "]]" } else { "))" });
        }
    }

    // ---- declarations ----

    fn item(&mut self, item: Item) {
        match item {
            Item::Declaration(group) => self.group(group),
            Item::Function(function) => self.function(function),
            Item::Asm(asm) => self.asm(asm),
            Item::StaticAssert(condition, message) => self.static_assert(condition, message),
            Item::Pragma(text) => {
                self.open("pragma ");
                self.text(self.program.name(text));
                self.close(Span::NONE);
            }
        }
    }

    fn group(&mut self, id: GroupId) {
        let group = self.program.groups[id];
        self.open("declaration");
        if group.decls.is_empty() {
            self.storage(group.storage);
        }
        self.colon(group.base);
        self.close(group.span);
        self.decl_list(group.decls);
    }

    fn decl_list(&mut self, decls: List<DeclId>) {
        let program = self.program;
        self.nested(|dumper| {
            for &decl in &program.decl_lists[decls] {
                dumper.decl(decl);
            }
        });
    }

    fn storage(&mut self, storage: Storage) {
        let words = [
            (Storage::TYPEDEF, " typedef"),
            (Storage::EXTERN, " extern"),
            (Storage::STATIC, " static"),
            (Storage::AUTO, " auto"),
            (Storage::REGISTER, " register"),
            (Storage::THREAD, " thread"),
            (Storage::INLINE, " inline"),
            (Storage::NORETURN, " noreturn"),
            (Storage::EXTENSION, " extension"),
            (Storage::IMPLICIT, " implicit"),
            (Storage::UNTYPED, " untyped"),
        ];
        for (bit, word) in words {
            self.text(if storage.has(bit) { word } else { "" });
        }
    }

    fn decl(&mut self, id: DeclId) {
        let decl = &self.program.decls[id];
        self.open(match decl.kind {
            DeclKind::Variable => "variable ",
            DeclKind::Parameter => "parameter ",
            DeclKind::Function => "function ",
            DeclKind::Typedef => "typedef ",
            DeclKind::Enumerator { .. } => "enumerator ",
            DeclKind::Builtin => "builtin ",
        });
        self.decl_particulars(id, decl);
        self.close(decl.span);
        if let TypeKind::Prototype { params, .. } = self.program.types.written(decl.written) {
            self.decl_list(params);
        }
        if let Some(init) = decl.init {
            self.nested(|dumper| dumper.init(init));
        }
    }

    fn decl_particulars(&mut self, id: DeclId, decl: &Decl) {
        self.decl_name(id);
        self.text(if decl.entity == id { "" } else { " again" });
        self.storage(decl.storage);
        self.text(match decl.linkage {
            Linkage::None => "",
            Linkage::Internal => " internal",
            Linkage::External => " external",
        });
        if decl.align != 0 {
            let _ = write!(self.out, " align {}", decl.align);
        }
        if let Some(name) = decl.asm_name {
            self.text(" asm");
            self.string(name);
        }
        self.attrs(decl.attrs);
        self.colon(decl.ty);
        let types = &self.program.types;
        match types.written(decl.written) {
            TypeKind::Adjusted { from, quals, is_static } => {
                let _ = write!(self.out, " from {}", if is_static { "static " } else { "" });
                self.quals(quals);
                self.ty(from);
            }
            _ if types.canonical(decl.written) != types.canonical(decl.ty) => {
                self.text(" from ");
                self.ty(decl.written);
            }
            _ => {}
        }
    }

    fn function(&mut self, id: FunctionId) {
        let function = self.program.functions[id];
        let decl = &self.program.decls[function.decl];
        self.open("definition ");
        self.decl_particulars(function.decl, decl);
        self.text(if function.outer.is_some() { " nested" } else { "" });
        self.close(function.span);
        self.decl_list(function.params);
        self.depth += 1;
        if !function.old_style.is_empty() {
            self.part("old-style", |dumper| dumper.decl_list(function.old_style));
        }
        for &id in &self.program.label_lists[function.labels] {
            let label = self.program.labels[id];
            self.open("label ");
            self.label_name(id);
            self.text(if label.local { " local" } else { "" });
            self.text(if label.address_taken { " address-taken" } else { "" });
            self.close(label.span);
        }
        self.stmt(function.body);
        self.depth -= 1;
    }
}
