//! Every change that is told, done again: then what is read is known before it is
//! told, and nothing else changes.

use std::collections::BTreeMap;
use std::rc::Rc;

use elenchus_lang::tree::Program;
use elenchus_lang::types::Quals;
use elenchus_machine::observe::{
    AccessKind, Accessed, Bytes, Ended, Flow, ON, ObjectId, ObjectRef, Observer, Step, View, Wants,
};
use elenchus_machine::{Limit, Limits, Machine, Verdict};

/// What an object holds if all that was told is all that happened.
#[derive(Clone, PartialEq)]
struct Image {
    bytes: Vec<u8>,
    known: Vec<u8>,
    open: Vec<u8>,
}

impl Image {
    fn new(bytes: &Bytes<'_>) -> Image {
        let all = |bytes: Option<&[u8]>, byte: u8, size: usize| {
            bytes.map_or_else(|| vec![byte; size], <[u8]>::to_vec)
        };
        let size = bytes.bytes.len();
        Image {
            bytes: bytes.bytes.to_vec(),
            known: all(bytes.known, 0xff, size),
            open: all(bytes.open, 0, size),
        }
    }

    /// Takes over some bytes, or the bits of a bit-field in them.
    fn write(&mut self, offset: usize, new: &Image, field: Option<(u8, u8)>) {
        for at in 0..new.bytes.len() {
            let mask = match field {
                None => 0xff,
                Some((start, width)) => {
                    let (first, end) = (usize::from(start), usize::from(start + width));
                    (0..8)
                        .filter(|bit| (first..end).contains(&(8 * at + bit)))
                        .map(|bit| 1 << bit)
                        .sum()
                }
            };
            let merge = |old: &mut u8, new: u8| *old = *old & !mask | new & mask;
            merge(&mut self.bytes[offset + at], new.bytes[at]);
            merge(&mut self.known[offset + at], new.known[at]);
            merge(&mut self.open[offset + at], new.open[at]);
        }
    }

    /// Whether some bytes of it are just these, as far as they have values.
    fn is(&self, offset: usize, now: &Image) -> bool {
        (0..now.bytes.len()).all(|at| {
            let (known, open) = (self.known[offset + at], self.open[offset + at]);
            let differ = (self.bytes[offset + at] ^ now.bytes[at]) & known & !open;
            known == now.known[at] && open == now.open[at] && differ == 0
        })
    }
}

/// Does again what it is told.
#[derive(Default)]
pub struct Replay {
    images: BTreeMap<ObjectId, Image>,
    pub problems: Vec<String>,
    pub accesses: u64,
    statements: u64,
}

/// All objects are compared at so many statements.
const OFTEN: u64 = 512;
const FIRST: u64 = 200;

impl Replay {
    fn problem(&mut self, problem: String) -> Flow {
        self.problems.push(problem);
        Flow::Break(())
    }
}

impl Observer for Replay {
    fn wants(&self) -> Wants {
        Wants::ALL
    }

    fn made(&mut self, view: &View<'_>, object: &ObjectRef) -> Flow {
        let size = view.size(object.id).unwrap_or(0);
        if let Some(bytes) = view.bytes(object.id, 0, size) {
            if self.images.insert(object.id, Image::new(&bytes)).is_some() {
                return self.problem(format!("{object:?} was made before"));
            }
        }
        ON
    }

    fn ended(&mut self, _: &View<'_>, object: &ObjectRef, _: Ended) -> Flow {
        self.images.remove(&object.id);
        ON
    }

    fn access(&mut self, view: &View<'_>, access: &Accessed) -> Flow {
        self.accesses += 1;
        let Accessed { object, offset, size, .. } = *access;
        let (Some(image), Some(now)) =
            (self.images.get_mut(&object.id), view.bytes(object.id, offset, size))
        else {
            return self.problem(format!("the object of {access:?} is not known"));
        };
        let (now, offset) = (Image::new(&now), offset as usize);
        match access.kind {
            AccessKind::Read if image.is(offset, &now) => ON,
            AccessKind::Read => self.problem(format!("{access:?} reads what nobody wrote")),
            AccessKind::Write => {
                image.write(offset, &now, access.field);
                ON
            }
            AccessKind::Forget => {
                image.known[offset..offset + size as usize].fill(0);
                image.open[offset..offset + size as usize].fill(0);
                ON
            }
            AccessKind::Open => {
                image.known[offset..offset + size as usize].fill(0xff);
                image.open[offset..offset + size as usize].fill(0xff);
                ON
            }
        }
    }

    fn statement(&mut self, view: &View<'_>, step: Step) -> Flow {
        self.statements += 1;
        if self.statements % OFTEN != 0 && self.statements > FIRST {
            return ON;
        }
        for (&id, image) in &self.images {
            let Some(now) = view.bytes(id, 0, image.bytes.len() as u64) else {
                return self.problem(format!("{id:?} is gone before {step:?}"));
            };
            if !image.is(0, &Image::new(&now)) {
                return self.problem(format!("{id:?} was changed before {step:?}"));
            }
        }
        ON
    }
}

const LIMITS: Limits = Limits { steps: 50_000, memory: 1 << 26, stack: 1 << 22, output: 1 << 20 };

/// What a verdict says, but how: a variable in a register is told of in other words.
fn kind(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Undefined { kind, span, .. } => format!("{} at {span:?}", kind.id()),
        Verdict::Unspecified { span, .. } => format!("unspecified at {span:?}"),
        other => format!("{other:?}"),
    }
}

/// What is wrong with the run of a program that is watched.
pub fn compare(program: &Rc<Program>, input: &[u8]) -> Option<String> {
    let machine = || Machine::new(Rc::clone(program), LIMITS).with_input(input.to_vec());
    let alone = machine().run(&[]);
    let (watched, replay) = machine().run_with(Replay::default(), &[]);
    if let Some(problem) = replay.problems.first() {
        return Some(problem.clone());
    }
    let (before, after) = (kind(&alone.verdict), kind(&watched.verdict));
    if before != after {
        return Some(format!("{before}, and watched {after}"));
    }
    // What a run does up to a limit of steps is no one's promise. Asking restricted
    // pointers about an access counts, also if it is one to a variable that would lie in a
    // register.
    let same = alone.output == watched.output && alone.errors == watched.errors;
    let steps = alone.steps == watched.steps || has_restrict(program);
    match (same && steps, alone.verdict) {
        (true, _) | (_, Verdict::Limit(Limit::Steps)) => None,
        (false, _) if same => Some(format!("{} and {} steps", alone.steps, watched.steps)),
        _ => Some("it prints something else".into()),
    }
}

fn has_restrict(p: &Program) -> bool {
    p.decls.iter().any(|(_, decl)| p.types.quals(decl.ty).has(Quals::RESTRICT))
}
