package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
)

// EmailState is the email area.
type EmailState struct {
	domains  []*Domain
	dns      map[string]string
	keys     []*SendKey
	routes   []*Route
	messages []*Message
	supp     []*Supp
	hooks    []*Hook
	delivs   []*Deliv
	attempts []J
	delivSeq int
	bounced  map[string][]time.Time // per organization and kind
}

func newEmail() *EmailState {
	return &EmailState{dns: map[string]string{}, bounced: map[string][]time.Time{}}
}

// Domain is a sending domain.
type Domain struct {
	id, name, org, send, receive, token string
	created                             time.Time
	deleted                             bool
}
type record struct {
	capability, typ, name, value string
	prio                         int
}

func (r record) key() string { return r.typ + " " + r.name }

func (d *Domain) records() []record {
	return []record{
		{"send", "TXT", "_summit-verify." + d.name, "summit-verify=" + d.token, 0},
		{"send", "CNAME", "sm1._domainkey." + d.name, d.token + ".dkim.mail.summit-cloud.example", 0},
		{"send", "TXT", d.name, "v=spf1 include:spf.mail.summit-cloud.example ~all", 0},
		{"receive", "MX", d.name, "inbound.mail.summit-cloud.example", 10},
	}
}
func (r record) view() J {
	v := J{"capability": r.capability, "type": r.typ, "name": r.name, "value": r.value}
	if r.typ == "MX" {
		v["priority"] = r.prio
	}
	return v
}
func (d *Domain) view() J {
	rs := []J{}
	for _, r := range d.records() {
		rs = append(rs, r.view())
	}
	return J{"id": d.id, "name": d.name, "sendState": d.send, "receiveState": d.receive, "createdAt": ts(d.created), "dnsRecords": rs}
}

// SendKey lets an application send.
type SendKey struct {
	id, name, keyID, secret, org string
	domains                      []string
	created, used, revoked       time.Time
}

func (k *SendKey) view() J {
	v := J{"id": k.id, "name": k.name, "keyId": k.keyID, "domainIds": k.domains, "createdAt": ts(k.created)}
	if !k.used.IsZero() {
		v["lastUsedAt"] = ts(k.used)
	}
	if !k.revoked.IsZero() {
		v["revokedAt"] = ts(k.revoked)
	}
	return v
}

// Route passes inbound mail on.
type Route struct {
	id, pattern, org string
	d                *Domain
	hook             *Hook
	created          time.Time
	deleted          bool
}

func (r *Route) view() J {
	return J{"id": r.id, "domainId": r.d.id, "pattern": r.pattern, "endpointId": r.hook.id, "createdAt": ts(r.created)}
}
func (r *Route) fits(local string) bool {
	local = strings.ToLower(local)
	if strings.HasSuffix(r.pattern, "*") {
		return strings.HasPrefix(local, strings.TrimSuffix(r.pattern, "*"))
	}
	return r.pattern == local
}

// Message is one message of the log.
type Message struct {
	id, dir, state, from, subject, door, org, lastError string
	to, cc                                              []string
	d                                                   *Domain
	created, sentAt, stateAt                            time.Time
	events                                              []J
	raw                                                 []byte
	seq                                                 int
}

func (m *Message) view() J {
	v := J{"id": m.id, "direction": m.dir, "state": m.state, "from": m.from, "to": m.to, "sizeBytes": len(m.raw), "domainId": m.d.id, "createdAt": ts(m.created), "stateAt": ts(m.stateAt)}
	if len(m.cc) > 0 {
		v["cc"] = m.cc
	}
	if m.subject != "" {
		v["subject"] = m.subject
	}
	if m.door != "" {
		v["door"] = m.door
	}
	if m.lastError != "" {
		v["lastError"] = m.lastError
	}
	if !m.sentAt.IsZero() {
		v["sentAt"] = ts(m.sentAt)
	}
	return v
}

// Supp is a suppressed address.
type Supp struct {
	id, address, reason, org string
	created                  time.Time
	deleted                  bool
}

func (s *Supp) view() J {
	return J{"id": s.id, "address": s.address, "reason": s.reason, "createdAt": ts(s.created)}
}

// Hook is a webhook endpoint.
type Hook struct {
	id, url, secret, org string
	types                []string
	disabled, deleted    bool
	created              time.Time
	script               []J
	scripted             bool
	afterwards           string
	busy                 int
}

func (h *Hook) view() J {
	return J{"id": h.id, "url": h.url, "eventTypes": h.types, "disabled": h.disabled, "createdAt": ts(h.created)}
}

// Deliv is a webhook delivery.
type Deliv struct {
	id                         int
	h                          *Hook
	typ, msg, state, lastError string
	attempts, lastStatus       int
	delivered, created         time.Time
	payload                    []byte
	org                        string
}

func (d *Deliv) view() J {
	v := J{"id": d.id, "endpointId": d.h.id, "eventType": d.typ, "state": d.state, "attempts": d.attempts, "createdAt": ts(d.created)}
	if d.msg != "" {
		v["messageId"] = d.msg
	}
	if d.lastStatus != 0 {
		v["lastStatus"] = d.lastStatus
	}
	if d.lastError != "" {
		v["lastError"] = d.lastError
	}
	if !d.delivered.IsZero() {
		v["deliveredAt"] = ts(d.delivered)
	}
	return v
}

var eventTypes = []string{"MessageSent", "MessageDelivered", "MessageBounced", "MessageComplained", "MessageReceived"}
var domainForm = regexp.MustCompile(`^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)
var patternForm = regexp.MustCompile(`^[^\s@*]*\*?$`)

func (w *World) newDomain(o *Org, name string) *Domain {
	d := &Domain{id: ulid(w.now()), name: name, org: o.slug, send: "pending", receive: "none", token: strings.ToLower(random(20, crockford)), created: w.now()}
	w.email.domains = append(w.email.domains, d)
	w.after(72*time.Hour, "domain-patience", d.id, func() {
		if d.send == "pending" {
			d.send = "failed"
		}
	})
	return d
}

// verify is one pass of the reconcile loop over a domain.
func (w *World) verify(d *Domain) {
	if d.deleted || w.down["dns"] {
		return
	}
	state := func(capability, old string) string {
		all, wrong := true, false
		for _, r := range d.records() {
			if r.capability != capability {
				continue
			}
			v, there := w.email.dns[r.key()]
			if v != r.value {
				all = false
				wrong = wrong || there
			}
		}
		if all {
			return "verified"
		}
		if wrong || old == "verified" {
			return "failed"
		}
		return old
	}
	d.send = state("send", d.send)
	if d.receive != "none" {
		d.receive = state("receive", d.receive)
	}
}
func (w *World) verifySoon(d *Domain, in time.Duration) {
	w.after(in, "domain-verification", d.id, func() { w.verify(d) })
}

func (c *Ctx) domain(id, res, tier string) *Domain {
	id = strings.ToUpper(id)
	for _, d := range c.w.email.domains {
		if d.id == id && d.org == c.org.slug && !d.deleted {
			if !c.can("email", "domain", "read", id) {
				break
			}
			c.need("email", res, tier, id)
			return d
		}
	}
	if !c.canSome("email", res, tier) {
		fail(403, "this needs the permission email.%s.%s", res, tier)
	}
	fail(404, "there is no domain %s", id)
	return nil
}
func (w *World) hook(org, id string) *Hook {
	for _, h := range w.email.hooks {
		if h.id == strings.ToUpper(id) && h.org == org {
			return h
		}
	}
	return nil
}
func (c *Ctx) hook() *Hook {
	h := c.w.hook(c.org.slug, c.p["id"])
	if h == nil || h.deleted {
		fail(404, "there is no such endpoint")
	}
	return h
}

// settle waits a moment for requests to the endpoint that are on their way.
func settle(h *Hook) {
	for i := 0; i < 40 && h.busy > 0; i++ {
		mu.Unlock()
		time.Sleep(10 * time.Millisecond)
		mu.Lock()
	}
}

func (w *World) emit(org, typ string, m *Message, extra J) []int {
	ids := []int{}
	for _, h := range w.email.hooks {
		if h.org == org && !h.disabled && !h.deleted && (len(h.types) == 0 || has(h.types, typ)) {
			ids = append(ids, w.deliver(h, typ, m, extra).id)
		}
	}
	return ids
}
func (w *World) deliver(h *Hook, typ string, m *Message, extra J) *Deliv {
	body := J{"apiVersion": "events.summit-cloud.example/v1", "kind": typ, "metadata": J{"uid": ulid(w.now()), "creationTimestamp": ts(w.now()), "namespace": h.org}, "message": m.view()}
	for k, v := range extra {
		body[k] = v
	}
	b, _ := json.Marshal(body)
	return w.queue(h, typ, m.id, b)
}
func (w *World) queue(h *Hook, typ, msg string, payload []byte) *Deliv {
	w.email.delivSeq++
	d := &Deliv{id: 5000 + w.email.delivSeq, h: h, typ: typ, msg: msg, state: "pending", created: w.now(), payload: payload, org: h.org}
	w.email.delivs = append(w.email.delivs, d)
	w.after(time.Second, "delivery-attempt", strconv.Itoa(d.id), func() { w.attempt(d) })
	return d
}

var waits = []time.Duration{2 * time.Second, 10 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute}

var client = &http.Client{Timeout: 8 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

func (w *World) attempt(d *Deliv) {
	h := d.h
	if d.state == "delivered" || d.state == "failed" || d.state == "delivering" {
		return
	}
	if h.deleted || h.disabled {
		d.state, d.lastError = "failed", "the endpoint is switched off"
		if h.deleted {
			d.lastError = "the endpoint is deleted"
		}
		return
	}
	d.state = "delivering"
	d.attempts++
	stamp := strconv.FormatInt(time.Now().Unix(), 10)
	mac := hmac.New(sha256.New, []byte(h.secret))
	mac.Write([]byte(stamp + "."))
	mac.Write(d.payload)
	headers := map[string]string{"Content-Type": "application/json", "User-Agent": "summit-events/1", "X-Summit-Event": d.typ, "X-Summit-Delivery": strconv.Itoa(d.id),
		"X-Summit-Signature": "t=" + stamp + ",v1=" + hex.EncodeToString(mac.Sum(nil))}
	log := J{"deliveryId": d.id, "endpointId": h.id, "attempt": d.attempts, "at": iso(w.now()), "url": h.url, "headers": headers, "body": string(d.payload), "scripted": false}
	w.email.attempts = append(w.email.attempts, log)
	if h.scripted {
		a := h.script[0]
		if len(h.script) > 1 {
			h.script = h.script[1:]
		} else if h.afterwards == "send" {
			h.scripted = false
		}
		log["scripted"] = true
		wait := time.Duration(0)
		if ms, ok := toInt(a["afterMs"]); ok {
			wait = time.Duration(ms) * time.Millisecond
		}
		w.after(wait, "delivery-answer", strconv.Itoa(d.id), func() {
			if st, ok := toInt(a["status"]); ok {
				w.attempted(d, log, int(st), "")
			} else {
				f, _ := a["failure"].(string)
				w.attempted(d, log, 0, f)
			}
		})
		return
	}
	h.busy++
	u := h.url
	go func() {
		status, msg := 0, ""
		req, err := http.NewRequest("POST", u, bytes.NewReader(d.payload))
		if err == nil {
			for k, v := range headers {
				req.Header.Set(k, v)
			}
			var r *http.Response
			if r, err = client.Do(req); err == nil {
				status = r.StatusCode
				r.Body.Close()
			}
		}
		if err != nil {
			msg = err.Error()
			var ue *url.Error
			if errors.As(err, &ue) {
				msg = ue.Err.Error()
			}
			if os.IsTimeout(err) {
				msg = "timeout"
			}
		}
		mu.Lock()
		h.busy--
		w.attempted(d, log, status, msg)
		mu.Unlock()
	}()
}
func (w *World) attempted(d *Deliv, log J, status int, msg string) {
	if status != 0 {
		d.lastStatus = status
		log["status"] = status
		if status >= 200 && status < 300 {
			d.state, d.lastError, d.delivered = "delivered", "", w.now()
			return
		}
		msg = "the endpoint answered " + strconv.Itoa(status)
	} else {
		d.lastStatus = 0
		log["error"] = msg
	}
	d.lastError = msg
	if d.h.deleted || d.h.disabled || d.attempts > len(waits) {
		d.state = "failed"
		return
	}
	d.state = "pending"
	w.after(waits[d.attempts-1], "delivery-attempt", strconv.Itoa(d.id), func() { w.attempt(d) })
}

func (w *World) today(o *Org) int {
	day := w.now().UTC().Truncate(24 * time.Hour)
	n := 0
	for _, m := range w.email.messages {
		if m.org == o.slug && m.dir == "send" && !m.created.Before(day) && m.created.Before(day.Add(24*time.Hour)) {
			n++
		}
	}
	return n
}

type draft struct {
	from, subject, text, door string
	to, cc                    []string
	size                      int64
	at                        time.Time
}

func (w *World) build(dir, state string, d *Domain, x draft) *Message {
	m := &Message{id: ulid(w.now()), dir: dir, state: state, from: x.from, to: x.to, cc: x.cc, subject: x.subject, door: x.door, org: d.org, d: d, created: x.at, stateAt: x.at, seq: w.next()}
	var b bytes.Buffer
	fmt.Fprintf(&b, "Message-ID: <%s@%s>\r\nDate: %s\r\nFrom: %s\r\nTo: %s\r\n", m.id, d.name, x.at.Format(time.RFC1123Z), x.from, strings.Join(x.to, ", "))
	if len(x.cc) > 0 {
		fmt.Fprintf(&b, "Cc: %s\r\n", strings.Join(x.cc, ", "))
	}
	if x.subject != "" {
		fmt.Fprintf(&b, "Subject: %s\r\n", strings.NewReplacer("\r", " ", "\n", " ").Replace(x.subject))
	}
	fmt.Fprintf(&b, "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n", x.text)
	for int64(b.Len()) < x.size && b.Len() < 64<<20 {
		n := min(x.size-int64(b.Len()), 76)
		b.WriteString(strings.Repeat("x", int(n)))
	}
	m.raw = b.Bytes()
	w.email.messages = append(w.email.messages, m)
	return m
}
func hostOf(a string) string { return strings.ToLower(a[strings.LastIndex(a, "@")+1:]) }
func (w *World) domainNamed(n string) *Domain {
	for _, d := range w.email.domains {
		if !d.deleted && d.name == n {
			return d
		}
	}
	return nil
}
func (w *World) suppressed(org, a string) *Supp {
	for _, s := range w.email.supp {
		if s.org == org && !s.deleted && s.address == strings.ToLower(a) {
			return s
		}
	}
	return nil
}

// submit accepts a message for sending or refuses it.
func (w *World) submit(key *SendKey, x draft) (*Message, []string) {
	d := w.domainNamed(hostOf(x.from))
	if d == nil || (key != nil && key.org != d.org) {
		fail(403, "%s is not a domain of the organization", hostOf(x.from))
	}
	if key != nil && len(key.domains) > 0 && !has(key.domains, d.id) {
		fail(403, "the key is not for this domain")
	}
	if d.send != "verified" {
		fail(403, "the domain is not verified for sending")
	}
	o := w.orgs[d.org]
	if o.paused {
		fail(403, "sending is paused: %s", o.pauseReason)
	}
	if int64(w.today(o)) >= o.quotas["daily-email"] {
		fail(429, "the daily quota is used up")
	}
	left := []string{}
	for _, a := range append(append([]string{}, x.to...), x.cc...) {
		if w.suppressed(d.org, a) != nil {
			left = append(left, a)
		}
	}
	if len(left) == len(x.to)+len(x.cc) {
		fail(403, "every recipient is suppressed")
	}
	if key != nil {
		key.used = w.now()
	}
	m := w.build("send", "Queued", d, x)
	if x.at.Before(w.now().Add(-time.Second)) {
		w.send(m, x.at)
	} else {
		w.after(time.Second, "message-sent", m.id, func() { w.send(m, w.now()) })
	}
	return m, left
}
func (w *World) send(m *Message, at time.Time) {
	if m.state != "Queued" {
		return
	}
	m.state, m.sentAt, m.stateAt = "Sent", at, at
	m.events = append(m.events, J{"kind": "sent", "occurredAt": ts(at)})
	w.emit(m.org, "MessageSent", m, nil)
}
func (w *World) suppress(o *Org, address, reason string) *Supp {
	if w.suppressed(o.slug, address) != nil {
		return nil
	}
	s := &Supp{id: ulid(w.now()), address: strings.ToLower(address), reason: reason, org: o.slug, created: w.now()}
	w.email.supp = append(w.email.supp, s)
	return s
}
func (w *World) rate(o *Org, kind string, pct float64) {
	k := o.slug + " " + kind
	w.email.bounced[k] = append(w.email.bounced[k], w.now())
	from := w.now().Add(-24 * time.Hour)
	if o.pauseReset.After(from) {
		from = o.pauseReset
	}
	sent, bad := 0, 0
	for _, m := range w.email.messages {
		if m.org == o.slug && m.dir == "send" && m.created.After(from) {
			sent++
		}
	}
	for _, t := range w.email.bounced[k] {
		if t.After(from) {
			bad++
		}
	}
	if !o.paused && sent >= 50 && float64(bad)*100/float64(sent) >= pct {
		o.paused, o.pausedAt = true, w.now()
		o.pauseReason = fmt.Sprintf("the %s rate reached %g percent", kind, pct)
	}
}

const bouncePct, complaintPct = 10.0, 0.5

func emailRoutes() {
	const b = "/api/v1/email"
	on("GET", b+"/keys", func(c *Ctx) Resp {
		c.needSome("email", "key", "read")
		out := []J{}
		for _, k := range c.w.email.keys {
			if k.org != c.org.slug {
				continue
			}
			see := c.can("email", "key", "read", "")
			for _, d := range k.domains {
				see = see || c.can("email", "key", "read", d)
			}
			if see {
				out = append(out, k.view())
			}
		}
		return ok(J{"sendKeys": out})
	})
	on("POST", b+"/keys", func(c *Ctx) Resp {
		c.needSome("email", "key", "admin")
		k := &SendKey{id: ulid(c.w.now()), name: c.body.str("name"), keyID: "SK" + random(14, crockford), secret: secretOf("swsend_"), org: c.org.slug, created: c.w.now()}
		ids, _ := c.body.optStrs("domainIds")
		k.domains = []string{}
		for _, id := range ids {
			d := c.domain(id, "domain", "read")
			c.need("email", "key", "admin", d.id)
			k.domains = append(k.domains, d.id)
		}
		if len(k.domains) == 0 {
			c.need("email", "key", "admin", "")
		}
		c.w.email.keys = append(c.w.email.keys, k)
		return created(J{"sendKey": k.view(), "secret": k.secret})
	})
	on("DELETE", b+"/keys/{id}", func(c *Ctx) Resp {
		c.needSome("email", "key", "admin")
		for _, k := range c.w.email.keys {
			if k.id == c.id("id") && k.org == c.org.slug {
				allowed := c.can("email", "key", "admin", "") || len(k.domains) > 0
				if !c.can("email", "key", "admin", "") {
					for _, d := range k.domains {
						allowed = allowed && c.can("email", "key", "admin", d)
					}
				}
				if !allowed {
					fail(403, "this key is not yours to revoke")
				}
				if k.revoked.IsZero() {
					k.revoked = c.w.now()
				}
				return noContent()
			}
		}
		fail(404, "there is no such key")
		return Resp{}
	})
	on("GET", b+"/routes", func(c *Ctx) Resp {
		out := []J{}
		for _, r := range c.w.email.routes {
			if r.org == c.org.slug && !r.deleted && c.can("email", "route", "read", r.d.id) {
				out = append(out, r.view())
			}
		}
		return ok(J{"routes": out})
	})
	on("POST", b+"/routes", func(c *Ctx) Resp {
		c.needSome("email", "route", "write")
		did, pattern, eid := c.body.str("domainId"), strings.ToLower(c.body.str("pattern")), c.body.str("endpointId")
		d := c.domain(did, "route", "write")
		if !patternForm.MatchString(pattern) {
			invalid("pattern must be a local part, a prefix ending in a star, or a lone star")
		}
		h := c.w.hook(c.org.slug, eid)
		if h == nil || h.deleted {
			fail(404, "there is no endpoint %s", eid)
		}
		if d.receive == "none" {
			fail(409, "receiving is not armed on this domain")
		}
		for _, r := range c.w.email.routes {
			if !r.deleted && r.d == d && r.pattern == pattern {
				fail(409, "the pattern already exists on this domain")
			}
		}
		r := &Route{id: ulid(c.w.now()), pattern: pattern, org: c.org.slug, d: d, hook: h, created: c.w.now()}
		c.w.email.routes = append(c.w.email.routes, r)
		return created(r.view())
	})
	on("DELETE", b+"/routes/{id}", func(c *Ctx) Resp {
		c.needSome("email", "route", "write")
		for _, r := range c.w.email.routes {
			if r.id == c.id("id") && r.org == c.org.slug && c.can("email", "route", "read", r.d.id) {
				c.need("email", "route", "write", r.d.id)
				r.deleted = true
				return noContent()
			}
		}
		fail(404, "there is no such route")
		return Resp{}
	})
	on("GET", b+"/domains", func(c *Ctx) Resp {
		out := []J{}
		for _, d := range c.w.email.domains {
			if d.org == c.org.slug && !d.deleted && c.can("email", "domain", "read", d.id) {
				out = append(out, d.view())
			}
		}
		return ok(J{"domains": out})
	})
	on("POST", b+"/domains", func(c *Ctx) Resp {
		c.need("email", "domain", "admin", "")
		name := strings.TrimSuffix(strings.ToLower(c.body.str("name")), ".")
		if !domainForm.MatchString(name) || len(name) > 253 {
			invalid("name must be a domain name")
		}
		if c.w.domainNamed(name) != nil || c.w.claims[name] {
			fail(409, "the domain already has a live claim")
		}
		d := c.w.newDomain(c.org, name)
		c.w.verifySoon(d, time.Second)
		return created(d.view())
	})
	on("GET", b+"/domains/{id}", func(c *Ctx) Resp { return ok(c.domain(c.p["id"], "domain", "read").view()) })
	on("DELETE", b+"/domains/{id}", func(c *Ctx) Resp {
		for _, d := range c.w.email.domains {
			if d.id == c.id("id") && d.org == c.org.slug && d.deleted && c.can("email", "domain", "admin", "") {
				return noContent()
			}
		}
		d := c.domain(c.p["id"], "domain", "admin")
		d.deleted = true
		for _, r := range c.w.email.routes {
			if r.d == d {
				r.deleted = true
			}
		}
		return noContent()
	})
	on("GET", b+"/domains/{id}/dns", func(c *Ctx) Resp {
		d := c.domain(c.p["id"], "domain", "read")
		out := []J{}
		for _, r := range d.records() {
			v := J{"capability": r.capability, "type": r.typ, "name": r.name, "expected": r.value}
			got, there := c.w.email.dns[r.key()]
			switch {
			case c.w.down["dns"]:
				v["outcome"], v["error"] = "error", "SERVFAIL"
			case !there:
				v["outcome"] = "missing"
			case got != r.value:
				v["outcome"], v["observed"] = "mismatch", got
			default:
				v["outcome"], v["observed"] = "found", got
			}
			out = append(out, v)
		}
		return ok(J{"records": out})
	})
	on("POST", b+"/domains/{id}/check", func(c *Ctx) Resp {
		d := c.domain(c.p["id"], "domain", "write")
		c.w.verifySoon(d, time.Second)
		return Resp{status: 202, body: J{"status": "Queued"}}
	})
	on("POST", b+"/domains/{id}/receive", func(c *Ctx) Resp {
		d := c.domain(c.p["id"], "domain", "write")
		if d.receive == "none" || d.receive == "failed" {
			d.receive = "pending"
			c.w.verifySoon(d, time.Second)
		}
		return ok(d.view())
	})
	on("GET", b+"/messages", func(c *Ctx) Resp {
		c.needSome("email", "message", "read")
		dir := c.query("direction")
		if dir != "" {
			dir = oneOf("direction", dir, "send", "receive")
		}
		var since time.Time
		if s := c.query("since"); s != "" {
			t, good := parseTime(s)
			if !good {
				fail(400, "since must be a time")
			}
			since = t
		}
		after := ""
		if s := c.query("cursor"); s != "" {
			x, err := base64.RawURLEncoding.DecodeString(s)
			if err != nil || !strings.HasPrefix(string(x), "m") {
				fail(400, "the cursor is not one of ours")
			}
			after = string(x)
		}
		state, to, did := strings.ToLower(c.query("state")), strings.ToLower(c.query("to")), strings.ToUpper(c.query("domainId"))
		edge := c.w.now().Add(-90 * 24 * time.Hour)
		list := []*Message{}
		for _, m := range c.w.email.messages {
			if m.org != c.org.slug || m.created.Before(edge) || !c.can("email", "message", "read", m.d.id) {
				continue
			}
			if (dir != "" && m.dir != dir) || (state != "" && strings.ToLower(m.state) != state) || (did != "" && m.d.id != did) || (!since.IsZero() && m.created.Before(since)) {
				continue
			}
			if to != "" {
				hit := false
				for _, a := range append(append([]string{}, m.to...), m.cc...) {
					hit = hit || strings.Contains(strings.ToLower(a), to)
				}
				if !hit {
					continue
				}
			}
			list = append(list, m)
		}
		sort.Slice(list, func(i, j int) bool { return list[i].place() > list[j].place() })
		out := []J{}
		res := J{}
		seen := ""
		for _, m := range list {
			if after != "" && m.place() >= after {
				continue
			}
			if len(out) == 100 {
				res["cursor"] = base64.RawURLEncoding.EncodeToString([]byte(seen))
				break
			}
			out = append(out, m.view())
			seen = m.place()
		}
		res["messages"] = out
		return ok(res)
	})
	msg := func(c *Ctx) *Message {
		c.needSome("email", "message", "read")
		for _, m := range c.w.email.messages {
			if m.id == c.id("id") && m.org == c.org.slug && c.can("email", "message", "read", m.d.id) && !m.created.Before(c.w.now().Add(-90*24*time.Hour)) {
				return m
			}
		}
		fail(404, "there is no such message")
		return nil
	}
	on("GET", b+"/messages/{id}", func(c *Ctx) Resp {
		m := msg(c)
		return ok(J{"message": m.view(), "events": append([]J{}, m.events...)})
	})
	on("GET", b+"/messages/{id}/content", func(c *Ctx) Resp {
		m := msg(c)
		if m.created.Before(c.w.now().Add(-30 * 24 * time.Hour)) {
			fail(404, "the content is past its retention window")
		}
		return Resp{status: 200, raw: m.raw, ctype: "message/rfc822"}
	})
	on("GET", b+"/settings", func(c *Ctx) Resp {
		c.needSome("email", "settings", "read")
		v := J{"dailyQuota": c.org.quotas["daily-email"], "paused": c.org.paused, "bouncePausePct": bouncePct, "complaintPausePct": complaintPct, "acceptedToday": c.w.today(c.org)}
		if c.org.paused {
			v["pausedAt"], v["pauseReason"] = ts(c.org.pausedAt), c.org.pauseReason
		}
		return ok(v)
	})
	on("GET", b+"/suppressions", func(c *Ctx) Resp {
		c.need("email", "suppression", "read", "")
		out := []J{}
		for i := len(c.w.email.supp) - 1; i >= 0; i-- {
			if s := c.w.email.supp[i]; s.org == c.org.slug && !s.deleted {
				out = append(out, s.view())
			}
		}
		return ok(J{"suppressions": out})
	})
	on("POST", b+"/suppressions", func(c *Ctx) Resp {
		c.need("email", "suppression", "write", "")
		a := strings.ToLower(c.body.str("address"))
		if !validAddress(a) {
			invalid("address must be an email address")
		}
		s := c.w.suppress(c.org, a, "manual")
		if s == nil {
			s = c.w.suppressed(c.org.slug, a)
			s.reason = "manual"
		}
		return created(s.view())
	})
	on("DELETE", b+"/suppressions/{id}", func(c *Ctx) Resp {
		c.need("email", "suppression", "write", "")
		for _, s := range c.w.email.supp {
			if s.id == c.id("id") && s.org == c.org.slug {
				s.deleted = true
				return noContent()
			}
		}
		fail(404, "there is no such suppression")
		return Resp{}
	})
	types := func(c *Ctx) ([]string, bool) {
		l, given := c.body.optStrs("eventTypes")
		out := []string{}
		for _, t := range l {
			if t = oneOf("eventTypes", t, eventTypes...); !has(out, t) {
				out = append(out, t)
			}
		}
		return out, given
	}
	on("GET", b+"/webhooks", func(c *Ctx) Resp {
		c.need("email", "webhook", "read", "")
		out := []J{}
		for _, h := range c.w.email.hooks {
			if h.org == c.org.slug && !h.deleted {
				out = append(out, h.view())
			}
		}
		return ok(J{"webhooks": out})
	})
	on("POST", b+"/webhooks", func(c *Ctx) Resp {
		c.need("email", "webhook", "write", "")
		h := &Hook{id: ulid(c.w.now()), url: webURL("url", c.body.str("url")), secret: secretOf("swhook_"), org: c.org.slug, created: c.w.now()}
		var given bool
		if h.types, given = types(c); !given {
			invalid("eventTypes is required")
		}
		c.w.email.hooks = append(c.w.email.hooks, h)
		return created(J{"webhook": h.view(), "signingSecret": h.secret})
	})
	on("PATCH", b+"/webhooks/{id}", func(c *Ctx) Resp {
		c.need("email", "webhook", "write", "")
		h := c.hook()
		u, hasURL := c.body.opt("url")
		if hasURL {
			webURL("url", u)
		}
		t, hasTypes := types(c)
		dis, hasDis := c.body.optBool("disabled")
		if hasURL {
			h.url = u
		}
		if hasTypes {
			h.types = t
		}
		if hasDis {
			h.disabled = dis
			if dis {
				settle(h)
			}
		}
		return ok(h.view())
	})
	on("DELETE", b+"/webhooks/{id}", func(c *Ctx) Resp {
		c.need("email", "webhook", "write", "")
		h := c.w.hook(c.org.slug, c.p["id"])
		if h == nil {
			fail(404, "there is no such endpoint")
		}
		for _, r := range c.w.email.routes {
			if !r.deleted && r.hook == h {
				fail(409, "an inbound route still targets the endpoint")
			}
		}
		h.deleted = true
		settle(h)
		return noContent()
	})
	on("POST", b+"/webhooks/{id}/rotate-secret", func(c *Ctx) Resp {
		c.need("email", "webhook", "write", "")
		h := c.hook()
		h.secret = secretOf("swhook_")
		s := h.secret
		settle(h)
		return ok(J{"signingSecret": s})
	})
	on("GET", b+"/webhook-deliveries", func(c *Ctx) Resp {
		c.need("email", "webhook", "read", "")
		mid, eid := strings.ToUpper(c.query("messageId")), strings.ToUpper(c.query("endpointId"))
		out := []J{}
		for i := len(c.w.email.delivs) - 1; i >= 0 && len(out) < 500; i-- {
			d := c.w.email.delivs[i]
			if d.org == c.org.slug && (mid == "" || d.msg == mid) && (eid == "" || d.h.id == eid) {
				out = append(out, d.view())
			}
		}
		return ok(J{"deliveries": out})
	})
	on("POST", b+"/webhook-deliveries/{id}/redeliver", func(c *Ctx) Resp {
		c.need("email", "webhook", "write", "")
		for _, d := range c.w.email.delivs {
			if strconv.Itoa(d.id) == c.p["id"] && d.org == c.org.slug {
				if d.h.deleted || d.h.disabled {
					fail(409, "the endpoint is switched off or deleted")
				}
				return Resp{status: 202, body: J{"id": c.w.queue(d.h, d.typ, d.msg, d.payload).id}}
			}
		}
		fail(404, "there is no such delivery")
		return Resp{}
	})
	on("POST", b+"/outbox", func(c *Ctx) Resp {
		key := bearer(c)
		for _, k := range c.w.email.keys {
			if k.secret != key {
				continue
			}
			if !k.revoked.IsZero() {
				break
			}
			if !c.w.orgs[k.org].ent["email"] {
				fail(403, "email is not enabled for the organization")
			}
			c.reachable("email")
			x := draft{from: c.body.str("from"), at: c.w.now(), door: "http"}
			x.subject, _ = c.body.optRaw("subject")
			x.text, _ = c.body.optRaw("text")
			x.to, _ = c.body.optStrs("to")
			x.cc, _ = c.body.optStrs("cc")
			if len(x.to) == 0 {
				invalid("to must have an address")
			}
			for _, a := range append(append([]string{x.from}, x.to...), x.cc...) {
				if !validAddress(a) {
					invalid("%s is not an email address", a)
				}
			}
			m, _ := c.w.submit(k, x)
			return Resp{status: 202, body: J{"id": m.id}}
		}
		fail(401, "this is no valid send key")
		return Resp{}
	}).public = true
}

// place orders messages by creation; it is also what a cursor holds.
func (m *Message) place() string { return fmt.Sprintf("m%015d %010d", m.created.UnixMilli(), m.seq) }

func bearer(c *Ctx) string {
	f := strings.Fields(c.r.Header.Get("Authorization"))
	if len(f) == 2 && strings.EqualFold(f[0], "bearer") {
		return f[1]
	}
	return ""
}
