#!/usr/bin/env python3
"""python3 prove.py [ID...]: shows for each mistake that the clean candidate is right and the edited copy wrong."""
import tempfile, base64, hashlib, http.server, json, os, random, shutil, subprocess, sys, threading, time, urllib.error, urllib.request
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
HERE = os.path.dirname(os.path.abspath(__file__))
TEMPORARY = tempfile.mkdtemp()
CANDIDATE = os.path.join(HERE, "../../../../../examples/sixth-candidate")
NODE = os.environ.get("NODE", "node")
PORT, ISSUER_PORT = 18300, 18310
BASE = f"http://127.0.0.1:{PORT}"
MISTAKES = json.load(open(os.path.join(HERE, "mistakes.json")))

class Setup(Exception): pass
class Res:
    def __init__(s, status, text, headers):
        s.status, s.text, s.headers = status, text, headers
        try: s.body = json.loads(text) if text else None
        except ValueError: s.body = text
    def __repr__(s): return f"{s.status} {s.text[:200]}"

OWNER, ADMIN, MIA, MAX, VERA, HENRY, PAT = ["ses-%s-4f1c7a90" % n for n in "olga adam mia max vera henry pat".split()]
def call(method, path, as_=OWNER, body=None, org=None):
    h = {}
    if as_: h["Authorization"] = "Bearer " + as_
    if org: h["X-Organization"] = org
    data = None
    if body is not None: data = json.dumps(body).encode(); h["Content-Type"] = "application/json"
    try:
        with urllib.request.urlopen(urllib.request.Request(BASE + path, data, h, method=method), timeout=15) as r:
            return Res(r.status, r.read().decode(), r.headers)
    except urllib.error.HTTPError as e:
        return Res(e.code, e.read().decode(), e.headers)
def api(method, path, body=None, as_=OWNER, want=None, org=None):
    r = call(method, "/api/v1" + path, as_, body, org)
    if want is None and not 200 <= r.status < 300 or want is not None and r.status != want:
        raise Setup(f"{method} {path}: {r}")
    return r.body
def event(name, **body):
    r = call("POST", "/_understudy/events/" + name, None, body)
    if r.status != 200: raise Setup(f"event {name}: {r}")
    return r.body
def advance(by):
    r = call("POST", "/_understudy/clock/advance", None, {"by": by})
    if r.status != 200: raise Setup(f"advance: {r}")

# --- helpers
def registry(slug="shop-images", as_=OWNER): api("POST", "/registry/registries", {"slug": slug}, as_); return f"/registry/registries/{slug}"
def push(slug="shop-images", repo="app", tags=("v1",), **more): return event("image-pushed", registry=slug, repository=repo, tags=list(tags), **more)
def domain(name="mail.judged.example", receive=False, verify=True):
    d = api("POST", "/email/domains", {"name": name})
    if receive: api("POST", f"/email/domains/{d['id']}/receive")
    if verify:
        event("dns-record-published", domain=name)
        api("POST", f"/email/domains/{d['id']}/check", want=202)
        advance("PT5S")
        if api("GET", f"/email/domains/{d['id']}")["sendState"] != "verified": raise Setup("not verified")
    return d
def cluster(name="edge", **more):
    api("POST", "/clusters", {"name": name, "tier": "small", **more}); advance("PT15S")
    if api("GET", f"/clusters/{name}")["phase"] != "ready": raise Setup("cluster not ready")
    return f"/clusters/{name}"
def incident(title="down", service="osv_storefront"): return api("POST", "/oncall/incidents", {"serviceId": service, "title": title}, MIA)["id"]
def alerts(source, *prints): 
    r = call("POST", f"/api/v1/oncall/alert-sources/{source['id']}/webhook", source["token"],
             {"version": "4", "status": "firing", "alerts": [{"status": "firing", "labels": {"alertname": p}, "annotations": {}, "fingerprint": p} for p in prints]})
    if r.status != 202: raise Setup(f"webhook: {r}")
MON = {"name": "m", "intervalSeconds": 60, "vantages": ["fra", "lon"], "kind": "http", "http": {"url": "https://shop.example/"}}

# --- an OIDC issuer
def b64(b): return base64.urlsafe_b64encode(b).rstrip(b"=").decode()
def is_prime(n):
    for p in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if n % p == 0: return n == p
    d, s = n - 1, 0
    while d % 2 == 0: d //= 2; s += 1
    for _ in range(12):
        x = pow(random.randrange(2, n - 1), d, n)
        if x in (1, n - 1): continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1: break
        else: return False
    return True
def prime(bits):
    while True:
        n = random.getrandbits(bits) | (3 << (bits - 2)) | 1
        if n % 65537 != 1 and is_prime(n): return n
class Issuer:
    one = None
    def __init__(s):
        p, q = prime(1024), prime(1024)
        s.n, s.d = p * q, pow(65537, -1, (p - 1) * (q - 1))
        s.url = f"http://127.0.0.1:{ISSUER_PORT}"
        answers = {"/.well-known/openid-configuration": {"issuer": s.url, "jwks_uri": s.url + "/keys"},
                   "/keys": {"keys": [{"kty": "RSA", "kid": "k1", "alg": "RS256", "n": b64(s.n.to_bytes(256, "big")), "e": "AQAB"}]}}
        class H(http.server.BaseHTTPRequestHandler):
            def do_GET(h):
                data = json.dumps(answers[h.path]).encode()
                h.send_response(200); h.send_header("content-type", "application/json"); h.send_header("content-length", str(len(data))); h.end_headers(); h.wfile.write(data)
            def log_message(h, *a): pass
        threading.Thread(target=http.server.ThreadingHTTPServer(("127.0.0.1", ISSUER_PORT), H).serve_forever, daemon=True).start()
    def token(s, sub, aud="registry"):
        head = b64(json.dumps({"alg": "RS256", "kid": "k1"}).encode()) + "." + b64(json.dumps({"iss": s.url, "aud": aud, "sub": sub, "exp": int(time.time()) + 600}).encode())
        der = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(head.encode()).digest()
        em = b"\x00\x01" + b"\xff" * (256 - 3 - len(der)) + b"\x00" + der
        return head + "." + b64(pow(int.from_bytes(em, "big"), s.d, s.n).to_bytes(256, "big"))
def issuer():
    Issuer.one = Issuer.one or Issuer()
    return Issuer.one
def oidc():
    i, path = issuer(), registry()
    rule = api("POST", path + "/oidc-rules", {"issuer": i.url, "audience": "registry", "subjectPattern": "repo:acme/*", "mode": "readwrite"})
    return i, path, rule
def exchange(i): return call("POST", "/api/v1/registry/oidc/exchange", None, {"registry": "shop-images", "token": i.token("repo:acme/app")})
def authorize(user, password, action="pull"):
    return call("POST", "/api/v1/registry/data-plane/authorize", None, {"username": user, "password": password, "registry": "shop-images", "repository": "app", "action": action}).body["allowed"]

# --- proofs: each returns (right, what was seen)
P = {}
def proof(f): P["ar-" + f.__name__.replace("_", "-")] = f

@proof
def tag_delete_says_nothing():
    r = registry(); push()
    b = api("DELETE", r + "/tags?repo=app&tag=v1")
    return b == {"purged": False}, b
@proof
def ack_revives_resolved():
    i = incident(); api("POST", f"/oncall/incidents/{i}/resolve", as_=MIA)
    call("POST", f"/api/v1/oncall/incidents/{i}/acknowledge", MIA)
    s = api("GET", f"/oncall/incidents/{i}")["status"]
    return s == "resolved", s
@proof
def dns_trusts_verified():
    d = domain(); event("dns-record-removed", domain=d["name"], type="MX")
    s = [r["status"] for r in api("GET", f"/email/domains/{d['id']}/dns")["records"] if r["type"] == "MX"]
    return s == ["missing"], s
@proof
def registry_delete_untagged():
    r = registry(); push(); api("DELETE", r + "/tags?repo=app&tag=v1")
    if len(api("GET", r + "/manifests?repo=app")["manifests"]) != 1: raise Setup("no manifest")
    s, g = call("DELETE", "/api/v1" + r).status, call("GET", "/api/v1" + r).status
    return 400 <= s < 500 and g == 200, (s, g)
@proof
def incidents_by_activity():
    a = incident("first"); time.sleep(.02); b = incident("second"); time.sleep(.02); api("POST", f"/oncall/incidents/{a}/acknowledge", as_=MIA)
    t = [i["title"] for i in api("GET", "/oncall/incidents")["incidents"]]
    return t == ["second", "first"], t
@proof
def upstream_set_drops_others():
    r = registry()
    for h in ("docker.io", "ghcr.io"): api("PUT", f"{r}/upstream-credentials/{h}", {"username": "u", "password": "p-1"})
    l = sorted(c["upstream"] for c in api("GET", r + "/upstream-credentials")["upstreamCredentials"])
    return l == ["docker.io", "ghcr.io"], l
@proof
def oidc_rule_upserts():
    r = registry()
    for s in ("repo:a/*", "repo:b/*"): api("POST", r + "/oidc-rules", {"issuer": "https://ci.example", "audience": "reg", "subjectPattern": s, "mode": "pull"})
    l = [x["subjectPattern"] for x in api("GET", r + "/oidc-rules")["rules"]]
    return l == ["repo:a/*", "repo:b/*"], l
@proof
def oidc_match_remembered():
    i, r, rule = oidc()
    e = exchange(i)
    if e.status != 201: raise Setup(f"exchange {e}")
    api("DELETE", f"{r}/oidc-rules/{rule['id']}")
    e = exchange(i)
    return 400 <= e.status < 500, e.status
@proof
def acknowledged_at_number():
    b = api("POST", f"/oncall/incidents/{incident()}/acknowledge", as_=MIA)
    return isinstance(b.get("acknowledgedAt"), str), b.get("acknowledgedAt")
@proof
def managers_see_all_tokens():
    t = api("POST", "/tokens", {"name": "mine"}, MIA); l = [x["id"] for x in api("GET", "/tokens", as_=ADMIN)["tokens"]]
    if t["id"] not in [x["id"] for x in api("GET", "/tokens", as_=MIA)["tokens"]]: raise Setup("own token not listed")
    return t["id"] not in l, l
@proof
def no_nodes_204():
    r = call("GET", "/api/v1" + cluster() + "/nodes")
    return r.status == 200 and r.body == {"nodes": []}, r
@proof
def export_revocation_lags():
    t = api("POST", "/uptime/export-tokens", {"name": "prom"})
    if call("GET", "/api/v1/uptime/metrics", t["token"]).status != 200: raise Setup("scrape")
    api("DELETE", f"/uptime/export-tokens/{t['id']}")
    s = call("GET", "/api/v1/uptime/metrics", t["token"]).status
    e = event("credential-used", kind="export-token", secret=t["token"])["accepted"]
    return s == 401 and not e, (s, e)
@proof
def receive_priority_string():
    d = domain(verify=False); b = api("POST", f"/email/domains/{d['id']}/receive")
    p = [r.get("priority") for r in b["dnsRecords"] if r["capability"] == "receive"]
    return len(p) == 1 and isinstance(p[0], int), p
@proof
def token_follows_header():
    k = api("POST", "/tokens", {"name": "t"}, PAT, org="lumen")["key"]
    if api("GET", "/uptime/ping", as_=k)["org"] != "lumen": raise Setup("ping")
    r = call("GET", "/api/v1/uptime/ping", k, org="harbor")
    return r.status >= 400 or r.body["org"] == "lumen", r
@proof
def skew_error_object():
    c = cluster(orchestratorVersion="1.32.6"); event("node-joins", cluster="edge", node="n1", agentVersion="1.30.14", ready=True)
    r = call("PATCH", "/api/v1" + c, body={"orchestratorVersion": "1.33.2"})
    if r.status != 409: raise Setup(str(r))
    return isinstance(r.body.get("error"), str) and "n1" in r.body["error"], r
@proof
def contacts_lost_update():
    want = {"technicalEmail": "new-tech@lumen.example", "securityEmail": "new-sec@lumen.example"}
    with ThreadPoolExecutor(2) as x: list(x.map(lambda kv: api("PATCH", "/organization/contacts", dict([kv])), want.items()))
    got = api("GET", "/organization/contacts")
    return all(got[k] == v for k, v in want.items()), got
@proof
def load_balancers_202():
    r = call("PATCH", "/api/v1" + cluster(), body={"managedLoadBalancers": {"enabled": True}})
    return r.status == 200, r.status
@proof
def login_slides():
    registry(); l = api("POST", "/registry/logins", {})
    advance("PT50M"); a = authorize(l["username"], l["password"])
    if not a: raise Setup("refused too early")
    advance("PT20M"); a = authorize(l["username"], l["password"])
    return not a, a
@proof
def alerts_first_ten():
    s = api("POST", "/oncall/alert-sources", {"name": "am", "serviceId": "osv_search"})
    alerts(s, *[f"a{i}" for i in range(12)])
    n = [i["firingAlerts"] for i in api("GET", "/oncall/incidents")["incidents"]]
    return n == [12], n
@proof
def upstream_password_listed():
    r = registry(); api("PUT", r + "/upstream-credentials/docker.io", {"username": "u", "password": "very-secret-1"})
    t = call("GET", "/api/v1" + r + "/upstream-credentials").text
    return "docker.io" in t and "very-secret-1" not in t, t
@proof
def permissions_public():
    r = call("GET", "/api/v1/iam/permissions", None)
    return r.status == 401, r.status
@proof
def image_delete_everywhere():
    r = registry(); lay = [{"digest": "sha256:aa", "sizeBytes": 1000}]
    d = push(repo="app", layers=lay)["digest"]; d2 = push(repo="copy", layers=lay)["digest"]
    if d != d2: raise Setup("digests differ")
    api("DELETE", f"{r}/manifests?repo=app&digest={d}")
    l = [m["digest"] for m in api("GET", r + "/manifests?repo=copy")["manifests"]]
    return l == [d], l
@proof
def oidc_keys_not_revoked():
    i, r, _ = oidc(); e = exchange(i)
    if e.status != 201 or not authorize(e.body["keyId"], e.body["secret"]): raise Setup(str(e))
    api("DELETE", f"{r}/keys/{e.body['keyId']}")
    a = authorize(e.body["keyId"], e.body["secret"]); k = [k.get("revokedAt") for k in api("GET", r + "/keys")["keys"]]
    return not a and all(k), (a, k)
@proof
def scope_one_visible_is_enough():
    registry("mine-images"); registry("their-images", HENRY)
    b = {"name": "t", "scope": [{"role": "registry.viewer", "resourceIds": ["mine-images", "their-images"]}]}
    s = call("POST", "/api/v1/tokens", body=b).status
    api("POST", "/tokens", {"name": "t", "scope": [{"role": "registry.viewer", "resourceIds": ["mine-images"]}]})
    if call("POST", "/api/v1/tokens", body={"name": "t", "scope": [{"role": "registry.viewer", "resourceIds": ["their-images"]}]}).status < 400: raise Setup("foreign alone accepted")
    return 400 <= s < 500, s
def sent(name="mail.judged.example", **more): return event("message-sent", **{"from": "a@" + name, "to": ["b@customer.example"], "subject": "s", **more})["messageId"]
@proof
def content_expiry_drops_message():
    domain(); i = sent(createdAt=(datetime.now(timezone.utc) - timedelta(days=40)).isoformat())
    if [m["id"] for m in api("GET", "/email/messages")["messages"]] != [i]: raise Setup("not listed")
    api("GET", f"/email/messages/{i}/content", want=404)
    l = [m["id"] for m in api("GET", "/email/messages")["messages"]]
    return l == [i], l
@proof
def scope_entries_mixed():
    registry("a-images"); registry("b-images")
    k = api("POST", "/tokens", {"name": "t", "scope": [{"role": "registry.viewer", "resourceIds": ["a-images"]}, {"role": "registry.admin", "resourceIds": ["b-images"]}]})["key"]
    api("POST", "/registry/registries/b-images/keys", {"name": "k", "mode": "pull"}, k); api("GET", "/registry/registries/a-images", as_=k)
    s = call("POST", "/api/v1/registry/registries/a-images/keys", k, {"name": "k", "mode": "pull"}).status
    return 400 <= s < 500, s
@proof
def content_read_once():
    domain(); i = sent(); s = []
    for _ in range(2): s.append(call("GET", f"/api/v1/email/messages/{i}/content").status)
    if s[0] != 200: raise Setup(str(s))
    return s[1] == 200, s
@proof
def acknowledge_foreign():
    i = incident(); s = call("POST", f"/api/v1/oncall/incidents/{i}/acknowledge", HENRY).status
    g = api("GET", f"/oncall/incidents/{i}", as_=MIA)["status"]
    return 400 <= s < 500 and g == "open", (s, g)
@proof
def latency_null():
    i = api("POST", "/uptime/monitors", MON)["id"]; event("probe-result", monitorId=i, outcome="error")
    p = [p["latencyMs"] for s in api("GET", f"/uptime/monitors/{i}/metrics")["series"] for p in s["points"]]
    return len(p) > 0 and all(isinstance(x, (int, float)) for x in p), p
@proof
def roll_revives_cluster():
    c = cluster(); api("PATCH", c, {"replicas": 3}); api("DELETE", c, want=202); advance("PT2M")
    r = call("GET", "/api/v1" + c)
    return r.status == 404, r
@proof
def backend_down_still_writes():
    event("backend-behaves", backend="email", reachable=False)
    api("POST", "/email/suppressions", {"address": "x@customer.example"}, want=502)
    event("backend-behaves", backend="email", reachable=True)
    l = api("GET", "/email/suppressions")["suppressions"]
    return l == [], l
@proof
def usage_stale_after_image_delete():
    r = registry(); d = push()["digest"]; u = api("GET", r)["usedBytes"]
    if not u: raise Setup("no usage")
    api("DELETE", f"{r}/manifests?repo=app&digest={d}")
    u = api("GET", r)["usedBytes"]
    return u == 0, u
CRED = {"accountSid": "AC0123", "authToken": "secret-of-the-provider", "fromNumber": "+15550101000"}
@proof
def provider_rotation_unverified():
    api("PUT", "/oncall/provider-credential", CRED); event("provider-behaves", behaviour="rejects")
    if call("PUT", "/api/v1/oncall/provider-credential", body={**CRED, "accountSid": "AC9"}).status != 422: raise Setup("another account")
    s = call("PUT", "/api/v1/oncall/provider-credential", body={**CRED, "authToken": "another"}).status
    return s == 422, s
@proof
def anonymous_403():
    s = [call("GET", "/api/v1" + p, None).status for p in ("/email/domains", "/uptime/monitors", "/clusters")]
    return s == [401] * 3, s
@proof
def alert_joins_other_service():
    a, b = [api("POST", "/oncall/alert-sources", {"name": s, "serviceId": s}) for s in ("osv_storefront", "osv_payments")]
    alerts(a, "x"); alerts(b, "y")
    i = [i["id"] for i in api("GET", "/oncall/incidents")["incidents"] if i["serviceId"] == "osv_payments"][0]
    api("POST", f"/oncall/incidents/{i}/resolve"); alerts(b, "x")
    l = [i["serviceId"] for i in api("GET", "/oncall/incidents")["incidents"]]
    return sorted(l) == ["osv_payments", "osv_storefront"], l
@proof
def vantages_reset_condition():
    d = {"confirmations": 4, "quorum": 1}
    i = api("POST", "/uptime/monitors", {**MON, "downCondition": d})["id"]; api("PATCH", f"/uptime/monitors/{i}", {"vantages": ["fra", "lon", "nyc"]})
    g = api("GET", f"/uptime/monitors/{i}")["downCondition"]
    return g == d, g
@proof
def pattern_unique_in_organization():
    a, b = [domain(n, True, False)["id"] for n in ("in1.judged.example", "in2.judged.example")]
    w = api("POST", "/email/webhooks", {"url": "https://hooks.example/", "eventTypes": ["message.received"]})["webhook"]["id"]
    s = [call("POST", "/api/v1/email/routes", body={"domainId": d, "pattern": "support", "endpointId": w}).status for d in (a, b, a)]
    return s == [201, 201, 409], s
@proof
def message_of_other_domain():
    a, b = [domain(n) for n in ("s1.judged.example", "s2.judged.example")]; i, j = sent(a["name"]), sent(b["name"])
    k = api("POST", "/tokens", {"name": "t", "scope": [{"role": "email.viewer", "resourceIds": [a["id"]]}]})["key"]
    api("GET", f"/email/messages/{i}", as_=k)
    s = call("GET", f"/api/v1/email/messages/{j}", k).status
    return s in (403, 404), s
@proof
def reactivated_never_expires():
    c = cluster() + "/registration-tokens"; t = api("POST", c, {"name": "pool", "expiresIn": 3600})
    e = api("GET", c)["tokens"][0]["expiresAt"]
    for d in (True, False): api("PATCH", f"{c}/{t['id']}", {"disabled": d}, want=204)
    g = api("GET", c)["tokens"][0].get("expiresAt")
    return g == e, g
@proof
def pull_login_half_day():
    registry(); l = api("POST", "/registry/logins", {"pullOnly": True})
    h = (datetime.fromisoformat(l["expiresAt"].replace("Z", "+00:00")) - datetime.now(timezone.utc)).total_seconds() / 3600
    return .95 < h < 1.05, round(h, 2)
@proof
def provider_token_in_timeline():
    api("PUT", "/oncall/provider-credential", CRED)
    api("PUT", "/oncall/paging-settings", {"phone": "+15550100200", "rules": [{"channel": "sms", "delaySeconds": 0}]}, MIA)
    p = api("POST", "/oncall/escalation-policies", {"name": "p", "repeat": 0, "steps": [{"target": {"kind": "user", "id": "usr_mia", "label": "Mia"}, "waitSeconds": 60}]})
    api("PUT", "/oncall/services/osv_storefront/escalation-policy", {"escalationPolicyId": p["id"]})
    event("provider-behaves", behaviour="rejects", only="pages")
    t = call("GET", f"/api/v1/oncall/incidents/{incident()}", VERA).text
    if "page-failed" not in t: raise Setup(t)
    return CRED["authToken"] not in t, t[-260:]
@proof
def key_of_same_name_revoked():
    r = registry(); a, b = [api("POST", r + "/keys", {"name": "ci", "mode": "pull"}) for _ in range(2)]
    k = [k.get("revokedAt") for k in api("GET", r + "/keys")["keys"]]
    return k == [None, None] and authorize(a["keyId"], a["secret"]), k
@proof
def deliveries_by_text():
    domain(); w = api("POST", "/email/webhooks", {"url": "https://hooks.example/", "eventTypes": ["message.sent"]})["webhook"]["id"]
    event("webhook-endpoint-answers", endpointId=w, answers=[{"status": 200}])
    ids = []
    for _ in range(11): ids.append(event_ids(sent_full())); time.sleep(.005)
    l = [d["id"] for d in api("GET", "/email/webhook-deliveries")["deliveries"]]
    return l == ids[::-1], l
def sent_full(): return event("message-sent", **{"from": "a@mail.judged.example", "to": ["b@customer.example"]})
def event_ids(e): return e["deliveryIds"][0]
@proof
def join_command_listed():
    c = cluster() + "/registration-tokens"; t = api("POST", c, {"name": "pool"}); x = call("GET", "/api/v1" + c).text
    return t["id"] in x and t["token"] not in x, x

# --- running
def start(folder):
    p = subprocess.Popen([NODE, "server.mjs", "--port", str(PORT)], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if not p.stdout.readline().startswith(b"ready"): p.kill(); raise Setup("the server did not start")
    return p
def stop(p):
    p.terminate()
    try: p.wait(5)
    except subprocess.TimeoutExpired: p.kill(); p.wait()
def run(id):
    try:
        if call("POST", "/_understudy/reset", None).status != 200: raise Setup("reset")
        right, seen = P[id]()
        return right, seen
    except Setup as e: return None, f"setup: {e}"
    except Exception as e: return None, f"{type(e).__name__}: {e}"
def main():
    ids = sys.argv[1:] or [m["id"] for m in MISTAKES]
    by = {m["id"]: m for m in MISTAKES}
    p = start(CANDIDATE)
    try: clean = {id: run(id) for id in ids}
    finally: stop(p)
    good = 0
    for id in ids:
        copy = os.path.join(TEMPORARY, "copy")
        shutil.rmtree(copy, ignore_errors=True); shutil.copytree(CANDIDATE, copy)
        for e in by[id]["edits"]:
            f = os.path.join(copy, e["file"]); t = open(f).read()
            assert t.count(e["find"]) == 1, (id, e["find"])
            open(f, "w").write(t.replace(e["find"], e["replace"]))
        try:
            p = start(copy)
            try: wrong = run(id)
            finally: stop(p)
        except Setup as e: wrong = (None, str(e))
        shutil.rmtree(copy, ignore_errors=True)
        if clean[id][0] is True and wrong[0] is False:
            good += 1; print(f"{id} ok" + (f"   clean: {str(clean[id][1])[:90]}   edited: {str(wrong[1])[:160]}" if os.environ.get("VERBOSE") else ""))
        else: print(f"{id} NOT PROVEN: clean {clean[id]}, edited {wrong}")
        sys.stdout.flush()
    print(f"{good} of {len(ids)} proven")
    return 0 if good == len(ids) else 1
if __name__ == "__main__": sys.exit(main())
