//! `printf` and its kin, `puts`, `putchar`.

use elenchus_lang::target::FloatKind;
use elenchus_lang::types::{TypeId, TypeKind};
use elenchus_lang::undefined::Undefined;

use super::{Args, Function};
use crate::exec::Machine;
use crate::exec::typed;
use crate::libc::directive::{Count, Directive, Expected, Piece, pieces};
use crate::libc::format::{self, Sink};
use crate::libc::format_float;
use crate::stop::{Limit, Stop};
use crate::value::Value;

pub(super) const TABLE: &[(&str, Function)] = &[
    ("printf", |m, a| print_to(m, 1, a, 0)),
    ("printf_unlocked", |m, a| print_to(m, 1, a, 0)),
    ("fprintf", fprintf),
    ("sprintf", |m, a| print_string(m, a.get(0)?, u64::MAX, a, 1)),
    ("snprintf", |m, a| print_string(m, a.get(0)?, a.get(1)?.lo, a, 2)),
    ("vprintf", |m, a| vprint_to(m, 1, a, 0)),
    ("vfprintf", vfprintf),
    ("vsprintf", |m, a| vprint_string(m, a.get(0)?, u64::MAX, a, 1)),
    ("vsnprintf", |m, a| vprint_string(m, a.get(0)?, a.get(1)?.lo, a, 2)),
    ("puts", puts),
    ("putchar", |m, a| put(m, 1, a.get(0)?.lo as u8)),
    ("putc", |m, a| put_stream(m, a)),
    ("fputc", |m, a| put_stream(m, a)),
    ("fputs", fputs),
    ("fwrite", fwrite),
    ("fflush", |_, _| Ok(Value::int(0))),
];

/// Where the arguments of the directives come from.
enum Source<'a> {
    List(&'a [(Value, TypeId)], usize),
    /// A `va_list`.
    Cursor(Value),
}

impl Source<'_> {
    /// The next argument, which must have one of these types.
    fn next(&mut self, m: &mut Machine, ty: TypeId) -> Result<Value, Stop> {
        match self {
            Source::Cursor(list) => m.va_arg(*list, ty),
            Source::List(list, next) => {
                let Some(&(value, given)) = list.get(*next) else {
                    let detail = "there are more directives than arguments";
                    return Err(Stop::undefined(Undefined::Format, detail));
                };
                *next += 1;
                if !fits(m, given, ty) {
                    let print = elenchus_lang::printer::print_type;
                    let (g, t) = (print(&m.p, given), print(&m.p, ty));
                    let detail = format!("'{g}' given where the format asks for '{t}'");
                    return Err(Stop::undefined(Undefined::Format, detail));
                }
                m.check_sign(value, given, ty, Undefined::Format)?;
                Ok(value)
            }
        }
    }
}

/// As 7.16.1.1p2 has it, which 7.21.6.1p9 leans on: signedness aside, and
/// pointers to void and to characters alike.
fn fits(m: &Machine, given: TypeId, ty: TypeId) -> bool {
    let both_pointers = m.p.types.is_pointer(given) && m.p.types.is_pointer(ty);
    typed::alike(&m.p.types, given, ty) || both_pointers && loose(m, ty)
}

fn loose(m: &Machine, ty: TypeId) -> bool {
    m.p.types
        .pointee(ty)
        .is_some_and(|to| m.p.types.is_void(to) || typed::is_character(&m.p.types, to))
}

fn formatted(m: &mut Machine, format: Value, mut source: Source<'_>) -> Result<Vec<u8>, Stop> {
    let text = m.string_at(format, u64::MAX)?;
    let mut out = Vec::new();
    for piece in pieces(&text) {
        match piece {
            Err(e) => {
                let detail = format!("the format is wrong at byte {}", e.at);
                return Err(Stop::undefined(Undefined::Format, detail));
            }
            Ok(Piece::Text(text)) => out.extend_from_slice(text),
            Ok(Piece::Directive(directive)) => one(m, &mut out, &directive, &mut source)?,
        }
    }
    Ok(out)
}

fn one(
    m: &mut Machine,
    out: &mut Vec<u8>,
    directive: &Directive,
    source: &mut Source<'_>,
) -> Result<(), Stop> {
    if directive.misuse().is_some() {
        let detail =
            format!("a flag or precision that '%{}' does not take", directive.conversion as char);
        return Err(Stop::undefined(Undefined::Format, detail));
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
            format::string(&mut Sink::new(out, limit), &spec, &text).map_err(full)
        }
        Expected::Pointer => Err(Stop::Unspecified("the text of an address".into())),
        Expected::Written(_) | Expected::WideCharacter(_) | Expected::WideString(_) => {
            Err(Stop::unsupported("%n and wide characters in a format"))
        }
    }
}

/// `char *`, which any program that prints a string mentions.
fn char_pointer(m: &Machine) -> Result<TypeId, Stop> {
    m.p.types
        .find(TypeKind::Pointer(TypeId::CHAR))
        .ok_or_else(|| Stop::undefined(Undefined::Format, "'%s' without a pointer to characters"))
}

fn print_to(m: &mut Machine, stream: u8, args: &Args<'_>, at: usize) -> Result<Value, Stop> {
    let text = formatted(m, args.get(at)?, Source::List(args.rest(at + 1), 0))?;
    m.write_stream(stream, &text)?;
    Ok(Value::int(text.len() as i128))
}

fn fprintf(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let stream = m.stream(args.get(0)?)?;
    print_to(m, stream, args, 1)
}

fn vprint_to(m: &mut Machine, stream: u8, args: &Args<'_>, at: usize) -> Result<Value, Stop> {
    let text = formatted(m, args.get(at)?, Source::Cursor(args.get(at + 1)?))?;
    m.write_stream(stream, &text)?;
    Ok(Value::int(text.len() as i128))
}

fn vfprintf(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let stream = m.stream(args.get(0)?)?;
    vprint_to(m, stream, args, 1)
}

fn print_string(
    m: &mut Machine,
    to: Value,
    size: u64,
    args: &Args<'_>,
    at: usize,
) -> Result<Value, Stop> {
    let text = formatted(m, args.get(at)?, Source::List(args.rest(at + 1), 0))?;
    write_string(m, to, size, &text)
}

fn vprint_string(
    m: &mut Machine,
    to: Value,
    size: u64,
    args: &Args<'_>,
    at: usize,
) -> Result<Value, Stop> {
    let text = formatted(m, args.get(at)?, Source::Cursor(args.get(at + 1)?))?;
    write_string(m, to, size, &text)
}

fn write_string(m: &mut Machine, to: Value, size: u64, text: &[u8]) -> Result<Value, Stop> {
    if size > 0 {
        let length = (text.len() as u64).min(size - 1) as usize;
        let mut bytes = text[..length].to_vec();
        bytes.push(0);
        m.put_bytes(to, &bytes)?;
    }
    Ok(Value::int(text.len() as i128))
}

fn puts(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let mut text = m.string_at(args.get(0)?, u64::MAX)?;
    text.push(b'\n');
    m.write_stream(1, &text)?;
    Ok(Value::int(1))
}

fn put(m: &mut Machine, stream: u8, byte: u8) -> Result<Value, Stop> {
    m.write_stream(stream, &[byte])?;
    Ok(Value::int(byte.into()))
}

fn put_stream(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let stream = m.stream(args.get(1)?)?;
    put(m, stream, args.get(0)?.lo as u8)
}

fn fputs(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let stream = m.stream(args.get(1)?)?;
    let text = m.string_at(args.get(0)?, u64::MAX)?;
    m.write_stream(stream, &text)?;
    Ok(Value::int(1))
}

fn fwrite(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let stream = m.stream(args.get(3)?)?;
    let (size, count) = (args.get(1)?.lo, args.get(2)?.lo);
    let bytes = m.bytes_at(args.get(0)?, size.saturating_mul(count))?;
    m.write_stream(stream, &bytes)?;
    Ok(Value::int(if size == 0 { 0 } else { count.into() }))
}
