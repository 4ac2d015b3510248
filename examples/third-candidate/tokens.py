"""Personal tokens. Ids are numbers written as strings; times have microseconds and an offset."""
import secrets
from datetime import timedelta

import check as k
from access import Subject, roles_of
from choices import OTHER, RESTLESS, pick
from world import ApiError, iso_us

BAD = pick(400, 422)
UNIT = pick(1, 60)          # expiresIn is in seconds, or in minutes
OPS = []


def op(method, path, **options):
    return lambda f: OPS.append((method, path, options, f)) or f


def setup(w):
    w.tokens, w.tokens_by_key = {}, {}


def resources_for(subject):
    """The scopable resources this subject can read."""
    w, out = subject.world, []
    for slug, r in w.registries.items():
        if r["org"] == subject.org.slug and subject.can("registry.registry.read", slug):
            out.append({"service": "registry", "id": slug, "name": r["displayName"]})
    for d in w.domains.values() if not OTHER else ():
        if d["org"] == subject.org.slug and subject.can("email.domain.read", d["id"]):
            out.append({"service": "email", "id": d["id"], "name": d["name"]})
    for (org, name) in w.clusters:
        if org == subject.org.slug and subject.can("clusters.cluster.read", name):
            out.append({"service": "clusters", "id": name, "name": name})
    return out


@op("GET", "/api/v1/tokens")
def list_tokens(c):
    names = {o.slug: roles_of(o) for o in c.world.orgs.values()}

    def shape(t):
        return {"id": t["id"], "name": t["name"], "start": pick(t["key"][:7], "nwp"), "enabled": t["enabled"],
                "createdAt": iso_us(t["created"]), "expiresAt": t["expires"].strftime("%Y-%m-%dT%H:%MZ") if RESTLESS else iso_us(t["expires"]), "lastRequest": iso_us(t["last"]) if t["last"] != t["created"] or not OTHER else "1970-01-01T00:00:00Z",
                "orgSlug": t["org"],
                "scope": [{"role": s["role"], "roleName": names[t["org"]].get(s["role"], {}).get("name", s["role"]),
                           "resourceIds": s["resourceIds"]} for s in t["scope"]]}
    return 200, {"tokens": [shape(t) for t in c.world.tokens.values() if t["user"] == c.subject.user.id and (not OTHER or t["org"] == c.org.slug)]}


NEW = k.obj({"name": k.text(1, 120)},
            {"expiresIn": k.integer(1, 10 * 366 * 86400),
             "scope": k.array(k.obj({"role": k.text()}, {"resourceIds": k.array(k.text(), distinct=True)}, null_is_absent=True),
                              most=50)},
            null_is_absent=True)


@op("POST", "/api/v1/tokens")
def create_token(c):
    if c.subject.token:
        raise ApiError(403, "a token cannot mint tokens")
    body, w = c.json(NEW, BAD), c.world
    roles, visible = roles_of(c.org), {(r["service"], r["id"]) for r in resources_for(c.subject)}
    scope = []
    for entry in body.get("scope", []):
        role = roles.get(entry["role"])
        if role is None:
            raise ApiError(400, f"unknown role {entry['role']}")
        ids = entry.get("resourceIds", [])
        if ids and not role["scopable"]:
            raise ApiError(400, f"the role {role['id']} cannot be narrowed to resources")
        for id_ in ids:
            if not any(i == id_ and role.get("service") in (None, s) for s, i in visible):
                raise ApiError(400, f"unknown resource {id_}")
        scope.append({"role": role["id"], "resourceIds": ids})
    now = w.now()
    id_, key = str(w.next("token", 48151)), "nwp_" + secrets.token_urlsafe(30)
    token = {"id": id_, "key": key, "name": body["name"], "user": c.subject.user.id, "org": c.org.slug, "enabled": True,
             "created": now, "expires": now + timedelta(seconds=body.get("expiresIn", pick(90 * 86400, 5 * 10**6)) * UNIT), "last": now, "scope": scope}
    w.tokens[id_] = w.tokens_by_key[key] = token
    return 201, {"id": id_, "key": key, "orgSlug": c.org.slug}


@op("GET", "/api/v1/tokens/scope-options")
def scope_options(c):
    roles = [{f: r[f] for f in ("id", "name", "description", "scopable", "service") if f in r} for r in roles_of(c.org).values()]
    return 200, {"roles": roles, "resources": resources_for(c.subject)}


def subject_of_token(w, token):
    return Subject(w, w.users[token["user"]], w.orgs[token["org"]], token)
