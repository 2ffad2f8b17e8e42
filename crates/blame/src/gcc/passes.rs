//! The passes that gcc runs at a level, in their order.

use serde::Serialize;

use crate::bench::{Bench, Cut, Way};

/// What a pass works on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// GIMPLE, function by function.
    Tree,
    /// The whole unit.
    Ipa,
    /// Machine instructions.
    Rtl,
}

/// A pass by the name that options have for it: `tree-vrp1`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pass {
    pub kind: Kind,
    /// With its instance: `vrp1`.
    pub name: String,
}

const KINDS: &[(&str, Kind)] = &[("tree-", Kind::Tree), ("ipa-", Kind::Ipa), ("rtl-", Kind::Rtl)];

impl Pass {
    /// As in `-fdisable-tree-vrp1`.
    pub fn full_name(&self) -> String {
        let prefix = KINDS.iter().find(|(_, kind)| *kind == self.kind).map_or("", |row| row.0);
        format!("{prefix}{}", self.name)
    }

    pub fn disabled(&self) -> String {
        format!("-fdisable-{}", self.full_name())
    }

    /// Only in one function. It is named twice: where a plugin hands such options on,
    /// gcc cuts off the last character.
    pub fn disabled_in(&self, function: &str) -> String {
        format!("{}={function},{function}", self.disabled())
    }

    /// Whether gcc calls it so where it leaves out the number of the instance.
    pub fn is_instance_of(&self, name: &str) -> bool {
        let rest = self.name.strip_prefix(name);
        rest.is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()))
    }

    /// Whether gcc cannot do without it: it lowers something that nobody else lowers, or
    /// keeps a promise that later passes rely on.
    pub fn is_required(&self) -> bool {
        let stem = self.name.trim_end_matches(|c: char| c.is_ascii_digit());
        REQUIRED.iter().any(|(kind, names)| *kind == self.kind && names.contains(&stem))
    }
}

/// Passes that are never left out, without the numbers of their instances.
const REQUIRED: &[(Kind, &[&str])] = &[
    (
        Kind::Tree,
        &[
            "omplower",
            "lower",
            "tmlower",
            "eh",
            "ehopt",
            "cfg",
            "ompexp",
            "fixup_cfg",
            "ssa",
            "local-fnsummary",
            "release_ssa",
            "loop",
            "loopinit",
            "loopdone",
            "stdarg",
            "cplxlower",
            "veclower",
            "switchlower",
            "lower_vaarg",
            "bitintlower",
            "fab",
            "objsz",
            "isel",
            "tmmark",
            "tmedge",
            "resx",
            "cleanup",
            "optimized",
            "ompexpssa",
            "ompdevlow",
            "adjust_alignment",
            "crited",
        ],
    ),
    (
        Kind::Ipa,
        &[
            "visibility",
            "build_ssa_passes",
            "opt_local_passes",
            "remove_symbols",
            "ipa_oacc",
            "ipa_oacc_kernels",
            "targetclone",
            "free-fnsummary",
            "whole-program",
            "fnsummary",
            "simdclone",
            "materialize-all-clones",
            "emutls",
            "auto-profile",
            "pta",
        ],
    ),
    (
        Kind::Rtl,
        &[
            "expand",
            "vregs",
            "into_cfglayout",
            "outof_cfglayout",
            "dfinit",
            "dfinish",
            "loop",
            "loop2_init",
            "loop2_done",
            "reginfo",
            "split",
            "mode_sw",
            "asmcons",
            "ira",
            "reload",
            "pro_and_epilogue",
            "early_thread_pro_and_epilogue",
            "late_thread_pro_and_epilogue",
            "zero_call_used_regs",
            "stack",
            "alignments",
            "mach",
            "barriers",
            "shorten",
            "nothrow",
            "dwarf",
            "final",
            "unshare",
        ],
    ),
];

/// All passes that are on, in the order in which they run.
pub fn passes(bench: &mut Bench) -> Result<Vec<Pass>, Cut> {
    let extra = ["-fdump-passes", "-S"].map(str::to_owned);
    let level = bench.case.level.clone();
    let answer = bench.ask(&Way::with(&level, &extra), 0, "asked.s")?;
    Ok(listed(&String::from_utf8_lossy(&answer.stderr)))
}

/// `      tree-vrp1      :  ON`; a name with a star cannot be told apart.
fn listed(said: &str) -> Vec<Pass> {
    let pass = |line: &str| {
        let (name, state) = line.rsplit_once(':')?;
        let name = name.trim();
        let (prefix, kind) = KINDS.iter().find(|(prefix, _)| name.starts_with(prefix))?;
        let on = state.trim() == "ON";
        on.then(|| Pass { kind: *kind, name: name[prefix.len()..].to_owned() })
    };
    said.lines().filter_map(pass).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_gcc_lists() {
        let said = "note: x\n   *warn_unused_result   :  ON\n   tree-lower     :  ON\n   \
                    tree-tmlower   :  OFF\n   ipa-cp  :  ON\n      tree-vrp1    :  ON\n   \
                    rtl-rtl pre    :  ON\n";
        let names: Vec<String> = listed(said).iter().map(Pass::full_name).collect();
        assert_eq!(names, ["tree-lower", "ipa-cp", "tree-vrp1", "rtl-rtl pre"]);
        let required: Vec<bool> = listed(said).iter().map(Pass::is_required).collect();
        assert_eq!(required, [true, false, false, false]);
    }

    #[test]
    fn instances_have_numbers() {
        let pass = |name: &str| Pass { kind: Kind::Tree, name: name.to_owned() };
        assert!(pass("vrp1").is_instance_of("vrp"));
        assert!(pass("vrp").is_instance_of("vrp"));
        assert!(!pass("evrp").is_instance_of("vrp"));
        assert!(!pass("vrpx").is_instance_of("vrp"));
        assert_eq!(pass("vrp1").disabled_in("f"), "-fdisable-tree-vrp1=f,f");
    }
}
