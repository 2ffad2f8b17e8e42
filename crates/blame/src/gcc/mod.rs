//! gcc: which of its passes is guilty.

pub mod disable;
pub mod dump;
pub mod first_wrong;
pub mod functions;
pub mod passes;
