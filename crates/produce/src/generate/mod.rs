//! Programs that are written while they run.
//!
//! The world of a program (types, global variables, functions) is made first.
//! Then the machine runs it, and at every hole asks for a statement, which is
//! written with all values known: in the order in which it is executed. An
//! operation that would be undefined is replaced before it is ever executed;
//! in later turns of a loop or later calls it is repaired, such that all that
//! happened remains true (see [`crate::repair`]). What is never executed is
//! filled in at the end.
//!
//! The finished text is parsed and run once more from the start, on a plain
//! machine. It must end with the same answer.

mod builtins;
mod calls;
mod data_loops;
mod declared;
mod drive;
mod effect;
mod ends;
mod expr;
mod float;
mod functions;
mod guards;
mod idiom;
mod kinds;
mod leaf;
mod loops;
mod measure;
mod numbers;
mod pointers;
mod proof;
mod ready;
mod rebuild;
mod record_types;
mod records;
mod regions;
mod state;
mod stats;
mod stmt;
mod text;
mod told;
mod unused;
mod value;
mod values;
mod walks;
mod world;

use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_machine::Evaluation;

use crate::choices::Choices;
use crate::facts::emit::Form;
use crate::policy::Policy;
use crate::safety;

pub(crate) use drive::parse;
pub use stats::Stats;

/// What kind of program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// Long expressions over scalars (Orange).
    Arithmetic,
    /// Straight code over all data (YARPGen).
    Scalar,
    /// Loops and functions too.
    Mix,
    /// All of the language and what is usual of its library (Csmith).
    Whole,
}

impl Preset {
    pub const ALL: [Preset; 4] = [Preset::Arithmetic, Preset::Scalar, Preset::Mix, Preset::Whole];

    pub fn name(self) -> &'static str {
        match self {
            Preset::Arithmetic => "arithmetic",
            Preset::Scalar => "scalar",
            Preset::Mix => "mix",
            Preset::Whole => "whole",
        }
    }

    pub fn by_name(name: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.name() == name)
    }

    pub(crate) fn has_pointers(self) -> bool {
        self != Preset::Arithmetic
    }

    /// Whether there are functions beside the tests.
    fn has_functions(self) -> bool {
        matches!(self, Preset::Mix | Preset::Whole)
    }

    /// What the preset changes in a policy.
    fn adapt(self, policy: &mut Policy) {
        if self != Preset::Whole {
            policy.remove_whole();
        }
        let mut off = |numbers: &[fn(&mut Policy) -> &mut u32]| {
            for number in numbers {
                *number(policy) = 0;
            }
        };
        match self {
            Preset::Arithmetic => {
                off(&[
                    |p| &mut p.stmt_if,
                    |p| &mut p.stmt_chain,
                    |p| &mut p.stmt_switch,
                    |p| &mut p.stmt_loop,
                    |p| &mut p.stmt_loops,
                    |p| &mut p.stmt_block,
                    |p| &mut p.stmt_call,
                    |p| &mut p.var_pointer,
                    |p| &mut p.stmt_pointer,
                    |p| &mut p.stmt_region,
                    |p| &mut p.stmt_data_loop,
                    |p| &mut p.stmt_leave,
                    |p| &mut p.stmt_guard,
                    |p| &mut p.stmt_code,
                    |p| &mut p.stmt_return,
                    |p| &mut p.var_node,
                    |p| &mut p.stmt_walk,
                    |p| &mut p.leaf_pointer,
                    |p| &mut p.indirect,
                    |p| &mut p.stmt_step,
                    |p| &mut p.stmt_array,
                    |p| &mut p.stmt_struct,
                    |p| &mut p.stmt_copy,
                ]);
                policy.expr_size *= 6;
                policy.expr_depth = 20;
            }
            Preset::Scalar => {
                off(&[
                    |p| &mut p.stmt_loop,
                    |p| &mut p.stmt_loops,
                    |p| &mut p.stmt_walk,
                    |p| &mut p.stmt_code,
                    |p| &mut p.stmt_data_loop,
                    |p| &mut p.stmt_region,
                    |p| &mut p.stmt_leave,
                    |p| &mut p.stmt_return,
                    |p| &mut p.stmt_call,
                ]);
                // Straight code: of branches, most are not taken.
                policy.stmt_chain /= 2;
                policy.stmt_switch /= 2;
            }
            Preset::Mix => {}
            // Most such functions are to have features that `mix` does not have.
            Preset::Whole => {
                policy.ready = (policy.ready * 3 / 2).min(100);
                policy.stmt_call *= 2;
                policy.stmt_region *= 3;
                policy.ready_idiom /= 4;
                policy.ready_memory /= 2;
                policy.ready_string /= 2;
                policy.ready_heap /= 2;
                policy.ready_union /= 2;
                policy.ready_literal /= 2;
                policy.ready_callback /= 2;
            }
        }
    }
}

/// How a program shows its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// It prints a checksum.
    Checksum,
    /// It compares the checksum itself, and ends with status 1 if it is wrong.
    Expected,
    /// It compares every variable with its expected value, says `OK` or `NG`
    /// of each, and ends with status 1 if one is wrong.
    Values,
}

/// What is done with floating types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatMode {
    None,
    /// All values are whole numbers, and no operation rounds.
    Exact,
    /// Results are printed apart from the checksum, after a `~`: they may
    /// differ in their last digits.
    Tolerant,
}

/// How a program is laid out in files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// One file. Static inputs are hidden by reads of a volatile variable; others
    /// only as far as other files could change them.
    Single,
    /// The functions under test, the driver, and a header.
    Split,
    /// The same, with the functions in a dynamic library.
    Shared,
}

/// How a program keeps free of undefined behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Safety {
    /// By what it was written with: operations are replaced only where they need it.
    Repair,
    /// By guards around every operation that could be undefined.
    Wrap,
    /// For any values of its variables.
    Static,
}

#[derive(Clone, Debug)]
pub struct Settings {
    pub preset: Preset,
    /// About how many bytes of text.
    pub size: u64,
    /// The most steps that the program may execute; by default so many per byte.
    pub max_steps: Option<u64>,
    /// The most bytes of text.
    pub max_bytes: u64,
    /// The most bytes of global data.
    pub max_data: u64,
    pub target: &'static Target,
    pub check: Check,
    pub layout: Layout,
    /// Nothing of a library is used; the exit status alone tells.
    pub freestanding: bool,
    pub policy: Policy,
    /// Whether the policy is shuffled for each program.
    pub shuffle: bool,
    pub float: FloatMode,
    /// Whether `__int128` is used.
    pub int128: bool,
    /// Whether GNU vectors are.
    pub vectors: bool,
    /// Whether functions are that compilers know by themselves.
    pub builtins: bool,
    /// Whether GNU's `case 1 ... 5:` is.
    pub case_ranges: bool,
    /// Leaves out what small compilers are known to lack.
    pub basic: bool,
    /// GNU C of C99, C11 or C23. What only GNU has is written where another setting asks
    /// for it.
    pub language: Language,
    /// Leaves out `long`, whose width differs most: the program means the same
    /// for 32 bits (which have no `__int128`).
    pub portable: bool,
    /// Operations of an expression, and expressions of the program, in the
    /// preset `arithmetic`.
    pub operations: Option<u64>,
    pub expressions: Option<u64>,
    /// Whether it is counted what is executed, and in which form.
    pub measure: bool,
    pub safety: Safety,
    /// How many texts with other values of the variables come with a program that is
    /// valid for any.
    pub inputs: u64,
    /// Whether static facts are compared with the run of the finished program.
    pub assert_facts: bool,
    /// How static facts are written into the text, if they are.
    pub emit_facts: Option<Form>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            preset: Preset::Mix,
            size: 10_000,
            max_steps: None,
            max_bytes: u64::MAX,
            max_data: 1 << 20,
            target: Target::x86_64(),
            check: Check::Checksum,
            layout: Layout::Single,
            freestanding: false,
            policy: Policy::default(),
            shuffle: true,
            float: FloatMode::Exact,
            int128: false,
            vectors: false,
            builtins: false,
            case_ranges: false,
            basic: false,
            language: Language::GNU11,
            portable: false,
            operations: None,
            expressions: None,
            measure: false,
            safety: Safety::Repair,
            inputs: 0,
            assert_facts: false,
            emit_facts: None,
        }
    }
}

impl Settings {
    /// What the other settings change in a policy.
    fn adapt(&self, policy: &mut Policy) {
        if self.int128 {
            policy.type_int128 = 8;
        }
        if self.builtins {
            policy.op_builtin = 6;
        }
        if self.vectors {
            policy.stmt_call += 12;
        }
        if self.basic {
            policy.remove_whole();
            policy.bit_field = 0;
            policy.type_long_double = 0;
            policy.register = 0;
            policy.aligned = 0;
        }
        if !self.language.has_alignas() {
            policy.aligned = 0;
            policy.aligned_member = 0;
        }
        if self.portable {
            policy.type_long = 0;
            policy.type_ulong = 0;
        }
        if self.safety == Safety::Static {
            // What facts do not know, or cannot show: what texts do with memory, and
            // pointers that walk.
            policy.ready = 0;
            policy.stmt_walk = 0;
        }
        if let Some(operations) = self.operations {
            policy.expr_size = u32::try_from(operations).unwrap_or(u32::MAX).max(1);
            policy.expr_depth = policy.expr_depth.max(40);
        }
    }

    /// Whether there can be such a program at all.
    fn check(&self) -> Result<(), Dropped> {
        if self.freestanding && self.check == Check::Checksum {
            return Err(Dropped::CannotPrint);
        }
        let bounded = [
            ("bytes of text", Some(self.size), LARGEST_SIZE),
            ("steps", self.max_steps, MOST_STEPS),
            ("operations of an expression", self.operations, MOST_OPERATIONS),
            ("expressions", self.expressions, MOST_OPERATIONS),
        ];
        for (what, wanted, most) in bounded {
            if wanted.is_some_and(|wanted| wanted > most) {
                return Err(Dropped::TooMuch { what, most });
            }
        }
        if self.target.int.size < 4 {
            return Err(Dropped::SmallInt(self.target.name));
        }
        let is_changed = self.safety != Safety::Repair || self.emit_facts.is_some();
        if is_changed && (self.layout != Layout::Single || self.check != Check::Checksum) {
            return Err(Dropped::OneFile);
        }
        if self.inputs > 0 && self.safety != Safety::Static {
            return Err(Dropped::OneInput);
        }
        if self.int128 && self.target.int128.is_none() {
            return Err(Dropped::NoInt128(self.target.name));
        }
        Ok(())
    }

    /// How many variables take the values that nobody else used.
    fn collectors(&self) -> u64 {
        2 + (self.size / 2_500).min(60)
    }

    fn steps(&self) -> u64 {
        self.max_steps.unwrap_or(self.size / 2 + 2_000)
    }
}

/// The most that may be asked for: more would fill any memory.
pub const LARGEST_SIZE: u64 = 1 << 30;
pub const MOST_STEPS: u64 = 1 << 40;
pub const MOST_OPERATIONS: u64 = 10_000_000;

/// Why there is no program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Dropped {
    #[error("a program without a library cannot print its checksum: choose --check expected")]
    CannotPrint,
    #[error("a program with guards or with facts in it is one file that prints its checksum")]
    OneFile,
    #[error("a program is valid for other inputs with --safety static only")]
    OneInput,
    #[error("facts are not true of the program: {what}")]
    Refuted { what: String, files: Vec<(String, String)> },
    #[error("there are at most {most} {what} in a program")]
    TooMuch { what: &'static str, most: u64 },
    #[error("programs are made for an int of 32 bits, which {0} does not have")]
    SmallInt(&'static str),
    #[error("{0} has no __int128")]
    NoInt128(&'static str),
    #[error("no program is so small: allow more bytes or steps")]
    TooLarge,
    #[error("the declarations could not be made")]
    World,
    #[error("our own text was rejected: {0}")]
    Rejected(String),
    #[error("the machine stopped: {0}")]
    Stopped(String),
    #[error("it was written for ever")]
    Endless,
    #[error("a variable has no known value at the end")]
    NoAnswer,
    #[error("the finished text gives another answer: {what}")]
    Unproven { what: String, files: Vec<(String, String)> },
}

impl Dropped {
    /// Whether the request was wrong, and not we.
    pub fn is_a_wrong_request(&self) -> bool {
        match self {
            Dropped::CannotPrint
            | Dropped::OneFile
            | Dropped::OneInput
            | Dropped::TooLarge
            | Dropped::TooMuch { .. }
            | Dropped::SmallInt(_)
            | Dropped::NoInt128(_) => true,
            Dropped::World
            | Dropped::Rejected(_)
            | Dropped::Stopped(_)
            | Dropped::Endless
            | Dropped::NoAnswer
            | Dropped::Refuted { .. }
            | Dropped::Unproven { .. } => false,
        }
    }
}

/// A program, and what it must do.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Names and texts.
    pub files: Vec<(String, String)>,
    /// What it prints.
    pub output: String,
    pub stats: Stats,
    /// The same program with other values of its variables.
    pub inputs: Vec<Input>,
}

/// A program with other values, and what it prints then.
#[derive(Clone, Debug)]
pub struct Input {
    pub text: String,
    pub output: String,
}

/// The program of a seed. One that is larger or runs longer than it may is
/// written again, smaller; and so is the one in a thousand that stops where the machine
/// cannot go back (in a call after which nothing is to be taken back).
pub fn generate(settings: &Settings, seed: u64) -> Result<Generated, Dropped> {
    settings.check()?;
    let mut smaller = settings.clone();
    let mut why = Dropped::TooLarge;
    for _ in 0..TRIES {
        match attempt(&smaller, seed) {
            Ok(generated) => {
                let Stats { bytes, steps, .. } = generated.stats;
                let most = settings.max_steps.unwrap_or(u64::MAX);
                if bytes <= settings.max_bytes && steps <= most {
                    return Ok(generated);
                }
                why = Dropped::TooLarge;
            }
            Err(stopped @ Dropped::Stopped(_)) => why = stopped,
            Err(other) => return Err(other),
        }
        smaller.size = smaller.size * 2 / 3;
        smaller.max_steps = settings.max_steps.map(|_| smaller.steps() * 2 / 3);
    }
    Err(why)
}

/// How often a program is made smaller.
const TRIES: usize = 12;

/// The policy by which the program of a seed is written.
pub fn policy_of(settings: &Settings, seed: u64) -> Policy {
    policy(settings, &mut Choices::new(seed))
}

fn policy(settings: &Settings, choices: &mut Choices) -> Policy {
    let plain = settings.shuffle && choices.percent("no policies", PLAIN);
    let mut policy = match (settings.shuffle, plain) {
        (true, false) => settings.policy.shuffled(choices, settings.preset == Preset::Whole),
        (true, true) => Policy::none(),
        (false, _) => settings.policy.clone(),
    };
    settings.preset.adapt(&mut policy);
    settings.adapt(&mut policy);
    policy
}

fn attempt(settings: &Settings, seed: u64) -> Result<Generated, Dropped> {
    let mut choices = Choices::new(seed);
    let policy = policy(settings, &mut choices);
    let proven = |evaluation| proven(settings, &policy, choices.clone(), seed, evaluation);
    let (mut written, files, output) = match proven(Evaluation::Trusted) {
        Err(Dropped::Unproven { .. }) => proven(Evaluation::Watched)?,
        first => first?,
    };
    if settings.measure {
        measure::measure(&mut written);
    }
    let mut stats = written.stats;
    stats.bytes = files.iter().map(|(_, text)| text.len() as u64).sum();
    let generated = Generated { files, output, stats, inputs: Vec::new() };
    let mut generated = safety::apply(settings, generated, &mut Choices::new(!seed))?;
    if settings.assert_facts {
        proof::compare_facts(settings, &generated.files)?;
    }
    if let Some(form) = settings.emit_facts {
        proof::write_facts(settings, &mut generated, form)?;
    }
    Ok(generated)
}

type Proven = (drive::Written, Vec<(String, String)>, String);

/// A program with its text and its output. An expression has at most one side
/// effect, on what hardly ever something else in it reads; so who writes need
/// not look at the order of operands. The proof does, and the few programs in
/// which it matters are written again by a machine that looks.
fn proven(
    settings: &Settings,
    policy: &Policy,
    choices: Choices,
    seed: u64,
    evaluation: Evaluation,
) -> Result<Proven, Dropped> {
    let mut written = drive::write(settings, policy, choices, seed, evaluation)?;
    let files = text::files(settings, &written, seed);
    let output = proof::prove(settings, &files, &mut written)?;
    Ok((written, files, output))
}

/// Percentage of programs without policies: some bugs are found by those.
const PLAIN: u32 = 10;
