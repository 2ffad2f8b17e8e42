//! Small trees made by hand. That whole files print and parse back is tested
//! where the parser is.

mod build;
mod declarations;
mod literals;
mod precedence;
mod statements;
mod text;
