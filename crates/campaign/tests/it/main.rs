//! Hunts against a compiler that misbehaves on command.

mod behaviour;
mod bytes;
mod extras;
mod flags;
mod reports;
mod scripted;
mod stores;
mod tools;
