//! Which addresses objects get.
//!
//! They only have to look like some: aligned, apart, and never null. No program may
//! depend on more, unless it is run with choices (see [`crate::choose`]): then they
//! are like those of a real system, and another seed gives others.

use crate::choose::{AS_GCC, mixed};
use crate::memory::{Kind, Plan};

/// Where the next objects of each kind go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Addresses {
    next_static: u64,
    pub(super) next_stack: u64,
    next_heap: u64,
    /// The seed of who chooses.
    seed: Option<u64>,
    stack_falls: bool,
    heap_falls: bool,
    /// How many objects got one.
    given: u64,
}

const STATIC_BASE: u64 = 0x40_0000;
const HEAP_BASE: u64 = 0x2000_0000;
const STACK_BASE: u64 = 0x7000_0000;
/// Where those begin that grow downward.
const HEAP_TOP: u64 = 0x6f00_0000;
const STACK_TOP: u64 = 0xb000_0000;
/// Where pointers have 64 bits, addresses need more than 32: an `int` cannot hold
/// one.
const HIGH: u64 = 0x55 << 40;
/// So that one past an object is never the address of the next.
const GAP: u64 = 16;
/// Compilers align larger objects so, whatever their type.
const LARGE: u64 = 16;

impl Addresses {
    pub(super) fn new(word: usize) -> Addresses {
        let high = if word == 8 { HIGH } else { 0 };
        Addresses {
            next_static: high + STATIC_BASE,
            next_stack: high + STACK_BASE,
            next_heap: high + HEAP_BASE,
            seed: None,
            stack_falls: false,
            heap_falls: false,
            given: 0,
        }
    }

    /// Before there are objects.
    pub(super) fn choose(word: usize, seed: u64) -> Addresses {
        let plain = Addresses::new(word);
        let high = plain.next_static - STATIC_BASE;
        let as_gcc = seed == AS_GCC;
        let stack_falls = as_gcc || mixed(seed, 1) & 1 == 0;
        let heap_falls = !as_gcc && mixed(seed, 2) & 1 == 0;
        let moved = if as_gcc { 0 } else { mixed(seed, 3) % 4096 * 64 };
        Addresses {
            next_static: high + STATIC_BASE + moved,
            next_stack: high + if stack_falls { STACK_TOP } else { STACK_BASE } + moved,
            next_heap: high + if heap_falls { HEAP_TOP } else { HEAP_BASE } + moved,
            seed: Some(seed),
            stack_falls,
            heap_falls,
            given: 0,
        }
    }

    pub(super) fn next(&mut self, plan: &Plan) -> u64 {
        let align = plan.align.max(1);
        if let Some(seed) = self.seed {
            return self.next_chosen(plan, align, seed);
        }
        let next = self.of(plan.kind);
        let address = next.next_multiple_of(align);
        *next = address + plan.size + GAP;
        address
    }

    fn next_chosen(&mut self, plan: &Plan, align: u64, seed: u64) -> u64 {
        self.given += 1;
        let (align, gap) = match seed {
            AS_GCC if plan.size >= LARGE => (align.max(LARGE), GAP),
            AS_GCC => (align, GAP),
            _ => (align, GAP + mixed(seed, self.given) % 64),
        };
        let falls = match plan.kind {
            Kind::Static | Kind::Literal | Kind::Characters | Kind::Function => false,
            Kind::Automatic | Kind::Temporary => self.stack_falls,
            Kind::Allocated => self.heap_falls,
        };
        let next = self.of(plan.kind);
        match falls {
            true => {
                *next = next.saturating_sub(gap).saturating_sub(plan.size) / align * align;
                *next
            }
            false => {
                let address = (*next + gap - GAP).next_multiple_of(align);
                *next = address + plan.size + GAP;
                address
            }
        }
    }

    fn of(&mut self, kind: Kind) -> &mut u64 {
        match kind {
            Kind::Static | Kind::Literal | Kind::Characters | Kind::Function => {
                &mut self.next_static
            }
            Kind::Automatic | Kind::Temporary => &mut self.next_stack,
            Kind::Allocated => &mut self.next_heap,
        }
    }
}
