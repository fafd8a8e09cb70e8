//! How generated code is written: names that cannot clash with other code.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

/// Generated code. Its local variables are hygienic, so that an expression in an attribute does not see them.
macro_rules! code {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}
pub(crate) use code;

/// A numbered name: of a local variable or of a function of the generator, invisible to other code.
pub(crate) fn numbered(prefix: &str, index: usize) -> Ident {
    Ident::new(&format!("{prefix}{index}"), Span::mixed_site())
}

/// Calls a function of the generator, `Self::name::<ty>(arguments)`, in the place of something in the input.
///
/// The compiler then reports errors of the call there, and does not repeat those that it has reported there already.
/// Local variables among the arguments keep their hygiene.
pub(crate) fn call_at(
    place: &impl ToTokens,
    name: &str,
    ty: Option<&syn::Type>,
    arguments: TokenStream,
) -> TokenStream {
    let name = Ident::new(name, Span::mixed_site());
    at(place, code!(Self::#name), ty.map(|ty| code!(#ty)), arguments)
}

/// A generator in a local variable, once something was demanded of it.
pub(crate) struct Demanded {
    /// Binds the variable. What the generator borrows lives as long.
    pub(crate) binding: TokenStream,
    /// It is in the place of the generator, where it is not hygienic: it has a name that user code does not use.
    pub(crate) variable: Ident,
    /// A borrow of it, in the same place.
    pub(crate) borrowed: TokenStream,
}

/// A generator of values of a type, of which something is demanded: methods of `Part`, in order. The number is that of the variable.
///
/// If it lacks one, that is a compiler error in its place, and the only one.
pub(crate) fn demanded(
    library: &TokenStream,
    generator: &impl ToTokens,
    ty: &impl ToTokens,
    demands: &[&str],
    number: usize,
) -> Demanded {
    let (start, end) = ends(generator);
    let name = format!("__generator_{number}");
    let (variable, mut content) = (Ident::new(&name, start), Literal::usize_unsuffixed(0));
    content.set_span(end);
    let steps = demands.iter().map(|demand| {
        let (demand, handed) = (Ident::new(demand, start), quote_spanned!(start=> #variable.#content));
        code!(let #variable = (#library::Part::<#ty, _>::of(&#variable.0).#demand(#handed),);)
    });
    let binding = code!(let #variable = (#generator,); #(#steps)* let #variable = #variable.0;);
    let last = Ident::new(&name, end);
    Demanded { binding, borrowed: quote_spanned!(start=> &#last), variable }
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

/// `function::<types>(arguments)`, in the place of something in the input.
pub(crate) fn at(
    place: &impl ToTokens,
    function: TokenStream,
    types: Option<TokenStream>,
    arguments: TokenStream,
) -> TokenStream {
    let (begin, end) = ends(place);
    let (function, arguments) = (moved(function, begin), parentheses(arguments, end));
    let types = types.map(|types| {
        let (open, close) = (quote_spanned!(begin=> ::<), quote_spanned!(end=> >));
        quote!(#open #types #close)
    });
    quote!(#function #types #arguments)
}

/// The same tokens in another place.
pub(crate) fn moved(tokens: TokenStream, place: Span) -> TokenStream {
    let moved = tokens.into_iter().map(|mut token| {
        token.set_span(place);
        token
    });
    moved.collect()
}

/// Tokens in parentheses that are in a place of the input.
pub(crate) fn parentheses(tokens: TokenStream, place: Span) -> Group {
    let mut group = Group::new(Delimiter::Parenthesis, tokens);
    group.set_span(place);
    group
}
