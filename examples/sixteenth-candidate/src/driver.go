package main

import (
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

type evctx struct {
	w       *World
	b       B
	changed []any
	out     M
}

func (x *evctx) change(entity, id, how string) {
	x.changed = append(x.changed, M{"entity": entity, "id": id, "change": how})
}
func (x *evctx) when(k string) time.Time {
	if _, ok := x.b.opt(k); ok {
		t, ok := parseTime(x.b.str(k))
		if !ok {
			x.b.fail(k, "is not a time")
		}
		return t.UTC()
	}
	return x.w.now()
}

// org: named, or the first that has what is named, or else the first of the world.
func (x *evctx) org(has func(org string) bool) string {
	if s := x.b.strOr("organization", ""); s != "" {
		if x.w.acc.orgs[s] == nil {
			refuse(404, "~ unknown organization")
		}
		return s
	}
	if has != nil {
		for _, s := range x.w.acc.orgList {
			if has(s) {
				return s
			}
		}
	}
	return x.w.acc.orgList[0]
}

var durRe = regexp.MustCompile(`^P(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$`)

func parseDur(s string) (time.Duration, bool) {
	m := durRe.FindStringSubmatch(s)
	if m == nil || s == "P" || strings.HasSuffix(s, "T") {
		return 0, false
	}
	d := 0.0
	for i, u := range []float64{604800, 86400, 3600, 60, 1} {
		if m[i+1] != "" {
			f, _ := strconv.ParseFloat(m[i+1], 64)
			d += f * u
		}
	}
	return time.Duration(d * float64(time.Second)), true
}

func serveDriver(w *World, rw http.ResponseWriter, r *http.Request, path string) {
	for strings.HasPrefix(path, "/_understudy") {
		path = strings.TrimPrefix(path, "/_understudy")
	}
	b := B{M{}, "", 400}
	if r.Method == "POST" || r.Method == "PUT" {
		raw, _ := io.ReadAll(io.LimitReader(r.Body, 8<<20))
		if len(strings.TrimSpace(string(raw))) > 0 {
			m, ok := readJSON(raw)
			if !ok {
				refuse(400, "~ the body is not a JSON object")
			}
			b.m = m
		}
	}
	q := r.URL.Query()
	key := r.Method + " " + path
	if name, ok := strings.CutPrefix(path, "/events/"); ok && r.Method == "POST" {
		h := events[name]
		if h == nil {
			refuse(501, "~ this driver has no event of this name")
		}
		x := &evctx{w: w, b: b, changed: []any{}, out: M{}}
		h(x)
		if name == "status-page-viewed" {
			writeJSON(rw, 200, x.out)
			return
		}
		x.out["entry"], x.out["at"], x.out["changed"] = w.next(), iso(w.now()), x.changed
		writeJSON(rw, 200, x.out)
		return
	}
	limit := func(l []any) []any {
		if n, err := strconv.Atoi(q.Get("limit")); err == nil && n < len(l) {
			return l[len(l)-n:]
		}
		return l
	}
	moved := func(fired []any) {
		writeJSON(rw, 200, M{"clock": w.clk.view(false), "entry": w.next(), "fired": fired})
	}
	switch key {
	case "GET /health":
		writeJSON(rw, 200, M{"status": "ok", "version": "16", "sandboxes": 1})
	case "GET /clock":
		writeJSON(rw, 200, w.clk.view(q.Get("kinds") == "true"))
	case "PUT /clock":
		mode := b.enum("mode", "real", "frozen", "set")
		to := w.now()
		if mode == "real" {
			to = time.Now().UTC()
		} else if mode == "set" || b.has("now") {
			t, ok := parseTime(b.str("now"))
			if !ok {
				b.fail("now", "is not a time")
			}
			to = t.UTC()
		}
		moved(w.clk.moveTo(to, mode))
	case "POST /clock/advance":
		to := w.now()
		switch {
		case b.has("by"):
			d, ok := parseDur(b.str("by"))
			if !ok {
				b.fail("by", "is not a duration")
			}
			to = to.Add(d)
		case b.has("to"):
			t, ok := parseTime(b.str("to"))
			if !ok {
				b.fail("to", "is not a time")
			}
			if t.Before(to) {
				refuse(409, "~ that is in the past")
			}
			to = t.UTC()
		default:
			if !b.bool("nextDue") {
				b.fail("nextDue", "is true")
			}
			want := b.strOr("timer", "")
			found := false
			for _, t := range w.clk.view(false)["due"].([]any) {
				m := t.(M)
				if want == "" || m["timer"] == want {
					at, _ := parseTime(m["at"].(string))
					at = at.Add(time.Millisecond)
					if at.After(to) {
						to = at
					}
					found = true
					break
				}
			}
			if !found && want != "" {
				refuse(409, "~ no such timer is pending")
			}
		}
		mode := w.clk.view(false)["mode"].(string)
		if mode == "real" {
			mode = "set"
		}
		moved(w.clk.moveTo(to, mode))
	case "PUT /clock/progress":
		b.enum("mode", "delay")
		writeJSON(rw, 200, M{"mode": "delay"})
	case "POST /reset":
		if s := b.strOr("seed", "heronry"); s != "heronry" && s != "default" {
			refuse(404, "~ unknown seed")
		}
		n := newWorld()
		current.Store(n)
		close(w.done)
		writeJSON(rw, 200, M{"name": "default", "from": M{"seed": "heronry"}, "createdAt": iso(n.created), "entries": 0, "clock": n.clk.view(false)})
	case "GET /seeds":
		writeJSON(rw, 200, M{"seeds": []any{M{"name": "heronry"}}})
	case "GET /identities":
		a := w.acc
		a.mu.Lock()
		defer a.mu.Unlock()
		l := []any{}
		for _, id := range a.names {
			p := a.people[id]
			ms, cs := []any{}, []any{}
			for _, o := range p.home {
				if m := p.members[o]; m != nil {
					ms = append(ms, M{"organization": o, "role": m.role})
					cs = append(cs, M{"kind": "session", "value": p.session, "organization": o})
				}
			}
			l = append(l, M{"name": strings.TrimPrefix(id, "u-"), "userId": id, "label": p.label, "email": p.email, "memberships": ms, "credentials": cs})
		}
		writeJSON(rw, 200, M{"actors": l})
	case "GET /pages":
		o := w.onc
		o.mu.Lock()
		defer o.mu.Unlock()
		l := []any{}
		for _, p := range o.pages {
			if i := q.Get("incidentId"); i != "" && i != p.incident {
				continue
			}
			if u := q.Get("userId"); u != "" && u != p.user {
				continue
			}
			v := M{"id": p.id, "at": iso(p.at), "incidentId": p.incident, "userId": p.user, "channel": p.ch, "to": p.to, "step": p.step, "round": p.round, "outcome": p.outcome}
			if p.err != "" {
				v["error"] = p.err
			}
			l = append(l, v)
		}
		writeJSON(rw, 200, M{"pages": limit(l)})
	case "GET /webhook-deliveries":
		e := w.em
		e.mu.Lock()
		defer e.mu.Unlock()
		l := []any{}
		for _, a := range e.attempts {
			if x := q.Get("endpointId"); x != "" && x != a.endpoint {
				continue
			}
			if x := q.Get("deliveryId"); x != "" && x != itoa(a.delivery) {
				continue
			}
			v := M{"deliveryId": a.delivery, "endpointId": a.endpoint, "attempt": a.n, "at": iso(a.at), "url": a.url, "headers": a.headers, "body": a.body, "scripted": a.scripted}
			if a.status != 0 {
				v["status"] = a.status
			}
			if a.err != "" {
				v["error"] = a.err
			}
			l = append(l, v)
		}
		writeJSON(rw, 200, M{"attempts": limit(l)})
	default:
		refuse(501, "~ not offered by this driver")
	}
}

var events map[string]func(x *evctx)

func init() {
	token := func(on bool) func(x *evctx) {
		return func(x *evctx) {
			id := x.b.str("tokenId")
			a := x.w.acc
			a.mu.Lock()
			defer a.mu.Unlock()
			for _, t := range a.tokens {
				if t.id == id {
					if t.enabled == on {
						refuse(409, "~ it is so already")
					}
					t.enabled = on
					a.list.touch(t.user)
					x.change("PersonalToken", id, "changed")
					return
				}
			}
			refuse(404, "~ unknown token")
		}
	}
	provider := func(x *evctx) {
		org := x.org(nil)
		how := x.b.enum("behaviour", "accepts", "rejects", "unreachable")
		only := x.b.enumOr("only", "", "verification", "pages")
		o := x.w.onc
		o.mu.Lock()
		defer o.mu.Unlock()
		if only != "pages" {
			o.verify[org] = how
		}
		if only != "verification" {
			o.pagesGo[org] = how
		}
	}
	reg := func(x *evctx, slug string) *Reg { // needs the lock
		r := x.w.reg.regs[slug]
		if r == nil {
			refuse(404, "~ unknown registry")
		}
		return r
	}
	dns := func(set func(r *DnsRec, x *evctx) bool) func(x *evctx) {
		return func(x *evctx) {
			name, cp, typ, rn := x.b.str("domain"), x.b.enumOr("capability", "", "send", "receive"), x.b.strOr("type", ""), x.b.strOr("name", "")
			e := x.w.em
			e.mu.Lock()
			defer e.mu.Unlock()
			d := e.byName(name)
			if d == nil {
				refuse(404, "~ unknown domain")
			}
			n, m := 0, 0
			for _, r := range d.recs {
				if (cp == "" || cp == r.cap) && (typ == "" || strings.EqualFold(typ, r.typ)) && (rn == "" || strings.EqualFold(rn, r.name)) {
					m++
					if set(r, x) {
						n++
					}
				}
			}
			if m == 0 {
				refuse(409, "~ no record fits")
			}
			e.pass(d, 15*time.Second, false)
			x.out["records"] = n
			x.change("EmailDomain", d.id, "changed")
		}
	}
	message := func(x *evctx) *Msg { // needs the lock
		m := x.w.em.msg(x.b.str("messageId"))
		if m == nil {
			refuse(404, "~ unknown message")
		}
		if m.dir != "send" {
			refuse(409, "~ it was not sent from here")
		}
		if r := x.b.strOr("recipient", ""); r != "" && !in(m.rcpts(), r) {
			refuse(404, "~ not a recipient of this message")
		}
		return m
	}
	addrs := func(x *evctx, k string, need bool) []string {
		if !need {
			if _, ok := x.b.opt(k); !ok {
				return nil
			}
		}
		l := x.b.strs(k)
		for _, s := range l {
			if !isAddr(s) {
				x.b.fail(k, "has something that is no address")
			}
		}
		return l
	}
	from := func(x *evctx) string {
		s := x.b.str("from")
		if !isAddr(s) {
			x.b.fail("from", "is no address")
		}
		return s
	}
	outcome := func(kind string) func(x *evctx) {
		return func(x *evctx) {
			at := x.when("occurredAt")
			bt := ""
			if kind == "bounced" {
				bt = map[string]string{"hard": "permanent", "soft": "temporary"}[x.b.enum("bounce", "hard", "soft")]
			}
			var detail any
			if d, ok := x.b.objOpt("detail"); ok {
				detail = d.m
			}
			e := x.w.em
			e.mu.Lock()
			defer e.mu.Unlock()
			m := message(x)
			dels, sups := e.outcome(m, kind, x.b.strOr("recipient", ""), bt, detail, at)
			x.out["deliveryIds"] = dels
			if kind != "delivered" {
				x.out["suppressionIds"], x.out["paused"] = sups, e.pos(m.org).paused
			}
			x.change("EmailMessage", m.id, "changed")
		}
	}
	service := func(x *evctx) *OSvc { // needs the lock
		o := x.w.onc
		if id := x.b.strOr("sourceId", ""); id != "" {
			for _, s := range o.sources {
				if s.id == id && !s.revoked {
					s.last = x.w.now()
					return o.svc("", s.svc)
				}
			}
			refuse(404, "~ unknown alert source")
		}
		id := x.b.str("serviceId")
		if o.svcs[id] == nil {
			for _, org := range x.w.acc.orgList {
				if x.w.up.hasService(org, id) {
					return o.svc(org, id)
				}
			}
		}
		return o.svc("", id)
	}
	cluster := func(x *evctx) *Cluster { // needs the lock
		name := x.b.str("cluster")
		u := x.w.clu
		k := u.find(x.org(func(o string) bool { return u.find(o, name) != nil }), name)
		if k == nil {
			refuse(404, "~ unknown cluster")
		}
		return k
	}
	node := func(x *evctx, k *Cluster) *Node {
		n := k.node(x.b.str("node"))
		if n == nil {
			refuse(404, "~ unknown node")
		}
		return n
	}
	inClu := func(h func(x *evctx, u *Clusters)) func(x *evctx) {
		return func(x *evctx) {
			u := x.w.clu
			u.mu.Lock()
			defer u.mu.Unlock()
			h(x, u)
		}
	}

	events = map[string]func(x *evctx){
		"token-disabled":   token(false),
		"token-enabled":    token(true),
		"role-changes":     roleChanges,
		"provider-behaves": provider,
		"billing-email-collides": func(x *evctx) {
			a := x.w.acc
			s, on := strings.ToLower(x.b.str("email")), x.b.boolOr("collides", true)
			a.mu.Lock()
			defer a.mu.Unlock()
			a.collide[s] = on
		},
		"image-pushed": func(x *evctx) {
			b := x.b
			slug, repo := b.str("registry"), b.str("repository")
			tags := []string{"latest"}
			if l, ok := b.strsOpt("tags"); ok {
				tags = l
			}
			digest := b.strOr("digest", "")
			if digest == "" {
				digest = "sha256:" + hashOf(random(30))
			}
			media := b.strOr("mediaType", "application/vnd.oci.image.manifest.v1+json")
			size := b.intOr("manifestBytes", 1234, 0, 1<<50)
			layers, sizes := []string{}, map[string]int64{}
			if _, ok := b.opt("layers"); ok {
				for _, l := range b.objs("layers") {
					d := l.strOr("digest", "")
					if d == "" {
						d = "sha256:" + hashOf(random(30))
					}
					layers = append(layers, d)
					sizes[d] = l.intIn("sizeBytes", 0, 1<<50)
				}
			} else {
				d := "sha256:" + hashOf(random(30))
				layers, sizes[d] = []string{d}, 20<<20
			}
			at := x.when("pushedAt")
			g := x.w.reg
			g.mu.Lock()
			defer g.mu.Unlock()
			r := reg(x, slug)
			kid, sec := b.strOr("keyId", ""), b.strOr("secret", "")
			if sec != "" {
				if ok, why := g.allow("", sec, slug, repo, "push", true); !ok {
					refuse(409, "~ the key may not push there: %s", why)
				}
			} else if kid != "" {
				ok, why := false, "unknown"
				for _, k := range r.keys {
					if k.id == kid {
						ok, why = g.keyAllows(r, k, slug, repo, "push", x.w.now())
					}
				}
				if !ok {
					refuse(409, "~ the key may not push there: %s", why)
				}
			}
			added, ok := g.push(r, repo, tags, digest, media, size, layers, sizes, at)
			if !ok {
				refuse(409, "~ the storage quota would be exceeded")
			}
			x.out["digest"], x.out["layers"], x.out["addedBytes"] = digest, layers, added
			x.change("RegistryManifest", digest, "created")
		},
		"blob-shared": func(x *evctx) {
			g := x.w.reg
			f, t, blob := x.b.obj("from"), x.b.obj("to"), x.b.str("blob")
			g.mu.Lock()
			defer g.mu.Unlock()
			r := reg(x, x.b.str("registry"))
			find := func(b B) *Man {
				p := r.repos[b.str("repository")]
				if p == nil || p.mans[b.str("digest")] == nil {
					refuse(404, "~ unknown image")
				}
				return p.mans[b.str("digest")]
			}
			a, c := find(f), find(t)
			if !in(a.layers, blob) {
				refuse(404, "~ the first image has no such layer")
			}
			before := r.used()
			if !in(c.layers, blob) {
				c.layers = append(append([]string{}, c.layers...), blob)
			}
			x.out["addedBytes"] = r.used() - before
		},
		"slug-claimed-elsewhere": func(x *evctx) {
			g := x.w.reg
			s, how := x.b.str("slug"), x.b.enumOr("how", "claimed", "claimed", "reserved", "free")
			g.mu.Lock()
			defer g.mu.Unlock()
			if g.regs[s] != nil {
				refuse(409, "~ a registry here has it")
			}
			delete(g.outside, s)
			delete(g.retired, s)
			if how != "free" {
				g.outside[s] = how
			}
		},
		"payment-method-changes": func(x *evctx) {
			o, on := x.org(nil), x.b.bool("active")
			x.w.acc.mu.Lock()
			defer x.w.acc.mu.Unlock()
			x.w.acc.orgs[o].payment = on
		},
		"dns-record-published":  dns(func(r *DnsRec, x *evctx) bool { ch := r.seen != r.value; r.seen = r.value; _ = ch; return true }),
		"dns-record-removed":    dns(func(r *DnsRec, x *evctx) bool { ch := r.seen != ""; r.seen = ""; return ch }),
		"dns-record-mismatched": dns(func(r *DnsRec, x *evctx) bool { r.seen = x.b.str("value"); return true }),
		"message-sent": func(x *evctx) {
			o := outgoing{from: from(x), to: addrs(x, "to", true), cc: addrs(x, "cc", false), subject: x.b.strOr("subject", ""), text: x.b.strOr("text", ""), size: int(x.b.intOr("sizeBytes", 0, 0, 64<<20)), door: x.b.strOr("door", "outbox"), at: x.when("createdAt")}
			e := x.w.em
			e.mu.Lock()
			defer e.mu.Unlock()
			if s := x.b.strOr("secret", ""); s != "" {
				if o.key = e.keyBySecret(s); o.key == nil {
					refuse(409, "~ no such key")
				}
			} else if id := x.b.strOr("sendKeyId", ""); id != "" {
				for _, k := range e.keys {
					if k.id == id || k.keyId == id {
						o.key = k
					}
				}
				if o.key == nil {
					refuse(404, "~ unknown key")
				}
			}
			m, left := e.accept(o, 409)
			x.out["messageId"], x.out["suppressed"] = m.id, left
			x.change("EmailMessage", m.id, "created")
		},
		"message-received": func(x *evctx) {
			f, to, cc, at := from(x), addrs(x, "to", true), addrs(x, "cc", false), x.when("createdAt")
			e := x.w.em
			e.mu.Lock()
			defer e.mu.Unlock()
			for _, a := range append(append([]string{}, to...), cc...) {
				if d := e.byName(domainPart(a)); d != nil && d.recv != "none" && d.recv != "failed" {
					m, rs, ds := e.receive(d, f, x.b.strOr("subject", ""), x.b.strOr("text", ""), to, cc, int(x.b.intOr("sizeBytes", 0, 0, 64<<20)), at)
					x.out["messageId"], x.out["routeIds"], x.out["deliveryIds"] = m.id, rs, ds
					x.change("EmailMessage", m.id, "created")
					return
				}
			}
			refuse(409, "~ no such domain receives mail")
		},
		"message-delivered":  outcome("delivered"),
		"message-bounced":    outcome("bounced"),
		"message-complained": outcome("complained"),
		"webhook-endpoint-answers": func(x *evctx) {
			l := []answer{}
			for _, a := range x.b.objs("answers") {
				l = append(l, answer{int(a.intOr("status", 0, 100, 599)), a.enumOr("failure", "", "timeout", "refused", "reset", "unresolved", "tls")})
			}
			e := x.w.em
			e.mu.Lock()
			defer e.mu.Unlock()
			h := e.hook("", x.b.str("endpointId"))
			if h == nil {
				refuse(404, "~ unknown endpoint")
			}
			h.script, h.scripted, h.afterwards = l, len(l) > 0, x.b.enumOr("afterwards", "repeat-last", "repeat-last", "send")
		},
		"sending-unpaused": func(x *evctx) {
			e := x.w.em
			o := x.org(func(o string) bool { e.mu.Lock(); defer e.mu.Unlock(); return e.pos(o).paused })
			e.mu.Lock()
			defer e.mu.Unlock()
			p := e.pos(o)
			if !p.paused {
				refuse(409, "~ sending is not paused")
			}
			*p = posture{counting: x.w.now()}
		},
		"domain-claimed-elsewhere": func(x *evctx) {
			e := x.w.em
			n, on := strings.ToLower(x.b.str("domain")), x.b.boolOr("claimed", true)
			e.mu.Lock()
			defer e.mu.Unlock()
			if e.byName(n) != nil {
				refuse(409, "~ an organization here has it")
			}
			e.claims[n] = on
		},
		"alert-fires": func(x *evctx) {
			fp, at := x.b.str("alert"), x.when("startsAt")
			o := x.w.onc
			o.mu.Lock()
			defer o.mu.Unlock()
			s := service(x)
			lb, _ := x.b.objOpt("labels")
			an, _ := x.b.objOpt("annotations")
			i, opened := o.fire(s, fp, x.b.strOr("title", fp), lb.m, an.m, at)
			x.out["incidentId"], x.out["opened"], x.out["firingAlerts"] = i.id, opened, i.firing()
			x.change("OncallIncident", i.id, map[bool]string{true: "created", false: "changed"}[opened])
		},
		"alert-resolves": func(x *evctx) {
			fp, at := x.b.str("alert"), x.when("endsAt")
			o := x.w.onc
			o.mu.Lock()
			defer o.mu.Unlock()
			i, res := o.calm(service(x), fp, at)
			if i == nil {
				refuse(404, "~ unknown alert")
			}
			x.out["incidentId"], x.out["resolved"], x.out["firingAlerts"] = i.id, res, i.firing()
			x.change("OncallIncident", i.id, "changed")
		},
		"status-page-viewed": func(x *evctx) {
			o := x.w.onc
			ids, given := x.b.strsOpt("serviceIds")
			if !given {
				ids = nil
			}
			org := x.org(func(s string) bool {
				o.mu.Lock()
				defer o.mu.Unlock()
				for _, i := range ids {
					if v := o.svcs[i]; v != nil && v.org == s {
						return true
					}
				}
				return false
			})
			o.mu.Lock()
			defer o.mu.Unlock()
			for _, i := range ids {
				o.svc(org, i)
			}
			x.out["incidents"] = o.public(org, ids)
		},
		"node-joins": inClu(func(x *evctx, u *Clusters) {
			k := cluster(x)
			var ready *bool
			if _, ok := x.b.opt("ready"); ok {
				r := x.b.bool("ready")
				ready = &r
			}
			n, with := u.join(k, x.b.strOr("token", ""), x.b.str("node"), x.b.strOr("agentVersion", ""), ready, 409)
			x.out["node"], x.out["with"] = n.name, with
			x.change("Node", n.name, "created")
		}),
		"agent-upgraded": inClu(func(x *evctx, u *Clusters) {
			n := node(x, cluster(x))
			n.version = x.b.str("agentVersion")
			x.change("Node", n.name, "changed")
		}),
		"node-lost": inClu(func(x *evctx, u *Clusters) {
			how := x.b.enumOr("how", "not-ready", "not-ready", "vanished", "back")
			n := node(x, cluster(x))
			n.never = how != "back"
			n.ready = how == "back"
			n.gone = how == "vanished"
			x.change("Node", n.name, "changed")
		}),
		"headroom-changes": inClu(func(x *evctx, u *Clusters) {
			c, p := x.b.str("component"), x.b.num("usedPercent")
			k := cluster(x)
			if !in(components, c) {
				refuse(404, "~ no such component")
			}
			k.room[c] = p
			x.change("Cluster", k.name, "changed")
		}),
		"service-exposed": inClu(func(x *evctx, u *Clusters) {
			s, ip := x.b.str("service"), x.b.strOr("ip", "")
			k := cluster(x)
			if !k.lb || k.deleting {
				refuse(409, "~ load balancers are off")
			}
			for _, l := range k.lbs {
				if l[0] == s {
					refuse(409, "~ it is exposed already")
				}
			}
			if int64(len(k.lbs)) >= k.maxSvc {
				refuse(409, "~ no more services can be exposed")
			}
			if ip == "" {
				u.ip++
				ip = "198.51.100." + itoa(int64(u.ip%250+1))
			}
			k.lbs = append(append([][2]string{}, k.lbs...), [2]string{s, ip})
			x.out["service"], x.out["ip"] = s, ip
			x.change("Cluster", k.name, "changed")
		}),
		"service-withdrawn": inClu(func(x *evctx, u *Clusters) {
			s := x.b.str("service")
			k := cluster(x)
			for i, l := range k.lbs {
				if l[0] == s {
					k.lbs = append(append([][2]string{}, k.lbs[:i]...), k.lbs[i+1:]...)
					x.change("Cluster", k.name, "changed")
					return
				}
			}
			refuse(404, "~ not exposed")
		}),
		"cluster-changes-concurrently": inClu(func(x *evctx, u *Clusters) {
			lasts := x.b.enumOr("lasts", "roll", "one-request", "roll")
			ch, has := x.b.objOpt("change")
			k := cluster(x)
			if k.deleting || k.phase == "building" {
				refuse(409, "~ it is %s", k.phase)
			}
			if has {
				k.version = ch.strOr("orchestratorVersion", k.version)
				k.tier = ch.strOr("tier", k.tier)
				k.replicas = ch.intOr("replicas", k.replicas, 1, 9)
			}
			k.blocked = lasts
			if lasts == "roll" {
				u.roll(k, "version", "tier", "replicas", "datastore")
			}
			x.change("Cluster", k.name, "changed")
		}),
		"probe-result": func(x *evctx) {
			b := x.b
			id, v, out, times, at := b.str("monitorId"), b.strOr("vantage", ""), b.enum("outcome", "ok", "fail", "error"), b.intOr("times", 1, 1, 100000), x.when("at")
			kind, det, snip := b.strOr("errorKind", ""), b.strOr("errorDetail", ""), b.strOr("responseSnippet", "")
			lat := 0.0
			if b.has("latencyMs") {
				lat = b.num("latencyMs")
			} else if out == "ok" {
				lat = 37 + float64(rnd(40))
			}
			if kind == "" && out != "ok" {
				kind = map[string]string{"fail": "unexpected-answer", "error": "no-answer"}[out]
			}
			if r := []rune(snip); len(r) > 180 {
				snip = string(r[:180])
			}
			u := x.w.up
			u.mu.Lock()
			defer u.mu.Unlock()
			var m *Monitor
			for _, y := range u.mons {
				if y.id == id && !y.deleted {
					m = y
				}
			}
			if m == nil {
				refuse(404, "~ unknown monitor")
			}
			if !m.enabled {
				refuse(409, "~ the monitor is disabled")
			}
			vs := m.vantages
			if v != "" {
				if !in(vs, v) {
					refuse(404, "~ the monitor is not probed from there")
				}
				vs = []string{v}
			}
			gap := time.Duration(m.interval) * time.Second
			known := []time.Time{m.since}
			for _, l := range m.lastAt {
				known = append(known, l)
			}
			for _, l := range known {
				if !l.IsZero() && !at.Before(l) {
					if g := at.Sub(l) / time.Duration(times); g < gap {
						gap = g
					}
				}
			}
			if out == "ok" {
				kind, det, snip = "", "", ""
			}
			before := len(m.trans)
			was, n := m.state, 0
			for i := times - 1; i >= 0; i-- {
				for _, y := range vs {
					m.result(Probe{at.Add(-gap * time.Duration(i)), y, out, lat, 0, kind, det, snip})
					if m.state != was {
						was = m.state
						n++
					}
				}
			}
			_ = n
			x.out["state"], x.out["transitions"] = m.state, len(m.trans)-before
			x.change("UptimeMonitor", m.id, "changed")
		},
		"metrics-availability": func(x *evctx) {
			id, on := x.b.strOr("monitorId", ""), x.b.bool("available")
			org := x.org(nil)
			u := x.w.up
			u.mu.Lock()
			defer u.mu.Unlock()
			if id != "" {
				for _, m := range u.mons {
					if m.id == id {
						u.dark[id] = !on
						return
					}
				}
				refuse(404, "~ unknown monitor")
			}
			u.dark["org/"+org] = !on
			if on {
				for _, m := range u.mons {
					if m.org == org {
						delete(u.dark, m.id)
					}
				}
			}
		},
		"credential-used": credentialUsed,
		"entitlement-changes": func(x *evctx) {
			o, area, on := x.org(nil), x.b.enum("area", "email", "uptime"), x.b.bool("enabled")
			a := x.w.acc
			a.mu.Lock()
			defer a.mu.Unlock()
			if area == "email" {
				a.orgs[o].email = on
			} else {
				a.orgs[o].uptime = on
			}
		},
		"quota-changes": func(x *evctx) {
			which, v := x.b.enum("quota", "clusters", "monitors", "daily-email", "registry-storage-bytes", "load-balancer-services"), x.b.intIn("value", 0, 1<<53)
			if s := x.b.strOr("registry", ""); s != "" && which == "registry-storage-bytes" {
				g := x.w.reg
				g.mu.Lock()
				defer g.mu.Unlock()
				r := reg(x, s)
				r.quota = v
				g.list.touch(r.org)
				return
			}
			if x.b.strOr("cluster", "") != "" && which == "load-balancer-services" {
				u := x.w.clu
				u.mu.Lock()
				defer u.mu.Unlock()
				cluster(x).maxSvc = v
				return
			}
			o := x.org(nil)
			x.w.acc.mu.Lock()
			x.w.acc.orgs[o].quota[which] = v
			x.w.acc.mu.Unlock()
		},
		"backend-behaves": func(x *evctx) {
			which, up := x.b.enum("backend", "email", "uptime", "dns"), x.b.bool("reachable")
			e, u := x.w.em, x.w.up
			e.mu.Lock()
			u.mu.Lock()
			defer e.mu.Unlock()
			defer u.mu.Unlock()
			switch which {
			case "email":
				e.down = !up
			case "dns":
				e.dnsDown = !up
			case "uptime":
				u.down = !up
			}
		},
	}
}

func roleChanges(x *evctx) {
	a := x.w.acc
	user := x.b.strOr("userId", "")
	org := x.org(func(o string) bool {
		_, _, ok := a.person(o, user)
		if cr, has := x.b.objOpt("customRole"); has && !ok && user == "" {
			a.mu.Lock()
			defer a.mu.Unlock()
			ok = a.custom[o][cr.strOr("id", "")] != nil
		}
		return ok
	})
	role := x.b.enumOr("role", "", "owner", "admin", "member", "viewer", "none")
	a.mu.Lock()
	defer a.mu.Unlock()
	if cr, ok := x.b.objOpt("customRole"); ok {
		id := cr.str("id")
		if a.custom[org] == nil {
			a.custom[org] = map[string]*Role{}
		}
		if cr.boolOr("removed", false) {
			if a.custom[org][id] == nil {
				refuse(404, "~ unknown role")
			}
			delete(a.custom[org], id)
			x.change("IamRole", id, "removed")
		} else {
			r := &Role{id: id, name: id, kind: "custom", perms: []string{}}
			if o := a.custom[org][id]; o != nil {
				c := *o
				r = &c
			}
			r.name, r.desc = cr.strOr("name", r.name), cr.strOr("description", r.desc)
			if l, ok := cr.strsOpt("permissions"); ok {
				known := setOf(upTo("", "admin"))
				for _, p := range l {
					if !known[p] {
						refuse(400, "~ unknown permission %s", p)
					}
				}
				r.perms = l
				r.service = ""
				for i, p := range l {
					s, _, _ := strings.Cut(p, ".")
					if i == 0 {
						r.service = s
					} else if r.service != s {
						r.service = ""
					}
				}
			}
			r.scopable = cr.boolOr("scopable", r.scopable)
			a.custom[org][id] = r
			x.change("IamRole", id, "changed")
		}
	}
	if user == "" {
		return
	}
	p := a.people[user]
	if p == nil {
		p = &Person{id: user, label: user, email: regexp.MustCompile(`[^a-z0-9]`).ReplaceAllString(strings.ToLower(user), "") + "@" + org + ".example", members: map[string]*Member{}, session: "sess-" + user}
		a.people[user] = p
		a.names = append(a.names, user)
	}
	grants, given := []Grant{}, false
	if _, ok := x.b.opt("grants"); ok {
		given = true
		for _, g := range x.b.objs("grants") {
			gr := Grant{role: g.str("role")}
			if a.role(org, gr.role) == nil {
				refuse(404, "~ unknown role %s", gr.role)
			}
			if l, ok := g.strsOpt("resourceIds"); ok {
				gr.ids = l
			}
			grants = append(grants, gr)
		}
	}
	if role == "none" {
		delete(p.members, org)
		x.change("Person", user, "changed")
		return
	}
	m := p.members[org]
	if m == nil {
		m = &Member{role: "viewer"}
		p.members[org] = m
		if !in(p.home, org) {
			p.home = append(p.home, org)
		}
	}
	n := *m
	if role != "" {
		n.role = role
		n.granted, n.grants = false, nil
	}
	if given {
		n.granted, n.grants = true, grants
	}
	p.members[org] = &n
	x.change("Person", user, "changed")
}

func credentialUsed(x *evctx) {
	b, w := x.b, x.w
	kind := b.enum("kind", "personal-token", "registry-key", "login-credential", "upstream-credential", "send-key", "alert-source", "registration-token", "kubeconfig", "export-token")
	id, sec, at := b.strOr("id", ""), b.strOr("secret", ""), x.when("at")
	user, slug, repo, clu := b.strOr("username", ""), b.strOr("registry", ""), b.strOr("repository", ""), b.strOr("cluster", "")
	action := b.enumOr("for", "pull", "pull", "push")
	if id == "" && sec == "" {
		b.fail("id", "or secret is required")
	}
	ok, why, found := false, "unknown", false
	is := func(i, s string) bool {
		hit := sec != "" && s == sec || sec == "" && i == id
		found = found || hit
		return hit
	}
	switch kind {
	case "personal-token":
		a := w.acc
		a.mu.Lock()
		for _, t := range a.tokens {
			if is(t.id, t.key) {
				why = "disabled, expired, or its owner has left"
				ok = a.callerOf(t.key, "") != nil
			}
		}
		a.mu.Unlock()
	case "registry-key", "login-credential":
		g := w.reg
		g.mu.Lock()
		for _, r := range g.regs {
			for _, k := range r.keys {
				if kind == "registry-key" && is(k.id, k.secret) {
					ok, why = g.keyAllows(r, k, slug, repo, action, at)
				}
			}
		}
		for _, l := range g.logins {
			if kind == "login-credential" && is(l.user, l.pass) {
				ok, why = g.allow(user, l.pass, slug, repo, action, true)
			}
		}
		g.mu.Unlock()
	case "upstream-credential":
		g := w.reg
		g.mu.Lock()
		for _, r := range g.regs {
			for h, u := range r.ups {
				if (slug == "" || slug == r.slug) && (id == h || id == "" && u.pass == sec) {
					ok, found = sec == "" || u.pass == sec, true
				}
			}
		}
		g.mu.Unlock()
	case "send-key":
		e := w.em
		e.mu.Lock()
		for _, k := range e.keys {
			if is(k.id, k.secret) {
				ok, why = !k.gone, "revoked"
				if ok {
					k.used = at
				}
			}
		}
		e.mu.Unlock()
	case "alert-source":
		o := w.onc
		h := ""
		if sec != "" {
			h = hashOf(sec)
		}
		o.mu.Lock()
		for _, s := range o.sources {
			if h != "" && s.hash == h || h == "" && s.id == id {
				found, ok, why = true, !s.revoked, "revoked"
				if ok {
					s.last = at
				}
			}
		}
		o.mu.Unlock()
	case "registration-token":
		u := w.clu
		u.mu.Lock()
		for _, k := range u.all {
			for _, t := range k.regs {
				if is(t.id, t.secret) {
					why = "disabled, expired, or of another cluster"
					ok = !t.disabled && (t.expires.IsZero() || at.Before(t.expires)) && (clu == "" || clu == k.name)
					if ok {
						t.used = at
					}
				}
			}
		}
		u.mu.Unlock()
	case "kubeconfig":
		u := w.clu
		u.mu.Lock()
		for _, k := range u.all {
			for t, until := range k.kube {
				if sec != "" && strings.Contains(sec, t) {
					found, why = true, "expired, or of another cluster"
					ok = at.Before(until) && !k.deleting && (clu == "" || clu == k.name)
				}
			}
		}
		u.mu.Unlock()
	case "export-token":
		u := w.up
		h := ""
		if sec != "" {
			h = hashOf(sec)
		}
		u.mu.Lock()
		for _, t := range u.exports {
			if h != "" && t.hash == h || h == "" && t.id == id {
				found, ok = true, true
				t.used = at
				u.expIx.touch(t.org)
			}
		}
		u.mu.Unlock()
	}
	if !found && sec == "" {
		refuse(404, "~ unknown")
	}
	x.out["accepted"] = ok
	if !ok {
		x.out["reason"] = why
	}
}
