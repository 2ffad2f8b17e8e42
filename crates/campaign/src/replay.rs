//! A finding, tried again from its seed alone.

use std::io;
use std::sync::atomic::AtomicBool;

use elenchus_compilers::probe::{self, Trouble};
use elenchus_compilers::scratch::Scratch;
use serde::Serialize;
use thiserror::Error;

use crate::examine::{Origin, examine};
use crate::finding::Finding;
use crate::lab::{Allowance, Lab};
use crate::oracle;
use crate::source::NoTest;

#[derive(Debug, Error)]
pub enum ReplayError {
    #[error("the compiler `{name}` cannot be used any more: {trouble}")]
    Compiler { name: String, trouble: Trouble },
    #[error("the program cannot be made again: {0}")]
    NoTest(#[from] NoTest),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("interrupted")]
    Stopped,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Replay {
    /// Source and seed give the same program, byte for byte.
    pub same_program: bool,
    /// The compiler says that it is the same.
    pub same_version: bool,
    /// The finding with this signature, if it was there again.
    pub finding: Option<Finding>,
}

/// Makes the program of a finding again, and tries it with its compiler.
pub fn replay(
    finding: &Finding,
    allowance: Allowance,
    stop: &'static AtomicBool,
) -> Result<Replay, ReplayError> {
    let scratch = Scratch::new()?;
    let folder = scratch.fresh("replay")?;
    let compiler = &finding.compiler;
    let toolchain = probe::measure(compiler, &folder)
        .map_err(|trouble| ReplayError::Compiler { name: compiler.name.clone(), trouble })?;
    let partner = match &finding.partner {
        None => None,
        Some(partner) => Some(
            probe::measure(partner, &folder)
                .map_err(|trouble| ReplayError::Compiler { name: partner.name.clone(), trouble })?,
        ),
    };
    let same_version = toolchain.version == finding.version;
    let made = finding.source.make(finding.seed, &scratch.fresh("replay")?, stop)?;
    let same_program = made.program == finding.program;
    let toolchains = [toolchain].into_iter().chain(partner).collect();
    let mut lab = Lab::new(toolchains, scratch, allowance, stop);
    lab.oracles = vec![oracle::of(finding.kind)];
    let origin = Origin { source: &finding.source, seed: finding.seed };
    let folder = lab.scratch.fresh("replay")?;
    let examined = examine(&lab, &made, &origin, folder, &|_| true)?.ok_or(ReplayError::Stopped)?;
    let found = examined.findings.into_iter().find(|one| one.signature == finding.signature);
    Ok(Replay { same_program, same_version, finding: found })
}
