//! Files of regressions that were flipped, cut, merged, or made to harm: only damaged entries are lost, with a warning.

use std::fs;

use astragal::store::{Entry, Loaded, Saved};

use crate::peak::peak_of;
use crate::store_support::{Directory, addresses, entry, file_of};

/// Flips of one bit, of the case of a letter, of all bits, and into other kinds of characters.
const FLIPS: [u8; 7] = [0x01, 0x02, 0x10, 0x20, 0x7F, 0x80, 0xFF];

fn three() -> Vec<Entry> {
    [1, 2, 3].map(entry).to_vec()
}

/// Loads a file that holds this, and checks what is so for every file: it stays as it is, and warnings are in order.
fn load(directory: &Directory, bytes: &[u8]) -> Loaded {
    let file = directory.file_with(bytes);
    let loaded = directory.regressions().load();
    assert_eq!(fs::read(&file).unwrap(), bytes);
    let lines = bytes.split(|&byte| byte == b'\n').count();
    for warning in &loaded.warnings {
        let shown = warning.to_string();
        assert!(warning.file == file && shown.starts_with(&*file.to_string_lossy()), "{shown}");
        assert!(warning.line.is_none_or(|line| (1..=lines).contains(&line)), "{shown}");
        assert!(shown.len() < 1_000 && !shown.contains(char::is_control), "{shown:?}");
    }
    loaded
}

/// The numbers of the lines from the first of an entry to the first of the next.
fn lines_of(text: &str, entry: &Entry) -> std::ops::Range<usize> {
    let first = text.lines().position(|line| line.ends_with(entry.address())).unwrap() + 1;
    let rest = text.lines().skip(first).position(|line| line.starts_with("regression"));
    first..rest.map_or(text.lines().count() + 1, |rest| first + rest + 1)
}

#[test]
fn a_file_is_read_back_as_it_was_saved() {
    let directory = Directory::new();
    let loaded = load(&directory, file_of(&three()).as_bytes());
    assert_eq!(loaded, Loaded { entries: three(), ..Loaded::default() });
}

#[test]
fn a_file_is_easy_to_read() {
    let text = file_of(&[entry(1)]);
    let entry_text = text.split_once("\n\n").unwrap().1;
    assert_eq!(
        entry_text,
        "regression 1 f767de127dd7c8db863a7142cd1887e1\nf767 # Val(1)\nf767 astragal choices 1\nf767 Expr {\n\
         f767   Expr.Val 1 of 2\nf767   1 of 2^64\nf767 }\nf767 end\n"
    );
    assert!(text.lines().take_while(|line| !line.is_empty()).all(|line| line.starts_with('#')));
}

#[test]
fn a_flipped_byte_spoils_at_most_its_own_entry() {
    let (directory, entries) = (Directory::new(), three());
    let text = file_of(&entries);
    let mut spoiled = 0;
    for at in 0..text.len() {
        for flip in FLIPS {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= flip;
            let loaded = load(&directory, &bytes);
            let found = addresses(&loaded.entries);
            let lost: Vec<&Entry> = entries.iter().filter(|entry| !found.contains(&entry.address())).collect();
            assert!(lost.len() <= 1 && found.len() + lost.len() == 3, "{at}, {flip}: {loaded:?}");
            assert!(loaded.warnings.len() <= 1, "{at}, {flip}: {loaded:?}");
            if let Some(lost) = lost.first() {
                let line = loaded.warnings[0].line.unwrap();
                // The line break before an entry is the entry's own.
                let lines = lines_of(&text, lost);
                assert!(lines.contains(&line) || lines.contains(&(line + 1)), "{at}, {flip}: {loaded:?}");
            }
            spoiled += lost.len();
        }
    }
    assert!(spoiled > text.len(), "{spoiled}");
}

#[test]
fn a_cut_spoils_only_the_entry_that_it_cuts() {
    let (directory, entries) = (Directory::new(), three());
    let text = file_of(&entries);
    for end in 0..text.len() {
        let loaded = load(&directory, &text.as_bytes()[..end]);
        let with = |last: &str| {
            let is_there = |entry: &&Entry| text[..end].contains(&format!("{} {last}", &entry.address()[..4]));
            entries.iter().filter(is_there).count()
        };
        // An entry can be whole without its last line, since it is the address that tells.
        let (ended, whole) = (with("end"), with("}"));
        assert!((ended..=whole).contains(&loaded.entries.len()), "{end}: {loaded:?}");
        assert_eq!(loaded.entries, entries[..loaded.entries.len()]);
        assert!(loaded.warnings.len() <= 1, "{end}: {loaded:?}");
        // Entries added to a file that was cut are on lines of their own.
        assert!(matches!(directory.regressions().save(&entry(9)), Ok(Saved::New(_))));
        let again = directory.regressions().load();
        assert_eq!(again.entries, [&loaded.entries[..], &[entry(9)]].concat(), "{end}");
        assert_eq!(again.warnings, loaded.warnings);
    }
}

#[test]
fn a_lost_line_spoils_at_most_its_own_entry() {
    let (directory, entries) = (Directory::new(), three());
    let text = file_of(&entries);
    for lost in 0..text.lines().count() {
        let lines: Vec<&str> = text.lines().enumerate().filter(|(at, _)| *at != lost).map(|(_, line)| line).collect();
        let loaded = load(&directory, lines.join("\n").as_bytes());
        assert!(loaded.entries.len() >= 2 && loaded.warnings.len() <= 1, "{lost}: {loaded:?}");
        assert_eq!(loaded.entries.len() == 2, loaded.warnings.len() == 1, "{lost}: {loaded:?}");
    }
}

#[test]
fn an_entry_of_a_newer_version_is_named_and_kept() {
    let (directory, entries) = (Directory::new(), three());
    let newer = "\nregression 2 with anything after it\n{ \"in\": [\"any\", \"form\"] }\nend\n";
    let text = format!("{}{newer}{}", file_of(&entries[..1]), file_of(&entries[1..2]));
    let loaded = load(&directory, text.as_bytes());
    assert_eq!(loaded.entries, entries[..2]);
    assert_eq!(loaded.warnings.len(), 1, "{loaded:?}");
    let message = &loaded.warnings[0].message;
    assert!(message.contains("written by a newer version"), "{message}");
    let line = text.lines().nth(loaded.warnings[0].line.unwrap() - 1).unwrap();
    assert!(line.starts_with("regression 2"), "{line}");

    directory.regressions().save(&entries[2]).unwrap();
    let after = fs::read_to_string(directory.regressions().path().unwrap()).unwrap();
    assert!(after.starts_with(&text));
    assert_eq!(directory.regressions().load().entries, entries);
}

#[test]
fn both_sides_of_a_merge_conflict_are_read() {
    let (directory, entries) = (Directory::new(), three());
    let texts: Vec<String> = entries.iter().map(|entry| file_of(std::slice::from_ref(entry))).collect();
    let conflict =
        |base: &str| format!("{}<<<<<<< HEAD\n{}{base}=======\n{}>>>>>>> other branch\n", texts[0], texts[1], texts[2]);
    for text in [conflict(""), conflict("||||||| base\n"), conflict("").replace('\n', "\r\n")] {
        let loaded = load(&directory, text.as_bytes());
        assert_eq!(loaded.entries, entries);
        assert_eq!(loaded.warnings.len(), 1, "{loaded:?}");
        assert!(loaded.warnings[0].message.contains("merge conflict"), "{loaded:?}");
    }
    // Both branches added the same case, but show its value in different ways.
    let comments = format!("<<<<<<< a\n{0} # one\n=======\n{0} # two\n>>>>>>> b\n", &entries[0].address()[..4]);
    let first = format!("{} # Val(1)\n", &entries[0].address()[..4]);
    let loaded = load(&directory, texts[0].replace(&first, &comments).as_bytes());
    assert_eq!(addresses(&loaded.entries), addresses(&entries[..1]));
    assert_eq!(loaded.warnings.len(), 1, "{loaded:?}");
}

#[test]
fn crlf_and_byte_order_marks_change_nothing() {
    let (directory, entries) = (Directory::new(), three());
    let text = file_of(&entries);
    let marked = "\u{FEFF}".to_owned() + &text;
    let joined = marked.clone() + &marked;
    for text in [text.replace('\n', "\r\n"), text.replace('\n', "  \n"), marked, joined] {
        assert_eq!(load(&directory, text.as_bytes()), Loaded { entries: entries.clone(), ..Loaded::default() });
    }
}

#[test]
fn bytes_that_are_not_utf_8_spoil_at_most_their_own_entry() {
    let (directory, entries) = (Directory::new(), three());
    let text = file_of(&entries);
    let with = |place: &str| {
        let at = text.find(place).unwrap();
        [&text.as_bytes()[..at], b"\xFF\xFE\x80", &text.as_bytes()[at..]].concat()
    };
    let in_comment = load(&directory, &with("Val(2)"));
    assert_eq!(addresses(&in_comment.entries), addresses(&entries));
    let in_choices = load(&directory, &with("Expr.Val 0"));
    assert_eq!(addresses(&in_choices.entries), addresses(&[entry(1), entry(3)]));
    assert_eq!(in_choices.warnings.len(), 1, "{in_choices:?}");
    let between = load(&directory, &[text.as_bytes(), b"\n\xFF\xFE\n\x80\n", text.as_bytes()].concat());
    assert_eq!(between.entries, entries);
    assert_eq!(between.warnings.len(), 1, "{between:?}");
}

#[test]
fn a_comment_from_a_file_does_not_reach_the_terminal_as_it_is() {
    let directory = Directory::new();
    let text = file_of(&[entry(1)]).replace("Val(1)", "\u{1b}[2J\u{202e}\u{7}");
    let loaded = load(&directory, text.as_bytes());
    assert_eq!(loaded.entries[0].comment(), r"\u{1b}[2J\u{202e}\u{7}");
}

#[test]
fn a_changed_number_is_found_and_the_right_address_is_told() {
    let directory = Directory::new();
    let loaded = load(&directory, file_of(&[entry(3)]).replace("3 of 2^64", "5 of 2^64").as_bytes());
    assert!(loaded.entries.is_empty());
    assert!(loaded.warnings[0].message.contains(entry(5).address()), "{loaded:?}");
}

#[test]
fn hostile_files_are_read_in_bounded_memory_and_time() {
    let directory = Directory::new();
    let one = file_of(&[entry(1)]);
    let mark = entry(1).address()[..4].to_owned();
    let begin = format!("regression 1 {}\n", entry(1).address());
    let deep = format!("{begin}{mark} astragal choices 1\n{}", format!("{mark} a {{\n").repeat(500_000));
    for (what, bytes, found) in [
        ("a million entries", one.repeat(1_000_000 / 4), 1),
        ("one long line", "x".repeat(10 << 20), 0),
        ("spans in spans", deep, 0),
        ("first lines alone", begin.repeat(100_000), 0),
        ("entries without an end", one.replace("end\n", "").repeat(20_000), 1),
        ("markers", "<<<<<<< a\n".repeat(400_000), 0),
        ("newer entries", "regression 9\n".repeat(300_000), 0),
        ("strays", "regression 1\nx\n".repeat(200_000), 0),
    ] {
        directory.file_with(bytes.as_bytes());
        let (loaded, peak) = peak_of(|| directory.regressions().load());
        assert_eq!(loaded.entries.len(), found, "{what}");
        let told = loaded.warnings.len() + usize::from(loaded.unreadable.is_some());
        assert!((1..30).contains(&told) || what == "entries without an end", "{what}: {loaded:?}");
        assert!(peak < 40 << 20, "{what}: {peak} bytes");
    }
    let file = directory.file_with(one.as_bytes());
    fs::File::options().write(true).open(file).unwrap().set_len(1 << 40).unwrap();
    let (loaded, peak) = peak_of(|| directory.regressions().load());
    assert_eq!(loaded.entries, [entry(1)]);
    assert!(loaded.unreadable.as_ref().is_some_and(|why| why.message.contains("larger than")), "{loaded:?}");
    assert!(peak < 40 << 20, "{peak} bytes");
    // Entries that would not be read are not written either.
    assert!(directory.regressions().save(&entry(2)).unwrap_err().contains("larger than"));
}
