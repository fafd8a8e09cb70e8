//! Shrinks a file from a bug report: a text that no generator made, but that one could have made.

use astragal::generators::Chars;
use astragal::prelude::*;

/// What a package manager reads. The keys are always in this order.
#[derive(Clone, Debug, PartialEq)]
struct Package {
    name: String,
    license: String,
    keywords: Vec<String>,
    dependencies: Vec<(String, String)>,
}

#[generator]
fn package() -> Package {
    let name = draw!(word());
    let license = draw!(word());
    let keywords = draw!(vec_of(word(), 0..=10));
    let dependencies = draw!(vec_of((word(), word()), 0..=10));
    Package { name, license, keywords, dependencies }
}

/// A string that is not empty and needs no escapes.
fn word() -> impl Reflect<Value = String> {
    let special = " ^.-/@".chars().map(|c| c..=c);
    string_of(Chars::alphanumeric().union(Chars::from_ranges(special)), 1..=40)
}

/// The text of the file. Backwards it is parsed, so that text from anywhere can be taken apart.
fn file() -> impl Reflect<Value = String> {
    package().iso(|package| package.written(), |text| Package::read(text))
}

impl Package {
    fn written(&self) -> String {
        let keywords: Vec<String> = self.keywords.iter().map(|word| format!("\"{word}\"")).collect();
        let members = self.dependencies.iter().map(|(name, version)| format!("\"{name}\":\"{version}\""));
        format!(
            "{{\"name\":\"{}\",\"license\":\"{}\",\"keywords\":[{}],\"dependencies\":{{{}}}}}",
            self.name,
            self.license,
            keywords.join(","),
            members.collect::<Vec<_>>().join(",")
        )
    }

    fn read(text: &str) -> Option<Package> {
        let (name, rest) = text.strip_prefix("{\"name\":\"")?.split_once("\",\"license\":\"")?;
        let (license, rest) = rest.split_once("\",\"keywords\":[")?;
        let (keywords, rest) = rest.split_once("],\"dependencies\":{")?;
        let members = rest.strip_suffix("}}")?;
        let unquoted = |word: &str| Some(word.strip_prefix('"')?.strip_suffix('"')?.to_string());
        let member = |member: &str| {
            let (name, version) = member.split_once(':')?;
            Some((unquoted(name)?, unquoted(version)?))
        };
        let list = |text: &'_ str| -> Vec<String> {
            if text.is_empty() { Vec::new() } else { text.split(',').map(str::to_string).collect() }
        };
        Some(Package {
            name: name.to_string(),
            license: license.to_string(),
            keywords: list(keywords).iter().map(|word| unquoted(word)).collect::<Option<_>>()?,
            dependencies: list(members).iter().map(|text| member(text)).collect::<Option<_>>()?,
        })
    }
}

/// The program under test chokes on one version of one package.
fn chokes(text: &str) -> bool {
    text.contains("\"express\":\"^4.15.3\"")
}

fn main() {
    let reported = "{\"name\":\"field-notes-server\",\"license\":\"MIT\",\"keywords\":[\"notes\",\"offline\",\"sync\"],\
                    \"dependencies\":{\"body-parser\":\"^1.18.2\",\"express\":\"^4.15.3\",\"level\":\"^4.0.0\"}}";

    // There are no choices to shrink, since the file came from a user. The generator finds them.
    let shrunk = file().shrink(&reported.to_string(), |text| chokes(text)).unwrap();
    println!("reported: {reported}");
    println!("shrunk:   {} (after {} runs)", shrunk.value, shrunk.evaluations);
    let smallest = r#"{"name":"a","license":"a","keywords":[],"dependencies":{"express":"^4.15.3"}}"#;
    assert_eq!(shrunk.value, smallest);

    // A text that is not such a file is rejected.
    let error = file().can_make(&"{\"name\":\"\"}".to_string()).unwrap_err();
    println!("not a package: {error}");
}
