//! What EBNF means: each construct, and each mistake with its message.

use astragal_grammar::{CharSet, Grammar, GrammarErrors, Lexis, Loaded, Regex, RuleId, Spaces};

fn load(text: &str) -> Loaded {
    match Grammar::from_ebnf("test", text, Spaces::Written) {
        Ok(loaded) => loaded,
        Err(errors) => panic!("{errors}"),
    }
}

fn rules_of(grammar: &Grammar) -> Vec<String> {
    (0..grammar.rules.len()).map(|index| grammar.display_rule(RuleId(index as u32)).to_string()).collect()
}

fn rules(text: &str) -> Vec<String> {
    rules_of(&load(text).grammar)
}

fn messages(result: Result<Loaded, GrammarErrors>) -> Vec<String> {
    let errors = result.expect_err("it is wrong").errors;
    errors
        .iter()
        .map(|error| {
            format!("{}:{} {} [{}]", error.line, error.column, error.message, error.help.as_deref().unwrap_or_default())
        })
        .collect()
}

fn errors(text: &str) -> Vec<String> {
    messages(Grammar::from_ebnf("test", text, Spaces::Written))
}

fn token(grammar: &Grammar, name: &str) -> Regex {
    grammar
        .tokens
        .iter()
        .find(|token| token.name == name)
        .unwrap_or_else(|| panic!("{name} in {:?}", grammar.tokens))
        .regex
        .clone()
}

#[test]
fn alternatives_are_rules() {
    let text = "/* values */\n[1] Value ::= 'true' | \"null\" | Number | '-' Number | | Pair  [ wfc: none ]\n[2]  Number ::= [0-9] #x2E\n Pair ::= Number Number [VC: p]";
    assert_eq!(
        rules(text),
        [
            "Value_true. Value ::= \"true\"",
            "Value_null. Value ::= \"null\"",
            "ValueNumber. Value ::= Number",
            "Value1. Value ::= \"-\" Number",
            "Value2. Value ::=",
            "ValuePair. Value ::= Pair",
            "Number. Number ::= [0-9] \".\"",
            "Pair. Pair ::= Number Number",
        ]
    );
    let grammar = load(text).grammar;
    assert_eq!(grammar.lexis, Lexis::Characters);
    assert_eq!(grammar.rules.last().unwrap().line, 4);
    assert_eq!(grammar.category(grammar.entry_points[0]).name, "Value");
}

#[test]
fn groups_and_repetitions_are_categories() {
    assert_eq!(
        rules("List ::= '[' (Item (',' Item)*)? ']'  Item ::= [a-z]+"),
        [
            "List2. (',' Item) ::= \",\" Item",
            "[]. (',' Item)* ::=",
            "(:). (',' Item)* ::= (',' Item) (',' Item)*",
            "List1. (Item (',' Item)*) ::= Item (',' Item)*",
            "[]. (Item (',' Item)*)? ::=",
            "(:[]). (Item (',' Item)*)? ::= (Item (',' Item)*)",
            "List. List ::= \"[\" (Item (',' Item)*)? \"]\"",
            "(:[]). [a-z]+ ::= [a-z]",
            "(:). [a-z]+ ::= [a-z] [a-z]+",
            "Item. Item ::= [a-z]+",
        ]
    );
    assert_eq!(rules("A ::= (#x20 | '\t')?")[0], "A1. (#x20 | #x9) ::= \" \"");
    // A terminal that is repeated is a part of its own.
    assert_eq!(
        rules("A ::= '-'? '-'"),
        ["A1. ('-') ::= \"-\"", "[]. '-'? ::=", "(:[]). '-'? ::= ('-')", "A. A ::= '-'? \"-\""]
    );
    // Brackets without need are nothing, repetitions of repetitions are one, and equal groups are one.
    assert_eq!(rules("A ::= ((('a')) ('b' (\"c\")))"), ["A. A ::= \"a\" \"b\" \"c\""]);
    assert_eq!(rules("A ::= ('a'?)+ | ('a'*)+"), rules("A ::= 'a'* | 'a'*"));
    assert_eq!(rules("A ::= ()* '' 'a'"), ["A. A ::= \"a\""]);
    let kinds = load("A ::= ('a' | B)* B?  B ::= 'b'").grammar;
    let kind = |name: &str| kinds.category(kinds.category_named(name).unwrap()).kind.clone();
    assert_eq!((kind("('a' | B)*"), kind("B?")), ("['a' | B]".into(), "[B]".into()));
    let long = load("A ::= ('aaaaaaaaaaaaaaaaaaaaaaaaaaa' 'bbbbbbbbbbbbbbbbbbbbbbbbbbbb' | 'c')+").grammar;
    assert!(long.category_named("A.1").is_some(), "{:?}", long.categories);
}

#[test]
fn sets_of_characters_are_tokens() {
    let grammar = load(r##"A ::= [a-z#x20-#x7Eé] [^<&"#x0] [-a] [a-] [\n] [^#xA] [#]"##).grammar;
    let set = |ranges: &[(char, char)]| Regex::Class(CharSet::from(ranges.iter().copied()));
    assert_eq!(token(&grammar, "[a-z#x20-#x7Eé]"), set(&[(' ', '~'), ('é', 'é')]));
    let others = CharSet::from(['<', '&', '"', '\0'].map(|c| (c, c))).complement();
    assert_eq!(token(&grammar, "[^<&\"#x0]"), Regex::Class(others));
    assert_eq!(token(&grammar, "[-a]"), set(&[('-', '-'), ('a', 'a')]));
    assert_eq!(token(&grammar, "[a-]"), set(&[('-', '-'), ('a', 'a')]));
    assert_eq!(token(&grammar, r"[\n]"), set(&[('\\', '\\'), ('n', 'n')]));
    // What is excluded is excluded from `Char`, if there is one.
    let grammar = load("A ::= [^b] Char  Char ::= [a-c] | 'd'").grammar;
    assert_eq!(token(&grammar, "[^b]"), set(&[('a', 'a'), ('c', 'd')]));
    // A bracket on the line of a rule is not a number.
    assert_eq!(rules("A ::= B [12]\nB ::= [34]"), ["A. A ::= B [12]", "B. B ::= [34]"]);
}

#[test]
fn exceptions_are_tokens() {
    let grammar = load("A ::= Name - ('x' | Upper) \n Name ::= [a-z] [a-z]*  Upper ::= [A-Z]").grammar;
    let lower = || Regex::class([('a', 'z')]);
    let name = Regex::sequence(vec![lower(), lower().star()]);
    let excepted = Regex::either(vec![Regex::class([('x', 'x')]), Regex::class([('A', 'Z')])]);
    assert_eq!(token(&grammar, "Name - ('x' | Upper)"), name.without(excepted));
    // A difference of sets is a set.
    let grammar = load("A ::= [a-z] - [aeiou] - 'z'").grammar;
    assert_eq!(
        token(&grammar, "[a-z] - [aeiou] - 'z'"),
        Regex::class([('b', 'd'), ('f', 'h'), ('j', 'n'), ('p', 't'), ('v', 'y')])
    );
    // One that may be empty is an optional token.
    let rules = rules("Data ::= [^<&]* - ([^<&]* ']]>' [^<&]*)");
    assert_eq!(
        rules,
        [
            "[]. ([^<&]* - ([^<&]* ']]>' [^<&]*))? ::=",
            "(:[]). ([^<&]* - ([^<&]* ']]>' [^<&]*))? ::= [^<&]* - ([^<&]* ']]>' [^<&]*)",
            "Data. Data ::= ([^<&]* - ([^<&]* ']]>' [^<&]*))?",
        ]
    );
    assert_eq!(
        errors("A ::= B - 'x'  B ::= '(' B ')' | 'x'"),
        [
            "1:7 both sides of `-` are regular expressions, but this is not: `B` is recursive [describe what is excepted without it, or except it in the property]"
        ]
    );
    assert_eq!(errors("A ::= [a-b] - [a-z]"), ["1:7 this exception leaves nothing []"]);
    let doubled: String = (0..40).map(|i| format!("A{i} ::= A{} A{}\n", i + 1, i + 1)).collect();
    assert_eq!(
        errors(&format!("A ::= A0 - 'x'\n{doubled}A40 ::= 'a'")),
        ["1:7 both sides of `-` are regular expressions, and this is too large for one []"]
    );
}

#[test]
fn white_space_is_implied_on_request() {
    let text = "Program ::= Statement* \n Statement ::= Name '=' (Name | Number) ';' \n Name ::= Letter (Letter | Digit)* \n Number ::= Digit+ \n Letter ::= [a-z] \n Digit ::= [0-9] \n Other ::= 'x'";
    let spaces = |tokens: &[&str]| Grammar::from_ebnf("test", text, Spaces::Implied { tokens });
    let loaded = spaces(&["Number", "Name"]).unwrap();
    assert_eq!(loaded.grammar.lexis, Lexis::Longest { comments: vec![], layout: None });
    assert_eq!(loaded.grammar.tokens.iter().map(|token| token.name.as_str()).collect::<Vec<_>>(), ["Number", "Name"]);
    assert_eq!(
        rules_of(&loaded.grammar),
        [
            "[]. Statement* ::=",
            "(:). Statement* ::= Statement Statement*",
            "Program. Program ::= Statement*",
            "StatementName. (Name | Number) ::= Name",
            "StatementNumber. (Name | Number) ::= Number",
            "Statement. Statement ::= Name \"=\" (Name | Number) \";\"",
        ]
    );
    let warnings: Vec<String> = loaded.warnings.iter().map(|warning| warning.to_string()).collect();
    assert_eq!(warnings, ["7:2: `Other` is never used, and is left out: nothing leads to it from the first rule"]);
    assert_eq!(
        messages(spaces(&["Nam"])),
        ["1:1 `Nam` was named as a token, but is not a nonterminal of this grammar [did you mean `Name`?]"]
    );
    assert_eq!(messages(spaces(&["Program"])), ["1:1 texts begin with `Program`, so it cannot be a token []"]);
    let recursive = "A ::= B  B ::= 'b' B?";
    assert_eq!(
        messages(Grammar::from_ebnf("test", recursive, Spaces::Implied { tokens: &["B"] })),
        [
            "1:16 a token is a regular expression, but this is not: `B` is recursive [only nonterminals that are not recursive can be tokens]"
        ]
    );
    let empty = Grammar::from_ebnf("test", "A ::= C  C ::= 'c'*", Spaces::Implied { tokens: &["C"] });
    assert_eq!(
        messages(empty),
        [
            "1:10 the token `C` matches the empty text [a token has at least one character; make it optional where it is used]"
        ]
    );
}

#[test]
fn old_bnf_is_read_too() {
    assert_eq!(
        rules("<expr> ::= <expr> '+' <a term> | <a term>\n<a term> ::= 'x'"),
        ["expr1. expr ::= expr \"+\" a term", "expra term. expr ::= a term", "a term. a term ::= \"x\""]
    );
}

#[test]
fn mistakes_are_reported() {
    for (text, expected) in [
        ("A ::= Bb  Bc ::= 'b'", "1:7 unknown nonterminal `Bb` [did you mean `Bc`?]"),
        ("A ::= 'a'\nA ::= 'b'", "2:1 `A` is defined in line 1 already [write both with `|` between them]"),
        ("", "1:1 the grammar has no rules [write `Name ::= 'text'`]"),
        ("A ::= ('a'", "1:11 expected `)`, found the end of the file []"),
        ("A ::= 'a')", "1:10 expected the next rule, `Name ::= ..`, found `)` []"),
        ("A ::= 'a' - ", "1:13 expected a text, a set of characters, a name or `(`, found the end of the file []"),
        ("A ::= *", "1:7 expected the next rule, `Name ::= ..`, found `*` []"),
        ("A ::= 'a", "1:7 this ' has no other on its line []"),
        (
            "A ::= [a",
            "1:7 this `[` is not closed [a set of characters ends with `]` on the same line; a `]` in it is `#x5D`]",
        ),
        ("A ::= [z-a]", "1:8 'a' comes before 'z' [a range begins with the smaller one]"),
        ("A ::= []", "1:7 no character is in this set []"),
        ("A ::= [^#x0-#x10FFFF]", "1:7 no character is in this set []"),
        (
            "A ::= #xD800",
            "1:7 this is not the number of a character [a character by its number is written `#x20`, in hexadecimal digits]",
        ),
        (
            "A ::= 'a' ;",
            "1:11 unexpected `;` [the notation of the W3C has neither commas nor marks at the end of a rule]",
        ),
        ("/* A ::= 'a'", "1:1 this comment does not end [it ends with `*/`]"),
        ("A ::= <>", "1:7 this `<` does not enclose a name [a nonterminal is written `Name` or `<Name>`]"),
        ("'a' ::= 'b'", "1:1 expected a rule, `Name ::= ..`, found \"a\" []"),
    ] {
        assert_eq!(errors(text), [expected], "{text}");
    }
    assert_eq!(
        errors("A = 'a' ;\nB = C ;\nD ::= )"),
        [
            "1:3 unexpected `=` [a rule is written `Name ::= ..`]",
            "1:9 unexpected `;` [the notation of the W3C has neither commas nor marks at the end of a rule]",
            "2:5 unknown nonterminal `C` []",
            "3:7 expected the next rule, `Name ::= ..`, found `)` []",
        ]
    );
}

#[test]
fn odd_grammars_are_warned_of() {
    let warnings = |text: &str| load(text).warnings.iter().map(|warning| warning.to_string()).collect::<Vec<_>>();
    assert_eq!(warnings("A ::= 'a'  B ::= 'b'"), ["1:12: `B` is never used: nothing leads to it from `A`"]);
    assert_eq!(
        warnings("A ::= 'a' | A '+' A"),
        ["1:13: ambiguous: this rule of `A` begins and ends with `A`, so three in a row are grouped in two ways"]
    );
    // What an exception names is used.
    assert!(warnings("A ::= B - C  B ::= [a-z]  C ::= 'x'").is_empty());
    assert!(warnings("A ::= B* C  B ::= [a-z]  C ::= 'x'").is_empty());
}
