//! A candidate: the program with good edits made, and some more.

use std::ops::Range;

use elenchus_judge::ProgramFile;
use elenchus_lang::edits::{AsParsed, Edit, EditError, Edits, substitute};

use super::{Base, Change, Proposal};
use crate::subject::Subject;

/// The files with as many of the proposals as go together, those before others; and
/// which ones these are. Nothing if none does.
pub fn assemble(
    base: Base,
    good: &[Proposal],
    proposals: &[Proposal],
    part: &[usize],
) -> Option<(Vec<ProgramFile>, Vec<usize>)> {
    let mut with = Vec::new();
    let mut files = base.files().to_vec();
    for (number, file) in files.iter_mut().enumerate() {
        let of_file = |one: &&Proposal| one.file == number;
        let fixed: Vec<&Proposal> = good.iter().filter(of_file).collect();
        let mut wanted: Vec<usize> = part.to_vec();
        wanted.retain(|&one| proposals[one].file == number);
        if fixed.is_empty() && wanted.is_empty() {
            continue;
        }
        let mut all = fixed.iter().copied().chain(wanted.iter().map(|&one| &proposals[one]));
        let text = match (base, all.all(|one| matches!(one.change, Change::Text(_)))) {
            (Base::Tree(subject), false) => {
                rendered(subject, number, &fixed, proposals, &mut wanted)?
            }
            _ => replaced(&file.text, &fixed, proposals, &mut wanted),
        };
        file.text = without_blank_lines(&text);
        with.extend(wanted);
    }
    with.sort_unstable();
    (!with.is_empty()).then_some((files, with))
}

/// The text of a file with edits of its tree. What does not go together with the rest is
/// taken out of `wanted`.
fn rendered(
    subject: &Subject,
    file: usize,
    fixed: &[&Proposal],
    proposals: &[Proposal],
    wanted: &mut Vec<usize>,
) -> Option<Vec<u8>> {
    let source = &subject.sources[file];
    let place = AsParsed { base: source.base() };
    loop {
        let mut edits: Vec<Edit> = Vec::new();
        // Whose an edit is; those that are fixed are nobody's.
        let mut owners = Vec::new();
        for one in fixed {
            edits.extend(one.edits()?.list());
        }
        owners.resize(edits.len(), None);
        for &one in wanted.iter() {
            edits.extend(proposals[one].edits()?.list());
            owners.resize(edits.len(), Some(one));
        }
        let edits: Edits = edits.into_iter().collect();
        let error = match edits.render(&subject.program, source.text(), &place) {
            Ok(text) => return Some(text),
            Err(error) => error,
        };
        let guilty = numbers(&error).into_iter().flatten();
        // Of two the later one gives way: a whole comes before its parts.
        let owner = guilty.filter_map(|number| *owners.get(number)?).max()?;
        wanted.retain(|&one| one != owner);
    }
}

/// The numbers of the edits that an error is about.
fn numbers(error: &EditError) -> [Option<usize>; 2] {
    match *error {
        EditError::Overlap(a, b) => [Some(a), Some(b)],
        EditError::NoSuchPlace(edit)
        | EditError::NoText(edit)
        | EditError::NotInFile(edit)
        | EditError::Unnamed(edit)
        | EditError::StillUsed { edit, .. }
        | EditError::AddressTaken { edit, .. }
        | EditError::LastOne(edit)
        | EditError::NoPrototype(edit)
        | EditError::Elsewhere(edit)
        | EditError::NameTaken { edit, .. }
        | EditError::NeedsParse(edit) => [Some(edit), None],
    }
}

/// The text with some places replaced; who wants a place that is taken is taken out of
/// `wanted`.
fn replaced(
    text: &[u8],
    fixed: &[&Proposal],
    proposals: &[Proposal],
    wanted: &mut Vec<usize>,
) -> Vec<u8> {
    let mut taken: Vec<(Range<usize>, &[u8])> = Vec::new();
    for one in fixed {
        taken.extend(one.places());
    }
    taken.sort_by_key(|(range, _)| range.start);
    wanted.retain(|&one| {
        let places: Vec<_> = proposals[one].places().collect();
        let is_free = |range: &Range<usize>| {
            let next = taken.partition_point(|(other, _)| other.end <= range.start);
            taken.get(next).is_none_or(|(other, _)| range.end <= other.start)
        };
        let free = places.iter().all(|(range, _)| is_free(range));
        if free {
            for place in places {
                let at = taken.partition_point(|(other, _)| other.start < place.0.start);
                taken.insert(at, place);
            }
        }
        free
    });
    let mut out = Vec::with_capacity(text.len());
    substitute(text, taken.iter().map(|(range, with)| (range, *with)), &mut out);
    out
}

/// What was taken away leaves empty lines.
pub fn without_blank_lines(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let continued = out.ends_with(b"\\\n");
        if continued || !line.trim_ascii().is_empty() {
            out.extend_from_slice(line);
        }
    }
    out
}
