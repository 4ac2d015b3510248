#!/usr/bin/env python3
"""Goes through every area, the outside events and the clock, against a server that it starts itself."""
import base64
import hashlib
import hmac
import http.client
import http.server
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from datetime import datetime, timedelta, timezone

HERE = os.path.dirname(os.path.abspath(__file__))
called, passed, failed = set(), 0, []
B = "/api/v1"
server = subprocess.Popen([sys.executable, os.path.join(HERE, "server.py"), "--port", "0"], stdout=subprocess.PIPE, text=True)
URL = server.stdout.readline().strip()
PORT = int(URL.rsplit(":", 1)[1])
conn = http.client.HTTPConnection("127.0.0.1", PORT)
IDA, ARLO, MINA, VIC, SOL, RUTH, DEX = (f"ses.p-{n}.7c1e" for n in ("ida", "arlo", "mina", "vic", "sol", "ruth", "dex"))
took = []


def http_call(method, path, body=None, headers=None):
    t = time.perf_counter()
    conn.request(method, path, json.dumps(body) if body is not None else None, {**({"Content-Type": "application/json"} if body is not None else {}), **(headers or {})})
    r = conn.getresponse()
    raw = r.read()
    took.append(time.perf_counter() - t)
    ct = r.headers.get("content-type", "")
    return r.status, json.loads(raw) if raw and "json" in ct else raw.decode() if raw else None, r.headers


sys.path.insert(0, HERE)
from svc import control, org, web  # noqa: E402,F401


def api(method, path, body=None, who=IDA, want=None, org=None):
    s, j, h = http_call(method, B + path, body, {**({"Authorization": "Bearer " + who} if who else {}), **({"X-Acting-Organization": org} if org else {})})
    methods, _ = web.find((B + path).split("?")[0][1:].split("/")) or ({}, 0)
    r = methods.get(method)
    if r and s < 300:
        called.add((r.method, r.path))
    if want is not None:
        check(s == want, f"{method} {path}: {s} instead of {want}: {str(j)[:200]}")
    if s >= 400:
        check(isinstance(j, dict) and isinstance(j.get("error"), str), f"{method} {path}: no error body")
    return j


def ev(name, want=200, **body):
    s, j, _ = http_call("POST", f"/_understudy/events/{name}", body)
    check(s == want, f"event {name} {body}: {s} instead of {want}: {str(j)[:200]}")
    return j


def advance(**body):
    s, j, _ = http_call("POST", "/_understudy/clock/advance", body)
    check(s == 200, f"advance {body}: {s} {j}")
    return j


def real():
    check(http_call("PUT", "/_understudy/clock", {"mode": "real"})[0] == 200, "clock to real")


def check(ok, what):
    global passed
    if ok:
        passed += 1
    else:
        failed.append(what)
        print("FAILED", what)


def until(f, seconds=6):
    end = time.time() + seconds
    while time.time() < end:
        if f():
            return True
        time.sleep(0.03)
    return False


SHAPES = {
    "token": "id name start enabled createdAt expiresAt lastRequest orgSlug scope", "registry": "slug displayName region storageQuotaBytes createdAt",
    "detail": "slug region storageQuotaBytes usedBytes repositoryCount createdAt", "key": "keyId name mode repoPrefixes mintedVia createdAt",
    "login": "username password expiresAt registry scope", "rule": "id name issuer audience subjectPattern mode repoPrefixes createdAt",
    "tag": "name digest manifestSize updatedAt", "manifest": "digest mediaType sizeBytes tags createdAt", "repository": "name tagCount sizeBytes createdAt",
    "domain": "id name sendState receiveState createdAt dnsRecords", "message": "id direction state from to sizeBytes domainId createdAt stateAt",
    "delivery": "id endpointId eventType state attempts createdAt", "webhook": "id url eventTypes disabled createdAt", "incident": "id serviceId serviceName title status openedAt firingAlerts",
    "schedule": "id name timezone participants handoff overrides createdAt", "policy": "id name repeat steps services createdAt", "source": "id name serviceId createdAt lastEventAt",
    "cluster": "name tier orchestratorVersion replicas mesh datastore phase managedLoadBalancers", "monitor": "id name enabled intervalSeconds vantages timeoutMs downCondition kind createdAt updatedAt",
}


def shape(o, name):
    missing = [f for f in SHAPES[name].split() if o.get(f) is None]
    check(not missing, f"{name} lacks {missing}: {o}")


# ---- everybody needs a credential ------------------------------------------------------------
for m, p, _ in web.OPERATIONS:
    s, j, _ = http_call(m, re.sub(r"\{[^}]+\}", "x", p))
    check(s == 401 and isinstance(j["error"], str), f"{m} {p} without a credential: {s}")
check(len(web.OPERATIONS) == 113, f"{len(web.OPERATIONS)} operations")

# ---- tokens, IAM, organization ------------------------------------------------------------------
t = api("POST", "/tokens", {"name": "ci"}, want=201)
mine = api("GET", "/tokens", want=200)["tokens"]
shape(mine[0], "token")
check(mine[0]["id"] == t["id"] and t["key"] not in json.dumps(mine), "the token is listed without its key")
check(api("GET", "/tokens", who=ARLO)["tokens"] == [], "tokens are personal")
api("GET", "/clusters", who=t["key"], want=200)
ev("token-disabled", tokenId=t["id"])
api("GET", "/clusters", who=t["key"], want=401)
ev("token-disabled", want=409, tokenId=t["id"])
ev("token-enabled", tokenId=t["id"])
api("GET", "/clusters", who=t["key"], want=200)
opts = api("GET", "/tokens/scope-options", want=200)
check(any(r["id"] == "release-crew" for r in opts["roles"]), "custom roles are offered")
n = api("POST", "/tokens", {"name": "narrow", "expiresIn": 600, "scope": [{"role": "registry-observer", "resourceIds": ["tidewater-images"]}]}, want=201)
api("GET", "/registry/r/tidewater-images", who=n["key"], want=200)
api("GET", "/email/domains", who=n["key"], want=403)
api("POST", "/tokens", {"name": "x"}, who=n["key"], want=403)
advance(by="PT11M")
api("GET", "/registry/r", who=n["key"], want=401)
real()
api("GET", "/registry/r", who=n["key"], want=401)
api("POST", "/tokens", {"name": "x", "scope": [{"role": "registry-observer", "resourceIds": ["quarry-images"]}]}, want=422)
api("POST", "/tokens", {}, want=422)
check(api("GET", "/tokens/scope-options", who=SOL)["resources"][0]["id"] == "tidewater-base", "a scoped person sees own resources")
cat = api("GET", "/iam/catalog", want=200)
for who in (MINA, VIC, SOL):
    api("GET", "/iam/catalog", who=who, want=403)
perms = api("GET", "/iam/permissions", want=200)["services"]
check({"registry.key.admin", "email.key.admin"} <= {x["permission"] for s in perms for r in s["resources"] for x in r["tiers"]}, "stated permissions")
api("GET", "/organization/contacts", who=VIC, want=200)
api("PATCH", "/organization/contacts", {"technicalEmail": "t@x.example"}, who=MINA, want=403)
api("PATCH", "/organization/contacts", {"technicalEmail": "nope"}, want=400)
check(api("PATCH", "/organization/contacts", {"technicalEmail": "t@x.example"}, want=200)["technicalEmail"] == "t@x.example", "contacts change")
ev("billing-email-collides", email="pay@x.example")
api("PATCH", "/organization/contacts", {"billingEmail": "pay@x.example"}, want=409)
check(api("GET", "/organization/contacts", who=DEX, org="quarry")["billingEmail"] == "billing@quarry.example", "acting organization")
api("GET", "/organization/contacts", who=IDA, org="quarry", want=403)
ev("role-changes", userId="p-new", role="viewer")
api("GET", "/clusters", who="ses.p-new.7c1e", want=200)
api("DELETE", "/clusters/tidewater-base", who="ses.p-new.7c1e", want=403)
ev("role-changes", userId="p-new", role="none")
api("GET", "/clusters", who="ses.p-new.7c1e", want=403)
ev("role-changes", customRole={"id": "crew", "name": "Crew", "permissions": ["oncall.incident.read"]})

# ---- registry ----------------------------------------------------------------------------------------
R = "/registry/r"
check(len(api("GET", "/registry/upstreams", want=200)["upstreams"]) > 2, "upstreams")
reg = api("POST", R, {"slug": "shop"}, want=201)
shape(reg, "registry")
api("POST", R, {"slug": "shop"}, who=RUTH, want=409)
api("POST", R, {"slug": "library"}, want=409)
ev("slug-claimed-elsewhere", slug="taken-one")
api("POST", R, {"slug": "taken-one"}, want=409)
ev("payment-method-changes", active=False)
api("POST", R, {"slug": "unpaid"}, want=402)
ev("payment-method-changes", active=True)
shape(api("GET", R + "/shop", want=200), "detail")
api("GET", R + "/shop", who=RUTH, want=404)
p1 = ev("image-pushed", registry="shop", repository="team/web", tags=["v1", "latest"], layers=[{"digest": "sha256:base", "sizeBytes": 1000}, {"sizeBytes": 500}])
p2 = ev("image-pushed", registry="shop", repository="team/web", tags=["v2"], layers=[{"digest": "sha256:base", "sizeBytes": 1000}])
check(p2["addedBytes"] < 1000, "a shared layer is stored once")
p3 = ev("image-pushed", registry="shop", repository="team/api", tags=[])
ev("blob-shared", registry="shop", blob="sha256:base", **{"from": {"repository": "team/web", "digest": p1["digest"]}, "to": {"repository": "team/api", "digest": p3["digest"]}})
d = api("GET", R + "/shop")
repos = api("GET", R + "/shop/repositories", want=200)["repositories"]
shape(repos[0], "repository")
check(d["repositoryCount"] == 2 and d["usedBytes"] == sum(x["sizeBytes"] for x in repos), "usage follows")
tags = api("GET", R + "/shop/tags?repo=team/web", want=200)["tags"]
shape(tags[0], "tag")
check([x["name"] for x in tags] == ["latest", "v1", "v2"], "tags")
ms = api("GET", R + "/shop/manifests?repo=team%2Fweb", want=200)["manifests"]
shape(ms[0], "manifest")
api("GET", R + "/shop/tags", want=422)
check(api("DELETE", R + "/shop/tags?repo=team/web&tag=latest", want=200) == {"purged": False}, "tag removed only")
api("DELETE", R + "/shop/tags?repo=team/web&tag=v1&purge=true", who=MINA, want=403)
check(api("DELETE", R + "/shop/tags?repo=team/web&tag=v1&purge=true", want=200) == {"purged": True}, "purged")
check(api("GET", R + "/shop")["usedBytes"] < d["usedBytes"], "space reclaimed")
check(len(api("GET", R + "/shop/manifests?repo=team/web")["manifests"]) == 1, "one image left")
api("DELETE", R + "/shop", want=409)
api("DELETE", R + f"/shop/manifests?repo=team/web&digest={p2['digest']}", want=204)
ev("quota-changes", quota="registry-storage-bytes", value=10, registry="shop")
ev("image-pushed", want=409, registry="shop", repository="team/big")
ev("quota-changes", quota="registry-storage-bytes", value=10 ** 10, registry="shop")
api("POST", R + "/shop/keys", {"name": "k", "mode": "pull"}, who=MINA, want=403)
k = api("POST", R + "/shop/keys", {"name": "k", "mode": "readwrite", "repoPrefixes": ["team/"]}, want=201)
ks = api("GET", R + "/shop/keys", want=200)["keys"]
shape(ks[0], "key")
check(k["secret"] not in json.dumps(ks), "no secret in the list")
ev("image-pushed", registry="shop", repository="team/x", secret=k["secret"])
ev("image-pushed", want=409, registry="shop", repository="other/x", secret=k["secret"])
use = lambda **b: ev("credential-used", **b)
check(use(kind="registry-key", secret=k["secret"], registry="shop", repository="team/x", **{"for": "push"})["accepted"], "key works")
check("revokedAt" in api("POST", R + f"/shop/keys/{k['keyId']}/revoke", want=200), "revoked")
check(not use(kind="registry-key", secret=k["secret"], registry="shop", repository="team/x")["accepted"], "key is revoked")
cr = api("POST", "/registry/login", {}, want=200)
shape(cr, "login")
check({x["registry"] for x in cr["scope"]} == {"shop", "tidewater-images"}, "every registry")
cp = api("POST", "/registry/login", {"registry": "shop", "pullOnly": True}, want=200)
check(cp["scope"] == [{"registry": "shop", "mode": "pull"}], "narrowed")
ev("role-changes", userId="p-new2", role="member", grants=[])
api("POST", "/registry/login", {}, who="ses.p-new2.7c1e", want=403)
az = lambda c, action, want=200: http_call("POST", B + "/registry/authz", {"username": c["username"], "password": c["password"], "registry": "shop", "repository": "team/x", "action": action})
check(az(cr, "push")[1]["allowed"] and not az(cp, "push")[1]["allowed"] and az(cp, "pull")[1]["allowed"], "data plane")
api("DELETE", f"/registry/login/{cp['keyId']}", want=204)
check(az(cp, "pull")[0] == 401, "logged out")
advance(by="PT61M")
check(az(cr, "pull")[0] == 401, "after an hour")
real()
rule = api("POST", R + "/shop/trust", {"issuer": "https://ci.example", "audience": "reg", "subjectPattern": "repo:a/*", "mode": "pull"}, want=201)
shape(rule, "rule")
check(api("GET", R + "/shop/trust", want=200)["rules"] == [rule], "rules")
api("POST", R + "/shop/trust", {"issuer": "not a uri", "audience": "reg", "subjectPattern": "x", "mode": "pull"}, want=422)
api("DELETE", R + f"/shop/trust/{rule['id']}", want=204)
check(api("PUT", R + "/shop/upstream-credentials/docker.io", {"username": "u", "password": "pw-secret"}, want=200) == {"upstream": "docker.io", "username": "u"}, "upstream credential")
check("pw-secret" not in json.dumps(api("GET", R + "/shop/upstream-credentials", want=200)), "no password")
api("PUT", R + "/shop/upstream-credentials/nowhere.example", {"username": "u", "password": "p"}, want=422)
api("DELETE", R + "/shop/upstream-credentials/docker.io", want=204)
for r in ("team/web", "team/api", "team/x"):
    api("DELETE", R + f"/shop/repositories?repo={r}", want=204)
api("DELETE", R + "/shop", want=204)
check([x["slug"] for x in api("GET", R, want=200)["registries"]] == ["tidewater-images"], "registry gone")

# ---- email -----------------------------------------------------------------------------------------------
got, answered = [], []


class Hook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        got.append((self.path, dict((k.lower(), v) for k, v in self.headers.items()), self.rfile.read(int(self.headers["content-length"]))))
        if "slow" in self.path:
            time.sleep(0.4)
            answered.append(time.time())
        self.send_response(500 if "bad" in self.path else 200)
        self.end_headers()

    def do_GET(self):  # an OIDC issuer
        b = json.dumps(ISSUER["conf"] if "configuration" in self.path else ISSUER["jwks"]).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b)

    def log_message(self, *a):
        pass


hook = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
threading.Thread(target=hook.serve_forever, daemon=True).start()
HOOK = f"http://127.0.0.1:{hook.server_address[1]}"
TYPES = ["outbound.sent", "outbound.delivered", "outbound.bounced", "outbound.complained", "inbound.received"]
dom = api("POST", "/email/domains", {"name": "Post.Check.example"}, want=201)
shape(dom, "domain")
D = f"/email/domains/{dom['id']}"
api("POST", "/email/domains", {"name": "post.check.example"}, who=RUTH, want=409)
ev("domain-claimed-elsewhere", domain="else.example")
api("POST", "/email/domains", {"name": "else.example"}, want=409)
obs = api("GET", D + "/dns", want=200)["records"]
check(len(obs) == len(dom["dnsRecords"]) and {o["outcome"] for o in obs} == {"missing"}, "observations")
ev("dns-record-mismatched", domain=dom["name"], type="MX", value="wrong")
check([o.get("observed") for o in api("GET", D + "/dns")["records"] if o["outcome"] == "mismatch"] == ["wrong"], "mismatch")
ev("backend-behaves", backend="dns", reachable=False)
check({o["outcome"] for o in api("GET", D + "/dns")["records"]} == {"error"}, "dns error")
ev("backend-behaves", backend="dns", reachable=True)
ev("dns-record-published", domain=dom["name"])
check(api("GET", D)["sendState"] == "pending", "observation is not verification")
check(isinstance(api("POST", D + "/check", want=202)["status"], str), "check")
check(until(lambda: api("GET", D)["sendState"] == "verified"), "verified in time")
api("POST", "/email/webhooks", {"url": HOOK, "eventTypes": ["nope"]}, want=422)
w = api("POST", "/email/webhooks", {"url": HOOK + "/a", "eventTypes": TYPES}, want=201)
shape(w["webhook"], "webhook")
W = w["webhook"]["id"]
api("POST", "/email/routes", {"domainId": dom["id"], "pattern": "help*", "endpointId": W}, want=409)
armed = api("POST", D + "/receive", want=200)
check(any(r["capability"] == "receive" and r["type"] == "MX" for r in armed["dnsRecords"]) and armed["receiveState"] == "pending", "armed")
api("POST", D + "/receive", want=200)
route = api("POST", "/email/routes", {"domainId": dom["id"], "pattern": "help*", "endpointId": W}, want=201)
api("POST", "/email/routes", {"domainId": dom["id"], "pattern": "help*", "endpointId": W}, want=409)
api("DELETE", f"/email/webhooks/{W}", want=409)
check([r["id"] for r in api("GET", "/email/routes", want=200)["routes"]] == [route["id"]], "routes")
check(api("GET", "/email/routes", who=SOL, want=200)["routes"] == [], "routes are filtered for scoped people")
check(len(api("GET", "/email/domains", who=SOL, want=200)["domains"]) == 1, "domains are filtered")
api("GET", D, who=SOL, want=403)
api("POST", "/email/keys", {"name": "k"}, who=MINA, want=403)
key = api("POST", "/email/keys", {"name": "k", "domainIds": [dom["id"]]}, want=201)
check(key["secret"] not in json.dumps(api("GET", "/email/keys", want=200)), "send key secret once")
sent = ev("message-sent", **{"from": "a@post.check.example", "to": ["jo@cust.example", "al@cust.example"], "subject": "Hi", "text": "body", "secret": key["secret"]})
ev("message-sent", want=409, **{"from": "a@mail.tidewater.example", "to": ["jo@cust.example"], "secret": key["secret"]})
M = sent["messageId"]
check(until(lambda: len(got) == 1), "webhook arrives")


def signed(g, sec):
    mac = hmac.new(base64.b64decode(sec[6:]), f"{g[1]['webhook-id']}.{g[1]['webhook-timestamp']}.".encode() + g[2], hashlib.sha256).digest()
    return g[1]["webhook-signature"] == "v1," + base64.b64encode(mac).decode()


check(signed(got[0], w["signingSecret"]), "signed")
check(until(lambda: [x["state"] for x in api("GET", f"/email/webhook-deliveries?messageId={M}")["deliveries"]] == ["delivered"]), "delivered")
dl = api("GET", f"/email/webhook-deliveries?endpointId={W}", want=200)["deliveries"]
shape(dl[0], "delivery")
new = api("POST", f"/email/webhooks/{W}/rotate-secret", want=200)["signingSecret"]
again = api("POST", f"/email/webhook-deliveries/{dl[0]['id']}/redeliver", want=202)
check(again["id"] != dl[0]["id"] and until(lambda: len(got) == 2) and got[1][2] == got[0][2], "redelivered from the frozen payload")
check(signed(got[1], new) and not signed(got[1], w["signingSecret"]), "signed with the new secret only")
ev("message-delivered", messageId=M, recipient="al@cust.example")
bo = ev("message-bounced", messageId=M, recipient="jo@cust.example", bounce="hard")
check(len(bo["suppressionIds"]) == 1, "suppressed")
ev("message-complained", messageId=M, recipient="al@cust.example")
sup = api("GET", "/email/suppressions", want=200)["suppressions"]
check({(x["address"], x["reason"]) for x in sup} == {("jo@cust.example", "bounce"), ("al@cust.example", "complaint")}, "reasons")
ev("message-sent", want=409, **{"from": "a@post.check.example", "to": ["jo@cust.example"]})
for x in sup:
    api("DELETE", f"/email/suppressions/{x['id']}", want=204)
ev("message-sent", **{"from": "a@post.check.example", "to": ["jo@cust.example"]})
s = api("POST", "/email/suppressions", {"address": "x@y.example"}, want=201)
check(s["reason"] == "manual", "manual")
full = api("GET", f"/email/messages/{M}", want=200)
shape(full["message"], "message")
check([e["kind"] for e in full["events"]] == ["sent", "delivered", "bounced", "complained"], "events")
status, raw, hd = http_call("GET", B + f"/email/messages/{M}/content", headers={"Authorization": "Bearer " + IDA})
api("GET", f"/email/messages/{M}/content", want=200)
check(hd["content-type"] == "message/rfc822" and "Subject: Hi" in raw and len(raw) == full["message"]["sizeBytes"], "raw message")
rc = ev("message-received", **{"from": "jo@cust.example", "to": ["help-me@post.check.example"], "text": "?"})
check(rc["routeIds"] == [route["id"]] and len(rc["deliveryIds"]) == 1, "routed")
for n in range(45):
    ev("message-sent", **{"from": "a@post.check.example", "to": [f"bulk{n}@cust.example"]})
seen, cur = [], None
while True:
    page = api("GET", "/email/messages?direction=send" + (f"&cursor={cur}" if cur else ""), want=200)
    seen += [m["id"] for m in page["messages"]]
    cur = page.get("cursor")
    if not cur:
        break
check(len(seen) == 47 == len(set(seen)) and seen[-1] == M, "pages hold every message once, newest first")
check([m["id"] for m in api("GET", "/email/messages?to=AL@cust.example")["messages"]] == [M], "filter to")
api("GET", "/email/messages?cursor=zz", want=422)
check(api("GET", "/email/settings", want=200)["acceptedToday"] == 47, "acceptedToday")
until(lambda: all(x["state"] == "delivered" for x in api("GET", "/email/webhook-deliveries")["deliveries"]))
api("PATCH", f"/email/webhooks/{W}", {"disabled": True}, want=200)
before = len(got)
ev("message-sent", **{"from": "a@post.check.example", "to": ["quiet@cust.example"]})
time.sleep(0.2)
check(len(got) == before, "a disabled endpoint gets nothing")
api("PATCH", f"/email/webhooks/{W}", {"disabled": False}, want=200)
ev("webhook-endpoint-answers", endpointId=W, answers=[{"status": 503}, {"failure": "timeout"}, {"status": 200}])
mm = ev("message-sent", **{"from": "a@post.check.example", "to": ["retry@cust.example"]})["messageId"]
one = lambda: api("GET", f"/email/webhook-deliveries?messageId={mm}")["deliveries"][0]
check(one()["state"] == "pending" and one()["lastStatus"] == 503 and one()["attempts"] == 1, "first attempt failed")
advance(by="PT16S")
check(one()["attempts"] == 2 and "timed out" in one()["lastError"], "second attempt failed")
advance(by="PT2M")
check(one()["state"] == "delivered" and one()["attempts"] == 3, "third attempt delivered")
ev("webhook-endpoint-answers", endpointId=W, answers=[{"failure": "refused"}])
mm = ev("message-sent", **{"from": "a@post.check.example", "to": ["retry@cust.example"]})["messageId"]
advance(by="PT3H")
check(one()["state"] == "failed" and one()["attempts"] == 5, "given up")
ev("webhook-endpoint-answers", endpointId=W, answers=[])
advance(by="P31D")
api("GET", f"/email/messages/{M}/content", want=404)
api("GET", f"/email/messages/{M}", want=200)
advance(by="P60D")
check(M not in [m["id"] for m in api("GET", f"/email/messages?to=al@cust.example")["messages"]], "90 days")
real()
bad = api("POST", "/email/webhooks", {"url": HOOK + "/bad", "eventTypes": TYPES[:1]}, want=201)["webhook"]["id"]
slow = api("POST", "/email/webhooks", {"url": HOOK + "/slow", "eventTypes": TYPES[:1]}, want=201)["webhook"]["id"]
gone = api("POST", "/email/webhooks", {"url": "http://127.0.0.1:9/x", "eventTypes": TYPES[:1]}, want=201)["webhook"]["id"]
ev("message-sent", **{"from": "a@post.check.example", "to": ["bad@cust.example"], "sizeBytes": 5000})
state = lambda e: api("GET", f"/email/webhook-deliveries?endpointId={e}")["deliveries"][0]
check(until(lambda: state(bad).get("lastStatus") == 500) and state(bad)["state"] == "pending", "a real failure")
check(until(lambda: "refused" in state(gone).get("lastError", "")), "refused")
check(state(slow)["state"] == "delivering", "under way")
api("PATCH", f"/email/webhooks/{slow}", {"disabled": True}, want=200)
check(answered and state(slow)["state"] == "delivered", "a change waits for what is under way")
api("POST", f"/email/webhook-deliveries/{state(slow)['id']}/redeliver", want=409)
for e in (bad, slow, gone):
    api("DELETE", f"/email/webhooks/{e}", want=204)
check(state(bad)["state"] == "failed", "deleted endpoints get nothing more")
ev("quota-changes", quota="daily-email", value=1)
ev("message-sent", want=409, **{"from": "a@post.check.example", "to": ["q@cust.example"]})
ev("quota-changes", quota="daily-email", value=5000)
for n in range(60):
    ev("message-sent", **{"from": "a@post.check.example", "to": [f"p{n}@cust.example"]})
last = api("GET", "/email/messages?direction=send")["messages"]
for m in api("GET", "/email/messages?to=p1@cust.example")["messages"]:
    for n in range(15):
        pz = ev("message-bounced", messageId=m["id"], bounce="hard")
check(pz["paused"] and api("GET", "/email/settings")["paused"], "paused by bounces")
ev("message-sent", want=409, **{"from": "a@post.check.example", "to": ["q@cust.example"]})
ev("sending-unpaused")
ev("message-sent", **{"from": "a@post.check.example", "to": ["q@cust.example"]})
s_, j, _ = http_call("POST", B + "/email/outbox", {"from": "a@post.check.example", "to": ["door@cust.example"]}, {"Authorization": "Bearer " + key["secret"]})
check(s_ == 202, "sending door")
ev("entitlement-changes", area="email", enabled=False)
api("GET", "/email/settings", want=403)
ev("entitlement-changes", area="email", enabled=True)
ev("backend-behaves", backend="email", reachable=False)
api("GET", "/email/settings", want=502)
api("GET", "/email/domains/x", want=502)
ev("backend-behaves", backend="email", reachable=True)
api("DELETE", f"/email/keys/{key['sendKey']['id']}", want=204)
check(not use(kind="send-key", secret=key["secret"])["accepted"], "send key revoked")
api("DELETE", f"/email/routes/{route['id']}", want=204)
api("DELETE", f"/email/webhooks/{W}", want=204)
check(api("GET", "/email/webhooks", want=200)["webhooks"] == [], "webhooks")
api("DELETE", D, want=204)
api("GET", D, want=404)
api("DELETE", api("POST", "/email/domains", {"name": "post.check.example"}, who=RUTH, want=201) and f"/email/suppressions/{s['id']}", want=204)

# ---- OIDC exchange with a real signature (a key made by openssl, if it is here) ------------------------------
ISSUER = {}
PEM = os.path.join(tempfile.mkdtemp(), "key.pem")
try:
    pem = subprocess.run(["openssl", "genrsa", "2048"], capture_output=True, check=True).stdout
    with open(PEM, "wb") as f:
        f.write(pem)
    mod = subprocess.run(["openssl", "rsa", "-noout", "-modulus", "-in", PEM], capture_output=True, check=True, text=True).stdout.strip().split("=")[1]
    b64 = lambda x: base64.urlsafe_b64encode(x).decode().rstrip("=")
    ISSUER["conf"] = {"issuer": HOOK, "jwks_uri": HOOK + "/jwks"}
    ISSUER["jwks"] = {"keys": [{"kty": "RSA", "kid": "one", "n": b64(bytes.fromhex(mod)), "e": "AQAB"}]}

    def jwt(**claims):
        body = b64(json.dumps({"alg": "RS256", "kid": "one"}).encode()) + "." + b64(json.dumps(claims).encode())
        return body + "." + b64(subprocess.run(["openssl", "dgst", "-sha256", "-sign", PEM], input=body.encode(), capture_output=True, check=True).stdout)

    api("POST", R + "/tidewater-images/trust", {"issuer": HOOK, "audience": "reg", "subjectPattern": "repo:a/*", "mode": "readwrite"}, want=201)
    ex = lambda tok: http_call("POST", B + "/registry/oidc/token", {"registry": "tidewater-images", "token": tok})
    good = jwt(iss=HOOK, aud="reg", sub="repo:a/b", exp=time.time() + 60)
    s_, j, _ = ex(good)
    check(s_ == 201, f"exchanged: {j}")
    check(any(x["keyId"] == j.get("keyId") and x["mintedVia"] == "oidc" for x in api("GET", R + "/tidewater-images/keys")["keys"]), "minted via oidc")
    check(ex(jwt(iss=HOOK, aud="reg", sub="repo:c/b", exp=time.time() + 60))[0] == 403, "subject does not match")
    check(ex(good[:-6] + "AAAAAA")[0] == 401, "bad signature")
    check(ex(jwt(iss=HOOK, aud="reg", sub="repo:a/b", exp=time.time() - 60))[0] == 401, "expired")
except FileNotFoundError:
    print("no openssl: the OIDC exchange was not tried")

# ---- on-call ---------------------------------------------------------------------------------------------------
O = "/oncall"
SVC = api("GET", O + "/services")["services"][0]["id"]
check(api("GET", O + "/telephony", want=200)["configured"] is False, "no provider")
api("PUT", O + "/me/paging", {"phone": "+15550100", "rules": [{"channel": "sms", "delaySeconds": 0}]}, who=MINA, want=409)
PROV = {"accountSid": "AC9", "authToken": "very-secret", "fromNumber": "+15550101"}
for how, st in (("rejects", 422), ("unreachable", 502)):
    ev("provider-behaves", behaviour=how)
    api("PUT", O + "/telephony", PROV, want=st)
ev("provider-behaves", behaviour="accepts")
check("very-secret" not in json.dumps(api("PUT", O + "/telephony", PROV, want=200)), "auth token")
pg = api("PUT", O + "/me/paging", {"phone": "+15550100", "rules": [{"channel": "email", "delaySeconds": 0}, {"channel": "sms", "delaySeconds": 30}]}, who=MINA, want=200)
check(pg["email"] == "mina@tidewater.example" and api("GET", O + "/me/paging", who=MINA, want=200) == pg, "paging settings")
check(api("GET", O + "/me/paging", who=IDA)["rules"] == [{"channel": "email", "delaySeconds": 0}], "default paging")
PEOPLE = [{"userId": "p-mina", "label": "Mina"}, {"userId": "p-arlo", "label": "Arlo"}]
sch = api("POST", O + "/rotations", {"name": "Primary", "timezone": "Europe/Berlin", "participants": PEOPLE, "handoff": {"interval": "daily", "time": "09:00"}}, want=201)
shape(sch, "schedule")
S = O + "/rotations/" + sch["id"]
sw = api("PATCH", S, {"participants": PEOPLE[::-1]}, want=200)
check(sw["onCallNow"]["userId"] != sch["onCallNow"]["userId"], "swapped")
advance(by="P1D")
check(api("GET", O + "/rotations", want=200)["schedules"][0]["onCallNow"]["userId"] == sch["onCallNow"]["userId"], "handed off")
real()
now = datetime.now(timezone.utc)
ov = api("POST", S + "/overrides", {"userId": "p-vic", "label": "Vic", "startsAt": (now + timedelta(hours=1)).isoformat(), "endsAt": (now + timedelta(hours=2)).isoformat()}, want=201)
cur = lambda: next(s for s in api("GET", O + "/rotations")["schedules"] if s["id"] == sch["id"])
check(cur()["onCallNow"]["override"] is False, "before the override")
advance(by="PT90M")
check(cur()["onCallNow"]["override"] is True and cur()["onCallNow"]["userId"] == "p-vic", "during the override")
advance(by="PT1H")
check(cur()["onCallNow"]["override"] is False, "after the override")
real()
api("DELETE", S + "/overrides/" + ov["id"], want=204)
pol = api("POST", O + "/escalations", {"name": "P", "repeat": 1, "steps": [{"target": {"kind": "user", "id": "p-mina", "label": "Mina"}, "waitSeconds": 60}, {"target": {"kind": "schedule", "id": sch["id"], "label": "Primary"}, "waitSeconds": 60}]}, want=201)
shape(pol, "policy")
api("DELETE", S, want=409)
check(api("PUT", O + f"/services/{SVC}/escalation", {"escalationPolicyId": pol["id"]}, want=200)["escalationPolicyId"] == pol["id"], "attached")
check(api("GET", O + "/escalations", want=200)["policies"][0]["services"] == 1, "counted")
api("DELETE", O + "/escalations/" + pol["id"], want=409)
inc = api("POST", O + "/incidents", {"serviceId": SVC, "title": "Down"}, want=201)
shape(inc, "incident")
I = O + "/incidents/" + inc["id"]
pages = lambda i: http_call("GET", f"/_understudy/pages?incidentId={i}")[1]["pages"]
check([(p["userId"], p["channel"]) for p in pages(inc["id"])] == [("p-mina", "email")], "first step pages")
advance(by="PT31S")
check([p["channel"] for p in pages(inc["id"])] == ["email", "sms"], "delayed rule")
advance(by="PT30S")
check(pages(inc["id"])[2]["step"] == 1, "second step")
check(api("PUT", I + "/ack", want=200)["status"] == "acknowledged", "acknowledged")
api("PUT", I + "/ack", want=409)
npages = len(pages(inc["id"]))
advance(by="PT1H")
check(len(pages(inc["id"])) == npages, "no pages after acknowledging")
real()
al = ev("alert-fires", serviceId=SVC, alert="a1")
check(al["incidentId"] == inc["id"] and not al["opened"] and al["firingAlerts"] == 1, "alerts attach while acknowledged")
check(api("PUT", I + "/resolve", want=200)["status"] == "resolved", "resolved")
api("PUT", I + "/ack", want=409)
al = ev("alert-fires", serviceId=SVC, alert="a2")
check(al["opened"] and al["incidentId"] != inc["id"], "a new incident")
check([i["id"] for i in api("GET", O + "/incidents", want=200)["incidents"]] == [al["incidentId"]], "working set")
check(inc["id"] in [i["id"] for i in api("GET", O + "/incidents?status=resolved")["incidents"]], "resolved filter")
ev("alert-resolves", serviceId=SVC, alert="a2")
advance(by="PT3M")
check(api("GET", O + "/incidents/" + al["incidentId"], want=200)["status"] == "resolved", "resolves by itself")
real()
api("DELETE", O + "/telephony", want=204)
ev("provider-behaves", behaviour="accepts")
inc2 = api("POST", O + "/incidents", {"serviceId": SVC, "title": "Again", "description": "d"}, want=201)
advance(by="PT31S")
check([(p["outcome"], p.get("error")) for p in pages(inc2["id"]) if p["channel"] == "sms"] == [("failed", "no-credential")], "no-credential")
advance(by="P3D")
check(api("GET", O + "/incidents/" + inc2["id"])["status"] == "open", "manual incidents stay")
real()
seen_page = lambda: [i["id"] for i in ev("status-page-viewed", serviceIds=[SVC])["incidents"]]
check(seen_page() == [], "invisible")
up = api("POST", I + "/public-updates", {"body": "We know", "byLabel": "Mallory"}, want=201)
check(up["byLabel"] == "Ida Holm" and seen_page() == [inc["id"]], "visible")
check(http_call("GET", B + f"{O}/public/{SVC}")[1]["incidents"][0]["updates"][0]["body"] == "We know", "status page")
api("DELETE", I + "/public-updates/" + up["id"], want=204)
check(seen_page() == [], "hidden again")
src = api("POST", O + "/sources", {"name": "am", "serviceId": SVC}, want=201)
AM = {"version": "4", "status": "firing", "alerts": [{"status": "firing", "labels": {"alertname": "Hot"}, "annotations": {}, "startsAt": "2026-01-01T00:00:00Z", "fingerprint": "f1"}]}
ingest = lambda tok: http_call("POST", B + f"{O}/ingest/{src['id']}", AM, {"Authorization": "Bearer " + tok})[0]
check(ingest(src["token"]) == 202 and ingest("x") == 401, "ingest")
srcs = api("GET", O + "/sources", want=200)["sources"]
shape(srcs[0], "source")
check(src["token"] not in json.dumps(srcs), "source token once")
api("DELETE", O + "/sources/" + src["id"], want=204)
check(ingest(src["token"]) == 401, "revoked source")
check(any(a["fingerprint"] == "f1" for a in api("GET", O + "/incidents/" + inc2["id"])["alerts"]), "alert attached")
api("PUT", O + f"/services/{SVC}/escalation", {"escalationPolicyId": None}, want=200)
api("PATCH", O + "/escalations/" + pol["id"], {"repeat": 3}, want=200)
api("DELETE", O + "/escalations/" + pol["id"], want=204)
api("DELETE", S, want=204)
api("GET", I, who=RUTH, want=404)
for n in range(102):
    last = api("POST", O + "/incidents", {"serviceId": SVC, "title": f"n{n}"})
lst = api("GET", O + "/incidents")["incidents"]
check(len(lst) == 100 and lst[0]["id"] == last["id"], "at most 100, newest first")

# ---- clusters -------------------------------------------------------------------------------------------------------
c = api("POST", "/clusters", {"name": "prod", "tier": "medium", "orchestratorVersion": "1.31.8", "datastore": {"mode": "dedicated", "size": "db-small"}, "managedLoadBalancers": {"enabled": True}}, want=201)
shape(c, "cluster")
K = "/clusters/prod"
api("GET", K, who=RUTH, want=404)
ready = lambda: api("GET", K)["phase"] == "Ready"
check(until(ready), "provisioned")
api("POST", "/clusters", {"name": "prod2", "tier": "huge"}, want=422)
for v, st in (("1.30.12", 409), ("1.33.1", 422), ("9.9.9", 422)):
    api("PATCH", K, {"orchestratorVersion": v}, want=st)
j = api("POST", K + "/join-tokens", want=201)
check(ev("node-joins", cluster="prod", node="w1", token=j["joinToken"])["with"] == "join-token", "joined")
ev("node-joins", want=409, cluster="prod", node="w2", token=j["joinToken"])
j2 = api("POST", K + "/join-tokens", want=201)
advance(by="PT1H")
ev("node-joins", want=409, cluster="prod", node="w2", token=j2["joinToken"])
real()
rt = api("POST", K + "/registration-tokens", {"name": "pool", "expiresIn": 3600}, want=201)
RT = K + "/registration-tokens/" + rt["id"]
for n in ("w2", "w3"):
    check(http_call("POST", B + K + "/enroll", {"token": rt["token"], "node": n})[0] == 201, "enrolled")
check(rt["token"] not in json.dumps(api("GET", K + "/registration-tokens", want=200)), "registration token once")
api("PATCH", RT, {"disabled": True}, want=204)
ev("node-joins", want=409, cluster="prod", node="w4", token=rt["token"])
api("PATCH", RT, {"disabled": False}, want=204)
ev("node-joins", cluster="prod", node="w4", token=rt["token"], ready=True)
api("DELETE", RT, want=204)
ev("node-joins", want=409, cluster="prod", node="w5", token=rt["token"])
check(until(lambda: all(n["ready"] for n in api("GET", K + "/nodes", want=200)["nodes"])), "nodes ready")
ev("node-lost", cluster="prod", node="w4")
api("DELETE", K + "/nodes/w4", want=204)
ev("agent-upgraded", cluster="prod", node="w2", agentVersion="1.29.14")
check("w2" in api("PATCH", K, {"orchestratorVersion": "1.32.4"}, want=409)["error"], "node skew names the node")
ev("agent-upgraded", cluster="prod", node="w2", agentVersion="1.31.8")
api("PATCH", K, {"orchestratorVersion": "1.32.4"}, want=200)
api("PATCH", K, {"replicas": 3}, want=409)
check(until(lambda: api("GET", K)["orchestratorVersion"] == "1.32.4"), "rolled")
ev("headroom-changes", cluster="prod", component="etcd", usedPercent=85)
check("etcd" in api("PATCH", K, {"tier": "small"}, want=409)["error"], "headroom names the component")
ev("headroom-changes", want=400, cluster="prod", component="x", usedPercent=85)
api("PATCH", K, {"tier": "large"}, want=200)
advance(by="PT5S")
check(api("GET", K)["tier"] == "large", "upsized")
real()
ev("cluster-changes-concurrently", cluster="prod", lasts="one-request")
api("PATCH", K, {"replicas": 3}, want=409)
api("PATCH", K, {"replicas": 3, "datastore": {"size": "db-large", "storageGiB": 50, "replicas": 3, "backups": True}}, want=200)
check(until(lambda: api("GET", K)["replicas"] == 3 and api("GET", K)["datastore"]["size"] == "db-large"), "resized")
ev("service-exposed", cluster="prod", service="shop/web")
ev("quota-changes", quota="load-balancer-services", value=1, cluster="prod")
ev("service-exposed", want=409, cluster="prod", service="shop/api")
check([b["service"] for b in api("GET", K)["managedLoadBalancers"]["loadBalancers"]] == ["shop/web"], "balancers")
ev("service-withdrawn", cluster="prod", service="shop/web")
kc = api("GET", K + "/kubeconfig", want=200)
check(use(kind="kubeconfig", secret=kc["kubeconfig"], cluster="prod")["accepted"], "kubeconfig works")
advance(by="PT2H")
check(not use(kind="kubeconfig", secret=kc["kubeconfig"], cluster="prod")["accepted"], "kubeconfig expires")
real()
check(isinstance(api("GET", K + "/usage", want=200), dict), "usage")
ev("quota-changes", quota="clusters", value=1)
api("POST", "/clusters", {"name": "more", "tier": "small"}, want=403)
ev("quota-changes", quota="clusters", value=40)
check(api("DELETE", K, want=202) is None, "no body")
check(until(lambda: http_call("GET", B + K, headers={"Authorization": "Bearer " + IDA})[0] == 404), "gone")
check([x["name"] for x in api("GET", "/clusters", want=200)["clusters"]] == ["tidewater-base"], "clusters")

# ---- uptime ------------------------------------------------------------------------------------------------------------
U = "/uptime"
check(api("GET", U + "/ping", want=200)["org"] == "tidewater", "ping")
cat = api("GET", U + "/catalog", want=200)
off = next(v["id"] for v in cat["vantages"] if not v["available"])
sv = api("POST", U + "/services", {"name": "Shop"}, want=201)
api("POST", U + "/services", {"name": "shop"}, want=409)
api("PATCH", U + f"/services/{sv['id']}", {"name": "Web"}, want=409)
api("PATCH", U + f"/services/{sv['id']}", {"name": "Shop 2"}, want=200)
BASE = {"name": "home", "kind": "http", "serviceId": sv["id"], "intervalSeconds": 60, "vantages": ["ams", "nrt"], "downCondition": {"confirmations": 2, "quorum": 2}, "http": {"url": "https://shop.example/"}}
for bad in ({"intervalSeconds": 7}, {"vantages": [off]}, {"vantages": ["moon"]}, {"kind": "icmp"}, {"http": {"url": "nope"}}, {"downCondition": {"confirmations": 2, "quorum": 9}}):
    api("POST", U + "/monitors", {**BASE, **bad}, want=422)
m = api("POST", U + "/monitors", BASE, want=201)
shape(m, "monitor")
api("POST", U + "/monitors", {"name": "db", "kind": "tcp", "intervalSeconds": 30, "vantages": ["ams"], "tcp": {"host": "db.example", "port": 5432}}, want=201)
N = U + "/monitors/" + m["id"]
check(next(s for s in api("GET", U + "/services", want=200)["services"] if s["id"] == sv["id"])["monitors"] == 1, "live count")
api("DELETE", U + f"/services/{sv['id']}", want=409)
api("PATCH", N, {"kind": "tcp"}, want=422)
check(api("PATCH", N, {"name": "front"}, want=200)["http"]["url"] == BASE["http"]["url"], "only what is named")
check(ev("probe-result", monitorId=m["id"], outcome="ok")["state"] == "up", "up")
check(ev("probe-result", monitorId=m["id"], outcome="fail", times=5, vantage="ams")["state"] == "up", "one vantage is no quorum")
check(ev("probe-result", monitorId=m["id"], outcome="error", vantage="nrt")["state"] == "up", "not confirmed")
check(ev("probe-result", monitorId=m["id"], outcome="error", vantage="nrt", responseSnippet="x" * 5000)["state"] == "down", "down")
tr = api("GET", N + "/transitions", want=200)["transitions"]
check([(t["from"], t["to"]) for t in tr] == [("up", "down"), ("pending", "up")] and tr[0]["failingVantages"] == ["ams", "nrt"], "transitions")
fl = api("GET", N + "/failures", want=200)["failures"]
check(len(fl) == 7 and len(fl[0]["responseSnippet"]) < 500 and fl[0]["vantage"] == "nrt", "failures, newest first")
for n in range(30):
    ev("probe-result", monitorId=m["id"], outcome="ok")
    ev("probe-result", monitorId=m["id"], outcome="fail", times=2)
check(len(api("GET", N + "/transitions")["transitions"]) == 50, "at most 50")
mv = api("GET", N + "/metrics?window=24h", want=200)
check(mv["window"] == "24h" and {s["vantage"] for s in mv["series"]} == {"ams", "nrt"} and mv["uptimePct"].keys() == {"ams", "nrt"}, "metrics")
api("GET", N + "/metrics?window=2h", want=422)
ev("metrics-availability", monitorId=m["id"], available=False)
api("GET", N + "/metrics", want=503)
api("GET", N, want=200)
ev("metrics-availability", monitorId=m["id"], available=True)
ev("quota-changes", quota="monitors", value=2)
ev("backend-behaves", backend="uptime", reachable=False)
api("POST", U + "/monitors", {**BASE, "intervalSeconds": 7}, want=403)
api("GET", U + "/monitors", want=502)
ev("backend-behaves", backend="uptime", reachable=True)
ev("quota-changes", quota="monitors", value=300)
ev("entitlement-changes", area="uptime", enabled=False)
api("GET", U + "/ping", want=403)
ev("entitlement-changes", area="uptime", enabled=True)
x = api("POST", U + "/export-tokens", {"name": "prom"}, want=201)
scr = lambda: http_call("GET", B + U + "/scrape", headers={"Authorization": "Bearer " + x["token"]})
check(scr()[0] == 200 and m["id"] in scr()[1], "scrape")
check(x["token"] not in json.dumps(api("GET", U + "/export-tokens", want=200)), "export token once")
api("DELETE", U + "/export-tokens/" + x["id"], want=204)
check(scr()[0] == 401, "revoked")
check(len(api("GET", U + "/monitors", want=200)["monitors"]) == 2 and api("GET", U + "/monitors", who=RUTH)["monitors"] == [], "monitors")
api("DELETE", N, want=204)
api("GET", N, want=404)
api("DELETE", U + f"/services/{sv['id']}", want=204)

# ---- a frozen clock, reset, the wire -----------------------------------------------------------------------------------------
check(http_call("PUT", "/_understudy/clock", {"mode": "frozen", "now": "2030-01-01T00:00:00Z"})[1]["clock"]["now"] == "2030-01-01T00:00:00.000Z", "frozen")
api("POST", "/clusters", {"name": "cold", "tier": "small"}, want=201)
time.sleep(1.2)
check(api("GET", "/clusters/cold")["phase"] == "Provisioning", "nothing happens while frozen")
advance(nextDue=True, timer="cluster.provisioned")
check(api("GET", "/clusters/cold")["phase"] == "Ready", "next due")
check(http_call("PUT", "/_understudy/clock/progress", {"mode": "after-reads", "reads": 2})[0] == 200, "progress")
api("PATCH", "/clusters/cold", {"replicas": 3})
api("GET", "/clusters/cold")
check(api("GET", "/clusters/cold")["replicas"] == 3, "after reads")
s_, j, _ = http_call("POST", "/_understudy/reset")
check(s_ == 200 and j["clock"]["mode"] == "real", "reset")
check([x["name"] for x in api("GET", "/clusters")["clusters"]] == ["tidewater-base"] and api("GET", "/tokens")["tokens"] == [], "as at the start")
for m_, p_, b_, st in (("POST", "/clusters", b"{", 400), ("POST", "/clusters", b'{"name":"\\ud800","tier":"small"}', 400), ("POST", "/clusters", b"[]", 422), ("PUT", "/clusters", b"", 405), ("GET", "/nothing", b"", 404)):
    conn.request(m_, B + p_, b_, {"Authorization": "Bearer " + IDA, "Content-Type": "application/json"})
    r = conn.getresponse()
    check(r.status == st and "error" in json.loads(r.read()), f"{m_} {p_} {b_}: {r.status}")

missed = {(m, p) for m, p, _ in web.OPERATIONS} - called
check(not missed, f"never called with success: {sorted(missed)}")
server.terminate()
took.sort()
print(f"{passed} checks passed, {len(failed)} failed; {len(called & {(m, p) for m, p, _ in web.OPERATIONS})} of 113 operations; {len(took)} requests, median {took[len(took) // 2] * 1000:.2f} ms, 99 % within {took[len(took) * 99 // 100] * 1000:.2f} ms")
sys.exit(1 if failed else 0)
