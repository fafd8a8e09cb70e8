//! The syntax of Astragal: `#[derive(Arbitrary)]`, `#[generator]`, `partial!`, `built!` and `#[property]`.

#![forbid(unsafe_code)]

mod attributes;
mod bounds;
mod code;
mod declare;
mod dependent;
mod derive;
mod describe;
mod draw;
mod errors;
mod fields;
mod generator;
mod infinite;
mod mention;
mod model;
mod options;
mod params;
mod pattern;
mod property;
mod reflect;
mod substitute;

use proc_macro::TokenStream;

/// Derives the usual generator of a struct or an enum: forwards, backwards, and the space of its values.
///
/// ```
/// use astragal::prelude::*;
///
/// #[derive(Debug, PartialEq, Arbitrary)]
/// enum Expr {
///     Add(Box<Expr>, Box<Expr>),
///     Val(i32),
/// }
///
/// let expr = any::<Expr>().sample(42); // recursive types end, in whatever order the variants are written
/// let choices = any::<Expr>().choices_of(&expr).unwrap();
/// assert_eq!(any::<Expr>().replay(&choices).unwrap(), expr);
/// assert_eq!(any::<Expr>().simplest().unwrap(), Expr::Val(0)); // the simplest
/// ```
///
/// Every field is drawn by its type's usual generator, in order. A recursive type grows to the size that it is drawn
/// at and then takes the shortest way to an end. If there is none, as in `struct Endless(Box<Endless>)`, that is a
/// compile error; where it takes several types to see it, it is a usage error when the generator is first used.
///
/// # Options of a field
///
/// Option | Value of the field
/// ---|---
/// (none) | drawn by the usual generator of its type
/// `with = generator` | drawn by another generator
/// `with = "[a-z]+"` | a `String` that matches a pattern, which is checked at compile time (feature `regex`)
/// `default` | that of `Default`; takes no choice
/// `default = value` | another constant; takes no choice
///
/// A generator may mention earlier fields that are drawn, as `self.name` or `self.0`:
///
/// ```
/// use astragal::prelude::*;
///
/// #[derive(Debug, Arbitrary)]
/// struct Selection {
///     text: Vec<char>,
///     #[arbitrary(with = 0..=self.text.len())]
///     start: usize,
///     #[arbitrary(with = self.start..=self.text.len())]
///     end: usize,
/// }
///
/// let Selection { text, start, end } = any::<Selection>().sample(7);
/// assert!(start <= end && end <= text.len());
/// ```
///
/// Such a type still runs backwards, but it is not `Closed`: which values it has is known only when they are drawn. Where a
/// generator has no value at all, as `0..self.text.len()` for an empty text, the value is rejected.
///
/// # What the type can do
///
/// A derived generator runs backwards (`Reflect`) and is enumerated (`Closed`) if all of its fields are. A field whose generator
/// lacks one of these says so, and the type lacks that one too, but not the other:
///
/// Option | The generator of the field, and the type
/// ---|---
/// (none) | run backwards, and are `Closed`
/// `open` | run backwards: a type whose fields depend on each other
/// `forwards` | are `Closed`: `any::<u8>().map(..)`
/// `opaque` | neither, but are drawn, shrunk and replayed
/// `opaque = generator` | the same, in place of `with = generator`; it may be a closure
///
/// A function that returns a generator says what it can do, since the compiler hides the rest:
///
/// ```
/// use astragal::prelude::*;
///
/// fn names() -> impl Gen<Value = String> + Reflect + Closed {
///     string_of('a'..='z', 1..=8)
/// }
///
/// fn even() -> impl Gen<Value = u32> + Reflect {
///     int(0..50u32).iso(|half| half * 2, |n| (n % 2 == 0).then_some(n / 2))
/// }
///
/// #[derive(Debug, PartialEq, Arbitrary)]
/// struct Seat {
///     #[arbitrary(with = even(), open)]
///     row: u32,
///     #[arbitrary(with = names())]
///     guest: String,
/// }
///
/// let seat = Seat { row: 8, guest: "ann".to_string() };
/// let choices = any::<Seat>().choices_of(&seat).unwrap();
/// assert_eq!(any::<Seat>().replay(&choices).unwrap(), seat);
/// ```
///
/// Backwards, a value fits only if its `default` fields have that value, for which their types need `PartialEq`;
/// `default, forwards` does without, and without running backwards.
///
/// ```
/// use astragal::prelude::*;
/// use std::time::Instant;
///
/// #[derive(Debug, PartialEq, Arbitrary)]
/// struct Account {
///     #[arbitrary(with = vec_of('a'..='z', 1..=8).iso(String::from_iter, |name: &String| Some(name.chars().collect())))]
///     name: String,
///     #[arbitrary(with = 18..=120u8)]
///     age: u8,
///     #[arbitrary(default = 1)]
///     version: u32,
/// }
///
/// let account = any::<Account>().sample(7);
/// assert!(account.age >= 18 && account.version == 1);
/// let young = Account { name: "al".to_string(), age: 3, version: 1 };
/// assert!(any::<Account>().choices_of(&young).is_err());
///
/// #[derive(Arbitrary)]
/// struct Visit {
///     #[arbitrary(opaque = |src| {
///         let low = src.draw(0..100u32);
///         (low, src.draw(low..=100))
///     })]
///     range: (u32, u32),
///     #[arbitrary(default = Instant::now(), forwards)]
///     since: Instant,
/// }
///
/// let visit = any::<Visit>().sample(7);
/// assert!(visit.range.0 <= visit.range.1);
/// # let _ = visit.since;
/// ```
///
/// # Options of a variant
///
/// Option | Meaning
/// ---|---
/// `weight = 3` | drawn three times as often as a variant without a weight; with 0 never, but it is parsed and reflected
/// `skip` | never drawn, and no value of the generator; its fields need no generator
/// `filter = condition` | only values for which `condition(&value)` holds; a closure or a function (on a struct too)
///
/// Weights steer chance alone. Without any, a recursive type decides by its size whether it goes on; with weights,
/// they do, until the size is used up.
///
/// ```
/// use astragal::prelude::*;
///
/// #[derive(Debug, PartialEq, Arbitrary)]
/// enum Answer {
///     #[arbitrary(weight = 9)]
///     Yes,
///     No,
///     #[arbitrary(weight = 0)]
///     Rare,
///     #[arbitrary(skip)]
///     At(std::time::Instant),
/// }
///
/// let answers: Vec<Answer> = (0..1_000).map(|seed| any::<Answer>().sample(seed)).collect();
/// assert!(answers.iter().filter(|answer| matches!(answer, Answer::Yes)).count() > 800);
/// assert!(answers.iter().all(|answer| matches!(answer, Answer::Yes | Answer::No)));
/// assert!(any::<Answer>().choices_of(&Answer::Rare).is_ok());
/// ```
///
/// # Options of the type
///
/// Option | Meaning
/// ---|---
/// `params = Type` | the generator has parameters: `any_with::<T>(params)`
/// `bound = "T: Trait"` | the bounds on type parameters, in place of the inferred ones
/// `crate = path` | where the library is, if not at `::astragal`
///
/// A parameter that occurs in the type of a drawn field gets the bound `T: Arbitrary`, unless it occurs only in
/// `PhantomData`; a projection such as `T::Item` gets the bound itself. Running backwards asks for
/// `<T as Arbitrary>::Gen: Reflect`, a closed space for `<T as Arbitrary>::Gen: Closed`. What `bound` says is used for
/// all of these. All parameters are `'static`, and lifetimes become `'static`:
///
/// ```
/// use astragal::prelude::*;
/// use std::borrow::Cow;
///
/// #[derive(Debug, Arbitrary)]
/// enum Tree<T> { Leaf(T), Node(Vec<Tree<T>>) }
///
/// #[derive(Debug, Arbitrary)]
/// struct Text<'a>(Cow<'a, str>);
///
/// println!("{:?}", any::<Tree<Text>>().sample(3));
/// ```
///
/// # Parameters
///
/// With `params = Limits` the expressions in attributes, `with`, `default = ..` and `filter`, see the parameters as `params`:
///
/// ```
/// use astragal::generators::any_with;
/// use astragal::prelude::*;
///
/// struct Limits {
///     most: i32,
///     names: Vec<&'static str>,
/// }
///
/// #[derive(Debug, PartialEq, Arbitrary)]
/// #[arbitrary(params = Limits)]
/// enum Expr {
///     Add(Box<Expr>, Box<Expr>),
///     Val(#[arbitrary(with = 0..=params.most)] i32),
///     Var(#[arbitrary(with = select(params.names.clone()))] &'static str),
///     Call(#[arbitrary(with = vec_of(any_with::<Expr>(params), 1..=2))] Vec<Expr>),
/// }
///
/// let expressions = any_with::<Expr>(Limits { most: 9, names: vec!["x", "y"] });
/// assert!(expressions.can_make(&Expr::Val(9)).is_ok());
/// assert!(expressions.can_make(&Expr::Val(10)).is_err());
/// assert!(any_with::<Vec<Expr>>(Limits { most: 0, names: vec!["x"] }).can_make(&vec![Expr::Val(0), Expr::Var("x")]).is_ok());
/// ```
///
/// A field in which the type itself occurs is given the same parameters, through pointers, `Option`, `Vec` and the values of maps;
/// elsewhere `any_with::<T>(params)` passes them on. If they are `Default`, the type has a usual generator too, `any::<Expr>()`, with
/// these. Such a type runs backwards and is `Closed` as any other; but one that makes other parameters for itself, as in
/// `any_with::<Expr>(params.smaller())`, can be drawn and run backwards, and not be counted.
///
/// # Choices
///
/// A value is nothing, one choice, or one span. A struct of several drawn fields is a span with the name of the type;
/// a struct of one is what that field is; a struct without is nothing. An enum whose variants have no drawn fields is
/// one pick, any other enum is a span with the pick and the fields; an enum of one variant is like a struct.
#[proc_macro_derive(Arbitrary, attributes(arbitrary))]
pub fn arbitrary(input: TokenStream) -> TokenStream {
    derive::derive(input.into()).unwrap_or_else(|error| error.into_compile_error()).into()
}

// Its documentation is as long as all others together, so it is a file of its own.
#[doc = include_str!("property/property.md")]
#[proc_macro_attribute]
pub fn property(options: TokenStream, item: TokenStream) -> TokenStream {
    property::property(options.into(), item.into()).into()
}

/// Makes a generator of a function that draws. It runs forwards and backwards, and its values are counted and enumerated.
///
/// ```
/// use astragal::prelude::*;
///
/// #[derive(Clone, Debug, PartialEq)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, i64, Box<Tree>),
/// }
/// use Tree::{Leaf, Node};
///
/// #[generator]
/// fn bst(lo: i64, hi: i64) -> Tree {
///     if lo > hi {
///         return Leaf;
///     }
///     pick! {
///         1 => Leaf,
///         5 => {
///             let x = draw!(lo..=hi);
///             let l = draw!(bst(lo, x - 1));
///             let r = draw!(bst(x + 1, hi));
///             Node(Box::new(l), x, Box::new(r))
///         }
///     }
/// }
///
/// let tree = bst(0, 99).sample(7);                                      // forwards
/// let by_hand = Node(Box::new(Leaf), 42, Box::new(Leaf));
/// let choices = bst(0, 99).choices_of(&by_hand).unwrap();               // backwards
/// assert_eq!(bst(0, 99).replay(&choices).unwrap(), by_hand);
/// let mismatch = bst(50, 99).choices_of(&by_hand).unwrap_err();
/// assert_eq!(mismatch.to_string(), "at bst: 42 is not in 50..=99");
/// # let _ = tree;
/// ```
///
/// The function then returns the generator: `fn bst(lo: i64, hi: i64) -> impl Reflect<Value = Tree> + Closed + Gen + Clone`. Its
/// arguments are copied for each value, so large ones are better lent: `fn expr(context: &[Type]) -> Expr`. Functions may be
/// generic, call themselves and each other, and take generators as arguments.
///
/// # What the body may contain
///
/// Written | Meaning
/// ---|---
/// `let x = draw!(generator);` | draws; also inside of a constructor, `Some(draw!(0..10))`
/// `let x = draw!(generator, recover = ..);` | draws something that is not part of the result
/// `pick! { .. }` | one of several, at the end of the function, of a branch or of an arm
/// `if`, `match`, `return`, `let .. else` | decide how the function ends; `return` in a statement of its own
/// `let m = (lo + hi) / 2;` | any Rust that draws nothing
/// `let mut xs = Vec::new(); for i in 0..n { xs.push(..) }` | a list, element by element
/// `Node(Box::new(l), x, r)`, `Point { x, y }`, `(a, b)`, `vec![a, b]`, `[a, b]`, `Some(x)` | the result
///
/// # Backwards
///
/// **The constructor at the end is also the pattern that takes a value apart.** What was drawn is found there, and each
/// generator runs backwards on its part, in the order of the body; what follows uses the part that was found. Whatever else
/// is in a constructor is computed again and compared, for which its type needs `PartialEq`. Conditions are checked
/// again. A variable that is used after it was drawn is cloned, unless it is only lent, `&x`. `Box::new`, `Rc::new` and
/// `Arc::new` are looked through.
///
/// Something that is drawn but is not part of the result cannot be found there. `recover = ..` says how it is computed from the
/// result, which is called `value` (a reference to all that this function returns); the arguments and what was drawn before
/// can be used too. It gives the value, or an `Option` of it. How often a loop goes round is known from the list that it
/// fills.
///
/// ```
/// use astragal::prelude::*;
///
/// #[generator]
/// fn squares() -> Vec<u64> {
///     let count = draw!(0..=5usize);
///     let mut all = Vec::new();
///     for _ in 0..count {
///         all.push(draw!(square()));
///     }
///     all
/// }
///
/// #[generator]
/// fn square() -> u64 {
///     let root = draw!(0..=9u64, recover = value.isqrt());
///     root * root
/// }
///
/// assert_eq!(squares().choices_of(&vec![81, 4]).unwrap().numbers().collect::<Vec<_>>(), [2, 9, 2]);
/// assert!(squares().choices_of(&vec![80]).is_err());
/// ```
///
/// Where several ways lead to a value, the first that fits is taken; `traces` gives all of them.
///
/// # What is known of its values
///
/// The function is described as a derived type is: its values are enumerated by size, counted, drawn uniformly and planned by a
/// strategy. Where nothing depends on what is drawn, its space is a product, and a pick is a sum. Where a draw, a condition, a
/// weight, a loop or a statement uses an earlier value, there is a space for each such value, and one for each list of arguments
/// that the function is called with.
///
/// ```
/// use astragal::prelude::*;
/// # #[derive(Clone, Debug, PartialEq)]
/// # enum Tree { Leaf, Node(Box<Tree>, i64, Box<Tree>) }
/// # use Tree::{Leaf, Node};
///
/// #[generator]
/// fn bst(lo: i64, hi: i64) -> Tree {
///     if lo > hi {
///         return Leaf;
///     }
///     pick! {
///         1 => Leaf,
///         5 => {
///             let x = draw!(lo..=hi);
///             let l = draw!(bst(lo, x - 1));
///             let r = draw!(bst(x + 1, hi));
///             Node(Box::new(l), x, Box::new(r))
///         }
///     }
/// }
///
/// // A node is 1, and a key as much as it is above the lowest that may be there.
/// assert_eq!(bst(1, 6).iter().count(), 731);
/// assert_eq!(bst(1, 6).count(3), 5);
/// let tree = bst(1, 6).uniform(9).sample(4);
/// assert_eq!(bst(1, 6).nth(&bst(1, 6).rank(&tree).unwrap()), Some(tree));
/// ```
///
/// The values on which something depends must be few, and so must be the calls: in all no more than some hundred thousand. If they
/// are more, if the function calls itself and is generic or has an argument that is not `Hash`, or if it draws from a generator that is
/// not `Closed`, it is not known before it runs: what asks for all values then stops with a message that names it, and a strategy
/// leaves it to chance.
///
/// # Arms
///
/// Arm | Meaning
/// ---|---
/// `Leaf` | called after its constructor
/// `leaf: Leaf` | called `leaf`
/// `5 => Leaf`, `leaf: 5 => Leaf` | five times as likely as an arm without a weight
/// `if depth > 0, Node(..)` | open only if the condition holds: otherwise it is neither drawn nor found
///
/// Arms that draw from the function itself are ranked after those that do not, otherwise as written: the first is the
/// simplest. Without any weight a pick that recurs grows to the size that it is drawn at, and ends. With weights, these
/// decide, and it is up to you that it ends. Arms that are closed are not counted: a choice is a number among the open ones.
///
/// # Choices
///
/// A value is one span with the name of the function. A pick has the name of the function too; a second one in it is
/// `name#2`.
///
/// # Options
///
/// `#[generator(crate = path)]` says where the library is, if not at `::astragal`.
#[proc_macro_attribute]
pub fn generator(options: TokenStream, item: TokenStream) -> TokenStream {
    generator::generator(options.into(), item.into()).into()
}

/// A value with holes: written with its constructors, and `_` for what is to be completed.
///
/// ```
/// use astragal::partial;
/// use astragal::prelude::*;
///
/// #[derive(Clone, Debug, PartialEq, Arbitrary)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, u8, Box<Tree>),
/// }
/// use Tree::{Leaf, Node};
///
/// #[generator]
/// fn bst(lo: u8, hi: u8) -> Tree {
///     if lo >= hi {
///         return Leaf;
///     }
///     pick! {
///         Leaf,
///         {
///             let x = draw!(lo..hi);
///             Node(Box::new(draw!(bst(lo, x))), x, Box::new(draw!(bst(x + 1, hi))))
///         }
///     }
/// }
///
/// let partial = partial!(Node(Node(_, 1, _), 5, _));
/// let tree = bst(0, 10).complete(&partial, 7).unwrap(); // the rest is drawn by `bst`, and keeps its order
/// assert!(matches!(tree, Node(ref left, 5, _) if matches!(**left, Node(_, 1, _))));
/// ```
///
/// It is an `Incomplete<T>`. Pointers may be omitted: `Node(Leaf, 1, Leaf)` means `Node(Box::new(Leaf), ..)`, and `"a"` means a
/// `String`. Anything that is not a constructor is an expression, and is given. Until it is filled, a hole holds the simplest
/// value of its type, which therefore needs a usual generator, `Arbitrary`.
#[proc_macro]
pub fn partial(input: TokenStream) -> TokenStream {
    generator::partial(input.into()).unwrap_or_else(errors::in_expression).into()
}

/// A generator of one constructor: written as the constructor, with a generator in place of each part.
///
/// **The constructor is also the pattern that takes a value apart**, so it runs backwards if its parts do.
///
/// ```
/// use astragal::built;
/// use astragal::prelude::*;
///
/// #[derive(Clone, Debug, PartialEq)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, u8, Box<Tree>),
/// }
/// use Tree::{Leaf, Node};
///
/// #[derive(Debug, PartialEq)]
/// struct Point { x: i32, y: i32 }
///
/// let trees = recursive(|me| one_of![built!(Leaf), built!(Node(me.clone(), 0..10, me))]);
/// let by_hand = Node(Box::new(Leaf), 7, Box::new(Leaf));
/// let choices = trees.choices_of(&by_hand).unwrap();
/// assert_eq!(trees.replay(&choices).unwrap(), by_hand);
/// let mismatch = trees.choices_of(&Node(Box::new(Leaf), 70, Box::new(Leaf))).unwrap_err();
/// assert_eq!(mismatch.to_string(), "at one_of > Node: 70 is not in 0..=9");
///
/// let points = built!(Point { x: 0..10, y: -5..=5 });
/// assert!(points.can_make(&Point { x: 3, y: -9 }).is_err());
/// assert_eq!(points.iter().count(), 110);
/// ```
///
/// Each part is any generator; a constructor inside of a constructor is another `built!`. Pointers may be omitted, as above, or
/// written: `Node(Box::new(me.clone()), 0..10, Box::new(me))`. Whether there is one is seen from the type of the field, so a
/// type of your own with parameters is written with them: `built!(Pair::<u8, bool>(0..3, any::<bool>()))`.
///
/// It draws the parts in the order in which they are written, is `Closed` if all of them are, and its space is their product.
/// Several parts are one span with the name of the constructor; one part is just that part. Where a part depends on another,
/// `#[generator]` says so.
#[proc_macro]
pub fn built(input: TokenStream) -> TokenStream {
    generator::built(input.into()).unwrap_or_else(errors::in_expression).into()
}
