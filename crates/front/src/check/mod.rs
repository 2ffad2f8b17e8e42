//! The checker: from the syntax tree to the typed tree.
//!
//! It resolves names, gives every expression its type, makes every implicit
//! conversion a node, works out where each initialiser goes, and lays out
//! records. It accepts what gcc 12 accepts (with warnings, where gcc warns)
//! and reports what gcc reports as an error, as far as it knows the rule.
//!
//! One file for each part of the language; this one has what they share.

mod asm_rules;
mod assignment;
mod attribute_rules;
mod attributes;
mod builtin_types;
mod calls;
mod completeness;
mod conversions;
mod declarations;
mod declarators;
mod expressions;
mod for_loops;
mod functions;
mod initializers;
mod jumps;
mod literals;
mod members;
mod operators;
mod qualifiers;
mod records;
mod redeclarations;
mod scopes;
mod specifiers;
mod statements;
mod static_init;
mod storage;
mod switches;

use elenchus_lang::arena::{Id, List};
use elenchus_lang::constant;
use elenchus_lang::layout;
use elenchus_lang::span::Span;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{
    self, DeclId, ExprId, ExprKind, InitItem, Item, LabelId, Program, Scope, ScopeId, ScopeKind,
    StmtId, StmtKind,
};
use elenchus_lang::types::{FieldId, TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::Diagnostics;
use crate::stack::{Depth, Room, with_stack};
use crate::syntax::{self as syn, Syntax};
use initializers::Level;
use jumps::Jumps;
use redeclarations::Definition;
use scopes::Names;
use statements::LabelKind;
use switches::Switch;

/// How long lists under construction are at most in usual programs.
const SCRATCH: usize = 64;

/// What is known of a unit between two parts of its text.
#[derive(Clone)]
pub(crate) struct File {
    names: Names,
    words: Words,
    pack: Vec<u32>,
    definitions: FxHashMap<DeclId, Definition>,
    tentative: Vec<DeclId>,
    builtins: FxHashMap<Symbol, DeclId>,
    pub scope: ScopeId,
    pub items: Vec<Item>,
}

impl File {
    /// A unit of which nothing was read; its scope is open.
    fn new(program: &mut Program) -> File {
        let scope = Scope { parent: None, kind: ScopeKind::File, decls: List::EMPTY };
        let scope = program.scopes.push(scope);
        File {
            names: Names::new(program.symbols.len(), scope),
            words: Words::new(program),
            pack: vec![0],
            definitions: FxHashMap::default(),
            tentative: Vec::new(),
            builtins: FxHashMap::default(),
            scope,
            items: Vec::new(),
        }
    }
}

/// A part of a unit.
pub(crate) struct Part<'a> {
    pub syntax: &'a Syntax,
    pub source: &'a [u8],
    /// The offset that its spans start at.
    pub base: u32,
    /// None comes after it.
    pub last: bool,
}

/// Checks a part of a translation unit and adds it to the program; gives what
/// is known then, of this part and those before.
pub(crate) fn check(
    program: &mut Program,
    file: Option<File>,
    part: Part<'_>,
    diagnostics: &mut Diagnostics,
) -> File {
    let Part { syntax, source, base, last } = part;
    // About as much as will be made, so that little is copied while it grows:
    // a conversion stands between most expressions.
    program.exprs.reserve(2 * syntax.exprs.len());
    program.stmts.reserve(syntax.stmts.len());
    program.stmt_lists.reserve(syntax.stmt_lists.len());
    program.expr_lists.reserve(syntax.expr_lists.len());
    program.scopes.reserve(syntax.stmts.len() / 2);
    program.fors.reserve(syntax.stmts.len() / 16);
    program.functions.reserve(syntax.functions.len());
    program.inits.reserve(syntax.inits.len());
    program.init_items.reserve(syntax.init_items.len());
    let decls = syntax.init_declarators.len() + syntax.params.len() + syntax.items.len();
    program.decls.reserve(decls);
    program.decl_lists.reserve(2 * decls);
    program.groups.reserve(syntax.declarations.len());
    program.attrs.reserve(syntax.attrs.len());
    let is_first = file.is_none();
    let File { names, words, pack, definitions, tentative, builtins, scope, mut items } =
        file.unwrap_or_else(|| File::new(program));
    let mut checker = Checker {
        names,
        words,
        p: program,
        s: syntax,
        source,
        base,
        diagnostics,
        function: None,
        pack,
        labels_in_scope: Vec::new(),
        first_local_label: 0,
        definitions,
        tentative,
        open_tags: Vec::new(),
        builtins,
        unevaluated: 0,
        braces: 0,
        pending_decls: Vec::with_capacity(SCRATCH),
        pending_stmts: Vec::with_capacity(SCRATCH),
        pending_args: Vec::with_capacity(SCRATCH),
        pending_items: Vec::with_capacity(SCRATCH),
        pending_labels: Vec::new(),
        spare_levels: Vec::new(),
        spine: Vec::new(),
        member_path: Vec::new(),
        param_types: Vec::new(),
        depth: Depth::default(),
    };
    if is_first {
        checker.predeclare();
    }
    items.reserve(syntax.items.len());
    for &item in &syntax.items {
        checker.item(item, &mut items);
    }
    if last {
        checker.check_tentative();
        checker.leave();
    }
    let Checker { names, words, pack, definitions, tentative, builtins, .. } = checker;
    File { names, words, pack, definitions, tentative, builtins, scope, items }
}

pub(crate) struct Checker<'a> {
    p: &'a mut Program,
    s: &'a Syntax,
    source: &'a [u8],
    base: u32,
    diagnostics: &'a mut Diagnostics,
    names: Names,
    words: Words,
    /// The function whose body is being checked.
    function: Option<FunctionContext>,
    /// `#pragma pack`: the one in force is last; 0 is the target's own.
    pack: Vec<u32>,
    /// Labels declared with `__label__` in enclosing blocks, innermost last.
    labels_in_scope: Vec<(Symbol, LabelId)>,
    /// Where the innermost block's begin.
    first_local_label: usize,
    /// The functions that have a body, by entity.
    definitions: FxHashMap<DeclId, Definition>,
    /// Tentative definitions of incomplete type.
    tentative: Vec<DeclId>,
    /// Structs, unions and enums between their braces.
    open_tags: Vec<TypeId>,
    builtins: FxHashMap<Symbol, DeclId>,
    /// Inside `sizeof`, `typeof` and the like.
    unevaluated: u32,
    /// How many braced lists of one initialiser are open, those of unions aside.
    braces: u32,
    /// Lists of declarations that are being made: each is what lies above
    /// the mark that was taken when it began.
    pending_decls: Vec<DeclId>,
    /// The same for statements of blocks, arguments of calls, items of braced
    /// lists and labels before a statement.
    pending_stmts: Vec<StmtId>,
    pending_args: Vec<ExprId>,
    pending_items: Vec<InitItem>,
    pending_labels: Vec<(LabelKind, Span)>,
    /// Stacks of finished initialiser lists, for the next ones.
    spare_levels: Vec<Vec<Level>>,
    /// Operators whose left operands are being checked, each with its right
    /// one; the innermost last.
    spine: Vec<(syn::BinaryOp, syn::ExprId, Span)>,
    /// Room for the way to a member.
    member_path: Vec<FieldId>,
    /// Room for the types of parameters.
    param_types: Vec<TypeId>,
    depth: Depth,
}

struct FunctionContext {
    decl: DeclId,
    result: TypeId,
    labels: FxHashMap<Symbol, LabelId>,
    order: Vec<LabelId>,
    defined: FxHashSet<LabelId>,
    /// Innermost last.
    switches: Vec<Switch>,
    loops: u32,
    jumps: Jumps,
    outer: Option<Box<FunctionContext>>,
    /// How many labels of `labels_in_scope` belong to the functions around it.
    outer_labels: usize,
}

/// Names that the checker asks for.
#[derive(Clone)]
struct Words {
    func: Symbol,
    function: Symbol,
    pretty_function: Symbol,
}

impl Words {
    fn new(p: &mut Program) -> Words {
        Words {
            func: p.symbols.intern("__func__"),
            function: p.symbols.intern("__FUNCTION__"),
            pretty_function: p.symbols.intern("__PRETTY_FUNCTION__"),
        }
    }
}

impl Checker<'_> {
    // ---- text and diagnostics ----

    fn range(&self, span: Span) -> std::ops::Range<usize> {
        (span.start - self.base) as usize..(span.end - self.base) as usize
    }

    /// The spelling of a token that is ASCII by its nature.
    fn text(&self, span: Span) -> &'_ str {
        std::str::from_utf8(&self.source[self.range(span)]).unwrap_or("")
    }

    // What few texts need is told to be cold: the compiler then keeps the messages, too,
    // out of the way of the code around them.

    #[cold]
    #[inline(never)]
    fn report(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.error(span, message);
    }

    #[cold]
    #[inline(never)]
    fn warn(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.warning(span, message);
    }

    /// Reports, and stands in for the expression that could not be made.
    #[cold]
    #[inline(never)]
    fn error(&mut self, span: Span, message: impl Into<String>) -> ExprId {
        self.report(span, message);
        self.error_expr(span)
    }

    #[cold]
    #[inline(never)]
    fn error_expr(&mut self, span: Span) -> ExprId {
        self.push(ExprKind::Error, TypeId::ERROR, span)
    }

    fn name(&self, symbol: Symbol) -> &str {
        self.p.symbols.get(symbol)
    }

    /// A type, as people write it.
    #[cold]
    #[inline(never)]
    fn show(&self, ty: TypeId) -> String {
        elenchus_lang::printer::print_type(self.p, ty)
    }

    // ---- nodes ----

    fn push(&mut self, kind: ExprKind, ty: TypeId, span: Span) -> ExprId {
        debug_assert_eq!(self.p.types.canonical(ty), ty, "expressions have canonical types");
        self.p.exprs.push(tree::Expr { kind, ty, span, parens: false })
    }

    fn stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.p.stmts.push(tree::Stmt { kind, span })
    }

    /// Ends a list of `pending_decls` that began at the mark.
    fn take_decls(&mut self, mark: usize) -> List<DeclId> {
        let list = self.p.decl_lists.push(&self.pending_decls[mark..]);
        self.pending_decls.truncate(mark);
        list
    }

    fn ty(&self, expr: ExprId) -> TypeId {
        self.p.exprs[expr].ty
    }

    fn kind(&self, expr: ExprId) -> ExprKind {
        self.p.exprs[expr].kind
    }

    fn type_kind(&self, expr: ExprId) -> TypeKind {
        self.p.types.kind(self.ty(expr))
    }

    fn span(&self, expr: ExprId) -> Span {
        self.p.exprs[expr].span
    }

    // ---- constants and sizes ----

    /// The value of an integer constant expression.
    fn constant_int(&self, expr: ExprId) -> Option<i128> {
        constant::as_int(self.p, expr)
    }

    fn size_of(&self, ty: TypeId) -> Option<u64> {
        layout::size_of(&self.p.types, &self.p.target, ty)
    }

    /// Goes a level down in the tree; `None` where it is nested too deeply.
    #[inline]
    fn nested<R: Send>(&mut self, f: impl FnOnce(&mut Self) -> R + Send) -> Option<R> {
        let result = match self.depth.enter() {
            Room::Here => Some(f(self)),
            Room::Elsewhere(levels) => with_stack(levels, || f(self)),
            Room::None => return None,
        };
        self.depth.leave();
        result
    }

    // ---- the unit ----

    fn item(&mut self, item: syn::Item, items: &mut Vec<Item>) {
        match item {
            syn::Item::Declaration(id) => self.file_declaration(id, items),
            syn::Item::Function(id) => {
                if let Some(function) = self.function_definition(id) {
                    items.push(Item::Function(function));
                }
            }
            syn::Item::Asm(id) => {
                let asm = self.asm(id);
                items.push(Item::Asm(asm));
            }
            syn::Item::Pragma(span) => {
                let text = self.pragma(span);
                items.push(Item::Pragma(text));
            }
        }
    }

    /// Keeps the line; `#pragma pack` also changes how records are laid out.
    fn pragma(&mut self, span: Span) -> Symbol {
        let text = String::from_utf8_lossy(&self.source[self.range(span)]).trim_end().to_string();
        self.pragma_pack(&text);
        self.p.symbols.intern(&text)
    }

    fn pragma_pack(&mut self, line: &str) {
        let rest = line.trim_start().trim_start_matches('#').trim_start();
        let Some(rest) = rest.strip_prefix("pragma") else { return };
        let Some(rest) = rest.trim_start().strip_prefix("pack") else { return };
        let Some(inside) = rest.trim().strip_prefix('(').and_then(|r| r.split(')').next()) else {
            return;
        };
        let mut number = None;
        let mut push = false;
        let mut pop = false;
        for word in inside.split(',').map(str::trim) {
            match word {
                "push" => push = true,
                "pop" => pop = true,
                _ => number = word.parse::<u32>().ok().filter(|n| n.is_power_of_two() && *n <= 16),
            }
        }
        if push {
            let current = *self.pack.last().unwrap_or(&0);
            self.pack.push(current);
        }
        if pop && self.pack.len() > 1 {
            self.pack.pop();
        }
        if let Some(current) = self.pack.last_mut() {
            match number {
                Some(n) => *current = n,
                None if !push && !pop => *current = 0,
                None => {}
            }
        }
    }
}

/// The declaration that stands for all declarations of the same thing.
fn entity(p: &Program, decl: Id<tree::Decl>) -> DeclId {
    p.decls[decl].entity
}
