//! What could still go from a reduced program: every statement, declaration and operand is
//! taken out by itself. Passes of the reducer are not asked.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail};
use elenchus_judge::ProgramFile;
use elenchus_lang::edits::{AsParsed, Edit, Edits};
use elenchus_lang::rules::Language;
use elenchus_lang::span::Span;
use elenchus_lang::target::Target;
use elenchus_lang::tree::{ExprKind, StmtKind};
use elenchus_lang::walk::{self, Child};
use elenchus_reduce::check::{Compiler, Counts, Place, Rules, Test as _, WrongCode};
use elenchus_reduce::subject::Subject;

use super::cases::Ready;
use super::script::FILE;
use crate::files;

pub struct Deletions {
    pub tried: usize,
    /// Those that keep the bug, in words.
    pub shown: Vec<String>,
}

pub fn deletions(ready: &Ready, text: &[u8]) -> Result<Deletions> {
    let rules = Rules::new(Target::x86_64(), Language::GNU17);
    let program = [ProgramFile::new(FILE, text)];
    let folder = files::fresh_folder(ready.folder.join("minimal"))?;
    let (stop, counts) = (AtomicBool::new(false), Counts::default());
    let place = Place { folder: &folder, stop: &stop, counts: &counts };
    let compiler = |command: &str| Compiler::new(command, &folder);
    let (accused, right) = (compiler(&ready.accused)?, compiler(ready.right)?);
    let rules = rules.fit(&program);
    let test = match WrongCode::learn(rules, accused, Some(right), false, &program, &place)? {
        Ok(test) => test,
        Err(lack) => bail!("the reduced program does not show it: {}", lack.0),
    };
    let mut found = Deletions { tried: 0, shown: Vec::new() };
    for (what, text) in candidates(&program)? {
        found.tried += 1;
        if test.look(&[ProgramFile::new(FILE, text)], &place)?.is_ok() {
            found.shown.push(what);
        }
    }
    Ok(found)
}

/// Texts without one statement, declaration or operand, each with what went.
fn candidates(program: &[ProgramFile]) -> Result<BTreeSet<(String, Vec<u8>)>> {
    let subject = match Subject::parse(program.to_vec(), Language::GNU17, Target::x86_64()) {
        Ok(subject) => subject,
        Err(why) => bail!("the reduced program is no C: {why}"),
    };
    let (p, source) = (&subject.program, &subject.sources[0]);
    let text = source.text();
    let range =
        |span: Span| (span.start - source.base()) as usize..(span.end - source.base()) as usize;
    let said = |range: Range<usize>| String::from_utf8_lossy(&text[range]).into_owned();
    let mut edits = Vec::new();
    for (block, stmt) in p.stmts.iter() {
        if let StmtKind::Compound(list, _) = stmt.kind {
            for (index, &inner) in p.stmt_lists[list].iter().enumerate() {
                let what = said(range(p.stmts[inner].span));
                edits.push((format!("statement {what}"), Edit::DeleteStmt { block, index }));
            }
        }
    }
    for (index, _) in p.units[0].items.iter().enumerate() {
        let edit = Edit::DeleteItem { unit: 0, index };
        edits.push((format!("declaration {index}"), edit));
    }
    for (id, decl) in p.decls.iter().filter(|(_, decl)| !decl.declarator.is_none()) {
        let what = said(range(decl.declarator));
        edits.push((format!("declarator {what}"), Edit::DeleteDeclarator(id)));
    }
    let mut all = BTreeSet::new();
    for (what, edit) in edits {
        let edits: Edits = [edit].into_iter().collect();
        // What cannot go by itself is refused.
        if let Ok(text) = edits.render(p, text, &AsParsed { base: source.base() }) {
            all.insert((what, text));
        }
    }
    for (id, expr) in p.exprs.iter().filter(|(_, expr)| !expr.span.is_none()) {
        if matches!(expr.kind, ExprKind::Convert(..)) {
            continue;
        }
        let mut operands = Vec::new();
        walk::expr_children(p, id, |child| {
            if let Child::Expr(mut operand) = child {
                while let ExprKind::Convert(_, inner) = p.exprs[operand].kind {
                    operand = inner;
                }
                operands.push(p.exprs[operand].span);
            }
        });
        let is_call = matches!(expr.kind, ExprKind::Call(..));
        for operand in operands.into_iter().skip(usize::from(is_call)) {
            if operand.is_none() || operand == expr.span {
                continue;
            }
            let (outer, inner) = (range(expr.span), range(operand));
            let what = format!("all but {} of {}", said(inner.clone()), said(outer.clone()));
            let with = [b"(", &text[inner], b")"].concat();
            all.insert((what, [&text[..outer.start], &with, &text[outer.end..]].concat()));
        }
    }
    Ok(all)
}
