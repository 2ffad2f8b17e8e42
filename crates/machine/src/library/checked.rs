//! The forms of glibc's `_FORTIFY_SOURCE`: as the plain functions, after a
//! look at the size that the compiler knew.

use super::{Args, Function, find};
use crate::Machine;
use crate::stop::Stop;
use crate::value::Value;

pub(super) const TABLE: &[(&str, Function)] = &[
    ("__strncpy_chk", |m, a| sized(m, a, "strncpy", 2, 3)),
    ("__stpncpy_chk", |m, a| sized(m, a, "stpncpy", 2, 3)),
    ("__strcpy_chk", |m, a| copied(m, a, "strcpy", 2, false)),
    ("__stpcpy_chk", |m, a| copied(m, a, "stpcpy", 2, false)),
    ("__strcat_chk", |m, a| copied(m, a, "strcat", 2, true)),
    ("__strncat_chk", |m, a| copied(m, a, "strncat", 3, true)),
    ("__sprintf_chk", |m, a| without(m, a, "sprintf", &[1, 2])),
    ("__snprintf_chk", |m, a| printed(m, a, "snprintf")),
    ("__printf_chk", |m, a| without(m, a, "printf", &[0])),
    ("__fprintf_chk", |m, a| without(m, a, "fprintf", &[1])),
];

pub(super) const MEMORY: &[(&str, Function)] = &[
    ("__memcpy_chk", |m, a| sized(m, a, "memcpy", 2, 3)),
    ("__memmove_chk", |m, a| sized(m, a, "memmove", 2, 3)),
    ("__mempcpy_chk", |m, a| sized(m, a, "mempcpy", 2, 3)),
    ("__memset_chk", |m, a| sized(m, a, "memset", 2, 3)),
];

/// They are given a list of arguments.
pub(super) const LISTS: &[(&str, Function)] = &[
    ("__vsprintf_chk", |m, a| without(m, a, "vsprintf", &[1, 2])),
    ("__vsnprintf_chk", |m, a| printed(m, a, "vsnprintf")),
    ("__vprintf_chk", |m, a| without(m, a, "vprintf", &[0])),
    ("__vfprintf_chk", |m, a| without(m, a, "vfprintf", &[1])),
];

/// The plain function, without some of the arguments.
fn without(m: &mut Machine, args: &Args<'_>, name: &str, dropped: &[usize]) -> Result<Value, Stop> {
    let kept = args.list.iter().enumerate().filter(|(i, _)| !dropped.contains(i));
    let list: Vec<_> = kept.map(|(_, arg)| *arg).collect();
    let function = find(name).ok_or_else(|| Stop::unsupported(format!("'{name}'")))?;
    function(m, &Args { list: &list, decl: args.decl })
}

/// What glibc does when the size is too small.
fn check(m: &mut Machine, needed: u64, size: u64) -> Result<(), Stop> {
    if needed <= size {
        return Ok(());
    }
    m.write_stream(2, b"*** buffer overflow detected ***: terminated\n")?;
    Err(Stop::Abort)
}

fn sized(
    m: &mut Machine,
    args: &Args<'_>,
    name: &str,
    count: usize,
    size: usize,
) -> Result<Value, Stop> {
    check(m, args.get(count)?.lo, args.get(size)?.lo)?;
    without(m, args, name, &[size])
}

fn copied(
    m: &mut Machine,
    args: &Args<'_>,
    name: &str,
    size: usize,
    appended: bool,
) -> Result<Value, Stop> {
    let most = if size == 3 { args.get(2)?.lo } else { u64::MAX };
    let mut needed = m.string_at(args.get(1)?, most)?.len() as u64 + 1;
    if appended {
        needed += m.string_at(args.get(0)?, u64::MAX)?.len() as u64;
    }
    check(m, needed, args.get(size)?.lo)?;
    without(m, args, name, &[size])
}

fn printed(m: &mut Machine, args: &Args<'_>, name: &str) -> Result<Value, Stop> {
    check(m, args.get(1)?.lo, args.get(3)?.lo)?;
    without(m, args, name, &[2, 3])
}
