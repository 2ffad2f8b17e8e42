//! Every edit of every kind, on all programs of `tests/c` that parse: where
//! the rendered text is C, it is the program that the tree became.

use std::collections::BTreeMap;
use std::path::Path;

use elenchus_front::parse_unit;
use elenchus_lang::build;
use elenchus_lang::dump::dump;
use elenchus_lang::edits::{AsParsed, Attributed, Edit, EditError, Edits, redeclared};
use elenchus_lang::rules::Language;
use elenchus_lang::span::Span;
use elenchus_lang::target::Target;
use elenchus_lang::tree::{
    Decl, DeclKind, GroupId, InitKind, Item, Program, Stmt, StmtKind, Storage,
};
use elenchus_lang::types::TypeId;

use crate::support::{Random, preprocess};

/// What became of the edits of a kind.
#[derive(Default, Debug)]
struct Count {
    /// Tree and text are the same program.
    same: usize,
    /// The tree must be parsed again.
    parse: usize,
    /// The text is no C.
    no_c: usize,
    refused: usize,
}

const FOLDERS: [&str; 4] = ["pass", "language", "library", "kernels"];

#[test]
fn alone() {
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut failures = Vec::new();
    let mut shown: BTreeMap<&str, usize> = BTreeMap::new();
    for_each_program(|name, text, program, edits| {
        for &(kind, edit) in edits {
            let count = counts.entry(kind).or_default();
            if let Err(failure) = check(text, program, &[edit].into_iter().collect(), count) {
                let shown: &mut usize = shown.entry(kind).or_default();
                *shown += 1;
                if *shown < 3 {
                    failures.push(format!("{name}: {kind} {edit:?}: {failure}"));
                }
            }
        }
    });
    println!("{counts:?}\n{shown:?}");
    let shown = failures.iter().take(24).map(String::as_str).collect::<Vec<_>>().join("\n\n");
    assert!(failures.is_empty(), "{} failures\n{shown}", failures.len());
    for kind in KINDS {
        let count = counts.get(kind);
        assert!(count.is_some_and(|count| count.same + count.parse > 1), "{kind}: {count:?}");
    }
}

#[test]
fn together() {
    let mut count = Count::default();
    let mut failures = Vec::new();
    let mut merged = 0;
    for_each_program(|name, text, program, edits| {
        let mut random = Random(text.len() as u64);
        for _ in 0..4 {
            let mut set = Edits::new();
            for _ in 0..12 {
                let (_, edit) = edits[random.below(edits.len())];
                // What needs a parse, or leaves no C, would hide all others.
                let mut alone = Count::default();
                let one: Edits = [edit].into_iter().collect();
                if check(text, program, &one, &mut alone).is_err() || alone.same == 0 {
                    continue;
                }
                if let Ok(more) = set.merge(&one, program) {
                    set = more;
                    merged += 1;
                }
            }
            if let Err(failure) = check(text, program, &set, &mut count) {
                failures.push(format!("{name}: {:?}: {failure}", set.list()));
            }
        }
    });
    println!("{count:?}, {merged} edits");
    let shown = failures.iter().take(6).map(String::as_str).collect::<Vec<_>>().join("\n\n");
    assert!(failures.is_empty(), "{} failures\n{shown}", failures.len());
    assert!(count.same > count.no_c && merged > 4 * count.same, "{count:?}");
}

/// Text and tree agree, or the difference.
fn check(text: &[u8], program: &Program, edits: &Edits, count: &mut Count) -> Result<(), String> {
    let new = match edits.render(program, text, &AsParsed { base: 0 }) {
        Ok(new) => new,
        Err(_) => {
            count.refused += 1;
            return Ok(());
        }
    };
    let mut fork = program.clone();
    let applied = edits.apply(&mut fork);
    let mut again = Program::new(Target::x86_64(), Language::GNU17);
    let accepted = parse_unit(&mut again, "t.c", &new).accepted();
    match (applied, accepted) {
        (_, false) => count.no_c += 1,
        (Err(EditError::NeedsParse(_)), true) => count.parse += 1,
        (Err(error), true) => return Err(format!("{error}, but it can be rendered")),
        (Ok(()), true) => {
            count.same += 1;
            let (expected, actual) = (dump(&again, 0), dump(&fork, 0));
            if expected != actual {
                let mut pairs = expected.lines().zip(actual.lines());
                let pair = pairs.find(|(a, b)| a != b);
                return Err(format!("parsed, made: {pair:#?}\n{}", changed(text, &new)));
            }
        }
    }
    Ok(())
}

/// The first line that differs, and some around it.
fn changed(old: &[u8], new: &[u8]) -> String {
    let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    let at = old.lines().zip(new.lines()).position(|(a, b)| a != b).unwrap_or(0);
    let around =
        |text: &str| text.lines().skip(at.saturating_sub(2)).take(5).collect::<Vec<_>>().join("\n");
    format!("--- before\n{}\n--- after\n{}", around(&old), around(&new))
}

fn for_each_program(mut f: impl FnMut(&str, &[u8], &Program, &[(&'static str, Edit)])) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c");
    for folder in FOLDERS {
        let entries = std::fs::read_dir(root.join(folder)).unwrap();
        let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "c")) {
            let Some(text) = preprocess("gcc", &["-std=gnu17", "-P"], file) else { return };
            let mut program = Program::new(Target::x86_64(), Language::GNU17);
            if !parse_unit(&mut program, "t.c", &text).accepted() {
                continue;
            }
            let user = std::fs::read(file).unwrap();
            let from = start_of_own(&text, &user);
            let mut edits = all(&mut program, from);
            if from > 0 {
                // Headers make each of them slow, and what follows them is alike.
                edits = edits.into_iter().step_by(7).collect();
            }
            if !edits.is_empty() {
                f(&file.display().to_string(), &text, &program, &edits);
            }
        }
    }
}

/// Where the file's own text begins, after its headers.
fn start_of_own(text: &[u8], user: &[u8]) -> u32 {
    let is_own = |line: &&[u8]| line.len() > 8 && !line.starts_with(b"#") && line[0] != b'/';
    let own: Vec<&[u8]> = user.split(|&byte| byte == b'\n').filter(is_own).collect();
    let found = own.iter().filter_map(|line| text.windows(line.len()).position(|w| w == *line));
    found.min().unwrap_or(0) as u32
}

const KINDS: [&str; 21] = [
    "argument",
    "attribute",
    "body",
    "declarator",
    "enumerator",
    "function",
    "goto",
    "init",
    "initialise",
    "insert",
    "item",
    "label",
    "member",
    "name of declaration",
    "parameter",
    "retype",
    "statement",
    "storage",
    "unwrap",
    "wrapped",
    "zero",
];

/// All edits of all kinds that the text from there on offers.
fn all(p: &mut Program, from: u32) -> Vec<(&'static str, Edit)> {
    let mut found: Vec<(&'static str, Edit)> = Vec::new();
    let own = |span: Span| !span.is_none() && span.start >= from;
    for (index, item) in p.units[0].items.clone().into_iter().enumerate() {
        let (kind, span) = match item {
            Item::Declaration(group) => ("item", p.groups[group].span),
            Item::Function(function) => ("function", p.functions[function].span),
            _ => continue,
        };
        if own(span) {
            found.push((kind, Edit::DeleteItem { unit: 0, index }));
            if kind == "function" {
                found.push(("body", Edit::DeleteBody { unit: 0, index }));
            }
        }
    }
    let name = p.symbols.intern("elenchus_other");
    for decl in p.decls.ids().collect::<Vec<_>>() {
        let data = p.decls[decl];
        if !own(data.span) {
            continue;
        }
        found.push(("name of declaration", Edit::Rename { decl, name }));
        for index in 0..data.attrs.len() {
            found.push(("attribute", Edit::DeleteAttr { of: Attributed::Decl(decl), index }));
        }
        match data.kind {
            DeclKind::Enumerator { .. } => found.push(("enumerator", Edit::DeleteEnumerator(decl))),
            DeclKind::Variable | DeclKind::Typedef if !data.declarator.is_none() => {
                found.push(("declarator", Edit::DeleteDeclarator(decl)));
                if data.init.is_some() {
                    found.push(("init", Edit::Init { of: decl, with: None }));
                }
                if p.types.value_type(data.ty) == TypeId::INT && data.kind == DeclKind::Variable {
                    let one = build::constant(p, TypeId::INT, 1);
                    let with = Some(build::initialiser(p, decl, one));
                    found.push(("initialise", Edit::Init { of: decl, with }));
                }
            }
            DeclKind::Function if data.entity == decl => {
                let count = p.types.as_function(data.ty).map_or(0, |f| f.params.len());
                for index in 0..count {
                    found.push(("parameter", Edit::DeleteParam { function: decl, index }));
                }
            }
            _ => {}
        }
    }
    for group in p.groups.ids().collect::<Vec<_>>() {
        if own(p.groups[group].span) && p.groups[group].decls.len() == 1 {
            let storage = |s: Storage| Storage(s.0 ^ Storage::STATIC.0);
            let other = declaration_with(p, group, |d| d.storage = storage(d.storage));
            found.push(("storage", Edit::Declaration { at: group, with: other }));
            let other =
                declaration_with(p, group, |d| (d.ty, d.written) = (TypeId::LONG, TypeId::LONG));
            found.push(("retype", Edit::Declaration { at: group, with: other }));
        }
    }
    for list in p.inits.ids().collect::<Vec<_>>() {
        if let (InitKind::List(items), true) = (p.inits[list].kind, own(p.inits[list].span)) {
            let items = (0..items.len()).map(|index| Edit::DeleteInitItem { list, index });
            found.extend(items.map(|edit| ("argument", edit)));
        }
    }
    for field in p.types.fields.ids().collect::<Vec<_>>() {
        if own(p.types.fields[field].span) {
            found.push(("member", Edit::DeleteMember(field)));
            for index in 0..p.types.fields[field].attrs.len() {
                found.push(("attribute", Edit::DeleteAttr { of: Attributed::Field(field), index }));
            }
        }
    }
    for record in p.types.records.ids().collect::<Vec<_>>() {
        for index in 0..p.types.records[record].attrs.len() {
            if own(p.types.records[record].span) {
                found.push((
                    "attribute",
                    Edit::DeleteAttr { of: Attributed::Record(record), index },
                ));
            }
        }
    }
    statements(p, own, &mut found);
    found
}

fn statements(p: &mut Program, own: impl Fn(Span) -> bool, found: &mut Vec<(&'static str, Edit)>) {
    let empty = build::stmt(p, StmtKind::Empty);
    for at in p.stmts.ids().collect::<Vec<_>>() {
        let Stmt { kind, span } = p.stmts[at];
        if !own(span) {
            continue;
        }
        let within = match kind {
            StmtKind::If(_, then, otherwise) => {
                found.extend(otherwise.map(|with| ("unwrap", Edit::Stmt { at, with })));
                Some(("unwrap", then))
            }
            StmtKind::While(_, body) | StmtKind::DoWhile(body, _) | StmtKind::Switch(_, body) => {
                Some(("unwrap", body))
            }
            StmtKind::For(parts) => Some(("unwrap", p.fors[parts].body)),
            StmtKind::Label(_, _, body) | StmtKind::Case(_, _, body) | StmtKind::Default(body) => {
                Some(("label", body))
            }
            StmtKind::Goto(_) => Some(("goto", empty)),
            StmtKind::Compound(list, _) => {
                for index in 0..list.len() {
                    found.push(("statement", Edit::DeleteStmt { block: at, index }));
                }
                let stmt = build::stmt(p, StmtKind::Empty);
                found.push(("insert", Edit::InsertStmt { block: at, before: 0, stmt }));
                None
            }
            StmtKind::Expr(value) => {
                let with = build::stmt(p, StmtKind::Expr(value));
                let one = build::constant(p, TypeId::INT, 1);
                let wrapped = build::stmt(p, StmtKind::If(one, with, None));
                found.push(("wrapped", Edit::Stmt { at, with: wrapped }));
                None
            }
            _ => None,
        };
        found.extend(within.map(|(kind, with)| (kind, Edit::Stmt { at, with })));
        if let StmtKind::Return(Some(value)) = kind {
            if p.exprs[value].ty == TypeId::INT && !p.exprs[value].span.is_none() {
                let with = build::constant(p, TypeId::INT, 0);
                found.push(("zero", Edit::Expr { at: value, with }));
            }
        }
    }
}

/// The declaration with its declarators changed.
fn declaration_with(p: &mut Program, group: GroupId, change: impl Fn(&mut Decl)) -> GroupId {
    let new = redeclared(p, group);
    for decl in p.decl_lists[p.groups[new].decls].iter().copied() {
        let written = p.decls[decl].written;
        change(&mut p.decls[decl]);
        let data = p.decls[decl];
        p.groups[new].storage = data.storage;
        if data.written != written {
            p.groups[new].base = data.written;
        }
    }
    new
}
