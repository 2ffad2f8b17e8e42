//! Options of compilers, and what each makes of the language.
//!
//! Of most options a program's meaning is independent; some choose a dialect;
//! under the others nobody here knows what a program means, so that whoever
//! judges programs has to refuse. An option that is in no row is one of those.

use super::Language;
use super::dialect::Dialect;
use Effect::{Nothing, Sets, Unknown, UnknownOff, UnknownOn};

/// An option under which it is not known what a program means.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the meaning of a program under `{0}` is not known here")]
pub struct UnknownOption(pub String);

/// What `-fNAME` and `-fno-NAME` do.
#[derive(Clone, Copy)]
enum Effect {
    /// Both leave the meaning of programs as it is.
    Nothing,
    /// A choice is made, or the opposite one.
    Sets(fn(&mut Dialect, bool)),
    /// Nobody knows with it, and its opposite is the default.
    UnknownOn,
    /// The other way round.
    UnknownOff,
    Unknown,
}

/// Names of `-fNAME`, `-fno-NAME` and `-fNAME=VALUE`; with `*` all that start so.
/// The first row that fits counts.
const SWITCHES: &[(&str, Effect)] = &[
    // ---- what the language is ----
    ("wrapv", Sets(|d, on| d.wraps = on)),
    ("wrapv-pointer", Sets(|d, on| d.pointers_wrap = on)),
    ("strict-overflow", Sets(|d, on| (d.wraps, d.pointers_wrap) = (!on, !on))),
    ("strict-aliasing", Sets(|d, on| d.aliases_freely = !on)),
    ("delete-null-pointer-checks", Sets(|d, on| d.null_is_a_place = !on)),
    ("common", Sets(|d, on| d.commons = on)),
    ("short-enums", Sets(|d, on| d.short_enums = on)),
    ("short-wchar", Sets(|d, on| d.short_wchar = on)),
    ("signed-char", Sets(|d, on| d.char_signed = Some(on))),
    ("unsigned-char", Sets(|d, on| d.char_signed = Some(!on))),
    ("gnu89-inline", Sets(|d, on| d.gnu89_inline = Some(on))),
    ("asm", Sets(|d, on| d.gnu_words = Some(on))),
    // The machine takes a program's own function before the library's.
    ("builtin*", Nothing),
    ("hosted", UnknownOff),
    ("freestanding", UnknownOn),
    ("trapv", UnknownOn),
    ("unsigned-bitfields", UnknownOn),
    ("signed-bitfields", UnknownOff),
    ("pack-struct", UnknownOn),
    ("ms-extensions", UnknownOn),
    ("plan9-extensions", UnknownOn),
    ("sso-struct", Unknown),
    ("exec-charset", Unknown),
    ("wide-exec-charset", Unknown),
    ("openmp*", UnknownOn),
    ("openacc*", UnknownOn),
    ("gnu-tm", UnknownOn),
    // ---- floating point ----
    ("fast-math", UnknownOn),
    ("unsafe-math-optimizations", UnknownOn),
    ("associative-math", UnknownOn),
    ("reciprocal-math", UnknownOn),
    ("finite-math-only", UnknownOn),
    ("honor-infinities", UnknownOff),
    ("honor-nans", UnknownOff),
    ("signed-zeros", UnknownOff),
    ("math-errno", UnknownOff),
    ("cx-limited-range", UnknownOn),
    ("cx-fortran-rules", UnknownOn),
    ("single-precision-constant", UnknownOn),
    ("excess-precision", Unknown),
    ("fp-contract", Unknown),
    ("fp-int-builtin-inexact", Nothing),
    // Traps and other roundings than to nearest are unknown in any case.
    ("rounding-math", Nothing),
    ("trapping-math", Nothing),
    ("signaling-nans", Nothing),
    ("float-store", Nothing),
    // ---- how code is made ----
    ("PI*", Nothing),
    ("aggressive-loop-optimizations", Nothing),
    ("align-*", Nothing),
    ("allow-store-data-races", Nothing),
    ("asynchronous-unwind-tables", Nothing),
    ("auto-inc-dec", Nothing),
    ("bit-tests", Nothing),
    ("branch-*", Nothing),
    ("caller-saves", Nothing),
    ("cf-protection", Nothing),
    ("code-hoisting", Nothing),
    ("color-diagnostics", Nothing),
    ("combine-stack-adjustments", Nothing),
    ("compare-elim", Nothing),
    ("conserve-stack", Nothing),
    ("cprop-registers", Nothing),
    ("crossjumping", Nothing),
    ("cse-*", Nothing),
    ("data-sections", Nothing),
    ("dce", Nothing),
    ("debug-*", Nothing),
    ("defer-pop", Nothing),
    ("delayed-branch", Nothing),
    ("delete-dead-exceptions", Nothing),
    ("devirtualize*", Nothing),
    ("diagnostics-*", Nothing),
    ("dse", Nothing),
    ("dump-*", Nothing),
    ("early-inlining", Nothing),
    ("exceptions", Nothing),
    ("expensive-optimizations", Nothing),
    ("fat-lto-objects", Nothing),
    ("file-prefix-map", Nothing),
    ("finite-loops", Nothing),
    ("forward-propagate", Nothing),
    ("function-cse", Nothing),
    ("function-sections", Nothing),
    ("gcse*", Nothing),
    ("global-isel", Nothing),
    ("guess-branch-probability", Nothing),
    ("hoist-adjacent-loads", Nothing),
    ("ident", Nothing),
    ("if-conversion*", Nothing),
    ("indirect-inlining", Nothing),
    ("inline*", Nothing),
    ("integrated-as", Nothing),
    ("ipa-*", Nothing),
    ("ira-*", Nothing),
    ("isolate-erroneous-paths-*", Nothing),
    ("ivopts", Nothing),
    ("jump-tables", Nothing),
    ("keep-*", Nothing),
    ("lifetime-dse", Nothing),
    ("live-range-shrinkage", Nothing),
    ("loop-*", Nothing),
    ("lra-remat", Nothing),
    ("lto*", Nothing),
    ("max-errors", Nothing),
    ("merge-*", Nothing),
    ("message-length", Nothing),
    ("modulo-sched*", Nothing),
    ("move-loop-*", Nothing),
    ("omit-frame-pointer", Nothing),
    ("opt-info*", Nothing),
    ("optimize-*", Nothing),
    ("partial-inlining", Nothing),
    ("peel-loops", Nothing),
    ("peephole*", Nothing),
    ("pi*", Nothing),
    ("plt", Nothing),
    ("predictive-commoning", Nothing),
    ("prefetch-loop-arrays", Nothing),
    ("profile*", Nothing),
    ("ree", Nothing),
    ("rename-registers", Nothing),
    ("reorder-*", Nothing),
    ("rerun-cse-after-loop", Nothing),
    ("reschedule-modulo-scheduled-loops", Nothing),
    ("rtti", Nothing),
    ("sanitize*", Nothing),
    ("sched*", Nothing),
    ("section-anchors", Nothing),
    ("sel-sched-*", Nothing),
    ("selective-scheduling*", Nothing),
    ("semantic-interposition", Nothing),
    ("shrink-wrap*", Nothing),
    ("slp-vectorize", Nothing),
    ("split-*", Nothing),
    ("ssa-*", Nothing),
    ("stack-*", Nothing),
    ("stdarg-opt", Nothing),
    ("store-merging", Nothing),
    ("strict-volatile-bitfields", Nothing),
    ("syntax-only", Nothing),
    ("test-coverage", Nothing),
    ("thread-jumps", Nothing),
    ("toplevel-reorder", Nothing),
    ("tracer", Nothing),
    ("tree-*", Nothing),
    ("trivial-auto-var-init", Nothing),
    ("unit-at-a-time", Nothing),
    ("unroll-*", Nothing),
    ("unswitch-loops", Nothing),
    ("unwind-tables", Nothing),
    ("use-linker-plugin", Nothing),
    ("var-tracking*", Nothing),
    ("variable-expansion-in-unroller", Nothing),
    ("vect*", Nothing),
    ("verbose-asm", Nothing),
    ("version-loops-for-strides", Nothing),
    ("visibility", Nothing),
    ("web", Nothing),
    ("whole-program", Nothing),
    ("zero-call-used-regs", Nothing),
    ("zero-initialized-in-bss", Nothing),
];

/// Whether programs mean the same under an option that is no switch; with `*` all
/// that start so. The first row that fits counts. (That a product and a sum are two
/// operations, also where a processor has one for both, is what `-ffp-contract=off`
/// asks compilers for.)
const OTHERS: &[(&str, bool)] = &[
    // In floating point it is `-ffast-math`.
    ("-Ofast", false),
    ("-ffp-contract=off", true),
    ("-O*", true),
    ("-W*", true),
    ("-w", true),
    ("-g*", true),
    ("-p*", true),
    ("-v", true),
    ("-Q", true),
    // The preprocessor has done its work when a text is read.
    ("-trigraphs", true),
    ("-D*", true),
    ("-U*", true),
    ("-I*", true),
    ("-i*", true),
    ("-M*", true),
    ("-C", true),
    ("-CC", true),
    ("-P", true),
    ("-H", true),
    ("-undef", true),
    // What is made of it, and of which files.
    ("-c", true),
    ("-S", true),
    ("-E", true),
    ("-o*", true),
    ("-B*", true),
    ("-L*", true),
    ("-l*", true),
    ("-nostd*", true),
    ("-nodefaultlibs", true),
    ("-no-pie", true),
    ("-rdynamic", true),
    ("-s", true),
    ("-save-temps*", true),
    ("-shared*", true),
    ("-static*", true),
    ("-Xlinker", true),
    ("--param*", true),
    ("--sysroot*", true),
    ("-", true),
    // Which machine it is for is said by the target, not by the language.
    ("-m32", true),
    ("-m64", true),
    ("-march=*", true),
    ("-mcpu=*", true),
    ("-mtune=*", true),
    ("-mno-red-zone", true),
    ("-mavx*", true),
    ("-msse*", true),
    ("-mfma", true),
    ("-mbmi*", true),
    ("-mpopcnt", true),
    ("-mcmodel=*", true),
];

impl Language {
    /// The language under options of a compiler, in their order: the last one
    /// counts. Words that are no options are passed over.
    pub fn with_options<'a>(
        &self,
        options: impl IntoIterator<Item = &'a str>,
    ) -> Result<Language, UnknownOption> {
        let mut language = *self;
        for option in options.into_iter().filter(|option| option.starts_with('-')) {
            language.add(option).ok_or_else(|| UnknownOption(option.to_owned()))?;
        }
        Ok(language)
    }

    fn add(&mut self, option: &str) -> Option<()> {
        let named = option.strip_prefix("-std=").or((option == "-ansi").then_some("ansi"));
        if let Some(name) = named {
            *self = Language { dialect: self.dialect, ..Language::by_name(name)? };
            return Some(());
        }
        let fits = |(pattern, _): &&(&str, bool)| fits(pattern, option);
        if let Some(&(_, harmless)) = OTHERS.iter().find(fits) {
            return harmless.then_some(());
        }
        let name = option.strip_prefix("-f")?;
        let (name, on) = name.strip_prefix("no-").map_or((name, true), |name| (name, false));
        let name = name.split('=').next().unwrap_or(name);
        match SWITCHES.iter().find(|(pattern, _)| self::fits(pattern, name))?.1 {
            Nothing => {}
            Sets(set) => set(&mut self.dialect, on),
            UnknownOn if !on => {}
            UnknownOff if on => {}
            UnknownOn | UnknownOff | Unknown => return None,
        }
        Some(())
    }
}

fn fits(pattern: &str, text: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => text.starts_with(start),
        None => text == pattern,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;

    fn under(options: &str) -> Result<Language, UnknownOption> {
        Language::GNU17.with_options(options.split(' '))
    }

    /// What differs from GNU17 without options.
    fn check(options: &str, differs: impl Fn(Language) -> bool) {
        let language = under(options).expect("known");
        assert!(differs(language), "{options}: {language:?}");
        assert!(!differs(Language::GNU17), "{options} decides nothing");
    }

    #[test]
    fn some_options_choose_a_dialect() {
        check("-fwrapv", |l| l.signed_overflow_wraps() && l.left_shift_only_moves_bits());
        check("-fno-strict-overflow", |l| l.signed_overflow_wraps());
        check("-fno-strict-aliasing", |l| !l.has_effective_types());
        check("-fgnu89-inline", |l| l.inline_is_gnu89());
        check("-fshort-enums", |l| l.enums_are_short());
        check("-fno-asm", |l| !l.has_asm_keyword() && !l.has_typeof_keyword());
        check("-fno-asm -std=gnu89", |l| !l.has_inline_keyword());
        check("-funsigned-char", |l| !l.adapt(Target::x86_64()).char_signed);
        check("-std=c99", |l| !l.has_asm_keyword());
        check("-ansi", |l| !l.has_restrict_keyword());
    }

    #[test]
    fn the_last_one_counts() {
        for same in [
            "-fwrapv -fno-wrapv",
            "-fno-strict-aliasing -fstrict-aliasing",
            "-fno-strict-overflow -fstrict-overflow",
            "-std=c89 -std=gnu17",
        ] {
            assert_eq!(under(same), Ok(Language::GNU17), "{same}");
        }
        assert_eq!(under("-fsigned-char -funsigned-char"), under("-fno-signed-char"));
    }

    #[test]
    fn others_mean_nothing_or_are_unknown() {
        for nothing in [
            "-O2 -Os -O -g -ggdb3 -w -Wall -pedantic -pipe -m32 -march=native",
            "-I include -DNAME=1 -UNAME -include config.h -lm file.c",
            "-fno-builtin -fno-builtin-abs -fno-common -fno-openmp -fmath-errno",
            "-fPIC -fpie -flto=auto -fvect-cost-model=unlimited -fno-tree-vrp -falign-loops=16",
            "-ffp-contract=off -fno-fast-math -frounding-math -fsanitize=undefined,address",
        ] {
            assert_eq!(under(nothing), Ok(Language::GNU17), "{nothing}");
        }
        for unknown in [
            "-Ofast",
            "-ffast-math",
            "-fno-signed-zeros",
            "-fno-math-errno",
            "-ffp-contract=fast",
            "-ftrapv",
            "-funsigned-bitfields",
            "-fno-signed-bitfields",
            "-fpack-struct",
            "-fpack-struct=2",
            "-fms-extensions",
            "-fopenmp",
            "-fopenmp-simd",
            "-ffreestanding",
            "-std=c++17",
            "-mlong-double-64",
            "-fno-such-option",
        ] {
            assert_eq!(under(unknown), Err(UnknownOption(unknown.to_owned())));
        }
    }

    /// A row that an earlier one always hides says nothing.
    #[test]
    fn every_row_counts() {
        let hidden = |rows: &[&str]| {
            let before = |at: usize| rows[..at].iter().any(|row| fits(row, rows[at]));
            rows.iter().enumerate().find(|(at, _)| before(*at)).map(|(_, row)| row.to_string())
        };
        assert_eq!(hidden(&SWITCHES.iter().map(|row| row.0).collect::<Vec<_>>()), None);
        assert_eq!(hidden(&OTHERS.iter().map(|row| row.0).collect::<Vec<_>>()), None);
    }
}
