package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata"
)

// OncallState is the on-call area.
type OncallState struct {
	services  []*OService
	incidents []*Incident
	schedules []*Schedule
	policies  []*Policy
	sources   []*Source
	pages     []J
	firing    map[string]bool // service and fingerprint
}

func newOncall() *OncallState { return &OncallState{firing: map[string]bool{}} }

// OService is an on-call service.
type OService struct {
	id, org, name string
	policy        *Policy
	created       time.Time
}

func (s *OService) view() J {
	v := J{"id": s.id, "name": s.name, "createdAt": ts(s.created)}
	if s.policy != nil {
		v["escalationPolicyId"] = s.policy.id
	}
	return v
}

// Alert is one alert of an incident.
type Alert struct {
	fp, summary         string
	labels, annotations any
	firing              bool
	started, ended      time.Time
}

// Update is a public update.
type Update struct {
	id, body, by string
	at           time.Time
	deleted      bool
}

func (u *Update) view() J { return J{"id": u.id, "at": ts(u.at), "body": u.body, "byLabel": u.by} }

// Incident is an on-call incident.
type Incident struct {
	id, org, title, desc, status string
	svc                          *OService
	policy                       *Policy
	manual                       bool
	opened, acked, resolved      time.Time
	ackedBy                      *User
	alerts                       []*Alert
	timeline                     []J
	updates                      []*Update
	steps                        int
}

func (i *Incident) firing() int {
	n := 0
	for _, a := range i.alerts {
		if a.firing {
			n++
		}
	}
	return n
}
func (i *Incident) view() J {
	v := J{"id": i.id, "serviceId": i.svc.id, "serviceName": i.svc.name, "title": i.title, "status": i.status, "openedAt": ts(i.opened), "firingAlerts": i.firing()}
	if !i.acked.IsZero() {
		v["acknowledgedAt"] = ts(i.acked)
	}
	if !i.resolved.IsZero() {
		v["resolvedAt"] = ts(i.resolved)
	}
	return v
}
func (w *World) note(i *Incident, kind, who, text string) {
	i.timeline = append(i.timeline, J{"at": ts(w.now()), "kind": kind, "actor": who, "text": text})
}

// Participant takes part in a rotation.
type Participant struct{ id, label string }

// Override is a substitution.
type Override struct {
	id, user, label string
	from, to        time.Time
	seq             int
}

func (o *Override) view() J {
	return J{"id": o.id, "userId": o.user, "label": o.label, "startsAt": ts(o.from), "endsAt": ts(o.to)}
}

// Schedule is a rotation with overrides.
type Schedule struct {
	id, org, name, tz, interval string
	hour, min, dow              int
	people                      []Participant
	overrides                   []*Override
	created                     time.Time
	deleted                     bool
}

// boundary is the handoff at or before t (n=0) or the next one (n=1), and its number since a fixed day.
func (s *Schedule) boundary(t time.Time, n int) (time.Time, int64) {
	loc, _ := time.LoadLocation(s.tz)
	l := t.In(loc)
	at := func(d int) time.Time { return time.Date(l.Year(), l.Month(), l.Day()+d, s.hour, s.min, 0, 0, loc) }
	d := 0
	for at(d).After(t) {
		d--
	}
	if s.interval == "weekly" {
		for int(at(d).Weekday()) != s.dow%7 || at(d).After(t) {
			d--
		}
	}
	b := at(d)
	day := time.Date(b.Year(), b.Month(), b.Day(), 0, 0, 0, 0, time.UTC).Unix() / 86400
	if s.interval == "weekly" {
		idx := (day - 4 + 700000) / 7
		if n > 0 {
			return at(d + 7), idx + 1
		}
		return b, idx
	}
	if n > 0 {
		return at(d + 1), day + 1
	}
	return b, day
}

type onCall struct {
	user, label string
	until       time.Time
	override    bool
}

func (s *Schedule) now(t time.Time) *onCall {
	var best *Override
	for _, o := range s.overrides {
		if !o.from.After(t) && t.Before(o.to) && (best == nil || o.from.After(best.from) || (o.from.Equal(best.from) && o.seq > best.seq)) {
			best = o
		}
	}
	if best != nil {
		return &onCall{best.user, best.label, best.to, true}
	}
	if len(s.people) == 0 {
		return nil
	}
	_, idx := s.boundary(t, 0)
	until, _ := s.boundary(t, 1)
	for _, o := range s.overrides {
		if o.from.After(t) && o.from.Before(until) {
			until = o.from
		}
	}
	p := s.people[int(idx%int64(len(s.people)))]
	return &onCall{p.id, p.label, until, false}
}
func (s *Schedule) view(t time.Time) J {
	ps, ov := []J{}, []J{}
	for _, p := range s.people {
		ps = append(ps, J{"userId": p.id, "label": p.label})
	}
	for _, o := range s.overrides {
		ov = append(ov, o.view())
	}
	h := J{"interval": s.interval, "time": fmt.Sprintf("%02d:%02d", s.hour, s.min)}
	if s.interval == "weekly" {
		h["dow"] = s.dow
	}
	v := J{"id": s.id, "name": s.name, "timezone": s.tz, "participants": ps, "handoff": h, "overrides": ov, "createdAt": ts(s.created)}
	if o := s.now(t); o != nil {
		v["onCallNow"] = J{"userId": o.user, "label": o.label, "until": ts(o.until), "override": o.override}
	}
	return v
}

// Step of a policy.
type Step struct {
	kind, id, label string
	wait            int64
}

// Policy is an escalation policy.
type Policy struct {
	id, org, name string
	repeat        int64
	steps         []Step
	created       time.Time
	deleted       bool
}

func (w *World) policyView(p *Policy) J {
	st := []J{}
	for _, s := range p.steps {
		st = append(st, J{"target": J{"kind": s.kind, "id": s.id, "label": s.label}, "waitSeconds": s.wait})
	}
	n := 0
	for _, s := range w.oncall.services {
		if s.policy == p {
			n++
		}
	}
	return J{"id": p.id, "name": p.name, "repeat": p.repeat, "steps": st, "services": n, "createdAt": ts(p.created)}
}

// Source is an alert source.
type Source struct {
	id, org, name, token   string
	svc                    *OService
	created, last, revoked time.Time
}

func (s *Source) view() J {
	v := J{"id": s.id, "name": s.name, "serviceId": s.svc.id, "createdAt": ts(s.created), "lastEventAt": tsOr(s.last)}
	if !s.revoked.IsZero() {
		v["revokedAt"] = ts(s.revoked)
	}
	return v
}

// Rule2 is a notification rule.
type Rule2 struct {
	channel string
	delay   int64
}

// Paging are a person's settings.
type Paging struct {
	phone string
	rules []Rule2
}

func (u *User) pagingView() J {
	p := u.paging
	if p == nil {
		p = &Paging{rules: []Rule2{{"email", 0}}}
	}
	rs := []J{}
	for _, r := range p.rules {
		rs = append(rs, J{"channel": r.channel, "delaySeconds": r.delay})
	}
	return J{"email": u.email, "phone": p.phone, "rules": rs}
}

// Provider is the SMS and voice credential.
type Provider struct{ sid, token, from string }

func (o *Org) providerView() J {
	if o.provider == nil {
		return J{"configured": false, "accountSid": "", "fromNumber": "", "updatedAt": tsOr(o.providerAt)}
	}
	return J{"configured": true, "accountSid": o.provider.sid, "fromNumber": o.provider.from, "updatedAt": ts(o.providerAt)}
}

var e164 = regexp.MustCompile(`^\+[1-9][0-9]{3,14}$`)

func phone(s string) string {
	return strings.NewReplacer(" ", "", "-", "", "(", "", ")", "", ".", "").Replace(s)
}

func (w *World) oservice(org, id string) *OService {
	for _, s := range w.oncall.services {
		if s.org == org && s.id == strings.ToUpper(strings.TrimSpace(id)) {
			return s
		}
	}
	return nil
}

func (w *World) open(s *OService, title, desc string, manual bool) *Incident {
	i := &Incident{id: ulid(w.now()), org: s.org, svc: s, title: title, desc: desc, status: "open", manual: manual, opened: w.now(), policy: s.policy}
	w.oncall.incidents = append(w.oncall.incidents, i)
	w.note(i, "opened", "", title)
	w.walk(i, 0, 0)
	return i
}

// walk pages the step's target and comes back for the next one.
func (w *World) walk(i *Incident, round, n int) {
	p := i.policy
	if i.status != "open" || p == nil || p.deleted {
		return
	}
	if n >= len(p.steps) {
		round, n = round+1, 0
	}
	rounds := int(max(p.repeat, 1))
	if round >= rounds || len(p.steps) == 0 || i.steps >= 2000 {
		return
	}
	i.steps++
	s := p.steps[n]
	user := s.id
	if s.kind == "schedule" {
		user = ""
		for _, x := range w.oncall.schedules {
			if x.id == s.id && !x.deleted {
				if o := x.now(w.now()); o != nil {
					user = o.user
				}
			}
		}
	}
	if user != "" {
		w.notify(i, user, n, round)
	} else {
		w.note(i, "nobody-on-call", "", "step "+strconv.Itoa(n)+" reached nobody")
	}
	w.after(time.Duration(s.wait)*time.Second, "escalation-step", i.id, func() { w.walk(i, round, n+1) })
}
func (w *World) notify(i *Incident, user string, step, round int) {
	u := w.users[user]
	if u == nil || u.members[i.org] == nil {
		w.note(i, "page-skipped", "", "the responder "+user+" is not in the organization")
		return
	}
	rules := []Rule2{{"email", 0}}
	if u.paging != nil {
		rules = u.paging.rules
	}
	for _, r := range rules {
		if r.delay == 0 {
			w.page(i, u, r.channel, step, round)
			continue
		}
		w.after(time.Duration(r.delay)*time.Second, "notification", i.id, func() {
			if i.status == "open" && u.members[i.org] != nil {
				w.page(i, u, r.channel, step, round)
			}
		})
	}
}
func (w *World) page(i *Incident, u *User, channel string, step, round int) {
	o := w.orgs[i.org]
	p := J{"id": len(w.oncall.pages) + 1, "at": iso(w.now()), "incidentId": i.id, "userId": u.id, "channel": channel, "to": u.email, "step": step, "round": round, "outcome": "sent", "org": i.org}
	why := ""
	if channel != "email" {
		p["to"] = ""
		if u.paging != nil {
			p["to"] = u.paging.phone
		}
		switch {
		case o.provider == nil:
			why = "no-credential: the organization has no SMS and voice provider credential"
		case o.pageMode == "rejects":
			why = "the provider rejected the page"
		case o.pageMode == "unreachable":
			why = "the provider cannot be reached"
		}
	}
	if why != "" {
		p["outcome"], p["error"] = "failed", why
	}
	w.oncall.pages = append(w.oncall.pages, p)
	w.note(i, "paged", u.label, fmt.Sprintf("%s %s %s", channel, p["outcome"], why))
}

// alert takes one firing or resolved alert of a service.
func (w *World) fire(s *OService, fp, title string, labels, annotations any, at time.Time) (*Incident, bool) {
	var inc *Incident
	for k := len(w.oncall.incidents) - 1; k >= 0; k-- {
		i := w.oncall.incidents[k]
		if i.svc != s || i.status == "resolved" {
			continue
		}
		for _, a := range i.alerts {
			if a.fp == fp {
				if !a.firing {
					a.firing, a.started, a.ended = true, at, time.Time{}
					w.note(i, "alert-firing", "", fp)
				}
				return i, false
			}
		}
		if inc == nil {
			inc = i
		}
	}
	opened := inc == nil
	if opened {
		if title == "" {
			title = fp
		}
		inc = w.open(s, title, "", false)
	}
	inc.alerts = append(inc.alerts, &Alert{fp: fp, summary: title, labels: labels, annotations: annotations, firing: true, started: at})
	w.note(inc, "alert-firing", "", fp)
	return inc, opened
}
func (w *World) quench(s *OService, fp string, at time.Time) *Incident {
	var hit *Incident
	for k := len(w.oncall.incidents) - 1; k >= 0; k-- {
		i := w.oncall.incidents[k]
		if i.svc != s {
			continue
		}
		for _, a := range i.alerts {
			if a.fp == fp && a.firing {
				a.firing, a.ended = false, at
				if hit == nil {
					hit = i
				}
				if i.status == "resolved" {
					continue
				}
				w.note(i, "alert-resolved", "", fp)
				if i.firing() == 0 && !i.manual {
					w.after(time.Second, "incident-auto-resolve", i.id, func() {
						if i.status != "resolved" && i.firing() == 0 {
							i.status, i.resolved = "resolved", w.now()
							w.note(i, "resolved", "", "the last alert stopped firing")
						}
					})
				}
			}
		}
	}
	return hit
}

func (c *Ctx) incident() *Incident {
	for _, i := range c.w.oncall.incidents {
		if i.id == c.id("id") && i.org == c.org.slug {
			return i
		}
	}
	fail(404, "there is no such incident")
	return nil
}
func (c *Ctx) schedule() *Schedule {
	for _, s := range c.w.oncall.schedules {
		if s.id == c.id("id") && s.org == c.org.slug && !s.deleted {
			return s
		}
	}
	fail(404, "there is no such schedule")
	return nil
}
func (w *World) policy(org, id string) *Policy {
	for _, p := range w.oncall.policies {
		if p.id == strings.ToUpper(strings.TrimSpace(id)) && p.org == org {
			return p
		}
	}
	return nil
}

var clockForm = regexp.MustCompile(`^([0-9]{1,2}):([0-9]{2})(:[0-9]{2})?$`)

func (s *Schedule) readHandoff(h Body) {
	iv := h.enum("interval", "daily", "weekly")
	t := clockForm.FindStringSubmatch(h.str("time"))
	if t == nil {
		invalid("handoff.time must be HH:MM")
	}
	hh, _ := strconv.Atoi(t[1])
	mm, _ := strconv.Atoi(t[2])
	if hh > 23 || mm > 59 {
		invalid("handoff.time is out of range")
	}
	d, given := h.optInt("dow")
	if given && (d < 0 || d > 7) {
		invalid("handoff.dow is out of range: 1 is Monday, 7 is Sunday")
	}
	if d == 0 && given {
		d = 7
	}
	if !given {
		d = int64(s.dow)
		if d == 0 {
			d = 1
		}
	}
	s.interval, s.hour, s.min, s.dow = iv, hh, mm, int(d)
}
func zone(s string) string {
	if s != "Local" {
		if _, err := time.LoadLocation(s); err == nil {
			return s
		}
	}
	invalid("timezone must be an IANA time zone")
	return ""
}
func people(l []Body) []Participant {
	out := []Participant{}
	for _, p := range l {
		label, given := p.opt("label")
		if !given {
			invalid("label is required")
		}
		out = append(out, Participant{p.str("userId"), label})
	}
	return out
}
func (c *Ctx) readSteps() ([]Step, bool) {
	l, given := c.body.objs("steps")
	out := []Step{}
	for _, s := range l {
		t := s.obj("target")
		st := Step{kind: t.enum("kind", "schedule", "user"), id: t.str("id"), wait: max(s.integer("waitSeconds"), 0)}
		var named bool
		if st.label, named = t.opt("label"); !named {
			invalid("label is required")
		}
		found := false
		if st.kind == "user" {
			u := c.w.users[st.id]
			found = u != nil && u.members[c.org.slug] != nil
		} else {
			for _, x := range c.w.oncall.schedules {
				found = found || (x.id == strings.ToUpper(st.id) && x.org == c.org.slug && !x.deleted)
			}
			st.id = strings.ToUpper(st.id)
		}
		if !found {
			invalid("there is no %s %s", st.kind, st.id)
		}
		out = append(out, st)
	}
	return out, given
}

func oncallRoutes() {
	const b = "/api/v1/oncall"
	on("GET", b+"/telephony", func(c *Ctx) Resp {
		c.need("oncall", "provider", "read", "")
		return ok(c.org.providerView())
	})
	on("POST", b+"/telephony", func(c *Ctx) Resp {
		c.need("oncall", "provider", "admin", "")
		p := &Provider{c.body.str("accountSid"), c.body.str("authToken"), phone(c.body.str("fromNumber"))}
		if !e164.MatchString(p.from) {
			fail(400, "fromNumber must be in E.164 format")
		}
		switch c.org.verifyMode {
		case "rejects":
			fail(422, "the provider rejects these credentials")
		case "unreachable":
			fail(502, "the provider cannot be reached")
		}
		c.org.provider, c.org.providerAt = p, c.w.now()
		return ok(c.org.providerView())
	})
	on("DELETE", b+"/telephony", func(c *Ctx) Resp {
		c.need("oncall", "provider", "admin", "")
		if c.org.provider != nil {
			c.org.provider, c.org.providerAt = nil, c.w.now()
		}
		return ok(c.org.providerView())
	})
	on("GET", b+"/incidents", func(c *Ctx) Resp {
		c.need("oncall", "incident", "read", "")
		want := strings.ToLower(c.query("status"))
		if c.q.Has("status") {
			switch want {
			case "triggered", "open":
				want = "open"
			case "acknowledged", "acked":
				want = "acknowledged"
			case "resolved", "closed":
				want = "resolved"
			default:
				invalid("status must be triggered, acknowledged or resolved")
			}
		}
		out := []J{}
		for k := len(c.w.oncall.incidents) - 1; k >= 0 && len(out) < 100; k-- {
			i := c.w.oncall.incidents[k]
			if i.org == c.org.slug && (i.status == want || (want == "" && i.status != "resolved")) {
				out = append(out, i.view())
			}
		}
		return ok(J{"incidents": out})
	})
	on("POST", b+"/incidents", func(c *Ctx) Resp {
		c.need("oncall", "incident", "write", "")
		sid, title := c.body.str("serviceId"), c.body.str("title")
		desc, _ := c.body.opt("description")
		s := c.w.oservice(c.org.slug, sid)
		if s == nil {
			fail(404, "there is no service %s", sid)
		}
		i := c.w.open(s, title, desc, true)
		c.w.note(i, "created-by", c.user.label, desc)
		return ok(i.view())
	})
	on("GET", b+"/incidents/{id}", func(c *Ctx) Resp {
		c.need("oncall", "incident", "read", "")
		i := c.incident()
		al, up := []J{}, []J{}
		for _, a := range i.alerts {
			st := "resolved"
			if a.firing {
				st = "firing"
			}
			v := J{"fingerprint": a.fp, "summary": a.summary, "status": st, "startsAt": ts(a.started), "labels": a.labels, "annotations": a.annotations}
			if !a.ended.IsZero() {
				v["endsAt"] = ts(a.ended)
			}
			al = append(al, v)
		}
		for _, u := range i.updates {
			if !u.deleted {
				up = append(up, u.view())
			}
		}
		v := J{"apiVersion": "oncall/v1", "kind": "IncidentDetail", "incident": i.view(), "description": i.desc, "alerts": al, "timeline": append([]J{}, i.timeline...), "publicUpdates": up}
		if i.ackedBy != nil {
			v["acknowledgedBy"] = J{"userId": i.ackedBy.id, "label": i.ackedBy.label}
		}
		return ok(v)
	})
	on("POST", b+"/incidents/{id}/actions/ack", func(c *Ctx) Resp {
		c.need("oncall", "incident", "write", "")
		i := c.incident()
		if i.status == "resolved" {
			fail(409, "the incident is resolved")
		}
		if i.status == "open" {
			i.status, i.acked, i.ackedBy = "acknowledged", c.w.now(), c.user
			c.w.note(i, "acknowledged", c.user.label, "")
		}
		return ok(i.view())
	})
	on("POST", b+"/incidents/{id}/actions/resolve", func(c *Ctx) Resp {
		c.need("oncall", "incident", "write", "")
		i := c.incident()
		if i.status != "resolved" {
			i.status, i.resolved = "resolved", c.w.now()
			c.w.note(i, "resolved", c.user.label, "")
		}
		return ok(i.view())
	})
	on("POST", b+"/incidents/{id}/public-updates", func(c *Ctx) Resp {
		c.need("oncall", "incident", "write", "")
		i := c.incident()
		u := &Update{id: ulid(c.w.now()), body: c.body.str("body"), by: c.user.label, at: c.w.now()}
		i.updates = append(i.updates, u)
		c.w.note(i, "published", c.user.label, u.id)
		return ok(u.view())
	})
	on("DELETE", b+"/incidents/{id}/public-updates/{uid}", func(c *Ctx) Resp {
		c.need("oncall", "incident", "write", "")
		i := c.incident()
		for _, u := range i.updates {
			if u.id == c.id("uid") {
				u.deleted = true
				return done("PublicUpdate", u.id)
			}
		}
		fail(404, "there is no such update on this incident")
		return Resp{}
	})
	on("GET", b+"/rotations", func(c *Ctx) Resp {
		c.need("oncall", "schedule", "read", "")
		out := []J{}
		for _, s := range c.w.oncall.schedules {
			if s.org == c.org.slug && !s.deleted {
				out = append(out, s.view(c.w.now()))
			}
		}
		sort.SliceStable(out, func(i, j int) bool { return out[i]["name"].(string) < out[j]["name"].(string) })
		return ok(J{"schedules": out})
	})
	on("POST", b+"/rotations", func(c *Ctx) Resp {
		c.need("oncall", "schedule", "write", "")
		s := &Schedule{id: ulid(c.w.now()), org: c.org.slug, name: c.body.str("name"), tz: zone(c.body.str("timezone")), created: c.w.now()}
		l, given := c.body.objs("participants")
		if !given {
			invalid("participants is required")
		}
		s.people = people(l)
		s.readHandoff(c.body.obj("handoff"))
		c.w.oncall.schedules = append(c.w.oncall.schedules, s)
		return ok(s.view(c.w.now()))
	})
	on("PATCH", b+"/rotations/{id}", func(c *Ctx) Resp {
		c.need("oncall", "schedule", "write", "")
		s := c.schedule()
		t := *s
		if n, given := c.body.optName("name"); given {
			t.name = n
		}
		if z, given := c.body.optName("timezone"); given {
			t.tz = zone(z)
		}
		if l, given := c.body.objs("participants"); given {
			t.people = people(l)
		}
		if h, given := c.body.optObj("handoff"); given {
			t.readHandoff(h)
		}
		*s = t
		return ok(s.view(c.w.now()))
	})
	on("DELETE", b+"/rotations/{id}", func(c *Ctx) Resp {
		c.need("oncall", "schedule", "write", "")
		for _, s := range c.w.oncall.schedules {
			if s.id == c.id("id") && s.org == c.org.slug {
				for _, p := range c.w.oncall.policies {
					for _, st := range p.steps {
						if !p.deleted && st.kind == "schedule" && st.id == s.id {
							fail(409, "a step of the escalation policy %s still targets the schedule", p.name)
						}
					}
				}
				s.deleted = true
				return done("Schedule", s.id)
			}
		}
		fail(404, "there is no such schedule")
		return Resp{}
	})
	on("POST", b+"/rotations/{id}/overrides", func(c *Ctx) Resp {
		c.need("oncall", "schedule", "write", "")
		s := c.schedule()
		label, given := c.body.opt("label")
		if !given {
			invalid("label is required")
		}
		o := &Override{id: ulid(c.w.now()), user: c.body.str("userId"), label: label, seq: c.w.next()}
		var g1, g2 bool
		o.from, g1 = parseTime(c.body.str("startsAt"))
		o.to, g2 = parseTime(c.body.str("endsAt"))
		if !g1 || !g2 {
			invalid("startsAt and endsAt must be times")
		}
		if !o.from.Before(o.to) {
			invalid("the override must end after it starts")
		}
		s.overrides = append(s.overrides, o)
		return ok(o.view())
	})
	on("DELETE", b+"/rotations/{id}/overrides/{oid}", func(c *Ctx) Resp {
		c.need("oncall", "schedule", "write", "")
		s := c.schedule()
		for k, o := range s.overrides {
			if o.id == c.id("oid") {
				s.overrides = append(append([]*Override{}, s.overrides[:k]...), s.overrides[k+1:]...)
				return done("Override", o.id)
			}
		}
		fail(404, "there is no such override on this schedule")
		return Resp{}
	})
	on("GET", b+"/self/paging", func(c *Ctx) Resp { return ok(c.user.pagingView()) })
	on("PUT", b+"/self/paging", func(c *Ctx) Resp {
		p := &Paging{}
		if s, given := c.body.opt("phone"); given && s != "" {
			p.phone = phone(s)
			if !e164.MatchString(p.phone) {
				invalid("phone must be in E.164 format")
			}
		}
		l, given := c.body.objs("rules")
		if !given {
			invalid("rules is required")
		}
		for _, r := range l {
			x := Rule2{r.enum("channel", "email", "sms", "voice"), max(r.integer("delaySeconds"), 0)}
			if x.channel != "email" && p.phone == "" {
				invalid("%s needs a phone in E.164 format", x.channel)
			}
			p.rules = append(p.rules, x)
		}
		if len(p.rules) == 0 {
			p.rules = []Rule2{{"email", 0}}
		}
		c.user.paging = p
		return ok(c.user.pagingView())
	})
	on("GET", b+"/integrations", func(c *Ctx) Resp {
		c.need("oncall", "source", "read", "")
		out := []J{}
		for _, s := range c.w.oncall.sources {
			if s.org == c.org.slug {
				out = append(out, s.view())
			}
		}
		return ok(J{"sources": out})
	})
	on("POST", b+"/integrations", func(c *Ctx) Resp {
		c.need("oncall", "source", "write", "")
		name, sid := c.body.str("name"), c.body.str("serviceId")
		svc := c.w.oservice(c.org.slug, sid)
		if svc == nil {
			fail(404, "there is no service %s", sid)
		}
		s := &Source{id: ulid(c.w.now()), org: c.org.slug, name: name, token: secretOf("swalert_"), svc: svc, created: c.w.now()}
		c.w.oncall.sources = append(c.w.oncall.sources, s)
		v := s.view()
		v["token"] = s.token
		return ok(v)
	})
	on("DELETE", b+"/integrations/{id}", func(c *Ctx) Resp {
		c.need("oncall", "source", "write", "")
		for _, s := range c.w.oncall.sources {
			if s.id == c.id("id") && s.org == c.org.slug {
				if s.revoked.IsZero() {
					s.revoked = c.w.now()
				}
				return ok(s.view())
			}
		}
		fail(404, "there is no such alert source")
		return Resp{}
	})
	on("PUT", b+"/services/{id}/escalation", func(c *Ctx) Resp {
		c.need("oncall", "service", "write", "")
		s := c.w.oservice(c.org.slug, c.p["id"])
		if s == nil {
			fail(404, "there is no service %s", c.p["id"])
		}
		if c.body.isNull("escalationPolicyId") {
			s.policy = nil
			return ok(s.view())
		}
		p := c.w.policy(c.org.slug, c.body.str("escalationPolicyId"))
		if p == nil || p.deleted {
			fail(404, "there is no such escalation policy")
		}
		s.policy = p
		return ok(s.view())
	})
	on("GET", b+"/services", func(c *Ctx) Resp {
		c.need("oncall", "service", "read", "")
		out := []J{}
		for _, s := range c.w.oncall.services {
			if s.org == c.org.slug {
				out = append(out, s.view())
			}
		}
		return ok(J{"services": out})
	})
	on("POST", b+"/services", func(c *Ctx) Resp {
		c.need("oncall", "service", "write", "")
		s := &OService{id: ulid(c.w.now()), org: c.org.slug, name: c.body.str("name"), created: c.w.now()}
		c.w.oncall.services = append(c.w.oncall.services, s)
		return created(s.view())
	})
	on("GET", b+"/escalations", func(c *Ctx) Resp {
		c.need("oncall", "policy", "read", "")
		out := []J{}
		for _, p := range c.w.oncall.policies {
			if p.org == c.org.slug && !p.deleted {
				out = append(out, c.w.policyView(p))
			}
		}
		return ok(J{"policies": out})
	})
	on("POST", b+"/escalations", func(c *Ctx) Resp {
		c.need("oncall", "policy", "write", "")
		p := &Policy{id: ulid(c.w.now()), org: c.org.slug, name: c.body.str("name"), repeat: max(c.body.integer("repeat"), 0), created: c.w.now()}
		var given bool
		if p.steps, given = c.readSteps(); !given {
			invalid("steps is required")
		}
		c.w.oncall.policies = append(c.w.oncall.policies, p)
		return ok(c.w.policyView(p))
	})
	on("PATCH", b+"/escalations/{id}", func(c *Ctx) Resp {
		c.need("oncall", "policy", "write", "")
		p := c.w.policy(c.org.slug, c.p["id"])
		if p == nil || p.deleted {
			fail(404, "there is no such escalation policy")
		}
		n, hasName := c.body.optName("name")
		r, hasRepeat := c.body.optInt("repeat")
		st, hasSteps := c.readSteps()
		if hasName {
			p.name = n
		}
		if hasRepeat {
			p.repeat = max(r, 0)
		}
		if hasSteps {
			p.steps = st
		}
		return ok(c.w.policyView(p))
	})
	on("DELETE", b+"/escalations/{id}", func(c *Ctx) Resp {
		c.need("oncall", "policy", "write", "")
		p := c.w.policy(c.org.slug, c.p["id"])
		if p == nil {
			fail(404, "there is no such escalation policy")
		}
		for _, s := range c.w.oncall.services {
			if s.policy == p {
				fail(409, "the service %s still references the policy; detach it first", s.name)
			}
		}
		p.deleted = true
		return done("EscalationPolicy", p.id)
	})
	on("POST", b+"/inbound/{id}", func(c *Ctx) Resp {
		tok := bearer(c)
		var src *Source
		for _, s := range c.w.oncall.sources {
			if s.id == c.id("id") && tok != "" && s.token == tok && s.revoked.IsZero() {
				src = s
			}
		}
		if src == nil {
			fail(401, "the token is not valid for this alert source")
		}
		l, given := c.body.objs("alerts")
		if !given {
			fail(400, "alerts is required")
		}
		src.last = c.w.now()
		for _, a := range l {
			labels, _ := a.optObj("labels")
			notes, _ := a.optObj("annotations")
			fp, _ := a.opt("fingerprint")
			if fp == "" {
				h := sha256.New()
				for _, k := range keys(labels.m) {
					fmt.Fprintf(h, "%s=%v\n", k, labels.m[k])
				}
				fp = hex.EncodeToString(h.Sum(nil))[:16]
			}
			title, _ := notes.m["summary"].(string)
			if title == "" {
				title, _ = labels.m["alertname"].(string)
			}
			at := c.w.now()
			status, _ := a.opt("status")
			if strings.EqualFold(status, "resolved") {
				c.w.quench(src.svc, fp, at)
				continue
			}
			if s, _ := a.opt("startsAt"); s != "" {
				if t, good := parseTime(s); good && t.Year() > 1 {
					at = t
				}
			}
			c.w.fire(src.svc, fp, title, labels.m, notes.m, at)
		}
		return ok(J{"kind": "Status", "status": "Success", "accepted": len(l)})
	}).public = true
	on("GET", b+"/public-status/{serviceId}", func(c *Ctx) Resp {
		for _, s := range c.w.oncall.services {
			if s.id == c.id("serviceId") {
				v := J{"serviceId": s.id, "serviceName": s.name}
				v["incidents"] = c.w.publicIncidents(func(i *Incident) bool { return i.svc == s })
				return ok(v)
			}
		}
		fail(404, "there is no such status page")
		return Resp{}
	}).public = true
}

func (w *World) publicIncidents(f func(*Incident) bool) []J {
	out := []J{}
	for k := len(w.oncall.incidents) - 1; k >= 0; k-- {
		i := w.oncall.incidents[k]
		if !f(i) {
			continue
		}
		up := []J{}
		for _, u := range i.updates {
			if !u.deleted {
				up = append(up, u.view())
			}
		}
		if len(up) == 0 {
			continue
		}
		v := J{"id": i.id, "serviceId": i.svc.id, "title": i.title, "status": i.status, "openedAt": ts(i.opened), "updates": up}
		if !i.resolved.IsZero() {
			v["resolvedAt"] = ts(i.resolved)
		}
		out = append(out, v)
	}
	return out
}
