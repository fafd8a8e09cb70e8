//! What LBNF means: each construct, and each mistake with its message.

use astragal_grammar::{Comment, Grammar, GrammarErrors, Item, Layout, Lexis, Loaded, RuleId, grammar};

fn load(text: &str) -> Loaded {
    match Grammar::from_lbnf("test", text) {
        Ok(loaded) => loaded,
        Err(errors) => panic!("{errors}"),
    }
}

/// All rules as they are written, by lines.
fn rules(text: &str) -> String {
    let grammar = load(text).grammar;
    let rules = (0..grammar.rules.len()).map(|index| grammar.display_rule(RuleId(index as u32)).to_string());
    rules.collect::<Vec<_>>().join("\n")
}

fn errors(text: &str) -> GrammarErrors {
    Grammar::from_lbnf("test", text).expect_err("it is wrong")
}

/// The messages of all errors, with their places.
fn messages(text: &str) -> Vec<String> {
    let errors = errors(text).errors;
    errors
        .iter()
        .map(|error| {
            format!("{}:{} {} [{}]", error.line, error.column, error.message, error.help.as_deref().unwrap_or_default())
        })
        .collect()
}

fn warnings(text: &str) -> Vec<String> {
    load(text).warnings.iter().map(|warning| warning.to_string()).collect()
}

#[test]
fn rules_are_read() {
    let text =
        "EAdd. Exp ::= Exp \"+\" Exp1 ;\nEInt. Exp1 ::= Integer ; ;\n_. Exp ::= Exp1 ;;\n_ . Exp1::=\"(\"Exp\")\"";
    assert_eq!(
        rules(text),
        "EAdd. Exp ::= Exp \"+\" Exp1\nEInt. Exp1 ::= Integer\n_. Exp ::= Exp1\n_. Exp1 ::= \"(\" Exp \")\""
    );
    let grammar = load(text).grammar;
    assert_eq!(grammar.name, "test");
    let kinds: Vec<(&str, &str)> = grammar.categories.iter().map(|c| (c.name.as_str(), c.kind.as_str())).collect();
    assert_eq!(kinds, [("Exp", "Exp"), ("Exp1", "Exp")]);
    assert_eq!(grammar.rules.iter().map(|rule| rule.line).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(grammar.entry_points, [grammar.category_named("Exp").unwrap()]);
    assert_eq!(grammar.tokens.iter().map(|token| token.name.as_str()).collect::<Vec<_>>(), ["Integer"]);
    assert_eq!(grammar.lexis, Lexis::Longest { comments: vec![], layout: None });
}

#[test]
fn coercions_are_levels() {
    assert_eq!(
        rules("A. Exp3 ::= \"a\" ; coercions Exp 3"),
        "A. Exp3 ::= \"a\"\n_. Exp ::= Exp1\n_. Exp1 ::= Exp2\n_. Exp2 ::= Exp3\n_. Exp3 ::= \"(\" Exp \")\""
    );
    // Zeros before a level do not count, and level 0 is not the category without one.
    assert_eq!(rules("A. E01 ::= \"a\" E1 ; B. E1 ::= \"b\""), "A. E1 ::= \"a\" E1\nB. E1 ::= \"b\"");
    assert_eq!(messages("A. E ::= \"a\" E0"), ["1:14 unknown category `E0` []"]);
}

#[test]
fn lists_are_made_as_bnfc_makes_them() {
    let of = |macro_: &str| {
        let all = rules(&format!("A. E ::= \"a\" [E] ; {macro_}"));
        all.lines().skip(1).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(of("separator E \",\""), r#"[]. [E] ::=; (:[]). [E] ::= E; (:). [E] ::= E "," [E]"#);
    assert_eq!(of("separator nonempty E \",\""), r#"(:[]). [E] ::= E; (:). [E] ::= E "," [E]"#);
    assert_eq!(of("terminator E \";\""), r#"[]. [E] ::=; (:). [E] ::= E ";" [E]"#);
    assert_eq!(of("terminator nonempty E \";\""), r#"(:[]). [E] ::= E ";"; (:). [E] ::= E ";" [E]"#);
    for macro_ in ["separator E \"\"", "terminator E \"\"", "separator E \" \""] {
        assert_eq!(of(macro_), r#"[]. [E] ::=; (:). [E] ::= E [E]"#);
    }
    for macro_ in ["separator nonempty E \"\"", "terminator nonempty E \"\""] {
        assert_eq!(of(macro_), r#"(:[]). [E] ::= E; (:). [E] ::= E [E]"#);
    }
    assert_eq!(
        of("delimiters E \"<\" \">\" separator \",\""),
        r#"[]. [E] ::= "<" ">"; _. [E] ::= "<" [E inside] ">"; (:[]). [E inside] ::= E; (:). [E inside] ::= E "," [E inside]"#
    );
    assert_eq!(
        of("delimiters E \"<\" \">\" terminator \";\" nonempty"),
        r#"_. [E] ::= "<" [E inside] ">"; (:[]). [E inside] ::= E ";"; (:). [E inside] ::= E ";" [E inside]"#
    );
    assert_eq!(
        of("delimiters E \"<\" \">\""),
        r#"[]. [E] ::= "<" ">"; _. [E] ::= "<" [E inside] ">"; (:[]). [E inside] ::= E; (:). [E inside] ::= E [E inside]"#
    );
    let nested = load("A. E ::= \"a\" [[E1]] ; B. E1 ::= \"b\" ; separator E1 \",\" ; separator [E1] \";\"").grammar;
    let kind = |name: &str| nested.category(nested.category_named(name).unwrap()).kind.clone();
    assert_eq!((kind("[[E1]]"), kind("[E1]")), ("[[E]]".into(), "[E]".into()));
}

#[test]
fn labels_of_the_macro_rules_are_those_of_bnfc() {
    let text = r#"rules Foo ::= "a" | "a b" | Bar | [Bar] | Bar Bar | "" | | "+" | "1x" | Foo2 ;
        B. Bar ::= "b" ; separator Bar "," ; B2. Foo2 ::= "c" ; rules Foo ::= "p" "q""#;
    let all = rules(text);
    let labels: Vec<&str> =
        all.lines().filter(|line| line.contains(". Foo ")).map(|line| line.split('.').next().unwrap()).collect();
    assert_eq!(
        labels,
        ["Foo_a", "Foo1", "FooBar", "Foo2", "Foo3", "Foo_", "Foo4", "Foo5", "Foo_1x", "FooFoo2", "Foo6"]
    );
    assert!(all.contains("Foo1. Foo ::= \"a\" \"b\"\n"), "words are terminals of their own: {all}");
}

#[test]
fn tokens_come_before_predefined_ones() {
    let text = r#"A. E ::= Ident Double Upper Any Number ; token Upper upper (letter | digit | '_')* ; position token Any (char - ["\n\"" ]) {"ab"} eps 'x'? ;
        token Number (digit+ - '0' - {"00"}) | 'n' ;"#;
    let grammar = load(text).grammar;
    let names: Vec<(&str, bool)> =
        grammar.tokens.iter().map(|token| (token.name.as_str(), token.has_position)).collect();
    assert_eq!(names, [("Upper", false), ("Any", true), ("Number", false), ("Double", false), ("Ident", false)]);
    // A token of the grammar takes precedence over a predefined one.
    assert_eq!(load("A. E ::= Ident ; token Ident digit").grammar.tokens.len(), 1);
}

#[test]
fn comments_entry_points_and_layout_are_kept() {
    let text = r#"entrypoints [S], E, [S] ; S. S ::= "let" "{" [E] "}" "in" E ; E. E ::= "e" ; separator E ";" ; terminator S ";" ;
        comment "--" ; comment "{-" "-}" ; layout "let" ; layout stop "in" ; layout toplevel"#;
    let grammar = load(text).grammar;
    let entries: Vec<&str> = grammar.entry_points.iter().map(|id| grammar.category(*id).name.as_str()).collect();
    assert_eq!(entries, ["[S]", "E"]);
    let comments =
        vec![Comment { open: "--".into(), close: None }, Comment { open: "{-".into(), close: Some("-}".into()) }];
    let layout = Layout { words: vec!["let".into()], stops: vec!["in".into()], toplevel: true };
    assert_eq!(grammar.lexis, Lexis::Longest { comments, layout: Some(layout) });
    // The first category is the entry point, even if that is a list.
    let grammar = load("separator A \",\" ; A. A ::= \"a\"").grammar;
    assert_eq!(grammar.category(grammar.entry_points[0]).name, "[A]");
}

#[test]
fn internal_rules_reserve_no_word() {
    let grammar = load("A. E ::= \"a\" ; internal B. E ::= \"b\" E \"c\"").grammar;
    assert_eq!(grammar.terminals.len(), 1);
    let internal = &grammar.rules[1];
    assert!(internal.is_internal && matches!(internal.items[..], [Item::Category(_)]));
}

#[test]
fn mistakes_in_rules_are_reported() {
    for (text, expected) in [
        ("A. E ::= Expr ; B. Exp ::= \"b\"", "1:10 unknown category `Expr` [did you mean `Exp`?]"),
        ("A. E ::= Int", "1:10 unknown category `Int` [did you mean `Integer`?]"),
        (
            "A. E ::= \"a\" [E]",
            "1:14 `[E]` has no rules [write how they are listed: `separator E \",\" ;` or `terminator E \";\" ;`]",
        ),
        ("A. E ::= Foo", "1:10 unknown category `Foo` []"),
        ("A. e ::= \"a\"", "1:4 the name of a category begins with a capital letter []"),
        ("A. Ident ::= \"a\"", "1:4 `Ident` is predefined, and cannot have rules [choose another name]"),
        ("A. T ::= \"a\" ; token T digit", "1:4 `T` is a token, and cannot have rules [choose another name]"),
        (
            "_. E ::= F ; A. E ::= \"a\" ; B. F ::= \"b\"",
            "1:1 a rule with the label `_` is made of one `E` [it makes `E` of `F`]",
        ),
        ("[]. E ::= ; A. E ::= \"a\"", "1:1 a rule with the label `[]` makes a list `[C]` of terminals alone []"),
        (
            "[]. [E] ::= E ; A. E ::= \"a\"",
            "1:1 a rule with the label `[]` makes a list `[C]` of terminals alone [it makes `[E]` of `E`]",
        ),
        (
            "(:[]). [E] ::= E E ; A. E ::= \"a\"",
            "1:1 a rule with the label `(:[])` makes a list `[C]` of one `C` [it makes `[E]` of `E` and `E`]",
        ),
        (
            "(:). [E] ::= [E] E ; []. [E] ::= ; A. E ::= \"a\"",
            "1:1 a rule with the label `(:)` makes a list `[C]` of a `C` and then a `[C]` [it makes `[E]` of `[E]` and `E`]",
        ),
        (
            "X. [E] ::= E ; A. E ::= \"a\"",
            "1:1 the rules of a list such as `[E]` have the labels `[]`, `(:[])`, `(:)` or `_` [it makes `[E]` of `E`]",
        ),
        (
            "A. E ::= \"a\" ;\nA. E ::= \"b\" Ident",
            "2:1 `A` is `Ident -> E` here, but `E` in line 1 [all rules of a label have the same type]",
        ),
        (
            "A. F ::= E ; _. E ::= \"(\" E \")\"",
            "1:17 no rule makes `E`: all of its rules have the label `_` [write `Label. E ::= ..`]",
        ),
        (
            "f. E ::= \"a\"",
            "1:1 a label with a small letter is a function, and `f` is not defined [write `define f .. = ..`, or a capital letter]",
        ),
        ("", "1:1 the grammar has no rules [write `Label. Category ::= \"text\" ;`]"),
        ("A. E ::= E", "1:1 no rule has a terminal or a token: there is only the empty text []"),
    ] {
        assert_eq!(messages(text), [expected], "{text}");
    }
}

#[test]
fn mistakes_in_pragmas_are_reported() {
    for (text, expected) in [
        (
            "token T digit*",
            "1:7 the token `T` matches the empty text [a token has at least one character: give what uses it a rule without it]",
        ),
        ("token T [\"\"]", "1:7 the token `T` matches nothing []"),
        ("token T digit+ - char+", "1:7 the token `T` matches nothing []"),
        (
            "token T1 digit",
            "1:7 the name of a token does not end with a digit [digits at the end of a name are a level of precedence]",
        ),
        ("token t digit", "1:7 the name of a token begins with a capital letter []"),
        ("token T digit ;\ntoken T letter", "2:7 the token `T` is defined in line 1 already []"),
        ("comment \"\"", "1:9 the mark of a comment is empty []"),
        ("comment \"a\" \"\"", "1:13 the mark of a comment is empty [without it the comment ends with the line]"),
        ("entrypoints Exp", "1:13 unknown category `Exp` []"),
        ("entrypoints Ident", "1:13 `Ident` is a token; texts begin with a category []"),
        (
            "layout \"of\"",
            "1:1 layout inserts \";\" and \"{\" and \"}\", which no rule has [write them in the rules, as if there were no layout]",
        ),
        (
            "layout toplevel",
            "1:1 layout inserts \";\", which no rule has [write them in the rules, as if there were no layout]",
        ),
        ("coercions E1 2", "1:11 `coercions` needs a category without a level [write `coercions E 2`]"),
        ("coercions E 0", "1:13 the highest level is a number from 1 to 1000 []"),
        ("coercions E 99999999999999999999", "1:13 the highest level is a number from 1 to 1000 []"),
    ] {
        assert_eq!(messages(&format!("{text} ; A. E ::= \"a\"")), [expected], "{text}");
    }
}

#[test]
fn mistakes_in_functions_are_reported() {
    let base = " ; A. E ::= \"a\" ; B. E ::= \"b\" Integer E ; L. E ::= \"l\" [E] ; separator E \",\" ; f. E ::= \"f\" E Ident ; V. E ::= \"v\" Ident";
    for (text, expected) in [
        ("define f x = x", "1:8 `f` has 1 argument here, but its rule gives it 2 arguments []"),
        ("define f x x = A", "1:12 there are two parameters `x` []"),
        ("define f x y = y", "1:16 this is of type `Ident`, but `E` is needed here []"),
        ("define f x y = 1", "1:16 this is of type `Integer`, but `E` is needed here []"),
        ("define f x y = [x]", "1:16 this is a list, but `E` is needed here []"),
        ("define f x y = B 1", "1:16 `B` takes 2 arguments, not 1 []"),
        ("define f x y = B y x", "1:18 this is of type `Ident`, but `Integer` is needed here []"),
        ("define f x y = L [x, y]", "1:22 this is of type `Ident`, but `E` is needed here []"),
        ("define f x y = L (x : y)", "1:23 this is of type `Ident`, but `[E]` is needed here []"),
        ("define f x name = V nam", "1:21 `nam` is neither a parameter nor a label [did you mean `name`?]"),
        ("define f x y = f x y", "1:8 `f` never ends: it leads back to itself, or to a function that does []"),
        ("define f x y = x ; define f x y = x", "1:27 `f` is defined twice [keep one of them]"),
        ("define f x y = x ; define g = A", "1:27 no rule has the label `g` [write `g. Category ::= ..`]"),
        (
            "define f x y = x ; define A = A",
            "1:27 a defined function begins with a small letter [a label with a capital letter is a constructor]",
        ),
        ("define f x y = V (Ident 1)", "1:25 this is of type `Integer`, but `String` is needed here []"),
    ] {
        assert_eq!(messages(&format!("{text}{base}")), [expected], "{text}");
    }
}

#[test]
fn syntax_errors_say_what_was_expected() {
    for (text, expected) in [
        ("A E ::= \"a\"", "1:3 expected `.` after the label of a rule, found `E` []"),
        (
            "E ::= \"a\"",
            "1:1 a rule begins with a label [write `Label. E ::= ..`, or `rules E ::= ..` for labels that are made up]",
        ),
        ("A. E = \"a\"", "1:6 expected `::=`, found `=` []"),
        ("A. E ::= 'a'", "1:10 terminals are written in double quotes [write `\"..\"`]"),
        (
            "A. E ::= (\"a\")*",
            "1:10 unexpected `(` [LBNF has neither groups nor repetitions: write a category, or a list such as `[Exp]`]",
        ),
        ("A. E ::= \"a", "1:10 this \" has no other on its line [a line break is written `\\n`]"),
        ("A. E ::= [E", "1:12 expected `]`, found the end of the file []"),
        ("A. token ::= \"a\"", "1:4 expected a category, found the reserved word `token` []"),
        (
            "token T",
            "1:8 expected `'c'`, `[\"one of\"]`, `{\"text\"}`, `digit`, `letter`, `upper`, `lower`, `char`, `eps` or `(`, found the end of the file []",
        ),
        (
            "token T \"a\"",
            "1:9 a text in quotes is not a regular expression [write `{\"..\"}` for this text, or `[\"..\"]` for one of its characters]",
        ),
        (
            "token T Digit",
            "1:9 unexpected `Digit` [a regular expression cannot name another token; write out what it looks like]",
        ),
        ("token T (digit", "1:15 expected `)`, found the end of the file []"),
        ("separater E \",\"", "1:1 unknown pragma `separater` [did you mean `separator`?]"),
        ("separator E", "1:12 expected the separator in quotes; `\"\"` for none, found the end of the file []"),
        ("position T digit", "1:10 expected `token` after `position`, found `T` []"),
        ("layout E", "1:8 expected words in quotes, `stop` or `toplevel`, found `E` []"),
        (
            "digit. E ::= \"a\"",
            "1:1 a definition cannot begin with `digit` [it is reserved for regular expressions and pragmas]",
        ),
        (
            "A. E ::= \"\\q\"",
            "1:11 unknown escape [a backslash is written `\\\\`, and `\\n`, `\\t`, `\\r`, `\\f`, `\\'`, `\\\"` are known]",
        ),
        ("token T 'ab'", "1:9 single quotes are for one character [write `{\"ab\"}` for several]"),
        ("token T ''", "1:9 single quotes are for one character [write `'\\''` for a quote]"),
    ] {
        assert_eq!(messages(text), [expected], "{text}");
    }
}

#[test]
fn many_mistakes_are_found_at_once() {
    let text =
        "A. E ::= Foo ;\nB E ::= \"b\" ;\nC. E ::= \"c\"\nD. E ::= \"d\" ;\ntoken T digit* ;\nE. E ::= @ \"e\" ;\n";
    assert_eq!(
        messages(text),
        [
            "1:10 unknown category `Foo` []",
            "2:3 expected `.` after the label of a rule, found `E` []",
            "3:13 a `;` is missing after this rule []",
            "5:7 the token `T` matches the empty text [a token has at least one character: give what uses it a rule without it]",
            "6:10 unexpected character `@` []",
        ]
    );
}

#[test]
fn odd_grammars_are_warned_of() {
    for (text, expected) in [
        ("A. E ::= \"a\" ; B. F ::= \"b\"", &["1:19: `F` is never used: nothing leads to it from `E`"] as &[&str]),
        ("A. E ::= \"a\" ; token T digit", &[]),
        (
            "A. E ::= \"a\" F ; B. F ::= F \"b\"",
            &[
                "1:4: `E` has no text: each of its rules leads back to itself without an end",
                "1:21: `F` has no text: each of its rules leads back to itself without an end",
            ],
        ),
        (
            "A. E ::= \"a\" ; B. E ::= F ; internal C. F ::= \"b\"",
            &["1:16: this rule is never used: all rules of `F` are internal, so it has no text"],
        ),
        ("A. E ::= \"a\" ;\nB. E ::= \"a\"", &["2:1: ambiguous: `E` has the same right-hand side in line 1"]),
        (
            "A. E ::= \"a\" F ; B. F ::= G ; C. F ::= ; D. G ::= \"d\" ; E. G ::=",
            &["1:31: ambiguous: more than one rule of `F` makes the empty text"],
        ),
        ("A. E ::= \"a\" ; B. E ::= E", &["1:16: ambiguous: `E` is made of itself alone, any number of times"]),
        (
            "A. E ::= \"a\" ; B. E ::= F ; C. F ::= [E] E ; separator E \",\"",
            &[
                "1:16: ambiguous: `E` is made of itself alone through `F`, any number of times",
                "1:29: ambiguous: `F` is made of itself alone through `E`, any number of times",
            ],
        ),
        (
            "A. E ::= \"a\" [E] [E] ; separator E \",\"",
            &["1:1: ambiguous: `[E]` is twice in a row, and either may be empty"],
        ),
        (
            "A. E ::= \"a\" ; B. E ::= E \"+\" E",
            &["1:16: ambiguous: this rule of `E` begins and ends with `E`, so three in a row are grouped in two ways"],
        ),
        (
            "A. E ::= \"a\" ;\nA. E ::= \"b\"",
            &["2:1: the label `A` is used in line 1 already: a tree does not say which rule it is"],
        ),
        (
            "A. E ::= T U Ident ; token T letter (letter | digit)* ; token U {\"x\"}+ | 'y'",
            &["1:63: the token `U` is never read: all that it matches is read as `T`, which comes before it"],
        ),
        (
            "A. E ::= T Ident ; token T letter (letter | digit | '_' | '\\'')*",
            &["1:12: the token `Ident` is never read: all that it matches is read as `T`, which comes before it"],
        ),
        (
            "A. E ::= T \"a\" \"b\" ; token T [\"ab\"]",
            &["1:28: the token `T` is never read: all that it matches is read as terminals or tokens before it"],
        ),
        (
            "A. E ::= T \"if\" \"Then\" ; token T lower+",
            &[
                "1:17: no token could be the word \"Then\", unlike \"if\": it ends wherever its letters do, and a name after it needs no space",
            ],
        ),
        (
            "A. E ::= \"a\" [E] ; separator E \", \"",
            &["1:20: the separator \", \" contains white space, and texts need it exactly so: write \",\""],
        ),
        (
            "A. E ::= \"a\" ; layout stop \"in\"",
            &["1:28: \"in\" ends no block: there are no layout words, and no `layout toplevel`"],
        ),
        ("A. E ::= \"a\" \";\" \"{\" \"}\" ; layout \"of\"", &["1:35: the layout word \"of\" is in no rule"]),
        ("A. E ::= \"a\" ; internal B. E ::= T F ; internal C. F ::= ; token T digit", &[]),
        ("A. E ::= \"a\" [E] ; separator E \",\"", &[]),
    ] {
        assert_eq!(warnings(text), expected, "{text}");
    }
}

#[test]
fn byte_order_marks_and_line_ends_of_windows_are_white_space() {
    assert_eq!(
        rules("\u{feff}A. E ::=\r\n\"a\"\r\n;\r\n-- end\r\nB. E ::= \"b\"\r\n"),
        "A. E ::= \"a\"\nB. E ::= \"b\""
    );
}

#[test]
fn a_grammar_of_the_crate_is_read_once() {
    let calc = || grammar!("tests/grammars/calc.cf");
    assert_eq!(calc().rules.len(), 8);
    assert!(std::sync::Arc::ptr_eq(calc(), calc()));
    let panicked = std::panic::catch_unwind(|| grammar!("tests/grammars/broken.cf")).expect_err("it is broken");
    let message = panicked.downcast_ref::<String>().expect("a message");
    assert_eq!(
        message,
        r#"the grammar cannot be used
tests/grammars/broken.cf:1:23: unknown category `Expr`
    |
  1 | EAdd. Exp ::= Exp "+" Expr ;
    |                       ^^^^ did you mean `Exp`?
tests/grammars/broken.cf:2:15: unknown category `Int`
    |
  2 | EInt. Exp ::= Int ;
    |               ^^^ did you mean `Integer`?
"#
    );
}
