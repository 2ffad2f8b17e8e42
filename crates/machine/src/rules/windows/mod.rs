//! Inner arrays that library functions are given: they may touch nothing else of the
//! objects around them (7.1.4p1, 6.5.6p8).

mod exec;
mod lower;

pub(crate) use exec::Window;
