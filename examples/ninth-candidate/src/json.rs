//! A small strict JSON reader and writer.
use crate::http::{err, Resp};

#[derive(Clone, Debug, PartialEq)]
pub enum J {
    Null,
    Bool(bool),
    Int(i64),
    Num(f64),
    Str(String),
    Arr(Vec<J>),
    Obj(Vec<(String, J)>),
}

impl From<&str> for J { fn from(s: &str) -> J { J::Str(s.to_string()) } }
impl From<String> for J { fn from(s: String) -> J { J::Str(s) } }
impl From<&String> for J { fn from(s: &String) -> J { J::Str(s.clone()) } }
impl From<bool> for J { fn from(b: bool) -> J { J::Bool(b) } }
impl From<i64> for J { fn from(n: i64) -> J { J::Int(n) } }
impl From<i32> for J { fn from(n: i32) -> J { J::Int(n as i64) } }
impl From<usize> for J { fn from(n: usize) -> J { J::Int(n as i64) } }
impl From<f64> for J { fn from(n: f64) -> J { J::Num(n) } }
impl<T: Into<J>> From<Vec<T>> for J { fn from(v: Vec<T>) -> J { J::Arr(v.into_iter().map(|x| x.into()).collect()) } }
impl From<&Vec<String>> for J { fn from(v: &Vec<String>) -> J { J::Arr(v.iter().map(|x| J::Str(x.clone())).collect()) } }

#[macro_export]
macro_rules! obj {
    ($($k:literal : $v:expr),* $(,)?) => { $crate::json::J::Obj(vec![$(($k.to_string(), $crate::json::J::from($v))),*]) };
}

type F<T> = Result<T, Resp>;

impl J {
    pub fn opt<T: Into<J>>(mut self, k: &str, v: Option<T>) -> J {
        if let (J::Obj(o), Some(x)) = (&mut self, v) { o.push((k.to_string(), x.into())) }
        self
    }
    pub fn with<T: Into<J>>(self, k: &str, v: T) -> J { self.opt(k, Some(v)) }
    pub fn get(&self, k: &str) -> Option<&J> {
        if let J::Obj(o) = self { o.iter().find(|(n, _)| n == k).map(|(_, v)| v) } else { None }
    }
    pub fn s(&self) -> Option<&str> { if let J::Str(s) = self { Some(s) } else { None } }
    // ---- strict readers of request fields: anything odd is 422
    pub fn only(&self, known: &[&str]) -> F<()> {
        if let J::Obj(o) = self {
            for (k, _) in o { if !known.contains(&k.as_str()) { return err(422, format!("unknown field {k}")) } }
            Ok(())
        } else { err(422, "an object is expected") }
    }
    pub fn str(&self, k: &str) -> F<String> {
        match self.get(k) { Some(J::Str(s)) => Ok(s.clone()), Some(_) => err(422, format!("{k} must be a string")), None => err(422, format!("{k} is required")) }
    }
    pub fn ostr(&self, k: &str) -> F<Option<String>> { if self.get(k).is_none() { Ok(None) } else { self.str(k).map(Some) } }
    /// A required text that is not blank, without control characters, of at most n characters.
    pub fn text(&self, k: &str, n: usize) -> F<String> {
        let s = self.str(k)?;
        if s.trim().is_empty() { return err(422, format!("{k} must not be blank")) }
        if s.chars().count() > n { return err(422, format!("{k} is longer than {n} characters")) }
        if s.chars().any(|c| c.is_control() && c != '\n' && c != '\t' && c != '\r') { return err(422, format!("{k} holds control characters")) }
        Ok(s)
    }
    pub fn otext(&self, k: &str, n: usize) -> F<Option<String>> { if self.get(k).is_none() { Ok(None) } else { self.text(k, n).map(Some) } }
    pub fn int(&self, k: &str, lo: i64, hi: i64) -> F<i64> {
        match self.get(k) {
            Some(J::Int(n)) if *n >= lo && *n <= hi => Ok(*n),
            Some(J::Int(_)) => err(422, format!("{k} must be between {lo} and {hi}")),
            Some(_) => err(422, format!("{k} must be an integer")),
            None => err(422, format!("{k} is required")),
        }
    }
    pub fn oint(&self, k: &str, lo: i64, hi: i64) -> F<Option<i64>> { if self.get(k).is_none() { Ok(None) } else { self.int(k, lo, hi).map(Some) } }
    pub fn bool(&self, k: &str) -> F<bool> {
        match self.get(k) { Some(J::Bool(b)) => Ok(*b), Some(_) => err(422, format!("{k} must be a boolean")), None => err(422, format!("{k} is required")) }
    }
    pub fn obool(&self, k: &str) -> F<Option<bool>> { if self.get(k).is_none() { Ok(None) } else { self.bool(k).map(Some) } }
    pub fn choice(&self, k: &str, of: &[&str]) -> F<String> {
        let s = self.str(k)?;
        if of.contains(&s.as_str()) { Ok(s) } else { err(422, format!("{k} must be one of {}", of.join(", "))) }
    }
    pub fn arr(&self, k: &str) -> F<&Vec<J>> {
        match self.get(k) { Some(J::Arr(a)) => Ok(a), Some(_) => err(422, format!("{k} must be an array")), None => err(422, format!("{k} is required")) }
    }
    pub fn oarr(&self, k: &str) -> F<Option<&Vec<J>>> { if self.get(k).is_none() { Ok(None) } else { self.arr(k).map(Some) } }
    pub fn strs(&self, k: &str) -> F<Vec<String>> {
        let mut v = vec![];
        for x in self.arr(k)? { match x { J::Str(s) => v.push(s.clone()), _ => return err(422, format!("{k} must hold strings")) } }
        Ok(v)
    }
    pub fn ostrs(&self, k: &str) -> F<Option<Vec<String>>> { if self.get(k).is_none() { Ok(None) } else { self.strs(k).map(Some) } }
    pub fn oobj(&self, k: &str) -> F<Option<&J>> {
        match self.get(k) { None => Ok(None), Some(o @ J::Obj(_)) => Ok(Some(o)), _ => err(422, format!("{k} must be an object")) }
    }
    pub fn write(&self, out: &mut String) {
        match self {
            J::Null => out.push_str("null"),
            J::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
            J::Int(n) => out.push_str(&n.to_string()),
            J::Num(n) => if n.is_finite() { out.push_str(&n.to_string()) } else { out.push('0') },
            J::Str(s) => quote(s, out),
            J::Arr(a) => {
                out.push('[');
                for (i, x) in a.iter().enumerate() { if i > 0 { out.push(',') } x.write(out) }
                out.push(']')
            }
            J::Obj(o) => {
                out.push('{');
                for (i, (k, x)) in o.iter().enumerate() { if i > 0 { out.push(',') } quote(k, out); out.push(':'); x.write(out) }
                out.push('}')
            }
        }
    }
    pub fn text_of(&self) -> String { let mut s = String::new(); self.write(&mut s); s }
}

fn quote(s: &str, out: &mut String) {
    out.push('"');
    for c in s.chars() {
        match c {
            '"' => out.push_str("\\\""), '\\' => out.push_str("\\\\"), '\n' => out.push_str("\\n"), '\r' => out.push_str("\\r"), '\t' => out.push_str("\\t"),
            c if (c as u32) < 0x20 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"')
}

pub fn parse(b: &[u8]) -> Option<J> {
    let s = std::str::from_utf8(b).ok()?;
    let mut p = P { b: s.as_bytes(), i: 0 };
    let v = p.value(0)?;
    p.ws();
    if p.i == p.b.len() { Some(v) } else { None }
}

struct P<'a> { b: &'a [u8], i: usize }
impl<'a> P<'a> {
    fn ws(&mut self) { while self.i < self.b.len() && matches!(self.b[self.i], b' ' | b'\n' | b'\r' | b'\t') { self.i += 1 } }
    fn peek(&self) -> Option<u8> { self.b.get(self.i).copied() }
    fn lit(&mut self, s: &str, v: J) -> Option<J> { if self.b[self.i..].starts_with(s.as_bytes()) { self.i += s.len(); Some(v) } else { None } }
    fn value(&mut self, depth: usize) -> Option<J> {
        if depth > 48 { return None }
        self.ws();
        match self.peek()? {
            b'n' => self.lit("null", J::Null),
            b't' => self.lit("true", J::Bool(true)),
            b'f' => self.lit("false", J::Bool(false)),
            b'"' => self.string().map(J::Str),
            b'[' => {
                self.i += 1;
                let mut v = vec![];
                self.ws();
                if self.peek()? == b']' { self.i += 1; return Some(J::Arr(v)) }
                loop {
                    v.push(self.value(depth + 1)?);
                    self.ws();
                    match self.peek()? { b',' => self.i += 1, b']' => { self.i += 1; return Some(J::Arr(v)) } _ => return None }
                }
            }
            b'{' => {
                self.i += 1;
                let mut v: Vec<(String, J)> = vec![];
                self.ws();
                if self.peek()? == b'}' { self.i += 1; return Some(J::Obj(v)) }
                loop {
                    self.ws();
                    let k = self.string()?;
                    self.ws();
                    if self.peek()? != b':' { return None }
                    self.i += 1;
                    let x = self.value(depth + 1)?;
                    if v.iter().any(|(n, _)| *n == k) { return None }
                    v.push((k, x));
                    self.ws();
                    match self.peek()? { b',' => self.i += 1, b'}' => { self.i += 1; return Some(J::Obj(v)) } _ => return None }
                }
            }
            b'-' | b'0'..=b'9' => self.number(),
            _ => None,
        }
    }
    fn number(&mut self) -> Option<J> {
        let st = self.i;
        if self.peek()? == b'-' { self.i += 1 }
        match self.peek()? {
            b'0' => self.i += 1,
            b'1'..=b'9' => while matches!(self.peek(), Some(b'0'..=b'9')) { self.i += 1 },
            _ => return None,
        }
        let mut int = true;
        if self.peek() == Some(b'.') {
            int = false;
            self.i += 1;
            if !matches!(self.peek(), Some(b'0'..=b'9')) { return None }
            while matches!(self.peek(), Some(b'0'..=b'9')) { self.i += 1 }
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            int = false;
            self.i += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) { self.i += 1 }
            if !matches!(self.peek(), Some(b'0'..=b'9')) { return None }
            while matches!(self.peek(), Some(b'0'..=b'9')) { self.i += 1 }
        }
        let t = std::str::from_utf8(&self.b[st..self.i]).ok()?;
        if int { if let Ok(n) = t.parse::<i64>() { return Some(J::Int(n)) } }
        t.parse::<f64>().ok().map(J::Num)
    }
    fn hex4(&mut self) -> Option<u32> {
        let h = std::str::from_utf8(self.b.get(self.i..self.i + 4)?).ok()?;
        self.i += 4;
        u32::from_str_radix(h, 16).ok()
    }
    fn string(&mut self) -> Option<String> {
        if self.peek()? != b'"' { return None }
        self.i += 1;
        let mut out: Vec<u8> = vec![];
        loop {
            let c = self.peek()?;
            self.i += 1;
            match c {
                b'"' => return String::from_utf8(out).ok(),
                b'\\' => {
                    let e = self.peek()?;
                    self.i += 1;
                    let ch = match e {
                        b'"' => '"', b'\\' => '\\', b'/' => '/', b'b' => '\u{8}', b'f' => '\u{c}', b'n' => '\n', b'r' => '\r', b't' => '\t',
                        b'u' => {
                            let mut u = self.hex4()?;
                            if (0xd800..0xdc00).contains(&u) {
                                if self.b.get(self.i) != Some(&b'\\') || self.b.get(self.i + 1) != Some(&b'u') { return None }
                                self.i += 2;
                                let l = self.hex4()?;
                                if !(0xdc00..0xe000).contains(&l) { return None }
                                u = 0x10000 + ((u - 0xd800) << 10) + (l - 0xdc00);
                            }
                            char::from_u32(u)?
                        }
                        _ => return None,
                    };
                    let mut b = [0u8; 4];
                    out.extend_from_slice(ch.encode_utf8(&mut b).as_bytes())
                }
                c if c < 0x20 => return None,
                c => out.push(c),
            }
        }
    }
}
