//! Type and constant parameters, and the bounds that are inferred for them.

use std::fmt::Debug;
use std::marker::PhantomData;

use astragal::Closed;
use astragal::generators::{BoxedGen, Chars, FullGen};
use astragal::prelude::*;

use crate::support::{check, check_forwards};

#[derive(Debug, PartialEq, Arbitrary)]
struct Both<A, B> {
    left: A,
    right: Vec<B>,
}

#[derive(Debug, PartialEq, Arbitrary)]
enum List<T> {
    Cons(T, Box<List<T>>),
    Nil,
}

#[test]
fn parameters_are_drawn_by_their_generators() {
    check(Both::<u8, String> { left: 0, right: Vec::new() });
    check(List::<u8>::Nil);
    check(List::<List<bool>>::Nil);
}

#[test]
fn each_instance_has_a_plan_of_its_own() {
    // The same code with other types in turn: neither sees the other's plan.
    #[derive(Debug, PartialEq, Arbitrary)]
    enum Choice<A, B> {
        First(A),
        Second(B),
    }
    check(Choice::<(u8, u8), u8>::Second(0));
    check(Choice::<u8, (u8, u8)>::First(0));
    for seed in 0..100 {
        any::<Choice<List<u8>, u8>>().sample(seed);
        any::<Choice<u8, List<u8>>>().sample(seed);
    }
    // The simplest arm depends on the parameters.
    let zeros = Default::default();
    assert_eq!(any::<Choice<(u8, u8), u8>>().replay(&zeros).expect("a value"), Choice::Second(0));
    assert_eq!(any::<Choice<u8, (u8, u8)>>().replay(&zeros).expect("a value"), Choice::First(0));
}

/// Neither arbitrary nor anything else.
struct Foreign;

#[derive(Arbitrary)]
struct Tagged<T> {
    id: u32,
    tag: PhantomData<T>,
    function: PhantomData<fn(T) -> T>,
}

impl<T> PartialEq for Tagged<T> {
    fn eq(&self, other: &Tagged<T>) -> bool {
        self.id == other.id
    }
}

impl<T> Debug for Tagged<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tagged({})", self.id)
    }
}

#[test]
fn a_phantom_parameter_needs_nothing() {
    assert!(any::<Tagged<Foreign>>().sample(1).id == any::<Tagged<Foreign>>().sample(1).id);
    let choices = any::<Tagged<Foreign>>().choices_of(&Tagged { id: 9, tag: PhantomData, function: PhantomData });
    assert_eq!(any::<Tagged<Foreign>>().replay(&choices.expect("reflects")).expect("parses").id, 9);
}

#[derive(Arbitrary)]
struct Unsized<T: ?Sized>(u8, #[arbitrary(default)] PhantomData<T>);

#[test]
fn a_phantom_parameter_may_be_unsized() {
    let Unsized(_, _) = any::<Unsized<str>>().sample(1);
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Items<I: Iterator> {
    first: I::Item,
    rest: Vec<<I as Iterator>::Item>,
    phantom: PhantomData<I>,
}

/// Has no generator; its items have one.
#[derive(Debug, PartialEq)]
struct Bytes;

impl Iterator for Bytes {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        None
    }
}

#[test]
fn projections_are_bounded_themselves() {
    check(Items::<Bytes> { first: 0, rest: Vec::new(), phantom: PhantomData });
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Block<T, const N: usize = 3> {
    cells: [T; N],
    flag: bool,
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Counted<const N: usize>(u8, [bool; N]);

#[test]
fn constant_parameters() {
    check(Block::<u8> { cells: [0; 3], flag: false });
    check(Block::<u8, 5> { cells: [0; 5], flag: false });
    check(Counted::<2>(0, [false; 2]));
    check(Counted::<4>(0, [false; 4]));
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Defaulted<T = u8>(T, T);

#[test]
fn parameters_with_defaults() {
    check(Defaulted(0u8, 0));
    check(<Defaulted>::new());
}

impl Defaulted {
    fn new() -> Self {
        Defaulted(0, 0)
    }
}

trait Measure {
    type Unit;
}

impl Measure for u8 {
    type Unit = bool;
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Bounded<T: Measure + Clone, U>
where
    U: Into<u64>,
    T::Unit: Debug,
{
    value: T,
    unit: T::Unit,
    other: U,
}

#[test]
fn written_bounds_are_kept() {
    check(Bounded::<u8, u32> { value: 0, unit: false, other: 0 });
}

trait Named: Sized + 'static {
    fn named() -> FullGen<'static, Self>;
}

impl Named for char {
    fn named() -> FullGen<'static, char> {
        Chars::range('x'..='z').full()
    }
}

/// The parameter needs no usual generator: it is drawn in another way.
#[derive(Debug, PartialEq, Arbitrary)]
#[arbitrary(bound = "T: Named")]
struct Custom<T>(#[arbitrary(with = T::named())] T, u8);

#[test]
fn bounds_can_be_given() {
    check(Custom('x', 0));
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Prepared<T, U> {
    #[arbitrary(default)]
    cache: Option<T>,
    #[arbitrary(default)]
    state: U,
    value: u8,
}

/// Has a default and can be compared, but no generator.
#[derive(Debug, Default, PartialEq)]
struct State(u8);

#[test]
fn a_parameter_that_is_not_drawn_needs_only_a_default() {
    check(Prepared::<State, State> { cache: None, state: State(0), value: 0 });
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Shadow<Gen, Source> {
    generator: Gen,
    source: Source,
}

#[test]
fn parameters_may_have_any_name() {
    check(Shadow { generator: 0u8, source: false });
}

/// Runs forwards only: its generator is a closure.
#[derive(Debug, PartialEq)]
struct Forwards(u8);

impl Arbitrary for Forwards {
    type Gen = BoxedGen<'static, Forwards>;

    fn any() -> Self::Gen {
        any::<u8>().map(Forwards).boxed()
    }
}

#[test]
fn a_generic_type_runs_backwards_if_its_parameters_do() {
    fn runs_backwards<T: Arbitrary<Gen: Reflect + Closed>>() {}
    runs_backwards::<List<u8>>();
    // `List<Forwards>` is drawn all the same.
    check_forwards(List::<Forwards>::Nil);
}
