#!/usr/bin/env python3
"""python3 prove.py [ID...]: shows by requests and events that the clean candidate is right and each edited copy wrong. One server at a time."""
import tempfile
import http.client, json, os, shutil, subprocess, sys, threading, time
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, "../../../../../examples/seventh-candidate")
SCRATCH = tempfile.mkdtemp(prefix="prove-nineteenth-")
PORT = int(os.environ.get("PROVE_PORT", "8931"))
OWNER, ADMIN, MEMBER, VIEWER, SCOPED, RUTH, DEX = (f"ses.p-{n}.7c1e" for n in ("ida", "arlo", "mina", "vic", "sol", "ruth", "dex"))
B = "/api/v1"
R = "/registry/r"


class Odd(Exception):
    pass


def call(method, path, body=None, headers=None):
    c = http.client.HTTPConnection("127.0.0.1", PORT, timeout=20)
    try:
        c.request(method, path, json.dumps(body) if body is not None else None, {**({"Content-Type": "application/json"} if body is not None else {}), **(headers or {})})
        r = c.getresponse()
        raw = r.read()
        return r.status, (json.loads(raw) if raw and "json" in r.headers.get("content-type", "") else raw.decode() if raw else None)
    finally:
        c.close()


def api(method, path, body=None, who=OWNER, org=None):
    return call(method, B + path, body, {**({"Authorization": "Bearer " + who} if who else {}), **({"X-Acting-Organization": org} if org else {})})


def ok(method, path, body=None, who=OWNER, want=(200, 201, 202, 204), org=None):
    s, j = api(method, path, body, who, org)
    if s not in want:
        raise Odd(f"{method} {path}: {s} {str(j)[:160]}")
    return j


def event(name, **body):
    return call("POST", f"/_understudy/events/{name}", body)


def ev(name, **body):
    s, j = event(name, **body)
    if s != 200:
        raise Odd(f"event {name}: {s} {str(j)[:160]}")
    return j


def advance(by):
    s, j = call("POST", "/_understudy/clock/advance", {"by": by})
    if s != 200:
        raise Odd(f"advance: {s} {j}")


def until(f, seconds=5):
    end = time.time() + seconds
    while time.time() < end:
        v = f()
        if v:
            return v
        time.sleep(0.03)
    raise Odd("waited in vain")


def is_(seen, right, wrong):
    """True: right; False: wrong in the way described; anything else is odd."""
    if seen == right:
        return True
    if seen == wrong:
        return False
    raise Odd(f"neither right nor the wrong described: {str(seen)[:300]}")


def ready(name, who=OWNER):
    until(lambda: ok("GET", f"/clusters/{name}", who=who)["phase"] == "Ready")


def make_cluster(name, who=OWNER, **more):
    ok("POST", "/clusters", {"name": name, "tier": "small", **more}, who=who)
    ready(name, who)


def image(reg="tidewater-images", repo="team/web", **more):
    return ev("image-pushed", registry=reg, repository=repo, **more)


def sent(to="jo@cust.example", frm="a@mail.tidewater.example", **more):
    return ev("message-sent", **{"from": frm, "to": [to], "subject": "s", "text": "t", **more})["messageId"]


def hook(types=("outbound.sent",)):
    w = ok("POST", "/email/webhooks", {"url": "http://127.0.0.1:9/x", "eventTypes": list(types)})
    ev("webhook-endpoint-answers", endpointId=w["webhook"]["id"], answers=[{"status": 200}])
    return w


def seed_domain():
    return next(d["id"] for d in ok("GET", "/email/domains")["domains"] if d["name"] == "mail.tidewater.example")


SVC = "ocs-tidewater-storefront"
P = {}


def proof(f):
    P["ag-" + f.__name__.replace("_", "-")] = f
    return f


@proof
def lb_pairs():
    make_cluster("edge", managedLoadBalancers={"enabled": True})
    a = ev("service-exposed", cluster="edge", service="web")["ip"]
    b = ev("service-exposed", cluster="edge", service="api")["ip"]
    got = {x["service"]: x["ip"] for x in ok("GET", "/clusters/edge")["managedLoadBalancers"]["loadBalancers"]}
    return is_(got, {"web": a, "api": b}, {"web": b, "api": a})


@proof
def accepted_by_all():
    n = ok("GET", "/email/settings")["acceptedToday"]
    sent(frm="a@mail.quarry.example")
    return is_(ok("GET", "/email/settings")["acceptedToday"] - n, 0, 1)


@proof
def quota_before_push():
    ok("POST", R, {"slug": "tiny"})
    ev("quota-changes", quota="registry-storage-bytes", value=1000, registry="tiny")
    s, _ = event("image-pushed", registry="tiny", repository="a", layers=[{"sizeBytes": 5000}])
    d = ok("GET", R + "/tiny")
    return is_((s, d["usedBytes"] > d["storageQuotaBytes"]), (409, False), (200, True))


@proof
def node_back():
    tok = ok("POST", "/clusters/tidewater-base/join-tokens")["joinToken"]
    s, j = call("POST", B + "/clusters/tidewater-base/enroll", {"token": tok, "node": "n1"})
    if s != 201:
        raise Odd(f"enroll {s} {j}")
    ok("DELETE", "/clusters/tidewater-base/nodes/n1")
    names = lambda: [n["name"] for n in ok("GET", "/clusters/tidewater-base/nodes")["nodes"]]
    if names():
        raise Odd("not gone at first")
    time.sleep(1.2)
    return is_(names(), [], ["n1"])


@proof
def options_unfiltered():
    ok("POST", R, {"slug": "second-one"})
    t = ok("POST", "/tokens", {"name": "n", "scope": [{"role": "registry-observer", "resourceIds": ["tidewater-images"]}]})["key"]
    return is_(sorted(r["id"] for r in ok("GET", "/tokens/scope-options", who=t)["resources"]), ["tidewater-images"], ["second-one", "tidewater-images"])


@proof
def last_attempt_uncounted():
    w = hook()["webhook"]["id"]
    ev("webhook-endpoint-answers", endpointId=w, answers=[{"failure": "refused"}])
    m = sent()
    advance("PT3H")
    d = ok("GET", f"/email/webhook-deliveries?messageId={m}")["deliveries"][0]
    made = len(call("GET", f"/_understudy/webhook-deliveries?deliveryId={d['id']}")[1]["attempts"])
    return is_((d["state"], d["attempts"], made), ("failed", 5, 5), ("failed", 4, 5))


@proof
def alerts_dropped():
    i = ev("alert-fires", serviceId=SVC, alert="hot")["incidentId"]
    if len(ok("GET", f"/oncall/incidents/{i}")["alerts"]) != 1:
        raise Odd("no alert")
    ok("PUT", f"/oncall/incidents/{i}/resolve")
    return is_(len(ok("GET", f"/oncall/incidents/{i}")["alerts"]), 1, 0)


@proof
def last_selector_only():
    one = lambda ids: api("POST", "/tokens", {"name": "n", "scope": [{"role": "registry-observer", "resourceIds": ids}]})[0]
    if one(["quarry-images"]) != 422:
        raise Odd("alone it is accepted")
    return is_(one(["quarry-images", "tidewater-images"]), 422, 201)


@proof
def unpaid_slug_held():
    ev("payment-method-changes", active=False)
    if api("POST", R, {"slug": "later-one"})[0] != 402:
        raise Odd("not 402")
    ev("payment-method-changes", active=True)
    return is_(api("POST", R, {"slug": "later-one"})[0], 201, 409)


@proof
def purge_race():
    image(tags=["v1", "v2"])
    out = []
    go = threading.Barrier(2)

    def one(tag):
        go.wait()
        out.append(ok("DELETE", f"{R}/tidewater-images/tags?repo=team/web&tag={tag}&purge=true")["purged"])
    ts = [threading.Thread(target=one, args=(t,)) for t in ("v1", "v2")]
    [t.start() for t in ts]
    [t.join() for t in ts]
    left = ok("GET", f"{R}/tidewater-images/manifests?repo=team/web")["manifests"]
    return is_((sorted(out), [m["tags"] for m in left]), ([False, True], []), ([False, False], [[]]))


@proof
def catalog_narrowed():
    t = ok("POST", "/tokens", {"name": "n", "scope": [{"role": "registry-observer", "resourceIds": ["tidewater-images"]}]})["key"]
    if api("GET", "/iam/catalog", who=MEMBER)[0] != 403 or api("GET", "/iam/catalog")[0] != 200:
        raise Odd("catalog")
    return is_(api("GET", "/iam/catalog", who=t)[0], 403, 200)


@proof
def lb_list_absent():
    return is_("loadBalancers" in ok("POST", "/clusters", {"name": "plain", "tier": "small"})["managedLoadBalancers"], True, False)


@proof
def resolves_siblings():
    a, b = (ok("POST", "/oncall/incidents", {"serviceId": SVC, "title": t})["id"] for t in "ab")
    ok("PUT", f"/oncall/incidents/{a}/resolve")
    return is_([i["id"] for i in ok("GET", "/oncall/incidents")["incidents"]], [b], [])


@proof
def digest_everywhere():
    d = "sha256:" + "ab" * 32
    for r in ("team/a", "team/b"):
        image(repo=r, digest=d, tags=["v1"])
    ok("DELETE", f"{R}/tidewater-images/manifests?repo=team/a&digest={d}")
    return is_([m["digest"] for m in ok("GET", f"{R}/tidewater-images/manifests?repo=team/b")["manifests"]], [d], [])


@proof
def dns_trusts_pass():
    d = ok("POST", "/email/domains", {"name": "post.judged.example"})
    ev("dns-record-published", domain=d["name"])
    ok("POST", f"/email/domains/{d['id']}/check")
    until(lambda: ok("GET", f"/email/domains/{d['id']}")["sendState"] == "verified")
    ev("dns-record-removed", domain=d["name"])
    look = lambda: {r["outcome"] for r in ok("GET", f"/email/domains/{d['id']}/dns")["records"]}
    r = is_(look(), {"missing"}, {"found"})
    advance("PT61M")
    if look() != {"missing"}:
        raise Odd("not missing after an hour")
    return r


@proof
def config_revived():
    k = lambda: ok("GET", "/clusters/tidewater-base/kubeconfig")["kubeconfig"]
    good = lambda c: ev("credential-used", kind="kubeconfig", secret=c)["accepted"]
    a = k()
    if not good(a):
        raise Odd("not good at first")
    advance("PT31M")
    if good(a):
        raise Odd("does not expire")
    k()
    return is_(good(a), False, True)


@proof
def scope_replaces_grants():
    d = ok("POST", "/email/domains", {"name": "other.judged.example"})["id"]
    t = ok("POST", "/tokens", {"name": "n", "scope": [{"role": "email-operator"}]}, who=SCOPED)["key"]
    if api("GET", f"/email/domains/{d}", who=SCOPED)[0] != 403:
        raise Odd("the person sees it")
    return is_(api("GET", f"/email/domains/{d}", who=t)[0], 403, 200)


def make_monitor(**more):
    return ok("POST", "/uptime/monitors", {"name": "m", "kind": "http", "http": {"url": "https://x.example/"}, "intervalSeconds": 60, "vantages": ["ams", "nrt"], **more})


@proof
def down_to_down():
    m = make_monitor(downCondition={"confirmations": 1, "quorum": 1})["id"]
    ev("probe-result", monitorId=m, outcome="ok")
    ev("probe-result", monitorId=m, outcome="fail", vantage="ams")
    ev("probe-result", monitorId=m, outcome="fail", vantage="nrt")
    got = [(t["from"], t["to"]) for t in ok("GET", f"/uptime/monitors/{m}/transitions")["transitions"]]
    right = [("up", "down"), ("pending", "up")]
    return is_(got, right, [("down", "down")] + right)


@proof
def claim_left():
    for n in (1, 2):
        ok("POST", R, {"slug": "again"})
        s = api("DELETE", R + "/again")[0]
        if n == 1 and s != 204:
            raise Odd(f"first delete {s}")
    return is_((s, api("GET", R + "/again")[0]), (204, 404), (500, 200))


@proof
def unset_provider():
    return is_(sorted(ok("GET", "/oncall/telephony")), ["accountSid", "configured", "fromNumber", "updatedAt"], ["configured"])


@proof
def falsy_left_out():
    roles = ok("GET", "/iam/catalog")["roles"]
    return is_(all("scopable" in r for r in roles), True, False)


@proof
def rule_replaced():
    ids = [ok("POST", R + "/tidewater-images/trust", {"issuer": "https://ci.example", "audience": "a", "subjectPattern": s, "mode": "pull"})["id"] for s in ("repo:a/*", "repo:b/*")]
    return is_([r["id"] for r in ok("GET", R + "/tidewater-images/trust")["rules"]], ids, ids[1:])


@proof
def some_known_type():
    if api("POST", "/email/webhooks", {"url": "https://h.example/", "eventTypes": ["outbound.opened"]})[0] != 422:
        raise Odd("alone it is accepted")
    return is_(api("POST", "/email/webhooks", {"url": "https://h.example/", "eventTypes": ["outbound.sent", "outbound.opened", "outbound.bounced"]})[0], 422, 201)


@proof
def status_numbers():
    return is_(make_monitor(http={"url": "https://x.example/", "expectStatus": ["200", "3xx"]})["http"]["expectStatus"], ["200", "3xx"], [200, "3xx"])


@proof
def lifted_for_good():
    m = sent("gone@cust.example")
    ev("message-bounced", messageId=m, bounce="hard")
    look = lambda: [(x["address"], x["reason"]) for x in ok("GET", "/email/suppressions")["suppressions"]]
    if look() != [("gone@cust.example", "bounce")]:
        raise Odd("first bounce")
    ok("DELETE", f"/email/suppressions/{ok('GET', '/email/suppressions')['suppressions'][0]['id']}")
    if look():
        raise Odd("still there")
    m = sent("gone@cust.example")
    ev("message-bounced", messageId=m, bounce="hard")
    return is_(look(), [("gone@cust.example", "bounce")], [])


@proof
def state_at_absent():
    sent()
    return is_("stateAt" in ok("GET", "/email/messages")["messages"][0], True, False)


@proof
def redeliver_row():
    w = hook()
    m = sent()
    d = ok("GET", f"/email/webhook-deliveries?messageId={m}")["deliveries"][0]["id"]
    return is_(w["signingSecret"] in json.dumps(ok("POST", f"/email/webhook-deliveries/{d}/redeliver")), False, True)


@proof
def upstream_suffix():
    put = lambda h: api("PUT", f"{R}/tidewater-images/upstream-credentials/{h}", {"username": "u", "password": "p"})[0]
    if put("nowhere.example") != 422:
        raise Odd("nowhere.example")
    s = put("mirror.docker.io")
    return is_((s, [c["upstream"] for c in ok("GET", R + "/tidewater-images/upstream-credentials")["upstreamCredentials"]]), (422, []), (200, ["mirror.docker.io"]))


@proof
def siblings_deleted():
    ok("POST", R, {"slug": "sib"})
    for r in ("sib", "tidewater-images"):
        ok("PUT", f"{R}/{r}/upstream-credentials/docker.io", {"username": "u", "password": "p"})
    ok("DELETE", R + "/sib/upstream-credentials/docker.io")
    return is_([c["upstream"] for c in ok("GET", R + "/tidewater-images/upstream-credentials")["upstreamCredentials"]], ["docker.io"], [])


@proof
def cleared_still_pages():
    ok("PUT", "/oncall/telephony", {"accountSid": "AC1", "authToken": "t", "fromNumber": "+15550101"})
    ok("PUT", "/oncall/me/paging", {"phone": "+15550100", "rules": [{"channel": "sms", "delaySeconds": 0}]})
    p = ok("POST", "/oncall/escalations", {"name": "p", "repeat": 0, "steps": [{"target": {"kind": "user", "id": "p-ida", "label": "Ida"}, "waitSeconds": 60}]})["id"]
    ok("PUT", f"/oncall/services/{SVC}/escalation", {"escalationPolicyId": p})
    ok("DELETE", "/oncall/telephony")
    if ok("GET", "/oncall/telephony")["configured"]:
        raise Odd("still configured")
    i = ok("POST", "/oncall/incidents", {"serviceId": SVC, "title": "t"})["id"]
    got = [(x["channel"], x["outcome"], x.get("error")) for x in call("GET", f"/_understudy/pages?incidentId={i}")[1]["pages"]]
    return is_(got, [("sms", "failed", "no-credential")], [("sms", "sent", None)])


@proof
def pause_refuses_writes():
    ms = [sent(f"u{n}@cust.example") for n in range(100)]
    for x in ms[:9]:
        ev("message-bounced", messageId=x, bounce="hard")
    if not ok("GET", "/email/settings")["paused"]:
        raise Odd("not paused")
    return is_(api("POST", "/email/suppressions", {"address": "x@cust.example"})[0], 201, 403)


@proof
def catalog_shrinks():
    look = lambda: [u["host"] for u in ok("GET", "/registry/upstreams")["upstreams"]]
    a = look()
    ok("PUT", R + "/tidewater-images/upstream-credentials/quay.io", {"username": "u", "password": "p"})
    return is_(look(), a, [h for h in a if h != "quay.io"])


@proof
def teardown_by_name():
    make_cluster("twin")
    make_cluster("twin", who=RUTH)
    ok("DELETE", "/clusters/twin")
    r = is_(ok("GET", "/clusters/twin", who=RUTH)["phase"], "Ready", "Terminating")
    until(lambda: api("GET", "/clusters/twin")[0] == 404)
    return r


@proof
def admin_elsewhere():
    if api("PATCH", "/organization/contacts", {"technicalEmail": "new@tidewater.example"}, who=MEMBER)[0] != 403:
        raise Odd("a member may")
    s = api("PATCH", "/organization/contacts", {"technicalEmail": "new@tidewater.example"}, who=DEX, org="tidewater")[0]
    return is_((s, ok("GET", "/organization/contacts")["technicalEmail"]), (403, "platform@tidewater.example"), (200, "new@tidewater.example"))


@proof
def departed_counted():
    ev("node-joins", cluster="tidewater-base", node="old-1", agentVersion="1.29.14", ready=True)
    up = lambda: api("PATCH", "/clusters/tidewater-base", {"orchestratorVersion": "1.32.4"})
    s, j = up()
    if s != 409 or "old-1" not in j["error"]:
        raise Odd("no gate")
    ok("DELETE", "/clusters/tidewater-base/nodes/old-1")
    s, j = up()
    return is_((s, "old-1" in json.dumps(j)), (200, False), (409, True))


@proof
def untag_frees_blobs():
    image(tags=["v1"])
    a = ok("GET", R + "/tidewater-images")["usedBytes"]
    if ok("DELETE", R + "/tidewater-images/tags?repo=team/web&tag=v1") != {"purged": False}:
        raise Odd("purged")
    b = ok("GET", R + "/tidewater-images")["usedBytes"]
    return is_((b == a, 0 < b <= a), (True, True), (False, True))


@proof
def metrics_empty():
    m = make_monitor()["id"]
    ev("metrics-availability", available=False, monitorId=m)
    return is_(api("GET", f"/uptime/monitors/{m}/metrics")[0], 503, 200)


@proof
def stale_ack():
    i = ev("alert-fires", serviceId=SVC, alert="one")["incidentId"]
    ok("PUT", f"/oncall/incidents/{i}/ack")
    if ev("alert-fires", serviceId=SVC, alert="two")["incidentId"] != i:
        raise Odd("does not attach at first")
    advance("PT45M")
    x = ev("alert-fires", serviceId=SVC, alert="three")
    return is_((x["incidentId"] == i, x["opened"], ok("GET", f"/oncall/incidents/{i}")["firingAlerts"]), (True, False, 3), (False, True, 2))


@proof
def prefixes_sorted():
    def use(prefixes):
        k = ok("POST", R + "/tidewater-images/keys", {"name": "k", "mode": "pull", "repoPrefixes": prefixes})["secret"]
        one = lambda repo: ev("credential-used", kind="registry-key", secret=k, registry="tidewater-images", repository=repo)["accepted"]
        return [one("team/web"), one("apps/web"), one("zoo/web")]
    if use(["apps/", "team/"]) != [True, True, False] or use(["team/"])[0] is not True:
        raise Odd("in order")
    return is_(use(["team/", "apps/"]), [True, True, False], [False, True, False])


@proof
def content_any_domain():
    d = ok("POST", "/email/domains", {"name": "narrow.judged.example"})["id"]
    t = ok("POST", "/tokens", {"name": "n", "scope": [{"role": "email-observer", "resourceIds": [d]}]})["key"]
    m = sent()
    if api("GET", f"/email/messages/{m}", who=t)[0] != 403:
        raise Odd("the message is shown")
    return is_(api("GET", f"/email/messages/{m}/content", who=t)[0], 403, 200)


@proof
def neighbours_named():
    make_cluster("shrink", tier="medium")
    ev("headroom-changes", cluster="shrink", component="etcd", usedPercent=90)
    s, j = api("PATCH", "/clusters/shrink", {"tier": "small"})
    return is_((s, "etcd" in j["error"], "quarry-base" in j["error"]), (409, True, False), (409, True, True))


@proof
def ack_resolved():
    i = ok("POST", "/oncall/incidents", {"serviceId": SVC, "title": "t"})["id"]
    ok("PUT", f"/oncall/incidents/{i}/resolve")
    api("PUT", f"/oncall/incidents/{i}/ack")
    return is_(ok("GET", f"/oncall/incidents/{i}")["status"], "resolved", "acknowledged")


@proof
def foreign_service():
    return is_(api("POST", "/oncall/incidents", {"serviceId": SVC, "title": "t"}, who=RUTH)[0], 404, 201)


@proof
def token_remembered():
    t = ok("POST", "/clusters/tidewater-base/registration-tokens", {"name": "pool"})
    u = ok("POST", "/clusters/tidewater-base/registration-tokens", {"name": "unused"})
    j = lambda tok, n: event("node-joins", cluster="tidewater-base", node=n, token=tok, ready=True)[0]
    if j(t["token"], "n1") != 200:
        raise Odd("does not work at first")
    for x in (t, u):
        ok("PATCH", f"/clusters/tidewater-base/registration-tokens/{x['id']}", {"disabled": True})
    if j(u["token"], "n3") != 409:
        raise Odd("disabled and unused, yet accepted")
    s = j(t["token"], "n2")
    return is_((s, [n["name"] for n in ok("GET", "/clusters/tidewater-base/nodes")["nodes"]]), (409, ["n1"]), (200, ["n1", "n2"]))


# ---- running -------------------------------------------------------------------
class Served:
    def __init__(self, edits):
        self.dir = os.path.join(SCRATCH, "run", str(os.getpid()))
        shutil.rmtree(self.dir, ignore_errors=True)
        shutil.copytree(CANDIDATE, self.dir, ignore=shutil.ignore_patterns("__pycache__"))
        for e in edits:
            f = os.path.join(self.dir, e["file"])
            text = open(f).read()
            assert text.count(e["find"]) == 1, "the text to find occurs %d times" % text.count(e["find"])
            open(f, "w").write(text.replace(e["find"], e["replace"]))

    def __enter__(self):
        self.p = subprocess.Popen([sys.executable, "-B", "server.py", "--port", str(PORT)], cwd=self.dir, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if not self.p.stdout.readline().startswith("http"):
            raise Odd("the server does not start")
        return self

    def __exit__(self, *a):
        self.p.terminate()
        self.p.wait()
        self.p.stdout.close()
        shutil.rmtree(self.dir, ignore_errors=True)


def judge(i):
    call("POST", "/_understudy/reset", {})
    try:
        return P[i]()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def main():
    all_ = json.load(open(os.path.join(HERE, "mistakes.json")))
    ids = sys.argv[1:] or [x["id"] for x in all_]
    with Served([]):
        clean = {i: judge(i) for i in ids}
    bad = 0
    for x in all_:
        if x["id"] not in ids:
            continue
        try:
            with Served(x["edits"]):
                got = judge(x["id"])
        except Exception as e:
            got = f"{type(e).__name__}: {e}"
        fine = clean[x["id"]] is True and got is False
        bad += not fine
        print(x["id"], "ok" if fine else f"NOT PROVEN: clean {clean[x['id']]}, edited {got}", flush=True)
    print(f"{len(ids) - bad} of {len(ids)} proven")
    return bad


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
