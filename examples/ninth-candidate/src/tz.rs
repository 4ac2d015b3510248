//! Time zones: standard offset and summer-time rule.
use crate::util::*;

#[derive(Clone, Copy, PartialEq)]
enum Rule { No, Eu, Us, Au, Nz }
const ZONES: &[(&str, i64, Rule)] = &[
    ("UTC", 0, Rule::No), ("Etc/UTC", 0, Rule::No), ("GMT", 0, Rule::No), ("Etc/GMT", 0, Rule::No),
    ("Europe/London", 0, Rule::Eu), ("Europe/Dublin", 0, Rule::Eu), ("Europe/Lisbon", 0, Rule::Eu), ("Atlantic/Reykjavik", 0, Rule::No),
    ("Europe/Berlin", 60, Rule::Eu), ("Europe/Paris", 60, Rule::Eu), ("Europe/Madrid", 60, Rule::Eu), ("Europe/Rome", 60, Rule::Eu), ("Europe/Amsterdam", 60, Rule::Eu), ("Europe/Brussels", 60, Rule::Eu), ("Europe/Vienna", 60, Rule::Eu), ("Europe/Zurich", 60, Rule::Eu), ("Europe/Stockholm", 60, Rule::Eu), ("Europe/Oslo", 60, Rule::Eu), ("Europe/Copenhagen", 60, Rule::Eu), ("Europe/Prague", 60, Rule::Eu), ("Europe/Warsaw", 60, Rule::Eu), ("Europe/Budapest", 60, Rule::Eu), ("Europe/Luxembourg", 60, Rule::Eu), ("Europe/Belgrade", 60, Rule::Eu),
    ("Europe/Helsinki", 120, Rule::Eu), ("Europe/Athens", 120, Rule::Eu), ("Europe/Kyiv", 120, Rule::Eu), ("Europe/Kiev", 120, Rule::Eu), ("Europe/Bucharest", 120, Rule::Eu), ("Europe/Sofia", 120, Rule::Eu), ("Europe/Vilnius", 120, Rule::Eu), ("Europe/Riga", 120, Rule::Eu), ("Europe/Tallinn", 120, Rule::Eu), ("Europe/Istanbul", 180, Rule::No), ("Europe/Moscow", 180, Rule::No),
    ("America/New_York", -300, Rule::Us), ("America/Toronto", -300, Rule::Us), ("America/Detroit", -300, Rule::Us), ("America/Chicago", -360, Rule::Us), ("America/Denver", -420, Rule::Us), ("America/Phoenix", -420, Rule::No), ("America/Los_Angeles", -480, Rule::Us), ("America/Vancouver", -480, Rule::Us), ("America/Anchorage", -540, Rule::Us), ("America/Halifax", -240, Rule::Us), ("America/St_Johns", -210, Rule::Us), ("America/Mexico_City", -360, Rule::No), ("America/Bogota", -300, Rule::No), ("America/Lima", -300, Rule::No), ("America/Sao_Paulo", -180, Rule::No), ("America/Argentina/Buenos_Aires", -180, Rule::No), ("Pacific/Honolulu", -600, Rule::No), ("US/Eastern", -300, Rule::Us), ("US/Pacific", -480, Rule::Us),
    ("Asia/Tokyo", 540, Rule::No), ("Asia/Seoul", 540, Rule::No), ("Asia/Shanghai", 480, Rule::No), ("Asia/Hong_Kong", 480, Rule::No), ("Asia/Singapore", 480, Rule::No), ("Asia/Taipei", 480, Rule::No), ("Australia/Perth", 480, Rule::No), ("Asia/Manila", 480, Rule::No), ("Asia/Bangkok", 420, Rule::No), ("Asia/Jakarta", 420, Rule::No), ("Asia/Ho_Chi_Minh", 420, Rule::No), ("Asia/Kolkata", 330, Rule::No), ("Asia/Calcutta", 330, Rule::No), ("Asia/Kathmandu", 345, Rule::No), ("Asia/Dhaka", 360, Rule::No), ("Asia/Karachi", 300, Rule::No), ("Asia/Tashkent", 300, Rule::No), ("Asia/Dubai", 240, Rule::No), ("Asia/Tehran", 210, Rule::No), ("Asia/Riyadh", 180, Rule::No), ("Asia/Baghdad", 180, Rule::No),
    ("Africa/Nairobi", 180, Rule::No), ("Africa/Johannesburg", 120, Rule::No), ("Africa/Lagos", 60, Rule::No), ("Africa/Accra", 0, Rule::No), ("Africa/Algiers", 60, Rule::No),
    ("Australia/Sydney", 600, Rule::Au), ("Australia/Melbourne", 600, Rule::Au), ("Australia/Hobart", 600, Rule::Au), ("Australia/Adelaide", 570, Rule::Au), ("Australia/Brisbane", 600, Rule::No), ("Australia/Darwin", 570, Rule::No), ("Pacific/Auckland", 720, Rule::Nz), ("Pacific/Kiritimati", 840, Rule::No), ("Pacific/Apia", 780, Rule::No), ("Asia/Kabul", 270, Rule::No), ("Asia/Yangon", 390, Rule::No),
];
pub fn known(z: &str) -> bool { ZONES.iter().any(|x| x.0 == z) }

/// Day number of the nth (1..) or last (0) Sunday of a month.
fn sunday(y: i64, m: i64, n: i64) -> i64 {
    if n == 0 {
        let last = if m == 12 { days_of(y + 1, 1, 1) } else { days_of(y, m + 1, 1) } - 1;
        return last - (last + 4).rem_euclid(7)
    }
    let f = days_of(y, m, 1);
    f + (7 - (f + 4).rem_euclid(7)) % 7 + 7 * (n - 1)
}
/// Offset in minutes at an instant.
pub fn offset(z: &str, ms: i64) -> i64 {
    let (_, std, rule) = *ZONES.iter().find(|x| x.0 == z).unwrap_or(&ZONES[0]);
    let min = ms.div_euclid(60_000);
    let (y, _, _) = civil((min + std).div_euclid(1440));
    // start and end of summer time as UTC minutes
    let (on, off, south) = match rule {
        Rule::No => return std,
        Rule::Eu => (sunday(y, 3, 0) * 1440 + 60, sunday(y, 10, 0) * 1440 + 60, false),
        Rule::Us => (sunday(y, 3, 2) * 1440 + 120 - std, sunday(y, 11, 1) * 1440 + 60 - std, false),
        Rule::Au => (sunday(y, 10, 1) * 1440 + 120 - std, sunday(y, 4, 1) * 1440 + 120 - std, true),
        Rule::Nz => (sunday(y, 9, 0) * 1440 + 120 - std, sunday(y, 4, 1) * 1440 + 120 - std, true),
    };
    let summer = if south { min >= on || min < off } else { min >= on && min < off };
    std + if summer { 60 } else { 0 }
}
/// The instant of a local minute (days and minute of the day).
pub fn instant(z: &str, day: i64, minute: i64) -> i64 {
    let local = (day * 1440 + minute) * 60_000;
    let mut t = local - offset(z, local) * 60_000;
    for _ in 0..2 { t = local - offset(z, t) * 60_000 }
    t
}
