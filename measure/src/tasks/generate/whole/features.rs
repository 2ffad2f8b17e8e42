//! The features that are looked for: what Csmith has, and what is beyond it.

use super::Whole;

pub struct Row {
    pub name: &'static str,
    pub has: fn(&Whole) -> bool,
}

const fn row(name: &'static str, has: fn(&Whole) -> bool) -> Row {
    Row { name, has }
}

impl Whole {
    /// Whether a word is in the text.
    fn says(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// Whether the generator wrote one of these.
    fn wrote(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.written.contains(name))
    }
}

pub const ALL: &[Row] = &[
    // What Csmith has.
    row("bit-fields", |w| w.seen.bit_fields > 0),
    row("unions", |w| w.seen.unions > 0),
    row("packed structs", |w| w.says("packed")),
    row("aligned members and types", |w| w.says("_Alignas") || w.says("aligned")),
    row("arrays of several dimensions", |w| w.seen.matrices > 0),
    row("arrays of structs", |w| w.seen.struct_arrays > 0),
    row("stores through pointers", |w| w.seen.stores > 0),
    row("stores through pointers to pointers", |w| w.seen.deep_stores > 0),
    row("pointers in structs", |w| w.seen.pointer_members > 0),
    row("const and volatile at inner levels", |w| {
        w.wrote(&["const-at-each-level", "volatile-one-at-a-time", "qualified-parameters"])
    }),
    row("volatile objects", |w| w.seen.volatiles > 0),
    row("volatile members", |w| w.wrote(&["volatile-members"])),
    row("structs as parameters", |w| w.seen.struct_params > 0),
    row("structs as results", |w| w.seen.struct_results > 0),
    row("loops over arrays", |w| w.seen.nested_loops > 0 || w.seen.data_loops > 0),
    row("goto forward and backward", |w| w.seen.forward_gotos > 0 && w.seen.backward_gotos > 0),
    row("break and continue", |w| w.seen.breaks > 0 && w.seen.continues > 0),
    row("early return", |w| w.seen.early_returns > 0),
    row("static locals", |w| w.seen.static_locals > 0),
    row("calls three deep", |w| w.seen.call_depth >= 3),
    // What is beyond it.
    row("recursion", |w| w.seen.recursive > 0),
    row("mutual recursion", |w| w.wrote(&["mutual-recursion", "three-in-a-circle"])),
    row("tail calls", |w| w.seen.tail_calls > 0),
    row("indirect calls", |w| w.seen.indirect_calls > 0),
    row("tables of functions", |w| w.seen.function_tables > 0),
    row("five parameters or more", |w| w.seen.most_params >= 5),
    row("twelve parameters", |w| w.seen.most_params >= 12),
    row("variadic functions", |w| w.seen.variadics > 0),
    row("string literals", |w| w.seen.strings > 1),
    row("string functions", |w| {
        ["strlen", "strcpy", "strcat", "strchr", "strncpy", "strspn", "strcmp", "strncmp"]
            .iter()
            .any(|name| w.says(name))
    }),
    row("formatted text", |w| w.says("snprintf") || w.says("sprintf") || w.says("sscanf")),
    row("memory functions", |w| w.seen.block_calls > 0),
    row("malloc", |w| w.says("malloc")),
    row("calloc", |w| w.says("calloc")),
    row("realloc", |w| w.says("realloc")),
    row("free", |w| w.says("free")),
    row("setjmp and longjmp", |w| w.seen.setjmps > 0),
    row("arrays of variable length", |w| w.seen.vlas > 0),
    row("flexible array members", |w| w.wrote(&["flexible-array"])),
    row("compound literals", |w| w.seen.compound_literals > 0),
    row("designated initialisers", |w| {
        w.wrote(&["designated", "table-of-functions", "arrays-in-structs", "places-in-arrays"])
    }),
    row("_Generic", |w| w.says("_Generic")),
    row("_Static_assert", |w| w.says("_Static_assert")),
    row("_Alignof", |w| w.says("_Alignof")),
    row("_Thread_local", |w| w.says("_Thread_local")),
    row("_Noreturn", |w| w.wrote(&["function-that-does-not-return"])),
    row("inline functions", |w| w.says("inline")),
    row("noinline", |w| w.says("noinline")),
    row("pure and const functions", |w| w.says("pure")),
    row("restrict", |w| w.seen.restricts > 0),
    row("other members of a union read", |w| {
        w.wrote(&["word-and-bytes", "two-readings", "bits-of-a-float", "words-of-a-struct"])
    }),
    row("bytes of objects", |w| w.seen.byte_accesses > 0),
    row("_Complex", |w| w.says("_Complex")),
    row("_Atomic", |w| w.says("_Atomic")),
    row("atomic functions", |w| {
        w.wrote(&["atomic-functions", "older-atomics", "atomic-loop", "balanced-locks"])
    }),
    row("balanced locks", |w| w.wrote(&["balanced-locks"])),
    row("float and double", |w| w.seen.floats > 0),
    row("fractions", |w| w.wrote(&["fractions", "polynomial-of-fractions", "float-parameters"])),
    row("infinities", |w| w.wrote(&["infinities"])),
    row("not a number", |w| w.wrote(&["not-a-number"])),
    row("negative zero", |w| w.wrote(&["negative-zero"])),
    row("sums that round", |w| w.wrote(&["sums-in-their-order", "careful-sum"])),
];
