//! The accesses of a program to its volatile variables.

use std::rc::Rc;

use elenchus_lang::tree::{self, Linkage};
use elenchus_lang::types::TypeKind;
use elenchus_machine::observe::{
    AccessKind, Accessed, Flow, ON, ObjectKind, Observer, View, Wants,
};

use crate::judge::{Judge, Judgement, Unit, guarded, judgement};

/// An access to a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Touch {
    pub variable: String,
    pub offset: u64,
    pub size: u32,
    pub write: bool,
}

/// More volatile accesses than are compared.
const TOUCHES: usize = 1_000_000;

impl Judge<'_> {
    /// Judges a program and, if it is valid, lists its accesses to its volatile
    /// variables, in order: scalars, and arrays of them, that live as long as
    /// the program. If there are too many, the run is stopped and nothing is
    /// known.
    pub fn volatiles(&self, units: &[Unit]) -> (Judgement, Option<Vec<Touch>>) {
        let mut touches = None;
        let judgement = guarded(|| {
            let tree = Rc::new(self.tree(units)?);
            let machine = self.machine(Rc::clone(&tree));
            let (outcome, Watch { seen }) = machine.run_with(Watch::default(), &self.words());
            let judgement = judgement(outcome);
            if let Judgement::Valid(_) = judgement {
                touches = Some(seen.iter().filter_map(|access| touch(&tree, access)).collect());
            }
            Ok(judgement)
        });
        (judgement, touches)
    }
}

/// The accesses to volatile objects.
#[derive(Default)]
struct Watch {
    seen: Vec<Accessed>,
}

impl Observer for Watch {
    fn wants(&self) -> Wants {
        Wants { volatiles: true, ..Wants::NOTHING }
    }

    fn access(&mut self, _: &View<'_>, access: &Accessed) -> Flow {
        if self.seen.len() == TOUCHES {
            return Flow::Break(());
        }
        self.seen.push(*access);
        ON
    }
}

/// An access, if it is to a variable whose every access is one of a scalar:
/// how a struct is copied is not said anywhere.
fn touch(tree: &tree::Program, access: &Accessed) -> Option<Touch> {
    let variable = access.object.decl.filter(|_| access.object.kind == ObjectKind::Static);
    let decl = &tree.decls[variable?];
    let mut ty = tree.types.canonical(decl.ty);
    while let TypeKind::Array { element, .. } = tree.types.kind(ty) {
        ty = element;
    }
    let kind = tree.types.kind(ty);
    let simple = matches!(kind, TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Pointer(_));
    let plain = simple && ty.is_volatile() && !ty.is_atomic() && decl.asm_name.is_none();
    if !plain || decl.linkage == Linkage::None || !matches!(access.size, 1 | 2 | 4 | 8) {
        return None;
    }
    let variable = tree.name(decl.name).to_owned();
    let (size, write) = (access.size as u32, access.kind == AccessKind::Write);
    Some(Touch { variable, offset: access.offset, size, write })
}
