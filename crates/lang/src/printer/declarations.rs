//! Declarations, function definitions, attributes, initialisers.

use std::io::Write;

use super::Printer;
use super::expressions::ASSIGN;
use super::types::Named;
use crate::arena::List;
use crate::tree::{
    Attr, AttrArg, Decl, DeclId, DeclKind, Designator, FunctionId, GroupId, InitId, InitKind,
    Storage,
};
use crate::types::TypeId;

/// Which attributes of a declaration stand before its specifiers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Front {
    None,
    Standard,
    All,
}

/// Nobody wrote it.
fn is_silent(decl: &Decl) -> bool {
    decl.storage.has(Storage::IMPLICIT) || decl.kind == DeclKind::Builtin
}

impl<'a> Printer<'a> {
    /// Something of the group stood in the text.
    pub(super) fn is_visible(&self, group: GroupId) -> bool {
        let decls = &self.program.decl_lists[self.program.groups[group].decls];
        decls.is_empty() || decls.iter().any(|&d| !is_silent(&self.program.decls[d]))
    }

    /// `specifiers declarator, declarator…;` A declarator that does not start
    /// from the group's specifiers gets a declaration of its own.
    pub(super) fn group(&mut self, id: GroupId) {
        let program = self.program;
        let group = program.groups[id];
        let decls = &program.decl_lists[group.decls];
        if decls.is_empty() {
            self.text(if group.storage.has(Storage::EXTENSION) { "__extension__ " } else { "" });
            self.storage(group.storage);
            self.base(group.base);
            return self.text(";");
        }
        let same = self.same_standard_attrs(decls);
        let front = if same { Front::Standard } else { Front::None };
        let mut open: Option<TypeId> = None;
        for decl in decls.iter().map(|&d| &program.decls[d]).filter(|d| !is_silent(d)) {
            let meets = self.reaches(decl.written, group.base);
            let base = if meets { group.base } else { self.leaf(decl.written) };
            if open == Some(base) {
                self.text(",");
            } else {
                if open.is_some() {
                    self.text(";");
                    self.start_line();
                } else if !meets && self.has_body(group.base) {
                    self.base(group.base);
                    self.text(";");
                    self.start_line();
                }
                self.specifiers(decl, base, front);
                open = Some(base);
            }
            let attrs = if same { List::EMPTY } else { decl.attrs };
            self.declared(decl, base, attrs);
        }
        if open.is_some() {
            self.text(";");
        }
    }

    /// Declarations from their own types: those between the head and the body
    /// of an old-style function.
    fn old_style(&mut self, decls: &'a [DeclId]) {
        let mut shared: Option<TypeId> = None;
        for (i, decl) in decls.iter().map(|&d| &self.program.decls[d]).enumerate() {
            let base = self.leaf(decl.written);
            if shared == Some(base) {
                self.text(",");
            } else {
                self.text(if i > 0 { ";" } else { "" });
                self.start_line();
                self.specifiers(decl, base, Front::Standard);
            }
            self.declared(decl, base, List::EMPTY);
            shared = self.has_body(base).then_some(base);
        }
        self.text(";");
    }

    /// Whether the `[[…]]` can stand before the specifiers, for all of them.
    fn same_standard_attrs(&self, decls: &[DeclId]) -> bool {
        let attrs = |&d: &DeclId| {
            let attrs = self.program.attrs[self.program.decls[d].attrs].iter();
            attrs.filter(|attr| attr.standard).map(|attr| (attr.namespace, attr.name, attr.args))
        };
        decls.windows(2).all(|pair| attrs(&pair[0]).eq(attrs(&pair[1])))
    }

    fn specifiers(&mut self, decl: &Decl, base: TypeId, front: Front) {
        // It starts a declaration: not even attributes stand before it.
        if decl.storage.has(Storage::EXTENSION) {
            self.text("__extension__ ");
        }
        if front != Front::None && self.has_standard(decl.attrs) {
            self.standard_attrs(decl.attrs);
            self.text(" ");
        }
        if front == Front::All {
            self.gnu_attrs_before(decl.attrs);
        }
        self.storage(decl.storage);
        if decl.kind == DeclKind::Variable {
            self.alignas(decl.align, decl.attrs);
        }
        if !decl.storage.has(Storage::UNTYPED) {
            self.base(base);
        }
    }

    /// Declarator, assembler name, attributes, initialiser.
    fn declared(&mut self, decl: &Decl, base: TypeId, standard: List<Attr>) {
        let name = self.program.name(decl.name);
        let attrs = if self.has_standard(standard) { standard } else { List::EMPTY };
        self.declarator(decl.written, base, Named { name, attrs, function: None });
        if let Some(name) = decl.asm_name {
            self.text(" __asm__(");
            self.string(name);
            self.text(")");
        }
        self.gnu_attrs_after(decl.attrs);
        if let Some(init) = decl.init {
            self.text(" = ");
            self.init(init);
        }
    }

    pub(super) fn parameter(&mut self, id: DeclId) {
        let decl = &self.program.decls[id];
        let base = self.leaf(decl.written);
        // After an abstract declarator they would belong to the pointer.
        let abstract_ = self.program.name(decl.name).is_empty();
        self.specifiers(decl, base, if abstract_ { Front::All } else { Front::Standard });
        let name = self.program.name(decl.name);
        self.declarator(decl.written, base, Named { name, ..Named::default() });
        if !abstract_ {
            self.gnu_attrs_after(decl.attrs);
        }
    }

    /// gcc takes the attributes of a definition only before the declarator.
    pub(super) fn function(&mut self, id: FunctionId) {
        let program = self.program;
        let function = &program.functions[id];
        let decl = &program.decls[function.decl];
        let meets = self.reaches(decl.written, function.base);
        let base = if meets { function.base } else { self.leaf(decl.written) };
        self.specifiers(decl, base, Front::All);
        let name = program.name(decl.name);
        let named = Named { name, attrs: List::EMPTY, function: Some(function) };
        self.declarator(decl.written, base, named);
        let old_style = &program.decl_lists[function.old_style];
        if old_style.is_empty() {
            self.text(" ");
        } else {
            self.indent += 1;
            self.old_style(old_style);
            self.indent -= 1;
            self.start_line();
        }
        self.block(function.body);
    }

    /// Storage classes and function specifiers, with a space after each;
    /// `__extension__` is apart.
    fn storage(&mut self, storage: Storage) {
        if storage == Storage::default() {
            return;
        }
        let inline =
            if self.program.language.has_inline_keyword() { "inline " } else { "__inline__ " };
        let words = [
            (Storage::TYPEDEF, "typedef "),
            (Storage::EXTERN, "extern "),
            (Storage::STATIC, "static "),
            (Storage::AUTO, "auto "),
            (Storage::REGISTER, "register "),
            (Storage::THREAD, "_Thread_local "),
            (Storage::INLINE, inline),
            (Storage::NORETURN, "_Noreturn "),
        ];
        for (bit, word) in words {
            self.text(if storage.has(bit) { word } else { "" });
        }
    }

    // ---- attributes ----

    /// `_Alignas`, unless an attribute says it.
    pub(super) fn alignas(&mut self, align: u32, attrs: List<Attr>) {
        let program = self.program;
        let is_aligned = |attr: &Attr| matches!(program.name(attr.name), "aligned" | "__aligned__");
        if align != 0 && !program.attrs[attrs].iter().any(is_aligned) {
            let _ = write!(self.out, "_Alignas({align}) ");
        }
    }

    pub(super) fn has_standard(&self, attrs: List<Attr>) -> bool {
        self.program.attrs[attrs].iter().any(|attr| attr.standard)
    }

    /// All of them, where both kinds may stand.
    pub(super) fn attrs(&mut self, attrs: List<Attr>) {
        let standard = self.has_standard(attrs);
        if standard {
            self.standard_attrs(attrs);
        }
        if self.program.attrs[attrs].iter().any(|attr| !attr.standard) {
            self.text(if standard { " " } else { "" });
            self.gnu_attrs(attrs);
        }
    }

    pub(super) fn gnu_attrs_before(&mut self, attrs: List<Attr>) {
        if self.program.attrs[attrs].iter().any(|attr| !attr.standard) {
            self.gnu_attrs(attrs);
            self.text(" ");
        }
    }

    pub(super) fn gnu_attrs_after(&mut self, attrs: List<Attr>) {
        if self.program.attrs[attrs].iter().any(|attr| !attr.standard) {
            self.text(" ");
            self.gnu_attrs(attrs);
        }
    }

    fn gnu_attrs(&mut self, attrs: List<Attr>) {
        self.text("__attribute__((");
        self.attr_list(attrs, false);
        self.text("))");
    }

    pub(super) fn standard_attrs(&mut self, attrs: List<Attr>) {
        self.text("[[");
        self.attr_list(attrs, true);
        self.text("]]");
    }

    fn attr_list(&mut self, attrs: List<Attr>, standard: bool) {
        let mut separator = "";
        for attr in self.program.attrs[attrs].iter().filter(|attr| attr.standard == standard) {
            self.text(separator);
            separator = ", ";
            if let Some(namespace) = attr.namespace {
                self.name(namespace);
                self.text("::");
            }
            self.name(attr.name);
            if !attr.args.is_empty() {
                self.text("(");
                self.separated(&self.program.attr_args[attr.args], Self::attr_arg);
                self.text(")");
            }
        }
    }

    fn attr_arg(&mut self, arg: AttrArg) {
        match arg {
            AttrArg::Name(name) => self.name(name),
            AttrArg::Expr(expr) => self.expr(expr, ASSIGN),
        }
    }

    // ---- initialisers ----

    pub(super) fn init(&mut self, id: InitId) {
        let init = self.program.inits[id];
        if let Some(text) = self.standing(init.span) {
            return self.out.extend_from_slice(text);
        }
        let items = match init.kind {
            InitKind::Expr(expr) => return self.expr(expr, ASSIGN),
            InitKind::List(items) => &self.program.init_items[items],
        };
        if items.is_empty() {
            return self.text("{}");
        }
        self.text("{");
        for (i, item) in items.iter().enumerate() {
            // The first stays with its brace.
            match i {
                0 => self.text(" "),
                _ => {
                    self.text(",");
                    self.wrap();
                }
            }
            if !item.designators.is_empty() {
                for &designator in &self.program.designators[item.designators] {
                    self.designator(designator);
                }
                self.text(" = ");
            }
            self.init(item.init);
        }
        self.text(" }");
    }

    /// Steps into anonymous members are not written.
    pub(super) fn designator(&mut self, designator: Designator) {
        match designator {
            Designator::Field(field) => {
                if let Some(name) = self.program.types.fields[field].name {
                    self.text(".");
                    self.name(name);
                }
            }
            Designator::Index(index) => {
                let _ = write!(self.out, "[{index}]");
            }
            Designator::Range(first, last) => {
                let _ = write!(self.out, "[{first} ... {last}]");
            }
            Designator::Computed(index) => {
                self.text("[");
                self.expr(index, 0);
                self.text("]");
            }
        }
    }
}
