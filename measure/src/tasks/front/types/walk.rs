//! Every expression of a unit, and where in the text gcc can be asked about
//! it.
//!
//! A question about an expression is a declaration right before a statement:
//! the nearest one around the expression that stands directly in a block.
//! Whatever the expression names is visible there, unless the statement
//! itself declares it.

use elenchus_lang::arena::List;
use elenchus_lang::tree::{
    DeclId, DeclKind, Designator, ExprId, ExprKind, FunctionId, GroupId, InitId, InitKind, Item,
    MemberStyle, Program, ScopeId, StmtId, StmtKind, Storage,
};

/// An expression and the place to ask about it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub expr: ExprId,
    pub place: Place,
    /// The text holds a statement expression, which cannot be said twice:
    /// labels and names in it would be declared again.
    pub has_statements: bool,
    /// It names something that the statement itself declares.
    pub declared_inside: bool,
}

/// The start of a statement in a block.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// In the program's space of offsets.
    pub offset: u32,
    pub scope: ScopeId,
}

/// All expressions in the function bodies of the first unit.
pub fn candidates(program: &Program) -> Vec<Candidate> {
    let mut walk = Walk { program, place: None, found: Vec::new() };
    for item in program.units.first().map_or(&[][..], |unit| &unit.items) {
        if let Item::Function(function) = item {
            walk.function(*function);
        }
    }
    walk.found
}

struct Walk<'a> {
    program: &'a Program,
    place: Option<Place>,
    found: Vec<Candidate>,
}

/// What an expression's text holds.
#[derive(Clone, Copy, Default)]
struct Inside {
    has_statements: bool,
    /// Where the last of the declarations stands that it names.
    last_decl: u32,
}

impl Inside {
    fn and(self, other: Inside) -> Inside {
        Inside {
            has_statements: self.has_statements || other.has_statements,
            last_decl: self.last_decl.max(other.last_decl),
        }
    }
}

impl Walk<'_> {
    fn function(&mut self, id: FunctionId) {
        let around = self.place.take();
        self.stmt(self.program.functions[id].body);
        self.place = around;
    }

    fn block(&mut self, list: List<StmtId>, scope: ScopeId) {
        let program = self.program;
        let around = self.place;
        let mut apart = true;
        for &child in &program.stmt_lists[list] {
            let stmt = &program.stmts[child];
            // A pragma or an attribute may belong to the statement after it,
            // and nothing may come between them.
            self.place = apart.then_some(Place { offset: stmt.span.start, scope });
            self.stmt(child);
            apart = !matches!(stmt.kind, StmtKind::Pragma(_) | StmtKind::Attributes(_));
        }
        self.place = around;
    }

    fn stmt(&mut self, id: StmtId) {
        use StmtKind::*;
        match self.program.stmts[id].kind {
            Compound(list, scope) => self.block(list, scope),
            Expr(e) | ComputedGoto(e) | Return(Some(e)) | StaticAssert(e, _) => self.top(e),
            If(condition, then, otherwise) => {
                self.top(condition);
                self.stmt(then);
                if let Some(otherwise) = otherwise {
                    self.stmt(otherwise);
                }
            }
            While(e, body) | DoWhile(body, e) | Switch(e, body) => {
                self.top(e);
                self.stmt(body);
            }
            For(id) => {
                let parts = self.program.fors[id];
                parts.init.into_iter().for_each(|init| self.stmt(init));
                parts.condition.into_iter().chain(parts.step).for_each(|e| self.top(e));
                self.stmt(parts.body);
            }
            Case(low, high, body) => {
                self.top(low);
                high.into_iter().for_each(|e| self.top(e));
                self.stmt(body);
            }
            Default(body) | Label(_, _, body) => self.stmt(body),
            Declaration(group) => self.group(group),
            NestedFunction(function) => self.function(function),
            Asm(id) => {
                let asm = self.program.asms[id];
                for list in [asm.outputs, asm.inputs] {
                    for operand in &self.program.asm_operands[list] {
                        self.top(operand.expr);
                    }
                }
            }
            Error | Empty | Hole | Goto(_) | Continue | Break | Return(None) | LocalLabels(_)
            | Attributes(_) | Pragma(_) => {}
        }
    }

    fn group(&mut self, id: GroupId) {
        let program = self.program;
        for &decl in &program.decl_lists[program.groups[id].decls] {
            if let Some(init) = program.decls[decl].init {
                self.init(init);
            }
        }
    }

    fn init(&mut self, id: InitId) -> Inside {
        let program = self.program;
        match program.inits[id].kind {
            InitKind::Expr(e) => self.expr(e),
            InitKind::List(items) => (program.init_items[items].iter())
                .fold(Inside::default(), |inside, item| inside.and(self.init(item.init))),
        }
    }

    fn top(&mut self, id: ExprId) {
        self.expr(id);
    }

    /// Visits an expression and everything in it.
    fn expr(&mut self, id: ExprId) -> Inside {
        let program = self.program;
        let expr = &program.exprs[id];
        let inside = self.children(expr.kind).and(own(program, expr.kind));
        if is_written(expr.kind) {
            if let Some(place) = self.place {
                self.found.push(Candidate {
                    expr: id,
                    place,
                    has_statements: inside.has_statements,
                    declared_inside: inside.last_decl >= place.offset,
                });
            }
        }
        inside
    }

    fn all(&mut self, list: List<ExprId>) -> Inside {
        let program = self.program;
        program.expr_lists[list].iter().fold(Inside::default(), |all, &e| all.and(self.expr(e)))
    }

    fn children(&mut self, kind: ExprKind) -> Inside {
        use ExprKind::*;
        let program = self.program;
        match kind {
            Unary(_, e)
            | Step(_, e)
            | Convert(_, e)
            | Cast(_, e, _)
            | CastToUnion(e, _, _)
            | SizeofExpr(e)
            | AlignofExpr(e, _)
            | Member(e, _, _)
            | VaArg(e, _)
            | ConvertVector(e, _) => self.expr(e),
            Binary(_, a, b)
            | LogAnd(a, b)
            | LogOr(a, b)
            | Comma(a, b)
            | Assign(a, b)
            | CompoundAssign(_, a, b, _)
            | Elvis(a, b)
            | Index(a, b) => self.expr(a).and(self.expr(b)),
            Conditional(a, b, c) => self.expr(a).and(self.expr(b)).and(self.expr(c)),
            CompoundLiteral(init, _, _) => self.init(init),
            Call(callee, args) => self.expr(callee).and(self.all(args)),
            Shuffle(_, args) => self.all(args),
            StmtExpr(body) => {
                self.stmt(body);
                Inside { has_statements: true, last_decl: 0 }
            }
            Generic(control, list) => (program.associations[list].iter())
                .fold(self.expr(control), |all, one| all.and(self.expr(one.expr))),
            Choose { condition, chosen, other, .. } => {
                self.expr(condition).and(self.expr(chosen)).and(self.expr(other))
            }
            Offsetof(_, path) => {
                let computed = program.designators[path].iter().filter_map(|step| match step {
                    Designator::Computed(e) => Some(*e),
                    _ => None,
                });
                computed.fold(Inside::default(), |all, e| all.and(self.expr(e)))
            }
            // The constant within an imaginary one has no text of its own.
            Error | Int(..) | Float(_) | Imaginary(_) | Decimal(_) | String(_) | Name(_)
            | Enumerator(_) | FunctionName(..) | SizeofType(_) | AlignofType(..)
            | TypesCompatible(..) | LabelAddress(_) | Verbatim(_) => Inside::default(),
        }
    }
}

/// What the node itself names.
fn own(program: &Program, kind: ExprKind) -> Inside {
    match kind {
        ExprKind::Name(decl) | ExprKind::Enumerator(decl) => {
            Inside { has_statements: false, last_decl: declared_at(program, decl) }
        }
        _ => Inside::default(),
    }
}

/// Where a name becomes visible; 0 for what gcc declares by itself where it
/// is first used.
fn declared_at(program: &Program, id: DeclId) -> u32 {
    let decl = &program.decls[id];
    let itself = decl.kind == DeclKind::Builtin || decl.storage.has(Storage::IMPLICIT);
    if itself { 0 } else { decl.span.start }
}

/// Whether the node has a text of its own, and is an expression by itself.
fn is_written(kind: ExprKind) -> bool {
    !matches!(
        kind,
        ExprKind::Error
            | ExprKind::Convert(..)
            | ExprKind::Member(_, _, MemberStyle::ImplicitDot | MemberStyle::ImplicitArrow)
    )
}
