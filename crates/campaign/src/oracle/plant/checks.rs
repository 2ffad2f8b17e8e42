//! Which tool says that it sees which planted defect: a table, out of the documentation
//! of the tools. What is not promised there is not here, and its absence is no finding.

use elenchus_compilers::toolchain::{Family, Tool, Toolchain};
use elenchus_produce::plant::Label;

/// Whose check it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    Gcc,
    Clang,
    /// An analyser, by a word of its command.
    Analyser(&'static str),
}

/// A check of a tool, which is one finding's.
#[derive(Debug)]
pub struct Check {
    pub of: Of,
    /// Its options, beside a level.
    pub flags: &'static [&'static str],
    /// What its documentation says that it sees.
    pub promise: &'static str,
    /// Kinds, or a kind and one of its forms.
    sees: &'static [&'static str],
}

const fn row(
    of: Of,
    flags: &'static [&'static str],
    promise: &'static str,
    sees: &'static [&'static str],
) -> Check {
    Check { of, flags, promise, sees }
}

use Of::{Analyser, Clang, Gcc};

/// gcc: "Program Instrumentation Options", "Static Analyzer Options". clang:
/// "UndefinedBehaviorSanitizer", "AddressSanitizer", "MemorySanitizer", "Available
/// Checkers".
const CHECKS: &[Check] = &[
    // What AddressSanitizer sees.
    row(
        Gcc,
        ADDRESS,
        "instruments memory accesses to detect out-of-bounds and use-after-free bugs",
        OUTSIDE,
    ),
    row(
        Clang,
        ADDRESS,
        "out-of-bounds accesses to heap, stack and globals; use-after-free",
        OUTSIDE,
    ),
    row(
        Gcc,
        ADDRESS,
        "its run-time library stops at a second `free`, and at one of what was not allocated",
        FREED,
    ),
    row(Clang, ADDRESS, "double-free, invalid free", FREED),
    row(Gcc, SCOPE, "use of a variable after its scope has ended", &["lifetime-ended block"]),
    row(Clang, SCOPE, "use-after-scope", &["lifetime-ended block"]),
    row(Gcc, ADDRESS, "use after return, if its run-time library is asked to", RETURNED),
    row(Clang, ADDRESS, "use-after-return, if its run-time library is asked to", RETURNED),
    // What UndefinedBehaviorSanitizer sees.
    row(
        Gcc,
        OVERFLOW,
        "the result of +, *, unary and binary - does not overflow in signed arithmetic; also INT_MIN / -1",
        OVERFLOWS,
    ),
    row(
        Clang,
        OVERFLOW,
        "the result of a signed integer computation cannot be represented in its type; also signed division overflow (INT_MIN/-1)",
        OVERFLOWS,
    ),
    row(Gcc, DIVIDE, "integer division by zero", &["division-by-zero"]),
    row(Clang, DIVIDE, "integer division by zero", &["division-by-zero"]),
    row(Gcc, SHIFT, "the result of a shift operation is not undefined", SHIFTS),
    row(
        Clang,
        SHIFT,
        "the amount shifted is greater or equal to the bit-width, or negative; a signed left shift that overflows",
        SHIFTS,
    ),
    row(Gcc, CAST, "conversions of floating-point type to integer do not overflow", CASTS),
    row(
        Clang,
        CAST,
        "conversion from floating-point type which would overflow the destination",
        CASTS,
    ),
    row(Gcc, BOOL, "a load from bool of another value than 0 and 1", &["trap-value"]),
    row(Clang, BOOL, "a load of a bool value which is neither true nor false", &["trap-value"]),
    row(Gcc, BOUNDS, "out-of-bounds accesses of arrays", SUBSCRIPTS),
    row(
        Clang,
        BOUNDS,
        "out-of-bounds array indexing, where the array bound can be statically determined",
        SUBSCRIPTS,
    ),
    row(Gcc, NULL, "the program dereferences a null pointer", NULLS),
    row(Clang, NULL, "use of a null pointer", NULLS),
    row(Gcc, ALIGNMENT, "alignment of pointers when they are dereferenced", &["misaligned write"]),
    row(Clang, ALIGNMENT, "use of a misaligned pointer", &["misaligned write"]),
    row(Gcc, VLA, "the size of a variable length array is positive", &["vla-size"]),
    row(
        Clang,
        VLA,
        "a variable-length array whose bound does not evaluate to a positive value",
        &["vla-size"],
    ),
    row(Gcc, UNREACHABLE, "__builtin_unreachable is turned into a message", &["unreachable"]),
    row(Clang, UNREACHABLE, "control flow reached an unreachable program point", &["unreachable"]),
    row(
        Gcc,
        NONNULL,
        "null values are not passed to arguments marked as nonnull",
        &["nonnull argument"],
    ),
    row(
        Clang,
        NONNULL,
        "a null pointer as a parameter which is declared to never be null",
        &["nonnull argument"],
    ),
    row(
        Gcc,
        RETURNS,
        "functions marked with returns_nonnull return no null value",
        &["nonnull returned"],
    ),
    row(
        Clang,
        RETURNS,
        "a null pointer from a function which is declared to never return null",
        &["nonnull returned"],
    ),
    // What MemorySanitizer sees: where the value decides.
    row(
        Clang,
        MEMORY,
        "uninitialized reads, where control flow depends on them",
        &["uninitialised branch", "uninitialised heap"],
    ),
    // Analysers.
    row(
        Analyser("-fanalyzer"),
        &[],
        "paths on which a pointer is freed twice (-Wanalyzer-double-free)",
        &["double-free"],
    ),
    row(
        Analyser("-fanalyzer"),
        &[],
        "paths on which a freed pointer is used (-Wanalyzer-use-after-free)",
        &["use-after-free"],
    ),
    row(
        Analyser("-fanalyzer"),
        &[],
        "paths on which null is dereferenced (-Wanalyzer-null-dereference)",
        NULLS,
    ),
    row(
        Analyser("-fanalyzer"),
        &[],
        "free of a pointer that is not of the heap (-Wanalyzer-free-of-non-heap)",
        &["invalid-free local"],
    ),
    row(
        Analyser("-fanalyzer"),
        &[],
        "paths on which an uninitialized value is used (-Wanalyzer-use-of-uninitialized-value)",
        &["uninitialised"],
    ),
    row(
        Analyser("--analyze"),
        &[],
        "double free, use after free (unix.Malloc)",
        &["double-free", "use-after-free"],
    ),
    row(Analyser("--analyze"), &[], "dereferences of null pointers (core.NullDereference)", NULLS),
    row(
        Analyser("--analyze"),
        &[],
        "undefined values in a branch (core.uninitialized.Branch)",
        &["uninitialised branch"],
    ),
    row(Analyser("--analyze"), &[], "division by zero (core.DivideZero)", &["division-by-zero"]),
];

const ADDRESS: &[&str] = &["-fsanitize=address"];
const SCOPE: &[&str] = &["-fsanitize=address", "-fsanitize-address-use-after-scope"];
const MEMORY: &[&str] = &["-fsanitize=memory"];
const OVERFLOW: &[&str] = &["-fsanitize=signed-integer-overflow"];
const DIVIDE: &[&str] = &["-fsanitize=integer-divide-by-zero"];
const SHIFT: &[&str] = &["-fsanitize=shift"];
const CAST: &[&str] = &["-fsanitize=float-cast-overflow"];
const BOOL: &[&str] = &["-fsanitize=bool"];
const BOUNDS: &[&str] = &["-fsanitize=bounds"];
const NULL: &[&str] = &["-fsanitize=null"];
const ALIGNMENT: &[&str] = &["-fsanitize=alignment"];
const VLA: &[&str] = &["-fsanitize=vla-bound"];
const UNREACHABLE: &[&str] = &["-fsanitize=unreachable"];
const NONNULL: &[&str] = &["-fsanitize=nonnull-attribute"];
const RETURNS: &[&str] = &["-fsanitize=returns-nonnull-attribute"];

/// Not the inner arrays of an object: nothing lies between them.
const OUTSIDE: &[&str] = &["out-of-bounds", "one-past-access", "use-after-free"];
const RETURNED: &[&str] = &["lifetime-ended returned"];
const FREED: &[&str] = &["double-free", "invalid-free"];
const OVERFLOWS: &[&str] = &["signed-overflow", "division-overflow"];
const SHIFTS: &[&str] = &["shift-count", "left-shift"];
const CASTS: &[&str] = &["float-to-int"];
/// Where the text has an array and a subscript.
const SUBSCRIPTS: &[&str] = &[
    "out-of-bounds stack",
    "out-of-bounds negative",
    "out-of-bounds static",
    "inner-bounds",
    "one-past-access loop",
];
const NULLS: &[&str] = &["null-access"];

impl Check {
    /// The checks of a tool that are to see a defect, one for each set of options.
    pub fn of_tool<'a>(
        toolchain: &'a Toolchain,
        label: &'a Label,
    ) -> impl Iterator<Item = &'static Check> + 'a {
        CHECKS.iter().filter(|check| check.is_of(toolchain) && check.sees(label))
    }

    fn is_of(&self, toolchain: &Toolchain) -> bool {
        match (self.of, &toolchain.tool) {
            (Of::Gcc, Tool::Compiler) => toolchain.family == Family::Gcc,
            (Of::Clang, Tool::Compiler) => toolchain.family == Family::Clang,
            (Of::Analyser(word), Tool::Analyser) => toolchain.command.iter().any(|one| one == word),
            _ => false,
        }
    }

    fn sees(&self, label: &Label) -> bool {
        let name = label.name();
        self.sees.iter().any(|one| *one == label.kind.id() || *one == name)
    }

    /// Whether it is a program that tells, and not who compiles it.
    pub fn runs(&self) -> bool {
        !matches!(self.of, Of::Analyser(_))
    }
}

#[cfg(test)]
mod tests {
    use elenchus_lang::undefined::Undefined;
    use elenchus_produce::plant::{Part, forms};

    use super::*;

    #[test]
    fn every_row_names_what_can_be_planted() {
        for check in CHECKS {
            for name in check.sees {
                let (id, form) = name.split_once(' ').unwrap_or((name, ""));
                let kind = Undefined::by_id(id).unwrap_or_else(|| panic!("{name}"));
                let forms = forms(kind);
                assert!(!forms.is_empty() && (form.is_empty() || forms.contains(&form)), "{name}");
            }
        }
    }

    #[test]
    fn what_is_not_promised_is_not_asked_for() {
        let label = Label {
            kind: Undefined::EffectiveType,
            form: "float".to_owned(),
            line: 1,
            part: Part::Reached,
        };
        assert!(CHECKS.iter().all(|check| !check.sees(&label)));
    }
}
