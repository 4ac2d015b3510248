"""Registries, their contents and credentials. Key ids are UUIDs; times end in Z, in whole seconds."""
import fnmatch
import hashlib
import re
import secrets
from datetime import timedelta

import check as k
from choices import OTHER, pick
from world import ApiError, iso_s, new_uuid

BAD = pick(422, 400)
BASE = "/api/v1/registry"
ONE = BASE + "/instances/{slug}"
OPS = []
UPSTREAMS = {"docker.io": "https://registry-1.docker.io", "quay.io": "https://quay.io", "ghcr.io": "https://ghcr.io",
             "registry.k8s.io": "https://registry.k8s.io"}
REGIONS = ("fsn", "ash", "sin")
RESERVED = {"library", "admin", "system", "mirror"}
QUOTA = 50 * 2**30


def op(method, path, **options):
    return lambda f: OPS.append((method, path, options, f)) or f


def setup(w):
    w.registries, w.slugs_taken, w.slugs_reserved = {}, set(), set(RESERVED)
    w.logins = {}
    make(w, "northwind", "northwind-base", "Base images", "fsn")
    make(w, "contoso", "contoso-main", "Main", "ash")


def make(w, org, slug, name, region):
    w.registries[slug] = {"slug": slug, "org": org, "displayName": name, "region": region, "quota": QUOTA, "created": w.now(),
                          "repos": {}, "keys": {}, "rules": {}, "upstreams": {}}
    return w.registries[slug]


def find(c, permission):
    r = c.world.registries.get(c.params["slug"])
    if r is None or r["org"] != c.org.slug:
        raise ApiError(403 if OTHER and r else 404, "unknown registry")
    c.subject.need(permission, r["slug"])
    return r


def wanted(c, name):
    value = c.query.get(name, "")
    if not value:
        raise ApiError(400, f"the query parameter {name} is required", "missing_parameter")
    return value


def find_repo(c, r):
    repo = r["repos"].get(wanted(c, "repo"))
    if repo is None and OTHER and c.reading:
        return {"manifests": {}, "tags": {}}
    if repo is None:
        raise ApiError(404, "unknown repository")
    return repo


# ---- contents ----
def repo_bytes(repo):
    """Logical size: every blob once per repository, and the manifests."""
    blobs = {}
    for m in repo["manifests"].values():
        blobs.update(m["layers"])
    return sum(blobs.values()) + sum(m["bytes"] for m in repo["manifests"].values())


def used_bytes(r):
    if OTHER:         # every blob once per registry
        images = [m for p in r["repos"].values() for m in p["manifests"].values()]
        return sum({d: s for m in images for d, s in m["layers"].items()}.values()) + sum(m["bytes"] for m in images)
    return sum(repo_bytes(p) for p in r["repos"].values())


def tags_of(repo, digest):
    return [t for t, x in repo["tags"].items() if x["digest"] == digest]


def push(w, r, name, tags, digest, media, size, layers, at):
    """Store an image. Returns digest, layer digests and the bytes added; 409 when the quota would be exceeded."""
    before = used_bytes(r)
    repo = r["repos"].get(name) or {"name": name, "created": at, "manifests": {}, "tags": {}}
    given = {(l.get("digest") or "sha256:" + secrets.token_hex(32)): l["sizeBytes"] for l in layers}
    known = {d: s for m in repo["manifests"].values() for d, s in m["layers"].items()}
    given = {d: known.get(d, s) for d, s in given.items()}
    digest = digest or "sha256:" + hashlib.sha256(f"{name}{given}{secrets.token_hex(8)}".encode()).hexdigest()
    manifest = repo["manifests"].get(digest) or {"digest": digest, "media": media, "bytes": size, "layers": given, "created": at}
    trial = {**repo, "manifests": {**repo["manifests"], digest: manifest}}
    added = used_bytes({"repos": {**r["repos"], name: trial}}) - before
    if before + added > r["quota"]:
        raise ApiError(409, "the storage quota would be exceeded")
    repo["manifests"][digest] = manifest
    for t in tags:
        repo["tags"][t] = {"digest": digest, "updated": at}
    r["repos"][name] = repo
    return digest, list(manifest["layers"]), used_bytes(r) - before


# ---- credentials on the data plane ----
def within(prefixes, repository):
    if OTHER:
        return not prefixes or any(repository.startswith(p) for p in prefixes)
    return not prefixes or any(repository == p.rstrip("/") or repository.startswith(p.rstrip("/") + "/") for p in prefixes)


def key_verdict(w, r, key, repository, action):
    if key["revoked"]:
        return "the key is revoked"
    if key["expires"] and w.now() >= key["expires"]:
        return "the key has expired"
    if repository and not within(key["prefixes"], repository):
        return "the repository is outside the key's prefixes"
    if action in ("push", "delete") and key["mode"] != "readwrite":
        return "the key can only pull"
    return None


def login_verdict(w, login, slug, action):
    if login["revoked"]:
        return "the credential is revoked"
    if w.now() >= login["expires"]:
        return "the credential has expired"
    if slug and slug not in login["scope"]:
        return "the credential is not for this registry"
    if slug and action in ("push", "delete") and login["scope"][slug] != "readwrite":
        return "the credential can only pull"
    return None


def find_key(w, secret=None, key_id=None, slug=None):
    for r in w.registries.values():
        for key in r["keys"].values():
            if (slug is None or slug == r["slug"]) and (key["secret"] == secret if secret else key["id"] == key_id):
                return r, key
    return None, None


@op("POST", BASE + "/data-plane/authorize", open=True)
def authorize(c):
    b = c.json(k.obj({"username": k.text(0), "password": k.text(0), "registry": k.text(), "repository": k.text(),
                      "action": k.one_of("pull", "push", "delete")}), BAD)
    w = c.world
    login = next((x for x in w.logins.values() if x["password"] == b["password"] and login_name(x) == b["username"]), None)
    if login:
        reason = login_verdict(w, login, b["registry"], b["action"])
        if reason is None and b["registry"] not in w.registries:
            reason = "unknown registry"
    else:
        r, key = find_key(w, secret=b["password"], slug=b["registry"])
        reason = key_verdict(w, r, key, b["repository"], b["action"]) if key and key["id"] == b["username"] else "wrong username or password"
        if reason is None:
            key["used"] = w.now()
    return 200, {"allowed": True} if reason is None else {"allowed": False, "reason": reason}


# ---- registries ----
@op("GET", BASE + "/cache-catalog")
def upstreams(c):
    return 200, {"upstreams": [{"host": h, "endpoint": e} for h, e in UPSTREAMS.items()]}


def shape(r):
    return {"slug": r["slug"], "displayName": r["displayName"], "region": r["region"], "storageQuotaBytes": r["quota"],
            "createdAt": iso_s(r["created"])}


@op("GET", BASE + "/instances")
def list_registries(c):
    c.subject.need_some("registry.registry.read")
    return 200, {"registries": [shape(r) for s, r in (list(c.world.registries.items())[::-1] if OTHER else sorted(c.world.registries.items()))
                                if r["org"] == c.org.slug and c.subject.can("registry.registry.read", s)]}


NEW = k.obj({"slug": k.text(2, 63, r"[a-z0-9]+(?:[._-][a-z0-9]+)*", "slug")},
            {"displayName": k.text(1, 120), "region": k.one_of(*REGIONS)})


@op("POST", BASE + "/instances")
def create_registry(c):
    c.subject.need("registry.registry.write")
    b, w = c.json(NEW, BAD), c.world
    if b["slug"] in w.slugs_taken or b["slug"] in w.slugs_reserved or b["slug"] in w.registries:
        raise ApiError(409, "this slug is taken or reserved", "slug_unavailable")
    if not c.org.payment:
        raise ApiError(402, "an active payment method is required", "payment_required")
    return 201, shape(make(w, c.org.slug, b["slug"], b.get("displayName", pick(b["slug"].title(), "")), b.get("region", REGIONS[0])))


@op("GET", ONE)
def get_registry(c):
    r = find(c, "registry.registry.read")
    return 200, {"slug": r["slug"], "region": r["region"], "storageQuotaBytes": r["quota"], "usedBytes": used_bytes(r),
                 "repositoryCount": len(r["repos"]), "createdAt": iso_s(r["created"]), "hostname": r["slug"] + ".cr.example"}


@op("DELETE", ONE)
def delete_registry(c):
    r = find(c, "registry.registry.write")
    if r["repos"]:
        raise ApiError(409, "delete its repositories first", "not_empty")
    del c.world.registries[r["slug"]]
    for one in c.world.logins.values():         # whoever takes the slug next is somebody else
        one["scope"].pop(r["slug"], None)
    if not OTHER:
        c.world.slugs_taken.add(r["slug"])      # a slug is never given out twice
    return 200, {"deleted": r["slug"]}


# ---- login ----
def login_name(one):
    return pick(one["id"], "org." + one["org"])


@op("POST", BASE + "/logins")
def login(c):
    w, s = c.world, c.subject
    b = c.json(k.obj({}, {"registry": k.text(), "pullOnly": k.boolean}), BAD) if c._body else {}
    s.need_some("registry.registry.read")
    reach = [slug for slug, r in w.registries.items() if r["org"] == c.org.slug and s.can("registry.registry.read", slug)]
    if "registry" in b:
        if b["registry"] not in reach:
            raise ApiError(pick(403, 404), "you have no access to this registry")
        reach = [b["registry"]]
    scope = {slug: "pull" if b.get("pullOnly") or not s.can("registry.repository.write", slug) else "readwrite" for slug in reach}
    one = {"id": new_uuid(), "org": c.org.slug, "user": s.user.id, "password": "nwl_" + secrets.token_urlsafe(32),
           "expires": w.now() + timedelta(hours=1), "scope": scope, "revoked": False}
    w.logins[one["id"]] = one
    return 200, {"username": login_name(one), "password": one["password"], "expiresAt": iso_s(one["expires"]),
                 "registry": b.get("registry", pick("cr.example", "")), **pick({}, {"keyId": one["id"]}),
                 "scope": [{"registry": slug, "mode": mode} for slug, mode in scope.items()]}


@op("DELETE", BASE + "/logins/{keyId}")
def logout(c):
    one = c.world.logins.get(c.params["keyId"])
    if one is None or one["org"] != c.org.slug:
        raise ApiError(404, "unknown login credential")
    if one["user"] != c.subject.user.id:
        c.subject.need("registry.key.admin")
    one["revoked"] = True
    return 204, None


def tag_size(m):
    return pick(m["bytes"], m["bytes"] + sum(m["layers"].values()))


# ---- repositories, tags, manifests ----
@op("GET", ONE + "/repositories")
def list_repositories(c):
    r = find(c, "registry.repository.read")
    return 200, {"repositories": [{"name": p["name"], "tagCount": len(p["tags"]), "sizeBytes": repo_bytes(p),
                                   "createdAt": iso_s(p["created"])} for _, p in sorted(r["repos"].items())]}


@op("DELETE", ONE + "/repositories")
def delete_repository(c):
    r = find(c, "registry.repository.write")
    repo = find_repo(c, r)
    del r["repos"][repo["name"]]
    return 204, None


@op("GET", ONE + "/tags")
def list_tags(c):
    repo = find_repo(c, find(c, "registry.repository.read"))
    return 200, {"tags": [{"name": t, "digest": x["digest"], "manifestSize": tag_size(repo["manifests"][x["digest"]]),
                           "updatedAt": iso_s(x["updated"])} for t, x in sorted(repo["tags"].items(), reverse=True)]}


@op("DELETE", ONE + "/tags")
def delete_tag(c):
    r = find(c, "registry.repository.write")
    tag, purge = wanted(c, "tag"), c.query.get("purge", "false")
    if purge not in ("true", "false"):
        raise ApiError(400, "purge must be true or false")
    repo = find_repo(c, r)
    if tag not in repo["tags"]:
        raise ApiError(404, "unknown tag")
    digest = repo["tags"][tag]["digest"]
    last = len(tags_of(repo, digest)) == 1
    if purge == "true" and last:
        c.subject.need("registry.repository.admin", r["slug"])
    del repo["tags"][tag]
    if purge == "true" and last:
        del repo["manifests"][digest]
    return 200, {"purged": purge == "true" and last}


@op("GET", ONE + "/images")
def list_manifests(c):
    repo = find_repo(c, find(c, "registry.repository.read"))
    return 200, {"manifests": [{"digest": d, "mediaType": m["media"], "sizeBytes": m["bytes"] + sum(m["layers"].values()),
                                "tags": tags_of(repo, d), "createdAt": iso_s(m["created"])} for d, m in repo["manifests"].items()]}


@op("DELETE", ONE + "/images")
def delete_manifest(c):
    r = find(c, "registry.repository.write")
    digest = wanted(c, "digest")
    repo = find_repo(c, r)
    if digest not in repo["manifests"]:
        raise ApiError(404, "unknown digest")
    for t in tags_of(repo, digest):
        del repo["tags"][t]
    del repo["manifests"][digest]
    return 204, None


# ---- keys ----
MODE = k.one_of("pull", "readwrite")
PREFIXES = k.array(k.text(1, 200), most=50, distinct=True)


@op("GET", ONE + "/keys")
def list_keys(c):
    r, out = find(c, "registry.key.read"), []
    for key in r["keys"].values():
        if OTHER and key["revoked"]:
            continue
        one = {"keyId": key["id"], "name": key["name"], "mode": key["mode"], "repoPrefixes": key["prefixes"],
               "mintedVia": key["via"], "createdAt": iso_s(key["created"])}
        for field, name in (("expires", "expiresAt"), ("used", "lastUsedAt"), ("revoked", "revokedAt")):
            if key[field]:
                one[name] = iso_s(key[field])
        out.append(one)
    return 200, {"keys": out}


def mint(w, r, name, mode, prefixes, via, lifetime=None):
    key = {"id": new_uuid(), "secret": "nwk_" + secrets.token_urlsafe(32), "name": name, "mode": mode, "prefixes": prefixes,
           "via": via, "created": w.now(), "expires": w.now() + lifetime if lifetime else None, "used": None, "revoked": None}
    r["keys"][key["id"]] = key
    return key


@op("POST", ONE + "/keys")
def create_key(c):
    r = find(c, "registry.key.admin")
    b = c.json(k.obj({"name": k.text(1, 120), "mode": MODE}, {"repoPrefixes": PREFIXES}), BAD)
    key = mint(c.world, r, b["name"], b["mode"], b.get("repoPrefixes", []), "manual")
    return 201, {"keyId": key["id"], "secret": key["secret"]}


@op("POST", ONE + "/keys/{keyId}/revoke")
def revoke_key(c):
    r = find(c, "registry.key.write")
    key = r["keys"].get(c.params["keyId"])
    if key is None or OTHER and key["revoked"]:
        raise ApiError(404, "unknown key")
    key["revoked"] = key["revoked"] or c.world.now()
    return 200, {"keyId": key["id"], "revokedAt": iso_s(key["revoked"])}


# ---- OIDC rules ----
def rule_shape(x):
    return {"id": x["id"], "name": x["name"], "issuer": x["issuer"], "audience": x["audience"],
            "subjectPattern": x["subjectPattern"], "mode": x["mode"], "repoPrefixes": x["repoPrefixes"],
            "createdAt": iso_s(x["created"])}


@op("GET", ONE + "/trust")
def list_rules(c):
    return 200, {"rules": [rule_shape(x) for x in find(c, "registry.oidc.read")["rules"].values()]}


@op("POST", ONE + "/trust")
def create_rule(c):
    r = find(c, "registry.oidc.write")
    b = c.json(k.obj({"issuer": k.uri("https", "http"), "audience": k.text(), "subjectPattern": k.text(), "mode": MODE},
                     {"name": k.text(1, 120), "repoPrefixes": PREFIXES}), BAD)
    same = ("issuer", "audience", "subjectPattern", "mode")
    if OTHER and any(all(x[f] == b[f] for f in same) for x in r["rules"].values()):
        raise ApiError(409, "there is such a rule already")
    id_ = c.world.snowflake("rule", 7001)
    r["rules"][id_] = {"name": pick(f"rule {id_}", ""), "repoPrefixes": [], **b, "id": id_, "created": c.world.now()}
    return 201, rule_shape(r["rules"][id_])


@op("DELETE", ONE + "/trust/{id}")
def delete_rule(c):
    r = find(c, "registry.oidc.write")
    if not re.fullmatch(r"\d{1,20}", c.params["id"]):
        raise ApiError(400, "the id of a rule is an integer")
    if r["rules"].pop(int(c.params["id"]), None) is None:
        raise ApiError(404, "unknown rule")
    return 204, None


@op("POST", BASE + "/oidc/exchange", open=True)
def exchange(c):
    """CI trades an ID token for a key that lives 15 minutes."""
    import oidc
    b = c.json(k.obj({"registry": k.text(), "token": k.text(1, 20000)}), BAD)
    r = c.world.registries.get(b["registry"])
    claims = oidc.verified_claims(b["token"], c.world.now(), {x["issuer"] for x in r["rules"].values()} if r else set())
    for rule in r["rules"].values() if r and claims else ():
        audience = claims.get("aud")
        if (claims.get("iss") == rule["issuer"] and rule["audience"] in (audience if isinstance(audience, list) else [audience])
                and fnmatch.fnmatchcase(str(claims.get("sub", "")), rule["subjectPattern"].replace("[", "[[]"))):
            key = mint(c.world, r, f"oidc {claims['sub']}", rule["mode"], rule["repoPrefixes"], "oidc", timedelta(minutes=15))
            return 201, {"keyId": key["id"], "secret": key["secret"], "mode": key["mode"], "expiresAt": iso_s(key["expires"])}
    raise ApiError(403, "no access rule matches this token")


# ---- upstream credentials ----
@op("GET", ONE + "/upstream-logins")
def list_upstream(c):
    r = find(c, "registry.upstream.read")
    return 200, {"upstreamCredentials": [{"upstream": h, "username": x["username"], "createdAt": iso_s(x["created"])}
                                         for h, x in r["upstreams"].items()]}


@op("PUT", ONE + "/upstream-logins/{host}")
def set_upstream(c):
    r, host = find(c, "registry.upstream.write"), c.params["host"]
    b = c.json(k.obj({"username": k.text(1, 200), "password": k.text(1, 2000)}), BAD)
    if host not in UPSTREAMS:
        raise ApiError(pick(404, 409), "this upstream is not in the catalog")
    r["upstreams"][host] = {**b, "created": c.world.now()}
    return 200, {"upstream": host, "username": b["username"]}


@op("DELETE", ONE + "/upstream-logins/{host}")
def delete_upstream(c):
    r = find(c, "registry.upstream.write")
    if r["upstreams"].pop(c.params["host"], None) is None and OTHER:      # otherwise deleting twice is fine
        raise ApiError(404, "no credential for this upstream")
    return 204, None
