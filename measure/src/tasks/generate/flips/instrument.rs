//! The text of a program whose assignments can be flipped.
//!
//! `x = E;` becomes `x = E, x ^= flip(32, 7);`, where 7 numbers the place and `flip` gives 0 but for one
//! call of the run. Only whole statements, so that order does not matter, and
//! only where naming the object twice has no effect of its own.

use elenchus_lang::tree::{ExprId, ExprKind, FunctionId, Item, Program, StmtKind};
use elenchus_lang::walk::{self, Child};

/// Reads from its input, at the first call, which call is the one (0: none,
/// and each call tells its place) and which bit it flips.
pub const FLIP: &str = "\
int getchar(void);
int printf(const char *, ...);
static unsigned long long flip_number(void)
{
    unsigned long long number = 0;
    int c;
    while ((c = getchar()) >= '0') number = number * 10 + (c - '0');
    return number;
}
static unsigned long long flip(int width, int place)
{
    static unsigned long long at, bit, calls;
    if (calls++ == 0) {
        at = flip_number();
        bit = flip_number();
    }
    if (at == 0) printf(\"\\1%d\\1\", place);
    return calls == at ? 1ULL << bit % width : 0;
}
";

/// What `flip` prints before and after a place's number.
pub const MARK: char = '\u{1}';

/// The functions that were generated, and not those around them: `test0`, `f1`.
pub fn generated_functions(p: &Program) -> Vec<FunctionId> {
    let number = |name: &str, prefix: &str| {
        let rest = name.strip_prefix(prefix);
        rest.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    let items = p.units.iter().flat_map(|unit| &unit.items);
    let functions = items.filter_map(|item| match item {
        Item::Function(function) => Some(*function),
        _ => None,
    });
    let wanted = |function: &FunctionId| {
        let name = p.name(p.decls[p.functions[*function].decl].name);
        number(name, "test") || number(name, "f")
    };
    functions.filter(wanted).collect()
}

/// The text of `p`, its only unit, with `flip` in it, and the statements by
/// their number.
pub fn instrument<'a>(p: &Program, text: &'a str) -> (String, Vec<&'a str>) {
    let mut insertions: Vec<(usize, String)> = Vec::new();
    let mut statements = Vec::new();
    let base = p.units.first().map_or(0, |unit| unit.span.start) as usize;
    for function in generated_functions(p) {
        walk::descend(p, Child::Stmt(p.functions[function].body), |node| {
            let Child::Stmt(stmt) = node else { return };
            let StmtKind::Expr(e) = p.stmts[stmt].kind else { return };
            let Some((target, width)) = flippable(p, e) else { return };
            let start = p.stmts[stmt].span.range().start - base;
            let statement = &text[start..p.stmts[stmt].span.range().end - base];
            let Some(end) = statement.rfind(';') else { return };
            let place = p.exprs[target].span.range();
            let place = &text[place.start - base..place.end - base];
            let number = statements.len();
            insertions.push((start + end, format!(", {place} ^= flip({width}, {number})")));
            statements.push(statement);
        });
    }
    insertions.sort();
    let mut out = String::from(FLIP);
    let mut done = 0;
    for (at, what) in insertions {
        out += &text[done..at];
        out += &what;
        done = at;
    }
    (out + &text[done..], statements)
}

/// What an assignment changes, and of how many bits.
fn flippable(p: &Program, e: ExprId) -> Option<(ExprId, u32)> {
    let target = match p.exprs[e].kind {
        ExprKind::Assign(target, _) | ExprKind::CompoundAssign(_, target, ..) => target,
        _ => return None,
    };
    let place = p.exprs[target];
    if place.ty.is_volatile() || has_effects(p, target) {
        return None;
    }
    let kind = p.types.int_kind(place.ty)?;
    let field = match place.kind {
        ExprKind::Member(_, field, _) => p.types.fields[field].width,
        _ => None,
    };
    let bits = field.unwrap_or(p.target.int_type(kind).bits);
    // The wider half of an `__int128` is left alone.
    Some((target, u32::from(bits).min(64)))
}

fn has_effects(p: &Program, e: ExprId) -> bool {
    use ExprKind::{Assign, Call, CompoundAssign, Step, StmtExpr};
    let mut found = false;
    walk::descend(p, Child::Expr(e), |node| {
        if let Child::Expr(e) = node {
            let kind = p.exprs[e].kind;
            found |= matches!(
                kind,
                Assign(..) | Call(..) | CompoundAssign(..) | Step(..) | StmtExpr(..)
            );
            found |= p.exprs[e].ty.is_volatile();
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::super::trial;
    use super::*;

    #[test]
    fn assignments_are_found() {
        let text = "struct { int b : 3; } s; int a[4], i; volatile int v; _Bool y; double d;\n\
                    void test0(void) { s.b = 1; a[i] += (2); a[i++] = 3; v = 1; d = 1; y = i; }\n\
                    void finish(void) { i = 1; }\n";
        let program = trial::parse(text).unwrap();
        let (made, statements) = instrument(&program, text);
        let body = made.strip_prefix(FLIP).unwrap();
        assert!(body.contains("s.b = 1, s.b ^= flip(3, 0);"), "{body}");
        assert!(body.contains("a[i] += (2), a[i] ^= flip(32, 1);"), "{body}");
        assert!(body.contains("y = i, y ^= flip(1, 2);"), "{body}");
        assert_eq!(body.matches("flip(").count(), 3, "{body}");
        assert_eq!(statements, ["s.b = 1;", "a[i] += (2);", "y = i;"]);
        trial::parse(&made).unwrap();
    }
}
