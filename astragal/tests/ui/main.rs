//! Mistakes, and what the compiler says about them. The answers are those of the stable compiler.

#[test]
fn mistakes_are_explained() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/derive/*.rs");
    cases.compile_fail("tests/ui/generators/*.rs");
}
