//! Which statements of a program are executed.

use std::collections::BTreeSet;
use std::rc::Rc;

use anyhow::{Result, bail};
use elenchus_lang::tree::{Program, StmtId, StmtKind, Storage};
use elenchus_lang::walk::{self, Child};
use elenchus_machine::observe::{Flow, ON, Observer, Step, View, Wants};
use elenchus_machine::{Limits, Machine, Verdict};

use super::instrument::generated_functions;
use super::trial::parse;

#[derive(Clone, Copy, Default)]
pub struct Live {
    pub statements: usize,
    pub executed: usize,
}

impl Live {
    pub fn and(self, other: Live) -> Live {
        Live {
            statements: self.statements + other.statements,
            executed: self.executed + other.executed,
        }
    }
}

/// Where in the text what is executed begins.
#[derive(Default)]
struct Seen(BTreeSet<u32>);

impl Observer for Seen {
    fn wants(&self) -> Wants {
        Wants { statements: true, ..Wants::NOTHING }
    }

    fn statement(&mut self, view: &View<'_>, step: Step) -> Flow {
        self.0.insert(step.at.span(view.program()).start);
        ON
    }
}

/// Counts the statements of the generated functions that do something: blocks,
/// labels and empty statements are left out.
pub fn measure(text: &str) -> Result<Live> {
    let program = Rc::new(parse(text)?);
    let machine = Machine::new(program.clone(), Limits::default());
    let (outcome, Seen(seen)) = machine.run_with(Seen::default(), &[]);
    if !matches!(outcome.verdict, Verdict::Exit(_)) {
        bail!("the program ends with {:?}", outcome.verdict);
    }
    let p = &*program;
    let mut live = Live::default();
    for function in generated_functions(p) {
        walk::descend(p, Child::Stmt(p.functions[function].body), |node| {
            let Child::Stmt(stmt) = node else { return };
            let Some(start) = told_at(p, stmt) else { return };
            live.statements += 1;
            live.executed += usize::from(seen.contains(&start));
        });
    }
    Ok(live)
}

/// Where that begins of which an observer is told when it is executed.
fn told_at(p: &Program, stmt: StmtId) -> Option<u32> {
    use StmtKind::*;
    let own = p.stmts[stmt].span.start;
    match p.stmts[stmt].kind {
        Expr(_) | Goto(_) | Continue | Break | Return(_) | Switch(..) => Some(own),
        If(c, ..) | While(c, _) | DoWhile(_, c) => Some(p.exprs[c].span.start),
        For(parts) => p.fors[parts].condition.map(|c| p.exprs[c].span.start),
        Declaration(group) => {
            let decl = *p.decl_lists[p.groups[group].decls].first()?;
            let decl = p.decls[decl];
            let runs = decl.init.is_some() && !decl.storage.has(Storage::STATIC);
            runs.then_some(decl.span.start)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_statements_are_seen() {
        let text = "int a;\nvoid f0(void) { a = 1; }\n\
                    void test0(void) {\n int i = 0; static int j = 2;\n\
                    for (; i < 3; i++) { if (i > 5) { a = 2; } else a = 3; }\n\
                    while (a < 0) a++; do { a -= j; } while (a > 0);\n\
                    switch (a) { case 7: a = 1; break; default: ; } return; }\n\
                    int main(void) { test0(); return 0; }\n";
        let live = measure(text).unwrap();
        // Not: f0's, under `if`, in `while`, two under `case`.
        assert_eq!((live.statements, live.executed), (14, 9));
    }
}
