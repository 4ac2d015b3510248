import hashlib
import hmac
import json
import re

from common import edit, mistake

E = "/email"


def domain(s, name="mail.northwind.example", who="olive", armed=False):
    """A verified domain; the clock must be frozen."""
    d = s.ok(who, "POST", E + "/domains", {"name": name})["id"]
    if armed:
        s.ok(who, "POST", E + f"/domains/{d}/receive")
    s.must("dns-record-published", domain=name)
    s.ok(who, "POST", E + f"/domains/{d}/check")
    s.adv("PT2S")
    return d


def send(s, to, frm="a@mail.northwind.example", **more):
    return s.must("message-sent", **{"from_": frm}, to=[to] if isinstance(to, str) else to, **more)["messageId"]


def hook(s, types=("message.sent",), url="https://hooks.northwind.example/x", who="olive", script=(200,)):
    a = s.ok(who, "POST", E + "/webhooks", {"url": url, "eventTypes": list(types)})
    if script:
        s.must("webhook-endpoint-answers", endpointId=a["webhook"]["id"], answers=[{"status": n} for n in script])
    return a["webhook"]["id"], a["signingSecret"]


def signed_by(attempt, secrets):
    stamp, mac = re.fullmatch(r"t=(\d+),v1=(\w+)", attempt["headers"]["X-Post-Signature"]).groups()
    good = [n for n, x in secrets.items() if hmac.new(x.encode(), f"{stamp}.{attempt['body']}".encode(), hashlib.sha256).hexdigest() == mac]
    return good


@mistake("i-route-pattern-unique-per-endpoint", ["email"], "guard", "EML-03",
         "A pattern only counts as existing when the other route goes to the same endpoint.", True,
         [edit("email_area.py", '    if any(r["domain"] == d["id"] and r["pattern"].lower() == pattern for', '    if any(r["domain"] == d["id"] and r["endpoint"] == e["id"] and r["pattern"].lower() == pattern for')],
         ["POST domain, arm it, POST two webhook endpoints", "POST /api/v1/email/routes {pattern: info, endpoint 1}", "POST /api/v1/email/routes {pattern: info, endpoint 2}"],
         "201 instead of 409 in the last step")
def _(s):
    d = s.ok("olive", "POST", E + "/domains", {"name": "in.northwind.example"})["id"]
    s.ok("olive", "POST", E + f"/domains/{d}/receive")
    return [s("olive", "POST", E + "/routes", {"domainId": d, "pattern": "info", "endpointId": hook(s)[0]})[0] for _ in range(2)]


@mistake("i-armed-means-mx-shown", ["email"], "guard", "EML-03",
         "A domain counts as armed when its DNS records have an MX; where the MX is shown from the start, routes are accepted before receiving is armed.", True,
         [edit("email_area.py", '    if d["receive"] == "none" or OTHER and d["receive"] != "verified":', '    if not any(x["capability"] == "receive" for x in records(d)):')],
         ["POST /api/v1/email/domains, not armed", "POST a webhook endpoint", "POST /api/v1/email/routes on the domain"], "201 instead of 409", variant="b")
def _(s):
    d = s.ok("olive", "POST", E + "/domains", {"name": "in.northwind.example"})["id"]
    return s("olive", "POST", E + "/routes", {"domainId": d, "pattern": "info", "endpointId": hook(s)[0]})[0]


@mistake("i-routes-all-when-one-is-readable", ["email"], "isolation", "EML-05",
         "A scoped subject who may read one route sees the routes of all domains.", False,
         [edit("email_area.py", 'for r in of_org(c, c.world.routes) if c.subject.can("email.route.read", r["domain"])]}',
               'for r in of_org(c, c.world.routes) if any(c.subject.can("email.route.read", x["domain"]) for x in of_org(c, c.world.routes))]}')],
         ["two armed domains with a route each", "event role-changes: a person has email:viewer narrowed to the first domain", "GET /api/v1/email/routes as this person"],
         "the route of the second domain is listed")
def _(s):
    e, ids = hook(s)[0], []
    for n in ("one", "two"):
        d = s.ok("olive", "POST", E + "/domains", {"name": n + ".northwind.example"})["id"]
        s.ok("olive", "POST", E + f"/domains/{d}/receive")
        s.ok("olive", "POST", E + "/routes", {"domainId": d, "pattern": n, "endpointId": e})
        ids.append(d)
    s.must("role-changes", organization="northwind", userId="u-103", role="member", grants=[{"role": "email:viewer", "resourceIds": ids[:1]}])
    return [r["pattern"] for r in s.ok("vic", "GET", E + "/routes")["routes"]]


@mistake("i-disabled-endpoint-deleted-under-route", ["email"], "guard", "EML-14",
         "A disabled endpoint can be deleted although an inbound route still targets it.", True,
         [edit("email_area.py", '    if any(r["endpoint"] == e["id"] for r in w.routes.values()):', '    if not e["disabled"] and any(r["endpoint"] == e["id"] for r in w.routes.values()):')],
         ["armed domain, endpoint, route to it", "PATCH /api/v1/email/webhooks/{id} {disabled: true}", "DELETE /api/v1/email/webhooks/{id}"], "204 instead of 409")
def _(s):
    e = hook(s)[0]
    d = s.ok("olive", "POST", E + "/domains", {"name": "in.northwind.example"})["id"]
    s.ok("olive", "POST", E + f"/domains/{d}/receive")
    s.ok("olive", "POST", E + "/routes", {"domainId": d, "pattern": "*", "endpointId": e})
    s.ok("olive", "PATCH", E + f"/webhooks/{e}", {"disabled": True})
    return s("olive", "DELETE", E + f"/webhooks/{e}")[0]


@mistake("i-retry-signed-with-old-secret", ["email"], "secrecy", "EML-14",
         "A delivery is signed once, at its first attempt; a retry after rotate-secret still carries the old secret's signature.", False,
         [edit("email_area.py", '    headers = signed_headers(e["secret"], d, d["payload"], w.now())\n', '    headers = d.setdefault("headers", None) or signed_headers(e["secret"], d, d["payload"], w.now())\n    d["headers"] = headers\n')],
         ["frozen clock, verified domain, endpoint that answers 500 then 200", "event message-sent, advance one second", "POST rotate-secret", "advance 10 seconds", "GET /_understudy/webhook-deliveries"],
         "the second attempt is signed with the old secret")
def _(s):
    s.freeze()
    domain(s)
    e, old = hook(s, script=(500, 200))
    send(s, "x@y.example")
    s.adv("PT1S")
    new = s.ok("olive", "POST", E + f"/webhooks/{e}/rotate-secret")["signingSecret"]
    s.adv("PT10S")
    return [signed_by(a, {"old": old, "new": new}) for a in s.look("/webhook-deliveries?endpointId=" + e)["attempts"]]


@mistake("i-redelivery-payload-made-anew", ["email"], "side effect", "EML-16",
         "Redelivery builds the payload from the message as it is now instead of the frozen one.", False,
         [edit("email_area.py", 'return 202, {"id": insert(w, e, d["type"], d["message"], d["payload"])}',
               'frozen, m = json.loads(d["payload"]), w.messages.get(d["message"])\n    if m:\n        frozen["data"]["message"] = message_shape(m)\n    return 202, {"id": insert(w, e, d["type"], d["message"], json.dumps(frozen).encode())}')],
         ["frozen clock, verified domain, endpoint for message.sent", "event message-sent, advance", "event message-delivered", "POST redeliver, advance", "GET /_understudy/webhook-deliveries: the two bodies"],
         "the second body differs from the first")
def _(s):
    s.freeze()
    domain(s)
    e, _ = hook(s)
    m = send(s, "x@y.example")
    s.adv("PT2S")
    s.must("message-delivered", messageId=m)
    d = s.ok("olive", "GET", E + "/webhook-deliveries")["deliveries"][0]["id"]
    s.ok("olive", "POST", E + f"/webhook-deliveries/{d}/redeliver")
    s.adv("PT2S")
    a = s.look("/webhook-deliveries")["attempts"]
    return len(a), a[0]["body"] == a[1]["body"]


@mistake("i-delivery-filters-exclude-each-other", ["email"], "pagination", "EML-15",
         "When messageId is given, endpointId is ignored in the list of deliveries.", False,
         [edit("email_area.py", "             and q.get(\"endpointId\") in (None, d[\"endpoint\"])]\n", "             and (\"messageId\" in q or q.get(\"endpointId\") in (None, d[\"endpoint\"]))]\n")],
         ["frozen clock, verified domain, two endpoints for message.sent", "event message-sent, advance", "GET /api/v1/email/webhook-deliveries?messageId=M&endpointId=E1"], "the delivery to the other endpoint is listed too")
def _(s):
    s.freeze()
    domain(s)
    e, _ = hook(s)
    hook(s)
    m = send(s, "x@y.example")
    s.adv("PT2S")
    return [len(s.ok("olive", "GET", E + "/webhook-deliveries" + q)["deliveries"]) for q in ("", f"?endpointId={e}", f"?messageId={m}&endpointId={e}")]


@mistake("i-messages-to-filter-lost-on-next-page", ["email"], "pagination", "EML-09",
         "The filter to is only applied to the first page of the message log.", False,
         [edit("email_area.py", '             and ("to" not in q or any(', '             and ("to" not in q or "cursor" in q or any(')],
         ["frozen clock, verified domain", "25 messages to x@y.example mixed with 25 to z@y.example", "GET /api/v1/email/messages?to=x@y.example", "the next page with cursor and the same to"],
         "the second page has messages to z@y.example")
def _(s):
    s.freeze()
    domain(s)
    for n in range(50):
        send(s, ("x@y.example", "z@y.example")[n % 2])
        s.adv("PT1S")
    one = s.ok("olive", "GET", E + "/messages?to=x@y.example")
    two = s.ok("olive", "GET", E + "/messages?to=x@y.example&cursor=" + one["cursor"])
    return len(one["messages"]), len(two["messages"]), sorted({m["to"][0] for m in two["messages"]})


@mistake("i-message-window-by-last-change", ["email"], "time", "EML-09",
         "The 90 days of the message log are counted from the last change of state, so an old message that bounced late stays listed.", False,
         [edit("email_area.py", 'if readable(c, m) and m["created"] > oldest\n', 'if readable(c, m) and m["stateAt"] > oldest\n')],
         ["frozen clock, verified domain", "event message-sent", "advance 80 days, event message-bounced", "advance 20 days", "GET /api/v1/email/messages"], "the message of 100 days ago is listed")
def _(s):
    s.freeze()
    domain(s)
    m = send(s, "x@y.example")
    s.adv("P80D")
    s.must("message-bounced", messageId=m, bounce="soft")
    one = len(s.ok("olive", "GET", E + "/messages")["messages"])
    s.adv("P20D")
    return one, len(s.ok("olive", "GET", E + "/messages")["messages"])


@mistake("i-raw-message-cached-past-retention", ["email"], "time", "EML-11",
         "A raw message that was fetched once is answered from a cache, also after its 30 days.", False,
         [edit("email_area.py", '    return 200, Raw("message/rfc822", one_message(c, 30)["raw"], chunked=True)',
               '    key = (c.org.slug, c.subject.user.id, c.params["id"])\n    cache = c.world.__dict__.setdefault("raw_cache", {})\n    if key not in cache:\n        cache[key] = one_message(c, 30)["raw"]\n    return 200, Raw("message/rfc822", cache[key], chunked=True)')],
         ["frozen clock, verified domain, event message-sent", "GET content", "advance 31 days", "GET content"], "200 instead of 404 in the last step")
def _(s):
    s.freeze()
    domain(s)
    m = send(s, "x@y.example")
    one = s("olive", "GET", E + f"/messages/{m}/content")[0]
    s.adv("P31D")
    return one, s("olive", "GET", E + f"/messages/{m}/content")[0]


@mistake("i-complaint-after-soft-bounce-is-bounce", ["email"], "side effect", "EML-13",
         "The reason of a suppression is bounce as soon as the message ever bounced, so a complaint after a soft bounce gets the wrong reason.", False,
         [edit("email_area.py", '"bounce" if kind == "bounced" else "complaint", at)["id"])', '"bounce" if any(x["kind"] == "bounced" for x in m["events"]) else "complaint", at)["id"])')],
         ["frozen clock, verified domain, event message-sent", "event message-bounced {bounce: soft}", "event message-complained", "GET /api/v1/email/suppressions"], "reason is bounce instead of complaint")
def _(s):
    s.freeze()
    domain(s)
    m = send(s, "x@y.example")
    s.must("message-bounced", messageId=m, bounce="soft")
    s.must("message-complained", messageId=m)
    return [x["reason"] for x in s.ok("olive", "GET", E + "/suppressions")["suppressions"]]


@mistake("i-second-hard-bounce-not-suppressed", ["email"], "side effect", "EML-13",
         "An address that was suppressed for a bounce once is not added again by the next hard bounce after its removal.", False,
         [edit("email_area.py", '        if (bounce == "hard" or kind == "complained") and not suppressed(w, m["org"], a):\n',
               '        known = w.__dict__.setdefault("known_bad", set())\n        if (bounce == "hard" or kind == "complained") and (m["org"], a) not in known and not suppressed(w, m["org"], a):\n            known.add((m["org"], a))\n')],
         ["frozen clock, verified domain", "event message-sent, message-bounced {bounce: hard}", "DELETE the suppression", "event message-sent, message-bounced {bounce: hard}", "GET /api/v1/email/suppressions"],
         "the list is empty")
def _(s):
    s.freeze()
    domain(s)
    s.must("message-bounced", messageId=send(s, "x@y.example"), bounce="hard")
    one = s.ok("olive", "GET", E + "/suppressions")["suppressions"]
    s.ok("olive", "DELETE", E + "/suppressions/" + one[0]["id"])
    s.must("message-bounced", messageId=send(s, "x@y.example"), bounce="hard")
    return [[x["address"], x["reason"]] for x in s.ok("olive", "GET", E + "/suppressions")["suppressions"]]


@mistake("i-webhook-patch-shows-secret", ["email"], "secrecy", "GEN-06",
         "Changing the url of an endpoint answers its signing secret once more.", True,
         [edit("email_area.py", '    return 200, webhook_shape(e)\n', '    return 200, {**webhook_shape(e), **({"signingSecret": e["secret"]} if "url" in b else {})}\n')],
         ["POST a webhook endpoint", "PATCH /api/v1/email/webhooks/{id} {url}"], "the answer has the signing secret")
def _(s):
    e, secret = hook(s)
    return secret in str(s.ok("olive", "PATCH", E + f"/webhooks/{e}", {"url": "https://hooks.northwind.example/y"}))


@mistake("i-send-key-tombstone-by-name", ["email"], "side effect", "EML-02",
         "The tombstone of a revoked send key is kept by name, so a new key of the same name is hidden from the list.", True,
         [edit("email_area.py", '    x["revoked"] = True            #', '    c.world.__dict__.setdefault("tombstones", set()).add((x["org"], x["name"]))\n    x["revoked"] = True            #'),
          edit("email_area.py", 'if (OTHER or not x["revoked"])', 'if (OTHER or (x["org"], x["name"]) not in c.world.__dict__.get("tombstones", ()))')],
         ["POST /api/v1/email/keys {name: ci}", "DELETE it", "POST /api/v1/email/keys {name: ci}", "GET /api/v1/email/keys"], "the new key is missing")
def _(s):
    k = s.ok("olive", "POST", E + "/keys", {"name": "ci"})["sendKey"]["id"]
    s.ok("olive", "DELETE", E + "/keys/" + k)
    s.ok("olive", "POST", E + "/keys", {"name": "ci"})
    return [x["name"] for x in s.ok("olive", "GET", E + "/keys")["sendKeys"]]


@mistake("i-send-key-admin-on-first-domain-only", ["email"], "guard", "EML-02",
         "email.key.admin is only asked for on the first of domainIds, so a key for a second domain is minted without it.", False,
         [edit("email_area.py", '        c.subject.need("email.key.admin", d)\n', '    if b.get("domainIds"):\n        c.subject.need("email.key.admin", b["domainIds"][0])\n')],
         ["two domains", "event role-changes: a person has email:viewer, and email:admin narrowed to the first domain", "POST /api/v1/email/keys {domainIds: [first, second]} as this person"],
         "201 instead of 403")
def _(s):
    ids = [s.ok("olive", "POST", E + "/domains", {"name": n + ".northwind.example"})["id"] for n in ("one", "two")]
    s.must("role-changes", organization="northwind", userId="u-103", role="member", grants=[{"role": "email:viewer"}, {"role": "email:admin", "resourceIds": ids[:1]}])
    return [s("vic", "POST", E + "/keys", {"name": "k", "domainIds": x})[0] for x in (ids[:1], ids[1:], ids)]


@mistake("i-arming-answers-the-state-before", ["email"], "schema", "EML-08",
         "The answer to arming is made before the domain is armed: it lacks the MX record to publish.", True,
         [edit("email_area.py", '    if d["receive"] == "none":\n        d["receive"] = "pending"\n    return 200, domain_shape(d)', '    answer = domain_shape(d)\n    if d["receive"] == "none":\n        d["receive"] = "pending"\n    return 200, answer')],
         ["POST a domain", "POST /api/v1/email/domains/{id}/receive"], "no record of capability receive in the answer")
def _(s):
    d = s.ok("olive", "POST", E + "/domains", {"name": "m.northwind.example"})["id"]
    a = s.ok("olive", "POST", E + f"/domains/{d}/receive")
    return a["receiveState"], [r["type"] for r in a["dnsRecords"] if r["capability"] == "receive"]


@mistake("i-domain-claim-race", ["email"], "concurrency", "EML-04",
         "The lock is given up while the provider is asked, between the look for a claim and storing the domain, so two parallel requests claim the same name.", True,
         [edit("email_area.py", '    d = {"id": ulid(), "org": c.org.slug, "name": name, "tag"', '    LOCK.release()\n    try:\n        time.sleep(0.15)        # the provider makes the identity\n    finally:\n        LOCK.acquire()\n    d = {"id": ulid(), "org": c.org.slug, "name": name, "tag"'),
          edit("email_area.py", "import threading\n", "import threading\nimport time\n")],
         ["in parallel: POST /api/v1/email/domains {name: race.example} by the owners of two organizations"], "201 twice instead of 201 and 409")
def _(s):
    return sorted(x[0] for x in s.parallel(("olive", "POST", E + "/domains", {"name": "race.example"}), ("otto", "POST", E + "/domains", {"name": "race.example"})))


@mistake("i-bounce-events-share-one-record", ["email"], "schema", "EML-10",
         "The event record is made once for all recipients of a message and changed in the loop, so every event names the last recipient.", False,
         [edit("email_area.py", '    deliveries, added = [], []\n    for a in', '    deliveries, added = [], []\n    e = {"kind": kind, "at": at, "detail": detail}\n    for a in'),
          edit("email_area.py", '        e = {"kind": kind, "recipient": a, "at": at, "detail": detail}\n', '        e["recipient"] = a\n')],
         ["frozen clock, verified domain", "event message-sent to x@y.example and z@y.example", "event message-delivered", "GET /api/v1/email/messages/{id}"], "both delivered events name z@y.example")
def _(s):
    s.freeze()
    domain(s)
    m = send(s, ["x@y.example", "z@y.example"])
    s.must("message-delivered", messageId=m)
    return [e.get("recipient") for e in s.ok("olive", "GET", E + f"/messages/{m}")["events"]]


@mistake("i-message-cursor-is-an-offset", ["email"], "pagination", "EML-09",
         "The cursor is a position in the list, so a message that arrives between two pages makes the last one of the first page come again.", False,
         [edit("email_area.py", '            at, seq = json.loads(base64.urlsafe_b64decode(q["cursor"]))\n            at, seq = float(at), int(seq)\n', '            start = int(json.loads(base64.urlsafe_b64decode(q["cursor"]))[0])\n'),
          edit("email_area.py", '        found = [m for m in found if (m["created"].timestamp(), m["seq"]) < (at, seq)]\n    page, out = found[:PAGE], {}\n', '        found = found[start:]\n    else:\n        start = 0\n    page, out = found[:PAGE], {}\n'),
          edit("email_area.py", 'json.dumps([page[-1]["created"].timestamp(), page[-1]["seq"]])', 'json.dumps([start + PAGE])')],
         ["frozen clock, verified domain, 25 messages a second apart", "GET /api/v1/email/messages", "event message-sent once more", "the next page with the cursor"], "a message of the first page stands on the second too")
def _(s):
    s.freeze()
    domain(s)
    for n in range(25):
        send(s, "x@y.example")
        s.adv("PT1S")
    one = s.ok("olive", "GET", E + "/messages")
    send(s, "x@y.example")
    two = s.ok("olive", "GET", E + "/messages?cursor=" + one["cursor"])
    return len({m["id"] for m in one["messages"]} & {m["id"] for m in two["messages"]}), len(two["messages"])


@mistake("i-state-filter-after-the-cut", ["email"], "pagination", "EML-09",
         "The filter state is applied to the page after it is cut, and without hits there is no cursor, so older messages of that state cannot be reached.", False,
         [edit("email_area.py", ' and ("state" not in q or m["state"] == q["state"])\n', '\n'),
          edit("email_area.py", '    return 200, {"messages": [message_shape(m) for m in page], **out}', '    page = [m for m in page if q.get("state", m["state"]) == m["state"]]\n    return 200, {"messages": [message_shape(m) for m in page], **(out if page else {})}')],
         ["frozen clock, verified domain", "one message that bounces, then 21 that do not", "GET /api/v1/email/messages?state=bounced"], "no messages and no cursor instead of the bounced one")
def _(s):
    s.freeze()
    domain(s)
    s.must("message-bounced", messageId=send(s, "x@y.example"), bounce="soft")
    for n in range(21):
        s.adv("PT1S")
        send(s, "x@y.example")
    a = s.ok("olive", "GET", E + "/messages?state=bounced")
    return [m["state"] for m in a["messages"]], "cursor" in a


@mistake("i-check-of-a-verified-domain-200", ["email"], "status", "EML-07",
         "A forced check of a domain that is verified already answers 200 and schedules nothing, so a record that went away is not noticed.", False,
         [edit("email_area.py", '    d, w = one_domain(c, "email.domain.write"), c.world\n    w.clock.after(1,', '    d, w = one_domain(c, "email.domain.write"), c.world\n    if d["send"] == "verified":\n        return 200, {"status": "verified"}\n    w.clock.after(1,')],
         ["frozen clock, verified domain", "POST /api/v1/email/domains/{id}/check"], "200 instead of 202")
def _(s):
    s.freeze()
    d = domain(s)
    return s("olive", "POST", E + f"/domains/{d}/check")[0]
