import threading, time

MISTAKES, SHOWS = [], {}


def mistake(id, areas, kind, statement, wrong, alone, edits, shown, differs, expected):
    def deco(fn):
        MISTAKES.append({"id": id, "areas": areas, "kind": kind, "statement": statement, "wrong": wrong, "requestsAlone": alone,
                         "edits": [{"file": f, "find": a, "replace": b} for f, a, b in edits], "shownBy": shown, "differsAt": differs})
        SHOWS[id] = (fn, expected)
        return fn
    return deco


F = "uptime.go"
iso = lambda t: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(t))


def monitor(s, name="m", vantages=("fra",), who="olga", **k):
    b = {"name": name, "intervalSeconds": 60, "vantages": list(vantages), "kind": "http", "http": {"url": "https://www.example.com/"}}
    b.update(k)
    return s.ok("POST", "/uptime/monitors", b, who=who)["id"]


def service(s, name="web", who="olga"):
    return s.ok("POST", "/uptime/services", {"name": name}, who=who)["id"]


@mistake("k-patch-switches-on-again", ["uptime"], "side effect", "UPT-05",
         "The default of enabled is applied wherever a request is put onto a monitor, so a PATCH that does not name it switches a disabled monitor on again.",
         True, [(F, "\tif q.Enabled != nil {\n\t\tm.Enabled = *q.Enabled\n\t}\n", "\tm.Enabled = q.Enabled == nil || *q.Enabled\n")],
         ["POST /api/v1/uptime/monitors {enabled: false}", "PATCH /api/v1/uptime/monitors/{id} {name: other}"],
         "enabled in the answer (and afterwards): true in place of false", (False, False))
def _(s):
    m = monitor(s, enabled=False)
    a = s.ok("PATCH", "/uptime/monitors/" + m, {"name": "other"})["enabled"]
    return a, s.ok("GET", "/uptime/monitors/" + m)["enabled"]


@mistake("k-unavailable-vantage-on-patch", ["uptime"], "guard", "UPT-03",
         "Whether a vantage is available is only looked at when a monitor is created; an update takes a vantage that is not available.",
         True, [(F, "\t\t\tif k == nil || !k.Available {\n\t\t\t\treturn m, bad(\"vantage %q is not available\", v)\n", "\t\t\tif k == nil {\n\t\t\t\treturn m, bad(\"vantage %q is unknown\", v)\n"),
                (F, "\t\tnow := c.w.stamp()\n", "\t\tfor _, v := range vantages {\n\t\t\tif !v.Available && contains(q.Vantages, v.ID) {\n\t\t\t\treturn bad(\"vantage %q is not available\", v.ID)\n\t\t\t}\n\t\t}\n\t\tnow := c.w.stamp()\n")],
         ["GET /api/v1/uptime/catalog: a vantage with available false", "POST /api/v1/uptime/monitors with an available one", "PATCH /api/v1/uptime/monitors/{id} {vantages: [the unavailable one]}"],
         "the PATCH: 200 in place of a refusal", (400, ["fra"]))
def _(s):
    off = [v["id"] for v in s.ok("GET", "/uptime/catalog")["vantages"] if not v["available"]]
    m = monitor(s)
    st = s.api("PATCH", "/uptime/monitors/" + m, {"vantages": off[:1]})[0]
    return st, s.ok("GET", "/uptime/monitors/" + m)["vantages"]


@mistake("k-service-names-across-organizations", ["uptime"], "isolation", "GEN-04",
         "A service name is compared with the services of all organizations, so a name that only another organization uses is refused (and thereby given away).",
         True, [(F, "\t\tfor _, o := range c.org.Up.services {\n\t\t\tif o != self && o.Name == n {\n\t\t\t\treturn \"\", fail(409, \"a service with this name exists\")\n\t\t\t}\n\t\t}\n",
                 "\t\tfor _, org := range c.w.orgs {\n\t\t\tif find(org.Up.services, func(o *UptimeService) bool { return o != self && o.Name == n }) != nil {\n\t\t\t\treturn \"\", fail(409, \"a service with this name exists\")\n\t\t\t}\n\t\t}\n")],
         ["POST /api/v1/uptime/services {name: web}", "the same as the owner of the other organization"],
         "the second POST: 409 in place of 201", 201)
def _(s):
    service(s)
    return s.api("POST", "/uptime/services", {"name": "web"}, who="nils")[0]


@mistake("k-transitions-keep-the-oldest", ["uptime"], "order and caps", "UPT-07",
         "The history of transitions is cut to 50 before it is turned round, so after 50 state changes the list stands still at the oldest ones.",
         False, [(F, "m.transitions = append([]*Transition{t}, m.transitions[:min(len(m.transitions), 4*transitionsMax)]...)", "m.transitions = append(m.transitions, t)"),
                 (F, "\t\tl := append([]*Transition{}, m.transitions...)\n", "\t\tl := append([]*Transition{}, m.transitions[:min(len(m.transitions), transitionsMax)]...)\n")],
         ["POST /api/v1/uptime/monitors {downCondition: {confirmations: 1, quorum: 1}}", "53 probe results, a minute apart: ok, fail, ok, fail, ... (each changes the state)", "GET /api/v1/uptime/monitors/{id}/transitions"],
         "the first entry: the 50th change in place of the 53rd (the newest)", (50, True))
def _(s):
    m = monitor(s, downCondition={"confirmations": 1, "quorum": 1})
    t = time.time() - 7200
    for i in range(53):
        s.ev("probe-result", monitorId=m, outcome=["ok", "fail"][i % 2], at=iso(t + 60 * i))
    l = s.ok("GET", "/uptime/monitors/%s/transitions" % m)["transitions"]
    return len(l), l[0]["at"][:19] == iso(t + 60 * 52)[:19]


@mistake("k-failing-vantages-share-memory", ["uptime"], "side effect", "UPT-07",
         "The failing vantages are computed into one buffer of the monitor, which the recorded transitions share, so a later outage rewrites the vantages of the earlier ones.",
         False, [(F, "\tmetricsDown bool\n}\n\ntype probe struct", "\tmetricsDown bool\n\tfailBuf     []string\n}\n\ntype probe struct"),
                 (F, "\tout := []string{}\n\tfor _, v := range m.Vantages {\n\t\tif m.streak[v] >= m.DownCondition.Confirmations {\n\t\t\tout = append(out, v)\n\t\t}\n\t}\n\treturn out\n", "\tm.failBuf = m.failBuf[:0]\n\tfor _, v := range m.Vantages {\n\t\tif m.streak[v] >= m.DownCondition.Confirmations {\n\t\t\tm.failBuf = append(m.failBuf, v)\n\t\t}\n\t}\n\treturn m.failBuf\n"),
                 (F, "seen: map[string]bool{}}, &q)", "seen: map[string]bool{}, failBuf: make([]string, 0, len(vantages))}, &q)")],
         ["POST /api/v1/uptime/monitors {vantages: [fra, iad], downCondition: {confirmations: 1, quorum: 1}}", "probe results: fails at fra, ok at fra, fails at iad (a minute apart)", "GET /api/v1/uptime/monitors/{id}/transitions"],
         "failingVantages of the oldest transition: [iad] in place of [fra]", [["iad"], [], ["fra"]])
def _(s):
    m = monitor(s, vantages=["fra", "iad"], downCondition={"confirmations": 1, "quorum": 1})
    t = time.time() - 600
    for i, (v, o) in enumerate([("fra", "fail"), ("fra", "ok"), ("iad", "fail")]):
        s.ev("probe-result", monitorId=m, vantage=v, outcome=o, at=iso(t + 60 * i))
    return [x["failingVantages"] for x in s.ok("GET", "/uptime/monitors/%s/transitions" % m)["transitions"]]


@mistake("k-results-kept-for-a-day", ["uptime"], "time", "UPT-06",
         "Probe results older than a day are thrown away when a new one comes in, so the window of 7 days shows no more than the last 24 hours.",
         False, [(F, "\tif len(m.results) > 20000 {\n", "\tfor p.at.Sub(m.results[0].at) > 24*time.Hour {\n\t\tm.results = m.results[1:]\n\t}\n\tif len(m.results) > 20000 {\n")],
         ["POST /api/v1/uptime/monitors", "an ok result four days ago and one now", "GET /api/v1/uptime/monitors/{id}/metrics?window=7d"],
         "points of the series: one in place of two", 2)
def _(s):
    m = monitor(s)
    for d in (4, 0):
        s.ev("probe-result", monitorId=m, outcome="ok", at=iso(time.time() - d * 86400))
    return len(s.ok("GET", "/uptime/monitors/%s/metrics?window=7d" % m)["series"][0]["points"])


@mistake("k-series-share-their-buckets", ["uptime"], "schema", "UPT-06",
         "The buckets of the metrics are made once and not for each vantage, so the series of the second vantage contains the results of the first as well.",
         False, [(F, "\tfor _, v := range m.Vantages {\n\t\ttype acc struct{ n, ok, lat, nlat float64 }\n\t\tbuckets := map[int64]*acc{}\n", "\ttype acc struct{ n, ok, lat, nlat float64 }\n\tbuckets := map[int64]*acc{}\n\tfor _, v := range m.Vantages {\n")],
         ["POST /api/v1/uptime/monitors {vantages: [fra, iad]}", "an ok result of 10 ms at fra and a failed one of 90 ms at iad, at the same instant", "GET /api/v1/uptime/monitors/{id}/metrics?window=1h"],
         "the point of iad: up 0.5 and 50 ms in place of up 0 and 90 ms", [("fra", [(10, 1)]), ("iad", [(90, 0)])])
def _(s):
    m = monitor(s, vantages=["fra", "iad"])
    at = iso(time.time() - 300)
    s.ev("probe-result", monitorId=m, vantage="fra", outcome="ok", latencyMs=10, at=at)
    s.ev("probe-result", monitorId=m, vantage="iad", outcome="fail", latencyMs=90, at=at)
    return [(x["vantage"], [(p["latencyMs"], p["up"]) for p in x["points"]]) for x in s.ok("GET", "/uptime/monitors/%s/metrics?window=1h" % m)["series"]]


@mistake("k-revoked-scraper-remembered", ["uptime"], "secrecy", "UPT-08",
         "Scrapers that were let in once are remembered by the hash of their token, and revoking the token does not forget them: a revoked token that was used before goes on scraping.",
         True, [(F, "\texports     []*ExportToken\n", "\texports     []*ExportToken\n\tscrapers    map[string]*ExportToken // those seen before\n"),
                (F, "\t\t\tt := find(o.Up.exports, func(t *ExportToken) bool { return t.secret == h })\n\t\t\tif t == nil {\n\t\t\t\tcontinue\n\t\t\t}\n", "\t\t\tt := o.Up.scrapers[h]\n\t\t\tif t == nil {\n\t\t\t\tif t = find(o.Up.exports, func(t *ExportToken) bool { return t.secret == h }); t == nil {\n\t\t\t\t\tcontinue\n\t\t\t\t}\n\t\t\t\tif o.Up.scrapers == nil {\n\t\t\t\t\to.Up.scrapers = map[string]*ExportToken{}\n\t\t\t\t}\n\t\t\t\to.Up.scrapers[h] = t\n\t\t\t}\n")],
         ["POST /api/v1/uptime/export-tokens", "scrape with the token", "DELETE /api/v1/uptime/export-tokens/{id}", "scrape with the token"],
         "the second scrape: 200 in place of 401", [200, 401])
def _(s):
    t = s.ok("POST", "/uptime/export-tokens", {"name": "t"})
    out = [s.api("GET", "/uptime/metrics", key=t["token"])[0]]
    s.ok("DELETE", "/uptime/export-tokens/" + t["id"])
    return out + [s.api("GET", "/uptime/metrics", key=t["token"])[0]]


@mistake("k-scrapes-share-a-buffer", ["uptime"], "concurrency", "GEN-04",
         "All scrapes are written into one buffer that is sent after the lock is released, so scrapes at the same time get the metrics of another organization.",
         True, [(F, "[]byte(o.scrape())\n", "o.scrape()\n"),
                (F, "func (o *Org) scrape() string {\n", "var scrapeBuf []byte // scrapes are large; made once\n\nfunc (o *Org) scrape() []byte {\n"),
                (F, "\treturn b.String()\n", "\tscrapeBuf = append(scrapeBuf[:0], b.String()...)\n\treturn scrapeBuf\n")],
         ["POST /api/v1/uptime/monitors: 50 in each of the two organizations, named after it, with all vantages", "POST /api/v1/uptime/export-tokens in both", "scrape with both tokens in parallel, some hundred times"],
         "a scrape shows monitors of the other organization", False)
def _(s):
    keys, foreign = {}, []
    for who in ("olga", "nils"):
        for i in range(50):
            monitor(s, name=("of-%s-" % who) + "x" * 190, vantages=["fra", "iad", "sin"], who=who)
        keys[who] = s.ok("POST", "/uptime/export-tokens", {"name": "t"}, who=who)["token"]
    stop = time.time() + 12

    def go(who, other):
        while time.time() < stop and not foreign:
            if "of-" + other in s.api("GET", "/uptime/metrics", key=keys[who])[1]:
                foreign.append(who)
    t = [threading.Thread(target=go, args=p) for p in [("olga", "nils"), ("nils", "olga")] * 4]
    [x.start() for x in t]
    [x.join(30) for x in t]
    return bool(foreign)


@mistake("k-deleted-monitor-still-counts", ["uptime"], "side effect", "UPT-04",
         "A deleted monitor is only marked, and the live count of its service does not look at the mark: the count does not fall and the service can never be deleted.",
         True, [(F, "\tmetricsDown bool\n}\n\ntype probe struct", "\tmetricsDown bool\n\tdeleted     bool // history and billing survive\n}\n\ntype probe struct"),
                (F, "func(m *Monitor) bool { return m.ID == id }); m != nil {", "func(m *Monitor) bool { return m.ID == id && !m.deleted }); m != nil {"),
                (F, "\"monitors\": lst(c.org.Up.monitors)", "\"monitors\": remove(c.org.Up.monitors, func(m *Monitor) bool { return m.deleted })"),
                (F, "\t\tc.org.Up.monitors = remove(c.org.Up.monitors, func(x *Monitor) bool { return x == m })\n", "\t\tm.deleted = true\n")],
         ["POST /api/v1/uptime/services", "POST /api/v1/uptime/monitors {serviceId}", "DELETE /api/v1/uptime/monitors/{id}", "GET /api/v1/uptime/services", "DELETE /api/v1/uptime/services/{id}"],
         "monitors: 1 in place of 0, and the service is refused with 409 in place of 204", (404, 0, 204))
def _(s):
    sv = service(s)
    m = monitor(s, serviceId=sv)
    s.ok("DELETE", "/uptime/monitors/" + m)
    return s.api("GET", "/uptime/monitors/" + m)[0], s.ok("GET", "/uptime/services")["services"][0]["monitors"], s.api("DELETE", "/uptime/services/" + sv)[0]


@mistake("k-catalog-outside-the-area", ["uptime"], "status", "UPT-01",
         "The catalog is registered with an area of its own, so it answers 200 when the organization is not enabled for uptime and when the backend is unreachable.",
         False, [(F, "\ts.op(\"GET \"+p+\"/catalog\", a(\"monitor.read\"), func(c *Ctx) error {\n", "\ts.op(\"GET \"+p+\"/catalog\", access{area: \"catalog\", perm: \"uptime.monitor.read\"}, func(c *Ctx) error { // the same for everybody\n")],
         ["the uptime backend becomes unreachable", "GET /api/v1/uptime/catalog", "it is reachable again; uptime is switched off for the organization", "GET /api/v1/uptime/catalog"],
         "both GETs: 200 in place of 502 and 403", [502, 403])
def _(s):
    s.ev("backend-behaves", backend="uptime", reachable=False)
    out = [s.api("GET", "/uptime/catalog")[0]]
    s.ev("backend-behaves", backend="uptime", reachable=True)
    s.ev("entitlement-changes", area="uptime", enabled=False)
    return out + [s.api("GET", "/uptime/catalog")[0]]


@mistake("k-unused-export-token-null", ["uptime"], "schema", "GEN-02",
         "lastUsedAt of an export token that was never used is null, though the field is a required string.",
         True, [(F, "\tLastUsedAt LaxTime `json:\"lastUsedAt\"`\n", "\tLastUsedAt *Time   `json:\"lastUsedAt\"`\n"),
                (F, "\t\t\tt.LastUsedAt = LaxTime{c.w.now()}\n", "\t\t\tt.LastUsedAt = &Time{c.w.now()}\n"),
                ("credentials.go", "\t\t\t\tt.LastUsedAt = LaxTime{at}\n", "\t\t\t\tt.LastUsedAt = &Time{at}\n")],
         ["POST /api/v1/uptime/export-tokens", "GET /api/v1/uptime/export-tokens"],
         "lastUsedAt: null in place of a string", ["str"])
def _(s):
    s.ok("POST", "/uptime/export-tokens", {"name": "t"})
    return [type(t["lastUsedAt"]).__name__ for t in s.ok("GET", "/uptime/export-tokens")["tokens"]]
