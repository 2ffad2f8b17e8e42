//! What functions without a body do to memory: those of the library, by name.

use elenchus_lang::builtins;
use elenchus_lang::tree::ExprId;

use super::place::Base;
use super::sets::{Atom, SetId};
use super::{Analysis, Done, Value};

/// What a function does that is not said by the types of its arguments.
#[derive(Clone, Copy, PartialEq)]
enum Acts {
    /// It reads what its arguments point to.
    Reads,
    /// The same, and it prints, or remembers something.
    Says,
    /// It writes what its first argument points to, which it returns.
    Fills,
    /// It copies from the second to the first, which it returns.
    Copies,
    Allocates,
    /// The memory is zero.
    Clears,
    Reallocates,
    Frees,
    /// It returns its first argument.
    Passes,
    /// Control does not come back.
    Ends,
    /// Control may come back once more, from anywhere.
    Returns,
}

/// By name, without `__builtin_`.
const TABLE: &[(&str, Acts)] = {
    use Acts::*;
    &[
        ("abort", Ends),
        ("assume_aligned", Passes),
        ("atof", Reads),
        ("atoi", Reads),
        ("atol", Reads),
        ("bcmp", Reads),
        ("calloc", Clears),
        ("exit", Ends),
        ("_Exit", Ends),
        ("_exit", Ends),
        ("expect", Passes),
        ("fprintf", Says),
        ("fputc", Says),
        ("fputs", Says),
        ("free", Frees),
        ("fwrite", Says),
        ("getchar", Says),
        ("longjmp", Ends),
        ("_longjmp", Ends),
        ("malloc", Allocates),
        ("alloca", Allocates),
        ("aligned_alloc", Allocates),
        ("memchr", Passes),
        ("memcmp", Reads),
        ("memcpy", Copies),
        ("memmove", Copies),
        ("memset", Fills),
        ("printf", Says),
        ("putc", Says),
        ("putchar", Says),
        ("puts", Says),
        ("rand", Says),
        ("realloc", Reallocates),
        ("_setjmp", Returns),
        ("setjmp", Returns),
        ("sigsetjmp", Returns),
        ("siglongjmp", Ends),
        ("snprintf", Fills),
        ("sprintf", Fills),
        ("srand", Says),
        ("strcat", Fills),
        ("strchr", Passes),
        ("strcmp", Reads),
        ("strcpy", Fills),
        ("strlen", Reads),
        ("strncat", Fills),
        ("strncmp", Reads),
        ("strncpy", Fills),
        ("strrchr", Passes),
        ("strspn", Reads),
        ("strstr", Passes),
        ("trap", Ends),
        ("unreachable", Ends),
        ("vfprintf", Says),
        ("vprintf", Says),
    ]
};

impl Analysis<'_> {
    /// A function that has no body here.
    pub(super) fn library(&mut self, e: ExprId, name: &str, args: &[Value]) -> Done<Value> {
        let name = builtins::stem(name).unwrap_or(name);
        let acts = TABLE.iter().find(|row| row.0 == name).map(|row| row.1);
        let ty = self.p.exprs[e].ty;
        let first = args.first().map_or(SetId::NONE, Value::set);
        let second = args.get(1).map_or(SetId::NONE, Value::set);
        self.effects.calls |= acts == Some(Acts::Says);
        Ok(match acts {
            None => return self.unlisted(e, args),
            Some(Acts::Reads | Acts::Says) => {
                args.iter().for_each(|arg| self.bytes_read(arg));
                self.unknown(ty)
            }
            Some(Acts::Fills) => {
                args.iter().for_each(|arg| self.bytes_read(arg));
                self.bytes_written(first, &Value::Scalar(SetId::DATA));
                self.result_of(ty, first)
            }
            Some(Acts::Copies) => {
                self.copy(first, second);
                self.result_of(ty, first)
            }
            Some(Acts::Allocates | Acts::Clears | Acts::Reallocates) => {
                let place = self.facts.places.root(Base::Made(e), None);
                let mut held = match acts {
                    Some(Acts::Clears) => self.join(SetId::DATA, SetId::NULL),
                    _ => SetId::GARBAGE,
                };
                if acts == Some(Acts::Reallocates) {
                    held = SetId::ANYTHING;
                    args.iter().for_each(|arg| self.bytes_read(arg));
                    self.freed(first);
                }
                self.begin(place, held);
                let pointer = self.place_set(place);
                self.effects.writes = self.join(self.effects.writes, pointer);
                Value::Scalar(self.join(pointer, SetId::NULL))
            }
            Some(Acts::Frees) => {
                self.freed(first);
                self.unknown(ty)
            }
            Some(Acts::Passes) => {
                args.iter().for_each(|arg| self.bytes_read(arg));
                match self.p.types.is_pointer(ty) {
                    true => {
                        let found = self.result_of(ty, first).set();
                        Value::Scalar(self.join(found, SetId::NULL))
                    }
                    false => self.unknown(ty),
                }
            }
            Some(Acts::Ends) => {
                self.effects.calls = true;
                self.now = None;
                self.unknown(ty)
            }
            Some(Acts::Returns) => {
                self.bytes_written(first, &Value::Scalar(SetId::ANYTHING));
                self.forget_values();
                self.unknown(ty)
            }
        })
    }

    /// One that the table does not have: it may write what its arguments point to and
    /// call functions that they are. Without pointers it only computes.
    fn unlisted(&mut self, e: ExprId, args: &[Value]) -> Done<Value> {
        let mut has_pointers = false;
        for (number, arg) in args.iter().enumerate() {
            let ty = self.argument_type(e, number);
            if !ty.is_some_and(|ty| self.p.types.is_pointer(ty)) {
                continue;
            }
            has_pointers = true;
            self.called_back(arg.set())?;
            self.bytes_read(arg);
            let to = ty.and_then(|ty| self.p.types.pointee(ty));
            if !to.is_some_and(|to| to.is_const()) {
                self.bytes_written(arg.set(), &Value::Scalar(SetId::ANYTHING));
            }
        }
        self.effects.calls |= has_pointers;
        let ty = self.p.exprs[e].ty;
        Ok(self.unknown(ty))
    }

    fn result_of(&mut self, ty: elenchus_lang::types::TypeId, pointer: SetId) -> Value {
        if !self.p.types.is_pointer(ty) {
            return self.unknown(ty);
        }
        Value::Scalar(self.bytes_of(pointer))
    }

    /// Some bytes of the objects that a pointer leads to.
    fn bytes_of(&mut self, pointer: SetId) -> SetId {
        let mut found = Vec::new();
        for atom in self.facts.sets.atoms(pointer).to_vec() {
            found.push(match atom {
                Atom::Place(place) if !self.is_function(place) => {
                    Atom::Place(self.facts.places.bytes(self.p, place))
                }
                other => other,
            });
        }
        self.facts.sets.of(found)
    }

    fn is_function(&self, place: super::PlaceId) -> bool {
        matches!(self.facts.places[place].base, Base::Function(_))
    }

    fn places_in(&mut self, set: SetId) -> SetId {
        let is_place = |atom: &Atom| matches!(atom, Atom::Place(_) | Atom::Anything);
        let places = self.facts.sets.atoms(set).iter().copied().filter(is_place).collect();
        let places = self.facts.sets.of(places);
        self.bytes_of(places)
    }

    fn bytes_read(&mut self, arg: &Value) {
        let places = self.places_in(arg.set());
        self.effects.reads = self.join(self.effects.reads, places);
    }

    fn bytes_written(&mut self, pointer: SetId, value: &Value) {
        for atom in self.facts.sets.atoms(pointer).to_vec() {
            match atom {
                Atom::Place(place) if self.is_function(place) => {}
                Atom::Place(place) => {
                    let bytes = self.facts.places.bytes(self.p, place);
                    self.store(bytes, value, false);
                }
                Atom::Anything => self.forget_all(),
                _ => {}
            }
        }
        let places = self.places_in(pointer);
        self.effects.writes = self.join(self.effects.writes, places);
    }

    /// `memcpy`: nobody knows what comes where.
    fn copy(&mut self, to: SetId, from: SetId) {
        let read = self.places_in(from);
        self.effects.reads = self.join(self.effects.reads, read);
        self.bytes_written(to, &Value::Scalar(SetId::ANYTHING));
    }

    /// Memory is given back: pointers to it have no value any more.
    fn freed(&mut self, pointer: SetId) {
        self.effects.calls = true;
        self.effects.frees = true;
        let mut ended = Vec::new();
        for atom in self.facts.sets.atoms(pointer) {
            if let Atom::Place(place) = atom {
                ended.push(self.facts.places[*place].base);
            }
        }
        let Some(mut now) = self.now.take() else { return };
        let (places, sets) = (&self.facts.places, &mut self.facts.sets);
        let cells = now.cells().to_vec();
        for (cell, set) in cells {
            let points = |atom: &Atom| matches!(atom, Atom::Place(place) if ended.contains(&places[*place].base));
            if sets.atoms(set).iter().any(points) {
                let set = sets.join(set, SetId::GARBAGE);
                now.set(self.p, places, cell, set);
            }
        }
        self.now = Some(now);
    }
}
