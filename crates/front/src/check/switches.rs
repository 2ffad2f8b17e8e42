//! The labels of a `switch` (6.8.4.2p3): each value once, one `default`.

use elenchus_lang::span::Span;
use elenchus_lang::tree::ExprId;
use elenchus_lang::types::TypeId;

use super::Checker;
use super::jumps::Reached;

/// A `switch` whose body is being checked.
pub(super) struct Switch {
    /// What its labels are converted to.
    pub ty: TypeId,
    /// Where it stands.
    pub place: Reached,
    cases: Vec<Case>,
    default: Option<Span>,
}

/// `case low:`, or GNU's `case low ... high:`; both belong to it.
struct Case {
    low: i128,
    high: i128,
    span: Span,
}

impl Switch {
    pub(super) fn new(ty: TypeId, place: Reached) -> Switch {
        Switch { ty, place, cases: Vec::new(), default: None }
    }
}

impl Checker<'_> {
    /// Remembers the label; the values are compared at the end of the switch.
    pub(super) fn note_case(&mut self, low: ExprId, high: Option<ExprId>, span: Span) {
        let high = high.unwrap_or(low);
        let (Some(low), Some(high)) = (self.constant_int(low), self.constant_int(high)) else {
            return;
        };
        if low > high {
            self.warn(span, "this range of a case is empty");
            return;
        }
        let Some(switch) = self.function.as_mut().and_then(|f| f.switches.last_mut()) else {
            return;
        };
        let place = switch.place;
        switch.cases.push(Case { low, high, span });
        self.check_case_place(place, span);
    }

    pub(super) fn note_default(&mut self, span: Span) {
        let Some(switch) = self.function.as_mut().and_then(|f| f.switches.last_mut()) else {
            return;
        };
        let place = switch.place;
        match switch.default {
            Some(first) => {
                let note = vec![("the first one is here".to_string(), first)];
                self.diagnostics.error_with(span, "a switch has two default labels", note);
            }
            None => switch.default = Some(span),
        }
        self.check_case_place(place, span);
    }

    pub(super) fn check_cases(&mut self, mut switch: Switch) {
        switch.cases.sort_by_key(|case| case.low);
        let Some((first, rest)) = switch.cases.split_first() else { return };
        // Of all labels so far, the one that reaches furthest.
        let mut furthest = first;
        for case in rest {
            if case.low <= furthest.high {
                let (earlier, later) = match case.span.start < furthest.span.start {
                    true => (case, furthest),
                    false => (furthest, case),
                };
                let note = vec![("the other one is here".to_string(), earlier.span)];
                let message = format!("two cases of one switch have the value {}", case.low);
                self.diagnostics.error_with(later.span, message, note);
            }
            if case.high > furthest.high {
                furthest = case;
            }
        }
    }
}
