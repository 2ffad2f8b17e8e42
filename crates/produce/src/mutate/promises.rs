//! What compilers are told of a program, and may use: it is true in the runs that were
//! seen.

use elenchus_lang::arena::List;
use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::edits::{Edit, Locate, keep_expr};
use elenchus_lang::layout;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{
    Attr, Conversion, Decl, DeclId, ExprId, ExprKind, Group, Item, Linkage, Program, StmtKind,
    Storage, UnaryOp,
};
use elenchus_lang::types::{Quals, TypeId, TypeKind};

use super::draft::{Draft, Made, Spot};
use super::leaf::Kind;
use super::predicate::Predicates;
use super::profile::Known;

/// `if (what never holds) __builtin_unreachable();`
pub fn unreachable(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let Draft { p, choices, .. } = draft;
    let never = Predicates { p, choices, known: spot.known() }.any(false)?;
    let call = draft.call_builtin("__builtin_unreachable", TypeId::VOID, &[], &[]);
    let call = build::stmt(&mut draft.p, StmtKind::Expr(call));
    let stmt = build::stmt(&mut draft.p, StmtKind::If(never, call, None));
    let mut made = draft.before(spot, stmt);
    made.dead.push(call);
    Some(made)
}

/// A condition of the program, of which is said how it mostly turns out. That is no more
/// than a hint, so it may be wrong.
pub fn expect(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let p = &draft.p;
    let at = match p.stmts[spot.site.stmt].kind {
        StmtKind::If(condition, ..)
        | StmtKind::While(condition, _)
        | StmtKind::DoWhile(_, condition) => condition,
        StmtKind::For(id) => p.fors[id].condition?,
        _ => return None,
    };
    // What takes its place must have its type.
    if p.exprs[at].ty != TypeId::INT || spot.file.whole(p.exprs[at].span).is_none() {
        return None;
    }
    let wanted = i128::from(draft.choices.percent("it is expected to hold", 50));
    let p = &mut draft.p;
    let kept = keep_expr(p, at);
    let truth = build::unary(p, UnaryOp::Not, kept);
    let truth = build::unary(p, UnaryOp::Not, truth);
    let (truth, wanted) =
        (build::convert(p, truth, TypeId::LONG), build::constant(p, TypeId::LONG, wanted));
    let types = [TypeId::LONG, TypeId::LONG];
    let told = draft.call_builtin("__builtin_expect", TypeId::LONG, &types, &[truth, wanted]);
    let zero = build::constant(&mut draft.p, TypeId::INT, 0);
    let with = build::binary(&mut draft.p, BinaryOp::Ne, told, zero);
    let edits = vec![Edit::Expr { at, with }];
    Some(Made { edits, snippet: None, dead: Vec::new(), takes_all: false })
}

/// `p = __builtin_assume_aligned(p, n);`, where `n` follows from the type (6.3.2.3p7).
pub fn aligned(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let fits = |known: &&Known| {
        let leaf = &known.leaf;
        let is_static = leaf.is_static(&draft.p);
        leaf.kind(&draft.p) == Some(Kind::Pointer)
            && leaf.is_writable()
            && !leaf.ty.is_restrict()
            && (spot.env.alone || !is_static)
            && !spot.keeps_locals(is_static)
            && alignment(draft, leaf.ty).is_some()
    };
    let pointers: Vec<&Known> = spot.known().iter().filter(fits).collect();
    if pointers.is_empty() {
        return None;
    }
    let leaf = draft.choices.pick("what is aligned", &pointers).leaf.clone();
    let align = alignment(draft, leaf.ty)?;
    let held = leaf.held(&mut draft.p);
    let size = TypeId::int(draft.p.target.size_type);
    let any = draft.p.types.pointer(TypeId::VOID);
    let constant = draft.p.types.qualify(TypeId::VOID, Quals::CONST);
    let constant = draft.p.types.pointer(constant);
    let held = convert(draft, held, constant);
    let align = build::constant(&mut draft.p, size, align.into());
    let told =
        draft.call_builtin("__builtin_assume_aligned", any, &[constant, size], &[held, align]);
    let ty = draft.p.types.value_type(leaf.ty);
    let told = convert(draft, told, ty);
    let lvalue = leaf.lvalue(&mut draft.p);
    let assigned = build::assign(&mut draft.p, lvalue, told);
    let stmt = build::stmt(&mut draft.p, StmtKind::Expr(assigned));
    let mut made = draft.before(spot, stmt);
    if let Some(snippet) = &mut made.snippet {
        snippet.writes.push(leaf.decl);
    }
    Some(made)
}

/// More than a byte.
fn alignment(draft: &Draft, pointer: TypeId) -> Option<u32> {
    let p = &draft.p;
    let to = p.types.pointee(pointer)?;
    if to.is_volatile() || to.is_atomic() {
        return None;
    }
    let align = match p.types.kind(to) {
        TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Pointer(_) => {
            layout::align_of(&p.types, &p.target, to)
        }
        _ => return None,
    };
    (align > 1).then_some(align)
}

fn convert(draft: &mut Draft, pointer: ExprId, to: TypeId) -> ExprId {
    match draft.p.exprs[pointer].ty == to {
        true => pointer,
        false => build::expr(&mut draft.p, ExprKind::Convert(Conversion::Pointer, pointer), to),
    }
}

/// What may be said of a function, as an attribute.
struct Attribute {
    name: &'static str,
    is_true: fn(&Spot, &Program, DeclId) -> bool,
}

const ATTRIBUTES: &[Attribute] = &[
    Attribute { name: "noinline", is_true: |_, _, _| true },
    Attribute { name: "cold", is_true: |_, _, _| true },
    Attribute { name: "hot", is_true: |_, _, _| true },
    Attribute { name: "always_inline", is_true: |spot, p, decl| may_inline(spot, p, decl) },
    Attribute { name: "const", is_true: |spot, p, decl| is_constant(spot, p, decl) },
    Attribute { name: "pure", is_true: |spot, p, decl| is_constant(spot, p, decl) },
    Attribute {
        name: "nonnull",
        is_true: |spot, p, decl| spot.never_null.contains(&p.decls[decl].entity),
    },
];

fn is_constant(spot: &Spot, p: &Program, decl: DeclId) -> bool {
    spot.functions.is_constant(p.decls[decl].entity)
}

/// Whether no compiler refuses to.
fn may_inline(spot: &Spot, p: &Program, decl: DeclId) -> bool {
    let found = &p.decls[decl];
    let is_variadic = p.types.as_function(found.ty).is_none_or(|function| function.variadic);
    found.linkage == Linkage::Internal
        && !is_variadic
        && !spot.returns_twice
        && !spot.functions.may_recurse(found.entity)
        && !spot.functions.is_odd(found.entity)
        && spot.functions.is_small(found.entity)
}

/// A declaration of the function that a statement stands in comes before it, with an
/// attribute.
pub fn attribute(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let id = spot.site.function;
    let function = draft.p.functions[id];
    let decl = draft.p.decls[function.decl];
    let is_plain = draft.p.types.as_function(decl.ty).is_some_and(|ty| ty.prototyped)
        && function.outer.is_none()
        && function.old_style.is_empty()
        && decl.asm_name.is_none()
        && !decl.storage.has(Storage::UNTYPED)
        && draft.p.name(decl.name) != "main"
        && !has_attributes(&draft.p, decl.entity)
        && !draft.told.contains(&id)
        && spot.file.is_own(function.span)
        && spot.file.start(function.span.start).is_some();
    let before = draft.p.units[spot.site.unit]
        .items
        .iter()
        .position(|item| matches!(item, Item::Function(other) if *other == id))?;
    if !is_plain {
        return None;
    }
    let holds = |row: &&Attribute| (row.is_true)(spot, &draft.p, function.decl);
    let rows: Vec<&Attribute> = ATTRIBUTES.iter().filter(holds).collect();
    let row = draft.choices.pick("an attribute", &rows);
    draft.told.insert(id);
    let p = &mut draft.p;
    let attrs = attribute_list(p, row.name);
    let (span, declarator) = (Span::NONE, Span::NONE);
    let told = p.decls.push(Decl { attrs, span, declarator, ..decl });
    let decls = p.decl_lists.push(&[told]);
    let storage = decl.storage;
    let group = p.groups.push(Group { base: function.base, decls, storage, span });
    let item = Item::Declaration(group);
    let edits = vec![Edit::InsertItem { unit: spot.site.unit, before, item }];
    Some(Made { edits, snippet: None, dead: Vec::new(), takes_all: false })
}

/// `__attribute__((name))`
pub fn attribute_list(p: &mut Program, name: &str) -> List<Attr> {
    let name = p.symbols.intern(name);
    let attr = Attr { namespace: None, name, args: List::EMPTY, standard: false, span: Span::NONE };
    p.attrs.push(&[attr])
}

fn has_attributes(p: &Program, entity: DeclId) -> bool {
    p.decls.iter().any(|(_, decl)| decl.entity == entity && !decl.attrs.is_empty())
}
