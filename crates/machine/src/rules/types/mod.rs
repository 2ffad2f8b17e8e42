//! Which types an object may be accessed with (6.5p6 and p7), and which types of
//! several units are the same (6.2.7).

pub(crate) mod across;
pub(crate) mod effective;
pub(crate) mod tags;
pub(crate) mod typed;
