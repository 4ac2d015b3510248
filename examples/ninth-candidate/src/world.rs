//! The world: organizations, people, clock, timers, permissions.
use crate::clusters::Cluster;
use crate::email::Email;
use crate::http::{err, Req, Resp};
use crate::oncall::{Oncall, Page, Paging};
use crate::registry::{Login, Registry};
use crate::uptime::Uptime;
use crate::util::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, OnceLock};

pub static WORLD: OnceLock<Mutex<World>> = OnceLock::new();
pub fn lock() -> std::sync::MutexGuard<'static, World> { WORLD.get().unwrap().lock().unwrap_or_else(|e| e.into_inner()) }

#[derive(Clone, PartialEq)]
pub enum Mode { Real, Frozen, Set }
pub struct Clock { pub mode: Mode, pub offset: i64, pub frozen: i64, pub firing: Option<i64> }

#[derive(Clone, Debug)]
pub enum Timer {
    Cluster { org: usize, name: String, gen: u64 },
    NodeReady { org: usize, cluster: String, node: String },
    DomainCheck { org: usize, id: String },
    Delivery { org: usize, id: i64 },
    Step { org: usize, incident: String, step: usize, round: i64 },
    Page { org: usize, incident: String, user: String, channel: String, step: usize, round: i64 },
}

pub struct User { pub id: String, pub label: String, pub email: String, pub session: String }
#[derive(Clone)]
pub struct Grant { pub role: String, pub ids: Option<Vec<String>> }
pub struct Member { pub user: String, pub role: String, pub grants: Option<Vec<Grant>> }
pub struct Role { pub id: String, pub name: String, pub description: String, pub scopable: bool, pub perms: Vec<String>, pub service: Option<String>, pub custom: bool }
pub struct Token { pub id: String, pub user: String, pub name: String, pub start: String, pub hash: String, pub enabled: bool, pub created: i64, pub expires: i64, pub last: i64, pub org: usize, pub scope: Option<Vec<Grant>> }

#[derive(Default)]
pub struct Org {
    pub slug: String,
    pub members: Vec<Member>,
    pub custom: Vec<Role>,
    pub contacts: [String; 3],
    pub payment: bool,
    pub registries: Vec<Registry>,
    pub logins: Vec<Login>,
    pub email: Email,
    pub oncall: Oncall,
    pub clusters: Vec<Cluster>,
    pub cluster_quota: i64,
    pub uptime: Uptime,
}
impl Default for Role { fn default() -> Role { Role { id: String::new(), name: String::new(), description: String::new(), scopable: false, perms: vec![], service: None, custom: false } } }

pub struct World {
    pub epoch: u64,
    pub clock: Clock,
    pub timers: BTreeMap<(i64, u64), Timer>,
    pub seq: u64,
    pub orgs: Vec<Org>,
    pub users: Vec<User>,
    pub tokens: Vec<Token>,
    pub colliding: BTreeSet<String>,
    pub slugs: BTreeMap<String, String>,
    pub slug_history: BTreeMap<String, usize>,
    pub foreign_domains: BTreeSet<String>,
    pub email_up: bool,
    pub uptime_up: bool,
    pub dns_up: bool,
    pub at_once: bool,
    pub paging: BTreeMap<String, Paging>,
    pub pages: Vec<Page>,
    pub deliveries_next: i64,
    pub rules_next: i64,
    pub attempts: Vec<crate::email::Attempt>,
    pub outbox: Vec<(usize, i64)>,
}

/// Who calls.
pub struct Ctx { pub user: String, pub label: String, pub email: String, pub org: usize, pub grants: Vec<Grant>, pub scope: Option<Vec<Grant>> }

pub const SERVICES: &[(&str, &str, &[(&str, &str)])] = &[
    ("organization", "Organization", &[("contacts", "Contacts"), ("token", "Personal tokens")]),
    ("iam", "Access management", &[("grant", "Grants"), ("role", "Custom roles")]),
    ("registry", "Container registry", &[("registry", "Registries"), ("repository", "Repositories"), ("key", "Registry keys"), ("oidc", "OIDC access rules"), ("upstream", "Upstream credentials")]),
    ("email", "Email", &[("domain", "Domains"), ("key", "Send keys"), ("route", "Inbound routes"), ("message", "Message log"), ("suppression", "Suppressions"), ("webhook", "Webhooks"), ("settings", "Sending posture")]),
    ("oncall", "On-call", &[("incident", "Incidents"), ("schedule", "Schedules"), ("policy", "Escalation policies"), ("source", "Alert sources"), ("service", "Services"), ("provider", "SMS and voice provider")]),
    ("clusters", "Clusters", &[("cluster", "Clusters"), ("node", "Nodes"), ("token", "Join and registration tokens"), ("kubeconfig", "Client configuration")]),
    ("uptime", "Uptime", &[("service", "Services"), ("monitor", "Monitors"), ("export", "Export tokens")]),
];
pub fn atoms(service: Option<&str>, tiers: &[&str]) -> Vec<String> {
    let mut v = vec![];
    for (s, _, rs) in SERVICES { if service.map_or(true, |x| x == *s) { for (r, _) in *rs { for t in tiers { v.push(format!("{s}.{r}.{t}")) } } } }
    v
}
static ROLES: OnceLock<Vec<Role>> = OnceLock::new();
pub fn roles() -> &'static Vec<Role> {
    ROLES.get_or_init(|| {
        let mut v = vec![];
        let mut add = |id: &str, name: &str, d: &str, service: Option<&str>, perms: Vec<String>| v.push(Role { id: id.into(), name: name.into(), description: d.into(), scopable: service.map_or(false, |s| s != "oncall"), perms, service: service.map(|s| s.into()), custom: false });
        add("admin", "Administrator", "Everything in the organization", None, atoms(None, &["read", "write", "admin"]));
        let mut m = atoms(None, &["read", "write"]);
        m.retain(|p| !p.starts_with("iam.") && p != "organization.contacts.write");
        add("member", "Member", "Reads and changes, without the administrator's tier", None, m);
        let mut m = atoms(None, &["read"]);
        m.retain(|p| !p.starts_with("iam."));
        add("viewer", "Viewer", "Reads", None, m);
        for (s, l) in [("registry", "Registry"), ("email", "Email"), ("clusters", "Clusters"), ("uptime", "Uptime"), ("oncall", "On-call")] {
            add(&format!("{s}-viewer"), &format!("{l} viewer"), &format!("Reads {l}"), Some(s), atoms(Some(s), &["read"]));
            add(&format!("{s}-operator"), &format!("{l} operator"), &format!("Reads and changes {l}"), Some(s), atoms(Some(s), &["read", "write"]));
            add(&format!("{s}-steward"), &format!("{l} steward"), &format!("Administers {l}"), Some(s), atoms(Some(s), &["read", "write", "admin"]));
        }
        v
    })
}

impl World {
    pub fn now(&self) -> i64 {
        if let Some(t) = self.clock.firing { return t }
        match self.clock.mode { Mode::Frozen => self.clock.frozen, _ => real_ms() + self.clock.offset }
    }
    pub fn next(&mut self) -> u64 { self.seq += 1; self.seq }
    pub fn timer(&mut self, at: i64, t: Timer) { let n = self.next(); self.timers.insert((at, n), t); }
    /// Fires what is due until `until`, each timer at its own instant.
    pub fn run_until(&mut self, until: i64) -> Vec<(i64, Timer)> {
        let mut fired = vec![];
        while let Some((&(at, n), _)) = self.timers.iter().next() {
            if at > until || fired.len() > 200_000 { break }
            let t = self.timers.remove(&(at, n)).unwrap();
            self.clock.firing = Some(at);
            match t.clone() {
                Timer::Cluster { org, name, gen } => crate::clusters::fire(self, org, &name, gen),
                Timer::NodeReady { org, cluster, node } => crate::clusters::node_ready(self, org, &cluster, &node),
                Timer::DomainCheck { org, id } => crate::email::verify(self, org, &id),
                Timer::Delivery { org, id } => crate::email::attempt(self, org, id),
                Timer::Step { org, incident, step, round } => crate::oncall::walk(self, org, &incident, step, round),
                Timer::Page { org, incident, user, channel, step, round } => crate::oncall::page(self, org, &incident, &user, &channel, step, round),
            }
            self.clock.firing = None;
            fired.push((at, t));
        }
        fired
    }
    pub fn run_due(&mut self) { let n = self.now(); self.run_until(n); }

    pub fn role<'a>(&'a self, org: usize, id: &str) -> Option<&'a Role> { roles().iter().chain(self.orgs[org].custom.iter()).find(|r| r.id == id) }
    fn grant_has(&self, org: usize, g: &Grant, perm: &str) -> bool {
        if g.role == "owner" { return true }
        self.role(org, &g.role).map_or(false, |r| r.perms.iter().any(|p| p == perm))
    }
    fn allowed(&self, org: usize, gs: &[Grant], perm: &str, res: Option<&str>) -> bool {
        gs.iter().any(|g| self.grant_has(org, g, perm) && match (&g.ids, res) { (None, _) => true, (Some(ids), Some(r)) => ids.iter().any(|i| i == r), (Some(_), None) => false })
    }
    /// May the caller do this with this resource (None: with the organization as a whole)?
    pub fn can(&self, c: &Ctx, perm: &str, res: Option<&str>) -> bool {
        self.allowed(c.org, &c.grants, perm, res) && c.scope.as_ref().map_or(true, |s| self.allowed(c.org, s, perm, res))
    }
    /// ... with anything at all?
    pub fn can_some(&self, c: &Ctx, perm: &str) -> bool {
        let any = |gs: &[Grant]| gs.iter().any(|g| self.grant_has(c.org, g, perm));
        any(&c.grants) && c.scope.as_ref().map_or(true, |s| any(s))
    }
    pub fn need(&self, c: &Ctx, perm: &str, res: Option<&str>) -> Result<(), Resp> { if self.can(c, perm, res) { Ok(()) } else { err(403, format!("{perm} is required")) } }
    pub fn need_some(&self, c: &Ctx, perm: &str) -> Result<(), Resp> { if self.can_some(c, perm) { Ok(()) } else { err(403, format!("{perm} is required")) } }

    pub fn user(&self, id: &str) -> Option<&User> { self.users.iter().find(|u| u.id == id) }
    pub fn is_member(&self, org: usize, user: &str) -> bool { self.orgs[org].members.iter().any(|m| m.user == user) }
    pub fn org_of(&self, slug: &str) -> Option<usize> { self.orgs.iter().position(|o| o.slug == slug) }

    pub fn authenticate(&mut self, q: &Req) -> Result<Ctx, Resp> {
        let Some(b) = q.bearer().map(|s| s.to_string()) else { return err(401, "no valid session") };
        let now = self.now();
        let wanted = q.header("x-acting-organization").map(|s| s.to_string());
        let (user, org, scope) = if let Some(u) = self.users.iter().find(|u| u.session == b) {
            let org = match &wanted {
                Some(s) => match self.org_of(s) { Some(i) if self.is_member(i, &u.id) => i, _ => return err(403, "not a member of that organization") },
                None => match self.orgs.iter().position(|o| o.members.iter().any(|m| m.user == u.id)) { Some(i) => i, None => return err(403, "not a member of any organization") },
            };
            (u.id.clone(), org, None)
        } else {
            let h = hash(&b);
            let Some(t) = self.tokens.iter_mut().find(|t| t.hash == h) else { return err(401, "no valid session") };
            if !t.enabled || now >= t.expires { return err(401, "the token is disabled or has expired") }
            t.last = now;
            let t = self.tokens.iter().find(|t| t.hash == h).unwrap();
            if wanted.map_or(false, |s| self.org_of(&s) != Some(t.org)) { return err(403, "the token is bound to another organization") }
            (t.user.clone(), t.org, t.scope.clone())
        };
        let Some(m) = self.orgs[org].members.iter().find(|m| m.user == user) else { return err(403, "not a member of that organization") };
        let grants = m.grants.clone().unwrap_or_else(|| vec![Grant { role: m.role.clone(), ids: None }]);
        let u = self.user(&user).unwrap();
        Ok(Ctx { label: u.label.clone(), email: u.email.clone(), user, org, grants, scope })
    }

    pub fn fresh(epoch: u64) -> World {
        let mut w = World {
            epoch, clock: Clock { mode: Mode::Real, offset: 0, frozen: 0, firing: None }, timers: BTreeMap::new(), seq: 0, orgs: vec![], users: vec![], tokens: vec![], colliding: BTreeSet::new(),
            slugs: BTreeMap::new(), slug_history: BTreeMap::new(), foreign_domains: BTreeSet::new(), email_up: true, uptime_up: true, dns_up: true, at_once: false, paging: BTreeMap::new(), pages: vec![], deliveries_next: 7000, rules_next: 300, attempts: vec![], outbox: vec![],
        };
        for (id, label, mail) in [
            ("usr-ada", "Ada Okonkwo", "ada@northwind.example"), ("usr-ben", "Ben Castell", "ben@northwind.example"), ("usr-cleo", "Cleo Marsh", "cleo@northwind.example"),
            ("usr-dov", "Dov Lindqvist", "dov@northwind.example"), ("usr-eve", "Eve Santoro", "eve@northwind.example"), ("usr-fox", "Fox Adeyemi", "fox@southsea.example"), ("usr-gil", "Gil Novak", "gil@both.example"),
        ] { w.users.push(User { id: id.into(), label: label.into(), email: mail.into(), session: format!("ses_{}_4be1c7", &id[4..]) }) }
        let m = |u: &str, r: &str| Member { user: u.into(), role: r.into(), grants: None };
        for (slug, members) in [("northwind", vec![m("usr-ada", "owner"), m("usr-ben", "admin"), m("usr-cleo", "member"), m("usr-dov", "viewer"), m("usr-gil", "member")]), ("southsea", vec![m("usr-fox", "owner"), m("usr-gil", "admin")])] {
            w.orgs.push(Org {
                slug: slug.into(), members, payment: true, cluster_quota: 40,
                contacts: [format!("accounts@{slug}.example"), format!("platform@{slug}.example"), format!("security@{slug}.example")],
                email: Email { enabled: true, quota: 10_000, ..Default::default() },
                uptime: Uptime { enabled: true, quota: 250, metrics_up: true, ..Default::default() },
                ..Default::default()
            });
        }
        let now = w.now();
        for (o, n) in [(0, "checkout"), (0, "search"), (0, "warehouse"), (1, "harbour")] { crate::oncall::seed_service(&mut w, o, n, now) }
        crate::registry::seed(&mut w, 0, "nw-images", now);
        crate::registry::seed(&mut w, 1, "ss-images", now);
        let d = crate::email::seed(&mut w, 0, "mail.northwind.example", now);
        crate::email::seed(&mut w, 1, "mail.southsea.example", now);
        w.orgs[0].members.push(Member { user: "usr-eve".into(), role: "member".into(), grants: Some(vec![Grant { role: "email-operator".into(), ids: Some(vec![d]) }, Grant { role: "registry-operator".into(), ids: Some(vec!["nw-images".into()]) }]) });
        w
    }
}
