//! The kinds of statements: a table.

use elenchus_lang::tree::StmtKind;

use super::Preset;
use super::state::Gen;
use crate::policy::Policy;

/// A kind of statement is a row.
struct Kind {
    /// How often it is drawn.
    weight: fn(&Policy) -> u32,
    /// Where it may stand.
    allowed: fn(&Hole) -> bool,
    /// Writes one.
    make: fn(&mut Gen<'_>) -> StmtKind,
}

/// What of a hole decides which statements may stand there.
struct Hole {
    /// Room for statements in statements. What would stay empty is not begun.
    nests: bool,
    may_loop: bool,
    /// Bytes that the block may still have.
    left: u64,
    may_call: bool,
    in_loop: bool,
    /// A block of a region of jumps is around it.
    in_region: bool,
    may_have_arrays: bool,
    may_have_pointers: bool,
    /// It is not the place for the whole function's end.
    may_return: bool,
    has_records: bool,
}

const fn kind(
    weight: fn(&Policy) -> u32,
    allowed: fn(&Hole) -> bool,
    make: fn(&mut Gen<'_>) -> StmtKind,
) -> Kind {
    Kind { weight, allowed, make }
}

fn everywhere(_: &Hole) -> bool {
    true
}

fn where_it_nests(hole: &Hole) -> bool {
    hole.nests
}

fn with_records(hole: &Hole) -> bool {
    hole.has_records
}

/// Its rows. A seed's programs depend on their order.
const KINDS: [Kind; 23] = [
    kind(|p| p.stmt_assign, everywhere, |g| g.assign()),
    kind(|p| p.stmt_compound, everywhere, |g| g.compound()),
    kind(|p| p.stmt_step, everywhere, |g| g.step()),
    kind(|p| p.stmt_declare, everywhere, |g| g.declare()),
    kind(|p| p.stmt_if, where_it_nests, |g| g.if_else()),
    kind(|p| p.stmt_chain, where_it_nests, |g| g.chain()),
    kind(|p| p.stmt_switch, where_it_nests, |g| g.switch()),
    kind(|p| p.stmt_loop, |hole| hole.may_loop, |g| g.some_loop()),
    kind(|p| p.stmt_loops, |hole| hole.may_loop && hole.left > 600, |g| g.loops()),
    kind(|p| p.stmt_block, where_it_nests, |g| g.nested_block()),
    kind(|p| p.stmt_call, |hole| hole.may_call, |g| g.call_statement()),
    kind(|p| p.stmt_jump, |hole| hole.in_loop, |g| g.jump()),
    kind(|p| p.stmt_array, |hole| hole.may_have_arrays, |g| g.declare_array()),
    kind(|p| p.stmt_struct, with_records, |g| g.declare_struct()),
    kind(|p| p.stmt_copy, with_records, |g| g.copy_struct()),
    kind(|p| p.stmt_pointer, |hole| hole.may_have_pointers, |g| g.pointer()),
    kind(|p| p.stmt_guard, |hole| hole.may_have_pointers, |g| g.guarded()),
    kind(|p| p.stmt_walk, |hole| hole.may_loop && hole.may_have_pointers, |g| g.walk()),
    kind(|p| p.stmt_code, |hole| hole.may_call, |g| g.code_pointer()),
    kind(|p| p.stmt_return, |hole| hole.may_return, |g| g.early_return()),
    kind(|p| p.stmt_region, |hole| hole.may_loop && hole.left > 400, |g| g.region()),
    kind(|p| p.stmt_data_loop, |hole| hole.may_loop, |g| g.data_loop()),
    kind(|p| p.stmt_leave, |hole| hole.in_region, |g| g.leave()),
];

impl Gen<'_> {
    /// A statement for a hole.
    pub fn statement(&mut self) -> StmtKind {
        let hole = self.hole();
        let policy = &self.odds.policy;
        let weight = |kind: &Kind| if (kind.allowed)(&hole) { (kind.weight)(policy) } else { 0 };
        let weights = KINDS.each_ref().map(weight);
        let index = self.choices.weighted("statement", &weights);
        self.indent();
        (KINDS[index].make)(self)
    }

    fn hole(&self) -> Hole {
        let block = self.block();
        let left = (block.start + block.budget).saturating_sub(self.budget.bytes);
        let nests = block.depth < self.odds.policy.block_depth && left > 200;
        let aggregates = self.settings.preset != Preset::Arithmetic;
        let may_return = self.now.place > 1 || block.depth > 0;
        Hole {
            may_return: may_return && self.settings.preset.has_functions(),
            nests,
            may_loop: nests && self.may_loop(),
            left,
            may_call: self.callable().next().is_some(),
            in_loop: block.in_loop,
            in_region: self.blocks_around().any(|(block, _)| block.exit.is_some()),
            may_have_arrays: aggregates && !self.function().pure_,
            may_have_pointers: aggregates && !self.function().pure_,
            has_records: !self.known.records.is_empty(),
        }
    }

    fn nested_block(&mut self) -> StmtKind {
        let (block, _) = self.new_block(3, false, 1);
        self.tree().stmts[block].kind
    }
}
