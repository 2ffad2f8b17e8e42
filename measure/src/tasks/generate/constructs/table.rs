//! The constructs that are looked for, and when a program has one: rows over what
//! [`super::walk`] found in it.

use super::walk::Seen;

/// A construct, and whether a program has it.
pub struct Row {
    pub name: &'static str,
    pub has: fn(&Seen) -> bool,
}

const fn row(name: &'static str, has: fn(&Seen) -> bool) -> Row {
    Row { name, has }
}

/// Those that aliasing, interprocedural and control-flow optimisers live on.
pub const ROWS: &[Row] = &[
    // Pointers.
    row("scalar stored through a pointer", |s| s.stores > 0),
    row("update through a pointer", |s| s.updates > 0),
    row("store through a pointer to a pointer", |s| s.deep_stores > 0),
    row("store through a parameter", |s| s.param_stores > 0),
    row("pointer assigned", |s| s.pointer_assigned > 0),
    row("pointer walked", |s| s.pointer_steps > 0),
    row("pointers compared", |s| s.pointer_compared > 0),
    row("pointers subtracted", |s| s.pointer_subtracted > 0),
    row("pointer tested for null", |s| s.null_tests > 0),
    row("pointer chosen by ?:", |s| s.pointer_chosen > 0),
    row("function with a pointer result", |s| s.pointer_results > 0),
    row("member that is a pointer", |s| s.pointer_members > 0),
    row("linked structure", |s| s.linked > 0),
    row("restrict", |s| s.restricts > 0),
    // Control flow.
    row("forward goto", |s| s.forward_gotos > 0),
    row("backward goto", |s| s.backward_gotos > 0),
    row("loop with two entries", |s| s.second_entries > 0),
    row("computed goto", |s| s.computed_gotos > 0),
    row("early return", |s| s.early_returns > 0),
    row("break out of a loop", |s| s.breaks > 0),
    row("continue", |s| s.continues > 0),
    row("while", |s| s.whiles > 0),
    row("do", |s| s.dos > 0),
    row("switch", |s| s.switches > 0),
    row("switch in a loop", |s| s.switches_in_loops > 0),
    row("fall through", |s| s.falls > 0),
    row("loop whose bound is a variable", |s| s.variable_bounds > 0),
    row("loop that ends by its data", |s| s.data_loops > 0),
    row("two induction variables", |s| s.two_inductions > 0),
    row("loop in a loop", |s| s.nested_loops > 0),
    // Calls.
    row("five parameters or more", |s| s.most_params >= 5),
    row("function called from several places", |s| s.most_callers >= 2),
    row("calls three deep", |s| s.call_depth >= 3),
    row("struct as an argument", |s| s.struct_params > 0),
    row("struct as a result", |s| s.struct_results > 0),
    row("indirect call", |s| s.indirect_calls > 0),
    row("table of functions", |s| s.function_tables > 0),
    row("recursion", |s| s.recursive > 0),
    row("tail call", |s| s.tail_calls > 0),
    row("variadic function", |s| s.variadics > 0),
    row("two pointer parameters", |s| s.pointer_pairs > 0),
    // Data.
    row("bit-field", |s| s.bit_fields > 0),
    row("union", |s| s.unions > 0),
    row("array of several dimensions", |s| s.matrices > 0),
    row("array of structs", |s| s.struct_arrays > 0),
    row("static local", |s| s.static_locals > 0),
    row("volatile", |s| s.volatiles > 0),
    row("floating type", |s| s.floats > 0),
    row("compound literal", |s| s.compound_literals > 0),
    row("string", |s| s.strings > 0),
    row("array of variable length", |s| s.vlas > 0),
    row("memcpy or memset", |s| s.block_calls > 0),
    row("access to single bytes", |s| s.byte_accesses > 0),
    row("heap", |s| s.heap_calls > 0),
    row("setjmp", |s| s.setjmps > 0),
];
