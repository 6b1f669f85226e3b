//! What keeps generated code apart from the user's: the crate path, spans.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use syn::Path;

/// The path of the runtime crate: what `crate = …` says, else `::dynamap`.
pub(crate) fn crate_path(given: Option<Path>) -> Path {
    given.unwrap_or_else(|| {
        let mut path = Path::from(Ident::new("dynamap", Span::call_site()));
        path.leading_colon = Some(syn::Token![::](Span::call_site()));
        path
    })
}

/// `tokens` as if the user had written them at `span`, so that an error about them blames that
/// place and speaks of no macro.
pub(crate) fn respan(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => {
                let mut moved = Group::new(group.delimiter(), respan(group.stream(), span));
                moved.set_span(span);
                TokenTree::Group(moved)
            }
            mut other => {
                // `$crate` means the crate of the macro that wrote it, which only its own span knows.
                let is_dollar_crate =
                    matches!(&other, TokenTree::Ident(ident) if ident == "$crate");
                other.set_span(if is_dollar_crate {
                    other.span().located_at(span)
                } else {
                    span
                });
                other
            }
        })
        .collect()
}
