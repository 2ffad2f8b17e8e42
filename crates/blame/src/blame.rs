//! All ways to blame, one after another, and what they come to together.

use elenchus_compilers::toolchain::{Family, Toolchain};
use serde::{Deserialize, Serialize};

use crate::bench::{Bench, Cut};
use crate::builds::{BuildStore, Builds, by_builds};
use crate::checkpoint::{FirstWrong, first_wrong_value};
use crate::flags::{Flags, by_flags};
use crate::gcc::disable::{Disabling, by_disabling};
use crate::gcc::first_wrong::by_first_wrong_dump;
use crate::opt_bisect::by_opt_bisect;
use crate::versions::{Versions, by_version};

/// A pass, and the function in which it goes wrong, if that is known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Guilty {
    pub pass: String,
    pub function: Option<String>,
}

/// A way to find the guilty pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    OptBisect,
    Disabling,
    FirstWrongDump,
}

impl Method {
    pub fn name(self) -> &'static str {
        match self {
            Method::OptBisect => "opt-bisect",
            Method::Disabling => "disabling",
            Method::FirstWrongDump => "first wrong dump",
        }
    }
}

/// What one method found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Evidence {
    pub method: Method,
    pub guilty: Option<Guilty>,
    /// What was seen, or why nothing was found.
    pub words: String,
}

impl Evidence {
    pub fn none(method: Method, words: &str) -> Evidence {
        Evidence { method, guilty: None, words: words.to_owned() }
    }
}

/// Where a bug comes from, as far as that is known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Blame {
    pub pass: Option<String>,
    pub function: Option<String>,
    pub evidence: Vec<Evidence>,
    /// Passes that, each left out alone, make it right.
    pub cures: Vec<String>,
    pub flags: Option<Flags>,
    pub versions: Option<Versions>,
    /// The first build that is wrong, where somebody has builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub builds: Option<Builds>,
    /// The first value of the program that is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<FirstWrong>,
    /// What was not tried any more.
    pub cut: Option<String>,
}

/// Other compilers that may be asked.
#[derive(Clone, Default, Debug)]
pub struct Others {
    /// The same compiler in its versions, oldest first, the one of the case among them.
    pub versions: Vec<Toolchain>,
    pub builds: Option<BuildStore>,
}

/// Blames a case whose symptom is known. What could not be tried in time is left out;
/// only where nothing can be tried at all is that an error.
pub fn blame(bench: &mut Bench, others: &Others) -> Result<Blame, Cut> {
    let mut found = Blame {
        pass: None,
        function: None,
        evidence: Vec::new(),
        cures: Vec::new(),
        flags: None,
        versions: None,
        builds: None,
        value: None,
        cut: None,
    };
    match gather(bench, others, &mut found) {
        Ok(()) => {}
        Err(Cut::Io(error)) => return Err(Cut::Io(error)),
        Err(cut) => found.cut = Some(cut.to_string()),
    }
    found.conclude();
    Ok(found)
}

fn gather(bench: &mut Bench, others: &Others, found: &mut Blame) -> Result<(), Cut> {
    match bench.case.toolchain.family {
        Family::Clang => found.evidence.push(by_opt_bisect(bench)?),
        Family::Gcc => {
            let Disabling { evidence, cures } = by_disabling(bench)?;
            found.evidence.push(evidence);
            found.cures = cures;
        }
        Family::Other => {}
    }
    found.versions = by_version(bench, &others.versions)?;
    if let Some(store) = &others.builds {
        found.builds = Some(by_builds(bench, store)?);
    }
    found.value = first_wrong_value(bench)?;
    found.flags = Some(by_flags(bench)?);
    // Last, since it takes the longest.
    if bench.case.toolchain.family == Family::Gcc && bench.is_of_program() {
        found.evidence.push(by_first_wrong_dump(bench)?);
    }
    Ok(())
}

impl Blame {
    /// A pass is named if somebody found one and nobody found another.
    fn conclude(&mut self) {
        let mut named = self.evidence.iter().filter_map(|one| one.guilty.as_ref());
        let Some(first) = named.next() else { return };
        if named.all(|other| other.pass == first.pass) {
            self.pass = Some(first.pass.clone());
            let all = self.evidence.iter().filter_map(|one| one.guilty.as_ref());
            self.function = all.filter_map(|one| one.function.clone()).next();
        }
    }
}
