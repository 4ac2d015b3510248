package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
)

type oncallState struct {
	services  []*OncallService
	incidents []*Incident
	schedules []*Schedule
	policies  []*Policy
	sources   []*AlertSource
	provider  *ProviderCredential
	paging    map[string]*PagingSettings
	// how the provider behaves: accepts, rejects, unreachable
	verification, sending string
}

type OncallService struct {
	ID                 string `json:"id"`
	Name               string `json:"name"`
	CreatedAt          Time   `json:"createdAt"`
	EscalationPolicyID string `json:"escalationPolicyId,omitempty"`
}

type Incident struct {
	ID             string `json:"id"`
	ServiceID      string `json:"serviceId"`
	ServiceName    string `json:"serviceName"`
	Title          string `json:"title"`
	Status         string `json:"status"`
	OpenedAt       Time   `json:"openedAt"`
	AcknowledgedAt *Time  `json:"acknowledgedAt,omitempty"`
	ResolvedAt     *Time  `json:"resolvedAt,omitempty"`
	FiringAlerts   int    `json:"firingAlerts"`

	seq            int
	description    string
	acknowledgedBy string
	alerts         []*Alert
	timeline       []obj
	updates        []*PublicUpdate
}

type Alert struct {
	Fingerprint string            `json:"fingerprint"`
	Status      string            `json:"status"`
	Labels      map[string]string `json:"labels"`
	Annotations map[string]string `json:"annotations"`
	StartsAt    Time              `json:"startsAt"`
	EndsAt      *Time             `json:"endsAt,omitempty"`
}

type PublicUpdate struct {
	ID      string `json:"id"`
	At      Time   `json:"at"`
	Body    string `json:"body"`
	ByLabel string `json:"byLabel"`
}

type Participant struct {
	UserID string `json:"userId"`
	Label  string `json:"label"`
}

type Handoff struct {
	Interval string `json:"interval"`
	Dow      *int   `json:"dow,omitempty"`
	Time     string `json:"time"`
}

type OnCallNow struct {
	UserID   string `json:"userId"`
	Label    string `json:"label"`
	Until    Time   `json:"until"`
	Override bool   `json:"override"`
}

type Override struct {
	ID       string `json:"id"`
	UserID   string `json:"userId"`
	Label    string `json:"label"`
	StartsAt Time   `json:"startsAt"`
	EndsAt   Time   `json:"endsAt"`
}

type Schedule struct {
	ID           string        `json:"id"`
	Name         string        `json:"name"`
	Timezone     string        `json:"timezone"`
	Participants []Participant `json:"participants"`
	Handoff      Handoff       `json:"handoff"`
	OnCallNow    *OnCallNow    `json:"onCallNow,omitempty"`
	Overrides    []*Override   `json:"overrides"`
	CreatedAt    Time          `json:"createdAt"`
}

type Target struct {
	Kind  string `json:"kind"`
	ID    string `json:"id"`
	Label string `json:"label"`
}

type Step struct {
	Target      Target `json:"target"`
	WaitSeconds int    `json:"waitSeconds"`
}

type Policy struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Repeat    int    `json:"repeat"`
	Steps     []Step `json:"steps"`
	Services  int    `json:"services"`
	CreatedAt Time   `json:"createdAt"`
}

type AlertSource struct {
	ID          string  `json:"id"`
	Name        string  `json:"name"`
	ServiceID   string  `json:"serviceId"`
	CreatedAt   Time    `json:"createdAt"`
	LastEventAt LaxTime `json:"lastEventAt"`
	token       string
}

type ProviderCredential struct {
	Configured bool    `json:"configured"`
	AccountSid string  `json:"accountSid"`
	FromNumber string  `json:"fromNumber"`
	UpdatedAt  LaxTime `json:"updatedAt"`
	authToken  string
}

type NotificationRule struct {
	Channel      string `json:"channel"`
	DelaySeconds int    `json:"delaySeconds"`
}

type PagingSettings struct {
	Email string             `json:"email"`
	Phone string             `json:"phone"`
	Rules []NotificationRule `json:"rules"`
}

type Page struct {
	ID         int    `json:"id"`
	At         Time   `json:"at"`
	IncidentID string `json:"incidentId"`
	UserID     string `json:"userId"`
	Channel    string `json:"channel"`
	To         string `json:"to"`
	Step       int    `json:"step"`
	Round      int    `json:"round"`
	Outcome    string `json:"outcome"`
	Error      string `json:"error,omitempty"`
}

var (
	e164RE = regexp.MustCompile(`^\+[1-9]\d{6,14}$`)
	hhmmRE = regexp.MustCompile(`^([01]\d|2[0-3]):([0-5]\d)$`)
)

// ---- rotation ------------------------------------------------------------

// handoffOn is the instant of the handoff on a day (days since 1970 in the zone).
func (s *Schedule) handoffOn(day int) time.Time {
	loc, _ := time.LoadLocation(s.Timezone)
	h, _ := strconv.Atoi(s.Handoff.Time[:2])
	m, _ := strconv.Atoi(s.Handoff.Time[3:])
	d := time.Unix(0, 0).UTC().AddDate(0, 0, day)
	return time.Date(d.Year(), d.Month(), d.Day(), h, m, 0, 0, loc)
}

// period numbers the shift that contains t and says when it ends.
func (s *Schedule) period(t time.Time) (int, time.Time) {
	loc, _ := time.LoadLocation(s.Timezone)
	l := t.In(loc)
	day := int(time.Date(l.Year(), l.Month(), l.Day(), 0, 0, 0, 0, time.UTC).Unix() / 86400)
	if t.Before(s.handoffOn(day)) {
		day--
	}
	if s.Handoff.Interval == "daily" {
		return day, s.handoffOn(day + 1)
	}
	dow := 1
	if s.Handoff.Dow != nil {
		dow = *s.Handoff.Dow
	}
	// day 0 was a Thursday (4)
	off := ((day+4-dow)%7 + 7) % 7 // days since the last handoff day
	start := day - off
	return (start - ((dow+3)%7 - 7)) / 7, s.handoffOn(start + 7)
}

func (s *Schedule) onCall(now time.Time) *OnCallNow {
	for i := len(s.Overrides) - 1; i >= 0; i-- { // the latest added wins
		o := s.Overrides[i]
		if !now.Before(o.StartsAt.Time) && now.Before(o.EndsAt.Time) {
			return &OnCallNow{o.UserID, o.Label, o.EndsAt, true}
		}
	}
	n := len(s.Participants)
	if n == 0 {
		return nil
	}
	first, _ := s.period(s.CreatedAt.Time)
	cur, until := s.period(now)
	p := s.Participants[((cur-first)%n+n)%n]
	for _, o := range s.Overrides {
		if o.StartsAt.After(now) && o.StartsAt.Before(until) {
			until = o.StartsAt.Time
		}
	}
	return &OnCallNow{p.UserID, p.Label, Time{until}, false}
}

func (s *Schedule) view(now time.Time) *Schedule {
	v := *s
	v.OnCallNow = s.onCall(now)
	return &v
}

// ---- incidents and paging ------------------------------------------------

func (w *World) openIncident(o *Org, sv *OncallService, title, description string, at time.Time, by string) *Incident {
	i := &Incident{ID: newID("inc"), ServiceID: sv.ID, ServiceName: sv.Name, Title: title, Status: "open", OpenedAt: Time{at},
		seq: w.nextSeq(), description: description}
	i.note(at, "opened", by)
	o.On.incidents = append(o.On.incidents, i)
	if p := o.policy(sv.EscalationPolicyID); p != nil {
		steps := append([]Step{}, p.Steps...)
		w.escalate(o, i, steps, p.Repeat, 0, 0, at)
	}
	return i
}

func (i *Incident) note(at time.Time, kind, by string) {
	i.timeline = append(i.timeline, obj{"at": Time{at}, "kind": kind, "by": by})
}

func (i *Incident) count() {
	i.FiringAlerts = 0
	for _, a := range i.alerts {
		if a.Status == "firing" {
			i.FiringAlerts++
		}
	}
}

func (i *Incident) resolve(at time.Time, by string) {
	i.Status, i.ResolvedAt = "resolved", &Time{at}
	for _, a := range i.alerts {
		if a.Status == "firing" {
			a.Status, a.EndsAt = "resolved", &Time{at}
		}
	}
	i.count()
	i.note(at, "resolved", by)
}

// escalate runs one step at the given instant and arranges the next.
func (w *World) escalate(o *Org, i *Incident, steps []Step, repeat, round, n int, at time.Time) {
	w.at(at, "escalation-step", "OncallIncident", i.ID, func() {
		if i.Status != "open" {
			return
		}
		st := steps[n]
		uid := st.Target.ID
		if st.Target.Kind == "schedule" {
			uid = ""
			if s := o.schedule(st.Target.ID); s != nil {
				if on := s.onCall(w.now()); on != nil {
					uid = on.UserID
				}
			}
		}
		if uid != "" {
			w.notify(o, i, uid, n, round)
		} else {
			i.note(w.now(), "nobody-on-call", st.Target.Label)
		}
		nn, nr := n+1, round
		if nn == len(steps) {
			nn, nr = 0, round+1
		}
		if nr <= repeat {
			w.escalate(o, i, steps, repeat, nr, nn, w.now().Add(time.Duration(st.WaitSeconds)*time.Second))
		}
	})
	if !at.After(w.now()) && w.clock.pin == nil {
		w.runDue(w.now())
	}
}

func (o *Org) pagingOf(u *User) *PagingSettings {
	if p := o.On.paging[u.ID]; p != nil {
		return p
	}
	return &PagingSettings{Email: u.Email, Rules: []NotificationRule{{"email", 0}}}
}

func (w *World) notify(o *Org, i *Incident, uid string, step, round int) {
	m := o.Members[uid]
	if m == nil {
		i.note(w.now(), "no-longer-a-member", uid)
		return
	}
	for _, r := range o.pagingOf(m.User).Rules {
		w.after(time.Duration(r.DelaySeconds)*time.Second, "notification", "OncallIncident", i.ID, func() {
			if i.Status != "open" || o.Members[uid] == nil {
				return
			}
			ps := o.pagingOf(m.User)
			p := &Page{ID: len(w.pages) + 1, At: w.stamp(), IncidentID: i.ID, UserID: uid, Channel: r.Channel, To: ps.Phone, Step: step, Round: round, Outcome: "sent"}
			switch {
			case r.Channel == "email":
				p.To = m.User.Email
			case o.On.provider == nil:
				p.Outcome, p.Error = "failed", "no provider credential"
			case ps.Phone == "":
				p.Outcome, p.Error = "failed", "no phone number"
			case o.On.sending == "rejects":
				p.Outcome, p.Error = "failed", "rejected by the provider"
			case o.On.sending == "unreachable":
				p.Outcome, p.Error = "failed", "the provider is unreachable"
			}
			w.pages = append(w.pages, p)
			i.timeline = append(i.timeline, obj{"at": p.At, "kind": "paged", "by": m.User.Name, "channel": p.Channel, "outcome": p.Outcome, "error": p.Error})
		})
	}
}

func (o *Org) unresolved(serviceID string) *Incident {
	var out *Incident
	for _, i := range o.On.incidents {
		if i.ServiceID == serviceID && i.Status != "resolved" && (out == nil || i.seq > out.seq) {
			out = i
		}
	}
	return out
}

func (w *World) alertFires(o *Org, sv *OncallService, a Alert, title string) (*Incident, bool) {
	// a repeated notification belongs to the incident that has the alert
	for _, i := range o.On.incidents {
		if i.ServiceID != sv.ID || i.Status == "resolved" {
			continue
		}
		if x := find(i.alerts, func(x *Alert) bool { return x.Fingerprint == a.Fingerprint }); x != nil {
			if x.Status != "firing" {
				x.Status, x.EndsAt = "firing", nil
				i.note(a.StartsAt.Time, "alert-fired", a.Fingerprint)
			}
			i.count()
			return i, false
		}
	}
	i := o.unresolved(sv.ID)
	opened := i == nil
	if opened {
		i = w.openIncident(o, sv, title, "", a.StartsAt.Time, "alert "+a.Fingerprint)
	}
	a.Status = "firing"
	if a.Labels == nil {
		a.Labels = map[string]string{}
	}
	if a.Annotations == nil {
		a.Annotations = map[string]string{}
	}
	i.alerts = append(i.alerts, &a)
	i.note(a.StartsAt.Time, "alert-fired", a.Fingerprint)
	i.count()
	return i, opened
}

func (w *World) alertResolves(o *Org, sv *OncallService, fp string, at time.Time) (*Incident, bool, bool) {
	for _, i := range o.On.incidents {
		if i.ServiceID != sv.ID || i.Status == "resolved" {
			continue
		}
		x := find(i.alerts, func(x *Alert) bool { return x.Fingerprint == fp && x.Status == "firing" })
		if x == nil {
			continue
		}
		x.Status, x.EndsAt = "resolved", &Time{at}
		i.count()
		i.note(at, "alert-resolved", fp)
		if i.FiringAlerts == 0 {
			i.resolve(at, "automatically")
		}
		return i, i.Status == "resolved", true
	}
	return nil, false, false
}

// ---- lookups -------------------------------------------------------------

func (o *Org) service(id string) *OncallService {
	return find(o.On.services, func(s *OncallService) bool { return s.ID == id })
}
func (o *Org) schedule(id string) *Schedule {
	return find(o.On.schedules, func(s *Schedule) bool { return s.ID == id })
}
func (o *Org) policy(id string) *Policy {
	return find(o.On.policies, func(p *Policy) bool { return p.ID == id })
}
func (o *Org) policyView(p *Policy) *Policy {
	v := *p
	v.Services = 0
	for _, s := range o.On.services {
		if s.EscalationPolicyID == p.ID {
			v.Services++
		}
	}
	return &v
}
func (c *Ctx) incident() (*Incident, error) {
	if i := find(c.org.On.incidents, func(i *Incident) bool { return i.ID == c.path("id") }); i != nil {
		return i, nil
	}
	return nil, notFound("incident")
}

// ---- requests ------------------------------------------------------------

type participantReq struct{ UserID, Label *string }
type handoffReq struct {
	Interval, Time *string
	Dow            *int
}
type scheduleReq struct {
	Name, Timezone *string
	Participants   *[]participantReq
	Handoff        *handoffReq
}

func (c *Ctx) person(id, label *string, field string) (Participant, error) {
	if id == nil || label == nil {
		return Participant{}, bad("%s needs userId and label", field)
	}
	if c.org.Members[*id] == nil {
		return Participant{}, bad("%s: unknown user %q", field, *id)
	}
	l, err := okString(*label, field+".label")
	return Participant{*id, l}, err
}

func (c *Ctx) applySchedule(s Schedule, q *scheduleReq) (Schedule, error) {
	var err error
	if q.Name != nil {
		if s.Name, err = okString(*q.Name, "name"); err != nil {
			return s, err
		}
	}
	if q.Timezone != nil {
		if _, err := time.LoadLocation(*q.Timezone); err != nil || *q.Timezone == "" || *q.Timezone == "Local" {
			return s, bad("timezone is unknown")
		}
		s.Timezone = *q.Timezone
	}
	if q.Participants != nil {
		s.Participants = []Participant{}
		for _, p := range *q.Participants {
			x, err := c.person(p.UserID, p.Label, "participants")
			if err != nil {
				return s, err
			}
			s.Participants = append(s.Participants, x)
		}
	}
	if h := q.Handoff; h != nil {
		if h.Interval == nil || h.Time == nil {
			return s, bad("handoff needs interval and time")
		}
		if err := oneOf(*h.Interval, "handoff.interval", "daily", "weekly"); err != nil {
			return s, err
		}
		if !hhmmRE.MatchString(*h.Time) {
			return s, bad("handoff.time must be HH:MM")
		}
		if h.Dow != nil && (*h.Dow < 0 || *h.Dow > 6) {
			return s, bad("handoff.dow must be between 0 (Sunday) and 6")
		}
		s.Handoff = Handoff{*h.Interval, h.Dow, *h.Time}
	}
	return s, nil
}

type stepReq struct {
	Target      *struct{ Kind, ID, Label *string }
	WaitSeconds *int
}
type policyReq struct {
	Name   *string
	Repeat *int
	Steps  *[]stepReq
}

func (c *Ctx) applyPolicy(p Policy, q *policyReq) (Policy, error) {
	var err error
	if q.Name != nil {
		if p.Name, err = okString(*q.Name, "name"); err != nil {
			return p, err
		}
	}
	if q.Repeat != nil {
		if p.Repeat = *q.Repeat; p.Repeat < 0 || p.Repeat > 10 {
			return p, bad("repeat must be between 0 and 10")
		}
	}
	if q.Steps != nil {
		if len(*q.Steps) == 0 || len(*q.Steps) > 20 {
			return p, bad("steps must have 1 to 20 entries")
		}
		p.Steps = nil
		for _, s := range *q.Steps {
			if s.Target == nil || s.WaitSeconds == nil || s.Target.Kind == nil || s.Target.ID == nil || s.Target.Label == nil {
				return p, bad("a step needs target (kind, id, label) and waitSeconds")
			}
			if *s.WaitSeconds < 0 || *s.WaitSeconds > 86400 {
				return p, bad("waitSeconds must be between 0 and 86400")
			}
			t := Target{*s.Target.Kind, *s.Target.ID, *s.Target.Label}
			switch t.Kind {
			case "schedule":
				if c.org.schedule(t.ID) == nil {
					return p, notFound("schedule")
				}
			case "user":
				if c.org.Members[t.ID] == nil {
					return p, bad("steps: unknown user %q", t.ID)
				}
			default:
				return p, bad("target.kind must be schedule or user")
			}
			p.Steps = append(p.Steps, Step{t, *s.WaitSeconds})
		}
	}
	return p, nil
}

// ---- routes --------------------------------------------------------------

func (s *Server) oncallRoutes() {
	const p = "/api/v1/oncall"
	a := func(perm string) access { return access{area: "oncall", perm: "oncall." + perm} }

	// provider credential
	s.op("GET "+p+"/provider-credential", a("provider.read"), func(c *Ctx) error {
		if c.org.On.provider == nil {
			return c.json(200, ProviderCredential{})
		}
		return c.json(200, c.org.On.provider)
	})
	s.op("PUT "+p+"/provider-credential", a("provider.admin"), func(c *Ctx) error {
		var q struct{ AccountSid, AuthToken, FromNumber *string }
		if err := c.decode(&q); err != nil {
			return err
		}
		sid, err := reqString(q.AccountSid, "accountSid")
		if err != nil {
			return err
		}
		tok, err := reqString(q.AuthToken, "authToken")
		if err != nil {
			return err
		}
		from, err := reqString(q.FromNumber, "fromNumber")
		if err != nil {
			return err
		}
		if !e164RE.MatchString(from) {
			return bad("fromNumber must be in E.164 format")
		}
		switch c.org.On.verification {
		case "rejects":
			return fail(422, "the provider rejects these credentials")
		case "unreachable":
			return fail(502, "the provider cannot be reached")
		}
		c.org.On.provider = &ProviderCredential{true, sid, from, LaxTime{c.w.now()}, tok}
		return c.json(200, c.org.On.provider)
	})
	s.op("DELETE "+p+"/provider-credential", a("provider.admin"), func(c *Ctx) error {
		c.org.On.provider = nil
		return c.none(204)
	})

	// incidents
	s.op("GET "+p+"/incidents", a("incident.read"), func(c *Ctx) error {
		f := c.query("status")
		if c.r.URL.Query().Has("status") {
			if err := oneOf(f, "status", "open", "acknowledged", "resolved", "all"); err != nil {
				return err
			}
		}
		l := []*Incident{}
		for _, i := range c.org.On.incidents {
			if f == "all" || i.Status == f || (f == "" && i.Status != "resolved") {
				l = append(l, i)
			}
		}
		sort.SliceStable(l, func(x, y int) bool {
			if l[x].OpenedAt.Equal(l[y].OpenedAt.Time) {
				return l[x].seq > l[y].seq
			}
			return l[x].OpenedAt.After(l[y].OpenedAt.Time)
		})
		return c.json(200, obj{"incidents": l[:min(len(l), 100)]})
	})
	s.op("POST "+p+"/incidents", a("incident.write"), func(c *Ctx) error {
		var q struct{ ServiceID, Title, Description *string }
		if err := c.decode(&q); err != nil {
			return err
		}
		if q.ServiceID == nil {
			return bad("serviceId is required")
		}
		title, err := reqString(q.Title, "title")
		if err != nil {
			return err
		}
		sv := c.org.service(*q.ServiceID)
		if sv == nil {
			return notFound("service")
		}
		d := ""
		if q.Description != nil {
			d = *q.Description
		}
		i := c.w.openIncident(c.org, sv, title, d, c.w.now(), c.user.Name)
		return c.json(201, i)
	})
	s.op("GET "+p+"/incidents/{id}", a("incident.read"), func(c *Ctx) error {
		i, err := c.incident()
		if err != nil {
			return err
		}
		v := obj{}
		b, _ := json.Marshal(i)
		json.Unmarshal(b, &v)
		v["description"], v["alerts"], v["timeline"], v["updates"] = i.description, lst(i.alerts), lst(i.timeline), lst(i.updates)
		if i.acknowledgedBy != "" {
			v["acknowledgedBy"] = i.acknowledgedBy
		}
		return c.json(200, v)
	})
	s.op("POST "+p+"/incidents/{id}/acknowledge", a("incident.write"), func(c *Ctx) error {
		i, err := c.incident()
		if err != nil {
			return err
		}
		switch i.Status {
		case "resolved":
			return fail(409, "the incident is resolved")
		case "open":
			i.Status, i.AcknowledgedAt, i.acknowledgedBy = "acknowledged", &Time{c.w.now()}, c.user.ID
			i.note(c.w.now(), "acknowledged", c.user.Name)
		}
		return c.json(200, i)
	})
	s.op("POST "+p+"/incidents/{id}/resolve", a("incident.write"), func(c *Ctx) error {
		i, err := c.incident()
		if err != nil {
			return err
		}
		if i.Status == "resolved" {
			return fail(409, "the incident is already resolved")
		}
		i.resolve(c.w.now(), c.user.Name)
		return c.json(200, i)
	})
	s.op("POST "+p+"/incidents/{id}/updates", a("incident.write"), func(c *Ctx) error {
		i, err := c.incident()
		if err != nil {
			return err
		}
		var q struct{ Body *string }
		if err := c.decode(&q); err != nil {
			return err
		}
		if q.Body == nil || strings.TrimSpace(*q.Body) == "" || len(*q.Body) > 10000 {
			return bad("body is required, with at most 10000 bytes")
		}
		u := &PublicUpdate{newID("upd"), c.w.stamp(), *q.Body, c.user.Name}
		i.updates = append([]*PublicUpdate{u}, i.updates...)
		i.note(u.At.Time, "update-published", c.user.Name)
		return c.json(201, u)
	})
	s.op("DELETE "+p+"/incidents/{id}/updates/{uid}", a("incident.write"), func(c *Ctx) error {
		i, err := c.incident()
		if err != nil {
			return err
		}
		n := len(i.updates)
		i.updates = remove(i.updates, func(u *PublicUpdate) bool { return u.ID == c.path("uid") })
		if n == len(i.updates) {
			return notFound("update")
		}
		i.note(c.w.now(), "update-retracted", c.user.Name)
		return c.none(204)
	})

	// schedules
	schedule := func(c *Ctx) (*Schedule, error) {
		if s := c.org.schedule(c.path("id")); s != nil {
			return s, nil
		}
		return nil, notFound("schedule")
	}
	s.op("GET "+p+"/schedules", a("schedule.read"), func(c *Ctx) error {
		l := []*Schedule{}
		for _, s := range c.org.On.schedules {
			l = append(l, s.view(c.w.now()))
		}
		return c.json(200, obj{"schedules": l})
	})
	s.op("POST "+p+"/schedules", a("schedule.write"), func(c *Ctx) error {
		var q scheduleReq
		if err := c.decode(&q); err != nil {
			return err
		}
		if q.Name == nil || q.Timezone == nil || q.Participants == nil || q.Handoff == nil {
			return bad("name, timezone, participants and handoff are required")
		}
		sc, err := c.applySchedule(Schedule{ID: newID("sch"), CreatedAt: c.w.stamp(), Overrides: []*Override{}}, &q)
		if err != nil {
			return err
		}
		c.org.On.schedules = append(c.org.On.schedules, &sc)
		return c.json(201, sc.view(c.w.now()))
	})
	s.op("PATCH "+p+"/schedules/{id}", a("schedule.write"), func(c *Ctx) error {
		sc, err := schedule(c)
		if err != nil {
			return err
		}
		var q scheduleReq
		if err := c.decode(&q); err != nil {
			return err
		}
		next, err := c.applySchedule(*sc, &q)
		if err != nil {
			return err
		}
		*sc = next
		return c.json(200, sc.view(c.w.now()))
	})
	s.op("DELETE "+p+"/schedules/{id}", a("schedule.write"), func(c *Ctx) error {
		sc, err := schedule(c)
		if err != nil {
			return err
		}
		for _, p := range c.org.On.policies {
			for _, st := range p.Steps {
				if st.Target.Kind == "schedule" && st.Target.ID == sc.ID {
					return fail(409, "an escalation step of %q still targets the schedule", p.Name)
				}
			}
		}
		c.org.On.schedules = remove(c.org.On.schedules, func(x *Schedule) bool { return x == sc })
		return c.none(204)
	})
	s.op("POST "+p+"/schedules/{id}/overrides", a("schedule.write"), func(c *Ctx) error {
		sc, err := schedule(c)
		if err != nil {
			return err
		}
		var q struct{ UserID, Label, StartsAt, EndsAt *string }
		if err := c.decode(&q); err != nil {
			return err
		}
		who, err := c.person(q.UserID, q.Label, "the override")
		if err != nil {
			return err
		}
		if q.StartsAt == nil || q.EndsAt == nil {
			return bad("startsAt and endsAt are required")
		}
		from, err := parseTime(*q.StartsAt, "startsAt")
		if err != nil {
			return err
		}
		to, err := parseTime(*q.EndsAt, "endsAt")
		if err != nil {
			return err
		}
		if !to.After(from) {
			return bad("endsAt must be after startsAt")
		}
		o := &Override{newID("ovr"), who.UserID, who.Label, Time{from}, Time{to}}
		sc.Overrides = append(sc.Overrides, o)
		return c.json(201, o)
	})
	s.op("DELETE "+p+"/schedules/{id}/overrides/{oid}", a("schedule.write"), func(c *Ctx) error {
		sc, err := schedule(c)
		if err != nil {
			return err
		}
		n := len(sc.Overrides)
		sc.Overrides = remove(sc.Overrides, func(o *Override) bool { return o.ID == c.path("oid") })
		if n == len(sc.Overrides) {
			return notFound("override")
		}
		return c.none(204)
	})

	// personal paging settings: every member has their own
	s.op("GET "+p+"/paging-settings", a("paging.read"), func(c *Ctx) error {
		v := *c.org.pagingOf(c.user)
		v.Email = c.user.Email
		return c.json(200, v)
	})
	s.op("PUT "+p+"/paging-settings", a("paging.read"), func(c *Ctx) error {
		var q struct {
			Phone *string
			Rules *[]struct {
				Channel      *string
				DelaySeconds *int
			}
		}
		if err := c.decode(&q); err != nil {
			return err
		}
		if q.Rules == nil {
			return bad("rules is required")
		}
		n := &PagingSettings{Email: c.user.Email, Rules: []NotificationRule{}}
		if q.Phone != nil && *q.Phone != "" {
			if !e164RE.MatchString(*q.Phone) {
				return bad("phone must be in E.164 format")
			}
			n.Phone = *q.Phone
		}
		needsProvider := false
		for _, r := range *q.Rules {
			if r.Channel == nil || r.DelaySeconds == nil {
				return bad("a rule needs channel and delaySeconds")
			}
			if err := oneOf(*r.Channel, "channel", "email", "sms", "voice"); err != nil {
				return err
			}
			if *r.DelaySeconds < 0 || *r.DelaySeconds > 86400 {
				return bad("delaySeconds must be between 0 and 86400")
			}
			if *r.Channel != "email" {
				needsProvider = true
				if n.Phone == "" {
					return bad("sms and voice need a phone")
				}
			}
			n.Rules = append(n.Rules, NotificationRule{*r.Channel, *r.DelaySeconds})
		}
		if needsProvider && c.org.On.provider == nil {
			return fail(409, "sms and voice need the organization's provider credential")
		}
		c.org.On.paging[c.user.ID] = n
		return c.json(200, n)
	})

	// alert sources
	s.op("GET "+p+"/alert-sources", a("source.read"), func(c *Ctx) error {
		return c.json(200, obj{"sources": lst(c.org.On.sources)})
	})
	s.op("POST "+p+"/alert-sources", a("source.write"), func(c *Ctx) error {
		var q struct{ Name, ServiceID *string }
		if err := c.decode(&q); err != nil {
			return err
		}
		n, err := reqString(q.Name, "name")
		if err != nil {
			return err
		}
		if q.ServiceID == nil {
			return bad("serviceId is required")
		}
		if c.org.service(*q.ServiceID) == nil {
			return notFound("service")
		}
		tok := "als_" + randHex(20)
		src := &AlertSource{ID: newID("src"), Name: n, ServiceID: *q.ServiceID, CreatedAt: c.w.stamp(), token: hash(tok)}
		c.org.On.sources = append(c.org.On.sources, src)
		return c.json(201, obj{"id": src.ID, "name": n, "serviceId": src.ServiceID, "token": tok, "createdAt": src.CreatedAt})
	})
	s.op("DELETE "+p+"/alert-sources/{id}", a("source.write"), func(c *Ctx) error {
		n := len(c.org.On.sources)
		c.org.On.sources = remove(c.org.On.sources, func(x *AlertSource) bool { return x.ID == c.path("id") })
		if n == len(c.org.On.sources) {
			return notFound("alert source")
		}
		c.w.gone[c.path("id")] = true
		return c.none(204)
	})

	// services
	s.op("PUT "+p+"/services/{id}/escalation-policy", a("service.write"), func(c *Ctx) error {
		sv := c.org.service(c.path("id"))
		if sv == nil {
			return notFound("service")
		}
		var q struct {
			EscalationPolicyID optString `json:"escalationPolicyId"`
		}
		if err := c.decode(&q); err != nil {
			return err
		}
		if !q.EscalationPolicyID.Set {
			return bad("escalationPolicyId is required; null detaches")
		}
		id := ""
		if v := q.EscalationPolicyID.Value; v != nil {
			if c.org.policy(*v) == nil {
				return notFound("escalation policy")
			}
			id = *v
		}
		sv.EscalationPolicyID = id
		return c.json(200, sv)
	})
	s.op("GET "+p+"/services", a("service.read"), func(c *Ctx) error {
		return c.json(200, obj{"services": lst(c.org.On.services)})
	})
	s.op("POST "+p+"/services", a("service.write"), func(c *Ctx) error {
		var q struct{ Name *string }
		if err := c.decode(&q); err != nil {
			return err
		}
		n, err := reqString(q.Name, "name")
		if err != nil {
			return err
		}
		if find(c.org.On.services, func(x *OncallService) bool { return x.Name == n }) != nil {
			return fail(409, "a service with this name exists")
		}
		sv := &OncallService{ID: newID("svc"), Name: n, CreatedAt: c.w.stamp()}
		c.org.On.services = append(c.org.On.services, sv)
		return c.json(201, sv)
	})

	// escalation policies
	policy := func(c *Ctx) (*Policy, error) {
		if p := c.org.policy(c.path("id")); p != nil {
			return p, nil
		}
		return nil, notFound("escalation policy")
	}
	s.op("GET "+p+"/escalation-policies", a("policy.read"), func(c *Ctx) error {
		l := []*Policy{}
		for _, p := range c.org.On.policies {
			l = append(l, c.org.policyView(p))
		}
		return c.json(200, obj{"policies": l})
	})
	s.op("POST "+p+"/escalation-policies", a("policy.write"), func(c *Ctx) error {
		var q policyReq
		if err := c.decode(&q); err != nil {
			return err
		}
		if q.Name == nil || q.Repeat == nil || q.Steps == nil {
			return bad("name, repeat and steps are required")
		}
		p, err := c.applyPolicy(Policy{ID: newID("pol"), CreatedAt: c.w.stamp()}, &q)
		if err != nil {
			return err
		}
		c.org.On.policies = append(c.org.On.policies, &p)
		return c.json(201, p)
	})
	s.op("PATCH "+p+"/escalation-policies/{id}", a("policy.write"), func(c *Ctx) error {
		p, err := policy(c)
		if err != nil {
			return err
		}
		var q policyReq
		if err := c.decode(&q); err != nil {
			return err
		}
		next, err := c.applyPolicy(*p, &q)
		if err != nil {
			return err
		}
		*p = next
		return c.json(200, c.org.policyView(p))
	})
	s.op("DELETE "+p+"/escalation-policies/{id}", a("policy.write"), func(c *Ctx) error {
		p, err := policy(c)
		if err != nil {
			return err
		}
		if c.org.policyView(p).Services > 0 {
			return fail(409, "a service still references the policy")
		}
		c.org.On.policies = remove(c.org.On.policies, func(x *Policy) bool { return x == p })
		return c.none(204)
	})

	// doors
	s.door("POST "+p+"/alert-sources/{id}/webhook", func(c *Ctx) error {
		h := hash(bearer(c.r))
		for _, o := range c.w.orgs {
			src := find(o.On.sources, func(x *AlertSource) bool { return x.ID == c.path("id") && x.token == h })
			if src != nil {
				return c.alertmanager(o, src)
			}
		}
		return fail(401, "invalid alert source token")
	})
	s.door("GET "+p+"/status-pages/{serviceId}", func(c *Ctx) error {
		for _, o := range c.w.orgs {
			if o.service(c.path("serviceId")) != nil {
				return c.json(200, o.statusPage([]string{c.path("serviceId")}))
			}
		}
		return notFound("service")
	})
}

func (c *Ctx) alertmanager(o *Org, src *AlertSource) error {
	var q struct {
		Alerts *[]struct {
			Status, Fingerprint string
			Labels, Annotations map[string]string
			StartsAt, EndsAt    *string
		}
	}
	if err := c.decode(&q); err != nil {
		return err
	}
	if q.Alerts == nil {
		return bad("alerts is required")
	}
	for _, x := range *q.Alerts {
		if err := oneOf(x.Status, "status", "firing", "resolved"); err != nil {
			return err
		}
	}
	sv := o.service(src.ServiceID)
	src.LastEventAt = LaxTime{c.w.now()}
	ids := []string{}
	for _, x := range *q.Alerts {
		if x.Fingerprint == "" {
			b, _ := json.Marshal(x.Labels)
			h := sha256.Sum256(b)
			x.Fingerprint = hex.EncodeToString(h[:8])
		}
		var i *Incident
		if x.Status == "firing" {
			title := x.Annotations["summary"]
			if title == "" {
				title = x.Labels["alertname"]
			}
			if title == "" {
				title = x.Fingerprint
			}
			i, _ = c.w.alertFires(o, sv, Alert{Fingerprint: x.Fingerprint, Labels: x.Labels, Annotations: x.Annotations, StartsAt: c.w.stamp()}, title)
		} else {
			i, _, _ = c.w.alertResolves(o, sv, x.Fingerprint, c.w.now())
		}
		if i != nil && !contains(ids, i.ID) {
			ids = append(ids, i.ID)
		}
	}
	return c.json(200, obj{"incidentIds": ids})
}

func (o *Org) statusPage(serviceIDs []string) obj {
	l := []*Incident{}
	for _, i := range o.On.incidents {
		if len(i.updates) > 0 && (serviceIDs == nil || contains(serviceIDs, i.ServiceID)) {
			l = append(l, i)
		}
	}
	sort.SliceStable(l, func(x, y int) bool { return l[x].seq > l[y].seq })
	out := []obj{}
	for _, i := range l {
		out = append(out, obj{"id": i.ID, "title": i.Title, "status": i.Status, "serviceName": i.ServiceName, "updates": i.updates})
	}
	return obj{"incidents": out}
}

// ---- driver --------------------------------------------------------------

func (s *Server) oncallEvents() {
	place := func(c *Ctx, serviceID, sourceID *string) (*Org, *OncallService, error) {
		if serviceID == nil && sourceID == nil {
			return nil, nil, bad("serviceId or sourceId is required")
		}
		for _, o := range c.w.orgs {
			if sourceID != nil {
				if src := find(o.On.sources, func(x *AlertSource) bool { return x.ID == *sourceID }); src != nil {
					src.LastEventAt = LaxTime{c.w.now()}
					return o, o.service(src.ServiceID), nil
				}
			} else if sv := o.service(*serviceID); sv != nil {
				return o, sv, nil
			}
		}
		return nil, nil, notFound("service or alert source")
	}
	s.event("alert-fires", func(c *Ctx) (obj, error) {
		var q struct {
			ServiceID, SourceID, Alert, Title, StartsAt *string
			Labels, Annotations                         map[string]string
		}
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		if q.Alert == nil {
			return nil, bad("alert is required")
		}
		at, err := c.when(q.StartsAt, "startsAt")
		if err != nil {
			return nil, err
		}
		o, sv, err := place(c, q.ServiceID, q.SourceID)
		if err != nil {
			return nil, err
		}
		title := *q.Alert
		if q.Title != nil {
			title = *q.Title
		}
		i, opened := c.w.alertFires(o, sv, Alert{Fingerprint: *q.Alert, Labels: q.Labels, Annotations: q.Annotations, StartsAt: Time{at}}, title)
		return obj{"at": Time{at}, "incidentId": i.ID, "opened": opened, "firingAlerts": i.FiringAlerts}, nil
	})
	s.event("alert-resolves", func(c *Ctx) (obj, error) {
		var q struct{ ServiceID, SourceID, Alert, EndsAt *string }
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		if q.Alert == nil {
			return nil, bad("alert is required")
		}
		at, err := c.when(q.EndsAt, "endsAt")
		if err != nil {
			return nil, err
		}
		o, sv, err := place(c, q.ServiceID, q.SourceID)
		if err != nil {
			return nil, err
		}
		i, resolved, ok := c.w.alertResolves(o, sv, *q.Alert, at)
		if !ok {
			// known, but its incident was resolved by somebody in the meantime: nothing changes
			for _, x := range o.On.incidents {
				if x.ServiceID == sv.ID && find(x.alerts, func(a *Alert) bool { return a.Fingerprint == *q.Alert }) != nil {
					i = x
				}
			}
			if i == nil {
				return nil, notFound("alert")
			}
		}
		return obj{"at": Time{at}, "incidentId": i.ID, "resolved": resolved, "firingAlerts": i.FiringAlerts}, nil
	})
	s.event("provider-behaves", func(c *Ctx) (obj, error) {
		var q struct{ Organization, Behaviour, Only *string }
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		o, err := c.orgNamed(q.Organization)
		if err != nil {
			return nil, err
		}
		if q.Behaviour == nil {
			return nil, bad("behaviour is required")
		}
		if err := oneOf(*q.Behaviour, "behaviour", "accepts", "rejects", "unreachable"); err != nil {
			return nil, err
		}
		if q.Only != nil {
			if err := oneOf(*q.Only, "only", "verification", "pages"); err != nil {
				return nil, err
			}
		}
		if q.Only == nil || *q.Only == "verification" {
			o.On.verification = *q.Behaviour
		}
		if q.Only == nil || *q.Only == "pages" {
			o.On.sending = *q.Behaviour
		}
		return nil, nil
	})
	s.event("status-page-viewed", func(c *Ctx) (obj, error) {
		var q struct {
			Organization *string
			ServiceIDs   []string
		}
		if err := decodeBody(c.in, &q, true); err != nil {
			return nil, err
		}
		o, err := c.orgNamed(q.Organization)
		if err != nil {
			return nil, err
		}
		if q.Organization == nil && len(q.ServiceIDs) > 0 { // a service says whose page it is
			for _, x := range c.w.orgs {
				if x.service(q.ServiceIDs[0]) != nil {
					o = x
				}
			}
		}
		for _, id := range q.ServiceIDs {
			if o.service(id) == nil {
				return nil, notFound("service")
			}
		}
		return o.statusPage(q.ServiceIDs), nil
	})
	s.door("GET /_understudy/pages", func(c *Ctx) error {
		l := remove(c.w.pages, func(p *Page) bool {
			return (c.query("incidentId") != "" && p.IncidentID != c.query("incidentId")) || (c.query("userId") != "" && p.UserID != c.query("userId"))
		})
		if n, err := strconv.Atoi(c.query("limit")); err == nil && n >= 0 && n < len(l) {
			l = l[len(l)-n:]
		}
		return c.json(200, obj{"pages": l})
	})
}
