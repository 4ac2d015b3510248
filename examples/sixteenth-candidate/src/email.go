package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

type DnsRec struct {
	cap, typ, name, value string
	prio                  int64
	seen                  string // what a lookup finds; "" for nothing
}
type Domain struct {
	id, name, org string
	send, recv    string
	created       time.Time
	recs          []*DnsRec
	passes        int
}
type SendKey struct {
	id, name, keyId, org, secret string
	domains                      []string
	created, used                time.Time
	gone                         bool
}
type Route struct {
	id, domain, pattern, endpoint, org string
	created                            time.Time
}
type Hook struct {
	id, url, org, secret string
	types                []string
	disabled             bool
	created              time.Time
	script               []answer
	scripted             bool
	afterwards           string
}
type Ev struct {
	kind, btype, rcpt string
	detail            any
	at                time.Time
}
type Msg struct {
	id, dir, state, from, subject, door, domain, lastErr, org, raw string
	to, cc                                                         []string
	created, sent, stateAt                                         time.Time
	events                                                         []Ev
	seq                                                            int64
	bounced, complained                                            bool
}
type Supp struct {
	id, addr, reason string
	created          time.Time
}
type posture struct {
	paused   bool
	at       time.Time
	reason   string
	counting time.Time
}

type Email struct {
	w        *World
	mu       sync.Mutex
	domains  []*Domain
	claims   map[string]bool // of organizations elsewhere
	keys     []*SendKey
	routes   []*Route
	hooks    []*Hook
	msgs     []*Msg
	supps    map[string][]*Supp
	posture  map[string]*posture
	accepted map[string]map[string]int64
	dels     []*Delivery
	attempts []*Attempt
	seq      int64
	delSeq   int64
	down     bool
	dnsDown  bool
	routeIx  *Index
	suppIx   *Index
	msgIx    *Index
	delIx    *Index
}

const bouncePct, complaintPct, pauseMinimum = 60.0, 50.0, 25

var eventTypes = []string{"sent", "delivered", "bounced", "complained", "received"}

func newEmail(w *World) *Email {
	e := &Email{w: w, claims: map[string]bool{}, supps: map[string][]*Supp{}, posture: map[string]*posture{}, accepted: map[string]map[string]int64{}, delSeq: 40000}
	e.routeIx = newIndex(func(org string) []Row {
		e.mu.Lock()
		defer e.mu.Unlock()
		rows := []Row{}
		for _, r := range e.routes {
			if r.org == org {
				rows = append(rows, Row{Res: r.domain, V: r.view()})
			}
		}
		return rows
	})
	e.suppIx = newIndex(func(org string) []Row {
		e.mu.Lock()
		defer e.mu.Unlock()
		rows := []Row{}
		for _, s := range e.supps[org] {
			rows = append(rows, Row{V: s.view()})
		}
		return rows
	})
	e.msgIx = newIndex(func(org string) []Row {
		e.mu.Lock()
		defer e.mu.Unlock()
		rows := []Row{}
		for _, m := range e.msgs {
			if m.org == org {
				rows = append(rows, Row{Res: m.domain, At: m.created, V: m.view(), F: map[string]string{"dir": m.dir, "state": m.state, "to": "," + strings.ToLower(strings.Join(m.to, ",")) + ",", "seq": fmt.Sprintf("%020d%010d", m.created.UnixMicro(), m.seq)}})
			}
		}
		sortRows(rows)
		return rows
	})
	e.delIx = newIndex(func(org string) []Row {
		e.mu.Lock()
		defer e.mu.Unlock()
		rows := []Row{}
		for i := len(e.dels) - 1; i >= 0 && len(rows) < 2000; i-- {
			d := e.dels[i]
			if d.org == org {
				rows = append(rows, Row{F: map[string]string{"m": d.msg, "e": d.endpoint}, V: d.view()})
			}
		}
		return rows
	})
	return e
}

func sortRows(rows []Row) {
	sort.Slice(rows, func(i, j int) bool { return rows[i].F["seq"] > rows[j].F["seq"] }) // newest first
}

// gate: the entitlement, then the backend.
func (e *Email) gate(c *Ctx) {
	if !e.w.acc.entitled(c.caller.org, "email") {
		refuse(403, "~ email is in private beta and not enabled here")
	}
	e.mu.Lock()
	down := e.down
	e.mu.Unlock()
	if down {
		refuse(502, "~ the email backend is unreachable")
	}
}

func (e *Email) hasDomain(org, id string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	d := e.domain(id)
	return d != nil && d.org == org
}
func (e *Email) domain(id string) *Domain {
	for _, d := range e.domains {
		if d.id == id {
			return d
		}
	}
	return nil
}
func (e *Email) byName(name string) *Domain {
	for _, d := range e.domains {
		if d.name == strings.ToLower(strings.TrimSuffix(name, ".")) || d.id == name {
			return d
		}
	}
	return nil
}
func (e *Email) hook(org, id string) *Hook {
	for _, h := range e.hooks {
		if h.id == id && (org == "" || h.org == org) {
			return h
		}
	}
	return nil
}
func (e *Email) msg(id string) *Msg {
	for _, m := range e.msgs {
		if m.id == id {
			return m
		}
	}
	return nil
}

func (d *Domain) view() M {
	rs := []any{}
	for _, r := range d.recs {
		v := M{"capability": r.cap, "type": r.typ, "name": r.name, "value": r.value}
		if r.prio > 0 {
			v["priority"] = r.prio
		}
		rs = append(rs, v)
	}
	return M{"id": d.id, "name": d.name, "sendState": d.send, "receiveState": d.recv, "createdAt": tstr(d.created), "dnsRecords": rs}
}
func (r *Route) view() M {
	return M{"id": r.id, "domainId": r.domain, "pattern": r.pattern, "endpointId": r.endpoint, "createdAt": tstr(r.created)}
}
func (s *Supp) view() M {
	return M{"id": s.id, "address": s.addr, "reason": s.reason, "createdAt": tstr(s.created)}
}
func (h *Hook) view() M {
	return M{"id": h.id, "url": h.url, "eventTypes": h.types, "disabled": h.disabled, "createdAt": tstr(h.created)}
}
func (k *SendKey) view() M {
	v := M{"id": k.id, "name": k.name, "keyId": k.keyId, "domainIds": k.domains, "createdAt": tstr(k.created)}
	if !k.used.IsZero() {
		v["lastUsedAt"] = tstr(k.used)
	}
	return v
}
func (m *Msg) view() M {
	v := M{"id": m.id, "direction": m.dir, "state": m.state, "from": m.from, "to": m.to, "sizeBytes": len(m.raw), "domainId": m.domain, "createdAt": tstr(m.created), "stateAt": tstr(m.stateAt)}
	if len(m.cc) > 0 {
		v["cc"] = m.cc
	}
	for k, s := range map[string]string{"subject": m.subject, "door": m.door, "lastError": m.lastErr} {
		if s != "" {
			v[k] = s
		}
	}
	if !m.sent.IsZero() {
		v["sentAt"] = tstr(m.sent)
	}
	return v
}

var hostRe = regexp.MustCompile(`^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$`)
var patternRe = regexp.MustCompile(`^(?:\*|[A-Za-z0-9!#$%&'+/=?^_{|}~.-]+\*?)$`)

func emailRoutes() {
	const pre = "/api/v1/email"
	op := func(name, method, path string, body bool, h func(c *Ctx, e *Email) (int, any)) {
		add(name, method, pre+path, "email", body, func(c *Ctx) (int, any) {
			e := c.w.em
			e.mu.Lock()
			defer e.mu.Unlock()
			return h(c, e)
		})
	}
	free := func(name, method, path string, body bool, h func(c *Ctx, e *Email) (int, any)) {
		add(name, method, pre+path, "email", body, func(c *Ctx) (int, any) { return h(c, c.w.em) })
	}
	dom := func(c *Ctx, e *Email, id, perm string) *Domain {
		d := e.domain(id)
		if d == nil || d.org != c.caller.org {
			refuse(404, "~ unknown domain")
		}
		c.caller.must(perm, d.id)
		return d
	}
	op("listSendKeys", "GET", "/keys", false, func(c *Ctx, e *Email) (int, any) {
		c.caller.mustSome("email.key.read")
		l := []any{}
		for i := len(e.keys) - 1; i >= 0; i-- {
			k := e.keys[i]
			if k.org == c.caller.org && !k.gone && k.reach(c, "email.key.read") {
				l = append(l, k.view())
			}
		}
		return 200, M{"sendKeys": l}
	})
	op("createSendKey", "POST", "/keys", true, func(c *Ctx, e *Email) (int, any) {
		k := &SendKey{name: c.b.str("name")}
		k.domains, _ = c.b.strsOpt("domainIds")
		for _, i := range k.domains {
			d := e.domain(i)
			if d == nil || d.org != c.caller.org {
				refuse(404, "~ unknown domain %s", i)
			}
		}
		if !k.reach(c, "email.key.admin") {
			refuse(403, "~ email.key.admin is needed")
		}
		k.id, k.keyId, k.secret, k.org, k.created = nid("sk"), "SK"+random(6), secret("snd"), c.caller.org, e.w.now()
		e.keys = append(e.keys, k)
		return 201, M{"sendKey": k.view(), "secret": k.secret}
	})
	op("revokeSendKey", "DELETE", "/keys/{id}", false, func(c *Ctx, e *Email) (int, any) {
		for _, k := range e.keys {
			if k.id == c.p["id"] && k.org == c.caller.org {
				if !k.reach(c, "email.key.write") {
					refuse(403, "~ email.key.write is needed")
				}
				if k.gone {
					refuse(410, "~ revoked already")
				}
				k.gone = true
				return 204, nil
			}
		}
		refuse(404, "~ unknown key")
		return 0, nil
	})
	free("listRoutes", "GET", "/routes", false, func(c *Ctx, e *Email) (int, any) {
		f := c.caller.filter("email.route.read")
		l := []any{}
		for _, r := range e.routeIx.read(c.caller.org) {
			if f(r.Res) {
				l = append(l, r.V)
			}
		}
		return 200, M{"routes": l}
	})
	op("createRoute", "POST", "/routes", true, func(c *Ctx, e *Email) (int, any) {
		did, pat, eid := c.b.str("domainId"), c.b.str("pattern"), c.b.str("endpointId")
		if !patternRe.MatchString(pat) {
			c.b.fail("pattern", "is neither a local part, nor a prefix with a star, nor a star")
		}
		d := dom(c, e, did, "email.route.write")
		if e.hook(c.caller.org, eid) == nil {
			refuse(404, "~ unknown endpoint")
		}
		if d.recv == "none" {
			refuse(409, "~ receiving is not armed")
		}
		for _, r := range e.routes {
			if r.domain == did && strings.EqualFold(r.pattern, pat) {
				refuse(409, "~ the domain has this pattern already")
			}
		}
		r := &Route{nid("rt"), did, pat, eid, c.caller.org, e.w.now()}
		e.routes = append(e.routes, r)
		e.routeIx.touch(r.org)
		return 201, r.view()
	})
	op("deleteRoute", "DELETE", "/routes/{id}", false, func(c *Ctx, e *Email) (int, any) {
		for i, r := range e.routes {
			if r.id == c.p["id"] && r.org == c.caller.org {
				c.caller.must("email.route.write", r.domain)
				e.routes = append(append([]*Route{}, e.routes[:i]...), e.routes[i+1:]...)
				e.routeIx.touch(r.org)
				return 204, nil
			}
		}
		refuse(404, "~ unknown route")
		return 0, nil
	})
	op("listDomains", "GET", "/domains", false, func(c *Ctx, e *Email) (int, any) {
		f := c.caller.filter("email.domain.read")
		l := []any{}
		for _, d := range e.domains {
			if d.org == c.caller.org && f(d.id) {
				l = append(l, d.view())
			}
		}
		return 200, M{"domains": l}
	})
	op("createDomain", "POST", "/domains", true, func(c *Ctx, e *Email) (int, any) {
		name := strings.ToLower(strings.TrimSuffix(c.b.str("name"), "."))
		if !hostRe.MatchString(name) || len(name) > 253 {
			c.b.fail("name", "is not a domain name")
		}
		c.caller.must("email.domain.write", "")
		if e.byName(name) != nil || e.claims[name] {
			refuse(409, "~ somebody has a live claim to this name")
		}
		d := e.addDomain(c.caller.org, nid("dm"), name)
		return 201, d.view()
	})
	op("getDomain", "GET", "/domains/{id}", false, func(c *Ctx, e *Email) (int, any) {
		return 200, dom(c, e, c.p["id"], "email.domain.read").view()
	})
	op("deleteDomain", "DELETE", "/domains/{id}", false, func(c *Ctx, e *Email) (int, any) {
		d := dom(c, e, c.p["id"], "email.domain.write")
		for i, x := range e.domains {
			if x == d {
				e.domains = append(append([]*Domain{}, e.domains[:i]...), e.domains[i+1:]...)
			}
		}
		e.w.emit(Event{Topic: "down", Org: d.org, Service: "email", Id: d.id})
		return 204, nil
	})
	op("getDomainDns", "GET", "/domains/{id}/dns", false, func(c *Ctx, e *Email) (int, any) {
		d := dom(c, e, c.p["id"], "email.domain.read")
		l := []any{}
		for _, r := range d.recs {
			v := M{"capability": r.cap, "type": r.typ, "name": r.name, "expected": r.value}
			switch {
			case e.dnsDown:
				v["outcome"] = "error"
			case r.seen == "":
				v["outcome"] = "missing"
			case r.seen == r.value:
				v["outcome"] = "found"
			default:
				v["outcome"], v["observed"] = "mismatch", r.seen
			}
			l = append(l, v)
		}
		return 200, M{"records": l}
	})
	op("checkDomain", "POST", "/domains/{id}/check", false, func(c *Ctx, e *Email) (int, any) {
		d := dom(c, e, c.p["id"], "email.domain.write")
		e.pass(d, 1200*time.Millisecond, true)
		return 202, M{"status": "in-line"}
	})
	op("armDomainReceiving", "POST", "/domains/{id}/receive", false, func(c *Ctx, e *Email) (int, any) {
		d := dom(c, e, c.p["id"], "email.domain.write")
		e.arm(d)
		return 200, d.view()
	})
	free("listMessages", "GET", "/messages", false, listMessages)
	op("getMessage", "GET", "/messages/{id}", false, func(c *Ctx, e *Email) (int, any) {
		m := e.msg(c.p["id"])
		if m == nil || m.org != c.caller.org {
			refuse(404, "~ unknown message")
		}
		c.caller.must("email.message.read", m.domain)
		l := []any{}
		for _, x := range m.events {
			v := M{"kind": x.kind, "occurredAt": tstr(x.at)}
			if x.btype != "" {
				v["bounceType"] = x.btype
			}
			if x.rcpt != "" {
				v["recipient"] = x.rcpt
			}
			if x.detail != nil {
				v["detail"] = x.detail
			}
			l = append(l, v)
		}
		return 200, M{"message": m.view(), "events": l}
	})
	op("getMessageContent", "GET", "/messages/{id}/content", false, func(c *Ctx, e *Email) (int, any) {
		m := e.msg(c.p["id"])
		if m == nil || m.org != c.caller.org {
			refuse(404, "~ unknown message")
		}
		c.caller.must("email.message.read", m.domain)
		if e.w.now().Sub(m.created) >= 30*24*time.Hour {
			refuse(404, "~ the content is past its retention window")
		}
		c.done(200, "message/rfc822", []byte(m.raw))
		return 0, nil
	})
	op("getEmailSettings", "GET", "/settings", false, func(c *Ctx, e *Email) (int, any) {
		c.caller.mustSome("email.settings.read")
		p := e.pos(c.caller.org)
		v := M{"dailyQuota": e.w.acc.quota(c.caller.org, "daily-email"), "paused": p.paused, "bouncePausePct": bouncePct, "complaintPausePct": complaintPct, "acceptedToday": e.accepted[c.caller.org][e.day(e.w.now())]}
		if p.paused {
			v["pausedAt"], v["pauseReason"] = tstr(p.at), p.reason
		}
		return 200, v
	})
	free("listSuppressions", "GET", "/suppressions", false, func(c *Ctx, e *Email) (int, any) {
		c.caller.must("email.suppression.read", "")
		l := []any{}
		for _, r := range e.suppIx.read(c.caller.org) {
			l = append(l, r.V)
		}
		return 200, M{"suppressions": l}
	})
	op("createSuppression", "POST", "/suppressions", true, func(c *Ctx, e *Email) (int, any) {
		a := strings.ToLower(c.b.str("address"))
		if !isAddr(a) {
			c.b.fail("address", "is not an email address")
		}
		c.caller.must("email.suppression.write", "")
		e.unsuppress(c.caller.org, a)
		return 201, e.suppress(c.caller.org, a, "manual", e.w.now()).view()
	})
	op("deleteSuppression", "DELETE", "/suppressions/{id}", false, func(c *Ctx, e *Email) (int, any) {
		for _, s := range e.supps[c.caller.org] {
			if s.id == c.p["id"] {
				c.caller.must("email.suppression.write", "")
				e.unsuppress(c.caller.org, s.addr)
				return 204, nil
			}
		}
		refuse(404, "~ unknown suppression")
		return 0, nil
	})
	op("listWebhooks", "GET", "/webhooks", false, func(c *Ctx, e *Email) (int, any) {
		c.caller.must("email.webhook.read", "")
		l := []any{}
		for i := len(e.hooks) - 1; i >= 0; i-- {
			if e.hooks[i].org == c.caller.org {
				l = append(l, e.hooks[i].view())
			}
		}
		return 200, M{"webhooks": l}
	})
	types := func(c *Ctx) []string {
		ts := c.b.strs("eventTypes")
		if len(ts) == 0 {
			c.b.fail("eventTypes", "is empty")
		}
		for i, t := range ts {
			if !in(eventTypes, t) || in(ts[:i], t) {
				c.b.fail("eventTypes", "has unknown or repeated values")
			}
		}
		return ts
	}
	hookURL := func(c *Ctx) string {
		u := c.b.str("url")
		if !isWeb(u) {
			c.b.fail("url", "is not a web URI")
		}
		return u
	}
	op("createWebhook", "POST", "/webhooks", true, func(c *Ctx, e *Email) (int, any) {
		h := &Hook{url: hookURL(c), types: types(c)}
		c.caller.must("email.webhook.write", "")
		h.id, h.org, h.secret, h.created = nid("wh"), c.caller.org, secret("sig"), e.w.now()
		e.hooks = append(e.hooks, h)
		return 201, M{"webhook": h.view(), "signingSecret": h.secret}
	})
	hook := func(c *Ctx, e *Email, perm string) *Hook {
		h := e.hook(c.caller.org, c.p["id"])
		if h == nil {
			refuse(404, "~ unknown endpoint")
		}
		c.caller.must(perm, "")
		return h
	}
	op("updateWebhook", "PATCH", "/webhooks/{id}", true, func(c *Ctx, e *Email) (int, any) {
		var u string
		var ts []string
		if _, ok := c.b.opt("url"); ok {
			u = hookURL(c)
		}
		if _, ok := c.b.opt("eventTypes"); ok {
			ts = types(c)
		}
		dis, has := false, false
		if _, has = c.b.opt("disabled"); has {
			dis = c.b.bool("disabled")
		}
		h := hook(c, e, "email.webhook.write")
		if u != "" {
			h.url = u
		}
		if ts != nil {
			h.types = ts
		}
		if has {
			h.disabled = dis
		}
		return 200, h.view()
	})
	op("deleteWebhook", "DELETE", "/webhooks/{id}", false, func(c *Ctx, e *Email) (int, any) {
		h := hook(c, e, "email.webhook.write")
		for _, r := range e.routes {
			if r.endpoint == h.id {
				refuse(409, "~ a route still targets this endpoint")
			}
		}
		for i, x := range e.hooks {
			if x == h {
				e.hooks = append(append([]*Hook{}, e.hooks[:i]...), e.hooks[i+1:]...)
			}
		}
		return 204, nil
	})
	op("rotateWebhookSecret", "POST", "/webhooks/{id}/rotate-secret", false, func(c *Ctx, e *Email) (int, any) {
		h := hook(c, e, "email.webhook.write")
		h.secret = secret("sig")
		return 200, M{"signingSecret": h.secret}
	})
	free("listDeliveries", "GET", "/webhook-deliveries", false, func(c *Ctx, e *Email) (int, any) {
		c.caller.must("email.webhook.read", "")
		l := []any{}
		m, ep := c.query("messageId"), c.query("endpointId")
		for _, r := range e.delIx.read(c.caller.org) {
			if (m == "" || r.F["m"] == m) && (ep == "" || r.F["e"] == ep) && len(l) < 150 {
				l = append(l, r.V)
			}
		}
		return 200, M{"deliveries": l}
	})
	op("redeliverDelivery", "POST", "/webhook-deliveries/{id}/redeliver", false, func(c *Ctx, e *Email) (int, any) {
		n, _ := strconv.ParseInt(c.p["id"], 10, 64)
		for _, d := range e.dels {
			if d.id == n && d.org == c.caller.org {
				c.caller.must("email.webhook.write", "")
				h := e.hook(c.caller.org, d.endpoint)
				if h == nil {
					refuse(409, "~ its endpoint is deleted")
				}
				x := e.newDelivery(h.id, h.org, d.kind, d.msg, d.payload, 0, e.w.now(), !h.disabled)
				if h.disabled {
					x.state, x.lastErr = "failed", "endpoint is disabled"
				}
				return 202, M{"id": x.id}
			}
		}
		refuse(404, "~ unknown delivery")
		return 0, nil
	})
	addDoor("sendMessage", "POST", pre+"/outbox", "email", true, sendMessage)
}

func (k *SendKey) reach(c *Ctx, perm string) bool {
	if len(k.domains) == 0 {
		return c.caller.can(perm, "")
	}
	for _, d := range k.domains {
		if !c.caller.can(perm, d) {
			return false
		}
	}
	return true
}

func (e *Email) pos(org string) *posture {
	p := e.posture[org]
	if p == nil {
		p = &posture{}
		e.posture[org] = p
	}
	return p
}
func (e *Email) day(t time.Time) string { return t.Add(-5 * time.Hour).Format("2006-01-02") }

func (e *Email) addDomain(org, id, name string) *Domain {
	tok := strings.ToLower(random(16))
	d := &Domain{id: id, name: name, org: org, send: "pending", recv: "none", created: e.w.now()}
	d.recs = []*DnsRec{
		{cap: "send", typ: "TXT", name: tok[:8] + "._domainkey." + name, value: "v=DKIM1; k=ed25519; p=" + tok},
		{cap: "send", typ: "TXT", name: name, value: "v=spf1 include:out.pelican.example ~all"},
		{cap: "send", typ: "CNAME", name: "bounce." + name, value: tok[8:] + ".return.pelican.example"},
	}
	e.domains = append(e.domains, d)
	e.w.emit(Event{Topic: "up", Org: org, Service: "email", Id: id, Name: name})
	return d
}

func (e *Email) arm(d *Domain) {
	if d.recv == "none" {
		d.recv = "pending"
		d.recs = append(d.recs, &DnsRec{cap: "receive", typ: "MX", name: d.name, value: "in." + strings.ToLower(random(5)) + ".pelican.example", prio: 20})
	} else if d.recv == "failed" {
		d.recv = "pending"
	}
}

// pass looks at the records after a while. A forced one says failed, one of its own accord leaves pending alone.
func (e *Email) pass(d *Domain, wait time.Duration, forced bool) {
	e.w.clk.after(wait, "verification", "EmailDomain", d.id, func(at time.Time) {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.dnsDown || e.down {
			return
		}
		for _, cp := range []string{"send", "receive"} {
			all, some := true, false
			for _, r := range d.recs {
				if r.cap == cp {
					some = true
					all = all && r.seen == r.value
				}
			}
			st := &d.send
			if cp == "receive" {
				st = &d.recv
			}
			if !some || *st == "none" {
				continue
			}
			if all {
				*st = "verified"
			} else if forced || *st == "verified" {
				*st = "failed"
			}
		}
	})
}

func (e *Email) suppress(org, addr, reason string, at time.Time) *Supp {
	s := &Supp{nid("sup"), addr, reason, at}
	e.supps[org] = append(append([]*Supp{}, e.supps[org]...), s)
	e.suppIx.touch(org)
	return s
}
func (e *Email) suppressed(org, addr string) *Supp {
	for _, s := range e.supps[org] {
		if s.addr == strings.ToLower(addr) {
			return s
		}
	}
	return nil
}
func (e *Email) unsuppress(org, addr string) {
	l := []*Supp{}
	for _, s := range e.supps[org] {
		if s.addr != addr {
			l = append(l, s)
		}
	}
	e.supps[org] = l
	e.suppIx.touch(org)
}

const pageSize = 13

func listMessages(c *Ctx, e *Email) (int, any) {
	can := c.caller.filter("email.message.read")
	f := map[string]string{}
	for _, k := range []string{"direction", "state", "domainId", "to", "since"} {
		f[k] = c.query(k)
	}
	before := ""
	if cur := c.query("cursor"); cur != "" {
		raw, err := base64.RawURLEncoding.DecodeString(cur)
		var v struct {
			B string
			F map[string]string
		}
		if err != nil || json.Unmarshal(raw, &v) != nil || v.B == "" {
			refuse(invalid, "~ query cursor: was never given out")
		}
		before, f = v.B, v.F // the cursor keeps the filters
	}
	if d := f["direction"]; d != "" && d != "send" && d != "receive" {
		refuse(invalid, "~ query direction: is send or receive")
	}
	since := time.Time{}
	if f["since"] != "" {
		t, ok := parseTime(f["since"])
		if !ok {
			refuse(invalid, "~ query since: is not a time")
		}
		since = t
	}
	window := e.w.now().Add(-90 * 24 * time.Hour)
	l := []any{}
	lastSeq := ""
	more := false
	for _, r := range e.msgIx.read(c.caller.org) {
		if before != "" && r.F["seq"] >= before || !r.At.After(window) || r.At.Before(since) || !can(r.Res) {
			continue
		}
		if f["direction"] != "" && f["direction"] != r.F["dir"] || f["state"] != "" && f["state"] != r.F["state"] || f["domainId"] != "" && f["domainId"] != r.Res {
			continue
		}
		if f["to"] != "" && !strings.Contains(r.F["to"], ","+strings.ToLower(f["to"])+",") {
			continue
		}
		if len(l) == pageSize {
			more = true
			break
		}
		l = append(l, r.V)
		lastSeq = r.F["seq"]
	}
	v := M{"messages": l}
	if more {
		b, _ := json.Marshal(M{"B": lastSeq, "F": f})
		v["cursor"] = base64.RawURLEncoding.EncodeToString(b)
	}
	return 200, v
}

// ---------- mail itself ----------

func rawMail(m *Msg, text string, size int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "From: %s\r\nTo: %s\r\n", m.from, strings.Join(m.to, ", "))
	if len(m.cc) > 0 {
		fmt.Fprintf(&b, "Cc: %s\r\n", strings.Join(m.cc, ", "))
	}
	if m.subject != "" {
		fmt.Fprintf(&b, "Subject: %s\r\n", strings.NewReplacer("\r", " ", "\n", " ").Replace(m.subject))
	}
	fmt.Fprintf(&b, "Date: %s\r\nMessage-ID: <%s@pelican.example>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n", m.created.Format(time.RFC1123Z), m.id, text)
	for b.Len() < size {
		n := size - b.Len()
		if n > 70 {
			n = 70
		}
		if n <= 2 {
			b.WriteString(strings.Repeat("=", n))
		} else {
			b.WriteString(strings.Repeat("=", n-2) + "\r\n")
		}
	}
	return b.String()
}

type outgoing struct {
	org, from, subject, text, door string
	to, cc                         []string
	size                           int
	at                             time.Time
	key                            *SendKey
}

func domainPart(a string) string {
	i := strings.LastIndex(a, "@")
	return strings.ToLower(a[i+1:])
}

// accept takes a message for sending; it needs the lock. 409 or 403 by the caller.
func (e *Email) accept(o outgoing, status int) (*Msg, []string) {
	d := e.byName(domainPart(o.from))
	if d == nil || o.org != "" && d.org != o.org {
		refuse(status, "~ the sender's domain is not of this organization")
	}
	if d.send != "verified" {
		refuse(status, "~ the sender's domain is not verified")
	}
	if o.key != nil {
		if o.key.gone || o.key.org != d.org || len(o.key.domains) > 0 && !in(o.key.domains, d.id) {
			refuse(status, "~ the key is not for this domain")
		}
	}
	p := e.pos(d.org)
	if p.paused {
		refuse(status, "~ sending is paused")
	}
	left := []string{}
	keep := func(l []string) []string {
		r := []string{}
		for _, a := range l {
			if e.suppressed(d.org, a) != nil {
				left = append(left, a)
			} else {
				r = append(r, a)
			}
		}
		return r
	}
	to, cc := keep(o.to), keep(o.cc)
	if len(to)+len(cc) == 0 {
		refuse(status, "~ every recipient is suppressed")
	}
	n := int64(len(to) + len(cc))
	day := e.day(o.at)
	acc := e.accepted[d.org]
	if acc == nil {
		acc = map[string]int64{}
		e.accepted[d.org] = acc
	}
	if acc[day]+n > e.w.acc.quota(d.org, "daily-email") {
		refuse(status, "~ the daily quota is used up")
	}
	acc[day] += n
	e.seq++
	m := &Msg{id: nid("ml"), dir: "send", state: "accepted", from: o.from, to: o.to, cc: o.cc, subject: o.subject, door: o.door, domain: d.id, org: d.org, created: o.at, stateAt: o.at, seq: e.seq}
	m.raw = rawMail(m, o.text, o.size)
	if o.key != nil {
		o.key.used = o.at
	}
	e.msgs = append(e.msgs, m)
	e.msgIx.touch(m.org)
	e.w.clk.at(o.at, 700*time.Millisecond, "send", "EmailMessage", m.id, func(at time.Time) {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.markSent(m, at)
	})
	return m, left
}

func (m *Msg) rcpts() []string { return append(append([]string{}, m.to...), m.cc...) }

func (e *Email) markSent(m *Msg, at time.Time) {
	if !m.sent.IsZero() {
		return
	}
	m.sent = at
	if m.state == "accepted" {
		m.state, m.stateAt = "sent", at
	}
	m.events = append(m.events, Ev{kind: "sent", at: at})
	e.announce(m, "sent", "", nil, at)
	e.msgIx.touch(m.org)
}

// announce makes deliveries to every endpoint that wants to hear of it.
func (e *Email) announce(m *Msg, kind, rcpt string, extra M, at time.Time) []int64 {
	ids := []int64{}
	for _, h := range e.hooks {
		if h.org == m.org && !h.disabled && in(h.types, kind) {
			ids = append(ids, e.newDelivery(h.id, h.org, kind, m.id, payload(m, kind, rcpt, extra, at), 0, at, true).id)
		}
	}
	return ids
}

func payload(m *Msg, kind, rcpt string, extra M, at time.Time) []byte {
	v := M{"what": kind, "when": tstr(at), "message": m.id, "domain": m.domain, "from": m.from, "to": m.to}
	if rcpt != "" {
		v["recipient"] = rcpt
	}
	if m.subject != "" {
		v["subject"] = m.subject
	}
	for k, x := range extra {
		v[k] = x
	}
	b, _ := json.Marshal(v)
	return b
}

func (e *Email) outcome(m *Msg, kind, rcpt, btype string, detail any, at time.Time) (dels []int64, sups []string) {
	dels, sups = []int64{}, []string{}
	e.markSent(m, at)
	extra := M{}
	if btype != "" {
		extra["bounce"] = btype
	}
	for _, a := range m.rcpts() {
		if rcpt != "" && !strings.EqualFold(a, rcpt) {
			continue
		}
		m.events = append(m.events, Ev{kind, btype, a, detail, at})
		dels = append(dels, e.announce(m, kind, a, extra, at)...)
		reason := ""
		if kind == "bounced" && btype == "permanent" {
			reason = "bounce"
			m.bounced = true
		}
		if kind == "complained" {
			reason = "complaint"
			m.complained = true
		}
		if reason != "" && e.suppressed(m.org, a) == nil {
			sups = append(sups, e.suppress(m.org, strings.ToLower(a), reason, at).id)
		}
	}
	if !(kind == "bounced" && btype != "permanent") {
		m.state, m.stateAt = kind, at
	}
	if kind == "bounced" {
		m.lastErr = "the other side said no (" + btype + ")"
	}
	e.msgIx.touch(m.org)
	e.judge(m.org, at)
	return
}

// judge pauses sending when too much bounces, or too many complain.
func (e *Email) judge(org string, now time.Time) {
	p := e.pos(org)
	if p.paused {
		return
	}
	n, b, k := 0, 0, 0
	from := now.Add(-24 * time.Hour)
	if p.counting.After(from) {
		from = p.counting
	}
	for _, m := range e.msgs {
		if m.org == org && m.dir == "send" && !m.created.Before(from) {
			n++
			if m.bounced {
				b++
			}
			if m.complained {
				k++
			}
		}
	}
	if n < pauseMinimum {
		return
	}
	if float64(b)*100/float64(n) >= bouncePct {
		p.paused, p.at, p.reason = true, now, "too many bounces"
	} else if float64(k)*100/float64(n) >= complaintPct {
		p.paused, p.at, p.reason = true, now, "too many complaints"
	}
}

func (e *Email) keyBySecret(s string) *SendKey {
	for _, k := range e.keys {
		if s != "" && k.secret == s {
			return k
		}
	}
	return nil
}

func sendMessage(c *Ctx) (int, any) {
	e := c.w.em
	sec := bearer(c.r)
	e.mu.Lock()
	k := e.keyBySecret(sec)
	e.mu.Unlock()
	if k == nil || k.gone {
		refuse(401, "~ no such send key")
	}
	if !c.w.acc.entitled(k.org, "email") {
		refuse(403, "~ email is not enabled here")
	}
	o := outgoing{org: k.org, from: c.b.str("from"), to: c.b.strs("to"), subject: c.b.strOr("subject", ""), text: c.b.strOr("text", ""), door: "outbox", key: k, at: c.w.now()}
	o.cc, _ = c.b.strsOpt("cc")
	for _, a := range append(append([]string{o.from}, o.to...), o.cc...) {
		if !isAddr(a) {
			c.b.fail("to", "has something that is no address")
		}
	}
	if len(o.to) == 0 {
		c.b.fail("to", "is empty")
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.down {
		refuse(502, "~ the email backend is unreachable")
	}
	if k.gone {
		refuse(401, "~ no such send key")
	}
	m, _ := e.accept(o, 409)
	return 202, M{"id": m.id}
}

// receive takes a message from outside; it needs the lock.
func (e *Email) receive(d *Domain, from, subject, text string, to, cc []string, size int, at time.Time) (*Msg, []string, []int64) {
	e.seq++
	m := &Msg{id: nid("ml"), dir: "receive", state: "received", from: from, to: to, cc: cc, subject: subject, door: "mx", domain: d.id, org: d.org, created: at, stateAt: at, seq: e.seq}
	m.raw = rawMail(m, text, size)
	e.msgs = append(e.msgs, m)
	e.msgIx.touch(m.org)
	routes, dels := []string{}, []int64{}
	for _, a := range append(append([]string{}, to...), cc...) {
		if domainPart(a) != d.name {
			continue
		}
		local := strings.ToLower(a[:strings.LastIndex(a, "@")])
		var best *Route
		for _, r := range e.routes {
			if r.domain != d.id {
				continue
			}
			p := strings.ToLower(r.pattern)
			ok := p == local || strings.HasSuffix(p, "*") && strings.HasPrefix(local, p[:len(p)-1])
			if ok && (best == nil || rank(p) > rank(strings.ToLower(best.pattern))) {
				best = r
			}
		}
		if best == nil || in(routes, best.id) {
			continue
		}
		routes = append(routes, best.id)
		if h := e.hook(d.org, best.endpoint); h != nil && !h.disabled {
			dels = append(dels, e.newDelivery(h.id, h.org, "received", m.id, payload(m, "received", a, nil, at), 0, at, true).id)
		}
	}
	return m, routes, dels
}

func rank(p string) int {
	if strings.HasSuffix(p, "*") {
		return len(p)
	}
	return 10000
}
