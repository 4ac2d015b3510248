"""Container registries: repositories, tags, manifests, keys, login credentials, OIDC rules, upstream credentials."""
import base64
import hashlib
import json
import re
import secrets
import time
import urllib.request

from . import clock, db
from .auth import ALL
from .core import digest, fail, whole, is_http_uri, iso_s, rid, secret
from .web import route

P = "/api/v1/registry"
SLUG = re.compile(r"^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$")
RESERVED = {"library", "admin", "api", "system", "internal", "public", "root", "registry", "mirror", "cache"}
UPSTREAMS = [("docker.io", "https://registry-1.docker.io"), ("ghcr.io", "https://ghcr.io"), ("quay.io", "https://quay.io"),
             ("registry.k8s.io", "https://registry.k8s.io"), ("public.ecr.aws", "https://public.ecr.aws"), ("mcr.microsoft.com", "https://mcr.microsoft.com")]
HOSTS = dict(UPSTREAMS)
QUOTA = 20 * 1024 ** 3
MODES = ("pull", "readwrite")
OIDC_KEY_TTL = 15 * 60 * 1000


def registry(req, perm):
    r = db.one("SELECT * FROM registries WHERE slug=? AND org=?", req.params["slug"], req.org)
    if r is None:
        fail(404, "no such registry")
    req.subject.need(perm, r["slug"])
    return r


def wanted(req, name):
    v = req.query.get(name, "")
    if not v:
        fail(422, f"the query parameter {name} is required")
    return v


def repository(req, reg):
    r = db.one("SELECT * FROM repositories WHERE registry=? AND name=?", reg["id"], wanted(req, "repo"))
    if r is None:
        fail(404, "no such repository")
    return r


def repo_bytes(repo_id):
    """Each blob counts once in a repository, however many images use it; a manifest counts itself."""
    blobs = db.val("SELECT coalesce(sum(bytes),0) FROM (SELECT l.digest, max(l.bytes) AS bytes FROM layers l JOIN manifests m ON m.id=l.manifest WHERE m.repo=? GROUP BY l.digest)", repo_id)
    return blobs + db.val("SELECT coalesce(sum(bytes),0) FROM manifests WHERE repo=?", repo_id)


def used_bytes(reg_id):
    return sum(repo_bytes(r["id"]) for r in db.all("SELECT id FROM repositories WHERE registry=?", reg_id))


def show(r):
    return {"slug": r["slug"], "displayName": r["display_name"], "region": r["region"], "storageQuotaBytes": r["quota"], "createdAt": iso_s(r["created_at"])}


@route("GET", P + "/upstreams")
def list_upstreams(req):
    req.subject.within("registry.registry.read")
    return {"upstreams": [{"host": h, "endpoint": e} for h, e in UPSTREAMS]}


@route("GET", P + "/r")
def list_registries(req):
    reach = req.subject.some("registry.registry.read")
    return {"registries": [show(r) for r in db.all("SELECT * FROM registries WHERE org=? ORDER BY slug", req.org) if reach == ALL or r["slug"] in reach]}


@route("POST", P + "/r")
def create_registry(req):
    s = req.subject
    s.need("registry.registry.write")
    b = req.body()
    slug = b.str("slug", pattern=SLUG, what="must be lower-case letters, digits and inner hyphens, at most 63")
    name = b.str("displayName", opt=True, max=120) or slug.replace("-", " ").title()
    region = b.str("region", opt=True, max=60) or "eu-north"
    claim = db.one("SELECT * FROM slug_claims WHERE slug=?", slug)
    if slug in RESERVED or (claim and claim["how"] == "reserved"):
        fail(409, "this slug is reserved")
    if db.val("SELECT 1 FROM registries WHERE slug=?", slug) or (claim and not (claim["how"] == "retired" and claim["org"] == s.org)):
        fail(409, "this slug is taken")
    if not s.orgrow["payment"]:
        fail(402, "the organization has no active payment method")
    if claim:
        db.run("DELETE FROM slug_claims WHERE slug=?", slug)
    i = db.insert("registries", org=s.org, slug=slug, display_name=name, region=region, quota=QUOTA, created_at=clock.now())
    return 201, show(db.one("SELECT * FROM registries WHERE id=?", i))


@route("GET", P + "/r/{slug}")
def get_registry(req):
    r = registry(req, "registry.registry.read")
    return {"slug": r["slug"], "region": r["region"], "storageQuotaBytes": r["quota"], "usedBytes": used_bytes(r["id"]),
            "repositoryCount": db.val("SELECT count(*) FROM repositories WHERE registry=?", r["id"]), "createdAt": iso_s(r["created_at"])}


@route("DELETE", P + "/r/{slug}")
def delete_registry(req):
    r = registry(req, "registry.registry.admin")
    if db.val("SELECT 1 FROM repositories WHERE registry=?", r["id"]):
        fail(409, "the registry still has repositories; delete them first")
    db.run("DELETE FROM registries WHERE id=?", r["id"])
    db.insert("slug_claims", slug=r["slug"], how="retired", org=r["org"])
    return 204, None


@route("POST", P + "/login")
def mint_login(req):
    s = req.subject
    b = req.body(optional=True)
    only = b.str("registry", opt=True)
    pull = b.bool("pullOnly", opt=True) or False
    read, write = s.reach("registry.image.read"), s.reach("registry.image.write")
    if not read and not write:
        fail(403, "you have no access to any registry")
    scope = []
    for r in db.all("SELECT slug FROM registries WHERE org=? ORDER BY slug", s.org):
        if only is not None and r["slug"] != only:
            continue
        w = write == ALL or r["slug"] in write
        if w or read == ALL or r["slug"] in read:
            scope.append({"registry": r["slug"], "mode": "readwrite" if w and not pull else "pull"})
    if only is not None and not scope:
        fail(404, "no such registry")
    now = clock.now()
    kid, pw = "lk" + rid(14), secret("rlp_", 27)
    user = f"{s.slug}+{rid(10)}"
    expires = now + 3600000
    db.insert("logins", key_id=kid, org=s.org, user_id=s.user, username=user, hash=digest(pw), scope=json.dumps(scope), expires_at=expires)
    clock.expire_later("logins", kid, expires)
    return 200, {"username": user, "password": pw, "expiresAt": iso_s(expires), "registry": only if only is not None else "*", "scope": scope, "keyId": kid}


@route("DELETE", P + "/login/{keyId}")
def revoke_login(req):
    s = req.subject
    c = db.one("SELECT * FROM logins WHERE key_id=? AND org=?", req.params["keyId"], s.org)
    if c is None or (c["user_id"] != s.user and not s.may("registry.key.admin")):
        fail(404, "no such login credential")
    if c["revoked_at"] is None:
        db.update("logins", "key_id", c["key_id"], revoked_at=clock.now())
    return 204, None


@route("GET", P + "/r/{slug}/tags")
def list_tags(req):
    repo = repository(req, registry(req, "registry.image.read"))
    return {"tags": [{"name": t["name"], "digest": t["digest"], "manifestSize": t["bytes"], "updatedAt": iso_s(t["updated_at"])} for t in
                     db.all("SELECT t.name, t.updated_at, m.digest, m.bytes FROM tags t JOIN manifests m ON m.id=t.manifest WHERE t.repo=? ORDER BY t.name", repo["id"])]}


@route("DELETE", P + "/r/{slug}/tags")
def delete_tag(req):
    reg = registry(req, "registry.image.write")
    name = wanted(req, "tag")
    purge = req.query.get("purge", "false")
    if purge not in ("true", "false"):
        fail(422, "purge is true or false")
    repo = repository(req, reg)
    t = db.one("SELECT * FROM tags WHERE repo=? AND name=?", repo["id"], name)
    if t is None:
        fail(404, "no such tag")
    last = purge == "true" and db.val("SELECT count(*) FROM tags WHERE manifest=?", t["manifest"]) == 1
    if last:
        req.subject.need("registry.image.admin", reg["slug"])
    db.run("DELETE FROM tags WHERE repo=? AND name=?", repo["id"], name)
    if last:
        db.run("DELETE FROM manifests WHERE id=?", t["manifest"])
    return {"purged": bool(last)}


@route("GET", P + "/r/{slug}/manifests")
def list_manifests(req):
    repo = repository(req, registry(req, "registry.image.read"))
    out = []
    for m in db.all("SELECT m.*, (SELECT coalesce(sum(bytes),0) FROM layers WHERE manifest=m.id) AS body FROM manifests m WHERE repo=? ORDER BY created_at DESC, id DESC", repo["id"]):
        out.append({"digest": m["digest"], "mediaType": m["media_type"], "sizeBytes": m["bytes"] + m["body"],
                    "tags": [t["name"] for t in db.all("SELECT name FROM tags WHERE manifest=? ORDER BY name", m["id"])], "createdAt": iso_s(m["created_at"])})
    return {"manifests": out}


@route("DELETE", P + "/r/{slug}/manifests")
def delete_image(req):
    reg = registry(req, "registry.image.write")
    d = wanted(req, "digest")
    repo = repository(req, reg)
    if not db.run("DELETE FROM manifests WHERE repo=? AND digest=?", repo["id"], d).rowcount:
        fail(404, "no such image")
    return 204, None


@route("GET", P + "/r/{slug}/repositories")
def list_repositories(req):
    reg = registry(req, "registry.image.read")
    return {"repositories": [{"name": r["name"], "tagCount": r["n"], "sizeBytes": repo_bytes(r["id"]), "createdAt": iso_s(r["created_at"])} for r in
                             db.all("SELECT r.*, (SELECT count(*) FROM tags WHERE repo=r.id) AS n FROM repositories r WHERE registry=? ORDER BY name", reg["id"])]}


@route("DELETE", P + "/r/{slug}/repositories")
def delete_repository(req):
    repo = repository(req, registry(req, "registry.image.write"))
    db.run("DELETE FROM repositories WHERE id=?", repo["id"])
    return 204, None


def show_key(k):
    o = {"keyId": k["key_id"], "name": k["name"], "mode": k["mode"], "repoPrefixes": json.loads(k["prefixes"]), "mintedVia": k["minted_via"], "createdAt": iso_s(k["created_at"])}
    for f, c in (("expiresAt", "expires_at"), ("lastUsedAt", "last_used"), ("revokedAt", "revoked_at")):
        if k[c] is not None:
            o[f] = iso_s(k[c])
    return o


@route("GET", P + "/r/{slug}/keys")
def list_keys(req):
    reg = registry(req, "registry.key.read")
    return {"keys": [show_key(k) for k in db.all("SELECT * FROM registry_keys WHERE registry=? ORDER BY seq DESC", reg["id"])]}


def new_key(reg_id, name, mode, prefixes, via, expires=None):
    kid, sec = "RK" + rid(12).upper(), secret("rks_", 30)
    db.insert("registry_keys", registry=reg_id, key_id=kid, name=name, hash=digest(sec), mode=mode, prefixes=json.dumps(prefixes), minted_via=via, created_at=clock.now(), expires_at=expires)
    if expires:
        clock.expire_later("registry_keys", kid, expires)
    return kid, sec


@route("POST", P + "/r/{slug}/keys")
def mint_key(req):
    reg = registry(req, "registry.key.admin")
    b = req.body()
    kid, sec = new_key(reg["id"], b.str("name", max=120), b.enum("mode", MODES), b.strs("repoPrefixes", opt=True, max=50) or [], "manual")
    return 201, {"keyId": kid, "secret": sec}


@route("POST", P + "/r/{slug}/keys/{keyId}/revoke")
def revoke_key(req):
    reg = registry(req, "registry.key.admin")
    k = db.one("SELECT * FROM registry_keys WHERE registry=? AND key_id=?", reg["id"], req.params["keyId"])
    if k is None:
        fail(404, "no such key")
    if k["revoked_at"] is None:
        db.update("registry_keys", "key_id", k["key_id"], revoked_at=clock.now())
    return show_key(db.one("SELECT * FROM registry_keys WHERE key_id=?", k["key_id"]))


def show_rule(r):
    return {"id": r["id"], "name": r["name"], "issuer": r["issuer"], "audience": r["audience"], "subjectPattern": r["subject"], "mode": r["mode"],
            "repoPrefixes": json.loads(r["prefixes"]), "createdAt": iso_s(r["created_at"])}


@route("GET", P + "/r/{slug}/trust")
def list_oidc_rules(req):
    reg = registry(req, "registry.oidc.read")
    return {"rules": [show_rule(r) for r in db.all("SELECT * FROM oidc_rules WHERE registry=? ORDER BY id", reg["id"])]}


@route("POST", P + "/r/{slug}/trust")
def create_oidc_rule(req):
    reg = registry(req, "registry.oidc.admin")
    b = req.body()
    name = b.str("name", opt=True, max=120)
    issuer = b.str("issuer", max=1000)
    if not is_http_uri(issuer):
        b.no("issuer", "must be an http or https URI")
    aud, sub = b.str("audience"), b.str("subjectPattern")
    mode = b.enum("mode", MODES)
    prefixes = b.strs("repoPrefixes", opt=True, max=50) or []
    if db.val("SELECT 1 FROM oidc_rules WHERE registry=? AND issuer=? AND audience=? AND subject=? AND mode=?", reg["id"], issuer, aud, sub, mode):
        fail(409, "there is a rule for this issuer, audience, subject and mode already")
    i = db.insert("oidc_rules", registry=reg["id"], name=name or "rule for " + issuer.split("/")[2], issuer=issuer, audience=aud, subject=sub, mode=mode,
                  prefixes=json.dumps(prefixes), created_at=clock.now())
    return 201, show_rule(db.one("SELECT * FROM oidc_rules WHERE id=?", i))


@route("DELETE", P + "/r/{slug}/trust/{id}")
def delete_oidc_rule(req):
    reg = registry(req, "registry.oidc.admin")
    i = whole(req.params["id"])
    if i is None or not db.run("DELETE FROM oidc_rules WHERE registry=? AND id=?", reg["id"], i).rowcount:
        fail(404, "no such rule")
    return 204, None


@route("GET", P + "/r/{slug}/upstream-credentials")
def list_upstream_credentials(req):
    reg = registry(req, "registry.upstream.read")
    return {"upstreamCredentials": [{"upstream": c["host"], "username": c["username"], "createdAt": iso_s(c["created_at"])} for c in
                                    db.all("SELECT * FROM upstream_creds WHERE registry=? ORDER BY host", reg["id"])]}


@route("PUT", P + "/r/{slug}/upstream-credentials/{host}")
def set_upstream_credential(req):
    reg = registry(req, "registry.upstream.write")
    b = req.body()
    user, pw = b.str("username", max=200), b.str("password", max=4000)
    host = req.params["host"].lower()
    if host not in HOSTS:
        fail(422, "this host is not in the upstream catalog")
    db.run("INSERT INTO upstream_creds (registry, host, username, password, created_at) VALUES (?,?,?,?,?) "
           "ON CONFLICT (registry, host) DO UPDATE SET username=excluded.username, password=excluded.password", reg["id"], host, user, digest(pw), clock.now())
    return {"upstream": host, "username": user}


@route("DELETE", P + "/r/{slug}/upstream-credentials/{host}")
def delete_upstream_credential(req):
    reg = registry(req, "registry.upstream.write")
    if not db.run("DELETE FROM upstream_creds WHERE registry=? AND host=?", reg["id"], req.params["host"].lower()).rowcount:
        fail(404, "no credential for this upstream")
    return 204, None


# ---- the data plane ----------------------------------------------------------
def data_plane(password, username, slug, repo, push, key_id=None):
    """(allowed, reason, known) for a login password or a key."""
    now = clock.now()
    k = None
    if password is not None:
        h = digest(password)
        k = db.one("SELECT k.*, r.slug FROM registry_keys k JOIN registries r ON r.id=k.registry WHERE k.hash=?", h)
        if k is None:
            c = db.one("SELECT * FROM logins WHERE hash=?", h)
            if c is None or (username is not None and username != c["username"]):
                return False, "unknown username or password", False
            if c["revoked_at"] is not None:
                return False, "the credential is revoked", False
            if c["expired"] or c["expires_at"] <= now:
                return False, "the credential has expired", False
            if slug is None:
                return True, None, True
            for e in json.loads(c["scope"]):
                if e["registry"] == slug and db.val("SELECT 1 FROM registries WHERE slug=? AND org=?", slug, c["org"]):
                    if push and e["mode"] == "pull":
                        return False, "the credential may only pull here", True
                    return True, None, True
            return False, "the credential is not for this registry", True
    else:
        k = db.one("SELECT k.*, r.slug FROM registry_keys k JOIN registries r ON r.id=k.registry WHERE k.key_id=?", key_id)
        if k is None:
            return False, "unknown key", False
    if k["revoked_at"] is not None:
        return False, "the key is revoked", False
    if k["expired"] or (k["expires_at"] is not None and k["expires_at"] <= now):
        return False, "the key has expired", False
    if slug is not None and k["slug"] != slug:
        return False, "the key is for another registry", True
    if push and k["mode"] == "pull":
        return False, "the key may only pull", True
    prefixes = json.loads(k["prefixes"])
    if prefixes and repo is not None and not any(repo.startswith(p) for p in prefixes):
        return False, "the key is not for this repository", True
    db.update("registry_keys", "key_id", k["key_id"], last_used=now)
    return True, None, True


@route("POST", P + "/authz", who="nobody", op=False)
def authorize_data_plane(req):
    b = req.body()
    ok, why, known = data_plane(b.str("password", max=4000), b.str("username"), b.str("registry"), b.str("repository", max=255), b.enum("action", ("pull", "push", "delete")) != "pull")
    if not known:
        fail(401, why)
    return {"allowed": ok} if ok else {"allowed": False, "reason": why}


def push(reg, repo_name, tags, manifest_digest, media_type, manifest_bytes, layers, at):
    """Stores an image; answers (digest, layer digests, added bytes). 409 over the quota."""
    layers = [(l.get("digest") or "sha256:" + secrets.token_hex(32), l["sizeBytes"]) for l in layers]
    before = used_bytes(reg["id"])
    repo = db.val("SELECT id FROM repositories WHERE registry=? AND name=?", reg["id"], repo_name)
    if repo is None:
        repo = db.insert("repositories", registry=reg["id"], name=repo_name, created_at=at)
    if manifest_digest is None:
        manifest_digest = "sha256:" + hashlib.sha256(json.dumps([repo_name, layers, media_type, manifest_bytes]).encode()).hexdigest()
    m = db.val("SELECT id FROM manifests WHERE repo=? AND digest=?", repo, manifest_digest)
    if m is None:
        size = manifest_bytes if manifest_bytes is not None else 420 + 110 * len(layers)
        m = db.insert("manifests", repo=repo, digest=manifest_digest, media_type=media_type, bytes=size, created_at=at)
        for d, n in layers:
            # the size of a blob already known in this registry is what was stored then
            n = db.val("SELECT l.bytes FROM layers l JOIN manifests m ON m.id=l.manifest JOIN repositories r ON r.id=m.repo WHERE r.registry=? AND l.digest=? LIMIT 1", reg["id"], d) or n
            db.run("INSERT OR IGNORE INTO layers (manifest, digest, bytes) VALUES (?,?,?)", m, d, n)
    else:
        layers = [(l["digest"], l["bytes"]) for l in db.all("SELECT * FROM layers WHERE manifest=?", m)]
    for t in tags:
        db.run("INSERT INTO tags (repo, name, manifest, updated_at) VALUES (?,?,?,?) ON CONFLICT (repo, name) DO UPDATE SET manifest=excluded.manifest, updated_at=excluded.updated_at", repo, t, m, at)
    added = used_bytes(reg["id"]) - before
    if added > 0 and before + added > reg["quota"]:
        fail(409, "the storage quota of the registry would be exceeded")
    return manifest_digest, [l[0] for l in layers], added


# ---- OIDC exchange -------------------------------------------------------------
_keys = {}  # issuer -> (fetched at, [jwk])


def _get(url):
    with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept": "application/json"}), timeout=3) as r:
        return json.loads(r.read(262144))


def issuer_keys(issuer, kid):
    got = _keys.get(issuer)
    if got and time.time() - got[0] < 300 and (kid is None or any(k.get("kid") == kid for k in got[1])):
        return got[1]
    conf = _get(issuer.rstrip("/") + "/.well-known/openid-configuration")
    keys = _get(conf["jwks_uri"]).get("keys", [])
    _keys[issuer] = (time.time(), keys)
    return keys


def _unb64(s):
    return base64.urlsafe_b64decode(s + "=" * (-len(s) % 4))


_PREFIX = {256: bytes.fromhex("3031300d060960864801650304020105000420"), 384: bytes.fromhex("3041300d060960864801650304020205000430"),
           512: bytes.fromhex("3051300d060960864801650304020305000440")}


def rs_valid(jwk, bits, signed, sig):
    n, e = int.from_bytes(_unb64(jwk["n"]), "big"), int.from_bytes(_unb64(jwk["e"]), "big")
    size = (n.bit_length() + 7) // 8
    if len(sig) != size or n.bit_length() < 1024:
        return False
    t = _PREFIX[bits] + hashlib.new(f"sha{bits}", signed).digest()
    return pow(int.from_bytes(sig, "big"), e, n).to_bytes(size, "big") == b"\x00\x01" + b"\xff" * (size - len(t) - 3) + b"\x00" + t


def subject_matches(pattern, subject):
    """Only the star is special; everything else is literal and case counts."""
    return re.fullmatch(".*".join(re.escape(p) for p in pattern.split("*")), subject, re.S) is not None


@route("POST", P + "/oidc/token", who="nobody", own_tx=True, op=False)
def exchange_oidc(req):
    b = req.body()
    slug, token = b.str("registry"), b.str("token", max=20000)
    try:
        h, p, s = token.split(".")
        head, claims, sig = json.loads(_unb64(h)), json.loads(_unb64(p)), _unb64(s)
        iss, sub, aud = claims["iss"], claims["sub"], claims["aud"]
        auds = aud if isinstance(aud, list) else [aud]
        assert isinstance(iss, str) and isinstance(sub, str)
    except Exception:
        fail(401, "this is not an ID token")
    with db.tx():
        rules = db.all("SELECT o.* FROM oidc_rules o JOIN registries r ON r.id=o.registry WHERE r.slug=? AND o.issuer=? ORDER BY o.id", slug, iss)
    rules = [r for r in rules if r["audience"] in auds and subject_matches(r["subject"], sub)]
    if not rules:
        fail(403, "no access rule of this registry matches the token")
    if head.get("alg") not in ("RS256", "RS384", "RS512"):
        fail(401, "the token's algorithm is not supported")
    try:
        keys = issuer_keys(iss, head.get("kid"))
    except Exception:
        fail(401, "the keys of the issuer could not be fetched")
    signed = (h + "." + p).encode()
    bits = int(head["alg"][2:])
    if not any(k.get("kty") == "RSA" and (head.get("kid") is None or k.get("kid") in (None, head["kid"])) and rs_valid(k, bits, signed, sig) for k in keys):
        fail(401, "the token's signature is not the issuer's")
    with db.tx():
        now = clock.now()
        exp = claims.get("exp")
        if not isinstance(exp, (int, float)) or clock.real() >= exp * 1000 + 5000:
            fail(401, "the token has expired")
        r = db.one("SELECT * FROM oidc_rules WHERE id=?", rules[0]["id"])
        if r is None:
            fail(403, "no access rule of this registry matches the token")
        expires = now + OIDC_KEY_TTL
        kid, sec = new_key(r["registry"], "oidc: " + sub[:100], r["mode"], json.loads(r["prefixes"]), "oidc", expires)
        return 201, {"keyId": kid, "secret": sec, "mode": r["mode"], "expiresAt": iso_s(expires)}
