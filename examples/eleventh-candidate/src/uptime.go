package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"sort"
	"strings"
	"time"
)

// UptimeState is the uptime area.
type UptimeState struct {
	services []*UService
	monitors []*Monitor
	tokens   []*ExportTok
}

func newUptime() *UptimeState { return &UptimeState{} }

// UService groups monitors.
type UService struct {
	id, org, name string
	created       time.Time
	deleted       bool
}

// ExportTok is a scrape credential.
type ExportTok struct {
	id, org, name, token   string
	created, used, revoked time.Time
}
type probe struct {
	at      time.Time
	vantage string
	ok      bool
	latency float64
}

// Monitor is a check.
type Monitor struct {
	id, org, name, kind, state string
	svc                        *UService
	enabled, deleted, noMetric bool
	interval, timeout          int64
	vantages                   []string
	confirmations, quorum      int64
	check                      J
	since, created, updated    time.Time
	bad                        map[string]int64
	last                       time.Time
	probes                     []probe
	failures                   []J
	transitions                []J
}

type vantage struct {
	id, label string
	available bool
}

var intervals = []J{{"seconds": 15, "label": "15 seconds"}, {"seconds": 60, "label": "1 minute"}, {"seconds": 180, "label": "3 minutes"}, {"seconds": 900, "label": "15 minutes"}, {"seconds": 3600, "label": "1 hour"}}
var vantages = []vantage{{"iad", "Ashburn, Virginia", true}, {"ord", "Chicago, Illinois", true}, {"sfo", "San Francisco, California", true}, {"fra", "Frankfurt", true}, {"gru", "Sao Paulo (closed for maintenance)", false}}

func (w *World) uview(s *UService) J {
	n := 0
	for _, m := range w.uptime.monitors {
		if m.svc == s && !m.deleted {
			n++
		}
	}
	return J{"id": s.id, "name": s.name, "monitors": n, "createdAt": ts(s.created)}
}
func (m *Monitor) view() J {
	v := J{"id": m.id, "name": m.name, "enabled": m.enabled, "intervalSeconds": m.interval, "vantages": m.vantages, "timeoutMs": m.timeout, "kind": m.kind,
		"downCondition": J{"confirmations": m.confirmations, "quorum": m.quorum}, "state": m.state, "stateSince": ts(m.since), "createdAt": ts(m.created), "updatedAt": ts(m.updated), m.kind: m.check}
	if m.svc != nil {
		v["serviceId"] = m.svc.id
	}
	return v
}

var statusForm = regexp.MustCompile(`(?i)^([1-5][0-9][0-9](-[1-5][0-9][0-9])?|[1-5]xx)$`)
var hostForm = regexp.MustCompile(`^[A-Za-z0-9_:\[\].%-]{1,253}$`)
var headerForm = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

func b64(k string, v any) {
	s, is := v.(string)
	if !is {
		invalid("%s must be a string", k)
	}
	if _, err := base64.StdEncoding.DecodeString(s); err != nil {
		if _, err := base64.RawStdEncoding.DecodeString(s); err != nil {
			invalid("%s must be base64", k)
		}
	}
}

// readCheck merges what is given into what there is; null takes a field away.
func readCheck(kind string, old J, b Body) J {
	out := J{}
	for k, v := range old {
		out[k] = v
	}
	fields := []string{"host", "port", "tls", "sendBase64", "expectPrefixBase64"}
	if kind == "http" {
		fields = []string{"url", "method", "headers", "bodyBase64", "followRedirects", "expectStatus", "expectBodyContains"}
	}
	for _, f := range fields {
		if b.isNull(f) && f != "url" && f != "host" && f != "port" {
			delete(out, f)
			continue
		}
		if !b.has(f) {
			continue
		}
		switch f {
		case "url":
			out[f] = webURL(f, b.str(f))
		case "method":
			out[f] = b.enum(f, "GET", "HEAD", "POST")
		case "headers":
			h, _ := b.optObj(f)
			for n, v := range h.m {
				s, is := v.(string)
				if !is || !headerForm.MatchString(n) || strings.ContainsAny(s, "\r\n") {
					invalid("headers must be names with plain values")
				}
			}
			out[f] = h.m
		case "bodyBase64", "sendBase64", "expectPrefixBase64":
			b64(f, b.m[f])
			out[f] = b.m[f]
		case "followRedirects", "tls":
			out[f] = b.boolean(f)
		case "expectStatus":
			l, _ := b.optStrs(f)
			for _, s := range l {
				if !statusForm.MatchString(s) {
					invalid("expectStatus takes codes, ranges and classes such as 2xx")
				}
			}
			out[f] = l
		case "expectBodyContains":
			s, _ := b.optRaw(f)
			out[f] = s
		case "host":
			h := b.str(f)
			if !hostForm.MatchString(h) {
				invalid("host must be a host name or an address")
			}
			out[f] = h
		case "port":
			p := b.integer(f)
			if p < 1 || p > 65535 {
				invalid("port is out of range")
			}
			out[f] = p
		}
	}
	if kind == "http" {
		if out["url"] == nil {
			invalid("http.url is required")
		}
		for k, v := range (J{"method": "GET", "followRedirects": true, "expectStatus": []string{"2xx"}}) {
			if out[k] == nil {
				out[k] = v
			}
		}
	} else {
		if out["host"] == nil || out["port"] == nil {
			invalid("tcp.host and tcp.port are required")
		}
		if out["tls"] == nil {
			out["tls"] = false
		}
	}
	return out
}

// readMonitor takes the fields of a create or a change into m.
func (c *Ctx) readMonitor(m *Monitor, create bool) {
	if n, given := c.body.optName("name"); given {
		m.name = n
	} else if create {
		invalid("name is required")
	}
	if create {
		m.kind = c.body.enum("kind", "tcp", "http")
	}
	if n, given := c.body.optInt("intervalSeconds"); given {
		m.interval = n
	} else if create {
		invalid("intervalSeconds is required")
	}
	if v, given := c.body.optStrs("vantages"); given {
		m.vantages = v
	} else if create {
		invalid("vantages is required")
	}
	if e, given := c.body.optBool("enabled"); given {
		m.enabled = e
	}
	if t, given := c.body.optInt("timeoutMs"); given {
		if t < 1 || t > 120000 {
			invalid("timeoutMs must be between 1 and 120000")
		}
		m.timeout = t
	}
	if d, given := c.body.optObj("downCondition"); given {
		m.confirmations, m.quorum = d.integer("confirmations"), d.integer("quorum")
	}
	if m.confirmations < 1 || m.quorum < 1 {
		invalid("confirmations and quorum must be at least one")
	}
	found := false
	for _, i := range intervals {
		found = found || int64(i["seconds"].(int)) == m.interval
	}
	if !found {
		invalid("intervalSeconds must be one of the catalog")
	}
	if len(m.vantages) == 0 {
		invalid("at least one vantage is required")
	}
	for i, id := range m.vantages {
		good := false
		for _, v := range vantages {
			if strings.EqualFold(v.id, id) && v.available {
				good = true
				m.vantages[i] = v.id
			}
		}
		if !good {
			invalid("the vantage %s is not available", id)
		}
	}
	if m.quorum > int64(len(m.vantages)) {
		invalid("the quorum is larger than the number of vantages")
	}
	if x, given := c.body.optObj(m.kind); given {
		m.check = readCheck(m.kind, m.check, x)
	} else if create {
		invalid("%s is required for this kind", m.kind)
	}
	if c.body.isNull("serviceId") {
		m.svc = nil
	} else if id, given := c.body.opt("serviceId"); given {
		m.svc = nil
		if id != "" {
			m.svc = c.w.uservice(c.org.slug, id)
			if m.svc == nil {
				fail(404, "there is no service %s", id)
			}
		}
	}
}
func (w *World) uservice(org, id string) *UService {
	for _, s := range w.uptime.services {
		if s.id == strings.ToUpper(id) && s.org == org && !s.deleted {
			return s
		}
	}
	return nil
}
func (c *Ctx) monitor(deletedToo bool) *Monitor {
	for _, m := range c.w.uptime.monitors {
		if m.id == c.id("id") && m.org == c.org.slug && (!m.deleted || deletedToo) {
			return m
		}
	}
	fail(404, "there is no such monitor")
	return nil
}
func (m *Monitor) failing() []string {
	out := []string{}
	for _, v := range m.vantages {
		if m.bad[v] >= m.confirmations {
			out = append(out, v)
		}
	}
	return out
}
func (m *Monitor) move(to string, t time.Time) {
	fv := m.failing()
	m.transitions = append(m.transitions, J{"at": ts(t), "from": m.state, "to": to, "failingVantages": fv})
	m.state, m.since = to, t
}

// result takes one probe.
func (m *Monitor) result(v, outcome string, lat float64, kind, detail, snippet string, t time.Time) int {
	m.probes = append(m.probes, probe{t, v, outcome == "ok", lat})
	if len(m.probes) > 20000 {
		m.probes = m.probes[10000:]
	}
	m.last = t
	if outcome == "ok" {
		m.bad[v] = 0
	} else {
		m.bad[v]++
		if kind == "" {
			kind = map[string]string{"fail": "UnexpectedResponse", "error": "ConnectionError"}[outcome]
		}
		if r := []rune(snippet); len(r) > 512 {
			snippet = string(r[:512])
		}
		m.failures = append(m.failures, J{"at": ts(t), "vantage": v, "attempt": m.bad[v], "outcome": outcome, "errorKind": kind, "errorDetail": detail, "responseSnippet": snippet})
	}
	down := int64(len(m.failing())) >= m.quorum
	switch {
	case down && m.state != "down":
		m.move("down", t)
		return 1
	case !down && m.state == "down", m.state == "pending" && outcome == "ok":
		m.move("up", t)
		return 1
	}
	return 0
}

func uptimeRoutes() {
	const b = "/api/v1/uptime"
	on("GET", b+"/ping", func(c *Ctx) Resp {
		return ok(J{"service": "uptime-relay", "org": c.org.slug, "schemaEpoch": "2026.3", "time": ts(c.w.now())})
	})
	on("GET", b+"/catalog", func(c *Ctx) Resp {
		c.need("uptime", "monitor", "read", "")
		vs := []J{}
		for _, v := range vantages {
			vs = append(vs, J{"id": v.id, "label": v.label, "available": v.available})
		}
		return ok(J{"intervals": intervals, "vantages": vs})
	})
	on("GET", b+"/services", func(c *Ctx) Resp {
		c.need("uptime", "service", "read", "")
		out := []J{}
		for _, s := range c.w.uptime.services {
			if s.org == c.org.slug && !s.deleted {
				out = append(out, c.w.uview(s))
			}
		}
		sort.SliceStable(out, func(i, j int) bool { return out[i]["name"].(string) < out[j]["name"].(string) })
		return ok(J{"services": out})
	})
	free := func(c *Ctx, n string, not *UService) {
		for _, s := range c.w.uptime.services {
			if s != not && s.org == c.org.slug && !s.deleted && strings.EqualFold(s.name, n) {
				fail(409, "a service with this name exists")
			}
		}
	}
	on("POST", b+"/services", func(c *Ctx) Resp {
		c.need("uptime", "service", "write", "")
		n := c.body.str("name")
		free(c, n, nil)
		s := &UService{id: ulid(c.w.now()), org: c.org.slug, name: n, created: c.w.now()}
		c.w.uptime.services = append(c.w.uptime.services, s)
		return created(c.w.uview(s))
	})
	on("PATCH", b+"/services/{id}", func(c *Ctx) Resp {
		c.need("uptime", "service", "write", "")
		s := c.w.uservice(c.org.slug, c.p["id"])
		if s == nil {
			fail(404, "there is no such service")
		}
		n := c.body.str("name")
		free(c, n, s)
		s.name = n
		return ok(c.w.uview(s))
	})
	on("DELETE", b+"/services/{id}", func(c *Ctx) Resp {
		c.need("uptime", "service", "write", "")
		for _, s := range c.w.uptime.services {
			if s.id == c.id("id") && s.org == c.org.slug {
				for _, m := range c.w.uptime.monitors {
					if m.svc == s && !m.deleted {
						fail(409, "monitors are still attached")
					}
				}
				s.deleted = true
				return noContent()
			}
		}
		fail(404, "there is no such service")
		return Resp{}
	})
	on("GET", b+"/monitors", func(c *Ctx) Resp {
		c.need("uptime", "monitor", "read", "")
		out := []J{}
		for i := len(c.w.uptime.monitors) - 1; i >= 0; i-- {
			if m := c.w.uptime.monitors[i]; m.org == c.org.slug && !m.deleted {
				out = append(out, m.view())
			}
		}
		return ok(J{"monitors": out})
	})
	on("POST", b+"/monitors", func(c *Ctx) Resp {
		c.need("uptime", "monitor", "write", "")
		n := int64(0)
		for _, m := range c.w.uptime.monitors {
			if m.org == c.org.slug && !m.deleted {
				n++
			}
		}
		if n >= c.org.quotas["monitors"] {
			fail(403, "the monitor quota is reached")
		}
		c.reachable("uptime")
		now := c.w.now()
		m := &Monitor{id: ulid(now), org: c.org.slug, state: "pending", enabled: true, timeout: 5000, confirmations: 3, quorum: 1, since: now, created: now, updated: now, bad: map[string]int64{}}
		c.readMonitor(m, true)
		c.w.uptime.monitors = append(c.w.uptime.monitors, m)
		return created(m.view())
	}).late = true
	on("GET", b+"/monitors/{id}", func(c *Ctx) Resp {
		c.need("uptime", "monitor", "read", "")
		return ok(c.monitor(false).view())
	})
	on("PATCH", b+"/monitors/{id}", func(c *Ctx) Resp {
		c.need("uptime", "monitor", "write", "")
		m := c.monitor(false)
		t := *m
		t.vantages = append([]string{}, m.vantages...)
		c.readMonitor(&t, false)
		before, _ := json.Marshal([]any{m.check, m.vantages, m.confirmations, m.quorum})
		after, _ := json.Marshal([]any{t.check, t.vantages, t.confirmations, t.quorum})
		if string(before) != string(after) {
			t.bad = map[string]int64{}
		}
		t.updated = c.w.now()
		*m = t
		return ok(m.view())
	})
	on("DELETE", b+"/monitors/{id}", func(c *Ctx) Resp {
		c.need("uptime", "monitor", "write", "")
		c.monitor(true).deleted = true
		return noContent()
	})
	on("GET", b+"/monitors/{id}/metrics", func(c *Ctx) Resp {
		c.need("uptime", "monitor", "read", "")
		m := c.monitor(true)
		win := "1h"
		if s := c.query("window"); s != "" {
			win = oneOf("window", s, "1h", "24h", "7d")
		}
		if c.org.noMetrics || m.noMetric {
			fail(503, "metrics are temporarily unavailable")
		}
		step := map[string]int64{"1h": 60, "24h": 600, "7d": 3600}[win]
		span := map[string]time.Duration{"1h": time.Hour, "24h": 24 * time.Hour, "7d": 168 * time.Hour}[win]
		from := c.w.now().Add(-span)
		type sum struct {
			n, up int
			lat   float64
		}
		pct, series := J{}, []J{}
		for _, v := range m.vantages {
			buckets := map[int64]*sum{}
			all := sum{}
			for _, p := range m.probes {
				if p.vantage != v || p.at.Before(from) || p.at.After(c.w.now()) {
					continue
				}
				k := p.at.Unix() / step * step
				if buckets[k] == nil {
					buckets[k] = &sum{}
				}
				s := buckets[k]
				s.n++
				all.n++
				if p.ok {
					s.up++
					all.up++
					s.lat += p.latency
				}
			}
			ks := []int64{}
			for k := range buckets {
				ks = append(ks, k)
			}
			sort.Slice(ks, func(i, j int) bool { return ks[i] < ks[j] })
			points := []J{}
			for _, k := range ks {
				s := buckets[k]
				points = append(points, J{"t": k * 1000, "latencyMs": s.lat / float64(max(s.up, 1)), "up": float64(s.up) / float64(s.n)})
			}
			if all.n > 0 {
				pct[v] = float64(all.up) * 100 / float64(all.n)
			}
			series = append(series, J{"vantage": v, "points": points})
		}
		return ok(J{"window": win, "stepSeconds": step, "uptimePct": pct, "series": series})
	})
	on("GET", b+"/monitors/{id}/failures", func(c *Ctx) Resp {
		c.need("uptime", "monitor", "read", "")
		l := c.monitor(true).failures
		out := []J{}
		for i := len(l) - 1; i >= 0 && len(out) < 250; i-- {
			out = append(out, l[i])
		}
		sort.SliceStable(out, func(i, j int) bool { return out[i]["at"].(string) > out[j]["at"].(string) })
		return ok(J{"failures": out})
	})
	on("GET", b+"/monitors/{id}/transitions", func(c *Ctx) Resp {
		c.need("uptime", "monitor", "read", "")
		l := c.monitor(true).transitions
		out := []J{}
		for i := len(l) - 1; i >= 0 && len(out) < 50; i-- {
			out = append(out, l[i])
		}
		return ok(J{"transitions": out})
	})
	on("GET", b+"/export-tokens", func(c *Ctx) Resp {
		c.need("uptime", "token", "read", "")
		out := []J{}
		for _, t := range c.w.uptime.tokens {
			if t.org != c.org.slug {
				continue
			}
			v := J{"id": t.id, "name": t.name, "createdAt": ts(t.created), "lastUsedAt": tsOr(t.used)}
			if !t.revoked.IsZero() {
				v["revokedAt"] = ts(t.revoked)
			}
			out = append(out, v)
		}
		return ok(J{"tokens": out})
	})
	on("POST", b+"/export-tokens", func(c *Ctx) Resp {
		c.need("uptime", "token", "write", "")
		t := &ExportTok{id: ulid(c.w.now()), org: c.org.slug, name: c.body.str("name"), token: secretOf("swexp_"), created: c.w.now()}
		c.w.uptime.tokens = append(c.w.uptime.tokens, t)
		return created(J{"id": t.id, "name": t.name, "token": t.token, "createdAt": ts(t.created)})
	})
	on("DELETE", b+"/export-tokens/{id}", func(c *Ctx) Resp {
		c.need("uptime", "token", "write", "")
		for _, t := range c.w.uptime.tokens {
			if t.id == c.id("id") && t.org == c.org.slug {
				if t.revoked.IsZero() {
					t.revoked = c.w.now()
				}
				return noContent()
			}
		}
		fail(404, "there is no such export token")
		return Resp{}
	})
	on("GET", b+"/federate", func(c *Ctx) Resp {
		tok := bearer(c)
		for _, t := range c.w.uptime.tokens {
			if tok == "" || t.token != tok || !t.revoked.IsZero() {
				continue
			}
			if !c.w.orgs[t.org].ent["uptime"] {
				fail(403, "uptime is not enabled for the organization")
			}
			t.used = c.w.now()
			var s strings.Builder
			s.WriteString("# HELP summit_monitor_state 1 for the state the monitor is in\n# TYPE summit_monitor_state gauge\n")
			for _, m := range c.w.uptime.monitors {
				if m.org != t.org || m.deleted {
					continue
				}
				fmt.Fprintf(&s, "summit_monitor_state{monitor=%q,name=%q,state=%q} 1\n", m.id, m.name, m.state)
			}
			s.WriteString("# HELP summit_probe_success whether the last probe succeeded\n# TYPE summit_probe_success gauge\n")
			for _, m := range c.w.uptime.monitors {
				if m.org != t.org || m.deleted {
					continue
				}
				for _, v := range m.vantages {
					for i := len(m.probes) - 1; i >= 0; i-- {
						if p := m.probes[i]; p.vantage == v {
							n := 0
							if p.ok {
								n = 1
							}
							fmt.Fprintf(&s, "summit_probe_success{monitor=%q,name=%q,vantage=%q} %d\n", m.id, m.name, v, n)
							break
						}
					}
				}
			}
			return Resp{status: 200, raw: []byte(s.String()), ctype: "text/plain; version=0.0.4; charset=utf-8"}
		}
		fail(401, "this is no valid export token")
		return Resp{}
	}).public = true
}
