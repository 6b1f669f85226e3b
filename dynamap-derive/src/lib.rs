//! The derive macros of dynamap.
