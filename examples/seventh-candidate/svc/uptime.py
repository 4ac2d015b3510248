"""Uptime: services, monitors, probe results, metrics, transitions, export tokens."""
import json
import re
from urllib.parse import urlsplit

from . import clock, db
from .auth import ALL
from .core import digest, fail, is_base64, is_http_uri, iso_ms, rid, secret, uuid
from .web import Raw, backend, route

P = "/api/v1/uptime"
INTERVALS = [(30, "every 30 seconds"), (60, "every minute"), (180, "every 3 minutes"), (600, "every 10 minutes"), (3600, "hourly")]
VANTAGES = [("ams", "Amsterdam", True), ("nrt", "Tokyo", True), ("gru", "São Paulo", True), ("ord", "Chicago", True), ("jnb", "Johannesburg", False)]
OFFERED = {v[0] for v in VANTAGES if v[2]}
SNIPPET = 200
RECENT_FAILURES = 75
WINDOWS = {"1h": (3600000, 60), "24h": (86400000, 600), "7d": (7 * 86400000, 3600)}
STATUS = re.compile(r"^([1-5]xx|[1-5]\d\d(-[1-5]\d\d)?)$")
HOST = re.compile(r"^[A-Za-z0-9_.:\[\]-]{1,253}$")


@route("GET", P + "/ping")
def ping(req):
    req.subject.within("uptime.service.read")
    return {"service": "uptime", "org": req.subject.slug, "schemaEpoch": "2026-09", "time": iso_ms(clock.now())}


@route("GET", P + "/catalog")
def catalog(req):
    req.subject.within("uptime.service.read")
    return {"intervals": [{"seconds": s, "label": l} for s, l in INTERVALS], "vantages": [{"id": i, "label": l, "available": a} for i, l, a in VANTAGES]}


# ---- services ------------------------------------------------------------------
def show_service(s):
    return {"id": s["id"], "name": s["name"], "monitors": db.val("SELECT count(*) FROM monitors WHERE service=? AND deleted_at IS NULL", s["id"]), "createdAt": iso_ms(s["created_at"])}


@route("GET", P + "/services")
def list_services(req):
    reach = req.subject.some("uptime.service.read")
    return {"services": [show_service(s) for s in db.all("SELECT * FROM up_services WHERE org=? ORDER BY folded", req.org) if reach == ALL or s["id"] in reach]}


def read_name(req):
    return req.body().str("name", max=120).strip()


def free_name(org, name, but=None):
    if db.val("SELECT 1 FROM up_services WHERE org=? AND folded=? AND id IS NOT ?", org, name.casefold(), but):
        fail(409, "a service with this name exists")


@route("POST", P + "/services")
def create_service(req):
    req.subject.need("uptime.service.write")
    name = read_name(req)
    free_name(req.org, name)
    i = "ups-" + rid(12)
    db.insert("up_services", id=i, org=req.org, name=name, folded=name.casefold(), created_at=clock.now())
    return 201, show_service(db.one("SELECT * FROM up_services WHERE id=?", i))


def service(req):
    req.subject.some("uptime.service.write")
    s = db.one("SELECT * FROM up_services WHERE id=? AND org=?", req.params["id"], req.org)
    if s is None:
        fail(404, "no such service")
    req.subject.need("uptime.service.write", s["id"])
    return s


@route("PATCH", P + "/services/{id}")
def rename_service(req):
    s = service(req)
    name = read_name(req)
    free_name(req.org, name, s["id"])
    db.update("up_services", "id", s["id"], name=name, folded=name.casefold())
    return show_service(db.one("SELECT * FROM up_services WHERE id=?", s["id"]))


@route("DELETE", P + "/services/{id}")
def delete_service(req):
    s = service(req)
    if db.val("SELECT 1 FROM monitors WHERE service=? AND deleted_at IS NULL", s["id"]):
        fail(409, "monitors are still attached to this service")
    db.run("UPDATE monitors SET service=NULL WHERE service=?", s["id"])
    db.run("DELETE FROM up_services WHERE id=?", s["id"])
    return 204, None


# ---- monitors --------------------------------------------------------------------
def show(m):
    o = {"id": m["id"], "name": m["name"], "enabled": bool(m["enabled"]), "intervalSeconds": m["interval_s"], "vantages": json.loads(m["vantages"]), "timeoutMs": m["timeout_ms"],
         "downCondition": {"confirmations": m["confirmations"], "quorum": m["quorum"]}, "kind": m["kind"], "state": m["state"],
         "createdAt": iso_ms(m["created_at"]), "updatedAt": iso_ms(m["updated_at"]), m["kind"]: json.loads(m["spec"])}
    if m["service"] is not None:
        o["serviceId"] = m["service"]
    if m["state_since"] is not None:
        o["stateSince"] = iso_ms(m["state_since"])
    return o


@route("GET", P + "/monitors")
def list_monitors(req):
    reach = req.subject.some("uptime.monitor.read")
    return {"monitors": [show(m) for m in db.all("SELECT * FROM monitors WHERE org=? AND deleted_at IS NULL ORDER BY seq", req.org) if reach == ALL or m["service"] in reach]}


def read_http(h):
    url = h.str("url", max=2048)
    if not is_http_uri(url):
        h.no("url", "must be an http or https URI")
    if (urlsplit(url).hostname or "").startswith("169.254."):
        h.no("url", "must not point at link-local addresses")
    out = {"url": url, "method": h.enum("method", ("GET", "HEAD", "POST"), opt=True) or "GET"}
    headers = h.obj("headers", opt=True)
    if headers is not None:
        if any(not isinstance(v, str) for v in headers.d.values()):
            h.no("headers", "must map names to strings")
        out["headers"] = headers.d
    b = h.str("bodyBase64", opt=True, max=100000, blank=True)
    if b is not None:
        if not is_base64(b):
            h.no("bodyBase64", "is not base64")
        out["bodyBase64"] = b
    f = h.bool("followRedirects", opt=True)
    out["followRedirects"] = bool(f)
    st = h.strs("expectStatus", opt=True, max=20)
    if st is not None and any(not STATUS.match(x) for x in st):
        h.no("expectStatus", "holds statuses such as 204, 2xx or 200-299")
    out["expectStatus"] = st or ["2xx"]
    c = h.str("expectBodyContains", opt=True, max=1000, blank=True)
    if c is not None:
        out["expectBodyContains"] = c
    return out


def read_tcp(t):
    out = {"host": t.str("host", max=253, pattern=HOST, what="is not a host"), "port": t.int("port", lo=1, hi=65535), "tls": t.bool("tls", opt=True) or False}
    for f in ("sendBase64", "expectPrefixBase64"):
        v = t.str(f, opt=True, max=100000, blank=True)
        if v is not None:
            if not is_base64(v):
                t.no(f, "is not base64")
            out[f] = v
    return out


def read_monitor(req, b, old=None):
    """The columns named in the body, checked together with those that stay."""
    patch = old is not None
    c = {}
    v = b.str("name", opt=patch, max=120)
    if v is not None:
        c["name"] = v
    if patch and b.d.get("serviceId", 0) is None:
        c["service"] = None
    else:
        v = b.str("serviceId", opt=True)
        if v is not None:
            if not db.val("SELECT 1 FROM up_services WHERE id=? AND org=?", v, req.org):
                fail(404, "no such service")
            c["service"] = v
    v = b.bool("enabled", opt=True)
    if v is not None:
        c["enabled"] = int(v)
    v = b.int("intervalSeconds", opt=patch)
    if v is not None:
        if v not in [s for s, _ in INTERVALS]:
            b.no("intervalSeconds", "is not an interval of the catalog")
        c["interval_s"] = v
    v = b.strs("vantages", opt=patch, min=1, max=20)
    if v is not None:
        if len(set(v)) != len(v) or any(x not in OFFERED for x in v):
            b.no("vantages", "must be different, available vantages of the catalog")
        c["vantages"] = json.dumps(v)
    v = b.int("timeoutMs", opt=True, lo=100, hi=60000)
    if v is not None:
        c["timeout_ms"] = v
    d = b.obj("downCondition", opt=True)
    if d is not None:
        c["confirmations"], c["quorum"] = d.int("confirmations", lo=1, hi=20), d.int("quorum", lo=1, hi=20)
    if patch:
        kind = old["kind"]
        if "kind" in b and b.d["kind"] != kind:
            b.no("kind", "is immutable; recreate the monitor to switch checks")
    else:
        kind = c["kind"] = b.enum("kind", ("tcp", "http"))
    other = "tcp" if kind == "http" else "http"
    if other in b:
        b.no(other, f"does not go with the kind {kind}")
    spec = b.obj(kind, opt=patch)
    if spec is not None:
        c["spec"] = json.dumps(read_http(spec) if kind == "http" else read_tcp(spec))
    get = lambda k, default=None: c.get(k, old[k] if patch else default)
    n = len(json.loads(get("vantages")))
    if not patch:
        c.setdefault("enabled", 1)
        c.setdefault("timeout_ms", min(8000, c["interval_s"] * 1000))
        if d is None:
            c["confirmations"], c["quorum"] = 2, (n + 1) // 2
    elif d is None and old["quorum"] > n:
        c["quorum"] = n
    if get("quorum") > n:
        b.no("downCondition.quorum", "is more than there are vantages")
    if get("timeout_ms") > get("interval_s") * 1000:
        b.no("timeoutMs", "is longer than the interval")
    return c


@route("POST", P + "/monitors")
def create_monitor(req):
    s = req.subject
    reach = s.some("uptime.monitor.write")
    if db.val("SELECT count(*) FROM monitors WHERE org=? AND deleted_at IS NULL", s.org) >= s.orgrow["q_monitors"]:
        fail(403, "the monitor quota of the organization is reached")
    backend("uptime")
    c = read_monitor(req, req.body())
    if reach != ALL and c.get("service") not in reach:
        fail(403, "you may add monitors to your own services only")
    now, i = clock.now(), uuid()
    db.insert("monitors", id=i, org=s.org, state="pending", created_at=now, updated_at=now, **c)
    return 201, show(db.one("SELECT * FROM monitors WHERE id=?", i))


def monitor(req, perm="uptime.monitor.read"):
    reach = req.subject.some(perm)
    m = db.one("SELECT * FROM monitors WHERE id=? AND org=? AND deleted_at IS NULL", req.params["id"], req.org)
    if m is None or (reach != ALL and m["service"] not in reach):
        fail(404, "no such monitor")
    return m


@route("GET", P + "/monitors/{id}")
def get_monitor(req):
    return show(monitor(req))


@route("PATCH", P + "/monitors/{id}")
def update_monitor(req):
    m = monitor(req, "uptime.monitor.write")
    c = read_monitor(req, req.body(), m)
    reach = req.subject.reach("uptime.monitor.write")
    if reach != ALL and "service" in c and c["service"] not in reach:
        fail(403, "you may move monitors among your own services only")
    if "vantages" in c:
        keep = json.loads(c["vantages"])
        c["streaks"] = json.dumps({k: v for k, v in json.loads(m["streaks"]).items() if k in keep})
    if c:
        db.update("monitors", "id", m["id"], updated_at=clock.now(), **c)
    return show(db.one("SELECT * FROM monitors WHERE id=?", m["id"]))


@route("DELETE", P + "/monitors/{id}")
def delete_monitor(req):
    m = monitor(req, "uptime.monitor.write")
    db.update("monitors", "id", m["id"], deleted_at=clock.now())
    return 204, None


# ---- history -----------------------------------------------------------------------------
@route("GET", P + "/monitors/{id}/metrics")
def get_metrics(req):
    m = monitor(req)
    w = req.query.get("window", "1h")
    if w not in WINDOWS:
        fail(422, "window is 1h, 24h or 7d")
    if m["metrics_down"] or req.subject.orgrow["metrics_down"]:
        fail(503, "metrics are temporarily unavailable")
    span, stepsec = WINDOWS[w]
    step = stepsec * 1000
    data = {}
    for p in db.all("SELECT * FROM probes WHERE monitor=? AND at>? ORDER BY at, seq", m["id"], clock.now() - span):
        data.setdefault(p["vantage"], {}).setdefault(p["at"] // step, []).append(p)
    series, pct = [], {}
    for v in json.loads(m["vantages"]) + sorted(set(data) - set(json.loads(m["vantages"]))):
        points, ok, total = [], 0, 0
        for t, ps in sorted(data.get(v, {}).items()):
            up = sum(p["outcome"] == "ok" for p in ps)
            lat = [p["latency"] for p in ps if p["latency"] is not None]
            points.append({"t": t * stepsec, "latencyMs": round(sum(lat) / len(lat), 3) if lat else 0, "up": round(up / len(ps), 4)})
            ok, total = ok + up, total + len(ps)
        series.append({"vantage": v, "points": points})
        if total:
            pct[v] = round(ok * 100 / total, 3)
    return {"window": w, "stepSeconds": stepsec, "uptimePct": pct, "series": series}


@route("GET", P + "/monitors/{id}/failures")
def list_failures(req):
    m = monitor(req)
    return {"failures": [{"at": iso_ms(p["at"]), "vantage": p["vantage"], "attempt": p["attempt"], "outcome": p["outcome"], "errorKind": p["error_kind"] or "", "errorDetail": p["error_detail"] or "",
                          "responseSnippet": p["snippet"] or ""} for p in
                         db.all("SELECT * FROM probes WHERE monitor=? AND outcome<>'ok' ORDER BY at DESC, seq DESC LIMIT ?", m["id"], RECENT_FAILURES)]}


@route("GET", P + "/monitors/{id}/transitions")
def list_transitions(req):
    m = monitor(req)
    return {"transitions": [{"at": iso_ms(t["at"]), "from": t["was"], "to": t["becomes"], "failingVantages": json.loads(t["failing"])} for t in
                            db.all("SELECT * FROM transitions WHERE monitor=? ORDER BY seq DESC LIMIT 50", m["id"])]}


def probe(m, vantage, outcome, at, latency, kind, detail, snippet):
    """One result. A vantage fails after `confirmations` bad results in a row; `quorum` failing vantages are down."""
    m = db.one("SELECT * FROM monitors WHERE id=?", m["id"])
    streaks = json.loads(m["streaks"])
    n = 0 if outcome == "ok" else streaks.get(vantage, 0) + 1
    streaks[vantage] = n
    if outcome == "ok" and latency is None:
        latency = 40 + sum(map(ord, vantage)) % 90
    db.insert("probes", monitor=m["id"], vantage=vantage, at=at, outcome=outcome, latency=latency, attempt=n,
              error_kind=None if outcome == "ok" else kind or ("expectation" if outcome == "fail" else "connect"),
              error_detail=None if outcome == "ok" else detail or ("the answer was not as expected" if outcome == "fail" else "no answer"),
              snippet=None if outcome == "ok" else (snippet or "")[:SNIPPET])
    failing = sorted(v for v, k in streaks.items() if k >= m["confirmations"])
    state = m["state"]
    if len(failing) >= m["quorum"]:
        state = "down"
    elif outcome == "ok":
        state = "up"
    c = {"streaks": json.dumps(streaks), "last_at": max(at, m["last_at"] or 0)}
    moved = state != m["state"]
    if moved:
        when = max(at, m["state_since"] or 0)
        db.insert("transitions", monitor=m["id"], at=when, was=m["state"], becomes=state, failing=json.dumps(failing))
        c.update(state=state, state_since=when)
    db.update("monitors", "id", m["id"], **c)
    return moved


# ---- export tokens ---------------------------------------------------------------------------
@route("GET", P + "/export-tokens")
def list_export_tokens(req):
    req.subject.need("uptime.export.read")
    return {"tokens": [{"id": t["id"], "name": t["name"], "createdAt": iso_ms(t["created_at"]), "lastUsedAt": iso_ms(t["last_used"]) if t["last_used"] else "never"} for t in
                       db.all("SELECT * FROM export_tokens WHERE org=? AND revoked_at IS NULL ORDER BY seq", req.org)]}


@route("POST", P + "/export-tokens")
def create_export_token(req):
    req.subject.need("uptime.export.write")
    name = req.body().str("name", max=120)
    i, tok, now = uuid(), secret("uxt_", 32), clock.now()
    db.insert("export_tokens", id=i, org=req.org, name=name, hash=digest(tok), created_at=now)
    return 201, {"id": i, "name": name, "token": tok, "createdAt": iso_ms(now)}


@route("DELETE", P + "/export-tokens/{id}")
def revoke_export_token(req):
    req.subject.need("uptime.export.write")
    t = db.one("SELECT * FROM export_tokens WHERE id=? AND org=? AND revoked_at IS NULL", req.params["id"], req.org)
    if t is None:
        fail(404, "no such export token")
    db.update("export_tokens", "id", t["id"], revoked_at=clock.now())
    return 204, None


def scraper(token):
    t = db.one("SELECT * FROM export_tokens WHERE hash=?", digest(token))
    if t is None or t["revoked_at"] is not None:
        return None
    db.update("export_tokens", "id", t["id"], last_used=clock.now())
    return t


@route("GET", P + "/scrape", who="nobody", op=False)
def scrape(req):
    kind, _, value = req.headers.get("authorization", "").partition(" ")
    t = scraper(value.strip()) if kind.lower() == "bearer" and value.strip() else None
    if t is None:
        fail(401, "no valid export token")
    if not db.val("SELECT uptime_on FROM orgs WHERE id=?", t["org"]):
        fail(403, "uptime is not enabled for this organization")
    backend("uptime")
    up, lat, st = ["# TYPE ctl_probe_up gauge"], ["# TYPE ctl_probe_latency_ms gauge"], ["# TYPE ctl_monitor_up gauge"]
    esc = lambda x: x.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    for m in db.all("SELECT * FROM monitors WHERE org=? AND deleted_at IS NULL ORDER BY seq", t["org"]):
        lab = f'monitor="{m["id"]}",name="{esc(m["name"])}"'
        st.append(f'ctl_monitor_up{{{lab},state="{m["state"]}"}} {int(m["state"] == "up")}')
        for v in json.loads(m["vantages"]):
            p = db.one("SELECT * FROM probes WHERE monitor=? AND vantage=? ORDER BY at DESC, seq DESC LIMIT 1", m["id"], v)
            if p is not None:
                up.append(f'ctl_probe_up{{{lab},vantage="{v}"}} {int(p["outcome"] == "ok")}')
                if p["latency"] is not None:
                    lat.append(f'ctl_probe_latency_ms{{{lab},vantage="{v}"}} {p["latency"]:g}')
    return 200, Raw(("\n".join(st + up + lat) + "\n").encode(), "text/plain; version=0.0.4; charset=utf-8")
