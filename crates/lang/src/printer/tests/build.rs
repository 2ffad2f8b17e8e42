//! Makes trees for the tests of printer and dump.

use crate::arena::List;
use crate::arith::BinaryOp;
use crate::rules::Language;
use crate::span::Span;
use crate::target::Target;
use crate::tree::*;
use crate::types::{Enum, Field, FieldId, ParamStyle, Record, RecordId, TypeId, TypeKind};

pub(crate) struct Build {
    pub program: Program,
    scope: ScopeId,
}

impl Build {
    pub fn new() -> Build {
        let mut program = Program::new(Target::x86_64(), Language::GNU17);
        let scope =
            program.scopes.push(Scope { parent: None, kind: ScopeKind::File, decls: List::EMPTY });
        program.units.push(Unit {
            name: "test.c".to_owned(),
            span: Span::NONE,
            system: Vec::new(),
            items: Vec::new(),
            scope,
        });
        Build { program, scope }
    }

    // ---- expressions ----

    pub fn expr(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        self.program.exprs.push(Expr { kind, ty, span: Span::NONE, parens: false })
    }

    pub fn int(&mut self, value: u64) -> ExprId {
        self.expr(ExprKind::Int(value, IntStyle::Decimal), TypeId::INT)
    }

    /// A use of a new variable.
    pub fn var(&mut self, name: &str) -> ExprId {
        let decl = self.decl(DeclKind::Variable, name, TypeId::INT);
        self.expr(ExprKind::Name(decl), TypeId::INT)
    }

    pub fn unary(&mut self, op: UnaryOp, a: ExprId) -> ExprId {
        self.expr(ExprKind::Unary(op, a), TypeId::INT)
    }

    pub fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        self.expr(ExprKind::Binary(op, a, b), TypeId::INT)
    }

    pub fn convert(&mut self, conversion: Conversion, a: ExprId) -> ExprId {
        self.expr(ExprKind::Convert(conversion, a), TypeId::INT)
    }

    pub fn string(&mut self, kind: CharKind, bytes: &[u8]) -> StringId {
        let bytes = self.program.bytes.push(bytes);
        self.program.strings.push(StringLiteral { kind, bytes })
    }

    // ---- declarations ----

    pub fn decl(&mut self, kind: DeclKind, name: &str, ty: TypeId) -> DeclId {
        let name = self.program.symbols.intern(name);
        let canonical = self.program.types.canonical(ty);
        let id = self.program.decls.push(Decl {
            kind,
            name,
            ty: canonical,
            written: ty,
            storage: Storage::default(),
            linkage: Linkage::None,
            attrs: List::EMPTY,
            asm_name: None,
            init: None,
            scope: self.scope,
            // Known once it is pushed.
            entity: DeclId::new(0),
            align: 0,
            span: Span::NONE,
            declarator: Span::NONE,
        });
        self.program.decls[id].entity = id;
        id
    }

    pub fn group(&mut self, base: TypeId, decls: &[DeclId]) -> GroupId {
        let decls = self.program.decl_lists.push(decls);
        let storage = Storage::default();
        self.program.groups.push(Group { base, decls, storage, span: Span::NONE })
    }

    /// A variable of this type, on its own.
    pub fn variable(&mut self, base: TypeId, name: &str, ty: TypeId) -> GroupId {
        let decl = self.decl(DeclKind::Variable, name, ty);
        self.group(base, &[decl])
    }

    pub fn attr(&mut self, name: &str, args: &[AttrArg], standard: bool) -> Attr {
        let name = self.program.symbols.intern(name);
        let args = self.program.attr_args.push(args);
        Attr { namespace: None, name, args, standard, span: Span::NONE }
    }

    pub fn set_attrs(&mut self, decl: DeclId, attrs: &[Attr]) {
        self.program.decls[decl].attrs = self.program.attrs.push(attrs);
    }

    pub fn prototype(&mut self, result: TypeId, params: &[DeclId], style: ParamStyle) -> TypeId {
        let types: Vec<TypeId> = params.iter().map(|&p| self.program.decls[p].ty).collect();
        let prototyped = style == ParamStyle::Prototype;
        let canonical = self.program.types.canonical(result);
        let meaning = self.program.types.function_type(canonical, &types, false, prototyped);
        let params = self.program.decl_lists.push(params);
        let written = TypeKind::Prototype { result, params, variadic: false, style };
        self.program.types.alias(written, meaning)
    }

    pub fn param(&mut self, name: &str, ty: TypeId) -> DeclId {
        self.decl(DeclKind::Parameter, name, ty)
    }

    /// A definition with its specifiers' type.
    pub fn function(
        &mut self,
        decl: DeclId,
        base: TypeId,
        params: &[DeclId],
        body: StmtId,
    ) -> FunctionId {
        let params = self.program.decl_lists.push(params);
        self.program.functions.push(Function {
            decl,
            base,
            params,
            old_style: List::EMPTY,
            body,
            scope: self.scope,
            labels: List::EMPTY,
            outer: None,
            span: Span::NONE,
        })
    }

    // ---- records ----

    /// A struct with these members; its type, and the one with the body.
    pub fn structure(&mut self, tag: Option<&str>, members: &[(&str, TypeId)]) -> (TypeId, TypeId) {
        let tag = tag.map(|tag| self.program.symbols.intern(tag));
        let types = &mut self.program.types;
        let record = types.records.push(Record::incomplete(false, tag, Span::NONE));
        let fields: Vec<FieldId> =
            members.iter().map(|&(name, ty)| self.field(record, name, ty)).collect();
        let types = &mut self.program.types;
        let fields = types.field_lists.push(&fields);
        types.records[record].fields = fields;
        types.records[record].complete = true;
        let ty = types.intern(TypeKind::Record(record));
        (ty, types.alias(TypeKind::Definition(ty), ty))
    }

    pub fn field(&mut self, record: RecordId, name: &str, written: TypeId) -> FieldId {
        let name = (!name.is_empty()).then(|| self.program.symbols.intern(name));
        let ty = self.program.types.canonical(written);
        self.program.types.fields.push(Field {
            record,
            name,
            ty,
            written,
            width: None,
            packed: false,
            align_attr: 0,
            offset_bits: 0,
            attrs: List::EMPTY,
            span: Span::NONE,
            line: Span::NONE,
        })
    }

    pub fn enumeration(&mut self, tag: &str, names: &[(&str, Option<ExprId>)]) -> TypeId {
        let tag = Some(self.program.symbols.intern(tag));
        let decls: Vec<DeclId> = names
            .iter()
            .map(|&(name, written)| {
                self.decl(DeclKind::Enumerator { value: 0, written }, name, TypeId::INT)
            })
            .collect();
        let enumerators = self.program.decl_lists.push(&decls);
        let id = self.program.types.enums.push(Enum {
            tag,
            enumerators,
            complete: true,
            repr: crate::target::IntKind::UInt,
            packed: false,
            attrs: List::EMPTY,
            span: Span::NONE,
            kin: None,
        });
        let ty = self.program.types.intern(TypeKind::Enum(id));
        self.program.types.alias(TypeKind::Definition(ty), ty)
    }

    // ---- statements ----

    pub fn stmt(&mut self, kind: StmtKind) -> StmtId {
        self.program.stmts.push(Stmt { kind, span: Span::NONE })
    }

    pub fn block(&mut self, stmts: &[StmtId]) -> StmtId {
        let stmts = self.program.stmt_lists.push(stmts);
        self.stmt(StmtKind::Compound(stmts, self.scope))
    }

    /// An expression statement that is a name.
    pub fn step(&mut self, name: &str) -> StmtId {
        let expr = self.var(name);
        self.stmt(StmtKind::Expr(expr))
    }

    pub fn label(&mut self, name: &str) -> LabelId {
        let name = self.program.symbols.intern(name);
        self.program.labels.push(Label {
            name,
            local: false,
            address_taken: false,
            span: Span::NONE,
        })
    }

    pub fn init_list(&mut self, ty: TypeId, items: &[(List<Designator>, ExprId)]) -> InitId {
        let items: Vec<InitItem> = items
            .iter()
            .map(|&(designators, expr)| {
                let init = self.init_expr(expr);
                let repeats = List::EMPTY;
                let span = Span::NONE;
                InitItem { designators, init, offset: 0, bit_field: None, repeats, span }
            })
            .collect();
        let items = self.program.init_items.push(&items);
        self.program.inits.push(Init { kind: InitKind::List(items), ty, span: Span::NONE })
    }

    pub fn init_expr(&mut self, expr: ExprId) -> InitId {
        let ty = self.program.exprs[expr].ty;
        self.program.inits.push(Init { kind: InitKind::Expr(expr), ty, span: Span::NONE })
    }
}
