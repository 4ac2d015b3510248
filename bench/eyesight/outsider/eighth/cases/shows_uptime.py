from datetime import datetime, timedelta, timezone
from prove import mistake

U = "/uptime"


def monitor(S, name="m", expect=201, **k):
    b = {"name": name, "kind": "http", "intervalSeconds": 60, "vantages": ["fra", "iad"], "http": {"url": "https://x.example/"}}
    return S("POST", U + "/monitors", dict(b, **k), expect=expect)["id"]


def service(S, name="s", **k):
    return S("POST", U + "/services", {"name": name}, expect=201, **k)["id"]


def ago(**k):
    return (datetime.now(timezone.utc) - timedelta(**k)).strftime("%Y-%m-%dT%H:%M:%S.000Z")


@mistake("h-upt-transitions-cut-at-wrong-end", "uptime", "order and caps", "UPT-07",
         "When there are more than 50 transitions the newest are cut off, not the oldest.",
         [("uptime.go", "	m.transitions = append([]*Transition{t}, m.transitions[:min(len(m.transitions), 4*transitionsMax)]...)\n", "	m.transitions = append([]*Transition{t}, m.transitions...)\n	m.transitions = m.transitions[max(0, len(m.transitions)-transitionsMax):]\n")],
         ["create a monitor with the down condition 1 of 1", "let it change its state 60 times (event probe-result)", "GET /api/v1/uptime/monitors/{id}/transitions"],
         "step 3: the first entry is not the last change")
def _(S):
    m = monitor(S, vantages=["fra"], downCondition={"confirmations": 1, "quorum": 1})
    for i in range(60):
        S.ev("probe-result", monitorId=m, outcome="fail" if i % 2 else "ok", at=ago(seconds=600 - 10 * i))
    l = [t["at"] for t in S("GET", U + "/monitors/%s/transitions" % m)["transitions"]]
    since = S("GET", U + "/monitors/" + m)["stateSince"]
    return len(l) == 50 and l[0] == since, (len(l), l[0], since)


@mistake("h-upt-failures-by-vantage", "uptime", "order and caps", "UPT-07",
         "The failures are grouped by vantage and newest first only within each.",
         [("uptime.go", "		return c.json(200, map[string]any{\"failures\": l[:min(len(l), failuresMax)]})", "		l = l[:min(len(l), failuresMax)]\n		sort.SliceStable(l, func(i, j int) bool { return l[i].Vantage < l[j].Vantage })\n		return c.json(200, map[string]any{\"failures\": l})")],
         ["create a monitor with two vantages", "event probe-result fail at fra, then at iad", "GET /api/v1/uptime/monitors/{id}/failures"],
         "step 3: the older failure of fra comes first")
def _(S):
    m = monitor(S)
    S.ev("probe-result", monitorId=m, outcome="fail", vantage="fra", at=ago(minutes=9))
    S.ev("probe-result", monitorId=m, outcome="fail", vantage="iad", at=ago(minutes=5))
    l = [f["vantage"] for f in S("GET", U + "/monitors/%s/failures" % m)["failures"]]
    return l == ["iad", "fra"], l


@mistake("h-upt-patch-takes-closed-vantage", "uptime", "guard", "UPT-03",
         "Whether a vantage is available is only checked on creation; an update accepts one that is not.",
         [("uptime.go", "	if q.Vantages != nil {\n		m.Vantages = nil\n", "	if q.Vantages != nil {\n		fresh := m.Vantages == nil\n		m.Vantages = nil\n"),
          ("uptime.go", "if k == nil || !k.Available {", "if k == nil || (fresh && !k.Available) {")],
         ["GET /api/v1/uptime/catalog: a vantage with available false", "POST /api/v1/uptime/monitors", "PATCH /api/v1/uptime/monitors/{id} {vantages: [that one]}"],
         "step 3: refused when right, 200 when wrong", alone=True)
def _(S):
    closed = [v["id"] for v in S("GET", U + "/catalog")["vantages"] if not v["available"]][0]
    m = monitor(S)
    r = S("PATCH", U + "/monitors/" + m, {"vantages": ["fra", closed]})
    return 400 <= r.status < 500, r.status


@mistake("h-upt-patch-enables", "uptime", "side effect", "UPT-05",
         "The default of enabled for new monitors is applied by updates too, so renaming a disabled monitor enables it.",
         [("uptime.go", "	if q.Enabled != nil {\n		m.Enabled = *q.Enabled\n	}\n", "	m.Enabled = q.Enabled == nil || *q.Enabled\n")],
         ["POST /api/v1/uptime/monitors {enabled: false, ...}", "PATCH /api/v1/uptime/monitors/{id} {name}", "GET /api/v1/uptime/monitors/{id}"],
         "step 2 and 3: enabled is true", alone=True)
def _(S):
    m = monitor(S, enabled=False)
    S("PATCH", U + "/monitors/" + m, {"name": "n"}, expect=200)
    e = S("GET", U + "/monitors/" + m)["enabled"]
    return e is False, e


@mistake("h-upt-name-taken-next-door", "uptime", "isolation", "UPT-04",
         "Names of services are compared with those of all organizations, so a name of the neighbour's is refused with 409.",
         [("uptime.go", """		for _, o := range c.org.Up.services {
			if o != self && o.Name == n {
				return "", fail(409, "a service with this name exists")
			}
		}
""", """		for _, org := range c.w.orgs {
			for _, o := range org.Up.services {
				if o != self && o.Name == n {
					return "", fail(409, "a service with this name exists")
				}
			}
		}
""")],
         ["POST /api/v1/uptime/services {name: checkout} as the neighbour", "POST /api/v1/uptime/services {name: checkout} as our owner"],
         "step 2: 201 when right, 409 when wrong", alone=True)
def _(S):
    service(S, "checkout", who="nils")
    r = S("POST", U + "/services", {"name": "checkout"})
    return r.status == 201, r.status


@mistake("h-upt-short-window-shows-day", "uptime", "time", "UPT-06",
         "The window 1h is filled from the last 24 hours; only its step is that of an hour.",
         [("uptime.go", "	length := map[string]time.Duration{\"1h\": time.Hour, \"24h\"", "	length := map[string]time.Duration{\"1h\": 24 * time.Hour, \"24h\"")],
         ["create a monitor", "event probe-result with at five hours ago", "GET /api/v1/uptime/monitors/{id}/metrics?window=1h"],
         "step 3: there are points older than an hour")
def _(S):
    m = monitor(S)
    S.ev("probe-result", monitorId=m, outcome="ok", at=ago(hours=5))
    S.ev("probe-result", monitorId=m, outcome="ok")
    n = {w: sum(len(s["points"]) for s in S("GET", U + "/monitors/%s/metrics?window=%s" % (m, w))["series"]) for w in ("1h", "24h")}
    return n == {"1h": 2, "24h": 4}, n


@mistake("h-upt-scrape-index-kept", "uptime", "side effect", "UPT-08",
         "The scrape endpoint looks tokens up in an index that revoking does not clean, so a revoked token still scrapes.",
         [("uptime.go", "	exports     []*ExportToken\n", "	exports     []*ExportToken\n	byHash      map[string]*ExportToken\n"),
          ("uptime.go", "		c.org.Up.exports = append(c.org.Up.exports, t)\n", "		c.org.Up.exports = append(c.org.Up.exports, t)\n		if c.org.Up.byHash == nil {\n			c.org.Up.byHash = map[string]*ExportToken{}\n		}\n		c.org.Up.byHash[t.secret] = t\n"),
          ("uptime.go", "			t := find(o.Up.exports, func(t *ExportToken) bool { return t.secret == h })\n", "			t := o.Up.byHash[h]\n")],
         ["POST /api/v1/uptime/export-tokens", "scrape with the token", "DELETE /api/v1/uptime/export-tokens/{id}", "scrape with the token"],
         "step 4: 401 when right, 200 when wrong")
def _(S):
    t = S("POST", U + "/export-tokens", {"name": "t"}, expect=201)
    S("GET", U + "/metrics", key=t["token"], expect=200)
    S("DELETE", U + "/export-tokens/" + t["id"], expect=204)
    r = S("GET", U + "/metrics", key=t["token"])
    return r.status == 401, r.status


@mistake("h-upt-deleted-monitors-count", "uptime", "side effect", "UPT-04",
         "Softly deleted monitors still count for their service, whose live count stays and which cannot be deleted.",
         [("uptime.go", "	monitors    []*Monitor\n", "	monitors    []*Monitor\n	deleted     []*Monitor // history and billing survive\n"),
          ("uptime.go", "		for _, m := range o.Up.monitors {\n			if m.ServiceID == s.ID {", "		for _, m := range append(append([]*Monitor{}, o.Up.monitors...), o.Up.deleted...) {\n			if m.ServiceID == s.ID {"),
          ("uptime.go", "		c.org.Up.monitors = remove(c.org.Up.monitors, func(x *Monitor) bool { return x == m })\n", "		c.org.Up.monitors = remove(c.org.Up.monitors, func(x *Monitor) bool { return x == m })\n		c.org.Up.deleted = append(c.org.Up.deleted, m)\n")],
         ["POST /api/v1/uptime/services", "POST /api/v1/uptime/monitors {serviceId, ...}", "DELETE /api/v1/uptime/monitors/{id}", "GET /api/v1/uptime/services", "DELETE /api/v1/uptime/services/{id}"],
         "step 4: monitors is 1; step 5: 409", alone=True)
def _(S):
    s = service(S)
    m = monitor(S, serviceId=s)
    S("DELETE", U + "/monitors/" + m, expect=204)
    n = S("GET", U + "/services")["services"][0]["monitors"]
    r = S("DELETE", U + "/services/" + s)
    return n == 0 and r.status == 204, (n, r.status)


@mistake("h-upt-target-switches-kind", "uptime", "guard", "UPT-05",
         "An update with a target of the other kind turns the monitor into one of that kind.",
         [("uptime.go", "		if m.Kind != \"tcp\" {\n			return m, bad(\"tcp does not go with a %s monitor\", m.Kind)\n		}\n", "		m.Kind, m.HTTP = \"tcp\", nil\n")],
         ["POST /api/v1/uptime/monitors {kind: http, http, ...}", "PATCH /api/v1/uptime/monitors/{id} {tcp: {host, port}}", "GET /api/v1/uptime/monitors/{id}"],
         "step 3: kind is tcp", alone=True)
def _(S):
    m = monitor(S)
    S("PATCH", U + "/monitors/" + m, {"tcp": {"host": "x.example", "port": 443}})
    k = S("GET", U + "/monitors/" + m)["kind"]
    return k == "http", k


@mistake("h-upt-catalog-without-entitlement", "uptime", "guard", "UPT-01",
         "The catalog is static and therefore answered without asking for the entitlement.",
         [("uptime.go", "s.op(\"GET \"+p+\"/catalog\", a(\"monitor.read\"),", "s.op(\"GET \"+p+\"/catalog\", access{area: \"catalog\", perm: \"uptime.monitor.read\"},")],
         ["event entitlement-changes {area: uptime, enabled: false}", "GET /api/v1/uptime/catalog"],
         "step 2: 403 when right, 200 when wrong")
def _(S):
    S.ev("entitlement-changes", organization="aurora", area="uptime", enabled=False)
    r = S("GET", U + "/catalog")
    return r.status == 403, r.status


@mistake("h-upt-ping-remembered", "uptime", "isolation", "UPT-02",
         "The answer of a ping is remembered for two seconds without the organization in the key, so the next caller gets the organization of the one before.",
         [("uptime.go", """		return c.json(200, map[string]any{"service": "uptime", "org": c.org.Slug, "schemaEpoch": "2026-11", "time": c.w.stamp()})
""", """		if d := c.w.now().Sub(pingAt); d >= 0 && d < 2*time.Second {
			return c.json(200, lastPing)
		}
		pingAt, lastPing = c.w.now(), map[string]any{"service": "uptime", "org": c.org.Slug, "schemaEpoch": "2026-11", "time": c.w.stamp()}
		return c.json(200, lastPing)
"""),
          ("uptime.go", "const snippetMax, failuresMax, transitionsMax = 256, 100, 50\n", "const snippetMax, failuresMax, transitionsMax = 256, 100, 50\n\n// the last round trip to the backend\nvar (\n	pingAt   time.Time\n	lastPing map[string]any\n)\n")],
         ["GET /api/v1/uptime/ping as our owner", "GET /api/v1/uptime/ping as the neighbour right after"],
         "step 2: org is ours", alone=True)
def _(S):
    a, b = S("GET", U + "/ping")["org"], S("GET", U + "/ping", who="nils")["org"]
    return (a, b) == ("aurora", "borealis"), (a, b)
