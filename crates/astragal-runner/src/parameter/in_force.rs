//! The parameters of a run: those that its generators declare, with the values that are in force on the threads that work for it.

use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::config::{SetParameter, SetParameters};
use crate::report::ParameterInForce;

thread_local! {
    static IN_FORCE: RefCell<Option<Arc<Parameters>>> = const { RefCell::new(None) };
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Parameters {
    set: SetParameters,
    /// In the order in which they were declared.
    declared: Mutex<Vec<ParameterInForce>>,
    /// How many of them a client was told of.
    told: AtomicUsize,
}

impl Parameters {
    /// None is declared yet; a file may have set some.
    pub(crate) fn new(set: SetParameters) -> Arc<Parameters> {
        Arc::new(Parameters { set, ..Parameters::default() })
    }

    /// Does the work of a run that no file sets any of them for.
    pub(crate) fn unset<R>(work: impl FnOnce(Arc<Parameters>) -> R) -> R {
        let parameters = Parameters::new(SetParameters::default());
        parameters.within(|| work(parameters.clone()))
    }

    /// Does some work of the run on this thread.
    pub(crate) fn within<R>(self: &Arc<Parameters>, work: impl FnOnce() -> R) -> R {
        struct Outer(Option<Arc<Parameters>>);
        impl Drop for Outer {
            fn drop(&mut self) {
                let outer = self.0.take();
                let _ = IN_FORCE.try_with(|in_force| in_force.replace(outer));
            }
        }
        let _outer = Outer(IN_FORCE.replace(Some(self.clone())));
        work()
    }

    /// The parameters of the run that this thread works for.
    pub(crate) fn in_force() -> Option<Arc<Parameters>> {
        IN_FORCE.try_with(|in_force| in_force.borrow().clone()).ok().flatten()
    }

    fn declared(&self) -> MutexGuard<'_, Vec<ParameterInForce>> {
        self.declared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, name: &str) -> Option<&SetParameter> {
        self.set.values.iter().find(|set| set.name == name)
    }

    /// The value of a parameter that a generator declares with its default; or what is wrong with it.
    pub(super) fn value_of(&self, mut declared: ParameterInForce) -> Result<f64, String> {
        let mut all = self.declared();
        if let Some(known) = all.iter().find(|known| known.name == declared.name) {
            let limits = |of: &ParameterInForce| (of.min, of.max, of.default, of.is_whole);
            return match limits(known) == limits(&declared) {
                true => Ok(known.value),
                false => Err(format!(
                    "the parameter `{}` is declared twice, with different limits or defaults: {} and {}",
                    known.name,
                    limits_of(known),
                    limits_of(&declared)
                )),
            };
        }
        if let Some(set) = self.set(&declared.name) {
            let fits = (declared.min..=declared.max).contains(&set.value);
            if !fits || declared.is_whole && set.value.fract() != 0.0 {
                let what = if declared.is_whole { "a whole number" } else { "a number" };
                let (min, max) = (declared.min, declared.max);
                let SetParameter { name, value, .. } = set;
                return Err(self.at(set, &format!("the parameter `{name}` is {what} from {min} to {max}, not {value}")));
            }
            (declared.value, declared.set_in) = (set.value, self.set.file.clone());
        }
        let value = declared.value;
        all.push(declared);
        Ok(value)
    }

    /// A child process says that a generator declared a parameter there. It is wrong if its value is another one than here.
    pub(crate) fn heard(&self, declared: ParameterInForce) -> Result<(), String> {
        let (name, there) = (declared.name.clone(), declared.value);
        let here = self.value_of(ParameterInForce { value: declared.default, set_in: None, ..declared })?;
        match here == there {
            true => Ok(()),
            false => Err(format!("the parameter `{name}` was changed during the run, from {here} to {there}")),
        }
    }

    /// All that were declared, by name.
    pub(crate) fn all(&self) -> Vec<ParameterInForce> {
        let mut all = self.declared().clone();
        astragal_core::__private::sort_by(&mut all, |one, other| one.name.cmp(&other.name));
        all
    }

    /// Those that were declared since this was last asked.
    pub(crate) fn fresh(&self) -> Vec<ParameterInForce> {
        let declared = self.declared();
        let told = self.told.swap(declared.len(), Ordering::SeqCst);
        declared[told..].to_vec()
    }

    /// What is wrong with the file, if no generator has declared one of the parameters that it sets.
    pub(crate) fn undeclared(&self) -> Option<String> {
        let all = self.all();
        let set = self.set.values.iter().find(|set| all.iter().all(|declared| declared.name != set.name))?;
        let names: Vec<String> = all.iter().map(|declared| format!("`{}`", declared.name)).collect();
        let declared = if names.is_empty() { "none".into() } else { names.join(", ") };
        Some(self.at(set, &format!("there is no parameter `{}` in this run; generators declared {declared}", set.name)))
    }

    /// A message about a line of the file.
    fn at(&self, set: &SetParameter, message: &str) -> String {
        let file = self.set.file.as_ref().map(|file| file.display().to_string()).unwrap_or_default();
        format!("{file}: line {}: {message}", set.line)
    }
}

fn limits_of(declared: &ParameterInForce) -> String {
    format!("{}..={}, {}", declared.min, declared.max, declared.default)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(name: &str, value: f64) -> ParameterInForce {
        let (min, max, default) = (0.0, 9.0, 5.0);
        ParameterInForce { name: name.into(), value, min, max, default, is_whole: true, set_in: None }
    }

    fn set(name: &str, value: f64, line: usize) -> SetParameter {
        SetParameter { name: name.into(), value, line }
    }

    #[test]
    fn a_value_that_is_set_is_in_force_within_the_run() {
        let values = vec![set("depth", 7.0, 3), set("other", 1.0, 4)];
        let parameters = Parameters::new(SetParameters { file: Some(std::path::Path::new("p.txt").into()), values });
        assert!(Parameters::in_force().is_none());
        parameters.within(|| {
            let in_force = Parameters::in_force().unwrap();
            assert_eq!(in_force.value_of(declared("depth", 5.0)), Ok(7.0));
            assert_eq!(in_force.value_of(declared("width", 5.0)), Ok(5.0));
            Parameters::unset(|inner| assert_eq!(inner.value_of(declared("depth", 5.0)), Ok(5.0)));
        });
        assert!(Parameters::in_force().is_none());
        let names = |all: Vec<ParameterInForce>| all.into_iter().map(|one| one.name).collect::<Vec<_>>();
        assert_eq!(names(parameters.fresh()), ["depth", "width"]);
        assert_eq!(names(parameters.fresh()), [""; 0]);
        let why = "p.txt: line 4: there is no parameter `other` in this run; generators declared `depth`, `width`";
        assert_eq!(parameters.undeclared().as_deref(), Some(why));
    }

    #[test]
    fn another_process_must_have_the_same_values() {
        let parameters = Parameters::new(SetParameters { file: None, values: vec![set("depth", 7.0, 3)] });
        assert_eq!(parameters.heard(declared("depth", 7.0)), Ok(()));
        assert_eq!(parameters.heard(declared("width", 5.0)), Ok(()));
        let changed = "the parameter `depth` was changed during the run, from 7 to 8";
        assert_eq!(parameters.heard(declared("depth", 8.0)), Err(changed.into()));
        assert_eq!(parameters.all().len(), 2);
    }
}
