//! The examples of dynamap: see the folders beside this one.
