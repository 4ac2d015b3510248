#!/usr/bin/env python3
"""python3 prove.py [ID...]: proves each mistake of mistakes.json against the clean candidate and a copy with its edits applied."""
import base64
import hashlib
import hmac
import http.client
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from datetime import datetime, timedelta, timezone
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.normpath(os.path.join(HERE, "../../../../../examples/seventh-candidate"))
PEOPLE = ("ida", "arlo", "mina", "vic", "sol", "ruth", "dex")
IDA, ARLO, MINA, VIC, SOL, RUTH, DEX = (f"ses.p-{n}.7c1e" for n in PEOPLE)
FRONT, PAY = "ocs-tidewater-storefront", "ocs-tidewater-payments"
REG = "/registry/r/tidewater-images"
TYPES = ["outbound.sent", "outbound.delivered", "outbound.bounced", "outbound.complained", "inbound.received"]
PROOFS = {}


class Oops(Exception):
    """A step that should go the same way on both did not."""


class Server:
    def __init__(self, folder):
        self.log = tempfile.TemporaryFile()
        self.p = subprocess.Popen([sys.executable, "server.py", "--port", "0"], cwd=folder, stdout=subprocess.PIPE, stderr=self.log, text=True,
                                  env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        line = self.p.stdout.readline().strip()
        if not line.startswith("http"):
            self.stop()
            raise Oops("the server did not start: " + self.errors()[-800:])
        self.port = int(line.rsplit(":", 1)[1])

    def stop(self):
        if self.p.poll() is None:
            self.p.terminate()
            try:
                self.p.wait(5)
            except subprocess.TimeoutExpired:
                self.p.kill()
                self.p.wait()
        self.p.stdout.close()

    def errors(self):
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def raw(self, method, path, body=None, headers=None):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            c.request(method, path, None if body is None else json.dumps(body), {**({} if body is None else {"Content-Type": "application/json"}), **(headers or {})})
            r = c.getresponse()
            data = r.read()
            return r.status, json.loads(data) if data and "json" in (r.getheader("content-type") or "") else data.decode(errors="replace") or None
        finally:
            c.close()

    def call(self, method, path, body=None, who=IDA, org=None):
        return self.raw(method, "/api/v1" + path, body, {**({"Authorization": "Bearer " + who} if who else {}), **({"X-Acting-Organization": org} if org else {})})

    def ok(self, method, path, body=None, who=IDA, org=None):
        """A step that has to succeed on both."""
        s, j = self.call(method, path, body, who, org)
        if s >= 300:
            raise Oops(f"{method} {path}: {s} {j}")
        return j

    def status(self, *a, **k):
        return self.call(*a, **k)[0]

    def ev(self, name, **body):
        s, j = self.raw("POST", "/_understudy/events/" + name, body)
        if s != 200:
            raise Oops(f"event {name}: {s} {j}")
        return j

    def advance(self, by):
        s, j = self.raw("POST", "/_understudy/clock/advance", {"by": by})
        if s != 200:
            raise Oops(f"advance: {s} {j}")


def proof(f):
    PROOFS["bh-" + f.__name__.replace("_", "-")] = f
    return f


def until(f, seconds=8):
    end = time.time() + seconds
    while time.time() < end:
        x = f()
        if x:
            return x
        time.sleep(0.03)
    raise Oops("waited in vain")


def one_of(value, right, wrong):
    """True if right, False if it is the wrong that was foretold; anything else is neither."""
    if right(value) if callable(right) else value == right:
        return True
    if wrong(value) if callable(wrong) else value == wrong:
        return False
    raise Oops(f"neither right nor the foretold wrong: {value!r}"[:400])


def refused(s):
    return 400 <= s < 500


def often(tries, f):
    """For races: right if it never went wrong, wrong if it did in most tries. f(n) is True if right."""
    bad = sum(not f(n) for n in range(tries))
    if bad and bad * 2 <= tries:
        raise Oops(f"wrong in only {bad} of {tries} tries")
    return bad == 0


def at_once(*fs):
    out, gate = [None] * len(fs), threading.Barrier(len(fs))

    def run(i):
        gate.wait()
        out[i] = fs[i]()
    ts = [threading.Thread(target=run, args=(i,)) for i in range(len(fs))]
    for t in ts:
        t.start()
    for t in ts:
        t.join()
    return out


def iso(delta):
    return (datetime.now(timezone.utc) + timedelta(seconds=delta)).isoformat().replace("+00:00", "Z")


def when(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def cluster(s, name, who=IDA, **more):
    s.ok("POST", "/clusters", {"name": name, "tier": "small", **more}, who)
    return ready(s, name, who)


def ready(s, name, who=IDA):
    return until(lambda: (lambda c: c if c["phase"] == "Ready" else None)(s.ok("GET", "/clusters/" + name, who=who)))


def sent(s, org="tidewater", **more):
    return s.ev("message-sent", **{"from": f"news@mail.{org}.example", "to": ["jo@customer.example"], "subject": "Hello", "text": "Hello.", **more})["messageId"]


def endpoint(s, url="https://hooks.example/a", types=TYPES, scripted=True):
    w = s.ok("POST", "/email/webhooks", {"url": url, "eventTypes": list(types)})
    if scripted:
        s.ev("webhook-endpoint-answers", endpointId=w["webhook"]["id"], answers=[{"status": 200}])
    return w["webhook"]["id"], w["signingSecret"]


def monitor(s, **more):
    return s.ok("POST", "/uptime/monitors", {"name": "Home", "intervalSeconds": 60, "vantages": ["ams"], "kind": "http", "http": {"url": "https://www.example.org/"}, **more})["id"]


def incident(s, service=FRONT, title="Checkout fails"):
    return s.ok("POST", "/oncall/incidents", {"serviceId": service, "title": title})["id"]


# ---- registry ------------------------------------------------------------------------------------
@proof
def empty_registry_detail(s):
    s.ok("POST", "/registry/r", {"slug": "hollow"})
    if "hollow" not in [r["slug"] for r in s.ok("GET", "/registry/r")["registries"]]:
        raise Oops("not listed")
    s.ev("image-pushed", registry="tidewater-images", repository="app")
    s.ok("GET", REG)                                    # one with a repository shows on both
    st, j = s.call("GET", "/registry/r/hollow")
    return one_of((st, j.get("repositoryCount")), (200, 0), (404, None))


@proof
def one_login_per_person(s):
    a = s.ok("POST", "/registry/login", {})
    b = s.ok("POST", "/registry/login", {"pullOnly": True})
    use = lambda c, action: s.raw("POST", "/api/v1/registry/authz", {"username": c["username"], "password": c["password"], "registry": "tidewater-images", "repository": "app", "action": action})
    if use(b, "pull") != (200, {"allowed": True}):
        raise Oops("the second does not work")
    return one_of(use(a, "push")[0], 200, 401)


@proof
def upstream_leaves_catalog(s):
    hosts = lambda: {u["host"] for u in s.ok("GET", "/registry/upstreams")["upstreams"]}
    before = hosts()
    s.ok("PUT", REG + "/upstream-credentials/quay.io", {"username": "u", "password": "p"})
    return one_of(hosts(), before, before - {"quay.io"})


@proof
def catalog_needs_a_registry(s):
    s.ok("GET", "/registry/upstreams")
    s.ok("DELETE", REG)
    if s.ok("GET", "/registry/r")["registries"]:
        raise Oops("there is one left")
    return one_of(s.status("GET", "/registry/upstreams"), 200, 403)


@proof
def repository_count_null(s):
    s.ev("image-pushed", registry="tidewater-images", repository="app")
    if s.ok("GET", REG)["repositoryCount"] != 1:
        raise Oops("not one")
    s.ok("DELETE", REG + "/repositories?repo=app")
    return one_of(s.ok("GET", REG)["repositoryCount"], 0, None)


@proof
def last_repository_remembered(s):
    s.ev("image-pushed", registry="tidewater-images", repository="app")
    if not refused(s.status("GET", REG + "/tags")):
        raise Oops("not refused before")
    s.ok("GET", REG + "/tags?repo=app")
    return one_of(s.status("GET", REG + "/tags"), refused, 200)


@proof
def payment_error_object(s):
    s.ev("payment-method-changes", active=False)
    st, j = s.call("POST", "/registry/r", {"slug": "unpaid"})
    if not refused(st):
        raise Oops("not refused")
    return one_of(type(j["error"]).__name__, "str", "dict")


@proof
def moved_tag_keeps_time(s):
    tag = lambda: s.ok("GET", REG + "/tags?repo=app")["tags"][0]
    s.ev("image-pushed", registry="tidewater-images", repository="app", pushedAt=iso(-7200))
    a = tag()
    s.ev("image-pushed", registry="tidewater-images", repository="app", layers=[{"sizeBytes": 77}])
    b = tag()
    if a["digest"] == b["digest"]:
        raise Oops("the tag did not move")
    return one_of((when(b["updatedAt"]) - when(a["updatedAt"])).total_seconds(), lambda d: d > 7000, 0)


# ---- tokens, IAM, organization ----------------------------------------------------------------------
@proof
def acting_org_cached(s):
    get = lambda org: s.ok("GET", "/organization/contacts", who=DEX, org=org)["billingEmail"]
    if get("tidewater") != "billing@tidewater.example":
        raise Oops("not tidewater's")
    return one_of(get("quarry"), "billing@quarry.example", "billing@tidewater.example")


def narrowed(s, *ids):
    return s.ok("POST", "/tokens", {"name": "narrow", "scope": [{"role": "registry-observer", "resourceIds": list(ids)}]})["key"]


@proof
def scope_emptied_by_deletion(s):
    s.ok("POST", "/registry/r", {"slug": "brief"})
    key = narrowed(s, "brief")
    s.ok("GET", "/registry/r/brief", who=key)
    if s.status("GET", REG, who=key) != 403:
        raise Oops("not narrowed")
    s.ok("DELETE", "/registry/r/brief")
    return one_of(s.status("GET", REG, who=key), 403, 200)


@proof
def scopes_run_together(s):
    for slug in ("one", "two"):
        s.ok("POST", "/registry/r", {"slug": slug})
    a, b = narrowed(s, "one"), narrowed(s, "two")
    s.ok("GET", "/registry/r/one", who=a)
    s.ok("GET", "/registry/r/two", who=b)
    return one_of(s.status("GET", "/registry/r/one", who=b), 403, 200)


@proof
def scope_options_stale(s):
    seen = lambda: "later" in [r["id"] for r in s.ok("GET", "/tokens/scope-options")["resources"]]
    if seen():
        raise Oops("there already")
    s.ok("POST", "/registry/r", {"slug": "later"})
    return seen()


@proof
def expires_in_forgotten(s):
    for n, ttl in (("a", 600), ("b", 86400)):
        s.ok("POST", "/tokens", {"name": n, "expiresIn": ttl})
    t = {x["name"]: when(x["expiresAt"]) for x in s.ok("GET", "/tokens")["tokens"]}
    return one_of((t["b"] - t["a"]).total_seconds(), lambda d: 85000 < d < 87000, lambda d: abs(d) < 60)


@proof
def contacts_for_admins(s):
    s.ok("GET", "/organization/contacts")
    return one_of(s.status("GET", "/organization/contacts", who=MINA), 200, 403)


# ---- email -----------------------------------------------------------------------------------------
@proof
def claim_in_own_org_only(s):
    s.ok("POST", "/email/domains", {"name": "claimed.example.org"})
    if s.status("POST", "/email/domains", {"name": "claimed.example.org"}) != 409:
        raise Oops("not refused in the same organization")
    return one_of(s.status("POST", "/email/domains", {"name": "claimed.example.org"}, RUTH), 409, 201)


@proof
def route_in_envelope(s):
    d = s.ok("POST", "/email/domains", {"name": "in.example.org"})["id"]
    s.ok("POST", f"/email/domains/{d}/receive")
    w, _ = endpoint(s, scripted=False)
    r = s.ok("POST", "/email/routes", {"domainId": d, "pattern": "help*", "endpointId": w})
    return one_of(set(r), {"id", "domainId", "pattern", "endpointId", "createdAt"}, {"route"})


@proof
def last_grant_becomes_all(s):
    s.ok("POST", "/email/domains", {"name": "other.example.org"})
    own = s.ok("GET", "/email/domains", who=SOL)["domains"]
    if [d["name"] for d in own] != ["mail.tidewater.example"]:
        raise Oops("not scoped")
    s.ok("DELETE", "/email/domains/" + own[0]["id"])
    st, j = s.call("GET", "/email/domains", who=SOL)
    return one_of([d["name"] for d in j["domains"]] if st == 200 else st, lambda v: v in ([], 403), ["other.example.org"])


@proof
def patch_resets_event_types(s):
    w, _ = endpoint(s, types=["outbound.bounced"], scripted=False)
    s.ok("PATCH", f"/email/webhooks/{w}", {"url": "https://hooks.example/b"})
    return one_of(s.ok("GET", "/email/webhooks")["webhooks"][0]["eventTypes"], ["outbound.bounced"], TYPES)


class Hook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        at = time.time()
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.got.append((at, {k.lower(): v for k, v in self.headers.items()}, body))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *a):
        pass


def signed(g, secret):
    mac = hmac.new(base64.b64decode(secret[6:]), f"{g[1]['webhook-id']}.{g[1]['webhook-timestamp']}.".encode() + g[2], hashlib.sha256).digest()
    return g[1]["webhook-signature"] == "v1," + base64.b64encode(mac).decode()


@proof
def rotation_does_not_wait(s):
    hook = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    hook.got = []
    threading.Thread(target=hook.serve_forever, daemon=True).start()
    try:
        w, secret = endpoint(s, f"http://127.0.0.1:{hook.server_address[1]}/", ["outbound.sent"], scripted=False)
        old = [secret]

        def once(n):
            have = len(hook.got)
            sent(s)
            new = s.ok("POST", f"/email/webhooks/{w}/rotate-secret")["signingSecret"]
            answered = time.time()
            until(lambda: len(hook.got) > have)
            g, before = hook.got[-1], old[-1]
            old.append(new)
            if not signed(g, before) and not signed(g, new):
                raise Oops("signed with neither secret")
            return not (signed(g, before) and g[0] > answered)
        return often(7, once)
    finally:
        hook.shutdown()
        hook.server_close()


@proof
def delivery_loses_endpoint(s):
    w, _ = endpoint(s)
    m = sent(s)
    ds = lambda: s.ok("GET", "/email/webhook-deliveries?messageId=" + m)["deliveries"]
    if [d["endpointId"] for d in ds()] != [w]:
        raise Oops("no delivery")
    s.ok("DELETE", f"/email/webhooks/{w}")
    return one_of([d["endpointId"] for d in ds()], lambda v: v in ([w], []), [None])


@proof
def cursor_without_parentheses(s):
    foreign = sent(s, "quarry")
    time.sleep(0.005)
    own = [sent(s) for _ in range(45)]
    page = s.ok("GET", "/email/messages")
    ids = [m["id"] for m in page["messages"]]
    if foreign in ids or "cursor" not in page:
        raise Oops("the first page is wrong already")
    rest = [m["id"] for m in s.ok("GET", "/email/messages?cursor=" + quote(page["cursor"]))["messages"]]
    return one_of((sorted(ids + rest) == sorted(own), foreign in rest), (True, False), (False, True))


@proof
def raw_message_kept(s):
    m, other = sent(s), sent(s)
    s.ok("GET", f"/email/messages/{m}/content")
    s.advance("P31D")
    if s.status("GET", f"/email/messages/{other}/content") != 404:
        raise Oops("the one never read is there")
    return one_of(s.status("GET", f"/email/messages/{m}/content"), 404, 200)


@proof
def message_shows_signing_secret(s):
    w, secret = endpoint(s)
    m = sent(s)
    return secret not in json.dumps(s.ok("GET", f"/email/messages/{m}"))


@proof
def verified_not_checked_again(s):
    d = s.ok("POST", "/email/domains", {"name": "checked.example.org"})["id"]
    s.ev("dns-record-published", domain=d)
    s.ok("POST", f"/email/domains/{d}/check")
    until(lambda: s.ok("GET", f"/email/domains/{d}")["sendState"] == "verified")
    s.ev("dns-record-removed", domain=d)
    return one_of(s.status("POST", f"/email/domains/{d}/check"), 202, 409)


# ---- on-call -----------------------------------------------------------------------------------------
@proof
def incident_without_title(s):
    return one_of(s.status("POST", "/oncall/incidents", {"serviceId": FRONT}), refused, 201)


@proof
def known_account_not_verified(s):
    cred = lambda tok, num, sid="AC1": {"accountSid": sid, "authToken": tok, "fromNumber": num}
    s.ok("PUT", "/oncall/telephony", cred("a", "+15550101"))
    s.ev("provider-behaves", behaviour="rejects")
    if s.status("PUT", "/oncall/telephony", cred("b", "+15550103", "AC2")) != 422:
        raise Oops("another account is not refused")
    st = s.status("PUT", "/oncall/telephony", cred("b", "+15550102"))
    return one_of((st, s.ok("GET", "/oncall/telephony")["fromNumber"]), (422, "+15550101"), (200, "+15550102"))


@proof
def post_mortem_refused(s):
    a, b = incident(s), incident(s, PAY)
    s.ok("POST", f"/oncall/incidents/{b}/public-updates", {"body": "we know"})
    for i in (a, b):
        s.ok("PUT", f"/oncall/incidents/{i}/resolve")
    s.ok("POST", f"/oncall/incidents/{b}/public-updates", {"body": "it was the cache"})
    return one_of(s.status("POST", f"/oncall/incidents/{a}/public-updates", {"body": "post-mortem"}), 201, 409)


@proof
def alerts_at_once_open_many(s):
    src = s.ok("POST", "/oncall/sources", {"name": "prom", "serviceId": FRONT})

    def once(n):
        i = incident(s)
        s.ok("PUT", f"/oncall/incidents/{i}/resolve")
        alert = lambda k: s.call("POST", "/oncall/ingest/" + src["id"], {"status": "firing", "alerts": [{"status": "firing", "labels": {"alertname": f"a{n}-{k}"}}]}, who=src["token"])[0]
        if at_once(*[lambda k=k: alert(k) for k in range(3)]) != [202] * 3:
            raise Oops("an alert was not taken")
        open_ = [x for x in s.ok("GET", "/oncall/incidents")["incidents"] if x["serviceId"] == FRONT]
        for x in open_:
            s.ok("PUT", f"/oncall/incidents/{x['id']}/resolve")
        return [x["firingAlerts"] for x in open_] == [3]
    return often(7, once)


def schedule(s):
    return s.ok("POST", "/oncall/rotations", {"name": "Primary", "timezone": "UTC", "participants": [{"userId": "p-ida", "label": "Ida"}, {"userId": "p-arlo", "label": "Arlo"}],
                                              "handoff": {"interval": "daily", "time": "09:00"}})["id"]


@proof
def override_by_stranger_ignored(s):
    i = schedule(s)
    now = lambda: (lambda c: (c["userId"], c["override"]))(s.ok("GET", "/oncall/rotations")["schedules"][0]["onCallNow"])
    base = now()
    s.ok("POST", f"/oncall/rotations/{i}/overrides", {"userId": "p-mina", "label": "Mina", "startsAt": iso(-3600), "endsAt": iso(3600)})
    return one_of(now(), ("p-mina", True), base)


@proof
def paging_form_shared(s):
    s.ok("PUT", "/oncall/telephony", {"accountSid": "AC1", "authToken": "a", "fromNumber": "+15550101"})

    def once(n):
        mine = {w: f"+1555{n}0{k}00" for k, w in enumerate((ARLO, MINA), 1)}
        put = lambda w: s.call("PUT", "/oncall/me/paging", {"phone": mine[w], "rules": [{"channel": "sms", "delaySeconds": 0}]}, who=w)[0]
        if at_once(*[lambda w=w: put(w) for w in mine]) != [200, 200]:
            raise Oops("not saved")
        return all(s.ok("GET", "/oncall/me/paging", who=w)["phone"] == mine[w] for w in mine)
    return often(7, once)


@proof
def resolved_unacknowledged_null(s):
    i = incident(s)
    o = s.ok("PUT", f"/oncall/incidents/{i}/resolve")
    return one_of(o.get("acknowledgedAt", "absent"), lambda v: isinstance(v, str), None)


@proof
def paging_of_a_colleague(s):
    s.ok("PUT", "/oncall/me/paging", {"phone": "+15550111", "rules": [{"channel": "email", "delaySeconds": 120}]}, ARLO)
    g = s.ok("GET", "/oncall/me/paging", who=MINA)
    return one_of((g["phone"], g["rules"][0]["delaySeconds"]), ("", 0), ("+15550111", 120))


# ---- clusters ------------------------------------------------------------------------------------------
@proof
def node_by_prefix(s):
    for n in ("worker-10", "worker-1"):
        s.ev("node-joins", cluster="tidewater-base", node=n, ready=True)
    s.ok("DELETE", "/clusters/tidewater-base/nodes/worker-1")
    return one_of([n["name"] for n in s.ok("GET", "/clusters/tidewater-base/nodes")["nodes"]], ["worker-10"], ["worker-1"])


@proof
def cluster_with_nodes_stays(s):
    cluster(s, "web")
    s.ev("node-joins", cluster="web", node="w1", ready=True)
    return one_of(s.status("DELETE", "/clusters/web"), 202, 409)


@proof
def refused_upgrade_kept(s):
    cluster(s, "web")
    s.ev("node-joins", cluster="web", node="w1", ready=True, agentVersion="1.29.14")
    if s.status("PATCH", "/clusters/web", {"orchestratorVersion": "1.32.4"}) != 409 or s.ok("GET", "/clusters/web")["orchestratorVersion"] != "1.31.8":
        raise Oops("not refused")
    s.ok("PATCH", "/clusters/web", {"replicas": 3})
    until(lambda: s.ok("GET", "/clusters/web")["replicas"] == 3)
    return one_of(ready(s, "web")["orchestratorVersion"], "1.31.8", "1.32.4")


@proof
def roll_locks_the_name(s):
    for who in (IDA, RUTH):
        cluster(s, "web", who)
    s.ok("PATCH", "/clusters/web", {"replicas": 3})
    return one_of(s.status("PATCH", "/clusters/web", {"replicas": 2}, RUTH), 200, 409)


@proof
def balancer_ips(s):
    cluster(s, "web", managedLoadBalancers={"enabled": True})
    s.ev("service-exposed", cluster="web", service="shop/front")
    b = s.ok("GET", "/clusters/web")["managedLoadBalancers"]["loadBalancers"]
    return one_of({k: type(v) for k, v in b[0].items()}, {"service": str, "ip": str}, {"service": str, "ips": list})


@proof
def patch_back_to_default_version(s):
    cluster(s, "ahead", orchestratorVersion="1.32.4")
    s.ok("PATCH", "/clusters/ahead", {"replicas": 3})
    until(lambda: s.ok("GET", "/clusters/ahead")["replicas"] == 3)
    return one_of(ready(s, "ahead")["orchestratorVersion"], "1.32.4", "1.31.8")


@proof
def roll_ends_by_name(s):
    for who in (IDA, RUTH):
        cluster(s, "web", who)
    s.ok("PATCH", "/clusters/web", {"replicas": 3})
    until(lambda: s.ok("GET", "/clusters/web")["replicas"] == 3)
    return one_of(s.ok("GET", "/clusters/web", who=RUTH)["replicas"], 1, 3)


# ---- uptime --------------------------------------------------------------------------------------------
@proof
def metrics_of_disabled(s):
    m = monitor(s)
    s.ev("probe-result", monitorId=m, outcome="ok")     # so that there is something to see; not needed
    s.ok("GET", f"/uptime/monitors/{m}/metrics")
    s.ok("PATCH", f"/uptime/monitors/{m}", {"enabled": False})
    return one_of(s.status("GET", f"/uptime/monitors/{m}/metrics"), 200, 503)


@proof
def breaker_stays_open(s):
    s.ev("backend-behaves", backend="uptime", reachable=False)
    if s.status("GET", "/uptime/services") != 502:
        raise Oops("not 502")
    s.ev("backend-behaves", backend="uptime", reachable=True)
    return one_of(s.status("GET", "/uptime/services"), 200, 502)


@proof
def deleted_monitor_patched(s):
    m = monitor(s)
    s.ok("DELETE", f"/uptime/monitors/{m}")
    if s.status("GET", f"/uptime/monitors/{m}") != 404:
        raise Oops("still there")
    return one_of(s.status("PATCH", f"/uptime/monitors/{m}", {"name": "Again"}), 404, 200)


@proof
def monitor_gone_despite_502(s):
    m = monitor(s)
    s.ev("backend-behaves", backend="uptime", reachable=False)
    if s.status("DELETE", f"/uptime/monitors/{m}") != 502:
        raise Oops("not 502")
    s.ev("backend-behaves", backend="uptime", reachable=True)
    return one_of(s.status("GET", f"/uptime/monitors/{m}"), 200, 404)


@proof
def namesakes_revoked(s):
    a, b = (s.ok("POST", "/uptime/export-tokens", {"name": "grafana"}) for _ in range(2))
    s.ok("DELETE", "/uptime/export-tokens/" + b["id"])
    return one_of(([t["id"] for t in s.ok("GET", "/uptime/export-tokens")["tokens"]], s.status("GET", "/uptime/scrape", who=a["token"])), ([a["id"]], 200), ([], 401))


# ---- the proving -----------------------------------------------------------------------------------------
def edited(m, folder):
    shutil.copytree(CANDIDATE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for e in m["edits"]:
        path = os.path.join(folder, e["file"])
        with open(path, encoding="utf-8") as f:
            text = f.read()
        if text.count(e["find"]) != 1:
            raise Oops(f"{e['file']}: the text to be replaced stands {text.count(e['find'])} times")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text.replace(e["find"], e["replace"]))


def run(folder, f):
    s = Server(folder)
    try:
        got = f(s)
        if "Traceback" in s.errors():
            raise Oops("the server had an error: " + s.errors()[-800:])
        return got
    finally:
        s.stop()


def prove(m):
    f = PROOFS.get(m["id"])
    if f is None:
        return "has no proof"
    try:
        if run(CANDIDATE, f) is not True:
            return "NOT proven: the clean candidate is wrong"
    except Oops as e:
        return f"NOT proven: clean: {e}"
    with tempfile.TemporaryDirectory() as t:
        try:
            folder = os.path.join(t, "candidate")
            edited(m, folder)
            if run(folder, f) is not False:
                return "NOT proven: the edited candidate is right"
        except Oops as e:
            return f"NOT proven: edited: {e}"
    return "proven"


def main():
    with open(os.path.join(HERE, "mistakes.json"), encoding="utf-8") as f:
        mistakes = json.load(f)
    wanted = sys.argv[1:]
    unknown = set(wanted) - {m["id"] for m in mistakes}
    if unknown:
        sys.exit("unknown: " + ", ".join(sorted(unknown)))
    chosen = [m for m in mistakes if not wanted or m["id"] in wanted]
    n = 0
    for m in chosen:
        said = prove(m)
        n += said == "proven"
        print(m["id"], said, flush=True)
    print(f"{n} of {len(chosen)} proven")
    sys.exit(0 if n == len(chosen) else 1)


if __name__ == "__main__":
    main()
