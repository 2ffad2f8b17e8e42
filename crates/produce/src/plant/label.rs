//! What a planted program says of itself in its first line, written and read back: so
//! whoever gets the text alone knows what to look for.

use std::fmt;

use elenchus_lang::undefined::Undefined;

/// What a text is beside its defect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// It has the defect, and executes it first.
    Reached,
    /// It has the defect, and never executes it: a valid program.
    Unreached,
    /// It is the same without the defect: a valid program.
    Twin,
}

/// The first line of a planted program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub kind: Undefined,
    /// The name of the form among those of the kind.
    pub form: String,
    /// Which line has the defect, from 1.
    pub line: usize,
    pub part: Part,
}

/// How a line begins and ends, for each part.
const FRAMES: &[(Part, &str, &str)] = &[
    (Part::Reached, "/* Undefined on purpose: ", ", which is executed first. */"),
    (Part::Unreached, "/* Undefined on purpose: ", ", which is never executed. */"),
    (Part::Twin, "/* The twin of an undefined program, without its ", ". */"),
];

const AT: &str = ") at line ";

impl Label {
    /// What the first line of a text says, if it is that of a planted program.
    pub fn of(text: &str) -> Option<Label> {
        let first = text.lines().next()?;
        FRAMES.iter().find_map(|(part, begin, end)| {
            let middle = first.strip_prefix(begin)?.strip_suffix(end)?;
            let (what, line) = middle.split_once(AT)?;
            let (what, _) = what.split_once(" (")?;
            let (id, form) = what.split_once(' ')?;
            let (kind, line) = (Undefined::by_id(id)?, line.parse().ok()?);
            Some(Label { kind, form: form.to_owned(), line, part: *part })
        })
    }

    /// Kind and form.
    pub fn name(&self) -> String {
        format!("{} {}", self.kind.id(), self.form)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let frame = FRAMES.iter().find(|frame| frame.0 == self.part);
        let (begin, end) = frame.map_or(("", ""), |frame| (frame.1, frame.2));
        write!(f, "{begin}{} ({}{AT}{}{end}", self.name(), self.kind.source(), self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for kind in Undefined::all() {
            for (part, ..) in FRAMES {
                let label = Label { kind: *kind, form: "read".into(), line: 17, part: *part };
                let text = format!("{label}\nint main(void) {{ return 0; }}\n");
                assert_eq!(Label::of(&text), Some(label), "{text}");
            }
        }
    }

    #[test]
    fn other_texts_say_nothing() {
        for text in ["", "int x;", "/* Undefined on purpose: love at line 3. */"] {
            assert_eq!(Label::of(text), None, "{text}");
        }
    }
}
