//! Small trees, built by hand, and the values that gcc 12 gives for them.

use super::*;
use crate::arena::List;
use crate::arith::BinaryOp;
use crate::rules::Language;
use crate::span::Span;
use crate::target::{FloatFormat, Target};
use crate::tree::*;
use crate::types::{Field, FieldId, Quals, Record};

/// A program that grows by one expression at a time.
struct Builder {
    program: Program,
    scope: ScopeId,
}

impl Builder {
    fn new() -> Builder {
        let mut program = Program::new(Target::x86_64(), Language::GNU17);
        let scope =
            program.scopes.push(Scope { parent: None, kind: ScopeKind::File, decls: List::EMPTY });
        Builder { program, scope }
    }

    fn expr(&mut self, ty: TypeId, kind: ExprKind) -> ExprId {
        self.program.exprs.push(Expr { kind, ty, span: Span::NONE, parens: false })
    }

    fn int(&mut self, value: i64) -> ExprId {
        self.typed_int(TypeId::INT, value)
    }

    fn typed_int(&mut self, ty: TypeId, value: i64) -> ExprId {
        self.expr(ty, ExprKind::Int(value as u64, IntStyle::Decimal))
    }

    fn double(&mut self, value: f64) -> ExprId {
        let bits = self.program.floats.push(&[value.to_bits().into()]);
        self.expr(TypeId::DOUBLE, ExprKind::Float(bits))
    }

    fn binary(&mut self, op: BinaryOp, ty: TypeId, a: ExprId, b: ExprId) -> ExprId {
        self.expr(ty, ExprKind::Binary(op, a, b))
    }

    fn convert(&mut self, conversion: Conversion, ty: TypeId, from: ExprId) -> ExprId {
        self.expr(ty, ExprKind::Convert(conversion, from))
    }

    fn decl(&mut self, name: &str, kind: DeclKind, ty: TypeId, linkage: Linkage) -> DeclId {
        let entity = DeclId::new(self.program.decls.len());
        let name = self.program.symbols.intern(name);
        self.program.decls.push(Decl {
            kind,
            name,
            ty,
            written: ty,
            storage: Storage::default(),
            linkage,
            attrs: List::EMPTY,
            asm_name: None,
            init: None,
            scope: self.scope,
            entity,
            align: 0,
            span: Span::NONE,
            declarator: Span::NONE,
        })
    }

    fn variable(&mut self, name: &str, ty: TypeId) -> DeclId {
        self.decl(name, DeclKind::Variable, ty, Linkage::External)
    }

    fn address_of(&mut self, place: ExprId) -> ExprId {
        let to = self.program.exprs[place].ty;
        let ty = self.program.types.pointer(to);
        self.expr(ty, ExprKind::Unary(UnaryOp::AddressOf, place))
    }

    /// A string literal, decayed.
    fn string(&mut self, text: &str) -> (ExprId, StringId) {
        let bytes = self.program.bytes.push(text.as_bytes());
        let string = self.program.strings.push(StringLiteral { kind: CharKind::Char, bytes });
        let length = ArrayLength::Fixed(text.len() as u64 + 1);
        let ty = self.program.types.array(TypeId::CHAR, length);
        let literal = self.expr(ty, ExprKind::String(string));
        let pointer = self.program.types.pointer(TypeId::CHAR);
        (self.convert(Conversion::Decay, pointer, literal), string)
    }

    fn call(&mut self, name: &str, result: TypeId, args: &[ExprId]) -> ExprId {
        let ty = self.program.types.function_type(result, &[], true, false);
        let decl = self.decl(name, DeclKind::Builtin, ty, Linkage::External);
        let callee = self.expr(ty, ExprKind::Name(decl));
        let pointer = self.program.types.pointer(ty);
        let callee = self.convert(Conversion::Function, pointer, callee);
        let args = self.program.expr_lists.push(args);
        self.expr(result, ExprKind::Call(callee, args))
    }

    /// `struct { int a; int b; }`
    fn pair(&mut self) -> (TypeId, [FieldId; 2]) {
        let types = &mut self.program.types;
        let record = types.records.push(Record::incomplete(false, None, Span::NONE));
        let field = Field {
            record,
            name: None,
            ty: TypeId::INT,
            written: TypeId::INT,
            width: None,
            packed: false,
            align_attr: 0,
            offset_bits: 0,
            attrs: List::EMPTY,
            span: Span::NONE,
            line: Span::NONE,
        };
        let fields = [types.fields.push(field), types.fields.push(field)];
        types.records[record].fields = types.field_lists.push(&fields);
        layout::lay_out(types, Target::x86_64(), record);
        (types.intern(TypeKind::Record(record)), fields)
    }

    fn check(&self, expr: ExprId, expected: Option<i128>) {
        assert_eq!(as_int(&self.program, expr), expected);
    }
}

#[test]
fn operators_on_integers() {
    let b = &mut Builder::new();
    for (op, x, y, expected, overflowed) in [
        (BinaryOp::Add, 40, 2, Some(42), false),
        (BinaryOp::Add, 0x7fff_ffff, 1, Some(-0x8000_0000), true),
        (BinaryOp::Mul, 0x10000, 0x10000, Some(0), true),
        (BinaryOp::Div, 1, 0, None, false),
        (BinaryOp::Div, -0x8000_0000, -1, Some(-0x8000_0000), true),
        (BinaryOp::Rem, -0x8000_0000, -1, Some(0), true),
        (BinaryOp::Shl, 1, 31, Some(-0x8000_0000), true),
        (BinaryOp::Shl, -1, 2, Some(-4), true),
        (BinaryOp::Shl, 1, 32, Some(0), true),
        (BinaryOp::Shl, 1, -1, None, false),
        (BinaryOp::Shr, -1, 40, Some(-1), true),
        (BinaryOp::Le, 3, 3, Some(1), false),
    ] {
        let (x, y) = (b.int(x), b.int(y));
        let expr = b.binary(op, TypeId::INT, x, y);
        let folded = evaluate(&b.program, expr);
        let expected = expected.map(|value| Folded { value: Constant::Int(value), overflowed });
        assert_eq!(folded, expected, "{op:?}");
    }
}

#[test]
fn unsigned_constants_are_read_by_their_type() {
    let b = &mut Builder::new();
    let all = b.typed_int(TypeId::ULONG, -1);
    b.check(all, Some(u64::MAX.into()));
    let narrow = b.convert(Conversion::Arithmetic, TypeId::SCHAR, all);
    b.check(narrow, Some(-1));
    let is = b.convert(Conversion::Arithmetic, TypeId::BOOL, all);
    b.check(is, Some(1));
}

#[test]
fn only_what_is_reached_counts() {
    let b = &mut Builder::new();
    let variable = b.variable("v", TypeId::INT);
    let name = b.expr(TypeId::INT, ExprKind::Name(variable));
    let unknown = b.convert(Conversion::Lvalue, TypeId::INT, name);
    let (zero, one) = (b.int(0), b.int(1));
    let and = b.expr(TypeId::INT, ExprKind::LogAnd(zero, unknown));
    b.check(and, Some(0));
    let or = b.expr(TypeId::INT, ExprKind::LogOr(zero, unknown));
    b.check(or, None);
    let chosen = b.expr(TypeId::INT, ExprKind::Conditional(one, one, unknown));
    b.check(chosen, Some(1));
    let elvis = b.expr(TypeId::INT, ExprKind::Elvis(zero, one));
    b.check(elvis, Some(1));
    b.check(unknown, None);
    let comma = b.expr(TypeId::INT, ExprKind::Comma(zero, one));
    b.check(comma, None);
}

#[test]
fn floats_become_integers() {
    let b = &mut Builder::new();
    for (value, ty, expected, overflowed) in [
        (4.9, TypeId::INT, 4, false),
        (1e30, TypeId::INT, 0x7fff_ffff, true),
        (-1e30, TypeId::INT, -0x8000_0000, true),
        (-1.0, TypeId::UINT, 0, true),
        (f64::NAN, TypeId::INT, 0, true),
        (0.5, TypeId::BOOL, 1, false),
    ] {
        let value = b.double(value);
        let expr = b.convert(Conversion::Arithmetic, ty, value);
        let expected = Folded { value: Constant::Int(expected), overflowed };
        assert_eq!(evaluate(&b.program, expr), Some(expected));
    }
}

#[test]
fn complex_numbers() {
    let b = &mut Builder::new();
    let complex = b.program.types.corresponding_complex(TypeId::DOUBLE);
    let (one, two) = (b.double(1.0), b.double(2.0));
    let imaginary = b.expr(complex, ExprKind::Imaginary(two));
    let number = |value: f64| Number::Float(value.into());
    let parts = |real, imaginary| Some(Constant::Complex(number(real), number(imaginary)));
    let value = |b: &Builder, expr| evaluate(&b.program, expr).map(|folded| folded.value);

    let difference = b.binary(BinaryOp::Sub, complex, one, imaginary);
    assert_eq!(value(b, difference), parts(1.0, -2.0));
    let product = b.binary(BinaryOp::Mul, complex, imaginary, imaginary);
    assert_eq!(value(b, product), parts(-4.0, 0.0));
    let doubtful = b.binary(BinaryOp::Mul, complex, difference, difference);
    assert_eq!(value(b, doubtful), None);
    let equal = b.binary(BinaryOp::Ne, TypeId::INT, difference, imaginary);
    assert_eq!(value(b, equal), Some(Constant::Int(1)));
    let part = b.expr(TypeId::DOUBLE, ExprKind::Unary(UnaryOp::Imag, difference));
    assert_eq!(value(b, part), Some(Constant::Float((-2.0).into())));
}

#[test]
fn addresses_of_members_and_elements() {
    let b = &mut Builder::new();
    let (pair, [_, second]) = b.pair();
    let variable = b.variable("s", pair);
    let name = b.expr(pair, ExprKind::Name(variable));
    let member = b.expr(TypeId::INT, ExprKind::Member(name, second, MemberStyle::Dot));
    let address = b.address_of(member);
    let expected = Constant::Address(Address { base: Base::Decl(variable), offset: 4 });
    assert_eq!(evaluate(&b.program, address).map(|f| f.value), Some(expected));

    // &((struct S *)0)->b, as an integer
    let pointer = b.program.types.pointer(pair);
    let zero = b.int(0);
    let null = b.convert(Conversion::Null, pointer, zero);
    let member = b.expr(TypeId::INT, ExprKind::Member(null, second, MemberStyle::Arrow));
    let offset = b.address_of(member);
    let offset = b.convert(Conversion::PointerToInt, TypeId::ULONG, offset);
    b.check(offset, Some(4));

    // (char *)&s.b - (char *)&s
    let bytes = b.program.types.pointer(TypeId::CHAR);
    let start = b.address_of(name);
    let start = b.convert(Conversion::Pointer, bytes, start);
    let end = b.convert(Conversion::Pointer, bytes, address);
    let difference = b.binary(BinaryOp::Sub, TypeId::LONG, end, start);
    b.check(difference, Some(4));

    // not null, and not known as an integer
    let test = b.convert(Conversion::PointerToBool, TypeId::BOOL, address);
    b.check(test, Some(1));
    let long = b.convert(Conversion::PointerToInt, TypeId::LONG, address);
    b.check(long, None);
    assert_eq!(evaluate(&b.program, long).map(|f| f.value), Some(expected));
    let short = b.convert(Conversion::Arithmetic, TypeId::INT, long);
    assert_eq!(evaluate(&b.program, short), None);
}

#[test]
fn automatic_objects_have_no_constant_address() {
    let b = &mut Builder::new();
    let variable = b.decl("local", DeclKind::Variable, TypeId::INT, Linkage::None);
    let name = b.expr(TypeId::INT, ExprKind::Name(variable));
    let address = b.address_of(name);
    assert_eq!(evaluate(&b.program, address), None);
    b.program.decls[variable].storage = Storage::STATIC;
    assert!(evaluate(&b.program, address).is_some());
    b.program.decls[variable].storage = Storage::STATIC.with(Storage::THREAD);
    assert_eq!(evaluate(&b.program, address), None);
}

#[test]
fn distinct_objects_and_null() {
    let b = &mut Builder::new();
    let addresses = ["g", "h"].map(|name| {
        let variable = b.variable(name, TypeId::INT);
        let name = b.expr(TypeId::INT, ExprKind::Name(variable));
        b.address_of(name)
    });
    let zero = b.int(0);
    let pointer = b.program.types.pointer(TypeId::INT);
    let null = b.convert(Conversion::Null, pointer, zero);
    let [g, h] = addresses;
    for (op, x, y, expected) in [
        (BinaryOp::Eq, g, h, Some(0)),
        (BinaryOp::Eq, g, g, Some(1)),
        (BinaryOp::Lt, g, h, None),
        (BinaryOp::Ne, g, null, Some(1)),
        (BinaryOp::Eq, null, h, Some(0)),
        (BinaryOp::Eq, null, null, Some(1)),
    ] {
        let expr = b.binary(op, TypeId::INT, x, y);
        b.check(expr, expected);
    }
    let three = b.int(3);
    let beyond = b.binary(BinaryOp::Add, pointer, g, three);
    let expr = b.binary(BinaryOp::Sub, TypeId::LONG, beyond, g);
    b.check(expr, Some(3));
    let expr = b.binary(BinaryOp::Eq, TypeId::INT, beyond, h);
    b.check(expr, None);
}

#[test]
fn differences_of_labels() {
    let b = &mut Builder::new();
    let labels = ["a", "b"].map(|name| {
        let name = b.program.symbols.intern(name);
        let label = Label { name, local: false, address_taken: true, span: Span::NONE };
        b.program.labels.push(label)
    });
    let pointer = b.program.types.pointer(TypeId::VOID);
    let [x, y] = labels.map(|label| b.expr(pointer, ExprKind::LabelAddress(label)));
    let difference = b.binary(BinaryOp::Sub, TypeId::LONG, x, y);
    let narrow = b.convert(Conversion::Arithmetic, TypeId::INT, difference);
    let expected = Constant::LabelDifference(labels[0], labels[1]);
    assert_eq!(evaluate(&b.program, narrow).map(|f| f.value), Some(expected));
    b.check(narrow, None);
}

#[test]
fn initialisers_read_constant_objects() {
    let b = &mut Builder::new();
    let five = b.int(5);
    let init = Init { kind: InitKind::Expr(five), ty: TypeId::INT, span: Span::NONE };
    let init = b.program.inits.push(init);
    let ty = b.program.types.qualify(TypeId::INT, Quals::CONST);
    let variable = b.variable("c", ty);
    b.program.decls[variable].init = Some(init);
    let name = b.expr(ty, ExprKind::Name(variable));
    let read = b.convert(Conversion::Lvalue, TypeId::INT, name);
    b.check(read, None);
    let value = |b: &Builder| evaluate_initializer(&b.program, read).map(|f| f.value);
    assert_eq!(value(b), Some(Constant::Int(5)));

    // const int c = c;
    b.program.inits[init].kind = InitKind::Expr(read);
    assert_eq!(value(b), None);
    b.program.inits[init].kind = InitKind::Expr(five);
    b.program.decls[variable].ty = TypeId::INT;
    assert_eq!(value(b), None);
}

#[test]
fn initialisers_read_members_and_strings() {
    let b = &mut Builder::new();
    let (pair, [first, second]) = b.pair();
    let seven = b.int(7);
    let item = Init { kind: InitKind::Expr(seven), ty: TypeId::INT, span: Span::NONE };
    let item = InitItem {
        designators: List::EMPTY,
        init: b.program.inits.push(item),
        offset: 4,
        bit_field: None,
        repeats: List::EMPTY,
        span: Span::NONE,
    };
    let items = b.program.init_items.push(&[item]);
    let init = Init { kind: InitKind::List(items), ty: pair, span: Span::NONE };
    let init = b.program.inits.push(init);
    let ty = b.program.types.qualify(pair, Quals::CONST);
    let variable = b.variable("s", ty);
    b.program.decls[variable].init = Some(init);
    for (field, expected) in [(second, Some(7)), (first, None)] {
        let name = b.expr(ty, ExprKind::Name(variable));
        let member = b.expr(TypeId::INT, ExprKind::Member(name, field, MemberStyle::Dot));
        let read = b.convert(Conversion::Lvalue, TypeId::INT, member);
        let value = evaluate_initializer(&b.program, read).map(|f| f.value);
        assert_eq!(value, expected.map(Constant::Int));
    }

    let (text, _) = b.string("abc");
    for (index, expected) in [(1, Some(98)), (3, Some(0)), (4, None), (-1, None)] {
        let index = b.int(index);
        let element = b.expr(TypeId::CHAR, ExprKind::Index(text, index));
        let read = b.convert(Conversion::Lvalue, TypeId::CHAR, element);
        let value = evaluate_initializer(&b.program, read).map(|f| f.value);
        assert_eq!(value, expected.map(Constant::Int));
        b.check(read, None);
    }
}

#[test]
fn sizes_alignments_and_offsets() {
    let b = &mut Builder::new();
    let (pair, [_, second]) = b.pair();
    let array = b.program.types.array(pair, ArrayLength::Fixed(3));
    let size = b.expr(TypeId::ULONG, ExprKind::SizeofType(array));
    b.check(size, Some(24));
    let size = b.expr(TypeId::ULONG, ExprKind::SizeofType(TypeId::VOID));
    b.check(size, Some(1));
    let path = b.program.designators.push(&[Designator::Index(2), Designator::Field(second)]);
    let offset = b.expr(TypeId::ULONG, ExprKind::Offsetof(array, path));
    b.check(offset, Some(20));
    let variable = b.variable("v", TypeId::INT);
    b.program.decls[variable].align = 32;
    let name = b.expr(TypeId::INT, ExprKind::Name(variable));
    let align = b.expr(TypeId::ULONG, ExprKind::AlignofExpr(name, AlignofStyle::Gnu));
    b.check(align, Some(32));
    let constant = b.program.types.qualify(array, Quals::CONST);
    let same = b.expr(TypeId::INT, ExprKind::TypesCompatible(array, constant));
    b.check(same, Some(1));
}

#[test]
fn builtins_on_integers() {
    let b = &mut Builder::new();
    for (name, ty, value, expected) in [
        ("__builtin_ffs", TypeId::INT, 8, Some(4)),
        ("__builtin_ffs", TypeId::INT, 0, Some(0)),
        ("__builtin_clz", TypeId::UINT, 1, Some(31)),
        ("__builtin_clz", TypeId::UINT, 0, None),
        ("__builtin_ctzl", TypeId::ULONG, 1 << 40, Some(40)),
        ("__builtin_clrsb", TypeId::INT, -1, Some(31)),
        ("__builtin_popcountll", TypeId::ULONG_LONG, -1, Some(64)),
        ("__builtin_parity", TypeId::UINT, 7, Some(1)),
        ("__builtin_bswap16", TypeId::USHORT, 0x1234, Some(0x3412)),
        ("__builtin_bswap32", TypeId::UINT, 0x1234_5678, Some(0x7856_3412)),
        ("__builtin_abs", TypeId::INT, -5, Some(5)),
        ("abs", TypeId::INT, -5, Some(5)),
        ("__builtin_abs", TypeId::INT, i32::MIN.into(), None),
        ("__builtin_expect", TypeId::LONG, 3, Some(3)),
        ("__builtin_constant_p", TypeId::INT, 3, Some(1)),
        ("__builtin_unknown", TypeId::INT, 3, None),
    ] {
        let arg = b.typed_int(ty, value);
        let call = b.call(name, ty, &[arg]);
        assert_eq!(as_int(&b.program, call), expected, "{name}");
    }
    let args = [0x7fff_ffff, 1, 0].map(|value| b.int(value));
    let call = b.call("__builtin_add_overflow_p", TypeId::BOOL, &args);
    b.check(call, Some(1));
}

#[test]
fn builtins_on_floats_and_strings() {
    let b = &mut Builder::new();
    let (text, string) = b.string("ab\0c");
    let length = b.call("__builtin_strlen", TypeId::ULONG, &[text]);
    b.check(length, Some(2));
    let is = b.call("__builtin_constant_p", TypeId::INT, &[text]);
    b.check(is, Some(1));
    let expected = Constant::Address(Address { base: Base::String(string), offset: 0 });
    assert_eq!(evaluate(&b.program, text).map(|f| f.value), Some(expected));

    let (empty, _) = b.string("");
    let nan = b.call("__builtin_nan", TypeId::DOUBLE, &[empty]);
    let folded = evaluate(&b.program, nan).map(|f| f.value);
    let bits = 0x7ff8_0000_0000_0000;
    assert_eq!(folded, Some(Constant::Float(Float::from_bits(FloatFormat::Double, bits))));
    let is = b.call("__builtin_isnan", TypeId::INT, &[nan]);
    b.check(is, Some(1));
    let infinity = b.call("__builtin_inf", TypeId::DOUBLE, &[]);
    let is = b.call("__builtin_isfinite", TypeId::INT, &[infinity]);
    b.check(is, Some(0));
    let minus = b.double(-0.0);
    let sign = b.call("__builtin_signbit", TypeId::INT, &[minus]);
    b.check(sign, Some(1));
    let copied = b.call("__builtin_copysign", TypeId::DOUBLE, &[infinity, minus]);
    let sign = b.call("__builtin_isinf_sign", TypeId::INT, &[copied]);
    b.check(sign, Some(-1));
    let unordered = b.call("__builtin_isunordered", TypeId::INT, &[nan, minus]);
    b.check(unordered, Some(1));
}

/// Left operands are walked in a loop; other depth has a limit, which a thread
/// of this stack reaches in an unoptimised build too.
#[test]
fn deep_expressions() {
    const STACK: usize = 256 << 20;
    let b = &mut Builder::new();
    let one = b.int(1);
    let mut left = one;
    for _ in 1..300_000 {
        left = b.binary(BinaryOp::Add, TypeId::INT, left, one);
    }
    b.check(left, Some(300_000));
    let mut right = one;
    for _ in 1..MAX_DEPTH {
        right = b.binary(BinaryOp::Add, TypeId::INT, one, right);
    }
    let deeper = b.binary(BinaryOp::Add, TypeId::INT, one, right);
    let program = &b.program;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let run = move || (as_int(program, right), as_int(program, deeper));
        let results = thread.spawn_scoped(scope, run).unwrap().join().unwrap();
        assert_eq!(results, (Some(MAX_DEPTH.into()), None));
    });
}
