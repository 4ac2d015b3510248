"""Proves the variations: each is started beside a clean copy, shows its difference, and still does the ordinary things.

Usage: python3 prove.py [ID...]     (FIFTH_CANDIDATE_PYTHON: the interpreter that runs the candidate, default python3)
"""
import base64
import hashlib
import hmac
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import quote

HERE = Path(__file__).resolve().parent
PYTHON = os.environ.get("FIFTH_CANDIDATE_PYTHON", "python3")
SERVICE = "5e0f1c9a-0000-4000-8000-000000000001"
SERVICE2 = "5e0f1c9a-0000-4000-8000-000000000002"
MIA, MAX = "7d0c5e52-0000-4000-8000-000000000003", "7d0c5e52-0000-4000-8000-000000000004"


class Answer:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw

    @property
    def body(self):
        return json.loads(self.raw) if self.raw else None

    def __getitem__(self, name):
        return self.body[name]


class Copy:
    """A running copy of the candidate, with the edits of a variation or without."""

    def __init__(self, edits=()):
        self.folder = Path(tempfile.mkdtemp(prefix="lawful-"))
        shutil.copytree(HERE / "../../../../examples/fifth-candidate", self.folder / "c", ignore=shutil.ignore_patterns("__pycache__"))
        for edit in edits:
            path = self.folder / "c" / edit["file"]
            text = path.read_text()
            original = (HERE / "../../../../examples/fifth-candidate" / edit["file"]).read_text()
            assert original.count(edit["find"]) == 1, f"{edit['file']}: the text to find is there {original.count(edit['find'])} times"
            assert text.count(edit["find"]) == 1, f"{edit['file']}: edits overlap"
            path.write_text(text.replace(edit["find"], edit["replace"]))
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.log = open(self.folder / "log", "w+")
        self.process = subprocess.Popen([PYTHON, "-B", "main.py", "--port", str(self.port)], cwd=self.folder / "c",
                                        stdout=self.log, stderr=subprocess.STDOUT)

    def wait(self):
        for _ in range(300):
            if self.process.poll() is not None:
                break
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/_understudy/health", timeout=2).read()
                return
            except OSError:
                time.sleep(0.1)
        self.log.seek(0)
        raise AssertionError("does not start: " + self.log.read()[-600:])

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.seek(0)
        text = self.log.read()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        return text

    def send(self, method, path, body=None, who="olivia", bearer=None, patient=True):
        headers = {}
        if bearer or who:
            headers["Authorization"] = "Bearer " + (bearer or "session-" + who)
        data = None
        if body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        url = f"http://127.0.0.1:{self.port}{path}"
        while True:
            request = urllib.request.Request(url, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=30) as r:
                    return Answer(r.status, {k.lower(): x for k, x in r.headers.items()}, r.read())
            except urllib.error.HTTPError as r:
                answer = Answer(r.code, {k.lower(): x for k, x in r.headers.items()}, r.read())
            if answer.status != 429 or not patient:
                assert isinstance(answer["error"], str)
                return answer
            time.sleep(1.05)

    def api(self, method, path, body=None, **more):
        return self.send(method, "/api/v1" + path, body, **more)

    def get(self, path, **more):
        return self.api("GET", path, **more)

    def post(self, path, body=None, **more):
        return self.api("POST", path, body, **more)

    def patch(self, path, body, **more):
        return self.api("PATCH", path, body, **more)

    def delete(self, path, **more):
        return self.api("DELETE", path, **more)

    def control(self, method, path, body=None):
        return self.send(method, "/_understudy" + path, body, who=None)

    def event(self, name, **body):
        answer = self.control("POST", "/events/" + name, body)
        assert answer.status == 200, (name, answer.status, answer.raw)
        return answer.body

    def advance(self, seconds):
        assert self.control("POST", "/clock/advance", {"by": f"PT{seconds}S"}).status == 200

    def now(self):
        return self.control("GET", "/clock")["now"]


def q(text):
    return quote(str(text), safe="")


def ok(answer, status):
    assert answer.status == status, f"expected {status}, got {answer.status} {answer.raw[:300]}"
    return answer


# --- the ordinary life of each area, in whatever way a variation goes about it


def tokens_(c):
    made = ok(c.post("/tokens", {"name": "ordinary"}), 201)
    listed = [t for t in ok(c.get("/tokens"), 200)["tokens"] if t["id"] == made["id"]]
    assert listed and listed[0]["name"] == "ordinary" and made["key"] not in json.dumps(listed)
    ok(c.get("/organization/contacts", bearer=made["key"]), 200)


def iam_(c):
    assert any("registry.key.admin" in r["permissions"] for r in ok(c.get("/iam/catalog"), 200)["roles"])
    ok(c.get("/iam/catalog", who="mia"), 403)
    assert len(ok(c.get("/iam/permissions"), 200)["services"]) >= 7


def organization_(c):
    ok(c.patch("/organization/contacts", {"technicalEmail": "ops@acme.example"}), 200)
    assert ok(c.get("/organization/contacts"), 200)["technicalEmail"] == "ops@acme.example"
    ok(c.patch("/organization/contacts", {"technicalEmail": "not an address"}), 400)
    ok(c.patch("/organization/contacts", {"technicalEmail": "x@acme.example"}, who="mia"), 403)
    ok(c.get("/organization/contacts", who=None), 401)


def registry_(c):
    at = "/registry/registries/ordinary"
    ok(c.post("/registry/registries", {"slug": "ordinary", "displayName": "Ordinary"}), 201)
    ok(c.post("/registry/registries", {"slug": "ordinary"}, who="gina"), 409)
    assert ok(c.get(at), 200)["usedBytes"] == 0
    assert "ordinary" in [r["slug"] for r in ok(c.get("/registry/registries"), 200)["registries"]]
    key = ok(c.post(at + "/keys", {"name": "ci", "mode": "readwrite"}), 201)
    assert key["keyId"] in [k["keyId"] for k in ok(c.get(at + "/keys"), 200)["keys"]]
    assert c.event("credential-used", kind="registry-key", secret=key["secret"], registry="ordinary")["accepted"]
    c.event("image-pushed", registry="ordinary", repository="web", tags=["a", "b"])
    ok(c.delete(at), 409)
    assert len(ok(c.get(at + "/tags?repo=web"), 200)["tags"]) == 2
    login = ok(c.post("/registry/login", {"registry": "ordinary", "pullOnly": True}), 201)
    assert [s["mode"] for s in login["scope"]] == ["pull"]
    ok(c.delete(at + "/repositories?repo=web"), 204)
    ok(c.delete(at + "/keys/" + q(key["keyId"])), 204)
    assert not c.event("credential-used", kind="registry-key", secret=key["secret"], registry="ordinary")["accepted"]
    ok(c.delete(at), 204)
    assert 400 <= c.get(at).status < 500


def verified_domain(c, name, receive=False):
    made = ok(c.post("/email/domains", {"name": name}), 201)
    if receive:
        ok(c.post(f"/email/domains/{q(made['id'])}/receive"), 200)
    c.event("dns-record-published", domain=name)
    ok(c.post(f"/email/domains/{q(made['id'])}/check"), 202)
    c.advance(15)
    now = ok(c.get("/email/domains/" + q(made["id"])), 200)
    assert now["sendState"] == "verified" and now["receiveState"] == ("verified" if receive else "none"), now.body
    return made["id"]


def email_(c):
    domain = verified_domain(c, "ordinary.judged.example", receive=True)
    ok(c.post("/email/domains", {"name": "ordinary.judged.example"}, who="gina"), 409)
    assert domain in [d["id"] for d in ok(c.get("/email/domains"), 200)["domains"]]
    hook = ok(c.post("/email/webhooks", {"url": "http://127.0.0.1:9/hook", "eventTypes": ["message.sent"]}), 201)["webhook"]["id"]
    c.event("webhook-endpoint-answers", endpointId=hook, answers=[{"status": 200}])
    route = ok(c.post("/email/routes", {"domainId": domain, "pattern": "help*", "endpointId": hook}), 201)["id"]
    ok(c.post("/email/routes", {"domainId": domain, "pattern": "help*", "endpointId": hook}), 409)
    ok(c.delete("/email/webhooks/" + q(hook)), 409)
    sent = c.event("message-sent", **{"from": "a@ordinary.judged.example", "to": ["jo@customer.example"], "subject": "hello"})
    c.advance(15)
    assert "sent" in [e["kind"] for e in ok(c.get("/email/messages/" + q(sent["messageId"])), 200)["events"]]
    assert sent["messageId"] in [m["id"] for m in ok(c.get("/email/messages"), 200)["messages"]]
    assert b"hello" in ok(c.get(f"/email/messages/{q(sent['messageId'])}/content"), 200).raw
    deliveries = ok(c.get("/email/webhook-deliveries?endpointId=" + q(hook)), 200)["deliveries"]
    assert deliveries[0]["state"] == "delivered", deliveries
    again = ok(c.post(f"/email/webhook-deliveries/{deliveries[0]['id']}/redeliver"), 202)["id"]
    assert again not in [d["id"] for d in deliveries]
    key = ok(c.post("/email/keys", {"name": "k"}), 201)["sendKey"]["id"]
    ok(c.delete("/email/keys/" + q(key)), 204)
    entry = ok(c.post("/email/suppressions", {"address": "no@customer.example"}), 201)
    assert entry["reason"] == "manual" and entry["id"] in [s["id"] for s in c.get("/email/suppressions")["suppressions"]]
    ok(c.delete("/email/suppressions/" + q(entry["id"])), 204)
    c.event("message-bounced", messageId=sent["messageId"], bounce="hard")
    assert [s["reason"] for s in c.get("/email/suppressions")["suppressions"]] == ["bounce"]
    ok(c.get("/email/settings"), 200)
    ok(c.delete("/email/routes/" + q(route)), 204)
    ok(c.delete("/email/webhooks/" + q(hook)), 204)
    ok(c.delete("/email/domains/" + q(domain)), 204)
    ok(c.get("/email/domains/" + q(domain)), 404)
    ok(c.get("/email/domains", who=None), 401)


SCHEDULE = {"name": "primary", "timezone": "Asia/Tokyo", "handoff": {"interval": "daily", "time": "09:00"},
            "participants": [{"userId": MIA, "label": "Mia Member"}, {"userId": MAX, "label": "Max Member"}]}


def oncall_(c):
    plan = ok(c.post("/oncall/schedules", SCHEDULE), 201)["id"]
    assert plan in [s["id"] for s in ok(c.get("/oncall/schedules"), 200)["schedules"]]
    override = ok(c.post(f"/oncall/schedules/{q(plan)}/overrides", {
        "userId": MAX, "label": "Max Member", "startsAt": "2020-01-01T00:00:00Z", "endsAt": "2099-01-01T00:00:00Z"}), 201)["id"]
    now = [s for s in c.get("/oncall/schedules")["schedules"] if s["id"] == plan][0]["onCallNow"]
    assert now["userId"] == MAX and now["override"] is True
    steps = [{"target": {"kind": "schedule", "id": plan, "label": "primary"}, "waitSeconds": 60}]
    policy = ok(c.post("/oncall/escalation-policies", {"name": "p", "repeat": 1, "steps": steps}), 201)["id"]
    ok(c.delete("/oncall/schedules/" + q(plan)), 409)
    attach = f"/oncall/services/{SERVICE2}/escalation-policy"
    ok(c.api("PUT", attach, {"escalationPolicyId": policy}), 200)
    ok(c.delete("/oncall/escalation-policies/" + q(policy)), 409)
    opened = ok(c.post("/oncall/incidents", {"serviceId": SERVICE2, "title": "ordinary"}), 201)
    at = "/oncall/incidents/" + q(opened["id"])
    assert opened["status"] == "open" and opened["id"] in [i["id"] for i in c.get("/oncall/incidents")["incidents"]]
    c.advance(70)
    assert MAX in [p["userId"] for p in c.control("GET", "/pages?incidentId=" + q(opened["id"]))["pages"]]
    assert ok(c.post(at + "/acknowledge"), 200)["status"] == "acknowledged"
    ok(c.get(at), 200)
    update = ok(c.post(at + "/updates", {"body": "We are on it"}), 201)
    assert update["byLabel"] == "Olivia Owner"
    assert opened["id"] in [i["id"] for i in c.event("status-page-viewed", serviceIds=[SERVICE2])["incidents"]]
    ok(c.delete(f"{at}/updates/{q(update['id'])}"), 204)
    assert opened["id"] not in [i["id"] for i in c.event("status-page-viewed", serviceIds=[SERVICE2])["incidents"]]
    assert ok(c.post(at + "/resolve"), 200)["status"] == "resolved"
    assert opened["id"] in [i["id"] for i in c.get("/oncall/incidents?status=resolved")["incidents"]]
    fired = c.event("alert-fires", serviceId=SERVICE2, alert="Fresh")
    assert fired["opened"] and fired["incidentId"] != opened["id"]
    ok(c.api("PUT", attach, {"escalationPolicyId": None}), 200)
    ok(c.delete("/oncall/escalation-policies/" + q(policy)), 204)
    ok(c.delete(f"/oncall/schedules/{q(plan)}/overrides/{q(override)}"), 204)
    ok(c.delete("/oncall/schedules/" + q(plan)), 204)
    source = ok(c.post("/oncall/alert-sources", {"name": "am", "serviceId": SERVICE}), 201)
    hook, note = f"/oncall/alert-sources/{q(source['id'])}/webhook", {"alerts": []}
    ok(c.post(hook, note, bearer=source["token"]), 202)
    ok(c.delete("/oncall/alert-sources/" + q(source["id"])), 204)
    ok(c.post(hook, note, bearer=source["token"]), 401)


def clusters_(c):
    ok(c.post("/clusters", {"name": "ordinary", "tier": "medium", "replicas": 1, "orchestratorVersion": "1.31.4"}), 201)
    assert "ordinary" in [x["name"] for x in ok(c.get("/clusters"), 200)["clusters"]]
    ok(c.get("/clusters", who=None), 401)
    c.advance(15)
    ok(c.patch("/clusters/ordinary", {"orchestratorVersion": "1.32.6"}), 200)
    c.advance(15)
    assert ok(c.get("/clusters/ordinary"), 200)["orchestratorVersion"] == "1.32.6"
    assert 400 <= c.patch("/clusters/ordinary", {"orchestratorVersion": "1.30.8"}).status < 500
    ok(c.get("/clusters/ordinary/kubeconfig"), 200)
    ok(c.get("/clusters/ordinary/usage"), 200)
    join = ok(c.post("/clusters/ordinary/join-tokens"), 201)["joinToken"]
    c.event("node-joins", cluster="ordinary", node="n1", token=join, agentVersion="1.31.4")
    assert [n["name"] for n in ok(c.get("/clusters/ordinary/nodes"), 200)["nodes"]] == ["n1"]
    ok(c.delete("/clusters/ordinary/nodes/n1"), 204)
    c.event("headroom-changes", cluster="ordinary", component="datastore", usedPercent=95)
    assert "datastore" in ok(c.patch("/clusters/ordinary", {"tier": "small"}), 409)["error"]
    c.event("cluster-changes-concurrently", cluster="ordinary", lasts="one-request")
    ok(c.patch("/clusters/ordinary", {"replicas": 3}), 409)
    ok(c.delete("/clusters/ordinary"), 202)
    c.advance(15)
    ok(c.get("/clusters/ordinary"), 404)


MONITOR = {"name": "m", "kind": "http", "intervalSeconds": 60, "vantages": ["fra", "iad"],
           "http": {"url": "https://shop.example/health"}, "downCondition": {"confirmations": 2, "quorum": 1}}


def uptime_(c):
    ok(c.get("/uptime/ping"), 200)
    service = ok(c.post("/uptime/services", {"name": "ordinary"}), 201)["id"]
    ok(c.post("/uptime/services", {"name": "ordinary"}), 409)
    monitor = ok(c.post("/uptime/monitors", {**MONITOR, "serviceId": service}), 201)["id"]
    at = "/uptime/monitors/" + q(monitor)
    assert ok(c.patch(at, {"name": "n"}), 200)["name"] == "n" and ok(c.get(at), 200)["kind"] == "http"
    assert monitor in [m["id"] for m in ok(c.get("/uptime/monitors"), 200)["monitors"]]
    ok(c.delete("/uptime/services/" + q(service)), 409)
    c.event("probe-result", monitorId=monitor, outcome="ok", times=5)
    c.advance(600)
    assert c.event("probe-result", monitorId=monitor, outcome="fail", times=6)["state"] == "down"
    assert ok(c.get(at + "/transitions"), 200)["transitions"][0]["to"] == "down"
    assert len(ok(c.get(at + "/failures"), 200)["failures"]) == 12
    ok(c.get(at + "/metrics?window=1h"), 200)
    ok(c.delete(at), 204)
    ok(c.get(at), 404)
    ok(c.delete("/uptime/services/" + q(service)), 204)
    token = ok(c.post("/uptime/export-tokens", {"name": "prom"}), 201)
    ok(c.get("/uptime/metrics", bearer=token["token"]), 200)
    ok(c.delete("/uptime/export-tokens/" + q(token["id"])), 204)
    ok(c.get("/uptime/metrics", bearer=token["token"]), 401)


ORDINARY = {"tokens": tokens_, "iam": iam_, "organization": organization_, "registry": registry_, "email": email_,
            "on-call": oncall_, "clusters": clusters_, "uptime": uptime_}

# --- the differences: what a clean copy shows, and what the variation shows

SHOW = {}


def shows(id_, clean, varied):
    def register(function):
        SHOW[id_] = (function, clean, varied)
        return function
    return register


@shows("w-opaque-ids", [False, 200, 204], [True, 200, 204])
def _(c):
    made = c.post("/uptime/services", {"name": "s"})["id"]
    at = "/uptime/services/" + q(made)
    return [all(x in made for x in ":+="), c.patch(at, {"name": "t"}).status, c.delete(at).status]


@shows("w-shuffled-lists", [1, True], [True, True])
def _(c):
    for n in range(6):
        ok(c.post("/email/suppressions", {"address": f"n{n}@x.example"}), 201)
    for n in range(3):
        ok(c.post("/oncall/incidents", {"serviceId": SERVICE, "title": f"i{n}"}), 201)
    reads = [tuple(s["address"] for s in c.get("/email/suppressions")["suppressions"]) for _ in range(8)]
    titles = [[i["title"] for i in c.get("/oncall/incidents")["incidents"]] for _ in range(4)]
    return [len(set(reads)) if len(set(reads)) == 1 else len(set(map(frozenset, reads))) == 1, titles == [["i2", "i1", "i0"]] * 4]


@shows("w-extra-everywhere", [False, False, False, False], [True, True, True, True])
def _(c):
    ok(c.post("/tokens", {"name": "x"}), 201)
    listed, refused = c.get("/tokens"), ok(c.get("/clusters/none"), 404)
    return ["requestId" in listed.body, "_rev" in listed["tokens"][0], "code" in refused.body, "etag" in listed.headers]


@shows("w-strict-requests", [201, 200, 201], [422, 400, 201])
def _(c):
    return [c.post("/uptime/services", {"name": "a", "colour": "red"}).status,
            c.get("/email/messages?colour=red").status, c.post("/uptime/services", {"name": "b"}).status]


@shows("w-trimmed-names", ["  spaced  ", 201], ["spaced", 409])
def _(c):
    return [c.post("/uptime/services", {"name": "  spaced  "})["name"], c.post("/uptime/services", {"name": "spaced"}).status]


@shows("w-rate-limit", [[200], 200, 401], [[200, 429], 200, 401])
def _(c):
    seen = sorted({c.get("/tokens", patient=False).status for _ in range(40)})
    time.sleep(1.1)
    return [seen, c.get("/tokens", patient=False).status, c.get("/tokens", who=None).status]


@shows("w-hidden-from-strangers", [401, 401, 401, 401], [404, 404, 401, 401])
def _(c):
    return [c.get(p, who=None).status for p in ("/registry/registries", "/oncall/incidents", "/email/keys", "/tokens")]


@shows("w-token-days", [401], [200])
def _(c):
    key = c.post("/tokens", {"name": "x", "expiresIn": 60})["key"]
    c.advance(7200)
    return [c.get("/tokens", bearer=key).status]


@shows("w-token-times", ["Z", False, False], ["+05:30", True, True])
def _(c):
    c.post("/tokens", {"name": "x"})
    token = c.get("/tokens")["tokens"][0]
    return ["+05:30" if token["createdAt"].endswith("+05:30") else token["createdAt"][-1],
            token["expiresAt"].startswith("2999"), token["lastRequest"].startswith("1970")]


@shows("w-token-default-scope", [[], 200], [["org.member"], 200])
def _(c):
    key = c.post("/tokens", {"name": "x"}, who="mia")["key"]
    return [[s["role"] for s in c.get("/tokens", who="mia")["tokens"][0]["scope"]], c.get("/clusters", bearer=key).status]


@shows("w-iam-fine-roles", [False, 400], [True, 201])
def _(c):
    domain = c.post("/email/domains", {"name": "r.judged.example"})["id"]
    scope = [{"role": "roles/email.domain.viewer", "resourceIds": [domain]}]
    return ["roles/email.viewer" in [r["id"] for r in c.get("/iam/catalog")["roles"]],
            c.post("/tokens", {"name": "x", "scope": scope}).status]


@shows("w-iam-managers-only", [200, True, True], [403, False, True])
def _(c):
    c.event("role-changes", organization="acme", customRole={"id": "own", "permissions": ["email.domain.read"]})
    return [c.get("/iam/permissions", who="mia").status, "own" in [r["id"] for r in c.get("/iam/catalog")["roles"]],
            "own" in [r["id"] for r in c.get("/tokens/scope-options")["roles"]]]


@shows("w-org-null-means-billing", [400, 400, 400], [200, 200, 400])
def _(c):
    first = c.patch("/organization/contacts", {"technicalEmail": None})
    second = c.patch("/organization/contacts", {"securityEmail": " Sec@ACME.example "})
    if second.status == 200:
        assert second["technicalEmail"] == second["billingEmail"] and second["securityEmail"] == "sec@acme.example"
    return [first.status, second.status, c.patch("/organization/contacts", {"billingEmail": None}).status]


@shows("w-registry-vanishing-repositories", [204, 1, 200, 404], [204, 0, 200, 200])
def _(c):
    c.post("/registry/registries", {"slug": "r"})
    digest = c.event("image-pushed", registry="r", repository="web")["digest"]
    at = "/registry/registries/r"
    gone = c.delete(f"{at}/manifests?repo=web&digest={q(digest)}").status
    return [gone, c.get(at)["repositoryCount"], c.get(at + "/tags?repo=web").status, c.get(at + "/tags?repo=never").status]


@shows("w-registry-slugs-stay-taken", [201, 204, 201], [201, 204, 409])
def _(c):
    new = lambda: c.post("/registry/registries", {"slug": "again"}).status
    return [new(), c.delete("/registry/registries/again").status, new()]


@shows("w-registry-revoked-keys-gone", [1, 204], [0, 404])
def _(c):
    c.post("/registry/registries", {"slug": "r"})
    at = "/registry/registries/r/keys"
    key = c.post(at, {"name": "k", "mode": "pull"})["keyId"]
    ok(c.delete(f"{at}/{q(key)}"), 204)
    return [len(c.get(at)["keys"]), c.delete(f"{at}/{q(key)}").status]


@shows("w-registry-login-needs-one", [201, 201, 404], [403, 201, 403])
def _(c):
    empty = c.post("/registry/login", {}).status
    c.post("/registry/registries", {"slug": "r"})
    return [empty, c.post("/registry/login", {}).status, c.post("/registry/login", {"registry": "none"}).status]


@shows("w-registry-subject-regex", [403, 401, 401], [401, 403, 401])
def _(c):
    part = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()
    seen = []
    for slug, pattern in (("a", "repo:acme/.+"), ("b", "repo:acme/*"), ("c", "repo:acme/app")):
        c.post("/registry/registries", {"slug": slug})
        ok(c.post(f"/registry/registries/{slug}/oidc-rules", {
            "issuer": "http://127.0.0.1:9", "audience": "ci", "subjectPattern": pattern, "mode": "pull"}), 201)
        token = ".".join([part({"alg": "RS256", "typ": "JWT"}), part({
            "iss": "http://127.0.0.1:9", "aud": "ci", "sub": "repo:acme/app", "exp": int(time.time()) + 600}), part("x")])
        seen.append(c.post("/registry/oidc/exchange", {"registry": slug, "token": token}, who=None).status)
    return seen


def message(c, to="jo@customer.example", **more):
    return c.event("message-sent", **{"from": "a@d.judged.example", "to": [to], **more})["messageId"]


@shows("w-email-one-bounce-pauses", [False, False], [True, True])
def _(c):
    verified_domain(c, "d.judged.example")
    paused = c.event("message-bounced", messageId=message(c), bounce="hard")["paused"]
    return [paused, c.get("/email/settings")["paused"]]


@shows("w-email-pages-before-filters", [1, False, 1], [0, True, 1])
def _(c):
    verified_domain(c, "d.judged.example")
    message(c, "rare@x.example")
    for _ in range(11):
        message(c)
    page = c.get("/email/messages?to=rare@x.example")
    first, total = page.body, list(page["messages"])
    while page.body.get("cursor"):
        page = c.get("/email/messages?to=rare@x.example&cursor=" + q(page["cursor"]))
        total += page["messages"]
    everything, page = [], c.get("/email/messages")
    while True:
        everything += [m["id"] for m in page["messages"]]
        if not page.body.get("cursor"):
            break
        page = c.get("/email/messages?cursor=" + q(page["cursor"]))
    assert len(everything) == len(set(everything)) == 12
    return [len(first["messages"]), "cursor" in first, len(total)]


@shows("w-email-queued-first", ["sent", True, 1, "sent", 1], ["queued", False, 0, "sent", 1])
def _(c):
    verified_domain(c, "d.judged.example")
    at = "/email/messages/" + q(message(c))
    before = c.get(at).body
    time.sleep(2.2)
    after = c.get(at).body
    early = message(c)
    c.event("message-delivered", messageId=early)
    assert [e["kind"] for e in c.get("/email/messages/" + q(early))["events"]] == ["sent", "delivered"]
    old = message(c, createdAt="2025-01-01T00:00:00Z")
    assert old
    return [before["message"]["state"], "sentAt" in before["message"], len(before["events"]), after["message"]["state"], len(after["events"])]


def hook(c, *answers):
    made = ok(c.post("/email/webhooks", {"url": "http://127.0.0.1:9/hook", "eventTypes": ["message.sent"]}), 201)
    c.event("webhook-endpoint-answers", endpointId=made["webhook"]["id"], answers=[{"status": a} for a in answers])
    return made


@shows("w-email-delivery-per-attempt", [["delivered", 2]], [["delivered", 1], ["failed", 1]])
def _(c):
    verified_domain(c, "d.judged.example")
    hook(c, 500, 200)
    message(c)
    c.advance(40)
    return [[d["state"], d["attempts"]] for d in c.get("/email/webhook-deliveries")["deliveries"]]


@shows("w-email-other-signature", [True, False, None], [False, True, "1.0"])
def _(c):
    verified_domain(c, "d.judged.example")
    secret = hook(c, 200)["signingSecret"]
    message(c)
    c.advance(2)
    attempt = c.control("GET", "/webhook-deliveries")["attempts"][0]
    mine = "sha512=" + hmac.new(secret.encode(), attempt["body"].encode(), hashlib.sha512).hexdigest()
    return [secret.startswith("whsec_"), attempt["headers"].get("x-platform-signature") == mine, json.loads(attempt["body"]).get("specversion")]


@shows("w-email-mx-upfront", [0, 1, True], [1, 1, True])
def _(c):
    made = c.post("/email/domains", {"name": "d.judged.example"}).body
    mx = lambda domain: sum(r["type"] == "MX" for r in domain["dnsRecords"])
    armed = c.post(f"/email/domains/{q(made['id'])}/receive").body
    return [mx(made), mx(armed), len(c.get(f"/email/domains/{q(made['id'])}/dns")["records"]) == len(armed["dnsRecords"])]


@shows("w-email-routes-need-verified-mx", [201, 409], [409, 201])
def _(c):
    domain = c.post("/email/domains", {"name": "d.judged.example"})["id"]
    ok(c.post(f"/email/domains/{q(domain)}/receive"), 200)
    body = {"domainId": domain, "pattern": "x", "endpointId": hook(c, 200)["webhook"]["id"]}
    early = c.post("/email/routes", body).status
    c.event("dns-record-published", domain=domain)
    c.post(f"/email/domains/{q(domain)}/check")
    c.advance(10)
    return [early, c.post("/email/routes", body).status]


@shows("w-email-routes-outlive-domains", [0, 204], [1, 409])
def _(c):
    domain, end = verified_domain(c, "d.judged.example", receive=True), hook(c, 200)["webhook"]["id"]
    route = ok(c.post("/email/routes", {"domainId": domain, "pattern": "x", "endpointId": end}), 201)["id"]
    ok(c.delete("/email/domains/" + q(domain)), 204)
    seen = [len(c.get("/email/routes")["routes"]), c.delete("/email/webhooks/" + q(end)).status]
    if seen[1] == 409:
        ok(c.delete("/email/routes/" + q(route), who="gina"), 404)
        ok(c.delete("/email/routes/" + q(route)), 204)
        ok(c.delete("/email/webhooks/" + q(end)), 204)
    return seen


@shows("w-email-suppress-again", [201, 409, 1], [201, 201, 1])
def _(c):
    new = lambda: c.post("/email/suppressions", {"address": "a@x.example"}).status
    return [new(), new(), len(c.get("/email/suppressions")["suppressions"])]


@shows("w-email-check-is-final", ["pending", "verified"], ["failed", "verified"])
def _(c):
    domain, seen = c.post("/email/domains", {"name": "d.judged.example"})["id"], []
    for _ in range(2):
        ok(c.post(f"/email/domains/{q(domain)}/check"), 202)
        c.advance(10)
        seen.append(c.get("/email/domains/" + q(domain))["sendState"])
        c.event("dns-record-published", domain=domain)
    return seen


@shows("w-oncall-deletes-always-succeed", [204, 404, 404, 404, 1], [204, 204, 204, 204, 1])
def _(c):
    source = "/oncall/alert-sources/" + q(c.post("/oncall/alert-sources", {"name": "a", "serviceId": SERVICE})["id"])
    plan = c.post("/oncall/schedules", SCHEDULE)["id"]
    return [c.delete(source).status, c.delete(source).status, c.delete("/oncall/escalation-policies/none").status,
            c.delete("/oncall/schedules/" + q(plan), who="gina").status, len(c.get("/oncall/schedules")["schedules"])]


def policy_on(c, *waits):
    steps = [{"target": {"kind": "user", "id": u, "label": "x"}, "waitSeconds": w} for u, w in zip((MIA, MAX), waits)]
    made = ok(c.post("/oncall/escalation-policies", {"name": "p", "repeat": 0, "steps": steps}), 201)["id"]
    ok(c.api("PUT", f"/oncall/services/{SERVICE}/escalation-policy", {"escalationPolicyId": made}), 200)


@shows("w-oncall-wait-before-step", [[MIA], [MIA, MAX]], [[], [MIA]])
def _(c):
    policy_on(c, 60, 120)
    c.post("/oncall/incidents", {"serviceId": SERVICE, "title": "t"})
    seen = []
    for seconds in (5, 65):
        c.advance(seconds)
        seen.append([p["userId"] for p in c.control("GET", "/pages")["pages"]])
    return seen


@shows("w-oncall-overrides-in-zone", ["2030-01-01T00:00:00Z", 201], ["2030-01-01T09:00:00+09:00", 409])
def _(c):
    at = f"/oncall/schedules/{q(c.post('/oncall/schedules', SCHEDULE)['id'])}/overrides"
    body = {"userId": MIA, "label": "Mia", "startsAt": "2030-01-01T00:00:00Z", "endsAt": "2030-01-02T00:00:00Z"}
    first = ok(c.post(at, body), 201)["startsAt"]
    return [first, c.post(at, {**body, "startsAt": "2030-01-01T12:00:00Z"}).status]


@shows("w-oncall-detail-nested", ["open", None, 1], [None, "open", 1])
def _(c):
    detail = c.get("/oncall/incidents/" + q(c.event("alert-fires", serviceId=SERVICE, alert="A")["incidentId"])).body
    return [detail.get("status"), detail.get("incident", {}).get("status"), len(detail.get("alerts") or detail["evidence"]["alerts"])]


@shows("w-oncall-repeats-are-fine", [False, 409, 409, "resolved"], [True, 200, 200, "resolved"])
def _(c):
    at = "/oncall/incidents/" + q(c.post("/oncall/incidents", {"serviceId": SERVICE, "title": "t"})["id"])
    first = ok(c.post(at + "/resolve"), 200).body
    return ["acknowledgedAt" in first, c.post(at + "/resolve").status, c.post(at + "/acknowledge").status, c.get(at)["status"]]


@shows("w-oncall-quiet-period", [True, "resolved", "resolved", "open"], [False, "open", "resolved", "open"])
def _(c):
    bare = c.post("/oncall/incidents", {"serviceId": SERVICE2, "title": "no alerts"})["id"]
    incident = c.event("alert-fires", serviceId=SERVICE, alert="A")["incidentId"]
    seen = [c.event("alert-resolves", serviceId=SERVICE, alert="A")["resolved"]]
    for seconds in (10, 130):
        c.advance(seconds)
        seen.append(c.get("/oncall/incidents/" + q(incident))["status"])
    return seen + [c.get("/oncall/incidents/" + q(bare))["status"]]


@shows("w-oncall-numbered-updates", [False, [204, 1]], [True, [204, 1]])
def _(c):
    two = [c.post("/oncall/incidents", {"serviceId": SERVICE, "title": "t"})["id"] for _ in range(2)]
    ids = [ok(c.post(f"/oncall/incidents/{q(i)}/updates", {"body": "b"}), 201)["id"] for i in two]
    gone = c.delete(f"/oncall/incidents/{q(two[0])}/updates/{q(ids[0])}").status
    return [ids == ["1", "1"], [gone, len(c.event("status-page-viewed", serviceIds=[SERVICE])["incidents"])]]


@shows("w-cluster-phases", ["provisioning", "provisioning", "ready", "ready", "restarting"],
       ["Queued", "Allocating", "Bootstrapping", "Running", "Resizing"])
def _(c):
    c.control("PUT", "/clock", {"mode": "frozen"})
    seen = [c.post("/clusters", {"name": "a", "tier": "small", "replicas": 1})["phase"]]
    for seconds in (2, 3, 7):
        c.advance(seconds)
        seen.append(c.get("/clusters/a")["phase"])
    return seen + [ok(c.patch("/clusters/a", {"tier": "large"}), 200)["phase"]]


@shows("w-cluster-changes-merge", [1, 409, [3, "small"], 409], [3, 200, [3, "large"], 409])
def _(c):
    c.post("/clusters", {"name": "a", "tier": "small", "replicas": 1})
    c.advance(10)
    first = ok(c.patch("/clusters/a", {"replicas": 3}), 200)["replicas"]
    second = c.patch("/clusters/a", {"tier": "large"}).status
    c.advance(10)
    now = c.get("/clusters/a").body
    assert now["phase"] == "ready"
    c.event("cluster-changes-concurrently", cluster="a", lasts="roll", change={"replicas": 5})
    blocked = c.patch("/clusters/a", {"tier": "medium"}).status
    c.advance(10)
    assert c.get("/clusters/a")["replicas"] == 5
    return [first, second, [now["replicas"], now["tier"]], blocked]


@shows("w-cluster-gone-at-once", [200, 202, 409, 201], [404, 404, 409, 201])
def _(c):
    body = {"name": "a", "tier": "small"}
    c.post("/clusters", body)
    c.advance(10)
    ok(c.delete("/clusters/a"), 202)
    seen = [c.get("/clusters/a").status, c.delete("/clusters/a").status, c.post("/clusters", body).status]
    c.advance(10)
    return seen + [c.post("/clusters", body).status]


@shows("w-cluster-defaults", [1, False, "shared", False, "1.32.6"], [3, True, "dedicated", True, "1.31.9"])
def _(c):
    made = ok(c.post("/clusters", {"name": "a", "tier": "small"}), 201).body
    return [made["replicas"], made["mesh"], made["datastore"]["mode"], made["managedLoadBalancers"]["enabled"], made["orchestratorVersion"]]


@shows("w-cluster-no-access-while-provisioning", [200, 201, 201, 200, 201], [409, 409, 409, 200, 201])
def _(c):
    c.post("/clusters", {"name": "a", "tier": "small"})
    config, join = lambda: c.get("/clusters/a/kubeconfig").status, lambda: c.post("/clusters/a/join-tokens").status
    early = [config(), join(), c.post("/clusters/a/registration-tokens", {"name": "r"}).status]
    c.advance(10)
    return early + [config(), join()]


@shows("w-uptime-confirmed-after-first", ["up", "up", "down", "up", "up"], ["up", "up", "up", "down", "up"])
def _(c):
    monitor = ok(c.post("/uptime/monitors", {**MONITOR, "vantages": ["fra"]}), 201)["id"]
    states = []
    for outcome in ("ok", "fail", "fail"):
        c.advance(60)
        states.append(c.event("probe-result", monitorId=monitor, outcome=outcome)["state"])
    c.advance(60)
    assert c.event("probe-result", monitorId=monitor, outcome="fail")["state"] == "down"
    for _ in range(2):
        c.advance(60)
        states.append(c.event("probe-result", monitorId=monitor, outcome="ok")["state"])
    return states


@shows("w-uptime-deleted-still-count", [404, 404, 404, 201], [404, 200, 200, 403])
def _(c):
    monitor = ok(c.post("/uptime/monitors", MONITOR), 201)["id"]
    c.event("probe-result", monitorId=monitor, outcome="ok")
    at = "/uptime/monitors/" + q(monitor)
    ok(c.delete(at), 204)
    c.event("quota-changes", organization="acme", quota="monitors", value=1)
    seen = [c.get(at).status, c.get(at + "/transitions").status, c.get(at + "/metrics").status, c.post("/uptime/monitors", MONITOR).status]
    c.advance(25 * 3600)
    c.event("quota-changes", organization="acme", quota="monitors", value=2)
    ok(c.post("/uptime/monitors", MONITOR), 201)
    return seen


@shows("w-uptime-normalised-targets", ["https://Example.com:443", ["sin", "fra"], "https://Hooks.example"],
       ["https://example.com/", ["fra", "sin"], "https://hooks.example/"])
def _(c):
    made = ok(c.post("/uptime/monitors", {**MONITOR, "vantages": ["sin", "fra"], "http": {"url": "https://Example.com:443"}}), 201)
    end = ok(c.post("/email/webhooks", {"url": "https://Hooks.example", "eventTypes": ["message.sent"]}), 201)
    return [made["http"]["url"], made["vantages"], end["webhook"]["url"]]


@shows("w-uptime-metrics-form", ["24h", 2, {"fra": 100.0, "iad": 100.0}, False],
       ["1h", 0, {"Frankfurt": {"vantage": "fra", "percent": 100.0, "checks": 1}, "Virginia": {"vantage": "iad", "percent": 100.0, "checks": 1}}, True])
def _(c):
    monitor = ok(c.post("/uptime/monitors", MONITOR), 201)["id"]
    at = f"/uptime/monitors/{q(monitor)}/metrics"
    before = c.get(at).body
    c.event("probe-result", monitorId=monitor, outcome="ok")
    after = c.get(at).body
    return [before["window"], len(before["series"]), after["uptimePct"], after["series"][0]["points"][0]["t"] > 1e11]


def prove(variation):
    function, clean_shows, varied_shows = SHOW[variation["id"]]
    assert json.dumps(clean_shows) != json.dumps(varied_shows)
    problems, copies = [], []
    try:
        copies = [Copy(), Copy(variation["edits"])]
        for copy in copies:
            copy.wait()
        for name, copy, expected in (("clean", copies[0], clean_shows), ("varied", copies[1], varied_shows)):
            seen = function(copy)
            if json.dumps(seen) != json.dumps(expected):
                problems.append(f"{name} shows {json.dumps(seen)}, expected {json.dumps(expected)}")
        for area in variation["areas"]:
            ok(copies[1].control("POST", "/reset"), 200)
            try:
                ORDINARY[area](copies[1])
            except Exception as error:
                problems.append(f"ordinary {area}: {type(error).__name__} {error} (line {error.__traceback__.tb_next and error.__traceback__.tb_next.tb_lineno})")
    except Exception as error:
        problems.append(f"{type(error).__name__} {error}")
    finally:
        for copy in copies:
            log = copy.stop()
            if "Traceback" in log:
                problems.append("a traceback in the log: " + log[-500:].replace("\n", " | "))
    return problems


def main():
    variations = json.loads((HERE / "variations.json").read_text())
    wanted = sys.argv[1:]
    unknown = set(wanted) - {x["id"] for x in variations}
    if unknown:
        sys.exit(f"unknown: {', '.join(sorted(unknown))}")
    failed = 0
    for variation in variations:
        if wanted and variation["id"] not in wanted:
            continue
        problems = prove(variation)
        failed += bool(problems)
        print(f"{'FAILED' if problems else 'holds '} {variation['id']}" + "".join("\n       " + p for p in problems), flush=True)
    print(f"{failed} failed" if failed else "all hold")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
