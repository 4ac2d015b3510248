#!/usr/bin/env python3
"""Checks every area over HTTP. With a URL it uses that server (and resets its world first); without one it starts run.sh on a free port."""
import base64, hashlib, hmac, http.server, json, os, random, re, subprocess, sys, threading, time, urllib.parse, urllib.request, urllib.error

HERE = os.path.dirname(os.path.abspath(__file__))
PROC = None
if len(sys.argv) > 1:
    URL = sys.argv[1].rstrip("/")
else:
    PROC = subprocess.Popen([os.path.join(HERE, "run.sh"), "--port", "0"], stdout=subprocess.PIPE, text=True)
    URL = PROC.stdout.readline().strip()

good, bad = 0, []
used = set()
def ok(cond, what, *info):
    global good
    if cond: good += 1
    else:
        bad.append(what); print("WRONG", what, *[str(i)[:400] for i in info])

class R:
    def __init__(s, status, body, headers):
        s.status, s.raw, s.headers = status, body, headers
        try: s.j = json.loads(body)
        except Exception: s.j = None
    def __getitem__(s, k): return s.j[k]
    def __repr__(s): return f"{s.status} {s.raw[:300]}"

def call(method, path, body=None, who="grace", headers=None, raw=None):
    h = {"Content-Type": "application/json"}
    if who: h["X-Auth-Token"] = f"sess-{who}-77c1"
    h.update(headers or {})
    data = raw if raw is not None else (json.dumps(body).encode() if body is not None else None)
    rq = urllib.request.Request(URL + path, data=data, method=method, headers=h)
    try:
        with urllib.request.urlopen(rq, timeout=20) as r: return R(r.status, r.read(), r.headers)
    except urllib.error.HTTPError as e:
        return R(e.code, e.read(), e.headers)
A = "/api/v1"
def get(p, **k): return call("GET", A + p, **k)
def post(p, b=None, **k): return call("POST", A + p, b, **k)
def put(p, b=None, **k): return call("PUT", A + p, b, **k)
def patch(p, b=None, **k): return call("PATCH", A + p, b, **k)
def dele(p, **k): return call("DELETE", A + p, **k)
def event(n, b): return call("POST", "/_understudy/events/" + n, b, who=None)
def advance(by): return call("POST", "/_understudy/clock/advance", {"by": by}, who=None)
def real(): return call("PUT", "/_understudy/clock", {"mode": "real"}, who=None)
def bearer(t): return dict(who=None, headers={"Authorization": "Bearer " + t})
def st(r, code, what): ok(r.status == code, f"{what}: status {code}", r); return r
def refused(r, what): ok(400 <= r.status < 500 and isinstance((r.j or {}).get("error"), str), f"{what}: refused with an error", r); return r
def until(f, what, secs=8):
    end = time.time() + secs
    while time.time() < end:
        v = f()
        if v: ok(True, what); return v
        time.sleep(0.1)
    ok(False, what)
def by(l, k, v): return next((x for x in l if x.get(k) == v), None)
def sid(t): return "01JC" + "0" * (22 - len(t)) + t
def shape(o, what, **types):
    for k, t in types.items():
        v = o.get(k)
        ok(isinstance(v, t) and not (t is int and isinstance(v, bool)), f"{what}.{k} is {t}", o)

hooks = []
script = []
class Recv(http.server.BaseHTTPRequestHandler):
    def do_POST(s):
        b = s.rfile.read(int(s.headers.get("Content-Length", 0)))
        hooks.append((s.path, dict(s.headers), b))
        s.send_response(script.pop(0) if script else 200); s.send_header("Content-Length", "0"); s.end_headers()
    def do_GET(s):
        if s.path.endswith("openid-configuration"): d = {"issuer": ISS, "jwks_uri": ISS + "/jwks"}
        else: d = {"keys": [JWK]}
        b = json.dumps(d).encode(); s.send_response(200); s.send_header("Content-Length", str(len(b))); s.end_headers(); s.wfile.write(b)
    def log_message(s, *a): pass
srv = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Recv)
threading.Thread(target=srv.serve_forever, daemon=True).start()
HOOK = f"http://127.0.0.1:{srv.server_address[1]}"
ISS = HOOK + "/issuer"
def prime(bits):
    while True:
        n = random.getrandbits(bits) | (3 << (bits - 2)) | 1
        if all(n % p for p in (3, 5, 7, 11, 13, 17, 19, 23)) and all(pow(random.randrange(2, n), n - 1, n) == 1 for _ in range(8)) and (n - 1) % 65537: return n
P, Q = prime(640), prime(640); N = P * Q; D = pow(65537, -1, (P - 1) * (Q - 1))
b64u = lambda b: base64.urlsafe_b64encode(b).rstrip(b"=").decode()
JWK = {"kty": "RSA", "kid": "k1", "n": b64u(N.to_bytes(160, "big")), "e": "AQAB"}
def jwt(**c):
    m = b64u(json.dumps({"alg": "RS256", "kid": "k1"}).encode()) + "." + b64u(json.dumps(c).encode())
    t = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(m.encode()).digest()
    em = b"\0\1" + b"\xff" * (160 - 3 - len(t)) + b"\0" + t
    return m + "." + b64u(pow(int.from_bytes(em, "big"), D, N).to_bytes(160, "big"))

def general():
    for p in ["/tokens", "/iam/catalog", "/organization/contacts", "/clusters", "/email/domains", "/uptime/monitors", "/registry/instances", "/oncall/incidents"]:
        r = get(p, who=None); st(r, 401, "no caller " + p); ok(isinstance(r["error"], str), "error is a string " + p)
        st(get(p, **bearer("nonsense")), 401, "unknown credential " + p)
    st(get("/nothing/here"), 404, "unknown path"); r = call("PUT", A + "/tokens", {}); st(r, 405, "wrong method"); ok("POST" in r.headers["Allow"], "allow header")
    st(call("POST", A + "/tokens", raw=b"{nope"), 400, "not JSON"); refused(post("/tokens", {}), "missing name"); refused(post("/tokens", {"name": 7}), "name of the wrong type")
    st(get("/tokens", headers={"X-Acting-Org": "lakeshore"}), 403, "not a member there")
    ok(get("/uptime/ping", who="mark", headers={"X-Acting-Org": "lakeshore"})["org"] == "lakeshore", "acting organization by header")
    ok(get("/uptime/ping", who="mark")["org"] == "summitworks", "acting organization by default")

def tokens():
    r = st(post("/tokens", {"name": " ci ", "expiresIn": 2}), 201, "token"); key, tid = r["key"], r["id"]; ok(r["orgSlug"] == "summitworks", "orgSlug")
    l = get("/tokens"); t = by(l["tokens"], "id", tid); ok(key not in l.raw.decode(), "key only once")
    shape(t, "token", id=str, name=str, start=str, enabled=bool, createdAt=str, expiresAt=str, lastRequest=str, orgSlug=str, scope=list); ok(t["name"] == "ci", "name trimmed"); ok(key.startswith(t["start"]), "start")
    for k in ("createdAt", "expiresAt", "lastRequest"): ok(re.match(r"^\d{4}-\d\d-\d\dT[\d:.]+Z$", t[k]), k + " is ISO")
    for e in t["scope"]: shape(e, "scope", role=str, roleName=str, resourceIds=list)
    st(get("/registry/instances", **bearer(key)), 200, "the token works"); ok(by(get("/tokens", who="hank")["tokens"], "id", tid) is None, "not another's")
    r2 = st(post("/tokens", {"name": "narrow", "scope": [{"role": "registry:view", "resourceIds": ["summit-apps"]}]}), 201, "narrowed token"); k2 = r2["key"]
    ok([x["slug"] for x in get("/registry/instances", **bearer(k2))["registries"]] == ["summit-apps"], "narrowed to one"); st(post("/registry/instances", {"slug": "nope-x"}, **bearer(k2)), 403, "narrowed reads only")
    st(get("/clusters", **bearer(k2)), 403, "narrowed to its service"); st(get("/iam/catalog", **bearer(k2)), 403, "narrowed has no grant management")
    r3 = st(post("/tokens", {"name": "child"}, **bearer(k2)), 201, "a token of a token"); st(get("/clusters", **bearer(r3["key"])), 403, "no wider than its parent")
    refused(post("/tokens", {"name": "x", "scope": [{"role": "registry:view", "resourceIds": ["lakeshore-apps"]}]}), "foreign resource")
    refused(post("/tokens", {"name": "x", "scope": [{"role": "email:view", "resourceIds": [sid("D2")]}]}, who="stan"), "unreadable resource"); refused(post("/tokens", {"name": "x", "scope": [{"role": "no-role"}]}), "unknown role")
    st(event("token-disabled", {"tokenId": tid}), 200, "disable"); st(get("/clusters", **bearer(key)), 401, "disabled token"); st(event("token-disabled", {"tokenId": tid}), 409, "twice")
    st(event("token-enabled", {"tokenId": tid}), 200, "enable"); st(get("/clusters", **bearer(key)), 200, "enabled token")
    advance("P2DT1M"); st(get("/clusters", **bearer(key)), 401, "expired token"); ok(by(get("/tokens")["tokens"], "id", tid), "expired stays listed"); real()
    o = get("/tokens/scope-options"); ok(any(x["id"] == "summit-apps" for x in o["resources"]), "options have resources"); ok(not any(x["id"] == "lakeshore-apps" for x in o["resources"]), "none foreign")
    for x in o["roles"][:6]: shape(x, "role", id=str, name=str, description=str, scopable=bool)
    ok({x["id"] for x in get("/tokens/scope-options", who="stan")["resources"]} == {"summit-apps", sid("D1")}, "what a scoped person can read")
    c = st(get("/iam/catalog"), 200, "catalog"); ok(all(x["kind"] in ("builtin", "custom") and isinstance(x["permissions"], list) for x in c["roles"]), "roles"); ok(any(x["id"] == "prod" for x in c["resources"]), "cluster in the catalog")
    for w, s in (("hank", 200), ("jane", 403), ("vera", 403), ("stan", 403)): st(get("/iam/catalog", who=w), s, "catalog for " + w)
    p = st(get("/iam/permissions"), 200, "permissions"); al = {t["permission"] for s in p["services"] for r in s["resources"] for t in r["tiers"]}; ok({"email.key.admin", "registry.key.admin"} <= al, "the stated permissions")
    event("role-changes", {"customRole": {"id": "auditor", "name": "Auditor", "permissions": ["clusters.cluster.read"], "scopable": True}}); ok(any(x["id"] == "auditor" for x in get("/tokens/scope-options")["roles"]), "custom roles are options")
    k = post("/tokens", {"name": "a", "scope": [{"role": "auditor"}]})["key"]; st(get("/clusters", **bearer(k)), 200, "custom role works"); st(get("/clusters/prod/nodes", **bearer(k)), 403, "and no further")
    c = st(get("/organization/contacts", who="vera"), 200, "contacts"); shape(c.j, "contacts", billingEmail=str, technicalEmail=str, securityEmail=str)
    r = st(patch("/organization/contacts", {"technicalEmail": " Ops@Summit.example "}), 200, "patch"); ok(r["technicalEmail"] == "ops@summit.example" and r["billingEmail"] == c["billingEmail"], "only what is named"); ok(get("/organization/contacts").j == r.j, "the next GET agrees")
    st(patch("/organization/contacts", {"technicalEmail": "x@y.example", "billingEmail": "wrong"}), 400, "bad address"); ok(get("/organization/contacts").j == r.j, "nothing changed")
    st(patch("/organization/contacts", {"billingEmail": "a@b.example"}, who="jane"), 403, "member"); st(patch("/organization/contacts", {"billingEmail": "a@b.example"}, who="hank"), 200, "admin")
    event("billing-email-collides", {"email": "dup@b.example"}); st(patch("/organization/contacts", {"billingEmail": "dup@b.example"}), 409, "collides")
    ok(patch("/organization/contacts", {"technicalEmail": None})["technicalEmail"] == c["technicalEmail"], "null unsets")

I = "/registry/instances"
def registry():
    ups = st(get("/registry/pull-through/upstreams"), 200, "upstreams")["upstreams"]; shape(ups[0], "upstream", host=str, endpoint=str)
    r = st(post(I, {"slug": "Check-One", "displayName": "One"}), 201, "create"); ok(r["slug"] == "check-one" and r["displayName"] == "One", "slug folded", r); shape(r.j, "registry", slug=str, displayName=str, region=str, storageQuotaBytes=int, createdAt=str)
    st(post(I, {"slug": "check-one"}), 409, "taken"); st(post(I, {"slug": "lakeshore-apps"}), 409, "taken elsewhere"); st(post(I, {"slug": "library"}), 409, "reserved"); refused(post(I, {"slug": "bad slug!"}), "bad slug")
    event("payment-method-changes", {"active": False}); refused(post(I, {"slug": "no-pay"}), "no payment method"); event("payment-method-changes", {"active": True})
    d = get(I + "/check-one"); shape(d.j, "detail", slug=str, region=str, storageQuotaBytes=int, usedBytes=int, repositoryCount=int, createdAt=str)
    st(get(I + "/lakeshore-apps"), 404, "foreign registry"); st(get(I + "/summit-base", who="stan"), 404, "outside the grant"); st(post(I, {"slug": "s-x"}, who="vera"), 403, "viewer")
    b = I + "/check-one"
    p = st(event("image-pushed", {"registry": "check-one", "repository": "team/app", "tags": ["a", "b"], "digest": "sha256:one", "manifestBytes": 100, "layers": [{"digest": "sha256:base", "sizeBytes": 1000}]}), 200, "push"); ok(p["addedBytes"] == 1100, "added")
    ok(event("image-pushed", {"registry": "check-one", "repository": "team/app", "tags": ["c"], "digest": "sha256:two", "manifestBytes": 100, "layers": [{"digest": "sha256:base", "sizeBytes": 1000}, {"sizeBytes": 500}]})["addedBytes"] == 600, "layers once")
    ok(until(lambda: get(b)["usedBytes"] == 1700, "usage follows", 4), "usage"); ok(get(b)["repositoryCount"] == 1, "one repository")
    t = st(get(b + "/tags?repo=team/app"), 200, "tags")["tags"]; ok({x["name"] for x in t} == {"a", "b", "c"}, "all tags"); shape(t[0], "tag", name=str, digest=str, manifestSize=int, updatedAt=str)
    m = get(b + "/manifests?repo=team/app")["manifests"]; ok(by(m, "digest", "sha256:one")["tags"] == ["a", "b"], "tags of a manifest"); shape(m[0], "manifest", digest=str, mediaType=str, sizeBytes=int, tags=list, createdAt=str)
    rp = get(b + "/repos")["repositories"][0]; ok(rp["tagCount"] == 3 and rp["sizeBytes"] == 1700 and rp["name"] == "team/app", "repository", rp)
    for q in ("/tags", "/manifests"): refused(get(b + q), "repo is required " + q)
    refused(dele(b + "/tags?repo=team/app"), "tag is required"); refused(dele(b + "/manifests?repo=team/app"), "digest is required"); refused(dele(b + "/repos"), "repo is required")
    ok(st(dele(b + "/tags?repo=team/app&tag=a"), 200, "delete tag")["purged"] is False, "not purged"); ok(dele(b + "/tags?repo=team/app&tag=b")["purged"] is False, "last tag")
    ok(by(get(b + "/manifests?repo=team/app")["manifests"], "digest", "sha256:one")["tags"] == [], "untagged manifest stays")
    st(dele(b + "/tags?repo=team/app&tag=c&purge=true", who="jane"), 403, "purging the last tag is for admins"); ok(len(get(b + "/tags?repo=team/app")["tags"]) == 1, "nothing changed")
    ok(dele(b + "/tags?repo=team/app&tag=c&purge=true")["purged"] is True, "purged"); ok(len(get(b + "/manifests?repo=team/app")["manifests"]) == 1, "one manifest left"); until(lambda: get(b)["usedBytes"] == 1100, "space reclaimed", 4)
    st(dele(b), 409, "not empty"); event("image-pushed", {"registry": "check-one", "repository": "team/app", "tags": ["x", "y"], "digest": "sha256:one"})
    st(dele(b + "/manifests?repo=team/app&digest=sha256:one"), 200, "delete image"); ok(get(b + "/tags?repo=team/app")["tags"] == [], "its tags go")
    event("image-pushed", {"registry": "check-one", "repository": "other"}); st(dele(b + "/repos?repo=other"), 200, "delete repository"); ok(by(get(b + "/repos")["repositories"], "name", "other") is None, "gone")
    event("quota-changes", {"quota": "registry-storage-bytes", "registry": "check-one", "value": 10}); st(event("image-pushed", {"registry": "check-one", "repository": "big"}), 409, "quota"); event("quota-changes", {"quota": "registry-storage-bytes", "registry": "check-one", "value": 10**12})
    k = post(b + "/keys", {"name": "ci", "mode": "readwrite", "repoPrefixes": ["team"]}); ok(k.status == 200 and k["secret"], "key", k); l = get(b + "/keys"); ok(k["secret"] not in l.raw.decode(), "secret once")
    x = by(l["keys"], "keyId", k["keyId"]); ok(x["name"] == "ci" and x["mode"] == "readwrite" and x["repoPrefixes"] == ["team"] and x["mintedVia"] == "manual", "key listed", x); st(post(b + "/keys", {"name": "n", "mode": "pull"}, who="jane"), 403, "needs registry.key.admin"); refused(post(b + "/keys", {"name": "n", "mode": "write"}), "unknown mode")
    def dp(user, pw, repo, action, reg="check-one"): return post("/registry/data-plane/check", {"username": user, "password": pw, "registry": reg, "repository": repo, "action": action}, who=None)
    ok(dp(k["keyId"], k["secret"], "team/app", "push")["allowed"], "within prefixes"); ok(not dp(k["keyId"], k["secret"], "teamx", "push")["allowed"], "outside prefixes"); ok(not dp(k["keyId"], k["secret"], "team/app", "pull", "summit-apps")["allowed"], "another registry")
    k2 = post(b + "/keys", {"name": "ro", "mode": "pull"}); ok(dp(k2["keyId"], k2["secret"], "q", "pull")["allowed"] and not dp(k2["keyId"], k2["secret"], "q", "push")["allowed"], "pull only")
    ok(dele(b + "/keys/" + k["keyId"]).status == 200, "revoke"); ok("revokedAt" in by(get(b + "/keys")["keys"], "keyId", k["keyId"]), "revokedAt"); st(dp(k["keyId"], k["secret"], "team/app", "pull"), 401, "revoked at once"); ok(dele(b + "/keys/" + k["keyId"]).status == 200, "idempotent")
    c = post("/registry/docker-login", {}); ok(c.status == 200 and len(c["scope"]) >= 3 and all(s["mode"] == "readwrite" for s in c["scope"]), "login for all"); shape(c.j, "login", username=str, password=str, expiresAt=str, registry=str, scope=list)
    c2 = post("/registry/docker-login", {"registry": "check-one", "pullOnly": True}); ok(c2["scope"] == [{"registry": "check-one", "mode": "pull"}], "narrowed"); ok(dp(c2["username"], c2["password"], "z", "pull")["allowed"], "login pulls"); ok(not dp(c2["username"], c2["password"], "z", "push")["allowed"], "but does not push")
    ok(post("/registry/docker-login", {}, who="stan")["scope"] == [{"registry": "summit-apps", "mode": "readwrite"}], "within reach"); event("role-changes", {"userId": sid("PETE"), "grants": []}); st(post("/registry/docker-login", {}, who="pete"), 403, "no registry access"); event("role-changes", {"userId": sid("PETE"), "role": "member"})
    st(post("/registry/docker-login/" + c2["username"] + "/revoke"), 200, "logout"); st(dp(c2["username"], c2["password"], "z", "pull"), 401, "logged out"); advance("PT61M"); st(dp(c["username"], c["password"], "z", "pull"), 401, "an hour only"); real()
    f = b + "/federation"; ru = post(f, {"issuer": ISS, "audience": "cr", "subjectPattern": "repo:acme/*", "mode": "PULL", "repoPrefixes": ["team"]}); ok(isinstance(ru["id"], int) and ru["mode"] == "pull" and ru["name"], "rule", ru); ok(post(f, {"issuer": ISS, "audience": "cr", "subjectPattern": "repo:acme/*", "mode": "pull", "repoPrefixes": ["team"]})["id"] == ru["id"], "the same rule again")
    refused(post(f, {"issuer": "not a uri", "audience": "a", "subjectPattern": "*", "mode": "pull"}), "issuer is a URI"); now = int(time.time())
    def xc(reg="check-one", **c): return post("/registry/federation/exchange", {"registry": reg, "token": jwt(**{**dict(iss=ISS, aud="cr", sub="repo:acme/web", exp=now + 300), **c})}, who=None)
    e = st(xc(), 201, "exchange"); ok(by(get(b + "/keys")["keys"], "keyId", e["keyId"])["mintedVia"] == "oidc", "minted by oidc"); ok(dp("", e["secret"], "team/x", "pull")["allowed"], "the key works")
    refused(xc(aud="other"), "audience"); refused(xc(sub="repo:evil/web"), "subject"); refused(xc(exp=now - 600), "expired"); refused(xc(reg="summit-apps"), "other registry"); refused(post("/registry/federation/exchange", {"registry": "check-one", "token": jwt(iss=ISS, aud="cr", sub="repo:acme/x", exp=now + 300)[:-8] + "AAAAAAAA"}, who=None), "signature")
    st(dele(f + "/" + str(ru["id"])), 200, "delete rule"); ok(get(f)["rules"] == [], "no rule"); refused(xc(), "rule gone"); st(dp("", e["secret"], "team/x", "pull"), 401, "its keys go")
    u = b + "/mirror-logins"; ok(post(u + "/docker.io", {"username": "bob", "password": "hush-hush"}).j == {"upstream": "docker.io", "username": "bob"}, "upstream login"); post(u + "/Docker.io", {"username": "bo", "password": "hush-hush"}); l = get(u); ok(len(l["upstreamCredentials"]) == 1 and l["upstreamCredentials"][0]["username"] == "bo" and "hush" not in l.raw.decode(), "replaced, no password")
    refused(post(u + "/evil.example", {"username": "b", "password": "p"}), "not in the catalog"); st(dele(u + "/docker.io"), 200, "delete"); ok(get(u)["upstreamCredentials"] == [], "gone"); until(lambda: get(b)["repositoryCount"] == 0, "emptied repositories go", 4)
    st(dele(b), 202, "delete registry"); st(get(b), 404, "gone"); st(dele(b), 200, "again"); st(post(I, {"slug": "check-one"}), 409, "the slug stays taken")

E = "/email"
def email():
    d = st(post(E + "/domains", {"name": "Shop.Judged.example."}), 201, "domain"); did = d["id"]; ok(d["name"] == "shop.judged.example" and d["sendState"] == "pending" and d["receiveState"] == "none", "fresh", d); shape(d["dnsRecords"][0], "record", capability=str, type=str, name=str, value=str)
    st(post(E + "/domains", {"name": "shop.judged.example"}), 409, "claimed"); st(post(E + "/domains", {"name": "mail.lakeshore.example"}), 409, "claimed elsewhere"); event("domain-claimed-elsewhere", {"domain": "far.example"}); st(post(E + "/domains", {"name": "far.example"}), 409, "claimed outside"); refused(post(E + "/domains", {"name": "no domain"}), "syntax")
    st(get(E + "/domains/" + sid("D3")), 404, "foreign domain"); ok([x["id"] for x in get(E + "/domains", who="stan")["domains"]] == [sid("D1")], "scoped list"); refused(get(E + "/domains/" + did, who="stan"), "outside the grant")
    o = get(E + f"/domains/{did}/dns")["records"]; ok(len(o) == len(get(E + "/domains/" + did)["dnsRecords"]) and all(x["outcome"] == "missing" for x in o), "missing")
    event("dns-record-mismatched", {"domain": did, "type": "CNAME", "value": "wrong.example"}); o = get(E + f"/domains/{did}/dns")["records"]; ok(any(x["outcome"] == "mismatch" and x["observed"] == "wrong.example" for x in o), "mismatch")
    event("backend-behaves", {"backend": "dns", "reachable": False}); ok(all(x["outcome"] == "error" for x in get(E + f"/domains/{did}/dns")["records"]), "error"); event("backend-behaves", {"backend": "dns", "reachable": True})
    event("dns-record-published", {"domain": did}); ok(all(x["outcome"] == "found" for x in get(E + f"/domains/{did}/dns")["records"]), "found")
    ok(isinstance(st(post(E + f"/domains/{did}/check"), 202, "check")["status"], str), "status"); until(lambda: get(E + "/domains/" + did)["sendState"] == "verified", "verified in time")
    w = st(post(E + "/webhooks", {"url": HOOK + "/a", "eventTypes": ["messagesent", "MessageDelivered", "MessageBounced", "MessageReceived"]}), 201, "webhook"); wid, sec = w["webhook"]["id"], w["signingSecret"]; shape(w["webhook"], "webhook", id=str, url=str, eventTypes=list, disabled=bool, createdAt=str); ok(w["webhook"]["eventTypes"][0] == "MessageSent", "canonical")
    ok(sec not in get(E + "/webhooks").raw.decode(), "signing secret once"); refused(post(E + "/webhooks", {"url": "nope", "eventTypes": ["MessageSent"]}), "url"); refused(post(E + "/webhooks", {"url": HOOK, "eventTypes": ["Nothing"]}), "event type"); refused(post(E + "/webhooks", {"url": HOOK}), "eventTypes required")
    rt = {"domainId": did, "pattern": "help*", "endpointId": wid}; st(post(E + "/routes", rt), 409, "not armed"); a = st(post(E + f"/domains/{did}/receive"), 200, "arm"); ok(any(x["type"] == "MX" and x["capability"] == "receive" for x in a["dnsRecords"]), "MX"); st(post(E + f"/domains/{did}/receive"), 200, "arm again")
    r = st(post(E + "/routes", rt), 201, "route"); st(post(E + "/routes", rt), 409, "pattern exists"); st(post(E + "/routes", {**rt, "pattern": "HELP*"}), 409, "whatever the case"); refused(post(E + "/routes", {**rt, "pattern": "a*b"}), "bad pattern"); refused(post(E + "/routes", {**rt, "domainId": sid("D3"), "pattern": "z"}), "foreign domain"); refused(post(E + "/routes", {**rt, "endpointId": "x", "pattern": "z"}), "unknown endpoint")
    st(dele(E + "/webhooks/" + wid), 409, "a route targets it"); ok(by(get(E + "/routes")["routes"], "id", r["id"]), "route listed"); ok(by(get(E + "/routes", who="stan")["routes"], "id", r["id"]) is None, "route outside the grant")
    k = st(post(E + "/keys", {"name": "app", "domainIds": [did]}), 201, "send key"); ok(k["sendKey"]["domainIds"] == [did] and k["secret"] not in get(E + "/keys").raw.decode(), "secret once"); st(post(E + "/keys", {"name": "x"}, who="jane"), 403, "needs email.key.admin"); refused(post(E + "/keys", {"name": "x", "domainIds": [sid("D3")]}), "foreign domain")
    def send(frm, to, key=k["secret"]): return post(E + "/outbox", {"from": frm, "to": to, "subject": "hi", "text": "body"}, **bearer(key))
    before = get(E + "/settings")["acceptedToday"]; m = st(send("a@shop.judged.example", ["jo@x.example"]), 202, "send"); mid = m["id"]; refused(send("a@mail.summitworks.example", ["jo@x.example"]), "key for another domain"); st(send("a@shop.judged.example", ["jo@x.example"], "zz"), 401, "unknown key"); ok(get(E + "/settings")["acceptedToday"] == before + 1, "acceptedToday")
    until(lambda: get(E + "/messages/" + mid)["message"].get("sentAt"), "sent a second later"); x = until(lambda: next((h for h in hooks if h[0] == "/a" and mid.encode() in h[2]), None), "webhook arrives")
    def signed(h, s): t, v = re.match(r"t=(\d+),v1=(\w+)", h[1]["X-Summit-Signature"]).groups(); return hmac.compare_digest(v, hmac.new(s.encode(), t.encode() + b"." + h[2], hashlib.sha256).hexdigest())
    ok(signed(x, sec), "signature"); ok(json.loads(x[2])["kind"] == "MessageSent", "kind"); dl = until(lambda: by(get(E + f"/webhook-deliveries?messageId={mid}")["deliveries"], "state", "delivered"), "delivery recorded"); shape(dl, "delivery", id=int, endpointId=str, eventType=str, attempts=int, createdAt=str); ok(dl["lastStatus"] == 200 and dl["attempts"] == 1 and dl["deliveredAt"], "counts")
    n = len(hooks); rd = st(post(E + f"/webhook-deliveries/{dl['id']}/redeliver"), 202, "redeliver"); ok(rd["id"] != dl["id"], "a new delivery"); until(lambda: len(hooks) > n, "redelivered"); ok(hooks[-1][2] == x[2], "from the frozen payload"); ok(by(get(E + "/webhook-deliveries")["deliveries"], "id", dl["id"]) == dl, "the old one unchanged")
    s2 = st(post(E + f"/webhooks/{wid}/rotate-secret"), 200, "rotate")["signingSecret"]; script.append(500); n = len(hooks); st(event("message-delivered", {"messageId": mid}), 200, "delivered"); until(lambda: len(hooks) >= n + 2, "retried after a 500"); ok(signed(hooks[-1], s2) and not signed(hooks[-1], sec), "the new secret signs"); until(lambda: any(y["attempts"] == 2 and y["state"] == "delivered" for y in get(E + f"/webhook-deliveries?messageId={mid}&endpointId={wid}")["deliveries"]), "two attempts")
    ok(st(patch(E + "/webhooks/" + wid, {"disabled": True}), 200, "disable")["disabled"] is True, "disabled"); n = len(hooks); b = event("message-bounced", {"messageId": mid, "bounce": "hard"}); ok(b["deliveryIds"] == [], "nothing while disabled"); ok(patch(E + "/webhooks/" + wid, {"disabled": False})["disabled"] is False, "reversible")
    sup = by(get(E + "/suppressions")["suppressions"], "address", "jo@x.example"); ok(sup["reason"] == "bounce", "suppressed"); refused(send("a@shop.judged.example", ["jo@x.example"]), "suppressed recipient"); st(dele(E + "/suppressions/" + sup["id"]), 204, "remove"); m2 = st(send("a@shop.judged.example", ["jo@x.example"]), 202, "deliverable again")["id"]; event("message-bounced", {"messageId": m2, "bounce": "hard"}); ok(by(get(E + "/suppressions")["suppressions"], "address", "jo@x.example"), "added again")
    s = st(post(E + "/suppressions", {"address": "X@y.example"}), 201, "suppress"); ok(s["reason"] == "manual" and s["address"] == "x@y.example", "manual"); ok(post(E + "/suppressions", {"address": "x@y.example"})["id"] == s["id"], "the same entry"); refused(post(E + "/suppressions", {"address": "nope"}), "no address")
    ev = get(E + "/messages/" + mid); ok([e["kind"] for e in ev["events"]] == ["sent", "delivered", "bounced"], "events", ev); shape(ev["message"], "message", id=str, direction=str, state=str, to=list, sizeBytes=int, domainId=str, createdAt=str, stateAt=str)
    m3 = event("message-sent", {"from": "a@shop.judged.example", "to": ["c@x.example"]})["messageId"]; event("message-complained", {"messageId": m3}); ok(by(get(E + "/suppressions")["suppressions"], "address", "c@x.example")["reason"] == "complaint", "complaint")
    c = st(get(E + f"/messages/{mid}/content"), 200, "content"); ok(c.headers["Content-Type"] == "message/rfc822" and b"Subject: hi" in c.raw and len(c.raw) == ev["message"]["sizeBytes"], "raw"); n = len(hooks)
    i = st(event("message-received", {"from": "q@x.example", "to": ["Helpdesk@shop.judged.example"]}), 200, "received"); ok(i["routeIds"] == [r["id"]], "route fits"); until(lambda: len(hooks) > n, "passed on"); st(event("message-received", {"from": "q@x.example", "to": ["a@news.summitworks.example"]}), 409, "does not receive")
    for z in range(230): event("message-received", {"from": "q@x.example", "to": ["n%d@shop.judged.example" % z]})
    seen, cur, pages = [], "", 0
    while True:
        pg = get(E + "/messages?direction=receive&domainId=" + did + ("&cursor=" + cur if cur else "")); seen += [y["id"] for y in pg["messages"]]; cur = pg.j.get("cursor", ""); pages += 1
        if not cur: break
    ok(len(seen) == len(set(seen)) == 231 and pages == 3, "every message once", len(seen), pages); ok(get(E + "/messages?to=n7@shop")["messages"][0]["to"] == ["n7@shop.judged.example"], "to filter"); ok(get(E + "/messages?state=bounced")["messages"][0]["state"] == "Bounced", "state filter"); refused(get(E + "/messages?direction=up"), "direction"); refused(get(E + "/messages?cursor=abc"), "cursor")
    l = get(E + "/messages")["messages"]; ok(all(int(p["createdAt"]) >= int(q["createdAt"]) for p, q in zip(l, l[1:])), "newest first")
    old = event("message-sent", {"from": "a@shop.judged.example", "to": ["o@x.example"], "createdAt": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 31 * 86400))})["messageId"]; st(get(E + "/messages/" + old), 200, "in the log"); st(get(E + f"/messages/{old}/content"), 404, "past 30 days"); advance("P60D"); st(get(E + "/messages/" + old), 404, "past 90 days"); ok(old not in get(E + "/messages?to=o@x.example").raw.decode(), "not listed"); real()
    event("quota-changes", {"quota": "daily-email", "value": 1}); st(send("a@shop.judged.example", ["z@x.example"]), 429, "daily quota"); event("quota-changes", {"quota": "daily-email", "value": 9000}); ok(get(E + "/settings")["dailyQuota"] == 9000, "raised")
    ids = [event("message-sent", {"from": "a@shop.judged.example", "to": [f"p{z}@x.example"]})["messageId"] for z in range(60)]
    for z in ids[:9]: last = event("message-bounced", {"messageId": z, "bounce": "hard"})
    s = get(E + "/settings"); ok(s["paused"] and s["pausedAt"] and s["pauseReason"] and last["paused"], "paused", s); refused(send("a@shop.judged.example", ["z@x.example"]), "paused"); st(event("sending-unpaused", {}), 200, "staff"); st(send("a@shop.judged.example", ["z@x.example"]), 202, "sends again")
    st(dele(E + "/keys/" + k["sendKey"]["id"]), 204, "revoke"); st(send("a@shop.judged.example", ["z@x.example"]), 401, "revoked"); event("entitlement-changes", {"area": "email", "enabled": False}); st(get(E + "/settings"), 403, "not enabled"); event("entitlement-changes", {"area": "email", "enabled": True})
    event("backend-behaves", {"backend": "email", "reachable": False}); st(get(E + "/domains"), 502, "unreachable"); event("backend-behaves", {"backend": "email", "reachable": True}); st(dele(E + "/routes/" + r["id"]), 204, "delete route"); st(dele(E + "/webhooks/" + wid), 204, "delete webhook"); st(dele(E + "/domains/" + did), 204, "delete domain"); st(get(E + "/domains/" + did), 404, "gone"); st(post(E + "/domains", {"name": "shop.judged.example"}), 201, "free again"); st(get(E + "/messages/" + mid), 200, "messages stay")

O = "/oncall"
def oncall():
    S = sid("CHECK"); p0 = st(get(O + "/telephony"), 200, "provider"); ok(p0["configured"] is False, "unset"); shape(p0.j, "provider", accountSid=str, fromNumber=str, updatedAt=str); cr = {"accountSid": "AC1", "authToken": "hidden-token", "fromNumber": "+1 (555) 010-1000"}
    event("provider-behaves", {"behaviour": "rejects"}); st(post(O + "/telephony", cr), 422, "rejected"); event("provider-behaves", {"behaviour": "unreachable"}); st(post(O + "/telephony", cr), 502, "unreachable"); ok(get(O + "/telephony")["configured"] is False, "nothing stored"); event("provider-behaves", {"behaviour": "accepts"}); refused(post(O + "/telephony", {"accountSid": "A"}), "all required")
    g = st(put(O + "/self/paging", {"phone": "+15550100", "rules": [{"channel": "EMAIL", "delaySeconds": 0}, {"channel": "sms", "delaySeconds": 60}]}, who="jane"), 200, "paging"); ok(g["email"] == "jane@summitworks.example" and g["rules"][0]["channel"] == "email", "email from the session"); ok(get(O + "/self/paging")["rules"] == [{"channel": "email", "delaySeconds": 0}], "the default, per person"); refused(put(O + "/self/paging", {"rules": [{"channel": "sms", "delaySeconds": 0}]}), "needs a phone"); refused(put(O + "/self/paging", {"phone": "555", "rules": [{"channel": "voice", "delaySeconds": 0}]}), "E.164"); refused(put(O + "/self/paging", {"rules": [{"channel": "fax", "delaySeconds": 0}]}), "channel")
    P = [{"userId": sid("JANE"), "label": "Jane"}, {"userId": sid("HANK"), "label": "Hank"}]; s = st(post(O + "/rotations", {"name": "r", "timezone": "America/Chicago", "participants": P, "handoff": {"interval": "daily", "time": "9:00"}}), 200, "schedule"); n1 = s["onCallNow"]; ok(n1["override"] is False and s["handoff"]["time"] == "09:00", "now"); R_ = O + "/rotations/" + s["id"]
    ok(patch(R_, {"participants": P[::-1]})["onCallNow"]["userId"] != n1["userId"], "reordering shifts"); patch(R_, {"participants": P}); advance("P1D"); ok(by(get(O + "/rotations")["schedules"], "id", s["id"])["onCallNow"]["userId"] != n1["userId"], "handoff"); real(); ok(patch(R_, {"handoff": {"interval": "weekly", "time": "10:00"}})["handoff"]["dow"] == 1, "weekly"); refused(patch(R_, {"handoff": {"interval": "weekly"}}), "time required"); refused(patch(R_, {"timezone": "Mars/One"}), "zone"); st(patch(R_, {"name": None}), 200, "null is left alone")
    t0 = time.time(); f = lambda d: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(t0 + d)); ov = st(post(R_ + "/overrides", {"userId": sid("VERA"), "label": "Vera", "startsAt": f(-60), "endsAt": f(3600)}), 200, "override"); x = by(get(O + "/rotations")["schedules"], "id", s["id"]); ok(x["onCallNow"]["userId"] == sid("VERA") and x["onCallNow"]["override"] is True and x["overrides"][0]["id"] == ov["id"], "override wins"); refused(post(R_ + "/overrides", {"userId": "u", "label": "l", "startsAt": f(60), "endsAt": f(0)}), "reversed"); st(dele(R_ + "/overrides/" + ov["id"]), 200, "remove"); ok(by(get(O + "/rotations")["schedules"], "id", s["id"])["onCallNow"]["override"] is False, "rotation again")
    step = lambda k, i, w: {"target": {"kind": k, "id": i, "label": "x"}, "waitSeconds": w}; p = st(post(O + "/escalations", {"name": "p", "repeat": 2, "steps": [step("user", sid("JANE"), 120), step("schedule", s["id"], 120)]}), 200, "policy"); ok(p["services"] == 0, "unattached"); refused(post(O + "/escalations", {"name": "p", "repeat": 1, "steps": [step("schedule", "none", 1)]}), "unknown target"); refused(post(O + "/escalations", {"name": "p", "steps": []}), "repeat required"); st(dele(R_), 409, "a step targets it")
    a = st(put(O + f"/services/{S}/escalation", {"escalationPolicyId": p["id"]}), 200, "attach"); ok(a["escalationPolicyId"] == p["id"] and by(get(O + "/escalations")["policies"], "id", p["id"])["services"] == 1, "attached"); st(dele(O + "/escalations/" + p["id"]), 409, "referenced"); refused(put(O + f"/services/{S}/escalation", {}), "required"); ok(patch(O + "/escalations/" + p["id"], {"name": "q"})["name"] == "q", "renamed")
    i = st(post(O + "/incidents", {"serviceId": S, "title": "down", "description": "all"}), 200, "open"); iid = i["id"]; ok(i["status"] == "open" and "acknowledgedAt" not in i.j and i["firingAlerts"] == 0 and i["serviceName"] == "check", "fresh", i); refused(post(O + "/incidents", {"serviceId": S}), "title required"); refused(post(O + "/incidents", {"serviceId": "zz", "title": "t"}), "unknown service"); st(post(O + "/incidents", {"serviceId": S, "title": "x"}, who="vera"), 403, "viewer")
    pages = lambda: [(q["userId"][-4:], q["channel"], q["outcome"]) for q in call("GET", "/_understudy/pages?incidentId=" + iid, who=None)["pages"]]; ok(pages() == [("JANE", "email", "sent")], "paged at once", pages()); advance("PT61S"); q = call("GET", "/_understudy/pages?incidentId=" + iid, who=None)["pages"][-1]; ok(q["channel"] == "sms" and q["outcome"] == "failed" and "no-credential" in q["error"], "no credential"); ok(post(O + "/telephony", cr)["configured"], "set"); ok("hidden" not in get(O + "/telephony").raw.decode(), "token never returned"); advance("PT60S"); ok(len(pages()) == 3, "next step", pages())
    k = st(post(O + f"/incidents/{iid}/actions/ack", who="jane"), 200, "ack"); ok(k["status"] == "acknowledged" and k["acknowledgedAt"], "acknowledged"); advance("PT30M"); ok(len(pages()) == 3, "no more pages"); real(); ok(post(O + f"/incidents/{iid}/actions/ack")["acknowledgedAt"] == k["acknowledgedAt"], "again, unchanged"); dt = get(O + "/incidents/" + iid); ok(dt["incident"]["id"] == iid and dt["timeline"] and dt["alerts"] == [] and dt["acknowledgedBy"]["label"] == "Jane Prewitt", "detail"); ok(get(O + "/telephony")["configured"], "kept"); ok(dele(O + "/telephony")["configured"] is False, "cleared")
    page = lambda: get(O + "/public-status/" + S, who=None)["incidents"]; ok(page() == [], "not public"); u = st(post(O + f"/incidents/{iid}/public-updates", {"body": "we look", "byLabel": "Evil"}), 200, "publish"); ok(u["byLabel"] == "Grace Hollis", "author"); ok(page()[0]["id"] == iid and "timeline" not in page()[0], "visible"); st(dele(O + f"/incidents/{iid}/public-updates/" + u["id"]), 200, "retract"); ok(page() == [], "hidden again"); z = st(post(O + f"/incidents/{iid}/actions/resolve"), 200, "resolve"); ok(z["status"] == "resolved" and z["resolvedAt"], "resolved"); st(post(O + f"/incidents/{iid}/actions/ack"), 409, "terminal"); st(post(O + f"/incidents/{iid}/public-updates", {"body": "post-mortem"}), 200, "post-mortem")
    src = st(post(O + "/integrations", {"name": "am", "serviceId": S}), 200, "source"); ok(src["token"] not in get(O + "/integrations").raw.decode(), "token once"); al = lambda s, fp="f1", tok=src["token"]: post(O + "/inbound/" + src["id"], {"version": "4", "alerts": [{"status": s, "labels": {"alertname": "Hot"}, "annotations": {"summary": "It is hot"}, "fingerprint": fp}]}, **bearer(tok))
    st(al("firing"), 200, "alert"); st(al("firing", tok="no"), 401, "wrong token"); inc = get(O + "/incidents?status=triggered")["incidents"][0]; ok(inc["id"] != iid and inc["title"] == "It is hot" and inc["firingAlerts"] == 1, "a new incident"); ok(by(get(O + "/incidents?status=resolved")["incidents"], "id", iid)["resolvedAt"] == z["resolvedAt"], "the resolved one unchanged"); post(O + f"/incidents/{inc['id']}/actions/ack"); al("firing", "f2"); ok(get(O + "/incidents/" + inc["id"])["incident"]["firingAlerts"] == 2, "attaches while acknowledged"); al("firing", "f2"); ok(get(O + "/incidents/" + inc["id"])["incident"]["firingAlerts"] == 2, "the same alert"); al("resolved"); al("resolved", "f2"); until(lambda: get(O + "/incidents/" + inc["id"])["incident"]["status"] == "resolved", "resolves by itself"); st(dele(O + "/integrations/" + src["id"]), 200, "revoke"); st(al("firing"), 401, "401 at once")
    m = post(O + "/incidents", {"serviceId": S, "title": "manual"}, who="jane"); advance("P30D"); ok(get(O + "/incidents/" + m["id"])["incident"]["status"] == "open", "never by itself"); real(); ok("escalationPolicyId" not in put(O + f"/services/{S}/escalation", {"escalationPolicyId": None}).j, "detach"); c = post(O + "/incidents", {"serviceId": S, "title": "quiet"}); ok(call("GET", "/_understudy/pages?incidentId=" + c["id"], who=None)["pages"] == [], "pages no one")
    st(dele(O + "/escalations/" + p["id"]), 200, "policy deleted"); st(dele(R_), 200, "schedule deleted"); ok(by(get(O + "/rotations")["schedules"], "id", s["id"]) is None, "gone")
    for n in range(105): last = post(O + "/incidents", {"serviceId": sid("BATCH"), "title": f"n{n}"})
    l = get(O + "/incidents")["incidents"]; ok(len(l) == 100 and l[0]["id"] == last["id"] and all(q["status"] != "resolved" for q in l), "at most 100, newest first"); refused(get(O + "/incidents?status=weird"), "unknown filter"); st(get(O + "/incidents/" + iid, who="pam"), 404, "foreign incident")
    sv = post(O + "/services", {"name": "new"}); ok(by(get(O + "/services")["services"], "id", sv["id"]), "services door")

C = "/clusters"
def clusters():
    c = st(post(C, {"name": "Edge", "tier": "Small", "orchestratorVersion": "1.31.9", "replicas": 1, "datastore": {"mode": "dedicated"}, "managedLoadBalancers": {"enabled": True}}), 201, "create"); ok(c["name"] == "edge" and c["tier"] == "small" and c["orchestratorVersion"] == "v1.31.9" and c["phase"] == "Provisioning" and "endpoint" not in c.j, "accepted", c); shape(c.j, "cluster", replicas=int, mesh=bool, datastore=dict, managedLoadBalancers=dict); K = C + "/edge"
    for b in ({"name": "x"}, {"tier": "small"}, {"name": "x", "tier": "huge"}, {"name": "x", "tier": "small", "datastore": {}}, {"name": "x", "tier": "small", "managedLoadBalancers": {}}, {"name": "x", "tier": "small", "datastore": {"mode": "dedicated", "size": "db-giant"}}, {"name": "edge", "tier": "small"}, {"name": "x", "tier": "small", "orchestratorVersion": "9.9.9"}): refused(post(C, b), f"create {b}")
    until(lambda: get(K)["phase"] == "Running" and get(K)["endpoint"], "provisioned"); ph = lambda: get(K)["phase"]; st(patch(K, {"orchestratorVersion": "v1.32.8", "replicas": 2}), 200, "upgrade"); ok(ph() == "Updating", "rolls"); ok("endpoint" not in get(K).j, "a single replica restarts"); until(lambda: get(K)["orchestratorVersion"] == "v1.32.8" and get(K)["replicas"] == 2, "in the end")
    refused(patch(K, {"orchestratorVersion": "v1.31.9"}), "downgrade"); refused(patch(K, {"orchestratorVersion": "v1.34.2"}), "two minors"); refused(patch(K, {"orchestratorVersion": "v1.33.99"}), "not in the catalog"); ok(get(K)["orchestratorVersion"] == "v1.32.8", "unchanged")
    ts = [threading.Thread(target=patch, args=(K, b)) for b in ({"tier": "large"}, {"replicas": 3})]; [t.start() for t in ts]; [t.join() for t in ts]; until(lambda: get(K)["tier"] == "large" and get(K)["replicas"] == 3 and ph() == "Running", "both changes take effect", 12)
    event("headroom-changes", {"cluster": "edge", "component": "etcd", "usedPercent": 90}); r = st(patch(K, {"tier": "small"}), 409, "downsize"); ok("etcd" in r["error"], "names the component"); event("headroom-changes", {"cluster": "edge", "component": "etcd", "usedPercent": 5}); event("node-joins", {"cluster": "edge", "node": "old-1", "agentVersion": "v1.29.15", "ready": True}); r = st(patch(K, {"orchestratorVersion": "v1.33.4"}), 409, "skew"); ok("old-1" in r["error"], "names the node"); event("agent-upgraded", {"cluster": "edge", "node": "old-1", "agentVersion": "v1.32.8"}); event("cluster-changes-concurrently", {"cluster": "edge", "lasts": "one-request"}); st(patch(K, {"replicas": 4}), 409, "concurrent"); st(patch(K, {"datastore": {"size": "db-large", "storageGiB": 80, "replicas": 3, "backups": False}}), 200, "datastore"); until(lambda: get(K)["datastore"] == {"mode": "dedicated", "size": "db-large", "storageGiB": 80, "replicas": 3, "backups": False}, "datastore in the end")
    st(get(C + "/edge", who="pam"), 404, "foreign"); st(get(C + "/none"), 404, "unknown"); ok(isinstance(get(K + "/usage").j, dict), "usage"); k = st(get(K + "/kubeconfig"), 200, "kubeconfig"); ok("kind: Config" in k["kubeconfig"] and k["expiresIn"] > 0, "yaml"); use = lambda: event("credential-used", {"kind": "kubeconfig", "secret": k["kubeconfig"], "cluster": "edge"})["accepted"]; ok(use(), "works"); advance("PT31M"); ok(not use(), "expires"); real()
    j = st(post(K + "/join-tokens"), 201, "join token"); ok(j["joinToken"] in j["joinCommand"] and j["cluster"] == "edge" and j["expiresIn"] > 0, "join"); join = lambda t, n: post(K + "/enroll", {"token": t, "node": n}, who=None); st(join(j["joinToken"], "w1"), 201, "joins"); st(join(j["joinToken"], "w2"), 401, "single use"); until(lambda: by(get(K + "/nodes")["nodes"], "name", "w1")["ready"], "ready a second later"); j2 = post(K + "/join-tokens"); advance("PT11M"); st(join(j2["joinToken"], "w3"), 401, "short-lived"); real()
    t = st(post(K + "/registration-tokens", {"name": "pool", "expiresIn": 3600}), 201, "registration token"); tid = t["id"]; ok(t["token"] in t["cloudConfig"] and t["token"] in t["joinCommand"], "configs"); l = get(K + "/registration-tokens"); ok(t["token"] not in l.raw.decode() and "expiresAt" in l["tokens"][0], "secret once"); st(join(t["token"], "p1"), 201, "one"); st(join(t["token"], "p2"), 201, "reusable"); st(patch(K + "/registration-tokens/" + tid, {"disabled": True}), 204, "switch off"); st(join(t["token"], "p3"), 401, "off"); st(patch(K + "/registration-tokens/" + tid, {"disabled": False}), 204, "switch on"); st(join(t["token"], "p3"), 201, "on"); refused(patch(K + "/registration-tokens/" + tid, {}), "disabled required"); st(dele(K + "/registration-tokens/" + tid), 204, "revoke"); st(join(t["token"], "p4"), 401, "revoked"); ok(get(K + "/registration-tokens")["tokens"] == [], "none")
    st(dele(K + "/nodes/p1"), 204, "deregister"); ok(by(get(K + "/nodes")["nodes"], "name", "p1") is None, "gone"); st(dele(K + "/nodes/never"), 404, "unknown node"); e = st(event("service-exposed", {"cluster": "edge", "service": "web/front"}), 200, "exposed"); ok(get(K)["managedLoadBalancers"]["loadBalancers"] == [{"service": "web/front", "ip": e["ip"]}], "load balancer"); event("quota-changes", {"quota": "load-balancer-services", "cluster": "edge", "value": 1}); st(event("service-exposed", {"cluster": "edge", "service": "web/two"}), 409, "maxServices"); ok(patch(K, {"managedLoadBalancers": {"enabled": False}})["managedLoadBalancers"]["enabled"] is False, "off")
    event("quota-changes", {"quota": "clusters", "value": 2}); st(post(C, {"name": "third", "tier": "small"}), 403, "quota"); event("quota-changes", {"quota": "clusters", "value": 40}); st(get(K + "/kubeconfig", who="jane"), 403, "kubeconfig is for administrators"); r = st(dele(K), 202, "delete"); ok(r.raw == b"", "no body"); st(dele(K), 202, "again"); until(lambda: get(K).status == 404, "unknown then"); ok([v["version"] for v in get("/cluster-versions")["versions"]][0] == "v1.29.15", "versions")

U = "/uptime"
def uptime():
    p = st(get(U + "/ping"), 200, "ping"); shape(p.j, "ping", service=str, org=str, schemaEpoch=str, time=str); c = get(U + "/catalog"); shape(c["intervals"][0], "interval", seconds=int, label=str); dead = by(c["vantages"], "available", False)["id"]
    s = st(post(U + "/services", {"name": " Web "}), 201, "service"); ok(s["name"] == "Web" and s["monitors"] == 0, "fresh"); st(post(U + "/services", {"name": "web"}), 409, "duplicate"); t = post(U + "/services", {"name": "Api"}); st(patch(U + "/services/" + t["id"], {"name": "Web"}), 409, "rename to a taken name"); ok(patch(U + "/services/" + t["id"], {"name": "Api2"})["name"] == "Api2", "rename")
    M = {"name": "m", "serviceId": s["id"], "intervalSeconds": 60, "vantages": ["iad", "ord"], "kind": "http", "http": {"url": "https://x.example/"}, "downCondition": {"confirmations": 2, "quorum": 2}}; m = st(post(U + "/monitors", M), 201, "monitor"); mid = m["id"]; ok(m["state"] == "pending" and m["vantages"] == ["iad", "ord"] and m["downCondition"] == M["downCondition"] and m["http"]["url"] == M["http"]["url"], "as given", m); shape(m.j, "monitor", enabled=bool, intervalSeconds=int, timeoutMs=int, createdAt=str, updatedAt=str)
    for ch in ({"intervalSeconds": 7}, {"vantages": [dead]}, {"vantages": ["moon"]}, {"vantages": []}, {"http": None}, {"kind": "udp"}, {"http": {"url": "nope"}}, {"downCondition": {"confirmations": 1, "quorum": 5}}, {"timeoutMs": 0}, {"serviceId": "zz"}, {"name": None}, {"http": {"url": "https://x.example", "bodyBase64": "%%"}}): refused(post(U + "/monitors", {**M, **ch}), f"monitor {ch}")
    tc = st(post(U + "/monitors", {"name": "t", "intervalSeconds": 15, "vantages": ["fra"], "kind": "tcp", "tcp": {"host": "db.example", "port": 5432}}), 201, "tcp"); ok(tc["tcp"]["port"] == 5432 and "serviceId" not in tc.j, "tcp"); ok(by(get(U + "/services")["services"], "id", s["id"])["monitors"] == 1, "live count"); st(dele(U + "/services/" + s["id"]), 409, "attached")
    b = U + "/monitors/" + mid; x = st(patch(b, {"kind": "tcp", "name": "m2", "http": {"method": "HEAD"}}), 200, "patch"); ok(x["kind"] == "http" and x["name"] == "m2" and x["http"]["method"] == "HEAD" and x["http"]["url"] == M["http"]["url"] and x["vantages"] == m["vantages"], "merge, kind stays", x); ok("serviceId" not in patch(b, {"serviceId": None}).j, "detached"); ok(patch(b, {"serviceId": s["id"]})["serviceId"] == s["id"], "attached again")
    pr = lambda o, **k: event("probe-result", {"monitorId": mid, "outcome": o, **k}); ok(pr("ok")["state"] == "up", "up"); ok(pr("fail")["state"] == "up", "one failure"); ok(pr("fail", vantage="iad")["state"] == "up", "one vantage"); ok(pr("error", vantage="ord", responseSnippet="z" * 5000)["state"] == "down", "down"); tr = get(b + "/transitions")["transitions"]; ok([(q["from"], q["to"]) for q in tr] == [("up", "down"), ("pending", "up")] and set(tr[0]["failingVantages"]) == {"iad", "ord"}, "transitions", tr)
    fl = get(b + "/failures")["failures"]; ok(fl[0]["outcome"] == "error" and len(fl) == 4 and len(fl[0]["responseSnippet"]) <= 512, "failures"); shape(fl[0], "failure", at=str, vantage=str, attempt=int, errorKind=str, errorDetail=str, responseSnippet=str); pr("ok")
    for n in range(30): pr("fail", times=2); pr("ok")
    ok(len(get(b + "/transitions")["transitions"]) == 50, "at most 50"); g = st(get(b + "/metrics?window=24h"), 200, "metrics"); ok(g["window"] == "24h" and {q["vantage"] for q in g["series"]} == {"iad", "ord"} and g["series"][0]["points"], "series"); ok(set(g["series"][0]["points"][0]) == {"t", "latencyMs", "up"}, "point"); ok(get(b + "/metrics")["window"] == "1h", "default window"); refused(get(b + "/metrics?window=2h"), "window"); event("metrics-availability", {"available": False}); st(get(b + "/metrics"), 503, "unavailable"); st(get(b), 200, "unaffected"); event("metrics-availability", {"available": True}); st(get(b + "/metrics"), 200, "available")
    event("quota-changes", {"quota": "monitors", "value": 2}); st(post(U + "/monitors", {**M, "intervalSeconds": 7}), 403, "quota before the backend"); event("backend-behaves", {"backend": "uptime", "reachable": False}); st(post(U + "/monitors", M), 403, "quota before the relay"); st(get(U + "/monitors"), 502, "unreachable"); event("backend-behaves", {"backend": "uptime", "reachable": True}); event("quota-changes", {"quota": "monitors", "value": 200}); event("entitlement-changes", {"area": "uptime", "enabled": False}); st(get(U + "/ping"), 403, "not enabled"); event("entitlement-changes", {"area": "uptime", "enabled": True})
    e = st(post(U + "/export-tokens", {"name": "prom"}), 201, "export token"); ok(e["token"] not in get(U + "/export-tokens").raw.decode(), "once"); r = st(get(U + "/federate", **bearer(e["token"])), 200, "scrape"); ok(mid in r.raw.decode(), "metrics"); ok(by(get(U + "/export-tokens")["tokens"], "id", e["id"])["lastUsedAt"] != "0", "last used"); st(dele(U + "/export-tokens/" + e["id"]), 204, "revoke"); st(get(U + "/federate", **bearer(e["token"])), 401, "401 at once"); st(get(U + "/federate", who=None), 401, "no token")
    st(get(b, who="pam"), 404, "foreign"); st(dele(b, who="vera"), 403, "viewer"); st(dele(b), 204, "delete"); st(get(b), 404, "unknown then"); st(get(b + "/transitions"), 200, "history survives"); ok(by(get(U + "/services")["services"], "id", s["id"])["monitors"] == 0, "count falls"); st(dele(U + "/services/" + s["id"]), 204, "delete service"); st(patch(U + "/services/" + s["id"], {"name": "z"}), 404, "gone"); st(post(U + "/services", {"name": "Web"}), 201, "name free again")

try:
    call("POST", "/_understudy/reset", {}, who=None)
    for part in (general, tokens, registry, email, oncall, clusters, uptime):
        n, t = good, time.time()
        try: part()
        except Exception as e:
            import traceback; traceback.print_exc(); bad.append(part.__name__)
        real(); print(f"{part.__name__}: {good - n} right, {time.time() - t:.1f} s")
    call("POST", "/_understudy/reset", {}, who=None)
finally:
    if PROC: PROC.terminate(); PROC.wait()
print(f"{good} right, {len(bad)} wrong")
sys.exit(1 if bad else 0)
