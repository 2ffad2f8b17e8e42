//! Vectors (GNU): the same operation on each element.

mod exec;
mod lower;
