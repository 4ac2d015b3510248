package main

import (
	"encoding/base64"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"sort"
	"strings"
	"time"
)

type uptimeState struct {
	services    []*UptimeService
	monitors    []*Monitor
	exports     []*ExportToken
	metricsDown bool
}

type UptimeService struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Monitors  int    `json:"monitors"`
	CreatedAt Time   `json:"createdAt"`
}

type DownCondition struct {
	Confirmations int `json:"confirmations"`
	Quorum        int `json:"quorum"`
}

type HTTPCheck struct {
	URL                *string           `json:"url"`
	Method             *string           `json:"method,omitempty"`
	Headers            map[string]string `json:"headers,omitempty"`
	BodyBase64         *string           `json:"bodyBase64,omitempty"`
	FollowRedirects    *bool             `json:"followRedirects,omitempty"`
	ExpectStatus       []string          `json:"expectStatus,omitempty"`
	ExpectBodyContains *string           `json:"expectBodyContains,omitempty"`
}

type TCPCheck struct {
	Host               *string `json:"host"`
	Port               *int    `json:"port"`
	TLS                *bool   `json:"tls,omitempty"`
	SendBase64         *string `json:"sendBase64,omitempty"`
	ExpectPrefixBase64 *string `json:"expectPrefixBase64,omitempty"`
}

type Monitor struct {
	ID              string        `json:"id"`
	Name            string        `json:"name"`
	ServiceID       string        `json:"serviceId,omitempty"`
	Enabled         bool          `json:"enabled"`
	IntervalSeconds int           `json:"intervalSeconds"`
	Vantages        []string      `json:"vantages"`
	TimeoutMs       int           `json:"timeoutMs"`
	DownCondition   DownCondition `json:"downCondition"`
	Kind            string        `json:"kind"`
	State           string        `json:"state"`
	StateSince      Time          `json:"stateSince"`
	CreatedAt       Time          `json:"createdAt"`
	UpdatedAt       Time          `json:"updatedAt"`
	HTTP            *HTTPCheck    `json:"http,omitempty"`
	TCP             *TCPCheck     `json:"tcp,omitempty"`

	results     []probe
	streak      map[string]int // consecutive failures by vantage
	seen        map[string]bool
	failures    []*Failure
	transitions []*Transition
	metricsDown bool
}

type probe struct {
	at      time.Time
	vantage string
	ok      bool
	latency float64
}

type Failure struct {
	At              Time   `json:"at"`
	Vantage         string `json:"vantage"`
	Attempt         int    `json:"attempt"`
	Outcome         string `json:"outcome"`
	ErrorKind       string `json:"errorKind"`
	ErrorDetail     string `json:"errorDetail"`
	ResponseSnippet string `json:"responseSnippet"`
}

type Transition struct {
	At              Time     `json:"at"`
	From            string   `json:"from"`
	To              string   `json:"to"`
	FailingVantages []string `json:"failingVantages"`
}

type ExportToken struct {
	ID         string  `json:"id"`
	Name       string  `json:"name"`
	CreatedAt  Time    `json:"createdAt"`
	LastUsedAt LaxTime `json:"lastUsedAt"`
	secret     string
}

type interval struct {
	Seconds int    `json:"seconds"`
	Label   string `json:"label"`
}
type vantage struct {
	ID        string `json:"id"`
	Label     string `json:"label"`
	Available bool   `json:"available"`
}

var intervals = []interval{{30, "30 seconds"}, {60, "1 minute"}, {300, "5 minutes"}, {900, "15 minutes"}}
var vantages = []vantage{{"fra", "Frankfurt", true}, {"iad", "Ashburn", true}, {"sin", "Singapore", true}, {"gru", "São Paulo", false}}

const snippetMax, failuresMax, transitionsMax = 256, 100, 50

func (c *Ctx) upService(id string) (*UptimeService, error) {
	if s := find(c.org.Up.services, func(s *UptimeService) bool { return s.ID == id }); s != nil {
		return s, nil
	}
	return nil, notFound("service")
}

func (c *Ctx) monitor() (*Monitor, error) {
	id := c.path("id")
	if m := find(c.org.Up.monitors, func(m *Monitor) bool { return m.ID == id }); m != nil {
		return m, nil
	}
	return nil, notFound("monitor")
}

func (o *Org) countMonitors() {
	for _, s := range o.Up.services {
		s.Monitors = 0
		for _, m := range o.Up.monitors {
			if m.ServiceID == s.ID {
				s.Monitors++
			}
		}
	}
}

type monitorReq struct {
	Name            *string
	ServiceID       optString `json:"serviceId"`
	Enabled         *bool
	IntervalSeconds *int
	Vantages        []string
	TimeoutMs       *int
	DownCondition   *struct{ Confirmations, Quorum *int }
	HTTP            *HTTPCheck
	TCP             *TCPCheck
	Kind            *string
}

// optString tells absent, null and a value apart.
type optString struct {
	Set   bool
	Value *string
}

func (o *optString) UnmarshalJSON(b []byte) error {
	o.Set = true
	if string(b) == "null" {
		return nil
	}
	if len(b) == 0 || b[0] != '"' {
		return bad("expected a string")
	}
	s := unquote(b)
	o.Value = &s
	return nil
}

var statusRE = regexp.MustCompile(`^[1-5](\d\d|xx)$|^[1-5]\d\d-[1-5]\d\d$`)
var hostRE = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9])?(\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9])?)*\.?$`)

func admissibleHost(h string) error {
	if ip, err := netip.ParseAddr(h); err == nil {
		if ip.IsPrivate() || ip.IsLoopback() || ip.IsLinkLocalUnicast() || ip.IsUnspecified() || ip.IsMulticast() {
			return bad("the target %s is not a public address", h)
		}
		return nil
	}
	if lower(h) == "localhost" || strings.HasSuffix(lower(h), ".localhost") {
		return bad("the target %s is not a public address", h)
	}
	if !hostRE.MatchString(h) || len(h) > 253 {
		return bad("the target host is invalid")
	}
	return nil
}

func okBase64(p *string, field string) error {
	if p == nil {
		return nil
	}
	if _, err := base64.StdEncoding.DecodeString(*p); err != nil {
		return bad("%s must be base64", field)
	}
	return nil
}

func (h *HTTPCheck) validate() error {
	if h.URL == nil {
		return bad("http.url is required")
	}
	u, err := url.Parse(*h.URL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" {
		return bad("http.url must be an http or https URL")
	}
	if err := admissibleHost(u.Hostname()); err != nil {
		return err
	}
	if h.Method != nil {
		if err := oneOf(*h.Method, "http.method", "GET", "HEAD", "POST"); err != nil {
			return err
		}
	}
	for _, s := range h.ExpectStatus {
		if !statusRE.MatchString(s) {
			return bad("http.expectStatus: %q is not a status, a class such as 2xx or a range", s)
		}
	}
	return okBase64(h.BodyBase64, "http.bodyBase64")
}

func (t *TCPCheck) validate() error {
	if t.Host == nil || t.Port == nil {
		return bad("tcp.host and tcp.port are required")
	}
	if err := admissibleHost(*t.Host); err != nil {
		return err
	}
	if *t.Port < 1 || *t.Port > 65535 {
		return bad("tcp.port must be between 1 and 65535")
	}
	if err := okBase64(t.SendBase64, "tcp.sendBase64"); err != nil {
		return err
	}
	return okBase64(t.ExpectPrefixBase64, "tcp.expectPrefixBase64")
}

// apply puts a request onto a copy of a monitor and validates the result.
func (c *Ctx) applyMonitor(m Monitor, q *monitorReq) (Monitor, error) {
	var err error
	if q.Name != nil {
		if m.Name, err = okString(*q.Name, "name"); err != nil {
			return m, err
		}
	}
	if q.Enabled != nil {
		m.Enabled = *q.Enabled
	}
	if q.IntervalSeconds != nil {
		m.IntervalSeconds = *q.IntervalSeconds
		ok := false
		for _, i := range intervals {
			ok = ok || i.Seconds == m.IntervalSeconds
		}
		if !ok {
			return m, bad("intervalSeconds is not an offered interval")
		}
	}
	if q.Vantages != nil {
		m.Vantages = nil
		if len(q.Vantages) == 0 {
			return m, bad("vantages must not be empty")
		}
		for _, v := range q.Vantages {
			k := find(ptrs(vantages), func(x *vantage) bool { return x.ID == v })
			if k == nil || !k.Available {
				return m, bad("vantage %q is not available", v)
			}
			if contains(m.Vantages, v) {
				return m, bad("vantage %q is named twice", v)
			}
			m.Vantages = append(m.Vantages, v)
		}
	}
	if q.TimeoutMs != nil {
		m.TimeoutMs = *q.TimeoutMs
		if m.TimeoutMs < 100 || m.TimeoutMs > 30000 {
			return m, bad("timeoutMs must be between 100 and 30000")
		}
	}
	if d := q.DownCondition; d != nil {
		if d.Confirmations == nil || d.Quorum == nil {
			return m, bad("downCondition needs confirmations and quorum")
		}
		m.DownCondition = DownCondition{*d.Confirmations, *d.Quorum}
		if *d.Confirmations < 1 || *d.Confirmations > 10 {
			return m, bad("downCondition.confirmations must be between 1 and 10")
		}
	}
	if m.DownCondition.Quorum < 1 || m.DownCondition.Quorum > len(m.Vantages) {
		return m, bad("downCondition.quorum must be between 1 and the number of vantages")
	}
	if q.HTTP != nil {
		if m.Kind != "http" {
			return m, bad("http does not go with a %s monitor", m.Kind)
		}
		if err := q.HTTP.validate(); err != nil {
			return m, err
		}
		m.HTTP = q.HTTP
	}
	if q.TCP != nil {
		if m.Kind != "tcp" {
			return m, bad("tcp does not go with a %s monitor", m.Kind)
		}
		if err := q.TCP.validate(); err != nil {
			return m, err
		}
		m.TCP = q.TCP
	}
	if q.ServiceID.Set {
		m.ServiceID = ""
		if q.ServiceID.Value != nil {
			if _, err := c.upService(*q.ServiceID.Value); err != nil {
				return m, err
			}
			m.ServiceID = *q.ServiceID.Value
		}
	}
	return m, nil
}

func ptrs[T any](l []T) []*T {
	out := make([]*T, len(l))
	for i := range l {
		out[i] = &l[i]
	}
	return out
}

func (s *Server) uptimeRoutes() {
	const p = "/api/v1/uptime"
	a := func(perm string) access { return access{area: "uptime", perm: "uptime." + perm} }

	s.op("GET "+p+"/ping", access{area: "uptime"}, func(c *Ctx) error {
		return c.json(200, map[string]any{"service": "uptime", "org": c.org.Slug, "schemaEpoch": "2026-11", "time": c.w.stamp()})
	})
	s.op("GET "+p+"/catalog", a("monitor.read"), func(c *Ctx) error {
		return c.json(200, map[string]any{"intervals": intervals, "vantages": vantages})
	})

	// services
	s.op("GET "+p+"/services", a("service.read"), func(c *Ctx) error {
		c.org.countMonitors()
		return c.json(200, map[string]any{"services": lst(c.org.Up.services)})
	})
	name := func(c *Ctx, self *UptimeService) (string, error) {
		var q struct{ Name *string }
		if err := c.decode(&q); err != nil {
			return "", err
		}
		n, err := reqString(q.Name, "name")
		if err != nil {
			return "", err
		}
		for _, o := range c.org.Up.services {
			if o != self && o.Name == n {
				return "", fail(409, "a service with this name exists")
			}
		}
		return n, nil
	}
	s.op("POST "+p+"/services", a("service.write"), func(c *Ctx) error {
		n, err := name(c, nil)
		if err != nil {
			return err
		}
		sv := &UptimeService{ID: newID("ups"), Name: n, CreatedAt: c.w.stamp()}
		c.org.Up.services = append(c.org.Up.services, sv)
		return c.json(201, sv)
	})
	s.op("PATCH "+p+"/services/{id}", a("service.write"), func(c *Ctx) error {
		sv, err := c.upService(c.path("id"))
		if err != nil {
			return err
		}
		n, err := name(c, sv)
		if err != nil {
			return err
		}
		sv.Name = n
		c.org.countMonitors()
		return c.json(200, sv)
	})
	s.op("DELETE "+p+"/services/{id}", a("service.write"), func(c *Ctx) error {
		sv, err := c.upService(c.path("id"))
		if err != nil {
			return err
		}
		c.org.countMonitors()
		if sv.Monitors > 0 {
			return fail(409, "monitors are still attached")
		}
		c.org.Up.services = remove(c.org.Up.services, func(x *UptimeService) bool { return x == sv })
		return c.none(204)
	})

	// monitors
	s.op("GET "+p+"/monitors", a("monitor.read"), func(c *Ctx) error {
		return c.json(200, map[string]any{"monitors": lst(c.org.Up.monitors)})
	})
	create := a("monitor.write")
	create.first = func(c *Ctx) error {
		if int64(len(c.org.Up.monitors)) >= c.org.Quota["monitors"] {
			return fail(403, "the monitor quota is reached")
		}
		return nil
	}
	s.op("POST "+p+"/monitors", create, func(c *Ctx) error {
		var q monitorReq
		if err := c.decode(&q); err != nil {
			return err
		}
		if q.Name == nil || q.IntervalSeconds == nil || q.Vantages == nil || q.Kind == nil {
			return bad("name, intervalSeconds, vantages and kind are required")
		}
		if err := oneOf(*q.Kind, "kind", "tcp", "http"); err != nil {
			return err
		}
		if (*q.Kind == "http" && q.HTTP == nil) || (*q.Kind == "tcp" && q.TCP == nil) {
			return bad("a monitor of kind %s needs %s", *q.Kind, *q.Kind)
		}
		now := c.w.stamp()
		m, err := c.applyMonitor(Monitor{ID: newID("mon"), Enabled: true, TimeoutMs: 10000, DownCondition: DownCondition{2, 1},
			Kind: *q.Kind, State: "pending", StateSince: now, CreatedAt: now, UpdatedAt: now,
			streak: map[string]int{}, seen: map[string]bool{}}, &q)
		if err != nil {
			return err
		}
		c.org.Up.monitors = append(c.org.Up.monitors, &m)
		return c.json(201, m)
	})
	s.op("GET "+p+"/monitors/{id}", a("monitor.read"), func(c *Ctx) error {
		m, err := c.monitor()
		if err != nil {
			return err
		}
		return c.json(200, m)
	})
	s.op("PATCH "+p+"/monitors/{id}", a("monitor.write"), func(c *Ctx) error {
		m, err := c.monitor()
		if err != nil {
			return err
		}
		var q monitorReq
		if err := c.decode(&q); err != nil {
			return err
		}
		if q.Kind != nil && *q.Kind != m.Kind {
			return bad("kind is immutable")
		}
		next, err := c.applyMonitor(*m, &q)
		if err != nil {
			return err
		}
		next.UpdatedAt = c.w.stamp()
		*m = next
		for _, v := range sortedKeys(m.seen) {
			if !contains(m.Vantages, v) {
				delete(m.seen, v)
				delete(m.streak, v)
			}
		}
		return c.json(200, m)
	})
	s.op("DELETE "+p+"/monitors/{id}", a("monitor.write"), func(c *Ctx) error {
		m, err := c.monitor()
		if err != nil {
			return err
		}
		c.org.Up.monitors = remove(c.org.Up.monitors, func(x *Monitor) bool { return x == m })
		return c.none(204)
	})
	s.op("GET "+p+"/monitors/{id}/metrics", a("monitor.read"), func(c *Ctx) error {
		m, err := c.monitor()
		if err != nil {
			return err
		}
		win := c.query("window")
		if win == "" && !c.r.URL.Query().Has("window") {
			win = "24h"
		}
		if err := oneOf(win, "window", "1h", "24h", "7d"); err != nil {
			return err
		}
		if c.org.Up.metricsDown || m.metricsDown {
			return fail(503, "metrics are temporarily unavailable")
		}
		return c.json(200, m.metrics(win, c.w.now()))
	})
	s.op("GET "+p+"/monitors/{id}/failures", a("monitor.read"), func(c *Ctx) error {
		m, err := c.monitor()
		if err != nil {
			return err
		}
		l := append([]*Failure{}, m.failures...)
		sort.SliceStable(l, func(i, j int) bool { return l[i].At.After(l[j].At.Time) })
		return c.json(200, map[string]any{"failures": l[:min(len(l), failuresMax)]})
	})
	s.op("GET "+p+"/monitors/{id}/transitions", a("monitor.read"), func(c *Ctx) error {
		m, err := c.monitor()
		if err != nil {
			return err
		}
		l := append([]*Transition{}, m.transitions...)
		sort.SliceStable(l, func(i, j int) bool { return l[i].At.After(l[j].At.Time) })
		return c.json(200, map[string]any{"transitions": l[:min(len(l), transitionsMax)]})
	})

	// export tokens
	s.op("GET "+p+"/export-tokens", a("export.read"), func(c *Ctx) error {
		return c.json(200, map[string]any{"tokens": lst(c.org.Up.exports)})
	})
	s.op("POST "+p+"/export-tokens", a("export.write"), func(c *Ctx) error {
		var q struct{ Name *string }
		if err := c.decode(&q); err != nil {
			return err
		}
		n, err := reqString(q.Name, "name")
		if err != nil {
			return err
		}
		secret := "uex_" + randHex(20)
		t := &ExportToken{ID: newID("exp"), Name: n, CreatedAt: c.w.stamp(), secret: hash(secret)}
		c.org.Up.exports = append(c.org.Up.exports, t)
		return c.json(201, map[string]any{"id": t.ID, "name": t.Name, "token": secret, "createdAt": t.CreatedAt})
	})
	s.op("DELETE "+p+"/export-tokens/{id}", a("export.write"), func(c *Ctx) error {
		n := len(c.org.Up.exports)
		c.org.Up.exports = remove(c.org.Up.exports, func(t *ExportToken) bool { return t.ID == c.path("id") })
		if len(c.org.Up.exports) == n {
			return notFound("export token")
		}
		c.w.gone[c.path("id")] = true
		return c.none(204)
	})

	// the scrape endpoint
	s.door("GET "+p+"/metrics", func(c *Ctx) error {
		h := hash(bearer(c.r))
		for _, o := range c.w.orgs {
			t := find(o.Up.exports, func(t *ExportToken) bool { return t.secret == h })
			if t == nil {
				continue
			}
			if !o.Entitled["uptime"] {
				return fail(403, "uptime is not enabled for this organization (private beta)")
			}
			if c.w.backendDown["uptime"] {
				return fail(502, "the uptime backend is unreachable")
			}
			t.LastUsedAt = LaxTime{c.w.now()}
			c.status, c.ctype, c.out = 200, "text/plain; version=0.0.4; charset=utf-8", []byte(o.scrape())
			return nil
		}
		return fail(401, "invalid export token")
	})
}

type point struct {
	T         int64   `json:"t"`
	LatencyMs float64 `json:"latencyMs"`
	Up        float64 `json:"up"`
}
type series struct {
	Vantage string  `json:"vantage"`
	Points  []point `json:"points"`
}

func (m *Monitor) metrics(win string, now time.Time) any {
	length := map[string]time.Duration{"1h": time.Hour, "24h": 24 * time.Hour, "7d": 7 * 24 * time.Hour}[win]
	step := map[string]int64{"1h": 60, "24h": 900, "7d": 3600}[win]
	from := now.Add(-length)
	pct := map[string]float64{}
	all := []series{}
	for _, v := range m.Vantages {
		type acc struct{ n, ok, lat, nlat float64 }
		buckets := map[int64]*acc{}
		var total, ok float64
		for _, r := range m.results {
			if r.vantage != v || r.at.Before(from) || r.at.After(now) {
				continue
			}
			k := r.at.Unix() / step * step
			b := buckets[k]
			if b == nil {
				b = &acc{}
				buckets[k] = b
			}
			total++
			b.n++
			b.lat += r.latency
			if r.ok {
				ok++
				b.ok++
			}
		}
		sr := series{Vantage: v, Points: []point{}}
		for k, b := range buckets {
			sr.Points = append(sr.Points, point{k, b.lat / b.n, b.ok / b.n})
		}
		sort.Slice(sr.Points, func(i, j int) bool { return sr.Points[i].T < sr.Points[j].T })
		all = append(all, sr)
		if total > 0 {
			pct[v] = 100 * ok / total
		}
	}
	return map[string]any{"window": win, "stepSeconds": step, "uptimePct": pct, "series": all}
}

func (m *Monitor) failing() []string {
	out := []string{}
	for _, v := range m.Vantages {
		if m.streak[v] >= m.DownCondition.Confirmations {
			out = append(out, v)
		}
	}
	return out
}

// record takes one probe result; evaluate moves the state.
func (m *Monitor) record(p probe, outcome, kind, detail, snippet string) {
	m.results = append(m.results, p)
	if len(m.results) > 20000 {
		m.results = m.results[10000:]
	}
	m.seen[p.vantage] = true
	if p.ok {
		m.streak[p.vantage] = 0
	} else {
		m.streak[p.vantage]++
		if r := []rune(snippet); len(r) > snippetMax {
			snippet = string(r[:snippetMax])
		}
		f := &Failure{Time{p.at}, p.vantage, m.streak[p.vantage], outcome, kind, detail, snippet}
		m.failures = append([]*Failure{f}, m.failures[:min(len(m.failures), 2*failuresMax)]...)
	}
}

func (m *Monitor) evaluate(at time.Time, ok bool) (changed bool) {
	failing := m.failing()
	next := m.State
	switch {
	case len(failing) >= m.DownCondition.Quorum:
		next = "down"
	case m.State == "down":
		next = "up"
	case m.State == "pending" && ok:
		next = "up"
	}
	if next == m.State {
		return false
	}
	t := &Transition{Time{at}, m.State, next, failing}
	m.transitions = append([]*Transition{t}, m.transitions[:min(len(m.transitions), 4*transitionsMax)]...)
	m.State, m.StateSince = next, Time{at}
	return true
}

func (o *Org) scrape() string {
	var b strings.Builder
	b.WriteString("# HELP uptime_monitor_state State of the monitor: 1 for the present one.\n# TYPE uptime_monitor_state gauge\n")
	for _, m := range o.Up.monitors {
		for _, st := range []string{"pending", "up", "down"} {
			v := 0
			if m.State == st {
				v = 1
			}
			fmt.Fprintf(&b, "uptime_monitor_state{monitor=%q,name=%q,state=%q} %d\n", m.ID, m.Name, st, v)
		}
	}
	last := func(emit func(m *Monitor, p probe)) {
		for _, m := range o.Up.monitors {
			for _, v := range m.Vantages {
				for i := len(m.results) - 1; i >= 0; i-- {
					if m.results[i].vantage == v {
						emit(m, m.results[i])
						break
					}
				}
			}
		}
	}
	b.WriteString("# HELP uptime_probe_success Whether the last probe succeeded.\n# TYPE uptime_probe_success gauge\n")
	last(func(m *Monitor, p probe) {
		v := 0
		if p.ok {
			v = 1
		}
		fmt.Fprintf(&b, "uptime_probe_success{monitor=%q,name=%q,vantage=%q} %d\n", m.ID, m.Name, p.vantage, v)
	})
	b.WriteString("# HELP uptime_probe_duration_seconds Latency of the last probe.\n# TYPE uptime_probe_duration_seconds gauge\n")
	last(func(m *Monitor, p probe) {
		fmt.Fprintf(&b, "uptime_probe_duration_seconds{monitor=%q,name=%q,vantage=%q} %g\n", m.ID, m.Name, p.vantage, p.latency/1000)
	})
	return b.String()
}
