//! Facts in words: what was found, in the one table of findings, and verdicts.
//!
//! Nobody else spells a verdict. A template names values by their roles; what
//! stands behind a bar is said where the value is not known.

use std::fmt::{self, Display, Formatter, Write};

use elenchus_lang::span::Span;

use crate::facts::{Call, Datum, Earlier, Facts, Happened, OTHER, ObjectFacts, ObjectKind};
use crate::stop::{Limit, Verdict};

macro_rules! findings {
    ($($area:literal { $($name:ident $template:literal;)* })*) => {
        /// What was found, in particular; the kind says which rule forbids it.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Finding {
            $($(#[doc = $template] $name,)*)*
        }

        impl Finding {
            fn template(self) -> &'static str {
                match self {
                    $($(Finding::$name => $template,)*)*
                }
            }
        }
    };
}

findings! {
    "arithmetic" {
        Binary "{left} {operator} {right} in {bits} bits, {sign}";
        Unary "{operator}({operand}) in {bits} bits";
        Quotient "{left} / {right}";
        NoInteger "{value} to an integer of {bits} bits";
        TrapValue "a _Bool holds {value}";
    }
    "memory" {
        NullPointer "the pointer is null";
        NullCalled "a null pointer is called";
        NullMember "a member of what a null pointer points to";
        NullArgument "{function}: the pointer is null";
        NullStream "the stream is null";
        NullStreamArgument "{function}: the stream is null";
        Freed "{object|the memory} was freed";
        Over "the lifetime of {object|the object} has ended";
        BlockOver "the block of the enclosing function has ended";
        NoObject "address {address} belongs to no object";
        NoMember "a member of no object, at address {address}";
        FunctionBytes "a function has no bytes that could be accessed";
        OnePast "one past the end of {object|an object}";
        MemberPast "a member of what lies past the end of {object|an object}";
        Outside "{size} bytes at offset {offset} of {object|an object}";
        MemberOnePast "a member one past the end of {object|an object}";
        MemberOutside "a member of {size} bytes at offset {offset} of {object|an object}";
        Misaligned "address {address} is not a multiple of {alignment}";
        NoValue "{object|the object} has no value yet";
        PartWithoutValue "{size} bytes at offset {offset} of {object|an object} have no value yet";
        BytesWithoutValue "some of {size} bytes at offset {offset} of {object|an object} have no \
                           value yet";
        VariableWithoutValue "{variable|the variable} has no value yet";
        ChangedBeforeJump "{variable|the variable} was changed between setjmp and longjmp";
        StringLiteral "a string literal is written";
        TemporaryWritten "it holds the value of an expression";
        ConstObject "{object|the object} is defined const";
        ConstMember "the member is defined const";
        VolatileObject "a volatile object through an lvalue that is not";
        VolatileInLibrary "a library function accesses a volatile object";
        AtomicMember "of an object of type '{type}'";
        AtomicMemberNamed "the lvalue names the member";
        FreedAlready "{object|the memory} was freed already";
        NotAllocated "the pointer is not one that malloc gave";
        InsideBlock "the pointer is not one that malloc gave: it points {offset} bytes into \
                     {object|a block}";
        FreeOfObject "the pointer is not one that malloc gave: it points to {object|an object}";
        Overlap "{size} bytes, {distance} apart";
        PartlySame "what is read overlaps what is written, and is not the same";
        TextOverSource "the text is written over what it is made from";
        ItemOverText "an item is written over the text that it is read from";
    }
    "types of objects" {
        ObjectAs "an object of type '{declared}' as '{accessed}'";
        StoredAs "'{stored}' in '{record}' was stored, and '{accessed}' is read";
        MiddleOf "the middle of a value of another type is read";
    }
    "restrict" {
        RestrictAssigned "a restricted pointer is assigned another one of its block";
        RestrictBroken "an object that a restricted pointer accesses is changed and accessed by \
                        other means";
        RestrictInLibrary "the function writes to what its restricted parameter reads";
    }
    "pointers" {
        Index "index {index} in an array of {count}";
        IndexOpen "index {index} in an array";
        Moved "to offset {offset} of {object|an object}";
        MovedNull "the pointer is null";
        MovedNowhere "the pointer points to no object";
        DifferentObjects "the pointers point into different objects";
        PartOfElement "the pointers do not point to elements of one array: {distance} bytes lie \
                       between them, and an element has {size}";
        PointeeFreed "what it pointed to was freed";
        PointeeGone "the object that it pointed to is gone";
        InnerArrayLeft "a library function leaves an inner array of {size} bytes";
    }
    "order" {
        TwoChanges "{what|an object} is changed twice in the expression, in no order";
        ChangeAndRead "{what|an object} is changed and read in the expression, in no order";
        TwoChangesOpen "{what|an object} is changed twice by operands that are evaluated in an order that \
                        C leaves open";
        ChangeAndReadOpen "{what|an object} is changed and read by operands that are evaluated in an order \
                           that C leaves open";
    }
    "calls" {
        FunctionType "'{declared}' called as '{called}'";
        LibraryType "the library's '{function}' called as '{called}'";
        NoFunction "what is called is no function";
        Count "{given} given, {taken} taken";
        ArgumentType "'{given}' given, '{taken}' taken";
        LibraryArgumentType "'{given}' given where the library takes another type";
        ArgumentSign "{value} is no value of the {sign} type that is asked for";
        ArgumentMissing "an argument is missing";
        NotFloating "a floating argument is expected";
        NoComparison "the comparison is no function";
        NoResult "the function returned no value";
        Returns "the function is declared not to return";
        NoArgumentLeft "there is no further argument";
        ArgumentAsked "'{given}' given, '{asked}' asked";
        ListStarted "it was started before, and not ended since";
        ListNotStarted "it was not started";
        ListCopied "it is a copy that va_copy did not make";
        ListEnded "it has ended";
        ListOfAnother "another function started it";
        ListNotEnded "the function returns and did not end it";
        ListStarterGone "the function that started it is gone";
        ListPassed "a function that it was passed to took arguments from it";
        SetjmpInside "it is part of another expression";
        NeverSaved "no setjmp filled the buffer";
        SaverReturned "the function that called setjmp has returned";
    }
    "objects" {
        Length "the length is {length}";
        LengthsDiffer "{left} and {right} elements";
        LengthGiven "{given} elements given, {taken} taken";
        FewElements "fewer than {count} elements are there";
        DefinedAgain "another file defines it, too";
        DeclaredUnlike "another declaration of it is not compatible";
    }
    "library" {
        Argument "the argument is {argument}";
        NoFit "'{text}' does not fit the type";
        ItemNoFit "'{text}' does not fit the object";
        Base "a number in base {base}";
        NoRoom "fgets into {size} bytes";
        NoToken "strtok: there is no string to go on with";
        FlushInput "fflush of a stream that is read";
        Unterminated "the string does not end in {object|its object}";
        ArrayChanged "it changes the array";
        NoOrder "no order agrees with what it returned";
        DirectiveType "argument {argument} after the format is of type '{given}' where it asks for '{asked}'";
        DirectiveWithout "there are more directives than arguments";
        FormatWrong "the format is wrong at byte {position}";
        FlagWrong "a flag or precision that '%{conversion}' does not take";
        StringPointer "'%s' without a pointer to characters";
        FormatEnds "the format ends in a directive";
        NoConversion "no conversion '{conversion}' of this length";
        WidthWrong "the width is zero, or too large";
    }
    "promises" {
        Unreachable "the program comes here";
        NullPassed "argument {argument}";
        NullReturned "the result";
        False "the condition is false";
        ForeignChanged "it changes an object that is not its own";
        ChangingRead "a const function reads what may change";
        Prints "it prints";
    }
    "choices that C leaves open" {
        OpenBits "what happens depends on bits that C leaves open";
        OpenRounding "how a {operation} of complex numbers is rounded (5.2.4.2.2p6)";
        PastAndStart "one past an object compared with the start of another";
        OrderMatters "what happens depends on the order of evaluation";
        TwoLiterals "the addresses of two string literals compared";
        TwoLabels "the addresses of two labels compared: they may be one place";
        WideBitField "arithmetic on a bit-field wider than int (6.3.1.1p2)";
        ValueOf "the value of {function}()";
        TextOf "the text of {function}()";
        MessageOf "the message of {function}()";
        AddressText "the text of an address";
        WhichZero "which of two zeros fmin or fmax gives";
        NoFloatFit "an integer that a floating value does not fit";
        FrexpOfNone "what frexp stores for an infinity or a NaN";
    }
    "what the machine does not know" {
        Feature "{feature}";
    }
}

/// What has no value in a template, and no words instead: none may be left.
const UNKNOWN: &str = "?";

impl Facts {
    /// What was found, with the values, in one line.
    pub fn sentence(&self) -> String {
        let mut out = String::new();
        let mut rest = self.finding.template();
        while let Some((before, (inside, after))) =
            rest.split_once('{').and_then(|(b, a)| Some((b, a.split_once('}')?)))
        {
            out.push_str(before);
            let (role, instead) = inside.split_once('|').unwrap_or((inside, UNKNOWN));
            self.put(&mut out, role, instead);
            rest = after;
        }
        out.push_str(rest);
        out
    }

    fn put(&self, out: &mut String, role: &str, instead: &str) {
        let operand = self.get(role).map(|operand| &operand.value);
        let object = self.objects.iter().find(|object| object.role == role);
        // Writing to a string cannot fail.
        let _ = match (operand, object) {
            (Some(value), _) => write!(out, "{value}"),
            (None, Some(object)) if object.kind != ObjectKind::Unknown => write!(out, "{object}"),
            _ => write!(out, "{instead}"),
        };
    }
}

impl Display for Datum {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Datum::Number(number) => write!(f, "{number}"),
            Datum::Address(address) => write!(f, "{address:#x}"),
            Datum::Text(text) => f.write_str(text),
        }
    }
}

impl ObjectKind {
    /// One word for machines.
    pub fn name(&self) -> &'static str {
        match self {
            ObjectKind::Variable(_) => "variable",
            ObjectKind::Function(_) => "function",
            ObjectKind::Allocated => "allocated",
            ObjectKind::Alloca => "alloca",
            ObjectKind::StringLiteral => "string literal",
            ObjectKind::CompoundLiteral => "compound literal",
            ObjectKind::Temporary => "temporary",
            ObjectKind::Library => "library",
            ObjectKind::Unknown => "unknown",
        }
    }
}

/// As "'a' (12 bytes)" or "a block of 12 bytes".
impl Display for ObjectFacts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let bytes = |f: &mut Formatter<'_>, what: &str, before: &str, after: &str| {
            f.write_str(what)?;
            match self.size {
                Some(1) => write!(f, "{before}1 byte{after}"),
                Some(size) => write!(f, "{before}{size} bytes{after}"),
                None => Ok(()),
            }
        };
        match &self.kind {
            ObjectKind::Variable(name) => bytes(f, &format!("'{name}'"), " (", ")"),
            ObjectKind::Function(name) => write!(f, "the function '{name}'"),
            ObjectKind::Allocated => bytes(f, "a block", " of ", ""),
            ObjectKind::Alloca => bytes(f, "a block from alloca", " of ", ""),
            ObjectKind::StringLiteral => bytes(f, "a string literal", " of ", ""),
            ObjectKind::CompoundLiteral => bytes(f, "a compound literal", " of ", ""),
            ObjectKind::Temporary => bytes(f, "a temporary", " of ", ""),
            ObjectKind::Library | ObjectKind::Unknown => bytes(f, "an object", " of ", ""),
        }
    }
}

impl Happened {
    /// One word for machines.
    pub fn name(self) -> &'static str {
        match self {
            Happened::Allocated => "allocated",
            Happened::Freed => "freed",
            Happened::Read => "read",
            Happened::Written => "written",
        }
    }
}

/// What else there is to say about a verdict, at a place of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    pub text: String,
    pub place: Span,
}

/// More calls than these are only counted.
const SHOWN: usize = 8;

impl Facts {
    /// Where the objects come from, what happened to them before, and the calls
    /// that led here, in this order.
    pub fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        for object in &self.objects {
            notes.extend(object.declared.map(|place| Note { text: declared(object), place }));
        }
        for (index, earlier) in self.earlier.iter().enumerate() {
            self.tell_earlier(index, earlier, &mut notes);
        }
        for object in &self.objects {
            let name = match &object.kind {
                ObjectKind::Variable(name) => format!("'{name}'"),
                _ => object.to_string(),
            };
            let text = || format!("the lifetime of {name} ends here");
            notes.extend(object.left.map(|place| Note { text: text(), place }));
        }
        tell_calls(&self.calls, self.omitted, &mut notes);
        notes
    }

    fn tell_earlier(&self, index: usize, earlier: &Earlier, notes: &mut Vec<Note>) {
        let operands = self.trail.clash.is_some();
        let what = match (earlier.what, operands) {
            (Happened::Allocated, _) => match self.objects.first().and_then(|o| o.size) {
                Some(1) => "1 byte is allocated here".to_owned(),
                Some(size) => format!("{size} bytes are allocated here"),
                None => "it is allocated here".to_owned(),
            },
            (Happened::Freed, _) => "it is freed here".to_owned(),
            (Happened::Read, true) if index > 0 => "and read here".to_owned(),
            (Happened::Written, true) if index > 0 => "and changed here".to_owned(),
            (Happened::Read, true) => "it is read here".to_owned(),
            (Happened::Written, true) => "it is changed here".to_owned(),
            (Happened::Read, false) => "it is read here by way of another pointer".to_owned(),
            (Happened::Written, false) if self.finding == Finding::RestrictBroken => {
                "it is changed here by way of another pointer".to_owned()
            }
            (Happened::Written, false) if self.finding.lacks_value() => {
                "these bytes were last written here, without a value".to_owned()
            }
            (Happened::Written, false) => "it was last written here".to_owned(),
        };
        // Calls that also led to the end are told with it.
        let own = |call: &&Call| !self.calls.contains(call) && call.place.is_some();
        let inside = earlier.calls.first().filter(own);
        let text = match inside {
            Some(call) => format!("{what}, in '{}'", call.function),
            None => what,
        };
        notes.push(Note { text, place: earlier.place });
        if inside.is_some() {
            let known = earlier.calls.iter().take_while(own).count();
            let calls = &earlier.calls[..earlier.calls.len().min(known + 1)];
            tell_calls(calls, 0, notes);
        }
    }
}

impl Finding {
    fn lacks_value(self) -> bool {
        matches!(self, Finding::NoValue | Finding::PartWithoutValue | Finding::BytesWithoutValue)
    }
}

fn declared(object: &ObjectFacts) -> String {
    match (&object.kind, &object.ty) {
        (ObjectKind::Variable(name) | ObjectKind::Function(name), Some(ty))
            if object.role == OTHER =>
        {
            format!("the other declaration of '{name}' is here, of type '{ty}'")
        }
        (ObjectKind::Variable(name) | ObjectKind::Function(name), Some(ty)) => {
            format!("'{name}' is declared here, of type '{ty}'")
        }
        (ObjectKind::Variable(name) | ObjectKind::Function(name), _) => {
            format!("'{name}' is declared here")
        }
        _ => "it is declared here".to_owned(),
    }
}

/// One note for a call; calls from one place, as recursion makes them, together.
fn tell_calls(calls: &[Call], omitted: usize, notes: &mut Vec<Note>) {
    let pairs = calls.iter().zip(calls.iter().skip(1));
    let mut told: Vec<(String, Span, usize)> = Vec::new();
    let mut more = omitted;
    for (call, caller) in pairs {
        let Some(place) = call.place else { continue };
        let text = format!("'{}' is called from '{}' here", call.function, caller.function);
        let full = told.len() == SHOWN;
        match told.last_mut().filter(|(before, at, _)| *before == text && *at == place) {
            Some((.., times)) => *times += 1,
            None if full => more += 1,
            None => told.push((text, place, 1)),
        }
    }
    for (text, place, times) in told {
        let text = if times > 1 { format!("{text}, {times} times") } else { text };
        notes.push(Note { text, place });
    }
    if let (Some(last), true) = (notes.last_mut(), more > 0) {
        last.text += &format!(", and there are {more} more calls");
    }
}

impl Limit {
    /// One word for machines.
    pub fn name(self) -> &'static str {
        match self {
            Limit::Steps => "steps",
            Limit::Memory => "memory",
            Limit::Stack => "stack",
            Limit::Output => "output",
            Limit::Observer => "observer",
        }
    }
}

impl Display for Limit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Steps => "the program takes too many steps",
            Limit::Memory => "the program takes too much memory",
            Limit::Stack => "the program calls too deeply",
            Limit::Output => "the program prints too much",
            Limit::Observer => "the run was stopped by who watched it",
        })
    }
}

impl Verdict {
    /// One word: how it ended.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Exit(_) => "exit",
            Verdict::Abort => "abort",
            Verdict::Undefined { .. } => "undefined",
            Verdict::Unspecified { .. } => "unspecified",
            Verdict::Unsupported { .. } => "unsupported",
            Verdict::Limit(_) => "limit",
        }
    }

    /// What is known about it, without the rule.
    pub fn detail(&self) -> String {
        match self {
            Verdict::Exit(status) => status.to_string(),
            Verdict::Abort => String::new(),
            Verdict::Undefined { facts, .. }
            | Verdict::Unspecified { facts, .. }
            | Verdict::Unsupported { facts, .. } => facts.sentence(),
            Verdict::Limit(limit) => limit.to_string(),
        }
    }

    /// The message, with the rule if one is broken.
    pub fn message(&self) -> String {
        match self {
            Verdict::Undefined { kind, facts, .. } => {
                format!("{} ({}): {}", kind.message(), kind.clause(), facts.sentence())
            }
            _ => self.detail(),
        }
    }
}

impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Exit(status) => write!(f, "exit {status}"),
            Verdict::Abort => f.write_str("abort"),
            _ => write!(f, "{}: {}", self.word(), self.message()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_take_values_by_role() {
        let facts = Facts::new(Finding::Index).number("index", 7).number("count", 5);
        assert_eq!(facts.sentence(), "index 7 in an array of 5");
        let facts = Facts::new(Finding::Misaligned).address("address", 33).number("alignment", 4);
        assert_eq!(facts.sentence(), "address 0x21 is not a multiple of 4");
        assert_eq!(Facts::new(Finding::Freed).sentence(), "the memory was freed");
        assert_eq!(Facts::new(Finding::TrapValue).sentence(), "a _Bool holds ?");
    }

    #[test]
    fn objects_are_named_by_what_they_are() {
        let object = |kind, size| {
            let object =
                ObjectFacts { role: "object", kind, size, ty: None, declared: None, left: None };
            let mut facts = Facts::new(Finding::OnePast);
            facts.objects.push(object);
            facts.sentence()
        };
        let variable = ObjectKind::Variable("a".into());
        assert_eq!(object(variable, Some(12)), "one past the end of 'a' (12 bytes)");
        assert_eq!(object(ObjectKind::Allocated, Some(1)), "one past the end of a block of 1 byte");
        assert_eq!(object(ObjectKind::Unknown, None), "one past the end of an object");
    }
}
