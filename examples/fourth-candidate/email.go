package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
)

type emailState struct {
	domains      []*Domain
	keys         []*SendKey
	routes       []*Route
	messages     []*Message
	suppressions []*Suppression
	webhooks     []*Webhook
	deliveries   []*Delivery
	paused       bool
	pausedAt     time.Time
	pauseReason  string
	countFrom    time.Time // bounces and complaints before do not count
}

type DNSRecord struct {
	Capability string `json:"capability"`
	Type       string `json:"type"`
	Name       string `json:"name"`
	Value      string `json:"value"`
	Priority   *int   `json:"priority,omitempty"`
	observed   string // what a lookup finds, "" for nothing
}

type Domain struct {
	ID           string       `json:"id"`
	Name         string       `json:"name"`
	SendState    string       `json:"sendState"`
	ReceiveState string       `json:"receiveState"`
	CreatedAt    Time         `json:"createdAt"`
	DNSRecords   []*DNSRecord `json:"dnsRecords"`
	armedAt      time.Time
	gone         bool
}

type SendKey struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	KeyID      string   `json:"keyId"`
	DomainIDs  []string `json:"domainIds"`
	CreatedAt  Time     `json:"createdAt"`
	LastUsedAt *Time    `json:"lastUsedAt,omitempty"`
	secret     string
	revoked    bool
}

type Route struct {
	ID         string `json:"id"`
	DomainID   string `json:"domainId"`
	Pattern    string `json:"pattern"`
	EndpointID string `json:"endpointId"`
	CreatedAt  Time   `json:"createdAt"`
}

type Message struct {
	ID        string   `json:"id"`
	Direction string   `json:"direction"`
	State     string   `json:"state"`
	From      string   `json:"from"`
	To        []string `json:"to"`
	Cc        []string `json:"cc,omitempty"`
	Subject   string   `json:"subject,omitempty"`
	SizeBytes int      `json:"sizeBytes"`
	Door      string   `json:"door,omitempty"`
	DomainID  string   `json:"domainId"`
	LastError string   `json:"lastError,omitempty"`
	CreatedAt Time     `json:"createdAt"`
	SentAt    *Time    `json:"sentAt,omitempty"`
	StateAt   Time     `json:"stateAt"`

	seq        int
	raw        []byte
	events     []*MessageEvent
	recipients []string // those it really went to
	accepted   bool
}

type MessageEvent struct {
	Kind       string `json:"kind"`
	BounceType string `json:"bounceType,omitempty"`
	Recipient  string `json:"recipient,omitempty"`
	Detail     obj    `json:"detail,omitempty"`
	OccurredAt Time   `json:"occurredAt"`
}

type Suppression struct {
	ID        string `json:"id"`
	Address   string `json:"address"`
	Reason    string `json:"reason"`
	CreatedAt Time   `json:"createdAt"`
}

var eventTypes = []string{"message.sent", "message.delivered", "message.bounced", "message.complained", "message.received"}

const (
	messageWindow     = 90 * 24 * time.Hour
	contentWindow     = 30 * 24 * time.Hour
	messagePage       = 50
	checkTime         = 5 * time.Second
	verifyEvery       = time.Hour
	verifyPatience    = 72 * time.Hour
	bouncePausePct    = 10.0
	complaintPausePct = 1.0
	pauseWindow       = 24 * time.Hour
	pauseMinimum      = 20
)

var (
	domainRE  = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$`)
	patternRE = regexp.MustCompile(`^(\*|[a-z0-9!#$%&'+/=?^_{|}~.-]{1,63}\*?)$`)
)

func (o *Org) domain(id string) *Domain {
	return find(o.Em.domains, func(d *Domain) bool { return d.ID == id })
}
func (o *Org) domainNamed(n string) *Domain {
	return find(o.Em.domains, func(d *Domain) bool { return d.Name == n })
}
func (o *Org) suppressed(addr string) *Suppression {
	return find(o.Em.suppressions, func(s *Suppression) bool { return s.Address == lower(addr) })
}

func (c *Ctx) domain(perm string) (*Domain, error) {
	d := c.org.domain(c.path("id"))
	if d == nil {
		return nil, notFound("domain")
	}
	return d, c.need(perm, d.ID)
}

func (c *Ctx) message(id string, window time.Duration) (*Message, error) {
	m := find(c.org.Em.messages, func(m *Message) bool { return m.ID == id })
	if m == nil || c.w.now().Sub(m.CreatedAt.Time) > window {
		return nil, notFound("message")
	}
	return m, c.need("email.message.read", m.DomainID)
}

// verify is one pass over the DNS records of a domain.
func (w *World) verify(d *Domain) {
	if d.gone || w.backendDown["dns"] || w.backendDown["email"] {
		return
	}
	next := func(state, capability string, since time.Time) string {
		all, wrong := true, false
		for _, r := range d.DNSRecords {
			if r.Capability == capability {
				all = all && r.observed == r.Value
				wrong = wrong || (r.observed != "" && r.observed != r.Value)
			}
		}
		switch {
		case all:
			return "verified"
		case state == "verified", wrong, w.now().Sub(since) > verifyPatience:
			return "failed"
		}
		return state
	}
	d.SendState = next(d.SendState, "send", d.CreatedAt.Time)
	if d.ReceiveState != "none" {
		d.ReceiveState = next(d.ReceiveState, "receive", d.armedAt)
	}
}

func (s *Server) emailRoutes() {
	const p = "/api/v1/email"
	a := func(perm string) access { return access{area: "email", perm: "email." + perm} }
	in := func(perm string) access { return access{area: "email", perm: "email." + perm, inst: true} }

	// send keys
	s.op("GET "+p+"/keys", a("key.read"), func(c *Ctx) error {
		return c.json(200, obj{"sendKeys": remove(c.org.Em.keys, func(k *SendKey) bool { return k.revoked })})
	})
	s.op("POST "+p+"/keys", in("key.admin"), func(c *Ctx) error {
		var q struct {
			Name      *string
			DomainIDs []string
		}
		if err := c.decode(&q); err != nil {
			return err
		}
		name, err := reqString(q.Name, "name")
		if err != nil {
			return err
		}
		for _, id := range q.DomainIDs {
			if c.org.domain(id) == nil {
				return notFound("domain")
			}
			if err := c.need("email.key.admin", id); err != nil {
				return err
			}
		}
		if len(q.DomainIDs) == 0 { // an unrestricted key
			if err := c.need("email.key.admin", ""); err != nil {
				return err
			}
		}
		secret := "eks_" + randHex(20)
		k := &SendKey{ID: newID("esk"), Name: name, KeyID: "EK" + strings.ToUpper(randHex(6)), DomainIDs: orEmpty(q.DomainIDs), CreatedAt: c.w.stamp(), secret: hash(secret)}
		c.org.Em.keys = append(c.org.Em.keys, k)
		return c.json(201, obj{"sendKey": k, "secret": secret})
	})
	s.op("DELETE "+p+"/keys/{id}", a("key.admin"), func(c *Ctx) error {
		k := find(c.org.Em.keys, func(k *SendKey) bool { return k.ID == c.path("id") && !k.revoked })
		if k == nil {
			return notFound("send key")
		}
		k.revoked = true
		return c.none(204)
	})

	// routes
	s.op("GET "+p+"/routes", in("route.read"), func(c *Ctx) error {
		return c.json(200, obj{"routes": remove(c.org.Em.routes, func(r *Route) bool { return !c.can("email.route.read", r.DomainID) })})
	})
	s.op("POST "+p+"/routes", in("route.write"), func(c *Ctx) error {
		var q struct{ DomainID, Pattern, EndpointID *string }
		if err := c.decode(&q); err != nil {
			return err
		}
		if q.DomainID == nil || q.Pattern == nil || q.EndpointID == nil {
			return bad("domainId, pattern and endpointId are required")
		}
		pat := lower(*q.Pattern)
		if !patternRE.MatchString(pat) {
			return bad("pattern must be a local part, a prefix ending in a star, or a star")
		}
		d := c.org.domain(*q.DomainID)
		if d == nil {
			return notFound("domain")
		}
		if err := c.need("email.route.write", d.ID); err != nil {
			return err
		}
		if c.org.webhook(*q.EndpointID) == nil {
			return notFound("endpoint")
		}
		if d.ReceiveState == "none" {
			return fail(409, "receiving is not armed for the domain")
		}
		if find(c.org.Em.routes, func(r *Route) bool { return r.DomainID == d.ID && r.Pattern == pat }) != nil {
			return fail(409, "the pattern already exists on the domain")
		}
		r := &Route{newID("ert"), d.ID, pat, *q.EndpointID, c.w.stamp()}
		c.org.Em.routes = append(c.org.Em.routes, r)
		return c.json(201, r)
	})
	s.op("DELETE "+p+"/routes/{id}", in("route.write"), func(c *Ctx) error {
		r := find(c.org.Em.routes, func(r *Route) bool { return r.ID == c.path("id") })
		if r == nil {
			return notFound("route")
		}
		if err := c.need("email.route.write", r.DomainID); err != nil {
			return err
		}
		c.org.Em.routes = remove(c.org.Em.routes, func(x *Route) bool { return x == r })
		return c.none(204)
	})

	// domains
	s.op("GET "+p+"/domains", in("domain.read"), func(c *Ctx) error {
		return c.json(200, obj{"domains": remove(c.org.Em.domains, func(d *Domain) bool { return !c.can("email.domain.read", d.ID) })})
	})
	s.op("POST "+p+"/domains", a("domain.write"), func(c *Ctx) error {
		var q struct{ Name *string }
		if err := c.decode(&q); err != nil {
			return err
		}
		if q.Name == nil {
			return bad("name is required")
		}
		n := lower(*q.Name)
		if !domainRE.MatchString(n) || len(n) > 253 {
			return bad("name must be a domain name")
		}
		taken := c.w.domainClaims[n]
		for _, o := range c.w.orgs {
			taken = taken || o.domainNamed(n) != nil
		}
		if taken {
			return fail(409, "the domain already has a live claim")
		}
		d := &Domain{ID: newID("dom"), Name: n, SendState: "pending", ReceiveState: "none", CreatedAt: c.w.stamp()}
		for i := 1; i <= 2; i++ {
			d.DNSRecords = append(d.DNSRecords, &DNSRecord{Capability: "send", Type: "CNAME", Name: fmt.Sprintf("s%d-%s._domainkey.%s", i, randHex(3), n), Value: randHex(8) + ".dkim.mail.fourth.example"})
		}
		d.DNSRecords = append(d.DNSRecords, &DNSRecord{Capability: "send", Type: "TXT", Name: n, Value: "v=spf1 include:spf.mail.fourth.example ~all"})
		c.org.Em.domains = append(c.org.Em.domains, d)
		w := c.w
		w.every(verifyEvery, "domain-verification", "EmailDomain", d.ID, func() bool { w.verify(d); return !d.gone })
		return c.json(201, d)
	})
	s.op("GET "+p+"/domains/{id}", in("domain.read"), func(c *Ctx) error {
		d, err := c.domain("email.domain.read")
		if err != nil {
			return err
		}
		return c.json(200, d)
	})
	s.op("DELETE "+p+"/domains/{id}", in("domain.write"), func(c *Ctx) error {
		d, err := c.domain("email.domain.write")
		if err != nil {
			return err
		}
		d.gone = true
		c.org.Em.domains = remove(c.org.Em.domains, func(x *Domain) bool { return x == d })
		c.org.Em.routes = remove(c.org.Em.routes, func(r *Route) bool { return r.DomainID == d.ID })
		return c.none(204)
	})
	s.op("GET "+p+"/domains/{id}/dns", in("domain.read"), func(c *Ctx) error {
		d, err := c.domain("email.domain.read")
		if err != nil {
			return err
		}
		l := []obj{}
		for _, r := range d.DNSRecords {
			v := obj{"capability": r.Capability, "type": r.Type, "name": r.Name, "expected": r.Value}
			switch {
			case c.w.backendDown["dns"]:
				v["outcome"] = "error"
			case r.observed == "":
				v["outcome"] = "missing"
			case r.observed == r.Value:
				v["outcome"], v["observed"] = "found", r.observed
			default:
				v["outcome"], v["observed"] = "mismatch", r.observed
			}
			l = append(l, v)
		}
		return c.json(200, obj{"records": l})
	})
	s.op("POST "+p+"/domains/{id}/check", in("domain.write"), func(c *Ctx) error {
		d, err := c.domain("email.domain.write")
		if err != nil {
			return err
		}
		w := c.w
		w.work(checkTime, "domain-check", "EmailDomain", d.ID, func() { w.verify(d) })
		return c.json(202, obj{"status": "scheduled"})
	})
	s.op("POST "+p+"/domains/{id}/receive", in("domain.write"), func(c *Ctx) error {
		d, err := c.domain("email.domain.write")
		if err != nil {
			return err
		}
		if d.ReceiveState == "none" {
			ten := 10
			d.ReceiveState, d.armedAt = "pending", c.w.now()
			d.DNSRecords = append(d.DNSRecords, &DNSRecord{Capability: "receive", Type: "MX", Name: d.Name, Value: "inbound.mail.fourth.example", Priority: &ten})
		}
		return c.json(200, d)
	})

	// messages
	s.op("GET "+p+"/messages", in("message.read"), func(c *Ctx) error { return c.listMessages() })
	s.op("GET "+p+"/messages/{id}", in("message.read"), func(c *Ctx) error {
		m, err := c.message(c.path("id"), messageWindow)
		if err != nil {
			return err
		}
		return c.json(200, obj{"message": m, "events": lst(m.events)})
	})
	s.op("GET "+p+"/messages/{id}/content", in("message.read"), func(c *Ctx) error {
		m, err := c.message(c.path("id"), contentWindow)
		if err != nil {
			return err
		}
		c.status, c.ctype, c.out = 200, "message/rfc822", m.raw
		return nil
	})

	s.op("GET "+p+"/settings", a("settings.read"), func(c *Ctx) error {
		e := &c.org.Em
		v := obj{"dailyQuota": c.org.Quota["daily-email"], "paused": e.paused, "bouncePausePct": bouncePausePct, "complaintPausePct": complaintPausePct,
			"acceptedToday": c.org.acceptedToday(c.w.now())}
		if e.paused {
			v["pausedAt"], v["pauseReason"] = Time{e.pausedAt}, e.pauseReason
		}
		return c.json(200, v)
	})

	// suppressions
	s.op("GET "+p+"/suppressions", a("suppression.read"), func(c *Ctx) error {
		return c.json(200, obj{"suppressions": lst(c.org.Em.suppressions)})
	})
	s.op("POST "+p+"/suppressions", a("suppression.write"), func(c *Ctx) error {
		var q struct{ Address *string }
		if err := c.decode(&q); err != nil {
			return err
		}
		if q.Address == nil || !validEmail(*q.Address) {
			return bad("address must be an email address")
		}
		if c.org.suppressed(*q.Address) != nil {
			return fail(409, "the address is already suppressed")
		}
		return c.json(201, c.w.suppress(c.org, *q.Address, "manual", c.w.now()))
	})
	s.op("DELETE "+p+"/suppressions/{id}", a("suppression.write"), func(c *Ctx) error {
		n := len(c.org.Em.suppressions)
		c.org.Em.suppressions = remove(c.org.Em.suppressions, func(x *Suppression) bool { return x.ID == c.path("id") })
		if n == len(c.org.Em.suppressions) {
			return notFound("suppression")
		}
		return c.none(204)
	})

	s.webhookRoutes()

	// the door that sends
	s.door("POST "+p+"/send", func(c *Ctx) error {
		h := hash(bearer(c.r))
		for _, o := range c.w.orgs {
			k := find(o.Em.keys, func(k *SendKey) bool { return k.secret == h && !k.revoked })
			if k == nil {
				continue
			}
			if !o.Entitled["email"] {
				return fail(403, "email is not enabled for this organization (private beta)")
			}
			if c.w.backendDown["email"] {
				return fail(502, "the email backend is unreachable")
			}
			var q mailReq
			if err := c.decode(&q); err != nil {
				return err
			}
			if err := q.validate(); err != nil {
				return err
			}
			m, err := c.w.send(o, &q, k, "api", c.w.now())
			if err != nil {
				return err
			}
			if len(m.recipients) == 0 {
				m.State, m.LastError = "failed", "every recipient is suppressed"
			}
			return c.json(202, obj{"id": m.ID, "messageId": m.ID, "state": m.State})
		}
		return fail(401, "invalid send key")
	})
}

func (c *Ctx) listMessages() error {
	q := c.r.URL.Query()
	if q.Has("direction") {
		if err := oneOf(q.Get("direction"), "direction", "send", "receive"); err != nil {
			return err
		}
	}
	from := c.w.now().Add(-messageWindow)
	if q.Has("since") {
		t, err := parseTime(q.Get("since"), "since")
		if err != nil {
			return err
		}
		if t.After(from) {
			from = t
		}
	}
	var curAt int64
	var curSeq int
	if q.Has("cursor") {
		b, err := base64.RawURLEncoding.DecodeString(q.Get("cursor"))
		if err != nil {
			return bad("cursor is invalid")
		}
		x, y, _ := strings.Cut(string(b), ".")
		var err1, err2 error
		curAt, err1 = strconv.ParseInt(x, 10, 64)
		curSeq, err2 = strconv.Atoi(y)
		if err1 != nil || err2 != nil {
			return bad("cursor is invalid")
		}
	}
	l := []*Message{}
	for _, m := range c.org.Em.messages {
		switch {
		case m.CreatedAt.Before(from),
			q.Get("direction") != "" && m.Direction != q.Get("direction"),
			q.Get("state") != "" && m.State != q.Get("state"),
			q.Get("domainId") != "" && m.DomainID != q.Get("domainId"),
			!c.can("email.message.read", m.DomainID):
			continue
		}
		if to := lower(q.Get("to")); to != "" {
			hit := false
			for _, x := range append(append([]string{}, m.To...), m.Cc...) {
				hit = hit || lower(x) == to
			}
			if !hit {
				continue
			}
		}
		if at := m.CreatedAt.UnixNano(); q.Has("cursor") && (at > curAt || (at == curAt && m.seq >= curSeq)) {
			continue
		}
		l = append(l, m)
	}
	sort.Slice(l, func(i, j int) bool {
		if l[i].CreatedAt.Equal(l[j].CreatedAt.Time) {
			return l[i].seq > l[j].seq
		}
		return l[i].CreatedAt.After(l[j].CreatedAt.Time)
	})
	out := obj{}
	if len(l) > messagePage {
		l = l[:messagePage]
		last := l[messagePage-1]
		out["cursor"] = base64.RawURLEncoding.EncodeToString([]byte(fmt.Sprintf("%d.%d", last.CreatedAt.UnixNano(), last.seq)))
	}
	out["messages"] = l
	return c.json(200, out)
}

func (o *Org) acceptedToday(now time.Time) int64 {
	day := now.UTC().Format("2006-01-02")
	var n int64
	for _, m := range o.Em.messages {
		if m.accepted && m.CreatedAt.UTC().Format("2006-01-02") == day {
			n++
		}
	}
	return n
}

func (w *World) suppress(o *Org, addr, reason string, at time.Time) *Suppression {
	s := &Suppression{newID("sup"), lower(addr), reason, Time{at}}
	o.Em.suppressions = append(o.Em.suppressions, s)
	return s
}

// ---- sending and receiving -----------------------------------------------

type mailReq struct {
	From          *string
	To            []string
	Cc            []string
	Subject, Text *string
	SizeBytes     *int
}

func (q *mailReq) validate() error {
	if q.From == nil || !validEmail(*q.From) {
		return bad("from must be an email address")
	}
	if len(q.To) == 0 {
		return bad("to must not be empty")
	}
	for _, a := range append(append([]string{}, q.To...), q.Cc...) {
		if !validEmail(a) {
			return bad("%q is not an email address", a)
		}
	}
	if q.Subject != nil && strings.ContainsAny(*q.Subject, "\r\n") {
		return bad("subject must be one line")
	}
	return nil
}

func domainOf(addr string) string { return lower(addr[strings.LastIndex(addr, "@")+1:]) }

func (w *World) newMessage(o *Org, d *Domain, q *mailReq, direction, state, door string, at time.Time) *Message {
	m := &Message{ID: newID("msg"), Direction: direction, State: state, From: *q.From, To: q.To, Cc: q.Cc, Door: door, DomainID: d.ID,
		CreatedAt: Time{at}, StateAt: Time{at}, seq: w.nextSeq()}
	text := ""
	if q.Subject != nil {
		m.Subject = *q.Subject
	}
	if q.Text != nil {
		text = *q.Text
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Date: %s\r\nMessage-ID: <%s@mail.fourth.example>\r\nFrom: %s\r\nTo: %s\r\n", at.UTC().Format(time.RFC1123Z), m.ID, m.From, strings.Join(m.To, ", "))
	if len(m.Cc) > 0 {
		fmt.Fprintf(&b, "Cc: %s\r\n", strings.Join(m.Cc, ", "))
	}
	fmt.Fprintf(&b, "Subject: %s\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n", m.Subject, text)
	if q.SizeBytes != nil && *q.SizeBytes > b.Len() && *q.SizeBytes <= 32<<20 {
		b.WriteString(strings.Repeat(" ", *q.SizeBytes-b.Len()))
	}
	m.raw = []byte(b.String())
	m.SizeBytes = len(m.raw)
	o.Em.messages = append(o.Em.messages, m)
	return m
}

// send accepts a message; its recipients are those that are not suppressed.
func (w *World) send(o *Org, q *mailReq, k *SendKey, door string, at time.Time) (*Message, error) {
	d := o.domainNamed(domainOf(*q.From))
	if d == nil {
		return nil, fail(403, "the sender's domain is not yours")
	}
	if k != nil {
		if k.revoked {
			return nil, fail(401, "the send key is revoked")
		}
		if len(k.DomainIDs) > 0 && !contains(k.DomainIDs, d.ID) {
			return nil, fail(403, "the key is not for this domain")
		}
	}
	if d.SendState != "verified" {
		return nil, fail(403, "the domain is not verified for sending")
	}
	if o.Em.paused {
		return nil, fail(403, "sending is paused: %s", o.Em.pauseReason)
	}
	if o.acceptedToday(at) >= o.Quota["daily-email"] {
		return nil, fail(429, "the daily quota is used up")
	}
	if k != nil {
		k.LastUsedAt = &Time{at}
	}
	m := w.newMessage(o, d, q, "send", "sent", door, at)
	for _, a := range append(append([]string{}, q.To...), q.Cc...) {
		if o.suppressed(a) == nil {
			m.recipients = append(m.recipients, a)
		}
	}
	if len(m.recipients) == 0 {
		return m, nil
	}
	m.accepted, m.SentAt = true, &Time{at}
	m.events = append(m.events, &MessageEvent{Kind: "sent", OccurredAt: Time{at}})
	w.publish(o, m, "message.sent", obj{"recipients": m.recipients}, at)
	return m, nil
}

// publish queues an event for the endpoints that subscribed to it.
func (w *World) publish(o *Org, m *Message, typ string, extra obj, at time.Time) []int {
	ids := []int{}
	for _, h := range o.Em.webhooks {
		if !h.Disabled && contains(h.EventTypes, typ) {
			ids = append(ids, w.queue(o, h, m, typ, extra, at))
		}
	}
	return ids
}

func (w *World) queue(o *Org, h *Webhook, m *Message, typ string, extra obj, at time.Time) int {
	data := obj{"messageId": m.ID, "direction": m.Direction, "domainId": m.DomainID, "from": m.From, "to": m.To, "subject": m.Subject, "state": m.State}
	for k, v := range extra {
		data[k] = v
	}
	id := newID("evt")
	body, _ := json.Marshal(obj{"id": id, "type": typ, "createdAt": Time{at}, "organization": o.Slug, "data": data})
	return w.enqueue(o, h, typ, m.ID, id, body).ID
}

func (r *Route) matches(local string) bool {
	if p, ok := strings.CutSuffix(r.Pattern, "*"); ok {
		return strings.HasPrefix(local, p)
	}
	return r.Pattern == local
}

// posture pauses sending when too much bounces or is complained about.
func (w *World) posture(o *Org) {
	e := &o.Em
	if e.paused {
		return
	}
	from := w.now().Add(-pauseWindow)
	if e.countFrom.After(from) {
		from = e.countFrom
	}
	var sent, bounced, complained float64
	for _, m := range e.messages {
		if m.accepted && m.CreatedAt.After(from) {
			sent++
		}
		for _, ev := range m.events {
			if ev.OccurredAt.After(from) {
				if ev.Kind == "bounced" && ev.BounceType == "hard" {
					bounced++
				}
				if ev.Kind == "complained" {
					complained++
				}
			}
		}
	}
	if sent < pauseMinimum {
		return
	}
	reason := ""
	if 100*bounced/sent >= bouncePausePct {
		reason = "bounce rate"
	} else if 100*complained/sent >= complaintPausePct {
		reason = "complaint rate"
	}
	if reason != "" {
		e.paused, e.pausedAt, e.pauseReason = true, w.now(), reason
	}
}

// ---- driver --------------------------------------------------------------

func (w *World) anyDomain(s string) (*Org, *Domain) {
	for _, o := range w.orgs {
		if d := find(o.Em.domains, func(d *Domain) bool { return d.ID == s || d.Name == lower(s) }); d != nil {
			return o, d
		}
	}
	return nil, nil
}

func (s *Server) emailEvents() {
	dns := func(name string, observed func(r *DNSRecord, value string) string) {
		s.event("dns-record-"+name, func(c *Ctx) (obj, error) {
			var q struct{ Domain, Capability, Type, Name, Value *string }
			if err := c.decode(&q); err != nil {
				return nil, err
			}
			if q.Domain == nil {
				return nil, bad("domain is required")
			}
			if q.Capability != nil {
				if err := oneOf(*q.Capability, "capability", "send", "receive"); err != nil {
					return nil, err
				}
			}
			v := ""
			if name == "mismatched" {
				if q.Value == nil {
					return nil, bad("value is required")
				}
				v = *q.Value
			}
			_, d := c.w.anyDomain(*q.Domain)
			if d == nil {
				return nil, notFound("domain")
			}
			n, matching := 0, 0
			for _, r := range d.DNSRecords {
				if (q.Capability != nil && r.Capability != *q.Capability) || (q.Type != nil && r.Type != *q.Type) || (q.Name != nil && r.Name != *q.Name) {
					continue
				}
				matching++
				if name == "removed" && r.observed == "" {
					continue
				}
				r.observed = observed(r, v)
				n++
			}
			if matching == 0 {
				return nil, fail(409, "the domain expects no such record")
			}
			return obj{"records": n}, nil
		})
	}
	dns("published", func(r *DNSRecord, _ string) string { return r.Value })
	dns("removed", func(r *DNSRecord, _ string) string { return "" })
	dns("mismatched", func(r *DNSRecord, v string) string { return v })

	s.event("message-sent", func(c *Ctx) (obj, error) {
		var q struct {
			mailReq
			SendKeyID, Secret, Door, CreatedAt *string
		}
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		if err := q.validate(); err != nil {
			return nil, err
		}
		at, err := c.when(q.CreatedAt, "createdAt")
		if err != nil {
			return nil, err
		}
		o, d := c.w.anyDomain(domainOf(*q.From))
		if d == nil {
			return nil, notFound("domain")
		}
		var k *SendKey
		if q.Secret != nil || q.SendKeyID != nil {
			for _, x := range c.w.orgs {
				f := find(x.Em.keys, func(k *SendKey) bool {
					return (q.Secret == nil || k.secret == hash(*q.Secret)) && (q.SendKeyID == nil || k.ID == *q.SendKeyID || k.KeyID == *q.SendKeyID)
				})
				if f != nil {
					if x != o {
						return nil, fail(409, "the key is not for this domain")
					}
					k = f
				}
			}
			if k == nil {
				if q.Secret != nil {
					return nil, fail(409, "the key is not valid")
				}
				return nil, notFound("send key")
			}
		}
		if !o.Entitled["email"] {
			return nil, fail(409, "email is not enabled for the organization")
		}
		door := "api"
		if q.Door != nil {
			door = *q.Door
		}
		suppressed := []string{}
		all := append(append([]string{}, q.To...), q.Cc...)
		for _, a := range all {
			if o.suppressed(a) != nil {
				suppressed = append(suppressed, a)
			}
		}
		if len(suppressed) == len(all) {
			return nil, fail(409, "every recipient is suppressed")
		}
		m, err := c.w.send(o, &q.mailReq, k, door, at)
		if err != nil {
			return nil, fail(409, "%s", err.Error())
		}
		return obj{"at": Time{at}, "messageId": m.ID, "suppressed": suppressed}, nil
	})

	s.event("message-received", func(c *Ctx) (obj, error) {
		var q struct {
			mailReq
			CreatedAt *string
		}
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		if err := q.validate(); err != nil {
			return nil, err
		}
		at, err := c.when(q.CreatedAt, "createdAt")
		if err != nil {
			return nil, err
		}
		var o *Org
		var d *Domain
		all := append(append([]string{}, q.To...), q.Cc...)
		for _, a := range all {
			if d == nil {
				o, d = c.w.anyDomain(domainOf(a))
			}
		}
		if d == nil {
			return nil, notFound("domain")
		}
		if d.ReceiveState != "verified" {
			return nil, fail(409, "the domain does not receive mail")
		}
		m := c.w.newMessage(o, d, &q.mailReq, "receive", "received", "", at)
		routes, deliveries := []string{}, []int{}
		for _, r := range o.Em.routes {
			if r.DomainID != d.ID {
				continue
			}
			for _, a := range all {
				local, _, _ := strings.Cut(lower(a), "@")
				if domainOf(a) == d.Name && r.matches(local) {
					routes = append(routes, r.ID)
					if h := o.webhook(r.EndpointID); h != nil && !h.Disabled {
						deliveries = append(deliveries, c.w.queue(o, h, m, "message.received", obj{"routeId": r.ID, "recipient": a}, at))
					}
					break
				}
			}
		}
		return obj{"at": Time{at}, "messageId": m.ID, "routeIds": routes, "deliveryIds": deliveries}, nil
	})

	// what happens to a sent message at its recipients
	outcome := func(name, kind string) {
		s.event("message-"+name, func(c *Ctx) (obj, error) {
			var q struct {
				MessageID, Recipient, Bounce, OccurredAt *string
				Detail                                   obj
			}
			if err := c.decode(&q); err != nil {
				return nil, err
			}
			if q.MessageID == nil {
				return nil, bad("messageId is required")
			}
			bounce := ""
			if kind == "bounced" {
				if q.Bounce == nil {
					return nil, bad("bounce is required")
				}
				if err := oneOf(*q.Bounce, "bounce", "hard", "soft"); err != nil {
					return nil, err
				}
				bounce = *q.Bounce
			}
			at, err := c.when(q.OccurredAt, "occurredAt")
			if err != nil {
				return nil, err
			}
			var o *Org
			var m *Message
			for _, x := range c.w.orgs {
				if f := find(x.Em.messages, func(m *Message) bool { return m.ID == *q.MessageID }); f != nil {
					o, m = x, f
				}
			}
			if m == nil {
				return nil, notFound("message")
			}
			if m.Direction != "send" || len(m.recipients) == 0 {
				return nil, fail(409, "the message was not sent")
			}
			who := m.recipients
			if q.Recipient != nil {
				i := -1
				for j, r := range m.recipients {
					if lower(r) == lower(*q.Recipient) {
						i = j
					}
				}
				if i < 0 {
					return nil, fail(409, "the message did not go to this recipient")
				}
				who = m.recipients[i : i+1]
			}
			deliveries, suppressions := []int{}, []string{}
			for _, r := range who {
				ev := &MessageEvent{Kind: kind, BounceType: bounce, Recipient: r, Detail: q.Detail, OccurredAt: Time{at}}
				extra := obj{"recipient": r}
				switch {
				case bounce == "soft":
					m.LastError = "soft bounce from " + r
				case bounce == "hard":
					m.State, m.StateAt, m.LastError = "bounced", Time{at}, "hard bounce from "+r
				default:
					m.State, m.StateAt = kind, Time{at}
				}
				if kind == "bounced" {
					extra["bounceType"] = bounce
					if ev.Detail == nil {
						ev.Detail = obj{"diagnostic": map[string]string{"hard": "550 5.1.1 user unknown", "soft": "452 4.2.2 mailbox full"}[bounce]}
					}
				}
				m.events = append(m.events, ev)
				reason := map[string]string{"hard": "bounce"}[bounce]
				if kind == "complained" {
					reason = "complaint"
				}
				if reason != "" && o.suppressed(r) == nil {
					suppressions = append(suppressions, c.w.suppress(o, r, reason, at).ID)
				}
				deliveries = append(deliveries, c.w.publish(o, m, "message."+kind, extra, at)...)
			}
			c.w.posture(o)
			out := obj{"at": Time{at}, "deliveryIds": deliveries}
			if kind != "delivered" {
				out["suppressionIds"], out["paused"] = suppressions, o.Em.paused
			}
			return out, nil
		})
	}
	outcome("delivered", "delivered")
	outcome("bounced", "bounced")
	outcome("complained", "complained")

	s.event("sending-unpaused", func(c *Ctx) (obj, error) {
		var q struct{ Organization *string }
		if err := decodeBody(c.in, &q, true); err != nil {
			return nil, err
		}
		o, err := c.orgNamed(q.Organization)
		if err != nil {
			return nil, err
		}
		if !o.Em.paused {
			return nil, fail(409, "sending is not paused")
		}
		o.Em.paused, o.Em.pauseReason, o.Em.countFrom = false, "", c.w.now()
		return nil, nil
	})

	s.event("domain-claimed-elsewhere", func(c *Ctx) (obj, error) {
		var q struct {
			Domain  *string
			Claimed *bool
		}
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		if q.Domain == nil {
			return nil, bad("domain is required")
		}
		if _, d := c.w.anyDomain(*q.Domain); d != nil {
			return nil, fail(409, "an organization of this world has the domain")
		}
		c.w.domainClaims[lower(*q.Domain)] = q.Claimed == nil || *q.Claimed
		return nil, nil
	})

	s.webhookEvents()
}

func okURL(s string) error {
	u, err := url.Parse(s)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return bad("url must be an http or https URL")
	}
	return nil
}
