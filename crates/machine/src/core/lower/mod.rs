//! From the typed tree to register code, one function at a time.
//!
//! A variable whose address is never taken and that fits a register lives in
//! one; all others are objects in memory. What the machine cannot do becomes
//! an operation that says so when it is reached, so that the rest of the
//! function still runs.

mod branch;
mod builtins;
mod convert;
pub(crate) mod definite;
mod effect;
mod expr;
mod fuse;
mod image;
mod init;
pub(crate) mod jumps;
mod known_place;
mod literal;
pub(crate) mod place;
mod scratch;
mod step;
mod stmt;
pub(crate) mod storage;
mod survey;
mod table;
mod types;

pub use image::{Image, Initial};

use elenchus_lang::tree::{DeclId, ExprId, FunctionId, InitId, Program, ScopeId};
use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use crate::code::{Begun, Code, Evaluation, Index, Op, Origin, ParamPlace, Promises, Reg, Renewed};
use crate::live::lower::Kept;
use crate::observe::{Told, Wants};
use crate::rules::types::typed;
use crate::words::Finding;
pub(crate) use scratch::Scratch;

/// Why a piece of the tree has no code.
pub(crate) type Lowered<T> = Result<T, &'static str>;

/// Where a variable lives.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Storage {
    /// In a register: nothing takes its address, and it is read and written as a whole.
    Slot(Reg),
    /// In memory, by its number in the code: every access is checked.
    Local(u16),
}

/// Most functions have fewer blocks.
const SOME_BLOCKS: usize = 16;

/// Makes the code of one function, statement or initialiser.
pub(crate) struct Lowerer<'p> {
    pub(crate) p: &'p Program,
    pub(crate) code: &'p mut Code,
    pub(crate) kept: &'p mut Kept,
    pub(crate) scratch: &'p mut Scratch,
    pub(crate) evaluation: Evaluation,
    pub(crate) traits: Traits,
    pub(crate) flow: Flow,
    pub(crate) registers: Registers,
    pub(crate) filling: Filling,
    /// Where the operations come from that are made now.
    pub(crate) at: Origin,
    /// The call that is all of the present statement or condition.
    pub(crate) whole_call: Option<ExprId>,
    /// How many bookkeepings of order are open here.
    pub(crate) watching: usize,
    pub(crate) told: Told,
}

/// What is known of a function before any of its code is made.
#[derive(Default)]
pub(crate) struct Traits {
    pub(crate) has_nested: bool,
    pub(crate) has_stmt_exprs: bool,
    /// There is a `va_start` or `va_copy` in the function.
    pub(crate) starts_lists: bool,
    /// No jump leads past a declaration, or back by `longjmp`.
    pub(crate) flows_plainly: bool,
    /// No variable lives in a register.
    pub(crate) all_in_memory: bool,
    /// There are bit-fields wider than `int`.
    pub(crate) has_wide_bit_fields: bool,
    /// Branches get their code when they are reached.
    pub(crate) makes_parts: bool,
}

/// The present place among blocks, loops and jumps.
pub(crate) struct Flow {
    pub(crate) scope: Option<ScopeId>,
    pub(crate) block: u16,
    /// The last operation that a jump over others leads to.
    pub(crate) joined: Index,
    /// The innermost loop or switch, by number.
    pub(crate) target: Option<u32>,
    /// The switch whose body is lowered.
    switch: Option<stmt::OpenSwitch>,
}

/// Which registers and temporary objects are in use.
#[derive(Default)]
pub(crate) struct Registers {
    pub(crate) next: Reg,
    /// Registers before this one are variables.
    pub(crate) first_temp: Reg,
    pub(crate) has_temporaries: bool,
}

/// How the initialiser is evaluated that is lowered now.
#[derive(Default)]
pub(crate) struct Filling {
    /// It is looked at in which order the items of a list come.
    in_watched_list: bool,
    /// They are evaluated from the last one.
    fills_backwards: bool,
    /// They are for an object that comes and goes, with unions in it.
    pub(crate) opens_unions: bool,
    /// The initial bytes of the static object that is filled.
    image: Option<image::Canvas>,
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
        let has_wide_bit_fields = scratch.facts.has_wide_bit_fields;
        Lowerer {
            p,
            code,
            kept,
            scratch,
            evaluation: Evaluation::Watched,
            traits: Traits { all_in_memory, has_wide_bit_fields, ..Traits::default() },
            flow: Flow { scope: None, block: 0, joined: Index::MAX, target: None, switch: None },
            registers: Registers::default(),
            filling: Filling::default(),
            at: Origin::None,
            whole_call: None,
            watching: 0,
            told: Told::NOTHING,
        }
    }

    /// A call: this is in the code of everything that is lowered.
    #[inline(never)]
    pub(crate) fn emit(&mut self, op: Op) -> Index {
        if self.told.on {
            self.emit_before(&op);
        }
        self.code.push(op, self.at)
    }

    /// A statement or full expression begins.
    #[inline(never)]
    pub(crate) fn emit_step(&mut self) {
        let begun = match self.kept.live {
            Some(unit) => self.note_begun(unit),
            None if self.told.on => self.note_point(),
            None => Index::MAX,
        };
        self.emit(Op::Step { begun });
    }

    /// The same of code that may change.
    fn note_begun(&mut self, unit: Renewed) -> Index {
        let (at, begun) = (self.here(), self.code.units.len() as Index);
        self.code.units.push(Begun { at, unit, registers: self.registers.next });
        self.note_stop(unit, at);
        begun
    }

    pub(crate) fn here(&self) -> Index {
        self.code.ops.len() as Index
    }

    /// A new register; they are given back when the statement ends.
    pub(crate) fn temp(&mut self) -> Lowered<Reg> {
        let reg = self.registers.next;
        self.registers.next = self
            .registers
            .next
            .checked_add(1)
            .ok_or("an expression that needs 65,536 registers")?;
        self.code.registers = self.code.registers.max(self.registers.next as usize);
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
    pub(crate) fn undefined(&mut self, kind: Undefined, finding: Finding) {
        let why = self.code.undefined.len() as Index;
        self.code.undefined.push((kind, finding));
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
fn begin(scratch: &mut Scratch, result: TypeId, live: Option<Renewed>) -> (Code, Kept) {
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
    (evaluation, wants): (Evaluation, Wants),
    scratch: &mut Scratch,
) -> (Code, Kept) {
    let (mut code, mut kept) = begin(scratch, result_of(p, id), None);
    scratch.facts.survey.get_or_insert_with(|| survey::Survey::new(p));
    let mut lowerer = Lowerer::new(p, &mut code, &mut kept, scratch);
    lowerer.evaluation = evaluation;
    lowerer.lower_for(wants);
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
    let live = Renewed::Stmt(p.functions[id].body);
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
        self.note_parameters(id);
        self.param_lengths(&function);
        self.tell_entered();
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
