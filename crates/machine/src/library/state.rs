//! What the library remembers between calls.

use elenchus_lang::tree::DeclId;
use rustc_hash::FxHashMap;

use super::called::Called;
use super::random::Random;
use super::{Args, Function};
use crate::Machine;
use crate::stop::Stop;
use crate::value::Value;

pub struct State {
    /// Functions that were called before, by declaration.
    pub(super) functions: FxHashMap<DeclId, Called>,
    pub(super) input: Input,
    /// The object `errno`, once asked for.
    errno: Option<Value>,
    /// The variables that point to the tables of `<ctype.h>`, once asked for.
    pub(super) ctype: [Option<Value>; 3],
    /// Where `strtok` goes on.
    pub(super) token: Option<Value>,
    /// What `signal` was given, by signal.
    pub(super) handlers: [Value; SIGNALS],
    /// What `rand` goes on with, once it was asked.
    pub(super) random: Option<Random>,
}

pub(super) const SIGNALS: usize = 65;

/// The state at a point in time. Objects of the library stay what they are once
/// they were asked for.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    at: usize,
    token: Option<Value>,
    ended: bool,
    errno: bool,
    ctype: [bool; 3],
}

/// What later calls can see of earlier ones, apart from objects.
#[derive(PartialEq, Eq, Debug)]
pub struct Remembered {
    at: usize,
    ended: bool,
    token: Option<Value>,
}

/// The standard input: its bytes, and how far they were read.
#[derive(Default)]
pub struct Input {
    bytes: Vec<u8>,
    at: usize,
    /// A read found the end.
    pub ended: bool,
}

impl Input {
    pub fn new(bytes: Vec<u8>) -> Input {
        Input { bytes, at: 0, ended: false }
    }

    /// What is still to be read.
    pub fn rest(&self) -> &[u8] {
        &self.bytes[self.at..]
    }

    pub fn skip(&mut self, count: usize) {
        self.at = (self.at + count).min(self.bytes.len());
    }

    pub fn next(&mut self) -> Option<u8> {
        let byte = self.rest().first().copied();
        match byte {
            Some(_) => self.at += 1,
            None => self.ended = true,
        }
        byte
    }

    /// `ungetc`, of as many bytes as were read.
    pub fn push_back(&mut self, byte: u8) -> bool {
        let Some(at) = self.at.checked_sub(1) else { return false };
        self.at = at;
        self.bytes[at] = byte;
        self.ended = false;
        true
    }
}

pub(super) const ENOMEM: i32 = 12;
pub(super) const EINVAL: i32 = 22;
pub(super) const EDOM: i32 = 33;
pub(super) const ERANGE: i32 = 34;

pub(super) const TABLE: &[(&str, Function)] =
    &[("__errno_location", errno_location), ("__errno", errno_location)];

/// The address of `errno`, which is zero when the program starts (7.5p3).
fn errno_location(m: &mut Machine, _: &Args<'_>) -> Result<Value, Stop> {
    if let Some(value) = m.library.errno {
        return Ok(value);
    }
    let value = m.static_object(elenchus_lang::types::TypeId::INT)?;
    m.library.errno = Some(value);
    Ok(value)
}

pub(super) fn set_errno(m: &mut Machine, number: i32) -> Result<(), Stop> {
    let value = errno_location(m, &Args::none())?;
    m.store_errno(value, number)
}

impl Default for State {
    fn default() -> State {
        State {
            functions: FxHashMap::default(),
            input: Input::default(),
            errno: None,
            ctype: [None; 3],
            token: None,
            handlers: [Value::default(); SIGNALS],
            random: None,
        }
    }
}

impl State {
    /// A pointer of the program that is used in later calls.
    pub fn remembered(&self) -> Option<Value> {
        self.token
    }

    pub fn remembers(&self) -> Remembered {
        Remembered { at: self.input.at, ended: self.input.ended, token: self.token }
    }

    /// What signals were given.
    pub fn signals(&self) -> [Value; SIGNALS] {
        self.handlers
    }

    pub fn input_bytes(&self) -> Vec<u8> {
        self.input.bytes.clone()
    }

    pub fn mark(&self) -> Mark {
        let Input { at, ended, .. } = self.input;
        let ctype = self.ctype.map(|table| table.is_some());
        Mark { at, token: self.token, ended, errno: self.errno.is_some(), ctype }
    }

    /// Goes back; what signals were given stays, as programs that are written
    /// while they run use none.
    pub fn roll_back(&mut self, to: &Mark) {
        self.input.at = to.at;
        self.input.ended = to.ended;
        self.errno = self.errno.filter(|_| to.errno);
        for (table, was) in self.ctype.iter_mut().zip(to.ctype) {
            *table = table.filter(|_| was);
        }
        self.token = to.token;
    }

    pub fn set_input(&mut self, bytes: Vec<u8>) {
        self.input = Input::new(bytes);
    }
}
