//! The declared schema beside the live table: comparison, missing indexes, exports.

#![allow(missing_docs, reason = "test types")]

mod cfn_lint;
mod compare;
mod composed;
mod export;
mod several;
mod support;
mod update_table;
