//! Memory: objects, what their bytes hold, and who may touch them.
//!
//! Bytes are reached only through [`Memory::access`], which has checked the
//! pointer's provenance, the object's lifetime and bounds, and alignment. What
//! bytes carry beside their value (see [`object`]) is copied with them, so
//! copies of pointers, of padding and of what is not initialised are as
//! faithful as C asks for.
//!
//! While a mark is set (see [`log`]), every change is written down and can be
//! undone.

mod addresses;
mod after;
mod log;
mod look;
mod notes;
mod object;
mod transfer;

use std::collections::BTreeMap;
use std::rc::Rc;

use elenchus_lang::undefined::Undefined;

pub(crate) use after::After;
pub use log::Mark;
pub use look::Look;
pub use notes::{Change, How, Note};
pub use object::{CONTINUED, Contents, Kind, Object, Plan, Tag, UNTAGGED};
pub use transfer::{Bits, Order};

use crate::choose::{Choices, Open};
use crate::facts::{AccessFacts, Facts};
use crate::rules::order::{Shadow, Stamps};
use crate::stop::{Limit, Stop};
use crate::value::Value;
use crate::words::Finding;
use addresses::Addresses;
use log::{Log, Undo};

/// Which object a pointer may point into: its place in the table and its
/// generation there, so that a pointer to an object that is gone never means
/// the one that took its place. A restricted pointer that it is based on is part of it.
///
/// Copying a pointer keeps it, arithmetic stays in its object, and a cast to an integer
/// drops it: the object is exposed then, and a cast back finds it by its address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Provenance(pub u64);

impl Provenance {
    /// No object: a null pointer, or an address where no exposed object is. Such a
    /// pointer is compared and cast, never followed.
    pub const NONE: Provenance = Provenance(0);
    /// The address of a label (GNU). It points to no object; `goto` takes it.
    pub const LABEL: Provenance = Provenance(1 << 63);

    /// An integer that was made of a pointer to the object, as it lies in memory: read as
    /// a pointer it is what a cast of it would be.
    pub fn as_number(self) -> Provenance {
        Provenance(self.based_on(0).0 | NUMBER)
    }

    pub fn is_number(self) -> bool {
        self.0 & NUMBER != 0 && self.index().is_some()
    }

    /// So many bits say which object it is.
    pub const BITS: u32 = BASIS_SHIFT;

    fn new(index: usize, generation: u32) -> Provenance {
        Provenance(u64::from(generation) << 32 | (index as u64 + 1))
    }

    #[inline]
    pub fn index(self) -> Option<usize> {
        (self.0 as u32 as usize).checked_sub(1)
    }

    #[inline]
    fn generation(self) -> u32 {
        (self.0 >> 32) as u32 & LAST_GENERATION
    }

    /// The restricted pointer that it is based on, by number; zero is none.
    pub fn basis(self) -> u16 {
        (self.0 >> BASIS_SHIFT) as u16 & BASIS_MAX
    }

    pub fn based_on(self, basis: u16) -> Provenance {
        let cleared = self.0 & !(u64::from(BASIS_MAX) << BASIS_SHIFT);
        Provenance(cleared | u64::from(basis) << BASIS_SHIFT)
    }

    /// The same object, whatever the pointers are based on.
    #[inline]
    pub fn same(self, other: Provenance) -> bool {
        (self.0 ^ other.0) & !(u64::from(BASIS_MAX) << BASIS_SHIFT) == 0
    }
}

const BASIS_SHIFT: u32 = 32 + GENERATION_BITS;
const NUMBER: u64 = 1 << 63;
pub const BASIS_MAX: u16 = (1 << 11) - 1;

/// The bits that an address can have: of 64, the systems of our targets use 48 for
/// programs, which those rely on that put pointers into the bits of a NaN.
pub const ADDRESS_BITS: u64 = (1 << 48) - 1;

/// Bytes that were found accessible.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub object: usize,
    pub offset: usize,
}

/// All objects of a run, and the addresses that they have.
pub struct Memory {
    pub objects: Vec<Object>,
    /// Places in the table of objects that are gone, to be used again.
    free: Vec<usize>,
    /// The same for allocated memory: a stale pointer there was freed.
    free_heap: Vec<usize>,
    /// Live objects whose address was seen as an integer, by address.
    exposed: BTreeMap<u64, usize>,
    /// Where exposed objects were that are gone, for messages: to which
    /// address, and whether they were freed.
    gone: BTreeMap<u64, (u64, bool)>,
    counters: Counters,
    /// How many stamps objects have.
    stamps: usize,
    pub limit: u64,
    order: Order,
    log: Log,
    /// What is chosen of what C leaves open.
    pub choices: Rc<Choices>,
}

/// What only grows or falls as objects come and go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counters {
    addresses: Addresses,
    used: u64,
    births: u64,
}

/// A place whose generations are used up is not used again.
const LAST_GENERATION: u32 = (1 << GENERATION_BITS) - 1;
const GENERATION_BITS: u32 = 20;

impl Memory {
    pub fn new(limit: u64, order: Order) -> Memory {
        let counters = Counters { addresses: Addresses::new(order.word), used: 0, births: 0 };
        Memory {
            // Few programs have fewer, and they are large to be copied.
            objects: Vec::with_capacity(256),
            free: Vec::new(),
            free_heap: Vec::new(),
            exposed: BTreeMap::new(),
            gone: BTreeMap::new(),
            counters,
            stamps: 0,
            limit,
            order,
            log: Log::default(),
            choices: Rc::default(),
        }
    }

    /// Takes choices from now on; there are no objects yet.
    pub fn choose(&mut self, choices: Choices) {
        if let Some(seed) = choices.seed() {
            self.counters.addresses = Addresses::choose(self.order.word, seed);
        }
        self.choices = Rc::new(choices);
    }

    /// A new object; its bytes are indeterminate.
    pub fn allocate(&mut self, plan: Plan) -> Result<Value, Stop> {
        self.make(plan, false)
    }

    /// A new object of zeros.
    pub fn allocate_zeroed(&mut self, plan: Plan) -> Result<Value, Stop> {
        self.make(plan, true)
    }

    fn make(&mut self, plan: Plan, zeroed: bool) -> Result<Value, Stop> {
        let size = plan.size;
        if self.counters.used.saturating_add(size) > self.limit {
            return Err(Stop::Limit(Limit::Memory));
        }
        self.counters.used += size;
        self.counters.births += 1;
        let address = self.counters.addresses.next(&plan);
        let birth = self.counters.births;
        let bytes = if plan.kind == Kind::Function { 0 } else { size as usize };
        let (index, undo) = match self.free_list(plan.kind).pop() {
            Some(index) => {
                let object = &mut self.objects[index];
                object.plan = plan;
                object.live = true;
                object.address = address;
                object.birth = birth;
                object.exposed = false;
                object.jumped = false;
                object.shadow.clear();
                object.contents.reset(bytes, zeroed);
                (index, Undo::Reborn(index as u32))
            }
            None => {
                let mut contents = Contents::default();
                contents.reset(bytes, zeroed);
                self.objects.push(Object {
                    plan,
                    generation: 0,
                    live: true,
                    address,
                    birth,
                    exposed: false,
                    jumped: false,
                    shadow: Shadow::default(),
                    contents,
                });
                (self.objects.len() - 1, Undo::Born)
            }
        };
        if self.log.active() {
            self.log_made(index, undo);
        }
        Ok(Value::pointer(address, Provenance::new(index, self.objects[index].generation)))
    }

    fn free_list(&mut self, kind: Kind) -> &mut Vec<usize> {
        if kind == Kind::Allocated { &mut self.free_heap } else { &mut self.free }
    }

    /// Where the stack's addresses continue, to be handed back to `release_stack`.
    pub fn stack_mark(&self) -> u64 {
        self.counters.addresses.next_stack
    }

    /// After a block's objects are gone their addresses are used again.
    pub fn release_stack(&mut self, mark: u64) {
        self.counters.addresses.next_stack = mark;
    }

    /// How many objects have been made.
    pub fn births(&self) -> u64 {
        self.counters.births
    }

    /// Ends an object's lifetime.
    pub fn end(&mut self, pointer: Value, freed: bool) {
        let Some((index, _)) = self.object_of(pointer.provenance()) else { return };
        if self.objects[index].exposed {
            self.exposed.remove(&self.objects[index].address);
            let Object { address, plan, .. } = &self.objects[index];
            self.gone.insert(*address, (address + plan.size, freed));
        }
        let object = &mut self.objects[index];
        object.live = false;
        object.generation += 1;
        self.counters.used -= object.plan.size;
        self.stamps = self.stamps.saturating_sub(object.shadow.count());
        match self.log.active() {
            true => self.log_ended(index, freed),
            false => self.clear_out(index),
        }
    }

    /// The place of an object that is gone may be used again.
    fn clear_out(&mut self, index: usize) {
        let object = &mut self.objects[index];
        object.contents.clear();
        object.shadow.clear();
        let kind = object.plan.kind;
        if object.generation < LAST_GENERATION {
            self.free_list(kind).push(index);
        }
    }

    /// Room to note who touches each byte of an object. It takes far more
    /// than the bytes, so it has a bound of its own, as high as theirs.
    pub fn make_stamps(&mut self, object: usize, grain: u8) -> Result<(), Stop> {
        let object = &mut self.objects[object];
        let bytes = object.contents.bytes.len();
        self.stamps += Shadow::needed(bytes, grain).saturating_sub(object.shadow.count());
        if (self.stamps * size_of::<Stamps>()) as u64 > self.limit {
            return Err(Stop::Limit(Limit::Memory));
        }
        object.shadow.refine(bytes, grain);
        Ok(())
    }

    /// Takes back what was made for smaller groups.
    pub fn join_stamps(&mut self, object: usize, grain: u8) {
        let shadow = &mut self.objects[object].shadow;
        let before = shadow.count();
        shadow.coarsen(grain);
        self.stamps = self.stamps.saturating_sub(before - shadow.count());
    }

    /// The live object that a pointer belongs to.
    #[inline]
    pub fn object_of(&self, provenance: Provenance) -> Option<(usize, &Object)> {
        let index = provenance.index()?;
        let object = self.objects.get(index)?;
        (object.live && object.generation == provenance.generation()).then_some((index, object))
    }

    #[inline]
    pub fn live_object(&self, provenance: Provenance) -> Option<&Object> {
        self.object_of(provenance).map(|(_, object)| object)
    }

    /// The provenance of pointers to the object in this place of the table.
    pub fn provenance_of(&self, index: usize) -> Provenance {
        Provenance::new(index, self.objects[index].generation)
    }

    /// The object that a pointer belongs to, also one that is gone if its place
    /// was not used again.
    pub fn remembered(&self, provenance: Provenance) -> Option<&Object> {
        let object = self.objects.get(provenance.index()?)?;
        let gone = object.generation.wrapping_sub(provenance.generation());
        (gone == u32::from(!object.live)).then_some(object)
    }

    /// Whether the pointer's object still lives.
    pub fn is_alive(&self, provenance: Provenance) -> bool {
        self.object_of(provenance).is_some()
    }

    /// Whether a pointer's object was given to `free`.
    pub fn was_freed(&self, provenance: Provenance) -> bool {
        let object = provenance.index().and_then(|index| self.objects.get(index));
        object.is_some_and(|o| {
            o.plan.kind == Kind::Allocated && provenance.generation() < o.generation
        })
    }

    /// Checks that `size` bytes at a pointer may be touched.
    #[inline]
    pub fn access(&self, pointer: Value, size: u64, align: u64) -> Result<Place, Stop> {
        match self.place(pointer, size, align) {
            Some(place) => Ok(place),
            None => Err(self.denied(pointer, size, align)),
        }
    }

    /// The same where nobody asks what is wrong.
    #[inline]
    pub fn place(&self, pointer: Value, size: u64, align: u64) -> Option<Place> {
        let index = pointer.provenance().index()?;
        let object = &self.objects[index];
        let offset = pointer.lo.wrapping_sub(object.address);
        let fits = object.generation == pointer.provenance().generation()
            && offset <= object.plan.size
            && object.plan.size - offset >= size
            && pointer.lo & (align - 1) == 0
            && (object.plan.kind != Kind::Function || size == 0);
        fits.then_some(Place { object: index, offset: offset as usize })
    }

    /// Says why an access is not allowed.
    #[cold]
    pub fn denied(&self, pointer: Value, size: u64, align: u64) -> Stop {
        let address = pointer.lo;
        if pointer.provenance() == Provenance::NONE {
            if address == 0 {
                return Stop::undefined(Undefined::NullAccess, Finding::NullPointer);
            }
            if let Some((_, &(end, freed))) = self.gone.range(..=address).next_back() {
                match (address <= end, freed) {
                    (true, true) => {
                        return Stop::undefined(Undefined::UseAfterFree, Finding::Freed);
                    }
                    (true, false) => {
                        return Stop::undefined(Undefined::LifetimeEnded, Finding::Over);
                    }
                    _ => {}
                }
            }
            let facts = Facts::new(Finding::NoObject).address("address", address);
            return Stop::undefined(Undefined::OutOfBounds, facts);
        }
        let Some((_, object)) = self.object_of(pointer.provenance()) else {
            let (kind, finding) = match self.was_freed(pointer.provenance()) {
                true => (Undefined::UseAfterFree, Finding::Freed),
                false => (Undefined::LifetimeEnded, Finding::Over),
            };
            return Stop::undefined(kind, Facts::new(finding).about(pointer.provenance(), 0..0));
        };
        let object_size = object.plan.size;
        let offset = address.wrapping_sub(object.address) as i64;
        let about = |finding: Finding| {
            let start = u64::try_from(offset).unwrap_or(0);
            Facts::new(finding)
                .about(pointer.provenance(), start..start.saturating_add(size))
                .access(AccessFacts { offset: Some(offset), size, ..AccessFacts::default() })
        };
        if object.plan.kind == Kind::Function {
            return Stop::undefined(Undefined::OutOfBounds, about(Finding::FunctionBytes));
        }
        let outside = offset < 0 || offset as u64 + size > object_size;
        if object.plan.kind == Kind::Characters && outside && size > 0 {
            // The first entry is that of EOF.
            let facts = Facts::new(Finding::Argument);
            let facts = facts.number("argument", offset / size as i64 - 1);
            return Stop::undefined(Undefined::CtypeRange, facts);
        }
        if offset == object_size as i64 && size > 0 {
            return Stop::undefined(Undefined::OnePastAccess, about(Finding::OnePast));
        }
        if outside {
            let facts = about(Finding::Outside).number("size", size).number("offset", offset);
            return Stop::undefined(Undefined::OutOfBounds, facts);
        }
        let facts = about(Finding::Misaligned).address("address", address);
        Stop::undefined(Undefined::Misaligned, facts.number("alignment", align))
    }

    /// The live object whose address was made an integer and that holds this
    /// address (PNVI-ae-udi).
    pub fn exposed_at(&self, address: u64) -> Provenance {
        let Some((_, &index)) = self.exposed.range(..=address).next_back() else {
            return Provenance::NONE;
        };
        let object = &self.objects[index];
        match address <= object.address + object.plan.size {
            true => Provenance::new(index, object.generation),
            false => Provenance::NONE,
        }
    }

    /// How many bytes an address has.
    pub fn word(&self) -> usize {
        self.order.word
    }

    pub fn expose(&mut self, provenance: Provenance) {
        let Some((index, object)) = self.object_of(provenance) else { return };
        if object.exposed {
            return;
        }
        self.exposed.insert(object.address, index);
        self.objects[index].exposed = true;
        if self.log.undoes() {
            self.log.push(Undo::Exposed(index as u32));
        }
    }

    /// The bits of a pointer's address that C does not determine: all but
    /// those that the alignment of its object makes zero. None where it is chosen.
    pub fn address_taint(&self, pointer: Value) -> u64 {
        let open = match self.object_of(pointer.provenance()) {
            Some((_, object)) => !(object.plan.align.max(1) - 1) & ADDRESS_BITS,
            None if pointer.provenance() == Provenance::NONE => 0,
            None => ADDRESS_BITS,
        };
        if open != 0 && self.choices.take(Open::Addresses).is_some() { 0 } else { open }
    }
}
