//! `setjmp` and `longjmp` (7.13).

mod exec;
mod lower;

pub(crate) use exec::Saved;
pub(crate) use lower::sets_jump;
