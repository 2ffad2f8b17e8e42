//! The compilers that a command works with.

use std::path::{Path, PathBuf};
use std::time::Duration;

use elenchus_campaign::config::{self, Config};
use elenchus_campaign::lab::{Allowance, Lab};
use elenchus_compilers::run::{confine, family};
use elenchus_compilers::scratch::Scratch;
use elenchus_compilers::toolchain::Given;
use elenchus_compilers::{find, is_interrupted, on_interrupt, probe};

use anyhow::Context;

use crate::status::Status;
use crate::talk;

/// Where compilers and sources are written down.
const CONFIG: &str = "elenchus.toml";

#[derive(clap::Args)]
#[command(next_help_heading = "Compilers")]
pub struct Toolchains {
    /// A compiler with its options; may be repeated. Without an option -O… it is
    /// tried at its usual levels [default: those of the configuration, or all that are
    /// found on PATH]
    #[arg(long, value_name = "COMMAND")]
    cc: Vec<String>,

    /// A file with compilers and sources [default: elenchus.toml, if it is here]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Seconds of processor time for a compilation; what takes longer is a hang
    #[arg(long, value_name = "SECONDS", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(1..=config::LONGEST))]
    compile_limit: u64,

    /// Let compilers and programs write anywhere and use the network: for a
    /// compiler that asks a server for its licence, or keeps a cache
    #[arg(long)]
    no_confine: bool,

    /// Seconds of processor time for a compiled program
    #[arg(long, value_name = "SECONDS", default_value_t = 5,
          value_parser = clap::value_parser!(u64).range(1..=config::LONGEST))]
    run_limit: u64,
}

impl Toolchains {
    /// What is written down; why it cannot be read was said.
    pub fn config(&self) -> Result<Config, Status> {
        let read = match &self.config {
            Some(file) => Config::read(file),
            None if Path::new(CONFIG).exists() => Config::read(Path::new(CONFIG)),
            None => Ok(Config::default()),
        };
        read.map_err(|error| {
            talk::complain(&error.to_string());
            Status::Wrong
        })
    }

    /// The compilers, and whether somebody named them.
    pub fn given(&self, config: &Config) -> (Vec<Given>, bool) {
        if !self.cc.is_empty() {
            return (self.cc.iter().map(|command| Given::command(command)).collect(), true);
        }
        match config.compilers.is_empty() {
            true => (find::compilers(), false),
            false => (config.compilers.clone(), true),
        }
    }

    pub fn allowance(&self) -> Allowance {
        let [compile, run] = [self.compile_limit, self.run_limit].map(Duration::from_secs);
        Allowance { compile, run, ..Allowance::default() }
    }

    /// The folder that compilers work in, and are confined to. From now on a signal does
    /// not end this process: the folder is removed first.
    pub fn scratch(&self) -> anyhow::Result<Scratch> {
        on_interrupt();
        family::adopt_orphans().context("cannot look after the processes of compilers")?;
        if self.no_confine {
            confine::disable();
        }
        Scratch::new().context("cannot make a folder for compilers to work in")
    }

    /// Tries the compilers. One that was named must work; of those that were
    /// found, what does not work is left out.
    pub fn lab(&self, config: &Config) -> anyhow::Result<Result<Lab, Status>> {
        let scratch = self.scratch()?;
        if !scratch.kept().fully() {
            talk::complain(&scratch.kept().to_string());
        }
        let mut toolchains = Vec::new();
        let (given, named) = self.given(config);
        for given in given {
            if is_interrupted() {
                return Ok(Err(interrupted()));
            }
            match probe::measure(&given, &scratch.fresh("probe")?) {
                Ok(toolchain) => {
                    // Whether there is a second data model `doctor` tells.
                    let small = find::small(&toolchain).filter(|_| !named);
                    let folder = scratch.fresh("probe")?;
                    let small = small.and_then(|small| probe::measure(&small, &folder).ok());
                    if !toolchain.several {
                        talk::complain(&format!(
                            "{} takes one file at a time: programs of several pass it by",
                            toolchain.name
                        ));
                    }
                    toolchains.push(toolchain);
                    toolchains.extend(small);
                }
                Err(trouble) if !named => {
                    talk::complain(&format!("without {}: {trouble}", given.name));
                }
                Err(trouble) => {
                    talk::complain(&format!("the compiler `{}`: {trouble}", given.name));
                    return Ok(Err(Status::Environment));
                }
            }
        }
        if toolchains.is_empty() {
            talk::complain(
                "no compiler is found on PATH: install one (for instance gcc), \
                 or name it with --cc",
            );
            return Ok(Err(Status::Environment));
        }
        Ok(Ok(Lab::new(toolchains, scratch, self.allowance(), on_interrupt())))
    }
}

/// Says that a signal has ended the work.
pub fn interrupted() -> Status {
    talk::complain("interrupted");
    Status::Environment
}
