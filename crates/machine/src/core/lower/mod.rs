//! From the typed tree to register code, one function at a time.
//!
//! A variable whose address is never taken and that fits a register lives in
//! one; all others are objects in memory. What the machine cannot do becomes
//! an operation that says so when it is reached, so that the rest of the
//! function still runs.

pub(crate) mod branch;
pub(crate) mod builtins;
pub(crate) mod convert;
pub(crate) mod definite;
pub(crate) mod expr;
pub(crate) mod fixed;
pub(crate) mod fuse;
pub(crate) mod image;
pub(crate) mod init;
pub(crate) mod jumps;
pub(crate) mod literal;
pub(crate) mod place;
pub(crate) mod step;
pub(crate) mod stmt;
pub(crate) mod storage;
pub(crate) mod survey;
pub(crate) mod table;
pub(crate) mod types;

pub use image::{Image, Initial};

use std::cell::OnceCell;
use std::rc::Rc;

use elenchus_lang::tree::{
    Decl, DeclId, ExprId, FunctionId, InitId, LabelId, Program, Scope, ScopeId, Stmt,
};
use elenchus_lang::types::{FieldId, TypeId};
use elenchus_lang::undefined::Undefined;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{
    Around, Begun, Code, Evaluation, Index, Op, Origin, ParamPlace, Promises, Reg, Unit,
};
use crate::core::later;
pub(crate) use crate::live::lower::{self as live, Kept};
use crate::rules::order;
use crate::rules::padding::{self, Hole};
use crate::rules::types::typed;
use table::Table;

/// Why a piece of the tree has no code.
pub(crate) type Lowered<T> = Result<T, &'static str>;

/// Where a variable lives.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Storage {
    Slot(Reg),
    Local(u16),
}

/// What many lowerers use, one after another; kept for its memory.
#[derive(Default)]
pub struct Scratch {
    /// What the parts of the present full expression may do, if it matters: of
    /// those that may do something.
    pub(crate) effects: FxHashMap<ExprId, order::Effects>,
    /// Nodes of an expression that was looked at.
    pub(crate) walked: Vec<order::Walked>,
    /// Parts of an expression whose turn is to come.
    pub(crate) parts: Vec<ExprId>,
    /// Nodes of a function or statement, and those whose turn is to come.
    pub(crate) nodes: storage::Nodes,
    pending: storage::Nodes,
    /// What was seen of the whole program, unless it still changes.
    survey: Option<survey::Survey>,
    /// What was found out of types, by their number.
    types: Vec<OnceCell<Option<types::Known>>>,
    /// Operators whose left operand is evaluated.
    spine: Vec<expr::Link>,
    /// Members that lvalues name.
    pub(crate) members: Vec<padding::Member>,
    /// What one store leaves open around it.
    pub(crate) around: Vec<Around>,
    /// What a store to a member leaves open around it.
    pub(crate) open: FxHashMap<FieldId, Rc<[Hole]>>,
    /// The expressions of an initialiser.
    values: Vec<ExprId>,
    /// How many members of structs were looked at.
    fields_seen: usize,
    /// One of them is a bit-field wider than `int`.
    has_wide_bit_fields: bool,
    /// Loops and switches of all functions.
    targets: Vec<jumps::Target>,
    /// Cases of the switches whose bodies are lowered.
    cases: Vec<stmt::Case>,
    /// Jumps to labels, which are led there when all labels are known.
    pub(crate) gotos: Vec<(Index, LabelId)>,
    /// The scopes around labels, and the variables in registers of scopes.
    label_slots: FxHashMap<LabelId, Vec<ScopeId>>,
    scope_slots: FxHashMap<ScopeId, Vec<Reg>>,
    /// Arrays of variable length whose declaration has code.
    pub(crate) declared: FxHashSet<u16>,
    /// Arguments: their parameters have lengths of another call.
    pub(crate) arguments: FxHashSet<ExprId>,
    /// Registers of variables that an assignment in a branch gave a value, the
    /// last one last.
    pub(crate) assigned: Vec<Reg>,
    /// How many functions and initialisers were lowered: their numbers.
    lowered: u32,
    /// Where variables live.
    pub(crate) storage: Table<Decl, Storage>,
    /// Where static objects and functions are in the table of the code.
    statics: Table<Decl, Index>,
    /// The same of static scalars, with the access to them.
    scalars: Table<Decl, (Index, Index)>,
    /// The block of code that a scope belongs to.
    blocks: Table<Scope, u16>,
    /// Where statements stand in code that may change.
    pub(crate) contexts: Table<Stmt, live::Context>,
    /// The same for conditions and steps of loops, by the number of the function.
    pub(crate) loop_contexts: FxHashMap<(u32, ExprId), live::ExprContext>,
    /// Where a machine may stand in statements and loops behind their first stop.
    pub(crate) other_stops: Vec<Vec<Index>>,
    /// Code that was made again, until the old one leads to it.
    pub(crate) replaced: Vec<live::Replaced>,
    /// Branches without code.
    pub(crate) later: Vec<later::Part>,
}

impl Scratch {
    /// Looks at the types that came since the last time. Mostly there are none.
    #[inline]
    fn look_at_types(&mut self, p: &Program) {
        if self.types.len() != p.types.count() || self.fields_seen != p.types.fields.len() {
            self.look_at_new_types(p);
        }
    }

    #[cold]
    fn look_at_new_types(&mut self, p: &Program) {
        self.types.resize_with(p.types.count(), OnceCell::new);
        let int = p.target.int.size * 8;
        for (_, field) in p.types.fields.iter().skip(self.fields_seen) {
            self.has_wide_bit_fields |= field.width.is_some_and(|width| width > int);
        }
        self.fields_seen = p.types.fields.len();
    }

    /// Forgets what is of one function or statement only.
    fn forget_function(&mut self, p: &Program) {
        self.effects.clear();
        self.members.clear();
        self.gotos.clear();
        self.assigned.clear();
        if live::looks_ahead(p) {
            self.forget_what_is_ahead();
        }
    }

    /// Apart: few programs have such things.
    #[inline(never)]
    fn forget_what_is_ahead(&mut self) {
        self.declared.clear();
        self.arguments.clear();
        self.label_slots.clear();
        self.scope_slots.clear();
    }

    /// The number of what is lowered next.
    fn number(&mut self) -> u32 {
        self.lowered += 1;
        self.lowered
    }
}

/// Most functions have fewer blocks.
const SOME_BLOCKS: usize = 16;

pub(crate) struct Lowerer<'p> {
    pub(crate) p: &'p Program,
    pub(crate) code: &'p mut Code,
    pub(crate) kept: &'p mut Kept,
    pub(crate) scratch: &'p mut Scratch,
    pub(crate) has_nested: bool,
    /// The one of the present place.
    pub(crate) scope: Option<ScopeId>,
    pub(crate) block: u16,
    pub(crate) next: Reg,
    /// Registers before this one are variables.
    pub(crate) first_temp: Reg,
    pub(crate) at: Origin,
    /// The last operation that a jump over others leads to.
    pub(crate) joined: Index,
    /// The innermost loop or switch of the present place, by number.
    pub(crate) target: Option<u32>,
    /// The switch whose body is lowered.
    switch: Option<stmt::OpenSwitch>,
    pub(crate) has_temporaries: bool,
    /// The call that is all of the present statement or condition.
    pub(crate) whole_call: Option<ExprId>,
    /// How many bookkeepings of order are open here.
    pub(crate) watching: usize,
    /// The initialisers of a list are looked at, in which order they come.
    in_watched_list: bool,
    /// They are evaluated from the last one.
    fills_backwards: bool,
    /// They are for an object that comes and goes, with unions in it.
    pub(crate) opens_unions: bool,
    /// The initial bytes of the static object that is filled.
    image: Option<image::Canvas>,
    pub(crate) evaluation: Evaluation,
    has_stmt_exprs: bool,
    /// There is a `va_start` or `va_copy` in the function.
    starts_lists: bool,
    /// No jump leads past a declaration, or back by `longjmp`.
    pub(crate) flows_plainly: bool,
    /// No variable lives in a register.
    pub(crate) all_in_memory: bool,
    /// There are bit-fields wider than `int`.
    has_wide_bit_fields: bool,
    /// Branches get their code when they are reached.
    pub(crate) makes_parts: bool,
}

impl<'p> Lowerer<'p> {
    pub(crate) fn new(
        p: &'p Program,
        code: &'p mut Code,
        kept: &'p mut Kept,
        scratch: &'p mut Scratch,
    ) -> Lowerer<'p> {
        scratch.forget_function(p);
        scratch.look_at_types(p);
        let all_in_memory = kept.live.is_some();
        let has_wide_bit_fields = scratch.has_wide_bit_fields;
        Lowerer {
            p,
            code,
            kept,
            scratch,
            has_nested: false,
            scope: None,
            block: 0,
            next: 0,
            first_temp: 0,
            at: Origin::None,
            joined: Index::MAX,
            target: None,
            switch: None,
            has_temporaries: false,
            whole_call: None,
            watching: 0,
            in_watched_list: false,
            fills_backwards: false,
            opens_unions: false,
            image: None,
            evaluation: Evaluation::Watched,
            has_stmt_exprs: false,
            starts_lists: false,
            flows_plainly: false,
            all_in_memory,
            has_wide_bit_fields,
            makes_parts: false,
        }
    }

    /// A call: this is in the code of everything that is lowered.
    #[inline(never)]
    pub(crate) fn emit(&mut self, op: Op) -> Index {
        self.code.push(op, self.at)
    }

    /// A statement or full expression begins.
    #[inline(never)]
    pub(crate) fn emit_step(&mut self) {
        let begun = match self.kept.live {
            Some(unit) => self.note_begun(unit),
            None => Index::MAX,
        };
        self.emit(Op::Step { begun });
    }

    /// The same of code that may change.
    fn note_begun(&mut self, unit: Unit) -> Index {
        let (at, begun) = (self.here(), self.code.units.len() as Index);
        self.code.units.push(Begun { at, unit, registers: self.next });
        self.note_stop(unit, at);
        begun
    }

    pub(crate) fn here(&self) -> Index {
        self.code.ops.len() as Index
    }

    /// A new register; they are given back when the statement ends.
    pub(crate) fn temp(&mut self) -> Lowered<Reg> {
        let reg = self.next;
        self.next = self.next.checked_add(1).ok_or("an expression that needs 65,536 registers")?;
        self.code.registers = self.code.registers.max(self.next as usize);
        Ok(reg)
    }

    pub(crate) fn constant(&mut self, value: u64) -> Lowered<Reg> {
        let dst = self.temp()?;
        self.emit(Op::Const { dst, value });
        Ok(dst)
    }

    fn wide(&mut self, bits: u128) -> Lowered<Reg> {
        let dst = self.temp()?;
        let index = self.code.wide.len() as Index;
        self.code.wide.push(bits);
        self.emit(Op::Wide { dst, index });
        Ok(dst)
    }

    /// What is undefined wherever it is reached.
    pub(crate) fn undefined(&mut self, kind: Undefined, detail: &'static str) {
        let why = self.code.undefined.len() as Index;
        self.code.undefined.push((kind, detail));
        self.emit(Op::Undefined { why });
    }

    pub(crate) fn ty(&self, expr: ExprId) -> TypeId {
        self.p.exprs[expr].ty
    }

    pub(crate) fn size_index(&mut self, size: u64) -> Index {
        let index = self.code.sizes.len() as Index;
        self.code.sizes.push(size);
        index
    }
}

/// Code with nothing in it but its outermost block.
fn begin(scratch: &mut Scratch, result: TypeId, live: Option<Unit>) -> (Code, Kept) {
    let mut code = Code::default();
    code.blocks.reserve(SOME_BLOCKS);
    code.blocks.push(Default::default());
    (code, Kept::new(scratch.number(), result, live))
}

/// The code of a function, and what is needed to make the rest of it.
pub fn function(
    p: &Program,
    id: FunctionId,
    promises: Promises,
    evaluation: Evaluation,
    scratch: &mut Scratch,
) -> (Code, Kept) {
    let (mut code, mut kept) = begin(scratch, result_of(p, id), None);
    scratch.survey.get_or_insert_with(|| survey::Survey::new(p));
    let mut lowerer = Lowerer::new(p, &mut code, &mut kept, scratch);
    lowerer.evaluation = evaluation;
    lowerer.function(id, promises);
    lowerer.fuse_jumps(0);
    lowerer.keep_for_later();
    (code, kept)
}

/// Code that is written while it runs has mostly more operations than this.
const SOME_OPS: usize = 1024;

/// The same, with what is needed to change it later.
pub fn live_function(
    p: &Program,
    id: FunctionId,
    promises: Promises,
    evaluation: Evaluation,
    scratch: &mut Scratch,
) -> (Code, Kept) {
    let live = Unit::Stmt(p.functions[id].body);
    let (mut code, mut kept) = begin(scratch, result_of(p, id), Some(live));
    // It will grow statement by statement.
    code.ops.reserve(SOME_OPS);
    code.origins.reserve(SOME_OPS);
    code.accesses.reserve(SOME_OPS / 4);
    code.units.reserve(SOME_OPS / 4);
    code.statics.reserve(SOME_OPS / 16);
    code.strides.reserve(SOME_OPS / 16);
    let mut lowerer = Lowerer::new(p, &mut code, &mut kept, scratch);
    lowerer.evaluation = evaluation;
    lowerer.function(id, promises);
    (code, kept)
}

fn result_of(p: &Program, id: FunctionId) -> TypeId {
    let ty = p.types.as_function(p.decls[p.functions[id].decl].ty);
    ty.map_or(TypeId::VOID, |t| p.types.value_type(t.result))
}

impl Lowerer<'_> {
    fn function(&mut self, id: FunctionId, promises: Promises) {
        let p = self.p;
        let function = p.functions[id];
        let decl = &p.decls[function.decl];
        let result = self.kept.result;
        self.code.name = Some(decl.name);
        self.code.decl = Some(decl.entity);
        self.code.result = Some(result);
        self.code.returns_record = typed::is_composite(&p.types, result);
        self.code.variadic = p.types.as_function(decl.ty).is_some_and(|t| t.variadic);
        self.code.promises = promises;
        self.at = Origin::Decl(function.decl);
        self.plan(&function);
        for &param in &p.decl_lists[function.params] {
            let place = match self.storage_of(param) {
                Some(Storage::Slot(reg)) => {
                    self.note_initialised(reg);
                    ParamPlace::Slot(reg)
                }
                Some(Storage::Local(local)) => ParamPlace::Local(local),
                None => continue,
            };
            self.code.params.push((place, p.decls[param].ty));
        }
        self.param_lengths(&function);
        self.body(&function);
    }
}

/// Code that gives static objects their initial values: the next ones, as many
/// as there are or until they have much data.
pub fn static_initializers(
    p: &Program,
    next: &mut impl Iterator<Item = (DeclId, InitId)>,
    scratch: &mut Scratch,
) -> Option<Initial> {
    const MUCH: usize = 1 << 20;
    let (decl, init) = next.next()?;
    let (mut code, mut kept) = begin(scratch, TypeId::VOID, None);
    let mut lowerer = Lowerer::new(p, &mut code, &mut kept, scratch);
    let mut images = Vec::new();
    lowerer.static_init(decl, init, &mut images);
    while lowerer.code.data.len() < MUCH {
        let Some((decl, init)) = next.next() else { break };
        lowerer.static_init(decl, init, &mut images);
    }
    lowerer.emit(Op::ReturnNothing);
    Some(Initial { images, code })
}

/// Code that fills a compound literal outside of functions.
pub fn static_literal(p: &Program, expr: ExprId, scratch: &mut Scratch) -> Code {
    let (mut code, mut kept) = begin(scratch, TypeId::VOID, None);
    let mut lowerer = Lowerer::new(p, &mut code, &mut kept, scratch);
    lowerer.at = Origin::Expr(expr);
    lowerer.static_literal_init(expr);
    lowerer.emit(Op::ReturnNothing);
    code
}
