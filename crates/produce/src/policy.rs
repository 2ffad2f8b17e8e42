//! What is drawn how often: one line for each number, with its meaning, its
//! usual value, and the range from which it is drawn anew for each program
//! (swarm testing).
//!
//! A policy can be written and read as TOML; what a file does not mention
//! keeps its value.

use crate::choices::Choices;

/// A number of the policy.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub name: &'static str,
    pub doc: &'static str,
    pub default: u32,
    pub low: u32,
    pub high: u32,
    /// Only the preset `whole` has it: for others it is 0, and costs no draw.
    pub whole: bool,
}

impl Field {
    /// Its doc names the group in which it has a share; others are percentages
    /// and limits.
    fn is_weight(&self) -> bool {
        self.doc.contains(':')
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    #[error("not TOML: {0}")]
    Syntax(String),
    #[error("`{0}` is no number of a policy; `elenchus generate --dump-policy` shows all of them")]
    Unknown(String),
    #[error("`{0}` must be a whole number from 0 to 1000000")]
    Value(String),
}

/// Policies that have a name, as they would stand in a file.
pub const NAMED: [(&str, &str); 1] = [("csmith", include_str!("policies/csmith.toml"))];

macro_rules! policy {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident: $default:literal, $low:literal..=$high:literal $(, $whole:ident)?;
    )*) => {
        /// Weights (against others of their group), percentages and limits.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Policy {
            $($(#[doc = $doc])* pub $name: u32,)*
        }

        pub const FIELDS: &[Field] = &[$(Field {
            name: stringify!($name),
            doc: concat!($($doc),*),
            default: $default,
            low: $low,
            high: $high,
            whole: {
                let marks: &[&str] = &[$(stringify!($whole))?];
                !marks.is_empty()
            },
        },)*];

        impl Default for Policy {
            fn default() -> Policy {
                Policy { $($name: $default,)* }
            }
        }

        impl Policy {
            /// In the order of the fields.
            pub fn numbers(&self) -> [u32; FIELDS.len()] {
                [$(self.$name),*]
            }

            fn number_mut(&mut self, name: &str) -> Option<&mut u32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

policy! {
    /// Statements: `x = e;`
    stmt_assign: 16, 5..=28;
    /// Statements: `x op= e;`
    stmt_compound: 14, 4..=28;
    /// Statements: `x++;`
    stmt_step: 3, 0..=8;
    /// Statements: a local variable with an initialiser.
    stmt_declare: 14, 4..=24;
    /// Statements: `if`.
    stmt_if: 12, 2..=24;
    /// Statements: an if-chain on one variable.
    stmt_chain: 6, 0..=14;
    /// Statements: `switch`.
    stmt_switch: 6, 0..=16;
    /// Statements: loops, of all forms.
    stmt_loop: 18, 6..=30;
    /// Statements: several loops over the same range.
    stmt_loops: 5, 0..=12;
    /// Statements: a block.
    stmt_block: 1, 0..=3;
    /// Statements: a call.
    stmt_call: 24, 10..=40;
    /// Statements: `if (…) break;` and `if (…) continue;`
    stmt_jump: 5, 0..=12;
    /// Statements: a local array.
    stmt_array: 4, 0..=10;
    /// Statements: a local struct.
    stmt_struct: 8, 0..=20;
    /// Statements: one struct assigned to another.
    stmt_copy: 6, 0..=14;
    /// Statements: a local pointer, or another value for one.
    stmt_pointer: 10, 3..=20;
    /// Statements: a pointer to a function, or a table of functions.
    stmt_code: 8, 2..=16;
    /// Statements: `if (…) return e;`
    stmt_return: 4, 0..=10;
    /// Statements: a pointer that may be null, or what a test of it guards.
    stmt_guard: 6, 0..=14;
    /// Statements: a loop that ends by its data.
    stmt_data_loop: 8, 2..=14;
    /// Statements: a region of jumps by `goto`.
    stmt_region: 10, 3..=18;
    /// Statements: `if (…) goto L;` out of blocks in such a region.
    stmt_leave: 8, 0..=16;
    /// Statements: a loop that walks through an array or along links.
    stmt_walk: 6, 1..=14;

    /// Operators: `+`
    op_add: 12, 0..=30;
    /// Operators: `-`
    op_sub: 12, 0..=30;
    /// Operators: `*`
    op_mul: 10, 0..=25;
    /// Operators: `/`
    op_div: 6, 0..=15;
    /// Operators: `%`
    op_rem: 6, 0..=15;
    /// Operators: `<<`
    op_shl: 5, 0..=15;
    /// Operators: `>>`
    op_shr: 5, 0..=15;
    /// Operators: `&`
    op_and: 7, 0..=25;
    /// Operators: `|`
    op_or: 7, 0..=25;
    /// Operators: `^`
    op_xor: 8, 0..=25;
    /// Operators: `< > <= >= == !=`
    op_compare: 8, 0..=20;
    /// Operators: `&&` and `||`
    op_logical: 6, 0..=16;
    /// Operators: `?:`
    op_conditional: 7, 0..=18;
    /// Operators: unary `-`
    op_neg: 4, 0..=12;
    /// Operators: `~`
    op_not: 4, 0..=12;
    /// Operators: `!`
    op_lognot: 2, 0..=6;
    /// Operators: casts.
    op_cast: 7, 0..=20;
    /// Operators: the comma.
    op_comma: 1, 0..=3;
    /// Operators: idioms that optimisers look for (rotates, min, abs, …).
    op_idiom: 8, 0..=25;

    /// Operators: functions that compilers know, with `--builtins`
    op_builtin: 0, 0..=0;

    /// Contexts of operators: all of them.
    context_free: 30, 5..=50;
    /// Contexts: additive.
    context_additive: 6, 0..=20;
    /// Contexts: bitwise.
    context_bitwise: 6, 0..=20;
    /// Contexts: logical.
    context_logical: 4, 0..=12;
    /// Contexts: multiplicative.
    context_multiplicative: 4, 0..=12;
    /// Contexts: bitwise with shifts.
    context_bitwise_shift: 6, 0..=20;
    /// Contexts: additive and multiplicative.
    context_additive_multiplicative: 6, 0..=20;
    /// Percentage of subexpressions where a new context begins.
    context_change: 12, 0..=30;

    /// Percentage of leaves that are constants.
    leaf_constant: 22, 5..=40;
    /// Percentage of expressions whose leaves are all constants.
    all_constants: 3, 0..=8;
    /// Percentage of expressions half of whose leaves are constants.
    half_constants: 10, 0..=30;
    /// Percentage of leaves that take a variable whose value nobody used yet.
    leaf_fresh: 55, 30..=80;
    /// Percentage of leaves that compare pointers, or look through one that may be null.
    leaf_pointer: 3, 1..=8;
    /// Percentage of leaves that the same expression has already.
    leaf_again: 6, 0..=20;
    /// Leaves: global variables, where there is one of them.
    leaf_global: 35, 10..=60, whole;
    /// Leaves: local variables.
    leaf_local: 35, 10..=60, whole;
    /// Leaves: parameters.
    leaf_parameter: 30, 10..=60, whole;

    /// Constants: small ones.
    const_small: 40, 10..=60;
    /// Constants: near the limits of a type.
    const_extreme: 12, 0..=30;
    /// Constants: runs of ones and zeros.
    const_blocks: 12, 0..=30;
    /// Constants: powers of two and their neighbours.
    const_powers: 12, 0..=30;
    /// Constants: any.
    const_any: 10, 0..=30;
    /// Constants: used before, negated or complemented too.
    const_reuse: 20, 0..=50;

    /// Percentage of subexpressions that were written before.
    common: 10, 0..=30;
    /// Percentage of statements with a side effect inside their expression.
    effect: 5, 0..=12;

    /// Types: `_Bool`
    type_bool: 2, 0..=10;
    /// Types: `signed char` and `char`
    type_schar: 6, 0..=30;
    /// Types: `unsigned char`
    type_uchar: 6, 0..=30;
    /// Types: `short`
    type_short: 7, 0..=30;
    /// Types: `unsigned short`
    type_ushort: 7, 0..=30;
    /// Types: `int`
    type_int: 22, 2..=60;
    /// Types: `unsigned`
    type_uint: 20, 2..=60;
    /// Types: `long`
    type_long: 10, 0..=40;
    /// Types: `unsigned long`
    type_ulong: 10, 0..=40;
    /// Types: `long long`
    type_llong: 7, 0..=30;
    /// Types: `unsigned long long`
    type_ullong: 8, 0..=30;
    /// Types: `__int128` and `unsigned __int128`, with `--int128`
    type_int128: 0, 0..=0;
    /// Types: an enumeration.
    type_enum: 1, 0..=5;

    /// Percentage of scalars that are `float`
    type_float: 3, 0..=8;
    /// Percentage of scalars that are `double`
    type_double: 5, 0..=12;
    /// Percentage of scalars that are `long double`
    type_long_double: 1, 0..=4;
    /// Percentage of tests that compute with floating values.
    float_tests: 20, 0..=50;

    /// Variables: a scalar.
    var_scalar: 40, 20..=70;
    /// Variables: an array of one dimension.
    var_array: 20, 5..=40;
    /// Variables: an array of two to four dimensions.
    var_matrix: 5, 0..=12;
    /// Variables: a struct.
    var_struct: 8, 0..=20;
    /// Variables: an array of structs.
    var_structs: 3, 0..=8;
    /// Variables: a pointer.
    var_pointer: 10, 0..=25;
    /// Variables: a node of a linked list.
    var_node: 8, 0..=20;
    /// Percentage of scalars that are written through a pointer, where there is one.
    indirect: 30, 10..=60;
    /// Percentage of variables that are volatile.
    volatile: 2, 0..=6;
    /// Percentage of variables that are only read and const.
    constant: 8, 0..=20;
    /// Percentage of global variables, and of local ones, that are static.
    static_: 20, 0..=60;
    /// Percentage of functions behind which one stands that is made before the others:
    /// an idiom, or a feature of the language.
    ready: 55, 20..=80;
    /// Functions: what optimisers match.
    ready_idiom: 40, 10..=60;
    /// Functions: copied and filled blocks of memory.
    ready_memory: 9, 0..=16;
    /// Functions: strings.
    ready_string: 6, 0..=12;
    /// Functions: objects on the heap.
    ready_heap: 7, 0..=14;
    /// Functions: unions.
    ready_union: 9, 0..=16;
    /// Functions: compound literals.
    ready_literal: 7, 0..=14;
    /// Functions: parameters that do not alias, or may.
    ready_restrict: 8, 0..=14;
    /// Functions: functions as arguments, tail calls.
    ready_callback: 7, 0..=12;
    /// Functions: variable arguments.
    ready_variadic: 3, 0..=6;
    /// Functions: arrays of variable length, and jumps out of functions.
    ready_length: 2, 0..=4;
    /// Functions: recursion of several functions, and what calls look like.
    ready_call: 28, 7..=49, whole;
    /// Functions: storage classes, scopes, types with names of their own.
    ready_scope: 22, 5..=38, whole;
    /// Functions: choices by type, assertions, sizes and alignments.
    ready_generic: 14, 3..=24, whole;
    /// Functions: qualifiers at each level of pointers, volatile accesses one at a time.
    ready_qualified: 14, 3..=24, whole;
    /// Functions: packed and aligned structs, bit-fields of all widths.
    ready_packed: 12, 3..=21, whole;
    /// Functions: bytes of objects, and what else they mean.
    ready_bytes: 14, 3..=24, whole;
    /// Functions: floating values with fractions, infinities and NaN.
    ready_real: 30, 7..=52, whole;
    /// Functions: complex numbers.
    ready_complex: 8, 2..=14, whole;
    /// Functions: atomic objects in sequential code.
    ready_atomic: 14, 3..=24, whole;
    /// Functions: arrays of arrays, arrays as parameters, flexible arrays.
    ready_array: 18, 4..=31, whole;
    /// Functions: texts and blocks by the library, objects that grow and are freed.
    ready_library: 16, 4..=28, whole;
    /// Functions: all operators that assign, and jumps that look odd.
    ready_operator: 14, 3..=24, whole;
    /// Percentage of pointers to objects that they may only read.
    pointer_const: 15, 0..=35, whole;
    /// Percentage of pointers that make a volatile access of each access.
    pointer_volatile: 4, 0..=10, whole;
    /// Percentage of local pointers that are const themselves.
    const_pointer: 8, 0..=25, whole;
    /// Percentage of types of structs that are unions.
    union: 25, 0..=50, whole;
    /// Percentage of structs that are packed.
    packed: 12, 0..=35, whole;
    /// Percentage of members of structs with an alignment of their own (C11).
    aligned_member: 4, 0..=12, whole;
    /// The most members of a struct, but for two.
    members: 5, 3..=10, whole;
    /// The most dimensions of an array.
    dimensions: 4, 2..=4, whole;
    /// The most stars of the type of a local pointer.
    pointer_depth: 4, 1..=5, whole;
    /// Bytes of a program for each function that is called by others.
    function_size: 900, 500..=1600, whole;
    /// Percentage of functions behind which another such one stands.
    ready_more: 85, 60..=100, whole;
    /// Percentage of calls through pointers, where there is one.
    indirect_call: 50, 0..=80;
    /// Percentage of functions that call themselves.
    recursive: 15, 0..=35;
    /// Percentage of functions with five to twelve parameters.
    many_params: 25, 0..=50;
    /// Percentage of functions with a result whose result is a struct.
    struct_result: 25, 0..=50;
    /// Percentage of global variables with an alignment of their own (C11).
    aligned: 4, 0..=12;
    /// Percentage of local scalars that are register variables.
    register: 2, 0..=6;
    /// Percentage of struct members that are bit-fields.
    bit_field: 20, 0..=50;

    /// The most operators in an expression of a statement.
    expr_size: 9, 3..=20;
    /// The deepest nesting of an expression.
    expr_depth: 6, 3..=10;
    /// Percentage of binary operations that are operands and stand in parentheses
    /// though the grammar needs none.
    parentheses: 30, 0..=100;
    /// The most statements in a block.
    block_size: 5, 2..=8;
    /// The deepest nesting of blocks.
    block_depth: 3, 2..=4;
    /// Percentage of loops whose bound is a variable.
    variable_bound: 35, 10..=60;
    /// Percentage of counted loops with a second counter.
    second_counter: 12, 0..=25;
    /// Percentage of loops in loops that end before the counter of the outer one.
    triangular: 45, 15..=75;
    /// Percentage of cases that may have several labels.
    labels: 20, 0..=50;
    /// The most turns of a loop.
    loop_turns: 9, 3..=16;
    /// Percentage of conditional code that is not executed.
    dead: 12, 0..=30;
    /// Percentage of operations that are made safe for later turns of a loop
    /// by the choice of their types.
    careful: 80, 60..=95;
}

impl Policy {
    /// Every number drawn anew from its range; those of `whole` only for it.
    pub fn shuffled(&self, choices: &mut Choices, whole: bool) -> Policy {
        let mut policy = self.clone();
        let plain = Policy::default();
        for (field, (now, usual)) in
            FIELDS.iter().zip(self.numbers().into_iter().zip(plain.numbers()))
        {
            // What was set by hand stays.
            if now == usual && (whole || !field.whole) {
                let drawn = choices.between(field.name, field.low.into(), field.high.into());
                if let Some(number) = policy.number_mut(field.name) {
                    *number = drawn as u32;
                }
            }
        }
        policy
    }

    /// A limit of `whole`, or what others have in its place.
    pub fn limit(of_whole: u32, usual: u64) -> u64 {
        if of_whole == 0 { usual } else { of_whole.into() }
    }

    /// Without what only `whole` has.
    pub fn remove_whole(&mut self) {
        for field in FIELDS.iter().filter(|field| field.whole) {
            if let Some(number) = self.number_mut(field.name) {
                *number = 0;
            }
        }
    }

    /// Everything uniform, nothing special: to compare with.
    pub fn none() -> Policy {
        let mut policy = Policy::default();
        let weights = FIELDS.iter().filter(|field| field.is_weight() && field.default > 0);
        for number in weights.map(|field| field.name) {
            if let Some(number) = policy.number_mut(number) {
                *number = 1;
            }
        }
        Policy {
            op_idiom: 0,
            context_free: 1,
            context_additive: 0,
            context_bitwise: 0,
            context_logical: 0,
            context_multiplicative: 0,
            context_bitwise_shift: 0,
            context_additive_multiplicative: 0,
            context_change: 0,
            all_constants: 0,
            half_constants: 0,
            const_small: 0,
            const_extreme: 0,
            const_blocks: 0,
            const_powers: 0,
            const_any: 1,
            const_reuse: 0,
            common: 0,
            leaf_again: 0,
            parentheses: 0,
            ..policy
        }
    }

    /// One that has a name.
    pub fn named(name: &str) -> Option<Policy> {
        let (_, text) = NAMED.iter().find(|(known, _)| *known == name)?;
        // A test reads all of them.
        Policy::default().with_toml(text).ok()
    }

    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        for (field, number) in FIELDS.iter().zip(self.numbers()) {
            let (doc, name) = (field.doc.trim(), field.name);
            text += &format!(
                "# {doc} (drawn from {} to {})\n{name} = {number}\n",
                field.low, field.high
            );
        }
        text
    }

    /// The numbers of a file over those of this policy.
    pub fn with_toml(&self, text: &str) -> Result<Policy, PolicyError> {
        let table: toml::Table =
            text.parse().map_err(|e: toml::de::Error| PolicyError::Syntax(e.message().into()))?;
        let mut policy = self.clone();
        for (name, value) in table {
            let Some(number) = policy.number_mut(&name) else {
                return Err(PolicyError::Unknown(name));
            };
            match value.as_integer() {
                Some(value @ 0..=1_000_000) => *number = value as u32,
                _ => return Err(PolicyError::Value(name)),
            }
        }
        Ok(policy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_is_written_and_read() {
        let policy = Policy { op_add: 77, ..Policy::default() };
        assert_eq!(Policy::default().with_toml(&policy.to_toml()), Ok(policy));
    }

    #[test]
    fn mistakes_are_named() {
        let read = |text| Policy::default().with_toml(text).map(|_| ());
        assert_eq!(read("op_plus = 1"), Err(PolicyError::Unknown("op_plus".into())));
        assert_eq!(read("op_add = -1"), Err(PolicyError::Value("op_add".into())));
        assert!(matches!(read("op_add"), Err(PolicyError::Syntax(_))));
    }

    #[test]
    fn policies_with_a_name_can_be_read() {
        for (name, _) in NAMED {
            assert!(Policy::named(name).is_some_and(|policy| policy != Policy::default()));
        }
        assert_eq!(Policy::named("none"), None);
    }

    #[test]
    fn shuffled_numbers_stay_in_their_ranges() {
        for seed in 0..50 {
            let policy = Policy::default().shuffled(&mut Choices::new(seed), true);
            for (field, number) in FIELDS.iter().zip(policy.numbers()) {
                assert!((field.low..=field.high).contains(&number), "{}", field.name);
                assert!((field.low..=field.high).contains(&field.default), "{}", field.name);
            }
        }
    }
}
