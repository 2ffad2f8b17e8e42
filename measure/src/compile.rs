//! Real compilers, called in one way: in an edition of C, without warnings.

use anyhow::Result;

use crate::call::{Call, call, complaint};

/// A compiler of C as people write it.
pub fn sources(compiler: &str, standard: &str) -> Call {
    call(compiler).args([&format!("-std={standard}"), "-w"])
}

/// A compiler of preprocessed texts.
pub fn texts(compiler: &str, standard: &str) -> Call {
    sources(compiler, standard).args(["-x", "cpp-output"])
}

/// What a compiler has against what it is called for.
pub fn objection(call: Call) -> Result<Option<String>> {
    let finished = call.run()?;
    Ok((!finished.succeeded()).then(|| complaint(&finished)))
}
