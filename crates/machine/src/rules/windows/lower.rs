//! Inner arrays as arguments of library functions.

use elenchus_lang::tree::{Conversion, ExprId, ExprKind};

use crate::core::lower::Lowerer;
use crate::library::Reach;

impl Lowerer<'_> {
    /// Which arguments of a library function are such, and their sizes. None where
    /// it finds further pointers by itself: in what a pointer points to, or in a
    /// list of arguments.
    pub(crate) fn inner_arguments(&self, reach: Reach, args: &[ExprId]) -> Box<[(u8, u32)]> {
        let types = &self.p.types;
        let leads_on =
            |&arg: &ExprId| types.pointee(self.ty(arg)).is_some_and(|to| types.is_pointer(to));
        if reach == Reach::Anything || args.iter().any(leads_on) {
            return Box::default();
        }
        let sizes = args
            .iter()
            .enumerate()
            .filter_map(|(at, &arg)| Some((u8::try_from(at).ok()?, self.inner_size(arg, reach)?)));
        sizes.collect()
    }

    /// The size of the array inside of an object whose first element an argument
    /// of a library function points to: it may touch no more than that (7.1.4p1
    /// with 6.5.6p8). The last array of a struct may be longer than it says.
    fn inner_size(&self, arg: ExprId, reach: Reach) -> Option<u32> {
        let mut e = arg;
        let array = loop {
            e = match self.p.exprs[e].kind {
                ExprKind::Convert(Conversion::Pointer, inner)
                | ExprKind::Cast(Conversion::Pointer, inner, _) => inner,
                ExprKind::Convert(Conversion::Decay, array) => break array,
                _ => return None,
            };
        };
        let is_inner = match self.p.exprs[array].kind {
            ExprKind::Member(_, field, _) => {
                let record = self.p.types.fields[field].record;
                !self.p.types.records[record].is_union && !self.is_trailing(array)
            }
            ExprKind::Index(..) => reach == Reach::Array,
            _ => false,
        };
        let size = self.size_of(self.ty(array)).ok().filter(|&size| is_inner && size > 0)?;
        u32::try_from(size).ok()
    }
}
