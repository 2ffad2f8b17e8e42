//! Expressions, initialisers and statements.

use std::fmt::Write;

use super::Dumper;
use crate::arena::List;
use crate::tree::{
    AsmId, AsmOperand, Designator, ExprId, ExprKind, InitId, InitItem, InitKind, IntStyle, StmtId,
    StmtKind, StringId,
};
use crate::types::{FieldId, TypeId};

impl Dumper<'_> {
    // ---- expressions ----

    /// A chain such as `a + b + c` is as deep as it is long, and so is not
    /// recursed into: the right operands wait until the left ones are written.
    pub(super) fn expr(&mut self, id: ExprId) {
        use ExprKind::*;
        let depth = self.depth;
        let mut waiting = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next {
            let node = self.program.exprs[id];
            self.open("");
            self.expr_particulars(node.kind);
            self.colon(node.ty);
            self.close(node.span);
            self.depth += 1;
            next = match node.kind {
                Binary(_, a, b) | LogAnd(a, b) | LogOr(a, b) | Comma(a, b) => {
                    waiting.push((self.depth, b));
                    Some(a)
                }
                Convert(_, a) => Some(a),
                kind => {
                    self.operands(kind);
                    None
                }
            };
        }
        for (depth, operand) in waiting.into_iter().rev() {
            self.depth = depth;
            self.expr(operand);
        }
        self.depth = depth;
    }

    /// What the node's line says before its type.
    fn expr_particulars(&mut self, kind: ExprKind) {
        use ExprKind::*;
        let program = self.program;
        match kind {
            Error => self.text("error"),
            Int(bits, style) => self.integer(bits, style),
            Float(list) => {
                let bits = program.floats[list].first().copied().unwrap_or(0);
                let _ = write!(self.out, "float {bits:#x}");
            }
            Imaginary(_) => self.text("imaginary"),
            Decimal(text) => self.words("decimal ", program.name(text)),
            String(literal) => {
                self.text("string");
                self.string(literal);
            }
            Name(decl) => {
                self.text("name ");
                self.decl_name(decl);
            }
            Enumerator(decl) => {
                self.text("enumerator ");
                self.decl_name(decl);
            }
            FunctionName(name, text) => {
                self.words("function-name ", program.name(name));
                self.string(text);
            }
            Unary(op, _) => self.variant_of("unary ", &op),
            Binary(op, ..) => self.words("binary ", op.symbol()),
            LogAnd(..) => self.text("binary &&"),
            LogOr(..) => self.text("binary ||"),
            Comma(..) => self.text("binary ,"),
            Assign(..) => self.text("assign"),
            CompoundAssign(op, _, _, ty) => {
                self.words("assign ", op.symbol());
                self.text("= in ");
                self.ty(ty);
            }
            Step(op, _) => self.variant_of("step ", &op),
            Conditional(..) => self.text("conditional"),
            Elvis(..) => self.text("elvis"),
            Convert(conversion, _) => self.variant_of("convert ", &conversion),
            Cast(conversion, _, ty) => {
                self.variant_of("cast ", &conversion);
                self.to(ty);
            }
            CastToUnion(_, field, ty) => {
                self.text("cast-to-union ");
                self.field(field);
                self.to(ty);
            }
            CompoundLiteral(_, ty, storage) => {
                self.variant_of("compound-literal ", &storage);
                self.to(ty);
            }
            _ => self.more_particulars(kind),
        }
    }

    fn more_particulars(&mut self, kind: ExprKind) {
        use ExprKind::*;
        let program = self.program;
        match kind {
            SizeofExpr(_) => self.text("sizeof"),
            SizeofType(ty) => {
                self.text("sizeof");
                self.to(ty);
            }
            AlignofExpr(_, style) => self.variant_of("alignof ", &style),
            AlignofType(ty, style) => {
                self.variant_of("alignof ", &style);
                self.to(ty);
            }
            Offsetof(ty, path) => {
                self.text("offsetof");
                self.to(ty);
                self.text(" ");
                self.designators(path);
            }
            TypesCompatible(a, b) => {
                self.text("types-compatible");
                self.to(a);
                self.to(b);
            }
            Index(..) => self.text("index"),
            Member(_, field, style) => {
                self.variant_of("member ", &style);
                self.text(" ");
                self.field(field);
            }
            Call(..) => self.text("call"),
            StmtExpr(_) => self.text("statement-expression"),
            LabelAddress(label) => {
                self.text("label-address ");
                self.label_name(label);
            }
            Generic(..) => self.text("generic"),
            VaArg(_, ty) => {
                self.text("va_arg");
                self.to(ty);
            }
            Choose { first, .. } => self.text(if first { "choose first" } else { "choose second" }),
            ConvertVector(_, ty) => {
                self.text("convert-vector");
                self.to(ty);
            }
            Shuffle(name, _) => self.words("shuffle ", program.name(name)),
            Verbatim(text) => self.words("verbatim ", program.name(text)),
            _ => {}
        }
    }

    fn operands(&mut self, kind: ExprKind) {
        use ExprKind::*;
        let program = self.program;
        match kind {
            Error | Int(..) | Float(_) | Decimal(_) | String(_) | Name(_) | Enumerator(_)
            | FunctionName(..) | SizeofType(_) | AlignofType(..) | TypesCompatible(..)
            | LabelAddress(_) | Verbatim(_) => {}
            // Written by the caller.
            Binary(..) | LogAnd(..) | LogOr(..) | Comma(..) | Convert(..) => {}
            Imaginary(a)
            | Unary(_, a)
            | Step(_, a)
            | Cast(_, a, _)
            | CastToUnion(a, ..)
            | SizeofExpr(a)
            | AlignofExpr(a, _)
            | Member(a, ..)
            | VaArg(a, _)
            | ConvertVector(a, _) => self.expr(a),
            Assign(a, b) | CompoundAssign(_, a, b, _) | Elvis(a, b) | Index(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            Conditional(a, b, c) | Choose { condition: a, chosen: b, other: c, .. } => {
                self.expr(a);
                self.expr(b);
                self.expr(c);
            }
            CompoundLiteral(init, ..) => self.init(init),
            Offsetof(_, path) => self.computed(path),
            Call(function, args) => {
                self.expr(function);
                self.exprs(args);
            }
            Shuffle(_, args) => self.exprs(args),
            StmtExpr(body) => self.stmt(body),
            Generic(control, associations) => {
                self.expr(control);
                for &association in &program.associations[associations] {
                    self.open(if association.chosen { "chosen" } else { "association" });
                    match association.ty {
                        Some(ty) => self.colon(ty),
                        None => self.text(" default"),
                    }
                    self.close(program.exprs[association.expr].span);
                    self.nested(|dumper| dumper.expr(association.expr));
                }
            }
        }
    }

    fn exprs(&mut self, list: List<ExprId>) {
        for &expr in &self.program.expr_lists[list] {
            self.expr(expr);
        }
    }

    fn words(&mut self, a: &str, b: &str) {
        self.text(a);
        self.text(b);
    }

    fn variant_of(&mut self, word: &str, variant: &impl std::fmt::Debug) {
        self.text(word);
        self.lower(&format!("{variant:?}"));
    }

    /// ` (type)`
    fn to(&mut self, ty: TypeId) {
        self.text(" (");
        self.ty(ty);
        self.text(")");
    }

    fn integer(&mut self, bits: u64, style: IntStyle) {
        let _ = write!(self.out, "int {bits}");
        match style {
            IntStyle::Decimal => {}
            // `0` is an octal constant in the grammar, and nobody thinks so.
            IntStyle::Octal if bits == 0 => {}
            style => self.variant_of(" ", &style),
        }
    }

    fn field(&mut self, id: FieldId) {
        let name = self.program.types.fields[id].name;
        self.text(name.map_or("(unnamed)", |name| self.program.name(name)));
    }

    // ---- initialisers ----

    pub(super) fn init(&mut self, id: InitId) {
        let init = self.program.inits[id];
        let is_list = matches!(init.kind, InitKind::List(_));
        self.open(if is_list { "init list" } else { "init" });
        self.colon(init.ty);
        self.close(init.span);
        self.depth += 1;
        match init.kind {
            InitKind::Expr(expr) => self.expr(expr),
            InitKind::List(items) => {
                for item in &self.program.init_items[items] {
                    self.init_item(item);
                }
            }
        }
        self.depth -= 1;
    }

    fn init_item(&mut self, item: &InitItem) {
        self.open("");
        let _ = write!(self.out, "item at {} ", item.offset);
        self.designators(item.designators);
        if let Some(field) = item.bit_field {
            self.text(" bit-field ");
            self.field(field);
        }
        for repeat in &self.program.repeats[item.repeats] {
            let _ = write!(self.out, " {} times every {}", repeat.count, repeat.stride);
        }
        self.close(self.program.inits[item.init].span);
        self.nested(|dumper| dumper.init(item.init));
    }

    fn designators(&mut self, list: List<Designator>) {
        for &designator in &self.program.designators[list] {
            let _ = match designator {
                Designator::Field(field) => {
                    self.text(".");
                    self.field(field);
                    Ok(())
                }
                Designator::Index(index) => write!(self.out, "[{index}]"),
                Designator::Range(first, last) => write!(self.out, "[{first} ... {last}]"),
                Designator::Computed(_) => write!(self.out, "[computed]"),
            };
        }
    }

    fn computed(&mut self, list: List<Designator>) {
        for &designator in &self.program.designators[list] {
            if let Designator::Computed(index) = designator {
                self.expr(index);
            }
        }
    }

    // ---- statements ----

    /// Labels follow each other without limit: the statement behind one is
    /// written in the same loop.
    pub(super) fn stmt(&mut self, id: StmtId) {
        let depth = self.depth;
        let mut next = Some(id);
        while let Some(id) = next {
            next = self.stmt_before_labelled(id);
        }
        self.depth = depth;
    }

    /// Writes a statement; what a label stands before is left to the caller,
    /// one level down.
    fn stmt_before_labelled(&mut self, id: StmtId) -> Option<StmtId> {
        use StmtKind::*;
        let node = self.program.stmts[id];
        match node.kind {
            Declaration(group) => self.group(group),
            NestedFunction(function) => self.function(function),
            Asm(asm) => self.asm(asm),
            StaticAssert(condition, message) => self.static_assert(condition, message),
            kind => {
                self.open("");
                self.stmt_particulars(kind);
                self.close(node.span);
                self.depth += 1;
                self.stmt_parts(kind);
            }
        }
        match node.kind {
            Case(.., body) | Default(body) | Label(.., body) => Some(body),
            _ => None,
        }
    }

    fn stmt_particulars(&mut self, kind: StmtKind) {
        use StmtKind::*;
        match kind {
            Label(label, attrs, _) => {
                self.text("labelled ");
                self.label_name(label);
                self.attrs(attrs);
            }
            Goto(label) => {
                self.text("goto ");
                self.label_name(label);
            }
            LocalLabels(labels) => {
                self.text("local-labels");
                for &label in &self.program.label_lists[labels] {
                    self.text(" ");
                    self.label_name(label);
                }
            }
            Attributes(attrs) => {
                self.text("attributes");
                self.attrs(attrs);
            }
            Pragma(text) => self.words("pragma ", self.program.name(text)),
            Error => self.text("error"),
            Empty => self.text("empty"),
            Hole => self.text("hole"),
            Expr(_) => self.text("expression"),
            Compound(..) => self.text("block"),
            If(..) => self.text("if"),
            While(..) => self.text("while"),
            DoWhile(..) => self.text("do"),
            For(_) => self.text("for"),
            Switch(..) => self.text("switch"),
            Case(_, None, _) => self.text("case"),
            Case(..) => self.text("case range"),
            Default(_) => self.text("default"),
            ComputedGoto(_) => self.text("computed-goto"),
            Continue => self.text("continue"),
            Break => self.text("break"),
            Return(_) => self.text("return"),
            Declaration(_) | NestedFunction(_) | Asm(_) | StaticAssert(..) => {}
        }
    }

    fn stmt_parts(&mut self, kind: StmtKind) {
        use StmtKind::*;
        match kind {
            Expr(expr) | ComputedGoto(expr) | Return(Some(expr)) => self.expr(expr),
            Compound(stmts, _) => {
                for &stmt in &self.program.stmt_lists[stmts] {
                    self.stmt(stmt);
                }
            }
            If(condition, then, otherwise) => {
                self.expr(condition);
                self.stmt(then);
                if let Some(otherwise) = otherwise {
                    self.part("else", |dumper| dumper.stmt(otherwise));
                }
            }
            While(condition, body) | Switch(condition, body) => {
                self.expr(condition);
                self.stmt(body);
            }
            DoWhile(body, condition) => {
                self.stmt(body);
                self.expr(condition);
            }
            For(id) => {
                let parts = self.program.fors[id];
                if let Some(init) = parts.init {
                    self.part("first", |dumper| dumper.stmt(init));
                }
                if let Some(condition) = parts.condition {
                    self.part("condition", |dumper| dumper.expr(condition));
                }
                if let Some(step) = parts.step {
                    self.part("step", |dumper| dumper.expr(step));
                }
                self.stmt(parts.body);
            }
            Case(low, high, _) => {
                self.expr(low);
                if let Some(high) = high {
                    self.expr(high);
                }
            }
            Default(_) | Label(..) | Error | Empty | Hole | Goto(_) | Continue | Break
            | Return(None) | LocalLabels(_) | Attributes(_) | Pragma(_) | Declaration(_)
            | NestedFunction(_) | Asm(_) | StaticAssert(..) => {}
        }
    }

    pub(super) fn static_assert(&mut self, condition: ExprId, message: Option<StringId>) {
        self.open("static-assert");
        if let Some(message) = message {
            self.string(message);
        }
        self.close(self.program.exprs[condition].span);
        self.nested(|dumper| dumper.expr(condition));
    }

    pub(super) fn asm(&mut self, id: AsmId) {
        let asm = self.program.asms[id];
        self.open("asm");
        for (word, is_set) in [
            (" volatile", asm.is_volatile),
            (" inline", asm.is_inline),
            (" goto", asm.is_goto),
            (" basic", asm.is_basic),
        ] {
            self.text(if is_set { word } else { "" });
        }
        self.string(asm.template);
        for &clobber in &self.program.string_lists[asm.clobbers] {
            self.text(" clobbers");
            self.string(clobber);
        }
        for &label in &self.program.label_lists[asm.labels] {
            self.text(" to ");
            self.label_name(label);
        }
        self.close(asm.span);
        self.depth += 1;
        self.asm_operands("output", asm.outputs);
        self.asm_operands("input", asm.inputs);
        self.depth -= 1;
    }

    fn asm_operands(&mut self, word: &str, list: List<AsmOperand>) {
        for operand in &self.program.asm_operands[list] {
            self.open(word);
            if let Some(name) = operand.name {
                self.words(" ", self.program.name(name));
            }
            self.string(operand.constraint);
            self.close(self.program.exprs[operand.expr].span);
            self.nested(|dumper| dumper.expr(operand.expr));
        }
    }
}
