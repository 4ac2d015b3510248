//! Email: domains, keys, routes, messages, suppressions, webhooks.
use crate::http::{empty, err, ok, Req, Resp, R};
use crate::json::J;
use crate::util::*;
use crate::world::*;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

#[derive(Clone)]
pub struct Dns { pub cap: &'static str, pub typ: &'static str, pub name: String, pub value: String, pub prio: Option<i64> }
pub struct Domain { pub id: String, pub name: String, pub send: &'static str, pub receive: &'static str, pub created: i64, pub key: String, pub published: BTreeMap<(String, String), String> }
impl Domain {
    pub fn records(&self) -> Vec<Dns> {
        let n = &self.name;
        let mut v = vec![
            Dns { cap: "send", typ: "TXT", name: format!("nw1._domainkey.{n}"), value: format!("v=DKIM1; k=ed25519; p={}", self.key), prio: None },
            Dns { cap: "send", typ: "TXT", name: n.clone(), value: "v=spf1 include:_spf.mail.northwind-platform.example -all".into(), prio: None },
            Dns { cap: "send", typ: "CNAME", name: format!("bounce.{n}"), value: "return.mail.northwind-platform.example".into(), prio: None },
        ];
        if self.receive != "none" { v.push(Dns { cap: "receive", typ: "MX", name: n.clone(), value: "inbound.mail.northwind-platform.example".into(), prio: Some(5) }) }
        v
    }
    fn json(&self) -> J {
        let rs: Vec<J> = self.records().into_iter().map(|r| obj! { "capability": r.cap, "type": r.typ, "name": r.name, "value": r.value }.opt("priority", r.prio)).collect();
        obj! { "id": &self.id, "name": &self.name, "sendState": self.send, "receiveState": self.receive, "createdAt": iso_us(self.created), "dnsRecords": rs }
    }
}
pub struct SendKey { pub id: String, pub name: String, pub key_id: String, pub hash: String, pub domains: Vec<String>, pub created: i64, pub used: Option<i64>, pub revoked: bool }
pub struct Route { pub id: String, pub domain: String, pub pattern: String, pub endpoint: String, pub created: i64 }
pub struct Hook { pub id: String, pub url: String, pub types: Vec<String>, pub disabled: bool, pub created: i64, pub secret: String, pub script: Vec<J>, pub scripted: bool, pub send_after: bool, pub last: Option<J> }
pub struct Event { pub kind: &'static str, pub bounce: Option<String>, pub recipient: Option<String>, pub detail: Option<J>, pub at: i64 }
pub struct Message { pub id: String, pub seq: u64, pub send: bool, pub state: String, pub from: String, pub to: Vec<String>, pub cc: Vec<String>, pub subject: Option<String>, pub raw: Vec<u8>, pub door: Option<String>, pub domain: String, pub error: Option<String>, pub created: i64, pub sent: Option<i64>, pub state_at: i64, pub events: Vec<Event>, pub live: Vec<String> }
pub struct Suppression { pub id: String, pub address: String, pub reason: &'static str, pub created: i64 }
pub struct Delivery { pub id: i64, pub endpoint: String, pub typ: String, pub message: Option<String>, pub state: &'static str, pub attempts: i64, pub status: Option<i64>, pub error: Option<String>, pub delivered: Option<i64>, pub created: i64, pub payload: String, pub event: String, pub started: i64 }
pub struct Attempt { pub delivery: i64, pub endpoint: String, pub attempt: i64, pub at: i64, pub url: String, pub headers: Vec<(String, String)>, pub body: String, pub scripted: bool, pub status: Option<i64>, pub error: Option<String> }
#[derive(Default)]
pub struct Email { pub enabled: bool, pub quota: i64, pub paused: Option<(i64, String)>, pub domains: Vec<Domain>, pub keys: Vec<SendKey>, pub routes: Vec<Route>, pub hooks: Vec<Hook>, pub messages: Vec<Message>, pub suppressions: Vec<Suppression>, pub deliveries: Vec<Delivery>, pub sent: i64, pub bounced: i64, pub complained: i64 }

const DAY: i64 = 86_400_000;
pub const TYPES: &[&str] = &["email.sent", "email.delivered", "email.bounced", "email.complained", "email.received"];
const BOUNCE_PCT: f64 = 12.5;
const COMPLAINT_PCT: f64 = 2.5;
const MIN_VOLUME: i64 = 25;
/// Seconds until the next attempt, after the first, second, ... failure.
const RETRIES: &[i64] = &[10, 60, 600, 3600, 6 * 3600];
const PAGE: usize = 40;

pub fn seed(w: &mut World, org: usize, name: &str, now: i64) -> String {
    let mut d = new_domain(name, now);
    d.id = format!("urn:nw:domain:seed-{}", w.orgs[org].slug);
    let id = d.id.clone();
    d.send = "verified";
    for r in d.records() { d.published.insert((r.typ.into(), r.name), r.value); }
    w.orgs[org].email.domains.push(d);
    id
}
fn new_domain(name: &str, now: i64) -> Domain { Domain { id: format!("urn:nw:domain:{}", b32(16)), name: name.into(), send: "pending", receive: "none", created: now, key: b32(44), published: BTreeMap::new() } }

fn key_json(k: &SendKey) -> J { obj! { "id": &k.id, "name": &k.name, "keyId": &k.key_id, "domainIds": &k.domains, "createdAt": iso_us(k.created) }.opt("lastUsedAt", k.used.map(iso_us)) }
fn route_json(r: &Route) -> J { obj! { "id": &r.id, "domainId": &r.domain, "pattern": &r.pattern, "endpointId": &r.endpoint, "createdAt": iso_us(r.created) } }
fn hook_json(h: &Hook) -> J { obj! { "id": &h.id, "url": &h.url, "eventTypes": &h.types, "disabled": h.disabled, "createdAt": iso_us(h.created) } }
fn sup_json(s: &Suppression) -> J { obj! { "id": &s.id, "address": &s.address, "reason": s.reason, "createdAt": iso_us(s.created) } }
fn msg_json(m: &Message) -> J {
    obj! { "id": &m.id, "direction": if m.send { "send" } else { "receive" }, "state": &m.state, "from": &m.from, "to": &m.to, "sizeBytes": m.raw.len(), "domainId": &m.domain, "createdAt": iso_us(m.created), "stateAt": iso_us(m.state_at) }
        .opt("cc", if m.cc.is_empty() { None } else { Some(&m.cc) }).opt("subject", m.subject.clone()).opt("door", m.door.clone()).opt("lastError", m.error.clone()).opt("sentAt", m.sent.map(iso_us))
}
fn delivery_json(d: &Delivery) -> J {
    obj! { "id": d.id, "endpointId": &d.endpoint, "eventType": &d.typ, "state": d.state, "attempts": d.attempts, "createdAt": iso_us(d.created) }
        .opt("messageId", d.message.clone()).opt("lastStatus", d.status).opt("lastError", d.error.clone()).opt("deliveredAt", d.delivered.map(iso_us))
}
fn types(b: &J) -> Result<Vec<String>, Resp> {
    let v = b.strs("eventTypes")?;
    if v.is_empty() { return err(422, "eventTypes must not be empty") }
    let mut out: Vec<String> = vec![];
    for t in v {
        if !TYPES.contains(&t.as_str()) { return err(422, format!("unknown event type {t}")) }
        if !out.contains(&t) { out.push(t) }
    }
    Ok(out)
}
fn hook_url(b: &J) -> Result<String, Resp> { let u = b.str("url")?; if url(&u).is_none() { return err(422, "url must be an http or https URI") } Ok(u) }
fn pos<T>(v: &[T], f: impl Fn(&T) -> bool, what: &str) -> Result<usize, Resp> { match v.iter().position(f) { Some(i) => Ok(i), None => err(404, format!("no such {what}")) } }

pub fn handle(w: &mut World, op: &str, c: &Ctx, q: &Req) -> R {
    let now = w.now();
    if !w.orgs[c.org].email.enabled { return err(403, "email is in private beta and not enabled for this organization") }
    if !w.email_up { return err(502, "the email backend is unreachable") }
    let id = q.p.first().cloned().unwrap_or_default();
    match op {
        "listSendKeys" => {
            w.need(c, "email.key.read", None)?;
            ok(200, obj! { "sendKeys": w.orgs[c.org].email.keys.iter().filter(|k| !k.revoked).map(key_json).collect::<Vec<J>>() })
        }
        "createSendKey" => {
            let b = q.json()?;
            w.need(c, "email.key.admin", None)?;
            b.only(&["name", "domainIds"])?;
            let name = b.text("name", 120)?;
            let e = &mut w.orgs[c.org].email;
            let mut domains: Vec<String> = vec![];
            if let Some(v) = b.ostrs("domainIds")? {
                if v.is_empty() { return err(422, "domainIds names at least one domain, or is left out") }
                for d in v {
                    if !e.domains.iter().any(|x| x.id == d) { return err(422, format!("unknown domain {d}")) }
                    if !domains.contains(&d) { domains.push(d) }
                }
            }
            let s = secret("nws_");
            let k = SendKey { id: uuid(), name, key_id: format!("SK{}", b32(18).to_uppercase()), hash: hash(&s), domains, created: now, used: None, revoked: false };
            let j = key_json(&k);
            e.keys.push(k);
            ok(201, obj! { "sendKey": j, "secret": s })
        }
        "revokeSendKey" => {
            w.need(c, "email.key.write", None)?;
            let e = &mut w.orgs[c.org].email;
            let i = pos(&e.keys, |k| k.id == id && !k.revoked, "send key")?;
            e.keys[i].revoked = true;
            empty(204)
        }
        "listRoutes" => {
            w.need_some(c, "email.route.read")?;
            ok(200, obj! { "routes": w.orgs[c.org].email.routes.iter().filter(|r| w.can(c, "email.route.read", Some(&r.domain))).map(route_json).collect::<Vec<J>>() })
        }
        "createRoute" => {
            let b = q.json()?;
            w.need_some(c, "email.route.write")?;
            b.only(&["domainId", "pattern", "endpointId"])?;
            let (did, eid) = (b.str("domainId")?, b.str("endpointId")?);
            let pattern = b.str("pattern")?.to_ascii_lowercase();
            let stem = pattern.strip_suffix('*').unwrap_or(&pattern);
            if pattern.is_empty() || pattern.len() > 64 || !stem.bytes().all(|x| x.is_ascii_alphanumeric() || b"._+-=%".contains(&x)) { return err(422, "pattern is a local part, a prefix ending in a star, or a star") }
            let d = pos(&w.orgs[c.org].email.domains, |d| d.id == did, "domain")?;
            w.need(c, "email.route.write", Some(&did))?;
            pos(&w.orgs[c.org].email.hooks, |h| h.id == eid, "endpoint")?;
            let e = &mut w.orgs[c.org].email;
            if e.domains[d].receive == "none" { return err(409, "receiving is not armed on this domain") }
            if e.routes.iter().any(|r| r.domain == did && r.pattern == pattern) { return err(409, "the pattern exists on this domain") }
            let r = Route { id: uuid(), domain: did, pattern, endpoint: eid, created: now };
            let j = route_json(&r);
            e.routes.push(r);
            ok(201, j)
        }
        "deleteRoute" => {
            w.need_some(c, "email.route.write")?;
            let i = pos(&w.orgs[c.org].email.routes, |r| r.id == id, "route")?;
            let d = w.orgs[c.org].email.routes[i].domain.clone();
            w.need(c, "email.route.write", Some(&d))?;
            w.orgs[c.org].email.routes.remove(i);
            empty(204)
        }
        "listDomains" => {
            w.need_some(c, "email.domain.read")?;
            ok(200, obj! { "domains": w.orgs[c.org].email.domains.iter().filter(|d| w.can(c, "email.domain.read", Some(&d.id))).map(|d| d.json()).collect::<Vec<J>>() })
        }
        "createDomain" => {
            let b = q.json()?;
            w.need(c, "email.domain.write", None)?;
            b.only(&["name"])?;
            let name = b.str("name")?.to_ascii_lowercase();
            if !domain_ok(&name) { return err(422, "name is not a domain name") }
            if w.foreign_domains.contains(&name) || w.orgs.iter().any(|o| o.email.domains.iter().any(|d| d.name == name)) { return err(409, "the domain has a live claim") }
            let d = new_domain(&name, now);
            let j = d.json();
            w.orgs[c.org].email.domains.push(d);
            ok(201, j)
        }
        "getDomain" | "deleteDomain" | "getDomainDns" | "checkDomain" | "armDomainReceiving" => {
            let perm = match op { "getDomain" | "getDomainDns" => "email.domain.read", _ => "email.domain.write" };
            w.need_some(c, perm)?;
            let i = pos(&w.orgs[c.org].email.domains, |d| d.id == id, "domain")?;
            w.need(c, perm, Some(&id))?;
            let dns_up = w.dns_up;
            let e = &mut w.orgs[c.org].email;
            let d = &mut e.domains[i];
            match op {
                "getDomain" => ok(200, d.json()),
                "deleteDomain" => {
                    e.domains.remove(i);
                    e.routes.retain(|r| r.domain != id);
                    for k in e.keys.iter_mut() { if k.domains.contains(&id) { k.domains.retain(|x| *x != id); if k.domains.is_empty() { k.revoked = true } } }
                    empty(204)
                }
                "getDomainDns" => {
                    let v: Vec<J> = d.records().into_iter().map(|r| {
                        let seen = d.published.get(&(r.typ.to_string(), r.name.clone())).cloned();
                        let st = if !dns_up { "error" } else { match &seen { None => "missing", Some(v) if *v == r.value => "found", _ => "mismatch" } };
                        obj! { "capability": r.cap, "type": r.typ, "name": r.name, "expected": r.value, "status": st }
                            .opt("priority", r.prio).opt("observed", if st == "mismatch" || st == "found" { seen } else { None }).opt("error", if st == "error" { Some("the lookup failed") } else { None })
                    }).collect();
                    ok(200, obj! { "records": v })
                }
                "checkDomain" => {
                    let wait = if w.at_once { 0 } else { 4000 };
                    w.timer(now + wait, Timer::DomainCheck { org: c.org, id });
                    ok(202, obj! { "status": "queued" })
                }
                _ => { if d.receive == "none" { d.receive = "pending" } ok(200, d.json()) }
            }
        }
        "listMessages" => {
            w.need_some(c, "email.message.read")?;
            let dir = match q.q("direction") { None => None, Some("send") => Some(true), Some("receive") => Some(false), _ => return err(422, "direction is send or receive") };
            let since = match q.q("since") { None => i64::MIN, Some(s) => match parse_time(s).or_else(|| days(s)) { Some(t) => t, None => return err(422, "since is not a time") } };
            let after = match q.q("cursor") { None => None, Some(s) => match s.strip_prefix("p1.").and_then(|x| x.split_once('.')).and_then(|(a, b)| Some((i64::from_str_radix(a, 16).ok()?, u64::from_str_radix(b, 16).ok()?))) { Some(x) => Some(x), None => return err(422, "not a cursor of ours") } };
            let (state, dom, to) = (q.q("state"), q.q("domainId"), q.q("to").map(|s| s.to_lowercase()));
            let mut v: Vec<&Message> = w.orgs[c.org].email.messages.iter().filter(|m| {
                m.created >= now - 90 * DAY && dir.map_or(true, |d| d == m.send) && m.created >= since && state.map_or(true, |s| s == m.state) && dom.map_or(true, |d| d == m.domain)
                    && to.as_ref().map_or(true, |t| m.to.iter().chain(m.cc.iter()).any(|a| a.to_lowercase() == *t)) && w.can(c, "email.message.read", Some(&m.domain)) && after.map_or(true, |a| (m.created, m.seq) < a)
            }).collect();
            v.sort_by(|a, b| (b.created, b.seq).cmp(&(a.created, a.seq)));
            let more = v.len() > PAGE;
            v.truncate(PAGE);
            let cur = if more { v.last().map(|m| format!("p1.{:x}.{:x}", m.created, m.seq)) } else { None };
            ok(200, obj! { "messages": v.into_iter().map(msg_json).collect::<Vec<J>>() }.opt("cursor", cur))
        }
        "getMessage" | "getMessageContent" => {
            w.need_some(c, "email.message.read")?;
            let i = pos(&w.orgs[c.org].email.messages, |m| m.id == id && m.created >= now - 90 * DAY, "message")?;
            let m = &w.orgs[c.org].email.messages[i];
            w.need(c, "email.message.read", Some(&m.domain))?;
            if op == "getMessageContent" {
                if m.created < now - 30 * DAY { return err(404, "the content is past its retention window") }
                return Ok(Resp { status: 200, body: None, raw: Some(("message/rfc822".into(), m.raw.clone())), headers: vec![] })
            }
            let ev: Vec<J> = m.events.iter().map(|e| obj! { "kind": e.kind, "occurredAt": iso_us(e.at) }.opt("bounceType", e.bounce.clone()).opt("recipient", e.recipient.clone()).opt("detail", e.detail.clone())).collect();
            ok(200, obj! { "message": msg_json(m), "events": ev })
        }
        "getEmailSettings" => {
            w.need_some(c, "email.settings.read")?;
            let e = &w.orgs[c.org].email;
            ok(200, obj! { "dailyQuota": e.quota, "paused": e.paused.is_some(), "bouncePausePct": BOUNCE_PCT, "complaintPausePct": COMPLAINT_PCT, "acceptedToday": today(e, now) }.opt("pausedAt", e.paused.as_ref().map(|p| iso_us(p.0))).opt("pauseReason", e.paused.as_ref().map(|p| p.1.clone())))
        }
        "listSuppressions" => { w.need(c, "email.suppression.read", None)?; ok(200, obj! { "suppressions": w.orgs[c.org].email.suppressions.iter().rev().map(sup_json).collect::<Vec<J>>() }) }
        "createSuppression" => {
            let b = q.json()?;
            w.need(c, "email.suppression.write", None)?;
            b.only(&["address"])?;
            let a = b.str("address")?.to_lowercase();
            if !email_ok(&a) { return err(422, "address is not an email address") }
            let e = &mut w.orgs[c.org].email;
            if e.suppressions.iter().any(|s| s.address == a) { return err(409, "the address is suppressed already") }
            let s = Suppression { id: uuid(), address: a, reason: "manual", created: now };
            let j = sup_json(&s);
            e.suppressions.push(s);
            ok(201, j)
        }
        "deleteSuppression" => {
            w.need(c, "email.suppression.write", None)?;
            let e = &mut w.orgs[c.org].email;
            let i = pos(&e.suppressions, |s| s.id == id, "suppression")?;
            e.suppressions.remove(i);
            empty(204)
        }
        "listWebhooks" => { w.need(c, "email.webhook.read", None)?; ok(200, obj! { "webhooks": w.orgs[c.org].email.hooks.iter().map(hook_json).collect::<Vec<J>>() }) }
        "createWebhook" => {
            let b = q.json()?;
            w.need(c, "email.webhook.write", None)?;
            b.only(&["url", "eventTypes"])?;
            let (u, t) = (hook_url(&b)?, types(&b)?);
            let s = secret("nwwh_");
            let h = Hook { id: uuid(), url: u, types: t, disabled: false, created: now, secret: s.clone(), script: vec![], scripted: false, send_after: false, last: None };
            let j = hook_json(&h);
            w.orgs[c.org].email.hooks.push(h);
            ok(201, obj! { "webhook": j, "signingSecret": s })
        }
        "updateWebhook" => {
            let b = q.json()?;
            w.need(c, "email.webhook.write", None)?;
            let e = &mut w.orgs[c.org].email;
            let i = pos(&e.hooks, |h| h.id == id, "webhook")?;
            b.only(&["url", "eventTypes", "disabled"])?;
            let u = if b.get("url").is_some() { Some(hook_url(&b)?) } else { None };
            let t = if b.get("eventTypes").is_some() { Some(types(&b)?) } else { None };
            let d = b.obool("disabled")?;
            let h = &mut e.hooks[i];
            if let Some(u) = u { h.url = u }
            if let Some(t) = t { h.types = t }
            if let Some(d) = d { h.disabled = d }
            ok(200, hook_json(h))
        }
        "deleteWebhook" => {
            w.need(c, "email.webhook.write", None)?;
            let e = &mut w.orgs[c.org].email;
            let i = pos(&e.hooks, |h| h.id == id, "webhook")?;
            if e.routes.iter().any(|r| r.endpoint == id) { return err(409, "an inbound route still targets the endpoint") }
            e.hooks.remove(i);
            for d in e.deliveries.iter_mut().filter(|d| d.endpoint == id && d.state == "pending") { d.state = "failed"; d.error = Some("the endpoint was deleted".into()) }
            empty(204)
        }
        "rotateWebhookSecret" => {
            w.need(c, "email.webhook.write", None)?;
            let e = &mut w.orgs[c.org].email;
            let i = pos(&e.hooks, |h| h.id == id, "webhook")?;
            e.hooks[i].secret = secret("nwwh_");
            ok(200, obj! { "signingSecret": &e.hooks[i].secret })
        }
        "listDeliveries" => {
            w.need(c, "email.webhook.read", None)?;
            let (m, h) = (q.q("messageId"), q.q("endpointId"));
            ok(200, obj! { "deliveries": w.orgs[c.org].email.deliveries.iter().rev().filter(|d| m.map_or(true, |x| d.message.as_deref() == Some(x)) && h.map_or(true, |x| d.endpoint == x)).take(1000).map(delivery_json).collect::<Vec<J>>() })
        }
        "redeliverDelivery" => {
            w.need(c, "email.webhook.write", None)?;
            let e = &w.orgs[c.org].email;
            let i = pos(&e.deliveries, |d| d.id.to_string() == id, "delivery")?;
            let d = &e.deliveries[i];
            let (hook, typ, msg, payload, event) = (d.endpoint.clone(), d.typ.clone(), d.message.clone(), d.payload.clone(), d.event.clone());
            match e.hooks.iter().find(|h| h.id == hook) { None => return err(409, "the endpoint was deleted"), Some(h) if h.disabled => return err(409, "the endpoint is disabled"), _ => {} }
            let n = enqueue(w, c.org, &hook, &typ, msg, payload, event);
            ok(202, obj! { "id": n })
        }
        _ => empty(501),
    }
}
fn days(s: &str) -> Option<i64> { parse_time(&format!("{s}T00:00:00Z")) }
fn today(e: &Email, now: i64) -> usize { e.messages.iter().filter(|m| m.send && m.created.div_euclid(DAY) == now.div_euclid(DAY)).count() }

// ---- verification
pub fn verify(w: &mut World, org: usize, id: &str) {
    if !w.dns_up || !w.email_up { return }
    let Some(d) = w.orgs[org].email.domains.iter_mut().find(|d| d.id == id) else { return };
    let look = |cap: &str, was: &'static str| -> &'static str {
        let rs: Vec<Dns> = d.records().into_iter().filter(|r| r.cap == cap).collect();
        let seen: Vec<Option<&String>> = rs.iter().map(|r| d.published.get(&(r.typ.to_string(), r.name.clone()))).collect();
        if rs.iter().zip(&seen).all(|(r, s)| s.map_or(false, |s| *s == r.value)) { return "verified" }
        // a wrong value fails the pass; what is merely missing keeps a pending domain pending
        if seen.iter().zip(&rs).any(|(s, r)| s.map_or(false, |s| *s != r.value)) || was == "verified" || was == "failed" { "failed" } else { "pending" }
    };
    let s = look("send", d.send);
    let r = if d.receive == "none" { "none" } else { look("receive", d.receive) };
    d.send = s;
    d.receive = r;
}

// ---- deliveries
fn enqueue(w: &mut World, org: usize, hook: &str, typ: &str, message: Option<String>, payload: String, event: String) -> i64 {
    w.deliveries_next += 1;
    let (id, now) = (w.deliveries_next, w.now());
    w.orgs[org].email.deliveries.push(Delivery { id, endpoint: hook.into(), typ: typ.into(), message, state: "pending", attempts: 0, status: None, error: None, delivered: None, created: now, payload, event, started: 0 });
    w.timer(now, Timer::Delivery { org, id });
    id
}
/// Tells every subscribed endpoint, or just the named ones.
fn notify(w: &mut World, org: usize, typ: &str, only: Option<&[String]>, m: usize, extra: J) -> Vec<i64> {
    let now = w.now();
    let o = &w.orgs[org];
    let e = &o.email;
    let hooks: Vec<String> = e.hooks.iter().filter(|h| !h.disabled && match only { Some(v) => v.contains(&h.id), None => h.types.iter().any(|t| t == typ) }).map(|h| h.id.clone()).collect();
    let mut out = vec![];
    let msg = &e.messages[m];
    let (mid, mj, slug) = (msg.id.clone(), msg_json(msg), o.slug.clone());
    for h in hooks {
        let ev = uuid();
        let p = obj! { "eventId": &ev, "type": typ, "organization": &slug, "occurredAt": iso_us(now), "messageId": &mid, "message": mj.clone(), "details": extra.clone() }.text_of();
        out.push(enqueue(w, org, &h, typ, Some(mid.clone()), p, ev))
    }
    out
}
/// The timer of a delivery: one attempt, scripted or real.
pub fn attempt(w: &mut World, org: usize, id: i64) {
    let now = w.now();
    let e = &mut w.orgs[org].email;
    let Some(d) = e.deliveries.iter_mut().find(|d| d.id == id && d.state == "pending") else { return };
    let Some(h) = e.hooks.iter_mut().find(|h| h.id == d.endpoint) else { d.state = "failed"; d.error = Some("the endpoint was deleted".into()); return };
    if h.disabled { d.state = "failed"; d.error = Some("the endpoint is disabled".into()); return }
    d.state = "delivering";
    d.attempts += 1;
    d.started = now;
    if h.scripted {
        let a = if h.script.is_empty() { if h.send_after { None } else { h.last.clone() } } else { Some(h.script.remove(0)) };
        if let Some(a) = a {
            h.last = Some(a.clone());
            let (headers, body) = sign(h, d, now / 1000);
            let at = Attempt { delivery: id, endpoint: h.id.clone(), attempt: d.attempts, at: now, url: h.url.clone(), headers, body, scripted: true, status: None, error: None };
            w.attempts.push(at);
            let r = match (a.get("status"), a.get("failure")) { (Some(J::Int(n)), _) => Ok(*n), (_, Some(J::Str(f))) => Err(f.clone()), _ => Ok(200) };
            finish(w, org, id, r, now);
            return
        }
        h.scripted = false
    }
    w.outbox.push((org, id));
}
fn sign(h: &Hook, d: &Delivery, t: i64) -> (Vec<(String, String)>, String) {
    let sig = hex(&hmac(h.secret.as_bytes(), format!("{t}.{}", d.payload).as_bytes()));
    (vec![("Content-Type".into(), "application/json".into()), ("User-Agent".into(), "northwind-mail/1".into()), ("X-Webhook-Id".into(), d.event.clone()), ("X-Webhook-Delivery".into(), d.id.to_string()), ("X-Webhook-Signature".into(), format!("t={t},v1={sig}"))], d.payload.clone())
}
fn finish(w: &mut World, org: usize, id: i64, r: Result<i64, String>, now: i64) {
    if let Some(a) = w.attempts.iter_mut().rev().find(|a| a.delivery == id) { match &r { Ok(s) => a.status = Some(*s), Err(e) => a.error = Some(e.clone()) } }
    let e = &mut w.orgs[org].email;
    let gone = |e: &Email, h: &str| !e.hooks.iter().any(|x| x.id == h);
    let Some(i) = e.deliveries.iter().position(|d| d.id == id) else { return };
    let dead = gone(e, &e.deliveries[i].endpoint);
    let d = &mut e.deliveries[i];
    match r {
        Ok(s) if (200..300).contains(&s) => { d.status = Some(s); d.error = None; d.state = "delivered"; d.delivered = Some(now) }
        r => {
            match r { Ok(s) => { d.status = Some(s); d.error = Some(format!("the endpoint answered {s}")) } Err(m) => { d.status = None; d.error = Some(m) } }
            let n = d.attempts as usize;
            if dead || n > RETRIES.len() || d.status == Some(410) { d.state = "failed" } else {
                d.state = "pending";
                let at = d.started + RETRIES[n - 1] * 1000;
                w.timer(at, Timer::Delivery { org, id })
            }
        }
    }
}
/// One real attempt, on a thread of its own. The secret is read after connecting, right before sending.
pub fn send(epoch: u64, org: usize, id: i64) {
    let target = {
        let w = lock();
        if w.epoch != epoch { return }
        let e = &w.orgs[org].email;
        e.deliveries.iter().find(|d| d.id == id).and_then(|d| e.hooks.iter().find(|h| h.id == d.endpoint)).map(|h| h.url.clone())
    };
    let Some(target) = target else { done(epoch, org, id, Err("the endpoint was deleted".into())); return };
    let u = url(&target).unwrap();
    let r = (|| -> Result<i64, String> {
        if u.tls { note(epoch, org, id, &target); return Err("tls: this server sends over plain http only".into()) }
        let h = u.host.to_ascii_lowercase();
        let addr = if [".example", ".invalid", ".test"].iter().any(|t| h.ends_with(t)) || ["example.com", "example.org", "example.net"].iter().any(|t| h == *t || h.ends_with(&format!(".{t}"))) { None } else { (u.host.as_str(), u.port).to_socket_addrs().ok().and_then(|mut a| a.next()) };
        let Some(addr) = addr else { note(epoch, org, id, &target); return Err("unresolved: no such host".into()) };
        let mut s = match TcpStream::connect_timeout(&addr, Duration::from_secs(4)) { Ok(s) => s, Err(e) => { note(epoch, org, id, &target); return Err(format!("connect: {e}")) } };
        let _ = s.set_nodelay(true);
        let _ = s.set_read_timeout(Some(Duration::from_secs(8)));
        let Some((headers, body)) = note(epoch, org, id, &target) else { return Err("the endpoint was disabled, changed or deleted".into()) };
        let host = if u.host.contains(':') { format!("[{}]", u.host) } else { u.host.clone() };
        let mut m = format!("POST {} HTTP/1.1\r\nHost: {host}:{}\r\nConnection: close\r\nContent-Length: {}\r\n", u.path, u.port, body.len());
        for (k, v) in &headers { m.push_str(&format!("{k}: {v}\r\n")) }
        m.push_str("\r\n");
        m.push_str(&body);
        s.write_all(m.as_bytes()).map_err(|e| format!("send: {e}"))?;
        let mut buf = vec![];
        let mut b = [0u8; 1024];
        while !buf.windows(2).any(|x| x == b"\r\n") { match s.read(&mut b) { Ok(0) => return Err("reset: closed without an answer".into()), Ok(n) => buf.extend_from_slice(&b[..n]), Err(e) => return Err(format!("timeout: {e}")) } }
        let line = String::from_utf8_lossy(&buf).lines().next().unwrap_or("").to_string();
        let st = line.split(' ').nth(1).and_then(|x| x.parse().ok()).ok_or("not an HTTP answer".to_string())?;
        // let the other side finish its answer
        let _ = s.set_read_timeout(Some(Duration::from_millis(200)));
        while let Ok(n) = s.read(&mut b) { if n == 0 { break } }
        Ok(st)
    })();
    done(epoch, org, id, r)
}
fn note(epoch: u64, org: usize, id: i64, target: &str) -> Option<(Vec<(String, String)>, String)> {
    let mut w = lock();
    if w.epoch != epoch { return None }
    let e = &w.orgs[org].email;
    let d = e.deliveries.iter().find(|d| d.id == id)?;
    let h = e.hooks.iter().find(|h| h.id == d.endpoint)?;
    if h.disabled || h.url != target { return None }
    let (headers, body) = sign(h, d, real_ms() / 1000);
    let a = Attempt { delivery: id, endpoint: h.id.clone(), attempt: d.attempts, at: d.started, url: h.url.clone(), headers: headers.clone(), body: body.clone(), scripted: false, status: None, error: None };
    w.attempts.push(a);
    Some((headers, body))
}
fn done(epoch: u64, org: usize, id: i64, r: Result<i64, String>) {
    let mut w = lock();
    if w.epoch != epoch { return }
    let n = w.now();
    finish(&mut w, org, id, r, n)
}

// ---- mail itself
fn raw(from: &str, to: &[String], cc: &[String], subject: Option<&str>, text: &str, id: &str, at: i64, pad: Option<i64>) -> Vec<u8> {
    let flat = |s: &str| s.replace(['\r', '\n'], " ");
    let mut m = format!("Message-ID: <{}@mail.northwind-platform.example>\r\nDate: {}\r\nFrom: {}\r\nTo: {}\r\n", id.replace(':', "."), rfc5322(at), flat(from), flat(&to.join(", ")));
    if !cc.is_empty() { m.push_str(&format!("Cc: {}\r\n", flat(&cc.join(", ")))) }
    if let Some(s) = subject { m.push_str(&format!("Subject: {}\r\n", flat(s))) }
    m.push_str("MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n");
    m.push_str(&text.replace("\r\n", "\n").replace('\n', "\r\n"));
    m.push_str("\r\n");
    let mut b = m.into_bytes();
    if let Some(n) = pad { while (b.len() as i64) < n { b.push(b' ') } }
    b
}
fn rfc5322(ms: i64) -> String {
    let d = ms.div_euclid(DAY);
    let (y, m, dd) = civil(d);
    let s = ms.div_euclid(1000).rem_euclid(86400);
    format!("{}, {dd:02} {} {y} {:02}:{:02}:{:02} +0000", ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][d.rem_euclid(7) as usize], ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][m as usize - 1], s / 3600, s / 60 % 60, s % 60)
}
struct Mail { from: String, to: Vec<String>, cc: Vec<String>, subject: Option<String>, text: String }
fn mail(b: &J) -> Result<Mail, Resp> {
    let m = Mail { from: b.str("from")?, to: b.strs("to")?, cc: b.ostrs("cc")?.unwrap_or_default(), subject: b.ostr("subject")?, text: b.ostr("text")?.unwrap_or_default() };
    if m.to.is_empty() { return err(422, "to must not be empty") }
    for a in std::iter::once(&m.from).chain(&m.to).chain(&m.cc) { if !email_ok(a) { return err(422, format!("{a} is not an email address")) } }
    Ok(m)
}
fn domain_of(a: &str) -> String { a.rsplit('@').next().unwrap_or("").to_ascii_lowercase() }

/// Submits a message; `key`: (organization, index of the key).
fn submit(w: &mut World, m: Mail, key: Option<(usize, usize)>, pad: Option<i64>, door: String, at: i64) -> Result<(String, Vec<String>), (u16, String)> {
    let dn = domain_of(&m.from);
    let Some(org) = w.orgs.iter().position(|o| key.map_or(true, |k| w.orgs[k.0].slug == o.slug) && o.email.domains.iter().any(|d| d.name == dn)) else { return Err((404, "the domain of the sender is not registered".into())) };
    let now = w.now();
    let n = w.next();
    let e = &mut w.orgs[org].email;
    let d = e.domains.iter().find(|d| d.name == dn).unwrap();
    let did = d.id.clone();
    if d.send != "verified" { return Err((409, "the domain is not verified for sending".into())) }
    if let Some((_, k)) = key {
        let k = &mut e.keys[k];
        if k.revoked { return Err((409, "the key is revoked".into())) }
        if !k.domains.is_empty() && !k.domains.contains(&did) { return Err((409, "the key is not for this domain".into())) }
    }
    if !e.enabled { return Err((409, "email is not enabled".into())) }
    if e.paused.is_some() { return Err((409, "sending is paused".into())) }
    if today(e, at) as i64 >= e.quota { return Err((409, "the daily quota is used up".into())) }
    let sup = |a: &String| e.suppressions.iter().any(|s| s.address == a.to_lowercase());
    let all: Vec<String> = m.to.iter().chain(&m.cc).cloned().collect();
    let (out, live): (Vec<String>, Vec<String>) = all.into_iter().partition(|a| sup(a));
    if live.is_empty() { return Err((409, "every recipient is suppressed".into())) }
    if let Some((_, k)) = key { e.keys[k].used = Some(now) }
    let id = format!("urn:nw:msg:{}", b32(20));
    let raw = raw(&m.from, &m.to, &m.cc, m.subject.as_deref(), &m.text, &id, at, pad);
    e.sent += live.len() as i64;
    e.messages.push(Message { id: id.clone(), seq: n, send: true, state: "sent".into(), from: m.from, to: m.to, cc: m.cc, subject: m.subject, raw, door: Some(door), domain: did, error: None, created: at, sent: Some(at), state_at: at, events: vec![Event { kind: "sent", bounce: None, recipient: None, detail: None, at }], live });
    let i = e.messages.len() - 1;
    notify(w, org, "email.sent", None, i, obj! { "kind": "sent" });
    Ok((id, out))
}
pub fn door(w: &mut World, q: &Req) -> R {
    let Some(s) = q.bearer() else { return err(401, "a send key is required") };
    let h = hash(s);
    let hit = w.orgs.iter().enumerate().find_map(|(o, x)| x.email.keys.iter().position(|k| k.hash == h && !k.revoked).map(|k| (o, k)));
    let Some(key) = hit else { return err(401, "not a send key in force") };
    if !w.orgs[key.0].email.enabled { return err(403, "email is not enabled for this organization") }
    if !w.email_up { return err(502, "the email backend is unreachable") }
    let b = q.json()?;
    let m = mail(&b)?;
    let now = w.now();
    match submit(w, m, Some(key), None, "http".into(), now) { Ok((id, _)) => ok(202, obj! { "id": id }), Err((404, e)) => err(403, e), Err((s, e)) => err(s, e) }
}
pub fn ev_sent(w: &mut World, b: &J) -> R {
    let now = w.now();
    let m = mail(b)?;
    let (kid, sec) = (b.ostr("sendKeyId")?, b.ostr("secret")?);
    let at = crate::control::time(b, "createdAt")?.unwrap_or(now);
    let mut key = None;
    if kid.is_some() || sec.is_some() {
        let h = sec.as_deref().map(hash);
        let f = w.orgs.iter().enumerate().find_map(|(o, x)| x.email.keys.iter().position(|k| match &h { Some(h) => k.hash == *h, None => Some(&k.id) == kid.as_ref() || Some(&k.key_id) == kid.as_ref() }).map(|k| (o, k)));
        match f { Some(f) => key = Some(f), None if h.is_some() => return err(409, "not a send key"), None => return err(404, "no such send key") }
        let (o, k) = key.unwrap();
        if w.orgs[o].email.keys[k].revoked { return err(409, "the key is revoked") }
    }
    let door = b.ostr("door")?.unwrap_or_else(|| "smtp".into());
    let foreign = key.is_some();
    match submit(w, m, key, b.oint("sizeBytes", 0, 50_000_000)?, door, at) {
        Ok((id, s)) => ok(200, obj! { "messageId": id, "suppressed": s }),
        Err((404, e)) if foreign => err(409, e),
        Err((s, e)) => err(s, e),
    }
}
pub fn ev_received(w: &mut World, b: &J) -> R {
    let now = w.now();
    let m = mail(b)?;
    let at = crate::control::time(b, "createdAt")?.unwrap_or(now);
    let all: Vec<&String> = m.to.iter().chain(&m.cc).collect();
    let names: Vec<String> = all.iter().map(|a| domain_of(a)).collect();
    let Some((org, di)) = w.orgs.iter().enumerate().find_map(|(o, x)| x.email.domains.iter().position(|d| names.contains(&d.name)).map(|d| (o, d))) else { return err(404, "no such domain") };
    let n = w.next();
    let e = &mut w.orgs[org].email;
    let d = &e.domains[di];
    if d.receive == "none" { return err(409, "the domain does not receive mail") }
    if !e.enabled { return err(409, "email is not enabled") }
    let (did, dn) = (d.id.clone(), d.name.clone());
    // for each recipient the most specific route
    let mut fit: Vec<(String, String)> = vec![];
    for a in &all {
        if domain_of(a) != dn { continue }
        let l = a.rsplit_once('@').unwrap().0.to_ascii_lowercase();
        let best = e.routes.iter().filter(|r| r.domain == did && glob_route(&r.pattern, &l)).max_by_key(|r| if r.pattern.ends_with('*') { r.pattern.len() } else { 1000 });
        if let Some(r) = best { if !fit.iter().any(|f| f.0 == r.id) { fit.push((r.id.clone(), r.endpoint.clone())) } }
    }
    let id = format!("urn:nw:msg:{}", b32(20));
    let raw = raw(&m.from, &m.to, &m.cc, m.subject.as_deref(), &m.text, &id, at, b.oint("sizeBytes", 0, 50_000_000)?);
    e.messages.push(Message { id: id.clone(), seq: n, send: false, state: "received".into(), from: m.from, to: m.to, cc: m.cc, subject: m.subject, raw, door: Some("mx".into()), domain: did, error: None, created: at, sent: None, state_at: at, events: vec![], live: vec![] });
    let i = e.messages.len() - 1;
    let mut hooks: Vec<String> = fit.iter().map(|f| f.1.clone()).collect();
    hooks.dedup();
    let ids = notify(w, org, "email.received", Some(&hooks), i, obj! { "kind": "received", "routeIds": fit.iter().map(|f| f.0.clone()).collect::<Vec<_>>() });
    ok(200, obj! { "messageId": id, "routeIds": fit.into_iter().map(|f| f.0).collect::<Vec<_>>(), "deliveryIds": ids })
}
fn glob_route(p: &str, l: &str) -> bool { match p.strip_suffix('*') { Some(x) => l.starts_with(x), None => p == l } }

pub fn ev_outcome(w: &mut World, b: &J, kind: &'static str) -> R {
    let now = w.now();
    let id = b.str("messageId")?;
    let at = crate::control::time(b, "occurredAt")?.unwrap_or(now);
    let hard = if kind == "bounced" { Some(b.choice("bounce", &["hard", "soft"])? == "hard") } else { None };
    let Some((org, mi)) = w.orgs.iter().enumerate().find_map(|(o, x)| x.email.messages.iter().position(|m| m.id == id).map(|m| (o, m))) else { return err(404, "no such message") };
    let m = &w.orgs[org].email.messages[mi];
    if !m.send { return err(409, "this message was received") }
    let rs = match b.ostr("recipient")? {
        Some(r) => { if !m.to.iter().chain(&m.cc).any(|a| a.eq_ignore_ascii_case(&r)) { return err(400, "not a recipient of the message") } vec![r] }
        None => m.live.clone(),
    };
    let detail = match b.get("detail") { Some(o @ J::Obj(_)) => Some(o.clone()), Some(_) => return err(400, "detail must be an object"), None => match hard { Some(true) => Some(obj! { "smtpStatus": "5.1.1", "diagnostic": "mailbox unknown" }), Some(false) => Some(obj! { "smtpStatus": "4.2.2", "diagnostic": "mailbox full" }), None => None } };
    let mut added = vec![];
    let mut dels = vec![];
    for r in &rs {
        let e = &mut w.orgs[org].email;
        let m = &mut e.messages[mi];
        let bt = hard.map(|h| if h { "permanent" } else { "transient" }.to_string());
        m.events.push(Event { kind, bounce: bt.clone(), recipient: Some(r.clone()), detail: detail.clone(), at });
        if at >= m.state_at { m.state = if hard == Some(false) { "deferred".into() } else { kind.into() }; m.state_at = at }
        if let Some(h) = hard { m.error = Some(if h { "5.1.1 mailbox unknown" } else { "4.2.2 mailbox full" }.into()) }
        if hard == Some(true) || kind == "complained" {
            if hard == Some(true) { e.bounced += 1 } else { e.complained += 1 }
            let a = r.to_lowercase();
            if !e.suppressions.iter().any(|s| s.address == a) {
                let sid = uuid();
                e.suppressions.push(Suppression { id: sid.clone(), address: a, reason: if hard.is_some() { "bounce" } else { "complaint" }, created: now });
                added.push(sid)
            }
        }
        if e.paused.is_none() && e.sent >= MIN_VOLUME {
            let (bp, cp) = (e.bounced as f64 * 100.0 / e.sent as f64, e.complained as f64 * 100.0 / e.sent as f64);
            if bp > BOUNCE_PCT { e.paused = Some((now, format!("bounce rate {bp:.1} % is above {BOUNCE_PCT} %"))) } else if cp > COMPLAINT_PCT { e.paused = Some((now, format!("complaint rate {cp:.1} % is above {COMPLAINT_PCT} %"))) }
        }
        dels.extend(notify(w, org, &format!("email.{kind}"), None, mi, obj! { "kind": kind, "recipient": r }.opt("bounceType", bt).opt("detail", detail.clone())));
    }
    let p = w.orgs[org].email.paused.is_some();
    ok(200, obj! { "deliveryIds": dels, "suppressionIds": added, "paused": p })
}
pub fn ev_dns(w: &mut World, b: &J, how: &str) -> R {
    let dn = b.str("domain")?;
    let cap = b.ostr("capability")?;
    if let Some(c) = &cap { if c != "send" && c != "receive" { return err(400, "capability is send or receive") } }
    let (t, n) = (b.ostr("type")?, b.ostr("name")?);
    let value = if how == "mismatch" { b.str("value")? } else { String::new() };
    let Some(d) = w.orgs.iter_mut().flat_map(|o| o.email.domains.iter_mut()).find(|d| d.id == dn || d.name == dn.to_ascii_lowercase()) else { return err(404, "no such domain") };
    let mut k = 0;
    for r in d.records() {
        if cap.as_ref().map_or(false, |c| *c != r.cap) || t.as_ref().map_or(false, |t| !t.eq_ignore_ascii_case(r.typ)) || n.as_ref().map_or(false, |n| *n != r.name) { continue }
        let key = (r.typ.to_string(), r.name.clone());
        match how { "publish" => { d.published.insert(key, r.value); k += 1 } "remove" => if d.published.remove(&key).is_some() { k += 1 }, _ => { d.published.insert(key, value.clone()); k += 1 } }
    }
    ok(200, obj! { "records": k })
}
pub fn ev_script(w: &mut World, b: &J) -> R {
    let id = b.str("endpointId")?;
    let a = b.arr("answers")?.clone();
    for x in &a { if x.get("status").is_none() && x.get("failure").is_none() { return err(400, "an answer has a status or a failure") } }
    let send = b.ostr("afterwards")?.map_or(false, |s| s == "send");
    let Some(h) = w.orgs.iter_mut().flat_map(|o| o.email.hooks.iter_mut()).find(|h| h.id == id) else { return err(404, "no such endpoint") };
    h.scripted = !a.is_empty();
    h.script = a;
    h.send_after = send;
    h.last = None;
    ok(200, obj! {})
}
