//! Hunts against a compiler that misbehaves on command.

mod behaviour;
mod bytes;
mod flags;
mod groups;
mod holes;
mod hostile;
mod known;
mod mutants;
mod oracles;
mod planted;
mod reduced;
mod reports;
mod scripted;
mod states;
mod stores;
mod texts;
mod tools;
