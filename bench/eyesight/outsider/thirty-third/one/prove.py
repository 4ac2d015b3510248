"""Proves the mistakes of mistakes.json: prove.py [ID...]

Each is shown against the clean candidate (which must be right) and against a copy with its edits (which must be
wrong), both started afresh on a free port. Standard library and rustc only; the environment variable CANDIDATE names
another folder of the candidate.
"""
import base64
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
CANDIDATE = Path(os.environ.get("CANDIDATE") or HERE / "../../../../../examples/ninth-candidate").resolve()

A = "/api/v1"
R, E, O, C, U = A + "/registry/spaces", A + "/email", A + "/oncall", A + "/clusters", A + "/uptime"
LOGINS, AUTHORIZE, EXCHANGE = A + "/registry/logins", A + "/registry/authorize", A + "/registry/exchange"
CONTACTS, TOKENS = A + "/organization/contacts", A + "/tokens"
CHECKOUT = "ocs-checkout"
HOME, ABROAD = "urn:nw:domain:seed-northwind", "urn:nw:domain:seed-southsea"
ADA, BEN = {"userId": "usr-ada", "label": "Ada"}, {"userId": "usr-ben", "label": "Ben"}
PROVIDER = {"accountSid": "AC9f31c0", "authToken": "tok-7f3a9e51c2", "fromNumber": "+15550101"}


class Unprepared(Exception):
    """Something before the step that is looked at went wrong: proves nothing."""


class Answer:
    def __init__(self, status, body):
        self.status = status
        self.text = body.decode("utf-8", "replace")
        try:
            self.json = json.loads(body)
        except ValueError:
            self.json = None

    @property
    def fine(self):
        return 200 <= self.status < 300

    @property
    def refused(self):
        return 400 <= self.status < 500

    def __repr__(self):
        return f"{self.status} {self.text[:300]}"


def need(answer):
    if not answer.fine:
        raise Unprepared(repr(answer))
    return answer


class Service:
    """A running candidate."""

    def __init__(self, program):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.process = subprocess.Popen([program, "--port", str(self.port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            if self.process.poll() is not None:
                raise Unprepared("it does not start")
            try:
                if self.get("/_understudy/health", who=None).status == 200:
                    return
            except OSError:
                time.sleep(0.05)
        self.stop()
        raise Unprepared("it does not get ready")

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def call(self, method, path, body=None, who="ada", query=None, connection=None):
        connection = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"content-type": "application/json"} if body is not None else {}
        if who:
            headers["authorization"] = "Bearer " + (f"ses_{who}_4be1c7" if len(who) == 3 or who == "cleo" else who)
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

    def event(self, name, **body):
        return need(self.post(f"/_understudy/events/{name}", body, who=None)).json

    def advance(self, by):
        return need(self.post("/_understudy/clock/advance", {"by": by}, who=None)).json

    def at_once(self, requests):
        """Sends [(method, path, body)] as nearly at the same time as can be."""
        barrier, answers = threading.Barrier(len(requests)), [None] * len(requests)

        def one(number, method, path, body):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            connection.connect()
            barrier.wait()
            answers[number] = self.call(method, path, body, connection=connection)

        threads = [threading.Thread(target=one, args=(n, *r)) for n, r in enumerate(requests)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers

    # what many steps begin with
    def schedule(self, *people):
        body = {"name": "primary", "timezone": "UTC", "participants": list(people or (ADA, BEN)), "handoff": {"interval": "daily", "time": "08:00"}}
        return need(self.post(f"{O}/schedules", body)).json

    def listed_schedule(self, id):
        return next(s for s in need(self.get(f"{O}/schedules")).json["schedules"] if s["id"] == id)

    def policy(self, kind="user", id="usr-ada"):
        body = {"name": "escalate", "repeat": 0, "steps": [{"target": {"kind": kind, "id": id, "label": "target"}, "waitSeconds": 60}]}
        return need(self.post(f"{O}/policies", body)).json

    def incident(self, title="checkout is slow"):
        return need(self.post(f"{O}/incidents", {"serviceId": CHECKOUT, "title": title})).json

    def monitor(self, who="ada", **more):
        return self.post(f"{U}/monitors", monitor(**more), who=who)

    def cluster(self, name, **more):
        made = need(self.post(C, {"name": name, "tier": "small", **more})).json
        self.advance("PT20S")
        return made

    def allowed(self, username, password, registry="nw-images", action="pull"):
        body = {"username": username, "password": password, "registry": registry, "repository": "app", "action": action}
        return need(self.post(AUTHORIZE, body, who=None)).json["allowed"]


def monitor(**more):
    return {"name": "front", "kind": "http", "intervalSeconds": 60, "vantages": ["osl-1"], "http": {"url": "https://front.example/"}, **more}


def rule(**more):
    return {"issuer": "https://ci.example", "audience": "northwind", "subjectPattern": "repo:one/*", "mode": "pull", **more}


def stamp(ago):
    return (datetime.now(timezone.utc) - ago).strftime("%Y-%m-%dT%H:%M:%SZ")


def ahead(days):
    return stamp(timedelta(days=-days))


# ---- the steps: each answers whether the service is right
def overrides_at_once(s):
    id = s.schedule()["id"]
    week = [("POST", f"{O}/schedules/{id}/overrides", {**BEN, "startsAt": ahead(7 * n), "endsAt": ahead(7 * n + 1)}) for n in range(1, 7)]
    made = {need(a).json["id"] for a in s.at_once(week)}
    return made == {o["id"] for o in s.listed_schedule(id)["overrides"]}


def rule_by_id_alone(s):
    id = need(s.post(f"{R}/ss-images/trust", rule(), who="fox")).json["id"]
    refused = s.delete(f"{R}/nw-images/trust/{id}").refused
    return refused and [x["id"] for x in need(s.get(f"{R}/ss-images/trust", who="fox")).json["rules"]] == [id]


def stored_then_refused(s):
    if not s.put(f"{R}/nw-images/upstreams/mirror.elsewhere.example", {"username": "u", "password": "p-secret"}).refused:
        raise Unprepared("not refused")
    return need(s.get(f"{R}/nw-images/upstreams")).json["upstreamCredentials"] == []


def one_cluster_over(s):
    s.event("quota-changes", quota="clusters", value=1)
    need(s.post(C, {"name": "one", "tier": "small"}))
    return s.post(C, {"name": "two", "tier": "small"}).status == 403


def quota_of_everybody(s):
    need(s.monitor("fox")), need(s.monitor("fox"))
    s.event("quota-changes", quota="monitors", value=2)
    return s.monitor().status == 201


def count_of_a_page(s):
    id = need(s.post(f"{U}/services", {"name": "shop"})).json["id"]
    for _ in range(55):
        need(s.monitor(serviceId=id))
    return need(s.get(f"{U}/services")).json["services"][0]["monitors"] == 55


def token_in_the_error(s):
    need(s.put(f"{O}/provider", PROVIDER))
    need(s.put(f"{O}/me/paging", {"phone": "+15550100", "rules": [{"channel": "sms", "delaySeconds": 0}]}))
    need(s.put(f"{O}/services/{CHECKOUT}/policy", {"escalationPolicyId": s.policy()["id"]}))
    s.event("provider-behaves", behaviour="rejects", only="pages")
    id = s.incident()["id"]
    seen = need(s.get(f"{O}/incidents/{id}")).text
    if "rejected" not in seen:
        raise Unprepared("no page has failed")
    return PROVIDER["authToken"] not in seen


def ping_for_anyone(s):
    need(s.get(f"{U}/ping"))
    s.event("entitlement-changes", area="uptime", enabled=False)
    return s.get(f"{U}/ping").status == 403


def resources_demanded(s):
    return s.post(TOKENS, {"name": "ci", "scope": [{"role": "registry-viewer"}]}).status == 201


def log_by_domain(s):
    sent = {"from": "post@mail.southsea.example", "to": ["kim@customer.example"], "subject": "offer"}
    s.event("message-sent", **sent)
    if len(need(s.get(f"{E}/messages", query={"domainId": ABROAD}, who="fox")).json["messages"]) != 1:
        raise Unprepared("fox has no message")
    return need(s.get(f"{E}/messages", query={"domainId": ABROAD})).json["messages"] == []


def member_mints_send_keys(s):
    return s.post(f"{E}/keys", {"name": "shop"}, who="cleo").status == 403


def incident_where_the_service_is(s):
    refused = s.post(f"{O}/incidents", {"serviceId": CHECKOUT, "title": "from abroad"}, who="fox").refused
    return refused and need(s.get(f"{O}/incidents")).json["incidents"] == []


def contacts_no_content(s):
    a = s.patch(CONTACTS, {"technicalEmail": "ops@northwind.example"})
    if need(s.get(CONTACTS)).json["technicalEmail"] != "ops@northwind.example":
        raise Unprepared("not changed")
    return a.status == 200


def alertmanager_field_unknown(s):
    source = need(s.post(f"{O}/sources", {"name": "am", "serviceId": CHECKOUT})).json
    alert = {"status": "firing", "labels": {"alertname": "HighLatency"}, "annotations": {"summary": "slow"}, "startsAt": stamp(timedelta(minutes=1)),
             "endsAt": "0001-01-01T00:00:00Z", "generatorURL": "http://prometheus.example/graph", "fingerprint": "c5d7a1f09b3e2468"}
    whole = {"version": "4", "groupKey": "{}:{alertname=\"HighLatency\"}", "truncatedAlerts": 0, "status": "firing", "receiver": "northwind", "groupLabels": {"alertname": "HighLatency"},
             "commonLabels": {"alertname": "HighLatency"}, "commonAnnotations": {"summary": "slow"}, "externalURL": "http://alertmanager.example", "alerts": [alert]}
    taken = s.post(f"{O}/ingest/{source['id']}", whole, who=source["token"]).fine
    return taken and len(need(s.get(f"{O}/incidents")).json["incidents"]) == 1


def week_of_a_day(s):
    id = need(s.monitor()).json["id"]
    s.event("probe-result", monitorId=id, outcome="ok", at=stamp(timedelta(days=3)))
    return sum(len(x["points"]) for x in need(s.get(f"{U}/monitors/{id}/metrics", query={"window": "7d"})).json["series"]) == 1


def overrides_dropped(s):
    id = s.schedule()["id"]
    made = need(s.post(f"{O}/schedules/{id}/overrides", {**BEN, "startsAt": ahead(3), "endsAt": ahead(4)})).json["id"]
    need(s.patch(f"{O}/schedules/{id}", {"participants": [BEN, ADA]}))
    return [o["id"] for o in s.listed_schedule(id)["overrides"]] == [made]


def post_mortem_timeline(s):
    id = s.incident()["id"]
    need(s.post(f"{O}/incidents/{id}/updates", {"body": "We are looking into it."}))
    need(s.put(f"{O}/incidents/{id}/resolution"))
    page = need(s.get(f"{O}/public/{CHECKOUT}", who=None))
    if len(page.json["incidents"]) != 1:
        raise Unprepared("not on the page")
    return "timeline" not in page.text and "published by" not in page.text


def patch_enables(s):
    hook = need(s.post(f"{E}/webhooks", {"url": "http://hooks.example/a", "eventTypes": ["email.sent"]})).json["webhook"]["id"]
    need(s.patch(f"{E}/webhooks/{hook}", {"disabled": True}))
    need(s.patch(f"{E}/webhooks/{hook}", {"url": "http://hooks.example/b"}))
    return need(s.get(f"{E}/webhooks")).json["webhooks"][0]["disabled"] is True


def inbound_uses_quota(s):
    need(s.post(f"{E}/domains/{HOME}/receive"))
    s.event("quota-changes", quota="daily-email", value=1)
    s.event("message-received", **{"from": "kim@customer.example", "to": ["help@mail.northwind.example"]})
    counted = need(s.get(f"{E}/settings")).json["acceptedToday"]
    sent = s.post("/_understudy/events/message-sent", {"from": "post@mail.northwind.example", "to": ["kim@customer.example"]}, who=None)
    return counted == 0 and sent.fine


def attached_while_deleted(s):
    for _ in range(8):
        id = s.policy()["id"]
        attach = ("PUT", f"{O}/services/{CHECKOUT}/policy", {"escalationPolicyId": id})
        if all(a.fine for a in s.at_once([("DELETE", f"{O}/policies/{id}", None), attach])):
            return False
        need(s.put(f"{O}/services/{CHECKOUT}/policy", {"escalationPolicyId": None}))
    return True


def update_time_a_number(s):
    return isinstance(need(s.post(f"{O}/incidents/{s.incident()['id']}/updates", {"body": "We are on it."})).json["at"], str)


def login_ends_the_last(s):
    first = need(s.post(LOGINS, {})).json
    if not s.allowed(first["username"], first["password"]):
        raise Unprepared("the first does not work")
    need(s.post(LOGINS, {}))
    return s.allowed(first["username"], first["password"])


def rotation_sorted(s):
    made = s.schedule(ADA, BEN)
    swapped = need(s.patch(f"{O}/schedules/{made['id']}", {"participants": [BEN, ADA]})).json
    return made["onCallNow"]["userId"] != swapped["onCallNow"]["userId"]


def login_without_end(s):
    login = need(s.post(LOGINS, {})).json
    if not s.allowed(login["username"], login["password"]):
        raise Unprepared("it does not work")
    s.advance("PT2H")
    return not s.allowed(login["username"], login["password"])


def default_after_a_minute(s):
    return need(s.get(f"{O}/me/paging", who="ben")).json["rules"] == [{"channel": "email", "delaySeconds": 0}]


def resolved_is_closed(s):
    return need(s.put(f"{O}/incidents/{s.incident()['id']}/resolution")).json["status"] == "resolved"


def contacts_in_part(s):
    return set(need(s.patch(CONTACTS, {"technicalEmail": "ops@northwind.example"})).json or {}) == {"billingEmail", "technicalEmail", "securityEmail"}


def targets_of_used_policies(s):
    id = s.schedule()["id"]
    s.policy("schedule", id)
    return s.delete(f"{O}/schedules/{id}").status == 409


def key_for_any_registry(s):
    key = need(s.post(f"{R}/nw-images/keys", {"name": "ci", "mode": "readwrite"})).json
    if not s.allowed(key["keyId"], key["secret"], action="push"):
        raise Unprepared("it does not work")
    return not s.allowed(key["keyId"], key["secret"], registry="ss-images", action="push")


def kubeconfig_for_ever(s):
    s.cluster("left")
    config = need(s.get(f"{C}/left/kubeconfig")).json["kubeconfig"]
    if not s.event("credential-used", kind="kubeconfig", secret=config)["accepted"]:
        raise Unprepared("it does not work")
    s.advance("P400D")
    return not s.event("credential-used", kind="kubeconfig", secret=config)["accepted"]


def hundred_kept(s):
    first = s.incident("the first")["id"]
    need(s.put(f"{O}/incidents/{first}/resolution"))
    for n in range(100):
        s.incident(f"number {n}")
    closed = need(s.get(f"{O}/incidents", query={"status": "closed"})).json["incidents"]
    return [i["id"] for i in closed] == [first] and s.get(f"{O}/incidents/{first}").status == 200


def service_null(s):
    return isinstance(need(s.monitor()).json.get("serviceId", ""), str)


def cursor_of_time_alone(s):
    at = stamp(timedelta(hours=1))
    sent = {s.event("message-sent", createdAt=at, **{"from": "post@mail.northwind.example", "to": [f"kim{n}@customer.example"]})["messageId"] for n in range(45)}
    page = need(s.get(f"{E}/messages")).json
    seen = [m["id"] for m in page["messages"]]
    while page.get("cursor"):
        page = need(s.get(f"{E}/messages", query={"cursor": page["cursor"]})).json
        seen += [m["id"] for m in page["messages"]]
    return len(seen) == 45 and set(seen) == sent


def quota_then_relay(s):
    s.event("quota-changes", quota="monitors", value=2)
    made = [a.status for a in s.at_once([("POST", f"{U}/monitors", monitor(name=f"m{n}")) for n in range(6)])]
    return sorted(made) == [201, 201, 403, 403, 403, 403]


def all_routes_for_scoped(s):
    domain = need(s.post(f"{E}/domains", {"name": "in.shop.example"})).json["id"]
    need(s.post(f"{E}/domains/{domain}/receive"))
    hook = need(s.post(f"{E}/webhooks", {"url": "http://hooks.example/a", "eventTypes": ["email.received"]})).json["webhook"]["id"]
    need(s.post(f"{E}/routes", {"domainId": domain, "pattern": "help", "endpointId": hook}))
    return need(s.get(f"{E}/routes", who="eve")).json["routes"] == []


def revoked_source_heard(s):
    source = need(s.post(f"{O}/sources", {"name": "am", "serviceId": CHECKOUT})).json
    alert = {"status": "firing", "alerts": [{"status": "firing", "labels": {"alertname": "A"}, "annotations": {}}]}
    need(s.post(f"{O}/ingest/{source['id']}", alert, who=source["token"]))
    need(s.delete(f"{O}/sources/{source['id']}"))
    if need(s.get(f"{O}/sources")).json["sources"]:
        raise Unprepared("still listed")
    return s.post(f"{O}/ingest/{source['id']}", alert, who=source["token"]).status == 401


def deleted_monitor_shown(s):
    id = need(s.monitor()).json["id"]
    deleted = need(s.delete(f"{U}/monitors/{id}"))
    if s.get(f"{U}/monitors/{id}").status != 404:
        raise Unprepared("not deleted")
    return deleted.status == 204


def first_rule_decides(s):
    need(s.post(f"{R}/nw-images/trust", rule(name="one", subjectPattern="repo:one/*")))
    need(s.post(f"{R}/nw-images/trust", rule(name="two", subjectPattern="repo:two/*")))

    def exchange(subject):
        part = lambda o: base64.urlsafe_b64encode(o if isinstance(o, bytes) else json.dumps(o).encode()).decode().rstrip("=")
        claims = {"iss": "https://ci.example", "aud": "northwind", "sub": subject, "exp": int(time.time()) + 600}
        return s.post(EXCHANGE, {"registry": "nw-images", "token": ".".join(map(part, ({"alg": "RS256"}, claims, b"signature")))}, who=None)

    need(exchange("repo:one/app"))
    if not exchange("repo:three/app").refused:
        raise Unprepared("anyone gets a key")
    return exchange("repo:two/app").status == 201


def nodes_of_all_clusters(s):
    s.cluster("left"), s.cluster("right")
    s.event("node-joins", cluster="right", node="n1")
    if [n["name"] for n in need(s.get(f"{C}/right/nodes")).json["nodes"]] != ["n1"]:
        raise Unprepared("it has not joined")
    return need(s.get(f"{C}/left/nodes")).json["nodes"] == []


def secret_in_the_list(s):
    secret = need(s.post(f"{R}/nw-images/keys", {"name": "ci", "mode": "pull"})).json["secret"]
    return secret not in need(s.get(f"{R}/nw-images/keys")).text


def used_by_all_registries(s):
    need(s.post(R, {"slug": "second-images"}))
    s.event("image-pushed", registry="second-images", repository="app")
    if not need(s.get(f"{R}/second-images")).json["usedBytes"]:
        raise Unprepared("nothing was pushed")
    return need(s.get(f"{R}/nw-images")).json["usedBytes"] == 0


def metrics_bad_gateway(s):
    id = need(s.monitor()).json["id"]
    s.event("metrics-availability", available=False)
    return s.get(f"{U}/monitors/{id}/metrics").status == 503


def rule_without_prefixes(s):
    made = need(s.post(f"{R}/nw-images/trust", rule())).json
    listed = need(s.get(f"{R}/nw-images/trust")).json["rules"][0]
    return all(isinstance(x.get("repoPrefixes"), list) for x in (made, listed))


def upgrade_alone(s):
    s.cluster("left", orchestratorVersion="1.32.7")
    need(s.patch(f"{C}/left", {"orchestratorVersion": "1.33.4", "replicas": 3}))
    s.advance("PT20S")
    seen = need(s.get(f"{C}/left")).json
    if seen["orchestratorVersion"] != "1.33.4":
        raise Unprepared("not upgraded")
    return seen["replicas"] == 3


# ---- the proof
def build(source, out):
    made = subprocess.run(["rustc", "--edition", "2021", "--cap-lints", "allow", str(source / "main.rs"), "-o", str(out)], capture_output=True, text=True)
    if made.returncode:
        raise Unprepared("it does not compile: " + made.stderr[:1500])
    return out


def changed(mistake, folder):
    shutil.copytree(CANDIDATE / "src", folder / "src")
    for edit in mistake["edits"]:
        if (CANDIDATE / edit["file"]).read_text().count(edit["find"]) != 1:
            raise Unprepared(f"not exactly once in {edit['file']}: {edit['find']!r}")
        file = folder / edit["file"]
        file.write_text(file.read_text().replace(edit["find"], edit["replace"]))
    return build(folder / "src", folder / "wrong")


def right(program, steps):
    service = Service(str(program))
    try:
        return steps(service)
    finally:
        service.stop()


def main(wanted):
    mistakes = json.loads((HERE / "mistakes.json").read_text())
    unknown = set(wanted) - {m["id"] for m in mistakes}
    if unknown:
        sys.exit(f"unknown: {', '.join(sorted(unknown))}")
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        clean = build(CANDIDATE / "src", Path(folder) / "clean")
        for m in mistakes:
            if wanted and m["id"] not in wanted:
                continue
            steps = globals()[m["id"].removeprefix("bi-").replace("-", "_")]
            work = Path(folder) / m["id"]
            work.mkdir()
            try:
                problem = None
                if not right(clean, steps):
                    problem = "the clean candidate is wrong"
                elif right(changed(m, work), steps):
                    problem = "the mistake does not show"
            except Exception as e:
                problem = f"{type(e).__name__}: {e}"
            shutil.rmtree(work)
            bad += problem is not None
            print(f"{'proven' if problem is None else 'NOT PROVEN'}  {m['id']}{'' if problem is None else ': ' + problem}", flush=True)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
