# python3 prove.py [ID...]: each mistake against the clean candidate and the edited copy. One line per mistake.
import base64, hashlib, hmac, json, os, re, shutil, subprocess, sys, tempfile, time, urllib.error, urllib.request
HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, "../../../../../examples/sixth-candidate")
NODE = os.environ.get("NODE", "node")
R = "/registry/registries"

class Server:
    def __init__(self, folder):
        self.p = subprocess.Popen([NODE, "server.mjs", "--port", "0"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        line = self.p.stdout.readline()
        found = re.search(r"ready on (\S+)", line)
        if not found: raise RuntimeError("did not start: " + line + self.p.stdout.read()[:500])
        self.base = found.group(1)
    def stop(self):
        self.p.terminate(); self.p.wait()
    def raw(self, method, path, who=None, body=None, org=None):
        h = {}
        if who: h["Authorization"] = "Bearer " + (who if "_" in who or "." in who else "ses-%s-4f1c7a90" % who)
        if org: h["X-Organization"] = org
        data = None
        if body is not None: data = json.dumps(body).encode(); h["Content-Type"] = "application/json"
        try:
            with urllib.request.urlopen(urllib.request.Request(self.base + path, data, h, method=method)) as r: s, b = r.status, r.read()
        except urllib.error.HTTPError as e: s, b = e.code, e.read()
        text = b.decode()
        try: return s, json.loads(text) if text else None
        except ValueError: return s, text
    def a(self, method, path, who=None, body=None, org=None): return self.raw(method, "/api/v1" + path, who, body, org)
    def ok(self, method, path, who="olga", body=None, org=None):
        s, b = self.a(method, path, who, body, org)
        if s >= 300: raise RuntimeError("%s %s: %s %s" % (method, path, s, b))
        return b
    def ev_(self, name, **body): return self.raw("POST", "/_understudy/events/" + name, None, body)
    def ev(self, name, **body):
        s, b = self.ev_(name, **body)
        if s != 200: raise RuntimeError("%s: %s %s" % (name, s, b))
        return b
    def adv(self, by):
        s, b = self.raw("POST", "/_understudy/clock/advance", None, {"by": by})
        assert s == 200, b
    # helpers
    def reg(self, slug, who="olga"): return self.ok("POST", R, who, {"slug": slug})
    def token(self, scope, who="olga"): return self.ok("POST", "/tokens", who, {"name": "t", "scope": scope})["key"]
    def domain(self, name, who="olga", verified=False):
        d = self.ok("POST", "/email/domains", who, {"name": name})
        if verified:
            self.ev("dns-record-published", domain=name); self.ok("POST", "/email/domains/%s/check" % d["id"], who); self.adv("PT5S")
            assert self.ok("GET", "/email/domains/" + d["id"], who)["sendState"] == "verified"
        return d["id"]
    def hook(self, **more): return self.ok("POST", "/email/webhooks", "olga", {"url": "http://127.0.0.1:9/hook", "eventTypes": ["message.sent"], **more})
    def cluster(self, name="one", **more):
        self.ok("POST", "/clusters", "olga", {"name": name, "tier": "small", **more}); self.adv("PT11S")
        assert self.ok("GET", "/clusters/" + name)["phase"] == "ready"
        return "/clusters/" + name
    def pulls(self, username, password, registry, repository="web/app"):
        return self.ok("POST", "/registry/data-plane/authorize", None, {"username": username, "password": password, "registry": registry, "repository": repository, "action": "pull"})["allowed"]
    def monitor(self, who="olga", **more):
        return self.a("POST", "/uptime/monitors", who, {"name": "m", "intervalSeconds": 60, "vantages": ["fra"], "kind": "tcp", "tcp": {"host": "db.shop.example", "port": 443}, **more})
def has(thing, secret): return secret in json.dumps(thing)

# Each returns "right" or "wrong" (or something else, which proves nothing).
def rw(right, wrong): return "right" if right and not wrong else "wrong" if wrong and not right else "neither"
P = {}
def proof(f): P["bb-" + f.__name__.replace("_", "-")] = f; return f

@proof
def registration_list_join_command(s):
    c = s.cluster(); t = s.ok("POST", c + "/registration-tokens", body={"name": "r"})["token"]
    l = s.ok("GET", c + "/registration-tokens"); assert len(l["tokens"]) == 1
    return rw(not has(l, t), has(l, t))
@proof
def scoped_route_without_endpoint(s):
    d = s.domain("mail.shop.example"); s.ok("POST", "/email/domains/%s/receive" % d); h = s.hook()["webhook"]["id"]
    s.ok("POST", "/email/routes", body={"domainId": d, "pattern": "*", "endpointId": h})
    assert s.ok("GET", "/email/routes")["routes"][0]["endpointId"] == h
    [r] = s.ok("GET", "/email/routes", s.token([{"role": "email.viewer", "resourceIds": [d]}]))["routes"]
    return rw(r.get("endpointId") == h, "endpointId" not in r)
@proof
def token_scope_mixed(s):
    s.reg("first-one"); s.reg("second-one")
    t = s.token([{"role": "registry.viewer", "resourceIds": ["first-one"]}, {"role": "registry.editor", "resourceIds": ["second-one"]}])
    st, _ = s.a("DELETE", R + "/first-one", t); after = s.a("GET", R + "/first-one", "olga")[0]
    return rw(st == 403 and after == 200, st == 204 and after == 404)
def delivered(s, d):
    for _ in range(100):
        x = [e for e in s.ok("GET", "/email/webhook-deliveries")["deliveries"] if e["id"] == d][0]
        if x["attempts"] > 0 and x["state"] != "delivering": return x
        time.sleep(0.02)
@proof
def redeliver_joined(s):
    s.domain("mail.shop.example", verified=True); h = s.hook()["webhook"]["id"]
    s.ev("webhook-endpoint-answers", endpointId=h, answers=[{"status": 200}, {"status": 500}])
    [d] = s.ev("message-sent", **{"from": "a@mail.shop.example", "to": ["b@c.example"]})["deliveryIds"]
    assert delivered(s, d)["state"] == "delivered"
    p = "/email/webhook-deliveries/%d/redeliver" % d
    (s1, one), (s2, two) = s.a("POST", p, "olga"), s.a("POST", p, "olga"); assert (s1, s2) == (202, 202)
    n = len(s.ok("GET", "/email/webhook-deliveries")["deliveries"])
    return rw(len({d, one["id"], two["id"]}) == 3 and n == 3, one["id"] == two["id"] and n == 2)
@proof
def empty_repository_no_size(s):
    s.reg("shop-apps"); g = s.ev("image-pushed", registry="shop-apps", repository="web/app")["digest"]
    s.ok("DELETE", R + "/shop-apps/manifests?repo=web/app&digest=" + g)
    [r] = s.ok("GET", R + "/shop-apps/repositories")["repositories"]
    return rw(r.get("sizeBytes") == 0, "sizeBytes" not in r)
@proof
def token_start_after_use(s):
    k = s.token([]); assert not has(s.ok("GET", "/tokens"), k); s.ok("GET", "/tokens", k); l = s.ok("GET", "/tokens")
    return rw(not has(l, k), has(l, k))
@proof
def export_token_again(s):
    a, b = [s.ok("POST", "/uptime/export-tokens", body={"name": "x"}) for _ in range(2)]
    return rw(a["token"] != b["token"] and a["id"] != b["id"], a["token"] == b["token"])
@proof
def token_in_other_org(s):
    s.ok("POST", "/uptime/services", "henry", {"name": "harbors-own"})
    k = s.ok("POST", "/tokens", "pat", {"name": "t"}, "lumen"); assert k["orgSlug"] == "lumen"
    st, b = s.a("GET", "/uptime/services", k["key"], org="harbor")
    return rw(st == 403, st == 200 and has(b, "harbors-own"))
@proof
def upstream_credential_survives(s):
    s.reg("shop-apps"); s.ok("PUT", R + "/shop-apps/upstream-credentials/docker.io", body={"username": "lumen-bot", "password": "p"})
    s.ok("DELETE", R + "/shop-apps"); s.reg("shop-apps", "henry")
    l = s.ok("GET", R + "/shop-apps/upstream-credentials", "henry")["upstreamCredentials"]
    return rw(l == [], has(l, "lumen-bot"))
@proof
def export_token_null_used(s):
    s.ok("POST", "/uptime/export-tokens", body={"name": "x"}); [t] = s.ok("GET", "/uptime/export-tokens")["tokens"]
    return rw(isinstance(t["lastUsedAt"], str), t["lastUsedAt"] is None)
@proof
def deliveries_not_gated(s):
    p = "/email/webhook-deliveries"; s.ok("GET", p)
    s.ev("entitlement-changes", area="email", enabled=False); one = s.a("GET", p, "olga")[0]; s.ev("entitlement-changes", area="email", enabled=True)
    s.ev("backend-behaves", backend="email", reachable=False); two = s.a("GET", p, "olga")[0]; none = s.a("GET", p)[0]
    return rw((one, two, none) == (403, 502, 401), (one, two, none) == (200, 200, 401))
@proof
def key_prefix_pruned(s):
    s.reg("shop-apps"); k = s.ok("POST", R + "/shop-apps/keys", body={"name": "k", "mode": "pull", "repoPrefixes": ["web/app"]})
    s.ev("image-pushed", registry="shop-apps", repository="web/app"); assert not s.pulls(k["keyId"], k["secret"], "shop-apps", "other")
    s.ok("DELETE", R + "/shop-apps/repositories?repo=web/app")
    x = s.ok("GET", R + "/shop-apps/keys")["keys"][0]["repoPrefixes"], s.pulls(k["keyId"], k["secret"], "shop-apps", "other")
    return rw(x == (["web/app"], False), x == ([], True))
@proof
def concurrent_change_423(s):
    c = s.cluster(); s.ok("PATCH", c, body={"replicas": 3}); one = s.a("PATCH", c, "olga", {"tier": "medium"})[0]
    s.adv("PT10S"); s.ev("cluster-changes-concurrently", cluster="one", lasts="one-request"); two = s.a("PATCH", c, "olga", {"tier": "medium"})[0]
    return rw((one, two) == (409, 409), (one, two) == (423, 423))
@proof
def upstream_host_suffix(s):
    s.reg("shop-apps"); up = [u["host"] for u in s.ok("GET", "/registry/upstreams")["upstreams"]]; assert "notdocker.io" not in up
    b = {"username": "u", "password": "p"}; s.ok("PUT", R + "/shop-apps/upstream-credentials/docker.io", body=b)
    st = s.a("PUT", R + "/shop-apps/upstream-credentials/notdocker.io", "olga", b)[0]
    return rw(400 <= st < 500, st == 200)
@proof
def permissions_shrink(s):
    tiers = lambda: {t["tier"] for v in s.ok("GET", "/iam/permissions")["services"] for r in v["resources"] for t in r["tiers"]}
    assert tiers() == {"read", "write", "admin"}; s.ok("GET", "/iam/permissions", "vera"); t = tiers()
    return rw(t == {"read", "write", "admin"}, t == {"read"})
@proof
def service_delete_disabled_monitor(s):
    v = s.ok("POST", "/uptime/services", body={"name": "v"})["id"]; st, mon = s.monitor(serviceId=v, enabled=False); assert st == 201
    assert s.ok("GET", "/uptime/services")["services"][0]["monitors"] == 1
    st = s.a("DELETE", "/uptime/services/" + v, "olga")[0]
    return rw(st == 409, st == 204)
def incident(s, service="osv_search"):
    time.sleep(0.01); return s.ok("POST", "/oncall/incidents", body={"serviceId": service, "title": "t"})["id"]
@proof
def incidents_open_first(s):
    a, b = incident(s), incident(s, "osv_payments"); s.ok("POST", "/oncall/incidents/%s/acknowledge" % b)
    l = [i["id"] for i in s.ok("GET", "/oncall/incidents")["incidents"]]
    return rw(l == [b, a], l == [a, b])
@proof
def clear_provider_strips_rules(s):
    s.ok("PUT", "/oncall/provider-credential", body={"accountSid": "AC1", "authToken": "x", "fromNumber": "+15550101"})
    rules = [{"channel": "email", "delaySeconds": 0}, {"channel": "sms", "delaySeconds": 0}]
    s.ok("PUT", "/oncall/paging-settings", "mia", {"phone": "+15550100", "rules": rules})
    pol = s.ok("POST", "/oncall/escalation-policies", body={"name": "p", "repeat": 0, "steps": [{"target": {"kind": "user", "id": "usr_mia", "label": "Mia"}, "waitSeconds": 60}]})["id"]
    s.ok("PUT", "/oncall/services/osv_search/escalation-policy", body={"escalationPolicyId": pol})
    s.ok("DELETE", "/oncall/provider-credential"); got = s.ok("GET", "/oncall/paging-settings", "mia")["rules"]; incident(s)
    pages = [(p["channel"], p["outcome"]) for p in s.raw("GET", "/_understudy/pages")[1]["pages"]]
    return rw(got == rules and ("sms", "failed") in pages, got == rules[:1] and pages == [("email", "sent")])
@proof
def login_slides(s):
    s.reg("shop-apps"); l = s.ok("POST", "/registry/logins", body={}); x = (l["username"], l["password"], "shop-apps")
    s.adv("PT40M"); assert s.pulls(*x); s.adv("PT40M"); r = s.pulls(*x)
    return rw(not r, r)
@proof
def rotate_grace_window(s):
    s.domain("mail.shop.example", verified=True); made = s.hook(); h, old = made["webhook"]["id"], made["signingSecret"]
    new = s.ok("POST", "/email/webhooks/%s/rotate-secret" % h)["signingSecret"]
    s.ev("webhook-endpoint-answers", endpointId=h, answers=[{"status": 200}])
    [d] = s.ev("message-sent", **{"from": "a@mail.shop.example", "to": ["b@c.example"]})["deliveryIds"]; delivered(s, d)
    [at] = s.raw("GET", "/_understudy/webhook-deliveries")[1]["attempts"]; hd = at["headers"]
    sig = lambda k: "v1," + base64.b64encode(hmac.new(base64.b64decode(k[6:]), ("%s.%s.%s" % (hd["webhook-id"], hd["webhook-timestamp"], at["body"])).encode(), hashlib.sha256).digest()).decode()
    signed = hd["webhook-signature"].split(" "); assert sig(new) in signed
    return rw(sig(old) not in signed, sig(old) in signed)
@proof
def downsize_with_upgrade(s):
    c = s.cluster(tier="large", orchestratorVersion="1.32.6"); s.ev("headroom-changes", cluster="one", component="scheduler", usedPercent=70)
    assert s.a("PATCH", c, "olga", {"tier": "small"})[0] == 409
    st, b = s.a("PATCH", c, "olga", {"orchestratorVersion": "1.33.2", "tier": "small"})
    return rw(st == 409 and has(b, "scheduler"), st == 200 and b["tier"] == "small")
@proof
def manager_remembered(s):
    assert s.a("GET", "/iam/catalog", "pat", org="lumen")[0] == 200; st = s.a("GET", "/iam/catalog", "pat", org="harbor")[0]
    assert s.a("GET", "/iam/catalog", "mia")[0] == 403
    return rw(st == 403, st == 200)
@proof
def kubeconfig_refreshed(s):
    c = s.cluster(); k = s.ok("GET", c + "/kubeconfig")["kubeconfig"]; used = lambda: s.ev("credential-used", kind="kubeconfig", secret=k)["accepted"]
    assert used()
    for _ in range(29): s.adv("PT50M"); s.ok("GET", c + "/kubeconfig")
    return rw(not used(), used())
@proof
def logout_everywhere(s):
    s.reg("shop-apps"); a, b = [s.ok("POST", "/registry/logins", body={}) for _ in range(2)]; s.ok("DELETE", "/registry/logins/" + a["username"])
    assert not s.pulls(a["username"], a["password"], "shop-apps"); r = s.pulls(b["username"], b["password"], "shop-apps")
    return rw(r, not r)
@proof
def uptime_catalog_open(s):
    s.ok("GET", "/uptime/catalog"); st = s.a("GET", "/uptime/catalog")[0]
    return rw(st == 401, st == 200)
@proof
def monitor_quota_over_orgs(s):
    for _ in range(50): assert s.monitor()[0] == 201
    assert s.monitor()[0] == 403; st = s.monitor("henry")[0]
    return rw(st == 201, st == 403)
@proof
def catalog_foreign_roles(s):
    s.ev("role-changes", organization="lumen", customRole={"id": "lumen-auditor", "permissions": ["registry.registry.read"]})
    assert has(s.ok("GET", "/iam/catalog"), "lumen-auditor"); r = has(s.ok("GET", "/iam/catalog", "henry"), "lumen-auditor")
    return rw(not r, r)
@proof
def cluster_delete_body(s):
    c = s.cluster(); st, b = s.a("DELETE", c, "olga"); assert st == 202
    return rw(b is None, b is not None)
@proof
def arm_other_domain(s):
    a, b = s.domain("a.shop.example"), s.domain("b.shop.example"); t = s.token([{"role": "email.editor", "resourceIds": [a]}])
    st = s.a("POST", "/email/domains/%s/receive" % b, t)[0]; state = s.ok("GET", "/email/domains/" + b)["receiveState"]
    return rw((st, state) == (403, "none"), (st, state) == (200, "pending"))
@proof
def rotate_201(s):
    st = s.a("POST", "/email/webhooks/%s/rotate-secret" % s.hook()["webhook"]["id"], "olga")[0]
    return rw(st == 200, st == 201)
@proof
def slug_claimed_by_refused(s):
    s.ev("payment-method-changes", active=False); assert 400 <= s.a("POST", R, "olga", {"slug": "shop-apps"})[0] < 500
    s.ev("payment-method-changes", active=True); st = s.a("POST", R, "olga", {"slug": "shop-apps"})[0]
    s.reg("other-apps"); s.ok("DELETE", R + "/other-apps"); s.reg("other-apps")
    return rw(st == 201, st == 409)
@proof
def join_command_registration(s):
    c = s.cluster(); t = s.ok("POST", c + "/registration-tokens", body={"name": "r"})["token"]; j = s.ok("POST", c + "/join-tokens")
    return rw(not has(j, t), has(j, t))
@proof
def revocation_lags(s):
    s.reg("shop-apps"); k = s.ok("POST", R + "/shop-apps/keys", body={"name": "k", "mode": "pull"}); l = s.ok("POST", "/registry/logins", body={})
    s.ok("DELETE", R + "/shop-apps/keys/" + k["keyId"]); s.ok("DELETE", "/registry/logins/" + l["username"])
    now = lambda: (s.pulls(k["keyId"], k["secret"], "shop-apps"), s.pulls(l["username"], l["password"], "shop-apps"))
    x = now(); s.adv("PT2M"); assert now() == (False, False)
    return rw(x == (False, False), x == (True, True))
@proof
def acknowledge_all_of_service(s):
    a, b = incident(s), incident(s); s.ok("POST", "/oncall/incidents/%s/acknowledge" % b); x = s.ok("GET", "/oncall/incidents/" + a)["status"]
    return rw(x == "open", x == "acknowledged")
@proof
def payment_first_only(s):
    s.reg("shop-apps"); s.ev("payment-method-changes", active=False); st = s.a("POST", R, "olga", {"slug": "more-apps"})[0]
    return rw(400 <= st < 500, st == 201)
@proof
def scope_without_resource_ids(s):
    s.token([{"role": "oncall.viewer"}]); x = s.ok("GET", "/tokens")["tokens"][0]["scope"][0]
    return rw(isinstance(x.get("resourceIds"), list), "resourceIds" not in x)
@proof
def override_removed_by_other_schedule(s):
    a, b = [s.ok("POST", "/oncall/schedules", body={"name": n, "timezone": "UTC", "participants": [{"userId": "usr_mia", "label": "Mia"}], "handoff": {"interval": "daily", "time": "09:00"}})["id"] for n in "ab"]
    o = s.ok("POST", "/oncall/schedules/%s/overrides" % a, body={"userId": "usr_max", "label": "Max", "startsAt": "2030-01-01T00:00:00Z", "endsAt": "2030-01-02T00:00:00Z"})["id"]
    st = s.a("DELETE", "/oncall/schedules/%s/overrides/%s" % (b, o), "olga")[0]; left = has(s.ok("GET", "/oncall/schedules"), o)
    return rw(400 <= st < 500 and left, st == 204 and not left)
@proof
def webhook_patch_secret(s):
    h = s.hook(); p = "/email/webhooks/" + h["webhook"]["id"]; assert not has(s.ok("PATCH", p, body={"disabled": True}), h["signingSecret"])
    r = has(s.ok("PATCH", p, body={"url": "https://other.example/hook"}), h["signingSecret"])
    return rw(not r, r)
@proof
def alert_joins_just_resolved(s):
    i = incident(s); s.ok("POST", "/oncall/incidents/%s/resolve" % i); e = s.ev("alert-fires", serviceId="osv_search", alert="fresh")
    n = len(s.ok("GET", "/oncall/incidents")["incidents"]); f = s.ok("GET", "/oncall/incidents/" + i)
    s.adv("PT10S"); assert s.ev("alert-fires", serviceId="osv_search", alert="later")["incidentId"] != i
    return rw(e["incidentId"] != i and n == 1 and f["firingAlerts"] == 0, e["incidentId"] == i and n == 0 and (f["status"], f["firingAlerts"]) == ("resolved", 1))
@proof
def monitor_quota_429(s):
    for _ in range(50): assert s.monitor()[0] == 201
    st = s.monitor()[0]
    return rw(st == 403, st == 429)
@proof
def quota_per_key_domains(s):
    s.domain("a.shop.example", verified=True); b = s.domain("b.shop.example", verified=True); s.ev("quota-changes", quota="daily-email", value=2)
    for _ in range(2): s.ev("message-sent", **{"from": "x@a.shop.example", "to": ["b@c.example"]})
    assert s.ev_("message-sent", **{"from": "x@b.shop.example", "to": ["b@c.example"]})[0] == 409
    k = s.ok("POST", "/email/keys", body={"name": "k", "domainIds": [b]})["secret"]
    st = s.ev_("message-sent", secret=k, **{"from": "x@b.shop.example", "to": ["b@c.example"]})[0]; n = s.ok("GET", "/email/settings")["acceptedToday"]
    return rw((st, n) == (409, 2), (st, n) == (200, 3))
@proof
def webhook_patch_url_unchecked(s):
    h = s.hook()["webhook"]["id"]; assert s.a("POST", "/email/webhooks", "olga", {"url": "not a url", "eventTypes": ["message.sent"]})[0] == 400
    st = s.a("PATCH", "/email/webhooks/" + h, "olga", {"url": "not a url"})[0]
    return rw(400 <= st < 500, st == 200)
@proof
def bounce_suppresses_everywhere(s):
    s.domain("mail.shop.example", verified=True); i = s.ev("message-sent", **{"from": "a@mail.shop.example", "to": ["b@c.example"]})["messageId"]
    s.ev("message-bounced", messageId=i, bounce="hard"); [mine] = s.ok("GET", "/email/suppressions")["suppressions"]; assert mine["reason"] == "bounce"
    l = s.ok("GET", "/email/suppressions", "henry")["suppressions"]
    return rw(l == [], has(l, "b@c.example"))
@proof
def purge_admin_elsewhere(s):
    s.reg("first-one"); s.reg("second-one")
    t = s.token([{"role": "registry.admin", "resourceIds": ["first-one"]}, {"role": "registry.editor", "resourceIds": ["second-one"]}])
    s.ev("image-pushed", registry="second-one", repository="web/app", tags=["v1"])
    assert s.a("DELETE", R + "/second-one/tags?repo=web/app&tag=v1&purge=true", "mia")[0] == 403
    st, b = s.a("DELETE", R + "/second-one/tags?repo=web/app&tag=v1&purge=true", t)
    return rw(st == 403, (st, b) == (200, {"purged": True}))

def run(folder, f):
    s = Server(folder)
    try: return f(s)
    except Exception as e: return "%s: %s" % (type(e).__name__, e)
    finally: s.stop()

def main():
    mistakes = json.load(open(os.path.join(HERE, "mistakes.json")))
    good = 0; chosen = [m for m in mistakes if not sys.argv[1:] or m["id"] in sys.argv[1:]]
    for m in chosen:
        f = P.get(m["id"])
        if not f: print(m["id"], "has no proof"); continue
        with tempfile.TemporaryDirectory() as t:
            copy = os.path.join(t, "c"); shutil.copytree(CANDIDATE, copy); problem = None
            for e in m["edits"]:
                p = os.path.join(copy, e["file"]); text = open(p).read()
                if text.count(e["find"]) != 1: problem = "find text occurs %d times" % text.count(e["find"])
                open(p, "w").write(text.replace(e["find"], e["replace"]))
            if not problem:
                a = run(CANDIDATE, f)
                try: b = run(copy, f)
                except Exception as e: b = repr(e)
                if (a, b) != ("right", "wrong"): problem = "clean: %s; edited: %s" % (a, b)
            print(m["id"], problem or "ok", flush=True); good += not problem
    print("%d of %d proven" % (good, len(chosen)))
main()
