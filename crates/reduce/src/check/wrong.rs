//! A compiler does something else than it must.

use std::fmt;
use std::io;
use std::sync::{Mutex, PoisonError};

use elenchus_judge::{Answer, Ended, ProgramFile};

use super::{Compiler, Guard, Lack, Met, Place, Rules, Seen, Shown, Test};

/// How a compiler fails. A reduction keeps this, so that it does not wander to another
/// bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It breaks down in this way.
    Crash(String),
    /// It does not end.
    Hang,
    /// It refuses a valid program in this way.
    Rejected(String),
    /// The program prints something else.
    WrongOutput,
    /// It prints the right thing and ends with another status.
    WrongStatus,
    /// A signal ends the program.
    RunCrash,
    /// The program does not end.
    RunHang,
}

impl Failure {
    /// Whether the program must be valid for it to be a failure.
    fn needs_validity(&self) -> bool {
        !matches!(self, Failure::Crash(_) | Failure::Hang)
    }

    /// How what was seen fails; nothing if it is what it must be.
    fn of(seen: &Seen, expected: &Answer) -> Option<Failure> {
        match seen {
            Seen::Ran(answer) if answer == expected => None,
            Seen::Ran(Answer { end: Ended::Signal(_), .. }) => Some(Failure::RunCrash),
            Seen::Ran(answer) if answer.output == expected.output => Some(Failure::WrongStatus),
            Seen::Ran(_) => Some(Failure::WrongOutput),
            Seen::Endless => Some(Failure::RunHang),
            Seen::Crash(title) => Some(Failure::Crash(title.clone())),
            Seen::Hang => Some(Failure::Hang),
            Seen::Rejected(title) => Some(Failure::Rejected(title.clone())),
            Seen::Stopped => None,
        }
    }

    fn of_compiler(seen: &Seen) -> Option<Failure> {
        match seen {
            Seen::Crash(title) => Some(Failure::Crash(title.clone())),
            Seen::Hang => Some(Failure::Hang),
            _ => None,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Crash(title) => write!(f, "the compiler crashes: {title}"),
            Failure::Hang => write!(f, "the compiler does not end"),
            Failure::Rejected(title) => write!(f, "a valid program is rejected: {title}"),
            Failure::WrongOutput => write!(f, "the program prints something else than it must"),
            Failure::WrongStatus => write!(f, "the program ends with another status than it must"),
            Failure::RunCrash => write!(f, "the program crashes"),
            Failure::RunHang => write!(f, "the program does not end"),
        }
    }
}

/// The test that an accused compiler fails in the same way as it did on the input.
pub struct WrongCode {
    rules: Rules,
    accused: Compiler,
    /// Another one, which must be right.
    other: Option<Compiler>,
    failure: Failure,
    guard: Guard,
    /// Another failure will do as well.
    any_bug: bool,
    /// Other failures that were seen, each with the first program that shows it.
    met: Mutex<Vec<Met>>,
}

/// More than these are not kept.
const MET: usize = 10;

impl WrongCode {
    /// Finds out how the compiler fails on the input; says what is missing if it does
    /// not. With `crash`, only breaking down counts.
    pub fn learn(
        rules: Rules,
        accused: Compiler,
        other: Option<Compiler>,
        crash: bool,
        files: &[ProgramFile],
        place: &Place,
    ) -> io::Result<Result<WrongCode, Lack>> {
        let seen = accused.see(files, !crash, place)?;
        if let Some(failure) = Failure::of_compiler(&seen) {
            let accepted = Guard::Accepted.passes(files, &rules, place).is_ok();
            let guard = if accepted { Guard::Accepted } else { Guard::Nothing };
            let other = other.filter(|_| !crash);
            let test = WrongCode::new(rules, accused, other, guard);
            return Ok(Ok(WrongCode { failure, ..test }));
        }
        if crash {
            let said = match seen {
                Seen::Rejected(title) => format!("it refuses the program: {title}"),
                _ => "it compiles the program".to_owned(),
            };
            return Ok(Err(Lack(format!("{} does not crash: {said}", accused.name()))));
        }
        let guard = match (Guard::Valid.passes(files, &rules, place), &other) {
            (Ok(_), _) => Guard::Valid,
            (Err(_), Some(_)) if Guard::NotAtFault.passes(files, &rules, place).is_ok() => {
                Guard::NotAtFault
            }
            (Err(lack), _) => return Ok(Err(lack)),
        };
        let test = WrongCode::new(rules, accused, other, guard);
        Ok(match test.failure_of(files, place)? {
            Ok(failure) => Ok(WrongCode { failure, ..test }),
            Err(lack) => Err(lack),
        })
    }

    fn new(rules: Rules, accused: Compiler, other: Option<Compiler>, guard: Guard) -> WrongCode {
        let (failure, met) = (Failure::WrongOutput, Mutex::default());
        WrongCode { rules, accused, other, failure, guard, any_bug: false, met }
    }

    /// From now on another failure will do as well.
    pub fn any_bug(self) -> WrongCode {
        WrongCode { any_bug: true, ..self }
    }

    pub fn failure(&self) -> &Failure {
        &self.failure
    }

    /// Whether the machine knows what each candidate must do.
    pub fn guard(&self) -> Guard {
        self.guard
    }

    /// How the accused compiler fails; the other one does not.
    fn failure_of(
        &self,
        files: &[ProgramFile],
        place: &Place,
    ) -> io::Result<Result<Failure, Lack>> {
        let known = match self.guard.passes(files, &self.rules, place) {
            Ok(known) => known,
            Err(lack) => return Ok(Err(lack)),
        };
        let runs = self.failure.needs_validity();
        let seen = self.accused.see(files, runs, place)?;
        let failure = match (runs, &known) {
            (false, _) => Failure::of_compiler(&seen),
            (true, Some(expected)) => Failure::of(&seen, expected),
            // The other one says what is right.
            (true, None) => Some(Failure::WrongOutput),
        };
        let Some(failure) = failure else {
            return Ok(Err(self.lack(&self.accused, &seen, known.as_ref())));
        };
        // Not all compilers know that `main` returns 0 without a word (5.1.2.2.3), and a
        // reduction would end there.
        if failure == Failure::WrongStatus && !self.rules.main_returns(files) {
            return Ok(Err(Lack::new("`main` says no status")));
        }
        let Some(other) = &self.other else { return Ok(Ok(failure)) };
        let right = other.see(files, runs, place)?;
        Ok(match (known, right) {
            (_, Seen::Ran(_)) if !runs => Ok(failure),
            (Some(expected), Seen::Ran(answer)) if expected == answer => Ok(failure),
            (Some(_), Seen::Ran(_)) => Err(Lack(format!("{} is wrong as well", other.name()))),
            (None, Seen::Ran(answer)) => match Failure::of(&seen, &answer) {
                Some(failure) => Ok(failure),
                None => Err(Lack::new("both compilers do the same")),
            },
            (_, right) => Err(self.lack(other, &right, None)),
        })
    }

    fn note(&self, failure: Failure, files: &[ProgramFile]) {
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        if met.len() < MET && met.iter().all(|one| one.failure != failure) {
            met.push(Met { failure, files: files.to_vec() });
        }
    }

    /// In words what a compiler did, where that is not what is looked for.
    fn lack(&self, who: &Compiler, seen: &Seen, expected: Option<&Answer>) -> Lack {
        let did = match seen {
            Seen::Ran(_) if expected.is_some() => "the program does what the machine says",
            Seen::Ran(_) => "it compiles the program",
            Seen::Crash(_) => "it crashes",
            Seen::Hang => "it does not end",
            Seen::Rejected(said) => return Lack(format!("{}: it refuses: {said}", who.name())),
            Seen::Endless => "the program does not end",
            Seen::Stopped => "interrupted",
        };
        Lack(format!("{}: {did}", who.name()))
    }
}

impl Test for WrongCode {
    fn look(&self, files: &[ProgramFile], place: &Place) -> Shown {
        Ok(match self.failure_of(files, place)? {
            Ok(failure) if self.any_bug || failure == self.failure => Ok(()),
            Ok(failure) => {
                let lack = Lack(format!("it fails in another way: {failure}"));
                self.note(failure, files);
                Err(lack)
            }
            Err(lack) => Err(lack),
        })
    }

    fn met(&self) -> Vec<Met> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
