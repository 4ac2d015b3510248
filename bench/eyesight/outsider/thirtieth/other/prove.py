#!/usr/bin/env python3
"""python3 prove.py [ID...]: the clean candidate is right, the edited copy wrong. One server at a time."""
import http.client, json, os, shutil, socket, subprocess, sys, tempfile, threading, time, urllib.parse
H = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(H, "../../../../../examples/eighth-candidate")
W = os.path.join(tempfile.gettempdir(), "thirtieth-other")
MISTAKES = json.load(open(os.path.join(H, "mistakes.json")))
WHO = {"owner": "sess-olga-7f31", "admin": "sess-arne-20c4", "member": "sess-mia-9b02", "viewer": "sess-vik-c88a", "scoped": "sess-sam-03fb", "both": "sess-pia-64aa", "outsider": "sess-otto-e1d9"}
A = "/api/v1"
PORT = 0
def q(method, path, body=None, who="owner", bearer=None, org=None):
    c = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
    h = {}
    if bearer or who: h["Authorization"] = "Bearer " + (bearer or WHO[who])
    if org: h["X-Acting-Organization"] = org
    if body is not None: h["Content-Type"] = "application/json"
    c.request(method, path if path.startswith("/_") else A + path, body=None if body is None else json.dumps(body), headers=h)
    r = c.getresponse(); raw = r.read(); c.close()
    try: return r.status, json.loads(raw) if raw else None
    except ValueError: return r.status, raw
def must(x, *st):
    assert x[0] in (st or (200, 201, 202, 204)), x
    return x[1]
def ev(name, **b): return must(q("POST", "/_understudy/events/" + name, b), 200)
def adv(by): return must(q("POST", "/_understudy/clock/advance", {"by": by}), 200)
def judge(right, wrong, seen):
    assert not (right and wrong)
    return "right" if right else "wrong" if wrong else "neither: %s" % (seen,)
R, O, E, C, U = "/registry/instances", "/oncall", "/email", "/clusters", "/uptime"
def cluster(name, **b):
    x = q("POST", C, {"name": name, "tier": "small", **b}); must(x); adv("PT21S"); return x
def node_join(k, node, token): return q("POST", "%s/%s/join" % (C, k), {"token": token, "node": node}, who=None)
def webhook(types=("MESSAGE_SENT",)): return must(q("POST", E + "/webhooks", {"url": "http://127.0.0.1:9/h", "eventTypes": list(types)}))
def incident(svc="svc-checkout", title="t"): return must(q("POST", O + "/incidents", {"serviceId": svc, "title": title}))
def policy(user="usr-1001"):
    p = must(q("POST", O + "/policies", {"name": "P", "repeat": 0, "steps": [{"target": {"kind": "user", "id": user, "label": "x"}, "waitSeconds": 60}]}))
    must(q("PATCH", O + "/services/svc-checkout/escalation", {"escalationPolicyId": p["id"]})); return p
def provider(): must(q("PUT", O + "/telephony", {"accountSid": "AC0123456789", "authToken": "a-test-token", "fromNumber": "+15550100101"}))
P = {}
def proof(f): P["bd-" + f.__name__.replace("_", "-")] = f; return f

@proof
def dns_priority_text():
    d = must(q("POST", E + "/domains", {"name": "p.judged.example"}), 201)
    p = [r["priority"] for r in d["dnsRecords"] if "priority" in r]
    return judge(p and all(type(x) is int for x in p), p and all(type(x) is str for x in p), p)
@proof
def catalog_shared_caller():
    bad = []
    for _ in range(25):
        got = {}
        t = [threading.Thread(target=lambda w=w: got.update({w: q("GET", "/iam/catalog", who=w)[0]})) for w in ("member", "owner")]
        [x.start() for x in t]; [x.join() for x in t]
        if got != {"member": 403, "owner": 200}: bad.append(got)
    assert q("GET", "/iam/catalog", who="member")[0] == 403 and q("GET", "/iam/catalog")[0] == 200
    return judge(not bad, any(b["member"] == 200 for b in bad), bad)
@proof
def contacts_admin_elsewhere():
    assert q("PATCH", "/organization/contacts", {"technicalEmail": "m@acme.example"}, who="member")[0] == 403
    s, b = q("PATCH", "/organization/contacts", {"technicalEmail": "pia@acme.example"}, who="both", org="acme")
    t = must(q("GET", "/organization/contacts"))["technicalEmail"]
    return judge(s == 403 and t != "pia@acme.example", s == 200 and t == "pia@acme.example", (s, t))
@proof
def tags_without_repo():
    s, b = q("GET", R + "/acme-platform/tags")
    return judge(400 <= s < 500, s == 200, (s, b))
@proof
def tokens_of_colleagues():
    t = must(q("POST", "/tokens", {"name": "mine"}, who="member"), 201)
    ids = [x["id"] for x in must(q("GET", "/tokens"))["tokens"]]
    assert t["id"] in [x["id"] for x in must(q("GET", "/tokens", who="member"))["tokens"]]
    return judge(t["id"] not in ids, t["id"] in ids, ids)
@proof
def rule_delete_takes_siblings():
    mk = lambda s: must(q("POST", R + "/acme-platform/access-rules", {"issuer": "https://ci.example", "audience": "a", "subjectPattern": s, "mode": "pull"}))["id"]
    a, b = mk("main"), mk("release")
    must(q("DELETE", R + "/acme-platform/access-rules/%d" % a))
    ids = [x["id"] for x in must(q("GET", R + "/acme-platform/access-rules"))["rules"]]
    return judge(ids == [b], ids == [], ids)
@proof
def deliveries_filtered_oldest_first():
    webhook(("MESSAGE_SENT", "MESSAGE_DELIVERED"))
    m = ev("message-sent", **{"from": "a@mail.acme.example", "to": ["x@y.example"]})["messageId"]
    time.sleep(1.3)
    ev("message-delivered", messageId=m)
    t = [(d["eventType"], d["createdAt"]) for d in must(q("GET", E + "/webhook-deliveries?messageId=" + m))["deliveries"]]
    k = [x[0] for x in t]
    return judge(k == ["MESSAGE_DELIVERED", "MESSAGE_SENT"] and t[0][1] > t[1][1], k == ["MESSAGE_SENT", "MESSAGE_DELIVERED"] and t[0][1] < t[1][1], t)
@proof
def send_key_secret_nested():
    b = must(q("POST", E + "/keys", {"name": "k"}), 201)
    return judge(isinstance(b.get("secret"), str), "secret" not in b, b)
@proof
def opens_acknowledged():
    a = incident(); assert a["status"] == "open"
    must(q("POST", O + "/incidents/%s/acknowledgement" % a["id"]))
    b = incident()
    return judge(b["status"] == "open", b["status"] == "acknowledged", b)
@proof
def webhook_url_reenables():
    i = webhook()["webhook"]["id"]
    assert must(q("PATCH", E + "/webhooks/" + i, {"disabled": True}))["disabled"] is True
    must(q("PATCH", E + "/webhooks/" + i, {"url": "http://127.0.0.1:9/n"}))
    d = [x["disabled"] for x in must(q("GET", E + "/webhooks"))["webhooks"] if x["id"] == i][0]
    return judge(d is True, d is False, d)
@proof
def failed_page_ends_rules():
    provider()
    must(q("PUT", O + "/me/paging", {"phone": "+15550100100", "rules": [{"channel": "sms", "delaySeconds": 0}, {"channel": "email", "delaySeconds": 0}]}))
    must(q("DELETE", O + "/telephony")); policy()
    i = incident()["id"]
    l = [(x["channel"], x["outcome"]) for x in must(q("GET", "/_understudy/pages?incidentId=" + i))["pages"]]
    return judge(l == [("sms", "failed"), ("email", "sent")], l == [("sms", "failed")], l)
@proof
def roll_overwritten():
    a = q("PATCH", C + "/acme-prod", {"tier": "large"}); must(a, 200)
    b = q("PATCH", C + "/acme-prod", {"replicas": 5})
    adv("PT30S")
    k = must(q("GET", C + "/acme-prod"))
    return judge(b[0] == 409 and k["tier"] == "large", b[0] == 200 and k["tier"] == "medium" and k["replicas"] == 5, (b[0], k["tier"], k["replicas"]))
@proof
def repo_delete_nested():
    for r in ("team/app", "team/app/worker"): ev("image-pushed", registry="acme-platform", repository=r)
    must(q("DELETE", R + "/acme-platform/repositories?repo=team/app"))
    l = [x["name"] for x in must(q("GET", R + "/acme-platform/repositories"))["repositories"]]
    return judge("team/app/worker" in l and "team/app" not in l, "team/app/worker" not in l, l)
@proof
def policy_services_distinct():
    p = policy()
    must(q("PATCH", O + "/services/svc-search/escalation", {"escalationPolicyId": p["id"]}))
    n = [x["services"] for x in must(q("GET", O + "/policies"))["policies"]]
    return judge(n == [2], n == [1], n)
@proof
def second_check_throttled():
    d = must(q("POST", E + "/domains", {"name": "c.judged.example"}))["id"]
    must(q("POST", E + "/domains/%s/check" % d), 202); adv("PT5S")
    ev("dns-record-published", domain=d)
    must(q("POST", E + "/domains/%s/check" % d), 202); adv("PT60S")
    s = must(q("GET", E + "/domains/" + d))["sendState"]
    return judge(s == "verified", s == "pending", s)
@proof
def paging_email_from_body():
    a = must(q("PUT", O + "/me/paging", {"email": "else@where.example", "rules": [{"channel": "email", "delaySeconds": 0}]}))["email"]
    b = must(q("GET", O + "/me/paging"))["email"]
    return judge((a, b) == ("olga@acme.example",) * 2, (a, b) == ("else@where.example",) * 2, (a, b))
@proof
def cap_before_filter():
    a = incident()["id"]; must(q("POST", O + "/incidents/%s/acknowledgement" % a))
    for _ in range(100): must(q("PUT", O + "/incidents/%s/resolution" % incident()["id"]))
    l = [x["id"] for x in must(q("GET", O + "/incidents"))["incidents"]]
    assert len(must(q("GET", O + "/incidents?status=RESOLVED"))["incidents"]) == 100
    return judge(l == [a], l == [], l)
@proof
def ping_remembers_entitlement():
    must(q("GET", U + "/ping"), 200)
    ev("entitlement-changes", area="uptime", enabled=False)
    s = q("GET", U + "/ping")[0]
    return judge(s == 403, s == 200, s)
@proof
def node_delete_disables_token():
    t = must(q("POST", C + "/acme-prod/registration-tokens", {"name": "r"}), 201)["token"]
    must(node_join("acme-prod", "n1", t)); must(q("DELETE", C + "/acme-prod/nodes/n1"), 204)
    d = must(q("GET", C + "/acme-prod/registration-tokens"))["tokens"][0]["disabled"]
    s = node_join("acme-prod", "n2", t)[0]
    return judge(not d and s == 201, d and s == 401, (d, s))
@proof
def ack_after_resolve():
    i = incident()["id"]; must(q("PUT", O + "/incidents/%s/resolution" % i))
    s = q("POST", O + "/incidents/%s/acknowledgement" % i)[0]
    st = must(q("GET", O + "/incidents/" + i))["status"]
    return judge(st == "resolved", st == "acknowledged", (s, st))
@proof
def no_nodes_404():
    cluster("empty-one")
    s, b = q("GET", C + "/empty-one/nodes")
    assert len(must(q("GET", C + "/acme-prod/nodes"))["nodes"]) == 2
    return judge(s == 200 and b == {"nodes": []}, s == 404, (s, b))
@proof
def login_beyond_its_registry():
    must(q("POST", R, {"slug": "second-one"}))
    l = must(q("POST", "/registry/credentials", {"registry": "second-one"}))
    ok = lambda r: must(q("POST", "/registry/access-check", {"username": l["username"], "password": l["password"], "registry": r, "repository": "platform/gateway", "action": "pull"}, who=None))["allowed"]
    assert ok("second-one") and not ok("globex-images")
    x = ok("acme-platform")
    return judge(not x, x, x)
@proof
def arm_outside_grant():
    own = [d["id"] for d in must(q("GET", E + "/domains"))["domains"]][0]
    d = must(q("POST", E + "/domains", {"name": "g.judged.example"}))["id"]
    key = must(q("POST", "/tokens", {"name": "n", "scope": [{"role": "ROLE_EMAIL_EDITOR", "resourceIds": [own]}]}))["key"]
    s = q("POST", E + "/domains/%s/receive" % d, who="scoped")[0]
    st = must(q("GET", E + "/domains/" + d))["receiveState"]
    s2 = q("POST", E + "/domains/%s/receive" % d, bearer=key)[0]
    return judge((s, s2) == (403, 403) and st == "none", (s, s2) == (200, 200) and st == "pending", (s, s2, st))
@proof
def catalog_stale():
    a = must(q("POST", U + "/services", {"name": "old"}))["id"]
    ids = lambda: {x["id"] for x in must(q("GET", "/iam/catalog"))["resources"]}
    assert a in ids()
    must(q("DELETE", U + "/services/" + a))
    b = must(q("POST", U + "/services", {"name": "new"}))["id"]
    l = ids()
    return judge(a not in l and b in l, a in l and b not in l, l)
@proof
def page_error_shows_auth_token():
    provider()
    must(q("PUT", O + "/me/paging", {"phone": "+15550100100", "rules": [{"channel": "sms", "delaySeconds": 0}]}))
    policy(); ev("provider-behaves", behaviour="rejects", only="pages"); incident()
    s = json.dumps(must(q("GET", O + "/incidents")))
    return judge("a-test-token" not in s, "a-test-token" in s, s)
@proof
def key_mode_optional():
    s, b = q("POST", R + "/acme-platform/keys", {"name": "k"})
    n = len(must(q("GET", R + "/acme-platform/keys"))["keys"])
    return judge(400 <= s < 500 and n == 0, s == 201 and n == 1, (s, n))
@proof
def any_source_token():
    a = must(q("POST", O + "/sources", {"name": "a", "serviceId": "svc-checkout"})); b = must(q("POST", O + "/sources", {"name": "b", "serviceId": "svc-search"}))
    body = {"alerts": [{"status": "firing", "labels": {"alertname": "X"}}]}
    s = q("POST", O + "/ingest/" + urllib.parse.quote(a["id"], safe=""), body, bearer=b["token"])[0]
    n = len(must(q("GET", O + "/incidents"))["incidents"])
    return judge(s == 401 and n == 0, s == 202 and n == 1, (s, n))
@proof
def export_token_revoked_by_outsider():
    t = must(q("POST", U + "/export-tokens", {"name": "e"}), 201)
    s = q("DELETE", U + "/export-tokens/" + t["id"], who="outsider")[0]
    n = len(must(q("GET", U + "/export-tokens"))["tokens"]); z = q("GET", U + "/scrape", bearer=t["token"])[0]
    return judge((s, n, z) == (404, 1, 200), (s, n, z) == (204, 0, 401), (s, n, z))
@proof
def image_delete_everywhere():
    for r in ("a", "b"): ev("image-pushed", registry="acme-platform", repository=r, digest="sha256:dd")
    must(q("DELETE", R + "/acme-platform/images?repo=a&digest=sha256:dd"))
    n = [len(must(q("GET", R + "/acme-platform/images?repo=" + r))["manifests"]) for r in ("a", "b")]
    return judge(n == [0, 1], n == [0, 0], n)
@proof
def registration_tokens_of_all_clusters():
    cluster("other-one")
    must(q("POST", C + "/acme-prod/registration-tokens", {"name": "r"}))
    l = must(q("GET", C + "/other-one/registration-tokens"))["tokens"]
    assert len(must(q("GET", C + "/acme-prod/registration-tokens"))["tokens"]) == 1
    return judge(l == [], len(l) == 1, l)
@proof
def cleaning_unpauses():
    ms = [ev("message-sent", **{"from": "a@mail.acme.example", "to": ["p%d@y.example" % i]})["messageId"] for i in range(25)]
    for m in ms[:3]: ev("message-bounced", messageId=m, bounce="hard")
    assert must(q("GET", E + "/settings"))["paused"] is True
    for s in must(q("GET", E + "/suppressions"))["suppressions"]: must(q("DELETE", E + "/suppressions/" + s["id"]), 204)
    p = must(q("GET", E + "/settings"))["paused"]
    return judge(p, not p, p)
@proof
def balancers_left_out():
    b = must(q("POST", C, {"name": "lb-off", "tier": "small", "managedLoadBalancers": {"enabled": False}}), 201)["managedLoadBalancers"]
    return judge(b.get("loadBalancers") == [], "loadBalancers" not in b, b)
@proof
def name_blocked_after_delete():
    i = must(q("POST", U + "/services", {"name": "again"}))["id"]; must(q("DELETE", U + "/services/" + i), 204)
    s = q("POST", U + "/services", {"name": "again"})[0]
    return judge(s == 201, s == 409, s)
@proof
def permissions_public():
    s = q("GET", "/iam/permissions", who=None)[0]; must(q("GET", "/iam/permissions"), 200)
    return judge(s == 401, s == 200, s)
@proof
def dedicated_is_202():
    s = q("POST", C, {"name": "ded-one", "tier": "small", "datastore": {"mode": "dedicated"}})[0]
    assert q("POST", C, {"name": "sha-one", "tier": "small"})[0] == 201
    return judge(s == 201, s == 202, s)
@proof
def timeline_shows_source_token():
    a = must(q("POST", O + "/sources", {"name": "a", "serviceId": "svc-checkout"}))
    must(q("POST", O + "/ingest/" + urllib.parse.quote(a["id"], safe=""), {"alerts": [{"status": "firing", "labels": {"alertname": "X"}}]}, bearer=a["token"]), 202)
    i = must(q("GET", O + "/incidents"))["incidents"][0]["id"]
    s = json.dumps(must(q("GET", O + "/incidents/" + i)))
    return judge(a["token"] not in s, a["token"] in s, s)
@proof
def join_token_again_after_delete():
    t = must(q("POST", C + "/acme-prod/join-tokens"), 201)["joinToken"]
    must(node_join("acme-prod", "n1", t)); assert node_join("acme-prod", "n9", t)[0] == 401
    must(q("DELETE", C + "/acme-prod/nodes/n1"), 204)
    s = node_join("acme-prod", "n2", t)[0]
    return judge(s == 401, s == 201, s)
@proof
def upstream_as_object():
    must(q("PUT", R + "/acme-platform/upstream-logins/docker.io", {"username": "u", "password": "p"}))
    u = must(q("GET", R + "/acme-platform/upstream-logins"))["upstreamCredentials"][0]["upstream"]
    return judge(u == "docker.io", isinstance(u, dict), u)
@proof
def node_deleted_by_outsider():
    s = q("DELETE", C + "/acme-prod/nodes/acme-prod-w1", who="outsider")[0]
    n = len(must(q("GET", C + "/acme-prod/nodes"))["nodes"])
    return judge(s == 403 and n == 2, s == 204 and n == 1, (s, n))
@proof
def contacts_quick_second_patch():
    must(q("PATCH", "/organization/contacts", {"billingEmail": "nb@acme.example"}))
    b = must(q("PATCH", "/organization/contacts", {"technicalEmail": "nt@acme.example"}))
    g = must(q("GET", "/organization/contacts")); assert g == b and g["technicalEmail"] == "nt@acme.example"
    return judge(g["billingEmail"] == "nb@acme.example", g["billingEmail"] == "billing@acme.example", g)
@proof
def resize_patches_version():
    cluster("v-one", orchestratorVersion="v1.31.2")
    must(q("PATCH", C + "/v-one", {"tier": "large"}), 200); adv("PT30S")
    k = must(q("GET", C + "/v-one")); assert k["tier"] == "large" and k["phase"] == "RUNNING"
    v = k["orchestratorVersion"]
    return judge(v == "v1.31.2", v == "v1.31.7", v)
@proof
def scope_without_resource_ids():
    i = must(q("POST", "/tokens", {"name": "s", "scope": [{"role": "ROLE_EMAIL_READER"}]}))["id"]
    s = [t["scope"] for t in must(q("GET", "/tokens"))["tokens"] if t["id"] == i][0][0]
    return judge(isinstance(s.get("resourceIds"), list), "resourceIds" not in s, s)
@proof
def patch_shows_signing_secret():
    h = webhook()
    s = json.dumps(must(q("PATCH", E + "/webhooks/" + h["webhook"]["id"], {"url": "http://127.0.0.1:9/n"})))
    return judge(h["signingSecret"] not in s, h["signingSecret"] in s, s)
@proof
def event_types_added():
    i = webhook()["webhook"]["id"]
    t = must(q("PATCH", E + "/webhooks/" + i, {"eventTypes": ["MESSAGE_BOUNCED"]}))["eventTypes"]
    return judge(t == ["MESSAGE_BOUNCED"], sorted(t) == ["MESSAGE_BOUNCED", "MESSAGE_SENT"], t)

class Server:
    def __init__(self, edits, name):
        global PORT
        self.d = os.path.join(W, name); shutil.rmtree(self.d, ignore_errors=True)
        shutil.copytree(os.path.join(CANDIDATE, "src"), os.path.join(self.d, "src"))
        for e in edits:
            p = os.path.join(self.d, e["file"]); t = open(p, encoding="utf-8").read()
            assert t.count(e["find"]) == 1, "find text is not unique"
            open(p, "w", encoding="utf-8").write(t.replace(e["find"], e["replace"]))
        src = [os.path.join(self.d, "src", f) for f in sorted(os.listdir(os.path.join(self.d, "src")))]
        r = subprocess.run(["javac", "-J-XX:TieredStopAtLevel=1", "-J-Xshare:auto", "-nowarn", "-encoding", "UTF-8", "--release", "17", "-d", os.path.join(self.d, "out")] + src, capture_output=True, text=True)
        assert r.returncode == 0, "does not compile: " + r.stderr[:600]
        with socket.socket() as s: s.bind(("127.0.0.1", 0)); PORT = s.getsockname()[1]
        self.p = subprocess.Popen(["java", "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dsun.net.httpserver.nodelay=true", "-cp", os.path.join(self.d, "out"), "eighth.Main", "--port", str(PORT)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.p.stdout.readline().startswith("http"), "did not start"
    def stop(self):
        self.p.terminate(); self.p.wait(); shutil.rmtree(self.d, ignore_errors=True)

def run(i):
    try:
        must(q("POST", "/_understudy/reset"), 200)
        return P[i]()
    except Exception as e:
        return "error: %r" % (e,)

def main():
    want = sys.argv[1:] or [m["id"] for m in MISTAKES]
    os.makedirs(W, exist_ok=True)
    s = Server([], "clean")
    clean = {i: run(i) for i in want}
    s.stop()
    good = 0
    for m in MISTAKES:
        if m["id"] not in want: continue
        try:
            s = Server(m["edits"], m["id"])
            try: got = run(m["id"])
            finally: s.stop()
        except AssertionError as e: got = str(e)
        ok = clean[m["id"]] == "right" and got == "wrong"
        good += ok
        print(m["id"], "ok" if ok else "NOT: clean %s; edited %s" % (str(clean[m["id"]])[:400], str(got)[:700]), flush=True)
    print("%d of %d" % (good, len(want)))
main()
