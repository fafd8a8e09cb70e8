//! Puts sequences into the slots of another, however deep they nest.

use super::{Choices, Writer};

/// A sequence that is being copied, and how far.
struct Copying {
    choices: Choices,
    /// The spans that are to be filled, in order, each with its number; those before `slot` are.
    slots: Vec<(u32, u32)>,
    slot: usize,
    item: usize,
    span: usize,
    pick: usize,
    /// The spans that are open.
    open: Vec<u32>,
}

impl Copying {
    fn new(written: Writer) -> Copying {
        let (choices, slots) = written.into_parts();
        Copying { choices, slots, slot: 0, item: 0, span: 0, pick: 0, open: Vec::new() }
    }

    /// Copies up to the next slot, which is opened: its number. `None` at the end.
    fn copy_to_slot(&mut self, into: &mut Writer) -> Option<u32> {
        loop {
            let closes = self.open.last().map(|&span| &self.choices.spans[span as usize]);
            if closes.is_some_and(|span| span.end as usize == self.item && span.next as usize == self.span) {
                into.close();
                self.open.pop();
            } else if let Some(span) = self.choices.spans.get(self.span).filter(|span| span.start as usize == self.item)
            {
                into.open(span.label.clone());
                self.open.push(self.span as u32);
                self.span += 1;
                let slot = self.slots.get(self.slot).filter(|slot| slot.0 as usize + 1 == self.span);
                if let Some(&(_, number)) = slot {
                    self.slot += 1;
                    return Some(number);
                }
            } else if let Some(&choice) = self.choices.items.get(self.item) {
                match self.choices.picks.get(self.pick).filter(|pick| pick.at() == self.item) {
                    Some(pick) => {
                        into.put_pick(choice.value, choice.max, pick.site.clone(), pick.branch.clone());
                        self.pick += 1;
                    }
                    None => into.put(choice.value, choice.max),
                }
                self.item += 1;
            } else {
                return None;
            }
        }
    }
}

/// The sequence, with what `fill` writes for the slot of each number.
pub(super) fn filled(written: Writer, mut fill: impl FnMut(u32) -> Writer) -> Choices {
    let mut into = Writer::default();
    // Lists of lazy parts nest as deep as they are long: a stack of our own has room for them.
    let mut copying = vec![Copying::new(written)];
    while let Some(innermost) = copying.last_mut() {
        match innermost.copy_to_slot(&mut into) {
            Some(slot) => copying.push(Copying::new(fill(slot))),
            None => drop(copying.pop()),
        }
    }
    into.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writer(write: impl FnOnce(&mut Writer)) -> Writer {
        let mut writer = Writer::default();
        write(&mut writer);
        writer
    }

    #[test]
    fn slots_are_filled_where_they_stand_and_all_else_moves() {
        let outer = writer(|to| {
            to.open("pair");
            to.put(1, 9);
            to.slot("lazy", 7);
            to.open("rest");
            to.put_pick(2, 9, "site", "branch");
            to.close();
            to.slot("lazy", 8);
            to.close();
        });
        let filled = outer.finish_with(|number| {
            writer(|to| match number {
                7 => {
                    to.put(3, 9);
                    to.slot("deeper", 9);
                }
                9 => to.append(writer(|to| to.slot("inner", 10))),
                10 => to.append(writer(|to| to.put_pick(4, 9, "site", "other"))),
                _ => {}
            })
        });
        let expected = writer(|to| {
            to.open("pair");
            to.put(1, 9);
            to.open("lazy");
            to.put(3, 9);
            to.open("deeper");
            to.open("inner");
            to.put_pick(4, 9, "site", "other");
            to.close();
            to.close();
            to.close();
            to.open("rest");
            to.put_pick(2, 9, "site", "branch");
            to.close();
            to.open("lazy");
            to.close();
            to.close();
        });
        assert_eq!(filled, expected.finish());
    }

    #[test]
    fn what_is_taken_back_takes_its_slots_with_it() {
        let mut to = Writer::default();
        to.slot("lazy", 0);
        let mark = to.mark();
        to.slot("lazy", 1);
        to.rewind(mark);
        to.slot("lazy", 2);
        let mut asked = Vec::new();
        let choices = to.finish_with(|number| {
            asked.push(number);
            Writer::default()
        });
        assert_eq!(asked, [0, 2]);
        assert_eq!(choices.spans().len(), 2);
    }
}
