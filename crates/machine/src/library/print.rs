//! Output: `printf` and its kin, `puts`, `putchar` (7.21).

use elenchus_lang::target::FloatKind;
use elenchus_lang::types::{TypeId, TypeKind};
use elenchus_lang::undefined::Undefined;

use super::allocate::allocate;
use super::memory::check_restricted;
use super::source::{Source, char_pointer};
use super::{Args, Function, is_null};
use crate::Machine;
use crate::choose::Open;
use crate::facts::Facts;
use crate::libc::directive::{Count, Directive, Expected, Piece, pieces};
use crate::libc::format::{self, Sink};
use crate::libc::format_float;
use crate::stop::{Limit, Stop};
use crate::value::Value;
use crate::words::Finding;

pub(super) const TABLE: &[(&str, Function)] = &[
    ("printf", |m, a| print_to(m, 1, a, 0)),
    ("printf_unlocked", |m, a| print_to(m, 1, a, 0)),
    ("fprintf", fprintf),
    ("fprintf_unlocked", fprintf),
    ("sprintf", |m, a| print_string(m, a.get(0)?, u64::MAX, a, 1)),
    ("snprintf", |m, a| print_string(m, a.get(0)?, a.get(1)?.lo, a, 2)),
    ("asprintf", asprintf),
    ("puts", puts),
    ("puts_unlocked", puts),
    ("putchar", |m, a| put(m, 1, a.get(0)?.lo as u8)),
    ("putchar_unlocked", |m, a| put(m, 1, a.get(0)?.lo as u8)),
    ("putc", put_stream),
    ("putc_unlocked", put_stream),
    ("_IO_putc", put_stream),
    ("fputc", put_stream),
    ("fputc_unlocked", put_stream),
    ("fputs", fputs),
    ("fputs_unlocked", fputs),
    ("fwrite", fwrite),
    ("fwrite_unlocked", fwrite),
    ("fflush", fflush),
    ("fflush_unlocked", fflush),
    ("setbuf", |m, a| m.stream(a.get(0)?).map(|_| Value::int(0))),
    ("setvbuf", |m, a| m.stream(a.get(0)?).map(|_| Value::int(0))),
    ("setlinebuf", |m, a| m.stream(a.get(0)?).map(|_| Value::int(0))),
    ("perror", |_, _| {
        Err(Stop::unspecified(Facts::new(Finding::MessageOf).text("function", "perror")))
    }),
];

/// They are given a list of arguments.
pub(super) const LISTS: &[(&str, Function)] = &[
    ("vprintf", |m, a| vprint_to(m, 1, a, 0)),
    ("vfprintf", vfprintf),
    ("vsprintf", |m, a| vprint_string(m, a.get(0)?, u64::MAX, a, 1)),
    ("vsnprintf", |m, a| vprint_string(m, a.get(0)?, a.get(1)?.lo, a, 2)),
    ("vasprintf", vasprintf),
];

/// Where the text goes if it goes to memory: nothing that is read may lie there.
type Counted = Option<(Value, u64)>;

/// What the directives touched besides.
struct Touched {
    /// The format and the strings.
    read: Vec<(Value, u64)>,
    /// Where `%n` stored.
    counts: Vec<(Value, u64)>,
}

fn formatted(
    m: &mut Machine,
    format: Value,
    mut source: Source<'_>,
    to: Counted,
) -> Result<Vec<u8>, Stop> {
    let text = m.string_at(format, u64::MAX)?;
    let mut out = Vec::new();
    let format = (format, text.len() as u64 + 1);
    let mut touched = Touched { read: vec![format], counts: Vec::new() };
    for piece in pieces(&text) {
        match piece {
            Err(e) => {
                let facts = Facts::new(Finding::FormatWrong).number("position", e.at);
                return Err(Stop::undefined(Undefined::Format, facts));
            }
            Ok(Piece::Text(text)) => out.extend_from_slice(text),
            Ok(Piece::Directive(directive)) => {
                one(m, &mut out, &directive, &mut source, &mut touched)?
            }
        }
    }
    m.worked_in_library(out.len() as u64);
    let to = to.map(|(to, size)| (to, size.min(out.len() as u64 + 1)));
    for &count in &touched.counts {
        check_restricted(m, count, format)?;
        to.map_or(Ok(()), |to| check_restricted(m, count, to))?;
    }
    if let Some(written) = to {
        if touched.read.iter().any(|&from| m.overlap(written, from)) {
            let facts = Facts::new(Finding::TextOverSource).about(written.0.provenance(), 0..0);
            return Err(Stop::undefined(Undefined::OverlappingCopy, facts));
        }
    }
    Ok(out)
}

fn one(
    m: &mut Machine,
    out: &mut Vec<u8>,
    directive: &Directive,
    source: &mut Source<'_>,
    touched: &mut Touched,
) -> Result<(), Stop> {
    if directive.misuse().is_some() {
        let conversion = (directive.conversion as char).to_string();
        let facts = Facts::new(Finding::FlagWrong).text("conversion", conversion);
        return Err(Stop::undefined(Undefined::Format, facts));
    }
    let mut star = |m: &mut Machine, count: Count| match count {
        Count::Star => source.next(m, TypeId::INT).map(|v| v.lo as i32),
        _ => Ok(0),
    };
    let width = star(m, directive.width)?;
    let precision = star(m, directive.precision)?;
    let spec = directive.spec(width, precision);
    let limit = m.output_room();
    let full = |_| Stop::Limit(Limit::Output);
    match directive.expected(&m.p.target) {
        Expected::Integer(kind) => {
            // A narrow type's argument was promoted before it was converted.
            let given = TypeId::int(elenchus_lang::arith::promote(&m.p.target, kind));
            let value = source.next(m, given)?;
            let ty = m.p.target.int_type(kind);
            let value = elenchus_lang::arith::int::wrap(ty, i128::from(value.lo));
            format::integer(&mut Sink::new(out, limit), &spec, value).map_err(full)
        }
        Expected::Double => {
            let value = source.next(m, TypeId::DOUBLE)?;
            let format = m.p.target.float_format(FloatKind::Double);
            let value = value.as_float(format);
            format_float::float(&mut Sink::new(out, limit), &spec, value).map_err(full)
        }
        Expected::LongDouble => {
            let value = source.next(m, TypeId::LONG_DOUBLE)?;
            let format = m.p.target.float_format(FloatKind::LongDouble);
            let value = value.as_float(format);
            format_float::float(&mut Sink::new(out, limit), &spec, value).map_err(full)
        }
        Expected::Character => {
            let value = source.next(m, TypeId::INT)?;
            format::character(&mut Sink::new(out, limit), &spec, value.lo as u8).map_err(full)
        }
        Expected::String => {
            let pointer = char_pointer(m)?;
            let value = source.next(m, pointer)?;
            let most = spec.precision.map_or(u64::MAX, u64::from);
            let text = m.string_at(value, most)?;
            touched.read.push((value, most.min(text.len() as u64 + 1)));
            format::string(&mut Sink::new(out, limit), &spec, &text).map_err(full)
        }
        Expected::Pointer => {
            let pointers = [TypeId::VOID, TypeId::CHAR].map(TypeKind::Pointer);
            let asked = pointers.into_iter().find_map(|kind| m.p.types.find(kind));
            let value = source.next(m, asked.unwrap_or(TypeId::VOID))?;
            // No pointer is null in one run only.
            if !is_null(value) && m.memory.choices.take(Open::Addresses).is_none() {
                return Err(Stop::unspecified(Finding::AddressText));
            }
            m.memory.expose(value.provenance());
            format::pointer(&mut Sink::new(out, limit), &spec, value.lo).map_err(full)
        }
        Expected::Written(kind) => {
            let to = source.next_pointer(m, TypeId::int(kind))?;
            touched.counts.push((to, m.p.target.int_extent(kind).size.into()));
            m.store_whole(to, Value::int(out.len() as i128), TypeId::int(kind))
        }
        Expected::WideCharacter(_) | Expected::WideString(_) => {
            Err(Stop::unsupported("wide characters in a format"))
        }
    }
}

fn print_to(m: &mut Machine, stream: u8, args: &Args<'_>, at: usize) -> Result<Value, Stop> {
    let text = formatted(m, args.get(at)?, Source::List(args.rest(at + 1), 0), None)?;
    m.write_stream(stream, &text)?;
    Ok(Value::int(text.len() as i128))
}

/// A stream that can be written.
fn output(m: &mut Machine, stream: Value) -> Result<u8, Stop> {
    match m.stream(stream)? {
        0 => Err(Stop::unsupported("writing to the standard input")),
        stream => Ok(stream),
    }
}

fn fprintf(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let stream = output(m, args.get(0)?)?;
    print_to(m, stream, args, 1)
}

fn vprint_to(m: &mut Machine, stream: u8, args: &Args<'_>, at: usize) -> Result<Value, Stop> {
    let list = Source::cursor(m, args.get(at + 1)?);
    let text = formatted(m, args.get(at)?, list, None)?;
    m.write_stream(stream, &text)?;
    Ok(Value::int(text.len() as i128))
}

fn vfprintf(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let stream = output(m, args.get(0)?)?;
    vprint_to(m, stream, args, 1)
}

fn print_string(
    m: &mut Machine,
    to: Value,
    size: u64,
    args: &Args<'_>,
    at: usize,
) -> Result<Value, Stop> {
    let text = formatted(m, args.get(at)?, Source::List(args.rest(at + 1), 0), Some((to, size)))?;
    write_string(m, to, size, &text)
}

fn vprint_string(
    m: &mut Machine,
    to: Value,
    size: u64,
    args: &Args<'_>,
    at: usize,
) -> Result<Value, Stop> {
    let list = Source::cursor(m, args.get(at + 1)?);
    let text = formatted(m, args.get(at)?, list, Some((to, size)))?;
    write_string(m, to, size, &text)
}

fn write_string(m: &mut Machine, to: Value, size: u64, text: &[u8]) -> Result<Value, Stop> {
    if size > 0 {
        let length = (text.len() as u64).min(size - 1) as usize;
        let mut bytes = text[..length].to_vec();
        bytes.push(0);
        m.write_bytes(to, &bytes)?;
    }
    Ok(Value::int(text.len() as i128))
}

fn asprintf(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let text = formatted(m, args.get(1)?, Source::List(args.rest(2), 0), None)?;
    allocated(m, args.get(0)?, &text)
}

fn vasprintf(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let list = Source::cursor(m, args.get(2)?);
    let text = formatted(m, args.get(1)?, list, None)?;
    allocated(m, args.get(0)?, &text)
}

fn allocated(m: &mut Machine, to: Value, text: &[u8]) -> Result<Value, Stop> {
    let new = allocate(m, text.len() as u64 + 1, 16)?;
    write_string(m, new, u64::MAX, text)?;
    m.write_pointer(to, new)?;
    Ok(Value::int(text.len() as i128))
}

fn puts(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let mut text = m.string_at(args.get(0)?, u64::MAX)?;
    text.push(b'\n');
    m.write_stream(1, &text)?;
    Ok(Value::int(text.len() as i128))
}

fn put(m: &mut Machine, stream: u8, byte: u8) -> Result<Value, Stop> {
    m.write_stream(stream, &[byte])?;
    Ok(Value::int(byte.into()))
}

fn put_stream(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let stream = output(m, args.get(1)?)?;
    put(m, stream, args.get(0)?.lo as u8)
}

fn fputs(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let stream = output(m, args.get(1)?)?;
    let text = m.string_at(args.get(0)?, u64::MAX)?;
    m.write_stream(stream, &text)?;
    Ok(Value::int(1))
}

fn fwrite(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let stream = output(m, args.get(3)?)?;
    let (size, count) = (args.get(1)?.lo, args.get(2)?.lo);
    let bytes = m.bytes_at(args.get(0)?, size.saturating_mul(count))?;
    m.write_stream(stream, &bytes)?;
    Ok(Value::int(if size == 0 { 0 } else { count.into() }))
}

/// 7.21.5.2p2: of an input stream it is undefined.
fn fflush(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let stream = args.get(0)?;
    if !is_null(stream) && m.stream(stream)? == 0 {
        return Err(Stop::undefined(Undefined::LibraryArgument, Finding::FlushInput));
    }
    Ok(Value::int(0))
}
