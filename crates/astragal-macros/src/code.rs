//! How generated code is written: names that nobody else's code can meet.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

/// Generated code. Its local variables are hygienic, so that an expression in an attribute does not see them.
macro_rules! code {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}
pub(crate) use code;

/// A numbered name: of a local variable or of a function of the generator, which nobody else sees.
pub(crate) fn numbered(prefix: &str, index: usize) -> Ident {
    Ident::new(&format!("{prefix}{index}"), Span::mixed_site())
}

/// Calls a function of the generator, `Self::name::<ty>(arguments)`, in the place of something in the input.
///
/// Whatever the compiler has to say about the call it then says about that; and what it has said there already, it does
/// not repeat. Local variables among the arguments keep their hygiene.
pub(crate) fn call_at(
    place: &impl ToTokens,
    name: &str,
    ty: Option<&syn::Type>,
    arguments: TokenStream,
) -> TokenStream {
    let (start, end) = ends(place);
    let name = Ident::new(name, start);
    let ty = ty.map(|ty| {
        let (open, close) = (quote_spanned!(start=> ::<), quote_spanned!(end=> >));
        quote_spanned!(end=> #open #ty #close)
    });
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
    arguments.set_span(end);
    let function = quote_spanned!(start=> Self::#name);
    quote_spanned!(end=> #function #ty #arguments)
}

/// A local variable and a borrow of it, in the place of something in the input.
///
/// There it is not hygienic: it has a name that nobody uses.
pub(crate) fn variable_at(place: &impl ToTokens, index: usize) -> (Ident, TokenStream) {
    let (start, end) = ends(place);
    let variable = Ident::new(&format!("__generator_{index}"), end);
    let borrowed = quote_spanned!(start=> &#variable);
    (variable, borrowed)
}

/// Where something begins and where it ends.
pub(crate) fn ends(place: &impl ToTokens) -> (Span, Span) {
    let mut tokens = place.to_token_stream().into_iter();
    let Some(first) = tokens.next() else { return (Span::mixed_site(), Span::mixed_site()) };
    let last = tokens.last().unwrap_or_else(|| first.clone());
    let start = if let TokenTree::Group(group) = &first { group.span_open() } else { first.span() };
    let end = if let TokenTree::Group(group) = &last { group.span_close() } else { last.span() };
    (start, end)
}
