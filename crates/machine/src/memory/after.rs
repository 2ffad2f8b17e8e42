//! What became of objects since a mark, to be compared.

use std::collections::{BTreeMap, BTreeSet};

use super::log::{Mark, Undo};
use super::object::{Contents, Tag, UNTAGGED};
use super::{Memory, Provenance};

/// What can be seen of an object: nothing, if it is gone.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct After(Option<Alive>);

#[derive(PartialEq, Eq, Debug)]
struct Alive {
    generation: u32,
    address: u64,
    size: u64,
    bytes: Vec<Byte>,
    pointers: Vec<Provenance>,
}

/// A byte: which of its bits have a value and which are open, its value and its type.
#[derive(PartialEq, Eq, Debug)]
struct Byte {
    mask: u8,
    taint: u8,
    value: u8,
    tag: Tag,
}

impl Memory {
    /// Objects that were made, changed or ended since a mark.
    pub(crate) fn touched_since(&self, mark: &Mark) -> BTreeSet<usize> {
        let entries = self.log.since(mark);
        let born = entries.iter().filter(|undo| matches!(undo, Undo::Born)).count();
        let made = self.objects.len() - born..self.objects.len();
        entries.iter().filter_map(Undo::object).chain(made).collect()
    }

    pub(crate) fn after(&self, objects: &BTreeSet<usize>) -> BTreeMap<usize, After> {
        objects.iter().map(|&object| (object, self.after_one(object))).collect()
    }

    pub(crate) fn after_one(&self, object: usize) -> After {
        let alive = self.objects.get(object).filter(|object| object.live);
        After(alive.map(|object| Alive {
            generation: object.generation,
            address: object.address,
            size: object.plan.size,
            bytes: bytes_of(&object.contents),
            pointers: match object.contents.pointers.iter().all(|&p| p == Provenance::NONE) {
                true => Vec::new(),
                false => object.contents.pointers.clone(),
            },
        }))
    }
}

fn bytes_of(contents: &Contents) -> Vec<Byte> {
    let byte = |(at, &value): (usize, &u8)| {
        let mask = contents.masks.get(at).copied().unwrap_or(0xff);
        let taint = contents.taints.get(at).copied().unwrap_or(0);
        let tag = contents.tags.get(at).copied().unwrap_or(UNTAGGED);
        Byte { mask, taint, value: value & mask, tag }
    };
    contents.bytes.iter().enumerate().map(byte).collect()
}
