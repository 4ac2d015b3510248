package main

import (
	"net/http"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
)

type obj = map[string]any

// event registers an outside event.
func (s *Server) event(name string, h func(c *Ctx) (obj, error)) {
	s.door("POST /_understudy/events/"+name, func(c *Ctx) error {
		out, err := h(c)
		if err != nil {
			return err
		}
		if out == nil {
			out = obj{}
		}
		if out["at"] == nil {
			out["at"] = c.w.stamp()
		}
		return c.json(200, out)
	})
}

// orgNamed is the organization an event names, the first if it names none.
func (c *Ctx) orgNamed(slug *string) (*Org, error) {
	if slug == nil {
		return c.w.orgs[0], nil
	}
	if o := c.w.org(*slug); o != nil {
		return o, nil
	}
	return nil, notFound("organization")
}

// when parses the time of an event; now if there is none.
func (c *Ctx) when(s *string, field string) (time.Time, error) {
	if s == nil {
		return c.w.now(), nil
	}
	return parseTime(*s, field)
}

var durationRE = regexp.MustCompile(`^P(?:(\d+(?:\.\d+)?)Y)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$`)

func parseDuration(s string) (time.Duration, error) {
	m := durationRE.FindStringSubmatch(s)
	if m == nil || s == "P" || s[len(s)-1] == 'T' {
		return 0, bad("by must be an ISO 8601 duration")
	}
	day := 24 * time.Hour
	units := []time.Duration{365 * day, 30 * day, 7 * day, day, time.Hour, time.Minute, time.Second}
	var d time.Duration
	for i, u := range units {
		if m[i+1] != "" {
			f, _ := strconv.ParseFloat(m[i+1], 64)
			d += time.Duration(f * float64(u))
		}
	}
	return d, nil
}

func timerView(t *Timer) obj {
	return obj{"at": Time{t.at}, "timer": t.kind, "entity": t.entity, "id": t.id}
}

func (w *World) clockView(kinds bool) obj {
	l := append(timerHeap{}, w.timers...)
	sort.Sort(l)
	due, byKind, seen := []obj{}, []obj{}, map[string]bool{}
	for _, t := range l {
		if len(due) < 100 {
			due = append(due, timerView(t))
		}
		if !seen[t.kind] {
			seen[t.kind] = true
			byKind = append(byKind, timerView(t))
		}
	}
	v := obj{"mode": w.clock.mode, "now": w.stamp(), "progress": w.progress, "due": due}
	if kinds {
		v["kinds"] = byKind
	}
	return v
}

// moveTo moves the clock; forward it fires what is due on the way.
func (w *World) moveTo(t time.Time, mode string) []obj {
	fired := []obj{}
	now := w.now()
	if t.After(now) {
		for _, f := range w.runDue(t) {
			if len(fired) < 1000 {
				fired = append(fired, timerView(f))
			}
		}
	}
	w.clock = Clock{mode: mode, base: t, real: time.Now()}
	if t.Before(now) {
		// timers keep the time they still have to wait, like those of a process whose wall clock is set back
		for _, tm := range w.timers {
			tm.at = tm.at.Add(t.Sub(now))
		}
		w.reheap()
	}
	return fired
}

func (s *Server) driverRoutes() {
	s.clockRoutes()
	s.coreEvents()
	s.uptimeEvents()
	s.oncallEvents()
	s.registryEvents()
	s.clusterEvents()
	s.emailEvents()

	s.door("GET /_understudy/health", func(c *Ctx) error { return c.json(200, obj{"status": "ok"}) })
	s.door("GET /_understudy/identities", func(c *Ctx) error {
		l := []obj{}
		for _, o := range c.w.orgs {
			for _, id := range sortedKeys(o.Members) {
				m := o.Members[id]
				l = append(l, obj{"name": strings.TrimPrefix(id, "usr_") + "@" + o.Slug, "role": m.Role, "organization": o.Slug, "user": id, "label": m.User.Name, "email": m.User.Email,
					"headers": obj{"Authorization": "Bearer " + m.User.Session, "X-Organization": o.Slug}})
			}
		}
		return c.json(200, obj{"actors": l})
	})
	s.door("POST /_understudy/reset", func(c *Ctx) error {
		var q struct{ Seed *string }
		if err := decodeBody(c.in, &q, true); err != nil {
			return err
		}
		if q.Seed != nil && *q.Seed != "default" {
			return notFound("seed")
		}
		s.reset()
		return c.json(200, obj{"at": s.w.stamp()})
	})
	// everything else of the control interface is not offered
	s.mux.HandleFunc("/_understudy/", func(rw http.ResponseWriter, r *http.Request) {
		writeErr(rw, 501, "not offered by this driver")
	})
}

func (s *Server) clockRoutes() {
	s.door("GET /_understudy/clock", func(c *Ctx) error {
		return c.json(200, c.w.clockView(c.query("kinds") == "true"))
	})
	s.door("PUT /_understudy/clock", func(c *Ctx) error {
		var q struct {
			Mode *string
			Now  *string
		}
		if err := c.decode(&q); err != nil {
			return err
		}
		if q.Mode == nil {
			return bad("mode is required")
		}
		t := c.w.now()
		if q.Now != nil {
			var err error
			if t, err = parseTime(*q.Now, "now"); err != nil {
				return err
			}
		}
		switch *q.Mode {
		case "real":
			t = time.Now()
		case "set":
			if q.Now == nil {
				return bad("now is required")
			}
		case "frozen":
		default:
			return bad("mode must be one of real, frozen, set")
		}
		fired := c.w.moveTo(t, *q.Mode)
		return c.json(200, obj{"clock": c.w.clockView(false), "fired": fired})
	})
	s.door("POST /_understudy/clock/advance", func(c *Ctx) error {
		var q struct {
			By, To, Timer *string
			NextDue       *bool
		}
		if err := c.decode(&q); err != nil {
			return err
		}
		n := 0
		for _, set := range []bool{q.By != nil, q.To != nil, q.NextDue != nil} {
			if set {
				n++
			}
		}
		if n != 1 {
			return bad("exactly one of by, to and nextDue is required")
		}
		now := c.w.now()
		t := now
		switch {
		case q.By != nil:
			d, err := parseDuration(*q.By)
			if err != nil {
				return err
			}
			t = now.Add(d)
		case q.To != nil:
			var err error
			if t, err = parseTime(*q.To, "to"); err != nil {
				return err
			}
			if t.Before(now) {
				return fail(409, "the instant is in the past")
			}
		default:
			if !*q.NextDue {
				return bad("nextDue must be true")
			}
			var next *Timer
			for _, x := range c.w.timers {
				if (q.Timer == nil || x.kind == *q.Timer) && (next == nil || x.at.Before(next.at)) {
					next = x
				}
			}
			if next == nil && q.Timer != nil {
				return fail(409, "no such timer is pending")
			}
			if next != nil && next.at.After(now) {
				t = next.at
			}
		}
		mode := "set"
		if c.w.clock.mode == "frozen" {
			mode = "frozen"
		}
		fired := c.w.moveTo(t, mode)
		return c.json(200, obj{"clock": c.w.clockView(false), "fired": fired})
	})
	s.door("PUT /_understudy/clock/progress", func(c *Ctx) error {
		var q struct {
			Mode  *string
			Reads *int
		}
		if err := c.decode(&q); err != nil {
			return err
		}
		if q.Mode == nil {
			return bad("mode is required")
		}
		if *q.Mode == "after-reads" {
			return fail(501, "after-reads is not offered by this driver")
		}
		if err := oneOf(*q.Mode, "mode", "delay", "at-once"); err != nil {
			return err
		}
		c.w.progress = Progress{Mode: *q.Mode}
		return c.json(200, c.w.progress)
	})
}

// work schedules asynchronous work that takes d.
func (w *World) work(d time.Duration, kind, entity, id string, fn func()) {
	if w.progress.Mode == "at-once" {
		fn()
		return
	}
	w.after(d, kind, entity, id, fn)
}

func (s *Server) coreEvents() {
	toggle := func(on bool) func(c *Ctx) (obj, error) {
		return func(c *Ctx) (obj, error) {
			var q struct{ TokenID *string }
			if err := c.decode(&q); err != nil {
				return nil, err
			}
			if q.TokenID == nil {
				return nil, bad("tokenId is required")
			}
			t := find(c.w.tokens, func(t *Token) bool { return t.ID == *q.TokenID })
			if t == nil {
				return nil, notFound("token")
			}
			if t.Enabled == on {
				return nil, fail(409, "the token is already so")
			}
			t.Enabled = on
			return nil, nil
		}
	}
	s.event("token-disabled", toggle(false))
	s.event("token-enabled", toggle(true))

	s.event("role-changes", func(c *Ctx) (obj, error) {
		var q struct {
			Organization, UserID, Role *string
			Grants                     *[]RoleGrant
			CustomRole                 *struct {
				ID, Name, Description *string
				Permissions           *[]string
				Scopable, Removed     *bool
			}
		}
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		o, err := c.orgNamed(q.Organization)
		if err != nil {
			return nil, err
		}
		if q.UserID == nil && q.CustomRole == nil {
			return nil, bad("userId or customRole is required")
		}
		if q.UserID == nil && (q.Role != nil || q.Grants != nil) {
			return nil, bad("userId is required")
		}
		if q.Role != nil {
			if err := oneOf(*q.Role, "role", "owner", "admin", "member", "viewer", "none"); err != nil {
				return nil, err
			}
		}
		out := obj{}
		if r := q.CustomRole; r != nil {
			if r.ID == nil {
				return nil, bad("customRole.id is required")
			}
			if find(builtin, func(x *Role) bool { return x.ID == *r.ID }) != nil || *r.ID == "owner" {
				return nil, fail(409, "this is a built-in role")
			}
			old := find(o.Custom, func(x *Role) bool { return x.ID == *r.ID })
			if r.Removed != nil && *r.Removed {
				if old == nil {
					return nil, notFound("role")
				}
				o.Custom = remove(o.Custom, func(x *Role) bool { return x == old })
			} else {
				if r.Permissions != nil {
					all := permissions("", "admin")
					for _, p := range *r.Permissions {
						if !contains(all, p) {
							return nil, bad("unknown permission %q", p)
						}
					}
				}
				if old == nil {
					old = &Role{ID: *r.ID, Name: *r.ID, Kind: "custom", Permissions: []string{}}
					o.Custom = append(o.Custom, old)
				}
				if r.Name != nil {
					old.Name = *r.Name
				}
				if r.Description != nil {
					old.Description = *r.Description
				}
				if r.Permissions != nil {
					old.Permissions = *r.Permissions
				}
				if r.Scopable != nil {
					old.Scopable = *r.Scopable
				}
			}
		}
		if q.UserID != nil {
			if q.Grants != nil {
				for _, g := range *q.Grants {
					if o.role(g.Role) == nil {
						return nil, notFound("role")
					}
				}
			}
			u := c.w.users[*q.UserID]
			if u == nil {
				u = &User{ID: *q.UserID, Name: *q.UserID, Email: *q.UserID + "@people.example", Session: "session-" + *q.UserID, DefaultOrg: o.Slug}
				c.w.addUser(u)
			}
			m := o.Members[u.ID]
			if q.Role != nil && *q.Role == "none" {
				delete(o.Members, u.ID)
			} else {
				if m == nil {
					m = &Member{User: u, Role: "member"}
					o.Members[u.ID] = m
					if u.DefaultOrg == "" {
						u.DefaultOrg = o.Slug
					}
				}
				if q.Role != nil {
					m.Role, m.Grants = *q.Role, nil
				}
				if q.Grants != nil {
					m.Grants = append([]RoleGrant{}, *q.Grants...)
				}
			}
			out["headers"] = obj{"Authorization": "Bearer " + u.Session, "X-Organization": o.Slug}
		}
		return out, nil
	})

	s.event("billing-email-collides", func(c *Ctx) (obj, error) {
		var q struct {
			Email    *string
			Collides *bool
		}
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		if q.Email == nil || !validEmail(*q.Email) {
			return nil, bad("email is required")
		}
		c.w.collidingEmails[lower(*q.Email)] = q.Collides == nil || *q.Collides
		return nil, nil
	})

	s.event("payment-method-changes", func(c *Ctx) (obj, error) {
		var q struct {
			Organization *string
			Active       *bool
		}
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		o, err := c.orgNamed(q.Organization)
		if err != nil {
			return nil, err
		}
		if q.Active == nil {
			return nil, bad("active is required")
		}
		o.Payment = *q.Active
		return nil, nil
	})

	s.event("entitlement-changes", func(c *Ctx) (obj, error) {
		var q struct {
			Organization, Area *string
			Enabled            *bool
		}
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		o, err := c.orgNamed(q.Organization)
		if err != nil {
			return nil, err
		}
		if q.Area == nil || q.Enabled == nil {
			return nil, bad("area and enabled are required")
		}
		if err := oneOf(*q.Area, "area", "email", "uptime"); err != nil {
			return nil, err
		}
		o.Entitled[*q.Area] = *q.Enabled
		return nil, nil
	})

	s.event("quota-changes", func(c *Ctx) (obj, error) {
		var q struct {
			Organization, Quota, Registry, Cluster *string
			Value                                  *int64
		}
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		o, err := c.orgNamed(q.Organization)
		if err != nil {
			return nil, err
		}
		if q.Quota == nil || q.Value == nil || *q.Value < 0 {
			return nil, bad("quota and value are required")
		}
		switch *q.Quota {
		case "clusters", "monitors", "daily-email":
			o.Quota[*q.Quota] = *q.Value
		case "registry-storage-bytes":
			if q.Registry == nil {
				return nil, bad("registry is required")
			}
			_, r := c.w.registry(*q.Registry)
			if r == nil {
				return nil, notFound("registry")
			}
			r.StorageQuotaBytes = *q.Value
		case "load-balancer-services":
			if q.Cluster == nil {
				return nil, bad("cluster is required")
			}
			k := o.cluster(*q.Cluster)
			if k == nil {
				return nil, notFound("cluster")
			}
			k.ManagedLoadBalancers.MaxServices = int(*q.Value)
		default:
			return nil, bad("unknown quota")
		}
		return nil, nil
	})

	s.event("backend-behaves", func(c *Ctx) (obj, error) {
		var q struct {
			Backend   *string
			Reachable *bool
		}
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		if q.Backend == nil || q.Reachable == nil {
			return nil, bad("backend and reachable are required")
		}
		if err := oneOf(*q.Backend, "backend", "email", "uptime", "dns"); err != nil {
			return nil, err
		}
		c.w.backendDown[*q.Backend] = !*q.Reachable
		return nil, nil
	})

	s.event("credential-used", credentialUsed)
}

func (s *Server) uptimeEvents() {
	anyMonitor := func(c *Ctx, id string) *Monitor {
		for _, o := range c.w.orgs {
			if m := find(o.Up.monitors, func(m *Monitor) bool { return m.ID == id }); m != nil {
				return m
			}
		}
		return nil
	}
	s.event("probe-result", func(c *Ctx) (obj, error) {
		var q struct {
			MonitorID, Vantage, Outcome, ErrorKind, ErrorDetail, ResponseSnippet, At *string
			Times                                                                    *int
			LatencyMs                                                                *float64
		}
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		if q.MonitorID == nil || q.Outcome == nil {
			return nil, bad("monitorId and outcome are required")
		}
		if err := oneOf(*q.Outcome, "outcome", "ok", "fail", "error"); err != nil {
			return nil, err
		}
		at, err := c.when(q.At, "at")
		if err != nil {
			return nil, err
		}
		times := 1
		if q.Times != nil {
			times = *q.Times
		}
		if times < 1 || times > 10000 {
			return nil, bad("times must be between 1 and 10000")
		}
		m := anyMonitor(c, *q.MonitorID)
		if m == nil {
			return nil, notFound("monitor")
		}
		if !m.Enabled {
			return nil, fail(409, "the monitor is disabled")
		}
		where := m.Vantages
		if q.Vantage != nil {
			if !contains(m.Vantages, *q.Vantage) {
				return nil, fail(409, "the monitor is not probed from there")
			}
			where = []string{*q.Vantage}
		}
		str := func(p *string, d string) string {
			if p != nil {
				return *p
			}
			return d
		}
		kind, detail := "", ""
		latency := 42.0
		switch *q.Outcome {
		case "fail":
			kind, detail = "unexpected-response", "the response was not as expected"
		case "error":
			kind, detail, latency = "timeout", "no response", float64(m.TimeoutMs)
		}
		if q.LatencyMs != nil {
			latency = *q.LatencyMs
		}
		gap := time.Duration(m.IntervalSeconds) * time.Second
		if n := len(m.results); n > 0 && times > 1 {
			last := m.results[n-1].at
			if last.Before(at) && at.Add(-gap*time.Duration(times-1)).Before(last) {
				gap = at.Sub(last) / time.Duration(times)
			}
		}
		changes := 0
		for i := times - 1; i >= 0; i-- {
			for _, v := range where {
				m.record(probe{at.Add(-gap * time.Duration(i)), v, *q.Outcome == "ok", latency},
					*q.Outcome, str(q.ErrorKind, kind), str(q.ErrorDetail, detail), str(q.ResponseSnippet, ""))
			}
			if m.evaluate(at.Add(-gap*time.Duration(i)), *q.Outcome == "ok") {
				changes++
			}
		}
		return obj{"at": Time{at}, "state": m.State, "transitions": changes}, nil
	})
	s.event("metrics-availability", func(c *Ctx) (obj, error) {
		var q struct {
			Organization, MonitorID *string
			Available               *bool
		}
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		if q.Available == nil {
			return nil, bad("available is required")
		}
		o, err := c.orgNamed(q.Organization)
		if err != nil {
			return nil, err
		}
		if q.MonitorID != nil {
			m := anyMonitor(c, *q.MonitorID)
			if m == nil {
				return nil, notFound("monitor")
			}
			m.metricsDown = !*q.Available
			return nil, nil
		}
		o.Up.metricsDown = !*q.Available
		if *q.Available {
			for _, m := range o.Up.monitors {
				m.metricsDown = false
			}
		}
		return nil, nil
	})
}
