//! What keeps generated code apart from the user's: the crate path, private names, spans.

use std::collections::HashSet;

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

/// Names that generated code introduces beside the user's own tokens.
pub(crate) struct PrivateNames {
    taken: HashSet<String>,
}

impl PrivateNames {
    /// Names that must differ from every identifier in `tokens`, the derive's whole input.
    pub(crate) fn beside(tokens: TokenStream) -> Self {
        let mut taken = HashSet::new();
        collect(tokens, &mut taken);
        Self { taken }
    }

    /// `wanted`, with a number behind it where the user's tokens hold that name already.
    pub(crate) fn fresh(&self, wanted: &str) -> Ident {
        // One more candidate than there are names to avoid.
        let name = std::iter::once(wanted.to_owned())
            .chain((2..self.taken.len() + 2).map(|number| format!("{wanted}{number}")))
            .find(|name| !self.taken.contains(name))
            .unwrap_or_else(|| wanted.to_owned());
        Ident::new(&name, Span::mixed_site())
    }
}

fn collect(tokens: TokenStream, names: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => collect(group.stream(), names),
            TokenTree::Ident(ident) => {
                names.insert(ident.to_string());
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// `tokens` as if all of them stood at `span`, so that an error about them blames one place.
///
/// Names keep how they resolve; only their location changes.
pub(crate) fn respan(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| {
            let located = token.span().located_at(span);
            let mut token = match token {
                TokenTree::Group(group) => {
                    TokenTree::Group(Group::new(group.delimiter(), respan(group.stream(), span)))
                }
                other => other,
            };
            token.set_span(located);
            token
        })
        .collect()
}
