//! The server: connections, requests, answers.
use crate::json::{self, J};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{mpsc, Arc, Mutex, atomic::{AtomicUsize, Ordering}};

#[derive(Debug, Clone)]
pub struct Resp { pub status: u16, pub body: Option<J>, pub raw: Option<(String, Vec<u8>)>, pub headers: Vec<(String, String)> }
pub type R = Result<Resp, Resp>;

pub fn err<T>(status: u16, msg: impl Into<String>) -> Result<T, Resp> {
    Err(Resp { status, body: Some(J::Obj(vec![("error".into(), J::Str(msg.into()))])), raw: None, headers: vec![] })
}
pub fn ok(status: u16, body: J) -> R { Ok(Resp { status, body: Some(body), raw: None, headers: vec![] }) }
pub fn empty(status: u16) -> R { Ok(Resp { status, body: None, raw: None, headers: vec![] }) }

pub struct Req { pub method: String, pub path: String, pub query: Vec<(String, String)>, pub headers: Vec<(String, String)>, pub body: Vec<u8>, pub p: Vec<String> }
impl Req {
    pub fn header(&self, n: &str) -> Option<&str> { self.headers.iter().find(|(k, _)| k == n).map(|(_, v)| v.as_str()) }
    pub fn q(&self, n: &str) -> Option<&str> { self.query.iter().find(|(k, _)| k == n).map(|(_, v)| v.as_str()) }
    pub fn bearer(&self) -> Option<&str> {
        let h = self.header("authorization")?;
        let (s, t) = h.split_once(' ')?;
        if s.eq_ignore_ascii_case("bearer") { Some(t.trim()) } else { None }
    }
    pub fn json(&self) -> Result<J, Resp> {
        if let Some(t) = self.header("content-type") {
            let t = t.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
            if !(t == "application/json" || t.ends_with("+json")) { return err(415, "the body must be application/json") }
        }
        match json::parse(&self.body) {
            Some(o @ J::Obj(_)) => Ok(o),
            Some(_) => err(422, "the body must be an object"),
            None => err(400, "the body is not JSON"),
        }
    }
    pub fn json_opt(&self) -> Result<J, Resp> { if self.body.is_empty() { Ok(J::Obj(vec![])) } else { self.json() } }
}

pub fn unpercent(s: &str, plus: bool) -> Option<String> {
    let b = s.as_bytes();
    let mut o = vec![];
    let mut i = 0;
    while i < b.len() {
        match b[i] {
            b'%' => { o.push(u8::from_str_radix(std::str::from_utf8(b.get(i + 1..i + 3)?).ok()?, 16).ok()?); i += 2 }
            b'+' if plus => o.push(b' '),
            c => o.push(c),
        }
        i += 1
    }
    String::from_utf8(o).ok()
}

fn reason(s: u16) -> &'static str {
    match s { 200 => "OK", 201 => "Created", 202 => "Accepted", 204 => "No Content", 400 => "Bad Request", 401 => "Unauthorized", 402 => "Payment Required", 403 => "Forbidden", 404 => "Not Found", 405 => "Method Not Allowed", 409 => "Conflict", 412 => "Precondition Failed", 413 => "Content Too Large", 415 => "Unsupported Media Type", 422 => "Unprocessable Content", 429 => "Too Many Requests", 500 => "Internal Server Error", 501 => "Not Implemented", 502 => "Bad Gateway", 503 => "Service Unavailable", _ => "Status" }
}

struct Conn { s: TcpStream, buf: Vec<u8> }
enum Got { Req(Req, bool), Closed, Bad(u16, &'static str) }
impl Conn {
    fn fill(&mut self) -> bool {
        let mut b = [0u8; 16384];
        match self.s.read(&mut b) { Ok(n) if n > 0 => { self.buf.extend_from_slice(&b[..n]); true } _ => false }
    }
    fn line(&mut self) -> Option<String> {
        loop {
            if let Some(i) = self.buf.windows(2).position(|w| w == b"\r\n") {
                let l: Vec<u8> = self.buf.drain(..i + 2).collect();
                return String::from_utf8(l[..i].to_vec()).ok()
            }
            if self.buf.len() > 65536 || !self.fill() { return None }
        }
    }
    fn take(&mut self, n: usize) -> Option<Vec<u8>> {
        while self.buf.len() < n { if !self.fill() { return None } }
        Some(self.buf.drain(..n).collect())
    }
    fn next(&mut self) -> Got {
        let end = loop {
            if let Some(i) = self.buf.windows(4).position(|w| w == b"\r\n\r\n") { break i }
            if self.buf.len() > 65536 { return Got::Bad(431, "headers too large") }
            if !self.fill() { return Got::Closed }
        };
        let head: Vec<u8> = self.buf.drain(..end + 4).collect();
        let head = String::from_utf8_lossy(&head[..end]).to_string();
        let mut lines = head.split("\r\n");
        let first: Vec<&str> = lines.next().unwrap_or("").split(' ').collect();
        if first.len() != 3 || !first[2].starts_with("HTTP/1.") { return Got::Bad(400, "not HTTP/1.1") }
        let mut headers = vec![];
        for l in lines { match l.split_once(':') { Some((k, v)) => headers.push((k.trim().to_ascii_lowercase(), v.trim().to_string())), None => return Got::Bad(400, "a bad header") } }
        let target = first[1];
        let (path, qs) = target.split_once('?').unwrap_or((target, ""));
        let mut query = vec![];
        for kv in qs.split('&').filter(|x| !x.is_empty()) {
            let (k, v) = kv.split_once('=').unwrap_or((kv, ""));
            match (unpercent(k, true), unpercent(v, true)) { (Some(k), Some(v)) => query.push((k, v)), _ => return Got::Bad(400, "a bad query") }
        }
        let h = |n: &str| headers.iter().find(|(k, _)| k == n).map(|(_, v): &(String, String)| v.clone());
        if h("expect").map_or(false, |e| e.eq_ignore_ascii_case("100-continue")) { let _ = self.s.write_all(b"HTTP/1.1 100 Continue\r\n\r\n"); }
        let keep = match h("connection") { Some(c) => !c.to_ascii_lowercase().contains("close"), None => first[2] == "HTTP/1.1" };
        let mut body = vec![];
        if h("transfer-encoding").map_or(false, |t| t.to_ascii_lowercase().contains("chunked")) {
            loop {
                let Some(l) = self.line() else { return Got::Closed };
                let Ok(n) = usize::from_str_radix(l.split(';').next().unwrap_or("").trim(), 16) else { return Got::Bad(400, "a bad chunk") };
                if body.len() + n > 4 << 20 { return Got::Bad(413, "the body is too large") }
                if n == 0 { while let Some(l) = self.line() { if l.is_empty() { break } } break }
                let Some(b) = self.take(n) else { return Got::Closed };
                body.extend_from_slice(&b);
                if self.take(2).is_none() { return Got::Closed }
            }
        } else if let Some(n) = h("content-length") {
            let Ok(n) = n.parse::<usize>() else { return Got::Bad(400, "a bad content-length") };
            if n > 4 << 20 { return Got::Bad(413, "the body is too large") }
            match self.take(n) { Some(b) => body = b, None => return Got::Closed }
        }
        Got::Req(Req { method: first[0].to_string(), path: path.to_string(), query, headers, body, p: vec![] }, keep)
    }
}

fn render(r: &Resp, head: bool, keep: bool) -> Vec<u8> {
    let mut h = format!("HTTP/1.1 {} {}\r\n", r.status, reason(r.status));
    for (k, v) in &r.headers { h.push_str(&format!("{k}: {v}\r\n")) }
    if !keep { h.push_str("Connection: close\r\n") }
    let mut out;
    if let Some((t, b)) = &r.raw {
        if t == "message/rfc822" {
            // streamed: chunks
            h.push_str(&format!("Content-Type: {t}\r\nTransfer-Encoding: chunked\r\n\r\n"));
            out = h.into_bytes();
            if !head {
                for c in b.chunks(16384) { out.extend_from_slice(format!("{:x}\r\n", c.len()).as_bytes()); out.extend_from_slice(c); out.extend_from_slice(b"\r\n") }
                out.extend_from_slice(b"0\r\n\r\n")
            }
        } else {
            h.push_str(&format!("Content-Type: {t}\r\nContent-Length: {}\r\n\r\n", b.len()));
            out = h.into_bytes();
            if !head { out.extend_from_slice(b) }
        }
    } else if let Some(b) = &r.body {
        let t = b.text_of();
        h.push_str(&format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n", t.len()));
        out = h.into_bytes();
        if !head { out.extend_from_slice(t.as_bytes()) }
    } else {
        if r.status != 204 { h.push_str("Content-Length: 0\r\n") }
        h.push_str("\r\n");
        out = h.into_bytes()
    }
    out
}

fn serve_one(s: TcpStream, handler: &(dyn Fn(Req) -> Resp + Send + Sync)) {
    let _ = s.set_nodelay(true);
    let _ = s.set_read_timeout(Some(std::time::Duration::from_secs(300)));
    let mut c = Conn { s, buf: vec![] };
    loop {
        match c.next() {
            Got::Closed => return,
            Got::Bad(st, m) => { let _ = c.s.write_all(&render(&err::<()>(st, m).unwrap_err(), false, false)); return }
            Got::Req(q, keep) => {
                let head = q.method == "HEAD";
                let r = handler(q);
                if c.s.write_all(&render(&r, head, keep)).is_err() || !keep { return }
            }
        }
    }
}

/// A pool that grows while all its threads are busy with a connection, up to 400.
pub fn serve(l: TcpListener, handler: Arc<dyn Fn(Req) -> Resp + Send + Sync>) {
    let (tx, rx) = mpsc::channel::<TcpStream>();
    let rx = Arc::new(Mutex::new(rx));
    let idle = Arc::new(AtomicUsize::new(0));
    let mut threads = 0;
    for s in l.incoming() {
        let Ok(s) = s else { continue };
        if idle.load(Ordering::SeqCst) == 0 && threads < 400 {
            threads += 1;
            let (rx, idle, handler) = (rx.clone(), idle.clone(), handler.clone());
            idle.fetch_add(1, Ordering::SeqCst);
            std::thread::spawn(move || loop {
                let got = rx.lock().unwrap().recv();
                let Ok(s) = got else { return };
                let h = handler.clone();
                let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| serve_one(s, &*h)));
                idle.fetch_add(1, Ordering::SeqCst);
            });
        }
        let _ = idle.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1));
        let _ = tx.send(s);
    }
}
