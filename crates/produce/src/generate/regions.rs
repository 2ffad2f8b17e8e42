//! Regions of jumps: blocks with labels, and `goto` between them in any order.
//!
//! A region is a control-flow graph that need not be structured: it may be entered in
//! its middle, has loops with several entries and exits, and blocks that jump over
//! others. Its labels stand there when it begins; how each block ends is written when
//! control comes to its end, so that it goes on where it was chosen to. What it does in
//! later turns depends on the data.
//!
//! Every jump backwards counts, and all of them together are not many: so every region
//! ends. What a block declares is its own, and no jump leads past a declaration.

use elenchus_lang::arena::List;
use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::edits;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{
    ExprKind, InitKind, Label, LabelId, Program, StepOp, StmtId, StmtKind, Storage,
};
use elenchus_lang::types::TypeId;

use super::state::{Gen, HoleKind, Role, VarId};
use super::value::{Built, Known};

/// The labels of a region, in the order of the text; the last is its end.
#[derive(Clone, Debug)]
pub struct Region {
    labels: Vec<LabelId>,
    /// Counts the jumps backwards.
    guard: VarId,
    /// It counts upwards to this number, or down to 0.
    limit: Option<i128>,
}

/// A place in a region: which, and behind how many of its blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit {
    region: u32,
    behind: u32,
}

/// How a block ends.
#[derive(Clone, Copy)]
enum Ending {
    /// The next one follows.
    Falls,
    Forward,
    Backward,
    /// `goto L;`
    Always,
    /// `switch (e) { case 1: goto L2; … }`
    Switch,
}

/// Each with its weight. A seed's programs depend on their order.
const ENDINGS: [(Ending, u32); 5] = [
    (Ending::Falls, 10),
    (Ending::Forward, 36),
    (Ending::Backward, 44),
    (Ending::Always, 5),
    (Ending::Switch, 10),
];

/// The types of guards: they never come to their end.
const GUARDS: [TypeId; 5] =
    [TypeId::INT, TypeId::INT, TypeId::SHORT, TypeId::LONG_LONG, TypeId::INT];

impl Gen<'_> {
    /// A region of jumps.
    pub fn region(&mut self) -> StmtKind {
        self.totals.stats.construct("region of jumps");
        let outer = (self.now.block, self.now.place);
        let most = self.most_turns().clamp(2, 12);
        let jumps = 1 + self.choices.below("jumps back", most - 1);
        (self.now.block, self.now.place) = (self.scope_block(), 0);
        let (guard, limit, declared) = self.guard(jumps);
        self.now.place = 1;
        let count = 2 + self.choices.below("blocks of a region", 4) as u32;
        let labels = (0..=count).map(|_| self.new_label()).collect();
        let region = self.known.regions.len() as u32;
        self.known.regions.push(Region { labels, guard, limit });
        let mut stmts = vec![declared];
        for behind in 0..=count {
            stmts.push(self.exit_hole(Exit { region, behind }));
            let body = match behind < count {
                true => {
                    let holes = 1 + self.choices.below("block of a region", 3);
                    let (body, block) = self.new_block(holes, false, jumps + 1);
                    self.known.blocks[block].exit = Some(Exit { region, behind });
                    body
                }
                false => build::stmt(self.p(), StmtKind::Empty),
            };
            let label = self.known.regions[region as usize].labels[behind as usize];
            let kind = StmtKind::Label(label, List::EMPTY, body);
            stmts.push(build::stmt(self.p(), kind));
            self.budget.bytes += 8;
        }
        let scope = self.block().scope;
        (self.now.block, self.now.place) = outer;
        self.skipped.told = None;
        let list = self.p().stmt_lists.push(&stmts);
        StmtKind::Compound(list, scope)
    }

    /// `int n = 5;`: what counts so many jumps.
    fn guard(&mut self, jumps: u64) -> (VarId, Option<i128>, StmtId) {
        let ty = self.choices.pick("guard type", &GUARDS);
        let jumps = i128::from(jumps);
        let up = self.choices.percent("guard upwards", 40);
        let (first, limit) = if up { (0, Some(jumps)) } else { (jumps, None) };
        let value = self.int(first);
        let value = self.convert(value, ty);
        let init = InitKind::Expr(value.id);
        let guard = self.new_var("n", ty, Storage::default(), init, Role::Counter);
        self.known.vars[guard].addressable = false;
        self.budget.bytes += 18;
        let decl = self.known.vars[guard].decl;
        let kind = build::declare(self.p(), decl, ty);
        (guard, limit, build::stmt(self.p(), kind))
    }

    fn new_label(&mut self) -> LabelId {
        let name = self.fresh_name("L");
        let label = Label { name, local: false, address_taken: false, span: Span::NONE };
        self.p().labels.push(label)
    }

    fn exit_hole(&mut self, exit: Exit) -> StmtId {
        let block = self.now.block;
        let (hole, _) = build::holes(self.p(), 1);
        self.holes.homes.add(hole, block, [HoleKind::Exit(exit)].into_iter());
        hole
    }

    /// The end of a block of a region, or its entry.
    pub fn exit(&mut self, exit: Exit) -> StmtKind {
        let (back, ahead) = (exit.behind > 0, self.labels_ahead(exit) > 0);
        let weight = |(ending, weight): (Ending, u32)| match ending {
            Ending::Falls if !back => 6 * weight,
            Ending::Falls => weight,
            Ending::Backward if back => weight,
            Ending::Backward => 0,
            _ if ahead => weight,
            _ => 0,
        };
        let weights = ENDINGS.map(weight);
        self.indent();
        match ENDINGS[self.choices.weighted("end of a block", &weights)].0 {
            Ending::Falls => StmtKind::Empty,
            Ending::Forward => self.jump_ahead(exit),
            Ending::Backward => self.jump_back(exit),
            Ending::Always => {
                let label = self.label_ahead(exit);
                self.goto(label)
            }
            Ending::Switch => self.jump_by_switch(exit),
        }
    }

    /// `if (…) goto L;` out of what stands in a block of a region, perhaps out of loops.
    pub fn leave(&mut self) -> StmtKind {
        let around = self.blocks_around().find_map(|(block, _)| block.exit);
        let Some(exit) = around else { return StmtKind::Empty };
        self.totals.stats.construct("jump out of blocks");
        match self.choices.percent("leave forward", 70) {
            true => self.jump_ahead(exit),
            false => self.jump_back(exit),
        }
    }

    /// How many labels are ahead beside the next, which control comes to by itself.
    fn labels_ahead(&self, exit: Exit) -> usize {
        let labels = self.known.regions[exit.region as usize].labels.len();
        labels.saturating_sub(exit.behind as usize + 1)
    }

    fn label_ahead(&mut self, exit: Exit) -> LabelId {
        let count = self.labels_ahead(exit) as u64;
        let at = match count {
            0 => 0,
            count => 1 + self.choices.below("label ahead", count),
        };
        self.known.regions[exit.region as usize].labels[exit.behind as usize + at as usize]
    }

    fn goto(&mut self, label: LabelId) -> StmtKind {
        self.totals.stats.construct("goto");
        self.budget.bytes += 12;
        StmtKind::Goto(label)
    }

    fn jump_ahead(&mut self, exit: Exit) -> StmtKind {
        let taken = self.choices.percent("jump ahead", 40);
        let condition = self.condition(taken);
        let label = self.label_ahead(exit);
        self.jump_if(condition, label)
    }

    /// `if (e && --n > 0) goto L;`
    fn jump_back(&mut self, exit: Exit) -> StmtKind {
        let taken = self.choices.percent("jump back", 60);
        let condition = self.condition(taken);
        let guard = self.guard_test(exit);
        self.count(guard);
        let condition = match self.choices.percent("guard last", 75) {
            true => self.logical(true, condition, guard),
            false => self.logical(true, guard, condition),
        };
        let at = self.choices.below("label behind", exit.behind.max(1).into());
        let label = self.known.regions[exit.region as usize].labels[at as usize];
        self.jump_if(condition, label)
    }

    fn jump_if(&mut self, condition: Built, label: LabelId) -> StmtKind {
        let goto = self.goto(label);
        let goto = build::stmt(self.p(), goto);
        let then = match self.choices.percent("trace before a jump", 25) {
            true => self.traced(goto),
            false => goto,
        };
        self.note_choice(&[condition], &[Some(then), None]);
        StmtKind::If(condition.id, then, None)
    }

    /// `--n > 0` or `n++ < 5`
    fn guard_test(&mut self, exit: Exit) -> Built {
        use StepOp::*;
        let Region { guard, limit, .. } = self.known.regions[exit.region as usize];
        let (ops, compare, limit) = match limit {
            Some(limit) => ([PreInc, PostInc], BinaryOp::Lt, limit),
            None => ([PreDec, PostDec], BinaryOp::Gt, 0),
        };
        let step = self.choices.pick("guard form", &ops);
        let decl = self.known.vars[guard].decl;
        let name = build::name(self.p(), decl);
        let ty = self.known.vars[guard].ty;
        let counted = build::expr(self.p(), ExprKind::Step(step, name), ty);
        let limit = self.int(limit);
        let id = build::binary(self.p(), compare, counted, limit.id);
        let value = Known::No;
        Built { id, ty: TypeId::INT, value, chars: 12, effects: true, constant: false }
    }

    /// `switch (e) { case 1: goto L2; case 3: goto L4; }`
    fn jump_by_switch(&mut self, exit: Exit) -> StmtKind {
        self.now.lossy += 1;
        let control = self.expression(2, 3);
        self.now.lossy -= 1;
        if self.int_type(control.ty).is_none() {
            return self.jump_ahead(exit);
        }
        let mask = self.choices.pick("jump mask", &[3i128, 7]);
        let number = self.int(mask);
        let control = self.binary(BinaryOp::And, control, number);
        let ty = control.ty;
        if self.int_type(ty).is_none_or(|int| int.bits > 64) {
            return self.jump_ahead(exit);
        }
        self.totals.stats.construct("switch of jumps");
        self.count(control);
        let first = control.int().unwrap_or(0);
        let taken = self.choices.percent("jump by switch", 60);
        let outer = self.block().scope;
        let scope = build::block_scope(self.p(), outer);
        let count = 2 + i128::from(self.choices.below("jumps of a switch", mask as u64 - 1));
        let mut stmts = Vec::with_capacity(count as usize);
        for at in 0..count {
            let value = (first + at + i128::from(!taken)) & mask;
            let label = self.label_ahead(exit);
            let goto = self.goto(label);
            let goto = build::stmt(self.p(), goto);
            let case = self.constant(ty, value);
            self.budget.bytes += 14;
            stmts.push(build::stmt(self.p(), StmtKind::Case(case.id, None, goto)));
        }
        self.skipped.told = None;
        let list = self.p().stmt_lists.push(&stmts);
        let body = build::stmt(self.p(), StmtKind::Compound(list, scope));
        StmtKind::Switch(control.id, body)
    }

    /// `{ x ^= 3; stmt }`
    fn traced(&mut self, stmt: StmtId) -> StmtId {
        let Some(kind) = self.trace() else { return stmt };
        let outer = self.block().scope;
        let scope = build::block_scope(self.p(), outer);
        let stmts = [build::stmt(self.p(), kind), stmt];
        let list = self.p().stmt_lists.push(&stmts);
        build::stmt(self.p(), StmtKind::Compound(list, scope))
    }
}

/// Takes out labels to which nobody jumps.
pub fn tidy(p: &mut Program) {
    if p.labels.is_empty() {
        return;
    }
    let mut used = vec![false; p.labels.len()];
    for (_, stmt) in p.stmts.iter() {
        if let StmtKind::Goto(label) = stmt.kind {
            used[label.index()] = true;
        }
    }
    for stmt in p.stmts.ids() {
        if let StmtKind::Label(label, _, body) = p.stmts[stmt].kind {
            if !used[label.index()] {
                let kind = p.stmts[body].kind;
                edits::fill(p, stmt, kind);
            }
        }
    }
}
