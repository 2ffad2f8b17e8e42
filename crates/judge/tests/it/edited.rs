//! Forks of one parsed program.

use elenchus_lang::edits::{Edit, EditError, Edits};
use elenchus_lang::tree::{Item, Program, StmtKind};

use super::*;

const TEXT: &str = "int putchar(int);\n\
                    int abs(int x) { return x; }\n\
                    int main(void) { int i = 1; i = 2; putchar('a'); return i; }\n";

fn program() -> Program {
    judge("gnu17").parse(&[unit(TEXT.as_bytes())]).unwrap()
}

/// Without the function of the library that it defines.
fn without_abs(program: &Program) -> Edits {
    let functions = |item: &Item| matches!(item, Item::Function(_));
    let index = program.units[0].items.iter().position(functions).unwrap();
    let mut edits = Edits::new();
    edits.push(Edit::DeleteItem { unit: 0, index });
    edits
}

#[test]
fn a_fork_is_judged_and_the_program_stays() {
    let (judge, program) = (judge("gnu17"), program());
    let blocks = program.stmts.iter().filter_map(|(stmt, data)| match data.kind {
        StmtKind::Compound(list, _) if program.stmt_lists[list].len() == 4 => Some(stmt),
        _ => None,
    });
    let block = blocks.collect::<Vec<_>>().pop().unwrap();
    let without = |index| {
        let mut edits = without_abs(&program);
        edits.push(Edit::DeleteStmt { block, index });
        judge.judge_edited(&program, &edits).map(|judgement| in_words(&judgement))
    };
    // `i` is declared there.
    assert!(matches!(without(0), Err(EditError::StillUsed { edit: 1, .. })));
    assert_eq!(without(1).unwrap(), "exit status 1, prints \"a\"");
    assert_eq!(without(2).unwrap(), "exit status 2, prints \"\"");
    assert!(without(3).unwrap().starts_with("exit status 0"));
    let untouched = judge.judge_edited(&program, &without_abs(&program)).unwrap();
    assert_eq!(in_words(&untouched), "exit status 2, prints \"a\"");
    let whole = judge.judge_tree(program);
    assert_eq!(in_words(&whole), "it defines the library's 'abs' (7.1.3p2)");
}

#[test]
fn edits_that_cannot_be_made_are_refused() {
    let mut edits = Edits::new();
    edits.push(Edit::DeleteItem { unit: 0, index: 99 });
    let refused = judge("gnu17").judge_edited(&program(), &edits);
    assert!(matches!(refused, Err(EditError::NoSuchPlace(0))), "{refused:?}");
}
