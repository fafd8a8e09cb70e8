//! The laws that every generator keeps, to be run on generators of your own.
//!
//! The generators of this library pass them all; they are how the library tests itself. A generator written with
//! [`from_fn`](astragal_core::from_fn) passes the forward laws if it draws everything from its source: a closure that reads
//! a clock, its own random numbers or the order of a `HashMap` does not.
//!
//! ```
//! use astragal::laws::Laws;
//! use astragal::prelude::*;
//!
//! let intervals = from_fn(|src| {
//!     let low = src.draw(0..100u8);
//!     (low, src.draw(low..=100))
//! });
//! Laws::of(&intervals).forwards().unwrap();
//!
//! let broken = int(0..100u32).iso(|n| n / 2, |half| Some(half * 2 + 100)); // the way back is wrong
//! assert!(Laws::of(&broken).backwards().is_err());
//! ```

#![forbid(unsafe_code)]

mod backwards;
mod counting;
mod planning;

use std::fmt::{self, Debug};

use astragal_core::{BoxedGen, Choices, Draw, Mutator, Rng, Source, Unit};

/// A law that does not hold, and the case in which it does not.
#[derive(Clone, Debug)]
pub struct Broken {
    law: &'static str,
    case: String,
}

impl Broken {
    /// The name of the law.
    pub fn law(&self) -> &'static str {
        self.law
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the law of {} does not hold: {}", self.law, self.case)
    }
}

impl std::error::Error for Broken {}

/// The laws of a generator. Each is a method; [`forwards`](Laws::forwards) and [`backwards`](Laws::backwards) are all.
pub struct Laws<'a, G: Draw> {
    generator: &'a G,
    same: fn(&G::Value, &G::Value) -> bool,
    cases: u64,
    /// Others that make values of the same type.
    others: Vec<BoxedGen<'a, G::Value>>,
}

impl<'a, G: Draw<Value: Debug>> Laws<'a, G> {
    /// The laws of a generator whose values can be compared.
    pub fn of(generator: &'a G) -> Laws<'a, G>
    where
        G::Value: PartialEq,
    {
        Laws::by(generator, G::Value::eq)
    }

    /// The laws of a generator, with a comparison of its values: for floats with NaN, or types without `PartialEq`.
    pub fn by(generator: &'a G, same: fn(&G::Value, &G::Value) -> bool) -> Laws<'a, G> {
        Laws { generator, same, cases: 100, others: Vec::new() }
    }

    /// How many cases are tried at each size.
    pub fn cases(self, cases: u64) -> Laws<'a, G> {
        Laws { cases, ..self }
    }

    /// Also tries the values of another generator, which this one need not make: its way back must reject such a value, or find
    /// choices that make it. Best is one of all values of the type.
    ///
    /// ```
    /// use astragal::laws::Laws;
    /// use astragal::prelude::*;
    ///
    /// let digits = int(0..10u8).iso(|n| n, |n| Some(n % 10)); // the way back takes 77 for 7
    /// assert!(Laws::of(&digits).backwards().is_ok());
    /// let error = Laws::of(&digits).against(any::<u8>()).backwards().unwrap_err();
    /// assert_eq!(error.law(), "pure projection");
    /// ```
    pub fn against(mut self, other: impl Draw<Value = G::Value> + 'a) -> Laws<'a, G> {
        self.others.push(BoxedGen::new(other));
        self
    }

    /// All laws of a generator that runs forwards.
    pub fn forwards(&self) -> Result<(), Broken> {
        self.factoring()?;
        self.bulk_drawing()?;
        self.one_unit()?;
        self.total_parsing()?;
        self.simplest_is_zero()?;
        self.planning()
    }

    /// Factoring: drawing at random, and recording that run and replaying it, give the same value. The text, the token
    /// and the bytes of the choices replay to it too.
    pub fn factoring(&self) -> Result<(), Broken> {
        let mut is_any_drawn = false;
        self.each_case("factoring", |seed, size| {
            let drawn = self.random(seed, size).try_draw(self.generator);
            let mut src = self.random(seed, size).recording();
            let recorded = self.generator.draw(&mut src);
            let (drawn, recorded) = match (drawn, recorded) {
                (Ok(drawn), Ok(recorded)) => (drawn, recorded),
                (Err(_), Err(_)) => return Ok(()),
                _ => return Err("recording changes whether the value is rejected".to_owned()),
            };
            is_any_drawn = true;
            self.expect("recording", &drawn, Some(recorded))?;
            let choices = src.recorded();
            let replayed = |from: Choices| Source::replay(from).try_draw(self.generator).ok();
            self.expect("replay", &drawn, replayed(choices.clone()))?;
            self.expect("replay from the text", &drawn, choices.to_string().parse().ok().and_then(replayed))?;
            let token = choices.token();
            self.expect("replay from the token", &drawn, Choices::from_token(&token).ok().and_then(replayed))?;
            self.expect("parsing the bytes", &drawn, Source::bytes(choices.to_bytes()).try_draw(self.generator).ok())
        })?;
        if is_any_drawn { Ok(()) } else { Err(Broken { law: "factoring", case: "no case gave a value".into() }) }
    }

    /// Bulk drawing: several values at once take exactly the choices of as many single draws.
    pub fn bulk_drawing(&self) -> Result<(), Broken> {
        self.each_case("bulk drawing", |seed, size| {
            let count = (seed % 20) as usize;
            let mut single = self.random(seed, size).recording();
            let mut values = Vec::new();
            for _ in 0..count {
                let Ok(value) = single.try_draw(self.generator) else { return Ok(()) };
                values.push(value);
            }
            let mut bulk = self.random(seed, size).recording();
            let at_once = self.generator.draw_vec(&mut bulk, count).unwrap_or_default();
            let unrecorded = self.generator.draw_vec(&mut self.random(seed, size), count).unwrap_or_default();
            let same = |others: &[G::Value]| {
                others.len() == count && values.iter().zip(others).all(|(one, other)| (self.same)(one, other))
            };
            if !same(&at_once) || single.recorded() != bulk.recorded() {
                return Err(format!("{values:?} one by one, {at_once:?} at once"));
            }
            if same(&unrecorded) { Ok(()) } else { Err(format!("{values:?} recorded, {unrecorded:?} not recorded")) }
        })
    }

    /// One unit: a value is nothing, one choice, or one span. So lists are made of units.
    pub fn one_unit(&self) -> Result<(), Broken> {
        self.each_case("one unit", |seed, size| {
            let mut src = self.random(seed, size).recording();
            if self.generator.draw(&mut src).is_err() {
                return Ok(());
            }
            let choices = src.recorded();
            let units: Vec<Unit> = choices.units().collect();
            if units.len() <= 1 { Ok(()) } else { Err(format!("{} units:\n{choices}", units.len())) }
        })
    }

    /// Total parsing: any sequence of numbers parses, to a value or to a rejection, and ends; and what it was
    /// understood as replays to the same value.
    pub fn total_parsing(&self) -> Result<(), Broken> {
        let mut mutator = Mutator::new(1);
        let mut numbers = Rng::new(2);
        let mut known = Choices::default();
        self.each_case("total parsing", |seed, size| {
            let mut src = self.random(seed, size).recording();
            let sequence = if seed % 2 == 0 {
                let shift = numbers.up_to(63);
                Choices::from_numbers((0..numbers.up_to(40)).map(|_| numbers.word() >> shift).collect::<Vec<_>>())
            } else if self.generator.draw(&mut src).is_ok() {
                let own = src.recorded();
                let crossed = mutator.cross(&own, &known);
                known = own;
                mutator.mutate(&crossed)
            } else {
                return Ok(());
            };
            let Ok((value, understood)) = self.generator.replay_and_record(&sequence) else { return Ok(()) };
            self.expect("what was understood", &value, self.generator.replay(&understood).ok())
        })
    }

    /// Zero is the simplest: the empty sequence parses as zeros alone.
    pub fn simplest_is_zero(&self) -> Result<(), Broken> {
        match self.generator.replay_and_record(&Choices::default()) {
            Ok((value, understood)) if understood.numbers().any(|number| number > 0) => Err(Broken {
                law: "the simplest value",
                case: format!("nothing parses as {value:?}, which takes choices above zero:\n{understood}"),
            }),
            _ => Ok(()),
        }
    }

    fn random(&self, seed: u64, size: u32) -> Source {
        let mut src = Source::random(seed);
        src.set_size(size);
        src
    }

    fn expect(&self, way: &str, drawn: &G::Value, found: Option<G::Value>) -> Result<(), String> {
        match found {
            Some(found) if (self.same)(drawn, &found) => Ok(()),
            Some(found) => Err(format!("{way} gives {found:?} instead of {drawn:?}")),
            None => Err(format!("{way} gives nothing instead of {drawn:?}")),
        }
    }

    fn each_case(
        &self,
        law: &'static str,
        mut holds: impl FnMut(u64, u32) -> Result<(), String>,
    ) -> Result<(), Broken> {
        for size in [0, 1, 5, 30, 100] {
            for seed in 0..self.cases {
                holds(seed, size).map_err(|case| Broken { law, case: format!("seed {seed}, size {size}: {case}") })?;
            }
        }
        Ok(())
    }
}

impl<G: Draw> Debug for Laws<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Laws").field("cases", &self.cases).finish_non_exhaustive()
    }
}
