//! The name of a type becomes the type, where that is a name too.

use elenchus_front::token::TokenKind;
use elenchus_lang::printer;
use elenchus_lang::tree::DeclKind;
use elenchus_lang::types::TypeKind;

use super::Levels;
use crate::search::{Change, Proposal};
use crate::subject::Subject;

pub fn propose(subject: &mut Subject) -> Levels {
    let p = &subject.program;
    let mut level = Vec::new();
    for (_, decl) in p.decls.iter().filter(|(_, decl)| decl.kind == DeclKind::Typedef) {
        let ty = p.types.canonical(decl.ty);
        let is_plain = matches!(p.types.kind(ty), TypeKind::Int(_) | TypeKind::Float(_));
        if !is_plain || decl.span.is_none() {
            continue;
        }
        let name = printer::print_type(p, ty).into_bytes();
        for (file, source) in subject.sources.iter().enumerate() {
            let uses = source.tokens().list.iter().filter(|token| {
                token.kind == TokenKind::Ident
                    && token.symbol == decl.name
                    && token.start != decl.span.start
            });
            let place = |start: u32, end: u32| {
                (start - source.base()) as usize..(end - source.base()) as usize
            };
            let places: Vec<_> =
                uses.map(|token| (place(token.start, token.end), name.clone())).collect();
            if !places.is_empty() {
                level.push(Proposal { file, change: Change::Text(places) });
            }
        }
    }
    vec![level]
}
