import hashlib, hmac
HOOK = "https://hooks.receiver.example/in"
def domain(s, name="mail.northwind.example", who="owner", verified=True, receive=False):
    d = getattr(s, who).post("/email/domains", {"name": name})
    if receive:
        getattr(s, who).post(f"/email/domains/{d['id']}/receive")
    if verified:
        s.ev("dns-record-published", domain=name)
        getattr(s, who).post(f"/email/domains/{d['id']}/check")
        s.advance("PT2S")
    return d["id"]
def hook(s, types=("message.sent",), who="owner", answers=({"status": 200},)):
    h = getattr(s, who).post("/email/webhooks", {"url": HOOK, "eventTypes": list(types)})
    if answers:
        s.ev("webhook-endpoint-answers", endpointId=h["webhook"]["id"], answers=list(answers))
    return h
def send(s, to="jo@customer.example", **more):
    return s.ev("message-sent", **{"from": "a@mail.northwind.example", "to": [to], **more})
def recv(s, local="support", **more):
    return s.ev("message-received", **{"from": "jo@customer.example", "to": [local + "@mail.northwind.example"], **more})
def attempts(s, **q):
    return s.control("GET", "/webhook-deliveries?" + "&".join(f"{k}={v}" for k, v in q.items()))["attempts"]
def signed_with(a, secret):
    t, v = (x.split("=", 1)[1] for x in a["headers"]["X-Post-Signature"].split(","))
    return hmac.new(secret.encode(), (t + "." + a["body"]).encode(), hashlib.sha256).hexdigest() == v

def show(s):
    s.freeze(); domain(s, receive=True)
    recv(s)
    for n in range(22):
        s.advance("PT1S"); send(s)
    a = s.owner.get("/email/messages?direction=send")
    b = s.owner.get("/email/messages?direction=send&cursor=" + a["cursor"])
    return [len(a["messages"]), [m["direction"] for m in b["messages"]]]
case("eml-direction-lost-on-second-page", "email", "pagination", "EML-09", "The direction filter is not applied to pages after the first.",
     [("email_area.py", '("direction" not in q or m["direction"] == q["direction"])', '("direction" not in q or "cursor" in q or m["direction"] == q["direction"])')],
     show, [20, ["send", "send"]], [20, ["send", "send", "receive"]], "directions on the second page")

def show(s):
    s.freeze(); domain(s)
    sent = {send(s)["messageId"] for n in range(23)}
    a = s.owner.get("/email/messages")
    b = s.owner.get("/email/messages?cursor=" + a["cursor"])
    return len(sent - set(a.ids("messages") + b.ids("messages")))
case("eml-cursor-skips-same-instant", "email", "pagination", "EML-09", "The cursor compares times only, so messages of the same instant as the last one of a page are on no page.",
     [("email_area.py", 'if (m["created"].timestamp(), m["seq"]) < (at, seq)]', 'if m["created"].timestamp() < at]')], show, 0, 3, "messages that are on neither page")

def show(s):
    s.freeze(); domain(s)
    for n in range(22):
        s.advance("PT1S"); send(s)
    a = s.owner.get("/email/messages")
    s.advance("PT1S"); send(s); send(s)
    b = s.owner.get("/email/messages?cursor=" + a["cursor"])
    return len(set(a.ids("messages")) & set(b.ids("messages")))
case("eml-cursor-is-an-offset", "email", "pagination", "EML-09", "The cursor is a position counted from the newest message, so messages arriving between two pages are pushed onto the next page a second time.",
     [("email_area.py", 'found = [m for m in found if (m["created"].timestamp(), m["seq"]) < (at, seq)]', 'found = found[seq:]'),
      ("email_area.py", 'json.dumps([page[-1]["created"].timestamp(), page[-1]["seq"]])', 'json.dumps([0, PAGE + (seq if "cursor" in q else 0)])')], show, 0, 2, "messages that are on both pages")

def show(s):
    s.freeze("2026-06-01T12:00:00Z"); domain(s)
    send(s, createdAt="2026-01-15T12:00:00Z")
    return [len(s.owner.get("/email/messages")["messages"]), len(s.owner.get("/email/messages?since=2026-01-01T00:00:00Z")["messages"])]
case("eml-since-reaches-past-the-window", "email", "time", "LIM-01", "With since the 90 days of the log no longer hold: older messages are listed.",
     [("email_area.py", 'and m["created"] > oldest\n', 'and (since is not None or m["created"] > oldest)\n')], show, [0, 0], [0, 1], "messages listed with a since of five months ago")

def show(s):
    s.freeze("2026-06-01T12:00:00Z"); domain(s, receive=True)
    a = recv(s, createdAt="2026-04-20T12:00:00Z")["messageId"]; b = send(s, createdAt="2026-04-20T12:00:00Z")["messageId"]
    return [s.owner.get(f"/email/messages/{x}/content").status for x in (a, b)]
case("eml-received-content-kept-90-days", "email", "time", "EML-11", "The raw text of received messages stays readable for the 90 days of the log instead of 30.",
     [("email_area.py", 'one_message(c, 30)["raw"], chunked=True)', 'one_message(c, 90 if c.world.messages.get(c.params["id"], {}).get("direction") == "receive" else 30)["raw"], chunked=True)')],
     show, [404, 404], [200, 404], "content of a received message 42 days old")

def show(s):
    s.freeze(); domain(s)
    m = send(s)["messageId"]
    x = s.ev("message-bounced", messageId=m, bounce="hard")["suppressionIds"]
    s.owner.delete("/email/suppressions/" + x[0])
    m = send(s)["messageId"]
    s.ev("message-bounced", messageId=m, bounce="hard")
    return len(s.owner.get("/email/suppressions")["suppressions"])
case("eml-removed-suppression-never-returns", "email", "side effect", "EML-13", "An address that was suppressed once is remembered as handled, so after its removal the next hard bounce does not add it again.",
     [("email_area.py", 'not suppressed(w, m["org"], a):', 'not w.counters.get(("suppressed", m["org"], a.lower())):'),
      ("email_area.py", '    w.suppressions[s["id"]] = s\n', '    w.suppressions[s["id"]] = s\n    w.counters["suppressed", org, address.lower()] = 1\n')], show, 1, 0, "suppressions after the second hard bounce")

def show(s):
    s.outsider.post("/email/suppressions", {"address": "jo@customer.example"})
    s.owner.post("/email/suppressions", {"address": "jo@customer.example"})
    return len(s.owner.get("/email/suppressions")["suppressions"])
case("eml-suppressions-across-organizations", "email", "isolation", "EML-13", "Whether an address is suppressed is looked up over all organizations: another organization's entry counts as one's own, and no own one is made.",
     [("email_area.py", 'if s["org"] == org and s["address"].lower() == address.lower()', 'if s["address"].lower() == address.lower()')], show, 1, 0, "the owner's suppressions after adding one", True)

def show(s):
    s.freeze(); domain(s)
    m = s.ev("message-sent", **{"from": "a@mail.northwind.example", "to": ["one@customer.example", "two@customer.example"]})["messageId"]
    s.ev("message-bounced", messageId=m, bounce="soft", recipient="one@customer.example")
    s.ev("message-complained", messageId=m, recipient="two@customer.example")
    return [x["reason"] for x in s.owner.get("/email/suppressions")["suppressions"]]
case("eml-complaint-after-bounce-is-a-bounce", "email", "side effect", "EML-13", "The reason of a suppression is bounce whenever the message has an error, so a complaint after another recipient's soft bounce gets the wrong reason.",
     [("email_area.py", '"bounce" if kind == "bounced" else "complaint"', '"bounce" if m["error"] else "complaint"')], show, ["complaint"], ["bounce"], "reason of the suppression")

def arm(s, name):
    d = s.owner.post("/email/domains", {"name": name})["id"]
    s.owner.post(f"/email/domains/{d}/receive")
    return d
def show(s):
    a, b = arm(s, "in1.northwind.example"), arm(s, "in2.northwind.example")
    h = s.owner.post("/email/webhooks", {"url": HOOK, "eventTypes": ["message.received"]})["webhook"]["id"]
    return [s.owner.post("/email/routes", {"domainId": x, "pattern": "support", "endpointId": h}).status for x in (a, b)]
case("eml-pattern-unique-per-organization", "email", "guard", "EML-03", "A pattern that exists on one domain is refused on the organization's other domains too.",
     [("email_area.py", 'if any(r["domain"] == d["id"] and r["pattern"].lower() == pattern', 'if any(r["org"] == d["org"] and r["pattern"].lower() == pattern')], show, [201, 201], [201, 409], "status of the same pattern on the second domain", True)

def show(s):
    a = arm(s, "in1.northwind.example")
    h = s.outsider.post("/email/webhooks", {"url": HOOK, "eventTypes": ["message.received"]})["webhook"]["id"]
    return s.owner.post("/email/routes", {"domainId": a, "pattern": "*", "endpointId": h}).status >= 400
case("eml-route-to-foreign-endpoint", "email", "isolation", "EML-03", "A route may target an endpoint of another organization.",
     [("email_area.py", '    e = mine(c, w.webhooks, b["endpointId"], "webhook endpoint")\n', '    e = w.webhooks.get(b["endpointId"])\n    if e is None:\n        raise ApiError(404, "unknown webhook endpoint")\n')], show, True, False, "the route to the other organization's endpoint is refused or not", True)

def show(s):
    s.freeze(); d = domain(s, receive=True); h = hook(s, ["message.received"])["webhook"]["id"]
    s.owner.post("/email/routes", {"domainId": d, "pattern": "help*", "endpointId": h})
    return [len(recv(s, x)["routeIds"]) for x in ("help-desk", "no-help-desk")]
case("eml-prefix-matches-anywhere", "email", "guard", "EML-03", "A pattern with a star matches wherever its text occurs in the local part, not only as a prefix.",
     [("email_area.py", 'local.startswith(pattern[:-1]) if', 'pattern[:-1] in local if')], show, [1, 0], [1, 1], "routes that fit no-help-desk")

def show(s):
    h = s.owner.post("/email/webhooks", {"url": HOOK, "eventTypes": ["message.sent"]})["webhook"]["id"]
    s.owner.patch("/email/webhooks/" + h, {"disabled": True})
    s.owner.patch("/email/webhooks/" + h, {"url": HOOK + "/2"})
    return s.owner.get("/email/webhooks")["webhooks"][0]["disabled"]
case("eml-patch-switches-endpoint-on", "email", "side effect", "EML-14", "A PATCH without disabled switches a disabled endpoint on again.",
     [("email_area.py", 'b.get("disabled", e["disabled"])', 'b.get("disabled", False)')], show, True, False, "disabled after the PATCH of the url", True)

def show(s):
    s.freeze(); domain(s)
    h = hook(s, answers=[{"status": 500}, {"status": 200}])
    send(s); s.advance("PT1S")
    new = s.owner.post(f"/email/webhooks/{h['webhook']['id']}/rotate-secret")["signingSecret"]
    s.advance("PT10S")
    a = attempts(s)
    return [len(a), signed_with(a[0], h["signingSecret"]), signed_with(a[1], new), signed_with(a[1], h["signingSecret"])]
case("eml-retry-signed-with-old-secret", "email", "side effect", "EML-14", "A delivery keeps the secret of the moment it was queued, so its retries after a rotation are still signed with the old one.",
     [("email_area.py", '"payload": payload, "try": try_}', '"payload": payload, "try": try_, "secret": e["secret"]}'), ("email_area.py", 'signed_headers(e["secret"], d, d["payload"], w.now())', 'signed_headers(d["secret"], d, d["payload"], w.now())')],
     show, [2, True, True, False], [2, True, False, True], "signature of the attempt after the rotation")

def show(s):
    s.freeze(); domain(s); h = hook(s)["webhook"]["id"]
    m = send(s)["messageId"]; s.advance("PT2S")
    s.ev("message-delivered", messageId=m)
    d = s.owner.get("/email/webhook-deliveries")["deliveries"][0]["id"]
    n = s.owner.post(f"/email/webhook-deliveries/{d}/redeliver")["id"]; s.advance("PT1S")
    return attempts(s, deliveryId=d)[0]["body"] == attempts(s, deliveryId=n)[0]["body"]
case("eml-redelivery-with-fresh-payload", "email", "side effect", "EML-16", "A redelivery builds the payload anew from the message as it is now instead of using the frozen one.",
     [("email_area.py", 'return 202, {"id": insert(w, e, d["type"], d["message"], d["payload"])}', 'return 202, {"id": enqueue(w, e, d["type"], w.messages[d["message"]], {})}')], show, True, False, "whether the bodies of both attempts are the same")

def show(s):
    s.freeze(); domain(s); a = hook(s)["webhook"]["id"]; b = hook(s)["webhook"]["id"]
    m = send(s)["messageId"]; s.advance("PT2S")
    return [x["endpointId"] == a for x in s.owner.get(f"/email/webhook-deliveries?messageId={m}&endpointId={a}")["deliveries"]]
case("eml-delivery-filters-do-not-combine", "email", "order and caps", "EML-15", "With both filters a delivery is listed when either fits.",
     [("email_area.py", 'found = [d for d in of_org(c, c.world.deliveries) if q.get("messageId") in (None, d["message"])\n             and q.get("endpointId") in (None, d["endpoint"])]',
       'found = [d for d in of_org(c, c.world.deliveries) if not {"messageId", "endpointId"} & set(q) or q.get("messageId") == d["message"]\n             or q.get("endpointId") == d["endpoint"]]')],
     show, [True], [False, True], "endpoints of the deliveries listed with both filters")

def show(s):
    s.freeze(); domain(s); h = hook(s, answers=[{"status": 500}, {"status": 200}])["webhook"]["id"]
    a = send(s)["messageId"]; s.advance("PT1S"); b = send(s)["messageId"]; s.advance("PT1S"); s.advance("PT5S")
    return ["first" if d["messageId"] == a else "second" for d in s.owner.get("/email/webhook-deliveries")["deliveries"]]
case("eml-deliveries-ordered-by-delivery", "email", "order and caps", "EML-15", "Deliveries are ordered by when they were delivered, so an older one that got through after a retry stands before a newer one.",
     [("email_area.py", 'sorted(found, key=lambda d: (d["created"], d["id"]), reverse=True)', 'sorted(found, key=lambda d: (d["delivered"] or d["created"], d["id"]), reverse=True)')], show, ["second", "first"], ["first", "second"], "order of the deliveries")

def show(s):
    s.freeze(); domain(s, receive=True)
    send(s); recv(s)
    return s.owner.get("/email/settings")["acceptedToday"]
case("eml-accepted-counts-received", "email", "side effect", "EML-12", "Received mail counts for acceptedToday and so uses up the quota for sending.",
     [("email_area.py", 'if m["org"] == org and m["direction"] == "send" and m["created"].date() == day)', 'if m["org"] == org and m["created"].date() == day)')], show, 1, 2, "acceptedToday after one sent and one received message")

def show(s):
    s.freeze(); domain(s)
    s.ev("quota-changes", quota="daily-email", value=2)
    return [send(s).status for _ in range(3)]
case("eml-daily-quota-plus-one", "email", "order and caps", "LIM-02", "One message more than the daily quota is accepted.",
     [("email_area.py", 'accepted_today(w, d["org"]) >= w.orgs', 'accepted_today(w, d["org"]) > w.orgs')], show, [200, 200, 409], [200, 200, 200], "the third message with a quota of two")

def show(s):
    s.freeze(); domain(s)
    k = s.owner.post("/email/keys", {"name": "app"})
    ids = [send(s)["messageId"] for _ in range(5)]
    for i in ids[:2]:
        s.ev("message-bounced", messageId=i, bounce="hard")
    return [s.owner.get("/email/settings")["paused"], send(s, "x@customer.example", secret=k["secret"]).status]
case("eml-keys-send-through-the-pause", "email", "guard", "EML-18", "While sending is paused, messages submitted with a send key are still accepted.",
     [("email_area.py", 'if w.pause.get(d["org"]):\n        raise', 'if w.pause.get(d["org"]) and not key:\n        raise')], show, [True, 409], [True, 200], "sending with a key while paused")

def show(s):
    s.outsider.post("/email/domains", {"name": "shop.example"})
    return s.owner.post("/email/domains", {"name": "shop.example"}).status
case("eml-unverified-claim-does-not-count", "email", "isolation", "EML-04", "Another organization's domain blocks the name only once it is verified; before that both have it.",
     [("email_area.py", 'any(d["name"] == name for d in w.domains.values()):\n        raise ApiError(409, "this', 'any(d["name"] == name and (d["org"] == c.org.slug or d["send"] == "verified") for d in w.domains.values()):\n        raise ApiError(409, "this')], show, 409, 201, "status of registering the same name in the second organization", True)

def show(s):
    s.freeze(); d = domain(s)
    s.ev("dns-record-removed", domain="mail.northwind.example", type="CNAME")
    return [o["outcome"] for o in s.owner.get(f"/email/domains/{d}/dns")["records"]]
case("eml-dns-follows-verification", "email", "side effect", "EML-06", "The DNS observation of a verified domain says found without looking, although it is to be distinct from the verification state.",
     [("email_area.py", '        seen = d["dns"].get((r["type"], r["name"]))\n', '        seen = r["value"] if d[r["capability"]] == "verified" else d["dns"].get((r["type"], r["name"]))\n')], show, ["found", "missing", "found"], ["found", "found", "found"], "outcome of the removed record")

def show(s):
    d = domain(s, verified=False)
    s.ev("dns-record-mismatched", domain="mail.northwind.example", type="CNAME", value="old.dkim.elsewhere.example")
    r = s.owner.get(f"/email/domains/{d}/dns")
    return [r["records"][1]["outcome"], "old.dkim.elsewhere.example" in r.raw]
case("eml-mismatch-shows-the-expected-value", "email", "schema", "EML-06", "A mismatch carries the expected value as the observed one.",
     [("email_area.py", 'o["outcome"], o["observed"] = "mismatch", seen', 'o["outcome"], o["observed"] = "mismatch", r["value"]')], show, ["mismatch", True], ["mismatch", False], "whether the answer has what the lookup found")

def show(s):
    a, b = arm(s, "in1.northwind.example"), arm(s, "in2.northwind.example")
    h = s.owner.post("/email/webhooks", {"url": HOOK, "eventTypes": ["message.received"]})["webhook"]["id"]
    for x in (a, b):
        s.owner.post("/email/routes", {"domainId": x, "pattern": "*", "endpointId": h})
    s.ev("role-changes", userId="u-102", role="member", grants=[{"role": "email:viewer", "resourceIds": [a]}])
    return [len(s.member.get("/email/domains")["domains"]), len(s.member.get("/email/routes")["routes"])]
case("eml-routes-unfiltered-for-scoped", "email", "isolation", "EML-05", "The list of routes is not filtered for subjects limited to some domains; that of domains is.",
     [("email_area.py", 'for r in of_org(c, c.world.routes) if c.subject.can("email.route.read", r["domain"])]}', 'for r in of_org(c, c.world.routes)]}')], show, [1, 1], [1, 2], "routes listed for a subject limited to one domain")

def show(s):
    s.freeze(); domain(s)
    other = s.owner.post("/email/domains", {"name": "old.northwind.example"})["id"]
    k = s.owner.post("/email/keys", {"name": "app", "domainIds": [other]})
    a = send(s, secret=k["secret"]).status
    s.owner.delete("/email/domains/" + other)
    return [a, send(s, secret=k["secret"]).status]
case("eml-key-widens-with-its-domain-gone", "email", "guard", "EML-20", "Deleting a domain takes it out of the keys limited to it; a key whose last domain goes has none left and is org-wide from then on.",
     [("email_area.py", '    del w.domains[d["id"]]\n', '    del w.domains[d["id"]]\n    for x in w.send_keys.values():\n        x["domains"] = [i for i in x["domains"] if i != d["id"]]\n')], show, [409, 409], [409, 200], "sending for another domain after the key's own was deleted")

def show(s):
    h = s.owner.post("/email/webhooks", {"url": HOOK, "eventTypes": ["message.sent"]})
    return h["signingSecret"] in s.owner.patch("/email/webhooks/" + h["webhook"]["id"], {"disabled": True}).raw
case("eml-patch-shows-signing-secret", "email", "secrecy", "EML-14", "The answer to PATCH of an endpoint has the signing secret like that of its creation.",
     [("email_area.py", 'b.get("disabled", e["disabled"])\n    return 200, webhook_shape(e)', 'b.get("disabled", e["disabled"])\n    return 200, {**webhook_shape(e), "signingSecret": e["secret"]}')], show, False, True, "the secret in the answer to PATCH", True)

def show(s):
    d = s.owner.post("/email/domains", {"name": "in1.northwind.example"})["id"]
    return [s.member.post("/email/keys", {"name": "a"}).status, s.member.post("/email/keys", {"name": "a", "domainIds": [d]}).status]
case("eml-restricted-keys-without-admin", "email", "guard", "EML-02", "email.key.admin is asked for org-wide keys only; keys limited to domains need the write tier.",
     [("email_area.py", 'c.subject.need_some("email.key.admin")', 'c.subject.need_some("email.key.write")'), ("email_area.py", 'c.subject.need("email.key.admin", d)', 'c.subject.need("email.key.write", d)')], show, [403, 403], [403, 201], "a member's key limited to a domain", True)

def show(s):
    d = arm(s, "in1.northwind.example")
    h = s.owner.post("/email/webhooks", {"url": HOOK, "eventTypes": ["message.received"]})["webhook"]["id"]
    s.owner.post("/email/routes", {"domainId": d, "pattern": "*", "endpointId": h})
    s.owner.patch("/email/webhooks/" + h, {"disabled": True})
    return s.owner.delete("/email/webhooks/" + h).status
case("eml-disabled-endpoint-deleted-under-route", "email", "status", "EML-14", "A disabled endpoint can be deleted although a route still targets it.",
     [("email_area.py", 'if any(r["endpoint"] == e["id"] for r in w.routes.values()):', 'if not e["disabled"] and any(r["endpoint"] == e["id"] for r in w.routes.values()):')], show, 409, 204, "status of deleting the disabled endpoint", True)

def show(s):
    s.freeze(); domain(s); h = hook(s, ["message.sent"])["webhook"]["id"]
    s.owner.patch("/email/webhooks/" + h, {"eventTypes": ["message.delivered"]})
    m = send(s)["messageId"]; s.advance("PT2S")
    s.ev("message-delivered", messageId=m)
    return [d["eventType"] for d in s.owner.get("/email/webhook-deliveries")["deliveries"]]
case("eml-changed-event-types-not-applied", "email", "side effect", "EML-14", "Events go by the types an endpoint was created with; a PATCH of eventTypes changes what is shown only.",
     [("email_area.py", '"script": None}\n', '"script": None, "subscribed": tuple(b["eventTypes"])}\n'), ("email_area.py", 'not e["disabled"] and type_ in e["types"]]', 'not e["disabled"] and type_ in e["subscribed"]]')], show, ["message.delivered"], ["message.sent"], "events that caused deliveries")

def show(s):
    a, b = s.parallel(lambda: s.owner.post("/email/domains", {"name": "race.example"}), lambda: s.outsider.post("/email/domains", {"name": "race.example"}))
    return sorted([a.status, b.status])
case("eml-two-claims-at-once", "email", "concurrency", "EML-04", "Between looking for a claim and storing it the mail provider is called without the lock, so two organizations get the same name at the same time.",
     [("email_area.py", '    d = {"id": ulid(), "org": c.org.slug, "name": name,', '    import time\n    LOCK.release()\n    time.sleep(0.6)\n    LOCK.acquire()\n    d = {"id": ulid(), "org": c.org.slug, "name": name,')], show, [201, 409], [201, 201], "status of two claims of one name at the same time", True)

def show(s):
    s.ev("backend-behaves", backend="email", reachable=False)
    return [s.owner.get("/email/domains").status, s.owner.get("/email/settings").status]
case("eml-settings-without-backend", "email", "status", "EML-01", "The settings are answered while the email backend is unreachable.",
     [("email_area.py", '@op("GET", "/settings")', '@op("GET", "/settings", late_relay=True)')], show, [502, 502], [502, 200], "settings while the backend is down")


def show(s):
    s.freeze(); domain(s); h = hook(s, answers=[{"status": 500}, {"status": 200}])["webhook"]["id"]
    m = send(s)["messageId"]; s.advance("PT1S"); s.advance("PT10S")
    return [sorted(d["state"] for d in s.owner.get(p)["deliveries"]) for p in (f"/email/webhook-deliveries?endpointId={h}", f"/email/webhook-deliveries?messageId={m}")]
case("eml-retry-forgets-its-message", "email", "order and caps", "EML-15", "The delivery recorded for a retry has no messageId, so the filter by message does not find it.",
     [("email_area.py", 'insert(w, e, d["type"], d["message"], d["payload"], d["try"] + 1)', 'insert(w, e, d["type"], None, d["payload"], d["try"] + 1)')],
     show, [["delivered", "failed"], ["delivered", "failed"]], [["delivered", "failed"], ["failed"]], "deliveries listed with messageId", False, "b")
