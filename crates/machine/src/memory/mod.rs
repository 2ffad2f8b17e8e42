//! Memory: objects, what their bytes hold, and who may touch them.
//!
//! Bytes are reached only through [`Memory::access`], which has checked the
//! pointer's provenance, the object's lifetime and bounds, and alignment. A
//! byte has a value, a mask of initialised bits, and a fragment of a pointer's
//! provenance if it is part of one; so copying bytes copies pointers, padding
//! and what is not initialised as faithfully as C asks for.

mod object;
mod transfer;

use elenchus_lang::tree::DeclId;
use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

pub use object::{Fragment, Kind, Object, State};
pub use transfer::Bits;

use crate::stop::{Limit, Stop};
use crate::value::Value;

/// Which object a pointer may point into: its place in the table and its
/// generation there, so that a pointer to an object that is gone never means
/// the one that took its place. Zero is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Provenance(pub u64);

impl Provenance {
    pub const NONE: Provenance = Provenance(0);

    fn new(index: usize, generation: u32) -> Provenance {
        Provenance(u64::from(generation) << 32 | (index as u64 + 1))
    }

    fn index(self) -> Option<usize> {
        (self.0 as u32 as usize).checked_sub(1)
    }

    fn generation(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// Bytes that were found accessible.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub object: usize,
    pub offset: usize,
}

pub struct Memory {
    pub objects: Vec<Object>,
    /// Places in the table of objects that are gone, to be used again.
    free: Vec<usize>,
    next_static: u64,
    next_stack: u64,
    next_heap: u64,
    pub used: u64,
    pub limit: u64,
}

/// Addresses only have to look like some: aligned, apart, and never null.
const STATIC_BASE: u64 = 0x40_0000;
const HEAP_BASE: u64 = 0x2000_0000;
const STACK_BASE: u64 = 0x7000_0000;
/// So that one past an object is never the address of the next.
const GAP: u64 = 16;

impl Memory {
    pub fn new(limit: u64) -> Memory {
        Memory {
            objects: Vec::new(),
            free: Vec::new(),
            next_static: STATIC_BASE,
            next_stack: STACK_BASE,
            next_heap: HEAP_BASE,
            used: 0,
            limit,
        }
    }

    /// A new object; its bytes are indeterminate.
    pub fn allocate(
        &mut self,
        kind: Kind,
        size: u64,
        align: u64,
        ty: Option<TypeId>,
        decl: Option<DeclId>,
    ) -> Result<Value, Stop> {
        if self.used.saturating_add(size) > self.limit {
            return Err(Stop::Limit(Limit::Memory));
        }
        self.used += size;
        let next = match kind {
            Kind::Static | Kind::Literal | Kind::Function => &mut self.next_static,
            Kind::Automatic | Kind::Temporary => &mut self.next_stack,
            Kind::Allocated => &mut self.next_heap,
        };
        let align = align.max(1);
        let address = next.next_multiple_of(align);
        *next = address + size + GAP;
        let index = match self.free.pop() {
            Some(index) => {
                self.objects[index].renew(kind, address, size, ty, decl);
                index
            }
            None => {
                self.objects.push(Object::new(kind, address, size, ty, decl));
                self.objects.len() - 1
            }
        };
        let provenance = Provenance::new(index, self.objects[index].generation);
        Ok(Value::pointer(address, provenance))
    }

    /// Where the stack's addresses continue, to be handed back to `release_stack`.
    pub fn stack_mark(&self) -> u64 {
        self.next_stack
    }

    /// After a block's objects are gone their addresses are used again.
    pub fn release_stack(&mut self, mark: u64) {
        self.next_stack = mark;
    }

    /// Ends an object's lifetime.
    pub fn end(&mut self, pointer: Value, freed: bool) {
        let Some(index) = pointer.provenance().index() else { return };
        let object = &mut self.objects[index];
        if object.generation != pointer.provenance().generation() || object.state != State::Live {
            return;
        }
        object.state = if freed { State::Freed } else { State::Ended };
        self.used -= object.size;
        object.give_back();
        self.free.push(index);
    }

    /// The object that a pointer belongs to, alive or remembered.
    pub fn object_of(&self, provenance: Provenance) -> Option<(usize, &Object)> {
        let index = provenance.index()?;
        let object = self.objects.get(index)?;
        (object.generation == provenance.generation()).then_some((index, object))
    }

    /// Whether the pointer's object still lives.
    pub fn is_alive(&self, provenance: Provenance) -> bool {
        self.object_of(provenance).is_some_and(|(_, o)| o.state == State::Live)
    }

    /// Checks that `size` bytes at a pointer may be touched.
    #[inline]
    pub fn access(&self, pointer: Value, size: u64, align: u64) -> Result<Place, Stop> {
        if let Some(index) = pointer.provenance().index() {
            let object = &self.objects[index];
            let offset = pointer.lo.wrapping_sub(object.address);
            if object.generation == pointer.provenance().generation()
                && object.state == State::Live
                && offset <= object.size
                && object.size - offset >= size
                && pointer.lo & (align - 1) == 0
            {
                return Ok(Place { object: index, offset: offset as usize });
            }
        }
        Err(self.denied(pointer, size, align))
    }

    /// Says why an access is not allowed.
    #[cold]
    fn denied(&self, pointer: Value, size: u64, align: u64) -> Stop {
        let address = pointer.lo;
        let Some(index) = pointer.provenance().index() else {
            if address == 0 {
                return Stop::undefined(Undefined::NullAccess, "the pointer is null");
            }
            let detail = format!("address {address:#x} belongs to no object");
            return Stop::undefined(Undefined::OutOfBounds, detail);
        };
        let object = &self.objects[index];
        if object.generation != pointer.provenance().generation() || object.state != State::Live {
            let freed = match object.generation == pointer.provenance().generation() {
                true => object.state == State::Freed,
                false => object.was_freed(pointer.provenance().generation()),
            };
            return match freed {
                true => Stop::undefined(Undefined::UseAfterFree, "the memory was freed"),
                false => {
                    Stop::undefined(Undefined::LifetimeEnded, "the object's lifetime has ended")
                }
            };
        }
        let offset = address.wrapping_sub(object.address) as i64;
        if offset == object.size as i64 && size > 0 {
            let detail = format!("one past the end of an object of {} bytes", object.size);
            return Stop::undefined(Undefined::OnePastAccess, detail);
        }
        if offset < 0 || offset as u64 + size > object.size {
            let detail =
                format!("{size} bytes at offset {offset} of an object of {} bytes", object.size);
            return Stop::undefined(Undefined::OutOfBounds, detail);
        }
        let detail = format!("address {address:#x} is not a multiple of {align}");
        Stop::undefined(Undefined::Misaligned, detail)
    }

    /// The live object whose address was made an integer and that holds this
    /// address (PNVI-ae-udi).
    pub fn exposed_at(&self, address: u64) -> Provenance {
        let holds = |o: &Object| {
            o.exposed
                && o.state == State::Live
                && address >= o.address
                && address <= o.address + o.size
        };
        let found = self.objects.iter().position(holds);
        found.map_or(Provenance::NONE, |i| Provenance::new(i, self.objects[i].generation))
    }

    pub fn expose(&mut self, provenance: Provenance) {
        if let Some(index) = provenance.index() {
            if let Some(object) = self.objects.get_mut(index) {
                if object.generation == provenance.generation() {
                    object.exposed = true;
                }
            }
        }
    }
}
