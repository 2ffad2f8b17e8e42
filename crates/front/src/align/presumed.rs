//! `#line`: which line of which file a line of the user's file claims to be.

use rustc_hash::FxHashMap;

/// What the `#line` directives of a file say. Lines of the file itself count
/// from 0, the claimed ones from 1.
#[derive(Default, Debug)]
pub(super) struct Presumed {
    /// In the order of their first lines. Before the first one, a line claims
    /// what it is.
    segments: Vec<Segment>,
}

#[derive(Debug)]
struct Segment {
    first: u32,
    /// The claim for the first line, and the file's name where it is another;
    /// none where it is not known.
    claim: Option<(u32, Option<String>)>,
}

impl Presumed {
    /// `#line number`, in force from the line `first` on.
    pub fn renumber(&mut self, first: u32, number: u32) {
        let claim = match self.segments.last() {
            None => Some((number, None)),
            Some(last) => last.claim.as_ref().map(|(_, name)| (number, name.clone())),
        };
        self.segments.push(Segment { first, claim });
    }

    /// `#line number "name"`
    pub fn rename(&mut self, first: u32, number: u32, name: String) {
        self.segments.push(Segment { first, claim: Some((number, Some(name))) });
    }

    /// From this line on nothing is known: the directive may have been skipped.
    pub fn doubt(&mut self, first: u32) {
        self.segments.push(Segment { first, claim: None });
    }

    /// The table to look lines up in; `name` is the file's own, `lines` how
    /// many it has.
    pub fn table(&self, name: &str, lines: u32) -> Table {
        if self.segments.is_empty() {
            return Table { name: name.to_owned(), claims: None };
        }
        let mut claims: FxHashMap<String, FxHashMap<u32, Option<u32>>> = FxHashMap::default();
        let own = Segment { first: 0, claim: Some((1, None)) };
        let segments: Vec<&Segment> = std::iter::once(&own).chain(&self.segments).collect();
        for (index, segment) in segments.iter().enumerate() {
            let end = segments.get(index + 1).map_or(lines, |next| next.first);
            let Some((number, claimed)) = &segment.claim else { continue };
            let file = claims.entry(claimed.as_deref().unwrap_or(name).to_owned()).or_default();
            for line in segment.first..end {
                let Some(number) = number.checked_add(line - segment.first) else { break };
                // Claimed twice: whose it is cannot be told.
                file.entry(number).and_modify(|known| *known = None).or_insert(Some(line));
            }
        }
        Table { name: name.to_owned(), claims: Some(claims) }
    }
}

/// From claimed lines to those of the file.
pub(super) struct Table {
    name: String,
    /// By file and number; none for a file without `#line`.
    claims: Option<FxHashMap<String, FxHashMap<u32, Option<u32>>>>,
}

impl Table {
    /// The one line, counted from 0, that claims to be this one.
    pub fn line(&self, file: &str, number: u32) -> Option<u32> {
        match &self.claims {
            None if file == self.name => number.checked_sub(1),
            None => None,
            Some(claims) => claims.get(file)?.get(&number).copied().flatten(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_directives_is_itself() {
        let table = Presumed::default().table("t.c", 10);
        assert_eq!(table.line("t.c", 1), Some(0));
        assert_eq!(table.line("t.c", 0), None);
        assert_eq!(table.line("u.c", 1), None);
    }

    #[test]
    fn claims_and_doubts() {
        let mut presumed = Presumed::default();
        presumed.renumber(2, 100); // lines 2, 3
        presumed.rename(4, 1, "u.c".into()); // lines 4, 5
        presumed.renumber(6, 2); // line 6 is u.c:2 as line 5 is
        presumed.doubt(7);
        presumed.renumber(8, 50); // of which file?
        presumed.rename(9, 70, "v.c".into());
        let table = presumed.table("t.c", 20);
        assert_eq!(table.line("t.c", 2), Some(1));
        assert_eq!(table.line("t.c", 3), None);
        assert_eq!(table.line("t.c", 101), Some(3));
        assert_eq!(table.line("u.c", 1), Some(4));
        assert_eq!(table.line("u.c", 2), None);
        assert_eq!(table.line("u.c", 50), None);
        assert_eq!(table.line("v.c", 71), Some(10));
    }
}
