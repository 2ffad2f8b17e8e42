//! What makes nothing smaller, but brings programs that show one bug to one text: operands
//! in a fixed order, declarations in the order in which they are used, names by first use.

use elenchus_front::token::TokenKind;
use elenchus_lang::arith::BinaryOp;
use elenchus_lang::span::Span;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{Decl, DeclKind, ExprId, ExprKind, Item};
use rustc_hash::{FxHashMap, FxHashSet};

use super::text::Text;
use super::{Levels, at, exprs, names};
use crate::search::{Change, Proposal};
use crate::subject::Subject;

/// A constant stands last, where that means the same.
pub fn operands(subject: &mut Subject) -> Levels {
    let (p, mut levels) = (&subject.program, Levels::new());
    for site in exprs::sites(subject) {
        let whole = exprs::written(p, site.expr);
        let ExprKind::Binary(op, left, right) = p.exprs[whole].kind else { continue };
        let Some(sign) = turned(op) else { continue };
        if !exprs::is_constant(p, left) || exprs::is_constant(p, right) {
            continue;
        }
        let text = Text { subject, file: site.file };
        // What binds more strongly than the operator does so on its other side as well.
        let whole_of = |operand: ExprId| {
            let operand = &p.exprs[exprs::written(p, operand)];
            let (open, close): (&[u8], &[u8]) =
                if operand.parens { (b"(", b")") } else { (b"", b"") };
            [open, text.get(operand.span), close].concat()
        };
        let with = [&whole_of(right)[..], b" ", sign, b" ", &whole_of(left)].concat();
        let change = Change::Text(vec![(text.range(p.exprs[whole].span), with)]);
        at(&mut levels, site.depth).push(Proposal { file: site.file, change });
    }
    levels
}

/// The operator that means the same with its operands exchanged.
fn turned(op: BinaryOp) -> Option<&'static [u8]> {
    Some(match op {
        BinaryOp::Add => b"+",
        BinaryOp::Mul => b"*",
        BinaryOp::And => b"&",
        BinaryOp::Or => b"|",
        BinaryOp::Xor => b"^",
        BinaryOp::Eq => b"==",
        BinaryOp::Ne => b"!=",
        BinaryOp::Lt => b">",
        BinaryOp::Gt => b"<",
        BinaryOp::Le => b">=",
        BinaryOp::Ge => b"<=",
        _ => return None,
    })
}

/// Types, functions of others, variables by first use in functions, functions.
pub fn declarations(subject: &mut Subject) -> Levels {
    let (p, mut level) = (&subject.program, Vec::new());
    for (file, unit) in p.units.iter().enumerate() {
        let text = Text { subject, file };
        let mut items: Vec<(usize, usize, Span)> = Vec::new();
        let mut all_known = true;
        for &item in &unit.items {
            let (class, uses, span) = match item {
                Item::Function(function) => (3, 0, p.functions[function].span),
                Item::Declaration(group) => {
                    let decls = &p.decl_lists[p.groups[group].decls];
                    let first = decls.first().map(|&decl| &p.decls[decl]);
                    let class = match first.map(|decl| decl.kind) {
                        Some(DeclKind::Function) => 1,
                        Some(DeclKind::Variable) => 2,
                        _ => 0,
                    };
                    let names = decls.iter().map(|&decl| p.decls[decl].name);
                    let used = names.filter_map(|name| first_use(subject, file, name)).min();
                    let uses = if class == 2 { used.unwrap_or(usize::MAX) } else { 0 };
                    (class, uses, p.groups[group].span)
                }
                Item::Asm(_) | Item::StaticAssert(..) | Item::Pragma(_) => (0, 0, Span::NONE),
            };
            all_known &= !span.is_none();
            items.push((class, uses, span));
        }
        let in_order = items.is_sorted_by_key(|(class, uses, _)| (*class, *uses));
        if in_order || !all_known {
            continue;
        }
        items.sort_by_key(|(class, uses, _)| (*class, *uses));
        let texts = items.iter().flat_map(|(.., span)| [text.get(*span), b"\n"]);
        let with = texts.collect::<Vec<_>>().concat();
        let whole = 0..subject.sources[file].text().len();
        level.push(Proposal { file, change: Change::Text(vec![(whole, with)]) });
    }
    vec![level]
}

/// Where a name stands first in a function.
fn first_use(subject: &Subject, file: usize, name: Symbol) -> Option<usize> {
    let p = &subject.program;
    let functions = p.units[file].items.iter().filter_map(|item| match item {
        Item::Function(function) => Some(p.functions[*function].span),
        _ => None,
    });
    let functions: Vec<Span> = functions.collect();
    let tokens = subject.sources[file].tokens().list.iter();
    tokens.enumerate().find_map(|(number, token)| {
        let inside =
            functions.iter().any(|span| span.start <= token.start && token.end <= span.end);
        (token.symbol == name && token.kind == TokenKind::Ident && inside).then_some(number)
    })
}

/// `a`, `b` and so on, by first use: variables, functions, types, members and labels alike.
pub fn all_names(subject: &mut Subject) -> Levels {
    let p = &subject.program;
    let mut filled = subject.files().iter().enumerate().filter(|(_, file)| !file.text.is_empty());
    // Names of several files belong together, and a proposal is about one.
    let (Some((file, _)), None) = (filled.next(), filled.next()) else { return Levels::new() };
    let tokens = &subject.sources[file].tokens().list;
    // Names of attributes are nobody's to choose.
    if tokens.iter().any(|token| token.kind == TokenKind::Attribute) {
        return Levels::new();
    }
    let defined: FxHashSet<Symbol> =
        p.functions.iter().map(|(_, function)| p.decls[function.decl].name).collect();
    let is_foreign = |symbol: &Symbol| {
        let is_it = |decl: &Decl| {
            decl.name == *symbol && matches!(decl.kind, DeclKind::Function | DeclKind::Builtin)
        };
        p.decls.iter().any(|(_, decl)| is_it(decl)) && !defined.contains(symbol)
            || p.name(*symbol) == "main"
            || p.name(*symbol).starts_with("__")
    };
    let mut order: Vec<Symbol> = Vec::new();
    let idents = || tokens.iter().filter(|token| token.kind == TokenKind::Ident);
    for token in idents() {
        if !order.contains(&token.symbol) {
            order.push(token.symbol);
        }
    }
    let (foreign, own): (Vec<Symbol>, Vec<Symbol>) = order.into_iter().partition(is_foreign);
    let taken: FxHashSet<&str> = foreign.iter().map(|symbol| p.name(*symbol)).collect();
    let mut short = (0..).map(names::short).filter(|name| !taken.contains(&**name));
    let renamed: FxHashMap<Symbol, String> =
        own.into_iter().map(|symbol| (symbol, short.next().unwrap_or_default())).collect();
    let places = idents().filter_map(|token| {
        let with = renamed.get(&token.symbol)?;
        let range = Text { subject, file }.range(token.span());
        Some((range, with.clone().into_bytes()))
    });
    vec![vec![Proposal { file, change: Change::Text(places.collect()) }]]
}
