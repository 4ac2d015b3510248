//! Container registries.
use crate::http::{empty, err, ok, Req, Resp, R};
use crate::json::J;
use crate::util::*;
use crate::world::*;
use std::collections::BTreeMap;

pub struct Manifest { pub digest: String, pub media: String, pub own: i64, pub layers: Vec<(String, i64)>, pub created: i64 }
impl Manifest { pub fn size(&self) -> i64 { self.own + self.layers.iter().map(|l| l.1).sum::<i64>() } }
pub struct Tag { pub name: String, pub digest: String, pub updated: i64 }
pub struct Repo { pub name: String, pub created: i64, pub manifests: Vec<Manifest>, pub tags: Vec<Tag> }
impl Repo {
    pub fn blobs(&self) -> BTreeMap<&str, i64> { self.manifests.iter().flat_map(|m| m.layers.iter().map(|l| (l.0.as_str(), l.1))).collect() }
    pub fn size(&self) -> i64 { self.manifests.iter().map(|m| m.own).sum::<i64>() + self.blobs().values().sum::<i64>() }
}
pub struct RKey { pub id: String, pub name: String, pub mode: String, pub prefixes: Vec<String>, pub oidc: bool, pub hash: String, pub created: i64, pub expires: Option<i64>, pub used: Option<i64>, pub revoked: Option<i64> }
pub struct Rule { pub id: i64, pub name: String, pub issuer: String, pub audience: String, pub pattern: String, pub mode: String, pub prefixes: Vec<String>, pub created: i64 }
pub struct UpCred { pub host: String, pub username: String, pub hash: String, pub created: i64 }
pub struct Registry { pub slug: String, pub display: String, pub region: String, pub quota: i64, pub created: i64, pub repos: Vec<Repo>, pub keys: Vec<RKey>, pub rules: Vec<Rule>, pub creds: Vec<UpCred> }
impl Registry { pub fn used(&self) -> i64 { self.repos.iter().map(|r| r.size()).sum() } }
pub struct Login { pub id: String, pub username: String, pub hash: String, pub user: String, pub expires: i64, pub scopes: Vec<(String, String)>, pub revoked: bool }

pub const UPSTREAMS: &[(&str, &str)] = &[("docker.io", "https://registry-1.docker.io"), ("ghcr.io", "https://ghcr.io"), ("quay.io", "https://quay.io"), ("registry.k8s.io", "https://registry.k8s.io"), ("nvcr.io", "https://nvcr.io"), ("registry.gitlab.com:443", "https://registry.gitlab.com:443")];
const RESERVED: &[&str] = &["admin", "api", "www", "registry", "library", "status", "root", "system", "internal", "v2", "public", "support"];
const QUOTA: i64 = 50_000_000_000;

pub fn seed(w: &mut World, org: usize, slug: &str, now: i64) {
    w.slug_history.insert(slug.into(), org);
    w.orgs[org].registries.push(Registry { slug: slug.into(), display: slug.into(), region: "eu-north".into(), quota: QUOTA, created: now, repos: vec![], keys: vec![], rules: vec![], creds: vec![] })
}
fn shape(r: &Registry) -> J { obj! { "slug": &r.slug, "displayName": &r.display, "region": &r.region, "storageQuotaBytes": r.quota, "createdAt": iso_off(r.created) } }
fn find(w: &World, c: &Ctx, slug: &str) -> Result<usize, Resp> {
    match w.orgs[c.org].registries.iter().position(|r| r.slug == slug) { Some(i) => Ok(i), None => err(404, "no such registry") }
}
fn query(q: &Req, k: &str) -> Result<String, Resp> { match q.q(k) { Some(s) if !s.is_empty() => Ok(s.to_string()), _ => err(422, format!("the query parameter {k} is required")) } }
fn repo(r: &Registry, n: &str) -> Result<usize, Resp> { match r.repos.iter().position(|x| x.name == n) { Some(i) => Ok(i), None => err(404, "no such repository") } }
fn prefixes(b: &J) -> Result<Vec<String>, Resp> {
    let v = b.ostrs("repoPrefixes")?.unwrap_or_default();
    for p in &v { if p.is_empty() || p.len() > 255 { return err(422, "a prefix must not be empty") } }
    Ok(v)
}
pub fn prefix_ok(ps: &[String], repo: &str) -> bool {
    ps.is_empty() || ps.iter().any(|p| if p.ends_with('/') { repo.starts_with(p.as_str()) } else { repo == p || repo.starts_with(&format!("{p}/")) })
}

/// May this password do this? Records the use.
pub fn data_plane(w: &mut World, username: Option<&str>, id: Option<&str>, password: Option<&str>, registry: Option<&str>, repository: Option<&str>, write: bool, at: i64) -> Result<(), String> {
    let h = password.map(hash);
    for o in w.orgs.iter_mut() {
        if let Some(h) = &h {
            if let Some(l) = o.logins.iter().find(|l| l.hash == *h) {
                if username.map_or(false, |u| u != l.username) { return Err("the username does not match".into()) }
                if l.revoked { return Err("logged out".into()) }
                if at >= l.expires { return Err("expired".into()) }
                let Some(r) = registry else { return Ok(()) };
                let Some(s) = l.scopes.iter().find(|s| s.0 == r) else { return Err("not for this registry".into()) };
                if !o.registries.iter().any(|x| x.slug == r) { return Err("no such registry".into()) }
                if write && s.1 != "readwrite" { return Err("read-only".into()) }
                return Ok(())
            }
        }
        for r in o.registries.iter_mut() {
            for k in r.keys.iter_mut() {
                let hit = match (&h, id) { (Some(h), _) => k.hash == *h, (None, Some(i)) => k.id == i, _ => false };
                if !hit { continue }
                if username.map_or(false, |u| u != k.id) { return Err("the username does not match".into()) }
                if registry.map_or(false, |s| s != r.slug) { return Err("not for this registry".into()) }
                if k.revoked.is_some() { return Err("revoked".into()) }
                if k.expires.map_or(false, |e| at >= e) { return Err("expired".into()) }
                if write && k.mode != "readwrite" { return Err("read-only".into()) }
                if repository.map_or(false, |n| !prefix_ok(&k.prefixes, n)) { return Err("outside the key's prefixes".into()) }
                k.used = Some(k.used.map_or(at, |u| u.max(at)));
                return Ok(())
            }
        }
    }
    Err("unknown".into())
}

pub fn handle(w: &mut World, op: &str, c: &Ctx, q: &Req) -> R {
    let now = w.now();
    let slug = q.p.first().cloned().unwrap_or_default();
    match op {
        "listUpstreams" => {
            w.need_some(c, "registry.registry.read")?;
            return ok(200, obj! { "upstreams": UPSTREAMS.iter().map(|u| obj! { "host": u.0, "endpoint": u.1 }).collect::<Vec<J>>() })
        }
        "listRegistries" => {
            w.need_some(c, "registry.registry.read")?;
            let v: Vec<J> = w.orgs[c.org].registries.iter().filter(|r| w.can(c, "registry.registry.read", Some(&r.slug))).map(shape).collect();
            return ok(200, obj! { "registries": v })
        }
        "createRegistry" => {
            let b = q.json()?;
            w.need(c, "registry.registry.write", None)?;
            b.only(&["slug", "displayName", "region"])?;
            let slug = b.str("slug")?;
            let good = slug.len() >= 2 && slug.len() <= 63 && slug.bytes().all(|x| x.is_ascii_lowercase() || x.is_ascii_digit() || x == b'-') && slug.as_bytes()[0].is_ascii_alphanumeric() && !slug.ends_with('-');
            if !good { return err(422, "a slug is 2 to 63 small letters, digits and hyphens") }
            let display = b.otext("displayName", 120)?.unwrap_or_else(|| slug.clone());
            let region = b.ostr("region")?.unwrap_or_else(|| "eu-north".into());
            if region.is_empty() || region.len() > 40 || !region.bytes().all(|x| x.is_ascii_lowercase() || x.is_ascii_digit() || x == b'-') { return err(422, "no such region") }
            if RESERVED.contains(&slug.as_str()) || w.slugs.contains_key(&slug) { return err(409, "the slug is taken or reserved") }
            if w.orgs.iter().any(|o| o.registries.iter().any(|r| r.slug == slug)) || w.slug_history.get(&slug).map_or(false, |o| *o != c.org) { return err(409, "the slug is taken") }
            if !w.orgs[c.org].payment { return err(402, "an active payment method is required") }
            w.slug_history.insert(slug.clone(), c.org);
            let r = Registry { slug, display, region, quota: QUOTA, created: now, repos: vec![], keys: vec![], rules: vec![], creds: vec![] };
            let j = shape(&r);
            w.orgs[c.org].registries.push(r);
            return ok(201, j)
        }
        "createLoginCredential" => {
            let b = q.json_opt()?;
            if !w.can_some(c, "registry.repository.read") { return err(403, "no registry access") }
            b.only(&["registry", "pullOnly"])?;
            let only = b.ostr("registry")?;
            let pull = b.obool("pullOnly")?.unwrap_or(false);
            let mut scopes = vec![];
            for r in &w.orgs[c.org].registries {
                if only.as_ref().map_or(true, |o| *o == r.slug) && w.can(c, "registry.repository.read", Some(&r.slug)) {
                    scopes.push((r.slug.clone(), if !pull && w.can(c, "registry.repository.write", Some(&r.slug)) { "readwrite" } else { "pull" }.to_string()))
                }
            }
            if let Some(o) = &only { if scopes.is_empty() {
                if w.orgs[c.org].registries.iter().any(|r| r.slug == *o) { return err(403, "no access to this registry") }
                return err(404, "no such registry")
            } }
            let (id, password) = (format!("lc-{}", b32(14)), secret("nwl_"));
            let username = format!("{}+{}", w.orgs[c.org].slug, b32(8));
            let j = obj! { "keyId": &id, "username": &username, "password": &password, "expiresAt": iso_off(now + 3_600_000), "registry": only.unwrap_or_else(|| "*".into()), "scope": scopes.iter().map(|s| obj! { "registry": &s.0, "mode": &s.1 }).collect::<Vec<J>>() };
            w.orgs[c.org].logins.push(Login { id, username, hash: hash(&password), user: c.user.clone(), expires: now + 3_600_000, scopes, revoked: false });
            return ok(201, j)
        }
        "revokeLoginCredential" => {
            let admin = w.can(c, "registry.key.admin", None);
            let Some(l) = w.orgs[c.org].logins.iter_mut().find(|l| l.id == slug && (admin || l.user == c.user)) else { return err(404, "no such login") };
            l.revoked = true;
            return empty(204)
        }
        _ => {}
    }
    // everything else is about one registry
    let perm = match op {
        "getRegistry" => "registry.registry.read",
        "deleteRegistry" => "registry.registry.admin",
        "listTags" | "listManifests" | "listRepositories" => "registry.repository.read",
        "deleteTag" | "deleteManifest" => "registry.repository.write",
        "deleteRepository" => "registry.repository.admin",
        "listRegistryKeys" => "registry.key.read",
        "createRegistryKey" => "registry.key.admin",
        "revokeRegistryKey" => "registry.key.write",
        "listOidcRules" => "registry.oidc.read",
        "createOidcRule" | "deleteOidcRule" => "registry.oidc.write",
        "listUpstreamCredentials" => "registry.upstream.read",
        _ => "registry.upstream.write",
    };
    w.need_some(c, perm)?;
    let i = find(w, c, &slug)?;
    w.need(c, perm, Some(&slug))?;
    let admin = w.can(c, "registry.repository.admin", Some(&slug));
    let r = &mut w.orgs[c.org].registries[i];
    match op {
        "getRegistry" => ok(200, obj! { "slug": &r.slug, "region": &r.region, "storageQuotaBytes": r.quota, "usedBytes": r.used(), "repositoryCount": r.repos.len(), "createdAt": iso_off(r.created) }),
        "deleteRegistry" => {
            if !r.repos.is_empty() { return err(409, "the registry still has repositories") }
            w.orgs[c.org].registries.remove(i);
            empty(204)
        }
        "listRepositories" => {
            let mut v: Vec<&Repo> = r.repos.iter().collect();
            v.sort_by(|a, b| a.name.cmp(&b.name));
            ok(200, obj! { "repositories": v.iter().map(|p| obj! { "name": &p.name, "tagCount": p.tags.len(), "sizeBytes": p.size(), "createdAt": iso_off(p.created) }).collect::<Vec<J>>() })
        }
        "deleteRepository" => {
            let n = query(q, "repo")?;
            let k = repo(r, &n)?;
            r.repos.remove(k);
            empty(204)
        }
        "listTags" => {
            let n = query(q, "repo")?;
            let p = &r.repos[repo(r, &n)?];
            let mut v: Vec<&Tag> = p.tags.iter().collect();
            v.sort_by(|a, b| a.name.cmp(&b.name));
            ok(200, obj! { "tags": v.iter().map(|t| obj! { "name": &t.name, "digest": &t.digest, "manifestSize": p.manifests.iter().find(|m| m.digest == t.digest).map_or(0, |m| m.size()), "updatedAt": iso_off(t.updated) }).collect::<Vec<J>>() })
        }
        "deleteTag" => {
            let (n, t) = (query(q, "repo")?, query(q, "tag")?);
            let purge = match q.q("purge") { None | Some("false") => false, Some("true") => true, _ => return err(422, "purge is true or false") };
            let k = repo(r, &n)?;
            let p = &mut r.repos[k];
            let Some(x) = p.tags.iter().position(|y| y.name == t) else { return err(404, "no such tag") };
            let d = p.tags[x].digest.clone();
            let last = p.tags.iter().filter(|y| y.digest == d).count() == 1;
            if purge && last && !admin { return err(403, "purging an image needs registry.repository.admin") }
            p.tags.remove(x);
            if purge && last { p.manifests.retain(|m| m.digest != d) }
            ok(200, obj! { "purged": purge && last })
        }
        "listManifests" => {
            let n = query(q, "repo")?;
            let p = &r.repos[repo(r, &n)?];
            ok(200, obj! { "manifests": p.manifests.iter().rev().map(|m| obj! { "digest": &m.digest, "mediaType": &m.media, "sizeBytes": m.size(), "tags": p.tags.iter().filter(|t| t.digest == m.digest).map(|t| t.name.clone()).collect::<Vec<_>>(), "createdAt": iso_off(m.created) }).collect::<Vec<J>>() })
        }
        "deleteManifest" => {
            let (n, d) = (query(q, "repo")?, query(q, "digest")?);
            let k = repo(r, &n)?;
            let p = &mut r.repos[k];
            if !p.manifests.iter().any(|m| m.digest == d) { return err(404, "no such image") }
            p.manifests.retain(|m| m.digest != d);
            p.tags.retain(|t| t.digest != d);
            empty(204)
        }
        "listRegistryKeys" => ok(200, obj! { "keys": r.keys.iter().map(|k| obj! { "keyId": &k.id, "name": &k.name, "mode": &k.mode, "repoPrefixes": &k.prefixes, "mintedVia": if k.oidc { "oidc" } else { "manual" }, "createdAt": iso_off(k.created) }.opt("expiresAt", k.expires.map(iso_off)).opt("lastUsedAt", k.used.map(iso_off)).opt("revokedAt", k.revoked.map(iso_off))).collect::<Vec<J>>() }),
        "createRegistryKey" => {
            let b = q.json()?;
            b.only(&["name", "mode", "repoPrefixes"])?;
            let (name, mode, prefixes) = (b.text("name", 120)?, b.choice("mode", &["pull", "readwrite"])?, prefixes(&b)?);
            let (id, s) = (format!("rk-{}", b32(14)), secret("nwr_"));
            r.keys.push(RKey { id: id.clone(), name, mode, prefixes, oidc: false, hash: hash(&s), created: now, expires: None, used: None, revoked: None });
            ok(201, obj! { "keyId": id, "secret": s })
        }
        "revokeRegistryKey" => {
            let Some(k) = r.keys.iter_mut().find(|k| k.id == q.p[1]) else { return err(404, "no such key") };
            if k.revoked.is_none() { k.revoked = Some(now) }
            empty(204)
        }
        "listOidcRules" => ok(200, obj! { "rules": r.rules.iter().map(rule).collect::<Vec<J>>() }),
        "createOidcRule" => {
            let b = q.json()?;
            b.only(&["name", "issuer", "audience", "subjectPattern", "mode", "repoPrefixes"])?;
            let (issuer, audience, pattern) = (b.str("issuer")?, b.text("audience", 500)?, b.text("subjectPattern", 500)?);
            if url(&issuer).is_none() { return err(422, "issuer must be an http or https URI") }
            let (mode, prefixes, name) = (b.choice("mode", &["pull", "readwrite"])?, prefixes(&b)?, b.otext("name", 120)?);
            if r.rules.iter().any(|x| x.issuer == issuer && x.audience == audience && x.pattern == pattern && x.mode == mode && x.prefixes == prefixes) { return err(409, "there is such a rule already") }
            w.rules_next += 1;
            let id = w.rules_next;
            let x = Rule { id, name: name.unwrap_or_else(|| format!("rule {id}")), issuer, audience, pattern, mode, prefixes, created: now };
            let j = rule(&x);
            w.orgs[c.org].registries[i].rules.push(x);
            ok(201, j)
        }
        "deleteOidcRule" => {
            let n = r.rules.len();
            r.rules.retain(|x| x.id.to_string() != q.p[1]);
            if r.rules.len() == n { return err(404, "no such rule") }
            empty(204)
        }
        "listUpstreamCredentials" => ok(200, obj! { "upstreamCredentials": r.creds.iter().map(|k| obj! { "upstream": &k.host, "username": &k.username, "createdAt": iso_off(k.created) }).collect::<Vec<J>>() }),
        "setUpstreamCredential" => {
            let b = q.json()?;
            let host = q.p[1].to_ascii_lowercase();
            if !UPSTREAMS.iter().any(|u| u.0 == host) { return err(404, "not an upstream of the catalog") }
            b.only(&["username", "password"])?;
            let (username, password) = (b.text("username", 255)?, b.text("password", 4096)?);
            r.creds.retain(|k| k.host != host);
            let j = obj! { "upstream": &host, "username": &username };
            r.creds.push(UpCred { host, username, hash: hash(&password), created: now });
            ok(200, j)
        }
        "deleteUpstreamCredential" => {
            let host = q.p[1].to_ascii_lowercase();
            let n = r.creds.len();
            r.creds.retain(|k| k.host != host);
            if r.creds.len() == n { return err(404, "no credential for this upstream") }
            empty(204)
        }
        _ => empty(501),
    }
}
fn rule(x: &Rule) -> J { obj! { "id": x.id, "name": &x.name, "issuer": &x.issuer, "audience": &x.audience, "subjectPattern": &x.pattern, "mode": &x.mode, "repoPrefixes": &x.prefixes, "createdAt": iso_off(x.created) } }

/// Side doors: the data plane, and the exchange of identity tokens.
/// Token and issuer of an exchange, if a rule trusts that issuer.
pub fn issuer(q: &Req) -> Option<(String, String)> {
    let b = q.json().ok()?;
    let t = b.get("token")?.s()?.to_string();
    let iss = crate::json::parse(&unbase64(t.split('.').nth(1)?, false)?)?.get("iss")?.s()?.to_string();
    if t.split('.').count() != 3 { return None }
    lock().orgs.iter().any(|o| o.registries.iter().any(|r| r.rules.iter().any(|x| x.issuer == iss))).then_some((t, iss))
}
pub fn door(w: &mut World, op: &str, q: &Req, trust: Option<crate::jwt::Trust>) -> R {
    let now = w.now();
    let b = q.json()?;
    if op == "authorizeDataPlane" {
        let (u, p, r, n) = (b.str("username")?, b.str("password")?, b.str("registry")?, b.str("repository")?);
        let a = b.choice("action", &["pull", "push", "delete"])?;
        return match data_plane(w, Some(&u), None, Some(&p), Some(&r), Some(&n), a != "pull", now) {
            Ok(()) => ok(200, obj! { "allowed": true }),
            Err(why) => ok(200, obj! { "allowed": false, "reason": why }),
        }
    }
    let (slug, token) = (b.str("registry")?, b.str("token")?);
    let parts: Vec<&str> = token.split('.').collect();
    if parts.len() != 3 { return err(401, "not an identity token") }
    let Some(claims) = unbase64(parts[1], false).and_then(|x| crate::json::parse(&x)) else { return err(401, "not an identity token") };
    let (Some(iss), Some(sub)) = (claims.get("iss").and_then(|x| x.s()), claims.get("sub").and_then(|x| x.s())) else { return err(401, "iss and sub are required") };
    let aud: Vec<&str> = match claims.get("aud") { Some(J::Str(s)) => vec![s.as_str()], Some(J::Arr(a)) => a.iter().filter_map(|x| x.s()).collect(), _ => vec![] };
    let num = |k: &str| match claims.get(k) { Some(J::Int(n)) => Some(*n as f64), Some(J::Num(n)) => Some(*n), _ => None };
    if num("exp").map_or(false, |e| e * 1000.0 <= now.min(real_ms()) as f64) { return err(401, "the identity token has expired") }
    let Some(r) = w.orgs.iter_mut().flat_map(|o| o.registries.iter_mut()).find(|r| r.slug == slug) else { return err(403, "no rule matches") };
    let Some(x) = r.rules.iter().find(|x| x.issuer == iss && aud.contains(&x.audience.as_str()) && glob(&x.pattern, sub)) else { return err(403, "no rule matches") };
    if !matches!(trust, Some(crate::jwt::Trust::Verified | crate::jwt::Trust::Believed)) { return err(401, "the signature is not the issuer's") }
    let (id, s) = (format!("rk-{}", b32(14)), secret("nwr_"));
    let (name, mode, prefixes) = (format!("oidc: {}", x.name), x.mode.clone(), x.prefixes.clone());
    let exp = now + 900_000;
    r.keys.push(RKey { id: id.clone(), name, mode: mode.clone(), prefixes, oidc: true, hash: hash(&s), created: now, expires: Some(exp), used: None, revoked: None });
    ok(201, obj! { "keyId": id, "secret": s, "mode": mode, "expiresAt": iso_off(exp) })
}

// ---- outside events
pub fn push(w: &mut World, b: &J) -> R {
    let now = w.now();
    let (slug, name) = (b.str("registry")?, b.str("repository")?);
    let tags = b.ostrs("tags")?.unwrap_or_else(|| vec!["latest".into()]);
    let at = crate::control::time(b, "pushedAt")?.unwrap_or(now);
    let mut layers: Vec<(String, i64)> = vec![];
    match b.oarr("layers")? {
        Some(a) => for l in a {
            let d = l.ostr("digest")?.unwrap_or_else(|| format!("sha256:{}", hash(&uuid())));
            let n = l.int("sizeBytes", 0, i64::MAX / 4)?;
            if !layers.iter().any(|x| x.0 == d) { layers.push((d, n)) }
        },
        None => layers.push((format!("sha256:{}", hash(&uuid())), 7_340_032)),
    }
    let digest = b.ostr("digest")?.unwrap_or_else(|| format!("sha256:{}", hash(&uuid())));
    let media = b.ostr("mediaType")?.unwrap_or_else(|| "application/vnd.oci.image.manifest.v1+json".into());
    let own = b.oint("manifestBytes", 0, i64::MAX / 4)?.unwrap_or(1024);
    if !w.orgs.iter().any(|o| o.registries.iter().any(|r| r.slug == slug)) { return err(404, "no such registry") }
    let (kid, sec) = (b.ostr("keyId")?, b.ostr("secret")?);
    if kid.is_some() || sec.is_some() {
        if let Err(e) = data_plane(w, None, kid.as_deref(), sec.as_deref(), Some(&slug), Some(&name), true, now) { return err(409, format!("the key may not push: {e}")) }
    }
    let r = w.orgs.iter_mut().flat_map(|o| o.registries.iter_mut()).find(|r| r.slug == slug).unwrap();
    let mut added = 0;
    let k = r.repos.iter().position(|p| p.name == name);
    let known = k.map_or(false, |k| r.repos[k].manifests.iter().any(|m| m.digest == digest));
    if !known {
        added = own;
        let have = k.map(|k| r.repos[k].blobs()).unwrap_or_default();
        for l in layers.iter_mut() { match have.get(l.0.as_str()) { Some(n) => l.1 = *n, None => added += l.1 } }
        if r.used() + added > r.quota { return err(409, "the storage quota would be exceeded") }
    }
    let k = match k { Some(k) => k, None => { r.repos.push(Repo { name, created: at, manifests: vec![], tags: vec![] }); r.repos.len() - 1 } };
    let p = &mut r.repos[k];
    if !known { p.manifests.push(Manifest { digest: digest.clone(), media, own, layers, created: at }) }
    for t in tags {
        p.tags.retain(|x| x.name != t);
        p.tags.push(Tag { name: t, digest: digest.clone(), updated: at })
    }
    let ls: Vec<String> = p.manifests.iter().find(|m| m.digest == digest).unwrap().layers.iter().map(|l| l.0.clone()).collect();
    ok(200, obj! { "digest": digest, "layers": ls, "addedBytes": added })
}
pub fn share(w: &mut World, b: &J) -> R {
    let (slug, blob) = (b.str("registry")?, b.str("blob")?);
    let (Some(f), Some(t)) = (b.oobj("from")?, b.oobj("to")?) else { return err(400, "from and to are required") };
    let (fr, fd, tr, td) = (f.str("repository")?, f.str("digest")?, t.str("repository")?, t.str("digest")?);
    let Some(r) = w.orgs.iter_mut().flat_map(|o| o.registries.iter_mut()).find(|r| r.slug == slug) else { return err(404, "no such registry") };
    let size = r.repos.iter().find(|p| p.name == fr).and_then(|p| p.manifests.iter().find(|m| m.digest == fd)).and_then(|m| m.layers.iter().find(|l| l.0 == blob)).map(|l| l.1);
    let Some(size) = size else { return err(404, "no such image or layer") };
    let (before, quota) = (r.used(), r.quota);
    let Some(m) = r.repos.iter_mut().find(|p| p.name == tr).and_then(|p| p.manifests.iter_mut().find(|m| m.digest == td)) else { return err(404, "no such image") };
    if m.layers.iter().any(|l| l.0 == blob) { return ok(200, obj! { "addedBytes": 0 }) }
    m.layers.push((blob.clone(), size));
    let added = r.used() - before;
    if r.used() > quota {
        r.repos.iter_mut().find(|p| p.name == tr).unwrap().manifests.iter_mut().find(|m| m.digest == td).unwrap().layers.retain(|l| l.0 != blob);
        return err(409, "the storage quota would be exceeded")
    }
    ok(200, obj! { "addedBytes": added })
}
