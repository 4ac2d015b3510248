//! Tokens, IAM catalogs, contacts.
use crate::http::{empty, err, ok, Req, R};
use crate::json::J;
use crate::util::*;
use crate::world::*;

/// Every scopable instance: (service, read permission, id, name).
fn instances(o: &Org) -> Vec<(&'static str, &'static str, String, String)> {
    let mut v = vec![];
    for r in &o.registries { v.push(("registry", "registry.registry.read", r.slug.clone(), r.display.clone())) }
    for d in &o.email.domains { v.push(("email", "email.domain.read", d.id.clone(), d.name.clone())) }
    for c in &o.clusters { v.push(("clusters", "clusters.cluster.read", c.name.clone(), c.name.clone())) }
    for s in &o.uptime.services { v.push(("uptime", "uptime.service.read", s.id.clone(), s.name.clone())) }
    v
}
fn res(v: &(&'static str, &'static str, String, String)) -> J { obj! { "service": v.0, "id": &v.2, "name": &v.3 } }

pub fn handle(w: &mut World, op: &str, c: &Ctx, q: &Req) -> R {
    let now = w.now();
    match op {
        "listTokens" => {
            let v: Vec<J> = w.tokens.iter().rev().filter(|t| t.user == c.user).map(|t| {
                let scope: Vec<J> = t.scope.iter().flatten().map(|g| obj! { "role": &g.role, "roleName": w.role(t.org, &g.role).map_or(g.role.clone(), |r| r.name.clone()), "resourceIds": g.ids.clone().unwrap_or_default() }).collect();
                obj! { "id": &t.id, "name": &t.name, "start": &t.start, "enabled": t.enabled, "createdAt": iso(t.created), "expiresAt": iso(t.expires), "lastRequest": iso(t.last), "orgSlug": &w.orgs[t.org].slug, "scope": scope }
            }).collect();
            ok(200, obj! { "tokens": v })
        }
        "createToken" => {
            let b = q.json()?;
            if c.scope.is_some() { return err(403, "a narrowed token mints no tokens") }
            b.only(&["name", "expiresIn", "scope"])?;
            let name = b.text("name", 120)?;
            let life = b.oint("expiresIn", 1, 400 * 86400)?.unwrap_or(30 * 86400);
            let mut scope = None;
            if let Some(a) = b.oarr("scope")? {
                if a.is_empty() { return err(422, "scope names at least one role, or is left out") }
                let inst = instances(&w.orgs[c.org]);
                let mut gs: Vec<Grant> = vec![];
                for e in a {
                    e.only(&["role", "resourceIds"])?;
                    let id = e.str("role")?;
                    let Some(r) = w.role(c.org, &id) else { return err(422, format!("unknown role {id}")) };
                    let ids = e.ostrs("resourceIds")?;
                    if let Some(v) = &ids {
                        if v.is_empty() { return err(422, "resourceIds names at least one resource, or is left out") }
                        if !r.scopable { return err(422, format!("role {id} cannot be narrowed")) }
                        for x in v {
                            if !inst.iter().any(|i| i.2 == *x && r.service.as_ref().map_or(true, |s| s == i.0) && w.can(c, i.1, Some(x))) { return err(403, format!("resource {x} is not yours to name")) }
                        }
                    }
                    gs.push(Grant { role: id, ids });
                }
                scope = Some(gs);
            }
            let (id, key) = (uuid(), secret("nwp_"));
            w.tokens.push(Token { id: id.clone(), user: c.user.clone(), name, start: key[..10].to_string(), hash: hash(&key), enabled: true, created: now, expires: now + life * 1000, last: now, org: c.org, scope });
            ok(201, obj! { "id": id, "key": key, "orgSlug": &w.orgs[c.org].slug })
        }
        "getTokenScopeOptions" => {
            let roles: Vec<J> = roles().iter().chain(w.orgs[c.org].custom.iter()).map(|r| obj! { "id": &r.id, "name": &r.name, "description": &r.description, "scopable": r.scopable }.opt("service", r.service.clone())).collect();
            let rs: Vec<J> = instances(&w.orgs[c.org]).iter().filter(|i| w.can(c, i.1, Some(&i.2))).map(res).collect();
            ok(200, obj! { "roles": roles, "resources": rs })
        }
        "getIamCatalog" => {
            w.need(c, "iam.grant.admin", None)?;
            let roles: Vec<J> = roles().iter().chain(w.orgs[c.org].custom.iter()).map(|r| obj! { "id": &r.id, "name": &r.name, "description": &r.description, "kind": if r.custom { "custom" } else { "builtin" }, "scopable": r.scopable, "permissions": &r.perms }.opt("service", r.service.clone())).collect();
            ok(200, obj! { "roles": roles, "resources": instances(&w.orgs[c.org]).iter().map(res).collect::<Vec<J>>() })
        }
        "listPermissions" => {
            w.need(c, "iam.role.read", None)?;
            let mut v = vec![];
            for (s, l, rs) in SERVICES {
                let rs: Vec<J> = rs.iter().map(|(r, rl)| obj! { "resource": *r, "resourceLabel": *rl, "tiers": ["read", "write", "admin"].iter().map(|t| obj! { "permission": format!("{s}.{r}.{t}"), "tier": *t, "label": format!("{rl}: {t}") }).collect::<Vec<J>>() }).collect();
                v.push(obj! { "service": *s, "serviceLabel": *l, "resources": rs })
            }
            ok(200, obj! { "services": v })
        }
        "getContacts" => { w.need(c, "organization.contacts.read", None)?; ok(200, contacts(w, c)) }
        "updateContacts" => {
            w.need(c, "organization.contacts.admin", None)?;
            let b = q.json()?;
            let as400 = |mut r: crate::http::Resp| { if r.status == 422 { r.status = 400 } r };
            b.only(&["billingEmail", "technicalEmail", "securityEmail"]).map_err(as400)?;
            let mut new = w.orgs[c.org].contacts.clone();
            for (i, k) in ["billingEmail", "technicalEmail", "securityEmail"].iter().enumerate() {
                if let Some(s) = b.ostr(k).map_err(as400)? {
                    if !email_ok(&s) { return err(400, format!("{k} is not an email address")) }
                    new[i] = email_fold(&s)
                }
            }
            if b.get("billingEmail").is_some() && w.colliding.contains(&new[0].to_lowercase()) { return err(409, "the billing email is in use at the payment provider") }
            w.orgs[c.org].contacts = new;
            ok(200, contacts(w, c))
        }
        _ => empty(501),
    }
}
fn contacts(w: &World, c: &Ctx) -> J { let k = &w.orgs[c.org].contacts; obj! { "billingEmail": &k[0], "technicalEmail": &k[1], "securityEmail": &k[2] } }
