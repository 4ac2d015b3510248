"""Proves the mistakes of mistakes.json: python3 prove.py [ID...]

Each sequence returns True when the deciding step is answered rightly and False when wrongly; anything unexpected on
the way there is an error. A mistake holds if its sequence is right on the clean service and wrong on the faulty copy,
and the faulty copy otherwise still answers.
"""
import base64
import hashlib
import hmac
import json
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timedelta
from pathlib import Path

CLEAN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../../examples/fifth-candidate")
PYTHON = os.environ.get("FIFTH_CANDIDATE_PYTHON", "python3")
HERE = Path(__file__).resolve().parent
SHOWS = {}


def shows(id_):
    def register(function):
        SHOWS[id_] = function
        return function
    return register


class Unexpected(Exception):
    pass


class Answer:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw

    @property
    def json(self):
        return json.loads(self.raw)

    @property
    def text(self):
        return self.raw.decode("utf-8", "replace")


class Service:
    """The API and control interface of one running service."""

    def __init__(self, base):
        self.base = base
        self.count = 0

    def http(self, method, path, body=None, bearer=None, expect=None):
        headers = {"content-type": "application/json"} if body is not None else {}
        if bearer:
            headers["authorization"] = f"Bearer {bearer}"
        request = urllib.request.Request(self.base + path, None if body is None else json.dumps(body).encode(), headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=40) as r:
                answer = Answer(r.status, r.headers, r.read())
        except urllib.error.HTTPError as r:
            answer = Answer(r.code, r.headers, r.read())
        if answer.status == 500 or (expect is not None and answer.status != expect):
            raise Unexpected(f"{method} {path}: {answer.status} {answer.text[:200]}, not {expect}")
        return answer

    def call(self, method, path, body=None, who="session-olivia", expect=None, **query):
        query = "?" + urllib.parse.urlencode(query) if query else ""
        return self.http(method, "/api/v1" + path + query, body, who, expect)

    def get(self, path, expect=200, **kw):
        return self.call("GET", path, expect=expect, **kw).json

    def post(self, path, body=None, expect=201, **kw):
        return self.call("POST", path, body, expect=expect, **kw).json

    def event(self, name, **body):
        return self.http("POST", f"/_understudy/events/{name}", body, expect=200).json

    def advance(self, by):
        return self.http("POST", "/_understudy/clock/advance", {"by": by}, expect=200).json

    def now(self):
        return datetime.fromisoformat(self.http("GET", "/_understudy/clock", expect=200).json["now"].replace("Z", "+00:00"))

    def ago(self, **how):
        return (self.now() - timedelta(**how)).isoformat()

    # --- things many sequences need

    def domain(self, verified=True, receive=False):
        self.count += 1
        name = f"mail{self.count}.acme.example"
        made = self.post("/email/domains", {"name": name})
        if receive:
            self.call("POST", f"/email/domains/{made['id']}/receive", expect=200)
        if verified:
            self.event("dns-record-published", domain=name)
            self.call("POST", f"/email/domains/{made['id']}/check", expect=202)
            self.advance("PT3S")
            got = self.get(f"/email/domains/{made['id']}")
            need(got["sendState"] == "verified", f"not verified: {got}")
        return made["id"], name

    def send(self, name, *to, **more):
        return self.event("message-sent", **{"from": f"a@{name}"}, to=list(to) or ["jo@customer.example"], subject="Hi", **more)["messageId"]

    def receive(self, name):
        return self.event("message-received", **{"from": "jo@customer.example"}, to=[f"support@{name}"], subject="Hello")["messageId"]

    def webhook(self, *answers):
        self.count += 1
        made = self.post("/email/webhooks", {"url": f"http://127.0.0.1:9/hook{self.count}", "eventTypes": ["message.sent", "message.delivered"]})
        self.event("webhook-endpoint-answers", endpointId=made["webhook"]["id"], answers=[{"status": s} for s in answers or (200,)])
        return made["webhook"]["id"], made["signingSecret"]

    def deliveries(self, **query):
        return self.get("/email/webhook-deliveries", **query)["deliveries"]

    def delivered(self, message):
        return until(lambda: [d for d in self.deliveries(messageId=message) if d["state"] == "delivered"])[0]

    def attempts(self, **query):
        return self.http("GET", "/_understudy/webhook-deliveries?" + urllib.parse.urlencode(query), expect=200).json["attempts"]

    def suppressions(self):
        return {s["address"]: s["reason"] for s in self.get("/email/suppressions")["suppressions"]}

    def oncall_services(self):
        return [s["id"] for s in self.get("/oncall/services")["services"]]

    def source(self, service):
        return self.post("/oncall/alert-sources", {"name": "am", "serviceId": service})

    def alert(self, source, fingerprint, token=None, expect=202):
        body = {"version": "4", "status": "firing", "receiver": "r", "groupKey": "g", "groupLabels": {}, "commonLabels": {},
                "commonAnnotations": {}, "externalURL": "http://am.example", "truncatedAlerts": 0, "alerts": [
                    {"status": "firing", "labels": {"alertname": fingerprint}, "annotations": {}, "startsAt": "2025-01-01T00:00:00Z",
                     "endsAt": "0001-01-01T00:00:00Z", "generatorURL": "", "fingerprint": fingerprint}]}
        return self.call("POST", f"/oncall/alert-sources/{source['id']}/webhook", body, who=token or source["token"], expect=expect)

    def incidents(self):
        return self.get("/oncall/incidents")["incidents"]

    def policy(self, repeat=0):
        user = "7d0c5e52-0000-4000-8000-000000000001"
        return self.post("/oncall/escalation-policies", {"name": "P", "repeat": repeat, "steps": [
            {"target": {"kind": "user", "id": user, "label": "Olivia"}, "waitSeconds": 60}]})

    def attach(self, service, policy):
        return self.call("PUT", f"/oncall/services/{service}/escalation-policy", {"escalationPolicyId": policy}, expect=200).json

    def monitor(self, **more):
        return self.post("/uptime/monitors", {"name": "m", "intervalSeconds": 60, "vantages": ["fra", "iad"], "kind": "http",
                                              "http": {"url": "https://shop.example/"}, **more})


def need(condition, text="something before the deciding step is not as it should be"):
    if not condition:
        raise Unexpected(text)


def until(function, seconds=10):
    end = time.time() + seconds
    while time.time() < end:
        value = function()
        if value:
            return value
        time.sleep(0.05)
    raise Unexpected("waited in vain")


def one_of(value, right, wrong):
    """True if it is the right answer, False if it is the wrong one that the mistake gives."""
    if value == right:
        return True
    if value == wrong:
        return False
    raise Unexpected(f"{value!r} is neither {right!r} nor {wrong!r}")


def verifies(secret, attempt):
    h = attempt["headers"]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"{h['webhook-id']}.{h['webhook-timestamp']}.{attempt['body']}".encode(), hashlib.sha256).digest()
    return "v1," + base64.b64encode(mac).decode() in h["webhook-signature"].split()


# --- email


@shows("t-webhooks-without-beta-gate")
def _(s):
    s.get("/email/webhooks")
    s.event("entitlement-changes", area="email", enabled=False)
    s.get("/email/domains", expect=403)
    return one_of(s.call("GET", "/email/webhooks").status, 403, 200)


@shows("t-email-backend-down-503")
def _(s):
    s.get("/email/domains")
    s.event("backend-behaves", backend="email", reachable=False)
    return one_of(s.call("GET", "/email/domains").status, 502, 503)


@shows("t-route-pattern-per-endpoint")
def _(s):
    domain, _name = s.domain(verified=False, receive=True)
    a, b = s.webhook()[0], s.webhook()[0]
    s.post("/email/routes", {"domainId": domain, "pattern": "support", "endpointId": a})
    s.call("POST", "/email/routes", {"domainId": domain, "pattern": "support", "endpointId": a}, expect=409)
    return one_of(s.call("POST", "/email/routes", {"domainId": domain, "pattern": "support", "endpointId": b}).status, 409, 201)


@shows("t-domain-claim-per-organization")
def _(s):
    s.post("/email/domains", {"name": "news.shared.example"})
    s.call("POST", "/email/domains", {"name": "news.shared.example"}, expect=409)
    return one_of(s.call("POST", "/email/domains", {"name": "news.shared.example"}, who="session-gina").status, 409, 201)


@shows("t-routes-not-filtered")
def _(s):
    one, two = s.domain(verified=False, receive=True)[0], s.domain(verified=False, receive=True)[0]
    hook = s.webhook()[0]
    for domain in (one, two):
        s.post("/email/routes", {"domainId": domain, "pattern": "*", "endpointId": hook})
    key = s.post("/tokens", {"name": "narrow", "scope": [{"role": "email.viewer", "resourceIds": [one]}]})["key"]
    need([d["id"] for d in s.get("/email/domains", who=key)["domains"]] == [one])
    return one_of([r["domainId"] for r in s.get("/email/routes", who=key)["routes"]], [one], [one, two])


@shows("t-dns-from-verification-state")
def _(s):
    domain, name = s.domain()
    need({r["status"] for r in s.get(f"/email/domains/{domain}/dns")["records"]} == {"found"})
    s.event("dns-record-removed", domain=name)
    return one_of({r["status"] for r in s.get(f"/email/domains/{domain}/dns")["records"]}, {"missing"}, {"found"})


@shows("t-arming-answers-without-mx")
def _(s):
    domain, _name = s.domain(verified=False)
    answer = s.call("POST", f"/email/domains/{domain}/receive", expect=200).json
    mx = [(r["capability"], r["type"]) for r in s.get(f"/email/domains/{domain}")["dnsRecords"] if r["capability"] == "receive"]
    need(mx == [("receive", "MX")])
    return one_of([(r["capability"], r["type"]) for r in answer["dnsRecords"] if r["capability"] == "receive"], mx, [])


@shows("t-since-replaces-log-window")
def _(s):
    name = s.domain()[1]
    old = s.send(name, createdAt=s.ago(days=100))
    new = s.send(name)
    need([m["id"] for m in s.get("/email/messages")["messages"]] == [new])
    return one_of([m["id"] for m in s.get("/email/messages", since=s.ago(days=200))["messages"]], [new], [new, old])


@shows("t-next-page-forgets-filters")
def _(s):
    name = s.domain(receive=True)[1]
    for _n in range(3):
        s.receive(name)
    time.sleep(0.01)
    for n in range(60):
        s.send(name, f"n{n}@customer.example")
    first = s.get("/email/messages", direction="send")
    need({m["direction"] for m in first["messages"]} == {"send"} and first.get("cursor"))
    second = s.get("/email/messages", direction="send", cursor=first["cursor"])
    return one_of({m["direction"] for m in second["messages"]}, {"send"}, {"send", "receive"})


@shows("t-one-event-per-kind")
def _(s):
    name = s.domain()[1]
    message = s.send(name, "a@customer.example", "b@customer.example")
    s.event("message-delivered", messageId=message, recipient="a@customer.example")
    time.sleep(0.01)
    s.event("message-delivered", messageId=message, recipient="b@customer.example")
    events = s.get(f"/email/messages/{message}")["events"]
    need([e["kind"] for e in events][0] == "sent")
    return one_of([e["recipient"] for e in events if e["kind"] == "delivered"], ["a@customer.example", "b@customer.example"], ["b@customer.example"])


@shows("t-old-content-410")
def _(s):
    name = s.domain()[1]
    message = s.send(name, createdAt=s.ago(days=40))
    s.get(f"/email/messages/{message}")
    return one_of(s.call("GET", f"/email/messages/{message}/content").status, 404, 410)


@shows("t-content-as-text")
def _(s):
    name = s.domain()[1]
    content = s.call("GET", f"/email/messages/{s.send(name)}/content", expect=200)
    need("Subject: Hi" in content.text)
    return one_of(content.headers["content-type"].split(";")[0], "message/rfc822", "text/plain")


@shows("t-accepted-today-counts-inbound")
def _(s):
    name = s.domain(receive=True)[1]
    s.send(name)
    need(s.get("/email/settings")["acceptedToday"] == 1)
    s.receive(name)
    s.receive(name)
    return one_of(s.get("/email/settings")["acceptedToday"], 1, 3)


@shows("t-removed-suppression-never-returns")
def _(s):
    name, jo = s.domain()[1], "jo@customer.example"
    s.event("message-bounced", messageId=s.send(name, jo), bounce="hard")
    need(s.suppressions() == {jo: "bounce"})
    s.call("DELETE", f"/email/suppressions/{s.get('/email/suppressions')['suppressions'][0]['id']}", expect=204)
    need(s.suppressions() == {})
    s.event("message-bounced", messageId=s.send(name, jo), bounce="hard")
    return one_of(s.suppressions(), {jo: "bounce"}, {})


@shows("t-complaint-listed-as-bounce")
def _(s):
    name, jo = s.domain()[1], "jo@customer.example"
    s.event("message-complained", messageId=s.send(name, jo))
    return one_of(s.suppressions(), {jo: "complaint"}, {jo: "bounce"})


@shows("t-bounce-suppresses-first-recipient")
def _(s):
    name, a, b = s.domain()[1], "a@customer.example", "b@customer.example"
    s.event("message-bounced", messageId=s.send(name, a, b), recipient=b, bounce="hard")
    return one_of(s.suppressions(), {b: "bounce"}, {a: "bounce"})


@shows("t-attempts-counts-only-failures")
def _(s):
    name = s.domain()[1]
    s.webhook()
    return one_of(s.delivered(s.send(name))["attempts"], 1, 0)


@shows("t-delivery-filters-not-combined")
def _(s):
    name = s.domain()[1]
    a, b = s.webhook()[0], s.webhook()[0]
    message, _other = s.send(name), s.send(name)
    need({d["endpointId"] for d in s.deliveries(messageId=message)} == {a, b} and {d["endpointId"] for d in s.deliveries(endpointId=a)} == {a})
    return one_of({d["endpointId"] for d in s.deliveries(messageId=message, endpointId=a)}, {a}, {a, b})


@shows("t-deliveries-grouped-by-endpoint")
def _(s):
    name = s.domain()[1]
    s.webhook()
    s.webhook()
    first = s.send(name)
    time.sleep(0.05)
    second = s.send(name)
    return one_of([d["messageId"] for d in s.deliveries()], [second, second, first, first], [second, first, second, first])


@shows("t-redeliver-reuses-record")
def _(s):
    name = s.domain()[1]
    s.webhook()
    message = s.send(name)
    old = s.delivered(message)["id"]
    new = s.call("POST", f"/email/webhook-deliveries/{old}/redeliver", expect=202).json["id"]
    return one_of((new == old, len(s.deliveries(messageId=message))), (False, 2), (True, 1))


@shows("t-redelivery-payload-rebuilt")
def _(s):
    name = s.domain()[1]
    s.webhook()
    message = s.send(name)
    old = s.delivered(message)["id"]
    s.event("message-delivered", messageId=message)
    time.sleep(0.01)
    new = s.call("POST", f"/email/webhook-deliveries/{old}/redeliver", expect=202).json["id"]
    again = until(lambda: s.attempts(deliveryId=new))[0]["body"]
    return again == s.attempts(deliveryId=old)[0]["body"]


@shows("t-redeliver-only-failed")
def _(s):
    name = s.domain()[1]
    s.webhook()
    delivery = s.delivered(s.send(name))["id"]
    return one_of(s.call("POST", f"/email/webhook-deliveries/{delivery}/redeliver").status, 202, 409)


@shows("t-old-secret-signs-for-a-day")
def _(s):
    name = s.domain()[1]
    hook, old = s.webhook()
    first = s.delivered(s.send(name))["id"]
    need(verifies(old, s.attempts(deliveryId=first)[0]))
    new = s.call("POST", f"/email/webhooks/{hook}/rotate-secret", expect=200).json["signingSecret"]
    attempt = s.attempts(deliveryId=s.delivered(s.send(name))["id"])[0]
    return one_of((verifies(new, attempt), verifies(old, attempt)), (True, False), (True, True))


@shows("t-signed-with-secret-of-queueing")
def _(s):
    name = s.domain()[1]
    hook, old = s.webhook(500, 200)
    message = s.send(name)
    until(lambda: [d for d in s.deliveries(messageId=message) if d["attempts"] == 1 and d["state"] == "pending"])
    new = s.call("POST", f"/email/webhooks/{hook}/rotate-secret", expect=200).json["signingSecret"]
    s.advance("PT15S")
    attempts = s.attempts(deliveryId=s.delivered(message)["id"])
    need(len(attempts) == 2 and verifies(old, attempts[0]))
    return one_of((verifies(new, attempts[1]), verifies(old, attempts[1])), (True, False), (False, True))


@shows("t-pause-ends-by-itself")
def _(s):
    name = s.domain()[1]
    messages = [s.send(name, f"n{n}@customer.example") for n in range(50)]
    for message in messages:
        if s.event("message-bounced", messageId=message, bounce="hard")["paused"]:
            break
    need(s.get("/email/settings")["paused"] is True)
    s.advance("P2D")
    return one_of(s.get("/email/settings")["paused"], True, False)


@shows("t-patch-takes-any-event-type")
def _(s):
    refused = s.call("POST", "/email/webhooks", {"url": "https://hooks.example/x", "eventTypes": ["no.such.event"]}).status
    need(400 <= refused < 500)
    hook = s.webhook()[0]
    status = s.call("PATCH", f"/email/webhooks/{hook}", {"eventTypes": ["no.such.event"]}).status
    return one_of(status, 422, 200)


# --- on-call


@shows("t-alert-while-acknowledged-opens-another")
def _(s):
    source = s.source(s.oncall_services()[0])
    s.alert(source, "A")
    incident = s.incidents()[0]["id"]
    s.call("POST", f"/oncall/incidents/{incident}/acknowledge", expect=200)
    s.alert(source, "B")
    return one_of(sorted(i["firingAlerts"] for i in s.incidents()), [2], [1, 1])


@shows("t-alert-reopens-acknowledged")
def _(s):
    source = s.source(s.oncall_services()[0])
    s.alert(source, "A")
    incident = s.incidents()[0]["id"]
    s.call("POST", f"/oncall/incidents/{incident}/acknowledge", expect=200)
    s.alert(source, "B")
    got = s.get(f"/oncall/incidents/{incident}")
    need(got["firingAlerts"] == 2)
    return one_of((got["status"], "acknowledgedAt" in got), ("acknowledged", True), ("open", False))


@shows("t-alert-passes-manual-incident-by")
def _(s):
    service = s.oncall_services()[0]
    manual = s.post("/oncall/incidents", {"serviceId": service, "title": "Manual"})["id"]
    s.alert(s.source(service), "A")
    need(s.incidents()[-1]["id"] == manual)
    return one_of([i["firingAlerts"] for i in s.incidents()], [1], [1, 0])


@shows("t-incidents-open-ones-first")
def _(s):
    service = s.oncall_services()[0]
    one = s.post("/oncall/incidents", {"serviceId": service, "title": "one"})["id"]
    time.sleep(0.02)
    two = s.post("/oncall/incidents", {"serviceId": service, "title": "two"})["id"]
    need([i["id"] for i in s.incidents()] == [two, one])
    s.call("POST", f"/oncall/incidents/{two}/acknowledge", expect=200)
    return one_of([i["id"] for i in s.incidents()], [two, one], [one, two])


@shows("t-incident-cap-before-filter")
def _(s):
    service = s.oncall_services()[0]
    one = s.post("/oncall/incidents", {"serviceId": service, "title": "one"})["id"]
    need([i["id"] for i in s.incidents()] == [one])
    for n in range(100):
        more = s.post("/oncall/incidents", {"serviceId": service, "title": f"more {n}"})["id"]
        s.call("POST", f"/oncall/incidents/{more}/resolve", expect=200)
    return one_of([i["id"] for i in s.incidents()], [one], [])


@shows("t-policy-delete-detaches")
def _(s):
    policy = s.policy()["id"]
    s.attach(s.oncall_services()[0], policy)
    return one_of(s.call("DELETE", f"/oncall/escalation-policies/{policy}").status, 409, 204)


@shows("t-policy-service-count-drifts")
def _(s):
    a, b, service = s.policy()["id"], s.policy()["id"], s.oncall_services()[0]
    counts = lambda: {p["id"]: p["services"] for p in s.get("/oncall/escalation-policies")["policies"]}
    s.attach(service, a)
    need(counts() == {a: 1, b: 0})
    s.attach(service, b)
    return one_of(counts(), {a: 0, b: 1}, {a: 1, b: 1})


@shows("t-policy-repeat-zero-ignored")
def _(s):
    policy = s.policy(repeat=3)["id"]
    need(s.call("PATCH", f"/oncall/escalation-policies/{policy}", {"repeat": 1}, expect=200).json["repeat"] == 1)
    return one_of(s.call("PATCH", f"/oncall/escalation-policies/{policy}", {"repeat": 0}, expect=200).json["repeat"], 0, 1)


@shows("t-attach-without-policy-detaches")
def _(s):
    service, policy = s.oncall_services()[0], s.policy()["id"]
    need(s.attach(service, policy)["escalationPolicyId"] == policy)
    status = s.call("PUT", f"/oncall/services/{service}/escalation-policy", {}).status
    attached = s.get("/oncall/services")["services"][0].get("escalationPolicyId")
    return one_of((status, attached), (422, policy), (200, None))


@shows("t-provider-stored-before-verified")
def _(s):
    credential = {"accountSid": "AC1", "authToken": "t", "fromNumber": "+15550100"}
    s.call("PUT", "/oncall/provider-credential", credential, expect=200)
    s.event("provider-behaves", behaviour="rejects")
    s.call("PUT", "/oncall/provider-credential", {**credential, "accountSid": "AC2"}, expect=422)
    return one_of(s.get("/oncall/provider-credential")["accountSid"], "AC1", "AC2")


@shows("t-any-source-token-fits")
def _(s):
    one, two = s.oncall_services()[:2]
    a, b = s.source(one), s.source(two)
    s.alert(a, "X", token="wrong", expect=401)
    status = s.alert(a, "A", token=b["token"], expect=None).status
    return one_of((status, [i["serviceId"] for i in s.incidents()]), (401, []), (202, [one]))


# --- uptime


@shows("t-history-of-unknown-monitor-empty")
def _(s):
    unknown = "/uptime/monitors/00000000-0000-4000-8000-00000000dead"
    s.get(unknown, expect=404)
    return one_of([s.call("GET", f"{unknown}/{part}").status for part in ("failures", "transitions")], [404, 404], [200, 200])


@shows("t-monitor-patch-resets-defaults")
def _(s):
    made = s.monitor(timeoutMs=5000, downCondition={"confirmations": 3, "quorum": 2})
    need((made["timeoutMs"], made["downCondition"]) == (5000, {"confirmations": 3, "quorum": 2}))
    s.call("PATCH", f"/uptime/monitors/{made['id']}", {"name": "renamed"}, expect=200)
    got = s.get(f"/uptime/monitors/{made['id']}")
    return one_of((got["name"], got["timeoutMs"], got["downCondition"]), ("renamed", 5000, {"confirmations": 3, "quorum": 2}),
                  ("renamed", 10000, {"confirmations": 2, "quorum": 1}))


@shows("t-unavailable-metrics-empty")
def _(s):
    monitor = s.monitor()["id"]
    s.event("probe-result", monitorId=monitor, outcome="ok")
    need(any(x["points"] for x in s.get(f"/uptime/monitors/{monitor}/metrics")["series"]))
    s.event("metrics-availability", available=False)
    return one_of(s.call("GET", f"/uptime/monitors/{monitor}/metrics").status, 503, 200)


@shows("t-metrics-always-last-day")
def _(s):
    monitor = s.monitor(vantages=["fra"])["id"]
    s.event("probe-result", monitorId=monitor, outcome="ok", at=s.ago(days=3))
    s.event("probe-result", monitorId=monitor, outcome="ok", at=s.ago(hours=3))

    def points(window):
        view = s.get(f"/uptime/monitors/{monitor}/metrics", window=window)
        need(view["window"] == window)
        return sum(len(x["points"]) for x in view["series"])
    need(points("24h") == 1)
    return one_of((points("1h"), points("7d")), (0, 2), (1, 1))


@shows("t-revoked-export-token-scrapes")
def _(s):
    token = s.post("/uptime/export-tokens", {"name": "prometheus"})
    s.call("GET", "/uptime/metrics", who=token["token"], expect=200)
    s.call("DELETE", f"/uptime/export-tokens/{token['id']}", expect=204)
    need(s.get("/uptime/export-tokens")["tokens"] == [])
    return one_of(s.call("GET", "/uptime/metrics", who=token["token"]).status, 401, 200)


@shows("t-export-token-list-shows-token")
def _(s):
    token = s.post("/uptime/export-tokens", {"name": "prometheus"})["token"]
    return token not in s.call("GET", "/uptime/export-tokens", expect=200).text


@shows("t-transitions-first-fifty")
def _(s):
    monitor = s.monitor(vantages=["fra"], downCondition={"confirmations": 1, "quorum": 1})["id"]
    start, stamps = s.now() - timedelta(hours=2), []
    for n in range(61):
        at = start + timedelta(minutes=n)
        s.event("probe-result", monitorId=monitor, outcome="fail" if n % 2 else "ok", at=at.isoformat())
        stamps.append(at.isoformat(timespec="milliseconds").replace("+00:00", "Z"))
    got = [t["at"] for t in s.get(f"/uptime/monitors/{monitor}/transitions")["transitions"]]
    need(len(got) == 50 and got == sorted(got, reverse=True))
    return one_of(got[0], stamps[60], stamps[49])


# --- running


def free_port():
    while True:
        port = random.randint(20001, 60000)
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Running:
    """A service started from a folder, for the length of a with block."""

    def __init__(self, folder):
        self.folder = folder

    def __enter__(self):
        port = free_port()
        self.process = subprocess.Popen([PYTHON, "-B", "main.py", "--port", str(port)], cwd=self.folder,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if not self.process.stdout.readline().startswith("ready on"):
            self.__exit__()
            raise Unexpected("the service does not start")
        return Service(f"http://127.0.0.1:{port}")

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


ALIVE = ("/tokens", "/iam/catalog", "/organization/contacts", "/registry/registries", "/email/domains", "/email/keys", "/email/routes",
         "/email/messages", "/email/settings", "/email/suppressions", "/email/webhooks", "/email/webhook-deliveries", "/oncall/incidents",
         "/oncall/schedules", "/oncall/escalation-policies", "/oncall/alert-sources", "/oncall/paging-settings", "/clusters",
         "/uptime/services", "/uptime/monitors", "/uptime/export-tokens")


def alive(service):
    service.http("POST", "/_understudy/reset", {}, expect=200)
    for path in ALIVE:
        service.get(path)


def outcome(service, id_):
    try:
        service.http("POST", "/_understudy/reset", {}, expect=200)
        return "right" if SHOWS[id_](service) else "wrong"
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"


def faulty_copy(mistake, folder):
    shutil.copytree(CLEAN, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for edit in mistake["edits"]:
        path = Path(folder, edit["file"])
        clean = Path(CLEAN, edit["file"]).read_text()
        if clean.count(edit["find"]) != 1:
            raise Unexpected(f"{edit['file']} has {clean.count(edit['find'])} times {edit['find'][:60]!r}")
        path.write_text(path.read_text().replace(edit["find"], edit["replace"]))


def main():
    mistakes = json.loads((HERE / "mistakes.json").read_text())
    known = {m["id"] for m in mistakes}
    wanted = sys.argv[1:] or [m["id"] for m in mistakes]
    if set(wanted) - known or known != set(SHOWS):
        sys.exit(f"unknown or unproven: {sorted((set(wanted) - known) | (known ^ set(SHOWS)))}")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        pristine = Path(folder, "clean")
        shutil.copytree(CLEAN, pristine, ignore=shutil.ignore_patterns("__pycache__"))
        with Running(pristine) as clean:
            for mistake in mistakes:
                if mistake["id"] not in wanted:
                    continue
                on_clean = outcome(clean, mistake["id"])
                try:
                    copy = Path(folder, mistake["id"])
                    faulty_copy(mistake, copy)
                    with Running(copy) as faulty:
                        on_faulty = outcome(faulty, mistake["id"])
                        alive(faulty)
                    shutil.rmtree(copy)
                except Unexpected as problem:
                    on_faulty = f"broken: {problem}"
                holds = on_clean == "right" and on_faulty == "wrong"
                failed += not holds
                print(f"{'holds' if holds else 'FAILS'}  {mistake['statement']}  {mistake['id']}: clean {on_clean}, faulty {on_faulty}", flush=True)
    print(f"{len(wanted) - failed} of {len(wanted)} hold")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
