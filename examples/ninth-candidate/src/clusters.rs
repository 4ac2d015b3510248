//! Managed clusters.
use crate::http::{empty, err, ok, Req, Resp, R};
use crate::json::J;
use crate::util::*;
use crate::world::*;
use std::collections::BTreeMap;

#[derive(Clone, PartialEq)]
pub struct Store { pub mode: String, pub size: Option<String>, pub gib: Option<i64>, pub replicas: Option<i64>, pub backups: Option<bool> }
#[derive(Clone, PartialEq)]
pub struct Spec { pub tier: String, pub version: String, pub replicas: i64, pub store: Store, pub lb: bool }
pub struct Node { pub name: String, pub ready: bool, pub agent: String, pub vanished: bool }
pub struct JoinToken { pub hash: String, pub expires: i64, pub used: bool }
pub struct RegToken { pub id: String, pub name: String, pub hash: String, pub created: i64, pub expires: Option<i64>, pub used: Option<i64>, pub disabled: bool }
pub struct Cluster { pub name: String, pub spec: Spec, pub desired: Option<Spec>, pub mesh: bool, pub phase: &'static str, pub gen: u64, pub created: i64, pub max_services: i64, pub lbs: Vec<(String, String)>, pub nodes: Vec<Node>, pub joins: Vec<JoinToken>, pub regs: Vec<RegToken>, pub kubes: Vec<(String, i64)>, pub load: BTreeMap<String, f64>, pub block_once: bool, pub host: String }

pub const VERSIONS: &[&str] = &["1.30.14", "1.31.11", "1.32.7", "1.32.9", "1.33.4", "1.34.1", "1.35.0"];
const DEFAULT: &str = "1.32.7";
const TIERS: &[&str] = &["small", "medium", "large"];
const SIZES: &[&str] = &["db-small", "db-medium", "db-large"];
pub const COMPONENTS: &[&str] = &["api-server", "etcd", "scheduler"];
const CROWDED: f64 = 55.0;
const SKEW: i64 = 2;
const PROVISION: i64 = 4000;
const ROLL: i64 = 3000;
const TEARDOWN: i64 = 3000;
const NODE_READY: i64 = 2000;

fn version(s: &str) -> Option<(i64, i64, i64)> {
    let v: Vec<i64> = s.trim_start_matches('v').split('.').map(|x| x.parse().ok()).collect::<Option<Vec<i64>>>()?;
    match v.len() { 2 => Some((v[0], v[1], 0)), 3 => Some((v[0], v[1], v[2])), _ => None }
}
fn json(c: &Cluster) -> J {
    let s = &c.spec;
    let d = obj! { "mode": &s.store.mode }.opt("size", s.store.size.clone()).opt("storageGiB", s.store.gib).opt("replicas", s.store.replicas).opt("backups", s.store.backups);
    let lb = obj! { "enabled": s.lb, "maxServices": c.max_services, "loadBalancers": c.lbs.iter().map(|l| obj! { "service": &l.0, "ip": &l.1 }).collect::<Vec<J>>() };
    // a control plane of one replica is away while it rolls
    let up = match c.phase { "ready" | "draining" => true, "rolling" => s.replicas > 1, _ => false };
    obj! { "name": &c.name, "tier": &s.tier, "orchestratorVersion": &s.version, "replicas": s.replicas, "mesh": c.mesh, "datastore": d, "phase": c.phase, "managedLoadBalancers": lb }.opt("endpoint", if up { Some(format!("https://{}:6443", c.host)) } else { None })
}
fn store(d: &J) -> Result<Store, Resp> {
    d.only(&["mode", "size", "storageGiB", "replicas", "backups"])?;
    let mode = d.choice("mode", &["shared", "dedicated"])?;
    let size = if d.get("size").is_some() { Some(d.choice("size", SIZES)?) } else { None };
    let (gib, replicas, backups) = (d.oint("storageGiB", 1, 16384)?, d.oint("replicas", 1, 9)?, d.obool("backups")?);
    if mode == "shared" {
        if size.is_some() || gib.is_some() || replicas.is_some() { return err(422, "a shared datastore has no size of its own") }
        return Ok(Store { mode, size: None, gib: None, replicas: None, backups })
    }
    Ok(Store { mode, size: size.or(Some("db-small".into())), gib: gib.or(Some(20)), replicas: replicas.or(Some(1)), backups: backups.or(Some(true)) })
}
fn delay(w: &World, ms: i64) -> i64 { if w.at_once { 0 } else { ms } }
fn find(w: &World, c: &Ctx, name: &str) -> Result<usize, Resp> {
    match w.orgs[c.org].clusters.iter().position(|x| x.name == name) {
        Some(i) => Ok(i),
        None if w.orgs.iter().any(|o| o.clusters.iter().any(|x| x.name == name)) => err(403, "organization mismatch"),
        None => err(404, "no such cluster"),
    }
}

pub fn handle(w: &mut World, op: &str, c: &Ctx, q: &Req) -> R {
    let now = w.now();
    let name = q.p.first().cloned().unwrap_or_default();
    match op {
        "listClusterVersions" => return ok(200, obj! { "versions": VERSIONS.iter().map(|v| obj! { "version": *v, "default": *v == DEFAULT }).collect::<Vec<J>>() }),
        "listClusters" => {
            w.need_some(c, "clusters.cluster.read")?;
            return ok(200, obj! { "clusters": w.orgs[c.org].clusters.iter().filter(|x| w.can(c, "clusters.cluster.read", Some(&x.name))).map(json).collect::<Vec<J>>() })
        }
        "createCluster" => {
            let b = q.json()?;
            w.need(c, "clusters.cluster.write", None)?;
            b.only(&["name", "tier", "orchestratorVersion", "replicas", "mesh", "datastore", "managedLoadBalancers"])?;
            let name = b.str("name")?;
            let ok_name = !name.is_empty() && name.len() <= 63 && name.bytes().all(|x| x.is_ascii_lowercase() || x.is_ascii_digit() || x == b'-') && name.as_bytes()[0].is_ascii_lowercase() && !name.ends_with('-');
            if !ok_name { return err(422, "a name is small letters, digits and hyphens") }
            let tier = b.choice("tier", TIERS)?;
            let v = b.ostr("orchestratorVersion")?.unwrap_or_else(|| DEFAULT.into());
            if !VERSIONS.contains(&v.as_str()) { return err(422, "not a version of the catalog") }
            let replicas = b.oint("replicas", 1, 7)?.unwrap_or(1);
            let mesh = b.obool("mesh")?.unwrap_or(false);
            let st = match b.oobj("datastore")? { Some(d) => store(d)?, None => Store { mode: "shared".into(), size: None, gib: None, replicas: None, backups: None } };
            let lb = match b.oobj("managedLoadBalancers")? { Some(l) => { l.only(&["enabled"])?; l.bool("enabled")? } None => false };
            if w.orgs[c.org].clusters.len() as i64 >= w.orgs[c.org].cluster_quota { return err(403, "the cluster quota is exceeded") }
            if w.orgs.iter().any(|o| o.clusters.iter().any(|x| x.name == name)) { return err(409, "the name is taken") }
            let gen = w.next();
            let x = Cluster { host: format!("{name}.{}.k8s.northwind-platform.example", w.orgs[c.org].slug), name: name.clone(), spec: Spec { tier, version: v, replicas, store: st, lb }, desired: None, mesh, phase: "provisioning", gen, created: now, max_services: 6, lbs: vec![], nodes: vec![], joins: vec![], regs: vec![], kubes: vec![], load: BTreeMap::new(), block_once: false };
            let j = json(&x);
            w.orgs[c.org].clusters.push(x);
            let d = delay(w, PROVISION);
            w.timer(now + d, Timer::Cluster { org: c.org, name, gen });
            return ok(201, j)
        }
        _ => {}
    }
    let perm = match op {
        "getCluster" | "getClusterUsage" => "clusters.cluster.read",
        "updateCluster" => "clusters.cluster.write",
        "deleteCluster" => "clusters.cluster.admin",
        "listNodes" => "clusters.node.read",
        "deleteNode" => "clusters.node.write",
        "getKubeconfig" => "clusters.kubeconfig.admin",
        "listRegistrationTokens" => "clusters.token.read",
        _ => "clusters.token.write",
    };
    w.need_some(c, perm)?;
    let i = find(w, c, &name)?;
    w.need(c, perm, Some(&name))?;
    let x = &mut w.orgs[c.org].clusters[i];
    match op {
        "getCluster" => ok(200, json(x)),
        "updateCluster" => {
            let b = q.json()?;
            b.only(&["orchestratorVersion", "tier", "replicas", "managedLoadBalancers", "datastore"])?;
            let mut s = x.spec.clone();
            if let Some(v) = b.ostr("orchestratorVersion")? { if !VERSIONS.contains(&v.as_str()) { return err(422, "not a version of the catalog") } s.version = v }
            if let Some(t) = b.ostr("tier")? { if !TIERS.contains(&t.as_str()) { return err(422, "no such tier") } s.tier = t }
            if let Some(r) = b.oint("replicas", 1, 7)? { s.replicas = r }
            if let Some(l) = b.oobj("managedLoadBalancers")? { l.only(&["enabled"])?; s.lb = l.bool("enabled")? }
            if let Some(d) = b.oobj("datastore")? {
                d.only(&["size", "storageGiB", "replicas", "backups"])?;
                let (size, gib, reps, back) = (d.choice("size", SIZES)?, d.int("storageGiB", 1, 16384)?, d.int("replicas", 1, 9)?, d.bool("backups")?);
                if s.store.mode != "dedicated" { return err(422, "a shared datastore cannot be resized") }
                if s.store.gib.map_or(false, |g| gib < g) { return err(422, "storage cannot shrink") }
                s.store = Store { mode: s.store.mode.clone(), size: Some(size), gib: Some(gib), replicas: Some(reps), backups: Some(back) }
            }
            if x.block_once { x.block_once = false; return err(409, "another change is in progress") }
            if x.phase != "ready" { return err(409, format!("another change is in progress: the cluster is {}", x.phase)) }
            if s == x.spec { return ok(200, json(x)) }
            let (a, z) = (version(&x.spec.version).unwrap(), version(&s.version).unwrap());
            if z < a { return err(422, "no downgrade") }
            if z.1 - a.1 > 1 { return err(422, "one minor version per hop") }
            if z != a {
                let behind: Vec<String> = x.nodes.iter().filter(|n| version(&n.agent).map_or(false, |v| z.0 > v.0 || z.1 - v.1 > SKEW)).map(|n| n.name.clone()).collect();
                if !behind.is_empty() { return err(409, format!("agents would be left too far behind on: {}", behind.join(", "))) }
            }
            let rank = |t: &str| TIERS.iter().position(|y| *y == t).unwrap();
            if rank(&s.tier) < rank(&x.spec.tier) {
                if let Some((k, v)) = x.load.iter().find(|l| *l.1 > CROWDED) { return err(409, format!("no headroom for a smaller tier: {k} is at {v} %")) }
            }
            x.desired = Some(s);
            x.phase = "rolling";
            let gen = w.next();
            let x = &mut w.orgs[c.org].clusters[i];
            x.gen = gen;
            let j = json(x);
            let d = delay(w, ROLL);
            w.timer(now + d, Timer::Cluster { org: c.org, name, gen });
            ok(200, j)
        }
        "deleteCluster" => {
            if x.phase == "draining" { return empty(202) }
            x.phase = "draining";
            let gen = w.next();
            w.orgs[c.org].clusters[i].gen = gen;
            let d = delay(w, TEARDOWN);
            w.timer(now + d, Timer::Cluster { org: c.org, name, gen });
            empty(202)
        }
        "getClusterUsage" => ok(200, obj! { "cluster": &x.name, "takenAt": iso_sec(now), "controlPlaneSeconds": (now - x.created) / 1000, "nodes": x.nodes.iter().filter(|n| !n.vanished).count(), "loadBalancers": x.lbs.len(), "components": COMPONENTS.iter().map(|k| obj! { "component": *k, "usedPercent": x.load.get(*k).copied().unwrap_or(18.0) }).collect::<Vec<J>>() }),
        "listNodes" => ok(200, obj! { "nodes": x.nodes.iter().filter(|n| !n.vanished).map(node_json).collect::<Vec<J>>() }),
        "getKubeconfig" => {
            if x.phase == "provisioning" { return err(409, "the cluster is not there yet") }
            let t = secret("nwk_");
            x.kubes.push((hash(&t), now + 600_000));
            let (n, h) = (&x.name, &x.host);
            ok(200, obj! { "kubeconfig": format!("apiVersion: v1\nkind: Config\nclusters:\n- name: {n}\n  cluster:\n    server: https://{h}:6443\ncontexts:\n- name: {n}\n  context:\n    cluster: {n}\n    user: {n}-admin\ncurrent-context: {n}\nusers:\n- name: {n}-admin\n  user:\n    token: {t}\n"), "expiresIn": 600 })
        }
        "createJoinToken" => {
            if x.phase == "draining" { return err(409, "the cluster is being torn down") }
            let t = secret("nwj_");
            x.joins.push(JoinToken { hash: hash(&t), expires: now + 1_200_000, used: false });
            ok(201, obj! { "joinCommand": format!("nwctl join --cluster {} --token {t}", x.name), "joinToken": t, "cluster": &x.name, "expiresIn": 1200 })
        }
        "deleteNode" => {
            let n = x.nodes.len();
            x.nodes.retain(|y| y.name != q.p[1]);
            if x.nodes.len() == n { return err(404, "no such node") }
            empty(204)
        }
        "listRegistrationTokens" => ok(200, obj! { "tokens": x.regs.iter().map(|t| obj! { "id": &t.id, "name": &t.name, "createdAt": iso_sec(t.created), "disabled": t.disabled }.opt("expiresAt", t.expires.map(iso_sec)).opt("lastUsed", t.used.map(iso_sec))).collect::<Vec<J>>() }),
        "createRegistrationToken" => {
            let b = q.json()?;
            b.only(&["name", "expiresIn"])?;
            let (tn, e) = (b.text("name", 120)?, b.oint("expiresIn", 1, 10 * 366 * 86400)?);
            if x.phase == "draining" { return err(409, "the cluster is being torn down") }
            let (id, t) = (uuid(), secret("nwg_"));
            x.regs.push(RegToken { id: id.clone(), name: tn.clone(), hash: hash(&t), created: now, expires: e.map(|e| now + e * 1000), used: None, disabled: false });
            ok(201, obj! { "id": id, "name": tn, "cloudConfig": format!("#cloud-config\nruncmd:\n- nwctl join --cluster {} --token {t}\n", x.name), "joinCommand": format!("nwctl join --cluster {} --token {t}", x.name), "token": t })
        }
        "updateRegistrationToken" => {
            let b = q.json()?;
            let Some(t) = x.regs.iter_mut().find(|t| t.id == q.p[1]) else { return err(404, "no such token") };
            b.only(&["disabled"])?;
            t.disabled = b.bool("disabled")?;
            empty(204)
        }
        "deleteRegistrationToken" => {
            let n = x.regs.len();
            x.regs.retain(|t| t.id != q.p[1]);
            if x.regs.len() == n { return err(404, "no such token") }
            empty(204)
        }
        _ => empty(501),
    }
}
fn node_json(n: &Node) -> J { obj! { "name": &n.name, "ready": n.ready, "agentVersion": &n.agent } }

pub fn fire(w: &mut World, org: usize, name: &str, gen: u64) {
    let o = &mut w.orgs[org];
    let Some(i) = o.clusters.iter().position(|c| c.name == name && c.gen == gen) else { return };
    if o.clusters[i].phase == "draining" { o.clusters.remove(i); return }
    let c = &mut o.clusters[i];
    if let Some(d) = c.desired.take() { c.spec = d; if !c.spec.lb { c.lbs.clear() } }
    c.phase = "ready"
}
pub fn node_ready(w: &mut World, org: usize, cluster: &str, node: &str) {
    if let Some(n) = w.orgs[org].clusters.iter_mut().find(|c| c.name == cluster).and_then(|c| c.nodes.iter_mut().find(|n| n.name == node)) { n.ready = true }
}
/// A node joins; the status is that of the side door.
fn join(w: &mut World, org: usize, i: usize, node: &str, token: Option<&str>, agent: Option<String>, ready: Option<bool>) -> Result<&'static str, (u16, String)> {
    let now = w.now();
    let x = &mut w.orgs[org].clusters[i];
    if x.phase == "draining" { return Err((409, "the cluster is being torn down".into())) }
    let mut with = "nothing";
    let h = token.map(hash);
    let (mut jt, mut rt) = (None, None);
    if let Some(h) = &h {
        if let Some(k) = x.joins.iter().position(|t| t.hash == *h) {
            let t = &x.joins[k];
            if t.used || now >= t.expires { return Err((401, "the join token was used or has expired".into())) }
            with = "join-token";
            jt = Some(k)
        } else if let Some(k) = x.regs.iter().position(|t| t.hash == *h) {
            let t = &x.regs[k];
            if t.disabled || t.expires.map_or(false, |e| now >= e) { return Err((401, "the registration token is disabled or has expired".into())) }
            with = "registration-token";
            rt = Some(k)
        } else { return Err((401, "unknown token".into())) }
    }
    if x.nodes.iter().any(|n| n.name == node) { return Err((409, "there is a node of this name".into())) }
    if let Some(k) = jt { x.joins[k].used = true }
    if let Some(k) = rt { x.regs[k].used = Some(now) }
    let agent = agent.unwrap_or_else(|| x.spec.version.clone());
    x.nodes.push(Node { name: node.into(), ready: ready == Some(true), agent, vanished: false });
    let cluster = x.name.clone();
    if ready.is_none() { let d = delay(w, NODE_READY); w.timer(now + d, Timer::NodeReady { org, cluster, node: node.into() }) }
    Ok(with)
}
pub fn door(w: &mut World, q: &Req) -> R {
    let b = q.json()?;
    let (token, node, agent) = (b.str("token")?, b.text("node", 253)?, b.ostr("agentVersion")?);
    let Some((org, i)) = w.orgs.iter().enumerate().find_map(|(o, x)| x.clusters.iter().position(|c| c.name == q.p[0]).map(|i| (o, i))) else { return err(404, "no such cluster") };
    if agent.as_ref().map_or(false, |a| version(a).is_none()) { return err(422, "agentVersion is not a version") }
    match join(w, org, i, &node, Some(&token), agent, None) { Ok(_) => { let x = &w.orgs[org].clusters[i]; ok(201, node_json(x.nodes.last().unwrap())) } Err((s, e)) => err(s, e) }
}
pub fn event(w: &mut World, name: &str, b: &J) -> R {
    let now = w.now();
    let org = crate::control::org(w, b)?;
    let cn = b.str("cluster")?;
    // names are unique over all organizations, so the organization may be left out
    let Some((org, i)) = Some(org).into_iter().chain(if b.get("organization").is_none() { (0..w.orgs.len()).collect::<Vec<_>>() } else { vec![] }).find_map(|o| w.orgs[o].clusters.iter().position(|c| c.name == cn).map(|i| (o, i))) else { return err(404, "no such cluster") };
    let at_once = w.at_once;
    match name {
        "node-joins" => {
            let node = b.str("node")?;
            let (t, a, r) = (b.ostr("token")?, b.ostr("agentVersion")?, b.obool("ready")?);
            if a.as_ref().map_or(false, |a| version(a).is_none()) { return err(400, "agentVersion is not a version") }
            return match join(w, org, i, &node, t.as_deref(), a, r) { Ok(with) => ok(200, obj! { "node": node, "with": with }), Err((_, e)) => err(409, e) }
        }
        "agent-upgraded" | "node-lost" => {
            let node = b.str("node")?;
            let x = &mut w.orgs[org].clusters[i];
            let Some(n) = x.nodes.iter_mut().find(|n| n.name == node) else { return err(404, "no such node") };
            if name == "agent-upgraded" {
                let v = b.str("agentVersion")?;
                if version(&v).is_none() { return err(400, "agentVersion is not a version") }
                n.agent = v
            } else {
                match b.ostr("how")?.as_deref().unwrap_or("not-ready") { "not-ready" => n.ready = false, "vanished" => { n.ready = false; n.vanished = true } "back" => { n.ready = true; n.vanished = false } _ => return err(400, "how is not-ready, vanished or back") }
            }
        }
        "headroom-changes" => {
            let k = b.str("component")?;
            let p = match b.get("usedPercent") { Some(J::Int(n)) => *n as f64, Some(J::Num(n)) => *n, _ => return err(400, "usedPercent is a number") };
            if !COMPONENTS.contains(&k.as_str()) { return err(400, format!("the components are {}", COMPONENTS.join(", "))) }
            w.orgs[org].clusters[i].load.insert(k, p);
        }
        "service-exposed" => {
            let s = b.str("service")?;
            let x = &mut w.orgs[org].clusters[i];
            if !x.spec.lb { return err(409, "load balancers are off") }
            if let Some(l) = x.lbs.iter().find(|l| l.0 == s) { return ok(200, obj! { "service": s, "ip": &l.1 }) }
            if x.lbs.len() as i64 >= x.max_services { return err(409, "the maximum number of services is reached") }
            let ip = b.ostr("ip")?.unwrap_or_else(|| format!("198.51.100.{}", 1 + rand64() % 250));
            x.lbs.push((s.clone(), ip.clone()));
            return ok(200, obj! { "service": s, "ip": ip })
        }
        "service-withdrawn" => {
            let s = b.str("service")?;
            let x = &mut w.orgs[org].clusters[i];
            let n = x.lbs.len();
            x.lbs.retain(|l| l.0 != s);
            if x.lbs.len() == n { return err(404, "no such service") }
        }
        "cluster-changes-concurrently" => {
            let once = match b.ostr("lasts")?.as_deref().unwrap_or("roll") { "one-request" => true, "roll" => false, _ => return err(400, "lasts is one-request or roll") };
            let x = &mut w.orgs[org].clusters[i];
            if x.phase != "ready" { return err(409, "the cluster is not at rest") }
            let mut s = x.spec.clone();
            if let Some(ch) = b.oobj("change")? {
                if let Some(v) = ch.ostr("orchestratorVersion")? { s.version = v }
                if let Some(t) = ch.ostr("tier")? { s.tier = t }
                if let Some(r) = ch.oint("replicas", 1, 7)? { s.replicas = r }
            }
            if version(&s.version).is_none() || !TIERS.contains(&s.tier.as_str()) { return err(400, "no such version or tier") }
            if once { x.block_once = true; x.spec = s } else {
                x.desired = Some(s);
                x.phase = "rolling";
                let gen = w.next();
                w.orgs[org].clusters[i].gen = gen;
                w.timer(now + if at_once { 0 } else { ROLL }, Timer::Cluster { org, name: cn, gen })
            }
        }
        _ => return err(501, "no such event"),
    }
    ok(200, obj! {})
}
