#!/usr/bin/env python3
"""python3 prove.py [ID...]: each proof is run on the clean candidate and on the edited copy; it must hold on the first and not on the second.
One line per mistake. One server at a time; nothing is written outside this folder."""
import http.client, json, os, shutil, subprocess, sys, tempfile, threading, time
from datetime import datetime, timedelta, timezone
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, "../../../../../examples/seventh-candidate")
B = "/api/v1"
IDA, ARLO, MINA, VIC, SOL, RUTH, DEX = (f"ses.p-{n}.7c1e" for n in ("ida", "arlo", "mina", "vic", "sol", "ruth", "dex"))
TYPES = ["outbound.sent", "outbound.delivered", "outbound.bounced", "outbound.complained", "inbound.received"]
SF, R = "ocs-tidewater-storefront", "/registry/r/tidewater-images"
PROOFS = {}


class Broken(Exception):
    """A step that must work on both copies did not."""


class Server:
    def __init__(self, folder):
        self.p = subprocess.Popen([sys.executable, os.path.join(folder, "server.py"), "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        line = self.p.stdout.readline().strip()
        if not line:
            raise Broken("does not start: " + self.p.stderr.read()[-400:])
        self.port = int(line.rsplit(":", 1)[1])

    def stop(self):
        self.p.kill()
        return self.p.communicate()[1]

    def call(self, method, path, body=None, headers=None):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        c.request(method, path, json.dumps(body) if body is not None else None, {**({"Content-Type": "application/json"} if body is not None else {}), **(headers or {})})
        r = c.getresponse()
        raw = r.read()
        c.close()
        j = json.loads(raw) if raw and "json" in r.headers.get("content-type", "") else raw.decode() if raw else None
        return r.status, j

    def api(self, method, path, body=None, who=IDA, org=None):
        return self.call(method, B + path, body, {**({"Authorization": "Bearer " + who} if who else {}), **({"X-Acting-Organization": org} if org else {})})

    def ok(self, method, path, body=None, who=IDA, org=None):
        s, j = self.api(method, path, body, who, org)
        if not 200 <= s < 300:
            raise Broken(f"{method} {path}: {s} {j}")
        return j

    def event(self, name, **body):
        return self.call("POST", "/_understudy/events/" + name, body)

    def ev(self, name, **body):
        s, j = self.event(name, **body)
        if s != 200:
            raise Broken(f"event {name}: {s} {j}")
        return j

    def advance(self, by):
        s, j = self.call("POST", "/_understudy/clock/advance", {"by": by})
        if s != 200:
            raise Broken(f"advance {by}: {s} {j}")

    def sent(self, to="jo@cust.example", sender="a@mail.tidewater.example", **more):
        return self.ev("message-sent", **{"from": sender, "to": [to], "subject": "Hi", **more})["messageId"]

    def hook(self, who=IDA):
        return self.ok("POST", "/email/webhooks", {"url": "http://127.0.0.1:9/hook", "eventTypes": TYPES}, who)

    def incident(self, title="it", who=IDA, service=SF):
        return self.ok("POST", "/oncall/incidents", {"serviceId": service, "title": title}, who)["id"]

    def monitor(self):
        return self.ok("POST", "/uptime/monitors", {"name": "m", "intervalSeconds": 60, "vantages": ["ams"], "kind": "tcp", "tcp": {"host": "x.example", "port": 443}})["id"]


def ago(days):
    return (datetime.now(timezone.utc) - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")


def proof(f):
    PROOFS["am-" + f.__name__.replace("_", "-")] = f
    return f


def refused(s):
    return 400 <= s < 500


# Each answers (what was seen is right, what was seen).
@proof
def contact_truncated(c):
    a = "platform-engineering-escalations-and-incident-response-team@tidewater.example"
    j = c.ok("PATCH", "/organization/contacts", {"technicalEmail": a})
    g = c.ok("GET", "/organization/contacts")
    return j["technicalEmail"] == a == g["technicalEmail"], g


@proof
def event_detail_string(c):
    i = c.sent()
    c.ev("message-bounced", messageId=i, bounce="hard")
    e = c.ok("GET", f"/email/messages/{i}")["events"]
    return all(isinstance(x.get("detail", {}), dict) for x in e), e


@proof
def accepted_all_orgs(c):
    a = c.ok("GET", "/email/settings")["acceptedToday"]
    c.sent(sender="a@mail.quarry.example")
    b = c.ok("GET", "/email/settings")["acceptedToday"]
    c.sent()
    d = c.ok("GET", "/email/settings")["acceptedToday"]
    return (b - a, d - b) == (0, 1), (a, b, d)


@proof
def webhook_changes_ungated(c):
    w = c.hook()["webhook"]["id"]
    c.ev("entitlement-changes", area="email", enabled=False)
    s = [c.api("PATCH", f"/email/webhooks/{w}", {"disabled": True})[0], c.api("POST", f"/email/webhooks/{w}/rotate-secret")[0], c.api("DELETE", f"/email/webhooks/{w}")[0], c.api("GET", "/email/webhooks")[0]]
    return s == [403] * 4, s


@proof
def untagged_no_tags(c):
    c.ev("image-pushed", registry="tidewater-images", repository="app", tags=["v1"])
    c.ok("DELETE", R + "/tags?repo=app&tag=v1")
    ms = c.ok("GET", R + "/manifests?repo=app")["manifests"]
    return len(ms) == 1 and ms[0].get("tags") == [], ms


@proof
def delivery_cancelled(c):
    w = c.hook()["webhook"]["id"]
    c.ev("webhook-endpoint-answers", endpointId=w, answers=[{"status": 500}])
    c.sent()
    c.ok("PATCH", f"/email/webhooks/{w}", {"disabled": True})
    c.advance("PT1M")
    d = c.ok("GET", f"/email/webhook-deliveries?endpointId={w}")["deliveries"]
    return len(d) == 1 and d[0]["state"] in ("pending", "delivering", "delivered", "failed"), d


@proof
def kubeconfig_for_ever(c):
    k = c.ok("GET", "/clusters/tidewater-base/kubeconfig")["kubeconfig"]
    if not c.ev("credential-used", kind="kubeconfig", secret=k)["accepted"]:
        raise Broken("not accepted at first")
    c.advance("P60D")
    u = c.ev("credential-used", kind="kubeconfig", secret=k)
    return not u["accepted"], u


@proof
def clear_drops_rules(c):
    c.ok("PUT", "/oncall/telephony", {"accountSid": "AC77aa", "authToken": "t", "fromNumber": "+15550101"})
    rules = [{"channel": "email", "delaySeconds": 0}, {"channel": "sms", "delaySeconds": 0}]
    c.ok("PUT", "/oncall/me/paging", {"phone": "+15550100", "rules": rules})
    c.ok("DELETE", "/oncall/telephony")
    got = c.ok("GET", "/oncall/me/paging")["rules"]
    p = c.ok("POST", "/oncall/escalations", {"name": "p", "repeat": 0, "steps": [{"target": {"kind": "user", "id": "p-ida", "label": "Ida"}, "waitSeconds": 60}]})["id"]
    c.ok("PUT", f"/oncall/services/{SF}/escalation", {"escalationPolicyId": p})
    i = c.incident()
    pages = [(x["channel"], x.get("error")) for x in c.call("GET", "/_understudy/pages?incidentId=" + i)[1]["pages"]]
    return got == rules and ("sms", "no-credential") in pages, (got, pages)


@proof
def send_key_delete_200(c):
    k = c.ok("POST", "/email/keys", {"name": "k"})["sendKey"]["id"]
    s, j = c.api("DELETE", f"/email/keys/{k}")
    return s == 204, (s, j)


@proof
def recipients_pruned(c):
    i = c.sent("old@cust.example", createdAt=ago(40))
    every = [m["id"] for m in c.ok("GET", "/email/messages")["messages"]]
    if i not in every:
        raise Broken("not in the log")
    found = [m["id"] for m in c.ok("GET", "/email/messages?to=old@cust.example")["messages"]]
    return found == [i], (every, found)


@proof
def open_first(c):
    a, b = c.incident("A"), c.incident("B")
    c.ok("PUT", f"/oncall/incidents/{b}/ack")
    l = [i["id"] for i in c.ok("GET", "/oncall/incidents")["incidents"]]
    return l == [b, a], l


@proof
def webhook_of_anybody(c):
    w = c.hook()["webhook"]["id"]
    s, j = c.api("POST", f"/email/webhooks/{w}/rotate-secret", who=RUTH)
    return s == 404, (s, j)


@proof
def incident_on_foreign_service(c):
    s, j = c.api("POST", "/oncall/incidents", {"serviceId": SF, "title": "t"}, RUTH)
    return refused(s), (s, j)


@proof
def daily_quota_race(c):
    sec = c.ok("POST", "/email/keys", {"name": "k"})["secret"]
    c.ev("quota-changes", quota="daily-email", value=3)
    got, gate = [], threading.Barrier(12)

    def one():
        gate.wait()
        got.append(c.api("POST", "/email/outbox", {"from": "a@mail.tidewater.example", "to": ["jo@cust.example"], "text": "x"}, sec)[0])
    ts = [threading.Thread(target=one) for _ in range(12)]
    [t.start() for t in ts]
    [t.join() for t in ts]
    n = c.ok("GET", "/email/settings")["acceptedToday"]
    s = c.api("POST", "/email/outbox", {"from": "a@mail.tidewater.example", "to": ["jo@cust.example"]}, sec)[0]
    if not refused(s):
        raise Broken("one after the other the quota does not hold either")
    return got.count(202) == 3 == n, (sorted(got), n)


@proof
def deleted_image_charged(c):
    c.ev("quota-changes", quota="registry-storage-bytes", value=10000, registry="tidewater-images")
    p = c.ev("image-pushed", registry="tidewater-images", repository="app", layers=[{"sizeBytes": 6000}])
    if c.event("image-pushed", registry="tidewater-images", repository="app", layers=[{"sizeBytes": 6000}])[0] != 409:
        raise Broken("the quota does not hold")
    c.ok("DELETE", R + f"/manifests?repo=app&digest={p['digest']}")
    used = c.ok("GET", R)["usedBytes"]
    s, j = c.event("image-pushed", registry="tidewater-images", repository="app", layers=[{"sizeBytes": 6000}])
    return used == 0 and s == 200, (used, s, j)


@proof
def last_request_null(c):
    c.ok("POST", "/tokens", {"name": "t"})
    t = c.ok("GET", "/tokens")["tokens"][0]
    return isinstance(t["lastRequest"], str) and bool(datetime.fromisoformat(t["lastRequest"])), t


@proof
def patch_shows_secret(c):
    w = c.hook()
    j = c.ok("PATCH", f"/email/webhooks/{w['webhook']['id']}", {"disabled": True})
    return w["signingSecret"] not in json.dumps(j), j


@proof
def paging_email_from_body(c):
    c.api("PUT", "/oncall/me/paging", {"email": "other@x.example", "rules": [{"channel": "email", "delaySeconds": 0}]})
    j = c.ok("GET", "/oncall/me/paging")
    return j["email"] == "ida@tidewater.example", j


@proof
def paused_at_number(c):
    ids = [c.sent(f"r{i}@cust.example") for i in range(100)]
    for i in ids[:9]:
        c.ev("message-bounced", messageId=i, bounce="hard")
    j = c.ok("GET", "/email/settings")
    if not j["paused"]:
        raise Broken("not paused")
    return isinstance(j["pausedAt"], str) and isinstance(j["pauseReason"], str), j


@proof
def repository_created_moves(c):
    c.ev("image-pushed", registry="tidewater-images", repository="app", tags=["v1"], pushedAt=ago(2), layers=[{"sizeBytes": 10}])
    a = c.ok("GET", R + "/repositories")["repositories"][0]["createdAt"]
    c.ev("image-pushed", registry="tidewater-images", repository="app", tags=["v2"], layers=[{"sizeBytes": 20}])
    b = c.ok("GET", R + "/repositories")["repositories"][0]["createdAt"]
    return a == b, (a, b)


@proof
def alert_moves(c):
    i = c.ev("alert-fires", serviceId=SF, alert="disk", title="disk full")["incidentId"]
    c.ok("PUT", f"/oncall/incidents/{i}/resolve")
    before = c.ok("GET", f"/oncall/incidents/{i}")["alerts"]
    n = c.ev("alert-fires", serviceId=SF, alert="disk", title="disk full")
    if not n["opened"] or n["incidentId"] == i:
        raise Broken("no new incident")
    after = c.ok("GET", f"/oncall/incidents/{i}")["alerts"]
    return before == after and len(after) == 1, (before, after)


@proof
def metrics_empty_not_503(c):
    m = c.monitor()
    c.ok("GET", f"/uptime/monitors/{m}/metrics")
    c.ev("metrics-availability", available=False)
    s, j = c.api("GET", f"/uptime/monitors/{m}/metrics")
    return s == 503, (s, j)


@proof
def rename_keeps_key(c):
    i = c.ok("POST", "/uptime/services", {"name": "Alpha"})["id"]
    c.ok("PATCH", f"/uptime/services/{i}", {"name": "Beta"})
    s = c.api("POST", "/uptime/services", {"name": "Beta"})[0], c.api("POST", "/uptime/services", {"name": "Alpha"})[0]
    return s == (409, 201), s


@proof
def scope_options_by_role(c):
    k = c.ok("POST", "/tokens", {"name": "n", "scope": [{"role": "registry-observer", "resourceIds": ["tidewater-images"]}]})["key"]
    r = [x["id"] for x in c.ok("GET", "/tokens/scope-options", who=k)["resources"]]
    return r == ["tidewater-images"], r


@proof
def send_keys_envelope(c):
    j = c.ok("GET", "/email/keys")
    return isinstance(j.get("sendKeys"), list), j


@proof
def route_delete_wide(c):
    w = c.hook()["webhook"]["id"]
    rs = []
    for n in ("in1.check.example", "in2.check.example"):
        d = c.ok("POST", "/email/domains", {"name": n})["id"]
        c.ok("POST", f"/email/domains/{d}/receive")
        rs.append(c.ok("POST", "/email/routes", {"domainId": d, "pattern": "help", "endpointId": w})["id"])
    c.ok("DELETE", f"/email/routes/{rs[0]}")
    l = [r["id"] for r in c.ok("GET", "/email/routes")["routes"]]
    return l == [rs[1]], l


@proof
def upstream_set_twice(c):
    c.ok("PUT", R + "/upstream-credentials/docker.io", {"username": "u", "password": "p1"})
    s, j = c.api("PUT", R + "/upstream-credentials/docker.io", {"username": "v", "password": "p2"})
    l = c.ok("GET", R + "/upstream-credentials")["upstreamCredentials"]
    return 200 <= s < 300 and [x["username"] for x in l] == ["v"], (s, j, l)


@proof
def key_written_behind(c):
    k = c.ok("POST", R + "/keys", {"name": "k", "mode": "pull"})
    use = lambda: c.api("POST", "/registry/authz", {"username": "x", "password": k["secret"], "registry": "tidewater-images", "repository": "app", "action": "pull"}, None)
    if use()[0] != 200:
        raise Broken("the key does not work")
    c.ok("POST", R + f"/keys/{k['keyId']}/revoke")
    at_once = use()[0]
    time.sleep(0.5)
    l, s = c.ok("GET", R + "/keys")["keys"][0], use()
    if at_once != 401:
        raise Broken("not revoked at once")
    return "revokedAt" in l and s[0] == 401, (l, s)


@proof
def query_error_object(c):
    s, j = c.api("GET", R + "/tags")
    return refused(s) and isinstance(j["error"], str), (s, j)


@proof
def schedule_of_idle_policy(c):
    i = c.ok("POST", "/oncall/rotations", {"name": "r", "timezone": "UTC", "participants": [{"userId": "p-ida", "label": "Ida"}], "handoff": {"interval": "daily", "time": "09:00"}})["id"]
    c.ok("POST", "/oncall/escalations", {"name": "p", "repeat": 0, "steps": [{"target": {"kind": "schedule", "id": i, "label": "r"}, "waitSeconds": 60}]})
    s, j = c.api("DELETE", f"/oncall/rotations/{i}")
    return s == 409, (s, j)


@proof
def cursor_skips_one(c):
    ids = {c.sent(f"r{i}@cust.example") for i in range(60)}
    got, cursor = [], None
    while True:
        j = c.ok("GET", "/email/messages" + (f"?cursor={quote(cursor)}" if cursor else ""))
        got += [m["id"] for m in j["messages"]]
        cursor = j.get("cursor")
        if not cursor:
            break
    return len(got) == 60 and set(got) == ids, (len(got), len(ids - set(got)))


@proof
def refused_token_stays(c):
    s, _ = c.api("POST", "/tokens", {"name": "probe", "scope": [{"role": "registry-observer", "resourceIds": ["quarry-images"]}]})
    if not refused(s):
        raise Broken("not refused")
    l = [t["scope"] for t in c.ok("GET", "/tokens")["tokens"] if t["name"] == "probe"]
    return l == [], l


@proof
def patch_unavailable_vantage(c):
    m = c.monitor()
    if not refused(c.api("POST", "/uptime/monitors", {"name": "m", "intervalSeconds": 60, "vantages": ["jnb"], "kind": "tcp", "tcp": {"host": "x.example", "port": 443}})[0]):
        raise Broken("creation takes it too")
    s, j = c.api("PATCH", f"/uptime/monitors/{m}", {"vantages": ["ams", "jnb"]})
    return refused(s) and c.ok("GET", f"/uptime/monitors/{m}")["vantages"] == ["ams"], (s, j)


@proof
def billing_answer_kept(c):
    c.ok("PATCH", "/organization/contacts", {"billingEmail": "a@x.example"})
    c.ok("PATCH", "/organization/contacts", {"billingEmail": "b@x.example"})
    c.ev("billing-email-collides", email="a@x.example")
    s, j = c.api("PATCH", "/organization/contacts", {"billingEmail": "a@x.example"})
    return s == 409, (s, j)


@proof
def catalog_for_readers(c):
    s = [c.api("GET", "/iam/catalog", who=w)[0] for w in (IDA, ARLO, MINA, VIC)]
    return s == [200, 200, 403, 403], s


@proof
def inbound_content_for_ever(c):
    d = c.ok("POST", "/email/domains", {"name": "in.check.example"})["id"]
    c.ok("POST", f"/email/domains/{d}/receive")
    i = c.ev("message-received", **{"from": "x@y.example", "to": ["help@in.check.example"], "createdAt": ago(40)})["messageId"]
    s = c.api("GET", f"/email/messages/{i}/content")[0]
    o = c.sent(createdAt=ago(40))
    if c.api("GET", f"/email/messages/{o}/content")[0] != 404:
        raise Broken("sent mail too")
    return s == 404, s


@proof
def purge_sweeps(c):
    a = c.ev("image-pushed", registry="tidewater-images", repository="app", tags=[], layers=[{"sizeBytes": 10}])["digest"]
    c.ev("image-pushed", registry="tidewater-images", repository="app", tags=["v2"], layers=[{"sizeBytes": 20}])
    if c.ok("DELETE", R + "/tags?repo=app&tag=v2&purge=true") != {"purged": True}:
        raise Broken("not purged")
    l = [m["digest"] for m in c.ok("GET", R + "/manifests?repo=app")["manifests"]]
    return l == [a], l


@proof
def revoked_source_403(c):
    s = c.ok("POST", "/oncall/sources", {"name": "s", "serviceId": SF})
    alert = {"alerts": [{"status": "firing", "labels": {"alertname": "x"}}]}
    c.ok("POST", f"/oncall/ingest/{s['id']}", alert, s["token"])
    c.ok("DELETE", f"/oncall/sources/{s['id']}")
    r = c.api("POST", f"/oncall/ingest/{s['id']}", alert, s["token"])
    return r[0] == 401, r


@proof
def payment_once(c):
    c.ev("payment-method-changes", active=False)
    s, j = c.api("POST", "/registry/r", {"slug": "unpaid-one"})
    return refused(s), (s, j)


@proof
def delivery_endpoint_row(c):
    w = c.hook()
    c.ev("webhook-endpoint-answers", endpointId=w["webhook"]["id"], answers=[{"status": 200}])
    c.sent()
    d = c.ok("GET", "/email/webhook-deliveries")
    if len(d["deliveries"]) != 1:
        raise Broken("no delivery")
    return w["signingSecret"] not in json.dumps(d), d


@proof
def node_everywhere(c):
    c.ok("POST", "/clusters", {"name": "second", "tier": "small"})
    for n in ("tidewater-base", "second"):
        c.ev("node-joins", cluster=n, node="w1", ready=True)
    c.ok("DELETE", "/clusters/tidewater-base/nodes/w1")
    l = [n["name"] for n in c.ok("GET", "/clusters/second/nodes")["nodes"]]
    return l == ["w1"], l


@proof
def contacts_of_first_org(c):
    a, b = c.ok("GET", "/organization/contacts", who=DEX, org="quarry"), c.ok("GET", "/organization/contacts", who=RUTH)
    return a == b, a


@proof
def available_only_when_not(c):
    v = c.ok("GET", "/uptime/catalog")["vantages"]
    return all(isinstance(x.get("available"), bool) for x in v), v


@proof
def cap_before_org(c):
    i = c.incident()
    for n in range(100):
        c.incident(f"t{n}", RUTH, "ocs-quarry-storefront")
    l = [x["id"] for x in c.ok("GET", "/oncall/incidents")["incidents"]]
    return l == [i], l


def run(folder, f, before=None):
    c = before or Server(folder)
    try:
        if before:
            c.call("POST", "/_understudy/reset", {})
        return f(c)
    except Exception as e:
        return None, f"{type(e).__name__}: {e}"
    finally:
        if not before:
            err = c.stop()
            if err.strip():
                print("   stderr:", err.strip().splitlines()[-1])


def main():
    mistakes = json.load(open(os.path.join(HERE, "mistakes.json")))
    want = sys.argv[1:]
    chosen = [m for m in mistakes if not want or m["id"] in want]
    clean = {}
    c = Server(CANDIDATE)
    try:
        for m in chosen:
            clean[m["id"]] = run(None, PROOFS[m["id"]], c)
    finally:
        c.stop()
    good = 0
    copy = os.path.join(tempfile.mkdtemp(), "copy")
    for m in chosen:
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(CANDIDATE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        for e in m["edits"]:
            p = os.path.join(copy, e["file"])
            t = open(p).read()
            assert t.count(e["find"]) == 1, (m["id"], e["find"])
            open(p, "w").write(t.replace(e["find"], e["replace"]))
        try:
            got = run(copy, PROOFS[m["id"]])
        except Broken as e:
            got = None, str(e)
        if clean[m["id"]][0] is True and got[0] is False:
            good += 1
            print(m["id"], "ok", ("  " + str(got[1])[:150]) if os.environ.get("SHOW") else "")
        else:
            print(m["id"], "NOT PROVEN: clean", clean[m["id"]], "edited", got)
    shutil.rmtree(copy, ignore_errors=True)
    print(good, "of", len(chosen))


main()
