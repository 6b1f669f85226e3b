//! What an input with faults expands to: its errors.

use proc_macro2::TokenStream;

/// The errors, each at its place.
pub(crate) fn fallback(result: syn::Result<()>) -> TokenStream {
    match result {
        Ok(()) => TokenStream::new(),
        Err(errors) => errors.into_compile_error(),
    }
}
