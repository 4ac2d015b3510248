#!/usr/bin/env python3
"""python3 prove.py [ID...]: each mistake's steps against the clean candidate (must be right) and the edited copy (must be wrong)."""
import http.client, json, os, shutil, subprocess, sys, tempfile, threading, time
from datetime import datetime, timedelta, timezone
HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, "../../../../../examples/seventh-candidate")
B = "/api/v1"
IDA, ARLO, MINA, VIC, SOL, RUTH, DEX = (f"ses.p-{n}.7c1e" for n in ("ida", "arlo", "mina", "vic", "sol", "ruth", "dex"))
SF, PAY = "ocs-tidewater-storefront", "ocs-tidewater-payments"
TYPES = ["outbound.sent", "outbound.delivered", "outbound.bounced", "outbound.complained", "inbound.received"]


class Server:
    def __init__(self, folder):
        self.p = subprocess.Popen([sys.executable, "server.py", "--port", "0"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        url = self.p.stdout.readline().strip()
        if not url:
            raise RuntimeError("does not start: " + self.p.stderr.read()[-300:])
        self.port = int(url.rsplit(":", 1)[1])

    def stop(self):
        self.p.terminate()
        self.p.wait()
        err = self.p.stderr.read()
        return "Traceback" in err and err[-400:]

    def call(self, method, path, body=None, headers=None):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        c.request(method, path, json.dumps(body) if body is not None else None, {**({"Content-Type": "application/json"} if body is not None else {}), **(headers or {})})
        r = c.getresponse()
        raw = r.read()
        c.close()
        return r.status, json.loads(raw) if raw and "json" in r.headers.get("content-type", "") else raw.decode() or None

    def s(self, method, path, body=None, who=IDA, org=None):
        return self.call(method, B + path, body, {**({"Authorization": "Bearer " + who} if who else {}), **({"X-Acting-Organization": org} if org else {})})

    def ok(self, method, path, body=None, who=IDA, org=None):
        st, j = self.s(method, path, body, who, org)
        assert st < 300, f"{method} {path}: {st} {j}"
        return j

    def ev(self, name, **body):
        st, j = self.call("POST", "/_understudy/events/" + name, body)
        assert st == 200, f"event {name}: {st} {j}"
        return j

    def evs(self, name, **body):
        return self.call("POST", "/_understudy/events/" + name, body)

    def advance(self, by):
        st, j = self.call("POST", "/_understudy/clock/advance", {"by": by})
        assert st == 200, j

    def reset(self):
        assert self.call("POST", "/_understudy/reset")[0] == 200

    def pages(self, i):
        return self.call("GET", "/_understudy/pages?incidentId=" + i)[1]["pages"]


P = {}
def proof(f):
    P["az-" + f.__name__.replace("_", "-")] = f
    return f

def refused(st):
    return 400 <= st < 500

def policy(c, steps=1, wait=60):
    who = ["p-mina", "p-arlo", "p-vic"]
    return c.ok("POST", "/oncall/escalations", {"name": "P", "repeat": 0, "steps": [{"target": {"kind": "user", "id": who[k], "label": who[k]}, "waitSeconds": wait} for k in range(steps)]})

def inc(c, sid=SF, title="Down"):
    return c.ok("POST", "/oncall/incidents", {"serviceId": sid, "title": title})

def hook(c, **k):
    w = c.ok("POST", "/email/webhooks", {"url": "http://hook.example/a", "eventTypes": TYPES})
    c.ev("webhook-endpoint-answers", endpointId=w["webhook"]["id"], answers=[{"status": 200}])
    return w

def mail(c, to="jo@cust.example", **k):
    return c.ev("message-sent", **{"from": "a@mail.tidewater.example", "to": [to], **k})["messageId"]

def domain(c, name):
    return c.ok("POST", "/email/domains", {"name": name})["id"]

# Each returns (what was seen, whether it is right).
@proof
def ping_entitlement_of_person(c):
    assert c.s("GET", "/uptime/ping", who=DEX, org="quarry")[0] == 200
    c.ev("entitlement-changes", area="uptime", enabled=False, organization="quarry")
    st = c.s("GET", "/uptime/ping", who=DEX, org="quarry")[0]
    assert c.s("GET", "/uptime/ping", who=RUTH)[0] == 403 and c.s("GET", "/uptime/ping")[0] == 200
    return st, st == 403

@proof
def key_prefix_only_on_push(c):
    k = c.ok("POST", "/registry/r/tidewater-images/keys", {"name": "k", "mode": "readwrite", "repoPrefixes": ["team/"]})
    use = lambda repo, act: c.ok("POST", "/registry/authz", {"username": "u", "password": k["secret"], "registry": "tidewater-images", "repository": repo, "action": act}, who=None)["allowed"]
    assert use("team/x", "pull") and use("team/x", "push") and not use("other/x", "push")
    a = use("other/x", "pull")
    return a, a is False

def rotation(c):
    return c.ok("POST", "/oncall/rotations", {"name": "R", "timezone": "Europe/Berlin", "participants": [{"userId": "p-mina", "label": "Mina"}], "handoff": {"interval": "daily", "time": "09:00"}})

@proof
def schedule_targeted_422(c):
    r = rotation(c)
    c.ok("POST", "/oncall/escalations", {"name": "P", "repeat": 0, "steps": [{"target": {"kind": "schedule", "id": r["id"], "label": "R"}, "waitSeconds": 60}]})
    st = c.s("DELETE", "/oncall/rotations/" + r["id"])[0]
    return st, st == 409

@proof
def route_delete_by_pattern(c):
    w = hook(c)["webhook"]["id"]
    ids = []
    for n in ("a.pr.example", "b.pr.example"):
        d = domain(c, n)
        c.ok("POST", f"/email/domains/{d}/receive")
        ids.append(c.ok("POST", "/email/routes", {"domainId": d, "pattern": "help", "endpointId": w})["id"])
    c.ok("DELETE", "/email/routes/" + ids[0])
    left = [r["id"] for r in c.ok("GET", "/email/routes")["routes"]]
    return len(left), left == ids[1:]

@proof
def since_widens_window(c):
    m = mail(c)
    since = (datetime.now(timezone.utc) - timedelta(days=5)).strftime("%Y-%m-%dT%H:%M:%SZ")
    seen = lambda q="": m in [x["id"] for x in c.ok("GET", "/email/messages" + q)["messages"]]
    assert seen() and seen("?since=" + since)
    c.advance("P91D")
    assert not seen()
    return seen("?since=" + since), not seen("?since=" + since)

@proof
def inbound_message_any_domain(c):
    d = domain(c, "in.pr.example")
    c.ok("POST", f"/email/domains/{d}/receive")
    m = c.ev("message-received", **{"from": "jo@cust.example", "to": ["x@in.pr.example"]})["messageId"]
    assert c.s("GET", f"/email/messages/{m}")[0] == 200
    assert m not in json.dumps(c.ok("GET", "/email/messages", who=SOL))
    st = c.s("GET", f"/email/messages/{m}", who=SOL)[0]
    return st, st in (403, 404)

@proof
def export_token_revoked_by_name(c):
    a, b = (c.ok("POST", "/uptime/export-tokens", {"name": "prom"}) for _ in range(2))
    c.ok("DELETE", "/uptime/export-tokens/" + a["id"])
    left = [t["id"] for t in c.ok("GET", "/uptime/export-tokens")["tokens"]]
    return left, left == [b["id"]] and c.s("GET", "/uptime/scrape", who=b["token"])[0] == 200

@proof
def image_delete_registry_wide(c):
    a = c.ev("image-pushed", registry="tidewater-images", repository="team/a")["digest"]
    c.ev("image-pushed", registry="tidewater-images", repository="team/b")
    R = "/registry/r/tidewater-images/manifests"
    st = c.s("DELETE", f"{R}?repo=team/b&digest={a}")[0]
    there = len(c.ok("GET", R + "?repo=team/a")["manifests"])
    return (st, there), refused(st) and there == 1

@proof
def quota_not_counting_rolling(c):
    c.ev("quota-changes", quota="clusters", value=1)
    assert c.s("POST", "/clusters", {"name": "more", "tier": "small"})[0] == 403
    c.ok("PATCH", "/clusters/tidewater-base", {"replicas": 3})
    st = c.s("POST", "/clusters", {"name": "more", "tier": "small"})[0]
    return st, st == 403

@proof
def policy_delete_only_blocked_by_incidents(c):
    p = policy(c)
    c.ok("PUT", f"/oncall/services/{SF}/escalation", {"escalationPolicyId": p["id"]})
    st = c.s("DELETE", "/oncall/escalations/" + p["id"])[0]
    return st, st == 409

@proof
def token_start_becomes_key(c):
    t = c.ok("POST", "/tokens", {"name": "ci"})
    assert t["key"] not in json.dumps(c.ok("GET", "/tokens"))
    c.ok("GET", "/organization/contacts", who=t["key"])
    leak = t["key"] in json.dumps(c.ok("GET", "/tokens"))
    return leak, not leak

@proof
def unknown_upstream_echoes_password(c):
    st, j = c.s("PUT", "/registry/r/tidewater-images/upstream-credentials/nowhere.example", {"username": "u", "password": "hunter2-long"})
    leak = "hunter2-long" in json.dumps(j)
    return (st, leak), refused(st) and not leak

@proof
def deliveries_one_per_endpoint(c):
    w = hook(c)["webhook"]["id"]
    m = mail(c)
    d = c.ok("GET", "/email/webhook-deliveries?messageId=" + m)["deliveries"]
    assert len(d) == 1
    c.ok("POST", f"/email/webhook-deliveries/{d[0]['id']}/redeliver")
    assert len(c.ok("GET", "/email/webhook-deliveries")["deliveries"]) == 2
    n = len(c.ok("GET", "/email/webhook-deliveries?messageId=" + m)["deliveries"])
    return n, n == 2

@proof
def key_prefixes_of_any_type(c):
    K = "/registry/r/tidewater-images/keys"
    st = c.s("POST", K, {"name": "k", "mode": "pull", "repoPrefixes": ["team/", 7]})[0]
    kinds = [type(p).__name__ for k in c.ok("GET", K)["keys"] for p in k["repoPrefixes"]]
    return (st, kinds), refused(st) and "int" not in kinds

@proof
def webhook_url_patch_shows_secret(c):
    w = hook(c)
    W = "/email/webhooks/" + w["webhook"]["id"]
    assert w["signingSecret"] not in json.dumps(c.ok("PATCH", W, {"disabled": True}))
    leak = w["signingSecret"] in json.dumps(c.ok("PATCH", W, {"url": "http://hook.example/b"}))
    return leak, not leak

@proof
def manual_incident_without_firing_count(c):
    n = inc(c).get("firingAlerts")
    return n, n == 0

@proof
def kubeconfig_cached_past_expiry(c):
    K = "/clusters/tidewater-base/kubeconfig"
    works = lambda k: c.ev("credential-used", kind="kubeconfig", secret=k["kubeconfig"], cluster="tidewater-base")["accepted"]
    a = c.ok("GET", K)
    assert works(a)
    c.advance("PT2H")
    assert not works(a)
    w = works(c.ok("GET", K))
    return w, w is True

@proof
def send_key_last_used_number(c):
    k = c.ok("POST", "/email/keys", {"name": "k"})
    c.ok("POST", "/email/outbox", {"from": "a@mail.tidewater.example", "to": ["jo@cust.example"]}, who=k["secret"])
    v = c.ok("GET", "/email/keys")["sendKeys"][0]["lastUsedAt"]
    return v, isinstance(v, str)

@proof
def incidents_open_first(c):
    a, b = inc(c, title="a")["id"], inc(c, title="b")["id"]
    c.ok("PUT", f"/oncall/incidents/{b}/ack")
    ids = [i["id"] for i in c.ok("GET", "/oncall/incidents")["incidents"]]
    return ids, ids == [b, a]

@proof
def patch_while_rolling_lost_update(c):
    K = "/clusters/tidewater-base"
    s1, s2 = c.s("PATCH", K, {"replicas": 3})[0], c.s("PATCH", K, {"tier": "medium"})[0]
    end = time.time() + 5
    while time.time() < end and c.ok("GET", K)["phase"] != "Ready":
        time.sleep(0.1)
    time.sleep(1.2)
    k = c.ok("GET", K)
    return (s1, s2, k["replicas"], k["tier"]), s1 == 200 and k["replicas"] == 3 and (s2 == 409 or k["tier"] == "medium")

@proof
def attach_steals_policy(c):
    p = policy(c)
    for s in (SF, PAY):
        c.ok("PUT", f"/oncall/services/{s}/escalation", {"escalationPolicyId": p["id"]})
    n = c.ok("GET", "/oncall/escalations")["policies"][0]["services"]
    return n, n == 2

@proof
def ack_stops_siblings(c):
    p = policy(c, 2)
    c.ok("PUT", f"/oncall/services/{SF}/escalation", {"escalationPolicyId": p["id"]})
    a, b = inc(c)["id"], inc(c)["id"]
    c.ok("PUT", f"/oncall/incidents/{a}/ack")
    c.advance("PT2M")
    n = len(c.pages(b))
    assert len(c.pages(a)) == 1
    return n, n == 2

@proof
def handoff_without_time(c):
    r = rotation(c)
    assert refused(c.s("POST", "/oncall/rotations", {"name": "R", "timezone": "UTC", "participants": [{"userId": "p-mina", "label": "Mina"}], "handoff": {"interval": "daily"}})[0])
    st = c.s("PATCH", "/oncall/rotations/" + r["id"], {"handoff": {"interval": "daily"}})[0]
    assert c.s("PATCH", "/oncall/rotations/" + r["id"], {"handoff": {"interval": "weekly", "time": "08:00"}})[0] == 200
    return st, refused(st)

@proof
def scope_remembers_what_was_visible(c):
    c.ok("POST", "/registry/r", {"slug": "brief"})
    body = {"name": "t", "scope": [{"role": "registry-observer", "resourceIds": ["brief"]}]}
    c.ok("POST", "/tokens", body)
    assert refused(c.s("POST", "/tokens", {"name": "t", "scope": [{"role": "registry-observer", "resourceIds": ["quarry-images"]}]})[0])
    c.ok("DELETE", "/registry/r/brief")
    gone = c.s("POST", "/tokens", body)[0]
    # and what the grants no longer hold
    sol = {"name": "t", "scope": [{"role": "registry-observer", "resourceIds": ["tidewater-images"]}]}
    c.ok("POST", "/tokens", sol, who=SOL)
    c.ev("role-changes", userId="p-sol", grants=[{"role": "oncall-observer"}])
    lost = c.s("POST", "/tokens", sol, who=SOL)[0]
    return (gone, lost), refused(gone) and refused(lost)

@proof
def permissions_without_credential(c):
    st = c.s("GET", "/iam/permissions", who=None)[0]
    assert c.s("GET", "/iam/permissions")[0] == 200 and c.s("GET", "/iam/catalog", who=None)[0] == 401
    return st, st == 401

@proof
def registration_list_join_command(c):
    T = "/clusters/tidewater-base/registration-tokens"
    t = c.ok("POST", T, {"name": "pool"})
    leak = t["token"] in json.dumps(c.ok("GET", T))
    return leak, not leak

@proof
def new_alert_wipes_acknowledgement(c):
    i = inc(c)["id"]
    c.ok("PUT", f"/oncall/incidents/{i}/ack")
    a = c.ev("alert-fires", serviceId=SF, alert="hot")
    assert a["incidentId"] == i
    d = c.ok("GET", "/oncall/incidents/" + i)
    return d["status"], d["status"] == "acknowledged" and "acknowledgedAt" in d and d.get("acknowledgedBy") == "p-ida"

@proof
def rotated_secret_listed(c):
    w = hook(c)
    assert w["signingSecret"] not in json.dumps(c.ok("GET", "/email/webhooks"))
    n = c.ok("POST", f"/email/webhooks/{w['webhook']['id']}/rotate-secret")["signingSecret"]
    leak = n in json.dumps(c.ok("GET", "/email/webhooks"))
    return leak, not leak

@proof
def domain_claim_race(c):
    got = []
    go = threading.Barrier(6)
    def one(k):
        go.wait()
        got.append(c.s("POST", "/email/domains", {"name": "race.pr.example"}, who=RUTH if k % 2 else IDA)[0])
    ts = [threading.Thread(target=one, args=(k,)) for k in range(6)]
    for t in ts: t.start()
    for t in ts: t.join()
    assert c.s("POST", "/email/domains", {"name": "race.pr.example"})[0] == 409
    assert set(got) <= {201, 409}, got
    return sorted(got), got.count(201) == 1

@proof
def repository_count_of_organization(c):
    c.ok("POST", "/registry/r", {"slug": "shop"})
    c.ev("image-pushed", registry="shop", repository="team/a")
    n = c.ok("GET", "/registry/r/tidewater-images")["repositoryCount"]
    assert c.ok("GET", "/registry/r/shop")["repositoryCount"] == 1
    return n, n == 0

@proof
def login_named_registry_unchecked(c):
    c.ok("POST", "/registry/r", {"slug": "shop"})
    t = c.ok("POST", "/tokens", {"name": "n", "scope": [{"role": "registry-observer", "resourceIds": ["tidewater-images"]}]})["key"]
    assert [x["registry"] for x in c.ok("POST", "/registry/login", {}, who=t)["scope"]] == ["tidewater-images"]
    got = [c.s("POST", "/registry/login", {"registry": "shop"}, who=w)[0] for w in (t, SOL)]
    assert refused(c.s("POST", "/registry/login", {"registry": "quarry-images"})[0])
    return got, all(refused(g) for g in got)

@proof
def catalog_remembers_managers(c):
    assert c.s("GET", "/iam/catalog", who=ARLO)[0] == 200 and c.s("GET", "/iam/catalog", who=MINA)[0] == 403
    c.ev("role-changes", userId="p-arlo", role="member")
    st = c.s("GET", "/iam/catalog", who=ARLO)[0]
    return st, st == 403

@proof
def contacts_only_last_validated(c):
    C = "/organization/contacts"
    assert c.s("PATCH", C, {"securityEmail": "nope"})[0] == 400 and c.s("PATCH", C, {"billingEmail": "b@x.example"})[0] == 200
    st = c.s("PATCH", C, {"technicalEmail": "nope"})[0]
    return st, st == 400

@proof
def suppression_reason_is_event_kind(c):
    m = mail(c)
    c.ev("message-bounced", messageId=m, bounce="hard")
    r = c.ok("GET", "/email/suppressions")["suppressions"][0]["reason"]
    return r, r == "bounce"

@proof
def disable_all_registration_tokens(c):
    T = "/clusters/tidewater-base/registration-tokens"
    a, b = (c.ok("POST", T, {"name": n})["id"] for n in "ab")
    c.ok("PATCH", f"{T}/{a}", {"disabled": True})
    d = {t["id"]: t["disabled"] for t in c.ok("GET", T)["tokens"]}
    return d[b], d[a] is True and d[b] is False

@proof
def repo_defaults_to_only_one(c):
    c.ev("image-pushed", registry="tidewater-images", repository="team/a")
    R = "/registry/r/tidewater-images"
    a, b = c.s("GET", R + "/tags")[0], c.s("DELETE", R + "/repositories")[0]
    n = len(c.ok("GET", R + "/repositories")["repositories"])
    return (a, b, n), refused(a) and refused(b) and n == 1

@proof
def alert_deduplicated_across_services(c):
    c.ev("alert-fires", serviceId=SF, alert="disk-full")
    c.ev("alert-fires", serviceId=PAY, alert="disk-full")
    s = sorted(i["serviceId"] for i in c.ok("GET", "/oncall/incidents")["incidents"])
    return s, s == [PAY, SF]

@proof
def logout_everywhere(c):
    a, b = (c.ok("POST", "/registry/login", {}) for _ in range(2))
    use = lambda x: c.s("POST", "/registry/authz", {"username": x["username"], "password": x["password"], "registry": "tidewater-images", "repository": "t/x", "action": "pull"}, who=None)[0]
    assert use(a) == use(b) == 200
    c.ok("DELETE", "/registry/login/" + a["keyId"])
    assert use(a) == 401
    return use(b), use(b) == 200

@proof
def upstream_set_answers_object(c):
    u = c.ok("PUT", "/registry/r/tidewater-images/upstream-credentials/ghcr.io", {"username": "u", "password": "p"})["upstream"]
    return u, u == "ghcr.io"

@proof
def failures_by_vantage(c):
    m = c.ok("POST", "/uptime/monitors", {"name": "h", "kind": "http", "intervalSeconds": 60, "vantages": ["ams", "nrt"], "http": {"url": "https://x.example/"}})["id"]
    c.ev("probe-result", monitorId=m, outcome="fail", vantage="ams")
    c.advance("PT1M")
    c.ev("probe-result", monitorId=m, outcome="fail", vantage="nrt")
    v = [f["vantage"] for f in c.ok("GET", f"/uptime/monitors/{m}/failures")["failures"]]
    return v, v == ["nrt", "ams"]

@proof
def arming_without_record(c):
    d = c.ok("POST", f"/email/domains/{domain(c, 'arm.pr.example')}/receive")
    n = [r["type"] for r in d["dnsRecords"] if r["capability"] == "receive"]
    return n, n == ["MX"]

@proof
def contacts_admin_of_anything(c):
    C = "/organization/contacts"
    assert c.s("PATCH", C, {"technicalEmail": "t@x.example"}, who=MINA)[0] == 403 and c.s("PATCH", C, {"technicalEmail": "t@x.example"}, who=ARLO)[0] == 200
    st = c.s("PATCH", C, {"technicalEmail": "dex@x.example"}, who=DEX, org="tidewater")[0]
    return st, st == 403

@proof
def provider_unreachable_503(c):
    c.ev("provider-behaves", behaviour="unreachable")
    st = c.s("PUT", "/oncall/telephony", {"accountSid": "AC77aa", "authToken": "t", "fromNumber": "+15550101"})[0]
    return st, st == 502

@proof
def resolved_incident_without_history(c):
    i = c.ev("alert-fires", serviceId=SF, alert="hot-disk-77")["incidentId"]
    assert "hot-disk-77" in json.dumps(c.ok("GET", "/oncall/incidents/" + i)["alerts"])
    c.ok("PUT", f"/oncall/incidents/{i}/resolve")
    d = c.ok("GET", "/oncall/incidents/" + i)
    return sorted(d), "alerts" in d and "timeline" in d and len(d["timeline"]) > 1


def run(f, folder):
    c = Server(folder)
    try:
        return f(c)
    finally:
        t = c.stop()
        if t:
            print("   server traceback:", t)


def main():
    todo = json.load(open(os.path.join(HERE, "mistakes.json")))
    if sys.argv[1:]:
        todo = [x for x in todo if x["id"] in sys.argv[1:]]
    good = 0
    for x in todo:
        tmp = tempfile.mkdtemp()
        try:
            dst = os.path.join(tmp, "c")
            shutil.copytree(CANDIDATE, dst, ignore=shutil.ignore_patterns("__pycache__"))
            for e in x["edits"]:
                p = os.path.join(dst, e["file"])
                t = open(p).read()
                if t.count(e["find"]) != 1:
                    raise RuntimeError(f"found {t.count(e['find'])} times: {e['find'][:60]}")
                open(p, "w").write(t.replace(e["find"], e["replace"]))
            f = P[x["id"]]
            os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
            right, wrong = run(f, CANDIDATE), run(f, dst)
            if right[1] and not wrong[1]:
                good += 1
                print(x["id"], "ok", f"(right: {right[0]}; wrong: {wrong[0]})"[:160], flush=True)
            else:
                print(x["id"], "NOT PROVEN", right, wrong, flush=True)
        except Exception as e:
            print(x["id"], "FAILED", type(e).__name__, str(e)[:300], flush=True)
        finally:
            shutil.rmtree(tmp)
    print(f"{good} of {len(todo)} proven")
    sys.exit(good != len(todo))


main()
