package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"sort"
	"strings"
	"sync"
	"time"
)

type OSvc struct {
	id, name, org, policy string
	created               time.Time
}
type Alert struct {
	fp           string
	firing       bool
	start, end   time.Time
	labels, anno any
}
type Line struct {
	at         time.Time
	what, text string
	by         string
}
type Update struct {
	id, body, label string
	at              time.Time
}
type Incident struct {
	id, svc, svcName, title, desc, org, status string
	opened, acked, resolved                    time.Time
	manual                                     bool
	alerts                                     []*Alert
	lines                                      []Line
	updates                                    []Update
	seq                                        int64
	frozen                                     int
}
type Part struct{ user, label string }
type Override struct {
	id, user, label, starts, ends string
	from, to                      time.Time
}
type Schedule struct {
	id, name, zone, org string
	parts               []Part
	interval, time      string
	dow                 *int64
	overrides           []*Override
	created             time.Time
}
type Step struct {
	kind, id, label string
	wait            int64
}
type Policy struct {
	id, name, org string
	repeat        int64
	steps         []Step
	created       time.Time
}
type Source struct {
	id, name, svc, org, hash string
	created, last            time.Time
	revoked                  bool
}
type PRule struct {
	channel string
	delay   int64
}
type Paging struct {
	phone string
	rules []PRule
}
type Prov struct {
	sid, from string
	at        time.Time
}
type Page struct {
	id                          int
	at                          time.Time
	org, incident, user, ch, to string
	step, round                 int
	outcome, err                string
}

type Oncall struct {
	w        *World
	mu       sync.Mutex
	svcs     map[string]*OSvc
	incs     []*Incident
	scheds   []*Schedule
	policies []*Policy
	sources  []*Source
	paging   map[string]*Paging // by person, over all organizations
	provs    map[string]*Prov
	verify   map[string]string
	pagesGo  map[string]string
	pages    []*Page
	seq      int64
	policyIx *Index
}

func newOncall(w *World) *Oncall {
	o := &Oncall{w: w, svcs: map[string]*OSvc{}, paging: map[string]*Paging{}, provs: map[string]*Prov{}, verify: map[string]string{}, pagesGo: map[string]string{}}
	o.policyIx = newIndex(func(org string) []Row {
		o.mu.Lock()
		defer o.mu.Unlock()
		rows := []Row{}
		for i := len(o.policies) - 1; i >= 0; i-- {
			if o.policies[i].org == org {
				rows = append(rows, Row{V: o.pview(o.policies[i])})
			}
		}
		return rows
	})
	return o
}

// hear of services that the uptime area creates, renames and deletes: they can be on call, too.
func (o *Oncall) hear(e Event) {
	if e.Service != "uptime" {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.svcs[e.Id]
	switch {
	case e.Topic == "up" && s == nil:
		if o.w.up.hasService(e.Org, e.Id) {
			o.svcs[e.Id] = &OSvc{id: e.Id, name: e.Name, org: e.Org, created: o.w.now()}
		}
	case e.Topic == "up":
		s.name = e.Name
	case e.Topic == "down" && s != nil:
		used := s.policy != ""
		for _, i := range o.incs {
			used = used || i.svc == s.id
		}
		for _, x := range o.sources {
			used = used || x.svc == s.id
		}
		if !used {
			delete(o.svcs, e.Id)
		}
	}
}

// svc finds a service, asking the uptime area if its news has not arrived yet; needs the lock.
func (o *Oncall) svc(org, id string) *OSvc {
	s := o.svcs[id]
	if s == nil {
		if name, owner, ok := o.w.up.serviceName(org, id); ok {
			s = &OSvc{id: id, name: name, org: owner, created: o.w.now()}
			o.svcs[id] = s
		}
	}
	if s == nil || s.org != org && org != "" {
		refuse(404, "~ unknown service")
	}
	return s
}

func (o *Oncall) pview(p *Policy) M {
	st := []any{}
	for _, s := range p.steps {
		st = append(st, M{"target": M{"kind": s.kind, "id": s.id, "label": s.label}, "waitSeconds": s.wait})
	}
	n := 0
	for _, s := range o.svcs {
		if s.policy == p.id {
			n++
		}
	}
	return M{"id": p.id, "name": p.name, "repeat": p.repeat, "steps": st, "services": n, "createdAt": tstr(p.created)}
}
func (i *Incident) firing() int {
	if i.status == "resolved" {
		return i.frozen
	}
	n := 0
	for _, a := range i.alerts {
		if a.firing {
			n++
		}
	}
	return n
}
func (i *Incident) view() M {
	v := M{"id": i.id, "serviceId": i.svc, "serviceName": i.svcName, "title": i.title, "status": i.status, "openedAt": tstr(i.opened), "firingAlerts": i.firing()}
	if !i.acked.IsZero() {
		v["acknowledgedAt"] = tstr(i.acked)
	}
	if !i.resolved.IsZero() {
		v["resolvedAt"] = tstr(i.resolved)
	}
	return v
}
func (u Update) view() M { return M{"id": u.id, "at": tstr(u.at), "body": u.body, "byLabel": u.label} }
func (x *Override) view() M {
	return M{"id": x.id, "userId": x.user, "label": x.label, "startsAt": x.starts, "endsAt": x.ends}
}

// boundary is the last handoff at or before t.
func (s *Schedule) boundary(t time.Time) time.Time {
	loc, err := time.LoadLocation(s.zone)
	if err != nil {
		loc = time.UTC
	}
	var h, m, sec int
	fmt.Sscanf(s.time+":0", "%d:%d:%d", &h, &m, &sec)
	l := t.In(loc)
	at := func(d int) time.Time { return time.Date(l.Year(), l.Month(), l.Day()+d, h, m, sec, 0, loc) }
	for d := 0; d >= -8; d-- {
		b := at(d)
		if b.After(t) || s.interval == "weekly" && int64(b.Weekday()) != s.day()%7 {
			continue
		}
		return b
	}
	return at(-8)
}
func (s *Schedule) day() int64 {
	if s.dow != nil {
		return *s.dow
	}
	return 1
}
func dayNo(t time.Time) int64 {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC).Unix() / 86400
}
func (s *Schedule) step() int {
	if s.interval == "weekly" {
		return 7
	}
	return 1
}

// onCall says who is on call at t.
func (s *Schedule) onCall(t time.Time) (user, label string, until time.Time, override, ok bool) {
	for i := len(s.overrides) - 1; i >= 0; i-- {
		x := s.overrides[i]
		if !t.Before(x.from) && t.Before(x.to) {
			return x.user, x.label, x.to, true, true
		}
	}
	if len(s.parts) == 0 {
		return
	}
	b := s.boundary(t)
	n := (dayNo(b) - dayNo(s.boundary(s.created))) / int64(s.step())
	k := n % int64(len(s.parts))
	if k < 0 {
		k += int64(len(s.parts))
	}
	p := s.parts[k]
	return p.user, p.label, time.Date(b.Year(), b.Month(), b.Day()+s.step(), b.Hour(), b.Minute(), b.Second(), 0, b.Location()), false, true
}
func (s *Schedule) view(now time.Time) M {
	ps, os := []any{}, []any{}
	for _, p := range s.parts {
		ps = append(ps, M{"userId": p.user, "label": p.label})
	}
	for _, x := range s.overrides {
		os = append(os, x.view())
	}
	h := M{"interval": s.interval, "time": s.time}
	if s.dow != nil {
		h["dow"] = *s.dow
	}
	v := M{"id": s.id, "name": s.name, "timezone": s.zone, "participants": ps, "handoff": h, "overrides": os, "createdAt": tstr(s.created)}
	if u, l, until, ov, ok := s.onCall(now); ok {
		v["onCallNow"] = M{"userId": u, "label": l, "until": tstr(until), "override": ov}
	}
	return v
}
func (s *Source) view() M {
	return M{"id": s.id, "name": s.name, "serviceId": s.svc, "createdAt": tstr(s.created), "lastEventAt": tstr(s.last)}
}
func hashOf(s string) string { h := sha256.Sum256([]byte(s)); return hex.EncodeToString(h[:]) }

// ---------- incidents ----------

// open needs the lock.
func (o *Oncall) open(s *OSvc, title, desc string, manual bool, at time.Time, by string) *Incident {
	o.seq++
	i := &Incident{id: nid("inc"), svc: s.id, svcName: s.name, title: title, desc: desc, org: s.org, status: "open", opened: at, manual: manual, seq: o.seq}
	i.note(at, "opened", title, by)
	o.incs = append(o.incs, i)
	if s.policy != "" {
		for _, p := range o.policies {
			if p.id == s.policy {
				o.walk(i, *p, 0, 0, 0, at)
			}
		}
	}
	return i
}
func (i *Incident) note(at time.Time, what, text, by string) {
	i.lines = append(i.lines, Line{at, what, text, by})
}

// walk plans one step of the escalation, as the policy was when the incident opened.
func (o *Oncall) walk(i *Incident, p Policy, round, step, count int, at time.Time) {
	if count >= 1000 || len(p.steps) == 0 {
		return
	}
	do := func(at time.Time) {
		if i.status != "open" {
			return
		}
		s := p.steps[step]
		user := s.id
		if s.kind == "schedule" {
			user = ""
			for _, x := range o.scheds {
				if x.id == s.id {
					if u, _, _, _, ok := x.onCall(at); ok {
						user = u
					}
				}
			}
		}
		o.notify(i, user, step, round, at)
		nr, ns := round, step+1
		if ns == len(p.steps) {
			nr, ns = round+1, 0
			if int64(nr) >= p.repeat {
				return
			}
		}
		o.w.clk.at(at, time.Duration(s.wait)*time.Second, "escalation", "OncallIncident", i.id, func(at time.Time) {
			o.mu.Lock()
			defer o.mu.Unlock()
			o.walk(i, p, nr, ns, count+1, at)
		})
	}
	if count == 0 {
		o.w.clk.at(at, 0, "escalation", "OncallIncident", i.id, func(at time.Time) {
			o.mu.Lock()
			defer o.mu.Unlock()
			do(at)
		})
		return
	}
	do(at)
}

func (o *Oncall) notify(i *Incident, user string, step, round int, at time.Time) {
	_, _, ok := o.w.acc.person(i.org, user)
	if !ok {
		return
	}
	rules := []PRule{{"email", 0}}
	if p := o.paging[user]; p != nil {
		rules = p.rules
	}
	for _, r := range rules {
		if r.delay == 0 {
			o.page(i, user, r.channel, step, round, at)
			continue
		}
		r := r
		o.w.clk.at(at, time.Duration(r.delay)*time.Second, "page", "OncallIncident", i.id, func(at time.Time) {
			o.mu.Lock()
			defer o.mu.Unlock()
			if i.status == "open" {
				o.page(i, user, r.channel, step, round, at)
			}
		})
	}
}

func (o *Oncall) page(i *Incident, user, ch string, step, round int, at time.Time) {
	label, email, ok := o.w.acc.person(i.org, user)
	if !ok {
		return
	}
	p := &Page{id: len(o.pages) + 1, at: at, org: i.org, incident: i.id, user: user, ch: ch, to: email, step: step, round: round, outcome: "sent"}
	if ch != "email" {
		p.to = ""
		if s := o.paging[user]; s != nil {
			p.to = s.phone
		}
		switch {
		case o.provs[i.org] == nil:
			p.outcome, p.err = "failed", "no-credential: the organization has no provider credential"
		case p.to == "":
			p.outcome, p.err = "failed", "no-phone"
		case o.pagesGo[i.org] == "rejects":
			p.outcome, p.err = "failed", "the provider rejects the page"
		case o.pagesGo[i.org] == "unreachable":
			p.outcome, p.err = "failed", "the provider is unreachable"
		}
	}
	o.pages = append(o.pages, p)
	i.note(at, "page-"+p.outcome, ch+" to "+label+" "+p.err, "")
}

func (o *Oncall) ack(i *Incident, by string, at time.Time) {
	if i.status == "open" {
		i.status, i.acked = "acknowledged", at
		i.note(at, "acknowledged", "", by)
	}
}
func (o *Oncall) resolve(i *Incident, by string, at time.Time) {
	if i.status != "resolved" {
		i.frozen = i.firing()
		i.status, i.resolved = "resolved", at
		i.note(at, "resolved", "", by)
	}
}

// fire lets an alert fire on a service; needs the lock.
func (o *Oncall) fire(s *OSvc, fp, title string, labels, anno any, at time.Time) (*Incident, bool) {
	var inc *Incident
	for _, i := range o.incs { // the oldest unresolved one
		if i.svc != s.id || i.org != s.org || i.status == "resolved" {
			continue
		}
		for _, a := range i.alerts {
			if a.fp == fp {
				if !a.firing {
					a.firing, a.start, a.end = true, at, time.Time{}
					i.note(at, "alert-firing", fp, "")
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
		inc = o.open(s, title, "", false, at, "")
	}
	inc.alerts = append(inc.alerts, &Alert{fp: fp, firing: true, start: at, labels: labels, anno: anno})
	inc.note(at, "alert-firing", fp, "")
	return inc, opened
}

// calm lets an alert be over; needs the lock.
func (o *Oncall) calm(s *OSvc, fp string, at time.Time) (*Incident, bool) {
	var found *Incident
	for k := len(o.incs) - 1; k >= 0; k-- {
		i := o.incs[k]
		if i.svc != s.id || i.org != s.org {
			continue
		}
		for _, a := range i.alerts {
			if a.fp != fp {
				continue
			}
			if i.status == "resolved" {
				if found == nil {
					found = i
				}
				continue
			}
			if a.firing {
				a.firing, a.end = false, at
				i.note(at, "alert-over", fp, "")
				if i.firing() == 0 && !i.manual {
					if l := i.lines[len(i.lines)-1].at; l.After(at) {
						at = l
					}
					o.resolve(i, "", at)
					return i, true
				}
			}
			return i, false
		}
	}
	return found, false
}

func (o *Oncall) inc(c *Ctx) *Incident {
	for _, i := range o.incs {
		if i.id == c.p["id"] && i.org == c.caller.org {
			return i
		}
	}
	refuse(404, "~ unknown incident")
	return nil
}

var phoneRe = regexp.MustCompile(`^\+[1-9]\d{1,14}$`)
var clockRe = regexp.MustCompile(`^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$`)
var filterNames = map[string]string{"waiting": "open", "in-hand": "acknowledged", "closed": "resolved"}

func parseParts(c *Ctx) []Part {
	ps := []Part{}
	for _, p := range c.b.objs("participants") {
		ps = append(ps, Part{p.str("userId"), p.asStr("label", p.need("label"))})
	}
	if len(ps) == 0 {
		c.b.fail("participants", "is empty")
	}
	return ps
}
func parseHandoff(c *Ctx, s *Schedule) {
	h := c.b.obj("handoff")
	s.interval = h.enum("interval", "daily", "weekly")
	s.time = h.str("time")
	if !clockRe.MatchString(s.time) {
		h.fail("time", "is not HH:MM")
	}
	s.dow = nil
	if _, ok := h.opt("dow"); ok {
		d := h.intIn("dow", 0, 7)
		s.dow = &d
	}
}
func parseZone(c *Ctx) string {
	z := c.b.str("timezone")
	if _, err := time.LoadLocation(z); err != nil || z == "Local" {
		c.b.fail("timezone", "is not a time zone")
	}
	return z
}
func parseSteps(c *Ctx) []Step {
	ss := []Step{}
	for _, s := range c.b.objs("steps") {
		t := s.obj("target")
		ss = append(ss, Step{t.enum("kind", "schedule", "user"), t.str("id"), t.asStr("label", t.need("label")), s.intIn("waitSeconds", 0, 1<<31)})
	}
	if len(ss) == 0 {
		c.b.fail("steps", "is empty")
	}
	return ss
}

func oncallRoutes() {
	const pre = "/api/v1/oncall"
	op := func(name, method, path string, body bool, perm string, h func(c *Ctx, o *Oncall) (int, any)) {
		add(name, method, pre+path, "oncall", body, func(c *Ctx) (int, any) {
			o := c.w.onc
			o.mu.Lock()
			defer o.mu.Unlock()
			if perm != "" {
				c.caller.must("oncall."+perm, "")
			}
			return h(c, o)
		})
	}
	prov := func(o *Oncall, org string) M {
		p := o.provs[org]
		if p == nil {
			return M{"configured": false, "accountSid": "", "fromNumber": "", "updatedAt": ""}
		}
		return M{"configured": true, "accountSid": p.sid, "fromNumber": p.from, "updatedAt": tstr(p.at)}
	}
	op("getProviderCredential", "GET", "/telephony", false, "provider.read", func(c *Ctx, o *Oncall) (int, any) { return 200, prov(o, c.caller.org) })
	op("setProviderCredential", "PATCH", "/telephony", true, "provider.write", func(c *Ctx, o *Oncall) (int, any) {
		sid, tok, from := c.b.str("accountSid"), c.b.str("authToken"), c.b.str("fromNumber")
		_ = tok
		switch o.verify[c.caller.org] {
		case "rejects":
			refuse(422, "~ the provider rejects these credentials")
		case "unreachable":
			refuse(502, "~ the provider cannot be reached")
		}
		o.provs[c.caller.org] = &Prov{sid, from, o.w.now()}
		return 200, prov(o, c.caller.org)
	})
	op("clearProviderCredential", "POST", "/telephony/forget", false, "provider.write", func(c *Ctx, o *Oncall) (int, any) {
		delete(o.provs, c.caller.org)
		return 202, nil
	})
	op("listIncidents", "GET", "/troubles", false, "incident.read", func(c *Ctx, o *Oncall) (int, any) {
		want := []string{"open", "acknowledged"}
		if c.q.Has("status") {
			s := filterNames[c.q.Get("status")]
			if s == "" {
				refuse(invalid, "~ query status: is waiting, in-hand or closed")
			}
			want = []string{s}
		}
		mine := []*Incident{}
		for _, i := range o.incs {
			if i.org == c.caller.org && in(want, i.status) {
				mine = append(mine, i)
			}
		}
		sort.SliceStable(mine, func(a, b int) bool {
			if mine[a].opened.Equal(mine[b].opened) {
				return mine[a].seq > mine[b].seq
			}
			return mine[a].opened.After(mine[b].opened)
		})
		l := []any{}
		for _, i := range mine {
			if len(l) < 100 {
				l = append(l, i.view())
			}
		}
		return 200, M{"incidents": l}
	})
	op("openIncident", "POST", "/troubles", true, "", func(c *Ctx, o *Oncall) (int, any) {
		svc, title, desc := c.b.str("serviceId"), c.b.str("title"), c.b.strOr("description", "")
		c.caller.must("oncall.incident.write", "")
		s := o.svc(c.caller.org, svc)
		return 200, o.open(s, title, desc, true, o.w.now(), c.caller.p.label).view()
	})
	op("getIncident", "GET", "/troubles/{id}", false, "incident.read", func(c *Ctx, o *Oncall) (int, any) {
		i := o.inc(c)
		as, ls := []any{}, []any{}
		for _, a := range i.alerts {
			v := M{"fingerprint": a.fp, "firing": a.firing, "startsAt": tstr(a.start), "endsAt": tstr(a.end), "labels": a.labels, "annotations": a.anno}
			as = append(as, v)
		}
		for k := len(i.lines) - 1; k >= 0; k-- {
			x := i.lines[k]
			ls = append(ls, M{"at": tstr(x.at), "what": x.what, "text": x.text, "by": x.by})
		}
		us := []any{}
		for _, u := range i.updates {
			us = append(us, u.view())
		}
		return 200, M{"incident": i.view(), "narrative": i.desc, "alerts": as, "timeline": ls, "updates": us}
	})
	op("acknowledgeIncident", "PUT", "/troubles/{id}/hand", false, "incident.write", func(c *Ctx, o *Oncall) (int, any) {
		i := o.inc(c)
		o.ack(i, c.caller.p.label, o.w.now())
		return 200, i.view()
	})
	op("resolveIncident", "PUT", "/troubles/{id}/end", false, "incident.write", func(c *Ctx, o *Oncall) (int, any) {
		i := o.inc(c)
		o.resolve(i, c.caller.p.label, o.w.now())
		return 200, i.view()
	})
	op("publishUpdate", "POST", "/troubles/{id}/notices", true, "", func(c *Ctx, o *Oncall) (int, any) {
		b := c.b.str("body")
		i := o.inc(c)
		c.caller.must("oncall.incident.write", "")
		u := Update{nid("up"), b, c.caller.p.label, o.w.now()}
		i.updates = append(append([]Update{}, i.updates...), u)
		return 200, u.view()
	})
	op("retractUpdate", "POST", "/troubles/{id}/notices/{uid}/retract", false, "", func(c *Ctx, o *Oncall) (int, any) {
		i := o.inc(c)
		c.caller.must("oncall.incident.write", "")
		for k, u := range i.updates {
			if u.id == c.p["uid"] {
				i.updates = append(append([]Update{}, i.updates[:k]...), i.updates[k+1:]...)
				return 200, nil
			}
		}
		refuse(404, "~ unknown update")
		return 0, nil
	})
	op("listSchedules", "GET", "/rotas", false, "schedule.read", func(c *Ctx, o *Oncall) (int, any) {
		l := []any{}
		for i := len(o.scheds) - 1; i >= 0; i-- {
			if s := o.scheds[i]; s.org == c.caller.org {
				l = append(l, s.view(o.w.now()))
			}
		}
		return 200, M{"schedules": l}
	})
	op("createSchedule", "POST", "/rotas", true, "", func(c *Ctx, o *Oncall) (int, any) {
		s := &Schedule{name: c.b.str("name"), zone: parseZone(c), parts: parseParts(c)}
		parseHandoff(c, s)
		c.caller.must("oncall.schedule.write", "")
		s.id, s.org, s.created = nid("rota"), c.caller.org, o.w.now()
		o.scheds = append(o.scheds, s)
		return 200, s.view(o.w.now())
	})
	sched := func(c *Ctx, o *Oncall) *Schedule {
		for _, s := range o.scheds {
			if s.id == c.p["id"] && s.org == c.caller.org {
				c.caller.must("oncall.schedule.write", "")
				return s
			}
		}
		refuse(404, "~ unknown schedule")
		return nil
	}
	op("updateSchedule", "PUT", "/rotas/{id}", true, "", func(c *Ctx, o *Oncall) (int, any) {
		n := Schedule{}
		if _, ok := c.b.opt("name"); ok {
			n.name = c.b.str("name")
		}
		if _, ok := c.b.opt("timezone"); ok {
			n.zone = parseZone(c)
		}
		if _, ok := c.b.opt("participants"); ok {
			n.parts = parseParts(c)
		}
		if _, ok := c.b.opt("handoff"); ok {
			parseHandoff(c, &n)
		}
		s := sched(c, o)
		if n.name != "" {
			s.name = n.name
		}
		if n.zone != "" {
			s.zone = n.zone
		}
		if n.parts != nil {
			s.parts = n.parts
		}
		if n.interval != "" {
			s.interval, s.time, s.dow = n.interval, n.time, n.dow
		}
		return 200, s.view(o.w.now())
	})
	op("deleteSchedule", "POST", "/rotas/{id}/drop", false, "", func(c *Ctx, o *Oncall) (int, any) {
		s := sched(c, o)
		for _, p := range o.policies {
			for _, st := range p.steps {
				if st.kind == "schedule" && st.id == s.id {
					refuse(409, "~ a step of %s targets it", p.name)
				}
			}
		}
		for i, x := range o.scheds {
			if x == s {
				o.scheds = append(append([]*Schedule{}, o.scheds[:i]...), o.scheds[i+1:]...)
			}
		}
		return 200, nil
	})
	op("addOverride", "POST", "/rotas/{id}/swaps", true, "", func(c *Ctx, o *Oncall) (int, any) {
		x := &Override{user: c.b.str("userId"), label: c.b.str("label"), starts: c.b.str("startsAt"), ends: c.b.str("endsAt")}
		var ok1, ok2 bool
		x.from, ok1 = parseTime(x.starts)
		x.to, ok2 = parseTime(x.ends)
		if !ok1 || !ok2 || !x.to.After(x.from) {
			c.b.fail("endsAt", "and startsAt are not times in order")
		}
		s := sched(c, o)
		x.id = nid("swap")
		s.overrides = append(append([]*Override{}, s.overrides...), x)
		return 200, x.view()
	})
	op("removeOverride", "DELETE", "/rotas/{id}/swaps/{oid}", false, "", func(c *Ctx, o *Oncall) (int, any) {
		s := sched(c, o)
		for i, x := range s.overrides {
			if x.id == c.p["oid"] {
				s.overrides = append(append([]*Override{}, s.overrides[:i]...), s.overrides[i+1:]...)
				return 200, nil
			}
		}
		refuse(404, "~ unknown override")
		return 0, nil
	})
	pset := func(c *Ctx, o *Oncall) M {
		rs, phone := []any{M{"channel": "email", "delaySeconds": 0}}, ""
		if p := o.paging[c.caller.p.id]; p != nil {
			rs, phone = []any{}, p.phone
			for _, r := range p.rules {
				rs = append(rs, M{"channel": r.channel, "delaySeconds": r.delay})
			}
		}
		return M{"email": c.caller.p.email, "phone": phone, "rules": rs}
	}
	op("getPagingSettings", "GET", "/me/reach", false, "", func(c *Ctx, o *Oncall) (int, any) { return 200, pset(c, o) })
	op("savePagingSettings", "POST", "/me/reach", true, "", func(c *Ctx, o *Oncall) (int, any) {
		phone := ""
		if p := o.paging[c.caller.p.id]; p != nil {
			phone = p.phone
		}
		if _, ok := c.b.opt("phone"); ok {
			phone = c.b.asStr("phone", c.b.need("phone"))
			if phone != "" && !phoneRe.MatchString(phone) {
				c.b.fail("phone", "is not in E.164 form")
			}
		}
		rs := []PRule{}
		for _, r := range c.b.objs("rules") {
			x := PRule{r.enum("channel", "email", "sms", "voice"), r.intIn("delaySeconds", 0, 1<<31)}
			if x.channel != "email" && phone == "" {
				c.b.fail("phone", "is needed for "+x.channel)
			}
			rs = append(rs, x)
		}
		o.paging[c.caller.p.id] = &Paging{phone, rs}
		return 200, pset(c, o)
	})
	op("listAlertSources", "GET", "/feeds", false, "source.read", func(c *Ctx, o *Oncall) (int, any) {
		l := []any{}
		for i := len(o.sources) - 1; i >= 0; i-- {
			if s := o.sources[i]; s.org == c.caller.org && !s.revoked {
				l = append(l, s.view())
			}
		}
		return 200, M{"sources": l}
	})
	op("createAlertSource", "POST", "/feeds", true, "", func(c *Ctx, o *Oncall) (int, any) {
		name, svc := c.b.str("name"), c.b.str("serviceId")
		c.caller.must("oncall.source.write", "")
		x := o.svc(c.caller.org, svc)
		tok := secret("feed")
		s := &Source{id: nid("fd"), name: name, svc: x.id, org: c.caller.org, hash: hashOf(tok), created: o.w.now()}
		o.sources = append(o.sources, s)
		v := s.view()
		v["token"] = tok
		return 200, v
	})
	op("revokeAlertSource", "POST", "/feeds/{id}/void", false, "", func(c *Ctx, o *Oncall) (int, any) {
		for _, s := range o.sources {
			if s.id == c.p["id"] && s.org == c.caller.org && !s.revoked {
				c.caller.must("oncall.source.write", "")
				s.revoked = true
				return 200, nil
			}
		}
		refuse(404, "~ unknown alert source")
		return 0, nil
	})
	op("setServiceEscalationPolicy", "POST", "/watched/{id}/ladder", true, "", func(c *Ctx, o *Oncall) (int, any) {
		if !c.b.has("escalationPolicyId") {
			c.b.fail("escalationPolicyId", "is required, null detaches")
		}
		pid := ""
		if c.b.m["escalationPolicyId"] != nil {
			pid = c.b.str("escalationPolicyId")
		}
		s := o.svc(c.caller.org, c.p["id"])
		c.caller.must("oncall.policy.write", "")
		if pid != "" {
			o.policy(c.caller.org, pid)
		}
		s.policy = pid
		o.policyIx.touch(c.caller.org)
		return 200, s.view()
	})
	add("listEscalationPolicies", "GET", pre+"/ladders", "oncall", false, func(c *Ctx) (int, any) {
		c.caller.must("oncall.policy.read", "")
		l := []any{}
		for _, r := range c.w.onc.policyIx.read(c.caller.org) {
			l = append(l, r.V)
		}
		return 200, M{"policies": l}
	})
	targets := func(c *Ctx, o *Oncall, ss []Step) {
		for _, s := range ss {
			ok := s.kind == "user"
			for _, x := range o.scheds {
				ok = ok || x.id == s.id && x.org == c.caller.org
			}
			if !ok {
				refuse(404, "~ unknown schedule %s", s.id)
			}
		}
	}
	op("createEscalationPolicy", "POST", "/ladders", true, "", func(c *Ctx, o *Oncall) (int, any) {
		p := &Policy{name: c.b.str("name"), repeat: c.b.intIn("repeat", 0, 1<<31), steps: parseSteps(c)}
		c.caller.must("oncall.policy.write", "")
		targets(c, o, p.steps)
		p.id, p.org, p.created = nid("ldr"), c.caller.org, o.w.now()
		o.policies = append(o.policies, p)
		o.policyIx.touch(p.org)
		return 200, o.pview(p)
	})
	op("updateEscalationPolicy", "PUT", "/ladders/{id}", true, "", func(c *Ctx, o *Oncall) (int, any) {
		n := Policy{repeat: c.b.intOr("repeat", -1, 0, 1<<31)}
		if _, ok := c.b.opt("name"); ok {
			n.name = c.b.str("name")
		}
		if _, ok := c.b.opt("steps"); ok {
			n.steps = parseSteps(c)
		}
		p := o.policy(c.caller.org, c.p["id"])
		c.caller.must("oncall.policy.write", "")
		targets(c, o, n.steps)
		if n.name != "" {
			p.name = n.name
		}
		if n.repeat >= 0 {
			p.repeat = n.repeat
		}
		if n.steps != nil {
			p.steps = n.steps
		}
		o.policyIx.touch(p.org)
		return 200, o.pview(p)
	})
	op("deleteEscalationPolicy", "POST", "/ladders/{id}/drop", false, "", func(c *Ctx, o *Oncall) (int, any) {
		p := o.policy(c.caller.org, c.p["id"])
		c.caller.must("oncall.policy.write", "")
		for _, s := range o.svcs {
			if s.policy == p.id {
				refuse(409, "~ %s still refers to it", s.name)
			}
		}
		for i, x := range o.policies {
			if x == p {
				o.policies = append(append([]*Policy{}, o.policies[:i]...), o.policies[i+1:]...)
			}
		}
		o.policyIx.touch(p.org)
		return 200, nil
	})
	op("listOncallServices", "GET", "/watched", false, "incident.read", func(c *Ctx, o *Oncall) (int, any) {
		l := []any{}
		ids := []string{}
		for id, s := range o.svcs {
			if s.org == c.caller.org {
				ids = append(ids, id)
			}
		}
		sort.Strings(ids)
		for _, id := range ids {
			l = append(l, o.svcs[id].view())
		}
		return 200, M{"services": l}
	})
	op("createOncallService", "POST", "/watched", true, "", func(c *Ctx, o *Oncall) (int, any) {
		name := c.b.str("name")
		c.caller.must("oncall.policy.write", "")
		s := &OSvc{id: nid("os"), name: name, org: c.caller.org, created: o.w.now()}
		o.svcs[s.id] = s
		return 201, s.view()
	})
	addDoor("getStatusPage", "GET", pre+"/public/{serviceId}", "oncall", false, func(c *Ctx) (int, any) {
		o := c.w.onc
		o.mu.Lock()
		defer o.mu.Unlock()
		s := o.svc("", c.p["serviceId"])
		return 200, M{"serviceId": s.id, "serviceName": s.name, "incidents": o.public(s.org, []string{s.id})}
	})
	addDoor("receiveAlerts", "POST", pre+"/feeds/{id}/alertmanager", "oncall", true, receiveAlerts)
}

func (s *OSvc) view() M {
	v := M{"id": s.id, "name": s.name, "createdAt": tstr(s.created), "escalationPolicyId": nil}
	if s.policy != "" {
		v["escalationPolicyId"] = s.policy
	}
	return v
}

func (o *Oncall) policy(org, id string) *Policy {
	for _, p := range o.policies {
		if p.id == id && p.org == org {
			return p
		}
	}
	refuse(404, "~ unknown policy")
	return nil
}

func (o *Oncall) public(org string, svcs []string) []any {
	l := []any{}
	for k := len(o.incs) - 1; k >= 0; k-- {
		i := o.incs[k]
		if i.org != org || len(i.updates) == 0 || svcs != nil && !in(svcs, i.svc) {
			continue
		}
		us := []any{}
		for _, u := range i.updates {
			us = append(us, u.view())
		}
		v := M{"id": i.id, "serviceId": i.svc, "serviceName": i.svcName, "title": i.title, "status": i.status, "openedAt": tstr(i.opened), "updates": us}
		if !i.resolved.IsZero() {
			v["resolvedAt"] = tstr(i.resolved)
		}
		l = append(l, v)
	}
	return l
}

// source checks the token of a delivery; needs the lock.
func (o *Oncall) source(c *Ctx) *Source {
	h := hashOf(bearer(c.r))
	for _, s := range o.sources {
		if s.id == c.p["id"] && s.hash == h && !s.revoked {
			return s
		}
	}
	refuse(401, "~ no such alert source, or its token is wrong")
	return nil
}
func (o *Oncall) checkSource(c *Ctx) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.source(c)
}

func receiveAlerts(c *Ctx) (int, any) {
	type in struct {
		fp, title    string
		firing       bool
		labels, anno any
		at           time.Time
	}
	now := c.w.now()
	l := []in{}
	bad := ""
	func() {
		defer func() {
			if f, ok := recover().(refusal); ok {
				bad = f.text
			}
		}()
		for _, a := range c.b.objs("alerts") {
			x := in{firing: a.enum("status", "firing", "resolved") == "firing", at: now}
			lb, _ := a.objOpt("labels")
			an, _ := a.objOpt("annotations")
			x.labels, x.anno = lb.m, an.m
			x.fp = a.strOr("fingerprint", "")
			if x.fp == "" {
				b, _ := json.Marshal(lb.m)
				x.fp = hashOf(string(b))[:16]
			}
			for _, t := range []any{an.m["summary"], lb.m["alertname"]} {
				if s, ok := t.(string); ok && s != "" && x.title == "" {
					x.title = s
				}
			}
			l = append(l, x)
		}
	}()
	o := c.w.onc
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.source(c) // again: it may have been revoked while the body came in
	if bad != "" {
		refuse(invalid, "%s", bad)
	}
	svc := o.svcs[s.svc]
	s.last = now
	for _, x := range l {
		if x.firing {
			o.fire(svc, x.fp, strings.TrimSpace(x.title), x.labels, x.anno, x.at)
		}
	}
	for _, x := range l {
		if !x.firing {
			o.calm(svc, x.fp, x.at)
		}
	}
	return 202, nil
}
