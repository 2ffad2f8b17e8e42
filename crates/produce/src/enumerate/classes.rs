//! Which variables are interchangeable.
//!
//! Two variables are, if nobody can tell when they are exchanged in all holes.
//! What keeps a variable apart is a row of [`APART`]; what two variables must
//! have in common is their [`Kind`]. That the same holes see both is left to
//! [`super::Skeleton`].

use elenchus_lang::dump::dump_expr;
use elenchus_lang::tree::{
    AttrArg, Decl, DeclId, DeclKind, ExprKind, InitId, InitKind, Item, Linkage, Program, ScopeId,
    Storage,
};
use elenchus_lang::types::TypeId;
use elenchus_lang::walk::{self, Child};
use rustc_hash::{FxHashMap, FxHashSet};

use super::rules::is_static;
use super::{Equivalence, Var};

/// What was seen of a variable on the way through the file.
#[derive(Clone, Debug)]
pub(super) struct VariableUse {
    /// Its first declaration.
    pub decl: DeclId,
    pub declared: u32,
    pub declared_extern: bool,
    pub in_initialiser: bool,
    /// Used where there is no hole: in a macro, asm, a type.
    pub elsewhere: bool,
    /// Holes of more than one function may take it.
    pub shared: bool,
    /// Labels, cases, jumps and the like before its declaration: one between
    /// two declarations may leave out, or repeat, only one of them.
    pub jumps: usize,
}

/// What is known of the whole file.
pub(super) struct Whole {
    /// It has a `main`: no other file is needed, and none is expected.
    pub has_main: bool,
    pub has_asm: bool,
    /// What attributes say in quotes: an alias names its object so.
    pub quoted: FxHashSet<Vec<u8>>,
    pub intra: bool,
}

struct Row {
    applies: fn(&Program, &VariableUse, &Whole) -> bool,
}

/// What keeps a variable apart from all others.
const APART: &[Row] = &[
    // Its value comes from the call.
    Row { applies: |p, seen, _| p.decls[seen.decl].kind != DeclKind::Variable },
    // Its value, or the name of it, is another file's.
    Row { applies: |_, seen, _| seen.declared_extern || seen.declared > 1 },
    Row {
        applies: |p, seen, whole| {
            p.decls[seen.decl].linkage == Linkage::External && !whole.has_main
        },
    },
    Row { applies: |_, seen, _| seen.in_initialiser },
    Row { applies: |_, seen, _| seen.elsewhere },
    // Assembler text knows objects by name.
    Row { applies: |p, seen, _| p.decls[seen.decl].asm_name.is_some() },
    Row { applies: |p, seen, whole| whole.has_asm && is_static(&p.decls[seen.decl]) },
    Row {
        applies: |p, seen, whole| whole.quoted.contains(p.name(p.decls[seen.decl].name).as_bytes()),
    },
    Row { applies: |p, seen, _| !harmless(p, seen.decl) },
    // Functions are enumerated apart: an exchange in one would be seen in the other.
    Row { applies: |_, seen, whole| whole.intra && seen.shared },
];

/// Attributes that say the same of whatever has them. Others may name the
/// object, run code for it or place it.
const HARMLESS: &[&str] =
    &["unused", "__unused__", "maybe_unused", "used", "__used__", "aligned", "__aligned__"];

fn harmless(p: &Program, decl: DeclId) -> bool {
    p.attrs[p.decls[decl].attrs].iter().all(|attr| HARMLESS.contains(&p.name(attr.name)))
}

/// What interchangeable variables have in common.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Kind {
    ty: TypeId,
    scope: ScopeId,
    storage: Storage,
    linkage: Option<Linkage>,
    align: u32,
    attributes: String,
    jumps: usize,
    initialiser: Option<String>,
    /// For variables that are apart.
    only: Option<Var>,
}

/// For each variable the number of its group.
pub(super) fn groups(
    p: &Program,
    vars: &[VariableUse],
    equivalence: Equivalence,
    by_type: bool,
    whole: &Whole,
) -> Vec<u32> {
    let mut numbers: FxHashMap<Kind, u32> = FxHashMap::default();
    let kind = |(var, seen): (usize, &VariableUse)| match (by_type, equivalence) {
        (true, Equivalence::Declarations) => strict(p, var as Var, seen, whole),
        _ => loose(p, var as Var, seen, by_type, whole),
    };
    let kinds = vars.iter().enumerate().map(kind);
    kinds
        .map(|kind| {
            let next = numbers.len() as u32;
            *numbers.entry(kind).or_insert(next)
        })
        .collect()
}

/// Type and scope alone, or the scope alone.
fn loose(p: &Program, var: Var, seen: &VariableUse, by_type: bool, whole: &Whole) -> Kind {
    let decl = &p.decls[seen.decl];
    let ty = p.types.canonical(decl.ty).unqualified();
    Kind {
        ty: if by_type { ty } else { TypeId::ERROR },
        scope: decl.scope,
        storage: Storage::default(),
        linkage: None,
        align: 0,
        attributes: String::new(),
        jumps: 0,
        initialiser: None,
        only: (whole.intra && seen.shared).then_some(var),
    }
}

fn strict(p: &Program, var: Var, seen: &VariableUse, whole: &Whole) -> Kind {
    let decl = &p.decls[seen.decl];
    let initialiser = match decl.init {
        None => Some(String::new()),
        Some(init) => constant(p, init),
    };
    let apart = initialiser.is_none() || APART.iter().any(|row| (row.applies)(p, seen, whole));
    Kind {
        ty: p.types.canonical(decl.ty),
        scope: decl.scope,
        storage: decl.storage,
        linkage: Some(decl.linkage),
        align: decl.align,
        attributes: attributes(p, seen.decl),
        jumps: seen.jumps,
        initialiser,
        only: apart.then_some(var),
    }
}

fn attributes(p: &Program, decl: DeclId) -> String {
    let mut text = String::new();
    for attr in &p.attrs[p.decls[decl].attrs] {
        text += p.name(attr.name);
        for arg in &p.attr_args[attr.args] {
            text += &match arg {
                AttrArg::Name(name) => p.name(*name).to_owned(),
                AttrArg::Expr(expr) => format!("{:?}", elenchus_lang::constant::as_int(p, *expr)),
            };
        }
        text += ";";
    }
    text
}

/// Larger initialisers are not compared.
const LARGE: usize = 200;

/// A constant initialiser in a form that can be compared; nothing if it is
/// none.
fn constant(p: &Program, init: InitId) -> Option<String> {
    let mut nodes = 0;
    let mut is_constant = true;
    let mut pending = vec![Child::Init(init)];
    while let Some(node) = pending.pop() {
        nodes += 1;
        is_constant &= nodes <= LARGE && is_constant_node(p, node);
        if !is_constant {
            return None;
        }
        walk::children(p, node, |child| pending.push(child));
    }
    let mut text = String::new();
    let mut pending = vec![(init, String::new())];
    while let Some((init, place)) = pending.pop() {
        match p.inits[init].kind {
            InitKind::Expr(expr) => text += &format!("{place}={};", dump_expr(p, expr)),
            InitKind::List(items) => {
                text += &format!("{place}{{}}");
                for item in &p.init_items[items] {
                    let repeats: Vec<_> = p.repeats[item.repeats].to_vec();
                    let below = format!("{place}.{}{:?}{repeats:?}", item.offset, item.bit_field);
                    pending.push((item.init, below));
                }
            }
        }
    }
    Some(text)
}

fn is_constant_node(p: &Program, node: Child) -> bool {
    use ExprKind::*;
    let Child::Expr(expr) = node else { return !matches!(node, Child::Stmt(_)) };
    !matches!(
        p.exprs[expr].kind,
        Error
            | Name(_)
            | Call(..)
            | StmtExpr(_)
            | Assign(..)
            | CompoundAssign(..)
            | Step(..)
            | CompoundLiteral(..)
            | LabelAddress(_)
            | VaArg(..)
            | Shuffle(..)
            | Verbatim(_)
            | SizeofType(_)
            | FunctionName(..)
    )
}

/// The variables that are named somewhere else than in holes.
pub(super) fn used_elsewhere(
    p: &Program,
    holes: &FxHashSet<elenchus_lang::tree::ExprId>,
) -> FxHashSet<DeclId> {
    let names = p.exprs.iter().filter_map(|(id, expr)| match expr.kind {
        ExprKind::Name(decl) if !holes.contains(&id) => Some(p.decls[decl].entity),
        _ => None,
    });
    names.collect()
}

pub(super) fn whole(p: &Program, unit: usize, intra: bool) -> Whole {
    let items = p.units.get(unit).map_or(&[][..], |unit| &unit.items);
    let is_main = |item: &Item| match item {
        Item::Function(function) => p.name(p.decls[p.functions[*function].decl].name) == "main",
        _ => false,
    };
    Whole {
        has_main: items.iter().any(is_main),
        has_asm: !p.asms.is_empty(),
        quoted: p.decls.iter().flat_map(|(_, decl)| quoted(p, decl)).collect(),
        intra,
    }
}

fn quoted(p: &Program, decl: &Decl) -> Vec<Vec<u8>> {
    let args = p.attrs[decl.attrs].iter().flat_map(|attr| &p.attr_args[attr.args]);
    let text = |arg: &AttrArg| {
        let AttrArg::Expr(mut expr) = *arg else { return None };
        while let ExprKind::Convert(_, inner) = p.exprs[expr].kind {
            expr = inner;
        }
        match p.exprs[expr].kind {
            ExprKind::String(string) => Some(p.bytes[p.strings[string].bytes].to_vec()),
            _ => None,
        }
    };
    args.filter_map(text).collect()
}
