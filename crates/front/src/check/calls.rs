//! Function calls (6.5.2.2), implicit declarations, and the builtin functions
//! whose type depends on their arguments.

use std::cmp::Ordering;

use elenchus_lang::arena::List;
use elenchus_lang::builtins::{self, Signature, Special};
use elenchus_lang::span::Span;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{Decl, DeclId, DeclKind, ExprId, ExprKind, Linkage, Storage};
use elenchus_lang::types::{FunctionType, TypeId, TypeKind, Types};

use super::Checker;
use crate::syntax as syn;

impl Checker<'_> {
    pub(super) fn call(
        &mut self,
        callee: syn::ExprId,
        args: List<syn::ExprId>,
        span: Span,
    ) -> ExprId {
        let callee = self.callee(callee);
        if let Some(special) = self.special(callee) {
            return self.special_call(special, callee, args, span);
        }
        let callee = self.rvalue(callee);
        let syntax = self.s;
        let mark = self.pending_args.len();
        for &arg in &syntax.expr_lists[args] {
            let value = self.value(arg);
            self.pending_args.push(value);
        }
        let made = self.call_of(callee, mark, span);
        self.pending_args.truncate(mark);
        made
    }

    /// A call with the arguments that are pending from the mark on.
    fn call_of(&mut self, callee: ExprId, mark: usize, span: Span) -> ExprId {
        let ty = self.ty(callee);
        if self.p.types.is_error(ty) {
            return self.error_expr(span);
        }
        let function = self.p.types.pointee(ty).and_then(|to| self.p.types.as_function(to));
        let Some(function) = function else {
            let shown = self.show(ty);
            return self
                .error(span, format!("a value of type '{shown}' is called; it is no function"));
        };
        if !self.convert_arguments(&function, mark, span) {
            return self.error_expr(span);
        }
        let result = self.p.types.value_type(function.result);
        if !self.p.types.is_void(result) && !self.p.types.is_complete(result) {
            let shown = self.show(result);
            return self
                .error(span, format!("the called function returns incomplete type '{shown}'"));
        }
        let args = self.p.expr_lists.push(&self.pending_args[mark..]);
        self.push(ExprKind::Call(callee, args), result, span)
    }

    /// A name that is called need not be declared before C99, nor in gcc 12.
    fn callee(&mut self, callee: syn::ExprId) -> ExprId {
        let syn::Expr { kind, span } = self.s.exprs[callee];
        if let syn::ExprKind::Name(symbol) = kind {
            if self.lookup(symbol).is_none() && self.builtin(symbol).is_none() {
                let decl = self.implicit_function(symbol, span);
                return self.name_expr(decl, span);
            }
        }
        self.expr(callee)
    }

    fn implicit_function(&mut self, symbol: Symbol, span: Span) -> DeclId {
        if let Some(linked) = self.linked(symbol) {
            // Declared in another block: the same function.
            if self.p.decls[linked].kind == DeclKind::Function {
                self.bind(symbol, linked);
                return linked;
            }
        }
        let name = self.name(symbol).to_string();
        self.warn(span, format!("function '{name}' is not declared"));
        // gcc takes its own type of a library function where `int f()` would
        // not be compatible with it.
        let plain = self.p.types.function_type(TypeId::INT, &[], false, false);
        let ty = match builtins::lookup(name.as_bytes()) {
            Some(row) if row.library => {
                let known = self.signature_type(row.signature);
                if self.p.types.compatible(known, plain) { plain } else { known }
            }
            _ => plain,
        };
        let decl = self.add_function_decl(symbol, ty, DeclKind::Function, span);
        self.link(symbol, decl);
        self.bind(symbol, decl);
        decl
    }

    fn add_function_decl(
        &mut self,
        name: Symbol,
        ty: TypeId,
        kind: DeclKind,
        span: Span,
    ) -> DeclId {
        let scope = self.scope();
        let entity = elenchus_lang::arena::Id::new(self.p.decls.len());
        self.p.decls.push(Decl {
            kind,
            name,
            ty,
            written: ty,
            storage: Storage::IMPLICIT,
            linkage: Linkage::External,
            attrs: List::EMPTY,
            asm_name: None,
            init: None,
            scope,
            entity,
            align: 0,
            span,
            declarator: Span::NONE,
        })
    }

    /// The declaration of a function that gcc knows under this very name.
    pub(super) fn builtin(&mut self, symbol: Symbol) -> Option<DeclId> {
        if let Some(&decl) = self.builtins.get(&symbol) {
            return Some(decl);
        }
        let name = self.name(symbol);
        let row = builtins::lookup(name.as_bytes())?;
        if row.prefixed && builtins::stem(name).is_none() {
            return None;
        }
        let ty = self.signature_type(row.signature);
        let decl = self.add_function_decl(symbol, ty, DeclKind::Builtin, Span::NONE);
        self.builtins.insert(symbol, decl);
        Some(decl)
    }

    fn special(&self, callee: ExprId) -> Option<Special> {
        let ExprKind::Name(decl) = self.kind(callee) else { return None };
        let decl = &self.p.decls[decl];
        if decl.kind != DeclKind::Builtin {
            return None;
        }
        match builtins::lookup(self.name(decl.name).as_bytes())?.signature {
            Signature::Special(special) => Some(special),
            Signature::Typed(_) => None,
        }
    }

    /// Converts the pending arguments; false after a report.
    fn convert_arguments(&mut self, function: &FunctionType, mark: usize, span: Span) -> bool {
        let params = function.params;
        let given = self.pending_args.len() - mark;
        if function.prototyped {
            let needed = params.len();
            let problem = match given.cmp(&needed) {
                Ordering::Less => Some("too few"),
                Ordering::Greater if !function.variadic => Some("too many"),
                _ => None,
            };
            if let Some(problem) = problem {
                let message = format!("{problem} arguments in a call: {given}, it takes {needed}");
                self.report(span, message);
                return false;
            }
        }
        for i in 0..given {
            let value = self.pending_args[mark + i];
            let ty = self.ty(value);
            if self.p.types.is_void(ty) {
                self.report(span, "an argument has no value");
                return false;
            }
            let arg_span = self.span(value);
            self.pending_args[mark + i] = if function.prototyped && i < params.len() {
                let param = self.p.types.params[params][i];
                self.argument(value, param, arg_span)
            } else {
                self.promote_argument(value)
            };
        }
        true
    }

    // ---- builtins typed by their arguments ----

    fn special_call(
        &mut self,
        special: Special,
        callee: ExprId,
        args: List<syn::ExprId>,
        span: Span,
    ) -> ExprId {
        use Special::*;
        let syntax = self.s;
        let args = &syntax.expr_lists[args];
        // A list that is an array is passed by its address, as a parameter has it.
        let by_reference = matches!(special, VaStart | VaEnd | VaCopy)
            && !self.p.types.is_array(self.p.types.va_list());
        let unevaluated = matches!(special, ConstantP | ClassifyType);
        let mut values = Vec::with_capacity(args.len());
        for &arg in args {
            let expr = match unevaluated {
                true => self.unevaluated(|c| c.expr(arg)),
                false => self.expr(arg),
            };
            let value = match by_reference {
                true => expr,
                false => self.rvalue(expr),
            };
            if self.p.types.is_error(self.ty(value)) {
                return self.error_expr(span);
            }
            values.push(value);
        }
        match self.special_result(special, &mut values) {
            Ok(ty) => {
                let list = self.p.expr_lists.push(&values);
                if matches!(special, Shuffle | ShuffleVector) {
                    let ExprKind::Name(decl) = self.kind(callee) else { return callee };
                    let name = self.p.decls[decl].name;
                    return self.push(ExprKind::Shuffle(name, list), ty, span);
                }
                let callee = self.rvalue(callee);
                self.push(ExprKind::Call(callee, list), ty, span)
            }
            Err(problem) => self.error(span, problem),
        }
    }

    /// Converts the arguments and gives the type of the result.
    fn special_result(
        &mut self,
        special: Special,
        values: &mut [ExprId],
    ) -> Result<TypeId, &'static str> {
        use Special::*;
        let first = values.first().map(|&v| self.ty(v));
        let need =
            |n: usize| if values.len() < n { Err("too few arguments in a call") } else { Ok(()) };
        let void_pointer = self.p.types.pointer(TypeId::VOID);
        Ok(match special {
            VaStart | VaEnd | VaCopy | MsVaStart | MsVaEnd | MsVaCopy => {
                need(1)?;
                TypeId::VOID
            }
            NextArg => void_pointer,
            ConstantP | ClassifyType => TypeId::INT,
            Overflow(_) => {
                need(3)?;
                TypeId::BOOL
            }
            OverflowP(_) => {
                need(3)?;
                TypeId::BOOL
            }
            AssocBarrier | SpeculationSafeValue | CallWithStaticChain => {
                need(1)?;
                if matches!(special, SpeculationSafeValue) {
                    if let Some(second) = values.get(1).copied() {
                        values[1] = self.convert(second, first.unwrap_or(TypeId::INT));
                    }
                }
                self.p.types.value_type(first.unwrap_or(TypeId::INT))
            }
            ClearPadding => TypeId::VOID,
            Shuffle => {
                need(2)?;
                self.p.types.value_type(first.unwrap_or(TypeId::ERROR))
            }
            ShuffleVector => {
                need(2)?;
                let TypeKind::Vector { element, .. } = self.type_kind(values[0]) else {
                    return Err("'__builtin_shufflevector' needs vectors");
                };
                let count = (values.len() - 2) as u32;
                self.p.types.intern(TypeKind::Vector { element, count })
            }
            Complex => {
                need(2)?;
                let element = self.p.types.value_type(first.unwrap_or(TypeId::DOUBLE));
                self.p.types.corresponding_complex(element)
            }
            TgMath => self.tgmath_result(values)?,
            FpClassify => TypeId::INT,
            FloatTest(_) | FloatCompare(_) => TypeId::INT,
            SyncFetchOp(_) | SyncOpFetch(_) | SyncLockTestAndSet | SyncValCompareAndSwap => {
                need(2)?;
                let ty = self.atomic_object(values[0])?;
                let operands = if matches!(special, SyncValCompareAndSwap) { 2 } else { 1 };
                self.convert_operands(values, 1, operands, ty);
                ty
            }
            SyncBoolCompareAndSwap => {
                need(3)?;
                let ty = self.atomic_object(values[0])?;
                self.convert_operands(values, 1, 2, ty);
                TypeId::BOOL
            }
            SyncLockRelease => {
                need(1)?;
                TypeId::VOID
            }
            AtomicFetchOp(_) | AtomicOpFetch(_) | AtomicExchangeN => {
                need(2)?;
                let ty = self.atomic_object(values[0])?;
                self.convert_operands(values, 1, 1, ty);
                self.convert_operands(values, 2, 1, TypeId::INT);
                ty
            }
            AtomicLoadN => {
                need(1)?;
                self.convert_operands(values, 1, 1, TypeId::INT);
                self.atomic_object(values[0])?
            }
            AtomicStoreN => {
                need(2)?;
                let ty = self.atomic_object(values[0])?;
                self.convert_operands(values, 1, 1, ty);
                self.convert_operands(values, 2, 1, TypeId::INT);
                TypeId::VOID
            }
            AtomicLoad | AtomicStore | AtomicExchange => TypeId::VOID,
            AtomicCompareExchange => {
                need(3)?;
                TypeId::BOOL
            }
            AtomicCompareExchangeN => {
                need(3)?;
                let ty = self.atomic_object(values[0])?;
                self.convert_operands(values, 2, 1, ty);
                TypeId::BOOL
            }
        })
    }

    /// What an atomic builtin's first argument points to, as a value.
    fn atomic_object(&self, pointer: ExprId) -> Result<TypeId, &'static str> {
        let to = self.p.types.pointee(self.ty(pointer));
        let to = to.filter(|&to| self.p.types.is_complete(to));
        let to = to.ok_or("an atomic builtin needs a pointer to an object")?;
        Ok(self.p.types.value_type(to))
    }

    fn convert_operands(&mut self, values: &mut [ExprId], from: usize, count: usize, ty: TypeId) {
        for value in values.iter_mut().skip(from).take(count) {
            let span = self.span(*value);
            *value = self.assign_convert(*value, ty, "argument", span);
        }
    }

    /// `__builtin_tgmath(f1, f2, …, args…)`: the functions come first; the
    /// arguments' common type selects one of them.
    fn tgmath_result(&mut self, values: &[ExprId]) -> Result<TypeId, &'static str> {
        let results: Vec<FunctionType> = values
            .iter()
            .map_while(|&v| {
                self.p.types.pointee(self.ty(v)).and_then(|to| self.p.types.as_function(to))
            })
            .collect();
        let args = &values[results.len()..];
        if args.is_empty() || results.is_empty() {
            return Err("'__builtin_tgmath' needs functions and arguments");
        }
        // Where the functions differ in a parameter, the argument has a say.
        let params = |types: &Types, f: &FunctionType| types.params[f.params].to_vec();
        let first_params = params(&self.p.types, &results[0]);
        let generic: Vec<usize> = (0..args.len().min(first_params.len()))
            .filter(|&i| {
                results.iter().any(|f| self.p.types.params[f.params].get(i) != first_params.get(i))
            })
            .collect();
        let Some((&first, rest)) = generic.split_first() else {
            return Ok(self.p.types.value_type(results[0].result));
        };
        let mut common = self.tgmath_type(args[first]);
        for &i in rest {
            let ty = self.tgmath_type(args[i]);
            common = self.usual_of_types(common, ty);
        }
        let found =
            results.iter().find(|f| self.p.types.params[f.params].get(first) == Some(&common));
        Ok(self.p.types.value_type(found.unwrap_or(&results[0]).result))
    }

    /// Integers count as double there.
    fn tgmath_type(&self, arg: ExprId) -> TypeId {
        let ty = self.p.types.value_type(self.ty(arg));
        if self.p.types.is_integer(ty) { TypeId::DOUBLE } else { ty }
    }
}
