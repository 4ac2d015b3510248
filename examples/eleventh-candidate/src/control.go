package main

import (
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
)

func (c *Ctx) someOrg() *Org {
	s, given := c.body.opt("organization")
	if !given || s == "" {
		return c.w.orgs[c.w.orgOrder[0]]
	}
	o := c.w.orgs[strings.ToLower(s)]
	if o == nil {
		fail(404, "there is no organization %s", s)
	}
	return o
}
func (c *Ctx) when(k string) time.Time {
	s, given := c.body.opt(k)
	if !given {
		return c.w.now()
	}
	t, good := parseTime(s)
	if !good {
		fail(400, "%s must be a time", k)
	}
	return t
}
func (c *Ctx) happened(extra J, changed ...J) Resp {
	v := J{"entry": c.w.next(), "at": iso(c.w.now()), "changed": append([]J{}, changed...)}
	for k, x := range extra {
		v[k] = x
	}
	return ok(v)
}
func ch(entity, id, change string) J { return J{"entity": entity, "id": id, "change": change} }

func (w *World) clock() J {
	due := []J{}
	sorted := append(timerHeap{}, w.timers...)
	sort.Sort(sorted)
	for i, t := range sorted {
		if i < 100 {
			due = append(due, J{"at": iso(t.at), "timer": t.name, "entity": t.name, "id": t.id})
		}
	}
	return J{"mode": w.mode, "now": iso(w.now()), "progress": J{"mode": "delay"}, "due": due}
}

var durForm = regexp.MustCompile(`^P(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$`)

func duration(s string) (time.Duration, bool) {
	m := durForm.FindStringSubmatch(strings.ToUpper(s))
	if m == nil || len(s) < 3 {
		return 0, false
	}
	var d time.Duration
	for i, u := range []time.Duration{7 * 24 * time.Hour, 24 * time.Hour, time.Hour, time.Minute, time.Second} {
		if m[i+1] != "" {
			f, _ := strconv.ParseFloat(m[i+1], 64)
			d += time.Duration(f * float64(u))
		}
	}
	return d, true
}

// goTo moves the clock to an instant; timers on the way run at their own.
func (w *World) goTo(t time.Time) []J {
	fired := w.runUntil(t)
	if w.mode == "frozen" {
		w.frozen = t
	} else {
		w.mode, w.offset = "set", time.Until(t)
	}
	return fired
}
func (c *Ctx) theDomain() *Domain {
	n := c.body.str("domain")
	for _, d := range c.w.email.domains {
		if !d.deleted && (d.id == strings.ToUpper(n) || d.name == strings.ToLower(strings.TrimSuffix(n, "."))) {
			return d
		}
	}
	fail(404, "there is no domain %s", n)
	return nil
}
func (c *Ctx) theRecords(d *Domain) []record {
	cp, _ := c.body.optEnum("capability", "send", "receive")
	ty, _ := c.body.opt("type")
	nm, _ := c.body.opt("name")
	out := []record{}
	for _, r := range d.records() {
		if (cp == "" || r.capability == cp) && (ty == "" || strings.EqualFold(ty, r.typ)) && (nm == "" || strings.EqualFold(strings.TrimSuffix(nm, "."), r.name)) {
			out = append(out, r)
		}
	}
	return out
}
func (c *Ctx) theCluster() *Cluster {
	o := c.someOrg()
	n := strings.ToLower(c.body.str("cluster"))
	for _, k := range c.w.clusters {
		if k.org == o.slug && k.name == n && k.phase != "Gone" {
			return k
		}
	}
	fail(404, "there is no cluster %s", n)
	return nil
}
func (c *Ctx) theNode(k *Cluster) *Node {
	n := k.node(strings.ToLower(c.body.str("node")))
	if n == nil {
		fail(404, "there is no such node")
	}
	return n
}
func (c *Ctx) theMessage() *Message {
	id := strings.ToUpper(c.body.str("messageId"))
	for _, m := range c.w.email.messages {
		if m.id == id {
			return m
		}
	}
	fail(404, "there is no such message")
	return nil
}
func (c *Ctx) theService() *OService {
	if id, given := c.body.opt("sourceId"); given && id != "" {
		for _, s := range c.w.oncall.sources {
			if s.id == strings.ToUpper(id) {
				if !s.revoked.IsZero() {
					fail(409, "the alert source is revoked")
				}
				s.last = c.w.now()
				return s.svc
			}
		}
		fail(404, "there is no such alert source")
	}
	id := strings.ToUpper(c.body.str("serviceId"))
	for _, s := range c.w.oncall.services {
		if s.id == id {
			return s
		}
	}
	fail(404, "there is no such service")
	return nil
}
func (c *Ctx) theReg() *Registry {
	n := strings.ToLower(c.body.str("registry"))
	for _, r := range c.w.registries {
		if r.slug == n && !r.deleted {
			return r
		}
	}
	fail(404, "there is no registry %s", n)
	return nil
}
func (c *Ctx) readDraft() draft {
	x := draft{from: c.body.str("from"), at: c.when("createdAt")}
	x.to, _ = c.body.optStrs("to")
	x.cc, _ = c.body.optStrs("cc")
	x.subject, _ = c.body.optRaw("subject")
	x.text, _ = c.body.optRaw("text")
	x.size, _ = c.body.optInt("sizeBytes")
	x.door, _ = c.body.opt("door")
	if len(x.to) == 0 {
		fail(400, "to is required")
	}
	return x
}
func (c *Ctx) recipients(m *Message) []string {
	if r, given := c.body.opt("recipient"); given && r != "" {
		return []string{r}
	}
	return append(append([]string{}, m.to...), m.cc...)
}
func conflict(f func()) {
	defer func() {
		if e := recover(); e != nil {
			if a, is := e.(apiErr); is {
				panic(apiErr{409, a.msg})
			}
			panic(e)
		}
	}()
	f()
}

// flush makes sure a queued message has gone out before something happens to it.
func (w *World) flush(m *Message) {
	if m.dir != "send" {
		fail(409, "the message was not sent from here")
	}
	w.send(m, w.now())
}

func controlRoutes() {
	ev := func(name string, h func(*Ctx) Resp) { on("POST", "/_understudy/events/"+name, h) }
	tok := func(c *Ctx, on bool) Resp {
		id := strings.ToUpper(c.body.str("tokenId"))
		for _, t := range c.w.tokens {
			if t.id == id {
				if t.enabled == on {
					fail(409, "the token is in that state already")
				}
				t.enabled = on
				return c.happened(nil, ch("PersonalToken", t.id, "changed"))
			}
		}
		fail(404, "there is no such token")
		return Resp{}
	}
	ev("token-disabled", func(c *Ctx) Resp { return tok(c, false) })
	ev("token-enabled", func(c *Ctx) Resp { return tok(c, true) })
	ev("role-changes", func(c *Ctx) Resp {
		o := c.someOrg()
		if r, given := c.body.optObj("customRole"); given {
			id := r.str("id")
			gone, _ := r.optBool("removed")
			if gone {
				if o.roles[id] == nil {
					fail(404, "there is no custom role %s", id)
				}
				delete(o.roles, id)
			} else {
				x := o.roles[id]
				if x == nil {
					x = &Role{id: id, name: id, kind: "custom", perms: []string{}}
				}
				if n, g := r.opt("name"); g {
					x.name = n
				}
				if n, g := r.opt("description"); g {
					x.desc = n
				}
				if p, g := r.optStrs("permissions"); g {
					x.perms = p
				}
				if s, g := r.optBool("scopable"); g {
					x.scopable = s
				}
				o.roles[id] = x
			}
		}
		id, given := c.body.opt("userId")
		if !given {
			return c.happened(nil)
		}
		role, hasRole := c.body.optEnum("role", "owner", "admin", "member", "viewer", "none")
		gl, hasGrants := c.body.objs("grants")
		grants := []Grant{}
		for _, g := range gl {
			r := o.role(g.str("role"))
			if r == nil {
				fail(404, "there is no role %s", g.str("role"))
			}
			ids, _ := g.optStrs("resourceIds")
			grants = append(grants, Grant{r.id, ids})
		}
		u := c.w.users[id]
		if u == nil {
			if role == "none" {
				fail(404, "there is no such person")
			}
			u = c.w.addUser(id, id, strings.ToLower(id)+"@"+o.slug+".example", "sess-"+id+"-"+strings.ToLower(random(8, crockford)))
		}
		m := u.members[o.slug]
		if role == "none" {
			delete(u.members, o.slug)
			return c.happened(nil, ch("User", id, "changed"))
		}
		if m == nil {
			if role == "" {
				role = "member"
			}
			m = u.join(o.slug, role)
		}
		if hasRole {
			m.role = role
			m.narrow, m.grants = false, nil
		}
		if hasGrants {
			m.narrow, m.grants = true, grants
		}
		return c.happened(nil, ch("User", id, "changed"))
	})
	ev("billing-email-collides", func(c *Ctx) Resp {
		e := strings.ToLower(c.body.str("email"))
		v, given := c.body.optBool("collides")
		c.w.collide[e] = v || !given
		return c.happened(nil)
	})
	ev("image-pushed", func(c *Ctx) Resp {
		r := c.theReg()
		name := c.body.str("repository")
		tags, given := c.body.optStrs("tags")
		if !given {
			tags = []string{"latest"}
		}
		ls, hasLayers := c.body.objs("layers")
		layers := []layer{}
		for _, l := range ls {
			d, _ := l.opt("digest")
			layers = append(layers, layer{d, l.integer("sizeBytes")})
		}
		if !hasLayers {
			layers = []layer{{"", 24000000}}
		}
		kid, _ := c.body.opt("keyId")
		sec, _ := c.body.optRaw("secret")
		if sec == "" && kid != "" {
			for _, k := range c.w.regKeys {
				if k.id == strings.ToUpper(kid) {
					sec = k.secret
				}
			}
			if sec == "" {
				fail(404, "there is no such key")
			}
		}
		if sec != "" {
			if yes, _, why := c.w.dataPlane("", sec, r.slug, name, "push"); !yes {
				fail(409, "%s", why)
			}
		}
		dg, _ := c.body.opt("digest")
		mt, _ := c.body.opt("mediaType")
		mb, _ := c.body.optInt("manifestBytes")
		m, add := c.w.push(r, name, tags, dg, mt, mb, layers, c.when("pushedAt"))
		ds := []string{}
		for _, l := range m.layers {
			ds = append(ds, l.digest)
		}
		return c.happened(J{"digest": m.digest, "layers": ds, "addedBytes": add}, ch("RegistryManifest", m.digest, "created"))
	})
	ev("blob-shared", func(c *Ctx) Resp {
		r := c.theReg()
		blob := c.body.str("blob")
		img := func(k string) *manifest {
			b := c.body.obj(k)
			x := r.repo(b.str("repository"))
			if x == nil || x.manifest(b.str("digest")) == nil {
				fail(404, "there is no such image")
			}
			return x.manifest(b.str("digest"))
		}
		from, to := img("from"), img("to")
		for _, l := range from.layers {
			if l.digest == blob {
				for _, t := range to.layers {
					if t.digest == blob {
						return c.happened(J{"addedBytes": 0})
					}
				}
				to.layers = append(append([]layer{}, to.layers...), l)
				c.w.reconcileRegistry(r)
				return c.happened(J{"addedBytes": 0})
			}
		}
		fail(404, "the image does not have this layer")
		return Resp{}
	})
	ev("slug-claimed-elsewhere", func(c *Ctx) Resp {
		s := strings.ToLower(c.body.str("slug"))
		how, given := c.body.optEnum("how", "claimed", "reserved", "free")
		if !given {
			how = "claimed"
		}
		for _, r := range c.w.registries {
			if r.slug == s && !r.deleted {
				fail(409, "a registry here has this slug")
			}
		}
		if how == "free" {
			delete(c.w.slugs, s)
		} else {
			c.w.slugs[s] = how
		}
		return c.happened(nil)
	})
	ev("payment-method-changes", func(c *Ctx) Resp {
		c.someOrg().paying = c.body.boolean("active")
		return c.happened(nil)
	})
	dns := func(c *Ctx, f func(record)) Resp {
		d := c.theDomain()
		l := c.theRecords(d)
		for _, r := range l {
			f(r)
		}
		c.w.verifySoon(d, 20*time.Second)
		return c.happened(J{"records": len(l)}, ch("EmailDomain", d.id, "changed"))
	}
	ev("dns-record-published", func(c *Ctx) Resp { return dns(c, func(r record) { c.w.email.dns[r.key()] = r.value }) })
	ev("dns-record-removed", func(c *Ctx) Resp { return dns(c, func(r record) { delete(c.w.email.dns, r.key()) }) })
	ev("dns-record-mismatched", func(c *Ctx) Resp {
		v := c.body.str("value")
		return dns(c, func(r record) { c.w.email.dns[r.key()] = v })
	})
	ev("message-sent", func(c *Ctx) Resp {
		x := c.readDraft()
		if x.door == "" {
			x.door = "http"
		}
		var key *SendKey
		id, _ := c.body.opt("sendKeyId")
		sec, _ := c.body.optRaw("secret")
		if id != "" || sec != "" {
			for _, k := range c.w.email.keys {
				if (sec != "" && k.secret == sec) || (sec == "" && k.id == strings.ToUpper(id)) {
					key = k
				}
			}
			if key == nil {
				if sec != "" {
					fail(409, "this is no send key")
				}
				fail(404, "there is no such send key")
			}
			if !key.revoked.IsZero() {
				fail(409, "the key is revoked")
			}
		}
		if c.w.domainNamed(hostOf(x.from)) == nil {
			fail(404, "there is no such domain")
		}
		var m *Message
		var left []string
		conflict(func() { m, left = c.w.submit(key, x) })
		return c.happened(J{"messageId": m.id, "suppressed": left}, ch("EmailMessage", m.id, "created"))
	})
	ev("message-received", func(c *Ctx) Resp {
		x := c.readDraft()
		x.door = "inbound"
		var d *Domain
		for _, a := range append(append([]string{}, x.to...), x.cc...) {
			if y := c.w.domainNamed(hostOf(a)); y != nil && d == nil {
				d = y
			}
		}
		if d == nil {
			fail(404, "there is no such domain")
		}
		if d.receive == "none" {
			fail(409, "the domain does not receive mail")
		}
		m := c.w.build("receive", "Received", d, x)
		rids, dids := []string{}, []int{}
		for _, r := range c.w.email.routes {
			if r.deleted || r.d != d {
				continue
			}
			for _, a := range append(append([]string{}, x.to...), x.cc...) {
				if hostOf(a) == d.name && r.fits(a[:strings.LastIndex(a, "@")]) {
					rids = append(rids, r.id)
					if !r.hook.disabled && !r.hook.deleted {
						dids = append(dids, c.w.deliver(r.hook, "MessageReceived", m, J{"route": J{"id": r.id, "pattern": r.pattern}}).id)
					}
					break
				}
			}
		}
		return c.happened(J{"messageId": m.id, "routeIds": rids, "deliveryIds": dids}, ch("EmailMessage", m.id, "created"))
	})
	ev("message-delivered", func(c *Ctx) Resp {
		m := c.theMessage()
		c.w.flush(m)
		at := c.when("occurredAt")
		ids := []int{}
		for _, r := range c.recipients(m) {
			e := J{"kind": "delivered", "recipient": r, "occurredAt": ts(at)}
			m.events = append(m.events, e)
			m.state, m.stateAt = "Delivered", at
			ids = append(ids, c.w.emit(m.org, "MessageDelivered", m, J{"event": e})...)
		}
		return c.happened(J{"deliveryIds": ids}, ch("EmailMessage", m.id, "changed"))
	})
	bad := func(c *Ctx, kind, typ, reason string, hard bool, extra J) Resp {
		m := c.theMessage()
		c.w.flush(m)
		at := c.when("occurredAt")
		o := c.w.orgs[m.org]
		ids, sids := []int{}, []string{}
		for _, r := range c.recipients(m) {
			e := J{"kind": kind, "recipient": r, "occurredAt": ts(at)}
			for k, v := range extra {
				e[k] = v
			}
			m.events = append(m.events, e)
			if hard {
				if s := c.w.suppress(o, r, reason); s != nil {
					sids = append(sids, s.id)
				}
				m.stateAt = at
				if kind == "bounced" {
					m.state, m.lastError = "Bounced", "the mailbox of "+r+" does not exist"
					c.w.rate(o, "bounce", bouncePct)
				} else {
					m.state = "Complained"
					c.w.rate(o, "complaint", complaintPct)
				}
			}
			ids = append(ids, c.w.emit(m.org, typ, m, J{"event": e})...)
		}
		return c.happened(J{"deliveryIds": ids, "suppressionIds": sids, "paused": o.paused}, ch("EmailMessage", m.id, "changed"))
	}
	ev("message-bounced", func(c *Ctx) Resp {
		hard := c.body.enum("bounce", "hard", "soft") == "hard"
		x := J{"bounceType": "Transient", "detail": J{"smtpCode": "452 4.2.2"}}
		if hard {
			x = J{"bounceType": "Permanent", "detail": J{"smtpCode": "550 5.1.1"}}
		}
		if d, given := c.body.optObj("detail"); given {
			x["detail"] = d.m
		}
		return bad(c, "bounced", "MessageBounced", "bounce", hard, x)
	})
	ev("message-complained", func(c *Ctx) Resp {
		x := J{}
		if d, given := c.body.optObj("detail"); given {
			x["detail"] = d.m
		}
		return bad(c, "complained", "MessageComplained", "complaint", true, x)
	})
	ev("webhook-endpoint-answers", func(c *Ctx) Resp {
		id := strings.ToUpper(c.body.str("endpointId"))
		for _, h := range c.w.email.hooks {
			if h.id == id && !h.deleted {
				l, given := c.body.objs("answers")
				if !given {
					fail(400, "answers is required")
				}
				h.afterwards, _ = c.body.optEnum("afterwards", "repeat-last", "send")
				h.script, h.scripted = nil, len(l) > 0
				for _, a := range l {
					h.script = append(h.script, a.m)
				}
				return c.happened(nil)
			}
		}
		fail(404, "there is no such endpoint")
		return Resp{}
	})
	ev("sending-unpaused", func(c *Ctx) Resp {
		o := c.someOrg()
		if !o.paused {
			fail(409, "sending is not paused")
		}
		o.paused, o.pausedAt, o.pauseReason, o.pauseReset = false, time.Time{}, "", c.w.now()
		return c.happened(nil)
	})
	ev("domain-claimed-elsewhere", func(c *Ctx) Resp {
		n := strings.TrimSuffix(strings.ToLower(c.body.str("domain")), ".")
		v, given := c.body.optBool("claimed")
		if c.w.domainNamed(n) != nil {
			fail(409, "an organization here has this domain")
		}
		c.w.claims[n] = v || !given
		return c.happened(nil)
	})
	ev("alert-fires", func(c *Ctx) Resp {
		fp := c.body.str("alert")
		s := c.theService()
		title, _ := c.body.opt("title")
		l, _ := c.body.optObj("labels")
		a, _ := c.body.optObj("annotations")
		i, opened := c.w.fire(s, fp, title, l.m, a.m, c.when("startsAt"))
		return c.happened(J{"incidentId": i.id, "opened": opened, "firingAlerts": i.firing()}, ch("OncallIncident", i.id, "changed"))
	})
	ev("alert-resolves", func(c *Ctx) Resp {
		fp := c.body.str("alert")
		i := c.w.quench(c.theService(), fp, c.when("endsAt"))
		if i == nil {
			fail(404, "this alert does not fire")
		}
		return c.happened(J{"incidentId": i.id, "resolved": i.status == "resolved", "firingAlerts": i.firing()}, ch("OncallIncident", i.id, "changed"))
	})
	ev("provider-behaves", func(c *Ctx) Resp {
		o := c.someOrg()
		b := c.body.enum("behaviour", "accepts", "rejects", "unreachable")
		only, _ := c.body.optEnum("only", "verification", "pages")
		if only != "pages" {
			o.verifyMode = b
		}
		if only != "verification" {
			o.pageMode = b
		}
		return c.happened(nil)
	})
	ev("status-page-viewed", func(c *Ctx) Resp {
		o := c.someOrg()
		ids, given := c.body.optStrs("serviceIds")
		l := c.w.publicIncidents(func(i *Incident) bool { return i.org == o.slug && (!given || has(ids, i.svc.id)) })
		return c.happened(J{"incidents": l})
	})
	ev("node-joins", func(c *Ctx) Resp {
		k := c.theCluster()
		t, _ := c.body.optRaw("token")
		v, _ := c.body.opt("agentVersion")
		var ready *bool
		if r, given := c.body.optBool("ready"); given {
			ready = &r
		}
		name := strings.ToLower(c.body.str("node"))
		var n *Node
		var how string
		conflict(func() { n, how = c.w.join(k, t, name, v, ready) })
		return c.happened(J{"node": n.name, "with": how}, ch("Node", n.name, "created"))
	})
	ev("agent-upgraded", func(c *Ctx) Resp {
		n := c.theNode(c.theCluster())
		n.version = c.body.str("agentVersion")
		return c.happened(nil, ch("Node", n.name, "changed"))
	})
	ev("node-lost", func(c *Ctx) Resp {
		n := c.theNode(c.theCluster())
		how, _ := c.body.optEnum("how", "not-ready", "vanished", "back")
		n.ready, n.vanished = how == "back", how == "vanished"
		return c.happened(nil, ch("Node", n.name, "changed"))
	})
	ev("headroom-changes", func(c *Ctx) Resp {
		k := c.theCluster()
		x := oneOf("component", c.body.str("component"), components...)
		f, given := c.body.optNum("usedPercent")
		if !given {
			fail(400, "usedPercent is required")
		}
		k.used[x] = f
		return c.happened(nil)
	})
	ev("service-exposed", func(c *Ctx) Resp {
		k := c.theCluster()
		s := c.body.str("service")
		for _, l := range k.lbs {
			if l.service == s {
				return c.happened(J{"service": s, "ip": l.ip})
			}
		}
		if !k.status.lb || k.phase == "Terminating" {
			fail(409, "managed load balancers are off")
		}
		if int64(len(k.lbs)) >= k.maxLB {
			fail(409, "the maximum number of services is reached")
		}
		ip, _ := c.body.opt("ip")
		if ip == "" {
			k.ips++
			ip = "198.51.100." + strconv.Itoa(9+k.ips%240)
		}
		k.lbs = append(k.lbs, lbEntry{s, ip})
		return c.happened(J{"service": s, "ip": ip})
	})
	ev("service-withdrawn", func(c *Ctx) Resp {
		k := c.theCluster()
		s := c.body.str("service")
		for i, l := range k.lbs {
			if l.service == s {
				k.lbs = append(append([]lbEntry{}, k.lbs[:i]...), k.lbs[i+1:]...)
				return c.happened(nil)
			}
		}
		fail(404, "this service is not exposed")
		return Resp{}
	})
	ev("cluster-changes-concurrently", func(c *Ctx) Resp {
		k := c.theCluster()
		if k.phase == "Terminating" {
			fail(409, "the cluster is being torn down")
		}
		if l, _ := c.body.optEnum("lasts", "one-request", "roll"); l == "one-request" {
			k.blockOnce = true
		} else {
			k.blockUntil = c.w.now().Add(3 * time.Second)
		}
		if x, given := c.body.optObj("change"); given {
			if v, g := x.opt("orchestratorVersion"); g {
				k.spec.version = catalogVersion(v)
			}
			if v, g := x.opt("tier"); g {
				k.spec.tier = oneOf("tier", v, tierSizes...)
			}
			if n, g := x.optInt("replicas"); g {
				k.spec.replicas = counts("replicas", n, 9)
			}
			c.w.reconcileCluster(k)
		}
		return c.happened(nil, ch("Cluster", k.name, "changed"))
	})
	ev("probe-result", func(c *Ctx) Resp {
		id := strings.ToUpper(c.body.str("monitorId"))
		var m *Monitor
		for _, x := range c.w.uptime.monitors {
			if x.id == id && !x.deleted {
				m = x
			}
		}
		if m == nil {
			fail(404, "there is no such monitor")
		}
		if !m.enabled {
			fail(409, "the monitor is disabled")
		}
		vs := m.vantages
		if v, given := c.body.opt("vantage"); given {
			if !has(m.vantages, strings.ToLower(v)) {
				fail(404, "the monitor has no vantage %s", v)
			}
			vs = []string{strings.ToLower(v)}
		}
		outcome := c.body.enum("outcome", "ok", "fail", "error")
		n, given := c.body.optInt("times")
		if !given {
			n = 1
		}
		if n < 1 || n > 10000 {
			fail(400, "times is out of range")
		}
		lat, hasLat := c.body.optNum("latencyMs")
		if !hasLat {
			lat = 62
		}
		kind, _ := c.body.opt("errorKind")
		detail, _ := c.body.optRaw("errorDetail")
		snip, _ := c.body.optRaw("responseSnippet")
		last := c.when("at")
		gap := time.Duration(m.interval) * time.Second
		if first := last.Add(-gap * time.Duration(n-1)); n > 1 {
			floor := m.created
			if m.last.After(floor) {
				floor = m.last
			}
			if first.Before(floor) && floor.Before(last) {
				gap = last.Sub(floor) / time.Duration(n)
			} else if !floor.Before(last) {
				gap = 0
			}
		}
		moves := 0
		for i := int64(0); i < n; i++ {
			t := last.Add(-gap * time.Duration(n-1-i))
			for _, v := range vs {
				moves += m.result(v, outcome, lat, kind, detail, snip, t)
			}
		}
		return c.happened(J{"state": m.state, "transitions": moves}, ch("UptimeMonitor", m.id, "changed"))
	})
	ev("metrics-availability", func(c *Ctx) Resp {
		v := c.body.boolean("available")
		if id, given := c.body.opt("monitorId"); given {
			for _, m := range c.w.uptime.monitors {
				if m.id == strings.ToUpper(id) {
					m.noMetric = !v
					return c.happened(nil)
				}
			}
			fail(404, "there is no such monitor")
		}
		o := c.someOrg()
		o.noMetrics = !v
		if v {
			for _, m := range c.w.uptime.monitors {
				if m.org == o.slug {
					m.noMetric = false
				}
			}
		}
		return c.happened(nil)
	})
	ev("credential-used", credentialUsed)
	ev("entitlement-changes", func(c *Ctx) Resp {
		o := c.someOrg()
		o.ent[c.body.enum("area", "email", "uptime")] = c.body.boolean("enabled")
		return c.happened(nil)
	})
	ev("quota-changes", func(c *Ctx) Resp {
		o := c.someOrg()
		q := c.body.enum("quota", "clusters", "monitors", "daily-email", "registry-storage-bytes", "load-balancer-services")
		v := c.body.integer("value")
		switch q {
		case "registry-storage-bytes":
			c.theReg().quota = v
		case "load-balancer-services":
			c.theCluster().maxLB = v
		default:
			o.quotas[q] = v
		}
		return c.happened(nil)
	})
	ev("backend-behaves", func(c *Ctx) Resp {
		c.w.down[c.body.enum("backend", "email", "uptime", "dns")] = !c.body.boolean("reachable")
		return c.happened(nil)
	})
	on("GET", "/_understudy/clock", func(c *Ctx) Resp { return ok(c.w.clock()) })
	on("PUT", "/_understudy/clock", func(c *Ctx) Resp {
		w := c.w
		mode := c.body.enum("mode", "real", "frozen", "set")
		t := c.when("now")
		fired := []J{}
		if mode == "set" && !c.body.has("now") {
			fail(400, "now is required")
		}
		if mode == "real" {
			t = time.Now().UTC()
		}
		if t.After(w.now()) {
			fired = w.runUntil(t)
		}
		w.mode = mode
		w.frozen = t
		w.offset = time.Until(t)
		return ok(J{"clock": w.clock(), "entry": w.next(), "fired": fired})
	})
	on("POST", "/_understudy/clock/advance", func(c *Ctx) Resp {
		w := c.w
		var to time.Time
		if s, given := c.body.opt("by"); given {
			d, good := duration(s)
			if !good {
				fail(400, "by must be an ISO 8601 duration")
			}
			to = w.now().Add(d)
		} else if s, given := c.body.opt("to"); given {
			t, good := parseTime(s)
			if !good {
				fail(400, "to must be a time")
			}
			if t.Before(w.now()) {
				fail(409, "this instant is in the past")
			}
			to = t
		} else if v, _ := c.body.optBool("nextDue"); v {
			name, _ := c.body.opt("timer")
			found := false
			for _, t := range w.timers {
				if (name == "" || t.name == name) && (!found || t.at.Before(to)) {
					to, found = t.at, true
				}
			}
			if !found {
				if name != "" {
					fail(409, "this timer is not pending")
				}
				to = w.now()
			}
		} else {
			fail(400, "by, to or nextDue is required")
		}
		fired := w.goTo(to)
		return ok(J{"clock": w.clock(), "entry": w.next(), "fired": fired})
	})
	on("POST", "/_understudy/reset", func(c *Ctx) Resp {
		W = newWorld()
		return ok(J{"name": "default", "from": J{"seed": "summitworks"}, "createdAt": iso(time.Now()), "entries": 0, "clock": W.clock()})
	})
	on("GET", "/_understudy/health", func(c *Ctx) Resp { return ok(J{"status": "ok", "version": "1", "sandboxes": 1}) })
	on("GET", "/_understudy/pages", func(c *Ctx) Resp {
		inc, user := c.query("incidentId"), c.query("userId")
		out := []J{}
		for _, p := range c.w.oncall.pages {
			if (inc == "" || p["incidentId"] == inc) && (user == "" || p["userId"] == user) {
				out = append(out, p)
			}
		}
		if n, err := strconv.Atoi(c.query("limit")); err == nil && n > 0 && len(out) > n {
			out = out[len(out)-n:]
		}
		return ok(J{"pages": out})
	})
	on("GET", "/_understudy/webhook-deliveries", func(c *Ctx) Resp {
		ep, dl := c.query("endpointId"), c.query("deliveryId")
		out := []J{}
		for _, a := range c.w.email.attempts {
			if (ep == "" || a["endpointId"] == ep) && (dl == "" || strconv.Itoa(a["deliveryId"].(int)) == dl) {
				out = append(out, a)
			}
		}
		if n, err := strconv.Atoi(c.query("limit")); err == nil && n > 0 && len(out) > n {
			out = out[len(out)-n:]
		}
		return ok(J{"attempts": out})
	})
	on("GET", "/_understudy/identities", func(c *Ctx) Resp {
		out := []J{}
		for _, id := range c.w.userOrder {
			u := c.w.users[id]
			ms, cs := []J{}, []J{}
			for _, s := range u.order {
				if m := u.members[s]; m != nil {
					ms = append(ms, J{"organization": s, "role": m.role})
					if len(cs) == 0 {
						cs = append(cs, J{"kind": "session", "value": u.session, "organization": s})
					}
				}
			}
			for _, t := range c.w.tokens {
				if t.user == u && t.enabled && !t.expired(c.w.now()) {
					cs = append(cs, J{"kind": "personal-token", "value": t.key, "organization": t.org})
				}
			}
			out = append(out, J{"name": strings.ToLower(strings.Fields(u.label)[0]), "userId": u.id, "label": u.label, "email": u.email, "memberships": ms, "credentials": cs})
		}
		return ok(J{"actors": out})
	})
}

func credentialUsed(c *Ctx) Resp {
	w := c.w
	kind := c.body.enum("kind", "personal-token", "registry-key", "login-credential", "upstream-credential", "send-key", "alert-source", "registration-token", "kubeconfig", "export-token")
	id, _ := c.body.opt("id")
	up := strings.ToUpper(id)
	sec, _ := c.body.optRaw("secret")
	user, _ := c.body.optRaw("username")
	reg, _ := c.body.opt("registry")
	rep, _ := c.body.opt("repository")
	cl, _ := c.body.opt("cluster")
	act, given := c.body.optEnum("for", "pull", "push")
	if !given {
		act = "pull"
	}
	now := c.when("at")
	say := func(why string) Resp {
		if why == "" {
			return c.happened(J{"accepted": true})
		}
		return c.happened(J{"accepted": false, "reason": why})
	}
	is := func(i, s string) bool { return (sec != "" && s == sec) || (sec == "" && i != "" && i == up) }
	unknown := func() Resp {
		if sec == "" {
			fail(404, "there is no such credential")
		}
		return say("unknown secret")
	}
	switch kind {
	case "personal-token":
		for _, t := range w.tokens {
			if is(t.id, t.key) {
				if !t.enabled {
					return say("the token is switched off")
				}
				if t.expired(now) {
					return say("the token has expired")
				}
				if t.user.members[t.org] == nil {
					return say("the owner has left")
				}
				t.last = now
				return say("")
			}
		}
	case "registry-key":
		for _, k := range w.regKeys {
			if is(k.id, k.secret) {
				if reg == "" {
					reg = k.reg.slug
				}
				_, _, why := w.dataPlane("", k.secret, reg, rep, act)
				return say(why)
			}
		}
	case "login-credential":
		for _, l := range w.logins {
			if is(l.user, l.pass) {
				_, _, why := w.dataPlane(user, l.pass, reg, rep, act)
				return say(why)
			}
		}
	case "upstream-credential":
		for _, r := range w.registries {
			if (reg == "" || r.slug == strings.ToLower(reg)) && !r.deleted {
				if u := r.upstream[strings.ToLower(id)]; u != nil && (sec == "" || u.pass == sec) {
					return say("")
				}
			}
		}
	case "send-key":
		for _, k := range w.email.keys {
			if is(k.id, k.secret) {
				if !k.revoked.IsZero() {
					return say("the key is revoked")
				}
				k.used = now
				return say("")
			}
		}
	case "alert-source":
		for _, s := range w.oncall.sources {
			if is(s.id, s.token) {
				if !s.revoked.IsZero() {
					return say("the alert source is revoked")
				}
				s.last = now
				return say("")
			}
		}
	case "registration-token":
		for _, k := range w.clusters {
			for _, r := range k.regs {
				if is(r.id, r.token) {
					if k.phase == "Gone" || r.deleted || r.disabled || (!r.expires.IsZero() && !now.Before(r.expires)) || (cl != "" && k.name != cl) {
						return say("the token is switched off, revoked, expired or of another cluster")
					}
					r.used = now
					return say("")
				}
			}
		}
	case "kubeconfig":
		for t, k := range w.kubeToks {
			if sec != "" && (sec == t || strings.Contains(sec, t)) {
				if !now.Before(k.expires) {
					return say("the token has expired")
				}
				if k.cluster.phase == "Gone" || (cl != "" && k.cluster.name != cl) {
					return say("the token is for another cluster")
				}
				return say("")
			}
		}
	case "export-token":
		for _, t := range w.uptime.tokens {
			if is(t.id, t.token) {
				if !t.revoked.IsZero() {
					return say("the token is revoked")
				}
				t.used = now
				return say("")
			}
		}
	}
	return unknown()
}
