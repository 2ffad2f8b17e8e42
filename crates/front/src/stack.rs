//! Recursion that cannot overflow the stack.
//!
//! Real C nests deeply: GCC's own tests have ten thousand parentheses in a
//! row. A recursive function counts its levels with [`Depth`]; at a few fixed
//! levels the recursion moves to a thread with a larger stack, and beyond
//! [`LIMIT`] it is told to stop. A thread is only started by text that needs
//! it, and its stack is memory reserved, not used.

use std::thread;

/// No recursion goes deeper than this.
pub const LIMIT: u32 = 40_000;

/// What one level may take. The parser needs less than 1 KiB on average; the
/// rest is margin for unoptimised builds and for the checker's larger frames.
const BYTES_PER_LEVEL: usize = 8 << 10;

/// The levels at which a recursion moves. The first fits the 2 MiB stack of a
/// test thread, whoever called.
const MOVES: [u32; 2] = [100, 2_000];

/// How deep a recursion is at this moment.
#[derive(Clone, Copy, Default, Debug)]
pub struct Depth {
    level: u32,
}

/// Where the next level can run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Room {
    /// On the stack in use.
    Here,
    /// On a new stack for so many levels: call [`with_stack`].
    Elsewhere(u32),
    /// Nowhere: report it and turn back.
    None,
}

impl Depth {
    /// Goes a level down. Unless the answer is `Room::None`, `leave` follows.
    #[inline]
    pub fn enter(&mut self) -> Room {
        if self.level < MOVES[0] {
            self.level += 1;
            return Room::Here;
        }
        self.enter_deep()
    }

    #[cold]
    fn enter_deep(&mut self) -> Room {
        let room = match self.level {
            level if level == MOVES[0] => Room::Elsewhere(MOVES[1]),
            level if level == MOVES[1] => Room::Elsewhere(LIMIT),
            level if level >= LIMIT => return Room::None,
            _ => Room::Here,
        };
        self.level += 1;
        room
    }

    #[inline]
    pub fn leave(&mut self) {
        self.level -= 1;
    }
}

/// Runs `f` on a stack that suffices for so many levels, and waits for it.
/// `None` if the system has no memory for such a stack.
#[cold]
#[inline(never)]
pub fn with_stack<R: Send>(levels: u32, f: impl FnOnce() -> R + Send) -> Option<R> {
    let size = levels as usize * BYTES_PER_LEVEL + (1 << 20);
    thread::scope(|scope| {
        let handle = thread::Builder::new().stack_size(size).spawn_scoped(scope, f).ok()?;
        match handle.join() {
            Ok(result) => Some(result),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(depth: &mut Depth, left: u32) -> Option<u32> {
        if left == 0 {
            return Some(0);
        }
        let below = match depth.enter() {
            Room::Here => count(depth, left - 1),
            Room::Elsewhere(levels) => with_stack(levels, || count(depth, left - 1)).flatten(),
            Room::None => return None,
        };
        depth.leave();
        below.map(|n| n + 1)
    }

    #[test]
    fn recursion_goes_to_the_limit_and_no_further() {
        assert_eq!(count(&mut Depth::default(), 50), Some(50));
        assert_eq!(count(&mut Depth::default(), LIMIT), Some(LIMIT));
        assert_eq!(count(&mut Depth::default(), LIMIT + 1), None);
    }
}
