//! An observer that writes down what it is told, with the pieces of the text.

use std::fmt::Write;

use elenchus_lang::tree::{DeclId, ExprId, Program};
use elenchus_machine::Origin;
use elenchus_machine::observe::{
    AccessKind, Accessed, Ended, Flow, Held, Left, ON, ObjectKind, ObjectRef, Observer, Pointer,
    Step, View, Wants,
};

pub struct Listing {
    wants: Wants,
    text: String,
    pub lines: String,
}

impl Listing {
    pub fn new(wants: Wants, text: &str) -> Listing {
        Listing { wants, text: text.to_owned(), lines: String::new() }
    }

    fn quote(&self, p: &Program, at: Origin) -> String {
        quote(&self.text, p, at)
    }

    fn line(&mut self, view: &View<'_>, line: &str) {
        let _ = writeln!(self.lines, "{}{line}", "  ".repeat(view.depth().saturating_sub(1)));
    }

    fn object(&self, p: &Program, object: &ObjectRef) -> String {
        match (object.decl, object.kind) {
            (Some(decl), _) => p.name(p.decls[decl].name).to_owned(),
            (None, ObjectKind::Allocated) => format!("[{}]", self.quote(p, object.site)),
            (None, kind) => format!("[{kind:?} by {}]", self.quote(p, object.site)),
        }
    }
}

/// The text that something was made for, on one line.
pub fn quote(text: &str, p: &Program, at: Origin) -> String {
    match at {
        Origin::Decl(decl) => format!("`{}` declared", name(p, decl)),
        Origin::End(_) => "the end of the function".into(),
        _ => {
            let span = at.span(p);
            let text = text.get(span.start as usize..span.end as usize).unwrap_or("?");
            format!("`{}`", text.split_whitespace().collect::<Vec<_>>().join(" "))
        }
    }
}

pub fn name(p: &Program, decl: DeclId) -> &str {
    p.name(p.decls[decl].name)
}

/// A value as text.
pub fn shown(p: &Program, held: Held) -> String {
    match held {
        Held::Nothing => "nothing".into(),
        Held::Int { value, open: 0 } => value.to_string(),
        Held::Int { open, .. } => format!("open bits {open:#x}"),
        Held::Float(value) => value.to_literal().unwrap_or_else(|| "inf or nan".into()),
        Held::OpenFloat => "open".into(),
        Held::Parts => "its parts".into(),
        Held::Pointer(pointer) => match pointer {
            Pointer::Null => "null".into(),
            Pointer::Object { decl: Some(decl), offset, .. } => {
                format!("&{}+{offset}", name(p, decl))
            }
            Pointer::Object { decl: None, offset, .. } => format!("&object+{offset}"),
            Pointer::Function(decl) => format!("&{}", name(p, decl)),
            Pointer::Label => "a label".into(),
            Pointer::Gone => "gone".into(),
            Pointer::Address(address) => format!("{address:#x}"),
        },
    }
}

impl Observer for Listing {
    fn wants(&self) -> Wants {
        self.wants
    }

    fn statement(&mut self, view: &View<'_>, step: Step) -> Flow {
        let line = format!("{}:", self.quote(view.program(), step.at));
        self.line(view, &line);
        ON
    }

    fn access(&mut self, view: &View<'_>, access: &Accessed) -> Flow {
        let p = view.program();
        let kind = match access.kind {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
            AccessKind::Forget => "forget",
            AccessKind::Open => "open",
        };
        let Accessed { offset, size, .. } = access;
        let object = self.object(p, &access.object);
        let field = access
            .field
            .map_or(String::new(), |(start, width)| format!(" bits {start}..{}", start + width));
        let volatile = if access.volatile { "volatile " } else { "" };
        let is_number = matches!(access.kind, AccessKind::Read | AccessKind::Write) && *size <= 8;
        // Addresses are nobody's business.
        let bits = access.bits.filter(|bits| is_number && bits >> 32 == 0);
        let bits = bits.map_or(String::new(), |bits| format!(" = {bits:#x}"));
        let by = self.quote(p, access.at);
        let line = format!(" {volatile}{kind} {object}+{offset}:{size}{field}{bits} by {by}");
        self.line(view, &line);
        ON
    }

    fn value(&mut self, view: &View<'_>, expr: ExprId, value: Held) -> Flow {
        let p = view.program();
        let line = format!(" {} is {}", self.quote(p, Origin::Expr(expr)), shown(p, value));
        self.line(view, &line);
        ON
    }

    fn entered(&mut self, view: &View<'_>) -> Flow {
        let p = view.program();
        let function = view.function().map_or("?", |decl| name(p, decl));
        let line = format!("{function} is entered");
        self.line(view, &line);
        ON
    }

    fn left(&mut self, view: &View<'_>, how: Left) -> Flow {
        let p = view.program();
        let how = match how {
            Left::Value(value) => format!("with {}", shown(p, value)),
            Left::Nothing => "with nothing".into(),
            Left::Jump => "by a jump".into(),
        };
        let function = view.function().map_or("?", |decl| name(p, decl));
        let line = format!("{function} is left {how}");
        self.line(view, &line);
        ON
    }

    fn made(&mut self, view: &View<'_>, object: &ObjectRef) -> Flow {
        let p = view.program();
        if object.site != Origin::None && object.kind != ObjectKind::Function {
            let line = format!(" {} is made", self.object(p, object));
            self.line(view, &line);
        }
        ON
    }

    fn ended(&mut self, view: &View<'_>, object: &ObjectRef, how: Ended) -> Flow {
        let p = view.program();
        let how = if how == Ended::Freed { "freed" } else { "over" };
        let line = format!(" {} is {how}", self.object(p, object));
        self.line(view, &line);
        ON
    }
}
