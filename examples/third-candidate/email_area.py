"""Email. Ids are ULIDs; times look like a database wrote them; a delivery's id is a number."""
import base64
import hashlib
import hmac
import http.client
import json
import queue
import re
import secrets
import threading
from datetime import timedelta
from email.utils import format_datetime
from urllib.parse import urlsplit

import check as k
from choices import OTHER, RESTLESS, pick
from world import LOCK, ApiError, Raw, parse_time, pg, ulid

BAD = pick(422, 400)
BASE = "/api/v1/email"
OPS = []
EVENTS = ("message.sent", "message.delivered", "message.bounced", "message.complained", "message.received")
PAGE = pick(20, 3)
RETRIES = (2, 8, 30)          # seconds between attempts; after the last the delivery has failed
BOUNCE_PCT, COMPLAINT_PCT, SAMPLE = 8.5, 0.5, 5


def op(method, path, **options):
    return lambda f: OPS.append((method, BASE + path, {"beta": "email", **options}, f)) or f


def setup(w):
    w.send_keys, w.routes, w.domains, w.messages = {}, {}, {}, {}
    w.suppressions, w.webhooks, w.deliveries, w.attempts = {}, {}, {}, []
    w.names_elsewhere, w.pause = set(), {}


def mine(c, table, id_, what):
    x = table.get(id_)
    if x is None or x["org"] != c.org.slug:
        raise ApiError(404, f"unknown {what}")
    return x


def of_org(c, table):
    return [x for x in table.values() if x["org"] == c.org.slug]


# ---- domains ----
def records(d):
    name, tag = d["name"], d["tag"]
    out = [{"capability": "send", "type": "TXT", "name": name, "value": "v=spf1 include:spf.post.example ~all"},
           {"capability": "send", "type": "CNAME", "name": f"{tag}._domainkey.{name}", "value": f"{tag}.dkim.post.example"},
           {"capability": "send", "type": "TXT", "name": f"_dmarc.{name}", "value": "v=DMARC1; p=none"}]
    if d["receive"] != "none" or OTHER:       # the MX may be shown before it is armed
        out.append({"capability": "receive", "type": "MX", "name": name, "value": "inbound.post.example", "priority": 10})
    return out


def domain_shape(d):
    return {"id": d["id"], "name": d["name"], "sendState": d["send"], "receiveState": d["receive"], "createdAt": pg(d["created"]),
            "dnsRecords": records(d)}


def observe(w, d):
    out = []
    for r in records(d):
        o = {"capability": r["capability"], "type": r["type"], "name": r["name"], "expected": r["value"]}
        seen = d["dns"].get((r["type"], r["name"]))
        if not w.backend["dns"]:
            o["outcome"] = "error"
        elif seen is None:
            o["outcome"] = "missing"
        elif seen == r["value"]:
            o["outcome"] = "found"
        else:
            o["outcome"], o["observed"] = "mismatch", seen
        out.append(o)
    return out


def verify(w, d):
    if d["id"] not in w.domains or not w.backend["dns"]:
        return
    for capability, field in (("send", "send"), ("receive", "receive")):
        outcomes = {o["outcome"] for o in observe(w, d) if o["capability"] == capability}
        if not outcomes or d[field] == "none":
            continue
        if outcomes == {"found"}:
            d[field] = "verified"
        elif "mismatch" in outcomes or d[field] == "verified":
            d[field] = "failed"


LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"


@op("GET", "/domains")
def list_domains(c):
    c.subject.need_some("email.domain.read")
    return 200, {"domains": [domain_shape(d) for d in of_org(c, c.world.domains) if c.subject.can("email.domain.read", d["id"])]}


@op("POST", "/domains")
def create_domain(c):
    c.subject.need("email.domain.write")
    w = c.world
    name = c.json(k.obj({"name": k.text(3, 253)}), BAD)["name"].lower().rstrip(".")
    if not re.fullmatch(rf"(?:{LABEL}\.)+{LABEL}", name):
        raise ApiError(BAD, "not a domain name", "invalid_domain")
    if name in w.names_elsewhere or any(d["name"] == name for d in w.domains.values()):
        raise ApiError(409, "this domain is already claimed", "domain_claimed")
    d = {"id": ulid(), "org": c.org.slug, "name": name, "tag": "k" + secrets.token_hex(3), "send": "pending", "receive": "none",
         "created": w.now(), "dns": {}}
    w.domains[d["id"]] = d
    return 201, domain_shape(d)


def one_domain(c, permission):
    d = mine(c, c.world.domains, c.params["id"], "domain")
    c.subject.need(permission, d["id"])
    return d


@op("GET", "/domains/{id}")
def get_domain(c):
    return 200, domain_shape(one_domain(c, "email.domain.read"))


@op("DELETE", "/domains/{id}")
def delete_domain(c):
    d, w = one_domain(c, "email.domain.write"), c.world
    del w.domains[d["id"]]
    for r in [r for r in w.routes.values() if r["domain"] == d["id"]] if not OTHER else ():
        del w.routes[r["id"]]
    return 204, None


@op("GET", "/domains/{id}/dns")
def domain_dns(c):
    return 200, {"records": observe(c.world, one_domain(c, "email.domain.read"))}


@op("POST", "/domains/{id}/check")
def check_domain(c):
    d, w = one_domain(c, "email.domain.write"), c.world
    w.clock.after(1, "domain-check", "EmailDomain", d["id"], lambda: verify(w, d))
    return 202, {"status": pick("queued", "ok")}


@op("POST", "/domains/{id}/receive")
def arm(c):
    d = one_domain(c, "email.domain.write")
    if d["receive"] == "none":
        d["receive"] = "pending"
    return 200, domain_shape(d)


# ---- send keys ----
def key_shape(x):
    out = {"id": x["id"], "name": x["name"], "keyId": x["keyId"], "domainIds": x["domains"], "createdAt": pg(x["created"])}
    if x["revoked"]:
        out["revoked"] = True
    if x["used"]:
        out["lastUsedAt"] = pg(x["used"])
    return out


@op("GET", "/keys")
def list_keys(c):
    c.subject.need_some("email.key.read")
    return 200, {"sendKeys": [key_shape(x) for x in of_org(c, c.world.send_keys) if (OTHER or not x["revoked"])
                              and (c.subject.can("email.key.read")
                                   or x["domains"] and all(c.subject.can("email.key.read", d) for d in x["domains"]))]}


@op("POST", "/keys")
def create_key(c):
    c.subject.need_some("email.key.admin")
    b, w = c.json(k.obj({"name": k.text(1, 120)}, {"domainIds": k.array(k.text(), distinct=True)}), BAD), c.world
    for d in b.get("domainIds", []):
        if d not in w.domains or w.domains[d]["org"] != c.org.slug:
            raise ApiError(BAD, f"unknown domain {d}")
        c.subject.need("email.key.admin", d)
    if not b.get("domainIds"):
        c.subject.need("email.key.admin")
    secret = "nws_" + secrets.token_urlsafe(30)
    x = {"id": ulid(), "org": c.org.slug, "name": b["name"], "keyId": "SK" + secrets.token_hex(6).upper(), "secret": secret,
         "domains": b.get("domainIds", []), "created": w.now(), "used": None, "revoked": False}
    w.send_keys[x["id"]] = x
    return 201, {"sendKey": key_shape(x), "secret": secret}


@op("DELETE", "/keys/{id}")
def revoke_key(c):
    x = mine(c, c.world.send_keys, c.params["id"], "send key")
    c.subject.need_some("email.key.write")
    if not c.subject.can("email.key.write") and not (x["domains"] and all(c.subject.can("email.key.write", d) for d in x["domains"])):
        raise ApiError(403, "this key is not yours to revoke")
    if x["revoked"] and OTHER:
        raise ApiError(404, "unknown send key")
    x["revoked"] = True            # the tombstone stays; revoking again changes nothing
    return 204, None


# ---- routes ----
def route_shape(r):
    return {"id": r["id"], "domainId": r["domain"], "pattern": r["pattern"], "endpointId": r["endpoint"], "createdAt": pg(r["created"])}


@op("GET", "/routes")
def list_routes(c):
    c.subject.need_some("email.route.read")
    return 200, {"routes": [route_shape(r) for r in of_org(c, c.world.routes) if c.subject.can("email.route.read", r["domain"])]}


@op("POST", "/routes")
def create_route(c):
    c.subject.need_some("email.route.write")
    b, w = c.json(k.obj({"domainId": k.text(), "pattern": k.text(1, 64, r"[A-Za-z0-9.!#$%&'+/=?^_`{|}~-]*\*?", "pattern"),
                         "endpointId": k.text()}), BAD), c.world
    d = mine(c, w.domains, b["domainId"], "domain")
    e = mine(c, w.webhooks, b["endpointId"], "webhook endpoint")
    c.subject.need("email.route.write", d["id"])
    if d["receive"] == "none" or OTHER and d["receive"] != "verified":
        raise ApiError(409, "receiving is not armed on this domain", "receiving_not_armed")
    pattern = b["pattern"].lower()
    if any(r["domain"] == d["id"] and r["pattern"].lower() == pattern for r in w.routes.values()):
        raise ApiError(409, "the pattern already exists on this domain", "pattern_exists")
    r = {"id": ulid(), "org": c.org.slug, "domain": d["id"], "pattern": b["pattern"], "endpoint": e["id"], "created": w.now()}
    w.routes[r["id"]] = r
    return 201, route_shape(r)


@op("DELETE", "/routes/{id}")
def delete_route(c):
    r = mine(c, c.world.routes, c.params["id"], "route")
    c.subject.need("email.route.write", r["domain"])
    del c.world.routes[r["id"]]
    return 204, None


def fits(pattern, local):
    pattern, local = pattern.lower(), local.lower()
    return local.startswith(pattern[:-1]) if pattern.endswith("*") else local == pattern


# ---- messages ----
def message_shape(m):
    out = {"id": m["id"], "direction": m["direction"], "state": m["state"], "from": m["from"], "to": m["to"],
           "sizeBytes": len(m["raw"]), "domainId": m["domain"], "createdAt": pg(m["created"]), "stateAt": pg(m["stateAt"])}
    if m["cc"]:
        out["cc"] = m["cc"]
    for field, name in (("subject", "subject"), ("door", "door"), ("error", "lastError")):
        if m[field] is not None:
            out[name] = m[field]
    if m["sentAt"]:
        out["sentAt"] = pg(m["sentAt"])
    return out


def readable(c, m):
    return m["org"] == c.org.slug and c.subject.can("email.message.read", m["domain"])


@op("GET", "/messages")
def list_messages(c):
    c.subject.need_some("email.message.read")
    q, w = c.query, c.world
    if q.get("direction", "send") not in ("send", "receive"):
        raise ApiError(BAD, "direction must be send or receive")
    since = None
    if "since" in q:
        since = parse_time(q["since"])
        if since is None:
            raise ApiError(BAD, "since is not a time")
    oldest = w.now() - timedelta(days=90)
    found = [m for m in w.messages.values() if readable(c, m) and m["created"] > oldest
             and ("direction" not in q or m["direction"] == q["direction"]) and ("state" not in q or m["state"] == q["state"])
             and ("domainId" not in q or m["domain"] == q["domainId"]) and (since is None or m["created"] > since or not OTHER and m["created"] == since)
             and ("to" not in q or any(q["to"].lower() in a.lower() if OTHER else q["to"].lower() == a.lower() for a in m["to"] + m["cc"]))]
    found.sort(key=lambda m: (m["created"], m["seq"]), reverse=True)
    if "cursor" in q:
        try:
            at, seq = json.loads(base64.urlsafe_b64decode(q["cursor"]))
            at, seq = float(at), int(seq)
        except (ValueError, TypeError):
            raise ApiError(BAD, "not a cursor of this list")
        found = [m for m in found if (m["created"].timestamp(), m["seq"]) < (at, seq)]
    page, out = found[:PAGE], {}
    if len(found) > PAGE or RESTLESS and page:      # a cursor may lead to an empty page
        out["cursor"] = base64.urlsafe_b64encode(json.dumps([page[-1]["created"].timestamp(), page[-1]["seq"]]).encode()).decode()
    return 200, {"messages": [message_shape(m) for m in page], **out}


def one_message(c, days):
    c.subject.need_some("email.message.read")
    m = c.world.messages.get(c.params["id"])
    if m is None or not readable(c, m) or m["created"] <= c.world.now() - timedelta(days=days):
        raise ApiError(404, "unknown message, or past its retention")
    return m


@op("GET", "/messages/{id}")
def get_message(c):
    m, out = one_message(c, pick(90, 9999)), []
    for e in m["events"]:
        one = {"kind": e["kind"], "occurredAt": pg(e["at"])}
        one.update({f: e[f] for f in ("bounceType", "recipient", "detail") if e.get(f) is not None})
        out.append(one)
    return 200, {"message": message_shape(m), "events": out}


@op("GET", "/messages/{id}/content")
def message_content(c):
    return 200, Raw("message/rfc822", one_message(c, 30)["raw"], chunked=True)


def raw_message(w, m, text, size):
    head = [f"Message-ID: <{m['id']}@post.example>", f"Date: {format_datetime(m['created'])}", f"From: {m['from']}",
            f"To: {', '.join(m['to'])}"]
    if m["cc"]:
        head.append(f"Cc: {', '.join(m['cc'])}")
    subject = (m["subject"] or "").replace("\r", " ").replace("\n", " ")
    if not subject.isascii():
        subject = "=?utf-8?B?" + base64.b64encode(subject.encode()).decode() + "?="
    head += [f"Subject: {subject}", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"]
    raw = ("\r\n".join(head) + "\r\n\r\n" + (text or "").replace("\r\n", "\n").replace("\n", "\r\n") + "\r\n").encode()
    return raw + b" " * max(0, (size or 0) - len(raw))


def suppressed(w, org, address):
    return next((s for s in w.suppressions.values() if s["org"] == org and s["address"].lower() == address.lower()), None)


def domain_of(w, address, org=None):
    host = address.rsplit("@", 1)[-1].lower()
    return next((d for d in w.domains.values() if d["name"] == host and org in (None, d["org"])), None)


def accepted_today(w, org):
    day = w.now().date()
    return sum(1 for m in w.messages.values() if m["org"] == org and m["direction"] == "send" and m["created"].date() == day)


def store(w, d, direction, state, b, door, at, to=None):
    m = {"id": ulid(), "seq": w.next("message"), "org": d["org"], "direction": direction, "state": state, "from": b["from"],
         "to": b["to"], "cc": b.get("cc") or [], "subject": b.get("subject"), "door": door, "domain": d["id"], "error": None,
         "created": at, "stateAt": at, "sentAt": None, "events": [], "targets": to or []}
    m["raw"] = raw_message(w, m, b.get("text"), b.get("sizeBytes"))
    w.messages[m["id"]] = m
    return m


def submit(w, b, key=None, door="api", at=None, org=None):
    """Accept a message for sending. Returns it and the recipients left out."""
    d = domain_of(w, b["from"], key["org"] if key else org)
    if d is None:
        raise ApiError(404, "no domain of the organization for this sender")
    if key and (key["revoked"] or key["domains"] and d["id"] not in key["domains"]):
        raise ApiError(403, "the key does not send for this domain", "key_not_for_domain")
    if d["send"] != "verified":
        raise ApiError(409, "the domain is not verified for sending", "domain_not_verified")
    if w.pause.get(d["org"]):
        raise ApiError(409, "sending is paused", "sending_paused")
    now = at or w.now()
    if now.date() == w.now().date() and accepted_today(w, d["org"]) >= w.orgs[d["org"]].quota["daily-email"]:
        raise ApiError(429, "the daily quota is used up", "quota_exceeded")
    everyone = b["to"] + (b.get("cc") or [])
    out = [a for a in everyone if suppressed(w, d["org"], a)]
    targets = [a for a in everyone if a not in out]
    if not targets:
        raise ApiError(422, "every recipient is suppressed", "all_suppressed")
    m = store(w, d, "send", "queued", b, door, now, targets)
    if key:
        key["used"] = now
    w.clock.after(pick(0.5, 0), "message-handover", "EmailMessage", m["id"], lambda: hand_over(w, m))
    return m, out


def hand_over(w, m):
    if m["sentAt"] is None:
        at = max(m["created"], w.now()) if (w.now() - m["created"]).total_seconds() < 60 else m["created"]
        m["sentAt"], m["state"], m["stateAt"] = at, "sent", at
        m["events"].append({"kind": "sent", "at": at})
        publish(w, m, "message.sent", {})


def add_suppression(w, org, address, reason, at):
    s = {"id": ulid(), "org": org, "address": address, "reason": reason, "created": at}
    w.suppressions[s["id"]] = s
    return s


def feedback(w, m, kind, recipient, at, bounce=None, detail=None):
    """The outside world's verdict on a sent message. Returns delivery ids, suppression ids, paused."""
    hand_over(w, m)
    deliveries, added = [], []
    for a in [recipient] if recipient else m["targets"]:
        e = {"kind": kind, "recipient": a, "at": at, "detail": detail}
        if kind == "bounced":
            e["bounceType"] = {"hard": "Permanent", "soft": "Transient"}[bounce]
            m["error"] = f"{a}: {'550 no such user' if bounce == 'hard' else '451 try later'}"
        m["events"].append(e)
        m["state"], m["stateAt"] = kind, at
        if (bounce == "hard" or kind == "complained") and not suppressed(w, m["org"], a):
            added.append(add_suppression(w, m["org"], a, "bounce" if kind == "bounced" else "complaint", at)["id"])
        deliveries += publish(w, m, "message." + kind, {f: e[f] for f in ("recipient", "bounceType", "detail") if e.get(f)})
    consider_pause(w, m["org"])
    return deliveries, added, bool(w.pause.get(m["org"]))


def consider_pause(w, org):
    floor = max(w.now() - timedelta(hours=24), w.counters.get(("unpaused", org), w.now() - timedelta(hours=24)))
    recent = [m for m in w.messages.values() if m["org"] == org and m["direction"] == "send" and m["created"] >= floor]
    if w.pause.get(org) or len(recent) < SAMPLE:
        return
    hard = sum(any(e.get("bounceType") == "Permanent" for e in m["events"]) for m in recent)
    upset = sum(any(e["kind"] == "complained" for e in m["events"]) for m in recent)
    for n, limit, word in ((hard, BOUNCE_PCT, "bounce"), (upset, COMPLAINT_PCT, "complaint")):
        if 100 * n / len(recent) > limit:
            w.pause[org] = {"at": w.now(), "reason": f"the {word} rate passed {limit} %"}
            return


def receive(w, b, at):
    d = next((x for x in (domain_of(w, a) for a in b["to"] + (b.get("cc") or [])) if x), None)
    if d is None:
        raise ApiError(404, "no such domain")
    if d["receive"] == "none":
        raise ApiError(409, "the domain does not receive mail")
    m = store(w, d, "receive", "received", b, "mx", at)
    locals_ = [a.rsplit("@", 1)[0] for a in b["to"] + m["cc"] if a.rsplit("@", 1)[-1].lower() == d["name"]]
    routes = [r for r in w.routes.values() if r["domain"] == d["id"] and any(fits(r["pattern"], x) for x in locals_)]
    ids = []
    for endpoint in dict.fromkeys(r["endpoint"] for r in routes):
        e = w.webhooks[endpoint]
        if not e["disabled"]:
            ids.append(enqueue(w, e, "message.received", m, {"routes": [r["id"] for r in routes if r["endpoint"] == endpoint]}))
    return m, [r["id"] for r in routes], ids


@op("POST", "/send", open=True)
def send(c):
    w = c.world
    secret = c.headers.get("Authorization", "").partition(" ")[2].strip()
    key = next((x for x in w.send_keys.values() if x["secret"] == secret and not x["revoked"]), None)
    if key is None:
        raise ApiError(401, "not a send key")
    if not w.orgs[key["org"]].entitled["email"]:
        raise ApiError(403, "email is not enabled")
    if not w.backend["email"]:
        raise ApiError(502, "the email backend is unreachable")
    addresses = k.array(k.email, 0, 50)
    b = c.json(k.obj({"from": k.email, "to": k.array(k.email, 1, 50)}, {"cc": addresses, "subject": k.text(0), "text": k.text(0, 10**6)}), BAD)
    m, _ = submit(w, b, key, "http")
    return 202, {"id": m["id"]}


# ---- settings, suppressions ----
@op("GET", "/settings")
def settings(c):
    c.subject.need_some("email.settings.read")
    pause, out = c.world.pause.get(c.org.slug), {}
    if pause:
        out = {"pausedAt": pg(pause["at"]), "pauseReason": pause["reason"]}
    if OTHER:
        return 200, {"dailyQuota": c.org.quota["daily-email"], "paused": bool(pause), **out}
    return 200, {"dailyQuota": c.org.quota["daily-email"], "paused": bool(pause), **out, "bouncePausePct": BOUNCE_PCT,
                 "complaintPausePct": COMPLAINT_PCT, "acceptedToday": accepted_today(c.world, c.org.slug)}


def suppression_shape(s):
    return {"id": s["id"], "address": s["address"], "reason": s["reason"], "createdAt": pg(s["created"])}


@op("GET", "/suppressions")
def list_suppressions(c):
    c.subject.need("email.suppression.read")
    return 200, {"suppressions": [suppression_shape(s) for s in of_org(c, c.world.suppressions)]}


@op("POST", "/suppressions")
def create_suppression(c):
    c.subject.need("email.suppression.write")
    address = c.json(k.obj({"address": k.email}), BAD)["address"]
    old = suppressed(c.world, c.org.slug, address)
    if old and OTHER:
        raise ApiError(409, "already suppressed")
    if old:
        old["reason"] = "manual"       # once more by hand: the entry stays and is manual from now on
        return 201, suppression_shape(old)
    return 201, suppression_shape(add_suppression(c.world, c.org.slug, address, "manual", c.world.now()))


@op("DELETE", "/suppressions/{id}")
def delete_suppression(c):
    c.subject.need("email.suppression.write")
    s = mine(c, c.world.suppressions, c.params["id"], "suppression")
    del c.world.suppressions[s["id"]]
    return 204, None


# ---- webhooks ----
def webhook_shape(e):
    return {"id": e["id"], "url": e["url"], "eventTypes": e["types"], "disabled": e["disabled"], "createdAt": pg(e["created"])}


URL, TYPES = k.uri("https", "http"), k.array(k.one_of(*EVENTS), pick(1, 0), 20, distinct=True)


@op("GET", "/webhooks")
def list_webhooks(c):
    c.subject.need("email.webhook.read")
    return 200, {"webhooks": [webhook_shape(e) for e in of_org(c, c.world.webhooks)]}


@op("POST", "/webhooks")
def create_webhook(c):
    c.subject.need("email.webhook.write")
    b = c.json(k.obj({"url": URL, "eventTypes": TYPES}), BAD)
    e = {"id": ulid(), "org": c.org.slug, "url": b["url"], "types": b["eventTypes"], "disabled": False, "created": c.world.now(),
         "secret": "whsec_" + secrets.token_urlsafe(24), "script": None}
    c.world.webhooks[e["id"]] = e
    return 201, {"webhook": webhook_shape(e), "signingSecret": e["secret"]}


def one_webhook(c):
    c.subject.need("email.webhook.write")
    return mine(c, c.world.webhooks, c.params["id"], "webhook endpoint")


@op("PATCH", "/webhooks/{id}")
def update_webhook(c):
    e = one_webhook(c)
    b = c.json(k.obj({}, {"url": URL, "eventTypes": TYPES, "disabled": k.boolean}), BAD)
    e["url"], e["types"], e["disabled"] = b.get("url", e["url"]), b.get("eventTypes", e["types"]), b.get("disabled", e["disabled"])
    return 200, webhook_shape(e)


@op("DELETE", "/webhooks/{id}")
def delete_webhook(c):
    e, w = one_webhook(c), c.world
    if any(r["endpoint"] == e["id"] for r in w.routes.values()):
        raise ApiError(409, "an inbound route still targets this endpoint", "endpoint_in_use")
    del w.webhooks[e["id"]]
    return 204, None


@op("POST", "/webhooks/{id}/rotate-secret")
def rotate(c):
    e = one_webhook(c)
    e["secret"] = "whsec_" + secrets.token_urlsafe(24)
    return 200, {"signingSecret": e["secret"]}


def delivery_shape(d):
    out = {"id": d["id"], "endpointId": d["endpoint"], "eventType": d["type"], "state": d["state"], "attempts": d["attempts"],
           "createdAt": pg(d["created"])}
    for field, name in (("message", "messageId"), ("status", "lastStatus"), ("error", "lastError")):
        if d[field] is not None:
            out[name] = d[field]
    if d["delivered"]:
        out["deliveredAt"] = pg(d["delivered"])
    return out


@op("GET", "/webhook-deliveries")
def list_deliveries(c):
    c.subject.need("email.webhook.read")
    q = c.query
    found = [d for d in of_org(c, c.world.deliveries) if q.get("messageId") in (None, d["message"])
             and q.get("endpointId") in (None, d["endpoint"])]
    return 200, {"deliveries": [delivery_shape(d) for d in sorted(found, key=lambda d: (d["created"], d["id"]), reverse=True)[:200]]}


@op("POST", "/webhook-deliveries/{id}/redeliver")
def redeliver(c):
    c.subject.need("email.webhook.write")
    if not c.params["id"].isdecimal():
        raise ApiError(404, "unknown delivery")
    d, w = mine(c, c.world.deliveries, int(c.params["id"]), "delivery"), c.world
    e = w.webhooks.get(d["endpoint"])
    if e is None or e["disabled"] and not OTHER:
        raise ApiError(409, "the endpoint is disabled or deleted")
    return 202, {"id": insert(w, e, d["type"], d["message"], d["payload"])}


def publish(w, m, type_, more):
    return [enqueue(w, e, type_, m, more) for e in list(w.webhooks.values())
            if e["org"] == m["org"] and not e["disabled"] and type_ in e["types"]]


def enqueue(w, e, type_, m, more):
    payload = {"type": type_, "occurredAt": pg(w.now()), "data": {"message": message_shape(m), **more}}
    return insert(w, e, type_, m["id"], json.dumps(payload).encode())


def again(w, d):
    e = w.webhooks.get(d["endpoint"])
    if e and not e["disabled"]:
        insert(w, e, d["type"], d["message"], d["payload"], d["try"] + 1)


def insert(w, e, type_, message, payload, try_=0):
    d = {"id": w.snowflake("delivery", 90001), "org": e["org"], "endpoint": e["id"], "type": type_, "message": message,
         "state": "pending", "attempts": 0, "status": None, "error": None, "delivered": None, "created": w.now(), "payload": payload, "try": try_}
    w.deliveries[d["id"]] = d
    w.clock.after(0, "webhook-attempt", "EmailDelivery", d["id"], lambda: attempt(w, d))
    return d["id"]


def signed_headers(secret, delivery, payload, at):
    stamp = str(int(at.timestamp()))
    mac = hmac.new(secret.encode(), stamp.encode() + b"." + payload, hashlib.sha256).hexdigest()
    plain = base64.b64encode(hmac.new(secret.encode(), payload, hashlib.sha256).digest()).decode()
    return {"Content-Type": "application/json", "User-Agent": "post-hooks/3", "X-Post-Delivery": str(delivery["id"]),
            "X-Post-Event": delivery["type"], **pick({"X-Post-Signature": f"t={stamp},v1={mac}"}, {"X-Signature": plain})}


def attempt(w, d):
    """Called under the lock; the request itself is made by a sender thread."""
    e = w.webhooks.get(d["endpoint"])
    if e is None or e["disabled"]:
        d["state"], d["error"] = "failed", "the endpoint is disabled or deleted"
        return
    d["state"], d["attempts"] = "delivering", d["attempts"] + 1
    headers = signed_headers(e["secret"], d, d["payload"], w.now())
    log = {"deliveryId": d["id"], "endpointId": e["id"], "attempt": d["attempts"], "at": w.now(), "url": e["url"], "headers": headers,
           "body": d["payload"].decode(), "scripted": bool(e["script"])}
    w.attempts.append(log)
    if e["script"]:
        answers, afterwards = e["script"]
        one = answers[0]
        if len(answers) > 1:
            answers.pop(0)
        elif afterwards == "send":
            e["script"] = None
        finish(w, d, log, one.get("status"), one.get("failure"))
        return
    JOBS.put((w, d, log, e["url"], headers))


def finish(w, d, log, status, error):
    d["status"], d["error"] = status, error
    log.update({key: v for key, v in (("status", status), ("error", error)) if v is not None})
    if status is not None and 200 <= status < 300:
        d["state"], d["delivered"], d["error"] = "delivered", w.now(), None
    elif d["attempts"] + d["try"] > len(RETRIES):
        d["state"], d["error"] = "failed", error or f"the endpoint answered {status}"
    else:
        d["error"] = error or f"the endpoint answered {status}"
        if OTHER:               # each attempt is a delivery of its own
            d["state"] = "failed"
            w.clock.after(RETRIES[d["try"]], "webhook-attempt", "EmailDelivery", d["id"], lambda: again(w, d))
            return
        d["state"] = "pending"
        w.clock.after(RETRIES[d["attempts"] - 1], "webhook-attempt", "EmailDelivery", d["id"], lambda: attempt(w, d))


JOBS = queue.Queue()


def sender():
    while True:
        w, d, log, url, headers = JOBS.get()
        status, error = None, None
        try:
            parts = urlsplit(url)
            if parts.hostname not in ("127.0.0.1", "localhost", "::1"):
                raise ConnectionRefusedError("only loopback receivers are reachable from here")
            kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
            connection = kind(parts.hostname, parts.port, timeout=5)
            connection.request("POST", (parts.path or "/") + ("?" + parts.query if parts.query else ""), d["payload"], headers)
            status = connection.getresponse().status
            connection.close()
        except Exception as e:
            error = f"{type(e).__name__}: {e}"
        with LOCK:
            finish(w, d, log, status, error)


for _ in range(6):
    threading.Thread(target=sender, daemon=True).start()
