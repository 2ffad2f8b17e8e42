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
    let mut said = Vec::new();
    for index in 0..4 {
        let mut edits = without_abs(&program);
        edits.push(Edit::DeleteStmt { block, index });
        said.push(in_words(&judge.judge_edited(&program, &edits).unwrap()));
    }
    assert_eq!(said[1], "exit status 1, prints \"a\"");
    assert_eq!(said[2], "exit status 2, prints \"\"");
    assert!(said[3].starts_with("exit status 0"), "{said:?}");
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
