//! What attributes promise (GNU C), and which change what a program does.

use elenchus_lang::arena::List;
use elenchus_lang::constant;
use elenchus_lang::tree::{Attr, AttrArg, Decl, DeclId, Program, Storage};
use rustc_hash::FxHashMap;

use crate::code::{Op, Promises};
use crate::core::lower::{Lowered, Lowerer};

/// What all declarations of each function that is defined promise together.
pub fn promises(p: &Program) -> FxHashMap<DeclId, Promises> {
    let defined = p.functions.iter().map(|(_, f)| (p.decls[f.decl].entity, Promises::default()));
    let mut all: FxHashMap<DeclId, Promises> = defined.collect();
    for (_, decl) in p.decls.iter() {
        let noreturn = decl.storage.has(Storage::NORETURN);
        if decl.attrs.is_empty() && !noreturn {
            continue;
        }
        let Some(promises) = all.get_mut(&decl.entity) else { continue };
        promises.noreturn |= noreturn;
        for attr in &p.attrs[decl.attrs] {
            add(p, attr, promises);
        }
        promises.checks_result = promises.returns_nonnull || promises.returns_aligned.is_some();
    }
    all
}

fn add(p: &Program, attr: &Attr, promises: &mut Promises) {
    let numbers: Vec<u64> = p.attr_args[attr.args]
        .iter()
        .filter_map(|arg| match arg {
            AttrArg::Expr(e) => constant::as_int(p, *e).map(|n| n as u64),
            AttrArg::Name(_) => None,
        })
        .collect();
    match plain_name(p, attr) {
        "noreturn" | "_Noreturn" => promises.noreturn = true,
        "pure" => promises.pure = true,
        "const" => (promises.pure, promises.constant) = (true, true),
        "returns_nonnull" => promises.returns_nonnull = true,
        "nonnull" if numbers.is_empty() => promises.all_nonnull = true,
        "nonnull" => {
            let counted = numbers.iter().filter_map(|n| (*n as usize).checked_sub(1));
            promises.nonnull.extend(counted);
        }
        "assume_aligned" => {
            let offset = numbers.get(1).copied().unwrap_or(0);
            promises.returns_aligned = numbers.first().map(|align| (*align, offset));
        }
        _ => {}
    }
}

/// The name without the underscores that may surround it.
pub fn plain_name<'p>(p: &'p Program, attr: &Attr) -> &'p str {
    let name = p.name(attr.name);
    name.strip_prefix("__").and_then(|n| n.strip_suffix("__")).unwrap_or(name)
}

impl Lowerer<'_> {
    /// What is called where the variable ends is not known.
    pub(crate) fn check_cleanup(&self, decl: &Decl) -> Lowered<()> {
        match self.p.attrs[decl.attrs].iter().any(|attr| plain_name(self.p, attr) == "cleanup") {
            true => Err("__attribute__((cleanup))"),
            false => Ok(()),
        }
    }

    /// `__attribute__((assume(e)));`: what e would do is not done.
    #[inline(never)]
    pub(crate) fn assumptions(&mut self, attrs: List<Attr>) -> Lowered<()> {
        for i in 0..attrs.len() {
            let attr = self.p.attrs[attrs][i];
            if plain_name(self.p, &attr) != "assume" {
                continue;
            }
            for k in 0..attr.args.len() {
                if let AttrArg::Expr(e) = self.p.attr_args[attr.args][k] {
                    self.emit_step();
                    self.emit(Op::Suppose);
                    self.look_at_order(e);
                    let a = self.value(e)?;
                    let scalar = self.scalar(self.ty(e))?;
                    let condition = self.temp()?;
                    self.emit(Op::IsTrue { dst: condition, a, scalar });
                    self.emit(Op::Supposed { condition });
                }
            }
        }
        Ok(())
    }
}
