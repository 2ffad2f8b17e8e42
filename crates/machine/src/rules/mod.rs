//! Rules of C that need more than one operation to check: each keeps what it must
//! know of the run so far.

pub(crate) mod addresses;
pub(crate) mod meaning;
pub(crate) mod order;
pub(crate) mod padding;
pub(crate) mod promises;
pub(crate) mod restrict;
pub(crate) mod taint;
mod truth;
pub(crate) mod types;
pub(crate) mod windows;

use std::rc::Rc;

use elenchus_lang::types::TypeId;
use rustc_hash::FxHashMap;

use padding::Hole;

/// What the rules remember of a run.
#[derive(Default)]
pub(crate) struct Rules {
    pub(crate) order: order::Order,
    pub(crate) restrict: restrict::Restrict,
    /// Calls of functions that promised to have no effects.
    pub(crate) guards: Vec<promises::Guard>,
    /// What the library function that was called last may touch of some objects.
    pub(crate) windows: Vec<windows::Window>,
    pub(crate) tags: types::tags::Tags,
    /// Which types may be accessed where in an object of a type: what was found out.
    pub(crate) type_checks: FxHashMap<(TypeId, u64, TypeId), types::typed::Agreement>,
    pub(crate) path_checks: FxHashMap<(TypeId, u64, TypeId), bool>,
    /// The padding in objects of a type that were assigned as a whole.
    pub(crate) padding: FxHashMap<TypeId, Rc<[Hole]>>,
}
