//! What rules and categories are worth: how much of a grammar is seen through them.
//!
//! A rule is worth one, and a part of what each of its categories is worth: a category is divided among all places that refer to
//! it. So eleven operators that are a category of their own, which one rule refers to, make that rule as likely as if it were
//! several; and a category that is everywhere adds little. (It is the rank of pages, along references backwards.)

use super::forms::{ArmForm, CategoryForm, Form, Part};

/// How much of what a category is worth its places are worth together.
const PASSED_ON: f64 = 0.8;
/// After this many steps the rest is negligible.
const STEPS: usize = 40;

/// See the module.
#[derive(Debug)]
pub(super) struct Worth {
    categories: Vec<f64>,
    /// How many places refer to each category.
    places: Vec<f64>,
}

impl Worth {
    pub(super) fn of(categories: &[CategoryForm]) -> Worth {
        let mut places = vec![0.0; categories.len()];
        for part in categories.iter().flat_map(parts) {
            if let Part::Category(number) = part {
                places[*number as usize] += 1.0;
            }
        }
        let mut worth = Worth { categories: vec![1.0; categories.len()], places };
        for _ in 0..STEPS {
            worth.categories = categories.iter().map(|category| worth.of_category(category)).collect();
        }
        worth
    }

    fn of_category(&self, category: &CategoryForm) -> f64 {
        match &category.form {
            Form::List(list) => 2.0 + self.of_part(&list.element), // its end, and an element
            form => form.arms().iter().map(|arm| self.of_arm(arm)).sum(),
        }
    }

    fn of_part(&self, part: &Part) -> f64 {
        match part {
            Part::Category(number) => {
                PASSED_ON * self.categories[*number as usize] / self.places[*number as usize].max(1.0)
            }
            Part::Terminal(_) | Part::Token(_) => 0.0,
        }
    }

    fn of_arm(&self, arm: &ArmForm) -> f64 {
        1.0 + arm.parts.iter().map(|part| self.of_part(part)).sum::<f64>()
    }

    /// How often an arm is taken, against others. What is worth much is not to drown the others, so it is a root.
    pub(super) fn chance(&self, arm: &ArmForm) -> f64 {
        self.of_arm(arm).sqrt()
    }

    /// How much of a size a category gets, against others.
    pub(super) fn share(&self, number: u32) -> u32 {
        (16.0 * self.categories[number as usize].sqrt()) as u32
    }
}

fn parts(category: &CategoryForm) -> Vec<&Part> {
    match &category.form {
        Form::List(list) => vec![&list.element],
        form => form.arms().iter().flat_map(|arm| &arm.parts).collect(),
    }
}
