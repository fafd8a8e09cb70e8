//! Source files of a small language, a type of dimension 6: lists of lists of lists of lists of lists of names.

/// A name, which may be empty.
pub(crate) type Name = String;
/// The class and the function that are called.
pub(crate) type Callee = (Name, Name);
/// A variable or a constant.
pub(crate) type Argument = Result<Name, bool>;
/// A call.
pub(crate) type Call = (Callee, Vec<Argument>);
/// A constant or a call.
pub(crate) type Expression = Result<bool, Call>;
/// The type of a variable, its name, and its value.
pub(crate) type Declaration = ((Name, Name), Expression);
/// Several variables are declared at once.
pub(crate) type Statement = Vec<Declaration>;
/// A function and its body.
pub(crate) type Function = (Name, Vec<Statement>);
/// A class and its functions.
pub(crate) type Class = (Name, Vec<Function>);
/// A file and its classes.
pub(crate) type File = (Name, Vec<Class>);

/// How many constructors a value has that hold something: an element of a list, a character of a name, or a truth value.
pub(super) fn constructors(file: &File) -> u64 {
    let (name, classes) = file;
    of_name(name) + of_list(classes, of_class)
}

fn of_class((name, functions): &Class) -> u64 {
    of_name(name) + of_list(functions, |(name, body)| of_name(name) + of_list(body, |it| of_list(it, of_declaration)))
}

fn of_declaration(((type_name, name), value): &Declaration) -> u64 {
    let of_value = match value {
        Ok(_) => 1,
        Err(((class, function), arguments)) => of_name(class) + of_name(function) + of_list(arguments, of_argument),
    };
    of_name(type_name) + of_name(name) + of_value
}

fn of_argument(argument: &Argument) -> u64 {
    argument.as_ref().map_or(1, of_name)
}

fn of_name(name: &Name) -> u64 {
    name.chars().count() as u64
}

fn of_list<T>(list: &[T], of_element: impl Fn(&T) -> u64) -> u64 {
    list.iter().map(|element| 1 + of_element(element)).sum()
}

/// All calls, in the order of the text.
pub(super) fn calls_mut(file: &mut File) -> impl Iterator<Item = &mut Call> {
    let functions = file.1.iter_mut().flat_map(|(_, functions)| functions);
    let declarations = functions.flat_map(|(_, body)| body).flatten();
    declarations.filter_map(|(_, value)| value.as_mut().err())
}
