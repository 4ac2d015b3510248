"""Uptime. Ids are UUIDs; times are ISO with milliseconds and Z."""
import secrets
from datetime import timedelta

import check as k
from choices import OTHER, RESTLESS, pick
from world import ApiError, Raw, digest, iso_ms, new_uuid

BAD = pick(400, 422)
BASE = "/api/v1/uptime"
OPS = []
INTERVALS = {20: "every 20 seconds", 60: "every minute", 120: "every 2 minutes", 600: "every 10 minutes"}
VANTAGES = {"hel": ("Helsinki", True), "nyc": ("New York", True), "tyo": ("Tokyo", True), "cpt": ("Cape Town", False)}
WINDOWS = {"1h": (timedelta(hours=1), 60), "24h": (timedelta(hours=24), 600), "7d": (timedelta(days=7), 3600)}
SNIPPET = pick(160, 40)


def op(method, path, **options):
    return lambda f: OPS.append((method, BASE + path, {"beta": "uptime", **options}, f)) or f


def setup(w):
    w.uptime_services, w.monitors, w.export_tokens = {}, {}, {}
    w.metrics_off = set()


def mine(c, table, id_, what):
    x = table.get(id_)
    if x is None or x["org"] != c.org.slug or x.get("deleted"):
        raise ApiError(404, f"unknown {what}")
    return x


@op("GET", "/ping")
def ping(c):
    c.subject.need("uptime.monitor.read")
    return 200, {"service": "uptime-backend", "org": c.org.slug, "schemaEpoch": "2026-09", "time": iso_ms(c.world.now())}


@op("GET", "/catalog")
def catalog(c):
    c.subject.need("uptime.monitor.read")
    return 200, {"intervals": [{"seconds": s, "label": l} for s, l in INTERVALS.items()],
                 "vantages": [{"id": v, "label": l, "available": a} for v, (l, a) in VANTAGES.items()]}


# ---- services ----
def attached(w, service_id):
    return sum(m["serviceId"] == service_id and not m["deleted"] for m in w.monitors.values())


def service_shape(w, s):
    return {"id": s["id"], "name": s["name"], "monitors": attached(w, s["id"]), "createdAt": iso_ms(s["created"])}


def free_name(c, name, but=None):
    if any(s["org"] == c.org.slug and (s["name"] == name if OTHER else s["name"].casefold() == name.casefold() and s["id"] != but) for s in c.world.uptime_services.values()):
        raise ApiError(409, "a service with this name exists", "name_taken")


@op("GET", "/services")
def list_services(c):
    c.subject.need("uptime.service.read")
    return 200, {"services": [service_shape(c.world, s) for s in c.world.uptime_services.values() if s["org"] == c.org.slug]}


NAMED = k.obj({"name": k.text(1, 120)})


@op("POST", "/services")
def create_service(c):
    c.subject.need("uptime.service.write")
    name = c.json(NAMED, BAD)["name"]
    free_name(c, name)
    s = {"id": new_uuid(), "org": c.org.slug, "name": name, "created": c.world.now()}
    c.world.uptime_services[s["id"]] = s
    return 201, service_shape(c.world, s)


@op("PATCH", "/services/{id}")
def rename_service(c):
    c.subject.need("uptime.service.write")
    s = mine(c, c.world.uptime_services, c.params["id"], "service")
    name = c.json(NAMED, BAD)["name"]
    free_name(c, name, s["id"])
    s["name"] = name
    return 200, service_shape(c.world, s)


@op("DELETE", "/services/{id}")
def delete_service(c):
    c.subject.need("uptime.service.write")
    s = mine(c, c.world.uptime_services, c.params["id"], "service")
    if attached(c.world, s["id"]):
        raise ApiError(409, "monitors are still attached", "monitors_attached")
    del c.world.uptime_services[s["id"]]
    return 204, None


# ---- monitors ----
HTTP = k.obj({"url": k.uri("http", "https")},
             {"method": k.one_of("GET", "HEAD", "POST"), "headers": k.mapping, "bodyBase64": k.b64, "followRedirects": k.boolean,
              "expectStatus": k.array(k.text(1, 20), 0, 20), "expectBodyContains": k.text(0, 2000)})
TCP = k.obj({"host": k.text(1, 253), "port": k.integer(1, 65535)}, {"tls": k.boolean, "sendBase64": k.b64, "expectPrefixBase64": k.b64})
FIELDS = {"name": k.text(1, 120), "serviceId": k.nullable(k.text()), "enabled": k.boolean, "intervalSeconds": k.integer(1, 86400),
          "vantages": k.array(k.text(), 1, 20, distinct=True), "timeoutMs": k.integer(1, 120000),
          "downCondition": k.obj({"confirmations": k.integer(1, 10), "quorum": k.integer(1, 20)}), "http": HTTP, "tcp": TCP}
NEEDED = ("name", "intervalSeconds", "vantages")
NEW = k.obj({**{f: FIELDS[f] for f in NEEDED}, "kind": k.one_of("tcp", "http")}, {f: x for f, x in FIELDS.items() if f not in NEEDED})
PATCH = k.obj({}, {**FIELDS, "kind": k.text()})


def monitor_shape(m):
    out = {f: m[f] for f in ("id", "name", "enabled", "intervalSeconds", "vantages", "timeoutMs", "downCondition", "kind")}
    out.update(createdAt=iso_ms(m["created"]), updatedAt=iso_ms(m["updated"]))
    if m["serviceId"]:
        out["serviceId"] = m["serviceId"]
    if m["enabled"] and not OTHER:
        out.update(state=m["state"], stateSince=iso_ms(m["since"]))
    out[m["kind"]] = m[m["kind"]]
    return out


def admissible(c, m):
    """What the backend refuses."""
    if m["intervalSeconds"] not in INTERVALS:
        raise ApiError(BAD, f"this interval is not offered; there are {', '.join(map(str, INTERVALS))}", "interval_not_offered")
    for v in m["vantages"]:
        if v not in VANTAGES or not VANTAGES[v][1]:
            raise ApiError(BAD, f"the vantage {v} is not available", "vantage_unavailable")
    if m["downCondition"]["quorum"] > len(m["vantages"]):
        raise ApiError(BAD, "the quorum is larger than the number of vantages")
    if m["timeoutMs"] > m["intervalSeconds"] * 1000:
        raise ApiError(BAD, "the timeout is longer than the interval")
    if m.get("http" if m["kind"] == "tcp" else "tcp") is not None or m.get(m["kind"]) is None:
        raise ApiError(BAD, f"a {m['kind']} monitor has {m['kind']} settings and no others")
    if m["serviceId"] is not None:
        if OTHER and m["serviceId"] not in c.world.uptime_services:
            raise ApiError(BAD, "unknown service")
        mine(c, c.world.uptime_services, m["serviceId"], "service")


@op("GET", "/monitors")
def list_monitors(c):
    c.subject.need("uptime.monitor.read")
    return 200, {"monitors": [monitor_shape(m) for m in c.world.monitors.values() if m["org"] == c.org.slug and not m["deleted"]]}


@op("POST", "/monitors", late_relay=True)
def create_monitor(c):
    c.subject.need("uptime.monitor.write")
    w = c.world
    if sum(m["org"] == c.org.slug and (OTHER or not m["deleted"]) for m in w.monitors.values()) >= c.org.quota["monitors"]:
        raise ApiError(403, "the monitor quota is reached", "quota_exceeded")
    if not w.backend["uptime"]:
        raise ApiError(502, "the uptime backend is unreachable")
    b = c.json(NEW, BAD)
    least = min(2, len(b["vantages"]))
    m = {"serviceId": None, "enabled": True, "timeoutMs": 5000, "downCondition": {"confirmations": 3, "quorum": least}, **b,
         "id": new_uuid(), "org": c.org.slug, "state": "pending", "since": w.now(), "created": w.now(), "updated": w.now(),
         "deleted": False, "streak": {}, "failing": set(), "probes": [], "failures": [], "transitions": []}
    admissible(c, m)
    w.monitors[m["id"]] = m
    return 201, monitor_shape(m)


def one_monitor(c, permission="uptime.monitor.read"):
    c.subject.need(permission)
    return mine(c, c.world.monitors, c.params["id"], "monitor")


@op("GET", "/monitors/{id}")
def get_monitor(c):
    return 200, monitor_shape(one_monitor(c))


@op("PATCH", "/monitors/{id}")
def update_monitor(c):
    m, w = one_monitor(c, "uptime.monitor.write"), c.world
    b = c.json(PATCH, BAD)
    if OTHER:
        b.pop("kind", None)
        b.update({f: {**m[f], **b[f]} for f in ("http", "tcp") if f in b and m.get(f)})
    if b.get("kind", m["kind"]) != m["kind"]:
        raise ApiError(BAD, "the kind of a monitor cannot change; recreate it", "kind_immutable")
    admissible(c, {**m, **b})
    m.update(b)
    if RESTLESS and {"http", "tcp", "vantages", "enabled"} & set(b):
        m.update(state="pending", since=w.now(), streak={}, failing=set())      # a changed check starts afresh
    m["updated"] = w.now()
    m["streak"] = {v: n for v, n in m["streak"].items() if v in m["vantages"]}
    m["failing"] &= set(m["vantages"])
    return 200, monitor_shape(m)


@op("DELETE", "/monitors/{id}")
def delete_monitor(c):
    one_monitor(c, "uptime.monitor.write")["deleted"] = True
    return 204, None


def with_history(c):
    """History survives the soft delete of its monitor."""
    c.subject.need("uptime.monitor.read")
    m = c.world.monitors.get(c.params["id"])
    if m is None or m["org"] != c.org.slug or OTHER and m["deleted"]:
        raise ApiError(404, "unknown monitor")
    return m


@op("GET", "/monitors/{id}/metrics")
def metrics(c):
    m, window = with_history(c), c.query.get("window", pick("1h", "24h"))
    if window not in WINDOWS:
        raise ApiError(BAD, "window must be 1h, 24h or 7d")
    if {m["id"], ("org", m["org"])} & c.world.metrics_off:
        raise ApiError(503, "metrics are temporarily unavailable")
    span, step = WINDOWS[window]
    start = c.world.now() - span
    series, pct = [], {}
    for v in m["vantages"]:
        buckets = {}
        seen = [p for p in m["probes"] if p["vantage"] == v and p["at"] >= start]
        for p in seen:
            buckets.setdefault(int(p["at"].timestamp()) // step * step, []).append(p)
        series.append({"vantage": v, "points": [
            {"t": t * pick(1, 1000), "latencyMs": round(sum(p["latency"] for p in ps) / len(ps), 2), "up": sum(p["ok"] for p in ps) / len(ps)}
            for t, ps in sorted(buckets.items())]})
        if seen:
            pct[v] = pick(round(100 * sum(p["ok"] for p in seen) / len(seen), 3), str(sum(p["ok"] for p in seen) / len(seen)))
    return 200, {"window": window, "stepSeconds": step, "uptimePct": pct, "series": series}


@op("GET", "/monitors/{id}/failures")
def failures(c):
    found = sorted(with_history(c)["failures"], key=lambda f: (f["when"], f["seq"]), reverse=True)[:pick(30, 5)]
    return 200, {"failures": [{x: f[x] for x in ("at", "vantage", "attempt", "outcome", "errorKind", "errorDetail", "responseSnippet")} for f in found]}


@op("GET", "/monitors/{id}/transitions")
def transitions(c):
    found = sorted(with_history(c)["transitions"], key=lambda t: (t["when"], t["seq"]), reverse=True)[:50]
    return 200, {"transitions": [{x: t[x] for x in ("at", "from", "to", "failingVantages")} for t in found]}


def probe(w, m, vantage, outcome, latency, at, kind, detail, snippet):
    """One result. A vantage fails after `confirmations` failures in a row; the monitor is down when `quorum` vantages fail."""
    ok = outcome == "ok"
    m["streak"][vantage] = 0 if ok else m["streak"].get(vantage, 0) + 1
    m["probes"].append({"vantage": vantage, "at": at, "ok": int(ok), "latency": latency})
    if ok:
        m["failing"].discard(vantage)
    else:
        m["failures"].append({"when": at, "seq": w.next("failure"), "at": iso_ms(at), "vantage": vantage, "attempt": m["streak"][vantage],
                              "outcome": outcome, "errorKind": kind, "errorDetail": detail, "responseSnippet": snippet[:SNIPPET]})
        if m["streak"][vantage] >= m["downCondition"]["confirmations"]:
            m["failing"].add(vantage)
    down = len(m["failing"]) >= m["downCondition"]["quorum"]
    everywhere = all(v in m["streak"] for v in m["vantages"]) or not OTHER
    state = "down" if down else "up" if (ok and everywhere) or m["state"] == "down" else m["state"]
    if state == m["state"]:
        return 0
    m["transitions"].append({"when": at, "seq": w.next("transition"), "at": iso_ms(at), "from": m["state"], "to": state,
                             "failingVantages": sorted(m["failing"])})
    m["state"], m["since"] = state, at
    return 1


# ---- export tokens ----
@op("GET", "/export-tokens")
def list_export_tokens(c):
    c.subject.need("uptime.token.read")
    return 200, {"tokens": [{"id": t["id"], "name": t["name"], "createdAt": iso_ms(t["created"]),
                             "lastUsedAt": iso_ms(t["used"]) if t["used"] else pick("", "never")}
                            for t in c.world.export_tokens.values() if t["org"] == c.org.slug and not t["deleted"]]}


@op("POST", "/export-tokens")
def create_export_token(c):
    c.subject.need("uptime.token.write")
    token = "nwx_" + secrets.token_urlsafe(30)
    t = {"id": new_uuid(), "org": c.org.slug, "name": c.json(NAMED, BAD)["name"], "hash": digest(token),
         "created": c.world.now(), "used": None, "deleted": False}
    c.world.export_tokens[t["id"]] = t
    return 201, {"id": t["id"], "name": t["name"], "token": token, "createdAt": iso_ms(t["created"])}


@op("DELETE", "/export-tokens/{id}")
def revoke_export_token(c):
    c.subject.need("uptime.token.write")
    mine(c, c.world.export_tokens, c.params["id"], "export token")["deleted"] = True
    return 204, None


def quoted(text):
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


@op("GET", "/export", open=True)
def scrape(c):
    w, secret = c.world, c.headers.get("Authorization", "").partition(" ")[2].strip()
    token = next((t for t in w.export_tokens.values() if t["hash"] == digest(secret) and not t["deleted"]), None)
    if token is None:
        raise ApiError(401, "not a valid export token")
    token["used"] = w.now()
    lines = ["# HELP monitor_up Whether the monitor is up.", "# TYPE monitor_up gauge"]
    for m in w.monitors.values():
        if m["org"] == token["org"] and not m["deleted"]:
            lines.append(f'monitor_up{{id="{m["id"]}",name="{quoted(m["name"])}"}} {int(m["state"] == "up")}')
    return 200, Raw("text/plain; version=0.0.4; charset=utf-8", ("\n".join(lines) + "\n").encode())
