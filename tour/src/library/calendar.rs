//! Dates of the Gregorian calendar.
//!
//! **Two planted bugs:** the day after the last of December is in a thirteenth month; and every fourth year is a leap year,
//! even 1900.

/// A date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, from 1 to 12.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
}

impl Date {
    /// The day after it.
    pub fn next(self) -> Date {
        if self.day < days_of(self.year, self.month) {
            return Date { day: self.day + 1, ..self };
        }
        Date { month: self.month + 1, day: 1, ..self }
    }
}

/// How many days a month has.
pub fn days_of(year: u16, month: u8) -> u8 {
    match month {
        2 if year % 4 == 0 => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
