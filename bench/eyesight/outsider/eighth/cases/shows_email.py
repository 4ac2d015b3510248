import base64, hashlib, hmac
from datetime import datetime, timedelta, timezone
from prove import mistake

E = "/email"


def domain(S, name="a.mail.example", receive=False, **k):
    """A domain that is verified for sending, and for receiving if asked."""
    S.at_once()
    d = S("POST", E + "/domains", {"name": name}, expect=201, **k)["id"]
    if receive:
        S("POST", E + "/domains/%s/receive" % d, expect=200, **k)
    S.ev("dns-record-published", domain=name)
    S("POST", E + "/domains/%s/check" % d, expect=202, **k)
    assert S("GET", E + "/domains/" + d, **k)["sendState"] == "verified"
    return d


def hook(S, types=("message.sent",), answers=({"status": 200},), **k):
    r = S("POST", E + "/webhooks", {"url": "http://127.0.0.1:9/hook", "eventTypes": list(types)}, expect=201, **k)
    S.ev("webhook-endpoint-answers", endpointId=r["webhook"]["id"], answers=list(answers))
    return r["webhook"]["id"], r["signingSecret"]


def send(S, to, frm="x@a.mail.example", **k):
    return S.ev("message-sent", **{"from": frm, "to": to if isinstance(to, list) else [to]}, **k)["messageId"]


def attempts(S, **q):
    return S("GET", "/_understudy/webhook-deliveries?" + "&".join("%s=%s" % x for x in q.items()), who=None)["attempts"]


def signed_by(a, secret):
    h = {k.lower(): v for k, v in a["headers"].items()}
    key = base64.b64decode(secret.split("_", 1)[1])
    m = hmac.new(key, ("%s.%s.%s" % (h["webhook-id"], h["webhook-timestamp"], a["body"])).encode(), hashlib.sha256).digest()
    return h["webhook-signature"] == "v1," + base64.b64encode(m).decode()


def ago(**k):
    return (datetime.now(timezone.utc) - timedelta(**k)).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def pages(S, query="", between=None):
    out, cursor = [], ""
    while True:
        r = S("GET", E + "/messages?" + query + ("&cursor=" + cursor if cursor else ""), expect=200)
        out.append(r["messages"])
        cursor = r.json.get("cursor")
        if not cursor:
            return out
        if between:
            between()
            between = None


@mistake("h-eml-to-filter-on-first-page", "email", "pagination", "EML-09",
         "The filter by recipient is only applied on the first page, not where a cursor is given.",
         [("email.go", 'if to := lower(q.Get("to")); to != "" {', 'if to := lower(q.Get("to")); to != "" && !q.Has("cursor") {')],
         ["send 60 messages to one recipient and 60 to another, in turn (events)", "GET /api/v1/email/messages?to=the first", "GET /api/v1/email/messages?to=the first&cursor=..."],
         "step 3: messages to the other recipient are among them")
def _(S):
    domain(S)
    for i in range(60):
        send(S, "p@x.example"), send(S, "q@x.example")
    l = [m for p in pages(S, "to=p@x.example") for m in p]
    wrong = [m for m in l if m["to"] != ["p@x.example"]]
    return len(l) == 60 and not wrong, (len(l), len(wrong))


@mistake("h-eml-cursor-by-time-alone", "email", "pagination", "EML-09",
         "The cursor compares times only, so messages of the same instant as the last of a page are skipped.",
         [("email.go", "(at > curAt || (at == curAt && m.seq >= curSeq)) {", "(at >= curAt || m.seq == curSeq) {")],
         ["send 60 messages with the same createdAt (events)", "walk the pages of GET /api/v1/email/messages"],
         "step 2: fewer than 60 messages are seen")
def _(S):
    domain(S)
    t = ago(hours=1)
    for i in range(60):
        send(S, "p@x.example", createdAt=t)
    n = [len(p) for p in pages(S)]
    return sum(n) == 60, n


@mistake("h-eml-content-gone", "email", "status", "EML-11",
         "Content past its retention window is answered with 410 instead of 404.",
         [("email.go", "		m, err := c.message(c.path(\"id\"), contentWindow)\n		if err != nil {\n", "		m, err := c.message(c.path(\"id\"), contentWindow)\n		if err != nil {\n			if _, e := c.message(c.path(\"id\"), messageWindow); e == nil {\n				return fail(410, \"the content is past its retention window\")\n			}\n")],
         ["event message-sent with createdAt 40 days ago", "GET /api/v1/email/messages/{id}/content"],
         "step 2: 404 when right, 410 when wrong")
def _(S):
    domain(S)
    m = send(S, "p@x.example", createdAt=ago(days=40))
    r = S("GET", E + "/messages/%s/content" % m)
    return r.status == 404, r.status


@mistake("h-eml-lifted-stays-known", "email", "side effect", "EML-13",
         "A removed suppression is only marked as lifted, and a hard bounce takes the address for known, so it is not added again.",
         [("email.go", "	Reason    string `json:\"reason\"`\n	CreatedAt Time   `json:\"createdAt\"`\n", "	Reason    string `json:\"reason\"`\n	CreatedAt Time   `json:\"createdAt\"`\n	lifted    bool\n"),
          ("email.go", "return s.Address == lower(addr) })", "return s.Address == lower(addr) && !s.lifted })"),
          ("email.go", "obj{\"suppressions\": lst(c.org.Em.suppressions)}", "obj{\"suppressions\": remove(c.org.Em.suppressions, func(x *Suppression) bool { return x.lifted })}"),
          ("email.go", """		n := len(c.org.Em.suppressions)
		c.org.Em.suppressions = remove(c.org.Em.suppressions, func(x *Suppression) bool { return x.ID == c.path("id") })
		if n == len(c.org.Em.suppressions) {
			return notFound("suppression")
		}
""", """		x := find(c.org.Em.suppressions, func(x *Suppression) bool { return x.ID == c.path("id") && !x.lifted })
		if x == nil {
			return notFound("suppression")
		}
		x.lifted = true
"""),
          ("email.go", "reason, Time{at}}\n", "reason, Time{at}, false}\n"),
          ("email.go", "if reason != \"\" && o.suppressed(r) == nil {", "if reason != \"\" && find(o.Em.suppressions, func(s *Suppression) bool { return s.Address == lower(r) }) == nil {")],
         ["send a message and let it bounce hard (events)", "GET /api/v1/email/suppressions", "DELETE /api/v1/email/suppressions/{id}", "send again and let it bounce hard again", "GET /api/v1/email/suppressions"],
         "step 5: the address is missing")
def _(S):
    domain(S)
    S.ev("message-bounced", messageId=send(S, "p@x.example"), bounce="hard")
    s = S("GET", E + "/suppressions")["suppressions"]
    assert len(s) == 1
    S("DELETE", E + "/suppressions/" + s[0]["id"], expect=204)
    S.ev("message-bounced", messageId=send(S, "p@x.example"), bounce="hard")
    l = S("GET", E + "/suppressions")["suppressions"]
    return [x["address"] for x in l] == ["p@x.example"], l


@mistake("h-eml-bounce-blames-first", "email", "side effect", "EML-13",
         "A hard bounce suppresses the first recipient of the message instead of the one that bounced.",
         [("email.go", "c.w.suppress(o, r, reason, at).ID", "c.w.suppress(o, m.recipients[0], reason, at).ID")],
         ["event message-sent to p and q", "event message-bounced {recipient: q, bounce: hard}", "GET /api/v1/email/suppressions"],
         "step 3: p is suppressed, q is not")
def _(S):
    domain(S)
    S.ev("message-bounced", messageId=send(S, ["p@x.example", "q@x.example"]), recipient="q@x.example", bounce="hard")
    l = [x["address"] for x in S("GET", E + "/suppressions")["suppressions"]]
    return l == ["q@x.example"], l


@mistake("h-eml-retry-signs-with-old-secret", "email", "side effect", "EML-14",
         "A delivery keeps the signing secret of the moment it was queued, so retries after a rotation are still signed with the old one.",
         [("webhooks.go", "	eventID string\n	body    []byte\n", "	eventID string\n	body    []byte\n	signer  Webhook\n"),
          ("webhooks.go", "CreatedAt: w.stamp(), eventID: eventID, body: body}", "CreatedAt: w.stamp(), eventID: eventID, body: body, signer: *h}"),
          ("webhooks.go", "a.Headers = h.sign(d.eventID, w.now(), d.body)", "a.Headers = d.signer.sign(d.eventID, w.now(), d.body)"),
          ("webhooks.go", "a.Headers = h.sign(d.eventID, time.Now(), d.body)", "a.Headers = d.signer.sign(d.eventID, time.Now(), d.body)")],
         ["create a webhook whose endpoint answers 500, then 200", "send a message: the first attempt fails", "POST /api/v1/email/webhooks/{id}/rotate-secret", "advance the clock to the retry", "check the signature of the second attempt"],
         "step 5: it fits the old secret and not the new one")
def _(S):
    domain(S)
    S.freeze()
    w, old = hook(S, answers=[{"status": 500}, {"status": 200}])
    send(S, "p@x.example")
    S.advance("PT1S")
    new = S("POST", E + "/webhooks/%s/rotate-secret" % w, expect=200)["signingSecret"]
    S.advance("PT1M")
    a = attempts(S, endpointId=w)
    assert len(a) == 2 and signed_by(a[0], old)
    return signed_by(a[1], new), "new" if signed_by(a[1], new) else "old" if signed_by(a[1], old) else "?"


@mistake("h-eml-redeliver-present-state", "email", "side effect", "EML-16",
         "A redelivery fills in the present state of the message instead of sending the frozen payload.",
         [("webhooks.go", "	\"encoding/base64\"\n", "	\"encoding/base64\"\n	\"encoding/json\"\n"),
          ("webhooks.go", "		n := c.w.enqueue(c.org, h, d.EventType, d.MessageID, d.eventID, d.body)\n", """		body := d.body
		if m := find(c.org.Em.messages, func(m *Message) bool { return m.ID == d.MessageID }); m != nil {
			v := obj{}
			json.Unmarshal(d.body, &v)
			v["data"].(obj)["state"] = m.State
			body, _ = json.Marshal(v)
		}
		n := c.w.enqueue(c.org, h, d.EventType, d.MessageID, d.eventID, body)
""")],
         ["create a webhook for message.sent", "event message-sent", "event message-delivered for it", "POST /api/v1/email/webhook-deliveries/{id}/redeliver", "compare the bodies of the two attempts"],
         "step 5: the second body says delivered where the first says sent")
def _(S):
    domain(S)
    w, _ = hook(S)
    m = send(S, "p@x.example")
    S.advance("PT1S")
    S.ev("message-delivered", messageId=m)
    d = S("GET", E + "/webhook-deliveries")["deliveries"][0]["id"]
    S("POST", E + "/webhook-deliveries/%d/redeliver" % d, expect=202)
    S.advance("PT1S")
    a = attempts(S, endpointId=w)
    assert len(a) == 2, a
    return a[0]["body"] == a[1]["body"], [x["body"][-60:] for x in a]


@mistake("h-eml-endpoint-of-unverified-route", "email", "guard", "EML-14",
         "Only routes of domains verified for receiving protect an endpoint; while a domain is armed but pending, the endpoint of its route can be deleted.",
         [("webhooks.go", "		if find(c.org.Em.routes, func(r *Route) bool { return r.EndpointID == h.ID }) != nil {", "		if find(c.org.Em.routes, func(r *Route) bool {\n			d := c.org.domain(r.DomainID)\n			return r.EndpointID == h.ID && d != nil && d.ReceiveState == \"verified\"\n		}) != nil {")],
         ["POST /api/v1/email/domains", "POST /api/v1/email/domains/{id}/receive", "POST /api/v1/email/webhooks", "POST /api/v1/email/routes", "DELETE /api/v1/email/webhooks/{id}"],
         "step 5: 409 when right, 204 when wrong", alone=True)
def _(S):
    d = S("POST", E + "/domains", {"name": "r.mail.example"}, expect=201)["id"]
    S("POST", E + "/domains/%s/receive" % d, expect=200)
    w, _ = hook(S)
    S("POST", E + "/routes", {"domainId": d, "pattern": "*", "endpointId": w}, expect=201)
    r = S("DELETE", E + "/webhooks/" + w)
    return r.status == 409, r.status


@mistake("h-eml-pattern-unique-in-org", "email", "status", "EML-03",
         "A pattern that exists on another domain of the organization is refused with 409 too.",
         [("email.go", "return r.DomainID == d.ID && r.Pattern == pat })", "return r.Pattern == pat })")],
         ["arm two domains for receiving", "POST /api/v1/email/routes {pattern: support} on the first", "POST /api/v1/email/routes {pattern: support} on the second"],
         "step 3: 201 when right, 409 when wrong", alone=True)
def _(S):
    w, _ = hook(S)
    st = []
    for n in ("r1.mail.example", "r2.mail.example"):
        d = S("POST", E + "/domains", {"name": n}, expect=201)["id"]
        S("POST", E + "/domains/%s/receive" % d, expect=200)
        st.append(S("POST", E + "/routes", {"domainId": d, "pattern": "support", "endpointId": w}).status)
    return st == [201, 201], st


@mistake("h-eml-route-to-foreign-endpoint", "email", "isolation", "EML-03",
         "The endpoint of a new route is looked up in every organization.",
         [("email.go", "		if c.org.webhook(*q.EndpointID) == nil {", "		known := false\n		for _, o := range c.w.orgs {\n			known = known || o.webhook(*q.EndpointID) != nil\n		}\n		if !known {")],
         ["POST /api/v1/email/webhooks as the neighbour", "arm a domain of ours", "POST /api/v1/email/routes with our domain and the neighbour's endpoint"],
         "step 3: a 4xx when right, 201 when wrong", alone=True)
def _(S):
    w = S("POST", E + "/webhooks", {"url": "https://n.example/h", "eventTypes": ["message.received"]}, who="nils", expect=201)["webhook"]["id"]
    d = S("POST", E + "/domains", {"name": "r.mail.example"}, expect=201)["id"]
    S("POST", E + "/domains/%s/receive" % d, expect=200)
    r = S("POST", E + "/routes", {"domainId": d, "pattern": "*", "endpointId": w})
    return 400 <= r.status < 500, r.status


@mistake("h-eml-scoped-routes-unfiltered", "email tokens", "isolation", "EML-05",
         "The route list asks whether the subject may read routes anywhere instead of those of each domain, so a scoped subject sees them all.",
         [("email.go", 'return !c.can("email.route.read", r.DomainID) })', 'return !c.canAny("email.route.read") })')],
         ["create routes on two domains", "POST /api/v1/tokens {scope: [{role: email.viewer, resourceIds: [first domain]}]}", "GET /api/v1/email/routes with the key"],
         "step 3: the route of the second domain is listed too", alone=True)
def _(S):
    w, _ = hook(S)
    ids = []
    for n in ("r1.mail.example", "r2.mail.example"):
        ids.append(S("POST", E + "/domains", {"name": n}, expect=201)["id"])
        S("POST", E + "/domains/%s/receive" % ids[-1], expect=200)
        S("POST", E + "/routes", {"domainId": ids[-1], "pattern": "*", "endpointId": w}, expect=201)
    k = S("POST", "/tokens", {"name": "t", "scope": [{"role": "email.viewer", "resourceIds": ids[:1]}]}, expect=201)["key"]
    assert len(S("GET", E + "/domains", key=k)["domains"]) == 1
    l = [r["domainId"] for r in S("GET", E + "/routes", key=k, expect=200)["routes"]]
    return l == ids[:1], l


@mistake("h-eml-dns-trusts-verification", "email", "side effect", "EML-06",
         "The DNS observation says found for every sending record of a verified domain, without looking.",
         [("email.go", "			case r.observed == \"\":\n				v[\"outcome\"] = \"missing\"\n", "			case r.Capability == \"send\" && d.SendState == \"verified\":\n				v[\"outcome\"], v[\"observed\"] = \"found\", r.Value\n			case r.observed == \"\":\n				v[\"outcome\"] = \"missing\"\n")],
         ["publish the records of a domain and let it be verified", "event dns-record-removed {type: TXT}", "GET /api/v1/email/domains/{id}/dns"],
         "step 3: the TXT record is found when it should be missing")
def _(S):
    d = domain(S)
    S.ev("dns-record-removed", domain="a.mail.example", type="TXT")
    o = {r["type"]: r["outcome"] for r in S("GET", E + "/domains/%s/dns" % d)["records"]}
    return o["TXT"] == "missing" and o["CNAME"] == "found", o


@mistake("h-eml-mismatch-shows-expected", "email", "schema", "EML-06",
         "A mismatch is reported with the expected value where the observed one belongs.",
         [("email.go", 'v["outcome"], v["observed"] = "mismatch", r.observed', 'v["outcome"], v["observed"] = "mismatch", r.Value')],
         ["POST /api/v1/email/domains", "event dns-record-mismatched {value}", "GET /api/v1/email/domains/{id}/dns"],
         "step 3: the value of the event is nowhere in the answer")
def _(S):
    d = S("POST", E + "/domains", {"name": "a.mail.example"}, expect=201)["id"]
    S.ev("dns-record-mismatched", domain="a.mail.example", type="TXT", value="v=spf1 -all")
    r = S("GET", E + "/domains/%s/dns" % d)
    return "v=spf1 -all" in r.text, r.text[-200:]


@mistake("h-eml-deliveries-of-endpoint-oldest-first", "email", "order and caps", "EML-15",
         "With the filter endpointId the deliveries come oldest first.",
         [("webhooks.go", "		return c.json(200, obj{\"deliveries\": l})", "		if c.query(\"endpointId\") != \"\" {\n			sort.Slice(l, func(i, j int) bool { return l[i].ID < l[j].ID })\n		}\n		return c.json(200, obj{\"deliveries\": l})"),
          ("webhooks.go", "	\"net/http\"\n", "	\"net/http\"\n	\"sort\"\n")],
         ["create a webhook", "send three messages", "GET /api/v1/email/webhook-deliveries?endpointId=..."],
         "step 3: the first message's delivery comes first")
def _(S):
    domain(S)
    w, _ = hook(S)
    for i in range(3):
        send(S, "p@x.example")
        S.advance("PT2S")
    f = lambda q: [d["id"] for d in S("GET", E + "/webhook-deliveries" + q)["deliveries"]]
    return f("?endpointId=" + w) == f("") and len(f("")) == 3, (f(""), f("?endpointId=" + w))


@mistake("h-eml-daily-quota-plus-one", "email", "order and caps", "LIM-02",
         "The daily quota refuses only when more than the quota was accepted, so one message too many gets through.",
         [("email.go", 'if o.acceptedToday(at) >= o.Quota["daily-email"] {', 'if o.acceptedToday(at) > o.Quota["daily-email"] {')],
         ["event quota-changes {quota: daily-email, value: 2}", "send three messages", "GET /api/v1/email/settings"],
         "step 2: the third is accepted; step 3: acceptedToday is above dailyQuota")
def _(S):
    domain(S)
    S.ev("quota-changes", organization="aurora", quota="daily-email", value=2)
    st = [S.tryev("message-sent", **{"from": "x@a.mail.example", "to": ["p@x.example"]}).status for _ in range(3)]
    s = S("GET", E + "/settings").json
    return st == [200, 200, 409] and s["acceptedToday"] == 2, (st, s["acceptedToday"])


@mistake("h-eml-open-key-frozen", "email", "side effect", "EML-02",
         "A key without domainIds is stored with the domains that exist at that moment, so it cannot send for later ones.",
         [("email.go", "			if err := c.need(\"email.key.admin\", \"\"); err != nil {\n				return err\n			}\n		}\n", "			if err := c.need(\"email.key.admin\", \"\"); err != nil {\n				return err\n			}\n			for _, d := range c.org.Em.domains {\n				q.DomainIDs = append(q.DomainIDs, d.ID)\n			}\n		}\n")],
         ["a verified domain a", "POST /api/v1/email/keys {name}", "a verified domain b", "send from b with the key (event message-sent with its secret, or the sending door)"],
         "step 4: refused when wrong")
def _(S):
    domain(S)
    k = S("POST", E + "/keys", {"name": "k"}, expect=201)["secret"]
    domain(S, "b.mail.example")
    st = [S.tryev("message-sent", **{"from": "x@%s.mail.example" % d, "to": ["p@x.example"], "secret": k}).status for d in "ab"]
    return st == [200, 200], st


@mistake("h-eml-rotated-secret-listed", "email", "secrecy", "EML-14",
         "The secret of a rotation stays on the endpoint and is shown by every later answer about it.",
         [("webhooks.go", "	secret []byte\n	script []scripted\n", "	Rotated string `json:\"signingSecret,omitempty\"`\n\n	secret []byte\n	script []scripted\n"),
          ("webhooks.go", "		h.secret = newSecret()\n		return c.json(200, obj{\"signingSecret\": h.showSecret()})", "		h.secret = newSecret()\n		h.Rotated = h.showSecret()\n		return c.json(200, obj{\"signingSecret\": h.Rotated})")],
         ["POST /api/v1/email/webhooks", "POST /api/v1/email/webhooks/{id}/rotate-secret", "GET /api/v1/email/webhooks"],
         "step 3: the new secret is in the answer", alone=True)
def _(S):
    w, _ = hook(S)
    s = S("POST", E + "/webhooks/%s/rotate-secret" % w, expect=200)["signingSecret"]
    l = S("GET", E + "/webhooks").text
    return s not in l, l


@mistake("h-eml-later-pages-reversed", "email", "pagination", "EML-09",
         "A page that is asked for with a cursor holds the right messages but oldest first.",
         [("email.go", "	out[\"messages\"] = l\n", "	if q.Has(\"cursor\") {\n		slices.Reverse(l)\n	}\n	out[\"messages\"] = l\n"),
          ("email.go", "	\"regexp\"\n	\"sort\"\n", "	\"regexp\"\n	\"slices\"\n	\"sort\"\n")],
         ["send 60 messages (events)", "GET /api/v1/email/messages", "GET /api/v1/email/messages?cursor=..."],
         "step 3: its first message is the very first that was sent")
def _(S):
    domain(S)
    ids = [send(S, "p@x.example", createdAt=ago(minutes=90 - i)) for i in range(60)]
    p = [[m["id"] for m in x] for x in pages(S)]
    return p == [ids[:9:-1], ids[9::-1]], (p[1][0] == ids[9], p[1][0] == ids[0])


@mistake("h-eml-payloads-in-one-buffer", "email", "concurrency", "EML-16",
         "All payloads are written into one buffer and deliveries keep a slice of it, so a later event overwrites the frozen payload of an earlier one.",
         [("email.go", "	body, _ := json.Marshal(obj{\"id\": id, \"type\": typ, \"createdAt\": Time{at}, \"organization\": o.Slug, \"data\": data})\n", "	payload.Reset()\n	json.NewEncoder(&payload).Encode(obj{\"id\": id, \"type\": typ, \"createdAt\": Time{at}, \"organization\": o.Slug, \"data\": data})\n	body := payload.Bytes()\n"),
          ("email.go", "func (w *World) queue(", "var payload bytes.Buffer // saves an allocation for every event\n\nfunc (w *World) queue("),
          ("email.go", "import (\n", "import (\n	\"bytes\"\n")],
         ["create a webhook for message.sent", "event message-sent to p, wait for the delivery", "event message-sent to q, wait for the delivery", "POST /api/v1/email/webhook-deliveries/{the first}/redeliver", "compare the bodies of the attempts"],
         "step 5: the redelivery of the first carries the message to q")
def _(S):
    domain(S)
    w, _ = hook(S)
    send(S, "p@x.example")
    S.advance("PT1S")
    d = S("GET", E + "/webhook-deliveries")["deliveries"][0]["id"]
    send(S, "q@x.example")
    S.advance("PT1S")
    n = S("POST", E + "/webhook-deliveries/%d/redeliver" % d, expect=202)["id"]
    S.advance("PT1S")
    a, b = attempts(S, deliveryId=d), attempts(S, deliveryId=n)
    return a[0]["body"] == b[0]["body"], ("p@x" in a[0]["body"], "p@x" in b[0]["body"], "q@x" in b[0]["body"])
