//! The variables of a function in SSA form, for C.
//!
//! `i_3` is the third value of the variable `i` and has its type; each value becomes a
//! variable of its own. `x_2(D)` is what `x` has at the beginning: an argument, or nothing.

use std::collections::BTreeMap;

use super::types::Type;
use super::value::Value;

#[derive(Default, Debug)]
pub struct Names {
    declared: BTreeMap<String, Type>,
    parameters: Vec<String>,
    /// Values that were met, by their names in C.
    values: BTreeMap<String, Type>,
    /// Functions that were called, by their names in the dump.
    pub calls: Vec<String>,
}

impl Names {
    pub fn parameter(&mut self, name: &str, ty: Type) -> Result<(), String> {
        self.parameters.push(name.to_owned());
        self.declare(name, ty)
    }

    pub fn declare(&mut self, name: &str, ty: Type) -> Result<(), String> {
        match self.declared.insert(name.to_owned(), ty.clone()) {
            Some(other) if other != ty => Err(format!("two variables with the name {name}")),
            _ => Ok(()),
        }
    }

    /// The values that are variables now.
    pub fn values(&self) -> impl Iterator<Item = (&String, &Type)> {
        self.values.iter()
    }

    pub fn is_variable(&self, name: &str) -> bool {
        self.declared.contains_key(name) || self.variable_of(name).is_some()
    }

    pub fn called(&mut self, name: &str) -> String {
        self.calls.push(name.to_owned());
        in_c(name)
    }

    /// The type of what is assigned to, where it is a variable of the function.
    pub fn type_of(&self, name: &str) -> Option<&Type> {
        self.declared.get(name).or_else(|| self.declared.get(self.variable_of(name)?))
    }

    /// A variable, or a value of one. What nobody has declared is of the program.
    pub fn variable(&mut self, name: &str) -> Result<Value, String> {
        let value = |name: &str, ty: &Type| Value { text: in_c(name), is_pointer: ty.is_pointer };
        if let Some(ty) = self.declared.get(name) {
            if name.starts_with('_') && name[1..].bytes().all(|digit| digit.is_ascii_digit()) {
                self.values.insert(in_c(name), ty.clone());
            }
            return Ok(value(name, ty));
        }
        let Some((of, ty)) = self
            .variable_of(name)
            .and_then(|of| Some((of.to_owned(), self.declared.get(of)?.clone())))
        else {
            return match name.ends_with("(D)") {
                true => Err(format!("the value {name} of no variable")),
                false => Ok(Value { text: in_c(name), is_pointer: false }),
            };
        };
        if name.ends_with("(D)") && self.parameters.contains(&of) {
            return Ok(value(&of, &ty));
        }
        self.values.insert(in_c(name), ty.clone());
        Ok(value(name, &ty))
    }

    /// `i` for `i_3`, if there is one.
    fn variable_of<'a>(&self, name: &'a str) -> Option<&'a str> {
        let (of, version) = name.strip_suffix("(D)").unwrap_or(name).rsplit_once('_')?;
        let is_version = !version.is_empty() && version.bytes().all(|digit| digit.is_ascii_digit());
        (is_version && self.declared.contains_key(of)).then_some(of)
    }
}

/// A name that C takes: dots are in no other one.
pub fn in_c(name: &str) -> String {
    name.replace("(D)", "_at_begin").replace(['.', '$'], "__dot__")
}
