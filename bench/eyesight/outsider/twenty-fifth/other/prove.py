#!/usr/bin/env python3
"""python3 prove.py [ID...]: shows that the clean candidate is right and each edited copy wrong. One server at a time."""
import tempfile, http.client, json, os, shutil, subprocess, sys, threading, time
from urllib.parse import quote
here = os.path.dirname(os.path.abspath(__file__))
TMP = tempfile.mkdtemp()
PORT = 18500
WHO = {"owner": "sess-olga-7f31", "admin": "sess-arne-20c4", "member": "sess-mia-9b02", "viewer": "sess-vik-c88a", "outsider": "sess-otto-e1d9"}
V, R = "/api/v1", "/api/v1/registry/instances"
MAIL = ["MESSAGE_SENT"]

def compile_to(name, edits):
    base = os.path.join(TMP, name)
    shutil.rmtree(base, ignore_errors=True)
    shutil.copytree(os.path.join(here, "../../../../../examples/eighth-candidate/src"), os.path.join(base, "src"))
    for e in edits:
        p = os.path.join(base, e["file"])
        t = open(p).read()
        assert t.count(e["find"]) == 1, e["find"]
        open(p, "w").write(t.replace(e["find"], e["replace"]))
    out = os.path.join(base, "classes")
    files = [os.path.join(base, "src", f) for f in sorted(os.listdir(os.path.join(base, "src")))]
    r = subprocess.run(["javac", "-nowarn", "-encoding", "UTF-8", "--release", "17", "-d", out] + files, capture_output=True, text=True)
    if r.returncode: raise RuntimeError("does not compile: " + r.stderr[:800])
    return out

class Server:
    def __init__(self, classes):
        global PORT
        self.port = PORT
        PORT = 18500 + (PORT + 1 - 18500) % 100
        self.log = open(os.path.join(TMP, "server.log"), "a+")
        self.p = subprocess.Popen(["java", "-Xms64m", "-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dsun.net.httpserver.nodelay=true", "-cp", classes, "eighth.Main", "--port", str(self.port)],
                                  stdout=subprocess.PIPE, stderr=self.log, text=True)
        if not self.p.stdout.readline().startswith("http"): raise RuntimeError("did not start")
    def stop(self):
        self.p.terminate()
        self.p.wait()
        self.log.close()
    def raw(self, method, path, body=None, bearer=None):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        h = {}
        if bearer: h["Authorization"] = "Bearer " + bearer
        if body is not None: h["Content-Type"] = "application/json"
        c.request(method, path, None if body is None else json.dumps(body), h)
        r = c.getresponse()
        t = r.read().decode()
        c.close()
        try: return r.status, json.loads(t) if t else None
        except ValueError: return r.status, t
    def __call__(self, method, path, body=None, who="owner"):
        return self.raw(method, path, body, WHO.get(who, who))
    def ok(self, method, path, body=None, who="owner"):
        st, b = self(method, path, body, who)
        if not 200 <= st < 300: raise RuntimeError(f"{method} {path}: {st} {b}")
        return b
    def event(self, name, **b): return self.raw("POST", "/_understudy/events/" + name, b)
    def did(self, name, **b):
        st, r = self.event(name, **b)
        if st != 200: raise RuntimeError(f"event {name}: {st} {r}")
        return r
    def advance(self, by):
        st, b = self.raw("POST", "/_understudy/clock/advance", {"by": by})
        if st != 200: raise RuntimeError(f"clock: {st} {b}")
    def reset(self): self.raw("POST", "/_understudy/reset")

P = {}
def proof(f):
    P["at-" + f.__name__.replace("_", "-")] = f
    return f
def both(*calls):
    out = [None] * len(calls)
    def run(i): out[i] = calls[i]()
    ts = [threading.Thread(target=run, args=(i,)) for i in range(len(calls))]
    for t in ts: t.start()
    for t in ts: t.join()
    return out
def tell(right, wrong, got):
    """Right, wrong, or neither (which is no proof)."""
    if right and not wrong: return True, got
    if wrong and not right: return False, got
    raise RuntimeError(f"neither right nor wrong: {got}")
def refused(st): return 400 <= st < 500
def monitor(**m): return {"name": "m", "kind": "tcp", "intervalSeconds": 60, "vantages": ["eu-fra"], "tcp": {"host": "h.example", "port": 80}, **m}
def schedule(user="usr-1001", label="Olga Owner"): return {"name": "s", "timezone": "Europe/Berlin", "participants": [{"userId": user, "label": label}], "handoff": {"interval": "daily", "time": "09:00"}}
def step(kind="user", id="usr-1001", wait=60): return {"target": {"kind": kind, "id": id, "label": "x"}, "waitSeconds": wait}
def check(s, user, pw, registry, repo, action="pull"):
    return s.ok("POST", V + "/registry/access-check", {"username": user, "password": pw, "registry": registry, "repository": repo, "action": action}, None)["allowed"]

@proof
def upstream_lost_update(s):
    p = R + "/acme-platform/upstream-logins"
    both(*[lambda h=h: s.ok("PUT", f"{p}/{h}", {"username": "u", "password": "p"}) for h in ("docker.io", "quay.io")])
    l = [u["upstream"] for u in s.ok("GET", p)["upstreamCredentials"]]
    return tell(len(l) == 2, len(l) == 1, l)
@proof
def rename_taken_422(s):
    s.ok("POST", V + "/uptime/services", {"name": "A"})
    b = s.ok("POST", V + "/uptime/services", {"name": "B"})
    st = s("PATCH", f"{V}/uptime/services/{b['id']}", {"name": "A"})[0]
    return tell(st == 409, st == 422, st)
@proof
def event_types_any_known(s):
    st, b = s("POST", V + "/email/webhooks", {"url": "https://x.example/h", "eventTypes": ["MESSAGE_SENT", "MESSAGE_OPENED"]})
    return tell(refused(st), st == 201, (st, b))
@proof
def logout_verdict_cached(s):
    l = s.ok("POST", V + "/registry/credentials", {})
    if not check(s, l["username"], l["password"], "acme-platform", "platform/gateway"): raise RuntimeError("not good at first")
    s.ok("POST", f"{V}/registry/credentials/{l['keyId']}/revocation")
    a = check(s, l["username"], l["password"], "acme-platform", "platform/gateway")
    return tell(a is False, a is True, a)
@proof
def technical_follows_billing(s):
    s.ok("PATCH", V + "/organization/contacts", {"billingEmail": "ops@acme.example", "technicalEmail": "ops@acme.example"})
    s.ok("PATCH", V + "/organization/contacts", {"billingEmail": "money@acme.example"})
    t = s.ok("GET", V + "/organization/contacts")["technicalEmail"]
    return tell(t == "ops@acme.example", t == "money@acme.example", t)
@proof
def secret_in_last_error(s):
    h = s.ok("POST", V + "/email/webhooks", {"url": "http://127.0.0.1:9/hook", "eventTypes": MAIL})
    k = s.ok("POST", V + "/email/keys", {"name": "k"})
    s.ok("POST", V + "/email/outbox", {"from": "a@mail.acme.example", "to": ["b@else.example"], "subject": "hi", "text": "x"}, k["secret"])
    s.advance("PT2S")
    for _ in range(50):
        l = s.ok("GET", V + "/email/webhook-deliveries")["deliveries"]
        if l and l[0].get("lastError"): break
        time.sleep(0.1)
    e = l[0]["lastError"]
    return tell(h["signingSecret"] not in e, h["signingSecret"] in e, e)
@proof
def late_acknowledgement(s):
    i = s.ok("POST", V + "/oncall/incidents", {"serviceId": "svc-search", "title": "t"})["id"]
    s.ok("PUT", f"{V}/oncall/incidents/{i}/resolution")
    s("POST", f"{V}/oncall/incidents/{i}/acknowledgement")
    st = s.ok("GET", f"{V}/oncall/incidents/{i}")["status"]
    return tell(st == "resolved", st == "acknowledged", st)
@proof
def used_bytes_of_all(s):
    s.ok("POST", R, {"slug": "fresh-one"})
    d = s.ok("GET", R + "/fresh-one")
    return tell(d["usedBytes"] == 0, d["usedBytes"] > 0 and d["repositoryCount"] == 0, d)
@proof
def prefixed_key_outlives_revocation(s):
    k = s.ok("POST", R + "/acme-platform/keys", {"name": "k", "mode": "pull", "repoPrefixes": ["platform"]})
    if not check(s, "u", k["secret"], "acme-platform", "platform/gateway"): raise RuntimeError("not good at first")
    s.ok("POST", f"{R}/acme-platform/keys/{k['keyId']}/revoke")
    a = check(s, "u", k["secret"], "acme-platform", "platform/gateway")
    return tell(a is False, a is True, a)
@proof
def delete_schedule_of_idle_policy(s):
    x = s.ok("POST", V + "/oncall/rotations", schedule())["id"]
    s.ok("POST", V + "/oncall/policies", {"name": "p", "repeat": 0, "steps": [step("schedule", x)]})
    st = s("DELETE", f"{V}/oncall/rotations/{x}")[0]
    return tell(st == 409, st == 204, st)
@proof
def override_of_any_schedule(s):
    a = s.ok("POST", V + "/oncall/rotations", schedule())["id"]
    o = s.ok("POST", f"{V}/oncall/rotations/{a}/substitutions", {"userId": "usr-1002", "label": "Arne Admin", "startsAt": "2030-01-01T00:00:00Z", "endsAt": "2030-01-02T00:00:00Z"})["id"]
    b = s.ok("POST", V + "/oncall/rotations", schedule("usr-2001", "Otto"), "outsider")["id"]
    st = s("DELETE", f"{V}/oncall/rotations/{b}/substitutions/{o}", who="outsider")[0]
    left = [x["id"] for y in s.ok("GET", V + "/oncall/rotations")["schedules"] for x in y["overrides"]]
    return tell(refused(st) and left == [o], st == 204 and left == [], (st, left))
@proof
def usage_of_others(s):
    s.ok("POST", V + "/clusters", {"name": "ours", "tier": "small"})
    st = s("GET", V + "/clusters/ours/usage", who="outsider")[0]
    return tell(st in (403, 404), st == 200, st)
@proof
def deleted_repository_returns(s):
    s.ok("POST", R, {"slug": "two-repos"})
    for r in ("one/app", "two/app"): s.did("image-pushed", registry="two-repos", repository=r, tags=["1"])
    both(*[lambda r=r: s.ok("DELETE", f"{R}/two-repos/repositories?repo={quote(r, '')}") for r in ("one/app", "two/app")])
    l = s.ok("GET", R + "/two-repos/repositories")["repositories"]
    return tell(l == [], len(l) == 1, l)
@proof
def no_max_services_when_off(s):
    m = s.ok("POST", V + "/clusters", {"name": "plain", "tier": "small"})["managedLoadBalancers"]
    return tell(set(m) == {"enabled", "maxServices", "loadBalancers"}, set(m) == {"enabled"}, m)
@proof
def grant_management_window(s):
    s.ok("GET", V + "/iam/catalog", who="admin")
    s.did("role-changes", userId="usr-1002", role="member")
    st = s("GET", V + "/iam/catalog", who="admin")[0]
    return tell(st == 403, st == 200, st)
@proof
def last_tag_asked_too_early(s):
    p = R + "/acme-platform/tags?repo=platform%2Fgateway&tag="
    s.ok("DELETE", p + "2.3.0")
    b = s.ok("DELETE", p + "stable&purge=true")
    l = s.ok("GET", R + "/acme-platform/images?repo=platform%2Fgateway")["manifests"]
    return tell(b["purged"] is True and l == [], b["purged"] is False and len(l) == 1, (b, l))
@proof
def dedicated_202(s):
    st = s("POST", V + "/clusters", {"name": "ded", "tier": "small", "datastore": {"mode": "dedicated"}})[0]
    st2 = s("POST", V + "/clusters", {"name": "sha", "tier": "small"})[0]
    return tell(st == 201 and st2 == 201, st == 202 and st2 == 201, (st, st2))
@proof
def node_drain_202(s):
    st = s("DELETE", V + "/clusters/acme-prod/nodes/acme-prod-w1")[0]
    return tell(st == 204, st == 202, st)
@proof
def join_token_spent_late(s):
    t = s.ok("POST", V + "/clusters/acme-prod/join-tokens")["joinToken"]
    s.ok("POST", V + "/clusters/acme-prod/join", {"token": t, "node": "one"}, None)
    st = s("POST", V + "/clusters/acme-prod/join", {"token": t, "node": "two"}, None)[0]
    return tell(refused(st), st == 201, st)
@proof
def max_services_over_all(s):
    m = s.ok("PATCH", V + "/clusters/acme-prod", {"managedLoadBalancers": {"enabled": True}})["managedLoadBalancers"]["maxServices"]
    s.ok("POST", V + "/clusters", {"name": "second", "tier": "small", "managedLoadBalancers": {"enabled": True}})
    for i in range(m): s.did("service-exposed", cluster="acme-prod", service=f"web{i}")
    st = s.event("service-exposed", cluster="second", service="web")[0]
    l = s.ok("GET", V + "/clusters/second")["managedLoadBalancers"]["loadBalancers"]
    return tell(st == 200 and len(l) == 1, st == 409 and l == [], (st, l))
@proof
def dns_as_of_last_pass(s):
    d = s.ok("POST", V + "/email/domains", {"name": "new.judged.example"})["id"]
    s.ok("POST", f"{V}/email/domains/{d}/check")
    s.advance("PT5S")
    s.did("dns-record-published", domain="new.judged.example")
    o = {r["outcome"] for r in s.ok("GET", f"{V}/email/domains/{d}/dns")["records"]}
    return tell(o == {"found"}, o == {"missing"}, o)
@proof
def refused_policy_update_renames(s):
    p = s.ok("POST", V + "/oncall/policies", {"name": "old", "repeat": 0, "steps": [step()]})["id"]
    st = s("PATCH", f"{V}/oncall/policies/{p}", {"name": "new", "steps": [step("team")]})[0]
    n = s.ok("GET", V + "/oncall/policies")["policies"][0]["name"]
    return tell(refused(st) and n == "old", refused(st) and n == "new", (st, n))
@proof
def quota_counts_what_caller_sees(s):
    v = s.ok("POST", V + "/uptime/services", {"name": "S2"})["id"]
    for _ in range(100):
        st = s("POST", V + "/uptime/monitors", monitor())[0]
        if st != 201: break
    if st != 403: raise RuntimeError(f"no quota: {st}")
    k = s.ok("POST", V + "/tokens", {"name": "t", "scope": [{"role": "ROLE_UPTIME_EDITOR", "resourceIds": [v]}]})["key"]
    st = s("POST", V + "/uptime/monitors", monitor(serviceId=v), k)[0]
    return tell(st == 403, st == 201, st)
@proof
def digest_deleted_everywhere(s):
    s.ok("POST", R, {"slug": "same-digest"})
    g = "sha256:" + "ab" * 32
    for r in ("one/app", "two/app"): s.did("image-pushed", registry="same-digest", repository=r, tags=["1"], digest=g)
    s.ok("DELETE", f"{R}/same-digest/images?repo=one%2Fapp&digest={quote(g, '')}")
    l = s.ok("GET", R + "/same-digest/images?repo=two%2Fapp")["manifests"]
    return tell(len(l) == 1 and l[0]["tags"] == ["1"], l == [], l)
@proof
def secret_inside_send_key(s):
    b = s.ok("POST", V + "/email/keys", {"name": "k"})
    return tell(isinstance(b.get("secret"), str) and "secret" not in b["sendKey"], "secret" not in b and "secret" in b["sendKey"], b)
@proof
def zero_wait_left_out(s):
    l = s.ok("POST", V + "/oncall/policies", {"name": "p", "repeat": 0, "steps": [step(), step(wait=0)]})["steps"]
    return tell(l[1].get("waitSeconds") == 0 and l[0]["waitSeconds"] == 60, "waitSeconds" not in l[1] and l[0]["waitSeconds"] == 60, l)
@proof
def cap_before_filter(s):
    new = lambda: s.ok("POST", V + "/oncall/incidents", {"serviceId": "svc-search", "title": "t"})["id"]
    a = new()
    for _ in range(100): s.ok("PUT", f"{V}/oncall/incidents/{new()}/resolution")
    l = [i["id"] for i in s.ok("GET", V + "/oncall/incidents")["incidents"]]
    return tell(l == [a], l == [], l)
@proof
def new_url_enables(s):
    h = s.ok("POST", V + "/email/webhooks", {"url": "https://x.example/h", "eventTypes": MAIL})["webhook"]["id"]
    s.ok("PATCH", f"{V}/email/webhooks/{h}", {"disabled": True})
    s.ok("PATCH", f"{V}/email/webhooks/{h}", {"url": "https://y.example/h"})
    d = s.ok("GET", V + "/email/webhooks")["webhooks"][0]["disabled"]
    return tell(d is True, d is False, d)
@proof
def key_until_first_use(s):
    k = s.ok("POST", V + "/tokens", {"name": "t"})["key"]
    t = json.dumps(s.ok("GET", V + "/tokens"))
    return tell(k not in t, k in t, t)
@proof
def payment_only_for_first(s):
    s.did("payment-method-changes", active=False)
    st = s("POST", R, {"slug": "unpaid-one"})[0]
    return tell(refused(st), st == 201, st)
@proof
def same_name_replaces(s):
    a, b = (s.ok("POST", V + "/tokens", {"name": "ci"}) for _ in range(2))
    l = {t["id"] for t in s.ok("GET", V + "/tokens")["tokens"]}
    st = s("GET", V + "/uptime/services", who=a["key"])[0]
    return tell(l == {a["id"], b["id"]} and st == 200, l == {b["id"]} and st == 401, (l, st))
@proof
def kubeconfig_prolonged(s):
    get = lambda: s.ok("GET", V + "/clusters/acme-prod/kubeconfig")
    a = get()
    s.advance("PT600S")
    get()
    s.advance("PT600S")
    r = s.did("credential-used", kind="kubeconfig", cluster="acme-prod", secret=a["kubeconfig"])["accepted"]
    return tell(a["expiresIn"] == 900 and r is False, a["expiresIn"] == 900 and r is True, r)
@proof
def admins_list_all_tokens(s):
    t = s.ok("POST", V + "/tokens", {"name": "mine"}, "member")["id"]
    l = [x["id"] for x in s.ok("GET", V + "/tokens")["tokens"]]
    return tell(l == [], l == [t], l)
@proof
def received_content_for_ever(s):
    d = s.ok("GET", V + "/email/domains")["domains"][0]["id"]
    s.ok("POST", f"{V}/email/domains/{d}/receive")
    m = s.did("message-received", **{"from": "a@else.example", "to": ["info@mail.acme.example"], "subject": "x"})["messageId"]
    s.ok("GET", f"{V}/email/messages/{m}/content")
    s.advance("P31D")
    st = s("GET", f"{V}/email/messages/{m}/content")[0]
    return tell(st == 404, st == 200, st)
def source(s):
    a = s.ok("POST", V + "/oncall/sources", {"name": "am", "serviceId": "svc-search"})
    return a, f"{V}/oncall/ingest/{a['id']}"
def alert(status): return {"version": "4", "status": status, "alerts": [{"status": status, "labels": {"alertname": "Down"}, "annotations": {}, "fingerprint": "f1", "startsAt": "2026-01-01T00:00:00Z"}]}
@proof
def token_in_timeline(s):
    a, p = source(s)
    s.ok("POST", p, alert("firing"), a["token"])
    i = s.ok("GET", V + "/oncall/incidents")["incidents"][0]["id"]
    t = json.dumps(s.ok("GET", f"{V}/oncall/incidents/{i}", who="viewer"))
    return tell(a["token"] not in t, a["token"] in t, t)
@proof
def tag_count_stale(s):
    p = R + "/acme-platform/"
    s.ok("DELETE", p + "tags?repo=platform%2Fgateway&tag=2.3.0")
    n = s.ok("GET", p + "repositories")["repositories"][0]["tagCount"]
    k = len(s.ok("GET", p + "tags?repo=platform%2Fgateway")["tags"])
    return tell(n == k == 1, n == 2 and k == 1, (n, k))
@proof
def scope_entries_mixed(s):
    for x in ("reg-one", "reg-two"): s.ok("POST", R, {"slug": x})
    k = s.ok("POST", V + "/tokens", {"name": "t", "scope": [{"role": "ROLE_REGISTRY_READER", "resourceIds": ["reg-one"]}, {"role": "ROLE_REGISTRY_EDITOR", "resourceIds": ["reg-two"]}]})["key"]
    st = s("DELETE", R + "/reg-one", who=k)[0]
    return tell(st == 403, st == 204, st)
@proof
def revoked_source_may_resolve(s):
    a, p = source(s)
    s.ok("POST", p, alert("firing"), a["token"])
    s.ok("DELETE", f"{V}/oncall/sources/{a['id']}")
    if s("POST", p, alert("firing"), a["token"])[0] != 401: raise RuntimeError("firing is not 401")
    st = s("POST", p, alert("resolved"), a["token"])[0]
    return tell(st == 401, st == 202, st)
@proof
def incident_on_foreign_service(s):
    st = s("POST", V + "/oncall/incidents", {"serviceId": "svc-checkout", "title": "t"}, "outsider")[0]
    n = len(s.ok("GET", V + "/oncall/incidents")["incidents"])
    return tell(refused(st) and n == 0, st == 201 and n == 1, (st, n))
@proof
def quota_never_reclaimed(s):
    s.ok("POST", R, {"slug": "small-one"})
    s.did("quota-changes", quota="registry-storage-bytes", registry="small-one", value=1500000)
    s.did("image-pushed", registry="small-one", repository="one/app", layers=[{"sizeBytes": 1000000}])
    s.ok("DELETE", R + "/small-one/repositories?repo=one%2Fapp")
    if s.ok("GET", R + "/small-one")["usedBytes"]: raise RuntimeError("not empty")
    st = s.event("image-pushed", registry="small-one", repository="two/app", layers=[{"sizeBytes": 1000000}])[0]
    u = s.ok("GET", R + "/small-one")["usedBytes"]
    return tell(st == 200 and u > 1000000, st == 409 and u == 0, (st, u))
@proof
def conflict_without_error(s):
    s.ok("PATCH", V + "/clusters/acme-prod", {"tier": "large"})
    st, b = s("PATCH", V + "/clusters/acme-prod", {"replicas": 5})
    return tell(st == 409 and isinstance(b.get("error"), str), st == 409 and "error" not in b, (st, b))
@proof
def patch_answers_the_change(s):
    b = s.ok("PATCH", V + "/organization/contacts", {"technicalEmail": "t@acme.example"})
    return tell(len(b) == 3, b == {"technicalEmail": "t@acme.example"}, b)
@proof
def resolved_reopens(s):
    i = s.did("alert-fires", serviceId="svc-search", alert="a1")["incidentId"]
    s.ok("PUT", f"{V}/oncall/incidents/{i}/resolution")
    j = s.did("alert-fires", serviceId="svc-search", alert="a2")["incidentId"]
    st = s.ok("GET", f"{V}/oncall/incidents/{i}")["status"]
    return tell(i != j and st == "resolved", i == j and st == "open", (i, j, st))
@proof
def armed_after_the_answer(s):
    d = s.ok("POST", V + "/email/domains", {"name": "in.judged.example"})["id"]
    a = s.ok("POST", f"{V}/email/domains/{d}/receive")
    l = [r for r in a["dnsRecords"] if r["capability"] == "receive" and r["type"] == "MX"]
    return tell(len(l) == 1, l == [], l)

def run(s, m):
    s.reset()
    try: return P[m["id"]](s)
    except Exception as e: return None, f"{type(e).__name__}: {e}"

def main():
    os.makedirs(TMP, exist_ok=True)
    all_ = json.load(open(os.path.join(here, "mistakes.json")))
    missing = [m["id"] for m in all_ if m["id"] not in P]
    if missing: sys.exit("no proof for " + ", ".join(missing))
    want = [m for m in all_ if not sys.argv[1:] or m["id"] in sys.argv[1:]]
    unknown = set(sys.argv[1:]) - {m["id"] for m in all_}
    if unknown: sys.exit("unknown: " + ", ".join(unknown))
    s = Server(compile_to("clean", []))
    try: clean = {m["id"]: run(s, m) for m in want}
    finally: s.stop()
    n = 0
    for m in want:
        if clean[m["id"]][0] is not True:
            print(m["id"], "the clean one is not right:", str(clean[m["id"]][1])[:300], flush=True)
            continue
        try:
            s = Server(compile_to("edited", m["edits"]))
            try: r, got = run(s, m)
            finally: s.stop()
        except Exception as e: r, got = None, str(e)
        n += r is False
        print(m["id"], "ok" if r is False else f"the edited one is not wrong: {str(got)[:500]}", flush=True)
    shutil.rmtree(os.path.join(TMP, "edited"), ignore_errors=True)
    print(f"{n} of {len(want)} proven")
    sys.exit(n != len(want))
main()
