//! `scanf` and its kin (7.21.6.2), from the standard input and from strings.

use elenchus_lang::layout;
use elenchus_lang::target::FloatKind;
use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use super::input::{EOF, check_input};
use super::memory::check_restricted;
use super::source::Source;
use super::{Args, Function};
use crate::Machine;
use crate::facts::Facts;
use crate::libc::scan::{Directive, Piece, Stored, Trouble, is_space, pieces};
use crate::libc::strto::{self, Range};
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

pub(super) const TABLE: &[(&str, Function)] = &[
    ("sscanf", |m, a| scan_string(m, a, Source::List(a.rest(2), 0))),
    ("scanf", |m, a| scan_input(m, a.get(0)?, Source::List(a.rest(1), 0))),
    ("fscanf", |m, a| {
        check_input(m, a.get(0)?)?;
        scan_input(m, a.get(1)?, Source::List(a.rest(2), 0))
    }),
];

/// They are given a list of arguments.
pub(super) const LISTS: &[(&str, Function)] = &[
    ("vsscanf", |m, a| {
        let list = Source::cursor(m, a.get(2)?);
        scan_string(m, a, list)
    }),
    ("vscanf", |m, a| {
        let list = Source::cursor(m, a.get(1)?);
        scan_input(m, a.get(0)?, list)
    }),
    ("vfscanf", |m, a| {
        check_input(m, a.get(0)?)?;
        let list = Source::cursor(m, a.get(2)?);
        scan_input(m, a.get(1)?, list)
    }),
];

fn scan_string(m: &mut Machine, args: &Args<'_>, source: Source<'_>) -> Result<Value, Stop> {
    let from = args.get(0)?;
    let text = m.string_at(from, u64::MAX)?;
    let mut places = Places::new(source);
    let scanned = scan(m, &text, args.get(1)?, &mut places)?;
    // 7.21.6.7p2
    let read = (from, scanned.used as u64 + u64::from(scanned.ended));
    if places.written.iter().any(|&written| m.overlap(written, read)) {
        let facts = Facts::new(Finding::ItemOverText).about(from.provenance(), 0..0);
        return Err(Stop::undefined(Undefined::OverlappingCopy, facts));
    }
    Ok(scanned.result)
}

fn scan_input(m: &mut Machine, format: Value, source: Source<'_>) -> Result<Value, Stop> {
    let text = match m.library.input.ended {
        true => Vec::new(),
        false => m.library.input.rest().to_vec(),
    };
    let scanned = scan(m, &text, format, &mut Places::new(source))?;
    m.library.input.skip(scanned.used);
    m.library.input.ended |= scanned.ended;
    Ok(scanned.result)
}

/// The places that the items go to.
struct Places<'a> {
    source: Source<'a>,
    written: Vec<(Value, u64)>,
}

impl Places<'_> {
    fn new(source: Source<'_>) -> Places<'_> {
        Places { source, written: Vec::new() }
    }

    /// The next one, for so many objects of a type.
    fn next(&mut self, m: &mut Machine, ty: TypeId, count: usize) -> Result<Value, Stop> {
        let to = self.source.next_pointer(m, ty)?;
        let size = layout::size_of(&m.p.types, &m.p.target, ty).unwrap_or(0);
        self.written.push((to, size * count as u64));
        Ok(to)
    }
}

struct Scanned {
    /// What the function returns.
    result: Value,
    /// How much of the text was read.
    used: usize,
    /// It looked for more than there was.
    ended: bool,
}

fn scan(
    m: &mut Machine,
    text: &[u8],
    format: Value,
    places: &mut Places<'_>,
) -> Result<Scanned, Stop> {
    let directives = m.string_at(format, u64::MAX)?;
    let pieces = pieces(&directives).map_err(explain)?;
    let scanned = execute(m, text, &pieces, places)?;
    let read = (format, directives.len() as u64 + 1);
    for &written in &places.written {
        check_restricted(m, written, read)?;
    }
    Ok(scanned)
}

fn execute(
    m: &mut Machine,
    text: &[u8],
    pieces: &[Piece],
    places: &mut Places<'_>,
) -> Result<Scanned, Stop> {
    let stores = |piece: &&Piece| match piece {
        Piece::Directive(d) => d.stored(&m.p.target) != Stored::Nothing,
        _ => false,
    };
    places.source.check_count(pieces.iter().filter(stores).count())?;
    let (mut at, mut count, mut converted, mut ended) = (0, 0, false, false);
    let stop = |result, used, ended| Ok(Scanned { result, used, ended });
    let space = |at: usize| text[at..].iter().take_while(|b| is_space(**b)).count();
    for piece in pieces {
        match piece {
            Piece::Space => {
                at += space(at);
                ended |= at == text.len();
            }
            Piece::Byte(byte) => match text.get(at) {
                Some(found) if found == byte => at += 1,
                found => {
                    let none = found.is_none();
                    return stop(stopped(none, count, converted), at, ended || none);
                }
            },
            Piece::Directive(directive) => {
                if directive.skips_space() {
                    at += space(at);
                }
                if at == text.len() && directive.conversion != b'n' {
                    return stop(stopped(true, count, converted), at, true);
                }
                let (length, matches) = directive.item(&text[at..]);
                let item = &text[at..at + length];
                at += length;
                let full = directive.width.is_some_and(|width| length == width as usize);
                ended |= at == text.len()
                    && !full
                    && !matches!(directive.conversion, b'c' | b'n' | b'%');
                // After a first conversion, also a failed one, the end of the
                // input is not reported as such (p16).
                converted |= directive.conversion != b'n';
                if !matches {
                    return stop(stopped(false, count, converted), at, ended);
                }
                count += store(m, directive, item, at, places)?;
            }
        }
    }
    stop(Value::int(count), at, ended)
}

/// The result when the input ends or does not match.
fn stopped(ended: bool, count: i128, converted: bool) -> Value {
    Value::int(if ended && !converted { EOF } else { count })
}

fn explain(trouble: Trouble) -> Stop {
    let facts = match trouble {
        Trouble::Extension(byte) => {
            return Stop::unsupported(format!("'%{}' in a format of scanf", byte as char));
        }
        Trouble::Incomplete => Facts::new(Finding::FormatEnds),
        Trouble::Conversion(byte) => {
            Facts::new(Finding::NoConversion).text("conversion", (byte as char).to_string())
        }
        Trouble::Width => Facts::new(Finding::WidthWrong),
    };
    Stop::undefined(Undefined::Format, facts)
}

/// Stores the value of an input item; how many were assigned by that.
fn store(
    m: &mut Machine,
    directive: &Directive,
    item: &[u8],
    at: usize,
    places: &mut Places<'_>,
) -> Result<i128, Stop> {
    match directive.stored(&m.p.target) {
        Stored::Nothing => return Ok(0),
        Stored::Count(kind) => {
            let to = places.next(m, TypeId::int(kind), 1)?;
            m.store_whole(to, Value::int(at as i128), TypeId::int(kind))?;
            return Ok(0);
        }
        Stored::Integer(kind) => {
            let ty = m.p.target.int_type(kind);
            let to = places.next(m, TypeId::int(kind), 1)?;
            let read = strto::integer(item, directive.base(), ty);
            let read = read.filter(|read| !read.out_of_range).ok_or_else(|| unfit(item))?;
            m.store_whole(to, Value::from_int(ty, read.value), TypeId::int(kind))?;
        }
        Stored::Float => store_float(m, item, FloatKind::Float, places)?,
        Stored::Double => store_float(m, item, FloatKind::Double, places)?,
        Stored::LongDouble => store_float(m, item, FloatKind::LongDouble, places)?,
        Stored::Bytes => {
            if item.len() < directive.width.unwrap_or(1) as usize {
                return Err(Stop::unsupported("'%c' with fewer bytes of input than its width"));
            }
            let to = places.next(m, TypeId::CHAR, item.len())?;
            m.write_bytes(to, item)?;
        }
        Stored::String => {
            let to = places.next(m, TypeId::CHAR, item.len() + 1)?;
            let mut bytes = item.to_vec();
            bytes.push(0);
            m.write_bytes(to, &bytes)?;
        }
        Stored::Pointer => return Err(Stop::unsupported("'%p' in a format of scanf")),
        Stored::Wide => return Err(Stop::unsupported("wide characters in a format")),
    }
    Ok(1)
}

/// 7.21.6.2p10: the object cannot represent the result.
fn unfit(item: &[u8]) -> Stop {
    let shown: String = String::from_utf8_lossy(item).chars().take(40).collect();
    Stop::undefined(Undefined::LibraryArgument, Facts::new(Finding::ItemNoFit).text("text", shown))
}

fn store_float(
    m: &mut Machine,
    item: &[u8],
    kind: FloatKind,
    places: &mut Places<'_>,
) -> Result<(), Stop> {
    let to = places.next(m, TypeId::float(kind), 1)?;
    let read = strto::float(item, m.p.target.float_format(kind));
    if read.range == Range::Overflow {
        return Err(unfit(item));
    }
    m.store_whole(to, Value::from_float(read.value), TypeId::float(kind))
}
