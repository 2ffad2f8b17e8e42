//! Inner arrays that a library function was given: of their objects it may touch
//! nothing else (7.1.4p1, 6.5.6p8).

use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use crate::Machine;
use crate::code::Site;
use crate::facts::Facts;
use crate::memory::Place;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

/// A part of an object: while the library function runs, of that object it may touch what
/// lies in one of its windows, and nothing else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    object: usize,
    start: u64,
    size: u64,
}

impl Machine {
    /// The windows of a call. An object that is also reached by a pointer to no
    /// such array has none: what is touched there may come from that pointer.
    pub(crate) fn windows_of(&self, site: &Site, args: &[(Value, TypeId)]) -> Vec<Window> {
        let mut windows = Vec::new();
        let mut open =
            Vec::from_iter(self.library.remembered().and_then(|v| v.provenance().index()));
        for (at, (value, ty)) in args.iter().enumerate() {
            let known = site.inner.iter().find(|(arg, _)| usize::from(*arg) == at);
            let found = match self.p.types.is_pointer(*ty) {
                true => self.memory.object_of(value.provenance()),
                false => None,
            };
            match (known, found) {
                (Some((_, size)), Some((object, found))) => windows.push(Window {
                    object,
                    start: value.lo.wrapping_sub(found.address),
                    size: (*size).into(),
                }),
                (None, Some((object, _))) => open.push(object),
                (_, None) => {}
            }
        }
        windows.retain(|window| !open.contains(&window.object));
        windows
    }

    #[inline]
    pub(crate) fn check_windows(&self, place: Place, size: u64) -> Result<(), Stop> {
        match self.rules.windows.is_empty() || size == 0 {
            true => Ok(()),
            false => self.look_through_windows(place, size),
        }
    }

    fn look_through_windows(&self, place: Place, size: u64) -> Result<(), Stop> {
        let first = place.offset as u64;
        let here = || self.rules.windows.iter().filter(|window| window.object == place.object);
        let holds =
            |window: &Window| window.start <= first && first + size <= window.start + window.size;
        match here().next() {
            Some(window) if !here().any(holds) => {
                let object = self.memory.provenance_of(place.object);
                let facts = Facts::new(Finding::InnerArrayLeft).number("size", window.size);
                let facts = facts.about(object, first..first + size);
                Err(Stop::undefined(Undefined::InnerBounds, facts))
            }
            _ => Ok(()),
        }
    }
}
