//! Flags that may be asked of a compiler without changing what a program means.
//!
//! An allow-list: what relaxes the arithmetic of floating point (`-ffast-math`),
//! changes the interface of functions or the layout of data (`-mregparm`,
//! `-fshort-enums`, `-fpack-struct`), the sign of `char`, what overflow does
//! (`-fwrapv`, `-ftrapv`), `errno`, or how units are linked (`-fwhole-program`,
//! `-fno-common`) is not in it and must not be.

use crate::toolchain::Family;

/// `*` stands for `-fNAME` and `-fno-NAME`; others are given as they are, and
/// several words belong together.
const GCC: &[&str] = &[
    "*aggressive-loop-optimizations",
    "*align-functions",
    "*align-loops",
    "*auto-inc-dec",
    "*bit-tests",
    "*branch-count-reg",
    "*caller-saves",
    "*code-hoisting",
    "*combine-stack-adjustments",
    "*compare-elim",
    "*conserve-stack",
    "*cprop-registers",
    "*crossjumping",
    "*cse-follow-jumps",
    "*dce",
    "*defer-pop",
    "*delete-null-pointer-checks",
    "*dse",
    "*early-inlining",
    "*expensive-optimizations",
    "*finite-loops",
    "*forward-propagate",
    "*function-cse",
    "*gcse",
    "*gcse-after-reload",
    "*gcse-las",
    "*gcse-lm",
    "*gcse-sm",
    "*guess-branch-probability",
    "*hoist-adjacent-loads",
    "*if-conversion",
    "*if-conversion2",
    "*indirect-inlining",
    "*inline",
    "*inline-functions",
    "*inline-functions-called-once",
    "*inline-small-functions",
    "*ipa-bit-cp",
    "*ipa-cp",
    "*ipa-cp-clone",
    "*ipa-icf",
    "*ipa-modref",
    "*ipa-profile",
    "*ipa-pta",
    "*ipa-pure-const",
    "*ipa-ra",
    "*ipa-reference",
    "*ipa-sra",
    "*ipa-vrp",
    "*ira-hoist-pressure",
    "*ira-loop-pressure",
    "*ira-share-save-slots",
    "*ira-share-spill-slots",
    "*isolate-erroneous-paths-dereference",
    "*ivopts",
    "*jump-tables",
    "*live-range-shrinkage",
    "*loop-interchange",
    "*loop-unroll-and-jam",
    "*lra-remat",
    "*merge-constants",
    "*modulo-sched",
    "*modulo-sched-allow-regmoves",
    "*move-loop-invariants",
    "*move-loop-stores",
    "*omit-frame-pointer",
    "*optimize-sibling-calls",
    "*partial-inlining",
    "*peel-loops",
    "*peephole",
    "*peephole2",
    "*predictive-commoning",
    "*prefetch-loop-arrays",
    "*ree",
    "*rename-registers",
    "*reorder-blocks",
    "*reorder-blocks-and-partition",
    "*reorder-functions",
    "*rerun-cse-after-loop",
    "*reschedule-modulo-scheduled-loops",
    "*sched-critical-path-heuristic",
    "*sched-interblock",
    "*sched-pressure",
    "*sched-spec",
    "*sched-spec-load",
    "*sched2-use-superblocks",
    "*schedule-fusion",
    "*schedule-insns",
    "*schedule-insns2",
    "*sel-sched-pipelining",
    "*selective-scheduling",
    "*selective-scheduling2",
    "*shrink-wrap",
    "*shrink-wrap-separate",
    "*split-ivs-in-unroller",
    "*split-loops",
    "*split-paths",
    "*split-wide-types",
    "*split-wide-types-early",
    "*ssa-backprop",
    "*ssa-phiopt",
    "*stack-clash-protection",
    "*stack-protector",
    "*stdarg-opt",
    "*store-merging",
    "*strict-aliasing",
    "*thread-jumps",
    "*toplevel-reorder",
    "*tracer",
    "*tree-bit-ccp",
    "*tree-builtin-call-dce",
    "*tree-ccp",
    "*tree-ch",
    "*tree-coalesce-vars",
    "*tree-copy-prop",
    "*tree-cselim",
    "*tree-dce",
    "*tree-dominator-opts",
    "*tree-dse",
    "*tree-forwprop",
    "*tree-fre",
    "*tree-loop-distribute-patterns",
    "*tree-loop-distribution",
    "*tree-loop-if-convert",
    "*tree-loop-im",
    "*tree-loop-ivcanon",
    "*tree-loop-optimize",
    "*tree-loop-vectorize",
    "*tree-lrs",
    "*tree-partial-pre",
    "*tree-phiprop",
    "*tree-pre",
    "*tree-pta",
    "*tree-reassoc",
    "*tree-scev-cprop",
    "*tree-sink",
    "*tree-slp-vectorize",
    "*tree-slsr",
    "*tree-sra",
    "*tree-switch-conversion",
    "*tree-tail-merge",
    "*tree-ter",
    "*tree-vrp",
    "*unroll-all-loops",
    "*unroll-loops",
    "*unswitch-loops",
    "*vect-cost-model",
    "*version-loops-for-strides",
    "*web",
    "-fPIC",
    "-fcf-protection=full",
    "-fira-algorithm=CB",
    "-fira-algorithm=priority",
    "-fira-region=all",
    "-fira-region=mixed",
    "-fira-region=one",
    "-flto",
    "-freorder-blocks-algorithm=simple",
    "-freorder-blocks-algorithm=stc",
    "-fsched-stalled-insns=0",
    "-fstack-protector-all",
    "-ftrivial-auto-var-init=pattern",
    "-ftrivial-auto-var-init=zero",
    "-fvect-cost-model=unlimited",
    "-fzero-call-used-regs=all",
    "-march=native",
    "-mno-red-zone",
    "-mtune=native",
];

const CLANG: &[&str] = &[
    "*data-sections",
    "*delete-null-pointer-checks",
    "*function-sections",
    "*inline-functions",
    "*jump-tables",
    "*omit-frame-pointer",
    "*optimize-sibling-calls",
    "*slp-vectorize",
    "*stack-clash-protection",
    "*stack-protector",
    "*strict-aliasing",
    "*unroll-loops",
    "*vectorize",
    "-fPIC",
    "-fcf-protection=full",
    "-finline-hint-functions",
    "-flto",
    "-fno-inline",
    "-fstack-protector-all",
    "-ftrivial-auto-var-init=pattern",
    "-fzero-call-used-regs=all",
    "-march=native",
    "-mllvm -combiner-global-alias-analysis",
    "-mllvm -enable-ipra",
    "-mllvm -enable-misched=false",
    "-mllvm -enable-partial-inlining",
    "-mllvm -join-liveintervals=false",
    "-mllvm -pre-RA-sched=linearize",
    "-mllvm -pre-RA-sched=list-burr",
    "-mllvm -pre-RA-sched=source",
    "-mllvm -regalloc=basic",
    "-mllvm -regalloc=pbqp",
    "-mllvm -unroll-runtime",
    "-mno-red-zone",
    "-mtune=native",
];

/// Levels that flags are added to.
pub const LEVELS: &[&str] = &["-O1", "-O2", "-Os", "-O3"];

/// All that may be asked of a family, ready to be given.
pub fn all(family: Family) -> Vec<String> {
    let table = match family {
        Family::Gcc => GCC,
        Family::Clang => CLANG,
        Family::Other => &[],
    };
    let forms = |flag: &&str| match flag.strip_prefix('*') {
        Some(name) => vec![format!("-f{name}"), format!("-fno-{name}")],
        None => vec![(*flag).to_owned()],
    };
    table.iter().flat_map(forms).collect()
}

/// Those that `accepts` takes, asked in as few questions as possible: most are
/// accepted, so all are tried at once, and halves where that fails.
pub fn accepted(all: Vec<String>, accepts: &mut dyn FnMut(&[String]) -> bool) -> Vec<String> {
    if all.is_empty() || accepts(&all) {
        return all;
    }
    if all.len() == 1 {
        return Vec::new();
    }
    let (front, back) = all.split_at(all.len() / 2);
    let mut found = accepted(front.to_vec(), accepts);
    found.extend(accepted(back.to_vec(), accepts));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_the_meaning_is_not_allowed() {
        let never = [
            "fast-math",
            "associative",
            "reciprocal",
            "finite-math",
            "signed-zeros",
            "rounding",
            "excess-precision",
            "fp-contract",
            "signed-char",
            "unsigned-char",
            "wrapv",
            "trapv",
            "strict-overflow",
            "short-enums",
            "pack-struct",
            "regparm",
            "whole-program",
            "-fcommon",
            "-fno-common",
            "math-errno",
            "sanitize",
            "profile-",
            "parallelize",
            "merge-all-constants",
            "short-wchar",
            "mabi",
            "bitfields",
            "keep-inline",
        ];
        for flag in [Family::Gcc, Family::Clang].into_iter().flat_map(all) {
            assert!(!never.iter().any(|word| flag.contains(word)), "{flag}");
        }
    }

    #[test]
    fn every_flag_stands_once_and_in_order() {
        for table in [GCC, CLANG] {
            assert!(table.is_sorted_by(|one, other| one < other));
        }
    }

    #[test]
    fn what_is_not_accepted_is_left_out() {
        let all: Vec<String> = (0..100).map(|number| number.to_string()).collect();
        let mut asked = 0;
        let found = accepted(all, &mut |flags| {
            asked += 1;
            !flags.iter().any(|flag| flag == "17" || flag == "80")
        });
        assert!(found.len() == 98 && asked < 40, "{asked}: {found:?}");
    }
}
