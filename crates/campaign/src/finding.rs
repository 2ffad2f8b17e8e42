//! What a hunt finds.

use elenchus_blame::Blame;
use elenchus_compilers::toolchain::Given;
use elenchus_judge::bytes::Word;
use serde::{Deserialize, Deserializer, Serialize};

use crate::oracle;
use crate::outcome::Outcome;
use crate::program::{Answer, Program};
use crate::source::Source;

macro_rules! names {
    ($(#[$doc:meta])* $type:ident { $($(#[$of:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        pub enum $type { $($(#[$of])* #[serde(rename = $name)] $variant,)* }

        impl $type {
            pub const ALL: &[$type] = &[$($type::$variant,)*];

            pub fn name(self) -> &'static str {
                match self { $($type::$variant => $name,)* }
            }

            /// All of them for people.
            pub fn names() -> String {
                [$($name),*].join(", ")
            }

            pub fn by_name(name: &str) -> Option<$type> {
                $type::ALL.iter().copied().find(|one| one.name() == name)
            }
        }
    };
}

names! {
    /// What is wrong.
    Kind {
        /// The compiler broke down.
        Crash = "crash",
        /// The compiler did not end.
        Hang = "hang",
        /// The compiler printed, wrote files or started processes without end.
        Flood = "flood",
        /// The compiler refused a valid program.
        Rejected = "rejected",
        /// The program printed something else.
        WrongOutput = "wrong-output",
        /// The program printed the right thing and ended otherwise.
        WrongStatus = "wrong-status",
        /// A signal ended the program.
        RunCrash = "run-crash",
        /// The program did not end, or printed without end.
        RunHang = "run-hang",
        /// Compilers differ, and nobody knows who is right.
        Disagreement = "disagreement",
        /// Two compilations give different programs.
        Unstable = "unstable",
        /// Debugging information changes the code: gcc says so itself.
        CompareDebug = "compare-debug",
        /// Objects of two compilers do not work together.
        Abi = "abi",
        /// Another sequence of accesses to a volatile object.
        Volatile = "volatile",
        /// A sanitizer stops a valid program.
        Alarm = "alarm",
        /// A defect that was planted goes unseen by who promises to see it.
        Missed = "missed",
        /// Another line than that of the planted defect is accused.
        WrongLine = "wrong-line",
        /// A planted defect is seen that is not executed, or not there.
        FalseAlarm = "false-alarm",
        /// The compiler took far more time than others.
        Slow = "slow",
        /// The compiler took far more memory than others.
        Bloated = "bloated",
    }
}

names! {
    /// How sure we are.
    State {
        /// Seen; validity of the program could not be shown.
        Suspected = "suspected",
        /// Seen again, alone and without limits, on a program shown to be valid.
        Confirmed = "confirmed",
        /// Others side with the compiler: most likely a bug of ours.
        Disputed = "disputed",
        /// Not seen again.
        Flaky = "flaky",
    }
}

impl Kind {
    /// Whether it needs a valid program to be a bug.
    pub fn needs_validity(self) -> bool {
        oracle::row(self).needs_validity
    }

    /// Whether the program runs, and does not do what it must.
    pub fn is_wrong_code(self) -> bool {
        use Kind::{RunCrash, RunHang, WrongOutput, WrongStatus};
        [WrongOutput, WrongStatus, RunCrash, RunHang].contains(&self)
    }

    /// Whether one compiler and one program show it by themselves, so that it can be
    /// reduced and blamed.
    pub fn is_shown_by_one(self) -> bool {
        use Kind::{Crash, Flood, Hang, Rejected};
        self.is_wrong_code() || [Crash, Hang, Flood, Rejected].contains(&self)
    }
}

/// Commands; older stores have one only.
fn commands<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Vec<Word>>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Commands {
        One(Vec<Word>),
        Several(Vec<Vec<Word>>),
    }
    Ok(match Commands::deserialize(from)? {
        Commands::One(words) if words.is_empty() => Vec::new(),
        Commands::One(words) => vec![words],
        Commands::Several(commands) => commands,
    })
}

/// All that is known of a finding. It can be shown, reported and replayed from
/// this alone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finding {
    pub kind: Kind,
    pub state: State,
    /// Equal for findings that are likely one bug.
    pub signature: String,
    /// The compiler with the one level at which it was tried again.
    pub compiler: Given,
    /// The other one, where two work together.
    #[serde(default)]
    pub partner: Option<Given>,
    pub version: String,
    pub target: String,
    /// The commands that show it, to be run beside the files.
    #[serde(deserialize_with = "commands")]
    pub compile: Vec<Vec<Word>>,
    pub execute: Option<Vec<Word>>,
    /// What the program must do, where it is known.
    pub expected: Option<Answer>,
    /// What it does.
    pub actual: Outcome,
    /// What became of it on every configuration.
    pub outcomes: Vec<(String, Outcome)>,
    /// How the state was arrived at, a sentence each.
    pub reasons: Vec<String>,
    pub source: Source,
    pub seed: u64,
    /// What was changed in the program that it is a variant of: place and strategy of
    /// each change.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mutations: Vec<String>,
    /// The version of Elenchus.
    pub elenchus: String,
    pub program: Program,
    /// A smaller program that shows the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduced: Option<Box<Reduced>>,
    /// Where it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blamed: Option<Box<Blamed>>,
}

/// Where a bug comes from, and of which version of the compiler that was found out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Blamed {
    pub version: String,
    #[serde(flatten)]
    pub blame: Blame,
}

/// A smaller program, and what becomes of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reduced {
    pub program: Program,
    /// Of the changes that make the program a variant, those that it takes to fail.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mutations: Vec<String>,
    pub expected: Option<Answer>,
    pub actual: Outcome,
    pub outcomes: Vec<(String, Outcome)>,
}

impl Finding {
    /// As people want to see it: with the reduced program, if there is one.
    pub fn shown(&self) -> Finding {
        let Some(reduced) = self.reduced.as_deref().cloned() else { return self.clone() };
        let Reduced { program, mutations, expected, actual, outcomes } = reduced;
        Finding { program, mutations, expected, actual, outcomes, reduced: None, ..self.clone() }
    }
}
