//! Uptime: services, monitors, metrics, export tokens.
use crate::http::{empty, err, ok, Req, Resp, R};
use crate::json::J;
use crate::util::*;
use crate::world::*;
use std::collections::BTreeMap;

pub struct Service { pub id: String, pub name: String, pub created: i64 }
pub struct Sample { pub at: i64, pub vantage: String, pub ok: bool, pub latency: f64 }
pub struct Failure { pub at: i64, pub vantage: String, pub attempt: i64, pub outcome: String, pub kind: String, pub detail: String, pub snippet: String }
pub struct Transition { pub at: i64, pub from: &'static str, pub to: &'static str, pub failing: Vec<String> }
pub struct Monitor { pub id: String, pub name: String, pub service: Option<String>, pub enabled: bool, pub interval: i64, pub vantages: Vec<String>, pub timeout: i64, pub confirmations: i64, pub quorum: i64, pub kind: String, pub check: J, pub state: &'static str, pub since: i64, pub created: i64, pub updated: i64, pub deleted: bool, pub streak: BTreeMap<String, i64>, pub last: i64, pub samples: Vec<Sample>, pub failures: Vec<Failure>, pub transitions: Vec<Transition>, pub metrics_up: bool, pub rev: u64 }
pub struct Export { pub id: String, pub name: String, pub hash: String, pub created: i64, pub used: Option<i64> }
#[derive(Default)]
pub struct Uptime { pub enabled: bool, pub quota: i64, pub metrics_up: bool, pub services: Vec<Service>, pub monitors: Vec<Monitor>, pub exports: Vec<Export> }

const INTERVALS: &[(i64, &str)] = &[(20, "every 20 seconds"), (60, "every minute"), (180, "every 3 minutes"), (600, "every 10 minutes")];
const VANTAGES: &[(&str, &str, bool)] = &[("osl-1", "Oslo", true), ("yul-1", "Montreal", true), ("nrt-1", "Tokyo", true), ("gru-1", "Sao Paulo", false), ("jnb-1", "Johannesburg", true)];
const SNIPPET: usize = 200;

fn t(ms: i64) -> String { ms.to_string() }
fn service_json(u: &Uptime, s: &Service) -> J { obj! { "id": &s.id, "name": &s.name, "monitors": attached(u, &s.id), "createdAt": t(s.created) } }
fn attached(u: &Uptime, id: &str) -> usize { u.monitors.iter().filter(|m| !m.deleted && m.service.as_deref() == Some(id)).count() }
fn monitor_json(m: &Monitor) -> J {
    obj! { "id": &m.id, "name": &m.name, "enabled": m.enabled, "intervalSeconds": m.interval, "vantages": &m.vantages, "timeoutMs": m.timeout, "downCondition": obj! { "confirmations": m.confirmations, "quorum": m.quorum }, "kind": &m.kind, "createdAt": t(m.created), "updatedAt": t(m.updated) }
        .opt("serviceId", m.service.clone()).opt("state", if m.enabled { Some(m.state) } else { None }).opt("stateSince", if m.enabled { Some(t(m.since)) } else { None }).with(&m.kind, m.check.clone())
}
fn tagged(status: u16, j: J, rev: u64) -> R { ok(status, j).map(|mut r| { r.headers.push(("ETag".into(), format!("\"r{rev}\""))); r }) }
fn export_json(e: &Export) -> J { obj! { "id": &e.id, "name": &e.name, "createdAt": t(e.created), "lastUsedAt": e.used.map_or(String::new(), t) } }
fn pos<T>(v: &[T], f: impl Fn(&T) -> bool, what: &str) -> Result<usize, Resp> { match v.iter().position(f) { Some(i) => Ok(i), None => err(404, format!("no such {what}")) } }

fn check(b: &J, kind: &str) -> Result<J, Resp> {
    let Some(o) = b.oobj(kind)? else { return err(422, format!("a monitor of kind {kind} needs {kind}")) };
    if kind == "http" {
        o.only(&["url", "method", "headers", "bodyBase64", "followRedirects", "expectStatus", "expectBodyContains"])?;
        let u = o.str("url")?;
        if url(&u).is_none() { return err(422, "http.url must be an http or https URI") }
        if o.get("method").is_some() { o.choice("method", &["GET", "HEAD", "POST"])?; }
        if let Some(J::Obj(h)) = o.oobj("headers")? { for (k, v) in h { if k.is_empty() || k.chars().any(|c| c.is_control() || c == ':' || c == ' ') || v.s().map_or(true, |s| s.contains(['\r', '\n'])) { return err(422, "headers is a map of strings") } } }
        if let Some(x) = o.ostr("bodyBase64")? { if unbase64(&x, true).is_none() { return err(422, "bodyBase64 is not base64") } }
        o.obool("followRedirects")?;
        for s in o.ostrs("expectStatus")?.unwrap_or_default() {
            let b = s.as_bytes();
            let code = |x: &str| x.len() == 3 && x.bytes().all(|c| c.is_ascii_digit()) && (b'1'..=b'5').contains(&x.as_bytes()[0]);
            let good = code(&s) || (b.len() == 3 && (b'1'..=b'5').contains(&b[0]) && s[1..].eq_ignore_ascii_case("xx")) || s.split_once('-').map_or(false, |(a, z)| code(a) && code(z) && a <= z);
            if !good { return err(422, "expectStatus holds 204, 2xx or 200-299") }
        }
        o.ostr("expectBodyContains")?;
    } else {
        o.only(&["host", "port", "tls", "sendBase64", "expectPrefixBase64"])?;
        let h = o.str("host")?;
        if h.is_empty() || h.len() > 253 || h.chars().any(|c| c.is_whitespace() || c.is_control() || c == '/') { return err(422, "tcp.host is not a host") }
        o.int("port", 1, 65535)?;
        o.obool("tls")?;
        for k in ["sendBase64", "expectPrefixBase64"] { if let Some(x) = o.ostr(k)? { if unbase64(&x, true).is_none() { return err(422, format!("{k} is not base64")) } } }
    }
    Ok(o.clone())
}
fn vantages(b: &J) -> Result<Vec<String>, Resp> {
    let v = b.strs("vantages")?;
    if v.is_empty() { return err(422, "vantages must not be empty") }
    for (i, x) in v.iter().enumerate() {
        if !VANTAGES.iter().any(|y| y.0 == x && y.2) { return err(422, format!("vantage {x} is not available")) }
        if v[..i].contains(x) { return err(422, "the same vantage twice") }
    }
    Ok(v)
}
fn interval(b: &J) -> Result<i64, Resp> { let i = b.int("intervalSeconds", 1, i64::MAX)?; if INTERVALS.iter().any(|x| x.0 == i) { Ok(i) } else { err(422, "this interval is not offered") } }
fn down(b: &J) -> Result<Option<(i64, i64)>, Resp> {
    let Some(d) = b.oobj("downCondition")? else { return Ok(None) };
    d.only(&["confirmations", "quorum"])?;
    Ok(Some((d.int("confirmations", 1, 10)?, d.int("quorum", 1, 10)?)))
}

pub fn handle(w: &mut World, op: &str, c: &Ctx, q: &Req) -> R {
    let now = w.now();
    let org = c.org;
    if !w.orgs[org].uptime.enabled { return err(403, "uptime is in private beta and not enabled for this organization") }
    if op == "createMonitor" {
        // the console's own check, before the relay
        w.need_some(c, "uptime.monitor.write")?;
        let u = &w.orgs[org].uptime;
        if u.monitors.iter().filter(|m| !m.deleted).count() as i64 >= u.quota { return err(403, "the monitor quota is reached") }
    }
    if !w.uptime_up { return err(502, "the uptime backend is unreachable") }
    let id = q.p.first().cloned().unwrap_or_default();
    match op {
        "pingUptime" => { w.need_some(c, "uptime.service.read")?; ok(200, obj! { "service": "uptime", "org": &w.orgs[org].slug, "schemaEpoch": "2026-09", "time": t(now) }) }
        "getUptimeCatalog" => {
            w.need_some(c, "uptime.service.read")?;
            ok(200, obj! { "intervals": INTERVALS.iter().map(|i| obj! { "seconds": i.0, "label": i.1 }).collect::<Vec<J>>(), "vantages": VANTAGES.iter().map(|v| obj! { "id": v.0, "label": v.1, "available": v.2 }).collect::<Vec<J>>() })
        }
        "listUptimeServices" => {
            w.need_some(c, "uptime.service.read")?;
            let u = &w.orgs[org].uptime;
            ok(200, obj! { "services": u.services.iter().filter(|s| w.can(c, "uptime.service.read", Some(&s.id))).map(|s| service_json(u, s)).collect::<Vec<J>>() })
        }
        "createUptimeService" | "renameUptimeService" | "deleteUptimeService" => {
            let create = op == "createUptimeService";
            let b = if op == "deleteUptimeService" { J::Null } else { q.json()? };
            if create { w.need(c, "uptime.service.write", None)? } else { w.need_some(c, "uptime.service.write")? }
            let k = if create { 0 } else { let k = pos(&w.orgs[org].uptime.services, |s| s.id == id, "service")?; w.need(c, "uptime.service.write", Some(&id))?; k };
            let u = &mut w.orgs[org].uptime;
            if op == "deleteUptimeService" {
                if attached(u, &id) > 0 { return err(409, "monitors are still attached") }
                u.services.remove(k);
                return empty(204)
            }
            b.only(&["name"])?;
            let name = b.text("name", 120)?;
            if u.services.iter().any(|s| s.name.to_lowercase() == name.to_lowercase() && (create || s.id != id)) { return err(409, "a service with this name exists") }
            if create {
                u.services.push(Service { id: format!("us_{}", b32(12)), name, created: now });
                ok(201, service_json(u, u.services.last().unwrap()))
            } else {
                u.services[k].name = name;
                ok(200, service_json(u, &u.services[k]))
            }
        }
        "listMonitors" => {
            w.need_some(c, "uptime.monitor.read")?;
            ok(200, obj! { "monitors": w.orgs[org].uptime.monitors.iter().filter(|m| !m.deleted && w.can(c, "uptime.monitor.read", m.service.as_deref())).map(monitor_json).collect::<Vec<J>>() })
        }
        "createMonitor" => {
            let b = q.json()?;
            b.only(&["name", "serviceId", "enabled", "intervalSeconds", "vantages", "timeoutMs", "downCondition", "http", "tcp", "kind"])?;
            let name = b.text("name", 120)?;
            let kind = b.choice("kind", &["tcp", "http"])?;
            let service = b.ostr("serviceId")?;
            let (interval, vantages) = (interval(&b)?, vantages(&b)?);
            let timeout = b.oint("timeoutMs", 100, interval * 1000)?.unwrap_or(8000);
            let (confirmations, quorum) = down(&b)?.unwrap_or((2, 1));
            if quorum > vantages.len() as i64 { return err(422, "quorum is above the number of vantages") }
            if b.get(if kind == "http" { "tcp" } else { "http" }).is_some() { return err(422, "http goes with kind http, tcp with kind tcp") }
            let check = check(&b, &kind)?;
            let enabled = b.obool("enabled")?.unwrap_or(true);
            if let Some(s) = &service { pos(&w.orgs[org].uptime.services, |x| x.id == *s, "service")?; }
            w.need(c, "uptime.monitor.write", service.as_deref())?;
            let m = Monitor { id: format!("um_{}", b32(12)), name, service, enabled, interval, vantages, timeout, confirmations, quorum, kind, check, state: "pending", since: now, created: now, updated: now, deleted: false, streak: BTreeMap::new(), last: 0, samples: vec![], failures: vec![], transitions: vec![], metrics_up: true, rev: 1 };
            let j = monitor_json(&m);
            w.orgs[org].uptime.monitors.push(m);
            tagged(201, j, 1)
        }
        "getMonitor" | "updateMonitor" | "deleteMonitor" | "getMonitorMetrics" | "listMonitorFailures" | "listMonitorTransitions" => {
            let b = if op == "updateMonitor" { q.json()? } else { J::Null };
            let perm = if op == "updateMonitor" || op == "deleteMonitor" { "uptime.monitor.write" } else { "uptime.monitor.read" };
            w.need_some(c, perm)?;
            let k = pos(&w.orgs[org].uptime.monitors, |m| m.id == id && !m.deleted, "monitor")?;
            w.need(c, perm, w.orgs[org].uptime.monitors[k].service.as_deref())?;
            if op == "updateMonitor" {
                b.only(&["name", "serviceId", "enabled", "intervalSeconds", "vantages", "timeoutMs", "downCondition", "http", "tcp"])?;
                let service = match b.get("serviceId") { None => None, Some(J::Null) => Some(None), Some(J::Str(s)) => { pos(&w.orgs[org].uptime.services, |x| x.id == *s, "service")?; w.need(c, perm, Some(s))?; Some(Some(s.clone())) } _ => return err(422, "serviceId is a string") };
                let m = &mut w.orgs[org].uptime.monitors[k];
                if let Some(t) = q.header("if-match") { if t != "*" && t != format!("\"r{}\"", m.rev) { return err(412, "the monitor has changed since") } }
                let name = b.otext("name", 120)?;
                let enabled = b.obool("enabled")?;
                let iv = if b.get("intervalSeconds").is_some() { interval(&b)? } else { m.interval };
                let vs = if b.get("vantages").is_some() { vantages(&b)? } else { m.vantages.clone() };
                let timeout = b.oint("timeoutMs", 100, iv * 1000)?.unwrap_or(m.timeout);
                if timeout > iv * 1000 { return err(422, "timeoutMs is above the interval") }
                let d = down(&b)?.unwrap_or((m.confirmations, m.quorum));
                if d.1 > vs.len() as i64 { return err(422, "quorum is above the number of vantages") }
                if b.get(if m.kind == "http" { "tcp" } else { "http" }).is_some() { return err(422, format!("this is a monitor of kind {}", m.kind)) }
                let ch = if b.get(&m.kind).is_some() { Some(check(&b, &m.kind)?) } else { None };
                if let Some(n) = name { m.name = n }
                if let Some(s) = service { m.service = s }
                if let Some(e) = enabled { m.enabled = e }
                m.interval = iv;
                m.streak.retain(|v, _| vs.contains(v));
                m.vantages = vs;
                m.timeout = timeout;
                (m.confirmations, m.quorum) = d;
                if let Some(x) = ch { m.check = x }
                m.updated = now;
                m.rev += 1;
                return tagged(200, monitor_json(m), m.rev)
            }
            let all_up = w.orgs[org].uptime.metrics_up;
            let m = &mut w.orgs[org].uptime.monitors[k];
            match op {
                "getMonitor" => tagged(200, monitor_json(m), m.rev),
                "deleteMonitor" => { m.deleted = true; m.updated = now; empty(204) }
                "listMonitorFailures" => {
                    let mut v: Vec<&Failure> = m.failures.iter().rev().collect();
                    v.sort_by(|a, b| b.at.cmp(&a.at));
                    ok(200, obj! { "failures": v.into_iter().take(200).map(|f| obj! { "at": t(f.at), "vantage": &f.vantage, "attempt": f.attempt, "outcome": &f.outcome, "errorKind": &f.kind, "errorDetail": &f.detail, "responseSnippet": &f.snippet }).collect::<Vec<J>>() })
                }
                "listMonitorTransitions" => ok(200, obj! { "transitions": m.transitions.iter().rev().take(50).map(|x| obj! { "at": t(x.at), "from": x.from, "to": x.to, "failingVantages": &x.failing }).collect::<Vec<J>>() }),
                _ => {
                    let (win, len, step) = match q.q("window") { Some("1h") => ("1h", 3600, 60), None | Some("24h") => ("24h", 86400, 900), Some("7d") => ("7d", 604800, 7200), _ => return err(422, "window is 1h, 24h or 7d") };
                    if !all_up || !m.metrics_up { return err(503, "metrics are temporarily unavailable") }
                    let (mut pct, mut series) = (vec![], vec![]);
                    for v in &m.vantages {
                        let mut bins: BTreeMap<i64, (f64, f64, f64)> = BTreeMap::new();
                        let (mut up, mut n) = (0.0, 0.0);
                        for s in m.samples.iter().filter(|s| s.vantage == *v && s.at > now - len * 1000 && s.at <= now + 60_000) {
                            let e = bins.entry(s.at / 1000 / step * step).or_default();
                            e.0 += 1.0;
                            n += 1.0;
                            if s.ok { e.1 += 1.0; e.2 += s.latency; up += 1.0 }
                        }
                        if n > 0.0 { pct.push((v.clone(), J::Num((up / n * 100_000.0f64).round() / 1000.0))) }
                        let pts: Vec<J> = bins.into_iter().map(|(k, (n, u, l))| obj! { "t": k, "latencyMs": if u > 0.0 { l / u } else { 0.0 }, "up": u / n }).collect();
                        series.push(obj! { "vantage": v, "points": pts })
                    }
                    ok(200, obj! { "window": win, "stepSeconds": step, "uptimePct": J::Obj(pct), "series": series })
                }
            }
        }
        "listExportTokens" => { w.need(c, "uptime.export.read", None)?; ok(200, obj! { "tokens": w.orgs[org].uptime.exports.iter().map(export_json).collect::<Vec<J>>() }) }
        "createExportToken" => {
            let b = q.json()?;
            w.need(c, "uptime.export.write", None)?;
            b.only(&["name"])?;
            let s = secret("nwx_");
            let e = Export { id: format!("ux_{}", b32(12)), name: b.text("name", 120)?, hash: hash(&s), created: now, used: None };
            let j = export_json(&e).with("token", s);
            w.orgs[org].uptime.exports.push(e);
            ok(201, j)
        }
        "revokeExportToken" => {
            w.need(c, "uptime.export.write", None)?;
            let u = &mut w.orgs[org].uptime;
            let k = pos(&u.exports, |e| e.id == id, "export token")?;
            u.exports.remove(k);
            empty(204)
        }
        _ => empty(501),
    }
}

/// Prometheus' scrape.
pub fn door(w: &mut World, q: &Req) -> R {
    let now = w.now();
    let h = q.bearer().map(hash);
    let Some(o) = w.orgs.iter_mut().find(|o| o.uptime.exports.iter().any(|e| Some(&e.hash) == h.as_ref())) else { return err(401, "not an export token in force") };
    if !o.uptime.enabled { return err(403, "uptime is not enabled") }
    o.uptime.exports.iter_mut().find(|e| Some(&e.hash) == h.as_ref()).unwrap().used = Some(now);
    let mut s = String::from("# TYPE northwind_probe_up gauge\n# TYPE northwind_probe_latency_ms gauge\n# TYPE northwind_monitor_state gauge\n");
    let q = |x: &str| x.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    for m in o.uptime.monitors.iter().filter(|m| !m.deleted) {
        for v in &m.vantages {
            if let Some(x) = m.samples.iter().rev().find(|x| x.vantage == *v) { s.push_str(&format!("northwind_probe_up{{monitor=\"{}\",name=\"{}\",vantage=\"{v}\"}} {}\nnorthwind_probe_latency_ms{{monitor=\"{}\",vantage=\"{v}\"}} {}\n", m.id, q(&m.name), x.ok as i32, m.id, x.latency)) }
        }
        for st in ["pending", "up", "down"] { s.push_str(&format!("northwind_monitor_state{{monitor=\"{}\",state=\"{st}\"}} {}\n", m.id, (m.state == st) as i32)) }
    }
    Ok(Resp { status: 200, body: None, raw: Some(("text/plain; version=0.0.4".into(), s.into_bytes())), headers: vec![] })
}

pub fn ev_probe(w: &mut World, b: &J) -> R {
    let now = w.now();
    let id = b.str("monitorId")?;
    let outcome = b.choice("outcome", &["ok", "fail", "error"])?;
    let times = b.oint("times", 1, 100_000)?.unwrap_or(1);
    let at = crate::control::time(b, "at")?.unwrap_or(now);
    let latency = match b.get("latencyMs") { None => 84.0, Some(J::Int(n)) => *n as f64, Some(J::Num(n)) => *n, _ => return err(400, "latencyMs is a number") };
    let (kind, detail, snippet) = (b.ostr("errorKind")?, b.ostr("errorDetail")?, b.ostr("responseSnippet")?);
    let Some(m) = w.orgs.iter_mut().flat_map(|o| o.uptime.monitors.iter_mut()).find(|m| m.id == id && !m.deleted) else { return err(404, "no such monitor") };
    if !m.enabled { return err(409, "the monitor is disabled") }
    let vs = match b.ostr("vantage")? { Some(v) => { if !m.vantages.contains(&v) { return err(400, "not a vantage of this monitor") } vec![v] } None => m.vantages.clone() };
    // the last at `at`, the others before it at the interval, or closer
    let mut gap = m.interval * 1000;
    if times > 1 && m.last > 0 && at - gap * (times - 1) <= m.last { gap = ((at - m.last) / times).max(0) }
    let before = m.transitions.len();
    for i in 0..times {
        let ti = at - gap * (times - 1 - i);
        for v in &vs {
            let good = outcome == "ok";
            m.samples.push(Sample { at: ti, vantage: v.clone(), ok: good, latency: if good { latency } else { 0.0 } });
            let n = m.streak.entry(v.clone()).or_insert(0);
            if good { *n = 0 } else {
                *n += 1;
                let k = *n;
                m.failures.push(Failure { at: ti, vantage: v.clone(), attempt: k, outcome: outcome.clone(), kind: kind.clone().unwrap_or_else(|| if outcome == "fail" { "unexpected-answer" } else { "no-answer" }.into()), detail: detail.clone().unwrap_or_else(|| if outcome == "fail" { "the answer was not as expected" } else { "the connection timed out" }.into()), snippet: snippet.clone().unwrap_or_default().chars().take(SNIPPET).collect() })
            }
        }
        let failing: Vec<String> = m.vantages.iter().filter(|v| m.streak.get(*v).map_or(false, |n| *n >= m.confirmations)).cloned().collect();
        let is_down = failing.len() as i64 >= m.quorum;
        let next = if is_down { "down" } else if m.state == "pending" && outcome != "ok" { "pending" } else if m.state == "down" && outcome != "ok" { "down" } else { "up" };
        if next != m.state { let ti = ti.max(m.transitions.last().map_or(ti, |x| x.at)); m.transitions.push(Transition { at: ti, from: m.state, to: next, failing: if next == "down" { failing } else { vec![] } }); m.state = next; m.since = ti }
        m.last = m.last.max(ti)
    }
    if m.samples.len() > 50_000 { m.samples.drain(..10_000); }
    if m.failures.len() > 2_000 { m.failures.drain(..1_000); }
    ok(200, obj! { "state": m.state, "transitions": m.transitions.len() - before })
}
