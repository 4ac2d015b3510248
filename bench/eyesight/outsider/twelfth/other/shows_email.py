"""What shows the email mistakes: id -> (sequence, what the clean service shows, what the faulty one shows)."""
import base64, hashlib, hmac, json

SHOWS = {}


def show(id, clean, faulty):
    def reg(f):
        SHOWS["o-" + id] = (f, clean, faulty)
        return f
    return reg


HOOK = "https://hooks.example/in"


def domain(c, name, who="olga", send=True, receive=False):
    """A domain, verified for sending and, if wanted, for receiving."""
    c.ctl("PUT", "/clock/progress", {"mode": "at-once"})
    d = c.ok("POST", "/email/domains", {"name": name}, who=who)["id"]
    if receive:
        c.ok("POST", "/email/domains/%s/receive" % d, who=who)
    if send or receive:
        c.evok("dns-record-published", {"domain": d})
        c.ok("POST", "/email/domains/%s/check" % d, who=who)
        v = c.ok("GET", "/email/domains/" + d, who=who)
        assert v["sendState"] == "verified" and v["receiveState"] == ("verified" if receive else "none"), v
    return d


def armed(c, name):
    d = c.ok("POST", "/email/domains", {"name": name})["id"]
    c.ok("POST", "/email/domains/%s/receive" % d)
    return d


def webhook(c, types=("message.sent",), answers=({"status": 200},)):
    h = c.ok("POST", "/email/webhooks", {"url": HOOK, "eventTypes": list(types)})
    if answers:
        c.evok("webhook-endpoint-answers", {"endpointId": h["webhook"]["id"], "answers": list(answers)})
    return h["webhook"]["id"], h["signingSecret"]


def send(c, frm="a@one.mail.example", to=("jo@customer.example",), **k):
    return c.evok("message-sent", dict({"from": frm, "to": list(to)}, **k))["messageId"]


def post(c, secret, frm):
    return c.api("POST", "/email/send", {"from": frm, "to": ["jo@customer.example"]}, token=secret)[0]


def attempts(c, endpoint):
    c.http("GET", "/_understudy/health")  # what is due runs with the next request
    return c.ctl("GET", "/webhook-deliveries?endpointId=" + endpoint)["attempts"]


def signed(a, secret):
    key = base64.b64decode(secret[len("whsec_"):])
    text = "%s.%s.%s" % (a["headers"]["Webhook-Id"], a["headers"]["Webhook-Timestamp"], a["body"])
    want = "v1," + base64.b64encode(hmac.new(key, text.encode(), hashlib.sha256).digest()).decode()
    return a["headers"]["Webhook-Signature"] == want


def grants(c, *l):
    c.evok("role-changes", {"organization": "aurora", "userId": "usr_mia", "role": "member", "grants": [{"role": r, "resourceIds": ids} for r, ids in l]})


@show("webhooks-outside-beta-gate", [403, 403, 403, 502], [403, 200, 201, 200])
def _(c):
    c.evok("entitlement-changes", {"organization": "aurora", "area": "email", "enabled": False})
    out = [c.api("GET", "/email/domains")[0], c.api("GET", "/email/webhooks")[0],
           c.api("POST", "/email/webhooks", {"url": HOOK, "eventTypes": ["message.sent"]})[0]]
    c.evok("entitlement-changes", {"organization": "aurora", "area": "email", "enabled": True})
    c.evok("backend-behaves", {"backend": "email", "reachable": False})
    return out + [c.api("GET", "/email/webhook-deliveries")[0]]


@show("delete-domain-needs-read-only", [403, 200], [204, 404])
def _(c):
    a, b = domain(c, "one.mail.example", send=False), domain(c, "two.mail.example", send=False)
    grants(c, ("email.editor", [a]), ("email.viewer", [b]))
    return [c.api("DELETE", "/email/domains/" + b, who="mia")[0], c.api("GET", "/email/domains/" + b)[0]]


@show("revoked-send-key-sends", [202, 401], [202, 202])
def _(c):
    domain(c, "one.mail.example")
    k = c.ok("POST", "/email/keys", {"name": "k"})
    x = post(c, k["secret"], "a@one.mail.example")
    c.ok("DELETE", "/email/keys/" + k["sendKey"]["id"])
    return [x, post(c, k["secret"], "a@one.mail.example")]


@show("restricted-key-needs-write-only", [403, 403], [403, 201])
def _(c):
    d = c.ok("POST", "/email/domains", {"name": "one.mail.example"})["id"]
    return [c.api("POST", "/email/keys", {"name": "k"}, who="mia")[0], c.api("POST", "/email/keys", {"name": "k", "domainIds": [d]}, who="mia")[0]]


@show("org-wide-key-frozen-to-domains", [202, 202], [202, 403])
def _(c):
    domain(c, "one.mail.example")
    k = c.ok("POST", "/email/keys", {"name": "k"})["secret"]
    domain(c, "two.mail.example")
    return [post(c, k, "a@one.mail.example"), post(c, k, "a@two.mail.example")]


@show("route-pattern-unique-per-org", [201, 201, 409], [201, 409, 409])
def _(c):
    a, b = armed(c, "one.mail.example"), armed(c, "two.mail.example")
    h, _ = webhook(c, answers=None)
    return [c.api("POST", "/email/routes", {"domainId": d, "pattern": "support", "endpointId": h})[0] for d in (a, b, a)]


@show("route-to-foreign-endpoint", [404, 404], [201, 404])
def _(c):
    h = c.ok("POST", "/email/webhooks", {"url": HOOK, "eventTypes": ["message.received"]}, who="nils")["webhook"]["id"]
    d = armed(c, "one.mail.example")
    return [c.api("POST", "/email/routes", {"domainId": d, "pattern": p, "endpointId": e})[0] for p, e in (("a", h), ("b", "whk_none"))]


@show("exact-pattern-matches-as-prefix", [1, 0, 0], [1, 1, 1])
def _(c):
    d = domain(c, "one.mail.example", receive=True)
    h, _ = webhook(c)
    c.ok("POST", "/email/routes", {"domainId": d, "pattern": "info", "endpointId": h})
    x, y = [c.evok("message-received", {"from": "jo@customer.example", "to": [l + "@one.mail.example"]}) for l in ("info", "information")]
    return [len(x["routeIds"]), len(y["routeIds"]), len(y["deliveryIds"])]


@show("domain-claim-only-own-org", [201, 409], [201, 201])
def _(c):
    return [c.api("POST", "/email/domains", {"name": "shared.mail.example"}, who=w)[0] for w in ("nils", "olga")]


@show("domain-claim-not-released", [204, 201], [204, 409])
def _(c):
    d = c.ok("POST", "/email/domains", {"name": "one.mail.example"})["id"]
    return [c.api("DELETE", "/email/domains/" + d)[0], c.api("POST", "/email/domains", {"name": "one.mail.example"})[0]]


@show("only-verified-domain-is-a-claim", [201, 409, 409], [201, 201, 201])
def _(c):
    return [c.api("POST", "/email/domains", {"name": "one.mail.example"}, who=w)[0] for w in ("olga", "olga", "nils")]


@show("routes-not-filtered-for-scoped", [1, ["a"]], [1, ["a", "b"]])
def _(c):
    a, b = domain(c, "one.mail.example", receive=True), domain(c, "two.mail.example", receive=True)
    h, _ = webhook(c)
    for d, p in ((a, "a"), (b, "b")):
        c.ok("POST", "/email/routes", {"domainId": d, "pattern": p, "endpointId": h})
    grants(c, ("email.editor", [a]))
    return [len(c.ok("GET", "/email/domains", who="mia")["domains"]), [r["pattern"] for r in c.ok("GET", "/email/routes", who="mia")["routes"]]]


@show("dns-lookup-error-reported-missing", [["found"], ["error"]], [["found"], ["missing"]])
def _(c):
    d = domain(c, "one.mail.example")
    look = lambda: sorted({r["outcome"] for r in c.ok("GET", "/email/domains/%s/dns" % d)["records"]})
    x = look()
    c.evok("backend-behaves", {"backend": "dns", "reachable": False})
    return [x, look()]


@show("failed-domain-never-rechecked", ["failed", "verified", "verified"], ["failed", "failed", "failed"])
def _(c):
    c.freeze()
    d = c.ok("POST", "/email/domains", {"name": "one.mail.example"})["id"]
    state = lambda: c.ok("GET", "/email/domains/" + d)["sendState"]
    c.evok("dns-record-mismatched", {"domain": d, "value": "wrong"})
    c.ok("POST", "/email/domains/%s/check" % d)
    c.advance("PT1M")
    out = [state()]
    c.evok("dns-record-published", {"domain": d})
    c.ok("POST", "/email/domains/%s/check" % d)
    c.advance("PT1M")
    out.append(state())
    c.advance("PT5H")
    return out + [state()]


@show("arming-again-adds-second-mx", [1, 1], [1, 2])
def _(c):
    d = c.ok("POST", "/email/domains", {"name": "one.mail.example"})["id"]
    arm = lambda: len([r for r in c.ok("POST", "/email/domains/%s/receive" % d)["dnsRecords"] if r["type"] == "MX"])
    return [arm(), arm()]


@show("message-cursor-is-time-only", [50, 10, 60], [50, 0, 50])
def _(c):
    domain(c, "one.mail.example")
    c.freeze()
    for i in range(60):
        send(c, createdAt="2026-03-05T08:00:00Z")
    x = c.ok("GET", "/email/messages")
    y = c.ok("GET", "/email/messages?cursor=" + x["cursor"])
    ids = {m["id"] for m in x["messages"] + y["messages"]}
    return [len(x["messages"]), len(y["messages"]), len(ids)]


@show("message-event-once-per-kind", ["delivered a@customer.example", "delivered b@customer.example", "sent None"], ["delivered a@customer.example", "sent None"])
def _(c):
    domain(c, "one.mail.example")
    m = send(c, to=["a@customer.example", "b@customer.example"])
    for r in ("a", "b"):
        c.evok("message-delivered", {"messageId": m, "recipient": r + "@customer.example"})
    return sorted("%s %s" % (e["kind"], e.get("recipient")) for e in c.ok("GET", "/email/messages/" + m)["events"])


@show("content-kept-ninety-days", [200, 404, 200], [200, 200, 200])
def _(c):
    domain(c, "one.mail.example")
    m = send(c)
    get = lambda x="": c.api("GET", "/email/messages/" + m + x)[0]
    x = get("/content")
    c.advance("P31D")
    return [x, get("/content"), get()]


@show("removed-suppression-blocks-readding", [["bounce"], [], ["bounce"]], [["bounce"], [], []])
def _(c):
    domain(c, "one.mail.example")
    look = lambda: [s["reason"] for s in c.ok("GET", "/email/suppressions")["suppressions"]]
    bounce = lambda: c.evok("message-bounced", {"messageId": send(c), "bounce": "hard"})
    bounce()
    out = [look()]
    c.ok("DELETE", "/email/suppressions/" + c.ok("GET", "/email/suppressions")["suppressions"][0]["id"])
    out.append(look())
    bounce()
    return out + [look()]


@show("webhook-cannot-be-reenabled", [True, False, False], [True, True, True])
def _(c):
    h, _ = webhook(c, answers=None)
    return [c.ok("PATCH", "/email/webhooks/" + h, {"disabled": v})["disabled"] for v in (True, False)] + [c.ok("GET", "/email/webhooks")["webhooks"][0]["disabled"]]


@show("retry-signed-with-old-secret", [[True, False], [False, True]], [[True, False], [True, False]])
def _(c):
    domain(c, "one.mail.example")
    c.freeze("2027-03-05T09:00:00Z")
    h, old = webhook(c, answers=[{"status": 500}, {"status": 200}])
    send(c)
    attempts(c, h)
    new = c.ok("POST", "/email/webhooks/%s/rotate-secret" % h)["signingSecret"]
    c.advance("PT1M")
    return [[signed(a, old), signed(a, new)] for a in attempts(c, h)]


@show("redeliver-reuses-old-record", [True, [1, 1]], [False, [2]])
def _(c):
    domain(c, "one.mail.example")
    h, _ = webhook(c)
    send(c)
    attempts(c, h)
    old = c.ok("GET", "/email/webhook-deliveries")["deliveries"][0]
    assert old["state"] == "delivered" and old["attempts"] == 1
    s, v = c.api("POST", "/email/webhook-deliveries/%d/redeliver" % old["id"])
    assert s == 202
    attempts(c, h)
    return [v["id"] != old["id"], [d["attempts"] for d in c.ok("GET", "/email/webhook-deliveries")["deliveries"]]]


@show("redeliver-rebuilds-payload", [2, True, ["sent", "sent"]], [2, False, ["sent", "delivered"]])
def _(c):
    domain(c, "one.mail.example")
    h, _ = webhook(c)
    m = send(c)
    attempts(c, h)
    c.evok("message-delivered", {"messageId": m})
    c.ok("POST", "/email/webhook-deliveries/%d/redeliver" % c.ok("GET", "/email/webhook-deliveries")["deliveries"][0]["id"])
    b = [a["body"] for a in attempts(c, h)]
    return [len(b), b[0] == b[1], [json.loads(x)["data"]["state"] for x in b]]


@show("disabled-endpoint-gets-inbound-mail", [1, 1], [1, 2])
def _(c):
    d = domain(c, "one.mail.example", receive=True)
    h, _ = webhook(c, types=["message.received"])
    c.ok("POST", "/email/routes", {"domainId": d, "pattern": "*", "endpointId": h})
    arrive = lambda: c.evok("message-received", {"from": "jo@customer.example", "to": ["x@one.mail.example"]})
    arrive()
    out = [len(attempts(c, h))]
    c.ok("PATCH", "/email/webhooks/" + h, {"disabled": True})
    arrive()
    return out + [len(attempts(c, h))]


@show("webhook-patch-drops-secret", [True, True], [True, False])
def _(c):
    domain(c, "one.mail.example")
    h, secret = webhook(c)
    send(c)
    attempts(c, h)
    c.ok("PATCH", "/email/webhooks/" + h, {"eventTypes": ["message.sent", "message.delivered"]})
    send(c)
    return [signed(a, secret) for a in attempts(c, h)]


@show("complaints-do-not-pause", [True, True, "complaint rate"], [False, False, None])
def _(c):
    domain(c, "one.mail.example")
    l = [send(c, to=["p%d@customer.example" % i]) for i in range(30)]
    for m in l[:3]:
        v = c.evok("message-complained", {"messageId": m})
    s = c.ok("GET", "/email/settings")
    return [v["paused"], s["paused"], s.get("pauseReason")]


@show("deleting-domain-widens-key", [202, 403, 403], [202, 403, 202])
def _(c):
    a = domain(c, "one.mail.example")
    domain(c, "two.mail.example")
    k = c.ok("POST", "/email/keys", {"name": "k", "domainIds": [a]})["secret"]
    out = [post(c, k, "a@one.mail.example"), post(c, k, "a@two.mail.example")]
    c.ok("DELETE", "/email/domains/" + a)
    return out + [post(c, k, "a@two.mail.example")]


@show("webhook-patch-url-unchecked", [400, 400, HOOK], [400, 200, "not a url"])
def _(c):
    x = c.api("POST", "/email/webhooks", {"url": "not a url", "eventTypes": ["message.sent"]})[0]
    h, _ = webhook(c, answers=None)
    return [x, c.api("PATCH", "/email/webhooks/" + h, {"url": "not a url"})[0], c.ok("GET", "/email/webhooks")["webhooks"][0]["url"]]


@show("event-types-checked-by-prefix", [400, 0], [201, 1])
def _(c):
    s = c.api("POST", "/email/webhooks", {"url": HOOK, "eventTypes": ["message.sent", "message.opened"]})[0]
    return [s, len(c.ok("GET", "/email/webhooks")["webhooks"])]
