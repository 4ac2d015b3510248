//! The control interface: outside events, the clock, reset.
use crate::http::{err, ok, Req, Resp, R};
use crate::json::J;
use crate::util::*;
use crate::world::*;

pub fn time(b: &J, k: &str) -> Result<Option<i64>, Resp> {
    match b.ostr(k)? { None => Ok(None), Some(s) => match parse_time(&s) { Some(t) => Ok(Some(t)), None => err(400, format!("{k} is not a time")) } }
}
pub fn org(w: &World, b: &J) -> Result<usize, Resp> {
    match b.ostr("organization")? { None => Ok(0), Some(s) => match w.org_of(&s) { Some(i) => Ok(i), None => err(404, "no such organization") } }
}

pub fn handle(w: &mut World, q: &Req) -> R {
    let r = route(w, q);
    // a body of the wrong shape is 400 here
    r.map_err(|mut e| { if e.status == 422 { e.status = 400 } e })
}
fn route(w: &mut World, q: &Req) -> R {
    let path = q.path.strip_prefix("/_understudy").unwrap_or("").trim_end_matches('/');
    match (q.method.as_str(), path) {
        ("GET", "/health") => ok(200, obj! { "status": "ok", "version": "1", "sandboxes": 1 }),
        ("GET", "/clock") => ok(200, clock(w)),
        ("PUT", "/clock") => {
            let b = q.json()?;
            let now = w.now();
            let fired = match b.choice("mode", &["real", "frozen", "set"])?.as_str() {
                "real" => { w.clock.mode = Mode::Real; w.clock.offset = 0; let n = w.now(); w.run_until(n) }
                "frozen" => { let t = time(&b, "now")?.unwrap_or(now); let f = w.run_until(t); w.clock.mode = Mode::Frozen; w.clock.frozen = t; f }
                _ => { let Some(t) = time(&b, "now")? else { return err(400, "now is required") }; let f = w.run_until(t); w.clock.mode = Mode::Set; w.clock.offset = t - real_ms(); f }
            };
            ok(200, obj! { "clock": clock(w), "fired": shown(w, fired) })
        }
        ("POST", "/clock/advance") => {
            let b = q.json()?;
            let now = w.now();
            let to = if let Some(s) = b.ostr("by")? { match parse_duration(&s) { Some(d) => now + d, None => return err(400, "by is an ISO 8601 duration") } }
                else if let Some(t) = time(&b, "to")? { if t < now { return err(409, "that instant is in the past") } t }
                else if b.get("nextDue") == Some(&J::Bool(true)) {
                    let k = b.ostr("timer")?;
                    match w.timers.iter().find(|(_, t)| k.as_ref().map_or(true, |k| names(w, t).0 == k)) { Some((a, _)) => a.0.max(now), None if k.is_some() => return err(409, "no such timer is pending"), None => now }
                } else { return err(400, "by, to or nextDue is required") };
            let f = w.run_until(to);
            match w.clock.mode { Mode::Frozen => w.clock.frozen = to, _ => { w.clock.mode = Mode::Set; w.clock.offset += to - now } }
            ok(200, obj! { "clock": clock(w), "fired": shown(w, f) })
        }
        ("PUT", "/clock/progress") => {
            let b = q.json()?;
            match b.choice("mode", &["delay", "at-once", "after-reads"])?.as_str() { "delay" => w.at_once = false, "at-once" => w.at_once = true, _ => return err(501, "not offered") }
            ok(200, obj! { "mode": if w.at_once { "at-once" } else { "delay" } })
        }
        ("POST", "/reset") => {
            let e = w.epoch + 1;
            *w = World::fresh(e);
            ok(200, obj! { "name": "default", "from": obj! { "seed": "northwind" }, "createdAt": iso(real_ms()), "entries": 0, "clock": clock(w) })
        }
        ("GET", "/identities") => {
            let v: Vec<J> = w.users.iter().map(|u| {
                let ms: Vec<J> = w.orgs.iter().filter_map(|o| o.members.iter().find(|m| m.user == u.id).map(|m| obj! { "organization": &o.slug, "role": &m.role })).collect();
                let home = w.orgs.iter().find(|o| o.members.iter().any(|m| m.user == u.id)).map_or(String::new(), |o| o.slug.clone());
                obj! { "name": &u.id, "userId": &u.id, "label": &u.label, "email": &u.email, "memberships": ms, "credentials": vec![obj! { "kind": "session", "value": &u.session, "organization": home }] }
            }).collect();
            ok(200, obj! { "actors": v })
        }
        ("GET", "/pages") => {
            let (i, u) = (q.q("incidentId"), q.q("userId"));
            let mut v: Vec<J> = w.pages.iter().filter(|p| i.map_or(true, |x| x == p.incident) && u.map_or(true, |x| x == p.user)).map(|p| obj! { "id": p.id, "at": iso(p.at), "incidentId": &p.incident, "userId": &p.user, "channel": &p.channel, "to": &p.to, "step": p.step, "round": p.round, "outcome": if p.error.is_some() { "failed" } else { "sent" } }.opt("error", p.error.clone())).collect();
            if let Some(n) = q.q("limit").and_then(|n| n.parse::<usize>().ok()) { let k = v.len().saturating_sub(n); v.drain(..k); }
            ok(200, obj! { "pages": v })
        }
        ("GET", "/webhook-deliveries") => {
            let (e, d) = (q.q("endpointId"), q.q("deliveryId"));
            let mut v: Vec<J> = w.attempts.iter().filter(|a| e.map_or(true, |x| x == a.endpoint) && d.map_or(true, |x| x == a.delivery.to_string())).map(|a| {
                let h = J::Obj(a.headers.iter().map(|(k, v)| (k.to_ascii_lowercase(), J::Str(v.clone()))).collect());
                obj! { "deliveryId": a.delivery, "endpointId": &a.endpoint, "attempt": a.attempt, "at": iso(a.at), "url": &a.url, "headers": h, "body": &a.body, "scripted": a.scripted }.opt("status", a.status).opt("error", a.error.clone())
            }).collect();
            if let Some(n) = q.q("limit").and_then(|n| n.parse::<usize>().ok()) { let k = v.len().saturating_sub(n); v.drain(..k); }
            ok(200, obj! { "attempts": v })
        }
        ("POST", p) if p.starts_with("/events/") => {
            let b = q.json()?;
            let at = w.now();
            let mut r = event(w, &p[8..], &b)?;
            if let Some(J::Obj(o)) = &mut r.body { o.push(("at".into(), iso(at).into())) }
            Ok(r)
        }
        _ => err(501, "not offered by this server"),
    }
}
fn names(w: &World, t: &Timer) -> (&'static str, &'static str, String) {
    match t {
        Timer::Cluster { org, name, .. } => (match w.orgs[*org].clusters.iter().find(|c| c.name == *name).map(|c| c.phase) { Some("provisioning") => "provisioned", Some("draining") => "torn-down", _ => "rolled" }, "Cluster", name.clone()),
        Timer::NodeReady { node, .. } => ("node-ready", "Node", node.clone()),
        Timer::DomainCheck { id, .. } => ("domain-check", "EmailDomain", id.clone()),
        Timer::Delivery { id, .. } => ("delivery-attempt", "EmailDelivery", id.to_string()),
        Timer::Step { incident, .. } => ("escalation-step", "OncallIncident", incident.clone()),
        Timer::Page { incident, .. } => ("page", "OncallIncident", incident.clone()),
    }
}
fn shown(w: &World, v: Vec<(i64, Timer)>) -> Vec<J> { v.iter().map(|(at, t)| { let n = names(w, t); obj! { "at": iso(*at), "timer": n.0, "entity": n.1, "id": n.2 } }).collect() }
fn clock(w: &World) -> J {
    let due: Vec<(i64, Timer)> = w.timers.iter().take(100).map(|(k, t)| (k.0, t.clone())).collect();
    obj! { "mode": match w.clock.mode { Mode::Real => "real", Mode::Frozen => "frozen", Mode::Set => "set" }, "now": iso(w.now()), "progress": obj! { "mode": if w.at_once { "at-once" } else { "delay" } }, "due": shown(w, due) }
}

fn event(w: &mut World, name: &str, b: &J) -> R {
    let done = || ok(200, obj! {});
    match name {
        "token-disabled" | "token-enabled" => {
            let id = b.str("tokenId")?;
            let on = name == "token-enabled";
            let Some(t) = w.tokens.iter_mut().find(|t| t.id == id) else { return err(404, "no such token") };
            if t.enabled == on { return err(409, "it is so already") }
            t.enabled = on;
            done()
        }
        "role-changes" => role_changes(w, b),
        "billing-email-collides" => {
            let e = b.str("email")?.to_lowercase();
            if b.obool("collides")?.unwrap_or(true) { w.colliding.insert(e); } else { w.colliding.remove(&e); }
            done()
        }
        "image-pushed" => crate::registry::push(w, b),
        "blob-shared" => crate::registry::share(w, b),
        "slug-claimed-elsewhere" => {
            let s = b.str("slug")?;
            let how = b.ostr("how")?.unwrap_or_else(|| "claimed".into());
            if w.orgs.iter().any(|o| o.registries.iter().any(|r| r.slug == s)) { return err(409, "a registry of this world has it") }
            match how.as_str() { "claimed" | "reserved" => { w.slugs.insert(s, how); } "free" => { w.slugs.remove(&s); w.slug_history.remove(&s); } _ => return err(400, "how is claimed, reserved or free") }
            done()
        }
        "payment-method-changes" => { let o = org(w, b)?; w.orgs[o].payment = b.bool("active")?; done() }
        "dns-record-published" => crate::email::ev_dns(w, b, "publish"),
        "dns-record-removed" => crate::email::ev_dns(w, b, "remove"),
        "dns-record-mismatched" => crate::email::ev_dns(w, b, "mismatch"),
        "message-sent" => crate::email::ev_sent(w, b),
        "message-received" => crate::email::ev_received(w, b),
        "message-delivered" => crate::email::ev_outcome(w, b, "delivered"),
        "message-bounced" => crate::email::ev_outcome(w, b, "bounced"),
        "message-complained" => crate::email::ev_outcome(w, b, "complained"),
        "webhook-endpoint-answers" => crate::email::ev_script(w, b),
        "sending-unpaused" => {
            let o = org(w, b)?;
            let e = &mut w.orgs[o].email;
            if e.paused.is_none() { return err(409, "sending is not paused") }
            e.paused = None;
            (e.sent, e.bounced, e.complained) = (0, 0, 0);
            done()
        }
        "domain-claimed-elsewhere" => {
            let d = b.str("domain")?.to_ascii_lowercase();
            if w.orgs.iter().any(|o| o.email.domains.iter().any(|x| x.name == d)) { return err(409, "an organization of this world has it") }
            if b.obool("claimed")?.unwrap_or(true) { w.foreign_domains.insert(d); } else { w.foreign_domains.remove(&d); }
            done()
        }
        "alert-fires" => crate::oncall::ev_fires(w, b),
        "alert-resolves" => crate::oncall::ev_resolves(w, b),
        "provider-behaves" => {
            let o = org(w, b)?;
            let how = b.choice("behaviour", &["accepts", "rejects", "unreachable"])?;
            let only = b.ostr("only")?;
            let p = &mut w.orgs[o].oncall.provider;
            match only.as_deref() { None => { p.verification = Some(how.clone()); p.pages = Some(how) } Some("verification") => p.verification = Some(how), Some("pages") => p.pages = Some(how), _ => return err(400, "only is verification or pages") }
            done()
        }
        "status-page-viewed" => {
            let o = org(w, b)?;
            let ids = b.ostrs("serviceIds")?;
            let oc = &w.orgs[o].oncall;
            if let Some(v) = &ids { for s in v { if !oc.services.iter().any(|x| x.id == *s) { return err(404, "no such service") } } }
            ok(200, obj! { "incidents": crate::oncall::public(oc, ids.as_deref()) })
        }
        "node-joins" | "agent-upgraded" | "node-lost" | "headroom-changes" | "service-exposed" | "service-withdrawn" | "cluster-changes-concurrently" => crate::clusters::event(w, name, b),
        "probe-result" => crate::uptime::ev_probe(w, b),
        "metrics-availability" => {
            let on = b.bool("available")?;
            match b.ostr("monitorId")? {
                Some(id) => match w.orgs.iter_mut().flat_map(|o| o.uptime.monitors.iter_mut()).find(|m| m.id == id && !m.deleted) { Some(m) => m.metrics_up = on, None => return err(404, "no such monitor") },
                None => { let o = org(w, b)?; let u = &mut w.orgs[o].uptime; u.metrics_up = on; if on { for m in u.monitors.iter_mut() { m.metrics_up = true } } }
            }
            done()
        }
        "credential-used" => credential(w, b),
        "entitlement-changes" => {
            let o = org(w, b)?;
            let on = b.bool("enabled")?;
            if b.choice("area", &["email", "uptime"])? == "email" { w.orgs[o].email.enabled = on } else { w.orgs[o].uptime.enabled = on }
            done()
        }
        "quota-changes" => {
            let o = org(w, b)?;
            let v = b.int("value", 0, i64::MAX)?;
            match b.choice("quota", &["clusters", "monitors", "daily-email", "registry-storage-bytes", "load-balancer-services"])?.as_str() {
                "clusters" => w.orgs[o].cluster_quota = v,
                "monitors" => w.orgs[o].uptime.quota = v,
                "daily-email" => w.orgs[o].email.quota = v,
                "registry-storage-bytes" => {
                    let r = b.ostr("registry")?;
                    let mut n = 0;
                    for x in w.orgs[o].registries.iter_mut() { if r.as_ref().map_or(true, |r| *r == x.slug) { x.quota = v; n += 1 } }
                    if n == 0 { return err(404, "no such registry") }
                }
                _ => {
                    let r = b.ostr("cluster")?;
                    let mut n = 0;
                    for x in w.orgs[o].clusters.iter_mut() { if r.as_ref().map_or(true, |r| *r == x.name) { x.max_services = v; n += 1 } }
                    if n == 0 { return err(404, "no such cluster") }
                }
            }
            done()
        }
        "backend-behaves" => {
            let up = b.bool("reachable")?;
            match b.choice("backend", &["email", "uptime", "dns"])?.as_str() { "email" => w.email_up = up, "uptime" => w.uptime_up = up, _ => w.dns_up = up }
            done()
        }
        _ => err(501, "not offered by this server"),
    }
}

fn role_changes(w: &mut World, b: &J) -> R {
    let o = org(w, b)?;
    if let Some(r) = b.oobj("customRole")? {
        let id = r.str("id")?;
        if roles().iter().any(|x| x.id == id) || id == "owner" { return err(409, "a built-in role has this id") }
        let had = w.orgs[o].custom.iter().position(|x| x.id == id);
        if r.obool("removed")?.unwrap_or(false) {
            match had { Some(i) => { w.orgs[o].custom.remove(i); } None => return err(404, "no such role") }
        } else {
            let perms = r.ostrs("permissions")?;
            if let Some(p) = &perms { let all = atoms(None, &["read", "write", "admin"]); if let Some(x) = p.iter().find(|x| !all.contains(x)) { return err(400, format!("unknown permission {x}")) } }
            let (n, d, s) = (r.ostr("name")?, r.ostr("description")?, r.obool("scopable")?);
            let c = &mut w.orgs[o].custom;
            let i = had.unwrap_or_else(|| { c.push(Role { id: id.clone(), name: id.clone(), custom: true, ..Default::default() }); c.len() - 1 });
            if let Some(x) = n { c[i].name = x }
            if let Some(x) = d { c[i].description = x }
            if let Some(x) = s { c[i].scopable = x }
            if let Some(x) = perms { c[i].perms = x }
        }
    }
    if let Some(u) = b.ostr("userId")? {
        let mut grants = None;
        if let Some(a) = b.oarr("grants")? {
            let mut v = vec![];
            for g in a {
                let role = g.str("role")?;
                if role != "owner" && w.role(o, &role).is_none() { return err(404, format!("no such role {role}")) }
                v.push(Grant { role, ids: g.ostrs("resourceIds")? })
            }
            grants = Some(v)
        }
        let role = b.ostr("role")?;
        if let Some(r) = &role { if !["owner", "admin", "member", "viewer", "none"].contains(&r.as_str()) { return err(400, "no such role") } }
        if w.user(&u).is_none() { w.users.push(User { id: u.clone(), label: u.clone(), email: format!("{}@people.example", u.to_ascii_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-")), session: secret("ses_") }) }
        let ms = &mut w.orgs[o].members;
        match role.as_deref() {
            Some("none") => ms.retain(|m| m.user != u),
            r => match ms.iter_mut().find(|m| m.user == u) {
                Some(m) => { if let Some(r) = r { m.role = r.into(); m.grants = None } if grants.is_some() { m.grants = grants } }
                None => ms.push(Member { user: u, role: r.unwrap_or("member").into(), grants }),
            },
        }
    } else if b.get("customRole").is_none() { return err(400, "userId or customRole is required") }
    ok(200, obj! {})
}

fn credential(w: &mut World, b: &J) -> R {
    let kind = b.str("kind")?;
    let (id, sec) = (b.ostr("id")?, b.ostr("secret")?);
    let now = w.now();
    let at = time(b, "at")?.unwrap_or(now);
    if id.is_none() && sec.is_none() { return err(400, "id or secret is required") }
    let h = sec.as_deref().map(hash);
    let hit = |hash: &str, i: &str| match &h { Some(h) => h == hash, None => id.as_deref() == Some(i) };
    let (reg, repo, cluster, user) = (b.ostr("registry")?, b.ostr("repository")?, b.ostr("cluster")?, b.ostr("username")?);
    let write = match b.ostr("for")?.as_deref() { None | Some("pull") => false, Some("push") => true, _ => return err(400, "for is pull or push") };
    // None: unknown
    let r: Option<Result<(), String>> = match kind.as_str() {
        "personal-token" => w.tokens.iter_mut().find(|t| hit(&t.hash, &t.id)).map(|t| if !t.enabled { Err("disabled".into()) } else if at >= t.expires { Err("expired".into()) } else { t.last = t.last.max(at); Ok(()) }),
        "registry-key" | "login-credential" => {
            let known = kind == "registry-key" && w.orgs.iter().any(|o| o.registries.iter().any(|r| r.keys.iter().any(|k| hit(&k.hash, &k.id)))) || kind == "login-credential" && w.orgs.iter().any(|o| o.logins.iter().any(|l| h.as_ref() == Some(&l.hash)));
            if known { Some(crate::registry::data_plane(w, user.as_deref(), id.as_deref(), sec.as_deref(), reg.as_deref(), repo.as_deref(), write, at)) } else { None }
        }
        "upstream-credential" => w.orgs.iter().flat_map(|o| o.registries.iter()).filter(|r| reg.as_ref().map_or(true, |s| *s == r.slug)).flat_map(|r| r.creds.iter()).find(|k| hit(&k.hash, &k.host)).map(|_| Ok(())),
        "send-key" => w.orgs.iter_mut().flat_map(|o| o.email.keys.iter_mut()).find(|k| hit(&k.hash, &k.id) || (h.is_none() && id.as_ref() == Some(&k.key_id))).map(|k| if k.revoked { Err("revoked".into()) } else { k.used = Some(at); Ok(()) }),
        "alert-source" => w.orgs.iter_mut().flat_map(|o| o.oncall.sources.iter_mut()).find(|s| hit(&s.hash, &s.id)).map(|s| { s.last = Some(at); Ok(()) }),
        "registration-token" => w.orgs.iter_mut().flat_map(|o| o.clusters.iter_mut()).filter(|c| cluster.as_ref().map_or(true, |n| *n == c.name)).flat_map(|c| c.regs.iter_mut()).find(|t| hit(&t.hash, &t.id)).map(|t| if t.disabled { Err("disabled".into()) } else if t.expires.map_or(false, |e| at >= e) { Err("expired".into()) } else { t.used = Some(at); Ok(()) }),
        "kubeconfig" => {
            // the token itself, or the whole client configuration
            let s = sec.clone().unwrap_or_default();
            let tok = s.split("token: ").nth(1).and_then(|x| x.split_whitespace().next()).unwrap_or(&s).to_string();
            let th = hash(&tok);
            w.orgs.iter().flat_map(|o| o.clusters.iter()).filter(|c| cluster.as_ref().map_or(true, |n| *n == c.name)).flat_map(|c| c.kubes.iter()).find(|k| k.0 == th).map(|k| if at >= k.1 { Err("expired".into()) } else { Ok(()) })
        }
        "export-token" => w.orgs.iter_mut().flat_map(|o| o.uptime.exports.iter_mut()).find(|e| hit(&e.hash, &e.id)).map(|e| { e.used = Some(at); Ok(()) }),
        _ => return err(400, "no such kind"),
    };
    match r {
        Some(Ok(())) => ok(200, obj! { "accepted": true }),
        Some(Err(e)) => ok(200, obj! { "accepted": false, "reason": e }),
        None if h.is_some() => ok(200, obj! { "accepted": false, "reason": "unknown" }),
        None => err(404, "no such credential"),
    }
}
