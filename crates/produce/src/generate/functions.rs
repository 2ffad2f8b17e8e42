//! The functions of a program: their types, before a statement is written in them.

use elenchus_lang::target::IntKind;

use super::ready;
use super::state::Role;
use super::world::{Function, Global, Maker, Name, Shape, numbered};
use super::{FloatMode, Layout};
use crate::policy::Policy;

/// Statements of a function that may be written.
pub const HOLES: usize = 24;

impl Maker<'_> {
    pub fn functions(&mut self) {
        let size = self.settings.size;
        if self.settings.preset.has_functions() {
            let each = Policy::limit(self.policy.function_size, 1_500).max(1);
            let helpers = (size / each).clamp(1, 2_000);
            self.world.functions.reserve(helpers as usize);
            for number in 0..helpers {
                self.helper(number);
                if self.choices.percent("ready function", self.policy.ready) {
                    self.ready(number);
                }
                if self.choices.chance("another ready function", self.policy.ready_more) {
                    self.ready(helpers + number);
                }
            }
            if self.settings.vectors {
                for number in 0..(size / 5_000).clamp(1, 500) {
                    self.vectors(number);
                }
            }
        }
        let wanted = self.settings.expressions;
        let tests = match wanted {
            Some(wanted) => wanted.div_ceil(HOLES as u64).max(1),
            None => (size / 3_500 + 1).min(4_000),
        };
        self.world.functions.reserve(tests.min(4_000) as usize);
        for number in 0..tests {
            let left = wanted.map_or(HOLES as u64, |wanted| wanted - number * HOLES as u64);
            let holes = HOLES.min(usize::try_from(left).unwrap_or(HOLES));
            let is_static = self.is_static();
            let floats = self.settings.float == FloatMode::Exact
                && self.choices.percent("floating test", self.policy.float_tests);
            self.world.functions.push(Function {
                name: numbered("test", number),
                result: None,
                params: Vec::new(),
                is_static,
                is_test: true,
                recursive: false,
                pure_: false,
                floats,
                holes,
                before: String::new(),
                body: None,
                cost: 0,
                row: None,
            });
        }
    }

    fn vectors(&mut self, number: u64) {
        let (types, body) = ready::vectors(self.choices, number);
        self.world.types += &types;
        let unsigned = Shape::Int(IntKind::UInt);
        self.world.functions.push(Function {
            name: numbered("vector", number),
            result: Some(unsigned.clone()),
            params: vec![(numbered("x", 0), unsigned.clone()), (numbered("x", 1), unsigned)],
            is_static: false,
            is_test: false,
            recursive: false,
            pure_: true,
            floats: false,
            holes: 0,
            before: String::new(),
            body: Some(body),
            cost: 40,
            row: None,
        });
    }

    fn helper(&mut self, number: u64) {
        let structs = self.world.plain as u64;
        let recursive = self.choices.percent("recursive function", self.policy.recursive);
        let pure_ = self.choices.percent("pure function", 30);
        // Functions of one type can stand in a table.
        let last = self.world.functions.last().filter(|f| !f.is_test && !f.recursive);
        let same = last.map(|f| (f.pure_, f.result.clone(), f.params.clone()));
        let same = same.filter(|_| !recursive && self.choices.percent("the same type", 35));
        if let Some((pure_, result, params)) = same {
            return self.push_helper(number, false, pure_, result, params);
        }
        // All that a pure function computes goes through its result.
        let wide = pure_ || self.choices.percent("wide result", 60);
        let is_struct = !pure_
            && structs > 0
            && self.choices.percent("struct result", self.policy.struct_result);
        let is_pointer = !pure_ && !recursive && self.choices.percent("pointer result", 12);
        let result = match wide {
            _ if is_struct => {
                Shape::Struct(self.choices.below("struct of result", structs) as usize)
            }
            _ if is_pointer => Shape::Pointer(Box::new(self.pointee())),
            true => {
                use IntKind::*;
                let ulong = if self.settings.portable { ULongLong } else { ULong };
                Shape::Int(self.choices.pick("result", &[ULongLong, ULongLong, ulong, LongLong]))
            }
            false => self.int(),
        };
        let count = match self.choices.percent("many parameters", self.policy.many_params) {
            true => 5 + self.choices.below("parameters", 8),
            false => 1 + self.choices.below("parameters", 4),
        };
        let mut params: Vec<(Name, Shape)> = Vec::with_capacity(count as usize);
        if recursive {
            params.push((numbered("x", 0), Shape::Int(IntKind::Int)));
        }
        for index in params.len() as u64..count {
            let shape = match self.choices.weighted("parameter", &[8, 2, 4]) {
                1 if structs > 0 => Shape::Struct(self.choices.below("struct", structs) as usize),
                2 if !pure_ => {
                    let is_pointer = |shape: &&Shape| matches!(shape, Shape::Pointer(_));
                    let earlier = params.iter().map(|(_, shape)| shape).find(is_pointer).cloned();
                    let again = self.choices.percent("parameter of the same type", 50);
                    match earlier.filter(|_| again) {
                        Some(shape) => shape,
                        None => Shape::Pointer(Box::new(self.pointee())),
                    }
                }
                _ => self.int(),
            };
            params.push((numbered("x", index), shape));
        }
        // A recursive function gives numbers.
        let result = match result {
            Shape::Struct(_) if recursive => Shape::Int(IntKind::ULongLong),
            result => result,
        };
        self.push_helper(number, recursive, pure_, Some(result), params);
    }

    /// A type that some variable has.
    fn pointee(&mut self) -> Shape {
        let is_it = |global: &&Global| {
            let is_int = matches!(global.shape, Shape::Int(_) | Shape::Enum(_));
            is_int && global.role == Role::Mixed && !global.constant && !global.volatile
        };
        let found: Vec<&Global> = self.world.globals.iter().filter(is_it).collect();
        let at = self.choices.below("pointed type", found.len().max(1) as u64) as usize;
        found.get(at).map_or(Shape::Int(IntKind::UInt), |global| global.shape.clone())
    }

    fn push_helper(
        &mut self,
        number: u64,
        recursive: bool,
        pure_: bool,
        result: Option<Shape>,
        params: Vec<(Name, Shape)>,
    ) {
        let is_static =
            self.settings.layout == Layout::Single && self.choices.percent("static", 60);
        self.world.functions.push(Function {
            name: numbered("f", number),
            result,
            params,
            is_static,
            is_test: false,
            recursive,
            pure_,
            floats: false,
            holes: HOLES,
            before: String::new(),
            body: None,
            cost: 0,
            row: None,
        });
    }
}
