//! The accesses of a program to its volatile variables.

use std::cell::RefCell;
use std::rc::Rc;

use elenchus_lang::tree::{self, Linkage};
use elenchus_lang::types::TypeKind;
use elenchus_machine::{Observer, Volatile};

use crate::judge::{Judge, Judgement, Unit, guarded};

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
    /// the program. Nothing if there are too many.
    pub fn volatiles(&self, units: &[Unit]) -> (Judgement, Option<Vec<Touch>>) {
        let mut touches = None;
        let judgement = guarded(|| {
            let tree = Rc::new(self.tree(units)?);
            let seen = Rc::new(RefCell::new(Vec::new()));
            let watch = Watch { seen: Rc::clone(&seen) };
            let judgement = self.run(Rc::clone(&tree), Some(Box::new(watch)));
            let seen = seen.borrow();
            if matches!(judgement, Judgement::Valid(_)) && seen.len() <= TOUCHES {
                touches = Some(seen.iter().filter_map(|access| touch(&tree, access)).collect());
            }
            Ok(judgement)
        });
        (judgement, touches)
    }
}

struct Watch {
    seen: Rc<RefCell<Vec<Volatile>>>,
}

impl Observer for Watch {
    fn volatile(&mut self, access: Volatile) {
        let mut seen = self.seen.borrow_mut();
        if seen.len() <= TOUCHES {
            seen.push(access);
        }
    }
}

/// An access, if it is to a variable whose every access is one of a scalar:
/// how a struct is copied is not said anywhere.
fn touch(tree: &tree::Program, access: &Volatile) -> Option<Touch> {
    let decl = &tree.decls[access.variable?];
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
    Some(Touch { variable, offset: access.offset, size: access.size, write: access.write })
}
