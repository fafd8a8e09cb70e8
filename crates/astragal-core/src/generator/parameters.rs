//! Types whose usual generator has parameters: [`any_with`].

use std::any::{Any as AnyType, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::{Draw, Gen};
use crate::generator::reflect::Key;
use crate::source::Plan;
use crate::space::Space;

/// A type whose usual generator has parameters. Derive it: `#[derive(Arbitrary)] #[arbitrary(params = Limits)]`.
///
/// Pointers, cells, `Option`, `Vec` and the values of maps pass the parameters of what they hold on, so `Vec<Doc>` has those of
/// `Doc`.
///
/// By hand, name the parameters and the generator:
///
/// ```
/// use astragal::generators::{ArbitraryWith, FullGen, SharedParams, any_with};
/// use astragal::prelude::*;
///
/// #[derive(Debug, Clone, PartialEq)]
/// struct Percent(u8);
///
/// impl ArbitraryWith for Percent {
///     type Params = u8;
///     type Gen = FullGen<'static, Percent>;
///
///     fn any_with(most: SharedParams<u8>) -> Self::Gen {
///         int(0..=*most).iso(Percent, |p| Some(p.0)).full()
///     }
/// }
///
/// assert!(any_with::<Vec<Percent>>(40).sample(1).iter().all(|p| p.0 <= 40));
/// ```
#[diagnostic::on_unimplemented(
    message = "the usual generator of `{Self}` has no parameters",
    label = "`ArbitraryWith` is not implemented for this type",
    note = "a type of yours has them with `#[derive(Arbitrary)] #[arbitrary(params = MyParams)]`",
    note = "for other types name the generator: `vec_of(any::<T>(), 0..=5)`, `string_matching(\"[a-z]+\")`, `0..=9`; inside of it, `any_with::<T>(params)` passes the parameters on"
)]
pub trait ArbitraryWith: Sized + 'static {
    /// The parameters.
    type Params: 'static;

    /// The type of its generator, which says what it can do.
    type Gen: Gen<Value = Self>;

    /// Its generator for some parameters.
    fn any_with(params: SharedParams<Self::Params>) -> Self::Gen;
}

/// The usual generator of a type for some parameters.
///
/// ```
/// use astragal::generators::any_with;
/// use astragal::prelude::*;
///
/// struct Limits {
///     depth: u32,
/// }
///
/// #[derive(Debug, PartialEq, Arbitrary)]
/// #[arbitrary(params = Limits)]
/// struct Doc {
///     #[arbitrary(with = 0..=params.depth)]
///     depth: u32,
///     title: String,
/// }
///
/// assert!(any_with::<Doc>(Limits { depth: 3 }).sample(7).depth <= 3);
/// assert!(any_with::<Vec<Doc>>(Limits { depth: 3 }).sample(7).iter().all(|doc| doc.depth <= 3));
/// let choices = any_with::<Doc>(Limits { depth: 3 }).choices_of(&Doc { depth: 4, title: "a".into() });
/// assert_eq!(choices.unwrap_err().to_string(), "at Doc: 4 is not in 0..=3");
/// ```
#[inline(always)]
pub fn any_with<T: ArbitraryWith>(params: impl IntoParams<T::Params>) -> T::Gen {
    T::any_with(params.into_params())
}

/// What is given as parameters of type `P` to [`any_with`]: these themselves, or such as are [shared](SharedParams) already.
///
/// ```
/// use astragal::generators::{IntoParams, SharedParams};
///
/// let shared: SharedParams<u8> = 40.into_params();
/// let again: SharedParams<u8> = (&shared).into_params();
/// assert_eq!((*shared, *again), (40, 40));
/// ```
#[diagnostic::on_unimplemented(
    message = "parameters of type `{P}` are needed here, but this is `{Self}`",
    label = "is not `{P}`"
)]
pub trait IntoParams<P> {
    /// The parameters, shared.
    fn into_params(self) -> SharedParams<P>;
}

impl<P> IntoParams<P> for P {
    #[inline]
    fn into_params(self) -> SharedParams<P> {
        SharedParams::new(self)
    }
}

impl<P> IntoParams<P> for SharedParams<P> {
    #[inline]
    fn into_params(self) -> SharedParams<P> {
        self
    }
}

impl<P> IntoParams<P> for &SharedParams<P> {
    #[inline]
    fn into_params(self) -> SharedParams<P> {
        self.clone()
    }
}

/// Parameters that are shared by the generators of a type and of its parts. A clone is cheap, and is the same parameters.
///
/// In the attributes of a type with `#[arbitrary(params = Limits)]`, `params` is one: `params.depth` reads them,
/// `any_with::<Doc>(params)` passes them on.
///
/// ```
/// use astragal::generators::{SharedParams, any_with};
/// use astragal::prelude::*;
///
/// #[derive(Debug, PartialEq, Arbitrary)]
/// #[arbitrary(params = u8)]
/// struct Percent(#[arbitrary(with = 0..=**params)] u8);
///
/// let most = SharedParams::new(40);
/// let pairs = (any_with::<Percent>(&most), any_with::<Vec<Percent>>(&most));
/// assert!(pairs.sample(1).0.0 <= *most);
/// ```
pub struct SharedParams<P>(Arc<Shared<P>>);

struct Shared<P> {
    params: P,
    /// Like no other: what is known of a generator holds for these parameters alone.
    number: u64,
    plans: Plans,
}

impl<P> SharedParams<P> {
    /// Shares parameters.
    pub fn new(params: P) -> SharedParams<P> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        SharedParams(Arc::new(Shared { params, number, plans: Plans::default() }))
    }

    /// Those of `Default`, made once for each thread.
    #[doc(hidden)]
    pub fn usual() -> SharedParams<P>
    where
        P: Default + 'static,
    {
        thread_local! {
            static KNOWN: RefCell<HashMap<TypeId, Box<dyn AnyType>>> = RefCell::default();
        }
        let id = TypeId::of::<P>();
        let known = |map: &HashMap<_, Box<dyn AnyType>>| map.get(&id)?.downcast_ref::<SharedParams<P>>().cloned();
        KNOWN.with_borrow(known).unwrap_or_else(|| {
            // Made while nothing is borrowed: `default` is the user's code.
            let made = SharedParams::new(P::default());
            KNOWN.with_borrow_mut(|map| map.insert(id, Box::new(made.clone())));
            made
        })
    }

    /// The number of these parameters, for descriptions.
    #[doc(hidden)]
    pub fn number(&self) -> u64 {
        self.0.number
    }

    /// A generator of this type with these parameters, for the way back.
    #[doc(hidden)]
    pub fn key_of<G: 'static>(&self) -> Key {
        Key::numbered::<G>(self.0.number)
    }

    /// The plan of a derived type with these parameters, made once.
    #[doc(hidden)]
    #[inline]
    pub fn plan_of<G: Draw + 'static>(&self, generator: &G, has_weights: bool) -> &Plan {
        self.0.plans.get(TypeId::of::<G>(), &|| Plan::of_space(&Space::of(generator), has_weights))
    }
}

impl<P> Clone for SharedParams<P> {
    fn clone(&self) -> Self {
        SharedParams(Arc::clone(&self.0))
    }
}

impl<P> Deref for SharedParams<P> {
    type Target = P;

    fn deref(&self) -> &P {
        &self.0.params
    }
}

impl<P: fmt::Debug> fmt::Debug for SharedParams<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0.params, f)
    }
}

/// The plans of the types that share parameters, mostly one: a list to which is only added, so that it takes no lock.
#[derive(Default)]
struct Plans {
    first: OnceLock<(TypeId, Plan)>,
    others: OnceLock<Box<Plans>>,
}

impl Plans {
    fn get(&self, id: TypeId, make: &dyn Fn() -> Plan) -> &Plan {
        // Made outside of the cell, which may not be asked for again while it is filled.
        let (first, plan) = match self.first.get() {
            Some(first) => first,
            None => {
                let made = (id, make());
                self.first.get_or_init(|| made)
            }
        };
        if *first == id { plan } else { self.others.get_or_init(Box::default).get(id, make) }
    }
}

/// Parameters that need not be given, so that a type that has them has a usual generator. The lifetime keeps the compiler from
/// checking this where the type is derived.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `Default`, so a type with these parameters has no usual generator",
    label = "there are no default parameters",
    note = "write `any_with::<T>(params)`, in `#[from(..)]` on an argument or in `#[arbitrary(with = ..)]` on a field",
    note = "or implement `Default` for `{Self}`"
)]
pub trait DefaultParams<'a>: Default {}

#[diagnostic::do_not_recommend]
impl<P: Default> DefaultParams<'_> for P {}
