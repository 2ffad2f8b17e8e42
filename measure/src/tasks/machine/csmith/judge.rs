//! One program: what the machine said beside what the compiler's code did.

use crate::machine::{Ran, Verdict, Word};
use crate::native::{Ended, Native};

/// In what way the two agree or not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// The same output and status.
    Equal,
    /// Neither comes to an end.
    Endless,
    /// Misaligned in a program with packed structs, which is known of Csmith,
    /// and a sanitizer says so too of the same line.
    Packed,
    Undefined,
    Unspecified,
    Unsupported,
    /// The fuel is used up, and the compiler's code does end.
    Short,
    /// The front end does not take it.
    Rejected,
    /// Another output or status.
    Disagreement,
    /// A panic, a crash, or no verdict in its time.
    Broken,
}

impl Class {
    pub fn name(self) -> &'static str {
        match self {
            Class::Equal => "equal",
            Class::Endless => "without an end in both",
            Class::Packed => "misaligned in packed structs",
            Class::Undefined => "undefined",
            Class::Unspecified => "unspecified",
            Class::Unsupported => "unsupported",
            Class::Short => "out of fuel alone",
            Class::Rejected => "rejected",
            Class::Disagreement => "DISAGREE",
            Class::Broken => "without a verdict",
        }
    }

    /// Whether it may stay so; what is undefined must be listed besides.
    pub fn good(self) -> bool {
        use Class::{Endless, Equal, Packed, Undefined, Unspecified};
        matches!(self, Equal | Endless | Packed | Undefined | Unspecified)
    }
}

pub struct Judged {
    pub name: String,
    pub class: Class,
    pub why: String,
    pub verdict: Verdict,
}

/// `packed`: that it is misaligned is known to be true.
pub fn judge(name: &str, ran: Ran, native: &Native, packed: bool) -> Judged {
    let class = match ran.verdict.word {
        Word::Undefined if packed && ran.verdict.kind == "misaligned" => Class::Packed,
        Word::Undefined => Class::Undefined,
        Word::Unspecified => Class::Unspecified,
        Word::Unsupported => Class::Unsupported,
        Word::Rejected => Class::Rejected,
        Word::Crash | Word::Hang => Class::Broken,
        Word::Limit if native.end == Ended::Never => Class::Endless,
        Word::Limit => Class::Short,
        Word::Exit | Word::Abort if agrees(&ran, native) => Class::Equal,
        Word::Exit | Word::Abort => Class::Disagreement,
    };
    let mut why = ran.verdict.shown();
    if class == Class::Disagreement {
        why = format!("{why}, and natively {:?}", native.end);
        if native.output != ran.output {
            why.push_str(", with another output");
        }
    }
    Judged { name: name.to_string(), class, why, verdict: ran.verdict }
}

fn agrees(ran: &Ran, native: &Native) -> bool {
    const SIGABRT: i32 = 6;
    let end = match ran.verdict.word {
        Word::Exit => Ended::Code(ran.verdict.status),
        _ => Ended::Signal(SIGABRT),
    };
    end == native.end && ran.output == native.output
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn class(verdict: Verdict, output: &[u8], end: Ended) -> Class {
        let ran = Ran { verdict, output: output.to_vec(), wall: Duration::ZERO, peak: 0 };
        judge("x", ran, &Native { end, output: b"x".to_vec() }, true).class
    }

    #[test]
    fn output_and_status_count() {
        let exit = |status| Verdict { status, ..Verdict::new(Word::Exit, "") };
        assert_eq!(class(exit(0), b"x", Ended::Code(0)), Class::Equal);
        assert_eq!(class(exit(0), b"y", Ended::Code(0)), Class::Disagreement);
        assert_eq!(class(exit(1), b"x", Ended::Code(0)), Class::Disagreement);
        assert_eq!(class(exit(0), b"x", Ended::Never), Class::Disagreement);
        assert_eq!(class(Verdict::new(Word::Abort, ""), b"x", Ended::Signal(6)), Class::Equal);
    }

    #[test]
    fn no_end_must_be_shared() {
        let limit = || Verdict::new(Word::Limit, "");
        assert_eq!(class(limit(), b"", Ended::Never), Class::Endless);
        assert_eq!(class(limit(), b"", Ended::Code(0)), Class::Short);
        let kind =
            |kind: &str| Verdict { kind: kind.to_string(), ..Verdict::new(Word::Undefined, "") };
        assert_eq!(class(kind("misaligned"), b"", Ended::Code(0)), Class::Packed);
        assert_eq!(class(kind("left-shift"), b"", Ended::Code(0)), Class::Undefined);
    }
}
