//! Tool chains: the only crate that starts processes.
