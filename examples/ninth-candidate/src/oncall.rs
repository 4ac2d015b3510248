//! On-call: incidents, schedules, escalation, paging.
use crate::http::{empty, err, ok, Req, Resp, R};
use crate::json::J;
use crate::tz;
use crate::util::*;
use crate::world::*;

pub struct Service { pub id: String, pub name: String, pub policy: Option<String>, pub created: i64 }
pub struct Alert { pub print: String, pub title: String, pub labels: J, pub annotations: J, pub starts: i64, pub ends: Option<i64>, pub received: i64 }
pub struct Update { pub id: String, pub at: i64, pub body: String, pub by: String }
pub struct Incident { pub id: String, pub service: String, pub title: String, pub description: Option<String>, pub status: &'static str, pub opened: i64, pub acked: Option<(i64, String, String)>, pub resolved: Option<i64>, pub manual: bool, pub alerts: Vec<Alert>, pub updates: Vec<Update>, pub timeline: Vec<(i64, String, String)>, pub policy: Option<(String, i64, Vec<Step>)> }
impl Incident { fn firing(&self) -> usize { self.alerts.iter().filter(|a| a.ends.is_none()).count() } }
pub struct Person { pub user: String, pub label: String }
pub struct Override { pub id: String, pub user: String, pub label: String, pub start: i64, pub end: i64 }
#[derive(Clone)]
pub struct Handoff { pub weekly: bool, pub dow: Option<i64>, pub time: String }
pub struct Schedule { pub id: String, pub name: String, pub tz: String, pub people: Vec<Person>, pub handoff: Handoff, pub overrides: Vec<Override>, pub created: i64 }
#[derive(Clone)]
pub struct Step { pub kind: String, pub id: String, pub label: String, pub wait: i64 }
pub struct Policy { pub id: String, pub name: String, pub repeat: i64, pub steps: Vec<Step>, pub created: i64 }
pub struct Source { pub id: String, pub name: String, pub service: String, pub hash: String, pub created: i64, pub last: Option<i64> }
#[derive(Clone)]
pub struct Paging { pub phone: String, pub rules: Vec<(String, i64)> }
pub struct Page { pub id: usize, pub at: i64, pub incident: String, pub user: String, pub channel: String, pub to: String, pub step: usize, pub round: i64, pub error: Option<String> }
#[derive(Default)]
pub struct Provider { pub set: Option<(String, String, i64)>, pub verification: Option<String>, pub pages: Option<String> }
#[derive(Default)]
pub struct Oncall { pub services: Vec<Service>, pub incidents: Vec<Incident>, pub schedules: Vec<Schedule>, pub policies: Vec<Policy>, pub sources: Vec<Source>, pub provider: Provider }

pub fn seed_service(w: &mut World, o: usize, name: &str, now: i64) { w.orgs[o].oncall.services.push(Service { id: format!("ocs-{name}"), name: name.into(), policy: None, created: now }) }
fn pos<T>(v: &[T], f: impl Fn(&T) -> bool, what: &str) -> Result<usize, Resp> { match v.iter().position(f) { Some(i) => Ok(i), None => err(404, format!("no such {what}")) } }
fn e164(s: &str) -> bool { s.len() >= 8 && s.len() <= 16 && s.starts_with('+') && s[1..].bytes().all(|c| c.is_ascii_digit()) && !s.starts_with("+0") }

fn inc_json(o: &Oncall, i: &Incident) -> J {
    obj! { "id": &i.id, "serviceId": &i.service, "serviceName": o.services.iter().find(|s| s.id == i.service).map_or(String::new(), |s| s.name.clone()), "title": &i.title, "status": i.status, "openedAt": iso(i.opened), "firingAlerts": i.firing() }
        .opt("acknowledgedAt", i.acked.as_ref().map(|a| iso(a.0))).opt("resolvedAt", i.resolved.map(iso))
}
fn ov_json(o: &Override) -> J { obj! { "id": &o.id, "userId": &o.user, "label": &o.label, "startsAt": iso(o.start), "endsAt": iso(o.end) } }
fn source_json(s: &Source) -> J { obj! { "id": &s.id, "name": &s.name, "serviceId": &s.service, "createdAt": iso(s.created), "lastEventAt": s.last.map_or(String::new(), iso) } }
fn service_json(s: &Service) -> J { obj! { "id": &s.id, "name": &s.name, "createdAt": iso(s.created) }.opt("escalationPolicyId", s.policy.clone()) }
fn policy_json(o: &Oncall, p: &Policy) -> J {
    let steps: Vec<J> = p.steps.iter().map(|s| obj! { "target": obj! { "kind": &s.kind, "id": &s.id, "label": &s.label }, "waitSeconds": s.wait }).collect();
    obj! { "id": &p.id, "name": &p.name, "repeat": p.repeat, "steps": steps, "services": o.services.iter().filter(|s| s.policy.as_ref() == Some(&p.id)).count(), "createdAt": iso(p.created) }
}
fn provider_json(p: &Provider) -> J {
    match &p.set { Some((a, f, t)) => obj! { "configured": true, "accountSid": a, "fromNumber": f, "updatedAt": iso(*t) }, None => obj! { "configured": false, "accountSid": "", "fromNumber": "", "updatedAt": "" } }
}
/// Who is on call: user, label, until, whether by an override.
pub fn on_call(s: &Schedule, now: i64) -> Option<(String, String, i64, bool)> {
    if let Some(o) = s.overrides.iter().rev().find(|o| o.start <= now && now < o.end) { return Some((o.user.clone(), o.label.clone(), o.end, true)) }
    let n = s.people.len() as i64;
    if n == 0 { return None }
    let minute = s.handoff.time[..2].parse::<i64>().unwrap() * 60 + s.handoff.time[3..].parse::<i64>().unwrap();
    let len = if s.handoff.weekly { 7 } else { 1 };
    // 1970-01-05 was a Monday, day 4
    let phase = if s.handoff.weekly { 4 + (s.handoff.dow.unwrap_or(1) + 6) % 7 } else { 0 };
    let today = (now.div_euclid(60_000) + tz::offset(&s.tz, now)).div_euclid(1440);
    let mut k = (today - phase).div_euclid(len) + 1;
    while tz::instant(&s.tz, phase + k * len, minute) > now { k -= 1 }
    let mut until = tz::instant(&s.tz, phase + (k + 1) * len, minute);
    if let Some(o) = s.overrides.iter().map(|o| o.start).filter(|t| *t > now).min() { until = until.min(o) }
    let p = &s.people[k.rem_euclid(n) as usize];
    Some((p.user.clone(), p.label.clone(), until, false))
}
fn sched_json(s: &Schedule, now: i64) -> J {
    let h = obj! { "interval": if s.handoff.weekly { "weekly" } else { "daily" }, "time": &s.handoff.time }.opt("dow", s.handoff.dow);
    obj! { "id": &s.id, "name": &s.name, "timezone": &s.tz, "participants": s.people.iter().map(|p| obj! { "userId": &p.user, "label": &p.label }).collect::<Vec<J>>(), "handoff": h, "overrides": s.overrides.iter().map(ov_json).collect::<Vec<J>>(), "createdAt": iso(s.created) }
        .opt("onCallNow", on_call(s, now).map(|(u, l, t, o)| obj! { "userId": u, "label": l, "until": iso(t), "override": o }))
}
fn people(w: &World, org: usize, b: &J) -> Result<Vec<Person>, Resp> {
    let mut v: Vec<Person> = vec![];
    for p in b.arr("participants")? {
        p.only(&["userId", "label"])?;
        let user = p.str("userId")?;
        if !w.is_member(org, &user) { return err(422, format!("{user} is not a member")) }
        if v.iter().any(|x| x.user == user) { return err(422, format!("{user} is there twice")) }
        v.push(Person { user, label: p.text("label", 120)? })
    }
    if v.is_empty() { return err(422, "a rotation has at least one participant") }
    Ok(v)
}
fn handoff(b: &J) -> Result<Handoff, Resp> {
    let Some(h) = b.oobj("handoff")? else { return err(422, "handoff is required") };
    h.only(&["interval", "dow", "time"])?;
    let weekly = h.choice("interval", &["daily", "weekly"])? == "weekly";
    let dow = h.oint("dow", 0, 7)?;
    let time = h.str("time")?;
    let t = time.as_bytes();
    let good = t.len() == 5 && t[2] == b':' && [0, 1, 3, 4].iter().all(|i| t[*i].is_ascii_digit()) && &time[..2] < "24" && &time[3..] < "60";
    if !good { return err(422, "time is HH:MM") }
    Ok(Handoff { weekly, dow: if weekly { Some(dow.unwrap_or(1)) } else { dow }, time })
}
fn zone(b: &J) -> Result<String, Resp> { let z = b.str("timezone")?; if tz::known(&z) { Ok(z) } else { err(422, format!("unknown time zone {z}")) } }
fn steps(w: &World, org: usize, b: &J) -> Result<Vec<Step>, Resp> {
    let mut v = vec![];
    for s in b.arr("steps")? {
        s.only(&["target", "waitSeconds"])?;
        let Some(t) = s.oobj("target")? else { return err(422, "target is required") };
        t.only(&["kind", "id", "label"])?;
        let (kind, id, label) = (t.choice("kind", &["schedule", "user"])?, t.str("id")?, t.text("label", 120)?);
        let known = if kind == "user" { w.is_member(org, &id) } else { w.orgs[org].oncall.schedules.iter().any(|x| x.id == id) };
        if !known { return err(422, format!("unknown {kind} {id}")) }
        v.push(Step { kind, id, label, wait: s.int("waitSeconds", 0, 86400)? })
    }
    if v.is_empty() || v.len() > 50 { return err(422, "a policy has 1 to 50 steps") }
    Ok(v)
}
fn paging_json(w: &World, c: &Ctx) -> J {
    let p = w.paging.get(&c.user).cloned().unwrap_or(Paging { phone: String::new(), rules: vec![("email".into(), 0)] });
    obj! { "email": &c.email, "phone": p.phone, "rules": p.rules.iter().map(|r| obj! { "channel": &r.0, "delaySeconds": r.1 }).collect::<Vec<J>>() }
}

pub fn handle(w: &mut World, op: &str, c: &Ctx, q: &Req) -> R {
    let now = w.now();
    let id = q.p.first().cloned().unwrap_or_default();
    let org = c.org;
    let perm = match op {
        "getProviderCredential" => "oncall.provider.read",
        "setProviderCredential" | "clearProviderCredential" => "oncall.provider.admin",
        "listIncidents" | "getIncident" => "oncall.incident.read",
        "openIncident" | "acknowledgeIncident" | "resolveIncident" | "publishUpdate" | "retractUpdate" => "oncall.incident.write",
        "listSchedules" => "oncall.schedule.read",
        "createSchedule" | "updateSchedule" | "deleteSchedule" | "addOverride" | "removeOverride" => "oncall.schedule.write",
        "listAlertSources" => "oncall.source.read",
        "createAlertSource" | "revokeAlertSource" => "oncall.source.write",
        "listEscalationPolicies" => "oncall.policy.read",
        "createEscalationPolicy" | "updateEscalationPolicy" | "deleteEscalationPolicy" => "oncall.policy.write",
        "setServiceEscalationPolicy" | "createOncallService" => "oncall.service.write",
        "listOncallServices" => "oncall.service.read",
        _ => "",
    };
    if !perm.is_empty() { w.need(c, perm, None)? }
    match op {
        "getProviderCredential" => ok(200, provider_json(&w.orgs[org].oncall.provider)),
        "setProviderCredential" => {
            let b = q.json()?;
            b.only(&["accountSid", "authToken", "fromNumber"])?;
            let (sid, tok, from) = (b.text("accountSid", 100)?, b.text("authToken", 500)?, b.str("fromNumber")?);
            if !e164(&from) { return err(422, "fromNumber must be in E.164 format") }
            let _ = tok;
            let p = &mut w.orgs[org].oncall.provider;
            match p.verification.as_deref() { Some("rejects") => return err(422, "the provider rejects these credentials"), Some("unreachable") => return err(502, "the provider cannot be reached"), _ => {} }
            p.set = Some((sid, from, now));
            ok(200, provider_json(p))
        }
        "clearProviderCredential" => { w.orgs[org].oncall.provider.set = None; empty(204) }
        "listIncidents" => {
            let st: &[&str] = match q.q("status") { None => &["open", "acknowledged"], Some("open") => &["open"], Some("acked") => &["acknowledged"], Some("closed") => &["resolved"], Some(_) => return err(422, "status is open, acked or closed") };
            let o = &w.orgs[org].oncall;
            ok(200, obj! { "incidents": o.incidents.iter().rev().filter(|i| st.contains(&i.status)).take(100).map(|i| inc_json(o, i)).collect::<Vec<J>>() })
        }
        "openIncident" => {
            let b = q.json()?;
            b.only(&["serviceId", "title", "description"])?;
            let (sid, title, desc) = (b.str("serviceId")?, b.text("title", 300)?, b.ostr("description")?);
            if !w.orgs[org].oncall.services.iter().any(|s| s.id == sid) { return err(422, "unknown service") }
            let i = open(w, org, &sid, title, desc, true, &c.label);
            let o = &w.orgs[org].oncall;
            ok(201, inc_json(o, &o.incidents[i]))
        }
        "getIncident" => {
            let o = &w.orgs[org].oncall;
            let i = &o.incidents[pos(&o.incidents, |i| i.id == id, "incident")?];
            let al: Vec<J> = i.alerts.iter().map(|a| obj! { "fingerprint": &a.print, "title": &a.title, "status": if a.ends.is_some() { "resolved" } else { "firing" }, "labels": a.labels.clone(), "annotations": a.annotations.clone(), "startsAt": iso(a.starts), "receivedAt": iso(a.received) }.opt("endsAt", a.ends.map(iso))).collect();
            let tl: Vec<J> = i.timeline.iter().map(|t| obj! { "at": iso(t.0), "kind": &t.1, "text": &t.2 }).collect();
            let up: Vec<J> = i.updates.iter().map(upd_json).collect();
            ok(200, inc_json(o, i).opt("description", i.description.clone()).opt("acknowledgedBy", i.acked.as_ref().map(|a| obj! { "userId": &a.1, "label": &a.2 })).with("alerts", al).with("timeline", tl).with("updates", up))
        }
        "acknowledgeIncident" => {
            let o = &mut w.orgs[org].oncall;
            let k = pos(&o.incidents, |i| i.id == id, "incident")?;
            let i = &mut o.incidents[k];
            if i.status != "open" { return err(409, format!("the incident is {}", i.status)) }
            i.status = "acknowledged";
            i.acked = Some((now, c.user.clone(), c.label.clone()));
            i.timeline.push((now, "acknowledged".into(), format!("by {}", c.label)));
            let o = &w.orgs[org].oncall;
            ok(200, inc_json(o, &o.incidents[k]))
        }
        "resolveIncident" => {
            let o = &mut w.orgs[org].oncall;
            let k = pos(&o.incidents, |i| i.id == id, "incident")?;
            let i = &mut o.incidents[k];
            if i.status != "resolved" {
                i.status = "resolved";
                i.resolved = Some(now);
                i.timeline.push((now, "resolved".into(), format!("by {}", c.label)))
            }
            let o = &w.orgs[org].oncall;
            ok(200, inc_json(o, &o.incidents[k]))
        }
        "publishUpdate" => {
            let b = q.json()?;
            let o = &mut w.orgs[org].oncall;
            let k = pos(&o.incidents, |i| i.id == id, "incident")?;
            b.only(&["body"])?;
            let u = Update { id: uuid(), at: now, body: b.text("body", 5000)?, by: c.label.clone() };
            let j = upd_json(&u);
            let i = &mut o.incidents[k];
            i.timeline.push((now, "update".into(), format!("published by {}", c.label)));
            i.updates.push(u);
            ok(201, j)
        }
        "retractUpdate" => {
            let o = &mut w.orgs[org].oncall;
            let k = pos(&o.incidents, |i| i.id == id, "incident")?;
            let i = &mut o.incidents[k];
            let u = pos(&i.updates, |u| u.id == q.p[1], "update")?;
            i.updates.remove(u);
            i.timeline.push((now, "retraction".into(), format!("by {}", c.label)));
            empty(204)
        }
        "listSchedules" => ok(200, obj! { "schedules": w.orgs[org].oncall.schedules.iter().map(|s| sched_json(s, now)).collect::<Vec<J>>() }),
        "createSchedule" => {
            let b = q.json()?;
            b.only(&["name", "timezone", "participants", "handoff"])?;
            let s = Schedule { id: uuid(), name: b.text("name", 120)?, tz: zone(&b)?, people: people(w, org, &b)?, handoff: handoff(&b)?, overrides: vec![], created: now };
            let j = sched_json(&s, now);
            w.orgs[org].oncall.schedules.push(s);
            ok(201, j)
        }
        "updateSchedule" => {
            let b = q.json()?;
            let k = pos(&w.orgs[org].oncall.schedules, |s| s.id == id, "schedule")?;
            b.only(&["name", "timezone", "participants", "handoff"])?;
            let name = b.otext("name", 120)?;
            let z = if b.get("timezone").is_some() { Some(zone(&b)?) } else { None };
            let p = if b.get("participants").is_some() { Some(people(w, org, &b)?) } else { None };
            let h = if b.get("handoff").is_some() { Some(handoff(&b)?) } else { None };
            let s = &mut w.orgs[org].oncall.schedules[k];
            if let Some(x) = name { s.name = x }
            if let Some(x) = z { s.tz = x }
            if let Some(x) = p { s.people = x }
            if let Some(x) = h { s.handoff = x }
            ok(200, sched_json(s, now))
        }
        "deleteSchedule" => {
            let o = &mut w.orgs[org].oncall;
            let k = pos(&o.schedules, |s| s.id == id, "schedule")?;
            if o.policies.iter().any(|p| p.steps.iter().any(|s| s.kind == "schedule" && s.id == id)) { return err(409, "an escalation step still targets the schedule") }
            o.schedules.remove(k);
            empty(204)
        }
        "addOverride" => {
            let b = q.json()?;
            let k = pos(&w.orgs[org].oncall.schedules, |s| s.id == id, "schedule")?;
            b.only(&["userId", "label", "startsAt", "endsAt"])?;
            let user = b.str("userId")?;
            if !w.is_member(org, &user) { return err(422, format!("{user} is not a member")) }
            let label = b.text("label", 120)?;
            let (Some(start), Some(end)) = (parse_time(&b.str("startsAt")?), parse_time(&b.str("endsAt")?)) else { return err(422, "startsAt and endsAt are RFC 3339 times") };
            if end <= start { return err(422, "an override ends after it starts") }
            let o = Override { id: uuid(), user, label, start, end };
            let j = ov_json(&o);
            w.orgs[org].oncall.schedules[k].overrides.push(o);
            ok(201, j)
        }
        "removeOverride" => {
            let o = &mut w.orgs[org].oncall;
            let k = pos(&o.schedules, |s| s.id == id, "schedule")?;
            let v = pos(&o.schedules[k].overrides, |x| x.id == q.p[1], "override")?;
            o.schedules[k].overrides.remove(v);
            empty(204)
        }
        "getPagingSettings" => ok(200, paging_json(w, c)),
        "savePagingSettings" => {
            let b = q.json()?;
            b.only(&["phone", "rules"])?;
            let phone = b.ostr("phone")?.unwrap_or_default();
            if !phone.is_empty() && !e164(&phone) { return err(422, "phone must be in E.164 format") }
            let mut rules: Vec<(String, i64)> = vec![];
            for r in b.arr("rules")? {
                r.only(&["channel", "delaySeconds"])?;
                let x = (r.choice("channel", &["email", "sms", "voice"])?, r.int("delaySeconds", 0, 86400)?);
                if rules.contains(&x) { return err(422, "the same rule twice") }
                rules.push(x)
            }
            if rules.is_empty() { return err(422, "at least one rule is required") }
            if rules.iter().any(|r| r.0 != "email") {
                if phone.is_empty() { return err(422, "sms and voice need a phone") }
                if w.orgs[org].oncall.provider.set.is_none() { return err(422, "sms and voice need the organization's provider credential") }
            }
            w.paging.insert(c.user.clone(), Paging { phone, rules });
            ok(200, paging_json(w, c))
        }
        "listAlertSources" => ok(200, obj! { "sources": w.orgs[org].oncall.sources.iter().map(source_json).collect::<Vec<J>>() }),
        "createAlertSource" => {
            let b = q.json()?;
            b.only(&["name", "serviceId"])?;
            let (name, service) = (b.text("name", 120)?, b.str("serviceId")?);
            let o = &mut w.orgs[org].oncall;
            if !o.services.iter().any(|s| s.id == service) { return err(422, "unknown service") }
            let t = secret("nwa_");
            let s = Source { id: uuid(), name, service, hash: hash(&t), created: now, last: None };
            let j = source_json(&s).with("token", t);
            o.sources.push(s);
            ok(201, j)
        }
        "revokeAlertSource" => {
            let o = &mut w.orgs[org].oncall;
            let k = pos(&o.sources, |s| s.id == id, "alert source")?;
            o.sources.remove(k);
            empty(204)
        }
        "setServiceEscalationPolicy" => {
            let b = q.json()?;
            let o = &mut w.orgs[org].oncall;
            let k = pos(&o.services, |s| s.id == id, "service")?;
            b.only(&["escalationPolicyId"])?;
            let p = match b.get("escalationPolicyId") { None => return err(422, "escalationPolicyId is required"), Some(J::Null) => None, Some(J::Str(s)) => Some(s.clone()), _ => return err(422, "escalationPolicyId is a string or null") };
            if let Some(p) = &p { if !o.policies.iter().any(|x| x.id == *p) { return err(422, "unknown policy") } }
            o.services[k].policy = p;
            ok(200, service_json(&o.services[k]))
        }
        "listEscalationPolicies" => { let o = &w.orgs[org].oncall; ok(200, obj! { "policies": o.policies.iter().map(|p| policy_json(o, p)).collect::<Vec<J>>() }) }
        "createEscalationPolicy" => {
            let b = q.json()?;
            b.only(&["name", "repeat", "steps"])?;
            let p = Policy { id: uuid(), name: b.text("name", 120)?, repeat: b.int("repeat", 0, 20)?, steps: steps(w, org, &b)?, created: now };
            let o = &mut w.orgs[org].oncall;
            o.policies.push(p);
            ok(201, policy_json(o, o.policies.last().unwrap()))
        }
        "updateEscalationPolicy" => {
            let b = q.json()?;
            let k = pos(&w.orgs[org].oncall.policies, |p| p.id == id, "policy")?;
            b.only(&["name", "repeat", "steps"])?;
            let (n, r) = (b.otext("name", 120)?, b.oint("repeat", 0, 20)?);
            let s = if b.get("steps").is_some() { Some(steps(w, org, &b)?) } else { None };
            let o = &mut w.orgs[org].oncall;
            let p = &mut o.policies[k];
            if let Some(x) = n { p.name = x }
            if let Some(x) = r { p.repeat = x }
            if let Some(x) = s { p.steps = x }
            ok(200, policy_json(o, &o.policies[k]))
        }
        "deleteEscalationPolicy" => {
            let o = &mut w.orgs[org].oncall;
            let k = pos(&o.policies, |p| p.id == id, "policy")?;
            if o.services.iter().any(|s| s.policy.as_ref() == Some(&id)) { return err(409, "a service still references the policy") }
            o.policies.remove(k);
            empty(204)
        }
        "listOncallServices" => ok(200, obj! { "services": w.orgs[org].oncall.services.iter().map(service_json).collect::<Vec<J>>() }),
        "createOncallService" => {
            let b = q.json()?;
            b.only(&["name"])?;
            let s = Service { id: format!("ocs-{}", b32(10)), name: b.text("name", 120)?, policy: None, created: now };
            let j = service_json(&s);
            w.orgs[org].oncall.services.push(s);
            ok(201, j)
        }
        _ => empty(501),
    }
}
fn upd_json(u: &Update) -> J { obj! { "id": &u.id, "at": iso(u.at), "body": &u.body, "byLabel": &u.by } }

fn open(w: &mut World, org: usize, service: &str, title: String, description: Option<String>, manual: bool, by: &str) -> usize {
    let now = w.now();
    let o = &mut w.orgs[org].oncall;
    // the policy as it is now; later edits are for later incidents
    let policy = o.services.iter().find(|s| s.id == service).and_then(|s| s.policy.as_ref()).and_then(|p| o.policies.iter().find(|x| x.id == *p)).map(|p| (p.id.clone(), p.repeat, p.steps.clone()));
    let id = uuid();
    let walk = policy.is_some();
    o.incidents.push(Incident { id: id.clone(), service: service.into(), title, description, status: "open", opened: now, acked: None, resolved: None, manual, alerts: vec![], updates: vec![], timeline: vec![(now, "opened".into(), format!("by {by}"))], policy });
    let k = o.incidents.len() - 1;
    if walk { w.timer(now, Timer::Step { org, incident: id, step: 0, round: 0 }) }
    k
}
/// One step of the escalation.
pub fn walk(w: &mut World, org: usize, incident: &str, step: usize, round: i64) {
    let now = w.now();
    let o = &mut w.orgs[org].oncall;
    let Some(i) = o.incidents.iter_mut().find(|i| i.id == incident && i.status == "open") else { return };
    let Some((_, repeat, steps)) = i.policy.clone() else { return };
    let s = &steps[step];
    let who = if s.kind == "user" { Some(s.id.clone()) } else { o.schedules.iter().find(|x| x.id == s.id).and_then(|x| on_call(x, now)).map(|x| x.0) };
    i.timeline.push((now, "escalation".into(), format!("round {round}, step {step}: {}", who.as_deref().unwrap_or("nobody"))));
    let wait = s.wait;
    if let Some(u) = who {
        let rules = w.paging.get(&u).map_or(vec![("email".to_string(), 0)], |p| p.rules.clone());
        for (channel, delay) in rules { w.timer(now + delay * 1000, Timer::Page { org, incident: incident.into(), user: u.clone(), channel, step, round }) }
    }
    let (ns, nr) = if step + 1 < steps.len() { (step + 1, round) } else { (0, round + 1) };
    if nr <= repeat { w.timer(now + wait * 1000, Timer::Step { org, incident: incident.into(), step: ns, round: nr }) }
}
pub fn page(w: &mut World, org: usize, incident: &str, user: &str, channel: &str, step: usize, round: i64) {
    let now = w.now();
    let mail = w.user(user).map_or(String::new(), |u| u.email.clone());
    let phone = w.paging.get(user).map_or(String::new(), |p| p.phone.clone());
    let id = w.pages.len() + 1;
    let o = &mut w.orgs[org].oncall;
    let Some(i) = o.incidents.iter_mut().find(|i| i.id == incident && i.status == "open") else { return };
    let error = if channel == "email" { None } else if o.provider.set.is_none() { Some("no-credential: the organization has no provider credential") } else if phone.is_empty() { Some("no-phone") } else { match o.provider.pages.as_deref() { Some("rejects") => Some("the provider rejected the page"), Some("unreachable") => Some("the provider could not be reached"), _ => None } }.map(|s| s.to_string());
    i.timeline.push((now, "page".into(), format!("{user} by {channel}{}", error.as_ref().map_or(String::new(), |e| format!(": {e}")))));
    w.pages.push(Page { id, at: now, incident: incident.into(), user: user.into(), channel: channel.into(), to: if channel == "email" { mail } else { phone }, step, round, error })
}

// ---- alerts
pub fn fire(w: &mut World, org: usize, service: &str, print: &str, title: String, labels: J, annotations: J, starts: i64) -> (String, bool, usize) {
    let now = w.now();
    let found = w.orgs[org].oncall.incidents.iter().rposition(|i| i.service == service && i.status != "resolved");
    let (k, opened) = match found { Some(k) => (k, false), None => (open(w, org, service, title.clone(), None, false, "an alert"), true) };
    let i = &mut w.orgs[org].oncall.incidents[k];
    match i.alerts.iter_mut().find(|a| a.print == print) {
        Some(a) => if a.ends.is_some() { a.ends = None; a.starts = starts; a.received = now },
        None => { i.alerts.push(Alert { print: print.into(), title, labels, annotations, starts, ends: None, received: now }); i.timeline.push((now, "alert".into(), format!("{print} fires"))) }
    }
    (i.id.clone(), opened, i.firing())
}
pub fn calm(w: &mut World, org: usize, service: &str, print: &str, ends: i64) -> Option<(String, bool, usize)> {
    let now = w.now();
    let i = w.orgs[org].oncall.incidents.iter_mut().rev().find(|i| i.service == service && i.alerts.iter().any(|a| a.print == print))?;
    if let Some(a) = i.alerts.iter_mut().find(|a| a.print == print && a.ends.is_none()) { a.ends = Some(ends); i.timeline.push((now, "alert".into(), format!("{print} resolves"))) }
    // only what nobody has taken up resolves by itself
    let r = !i.manual && i.status == "open" && i.firing() == 0;
    if r { i.status = "resolved"; i.resolved = Some(now); i.timeline.push((now, "resolved".into(), "with its last alert".into())) }
    Some((i.id.clone(), r, i.firing()))
}
/// Alertmanager's webhook.
pub fn door(w: &mut World, op: &str, q: &Req) -> R {
    if op == "getStatusPage" {
        for o in &w.orgs {
            if let Some(s) = o.oncall.services.iter().find(|s| s.id == q.p[0]) { return ok(200, obj! { "serviceId": &s.id, "serviceName": &s.name, "incidents": public(&o.oncall, Some(std::slice::from_ref(&s.id))) }) }
        }
        return err(404, "no such service")
    }
    let h = q.bearer().map(hash);
    let hit = w.orgs.iter().enumerate().find_map(|(o, x)| x.oncall.sources.iter().position(|s| s.id == q.p[0] && Some(&s.hash) == h.as_ref()).map(|s| (o, s)));
    let Some((org, si)) = hit else { return err(401, "not the token of an alert source in force") };
    let b = q.json()?;
    let now = w.now();
    let mut list = vec![];
    for a in b.arr("alerts")? {
        let st = a.ostr("status")?.or(b.ostr("status")?).unwrap_or_else(|| "firing".into());
        let labels = a.get("labels").cloned().unwrap_or(obj! {});
        let ann = a.get("annotations").cloned().unwrap_or(obj! {});
        let print = match a.ostr("fingerprint")? { Some(f) if !f.is_empty() => f, _ => { let mut t = if let J::Obj(o) = &labels { o.clone() } else { vec![] }; t.sort_by(|x, y| x.0.cmp(&y.0)); hash(&J::Obj(t).text_of())[..16].to_string() } };
        let title = ann.get("summary").or(labels.get("alertname")).and_then(|s| s.s()).unwrap_or(&print).to_string();
        let t = |k: &str| a.get(k).and_then(|x| x.s()).and_then(parse_time).filter(|t| *t > 0);
        list.push((st, print, title, labels, ann, t("startsAt").unwrap_or(now), t("endsAt").unwrap_or(now)))
    }
    let s = &mut w.orgs[org].oncall.sources[si];
    s.last = Some(now);
    let service = s.service.clone();
    for (st, print, title, l, an, a, z) in list { if st == "resolved" { calm(w, org, &service, &print, z); } else { fire(w, org, &service, &print, title, l, an, a); } }
    empty(202)
}
pub fn public(o: &Oncall, services: Option<&[String]>) -> Vec<J> {
    o.incidents.iter().rev().filter(|i| !i.updates.is_empty() && services.map_or(true, |s| s.contains(&i.service))).map(|i| {
        let n = o.services.iter().find(|s| s.id == i.service).map_or(String::new(), |s| s.name.clone());
        obj! { "id": &i.id, "serviceId": &i.service, "serviceName": n, "title": &i.title, "status": i.status, "openedAt": iso(i.opened), "updates": i.updates.iter().map(upd_json).collect::<Vec<J>>() }.opt("resolvedAt", i.resolved.map(iso))
    }).collect()
}
fn target(w: &World, b: &J) -> Result<(usize, String, Option<usize>), Resp> {
    if let Some(s) = b.ostr("sourceId")? {
        return match w.orgs.iter().enumerate().find_map(|(o, x)| x.oncall.sources.iter().position(|y| y.id == s).map(|k| (o, x.oncall.sources[k].service.clone(), Some(k)))) { Some(x) => Ok(x), None => err(404, "no such alert source") }
    }
    let Some(s) = b.ostr("serviceId")? else { return err(400, "serviceId or sourceId is required") };
    match w.orgs.iter().position(|o| o.oncall.services.iter().any(|x| x.id == s)) { Some(o) => Ok((o, s, None)), None => err(404, "no such service") }
}
pub fn ev_fires(w: &mut World, b: &J) -> R {
    let now = w.now();
    let (org, service, src) = target(w, b)?;
    let alert = b.str("alert")?;
    let at = crate::control::time(b, "startsAt")?.unwrap_or(now);
    if let Some(k) = src { w.orgs[org].oncall.sources[k].last = Some(now) }
    let labels = b.oobj("labels")?.cloned().unwrap_or(obj! {});
    let ann = b.oobj("annotations")?.cloned().unwrap_or(obj! {});
    let (i, o, n) = fire(w, org, &service, &alert, b.ostr("title")?.unwrap_or_else(|| alert.clone()), labels, ann, at);
    ok(200, obj! { "incidentId": i, "opened": o, "firingAlerts": n })
}
pub fn ev_resolves(w: &mut World, b: &J) -> R {
    let now = w.now();
    let (org, service, src) = target(w, b)?;
    let at = crate::control::time(b, "endsAt")?.unwrap_or(now);
    if let Some(k) = src { w.orgs[org].oncall.sources[k].last = Some(now) }
    match calm(w, org, &service, &b.str("alert")?, at) { Some((i, r, n)) => ok(200, obj! { "incidentId": i, "resolved": r, "firingAlerts": n }), None => err(404, "no such alert") }
}
