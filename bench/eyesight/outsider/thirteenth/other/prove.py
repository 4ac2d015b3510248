#!/usr/bin/env python3
"""Shows each mistake of mistakes.json: its sequence passes on the clean candidate and fails on the faulty copy.

    python3 prove.py [ID...]

A sequence prepares (need) and judges (expect). A mistake holds if on the clean candidate everything passes, and on the faulty
copy an expectation fails while all preparation works. A mistake with requestsAlone must get by without the control interface.
"""
import hashlib
import hmac
import http.client
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timedelta, timezone

CLEAN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../../examples/third-candidate")
HERE = os.path.dirname(os.path.abspath(__file__))
SESSIONS = {"owner": "sess-olive-u-100", "admin": "sess-abel-u-101", "member": "sess-mia-u-102", "viewer": "sess-vic-u-103", "outsider": "sess-otto-u-200"}
SHOWS = {}


class Wrong(Exception):
    """The service does not do what the contract states."""


class Unprepared(Exception):
    """The sequence itself did not get where it should."""


def free_port():
    while True:
        port = random.randint(20001, 60000)
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Service:
    def __init__(self, folder):
        self.port = free_port()
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen([sys.executable, "-B", "server.py", "--port", str(self.port)], cwd=folder,
                                        stdout=subprocess.DEVNULL, stderr=self.errors)
        self.control_used = False
        end = time.time() + 20
        while True:
            try:
                if self.call("GET", "/_understudy/health")[0] == 200:
                    break
            except OSError:
                pass
            if time.time() > end or self.process.poll() is not None:
                self.stop()
                raise Unprepared("the service does not start")
            time.sleep(0.05)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def complaints(self):
        self.errors.seek(0)
        return self.errors.read()

    def call(self, method, path, body=None, bearer=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        headers = {"Authorization": "Bearer " + bearer} if bearer else {}
        data = None
        if body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        connection.request(method, path, data, headers)
        answer = connection.getresponse()
        raw, type_ = answer.read(), answer.getheader("Content-Type", "")
        connection.close()
        return answer.status, json.loads(raw) if raw and "json" in type_ else raw, type_


class Sequence:
    def __init__(self, service):
        self.service = service

    # requests
    def api(self, method, path, body=None, who="owner", bearer=None):
        return self.service.call(method, "/api/v1" + path, body, bearer or SESSIONS[who])[:2]

    def ok(self, method, path, body=None, **more):
        status, answer = self.api(method, path, body, **more)
        self.need(200 <= status < 300, f"{method} {path} answered {status} {answer}")
        return answer

    # the control interface
    def control(self, method, path, body=None):
        self.service.control_used = True
        return self.service.call(method, "/_understudy" + path, body)[:2]

    def event(self, name, **body):
        return self.control("POST", "/events/" + name, body)

    def happens(self, name, **body):
        status, answer = self.event(name, **body)
        self.need(status == 200, f"the event {name} answered {status} {answer}")
        return answer

    def freeze(self, now=None):
        status, _ = self.control("PUT", "/clock", {"mode": "frozen", **({"now": now} if now else {})})
        self.need(status == 200, "the clock does not freeze")

    def advance(self, by):
        status, answer = self.control("POST", "/clock/advance", {"by": by})
        self.need(status == 200, f"the clock does not advance: {answer}")

    # verdicts
    def need(self, condition, otherwise):
        if not condition:
            raise Unprepared(otherwise)

    def expect(self, condition, otherwise):
        if not condition:
            raise Wrong(otherwise)

    # common preparations
    def domain(self, name):
        return self.ok("POST", "/email/domains", {"name": name})["id"]

    def verified(self, name):
        id_ = self.domain(name)
        self.happens("dns-record-published", domain=id_, capability="send")
        self.ok("POST", f"/email/domains/{id_}/check")
        self.advance("PT5S")
        self.need(self.ok("GET", f"/email/domains/{id_}")["sendState"] == "verified", "the domain is not verified")
        return id_

    def source(self, service="501"):
        one = self.ok("POST", "/oncall/sources", {"name": "Alertmanager", "serviceId": service})

        def fire(name):
            self.ok("POST", f"/oncall/ingest/{one['id']}", {"alerts": [{"status": "firing", "labels": {"alertname": name}}]}, bearer=one["token"])
        return fire

    def incidents(self, status=None, service="501"):
        found = self.ok("GET", "/oncall/incidents" + (f"?status={status}" if status else ""))["incidents"]
        return {i["id"]: i for i in found if i["serviceId"] == service}

    def manual(self, service="501"):
        return self.ok("POST", "/oncall/incidents", {"serviceId": service, "title": "Something is wrong"})["id"]

    def schedule(self, people=("u-100", "u-101"), zone="UTC", at="09:00"):
        return self.ok("POST", "/oncall/rotations", {"name": "Primary", "timezone": zone, "handoff": {"interval": "daily", "time": at},
                                                     "participants": [{"userId": p, "label": "P " + p} for p in people]})

    def seen_schedule(self, id_):
        found = [s for s in self.ok("GET", "/oncall/rotations")["schedules"] if s["id"] == id_]
        self.need(len(found) == 1, "the schedule is not listed")
        return found[0]

    def policy(self, *targets, wait=60):
        return self.ok("POST", "/oncall/policies", {"name": "Escalation", "repeat": 0, "steps": [
            {"target": {"kind": kind, "id": id_, "label": id_}, "waitSeconds": wait} for kind, id_ in targets]})["id"]

    def attached(self, policy):
        return next(p["services"] for p in self.ok("GET", "/oncall/policies")["policies"] if p["id"] == policy)

    def monitor(self, **more):
        return {"name": "Shop", "kind": "http", "intervalSeconds": 60, "vantages": ["hel"], "http": {"url": "https://shop.example/"}, **more}

    def refused(self, status, what):
        self.expect(400 <= status < 500, f"{what} answered {status}")


def shows(id_):
    return lambda f: SHOWS.update({id_: f}) or f


def span(start, end):
    now = datetime.now(timezone.utc)
    return {"startsAt": (now + timedelta(hours=start)).isoformat(), "endsAt": (now + timedelta(hours=end)).isoformat()}


# ---------------------------------------------------------------- email
@shows("q-delete-domain-outside-grant")
def _(s):
    a, b = s.domain("a.judged.example"), s.domain("b.judged.example")
    key = s.ok("POST", "/tokens", {"name": "narrow", "scope": [{"role": "email:editor", "resourceIds": [a]}]})["key"]
    s.need(s.api("GET", f"/email/domains/{a}", bearer=key)[0] == 200, "the token does not reach its own domain")
    s.need(s.api("GET", f"/email/domains/{b}", bearer=key)[0] in (403, 404), "the token reads the other domain")
    status, _ = s.api("DELETE", f"/email/domains/{b}", bearer=key)
    s.expect(status in (403, 404), f"DELETE of the other domain answered {status}")
    s.expect(s.api("GET", f"/email/domains/{b}")[0] == 200, "the other domain is gone")
    s.need(s.api("DELETE", f"/email/domains/{a}", bearer=key)[0] == 204, "the token cannot delete its own domain")


@shows("q-backend-down-settings-answer")
def _(s):
    s.happens("backend-behaves", backend="email", reachable=False)
    s.need(s.api("GET", "/email/domains")[0] == 502, "the backend is not down")
    for path in ("/email/settings", "/email/keys"):
        status, _ = s.api("GET", path)
        s.expect(status == 502, f"GET {path} answered {status}")


@shows("q-send-key-by-editor")
def _(s):
    role = next(r for r in s.ok("GET", "/iam/catalog")["roles"] if r["id"] == "email:editor")
    s.need("email.key.admin" not in role["permissions"] and "email.key.write" in role["permissions"], "the role is another")
    s.need(s.api("POST", "/email/keys", {"name": "by the owner"})[0] == 201, "the owner cannot mint")
    key = s.ok("POST", "/tokens", {"name": "editor", "scope": [{"role": "email:editor"}]})["key"]
    status, _ = s.api("POST", "/email/keys", {"name": "by an editor"}, bearer=key)
    s.expect(status == 403, f"minting with email:editor answered {status}")
    status, _ = s.api("POST", "/email/keys", {"name": "by a member"}, who="member")
    s.expect(status == 403, f"minting as member answered {status}")


def armed(s):
    id_ = s.domain("in.judged.example")
    return id_, *s.api("POST", f"/email/domains/{id_}/receive")


@shows("q-arm-answers-old-domain")
def _(s):
    id_, status, d = armed(s)
    s.need(status == 200 and d["id"] == id_, f"arming answered {status}")
    s.expect(any(r["capability"] == "receive" and r["type"] == "MX" for r in d["dnsRecords"]), "the answer has no receive record")


@shows("q-mx-priority-as-text")
def _(s):
    id_, status, d = armed(s)
    s.need(status == 200, f"arming answered {status}")
    for one in (d, s.ok("GET", f"/email/domains/{id_}")):
        mx = [r for r in one["dnsRecords"] if r["type"] == "MX"]
        s.need(len(mx) == 1, "there is no MX record")
        s.expect("priority" not in mx[0] or type(mx[0]["priority"]) is int, f"the priority is {mx[0].get('priority')!r}")


@shows("q-arm-answers-202")
def _(s):
    id_, status, d = armed(s)
    s.need(status in (200, 202) and d["id"] == id_, f"arming answered {status} {d}")
    s.expect(status == 200, f"arming answered {status}")


@shows("q-log-filters-exclude-each-other")
def _(s):
    s.freeze()
    a, b = s.verified("a.judged.example"), s.verified("b.judged.example")
    first = s.happens("message-sent", **{"from": "x@a.judged.example", "to": ["jo@customer.example"]})["messageId"]
    s.happens("message-sent", **{"from": "x@b.judged.example", "to": ["jo@customer.example"]})
    s.advance("PT5S")

    def ids(query):
        return [m["id"] for m in s.ok("GET", "/email/messages?" + query)["messages"]]
    s.need(ids(f"domainId={a}") == [first], "the filter by domain alone does not work")
    s.need(len(ids("direction=send")) == 2, "the filter by direction alone does not work")
    s.expect(ids(f"direction=send&domainId={a}") == [first], "direction and domainId together give messages of another domain")


@shows("q-content-kept-90-days")
def _(s):
    s.freeze()
    s.verified("a.judged.example")
    id_ = s.happens("message-sent", **{"from": "x@a.judged.example", "to": ["jo@customer.example"], "text": "Hello"})["messageId"]
    status, _, type_ = s.service.call("GET", f"/api/v1/email/messages/{id_}/content", bearer=SESSIONS["owner"])
    s.need(status == 200 and type_.startswith("message/rfc822"), f"the content answered {status} {type_}")
    s.advance("P29D")
    s.need(s.api("GET", f"/email/messages/{id_}/content")[0] == 200, "the content is gone too early")
    s.advance("P2D")
    status, _ = s.api("GET", f"/email/messages/{id_}/content")
    s.expect(status == 404, f"after 31 days the content answered {status}")


@shows("q-accepted-today-never-resets")
def _(s):
    s.freeze()
    s.verified("a.judged.example")
    for _ in range(2):
        s.happens("message-sent", **{"from": "x@a.judged.example", "to": ["jo@customer.example"]})
    s.need(s.ok("GET", "/email/settings")["acceptedToday"] == 2, "acceptedToday is not 2")
    s.advance("P2D")
    n = s.ok("GET", "/email/settings")["acceptedToday"]
    s.expect(n == 0, f"two days later acceptedToday is {n}")


@shows("q-complaint-not-suppressed")
def _(s):
    s.freeze()
    s.verified("a.judged.example")
    id_ = s.happens("message-sent", **{"from": "x@a.judged.example", "to": ["jo@customer.example"]})["messageId"]
    s.happens("message-complained", messageId=id_, recipient="jo@customer.example")
    s.need("complained" in [e["kind"] for e in s.ok("GET", f"/email/messages/{id_}")["events"]], "the complaint is not recorded")
    found = {x["address"]: x["reason"] for x in s.ok("GET", "/email/suppressions")["suppressions"]}
    s.expect(found.get("jo@customer.example") == "complaint", f"the suppression list is {found}")


@shows("q-removed-suppression-still-blocks")
def _(s):
    s.freeze()
    s.verified("a.judged.example")
    id_ = s.ok("POST", "/email/suppressions", {"address": "jo@customer.example"})["id"]
    s.need(s.api("DELETE", f"/email/suppressions/{id_}")[0] == 204, "it cannot be removed")
    s.need(s.ok("GET", "/email/suppressions")["suppressions"] == [], "it is still listed")
    status, answer = s.event("message-sent", **{"from": "x@a.judged.example", "to": ["jo@customer.example"]})
    s.expect(status == 200 and answer["suppressed"] == [], f"sending answered {status} {answer}")


@shows("q-retry-signed-with-old-secret")
def _(s):
    s.freeze()
    hook = s.ok("POST", "/email/webhooks", {"url": "https://hooks.example/in", "eventTypes": ["message.sent"]})
    id_, old = hook["webhook"]["id"], hook["signingSecret"]
    s.happens("webhook-endpoint-answers", endpointId=id_, answers=[{"status": 500}, {"status": 200}])
    s.verified("a.judged.example")
    s.happens("message-sent", **{"from": "x@a.judged.example", "to": ["jo@customer.example"]})
    s.advance("PT1S")

    def attempts():
        return s.control("GET", f"/webhook-deliveries?endpointId={id_}")[1]["attempts"]

    def made_with(attempt, secret):
        stamp, mac = re.fullmatch(r"t=(\d+),v1=(\w+)", attempt["headers"]["X-Post-Signature"]).groups()
        return hmac.new(secret.encode(), f"{stamp}.{attempt['body']}".encode(), hashlib.sha256).hexdigest() == mac
    s.need(len(attempts()) == 1 and made_with(attempts()[0], old), "the first attempt is not as it should be")
    new = s.ok("POST", f"/email/webhooks/{id_}/rotate-secret")["signingSecret"]
    s.advance("PT1M")
    s.need(len(attempts()) == 2 and new != old, "there is no second attempt")
    s.expect(made_with(attempts()[1], new), "the attempt after the rotation is not signed with the new secret"
             + (" but with the old one" if made_with(attempts()[1], old) else ""))


@shows("q-pause-ends-by-itself")
def _(s):
    s.freeze()
    s.verified("a.judged.example")
    for n in range(6):
        status, answer = s.event("message-sent", **{"from": "x@a.judged.example", "to": [f"p{n}@customer.example"]})
        if status == 200:
            s.happens("message-bounced", messageId=answer["messageId"], bounce="hard")
    before = s.ok("GET", "/email/settings")
    s.need(before["paused"] is True and "pausedAt" in before and "pauseReason" in before, f"sending is not paused: {before}")
    s.advance("P3D")
    s.expect(s.ok("GET", "/email/settings")["paused"] is True, "the pause ended without staff")
    s.happens("sending-unpaused")
    s.need(s.ok("GET", "/email/settings")["paused"] is False, "staff cannot end the pause")


@shows("q-org-wide-key-frozen")
def _(s):
    s.freeze()
    s.verified("a.judged.example")
    secret = s.ok("POST", "/email/keys", {"name": "everywhere"})["secret"]
    s.verified("b.judged.example")
    mail = {"to": ["jo@customer.example"], "subject": "Hello", "text": "Hello"}
    s.need(s.api("POST", "/email/send", {"from": "x@a.judged.example", **mail}, bearer=secret)[0] == 202, "the key does not send at all")
    status, answer = s.api("POST", "/email/send", {"from": "x@b.judged.example", **mail}, bearer=secret)
    s.expect(200 <= status < 300, f"sending from the later domain answered {status} {answer}")


def hook(types=("message.sent",), url="https://hooks.example/in"):
    return {"url": url, "eventTypes": list(types)}


@shows("q-unknown-event-types-dropped")
def _(s):
    s.refused(s.api("POST", "/email/webhooks", hook(["message.sent", "no.such.event"]))[0], "creating with an unknown event type")
    s.expect(s.ok("GET", "/email/webhooks")["webhooks"] == [], "an endpoint was created")
    s.need(s.api("POST", "/email/webhooks", hook())[0] == 201, "no endpoint can be created")


@shows("q-webhook-url-any-text")
def _(s):
    s.refused(s.api("POST", "/email/webhooks", hook(url="not a uri"))[0], "creating with url \"not a uri\"")
    s.expect(s.ok("GET", "/email/webhooks")["webhooks"] == [], "an endpoint was created")


@shows("q-patch-event-types-unchecked")
def _(s):
    s.need(s.api("POST", "/email/webhooks", hook(["no.such.event"]))[0] in range(400, 500), "creating does not check either")
    id_ = s.ok("POST", "/email/webhooks", hook())["webhook"]["id"]
    s.refused(s.api("PATCH", f"/email/webhooks/{id_}", {"eventTypes": ["no.such.event"]})[0], "changing to an unknown event type")
    s.expect(s.ok("GET", "/email/webhooks")["webhooks"][0]["eventTypes"] == ["message.sent"], "the event types changed")


# ---------------------------------------------------------------- on-call
@shows("q-idle-manual-incident-resolves")
def _(s):
    s.freeze()
    id_ = s.manual()
    s.need(s.incidents()[id_]["status"] == "open", "it is not open")
    s.advance("P1D")
    s.expect(s.incidents().get(id_, {}).get("status") == "open", "a day later it is no longer open")


@shows("q-acknowledge-reopens-resolved")
def _(s):
    id_ = s.manual()
    s.ok("PUT", f"/oncall/incidents/{id_}/resolution")
    s.need(id_ in s.incidents("resolved"), "it is not resolved")
    s.api("PUT", f"/oncall/incidents/{id_}/acknowledgement")
    s.expect(id_ in s.incidents("resolved") and id_ not in s.incidents(), "after acknowledging, it is no longer resolved")


def resolved_by_hand(s):
    fire = s.source()
    fire("A")
    (one,) = s.incidents()
    s.ok("PUT", f"/oncall/incidents/{one}/resolution")
    s.need(s.incidents() == {} and one in s.incidents("resolved"), "it is not resolved")
    return fire, one


@shows("q-alert-reopens-recent-incident")
def _(s):
    fire, one = resolved_by_hand(s)
    fire("B")
    s.expect(one in s.incidents("resolved"), "the resolved incident is no longer resolved")
    s.expect(len(set(s.incidents("open")) - {one}) == 1, "no new incident is open")


@shows("q-alert-sticks-to-resolved-incident")
def _(s):
    fire, one = resolved_by_hand(s)
    fire("B")
    s.expect(len(set(s.incidents("open")) - {one}) == 1, "no new incident is open")


@shows("q-firing-alerts-move-on")
def _(s):
    fire, one = resolved_by_hand(s)

    def look():
        return s.incidents("resolved")[one], s.ok("GET", f"/oncall/incidents/{one}")
    before = look()
    fire("B")
    s.need(len(s.incidents("open")) == 1, "no new incident is open")
    after = look()
    s.expect(before == after, f"the resolved incident changed: firingAlerts {before[0]['firingAlerts']}, then {after[0]['firingAlerts']}")


@shows("q-acknowledged-takes-no-alerts")
def _(s):
    fire = s.source()
    fire("A")
    (one,) = s.incidents()
    s.ok("PUT", f"/oncall/incidents/{one}/acknowledgement")
    fire("B")
    found = s.incidents()
    s.expect(list(found) == [one], f"there are {len(found)} unresolved incidents")


@shows("q-no-detail-after-resolution")
def _(s):
    id_ = s.manual()
    s.ok("GET", f"/oncall/incidents/{id_}")
    s.ok("PUT", f"/oncall/incidents/{id_}/resolution")
    status, _ = s.api("GET", f"/oncall/incidents/{id_}")
    s.expect(status == 200, f"the resolved incident answered {status}")


@shows("q-reordering-ignored")
def _(s):
    one = s.schedule()
    turned = one["participants"][::-1]
    answer = s.ok("PUT", f"/oncall/rotations/{one['id']}", {"participants": turned})
    s.expect(answer["participants"] == turned, "the answer has the old order")
    seen = s.seen_schedule(one["id"])
    s.expect(seen["participants"] == turned and seen["onCallNow"]["userId"] != one["onCallNow"]["userId"], "the rotation did not shift")


@shows("q-schedule-of-idle-policy-deleted")
def _(s):
    one = s.schedule()["id"]
    s.policy(("user", "u-100"), ("schedule", one))
    status, _ = s.api("DELETE", f"/oncall/rotations/{one}")
    s.expect(status == 409, f"deleting the targeted schedule answered {status}")
    s.seen_schedule(one)


@shows("q-handoff-in-utc")
def _(s):
    s.freeze("2027-03-04T23:50:00Z")
    one = s.schedule(zone="Asia/Tokyo", at="09:00")["id"]
    before = s.seen_schedule(one)["onCallNow"]["userId"]
    s.advance("PT20M")
    after = s.seen_schedule(one)["onCallNow"]["userId"]
    s.expect(before != after, f"{after} is on call before and after the handoff at 09:00 in Tokyo")


def with_overrides(s, *spans):
    one = s.schedule()["id"]
    return one, [s.ok("POST", f"/oncall/rotations/{one}/overrides", {"userId": "u-102", "label": "Mia", **x}) for x in spans]


@shows("q-override-removal-by-person")
def _(s):
    one, (first, second) = with_overrides(s, span(24, 26), span(48, 50))
    s.need(s.api("DELETE", f"/oncall/rotations/{one}/overrides/{first['id']}")[0] == 204, "it cannot be removed")
    left = [o["id"] for o in s.seen_schedule(one)["overrides"]]
    s.expect(left == [second["id"]], f"{len(left)} overrides are left")


@shows("q-coming-overrides-not-listed")
def _(s):
    one, (now, coming) = with_overrides(s, span(-1, 1), span(24, 26))
    listed = [o["id"] for o in s.seen_schedule(one)["overrides"]]
    s.need(now["id"] in listed, "not even the active one is listed")
    s.expect(coming["id"] in listed, "the coming override is not listed")


@shows("q-add-override-answers-schedule")
def _(s):
    one, (answer,) = with_overrides(s, span(24, 26))
    s.need(len(s.seen_schedule(one)["overrides"]) == 1, "it was not added")
    s.expect(all(isinstance(answer.get(f), str) for f in ("id", "userId", "label", "startsAt", "endsAt")), f"the answer has {sorted(answer)}")
    s.expect(answer["id"] == s.seen_schedule(one)["overrides"][0]["id"], "the id is another")


@shows("q-null-does-not-detach")
def _(s):
    p = s.policy(("user", "u-100"))
    s.ok("PATCH", "/oncall/services/501", {"escalationPolicyId": p})
    s.need(s.attached(p) == 1, "it is not attached")
    answer = s.ok("PATCH", "/oncall/services/501", {"escalationPolicyId": None})
    s.expect(answer.get("escalationPolicyId") is None, "the answer still names the policy")
    s.expect(s.attached(p) == 0, "the policy is still attached")


@shows("q-missing-policy-id-detaches")
def _(s):
    p = s.policy(("user", "u-100"))
    s.ok("PATCH", "/oncall/services/501", {"escalationPolicyId": p})
    s.need(s.attached(p) == 1, "it is not attached")
    s.refused(s.api("PATCH", "/oncall/services/501", {})[0], "a body without escalationPolicyId")
    s.expect(s.attached(p) == 1, "the policy is no longer attached")


def paged(s, id_):
    return [p["userId"] for p in s.control("GET", f"/pages?incidentId={id_}")[1]["pages"]]


@shows("q-acknowledged-still-escalates")
def _(s):
    p = s.policy(("user", "u-100"), ("user", "u-101"))
    s.ok("PATCH", "/oncall/services/501", {"escalationPolicyId": p})
    s.freeze()
    id_ = s.manual()
    s.need(paged(s, id_) == ["u-100"], f"the first step paged {paged(s, id_)}")
    s.ok("PUT", f"/oncall/incidents/{id_}/acknowledgement")
    s.advance("PT10M")
    s.expect(paged(s, id_) == ["u-100"], f"after the acknowledgement the pages are {paged(s, id_)}")
    other = s.manual()
    s.advance("PT10M")
    s.need(paged(s, other) == ["u-100", "u-101"], "an incident nobody acknowledges does not walk the steps")


@shows("q-override-not-paged")
def _(s):
    one = s.schedule(people=("u-100",))["id"]
    s.ok("POST", f"/oncall/rotations/{one}/overrides", {"userId": "u-101", "label": "Abel", **span(-1, 1)})
    s.need(s.seen_schedule(one)["onCallNow"]["userId"] == "u-101", "the override is not active")
    s.ok("PATCH", "/oncall/services/501", {"escalationPolicyId": s.policy(("schedule", one))})
    id_ = s.manual()
    s.need(paged(s, id_), "nobody is paged")
    s.expect(paged(s, id_) == ["u-101"], f"paged is {paged(s, id_)}")


@shows("q-rejected-credential-stored")
def _(s):
    good, bad = ({"accountSid": sid, "authToken": "secret-of-the-provider", "fromNumber": "+15550101"} for sid in ("AC-good", "AC-bad"))
    s.happens("provider-behaves", behaviour="rejects", only="verification")
    s.need(s.api("POST", "/oncall/paging-provider", bad)[0] == 422, "it is not rejected")
    s.expect(s.ok("GET", "/oncall/paging-provider")["configured"] is False, "the rejected credential is stored")
    s.happens("provider-behaves", behaviour="accepts", only="verification")
    s.need(s.ok("POST", "/oncall/paging-provider", good)["accountSid"] == "AC-good", "a good one is not stored")


# ---------------------------------------------------------------- uptime
@shows("q-history-of-unknown-monitor")
def _(s):
    unknown = "/uptime/monitors/3f0e9f6e-0000-4000-8000-000000000000"
    s.need(s.api("GET", unknown)[0] == 404, "the monitor is known")
    for what in ("failures", "transitions"):
        status, _ = s.api("GET", f"{unknown}/{what}")
        s.expect(status == 404, f"{what} of an unknown monitor answered {status}")


@shows("q-ping-without-entitlement")
def _(s):
    s.ok("GET", "/uptime/ping")
    s.happens("entitlement-changes", area="uptime", enabled=False)
    s.need(s.api("GET", "/uptime/services")[0] == 403, "uptime is still enabled")
    status, _ = s.api("GET", "/uptime/ping")
    s.expect(status == 403, f"ping answered {status}")


@shows("q-quota-after-validation")
def _(s):
    for n in range(500):
        status, _ = s.api("POST", "/uptime/monitors", s.monitor(name=f"m{n}"))
        if status != 201:
            break
    s.need(status == 403, f"the quota is not reached: {status}")
    offered = [i["seconds"] for i in s.ok("GET", "/uptime/catalog")["intervals"]]
    s.need(7 not in offered, "the interval is offered")
    status, _ = s.api("POST", "/uptime/monitors", s.monitor(intervalSeconds=7, timeoutMs=1000))
    s.expect(status == 403, f"at the quota, a monitor with an interval that is not offered answered {status}")


@shows("q-patch-falls-back-to-defaults")
def _(s):
    one = s.ok("POST", "/uptime/monitors", s.monitor(enabled=False, timeoutMs=3000))
    s.need(one["enabled"] is False and one["timeoutMs"] == 3000, "it is not as given")
    s.ok("PATCH", f"/uptime/monitors/{one['id']}", {"name": "Shop front"})
    seen = s.ok("GET", f"/uptime/monitors/{one['id']}")
    s.need(seen["name"] == "Shop front", "the name did not change")
    s.expect(seen["enabled"] is False and seen["timeoutMs"] == 3000, f"enabled is {seen['enabled']}, timeoutMs {seen['timeoutMs']}")


@shows("q-deleted-monitor-still-read")
def _(s):
    id_ = s.ok("POST", "/uptime/monitors", s.monitor())["id"]
    s.need(s.api("DELETE", f"/uptime/monitors/{id_}")[0] == 204, "it cannot be deleted")
    s.need(s.ok("GET", "/uptime/monitors")["monitors"] == [], "it is still listed")
    status, _ = s.api("GET", f"/uptime/monitors/{id_}")
    s.expect(status == 404, f"the deleted monitor answered {status}")


@shows("q-scrape-outlives-revocation")
def _(s):
    one = s.ok("POST", "/uptime/export-tokens", {"name": "Prometheus"})
    s.need(s.api("GET", "/uptime/export", bearer=one["token"])[0] == 200, "the token does not work")
    s.need(s.api("DELETE", f"/uptime/export-tokens/{one['id']}")[0] == 204, "it cannot be revoked")
    status, _ = s.api("GET", "/uptime/export", bearer=one["token"])
    s.expect(status == 401, f"after the revocation a scrape answered {status}")


# ---------------------------------------------------------------- limits
@shows("q-storage-quota-per-push")
def _(s):
    s.ok("POST", "/registry/instances", {"slug": "full-soon"})
    s.happens("quota-changes", quota="registry-storage-bytes", registry="full-soon", value=10_000_000)
    image = {"registry": "full-soon", "layers": [{"sizeBytes": 7_000_000}]}
    s.need(s.event("image-pushed", repository="huge", registry="full-soon", layers=[{"sizeBytes": 11_000_000}])[0] == 409, "there is no quota at all")
    s.happens("image-pushed", repository="one", **image)
    status, _ = s.event("image-pushed", repository="two", **image)
    seen = s.ok("GET", "/registry/instances/full-soon")
    s.expect(status == 409 and seen["usedBytes"] <= seen["storageQuotaBytes"],
             f"the second push answered {status}; used {seen['usedBytes']} of {seen['storageQuotaBytes']}")


@shows("q-one-load-balancer-too-many")
def _(s):
    s.freeze()
    s.ok("POST", "/clusters", {"name": "edge", "tier": "small", "managedLoadBalancers": {"enabled": True}})
    s.advance("PT1M")
    most = s.ok("GET", "/clusters/edge")["managedLoadBalancers"]["maxServices"]
    for n in range(most):
        s.happens("service-exposed", cluster="edge", service=f"shop/web{n}")
    status, _ = s.event("service-exposed", cluster="edge", service="shop/one-more")
    n = len(s.ok("GET", "/clusters/edge")["managedLoadBalancers"]["loadBalancers"])
    s.expect(status == 409 and n == most, f"one more answered {status}; there are {n} of {most}")


@shows("q-daily-quota-per-domain")
def _(s):
    s.freeze()
    s.verified("a.judged.example")
    s.verified("b.judged.example")
    s.happens("quota-changes", quota="daily-email", value=2)

    def send(domain):
        return s.event("message-sent", **{"from": f"x@{domain}.judged.example", "to": ["jo@customer.example"]})[0]
    s.need([send("a"), send("a"), send("a")] == [200, 200, 409], "there is no quota at all")
    status, seen = send("b"), s.ok("GET", "/email/settings")
    s.expect(status == 409 and seen["acceptedToday"] <= seen["dailyQuota"],
             f"the third message, from the other domain, answered {status}; acceptedToday {seen['acceptedToday']} of {seen['dailyQuota']}")


# ---------------------------------------------------------------- running them
READS = ["/tokens", "/tokens/scope-options", "/iam/catalog", "/iam/permissions", "/organization/contacts", "/registry/cache-catalog", "/registry/instances",
         "/registry/instances/northwind-base", "/email/keys", "/email/routes", "/email/domains", "/email/messages", "/email/settings",
         "/email/suppressions", "/email/webhooks", "/email/webhook-deliveries", "/oncall/paging-provider", "/oncall/incidents", "/oncall/rotations",
         "/oncall/me/paging", "/oncall/sources", "/oncall/policies", "/clusters", "/uptime/ping", "/uptime/catalog", "/uptime/services",
         "/uptime/monitors", "/uptime/export-tokens"]


def play(service, id_):
    """None if it passes, otherwise what is wrong."""
    try:
        SHOWS[id_](Sequence(service))
        return None
    except Wrong as e:
        return str(e)


def prove(one, clean):
    source = os.path.join(clean, "source")
    with tempfile.TemporaryDirectory(prefix="prove-") as folder:
        faulty = os.path.join(folder, "faulty")
        shutil.copytree(source, faulty)
        for e in one["edits"]:
            path = os.path.join(faulty, e["file"])
            with open(os.path.join(source, e["file"])) as f:
                if f.read().count(e["find"]) != 1:
                    return f"the text to find is not there exactly once: {e['find']!r}"
            with open(path) as f:
                text = f.read()
            if text.count(e["find"]) != 1:
                return f"after the edits before, the text to find is not there exactly once: {e['find']!r}"
            with open(path, "w") as f:
                f.write(text.replace(e["find"], e["replace"]))
        for where, right in ((source, True), (faulty, False)):
            service = Service(where)
            try:
                for path in READS:
                    status = service.call("GET", "/api/v1" + path, bearer=SESSIONS["owner"])[0]
                    if status != 200:
                        return f"GET {path} answers {status} on the {'clean' if right else 'faulty'} service"
                wrong = play(service, one["id"])
                if service.complaints():
                    return "the service printed an error: " + service.complaints()[-300:]
                if one["requestsAlone"] and service.control_used:
                    return "it is said to need requests alone, but the control interface was used"
            except (Unprepared, OSError, KeyError, ValueError, IndexError, TypeError) as e:
                return f"on the {'clean' if right else 'faulty'} service: {type(e).__name__}: {e}"
            finally:
                service.stop()
            if right and wrong:
                return f"the clean service fails: {wrong}"
            if not right and not wrong:
                return "the faulty service passes"
        print(f"holds   {one['id']}: {wrong}", flush=True)
        return None


def main():
    with open(os.path.join(HERE, "mistakes.json")) as f:
        mistakes = json.load(f)
    wanted = sys.argv[1:] or [one["id"] for one in mistakes]
    known = {one["id"]: one for one in mistakes}
    bad = 0
    with tempfile.TemporaryDirectory(prefix="prove-clean-") as clean:
        shutil.copytree(CLEAN, os.path.join(clean, "source"), ignore=shutil.ignore_patterns("__pycache__"))
        for id_ in wanted:
            reason = "no such mistake" if id_ not in known else "no sequence" if id_ not in SHOWS else prove(known[id_], clean)
            if reason:
                bad += 1
                print(f"FAILS   {id_}: {reason}", flush=True)
    print(f"{len(wanted) - bad} of {len(wanted)} hold")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
