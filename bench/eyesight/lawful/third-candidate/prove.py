#!/usr/bin/env python3
"""python3 prove.py [ID...]: for each variation, the difference is visible and the areas it touches still work. One line each."""
import gzip
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from datetime import datetime, timedelta, timezone

HERE = os.path.dirname(os.path.abspath(__file__))
WHO = {"owner": "sess-olive-u-100", "admin": "sess-abel-u-101", "member": "sess-mia-u-102", "viewer": "sess-vic-u-103", "outsider": "sess-otto-u-200"}
PROOFS = {}


def rnd():
    return uuid.uuid4().hex[:8]


class Copy:
    """A running copy of the candidate, with edits or without."""
    def __init__(self, edits=()):
        self.dir = tempfile.mkdtemp(prefix="copy-", dir=HERE)
        self.process = None
        try:
            target = os.path.join(self.dir, "candidate")
            shutil.copytree(os.path.join(HERE, "../../../../examples/third-candidate"), target, ignore=shutil.ignore_patterns("__pycache__"))
            for e in edits:
                path = os.path.join(target, e["file"])
                text = open(path).read()
                assert text.count(e["find"]) == 1, f"find occurs {text.count(e['find'])} times in {e['file']}"
                open(path, "w").write(text.replace(e["find"], e["replace"]))
            with socket.socket() as s:
                s.bind(("127.0.0.1", 0))
                self.port = s.getsockname()[1]
            self.err = open(os.path.join(self.dir, "stderr"), "w+")
            self.process = subprocess.Popen([sys.executable, "-B", "server.py", "--port", str(self.port)], cwd=target,
                                            stdout=subprocess.DEVNULL, stderr=self.err)
            for _ in range(200):
                try:
                    if self.call("GET", "/_understudy/health")[0] == 200:
                        return
                except OSError:
                    assert self.process.poll() is None, "does not start: " + self.errors()
                    time.sleep(0.05)
            raise AssertionError("does not start")
        except BaseException:
            self.stop()
            raise

    def errors(self):
        self.err.flush()
        return open(self.err.name).read()

    def stop(self):
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.err.close()
        shutil.rmtree(self.dir, ignore_errors=True)

    def call(self, method, path, body=None, who="owner", headers=None, raw=False):
        h = {"Authorization": "Bearer " + WHO.get(who, who)} if who else {}
        if body is not None:
            h["Content-Type"] = "application/json"
        h.update(headers or {})
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            c.request(method, path, None if body is None else json.dumps(body), h)
            r = c.getresponse()
            data = r.read()
        finally:
            c.close()
        if raw:
            return r.status, dict(r.getheaders()), data
        try:
            return r.status, json.loads(data) if data else None
        except ValueError:
            return r.status, data

    def api(self, method, path, body=None, who="owner"):
        return self.call(method, "/api/v1" + path, body, who)

    def ok(self, method, path, body=None, who="owner"):
        status, answer = self.api(method, path, body, who)
        assert 200 <= status < 300, f"{method} {path} {body}: {status} {answer}"
        return answer

    def ev(self, name, **body):
        status, answer = self.call("POST", "/_understudy/events/" + name, body)
        assert status == 200, f"{name}: {status} {answer}"
        return answer

    def advance(self, seconds):
        status, answer = self.call("POST", "/_understudy/clock/advance", {"by": f"PT{seconds}S"})
        assert status == 200, answer


# ------------------------------------------------------------------ the ordinary life of each area
def smoke_tokens(s):
    t = s.ok("POST", "/tokens", {"name": "t" + rnd(), "expiresIn": 86400})
    one = next(x for x in s.ok("GET", "/tokens")["tokens"] if x["id"] == t["id"])
    assert {"id", "name", "start", "enabled", "createdAt", "expiresAt", "lastRequest", "orgSlug", "scope"} <= set(one) and t["key"] not in json.dumps(one)
    for f in ("createdAt", "expiresAt", "lastRequest"):
        datetime.fromisoformat(one[f])
    assert s.api("GET", "/organization/contacts", who=t["key"])[0] == 200
    s.ev("token-disabled", tokenId=t["id"])
    assert s.api("GET", "/organization/contacts", who=t["key"])[0] == 401
    o = s.ok("GET", "/tokens/scope-options")
    assert o["roles"] and s.api("GET", "/tokens", who=None)[0] == 401
    t = s.ok("POST", "/tokens", {"name": "t" + rnd(), "scope": [{"role": o["roles"][0]["id"]}]})
    assert t["orgSlug"] == "northwind"


def smoke_iam(s):
    c = s.ok("GET", "/iam/catalog")
    assert c["roles"] and all(r["kind"] in ("builtin", "custom") and isinstance(r["scopable"], bool) for r in c["roles"])
    assert s.api("GET", "/iam/catalog", who="member")[0] == 403
    p = s.ok("GET", "/iam/permissions")["services"]
    assert {"registry", "email", "oncall", "clusters", "uptime"} <= {x["service"] for x in p}
    assert all({t["tier"] for t in r["tiers"]} == {"read", "write", "admin"} for x in p for r in x["resources"])
    d = s.ok("POST", "/email/domains", {"name": rnd() + ".judged.example"})
    assert d["id"] in {r["id"] for r in s.ok("GET", "/iam/catalog")["resources"]}
    s.ok("DELETE", "/email/domains/" + d["id"])
    assert d["id"] not in {r["id"] for r in s.ok("GET", "/iam/catalog")["resources"]}


def smoke_organization(s):
    before = s.ok("GET", "/organization/contacts")
    after = s.ok("PATCH", "/organization/contacts", {"securityEmail": "sec@judged.example"})
    assert after == {**before, "securityEmail": "sec@judged.example"} == s.ok("GET", "/organization/contacts")
    assert s.api("PATCH", "/organization/contacts", {"securityEmail": "nonsense"})[0] == 400
    assert s.api("PATCH", "/organization/contacts", {"securityEmail": "a@b.example"}, who="member")[0] == 403
    s.ev("billing-email-collides", email="taken@b.example")
    assert s.api("PATCH", "/organization/contacts", {"billingEmail": "taken@b.example"})[0] == 409


def smoke_registry(s):
    slug = "r" + rnd()
    base = "/registry/instances/" + slug
    s.ok("POST", "/registry/instances", {"slug": slug, "region": "ash"})
    assert s.api("POST", "/registry/instances", {"slug": slug})[0] == 409
    assert slug in {r["slug"] for r in s.ok("GET", "/registry/instances")["registries"]}
    key = s.ok("POST", base + "/keys", {"name": "k" + rnd(), "mode": "readwrite", "repoPrefixes": ["team"]})
    assert s.api("POST", base + "/keys", {"name": "x", "mode": "pull"}, who="member")[0] == 403
    assert key["secret"] not in json.dumps(s.ok("GET", base + "/keys"))
    rule = s.ok("POST", base + "/trust", {"issuer": "https://ci.example", "audience": "a", "subjectPattern": "*", "mode": "pull"})
    assert isinstance(rule["id"], int) and rule["id"] in {x["id"] for x in s.ok("GET", base + "/trust")["rules"]}
    s.ok("DELETE", f"{base}/trust/{rule['id']}")
    assert not s.ok("GET", base + "/trust")["rules"]
    s.ok("PUT", base + "/upstream-logins/quay.io", {"username": "u", "password": "pw-" + slug})
    assert "pw-" + slug not in json.dumps(s.ok("GET", base + "/upstream-logins"))
    s.ok("DELETE", base + "/upstream-logins/quay.io")
    s.ev("image-pushed", registry=slug, repository="team/a", tags=["v1", "v2"], secret=key["secret"])
    assert s.api("DELETE", base)[0] >= 400 and s.ok("GET", base)["repositoryCount"] == 1 and s.ok("GET", base)["usedBytes"] > 0
    assert len(s.ok("GET", base + "/tags?repo=team/a")["tags"]) == 2 and s.api("GET", base + "/tags")[0] >= 400
    assert s.ok("DELETE", base + "/tags?repo=team/a&tag=v1")["purged"] is False
    assert s.ok("DELETE", base + "/tags?repo=team/a&tag=v2&purge=true")["purged"] is True
    assert s.ok("GET", base + "/images?repo=team/a")["manifests"] == [] and s.ok("GET", base)["usedBytes"] == 0
    s.ok("DELETE", base + "/repositories?repo=team/a")
    login = s.ok("POST", "/registry/logins", {"registry": slug, "pullOnly": True})
    assert login["scope"] == [{"registry": slug, "mode": "pull"}]
    assert s.ev("credential-used", kind="login-credential", secret=login["password"], registry=slug)["accepted"]
    s.ok("DELETE", "/registry/logins/" + login["username"])
    assert not s.ev("credential-used", kind="login-credential", secret=login["password"], registry=slug)["accepted"]
    s.ok("POST", base + f"/keys/{key['keyId']}/revoke")
    assert not s.ev("credential-used", kind="registry-key", secret=key["secret"])["accepted"]
    s.ok("DELETE", base)
    assert s.api("GET", base)[0] == 404


def verified_domain(s, receive=False):
    name = rnd() + ".judged.example"
    d = s.ok("POST", "/email/domains", {"name": name})
    if receive:
        s.ok("POST", f"/email/domains/{d['id']}/receive")
    s.ev("dns-record-published", domain=name)
    s.ok("POST", f"/email/domains/{d['id']}/check")
    s.advance(5)
    d = s.ok("GET", "/email/domains/" + d["id"])
    assert d["sendState"] == "verified" and (not receive or d["receiveState"] == "verified"), d
    return d


def wait_for(what, seconds=6):
    end = time.time() + seconds
    while time.time() < end:
        if what():
            return True
        time.sleep(0.1)
    return False


def smoke_email(s):
    d = verified_domain(s, receive=True)
    assert s.api("POST", "/email/domains", {"name": d["name"]})[0] == 409
    seen = s.ok("GET", f"/email/domains/{d['id']}/dns")["records"]
    assert len(seen) == len(d["dnsRecords"]) and {o["outcome"] for o in seen} == {"found"}
    key = s.ok("POST", "/email/keys", {"name": "k" + rnd(), "domainIds": [d["id"]]})
    assert key["secret"] not in json.dumps(s.ok("GET", "/email/keys"))
    hook = s.ok("POST", "/email/webhooks", {"url": "https://hooks.example/x", "eventTypes": ["message.sent", "message.received", "message.bounced"]})
    id_ = hook["webhook"]["id"]
    s.ev("webhook-endpoint-answers", endpointId=id_, answers=[{"status": 200}])
    route = s.ok("POST", "/email/routes", {"domainId": d["id"], "pattern": "support", "endpointId": id_})
    assert s.api("POST", "/email/routes", {"domainId": d["id"], "pattern": "support", "endpointId": id_})[0] == 409
    assert s.api("DELETE", "/email/webhooks/" + id_)[0] == 409
    m = s.ev("message-sent", **{"from": "a@" + d["name"], "to": ["jo@customer.example"], "secret": key["secret"], "subject": "hello"})["messageId"]
    s.advance(3)
    got = s.ok("GET", "/email/messages/" + m)
    assert got["events"][0]["kind"] == "sent" and m in {x["id"] for x in s.ok("GET", f"/email/messages?domainId={d['id']}")["messages"]}
    status, head, data = s.call("GET", f"/api/v1/email/messages/{m}/content", raw=True)
    assert status == 200 and head["Content-Type"].startswith("message/rfc822") and b"Subject: hello" in data
    s.ev("message-bounced", messageId=m, bounce="hard")
    sup = next(x for x in s.ok("GET", "/email/suppressions")["suppressions"] if x["address"] == "jo@customer.example")
    assert sup["reason"] == "bounce"
    s.ok("DELETE", "/email/suppressions/" + sup["id"])
    assert s.ok("POST", "/email/suppressions", {"address": "no@customer.example"})["reason"] == "manual"
    s.ev("message-received", **{"from": "jo@customer.example", "to": ["support@" + d["name"]]})
    s.advance(3)
    assert wait_for(lambda: {"message.sent", "message.bounced", "message.received"} <= {
        x["eventType"] for x in s.ok("GET", f"/email/webhook-deliveries?endpointId={id_}")["deliveries"] if x["state"] == "delivered"})
    old = s.ok("GET", f"/email/webhook-deliveries?endpointId={id_}")["deliveries"][0]
    new = s.ok("POST", f"/email/webhook-deliveries/{old['id']}/redeliver")
    assert new["id"] != old["id"]
    s.ok("POST", f"/email/webhooks/{id_}/rotate-secret")
    assert s.ok("PATCH", "/email/webhooks/" + id_, {"disabled": True})["disabled"] is True
    s.ok("GET", "/email/settings")
    s.ok("DELETE", "/email/routes/" + route["id"])
    s.ok("DELETE", "/email/webhooks/" + id_)
    s.ok("DELETE", "/email/keys/" + key["sendKey"]["id"])
    assert not s.ev("credential-used", kind="send-key", secret=key["secret"])["accepted"]
    s.ok("DELETE", "/email/domains/" + d["id"])
    assert s.api("GET", "/email/domains/" + d["id"])[0] == 404
    s.ev("entitlement-changes", area="email", enabled=False)
    assert s.api("GET", "/email/domains")[0] == 403
    s.ev("entitlement-changes", area="email", enabled=True)


PEOPLE = [{"userId": "u-100", "label": "Olive"}, {"userId": "u-101", "label": "Abel"}]


def schedule(s, people=PEOPLE):
    return s.ok("POST", "/oncall/rotations", {"name": "s" + rnd(), "timezone": "Europe/Berlin", "participants": people,
                                              "handoff": {"interval": "daily", "time": "00:00"}})


def listed(s, id_):
    return next(x for x in s.ok("GET", "/oncall/rotations")["schedules"] if x["id"] == id_)


def at(seconds, zone=timezone.utc):
    return (datetime.now(zone) + timedelta(seconds=seconds)).isoformat()


def smoke_oncall(s):
    r = schedule(s)
    first = listed(s, r["id"])["onCallNow"]["userId"]
    s.ok("PUT", "/oncall/rotations/" + r["id"], {"participants": PEOPLE[::-1]})
    assert listed(s, r["id"])["onCallNow"]["userId"] != first
    o = s.ok("POST", f"/oncall/rotations/{r['id']}/overrides", {"userId": "u-102", "label": "Mia", "startsAt": at(-60), "endsAt": at(3600)})
    assert listed(s, r["id"])["onCallNow"] and listed(s, r["id"])["onCallNow"]["override"] is True
    s.ok("DELETE", f"/oncall/rotations/{r['id']}/overrides/{o['id']}")
    assert listed(s, r["id"])["onCallNow"]["override"] is False
    p = s.ok("POST", "/oncall/policies", {"name": "p" + rnd(), "repeat": 1, "steps": [
        {"target": {"kind": "schedule", "id": r["id"], "label": "rota"}, "waitSeconds": 1},
        {"target": {"kind": "user", "id": "u-102", "label": "Mia"}, "waitSeconds": 1}]})
    assert s.api("DELETE", "/oncall/rotations/" + r["id"])[0] == 409
    s.ok("PATCH", "/oncall/services/501", {"escalationPolicyId": p["id"]})
    assert s.api("DELETE", "/oncall/policies/" + p["id"])[0] == 409
    i = s.ok("POST", "/oncall/incidents", {"serviceId": "501", "title": "it burns"})
    assert i["status"] == "open" and i["id"] == s.ok("GET", "/oncall/incidents")["incidents"][0]["id"]
    s.advance(10)
    pages = [x["userId"] for x in s.call("GET", f"/_understudy/pages?incidentId={i['id']}")[1]["pages"]]
    assert len(pages) >= 2 and pages[1] == "u-102", pages
    assert s.ok("PUT", f"/oncall/incidents/{i['id']}/acknowledgement")["status"] == "acknowledged"
    src = s.ok("POST", "/oncall/sources", {"name": "a" + rnd(), "serviceId": "501"})
    alert = {"version": "4", "status": "firing", "alerts": [{"status": "firing", "labels": {"alertname": "X"}, "fingerprint": "f1", "generatorURL": "http://x"}]}
    assert s.api("POST", "/oncall/ingest/" + src["id"], alert, who=src["token"])[0] == 202
    s.advance(2)
    assert next(x for x in s.ok("GET", "/oncall/incidents")["incidents"] if x["id"] == i["id"])["firingAlerts"] == 1
    detail = json.dumps(s.ok("GET", "/oncall/incidents/" + i["id"]))
    assert "timeline" in detail and src["token"] not in json.dumps(s.ok("GET", "/oncall/sources"))
    s.ok("DELETE", "/oncall/sources/" + src["id"])
    assert s.api("POST", "/oncall/ingest/" + src["id"], alert, who=src["token"])[0] == 401
    u = s.ok("POST", f"/oncall/incidents/{i['id']}/public-updates", {"body": "we know"})
    assert u["byLabel"] == "Olive Owner"
    s.advance(2)
    assert len(s.ev("status-page-viewed", serviceIds=["501"])["incidents"]) == 1
    s.ok("DELETE", f"/oncall/incidents/{i['id']}/public-updates/{u['id']}")
    assert s.ev("status-page-viewed", serviceIds=["501"])["incidents"] == []
    assert s.ok("PUT", f"/oncall/incidents/{i['id']}/resolution")["status"] == "resolved"
    assert s.ev("alert-fires", serviceId="501", alert="f2")["incidentId"] != i["id"]
    s.ok("PATCH", "/oncall/services/501", {"escalationPolicyId": None})
    s.ok("DELETE", "/oncall/policies/" + p["id"])
    s.ok("DELETE", "/oncall/rotations/" + r["id"])
    creds = {"accountSid": "AC0123", "authToken": "tok-" + rnd(), "fromNumber": "+15550101"}
    assert creds["authToken"] not in json.dumps(s.ok("POST", "/oncall/paging-provider", creds))
    assert s.ok("PUT", "/oncall/me/paging", {"phone": "+15550100", "rules": [{"channel": "sms", "delaySeconds": 0}]})["email"] == "olive@northwind.example"
    s.ok("DELETE", "/oncall/paging-provider")
    manual = s.ok("POST", "/oncall/incidents", {"serviceId": "502", "title": "by hand"})
    s.advance(3600)
    assert manual["id"] in {x["id"] for x in s.ok("GET", "/oncall/incidents")["incidents"]}


def until_gone(s, name):
    assert wait_for(lambda: s.api("GET", "/clusters/" + name)[0] == 404, 8), "not torn down"


def smoke_clusters(s):
    name = "c" + rnd()
    one = "/clusters/" + name
    c = s.ok("POST", "/clusters", {"name": name, "tier": "small", "orchestratorVersion": "v1.30.6", "replicas": 2, "datastore": {"mode": "dedicated"},
                                   "managedLoadBalancers": {"enabled": True}})
    assert c["name"] == name and c["tier"] == "small" and isinstance(c["phase"], str)
    s.advance(3)
    assert name in {x["name"] for x in s.ok("GET", "/clusters")["clusters"]}
    s.ok("PATCH", one, {"tier": "medium", "orchestratorVersion": "v1.31.4"})
    s.advance(6)
    c = s.ok("GET", one)
    assert (c["tier"], c["orchestratorVersion"]) == ("medium", "v1.31.4")
    for bad in ("v1.30.8", "v9.0.0"):
        assert 400 <= s.api("PATCH", one, {"orchestratorVersion": bad})[0] < 500
    s.ev("headroom-changes", cluster=name, component="datastore", usedPercent=99)
    status, answer = s.api("PATCH", one, {"tier": "small"})
    assert status == 409 and "datastore" in json.dumps(answer)
    s.ev("node-joins", cluster=name, node="old", agentVersion="v1.20.0", ready=True)
    status, answer = s.api("PATCH", one, {"orchestratorVersion": "v1.32.1"})
    assert status == 409 and "old" in json.dumps(answer)
    assert {"name": "old", "ready": True, "agentVersion": "v1.20.0"} in s.ok("GET", one + "/nodes")["nodes"]
    s.ok("DELETE", one + "/nodes/old")
    assert s.ok("GET", one + "/nodes")["nodes"] == []
    s.ev("cluster-changes-concurrently", cluster=name, lasts="one-request")
    assert s.api("PATCH", one, {"replicas": 3})[0] == 409
    j = s.ok("POST", one + "/join-tokens")
    s.ev("node-joins", cluster=name, node="n1", token=j["joinToken"])
    assert s.call("POST", "/_understudy/events/node-joins", {"cluster": name, "node": "n2", "token": j["joinToken"]})[0] == 409
    t = s.ok("POST", one + "/registration-tokens", {"name": "rt"})
    for n in ("n3", "n4"):
        s.ev("node-joins", cluster=name, node=n, token=t["token"])
    s.ok("PATCH", one + "/registration-tokens/" + t["id"], {"disabled": True})
    assert s.call("POST", "/_understudy/events/node-joins", {"cluster": name, "node": "n5", "token": t["token"]})[0] == 409
    s.advance(2)
    assert {n["name"] for n in s.ok("GET", one + "/nodes")["nodes"]} == {"n1", "n3", "n4"}
    assert t["token"] not in json.dumps(s.ok("GET", one + "/registration-tokens"))
    s.ok("DELETE", one + "/registration-tokens/" + t["id"])
    k = s.ok("GET", one + "/kubeconfig")
    assert k["expiresIn"] > 0 and s.ev("credential-used", kind="kubeconfig", secret=k["kubeconfig"])["accepted"]
    assert isinstance(s.ok("GET", one + "/usage"), dict)
    assert s.api("GET", "/clusters/unknown-one")[0] == 404
    assert s.api("DELETE", one) == (202, None)
    until_gone(s, name)


def monitor(s, **more):
    c = s.ok("GET", "/uptime/catalog")
    return {"name": "m" + rnd(), "intervalSeconds": c["intervals"][-1]["seconds"], "vantages": [v["id"] for v in c["vantages"] if v["available"]][:1],
            "kind": "http", "http": {"url": "https://shop.example/health"}, **more}


def smoke_uptime(s):
    s.ok("GET", "/uptime/ping")
    name = "svc " + rnd()
    v = s.ok("POST", "/uptime/services", {"name": name})
    assert s.api("POST", "/uptime/services", {"name": name})[0] == 409
    s.ok("PATCH", "/uptime/services/" + v["id"], {"name": name + " 2"})
    m = s.ok("POST", "/uptime/monitors", monitor(s, serviceId=v["id"], enabled=True, downCondition={"confirmations": 2, "quorum": 1}))
    assert m["http"]["url"] == "https://shop.example/health" and s.ok("GET", "/uptime/services")["services"][0]["monitors"] == 1
    assert s.api("DELETE", "/uptime/services/" + v["id"])[0] == 409
    assert 400 <= s.api("POST", "/uptime/monitors", monitor(s, intervalSeconds=7))[0] < 500
    assert 400 <= s.api("POST", "/uptime/monitors", monitor(s, vantages=["nowhere"]))[0] < 500
    assert s.ev("probe-result", monitorId=m["id"], outcome="ok", times=3)["state"] == "up"
    assert s.ev("probe-result", monitorId=m["id"], outcome="fail")["state"] == "up"
    assert s.ev("probe-result", monitorId=m["id"], outcome="fail", responseSnippet="x" * 5000)["state"] == "down"
    assert s.ev("probe-result", monitorId=m["id"], outcome="ok", times=5)["state"] == "up"
    assert [t["to"] for t in s.ok("GET", f"/uptime/monitors/{m['id']}/transitions")["transitions"]] == ["up", "down", "up"]
    assert len(s.ok("GET", f"/uptime/monitors/{m['id']}/failures")["failures"]) == 2
    assert s.ok("GET", f"/uptime/monitors/{m['id']}/metrics?window=24h")["window"] == "24h"
    assert s.ok("PATCH", "/uptime/monitors/" + m["id"], {"name": "other"})["name"] == "other"
    assert 200 <= s.api("GET", "/uptime/monitors/" + m["id"])[0] < 300
    s.ok("DELETE", "/uptime/monitors/" + m["id"])
    assert s.api("GET", "/uptime/monitors/" + m["id"])[0] == 404
    s.ok("DELETE", "/uptime/services/" + v["id"])
    t = s.ok("POST", "/uptime/export-tokens", {"name": "scraper"})
    assert s.call("GET", "/api/v1/uptime/export", who=t["token"])[0] == 200
    s.ok("DELETE", "/uptime/export-tokens/" + t["id"])
    assert s.call("GET", "/api/v1/uptime/export", who=t["token"])[0] == 401
    s.ev("quota-changes", quota="monitors", value=0)
    assert s.api("POST", "/uptime/monitors", monitor(s, intervalSeconds=7))[0] == 403


SMOKE = {"tokens": smoke_tokens, "iam": smoke_iam, "organization": smoke_organization, "registry": smoke_registry, "email": smoke_email,
         "on-call": smoke_oncall, "clusters": smoke_clusters, "uptime": smoke_uptime}


# ------------------------------------------------------------------ the differences
def proof(id_, want):
    """The edited copy gives `want`, the clean one something else."""
    return lambda f: PROOFS.__setitem__("v-" + id_, (f, want)) or f


def token(s, **more):
    t = s.ok("POST", "/tokens", {"name": "t" + rnd(), **more})
    return t, next((x for x in s.ok("GET", "/tokens")["tokens"] if x["id"] == t["id"]), None)


@proof("token-iso-basic", True)
def _(s):
    one = token(s)[1]
    return all(len(one[f]) == 20 and one[f][8] == "T" and one[f].endswith("+0100") for f in ("createdAt", "expiresAt", "lastRequest"))


@proof("token-expiry-midnight", (0, 0, 0))
def _(s):
    t = datetime.fromisoformat(token(s, expiresIn=60)[1]["expiresAt"])
    return t.hour, t.minute, t.second


@proof("token-pruned", False)
def _(s):
    t, one = token(s, expiresIn=1)
    time.sleep(1.3)
    assert one and s.api("GET", "/tokens", who=t["key"])[0] == 401
    return t["id"] in {x["id"] for x in s.ok("GET", "/tokens")["tokens"]}


@proof("unique-credential-names", [(201, 409), (201, 409), (201, 409), 201])
def _(s):
    out, keys = [], "/registry/instances/northwind-base/keys"
    for path, body in (("/tokens", {"name": "same"}), (keys, {"name": "same", "mode": "pull"}), ("/email/keys", {"name": "same"})):
        out.append((s.api("POST", path, body)[0], s.api("POST", path, body)[0]))
    for x in s.ok("GET", keys)["keys"]:
        s.ok("POST", f"{keys}/{x['keyId']}/revoke")
    return out + [s.api("POST", keys, {"name": "same", "mode": "pull"})[0]]


@proof("iam-domains-only", ({"email"}, False))
def _(s):
    s.ok("POST", "/email/domains", {"name": "x.judged.example"})
    c = s.ok("GET", "/iam/catalog")
    return {r["service"] for r in c["resources"]}, next(r for r in c["roles"] if r["id"] == "registry:viewer")["scopable"]


@proof("iam-more-services", (True, True, 200, 403))
def _(s):
    roles = {r["id"]: r for r in s.ok("GET", "/iam/catalog")["roles"]}
    there = "org:auditor" in roles and "service" not in roles["org:auditor"]
    if not there:
        return None
    t = token(s, scope=[{"role": "org:auditor"}])[0]["key"]
    return ("billing" in {x["service"] for x in s.ok("GET", "/iam/permissions")["services"]}, there,
            s.api("GET", "/uptime/services", who=t)[0], s.api("POST", "/uptime/services", {"name": "x"}, who=t)[0])


@proof("org-null-resets", ("x@y.example", 200, "tech@northwind.example"))
def _(s):
    a = s.ok("PATCH", "/organization/contacts", {"technicalEmail": "x@Y.Example"})["technicalEmail"]
    status, b = s.api("PATCH", "/organization/contacts", {"technicalEmail": None})
    return a, status, b.get("technicalEmail")


@proof("validate-first", (400, 403, 422, 404, 422, 404, 400, 404, 422, 403))
def _(s):
    keys = "/registry/instances/unknown-one/keys"
    return (s.api("PATCH", "/organization/contacts", {"billingEmail": "nonsense"}, who="member")[0],
            s.api("PATCH", "/organization/contacts", {"billingEmail": "a@b.example"}, who="member")[0],
            s.api("POST", keys, {})[0], s.api("POST", keys, {"name": "x", "mode": "pull"})[0],
            s.api("PATCH", "/clusters/unknown-one", {"tier": "huge"})[0], s.api("PATCH", "/clusters/unknown-one", {"tier": "large"})[0],
            s.api("PATCH", "/uptime/monitors/unknown", {"name": 5})[0], s.api("PATCH", "/uptime/monitors/unknown", {"name": "x"})[0],
            s.api("POST", "/email/keys", {}, who="member")[0], s.api("POST", "/email/keys", {"name": "x"}, who="member")[0])


@proof("http-gzip", (200, "gzip", "application/vnd.northwind.v1+json", True, True))
def _(s):
    status, head, data = s.call("GET", "/api/v1/iam/permissions", headers={"Accept-Encoding": "gzip"}, raw=True)
    return (status, head.get("Content-Encoding"), head["Content-Type"], "ETag" in head,
            data[:2] == b"\x1f\x8b" and "services" in json.loads(gzip.decompress(data)))


@proof("errors-coded", ("not_found", "unknown cluster", True))
def _(s):
    e = s.api("GET", "/clusters/none")[1]
    c = s.call("POST", "/_understudy/events/token-disabled", {"tokenId": "none"})[1]
    return e["error"], e.get("detail"), c["error"] == "unknown token"


@proof("strict-bodies", (400, 400, 422, 400, 201))
def _(s):
    i = s.ok("POST", "/oncall/incidents", {"serviceId": "501", "title": "x"})
    return (s.api("POST", "/uptime/services", {"name": "a", "colour": "red"})[0],
            s.api("PUT", "/oncall/me/paging", {"rules": [], "email": "x@y.example"})[0],
            s.api("POST", "/email/suppressions", {"address": "a@b.example", "note": "x"})[0],
            s.api("POST", f"/oncall/incidents/{i['id']}/public-updates", {"body": "x", "byLabel": "Me"})[0],
            s.api("POST", "/uptime/services", {"name": "b"})[0])


@proof("redelete-204", (204, 204, 404, 404, 204, 204))
def _(s):
    v, p = s.ok("POST", "/uptime/services", {"name": "x"}), s.ok("POST", "/email/suppressions", {"address": "a@b.example"})
    one = "/uptime/services/" + v["id"]
    return (s.api("DELETE", one)[0], s.api("DELETE", one)[0], s.api("PATCH", one, {"name": "y"})[0], s.api("DELETE", "/uptime/services/" + str(uuid.uuid4()))[0],
            s.api("DELETE", "/email/suppressions/" + p["id"])[0], s.api("DELETE", "/email/suppressions/" + p["id"])[0])


def new_registry(s):
    slug = "r" + rnd()
    s.ok("POST", "/registry/instances", {"slug": slug})
    return slug, "/registry/instances/" + slug


@proof("registry-live-keys-block", (409, 200))
def _(s):
    slug, base = new_registry(s)
    key = s.ok("POST", base + "/keys", {"name": "k", "mode": "pull"})
    first = s.api("DELETE", base)[0]
    s.api("POST", f"{base}/keys/{key['keyId']}/revoke")
    return first, s.api("DELETE", base)[0]


@proof("registry-gc-later", (True, [], 0, True, 0))
def _(s):
    slug, base = new_registry(s)
    digest = s.ev("image-pushed", registry=slug, repository="a")["digest"]
    used = s.ok("GET", base)["usedBytes"]
    s.ok("DELETE", f"{base}/images?repo=a&digest={digest}")
    after = s.ok("GET", base)["usedBytes"]
    images, size = s.ok("GET", base + "/images?repo=a")["manifests"], s.ok("GET", base + "/repositories")["repositories"][0]["sizeBytes"]
    return used > 0, images, size, after == used, wait_for(lambda: s.ok("GET", base)["usedBytes"] == 0) and s.ok("GET", base)["usedBytes"]


@proof("registry-idempotent-deletes", ((204, None), (200, {"purged": False}), (204, None), (204, None), 400))
def _(s):
    slug, base = new_registry(s)
    s.ev("image-pushed", registry=slug, repository="a")
    return (s.api("DELETE", base + "/images?repo=a&digest=sha256:none"), s.api("DELETE", base + "/tags?repo=a&tag=none"),
            s.api("DELETE", base + "/trust/999999"), s.api("DELETE", base + "/repositories?repo=none"), s.api("DELETE", base + "/repositories")[0])


@proof("registry-login-host", ("northwind-base.cr.example", "readwrite", "cr.example", "pull"))
def _(s):
    a, b = s.ok("POST", "/registry/logins", {"registry": "northwind-base"}), s.ok("POST", "/registry/logins", {}, who="member")
    return a["registry"], a["scope"][0]["mode"], b["registry"], b["scope"][0]["mode"]


@proof("zero-ids", (0, 1, 0, [0]))
def _(s):
    slug, base = new_registry(s)
    rule = {"issuer": "https://ci.example", "audience": "a", "subjectPattern": "*", "mode": "pull"}
    a, b = s.ok("POST", base + "/trust", rule)["id"], s.ok("POST", base + "/trust", rule)["id"]
    s.ok("DELETE", f"{base}/trust/{a}")
    again = s.ok("POST", base + "/trust", rule)["id"]
    d, hook = hooked(s)
    s.ev("message-sent", **{"from": "a@" + d["name"], "to": ["x@y.example"]})
    s.advance(2)
    return a, b, again, [x["id"] for x in deliveries(s, hook)]


def hooked(s, types=("message.sent",), status=200):
    d = verified_domain(s)
    hook = s.ok("POST", "/email/webhooks", {"url": "https://hooks.example/x", "eventTypes": list(types)})["webhook"]["id"]
    s.ev("webhook-endpoint-answers", endpointId=hook, answers=[{"status": status}])
    return d, hook


def deliveries(s, hook):
    return s.ok("GET", "/email/webhook-deliveries?endpointId=" + hook)["deliveries"]


@proof("email-mailfrom-mx", ([("send", 10)], 3, [("receive", 10), ("send", 10)]))
def _(s):
    d = s.ok("POST", "/email/domains", {"name": "x.judged.example"})
    mx = lambda d: sorted((r["capability"], r["priority"]) for r in d["dnsRecords"] if r["type"] == "MX")
    return mx(d), sum(r["type"] == "CNAME" for r in d["dnsRecords"]), mx(s.ok("POST", f"/email/domains/{d['id']}/receive"))


@proof("email-verify-on-read", ("pending", "verified"))
def _(s):
    d = s.ok("POST", "/email/domains", {"name": "x.judged.example"})
    s.ev("dns-record-published", domain="x.judged.example")
    return d["sendState"], s.ok("GET", "/email/domains/" + d["id"])["sendState"]


@proof("email-two-passes", ("failed", "pending", "verified", "pending", "verified"))
def _(s):
    d = s.ok("POST", "/email/domains", {"name": "x.judged.example"})
    one = "/email/domains/" + d["id"]
    s.ok("POST", one + "/receive")
    s.ok("POST", one + "/check")
    s.advance(3)
    a = s.ok("GET", one)
    s.ev("dns-record-published", domain="x.judged.example")
    s.advance(3)
    s.ok("POST", one + "/check")
    s.advance(5)
    b = s.ok("GET", one)
    s.ev("dns-record-removed", domain="x.judged.example", capability="send")
    s.ok("POST", one + "/check")
    s.advance(5)
    c = s.ok("GET", one)
    return a["sendState"], a["receiveState"], b["sendState"], c["sendState"], c["receiveState"]


@proof("email-domain-cascade", (1, ["B"], 409, 201))
def _(s):
    a, b = (s.ok("POST", "/email/domains", {"name": n + ".judged.example"})["id"] for n in "ab")
    for ids in ([a], [a, b]):
        s.ok("POST", "/email/keys", {"name": "k", "domainIds": ids})
    s.ok("DELETE", "/email/domains/" + a)
    keys = s.ok("GET", "/email/keys")["sendKeys"]
    first = s.api("POST", "/email/domains", {"name": "a.judged.example"})[0]
    s.advance(3)
    return len(keys), [{a: "A", b: "B"}[x] for x in keys[-1]["domainIds"]], first, s.api("POST", "/email/domains", {"name": "a.judged.example"})[0]


@proof("email-words", ("accepted", "handed-over", "mixed", ["*"], [1, 0, 1]))
def _(s):
    d = verified_domain(s)
    m = s.ev("message-sent", **{"from": "a@" + d["name"], "to": ["x@y.example", "z@y.example"], "cc": ["c@y.example"]})["messageId"]
    state = lambda: s.ok("GET", "/email/messages/" + m)["message"]["state"]
    a = state()
    s.advance(1)
    b = state()
    s.ev("message-delivered", messageId=m, recipient="x@y.example")
    s.ev("message-bounced", messageId=m, recipient="z@y.example", bounce="soft")
    n = [len(s.ok("GET", "/email/messages?" + q)["messages"]) for q in ("to=x@y.example", "to=c@y.example", "state=" + state())]
    return a, b, state(), s.ok("POST", "/email/keys", {"name": "k"})["sendKey"]["domainIds"], n


@proof("email-snapshot-cursor", (4, 2, False, True, False))
def _(s):
    d = verified_domain(s)
    send = lambda: s.ev("message-sent", **{"from": "a@" + d["name"], "to": ["x@y.example"]})["messageId"]
    ids = [send() for _ in range(6)]
    one = s.ok("GET", "/email/messages")
    if "cursor" not in one:
        return None
    late = send()
    two = s.ok("GET", "/email/messages?cursor=" + one["cursor"])
    got = [m["id"] for m in one["messages"] + two["messages"]]
    return len(one["messages"]), len(two["messages"]), late in got, got == ids[::-1], "cursor" in two


@proof("email-webhook-ping", [("endpoint.created", False, "failed", 1)])
def _(s):
    hook = s.ok("POST", "/email/webhooks", {"url": "https://hooks.example/x", "eventTypes": ["message.sent"]})["webhook"]["id"]
    wait_for(lambda: all(x["state"] == "failed" for x in deliveries(s, hook)))
    return [(x["eventType"], "messageId" in x, x["state"], x["attempts"]) for x in deliveries(s, hook)]


@proof("email-one-strike", (["failed"] * 3, [1, 1, 1], True, False))
def _(s):
    d, hook = hooked(s, status=500)
    for n in range(3):
        s.ev("message-sent", **{"from": "a@" + d["name"], "to": [f"x{n}@y.example"]})
    s.advance(2)
    found = deliveries(s, hook)
    disabled = s.ok("GET", "/email/webhooks")["webhooks"][0]["disabled"]
    return [x["state"] for x in found], [x["attempts"] for x in found], disabled, s.ok("PATCH", "/email/webhooks/" + hook, {"disabled": False})["disabled"]


@proof("email-standard-webhooks", (True, "1.0", True, True))
def _(s):
    import base64, hashlib, hmac
    d = verified_domain(s)
    made = s.ok("POST", "/email/webhooks", {"url": "https://hooks.example/x", "eventTypes": ["message.sent"]})
    hook, secret = made["webhook"]["id"], made["signingSecret"]
    s.ev("webhook-endpoint-answers", endpointId=hook, answers=[{"status": 200}])
    s.ev("message-sent", **{"from": "a@" + d["name"], "to": ["x@y.example"]})
    s.advance(2)
    old = deliveries(s, hook)[0]["id"]
    s.ok("POST", f"/email/webhook-deliveries/{old}/redeliver")
    time.sleep(0.2)
    a, b = s.call("GET", "/_understudy/webhook-deliveries?endpointId=" + hook)[1]["attempts"]
    h, body = a["headers"], json.loads(a["body"])
    if "webhook-signature" not in h:
        return None
    raw = secret.partition("_")[2]
    key = base64.urlsafe_b64decode(raw + "=" * (-len(raw) % 4))
    mac = base64.b64encode(hmac.new(key, f"{h['webhook-id']}.{h['webhook-timestamp']}.{a['body']}".encode(), hashlib.sha256).digest()).decode()
    return h["webhook-signature"] == "v1," + mac, body.get("specversion"), a["body"] == b["body"], h["webhook-id"] != b["headers"]["webhook-id"]


@proof("oncall-takeover", (200, True, "u-101", 409, (1, 0)))
def _(s):
    i = s.ok("POST", "/oncall/incidents", {"serviceId": "501", "title": "x"})["id"]
    ack = f"/oncall/incidents/{i}/acknowledgement"
    one = s.ok("PUT", ack)
    status, two = s.api("PUT", ack, who="admin")
    by = s.ok("GET", "/oncall/incidents/" + i)["incident"]["acknowledgedBy"]
    before = s.ev("alert-fires", serviceId="501", alert="f")["firingAlerts"]
    after = s.ok("PUT", f"/oncall/incidents/{i}/resolution")["firingAlerts"]
    s.ev("alert-resolves", serviceId="501", alert="f")
    return status, two.get("acknowledgedAt", "") > one["acknowledgedAt"], by, s.api("PUT", ack)[0], (before, after)


@proof("oncall-autoresolve-quiet", ("acknowledged", "resolved", "open", "acknowledged"))
def _(s):
    a, b = (s.ok("POST", "/oncall/incidents", {"serviceId": x, "title": "x"})["id"] for x in ("501", "502"))
    status = lambda i: s.ok("GET", "/oncall/incidents/" + i)["incident"]["status"]
    s.ok("PUT", f"/oncall/incidents/{a}/acknowledgement")
    s.ev("alert-fires", serviceId="501", alert="f")
    s.ev("alert-resolves", serviceId="501", alert="f")
    s.advance(1)
    s.ev("alert-fires", serviceId="501", alert="g")
    s.advance(5)
    kept = status(a)
    s.ev("alert-resolves", serviceId="501", alert="g")
    early = status(a)
    s.advance(3)
    return early, status(a), status(b), kept


@proof("oncall-strict-overrides", (201, 409, 400, True, True, 201))
def _(s):
    r = schedule(s)["id"]
    put = lambda a, b: s.api("POST", f"/oncall/rotations/{r}/overrides", {"userId": "u-102", "label": "Mia", "startsAt": a, "endsAt": b})
    zone = timezone(timedelta(hours=2))
    status, o = put(at(-60, zone), at(3600, zone))
    return (status, put(at(0), at(60))[0], put(at(-7200), at(-3600))[0], o["startsAt"].endswith("Z"), listed(s, r)["onCallNow"]["override"],
            put(at(3700), at(3800))[0])


@proof("oncall-rotation-from-start", ("u-100", "u-101", True, True))
def _(s):
    a, b = schedule(s), schedule(s, PEOPLE[::-1])
    out = a["onCallNow"]["userId"], b["onCallNow"]["userId"]
    order = [x["id"] for x in s.ok("GET", "/oncall/rotations")["schedules"]] == [b["id"], a["id"]]
    s.advance(86400)
    return (*out, order, listed(s, a["id"])["onCallNow"]["userId"] == "u-101" and schedule(s)["onCallNow"]["userId"] == "u-100")


@proof("oncall-wait-before", (0, ["u-100"], ["u-100", "u-101"]))
def _(s):
    step = lambda u, n: {"target": {"kind": "user", "id": u, "label": u}, "waitSeconds": n}
    p = s.ok("POST", "/oncall/policies", {"name": "p", "repeat": 1, "steps": [step("u-100", 2), step("u-101", 4)]})
    s.ok("PATCH", "/oncall/services/501", {"escalationPolicyId": p["id"]})
    i = s.ok("POST", "/oncall/incidents", {"serviceId": "501", "title": "x"})["id"]
    pages = lambda: [x["userId"] for x in s.call("GET", "/_understudy/pages?incidentId=" + i)[1]["pages"]]
    a = len(pages())
    s.advance(3)
    b = pages()
    s.advance(60)
    return a, b, pages()


@proof("oncall-revoked-listed", (True, 401, 204))
def _(s):
    src = s.ok("POST", "/oncall/sources", {"name": "a", "serviceId": "501"})
    s.ok("DELETE", "/oncall/sources/" + src["id"])
    there = [x for x in s.ok("GET", "/oncall/sources")["sources"] if x["id"] == src["id"]]
    return (bool(there) and "revokedAt" in there[0], s.api("POST", "/oncall/ingest/" + src["id"], {"alerts": []}, who=src["token"])[0],
            s.api("DELETE", "/oncall/sources/" + src["id"])[0])


@proof("oncall-ingest-async", (202, 0, 1, 0, 1, 0))
def _(s):
    src = s.ok("POST", "/oncall/sources", {"name": "a", "serviceId": "501"})
    status = s.api("POST", "/oncall/ingest/" + src["id"], {"alerts": [{"status": "firing", "labels": {"alertname": "x"}}]}, who=src["token"])[0]
    count = lambda: len(s.ok("GET", "/oncall/incidents")["incidents"])
    a = count()
    s.advance(2)
    b = count()
    i = s.ok("GET", "/oncall/incidents")["incidents"][0]["id"]
    u = s.ok("POST", f"/oncall/incidents/{i}/public-updates", {"body": "x"})["id"]
    page = lambda: len(s.ok("GET", "/oncall/public/501", who=None)["incidents"])
    c = page()
    s.advance(2)
    d = page()
    s.ok("DELETE", f"/oncall/incidents/{i}/public-updates/{u}")
    return status, a, b, c, d, page()


def cluster(s, **more):
    return s.ok("POST", "/clusters", {"name": "c" + rnd(), "tier": "small", **more})


@proof("clusters-phase-words", ("requested", "building", "active", "active", 3, 2, False, (200, "leaving")))
def _(s):
    c = cluster(s, replicas=3)
    one = "/clusters/" + c["name"]
    s.advance(1)
    b = s.ok("GET", one)["phase"]
    s.advance(2)
    d = s.ok("GET", one)["phase"]
    rolling = s.ok("PATCH", one, {"replicas": 2})
    s.advance(3)
    final = s.ok("GET", one)["replicas"]
    s.ok("DELETE", one)
    status, answer = s.api("GET", one)
    out = c["name"] in {x["name"] for x in s.ok("GET", "/clusters")["clusters"]}, (status, answer.get("phase"))
    until_gone(s, c["name"])
    return (c["phase"], b, d, rolling["phase"], rolling["replicas"], final, *out)


@proof("clusters-patch-queue", ([200, 200, 200], (2, "medium", "v1.31.4", "Running"), [200, 200], "v1.32.1", 4))
def _(s):
    c = cluster(s, orchestratorVersion="v1.30.6")
    one = "/clusters/" + c["name"]
    first = [s.api("PATCH", one, b)[0] for b in ({"replicas": 2}, {"tier": "medium"}, {"orchestratorVersion": "v1.31.4"})]
    s.advance(10)
    x = s.ok("GET", one)
    # a hop that is legal only after the one before it, and no downgrade against what is queued
    more = [s.api("PATCH", one, b)[0] for b in ({"replicas": 5}, {"orchestratorVersion": "v1.32.1"})]
    refused = s.api("PATCH", one, {"orchestratorVersion": "v1.31.4"})[0] // 100
    s.advance(10)
    return first, (x["replicas"], x["tier"], x["orchestratorVersion"], x["phase"]), more, s.ok("GET", one)["orchestratorVersion"], refused


@proof("clusters-staged-roll", [(3, "small", "v1.30.6"), (5, "small", "v1.30.6"), (5, "large", "v1.30.6"), (5, "large", "v1.31.4"), "Running"])
def _(s):
    c = cluster(s, orchestratorVersion="v1.30.6", replicas=3)
    one = "/clusters/" + c["name"]
    s.advance(3)
    s.call("PUT", "/_understudy/clock", {"mode": "frozen"})
    look = lambda x: (x["replicas"], x["tier"], x["orchestratorVersion"])
    out = [look(s.ok("PATCH", one, {"replicas": 5, "tier": "large", "orchestratorVersion": "v1.31.4"}))]
    for _ in range(3):
        s.advance(1)
        out.append(look(s.ok("GET", one)))
    return out + [s.ok("GET", one)["phase"]]


@proof("clusters-kubeconfig-json", (True, True, True, True))
def _(s):
    one = "/clusters/" + cluster(s)["name"] + "/kubeconfig"
    a = s.ok("GET", one)
    s.advance(60)
    b = s.ok("GET", one)
    try:
        parsed = json.loads(a["kubeconfig"])["kind"] == "Config"
    except ValueError:
        return None
    s.advance(900)
    dead = not s.ev("credential-used", kind="kubeconfig", secret=a["kubeconfig"])["accepted"]
    return parsed, a["kubeconfig"] == b["kubeconfig"] and b["expiresIn"] < a["expiresIn"], dead, s.ok("GET", one)["kubeconfig"] != a["kubeconfig"]


@proof("clusters-skew-three", ("Running", [], ["n"], 409, True, 200))
def _(s):
    c = cluster(s, orchestratorVersion="v1.31.4", replicas=3)
    one = "/clusters/" + c["name"]
    s.advance(3)
    phase = s.ok("PATCH", one, {"replicas": 3})["phase"]
    s.advance(3)
    nodes = lambda: [n["name"] for n in s.ok("GET", one + "/nodes")["nodes"]]
    s.ev("node-joins", cluster=c["name"], node="n", agentVersion="v1.28.1")
    a = nodes()
    s.advance(2)
    b = nodes()
    status, answer = s.api("PATCH", one, {"orchestratorVersion": "v1.32.1"})
    s.ev("agent-upgraded", cluster=c["name"], node="n", agentVersion="v1.29.9")
    return phase, a, b, status, '"n"' in json.dumps(answer), s.api("PATCH", one, {"orchestratorVersion": "v1.32.1"})[0]


@proof("clusters-defaults", ("v1.32.1", 1, False, "shared", True, 1))
def _(s):
    c = cluster(s)
    one = "/clusters/" + c["name"]
    s.ok("POST", one + "/registration-tokens", {"name": "x"})
    t = s.ok("GET", one + "/registration-tokens")["tokens"][0]
    d = cluster(s, managedLoadBalancers={"enabled": True})["name"]
    s.advance(3)
    s.ev("service-exposed", cluster=d, service="a/b")
    s.ok("PATCH", "/clusters/" + d, {"managedLoadBalancers": {"enabled": False}})
    s.advance(3)
    return (c["orchestratorVersion"], c["replicas"], c["managedLoadBalancers"]["enabled"], c["datastore"].get("size"), "expiresAt" in t,
            len(s.ok("GET", "/clusters/" + d)["managedLoadBalancers"]["loadBalancers"]))


@proof("uptime-hysteresis", ["pending", "up", "up", "down", "down", "up"])
def _(s):
    m = s.ok("POST", "/uptime/monitors", monitor(s, vantages=["hel", "nyc"], enabled=True, downCondition={"confirmations": 2, "quorum": 1}))["id"]
    r = lambda outcome, **more: s.ev("probe-result", monitorId=m, outcome=outcome, **more)["state"]
    return [r("ok", vantage="hel"), r("ok", vantage="nyc"), r("fail"), r("fail"), r("ok"), r("ok")]


@proof("uptime-paused-by-default", (False, False, "pending", True))
def _(s):
    m = s.ok("POST", "/uptime/monitors", monitor(s))
    n = s.ok("PATCH", "/uptime/monitors/" + m["id"], {"enabled": True})
    return m["enabled"], "state" in m, n["state"], s.ok("POST", "/uptime/monitors", monitor(s, enabled=True))["enabled"]


@proof("uptime-target-normalised", ("GET", "https://example.com/", ["hel", "tyo"], 400, 400, "https://example.com/b", False))
def _(s):
    m = s.ok("POST", "/uptime/monitors", monitor(s, vantages=["tyo", "hel"], http={"url": "https://EXAMPLE.com"}))
    n = s.ok("PATCH", "/uptime/monitors/" + m["id"], {"http": {"url": "https://Example.com/b"}})
    t = monitor(s, kind="tcp", tcp={"host": "db.example", "port": 5432})
    del t["http"]
    t = s.ok("POST", "/uptime/monitors", t)
    return (m["http"].get("method"), m["http"]["url"], m["vantages"], s.api("POST", "/uptime/monitors", monitor(s, http={"url": "http://127.0.0.1/"}))[0],
            s.api("POST", "/uptime/monitors", monitor(s, http={"url": "http://10.0.0.8/"}))[0], n["http"]["url"], t["tcp"].get("tls"))


@proof("uptime-tiny-catalog", (1, 1, "Northwind Traders", True, 400))
def _(s):
    c, p = s.ok("GET", "/uptime/catalog"), s.ok("GET", "/uptime/ping")
    return len(c["intervals"]), len(c["vantages"]), p["org"], p["time"].isdecimal(), s.api("POST", "/uptime/monitors", monitor(s, vantages=["hel"]))[0]


@proof("small-quotas", ([201] * 4 + [403], [201, 201, 403], 15))
def _(s):
    out = [s.api("POST", "/uptime/monitors", monitor(s))[0] for _ in range(5)], [s.api("POST", "/clusters", {"name": "c" + rnd(), "tier": "small"})[0] for _ in range(3)]
    return (*out, s.ok("GET", "/email/settings")["dailyQuota"])


def observe(edits, f, areas=()):
    copy = Copy(edits)
    try:
        try:
            seen = f(copy)
        except (AssertionError, KeyError, IndexError, TypeError, ValueError) as e:
            seen = f"{type(e).__name__}: {e}"
        for area in areas:
            copy.call("POST", "/_understudy/reset")
            SMOKE[area](copy)
        assert "Traceback" not in copy.errors(), "an exception in the server: " + copy.errors()[-600:]
        return seen
    finally:
        copy.stop()


def main():
    all_ = json.load(open(os.path.join(HERE, "variations.json")))
    asked = sys.argv[1:]
    unknown = set(asked) - {v["id"] for v in all_}
    bad = len(unknown)
    for id_ in sorted(unknown):
        print("NO  ", id_, "is not in variations.json")
    for v in all_:
        if asked and v["id"] not in asked:
            continue
        try:
            f, want = PROOFS[v["id"]]
            clean, edited = observe((), f), observe(v["edits"], f, v["areas"])
            if edited != want:
                raise AssertionError(f"shows {edited!r}, not {want!r}")
            if clean == want:
                raise AssertionError(f"the clean copy shows the same: {clean!r}")
            print("ok  ", v["id"], flush=True)
        except Exception as e:
            bad += 1
            import traceback
            where = [x.lineno for x in traceback.extract_tb(e.__traceback__)]
            print("NO  ", v["id"], type(e).__name__, " ".join(str(e).split())[:500], "lines", where, flush=True)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
