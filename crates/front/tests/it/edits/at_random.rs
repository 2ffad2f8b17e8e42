//! Random edits of GCC's tests: the rendered text, preprocessed and parsed
//! again, is the program that the tree became.

use std::path::Path;

use elenchus_front::parse_unit;
use elenchus_front::source::{Original, SourceFile, SourceText};
use elenchus_lang::arith::BinaryOp;
use elenchus_lang::dump::dump;
use elenchus_lang::edits::{Edit, EditError, Edits, keep_expr};
use elenchus_lang::rules::Language;
use elenchus_lang::span::Span;
use elenchus_lang::target::Target;
use elenchus_lang::tree::{Conversion, Expr, ExprId, ExprKind, IntStyle, Program, StmtKind};
use elenchus_lang::types::TypeId;
use elenchus_lang::walk::{self, Child};

use crate::support::{Random, preprocess, torture_files};

#[derive(Default, Debug)]
struct Count {
    files: usize,
    made: usize,
    /// A macro or a header made the place.
    elsewhere: usize,
}

#[test]
fn text_and_tree_agree() {
    let files = torture_files();
    if files.is_empty() {
        eprintln!("skipped: GCC's test suite is not there: cargo xtask corpus gcc");
        return;
    }
    let mut count = Count::default();
    for (number, file) in files.iter().step_by(24).enumerate() {
        edit_file(file, number as u64, &mut count);
    }
    println!("{count:?}");
    assert!(count.made > 10 * count.elsewhere && count.made > count.files, "{count:?}");
}

fn edit_file(file: &Path, seed: u64, count: &mut Count) {
    let user = std::fs::read(file).unwrap();
    // What names lines changes where lines come or go.
    let names_lines = ["__LINE__", "assert.h"].map(|word| word.as_bytes());
    if user.windows(8).any(|word| names_lines.contains(&word)) {
        return;
    }
    let Some(text) = preprocess("gcc", &["-std=gnu17"], file) else { return };
    let mut program = Program::new(Target::x86_64(), Language::GNU17);
    let original = Original::File(user.clone());
    let text = SourceText { name: "t.c".into(), text, original };
    let source = SourceFile::parse(&mut program, text);
    if !source.accepted() {
        return;
    }
    count.files += 1;
    let mut random = Random(seed);
    let mut edits = Edits::new();
    for _ in 0..20 {
        let edit = random_edit(&mut program, &mut random);
        let mut more = edits.clone();
        let Some(edit) = edit else { continue };
        more.push(edit);
        match more.render(&program, &user, &source) {
            Ok(_) => edits = more,
            Err(EditError::NotInFile(_)) => count.elsewhere += 1,
            Err(EditError::Overlap(..)) => {}
            Err(error) => panic!("{}: {error}", file.display()),
        }
    }
    count.made += edits.list().len();
    let new = edits.render(&program, &user, &source).unwrap();
    edits.apply(&mut program).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("t.c");
    std::fs::write(&copy, &new).unwrap();
    let include = format!("-I{}", file.parent().unwrap().display());
    let again = preprocess("gcc", &["-std=gnu17", &include], &copy).unwrap();
    let mut second = Program::new(Target::x86_64(), Language::GNU17);
    let reparsed = parse_unit(&mut second, "t.c", &again);
    let shown = || format!("{}\n{}", file.display(), String::from_utf8_lossy(&new));
    assert!(reparsed.accepted(), "{:?}\n{}", reparsed.diagnostics.list, shown());
    let (expected, actual) = (dump(&program, 0), dump(&second, 0));
    if expected != actual {
        let pair = expected.lines().zip(actual.lines()).find(|(a, b)| a != b);
        panic!("{pair:?}\n{}", shown());
    }
}

/// Adds 0 to an `int`, deletes an expression statement, or inserts `;`.
fn random_edit(program: &mut Program, random: &mut Random) -> Option<Edit> {
    if random.below(2) == 0 {
        let values = values(program);
        let at = *values.get(random.below(values.len()))?;
        let old = keep_expr(program, at);
        let zero = new_value(program, ExprKind::Int(0, IntStyle::Decimal));
        let with = new_value(program, ExprKind::Binary(BinaryOp::Add, old, zero));
        return Some(Edit::Expr { at, with });
    }
    let blocks: Vec<_> = program
        .stmts
        .iter()
        .filter_map(|(id, stmt)| match stmt.kind {
            StmtKind::Compound(list, _) => Some((id, list)),
            _ => None,
        })
        .collect();
    let &(block, list) = blocks.get(random.below(blocks.len()))?;
    let stmts = &program.stmt_lists[list];
    let index = random.below(stmts.len() + 1);
    match stmts.get(index).map(|&stmt| program.stmts[stmt].kind) {
        // The last one may be the value of a statement expression.
        Some(StmtKind::Expr(_)) if index + 1 < stmts.len() => {
            Some(Edit::DeleteStmt { block, index })
        }
        Some(_) => {
            let stmt = elenchus_lang::tree::Stmt { kind: StmtKind::Empty, span: Span::NONE };
            let stmt = program.stmts.push(stmt);
            Some(Edit::InsertStmt { block, before: index, stmt })
        }
        None => None,
    }
}

fn new_value(program: &mut Program, kind: ExprKind) -> ExprId {
    program.exprs.push(Expr { kind, ty: TypeId::INT, span: Span::NONE, parens: false })
}

/// The values of type `int` that stand in the text. Where another type was
/// converted nobody wrote so: a new operator would see the type from before.
fn values(program: &Program) -> Vec<ExprId> {
    // `4i` is one token: its `4` cannot be edited by itself.
    let is_imaginary = |e: &Expr| matches!(e.kind, ExprKind::Imaginary(_));
    let imaginary: Vec<Span> =
        program.exprs.iter().filter(|(_, e)| is_imaginary(e)).map(|(_, e)| e.span).collect();
    let is_value = |e: &Expr| {
        let is_no_lvalue = matches!(
            e.kind,
            ExprKind::Convert(Conversion::Lvalue, _)
                | ExprKind::Binary(..)
                | ExprKind::Call(..)
                | ExprKind::Int(..)
        );
        is_no_lvalue && e.ty == TypeId::INT && !e.span.is_none() && !imaginary.contains(&e.span)
    };
    let mut found = Vec::new();
    walk::unit(program, 0, |node| match node {
        Child::Expr(id) if is_value(&program.exprs[id]) => found.push(id),
        _ => {}
    });
    found
}
