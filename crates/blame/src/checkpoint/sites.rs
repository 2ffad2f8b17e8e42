//! The values of a program that can be looked at: what is stored, returned, handed to a
//! function, and what a condition decides by, where it is a number.

use elenchus_front::source::{Original, SourceFile, SourceText};
use elenchus_judge::ProgramFile;
use elenchus_lang::printer::print_type;
use elenchus_lang::rules::Language;
use elenchus_lang::span::Span;
use elenchus_lang::target::{FloatKind, IntKind, Target};
use elenchus_lang::tree::{
    ExprId, ExprKind, InitKind, Item, Linkage, Program, StmtId, StmtKind, Storage,
};
use elenchus_lang::types::{Quals, TypeId, TypeKind};
use elenchus_lang::walk::{Child, stmt_children};

/// A value that can be looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// In the preprocessed text.
    span: Span,
    /// What C calls its type where it is checked, and which checkpoint takes it.
    pub ty: String,
    is_float: bool,
    pub place: String,
    pub function: String,
    pub expression: String,
    pub shape: String,
}

/// All of a program that is one file.
pub struct Sites {
    text: Vec<u8>,
    pub all: Vec<Site>,
}

const DECLARED: &[u8] =
    b"long long elenchus_integer(int, long long); double elenchus_floating(int, double);\n";

impl Sites {
    /// Nothing if the text cannot be parsed.
    pub fn new(
        file: &ProgramFile,
        text: Vec<u8>,
        target: &'static Target,
        language: Language,
    ) -> Option<Sites> {
        let mut program = Program::new(target, language);
        let name = file.name.to_string_lossy().into_owned();
        let original = Original::File(file.text.clone());
        let source = SourceText { name, text: text.clone(), original };
        let source = SourceFile::parse(&mut program, source);
        if !source.accepted() {
            return None;
        }
        let mut finder =
            Finder { program: &program, source: &source, function: "", all: Vec::new() };
        for item in program.units.iter().flat_map(|unit| &unit.items) {
            let Item::Function(id) = item else { continue };
            let function = &program.functions[*id];
            if program.is_system(function.span) {
                continue;
            }
            finder.function = program.name(program.decls[function.decl].name);
            finder.statement(function.body);
        }
        let all = finder.all;
        Some(Sites { text, all })
    }

    /// The program in which these values are looked at.
    pub fn text(&self, part: &[usize]) -> Vec<u8> {
        // No two of them overlap, so their order is that of the text.
        let mut cuts: Vec<(usize, &Site)> = part.iter().map(|at| (*at, &self.all[*at])).collect();
        cuts.sort_by_key(|(_, site)| site.span.start);
        let (mut out, mut from) = (DECLARED.to_vec(), 0);
        for (number, site) in cuts {
            let range = site.span.range();
            let (ty, name) = (&site.ty, if site.is_float { "floating" } else { "integer" });
            out.extend_from_slice(&self.text[from..range.start]);
            out.extend_from_slice(format!("(({ty})elenchus_{name}({number}, ({ty})(").as_bytes());
            out.extend_from_slice(&self.text[range.clone()]);
            out.extend_from_slice(b")))");
            from = range.end;
        }
        out.extend_from_slice(&self.text[from..]);
        out
    }
}

struct Finder<'a> {
    program: &'a Program,
    source: &'a SourceFile,
    function: &'a str,
    all: Vec<Site>,
}

impl Finder<'_> {
    fn statement(&mut self, stmt: StmtId) {
        let p = self.program;
        match p.stmts[stmt].kind {
            StmtKind::Expr(e) => self.stored(e),
            StmtKind::Return(Some(e))
            | StmtKind::If(e, ..)
            | StmtKind::While(e, _)
            | StmtKind::DoWhile(_, e)
            | StmtKind::Switch(e, _) => self.value(e),
            StmtKind::For(id) => {
                p.fors[id].condition.into_iter().for_each(|e| self.value(e));
                p.fors[id].step.into_iter().for_each(|e| self.stored(e));
            }
            StmtKind::Declaration(group) => {
                for &decl in &p.decl_lists[p.groups[group].decls] {
                    let decl = &p.decls[decl];
                    let lives_on =
                        decl.storage.has(Storage::STATIC) || decl.linkage != Linkage::None;
                    if let (Some(init), false) = (decl.init, lives_on) {
                        if let InitKind::Expr(e) = p.inits[init].kind {
                            self.value(e);
                        }
                    }
                }
            }
            _ => {}
        }
        let mut inner = Vec::new();
        stmt_children(p, stmt, |child| {
            if let Child::Stmt(inside) = child {
                inner.push(inside);
            }
        });
        inner.into_iter().for_each(|one| self.statement(one));
    }

    /// An assignment that stands by itself: its value is what is stored. Of a call, what it
    /// is given.
    fn stored(&mut self, expr: ExprId) {
        let p = self.program;
        let mut e = expr;
        while let ExprKind::Convert(_, inner) = p.exprs[e].kind {
            e = inner;
        }
        match p.exprs[e].kind {
            // A volatile object may be read for it (6.5.16p3).
            ExprKind::Assign(to, _) | ExprKind::CompoundAssign(_, to, ..)
                if !p.types.quals(p.exprs[to].ty).has(Quals::VOLATILE) =>
            {
                self.value(e);
            }
            ExprKind::Call(_, arguments) => {
                p.expr_lists[arguments].iter().for_each(|argument| self.value(*argument));
            }
            _ => {}
        }
    }

    fn value(&mut self, expr: ExprId) {
        let p = self.program;
        let Some((ty, is_float)) = self.checked_as(p.exprs[expr].ty) else { return };
        let span = p.exprs[expr].span;
        // What a macro or a header made has no text of its own.
        if span.is_none() || span.start >= span.end || !self.source.is_own(span) {
            return;
        }
        // A constant tells nothing.
        if matches!(p.exprs[expr].kind, ExprKind::Int(..) | ExprKind::Float(..)) {
            return;
        }
        let spot = self.source.spot(span);
        let column = spot.column.map_or(String::new(), |column| format!(":{column}"));
        let place = format!("{}:{}{column}", self.source.name(), spot.line);
        let text = &self.source.text()[span.range()];
        let words: Vec<_> = text.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty()).collect();
        let expression = String::from_utf8_lossy(&words.join(&b' ')).into_owned();
        let shape = shape(p, expr, DEEPEST);
        let function = self.function.to_owned();
        self.all.push(Site { span, ty, is_float, place, function, expression, shape });
    }

    /// The name of a number's type, and whether it is a floating one.
    fn checked_as(&self, ty: TypeId) -> Option<(String, bool)> {
        let types = &self.program.types;
        if let Some(kind) = types.int_kind(ty) {
            let is_wide = matches!(kind, IntKind::Int128 | IntKind::UInt128);
            let ty = types.find(TypeKind::Int(kind)).filter(|_| !is_wide)?;
            return Some((print_type(self.program, ty), false));
        }
        match types.kind(types.canonical(ty)) {
            TypeKind::Float(FloatKind::Float) => Some(("float".to_owned(), true)),
            TypeKind::Float(FloatKind::Double) => Some(("double".to_owned(), true)),
            _ => None,
        }
    }
}

/// How deep shapes go.
const DEEPEST: u32 = 6;

/// An expression by its operators and types: `int = (int % unsigned int)`.
fn shape(p: &Program, e: ExprId, depth: u32) -> String {
    let ty = || print_type(p, p.types.value_type(p.types.canonical(p.exprs[e].ty)));
    let Some(below) = depth.checked_sub(1) else { return ty() };
    let of = |e| shape(p, e, below);
    match p.exprs[e].kind {
        ExprKind::Binary(op, a, b) => format!("({} {} {})", of(a), op.symbol(), of(b)),
        ExprKind::LogAnd(a, b) => format!("({} && {})", of(a), of(b)),
        ExprKind::LogOr(a, b) => format!("({} || {})", of(a), of(b)),
        ExprKind::Comma(a, b) => format!("({}, {})", of(a), of(b)),
        ExprKind::Assign(a, b) => format!("{} = {}", of(a), of(b)),
        ExprKind::CompoundAssign(op, a, b, _) => format!("{} {}= {}", of(a), op.symbol(), of(b)),
        ExprKind::Conditional(a, b, c) => format!("({} ? {} : {})", of(a), of(b), of(c)),
        ExprKind::Unary(op, a) => format!("{op:?}({})", of(a)),
        ExprKind::Cast(_, a, _) => format!("({}){}", ty(), of(a)),
        ExprKind::Convert(_, a) => {
            let inner = of(a);
            if inner == ty() { inner } else { format!("({}){inner}", ty()) }
        }
        ExprKind::Call(..) => format!("call {}", ty()),
        _ => ty(),
    }
}
