//! Grammars of real size: JSON, and C as of 1989.

use std::sync::Arc;

use astragal_grammar::{Builder, Grammar, Item, Label, Regex};

/// A grammar from lines such as `Add. Exp ::= Exp "+" Exp1`, with `_` for a coercion. Names that no line defines are tokens.
pub(crate) fn grammar(name: &str, lines: &str) -> Arc<Grammar> {
    let mut builder = Builder::new(name);
    let lines: Vec<Vec<&str>> = lines.lines().map(|line| line.split_whitespace().collect()).collect();
    let lines: Vec<Vec<&str>> = lines.into_iter().filter(|words: &Vec<&str>| !words.is_empty()).collect();
    let categories: Vec<&str> = lines.iter().map(|words| words[1]).collect();
    for words in &lines {
        let category = builder.category(words[1]);
        let items: Vec<Item> = words[3..]
            .iter()
            .map(|word| match word.strip_prefix('"').and_then(|word| word.strip_suffix('"')) {
                Some(text) => builder.terminal(text),
                None if categories.contains(word) => builder.category(word),
                None => builder.token(word, Regex::class([('a', 'z')])),
            })
            .collect();
        let label = match words[0].trim_end_matches('.') {
            "_" => Label::Coercion,
            name => Label::Constructor(name.to_owned()),
        };
        builder.rule(label, category, items);
    }
    Arc::new(builder.finish())
}

/// JSON, with lists that are recursive on the right.
pub(crate) fn json() -> Arc<Grammar> {
    grammar(
        "JSON",
        r#"
        Object.  Value   ::= "{" Members "}"
        Empty.   Value   ::= "{" "}"
        Array.   Value   ::= "[" Values "]"
        Nothing. Value   ::= "[" "]"
        String.  Value   ::= String
        Number.  Value   ::= Number
        True.    Value   ::= "true"
        False.   Value   ::= "false"
        Null.    Value   ::= "null"
        One.     Members ::= Member
        Cons.    Members ::= Member "," Members
        Member.  Member  ::= String ":" Value
        OneV.    Values  ::= Value
        ConsV.   Values  ::= Value "," Values
        "#,
    )
}

/// C, with 17 levels of precedence by coercions, as grammars in LBNF have it.
pub(crate) fn c() -> Arc<Grammar> {
    let mut lines = String::from(C);
    let levels: [&[&str]; 17] = [
        &[],
        &[","],
        &["=", "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|="],
        &["?"],
        &["||"],
        &["&&"],
        &["|"],
        &["^"],
        &["&"],
        &["==", "!="],
        &["<", ">", "<=", ">="],
        &["<<", ">>"],
        &["+", "-"],
        &["*", "/", "%"],
        &[],
        &[],
        &[],
    ];
    let name = |level: usize| if level == 0 { "Exp".to_owned() } else { format!("Exp{level}") };
    for (level, operators) in levels.iter().enumerate() {
        let (this, next) = (name(level), name(level + 1));
        for (number, operator) in operators.iter().enumerate() {
            lines += &match *operator {
                "?" => format!("Cond. {this} ::= {next} \"?\" Exp \":\" {this}\n"),
                _ if level == 2 => format!("Assign{number}. {this} ::= Exp15 \"{operator}\" {this}\n"),
                _ => format!("Op{level}_{number}. {this} ::= {this} \"{operator}\" {next}\n"),
            };
        }
        lines += &format!("_. {this} ::= {next}\n");
    }
    grammar("C", &lines)
}

const C: &str = r#"
    Program.   Program ::= Externals
    OneX.      Externals ::= External
    ConsX.     Externals ::= External Externals
    Function.  External ::= Specs Declarator Compound
    Global.    External ::= Decl
    NoDecl.    Decl ::= Specs ";"
    Decl.      Decl ::= Specs Inits ";"
    OneS.      Specs ::= Spec
    ConsS.     Specs ::= Spec Specs
    Void.      Spec ::= "void"
    Char.      Spec ::= "char"
    Short.     Spec ::= "short"
    Int.       Spec ::= "int"
    Long.      Spec ::= "long"
    Float.     Spec ::= "float"
    Double.    Spec ::= "double"
    Signed.    Spec ::= "signed"
    Unsigned.  Spec ::= "unsigned"
    Const.     Spec ::= "const"
    Static.    Spec ::= "static"
    Extern.    Spec ::= "extern"
    Typedef.   Spec ::= "typedef"
    Struct.    Spec ::= "struct" Ident "{" Fields "}"
    StructN.   Spec ::= "struct" Ident
    Enum.      Spec ::= "enum" "{" Names "}"
    OneF.      Fields ::= Field
    ConsF.     Fields ::= Field Fields
    Field.     Field ::= Specs Declarators ";"
    OneN.      Names ::= Ident
    ConsN.     Names ::= Ident "," Names
    OneD.      Declarators ::= Declarator
    ConsD.     Declarators ::= Declarator "," Declarators
    OneI.      Inits ::= Init
    ConsI.     Inits ::= Init "," Inits
    NoInit.    Init ::= Declarator
    Init.      Init ::= Declarator "=" Initial
    InitExp.   Initial ::= Exp2
    InitList.  Initial ::= "{" Initials "}"
    OneL.      Initials ::= Initial
    ConsL.     Initials ::= Initial "," Initials
    Pointer.   Declarator ::= "*" Declarator
    _.         Declarator ::= Direct
    Name.      Direct ::= Ident
    Paren.     Direct ::= "(" Declarator ")"
    ArrayD.    Direct ::= Direct "[" Exp "]"
    Open.      Direct ::= Direct "[" "]"
    FunD.      Direct ::= Direct "(" Params ")"
    FunD0.     Direct ::= Direct "(" ")"
    OneP.      Params ::= Param
    ConsP.     Params ::= Param "," Params
    Param.     Param ::= Specs Declarator
    ParamA.    Param ::= Specs
    ParamP.    Param ::= Specs "*"
    Block.     Compound ::= "{" Decls Stms "}"
    NoDecls.   Decls ::=
    Decls.     Decls ::= Decl Decls
    NoStms.    Stms ::=
    Stms.      Stms ::= Stm Stms
    Labeled.   Stm ::= Ident ":" Stm
    Case.      Stm ::= "case" Exp ":" Stm
    Default.   Stm ::= "default" ":" Stm
    Compound.  Stm ::= Compound
    Empty.     Stm ::= ";"
    Exp.       Stm ::= Exp ";"
    If.        Stm ::= "if" "(" Exp ")" Stm
    IfElse.    Stm ::= "if" "(" Exp ")" Stm "else" Stm
    Switch.    Stm ::= "switch" "(" Exp ")" Stm
    While.     Stm ::= "while" "(" Exp ")" Stm
    Do.        Stm ::= "do" Stm "while" "(" Exp ")" ";"
    For.       Stm ::= "for" "(" OptExp ";" OptExp ";" OptExp ")" Stm
    Goto.      Stm ::= "goto" Ident ";"
    Continue.  Stm ::= "continue" ";"
    Break.     Stm ::= "break" ";"
    Return.    Stm ::= "return" OptExp ";"
    NoExp.     OptExp ::=
    OptExp.    OptExp ::= Exp
    Cast.      Exp14 ::= "(" TypeName ")" Exp14
    TypeName.  TypeName ::= Specs
    TypeP.     TypeName ::= Specs "*"
    PreInc.    Exp15 ::= "++" Exp15
    PreDec.    Exp15 ::= "--" Exp15
    AddressOf. Exp15 ::= "&" Exp14
    Deref.     Exp15 ::= "*" Exp14
    Neg.       Exp15 ::= "-" Exp14
    Pos.       Exp15 ::= "+" Exp14
    Not.       Exp15 ::= "!" Exp14
    Compl.     Exp15 ::= "~" Exp14
    SizeOf.    Exp15 ::= "sizeof" Exp15
    SizeOfT.   Exp15 ::= "sizeof" "(" TypeName ")"
    Index.     Exp16 ::= Exp16 "[" Exp "]"
    Call0.     Exp16 ::= Exp16 "(" ")"
    Call.      Exp16 ::= Exp16 "(" Args ")"
    Dot.       Exp16 ::= Exp16 "." Ident
    Arrow.     Exp16 ::= Exp16 "->" Ident
    PostInc.   Exp16 ::= Exp16 "++"
    PostDec.   Exp16 ::= Exp16 "--"
    OneA.      Args ::= Exp2
    ConsA.     Args ::= Exp2 "," Args
    Var.       Exp17 ::= Ident
    IntLit.    Exp17 ::= Integer
    CharLit.   Exp17 ::= Char
    Text.      Exp17 ::= String
    _.         Exp17 ::= "(" Exp ")"
"#;
