import base64, hashlib, hmac, json, time
from datetime import datetime, timedelta, timezone
from prove import mistake
E = "/api/v1/email"

def domain(s, name="mail.northwind.example", who="olive", receive=False):
    d = s.ok("POST", E + "/domains", {"name": name}, who=who)
    if receive: s.ok("POST", E + f"/domains/{d['id']}/receive", who=who)
    s.oke("dns-record-published", domain=name)
    s.ok("POST", E + f"/domains/{d['id']}/check", who=who)
    s.advance("PT2S")
    return d["id"]
def armed(s, name="in.northwind.example"):
    d = s.ok("POST", E + "/domains", {"name": name})["id"]
    s.ok("POST", E + f"/domains/{d}/receive")
    return d
def hook(s, types=("message.sent", "message.delivered", "message.bounced"), who="olive", script=True):
    h = s.ok("POST", E + "/webhooks", {"url": "https://hooks.northwind.example/in", "eventTypes": list(types)}, who=who)
    if script: s.oke("webhook-endpoint-answers", endpointId=h["webhook"]["id"], answers=[{"status": 200}])
    return h["webhook"]["id"], h["signingSecret"]
def mail(s, to="jo@customer.example", frm="orders@mail.northwind.example", **more):
    return s.oke("message-sent", from_=frm, to=[to] if isinstance(to, str) else to, **more)["messageId"]
def log(s, query=""):
    """All pages, the filters passed again."""
    out, cursor = [], None
    for _ in range(60):
        r = s.ok("GET", E + "/messages?" + query + (f"&cursor={cursor}" if cursor else ""))
        out += r["messages"]; cursor = r.j.get("cursor")
        if not cursor: break
    return out
def ago(days, hours=0): return (datetime.now(timezone.utc) - timedelta(days=days, hours=hours)).isoformat()
def signed_by(a, secret):
    h = {k.lower(): v for k, v in a["headers"].items()}
    if "x-signature" in h: return base64.b64encode(hmac.new(secret.encode(), a["body"].encode(), hashlib.sha256).digest()).decode() == h["x-signature"]
    t, v = (x.split("=", 1)[1] for x in h["x-post-signature"].split(","))
    return hmac.new(secret.encode(), f"{t}.{a['body']}".encode(), hashlib.sha256).hexdigest() == v

@mistake("f-log-filter-lost-on-second-page", "email", "pagination", "EML-09", "The filter `to` of the message log applies to the first page only.",
  [("email_area.py", 'and ("to" not in q or any(', 'and ("to" not in q or "cursor" in q or any(')], "second page of GET /messages?to=: messages to other recipients", False)
def _(s):
    domain(s)
    for n in range(24): mail(s, "a@customer.example"), mail(s, "b@customer.example")
    got = log(s, "to=a@customer.example")
    return len(got) == 24 and all("a@customer.example" in m["to"] for m in got)

@mistake("f-log-cursor-by-time-alone", "email", "pagination", "EML-09", "The cursor holds only the time of the last message of the page, so that others of the same instant are skipped.",
  [("email_area.py", 'found = [m for m in found if (m["created"].timestamp(), m["seq"]) < (at, seq)]', 'found = [m for m in found if m["created"].timestamp() < at]')], "paging through messages of one instant: some never come", False)
def _(s):
    domain(s)
    at = ago(2)
    ids = {mail(s, f"p{n}@customer.example", createdAt=at) for n in range(25)}
    got = [m["id"] for m in log(s)]
    return set(got) == ids and len(got) == len(ids)

@mistake("f-log-last-partial-page-lost", "email", "pagination", "EML-09", "A cursor is given only when a full further page is left, so that the last, shorter page is never reached.",
  [("email_area.py", 'if len(found) > PAGE or RESTLESS', 'if len(found) >= 2 * PAGE or RESTLESS')], "paging to the end: the oldest messages never come", False)
def _(s):
    domain(s)
    ids = {mail(s, f"p{n}@customer.example") for n in range(25)}
    return {m["id"] for m in log(s)} == ids

@mistake("f-log-order-by-arrival", "email", "order and caps", "EML-09", "The message log is sorted by the order of insertion instead of createdAt.",
  [("email_area.py", 'found.sort(key=lambda m: (m["created"], m["seq"]), reverse=True)', 'found.sort(key=lambda m: m["seq"], reverse=True)')], "GET /messages: a message of three days ago stands before one of yesterday", False)
def _(s):
    domain(s)
    new, old = mail(s, createdAt=ago(1)), mail(s, createdAt=ago(3))
    return [m["id"] for m in s.ok("GET", E + "/messages")["messages"]] == [new, old]

@mistake("f-log-window-off-with-since", "email", "time", "EML-09", "With a `since` filter the log goes back beyond its 90 days.",
  [("email_area.py", 'oldest = w.now() - timedelta(days=90)', 'oldest = since - timedelta(seconds=1) if since else w.now() - timedelta(days=90)')], "GET /messages?since=120 days ago: the message of 100 days ago is listed", False)
def _(s):
    domain(s)
    old, new = mail(s, createdAt=ago(100)), mail(s, createdAt=ago(3))
    got = [m["id"] for m in s.ok("GET", E + "/messages?since=" + ago(120).replace("+", "%2B"))["messages"]]
    return new in got and old not in got

@mistake("f-content-of-received-mail-kept", "email", "time", "EML-11", "The 30 days of raw content are enforced for sent messages only.",
  [("email_area.py", 'return 200, Raw("message/rfc822", one_message(c, 30)["raw"], chunked=True)', 'm = one_message(c, 9999)\n    return 200, Raw("message/rfc822", (one_message(c, 30) if m["direction"] == "send" else m)["raw"], chunked=True)')], "GET content of a message received 31 days ago: 200 instead of 404", False)
def _(s):
    domain(s, receive=True)
    m = s.oke("message-received", from_="jo@customer.example", to=["help@mail.northwind.example"], createdAt=ago(31))["messageId"]
    return s("GET", E + f"/messages/{m}/content").status == 404

@mistake("f-message-optional-fields-null", "email", "schema", "GEN-02", "Messages without subject or error carry subject and lastError as null instead of leaving them out.",
  [("email_area.py", '        if m[field] is not None:\n            out[name] = m[field]', '        out[name] = m[field]')], "GET /messages/{id}: lastError is null", False)
def _(s):
    domain(s)
    m = s.ok("GET", E + f"/messages/{mail(s)}")["message"]
    return all(isinstance(m.get(f, ""), str) for f in ("subject", "lastError", "door"))

@mistake("f-suppression-removed-in-all-orgs", "email", "isolation", "GEN-04", "Removing a suppression removes the address from the lists of all organizations.",
  [("email_area.py", '    del c.world.suppressions[s["id"]]\n', '    for x in [x for x in c.world.suppressions.values() if x["address"] == s["address"]]:\n        del c.world.suppressions[x["id"]]\n')], "GET suppressions as otto: his entry is gone", True)
def _(s):
    a = s.ok("POST", E + "/suppressions", {"address": "jo@customer.example"})
    b = s.ok("POST", E + "/suppressions", {"address": "jo@customer.example"}, who="otto")
    s.ok("DELETE", E + f"/suppressions/{a['id']}")
    return b["id"] in [x["id"] for x in s.ok("GET", E + "/suppressions", who="otto")["suppressions"]]

@mistake("f-bounce-after-removal-not-suppressed", "email", "side effect", "EML-13", "An address once taken off the suppression list is remembered as allowed and not added by the next hard bounce.",
  [("email_area.py", '    del c.world.suppressions[s["id"]]\n', '    del c.world.suppressions[s["id"]]\n    c.world.seen[("allowed", s["org"], s["address"].lower())] = True\n'),
   ("email_area.py", 'and not suppressed(w, m["org"], a):', 'and not suppressed(w, m["org"], a) and ("allowed", m["org"], a.lower()) not in w.seen:')], "GET suppressions after the second hard bounce: empty", False)
def _(s):
    domain(s)
    s.oke("message-bounced", messageId=mail(s), bounce="hard")
    one = s.ok("GET", E + "/suppressions")["suppressions"][0]
    s.ok("DELETE", E + f"/suppressions/{one['id']}")
    s.oke("message-bounced", messageId=mail(s), bounce="hard")
    return [(x["address"], x["reason"]) for x in s.ok("GET", E + "/suppressions")["suppressions"]] == [("jo@customer.example", "bounce")]

@mistake("f-bounce-of-cc-not-suppressed", "email", "side effect", "EML-13", "A hard bounce suppresses only addresses of the To line, not those in cc.",
  [("email_area.py", 'if (bounce == "hard" or kind == "complained") and not', 'if (bounce == "hard" or kind == "complained") and a in m["to"] and not')], "GET suppressions after the cc recipient's hard bounce: missing", False)
def _(s):
    domain(s)
    m = mail(s, cc=["cara@customer.example"])
    s.oke("message-bounced", messageId=m, bounce="hard", recipient="cara@customer.example")
    return "cara@customer.example" in [x["address"] for x in s.ok("GET", E + "/suppressions")["suppressions"]]

@mistake("f-complaint-after-bounce-type", "email", "schema", "EML-13", "An address suppressed by a complaint gets the reason bounce when the message had bounced softly before.",
  [("email_area.py", '"bounce" if kind == "bounced" else "complaint"', '"bounce" if m["error"] else "complaint"')], "GET suppressions: reason bounce instead of complaint", False)
def _(s):
    domain(s)
    m = mail(s)
    s.oke("message-bounced", messageId=m, bounce="soft")
    s.oke("message-complained", messageId=m)
    return [x["reason"] for x in s.ok("GET", E + "/suppressions")["suppressions"]] == ["complaint"]

@mistake("f-retry-signed-with-old-secret", "email", "side effect", "EML-14", "A delivery keeps the signature of its first attempt, so that retries after a rotation are still signed with the old secret.",
  [("email_area.py", '    headers = signed_headers(e["secret"], d, d["payload"], w.now())', '    headers = d["headers"] = d.get("headers") or signed_headers(e["secret"], d, d["payload"], w.now())')], "the second attempt in the control interface's list of attempts: signed with the rotated secret", False)
def _(s):
    domain(s)
    s.freeze()
    h, _ = hook(s, ["message.delivered"])
    s.oke("webhook-endpoint-answers", endpointId=h, answers=[{"status": 500}, {"status": 200}])
    s.oke("message-delivered", messageId=mail(s))
    s.advance("PT0.5S")
    new = s.ok("POST", E + f"/webhooks/{h}/rotate-secret")["signingSecret"]
    s.advance("PT10S")
    a = s.ok("GET", f"/_understudy/webhook-deliveries?endpointId={h}")["attempts"]
    assert len(a) == 2, a
    return signed_by(a[1], new)

@mistake("f-redeliver-rebuilds-payload", "email", "side effect", "EML-16", "Redelivery builds the payload anew from the message as it is now instead of sending the frozen one.",
  [("email_area.py", 'return 202, {"id": insert(w, e, d["type"], d["message"], d["payload"])}', 'm = w.messages[d["message"]]\n    old = json.loads(d["payload"])\n    old["data"]["message"] = message_shape(m)\n    return 202, {"id": insert(w, e, d["type"], d["message"], json.dumps(old).encode())}')], "the redelivered body differs from the first", False)
def _(s):
    domain(s)
    h, _ = hook(s, ["message.sent"])
    m = mail(s); s.advance("PT2S")
    first = s.ok("GET", E + f"/webhook-deliveries?messageId={m}")["deliveries"][0]["id"]
    s.oke("message-delivered", messageId=m)
    again = s.ok("POST", E + f"/webhook-deliveries/{first}/redeliver")["id"]
    s.advance("PT2S")
    b = {a["deliveryId"]: a["body"] for a in s.ok("GET", f"/_understudy/webhook-deliveries?endpointId={h}")["attempts"]}
    return b[first] == b[again]

@mistake("f-redeliver-failed-reuses-record", "email", "side effect", "EML-16", "Redelivering a failed delivery sets the same record back to pending instead of inserting a new one.",
  [("email_area.py", '    return 202, {"id": insert(w, e, d["type"]', '    if d["state"] == "failed":\n        d["state"], d["attempts"] = "pending", 0\n        w.clock.after(0, "webhook-attempt", "EmailDelivery", d["id"], lambda: attempt(w, d))\n        return 202, {"id": d["id"]}\n    return 202, {"id": insert(w, e, d["type"]')], "redeliver: the answer's id is that of the old delivery", False)
def _(s):
    domain(s)
    h, _ = hook(s, ["message.sent"])
    s.oke("webhook-endpoint-answers", endpointId=h, answers=[{"status": 500}])
    m = mail(s); s.advance("PT2M")
    one = s.ok("GET", E + f"/webhook-deliveries?messageId={m}")["deliveries"][0]
    assert one["state"] == "failed", one
    return s.ok("POST", E + f"/webhook-deliveries/{one['id']}/redeliver")["id"] != one["id"]

@mistake("f-redeliver-id-race", "email", "concurrency", "EML-16", "The id of a redelivery is drawn before the payload is loaded outside the lock, so that two simultaneous redeliveries share one record.",
  [("email_area.py", '    return 202, {"id": insert(w, e, d["type"], d["message"], d["payload"])}', '    number = w.counters["delivery"]\n    import time\n    LOCK.release()\n    time.sleep(0.15)\n    LOCK.acquire()\n    w.counters["delivery"] = number\n    return 202, {"id": insert(w, e, d["type"], d["message"], d["payload"])}')], "two parallel redeliveries: the same id twice", False)
def _(s):
    domain(s)
    h, _ = hook(s, ["message.sent"])
    m = mail(s); s.advance("PT2S")
    one = s.ok("GET", E + f"/webhook-deliveries?messageId={m}")["deliveries"][0]["id"]
    a, b = s.par(*[lambda: s.ok("POST", E + f"/webhook-deliveries/{one}/redeliver")] * 2)
    return a["id"] != b["id"]

@mistake("f-disabled-endpoint-deleted-under-route", "email", "guard", "EML-14", "A disabled endpoint can be deleted although an inbound route targets it.",
  [("email_area.py", '    if any(r["endpoint"] == e["id"] for r in w.routes.values()):', '    if not e["disabled"] and any(r["endpoint"] == e["id"] for r in w.routes.values()):')], "DELETE webhook: 204 instead of 409", True)
def _(s):
    d = armed(s)
    h, _ = hook(s, script=False)
    s.ok("POST", E + "/routes", {"domainId": d, "pattern": "*", "endpointId": h})
    s.ok("PATCH", E + f"/webhooks/{h}", {"disabled": True})
    return s("DELETE", E + f"/webhooks/{h}").status == 409

@mistake("f-route-unique-per-endpoint", "email", "guard", "EML-03", "A pattern is refused only when it goes to the same endpoint already; a second route of the pattern to another endpoint is accepted.",
  [("email_area.py", 'r["pattern"].lower() == pattern for r', 'r["pattern"].lower() == pattern and r["endpoint"] == e["id"] for r')], "second POST routes: 201 instead of 409", True)
def _(s):
    d = armed(s)
    a, b = hook(s, script=False)[0], hook(s, script=False)[0]
    s.ok("POST", E + "/routes", {"domainId": d, "pattern": "help", "endpointId": a})
    return s("POST", E + "/routes", {"domainId": d, "pattern": "help", "endpointId": b}).status == 409

@mistake("f-route-endpoint-of-other-org", "email", "isolation", "EML-03", "A route may target another organization's endpoint.",
  [("email_area.py", '    e = mine(c, w.webhooks, b["endpointId"], "webhook endpoint")', '    e = w.webhooks.get(b["endpointId"]) or mine(c, w.webhooks, b["endpointId"], "webhook endpoint")')], "POST routes with otto's endpoint: 201 instead of a refusal", True)
def _(s):
    d = armed(s)
    h, _ = hook(s, who="otto", script=False)
    return 400 <= s("POST", E + "/routes", {"domainId": d, "pattern": "help", "endpointId": h}).status < 500

@mistake("f-domain-claim-only-verified", "email", "guard", "EML-04", "Only verified domains count as claimed; a pending one can be registered a second time.",
  [("email_area.py", 'any(d["name"] == name for d in w.domains.values()):\n        raise ApiError(409, "this domain', 'any(d["name"] == name and d["send"] == "verified" for d in w.domains.values()):\n        raise ApiError(409, "this domain')], "second POST domains: 201 instead of 409", True)
def _(s):
    s.ok("POST", E + "/domains", {"name": "news.northwind.example"})
    return s("POST", E + "/domains", {"name": "news.northwind.example"}, who="otto").status == 409

@mistake("f-scoped-routes-unfiltered", "email tokens", "isolation", "EML-05", "The list of routes is not filtered for a subject scoped to one domain.",
  [("email_area.py", 'for r in of_org(c, c.world.routes) if c.subject.can("email.route.read", r["domain"])]', 'for r in of_org(c, c.world.routes)]')], "GET routes with the scoped token: the route of the other domain is there too", True)
def _(s):
    a, b = armed(s), armed(s, "two.northwind.example")
    h, _ = hook(s, script=False)
    ra, rb = (s.ok("POST", E + "/routes", {"domainId": d, "pattern": "help", "endpointId": h})["id"] for d in (a, b))
    t = s.ok("POST", "/api/v1/tokens", {"name": "one domain", "scope": [{"role": "email:viewer", "resourceIds": [a]}]})["key"]
    return [r["id"] for r in s.ok("GET", E + "/routes", bearer=t)["routes"]] == [ra]

@mistake("f-dns-mismatch-shows-expected", "email", "schema", "EML-06", "A mismatch shows the expected value as the observed one.",
  [("email_area.py", 'o["outcome"], o["observed"] = "mismatch", seen', 'o["outcome"], o["observed"] = "mismatch", r["value"]')], "GET dns: the published value appears nowhere", False)
def _(s):
    d = s.ok("POST", E + "/domains", {"name": "mail.northwind.example"})
    s.oke("dns-record-mismatched", domain=d["id"], type="CNAME", value="elsewhere.example")
    return b"elsewhere.example" in s.ok("GET", E + f"/domains/{d['id']}/dns").data

@mistake("f-dns-found-while-verified", "email", "side effect", "EML-06", "The DNS observation of a verified domain is not looked up: every record counts as found.",
  [("email_area.py", '        elif seen is None:\n', '        elif d[r["capability"]] == "verified":\n            o["outcome"] = "found"\n        elif seen is None:\n')], "GET dns after the records were removed: found instead of missing", False)
def _(s):
    d = domain(s)
    s.oke("dns-record-removed", domain=d, capability="send")
    return {o["outcome"] for o in s.ok("GET", E + f"/domains/{d}/dns")["records"] if o["capability"] == "send"} == {"missing"}

@mistake("f-orgwide-key-knows-old-domains", "email", "side effect", "EML-02", "A key without domainIds is limited to the domains the organization had when it was minted.",
  [("email_area.py", '    w.send_keys[x["id"]] = x\n', '    x["limit"] = b.get("domainIds") or [d["id"] for d in of_org(c, w.domains)]\n    w.send_keys[x["id"]] = x\n'),
   ("email_area.py", 'key["domains"] and d["id"] not in key["domains"]', 'd["id"] not in key["limit"]')], "sending with the key from a domain added later: refused", False)
def _(s):
    domain(s)
    k = s.ok("POST", E + "/keys", {"name": "all"})
    domain(s, "late.northwind.example")
    return s("POST", E + "/send", {"from": "a@late.northwind.example", "to": ["jo@customer.example"]}, bearer=k["secret"]).status == 202

@mistake("f-send-key-revoked-by-name", "email", "side effect", "EML-02", "Revoking a send key tombstones the first key of the same name.",
  [("email_area.py", '    x["revoked"] = True            #', '    x = next(y for y in of_org(c, c.world.send_keys) if y["name"] == x["name"])\n    x["revoked"] = True            #')], "after DELETE of the second key: the first is refused at the door, the second still sends", False)
def _(s):
    domain(s)
    a, b = (s.ok("POST", E + "/keys", {"name": "ci"}) for _ in range(2))
    s.ok("DELETE", E + f"/keys/{b['sendKey']['id']}")
    body = {"from": "a@mail.northwind.example", "to": ["jo@customer.example"]}
    return s("POST", E + "/send", body, bearer=a["secret"]).status == 202 and s("POST", E + "/send", body, bearer=b["secret"]).status >= 400

@mistake("f-send-key-admin-by-write", "email", "guard", "EML-02", "A domain-restricted send key can be minted with email.key.write; only org-wide keys ask for email.key.admin.",
  [("email_area.py", '    c.subject.need_some("email.key.admin")\n', '    c.subject.need_some("email.key.write")\n'), ("email_area.py", '        c.subject.need("email.key.admin", d)\n', '        c.subject.need("email.key.write", d)\n')], "POST keys {domainIds} as a member: 201 instead of 403", True)
def _(s):
    d = s.ok("POST", E + "/domains", {"name": "mail.northwind.example"})["id"]
    return s("POST", E + "/keys", {"name": "k", "domainIds": [d]}, who="mia", org="northwind").status == 403

@mistake("f-webhook-patch-shows-secret", "email", "secrecy", "EML-14", "PATCH of a webhook answers the signing secret again.",
  [("email_area.py", 'b.get("disabled", e["disabled"])\n    return 200, webhook_shape(e)', 'b.get("disabled", e["disabled"])\n    return 200, {**webhook_shape(e), **({"signingSecret": e["secret"]} if "url" in b else {})}')], "PATCH {url}: the answer holds the secret", True)
def _(s):
    h, secret = hook(s, script=False)
    return secret.encode() not in s.ok("PATCH", E + f"/webhooks/{h}", {"url": "https://hooks.northwind.example/two"}).data

@mistake("f-webhook-patch-enables", "email", "side effect", "EML-14", "PATCH without disabled switches a disabled endpoint on again.",
  [("email_area.py", 'b.get("disabled", e["disabled"])', 'b.get("disabled", False)')], "PATCH {url} of a disabled endpoint: disabled is false", True)
def _(s):
    h, _ = hook(s, script=False)
    s.ok("PATCH", E + f"/webhooks/{h}", {"disabled": True})
    return s.ok("PATCH", E + f"/webhooks/{h}", {"url": "https://hooks.northwind.example/two"})["disabled"] is True

@mistake("f-deliveries-one-filter-wins", "email", "order and caps", "EML-15", "With messageId given, endpointId is ignored in the list of deliveries.",
  [("email_area.py", 'and q.get("endpointId") in (None, d["endpoint"])]\n    return 200, {"deliveries"', 'and (q.get("messageId") or q.get("endpointId") in (None, d["endpoint"]))]\n    return 200, {"deliveries"')], "GET webhook-deliveries?messageId&endpointId: those of the other endpoint too", False)
def _(s):
    domain(s)
    a, b = hook(s, ["message.sent"])[0], hook(s, ["message.sent"])[0]
    m = mail(s); s.advance("PT2S")
    return [d["endpointId"] for d in s.ok("GET", E + f"/webhook-deliveries?messageId={m}&endpointId={a}")["deliveries"]] == [a]


@mistake("f-suppressions-when-backend-down", "email", "status", "EML-01", "The list of suppressions is answered from a local copy while the email backend is unreachable.",
  [("email_area.py", '@op("GET", "/suppressions")', '@op("GET", "/suppressions", late_relay=True)')], "GET suppressions with the backend down: 200 instead of 502", False)
def _(s):
    s.oke("backend-behaves", backend="email", reachable=False)
    assert s("GET", E + "/webhooks").status == 502
    return s("GET", E + "/suppressions").status == 502

@mistake("f-content-without-entitlement", "email", "status", "EML-01", "The raw content of a message is served although email is no longer enabled for the organization.",
  [("email_area.py", '@op("GET", "/messages/{id}/content")', '@op("GET", "/messages/{id}/content", beta=None)')], "GET content: 200 instead of 403", False)
def _(s):
    domain(s)
    m = mail(s)
    s.oke("entitlement-changes", organization="northwind", area="email", enabled=False)
    assert s("GET", E + f"/messages/{m}").status == 403
    return s("GET", E + f"/messages/{m}/content").status == 403

@mistake("f-arm-answers-old-domain", "email", "schema", "EML-08", "Arming receiving answers the domain as it was before: without the MX record to publish.",
  [("email_area.py", '    d = one_domain(c, "email.domain.write")\n    if d["receive"] == "none":\n        d["receive"] = "pending"\n    return 200, domain_shape(d)', '    d = one_domain(c, "email.domain.write")\n    out = domain_shape(d)\n    if d["receive"] == "none":\n        d["receive"] = "pending"\n    return 200, out')], "POST receive: no record of capability receive in the answer", True)
def _(s):
    d = s.ok("POST", E + "/domains", {"name": "mail.northwind.example"})["id"]
    return "MX" in [r["type"] for r in s.ok("POST", E + f"/domains/{d}/receive")["dnsRecords"]]

@mistake("f-route-prefix-matches-exact-too", "email", "guard", "EML-03", "An exact pattern also takes addresses that merely begin with it.",
  [("email_area.py", 'if pattern.endswith("*") else local == pattern', 'if pattern.endswith("*") else local.startswith(pattern)')], "mail to helpdesk@: goes to the route of the exact pattern help", False)
def _(s):
    d = domain(s, receive=True)
    h, _ = hook(s, ["message.received"])
    r = s.ok("POST", E + "/routes", {"domainId": d, "pattern": "help", "endpointId": h})["id"]
    assert s.oke("message-received", from_="jo@customer.example", to=["help@mail.northwind.example"])["routeIds"] == [r]
    m = s.oke("message-received", from_="jo@customer.example", to=["helpdesk@mail.northwind.example"])["messageId"]
    s.advance("PT1S")
    return s.ok("GET", E + f"/webhook-deliveries?messageId={m}")["deliveries"] == []

@mistake("f-webhook-events-to-all-orgs", "email", "isolation", "GEN-04", "Message events go to every subscribed endpoint, of whatever organization.",
  [("email_area.py", 'if e["org"] == m["org"] and not e["disabled"]', 'if not e["disabled"]')], "otto's deliveries: there is one about northwind's message", False)
def _(s):
    domain(s)
    hook(s, ["message.sent"], who="otto")
    mail(s); s.advance("PT2S")
    return s.ok("GET", E + "/webhook-deliveries", who="otto")["deliveries"] == []

@mistake("f-event-of-one-recipient-for-all", "email", "side effect", "EML-10", "A verdict about one recipient is recorded for every recipient of the message.",
  [("email_area.py", 'for a in [recipient] if recipient else m["targets"]:', 'for a in m["targets"] if recipient in m["to"] or not recipient else [recipient]:')], "GET message: bounced events for both recipients, and both are suppressed", False)
def _(s):
    domain(s)
    m = mail(s, ["a@customer.example", "b@customer.example"])
    s.oke("message-bounced", messageId=m, bounce="hard", recipient="a@customer.example")
    return [e["recipient"] for e in s.ok("GET", E + f"/messages/{m}")["events"] if e["kind"] == "bounced"] == ["a@customer.example"]
