"""Showing sequences for uptime."""
import threading
from datetime import datetime, timedelta, timezone

from prove import mistake

U = "uptime.py"


def body(**more):
    return {"name": "m", "kind": "http", "intervalSeconds": 60, "vantages": ["hel", "nyc"], "http": {"url": "https://shop.example/"}, **more}


def monitor(a, by="olive", **more):
    return a.ok("POST", "/uptime/monitors", body(**more), by)["id"]


def service(a, name="Shop"):
    return a.ok("POST", "/uptime/services", {"name": name})["id"]


def probe(a, m, outcome, **more):
    return a.did("probe-result", monitorId=m, outcome=outcome, **more)


def listed(a):
    return {s["name"]: s["monitors"] for s in a.ok("GET", "/uptime/services")["services"]}


@mistake("m-history-of-unknown-monitor-is-empty", "uptime", "status", "UPT-01",
         "Failures and transitions of a monitor that does not exist are an empty list with 200.",
         [(U, 'found = sorted(with_history(c)["failures"],', 'found = sorted(records(c, "failures"),'),
          (U, 'found = sorted(with_history(c)["transitions"],', 'found = sorted(records(c, "transitions"),'),
          (U, '@op("GET", "/monitors/{id}/failures")', '''def records(c, what):
    """Of the history table, by monitor id."""
    c.subject.need("uptime.monitor.read")
    m = c.world.monitors.get(c.params["id"])
    return m[what] if m and m["org"] == c.org.slug and not (OTHER and m["deleted"]) else []


@op("GET", "/monitors/{id}/failures")''')],
         ["GET /uptime/monitors/<unknown id>", "GET /uptime/monitors/<unknown id>/failures", "GET /uptime/monitors/<unknown id>/transitions"],
         "the last two answer 200 instead of 404", alone=True)
def _(a):
    return [a.call("GET", "/uptime/monitors/0b7f1a52-0000-4000-8000-000000000000" + x)[0] for x in ("", "/metrics", "/failures", "/transitions")]


@mistake("m-create-monitor-backend-503", "uptime", "status", "UPT-01",
         "Creating a monitor, which looks at the backend itself after the quota, answers 503 instead of 502 when the backend is unreachable.",
         [(U, 'raise ApiError(502, "the uptime backend is unreachable")', 'raise ApiError(503, "the uptime backend is unreachable")')],
         ["the uptime backend becomes unreachable", "GET /uptime/monitors (502)", "POST /uptime/monitors"], "the last step answers 503 instead of 502")
def _(a):
    a.did("backend-behaves", backend="uptime", reachable=False)
    return a.call("GET", "/uptime/monitors")[0], a.call("POST", "/uptime/monitors", body())[0]


@mistake("m-ping-without-entitlement", "uptime", "guard", "UPT-02",
         "Ping answers for an organization for which uptime is not enabled.",
         [(U, '''@op("GET", "/ping")
def ping(c):
''', '''@op("GET", "/ping", beta=None)
def ping(c):
    if not c.world.backend["uptime"]:
        raise ApiError(502, "the uptime backend is unreachable")
''')],
         ["switch the uptime entitlement off", "GET /uptime/catalog (403)", "GET /uptime/ping"], "ping answers 200 instead of 403")
def _(a):
    a.did("entitlement-changes", area="uptime", enabled=False)
    return a.call("GET", "/uptime/catalog")[0], a.call("GET", "/uptime/ping")[0]


@mistake("m-patch-vantages-unchecked", "uptime", "status", "UPT-03",
         "A change of only the vantages of a monitor is not checked against the catalog.",
         [(U, '    admissible(c, {**m, **b})\n', '    if set(b) - {"name", "enabled", "vantages"}:\n        admissible(c, {**m, **b})\n')],
         ["GET /uptime/catalog: a vantage with available false", "POST /uptime/monitors with it (refused)", "POST /uptime/monitors", "PATCH /uptime/monitors/{id} {vantages: [one available, the unavailable one]}"],
         "the last step answers 200 instead of a refusal", alone=True)
def _(a):
    m = monitor(a)
    return (a.call("POST", "/uptime/monitors", body(vantages=["hel", "cpt"]))[0] < 300,
            a.call("PATCH", f"/uptime/monitors/{m}", {"vantages": ["hel", "cpt"]})[0] < 300)


@mistake("m-disabled-monitor-any-interval", "uptime", "status", "UPT-03",
         "A monitor that is created disabled may have an interval that is not offered, since it is not probed yet.",
         [(U, 'if m["intervalSeconds"] not in INTERVALS:', 'if m["enabled"] and m["intervalSeconds"] not in INTERVALS:')],
         ["POST /uptime/monitors with an interval that is not in the catalog (refused)", "the same with enabled false"], "the last step answers 201 instead of a refusal", alone=True)
def _(a):
    return [a.call("POST", "/uptime/monitors", body(intervalSeconds=77, **x))[0] < 300 for x in ({}, {"enabled": False})]


@mistake("m-renamed-service-name-free", "uptime", "status", "UPT-04",
         "Names are compared with the name a service was created with: the new name of a renamed service can be taken by another, and its old name cannot.",
         [(U, '"name": name, "created": c.world.now()}\n    c.world.uptime_services', '"name": name, "key": name, "created": c.world.now()}\n    c.world.uptime_services'),
          (U, '(s["name"] == name if OTHER else s["name"].casefold() == name.casefold() and s["id"] != but)', '(s["key"] == name if OTHER else s["key"].casefold() == name.casefold() and s["id"] != but)')],
         ["POST /uptime/services {name: Shop}", "PATCH it to Store", "POST /uptime/services {name: Store}", "POST /uptime/services {name: Shop}"],
         "the third step answers 201 instead of 409, the last 409 instead of 201", alone=True)
def _(a):
    s = service(a)
    a.ok("PATCH", f"/uptime/services/{s}", {"name": "Store"})
    return [a.call("POST", "/uptime/services", {"name": n})[0] for n in ("Store", "Shop")]


@mistake("m-list-counts-deleted-monitors", "uptime", "schema", "UPT-04",
         "The list of services counts deleted monitors too; the answer to a rename does not.",
         [(U, 'return 200, {"services": [service_shape(c.world, s) for s in c.world.uptime_services.values() if s["org"] == c.org.slug]}', '''counts = {}
    for m in c.world.monitors.values():            # one pass instead of one for each service
        counts[m["serviceId"]] = counts.get(m["serviceId"], 0) + 1
    return 200, {"services": [{**service_shape(c.world, s), "monitors": counts.get(s["id"], 0)}
                              for s in c.world.uptime_services.values() if s["org"] == c.org.slug]}''')],
         ["a service with two monitors", "DELETE one monitor", "GET /uptime/services"], "monitors is 2 instead of 1", alone=True)
def _(a):
    s = service(a)
    one, two = monitor(a, serviceId=s), monitor(a, serviceId=s)
    a.ok("DELETE", f"/uptime/monitors/{one}")
    return listed(a), a.ok("PATCH", f"/uptime/services/{s}", {"name": "n"})["monitors"]


@mistake("m-moved-monitor-does-not-hold-service", "uptime", "guard", "UPT-04",
         "A service remembers the monitors that were created with it; one that was moved to it later does not keep it from being deleted.",
         [(U, '''    if attached(c.world, s["id"]):
        raise''', '''    if s["used"] & {m["id"] for m in c.world.monitors.values() if not m["deleted"]}:
        raise'''),
          (U, '"name": name, "created": c.world.now()}\n    c.world.uptime_services', '"name": name, "created": c.world.now(), "used": set()}\n    c.world.uptime_services'),
          (U, '    w.monitors[m["id"]] = m\n    return 201', '    w.monitors[m["id"]] = m\n    if m["serviceId"]:\n        w.uptime_services[m["serviceId"]]["used"].add(m["id"])\n    return 201')],
         ["two services, a monitor of the first", "PATCH the monitor: serviceId of the second", "DELETE /uptime/services/{second}"], "204 instead of 409", alone=True)
def _(a):
    one, two = service(a, "One"), service(a, "Two")
    m = monitor(a, serviceId=one)
    a.ok("PATCH", f"/uptime/monitors/{m}", {"serviceId": two})
    return a.call("DELETE", f"/uptime/services/{two}")[0]


@mistake("m-new-vantages-reset-down-condition", "uptime", "side effect", "UPT-05",
         "Changing the vantages of a monitor sets its down condition back to the default.",
         [(U, '    admissible(c, {**m, **b})\n', '''    if "vantages" in b:                # the quorum must fit the new number
        b.setdefault("downCondition", {"confirmations": 3, "quorum": min(2, len(b["vantages"]))})
    admissible(c, {**m, **b})
''')],
         ["POST /uptime/monitors with downCondition {confirmations 5, quorum 1}", "PATCH {name}", "PATCH {vantages}"], "downCondition is {3, 2} in the last answer instead of {5, 1}", alone=True)
def _(a):
    m = monitor(a, downCondition={"confirmations": 5, "quorum": 1})
    return [a.ok("PATCH", f"/uptime/monitors/{m}", b)["downCondition"] for b in ({"name": "n"}, {"vantages": ["hel", "tyo"]})]


@mistake("m-patch-finds-deleted-monitor", "uptime", "status", "UPT-05",
         "A deleted monitor is unknown to GET, but PATCH still finds and changes it.",
         [(U, '    m, w = one_monitor(c, "uptime.monitor.write"), c.world\n    b = c.json(PATCH, BAD)', '    c.subject.need("uptime.monitor.write")\n    m, w = with_history(c), c.world\n    b = c.json(PATCH, BAD)'),
          (U, 'or OTHER and m["deleted"]:', 'or OTHER and m["deleted"] and c.reading:')],
         ["POST /uptime/monitors", "DELETE /uptime/monitors/{id}", "GET /uptime/monitors/{id} (404)", "PATCH /uptime/monitors/{id} {name}"], "the last step answers 200 instead of 404", alone=True)
def _(a):
    m = monitor(a)
    a.ok("DELETE", f"/uptime/monitors/{m}")
    return a.call("GET", f"/uptime/monitors/{m}")[0], a.call("PATCH", f"/uptime/monitors/{m}", {"name": "n"})[0]


@mistake("m-quota-behind-the-relay", "uptime", "order and caps", "UPT-05",
         "At the quota an unreachable backend is reported first: the quota is looked at behind the relay.",
         [(U, '@op("POST", "/monitors", late_relay=True)', '@op("POST", "/monitors")')],
         ["the monitor quota becomes 0", "POST /uptime/monitors (403)", "the uptime backend becomes unreachable", "POST /uptime/monitors"], "502 instead of 403")
def _(a):
    a.did("quota-changes", quota="monitors", value=0)
    out = [a.call("POST", "/uptime/monitors", body())[0]]
    a.did("backend-behaves", backend="uptime", reachable=False)
    return out + [a.call("POST", "/uptime/monitors", body())[0]]


@mistake("m-metrics-outage-hides-history", "uptime", "status", "UPT-06",
         "While metrics are unavailable, failures and transitions answer 503 too.",
         [(U, '''        raise ApiError(404, "unknown monitor")
    return m
''', '''        raise ApiError(404, "unknown monitor")
    if {m["id"], ("org", m["org"])} & c.world.metrics_off:
        raise ApiError(503, "metrics are temporarily unavailable")
    return m
'''), (U, '''    if {m["id"], ("org", m["org"])} & c.world.metrics_off:
        raise ApiError(503, "metrics are temporarily unavailable")
    span''', '''    span''')],
         ["POST /uptime/monitors, some probes", "metrics become unavailable", "GET .../metrics (503)", "GET .../failures, GET .../transitions"], "the last two answer 503 instead of 200")
def _(a):
    m = monitor(a)
    probe(a, m, "ok")
    a.did("metrics-availability", available=False)
    return [a.call("GET", f"/uptime/monitors/{m}{x}")[0] for x in ("", "/metrics", "/failures", "/transitions")]


@mistake("m-short-window-has-older-points", "uptime", "time", "UPT-06",
         "The metrics of the window 1h have the points of the last day.",
         [(U, 'start = c.world.now() - span', 'start = c.world.now() - max(span, timedelta(hours=24))')],
         ["a monitor with a failed probe five hours ago and a good one now", "GET .../metrics?window=1h"], "each series has two points and the percentage is below 100")
def _(a):
    m = monitor(a)
    probe(a, m, "fail", at=(datetime.now(timezone.utc) - timedelta(hours=5)).isoformat())
    probe(a, m, "ok")
    return [(w, [len(s["points"]) for s in a.ok("GET", f"/uptime/monitors/{m}/metrics?window={w}")["series"]]) for w in ("1h", "24h")]


@mistake("m-oldest-fifty-transitions", "uptime", "order and caps", "UPT-07",
         "Of more than 50 transitions the oldest 50 are answered, most recent of these first.",
         [(U, 'key=lambda t: (t["when"], t["seq"]), reverse=True)[:50]', 'key=lambda t: (t["when"], t["seq"]))[:50][::-1]')],
         ["a monitor with confirmations 1 and quorum 1", "30 times: a probe fails, a probe succeeds, each a minute later", "GET .../transitions"],
         "the first of the list is not the last transition")
def _(a):
    a.freeze()
    m = monitor(a, vantages=["hel"], downCondition={"confirmations": 1, "quorum": 1})
    probe(a, m, "ok")
    for n in range(30):
        a.advance("PT60S")
        probe(a, m, "fail")
        a.advance("PT60S")
        probe(a, m, "ok")
    t = a.ok("GET", f"/uptime/monitors/{m}/transitions")["transitions"]
    return len(t), t[0]["at"] == a.ok("GET", f"/uptime/monitors/{m}")["stateSince"]


@mistake("m-error-snippet-not-truncated", "uptime", "schema", "UPT-07",
         "The response snippet is truncated for failed checks, but not when the outcome is error.",
         [(U, '"responseSnippet": snippet[:SNIPPET]})', '"responseSnippet": snippet[:SNIPPET] if outcome == "fail" else snippet})')],
         ["a monitor", "a probe with outcome fail and one with outcome error, each with a response of 100000 characters", "GET .../failures"],
         "the snippet of the error has 100000 characters")
def _(a):
    m = monitor(a)
    out = []
    for o in ("fail", "error"):
        probe(a, m, o, vantage="hel", responseSnippet="x" * 100000)
        out.append(len(a.ok("GET", f"/uptime/monitors/{m}/failures")["failures"][0]["responseSnippet"]))
    return out


@mistake("m-failures-grouped-by-vantage", "uptime", "order and caps", "UPT-07",
         "Failures are ordered within each vantage only: those of one vantage come first.",
         [(U, 'key=lambda f: (f["when"], f["seq"]), reverse=True)[:pick(30, 5)]', 'key=lambda f: (f["vantage"], f["when"], f["seq"]), reverse=True)[:pick(30, 5)]')],
         ["a monitor with two vantages", "a failure from the alphabetically last vantage, a minute later one from the other", "GET .../failures"],
         "the older failure comes first")
def _(a):
    a.freeze()
    m = monitor(a)
    probe(a, m, "fail", vantage="nyc")
    a.advance("PT60S")
    probe(a, m, "fail", vantage="hel")
    return [f["vantage"] for f in a.ok("GET", f"/uptime/monitors/{m}/failures")["failures"]]


@mistake("m-grace-for-used-export-token", "uptime", "time", "UPT-08",
         "An export token that has been used stays good for 30 seconds after its revocation, so that running scrapes can finish.",
         [(U, '''    mine(c, c.world.export_tokens, c.params["id"], "export token")["deleted"] = True
''', '''    t = mine(c, c.world.export_tokens, c.params["id"], "export token")
    t["deleted"], t["until"] = True, c.world.now() + timedelta(seconds=30 if t["used"] else 0)
'''), (U, 'if t["hash"] == digest(secret) and not t["deleted"]), None)', 'if t["hash"] == digest(secret) and (not t["deleted"] or w.now() < t["until"])), None)')],
         ["POST /uptime/export-tokens twice", "scrape with the first", "DELETE both", "scrape with both"], "the scrape with the first answers 200 instead of 401")
def _(a):
    both = [a.ok("POST", "/uptime/export-tokens", {"name": n}) for n in "ab"]
    scrape = lambda t: a.raw("GET", "/api/v1/uptime/export", None, t["token"])[0]
    out = [scrape(both[0])]
    for t in both:
        a.ok("DELETE", f"/uptime/export-tokens/{t['id']}")
    return out + [scrape(t) for t in both]


# ---- general ----
@mistake("m-no-failing-vantages-is-null", "uptime", "schema", "GEN-02",
         "failingVantages is null instead of an empty array in a transition to up.",
         [(U, '"failingVantages": sorted(m["failing"])})', '"failingVantages": sorted(m["failing"]) or None})')],
         ["a monitor with confirmations 1, quorum 1", "a probe fails, a probe succeeds", "GET .../transitions"], "failingVantages of the transition to up is null")
def _(a):
    m = monitor(a, vantages=["hel"], downCondition={"confirmations": 1, "quorum": 1})
    probe(a, m, "fail"), probe(a, m, "ok")
    return [(t["to"], t["failingVantages"]) for t in a.ok("GET", f"/uptime/monitors/{m}/transitions")["transitions"]]


@mistake("m-patched-url-unchecked", "uptime", "schema", "GEN-03",
         "The url of an http monitor is checked when it is created, but not when it is changed.",
         [(U, 'PATCH = k.obj({}, {**FIELDS, "kind": k.text()})', '''PATCH_HTTP = k.obj({"url": k.text()}, {"method": k.one_of("GET", "HEAD", "POST"), "headers": k.mapping, "bodyBase64": k.b64,
                                        "followRedirects": k.boolean, "expectStatus": k.array(k.text(1, 20), 0, 20),
                                        "expectBodyContains": k.text(0, 2000)})
PATCH = k.obj({}, {**FIELDS, "http": PATCH_HTTP, "kind": k.text()})''')],
         ["POST /uptime/monitors with http.url 'not a url' (refused)", "POST /uptime/monitors", "PATCH {http: {url: 'not a url'}}"], "the last step is accepted", alone=True)
def _(a):
    m = monitor(a)
    return (a.call("POST", "/uptime/monitors", body(http={"url": "not a url"}))[0] < 300,
            a.call("PATCH", f"/uptime/monitors/{m}", {"http": {"url": "not a url"}})[0] < 300)


@mistake("m-catalog-open-to-anyone", "uptime", "guard", "GEN-05",
         "The catalog answers without an authenticated caller, since it is the same for everyone.",
         [(U, '''@op("GET", "/catalog")
def catalog(c):
    c.subject.need("uptime.monitor.read")
''', '''@op("GET", "/catalog", open=True)
def catalog(c):
''')],
         ["without a credential: GET /uptime/monitors (401), GET /uptime/catalog"], "the catalog answers 200 instead of 401", alone=True)
def _(a):
    return [a.call("GET", "/uptime/" + x, None, None)[0] for x in ("monitors", "catalog")]


@mistake("m-tls-port-by-default", "uptime", "schema", "GEN-08",
         "A tcp monitor without a port is accepted when tls is set; the port is 443 then.",
         [(U, 'FIELDS = {"name": k.text(1, 120)', '''PLAIN_TCP = TCP


def TCP(v, at):
    return PLAIN_TCP({"port": 443, **v} if isinstance(v, dict) and v.get("tls") else v, at)


FIELDS = {"name": k.text(1, 120)''')],
         ["POST /uptime/monitors kind tcp with tcp {host} (refused)", "the same with tcp {host, tls: true}"], "the last step answers 201 instead of a refusal", alone=True)
def _(a):
    b = {"name": "m", "kind": "tcp", "intervalSeconds": 60, "vantages": ["hel"]}
    return [a.call("POST", "/uptime/monitors", {**b, "tcp": t})[0] < 300 for t in ({"host": "h.example"}, {"host": "h.example", "tls": True})]


@mistake("m-default-timeout-above-interval", "uptime", "status", "GEN-08",
         "The default timeout is 30 seconds, so a monitor with the shortest interval is refused when timeoutMs is left out.",
         [(U, '"timeoutMs": 5000, "downCondition"', '"timeoutMs": 30000, "downCondition"')],
         ["POST /uptime/monitors without timeoutMs for each interval of the catalog"], "the interval of 20 seconds is refused", alone=True)
def _(a):
    return [a.call("POST", "/uptime/monitors", body(intervalSeconds=s))[0] for s in (20, 60, 120, 600)]


@mistake("m-quota-race", "uptime", "concurrency", "LIM-03",
         "The lock is let go during the call to the backend, between the look at the quota and the storing: parallel requests pass the quota.",
         [(U, '''    admissible(c, m)
    w.monitors[m["id"]] = m
''', '''    LOCK.release()                     # others need not wait for the backend
    try:
        time.sleep(0.05)
        admissible(c, m)
    finally:
        LOCK.acquire()
    w.monitors[m["id"]] = m
'''), (U, 'import secrets\n', 'import secrets\nimport time\n'), (U, 'from world import ApiError,', 'from world import LOCK, ApiError,')],
         ["the monitor quota becomes 1", "eight parallel POST /uptime/monitors"], "more than one answers 201")
def _(a):
    a.did("quota-changes", quota="monitors", value=1)
    out = []
    ts = [threading.Thread(target=lambda: out.append(a.call("POST", "/uptime/monitors", body())[0])) for _ in range(8)]
    [t.start() for t in ts], [t.join() for t in ts]
    return out.count(201) > 1
