//! One object: its bytes, masks and pointers.

use elenchus_lang::tree::DeclId;
use elenchus_lang::types::TypeId;
use rustc_hash::FxHashMap;

use super::Provenance;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Static,
    Automatic,
    /// A value that lies somewhere until its full expression ends.
    Temporary,
    Allocated,
    /// A string literal.
    Literal,
    /// A function: it has an address and no bytes.
    Function,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    Live,
    /// Its block was left.
    Ended,
    /// Given to `free`.
    Freed,
}

/// Byte `index` of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fragment {
    pub provenance: Provenance,
    pub index: u8,
}

pub struct Object {
    pub kind: Kind,
    pub state: State,
    pub generation: u32,
    pub address: u64,
    pub size: u64,
    /// The declared type; allocated memory has none.
    pub ty: Option<TypeId>,
    pub decl: Option<DeclId>,
    /// Defined const, or a literal: must not be written.
    pub read_only: bool,
    /// Its address was seen as an integer.
    pub exposed: bool,
    pub bytes: Vec<u8>,
    /// One mask for each byte; empty when every bit is initialised.
    pub masks: Vec<u8>,
    /// Pieces of pointers, by offset; empty where there are none.
    pub fragments: FxHashMap<u32, Fragment>,
    /// In allocated memory: the type of the last store, by offset.
    pub effective: FxHashMap<u32, TypeId>,
    /// Whether the object that was here before was freed, for messages.
    freed_before: bool,
}

impl Object {
    pub fn new(
        kind: Kind,
        address: u64,
        size: u64,
        ty: Option<TypeId>,
        decl: Option<DeclId>,
    ) -> Object {
        let mut object = Object {
            kind,
            state: State::Live,
            generation: 0,
            address,
            size,
            ty,
            decl,
            read_only: false,
            exposed: false,
            bytes: Vec::new(),
            masks: Vec::new(),
            fragments: FxHashMap::default(),
            effective: FxHashMap::default(),
            freed_before: false,
        };
        object.make_room();
        object
    }

    /// Takes the place of an object that is gone.
    pub fn renew(
        &mut self,
        kind: Kind,
        address: u64,
        size: u64,
        ty: Option<TypeId>,
        decl: Option<DeclId>,
    ) {
        self.freed_before = self.state == State::Freed;
        self.kind = kind;
        self.state = State::Live;
        self.generation = self.generation.wrapping_add(1);
        self.address = address;
        self.size = size;
        self.ty = ty;
        self.decl = decl;
        self.read_only = false;
        self.exposed = false;
        self.make_room();
    }

    fn make_room(&mut self) {
        if self.kind == Kind::Function {
            return;
        }
        self.bytes.resize(self.size as usize, 0);
        self.masks.resize(self.size as usize, 0);
    }

    /// Its contents are gone; small buffers stay for the next one.
    pub fn give_back(&mut self) {
        const KEPT: usize = 4096;
        self.bytes.clear();
        self.masks.clear();
        if self.bytes.capacity() > KEPT {
            self.bytes = Vec::new();
            self.masks = Vec::new();
        }
        self.fragments.clear();
        self.effective.clear();
    }

    pub fn was_freed(&self, generation: u32) -> bool {
        self.freed_before && generation.wrapping_add(1) == self.generation
    }

    /// All of it becomes indeterminate, as when its declaration is reached.
    pub fn forget(&mut self) {
        self.masks.clear();
        self.masks.resize(self.size as usize, 0);
        self.fragments.clear();
        self.effective.clear();
    }

    /// Whether every bit of these bytes is initialised.
    #[inline]
    pub fn is_initialised(&self, offset: usize, size: usize) -> bool {
        self.masks.is_empty() || self.masks[offset..offset + size].iter().all(|&m| m == 0xff)
    }

    /// Marks bytes as initialised.
    #[inline]
    pub fn initialise(&mut self, offset: usize, size: usize) {
        if !self.masks.is_empty() {
            self.masks[offset..offset + size].fill(0xff);
        }
    }

    /// Drops pieces of pointers that are about to be overwritten.
    #[inline]
    pub fn drop_fragments(&mut self, offset: usize, size: usize) {
        if !self.fragments.is_empty() {
            for i in offset..offset + size {
                self.fragments.remove(&(i as u32));
            }
        }
    }

    /// The bytes as a fresh, zeroed, initialised object would have them.
    pub fn zero(&mut self, offset: usize, size: usize) {
        self.bytes[offset..offset + size].fill(0);
        if offset == 0 && size == self.bytes.len() {
            self.masks.clear();
            self.fragments.clear();
        } else {
            self.initialise(offset, size);
            self.drop_fragments(offset, size);
        }
    }
}
