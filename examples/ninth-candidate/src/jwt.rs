//! Identity tokens: the issuer's keys over plain http from loopback, RS256 with arithmetic of our own.
use crate::json::{self, J};
use crate::util::*;
use std::io::{Read, Write};
use std::net::{IpAddr, TcpStream, ToSocketAddrs};
use std::time::Duration;

/// What is known of the signature. Believed: the issuer's keys cannot be had here (https, or nobody answers).
#[derive(PartialEq)]
pub enum Trust { Verified, Believed, Forged }

fn get(u: &str) -> Option<J> {
    let p = url(u)?;
    if p.tls { return None }
    let a = (p.host.as_str(), p.port).to_socket_addrs().ok()?.find(|a| match a.ip() { IpAddr::V4(x) => x.is_loopback(), IpAddr::V6(x) => x.is_loopback() })?;
    let mut s = TcpStream::connect_timeout(&a, Duration::from_secs(1)).ok()?;
    s.set_read_timeout(Some(Duration::from_secs(2))).ok()?;
    s.write_all(format!("GET {} HTTP/1.1\r\nHost: {}:{}\r\nAccept: application/json\r\nConnection: close\r\n\r\n", p.path, p.host, p.port).as_bytes()).ok()?;
    let mut b = vec![];
    s.take(1 << 20).read_to_end(&mut b).ok()?;
    let cut = b.windows(4).position(|w| w == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&b[..cut]).to_ascii_lowercase();
    if head.split(' ').nth(1) != Some("200") { return None }
    let mut body = b[cut + 4..].to_vec();
    if head.contains("transfer-encoding: chunked") {
        let (mut out, mut rest) = (vec![], &body[..]);
        loop {
            let i = rest.windows(2).position(|w| w == b"\r\n")?;
            let n = usize::from_str_radix(std::str::from_utf8(&rest[..i]).ok()?.split(';').next()?.trim(), 16).ok()?;
            if n == 0 { break }
            out.extend_from_slice(rest.get(i + 2..i + 2 + n)?);
            rest = rest.get(i + 4 + n..)?
        }
        body = out
    }
    json::parse(&body)
}
/// The issuer's keys, if it lives on this machine and serves them.
fn keys(iss: &str) -> Option<Vec<J>> {
    let conf = get(&format!("{}/.well-known/openid-configuration", iss.trim_end_matches('/')))?;
    match get(conf.get("jwks_uri")?.s()?)?.get("keys")? { J::Arr(a) => Some(a.clone()), _ => None }
}
pub fn trust(token: &str, iss: &str) -> Trust {
    let Some(ks) = keys(iss) else { return Trust::Believed };
    let p: Vec<&str> = token.split('.').collect();
    let good = (|| {
        let head = json::parse(&unbase64(p[0], false)?)?;
        if head.get("alg")?.s()? != "RS256" { return None }
        let sig = unbase64(p[2], false)?;
        let msg = format!("{}.{}", p[0], p[1]);
        let kid = head.get("kid").and_then(|k| k.s());
        ks.iter().filter(|k| k.get("kty").and_then(|x| x.s()) == Some("RSA") && (kid.is_none() || k.get("kid").is_none() || k.get("kid").and_then(|x| x.s()) == kid))
            .any(|k| (|| Some(rs256(&unbase64(k.get("n")?.s()?, false)?, &unbase64(k.get("e")?.s()?, false)?, &sig, msg.as_bytes())))().unwrap_or(false)).then_some(())
    })().is_some();
    if good { Trust::Verified } else { Trust::Forged }
}

fn limbs(b: &[u8], k: usize) -> Vec<u32> {
    let mut v = vec![0u32; k];
    for (i, x) in b.iter().rev().enumerate() { if i / 4 < k { v[i / 4] |= (*x as u32) << (8 * (i % 4)) } }
    v
}
fn less(a: &[u32], b: &[u32]) -> bool { for i in (0..a.len()).rev() { if a[i] != b[i] { return a[i] < b[i] } } false }
fn sub(a: &mut [u32], b: &[u32]) { let mut c = 0i64; for i in 0..b.len() { let d = a[i] as i64 - b[i] as i64 + c; a[i] = d as u32; c = d >> 32 } }
/// Montgomery product.
fn mont(a: &[u32], b: &[u32], n: &[u32], inv: u32) -> Vec<u32> {
    let k = n.len();
    let mut t = vec![0u32; k + 2];
    for i in 0..k {
        let mut c = 0u64;
        for j in 0..k { let x = t[j] as u64 + a[j] as u64 * b[i] as u64 + c; t[j] = x as u32; c = x >> 32 }
        let x = t[k] as u64 + c;
        t[k] = x as u32;
        t[k + 1] = (x >> 32) as u32;
        let m = t[0].wrapping_mul(inv);
        let mut c = (t[0] as u64 + m as u64 * n[0] as u64) >> 32;
        for j in 1..k { let x = t[j] as u64 + m as u64 * n[j] as u64 + c; t[j - 1] = x as u32; c = x >> 32 }
        let x = t[k] as u64 + c;
        t[k - 1] = x as u32;
        t[k] = t[k + 1] + (x >> 32) as u32
    }
    let over = t[k] != 0;
    t.truncate(k);
    if over || !less(&t, n) { sub(&mut t, n) }
    t
}
fn rs256(n: &[u8], e: &[u8], sig: &[u8], msg: &[u8]) -> bool {
    let n: &[u8] = &n[n.iter().position(|x| *x != 0).unwrap_or(n.len())..];
    if n.len() < 128 || n.len() > 1024 || sig.len() != n.len() || n[n.len() - 1] & 1 == 0 || e.is_empty() || e.len() > 8 { return false }
    let k = n.len().div_ceil(4);
    let (m, s) = (limbs(n, k), limbs(sig, k));
    if !less(&s, &m) { return false }
    let mut inv = 1u32;
    for _ in 0..5 { inv = inv.wrapping_mul(2u32.wrapping_sub(m[0].wrapping_mul(inv))) }
    let inv = inv.wrapping_neg();
    // R and R squared, by doubling one
    let mut r = vec![0u32; k];
    r[0] = 1;
    let mut one = vec![];
    for i in 0..64 * k {
        if i == 32 * k { one = r.clone() }
        let top = r[k - 1] >> 31;
        for j in (1..k).rev() { r[j] = r[j] << 1 | r[j - 1] >> 31 }
        r[0] <<= 1;
        if top == 1 || !less(&r, &m) { sub(&mut r, &m) }
    }
    let x = mont(&s, &r, &m, inv);
    let mut acc = one;
    for b in e { for i in (0..8).rev() { acc = mont(&acc, &acc, &m, inv); if b >> i & 1 == 1 { acc = mont(&acc, &x, &m, inv) } } }
    let mut unit = vec![0u32; k];
    unit[0] = 1;
    let v = mont(&acc, &unit, &m, inv);
    let mut want = vec![0u8, 1];
    let tail = [&[0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04, 0x20][..], &sha256(msg)[..]].concat();
    while want.len() < n.len() - tail.len() - 1 { want.push(0xff) }
    want.push(0);
    want.extend_from_slice(&tail);
    v == limbs(&want, k)
}
