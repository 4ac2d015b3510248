"""Proves the mistakes of mistakes.json: prove.py [ID...]

Each is shown against the clean candidate (which must be right) and against a copy with its edits (which must be
wrong), both started afresh on a free port. Standard library only; FIFTH_CANDIDATE_PYTHON names the candidate's Python.
"""
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
CANDIDATE = (HERE / "../../../../../examples/fifth-candidate").resolve()
PYTHON = os.environ.get("FIFTH_CANDIDATE_PYTHON", sys.executable)

R, E, O = "/api/v1/registry/registries", "/api/v1/email", "/api/v1/oncall"
AUTHORIZE = "/api/v1/registry/data-plane/authorize"
CHECKOUT, SEARCH = "5e0f1c9a-0000-4000-8000-000000000001", "5e0f1c9a-0000-4000-8000-000000000002"
USERS = {name: f"7d0c5e52-0000-4000-8000-00000000000{n}" for n, name in
         enumerate(("olivia", "adam", "mia", "max", "victor", "gina", "dana"), 1)}


class Unprepared(Exception):
    """Something before the step that is looked at went wrong: proves nothing."""


class Answer:
    def __init__(self, status, body, content_type):
        self.status, self.raw, self.type = status, body, content_type
        self.text = body.decode("utf-8", "replace")
        try:
            self.json = json.loads(body)
        except ValueError:
            self.json = None

    @property
    def refused(self):
        return 400 <= self.status < 500

    def __repr__(self):
        return f"{self.status} {self.text[:300]}"


class Service:
    """A running candidate."""

    def __init__(self, folder):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.process = subprocess.Popen(
            [PYTHON, "main.py", "--port", str(self.port)], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )
        for _ in range(200):
            if self.process.poll() is not None:
                raise Unprepared("it does not start")
            try:
                if self.call("GET", "/_understudy/health", who=None).status == 200:
                    return
            except OSError:
                time.sleep(0.1)
        self.stop()
        raise Unprepared("it does not get ready")

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def call(self, method, path, body=None, who="session-olivia", org=None, query=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path + ("?" + urlencode(query) if query else ""),
                               None if body is None else json.dumps(body), self.headers(who, org))
            response = connection.getresponse()
            return Answer(response.status, response.read(), response.headers.get("content-type", ""))
        finally:
            connection.close()

    @staticmethod
    def headers(who, org):
        headers = {"content-type": "application/json"}
        if who:
            headers["authorization"] = "Bearer " + (f"session-{who}" if who in USERS else who)
        if org:
            headers["x-organization"] = org
        return headers

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

    def event(self, name, **body):
        return need(self.post(f"/_understudy/events/{name}", body, who=None)).json

    def advance(self, by):
        return need(self.post("/_understudy/clock/advance", {"by": by}, who=None)).json

    def at(self, instant):
        return need(self.put("/_understudy/clock", {"mode": "frozen", "now": instant}, who=None)).json

    def reset(self):
        need(self.post("/_understudy/reset", {}, who=None))

    def at_once(self, requests):
        """Sends [(method, path, body)] as nearly at the same time as can be."""
        barrier, answers = threading.Barrier(len(requests)), [None] * len(requests)

        def one(number, method, path, body):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            connection.connect()
            barrier.wait()
            connection.request(method, path, json.dumps(body), self.headers("session-olivia", None))
            response = connection.getresponse()
            answers[number] = Answer(response.status, response.read(), "")
            connection.close()

        threads = [threading.Thread(target=one, args=(n, *r)) for n, r in enumerate(requests)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers

    def eventually(self, condition, seconds=15):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return
            time.sleep(0.1)
        raise Unprepared("waited in vain")


def need(answer):
    if not 200 <= answer.status < 300:
        raise Unprepared(repr(answer))
    return answer


def sure(condition, what):
    if not condition:
        raise Unprepared(what)


# --- things that several proofs need


def registry(s, slug, who="olivia"):
    return need(s.post(R, {"slug": slug}, who=who)).json


def push(s, slug, repo, tags=("v1",), digest=None):
    return s.event("image-pushed", registry=slug, repository=repo, tags=list(tags), **({"digest": digest} if digest else {}))


def domain(s, name, who="olivia"):
    return need(s.post(f"{E}/domains", {"name": name}, who=who)).json["id"]


def verified(s, *names):
    ids = [domain(s, name) for name in names]
    for id_ in ids:
        s.event("dns-record-published", domain=id_)
        need(s.post(f"{E}/domains/{id_}/check"))
    s.advance("PT5S")
    for id_ in ids:
        sure(s.get(f"{E}/domains/{id_}").json["sendState"] == "verified", "verified")
    return ids


def scoped(s, role, *ids):
    s.event("role-changes", organization="acme", userId="scoped", role="member", grants=[{"role": role, "resourceIds": list(ids)}])
    return "session-scoped"


def sent(s, sender, to="someone@elsewhere.example", **more):
    return s.event("message-sent", **{"from": sender, "to": [to], **more})["messageId"]


def webhook(s):
    return need(s.post(f"{E}/webhooks", {"url": "https://hooks.example/in", "eventTypes": ["message.received"]})).json["webhook"]["id"]


def key(s, slug, name="k", mode="pull"):
    return need(s.post(f"{R}/{slug}/keys", {"name": name, "mode": mode})).json


def allowed(s, username, password, slug):
    return need(s.post(AUTHORIZE, {"username": username, "password": password, "registry": slug, "repository": "web",
                                   "action": "pull"}, who=None)).json["allowed"]


def listed_key(s, slug, key_id):
    return next(k for k in s.get(f"{R}/{slug}/keys").json["keys"] if k["keyId"] == key_id)


def incident(s, title="broken", service=CHECKOUT):
    return need(s.post(f"{O}/incidents", {"serviceId": service, "title": title})).json["id"]


def schedule(s, *people, **more):
    body = {"name": "primary", "timezone": "UTC", "participants": [{"userId": USERS[p], "label": p} for p in people],
            "handoff": {"interval": "daily", "time": "09:00"}, **more}
    return need(s.post(f"{O}/schedules", body)).json["id"]


def cluster(s, name, who="olivia", **more):
    need(s.post("/api/v1/clusters", {"name": name, "tier": "small", **more}, who=who))
    s.eventually(lambda: s.get(f"/api/v1/clusters/{name}", who=who).json["phase"] == "ready")


def from_now(**delta):
    return (datetime.now(timezone.utc) + timedelta(**delta)).isoformat(timespec="seconds")


# --- the proofs: whether the service is right, and what was seen

PROOFS = {}


def proof(id_):
    def register(function):
        PROOFS[id_] = function
        return function
    return register


@proof("bg-paged-after-ack")
def _(s):
    steps = [{"target": {"kind": "user", "id": USERS[p], "label": p}, "waitSeconds": 60} for p in ("mia", "max")]
    policy = need(s.post(f"{O}/escalation-policies", {"name": "p", "repeat": 0, "steps": steps})).json["id"]
    need(s.put(f"{O}/services/{CHECKOUT}/escalation-policy", {"escalationPolicyId": policy}))
    left = incident(s)
    id_ = incident(s)
    need(s.post(f"{O}/incidents/{id_}/acknowledge"))
    s.advance("PT3M")
    steps_of = lambda i: [p["step"] for p in s.get("/_understudy/pages", query={"incidentId": i}).json["pages"]]
    sure(steps_of(left) == [0, 1], "the walk itself")
    return 1 not in steps_of(id_), steps_of(id_)


@proof("bg-purge-other-registry")
def _(s):
    registry(s, "a"), registry(s, "b", "gina")
    push(s, "a", "web", digest="sha256:same"), push(s, "b", "web", digest="sha256:same")
    gone = need(s.delete(f"{R}/a/tags", query={"repo": "web", "tag": "v1", "purge": "true"})).json
    sure(gone == {"purged": True}, "purged")
    seen = need(s.get(f"{R}/b/manifests", who="gina", query={"repo": "web"})).json["manifests"]
    return [m["tags"] for m in seen] == [["v1"]], seen


@proof("bg-review-in-a-burst")
def _(s):
    right = []
    for _ in range(5):
        s.reset()
        verified(s, "mail.example.org")
        ids = [sent(s, "a@mail.example.org", f"p{n}@elsewhere.example") for n in range(50)]
        answers = s.at_once([("POST", "/_understudy/events/message-bounced", {"messageId": i, "bounce": "hard"}) for i in ids[:3]])
        for answer in answers:
            need(answer)
        right.append(s.get(f"{E}/settings").json["paused"])
    return sum(right) / len(right), f"paused: {right}"


@proof("bg-ack-bumps")
def _(s):
    first = incident(s, "first")
    time.sleep(0.05)
    second = incident(s, "second")
    time.sleep(0.05)
    sure([i["id"] for i in s.get(f"{O}/incidents").json["incidents"]] == [second, first], "order before")
    need(s.post(f"{O}/incidents/{first}/acknowledge"))
    seen = [i["title"] for i in s.get(f"{O}/incidents").json["incidents"]]
    return seen == ["second", "first"], seen


@proof("bg-last-used-sticks")
def _(s):
    registry(s, "a")
    k = key(s, "a")
    times = []
    for _ in range(2):
        sure(allowed(s, k["keyId"], k["secret"], "a"), "allowed")
        times.append(listed_key(s, "a", k["keyId"])["lastUsedAt"])
        time.sleep(0.1)
    return times[1] > times[0], times


@proof("bg-token-follows-session")
def _(s):
    registry(s, "ac-1"), registry(s, "gl-1", "gina")
    token = need(s.post("/api/v1/tokens", {"name": "t"}, who="dana")).json
    sure(token["orgSlug"] == "acme", "acme")
    slugs = lambda **how: [r["slug"] for r in need(s.get(R, **how)).json["registries"]]
    sure(slugs(who=token["key"]) == ["ac-1"], "before")
    sure(slugs(who="dana", org="globex") == ["gl-1"], "session")
    seen = slugs(who=token["key"])
    return seen == ["ac-1"], seen


@proof("bg-error-an-object")
def _(s):
    seen = s.get("/api/v1/iam/catalog", who="mia")
    sure(seen.status == 403, "403")
    return isinstance(seen.json["error"], str), seen


@proof("bg-no-check-when-verified")
def _(s):
    id_ = verified(s, "mail.example.org")[0]
    need(s.put("/_understudy/clock", {"mode": "frozen"}, who=None))
    before = [t for t in s.get("/_understudy/clock").json["due"] if t["id"] == id_]
    seen = s.post(f"{E}/domains/{id_}/check")
    after = [t for t in s.get("/_understudy/clock").json["due"] if t["id"] == id_]
    return seen.status == 202 and len(after) == len(before) + 1, (seen, len(before), len(after))


@proof("bg-cursor-unguarded")
def _(s):
    first, second = verified(s, "a.example.org", "b.example.org")
    for n in range(3):
        sent(s, "x@b.example.org")
    for n in range(52):
        sent(s, "x@a.example.org")
    who = scoped(s, "email.viewer", first)
    page = need(s.get(f"{E}/messages", who=who)).json
    sure({m["domainId"] for m in page["messages"]} == {first} and page.get("cursor"), "first page")
    rest = []
    while page.get("cursor"):
        page = need(s.get(f"{E}/messages", who=who, query={"cursor": page["cursor"]})).json
        rest += page["messages"]
    foreign = [m for m in rest if m["domainId"] != first]
    return not foreign and len(rest) >= 2, f"{len(rest)} more, {len(foreign)} of the other domain"


@proof("bg-claim-per-org")
def _(s):
    domain(s, "mail.example.org")
    sure(s.post(f"{E}/domains", {"name": "mail.example.org"}).status == 409, "own")
    seen = s.post(f"{E}/domains", {"name": "mail.example.org"}, who="gina")
    return seen.status == 409, seen


@proof("bg-future-override-hidden")
def _(s):
    id_ = schedule(s, "mia")
    override = need(s.post(f"{O}/schedules/{id_}/overrides", {"userId": USERS["max"], "label": "Max", "startsAt": from_now(days=1), "endsAt": from_now(days=2)})).json
    seen = need(s.get(f"{O}/schedules")).json["schedules"][0]["overrides"]
    return seen == [override], seen


@proof("bg-routes-rendered-once")
def _(s):
    ids, hook = [domain(s, n) for n in ("a.example.org", "b.example.org")], webhook(s)
    for id_ in ids:
        need(s.post(f"{E}/domains/{id_}/receive"))
        need(s.post(f"{E}/routes", {"domainId": id_, "pattern": "*", "endpointId": hook}))
    who = scoped(s, "email.viewer", ids[0])
    sure(len(s.get(f"{E}/routes").json["routes"]) == 2, "the owner's")
    seen = [r["domainId"] for r in need(s.get(f"{E}/routes", who=who)).json["routes"]]
    return seen == ids[:1], seen


@proof("bg-door-tells-secret")
def _(s):
    verified(s, "mail.example.org")
    secret = need(s.post(f"{E}/keys", {"name": "k"})).json["secret"]
    need(s.post(f"{E}/send", {"from": "a@mail.example.org", "to": ["b@elsewhere.example"]}, who=secret))
    seen = need(s.get(f"{E}/messages"))
    sure(len(seen.json["messages"]) == 1, "logged")
    return secret not in seen.text, seen


@proof("bg-kubeconfig-prolonged")
def _(s):
    cluster(s, "prod")
    config = need(s.get("/api/v1/clusters/prod/kubeconfig")).json
    sure(config["expiresIn"] == 3600, "an hour")
    s.advance("PT50M")
    need(s.get("/api/v1/clusters/prod/kubeconfig"))
    sure(s.event("credential-used", kind="kubeconfig", secret=config["kubeconfig"], cluster="prod")["accepted"], "before")
    s.advance("PT20M")
    seen = s.event("credential-used", kind="kubeconfig", secret=config["kubeconfig"], cluster="prod")
    return seen["accepted"] is False, seen


@proof("bg-same-group-dropped")
def _(s):
    source = need(s.post(f"{O}/alert-sources", {"name": "am", "serviceId": CHECKOUT})).json
    for name in ("one", "two"):
        alert = {"status": "firing", "labels": {"alertname": name}, "annotations": {}, "fingerprint": name,
                 "startsAt": from_now(), "endsAt": "0001-01-01T00:00:00Z", "generatorURL": ""}
        need(s.post(f"{O}/alert-sources/{source['id']}/webhook", {
            "version": "4", "groupKey": "{}:{team=\"shop\"}", "truncatedAlerts": 0, "status": "firing", "receiver": "us", "groupLabels": {},
            "commonLabels": {}, "commonAnnotations": {}, "externalURL": "", "alerts": [alert]}, who=source["token"]))
    seen = [i["firingAlerts"] for i in s.get(f"{O}/incidents").json["incidents"]]
    return seen == [2], seen


@proof("bg-manifests-of-anyone")
def _(s):
    registry(s, "a")
    push(s, "a", "web")
    need(s.get(f"{R}/a/manifests", query={"repo": "web"}))
    seen = s.get(f"{R}/a/manifests", query={"repo": "web"}, who="gina")
    return seen.refused, seen


@proof("bg-sees-nothing-names-all")
def _(s):
    registry(s, "a")
    who = scoped(s, "email.viewer", domain(s, "mail.example.org"))
    sure(s.get(f"{R}/a", who=who).status == 403, "unreadable")
    seen = s.post("/api/v1/tokens", {"name": "t", "scope": [{"role": "registry.viewer", "resourceIds": ["a"]}]}, who=who)
    return seen.refused, seen


@proof("bg-patch-any-event-type")
def _(s):
    id_ = webhook(s)
    sure(s.post(f"{E}/webhooks", {"url": "https://hooks.example/in", "eventTypes": ["message.opened"]}).refused, "create")
    seen = s.patch(f"{E}/webhooks/{id_}", {"eventTypes": ["message.opened"]})
    listed = s.get(f"{E}/webhooks").json["webhooks"][0]["eventTypes"]
    return seen.refused and listed == ["message.received"], (seen, listed)


@proof("bg-repo-left-out")
def _(s):
    registry(s, "a")
    push(s, "a", "web"), push(s, "a", "api")
    seen = s.delete(f"{R}/a/repositories")
    left = [r["name"] for r in s.get(f"{R}/a/repositories").json["repositories"]]
    return seen.refused and left == ["api", "web"], (seen, left)


@proof("bg-patch-downgrade")
def _(s):
    cluster(s, "prod", orchestratorVersion="1.31.9")
    sure(s.patch("/api/v1/clusters/prod", {"orchestratorVersion": "1.30.8"}).refused, "a minor down")
    seen = s.patch("/api/v1/clusters/prod", {"orchestratorVersion": "1.31.4"})
    s.eventually(lambda: s.get("/api/v1/clusters/prod").json["phase"] == "ready")
    version = s.get("/api/v1/clusters/prod").json["orchestratorVersion"]
    return seen.refused and version == "1.31.9", (seen.status, version)


@proof("bg-source-again-no-token")
def _(s):
    body = {"name": "prometheus", "serviceId": CHECKOUT}
    sure(need(s.post(f"{O}/alert-sources", body)).json["token"], "first")
    sure(need(s.post(f"{O}/alert-sources", {**body, "name": "other"})).json["token"], "another")
    seen = s.post(f"{O}/alert-sources", body)
    return seen.refused or isinstance(seen.json.get("token"), str), seen


@proof("bg-first-id-checked")
def _(s):
    registry(s, "a"), registry(s, "g", "gina")
    mint = lambda *ids: s.post("/api/v1/tokens", {"name": "t", "scope": [{"role": "registry.viewer", "resourceIds": list(ids)}]})
    need(mint("a"))
    sure(mint("g", "a").refused and mint("g").refused, "named first")
    seen = mint("a", "g")
    return seen.refused, seen


@proof("bg-second-upstream-any")
def _(s):
    registry(s, "a")
    put = lambda host: s.put(f"{R}/a/upstream-credentials/{host}", {"username": "u", "password": "p-p-p"})
    sure(put("docker.example").refused, "as the first")
    need(put("docker.io"))
    seen = put("docker.example")
    listed = [c["upstream"] for c in s.get(f"{R}/a/upstream-credentials").json["upstreamCredentials"]]
    return seen.refused and listed == ["docker.io"], (seen, listed)


@proof("bg-domain-deleted-202")
def _(s):
    seen = s.delete(f"{E}/domains/{domain(s, 'mail.example.org')}")
    return seen.status == 204, seen


@proof("bg-ready-a-number")
def _(s):
    cluster(s, "prod")
    s.event("node-joins", cluster="prod", node="n1", ready=True)
    seen = need(s.get("/api/v1/clusters/prod/nodes")).json["nodes"]
    sure(len(seen) == 1, "one node")
    return seen[0]["ready"] is True, seen


@proof("bg-beta-of-any-org")
def _(s):
    need(s.get(f"{E}/domains", who="dana", org="globex"))
    s.event("entitlement-changes", organization="globex", area="email", enabled=False)
    sure(s.get(f"{E}/domains", who="gina").status == 403, "gina")
    need(s.get(f"{E}/domains", who="dana", org="acme"))
    seen = s.get(f"{E}/domains", who="dana", org="globex")
    return seen.status == 403, seen


@proof("bg-content-once")
def _(s):
    verified(s, "mail.example.org")
    id_ = sent(s, "a@mail.example.org", subject="Hello", text="hello there")
    first = need(s.get(f"{E}/messages/{id_}/content"))
    sure("hello there" in first.text and first.type == "message/rfc822", "first")
    seen = need(s.get(f"{E}/messages/{id_}/content"))
    return seen.raw == first.raw, seen


@proof("bg-ack-enveloped")
def _(s):
    id_ = incident(s)
    seen = need(s.post(f"{O}/incidents/{id_}/acknowledge"))
    sure(s.get(f"{O}/incidents/{id_}").json["status"] == "acknowledged", "acknowledged")
    return seen.json.get("id") == id_ and seen.json.get("status") == "acknowledged" and bool(seen.json.get("acknowledgedAt")), seen


@proof("bg-used-key-drains")
def _(s):
    verified(s, "mail.example.org")
    send = lambda secret: s.post(f"{E}/send", {"from": "a@mail.example.org", "to": ["b@elsewhere.example"]}, who=secret)
    unused, used = [need(s.post(f"{E}/keys", {"name": n})).json for n in ("unused", "used")]
    need(send(used["secret"]))
    for k in (unused, used):
        sure(s.delete(f"{E}/keys/{k['sendKey']['id']}").status == 204, "revoked")
    sure(send(unused["secret"]).refused, "the unused one")
    seen = send(used["secret"])
    return seen.refused, seen


@proof("bg-narrow-token-lists-org")
def _(s):
    need(s.post("/api/v1/tokens", {"name": "of-max"}, who="max"))
    token = need(s.post("/api/v1/tokens", {"name": "of-mia", "scope": [{"role": "org.viewer"}]}, who="mia")).json
    names = lambda who: [t["name"] for t in need(s.get("/api/v1/tokens", who=who)).json["tokens"]]
    sure(names("mia") == ["of-mia"], "with the session")
    seen = names(token["key"])
    return seen == ["of-mia"], seen


@proof("bg-dns-of-anyone")
def _(s):
    id_ = domain(s, "mail.example.org")
    need(s.get(f"{E}/domains/{id_}/dns"))
    seen = s.get(f"{E}/domains/{id_}/dns", who="gina")
    return seen.status in (403, 404), seen


@proof("bg-twenty-rules")
def _(s):
    registry(s, "a")
    for n in range(21):
        need(s.post(f"{R}/a/oidc-rules", {"name": f"r{n}", "issuer": "https://ci.example", "audience": "us", "subjectPattern": f"repo:{n}", "mode": "pull"}))
    seen = len(s.get(f"{R}/a/oidc-rules").json["rules"])
    return seen == 21, seen


@proof("bg-tiers-used-up")
def _(s):
    tiers = lambda: {tuple(t["tier"] for t in r["tiers"]) for x in need(s.get("/api/v1/iam/permissions")).json["services"] for r in x["resources"]}
    sure(tiers() == {("read", "write", "admin")}, "first")
    seen = tiers()
    return seen == {("read", "write", "admin")}, seen


@proof("bg-settings-tell-auth-token")
def _(s):
    need(s.get(f"{O}/paging-settings", who="mia"))
    need(s.put(f"{O}/provider-credential", {"accountSid": "AC0123", "authToken": "secret-of-the-provider", "fromNumber": "+15550101"}))
    seen = need(s.get(f"{O}/paging-settings", who="mia"))
    return "secret-of-the-provider" not in seen.text, seen


@proof("bg-refusal-repeats-body")
def _(s):
    registry(s, "a")
    seen = s.put(f"{R}/a/upstream-credentials/docker.io", {"password": "hunter2-hunter2"})
    sure(seen.refused, "refused")
    return "hunter2-hunter2" not in seen.text, seen


@proof("bg-last-request-epoch")
def _(s):
    token = need(s.post("/api/v1/tokens", {"name": "t"})).json
    time_of = lambda: s.get("/api/v1/tokens").json["tokens"][0]["lastRequest"]
    datetime.fromisoformat(time_of().replace("Z", "+00:00"))
    need(s.get("/api/v1/clusters", who=token["key"]))
    seen = time_of()
    return "T" in seen and seen.count("-") == 2, seen


@proof("bg-use-marks-all-keys")
def _(s):
    registry(s, "a")
    used, unused = key(s, "a", "used"), key(s, "a", "unused")
    sure(allowed(s, used["keyId"], used["secret"], "a"), "allowed")
    sure(listed_key(s, "a", used["keyId"]).get("lastUsedAt"), "the used one")
    seen = listed_key(s, "a", unused["keyId"])
    return "lastUsedAt" not in seen, seen


@proof("bg-second-domain-no-mx")
def _(s):
    def armed(name):
        records = need(s.post(f"{E}/domains/{domain(s, name)}/receive")).json["dnsRecords"]
        return [r["type"] for r in records if r["capability"] == "receive"]
    sure(armed("a.example.org") == ["MX"], "the first")
    seen = armed("b.example.org")
    return seen == ["MX"], seen


@proof("bg-login-hour-shared")
def _(s):
    registry(s, "a")
    need(s.post("/api/v1/registry/login", {}))
    s.advance("PT50M")
    login = need(s.post("/api/v1/registry/login", {})).json
    sure(allowed(s, login["username"], login["password"], "a"), "at first")
    s.advance("PT20M")
    seen = allowed(s, login["username"], login["password"], "a")
    return seen is True, (seen, login["expiresAt"])


@proof("bg-contacts-zipped")
def _(s):
    path = "/api/v1/organization/contacts"
    before = need(s.get(path)).json
    changed = need(s.patch(path, {"technicalEmail": "ops@acme.example"})).json
    after = need(s.get(path)).json
    return changed == after == {**before, "technicalEmail": "ops@acme.example"}, after


@proof("bg-roll-by-name")
def _(s):
    cluster(s, "prod"), cluster(s, "prod", who="gina")
    need(s.patch("/api/v1/clusters/prod", {"tier": "medium"}))
    phase = s.get("/api/v1/clusters/prod", who="gina").json["phase"]
    changed = s.patch("/api/v1/clusters/prod", {"replicas": 3}, who="gina")
    return phase == "ready" and changed.status == 200, (phase, changed.status)


@proof("bg-override-by-stranger")
def _(s):
    id_ = schedule(s, "mia")
    seen = s.post(f"{O}/schedules/{id_}/overrides", {"userId": USERS["gina"], "label": "Gina", "startsAt": from_now(hours=-1), "endsAt": from_now(hours=1)}, who="gina")
    now = s.get(f"{O}/schedules").json["schedules"][0]["onCallNow"]
    return seen.refused and now["userId"] == USERS["mia"] and now["override"] is False, (seen, now)


@proof("bg-first-event-type-checked")
def _(s):
    create = lambda *types: s.post(f"{E}/webhooks", {"url": "https://hooks.example/in", "eventTypes": list(types)})
    need(create("message.sent", "message.received"))
    sure(create("message.opened", "message.sent").refused, "named first")
    seen = create("message.sent", "message.opened")
    return seen.refused, seen


@proof("bg-disabled-any-vantage")
def _(s):
    catalog = need(s.get("/api/v1/uptime/catalog")).json
    gone = next(v["id"] for v in catalog["vantages"] if not v["available"])
    create = lambda **more: s.post("/api/v1/uptime/monitors", {
        "name": "m", "intervalSeconds": catalog["intervals"][0]["seconds"], "kind": "http", "http": {"url": "https://shop.example/"}, **more})
    need(create(vantages=[v["id"] for v in catalog["vantages"] if v["available"]][:1], enabled=False))
    sure(create(vantages=[gone]).refused, "enabled")
    seen = create(vantages=[gone], enabled=False)
    return seen.refused, seen


# --- running


def look(id_, folder):
    """How right the service in this folder is (1 is right, 0 wrong), and what was seen."""
    try:
        service = Service(folder)
    except Unprepared as error:
        return None, f"not started: {error}"
    try:
        right, seen = PROOFS[id_](service)
        return float(right), seen
    except Unprepared as error:
        return None, f"unprepared: {error}"
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"
    finally:
        service.stop()


def edited(mistake, folder):
    shutil.copytree(CANDIDATE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for edit in mistake["edits"]:
        file = folder / edit["file"]
        text = file.read_text("utf-8")
        if text.count(edit["find"]) != 1:
            raise Unprepared(f"{edit['file']} has {text.count(edit['find'])} times {edit['find']!r}")
        file.write_text(text.replace(edit["find"], edit["replace"]), "utf-8")


def prove(mistake):
    clean, seen_clean = look(mistake["id"], CANDIDATE)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "candidate"
        try:
            edited(mistake, folder)
        except Unprepared as error:
            return False, f"edits: {error}"
        wrong, seen_wrong = look(mistake["id"], folder)
    # A race must show in most tries, and never in the clean one.
    return clean == 1 and wrong is not None and wrong < 0.5, f"\n    clean: {clean} {seen_clean}\n    edited: {wrong} {seen_wrong}"


def main():
    mistakes = json.loads((HERE / "mistakes.json").read_text("utf-8"))
    wanted = [a for a in sys.argv[1:] if not a.startswith("-")]
    unknown = set(wanted) - {m["id"] for m in mistakes}
    if unknown:
        sys.exit(f"unknown: {', '.join(sorted(unknown))}")
    chosen = [m for m in mistakes if not wanted or m["id"] in wanted]
    proven = 0
    for mistake in chosen:
        done, seen = prove(mistake)
        proven += done
        print(f"{mistake['id']} {'proven' if done else 'NOT PROVEN'}" + (seen if not done or "-v" in sys.argv else ""), flush=True)
    print(f"{proven} of {len(chosen)} proven")
    sys.exit(proven != len(chosen))


if __name__ == "__main__":
    main()
