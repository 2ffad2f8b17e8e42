//! What a program with checkpoints prints.

use elenchus_judge::Ended;

/// The lines of a run, and how it ended if it did.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Trace {
    lines: Vec<Line>,
    end: Option<Ended>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Line {
    /// A checkpoint and the value there.
    Value(usize, String),
    /// What the program itself prints.
    Other(Vec<u8>),
}

/// A checkpoint where two runs have different values, the first in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    pub site: usize,
    /// How often the place was come by before.
    pub turn: usize,
    pub expected: String,
    pub actual: String,
}

impl Trace {
    pub fn new(output: &[u8], end: Option<Ended>) -> Trace {
        let line = |line: &[u8]| {
            let words = std::str::from_utf8(line).ok().and_then(|text| text.strip_prefix("@ "));
            let value = words.and_then(|words| words.split_once(' '));
            match value.and_then(|(site, value)| Some((site.parse().ok()?, value))) {
                Some((site, value)) => Line::Value(site, value.to_owned()),
                None => Line::Other(line.to_vec()),
            }
        };
        Trace { lines: output.split(|byte| *byte == b'\n').map(line).collect(), end }
    }

    /// The first value that another run has otherwise, if the runs are alike up to there.
    /// Where they part without that, what is wrong is no value that was looked at.
    pub fn first_difference(&self, other: &Trace) -> Option<Difference> {
        let at = self.lines.iter().zip(&other.lines).position(|(one, other)| one != other)?;
        match (&self.lines[at], &other.lines[at]) {
            (Line::Value(site, expected), Line::Value(same, actual)) if site == same => {
                let before = self.lines[..at].iter();
                let turn = before.filter(|line| matches!(line, Line::Value(one, _) if one == site));
                let (expected, actual) = (expected.clone(), actual.clone());
                Some(Difference { site: *site, turn: turn.count(), expected, actual })
            }
            _ => None,
        }
    }

    /// The number of the line at which a place is come by so often.
    pub fn time(&self, site: usize, turn: usize) -> Option<usize> {
        let is_at =
            |(_, line): &(usize, &Line)| matches!(line, Line::Value(one, _) if *one == site);
        self.lines.iter().enumerate().filter(is_at).nth(turn).map(|(at, _)| at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(text: &str) -> Trace {
        Trace::new(text.as_bytes(), Some(Ended::Status(0)))
    }

    #[test]
    fn the_first_value_that_differs() {
        let right = trace("\n@ 0 1\n\n@ 2 5\n\n@ 0 2\nx\n\n@ 1 7\n");
        let check = |text: &str, expected: Option<(usize, usize, &str, &str)>| {
            let found = right.first_difference(&trace(text));
            let found = found.as_ref();
            let words = found.map(|one| (one.site, one.turn, &one.expected[..], &one.actual[..]));
            assert_eq!(words, expected, "{text}");
        };
        check("\n@ 0 1\n\n@ 2 5\n\n@ 0 3\nx\n\n@ 1 8\n", Some((0, 1, "2", "3")));
        // It goes elsewhere, or prints something else, before a value is wrong.
        check("\n@ 0 1\n\n@ 1 7\n", None);
        check("\n@ 0 1\n\n@ 2 5\n\n@ 0 2\ny\n\n@ 1 8\n", None);
        check("\n@ 0 1\n\n@ 2 5\n", None);
        assert_eq!(right.time(0, 1), Some(5));
        assert_eq!(right.time(0, 2), None);
    }
}
