//! Flags that may be asked of a compiler without changing what a program means.
//!
//! An allow-list: what relaxes the arithmetic of floating point (`-ffast-math`),
//! changes the interface of functions or the layout of data (`-mregparm`,
//! `-fshort-enums`, `-fpack-struct`), the sign of `char`, what overflow does
//! (`-fwrapv`, `-ftrapv`), `errno`, or how units are linked (`-fwhole-program`,
//! `-fno-common`) is not in it and must not be.

use crate::toolchain::Family;

/// `*` stands for `-fNAME` and `-fno-NAME`; others are given as they are. Switches of
/// LLVM's inner parts (`-mllvm`) are none: nobody uses them, and what they break is nobody's
/// trouble.
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
    "--param=avg-loop-niter=100",
    "--param=ipa-cp-eval-threshold=1",
    "--param=ipa-sra-max-replacements=16",
    "--param=l1-cache-size=1",
    "--param=max-combine-insns=2",
    "--param=max-completely-peel-times=64",
    "--param=max-completely-peeled-insns=1000",
    "--param=max-cse-insns=10",
    "--param=max-cse-path-length=1",
    "--param=max-gcse-insertion-ratio=100",
    "--param=max-inline-insns-auto=1000",
    "--param=max-inline-insns-single=1000",
    "--param=max-jump-thread-duplication-stmts=200",
    "--param=max-sched-ready-insns=1",
    "--param=max-tail-merge-comparisons=200",
    "--param=max-unroll-times=32",
    "--param=max-unrolled-insns=1000",
    "--param=max-unswitch-insns=1000",
    "--param=sccvn-max-alias-queries-per-access=1",
    "--param=store-merging-allow-unaligned=0",
    "--param=store-merging-max-size=2",
    "--param=switch-conversion-max-branch-ratio=100",
    "--param=tree-reassoc-width=8",
    "--param=vect-epilogues-nomask=0",
    "--param=vect-max-version-for-alias-checks=0",
    "--param=vect-partial-vector-usage=2",
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
    "-mno-red-zone",
    "-mtune=native",
];

/// Machines that this one may not be: what is compiled for them is not run.
const MACHINES: &[&str] = &[
    "-march=alderlake",
    "-march=bdver4",
    "-march=cascadelake",
    "-march=icelake-server",
    "-march=knl",
    "-march=sapphirerapids",
    "-march=skylake-avx512",
    "-march=x86-64-v3",
    "-march=x86-64-v4",
    "-march=znver3",
];

/// Those, where there is a choice of them.
pub fn machines(family: Family) -> Vec<String> {
    let table = if family == Family::Other { &[] } else { MACHINES };
    table.iter().map(|flag| (*flag).to_owned()).collect()
}

/// Whether a program that is compiled so may not run here.
pub fn is_foreign(flag: &str) -> bool {
    MACHINES.contains(&flag)
}

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
            assert!(!flag.contains("-mllvm") && !flag.contains(' '), "{flag}");
        }
    }

    #[test]
    fn every_flag_stands_once_and_in_order() {
        for table in [GCC, CLANG, MACHINES] {
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
