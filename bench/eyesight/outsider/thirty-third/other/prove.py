"""Proves the mistakes of mistakes.json: prove.py [ID...]

Each is shown against the clean candidate (which must be right) and against a copy with its edits (which must be
wrong), both started afresh on a free port, one after the other. Standard library only; the candidate needs a JDK.
The environment variable CANDIDATE names another folder of the candidate.
"""
import base64
import hashlib
import hmac
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from urllib.parse import urlencode

HERE = Path(__file__).resolve().parent
CANDIDATE = (HERE / "../../../../../examples/eighth-candidate").resolve()
if os.environ.get("CANDIDATE"):
    CANDIDATE = Path(os.environ["CANDIDATE"]).resolve()

REG, MAIL, CALL, KUBE, UP = "/api/v1/registry", "/api/v1/email", "/api/v1/oncall", "/api/v1/clusters", "/api/v1/uptime"
SESSIONS = {"owner": "sess-olga-7f31", "admin": "sess-arne-20c4", "member": "sess-mia-9b02", "member2": "sess-max-51de",
            "viewer": "sess-vik-c88a", "scoped": "sess-sam-03fb", "outsider": "sess-otto-e1d9"}
USERS = {"owner": "usr-1001", "member": "usr-1003", "member2": "usr-1004"}
PROD = KUBE + "/acme-prod"


class Unprepared(Exception):
    """Something before the step that is looked at went wrong: proves nothing."""


class Answer:
    def __init__(self, status, raw):
        self.status, self.text = status, raw.decode("utf-8", "replace")
        try:
            self.json = json.loads(raw)
        except ValueError:
            self.json = None

    @property
    def refused(self):
        return 400 <= self.status < 500

    def __repr__(self):
        return f"{self.status} {self.text[:200]}"


def need(answer, *statuses):
    if answer.status not in (statuses or (200, 201, 202, 204)):
        raise Unprepared(repr(answer))
    return answer.json


def prepared(condition, what):
    if not condition:
        raise Unprepared(what)


class Service:
    """A running candidate."""

    def __init__(self, folder, classes):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.process = subprocess.Popen(["bash", "run.sh", "--port", str(self.port)], cwd=folder, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, env={**os.environ, "TMPDIR": str(classes)})
        if not self.process.stdout.readline().startswith("http"):  # it prints the URL when it is ready
            self.stop()
            raise Unprepared("it does not start")

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def call(self, method, path, body=None, who="owner", query=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {}
        if who:
            headers["Authorization"] = "Bearer " + SESSIONS.get(who, who)
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            connection.request(method, path + ("?" + urlencode(query) if query else ""), None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            return Answer(response.status, response.read())
        finally:
            connection.close()

    def get(self, path, **how):
        return self.call("GET", path, **how)

    def post(self, path, body=None, **how):
        return self.call("POST", path, body, **how)

    def put(self, path, body=None, **how):
        return self.call("PUT", path, body, **how)

    def patch(self, path, body=None, **how):
        return self.call("PATCH", path, body, **how)

    def delete(self, path, **how):
        return self.call("DELETE", path, **how)

    # the driver

    def tell(self, event, **body):
        return self.post("/_understudy/events/" + event, body, who=None)

    def event(self, event, **body):
        return need(self.tell(event, **body))

    def freeze(self, now=None):
        need(self.put("/_understudy/clock", {"mode": "frozen", **({"now": now} if now else {})}, who=None))

    def advance(self, by):
        need(self.post("/_understudy/clock/advance", {"by": by}, who=None))

    def pages(self, incident, user=None):
        return need(self.get("/_understudy/pages", who=None, query={"incidentId": incident, **({"userId": user} if user else {})}))["pages"]

    # often needed

    def at_once(self, *requests):
        """Sends (method, path, body, who) as nearly at the same time as can be."""
        barrier, answers = threading.Barrier(len(requests)), [None] * len(requests)

        def one(number, request):
            barrier.wait()
            answers[number] = self.call(*request)

        threads = [threading.Thread(target=one, args=(n, r)) for n, r in enumerate(requests)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers

    def registry(self, slug, who="owner"):
        need(self.post(REG + "/instances", {"slug": slug}, who=who))
        return f"{REG}/instances/{slug}"

    def allowed(self, credential, registry="acme-platform", repository="platform/gateway"):
        return need(self.post(REG + "/access-check", {"username": credential["username"], "password": credential["password"], "registry": registry,
                                                      "repository": repository, "action": "pull"}, who=None))["allowed"]

    def domain(self, name, receive=False):
        d = need(self.post(MAIL + "/domains", {"name": name}), 201)
        if receive:
            need(self.post(f"{MAIL}/domains/{d['id']}/receive"), 200)
        return d

    def policy(self, name, *steps, repeat=0):
        """Steps are (actor, seconds to wait)."""
        return need(self.post(CALL + "/policies", {"name": name, "repeat": repeat, "steps": [
            {"target": {"kind": "user", "id": USERS[who], "label": who}, "waitSeconds": wait} for who, wait in steps]}), 201)

    def attach(self, policy, service="svc-checkout"):
        return need(self.patch(f"{CALL}/services/{service}/escalation", {"escalationPolicyId": policy["id"]}), 200)

    def incident(self, title="proof"):
        return need(self.post(CALL + "/incidents", {"serviceId": "svc-checkout", "title": title}), 201)

    def listed(self, path, envelope, who="owner", **query):
        return need(self.get(path, who=who, query=query or None), 200)[envelope]


def by_id(things, id):
    found = [x for x in things if x.get("id") == id]
    prepared(found, "not listed")
    return found[0]


PROOFS = {}


def proof(id):
    def keep(f):
        PROOFS["bj-" + id] = f
        return f
    return keep


# Every proof gets a fresh service and returns whether it is right, and what was seen.

@proof("retry-keeps-secret")
def _(s):
    s.freeze()
    made = need(s.post(MAIL + "/webhooks", {"url": "https://hooks.proof.example/in", "eventTypes": ["MESSAGE_SENT"]}), 201)
    id, old = made["webhook"]["id"], made["signingSecret"]
    s.event("webhook-endpoint-answers", endpointId=id, answers=[{"status": 500}, {"status": 200}])
    s.event("message-sent", **{"from": "news@mail.acme.example", "to": ["ann@proof.example"]})
    s.advance("PT2S")

    def attempts():
        return need(s.get("/_understudy/webhook-deliveries", who=None, query={"endpointId": id}))["attempts"]

    def signed(attempt, secret):
        h = attempt["headers"]
        text = f"{h['webhook-id']}.{h['webhook-timestamp']}.{attempt['body']}".encode()
        return h["webhook-signature"] == "v1," + base64.b64encode(hmac.new(base64.b64decode(secret[6:]), text, hashlib.sha256).digest()).decode()

    prepared(len(attempts()) == 1 and signed(attempts()[0], old), "the first attempt")
    new = need(s.post(f"{MAIL}/webhooks/{id}/rotate-secret"), 200)["signingSecret"]
    s.advance("PT20S")
    prepared(len(attempts()) == 2, "the retry")
    retry = attempts()[1]
    return signed(retry, new) and not signed(retry, old), f"new {signed(retry, new)}, old {signed(retry, old)}"


@proof("vanished-node-listed")
def _(s):
    s.event("node-joins", cluster="acme-prod", node="proof-1", ready=True)
    names = lambda: [n["name"] for n in s.listed(PROD + "/nodes", "nodes")]
    prepared("proof-1" in names(), "not listed")
    s.event("node-lost", cluster="acme-prod", node="proof-1", how="vanished")
    return "proof-1" not in names(), names()


@proof("second-login-ends-first")
def _(s):
    first = need(s.post(REG + "/credentials", {}))
    prepared(s.allowed(first), "the first one")
    second = need(s.post(REG + "/credentials", {}))
    prepared(s.allowed(second), "the second one")
    return s.allowed(first), s.allowed(first)


@proof("skew-error-object")
def _(s):
    s.event("node-joins", cluster="acme-prod", node="proof-old", agentVersion="v1.29.3", ready=True)
    a = s.patch(PROD, {"orchestratorVersion": "v1.32.3"})
    prepared(a.status == 409 and "proof-old" in a.text, a)
    return isinstance(a.json["error"], str) and "proof-old" in a.json["error"], a


@proof("scope-names-unseen")
def _(s):
    s.registry("proof-hidden")
    prepared([r["slug"] for r in s.listed(REG + "/instances", "registries", who="scoped")] == ["acme-platform"], "what the scoped one sees")
    mint = lambda slug: s.post("/api/v1/tokens", {"name": "proof", "scope": [{"role": "ROLE_REGISTRY_READER", "resourceIds": [slug]}]}, who="scoped")
    need(mint("acme-platform"), 201)
    a = mint("proof-hidden")
    return a.refused, a


@proof("one-cluster-over")
def _(s):
    prepared(len(s.listed(KUBE, "clusters")) == 1, "one cluster")
    s.event("quota-changes", quota="clusters", value=2)
    need(s.post(KUBE, {"name": "proof-two", "tier": "small"}), 201)
    a = s.post(KUBE, {"name": "proof-three", "tier": "small"})
    return a.status == 403, a


@proof("rule-without-prefixes")
def _(s):
    path = s.registry("proof-rules") + "/access-rules"
    a = need(s.post(path, {"issuer": "https://ci.proof.example", "audience": "proof", "subjectPattern": "repo:*", "mode": "pull"}))
    rule = by_id(s.listed(path, "rules"), a["id"])
    return isinstance(a.get("repoPrefixes"), list) and isinstance(rule.get("repoPrefixes"), list), rule


@proof("check-answers-200")
def _(s):
    a = s.post(f"{MAIL}/domains/{s.domain('check.proof.example')['id']}/check")
    prepared(isinstance(a.json.get("status"), str), a)
    return a.status == 202, a


@proof("upgrade-not-with-resize")
def _(s):
    k = need(s.get(PROD), 200)
    prepared((k["phase"], k["orchestratorVersion"], k["tier"]) == ("RUNNING", "v1.31.7", "medium"), k)
    a = s.patch(PROD, {"orchestratorVersion": "v1.32.3", "tier": "large"})
    return a.status == 200, a


@proof("content-of-any-domain")
def _(s):
    s.domain("mail.proof.example", receive=True)
    id = s.event("message-received", **{"from": "ann@else.example", "to": ["info@mail.proof.example"], "text": "for few eyes"})["messageId"]
    prepared("for few eyes" in s.get(f"{MAIL}/messages/{id}/content").text, "the owner reads it")
    need(s.get(f"{MAIL}/messages/{id}", who="scoped"), 403, 404)
    a = s.get(f"{MAIL}/messages/{id}/content", who="scoped")
    return a.refused and "for few eyes" not in a.text, a


@proof("list-without-firing-alerts")
def _(s):
    i = s.incident()
    i = by_id(s.listed(CALL + "/incidents", "incidents"), i["id"])
    return isinstance(i.get("firingAlerts"), int), i


@proof("cursor-error-message")
def _(s):
    a = s.get(MAIL + "/messages", query={"cursor": "nonsense"})
    prepared(a.refused, a)
    return isinstance(a.json, dict) and isinstance(a.json.get("error"), str), a


@proof("services-of-any-policy")
def _(s):
    one, two = s.policy("proof one", ("member", 60)), s.policy("proof two", ("member", 60))
    s.attach(one)
    listed = s.listed(CALL + "/policies", "policies")
    prepared(by_id(listed, one["id"])["services"] == 1, "the first")
    return by_id(listed, two["id"])["services"] == 0, by_id(listed, two["id"])["services"]


@proof("attach-takes-from-others")
def _(s):
    p = s.policy("proof", ("member", 60))
    s.attach(p, "svc-checkout")
    prepared(by_id(s.listed(CALL + "/policies", "policies"), p["id"])["services"] == 1, "attached to one")
    s.attach(p, "svc-search")
    n = by_id(s.listed(CALL + "/policies", "policies"), p["id"])["services"]
    return n == 2, n


@proof("one-roll-on-the-shard")
def _(s):
    need(s.post(KUBE, {"name": "proof-side", "tier": "small"}), 201)
    end = time.monotonic() + 40
    while "endpoint" not in need(s.get(KUBE + "/proof-side"), 200) and time.monotonic() < end:
        time.sleep(0.5)
    prepared(need(s.get(KUBE + "/proof-side"), 200)["phase"] == "RUNNING", "provisioned")
    need(s.patch(PROD, {"replicas": 5}), 200)
    a = s.patch(KUBE + "/proof-side", {"replicas": 1})
    return a.status == 200, a


@proof("member-purges")
def _(s):
    s.event("image-pushed", registry="acme-platform", repository="proof/app", tags=["only"])
    a = s.delete(REG + "/instances/acme-platform/tags", who="member", query={"repo": "proof/app", "tag": "only", "purge": "true"})
    left = len(s.listed(REG + "/instances/acme-platform/images", "manifests", repo="proof/app"))
    return a.refused and left == 1, f"{a}, {left} left"


@proof("routes-refused-to-scoped")
def _(s):
    prepared(len(s.listed(MAIL + "/domains", "domains", who="scoped")) == 1, "one domain")
    a = s.get(MAIL + "/routes", who="scoped")
    return a.status == 200 and isinstance(a.json.get("routes"), list), a


@proof("scoped-sees-all-domains")
def _(s):
    id = s.domain("other.proof.example")["id"]
    ids = [d["id"] for d in s.listed(MAIL + "/domains", "domains", who="scoped")]
    return id not in ids and len(ids) == 1, len(ids)


@proof("registration-token-spent")
def _(s):
    token = need(s.post(PROD + "/registration-tokens", {"name": "pool"}), 201)["token"]
    need(s.post(PROD + "/join", {"token": token, "node": "proof-a"}, who=None), 201)
    a = s.post(PROD + "/join", {"token": token, "node": "proof-b"}, who=None)
    return a.status == 201, a


@proof("any-cluster-by-name")
def _(s):
    need(s.post(KUBE, {"name": "proof-mine", "tier": "small"}), 201)
    need(s.get(KUBE + "/proof-nowhere", who="outsider"), 404)
    a = s.get(KUBE + "/proof-mine", who="outsider")
    return a.status in (403, 404), a


@proof("same-pattern-at-once")
def _(s):
    d = s.domain("routes.proof.example", receive=True)
    hook = need(s.post(MAIL + "/webhooks", {"url": "https://hooks.proof.example/in", "eventTypes": ["MESSAGE_RECEIVED"]}), 201)["webhook"]
    route = {"domainId": d["id"], "pattern": "support", "endpointId": hook["id"]}
    answers = sorted(a.status for a in s.at_once(*[("POST", MAIL + "/routes", route, "owner")] * 4))
    prepared(201 in answers, answers)
    routes = s.listed(MAIL + "/routes", "routes")
    return answers == [201, 409, 409, 409] and len(routes) == 1, f"{answers}, {len(routes)} routes"


@proof("content-for-ninety-days")
def _(s):
    s.domain("old.proof.example", receive=True)
    ago = lambda days: (datetime.now(timezone.utc) - timedelta(days=days)).isoformat()
    got = lambda days: s.event("message-received", **{"from": "ann@else.example", "to": ["info@old.proof.example"], "createdAt": ago(days)})["messageId"]
    need(s.get(f"{MAIL}/messages/{got(20)}/content"), 200)
    a = s.get(f"{MAIL}/messages/{got(40)}/content")
    return a.status == 404, a


@proof("quota-against-one-push")
def _(s):
    path = s.registry("proof-full")
    s.event("quota-changes", quota="registry-storage-bytes", registry="proof-full", value=1000)
    push = lambda repo: s.tell("image-pushed", registry="proof-full", repository=repo, manifestBytes=10, layers=[{"sizeBytes": 600}])
    need(push("one"))
    a = push("two")
    d = need(s.get(path), 200)
    return a.refused and d["usedBytes"] <= d["storageQuotaBytes"], f"{a.status}, {d['usedBytes']} of {d['storageQuotaBytes']}"


@proof("neighbour-ack-stops-walk")
def _(s):
    s.freeze()
    s.attach(s.policy("proof", ("member", 30), ("member2", 0)))
    first = s.incident("first")
    prepared(s.pages(first["id"], USERS["member"]), "the first is paged")
    need(s.post(f"{CALL}/incidents/{first['id']}/acknowledgement"), 200)
    second = s.incident("second")
    s.advance("PT2M")
    paged = [p["userId"] for p in s.pages(second["id"])]
    return paged == [USERS["member"], USERS["member2"]], paged


@proof("rules-of-first-responder")
def _(s):
    s.freeze()
    for who, delay in (("member", 0), ("member2", 120)):
        need(s.put(CALL + "/me/paging", {"rules": [{"channel": "email", "delaySeconds": delay}]}, who=who), 200)
    s.attach(s.policy("proof", ("member", 60), ("member2", 0)))
    i = s.incident()
    prepared(s.pages(i["id"], USERS["member"]), "the first is paged")
    s.advance("PT90S")
    early = len(s.pages(i["id"], USERS["member2"]))
    s.advance("PT2M")
    late = len(s.pages(i["id"], USERS["member2"]))
    prepared(late, "the second is never paged")
    return early == 0 and late == 1, f"{early} after 90 s, {late} after 210 s"


@proof("webhook-url-patched-unchecked")
def _(s):
    make = lambda url: s.post(MAIL + "/webhooks", {"url": url, "eventTypes": ["MESSAGE_SENT"]})
    prepared(make("no uri at all").refused, "refused at creation")
    id = need(make("https://hooks.proof.example/a"), 201)["webhook"]["id"]
    prepared(need(s.patch(f"{MAIL}/webhooks/{id}", {"url": "https://hooks.proof.example/b"}), 200)["url"].endswith("/b"), "a good one")
    a = s.patch(f"{MAIL}/webhooks/{id}", {"url": "no uri at all"})
    url = by_id(s.listed(MAIL + "/webhooks", "webhooks"), id)["url"]
    return a.refused and url.endswith("/b"), f"{a.status}, {url}"


@proof("listing-tags-makes-repository")
def _(s):
    path = s.registry("proof-empty")
    s.get(path + "/tags", query={"repo": "never/pushed"})
    names = [r["name"] for r in s.listed(path + "/repositories", "repositories")]
    return names == [] and need(s.get(path), 200)["repositoryCount"] == 0, names


@proof("logout-in-a-minute")
def _(s):
    l = need(s.post(REG + "/credentials", {}))
    prepared(s.allowed(l), "it works")
    need(s.post(f"{REG}/credentials/{l['keyId']}/revocation"))
    return not s.allowed(l), s.allowed(l)


@proof("admins-name-anything")
def _(s):
    s.registry("proof-foreign", who="outsider")
    a = s.post("/api/v1/tokens", {"name": "proof", "scope": [{"role": "ROLE_REGISTRY_READER", "resourceIds": ["proof-foreign"]}]})
    return a.refused, a


@proof("key-admin-of-another-registry")
def _(s):
    path = s.registry("proof-other")
    s.event("role-changes", userId=USERS["member2"], role="member", grants=[
        {"role": "ROLE_REGISTRY_ADMIN", "resourceIds": ["acme-platform"]}, {"role": "ROLE_REGISTRY_READER", "resourceIds": ["proof-other"]}])
    key = {"name": "proof", "mode": "readwrite"}
    need(s.post(REG + "/instances/acme-platform/keys", key, who="member2"), 201)
    need(s.get(path, who="member2"), 200)
    a = s.post(path + "/keys", key, who="member2")
    return a.refused and not s.listed(path + "/keys", "keys"), a


@proof("reads-without-entitlement")
def _(s):
    s.event("entitlement-changes", area="email", enabled=False)
    need(s.post(MAIL + "/domains", {"name": "x.proof.example"}), 403)
    answers = [s.get(MAIL + "/domains"), s.get(MAIL + "/settings")]
    return all(a.status == 403 for a in answers), answers


@proof("handoff-in-utc")
def _(s):
    s.freeze("2027-07-01T08:30:00Z")
    id = need(s.post(CALL + "/rotations", {"name": "proof", "timezone": "America/New_York", "handoff": {"interval": "daily", "time": "09:00"},
                                           "participants": [{"userId": USERS[w], "label": w} for w in ("member", "member2")]}), 201)["id"]
    now = lambda: by_id(s.listed(CALL + "/rotations", "schedules"), id)["onCallNow"]["userId"]
    before = now()
    s.freeze("2027-07-01T10:30:00Z")
    between = now()
    s.freeze("2027-07-01T13:30:00Z")
    after = now()
    return before == between != after, [before, between, after]


@proof("node-deletions-overlap")
def _(s):
    names = [f"proof-n{n}" for n in range(6)]
    for n in names:
        s.event("node-joins", cluster="acme-prod", node=n, ready=True)
    for a in s.at_once(*[("DELETE", f"{PROD}/nodes/{n}", None, "owner") for n in names]):
        need(a, 204)
    left = [n["name"] for n in s.listed(PROD + "/nodes", "nodes") if n["name"] in names]
    return left == [], left


@proof("no-usage-without-nodes")
def _(s):
    need(s.post(KUBE, {"name": "proof-new", "tier": "small"}), 201)
    need(s.get(PROD + "/usage"), 200)
    a = s.get(KUBE + "/proof-new/usage")
    return a.status == 200 and isinstance(a.json, dict), a


@proof("patch-switches-balancers-off")
def _(s):
    prepared(need(s.patch(PROD, {"managedLoadBalancers": {"enabled": True}}), 200)["managedLoadBalancers"]["enabled"], "switched on")
    need(s.patch(PROD, {"replicas": 5}), 200)
    b = need(s.get(PROD), 200)["managedLoadBalancers"]
    return b["enabled"] is True, b


@proof("twenty-logins-kept")
def _(s):
    keys = [need(s.post(REG + "/credentials", {}))["keyId"] for _ in range(21)]
    need(s.post(f"{REG}/credentials/{keys[-1]}/revocation"))
    a = s.post(f"{REG}/credentials/{keys[0]}/revocation")
    return a.status == 200, a


@proof("empty-log-is-204")
def _(s):
    id = s.domain("quiet.proof.example")["id"]
    a = s.get(MAIL + "/messages", query={"domainId": id})
    return a.status == 200 and a.json == {"messages": []}, a


@proof("services-as-ids")
def _(s):
    made = s.policy("proof", ("member", 60))
    listed = by_id(s.listed(CALL + "/policies", "policies"), made["id"])
    return made["services"] == 0 == listed["services"], listed["services"]


@proof("recovery-not-recorded")
def _(s):
    id = s.listed(UP + "/monitors", "monitors")[0]["id"]
    states = [s.event("probe-result", monitorId=id, outcome=outcome, times=times)["state"] for outcome, times in (("ok", 1), ("fail", 2), ("ok", 1))]
    prepared(states == ["up", "down", "up"], states)
    top = s.listed(f"{UP}/monitors/{id}/transitions", "transitions")[0]
    return (top["from"], top["to"]) == ("down", "up"), top


@proof("source-without-last-event")
def _(s):
    id = need(s.post(CALL + "/sources", {"name": "proof", "serviceId": "svc-checkout"}), 201)["id"]
    source = by_id(s.listed(CALL + "/sources", "sources"), id)
    return isinstance(source.get("lastEventAt"), str), source


@proof("overrides-as-ids")
def _(s):
    person = {"userId": USERS["member"], "label": "Mia"}
    id = need(s.post(CALL + "/rotations", {"name": "proof", "timezone": "Europe/Berlin", "handoff": {"interval": "daily", "time": "09:00"}, "participants": [person]}), 201)["id"]
    day = lambda n: (datetime.now(timezone.utc) + timedelta(days=n)).isoformat()
    need(s.post(f"{CALL}/rotations/{id}/substitutions", {"userId": USERS["member2"], "label": "Max", "startsAt": day(1), "endsAt": day(2)}), 201)
    overrides = by_id(s.listed(CALL + "/rotations", "schedules"), id)["overrides"]
    prepared(len(overrides) == 1, overrides)
    return isinstance(overrides[0], dict) and {"id", "userId", "label", "startsAt", "endsAt"} <= set(overrides[0]), overrides


@proof("paging-draft-shared")
def _(s):
    seen = None
    for n in range(5):
        delays = {"member": 10 + n, "member2": 500 + n}
        for a in s.at_once(*[("PUT", CALL + "/me/paging", {"rules": [{"channel": "email", "delaySeconds": d}]}, w) for w, d in delays.items()]):
            need(a, 200)
        seen = {w: need(s.get(CALL + "/me/paging", who=w), 200)["rules"][0]["delaySeconds"] for w in delays}
        if seen != delays:
            return False, f"{seen}, not {delays}"
    return True, seen


@proof("provisioning-not-counted")
def _(s):
    s.event("quota-changes", quota="clusters", value=3)
    for name in ("proof-two", "proof-three"):
        need(s.post(KUBE, {"name": name, "tier": "small"}), 201)
    answers = [s.post(KUBE, {"name": name, "tier": "small"}) for name in ("proof-four", "proof-five")]
    return all(a.status == 403 for a in answers), answers


@proof("withdrawn-service-counts")
def _(s):
    need(s.patch(PROD, {"managedLoadBalancers": {"enabled": True}}), 200)
    s.event("quota-changes", quota="load-balancer-services", cluster="acme-prod", value=1)
    s.event("service-exposed", cluster="acme-prod", service="shop/one")
    prepared(s.tell("service-exposed", cluster="acme-prod", service="shop/two").refused, "the cap")
    s.event("service-withdrawn", cluster="acme-prod", service="shop/one")
    a = s.tell("service-exposed", cluster="acme-prod", service="shop/two")
    return a.status == 200, a


def copy_with(edits, folder):
    shutil.copytree(CANDIDATE, folder)
    for e in edits:
        file = folder / e["file"]
        text = file.read_text()
        if text.count(e["find"]) != 1:
            raise Unprepared(f"{e['file']}: the text to replace stands there {text.count(e['find'])} times")
        file.chmod(0o644)
        file.write_text(text.replace(e["find"], e["replace"]))


def run(folder, classes, steps):
    classes.mkdir(exist_ok=True)
    service = Service(folder, classes)
    try:
        return steps(service)
    finally:
        service.stop()


def main():
    mistakes = json.loads((HERE / "mistakes.json").read_text())
    ids = [m["id"] for m in mistakes]
    unknown = [a for a in sys.argv[1:] if a not in ids]
    if unknown or set(ids) != set(PROOFS):
        sys.exit(f"unknown: {unknown}; without a counterpart: {sorted(set(ids) ^ set(PROOFS))}")
    wanted, unproven = [m for m in mistakes if len(sys.argv) == 1 or m["id"] in sys.argv[1:]], []
    with tempfile.TemporaryDirectory() as temp:
        temp = Path(temp)
        for m in wanted:
            copy = temp / "copy"
            try:
                right, clean = run(CANDIDATE, temp / "clean-classes", PROOFS[m["id"]])
                if not right:
                    raise Unprepared(f"the clean candidate is wrong: {clean}")
                copy_with(m["edits"], copy)
                right, seen = run(copy, temp / "copy-classes", PROOFS[m["id"]])
                if right:
                    raise Unprepared(f"the copy is right: {seen}")
                print(f"proven    {m['id']}: {clean} / {seen}", flush=True)
            except Exception as e:
                unproven.append(m["id"])
                print(f"UNPROVEN  {m['id']}: {type(e).__name__} {e}", flush=True)
            finally:
                shutil.rmtree(copy, ignore_errors=True)
                shutil.rmtree(temp / "copy-classes", ignore_errors=True)
    print(f"{len(wanted) - len(unproven)} of {len(wanted)} proven" + (f"; not: {', '.join(unproven)}" if unproven else ""))
    sys.exit(1 if unproven else 0)


if __name__ == "__main__":
    main()
