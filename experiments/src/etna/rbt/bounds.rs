//! Red-black trees drawn as they are: with as many black nodes on each path, and keys within bounds.

use super::Color::{Black, Red};
use super::Tree::{self, Leaf, Node};
use crate::etna::stlc::typed::Dice;

/// The most black nodes on a path.
const BLACKS: usize = 3;
/// Keys are within these bounds, so that some are next to each other.
const KEYS: (i32, i32) = (-64, 64);

/// A tree; a black root has room for all below it.
pub(super) fn tree<D: Dice>(dice: &mut D) -> Result<Tree, D::Rejection> {
    let blacks = dice.below(BLACKS + 1)?;
    below(dice, blacks, KEYS, true)
}

/// A tree of as many black nodes on each path, with keys between two others. Where there is no room for another node below, it is
/// as small as it can be: there is room for that in the largest tree.
fn below<D: Dice>(dice: &mut D, blacks: usize, keys: (i32, i32), is_black: bool) -> Result<Tree, D::Rejection> {
    let needed = |blacks: usize| (1 << blacks) - 1;
    let room = keys.1 - keys.0 - 1;
    let may_be_red = !is_black && room > 2 * needed(blacks);
    let is_red = may_be_red && dice.below(2)? == 1;
    if blacks == 0 && !is_red {
        return Ok(Leaf);
    }
    let below_it = if is_red { blacks } else { blacks - 1 };
    // On both sides there is room for black nodes alone.
    let least = needed(below_it);
    let choices = room - 2 * least;
    let key = keys.0 + 1 + least + dice.below(choices as usize)? as i32;
    let value = dice.below(4)? as i32;
    let left = below(dice, below_it, (keys.0, key), is_red)?;
    let right = below(dice, below_it, (key, keys.1), is_red)?;
    Ok(Node(if is_red { Red } else { Black }, Box::new(left), key, value, Box::new(right)))
}
