//! Time, randomness, digests, base64.
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

pub fn real_ms() -> i64 { SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64 }

pub fn civil(days: i64) -> (i64, i64, i64) {
    let z = days + 719468;
    let era = z.div_euclid(146097);
    let doe = z.rem_euclid(146097);
    let yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let d = doy - (153 * mp + 2) / 5 + 1;
    let m = if mp < 10 { mp + 3 } else { mp - 9 };
    (yoe + era * 400 + if m <= 2 { 1 } else { 0 }, m, d)
}
pub fn days_of(y: i64, m: i64, d: i64) -> i64 {
    let y = if m <= 2 { y - 1 } else { y };
    let era = y.div_euclid(400);
    let yoe = y.rem_euclid(400);
    let mp = (m + 9) % 12;
    let doy = (153 * mp + 2) / 5 + d - 1;
    let doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    era * 146097 + doe - 719468
}
fn base(ms: i64) -> String {
    let s = ms.div_euclid(1000);
    let (y, m, d) = civil(s.div_euclid(86400));
    let t = s.rem_euclid(86400);
    format!("{y:04}-{m:02}-{d:02}T{:02}:{:02}:{:02}", t / 3600, t / 60 % 60, t % 60)
}
/// Milliseconds and Z: tokens, on-call, control.
pub fn iso(ms: i64) -> String { format!("{}.{:03}Z", base(ms), ms.rem_euclid(1000)) }
/// Whole seconds with a numeric offset: registry.
pub fn iso_off(ms: i64) -> String { format!("{}+00:00", base(ms)) }
/// Whole seconds and Z: clusters.
pub fn iso_sec(ms: i64) -> String { format!("{}Z", base(ms)) }
/// Microseconds: email.
pub fn iso_us(ms: i64) -> String { format!("{}.{:03}000Z", base(ms), ms.rem_euclid(1000)) }

/// RFC 3339.
pub fn parse_time(s: &str) -> Option<i64> {
    let b = s.as_bytes();
    if !s.is_ascii() || b.len() < 20 { return None }
    let n = |a: usize, z: usize| -> Option<i64> { let t = &s[a..z]; if t.bytes().all(|c| c.is_ascii_digit()) { t.parse().ok() } else { None } };
    let (y, mo, d, h, mi, se) = (n(0, 4)?, n(5, 7)?, n(8, 10)?, n(11, 13)?, n(14, 16)?, n(17, 19)?);
    if b[4] != b'-' || b[7] != b'-' || !matches!(b[10], b'T' | b't' | b' ') || b[13] != b':' || b[16] != b':' { return None }
    if !(1..=12).contains(&mo) || d < 1 || h > 23 || mi > 59 || se > 60 { return None }
    let days = days_of(y, mo, d);
    if civil(days) != (y, mo, d) { return None }
    let mut i = 19;
    let mut ms = 0;
    if b[i] == b'.' {
        let st = i + 1;
        i = st;
        while i < b.len() && b[i].is_ascii_digit() { i += 1 }
        if i == st { return None }
        let mut f = s[st..i].to_string();
        while f.len() < 3 { f.push('0') }
        ms = f[..3].parse().ok()?;
    }
    let off = match b.get(i)? {
        b'Z' | b'z' if i + 1 == b.len() => 0,
        c @ (b'+' | b'-') if i + 6 == b.len() && b[i + 3] == b':' => {
            let (oh, om) = (n(i + 1, i + 3)?, n(i + 4, i + 6)?);
            if oh > 23 || om > 59 { return None }
            (oh * 60 + om) * if *c == b'+' { 1 } else { -1 }
        }
        _ => return None,
    };
    Some((days * 86400 + h * 3600 + mi * 60 + se - off * 60) * 1000 + ms)
}

/// ISO 8601 duration in milliseconds (a month is 30 days, a year 365).
pub fn parse_duration(s: &str) -> Option<i64> {
    let r = s.strip_prefix('P')?;
    if r.is_empty() || !r.is_ascii() { return None }
    let (mut time, mut num, mut total, mut any) = (false, String::new(), 0f64, false);
    for c in r.chars() {
        match c {
            'T' => time = true,
            '0'..='9' | '.' => num.push(c),
            _ => {
                let v: f64 = num.parse().ok()?;
                num.clear();
                any = true;
                total += v * match (c, time) { ('Y', false) => 31536e6, ('M', false) => 2592e6, ('W', false) => 6048e5, ('D', false) => 864e5, ('H', true) => 36e5, ('M', true) => 6e4, ('S', true) => 1e3, _ => return None }
            }
        }
    }
    if any && num.is_empty() { Some(total.round() as i64) } else { None }
}

static SEED: AtomicU64 = AtomicU64::new(0);
pub fn rand64() -> u64 {
    if SEED.load(Ordering::Relaxed) == 0 {
        let mut b = [0u8; 8];
        use std::io::Read;
        let ok = std::fs::File::open("/dev/urandom").and_then(|mut f| f.read_exact(&mut b)).is_ok();
        let v = if ok { u64::from_le_bytes(b) } else { real_ms() as u64 };
        SEED.store(v | 1, Ordering::Relaxed);
    }
    let mut z = SEED.fetch_add(0x9e3779b97f4a7c15, Ordering::Relaxed).wrapping_add(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
    z ^ (z >> 31)
}
pub fn b32(n: usize) -> String { (0..n).map(|_| b"0123456789abcdefghjkmnpqrstvwxyz"[(rand64() >> 40) as usize % 32] as char).collect() }
pub fn secret(prefix: &str) -> String { format!("{prefix}{}", b32(40)) }
pub fn uuid() -> String {
    let (a, b) = (rand64(), rand64());
    format!("{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}", a >> 32, (a >> 16) & 0xffff, a & 0xfff, 0x8000 | (b >> 48) & 0x3fff, b & 0xffff_ffff_ffff)
}

pub fn sha256(data: &[u8]) -> [u8; 32] {
    const K: [u32; 64] = [
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    ];
    let mut h: [u32; 8] = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
    let mut m = data.to_vec();
    m.push(0x80);
    while m.len() % 64 != 56 { m.push(0) }
    m.extend_from_slice(&((data.len() as u64) * 8).to_be_bytes());
    for ch in m.chunks(64) {
        let mut w = [0u32; 64];
        for i in 0..16 { w[i] = u32::from_be_bytes([ch[4 * i], ch[4 * i + 1], ch[4 * i + 2], ch[4 * i + 3]]) }
        for i in 16..64 {
            let s0 = w[i - 15].rotate_right(7) ^ w[i - 15].rotate_right(18) ^ (w[i - 15] >> 3);
            let s1 = w[i - 2].rotate_right(17) ^ w[i - 2].rotate_right(19) ^ (w[i - 2] >> 10);
            w[i] = w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1)
        }
        let mut v = h;
        for i in 0..64 {
            let s1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let c = (v[4] & v[5]) ^ (!v[4] & v[6]);
            let t1 = v[7].wrapping_add(s1).wrapping_add(c).wrapping_add(K[i]).wrapping_add(w[i]);
            let s0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let mj = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
            let t2 = s0.wrapping_add(mj);
            v = [t1.wrapping_add(t2), v[0], v[1], v[2], v[3].wrapping_add(t1), v[4], v[5], v[6]];
        }
        for i in 0..8 { h[i] = h[i].wrapping_add(v[i]) }
    }
    let mut out = [0u8; 32];
    for i in 0..8 { out[4 * i..4 * i + 4].copy_from_slice(&h[i].to_be_bytes()) }
    out
}
pub fn hex(b: &[u8]) -> String { b.iter().map(|x| format!("{x:02x}")).collect() }
pub fn hash(s: &str) -> String { hex(&sha256(s.as_bytes())) }
pub fn hmac(key: &[u8], msg: &[u8]) -> [u8; 32] {
    let mut k = [0u8; 64];
    if key.len() > 64 { k[..32].copy_from_slice(&sha256(key)) } else { k[..key.len()].copy_from_slice(key) }
    let mut a: Vec<u8> = k.iter().map(|x| x ^ 0x36).collect();
    a.extend_from_slice(msg);
    let mut b: Vec<u8> = k.iter().map(|x| x ^ 0x5c).collect();
    b.extend_from_slice(&sha256(&a));
    sha256(&b)
}
/// Base64, either alphabet, with or without padding; `strict` wants the standard one, padded.
pub fn unbase64(s: &str, strict: bool) -> Option<Vec<u8>> {
    if strict && s.len() % 4 != 0 { return None }
    let t = s.trim_end_matches('=');
    if s.len() - t.len() > 2 { return None }
    let (mut acc, mut bits, mut out) = (0u32, 0, vec![]);
    for c in t.bytes() {
        let v = match c { b'A'..=b'Z' => c - b'A', b'a'..=b'z' => c - b'a' + 26, b'0'..=b'9' => c - b'0' + 52, b'+' => 62, b'/' => 63, b'-' if !strict => 62, b'_' if !strict => 63, _ => return None };
        acc = acc << 6 | v as u32;
        bits += 6;
        if bits >= 8 { bits -= 8; out.push((acc >> bits) as u8); acc &= (1 << bits) - 1 }
    }
    if t.len() % 4 == 1 { None } else { Some(out) }
}
pub fn email_ok(s: &str) -> bool {
    let Some((l, d)) = s.rsplit_once('@') else { return false };
    !l.is_empty() && l.len() <= 64 && !l.contains('@') && !l.starts_with('.') && !l.ends_with('.') && !l.contains("..")
        && l.chars().all(|c| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c)) && domain_ok(&d.to_ascii_lowercase())
}
pub fn domain_ok(d: &str) -> bool {
    d.len() <= 253 && d.contains('.') && d.split('.').all(|l| !l.is_empty() && l.len() <= 63 && !l.starts_with('-') && !l.ends_with('-') && l.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-'))
        && d.rsplit('.').next().map_or(false, |t| t.len() >= 2 && !t.bytes().all(|c| c.is_ascii_digit()))
}
/// The local part as it is, the domain in lower case.
pub fn email_fold(s: &str) -> String { match s.rsplit_once('@') { Some((l, d)) => format!("{l}@{}", d.to_ascii_lowercase()), None => s.to_string() } }
pub struct Url { pub tls: bool, pub host: String, pub port: u16, pub path: String }
pub fn url(s: &str) -> Option<Url> {
    if s.len() > 2000 || s.chars().any(|c| c.is_whitespace() || c.is_control() || "<>\"{}|\\^`".contains(c)) { return None }
    let (sch, r) = s.split_once("://")?;
    let tls = match sch.to_ascii_lowercase().as_str() { "http" => false, "https" => true, _ => return None };
    let cut = r.find(|c| "/?#".contains(c)).unwrap_or(r.len());
    let (auth, tail) = r.split_at(cut);
    let auth = auth.rsplit('@').next()?;
    let (host, port) = if let Some(x) = auth.strip_prefix('[') {
        let (h, p) = x.split_once(']')?;
        (h.to_string(), if p.is_empty() { None } else { Some(p.strip_prefix(':')?.to_string()) })
    } else { match auth.split_once(':') { Some((h, p)) => (h.to_string(), Some(p.to_string())), None => (auth.to_string(), None) } };
    if host.is_empty() { return None }
    let port = match port { Some(p) => p.parse().ok()?, None => if tls { 443 } else { 80 } };
    let tail = tail.split('#').next().unwrap_or("");
    let path = if tail.starts_with('/') { tail.to_string() } else { format!("/{tail}") };
    Some(Url { tls, host, port, path })
}
/// A glob of stars, over bytes.
pub fn glob(p: &str, s: &str) -> bool {
    let parts: Vec<&str> = p.split('*').collect();
    if parts.len() == 1 { return p == s }
    let (first, last) = (parts[0], parts[parts.len() - 1]);
    if s.len() < first.len() + last.len() || !s.starts_with(first) || !s.ends_with(last) { return false }
    let mut mid = &s[first.len()..s.len() - last.len()];
    for q in &parts[1..parts.len() - 1] { match mid.find(q) { Some(i) => mid = &mid[i + q.len()..], None => return false } }
    true
}
