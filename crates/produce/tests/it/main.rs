//! Generated programs, seen from outside.

mod compiled;
mod enumerate;
mod facts;
mod gallery;
mod mutate;
mod observed;
mod plant;
#[path = "../../../machine/tests/it/observe/replay.rs"]
mod replay;
mod safety;
mod shapes;
mod stable;
mod volatile;

use elenchus_produce::generate::{Generated, Preset, Settings, generate};

fn settings(preset: Preset, size: u64) -> Settings {
    Settings { preset, size, ..Settings::default() }
}

fn made(settings: &Settings, seed: u64) -> Generated {
    generate(settings, seed).unwrap_or_else(|error| panic!("{:?} {seed}: {error}", settings.preset))
}

/// The text of a program in one file.
fn text(settings: &Settings, seed: u64) -> String {
    made(settings, seed).files.remove(0).1
}
