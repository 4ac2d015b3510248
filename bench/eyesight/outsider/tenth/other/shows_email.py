import base64, hashlib, hmac, json, threading, time

MISTAKES, SHOWS = [], {}


def mistake(id, areas, kind, statement, wrong, alone, edits, shown, differs, expected):
    def deco(fn):
        MISTAKES.append({"id": id, "areas": areas, "kind": kind, "statement": statement, "wrong": wrong, "requestsAlone": alone,
                         "edits": [{"file": f, "find": a, "replace": b} for f, a, b in edits], "shownBy": shown, "differsAt": differs})
        SHOWS[id] = (fn, expected)
        return fn
    return deco


def domain(s, name="shop.mail.example", who="olga", receive=False, **k):
    """A domain that is verified for sending (and receiving)."""
    s.at_once()
    d = s.ok("POST", "/email/domains", {"name": name}, who=who, **k)
    if receive:
        s.ok("POST", "/email/domains/%s/receive" % d["id"], who=who, **k)
    s.ev("dns-record-published", domain=d["id"])
    s.ok("POST", "/email/domains/%s/check" % d["id"], who=who, **k)
    return s.ok("GET", "/email/domains/" + d["id"], who=who, **k)


ALL = ["message.sent", "message.delivered", "message.bounced", "message.complained", "message.received"]


def hook(s, answers=({"status": 200},), types=ALL, **k):
    h = s.ok("POST", "/email/webhooks", {"url": "http://127.0.0.1:9/hook", "eventTypes": list(types)}, **k)
    s.ev("webhook-endpoint-answers", endpointId=h["webhook"]["id"], answers=list(answers))
    return h


def pages_of_log(s, query=""):
    out, cur = [], None
    for _ in range(10):
        q = "&".join(x for x in [query, "cursor=" + cur if cur else ""] if x)
        b = s.ok("GET", "/email/messages" + ("?" + q if q else ""))
        out.append([m["id"] for m in b["messages"]])
        cur = b.get("cursor")
        if not cur:
            break
    return out


# ---- pagination ----------------------------------------------------------

@mistake("k-cursor-tie-reversed", ["email"], "pagination", "EML-09",
         "Between messages of the same instant the cursor goes on in the wrong direction, so the second page repeats messages of the first and leaves out others.",
         False, [("email.go", "(at == curAt && m.seq >= curSeq)", "(at == curAt && m.seq <= curSeq)")],
         ["verify shop.mail.example for sending", "freeze the clock", "60 messages are sent (all at the same instant)",
          "GET /api/v1/email/messages, then again with its cursor until there is none"],
         "the second page: it repeats messages of the first page, and the ten oldest never appear", (60, 60))
def _(s):
    domain(s)
    s.freeze()
    for i in range(60):
        s.ev("message-sent", **{"from": "a@shop.mail.example", "to": ["u%d@x.example" % i]})
    l = [x for p in pages_of_log(s) for x in p]
    return len(l), len(set(l))


@mistake("k-cursor-names-the-next-message", ["email"], "pagination", "EML-09",
         "The cursor is made of the first message of the next page, but reading on leaves out the message that the cursor names, so one message is lost at each page boundary.",
         False, [("email.go", "\t\tl = l[:messagePage]\n\t\tlast := l[messagePage-1]\n", "\t\tlast := l[messagePage] // go on from here\n\t\tl = l[:messagePage]\n")],
         ["verify shop.mail.example for sending", "120 messages are sent", "GET /api/v1/email/messages, then again with its cursor until there is none"],
         "the pages together: 118 messages in place of 120, the 51st and the 102nd newest are in none", 120)
def _(s):
    domain(s)
    for i in range(120):
        s.ev("message-sent", **{"from": "a@shop.mail.example", "to": ["u%d@x.example" % i]})
    return len({x for p in pages_of_log(s) for x in p})


@mistake("k-since-lost-after-first-page", ["email"], "pagination", "EML-09",
         "The filter since is only looked at on the first page; with a cursor, messages from before since come back.",
         False, [("email.go", "\tif q.Has(\"since\") {\n", "\tif q.Has(\"since\") && !q.Has(\"cursor\") { // the cursor says where to go on\n")],
         ["verify shop.mail.example for sending", "5 messages are sent at a past instant (two days ago), 60 now",
          "GET /api/v1/email/messages?since=yesterday, then again with the same since and the cursor"],
         "the second page: 15 messages in place of 10, five of them from before since", [50, 10])
def _(s):
    domain(s)
    now = time.time()
    iso = lambda t: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(t))
    for i in range(5):
        s.ev("message-sent", createdAt=iso(now - 2 * 86400), **{"from": "a@shop.mail.example", "to": ["old%d@x.example" % i]})
    for i in range(60):
        s.ev("message-sent", **{"from": "a@shop.mail.example", "to": ["u%d@x.example" % i]})
    return [len(p) for p in pages_of_log(s, "since=" + iso(now - 86400))]


# ---- isolation -----------------------------------------------------------

@mistake("k-routes-filtered-by-route-id", ["email", "tokens"], "isolation", "EML-05",
         "The route list of a scoped subject is filtered with the id of the route in place of that of its domain, so it does not show the routes of the subject's own domain.",
         True, [("email.go", "return !c.can(\"email.route.read\", r.DomainID)", "return !c.can(\"email.route.read\", r.ID)")],
         ["POST /api/v1/email/domains for two names, POST .../receive for both", "POST /api/v1/email/webhooks", "POST /api/v1/email/routes {pattern: *} on both domains",
          "POST /api/v1/tokens {scope: [{role: email.viewer, resourceIds: [first domain]}]}", "GET /api/v1/email/routes with the token"],
         "the last GET: no route in place of the one of the first domain", ["first"])
def _(s):
    names = {}
    h = s.ok("POST", "/email/webhooks", {"url": "http://127.0.0.1:9/h", "eventTypes": ALL})["webhook"]
    for n in ["first", "second"]:
        d = s.ok("POST", "/email/domains", {"name": n + ".mail.example"})
        names[d["id"]] = n
        s.ok("POST", "/email/domains/%s/receive" % d["id"])
        s.ok("POST", "/email/routes", {"domainId": d["id"], "pattern": "*", "endpointId": h["id"]})
    k = s.ok("POST", "/tokens", {"name": "t", "scope": [{"role": "email.viewer", "resourceIds": [next(iter(names))]}]})["key"]
    return [names[r["domainId"]] for r in s.ok("GET", "/email/routes", key=k)["routes"]]


@mistake("k-accepted-today-of-everybody", ["email"], "isolation", "EML-12",
         "The counter of messages accepted today is kept by day only, not by organization, so acceptedToday (and the daily quota) counts the mail of all organizations.",
         False, [("core.go", "\tnextDelivery    int\n", "\tnextDelivery    int\n\taccepted        map[string]int64 // messages by day\n"),
                 ("seed.go", "gone: map[string]bool{}, ", "gone: map[string]bool{}, accepted: map[string]int64{}, "),
                 ("email.go", "\"acceptedToday\": c.org.acceptedToday(c.w.now())}", "\"acceptedToday\": c.w.acceptedToday(c.w.now())}"),
                 ("email.go", "func (o *Org) acceptedToday(now time.Time) int64 {\n\tday := now.UTC().Format(\"2006-01-02\")\n\tvar n int64\n\tfor _, m := range o.Em.messages {\n\t\tif m.accepted && m.CreatedAt.UTC().Format(\"2006-01-02\") == day {\n\t\t\tn++\n\t\t}\n\t}\n\treturn n\n}",
                  "func day(t time.Time) string { return t.UTC().Format(\"2006-01-02\") }\n\nfunc (w *World) acceptedToday(now time.Time) int64 { return w.accepted[day(now)] }"),
                 ("email.go", "if o.acceptedToday(at) >= o.Quota", "if w.acceptedToday(at) >= o.Quota"),
                 ("email.go", "\tm.accepted, m.SentAt = true, &Time{at}\n", "\tm.accepted, m.SentAt = true, &Time{at}\n\tw.accepted[day(at)]++\n")],
         ["verify shop.mail.example for the first organization", "three messages are sent from it", "GET /api/v1/email/settings as the other organization"],
         "acceptedToday in the last step: 3 in place of 0", (3, 0))
def _(s):
    domain(s)
    for i in range(3):
        s.ev("message-sent", **{"from": "a@shop.mail.example", "to": ["u%d@x.example" % i]})
    return s.ok("GET", "/email/settings")["acceptedToday"], s.ok("GET", "/email/settings", who="nils")["acceptedToday"]


@mistake("k-content-outside-the-grant", ["email", "tokens"], "isolation", "EML-01",
         "The content of a message is handed out without asking for the permission on its domain, so a subject scoped to one domain reads the mail of the others.",
         False, [("email.go", "\t\tm, err := c.message(c.path(\"id\"), contentWindow)\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n",
                  "\t\tm := find(c.org.Em.messages, func(m *Message) bool { return m.ID == c.path(\"id\") })\n\t\tif m == nil || c.w.now().Sub(m.CreatedAt.Time) > contentWindow {\n\t\t\treturn notFound(\"message content\")\n\t\t}\n")],
         ["verify first.mail.example and second.mail.example for sending", "a message is sent from second.mail.example",
          "POST /api/v1/tokens {scope: [{role: email.viewer, resourceIds: [first domain]}]}", "GET /api/v1/email/messages/{id} and .../content with the token"],
         "the content: 200 with the raw message in place of 403 (the message itself is refused)", (403, 403))
def _(s):
    a = domain(s, "first.mail.example")
    domain(s, "second.mail.example")
    m = s.ev("message-sent", **{"from": "a@second.mail.example", "to": ["u@x.example"]})["messageId"]
    k = s.ok("POST", "/tokens", {"name": "t", "scope": [{"role": "email.viewer", "resourceIds": [a["id"]]}]})["key"]
    return s.api("GET", "/email/messages/" + m, key=k)[0], s.api("GET", "/email/messages/%s/content" % m, key=k)[0]


@mistake("k-redeliver-of-any-organization", ["email"], "isolation", "GEN-04",
         "Redelivery looks for the (counted) delivery id in all organizations, so anybody can make another organization's endpoint get its payloads again.",
         False, [("webhooks.go", "\t\td := find(c.org.Em.deliveries, func(d *Delivery) bool { return d.ID == id })\n\t\tif d == nil {\n\t\t\treturn notFound(\"delivery\")\n\t\t}\n\t\th := c.org.webhook(d.EndpointID)\n",
                  "\t\tvar o *Org\n\t\tvar d *Delivery\n\t\tfor _, x := range c.w.orgs { // the ids count up over all of them\n\t\t\tif f := find(x.Em.deliveries, func(d *Delivery) bool { return d.ID == id }); f != nil {\n\t\t\t\to, d = x, f\n\t\t\t}\n\t\t}\n\t\tif d == nil {\n\t\t\treturn notFound(\"delivery\")\n\t\t}\n\t\th := o.webhook(d.EndpointID)\n"),
                 ("webhooks.go", "n := c.w.enqueue(c.org, h, d.EventType,", "n := c.w.enqueue(o, h, d.EventType,")],
         ["verify shop.mail.example, POST /api/v1/email/webhooks, answers scripted as 200", "a message is sent", "GET /api/v1/email/webhook-deliveries: its id",
          "POST /api/v1/email/webhook-deliveries/{id}/redeliver as the owner of the other organization", "GET /api/v1/email/webhook-deliveries as the first"],
         "the redelivery: 202 in place of 404, and the first organization has a second delivery", (404, 1))
def _(s):
    domain(s)
    hook(s)
    s.ev("message-sent", **{"from": "a@shop.mail.example", "to": ["u@x.example"]})
    d = s.ok("GET", "/email/webhook-deliveries")["deliveries"]
    st, _b = s.api("POST", "/email/webhook-deliveries/%d/redeliver" % d[0]["id"], who="nils")
    return st, len(s.ok("GET", "/email/webhook-deliveries")["deliveries"])


# ---- guards and statuses -------------------------------------------------

@mistake("k-unverified-claim-elsewhere-ignored", ["email"], "guard", "EML-04",
         "A name that another organization registered and has not verified yet is not seen as claimed, so the same domain lives in two organizations.",
         True, [("email.go", "\t\t\ttaken = taken || o.domainNamed(n) != nil\n", "\t\t\td := o.domainNamed(n)\n\t\t\ttaken = taken || (d != nil && (o == c.org || d.SendState == \"verified\"))\n")],
         ["POST /api/v1/email/domains {name: claim.mail.example}", "the same as the owner of the other organization"],
         "the second POST: 201 in place of 409", (201, 409))
def _(s):
    return (s.api("POST", "/email/domains", {"name": "claim.mail.example"})[0], s.api("POST", "/email/domains", {"name": "claim.mail.example"}, who="nils")[0])


@mistake("k-disabled-endpoint-deleted-under-route", ["email"], "guard", "EML-14",
         "A disabled endpoint can be deleted although an inbound route still targets it.",
         True, [("webhooks.go", "\t\tif find(c.org.Em.routes, func(r *Route) bool { return r.EndpointID == h.ID }) != nil {\n", "\t\tif !h.Disabled && find(c.org.Em.routes, func(r *Route) bool { return r.EndpointID == h.ID }) != nil {\n")],
         ["POST /api/v1/email/domains and .../receive", "POST /api/v1/email/webhooks", "POST /api/v1/email/routes to the endpoint",
          "PATCH /api/v1/email/webhooks/{id} {disabled: true}", "DELETE /api/v1/email/webhooks/{id}"],
         "the DELETE: 204 in place of 409, and the route names an endpoint that is gone", 409)
def _(s):
    d = s.ok("POST", "/email/domains", {"name": "in.mail.example"})
    s.ok("POST", "/email/domains/%s/receive" % d["id"])
    h = s.ok("POST", "/email/webhooks", {"url": "http://127.0.0.1:9/h", "eventTypes": ALL})["webhook"]["id"]
    s.ok("POST", "/email/routes", {"domainId": d["id"], "pattern": "*", "endpointId": h})
    s.ok("PATCH", "/email/webhooks/" + h, {"disabled": True})
    return s.api("DELETE", "/email/webhooks/" + h)[0]


@mistake("k-tokens-skip-the-entitlement", ["email", "tokens", "uptime"], "guard", "EML-01",
         "Whether the organization is enabled for email (or uptime) is only asked for sessions; personal tokens go on working after the organization was taken out of the beta.",
         False, [("core.go", "\t\t\t\tif !c.org.Entitled[a.area] {\n", "\t\t\t\tif c.token == nil && !c.org.Entitled[a.area] { // tokens come from an enabled organization\n")],
         ["POST /api/v1/tokens {name}", "email is switched off for the organization", "GET /api/v1/email/domains with the session, then with the token"],
         "the last GET: 200 in place of 403", (403, 403))
def _(s):
    k = s.ok("POST", "/tokens", {"name": "t"})["key"]
    s.ev("entitlement-changes", area="email", enabled=False)
    return s.api("GET", "/email/domains")[0], s.api("GET", "/email/domains", key=k)[0]


@mistake("k-content-past-retention-gone", ["email"], "status", "EML-11",
         "The content of a message past its 30 days answers 410 in place of 404.",
         False, [("email.go", "\t\tm, err := c.message(c.path(\"id\"), contentWindow)\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n",
                  "\t\tm, err := c.message(c.path(\"id\"), messageWindow)\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\tif c.w.now().Sub(m.CreatedAt.Time) > contentWindow {\n\t\t\treturn fail(410, \"the content is past its retention window\")\n\t\t}\n")],
         ["verify shop.mail.example", "a message is sent", "advance the clock by 31 days", "GET /api/v1/email/messages/{id}/content"],
         "the content: 410 in place of 404", 404)
def _(s):
    domain(s)
    s.freeze()
    m = s.ev("message-sent", **{"from": "a@shop.mail.example", "to": ["u@x.example"]})["messageId"]
    s.advance("P31D")
    return s.api("GET", "/email/messages/%s/content" % m)[0]


# ---- time ----------------------------------------------------------------

@mistake("k-retention-from-last-state", ["email"], "time", "EML-11",
         "The retention windows are counted from the last change of state in place of the message itself, so a late delivery report makes old content readable for longer.",
         False, [("email.go", "c.w.now().Sub(m.CreatedAt.Time) > window", "c.w.now().Sub(m.StateAt.Time) > window")],
         ["verify shop.mail.example", "a message is sent", "advance the clock by 20 days", "the message is reported delivered", "advance the clock by 15 days", "GET /api/v1/email/messages/{id}/content"],
         "the content, 35 days after the message: 200 in place of 404", 404)
def _(s):
    domain(s)
    s.freeze()
    m = s.ev("message-sent", **{"from": "a@shop.mail.example", "to": ["u@x.example"]})["messageId"]
    s.advance("P20D")
    s.ev("message-delivered", messageId=m)
    s.advance("P15D")
    return s.api("GET", "/email/messages/%s/content" % m)[0]


# ---- side effects --------------------------------------------------------

@mistake("k-dns-trusts-the-verification", ["email"], "side effect", "EML-06",
         "For a domain that is verified for sending the DNS observations are taken from the verification state: its records are reported found although they were removed since.",
         False, [("email.go", "\t\t\tcase r.observed == \"\":\n", "\t\t\tcase r.Capability == \"send\" && d.SendState == \"verified\": // the last pass saw them all\n\t\t\t\tv[\"outcome\"], v[\"observed\"] = \"found\", r.Value\n\t\t\tcase r.observed == \"\":\n")],
         ["verify shop.mail.example for sending", "the TXT record is removed from DNS", "GET /api/v1/email/domains/{id}/dns"],
         "the outcome of the TXT record: found in place of missing", ["found", "found", "missing"])
def _(s):
    d = domain(s)
    s.ev("dns-record-removed", domain=d["id"], type="TXT")
    return sorted(r["outcome"] for r in s.ok("GET", "/email/domains/%s/dns" % d["id"])["records"])


def signed_with(secret, a):
    h = {k.lower(): v for k, v in a["headers"].items()}
    mac = hmac.new(base64.b64decode(secret[6:]), ("%s.%s.%s" % (h["webhook-id"], h["webhook-timestamp"], a["body"])).encode(), hashlib.sha256)
    return h["webhook-signature"] == "v1," + base64.b64encode(mac.digest()).decode()


@mistake("k-retries-signed-with-old-secret", ["email"], "secrecy", "EML-14",
         "The signing secret is kept with the delivery when it is queued, so retries after a rotation are still signed with the old secret.",
         False, [("webhooks.go", "\teventID string\n\tbody    []byte\n", "\teventID string\n\tbody    []byte\n\tsecret  []byte\n"),
                 ("webhooks.go", "eventID: eventID, body: body}", "eventID: eventID, body: body, secret: h.secret}"),
                 ("webhooks.go", "func (h *Webhook) sign(id string, at time.Time, body []byte) map[string]string {", "func (d *Delivery) sign(at time.Time) map[string]string {"),
                 ("webhooks.go", "mac := hmac.New(sha256.New, h.secret)\n\tfmt.Fprintf(mac, \"%s.%s.%s\", id, ts, body)", "mac := hmac.New(sha256.New, d.secret)\n\tfmt.Fprintf(mac, \"%s.%s.%s\", d.eventID, ts, d.body)"),
                 ("webhooks.go", "\"Webhook-Id\": id,", "\"Webhook-Id\": d.eventID,"),
                 ("webhooks.go", "a.Headers = h.sign(d.eventID, w.now(), d.body)", "a.Headers = d.sign(w.now())"),
                 ("webhooks.go", "a.Headers = h.sign(d.eventID, time.Now(), d.body)", "a.Headers = d.sign(time.Now())")],
         ["verify shop.mail.example", "POST /api/v1/email/webhooks, answers scripted: 500, then 200", "a message is sent: the first attempt fails",
          "POST /api/v1/email/webhooks/{id}/rotate-secret", "advance the clock past the retry", "look at the attempts"],
         "the signature of the second attempt: made with the old secret in place of the new one", (2, True, False))
def _(s):
    domain(s)
    s.freeze()
    h = hook(s, [{"status": 500}, {"status": 200}])
    hid = h["webhook"]["id"]
    s.ev("message-sent", **{"from": "a@shop.mail.example", "to": ["u@x.example"]})
    s.attempts(hid)
    new = s.ok("POST", "/email/webhooks/%s/rotate-secret" % hid)["signingSecret"]
    s.advance("PT1M")
    a = s.attempts(hid)
    return len(a), signed_with(new, a[-1]), signed_with(h["signingSecret"], a[-1])


@mistake("k-redelivery-renders-anew", ["email"], "side effect", "EML-16",
         "A redelivery is rendered from the message as it is now, in place of the frozen payload of the delivery.",
         False, [("webhooks.go", "\t\tn := c.w.enqueue(c.org, h, d.EventType, d.MessageID, d.eventID, d.body)\n\t\treturn c.json(202, obj{\"id\": n.ID})\n",
                  "\t\tm := find(c.org.Em.messages, func(m *Message) bool { return m.ID == d.MessageID })\n\t\treturn c.json(202, obj{\"id\": c.w.queue(c.org, h, m, d.EventType, nil, c.w.now())})\n")],
         ["verify shop.mail.example", "POST /api/v1/email/webhooks {eventTypes: [message.sent]}, answers scripted as 200", "a message is sent, then reported delivered",
          "POST /api/v1/email/webhook-deliveries/{id}/redeliver", "compare the bodies of the two attempts"],
         "the body of the second attempt: another id, time and state than in the first", (2, True))
def _(s):
    domain(s)
    h = hook(s, types=["message.sent"])["webhook"]["id"]
    m = s.ev("message-sent", **{"from": "a@shop.mail.example", "to": ["u@x.example"]})["messageId"]
    s.attempts(h)
    s.ev("message-delivered", messageId=m)
    d = s.ok("GET", "/email/webhook-deliveries")["deliveries"][0]["id"]
    s.ok("POST", "/email/webhook-deliveries/%d/redeliver" % d)
    a = s.attempts(h)
    return len(a), a[0]["body"] == a[1]["body"]


@mistake("k-removed-suppression-never-returns", ["email"], "side effect", "EML-13",
         "A removed suppression leaves a tombstone that still counts as known when the address bounces again, so the next hard bounce does not suppress it again.",
         False, [("email.go", "\tReason    string `json:\"reason\"`\n\tCreatedAt Time   `json:\"createdAt\"`\n", "\tReason    string `json:\"reason\"`\n\tCreatedAt Time   `json:\"createdAt\"`\n\tremoved   bool\n"),
                 ("email.go", "\treturn find(o.Em.suppressions, func(s *Suppression) bool { return s.Address == lower(addr) })\n}", "\treturn find(o.Em.suppressions, func(s *Suppression) bool { return s.Address == lower(addr) && !s.removed })\n}\nfunc (o *Org) knownSuppression(addr string) *Suppression {\n\treturn find(o.Em.suppressions, func(s *Suppression) bool { return s.Address == lower(addr) })\n}"),
                 ("email.go", "obj{\"suppressions\": lst(c.org.Em.suppressions)}", "obj{\"suppressions\": remove(c.org.Em.suppressions, func(x *Suppression) bool { return x.removed })}"),
                 ("email.go", "\t\tn := len(c.org.Em.suppressions)\n\t\tc.org.Em.suppressions = remove(c.org.Em.suppressions, func(x *Suppression) bool { return x.ID == c.path(\"id\") })\n\t\tif n == len(c.org.Em.suppressions) {\n\t\t\treturn notFound(\"suppression\")\n\t\t}\n",
                  "\t\tx := find(c.org.Em.suppressions, func(x *Suppression) bool { return x.ID == c.path(\"id\") && !x.removed })\n\t\tif x == nil {\n\t\t\treturn notFound(\"suppression\")\n\t\t}\n\t\tx.removed = true\n"),
                 ("email.go", "&Suppression{newID(\"sup\"), lower(addr), reason, Time{at}}", "&Suppression{ID: newID(\"sup\"), Address: lower(addr), Reason: reason, CreatedAt: Time{at}}"),
                 ("email.go", "if reason != \"\" && o.suppressed(r) == nil {", "if reason != \"\" && o.knownSuppression(r) == nil {")],
         ["verify shop.mail.example", "a message to jo@x.example is sent and bounces hard", "DELETE /api/v1/email/suppressions/{id}",
          "another message to jo@x.example is sent and bounces hard", "GET /api/v1/email/suppressions"],
         "the last GET: empty in place of jo@x.example with reason bounce", [("jo@x.example", "bounce")])
def _(s):
    domain(s)
    for i in range(2):
        m = s.ev("message-sent", **{"from": "a@shop.mail.example", "to": ["jo@x.example"]})["messageId"]
        s.ev("message-bounced", messageId=m, bounce="hard")
        l = s.ok("GET", "/email/suppressions")["suppressions"]
        if i == 0:
            s.ok("DELETE", "/email/suppressions/" + l[0]["id"])
    return [(x["address"], x["reason"]) for x in l]


@mistake("k-recipients-filtered-in-place", ["email"], "side effect", "EML-09",
         "The suppressed recipients are filtered out in place, in the memory of the message's own to list: a suppressed first recipient disappears from to, and the next one stands there twice.",
         False, [("email.go", "\tm := w.newMessage(o, d, q, \"send\", \"sent\", door, at)\n", "\tm := w.newMessage(o, d, q, \"send\", \"sent\", door, at)\n\tm.recipients = q.To[:0]\n")],
         ["verify shop.mail.example", "POST /api/v1/email/suppressions {address: jo@x.example}", "a message to jo@x.example and kim@x.example is sent",
          "GET /api/v1/email/messages/{id}", "GET /api/v1/email/messages?to=jo@x.example"],
         "to is [kim, kim] in place of [jo, kim], and the filter finds nothing", (["jo@x.example", "kim@x.example"], 1))
def _(s):
    domain(s)
    s.ok("POST", "/email/suppressions", {"address": "jo@x.example"})
    m = s.ev("message-sent", **{"from": "a@shop.mail.example", "to": ["jo@x.example", "kim@x.example"]})["messageId"]
    return s.ok("GET", "/email/messages/" + m)["message"]["to"], len(s.ok("GET", "/email/messages?to=jo@x.example")["messages"])


# ---- schema, order, secrecy, concurrency ---------------------------------

@mistake("k-suppression-reason-complained", ["email"], "schema", "EML-13",
         "A complaint adds a suppression whose reason is the kind of the event (complained), which is not a value of the enumeration, in place of complaint.",
         False, [("email.go", "\t\t\t\t\treason = \"complaint\"\n", "\t\t\t\t\treason = kind\n")],
         ["verify shop.mail.example", "a message is sent, its recipient complains", "GET /api/v1/email/suppressions"],
         "reason: complained in place of complaint", ["complaint"])
def _(s):
    domain(s)
    m = s.ev("message-sent", **{"from": "a@shop.mail.example", "to": ["jo@x.example"]})["messageId"]
    s.ev("message-complained", messageId=m)
    return [x["reason"] for x in s.ok("GET", "/email/suppressions")["suppressions"]]


@mistake("k-deliveries-by-last-attempt", ["email"], "order and caps", "EML-15",
         "The deliveries are listed by their last attempt, so an old delivery that was retried stands before newer ones.",
         False, [("webhooks.go", "\t\"net/http\"\n\t\"strconv\"\n", "\t\"net/http\"\n\t\"sort\"\n\t\"strconv\"\n"),
                 ("webhooks.go", "\teventID string\n\tbody    []byte\n", "\teventID string\n\tbody    []byte\n\tlastAt  time.Time\n"),
                 ("webhooks.go", "eventID: eventID, body: body}", "eventID: eventID, body: body, lastAt: w.now()}"),
                 ("webhooks.go", "\td.Attempts++\n", "\td.Attempts++\n\td.lastAt = w.now()\n"),
                 ("webhooks.go", "\t\treturn c.json(200, obj{\"deliveries\": l})\n", "\t\tsort.SliceStable(l, func(i, j int) bool { return l[i].lastAt.After(l[j].lastAt) })\n\t\treturn c.json(200, obj{\"deliveries\": l})\n")],
         ["verify shop.mail.example", "POST /api/v1/email/webhooks, answers scripted: 500, then 200 for ever", "a message is sent: its delivery fails and waits",
          "advance the clock by 2 seconds, another message is sent: delivered at once", "advance the clock by 20 seconds: the first is retried", "GET /api/v1/email/webhook-deliveries"],
         "the order: the older delivery first in place of the newer one", [2, 1])
def _(s):
    domain(s)
    s.freeze()
    hook(s, [{"status": 500}, {"status": 200}], types=["message.sent"])
    s.ev("message-sent", **{"from": "a@shop.mail.example", "to": ["u@x.example"]})
    s.advance("PT2S")
    s.ev("message-sent", **{"from": "a@shop.mail.example", "to": ["v@x.example"]})
    s.advance("PT20S")
    return [d["id"] for d in s.ok("GET", "/email/webhook-deliveries")["deliveries"]]


@mistake("k-second-rotation-same-secret", ["email"], "secrecy", "EML-14",
         "Rotating the signing secret twice within a minute does not rotate again: the second answer shows the secret of the first once more, and it goes on signing.",
         True, [("webhooks.go", "\tsecret []byte\n\tscript []scripted\n", "\tsecret []byte\n\trotatedAt time.Time\n\tscript []scripted\n"),
                ("webhooks.go", "\t\th.secret = newSecret()\n", "\t\tif c.w.now().Sub(h.rotatedAt) > time.Minute { // a double click rotates once\n\t\t\th.secret, h.rotatedAt = newSecret(), c.w.now()\n\t\t}\n")],
         ["POST /api/v1/email/webhooks", "POST /api/v1/email/webhooks/{id}/rotate-secret twice"],
         "the second rotation: the same signingSecret as the first", 3)
def _(s):
    h = s.ok("POST", "/email/webhooks", {"url": "http://127.0.0.1:9/h", "eventTypes": ALL})
    r = [s.ok("POST", "/email/webhooks/%s/rotate-secret" % h["webhook"]["id"])["signingSecret"] for _ in range(2)]
    return len({h["signingSecret"], *r})


@mistake("k-domain-claim-race", ["email"], "concurrency", "EML-04",
         "The lock is released while the mail provider is told of the new identity, after the claim was checked and before the domain is kept, so parallel registrations of one name all succeed.",
         True, [("email.go", "\t\td := &Domain{ID: newID(\"dom\"), Name: n,", "\t\tc.unlocked(func() { registerIdentity(n) })\n\t\td := &Domain{ID: newID(\"dom\"), Name: n,"),
                ("email.go", "func okURL(s string) error {", "// unlocked lets the others go on while something takes its time.\nfunc (c *Ctx) unlocked(f func()) {\n\tc.w.s.mu.Unlock()\n\tdefer c.w.s.mu.Lock()\n\tf()\n}\n\n// registerIdentity announces the domain to the mail provider.\nfunc registerIdentity(name string) {\n\t_ = name\n\ttime.Sleep(20 * time.Millisecond)\n}\n\nfunc okURL(s string) error {")],
         ["POST /api/v1/email/domains {name: race.mail.example} eight times in parallel, from both organizations"],
         "several answers are 201 in place of one", 1)
def _(s):
    out = []
    def go(who):
        out.append(s.api("POST", "/email/domains", {"name": "race.mail.example"}, who=who)[0])
    t = [threading.Thread(target=go, args=(["olga", "nils"][i % 2],)) for i in range(8)]
    [x.start() for x in t]
    [x.join(20) for x in t]
    return out.count(201)
