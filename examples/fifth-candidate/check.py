"""Goes through checklist.md line by line against a running service, which it starts itself.

Usage: check.py [part of an id, such as EML]
"""
import base64
import hashlib
import hmac
import json
import socket
import subprocess
import sys
import threading
import time
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import jwt
import yaml
from cryptography.hazmat.primitives.asymmetric import rsa

HERE = Path(__file__).parent
ONLY = sys.argv[1] if len(sys.argv) > 1 else ""
results: list[tuple[str, bool, str]] = []


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


# --- receiver of webhooks, and issuer of ID tokens

received: list[dict] = []
answers: dict[str, int] = {}
KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
STRANGER = rsa.generate_private_key(public_exponent=65537, key_size=2048)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        received.append({"path": self.path, "headers": dict(self.headers), "body": body})
        self.send_response(answers.get(self.path, 200))
        self.end_headers()

    def do_GET(self):
        base = f"http://127.0.0.1:{self.server.server_port}/issuers/ci"
        if self.path.endswith("openid-configuration"):
            document = {"issuer": base, "jwks_uri": base + "/jwks.json"}
        else:
            document = {"keys": [{**json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(KEY.public_key())), "kid": "k1", "alg": "RS256"}]}
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(document).encode())

    def log_message(self, *_):
        pass


receiver = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=receiver.serve_forever, daemon=True).start()
HOOKS = f"http://127.0.0.1:{receiver.server_port}"

PORT = free_port()
BASE = f"http://127.0.0.1:{PORT}"
client = httpx.Client(base_url=BASE, timeout=30)
ME = "session-olivia"


def call(method, path, body=None, who=ME, org=None, headers=None, **kw):
    h = dict(headers or {})
    if who:
        h["Authorization"] = f"Bearer {who}"
    if org:
        h["X-Organization"] = org
    response = client.request(method, "/api/v1" + path, json=body, headers=h, **kw) if body is not None else client.request(
        method, "/api/v1" + path, headers=h, **kw)
    if response.status_code >= 400:
        problem = response.json()
        if not isinstance(problem.get("error"), str) or response.status_code == 500:
            results.append(("GEN-01", False, f"{method} {path}: {response.status_code} {response.text}"))
    return response


def get(path, **kw):
    return call("GET", path, **kw)


def post(path, body=None, **kw):
    return call("POST", path, body, **kw)


def patch(path, body, **kw):
    return call("PATCH", path, body, **kw)


def put(path, body, **kw):
    return call("PUT", path, body, **kw)


def delete(path, **kw):
    return call("DELETE", path, **kw)


def event(name, **body):
    return client.post(f"/_understudy/events/{name}", json=body)


def advance(**how):
    response = client.post("/_understudy/clock/advance", json=how)
    assert response.status_code == 200, response.text
    return response.json()


def real_time():
    client.put("/_understudy/clock", json={"mode": "real"})


def ok(id_, condition, text):
    results.append((id_, bool(condition), text))


def eventually(function, seconds=12):
    end = time.time() + seconds
    while time.time() < end:
        value = function()
        if value:
            return value
        time.sleep(0.1)
    return function()


def code(response, status):
    return response.status_code == status


def refused(response):
    return 400 <= response.status_code < 500


def has(value, /, **types):
    """Whether the object has these fields of these types; ? in front of a type makes it optional."""
    for name, kind in types.items():
        optional = isinstance(kind, tuple) and kind[0] == "?"
        kind = kind[1] if optional else kind
        if name not in value:
            if optional:
                continue
            return False
        given = value[name]
        if isinstance(kind, (list, tuple, set)):
            if given not in kind:
                return False
        elif kind is int and isinstance(given, bool):
            return False
        elif not isinstance(given, kind):
            return False
    return True


def opt(kind):
    return ("?", kind)


def in_time(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def now():
    return in_time(client.get("/_understudy/clock").json()["now"])


counter = 0


def unique(prefix):
    global counter
    counter += 1
    return f"{prefix}-{counter}"


def check_tokens():
    made = post("/tokens", {"name": "one"})
    token = made.json()
    ok("TOK-02", code(made, 201) and has(token, id=str, key=str, orgSlug=["acme"]), "create")
    listed = get("/tokens")
    row = next(t for t in listed.json()["tokens"] if t["id"] == token["id"])
    ok("TOK-01", has(row, id=str, name=["one"], start=str, enabled=bool, createdAt=str, expiresAt=str, lastRequest=str,
                     orgSlug=["acme"], scope=list), "all nine fields")
    ok("GEN-03", all(in_time(row[f]) for f in ("createdAt", "expiresAt", "lastRequest")), "ISO times")
    ok("TOK-03", token["key"] not in listed.text, "key once")
    ok("TOK-01", not any(t["id"] == token["id"] for t in get("/tokens", who="session-adam").json()["tokens"]), "only own")
    ok("TOK-06", code(get("/clusters", who=token["key"]), 200), "works as a credential")
    ok("TOK-06", code(get("/clusters", who=token["key"], org="globex"), 403), "bound to its organization")
    event("token-disabled", tokenId=token["id"])
    ok("TOK-06", code(get("/clusters", who=token["key"]), 401), "disabled")
    event("token-enabled", tokenId=token["id"])
    ok("TOK-06", code(get("/clusters", who=token["key"]), 200), "enabled again")
    short = post("/tokens", {"name": "short", "expiresIn": 60}).json()
    advance(by="PT2M")
    ok("TOK-06", code(get("/clusters", who=short["key"]), 401), "expired")
    real_time()
    for body in ({}, {"name": 5}, {"name": "x", "expiresIn": "7"}, {"name": "x", "scope": [{}]}, {"name": "x", "scope": [{"role": "nope"}]}, {"name": "x", "expiresIn": -1}):
        ok("GEN-08", refused(post("/tokens", body)), f"token {body}")
    post("/registry/registries", {"slug": "tok-a"})
    post("/registry/registries", {"slug": "tok-b"})
    post("/registry/registries", {"slug": "tok-g"}, who="session-gina")
    narrow = post("/tokens", {"name": "narrow", "scope": [{"role": "registry.viewer", "resourceIds": ["tok-a"]}]})
    key = narrow.json()["key"]
    ok("TOK-06", [r["slug"] for r in get("/registry/registries", who=key).json()["registries"]] == ["tok-a"], "narrowed list")
    ok("TOK-06", code(get("/registry/registries/tok-b", who=key), 403) and code(get("/clusters", who=key), 403), "narrowed")
    ok("TOK-06", code(delete("/registry/registries/tok-a", who=key), 403), "role narrowed")
    row = next(t for t in get("/tokens").json()["tokens"] if t["id"] == narrow.json()["id"])
    ok("TOK-01", row["scope"] == [{"role": "registry.viewer", "roleName": "Container registry viewer", "resourceIds": ["tok-a"]}], "scope")
    ok("TOK-04", refused(post("/tokens", {"name": "x", "scope": [{"role": "registry.viewer", "resourceIds": ["tok-g"]}]})), "foreign resource")
    event("role-changes", organization="acme", userId="scoped", role="member", grants=[{"role": "registry.editor", "resourceIds": ["tok-b"]}])
    ok("TOK-04", refused(post("/tokens", {"name": "x", "scope": [{"role": "registry.viewer", "resourceIds": ["tok-a"]}]}, who="session-scoped")), "unreadable")
    event("role-changes", customRole={"id": "auditor", "name": "Auditor", "permissions": ["email.message.read"]})
    options = get("/tokens/scope-options").json()
    ok("TOK-05", {"auditor", "registry.viewer"} <= {r["id"] for r in options["roles"]} and has(options["roles"][0], id=str, name=str, description=str, scopable=bool, service=opt(str)), "roles")
    ids = {r["id"] for r in options["resources"]}
    ok("TOK-05", {"tok-a", "tok-b"} <= ids and "tok-g" not in ids, "resources")
    ok("TOK-05", {r["id"] for r in get("/tokens/scope-options", who="session-scoped").json()["resources"]} == {"tok-b"}, "readable only")
    catalog = get("/iam/catalog").json()
    ok("IAM-01", has(catalog["roles"][0], id=str, name=str, description=str, kind=["builtin", "custom"], scopable=bool, permissions=list), "roles")
    ok("IAM-01", "tok-a" in {r["id"] for r in catalog["resources"]}, "resources")
    delete("/registry/registries/tok-a")
    ok("IAM-01", "tok-a" not in {r["id"] for r in get("/iam/catalog").json()["resources"]}, "gone when deleted")
    ok("IAM-02", [get("/iam/catalog", who="session-" + w).status_code for w in ("olivia", "adam", "mia", "victor")] == [200, 200, 403, 403], "by role")
    permissions = get("/iam/permissions").json()["services"]
    tiers = [t for s in permissions for r in s["resources"] for t in r["tiers"]]
    ok("IAM-03", {t["tier"] for t in tiers} == {"read", "write", "admin"} and {"registry.key.admin", "email.key.admin"} <= {t["permission"] for t in tiers}, "permissions")
    contacts = get("/organization/contacts").json()
    ok("ORG-01", has(contacts, billingEmail=str, technicalEmail=str, securityEmail=str), "three")
    changed = patch("/organization/contacts", {"technicalEmail": "new@acme.example"})
    ok("ORG-02", code(changed, 200) and changed.json() == {**contacts, "technicalEmail": "new@acme.example"} == get("/organization/contacts").json(), "changes only what is named")
    for bad in ("nonsense", "a@b", "", 7, None):
        ok("ORG-03", code(patch("/organization/contacts", {"billingEmail": bad, "securityEmail": "x@acme.example"}), 400), f"invalid {bad}")
    ok("ORG-03", get("/organization/contacts").json() == changed.json(), "nothing changed")
    ok("ORG-03", code(patch("/organization/contacts", {"billingEmail": "b@acme.example"}, who="session-mia"), 403), "member")
    event("billing-email-collides", email="taken@x.example")
    ok("ORG-03", code(patch("/organization/contacts", {"billingEmail": "taken@x.example"}), 409), "collision")
    for path in ("/tokens", "/tokens/scope-options", "/iam/catalog", "/iam/permissions", "/organization/contacts", "/clusters", "/email/domains", "/uptime/ping", "/uptime/monitors/x/metrics"):
        ok("GEN-05", code(get(path, who=None), 401) and code(get(path, who="wrong"), 401), path)
    broken = client.post("/api/v1/tokens", content=b"{", headers={"content-type": "application/json"})
    ok("GEN-05", code(broken, 401), "401 before a malformed body")
    broken = client.post("/api/v1/tokens", content=b"{", headers={"content-type": "application/json", "authorization": "Bearer " + ME})
    ok("GEN-01", refused(broken) and "error" in broken.json(), "malformed")
    weird = client.post("/api/v1/uptime/services", content=b'{"name":"\\ud800"}', headers={"content-type": "application/json", "authorization": "Bearer " + ME})
    ok("GEN-01", refused(weird) and "error" in weird.json(), "lone surrogate")
    ok("GEN-01", "error" in get("/nothing").json() and "error" in put("/tokens", {}).json(), "404, 405")


def check_registry():
    R = "/registry/registries"
    ok("REG-01", all(has(u, host=str, endpoint=str) for u in get("/registry/upstreams").json()["upstreams"]), "upstreams")
    made = post(R, {"slug": "shop", "displayName": "Shop"})
    ok("REG-02", made.is_success and has(made.json(), slug=["shop"], displayName=["Shop"], region=str, storageQuotaBytes=int, createdAt=str), "create")
    ok("REG-02", made.json() in get(R).json()["registries"], "listed")
    detail = get(f"{R}/shop").json()
    ok("REG-02", has(detail, slug=str, region=str, storageQuotaBytes=int, usedBytes=[0], repositoryCount=[0], createdAt=str), "detail")
    ok("REG-03", code(post(R, {"slug": "shop"}), 409) and code(post(R, {"slug": "shop"}, who="session-gina"), 409), "taken")
    event("slug-claimed-elsewhere", slug="elsewhere")
    event("slug-claimed-elsewhere", slug="kept", how="reserved")
    ok("REG-03", code(post(R, {"slug": "elsewhere"}), 409) and code(post(R, {"slug": "kept"}), 409) and code(post(R, {"slug": "admin"}), 409), "elsewhere, reserved")
    event("payment-method-changes", active=False)
    ok("REG-04", refused(post(R, {"slug": "unpaid"})), "payment method")
    event("payment-method-changes", active=True)
    for body in ({}, {"slug": 4}, {"slug": "No Slug"}):
        ok("GEN-08", refused(post(R, body)), f"registry {body}")
    post(R, {"slug": "shop2"})
    pushed = event("image-pushed", registry="shop", repository="team/web", tags=["v1", "latest"], layers=[{"digest": "sha256:base", "sizeBytes": 1000}, {"sizeBytes": 500}], manifestBytes=10).json()
    ok("REG-05", pushed["addedBytes"] == 1510, "added")
    second = event("image-pushed", registry="shop", repository="team/web", tags=["latest"], layers=[{"digest": "sha256:base", "sizeBytes": 1000}], manifestBytes=10).json()
    ok("REG-05", second["addedBytes"] == 10, "shared layer stored once")
    detail = get(f"{R}/shop").json()
    ok("REG-05", detail["usedBytes"] == 1520 and detail["repositoryCount"] == 1, "usage")
    tags = get(f"{R}/shop/tags", params={"repo": "team/web"}).json()["tags"]
    ok("REG-08", {t["name"]: t["digest"] for t in tags} == {"v1": pushed["digest"], "latest": second["digest"]} and has(tags[0], manifestSize=int, updatedAt=str), "tags")
    for what in ("tags", "manifests"):
        ok("REG-24", refused(get(f"{R}/shop/{what}")), what)
    ok("REG-24", refused(delete(f"{R}/shop/tags", params={"repo": "team/web"})) and refused(delete(f"{R}/shop/manifests", params={"repo": "team/web"})) and refused(delete(f"{R}/shop/repositories")), "deletions")
    manifests = get(f"{R}/shop/manifests", params={"repo": "team/web"}).json()["manifests"]
    ok("REG-13", {m["digest"]: m["tags"] for m in manifests} == {pushed["digest"]: ["v1"], second["digest"]: ["latest"]} and has(manifests[0], mediaType=str, sizeBytes=int, createdAt=str), "manifests")
    repo = get(f"{R}/shop/repositories").json()["repositories"][0]
    ok("REG-16", repo["name"] == "team/web" and repo["tagCount"] == 2 and repo["sizeBytes"] == 1520, "repository")
    ok("REG-07", refused(delete(f"{R}/shop")), "not empty")
    gone = delete(f"{R}/shop/tags", params={"repo": "team/web", "tag": "v1"})
    ok("REG-11", gone.json() == {"purged": False}, "tag only")
    manifests = get(f"{R}/shop/manifests", params={"repo": "team/web"}).json()["manifests"]
    ok("REG-11", next(m for m in manifests if m["digest"] == pushed["digest"])["tags"] == [], "untagged remains")
    ok("REG-11", code(delete(f"{R}/shop/tags", params={"repo": "team/web", "tag": "latest", "purge": "true"}, who="session-mia"), 403), "purge is admin-tier")
    gone = delete(f"{R}/shop/tags", params={"repo": "team/web", "tag": "latest", "purge": "true"})
    ok("REG-11", gone.json() == {"purged": True} and get(f"{R}/shop").json()["usedBytes"] == 1510, "purged")
    event("image-pushed", registry="shop", repository="team/web", tags=["a", "b"], digest="sha256:ab")
    ok("REG-14", delete(f"{R}/shop/manifests", params={"repo": "team/web", "digest": "sha256:ab"}).is_success, "delete image")
    ok("REG-14", get(f"{R}/shop/tags", params={"repo": "team/web"}).json()["tags"] == [] and get(f"{R}/shop").json()["usedBytes"] == 1510, "its tags go")
    event("image-pushed", registry="shop", repository="team/api", digest="sha256:two", layers=[])
    shared = event("blob-shared", registry="shop", blob="sha256:base", **{"from": {"repository": "team/web", "digest": pushed["digest"]}}, to={"repository": "team/api", "digest": "sha256:two"})
    ok("REG-05", shared.json()["addedBytes"] == 1000, "mounted into another repository")
    ok("REG-17", delete(f"{R}/shop/repositories", params={"repo": "team/web"}).is_success and get(f"{R}/shop").json()["repositoryCount"] == 1, "delete repository")
    ok("LIM-02", event("quota-changes", quota="registry-storage-bytes", registry="shop", value=2000).is_success and code(event("image-pushed", registry="shop", repository="big", layers=[{"sizeBytes": 5000}]), 409), "quota")
    ok("LIM-02", get(f"{R}/shop").json()["repositoryCount"] == 1, "nothing pushed")
    event("quota-changes", quota="registry-storage-bytes", registry="shop", value=10**9)

    key = post(f"{R}/shop/keys", {"name": "ci", "mode": "readwrite", "repoPrefixes": ["team/"]})
    ok("REG-10", key.is_success and has(key.json(), keyId=str, secret=str), "mint")
    listed = get(f"{R}/shop/keys")
    row = next(k for k in listed.json()["keys"] if k["keyId"] == key.json()["keyId"])
    ok("REG-09", has(row, name=["ci"], mode=["readwrite"], mintedVia=["manual"], createdAt=str) and row["repoPrefixes"] == ["team/"] and key.json()["secret"] not in listed.text, "listed without secret")
    ok("REG-10", code(post(f"{R}/shop/keys", {"name": "x", "mode": "pull"}, who="session-mia"), 403), "needs admin")
    for body in ({"name": "x"}, {"mode": "pull"}, {"name": "x", "mode": "write"}):
        ok("GEN-08", refused(post(f"{R}/shop/keys", body)), f"key {body}")

    def allowed(username, password, registry="shop", repository="team/web", action="pull"):
        r = client.post("/api/v1/registry/data-plane/authorize", json=dict(username=username, password=password, registry=registry, repository=repository, action=action))
        return r.json().get("allowed") is True

    k = key.json()
    ok("REG-22", allowed(k["keyId"], k["secret"]) and allowed(k["keyId"], k["secret"], action="push") and not allowed(k["keyId"], k["secret"], repository="other/x") and not allowed(k["keyId"], k["secret"], registry="shop2"), "key on the data plane")
    pull = post(f"{R}/shop/keys", {"name": "p", "mode": "pull"}).json()
    ok("REG-22", allowed(pull["keyId"], pull["secret"]) and not allowed(pull["keyId"], pull["secret"], action="push"), "pull key")
    ok("REG-22", code(event("image-pushed", registry="shop", repository="team/q", secret=pull["secret"]), 409) and event("image-pushed", registry="shop", repository="team/q", keyId=k["keyId"]).is_success, "pushing with keys")
    ok("REG-18", delete(f"{R}/shop/keys/{k['keyId']}").is_success, "revoke")
    row = next(x for x in get(f"{R}/shop/keys").json()["keys"] if x["keyId"] == k["keyId"])
    ok("REG-18", isinstance(row.get("revokedAt"), str) and isinstance(row.get("lastUsedAt"), str) and not allowed(k["keyId"], k["secret"]), "revoked")

    login = post("/registry/login", {})
    c = login.json()
    ok("REG-06", login.is_success and has(c, username=str, password=str, expiresAt=str, registry=str) and {"shop", "shop2"} <= {s["registry"] for s in c["scope"]}, "login")
    ok("REG-06", timedelta(minutes=59) < in_time(c["expiresAt"]) - now() <= timedelta(hours=1), "one hour")
    one = post("/registry/login", {"registry": "shop", "pullOnly": True}).json()
    ok("REG-06", one["scope"] == [{"registry": "shop", "mode": "pull"}], "narrowed")
    ok("REG-06", all(s["mode"] == "pull" for s in post("/registry/login", {"pullOnly": True}).json()["scope"]), "pullOnly")
    event("role-changes", userId="noaccess", role="member", grants=[])
    ok("REG-06", code(post("/registry/login", {}, who="session-noaccess"), 403), "no access")
    ok("REG-22", allowed(c["username"], c["password"], action="push") and not allowed(c["username"], "x") and not allowed("x", c["password"]) and not allowed(one["username"], one["password"], registry="shop2"), "login on the data plane")
    ok("REG-12", delete(f"/registry/login/{c['username']}").is_success and not allowed(c["username"], c["password"]), "logout")
    advance(by="PT61M")
    ok("REG-06", not allowed(one["username"], one["password"]), "expired")
    real_time()

    issuer = HOOKS + "/issuers/ci"
    rule = post(f"{R}/shop/oidc-rules", {"issuer": issuer, "audience": "platform", "subjectPattern": "repo:acme/*:ref:main", "mode": "pull", "repoPrefixes": ["team/"]})
    ok("REG-15", rule.is_success and has(rule.json(), id=int, name=str, issuer=[issuer], audience=["platform"], subjectPattern=str, mode=["pull"], repoPrefixes=list, createdAt=str) and rule.json() in get(f"{R}/shop/oidc-rules").json()["rules"], "rule")
    ok("REG-15", refused(post(f"{R}/shop/oidc-rules", {"issuer": "not a uri", "audience": "a", "subjectPattern": "b", "mode": "pull"})), "issuer is a URI")

    def exchange(key=KEY, registry="shop", **claims):
        t = int(time.time())
        token = jwt.encode({"iss": issuer, "aud": "platform", "sub": "repo:acme/web:ref:main", "iat": t, "exp": t + 300, **claims}, key, algorithm="RS256", headers={"kid": "k1"})
        return client.post("/api/v1/registry/oidc/exchange", json={"registry": registry, "token": token})

    made = exchange()
    ok("REG-21", code(made, 201) and has(made.json(), keyId=str, secret=str, mode=["pull"], expiresAt=str), f"exchange {made.text}")
    if made.is_success:
        ok("REG-21", allowed(made.json()["keyId"], made.json()["secret"]), "usable")
        row = next(x for x in get(f"{R}/shop/keys").json()["keys"] if x["keyId"] == made.json()["keyId"])
        ok("REG-21", row["mintedVia"] == "oidc" and "expiresAt" in row, "mintedVia")
    ok("REG-21", all(refused(r) for r in (exchange(aud="x"), exchange(sub="repo:other/web:ref:main"), exchange(sub="repo:acme/web:ref:mainx"), exchange(iss="http://127.0.0.1:1/x"), exchange(registry="shop2"), exchange(key=STRANGER), exchange(exp=int(time.time()) - 5))), "no match, no key")
    ok("REG-15", delete(f"{R}/shop/oidc-rules/{rule.json()['id']}").is_success and refused(exchange()), "rule deleted")
    up = put(f"{R}/shop/upstream-credentials/docker.io", {"username": "u", "password": "pw-secret"})
    ok("REG-19", up.is_success and up.json() == {"upstream": "docker.io", "username": "u"}, "set")
    put(f"{R}/shop/upstream-credentials/docker.io", {"username": "u2", "password": "pw-secret"})
    listed = get(f"{R}/shop/upstream-credentials")
    ok("REG-19", [c["username"] for c in listed.json()["upstreamCredentials"]] == ["u2"] and "pw-secret" not in listed.text, "replaced")
    ok("REG-20", refused(put(f"{R}/shop/upstream-credentials/evil.example", {"username": "u", "password": "p"})), "catalog only")
    ok("REG-19", delete(f"{R}/shop/upstream-credentials/docker.io").is_success and get(f"{R}/shop/upstream-credentials").json()["upstreamCredentials"] == [], "delete")
    ok("GEN-04", all(refused(r) for r in (get(f"{R}/shop", who="session-gina"), delete(f"{R}/shop", who="session-gina"), get(f"{R}/shop/keys", who="session-gina"), get(f"{R}/shop", who="session-dana", org="globex"))), "foreign registry")
    ok("GEN-04", code(get(f"{R}/shop", who="session-dana"), 200), "dana in acme")
    for r in get(f"{R}/shop/repositories").json()["repositories"]:
        delete(f"{R}/shop/repositories", params={"repo": r["name"]})
    ok("REG-07", delete(f"{R}/shop").is_success and code(get(f"{R}/shop"), 404), "empty")
    ok("GEN-05", refused(get(R, who=None)) and refused(get("/oncall/incidents", who=None)), "registry and on-call")


def verified_domain(receive=True):
    name = unique("mail") + ".acme.example"
    domain = post("/email/domains", {"name": name}).json()
    if receive:
        post(f"/email/domains/{domain['id']}/receive")
    event("dns-record-published", domain=name)
    post(f"/email/domains/{domain['id']}/check")
    eventually(lambda: get(f"/email/domains/{domain['id']}").json()["sendState"] == "verified")
    return domain["id"], name


def signed_with(secret, hook):
    h = {k.lower(): v for k, v in hook["headers"].items()}
    content = f"{h['webhook-id']}.{h['webhook-timestamp']}.".encode() + hook["body"]
    mac = base64.b64encode(hmac.new(base64.b64decode(secret[6:]), content, hashlib.sha256).digest()).decode()
    return h["webhook-signature"] == "v1," + mac


def hooks_at(path, count=1, seconds=6):
    eventually(lambda: len([r for r in received if r["path"] == path]) >= count, seconds)
    return [r for r in received if r["path"] == path]


ALL_TYPES = ["message.sent", "message.delivered", "message.bounced", "message.complained", "message.received"]


def check_email():
    E = "/email"
    made = post(f"{E}/domains", {"name": "first.acme.example"})
    d = made.json()
    ok("EML-04", code(made, 201) and d["sendState"] == "pending" and d["receiveState"] == "none" and d["dnsRecords"] and all(has(r, capability=["send", "receive"], type=str, name=str, value=str, priority=opt(int)) for r in d["dnsRecords"]), "create")
    ok("EML-04", code(post(f"{E}/domains", {"name": "first.acme.example"}), 409) and code(post(f"{E}/domains", {"name": "first.acme.example"}, who="session-gina"), 409), "live claim")
    event("domain-claimed-elsewhere", domain="else.example")
    ok("EML-04", code(post(f"{E}/domains", {"name": "else.example"}), 409), "elsewhere")
    for body in ({}, {"name": "no domain"}, {"name": 3}):
        ok("GEN-08", refused(post(f"{E}/domains", body)), f"domain {body}")
    route = {"domainId": d["id"], "pattern": "x", "endpointId": "none"}
    hook = post(f"{E}/webhooks", {"url": HOOKS + "/a", "eventTypes": ALL_TYPES})
    w = hook.json()
    ok("EML-14", code(hook, 201) and has(w["webhook"], id=str, url=[HOOKS + "/a"], eventTypes=list, disabled=[False], createdAt=str) and isinstance(w["signingSecret"], str), "create")
    wid = w["webhook"]["id"]
    ok("EML-03", code(post(f"{E}/routes", {**route, "endpointId": wid}), 409), "not armed")
    armed = post(f"{E}/domains/{d['id']}/receive")
    mx = [r for r in armed.json()["dnsRecords"] if r["capability"] == "receive"]
    ok("EML-08", code(armed, 200) and [r["type"] for r in mx] == ["MX"] and armed.json()["receiveState"] == "pending", "arm")
    ok("EML-08", post(f"{E}/domains/{d['id']}/receive").json() == armed.json(), "arming again")
    made = post(f"{E}/routes", {**route, "endpointId": wid})
    ok("EML-03", code(made, 201) and has(made.json(), id=str, domainId=[d["id"]], pattern=["x"], endpointId=[wid], createdAt=str), "route")
    ok("EML-03", code(post(f"{E}/routes", {**route, "endpointId": wid}), 409), "pattern exists")
    ok("EML-03", refused(post(f"{E}/routes", {**route, "pattern": "y"})) and refused(post(f"{E}/routes", {**route, "pattern": "a*b", "endpointId": wid})), "endpoint, pattern")
    theirs = post(f"{E}/webhooks", {"url": HOOKS + "/g", "eventTypes": ALL_TYPES}, who="session-gina").json()["webhook"]["id"]
    ok("EML-03", refused(post(f"{E}/routes", {**route, "pattern": "y", "endpointId": theirs})), "foreign endpoint")
    ok("EML-14", code(delete(f"{E}/webhooks/{wid}"), 409), "409 while targeted")
    records = get(f"{E}/domains/{d['id']}/dns").json()["records"]
    ok("EML-06", len(records) == len(armed.json()["dnsRecords"]) and {r["status"] for r in records} == {"missing"}, "missing")
    event("dns-record-published", domain=d["id"], capability="send")
    event("dns-record-mismatched", domain=d["id"], type="MX", value="other.example")
    records = get(f"{E}/domains/{d['id']}/dns").json()["records"]
    ok("EML-06", {(r["capability"], r["status"]) for r in records} == {("send", "found"), ("receive", "mismatch")} and "other.example" in [r.get("observed") for r in records], "found, mismatch")
    event("backend-behaves", backend="dns", reachable=False)
    ok("EML-06", {r["status"] for r in get(f"{E}/domains/{d['id']}/dns").json()["records"]} == {"error"}, "error")
    event("backend-behaves", backend="dns", reachable=True)
    ok("EML-06", get(f"{E}/domains/{d['id']}").json()["sendState"] == "pending", "independent of the state")
    checked = post(f"{E}/domains/{d['id']}/check")
    ok("EML-07", code(checked, 202) and has(checked.json(), status=str), "check")
    ok("EML-07", eventually(lambda: get(f"{E}/domains/{d['id']}").json()["sendState"] == "verified"), "verified in time")
    ok("EML-03", code(delete(f"{E}/routes/{made.json()['id']}"), 204) and made.json()["id"] not in get(f"{E}/routes").text, "route deleted")
    ok("EML-04", code(delete(f"{E}/domains/{d['id']}"), 204) and code(get(f"{E}/domains/{d['id']}"), 404) and code(post(f"{E}/domains", {"name": "first.acme.example"}), 201), "free again")

    did, name = verified_domain()
    other, other_name = verified_domain(False)
    key = post(f"{E}/keys", {"name": "app", "domainIds": [did]})
    k = key.json()
    ok("EML-02", code(key, 201) and has(k["sendKey"], id=str, name=["app"], keyId=str, createdAt=str) and k["sendKey"]["domainIds"] == [did] and isinstance(k["secret"], str), "create")
    listed = get(f"{E}/keys")
    ok("EML-02", k["sendKey"]["id"] in listed.text and k["secret"] not in listed.text, "list")
    ok("EML-02", code(post(f"{E}/keys", {"name": "x"}, who="session-mia"), 403), "needs admin")
    wide = post(f"{E}/keys", {"name": "wide"}).json()

    def send(secret, sender, to, **kw):
        return client.post("/api/v1/email/send", json={"from": sender, "to": to, "subject": "Hi", "text": "Body", **kw}, headers={"authorization": f"Bearer {secret}"})

    before = get(f"{E}/settings").json()
    sent = send(k["secret"], f"a@{name}", ["jo@x.example"])
    ok("EML-20", code(sent, 202) and refused(send(k["secret"], f"a@{other_name}", ["jo@x.example"])) and code(send(wide["secret"], f"a@{other_name}", ["jo@x.example"]), 202), f"restricted {sent.text}")
    after = get(f"{E}/settings").json()
    ok("EML-12", has(after, dailyQuota=int, paused=bool, acceptedToday=int) and after["acceptedToday"] == before["acceptedToday"] + 2, "acceptedToday")
    ok("EML-02", code(delete(f"{E}/keys/{wide['sendKey']['id']}"), 204) and refused(send(wide["secret"], f"a@{name}", ["jo@x.example"])) and wide["sendKey"]["id"] not in get(f"{E}/keys").text, "revoked")
    mid = sent.json()["id"]
    m = get(f"{E}/messages/{mid}").json()
    ok("EML-10", has(m["message"], id=[mid], direction=["send"], state=str, to=list, sizeBytes=int, domainId=[did], createdAt=str, stateAt=str) and m["message"]["from"] == f"a@{name}" and [e["kind"] for e in m["events"]] == ["sent"], "one message")
    content = get(f"{E}/messages/{mid}/content")
    ok("EML-11", content.headers["content-type"].startswith("message/rfc822") and b"Subject: Hi" in content.content and len(content.content) == m["message"]["sizeBytes"], "content")
    hooks = eventually(lambda: [h for h in received if json.loads(h["body"])["data"].get("messageId") == mid])
    ok("EML-17", hooks and signed_with(w["signingSecret"], hooks[0]), "signed")
    deliveries = eventually(lambda: [x for x in get(f"{E}/webhook-deliveries", params={"messageId": mid}).json()["deliveries"] if x["state"] == "delivered"])
    ok("EML-15", deliveries and has(deliveries[0], id=int, endpointId=[wid], eventType=["message.sent"], messageId=[mid], attempts=[1], lastStatus=[200], deliveredAt=str, createdAt=str), "delivered")
    again = post(f"{E}/webhook-deliveries/{deliveries[0]['id']}/redeliver")
    ok("EML-16", code(again, 202) and again.json()["id"] != deliveries[0]["id"], "new delivery")
    repeated = eventually(lambda: len([h for h in received if h["body"] == hooks[0]["body"]]) == 2)
    ok("EML-16", repeated and deliveries[0] in get(f"{E}/webhook-deliveries", params={"endpointId": wid}).json()["deliveries"], "frozen payload")
    rotated = post(f"{E}/webhooks/{wid}/rotate-secret").json()["signingSecret"]
    received.clear()
    event("message-delivered", messageId=mid)
    h = hooks_at("/a")[0]
    ok("EML-14", signed_with(rotated, h) and not signed_with(w["signingSecret"], h), "rotated")
    received.clear()
    ok("EML-14", patch(f"{E}/webhooks/{wid}", {"disabled": True}).json()["disabled"] is True, "disable")
    event("message-delivered", messageId=mid)
    time.sleep(0.5)
    ok("EML-17", not received, "disabled gets nothing")
    ok("EML-14", patch(f"{E}/webhooks/{wid}", {"disabled": False, "url": HOOKS + "/b", "eventTypes": ["message.bounced"]}).json() == {**w["webhook"], "url": HOOKS + "/b", "eventTypes": ["message.bounced"]}, "patch")
    for body in ({"url": HOOKS}, {"url": "nope", "eventTypes": ALL_TYPES}, {"url": HOOKS, "eventTypes": ["x"]}, {"eventTypes": ALL_TYPES}):
        ok("EML-21", refused(post(f"{E}/webhooks", body)), f"{body}")
    # retries
    answers["/b"] = 500
    b = event("message-bounced", messageId=mid, recipient="jo@x.example", bounce="hard").json()
    ok("EML-13", len(b["suppressionIds"]) == 1 and not b["paused"], "hard bounce suppresses")
    s = next(x for x in get(f"{E}/suppressions").json()["suppressions"] if x["id"] == b["suppressionIds"][0])
    ok("EML-13", s["address"] == "jo@x.example" and s["reason"] == "bounce", "reason bounce")
    did1 = b["deliveryIds"][0]

    def delivery(id_):
        return next(x for x in get(f"{E}/webhook-deliveries").json()["deliveries"] if x["id"] == id_)

    ok("EML-15", eventually(lambda: delivery(did1)["attempts"] == 1 and delivery(did1)["state"] == "pending" and delivery(did1)["lastStatus"] == 500), "first failed")
    advance(by="PT15S")
    ok("EML-15", eventually(lambda: delivery(did1)["attempts"] == 2), f"retried {delivery(did1)}")
    answers["/b"] = 200
    advance(by="PT2M")
    ok("EML-15", eventually(lambda: delivery(did1)["state"] == "delivered" and delivery(did1)["attempts"] == 3 and "lastError" not in delivery(did1)), f"delivered in the end {delivery(did1)}")
    answers["/b"] = 500
    b2 = event("message-bounced", messageId=mid, bounce="soft").json()
    ok("EML-13", b2["suppressionIds"] == [], "soft")
    advance(by="P1D")
    ok("EML-15", delivery(b2["deliveryIds"][0])["state"] == "failed" and delivery(b2["deliveryIds"][0])["attempts"] == 6, f"failed in the end {delivery(b2['deliveryIds'][0])}")
    real_time()
    event("webhook-endpoint-answers", endpointId=wid, answers=[{"failure": "timeout"}, {"status": 204}])
    b3 = event("message-bounced", messageId=mid, bounce="soft").json()
    eventually(lambda: delivery(b3["deliveryIds"][0])["attempts"] == 1)
    advance(by="PT15S")
    ok("EML-15", eventually(lambda: delivery(b3["deliveryIds"][0])["state"] == "delivered"), "scripted")
    real_time()
    answers.clear()
    # suppressions
    ok("EML-13", refused(send(k["secret"], f"a@{name}", ["jo@x.example"])), "suppressed")
    ok("EML-13", code(delete(f"{E}/suppressions/{s['id']}"), 204) and code(send(k["secret"], f"a@{name}", ["jo@x.example"]), 202), "deliverable again")
    b = event("message-bounced", messageId=mid, bounce="hard").json()
    ok("EML-13", len(b["suppressionIds"]) == 1, "added again")
    manual = post(f"{E}/suppressions", {"address": "man@x.example"})
    ok("EML-13", code(manual, 201) and manual.json()["reason"] == "manual", "manual")
    delete(f"{E}/suppressions/{b['suppressionIds'][0]}")
    c = event("message-complained", messageId=mid).json()
    ok("EML-13", next(x for x in get(f"{E}/suppressions").json()["suppressions"] if x["id"] == c["suppressionIds"][0])["reason"] == "complaint", "complaint")
    kinds = {e["kind"] for e in get(f"{E}/messages/{mid}").json()["events"]}
    ok("EML-10", kinds == {"sent", "delivered", "bounced", "complained"}, "kinds")
    # receiving
    inbound = post(f"{E}/webhooks", {"url": HOOKS + "/in", "eventTypes": ["message.received"]}).json()["webhook"]["id"]
    r1 = post(f"{E}/routes", {"domainId": did, "pattern": "support", "endpointId": inbound}).json()
    r2 = post(f"{E}/routes", {"domainId": did, "pattern": "sales-*", "endpointId": inbound}).json()
    got = event("message-received", **{"from": "x@y.example"}, to=[f"support@{name}"], subject="Help").json()
    ok("EML-03", got["routeIds"] == [r1["id"]] and hooks_at("/in"), "exact")
    ok("EML-03", event("message-received", **{"from": "x@y.example"}, to=[f"sales-eu@{name}"]).json()["routeIds"] == [r2["id"]], "prefix")
    ok("EML-03", event("message-received", **{"from": "x@y.example"}, to=[f"other@{name}"]).json()["routeIds"] == [], "no match")
    r3 = post(f"{E}/routes", {"domainId": did, "pattern": "*", "endpointId": inbound})
    ok("EML-03", code(r3, 201) and r3.json()["id"] in event("message-received", **{"from": "x@y.example"}, to=[f"other@{name}"]).json()["routeIds"], "star")
    ok("EML-03", code(event("message-received", **{"from": "x@y.example"}, to=[f"other@{other_name}"]), 409), "does not receive")
    # log
    start = now()
    for n in range(120):
        event("message-sent", **{"from": f"a@{name}"}, to=[f"n{n}@x.example"], createdAt=(start - timedelta(minutes=n)).isoformat())
    seen, cursor, pages = [], None, 0
    while True:
        page = get(f"{E}/messages", params={"direction": "send", "domainId": did, **({"cursor": cursor} if cursor else {})}).json()
        seen += page["messages"]
        pages += 1
        cursor = page.get("cursor")
        if not cursor:
            break
    ids = [x["id"] for x in seen]
    ok("EML-09", len(ids) == len(set(ids)) >= 120 and pages >= 3 and [x["createdAt"] for x in seen] == sorted((x["createdAt"] for x in seen), reverse=True), "pages")
    ok("EML-09", [x["to"] for x in get(f"{E}/messages", params={"to": "n7@x.example"}).json()["messages"]] == [["n7@x.example"]], "to")
    ok("EML-09", all(x["state"] == "received" for x in get(f"{E}/messages", params={"state": "received"}).json()["messages"]) and refused(get(f"{E}/messages", params={"direction": "up"})), "state, direction")
    since = (start - timedelta(minutes=5, seconds=30)).isoformat()
    ok("EML-09", {x["to"][0] for x in get(f"{E}/messages", params={"since": since, "direction": "send", "domainId": did}).json()["messages"]} >= {f"n{n}@x.example" for n in range(6)} and "n7@" not in get(f"{E}/messages", params={"since": since}).text, "since")
    old = event("message-sent", **{"from": f"a@{name}"}, to=["old@x.example"], createdAt=(start - timedelta(days=31)).isoformat()).json()["messageId"]
    older = event("message-sent", **{"from": f"a@{name}"}, to=["older@x.example"], createdAt=(start - timedelta(days=91)).isoformat()).json()["messageId"]
    ok("EML-11", code(get(f"{E}/messages/{old}/content"), 404) and code(get(f"{E}/messages/{old}"), 200), "30 days")
    ok("LIM-01", get(f"{E}/messages", params={"to": "old@x.example"}).json()["messages"] and not get(f"{E}/messages", params={"to": "older@x.example"}).json()["messages"] and older, "90 days")
    # posture
    paused = False
    for n in range(30):
        paused = event("message-bounced", messageId=ids[5 + n], bounce="hard").json()["paused"]
        if paused:
            break
    settings = get(f"{E}/settings").json()
    ok("EML-18", paused and settings["paused"] and has(settings, pausedAt=str, pauseReason=str, bouncePausePct=float, complaintPausePct=float), "paused")
    ok("EML-18", refused(send(k["secret"], f"a@{name}", ["z@x.example"])) and code(event("message-sent", **{"from": f"a@{name}"}, to=["z@x.example"]), 409), "refused while paused")
    ok("EML-18", event("sending-unpaused").is_success and code(send(k["secret"], f"a@{name}", ["z@x.example"]), 202), "unpaused")
    event("quota-changes", quota="daily-email", value=1)
    ok("LIM-02", refused(send(k["secret"], f"a@{name}", ["z@x.example"])), "daily quota")
    event("quota-changes", quota="daily-email", value=50000)
    # scoped, foreign, entitlement, backend
    event("role-changes", userId="noaccess", role="member", grants=[])
    event("role-changes", userId="mailer", role="member", grants=[{"role": "email.editor", "resourceIds": [did]}])
    ok("EML-05", [x["id"] for x in get(f"{E}/domains", who="session-mailer").json()["domains"]] == [did] and {x["domainId"] for x in get(f"{E}/routes", who="session-mailer").json()["routes"]} == {did}, "scoped lists")
    ok("EML-01", code(get(f"{E}/domains/{other}", who="session-mailer"), 403) and code(get(f"{E}/domains", who="session-noaccess"), 403), "lacks the permission")
    ok("GEN-04", all(code(r, 404) for r in (get(f"{E}/domains/{did}", who="session-gina"), get(f"{E}/messages/{mid}", who="session-gina"), delete(f"{E}/keys/{k['sendKey']['id']}", who="session-gina"), patch(f"{E}/webhooks/{wid}", {"disabled": True}, who="session-gina"), post(f"{E}/webhook-deliveries/{did1}/redeliver", who="session-gina"), delete(f"{E}/suppressions/{manual.json()['id']}", who="session-gina"), delete(f"{E}/routes/{r1['id']}", who="session-gina"))), "foreign")
    ok("EML-01", all(code(r, 404) for r in (get(f"{E}/domains/x"), delete(f"{E}/keys/x"), delete(f"{E}/routes/x"), get(f"{E}/messages/x"), delete(f"{E}/suppressions/x"), delete(f"{E}/webhooks/x"), post(f"{E}/webhook-deliveries/999999/redeliver"), post(f"{E}/domains/x/check"))), "404")
    paths = [("GET", f"{E}/{p}") for p in ("keys", "routes", "domains", "messages", "settings", "suppressions", "webhooks", "webhook-deliveries", f"domains/{did}", f"domains/{did}/dns", f"messages/{mid}", f"messages/{mid}/content")] + [("POST", f"{E}/domains/{did}/check"), ("POST", f"{E}/domains"), ("DELETE", f"{E}/keys/x")]
    event("entitlement-changes", area="email", enabled=False)
    ok("EML-01", all(code(call(m, p), 403) for m, p in paths), "not enabled")
    event("entitlement-changes", area="email", enabled=True)
    event("backend-behaves", backend="email", reachable=False)
    ok("EML-01", all(code(call(m, p), 502) for m, p in paths), "backend unreachable")
    event("backend-behaves", backend="email", reachable=True)
    ok("EML-14", code(delete(f"{E}/webhooks/{wid}"), 204) and code(delete(f"{E}/webhooks/{wid}"), 404), "delete")


def check_oncall():
    O = "/oncall"
    services = get(f"{O}/services").json()["services"]
    sid = services[0]["id"]
    u1, u2 = "7d0c5e52-0000-4000-8000-000000000001", "7d0c5e52-0000-4000-8000-000000000003"
    made = post(f"{O}/incidents", {"serviceId": sid, "title": "Down"})
    i = made.json()
    ok("ONC-01", made.is_success and has(i, id=str, serviceId=[sid], serviceName=["checkout"], title=["Down"], status=["open"], openedAt=str, firingAlerts=[0]) and "acknowledgedAt" not in i and "resolvedAt" not in i, "open")
    for body in ({"title": "x"}, {"serviceId": sid}, {"serviceId": "x", "title": "x"}):
        ok("GEN-08", refused(post(f"{O}/incidents", body)), f"incident {body}")
    a = post(f"{O}/incidents/{i['id']}/acknowledge").json()
    ok("ONC-02", a["status"] == "acknowledged" and isinstance(a["acknowledgedAt"], str), "acknowledge")
    ok("ONC-20", get(f"{O}/incidents/{i['id']}").json()["acknowledgedBy"] == "Olivia Owner", "by the acting user")
    fired = event("alert-fires", serviceId=sid, alert="A1", title="T").json()
    ok("ONC-05", fired["incidentId"] == i["id"] and not fired["opened"] and fired["firingAlerts"] == 1, "attaches while acknowledged")
    r = post(f"{O}/incidents/{i['id']}/resolve").json()
    ok("ONC-03", r["status"] == "resolved" and isinstance(r["resolvedAt"], str), "resolve")
    post(f"{O}/incidents/{i['id']}/acknowledge")
    frozen = get(f"{O}/incidents/{i['id']}").json()
    ok("ONC-03", frozen["status"] == "resolved", "terminal")
    fired = event("alert-fires", serviceId=sid, alert="A2").json()
    ok("ONC-04", fired["opened"] and fired["incidentId"] != i["id"] and get(f"{O}/incidents/{i['id']}").json() == frozen, "a new incident")
    event("alert-fires", serviceId=sid, alert="A3")
    event("alert-fires", serviceId=sid, alert="A3")
    d = get(f"{O}/incidents/{fired['incidentId']}").json()
    ok("ONC-08", d["firingAlerts"] == 2 and len(d["alerts"]) == 2 and d["timeline"], "alerts and timeline")
    ok("ONC-05", event("alert-resolves", serviceId=sid, alert="A2").json()["firingAlerts"] == 1 and event("alert-resolves", serviceId=sid, alert="A3").json()["resolved"], "resolves with the last")
    manual = post(f"{O}/incidents", {"serviceId": sid, "title": "Manual", "description": "d"}).json()
    advance(by="P30D")
    ok("ONC-01", get(f"{O}/incidents/{manual['id']}").json()["status"] == "open", "never by itself")
    real_time()
    ids = [x["id"] for x in get(f"{O}/incidents").json()["incidents"]]
    ok("ONC-06", manual["id"] in ids and i["id"] not in ids, "working set")
    ok("ONC-06", {x["status"] for x in get(f"{O}/incidents", params={"status": "resolved"}).json()["incidents"]} == {"resolved"} and refused(get(f"{O}/incidents", params={"status": "x"})), "filter")
    for n in range(105):
        last = post(f"{O}/incidents", {"serviceId": services[1]["id"], "title": f"n{n}"}).json()
    many = get(f"{O}/incidents").json()["incidents"]
    ok("ONC-06", len(many) == 100 and many[0]["id"] == last["id"], "at most 100, newest first")
    # public updates
    page = lambda: [x["id"] for x in event("status-page-viewed", serviceIds=[sid]).json()["incidents"]]
    ok("ONC-07", i["id"] not in page(), "hidden")
    up = post(f"{O}/incidents/{i['id']}/updates", {"body": "We know", "byLabel": "Fake"}, who="session-mia")
    ok("ONC-07", up.is_success and has(up.json(), id=str, at=str, body=["We know"], byLabel=["Mia Member"]) and i["id"] in page(), "published")
    public = client.get(f"/api/v1{O}/status-pages/{sid}")
    ok("ONC-07", up.json()["id"] in public.text and "timeline" not in public.text, "status page")
    ok("ONC-07", delete(f"{O}/incidents/{i['id']}/updates/{up.json()['id']}").is_success and i["id"] not in page(), "retracted")
    # schedules
    body = {"name": "Primary", "timezone": "Europe/Berlin", "participants": [{"userId": u1, "label": "O"}, {"userId": u2, "label": "M"}], "handoff": {"interval": "daily", "time": "09:00"}}
    made = post(f"{O}/schedules", body)
    s = made.json()
    ok("ONC-09", made.is_success and has(s, id=str, name=str, timezone=str, participants=list, handoff=dict, onCallNow=dict, overrides=list, createdAt=str) and s["handoff"] == body["handoff"], "create")
    first = s["onCallNow"]
    ok("ONC-10", has(first, userId=[u1], label=["O"], until=str, override=[False]), "on call")
    for change in ({"timezone": "Mars/X"}, {"handoff": {"interval": "hourly", "time": "09:00"}}, {"handoff": {"interval": "daily"}}, {"participants": [{"userId": "x", "label": "x"}]}):
        ok("GEN-08", refused(post(f"{O}/schedules", {**body, **change})), f"schedule {change}")
    swapped = patch(f"{O}/schedules/{s['id']}", {"participants": body["participants"][::-1]}).json()
    ok("ONC-09", swapped["onCallNow"]["userId"] == u2 and swapped["name"] == "Primary", "reordering shifts")
    patch(f"{O}/schedules/{s['id']}", {"participants": body["participants"]})
    at = lambda: next(x for x in get(f"{O}/schedules").json()["schedules"] if x["id"] == s["id"])
    advance(to=first["until"])
    ok("ONC-10", at()["onCallNow"]["userId"] == u2, "handoff")
    advance(by="P1D")
    ok("ONC-10", at()["onCallNow"]["userId"] == u1, "and back")
    t = now()
    o = post(f"{O}/schedules/{s['id']}/overrides", {"userId": u2, "label": "Mia", "startsAt": (t + timedelta(minutes=10)).isoformat(), "endsAt": (t + timedelta(minutes=20)).isoformat()})
    ok("ONC-11", o.is_success and o.json() in at()["overrides"] and at()["onCallNow"]["override"] is False, "override to come")
    advance(by="PT11M")
    ok("ONC-10", at()["onCallNow"]["override"] is True and at()["onCallNow"]["userId"] == u2, "override wins")
    ok("ONC-10", (advance(by="PT11M") or True) and at()["onCallNow"]["override"] is False and at()["onCallNow"]["userId"] == u1, "override is over")
    ok("ONC-11", delete(f"{O}/schedules/{s['id']}/overrides/{o.json()['id']}").is_success and at()["overrides"] == [], "removed")
    weekly = post(f"{O}/schedules", {**body, "handoff": {"interval": "weekly", "dow": 3, "time": "10:30"}}).json()
    u = in_time(weekly["onCallNow"]["until"])
    from zoneinfo import ZoneInfo
    local = u.astimezone(ZoneInfo("Europe/Berlin"))
    ok("ONC-10", (local.isoweekday(), local.hour, local.minute) == (3, 10, 30), "weekly in the zone")
    real_time()
    # policies
    steps = [{"target": {"kind": "schedule", "id": s["id"], "label": "P"}, "waitSeconds": 60}, {"target": {"kind": "user", "id": u2, "label": "M"}, "waitSeconds": 120}]
    made = post(f"{O}/escalation-policies", {"name": "Pol", "repeat": 1, "steps": steps})
    p = made.json()
    ok("ONC-12", made.is_success and p["steps"] == steps and p["services"] == 0 and p in get(f"{O}/escalation-policies").json()["policies"], "policy")
    ok("ONC-12", patch(f"{O}/escalation-policies/{p['id']}", {"name": "Pol2"}).json() == {**p, "name": "Pol2"}, "update")
    ok("ONC-09", code(delete(f"{O}/schedules/{s['id']}"), 409), "409 while targeted")
    svc = post(f"{O}/services", {"name": "paged"}).json()
    att = put(f"{O}/services/{svc['id']}/escalation-policy", {"escalationPolicyId": p["id"]})
    ok("ONC-13", att.is_success and has(att.json(), id=[svc["id"]], name=str, createdAt=str, escalationPolicyId=[p["id"]]), "attach")
    ok("ONC-12", code(delete(f"{O}/escalation-policies/{p['id']}"), 409) and next(x for x in get(f"{O}/escalation-policies").json()["policies"] if x["id"] == p["id"])["services"] == 1, "referenced")
    ok("GEN-08", refused(put(f"{O}/services/{svc['id']}/escalation-policy", {})), "escalationPolicyId is required")
    pages = lambda id_: [(x["userId"], x["step"], x["round"]) for x in client.get("/_understudy/pages", params={"incidentId": id_}).json()["pages"]]
    inc = post(f"{O}/incidents", {"serviceId": svc["id"], "title": "P"}).json()
    ok("ONC-14", eventually(lambda: pages(inc["id"]) == [(u1, 0, 0)]), f"first step {pages(inc['id'])}")
    advance(by="PT61S")
    ok("ONC-14", pages(inc["id"]) == [(u1, 0, 0), (u2, 1, 0)], f"second step {pages(inc['id'])}")
    advance(by="PT1H")
    ok("ONC-14", pages(inc["id"]) == [(u1, 0, 0), (u2, 1, 0), (u1, 0, 1), (u2, 1, 1)], f"repeat {pages(inc['id'])}")
    t = now()
    post(f"{O}/schedules/{s['id']}/overrides", {"userId": u2, "label": "Mia", "startsAt": t.isoformat(), "endsAt": (t + timedelta(hours=1)).isoformat()})
    inc2 = post(f"{O}/incidents", {"serviceId": svc["id"], "title": "P"}).json()
    ok("ONC-14", eventually(lambda: pages(inc2["id"]) == [(u2, 0, 0)]), "override before targets")
    post(f"{O}/incidents/{inc2['id']}/acknowledge")
    advance(by="PT1H")
    ok("ONC-14", pages(inc2["id"]) == [(u2, 0, 0)], "stops when acknowledged")
    real_time()
    det = put(f"{O}/services/{svc['id']}/escalation-policy", {"escalationPolicyId": None}).json()
    inc3 = post(f"{O}/incidents", {"serviceId": svc["id"], "title": "P"}).json()
    time.sleep(0.3)
    ok("ONC-13", det.get("escalationPolicyId") is None and pages(inc3["id"]) == [], "detached pages no one")
    # paging settings, provider
    ps = get(f"{O}/paging-settings").json()
    ok("ONC-15", ps == {"email": "olivia@acme.example", "phone": "", "rules": [{"channel": "email", "delaySeconds": 0}]}, "default")
    sms = {"phone": "+4915112345678", "rules": [{"channel": "sms", "delaySeconds": 0}, {"channel": "email", "delaySeconds": 30}], "email": "evil@x.example"}
    ok("ONC-15", refused(put(f"{O}/paging-settings", sms)), "no credential")
    ok("ONC-17", get(f"{O}/provider-credential").json()["configured"] is False, "unset")
    cred = {"accountSid": "AC1", "authToken": "auth-secret", "fromNumber": "+15550100"}
    event("provider-behaves", behaviour="rejects")
    ok("ONC-17", code(put(f"{O}/provider-credential", cred), 422), "rejected")
    event("provider-behaves", behaviour="unreachable")
    ok("ONC-17", code(put(f"{O}/provider-credential", cred), 502) and get(f"{O}/provider-credential").json()["configured"] is False, "unreachable")
    event("provider-behaves", behaviour="accepts")
    c = put(f"{O}/provider-credential", cred)
    ok("ONC-17", c.is_success and has(c.json(), configured=[True], accountSid=["AC1"], fromNumber=str, updatedAt=str) and "auth-secret" not in c.text + get(f"{O}/provider-credential").text, "set")
    ok("GEN-08", refused(put(f"{O}/provider-credential", {"accountSid": "x"})), "all required")
    ok("ONC-15", refused(put(f"{O}/paging-settings", {**sms, "phone": "0151"})), "E.164")
    saved = put(f"{O}/paging-settings", sms)
    ok("ONC-15", saved.is_success and saved.json() == {**sms, "email": "olivia@acme.example"} == get(f"{O}/paging-settings").json(), "saved")
    ok("ONC-15", get(f"{O}/paging-settings", who="session-mia").json()["rules"] == [{"channel": "email", "delaySeconds": 0}], "personal")
    pol = post(f"{O}/escalation-policies", {"name": "U", "repeat": 0, "steps": [{"target": {"kind": "user", "id": u1, "label": "O"}, "waitSeconds": 0}]}).json()
    put(f"{O}/services/{svc['id']}/escalation-policy", {"escalationPolicyId": pol["id"]})
    full = lambda id_: [(x["channel"], x["outcome"], x["to"]) for x in client.get("/_understudy/pages", params={"incidentId": id_}).json()["pages"]]
    x = post(f"{O}/incidents", {"serviceId": svc["id"], "title": "P"}).json()
    ok("ONC-16", eventually(lambda: full(x["id"]) == [("sms", "sent", "+4915112345678")]), "sms")
    advance(by="PT31S")
    ok("ONC-16", full(x["id"])[1:] == [("email", "sent", "olivia@acme.example")], "after delaySeconds")
    real_time()
    ok("ONC-17", delete(f"{O}/provider-credential").is_success and get(f"{O}/provider-credential").json()["configured"] is False, "cleared")
    x = post(f"{O}/incidents", {"serviceId": svc["id"], "title": "P"}).json()
    ok("ONC-16", eventually(lambda: full(x["id"]) and full(x["id"])[0][1] == "failed"), "no credential fails")
    ok("ONC-16", "no-credential" in client.get("/_understudy/pages", params={"incidentId": x["id"]}).json()["pages"][0]["error"], "error")
    # sources
    made = post(f"{O}/alert-sources", {"name": "am", "serviceId": svc["id"]})
    src = made.json()
    ok("ONC-18", made.is_success and has(src, id=str, name=["am"], serviceId=[svc["id"]], token=str, createdAt=str), "create")
    listed = get(f"{O}/alert-sources")
    ok("ONC-18", src["token"] not in listed.text and has(next(q for q in listed.json()["sources"] if q["id"] == src["id"]), lastEventAt=str), "never shown")
    note = {"version": "4", "status": "firing", "alerts": [{"status": "firing", "labels": {"alertname": "HighCPU"}, "annotations": {}, "startsAt": "2026-01-01T00:00:00Z", "fingerprint": "f1"}]}
    hook = lambda n=note, t=src["token"]: client.post(f"/api/v1{O}/alert-sources/{src['id']}/webhook", json=n, headers={"authorization": f"Bearer {t}"})
    count = len(get(f"{O}/incidents").json()["incidents"])
    ok("ONC-19", hook().is_success and code(hook(t="x"), 401) and refused(hook({"no": 1})), f"alertmanager {count}")
    latest = [q for q in get(f"{O}/incidents").json()["incidents"] if q["serviceId"] == svc["id"] and q["firingAlerts"]]
    ok("ONC-19", len(latest) == 1, "attached")
    # in flight: the source is revoked while the body is still coming in
    body = json.dumps(note).encode()
    sock = socket.create_connection(("127.0.0.1", PORT))
    sock.sendall(f"POST /api/v1{O}/alert-sources/{src['id']}/webhook HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {src['token']}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body[:10])
    time.sleep(0.2)
    ok("ONC-18", delete(f"{O}/alert-sources/{src['id']}").is_success and code(hook(), 401), "revoked")
    sock.sendall(body[10:])
    ok("ONC-18", b" 401 " in sock.recv(1000), "in flight")
    ok("GEN-04", all(refused(q) for q in (get(f"{O}/incidents/{i['id']}", who="session-gina"), post(f"{O}/incidents/{manual['id']}/resolve", who="session-gina"), patch(f"{O}/schedules/{s['id']}", {"name": "x"}, who="session-gina"), delete(f"{O}/escalation-policies/{pol['id']}", who="session-gina"), post(f"{O}/incidents", {"serviceId": sid, "title": "x"}, who="session-gina"), put(f"{O}/services/{svc['id']}/escalation-policy", {"escalationPolicyId": None}, who="session-gina"))), "foreign")
    put(f"{O}/services/{svc['id']}/escalation-policy", {"escalationPolicyId": None})
    ok("ONC-12", delete(f"{O}/escalation-policies/{pol['id']}").is_success and delete(f"{O}/escalation-policies/{p['id']}").is_success, "delete")
    ok("ONC-09", delete(f"{O}/schedules/{s['id']}").is_success, "delete schedule")


def check_clusters():
    C = "/clusters"
    made = post(C, {"name": "prod", "tier": "small", "orchestratorVersion": "1.31.4", "managedLoadBalancers": {"enabled": True}})
    c = made.json()
    ok("CLU-01", code(made, 201) and has(c, name=["prod"], tier=["small"], orchestratorVersion=["1.31.4"], replicas=int, mesh=bool, datastore=dict, phase=str, managedLoadBalancers=dict), "create")
    for body in ({"name": "x"}, {"tier": "small"}, {"name": "x", "tier": "huge"}, {"name": "x", "tier": "small", "datastore": {}}, {"name": "x", "tier": "small", "datastore": {"mode": "own"}}, {"name": "x", "tier": "small", "datastore": {"mode": "dedicated", "size": "xl"}}, {"name": "x", "tier": "small", "managedLoadBalancers": {}}, {"name": "x", "tier": "small", "orchestratorVersion": "9.9.9"}):
        ok("CLU-02", refused(post(C, body)), f"{body}")
    ready = lambda n="prod": eventually(lambda: get(f"{C}/{n}").json()["phase"] == "ready")
    ok("CLU-01", ready() and get(f"{C}/prod").json()["endpoint"], "provisioned")
    event("quota-changes", quota="clusters", value=1)
    ok("CLU-01", code(post(C, {"name": "more", "tier": "small"}), 403), "quota")
    event("quota-changes", quota="clusters", value=100)
    ok("CLU-01", code(get(f"{C}/nope"), 404), "404")
    p = patch(f"{C}/prod", {"tier": "medium", "replicas": 3})
    ok("CLU-03", code(p, 200), "patch")
    ok("CLU-07", code(patch(f"{C}/prod", {"replicas": 5}), 409), "concurrent")
    ok("CLU-03", ready() and get(f"{C}/prod").json()["tier"] == "medium" and get(f"{C}/prod").json()["replicas"] == 3, "rolled")
    for v in ("1.30.8", "1.33.2", "1.31.99", "2.0.0"):
        ok("CLU-04", refused(patch(f"{C}/prod", {"orchestratorVersion": v})) and get(f"{C}/prod").json()["orchestratorVersion"] == "1.31.4", v)
    event("node-joins", cluster="prod", node="old", agentVersion="1.29.3", ready=True)
    event("node-joins", cluster="prod", node="new", agentVersion="1.31.4")
    blocked = patch(f"{C}/prod", {"orchestratorVersion": "1.32.6"})
    ok("CLU-05", code(blocked, 409) and "old" in blocked.json()["error"] and "new" not in blocked.json()["error"], "skew")
    event("agent-upgraded", cluster="prod", node="old", agentVersion="1.31.4")
    ok("CLU-04", code(patch(f"{C}/prod", {"orchestratorVersion": "1.32.6"}), 200) and ready() and get(f"{C}/prod").json()["orchestratorVersion"] == "1.32.6", "one hop")
    event("headroom-changes", cluster="prod", component="scheduler", usedPercent=85)
    blocked = patch(f"{C}/prod", {"tier": "small"})
    ok("CLU-06", code(blocked, 409) and "scheduler" in blocked.json()["error"] and "datastore" not in blocked.json()["error"], "headroom")
    ok("CLU-06", code(patch(f"{C}/prod", {"tier": "large"}), 200) and ready(), "upsizing is free")
    event("headroom-changes", cluster="prod", component="scheduler", usedPercent=5)
    ok("CLU-06", code(patch(f"{C}/prod", {"tier": "small"}), 200) and ready(), "downsize")
    event("cluster-changes-concurrently", cluster="prod", lasts="one-request")
    ok("CLU-07", code(patch(f"{C}/prod", {"replicas": 5}), 409) and code(patch(f"{C}/prod", {"replicas": 5}), 200) and ready(), "one request")
    event("cluster-changes-concurrently", cluster="prod", change={"replicas": 1})
    ok("CLU-07", code(patch(f"{C}/prod", {"replicas": 5}), 409) and ready() and get(f"{C}/prod").json()["replicas"] == 1, "roll")
    patch(f"{C}/prod", {"replicas": 3})
    ok("CLU-16", get(f"{C}/prod").json()["phase"] == "restarting" and ready(), "restarts")
    nodes = eventually(lambda: [n for n in get(f"{C}/prod/nodes").json()["nodes"] if n["ready"]])
    ok("CLU-09", {n["name"] for n in nodes} == {"old", "new"} and has(nodes[0], name=str, ready=bool, agentVersion=str) and isinstance(get(f"{C}/prod/usage").json(), dict), "nodes, usage")
    ok("CLU-12", code(delete(f"{C}/prod/nodes/old"), 204) and code(delete(f"{C}/prod/nodes/old"), 404), "delete node")
    k = get(f"{C}/prod/kubeconfig").json()
    y = yaml.safe_load(k["kubeconfig"])
    ok("CLU-10", has(k, kubeconfig=str, expiresIn=int) and y["kind"] == "Config", "kubeconfig")
    used = lambda: event("credential-used", kind="kubeconfig", secret=k["kubeconfig"], cluster="prod").json()["accepted"]
    j = post(f"{C}/prod/join-tokens")
    ok("CLU-11", code(j, 201) and has(j.json(), joinToken=str, cluster=["prod"], joinCommand=str, expiresIn=int), "join token")
    join = lambda token, node, n="prod": client.post(f"/api/v1{C}/{n}/join", json={"token": token, "node": node})
    ok("CLU-11", code(join(j.json()["joinToken"], "j1"), 201) and refused(join(j.json()["joinToken"], "j2")), "single use")
    late = post(f"{C}/prod/join-tokens").json()["joinToken"]
    reg = post(f"{C}/prod/registration-tokens", {"name": "fleet"})
    r = reg.json()
    ok("CLU-13", code(reg, 201) and has(r, id=str, name=["fleet"], token=str, cloudConfig=str, joinCommand=str), "registration token")
    expiring = post(f"{C}/prod/registration-tokens", {"name": "e", "expiresIn": 60}).json()
    ok("CLU-13", code(join(r["token"], "r1"), 201) and code(join(r["token"], "r2"), 201), "reusable")
    listed = get(f"{C}/prod/registration-tokens")
    ok("CLU-13", r["token"] not in listed.text and has(listed.json()["tokens"][0], id=[r["id"]], name=str, createdAt=str, disabled=[False], lastUsed=str) and "expiresAt" in listed.json()["tokens"][1], "list")
    ok("CLU-13", code(patch(f"{C}/prod/registration-tokens/{r['id']}", {"disabled": True}), 204) and refused(join(r["token"], "r3")), "disabled")
    ok("CLU-13", code(patch(f"{C}/prod/registration-tokens/{r['id']}", {"disabled": False}), 204) and code(join(r["token"], "r3"), 201), "reactivated")
    ok("GEN-08", refused(patch(f"{C}/prod/registration-tokens/{r['id']}", {})), "disabled is required")
    ok("CLU-10", used(), "usable")
    advance(by="PT2H")
    ok("CLU-10", not used(), "expired")
    ok("CLU-11", refused(join(late, "l1")), "short-lived")
    ok("CLU-13", refused(join(expiring["token"], "l2")), "expired")
    real_time()
    ok("CLU-13", code(delete(f"{C}/prod/registration-tokens/{r['id']}"), 204) and refused(join(r["token"], "r4")), "revoked")
    e = event("service-exposed", cluster="prod", service="shop/web").json()
    lb = get(f"{C}/prod").json()["managedLoadBalancers"]
    ok("CLU-14", lb["enabled"] and lb["loadBalancers"] == [{"service": "shop/web", "ip": e["ip"]}] and isinstance(lb["maxServices"], int), "load balancer")
    event("quota-changes", quota="load-balancer-services", cluster="prod", value=1)
    ok("LIM-02", code(event("service-exposed", cluster="prod", service="shop/two"), 409), "maxServices")
    ok("CLU-14", event("service-withdrawn", cluster="prod", service="shop/web").is_success and get(f"{C}/prod").json()["managedLoadBalancers"]["loadBalancers"] == [], "withdrawn")
    post(C, {"name": "ded", "tier": "large", "replicas": 3, "mesh": True, "datastore": {"mode": "dedicated", "size": "db-medium", "storageGiB": 50}})
    ready("ded")
    ok("CLU-02", get(f"{C}/ded").json()["datastore"] == {"mode": "dedicated", "size": "db-medium", "storageGiB": 50, "replicas": 1, "backups": False} and get(f"{C}/ded").json()["mesh"], "dedicated")
    ok("CLU-03", code(patch(f"{C}/ded", {"datastore": {"size": "db-large", "storageGiB": 80, "replicas": 2, "backups": True}}), 200) and ready("ded") and get(f"{C}/ded").json()["datastore"]["size"] == "db-large", "datastore")
    ok("CLU-02", refused(patch(f"{C}/ded", {"datastore": {"size": "xl"}})), "size in PATCH")
    for q in (get(f"{C}/prod", who="session-gina"), patch(f"{C}/prod", {"replicas": 1}, who="session-gina"), delete(f"{C}/prod", who="session-gina"), get(f"{C}/prod/kubeconfig", who="session-gina")):
        ok("GEN-04", q.status_code in (403, 404), "foreign cluster")
    post(C, {"name": "prod", "tier": "small"}, who="session-gina")
    ok("GEN-04", get(f"{C}/prod").json()["tier"] == "small" and len(get(C, who="session-gina").json()["clusters"]) == 1, "names are of the organization")
    gone = delete(f"{C}/prod")
    ok("CLU-08", code(gone, 202) and not gone.content and eventually(lambda: code(get(f"{C}/prod"), 404)), "delete")
    ok("CLU-08", eventually(lambda: get(f"{C}/prod", who="session-gina").json()["phase"] == "ready"), "the other one stays")
    ok("CLU-04", all(has(v, version=str, default=bool) for v in get("/cluster-versions").json()["versions"]), "catalog")


def check_uptime():
    U = "/uptime"
    ok("UPT-02", has(get(f"{U}/ping").json(), service=str, org=["acme"], schemaEpoch=str, time=str), "ping")
    cat = get(f"{U}/catalog").json()
    ok("UPT-03", all(has(x, seconds=int, label=str) for x in cat["intervals"]) and all(has(x, id=str, label=str, available=bool) for x in cat["vantages"]), "catalog")
    s = post(f"{U}/services", {"name": "web"})
    ok("UPT-04", code(s, 201) and has(s.json(), id=str, name=["web"], monitors=[0], createdAt=str) and code(post(f"{U}/services", {"name": "web"}), 409), "service")
    sid = s.json()["id"]
    s2 = post(f"{U}/services", {"name": "api"}).json()
    ok("UPT-04", code(patch(f"{U}/services/{s2['id']}", {"name": "web"}), 409) and patch(f"{U}/services/{s2['id']}", {"name": "api2"}).json()["name"] == "api2", "rename")
    body = {"name": "m", "serviceId": sid, "intervalSeconds": 60, "vantages": ["fra", "iad"], "downCondition": {"confirmations": 2, "quorum": 2}, "kind": "http", "http": {"url": "https://acme.example/health", "headers": {"X": "1"}, "method": "HEAD"}}
    made = post(f"{U}/monitors", body)
    m = made.json()
    ok("UPT-05", code(made, 201) and all(m[f] == body[f] for f in body if f != "http") and all(m["http"][f] == v for f, v in body["http"].items()) and has(m, id=str, enabled=[True], timeoutMs=int, createdAt=str, updatedAt=str, state=opt(["pending"])), f"create {made.text}")
    mid = m["id"]
    for change in ({"intervalSeconds": 7}, {"vantages": ["syd"]}, {"vantages": ["moon"]}, {"kind": "icmp"}, {"kind": "tcp"}, {"http": {"url": "nope"}}, {"http": {}}, {"name": None}, {"serviceId": "x"}, {"http": {"url": "https://a.example", "method": "PUT"}}, {"downCondition": {"confirmations": 1}}):
        ok("UPT-03", refused(post(f"{U}/monitors", {**body, **change})), f"{change}")
    ok("UPT-03", refused(patch(f"{U}/monitors/{mid}", {"vantages": ["syd"]})) and refused(patch(f"{U}/monitors/{mid}", {"intervalSeconds": 7})), "on PATCH")
    tcp = post(f"{U}/monitors", {"name": "t", "intervalSeconds": 30, "vantages": ["fra"], "kind": "tcp", "tcp": {"host": "db.example", "port": 5432, "tls": True}, "enabled": False})
    ok("UPT-05", code(tcp, 201) and tcp.json()["tcp"] == {"host": "db.example", "port": 5432, "tls": True} and tcp.json()["enabled"] is False and "serviceId" not in tcp.json(), "tcp")
    ok("UPT-04", code(delete(f"{U}/services/{sid}"), 409) and next(x for x in get(f"{U}/services").json()["services"] if x["id"] == sid)["monitors"] == 1, "attached")
    p = patch(f"{U}/monitors/{mid}", {"name": "renamed"}).json()
    ok("UPT-05", {**p, "updatedAt": 0} == {**m, "name": "renamed", "updatedAt": 0}, "PATCH only what is named")
    patch(f"{U}/monitors/{mid}", {"kind": "tcp"})
    ok("UPT-05", get(f"{U}/monitors/{mid}").json()["kind"] == "http", "kind immutable")
    event("quota-changes", quota="monitors", value=2)
    ok("UPT-05", code(post(f"{U}/monitors", {**body, "intervalSeconds": 7}), 403), "quota before the relay")
    event("backend-behaves", backend="uptime", reachable=False)
    ok("LIM-03", code(post(f"{U}/monitors", body), 403), "quota before an unreachable backend")
    event("backend-behaves", backend="uptime", reachable=True)
    event("quota-changes", quota="monitors", value=200)
    probe = lambda **kw: event("probe-result", monitorId=mid, **kw).json()
    ok("UPT-07", probe(outcome="ok", latencyMs=50)["state"] == "up", "up")
    ok("UPT-07", probe(outcome="fail", vantage="fra", times=3)["state"] == "up", "below the quorum")
    ok("UPT-07", probe(outcome="fail", vantage="iad")["state"] == "up", "below the confirmations")
    r = probe(outcome="error", vantage="iad", responseSnippet="x" * 5000)
    ok("UPT-07", r == {**r, "state": "down", "transitions": 1}, "down")
    tr = get(f"{U}/monitors/{mid}/transitions").json()["transitions"]
    ok("UPT-07", [(t["from"], t["to"]) for t in tr] == [("up", "down"), ("pending", "up")] and set(tr[0]["failingVantages"]) == {"fra", "iad"}, "transitions")
    f = get(f"{U}/monitors/{mid}/failures").json()["failures"]
    ok("UPT-07", len(f) == 5 and has(f[0], at=str, vantage=["iad"], attempt=int, outcome=["error"], errorKind=str, errorDetail=str) and len(f[0]["responseSnippet"]) < 5000 and [x["at"] for x in f] == sorted((x["at"] for x in f), reverse=True), f"failures {[x['at'] for x in f]}")
    for _ in range(30):
        probe(outcome="ok")
        probe(outcome="fail", times=2)
    ok("LIM-01", len(get(f"{U}/monitors/{mid}/transitions").json()["transitions"]) == 50, "50 transitions")
    for w in ("1h", "24h", "7d"):
        x = get(f"{U}/monitors/{mid}/metrics", params={"window": w}).json()
        ok("UPT-06", x["window"] == w and has(x, stepSeconds=int, uptimePct=dict, series=list) and {q["vantage"] for q in x["series"]} == {"fra", "iad"} and all(has(pt, t=float, latencyMs=float, up=float) for q in x["series"] for pt in q["points"]), w)
    ok("UPT-06", refused(get(f"{U}/monitors/{mid}/metrics", params={"window": "2h"})) and code(get(f"{U}/monitors/{mid}/metrics"), 200), "window")
    event("metrics-availability", monitorId=mid, available=False)
    ok("UPT-06", code(get(f"{U}/monitors/{mid}/metrics"), 503) and code(get(f"{U}/monitors/{mid}"), 200), "503")
    event("metrics-availability", available=True)
    ok("UPT-06", code(get(f"{U}/monitors/{mid}/metrics"), 200), "back")
    t = post(f"{U}/export-tokens", {"name": "prom"})
    ok("UPT-08", code(t, 201) and has(t.json(), id=str, name=["prom"], token=str, createdAt=str), "export token")
    scrape = lambda: client.get(f"/api/v1{U}/metrics", headers={"authorization": f"Bearer {t.json()['token']}"})
    ok("UPT-08", code(scrape(), 200) and mid in scrape().text and code(client.get(f"/api/v1{U}/metrics"), 401), "scrape")
    listed = get(f"{U}/export-tokens")
    ok("UPT-08", t.json()["token"] not in listed.text and has(listed.json()["tokens"][0], id=str, name=str, createdAt=str, lastUsedAt=str), "list")
    ok("UPT-08", code(delete(f"{U}/export-tokens/{t.json()['id']}"), 204) and code(scrape(), 401), "revoked")
    ok("GEN-04", all(code(q, 404) for q in (get(f"{U}/monitors/{mid}", who="session-gina"), patch(f"{U}/services/{sid}", {"name": "x"}, who="session-gina"), delete(f"{U}/monitors/{mid}", who="session-gina"), get(f"{U}/monitors/{mid}/metrics", who="session-gina"))), "foreign")
    paths = [f"{U}/{p}" for p in ("ping", "catalog", "services", "monitors", "export-tokens", f"monitors/{mid}", f"monitors/{mid}/metrics", f"monitors/{mid}/failures", f"monitors/{mid}/transitions")]
    event("entitlement-changes", area="uptime", enabled=False)
    ok("UPT-01", all(code(get(p), 403) for p in paths) and code(post(f"{U}/monitors", body), 403), "not enabled")
    event("entitlement-changes", area="uptime", enabled=True)
    event("backend-behaves", backend="uptime", reachable=False)
    ok("UPT-01", all(code(get(p), 502) for p in paths) and code(post(f"{U}/monitors", body), 502), "unreachable")
    event("backend-behaves", backend="uptime", reachable=True)
    ok("UPT-05", code(delete(f"{U}/monitors/{mid}"), 204) and code(get(f"{U}/monitors/{mid}"), 404) and mid not in get(f"{U}/monitors").text, "delete")
    ok("UPT-04", code(delete(f"{U}/services/{sid}"), 204) and code(delete(f"{U}/services/{sid}"), 404), "service deleted")


def check_general():
    paths = client.get("/openapi.json").json()["paths"]
    ok("VER-01", all(p.startswith("/api/v1/") for p in paths), "all under /api/v1")
    ok("IAM-05", not [p for p, methods in paths.items() if p.startswith("/api/v1/iam") and set(methods) != {"get"}], "no writes")
    # every secret once: none of them is anywhere in what the API lists afterwards
    post("/registry/registries", {"slug": "secrets"})
    post("/clusters", {"name": "secrets", "tier": "small"})
    service = get("/oncall/services").json()["services"][0]["id"]
    secrets = [
        post("/tokens", {"name": "s"}).json()["key"],
        post("/registry/registries/secrets/keys", {"name": "s", "mode": "pull"}).json()["secret"],
        post("/email/keys", {"name": "s"}).json()["secret"],
        post("/email/webhooks", {"url": HOOKS, "eventTypes": ALL_TYPES}).json()["signingSecret"],
        post("/oncall/alert-sources", {"name": "s", "serviceId": service}).json()["token"],
        post("/uptime/export-tokens", {"name": "s"}).json()["token"],
        post("/clusters/secrets/registration-tokens", {"name": "s"}).json()["token"],
    ]
    everything = ""
    for path, methods in paths.items():
        if "get" in methods and "status-pages" not in path:
            concrete = path.removeprefix("/api/v1").replace("{slug}", "secrets").replace("{name}", "secrets")
            answer = get(concrete)
            everything += answer.text
            ok("GEN-07", answer.headers["content-type"].startswith("application/json"), path)
    ok("GEN-06", not [s for s in secrets if s in everything], "secrets once")


def check_control():
    ok("CTL", len(client.get("/_understudy/identities").json()["actors"]) >= 7, "identities")
    ok("CTL", code(event("credential-used", kind="export-token", secret="nope"), 200) and event("credential-used", kind="export-token", secret="nope").json()["accepted"] is False and code(event("credential-used", kind="export-token", id="nope"), 404), "credential-used")
    ok("CTL", code(client.put("/_understudy/clock", json={"mode": "frozen", "now": "2031-01-01T00:00:00Z"}), 200) and now().year == 2031, "frozen")
    ok("CTL", code(client.post("/_understudy/clock/advance", json={"to": "2030-01-01T00:00:00Z"}), 409), "past")
    ok("CTL", code(client.get("/_understudy/journal/entries"), 501) and code(event("probe-result"), 400), "501, 400")
    ok("CTL", code(client.post("/_understudy/reset"), 200) and get("/clusters").json() == {"clusters": []} and get("/tokens").json() == {"tokens": []} and abs(now() - datetime.now(timezone.utc)) < timedelta(seconds=5), "reset")


def main():
    server = subprocess.Popen([sys.executable, str(HERE / "main.py"), "--port", str(PORT)], stdout=subprocess.PIPE, text=True, cwd=HERE)
    try:
        assert server.stdout.readline().strip() == f"ready on {BASE}"
        for part in (check_tokens, check_registry, check_email, check_oncall, check_clusters, check_uptime, check_general, check_control):
            if ONLY and ONLY not in part.__name__:
                continue
            started = time.time()
            try:
                part()
            except Exception as error:
                import traceback

                traceback.print_exc()
                results.append((part.__name__, False, f"stopped: {error!r}"))
            print(f"{part.__name__}: {time.time() - started:.1f} s")
    finally:
        server.terminate()
        server.wait()
    failed = [r for r in results if not r[1]]
    for id_, _, text in failed:
        print(f"FAILED {id_}: {text}")
    print(f"{len(results)} checks of {len({r[0] for r in results})} lines, {len(failed)} failed")
    sys.exit(1 if failed else 0)


main()
