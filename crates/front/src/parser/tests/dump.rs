//! The tree as S-expressions, for tests to read.

use elenchus_lang::arena::List;
use elenchus_lang::span::Span;
use elenchus_lang::symbol::{Interner, Symbol};

use crate::syntax::*;

pub(super) struct Dump<'a> {
    pub text: &'a str,
    pub syntax: &'a Syntax,
    pub interner: &'a Interner,
}

impl Dump<'_> {
    pub(super) fn unit(&self) -> String {
        let items = self.syntax.items.iter().map(|item| match *item {
            Item::Declaration(id) => self.declaration(id),
            Item::Function(id) => self.function(id),
            Item::Asm(id) => self.asm(id),
            Item::Pragma(span) => format!("(pragma {:?})", self.at(span)),
        });
        items.map(|item| item + "\n").collect()
    }

    fn at(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    fn name(&self, symbol: Symbol) -> &str {
        self.interner.get(symbol)
    }

    fn strings(&self, list: List<Span>) -> String {
        self.syntax.spans[list].iter().map(|span| self.at(*span)).collect::<Vec<_>>().join(" ")
    }

    fn names(&self, list: List<Name>) -> String {
        let names = self.syntax.names[list].iter().map(|name| self.name(name.symbol));
        names.collect::<Vec<_>>().join(" ")
    }

    // ---- declarations ----

    fn declaration(&self, id: DeclarationId) -> String {
        match self.syntax.declarations[id].kind {
            DeclarationKind::Empty => "(empty)".into(),
            DeclarationKind::StaticAssert { condition, message } => {
                format!("(static-assert {} {})", self.expr(condition), self.strings(message))
            }
            DeclarationKind::Declarators { specs, list } => {
                let mut out = format!("(declare [{}]", self.specs(specs));
                for declared in &self.syntax.init_declarators[list] {
                    out += &format!(" {}", self.declarator(declared.declarator));
                    if !declared.asm_label.is_empty() {
                        out += &format!(" asm({})", self.strings(declared.asm_label));
                    }
                    out += &self.attrs(declared.attrs);
                    if let Some(init) = declared.init {
                        out += &format!(" = {}", self.init(init));
                    }
                    out += ";";
                }
                out + ")"
            }
        }
    }

    fn function(&self, id: FunctionId) -> String {
        let function = &self.syntax.functions[id];
        let mut out = format!("(function [{}]", self.specs(function.specs));
        out += &format!(" {}", self.declarator(function.declarator));
        out += &self.attrs(function.attrs);
        for id in &self.syntax.declaration_lists[function.old_style] {
            out += &format!(" old:{}", self.declaration(*id));
        }
        format!("{out} {})", self.stmt(function.body))
    }

    fn specs(&self, id: SpecsId) -> String {
        let specs = &self.syntax.specs[id];
        let mut out = String::new();
        let storage = [
            "typedef",
            "extern",
            "static",
            "auto",
            "register",
            "thread",
            "inline",
            "noreturn",
            "extension",
        ];
        for (bit, word) in storage.iter().enumerate() {
            if specs.storage.has(1 << bit) {
                out += &format!("{word} ");
            }
        }
        out += &self.quals(specs.quals);
        for align in &self.syntax.expr_lists[specs.alignas] {
            out += &format!("alignas({}) ", self.expr(*align));
        }
        out + &self.type_spec(specs.ty) + &self.attrs(specs.attrs)
    }

    fn quals(&self, quals: Quals) -> String {
        let words = ["const", "volatile", "restrict", "atomic", "seg_fs", "seg_gs"];
        let set = words.iter().enumerate().filter(|(bit, _)| quals.has(1 << bit));
        set.map(|(_, word)| format!("{word} ")).collect()
    }

    fn type_spec(&self, ty: TypeSpec) -> String {
        match ty {
            TypeSpec::Implicit => "implicit".into(),
            TypeSpec::Words(words) => self.words(words),
            TypeSpec::TypedefName(name) => format!("type:{}", self.name(name)),
            TypeSpec::Record { union, tag, members, attrs } => {
                let mut out = String::from(if union { "union" } else { "struct" });
                out += &self.tag(tag);
                if let Some(members) = members {
                    let members = self.syntax.members[members].iter();
                    let members: Vec<_> = members.map(|member| self.member(member)).collect();
                    out += &format!(" {{{}}}", members.join("; "));
                }
                out + &self.attrs(attrs)
            }
            TypeSpec::Enum { tag, enumerators, attrs } => {
                let mut out = String::from("enum");
                out += &self.tag(tag);
                for e in enumerators.map_or(&[][..], |list| &self.syntax.enumerators[list]) {
                    out += &format!(" {}{}", self.name(e.name.symbol), self.attrs(e.attrs));
                    out += &e.value.map_or(String::new(), |value| format!("={}", self.expr(value)));
                }
                out + &self.attrs(attrs)
            }
            TypeSpec::TypeofExpr(expr) => format!("typeof({})", self.expr(expr)),
            TypeSpec::TypeofType(ty) => format!("typeof({})", self.type_name(ty)),
            TypeSpec::Atomic(ty) => format!("atomic({})", self.type_name(ty)),
        }
    }

    fn tag(&self, tag: Option<Name>) -> String {
        tag.map_or(String::new(), |tag| format!(" {}", self.name(tag.symbol)))
    }

    fn words(&self, words: u32) -> String {
        let all = [
            "void",
            "bool",
            "char",
            "short",
            "int",
            "long",
            "long",
            "signed",
            "unsigned",
            "float",
            "double",
            "complex",
            "int128",
            "float16",
            "float32",
            "float64",
            "float128",
            "float32x",
            "float64x",
            "decimal32",
            "decimal64",
            "decimal128",
            "auto",
            "va_list",
        ];
        let set = all.iter().enumerate().filter(|(bit, _)| words & (1 << bit) != 0);
        set.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
    }

    fn member(&self, member: &Member) -> String {
        match member.kind {
            MemberKind::Pragma => "pragma".into(),
            MemberKind::StaticAssert { condition, .. } => {
                format!("static-assert {}", self.expr(condition))
            }
            MemberKind::Declarators { specs, list } => {
                let mut out = format!("[{}]", self.specs(specs));
                for declared in &self.syntax.member_declarators[list] {
                    if let Some(declarator) = declared.declarator {
                        out += &format!(" {}", self.declarator(declarator));
                    }
                    if let Some(width) = declared.width {
                        out += &format!(" :{}", self.expr(width));
                    }
                    out += &self.attrs(declared.attrs);
                }
                out
            }
        }
    }

    fn attrs(&self, list: List<Attr>) -> String {
        let mut out = String::new();
        for attr in &self.syntax.attrs[list] {
            out += " @";
            if let Some(namespace) = attr.namespace {
                out += &format!("{}::", self.name(namespace));
            }
            out += self.name(attr.name);
            if !attr.args.is_empty() {
                out += &format!("({})", self.exprs(attr.args));
            }
        }
        out
    }

    /// Read aloud: "p: pointer to function () returning pointer to".
    pub(super) fn declarator(&self, id: DeclaratorId) -> String {
        let declarator = &self.syntax.declarators[id];
        let name = declarator.name.map_or("_", |name| self.name(name.symbol));
        let parts = self.syntax.parts[declarator.parts].iter();
        let parts: String = parts.map(|part| format!(" {}", self.part(part))).collect();
        if parts.is_empty() { name.into() } else { format!("({name} is{parts})") }
    }

    fn part(&self, part: &Part) -> String {
        match *part {
            Part::Pointer { quals, attrs } => {
                format!("{}pointer{} to", self.quals(quals), self.attrs(attrs))
            }
            Part::Array { quals, is_static, length, .. } => {
                let length = match length {
                    Length::Unknown => String::new(),
                    Length::Star => "*".into(),
                    Length::Expr(expr) => self.expr(expr),
                };
                let is_static = if is_static { "static " } else { "" };
                format!("array[{is_static}{}{length}] of", self.quals(quals))
            }
            Part::Function { params, .. } => format!("function({}) returning", self.params(params)),
            Part::Attrs(attrs) => format!("with{}", self.attrs(attrs)),
        }
    }

    fn params(&self, params: Params) -> String {
        match params {
            Params::Empty => String::new(),
            Params::Names(names) => format!("names {}", self.names(names)),
            Params::Prototype { list, variadic } => {
                let params = self.syntax.params[list].iter().map(|param| {
                    let forward = if param.forward { "forward " } else { "" };
                    let specs = self.specs(param.specs);
                    let declarator = self.declarator(param.declarator);
                    format!("{forward}[{specs}] {declarator}{}", self.attrs(param.attrs))
                });
                let mut params: Vec<String> = params.collect();
                params.extend(variadic.then(|| "...".into()));
                params.join(", ")
            }
        }
    }

    fn type_name(&self, id: TypeNameId) -> String {
        let type_name = &self.syntax.type_names[id];
        let declarator = self.declarator(type_name.declarator);
        let specs = self.specs(type_name.specs);
        if declarator == "_" { format!("[{specs}]") } else { format!("[{specs}] {declarator}") }
    }

    fn init(&self, id: InitId) -> String {
        match self.syntax.inits[id].kind {
            InitKind::Expr(expr) => self.expr(expr),
            InitKind::List(items) => {
                let items = self.syntax.init_items[items].iter().map(|item| {
                    let designators = self.designators(item.designators);
                    format!("{designators}{}", self.init(item.init))
                });
                format!("{{{}}}", items.collect::<Vec<_>>().join(", "))
            }
        }
    }

    fn designators(&self, list: List<Designator>) -> String {
        let list = &self.syntax.designators[list];
        let list = list.iter().map(|designator| match designator.kind {
            DesignatorKind::Field(name) => format!(".{}", self.name(name)),
            DesignatorKind::Index(index) => format!("[{}]", self.expr(index)),
            DesignatorKind::Range(a, b) => format!("[{} ... {}]", self.expr(a), self.expr(b)),
        });
        let list: String = list.collect();
        if list.is_empty() { list } else { list + "=" }
    }

    // ---- expressions ----

    fn exprs(&self, list: List<ExprId>) -> String {
        let list = &self.syntax.expr_lists[list];
        list.iter().map(|expr| self.expr(*expr)).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn expr(&self, id: ExprId) -> String {
        use ExprKind::*;
        let expr = &self.syntax.exprs[id];
        match expr.kind {
            Error => "error".into(),
            Name(symbol) => self.name(symbol).into(),
            Number | Char => self.at(expr.span).into(),
            HasAttribute => format!("(has-attribute {:?})", self.at(expr.span)),
            Str(list) => self.strings(list),
            Paren(e) => format!("(paren {})", self.expr(e)),
            Unary(op, e) => format!("({op:?} {})", self.expr(e)),
            Binary(op, a, b) => format!("({op:?} {} {})", self.expr(a), self.expr(b)),
            Assign(a, b) => format!("(= {} {})", self.expr(a), self.expr(b)),
            CompoundAssign(op, a, b) => format!("({op:?}= {} {})", self.expr(a), self.expr(b)),
            Conditional(a, b, c) => {
                let middle = b.map_or("_".into(), |b| self.expr(b));
                format!("(? {} {middle} {})", self.expr(a), self.expr(c))
            }
            Cast(ty, e) => format!("(cast {} {})", self.type_name(ty), self.expr(e)),
            CompoundLiteral(ty, init) => {
                format!("(literal {} {})", self.type_name(ty), self.init(init))
            }
            SizeofExpr(e) => format!("(sizeof {})", self.expr(e)),
            SizeofType(ty) => format!("(sizeof {})", self.type_name(ty)),
            AlignofExpr(_, e) => format!("(alignof {})", self.expr(e)),
            AlignofType(_, ty) => format!("(alignof {})", self.type_name(ty)),
            Index(a, b) => format!("(index {} {})", self.expr(a), self.expr(b)),
            Call(f, args) => format!("(call {} {})", self.expr(f), self.exprs(args)),
            Dot(e, name) => format!("(. {} {})", self.expr(e), self.name(name)),
            Arrow(e, name) => format!("(-> {} {})", self.expr(e), self.name(name)),
            StmtExpr(stmt) => format!("(stmt-expr {})", self.stmt(stmt)),
            LabelAddress(name) => format!("(&& {})", self.name(name)),
            Generic(e, list) => {
                let list = self.syntax.associations[list].iter().map(|a| {
                    let ty = a.type_name.map_or("default".into(), |ty| self.type_name(ty));
                    format!(" {ty}: {}", self.expr(a.expr))
                });
                format!("(generic {}{})", self.expr(e), list.collect::<String>())
            }
            VaArg(e, ty) => format!("(va-arg {} {})", self.expr(e), self.type_name(ty)),
            Offsetof(ty, list) => {
                format!("(offsetof {} {})", self.type_name(ty), self.designators(list))
            }
            TypesCompatible(a, b) => {
                format!("(compatible {} {})", self.type_name(a), self.type_name(b))
            }
            ChooseExpr(a, b, c) => {
                format!("(choose {} {} {})", self.expr(a), self.expr(b), self.expr(c))
            }
            ConvertVector(e, ty) => format!("(convert {} {})", self.expr(e), self.type_name(ty)),
        }
    }

    // ---- statements ----

    fn stmt(&self, id: StmtId) -> String {
        use StmtKind::*;
        let stmt = &self.syntax.stmts[id];
        match stmt.kind {
            Error => "error".into(),
            Empty => ";".into(),
            Expr(e) => self.expr(e),
            Compound(list) => {
                let list = self.syntax.stmt_lists[list].iter().map(|stmt| self.stmt(*stmt));
                format!("{{{}}}", list.collect::<Vec<_>>().join(" "))
            }
            If { condition, then, otherwise } => {
                let otherwise = otherwise.map_or(String::new(), |s| format!(" {}", self.stmt(s)));
                format!("(if {} {}{otherwise})", self.expr(condition), self.stmt(then))
            }
            While { condition, body } => {
                format!("(while {} {})", self.expr(condition), self.stmt(body))
            }
            DoWhile { body, condition } => {
                format!("(do {} {})", self.stmt(body), self.expr(condition))
            }
            For { init, condition, step, body } => {
                let init = init.map_or("_".into(), |init| self.stmt(init));
                let [condition, step] =
                    [condition, step].map(|e| e.map_or("_".into(), |e| self.expr(e)));
                format!("(for {init} {condition} {step} {})", self.stmt(body))
            }
            Switch { value, body } => format!("(switch {} {})", self.expr(value), self.stmt(body)),
            Case { low, high, body } => {
                let high = high.map_or(String::new(), |high| format!("...{}", self.expr(high)));
                format!("(case {}{high} {})", self.expr(low), self.stmt(body))
            }
            Default { body } => format!("(default {})", self.stmt(body)),
            Label { label, attrs, body } => {
                let name = self.name(label.symbol);
                format!("(label {name}{} {})", self.attrs(attrs), self.stmt(body))
            }
            Goto(label) => format!("(goto {})", self.name(label.symbol)),
            ComputedGoto(e) => format!("(goto* {})", self.expr(e)),
            Continue => "continue".into(),
            Break => "break".into(),
            Return(value) => {
                format!("(return{})", value.map_or(String::new(), |e| format!(" {}", self.expr(e))))
            }
            Declaration(id) => self.declaration(id),
            NestedFunction(id) => self.function(id),
            LocalLabels(names) => format!("(local-labels {})", self.names(names)),
            Asm(id) => self.asm(id),
            Attributes(attrs) => format!("(attributes{})", self.attrs(attrs)),
            Pragma => format!("(pragma {:?})", self.at(stmt.span)),
        }
    }

    fn asm(&self, id: AsmId) -> String {
        let asm = &self.syntax.asms[id];
        let flags = [
            (asm.is_basic, " basic"),
            (asm.is_volatile, " volatile"),
            (asm.is_inline, " inline"),
            (asm.is_goto, " goto"),
        ];
        let flags: String = flags.iter().filter(|flag| flag.0).map(|flag| flag.1).collect();
        let operands = |list| {
            let operands = self.syntax.asm_operands[list].iter().map(|operand: &AsmOperand| {
                let name = operand.name.map_or(String::new(), |n| format!("{}=", self.name(n)));
                let constraint = self.strings(operand.constraint);
                format!(" {name}{constraint}({})", self.expr(operand.expr))
            });
            operands.collect::<String>()
        };
        format!(
            "(asm{flags} {} :{} :{} : {} : {})",
            self.strings(asm.template),
            operands(asm.outputs),
            operands(asm.inputs),
            self.strings(asm.clobbers),
            self.names(asm.labels)
        )
    }
}
