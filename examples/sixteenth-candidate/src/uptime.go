package main

import (
	"encoding/base64"
	"fmt"
	"math"
	"sort"
	"strings"
	"sync"
	"time"
)

type USvc struct {
	id, name, org string
	created       time.Time
}
type Probe struct {
	at      time.Time
	vantage string
	outcome string
	latency float64
	n       int
	kind    string
	detail  string
	snip    string
}
type Trans struct {
	at       time.Time
	from, to string
	failing  []string
}
type Monitor struct {
	id, name, svc, org, kind, state string
	enabled                         bool
	interval, timeout               int64
	vantages                        []string
	confirmations, quorum           int64
	http, tcp                       M
	since, created, updated         time.Time
	deleted                         bool
	probes                          []Probe
	streak                          map[string]int
	lastAt                          map[string]time.Time
	trans                           []Trans
}
type Export struct {
	id, name, org, hash string
	created, used       time.Time
}

type Uptime struct {
	w       *World
	mu      sync.Mutex
	svcs    []*USvc
	mons    []*Monitor
	exports []*Export
	down    bool
	dark    map[string]bool // metrics unavailable: by monitor, or org/…
	expIx   *Index
}

var intervals = []struct {
	s     int64
	label string
}{{20, "three a minute"}, {90, "each minute and a half"}, {300, "each five minutes"}, {1200, "three an hour"}}
var vantages = []struct {
	id, label string
	ok        bool
}{{"ams", "Amsterdam", true}, {"gru", "São Paulo", true}, {"nrt", "Tokyo", true}, {"jnb", "Johannesburg (closed)", false}}

func newUptime(w *World) *Uptime {
	u := &Uptime{w: w, dark: map[string]bool{}}
	u.expIx = newIndex(func(org string) []Row {
		u.mu.Lock()
		defer u.mu.Unlock()
		rows := []Row{}
		for i := len(u.exports) - 1; i >= 0; i-- {
			if x := u.exports[i]; x.org == org {
				rows = append(rows, Row{V: x.view()})
			}
		}
		return rows
	})
	return u
}

func (x *Export) view() M {
	return M{"id": x.id, "name": x.name, "createdAt": tstr(x.created), "lastUsedAt": tstr(x.used)}
}

// gate: entitlement, for a new monitor the quota, then the backend.
func (u *Uptime) gate(c *Ctx) {
	org := c.caller.org
	if !u.w.acc.entitled(org, "uptime") {
		refuse(403, "~ uptime is in private beta and not enabled here")
	}
	post := c.r.Method == "POST" && strings.HasSuffix(c.r.URL.Path, "/uptime/monitors")
	q := int64(0)
	if post {
		c.caller.mustSome("uptime.monitor.write")
		q = u.w.acc.quota(org, "monitors")
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if post {
		c.quota = q
		u.placeLeft(org, q)
	}
	if u.down {
		refuse(502, "~ the uptime backend is unreachable")
	}
}

// placeLeft refuses when there is none; asked again when the monitor is made, for others may have come in between.
func (u *Uptime) placeLeft(org string, quota int64) {
	n := int64(0)
	for _, m := range u.mons {
		if m.org == org && !m.deleted {
			n++
		}
	}
	if n >= quota {
		refuse(403, "~ the quota of monitors is reached")
	}
}

func (u *Uptime) svc(org, id string) *USvc {
	for _, s := range u.svcs {
		if s.id == id && s.org == org {
			return s
		}
	}
	return nil
}
func (u *Uptime) hasService(org, id string) bool { _, _, ok := u.serviceName(org, id); return ok }
func (u *Uptime) serviceName(org, id string) (name, owner string, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, s := range u.svcs {
		if s.id == id && (org == "" || s.org == org) {
			return s.name, s.org, true
		}
	}
	return "", "", false
}
func (u *Uptime) count(s *USvc) int {
	n := 0
	for _, m := range u.mons {
		if m.svc == s.id && !m.deleted {
			n++
		}
	}
	return n
}
func (u *Uptime) sview(s *USvc) M {
	return M{"id": s.id, "name": s.name, "monitors": u.count(s), "createdAt": tstr(s.created)}
}
func (m *Monitor) view() M {
	v := M{"id": m.id, "name": m.name, "enabled": m.enabled, "intervalSeconds": m.interval, "vantages": m.vantages, "timeoutMs": m.timeout, "downCondition": M{"confirmations": m.confirmations, "quorum": m.quorum}, "kind": m.kind, "state": m.state, "createdAt": tstr(m.created), "updatedAt": tstr(m.updated)}
	if m.svc != "" {
		v["serviceId"] = m.svc
	}
	if !m.since.IsZero() {
		v["stateSince"] = tstr(m.since)
	}
	if m.http != nil {
		v["http"] = m.http
	}
	if m.tcp != nil {
		v["tcp"] = m.tcp
	}
	return v
}

func isB64(s string) bool { _, err := base64.StdEncoding.DecodeString(s); return err == nil }

// parseMonitor reads the fields that are there into m; create says that the required ones must be.
func (u *Uptime) parseMonitor(c *Ctx, m *Monitor, create bool) {
	b := c.b
	has := func(k string) bool {
		if create {
			return b.has(k)
		}
		_, ok := b.opt(k)
		return ok
	}
	if create || has("name") {
		m.name = b.str("name")
	}
	if _, ok := b.opt("serviceId"); ok {
		m.svc = b.asStr("serviceId", b.need("serviceId"))
		if m.svc != "" && u.svc(c.caller.org, m.svc) == nil {
			b.fail("serviceId", "is unknown")
		}
	}
	m.enabled = b.boolOr("enabled", m.enabled)
	if create || has("intervalSeconds") {
		m.interval = b.int("intervalSeconds")
		ok := false
		for _, i := range intervals {
			ok = ok || i.s == m.interval
		}
		if !ok {
			b.fail("intervalSeconds", "is not offered")
		}
	}
	if create || has("vantages") {
		m.vantages = b.strs("vantages")
		if len(m.vantages) == 0 {
			b.fail("vantages", "is empty")
		}
		for i, v := range m.vantages {
			ok := false
			for _, x := range vantages {
				ok = ok || x.id == v && x.ok
			}
			if !ok || in(m.vantages[:i], v) {
				b.fail("vantages", "has unavailable or repeated ones")
			}
		}
	}
	m.timeout = b.intOr("timeoutMs", m.timeout, 1, 1<<31)
	if m.timeout > m.interval*1000 {
		b.fail("timeoutMs", "is longer than the interval")
	}
	if d, ok := b.objOpt("downCondition"); ok {
		m.confirmations, m.quorum = d.intIn("confirmations", 1, 100), d.int("quorum")
	}
	if m.quorum < 1 || m.quorum > int64(len(m.vantages)) {
		b.fail("downCondition.quorum", "is not within the vantages")
	}
	if create {
		m.kind = b.enum("kind", "tcp", "http")
	}
	if h, ok := b.objOpt("http"); ok {
		if m.kind != "http" {
			b.fail("http", "is not the check of this kind")
		}
		v := M{"url": h.str("url")}
		if !isWeb(h.str("url")) {
			h.fail("url", "is not a web URI")
		}
		if h.has("method") {
			v["method"] = h.enum("method", "GET", "HEAD", "POST")
		}
		if x, ok := h.objOpt("headers"); ok {
			for k := range x.m {
				s := x.asStr(k, x.need(k))
				if strings.ContainsAny(k+s, "\r\n") || k == "" || strings.ContainsAny(k, " :") {
					x.fail(k, "is no header")
				}
			}
			v["headers"] = x.m
		}
		if h.has("bodyBase64") {
			s := h.strOr("bodyBase64", "")
			if !isB64(s) {
				h.fail("bodyBase64", "is not base64")
			}
			v["bodyBase64"] = s
		}
		if h.has("followRedirects") {
			v["followRedirects"] = h.bool("followRedirects")
		}
		if l, ok := h.strsOpt("expectStatus"); ok {
			v["expectStatus"] = l
		}
		if h.has("expectBodyContains") {
			v["expectBodyContains"] = h.strOr("expectBodyContains", "")
		}
		m.http = v
	}
	if t, ok := b.objOpt("tcp"); ok {
		if m.kind != "tcp" {
			b.fail("tcp", "is not the check of this kind")
		}
		v := M{"host": t.str("host"), "port": t.intIn("port", 1, 65535)}
		if strings.ContainsAny(t.str("host"), " /@") {
			t.fail("host", "is no host")
		}
		if t.has("tls") {
			v["tls"] = t.bool("tls")
		}
		for _, k := range []string{"sendBase64", "expectPrefixBase64"} {
			if t.has(k) {
				s := t.strOr(k, "")
				if !isB64(s) {
					t.fail(k, "is not base64")
				}
				v[k] = s
			}
		}
		m.tcp = v
	}
	if m.kind == "http" && m.http == nil || m.kind == "tcp" && m.tcp == nil {
		b.fail(m.kind, "is required with this kind")
	}
}

func uptimeRoutes() {
	const pre = "/api/v1/uptime"
	op := func(name, method, path string, body bool, h func(c *Ctx, u *Uptime) (int, any)) {
		add(name, method, pre+path, "uptime", body, func(c *Ctx) (int, any) {
			u := c.w.up
			u.mu.Lock()
			defer u.mu.Unlock()
			return h(c, u)
		})
	}
	op("pingUptime", "GET", "/ping", false, func(c *Ctx, u *Uptime) (int, any) {
		return 200, M{"service": "heron", "org": c.caller.org, "schemaEpoch": "e16", "time": tstr(u.w.now())}
	})
	op("getUptimeCatalog", "GET", "/catalog", false, func(c *Ctx, u *Uptime) (int, any) {
		is, vs := []any{}, []any{}
		for _, i := range intervals {
			is = append(is, M{"seconds": i.s, "label": i.label})
		}
		for _, v := range vantages {
			vs = append(vs, M{"id": v.id, "label": v.label, "available": v.ok})
		}
		return 200, M{"intervals": is, "vantages": vs}
	})
	op("listUptimeServices", "GET", "/services", false, func(c *Ctx, u *Uptime) (int, any) {
		f := c.caller.filter("uptime.service.read")
		l := []any{}
		ss := append([]*USvc{}, u.svcs...)
		sort.SliceStable(ss, func(i, j int) bool { return ss[i].name < ss[j].name })
		for _, s := range ss {
			if s.org == c.caller.org && f(s.id) {
				l = append(l, u.sview(s))
			}
		}
		return 200, M{"services": l}
	})
	free := func(u *Uptime, org, name, but string) {
		for _, s := range u.svcs {
			if s.org == org && s.name == name && s.id != but {
				refuse(409, "~ there is a service of this name")
			}
		}
	}
	op("createUptimeService", "POST", "/services", true, func(c *Ctx, u *Uptime) (int, any) {
		name := c.b.str("name")
		c.caller.must("uptime.service.write", "")
		free(u, c.caller.org, name, "")
		s := &USvc{nid("us"), name, c.caller.org, u.w.now()}
		u.svcs = append(u.svcs, s)
		u.w.emit(Event{Topic: "up", Org: s.org, Service: "uptime", Id: s.id, Name: s.name})
		return 201, u.sview(s)
	})
	svc := func(c *Ctx, u *Uptime) *USvc {
		s := u.svc(c.caller.org, c.p["id"])
		if s == nil {
			refuse(404, "~ unknown service")
		}
		c.caller.must("uptime.service.write", s.id)
		return s
	}
	op("renameUptimeService", "PATCH", "/services/{id}", true, func(c *Ctx, u *Uptime) (int, any) {
		name := c.b.str("name")
		s := svc(c, u)
		free(u, c.caller.org, name, s.id)
		s.name = name
		u.w.emit(Event{Topic: "up", Org: s.org, Service: "uptime", Id: s.id, Name: s.name})
		return 200, u.sview(s)
	})
	op("deleteUptimeService", "DELETE", "/services/{id}", false, func(c *Ctx, u *Uptime) (int, any) {
		s := svc(c, u)
		if u.count(s) > 0 {
			refuse(409, "~ monitors are still attached")
		}
		for i, x := range u.svcs {
			if x == s {
				u.svcs = append(append([]*USvc{}, u.svcs[:i]...), u.svcs[i+1:]...)
			}
		}
		u.w.emit(Event{Topic: "down", Org: s.org, Service: "uptime", Id: s.id})
		return 204, nil
	})
	op("listMonitors", "GET", "/monitors", false, func(c *Ctx, u *Uptime) (int, any) {
		f := c.caller.filter("uptime.monitor.read")
		l := []any{}
		for i := len(u.mons) - 1; i >= 0; i-- {
			if m := u.mons[i]; m.org == c.caller.org && !m.deleted && f(m.svc) {
				l = append(l, m.view())
			}
		}
		return 200, M{"monitors": l}
	})
	op("createMonitor", "POST", "/monitors", true, func(c *Ctx, u *Uptime) (int, any) {
		c.parse()
		m := &Monitor{id: nid("mo"), org: c.caller.org, state: "pending", enabled: true, timeout: 4000, confirmations: 2, quorum: 1, streak: map[string]int{}, lastAt: map[string]time.Time{}}
		u.parseMonitor(c, m, true)
		c.caller.must("uptime.monitor.write", m.svc)
		u.placeLeft(c.caller.org, c.quota)
		m.created = u.w.now()
		m.updated = m.created
		u.mons = append(u.mons, m)
		return 201, m.view()
	})
	mon := func(c *Ctx, u *Uptime, perm string, past bool) *Monitor {
		for _, m := range u.mons {
			if m.id == c.p["id"] && m.org == c.caller.org && (!m.deleted || past) {
				c.caller.must(perm, m.svc)
				return m
			}
		}
		refuse(404, "~ unknown monitor")
		return nil
	}
	op("getMonitor", "GET", "/monitors/{id}", false, func(c *Ctx, u *Uptime) (int, any) {
		return 200, mon(c, u, "uptime.monitor.read", false).view()
	})
	op("updateMonitor", "PATCH", "/monitors/{id}", true, func(c *Ctx, u *Uptime) (int, any) {
		m := mon(c, u, "uptime.monitor.write", false)
		n := *m
		u.parseMonitor(c, &n, false)
		if n.svc != m.svc {
			c.caller.must("uptime.monitor.write", n.svc)
		}
		n.updated = u.w.now()
		n.streak = map[string]int{}
		for v, k := range m.streak {
			if in(n.vantages, v) {
				n.streak[v] = k
			}
		}
		*m = n
		return 200, m.view()
	})
	op("deleteMonitor", "DELETE", "/monitors/{id}", false, func(c *Ctx, u *Uptime) (int, any) {
		mon(c, u, "uptime.monitor.write", false).deleted = true
		return 204, nil
	})
	op("getMonitorMetrics", "GET", "/monitors/{id}/metrics", false, func(c *Ctx, u *Uptime) (int, any) {
		win := "24h"
		if c.q.Has("window") {
			win = c.q.Get("window")
		}
		length, step := map[string]time.Duration{"1h": time.Hour, "24h": 24 * time.Hour, "7d": 7 * 24 * time.Hour}[win], map[string]int64{"1h": 60, "24h": 1200, "7d": 7200}[win]
		if step == 0 {
			refuse(invalid, "~ query window: is 1h, 24h or 7d")
		}
		m := mon(c, u, "uptime.monitor.read", true)
		if u.dark[m.id] || u.dark["org/"+m.org] {
			refuse(503, "~ metrics are unavailable for the moment")
		}
		now := u.w.now()
		from := now.Add(-length)
		pct, series := M{}, []any{}
		for _, v := range m.vantages {
			type bucket struct {
				n, ok int
				lat   float64
			}
			bs := map[int64]*bucket{}
			n, good := 0, 0
			for _, p := range m.probes {
				if p.vantage != v || p.at.Before(from) || p.at.After(now) {
					continue
				}
				t := p.at.Unix() / step * step
				if bs[t] == nil {
					bs[t] = &bucket{}
				}
				n++
				bs[t].n++
				if p.outcome == "ok" {
					good++
					bs[t].ok++
					bs[t].lat += p.latency
				}
			}
			ts := []int64{}
			for t := range bs {
				ts = append(ts, t)
			}
			sort.Slice(ts, func(i, j int) bool { return ts[i] < ts[j] })
			pts := []any{}
			for _, t := range ts {
				b := bs[t]
				lat := 0.0
				if b.ok > 0 {
					lat = b.lat / float64(b.ok)
				}
				pts = append(pts, M{"t": t, "latencyMs": lat, "up": float64(b.ok) / float64(b.n)})
			}
			series = append(series, M{"vantage": v, "points": pts})
			if n > 0 {
				pct[v] = math.Round(float64(good)*1e6/float64(n)) / 1e4
			}
		}
		return 200, M{"window": win, "stepSeconds": step, "uptimePct": pct, "series": series}
	})
	op("listMonitorFailures", "GET", "/monitors/{id}/failures", false, func(c *Ctx, u *Uptime) (int, any) {
		m := mon(c, u, "uptime.monitor.read", true)
		fs := []Probe{}
		for _, p := range m.probes {
			if p.outcome != "ok" {
				fs = append(fs, p)
			}
		}
		sort.SliceStable(fs, func(i, j int) bool { return fs[i].at.After(fs[j].at) })
		l := []any{}
		for _, p := range fs {
			if len(l) < 120 {
				l = append(l, M{"at": tstr(p.at), "vantage": p.vantage, "attempt": p.n, "outcome": p.outcome, "errorKind": p.kind, "errorDetail": p.detail, "responseSnippet": p.snip})
			}
		}
		return 200, M{"failures": l}
	})
	op("listMonitorTransitions", "GET", "/monitors/{id}/transitions", false, func(c *Ctx, u *Uptime) (int, any) {
		m := mon(c, u, "uptime.monitor.read", true)
		l := []any{}
		ts := []Trans{}
		for i := len(m.trans) - 1; i >= 0; i-- {
			ts = append(ts, m.trans[i])
		}
		sort.SliceStable(ts, func(i, j int) bool { return ts[i].at.After(ts[j].at) })
		for i := 0; i < len(ts) && i < 50; i++ {
			t := ts[i]
			l = append(l, M{"at": tstr(t.at), "from": t.from, "to": t.to, "failingVantages": t.failing})
		}
		return 200, M{"transitions": l}
	})
	add("listExportTokens", "GET", pre+"/export-tokens", "uptime", false, func(c *Ctx) (int, any) {
		c.caller.must("uptime.export.read", "")
		l := []any{}
		for _, r := range c.w.up.expIx.read(c.caller.org) {
			l = append(l, r.V)
		}
		return 200, M{"tokens": l}
	})
	op("createExportToken", "POST", "/export-tokens", true, func(c *Ctx, u *Uptime) (int, any) {
		name := c.b.str("name")
		c.caller.must("uptime.export.write", "")
		tok := secret("exp")
		x := &Export{id: nid("ex"), name: name, org: c.caller.org, hash: hashOf(tok), created: u.w.now()}
		u.exports = append(u.exports, x)
		u.expIx.touch(x.org)
		v := x.view()
		v["token"] = tok
		return 201, v
	})
	op("revokeExportToken", "DELETE", "/export-tokens/{id}", false, func(c *Ctx, u *Uptime) (int, any) {
		c.caller.mustSome("uptime.export.write")
		for i, x := range u.exports {
			if x.id == c.p["id"] && x.org == c.caller.org {
				c.caller.must("uptime.export.write", "")
				u.exports = append(append([]*Export{}, u.exports[:i]...), u.exports[i+1:]...)
				u.expIx.touch(x.org)
				return 204, nil
			}
		}
		refuse(404, "~ unknown export token")
		return 0, nil
	})
	addDoor("scrapeMetrics", "GET", pre+"/scrape", "uptime", false, func(c *Ctx) (int, any) {
		u := c.w.up
		sec := bearer(c.r)
		u.mu.Lock()
		x := u.export(sec)
		u.mu.Unlock()
		if x == nil {
			refuse(401, "~ no such export token")
		}
		if !u.w.acc.entitled(x.org, "uptime") {
			refuse(403, "~ uptime is not enabled here")
		}
		u.mu.Lock()
		defer u.mu.Unlock()
		if u.down {
			refuse(502, "~ the uptime backend is unreachable")
		}
		if u.export(sec) == nil {
			refuse(401, "~ no such export token")
		}
		x.used = u.w.now()
		u.expIx.touch(x.org)
		var b strings.Builder
		b.WriteString("# TYPE heron_state gauge\n# TYPE heron_ok gauge\n# TYPE heron_latency_ms gauge\n")
		for _, m := range u.mons {
			if m.org != x.org || m.deleted {
				continue
			}
			fmt.Fprintf(&b, "heron_state{monitor=%q,name=%q,state=%q} 1\n", m.id, m.name, m.state)
			for _, v := range m.vantages {
				for i := len(m.probes) - 1; i >= 0; i-- {
					if p := m.probes[i]; p.vantage == v {
						ok := 0
						if p.outcome == "ok" {
							ok = 1
						}
						fmt.Fprintf(&b, "heron_ok{monitor=%q,vantage=%q} %d\nheron_latency_ms{monitor=%q,vantage=%q} %g\n", m.id, v, ok, m.id, v, p.latency)
						break
					}
				}
			}
		}
		c.done(200, "text/plain; version=0.0.4; charset=utf-8", []byte(b.String()))
		return 0, nil
	})
}

func (u *Uptime) export(sec string) *Export {
	h := hashOf(sec)
	for _, x := range u.exports {
		if x.hash == h {
			return x
		}
	}
	return nil
}

// result takes in one probe; needs the lock.
func (m *Monitor) result(p Probe) {
	m.lastAt[p.vantage] = p.at
	if p.outcome == "ok" {
		m.streak[p.vantage] = 0
	} else {
		m.streak[p.vantage]++
		p.n = m.streak[p.vantage]
	}
	m.probes = append(m.probes, p)
	failing := []string{}
	for _, v := range m.vantages {
		if int64(m.streak[v]) >= m.confirmations {
			failing = append(failing, v)
		}
	}
	to := m.state
	if int64(len(failing)) >= m.quorum {
		to = "down"
	} else if m.state == "down" || p.outcome == "ok" {
		to = "up"
	}
	if to != m.state {
		if !(m.state == "pending" && to == "up") { // coming up for the first time is no change
			m.trans = append(m.trans, Trans{p.at, m.state, to, failing})
		}
		m.state, m.since = to, p.at
	}
}
