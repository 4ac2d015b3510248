from common import edit, mistake

U = "/uptime"


def monitor(s, name="m", who="olive", **more):
    return s.ok(who, "POST", U + "/monitors", {"name": name, "intervalSeconds": 60, "vantages": ["hel"], "kind": "http", "http": {"url": "https://shop.example/"}, **more})["id"]


def probe(s, m, outcome, **more):
    return s.must("probe-result", monitorId=m, outcome=outcome, **more)


@mistake("i-monitor-quota-off-by-one", ["uptime"], "order and caps", "UPT-05",
         "One monitor more than the quota is let through.", False,
         [edit("uptime.py", 'for m in w.monitors.values()) >= c.org.quota["monitors"]:', 'for m in w.monitors.values()) > c.org.quota["monitors"]:')],
         ["event quota-changes {quota: monitors, value: 1}", "POST two monitors"], "the second is 201 instead of 403")
def _(s):
    s.must("quota-changes", organization="northwind", quota="monitors", value=1)
    monitor(s)
    return s("olive", "POST", U + "/monitors", {"name": "n", "intervalSeconds": 60, "vantages": ["hel"], "kind": "http", "http": {"url": "https://shop.example/"}})[0]


@mistake("i-vantage-not-checked-on-update", ["uptime"], "guard", "UPT-03",
         "An update goes to the backend's checks only when interval or target change, so PATCH can set a vantage that is not available.", True,
         [edit("uptime.py", "    admissible(c, {**m, **b})\n", "    if {\"intervalSeconds\", \"http\", \"tcp\", \"serviceId\"} & set(b):\n        admissible(c, {**m, **b})\n")],
         ["GET /api/v1/uptime/catalog: cpt is not available", "POST a monitor", "PATCH {vantages: [hel, cpt]}", "GET the monitor"], "200 instead of a refusal, and cpt is stored")
def _(s):
    m = monitor(s)
    return s("olive", "PATCH", U + "/monitors/" + m, {"vantages": ["hel", "cpt"]})[0] // 100, s.ok("olive", "GET", U + "/monitors/" + m)["vantages"]


@mistake("i-vantage-update-resets-quorum", ["uptime"], "side effect", "UPT-05",
         "Changing the vantages sets the quorum back to its default although downCondition is not named.", True,
         [edit("uptime.py", "    m.update(b)\n", "    m.update(b)\n    if \"vantages\" in b and \"downCondition\" not in b:\n        m[\"downCondition\"] = {**m[\"downCondition\"], \"quorum\": min(2, len(m[\"vantages\"]))}\n")],
         ["POST a monitor {vantages: [hel, nyc], downCondition: {confirmations: 2, quorum: 1}}", "PATCH {vantages: [hel, nyc, tyo]}"], "quorum is 2")
def _(s):
    m = monitor(s, vantages=["hel", "nyc"], downCondition={"confirmations": 2, "quorum": 1})
    return s.ok("olive", "PATCH", U + "/monitors/" + m, {"vantages": ["hel", "nyc", "tyo"]})["downCondition"]


@mistake("i-uptime-pct-adds-up-vantages", ["uptime"], "schema", "UPT-06",
         "The probes are gathered in one list across the loop over vantages, so the percentage of each vantage includes those before it.", False,
         [edit("uptime.py", '    series, pct = [], {}\n', '    series, pct, seen = [], {}, []\n'),
          edit("uptime.py", '        seen = [p for p in m["probes"] if p["vantage"] == v and p["at"] >= start]\n        for p in seen:\n', '        seen += [p for p in m["probes"] if p["vantage"] == v and p["at"] >= start]\n        for p in (p for p in seen if p["vantage"] == v):\n')],
         ["POST a monitor with hel and nyc", "event probe-result fail twice from hel, ok twice from nyc", "GET metrics"], "uptimePct of nyc is 50 instead of 100")
def _(s):
    m = monitor(s, vantages=["hel", "nyc"])
    probe(s, m, "fail", vantage="hel", times=2)
    probe(s, m, "ok", vantage="nyc", times=2)
    return s.ok("olive", "GET", U + f"/monitors/{m}/metrics")["uptimePct"]


@mistake("i-week-of-metrics-is-a-day", ["uptime"], "time", "UPT-06",
         "The window 7d only covers the last 24 hours.", False,
         [edit("uptime.py", "    start = c.world.now() - span\n", "    start = c.world.now() - timedelta(seconds=span.seconds or 86400)\n")],
         ["frozen clock, POST a monitor", "event probe-result", "advance 3 days, event probe-result", "GET metrics?window=7d"], "one point instead of two")
def _(s):
    s.freeze()
    m = monitor(s)
    probe(s, m, "ok")
    s.adv("P3D")
    probe(s, m, "ok")
    return [len(s.ok("olive", "GET", U + f"/monitors/{m}/metrics?window={w}")["series"][0]["points"]) for w in ("1h", "24h", "7d")]


@mistake("i-failures-503-with-the-metrics", ["uptime"], "status", "UPT-06",
         "When metrics are unavailable, failures and transitions of the monitor answer 503 as well.", False,
         [edit("uptime.py", '        raise ApiError(404, "unknown monitor")\n    return m\n', '        raise ApiError(404, "unknown monitor")\n    if {m["id"], ("org", m["org"])} & c.world.metrics_off:\n        raise ApiError(503, "history is temporarily unavailable")\n    return m\n')],
         ["POST a monitor", "event metrics-availability {available: false}", "GET metrics, failures, transitions"], "503 for failures and transitions instead of 200")
def _(s):
    m = monitor(s)
    s.must("metrics-availability", organization="northwind", available=False)
    return [s("olive", "GET", U + f"/monitors/{m}{x}")[0] for x in ("", "/metrics", "/failures", "/transitions")]


@mistake("i-transitions-cut-before-sorting", ["uptime"], "order and caps", "UPT-07",
         "The history is cut to 50 transitions before it is sorted, so the oldest 50 are shown and the latest is missing.", False,
         [edit("uptime.py", '    found = sorted(with_history(c)["transitions"], key=lambda t: (t["when"], t["seq"]), reverse=True)[:50]', '    found = sorted(with_history(c)["transitions"][:50], key=lambda t: (t["when"], t["seq"]), reverse=True)')],
         ["frozen clock, POST a monitor {downCondition: {confirmations: 1, quorum: 1}}", "event probe-result ok and fail in turn, 56 times, a minute apart", "GET transitions"], "the first of the list is not the latest change")
def _(s):
    s.freeze()
    m = monitor(s, downCondition={"confirmations": 1, "quorum": 1})
    for n in range(56):
        probe(s, m, ("ok", "fail")[n % 2])
        s.adv("PT1M")
    t = s.ok("olive", "GET", U + f"/monitors/{m}/transitions")["transitions"]
    return len(t), t[0]["at"], t[0]["to"]


@mistake("i-failing-vantages-follow-the-present", ["uptime"], "schema", "UPT-07",
         "A transition keeps a reference to the set of failing vantages, so after the recovery the old transition lists none.", False,
         [edit("uptime.py", '"failingVantages": sorted(m["failing"])})', '"failingVantages": m["failing"]})'),
          edit("uptime.py", '{x: t[x] for x in ("at", "from", "to", "failingVantages")} for t in found]', '{**{x: t[x] for x in ("at", "from", "to")}, "failingVantages": sorted(t["failingVantages"])} for t in found]')],
         ["POST a monitor {downCondition: {confirmations: 1, quorum: 1}}", "event probe-result ok, fail, ok", "GET transitions"], "failingVantages of the change to down is empty")
def _(s):
    m = monitor(s, downCondition={"confirmations": 1, "quorum": 1})
    for x in ("ok", "fail", "ok"):
        probe(s, m, x)
    return [[t["to"], t["failingVantages"]] for t in s.ok("olive", "GET", U + f"/monitors/{m}/transitions")["transitions"]]


@mistake("i-export-token-good-once-good-forever", ["uptime"], "secrecy", "UPT-08",
         "A token that scraped once is remembered as good, so scrapes go on after its revocation.", False,
         [edit("uptime.py", '    token = next((t for t in w.export_tokens.values() if t["hash"] == digest(secret) and not t["deleted"]), None)\n', '    good = w.__dict__.setdefault("scrapers", {})\n    token = good.get(secret) or next((t for t in w.export_tokens.values() if t["hash"] == digest(secret) and not t["deleted"]), None)\n    if token:\n        good[secret] = token\n')],
         ["POST /api/v1/uptime/export-tokens", "scrape with the token", "DELETE the token", "scrape again"], "200 instead of 401")
def _(s):
    t = s.ok("olive", "POST", U + "/export-tokens", {"name": "prom"})
    one = s(t["token"], "GET", U + "/export")[0]
    s.ok("olive", "DELETE", U + "/export-tokens/" + t["id"])
    return one, s(t["token"], "GET", U + "/export")[0]


@mistake("i-scrape-of-all-organizations", ["uptime"], "isolation", "UPT-08",
         "A scrape answers the monitors of every organization.", False,
         [edit("uptime.py", '        if m["org"] == token["org"] and not m["deleted"]:', '        if not m["deleted"]:')],
         ["POST a monitor as the owner of contoso", "POST an export token as the owner of northwind", "scrape with it"], "contoso's monitor is in the answer")
def _(s):
    monitor(s, "theirs", "otto")
    t = s.ok("olive", "POST", U + "/export-tokens", {"name": "prom"})
    return "theirs" in s.ok(t["token"], "GET", U + "/export")


@mistake("i-ping-without-entitlement", ["uptime"], "status", "UPT-02",
         "Ping answers for an organization that is not enabled for uptime.", False,
         [edit("uptime.py", '@op("GET", "/ping")', '@op("GET", "/ping", beta=None)')],
         ["event entitlement-changes {area: uptime, enabled: false}", "GET /api/v1/uptime/ping"], "200 instead of 403")
def _(s):
    s.must("entitlement-changes", organization="northwind", area="uptime", enabled=False)
    return [s("olive", "GET", U + x)[0] for x in ("/ping", "/catalog")]


@mistake("i-relay-asked-before-quota", ["uptime"], "status", "UPT-05",
         "Creating a monitor asks the backend before the quota, so at the quota with the backend down it answers 502.", False,
         [edit("uptime.py", '@op("POST", "/monitors", late_relay=True)', '@op("POST", "/monitors")')],
         ["event quota-changes {quota: monitors, value: 0}", "event backend-behaves {backend: uptime, reachable: false}", "POST /api/v1/uptime/monitors"], "502 instead of 403")
def _(s):
    s.must("quota-changes", organization="northwind", quota="monitors", value=0)
    s.must("backend-behaves", backend="uptime", reachable=False)
    return s("olive", "POST", U + "/monitors", {"name": "n", "intervalSeconds": 60, "vantages": ["hel"], "kind": "http", "http": {"url": "https://shop.example/"}})[0]
