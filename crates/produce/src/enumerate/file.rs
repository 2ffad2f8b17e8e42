//! From a file to its skeleton: every use of a variable that stands in the
//! user's own text is a hole.

use std::ops::Range;

use elenchus_front::source::SourceFile;
use elenchus_lang::edits::{self, Edit, Edits, Locate};
use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{Attr, DeclId, DeclKind, ExprId, Program, StmtKind, Storage};
use rustc_hash::{FxHashMap, FxHashSet};

use super::classes::{self, VariableUse};
use super::rules::{self, Use, UsePlace};
use super::skeleton::{Skeleton, Var};
use super::uses::{Hole, Uses};
use super::{Equivalence, Granularity, Holes, Options, labels};
use crate::visible::Visible;

/// A program of one unit that was parsed without errors, and its file.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub program: &'a Program,
    pub file: &'a SourceFile,
}

/// The skeleton of a file, and how a filling becomes text.
pub struct FileSkeleton {
    pub skeleton: Skeleton,
    /// What stands in the file: a filling like any other.
    pub original: Vec<Var>,
    pub measures: Measures,
    pub(super) names: Vec<String>,
    /// What declares each; nothing for labels and names that were only seen.
    pub(super) decls: Vec<DeclId>,
    pub(super) sites: Vec<Site>,
}

/// Where a hole is.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// In the user's text.
    pub user: Range<usize>,
    /// In the text after preprocessing.
    pub parsed: Range<usize>,
    pub expr: Option<ExprId>,
    /// More may become of the variable than is seen here: its address is taken.
    pub escapes: bool,
}

/// What there is to count of a file.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Measures {
    pub holes: u64,
    /// Scopes that declare something that a hole may take.
    pub scopes: u64,
    pub functions: u64,
    /// Types of holes.
    pub types: u64,
    /// Candidates, all holes together.
    pub candidates: u64,
}

/// Finds the holes of a file and what may fill them.
pub fn find(source: Source, options: &Options) -> FileSkeleton {
    match options.holes {
        Holes::Labels => labels::find(source),
        Holes::Typed | Holes::Any => Finder::new(source, options).run(),
    }
}

impl FileSkeleton {
    /// A variable's name.
    pub fn name(&self, var: Var) -> &str {
        &self.names[var as usize]
    }

    /// A filling as edits of the program that the holes were found in. Labels
    /// have none: they are no expressions.
    pub fn edits(&self, filling: &[Var]) -> Option<Edits> {
        let edit = |(site, &var): (&Site, &Var)| {
            Some(Edit::Name { at: site.expr?, with: *self.decls.get(var as usize)? })
        };
        self.sites.iter().zip(filling).map(edit).collect()
    }

    /// Appends the user's text with the holes filled; all else stays as it is.
    /// It is what [`FileSkeleton::edits`] render to, without a look at the tree.
    pub fn render(&self, user_text: &[u8], filling: &[Var], out: &mut Vec<u8>) {
        self.splice(user_text, |site| &site.user, filling, out);
    }

    /// The same for the text after preprocessing.
    pub fn render_parsed(&self, parsed_text: &[u8], filling: &[Var], out: &mut Vec<u8>) {
        self.splice(parsed_text, |site| &site.parsed, filling, out);
    }

    fn splice(
        &self,
        text: &[u8],
        range: impl Fn(&Site) -> &Range<usize>,
        filling: &[Var],
        out: &mut Vec<u8>,
    ) {
        let names = filling.iter().map(|&var| self.name(var).as_bytes());
        edits::substitute(text, self.sites.iter().map(range).zip(names), out);
    }
}

/// What a set of candidates depends on, beside what can be named.
type Key = (Option<UsePlace>, u32);

pub(super) struct Finder<'a> {
    source: Source<'a>,
    /// None of it where that is not at hand.
    user_text: &'a [u8],
    options: &'a Options,
    /// Names that a directive of the file makes mean something else.
    macros: FxHashSet<&'a [u8]>,
    /// Names that may mean something else at a place, unseen.
    strays: FxHashSet<Symbol>,
    vars: Vec<VariableUse>,
    /// By entity.
    numbers: FxHashMap<DeclId, Var>,
    /// The function whose holes may take a variable; none for several.
    reach: FxHashMap<Var, Option<u32>>,
    sets: Vec<Vec<Var>>,
    known_sets: FxHashMap<Key, u32>,
    holes: Vec<(Site, u32, Var)>,
}

impl<'a> Finder<'a> {
    fn new(source: Source<'a>, options: &'a Options) -> Finder<'a> {
        let user_text = source.file.user_text().unwrap_or_default();
        Finder {
            source,
            user_text,
            options,
            macros: macros(user_text),
            strays: strays(source.program),
            vars: Vec::new(),
            numbers: FxHashMap::default(),
            reach: FxHashMap::default(),
            sets: Vec::new(),
            known_sets: FxHashMap::default(),
            holes: Vec::new(),
        }
    }

    fn run(mut self) -> FileSkeleton {
        let p = self.source.program;
        let mut uses = Uses::new(p);
        let mut visible = Visible::new(p);
        uses.walk(&mut visible, |hole, visible| self.hole(&hole, visible));
        self.found(&uses)
    }

    /// Takes in a use of a variable, if it is a hole.
    fn hole(&mut self, hole: &Hole, visible: &Visible) -> bool {
        let Some(user) = self.user_place(hole) else { return false };
        let place = (self.options.holes == Holes::Typed).then_some(hole.place);
        let set = self.set(place, visible);
        let entity = self.source.program.decls[hole.decl].entity;
        let Some(&var) = self.numbers.get(&entity) else { return false };
        if self.sets[set as usize].binary_search(&var).is_err() {
            return false;
        }
        self.vars[var as usize].in_initialiser |= hole.in_initialiser;
        for &var in &self.sets[set as usize] {
            let reach = self.reach.entry(var).or_insert(Some(hole.function));
            *reach = reach.filter(|&function| function == hole.function);
        }
        let base = self.source.file.base();
        let parsed = (hole.span.start - base) as usize..(hole.span.end - base) as usize;
        let escapes = !matches!(hole.place.r#use, Use::Read | Use::Write);
        self.holes.push((Site { user, parsed, expr: Some(hole.expr), escapes }, set, var));
        true
    }

    /// Where the name stands in the user's file, if it does.
    fn user_place(&self, hole: &Hole) -> Option<Range<usize>> {
        let range = self.source.file.whole(hole.span)?.range();
        let name = self.source.program.name(self.source.program.decls[hole.decl].name);
        (self.user_text.get(range.clone())? == name.as_bytes()).then_some(range)
    }

    /// The number of the set of variables that a place may take.
    fn set(&mut self, place: Option<UsePlace>, visible: &Visible) -> u32 {
        let key = (place, visible.epoch());
        if let Some(&set) = self.known_sets.get(&key) {
            return set;
        }
        let p = self.source.program;
        let decls: Vec<DeclId> = match place {
            Some(place) => {
                let fits = |decl: &DeclId| rules::allows(p, &p.decls[*decl], &place);
                visible.of_type(p.types.canonical(place.ty)).filter(fits).collect()
            }
            None => visible.all().collect(),
        };
        let mut set: Vec<Var> = decls.into_iter().filter_map(|decl| self.number(decl)).collect();
        set.sort_unstable();
        set.dedup();
        let number = self.sets.len() as u32;
        self.sets.push(set);
        self.known_sets.insert(key, number);
        number
    }

    /// The number of what a declaration declares, if it may fill holes.
    fn number(&mut self, decl: DeclId) -> Option<Var> {
        let p = self.source.program;
        let entity = p.decls[decl].entity;
        if !self.may_fill(decl) {
            return None;
        }
        if let Some(&var) = self.numbers.get(&entity) {
            return Some(var);
        }
        let var = self.vars.len() as Var;
        self.numbers.insert(entity, var);
        self.vars.push(VariableUse {
            decl: entity,
            declared: 0,
            declared_extern: false,
            in_initialiser: false,
            elsewhere: false,
            shared: false,
            jumps: 0,
        });
        Some(var)
    }

    fn may_fill(&self, decl: DeclId) -> bool {
        let p = self.source.program;
        let data = &p.decls[decl];
        let kind = match data.kind {
            DeclKind::Variable | DeclKind::Parameter => true,
            DeclKind::Function | DeclKind::Enumerator { .. } => self.options.holes == Holes::Any,
            DeclKind::Typedef | DeclKind::Builtin => false,
        };
        let name = p.name(data.name);
        let machine_register = data.asm_name.is_some() && data.storage.has(Storage::REGISTER);
        let nameless = name.is_empty() || data.storage.has(Storage::IMPLICIT);
        let hidden = self.macros.contains(name.as_bytes()) || self.strays.contains(&data.name);
        let has_attr = |attr: &Attr| UNUSABLE.contains(&p.name(attr.name));
        let unusable = p.attrs[data.attrs].iter().any(has_attr);
        // What its length is, another declaration says: perhaps not one that is
        // seen from here.
        let unknown = data.init.is_none()
            && data.kind == DeclKind::Variable
            && p.types.is_array(data.written)
            && !p.types.is_complete(data.written);
        let unfit = machine_register || nameless || hidden || unusable || unknown;
        kind && !unfit && self.source.file.is_own(data.span)
    }

    /// Numbers variables in the order of their declarations, and puts all
    /// together.
    fn found(mut self, uses: &Uses) -> FileSkeleton {
        let p = self.source.program;
        let mut order: Vec<Var> = (0..self.vars.len() as Var).collect();
        let position = |var: Var| p.decls[self.vars[var as usize].decl].span.start;
        order.sort_by_key(|&var| position(var));
        let mut renamed = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, &old)| renamed[old as usize] = new as Var);
        self.look_at_declarations(uses);
        let vars: Vec<VariableUse> =
            order.iter().map(|&old| self.vars[old as usize].clone()).collect();
        let sets: Vec<Vec<Var>> = self
            .sets
            .iter()
            .map(|set| set.iter().map(|&var| renamed[var as usize]).collect())
            .collect();
        // The walk goes by the tree; the text decides.
        self.holes.sort_by_key(|(site, ..)| site.user.start);
        let intra = self.options.granularity == Granularity::Intra;
        let by_type = self.options.holes == Holes::Typed;
        let whole = classes::whole(p, 0, intra);
        let equivalence: Equivalence = self.options.equivalence;
        let groups = classes::groups(p, &vars, equivalence, by_type, &whole);
        let types: FxHashSet<_> = self
            .holes
            .iter()
            .map(|(_, _, var)| {
                p.types.canonical(p.decls[self.vars[*var as usize].decl].ty).unqualified()
            })
            .collect();
        let scopes: FxHashSet<_> = vars.iter().map(|seen| p.decls[seen.decl].scope).collect();
        let measures = Measures {
            holes: self.holes.len() as u64,
            scopes: scopes.len() as u64,
            functions: uses.functions.into(),
            types: types.len() as u64,
            candidates: self.holes.iter().map(|(_, set, _)| sets[*set as usize].len() as u64).sum(),
        };
        let original = self.holes.iter().map(|(_, _, var)| renamed[*var as usize]).collect();
        let numbers = self.holes.iter().map(|(_, set, _)| *set).collect();
        let names = vars.iter().map(|seen| p.name(p.decls[seen.decl].name).to_owned()).collect();
        let decls = vars.iter().map(|seen| seen.decl).collect();
        let sites = self.holes.into_iter().map(|(site, ..)| site).collect();
        let skeleton = Skeleton::new(sets, numbers, &groups).expect("all of it was just numbered");
        FileSkeleton { skeleton, original, measures, names, decls, sites }
    }

    /// What the declarations and the places without holes say of variables.
    fn look_at_declarations(&mut self, uses: &Uses) {
        let p = self.source.program;
        let holes = self.holes.iter().filter_map(|(site, ..)| site.expr).collect();
        let elsewhere = classes::used_elsewhere(p, &holes);
        for (_, decl) in p.decls.iter() {
            let Some(&var) = self.numbers.get(&decl.entity) else { continue };
            let seen = &mut self.vars[var as usize];
            seen.declared += 1;
            seen.declared_extern |= decl.storage.has(Storage::EXTERN);
        }
        for (var, seen) in self.vars.iter_mut().enumerate() {
            seen.elsewhere = elsewhere.contains(&seen.decl);
            seen.shared = self.reach.get(&(var as Var)).is_some_and(Option::is_none);
            let start = p.decls[seen.decl].span.start;
            seen.jumps = uses.jumps.partition_point(|&jump| jump < start);
        }
    }
}

/// The names of enumerators in blocks that only the rules of C make, such as
/// the condition of an `if` (6.8.4p3): where they end is not written.
fn strays(p: &Program) -> FxHashSet<Symbol> {
    let blocks = p.stmts.iter().filter_map(|(_, stmt)| match stmt.kind {
        StmtKind::Compound(_, scope) => Some(scope),
        _ => None,
    });
    let loops = p.fors.iter().map(|(_, parts)| parts.scope);
    let functions = p.functions.iter().map(|(_, function)| function.scope);
    let files = p.units.iter().map(|unit| unit.scope);
    let written: FxHashSet<_> = blocks.chain(loops).chain(functions).chain(files).collect();
    let strays = p.decls.iter().filter(|(_, decl)| {
        matches!(decl.kind, DeclKind::Enumerator { .. }) && !written.contains(&decl.scope)
    });
    strays.map(|(_, decl)| decl.name).collect()
}

/// Attributes of what may not be named.
const UNUSABLE: &[&str] = &["unavailable", "__unavailable__"];

/// The names that `#define` lines of a text define.
fn macros(text: &[u8]) -> FxHashSet<&[u8]> {
    let name = |line: &'_ [u8]| -> Option<Range<usize>> {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 128;
        let rest = line.trim_ascii_start().strip_prefix(b"#")?.trim_ascii_start();
        let rest = rest.strip_prefix(b"define")?.trim_ascii_start();
        let start = line.len() - rest.len();
        Some(start..start + rest.iter().take_while(|byte| is_word(byte)).count())
    };
    text.split(|&byte| byte == b'\n').filter_map(|line| name(line).map(|at| &line[at])).collect()
}
