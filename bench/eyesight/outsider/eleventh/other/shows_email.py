"""Showing sequences for email."""
from datetime import datetime, timedelta, timezone
from urllib.parse import quote

from prove import mistake

E = "email_area.py"


def domain(a, name="mail.one.example", verified=True, receive=True, by="olive"):
    d = a.ok("POST", "/email/domains", {"name": name}, by)
    if receive:
        a.ok("POST", f"/email/domains/{d['id']}/receive", None, by)
    if verified:
        a.did("dns-record-published", domain=name)
        a.ok("POST", f"/email/domains/{d['id']}/check", None, by)
        a.advance("PT3S")
    return d["id"]


def hook(a, types=("message.delivered",), url="http://127.0.0.1:9/x", by="olive", answers=None):
    b = a.ok("POST", "/email/webhooks", {"url": url, "eventTypes": list(types)}, by)
    a.did("webhook-endpoint-answers", endpointId=b["webhook"]["id"], answers=answers or [{"status": 200}])
    return b["webhook"]["id"], b["signingSecret"]


def sent(a, to="ann@out.example", frm="me@mail.one.example", **more):
    return a.did("message-sent", **{"from": frm}, to=to if isinstance(to, list) else [to], **more)["messageId"]


def ago(days):
    return (datetime.now(timezone.utc) - timedelta(days=days)).isoformat()


# ---- EML-01 ----
@mistake("m-check-outside-grant", "email iam", "guard", "EML-01",
         "A subject whose email rights are narrowed to one domain can force a verification check on the organization's other domains.",
         [(E, '''    d, w = one_domain(c, "email.domain.write"), c.world
    w.clock.after(1''', '''    c.subject.need_some("email.domain.write")
    d, w = mine(c, c.world.domains, c.params["id"], "domain"), c.world
    w.clock.after(1''')],
         ["POST /email/domains twice, as owner", "role change: a person gets email:editor narrowed to the first domain",
          "as this person POST /email/domains/{second}/check"],
         "the last step answers 202 instead of 403")
def _(a):
    one, two = domain(a, "a.one.example", False, False), domain(a, "b.one.example", False, False)
    a.did("role-changes", userId="u-103", role="member", grants=[{"role": "email:editor", "resourceIds": [one]}])
    return a.call("POST", f"/email/domains/{one}/check", None, "vic")[0], a.call("POST", f"/email/domains/{two}/check", None, "vic")[0]


@mistake("m-beta-by-any-membership", "email uptime", "guard", "EML-01",
         "A person of two organizations gets into email of the one that is not enabled, because the other one is.",
         [("server.py", "if area and not subject.org.entitled[area]:",
           "if area and not any(o.entitled[area] for o in world.orgs.values() if subject.user.id in o.members):")],
         ["switch the email entitlement of the first organization off", "as somebody who is a member of this organization only: GET /email/domains",
          "as somebody who is a member of both, acting for the first: GET /email/domains"],
         "the last step answers 200 instead of 403")
def _(a):
    a.did("entitlement-changes", area="email", enabled=False, organization="northwind")
    return a.call("GET", "/email/domains")[0], a.call("GET", "/email/domains", None, "mia", "northwind")[0]


@mistake("m-delete-domain-without-backend", "email", "status", "EML-01",
         "Deleting a domain is done with 204 although the email backend is unreachable (best effort taken too far).",
         [(E, '@op("DELETE", "/domains/{id}")', '@op("DELETE", "/domains/{id}", late_relay=True)')],
         ["POST /email/domains", "the email backend becomes unreachable", "GET /email/domains/{id} (502)", "DELETE /email/domains/{id}"],
         "the delete answers 204 instead of 502")
def _(a):
    d = domain(a, verified=False, receive=False)
    a.did("backend-behaves", backend="email", reachable=False)
    return a.call("GET", f"/email/domains/{d}")[0], a.call("DELETE", f"/email/domains/{d}")[0]


# ---- EML-02 ----
@mistake("m-org-wide-key-outlives-revocation", "email", "guard", "EML-02",
         "A revoked send key still sends when it was not restricted to domains.",
         [(E, 'if key and (key["revoked"] or key["domains"] and d["id"] not in key["domains"]):',
           'if key and key["domains"] and (key["revoked"] or d["id"] not in key["domains"]):'),
          (E, 'if x["secret"] == secret and not x["revoked"]), None)', 'if x["secret"] == secret), None)')],
         ["a domain verified for sending", "POST /email/keys with domainIds, and one without", "DELETE /email/keys/{id} for both",
          "send a message with the secret of each"],
         "the message of the key without domainIds is accepted")
def _(a):
    a.freeze()
    d, out = domain(a), []
    for body in ({"name": "r", "domainIds": [d]}, {"name": "w"}):
        key = a.ok("POST", "/email/keys", body)
        a.ok("DELETE", f"/email/keys/{key['sendKey']['id']}")
        out.append(a.event("message-sent", **{"from": "me@mail.one.example"}, to=["x@out.example"], secret=key["secret"])[0])
    return out


@mistake("m-org-wide-key-is-a-snapshot", "email", "guard", "EML-02",
         "A key without domainIds is bound to the domains that exist when it is made; it does not send for a domain added later.",
         [(E, '''"domains": b.get("domainIds", []), "created"''',
           '''"domains": b.get("domainIds") or [d["id"] for d in of_org(c, w.domains)], "created"''')],
         ["a verified domain", "POST /email/keys without domainIds", "send with it for this domain", "a second verified domain",
          "send with the same key for the second domain"], "the last message is refused")
def _(a):
    a.freeze()
    domain(a)
    key = a.ok("POST", "/email/keys", {"name": "w"})["secret"]
    one = a.event("message-sent", **{"from": "me@mail.one.example"}, to=["x@out.example"], secret=key)[0]
    domain(a, "later.one.example")
    return one, a.event("message-sent", **{"from": "me@later.one.example"}, to=["x@out.example"], secret=key)[0]


@mistake("m-key-admin-of-first-domain-only", "email iam", "guard", "EML-02",
         "Whoever has email.key.admin on the first of the named domains can mint a key for all of them.",
         [(E, '''        c.subject.need("email.key.admin", d)
    if not''', '''    for d in b.get("domainIds", [])[:1]:
        c.subject.need("email.key.admin", d)
    if not''')],
         ["two domains", "role change: a person gets email:admin narrowed to the first", "as this person POST /email/keys {domainIds: [second]} (403)",
          "POST /email/keys {domainIds: [first, second]}"], "the last step answers 201 instead of 403")
def _(a):
    one, two = domain(a, "a.one.example", False, False), domain(a, "b.one.example", False, False)
    a.did("role-changes", userId="u-103", role="member", grants=[{"role": "email:admin", "resourceIds": [one]}])
    return [a.call("POST", "/email/keys", {"name": "n", "domainIds": ids}, "vic")[0] for ids in ([one], [two], [one, two])]


# ---- EML-03 ----
@mistake("m-same-pattern-other-endpoint", "email", "status", "EML-03",
         "A pattern that already exists on the domain is accepted again when it goes to another endpoint.",
         [(E, '''and r["pattern"].lower() == pattern for r in''', '''and r["pattern"].lower() == pattern and r["endpoint"] == e["id"] for r in''')],
         ["a domain armed and verified for receiving, two webhooks", "POST /email/routes with sales and the first webhook", "the same again (409)",
          "POST /email/routes with sales and the second webhook"], "the last step answers 201 instead of 409")
def _(a):
    a.freeze()
    d, one, two = domain(a), hook(a)[0], hook(a)[0]
    return [a.call("POST", "/email/routes", {"domainId": d, "pattern": "sales", "endpointId": e})[0] for e in (one, one, two)]


@mistake("m-exact-route-takes-plus-tags", "email", "side effect", "EML-03",
         "An exact pattern also takes mail for the local part with a plus tag.",
         [(E, 'pattern, local = pattern.lower(), local.lower()', 'pattern, local = pattern.lower(), local.lower().split("+")[0]')],
         ["a domain armed for receiving, a webhook, a route with the exact pattern sales", "mail arrives for sales@, support@ and sales+eu@ of the domain"],
         "the mail for sales+eu@ is routed to the endpoint; it fits no pattern")
def _(a):
    a.freeze()
    d, e = domain(a), hook(a)[0]
    a.ok("POST", "/email/routes", {"domainId": d, "pattern": "sales", "endpointId": e})
    return [len(a.did("message-received", **{"from": "x@out.example"}, to=[l + "@mail.one.example"])["deliveryIds"])
            for l in ("sales", "support", "sales+eu")]


# ---- EML-04 ----
@mistake("m-unverified-claim-elsewhere-is-no-claim", "email", "isolation", "EML-04",
         "A name that another organization has registered but not verified yet can be registered again.",
         [(E, 'any(d["name"] == name for d in w.domains.values()):',
           'any(d["name"] == name and (d["org"] == c.org.slug or d["send"] == "verified") for d in w.domains.values()):')],
         ["POST /email/domains {name} in one organization", "the same again in this organization (409)", "POST /email/domains {name} in the other organization"],
         "the last step answers 201 instead of 409", alone=True)
def _(a):
    return [a.call("POST", "/email/domains", {"name": "dup.one.example"}, by)[0] for by in ("olive", "olive", "otto")]


# ---- EML-05 ----
@mistake("m-token-scope-not-in-domain-list", "email tokens", "isolation", "EML-05",
         "The list of domains looks at the grants of the person only: a personal token narrowed to one domain lists all of them.",
         [(E, 'for d in of_org(c, c.world.domains) if c.subject.can("email.domain.read", d["id"])]}',
           'for d in of_org(c, c.world.domains)\n                             if c.subject._layer(c.subject.layers[0], "email.domain.read", d["id"])]}')],
         ["two domains", "POST /tokens with scope email:viewer narrowed to the first", "with this token GET /email/domains and GET /email/domains/{second}"],
         "the list shows both domains; the second one alone is refused", alone=True)
def _(a):
    one, two = domain(a, "a.one.example", False, False), domain(a, "b.one.example", False, False)
    key = a.ok("POST", "/tokens", {"name": "t", "scope": [{"role": "email:viewer", "resourceIds": [one]}]})["key"]
    return len(a.ok("GET", "/email/domains", None, key)["domains"]), a.call("GET", f"/email/domains/{two}", None, key)[0]


# ---- EML-06 ----
@mistake("m-mismatch-without-value-for-mx", "email", "schema", "EML-06",
         "A mismatch carries the observed value for TXT and CNAME records, but not for the MX.",
         [(E, 'o["outcome"], o["observed"] = "mismatch", seen',
           'o["outcome"] = "mismatch"\n            if r["type"] in ("TXT", "CNAME"):\n                o["observed"] = seen')],
         ["a domain with receiving armed", "its records are published with the wrong value wrong.example", "GET /email/domains/{id}/dns"],
         "the observation of the MX is a mismatch without wrong.example in it")
def _(a):
    d = domain(a, verified=False)
    a.did("dns-record-mismatched", domain=d, value="wrong.example")
    return [(r["type"], r["outcome"], "wrong.example" in r.values()) for r in a.ok("GET", f"/email/domains/{d}/dns")["records"]]


@mistake("m-dns-trusts-verified", "email", "side effect", "EML-06",
         "Records of a capability that is verified are reported as found without looking, so a record that was removed later stays found.",
         [(E, '''        elif seen is None:
            o["outcome"] = "missing"''', '''        elif d[r["capability"]] == "verified":
            o["outcome"] = "found"
        elif seen is None:
            o["outcome"] = "missing"''')],
         ["a domain, all records published and verified", "the DNS records of sending are removed", "GET /email/domains/{id}/dns"],
         "the removed records are found instead of missing")
def _(a):
    a.freeze()
    d = domain(a)
    a.did("dns-record-removed", domain=d, capability="send")
    return [r["outcome"] for r in a.ok("GET", f"/email/domains/{d}/dns")["records"]]


# ---- EML-07 ----
@mistake("m-check-skips-send-verified", "email", "side effect", "EML-07",
         "A check on a domain that is already verified for sending schedules nothing, so receiving armed later never gets checked.",
         [(E, '    w.clock.after(1, "domain-check", "EmailDomain", d["id"], lambda: verify(w, d))\n',
           '    if d["send"] != "verified":\n        w.clock.after(1, "domain-check", "EmailDomain", d["id"], lambda: verify(w, d))\n')],
         ["a domain verified for sending", "POST /email/domains/{id}/receive", "the MX is published", "POST /email/domains/{id}/check", "a minute later GET /email/domains/{id}"],
         "receiveState stays pending, and no verification pass is scheduled after the check")
def _(a):
    a.freeze()
    d = domain(a, receive=False)
    a.ok("POST", f"/email/domains/{d}/receive")
    a.did("dns-record-published", domain=d)
    s = a.call("POST", f"/email/domains/{d}/check")[0]
    n = len(a.control("/clock")["due"])
    a.advance("PT60S")
    return s, n, a.ok("GET", f"/email/domains/{d}")["receiveState"]


# ---- EML-08 ----
@mistake("m-mx-gone-once-verified", "email", "schema", "EML-08",
         "The receive record is shown only while receiving is pending or failed: arming a domain again whose MX is verified answers it without an MX.",
         [(E, 'if d["receive"] != "none" or OTHER:', 'if d["receive"] in ("pending", "failed") or OTHER:')],
         ["a domain with receiving armed, all records published and verified", "POST /email/domains/{id}/receive again"],
         "dnsRecords in the answer has no MX")
def _(a):
    a.freeze()
    d = domain(a)
    b = a.ok("POST", f"/email/domains/{d}/receive")
    return b["receiveState"], [r["type"] for r in b["dnsRecords"]]


# ---- EML-09 ----
@mistake("m-to-filter-first-recipient", "email", "pagination", "EML-09",
         "The filter to looks at the first recipient of a message only.",
         [(E, 'for a in m["to"] + m["cc"]))]', 'for a in m["to"][:1]))]')],
         ["a verified domain, one message to ann@ and bob@", "GET /email/messages?to=ann@...", "GET /email/messages?to=bob@..."],
         "the second list does not have the message")
def _(a):
    a.freeze()
    domain(a)
    sent(a, ["ann@out.example", "bob@out.example"])
    return [len(a.ok("GET", f"/email/messages?to={quote(n)}@out.example")["messages"]) for n in ("ann", "bob")]


@mistake("m-since-lifts-the-window", "email", "time", "EML-09",
         "With a since filter the window of 90 days does not apply.",
         [(E, 'oldest = w.now() - timedelta(days=90)', 'oldest = since or w.now() - timedelta(days=90)'),
          (E, 'and m["created"] > oldest\n', 'and m["created"] >= oldest\n')],
         ["a verified domain, a message of 120 days ago and one of today", "GET /email/messages", "GET /email/messages?since=<200 days ago>"],
         "the second list has the message of 120 days ago")
def _(a):
    domain(a)
    sent(a, createdAt=ago(120))
    sent(a)
    return [len(a.ok("GET", "/email/messages" + q)["messages"]) for q in ("", "?since=" + quote(ago(200)))]


@mistake("m-cursor-by-time-only", "email", "pagination", "EML-09",
         "The cursor continues after the time of the last message only, so messages of the same instant at the border of a page are left out.",
         [(E, '(m["created"].timestamp(), m["seq"]) < (at, seq)]', 'm["created"].timestamp() < at]')],
         ["a frozen clock, a verified domain, 45 messages of the same instant", "GET /email/messages and follow the cursor to the end"],
         "the pages do not have every message")
def _(a):
    a.freeze()
    domain(a)
    for n in range(45):
        sent(a, f"n{n}@out.example")
    ids, cursor = [], None
    for _ in range(40):
        b = a.ok("GET", "/email/messages" + (f"?cursor={cursor}" if cursor else ""))
        ids += [m["id"] for m in b["messages"]]
        cursor = b.get("cursor")
        if not cursor:
            break
    return len(ids), len(set(ids))


# ---- EML-10 ----
@mistake("m-soft-bounce-is-deferred", "email", "schema", "EML-10",
         "A soft bounce is shown with the kind deferred, which is none of the four kinds.",
         [(E, 'one = {"kind": e["kind"], "occurredAt"', 'one = {"kind": "deferred" if e.get("bounceType") == "Transient" else e["kind"], "occurredAt"')],
         ["a verified domain, a message", "it bounces softly, then hard", "GET /email/messages/{id}"],
         "the kinds are sent, deferred, bounced instead of sent, bounced, bounced")
def _(a):
    a.freeze()
    domain(a)
    m = sent(a)
    a.did("message-bounced", messageId=m, bounce="soft")
    a.did("message-bounced", messageId=m, bounce="hard")
    return [e["kind"] for e in a.ok("GET", f"/email/messages/{m}")["events"]]


# ---- EML-11 ----
@mistake("m-content-window-from-last-state", "email", "time", "EML-11",
         "The 30 days of the raw message run from its last change of state, so a late complaint brings the content back.",
         [(E, 'or m["created"] <= c.world.now() - timedelta(days=days)', 'or m["stateAt"] <= c.world.now() - timedelta(days=days)')],
         ["a verified domain, a message of 40 days ago", "GET /email/messages/{id}/content (404)", "a complaint about it arrives today", "GET /email/messages/{id}/content"],
         "the last step answers 200 instead of 404")
def _(a):
    domain(a)
    m = sent(a, createdAt=ago(40))
    a.advance("PT2S")
    one = a.call("GET", f"/email/messages/{m}/content")[0]
    a.did("message-complained", messageId=m)
    return one, a.call("GET", f"/email/messages/{m}/content")[0]


# ---- EML-12 ----
@mistake("m-bounced-mail-not-accepted", "email", "side effect", "EML-12",
         "acceptedToday falls again when an accepted message bounces.",
         [(E, 'm["direction"] == "send" and m["created"].date() == day)', 'm["direction"] == "send" and m["created"].date() == day\n               and m["state"] != "bounced")')],
         ["a verified domain, two messages", "GET /email/settings", "one of them bounces", "GET /email/settings"],
         "acceptedToday is 1 in the last step, after 2")
def _(a):
    a.freeze()
    domain(a)
    sent(a)
    m, out = sent(a), [a.ok("GET", "/email/settings")["acceptedToday"]]
    a.did("message-bounced", messageId=m, bounce="soft")
    return out + [a.ok("GET", "/email/settings")["acceptedToday"]]


# ---- EML-13 ----
@mistake("m-second-hard-bounce-not-added", "email", "side effect", "EML-13",
         "A removed suppression is kept as inactive, and the next hard bounce of the address finds it and adds nothing.",
         [(E, '"reason": reason, "created": at}\n    w.suppressions', '"reason": reason, "created": at, "active": True}\n    w.suppressions'),
          (E, '[suppression_shape(s) for s in of_org(c, c.world.suppressions)]', '[suppression_shape(s) for s in of_org(c, c.world.suppressions) if s["active"]]'),
          (E, '    del c.world.suppressions[s["id"]]\n', '    s["active"] = False\n'),
          (E, 'out = [a for a in everyone if suppressed(w, d["org"], a)]', 'out = [a for a in everyone if (suppressed(w, d["org"], a) or {}).get("active")]'),
          (E, 'old["reason"] = "manual"  ', 'old["reason"], old["active"] = "manual", True  ')],
         ["a verified domain", "a message to an address bounces hard", "GET /email/suppressions, DELETE the entry", "another message to it bounces hard", "GET /email/suppressions"],
         "the list stays empty after the second bounce")
def _(a):
    a.freeze()
    domain(a)
    for n in range(8):
        sent(a, f"n{n}@out.example")
    out = []
    for _ in range(2):
        m = sent(a)
        a.did("message-bounced", messageId=m, bounce="hard")
        found = a.ok("GET", "/email/suppressions")["suppressions"]
        out.append([s["reason"] for s in found])
        for s in found:
            a.ok("DELETE", f"/email/suppressions/{s['id']}")
        a.event("sending-unpaused")
    return out


@mistake("m-cc-bounce-not-suppressed", "email", "side effect", "EML-13",
         "A hard bounce adds the recipient to the suppression list only when it stands in to, not in cc.",
         [(E, 'if (bounce == "hard" or kind == "complained") and not suppressed(', 'if a in m["to"] and (bounce == "hard" or kind == "complained") and not suppressed(')],
         ["a verified domain, a message to ann@ with cc to bob@", "it bounces hard for bob@", "GET /email/suppressions"],
         "the list does not have bob@")
def _(a):
    a.freeze()
    domain(a)
    m = sent(a, cc=["bob@out.example"])
    a.did("message-bounced", messageId=m, bounce="hard", recipient="bob@out.example")
    return [s["address"] for s in a.ok("GET", "/email/suppressions")["suppressions"]]


# ---- EML-14 ----
@mistake("m-webhook-stays-disabled", "email", "side effect", "EML-14",
         "A disabled webhook cannot be enabled again.",
         [(E, 'b.get("eventTypes", e["types"]), b.get("disabled", e["disabled"])', 'b.get("eventTypes", e["types"]), b.get("disabled") or e["disabled"]')],
         ["POST /email/webhooks", "PATCH /email/webhooks/{id} {disabled: true}", "PATCH /email/webhooks/{id} {disabled: false}"],
         "disabled is still true in the last answer", alone=True)
def _(a):
    e = hook(a)[0]
    return [a.ok("PATCH", f"/email/webhooks/{e}", {"disabled": x})["disabled"] for x in (True, False)]


@mistake("m-retry-signs-with-old-secret", "email", "time", "EML-14",
         "A delivery keeps the secret of the moment it was made: its retries after a rotation are signed with the old secret.",
         [(E, '"payload": payload, "try": try_}', '"payload": payload, "try": try_, "secret": e["secret"]}'),
          (E, 'headers = signed_headers(e["secret"], d,', 'headers = signed_headers(d["secret"], d,')],
         ["a webhook that answers 500, then 200", "a message is delivered, the first attempt fails", "POST /email/webhooks/{id}/rotate-secret",
          "the retry is made; a new message is delivered", "compare the signature of each attempt with old and new secret"],
         "the retry is signed with the old secret")
def _(a):
    import hashlib, hmac, re
    a.freeze()
    domain(a)
    e, old = hook(a, answers=[{"status": 500}, {"status": 200}])
    a.did("message-delivered", messageId=sent(a))
    a.advance("PT1S")
    new = a.ok("POST", f"/email/webhooks/{e}/rotate-secret")["signingSecret"]
    a.advance("PT10S")
    a.did("message-delivered", messageId=sent(a))
    a.advance("PT1S")
    out = []
    for t in a.control(f"/webhook-deliveries?endpointId={e}")["attempts"]:
        stamp, mac = re.fullmatch("t=(.*),v1=(.*)", t["headers"]["X-Post-Signature"]).groups()
        for word, s in (("old", old), ("new", new)):
            if hmac.new(s.encode(), f"{stamp}.{t['body']}".encode(), hashlib.sha256).hexdigest() == mac:
                out.append(word)
    return out


@mistake("m-disabled-webhook-deletable", "email", "status", "EML-14",
         "A webhook that is disabled can be deleted while an inbound route still targets it.",
         [(E, 'if any(r["endpoint"] == e["id"] for r in w.routes.values()):', 'if not e["disabled"] and any(r["endpoint"] == e["id"] for r in w.routes.values()):')],
         ["a domain verified for receiving, a webhook, a route to it", "DELETE /email/webhooks/{id} (409)", "PATCH {disabled: true}", "DELETE /email/webhooks/{id}"],
         "the last step answers 204 instead of 409")
def _(a):
    a.freeze()
    d, e = domain(a), hook(a)[0]
    a.ok("POST", "/email/routes", {"domainId": d, "pattern": "*", "endpointId": e})
    one = a.call("DELETE", f"/email/webhooks/{e}")[0]
    a.ok("PATCH", f"/email/webhooks/{e}", {"disabled": True})
    return one, a.call("DELETE", f"/email/webhooks/{e}")[0]


# ---- EML-15 ----
@mistake("m-delivery-filters-not-combined", "email", "pagination", "EML-15",
         "With both filters of the delivery list only messageId is applied.",
         [(E, '''             and q.get("endpointId") in (None, d["endpoint"])]''', '''             and ("messageId" in q or q.get("endpointId") in (None, d["endpoint"]))]''')],
         ["two webhooks, a verified domain, a delivered message", "GET /email/webhook-deliveries?messageId=..&endpointId=<first>"],
         "the list also has the delivery to the second endpoint")
def _(a):
    a.freeze()
    domain(a)
    one, two = hook(a)[0], hook(a)[0]
    m = sent(a)
    a.did("message-delivered", messageId=m)
    return [len(a.ok("GET", "/email/webhook-deliveries?" + q)["deliveries"]) for q in (f"messageId={m}", f"endpointId={one}", f"messageId={m}&endpointId={one}")]


@mistake("m-deliveries-by-last-attempt", "email", "order and caps", "EML-15",
         "The delivery list is ordered by the last attempt: an old delivery that is retried goes to the top.",
         [(E, 'd["state"], d["attempts"] = "delivering", d["attempts"] + 1', 'd["state"], d["attempts"], d["tried"] = "delivering", d["attempts"] + 1, w.now()'),
          (E, 'key=lambda d: (d["created"], d["id"]), reverse=True)[:200]', 'key=lambda d: (d.get("tried", d["created"]), d["id"]), reverse=True)[:200]')],
         ["a webhook that answers 500 once and then 200, a verified domain", "a first message is delivered, its delivery fails", "a second later a second message is delivered",
          "after the retry of the first: GET /email/webhook-deliveries"], "the first delivery is listed before the second, which is newer")
def _(a):
    a.freeze()
    domain(a)
    hook(a, answers=[{"status": 500}, {"status": 200}])
    one, two = sent(a, "one@out.example"), sent(a, "two@out.example")
    a.did("message-delivered", messageId=one)
    a.advance("PT1S")
    a.did("message-delivered", messageId=two)
    a.advance("PT9S")
    return [{one: "first", two: "second"}[d["messageId"]] for d in a.ok("GET", "/email/webhook-deliveries")["deliveries"]]


# ---- EML-16 ----
@mistake("m-redeliver-failed-reuses-record", "email", "side effect", "EML-16",
         "Redelivering a failed delivery starts the old record afresh and answers its id, instead of making a new one.",
         [(E, '''    return 202, {"id": insert(w, e, d["type"], d["message"], d["payload"])}''', '''    if d["state"] == "failed":
        d.update(state="pending", attempts=0, error=None)
        w.clock.after(0, "webhook-attempt", "EmailDelivery", d["id"], lambda: attempt(w, d))
        return 202, {"id": d["id"]}
    return 202, {"id": insert(w, e, d["type"], d["message"], d["payload"])}''')],
         ["a webhook that answers 500 always, a verified domain", "a message is delivered, all attempts fail", "POST /email/webhook-deliveries/{id}/redeliver", "GET /email/webhook-deliveries"],
         "the answer has the id of the old delivery, and there is only one")
def _(a):
    a.freeze()
    domain(a)
    hook(a, answers=[{"status": 500}])
    a.did("message-delivered", messageId=sent(a))
    a.advance("PT5M")
    old = a.ok("GET", "/email/webhook-deliveries")["deliveries"][0]
    new = a.ok("POST", f"/email/webhook-deliveries/{old['id']}/redeliver")["id"]
    return old["state"], new != old["id"], len(a.ok("GET", "/email/webhook-deliveries")["deliveries"])


# ---- EML-17 ----
@mistake("m-secret-looked-up-by-url", "email", "side effect", "EML-17",
         "The signing secret is looked up by url: of two endpoints with the same url the second is signed with the secret of the first.",
         [(E, 'headers = signed_headers(e["secret"], d,', 'secret = next(x["secret"] for x in w.webhooks.values() if x["url"] == e["url"])\n    headers = signed_headers(secret, d,')],
         ["two webhooks with the same url and different event types", "a message is delivered (second endpoint only)", "check the signature with the second secret"],
         "the signature is that of the first endpoint's secret")
def _(a):
    import hashlib, hmac, re
    a.freeze()
    domain(a)
    hook(a, ["message.bounced"])
    e, secret = hook(a)
    a.did("message-delivered", messageId=sent(a))
    a.advance("PT1S")
    t = a.control(f"/webhook-deliveries?endpointId={e}")["attempts"][0]
    stamp, mac = re.fullmatch("t=(.*),v1=(.*)", t["headers"]["X-Post-Signature"]).groups()
    return hmac.new(secret.encode(), f"{stamp}.{t['body']}".encode(), hashlib.sha256).hexdigest() == mac


# ---- EML-18 ----
@mistake("m-pause-ends-with-the-day", "email", "time", "EML-18",
         "A pause of sending ends by itself at the next midnight, without staff.",
         [(E, '    if w.pause.get(d["org"]):\n', '    if paused_today(w, d["org"]):\n'),
          (E, '    pause, out = c.world.pause.get(c.org.slug), {}', '    pause, out = paused_today(c.world, c.org.slug), {}'),
          (E, 'def accepted_today(w, org):', 'def paused_today(w, org):\n    pause = w.pause.get(org)\n    return pause if pause and pause["at"].date() == w.now().date() else None\n\n\ndef accepted_today(w, org):')],
         ["a verified domain, many messages bounce hard until sending is paused", "GET /email/settings", "two days later GET /email/settings, and a message is sent"],
         "paused is false in the last step, and the message is accepted")
def _(a):
    a.freeze()
    domain(a)
    for n in range(10):
        m = [sent(a, f"n{n}@out.example")] if n < 8 else m + [sent(a, f"n{n}@out.example")]
    a.did("message-bounced", messageId=m[-1], bounce="hard")
    a.did("message-bounced", messageId=m[-2], bounce="hard") if not a.ok("GET", "/email/settings")["paused"] else None
    out = [a.ok("GET", "/email/settings")["paused"]]
    a.advance("P2D")
    return out + [a.ok("GET", "/email/settings")["paused"], a.event("message-sent", **{"from": "me@mail.one.example"}, to=["z@out.example"])[0]]


# ---- EML-20 ----
@mistake("m-key-unrestricted-after-domain-deleted", "email", "guard", "EML-20",
         "Deleting a domain takes it out of the keys restricted to it; a key restricted to just this domain is unrestricted then.",
         [(E, '    del w.domains[d["id"]]\n', '    del w.domains[d["id"]]\n    for x in w.send_keys.values():\n        x["domains"] = [i for i in x["domains"] if i != d["id"]]\n')],
         ["two verified domains, a key with domainIds of the first", "send with it for the second (refused)", "DELETE /email/domains/{first}", "send with it for the second"],
         "the last message is accepted")
def _(a):
    a.freeze()
    one = domain(a)
    domain(a, "two.one.example")
    key = a.ok("POST", "/email/keys", {"name": "n", "domainIds": [one]})["secret"]
    out = []
    for _ in range(2):
        out.append(a.event("message-sent", **{"from": "me@two.one.example"}, to=["x@out.example"], secret=key)[0])
        a.call("DELETE", f"/email/domains/{one}")
    return out


# ---- EML-21 ----
@mistake("m-webhook-patch-any-type", "email", "schema", "EML-21",
         "Changing a webhook accepts event types outside the enumeration.",
         [(E, '{"url": URL, "eventTypes": TYPES, "disabled": k.boolean}', '{"url": URL, "eventTypes": k.array(k.text(1, 60), 1, 20), "disabled": k.boolean}')],
         ["POST /email/webhooks with an unknown event type (refused)", "POST /email/webhooks", "PATCH /email/webhooks/{id} {eventTypes: [message.nonsense]}"],
         "the last step answers 200 instead of a refusal", alone=True)
def _(a):
    e = hook(a)[0]
    return (a.call("POST", "/email/webhooks", {"url": "https://x.example/", "eventTypes": ["message.nonsense"]})[0] < 300,
            a.call("PATCH", f"/email/webhooks/{e}", {"eventTypes": ["message.nonsense"]})[0] < 300)


# ---- general ----
@mistake("m-content-404-is-text", "email", "schema", "GEN-01",
         "The raw content of an unknown message answers 404 with plain text instead of an error object.",
         [(E, 'return 200, Raw("message/rfc822", one_message(c, 30)["raw"], chunked=True)',
           'try:\n        m = one_message(c, 30)\n    except ApiError as e:\n        return e.status, Raw("text/plain", e.message.encode())\n    return 200, Raw("message/rfc822", m["raw"], chunked=True)')],
         ["GET /email/messages/nonsense", "GET /email/messages/nonsense/content"], "the body of the second is not a JSON object with error", alone=True)
def _(a):
    return [isinstance(a.call("GET", "/email/messages/nonsense" + x)[1], dict) for x in ("", "/content")]


@mistake("m-messages-by-foreign-domain", "email", "isolation", "GEN-04",
         "With the filter domainId the message log does not look at the organization: with the id of another organization's domain it lists that one's mail.",
         [(E, 'found = [m for m in w.messages.values() if readable(c, m) and', 'found = [m for m in w.messages.values() if ("domainId" in q or readable(c, m)) and')],
         ["a verified domain with a message in the second organization", "as the owner of the first: GET /email/messages", "GET /email/messages?domainId=<that domain>"],
         "the last list has the foreign message")
def _(a):
    a.freeze()
    d = domain(a, "mail.two.example", by="otto")
    sent(a, frm="me@mail.two.example")
    return [len(a.call("GET", "/email/messages" + q)[1].get("messages", [])) for q in ("", f"?domainId={d}")]


@mistake("m-same-key-name-shows-secret-again", "email", "secrecy", "GEN-06",
         "Creating a send key with the name of an existing one answers the existing key with its secret once more.",
         [(E, '    secret = "nws_" + secrets.token_urlsafe(30)\n', '''    same = next((x for x in of_org(c, w.send_keys) if x["name"] == b["name"] and not x["revoked"] and x["domains"] == b.get("domainIds", [])), None)
    if same:                       # a repeated request
        return 201, {"sendKey": key_shape(same), "secret": same["secret"]}
    secret = "nws_" + secrets.token_urlsafe(30)
''')],
         ["POST /email/keys {name}", "the same request again"], "the second answer has the secret of the first", alone=True)
def _(a):
    one, two = (a.call("POST", "/email/keys", {"name": "ci"})[1] for _ in range(2))
    return one["secret"] == two.get("secret")


@mistake("m-utf8-content-is-message-global", "email", "schema", "GEN-07",
         "A raw message with characters outside ASCII is served as message/global.",
         [(E, 'return 200, Raw("message/rfc822", one_message(c, 30)["raw"], chunked=True)',
           'raw = one_message(c, 30)["raw"]\n    return 200, Raw("message/rfc822" if raw.isascii() else "message/global", raw, chunked=True)')],
         ["a verified domain, a message with the text hello and one with the text Grüße", "GET /email/messages/{id}/content of both"],
         "the content type of the second is message/global")
def _(a):
    a.freeze()
    domain(a)
    return [a.raw("GET", f"/api/v1/email/messages/{sent(a, text=t)}/content", None, "sess-olive-u-100")[2] for t in ("hello", "Grüße")]


@mistake("m-arming-again-answers-nothing", "email", "status", "GEN-09",
         "Arming receiving on a domain where it is armed already answers 204 without the domain.",
         [(E, '''    if d["receive"] == "none":
        d["receive"] = "pending"
''', '''    if d["receive"] != "none":
        return 204, None
    d["receive"] = "pending"
''')],
         ["POST /email/domains", "POST /email/domains/{id}/receive", "POST /email/domains/{id}/receive again"], "the last step answers 204 without a body instead of 200 with the domain", alone=True)
def _(a):
    d = domain(a, verified=False, receive=False)
    return [a.call("POST", f"/email/domains/{d}/receive")[0] for _ in range(2)]


@mistake("m-lowered-daily-quota", "email", "order and caps", "LIM-02",
         "The daily quota stops mail only when exactly as many messages are accepted: after it was lowered below that number everything goes through.",
         [(E, '>= w.orgs[d["org"]].quota["daily-email"]:', '== w.orgs[d["org"]].quota["daily-email"]:')],
         ["a verified domain, the daily quota becomes 3", "three messages are accepted, a fourth is refused", "the daily quota becomes 2", "another message is sent"],
         "the last message is accepted")
def _(a):
    a.freeze()
    domain(a)
    a.did("quota-changes", quota="daily-email", value=3)
    send = lambda: a.event("message-sent", **{"from": "me@mail.one.example"}, to=["x@out.example"])[0]
    out = [send() for _ in range(4)]
    a.did("quota-changes", quota="daily-email", value=2)
    return out + [send()]
