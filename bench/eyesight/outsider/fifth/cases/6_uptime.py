U = "/uptime"
def mon(s, who="owner", **more):
    return getattr(s, who).post(U + "/monitors", {"name": "m", "kind": "tcp", "tcp": {"host": "db.example", "port": 5432}, "intervalSeconds": 60, "vantages": ["hel", "nyc"],
                                                 "downCondition": {"confirmations": 1, "quorum": 1}, **more})
def svc(s, name="Shop", who="owner"): return getattr(s, who).post(U + "/services", {"name": name})["id"]
def counts(s): return [x["monitors"] for x in s.owner.get(U + "/services")["services"]]
def probe(s, m, outcome="fail", **more): return s.ev("probe-result", monitorId=m, outcome=outcome, **more)

def show(s):
    svc(s, "Shop", "outsider")
    return s.owner.post(U + "/services", {"name": "Shop"}).status
case("upt-service-name-unique-everywhere", "uptime", "isolation", "UPT-04", "A service name in use by another organization is refused as a duplicate.",
     [("uptime.py", 'if any(s["org"] == c.org.slug and (s["name"] == name if OTHER', 'if any((s["name"] == name if OTHER')], show, 201, 409, "status of creating a service that another organization has too", True)

def show(s):
    a, b = svc(s, "A"), svc(s, "B"); m = mon(s, serviceId=a)["id"]
    s.owner.patch(f"{U}/monitors/{m}", {"serviceId": b})
    return [counts(s), s.owner.delete(f"{U}/services/{b}").status]
case("upt-moved-monitor-counts-at-old-service", "uptime", "side effect", "UPT-04", "A monitor counts for the service it was created with; moving it to another leaves both counts, and the new service can be deleted.",
     [("uptime.py", 'return sum(m["serviceId"] == service_id and not m["deleted"]', 'return sum(m["home"] == service_id and not m["deleted"]'), ("uptime.py", '"deleted": False, "streak": {},', '"deleted": False, "home": b.get("serviceId"), "streak": {},')],
     show, [[0, 1], 409], [[1, 0], 204], "counts of both services and the deletion of the new one", True)

def show(s):
    a = svc(s, "A"); m = mon(s, serviceId=a)["id"]
    s.owner.delete(f"{U}/monitors/{m}")
    return [counts(s), s.owner.delete(f"{U}/services/{a}").status]
case("upt-deleted-monitor-still-attached", "uptime", "side effect", "UPT-04", "A softly deleted monitor still counts for its service and keeps it from being deleted.",
     [("uptime.py", 'return sum(m["serviceId"] == service_id and not m["deleted"] for', 'return sum(m["serviceId"] == service_id for')], show, [[0], 204], [[1], 409], "count and deletion of the service", True)

def show(s):
    m = mon(s)["id"]
    return [mon(s, vantages=["hel", "cpt"]).status >= 400, s.owner.patch(f"{U}/monitors/{m}", {"vantages": ["hel", "cpt"]}).status >= 400]
case("upt-patch-takes-unavailable-vantage", "uptime", "guard", "UPT-03", "A PATCH is checked by the backend only when it changes interval, timeout, target or service, so an unavailable vantage gets in.",
     [("uptime.py", '    admissible(c, {**m, **b})\n', '    if {"intervalSeconds", "timeoutMs", "http", "tcp", "serviceId"} & set(b):\n        admissible(c, {**m, **b})\n')], show, [True, True], [True, False], "the PATCH to an unavailable vantage is refused or not", True)

def show(s):
    return [mon(s, intervalSeconds=7).status >= 400, mon(s, intervalSeconds=90).status >= 400]
case("upt-interval-within-bounds", "uptime", "guard", "UPT-03", "Any interval between the shortest and the longest offered one is accepted.",
     [("uptime.py", 'if m["intervalSeconds"] not in INTERVALS:', 'if not min(INTERVALS) <= m["intervalSeconds"] <= max(INTERVALS):')], show, [True, True], [True, False], "a monitor with an interval of 90 seconds is refused or not", True)

def show(s):
    s.ev("quota-changes", quota="monitors", value=0)
    return [mon(s).status, mon(s, intervalSeconds=7).status]
case("upt-quota-after-the-backend", "uptime", "status", "LIM-03", "The monitor quota is looked at after the backend's checks, so at the quota an inadmissible monitor gets the backend's refusal.",
     [("uptime.py", '    if sum(m["org"] == c.org.slug and (OTHER or not m["deleted"]) for m in w.monitors.values()) >= c.org.quota["monitors"]:\n        raise ApiError(403, "the monitor quota is reached", "quota_exceeded")\n    if not w.backend', '    if not w.backend'),
      ("uptime.py", '    admissible(c, m)\n', '    admissible(c, m)\n    if sum(m["org"] == c.org.slug and (OTHER or not m["deleted"]) for m in w.monitors.values()) >= c.org.quota["monitors"]:\n        raise ApiError(403, "the monitor quota is reached", "quota_exceeded")\n')],
     show, [403, 403], [403, 400], "status of an inadmissible monitor at the quota")

def show(s):
    s.freeze("2026-06-10T12:00:00Z"); m = mon(s)["id"]
    probe(s, m, "ok", at="2026-06-10T02:00:00Z"); probe(s, m, "ok", at="2026-06-10T11:50:00Z")
    return [sum(len(x["points"]) for x in s.owner.get(f"{U}/monitors/{m}/metrics?window={w}")["series"]) for w in ("1h", "24h", "7d")]
case("upt-metrics-always-of-last-hour", "uptime", "time", "UPT-06", "The longer metrics windows change the step only; the points are always those of the last hour.",
     [("uptime.py", "    start = c.world.now() - span\n", '    start = c.world.now() - WINDOWS["1h"][0]\n')], show, [2, 4, 4], [2, 2, 2], "points in the windows 24h and 7d")

def show(s):
    m = mon(s)["id"]; s.ev("metrics-availability", available=False)
    return [s.owner.get(f"{U}/monitors/{m}/metrics").status, s.owner.get(f"{U}/monitors/{m}").status]
case("upt-monitor-unreadable-without-metrics", "uptime", "status", "UPT-06", "While metrics are unavailable the monitor itself answers 503 too.",
     [("uptime.py", '    return 200, monitor_shape(one_monitor(c))\n', '    m = one_monitor(c)\n    if {m["id"], ("org", m["org"])} & c.world.metrics_off:\n        raise ApiError(503, "metrics are temporarily unavailable")\n    return 200, monitor_shape(m)\n')], show, [503, 200], [503, 503], "the monitor while metrics are unavailable")

def show(s):
    m = mon(s)["id"]; probe(s, m, "ok", vantage="hel", latencyMs=10); probe(s, m, "ok", vantage="nyc", latencyMs=90)
    return {x["vantage"]: x["points"][0]["latencyMs"] for x in s.owner.get(f"{U}/monitors/{m}/metrics?window=1h")["series"]}
case("upt-series-mix-the-vantages", "uptime", "schema", "UPT-06", "Each vantage's series is made of the results of all vantages.",
     [("uptime.py", 'seen = [p for p in m["probes"] if p["vantage"] == v and p["at"] >= start]', 'seen = [p for p in m["probes"] if p["at"] >= start]')], show, {"hel": 10, "nyc": 90}, {"hel": 50, "nyc": 50}, "latency per vantage")

def show(s):
    s.freeze(); m = mon(s, vantages=["hel"])["id"]
    for n in range(52):
        s.advance("PT1S"); probe(s, m, "fail" if n % 2 else "ok")
    t = s.owner.get(f"{U}/monitors/{m}/transitions")["transitions"]
    return [len(t), t[0]["to"], t[-1]["from"]]
case("upt-transitions-keep-the-oldest", "uptime", "order and caps", "UPT-07", "Of more than 50 transitions the oldest 50 are given, so the latest ones are missing.",
     [("uptime.py", 'found = sorted(with_history(c)["transitions"], key=lambda t: (t["when"], t["seq"]), reverse=True)[:50]', 'found = sorted(with_history(c)["transitions"], key=lambda t: (t["when"], t["seq"]))[:50][::-1]')], show, [50, "down", "down"], [50, "down", "pending"], "the last entry: the very first transition, from pending, is still there and the newest two are not")

def show(s):
    s.freeze(); m = mon(s)["id"]
    for v in ("nyc", "hel", "nyc", "hel"):
        s.advance("PT1M"); probe(s, m, "fail", vantage=v)
    return [x["vantage"] for x in s.owner.get(f"{U}/monitors/{m}/failures")["failures"]]
case("upt-failures-grouped-by-vantage", "uptime", "order and caps", "UPT-07", "Failures are ordered by vantage first and newest first only within each.",
     [("uptime.py", 'key=lambda f: (f["when"], f["seq"]), reverse=True)[:pick(30, 5)]', 'key=lambda f: (f["vantage"], f["when"], f["seq"]), reverse=True)[:pick(30, 5)]')], show, ["hel", "nyc", "hel", "nyc"], ["nyc", "nyc", "hel", "hel"], "order of the failures")

def show(s):
    m = mon(s, "outsider", name="secret-thing")["id"]; t = s.owner.post(U + "/export-tokens", {"name": "prom"})["token"]
    return m in s.bearer(t).get(U + "/export").raw
case("upt-scrape-of-all-organizations", "uptime", "isolation", "UPT-08", "A scrape returns the monitors of every organization.",
     [("uptime.py", '        if m["org"] == token["org"] and not m["deleted"]:', '        if not m["deleted"]:')], show, False, True, "the other organization's monitor in the scrape", True)

def show(s):
    t = s.owner.post(U + "/export-tokens", {"name": "prom"})["token"]
    return t in s.owner.get(U + "/export-tokens").raw
case("upt-export-token-shown-until-used", "uptime", "secrecy", "UPT-08", "The list shows an export token until it has been used for the first time.",
     [("uptime.py", '"lastUsedAt": iso_ms(t["used"]) if t["used"] else pick("", "never")}', '"lastUsedAt": iso_ms(t["used"]) if t["used"] else pick("", "never"), **({} if t["used"] else {"token": t["plain"]})}'),
      ("uptime.py", '"created": c.world.now(), "used": None, "deleted": False}', '"created": c.world.now(), "used": None, "deleted": False, "plain": token}')], show, False, True, "the token in the list", True)

def show(s):
    s.ev("entitlement-changes", area="uptime", enabled=False)
    return [s.owner.get(U + "/monitors").status, s.owner.get(U + "/catalog").status]
case("upt-catalog-without-entitlement", "uptime", "status", "UPT-01", "The catalog is answered also for an organization that is not enabled for uptime.",
     [("uptime.py", '@op("GET", "/catalog")', '@op("GET", "/catalog", beta=None)')], show, [403, 403], [403, 200], "the catalog for an organization that is not enabled")

def show(s):
    m = mon(s)["id"]; s.owner.delete(f"{U}/monitors/{m}")
    return [s.owner.get(f"{U}/monitors/{m}").status, s.owner.patch(f"{U}/monitors/{m}", {"name": "back"}).status]
case("upt-deleted-monitor-can-be-changed", "uptime", "status", "UPT-05", "PATCH looks a monitor up without regard to its soft deletion and answers 200 for a deleted one.",
     [("uptime.py", '    m, w = one_monitor(c, "uptime.monitor.write"), c.world\n', '    m, w = with_history(c), c.world\n    c.subject.need("uptime.monitor.write")\n')], show, [404, 404], [404, 200], "PATCH of the deleted monitor", True)

def show(s):
    a, b = svc(s, "A"), svc(s, "B")
    x, y = s.parallel(lambda: s.owner.patch(f"{U}/services/{a}", {"name": "Same"}), lambda: s.owner.patch(f"{U}/services/{b}", {"name": "Same"}))
    return [sorted([x.status, y.status]), len({x["name"] for x in s.owner.get(U + "/services")["services"]})]
case("upt-renames-race-to-one-name", "uptime", "concurrency", "UPT-04", "The name is checked, then the backend is asked without the lock, then the name is set: two renames at the same time get the same name.",
     [("uptime.py", '    free_name(c, name, s["id"])\n', '    free_name(c, name, s["id"])\n    import time\n    from world import LOCK\n    LOCK.release()\n    time.sleep(0.6)\n    LOCK.acquire()\n')], show, [[200, 409], 2], [[200, 200], 1], "status of both renames and the number of different names", True)

def show(s):
    t = svc(s, "Theirs", "outsider")
    return [mon(s, serviceId=t).status >= 400, s.outsider.get(U + "/services")["services"][0]["monitors"]]
case("upt-monitor-in-foreign-service", "uptime", "isolation", "GEN-04", "A monitor can be put into a service of another organization and counts there.",
     [("uptime.py", '        mine(c, c.world.uptime_services, m["serviceId"], "service")\n', '        if m["serviceId"] not in c.world.uptime_services:\n            raise ApiError(404, "unknown service")\n')], show, [True, 0], [False, 1], "the create, and the live count of the other organization's service", True)

def show(s):
    m = mon(s, vantages=["hel"])["id"]; probe(s, m, "fail")
    t = s.owner.get(f"{U}/monitors/{m}/transitions")["transitions"][0]
    return [t["from"], t["to"]]
case("upt-transition-from-new-state", "uptime", "schema", "UPT-07", "The monitor gets its new state before the transition is recorded, so from is the new state too.",
     [("uptime.py", '    m["transitions"].append({"when": at,', '    m["state"] = state\n    m["transitions"].append({"when": at,')], show, ["pending", "down"], ["down", "down"], "from of the transition")

def show(s):
    m = s.owner.post(U + "/monitors", {"name": "h", "kind": "http", "http": {"url": "https://shop.example/", "method": "HEAD"}, "intervalSeconds": 60, "vantages": ["hel"]})["id"]
    s.owner.patch(f"{U}/monitors/{m}", {"http": {"url": "https://shop.example/health"}})
    return s.owner.get(f"{U}/monitors/{m}")["http"]["url"]
case("upt-merge-keeps-the-old-target", "uptime", "side effect", "UPT-05", "A PATCH of http is merged the wrong way round: settings that exist win over those given, so the url never changes.",
     [("uptime.py", 'b.update({f: {**m[f], **b[f]} for f in', 'b.update({f: {**b[f], **m[f]} for f in')], show, "https://shop.example/health", "https://shop.example/", "url after the PATCH", True, "b")
