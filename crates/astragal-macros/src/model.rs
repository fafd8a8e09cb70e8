//! The type under `#[derive(Arbitrary)]`, as far as its generator is concerned.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields, Generics, Index, Member, Type, Visibility, WherePredicate};

use crate::attributes::{FieldOptions, Lost, Origin, TypeOptions, VariantOptions};
use crate::code::code;
use crate::dependent::resolve;
use crate::errors::Errors;
use crate::params::{Params, variable};
use crate::substitute::type_of;

/// The type.
pub(crate) struct Model {
    /// Its name, for spans and messages.
    pub(crate) label: String,
    /// The type itself: `List::<T>`.
    pub(crate) target: TokenStream,
    pub(crate) visibility: Visibility,
    /// As declared; lifetimes are `'static` wherever they are used.
    pub(crate) generics: Generics,
    /// The name of its generator.
    pub(crate) generator: Ident,
    /// Where the library is, and what generated code uses of it.
    pub(crate) root: TokenStream,
    pub(crate) library: TokenStream,
    pub(crate) bound: Option<Vec<WherePredicate>>,
    /// The parameters of its generator, if it has any.
    pub(crate) params: Option<Params>,
    /// What is drawn. A struct is one variant.
    pub(crate) variants: Vec<Variant>,
    pub(crate) skipped: Vec<Skipped>,
    /// Whether a weight was written.
    pub(crate) has_weights: bool,
    /// Fields cannot be borrowed, only copied.
    pub(crate) packed: bool,
}

/// A variant that is drawn, or the struct.
pub(crate) struct Variant {
    /// What makes it and takes it apart: `List::Nil`. Its parameters are inferred.
    pub(crate) path: TokenStream,
    pub(crate) label: String,
    pub(crate) weight: u32,
    pub(crate) fields: Vec<Field>,
    /// The condition of which values are drawn.
    pub(crate) filter: Option<TokenStream>,
}

/// A field.
pub(crate) struct Field {
    pub(crate) member: Member,
    pub(crate) ty: Type,
    /// Where it is: `Expr::Add.0`.
    pub(crate) label: String,
    pub(crate) origin: Origin,
    pub(crate) lost: Lost,
    /// The numbers of the earlier fields that its generator mentions.
    pub(crate) depends_on: Vec<usize>,
}

/// A variant that is never drawn.
pub(crate) struct Skipped {
    pub(crate) path: TokenStream,
    pub(crate) label: String,
}

/// How the choices of a value are laid out: it is nothing, one choice, or one span.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// No choice.
    Nothing,
    /// Whatever its one field is.
    Wrapper,
    /// A span of several fields.
    Product,
    /// One pick.
    Pick,
    /// A span: a pick, then fields.
    Sum,
}

impl Model {
    /// Understands the input.
    pub(crate) fn of(input: DeriveInput, names: &HashSet<String>, errors: &mut Errors) -> Model {
        let mut options = TypeOptions::of(&input.attrs, errors);
        let root = options.library.take().unwrap_or_else(|| code!(::astragal));
        let mut model = Model {
            label: input.ident.unraw().to_string(),
            target: type_of(&input),
            visibility: input.vis,
            generics: input.generics,
            generator: generator_name(&input.ident, names),
            library: code!(#root::__private),
            root,
            bound: options.bound.take(),
            params: options.params.take().map(|ty| Params { ty, name: input.ident.clone() }),
            variants: Vec::new(),
            skipped: Vec::new(),
            has_weights: false,
            packed: input.attrs.iter().any(is_packed),
        };
        match input.data {
            Data::Struct(data) => {
                let name = &input.ident;
                let variant = Variant {
                    path: code!(#name),
                    label: model.label.clone(),
                    weight: 1,
                    fields: fields(data.fields, &model.label, errors),
                    filter: options.filter.take(),
                };
                model.variants.push(variant);
            }
            Data::Enum(data) => model.add_variants(&input.ident, data, errors),
            Data::Union(data) => errors.at(
                data.union_token,
                "a union does not say which of its fields it holds, so it cannot be derived: write an enum, or implement \
                 `Arbitrary` by hand",
            ),
        }
        if let Some(condition) = options.filter {
            errors.at(condition, "`filter` belongs on a struct or on a variant of an enum");
        }
        let nothing_to_reject = |variant: &&Variant| variant.drawn().count() == 0;
        for variant in model.variants.iter().filter(nothing_to_reject) {
            if let Some(condition) = &variant.filter {
                errors.at(
                    condition,
                    format!("`{}` has no field that is drawn, so there is nothing to reject", variant.label),
                );
            }
        }
        model
    }

    fn add_variants(&mut self, name: &Ident, data: syn::DataEnum, errors: &mut Errors) {
        let mut zeros = Vec::new();
        for variant in data.variants {
            let ident = &variant.ident;
            let path = code!(#name::#ident);
            let label = ident.unraw().to_string();
            let options = VariantOptions::of(&variant.attrs, errors);
            let place = format!("{}::{label}", self.label);
            let fields = fields(variant.fields, &place, errors);
            if options.skip {
                self.skipped.push(Skipped { path, label: place });
                continue;
            }
            let mut weight = 1;
            if let Some((written, at)) = options.weight {
                (weight, self.has_weights) = (written, true);
                zeros.extend((written == 0).then_some(at));
            }
            self.variants.push(Variant { path, label, weight, fields, filter: options.filter });
        }
        let label = &self.label;
        if self.variants.is_empty() && self.skipped.is_empty() {
            errors.at(
                name,
                format!("`{label}` has no variants, so it has no values: remove `Arbitrary` from its derives"),
            );
        } else if self.variants.is_empty() {
            errors.at(name, format!("every variant of `{label}` is skipped: leave at least one to be drawn"));
        } else if self.variants.iter().all(|variant| variant.weight == 0) {
            if let Some(zero) = zeros.first() {
                errors.at(zero, format!("every variant of `{label}` has weight 0: give at least one a weight above 0"));
            }
        }
    }

    /// How the choices of a value are laid out.
    pub(crate) fn layout(&self) -> Layout {
        match &self.variants[..] {
            [only] => match only.drawn().count() {
                0 => Layout::Nothing,
                1 => Layout::Wrapper,
                _ => Layout::Product,
            },
            variants if variants.iter().all(|variant| variant.drawn().count() == 0) => Layout::Pick,
            _ => Layout::Sum,
        }
    }

    /// Whether it has too many variants for a `match`, so that their functions are in tables.
    ///
    /// The frame of a `match` of a debug build holds the temporaries of all of its arms, once for each level of a value.
    pub(crate) fn has_tables(&self) -> bool {
        self.layout() == Layout::Sum && self.variants.len() > 16
    }

    /// Whether its generator runs backwards.
    pub(crate) fn runs_backwards(&self) -> bool {
        !self.fields().any(|field| field.lost.backwards)
    }

    /// All fields of the variants that are drawn.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &Field> {
        self.variants.iter().flat_map(|variant| &variant.fields)
    }
}

impl Layout {
    /// The label of the span, if there is one.
    pub(crate) fn span_label<'a>(&self, model: &'a Model) -> Option<&'a str> {
        matches!(self, Layout::Product | Layout::Sum).then_some(model.label.as_str())
    }
}

impl Variant {
    /// Whether the generator of another field mentions the field of a number.
    pub(crate) fn is_mentioned(&self, index: usize) -> bool {
        self.fields.iter().any(|field| field.depends_on.contains(&index))
    }

    /// The fields that take choices.
    pub(crate) fn drawn(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.origin.is_drawn())
    }
}

fn fields(fields: Fields, of: &str, errors: &mut Errors) -> Vec<Field> {
    let mut earlier: Vec<Option<String>> = Vec::new();
    let read = |(index, field): (usize, syn::Field)| {
        let name = field.ident.as_ref().map_or_else(|| index.to_string(), |ident| ident.unraw().to_string());
        let index = Index { index: index as u32, span: Span::mixed_site() };
        let member = field.ident.map_or(Member::Unnamed(index), Member::Named);
        let FieldOptions { mut origin, lost } = FieldOptions::of(&field.attrs, errors);
        let depends_on = origin.expression().map(|it| resolve(it, &earlier, errors)).unwrap_or_default();
        earlier.push(origin.is_drawn().then(|| name.clone()));
        Field { member, ty: field.ty, label: format!("{of}.{name}"), origin, lost, depends_on }
    };
    fields.into_iter().enumerate().map(read).collect()
}

/// A name that the input does not use itself: the generated code is next to the user's types.
fn generator_name(name: &Ident, taken: &HashSet<String>) -> Ident {
    let mut free = format!("{}Generator", name.unraw());
    while taken.contains(&free) {
        free.push('_');
    }
    Ident::new(&free, Span::mixed_site())
}

fn is_packed(attribute: &syn::Attribute) -> bool {
    let syn::Meta::List(list) = &attribute.meta else { return false };
    list.path.is_ident("repr") && list.tokens.to_string().contains("packed")
}

/// What a type with parameters needs besides.
impl Model {
    /// What its functions are called with before all else: the generator, if it has parameters.
    pub(crate) fn given(&self) -> TokenStream {
        self.if_params(code!(self,))
    }

    /// The same as its functions declare it.
    pub(crate) fn receiver(&self) -> TokenStream {
        self.if_params(code!(&self,))
    }

    /// The same as a type.
    pub(crate) fn given_type(&self) -> TokenStream {
        self.if_params(code!(&Self,))
    }

    /// Binds the name under which expressions in attributes see the parameters.
    pub(crate) fn bind_params(&self) -> TokenStream {
        let params = variable();
        self.if_params(code!(let #params = &self.params;))
    }

    /// Binds `condition` to what was written after `filter =`. Only a closure that sees parameters holds something.
    pub(crate) fn condition(&self, written: &TokenStream) -> TokenStream {
        let target = &self.target;
        match self.params {
            None => code!(let condition: fn(&#target) -> ::core::primitive::bool = #written;),
            Some(_) => code!(let condition: &dyn ::core::ops::Fn(&#target) -> ::core::primitive::bool = &#written;),
        }
    }

    fn if_params(&self, tokens: TokenStream) -> TokenStream {
        if self.params.is_some() { tokens } else { TokenStream::new() }
    }
}
