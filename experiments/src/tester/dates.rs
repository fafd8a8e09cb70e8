//! Planted bugs of the calendar and the clock.

use super::falsifiable::{Subject, falsifiable};
use super::input::Date;

pub(super) fn all() -> Vec<Box<dyn Subject>> {
    vec![
        falsifiable("dates/leap_years", "every fourth year is a leap year", |faulty, date: &Date| {
            let next = next(faulty, *date);
            exists(&next) && day_number(next) == day_number(*date) + 1
        })
        .assuming(exists)
        .minimal([Date { year: 1700, month: 2, day: 28 }]),
        falsifiable(
            "dates/months_later",
            "the day is not brought into the month",
            |faulty, (date, months): &(Date, u8)| {
                let month = u16::from(date.month - 1) + u16::from(*months);
                let (year, month) = (date.year + month / 12, (month % 12 + 1) as u8);
                let day = if faulty { date.day } else { date.day.min(days_of(year, month)) };
                exists(&Date { year, month, day })
            },
        )
        .assuming(|(date, _)| exists(date))
        .minimal([(Date { year: 1600, month: 1, day: 30 }, 1)]),
        falsifiable("dates/year_later", "the leap day is a day of every year", |faulty, date: &Date| {
            let year = date.year + 1;
            let day = if faulty { date.day } else { date.day.min(days_of(year, date.month)) };
            exists(&Date { year, day, ..*date })
        })
        .assuming(exists)
        .minimal([Date { year: 1600, month: 2, day: 29 }]),
        falsifiable("dates/weeks", "each year has 52 weeks and a rest", |faulty, date: &Date| {
            let (year, week) = iso_week(faulty, *date);
            let monday = first_monday(year) + 7 * (i64::from(week) - 1);
            (monday..monday + 7).contains(&day_number(*date)) && monday < first_monday(year + 1)
        })
        .assuming(exists)
        .minimal([(1601, 31), (1602, 30), (1603, 29)].map(|(year, day)| Date { year, month: 12, day })),
        falsifiable(
            "dates/weekday",
            "January and February count as the year before, but not its century",
            |faulty, date: &Date| weekday(faulty, *date) == (day_number(*date) + 6).rem_euclid(7),
        )
        .assuming(exists)
        .minimal([Date { year: 1600, month: 1, day: 1 }]),
        falsifiable("dates/age", "month and day are compared one by one", |faulty, (birth, today): &(Date, Date)| {
            let had_birthday = if faulty {
                today.month >= birth.month && today.day >= birth.day
            } else {
                (today.month, today.day) >= (birth.month, birth.day)
            };
            let age = today.year - birth.year - u16::from(!had_birthday && today.year > birth.year);
            let birthday = |age: u16| (birth.year + age, birth.month, birth.day);
            let today = (today.year, today.month, today.day);
            birthday(age) <= today && today < birthday(age + 1)
        })
        .assuming(|(birth, today)| exists(birth) && exists(today) && birth <= today)
        .minimal([(Date { year: 1600, month: 1, day: 2 }, Date { year: 1601, month: 2, day: 1 })]),
        falsifiable("dates/epoch", "seconds before the epoch are divided towards it", |faulty, seconds: &i32| {
            let (day, second) = match faulty {
                true => (seconds / 86_400, seconds % 86_400),
                false => (seconds.div_euclid(86_400), seconds.rem_euclid(86_400)),
            };
            (0..86_400).contains(&second) && i64::from(day) * 86_400 + i64::from(second) == i64::from(*seconds)
        })
        .minimal([-1]),
        falsifiable(
            "dates/summer_time",
            "the clock is one hour ahead from midnight on",
            |faulty, (date, hour): &(Date, u8)| {
                let local = day_number(*date) * 24 + i64::from(*hour);
                let begins = last_sunday(date.year, 3) * 24 + 2;
                let ends = last_sunday(date.year, 10) * 24 + 3;
                let is_summer =
                    if faulty { local >= begins - 2 && local < ends } else { local >= begins && local < ends };
                let universal = local - i64::from(is_summer);
                let back = universal + i64::from((begins..ends - 1).contains(&universal));
                back == local
            },
        )
        .assuming(|(date, hour)| {
            // There is no hour from two to three when summer begins, and there are two when it ends.
            let day = day_number(*date);
            exists(date)
                && *hour < 24
                && !(*hour == 2 && [3, 10].iter().any(|month| last_sunday(date.year, *month) == day))
        })
        .minimal([(1600, 26), (1601, 25)].map(|(year, day)| (Date { year, month: 3, day }, 0))),
        falsifiable("dates/noon", "twelve is in the morning", |faulty, (hour, minute): &(u8, u8)| {
            let is_morning = if faulty { *hour <= 12 } else { *hour < 12 };
            let shown = (if hour % 12 == 0 { 12 } else { hour % 12 }, minute, is_morning);
            let back = shown.0 % 12 + if shown.2 { 0 } else { 12 };
            back == *hour
        })
        .assuming(|(hour, minute)| *hour < 24 && *minute < 60)
        .minimal([(12, 0)]),
    ]
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_of(year: u16, month: u8) -> u8 {
    match month {
        2 => 28 + u8::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn exists(date: &Date) -> bool {
    date.day <= days_of(date.year, date.month)
}

/// Counted from the last day of the year before the first one. A day that does not exist has the number of the one after the last.
fn day_number(date: Date) -> i64 {
    let years = i64::from(date.year) - 1;
    let months = (1..date.month).map(|month| i64::from(days_of(date.year, month))).sum::<i64>();
    years * 365 + years / 4 - years / 100 + years / 400 + months + i64::from(date.day)
}

fn next(faulty: bool, date: Date) -> Date {
    let last =
        if faulty && date.month == 2 && date.year.is_multiple_of(4) { 29 } else { days_of(date.year, date.month) };
    match date {
        Date { day, .. } if day < last => Date { day: day + 1, ..date },
        Date { month: 12, .. } => Date { year: date.year + 1, month: 1, day: 1 },
        _ => Date { month: date.month + 1, day: 1, ..date },
    }
}

/// The Monday of the week with the fourth of January.
fn first_monday(year: u16) -> i64 {
    let fourth = day_number(Date { year, month: 1, day: 4 });
    fourth - (fourth - 1).rem_euclid(7)
}

/// The year that a week belongs to, and its number.
fn iso_week(faulty: bool, date: Date) -> (u16, u8) {
    let day = day_number(date);
    let year = match date.year {
        year if day < first_monday(year) => year - 1,
        year if !faulty && day >= first_monday(year + 1) => year + 1,
        year => year,
    };
    (year, ((day - first_monday(year)) / 7 + 1) as u8)
}

/// By Zeller's congruence, from Monday on.
fn weekday(faulty: bool, date: Date) -> i64 {
    let (year, month) = if date.month < 3 { (date.year - 1, date.month + 12) } else { (date.year, date.month) };
    let century = i64::from(if faulty { date.year } else { year }) / 100;
    let (year, month) = (i64::from(year) % 100, i64::from(month));
    let saturday = i64::from(date.day) + 13 * (month + 1) / 5 + year + year / 4 + century / 4 - 2 * century;
    (saturday + 5).rem_euclid(7)
}

fn last_sunday(year: u16, month: u8) -> i64 {
    let last = day_number(Date { year, month, day: days_of(year, month) });
    last - last.rem_euclid(7)
}
