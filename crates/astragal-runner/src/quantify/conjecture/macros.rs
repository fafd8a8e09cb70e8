//! The macro `conjecture!`: functions and variables, as code.

/// Finds equations that hold of functions: conjectures, from which you choose properties.
///
/// It names variables with a generator, functions, and conditions. A function is named, or written as a closure with the types of its
/// parameters; a closure is shown by its body, and one without parameters is a constant. A condition returns a `bool` and may be before an
/// equation. [`equations`](crate::Signature::equations) tries all terms up to a [size](crate::Signature::size) and finds those that are
/// equal in all cases: in small ones and in random ones. What follows from simpler equations is omitted.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::spaces::conjecture;
///
/// fn append(mut list: Vec<u8>, other: Vec<u8>) -> Vec<u8> {
///     list.extend(other);
///     list
/// }
///
/// fn reverse(mut list: Vec<u8>) -> Vec<u8> {
///     list.reverse();
///     list
/// }
///
/// let found = conjecture! {
///     for xs, ys, zs in any::<Vec<u8>>();
///     append;
///     reverse;
///     || Vec::<u8>::new();
/// };
/// let found: Vec<String> = found.size(5).equations().iter().map(|equation| equation.to_string()).collect();
/// assert_eq!(found, [
///     "reverse(Vec::<u8>::new()) == Vec::<u8>::new()",
///     "append(xs, Vec::<u8>::new()) == xs",
///     "append(Vec::<u8>::new(), xs) == xs",
///     "reverse(reverse(xs)) == xs",
///     "reverse(append(xs, ys)) == append(reverse(ys), reverse(xs))",
///     "append(append(xs, ys), zs) == append(xs, append(ys, zs))",
/// ]);
/// ```
///
/// With a condition, and as a [property](crate::Equation::property) to be pasted into a test:
///
/// ```
/// use astragal::prelude::*;
/// use astragal::spaces::conjecture;
///
/// let found = conjecture! {
///     for x, y, z in any::<u8>();
///     |x: u8, y: u8| x.max(y);
///     if |x: u8, y: u8| x <= y;
/// };
/// let found = found.size(5).equations();
/// let conditional = found.iter().find(|equation| equation.is_conditional()).unwrap();
/// assert_eq!(conditional.to_string(), "x <= y ==> x.max(y) == y");
/// assert_eq!(conditional.property(), "\
/// ##[property]
/// fn x_is_at_most_y_implies_x_max_y_is_y(x: u8, y: u8) {
///     assume!(x <= y);
///     assert_eq!(x.max(y), y);
/// }");
/// ```
///
/// A conjecture is what its name says: it held in as many cases as [it says](crate::Equation::cases). Functions must be pure. That
/// one panics is a result as any other, and two terms are equal where both panic. All variables of a type have the same generator, which
/// should make any value that functions return: otherwise what is known of the variables is not known of these. Name three of each type
/// that functions combine: a law that needs three, as associativity does, is otherwise seen only in its instances.
#[macro_export]
macro_rules! conjecture {
    ($($lines:tt)*) => {
        $crate::__conjecture!(($crate::__private::Signature::new()) $($lines)*)
    };
}

/// The lines of `conjecture!`, one after the other.
#[doc(hidden)]
#[macro_export]
macro_rules! __conjecture {
    (($done:expr)) => {
        $done
    };
    (($done:expr) for $($name:ident),+ $(,)? in $generator:expr; $($rest:tt)*) => {
        $crate::__conjecture!(
            ($done.variables(&[$(::core::stringify!($name)),+], ::core::stringify!($generator), $generator)) $($rest)*
        )
    };
    (($done:expr) if || $body:expr; $($rest:tt)*) => {
        ::core::compile_error!("a condition has parameters: `if |x: u8, y: u8| x <= y;`")
    };
    (($done:expr) if |$($parameter:ident: $kind:ty),+ $(,)?| $body:expr; $($rest:tt)*) => {
        $crate::__conjecture!(
            ($done.function(
                true,
                ::core::option::Option::Some(&[$(::core::stringify!($parameter)),+]),
                ::core::stringify!($body),
                |$($parameter: $kind),+| $body,
            ))
            $($rest)*
        )
    };
    (($done:expr) if $function:path; $($rest:tt)*) => {
        $crate::__conjecture!(
            ($done.function(true, ::core::option::Option::None, ::core::stringify!($function), $function)) $($rest)*
        )
    };
    (($done:expr) || $body:expr; $($rest:tt)*) => {
        $crate::__conjecture!(
            ($done.function(false, ::core::option::Option::Some(&[]), ::core::stringify!($body), || $body)) $($rest)*
        )
    };
    (($done:expr) |$($parameter:ident: $kind:ty),+ $(,)?| $body:expr; $($rest:tt)*) => {
        $crate::__conjecture!(
            ($done.function(
                false,
                ::core::option::Option::Some(&[$(::core::stringify!($parameter)),+]),
                ::core::stringify!($body),
                |$($parameter: $kind),+| $body,
            ))
            $($rest)*
        )
    };
    (($done:expr) $function:path; $($rest:tt)*) => {
        $crate::__conjecture!(
            ($done.function(false, ::core::option::Option::None, ::core::stringify!($function), $function)) $($rest)*
        )
    };
    (($done:expr) $($other:tt)*) => {
        ::core::compile_error!(
            "write lines that end in `;`: variables `for x, y in any::<u8>()`, functions `add` or `|x: u8, y: u8| x + y`, constants \
             `|| 0u8`, conditions `if |x: u8, y: u8| x <= y`"
        )
    };
}
