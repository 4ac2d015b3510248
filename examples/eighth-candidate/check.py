#!/usr/bin/env python3
"""Goes through every area, the outside events and the clock. Usage: check.py [--url URL]; without one it starts run.sh."""
import base64, hashlib, hmac, http.client, http.server, json, os, re, socket, subprocess, sys, threading, time, urllib.parse
from datetime import datetime, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
OPS = {}
STATED = """
listTokens GET /api/v1/tokens 200
createToken POST /api/v1/tokens 201
getTokenScopeOptions GET /api/v1/tokens/scope-options 200
getIamCatalog GET /api/v1/iam/catalog 200
listPermissions GET /api/v1/iam/permissions 200
getContacts GET /api/v1/organization/contacts 200
updateContacts PATCH /api/v1/organization/contacts 200
listSendKeys GET /api/v1/email/keys 200
createSendKey POST /api/v1/email/keys 201
revokeSendKey DELETE /api/v1/email/keys/{id} 204
listRoutes GET /api/v1/email/routes 200
createRoute POST /api/v1/email/routes 201
deleteRoute DELETE /api/v1/email/routes/{id} 204
listDomains GET /api/v1/email/domains 200
createDomain POST /api/v1/email/domains 201
getDomain GET /api/v1/email/domains/{id} 200
deleteDomain DELETE /api/v1/email/domains/{id} 204
getDomainDns GET /api/v1/email/domains/{id}/dns 200
checkDomain POST /api/v1/email/domains/{id}/check 202
armDomainReceiving POST /api/v1/email/domains/{id}/receive 200
listMessages GET /api/v1/email/messages 200
getMessage GET /api/v1/email/messages/{id} 200
getMessageContent GET /api/v1/email/messages/{id}/content 200
getEmailSettings GET /api/v1/email/settings 200
listSuppressions GET /api/v1/email/suppressions 200
createSuppression POST /api/v1/email/suppressions 201
deleteSuppression DELETE /api/v1/email/suppressions/{id} 204
listWebhooks GET /api/v1/email/webhooks 200
createWebhook POST /api/v1/email/webhooks 201
updateWebhook PATCH /api/v1/email/webhooks/{id} 200
deleteWebhook DELETE /api/v1/email/webhooks/{id} 204
rotateWebhookSecret POST /api/v1/email/webhooks/{id}/rotate-secret 200
listDeliveries GET /api/v1/email/webhook-deliveries 200
redeliverDelivery POST /api/v1/email/webhook-deliveries/{id}/redeliver 202
listClusters GET /api/v1/clusters 200
createCluster POST /api/v1/clusters 201
getCluster GET /api/v1/clusters/{name} 200
updateCluster PATCH /api/v1/clusters/{name} 200
deleteCluster DELETE /api/v1/clusters/{name} 202
getClusterUsage GET /api/v1/clusters/{name}/usage 200
listNodes GET /api/v1/clusters/{name}/nodes 200
getKubeconfig GET /api/v1/clusters/{name}/kubeconfig 200
createJoinToken POST /api/v1/clusters/{name}/join-tokens 201
deleteNode DELETE /api/v1/clusters/{name}/nodes/{node} 204
listRegistrationTokens GET /api/v1/clusters/{name}/registration-tokens 200
createRegistrationToken POST /api/v1/clusters/{name}/registration-tokens 201
updateRegistrationToken PATCH /api/v1/clusters/{name}/registration-tokens/{id} 204
deleteRegistrationToken DELETE /api/v1/clusters/{name}/registration-tokens/{id} 204
pingUptime GET /api/v1/uptime/ping 200
getUptimeCatalog GET /api/v1/uptime/catalog 200
listUptimeServices GET /api/v1/uptime/services 200
createUptimeService POST /api/v1/uptime/services 201
renameUptimeService PATCH /api/v1/uptime/services/{id} 200
deleteUptimeService DELETE /api/v1/uptime/services/{id} 204
listMonitors GET /api/v1/uptime/monitors 200
createMonitor POST /api/v1/uptime/monitors 201
getMonitor GET /api/v1/uptime/monitors/{id} 200
updateMonitor PATCH /api/v1/uptime/monitors/{id} 200
deleteMonitor DELETE /api/v1/uptime/monitors/{id} 204
getMonitorMetrics GET /api/v1/uptime/monitors/{id}/metrics 200
listMonitorFailures GET /api/v1/uptime/monitors/{id}/failures 200
listMonitorTransitions GET /api/v1/uptime/monitors/{id}/transitions 200
listExportTokens GET /api/v1/uptime/export-tokens 200
createExportToken POST /api/v1/uptime/export-tokens 201
revokeExportToken DELETE /api/v1/uptime/export-tokens/{id} 204
"""
for line in STATED.split("\n"):
    if line:
        n, m, p, s = line.split()
        OPS[n] = (m, p, int(s))
DOORS = "receiveAlerts listOncallServices createOncallService getStatusPage scrapeMetrics exchangeOidcToken authorizeDataPlane joinNode listClusterVersions sendMessage".split()
for line in open(os.path.join(HERE, "profile-a.yaml")):
    f = re.match(r'\s+(\w+): \{ method: (\w+), path: "?([^",]+)"?, status: (\d+) \}', line)
    if f:
        OPS[f[1]] = (f[2], f[3], int(f[4]))

WHO = {"owner": "sess-olga-7f31", "admin": "sess-arne-20c4", "member": "sess-mia-9b02", "member2": "sess-max-51de", "viewer": "sess-vik-c88a", "scoped": "sess-sam-03fb",
       "both": "sess-pia-64aa", "outsider": "sess-otto-e1d9"}
done, checks, failures = set(), 0, []
local = threading.local()


def http_call(method, path, body=None, headers=None):
    c = getattr(local, "c", None)
    if c is None:
        c = local.c = http.client.HTTPConnection(HOST, PORT, timeout=20)
    h = dict(headers or {})
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        h["Content-Type"] = "application/json"
    try:
        c.request(method, path, body=data, headers=h)
        r = c.getresponse()
    except (http.client.HTTPException, OSError):
        c.close()
        c.request(method, path, body=data, headers=h)
        r = c.getresponse()
    raw = r.read()
    if "json" in (r.getheader("Content-Type") or ""):
        return r.status, json.loads(raw), r
    return r.status, raw, r


def ok(cond, what):
    global checks
    checks += 1
    if not cond:
        failures.append(what)
        print("FAILED", what)


def call(op, who="owner", body=None, expect=None, org=None, bearer=None, **params):
    """expect: a status; by default the success status of the operation."""
    m, p, s = OPS[op]
    query = {k: v for k, v in params.items() if "{%s}" % k not in p}
    for k, v in params.items():
        p = p.replace("{%s}" % k, urllib.parse.quote(str(v), safe=""))
    if query:
        p += "?" + urllib.parse.urlencode(query)
    h = {}
    if bearer or who:
        h["Authorization"] = "Bearer " + (bearer or WHO[who])
    if org:
        h["X-Acting-Organization"] = org
    status, b, r = http_call(m, p, body, h)
    want = s if expect is None else expect
    ok(status == want, "%s %s -> %s, not %s: %s" % (op, params, status, want, str(b)[:200]))
    if status >= 400:
        ok(isinstance(b, dict) and isinstance(b.get("error"), str), op + " error body")
    elif status == s:
        done.add(op)
    return b


def event(name, expect=200, **body):
    status, b, _ = http_call("POST", "/_understudy/events/" + name, body)
    ok(status == expect, "event %s %s -> %s: %s" % (name, body, status, b))
    return b


def advance(by):
    status, b, _ = http_call("POST", "/_understudy/clock/advance", {"by": by})
    ok(status == 200, "advance %s" % b)
    return b


def real():
    status, b, _ = http_call("PUT", "/_understudy/clock", {"mode": "real"})
    ok(status == 200 and b["clock"]["mode"] == "real", "real clock")


def now():
    return datetime.fromisoformat(http_call("GET", "/_understudy/clock")[1]["now"].replace("Z", "+00:00"))


def wait(f, what, seconds=8):
    until = time.time() + seconds
    while time.time() < until:
        v = f()
        if v:
            ok(True, what)
            return v
        time.sleep(0.03)
    ok(False, what)


def shape(o, what, **fields):
    for k, t in fields.items():
        opt = k.endswith("_")
        k = k.rstrip("_")
        if opt and k not in o:
            continue
        ok(k in o and isinstance(o[k], t) and not (t is int and isinstance(o[k], bool)), "%s.%s in %s" % (what, k, str(o)[:200]))


def tokens():
    t = call("createToken", body={"name": "ci"})
    shape(t, "token", id=str, key=str, orgSlug=str)
    mine = [x for x in call("listTokens")["tokens"] if x["id"] == t["id"]][0]
    shape(mine, "PersonalToken", id=str, name=str, start=str, enabled=bool, createdAt=str, expiresAt=str, lastRequest=str, orgSlug=str, scope=list)
    for f in ("createdAt", "expiresAt", "lastRequest"):
        datetime.fromisoformat(mine[f])
    ok(t["key"] not in json.dumps(call("listTokens")), "key once")
    ok(not any(x["id"] == t["id"] for x in call("listTokens", "admin")["tokens"]), "own tokens only")
    call("listClusters", bearer=t["key"])
    event("token-disabled", tokenId=t["id"])
    event("token-disabled", 409, tokenId=t["id"])
    call("listClusters", bearer=t["key"], expect=401)
    event("token-enabled", tokenId=t["id"])
    call("listClusters", bearer=t["key"])
    o = call("getTokenScopeOptions")
    ok(any(r["id"] == "custom:mail-operator" for r in o["roles"]), "custom role offered")
    cat = call("getIamCatalog")
    ok(all(r["kind"] in ("builtin", "custom") for r in cat["roles"]), "kinds")
    for who in ("member", "viewer", "scoped"):
        call("getIamCatalog", who, expect=403)
    call("getIamCatalog", "admin")
    perms = call("listPermissions")
    ok("registry.key.admin" in json.dumps(perms) and "email.key.admin" in json.dumps(perms), "atoms")
    foreign = call("getTokenScopeOptions", "outsider")["resources"]
    call("createToken", body={"name": "x", "scope": [{"role": "ROLE_REGISTRY_READER", "resourceIds": [[r for r in foreign if r["service"] == "registry"][0]["id"]]}]}, expect=403)
    s = call("createToken", body={"name": "narrow", "expiresIn": 60, "scope": [{"role": "ROLE_REGISTRY_READER", "resourceIds": ["acme-platform"]}]})
    call("getRegistry", bearer=s["key"], slug="acme-platform")
    call("listClusters", bearer=s["key"], expect=403)
    call("createRegistry", bearer=s["key"], body={"slug": "abc-new"}, expect=403)
    advance("PT61S")
    call("listRegistries", bearer=s["key"], expect=401)
    real()
    for bad in ({}, {"name": 3}, {"name": "x", "expiresIn": "1"}, {"name": "x", "scope": [{"role": "nope"}]}):
        call("createToken", body=bad, expect=422)
    ok(len(call("getTokenScopeOptions", "scoped")["resources"]) == 3, "scoped person sees three")
    c = call("getContacts")
    shape(c, "Contacts", billingEmail=str, technicalEmail=str, securityEmail=str)
    ok(call("updateContacts", "admin", {"technicalEmail": "ops@acme.example"}) == {**c, "technicalEmail": "ops@acme.example"}, "patched")
    call("updateContacts", body={"billingEmail": "nope", "securityEmail": "s2@acme.example"}, expect=400)
    ok(call("getContacts")["securityEmail"] == c["securityEmail"], "nothing changed")
    call("updateContacts", "member", {"technicalEmail": "x@acme.example"}, expect=403)
    event("billing-email-collides", email="taken@pay.example")
    call("updateContacts", body={"billingEmail": "taken@pay.example"}, expect=409)
    event("billing-email-collides", email="taken@pay.example", collides=False)
    call("updateContacts", body={"billingEmail": "taken@pay.example"})
    for op in ("listTokens", "getIamCatalog", "getContacts", "listClusters", "listDomains", "listMonitors", "listRegistries", "listIncidents"):
        call(op, None, expect=401)
    event("role-changes", userId="usr-9", role="viewer")
    WHO["new"] = [a for a in http_call("GET", "/_understudy/identities")[1]["actors"] if a["userId"] == "usr-9"][0]["credentials"][0]["value"]
    call("listClusters", "new")
    event("role-changes", userId="usr-9", role="none")
    call("listClusters", "new", expect=403)
    ok(call("listClusters", "both", org="globex")["clusters"] == [], "acting organization")
    ok(len(call("listClusters", "both")["clusters"]) > 0, "first organization")


def registry():
    ups = call("listUpstreams")["upstreams"]
    shape(ups[0], "upstream", host=str, endpoint=str)
    r = call("createRegistry", body={"slug": "check-one"})
    shape(r, "Registry", slug=str, displayName=str, region=str, storageQuotaBytes=int, createdAt=str)
    call("createRegistry", "outsider", {"slug": "check-one"}, expect=409)
    call("createRegistry", body={"slug": "system"}, expect=409)
    call("createRegistry", body={"slug": "Bad Slug"}, expect=422)
    event("slug-claimed-elsewhere", slug="else-where")
    call("createRegistry", body={"slug": "else-where"}, expect=409)
    event("payment-method-changes", active=False)
    call("createRegistry", body={"slug": "unpaid"}, expect=402)
    event("payment-method-changes", active=True)
    call("getRegistry", "outsider", slug="check-one", expect=404)
    call("getRegistry", "scoped", slug="check-one", expect=404)
    push = lambda **k: event("image-pushed", registry="check-one", **k)
    a = push(repository="team/app", tags=["v1", "latest"], layers=[{"digest": "sha256:base", "sizeBytes": 1000}, {"sizeBytes": 500}], manifestBytes=10)
    b = push(repository="team/app", tags=["latest"], layers=[{"digest": "sha256:base", "sizeBytes": 1000}], manifestBytes=10, digest="sha256:two")
    ok(a["addedBytes"] == 1510 and b["addedBytes"] == 10, "added bytes")
    d = call("getRegistry", slug="check-one")
    ok(d["usedBytes"] == 1520 and d["repositoryCount"] == 1, "usage %s" % d)
    ok({t["name"]: t["digest"] for t in call("listTags", slug="check-one", repo="team/app")["tags"]} == {"v1": a["digest"], "latest": "sha256:two"}, "tags move")
    call("listTags", slug="check-one", expect=422)
    call("deleteRegistry", slug="check-one", expect=409)
    ok(call("deleteTag", "member", slug="check-one", repo="team/app", tag="v1")["purged"] is False, "not purged")
    ms = call("listManifests", slug="check-one", repo="team/app")["manifests"]
    ok(any(m["digest"] == a["digest"] and m["tags"] == [] for m in ms), "untagged remains")
    call("deleteTag", "member", slug="check-one", repo="team/app", tag="latest", purge="true", expect=403)
    ok(call("deleteTag", slug="check-one", repo="team/app", tag="latest", purge="true")["purged"] is True, "purged")
    ok(call("getRegistry", slug="check-one")["usedBytes"] == 1510, "reclaimed")
    push(repository="other", digest="sha256:three", layers=[], manifestBytes=5)
    event("blob-shared", registry="check-one", blob="sha256:base", **{"from": {"repository": "team/app", "digest": a["digest"]}, "to": {"repository": "other", "digest": "sha256:three"}})
    call("deleteManifest", slug="check-one", repo="team/app", digest=a["digest"])
    ok([x["sizeBytes"] for x in call("listRepositories", slug="check-one")["repositories"] if x["name"] == "other"] == [1005], "shared layer stays")
    call("deleteRepository", slug="check-one", repo="other")
    call("deleteRepository", slug="check-one", repo="team/app")
    k = call("createRegistryKey", body={"name": "ci", "mode": "pull", "repoPrefixes": ["team"]}, slug="check-one")
    call("createRegistryKey", "member", {"name": "ci", "mode": "pull"}, slug="check-one", expect=403)
    call("createRegistryKey", body={"name": "ci", "mode": "push"}, slug="check-one", expect=422)
    auth = lambda p, repo, action, u="x": call("authorizeDataPlane", None, {"username": u, "password": p, "registry": "check-one", "repository": repo, "action": action})["allowed"]
    ok(auth(k["secret"], "team/app", "pull") and not auth(k["secret"], "team/app", "push") and not auth(k["secret"], "teamwork", "pull"), "key on the data plane")
    listed = call("listRegistryKeys", slug="check-one")["keys"][0]
    ok(listed["keyId"] == k["keyId"] and listed["mintedVia"] == "manual" and "lastUsedAt" in listed and k["secret"] not in json.dumps(listed), "key listed")
    ok(event("credential-used", kind="registry-key", id=k["keyId"])["accepted"], "by id")
    call("revokeRegistryKey", slug="check-one", keyId=k["keyId"])
    ok("revokedAt" in call("listRegistryKeys", slug="check-one")["keys"][0], "revokedAt")
    ok(not auth(k["secret"], "team/app", "pull"), "revoked")
    l = call("createLoginCredential", body={})
    shape(l, "login", username=str, password=str, expiresAt=str, registry=str, scope=list)
    ok({s["registry"] for s in l["scope"]} >= {"check-one", "acme-platform"}, "all registries")
    one = call("createLoginCredential", body={"registry": "check-one", "pullOnly": True})
    ok(one["scope"] == [{"registry": "check-one", "mode": "pull"}], "narrowed")
    ok(auth(l["password"], "x", "push", l["username"]) and not auth(one["password"], "x", "push", one["username"]), "login modes")
    call("revokeLoginCredential", keyId=one["keyId"])
    ok(not auth(one["password"], "x", "pull", one["username"]), "logged out")
    advance("PT61M")
    ok(not auth(l["password"], "x", "pull", l["username"]), "an hour")
    real()
    event("role-changes", userId="usr-1005", role="viewer", grants=[])
    call("createLoginCredential", "viewer", {}, expect=403)
    event("role-changes", userId="usr-1005", role="viewer")
    rule = call("createOidcRule", body={"issuer": "https://ci.example", "audience": "a", "subjectPattern": "repo:*", "mode": "pull"}, slug="check-one")
    shape(rule, "rule", id=int, name=str, issuer=str, audience=str, subjectPattern=str, mode=str, repoPrefixes=list, createdAt=str)
    call("createOidcRule", body={"issuer": "nope", "audience": "a", "subjectPattern": "repo:*", "mode": "pull"}, slug="check-one", expect=422)
    ok(len(call("listOidcRules", slug="check-one")["rules"]) == 1, "one rule")
    seg = lambda o: base64.urlsafe_b64encode(json.dumps(o).encode()).decode().rstrip("=")
    call("exchangeOidcToken", None, {"registry": "check-one", "token": seg({"alg": "RS256"}) + "." + seg({"iss": "https://ci.example", "aud": "b", "sub": "repo:x", "exp": 9e9}) + ".AA"}, expect=403)
    call("deleteOidcRule", slug="check-one", id=rule["id"])
    host = [u["host"] for u in ups if ":" in u["host"]][0]
    ok(call("setUpstreamCredential", body={"username": "u", "password": "hush-hush"}, slug="check-one", host=host) == {"upstream": host, "username": "u"}, "upstream set")
    call("setUpstreamCredential", body={"username": "u", "password": "p"}, slug="check-one", host="nowhere.example", expect=422)
    ok("hush-hush" not in json.dumps(call("listUpstreamCredentials", slug="check-one")), "no password")
    ok(event("credential-used", kind="upstream-credential", id=host, registry="check-one")["accepted"], "upstream used")
    call("deleteUpstreamCredential", slug="check-one", host=host)
    event("quota-changes", quota="registry-storage-bytes", registry="check-one", value=10)
    event("image-pushed", 409, registry="check-one", repository="big")
    call("deleteRegistry", slug="check-one")
    call("getRegistry", slug="check-one", expect=404)


def oidc(receiver_port):
    """With openssl, if it is there: an issuer of ours, a signed token, the exchange."""
    import shutil, tempfile
    if not shutil.which("openssl"):
        return
    with tempfile.TemporaryDirectory() as d:
        key = os.path.join(d, "k.pem")
        subprocess.run(["openssl", "genrsa", "-out", key, "2048"], check=True, capture_output=True)
        mod = subprocess.run(["openssl", "rsa", "-in", key, "-noout", "-modulus"], check=True, capture_output=True, text=True).stdout.strip().split("=")[1]
        b64 = lambda b: base64.urlsafe_b64encode(b).decode().rstrip("=")
        Receiver.jwks = {"keys": [{"kty": "RSA", "n": b64(bytes.fromhex(mod)), "e": "AQAB", "kid": "1"}]}
        iss = "http://127.0.0.1:%d/issuer" % receiver_port
        call("createOidcRule", body={"issuer": iss, "audience": "reg", "subjectPattern": "repo:acme/*", "mode": "readwrite", "repoPrefixes": ["ci"]}, slug="acme-platform")

        def token(**claims):
            head = b64(json.dumps({"alg": "RS256", "kid": "1"}).encode()) + "." + b64(json.dumps({"iss": iss, "aud": "reg", "sub": "repo:acme/x", "exp": int(time.time()) + 300, **claims}).encode())
            return head + "." + b64(subprocess.run(["openssl", "dgst", "-sha256", "-sign", key], input=head.encode(), check=True, capture_output=True).stdout)
        k = call("exchangeOidcToken", None, {"registry": "acme-platform", "token": token()})
        shape(k, "exchanged", keyId=str, secret=str, mode=str, expiresAt=str)
        ok([x["mintedVia"] for x in call("listRegistryKeys", slug="acme-platform")["keys"] if x["keyId"] == k["keyId"]] == ["oidc"], "minted via oidc")
        call("exchangeOidcToken", None, {"registry": "acme-platform", "token": token(sub="repo:globex/x")}, expect=403)
        call("exchangeOidcToken", None, {"registry": "acme-platform", "token": token(exp=5)}, expect=401)
        call("exchangeOidcToken", None, {"registry": "acme-platform", "token": token()[:-8] + "AAAAAAAA"}, expect=401)
        event("image-pushed", registry="acme-platform", repository="ci/app", secret=k["secret"])
        event("image-pushed", 409, registry="acme-platform", repository="prod/app", secret=k["secret"])


class Receiver(http.server.BaseHTTPRequestHandler):
    got, jwks, port = [], None, 0

    def log_message(self, *a):
        pass

    def do_GET(self):
        iss = "http://127.0.0.1:%d/issuer" % Receiver.port
        b = json.dumps({"issuer": iss, "jwks_uri": iss + "/jwks"} if "configuration" in self.path else Receiver.jwks).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(b)))
        self.end_headers()
        self.wfile.write(b)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        Receiver.got.append((self.path, dict(self.headers), body))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()


def signed(secret, headers, body):
    h = {k.lower(): v for k, v in headers.items()}
    text = (h["webhook-id"] + "." + h["webhook-timestamp"] + ".").encode() + body
    want = base64.b64encode(hmac.new(base64.b64decode(secret[6:]), text, hashlib.sha256).digest()).decode()
    return h["webhook-signature"] == "v1," + want


def email(port):
    d = call("createDomain", body={"name": "News.Judged.example."})
    shape(d, "EmailDomain", id=str, name=str, sendState=str, receiveState=str, createdAt=str, dnsRecords=list)
    ok(d["sendState"] == "pending" and d["receiveState"] == "none" and d["name"] == "news.judged.example", "at first")
    call("createDomain", "outsider", {"name": "news.judged.example"}, expect=409)
    event("domain-claimed-elsewhere", domain="theirs.example")
    call("createDomain", body={"name": "theirs.example"}, expect=409)
    call("getDomain", "outsider", id=d["id"], expect=404)
    call("getDomain", "scoped", id=d["id"], expect=403)
    ok(len(call("listDomains", "scoped")["domains"]) == 1, "instance-filtered")
    obs = call("getDomainDns", id=d["id"])["records"]
    ok(len(obs) == len(d["dnsRecords"]) and {o["outcome"] for o in obs} == {"missing"}, "missing")
    event("dns-record-published", domain=d["id"])
    event("dns-record-mismatched", domain=d["name"], type="TXT", value="wrong")
    ok({o["outcome"] for o in call("getDomainDns", id=d["id"])["records"]} == {"found", "mismatch"}, "mismatch")
    event("backend-behaves", backend="dns", reachable=False)
    ok({o["outcome"] for o in call("getDomainDns", id=d["id"])["records"]} == {"error"}, "error")
    event("backend-behaves", backend="dns", reachable=True)
    event("message-sent", 409, **{"from": "a@news.judged.example", "to": ["x@y.example"]})
    event("dns-record-published", domain=d["id"])
    shape(call("checkDomain", id=d["id"]), "check", status=str)
    advance("PT4S")
    ok(call("getDomain", id=d["id"])["sendState"] == "verified", "verified")
    real()
    hook = lambda types=("MESSAGE_SENT",), path="/h": call("createWebhook", body={"url": "http://127.0.0.1:%d%s" % (port, path), "eventTypes": list(types)})
    h = hook(("MESSAGE_DELIVERED", "MESSAGE_BOUNCED"))
    wh, secret = h["webhook"], h["signingSecret"]
    shape(wh, "EmailWebhook", id=str, url=str, eventTypes=list, disabled=bool, createdAt=str)
    call("createWebhook", body={"url": "no", "eventTypes": ["MESSAGE_SENT"]}, expect=422)
    call("createWebhook", body={"url": "http://x.example/", "eventTypes": ["nope"]}, expect=422)
    ok(secret not in json.dumps(call("listWebhooks")), "secret once")
    call("createRoute", body={"domainId": d["id"], "pattern": "help*", "endpointId": wh["id"]}, expect=409)
    armed = call("armDomainReceiving", id=d["id"])
    ok(armed["receiveState"] == "pending" and any(r["capability"] == "receive" and r["type"] == "MX" for r in armed["dnsRecords"]), "armed")
    ok(call("armDomainReceiving", id=d["id"]) == armed, "arming twice")
    r = call("createRoute", body={"domainId": d["id"], "pattern": "help*", "endpointId": wh["id"]})
    call("createRoute", body={"domainId": d["id"], "pattern": "help*", "endpointId": wh["id"]}, expect=409)
    call("createRoute", body={"domainId": d["id"], "pattern": "a b", "endpointId": wh["id"]}, expect=422)
    ok([x["id"] for x in call("listRoutes")["routes"]] == [r["id"]] and call("listRoutes", "scoped")["routes"] == [], "routes")
    call("deleteWebhook", id=wh["id"], expect=409)
    inbound = event("message-received", **{"from": "jo@c.example", "to": ["helpdesk@news.judged.example"], "subject": "hi"})
    ok(inbound["routeIds"] == [r["id"]] and len(inbound["deliveryIds"]) == 1, "routed")
    state = lambda i: [x for x in call("listDeliveries")["deliveries"] if x["id"] == i][0]
    wait(lambda: state(inbound["deliveryIds"][0])["state"] == "delivered", "inbound delivered")
    ok(len(Receiver.got) == 1 and signed(secret, *Receiver.got[0][1:]), "arrived and signed")
    new = call("redeliverDelivery", id=inbound["deliveryIds"][0])["id"]
    ok(new != inbound["deliveryIds"][0], "a new one")
    wait(lambda: state(new)["state"] == "delivered", "redelivered")
    ok(Receiver.got[1][2] == Receiver.got[0][2], "frozen payload")
    secret2 = call("rotateWebhookSecret", id=wh["id"])["signingSecret"]
    k = call("createSendKey", body={"name": "k", "domainIds": [d["id"]]})
    shape(k["sendKey"], "EmailSendKey", id=str, name=str, keyId=str, domainIds=list, createdAt=str)
    call("createSendKey", "member", {"name": "k"}, expect=403)
    ok(call("createSendKey", body={"name": "wide"})["sendKey"]["domainIds"] == [], "org-wide")
    m = call("sendMessage", None, {"from": "a@news.judged.example", "to": ["x@y.example", "z@y.example"], "subject": "s", "text": "t"}, bearer=k["secret"])["id"]
    call("sendMessage", None, {"from": "a@mail.acme.example", "to": ["x@y.example"]}, bearer=k["secret"], expect=403)
    ok(call("listSendKeys")["sendKeys"][0].get("lastUsedAt"), "key used")
    got = call("getMessage", id=m)
    shape(got["message"], "EmailMessage", id=str, direction=str, state=str, to=list, sizeBytes=int, domainId=str, createdAt=str, stateAt=str, cc_=list)
    out = event("message-delivered", messageId=m, recipient="z@y.example")
    wait(lambda: state(out["deliveryIds"][0])["state"] == "delivered", "delivered event")
    ok(signed(secret2, *Receiver.got[-1][1:]) and not signed(secret, *Receiver.got[-1][1:]), "new secret signs")
    out = event("message-bounced", messageId=m, recipient="x@y.example", bounce="hard")
    sup = [s for s in call("listSuppressions")["suppressions"] if s["address"] == "x@y.example"][0]
    ok(sup["reason"] == "bounce" and sup["id"] in out["suppressionIds"], "hard bounce suppresses")
    event("message-sent", 409, **{"from": "a@news.judged.example", "to": ["x@y.example"]})
    call("deleteSuppression", id=sup["id"])
    again = event("message-sent", **{"from": "a@news.judged.example", "to": ["x@y.example"]})
    ok(event("message-bounced", messageId=again["messageId"], bounce="soft")["suppressionIds"] == [], "soft does not")
    ok(len(event("message-bounced", messageId=again["messageId"], bounce="hard")["suppressionIds"]) == 1, "added again")
    event("message-complained", messageId=m, recipient="z@y.example")
    ok([s["reason"] for s in call("listSuppressions")["suppressions"] if s["address"] == "z@y.example"] == ["complaint"], "complaint")
    ok([e["kind"] for e in call("getMessage", id=m)["events"]] == ["sent", "delivered", "bounced", "complained"], "events")
    s = call("createSuppression", body={"address": "Me@There.example"})
    ok(s["reason"] == "manual", "manual")
    call("createSuppression", body={"address": "nope"}, expect=422)
    raw = http_call("GET", "/api/v1/email/messages/%s/content" % m, headers={"Authorization": "Bearer " + WHO["owner"]})
    done.add("getMessageContent")
    ok(raw[0] == 200 and raw[2].getheader("Content-Type") == "message/rfc822" and b"Subject: s" in raw[1], "content")
    old = event("message-sent", **{"from": "a@news.judged.example", "to": ["old@y.example"], "createdAt": (now() - timedelta(days=31)).isoformat()})["messageId"]
    call("getMessageContent", id=old, expect=404)
    event("message-sent", **{"from": "a@news.judged.example", "to": ["older@y.example"], "createdAt": (now() - timedelta(days=91)).isoformat()})
    ok(call("listMessages", to="older@y.example")["messages"] == [], "90 days")
    for i in range(45):
        event("message-sent", **{"from": "a@news.judged.example", "to": ["page%d@y.example" % i]})
    seen, cursor = [], None
    while True:
        p = call("listMessages", direction="send", **({"cursor": cursor} if cursor else {}))
        seen += [x["id"] for x in p["messages"]]
        cursor = p.get("cursor")
        if not cursor:
            break
    all_ = [x["createdAt"] for x in (call("getMessage", id=i)["message"] for i in seen)]
    ok(len(seen) == len(set(seen)) == 48 and all_ == sorted(all_, reverse=True), "pages %d" % len(seen))
    call("listMessages", cursor="zzz", expect=422)
    call("listMessages", direction="up", expect=422)
    ok(call("listMessages", "scoped")["messages"] == [], "scoped log")
    # retries, scripted
    e = hook(("MESSAGE_COMPLAINED",), "/retry")["webhook"]
    event("webhook-endpoint-answers", endpointId=e["id"], answers=[{"status": 500}, {"failure": "timeout"}, {"status": 200}])
    one = event("message-complained", messageId=again["messageId"])["deliveryIds"][0]
    wait(lambda: state(one)["attempts"] == 1, "first attempt")
    ok(state(one)["state"] == "pending" and state(one)["lastStatus"] == 500, "to be retried")
    advance("PT20S")
    ok(state(one)["attempts"] == 2 and "timeout" in state(one)["lastError"], "second attempt")
    advance("PT3M")
    ok(state(one)["state"] == "delivered" and state(one)["attempts"] == 3, "third attempt")
    real()
    call("updateWebhook", body={"disabled": True}, id=e["id"])
    ok(event("message-complained", messageId=again["messageId"])["deliveryIds"] == [], "disabled gets nothing")
    ok(call("updateWebhook", body={"disabled": False}, id=e["id"])["disabled"] is False, "reversible")
    ok(len(http_call("GET", "/_understudy/webhook-deliveries?endpointId=" + e["id"])[1]["attempts"]) == 3, "attempts log")
    # posture
    st = call("getEmailSettings")
    shape(st, "settings", dailyQuota=int, paused=bool, acceptedToday=int)
    if st["paused"]:
        event("sending-unpaused")
    paused = False
    for i in range(30):
        mm = event("message-sent", **{"from": "a@news.judged.example", "to": ["b%d@y.example" % i]})["messageId"]
        paused = event("message-bounced", messageId=mm, bounce="hard")["paused"]
        if paused:
            break
    st = call("getEmailSettings")
    ok(paused and st["paused"] and st["pausedAt"] and st["pauseReason"], "paused")
    event("message-sent", 409, **{"from": "a@news.judged.example", "to": ["q@y.example"]})
    event("sending-unpaused")
    event("sending-unpaused", 409)
    event("quota-changes", quota="daily-email", value=1)
    event("message-sent", 409, **{"from": "a@news.judged.example", "to": ["q@y.example"]})
    event("quota-changes", quota="daily-email", value=2000)
    # refusals of the area
    event("entitlement-changes", area="email", enabled=False)
    call("listDomains", expect=403)
    event("entitlement-changes", area="email", enabled=True)
    event("backend-behaves", backend="email", reachable=False)
    call("listSuppressions", expect=502)
    call("createDomain", body={"name": "x.judged.example"}, expect=502)
    event("backend-behaves", backend="email", reachable=True)
    call("revokeSendKey", id=k["sendKey"]["id"])
    ok(not event("credential-used", kind="send-key", secret=k["secret"])["accepted"], "revoked send key")
    call("deleteRoute", id=r["id"])
    call("deleteWebhook", id=wh["id"])
    call("deleteDomain", id=d["id"])
    call("getDomain", id=d["id"], expect=404)
    call("createDomain", "outsider", {"name": "news.judged.example"})


def oncall():
    p = call("getProviderCredential")
    shape(p, "provider", configured=bool, accountSid=str, fromNumber=str, updatedAt=str)
    cred = {"accountSid": "AC1", "authToken": "very-hidden", "fromNumber": "+15550100101"}
    event("provider-behaves", behaviour="rejects", only="verification")
    call("setProviderCredential", body=cred, expect=422)
    event("provider-behaves", behaviour="unreachable")
    call("setProviderCredential", body=cred, expect=502)
    event("provider-behaves", behaviour="accepts")
    ok(call("getProviderCredential")["configured"] is False, "nothing stored")
    call("savePagingSettings", body={"phone": "+15550100100", "rules": [{"channel": "sms", "delaySeconds": 0}]}, expect=409)
    ok(call("setProviderCredential", body=cred)["configured"] is True, "configured")
    ok("very-hidden" not in json.dumps(call("getProviderCredential")), "write-only")
    ok(call("getPagingSettings") == {"email": "olga@acme.example", "phone": "", "rules": [{"channel": "email", "delaySeconds": 0}]}, "default")
    call("savePagingSettings", body={"rules": [{"channel": "sms", "delaySeconds": 0}]}, expect=422)
    ok(call("savePagingSettings", body={"email": "x@y.example", "phone": "+15550100100", "rules": [{"channel": "email", "delaySeconds": 0}, {"channel": "sms", "delaySeconds": 60}]})["email"] == "olga@acme.example", "stamped")
    ok(call("getPagingSettings", "admin")["phone"] == "", "personal")
    people = [{"userId": "usr-1001", "label": "Olga"}, {"userId": "usr-1003", "label": "Mia"}]
    s = call("createSchedule", body={"name": "main", "timezone": "Europe/Berlin", "participants": people, "handoff": {"interval": "daily", "time": "09:00"}})
    shape(s, "OncallSchedule", id=str, name=str, timezone=str, participants=list, handoff=dict, overrides=list, createdAt=str, onCallNow=dict)
    call("createSchedule", body={"name": "m", "timezone": "Mars", "participants": people, "handoff": {"interval": "daily", "time": "09:00"}}, expect=422)
    first = s["onCallNow"]["userId"]
    ok(call("updateSchedule", body={"participants": people[::-1]}, id=s["id"])["onCallNow"]["userId"] != first, "swapped")
    call("updateSchedule", body={"participants": people}, id=s["id"])
    sched = lambda: [x for x in call("listSchedules")["schedules"] if x["id"] == s["id"]][0]
    advance("P1D")
    ok(sched()["onCallNow"]["userId"] != first, "handed over")
    real()
    ok(sched()["onCallNow"]["userId"] == first, "back")
    o = call("addOverride", body={"userId": "usr-1004", "label": "Max", "startsAt": (now() + timedelta(minutes=10)).isoformat(), "endsAt": (now() + timedelta(minutes=20)).isoformat()}, id=s["id"])
    ok(sched()["onCallNow"]["override"] is False and sched()["overrides"][0] == o, "not yet")
    advance("PT15M")
    ok(sched()["onCallNow"]["userId"] == "usr-1004" and sched()["onCallNow"]["override"] is True, "override wins")
    advance("PT6M")
    ok(sched()["onCallNow"]["override"] is False, "over")
    real()
    call("removeOverride", id=s["id"], oid=o["id"])
    steps = [{"target": {"kind": "user", "id": "usr-1001", "label": "Olga"}, "waitSeconds": 120}, {"target": {"kind": "schedule", "id": s["id"], "label": "main"}, "waitSeconds": 120}]
    pol = call("createEscalationPolicy", body={"name": "std", "repeat": 1, "steps": steps})
    shape(pol, "policy", id=str, name=str, repeat=int, steps=list, services=int, createdAt=str)
    ok(call("updateEscalationPolicy", body={"name": "standard"}, id=pol["id"])["steps"] == steps, "patched")
    call("deleteSchedule", id=s["id"], expect=409)
    svc = call("createOncallService", body={"name": "Payments"})["id"]
    ok(call("setServiceEscalationPolicy", body={"escalationPolicyId": pol["id"]}, id=svc)["escalationPolicyId"] == pol["id"], "attached")
    call("setServiceEscalationPolicy", body={}, id=svc, expect=422)
    ok([x["services"] for x in call("listEscalationPolicies")["policies"] if x["id"] == pol["id"]] == [1], "counted")
    call("deleteEscalationPolicy", id=pol["id"], expect=409)
    i = call("openIncident", body={"serviceId": svc, "title": "down", "description": "x"})
    shape(i, "OncallIncident", id=str, serviceId=str, serviceName=str, title=str, status=str, openedAt=str, firingAlerts=int)
    ok(i["status"] == "open" and "acknowledgedAt" not in i, "open")
    call("openIncident", body={"serviceId": svc}, expect=422)
    call("openIncident", body={"serviceId": "svc-globex-web", "title": "t"}, expect=422)
    pages = lambda i: [(x["userId"], x["channel"], x["outcome"], x["step"], x["round"]) for x in http_call("GET", "/_understudy/pages?incidentId=" + i)[1]["pages"]]
    ok(pages(i["id"]) == [("usr-1001", "email", "sent", 0, 0)], "paged at once")
    event("provider-behaves", behaviour="unreachable", only="pages")
    advance("PT61S")
    ok(pages(i["id"])[1:] == [("usr-1001", "sms", "failed", 0, 0)], "sms after its delay %s" % pages(i["id"]))
    event("provider-behaves", behaviour="accepts")
    advance("PT60S")
    ok(pages(i["id"])[2][3] == 1, "second step")
    a = call("acknowledgeIncident", id=i["id"])
    n = len(pages(i["id"]))
    ok(a["status"] == "acknowledged" and a["acknowledgedAt"], "acknowledged")
    advance("PT1H")
    ok(len(pages(i["id"])) == n, "nobody else paged")
    real()
    call("acknowledgeIncident", id=i["id"], expect=409)
    ok(call("getIncident", id=i["id"])["acknowledgedBy"] == "usr-1001", "by whom")
    f = event("alert-fires", serviceId=svc, alert="A1")
    ok(f["incidentId"] == i["id"] and not f["opened"] and f["firingAlerts"] == 1, "attaches while acknowledged")
    ok(event("alert-fires", serviceId=svc, alert="A1")["firingAlerts"] == 1, "same alert")
    ok(call("resolveIncident", id=i["id"])["resolvedAt"], "resolved")
    src = call("createAlertSource", body={"name": "am", "serviceId": svc})
    shape(src, "source", id=str, name=str, serviceId=str, token=str, createdAt=str)
    ok(src["token"] not in json.dumps(call("listAlertSources")), "token once")
    am = lambda status, fp, expect=None: call("receiveAlerts", None, {"version": "4", "alerts": [{"status": status, "fingerprint": fp, "labels": {"alertname": "Disk"}}]}, bearer=src["token"], id=src["id"], expect=expect)
    am("firing", "f1")
    work = [x for x in call("listIncidents")["incidents"] if x["serviceId"] == svc]
    ok(len(work) == 1 and work[0]["id"] != i["id"] and work[0]["title"] == "Disk", "a new incident")
    ok([x["id"] for x in call("listIncidents", status="RESOLVED")["incidents"] if x["serviceId"] == svc] == [i["id"]], "resolved unchanged")
    am("resolved", "f1")
    advance("PT6M")
    ok([x for x in call("listIncidents")["incidents"] if x["serviceId"] == svc] == [], "quiet, so resolved")
    real()
    call("receiveAlerts", None, {"alerts": []}, bearer="wrong", id=src["id"], expect=401)
    call("revokeAlertSource", id=src["id"])
    am("firing", "f2", 401)
    page = lambda: call("getStatusPage", None, serviceId=svc)["incidents"]
    ok(page() == [], "not public")
    u = call("publishUpdate", "admin", {"body": "we are on it", "byLabel": "Nobody"}, id=i["id"])
    ok(u["byLabel"] == "Arne Admin", "author")
    ok([x["id"] for x in page()] == [i["id"]] and "timeline" not in json.dumps(page()), "public")
    ok(len(event("status-page-viewed", serviceIds=[svc])["incidents"]) == 1, "viewed")
    call("retractUpdate", id=i["id"], uid=u["id"])
    ok(page() == [], "hidden again")
    call("getIncident", "outsider", id=i["id"], expect=404)
    ok(call("setServiceEscalationPolicy", body={"escalationPolicyId": None}, id=svc).get("escalationPolicyId") is None, "detached")
    quiet = call("openIncident", body={"serviceId": svc, "title": "t"})["id"]
    ok(pages(quiet) == [], "pages no one")
    advance("P30D")
    ok(any(x["id"] == quiet for x in call("listIncidents", status="OPEN")["incidents"]), "manual stays")
    real()
    for k in range(105):
        call("openIncident", body={"serviceId": svc, "title": "t%d" % k})
    l = call("listIncidents")["incidents"]
    ok(len(l) == 100 and l[0]["title"] == "t104", "at most 100, newest first")
    # no credential: fails, not silently
    ok(call("clearProviderCredential")["configured"] is False, "cleared")
    call("setServiceEscalationPolicy", body={"escalationPolicyId": pol["id"]}, id=svc)
    call("savePagingSettings", body={"phone": "+15550100100", "rules": [{"channel": "email", "delaySeconds": 0}]})
    call("setProviderCredential", body=cred)
    call("savePagingSettings", body={"rules": [{"channel": "voice", "delaySeconds": 0}]})
    call("clearProviderCredential")
    x = call("openIncident", body={"serviceId": svc, "title": "v"})["id"]
    ok(http_call("GET", "/_understudy/pages?incidentId=" + x)[1]["pages"][0]["error"] == "no-credential", "no-credential")
    call("setServiceEscalationPolicy", body={"escalationPolicyId": None}, id=svc)
    call("deleteEscalationPolicy", id=pol["id"])
    call("deleteSchedule", id=s["id"])
    ok(len(call("listOncallServices")["services"]) == 3, "services")


def clusters():
    ok(any(v["default"] for v in call("listClusterVersions")["versions"]), "versions")
    for bad in ({"name": "c"}, {"name": "c", "tier": "huge"}, {"name": "c", "tier": "small", "datastore": {}}, {"name": "c", "tier": "small", "managedLoadBalancers": {}}):
        call("createCluster", body=bad, expect=422)
    c = call("createCluster", body={"name": "chk", "tier": "medium", "orchestratorVersion": "v1.31.2", "datastore": {"mode": "dedicated", "size": "db-small"}, "managedLoadBalancers": {"enabled": True}})
    shape(c, "Cluster", name=str, tier=str, orchestratorVersion=str, replicas=int, mesh=bool, datastore=dict, phase=str, managedLoadBalancers=dict)
    call("getKubeconfig", name="chk", expect=409)
    call("getCluster", "outsider", name="chk", expect=403)
    call("getCluster", name="nope", expect=404)
    advance("PT21S")
    ok(call("getCluster", name="chk")["endpoint"], "provisioned")
    j = call("createJoinToken", name="chk")
    shape(j, "join", joinToken=str, cluster=str, joinCommand=str, expiresIn=int)
    ok(event("node-joins", cluster="chk", node="n1", token=j["joinToken"])["with"] == "join-token", "joined")
    event("node-joins", 409, cluster="chk", node="n2", token=j["joinToken"])
    t = call("createRegistrationToken", body={"name": "pool"}, name="chk")
    shape(t, "regtoken", id=str, name=str, token=str, cloudConfig=str, joinCommand=str)
    call("joinNode", None, {"token": t["token"], "node": "n2", "agentVersion": "v1.30.4"}, name="chk")
    call("updateRegistrationToken", body={"disabled": True}, name="chk", id=t["id"])
    event("node-joins", 409, cluster="chk", node="n3", token=t["token"])
    call("updateRegistrationToken", body={"disabled": False}, name="chk", id=t["id"])
    event("node-joins", cluster="chk", node="n3", token=t["token"], ready=True)
    lt = call("listRegistrationTokens", name="chk")["tokens"][0]
    ok(lt["disabled"] is False and "lastUsed" in lt and t["token"] not in json.dumps(lt), "listed")
    call("deleteRegistrationToken", name="chk", id=t["id"])
    event("node-joins", 409, cluster="chk", node="n4", token=t["token"])
    ok({n["name"] for n in call("listNodes", name="chk")["nodes"]} == {"n1", "n2", "n3"}, "nodes")
    event("node-lost", cluster="chk", node="n3")
    ok([n["ready"] for n in call("listNodes", name="chk")["nodes"] if n["name"] == "n3"] == [False], "not ready")
    call("deleteNode", name="chk", node="n3")
    call("deleteNode", name="chk", node="n3", expect=404)
    up = lambda expect=None, **b: call("updateCluster", body=b, name="chk", expect=expect)
    up(422, orchestratorVersion="v9.9.9")
    up(409, orchestratorVersion="v1.30.4")
    up(409, orchestratorVersion="v1.33.1")
    up(orchestratorVersion="v1.32.3")
    up(409, replicas=5)
    advance("PT13S")
    ok(call("getCluster", name="chk")["orchestratorVersion"] == "v1.32.3", "rolled")
    ok("n2" in up(409, orchestratorVersion="v1.33.1")["error"], "names the node")
    event("agent-upgraded", cluster="chk", node="n2", agentVersion="v1.32.3")
    up(orchestratorVersion="v1.33.1")
    advance("PT13S")
    event("headroom-changes", 422, cluster="chk", component="nope", usedPercent=90)
    event("headroom-changes", cluster="chk", component="etcd", usedPercent=90)
    ok("etcd" in up(409, tier="small")["error"], "names the component")
    event("headroom-changes", cluster="chk", component="etcd", usedPercent=10)
    event("cluster-changes-concurrently", cluster="chk", lasts="one-request")
    up(409, replicas=5)
    up(tier="small", replicas=5, datastore={"size": "db-large", "storageGiB": 50, "replicas": 3, "backups": True})
    advance("PT13S")
    g = call("getCluster", name="chk")
    ok((g["tier"], g["replicas"], g["datastore"]) == ("small", 5, {"mode": "dedicated", "size": "db-large", "storageGiB": 50, "replicas": 3, "backups": True}), "in the end")
    event("service-exposed", cluster="chk", service="shop/web")
    ok(len(call("getCluster", name="chk")["managedLoadBalancers"]["loadBalancers"]) == 1, "exposed")
    event("quota-changes", quota="load-balancer-services", cluster="chk", value=1)
    event("service-exposed", 409, cluster="chk", service="shop/two")
    event("service-withdrawn", cluster="chk", service="shop/web")
    k = call("getKubeconfig", name="chk")
    ok(event("credential-used", kind="kubeconfig", secret=k["kubeconfig"])["accepted"], "kubeconfig works")
    advance("PT16M")
    ok(not event("credential-used", kind="kubeconfig", secret=k["kubeconfig"])["accepted"], "and expires")
    ok(isinstance(call("getClusterUsage", name="chk"), dict), "usage")
    event("quota-changes", quota="clusters", value=1)
    call("createCluster", body={"name": "chk2", "tier": "small"}, expect=403)
    event("quota-changes", quota="clusters", value=40)
    call("deleteCluster", name="chk")
    advance("PT9S")
    call("getCluster", name="chk", expect=404)
    real()


def uptime():
    shape(call("pingUptime"), "ping", service=str, org=str, schemaEpoch=str, time=str)
    cat = call("getUptimeCatalog")
    off = [v["id"] for v in cat["vantages"] if not v["available"]][0]
    s = call("createUptimeService", body={"name": "Shop"})
    call("createUptimeService", body={"name": "shop"}, expect=409)
    t = call("createUptimeService", body={"name": "Other"})
    call("renameUptimeService", body={"name": "Shop"}, id=t["id"], expect=409)
    call("renameUptimeService", body={"name": "Else"}, id=t["id"])
    base = {"name": "m", "kind": "http", "intervalSeconds": 60, "vantages": ["eu-fra", "us-iad"], "http": {"url": "https://x.example/"}, "serviceId": s["id"], "downCondition": {"confirmations": 2, "quorum": 2}}
    m = call("createMonitor", body=base)
    shape(m, "monitor", id=str, name=str, enabled=bool, intervalSeconds=int, vantages=list, timeoutMs=int, downCondition=dict, kind=str, createdAt=str, updatedAt=str, http=dict)
    for bad in ({"vantages": [off]}, {"intervalSeconds": 7}, {"kind": "udp"}, {"http": {}}, {"downCondition": {"confirmations": 1}}):
        call("createMonitor", body={**base, **bad}, expect=422)
    call("createMonitor", body={**base, "serviceId": "nope"}, expect=404)
    tcp = call("createMonitor", body={"name": "t", "kind": "tcp", "intervalSeconds": 30, "vantages": ["eu-fra"], "tcp": {"host": "h.example", "port": 5432}})
    ok(call("updateMonitor", body={"name": "m2"}, id=m["id"])["http"] == m["http"], "only the name")
    call("updateMonitor", body={"kind": "tcp"}, id=m["id"], expect=422)
    ok([x["monitors"] for x in call("listUptimeServices")["services"] if x["id"] == s["id"]] == [1], "live count")
    call("deleteUptimeService", id=s["id"], expect=409)
    probe = lambda outcome, **k: event("probe-result", monitorId=m["id"], outcome=outcome, **k)
    ok(probe("ok")["state"] == "up", "up")
    ok(probe("fail", vantage="eu-fra", times=3)["state"] == "up", "quorum")
    ok(probe("fail", vantage="us-iad")["state"] == "up", "confirmations")
    ok(probe("error", vantage="us-iad", responseSnippet="x" * 5000)["state"] == "down", "down")
    ok(probe("ok", latencyMs=12)["state"] == "up", "up again")
    tr = call("listMonitorTransitions", id=m["id"])["transitions"]
    ok([(x["from"], x["to"]) for x in tr] == [("down", "up"), ("up", "down"), ("pending", "up")], "transitions")
    ok(sorted(tr[1]["failingVantages"]) == ["eu-fra", "us-iad"], "failing vantages")
    f = call("listMonitorFailures", id=m["id"])["failures"]
    shape(f[0], "failure", at=str, vantage=str, attempt=int, outcome=str, errorKind=str, errorDetail=str, responseSnippet=str)
    ok(len(f) == 5 and len(f[0]["responseSnippet"]) == 256, "failures")
    for _ in range(30):
        probe("fail", times=2)
        probe("ok")
    ok(len(call("listMonitorTransitions", id=m["id"])["transitions"]) == 50, "at most 50")
    v = call("getMonitorMetrics", id=m["id"], window="1h")
    ok(v["window"] == "1h" and {x["vantage"] for x in v["series"]} == {"eu-fra", "us-iad"} and len(v["uptimePct"]) == 2, "metrics")
    call("getMonitorMetrics", id=m["id"], window="2h", expect=422)
    event("metrics-availability", monitorId=m["id"], available=False)
    call("getMonitorMetrics", id=m["id"], expect=503)
    call("getMonitor", id=m["id"])
    event("metrics-availability", monitorId=m["id"], available=True)
    e = call("createExportToken", body={"name": "prom"})
    ok(b"uptime_probe_success" in call("scrapeMetrics", None, bearer=e["token"]), "scraped")
    ok(e["token"] not in json.dumps(call("listExportTokens")), "token once")
    call("revokeExportToken", id=e["id"])
    call("scrapeMetrics", None, bearer=e["token"], expect=401)
    event("quota-changes", quota="monitors", value=1)
    call("createMonitor", body={**base, "vantages": [off]}, expect=403)
    event("quota-changes", quota="monitors", value=60)
    event("entitlement-changes", area="uptime", enabled=False)
    call("pingUptime", expect=403)
    event("entitlement-changes", area="uptime", enabled=True)
    event("backend-behaves", backend="uptime", reachable=False)
    call("listMonitors", expect=502)
    event("backend-behaves", backend="uptime", reachable=True)
    call("updateMonitor", body={"enabled": False}, id=tcp["id"])
    event("probe-result", 409, monitorId=tcp["id"], outcome="ok")
    call("getMonitor", "outsider", id=m["id"], expect=404)
    call("deleteMonitor", id=m["id"])
    call("getMonitor", id=m["id"], expect=404)
    call("deleteMonitor", id=tcp["id"])
    ok(len(call("listMonitors")["monitors"]) == 1, "one seeded")
    call("deleteUptimeService", id=s["id"])


def speed():
    t = []
    for _ in range(200):
        a = time.perf_counter()
        http_call("GET", "/api/v1/uptime/monitors", headers={"Authorization": "Bearer " + WHO["owner"]})
        t.append(time.perf_counter() - a)
    print("median %.2f ms" % (sorted(t)[100] * 1000))


url = sys.argv[sys.argv.index("--url") + 1] if "--url" in sys.argv else None
server = None
if not url:
    free = socket.socket()
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
    free.close()
    server = subprocess.Popen([os.path.join(HERE, "run.sh"), "--port", str(port)], stdout=subprocess.PIPE, text=True)
    url = server.stdout.readline().strip()
HOST, PORT = urllib.parse.urlparse(url).hostname, urllib.parse.urlparse(url).port
try:
    hooks = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    Receiver.port = hooks.server_address[1]
    threading.Thread(target=hooks.serve_forever, daemon=True).start()
    ok(http_call("POST", "/_understudy/reset", {})[0] == 200, "reset")
    tokens()
    registry()
    oidc(Receiver.port)
    email(Receiver.port)
    oncall()
    clusters()
    uptime()
    speed()
    st = http_call("GET", "/api/v1/nothing")[0], http_call("POST", "/api/v1/iam/catalog", {})[0], http_call("POST", "/_understudy/events/nothing", {})[0]
    ok(st == (404, 405, 501), "unknown paths %s" % (st,))
    ok(http_call("POST", "/_understudy/reset", {})[0] == 200 and len(call("listRegistries")["registries"]) == 1, "reset again")
    api = [o for o in OPS if o not in DOORS]
    ok(len(api) == 113, "113 operations, not %d" % len(api))
    ok(not [o for o in OPS if o not in done], "never succeeded: %s" % [o for o in OPS if o not in done])
finally:
    if server:
        server.terminate()
print("%d checks, %d operations and %d doors succeeded, %d failures" % (checks, len([o for o in done if o not in DOORS]), len([o for o in done if o in DOORS]), len(failures)))
sys.exit(1 if failures else 0)
