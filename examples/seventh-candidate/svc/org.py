"""Personal tokens, IAM catalogs, organization contacts."""
import json

from . import auth, clock, db
from .auth import ALL
from .core import Body, digest, fail, is_email, iso_offset, rid, secret
from .web import route

DEFAULT_TTL = 400 * 86400
MAX_TTL = 5 * 366 * 86400


def resources(org, sees):
    """The live scopable instances; sees(permission) is ALL or a set of ids."""
    out = []
    for service, perm, sql in (("clusters", "clusters.cluster.read", "SELECT name AS id, name FROM clusters WHERE org=? AND phase<>'Terminating' ORDER BY name"),
                               ("email", "email.domain.read", "SELECT id, name FROM domains WHERE org=? ORDER BY name"),
                               ("registry", "registry.registry.read", "SELECT slug AS id, display_name AS name FROM registries WHERE org=? ORDER BY slug"),
                               ("uptime", "uptime.service.read", "SELECT id, name FROM up_services WHERE org=? ORDER BY seq")):
        reach = sees(perm)
        if not reach:
            continue
        for r in db.all(sql, org):
            if reach == ALL or r["id"] in reach:
                out.append({"service": service, "id": r["id"], "name": r["name"]})
    return out


def show_token(t, slugs):
    scope = json.loads(t["scope"])
    return {"id": t["id"], "name": t["name"], "start": t["start"], "enabled": bool(t["enabled"]), "createdAt": iso_offset(t["created_at"]),
            "expiresAt": iso_offset(t["expires_at"]), "lastRequest": iso_offset(t["last_request"] or t["created_at"]), "orgSlug": slugs[t["org"]],
            "scope": [{"role": e["role"], "roleName": e["roleName"], "resourceIds": e["resourceIds"]} for e in scope]}


@route("GET", "/api/v1/tokens")
def list_tokens(req):
    slugs = {o["id"]: o["slug"] for o in db.all("SELECT id, slug FROM orgs")}
    return {"tokens": [show_token(t, slugs) for t in db.all("SELECT * FROM tokens WHERE user_id=? ORDER BY seq DESC", req.subject.user)]}


@route("POST", "/api/v1/tokens")
def create_token(req):
    s = req.subject
    b = req.body()
    name = b.str("name", max=120)
    ttl = b.int("expiresIn", opt=True, lo=1, hi=MAX_TTL)
    entries = b.objs("scope", opt=True, max=50) or []
    if s.scope:
        fail(403, "a narrowed token cannot mint tokens")
    scope, visible = [], None
    for e in entries:
        role = auth.role_of(s.org, e.str("role"))
        if role is None:
            fail(422, "scope names an unknown role")
        ids = e.strs("resourceIds", opt=True, max=100) or []
        if ids and not role["scopable"]:
            fail(422, f"the role {role['id']} cannot be narrowed to resources")
        if ids:
            if visible is None:
                visible = {(r["service"], r["id"]) for r in resources(s.org, s.reach)}
            for i in ids:
                ok = (role["service"], i) in visible if role["service"] else any(v[1] == i for v in visible)
                if not ok:
                    fail(422, f"the resource {i} is not one that you can see")
        scope.append({"role": role["id"], "roleName": role["name"], "resourceIds": ids})
    key = secret("ctl_", 30)
    now = clock.now()
    tid = "pat-" + rid(18)
    expires = now + (ttl or DEFAULT_TTL) * 1000
    db.insert("tokens", id=tid, org=s.org, user_id=s.user, name=name, start=key[:9], hash=digest(key), created_at=now, expires_at=expires,
              scope=json.dumps(scope))
    clock.expire_later("tokens", tid, expires)
    return 201, {"id": tid, "key": key, "orgSlug": s.slug}


@route("GET", "/api/v1/tokens/scope-options")
def scope_options(req):
    s = req.subject
    roles = []
    for r in auth.all_roles(s.org):
        o = {"id": r["id"], "name": r["name"], "description": r["description"], "scopable": r["scopable"]}
        if r["service"]:
            o["service"] = r["service"]
        roles.append(o)
    return {"roles": roles, "resources": resources(s.org, s.reach)}


@route("GET", "/api/v1/iam/catalog")
def iam_catalog(req):
    s = req.subject
    if not s.manages:
        fail(403, "this needs grant management, which owners and admins have")
    roles = []
    for r in auth.all_roles(s.org):
        o = {k: r[k] for k in ("id", "name", "description", "kind", "scopable", "permissions")}
        if r["service"]:
            o["service"] = r["service"]
        roles.append(o)
    return {"roles": roles, "resources": resources(s.org, lambda p: ALL)}


PERMISSIONS = {"services": [
    {"service": s, "serviceLabel": label,
     "resources": [{"resource": r, "resourceLabel": rl,
                    "tiers": [{"permission": f"{s}.{r}.{t}", "tier": t, "label": f"{rl}: {t}"} for t in auth.TIERS]} for r, rl in rs.items()]}
    for s, (label, rs) in auth.CATALOG.items()]}


@route("GET", "/api/v1/iam/permissions")
def iam_permissions(req):
    return PERMISSIONS


def show_contacts(o):
    return {"billingEmail": o["billing"], "technicalEmail": o["technical"], "securityEmail": o["security"]}


@route("GET", "/api/v1/organization/contacts")
def get_contacts(req):
    req.subject.within("organization.contacts.read")
    return show_contacts(req.subject.orgrow)


@route("PATCH", "/api/v1/organization/contacts")
def update_contacts(req):
    s = req.subject
    if s.role not in ("owner", "admin") or not s.may("organization.contacts.admin"):
        fail(403, "only owners and admins change the contacts")
    b = Body(req.json(), status=400)
    changes = {}
    for field, col in (("billingEmail", "billing"), ("technicalEmail", "technical"), ("securityEmail", "security")):
        v = b.str(field, opt=True, blank=True)
        if v is not None:
            if not is_email(v):
                fail(400, f"{field} is not an email address")
            changes[col] = v
    if "billing" in changes and db.val("SELECT 1 FROM billing_collisions WHERE email=?", changes["billing"].lower()):
        fail(409, "the payment provider knows this billing address as another customer's")
    if changes:
        db.update("orgs", "id", s.org, **changes)
    return show_contacts(db.one("SELECT * FROM orgs WHERE id=?", s.org))
