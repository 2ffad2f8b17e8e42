//! Hunts against a compiler that misbehaves on command.

mod behaviour;
mod flags;
mod reports;
mod scripted;
mod stores;
