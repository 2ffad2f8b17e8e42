//! One object: its bytes and what is known about them.
//!
//! Beside the bytes lie shadows, each made only when it is needed: which bits
//! are initialised, which bits are unspecified, which words hold a pointer and
//! into what, and with which type allocated memory was last written.

use elenchus_lang::tree::DeclId;
use elenchus_lang::types::TypeId;

use super::Provenance;
use crate::rules::order::Shadow;

/// What makes an object and ends it (6.2.4). All of them have bounds; what else an
/// access must keep to is in the `Plan`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It lives as long as the program.
    Static,
    /// It lives as long as its block, or its call (`alloca`), and has no value at first. A
    /// pointer to it means nothing afterwards.
    Automatic,
    /// A value that lies somewhere until its full expression ends. A struct is not
    /// written again (6.2.4p8).
    Temporary,
    /// It lives until it is freed, and only such an object may be. It has no declared
    /// type: stores give it one.
    Allocated,
    /// A string literal: it lives as long as the program and is never written. Whether
    /// two with the same text are one object is not specified.
    Literal,
    /// A table that macros of `<ctype.h>` index with a character. A place outside of it
    /// means a character that they do not take.
    Characters,
    /// A function: it has an address to be called and compared. It has no bytes to be
    /// accessed, and no pointer moves within it.
    Function,
}

/// With which type a byte was last written. A number from 2 on is the first byte of a
/// value, and stands for its type and path: an access must agree with them (6.5p6).
pub type Tag = u32;
/// Nothing is known: the byte may be read with any type.
pub const UNTAGGED: Tag = 0;
/// A later byte of the value that begins before it.
pub const CONTINUED: Tag = 1;

/// What a new object is to be.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub kind: Kind,
    pub size: u64,
    pub align: u64,
    /// After so many bytes its type repeats.
    pub period: u64,
    /// The declared type; allocated memory has none.
    pub ty: Option<TypeId>,
    /// The one type of all scalars in it, if it has such.
    pub leaf: Option<TypeId>,
    /// Remembers the types of stores: allocated memory, and unions.
    pub tracks: bool,
    /// Defined const, or a literal: must not be written.
    pub read_only: bool,
    /// Defined volatile: only volatile lvalues may touch it.
    pub volatile: bool,
    pub decl: Option<DeclId>,
}

impl Plan {
    /// Memory without a declared type.
    pub fn untyped(kind: Kind, size: u64, align: u64) -> Plan {
        Plan {
            kind,
            size,
            align,
            period: u64::MAX,
            ty: None,
            leaf: None,
            tracks: true,
            read_only: false,
            volatile: false,
            decl: None,
        }
    }
}

/// An object that lives, or the place of one that is gone: that stays in the table until
/// another takes it, so that messages can say what became of it.
#[derive(Clone, Debug)]
pub struct Object {
    pub plan: Plan,
    /// A pointer into it is good only while this is also the pointer's.
    pub generation: u32,
    /// Nothing may be accessed otherwise.
    pub live: bool,
    pub address: u64,
    /// When it was made, counted over all objects.
    pub birth: u64,
    /// Its address was seen as an integer.
    pub exposed: bool,
    /// Who last touched each byte, where that was of interest.
    pub shadow: Shadow,
    /// A jump made parts of it indeterminate.
    pub jumped: bool,
    pub contents: Contents,
}

/// Buffers of so many bytes stay for the next object.
const KEPT: usize = 4096;

/// The bytes of an object and their shadows.
#[derive(Clone, Default, Debug)]
pub struct Contents {
    pub bytes: Vec<u8>,
    /// Initialised bits of each byte; empty when all are.
    pub masks: Vec<u8>,
    /// Unspecified bits of each byte; empty when none is.
    pub taints: Vec<u8>,
    /// The provenance of each aligned word; empty when none holds a pointer.
    pub pointers: Vec<Provenance>,
    /// One for each byte; empty when nothing was written with a type.
    pub tags: Vec<Tag>,
}

/// Allocators give no less, and the next object may be a little larger.
const SMALLEST: usize = 24;

/// An empty buffer gets so many bytes; growing it would be more work.
fn become_zeros(buffer: &mut Vec<u8>, size: usize) {
    if buffer.capacity() < size {
        *buffer = Vec::with_capacity(size.max(SMALLEST));
    }
    buffer.resize(size, 0);
}

impl Contents {
    /// So many bytes: zero, or indeterminate.
    pub(super) fn reset(&mut self, size: usize, zeroed: bool) {
        self.clear();
        let masks = if zeroed { 0 } else { size };
        if size > KEPT {
            // The system gives zeros, and no page before it is touched.
            self.bytes = vec![0; size];
            self.masks = vec![0; masks];
            return;
        }
        become_zeros(&mut self.bytes, size);
        become_zeros(&mut self.masks, masks);
    }

    /// Small buffers stay for the next object here.
    pub(super) fn clear(&mut self) {
        if self.bytes.capacity() > KEPT {
            *self = Contents::default();
            return;
        }
        self.bytes.clear();
        self.masks.clear();
        self.taints.clear();
        self.pointers.clear();
        self.tags.clear();
    }

    /// Whether there is something to say about some byte.
    #[inline]
    pub fn has_shadows(&self) -> bool {
        self.masks.len() | self.taints.len() | self.pointers.len() | self.tags.len() != 0
    }

    /// Whether there is no value yet, as in most objects whose declaration is
    /// reached.
    pub(super) fn is_blank(&self) -> bool {
        self.taints.len() | self.pointers.len() | self.tags.len() == 0
            && !self.masks.is_empty()
            && self.masks.iter().all(|&mask| mask == 0)
    }

    /// Whether every bit of these bytes is initialised.
    #[inline]
    pub fn is_initialised(&self, offset: usize, size: usize) -> bool {
        self.masks.is_empty() || self.masks[offset..offset + size].iter().all(|&m| m == 0xff)
    }

    /// Whether some bit of these bytes is unspecified, as address bits are.
    #[inline]
    pub fn is_tainted(&self, offset: usize, size: usize) -> bool {
        !self.taints.is_empty() && self.taints[offset..offset + size].iter().any(|&t| t != 0)
    }

    #[inline]
    pub(super) fn set_masks(&mut self, offset: usize, size: usize, mask: u8) {
        if self.masks.is_empty() {
            if mask == 0xff {
                return;
            }
            self.masks.resize(self.bytes.len(), 0xff);
        }
        self.masks[offset..offset + size].fill(mask);
    }

    #[inline]
    pub(super) fn clear_taints(&mut self, offset: usize, size: usize) {
        if !self.taints.is_empty() {
            self.taints[offset..offset + size].fill(0);
        }
    }

    #[inline]
    pub(super) fn clear_tags(&mut self, offset: usize, size: usize) {
        if self.tags.is_empty() {
            return;
        }
        // A value that loses its first byte has no type any more.
        let end = offset + size;
        let rest = self.tags[end..].iter().take_while(|&&t| t == CONTINUED).count();
        self.tags[offset..end + rest].fill(UNTAGGED);
    }

    /// Whether just these bytes are a value of that type already.
    #[inline]
    fn is_tagged(&self, offset: usize, size: usize, tag: Tag) -> bool {
        let end = offset + size;
        self.tags[offset] == tag
            && self.tags[offset + 1..end].iter().all(|&t| t == CONTINUED)
            && self.tags.get(end) != Some(&CONTINUED)
    }

    pub(super) fn set_tag(&mut self, offset: usize, size: usize, tag: Tag) {
        if self.tags.is_empty() {
            if tag == UNTAGGED {
                return;
            }
            self.tags = vec![UNTAGGED; self.bytes.len()];
        }
        if tag > CONTINUED && self.is_tagged(offset, size, tag) {
            return;
        }
        // A value that is cut at its end has no type any more either.
        let mut start = offset;
        while self.tags[start] == CONTINUED && start > 0 {
            start -= 1;
            if self.tags[start] != CONTINUED {
                self.tags[start..offset].fill(UNTAGGED);
                break;
            }
        }
        self.clear_tags(offset, size);
        if tag != UNTAGGED {
            self.tags[offset] = tag;
            self.tags[offset + 1..offset + size].fill(CONTINUED);
        }
    }
}
