#!/usr/bin/env python3
"""python3 prove.py [ID...]: builds the clean candidate and each variation, runs one server at a time, and shows by
requests that the difference is visible (probe) and that all areas still work (smoke). Standard library only."""
import tempfile, base64, gzip, hashlib, hmac, http.client, json, os, shutil, subprocess, sys, threading, time
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
ROOT = os.path.dirname(os.path.abspath(__file__))
SCRATCH = os.path.join(tempfile.gettempdir(), "prove-lawful-fourth")
PORT = 18471
ENV = dict(os.environ, GOCACHE=SCRATCH + "/.cache", GOFLAGS="-mod=mod", GOTOOLCHAIN="local", GOTELEMETRY="off", GOPATH=SCRATCH + "/.gopath", HOME=SCRATCH)

class R:
    def __init__(s, st, h, raw):
        s.status, s.h, s.raw = st, h, raw
        if h.get("content-encoding") == "gzip": raw = gzip.decompress(raw)
        try: s.j = json.loads(raw)
        except Exception: s.j = None
    def __getitem__(s, k): return s.j[k]
    def get(s, k): return s.j.get(k)

def req(m, path, body=None, who="olga", org=None, headers=None):
    for _ in range(8):
        c = http.client.HTTPConnection("127.0.0.1", PORT, timeout=15)
        h = {}
        if who: h["Authorization"] = "Bearer " + (who if "_" in who else "session-" + who)
        if org: h["X-Organization"] = org
        if body is not None: h["Content-Type"] = "application/json"
        h.update(headers or {})
        if not path.startswith("/_"): path2 = "/api/v1" + path
        else: path2 = path
        c.request(m, path2, json.dumps(body) if body is not None else None, h)
        r = c.getresponse()
        out = R(r.status, {k.lower(): v for k, v in r.getheaders()}, r.read())
        c.close()
        if out.status == 429 and not NO_RETRY: time.sleep(1.05); continue
        break
    if out.status >= 400: assert out.j and isinstance(out.j.get("error"), str), (m, path, out.raw)
    return out
NO_RETRY = False
def G(p, **k): return req("GET", p, **k)
def P(p, b=None, **k): return req("POST", p, b, **k)
def PA(p, b=None, **k): return req("PATCH", p, b, **k)
def PU(p, b=None, **k): return req("PUT", p, b, **k)
def D(p, **k): return req("DELETE", p, **k)
def ev(n, **b):
    r = P("/_understudy/events/" + n, b); assert r.status == 200, (n, r.status, r.raw); return r.j
def adv(by): r = P("/_understudy/clock/advance", {"by": by}); assert r.status == 200, r.raw; return r.j
def iso(d): return d.strftime("%Y-%m-%dT%H:%M:%SZ")
def t(s): return datetime.fromisoformat(s.replace("Z", "+00:00"))
def ok(r, *st): assert r.status in st, (r.status, r.raw[:300]); return r

def domain(name="a.mail.example", verified=True):
    d = ok(P("/email/domains", {"name": name}), 201).j
    if verified:
        ev("dns-record-published", domain=d["id"], capability="send"); P("/email/domains/%s/check" % d["id"]); adv("PT10S")
        assert G("/email/domains/" + d["id"])["sendState"] == "verified"
    return d
def send(i=0, frm="x@a.mail.example"): return ev("message-sent", **{"from": frm, "to": ["r%d@people.example" % i], "subject": "s"})["messageId"]
VANT = None
def mon(**k):
    c = G("/uptime/catalog").j
    b = dict(name="m", kind="http", intervalSeconds=c["intervals"][0]["seconds"], vantages=[[x["id"] for x in c["vantages"] if x["available"]][0]], http={"url": "https://shop.example"})
    b.update(k); return ok(P("/uptime/monitors", b), 201).j
def cluster(name="k1", **k): return ok(P("/clusters", dict(name=name, tier="small", **k)), 201)
def sched(**k):
    return ok(P("/oncall/schedules", dict(name="s", timezone="Europe/Berlin", participants=[{"userId": "usr_olga", "label": "O"}, {"userId": "usr_adam", "label": "A"}], handoff={"interval": "daily", "time": "09:00"}, **k)), 201).j
def reg(slug="shop-reg"): return ok(P("/registry/registries", {"slug": slug}), 201).j
def push(slug="shop-reg", repo="web", **k): return ev("image-pushed", registry=slug, repository=repo, **k)
def rule(slug="shop-reg"): return ok(P("/registry/registries/%s/oidc-rules" % slug, dict(issuer="https://ci.example", audience="a", subjectPattern="repo:*", mode="pull")), 201)

# ---- probes: each returns what is seen; and what must be seen when edited
PROBES = {}
def probe(f): PROBES["va-" + f.__name__.replace("_", "-")] = f; return f

@probe
def time_offset_micros():
    P("/tokens", {"name": "x"}); s = G("/tokens")["tokens"][0]["createdAt"]
    assert abs((t(s) - datetime.now(timezone.utc)).total_seconds()) < 5
    return {"offset": s[-6:] == "+01:00", "len": len(s)}, {"offset": True, "len": 32}
@probe
def ids_base64_node():
    a = ok(P("/uptime/services", {"name": "x"}), 201)["id"]
    ok(PA("/uptime/services/" + a, {"name": "y"}), 200); ok(D("/uptime/services/" + a), 204)
    w = ok(P("/email/webhooks", {"url": "https://h.example/x", "eventTypes": ["message.sent"]}), 201)["webhook"]["id"]
    ok(G("/email/webhook-deliveries?endpointId=" + w), 200); ok(D("/email/webhooks/" + w), 204)
    return {"pad": a.endswith("=")}, {"pad": True}
@probe
def names_trimmed():
    a = P("/uptime/services", {"name": "  x  "}); b = P("/uptime/services", {"name": "x"})
    i = ok(P("/oncall/incidents", {"serviceId": "svc_shop", "title": " t "}), 201)["title"]
    return {"name": a["name"], "again": b.status, "title": i}, {"name": "x", "again": 409, "title": "t"}
@probe
def lists_newest_first():
    for n in "ab": P("/email/suppressions", {"address": n + "@p.example"}); P("/uptime/export-tokens", {"name": n})
    return {"s": [x["address"][0] for x in G("/email/suppressions")["suppressions"]], "e": [x["name"] for x in G("/uptime/export-tokens")["tokens"]]}, {"s": ["b", "a"], "e": ["b", "a"]}
@probe
def http_problem_json():
    a = G("/tokens", who=None); b = PA("/organization/contacts", {"billingEmail": "nope"})
    return {"st": [a.status, b.status], "ct": [a.h["content-type"], b.h["content-type"]], "keys": sorted(a.j)}, {"st": [401, 400], "ct": ["application/problem+json"] * 2, "keys": ["error", "requestId", "status", "title", "type"]}
@probe
def http_gzip():
    cluster(); a = G("/clusters", headers={"Accept-Encoding": "gzip"}); b = G("/clusters")
    assert a["clusters"][0]["name"] == b["clusters"][0]["name"] == "k1"
    return {"enc": a.h.get("content-encoding"), "plain": b.h.get("content-encoding")}, {"enc": "gzip", "plain": None}
@probe
def http_unknown_fields_refused():
    a = PA("/organization/contacts", {"technicalEmail": "t@x.example", "nickName": "x"}); g = G("/organization/contacts")["technicalEmail"]
    b = PA("/organization/contacts", {"technicalEmail": "t2@x.example"}); ok(b, 200)
    u = P("/oncall/incidents", {"serviceId": "svc_shop", "title": "t", "priority": 1})
    return {"st": a.status, "kept": g == "tech@aurora.example", "inc": u.status}, {"st": 400, "kept": True, "inc": 400}
@probe
def http_rate_limit():
    global NO_RETRY
    NO_RETRY = True
    try: l = [G("/tokens") for _ in range(150)]
    finally: NO_RETRY = False
    m = [x for x in l if x.status == 429]
    time.sleep(1.1); ok(G("/tokens"), 200)
    return {"limited": bool(m), "after": m[0].h.get("retry-after") if m else None}, {"limited": True, "after": "1"}
@probe
def tokens_all_orgs():
    P("/tokens", {"name": "b"}, who="bea", org="borealis")
    return {"n": [len(G("/tokens", who="bea", org="aurora")["tokens"]), len(G("/tokens", who="olga")["tokens"])], "slug": [x["orgSlug"] for x in G("/tokens", who="bea", org="aurora")["tokens"]]}, {"n": [1, 0], "slug": ["borealis"]}
@probe
def tokens_expiresin_minutes():
    k = P("/tokens", {"name": "b", "expiresIn": 60})["key"]; x = G("/tokens")["tokens"][0]; d = (t(x["expiresAt"]) - t(x["createdAt"])).total_seconds()
    ok(G("/tokens", who=k), 200); adv("PT61M"); ok(G("/tokens", who=k), 401)
    return {"life": round(d)}, {"life": 3600}
@probe
def tokens_effective_scope():
    k = P("/tokens", {"name": "b"})["key"]; ok(G("/iam/catalog", who=k), 200)
    P("/tokens", {"name": "c", "scope": [{"role": "viewer"}]})
    l = G("/tokens")["tokens"]
    return {"scope": [[s["role"] for s in x["scope"]] for x in l]}, {"scope": [["admin"], ["viewer"]]}
@probe
def iam_catalog_builtin_only():
    ev("role-changes", customRole={"id": "crew", "name": "Crew", "permissions": ["uptime.monitor.read"]})
    return {"cat": "crew" in [r["id"] for r in G("/iam/catalog")["roles"]], "opt": "crew" in [r["id"] for r in G("/tokens/scope-options")["roles"]]}, {"cat": False, "opt": True}
@probe
def iam_permissions_admins():
    return {"member": G("/iam/permissions", who="mia").status, "admin": G("/iam/permissions", who="adam").status}, {"member": 403, "admin": 200}
@probe
def iam_richer_catalog():
    ids = [r["id"] for r in G("/iam/catalog")["roles"]]
    ok(P("/tokens", {"name": "a", "scope": [{"role": "viewer"}]}), 201)
    return {"svc": "billing" in [s["service"] for s in G("/iam/permissions")["services"]], "roles": "auditor" in ids and "billing.viewer" in ids}, {"svc": True, "roles": True}
@probe
def org_billing_unique():
    a = PA("/organization/contacts", {"billingEmail": "billing@borealis.example"}); g = G("/organization/contacts")["billingEmail"]
    ok(PA("/organization/contacts", {"technicalEmail": "billing@borealis.example"}), 200); ok(PA("/organization/contacts", {"billingEmail": "new@aurora.example"}), 200)
    return {"st": a.status, "now": g}, {"st": 409, "now": "billing@aurora.example"}
@probe
def org_validate_first():
    a = PA("/organization/contacts", {"billingEmail": "nope"}, who="mia"); b = PA("/organization/contacts", {"billingEmail": "m@x.example"}, who="mia")
    ok(PA("/organization/contacts", {"billingEmail": "a@x.example"}, who="adam"), 200)
    return {"bad": a.status, "good": b.status, "anon": PA("/organization/contacts", {"billingEmail": "nope"}, who=None).status}, {"bad": 400, "good": 403, "anon": 401}
@probe
def reg_slug_retired():
    reg(); ok(D("/registry/registries/shop-reg"), 204); ok(G("/registry/registries/shop-reg"), 404)
    return {"again": P("/registry/registries", {"slug": "shop-reg"}).status}, {"again": 409}
@probe
def reg_empty_repo_vanishes():
    reg(); a = push(tags=["one"]); b = push(tags=["two"])
    q = "/registry/registries/shop-reg/manifests?repo=web&digest="
    ok(D(q + a["digest"]), 204); assert G("/registry/registries/shop-reg")["repositoryCount"] == 1
    ok(D(q + b["digest"]), 204)
    return {"n": G("/registry/registries/shop-reg")["repositoryCount"], "del": D("/registry/registries/shop-reg").status}, {"n": 0, "del": 204}
@probe
def reg_gc_deferred():
    reg(); a = push(); u = G("/registry/registries/shop-reg")["usedBytes"]; assert u > 0
    ok(D("/registry/registries/shop-reg/manifests?repo=web&digest=" + a["digest"]), 204)
    assert G("/registry/registries/shop-reg/manifests?repo=web")["manifests"] == []
    now = G("/registry/registries/shop-reg")["usedBytes"]; adv("PT11S")
    return {"now": now == u, "later": G("/registry/registries/shop-reg")["usedBytes"]}, {"now": True, "later": 0}
@probe
def reg_rule_id_snowflake():
    reg(); a = rule()["id"]; b = rule()["id"]; assert a != b
    ok(D("/registry/registries/shop-reg/oidc-rules/%d" % a), 204)
    assert [x["id"] for x in G("/registry/registries/shop-reg/oidc-rules")["rules"]] == [b]
    return {"big": a > 2 ** 53}, {"big": True}
@probe
def reg_delete_idempotent():
    reg(); i = rule()["id"]; p = "/registry/registries/shop-reg/oidc-rules/%d" % i
    ok(D(p), 204); assert G("/registry/registries/shop-reg/oidc-rules")["rules"] == []
    return {"again": D(p).status, "up": D("/registry/registries/shop-reg/upstream-credentials/ghcr.io").status}, {"again": 204, "up": 204}
@probe
def email_mx_from_the_start():
    d = domain(verified=False); n = len(G("/email/domains/%s/dns" % d["id"])["records"]); assert n == len(d["dnsRecords"])
    a = ok(P("/email/domains/%s/receive" % d["id"]), 200)
    assert len([r for r in a["dnsRecords"] if r["type"] == "MX"]) == 1 and a["receiveState"] == "pending"
    ev("dns-record-published", domain=d["id"]); P("/email/domains/%s/check" % d["id"]); adv("PT10S")
    assert G("/email/domains/" + d["id"])["receiveState"] == "verified"
    return {"mx": "MX" in [r["type"] for r in d["dnsRecords"]], "st": d["receiveState"]}, {"mx": True, "st": "none"}
@probe
def email_short_pages():
    domain(); ids = [send(i) for i in range(10)]
    seen, pages, cur = [], [], ""
    while cur is not None:
        r = G("/email/messages" + ("?cursor=" + cur if cur else "")); seen += [m["id"] for m in r["messages"]]; pages.append(len(r["messages"])); cur = r.get("cursor")
    assert seen == ids[::-1]
    return {"pages": pages}, {"pages": [5, 5, 0]}
@probe
def email_suppress_again():
    a = P("/email/suppressions", {"address": "a@p.example"}); b = P("/email/suppressions", {"address": "A@p.example"})
    assert len(G("/email/suppressions")["suppressions"]) == 1
    return {"st": b.status, "same": b.get("id") == a["id"], "reason": b.get("reason")}, {"st": 201, "same": True, "reason": "manual"}
@probe
def email_tombstones_listed():
    domain(); r = P("/email/keys", {"name": "k"}); i = r["sendKey"]["id"]; m = {"from": "x@a.mail.example", "to": ["q@p.example"], "subject": "s", "text": "t"}
    ok(P("/email/send", m, who=r["secret"]), 202); ok(D("/email/keys/" + i), 204); ok(P("/email/send", m, who=r["secret"]), 401)
    l = G("/email/keys")["sendKeys"]; assert r["secret"] not in json.dumps(l)
    return {"n": len(l), "rev": bool(l) and "revokedAt" in l[0], "again": D("/email/keys/" + i).status}, {"n": 1, "rev": True, "again": 404}
@probe
def email_delivery_per_attempt():
    domain(); w = P("/email/webhooks", {"url": "https://h.example/x", "eventTypes": ["message.sent"]})["webhook"]["id"]
    ev("webhook-endpoint-answers", endpointId=w, answers=[{"status": 500}, {"status": 200}]); send(); adv("PT1S"); adv("PT20S")
    l = G("/email/webhook-deliveries")["deliveries"]
    n = ok(P("/email/webhook-deliveries/%d/redeliver" % l[-1]["id"]), 202)["id"]; assert n not in [x["id"] for x in l]
    return {"d": [[x["state"], x["attempts"], x.get("lastStatus")] for x in l]}, {"d": [["delivered", 2, 200], ["failed", 1, 500]]}
@probe
def email_signature_header():
    got = []
    class H(BaseHTTPRequestHandler):
        def do_POST(s): got.append((dict((k.lower(), v) for k, v in s.headers.items()), s.rfile.read(int(s.headers["content-length"])))); s.send_response(200); s.send_header("content-length", "0"); s.end_headers()
        def log_message(s, *a): pass
    srv = HTTPServer(("127.0.0.1", 0), H); threading.Thread(target=srv.serve_forever, daemon=True).start()
    domain(); w = P("/email/webhooks", {"url": "http://127.0.0.1:%d/x" % srv.server_port, "eventTypes": ["message.sent"]}); sec = w["signingSecret"]
    send()
    for _ in range(50):
        if got: break
        time.sleep(0.1)
    h, body = got[0]; srv.shutdown(); srv.server_close()
    s = h.get("x-fourth-signature"); good = False
    if s:
        ts, sig = [x.split("=")[1] for x in s.split(",")]
        good = hmac.new(sec.encode(), ts.encode() + b"." + body, hashlib.sha256).hexdigest() == sig
    return {"own": bool(s), "good": good, "std": "webhook-signature" in h}, {"own": True, "good": True, "std": False}
def incident(s="svc_shop"): return ok(P("/oncall/incidents", {"serviceId": s, "title": "t"}), 201).j
@probe
def oncall_ack_strict_resolve_lenient():
    p = "/oncall/incidents/" + incident()["id"]
    a = [P(p + "/acknowledge"), P(p + "/acknowledge"), P(p + "/resolve"), P(p + "/resolve"), P(p + "/acknowledge")]
    same = a[3].status != 200 or a[3]["resolvedAt"] == a[2]["resolvedAt"]; assert same and G(p)["status"] == "resolved"
    return {"st": [x.status for x in a]}, {"st": [200, 409, 200, 200, 409]}
@probe
def oncall_oncallnow_list_only():
    s = sched(); u = ok(PA("/oncall/schedules/" + s["id"], {"name": "z"}), 200)
    l = G("/oncall/schedules")["schedules"][0]
    return {"c": "onCallNow" in s, "u": "onCallNow" in u.j, "l": "onCallNow" in l}, {"c": False, "u": False, "l": True}
@probe
def oncall_no_auto_resolve():
    i = ev("alert-fires", serviceId="svc_shop", alert="a1")["incidentId"]; ev("alert-resolves", serviceId="svc_shop", alert="a1")
    g = G("/oncall/incidents/" + i).j; st = [g["status"], g["firingAlerts"]]
    if g["status"] == "open": ok(P("/oncall/incidents/%s/resolve" % i), 200)
    n = ev("alert-fires", serviceId="svc_shop", alert="a2"); assert n["opened"] and n["incidentId"] != i
    return {"st": st}, {"st": ["open", 0]}
@probe
def oncall_paging_across_orgs():
    ok(PU("/oncall/paging-settings", {"phone": "+4915112345678", "rules": [{"channel": "email", "delaySeconds": 30}]}, who="bea", org="aurora"), 200)
    o = G("/oncall/paging-settings", who="bea", org="borealis"); m = G("/oncall/paging-settings", who="mia"); assert m["rules"][0]["delaySeconds"] == 0
    return {"d": o["rules"][0]["delaySeconds"]}, {"d": 30}
@probe
def oncall_override_overlap_409():
    p = "/oncall/schedules/%s/overrides" % sched()["id"]; n = datetime.now(timezone.utc)
    def o(a, b): return P(p, {"userId": "usr_mia", "label": "M", "startsAt": iso(n + timedelta(hours=a)), "endsAt": iso(n + timedelta(hours=b))})
    x = [o(-1, 2).status, o(1, 3).status, o(2, 3).status]; s = G("/oncall/schedules")["schedules"][0]
    assert s["onCallNow"]["override"] and s["onCallNow"]["userId"] == "usr_mia"
    return {"st": x}, {"st": [201, 409, 201]}
@probe
def oncall_sms_rule_without_credential():
    a = PU("/oncall/paging-settings", {"rules": [{"channel": "sms", "delaySeconds": 0}]})
    b = PU("/oncall/paging-settings", {"phone": "+4915112345678", "rules": [{"channel": "sms", "delaySeconds": 0}]})
    p = ok(P("/oncall/escalation-policies", {"name": "p", "repeat": 0, "steps": [{"target": {"kind": "user", "id": "usr_olga", "label": "O"}, "waitSeconds": 60}]}), 201)["id"]
    ok(PU("/oncall/services/svc_shop/escalation-policy", {"escalationPolicyId": p}), 200); i = incident(); adv("PT1S")
    pg = G("/_understudy/pages?incidentId=" + i["id"])["pages"]
    return {"nophone": a.status, "st": b.status, "page": [[x["channel"], x.get("error")] for x in pg]}, {"nophone": 400, "st": 200, "page": [["sms", "no provider credential"]]}
@probe
def clusters_phase_words():
    a = cluster()["phase"]; adv("PT25S"); b = G("/clusters/k1")["phase"]; PA("/clusters/k1", {"replicas": 3}); c = G("/clusters/k1")["phase"]; D("/clusters/k1")
    return {"p": [a, b, c, G("/clusters/k1")["phase"]]}, {"p": ["CREATING", "ACTIVE", "MODIFYING", "DELETING"]}
@probe
def clusters_patch_shows_after_roll():
    cluster(); adv("PT25S"); a = ok(PA("/clusters/k1", {"replicas": 3, "managedLoadBalancers": {"enabled": True}}), 200); ok(PA("/clusters/k1", {"replicas": 5}), 409)
    ev("node-joins", cluster="k1", node="n1"); adv("PT20S"); b = G("/clusters/k1"); assert len(G("/clusters/k1/nodes")["nodes"]) == 1
    ok(PA("/clusters/k1", {"orchestratorVersion": "1.33.2"}), 200); adv("PT20S"); assert G("/clusters/k1")["orchestratorVersion"] == "1.33.2"
    return {"r": [a["replicas"], b["replicas"]], "lb": b["managedLoadBalancers"]["enabled"]}, {"r": [1, 3], "lb": True}
@probe
def clusters_gone_at_once():
    cluster(); a = D("/clusters/k1"); assert a.status == 202 and a.raw == b""
    x = {"get": G("/clusters/k1").status, "n": len(G("/clusters")["clusters"]), "again": D("/clusters/k1").status}; adv("PT15S"); ok(G("/clusters/k1"), 404)
    return x, {"get": 404, "n": 0, "again": 404}
@probe
def clusters_kubeconfig_json():
    cluster(); k = ok(G("/clusters/k1/kubeconfig"), 200)["kubeconfig"]
    assert ev("credential-used", kind="kubeconfig", secret=k, cluster="k1")["accepted"]
    try: j = json.loads(k); assert ev("credential-used", kind="kubeconfig", secret=j["users"][0]["user"]["token"])["accepted"]
    except ValueError: j = {}
    return {"kind": j.get("kind")}, {"kind": "Config"}
@probe
def clusters_ha_defaults():
    a = cluster(); b = cluster("k2", replicas=1, mesh=False, orchestratorVersion="1.31.9", managedLoadBalancers={"enabled": False})
    f = lambda c: [c["replicas"], c["mesh"], c["managedLoadBalancers"]["enabled"], c["orchestratorVersion"]]
    return {"a": f(a), "b": f(b)}, {"a": [3, True, True, "1.33.2"], "b": [1, False, False, "1.31.9"]}
@probe
def uptime_other_catalog():
    c = G("/uptime/catalog").j; m = mon(); f = c["vantages"][0]
    bad = P("/uptime/monitors", dict(name="n", kind="tcp", intervalSeconds=c["intervals"][0]["seconds"], vantages=[[v["id"] for v in c["vantages"] if not v["available"]][0]], tcp={"host": "x.example", "port": 1}))
    i30 = PA("/uptime/monitors/" + m["id"], {"intervalSeconds": 30}).status
    return {"first": f["available"], "bad": bad.status, "i30": i30}, {"first": False, "bad": 400, "i30": 400}
@probe
def uptime_state_absent():
    m = mon(); l = G("/uptime/monitors")["monitors"][0]; ev("probe-result", monitorId=m["id"], outcome="ok"); g = G("/uptime/monitors/" + m["id"])
    assert m["id"] and m["createdAt"] and m["kind"] == "http" and m["http"]["url"]
    return {"new": [m.get("state"), m.get("stateSince") is None, l.get("state")], "then": g["state"], "since": bool(g["stateSince"])}, {"new": [None, True, None], "then": "up", "since": True}
@probe
def uptime_history_after_delete():
    m = mon(); p = "/uptime/monitors/" + m["id"]; ev("probe-result", monitorId=m["id"], outcome="ok"); ok(D(p), 204)
    assert G("/uptime/monitors")["monitors"] == [] and D(p).status == 404 and PA(p, {"name": "z"}).status == 404
    r = [G(p + x).status for x in ("", "/metrics", "/failures", "/transitions")]
    return {"st": r, "foreign": G(p + "/transitions", who="nils").status}, {"st": [404, 200, 200, 200], "foreign": 404}
@probe
def uptime_recovery_confirmed():
    m = mon(downCondition={"confirmations": 3, "quorum": 1}); r = []
    for o in ["ok", "fail", "fail", "fail", "ok", "ok", "ok"]: r.append(ev("probe-result", monitorId=m["id"], outcome=o)["state"]); adv("PT60S")
    assert [x["to"] for x in G("/uptime/monitors/%s/transitions" % m["id"])["transitions"]] == ["up", "down", "up"]
    return {"r": r}, {"r": ["up", "up", "up", "down", "down", "down", "up"]}
@probe
def uptime_metrics_shape():
    m = mon(); ev("probe-result", monitorId=m["id"], outcome="ok"); p = "/uptime/monitors/%s/metrics" % m["id"]; a = G(p); v = m["vantages"][0]
    assert G(p + "?window=7d")["window"] == "7d" and a["series"][0]["vantage"] == v
    return {"w": a["window"], "pct": a["uptimePct"][v], "ms": a["series"][0]["points"][0]["t"] > 1e12}, {"w": "1h", "pct": {"pct": 100, "samples": 1}, "ms": True}
@probe
def uptime_http_defaults_filled():
    m = mon(); k = mon(name="b", http={"url": "https://x.example/p?q=1", "method": "HEAD", "followRedirects": False, "expectStatus": ["204"]})["http"]
    assert k == {"url": "https://x.example/p?q=1", "method": "HEAD", "followRedirects": False, "expectStatus": ["204"]}
    return {"h": m["http"]}, {"h": {"url": "https://shop.example/", "method": "GET", "followRedirects": True, "expectStatus": ["2xx"]}}

# ---- smoke: every area does its usual work, with nothing that a variation may change
def smoke():
    k = ok(P("/tokens", {"name": "t", "expiresIn": 3600, "scope": [{"role": "uptime.viewer"}]}), 201)
    x = [y for y in G("/tokens")["tokens"] if y["id"] == k["id"]][0]
    assert all(f in x for f in "id name start enabled createdAt expiresAt lastRequest orgSlug scope".split()) and x["orgSlug"] == "aurora"; t(x["expiresAt"])
    ok(G("/uptime/monitors", who=k["key"]), 200); ok(P("/uptime/services", {"name": "q"}, who=k["key"]), 403)
    for a in ("/tokens", "/iam/catalog", "/organization/contacts", "/clusters", "/email/domains", "/uptime/ping"): ok(G(a, who=None), 401)
    assert G("/iam/catalog")["roles"] and G("/iam/permissions")["services"]; ok(G("/iam/catalog", who="mia"), 403)
    ok(PA("/organization/contacts", {"securityEmail": "s@aurora.example"}), 200); assert G("/organization/contacts")["securityEmail"] == "s@aurora.example"
    ok(PA("/organization/contacts", {"securityEmail": "no"}), 400); ok(PA("/organization/contacts", {"securityEmail": "s@x.example"}, who="mia"), 403)
    reg("smoke-reg"); ok(P("/registry/registries", {"slug": "smoke-reg"}), 409)
    key = ok(P("/registry/registries/smoke-reg/keys", {"name": "k", "mode": "pull"}), 201); ok(D("/registry/registries/smoke-reg/keys/" + key["keyId"]), 204)
    l = ok(P("/registry/login", {"pullOnly": True}), 201); assert {s["mode"] for s in l["scope"]} == {"pull"}
    push("smoke-reg", tags=["a", "b"]); tg = G("/registry/registries/smoke-reg/tags?repo=web")["tags"]; assert len(tg) == 2
    assert ok(D("/registry/registries/smoke-reg/tags?repo=web&tag=a"), 200)["purged"] is False
    assert ok(D("/registry/registries/smoke-reg/tags?repo=web&tag=b&purge=true"), 200)["purged"] is True
    d = domain("smoke.mail.example"); ok(P("/email/domains", {"name": "smoke.mail.example"}), 409)
    w = ok(P("/email/webhooks", {"url": "https://h.example/", "eventTypes": ["message.sent"]}), 201)["webhook"]["id"]
    ok(P("/email/routes", {"domainId": d["id"], "pattern": "a*", "endpointId": w}), 409); ok(P("/email/domains/%s/receive" % d["id"]), 200)
    r = ok(P("/email/routes", {"domainId": d["id"], "pattern": "a*", "endpointId": w}), 201)["id"]; ok(P("/email/routes", {"domainId": d["id"], "pattern": "a*", "endpointId": w}), 409)
    ok(D("/email/webhooks/" + w), 409); ok(D("/email/routes/" + r), 204)
    ev("webhook-endpoint-answers", endpointId=w, answers=[{"status": 200}])
    m = send(7, "x@smoke.mail.example"); ev("message-bounced", messageId=m, bounce="hard")
    assert {e["kind"] for e in G("/email/messages/" + m)["events"]} == {"sent", "bounced"} and "bounce" in [s["reason"] for s in G("/email/suppressions")["suppressions"]]
    c = G("/email/messages/%s/content" % m); assert c.h["content-type"].startswith("message/rfc822") and c.raw; adv("PT1S")
    assert G("/email/webhook-deliveries?messageId=" + m)["deliveries"][0]["state"] == "delivered"
    i = incident("svc_search"); assert i["status"] == "open"; assert ok(P("/oncall/incidents/%s/acknowledge" % i["id"]), 200)["acknowledgedAt"]
    ok(P("/oncall/incidents/%s/updates" % i["id"], {"body": "b"}), 201); assert ok(P("/oncall/incidents/%s/resolve" % i["id"]), 200)["status"] == "resolved"
    s = sched(); pol = ok(P("/oncall/escalation-policies", {"name": "p", "repeat": 1, "steps": [{"target": {"kind": "schedule", "id": s["id"], "label": "S"}, "waitSeconds": 60}]}), 201)["id"]
    ok(D("/oncall/schedules/" + s["id"]), 409); ok(PU("/oncall/services/svc_search/escalation-policy", {"escalationPolicyId": pol}), 200); ok(D("/oncall/escalation-policies/" + pol), 409)
    i = incident("svc_search"); adv("PT1S"); assert G("/_understudy/pages?incidentId=" + i["id"])["pages"]
    ok(PU("/oncall/services/svc_search/escalation-policy", {"escalationPolicyId": None}), 200); ok(D("/oncall/escalation-policies/" + pol), 204); ok(D("/oncall/schedules/" + s["id"]), 204)
    so = ok(P("/oncall/alert-sources", {"name": "a", "serviceId": "svc_billing"}), 201); am = {"alerts": [{"status": "firing", "labels": {"alertname": "x"}}]}
    ok(P("/oncall/alert-sources/%s/webhook" % so["id"], am, who=so["token"]), 200); ok(D("/oncall/alert-sources/" + so["id"]), 204); ok(P("/oncall/alert-sources/%s/webhook" % so["id"], am, who=so["token"]), 401)
    cluster("smoke", replicas=1, orchestratorVersion="1.32.6"); adv("PT25S"); ok(PA("/clusters/smoke", {"tier": "medium"}), 200); adv("PT20S"); assert G("/clusters/smoke")["tier"] == "medium"
    ok(PA("/clusters/smoke", {"orchestratorVersion": "1.34.1"}), 400); ok(PA("/clusters/smoke", {"orchestratorVersion": "1.31.9"}), 400)
    j = ok(P("/clusters/smoke/join-tokens"), 201)["joinToken"]; ok(P("/clusters/smoke/join", {"token": j, "node": "n1"}, who=None), 201); ok(P("/clusters/smoke/join", {"token": j, "node": "n2"}, who=None), 401)
    assert [n["name"] for n in G("/clusters/smoke/nodes")["nodes"]] == ["n1"]; ok(D("/clusters/smoke/nodes/n1"), 204)
    ok(D("/clusters/smoke"), 202); adv("PT15S"); ok(G("/clusters/smoke"), 404)
    sv = ok(P("/uptime/services", {"name": "s"}), 201)["id"]; ok(P("/uptime/services", {"name": "s"}), 409); m = mon(serviceId=sv)
    assert [x["monitors"] for x in G("/uptime/services")["services"] if x["id"] == sv] == [1]; ok(D("/uptime/services/" + sv), 409)
    ok(PA("/uptime/monitors/" + m["id"], {"name": "z"}), 200)
    for _ in range(2): ev("probe-result", monitorId=m["id"], outcome="fail"); adv("PT60S")
    assert G("/uptime/monitors/" + m["id"])["state"] == "down" and len(G("/uptime/monitors/%s/failures" % m["id"])["failures"]) == 2
    for _ in range(2): ev("probe-result", monitorId=m["id"], outcome="ok"); adv("PT60S")
    assert [x["to"] for x in G("/uptime/monitors/%s/transitions" % m["id"])["transitions"]] == ["up", "down"]
    ok(D("/uptime/monitors/" + m["id"]), 204); ok(G("/uptime/monitors/" + m["id"]), 404); ok(D("/uptime/services/" + sv), 204)
    e = ok(P("/uptime/export-tokens", {"name": "e"}), 201); ok(G("/uptime/metrics", who=e["token"]), 200); ok(D("/uptime/export-tokens/" + e["id"]), 204); ok(G("/uptime/metrics", who=e["token"]), 401)

def build(x):
    w = SCRATCH + "/build/" + (x["id"] if x else "clean")
    shutil.rmtree(w, ignore_errors=True); shutil.copytree(ROOT + "/../../../../examples/fourth-candidate", w)
    orig = {}
    for e in x["edits"] if x else []:
        p = w + "/" + e["file"]; s = open(p).read(); o = orig.setdefault(e["file"], s)
        assert o.count(e["find"]) == 1 and s.count(e["find"]) == 1, (x["id"], e["find"])
        open(p, "w").write(s.replace(e["find"], e["replace"]))
    subprocess.run(["/usr/local/go/bin/go", "build", "-p", "1", "-o", "server", "."], cwd=w, env=ENV, check=True)
    return w
def start(w):
    p = subprocess.Popen([w + "/server", "-port", str(PORT)], stdout=subprocess.DEVNULL, stderr=open(w + "/log", "w"))
    for _ in range(100):
        try: G("/_understudy/health"); return p
        except OSError: time.sleep(0.05)
    raise SystemExit("no start")
def stop(p): p.terminate(); p.wait()
def reset(): ok(P("/_understudy/reset", {}), 200)

def main():
    V = json.load(open(ROOT + "/variations.json")); want = sys.argv[1:]
    V = [x for x in V if not want or x["id"] in want]
    clean = {}
    p = start(build(None))
    try:
        smoke()
        for x in V: reset(); clean[x["id"]] = PROBES[x["id"]]()[0]
    finally: stop(p)
    n = 0
    for x in V:
        try:
            w = build(x); p = start(w)
            try:
                seen, must = PROBES[x["id"]]()
                assert seen == must, ("edited", seen)
                assert clean[x["id"]] != seen, "no difference"
                reset(); smoke()
                log = open(w + "/log").read(); assert "panic" not in log, log
            finally: stop(p)
            n += 1; print("proven", x["id"], "\n   clean ", json.dumps(clean[x["id"]]), "\n   edited", json.dumps(seen), flush=True)
            shutil.rmtree(w)
        except Exception as e:
            import traceback; tb = traceback.extract_tb(e.__traceback__)[-1]
            print("FAILED", x["id"], repr(e)[:400], [f.lineno for f in traceback.extract_tb(e.__traceback__)], flush=True)
    print(n, "of", len(V), "proven")
main()
