//! One of several goes, with its separator.

use std::ops::Range;

use super::super::declarations::deleted;
use super::super::holders::{Holder, Losses, holders};
use super::super::parameters::{self, Mentions};
use super::super::touches::whole_declarator;
use super::super::{Edit, EditError, Edits, lists};
use super::scan;
use super::splice::Splice;
use super::{Failure, Writer};
use crate::span::Span;
use crate::tree::{DeclId, ExprKind, InitKind};
use crate::types::FieldId;

/// An element of a list: where it stands, and the edit that deletes it.
type Element = (Span, Option<usize>);

/// The number of an edit.
fn position(edits: &Edits, wanted: impl Fn(&Edit) -> bool) -> Option<usize> {
    edits.list().iter().position(wanted)
}

impl Writer<'_> {
    /// What the edits take out of lists.
    pub(super) fn cut(&self, edits: &Edits, splices: &mut Vec<Splice>) -> Result<(), EditError> {
        self.cut_declarators(edits, splices)?;
        self.cut_enumerators(edits, splices)?;
        self.cut_items(edits, splices)?;
        self.cut_members(edits, splices)?;
        self.cut_parameters(edits, splices)
    }

    fn cut_declarators(&self, edits: &Edits, splices: &mut Vec<Splice>) -> Result<(), EditError> {
        let p = self.program;
        let lost = deleted(edits);
        let losses = Losses::new(p, &lost);
        let edit = |decl: DeclId| {
            position(edits, |e| matches!(*e, Edit::DeleteDeclarator(d) if d == decl))
        };
        let whole: Vec<_> = losses.whole(p).map(|(group, _)| group).collect();
        let holders = if whole.is_empty() { Default::default() } else { holders(p) };
        for (group, lost) in &losses.groups {
            let first = edit(lost[0]).unwrap_or(0);
            if whole.contains(group) {
                let range = self.whole(p.groups[*group].span).map_err(|e| e.of(first))?;
                let stands = matches!(holders.get(group), Some(Holder::For(_) | Holder::Alone(_)));
                let text = if stands { b";".to_vec() } else { Vec::new() };
                splices.push(Splice { number: first, range, text });
                continue;
            }
            let decls = p.decl_lists[p.groups[*group].decls].iter();
            let elements: Vec<Element> = decls
                .map(|&decl| (whole_declarator(p, decl), lost.contains(&decl).then(|| edit(decl))))
                .map(|(span, edit)| (span, edit.flatten()))
                .collect();
            self.cut_elements(&elements, splices)?;
        }
        Ok(())
    }

    fn cut_enumerators(&self, edits: &Edits, splices: &mut Vec<Splice>) -> Result<(), EditError> {
        let p = self.program;
        for (id, gone, number) in edits.enumerators(p) {
            let list = &p.decl_lists[p.types.enums[id].enumerators];
            let element =
                |&decl: &DeclId| (p.decls[decl].declarator, gone.contains(&decl).then_some(number));
            self.cut_elements(&list.iter().map(element).collect::<Vec<_>>(), splices)?;
            for (decl, value) in lists::must_say_value(p, list, &gone) {
                let end = self.end(p.decls[decl].declarator).map_err(|e| e.of(number))?;
                let text = format!(" = {value}").into_bytes();
                splices.push(Splice { number, range: end..end, text });
            }
        }
        Ok(())
    }

    fn cut_items(&self, edits: &Edits, splices: &mut Vec<Splice>) -> Result<(), EditError> {
        let p = self.program;
        for (list, gone) in edits.items(p) {
            let InitKind::List(items) = p.inits[list].kind else { continue };
            let number = |index| gone.iter().find(|item| item.0 == index).map(|item| item.1);
            let items = p.init_items[items].iter().enumerate();
            let elements: Vec<Element> =
                items.map(|(index, item)| (item.span, number(index))).collect();
            self.cut_elements(&elements, splices)?;
        }
        Ok(())
    }

    fn cut_members(&self, edits: &Edits, splices: &mut Vec<Splice>) -> Result<(), EditError> {
        let p = self.program;
        let edit =
            |field: FieldId| position(edits, |e| matches!(*e, Edit::DeleteMember(f) if f == field));
        let mut done: Vec<Span> = Vec::new();
        for (first, change) in edits.list().iter().enumerate() {
            let Edit::DeleteMember(field) = *change else { continue };
            let data = p.types.fields[field];
            if done.contains(&data.line) {
                continue;
            }
            done.push(data.line);
            let fields = p.types.fields(data.record).iter();
            let fields = fields.filter(|&&other| p.types.fields[other].line == data.line);
            let elements: Vec<Element> =
                fields.map(|&field| (p.types.fields[field].span, edit(field))).collect();
            if elements.iter().all(|(_, edit)| edit.is_some()) {
                let range = self.whole(data.line).map_err(|e| e.of(first))?;
                splices.push(Splice { number: first, range, text: Vec::new() });
            } else {
                self.cut_elements(&elements, splices)?;
            }
        }
        Ok(())
    }

    fn cut_parameters(&self, edits: &Edits, splices: &mut Vec<Splice>) -> Result<(), EditError> {
        let p = self.program;
        let mut all: Vec<_> = parameters::deleted(p, edits).into_iter().collect();
        all.sort_unstable();
        for (function, gone) in all {
            let number = |index| gone.iter().find(|param| param.0 == index).map(|param| param.1);
            let first = gone[0].1;
            let mentions = Mentions::of(p, function);
            for &decl in &mentions.decls {
                let params = parameters::params(p, decl).unwrap_or_default().iter().enumerate();
                let elements: Vec<Element> = params
                    .map(|(index, &param)| (p.decls[param].declarator, number(index)))
                    .collect();
                let before = splices.len();
                self.cut_elements(&elements, splices)?;
                // `()` would say nothing of the parameters.
                if elements.iter().all(|(_, edit)| edit.is_some()) && splices.len() > before {
                    splices[before].text = b"void".to_vec();
                }
            }
            let mut calls: Vec<_> = Vec::new();
            for &(index, _) in &gone {
                calls.extend(mentions.outermost(p, index).into_iter().map(|(call, _)| call));
            }
            calls.sort_unstable();
            calls.dedup();
            let mut cuts: Vec<Splice> = Vec::new();
            for call in calls {
                let ranges = self.arguments(call).map_err(|e| e.of(first))?;
                let elements: Vec<_> = ranges.into_iter().zip((0..).map(number)).collect();
                cut_ranges(&elements, &mut cuts);
            }
            // A call within an argument that goes is gone.
            cuts.sort_by_key(|cut| (cut.range.start, std::cmp::Reverse(cut.range.end)));
            let mut reached = 0;
            cuts.retain(|cut| {
                let is_outer = cut.range.end > reached;
                reached = reached.max(cut.range.end);
                is_outer
            });
            splices.extend(cuts);
        }
        Ok(())
    }

    /// Where the arguments of a call stand. Their spans leave parentheses out,
    /// so the text is read.
    fn arguments(&self, call: crate::tree::ExprId) -> Result<Vec<Range<usize>>, Failure> {
        let p = self.program;
        let ExprKind::Call(callee, _) = p.exprs[call].kind else { return Err(Failure::NoText) };
        let whole = self.whole(p.exprs[call].span)?;
        let from = self.end(p.exprs[callee].span)?;
        let args = parameters::arguments(p, call);
        let found = scan::arguments(self.user_text, from, whole.end).unwrap_or_default();
        let holds = |(range, &arg): (&Range<usize>, _)| {
            let arg = self.whole(p.exprs[arg].span);
            arg.is_ok_and(|arg| range.start <= arg.start && arg.end <= range.end)
        };
        let fits = found.len() == args.len() && found.iter().zip(args).all(holds);
        if fits { Ok(found) } else { Err(Failure::NotInFile) }
    }

    /// Cuts elements that a comma separates.
    fn cut_elements(
        &self,
        elements: &[Element],
        splices: &mut Vec<Splice>,
    ) -> Result<(), EditError> {
        for (gone, number) in runs(elements) {
            let span = elements[gone.start].0.to(elements[gone.end - 1].0);
            let range =
                self.with_separator(elements, gone.start, span).map_err(|e| e.of(number))?;
            splices.push(Splice { number, range, text: Vec::new() });
        }
        Ok(())
    }

    /// The elements with the separator before them, or after them if they are
    /// the first.
    fn with_separator(
        &self,
        elements: &[Element],
        first: usize,
        span: Span,
    ) -> Result<Range<usize>, Failure> {
        let range = self.whole(span)?;
        let before = first.checked_sub(1).map(|before| elements[before].0);
        let after = elements[first..].iter().find(|(_, edit)| edit.is_none());
        let wide = match (before, after) {
            (Some(before), _) => self.end(before)?..range.end,
            (None, Some(&(after, _))) => range.start..self.start(after)?,
            // A list may end with a comma.
            (None, None) => return Ok(scan::with_comma(self.user_text, range)),
        };
        let separator = match before {
            Some(_) => wide.start..range.start,
            None => range.end..wide.end,
        };
        let text = self.user_text.get(separator).ok_or(Failure::NotInFile)?;
        if scan::is_separator(text, b',') { Ok(wide) } else { Err(Failure::NotInFile) }
    }

    fn start(&self, span: Span) -> Result<usize, Failure> {
        if span.is_none() {
            return Err(Failure::NoText);
        }
        let start = self.place.start(span.start).ok_or(Failure::NotInFile)? as usize;
        if start > self.user_text.len() { Err(Failure::NotInFile) } else { Ok(start) }
    }
}

/// The same where the text was read.
fn cut_ranges(elements: &[(Range<usize>, Option<usize>)], cuts: &mut Vec<Splice>) {
    for (gone, number) in runs(elements) {
        let last = &elements[gone.end - 1].0;
        let range = match (gone.start.checked_sub(1), elements.get(gone.end)) {
            (Some(before), _) => elements[before].0.end..last.end,
            (None, Some((after, _))) => elements[gone.start].0.start..after.start,
            (None, None) => elements[gone.start].0.start..last.end,
        };
        cuts.push(Splice { number, range, text: Vec::new() });
    }
}

/// Elements that go side by side, with the edit of the first.
fn runs<T>(elements: &[(T, Option<usize>)]) -> Vec<(Range<usize>, usize)> {
    let mut runs: Vec<(Range<usize>, usize)> = Vec::new();
    for (index, &(_, edit)) in elements.iter().enumerate() {
        let Some(edit) = edit else { continue };
        match runs.last_mut() {
            Some((run, _)) if run.end == index => run.end += 1,
            _ => runs.push((index..index + 1, edit)),
        }
    }
    runs
}
