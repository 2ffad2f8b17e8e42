//! Every operator under every other, on both sides: the text must parse back
//! to the same tree, and no pair of parentheses may be needless. The parser
//! here follows the grammar of 6.5 production by production, and shares
//! nothing with the printer.

use super::build::Build;
use crate::arith::BinaryOp;
use crate::printer::{Options, Parens, Printer, print_expr};
use crate::tree::{Conversion, ExprId, ExprKind, MemberStyle, StepOp, UnaryOp};
use crate::types::TypeId;

/// The binary productions, loosest first.
const PRODUCTIONS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

struct Parser<'a> {
    tokens: Vec<&'a str>,
    at: usize,
}

/// Longest first, as the lexer has it (6.4p4).
const TOKENS: [&str; 40] = [
    "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=",
    "%=", "+=", "-=", "&=", "^=", "|=", "?", ":", "=", ",", "+", "-", "*", "/", "%", "&", "|", "^",
    "<", ">", "!", "~", "(", ")", ".",
];

fn tokens(mut text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    while !text.is_empty() {
        let word = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
        let brackets = usize::from(text.starts_with(['[', ']']));
        let length = TOKENS
            .iter()
            .find(|token| text.starts_with(**token))
            .map_or(word.max(brackets), |token| token.len());
        if length == 0 {
            text = &text[1..];
            continue;
        }
        tokens.push(&text[..length]);
        text = &text[length..];
    }
    tokens
}

impl Parser<'_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).copied().unwrap_or("")
    }
    fn take(&mut self, any: &[&str]) -> Option<String> {
        let found = any.contains(&self.peek()).then(|| self.peek().to_owned())?;
        self.at += 1;
        Some(found)
    }
    fn expression(&mut self) -> String {
        let mut left = self.assignment();
        while self.take(&[","]).is_some() {
            left = format!("({left} , {})", self.assignment());
        }
        left
    }
    fn assignment(&mut self) -> String {
        let start = self.at;
        let left = self.unary();
        match self.take(&["=", "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|="]) {
            Some(op) => format!("({left} {op} {})", self.assignment()),
            None => {
                self.at = start;
                self.conditional()
            }
        }
    }
    fn conditional(&mut self) -> String {
        let condition = self.binary(0);
        if self.take(&["?"]).is_none() {
            return condition;
        }
        if self.take(&[":"]).is_some() {
            return format!("({condition} ?: {})", self.conditional());
        }
        let value = self.expression();
        assert!(self.take(&[":"]).is_some(), "a colon");
        format!("({condition} ? {value} : {})", self.conditional())
    }
    fn binary(&mut self, production: usize) -> String {
        let Some(operators) = PRODUCTIONS.get(production) else { return self.cast() };
        let mut left = self.binary(production + 1);
        while let Some(op) = self.take(operators) {
            left = format!("({left} {op} {})", self.binary(production + 1));
        }
        left
    }
    fn cast(&mut self) -> String {
        if self.peek() == "(" && self.tokens.get(self.at + 1) == Some(&"int") {
            self.at += 3;
            return format!("(cast {})", self.cast());
        }
        self.unary()
    }
    fn unary(&mut self) -> String {
        if let Some(op) = self.take(&["+", "-", "~", "!", "*", "&"]) {
            return format!("({op} {})", self.cast());
        }
        if let Some(op) = self.take(&["++", "--"]) {
            return format!("({op} {})", self.unary());
        }
        if self.take(&["sizeof"]).is_some() {
            return format!("(sizeof {})", self.unary());
        }
        self.postfix()
    }
    fn postfix(&mut self) -> String {
        let mut left = self.primary();
        loop {
            if let Some(op) = self.take(&["++", "--"]) {
                left = format!("({left} {op})");
            } else if self.take(&["["]).is_some() {
                left = format!("({left} [] {})", self.expression());
                self.at += 1;
            } else if self.take(&["("]).is_some() {
                left = format!("(call {left} {})", self.assignment());
                self.at += 1;
            } else {
                return left;
            }
        }
    }
    fn primary(&mut self) -> String {
        if self.take(&["("]).is_some() {
            let inner = self.expression();
            assert_eq!(self.take(&[")"]).as_deref(), Some(")"));
            return inner;
        }
        self.at += 1;
        self.tokens[self.at - 1].to_owned()
    }
}

/// What the text means; `None` if it is no expression.
fn parse(text: &str) -> Option<String> {
    let parsed = std::panic::catch_unwind(|| {
        let mut parser = Parser { tokens: tokens(text), at: 0 };
        let meaning = parser.expression();
        (parser.at == parser.tokens.len()).then_some(meaning)
    });
    parsed.ok().flatten()
}

/// What the tree means, in the same form.
fn meaning(b: &Build, id: ExprId) -> String {
    use ExprKind::*;
    let of = |id| meaning(b, id);
    match b.program.exprs[id].kind {
        Name(decl) => b.program.name(b.program.decls[decl].name).to_owned(),
        Convert(_, a) => of(a),
        Binary(op, l, r) => format!("({} {} {})", of(l), op.symbol(), of(r)),
        LogAnd(l, r) => format!("({} && {})", of(l), of(r)),
        LogOr(l, r) => format!("({} || {})", of(l), of(r)),
        Comma(l, r) => format!("({} , {})", of(l), of(r)),
        Assign(l, r) => format!("({} = {})", of(l), of(r)),
        CompoundAssign(op, l, r, _) => format!("({} {}= {})", of(l), op.symbol(), of(r)),
        Conditional(c, l, r) => format!("({} ? {} : {})", of(c), of(l), of(r)),
        Elvis(c, r) => format!("({} ?: {})", of(c), of(r)),
        Cast(_, a, _) => format!("(cast {})", of(a)),
        SizeofExpr(a) => format!("(sizeof {})", of(a)),
        Index(a, i) => format!("({} [] {})", of(a), of(i)),
        Call(f, args) => format!("(call {} {})", of(f), of(b.program.expr_lists[args][0])),
        Unary(op, a) => {
            let op = match op {
                UnaryOp::Plus => "+",
                UnaryOp::Neg => "-",
                UnaryOp::BitNot => "~",
                UnaryOp::Not => "!",
                UnaryOp::Deref => "*",
                _ => "&",
            };
            format!("({op} {})", of(a))
        }
        Step(StepOp::PreInc, a) => format!("(++ {})", of(a)),
        Step(StepOp::PreDec, a) => format!("(-- {})", of(a)),
        Step(StepOp::PostInc, a) => format!("({} ++)", of(a)),
        Step(StepOp::PostDec, a) => format!("({} --)", of(a)),
        other => format!("{other:?}"),
    }
}

type Kind = Box<dyn Fn(&[ExprId; 3]) -> ExprKind>;
type Make = Box<dyn Fn(&mut Build, &[ExprId; 3]) -> ExprId>;

/// Every shape of expression with operands, and how many it has.
fn shapes() -> Vec<(usize, Make)> {
    use ExprKind::*;
    let mut shapes: Vec<(usize, Make)> = Vec::new();
    let mut add = |operands: usize, kind: Kind| {
        shapes.push((operands, Box::new(move |b, e| b.expr(kind(e), TypeId::INT))));
    };
    for op in BinaryOp::ALL {
        add(2, Box::new(move |e| Binary(op, e[0], e[1])));
    }
    for op in [BinaryOp::Add, BinaryOp::Shl, BinaryOp::Or] {
        add(2, Box::new(move |e| CompoundAssign(op, e[0], e[1], TypeId::INT)));
    }
    add(2, Box::new(|e| LogAnd(e[0], e[1])));
    add(2, Box::new(|e| LogOr(e[0], e[1])));
    add(2, Box::new(|e| Comma(e[0], e[1])));
    add(2, Box::new(|e| Assign(e[0], e[1])));
    add(2, Box::new(|e| Elvis(e[0], e[1])));
    add(2, Box::new(|e| Index(e[0], e[1])));
    add(3, Box::new(|e| Conditional(e[0], e[1], e[2])));
    use UnaryOp::*;
    for op in [Plus, Neg, BitNot, Not, Deref, AddressOf] {
        add(1, Box::new(move |e| Unary(op, e[0])));
    }
    for op in [StepOp::PreInc, StepOp::PreDec, StepOp::PostInc, StepOp::PostDec] {
        add(1, Box::new(move |e| Step(op, e[0])));
    }
    add(1, Box::new(|e| Cast(Conversion::Same, e[0], TypeId::INT)));
    add(1, Box::new(|e| SizeofExpr(e[0])));
    shapes.push((
        2,
        Box::new(|b, e| {
            let args = b.program.expr_lists.push(&[e[1]]);
            b.expr(Call(e[0], args), TypeId::INT)
        }),
    ));
    shapes
}

/// Texts with one pair of parentheses taken away.
fn with_fewer_parens(text: &str) -> Vec<String> {
    let mut open = Vec::new();
    let mut fewer = Vec::new();
    for (i, c) in text.char_indices() {
        match c {
            '(' => open.push(i),
            ')' => {
                let start = open.pop().expect("parentheses match");
                fewer.push(format!(
                    "{} {} {}",
                    &text[..start],
                    &text[start + 1..i],
                    &text[i + 1..]
                ));
            }
            _ => {}
        }
    }
    fewer
}

/// Parentheses that are there for the reader: `sizeof(x)`, a comma between `?`
/// and `:`, a relation of relations.
fn is_policy(text: &str) -> bool {
    let relations = text.split(' ').filter(|word| ["<", ">", "<=", ">="].contains(word)).count();
    text.contains("sizeof") || text.contains('?') && text.contains(',') || relations > 1
}

#[test]
fn every_operator_under_every_other() {
    let shapes = shapes();
    for (outer_operands, outer) in &shapes {
        for place in 0..*outer_operands {
            for (_, inner) in &shapes {
                let mut b = Build::new();
                let leaves = ["x", "y", "z"].map(|name| b.var(name));
                let inside = inner(&mut b, &leaves);
                let converted = b.convert(Conversion::Arithmetic, inside);
                let mut operands = ["a", "b", "c"].map(|name| b.var(name));
                operands[place] = converted;
                let tree = outer(&mut b, &operands);
                let text = print_expr(&b.program, tree);
                let expected = meaning(&b, tree);
                assert_eq!(parse(&text).as_ref(), Some(&expected), "{text}");
                for fewer in with_fewer_parens(&text) {
                    assert!(
                        is_policy(&text) || parse(&fewer).as_ref() != Some(&expected),
                        "needless parentheses: {text}"
                    );
                }
            }
        }
    }
}

#[test]
fn parentheses_as_written() {
    let mut b = Build::new();
    let (x, y, z) = (b.var("x"), b.var("y"), b.var("z"));
    let product = b.binary(BinaryOp::Mul, x, y);
    b.program.exprs[product].parens = true;
    let sum = b.binary(BinaryOp::Add, product, z);
    b.program.exprs[sum].parens = true;
    let size = b.expr(ExprKind::SizeofExpr(sum), TypeId::ULONG);
    let text = |options| {
        let mut printer = Printer::new(&b.program, options);
        printer.expr(size, 0);
        printer.finish()
    };
    assert_eq!(text(Options { parens: Parens::Minimal }), "sizeof(x * y + z)");
    assert_eq!(text(Options { parens: Parens::AsWritten }), "sizeof((x * y) + z)");
}

#[test]
fn long_chains_need_no_stack() {
    let mut b = Build::new();
    let mut sum = b.var("x");
    let one = b.int(1);
    for _ in 0..100_000 {
        sum = b.binary(BinaryOp::Add, sum, one);
        sum = b.convert(Conversion::Same, sum);
    }
    let text = print_expr(&b.program, sum);
    assert_eq!(text.len(), 1 + 4 * 100_000);
}

#[test]
fn steps_into_anonymous_members_are_not_written() {
    let mut b = Build::new();
    let (inner, inner_body) = b.structure(None, &[("m", TypeId::INT)]);
    let (outer, _) = b.structure(Some("S"), &[("", inner_body)]);
    let field = |b: &Build, ty| {
        let record = b.program.types.as_record(ty).expect("a struct");
        b.program.types.fields(record)[0]
    };
    let (anonymous, m) = (field(&b, outer), field(&b, inner));
    for (style, expected) in
        [(MemberStyle::ImplicitArrow, "p->m"), (MemberStyle::ImplicitDot, "p.m")]
    {
        let p = b.var("p");
        let step = b.expr(ExprKind::Member(p, anonymous, style), inner);
        let whole = b.expr(ExprKind::Member(step, m, MemberStyle::Dot), TypeId::INT);
        assert_eq!(print_expr(&b.program, whole), expected);
    }
}
