//! C source text after preprocessing to the typed tree of `elenchus-lang`.

pub mod builtins;
