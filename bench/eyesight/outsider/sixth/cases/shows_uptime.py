import time
from datetime import datetime, timedelta, timezone
from prove import mistake
U = "/api/v1/uptime"
def monitor(s, name="home", who="olive", **b):
    return s.ok("POST", U + "/monitors", {"name": name, "intervalSeconds": 60, "vantages": ["hel", "nyc"], "kind": "http", "http": {"url": "https://northwind.example/"}, **b}, who=who)["id"]
def service(s, name): return s.ok("POST", U + "/services", {"name": name})["id"]
def counts(s): return {x["id"]: x["monitors"] for x in s.ok("GET", U + "/services")["services"]}
def probe(s, m, outcome, **b): return s.oke("probe-result", monitorId=m, outcome=outcome, **b)

@mistake("f-quota-race", "uptime", "concurrency", "UPT-05", "The quota is counted before the relay to the backend outside the lock, so that simultaneous creations exceed it.",
  [("uptime.py", '    b = c.json(NEW, BAD)\n    least', '    b = c.json(NEW, BAD)\n    import world\n    import time\n    world.LOCK.release()\n    time.sleep(0.15)\n    world.LOCK.acquire()\n    least')], "the two parallel POSTs with one place left: both 201", False)
def _(s):
    s.oke("quota-changes", organization="northwind", quota="monitors", value=1)
    b = {"name": "x", "intervalSeconds": 60, "vantages": ["hel"], "kind": "tcp", "tcp": {"host": "a.example", "port": 443}}
    return sorted(x.status for x in s.par(*[lambda: s("POST", U + "/monitors", b)] * 2)) == [201, 403]

@mistake("f-quota-after-relay", "uptime", "status", "UPT-05", "The monitor quota is looked at after the backend was asked.",
  [("uptime.py", '@op("POST", "/monitors", late_relay=True)', '@op("POST", "/monitors")')], "POST monitors at the quota with the backend down: 502 instead of 403", False)
def _(s):
    s.oke("quota-changes", organization="northwind", quota="monitors", value=0)
    s.oke("backend-behaves", backend="uptime", reachable=False)
    return s("POST", U + "/monitors", {"name": "x", "intervalSeconds": 60, "vantages": ["hel"], "kind": "tcp", "tcp": {"host": "a.example", "port": 443}}).status == 403

@mistake("f-rename-to-later-name", "uptime", "status", "UPT-04", "A rename is compared only with the services created before the renamed one.",
  [("uptime.py", '    free_name(c, name, s["id"])\n', '    for x in c.world.uptime_services.values():\n        if x is s:\n            break\n        if x["org"] == s["org"] and x["name"].casefold() == name.casefold():\n            raise ApiError(409, "a service with this name exists", "name_taken")\n')], "PATCH the first service to the second's name: 200 instead of 409", True)
def _(s):
    a, b = service(s, "Shop"), service(s, "Blog")
    assert s("PATCH", U + f"/services/{b}", {"name": "Shop"}).status == 409
    return s("PATCH", U + f"/services/{a}", {"name": "Blog"}).status == 409


@mistake("f-service-count-not-moved", "uptime", "side effect", "UPT-04", "The monitor count of services is kept when monitors are created and deleted, but not when a PATCH moves one to another service.",
  [("uptime.py", '"monitors": attached(w, s["id"]),', '"monitors": w.counters.get(("attached", s["id"]), 0),'),
   ("uptime.py", '    w.monitors[m["id"]] = m\n', '    w.monitors[m["id"]] = m\n    w.counters[("attached", m["serviceId"])] = w.counters.get(("attached", m["serviceId"]), 0) + 1\n'),
   ("uptime.py", '    one_monitor(c, "uptime.monitor.write")["deleted"] = True\n', '    m = one_monitor(c, "uptime.monitor.write")\n    m["deleted"] = True\n    c.world.counters[("attached", m["serviceId"])] = c.world.counters.get(("attached", m["serviceId"]), 0) - 1\n')], "GET services after PATCH {serviceId}: the old service still has 1, the new one 0", True)
def _(s):
    a, b = service(s, "Shop"), service(s, "Blog")
    m = monitor(s, serviceId=a); assert counts(s) == {a: 1, b: 0}
    s.ok("PATCH", U + f"/monitors/{m}", {"serviceId": b})
    return counts(s) == {a: 0, b: 1}

@mistake("f-service-counts-deleted-monitors", "uptime", "side effect", "UPT-04", "Softly deleted monitors still count as attached: in the live count of their service and when it is to be deleted.",
  [("uptime.py", 'm["serviceId"] == service_id and not m["deleted"] for m', 'm["serviceId"] == service_id for m')], "GET services: monitors is 1; DELETE service: 409 instead of 204", True)
def _(s):
    a = service(s, "Shop"); m = monitor(s, serviceId=a)
    s.ok("DELETE", U + f"/monitors/{m}")
    return counts(s)[a] == 0 and s("DELETE", U + f"/services/{a}").status == 204

@mistake("f-patch-vantage-unchecked", "uptime", "guard", "UPT-03", "PATCH checks what the catalog offers only when the interval is changed, so that an unavailable vantage can be set.",
  [("uptime.py", '    admissible(c, {**m, **b})\n', '    if "intervalSeconds" in b:\n        admissible(c, {**m, **b})\n')], "PATCH {vantages: [cpt]}: 200 instead of a refusal", True)
def _(s):
    m = monitor(s)
    bad = next(v["id"] for v in s.ok("GET", U + "/catalog")["vantages"] if not v["available"])
    return 400 <= s("PATCH", U + f"/monitors/{m}", {"vantages": ["hel", bad]}).status < 500

@mistake("f-patch-vantages-resets-condition", "uptime", "side effect", "UPT-05", "A PATCH of the vantages puts the down condition back to its default.",
  [("uptime.py", '    admissible(c, {**m, **b})\n    m.update(b)', '    if "vantages" in b:\n        b.setdefault("downCondition", {"confirmations": 3, "quorum": min(2, len(b["vantages"]))})\n    admissible(c, {**m, **b})\n    m.update(b)')], "PATCH {vantages}: downCondition changed", True)
def _(s):
    m = monitor(s, downCondition={"confirmations": 5, "quorum": 1})
    return s.ok("PATCH", U + f"/monitors/{m}", {"vantages": ["hel", "tyo"]})["downCondition"] == {"confirmations": 5, "quorum": 1}

@mistake("f-transitions-oldest-fifty", "uptime", "order and caps", "UPT-07", "Of more than 50 transitions the 50 oldest are answered.",
  [("uptime.py", 'key=lambda t: (t["when"], t["seq"]), reverse=True)[:50]', 'key=lambda t: (t["when"], t["seq"]))[:50][::-1]')], "GET transitions: the first is not the last change", False)
def _(s):
    m = monitor(s, vantages=["hel"], downCondition={"confirmations": 1, "quorum": 1})
    base = datetime.now(timezone.utc) - timedelta(hours=3)
    for n in range(56): probe(s, m, "fail" if n % 2 else "ok", at=(base + timedelta(minutes=n)).isoformat())
    got = s.ok("GET", U + f"/monitors/{m}/transitions")["transitions"]
    return len(got) == 50 and got[0]["at"][:19] == (base + timedelta(minutes=55)).isoformat()[:19]

@mistake("f-failures-by-attempt", "uptime", "order and caps", "UPT-07", "Failures are sorted by their attempt number instead of newest first.",
  [("uptime.py", 'key=lambda f: (f["when"], f["seq"]), reverse=True)[:pick', 'key=lambda f: (f["attempt"], f["when"]), reverse=True)[:pick')], "GET failures: an older failure of a longer streak stands first", False)
def _(s):
    m = monitor(s, vantages=["hel"])
    base = datetime.now(timezone.utc) - timedelta(hours=1)
    for n, o in enumerate(("fail", "fail", "ok", "error")): probe(s, m, o, at=(base + timedelta(minutes=n)).isoformat())
    at = [f["at"] for f in s.ok("GET", U + f"/monitors/{m}/failures")["failures"]]
    return len(at) == 3 and at == sorted(at, reverse=True)

@mistake("f-metrics-cache-without-window", "uptime", "side effect", "UPT-06", "Metrics are cached for half a minute per monitor, whatever the window.",
  [("uptime.py", '    span, step = WINDOWS[window]\n', '    old = m.get("cached")\n    if old and c.world.now() - old[0] < timedelta(seconds=30):\n        return 200, old[1]\n    span, step = WINDOWS[window]\n'), ("uptime.py", '    return 200, {"window": window, "stepSeconds": step, "uptimePct": pct, "series": series}', '    m["cached"] = (c.world.now(), {"window": window, "stepSeconds": step, "uptimePct": pct, "series": series})\n    return 200, m["cached"][1]')], "GET metrics?window=7d right after window=1h: window is 1h", True)
def _(s):
    m = monitor(s)
    s.ok("GET", U + f"/monitors/{m}/metrics?window=1h")
    return s.ok("GET", U + f"/monitors/{m}/metrics?window=7d")["window"] == "7d"

@mistake("f-metrics-outage-changes-state", "uptime", "side effect", "UPT-06", "Asking for metrics while they are unavailable sets the monitor to pending.",
  [("uptime.py", '        raise ApiError(503, "metrics are', '        m["state"], m["since"] = "pending", c.world.now()\n        raise ApiError(503, "metrics are')], "GET monitor after the 503: pending instead of up", False)
def _(s):
    m = monitor(s); probe(s, m, "ok")
    s.oke("metrics-availability", organization="northwind", available=False)
    assert s.ok("GET", U + f"/monitors/{m}")["state"] == "up"
    assert s("GET", U + f"/monitors/{m}/metrics").status == 503
    return s.ok("GET", U + f"/monitors/{m}")["state"] == "up"

@mistake("f-export-of-all-orgs", "uptime", "isolation", "UPT-08", "A scrape shows the monitors without a service of every organization.",
  [("uptime.py", 'if m["org"] == token["org"] and not m["deleted"]:', 'if (m["org"] == token["org"] or not m["serviceId"]) and not m["deleted"]:')], "scrape with otto's token: northwind's monitor is in it", True)
def _(s):
    m = monitor(s)
    t = s.ok("POST", U + "/export-tokens", {"name": "prom"}, who="otto")["token"]
    return m.encode() not in s.ok("GET", U + "/export", bearer=t).data

@mistake("f-export-token-shown-until-used", "uptime", "secrecy", "UPT-08", "The list shows the token of an export token until its first use.",
  [("uptime.py", '"created": c.world.now(), "used": None, "deleted": False}\n    c.world.export', '"created": c.world.now(), "used": None, "deleted": False, "plain": token}\n    c.world.export'), ("uptime.py", 'if t["used"] else pick("", "never")}', 'if t["used"] else pick("", "never"), **({} if t["used"] else {"token": t["plain"]})}')], "GET export-tokens: holds the token", True)
def _(s):
    t = s.ok("POST", U + "/export-tokens", {"name": "prom"})["token"]
    return t.encode() not in s.ok("GET", U + "/export-tokens").data

@mistake("f-export-token-revival-by-name", "uptime", "side effect", "UPT-08", "Creating an export token with the name of a revoked one brings the revoked one back to life as well.",
  [("uptime.py", '    c.world.export_tokens[t["id"]] = t\n', '    for old in c.world.export_tokens.values():\n        if old["org"] == t["org"] and old["name"] == t["name"]:\n            old["deleted"] = False\n    c.world.export_tokens[t["id"]] = t\n')], "scrape with the revoked token: 200 instead of 401", True)
def _(s):
    t = s.ok("POST", U + "/export-tokens", {"name": "prom"})
    s.ok("DELETE", U + f"/export-tokens/{t['id']}")
    assert s("GET", U + "/export", bearer=t["token"]).status == 401
    s.ok("POST", U + "/export-tokens", {"name": "prom"})
    return s("GET", U + "/export", bearer=t["token"]).status == 401

@mistake("f-kind-switched-by-patch", "uptime", "guard", "UPT-05", "A PATCH with another kind and its settings turns the monitor into that kind.",
  [("uptime.py", '        raise ApiError(BAD, "the kind of a monitor cannot change; recreate it", "kind_immutable")', '        if b["kind"] not in b:\n            raise ApiError(BAD, "the settings of the new kind are missing")\n        m[m["kind"]] = None'), ("uptime.py", '        b.pop("kind", None)\n', '')], "GET monitor after PATCH {kind: tcp, tcp}: kind tcp", True)
def _(s):
    m = monitor(s)
    s("PATCH", U + f"/monitors/{m}", {"kind": "tcp", "tcp": {"host": "a.example", "port": 443}})
    return s.ok("GET", U + f"/monitors/{m}")["kind"] == "http"

@mistake("f-transition-from-new-state", "uptime", "schema", "UPT-07", "A transition is recorded after the state was changed, so that from and to are the same.",
  [("uptime.py", '"from": m["state"], "to": state,', '"from": state, "to": state,')], "GET transitions: from equals to", False)
def _(s):
    m = monitor(s); probe(s, m, "ok")
    t = s.ok("GET", U + f"/monitors/{m}/transitions")["transitions"]
    return len(t) == 1 and t[0]["from"] != t[0]["to"]

@mistake("f-export-tokens-without-entitlement", "uptime", "status", "UPT-01", "Export tokens can be minted although uptime is not enabled for the organization.",
  [("uptime.py", '@op("POST", "/export-tokens")', '@op("POST", "/export-tokens", beta=None)')], "POST export-tokens: 201 instead of 403", False)
def _(s):
    s.oke("entitlement-changes", organization="northwind", area="uptime", enabled=False)
    assert s("GET", U + "/export-tokens").status == 403
    return s("POST", U + "/export-tokens", {"name": "prom"}).status == 403

@mistake("f-snippet-untruncated-for-errors", "uptime", "order and caps", "UPT-07", "The response snippet of a failure with outcome error is kept whole.",
  [("uptime.py", '"responseSnippet": snippet[:SNIPPET]})', '"responseSnippet": snippet[:SNIPPET] if outcome == "fail" else snippet})')], "GET failures: a snippet of 200000 characters", False)
def _(s):
    m = monitor(s); probe(s, m, "error", vantage="hel", responseSnippet="x" * 200000)
    return len(s.ok("GET", U + f"/monitors/{m}/failures")["failures"][0]["responseSnippet"]) < 200000

@mistake("f-monitor-of-other-org-patched", "uptime", "isolation", "GEN-04", "PATCH finds a monitor of any organization in which the caller is a member, not only of the acting one.",
  [("uptime.py", '    m, w = one_monitor(c, "uptime.monitor.write"), c.world\n', '    w = c.world\n    c.subject.need("uptime.monitor.write")\n    m = w.monitors.get(c.params["id"])\n    if m is None or m["deleted"] or c.subject.user.id not in w.orgs[m["org"]].members:\n        raise ApiError(404, "unknown monitor")\n')], "PATCH as mia acting for contoso: 200, northwind's monitor renamed", True)
def _(s):
    m = monitor(s)
    s("PATCH", U + f"/monitors/{m}", {"name": "renamed"}, who="mia", org="contoso")
    return s.ok("GET", U + f"/monitors/{m}")["name"] == "home"
