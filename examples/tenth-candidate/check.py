#!/usr/bin/env python3
"""Goes through every area over HTTP. check.py [URL]; without a URL it starts run.sh on a free port and stops it again."""
import base64, hashlib, hmac, http.client, json, os, random, subprocess, sys, threading, time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote, urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
child = None
if len(sys.argv) > 1:
    URL = sys.argv[1]
else:
    child = subprocess.Popen([os.path.join(HERE, "run.sh"), "--port", "0"], stdout=subprocess.PIPE, text=True)
    URL = child.stdout.readline().strip()
HOST, PORT = urlsplit(URL).hostname, urlsplit(URL).port
good, bad = 0, []


def ok(what, condition, seen=None):
    global good
    if condition:
        good += 1
    else:
        bad.append(what)
        print("NO:", what, "" if seen is None else str(seen)[:400])


def eq(what, seen, wanted):
    ok(what, seen == wanted, f"{seen!r} instead of {wanted!r}")


def call(method, path, body=None, headers=None, raw=None):
    c = http.client.HTTPConnection(HOST, PORT, timeout=20)
    h = dict(headers or {})
    data = raw
    if body is not None:
        data = json.dumps(body)
        h.setdefault("Content-Type", "application/json")
    c.request(method, path, data, h)
    r = c.getresponse()
    text = r.read()
    c.close()
    try:
        value = json.loads(text) if text else None
    except ValueError:
        value = text
    return r.status, value, r


class Who:
    def __init__(self, name, org="hansewerk"):
        self.h = {"X-Session": f"sitzung-{name}-81f3c0", "X-Mandant": org}

    def __call__(self, method, path, body=None, **more):
        return call(method, "/api/v1" + path, body, {**self.h, **more})[:2]


class Bearer(Who):
    def __init__(self, token):
        self.h = {"Authorization": "Bearer " + token}


class Nobody(Who):
    def __init__(self):
        self.h = {}


greta, jonas, mila, noah, ole, pia = map(Who, ["greta", "jonas", "mila", "noah", "ole", "pia"])
quinn, quinn2, rosa, nobody = Who("quinn"), Who("quinn", "alpenblick"), Who("rosa", "alpenblick"), Nobody()


def event(name, **body):
    return call("POST", "/_understudy/events/" + name, body)[:2]


def advance(by):
    status, value, _ = call("POST", "/_understudy/clock/advance", {"by": by})
    assert status == 200, value
    return value


def real():
    call("PUT", "/_understudy/clock", {"mode": "real"})


def reset():
    return call("POST", "/_understudy/reset", {})[0]


def until(test, seconds=8):
    end = time.time() + seconds
    while time.time() < end:
        found = test()
        if found:
            return found
        time.sleep(0.05)
    return test()


def error(what, answer, *statuses):
    status, value = answer[:2]
    ok(f"{what}: {statuses}", status in statuses, answer)
    ok(f"{what}: error text", isinstance(value, dict) and isinstance(value.get("error"), str), value)


def having(what, value, **fields):
    for name, kind in fields.items():
        good_type = isinstance(value.get(name), kind) and not (kind is int and isinstance(value.get(name), bool))
        ok(f"{what}.{name} is {kind.__name__}", good_type, value)


def iso(delta=0):
    return (datetime.now(timezone.utc) + timedelta(seconds=delta)).isoformat()


# ---- a receiver of webhooks that is also an issuer of ID tokens
class Receiver(BaseHTTPRequestHandler):
    got, status, sets = [], 200, {}

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        Receiver.got.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body.decode()))
        self.send_response(Receiver.status)
        self.send_header("content-length", "0")
        self.end_headers()

    def do_GET(self):
        text = json.dumps(Receiver.sets.get(self.path, {})).encode()
        self.send_response(200 if self.path in Receiver.sets else 404)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


hooks = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=hooks.serve_forever, daemon=True).start()
HOOK = f"http://127.0.0.1:{hooks.server_address[1]}"


def prime(bits):
    while True:
        n = random.getrandbits(bits) | (3 << bits - 2) | 1
        if any(n % p == 0 for p in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)) or n % 65537 == 1:
            continue
        d, s = n - 1, 0
        while d % 2 == 0:
            d, s = d // 2, s + 1

        def witness(a):
            x = pow(a, d, n)
            if x in (1, n - 1):
                return False
            for _ in range(s - 1):
                x = x * x % n
                if x == n - 1:
                    return False
            return True

        if not any(witness(random.randrange(2, n - 1)) for _ in range(12)):
            return n


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Issuer:
    def __init__(self, name):
        p, q = prime(1024), prime(1024)
        self.n, self.d = p * q, pow(65537, -1, (p - 1) * (q - 1))
        self.url = f"{HOOK}/issuers/{name}"
        Receiver.sets[f"/issuers/{name}/.well-known/openid-configuration"] = {"issuer": self.url, "jwks_uri": self.url + "/jwks.json"}
        Receiver.sets[f"/issuers/{name}/jwks.json"] = {"keys": [{"kty": "RSA", "kid": "a", "n": b64(self.n.to_bytes(256, "big")), "e": "AQAB"}]}

    def token(self, other_key=None, **claims):
        claims = {"iss": self.url, "aud": "depot", "sub": "repo:hanse/kasse", "exp": int(time.time()) + 300, **claims}
        head = b64(json.dumps({"alg": "RS256", "kid": "a"}).encode()) + "." + b64(json.dumps(claims).encode())
        digest = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(head.encode()).digest()
        padded = b"\0\1" + b"\xff" * (256 - 3 - len(digest)) + b"\0" + digest
        key = other_key or self
        return head + "." + b64(pow(int.from_bytes(padded, "big"), key.d, key.n).to_bytes(256, "big"))


# ================================================================================================= general
def general():
    for path in ["/tokens", "/iam/catalog", "/organization/contacts", "/clusters", "/email/domains", "/uptime/ping"]:
        error(f"no caller {path}", nobody("GET", path), 401)
    for path in ["/registry/depots", "/oncall/cases"]:
        error(f"no caller {path}", nobody("GET", path), 404)
    error("unknown session", Who("nobody-here")("GET", "/tokens"), 401)
    error("unknown token", Bearer("zt1_00")("GET", "/clusters"), 401)
    error("foreign organization", Who("greta", "alpenblick")("GET", "/clusters"), 404)
    error("unknown path", greta("GET", "/nothing"), 404)
    error("wrong method", greta("PUT", "/tokens"), 405)
    error("not JSON", call("POST", "/api/v1/tokens", None, {**greta.h, "Content-Type": "application/json"}, "{"), 400)
    error("other content type", call("POST", "/api/v1/tokens", None, {**greta.h, "Content-Type": "text/plain"}, "{}"), 415)
    error("unknown field", greta("POST", "/tokens", {"name": "x", "colour": "red"}), 422)
    error("missing field", greta("POST", "/tokens", {}), 400)
    error("control character", greta("POST", "/tokens", {"name": "a\u0007b"}), 422)
    error("unknown query parameter", greta("GET", "/tokens?sort=name"), 400)
    error("null", greta("POST", "/tokens", {"name": "x", "expiresIn": None}), 400)


# ================================================================================================= tokens, IAM, organization
def tokens():
    status, made = greta("POST", "/tokens", {"name": "first", "expiresIn": 10})
    eq("token created", status, 201)
    having("token", made, id=str, key=str, orgSlug=str)
    eq("token org", made["orgSlug"], "hansewerk")
    status, value = greta("GET", "/tokens")
    eq("tokens", status, 200)
    row = next(t for t in value["tokens"] if t["id"] == made["id"])
    having("listed token", row, id=str, name=str, start=str, enabled=bool, createdAt=str, expiresAt=str, lastRequest=str, orgSlug=str, scope=list)
    ok("key shown once", made["key"] not in json.dumps(value))
    ok("key begins with start", made["key"].startswith(row["start"]))
    for field in ("createdAt", "expiresAt", "lastRequest"):
        ok(f"{field} has an offset", datetime.fromisoformat(row[field]).tzinfo is not None)
    eq("nobody else's list", [t for t in mila("GET", "/tokens")[1]["tokens"] if t["id"] == made["id"]], [])
    me = Bearer(made["key"])
    eq("token works", me("GET", "/clusters")[0], 200)
    error("a token mints none", me("POST", "/tokens", {"name": "child"}), 403)
    error("name twice", greta("POST", "/tokens", {"name": "First"}), 409)
    eq("disable", event("token-disabled", tokenId=made["id"])[0], 200)
    eq("disable twice", event("token-disabled", tokenId=made["id"])[0], 409)
    error("disabled", me("GET", "/clusters"), 401)
    eq("enable", event("token-enabled", tokenId=made["id"])[0], 200)
    eq("works again", me("GET", "/clusters")[0], 200)
    advance("PT11M")
    error("expired", me("GET", "/clusters"), 401)
    real()
    status, options = greta("GET", "/tokens/scope-options")
    eq("scope options", status, 200)
    roles = {r["name"]: r for r in options["roles"]}
    ok("custom role offered", "Night Shift" in roles)
    having("scope role", roles["Clusters Observer"], id=str, name=str, description=str, scopable=bool, service=str)
    ids = [r["id"] for r in options["resources"]]
    ok("resources offered", "hanse-depot" in ids and "elbe" in ids, ids)
    eq("scoped person's resources", [r["service"] for r in pia("GET", "/tokens/scope-options")[1]["resources"]], ["registry", "email"])
    reader = roles["Container registry Observer"]["id"]
    error("foreign resource", greta("POST", "/tokens", {"name": "x", "scope": [{"role": reader, "resourceIds": ["alpen-depot"]}]}), 404)
    error("unseen resource", pia("POST", "/tokens", {"name": "x", "scope": [{"role": reader, "resourceIds": ["hanse-intern"]}]}), 404)
    error("unknown role", greta("POST", "/tokens", {"name": "x", "scope": [{"role": "999"}]}), 422)
    error("empty scope", greta("POST", "/tokens", {"name": "x", "scope": []}), 422)
    error("zero lifetime", greta("POST", "/tokens", {"name": "x", "expiresIn": 0}), 422)
    status, narrow = greta("POST", "/tokens", {"name": "narrow", "scope": [{"role": reader, "resourceIds": ["hanse-depot"]}]})
    eq("narrow token", status, 201)
    n = Bearer(narrow["key"])
    eq("sees its registry", [r["slug"] for r in n("GET", "/registry/depots")[1]["registries"]], ["hanse-depot"])
    error("not the other", n("GET", "/registry/depots/hanse-intern"), 404)
    error("does not write", n("DELETE", "/registry/depots/hanse-depot/repositories?repo=kasse/web"), 403)
    eq("no clusters", n("GET", "/clusters")[1]["clusters"], [])
    error("no catalog", n("GET", "/iam/catalog"), 403)
    row = next(t for t in greta("GET", "/tokens")[1]["tokens"] if t["id"] == narrow["id"])
    eq("scope listed", [(s["role"], s["roleName"], s["resourceIds"]) for s in row["scope"]], [(reader, "Container registry Observer", ["hanse-depot"])])
    eq("bound to its organization", quinn2("POST", "/tokens", {"name": "q"})[1]["orgSlug"], "alpenblick")
    status, cat = jonas("GET", "/iam/catalog")
    eq("catalog", status, 200)
    having("iam role", cat["roles"][0], id=str, name=str, description=str, kind=str, scopable=bool, permissions=list)
    ok("kinds", {r["kind"] for r in cat["roles"]} == {"builtin", "custom"})
    for person in (mila, ole, pia):
        error("catalog refused", person("GET", "/iam/catalog"), 403)
    status, perms = greta("GET", "/iam/permissions")
    eq("permissions", status, 200)
    atoms = [t["permission"] for s in perms["services"] for r in s["resources"] for t in r["tiers"]]
    ok("atoms", "registry.key.admin" in atoms and "email.key.admin" in atoms and len(atoms) == len(set(atoms)))
    eq("contacts", greta("GET", "/organization/contacts")[1]["billingEmail"], "rechnung@hansewerk.example")
    status, c = jonas("PATCH", "/organization/contacts", {"technicalEmail": "it@hansewerk.example"})
    eq("contacts changed", (status, c["technicalEmail"], c["billingEmail"]), (200, "it@hansewerk.example", "rechnung@hansewerk.example"))
    eq("contacts kept", ole("GET", "/organization/contacts")[1]["technicalEmail"], "it@hansewerk.example")
    for address in ["nope", "a@b", "a b@c.de", "a@c..de", ""]:
        error(f"address {address!r}", greta("PATCH", "/organization/contacts", {"securityEmail": address, "technicalEmail": "z@z.example"}), 400)
    eq("nothing changed", greta("GET", "/organization/contacts")[1]["technicalEmail"], "it@hansewerk.example")
    for person in (mila, ole):
        error("contacts refused", person("PATCH", "/organization/contacts", {"securityEmail": "s@s.example"}), 403)
    event("billing-email-collides", email="Doppelt@Zahl.example")
    error("collision", greta("PATCH", "/organization/contacts", {"billingEmail": "doppelt@zahl.example"}), 409)
    event("billing-email-collides", email="doppelt@zahl.example", collides=False)
    eq("no collision", greta("PATCH", "/organization/contacts", {"billingEmail": "doppelt@zahl.example"})[0], 200)
    eq("unset contacts are addresses", "@" in rosa("GET", "/organization/contacts")[1]["billingEmail"], True)
    event("role-changes", organization="hansewerk", userId="4004", role="none")
    error("gone member", noah("GET", "/clusters"), 404)
    event("role-changes", organization="hansewerk", userId="4004", role="viewer")
    error("viewer now", noah("POST", "/uptime/services", {"name": "x"}), 403)
    event("role-changes", organization="hansewerk", userId="4004", role="member")


# ================================================================================================= registry
def registry():
    D = "/registry/depots"
    status, up = greta("GET", "/registry/mirrors")
    ok("upstreams", status == 200 and all(isinstance(u["host"], str) and isinstance(u["endpoint"], str) for u in up["upstreams"]))
    status, r = greta("POST", D, {"slug": "lager-a", "displayName": "Lager A"})
    eq("created", status, 201)
    having("registry", r, slug=str, displayName=str, region=str, storageQuotaBytes=int, createdAt=str)
    error("taken", greta("POST", D, {"slug": "lager-a"}), 409)
    error("taken elsewhere", rosa("POST", D, {"slug": "lager-a"}), 409)
    error("reserved", greta("POST", D, {"slug": "library"}), 409)
    error("bad slug", greta("POST", D, {"slug": "Lager_B"}), 422)
    error("unknown region", greta("POST", D, {"slug": "lager-b", "region": "mars"}), 422)
    event("slug-claimed-elsewhere", slug="lager-c")
    error("claimed", greta("POST", D, {"slug": "lager-c"}), 409)
    event("payment-method-changes", active=False)
    error("no payment", greta("POST", D, {"slug": "lager-d"}), 409)
    event("payment-method-changes", active=True)
    eq("payment", greta("POST", D, {"slug": "lager-d"})[0], 201)
    error("viewer", ole("POST", D, {"slug": "lager-e"}), 403)
    error("foreign", rosa("GET", D + "/lager-a"), 404)
    status, d = greta("GET", D + "/lager-a")
    having("detail", d, slug=str, region=str, storageQuotaBytes=int, usedBytes=int, repositoryCount=int, createdAt=str)
    eq("empty", (d["usedBytes"], d["repositoryCount"]), (0, 0))
    L = [{"digest": "sha256:base", "sizeBytes": 1000}, {"digest": "sha256:l1", "sizeBytes": 50}]
    status, p1 = event("image-pushed", registry="lager-a", repository="team/app", tags=["v1", "latest"], layers=L, manifestBytes=10)
    eq("pushed", (status, p1.get("addedBytes")), (200, 1060))
    status, p2 = event("image-pushed", registry="lager-a", repository="team/app", tags=["latest", "v2"], layers=[L[0], {"sizeBytes": 7}], manifestBytes=11)
    eq("layer shared", p2.get("addedBytes"), 18)
    eq("usage", greta("GET", D + "/lager-a")[1]["usedBytes"], 1078)
    status, t = greta("GET", D + "/lager-a/tags?repo=team/app")
    eq("tags", [(x["name"], x["digest"], x["manifestSize"]) for x in t["tags"]], [("latest", p2["digest"], 11), ("v1", p1["digest"], 10), ("v2", p2["digest"], 11)])
    error("repo missing", greta("GET", D + "/lager-a/tags"), 400)
    error("repo missing", greta("GET", D + "/lager-a/images"), 400)
    status, repos = greta("GET", D + "/lager-a/repositories")
    eq("repositories", [(x["name"], x["tagCount"], x["sizeBytes"]) for x in repos["repositories"]], [("team/app", 3, 1078)])
    eq("tag deleted", greta("DELETE", D + "/lager-a/tags?repo=team/app&tag=v1")[1]["purged"], False)
    m = greta("GET", D + "/lager-a/images?repo=team/app")[1]["manifests"]
    eq("untagged remains", [x["tags"] for x in m if x["digest"] == p1["digest"]], [[]])
    having("manifest", m[0], digest=str, mediaType=str, sizeBytes=int, tags=list, createdAt=str)
    eq("other tags remain", mila("DELETE", D + "/lager-a/tags?repo=team/app&tag=v2&purge=true")[1]["purged"], False)
    error("member does not purge the last", mila("DELETE", D + "/lager-a/tags?repo=team/app&tag=latest&purge=true"), 403)
    error("odd purge", greta("DELETE", D + "/lager-a/tags?repo=team/app&tag=latest&purge=perhaps"), 422)
    error("unknown tag", greta("DELETE", D + "/lager-a/tags?repo=team/app&tag=none"), 404)
    eq("purged", greta("DELETE", D + "/lager-a/tags?repo=team/app&tag=latest&purge=true")[1]["purged"], True)
    eq("space reclaimed", greta("GET", D + "/lager-a")[1]["usedBytes"], 1060)
    event("image-pushed", registry="lager-a", repository="team/app", tags=["v3"], layers=[L[0]], manifestBytes=12)
    error("not empty", greta("POST", D + "/lager-a/dissolve"), 409)
    error("digest missing", greta("DELETE", D + "/lager-a/images?repo=team/app"), 400)
    eq("image deleted", greta("DELETE", D + f"/lager-a/images?repo=team/app&digest={quote(p1['digest'])}")[0], 200)
    eq("shared blob stays", greta("GET", D + "/lager-a")[1]["usedBytes"], 1012)
    event("quota-changes", quota="registry-storage-bytes", registry="lager-a", value=1500)
    eq("quota", event("image-pushed", registry="lager-a", repository="big", layers=[{"sizeBytes": 5000}])[0], 409)
    status, k = greta("POST", D + "/lager-a/keyring", {"name": "ci", "mode": "pull", "repoPrefixes": ["team/app"]})
    eq("key minted", status, 201)
    having("key", k, keyId=str, secret=str)
    error("member mints none", mila("POST", D + "/lager-a/keyring", {"name": "ci2", "mode": "pull"}), 403)
    error("bad mode", greta("POST", D + "/lager-a/keyring", {"name": "ci2", "mode": "all"}), 422)
    status, keys = greta("GET", D + "/lager-a/keyring")
    ok("secret shown once", k["secret"] not in json.dumps(keys))
    row = keys["keys"][0]
    eq("key listed", (row["name"], row["mode"], row["repoPrefixes"], row["mintedVia"]), ("ci", "pull", ["team/app"], "manual"))

    def gate(username, password, repository="team/app", action="pull", slug="lager-a"):
        return call("POST", "/api/v1/registry/gate", {"username": username, "password": password, "registry": slug, "repository": repository, "action": action})[:2]

    eq("key pulls", gate(k["keyId"], k["secret"])[0], 200)
    error("key does not push", gate(k["keyId"], k["secret"], action="push"), 403)
    error("key stays in its prefix", gate(k["keyId"], k["secret"], "team/apple"), 403)
    error("wrong secret", gate(k["keyId"], "wrong"), 401)
    ok("use recorded", "lastUsedAt" in greta("GET", D + "/lager-a/keyring")[1]["keys"][0])
    eq("key revoked", greta("POST", D + f"/lager-a/keyring/{k['keyId']}/revoke")[0], 200)
    ok("revokedAt", "revokedAt" in greta("GET", D + "/lager-a/keyring")[1]["keys"][0])
    error("revoked key", gate(k["keyId"], k["secret"]), 403)
    status, login = greta("POST", "/registry/tickets", {})
    eq("login", status, 201)
    having("login", login, username=str, password=str, expiresAt=str, registry=str, scope=list)
    eq("login reaches all", sorted(s["registry"] for s in login["scope"]), ["hanse-depot", "hanse-intern", "lager-a", "lager-d"])
    one = greta("POST", "/registry/tickets", {"registry": "lager-a", "pullOnly": True})[1]
    eq("narrowed and pull only", one["scope"], [{"registry": "lager-a", "mode": "pull"}])
    eq("viewer pulls", {s["mode"] for s in ole("POST", "/registry/tickets", {})[1]["scope"]}, {"pull"})
    eq("scoped person", [s["registry"] for s in pia("POST", "/registry/tickets", {})[1]["scope"]], ["hanse-depot"])
    error("foreign registry", greta("POST", "/registry/tickets", {"registry": "alpen-depot"}), 404)
    event("role-changes", userId="4004", role="member", grants=[])
    error("no access", noah("POST", "/registry/tickets", {}), 403)
    event("role-changes", userId="4004", role="member")
    eq("login pushes", gate(login["username"], login["password"], action="push")[0], 200)
    error("pull only", gate(one["username"], one["password"], action="push"), 403)
    eq("logout", greta("DELETE", "/registry/tickets/" + quote(login["username"], safe=""))[0], 200)
    error("logged out", gate(login["username"], login["password"]), 403)
    error("logout twice", greta("DELETE", "/registry/tickets/" + quote(login["username"], safe="")), 404)
    advance("PT61M")
    error("login expired", gate(one["username"], one["password"]), 403)
    real()
    issuer, stranger = Issuer("a"), Issuer("b")
    rule = {"issuer": issuer.url, "audience": "depot", "subjectPattern": "repo:hanse/*", "mode": "readwrite", "repoPrefixes": ["team"]}
    status, made = greta("POST", D + "/lager-a/federation", rule)
    eq("rule", status, 201)
    having("rule", made, id=int, name=str, issuer=str, audience=str, subjectPattern=str, mode=str, repoPrefixes=list, createdAt=str)
    error("same rule", greta("POST", D + "/lager-a/federation", rule), 409)
    error("issuer no URI", greta("POST", D + "/lager-a/federation", {**rule, "issuer": "ci"}), 422)

    def swap(token, slug="lager-a"):
        return call("POST", "/api/v1/registry/federation/swap", {"registry": slug, "token": token})[:2]

    status, key = swap(issuer.token())
    eq("exchanged", status, 201)
    eq("works", gate(key["keyId"], key["secret"], "team/new", "push")[0], 200)
    eq("via oidc", greta("GET", D + "/lager-a/keyring")[1]["keys"][0]["mintedVia"], "oidc")
    error("other audience", swap(issuer.token(aud="other")), 401)
    error("other subject", swap(issuer.token(sub="repo:alpen/x")), 401)
    error("other issuer", swap(stranger.token()), 401)
    error("stranger's signature", swap(issuer.token(other_key=stranger)), 401)
    error("expired token", swap(issuer.token(exp=int(time.time()) - 5)), 401)
    error("other registry", swap(issuer.token(), "lager-d"), 401)
    eq("rule deleted", greta("DELETE", D + f"/lager-a/federation/{made['id']}")[0], 200)
    error("no rule", swap(issuer.token()), 401)
    eq("rules", greta("GET", D + "/lager-a/federation")[1]["rules"], [])
    host = quote("mirror.gwdg.example:5000", safe="")
    eq("upstream set", greta("POST", D + f"/lager-a/mirrors/{host}", {"username": "u", "password": "pw-very-secret"})[1].get("upstream"), "mirror.gwdg.example:5000")
    greta("POST", D + f"/lager-a/mirrors/{host}", {"username": "u2", "password": "pw-very-secret"})
    status, creds = greta("GET", D + "/lager-a/mirrors")
    eq("replaced", [(c["upstream"], c["username"]) for c in creds["upstreamCredentials"]], [("mirror.gwdg.example:5000", "u2")])
    ok("password never", "pw-very-secret" not in json.dumps(creds))
    error("not in the catalog", greta("POST", D + "/lager-a/mirrors/example.org", {"username": "u", "password": "p"}), 404)
    eq("upstream deleted", greta("DELETE", D + f"/lager-a/mirrors/{host}")[0], 200)
    eq("repository deleted", greta("DELETE", D + "/lager-a/repositories?repo=team/app")[0], 200)
    eq("dissolved", greta("POST", D + "/lager-a/dissolve")[0], 200)
    error("gone", greta("GET", D + "/lager-a"), 404)
    error("scoped person elsewhere", pia("GET", D + "/hanse-intern"), 404)


# ================================================================================================= email
def email():
    E = "/email"
    status, d = greta("POST", E + "/domains", {"name": "Neu.judged.example"})
    eq("domain", status, 201)
    having("domain", d, id=str, name=str, sendState=str, receiveState=str, createdAt=str, dnsRecords=list)
    eq("first states", (d["sendState"], d["receiveState"]), ("pending", "none"))
    error("claimed", rosa("POST", E + "/domains", {"name": "neu.judged.example"}), 409)
    event("domain-claimed-elsewhere", domain="weg.example")
    error("claimed elsewhere", greta("POST", E + "/domains", {"name": "weg.example"}), 409)
    error("no domain", greta("POST", E + "/domains", {"name": "neu"}), 422)
    error("foreign domain", rosa("GET", f"{E}/domains/{d['id']}"), 404)
    dom = f"{E}/domains/{d['id']}"
    error("not armed", greta("POST", E + "/routes", {"domainId": d["id"], "pattern": "*", "endpointId": "0"}), 422)
    records = greta("GET", dom + "/dns")[1]["records"]
    eq("one observation each", len(records), len(d["dnsRecords"]))
    eq("missing", {r["finding"] for r in records}, {"missing"})
    event("dns-record-published", domain=d["id"])
    event("dns-record-mismatched", domain=d["id"], type="MX", value="mx.other.example")
    seen = greta("GET", dom + "/dns")[1]["records"]
    eq("found and mismatch", sorted({r["finding"] for r in seen}), ["found", "mismatch"])
    eq("observed value", [r["seen"] for r in seen if r["finding"] == "mismatch"], ["mx.other.example"])
    event("backend-behaves", backend="dns", reachable=False)
    eq("lookups fail", {r["finding"] for r in greta("GET", dom + "/dns")[1]["records"]}, {"error"})
    event("backend-behaves", backend="dns", reachable=True)
    status, check = greta("POST", dom + "/check")
    ok("check", status == 202 and isinstance(check["status"], str))
    advance("PT4S")
    eq("verified", greta("GET", dom)[1]["sendState"], "verified")
    status, armed = greta("POST", dom + "/receive")
    ok("armed with MX", status == 200 and armed["receiveState"] == "pending" and any(r["type"] == "MX" and r["capability"] == "receive" for r in armed["dnsRecords"]))
    eq("armed twice", greta("POST", dom + "/receive")[0], 200)
    event("dns-record-published", domain=d["id"], capability="receive")
    greta("POST", dom + "/check")
    advance("PT4S")
    eq("receive verified", greta("GET", dom)[1]["receiveState"], "verified")
    # webhooks
    types = ["outbound.sent", "outbound.delivered", "outbound.bounced", "outbound.complained", "inbound.received"]
    status, w = greta("POST", E + "/webhooks", {"url": HOOK + "/a", "eventTypes": types})
    eq("webhook", status, 201)
    having("webhook", w["webhook"], id=str, url=str, eventTypes=list, disabled=bool, createdAt=str)
    ok("secret once", w["signingSecret"] not in json.dumps(greta("GET", E + "/webhooks")[1]))
    error("unknown event type", greta("POST", E + "/webhooks", {"url": HOOK, "eventTypes": ["x"]}), 422)
    error("no URI", greta("POST", E + "/webhooks", {"url": "here", "eventTypes": types}), 422)
    wid = w["webhook"]["id"]
    hook = f"{E}/webhooks/{wid}"
    for pattern in ["support", "info*", "*"]:
        eq(f"route {pattern}", greta("POST", E + "/routes", {"domainId": d["id"], "pattern": pattern, "endpointId": wid})[0], 201)
    error("route twice", greta("POST", E + "/routes", {"domainId": d["id"], "pattern": "Support", "endpointId": wid}), 409)
    error("odd pattern", greta("POST", E + "/routes", {"domainId": d["id"], "pattern": "a*b", "endpointId": wid}), 422)
    other = greta("POST", E + "/domains", {"name": "unarmed.judged.example"})[1]
    error("not armed", greta("POST", E + "/routes", {"domainId": other["id"], "pattern": "*", "endpointId": wid}), 409)
    error("targeted", greta("DELETE", hook), 409)
    # mail
    status, k = greta("POST", E + "/keys", {"name": "shop", "domainIds": [d["id"]]})
    eq("send key", status, 201)
    having("send key", k["sendKey"], id=str, name=str, keyId=str, domainIds=list, createdAt=str)
    ok("secret once", k["secret"] not in json.dumps(greta("GET", E + "/keys")[1]))
    error("member mints none", mila("POST", E + "/keys", {"name": "x"}), 403)
    error("unknown domain", greta("POST", E + "/keys", {"name": "x", "domainIds": ["0"]}), 422)
    sender = Bearer(k["secret"])
    used = greta("GET", E + "/settings")[1]["acceptedToday"]
    status, sent = sender("POST", E + "/outbox", {"from": "shop@neu.judged.example", "to": ["jo@kunde.example", "al@kunde.example"], "subject": "Grüße", "text": "Hallo"})
    eq("sent", status, 202)
    eq("counted", greta("GET", E + "/settings")[1]["acceptedToday"], used + 2)
    error("not its domain", sender("POST", E + "/outbox", {"from": "x@post.hansewerk.example", "to": ["jo@kunde.example"]}), 409)
    advance("PT3S")
    mid = sent["id"]
    status, one = greta("GET", f"{E}/messages/{mid}")
    having("message", one["message"], id=str, direction=str, state=str, to=list, sizeBytes=int, domainId=str, createdAt=str, stateAt=str, sentAt=str)
    eq("sent event", [e["kind"] for e in one["events"]], ["sent"])
    event("message-delivered", messageId=mid, recipient="jo@kunde.example")
    status, b = event("message-bounced", messageId=mid, recipient="al@kunde.example", bounce="hard")
    eq("suppressed", len(b["suppressionIds"]), 1)
    eq("events", [e["kind"] for e in greta("GET", f"{E}/messages/{mid}")[1]["events"]], ["sent", "delivered", "bounced"])
    s = greta("GET", E + "/suppressions")[1]["suppressions"][0]
    eq("reason bounce", (s["address"], s["reason"]), ("al@kunde.example", "bounce"))
    eq("all suppressed", event("message-sent", **{"from": "shop@neu.judged.example"}, to=["al@kunde.example"])[0], 409)
    eq("lifted", greta("DELETE", f"{E}/suppressions/{s['id']}")[0], 204)
    eq("deliverable again", event("message-sent", **{"from": "shop@neu.judged.example"}, to=["al@kunde.example"])[0], 200)
    event("message-bounced", messageId=mid, recipient="al@kunde.example", bounce="hard")
    ok("suppressed again", "al@kunde.example" in json.dumps(greta("GET", E + "/suppressions")[1]))
    event("message-complained", messageId=mid, recipient="jo@kunde.example")
    eq("reason complaint", greta("GET", E + "/suppressions")[1]["suppressions"][0]["reason"], "complaint")
    status, man = greta("POST", E + "/suppressions", {"address": "hand@kunde.example"})
    eq("manual", (status, man["reason"]), (201, "manual"))
    error("twice", greta("POST", E + "/suppressions", {"address": "hand@kunde.example"}), 409)
    # deliveries
    mine = lambda **q: greta("GET", E + "/webhook-deliveries?" + "&".join(f"{a}={v}" for a, v in q.items()))[1]["deliveries"]
    advance("PT2S")
    done = until(lambda: [x for x in mine(messageId=mid) if x["state"] == "delivered"] if all(x["state"] == "delivered" for x in mine(messageId=mid)) else None)
    ok("delivered", bool(done), mine(messageId=mid))
    having("delivery", done[0], id=int, endpointId=str, eventType=str, state=str, attempts=int, createdAt=str, deliveredAt=str, lastStatus=int)
    ok("newest first", [x["id"] for x in done] == sorted((x["id"] for x in done), reverse=True))
    path, headers, body = Receiver.got[0]
    t, v = (part.split("=")[1] for part in headers["x-zehnt-signature"].split(","))
    eq("signature", v, hmac.new(w["signingSecret"].encode(), f"{t}.{body}".encode(), hashlib.sha256).hexdigest())
    Receiver.got.clear()
    old = done[0]
    status, rot = greta("POST", hook + "/rotate-secret")
    ok("rotated", status == 200 and rot["signingSecret"] != w["signingSecret"])
    status, re = greta("POST", f"{E}/webhook-deliveries/{old['id']}/redeliver")
    ok("redelivery is new", status == 202 and re["id"] != old["id"])
    found = until(lambda: [x for x in Receiver.got if x[1]["x-zehnt-delivery"] == str(re["id"])])
    path, headers, again = found[0]
    t, v = (part.split("=")[1] for part in headers["x-zehnt-signature"].split(","))
    eq("new secret signs", v, hmac.new(rot["signingSecret"].encode(), f"{t}.{again}".encode(), hashlib.sha256).hexdigest())
    logged = call("GET", f"/_understudy/webhook-deliveries?deliveryId={old['id']}")[1]["attempts"]
    eq("frozen payload", again, logged[0]["body"])
    eq("old one unchanged", [x for x in mine(messageId=mid) if x["id"] == old["id"]], [old])
    advance("PT5S")
    ok("all attempted", until(lambda: all(x["state"] == "delivered" for x in mine(endpointId=wid))))
    event("webhook-endpoint-answers", endpointId=wid, answers=[{"status": 500}, {"failure": "timeout"}, {"status": 204}])
    status, got = event("message-received", **{"from": "jo@kunde.example"}, to=["support@neu.judged.example"], subject="Frage")
    eq("routes fit", (status, len(got["routeIds"]), len(got["deliveryIds"])), (200, 2, 1))
    advance("PT1S")
    x = mine(endpointId=wid)[0]
    eq("first attempt failed", (x["state"], x["attempts"], x["lastStatus"]), ("pending", 1, 500))
    advance("PT30S")
    x = mine(endpointId=wid)[0]
    eq("third attempt", (x["state"], x["attempts"], x["lastStatus"]), ("delivered", 3, 204))
    event("webhook-endpoint-answers", endpointId=wid, answers=[{"status": 500}])
    event("message-delivered", messageId=mid)
    advance("PT5M")
    eq("given up", (mine(endpointId=wid)[0]["state"], mine(endpointId=wid)[0]["attempts"]), ("failed", 4))
    event("webhook-endpoint-answers", endpointId=wid, answers=[])
    eq("disabled", greta("PATCH", hook, {"disabled": True})[1]["disabled"], True)
    before = len(mine(endpointId=wid))
    event("message-delivered", messageId=mid)
    eq("disabled gets nothing", len(mine(endpointId=wid)), before)
    error("no redelivery", greta("POST", f"{E}/webhook-deliveries/{old['id']}/redeliver"), 409)
    eq("enabled", greta("PATCH", hook, {"disabled": False})[1]["disabled"], False)
    error("empty change", greta("PATCH", hook, {}), 422)
    # log
    for n in range(19):
        event("message-sent", **{"from": "log@neu.judged.example"}, to=[f"strom{n}@kunde.example"], createdAt=iso(-3600 * n - 60))
    ids, cursor, pages = [], None, 0
    while True:
        page = greta("GET", f"{E}/messages?to=strom&direction=send" + (f"&cursor={cursor}" if cursor else ""))[1]
        ids += [m["id"] for m in page["messages"]]
        times = [m["createdAt"] for m in page["messages"]]
        ok("page in order", times == sorted(times, reverse=True))
        pages += 1
        cursor = page.get("cursor")
        if not cursor:
            break
    ok("every message once", len(ids) == len(set(ids)) and len(ids) >= 19 and pages >= 3, (len(ids), pages))
    eq("since", len(greta("GET", f"{E}/messages?to=strom&since={quote(iso(-3600 * 2 - 90))}&state=sent&domainId={d['id']}")[1]["messages"]), 3)
    error("bad cursor", greta("GET", E + "/messages?cursor=abc"), 422)
    status, old31 = event("message-sent", **{"from": "log@neu.judged.example"}, to=["alt@kunde.example"], createdAt=iso(-86400 * 31))
    status, old91 = event("message-sent", **{"from": "log@neu.judged.example"}, to=["uralt@kunde.example"], createdAt=iso(-86400 * 91))
    error("content past its window", greta("GET", f"{E}/messages/{old31['messageId']}/content"), 404)
    eq("message still there", greta("GET", f"{E}/messages/{old31['messageId']}")[0], 200)
    eq("past the log", [m["to"] for m in greta("GET", E + "/messages?to=alt@kunde")[1]["messages"]], [["alt@kunde.example"]])
    status, raw, answer = call("GET", f"/api/v1{E}/messages/{mid}/content", headers=greta.h)
    ok("raw", status == 200 and answer.getheader("content-type").startswith("message/rfc822") and b"Hallo" in raw)
    eq("size", len(raw), one["message"]["sizeBytes"])
    # posture, quota, entitlement, backend, scope
    event("quota-changes", quota="daily-email", value=0)
    eq("quota", event("message-sent", **{"from": "shop@neu.judged.example"}, to=["q@kunde.example"])[0], 409)
    eq("shown", greta("GET", E + "/settings")[1]["dailyQuota"], 0)
    event("quota-changes", quota="daily-email", value=5000)
    error("no settings write", greta("PATCH", E + "/settings", {"paused": False}), 405)
    for n in range(100):
        event("message-sent", **{"from": "shop@neu.judged.example"}, to=[f"masse{n}@kunde.example"])
    paused = False
    for m in greta("GET", E + "/messages?to=masse")[1]["messages"] + greta("GET", E + "/messages?to=masse1")[1]["messages"]:
        paused = event("message-bounced", messageId=m["id"], bounce="hard")[1]["paused"]
    settings = greta("GET", E + "/settings")[1]
    ok("paused", paused and settings["paused"] and isinstance(settings["pausedAt"], str) and isinstance(settings["pauseReason"], str), settings)
    eq("no sending", event("message-sent", **{"from": "shop@neu.judged.example"}, to=["q@kunde.example"])[0], 409)
    eq("unpaused", event("sending-unpaused")[0], 200)
    eq("sending", greta("GET", E + "/settings")[1]["paused"], False)
    event("entitlement-changes", area="email", enabled=False)
    for path in ["/keys", "/domains", "/settings", "/messages", "/webhooks"]:
        error(f"not enabled {path}", greta("GET", E + path), 403)
    event("entitlement-changes", area="email", enabled=True)
    event("backend-behaves", backend="email", reachable=False)
    error("backend", greta("GET", E + "/domains"), 502)
    event("backend-behaves", backend="email", reachable=True)
    eq("scoped domains", [x["name"] for x in pia("GET", E + "/domains")[1]["domains"]], ["post.hansewerk.example"])
    eq("scoped routes", pia("GET", E + "/routes")[1]["routes"], [])
    error("outside the grant", pia("GET", dom), 404)
    error("not organization-wide", pia("GET", E + "/suppressions"), 403)
    eq("key revoked", greta("DELETE", f"{E}/keys/{k['sendKey']['id']}")[0], 204)
    error("revoked key", sender("POST", E + "/outbox", {"from": "shop@neu.judged.example", "to": ["z@kunde.example"]}), 401)
    eq("domain deleted", greta("DELETE", dom)[0], 204)
    eq("free again", rosa("POST", E + "/domains", {"name": "neu.judged.example"})[0], 201)
    eq("webhook deleted", greta("DELETE", hook)[0], 204)
    real()


# ================================================================================================= on-call
def oncall():
    O = "/oncall"
    services = greta("GET", O + "/services")[1]["services"]
    svc = services[0]["id"]
    status, i = greta("POST", O + "/cases", {"serviceId": svc, "title": "Kasse steht", "description": "seit acht"})
    eq("opened", status, 201)
    having("incident", i, id=str, serviceId=str, serviceName=str, title=str, status=str, openedAt=str, firingAlerts=int)
    ok("no other times", "acknowledgedAt" not in i and "resolvedAt" not in i)
    error("no title", greta("POST", O + "/cases", {"serviceId": svc}), 400)
    error("unknown service", greta("POST", O + "/cases", {"serviceId": "0", "title": "x"}), 422)
    error("viewer", ole("POST", O + "/cases", {"serviceId": svc, "title": "x"}), 403)
    one = f"{O}/cases/{i['id']}"
    error("foreign", rosa("GET", one), 404)
    advance("P2D")
    eq("never resolves by itself", greta("GET", one)[1]["incident"]["status"], "open")
    real()
    status, a = mila("POST", one + "/take")
    ok("acknowledged", status == 200 and a["status"] == "acknowledged" and isinstance(a["acknowledgedAt"], str))
    eq("again keeps", noah("POST", one + "/take")[1]["acknowledgedAt"], a["acknowledgedAt"])
    status, f = event("alert-fires", serviceId=svc, alert="hoch", title="Last")
    eq("attaches", (f["incidentId"], f["opened"], f["firingAlerts"]), (i["id"], False, 1))
    eq("counted", greta("GET", O + "/cases?status=taken")[1]["incidents"][0]["firingAlerts"], 1)
    detail = greta("GET", one)[1]
    ok("detail", detail["incident"]["description"] == "seit acht" and len(detail["alerts"]) == 1 and "Mila Conrad" in json.dumps(detail["timeline"]))
    status, r = greta("POST", one + "/close")
    ok("resolved", r["status"] == "resolved" and isinstance(r["resolvedAt"], str))
    error("terminal", greta("POST", one + "/take"), 409)
    error("resolved once", greta("POST", one + "/close"), 409)
    status, f = event("alert-fires", serviceId=svc, alert="neu", title="Neu")
    ok("a new incident", f["opened"] and f["incidentId"] != i["id"])
    eq("the old one unchanged", {**greta("GET", one)[1]["incident"], "description": None}["status"], "resolved")
    event("alert-resolves", serviceId=svc, alert="neu")
    advance("PT4S")
    eq("quiet resolves", greta("GET", f"{O}/cases/{f['incidentId']}")[1]["incident"]["status"], "resolved")
    real()
    eq("working set", [x for x in greta("GET", O + "/cases")[1]["incidents"] if x["status"] == "resolved"], [])
    eq("only resolved", {x["status"] for x in greta("GET", O + "/cases?status=closed")[1]["incidents"]}, {"resolved"})
    error("unknown filter", greta("GET", O + "/cases?status=open"), 422)
    # public updates
    board = lambda: nobody("GET", f"{O}/board/{svc}")[1]["incidents"]
    eq("hidden", board(), [])
    status, u = noah("POST", one + "/bulletins", {"body": "Wir sind dran."})
    eq("published on resolved", (status, u["byLabel"], u["body"]), (201, "Noah Dietz", "Wir sind dran."))
    eq("visible", [x["id"] for x in board()], [i["id"]])
    ok("timeline not public", "timeline" not in json.dumps(board()) and "Mila" not in json.dumps(board()))
    eq("viewed", len(event("status-page-viewed", serviceIds=[svc])[1]["incidents"]), 1)
    error("label is not a field", greta("POST", one + "/bulletins", {"body": "x", "byLabel": "Boss"}), 422)
    error("other incident's update", greta("DELETE", f"{O}/cases/{f['incidentId']}/bulletins/{u['id']}"), 404)
    eq("retracted", greta("DELETE", f"{one}/bulletins/{u['id']}")[0], 200)
    eq("hidden again", board(), [])
    # schedules
    people = [{"userId": "4003", "label": "Mila"}, {"userId": "4004", "label": "Noah"}]
    base = {"name": "Primär", "timezone": "Europe/Berlin", "participants": people, "handoff": {"interval": "daily", "time": "08:00"}}
    status, s = greta("POST", O + "/rotas", base)
    eq("schedule", status, 201)
    having("schedule", s, id=str, name=str, timezone=str, participants=list, handoff=dict, onCallNow=dict, overrides=list, createdAt=str)
    for broken in [{"name": "Primär"}, {"name": "x", "timezone": "Mars/Base"}, {"name": "x", "participants": []}, {"name": "x", "participants": [{"userId": "0", "label": "x"}]}, {"name": "x", "handoff": {"interval": "daily", "time": "8"}}, {"name": "x", "handoff": {"interval": "weekly", "time": "08:00"}}, {"name": "x", "handoff": {"interval": "weekly", "dow": 0, "time": "08:00"}}]:
        error(f"schedule {list(broken)[-1]}", greta("POST", O + "/rotas", {**base, **broken}), 409, 422)
    sched = f"{O}/rotas/{s['id']}"
    now = s["onCallNow"]
    status, c = greta("PUT", sched, {"participants": people[::-1]})
    ok("swapping shifts", c["onCallNow"]["userId"] != now["userId"] and c["onCallNow"]["override"] is False)
    look = lambda: next(x for x in greta("GET", O + "/rotas")[1]["schedules"] if x["id"] == s["id"])
    today = look()["onCallNow"]["userId"]
    advance("P1D")
    ok("tomorrow the other", look()["onCallNow"]["userId"] != today)
    real()
    status, o = greta("POST", sched + "/swaps", {"userId": "4002", "label": "Jonas", "startsAt": iso(-60), "endsAt": iso(3600)})
    eq("override", status, 201)
    having("override", o, id=str, userId=str, label=str, startsAt=str, endsAt=str)
    eq("override wins", (look()["onCallNow"]["userId"], look()["onCallNow"]["override"], len(look()["overrides"])), ("4002", True, 1))
    error("overlap", greta("POST", sched + "/swaps", {"userId": "4001", "label": "Greta", "startsAt": iso(60), "endsAt": iso(600)}), 409)
    error("reversed", greta("POST", sched + "/swaps", {"userId": "4001", "label": "Greta", "startsAt": iso(9000), "endsAt": iso(8000)}), 422)
    # escalation
    steps = [{"target": {"kind": "schedule", "id": s["id"], "label": "Primär"}, "waitSeconds": 0}, {"target": {"kind": "user", "id": "4001", "label": "Greta"}, "waitSeconds": 60}]
    status, p = greta("POST", O + "/ladders", {"name": "Leiter", "repeat": 2, "steps": steps})
    eq("policy", status, 201)
    having("policy", p, id=str, name=str, repeat=int, steps=list, services=int, createdAt=str)
    error("unknown target", greta("POST", O + "/ladders", {"name": "x", "repeat": 0, "steps": [{"target": {"kind": "user", "id": "0", "label": "x"}, "waitSeconds": 0}]}), 422)
    error("no steps", greta("POST", O + "/ladders", {"name": "x", "repeat": 0, "steps": []}), 422)
    error("targeted", greta("DELETE", sched), 409)
    status, at = greta("POST", f"{O}/services/{svc}/escalation", {"escalationPolicyId": p["id"]})
    eq("attached", (status, at["escalationPolicyId"]), (200, p["id"]))
    eq("counted", greta("GET", O + "/ladders")[1]["policies"][0]["services"], 1)
    error("referenced", greta("DELETE", f"{O}/ladders/{p['id']}"), 409)
    error("unknown policy", greta("POST", f"{O}/services/{svc}/escalation", {"escalationPolicyId": "0"}), 422)
    error("required", greta("POST", f"{O}/services/{svc}/escalation", {}), 400)
    pages = lambda n: call("GET", f"/_understudy/pages?incidentId={n}")[1]["pages"]
    n = greta("POST", O + "/cases", {"serviceId": svc, "title": "Alarm"})[1]["id"]
    advance("PT1S")
    eq("override paged first", [x["userId"] for x in pages(n)], ["4002"])
    advance("PT61S")
    eq("then the next", [x["userId"] for x in pages(n)][:2], ["4002", "4001"])
    mila("POST", f"{O}/cases/{n}/take")
    count = len(pages(n))
    advance("PT1H")
    eq("stops", len(pages(n)), count)
    real()
    greta("POST", f"{O}/cases/{n}/close")
    eq("override removed", greta("DELETE", f"{sched}/swaps/{o['id']}")[0], 200)
    eq("detached", "escalationPolicyId" in greta("POST", f"{O}/services/{svc}/escalation", {"escalationPolicyId": None})[1], False)
    n = greta("POST", O + "/cases", {"serviceId": svc, "title": "Still"})[1]["id"]
    advance("PT10M")
    eq("pages no one", pages(n), [])
    real()
    greta("POST", f"{O}/cases/{n}/close")
    # paging and provider
    status, mine = mila("GET", O + "/my/paging")
    eq("default", (mine["email"], mine["rules"]), ("mila.conrad@hansewerk.example", [{"channel": "email", "delaySeconds": 0}]))
    ok("phone is a string", isinstance(mine["phone"], str))
    sms = {"phone": "+4940555011", "rules": [{"channel": "sms", "delaySeconds": 30}, {"channel": "email", "delaySeconds": 0}]}
    error("no provider", mila("POST", O + "/my/paging", sms), 422)
    cred = {"accountSid": "AC7d21e0", "authToken": "very-secret-token", "fromNumber": "+4940555010"}
    event("provider-behaves", behaviour="rejects")
    error("rejected", greta("POST", O + "/carrier", cred), 422)
    event("provider-behaves", behaviour="unreachable")
    error("unreachable", greta("POST", O + "/carrier", cred), 502)
    eq("nothing stored", greta("GET", O + "/carrier")[1]["configured"], False)
    event("provider-behaves", behaviour="accepts")
    status, v = greta("POST", O + "/carrier", cred)
    eq("stored", (status, v["configured"], v["accountSid"]), (200, True, "AC7d21e0"))
    ok("auth token never", "very-secret-token" not in json.dumps([v, greta("GET", O + "/carrier")[1]]))
    error("member does not", mila("POST", O + "/carrier", cred), 403)
    eq("saved", mila("POST", O + "/my/paging", sms)[1]["rules"], sms["rules"])
    eq("personal", noah("GET", O + "/my/paging")[1]["rules"], [{"channel": "email", "delaySeconds": 0}])
    error("email is not a field", mila("POST", O + "/my/paging", {**sms, "email": "x@y.example"}), 422)
    error("no phone", noah("POST", O + "/my/paging", {"rules": [{"channel": "voice", "delaySeconds": 0}]}), 422)
    error("bad phone", noah("POST", O + "/my/paging", {"phone": "0401234", "rules": [{"channel": "voice", "delaySeconds": 0}]}), 422)
    greta("PUT", f"{O}/ladders/{p['id']}", {"repeat": 1, "steps": [{"target": {"kind": "user", "id": "4003", "label": "Mila"}, "waitSeconds": 0}]})
    greta("POST", f"{O}/services/{svc}/escalation", {"escalationPolicyId": p["id"]})
    eq("cleared", greta("DELETE", O + "/carrier")[1]["configured"], False)
    n = greta("POST", O + "/cases", {"serviceId": svc, "title": "Alarm"})[1]["id"]
    advance("PT40S")
    seen = sorted((x["channel"], x["outcome"]) for x in pages(n))
    eq("sms fails, not silently", seen, [("email", "sent"), ("sms", "failed")])
    ok("no-credential", any("no-credential" in x.get("error", "") for x in pages(n)))
    real()
    greta("POST", f"{O}/services/{svc}/escalation", {"escalationPolicyId": None})
    eq("policy deleted", greta("DELETE", f"{O}/ladders/{p['id']}")[0], 200)
    eq("schedule deleted", greta("DELETE", sched)[0], 200)
    greta("POST", f"{O}/cases/{n}/close")
    # alert sources
    status, src = greta("POST", O + "/feeds", {"name": "prom", "serviceId": svc})
    eq("source", status, 201)
    having("source", src, id=str, name=str, serviceId=str, token=str, createdAt=str)
    listed = greta("GET", O + "/feeds")[1]
    ok("token once", src["token"] not in json.dumps(listed) and isinstance(listed["sources"][0]["lastEventAt"], str))
    note = {"version": "4", "status": "firing", "alerts": [{"status": "firing", "labels": {"alertname": "Disk"}, "annotations": {}, "fingerprint": "f1", "startsAt": iso()}]}
    tell = lambda token, body=note: call("POST", f"/api/v1{O}/intake/{src['id']}", body, {"Authorization": "Bearer " + token})[:2]
    eq("taken", tell(src["token"])[0], 200)
    eq("opened", [(x["title"], x["firingAlerts"]) for x in greta("GET", O + "/cases")[1]["incidents"]], [("Disk", 1)])
    tell(src["token"])
    eq("the same alert", len(greta("GET", O + "/cases")[1]["incidents"]), 1)
    error("wrong token", tell("x"), 401)
    eq("revoked", greta("DELETE", f"{O}/feeds/{src['id']}")[0], 200)
    error("after revocation", tell(src["token"]), 401)
    error("revoked twice", greta("DELETE", f"{O}/feeds/{src['id']}"), 404)
    for x in greta("GET", O + "/cases")[1]["incidents"]:
        greta("POST", f"{O}/cases/{x['id']}/close")
    made = [greta("POST", O + "/cases", {"serviceId": svc, "title": f"Nr {n}"})[1]["id"] for n in range(103)]
    eq("at most 100, newest first", [x["id"] for x in greta("GET", O + "/cases")[1]["incidents"]], made[::-1][:100])


# ================================================================================================= clusters
def clusters():
    C = "/clusters"
    versions = [v["version"] for v in greta("GET", "/orchestrator-versions")[1]["versions"]]
    body = {"name": "weser", "tier": "medium", "orchestratorVersion": versions[3], "datastore": {"mode": "dedicated", "size": "db-small", "storageGiB": 30, "replicas": 1, "backups": False}, "managedLoadBalancers": {"enabled": True}}
    status, c = greta("POST", C, body)
    eq("created", status, 201)
    having("cluster", c, name=str, tier=str, orchestratorVersion=str, replicas=int, mesh=bool, datastore=dict, phase=str, managedLoadBalancers=dict)
    one = C + "/weser"
    for broken in [{"tier": "huge"}, {"tier": None}, {"datastore": {"size": "db-small"}}, {"managedLoadBalancers": {}}, {"orchestratorVersion": "9.9.9"}, {"replicas": 0}, {"datastore": {"mode": "shared", "size": "db-small"}}]:
        error(f"cluster {broken}", greta("POST", C, {**body, "name": "x1", **broken}), 400, 422)
    error("nothing made", greta("GET", C + "/x1"), 404)
    error("name taken", greta("POST", C, body), 409)
    error("foreign", rosa("GET", one), 404)
    error("viewer", ole("POST", C, {**body, "name": "x2"}), 403)
    error("still provisioning", greta("PATCH", one, {"replicas": 5}), 409)
    advance("PT7S")
    up = greta("GET", one)[1]
    ok("endpoint", isinstance(up["endpoint"], str) and up["phase"] == "running")
    status, got = greta("PATCH", one, {"orchestratorVersion": versions[4], "datastore": {"size": "db-medium", "storageGiB": 40, "replicas": 2, "backups": True}})
    eq("upgrade accepted", status, 200)
    error("same field again", greta("PATCH", one, {"orchestratorVersion": versions[4]}), 409)
    eq("other field", greta("PATCH", one, {"replicas": 5})[0], 200)
    advance("PT6S")
    now = greta("GET", one)[1]
    eq("rolled", (now["orchestratorVersion"], now["replicas"], now["datastore"]), (versions[4], 5, {"mode": "dedicated", "size": "db-medium", "storageGiB": 40, "replicas": 2, "backups": True}))
    error("downgrade", greta("PATCH", one, {"orchestratorVersion": versions[3]}), 422)
    error("two minors", greta("PATCH", C + "/elbe", {"orchestratorVersion": "1.35.0"}), 422)
    error("shrinking", greta("PATCH", one, {"datastore": {"storageGiB": 10}}), 422)
    eq("old agent", event("node-joins", cluster="weser", node="alt-1", agentVersion="1.32.8", ready=True)[0], 200)
    status, gate = greta("PATCH", one, {"orchestratorVersion": "1.34.2"})
    ok("skew gate names the node", status == 409 and "alt-1" in gate["error"], gate)
    event("agent-upgraded", cluster="weser", node="alt-1", agentVersion="1.33.4")
    event("headroom-changes", cluster="weser", component="datastore", usedPercent=90)
    status, gate = greta("PATCH", one, {"tier": "small"})
    ok("headroom names the component", status == 409 and "datastore" in gate["error"], gate)
    eq("upsizing goes", greta("PATCH", one, {"tier": "large"})[0], 200)
    advance("PT6S")
    event("headroom-changes", cluster="weser", component="datastore", usedPercent=10)
    eq("downsizing goes", greta("PATCH", one, {"tier": "small"})[0], 200)
    advance("PT6S")
    eq("small now", greta("GET", one)[1]["tier"], "small")
    event("cluster-changes-concurrently", cluster="weser", lasts="one-request")
    error("concurrent", greta("PATCH", one, {"replicas": 3}), 409)
    fields = [{"replicas": 3}, {"tier": "medium"}, {"orchestratorVersion": "1.34.2"}]
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(lambda b: greta("PATCH", one, b)[0], fields))
    advance("PT6S")
    now = greta("GET", one)[1]
    for answer, change in zip(answers, fields):
        (key, value), = change.items()
        ok(f"parallel {key}", answer == 409 or now[key] == value, (answer, now[key]))
    for n in range(3):
        eq("exposed", event("service-exposed", cluster="weser", service=f"shop/web{n}")[0], 200)
    eq("maxServices", event("service-exposed", cluster="weser", service="shop/web9")[0], 409)
    eq("listed", len(greta("GET", one)[1]["managedLoadBalancers"]["loadBalancers"]), 3)
    event("service-withdrawn", cluster="weser", service="shop/web1")
    eq("withdrawn", len(greta("GET", one)[1]["managedLoadBalancers"]["loadBalancers"]), 2)
    eq("usage", isinstance(greta("GET", one + "/usage")[1], dict), True)
    status, k = greta("GET", one + "/kubeconfig")
    ok("kubeconfig", status == 200 and "current-context: weser" in k["kubeconfig"] and isinstance(k["expiresIn"], int))
    error("member gets none", mila("GET", one + "/kubeconfig"), 403)
    eq("works", event("credential-used", kind="kubeconfig", secret=k["kubeconfig"], cluster="weser")[1]["accepted"], True)
    status, j = greta("POST", one + "/join-tokens")
    eq("join token", status, 201)
    having("join token", j, joinToken=str, cluster=str, joinCommand=str, expiresIn=int)
    join = lambda token, node, cluster="weser": call("POST", f"/api/v1{C}/{cluster}/enlist", {"token": token, "node": node})[:2]
    status, node = join(j["joinToken"], "neu-1")
    eq("joined", status, 201)
    having("node", node, name=str, ready=bool, agentVersion=str)
    error("single use", join(j["joinToken"], "neu-2"), 403)
    j2 = greta("POST", one + "/join-tokens")[1]["joinToken"]
    with ThreadPoolExecutor(4) as pool:
        both = [a[0] for a in pool.map(lambda n: join(j2, f"rennen-{n}"), range(4))]
    eq("one wins the race", sorted(both), [201, 403, 403, 403])
    advance("PT5S")
    ok("ready later", next(x for x in greta("GET", one + "/nodes")[1]["nodes"] if x["name"] == "neu-1")["ready"])
    j3 = greta("POST", one + "/join-tokens")[1]["joinToken"]
    status, reg = greta("POST", one + "/registration-tokens", {"name": "auto"})
    eq("registration token", status, 201)
    having("registration token", reg, id=str, name=str, token=str, cloudConfig=str, joinCommand=str)
    ok("shown once", reg["token"] not in json.dumps(greta("GET", one + "/registration-tokens")[1]))
    eq("reusable", [join(reg["token"], f"auto-{n}")[0] for n in range(2)], [201, 201])
    error("other cluster", join(reg["token"], "auto-9", "elbe"), 403)
    rt = f"{one}/registration-tokens/{reg['id']}"
    eq("disabled", greta("PATCH", rt, {"disabled": True})[0], 204)
    error("disabled token", join(reg["token"], "auto-3"), 403)
    eq("reversible", (greta("PATCH", rt, {"disabled": False})[0], join(reg["token"], "auto-3")[0]), (204, 201))
    row = greta("GET", one + "/registration-tokens")[1]["tokens"][0]
    ok("lastUsed", isinstance(row["lastUsed"], str) and row["disabled"] is False)
    eq("revoked", greta("DELETE", rt)[0], 204)
    error("revoked token", join(reg["token"], "auto-4"), 403)
    advance("PT31M")
    error("join token expired", join(j3, "spät"), 403, 422)
    eq("kubeconfig expired", event("credential-used", kind="kubeconfig", secret=k["kubeconfig"], cluster="weser")[1]["accepted"], False)
    real()
    eq("node removed", greta("DELETE", one + "/nodes/neu-1")[0], 204)
    ok("gone", "neu-1" not in json.dumps(greta("GET", one + "/nodes")[1]))
    error("unknown node", greta("DELETE", one + "/nodes/neu-1"), 404)
    event("quota-changes", quota="clusters", value=2)
    error("quota", greta("POST", C, {"name": "saale", "tier": "small"}), 403)
    event("quota-changes", quota="clusters", value=12)
    status, text, answer = call("DELETE", "/api/v1" + one, headers=greta.h)
    eq("teardown", (status, text), (202, None))
    advance("PT5S")
    error("gone", greta("GET", one), 404)
    real()
    eq("defaults", greta("POST", C, {"name": "saale", "tier": "small"})[1]["datastore"], {"mode": "shared"})
    ok("scoped person sees none", pia("GET", C)[1]["clusters"] == [])


# ================================================================================================= uptime
def uptime():
    U = "/uptime"
    status, ping = greta("GET", U + "/ping")
    having("ping", ping, service=str, org=str, schemaEpoch=str, time=str)
    ok("of the acting organization", rosa("GET", U + "/ping")[1]["org"] != ping["org"])
    cat = greta("GET", U + "/catalog")[1]
    having("interval", cat["intervals"][0], seconds=int, label=str)
    having("vantage", cat["vantages"][0], id=str, label=str, available=bool)
    off = next(v["id"] for v in cat["vantages"] if not v["available"])
    status, s = greta("POST", U + "/services", {"name": "Shop"})
    eq("service", status, 201)
    having("service", s, id=str, name=str, monitors=int, createdAt=str)
    error("name taken", greta("POST", U + "/services", {"name": "shop"}), 409)
    s2 = greta("POST", U + "/services", {"name": "Büro"})[1]
    error("rename to taken", greta("PATCH", f"{U}/services/{s2['id']}", {"name": "Shop"}), 409)
    eq("rename", greta("PATCH", f"{U}/services/{s2['id']}", {"name": "Kontor"})[1]["name"], "Kontor")
    base = {"name": "m", "serviceId": s["id"], "intervalSeconds": 60, "vantages": ["31", "32"], "kind": "http", "http": {"url": "https://www.example.org/"}, "downCondition": {"confirmations": 2, "quorum": 2}}
    status, m = greta("POST", U + "/monitors", base)
    eq("monitor", status, 201)
    having("monitor", m, id=str, name=str, enabled=bool, intervalSeconds=int, vantages=list, timeoutMs=int, downCondition=dict, kind=str, createdAt=str, updatedAt=str)
    tcp = {"name": "t", "intervalSeconds": 20, "vantages": ["33"], "kind": "tcp", "tcp": {"host": "mx.example.org", "port": 25}}
    eq("tcp", greta("POST", U + "/monitors", tcp)[0], 201)
    for broken in [{"intervalSeconds": 61}, {"vantages": [off]}, {"vantages": ["99"]}, {"vantages": []}, {"vantages": ["31", "31"]}, {"http": {"url": "nope"}}, {"http": {"method": "GET"}}, {"kind": "icmp"}, {"kind": "tcp"}, {"serviceId": "0"}, {"timeoutMs": 99999999}, {"downCondition": {"confirmations": 1, "quorum": 3}}, {"http": {"url": "https://e.org/", "bodyBase64": "%%"}}, {"http": {"url": "http://127.0.0.1/"}}]:
        error(f"monitor {broken}", greta("POST", U + "/monitors", {**base, **broken}), 400, 422)
    one = f"{U}/monitors/{m['id']}"
    status, p = greta("PATCH", one, {"name": "neu"})
    eq("only what is named", {**p, "_meta": 0, "updatedAt": 0}, {**m, "name": "neu", "_meta": 0, "updatedAt": 0})
    error("kind is fixed", greta("PATCH", one, {"kind": "tcp"}), 422)
    error("interval not offered", greta("PATCH", one, {"intervalSeconds": 7}), 422)
    eq("merged", greta("PATCH", one, {"http": {"method": "HEAD"}})[1]["http"], {"url": "https://www.example.org/", "method": "HEAD", "followRedirects": True, "expectStatus": ["2xx"]})
    eq("live count", [x["monitors"] for x in greta("GET", U + "/services")[1]["services"] if x["id"] == s["id"]], [1])
    error("attached", greta("DELETE", f"{U}/services/{s['id']}"), 409)
    result = lambda outcome, **more: event("probe-result", monitorId=m["id"], outcome=outcome, **more)[1]
    eq("pending", greta("GET", one)[1]["state"], "pending")
    eq("up", result("ok", latencyMs=40)["state"], "up")
    eq("one failure is not down", result("fail")["state"], "up")
    eq("one vantage is not a quorum", result("fail", vantage="31", responseSnippet="x" * 900)["state"], "up")
    eq("down", result("error", vantage="32")["state"], "down")
    eq("not well yet", result("ok")["state"], "down")
    eq("up again", result("ok")["state"], "up")
    tr = greta("GET", one + "/transitions")[1]["transitions"]
    eq("transitions", [(t["from"], t["to"], t["failingVantages"]) for t in tr], [("down", "up", ["32"]), ("up", "down", ["31", "32"]), ("pending", "up", [])])
    fails = greta("GET", one + "/failures")[1]["failures"]
    having("failure", fails[0], at=str, vantage=str, attempt=int, outcome=str, errorKind=str, errorDetail=str, responseSnippet=str)
    eq("newest first", [(f["vantage"], f["outcome"]) for f in fails][:2], [("32", "error"), ("31", "fail")])
    eq("snippet cut", len(fails[1]["responseSnippet"]), 200)
    for window in ["1h", "24h", "7d"]:
        status, v = greta("GET", f"{one}/metrics?window={window}")
        ok(f"metrics {window}", status == 200 and v["window"] == window and {x["vantage"] for x in v["series"]} == {"31", "32"} and set(v["uptimePct"]) == {"31", "32"}, v)
    ok("points", all(isinstance(q[f], (int, float)) for x in v["series"] for q in x["points"] for f in ("t", "latencyMs", "up")))
    eq("default window", greta("GET", one + "/metrics")[1]["window"], "1h")
    error("unknown window", greta("GET", one + "/metrics?window=2h"), 422)
    event("metrics-availability", monitorId=m["id"], available=False)
    error("metrics away", greta("GET", one + "/metrics"), 503)
    eq("monitor unaffected", greta("GET", one)[0], 200)
    event("metrics-availability", monitorId=m["id"], available=True)
    for _ in range(27):
        result("fail", times=2)
        result("ok", times=2)
    eq("at most 50", len(greta("GET", one + "/transitions")[1]["transitions"]), 50)
    status, t = greta("POST", U + "/export-tokens", {"name": "prom"})
    eq("export token", status, 201)
    having("export token", t, id=str, name=str, token=str, createdAt=str)
    listed = greta("GET", U + "/export-tokens")[1]
    ok("once", t["token"] not in json.dumps(listed) and isinstance(listed["tokens"][0]["lastUsedAt"], str))
    scrape = lambda: Bearer(t["token"])("GET", U + "/prometheus")
    ok("scrape", scrape()[0] == 200 and m["id"].encode() in scrape()[1])
    eq("revoked", greta("DELETE", f"{U}/export-tokens/{t['id']}")[0], 204)
    error("scrape after", scrape(), 401)
    event("quota-changes", quota="monitors", value=1)
    event("backend-behaves", backend="uptime", reachable=False)
    error("quota before the relay", greta("POST", U + "/monitors", {**base, "vantages": ["99"]}), 403)
    error("backend", greta("GET", U + "/monitors"), 502)
    event("backend-behaves", backend="uptime", reachable=True)
    event("quota-changes", quota="monitors", value=40)
    event("entitlement-changes", area="uptime", enabled=False)
    for path in ["/ping", "/catalog", "/monitors", "/export-tokens"]:
        error(f"not enabled {path}", greta("GET", U + path), 403)
    event("entitlement-changes", area="uptime", enabled=True)
    error("foreign", rosa("GET", one), 404)
    error("viewer", ole("DELETE", one), 403)
    eq("deleted", greta("DELETE", one)[0], 204)
    error("unknown now", greta("GET", one), 404)
    eq("history survives", greta("GET", one + "/transitions")[0], 200)
    eq("service deleted", greta("DELETE", f"{U}/services/{s['id']}")[0], 204)
    # races on a quota and on a name
    have = len(greta("GET", U + "/monitors")[1]["monitors"])
    event("quota-changes", quota="monitors", value=have + 2)
    with ThreadPoolExecutor(6) as pool:
        made = [a[0] for a in pool.map(lambda n: greta("POST", U + "/monitors", {**tcp, "name": f"r{n}"}), range(6))]
        named = [a[0] for a in pool.map(lambda n: greta("POST", U + "/services", {"name": "Rennen"}), range(6))]
    eq("quota holds", sorted(made), [201, 201, 403, 403, 403, 403])
    eq("name once", sorted(named), [201, 409, 409, 409, 409, 409])


try:
    for area in (general, tokens, registry, email, oncall, clusters, uptime):
        eq("reset", reset(), 200)
        before = good + len(bad)
        area()
        print(f"{area.__name__}: {good + len(bad) - before} checks")
    reset()
finally:
    if child:
        child.terminate()
        child.wait()
print(f"{good} good, {len(bad)} bad")
sys.exit(1 if bad else 0)
