use expect_test::{Expect, expect};

use super::build::Build;
use crate::dump::dump;
use crate::printer::{print, print_group, print_type};
use crate::tree::{AttrArg, DeclKind, Designator, ExprKind, Item, Storage, UnaryOp};
use crate::types::{ArrayLength, ParamStyle, Quals, TypeId, TypeKind};

fn check(make: impl FnOnce(&mut Build), expected: Expect) {
    let mut b = Build::new();
    make(&mut b);
    expected.assert_eq(&print(&b.program, 0));
}

fn declare(b: &mut Build, base: TypeId, name: &str, ty: TypeId) {
    let group = b.variable(base, name, ty);
    b.program.units[0].items.push(Item::Declaration(group));
}

#[test]
fn declarators() {
    check(
        |b| {
            let int = TypeId::INT;
            let pointer = b.program.types.pointer(int);
            let constant = b.program.types.qualify(pointer, Quals::CONST);
            declare(b, int, "a", constant);
            let array = b.program.types.array(pointer, ArrayLength::Fixed(3));
            declare(b, int, "b", array);
            let matrix = b.program.types.array(array, ArrayLength::Unknown);
            let to_matrix = b.program.types.pointer(matrix);
            declare(b, int, "c", to_matrix);
            let x = b.param("x", TypeId::CHAR);
            let unnamed = b.param("", to_matrix);
            let function = b.prototype(pointer, &[x, unnamed], ParamStyle::Prototype);
            let to_function = b.program.types.pointer(function);
            let table = b.program.types.array(to_function, ArrayLength::Fixed(2));
            declare(b, int, "d", table);
            let returns = b.prototype(to_function, &[], ParamStyle::Prototype);
            declare(b, int, "e", returns);
            let old = b.prototype(int, &[], ParamStyle::Empty);
            declare(b, int, "f", old);
            let volatile = b.program.types.qualify(int, Quals::VOLATILE);
            let to_volatile = b.program.types.pointer(volatile);
            declare(b, volatile, "g", to_volatile);
        },
        expect![[r#"
            int *const a;
            int *b[3];
            int *(*c)[][3];
            int *(*d[2])(char x, int *(*)[][3]);
            int *(*e(void))(char x, int *(*)[][3]);
            int f();
            volatile int *g;
        "#]],
    );
}

#[test]
fn parameters_and_attributes_in_declarators() {
    check(
        |b| {
            let int = TypeId::INT;
            // (int n; int a[static const n], int n, T)
            let n = b.param("n", int);
            let length = b.expr(ExprKind::Name(n), int);
            let array = b.program.types.array(int, ArrayLength::Variable(length));
            let pointer = b.program.types.pointer(int);
            let adjusted = TypeKind::Adjusted { from: array, quals: Quals::CONST, is_static: true };
            let adjusted = b.program.types.alias(adjusted, pointer);
            let a = b.param("a", adjusted);
            let typedef = b.decl(DeclKind::Typedef, "T", pointer);
            let named = b.program.types.alias(TypeKind::Typedef(typedef), pointer);
            let unnamed = b.param("", named);
            let unused = b.attr("unused", &[], false);
            b.set_attrs(unnamed, &[unused]);
            let function = b.prototype(int, &[n, a, n, unnamed], ParamStyle::Prototype);
            declare(b, int, "f", function);

            let ms_abi = b.attr("ms_abi", &[], false);
            let attrs = b.program.attrs.push(&[ms_abi]);
            let plain = b.prototype(int, &[], ParamStyle::Prototype);
            let special = b.program.types.alias(TypeKind::Attributed(plain, attrs), plain);
            let to_special = b.program.types.pointer(special);
            declare(b, int, "g", to_special);
            let on_pointer = b.program.types.alias(TypeKind::Attributed(pointer, attrs), pointer);
            let to_pointer = b.program.types.pointer(on_pointer);
            declare(b, int, "h", to_pointer);
            let on_int = b.program.types.alias(TypeKind::Attributed(int, attrs), int);
            let to_int = b.program.types.pointer(on_int);
            declare(b, on_int, "i", to_int);
            // A declarator that does not start from the group's specifiers.
            let first = b.decl(DeclKind::Variable, "j", int);
            let second = b.decl(DeclKind::Variable, "k", TypeId::CHAR);
            let group = b.group(int, &[first, second]);
            b.program.units[0].items.push(Item::Declaration(group));
        },
        expect![[r#"
            int f(int n; int a[static const n], int n, __attribute__((unused)) T);
            int (__attribute__((ms_abi)) *g)(void);
            int *__attribute__((ms_abi)) *h;
            int __attribute__((ms_abi)) *i;
            int j;
            char k;
        "#]],
    );
}

#[test]
fn type_names() {
    let mut b = Build::new();
    let types = &mut b.program.types;
    let function = types.function_type(TypeId::VOID, &[TypeId::INT], true, true);
    let pointer = types.pointer(function);
    let array = types.array(pointer, ArrayLength::Fixed(2));
    let vector = types.intern(TypeKind::Vector { element: TypeId::FLOAT, count: 4 });
    let constant = types.qualify(pointer, Quals::CONST);
    let list = types.va_list();
    let (record, _) = b.structure(None, &[]);
    let names = [function, pointer, array, vector, constant, list, record];
    let names: Vec<String> = names.iter().map(|&ty| print_type(&b.program, ty)).collect();
    expect![[r#"
        void(int, ...)
        void (*)(int, ...)
        void (*[2])(int, ...)
        float __attribute__((vector_size(16)))
        void (*const)(int, ...)
        __typeof__((*(__builtin_va_list *)0)[0])[1]
        struct <unnamed>"#]]
    .assert_eq(&names.join("\n"));
}

#[test]
fn ten_thousand_stars_take_linear_time() {
    let mut b = Build::new();
    let mut ty = TypeId::INT;
    for _ in 0..10_000 {
        ty = b.program.types.pointer(ty);
    }
    let group = b.variable(TypeId::INT, "p", ty);
    assert_eq!(print_group(&b.program, group).len(), "int p;".len() + 10_000);
}

#[test]
fn bodies_are_printed_once() {
    check(
        |b| {
            let (_, inner) = b.structure(None, &[("a", TypeId::INT)]);
            let to_inner = b.program.types.pointer(inner);
            let (_, body) =
                b.structure(Some("S"), &[("x", inner), ("y", to_inner), ("z", TypeId::CHAR)]);
            let to_body = b.program.types.pointer(body);
            let first = b.decl(DeclKind::Variable, "s", body);
            let second = b.decl(DeclKind::Variable, "p", to_body);
            let group = b.group(body, &[first, second]);
            b.program.units[0].items.push(Item::Declaration(group));
        },
        expect![[r#"
            struct S {
                struct {
                    int a;
                } x, *y;
                char z;
            } s, *p;
        "#]],
    );
}

#[test]
fn an_untagged_struct_that_is_mentioned_gets_a_tag() {
    check(
        |b| {
            let (ty, body) = b.structure(None, &[("a", TypeId::INT)]);
            declare(b, body, "x", body);
            declare(b, ty, "y", ty);
        },
        expect![[r#"
            struct elenchus_anonymous_1 {
                int a;
            } x;
            struct elenchus_anonymous_1 y;
        "#]],
    );
}

#[test]
fn fields_and_enumerators() {
    check(
        |b| {
            let (ty, body) = b.structure(Some("B"), &[("a", TypeId::UINT), ("", TypeId::INT)]);
            let record = b.program.types.as_record(ty).expect("a struct");
            let fields = b.program.types.fields(record).to_vec();
            let packed = b.attr("packed", &[], false);
            let attrs = b.program.attrs.push(&[packed]);
            b.program.types.fields[fields[0]].width = Some(3);
            b.program.types.fields[fields[0]].attrs = attrs;
            b.program.types.fields[fields[1]].width = Some(0);
            b.program.types.records[record].attrs = attrs;
            let group = b.group(body, &[]);
            b.program.units[0].items.push(Item::Declaration(group));
            let one = b.int(1);
            let minus = b.unary(UnaryOp::Neg, one);
            let numbers = b.enumeration("E", &[("A", None), ("B", Some(minus))]);
            declare(b, numbers, "e", numbers);
        },
        expect![[r#"
            struct B {
                unsigned int a : 3 __attribute__((packed));
                int : 0;
            } __attribute__((packed));
            enum E { A, B = -1 } e;
        "#]],
    );
}

#[test]
fn attributes_names_and_initialisers() {
    check(
        |b| {
            let array = b.program.types.array(TypeId::INT, ArrayLength::Unknown);
            let decl = b.decl(DeclKind::Variable, "v", array);
            let (name, sixteen) = (b.program.symbols.intern("SI"), b.int(16));
            let attrs = [
                b.attr("aligned", &[AttrArg::Expr(sixteen)], false),
                b.attr("mode", &[AttrArg::Name(name)], false),
                b.attr("maybe_unused", &[], true),
            ];
            b.set_attrs(decl, &attrs);
            let asm = b.string(crate::tree::CharKind::Char, b"vv");
            let (one, two) = (b.int(1), b.int(2));
            let comma = b.expr(ExprKind::Comma(one, two), TypeId::INT);
            let third = b.program.designators.push(&[Designator::Index(3)]);
            let range = b.program.designators.push(&[Designator::Range(5, 7)]);
            let none = crate::arena::List::EMPTY;
            let init = b.init_list(array, &[(none, one), (third, comma), (range, two)]);
            let node = &mut b.program.decls[decl];
            node.asm_name = Some(asm);
            node.init = Some(init);
            node.align = 16;
            node.storage = Storage::STATIC.with(Storage::EXTENSION);
            let group = b.group(TypeId::INT, &[decl]);
            b.program.units[0].items.push(Item::Declaration(group));
            let aligned = b.decl(DeclKind::Variable, "w", TypeId::INT);
            b.program.decls[aligned].align = 8;
            let implicit = b.decl(DeclKind::Function, "puts", TypeId::INT);
            b.program.decls[implicit].storage = Storage::IMPLICIT;
            let group = b.group(TypeId::INT, &[implicit, aligned]);
            b.program.units[0].items.push(Item::Declaration(group));
        },
        expect![[r#"
            __extension__ [[maybe_unused]] static int v[] __asm__("vv") __attribute__((aligned(16), mode(SI))) = { 1,
                [3] = (1, 2), [5 ... 7] = 2 };
            _Alignas(8) int w;
        "#]],
    );
}

#[test]
fn functions() {
    check(
        |b| {
            let a = b.param("a", TypeId::INT);
            let to_char = b.program.types.pointer(TypeId::CHAR);
            let c = b.param("c", to_char);
            let body = b.block(&[]);
            let pointer = b.program.types.pointer(TypeId::INT);
            let new = b.prototype(pointer, &[a, c], ParamStyle::Prototype);
            let decl = b.decl(DeclKind::Function, "f", new);
            let noinline = b.attr("noinline", &[], false);
            b.set_attrs(decl, &[noinline]);
            b.program.decls[decl].storage = Storage::STATIC;
            let f = b.function(decl, TypeId::INT, &[a, c], body);
            let old = b.prototype(TypeId::INT, &[a, c], ParamStyle::Names);
            let decl = b.decl(DeclKind::Function, "g", old);
            let g = b.function(decl, TypeId::INT, &[a, c], body);
            b.program.functions[g].old_style = b.program.decl_lists.push(&[a, c]);
            b.program.units[0].items.extend([Item::Function(f), Item::Function(g)]);
        },
        expect![[r#"
            __attribute__((noinline)) static int *f(int a, char *c) {}

            int g(a, c)
                int a;
                char *c;
            {}
        "#]],
    );
}

#[test]
fn the_dump_tells_same_names_apart() {
    let mut b = Build::new();
    let (_, body) = b.structure(Some("S"), &[("a", TypeId::INT)]);
    let to_body = b.program.types.pointer(body);
    declare(&mut b, body, "x", to_body);
    let decl = b.decl(DeclKind::Variable, "x", TypeId::LONG);
    let five = b.int(5);
    b.program.decls[decl].init = Some(b.init_expr(five));
    let group = b.group(TypeId::LONG, &[decl]);
    b.program.units[0].items.push(Item::Declaration(group));
    expect![[r#"
        declaration : struct S
          layout struct S size 0 align 1
            field a at 0 : int
          variable x : *struct S
        declaration : long
          variable x.2 : long
            init : int
              int 5 : int
    "#]]
    .assert_eq(&dump(&b.program, 0));
}
