//! Declarations and functions that nothing in `main` leads to, all at once: what headers
//! bring along, and what other passes left behind.
//!
//! Names are looked at as tokens, since types keep no places. Where the same name is
//! used for several things, too much is kept.

use elenchus_front::token::{Token, TokenKind};
use elenchus_lang::edits::Edit;
use elenchus_lang::span::Span;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{DeclKind, Item};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Levels;
use crate::search::Proposal;
use crate::subject::Subject;

/// An item and the names in it.
struct Node {
    file: usize,
    index: usize,
    names: Vec<Symbol>,
}

pub fn propose(subject: &mut Subject) -> Levels {
    let (nodes, declared_by) = graph(subject);
    let mut pending: Vec<usize> = roots(subject, &nodes);
    if pending.is_empty() {
        return Vec::new();
    }
    let mut reached: FxHashSet<usize> = pending.iter().copied().collect();
    while let Some(node) = pending.pop() {
        for name in &nodes[node].names {
            for &next in declared_by.get(name).map_or(&[][..], Vec::as_slice) {
                if reached.insert(next) {
                    pending.push(next);
                }
            }
        }
    }
    let gone = nodes.iter().enumerate().filter(|(number, _)| !reached.contains(number));
    // One by one, so that what cannot go by itself keeps nothing else.
    let gone = gone.map(|(_, &Node { file, index, .. })| {
        Proposal::edit(file, Edit::DeleteItem { unit: file, index })
    });
    vec![gone.collect()]
}

/// All items, and which of them declare a name.
fn graph(subject: &Subject) -> (Vec<Node>, FxHashMap<Symbol, Vec<usize>>) {
    let p = &subject.program;
    let mut nodes = Vec::new();
    let mut declared_by: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
    let enumerators = enumerators(subject);
    for (file, (unit, source)) in p.units.iter().zip(&subject.sources).enumerate() {
        let tokens = &source.tokens().list;
        let mut tags: FxHashSet<Symbol> = FxHashSet::default();
        for (index, &item) in unit.items.iter().enumerate() {
            let number = nodes.len();
            let Span { start, end } = span(subject, item);
            let first = tokens.partition_point(|token| token.start < start);
            let last = tokens.partition_point(|token| token.start < end);
            let within = &tokens[first..last.max(first)];
            let is_name = |token: &&Token| token.kind == TokenKind::Ident;
            let names = within.iter().filter(is_name).map(|token| token.symbol).collect();
            let mut declares = declared(subject, item);
            for three in within.windows(3) {
                let [word, name, next] = three else { continue };
                let declares_tag = TAGGED.contains(&word.kind)
                    && name.kind == TokenKind::Ident
                    && (tags.insert(name.symbol) || next.kind == TokenKind::LBrace);
                declares.extend(declares_tag.then_some(name.symbol));
            }
            let from = enumerators.partition_point(|(place, _)| *place < start);
            let more = enumerators[from..].iter().take_while(|(place, _)| *place < end);
            declares.extend(more.map(|(_, name)| *name));
            for name in declares {
                declared_by.entry(name).or_default().push(number);
            }
            nodes.push(Node { file, index, names });
        }
    }
    (nodes, declared_by)
}

/// What has a tag after it.
const TAGGED: &[TokenKind] = &[TokenKind::Struct, TokenKind::Union, TokenKind::Enum];

/// Where all enumerators stand, in order.
fn enumerators(subject: &Subject) -> Vec<(u32, Symbol)> {
    let decls = subject.program.decls.iter();
    let all = decls.filter(|(_, decl)| matches!(decl.kind, DeclKind::Enumerator { .. }));
    let mut places: Vec<_> = all.map(|(_, decl)| (decl.span.start, decl.name)).collect();
    places.sort_unstable();
    places
}

fn span(subject: &Subject, item: Item) -> Span {
    let p = &subject.program;
    match item {
        Item::Declaration(group) => p.groups[group].span,
        Item::Function(function) => p.functions[function].span,
        Item::Asm(asm) => p.asms[asm].span,
        Item::StaticAssert(..) | Item::Pragma(_) => Span::NONE,
    }
}

fn declared(subject: &Subject, item: Item) -> Vec<Symbol> {
    let p = &subject.program;
    match item {
        Item::Declaration(group) => {
            p.decl_lists[p.groups[group].decls].iter().map(|&decl| p.decls[decl].name).collect()
        }
        Item::Function(function) => vec![p.decls[p.functions[function].decl].name],
        Item::Asm(_) | Item::StaticAssert(..) | Item::Pragma(_) => Vec::new(),
    }
}

/// `main`, and what has no name to be reached by.
fn roots(subject: &Subject, nodes: &[Node]) -> Vec<usize> {
    let p = &subject.program;
    let item = |node: &Node| p.units[node.file].items[node.index];
    let is_main = |node: &Node| match item(node) {
        Item::Function(function) => p.name(p.decls[p.functions[function].decl].name) == "main",
        _ => false,
    };
    if !nodes.iter().any(is_main) {
        return Vec::new();
    }
    let nameless = |node: &Node| !matches!(item(node), Item::Declaration(_) | Item::Function(_));
    let is_root =
        |(number, node): (usize, &Node)| (is_main(node) || nameless(node)).then_some(number);
    nodes.iter().enumerate().filter_map(is_root).collect()
}
