#!/usr/bin/env python3
"""Proves each mistake: right on a clean copy of candidate/, wrong on a copy with its edits. python3 prove.py [ID...]"""
import base64, hashlib, hmac, http.server, json, os, random, shutil, socket, subprocess, sys, tempfile, threading, time
import urllib.error, urllib.parse, urllib.request
from datetime import datetime, timedelta, timezone
HERE = os.path.dirname(os.path.abspath(__file__))
GO = os.environ.get("GO") or shutil.which("go") or "go"

class R:
    def __init__(s, status, raw):
        s.status, s.raw = status, raw
        try: s.j = json.loads(raw)
        except ValueError: s.j = None
    def __getitem__(s, k): return s.j[k]
    def __repr__(s): return f"{s.status} {s.raw[:200]!r}"

class S:
    def __init__(s, port): s.base = f"http://127.0.0.1:{port}"
    def call(s, method, path, body=None, who="olga", org=None, headers=None):
        h = {"Content-Type": "application/json"}
        if who: h["Authorization"] = "Bearer session-" + who
        if org: h["X-Organization"] = org
        h.update(headers or {})
        req = urllib.request.Request(s.base + path, method=method, headers=h, data=None if body is None else json.dumps(body).encode())
        try:
            with urllib.request.urlopen(req, timeout=20) as r: return R(r.status, r.read())
        except urllib.error.HTTPError as e: return R(e.code, e.read())
    def api(s, method, path, body=None, want=None, **k):
        r = s.call(method, "/api/v1" + path, body, **k)
        if want and r.status != want: raise Exception(f"{method} {path}: {r}")
        return r
    def ev(s, name, body):
        r = s.call("POST", "/_understudy/events/" + name, body, who=None)
        if r.status != 200: raise Exception(f"event {name}: {r}")
        return r
    def advance(s, by):
        r = s.call("POST", "/_understudy/clock/advance", {"by": by}, who=None)
        if r.status != 200: raise Exception(f"advance: {r}")
    def at(s, t):
        r = s.call("PUT", "/_understudy/clock", {"mode": "frozen", "now": t}, who=None)
        if r.status != 200: raise Exception(f"clock: {r}")
    def pages(s, inc): return s.call("GET", "/_understudy/pages?incidentId=" + inc, who=None)["pages"]
    # helpers
    def registry(s, slug="proof-reg"): s.api("POST", "/registry/registries", {"slug": slug}, 201); return "/registry/registries/" + slug
    def domain(s, name="a.mail.example", receive=False):
        d = s.api("POST", "/email/domains", {"name": name}, 201)
        if receive: s.api("POST", f"/email/domains/{d['id']}/receive", None, 200)
        s.ev("dns-record-published", {"domain": name})
        s.api("POST", f"/email/domains/{d['id']}/check", None, 202)
        s.advance("PT10S")
        g = s.api("GET", f"/email/domains/{d['id']}", None, 200)
        assert g["sendState"] == "verified", g
        return d["id"]
    def sent(s, to="x@customer.example", **k): return s.ev("message-sent", {"from": "me@a.mail.example", "to": [to], **k})["messageId"]
    def policy(s, *users, wait=300):
        return s.api("POST", "/oncall/escalation-policies", {"name": "p", "repeat": 0,
            "steps": [{"target": {"kind": "user", "id": u, "label": u}, "waitSeconds": wait} for u in users]}, 201)["id"]
    def attach(s, pol, svc="svc_shop"): return s.api("PUT", f"/oncall/services/{svc}/escalation-policy", {"escalationPolicyId": pol})
    def incident(s, svc="svc_shop"): return s.api("POST", "/oncall/incidents", {"serviceId": svc, "title": "t"}, 201)["id"]
    def cluster(s, version="1.32.6"):
        s.api("POST", "/clusters", {"name": "proof", "tier": "small", "orchestratorVersion": version}, 201)
        s.advance("PT60S")
        assert s.api("GET", "/clusters/proof", None, 200)["phase"] == "running"

def ago(days): return (datetime.now(timezone.utc) - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
def either(x, right, wrong):
    if x == right: return True
    if x == wrong: return False
    raise Exception(f"neither {right!r} nor {wrong!r}: {x!r}")
def refused(r, ok):
    if 400 <= r.status < 500: return True
    if r.status == ok: return False
    raise Exception(repr(r))

T = {}
def t(f): T["y-" + f.__name__.replace("_", "-")] = f; return f

@t
def lasteventat_absent(s):
    s.api("POST", "/oncall/alert-sources", {"name": "n", "serviceId": "svc_shop"}, 201)
    l = s.api("GET", "/oncall/alert-sources", None, 200)["sources"]
    return isinstance(l[0].get("lastEventAt"), str)
@t
def tokens_of_everybody(s):
    i = s.api("POST", "/tokens", {"name": "n"}, 201)["id"]
    assert i in [x["id"] for x in s.api("GET", "/tokens", None, 200)["tokens"]]
    return i not in [x["id"] for x in s.api("GET", "/tokens", None, 200, who="mia")["tokens"]]
@t
def token_default_org(s):
    return either(s.api("POST", "/tokens", {"name": "n"}, 201, who="bea", org="borealis")["orgSlug"], "borealis", "aurora")
@t
def contacts_envelope(s):
    j = s.api("GET", "/organization/contacts", None, 200).j
    return either(sorted(j), ["billingEmail", "securityEmail", "technicalEmail"], ["contacts"])
@t
def contacts_replaced(s):
    b = s.api("GET", "/organization/contacts", None, 200).j
    r = s.api("PATCH", "/organization/contacts", {"technicalEmail": "new@aurora.example"}, 200).j
    g = s.api("GET", "/organization/contacts", None, 200).j
    assert r == g and g["technicalEmail"] == "new@aurora.example"
    return either((g["billingEmail"], g["securityEmail"]), (b["billingEmail"], b["securityEmail"]), ("", ""))
@t
def contacts_422(s): return either(s.api("PATCH", "/organization/contacts", {"securityEmail": "not-an-address"}).status, 400, 422)
@t
def contacts_member(s): return either(s.api("PATCH", "/organization/contacts", {"securityEmail": "m@aurora.example"}, who="mia").status, 403, 200)
@t
def upstream_no_endpoint(s): return all(isinstance(u.get("endpoint"), str) for u in s.api("GET", "/registry/upstreams", None, 200)["upstreams"])
@t
def upstream_bare_array(s): return isinstance(s.api("GET", "/registry/upstreams", None, 200).j, dict)
@t
def login_narrowed_not_pullonly(s):
    s.registry()
    assert s.api("POST", "/registry/login", {"pullOnly": True}, 201)["scope"][0]["mode"] == "pull"
    return either(s.api("POST", "/registry/login", {"registry": "proof-reg", "pullOnly": True}, 201)["scope"], [{"registry": "proof-reg", "mode": "pull"}], [{"registry": "proof-reg", "mode": "readwrite"}])
@t
def purge_shared_image(s):
    p = s.registry(); s.ev("image-pushed", {"registry": "proof-reg", "repository": "app", "tags": ["a", "b"]})
    r = s.api("DELETE", p + "/tags?repo=app&tag=a&purge=true", None, 200)["purged"]
    tags = [x["name"] for x in s.api("GET", p + "/tags?repo=app", None, 200)["tags"]]
    return either((r, tags, len(s.api("GET", p + "/manifests?repo=app", None, 200)["manifests"])), (False, ["b"], 1), (True, [], 0))
@t
def purge_by_member(s):
    p = s.registry(); s.ev("image-pushed", {"registry": "proof-reg", "repository": "app", "tags": ["a"]})
    r = s.api("DELETE", p + "/tags?repo=app&tag=a&purge=true", who="mia")
    return either(r.status, 403, 200)
@t
def revoked_key_works(s):
    p = s.registry(); k = s.api("POST", p + "/keys", {"name": "k", "mode": "pull"}, 201)
    u = {"kind": "registry-key", "secret": k["secret"], "registry": "proof-reg", "for": "pull"}
    assert s.ev("credential-used", u)["accepted"]
    s.api("DELETE", p + "/keys/" + k["keyId"], None, 204)
    assert s.api("GET", p + "/keys", None, 200)["keys"][0]["revokedAt"]
    a = s.ev("credential-used", u)["accepted"]
    d = s.call("POST", "/api/v1/registry/data-plane/authorize", {"username": k["keyId"], "password": k["secret"], "registry": "proof-reg", "repository": "x", "action": "pull"}, who=None).status
    return either((a, d), (False, 401), (True, 200))

def prime(bits):
    while True:
        n = random.getrandbits(bits) | (3 << (bits - 2)) | 1
        if any(n % q == 0 for q in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)) or n % 65537 == 1: continue
        d, r = n - 1, 0
        while d % 2 == 0: d //= 2; r += 1
        def ok(a):
            x = pow(a, d, n)
            if x in (1, n - 1): return True
            for _ in range(r - 1):
                x = x * x % n
                if x == n - 1: return True
            return False
        if all(ok(random.randrange(2, n - 1)) for _ in range(12)): return n
def b64(b): return base64.urlsafe_b64encode(b).rstrip(b"=").decode()
class Issuer:
    def __init__(s):
        p, q = prime(1024), prime(1024); s.n, s.d = p * q, pow(65537, -1, (p - 1) * (q - 1))
        jwks = {"keys": [{"kty": "RSA", "kid": "1", "alg": "RS256", "use": "sig", "n": b64(s.n.to_bytes(256, "big")), "e": "AQAB"}]}
        me = s
        class H(http.server.BaseHTTPRequestHandler):
            def do_GET(h):
                b = json.dumps(jwks if h.path == "/jwks" else {"issuer": me.url, "jwks_uri": me.url + "/jwks"}).encode()
                h.send_response(200); h.send_header("Content-Type", "application/json"); h.end_headers(); h.wfile.write(b)
            def log_message(h, *a): pass
        s.srv = http.server.ThreadingHTTPServer(("127.0.0.1", 0), H); s.url = f"http://127.0.0.1:{s.srv.server_port}"
        threading.Thread(target=s.srv.serve_forever, daemon=True).start()
    def token(s, aud, sub):
        m = b64(json.dumps({"alg": "RS256", "kid": "1"}).encode()) + "." + b64(json.dumps({"iss": s.url, "sub": sub, "aud": aud, "iat": int(time.time()), "exp": int(time.time()) + 600}).encode())
        t = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(m.encode()).digest()
        em = b"\x00\x01" + b"\xff" * (256 - len(t) - 3) + b"\x00" + t
        return m + "." + b64(pow(int.from_bytes(em, "big"), s.d, s.n).to_bytes(256, "big"))
@t
def oidc_audience(s):
    i = Issuer()
    try:
        p = s.registry(); s.api("POST", p + "/oidc-rules", {"issuer": i.url, "audience": "ours", "subjectPattern": "repo:a/*", "mode": "pull"}, 201)
        x = lambda aud, sub="repo:a/b": s.call("POST", "/api/v1/registry/oidc/exchange", {"registry": "proof-reg", "token": i.token(aud, sub)}, who=None)
        g = x("ours"); assert g.status == 201, g
        assert x("ours", "repo:c/d").status == 403
        return refused(x("theirs"), 201)
    finally: i.srv.shutdown(); i.srv.server_close()
@t
def prefix_only_push(s):
    p = s.registry(); k = s.api("POST", p + "/keys", {"name": "k", "mode": "readwrite", "repoPrefixes": ["team-a/"]}, 201)
    use = lambda repo, f: s.ev("credential-used", {"kind": "registry-key", "secret": k["secret"], "registry": "proof-reg", "repository": repo, "for": f})["accepted"]
    assert use("team-a/app", "pull") and use("team-a/app", "push") and not use("team-b/app", "push")
    return not use("team-b/app", "pull")
@t
def manifests_without_repo(s):
    p = s.registry(); ok = refused(s.api("GET", p + "/manifests"), 200)
    s.ev("image-pushed", {"registry": "proof-reg", "repository": "app"})
    assert len(s.api("GET", p + "/manifests?repo=app", None, 200)["manifests"]) == 1
    assert refused(s.api("GET", p + "/manifests"), 200) == ok
    return ok
@t
def tag_defaults_to_latest(s):
    p = s.registry(); s.ev("image-pushed", {"registry": "proof-reg", "repository": "app", "tags": ["latest", "v1"]})
    ok = refused(s.api("DELETE", p + "/tags?repo=app"), 200)
    assert [x["name"] for x in s.api("GET", p + "/tags?repo=app", None, 200)["tags"]] == (["latest", "v1"] if ok else ["v1"])
    s.api("DELETE", p + "/tags?repo=app&tag=v1", None, 200)
    return ok
@t
def route_dup_endpoint(s):
    d = s.api("POST", "/email/domains", {"name": "a.mail.example"}, 201)["id"]; s.api("POST", f"/email/domains/{d}/receive", None, 200)
    w = [s.api("POST", "/email/webhooks", {"url": "https://x.example/h", "eventTypes": ["message.sent"]}, 201)["webhook"]["id"] for _ in "12"]
    mk = lambda e: s.api("POST", "/email/routes", {"domainId": d, "pattern": "support", "endpointId": e}).status
    assert mk(w[0]) == 201 and mk(w[0]) == 409
    return either(mk(w[1]), 409, 201)
@t
def domain_claim_per_org(s):
    s.api("POST", "/email/domains", {"name": "a.mail.example"}, 201, who="nils")
    return either(s.api("POST", "/email/domains", {"name": "a.mail.example"}).status, 409, 201)
@t
def event_kind_complaint(s):
    s.domain(); m = s.sent(); s.ev("message-complained", {"messageId": m})
    assert s.api("GET", "/email/suppressions", None, 200)["suppressions"][0]["reason"] == "complaint"
    return either([e["kind"] for e in s.api("GET", "/email/messages/" + m, None, 200)["events"]], ["sent", "complained"], ["sent", "complaint"])
@t
def events_null(s):
    s.domain(receive=True); m = s.ev("message-received", {"from": "x@customer.example", "to": ["me@a.mail.example"]})["messageId"]
    return either(s.api("GET", "/email/messages/" + m, None, 200)["events"], [], None)
@t
def content_410(s):
    s.domain(); n, o = s.sent(), s.sent(createdAt=ago(40))
    assert s.api("GET", f"/email/messages/{n}/content").status == 200 and s.api("GET", "/email/messages/msg_x/content").status == 404
    return either(s.api("GET", f"/email/messages/{o}/content").status, 404, 410)
@t
def accepted_counts_inbound(s):
    s.domain(receive=True); a = lambda: s.api("GET", "/email/settings", None, 200)["acceptedToday"]
    s.sent(); b = a(); assert b == 1
    s.ev("message-received", {"from": "x@customer.example", "to": ["me@a.mail.example"]})
    return either(a(), 1, 2)
@t
def resuppression_lost(s):
    s.domain(); L = lambda: s.api("GET", "/email/suppressions", None, 200)["suppressions"]
    s.ev("message-bounced", {"messageId": s.sent(), "bounce": "hard"})
    l = L(); assert [(x["address"], x["reason"]) for x in l] == [("x@customer.example", "bounce")]
    s.api("DELETE", "/email/suppressions/" + l[0]["id"], None, 204); assert L() == []
    s.ev("message-bounced", {"messageId": s.sent(), "bounce": "hard"})
    return either([x["address"] for x in L()], ["x@customer.example"], [])
@t
def retry_old_secret(s):
    s.domain(); w = s.api("POST", "/email/webhooks", {"url": "https://x.example/h", "eventTypes": ["message.sent"]}, 201)
    wid, old = w["webhook"]["id"], w["signingSecret"]
    s.ev("webhook-endpoint-answers", {"endpointId": wid, "answers": [{"status": 500}, {"status": 200}]})
    s.sent(); s.advance("PT1S")
    new = s.api("POST", f"/email/webhooks/{wid}/rotate-secret", None, 200)["signingSecret"]
    s.advance("PT30S")
    a = s.call("GET", "/_understudy/webhook-deliveries?endpointId=" + wid, who=None)["attempts"]; assert len(a) == 2, a
    def by(secret, x):
        h = x["headers"]; k = base64.b64decode(secret[6:])
        return "v1," + base64.b64encode(hmac.new(k, f"{h['Webhook-Id']}.{h['Webhook-Timestamp']}.{x['body']}".encode(), hashlib.sha256).digest()).decode() == h["Webhook-Signature"]
    assert by(old, a[0])
    return either((by(new, a[1]), by(old, a[1])), (True, False), (False, True))
@t
def manual_autoresolve(s):
    i = s.incident(); s.advance("PT2H")
    return either(s.api("GET", "/oncall/incidents/" + i, None, 200)["status"], "open", "resolved")
@t
def ack_reopens_resolved(s):
    i = s.incident(); s.api("POST", f"/oncall/incidents/{i}/resolve", None, 200); s.api("POST", f"/oncall/incidents/{i}/acknowledge")
    return either(s.api("GET", "/oncall/incidents/" + i, None, 200)["status"], "resolved", "acknowledged")
@t
def resolve_needs_ack(s):
    j = s.incident(); s.api("POST", f"/oncall/incidents/{j}/acknowledge", None, 200); s.api("POST", f"/oncall/incidents/{j}/resolve", None, 200)
    return either(s.api("POST", f"/oncall/incidents/{s.incident()}/resolve").status, 200, 409)
@t
def handoff_in_utc(s):
    s.at("2027-01-11T12:00:00Z")
    s.api("POST", "/oncall/schedules", {"name": "n", "timezone": "Asia/Tokyo", "participants": [{"userId": "usr_olga", "label": "O"}, {"userId": "usr_adam", "label": "A"}], "handoff": {"interval": "daily", "time": "09:00"}}, 201)
    now = lambda: s.api("GET", "/oncall/schedules", None, 200)["schedules"][0]["onCallNow"]["userId"]
    s.at("2027-01-11T23:59:00Z"); a = now(); s.at("2027-01-12T00:01:00Z"); b = now(); s.at("2027-01-12T09:01:00Z"); c = now()
    assert a != c
    return either(b, c, a)
@t
def detach_null_refused(s):
    assert s.attach(s.policy("usr_adam")).status == 200
    r = s.attach(None)
    return either(r.status, 200, 400)
@t
def detach_by_omission(s):
    p = s.policy("usr_adam"); assert s.attach(p)["escalationPolicyId"] == p
    ok = refused(s.api("PUT", "/oncall/services/svc_shop/escalation-policy", {}), 200)
    assert s.api("GET", "/oncall/escalation-policies", None, 200)["policies"][0]["services"] == (1 if ok else 0)
    assert s.attach(None).status == 200
    return ok
@t
def detached_pages_default(s):
    s.attach(s.policy("usr_adam")); assert s.attach(None).status == 200
    i = s.incident(); s.advance("PT1S")
    return either(len(s.pages(i)), 0, 1)
@t
def ack_does_not_stop(s):
    s.attach(s.policy("usr_adam", "usr_mia")); i = s.incident(); s.advance("PT1S"); assert len(s.pages(i)) == 1
    s.api("POST", f"/oncall/incidents/{i}/acknowledge", None, 200); s.advance("PT10M")
    return either(len(s.pages(i)), 1, 2)
@t
def no_credential_silent(s):
    s.api("PUT", "/oncall/provider-credential", {"accountSid": "AC1", "authToken": "t", "fromNumber": "+15005550006"}, 200)
    s.api("PUT", "/oncall/paging-settings", {"phone": "+4915112345678", "rules": [{"channel": "sms", "delaySeconds": 0}]}, 200)
    s.api("DELETE", "/oncall/provider-credential", None, 204)
    s.attach(s.policy("usr_olga")); i = s.incident(); s.advance("PT1S")
    p = [(x["channel"], x["outcome"]) for x in s.pages(i)]
    return either(p, [("sms", "failed")], [])
@t
def provider_stored_first(s):
    s.ev("provider-behaves", {"behaviour": "rejects"})
    s.api("PUT", "/oncall/provider-credential", {"accountSid": "AC1", "authToken": "t", "fromNumber": "+15005550006"}, 422)
    return either(s.api("GET", "/oncall/provider-credential", None, 200)["configured"], False, True)
@t
def group_status(s):
    a = s.api("POST", "/oncall/alert-sources", {"name": "n", "serviceId": "svc_shop"}, 201)
    def deliver(status, **st):
        r = s.call("POST", f"/api/v1/oncall/alert-sources/{a['id']}/webhook", {"version": "4", "status": status, "alerts": [
            {"status": v, "labels": {"alertname": k}, "annotations": {}, "startsAt": ago(0), "endsAt": "0001-01-01T00:00:00Z", "fingerprint": "f" + k} for k, v in st.items()]},
            who=None, headers={"Authorization": "Bearer " + a["token"]})
        assert r.status == 200, r
    deliver("firing", A="firing", B="firing")
    f = lambda: s.api("GET", "/oncall/incidents", None, 200)["incidents"][0]["firingAlerts"]
    assert f() == 2
    deliver("firing", A="firing", B="resolved"); r = f()
    deliver("resolved", A="resolved", B="resolved"); assert s.api("GET", "/oncall/incidents", None, 200)["incidents"] == []
    return either(r, 1, 2)
@t
def datastore_size_any(s):
    return refused(s.api("POST", "/clusters", {"name": "proof", "tier": "small", "datastore": {"mode": "dedicated", "size": "db-huge"}}), 201)
@t
def patch_downgrade(s):
    s.cluster("1.32.6"); ok = refused(s.api("PATCH", "/clusters/proof", {"orchestratorVersion": "1.32.4"}), 200); s.advance("PT60S")
    assert s.api("GET", "/clusters/proof", None, 200)["orchestratorVersion"] == ("1.32.6" if ok else "1.32.4")
    assert s.api("PATCH", "/clusters/proof", {"orchestratorVersion": "1.31.9"}).status == 400
    return ok
@t
def skew_unnamed(s):
    s.cluster("1.33.2"); s.ev("node-joins", {"cluster": "proof", "node": "worker-7", "agentVersion": "1.31.9", "ready": True})
    r = s.api("PATCH", "/clusters/proof", {"orchestratorVersion": "1.34.1"}, 409)
    return "worker-7" in r["error"]
@t
def deleted_node_blocks(s):
    s.cluster("1.33.2"); s.ev("node-joins", {"cluster": "proof", "node": "worker-7", "agentVersion": "1.31.9", "ready": True})
    assert s.api("PATCH", "/clusters/proof", {"orchestratorVersion": "1.34.1"}).status == 409
    s.api("DELETE", "/clusters/proof/nodes/worker-7", None, 204); assert s.api("GET", "/clusters/proof/nodes", None, 200)["nodes"] == []
    return either(s.api("PATCH", "/clusters/proof", {"orchestratorVersion": "1.34.1"}).status, 200, 409)
@t
def node_delete_202(s):
    s.cluster(); s.ev("node-joins", {"cluster": "proof", "node": "worker-7", "ready": True})
    r = s.api("DELETE", "/clusters/proof/nodes/worker-7"); assert s.api("GET", "/clusters/proof/nodes", None, 200)["nodes"] == []
    return either(r.status, 204, 202)
@t
def since_past_window(s):
    s.domain(); n, o = s.sent(), s.sent(createdAt=ago(120))
    assert [m["id"] for m in s.api("GET", "/email/messages", None, 200)["messages"]] == [n]
    return either([m["id"] for m in s.api("GET", "/email/messages?since=" + ago(150), None, 200)["messages"]], [n], [n, o])
@t
def cap_only_unfiltered(s):
    for _ in range(101): s.incident()
    assert len(s.api("GET", "/oncall/incidents", None, 200)["incidents"]) == 100
    return either(len(s.api("GET", "/oncall/incidents?status=open", None, 200)["incidents"]), 100, 101)
@t
def quota_after_validation(s):
    b = {"name": "m", "kind": "http", "intervalSeconds": 60, "vantages": ["fra"], "http": {"url": "https://x.example/"}}
    s.api("POST", "/uptime/monitors", b, 201); s.ev("quota-changes", {"quota": "monitors", "value": 1}); s.api("POST", "/uptime/monitors", b, 403)
    return either(s.api("POST", "/uptime/monitors", {**b, "intervalSeconds": 61}).status, 403, 400)

def build(edits, out):
    d = tempfile.mkdtemp(prefix="build-", dir=HERE)
    try:
        shutil.copytree(os.path.join(HERE, "../../../../../examples/fourth-candidate"), os.path.join(d, "c"))
        for e in edits:
            f = os.path.join(d, "c", e["file"]); x = open(f).read()
            if x.count(e["find"]) != 1: raise Exception(f"{e['file']}: {x.count(e['find'])} times {e['find'][:60]!r}")
            open(f, "w").write(x.replace(e["find"], e["replace"]))
        p = subprocess.run([GO, "build", "-ldflags=-s -w", "-o", out, "."], cwd=os.path.join(d, "c"), capture_output=True, text=True)
        if p.returncode: raise Exception("does not compile: " + p.stderr[:500])
    finally: shutil.rmtree(d, ignore_errors=True)
def run(binary, test):
    with socket.socket() as k: k.bind(("127.0.0.1", 0)); port = k.getsockname()[1]
    p = subprocess.Popen([binary, "-port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        s = S(port)
        for _ in range(200):
            try:
                if s.call("GET", "/_understudy/health", who=None).status == 200: break
            except OSError: time.sleep(0.05)
        else: raise Exception("does not start")
        return test(s)
    finally: p.kill(); p.wait()
def main():
    mistakes = json.load(open(os.path.join(HERE, "mistakes.json"))); want = sys.argv[1:]
    unknown = [w for w in want if w not in {m["id"] for m in mistakes}]
    if unknown: sys.exit("unknown: " + ", ".join(unknown))
    tmp = tempfile.mkdtemp(prefix="bin-", dir=HERE); failed = 0
    try:
        clean = os.path.join(tmp, "clean"); build([], clean)
        for m in mistakes:
            if want and m["id"] not in want: continue
            try:
                if run(clean, T[m["id"]]) is not True: raise Exception("the clean copy is wrong")
                b = os.path.join(tmp, "bad"); build(m["edits"], b)
                if run(b, T[m["id"]]) is not False: raise Exception("the mistake does not show")
                print("ok  ", m["id"], flush=True)
            except Exception as e: failed += 1; print("FAIL", m["id"], f"{type(e).__name__}: {e}", flush=True)
    finally: shutil.rmtree(tmp, ignore_errors=True)
    sys.exit(1 if failed else 0)
if __name__ == "__main__": main()
