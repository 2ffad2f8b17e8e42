//! Functions within functions (GNU).

mod exec;
mod lower;

pub(crate) use exec::Trampoline;
