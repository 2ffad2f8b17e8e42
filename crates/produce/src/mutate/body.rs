//! Statements that are never executed: they need not be defined, but must be C, and use
//! the variables around them as much as they can.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::tree::{
    CharKind, Conversion, DeclId, ExprId, ExprKind, For, Program, ScopeId, StepOp, StmtId,
    StmtKind, StringLiteral, UnaryOp,
};
use elenchus_lang::types::{ArrayLength, TypeId, TypeKind};

use super::draft::{Draft, Spot};
use super::leaf::{Kind, Leaf};

/// How deep statements and expressions are.
const DEPTH: u32 = 3;
const EXPR_DEPTH: u32 = 2;

/// Writes what is not executed at a spot.
pub struct Body<'a, 'b> {
    pub draft: &'a mut Draft<'b>,
    pub spot: &'a Spot<'a>,
    scope: ScopeId,
    /// Whether a `break` ends a loop that is written here, and not one of the program.
    in_loop: bool,
}

impl<'a, 'b> Body<'a, 'b> {
    pub fn new(draft: &'a mut Draft<'b>, spot: &'a Spot<'a>) -> Body<'a, 'b> {
        let scope = spot.site.scope;
        Body { draft, spot, scope, in_loop: false }
    }

    /// A block of one to three statements.
    pub fn block(&mut self, in_loop: bool) -> StmtId {
        self.in_loop = in_loop;
        self.block_of(DEPTH)
    }

    fn block_of(&mut self, depth: u32) -> StmtId {
        let count = 1 + self.draft.choices.below("how many statements", 3);
        let stmts: Vec<StmtId> = (0..count).map(|_| self.stmt(depth)).collect();
        self.draft.plain_block(self.scope, &stmts)
    }

    fn stmt(&mut self, depth: u32) -> StmtId {
        let ways = if depth == 0 { 5 } else { 9 };
        let kind = match self.draft.choices.below("dead statement", ways) {
            0 | 1 => self.assignment(),
            2 => self.compound_assignment(),
            3 => self.step(),
            4 if self.in_loop => Some(StmtKind::Break),
            4 => self.print_any(),
            5 => {
                let condition = self.value(EXPR_DEPTH);
                let then = self.block_of(depth - 1);
                let has_else = self.draft.choices.percent("else", 40);
                let otherwise = has_else.then(|| self.block_of(depth - 1));
                Some(StmtKind::If(condition, then, otherwise))
            }
            6 => {
                let condition = self.value(EXPR_DEPTH);
                let body = self.inner_loop(depth);
                Some(StmtKind::While(condition, body))
            }
            _ => self.counted(depth),
        };
        build::stmt(&mut self.draft.p, kind.unwrap_or(StmtKind::Empty))
    }

    fn inner_loop(&mut self, depth: u32) -> StmtId {
        let outer = std::mem::replace(&mut self.in_loop, true);
        let body = self.block_of(depth - 1);
        self.in_loop = outer;
        body
    }

    /// `for (d = 0; d < 2; d++)`
    fn counted(&mut self, depth: u32) -> Option<StmtKind> {
        let place = self.place()?;
        let p = &mut self.draft.p;
        let start = self.draft.choices.between("start", 0, 3);
        let end = self.draft.choices.between("end", 1, 12);
        let start = build::constant(p, TypeId::INT, start.into());
        let lvalue = place.lvalue(p);
        let init = build::assign(p, lvalue, start);
        let init = build::stmt(p, StmtKind::Expr(init));
        let (now, end) = (place.value(p), build::constant(p, TypeId::INT, end.into()));
        let condition = build::binary(p, BinaryOp::Lt, now, end);
        let step = step_of(p, &place, StepOp::PostInc);
        let scope = build::block_scope(p, self.scope);
        let body = self.inner_loop(depth);
        let parts =
            For { init: Some(init), condition: Some(condition), step: Some(step), body, scope };
        Some(StmtKind::For(self.draft.p.fors.push(parts)))
    }

    fn assignment(&mut self) -> Option<StmtKind> {
        let place = self.place()?;
        let value = self.value(EXPR_DEPTH);
        let lvalue = place.lvalue(&mut self.draft.p);
        Some(StmtKind::Expr(build::assign(&mut self.draft.p, lvalue, value)))
    }

    fn compound_assignment(&mut self) -> Option<StmtKind> {
        let place = self.place()?;
        let op = self.draft.choices.pick("compound operator", &BinaryOp::ALL[..10]);
        let value = self.value(EXPR_DEPTH - 1);
        let p = &mut self.draft.p;
        let (lvalue, left) = (place.lvalue(p), place.promoted(p)?);
        Some(StmtKind::Expr(build::compound(p, op, lvalue, left, value)))
    }

    fn step(&mut self) -> Option<StmtKind> {
        let place = self.place()?;
        let ops = [StepOp::PreInc, StepOp::PreDec, StepOp::PostInc, StepOp::PostDec];
        let op = self.draft.choices.pick("step", &ops);
        Some(StmtKind::Expr(step_of(&mut self.draft.p, &place, op)))
    }

    fn print_any(&mut self) -> Option<StmtKind> {
        let place = self.leaf()?;
        let value = place.value(&mut self.draft.p);
        self.print(value)
    }

    /// Statements that use a value, so that it cannot be left out.
    pub fn user(&mut self, value: ExprId, in_loop: bool) -> StmtId {
        let print = self.print(value);
        let user = match print {
            Some(print) => print,
            None => match self.place() {
                Some(place) => {
                    let lvalue = place.lvalue(&mut self.draft.p);
                    StmtKind::Expr(build::assign(&mut self.draft.p, lvalue, value))
                }
                None => StmtKind::Expr(value),
            },
        };
        let mut stmts = vec![build::stmt(&mut self.draft.p, user)];
        if in_loop && self.draft.choices.percent("break", 50) {
            stmts.push(build::stmt(&mut self.draft.p, StmtKind::Break));
        }
        self.draft.plain_block(self.scope, &stmts)
    }

    /// `printf("%d\n", (int)value)`, if the program has it.
    fn print(&mut self, value: ExprId) -> Option<StmtKind> {
        let printf = self.printf()?;
        let p = &mut self.draft.p;
        let bytes = p.bytes.push(b"%d\n");
        let string = p.strings.push(StringLiteral { kind: CharKind::Char, bytes });
        let array = p.types.array(TypeId::CHAR, ArrayLength::Fixed(4));
        let literal = build::expr(p, ExprKind::String(string), array);
        let pointer = p.types.pointer(TypeId::CHAR);
        let mut format = build::expr(p, ExprKind::Convert(Conversion::Decay, literal), pointer);
        let function = p.types.as_function(p.decls[printf].ty)?;
        let wanted = *p.types.params[function.params].first()?;
        if wanted != pointer {
            format = build::expr(p, ExprKind::Convert(Conversion::Pointer, format), wanted);
        }
        let number = build::cast(p, value, TypeId::INT);
        Some(StmtKind::Expr(build::call(p, printf, &[format, number])))
    }

    fn printf(&self) -> Option<DeclId> {
        let p = &self.draft.p;
        let name = p.symbols.find("printf")?;
        let file = p.units[self.spot.site.unit].scope;
        let is_it = |decl: &DeclId| {
            let found = &p.decls[*decl];
            let function = p.types.as_function(found.ty);
            let takes_format = function.is_some_and(|function| {
                let first = p.types.params[function.params].first();
                let pointee = first.and_then(|&first| p.types.pointee(first));
                function.variadic && pointee.map(TypeId::unqualified) == Some(TypeId::CHAR)
            });
            found.name == name && takes_format && self.spot.calls(p, *decl)
        };
        p.decl_lists[p.scopes[file].decls].iter().copied().find(is_it)
    }

    /// Any value, at most so deep.
    fn value(&mut self, depth: u32) -> ExprId {
        if depth == 0 || self.draft.choices.percent("a leaf", 25) {
            return self.simple();
        }
        if self.draft.choices.percent("a unary operator", 20) {
            let op =
                self.draft.choices.pick("unary", &[UnaryOp::Not, UnaryOp::Neg, UnaryOp::BitNot]);
            let inner = self.value(depth - 1);
            return build::unary(&mut self.draft.p, op, inner);
        }
        let op = self.draft.choices.pick("binary", &BinaryOp::ALL);
        let (left, right) = (self.value(depth - 1), self.value(depth - 1));
        build::binary(&mut self.draft.p, op, left, right)
    }

    fn simple(&mut self) -> ExprId {
        let wants_element = self.draft.choices.percent("an element", 30);
        if let Some(element) = wants_element.then(|| self.element()).flatten() {
            return element;
        }
        match self.leaf() {
            Some(leaf) if !self.draft.choices.percent("a constant", 15) => {
                leaf.value(&mut self.draft.p)
            }
            _ => {
                let value = self.draft.choices.between("a constant", -4, 300);
                build::constant(&mut self.draft.p, TypeId::INT, value.into())
            }
        }
    }

    /// An element with any index: `f[c]` of Figure 1.
    fn element(&mut self) -> Option<ExprId> {
        let p = &mut self.draft.p;
        let is_array = |decl: &&DeclId| {
            let TypeKind::Array { element, length: ArrayLength::Fixed(_) } =
                p.types.kind(p.decls[**decl].ty)
            else {
                return false;
            };
            p.types.is_integer(element) && !element.is_atomic()
        };
        let arrays: Vec<DeclId> = self.spot.variables.iter().filter(is_array).copied().collect();
        if arrays.is_empty() {
            return None;
        }
        let array = self.draft.choices.pick("an array", &arrays);
        let index = self.leaf()?.value(&mut self.draft.p);
        let p = &mut self.draft.p;
        let name = build::name(p, array);
        let element = build::element(p, name, index);
        Some(build::read(p, element))
    }

    fn leaf(&mut self) -> Option<Leaf> {
        let variables = self.spot.variables;
        for _ in 0..4 {
            if variables.is_empty() {
                return None;
            }
            let decl = self.draft.choices.pick("a variable", variables);
            if let Some(leaf) = Leaf::of(&mut self.draft.p, decl, &mut self.draft.choices) {
                return Some(leaf);
            }
        }
        None
    }

    /// Something that an integer can be given to.
    fn place(&mut self) -> Option<Leaf> {
        let fits = |body: &Self, leaf: &Leaf| {
            leaf.is_writable() && matches!(leaf.kind(&body.draft.p), Some(Kind::Int(_)))
        };
        (0..4).find_map(|_| self.leaf().filter(|leaf| fits(self, leaf)))
    }
}

fn step_of(p: &mut Program, place: &Leaf, op: StepOp) -> ExprId {
    let lvalue = place.lvalue(p);
    let ty = p.types.value_type(place.ty);
    build::expr(p, ExprKind::Step(op, lvalue), ty)
}
