//! gcc: which of its passes is guilty.

pub mod disable;
pub mod functions;
pub mod passes;
