//! What is known of the program's functions without running it: which depend on nothing
//! but their arguments, and which call themselves.

use elenchus_lang::build;
use elenchus_lang::tree::{
    Conversion, DeclId, DeclKind, ExprId, ExprKind, Function, FunctionId, Item, Linkage, Program,
    StmtKind, Storage, UnaryOp,
};
use elenchus_lang::types::TypeId;
use elenchus_lang::walk::{self, Child};
use rustc_hash::{FxHashMap, FxHashSet};

/// The functions that a program defines, by their entity.
#[derive(Debug, Default)]
pub struct Functions {
    list: FxHashMap<DeclId, Known>,
    /// Those that give the same for the same arguments, always, and have no effect.
    constant: FxHashSet<DeclId>,
}

#[derive(Debug)]
struct Known {
    calls: FxHashSet<DeclId>,
    /// It calls functions by name that the program does not define.
    calls_others: bool,
    /// It calls through a pointer.
    calls_any: bool,
    /// There is something in it that keeps some compilers from copying it.
    odd: bool,
    /// How many expressions are in it.
    size: u32,
}

/// Functions with more expressions are not small.
const SMALL: u32 = 300;

impl Functions {
    pub fn new(p: &Program) -> Functions {
        let mut found = Functions::default();
        let items = p.units.iter().flat_map(|unit| &unit.items);
        let ids: Vec<FunctionId> = items
            .filter_map(|item| match item {
                Item::Function(id) => Some(*id),
                _ => None,
            })
            .collect();
        let entity = |id: FunctionId| p.decls[p.functions[id].decl].entity;
        let defined: FxHashSet<DeclId> = ids.iter().map(|&id| entity(id)).collect();
        for &id in &ids {
            found.list.insert(entity(id), calls(p, &p.functions[id], &defined));
        }
        let is_closed = |id: &FunctionId| is_closed(p, &p.functions[*id]);
        found.constant = ids.iter().copied().filter(is_closed).map(entity).collect();
        while let Some(out) = found.constant.iter().copied().find(|one| found.reaches_out(*one)) {
            found.constant.remove(&out);
        }
        found
    }

    fn reaches_out(&self, function: DeclId) -> bool {
        self.list.get(&function).is_none_or(|known| {
            known.calls_others
                || known.calls_any
                || known.calls.iter().any(|callee| !self.constant.contains(callee))
        })
    }

    /// Whether it depends on its arguments only, and changes nothing.
    pub fn is_constant(&self, entity: DeclId) -> bool {
        self.constant.contains(&entity)
    }

    /// Whether it has what keeps some compilers from copying it.
    pub fn is_odd(&self, entity: DeclId) -> bool {
        self.list.get(&entity).is_none_or(|known| known.odd)
    }

    /// Whether a copy of it at each call does not make a program much larger.
    pub fn is_small(&self, entity: DeclId) -> bool {
        self.list.get(&entity).is_some_and(|known| known.size <= SMALL)
    }

    /// Whether a call of it may lead to another one, as far as compilers can see.
    pub fn may_recurse(&self, entity: DeclId) -> bool {
        let mut pending = vec![entity];
        let mut seen = FxHashSet::default();
        while let Some(next) = pending.pop() {
            let Some(known) = self.list.get(&next) else { return true };
            if known.calls_any || known.calls.contains(&entity) {
                return true;
            }
            pending.extend(known.calls.iter().filter(|callee| seen.insert(**callee)));
        }
        false
    }
}

fn calls(p: &Program, function: &Function, defined: &FxHashSet<DeclId>) -> Known {
    let mut known = Known {
        calls: FxHashSet::default(),
        calls_others: false,
        calls_any: false,
        odd: false,
        size: 0,
    };
    walk::descend(p, Child::Stmt(function.body), |node| {
        if let Child::Stmt(stmt) = node {
            known.odd |= is_odd(p, p.stmts[stmt].kind);
        }
        let Child::Expr(e) = node else { return };
        known.size += 1;
        known.odd |= matches!(p.exprs[e].kind, ExprKind::LabelAddress(_) | ExprKind::StmtExpr(_));
        let ExprKind::Call(callee, _) = p.exprs[e].kind else { return };
        known.odd |= matches!(p.exprs[callee].kind, ExprKind::Convert(_, inner)
            if matches!(p.exprs[inner].kind, ExprKind::Name(decl) if p.decls[decl].kind == DeclKind::Builtin));
        match called(p, callee) {
            Some(entity) if defined.contains(&entity) => {
                known.calls.insert(entity);
            }
            Some(_) => known.calls_others = true,
            None => known.calls_any = true,
        }
    });
    known
}

fn is_odd(p: &Program, kind: StmtKind) -> bool {
    match kind {
        StmtKind::Asm(_)
        | StmtKind::NestedFunction(_)
        | StmtKind::ComputedGoto(_)
        | StmtKind::LocalLabels(_) => true,
        StmtKind::Declaration(group) => {
            let decls = &p.decl_lists[p.groups[group].decls];
            decls.iter().any(|&decl| p.types.is_variably_modified(p.decls[decl].ty))
        }
        _ => false,
    }
}

/// The function that is called by its name.
pub fn called(p: &Program, callee: ExprId) -> Option<DeclId> {
    let ExprKind::Convert(Conversion::Function, inner) = p.exprs[callee].kind else { return None };
    match p.exprs[inner].kind {
        ExprKind::Name(decl) if p.decls[decl].kind == DeclKind::Function => {
            Some(p.decls[decl].entity)
        }
        _ => None,
    }
}

/// It takes and gives integers, and touches nothing but its own variables, whose address
/// nobody takes; what it calls is not looked at.
fn is_closed(p: &Program, function: &Function) -> bool {
    let Some(ty) = p.types.as_function(p.decls[function.decl].ty) else { return false };
    let is_number = |ty: TypeId| {
        build::int_type(p, ty).is_some_and(|int| int.bits <= 64)
            && !ty.is_volatile()
            && !ty.is_atomic()
    };
    let params = &p.types.params[ty.params];
    let takes_numbers = params.iter().all(|&param| is_number(param)) && is_number(ty.result);
    if !takes_numbers || params.is_empty() || ty.variadic || !ty.prototyped {
        return false;
    }
    let mut closed = true;
    walk::descend(p, Child::Stmt(function.body), |node| match node {
        Child::Expr(e) => closed &= is_own(p, e, &is_number),
        Child::Stmt(stmt) => closed &= !is_odd(p, p.stmts[stmt].kind),
        Child::Init(_) => {}
    });
    closed
}

fn is_own(p: &Program, e: ExprId, is_number: &impl Fn(TypeId) -> bool) -> bool {
    match p.exprs[e].kind {
        ExprKind::Name(decl) => match p.decls[decl].kind {
            DeclKind::Variable | DeclKind::Parameter => {
                let decl = &p.decls[decl];
                let is_own = decl.linkage == Linkage::None && !decl.storage.has(Storage::STATIC);
                is_own && is_number(decl.ty)
            }
            DeclKind::Function => true,
            _ => false,
        },
        ExprKind::Unary(op, _) => !matches!(op, UnaryOp::Deref | UnaryOp::AddressOf),
        ExprKind::Call(callee, _) => called(p, callee).is_some(),
        ExprKind::Int(..)
        | ExprKind::Enumerator(_)
        | ExprKind::Binary(..)
        | ExprKind::LogAnd(..)
        | ExprKind::LogOr(..)
        | ExprKind::Comma(..)
        | ExprKind::Assign(..)
        | ExprKind::CompoundAssign(..)
        | ExprKind::Step(..)
        | ExprKind::Conditional(..)
        | ExprKind::Convert(..)
        | ExprKind::Cast(..)
        | ExprKind::SizeofType(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use elenchus_lang::rules::Language;
    use elenchus_lang::target::Target;

    use super::*;

    #[test]
    fn what_depends_on_arguments_only_is_constant() {
        let text = "
int g; const int k = 2; int puts(const char *);
static int twice(int a) { int b = a; b += a; return b; }
static int four(int a) { return twice(twice(a)); }
static int reads(int a) { return a + g; }
static int through(int a) { return reads(a); }
static int counts(int a) { static int n; return n++ + a; }
static int local(int a) { int t[2] = { a }; return t[0]; }
static int prints(int a) { puts(\"a\"); return a; }
static int down(int a) { return a ? down(a - 1) : 0; }
static int ping(int a); static int pong(int a) { return ping(a - 1); }
static int ping(int a) { return a > 0 ? pong(a) : 0; }
static int pointer(int *a) { return *a; }
static int any(int a, int (*f)(int)) { return f(a); }
";
        let mut p = Program::new(Target::x86_64(), Language::GNU17);
        assert!(elenchus_front::parse_unit(&mut p, "t.c", text.as_bytes()).accepted());
        let functions = Functions::new(&p);
        let named = |is_it: &dyn Fn(DeclId) -> bool| {
            let found = p.units[0].items.iter().filter_map(|item| match item {
                Item::Function(id) => Some(&p.decls[p.functions[*id].decl]),
                _ => None,
            });
            let found = found.filter(|decl| is_it(decl.entity)).map(|decl| p.name(decl.name));
            found.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(named(&|entity| functions.is_constant(entity)), "twice four down pong ping");
        let recursive = named(&|entity| functions.may_recurse(entity));
        assert_eq!(recursive, "down pong ping any");
    }
}
