//! Parameters that generators declare: their values in the log and in the report, and for a client that asks.

use astragal::learn::parameter;
use astragal::prelude::*;
use astragal::protocol::Binary;
use astragal::report::ParameterInForce;
use astragal::store::WeightsFile;
use astragal::{Check, Report};
use serde_json::{Value, json};

use crate::log::Folder;

fn shares() -> impl Gen<Value = Vec<bool>> {
    from_fn(|src| {
        let share = src.draw(parameter("share", 0.0..=1.0, 0.25));
        let length = src.draw(parameter("length", -5..=20i8, 3));
        (0..length).map(|_| src.draw(0..100u8) < (share * 100.0) as u8).collect()
    })
}

fn shown(parameters: &[ParameterInForce]) -> Vec<(&str, f64, f64, f64, f64, bool, bool)> {
    let shown = |of: &'_ ParameterInForce| (of.value, of.min, of.max, of.default, of.is_whole, of.set_in.is_some());
    parameters
        .iter()
        .map(|of| {
            let (value, min, max, default, is_whole, is_set) = shown(of);
            (&*of.name, value, min, max, default, is_whole, is_set)
        })
        .collect()
}

const DEFAULTS: [(&str, f64, f64, f64, f64, bool, bool); 2] =
    [("length", 3.0, -5.0, 20.0, 3.0, true, false), ("share", 0.25, 0.0, 1.0, 0.25, false, false)];

#[test]
fn a_report_has_the_parameters_that_were_declared() {
    let passes = |list: Vec<bool>| assert_eq!(list.len(), 3);
    let report = Check::new().seed(1).run(shares(), passes);
    assert!(report.verdict.is_pass(), "{report}");
    assert_eq!(shown(&report.parameters), DEFAULTS);
    assert!(!report.to_string().contains("parameters:"), "none is set: {report}");
    let on_threads = |report: Report| assert_eq!(shown(&report.parameters), DEFAULTS);
    on_threads(Check::new().seed(1).with(|config| config.threads(3)).run_on_threads(shares(), passes));
    on_threads(Check::new().seed(1).run_drawing(|t| t.draw(shares()).len() == 3));
}

#[test]
fn a_log_has_them_too() {
    let folder = Folder::new();
    let report = folder.check().run(shares(), |list| list.len() == 3);
    assert!(report.verdict.is_pass(), "{report}");
    let cases = folder.lines("testcases");
    assert!(!cases.is_empty());
    for case in &cases {
        assert_eq!(case["metadata"]["parameters"], json!({"length": 3, "share": 0.25}));
    }
    let entry = |name: &str, value: Value, min: Value, max: Value, whole: bool| {
        let default = value.clone();
        json!({"name": name, "value": value, "min": min, "max": max, "default": default, "whole": whole, "file": null})
    };
    let expected = json!([
        entry("length", json!(3), json!(-5), json!(20), true),
        entry("share", json!(0.25), json!(0), json!(1), false)
    ]);
    assert_eq!(folder.runs()[0]["parameters"], expected);
    // Without parameters there is nothing to say of them.
    let other = Folder::new();
    assert!(other.check().run(any::<bool>(), |_| true).verdict.is_pass());
    assert!(other.lines("testcases").iter().all(|case| case["metadata"].get("parameters").is_none()));
    assert_eq!(other.runs()[0]["parameters"], json!([]));
}

#[test]
fn a_check_within_a_case_has_parameters_of_its_own() {
    let inner = || parameter("length", 0..=9u8, 4).and_then(|length| vec_of(any::<bool>(), usize::from(length)));
    let report = Check::new().seed(1).cases(20).run(shares(), |_| {
        let report = Check::new().seed(1).cases(5).run(inner(), |list| list.len() == 4);
        assert_eq!(report.parameters.len(), 1);
        assert!(report.verdict.is_pass(), "{report}");
    });
    assert!(report.verdict.is_pass(), "{report}");
    assert_eq!(shown(&report.parameters), DEFAULTS);
}

#[property]
#[ignore = "it is asked"]
fn has_parameters(#[from(shares())] list: Vec<bool>) {
    let _ = list;
}

#[test]
fn a_client_is_told_of_them_and_samples_follow_them() {
    let folder = Folder::new();
    let text = "astragal weights 1\nparameter length = 7\nparameter share = 1\n";
    WeightsFile::in_directory(&folder.0, "runner::parameters::has_parameters").write(text).unwrap();
    let binary = Binary::new(std::env::current_exe().unwrap()).test("parameters::has_parameters");
    let mut asking = binary.env("ASTRAGAL_WEIGHTS", &folder.0).start().unwrap();
    let mut property = asking.next_property().unwrap().unwrap();
    // Nothing is known of a closure before it was run.
    assert_eq!(property.describe().unwrap().parameters, []);
    for ran in property.sample(0, 20, 100).unwrap() {
        assert_eq!(ran.sample.drawn[0].text, format!("{:?}", [true; 7]));
    }
    let parameters = property.describe().unwrap().parameters;
    assert_eq!(
        shown(&parameters),
        [("length", 7.0, -5.0, 20.0, 3.0, true, true), ("share", 1.0, 0.0, 1.0, 0.25, false, true)]
    );
}
