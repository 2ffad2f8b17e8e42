//! Reading and writing the bytes of checked places.

use elenchus_lang::target::Endian;
use elenchus_lang::undefined::Undefined;

use super::log::words;
use super::notes::How;
use super::object::{CONTINUED, Contents, Object, Tag, UNTAGGED};
use super::{Memory, Place, Provenance};
use crate::choose::{AS_GCC, Open, mixed};
use crate::code::Access;
use crate::facts::{AccessFacts, Facts};
use crate::rules::padding::Hole;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

/// A run of bits in a struct, as `lang::layout` numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    /// From the first bit of the bytes that were accessed.
    pub start: u8,
    pub width: u8,
}

/// How the target writes numbers and pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    pub endian: Endian,
    /// Bytes of a pointer: a power of two.
    pub word: usize,
}

impl Memory {
    /// What most loads read, for a quick access: a number in an object of that
    /// very type, with nothing special about any of its bytes. Nothing where
    /// more has to be looked at, or where something is wrong.
    #[inline(always)]
    pub fn read_scalar(&self, pointer: Value, access: &Access) -> Option<u64> {
        let object = self.objects.get(pointer.provenance().index()?)?;
        let offset = self.plain_offset(object, pointer, access)?;
        self.read_number(object, offset, access)
    }

    /// The same for an element of an array, `index` elements on. That is not so
    /// large that the number of bytes could overflow.
    #[inline(always)]
    pub fn read_element(&self, pointer: Value, index: u64, access: &Access) -> Option<u64> {
        let object = self.objects.get(pointer.provenance().index()?)?;
        let start = pointer.lo.wrapping_sub(object.address);
        if start > object.contents.bytes.len() as u64 {
            return None;
        }
        let bytes = index.wrapping_mul(access.size.into());
        let element = Value { lo: pointer.lo.wrapping_add(bytes), hi: pointer.hi };
        let offset = self.plain_offset(object, element, access)?;
        self.read_number(object, offset, access)
    }

    /// The number there, if all of it is initialised.
    #[inline(always)]
    fn read_number(&self, object: &Object, offset: usize, access: &Access) -> Option<u64> {
        let c = &object.contents;
        let (size, endian) = (access.size as usize, self.order.endian);
        if !c.masks.is_empty() {
            let ones = u64::MAX >> (64 - 8 * size);
            if number(&c.masks, offset, size, endian) != Some(ones) {
                return None;
            }
        }
        number(&c.bytes, offset, size, endian)
    }

    /// The same for stores: false where more has to be done.
    #[inline(always)]
    pub fn write_scalar(&mut self, pointer: Value, access: &Access, bits: u64) -> bool {
        let Some(index) = pointer.provenance().index() else { return false };
        let object = &self.objects[index];
        let Some(offset) = self.plain_offset(object, pointer, access) else { return false };
        if object.plan.read_only {
            return false;
        }
        let (size, endian) = (access.size as usize, self.order.endian);
        self.save(index, offset, size);
        let c = &mut self.objects[index].contents;
        if !c.masks.is_empty() {
            put_number(&mut c.masks, offset, size, u64::MAX, endian);
        }
        put_number(&mut c.bytes, offset, size, bits, endian)
    }

    /// A number in an object with nothing special about any of its bytes.
    #[inline(always)]
    pub fn read_part(&self, object: usize, offset: usize, size: usize) -> Option<u64> {
        let c = &self.objects.get(object)?.contents;
        match c.has_shadows() {
            true => None,
            false => number(&c.bytes, offset, size, self.order.endian),
        }
    }

    /// The same for stores: false where more has to be done.
    #[inline(always)]
    pub fn write_part(&mut self, object: usize, offset: usize, size: usize, bits: u64) -> bool {
        if self.objects[object].contents.has_shadows() {
            return false;
        }
        self.save(object, offset, size);
        let c = &mut self.objects[object].contents;
        put_number(&mut c.bytes, offset, size, bits, self.order.endian)
    }

    /// Where such a number lies.
    #[inline(always)]
    fn plain_offset(&self, object: &Object, pointer: Value, access: &Access) -> Option<usize> {
        let c = &object.contents;
        let offset = pointer.lo.wrapping_sub(object.address) as usize;
        let size = access.size as usize;
        // What is gone has no bytes.
        let plain = object.generation == pointer.provenance().generation()
            && object.plan.leaf == Some(access.leaf)
            && pointer.lo & u64::from(access.align - 1) == 0
            && offset < c.bytes.len()
            && c.bytes.len() - offset >= size
            && c.taints.len() | c.pointers.len() | c.tags.len() == 0;
        plain.then_some(offset)
    }

    /// A number of 1, 2, 4 or 8 bytes if there is nothing special about them.
    #[inline]
    pub fn read_plain(&self, place: Place, size: usize) -> Option<u64> {
        let c = &self.objects[place.object].contents;
        if size > 8 {
            return None;
        }
        if !c.taints.is_empty()
            && number(&c.taints, place.offset, size, self.order.endian) != Some(0)
        {
            return None;
        }
        if holds_pointer(c, place.offset, size, self.order.word) {
            return None;
        }
        let endian = self.order.endian;
        if !c.masks.is_empty() {
            let ones = u64::MAX >> (64 - 8 * size);
            if number(&c.masks, place.offset, size, endian) != Some(ones) {
                return None;
            }
        }
        number(&c.bytes, place.offset, size, endian)
    }

    /// Writes such a number, if nothing else has to be done for it.
    #[inline]
    pub fn write_plain(&mut self, place: Place, size: usize, bits: u64, tag: Tag) -> bool {
        if size > 8 || !size.is_power_of_two() {
            return false;
        }
        self.save(place.object, place.offset, size);
        let Order { endian, word } = self.order;
        let c = &mut self.objects[place.object].contents;
        if !c.tags.is_empty() || tag != UNTAGGED {
            c.set_tag(place.offset, size, tag);
        }
        drop_pointers(c, place.offset, size, word);
        if !c.masks.is_empty() {
            put_number(&mut c.masks, place.offset, size, u64::MAX, endian);
        }
        if !c.taints.is_empty() {
            put_number(&mut c.taints, place.offset, size, 0, endian);
        }
        put_number(&mut c.bytes, place.offset, size, bits, endian)
    }

    /// A number of `size` bytes, and which of its bits are unspecified.
    #[inline]
    pub fn read(&mut self, place: Place, size: usize) -> Result<(u128, u128), Stop> {
        let c = &self.objects[place.object].contents;
        if !c.is_initialised(place.offset, size) {
            return Err(self.uninitialised(place, size));
        }
        let bits = gather(&c.bytes[place.offset..place.offset + size], self.order.endian);
        if c.taints.is_empty() && c.pointers.is_empty() {
            return Ok((bits, 0));
        }
        Ok((bits, self.taint(place, size)))
    }

    #[cold]
    pub fn uninitialised(&self, place: Place, size: usize) -> Stop {
        let object = &self.objects[place.object];
        let (offset, end) = (place.offset as u64, (place.offset + size) as u64);
        let about = |finding: Finding| {
            Facts::new(finding)
                .about(Provenance::new(place.object, object.generation), offset..end)
                .access(AccessFacts {
                    offset: Some(offset as i64),
                    size: size as u64,
                    ..AccessFacts::default()
                })
        };
        if object.jumped {
            return Stop::undefined(Undefined::LongjmpLocal, about(Finding::ChangedBeforeJump));
        }
        let part = &object.contents.masks.get(place.offset..place.offset + size);
        let facts = match part.is_some_and(|masks| masks.iter().any(|&mask| mask != 0)) {
            _ if size as u64 == object.plan.size => about(Finding::NoValue),
            true => about(Finding::BytesWithoutValue),
            false => about(Finding::PartWithoutValue),
        };
        let facts = facts.number("size", size).number("offset", place.offset);
        Stop::undefined(Undefined::Uninitialised, facts)
    }

    #[cold]
    fn taint(&mut self, place: Place, size: usize) -> u128 {
        let open = gather(&self.taint_bytes(place, size)[..size.min(16)], self.order.endian);
        self.unless_chosen(open)
    }

    /// Bits that are open, or none where they were chosen when they were written.
    fn unless_chosen(&self, open: u128) -> u128 {
        if open != 0 && self.choices.take(Open::Padding).is_some() { 0 } else { open }
    }

    /// Whether some bit of these bytes is open.
    pub fn is_open(&self, place: Place, size: usize) -> bool {
        let contents = &self.objects[place.object].contents;
        contents.is_tainted(place.offset, size) && self.unless_chosen(1) != 0
            || self.holds_pointers(place, size) && self.choices.take(Open::Addresses).is_none()
    }

    /// The unspecified bits of these bytes. Pointers that are read as numbers
    /// are exposed, and their address bits are not specified.
    fn taint_bytes(&mut self, place: Place, size: usize) -> Vec<u8> {
        let c = &self.objects[place.object].contents;
        let mut masks = match c.taints.is_empty() {
            true => vec![0; size],
            false => c.taints[place.offset..place.offset + size].to_vec(),
        };
        let Order { endian, word } = self.order;
        let held: Vec<(usize, Value)> = words(place.offset, size, word, c)
            .filter(|&w| c.pointers[w] != Provenance::NONE)
            .map(|w| {
                let address = gather(&c.bytes[w * word..(w + 1) * word], endian) as u64;
                (w * word, Value::pointer(address, c.pointers[w]))
            })
            .collect();
        for (start, pointer) in held {
            self.expose(pointer.provenance());
            let mut bytes = [0; 16];
            scatter(&mut bytes[..word], self.address_taint(pointer).into(), endian);
            for (i, byte) in bytes[..word].iter().enumerate() {
                if (place.offset..place.offset + size).contains(&(start + i)) {
                    masks[start + i - place.offset] |= byte;
                }
            }
        }
        masks
    }

    #[inline]
    pub fn write(&mut self, place: Place, size: usize, bits: u128, taint: u128, tag: Tag) {
        self.save(place.object, place.offset, size);
        let Order { endian, word } = self.order;
        let c = &mut self.objects[place.object].contents;
        let range = place.offset..place.offset + size;
        scatter(&mut c.bytes[range.clone()], bits, endian);
        c.set_masks(place.offset, size, 0xff);
        if taint != 0 && c.taints.is_empty() {
            c.taints = vec![0; c.bytes.len()];
        }
        if !c.taints.is_empty() {
            scatter(&mut c.taints[range], taint, endian);
        }
        drop_pointers(c, place.offset, size, word);
        if tag != UNTAGGED || !c.tags.is_empty() {
            c.set_tag(place.offset, size, tag);
        }
    }

    /// A pointer. Bytes that are not those of one stored pointer are a number
    /// that is made one: it may point into what was exposed.
    pub fn read_pointer(&mut self, place: Place) -> Result<Value, Stop> {
        let Order { endian, word } = self.order;
        let c = &self.objects[place.object].contents;
        let ones = u64::MAX >> (64 - 8 * word);
        let whole =
            c.masks.is_empty() || number(&c.masks, place.offset, word, endian) == Some(ones);
        let address = match number(&c.bytes, place.offset, word, endian) {
            Some(address) if whole => address,
            _ => return Err(self.uninitialised(place, word)),
        };
        if place.offset & (word - 1) == 0 {
            match c.pointers.get(place.offset >> word.trailing_zeros()) {
                Some(&provenance) if provenance != Provenance::NONE && !provenance.is_number() => {
                    return Ok(Value::pointer(address, provenance));
                }
                _ => {}
            }
        }
        if !c.pointers.is_empty() {
            // Parts of other pointers.
            self.taint(place, word);
        }
        let provenance = if address == 0 { Provenance::NONE } else { self.exposed_at(address) };
        Ok(Value::pointer(address, provenance))
    }

    /// The pointer, or the integer made of one, that lies in this place whole.
    pub fn pointer_at(&self, place: Place) -> Option<Value> {
        let Order { endian, word } = self.order;
        let c = &self.objects[place.object].contents;
        let at = (place.offset & (word - 1) == 0).then_some(place.offset / word)?;
        let provenance = *c.pointers.get(at)?;
        let address = number(&c.bytes, place.offset, word, endian)?;
        provenance.index().map(|_| Value::pointer(address, provenance))
    }

    pub fn write_pointer(&mut self, place: Place, pointer: Value, tag: Tag) {
        let word = self.order.word;
        let provenance = pointer.provenance();
        let aligned = place.offset & (word - 1) == 0;
        let mut taint = 0;
        if !aligned && provenance != Provenance::NONE {
            // It lies in a packed struct; its bytes will do.
            self.expose(provenance);
            taint = self.address_taint(pointer);
        }
        if taint != 0 || !self.write_plain(place, word, pointer.lo, tag) {
            self.write(place, word, pointer.lo.into(), taint.into(), tag);
        }
        if aligned && provenance != Provenance::NONE {
            let c = &mut self.objects[place.object].contents;
            if c.pointers.is_empty() {
                c.pointers.resize(c.bytes.len() / word, Provenance::NONE);
            }
            c.pointers[place.offset >> word.trailing_zeros()] = provenance;
        }
    }

    /// A bit-field in `size` bytes; only its own bits need a value.
    pub fn read_bits(
        &mut self,
        place: Place,
        size: usize,
        field: Bits,
    ) -> Result<(u128, u128), Stop> {
        let Order { endian, word } = self.order;
        let c = &self.objects[place.object].contents;
        let range = place.offset..place.offset + size;
        let part = Part { shift: field_shift(size, field, endian), ones: low_bits(field.width) };
        if !c.masks.is_empty() && part.of(&c.masks[range.clone()], endian) != part.ones {
            return Err(self.uninitialised(place, size));
        }
        let bits = part.of(&c.bytes[range.clone()], endian);
        let taint = match holds_pointer(c, place.offset, size, word) {
            true => self.taint(place, size) >> part.shift & part.ones,
            false if c.taints.is_empty() => 0,
            false => self.unless_chosen(part.of(&c.taints[range], endian)),
        };
        Ok((bits, taint))
    }

    pub fn write_bits(&mut self, place: Place, size: usize, field: Bits, value: u128, taint: u128) {
        self.save_before(place.object, place.offset, size, How::Field(field));
        let Order { endian, word } = self.order;
        let c = &mut self.objects[place.object].contents;
        let range = place.offset..place.offset + size;
        let part = Part { shift: field_shift(size, field, endian), ones: low_bits(field.width) };
        part.put(&mut c.bytes[range.clone()], value, endian);
        if !c.masks.is_empty() {
            part.put(&mut c.masks[range.clone()], u128::MAX, endian);
        }
        if taint != 0 && c.taints.is_empty() {
            c.taints = vec![0; c.bytes.len()];
        }
        if !c.taints.is_empty() {
            part.put(&mut c.taints[range], taint, endian);
        }
        drop_pointers(c, place.offset, size, word);
        c.clear_tags(place.offset, size);
    }

    /// Whether some of these bytes are part of a pointer.
    pub fn holds_pointers(&self, place: Place, size: usize) -> bool {
        let c = &self.objects[place.object].contents;
        !c.pointers.is_empty()
            && words(place.offset, size, self.order.word, c)
                .any(|w| c.pointers[w] != Provenance::NONE)
    }

    /// Sets all bytes to one value, as `memset` does.
    pub fn fill(&mut self, place: Place, size: usize, byte: u8) {
        self.save(place.object, place.offset, size);
        let word = self.order.word;
        let whole = !self.log.undoes();
        let c = &mut self.objects[place.object].contents;
        c.bytes[place.offset..place.offset + size].fill(byte);
        if whole && place.offset == 0 && size == c.bytes.len() {
            // All of it: no shadow says anything any more.
            c.masks.clear();
            c.taints.clear();
            c.pointers.clear();
            c.tags.clear();
            return;
        }
        c.set_masks(place.offset, size, 0xff);
        c.clear_taints(place.offset, size);
        drop_pointers(c, place.offset, size, word);
        c.clear_tags(place.offset, size);
    }

    /// Writes bytes that are the machine's own, as `sprintf` does.
    pub fn put(&mut self, place: Place, bytes: &[u8]) {
        self.fill(place, bytes.len(), 0);
        let c = &mut self.objects[place.object].contents;
        c.bytes[place.offset..place.offset + bytes.len()].copy_from_slice(bytes);
    }

    /// Some bytes from a place on take values that C leaves open: all of their
    /// bits are unspecified. Mostly they were so before.
    #[inline]
    pub fn open(&mut self, place: Place, holes: &[Hole]) {
        let c = &self.objects[place.object].contents;
        let is_open = |&(start, size): &Hole| {
            let start = place.offset + start as usize;
            let taints = c.taints.get(start..start + size as usize);
            taints.is_some_and(|taints| taints.iter().all(|&taint| taint == 0xff))
        };
        if !holes.iter().all(is_open) {
            self.open_all(place, holes);
        }
    }

    /// Whether none of these bytes has a value that a program could rely on.
    pub fn says_nothing(&self, place: Place, (start, size): Hole) -> bool {
        let c = &self.objects[place.object].contents;
        let bytes = place.offset + start as usize..place.offset + (start + size) as usize;
        let open = c.taints.get(bytes.clone());
        open.is_some_and(|taints| taints.iter().all(|&taint| taint == 0xff))
            || c.masks.get(bytes).is_some_and(|masks| masks.iter().all(|&mask| mask == 0))
    }

    #[inline(never)]
    fn open_all(&mut self, place: Place, holes: &[Hole]) {
        let word = self.order.word;
        for &(start, size) in holes {
            let (start, size) = (place.offset + start as usize, size as usize);
            self.save_before(place.object, start, size, How::Opened);
            let seed = self.choices.seed().filter(|&seed| seed != AS_GCC);
            let c = &mut self.objects[place.object].contents;
            if c.taints.is_empty() {
                c.taints.resize(c.bytes.len(), 0);
            }
            if let Some(seed) = seed {
                c.bytes[start..start + size].fill(mixed(seed, start as u64) as u8);
            }
            c.taints[start..start + size].fill(0xff);
            c.set_masks(start, size, 0xff);
            drop_pointers(c, start, size, word);
        }
    }

    /// These bytes become indeterminate.
    pub fn forget(&mut self, place: Place, size: usize) {
        if self.objects[place.object].contents.is_blank() {
            return;
        }
        self.save_before(place.object, place.offset, size, How::Forgotten);
        let word = self.order.word;
        let c = &mut self.objects[place.object].contents;
        c.set_masks(place.offset, size, 0);
        c.clear_taints(place.offset, size);
        drop_pointers(c, place.offset, size, word);
        c.clear_tags(place.offset, size);
    }

    /// Copies bytes with all that they carry: what is not initialised stays
    /// so, and pointers stay pointers. The ranges may overlap. `tags` are the
    /// types of the source if its object does not keep them itself.
    pub fn copy(&mut self, to: Place, from: Place, size: usize, tags: Option<&[Tag]>) {
        if size == 0 {
            return;
        }
        self.save(to.object, to.offset, size);
        let parts = self.carry_pointers(to, from, size);
        self.copy_bytes(to, from, size, tags);
        if let Some(taints) = parts {
            let c = &mut self.objects[to.object].contents;
            if c.taints.is_empty() {
                c.taints = vec![0; c.bytes.len()];
            }
            c.taints[to.offset..to.offset + size].copy_from_slice(&taints);
        }
    }

    fn copy_bytes(&mut self, to: Place, from: Place, size: usize, tags: Option<&[Tag]>) {
        if from.object == to.object {
            let c = &mut self.objects[to.object].contents;
            let range = from.offset..from.offset + size;
            c.bytes.copy_within(range.clone(), to.offset);
            for shadow in [&mut c.masks, &mut c.taints] {
                if !shadow.is_empty() {
                    shadow.copy_within(range.clone(), to.offset);
                }
            }
            if let (Some(tags), false) = (tags, c.tags.is_empty()) {
                c.clear_tags(to.offset, size);
                c.tags[to.offset..to.offset + size].copy_from_slice(tags);
                mend_tags(c, to.offset, size);
            } else if !c.tags.is_empty() {
                c.tags.copy_within(range, to.offset);
                mend_tags(c, to.offset, size);
            }
            return;
        }
        let Ok([source, target]) = self.objects.get_disjoint_mut([from.object, to.object]) else {
            return;
        };
        let (source, target) = (&source.contents, &mut target.contents);
        let (there, here) = (to.offset..to.offset + size, from.offset..from.offset + size);
        target.bytes[there.clone()].copy_from_slice(&source.bytes[here.clone()]);
        carry(&mut target.masks, &source.masks, &there, &here, 0xff, target.bytes.len());
        carry(&mut target.taints, &source.taints, &there, &here, 0, target.bytes.len());
        let known = match tags {
            Some(tags) => tags,
            None if source.tags.is_empty() => &[],
            None => &source.tags[here],
        };
        if known.is_empty() {
            target.clear_tags(to.offset, size);
            return;
        }
        if target.tags.is_empty() {
            target.tags = vec![UNTAGGED; target.bytes.len()];
        }
        target.clear_tags(to.offset, size);
        target.tags[there].copy_from_slice(known);
        mend_tags(target, to.offset, size);
    }

    /// Whole aligned words take their provenance along; of others only the
    /// bytes are copied, which exposes what they point into: then the result
    /// is what is unspecified about the bytes.
    fn carry_pointers(&mut self, to: Place, from: Place, size: usize) -> Option<Vec<u8>> {
        let word = self.order.word;
        let source = &self.objects[from.object].contents;
        let mut held = Vec::new();
        let mut whole = true;
        if !source.pointers.is_empty() {
            for w in words(from.offset, size, word, source) {
                let (start, provenance) = (w * word, source.pointers[w]);
                if provenance == Provenance::NONE {
                    continue;
                }
                let inside = start >= from.offset && start + word <= from.offset + size;
                let target = (start + to.offset).wrapping_sub(from.offset);
                match inside && target % word == 0 {
                    true => held.push((provenance, target / word)),
                    false => whole = false,
                }
            }
        }
        let taints = (!whole).then(|| self.taint_bytes(from, size));
        let c = &mut self.objects[to.object].contents;
        drop_pointers(c, to.offset, size, word);
        if !held.is_empty() && c.pointers.is_empty() {
            c.pointers.resize(c.bytes.len() / word, Provenance::NONE);
        }
        for (provenance, target) in held {
            c.pointers[target] = provenance;
        }
        taints
    }
}

/// Copies a shadow that either side may lack.
fn carry(
    target: &mut Vec<u8>,
    source: &[u8],
    there: &std::ops::Range<usize>,
    here: &std::ops::Range<usize>,
    neutral: u8,
    size: usize,
) {
    if source.is_empty() {
        if !target.is_empty() {
            target[there.clone()].fill(neutral);
        }
        return;
    }
    if target.is_empty() {
        target.resize(size, neutral);
    }
    target[there.clone()].copy_from_slice(&source[here.clone()]);
}

/// A copy may have cut values at its ends: the parts have no type.
fn mend_tags(c: &mut Contents, offset: usize, size: usize) {
    let end = offset + size;
    let head = c.tags[offset..end].iter().take_while(|&&t| t == CONTINUED).count();
    let continues = offset > 0 && c.tags[offset - 1] != UNTAGGED;
    if !continues {
        c.tags[offset..offset + head].fill(UNTAGGED);
    }
}

#[inline]
fn holds_pointer(c: &Contents, offset: usize, size: usize, word: usize) -> bool {
    !c.pointers.is_empty()
        && words(offset, size, word, c).any(|w| c.pointers[w] != Provenance::NONE)
}

#[inline]
fn drop_pointers(c: &mut Contents, offset: usize, size: usize, word: usize) {
    if !c.pointers.is_empty() && size > 0 {
        let range = words(offset, size, word, c);
        c.pointers[range].fill(Provenance::NONE);
    }
}

pub(super) fn low_bits(width: u8) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// How far the field's last bit is from the end of the number that its bytes
/// make: memory order counts from the other side on a big-endian machine.
pub(super) fn field_shift(size: usize, field: Bits, endian: Endian) -> u32 {
    match endian {
        Endian::Little => field.start.into(),
        Endian::Big => (size * 8) as u32 - u32::from(field.start) - u32::from(field.width),
    }
}

/// The number in up to 8 bytes, if there are some. Parts of it are read that may
/// overlap: numbers of all sizes follow each other, and this is but one branch.
#[inline(always)]
pub(super) fn number(bytes: &[u8], at: usize, size: usize, endian: Endian) -> Option<u64> {
    if size > 8 {
        return None;
    }
    let bytes = bytes.get(at..at + size)?;
    let little = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(&first), Some(&last)) => {
            let (first, last) = (u32::from_le_bytes(first), u32::from_le_bytes(last));
            u64::from(first) | u64::from(last) << (8 * (size - 4))
        }
        _ => {
            let byte = |at: usize| u64::from(bytes[at]) << (8 * at);
            let last = size.checked_sub(1)?;
            byte(0) | byte(size / 2) | byte(last)
        }
    };
    Some(ordered(little, size, endian))
}

/// The reverse of [`number`]; false for other sizes.
#[inline(always)]
fn put_number(bytes: &mut [u8], at: usize, size: usize, bits: u64, endian: Endian) -> bool {
    if size == 0 || size > 8 {
        return false;
    }
    let Some(bytes) = bytes.get_mut(at..at + size) else { return true };
    let little = ordered(bits, size, endian);
    if size >= 4 {
        let last = (little >> (8 * (size - 4))) as u32;
        bytes[..4].copy_from_slice(&(little as u32).to_le_bytes());
        bytes[size - 4..].copy_from_slice(&last.to_le_bytes());
    } else {
        for at in [0, size / 2, size - 1] {
            bytes[at] = (little >> (8 * at)) as u8;
        }
    }
    true
}

/// A little-endian number of so many bytes as the target has it, and back.
#[inline(always)]
fn ordered(number: u64, size: usize, endian: Endian) -> u64 {
    match endian {
        Endian::Little => number,
        Endian::Big => number.swap_bytes() >> (64 - 8 * size),
    }
}

/// Some bits of the number that a few bytes make.
#[derive(Clone, Copy)]
struct Part {
    shift: u32,
    ones: u128,
}

impl Part {
    #[inline]
    fn of(self, bytes: &[u8], endian: Endian) -> u128 {
        match number(bytes, 0, bytes.len(), endian) {
            // As most are: arithmetic on wide numbers costs much more.
            Some(word) => (word >> self.shift & self.ones as u64).into(),
            None => gather(bytes, endian) >> self.shift & self.ones,
        }
    }

    #[inline]
    fn put(self, bytes: &mut [u8], value: u128, endian: Endian) {
        if let Some(word) = number(bytes, 0, bytes.len(), endian) {
            let ones = (self.ones as u64) << self.shift;
            let word = word & !ones | (value as u64) << self.shift & ones;
            put_number(bytes, 0, bytes.len(), word, endian);
            return;
        }
        let ones = self.ones << self.shift;
        let rest = gather(bytes, endian) & !ones;
        scatter(bytes, rest | (value << self.shift) & ones, endian);
    }
}

#[inline]
pub(super) fn gather(bytes: &[u8], endian: Endian) -> u128 {
    if let Some(number) = number(bytes, 0, bytes.len(), endian) {
        return number.into();
    }
    let mut buffer = [0; 16];
    buffer[..bytes.len()].copy_from_slice(bytes);
    match endian {
        Endian::Little => u128::from_le_bytes(buffer),
        Endian::Big => u128::from_be_bytes(buffer) >> (8 * (16 - bytes.len())),
    }
}

#[inline]
pub(super) fn scatter(bytes: &mut [u8], bits: u128, endian: Endian) {
    let size = bytes.len();
    if put_number(bytes, 0, size, bits as u64, endian) {
        return;
    }
    match endian {
        Endian::Little => bytes.copy_from_slice(&bits.to_le_bytes()[..size]),
        Endian::Big => bytes.copy_from_slice(&bits.to_be_bytes()[16 - size..]),
    }
}
