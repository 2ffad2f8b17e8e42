//! Functions whose results for some arguments are known, since a run has shown them: a
//! call of one, and what is missing, takes the place of a number.

use elenchus_lang::arith::{self, BinaryOp};
use elenchus_lang::build;
use elenchus_lang::edits::{Edit, Locate};
use elenchus_lang::tree::{
    Conversion, DeclId, DeclKind, ExprId, ExprKind, InitKind, Item, Linkage, Program, StmtKind,
    Storage,
};
use elenchus_lang::types::TypeId;
use elenchus_lang::walk::{self, Child};
use elenchus_machine::observe::{Held, Left, View};
use rustc_hash::FxHashMap;

use super::draft::{Draft, Made, Spot};
use super::functions::{Functions, called};
use super::known::ROWS;

/// What a function of the program gave for its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    pub function: DeclId,
    pub args: Vec<i128>,
    pub result: i128,
}

/// So many calls of a function are looked at.
const LOOKS: u32 = 4;

/// Watches calls of functions that depend on their arguments only.
pub struct Bank {
    pub pairs: Vec<Pair>,
    /// By the number of the declaration: how many calls are still to be looked at.
    wanted: Vec<u32>,
    params: FxHashMap<DeclId, Vec<DeclId>>,
    /// Those that have not returned, and how deep they are.
    running: Vec<(usize, DeclId, Vec<i128>)>,
}

impl Bank {
    pub fn new(p: &Program, functions: &Functions) -> Bank {
        let mut wanted = vec![0; p.decls.len()];
        let mut params = FxHashMap::default();
        for (_, function) in p.functions.iter() {
            let entity = p.decls[function.decl].entity;
            if functions.is_constant(entity) {
                wanted[entity.index()] = LOOKS;
                params.insert(entity, p.decl_lists[function.params].to_vec());
            }
        }
        Bank { pairs: Vec::new(), wanted, params, running: Vec::new() }
    }

    /// Whether there is anything to be noted.
    pub fn is_open(&self) -> bool {
        self.wanted.iter().any(|&left| left > 0)
    }

    /// Another run begins.
    pub fn forget_calls(&mut self) {
        self.running.clear();
    }

    pub fn entered(&mut self, view: &View<'_>) {
        let Some(decl) = view.function() else { return };
        let entity = view.program().decls[decl].entity;
        let Some(left) = self.wanted.get_mut(entity.index()).filter(|left| **left > 0) else {
            return;
        };
        *left -= 1;
        let value = |param: &DeclId| match view.known_variable(*param).map(|part| view.value(part))
        {
            Some(Held::Int { value, open: 0 }) => Some(value),
            _ => None,
        };
        let params = self.params.get(&entity).into_iter().flatten();
        let args: Option<Vec<i128>> = params.map(value).collect();
        self.running.extend(args.map(|args| (view.depth(), entity, args)));
    }

    pub fn left(&mut self, view: &View<'_>, how: Left) {
        let Some((depth, ..)) = self.running.last() else { return };
        if *depth != view.depth() {
            return;
        }
        let Some((_, function, args)) = self.running.pop() else { return };
        let Left::Value(Held::Int { value: result, open: 0 }) = how else { return };
        let pair = Pair { function, args, result };
        if !self.pairs.contains(&pair) {
            self.pairs.push(pair);
        }
    }
}

/// A number in a statement becomes `f(i) + (c - o)`, with a function of the program or one
/// that is new there.
pub fn call(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let numbers = numbers(&draft.p, spot);
    if numbers.is_empty() {
        return None;
    }
    let at = draft.choices.pick("which number", &numbers);
    let known: Vec<&Pair> =
        spot.pairs.iter().filter(|pair| spot.calls(&draft.p, pair.function)).collect();
    let (pair, new) = match known.is_empty() || draft.choices.percent("a new function", 30) {
        true => brought(draft, spot)?,
        false => (draft.choices.pick("which call", &known).clone(), None),
    };
    let with = in_place(&mut draft.p, at, &pair)?;
    let edits = std::iter::once(Edit::Expr { at, with }).chain(new).collect();
    Some(Made { edits, snippet: None, dead: Vec::new(), takes_all: true })
}

/// A call of a function that the program does not have yet, and how it gets it.
fn brought(draft: &mut Draft, spot: &Spot) -> Option<(Pair, Option<Edit>)> {
    let before = spot.item(&draft.p)?;
    let row = &ROWS[draft.choices.below("which new function", ROWS.len() as u64) as usize];
    let (args, result) = draft.choices.pick("which result", row.pairs);
    let name = draft.fresh("known");
    let text = row.text.replace("NAME", draft.p.name(name));
    let id = draft.function(spot.site.unit, &text)?;
    let pair = Pair { function: draft.p.functions[id].decl, args: args.to_vec(), result };
    let item = Item::Function(id);
    Some((pair, Some(Edit::InsertItem { unit: spot.site.unit, before, item })))
}

/// A call with what its result lacks, in place of a number and of its type.
fn in_place(p: &mut Program, at: ExprId, pair: &Pair) -> Option<ExprId> {
    let ExprKind::Int(bits, _) = p.exprs[at].kind else { return None };
    let ty = p.exprs[at].ty;
    let int = build::int_type(p, ty)?;
    let number = arith::int::wrap(int, bits.into());
    let call = call_of(p, pair)?;
    let result = p.exprs[call].ty;
    let missing = number - pair.result;
    let (common, _) = build::types_of(p, BinaryOp::Add, result, ty);
    if common == ty && arith::int::is_canonical(int, missing) && int.signed {
        let missing = build::constant(p, ty, missing);
        return Some(build::binary(p, BinaryOp::Add, call, missing));
    }
    // Unsigned numbers come round.
    let wide = TypeId::ULONG_LONG;
    let unsigned = build::int_type(p, wide)?;
    let call = build::cast(p, call, wide);
    let missing = build::constant(p, wide, arith::int::wrap(unsigned, missing));
    let sum = build::binary(p, BinaryOp::Add, call, missing);
    Some(build::cast(p, sum, ty))
}

fn call_of(p: &mut Program, pair: &Pair) -> Option<ExprId> {
    let function = p.types.as_function(p.decls[pair.function].ty)?;
    let params = p.types.params[function.params].to_vec();
    let args = params.iter().zip(&pair.args).map(|(&param, &value)| {
        let ty = build::promoted(p, param);
        let value = build::constant(p, ty, value);
        build::convert(p, value, param)
    });
    let args: Vec<ExprId> = args.collect();
    (args.len() == pair.args.len()).then(|| build::call(p, pair.function, &args))
}

/// The numbers of a statement that need not be constant, and stand in the user's text.
fn numbers(p: &Program, spot: &Spot) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut add = |e: ExprId| evaluated(p, spot, e, &mut found);
    match p.stmts[spot.site.stmt].kind {
        StmtKind::Expr(e)
        | StmtKind::Return(Some(e))
        | StmtKind::If(e, ..)
        | StmtKind::While(e, _)
        | StmtKind::Switch(e, _) => add(e),
        StmtKind::Declaration(group) => {
            for &decl in &p.decl_lists[p.groups[group].decls] {
                let decl = &p.decls[decl];
                let is_automatic = decl.kind == DeclKind::Variable
                    && decl.linkage == Linkage::None
                    && !decl.storage.has(Storage::STATIC);
                let init = decl.init.map(|init| p.inits[init].kind);
                if let (true, Some(InitKind::Expr(e))) = (is_automatic, init) {
                    add(e);
                }
            }
        }
        _ => {}
    }
    found
}

fn evaluated(p: &Program, spot: &Spot, e: ExprId, found: &mut Vec<ExprId>) {
    match p.exprs[e].kind {
        ExprKind::Int(..) => {
            let is_number = build::int_type(p, p.exprs[e].ty).is_some_and(|int| int.bits <= 64);
            if is_number && spot.file.whole(p.exprs[e].span).is_some() {
                found.push(e);
            }
        }
        // Those are constants to the language, or must not be too large for a vector.
        ExprKind::Convert(Conversion::Null | Conversion::Splat | Conversion::Bits, _)
        | ExprKind::Cast(Conversion::Null | Conversion::Splat | Conversion::Bits, ..) => {}
        ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::LogAnd(..)
        | ExprKind::LogOr(..)
        | ExprKind::Comma(..)
        | ExprKind::Assign(..)
        | ExprKind::CompoundAssign(..)
        | ExprKind::Conditional(..)
        | ExprKind::Convert(..)
        | ExprKind::Cast(..)
        | ExprKind::Index(..)
        | ExprKind::Member(..) => walk::expr_children(p, e, |child| {
            if let Child::Expr(inner) = child {
                evaluated(p, spot, inner, found);
            }
        }),
        ExprKind::Call(callee, args) if called(p, callee).is_some() => {
            for &arg in &p.expr_lists[args] {
                evaluated(p, spot, arg, found);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use elenchus_judge::{Ended, Judge, Judgement, Unit};
    use elenchus_lang::rules::Language;
    use elenchus_lang::target::Target;
    use elenchus_machine::Limits;

    use super::*;

    #[test]
    fn functions_give_what_is_said_of_them() {
        let limits = Limits { steps: 1_000_000, ..Limits::default() };
        let judge = Judge::new(Target::x86_64(), Language::GNU17, limits);
        for row in ROWS {
            for (args, result) in row.pairs {
                let args: Vec<String> = args.iter().map(i128::to_string).collect();
                let text = format!(
                    "{}\nint main(void) {{ return NAME({}) != {result}; }}\n",
                    row.text,
                    args.join(", ")
                );
                let unit = Unit { name: OsStr::new("t.c"), text: text.as_bytes() };
                match judge.judge(&[unit]) {
                    Judgement::Valid(answer) => assert_eq!(answer.end, Ended::Status(0), "{text}"),
                    other => panic!("{other}: {text}"),
                }
            }
        }
    }
}
