use astragal::spaces::Measure;
use astragal::spaces::for_all;
use astragal::prelude::*;

fn main() {
    let row = int(1..=3usize).and_then(|length| from_fn(move |src| src.draw(vec_of(any::<u8>(), length))));
    let _ = (any::<bool>(), &row).measured(Measure::tiers()).total();
    let _ = for_all(vec_of((any::<bool>(), row), 2), |_| true);
    let _ = astragal::spaces::counterexamples(one_of![int(0..3u8), any::<u8>().filter_map(|n| n.checked_mul(2))], 10, |_| true);
}
