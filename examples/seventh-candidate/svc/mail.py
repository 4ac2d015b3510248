"""Email: send keys, routes, domains, message log, suppressions, webhook endpoints and deliveries."""
import base64
import json
import re
from email.utils import format_datetime

from . import clock, db, outbox
from .auth import ALL
from .core import DOMAIN, digest, dt, fail, is_email, is_http_uri, iso_ms, parse_time, rid, secret, uuid, whole
from .web import Raw, authenticate, backend, gate, route

P = "/api/v1/email"
EVENT_TYPES = ("outbound.sent", "outbound.delivered", "outbound.bounced", "outbound.complained", "inbound.received")
DAY = 86400000
LOG_WINDOW, RAW_WINDOW = 90 * DAY, 30 * DAY
PAGE = 40
RECENT_DELIVERIES = 250
BOUNCE_PCT, COMPLAINT_PCT, PAUSE_WINDOW, PAUSE_MINIMUM = 8.5, 0.75, DAY, 100
VERIFY_AFTER = 700
LOCAL = re.compile(r"^[a-z0-9!#$%&'+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'+/=?^_`{|}~-]+)*$")
PREFIX = re.compile(r"^[a-z0-9!#$%&'+/=?^_`{|}~.-]+\*$")


# ---- send keys ---------------------------------------------------------------
def show_key(k):
    o = {"id": k["id"], "name": k["name"], "keyId": k["key_id"], "domainIds": json.loads(k["domain_ids"]), "createdAt": iso_ms(k["created_at"])}
    if k["last_used"] is not None:
        o["lastUsedAt"] = iso_ms(k["last_used"])
    return o


@route("GET", P + "/keys")
def list_send_keys(req):
    reach = req.subject.some("email.key.read")
    out = []
    for k in db.all("SELECT * FROM send_keys WHERE org=? AND revoked_at IS NULL ORDER BY seq", req.org):
        ids = json.loads(k["domain_ids"])
        if reach == ALL or (ids and all(i in reach for i in ids)):
            out.append(show_key(k))
    return {"sendKeys": out}


@route("POST", P + "/keys")
def create_send_key(req):
    s = req.subject
    reach = s.some("email.key.admin")
    b = req.body()
    name = b.str("name", max=120)
    ids = b.strs("domainIds", opt=True, min=1, max=100)
    for i in ids or ():
        if not db.val("SELECT 1 FROM domains WHERE id=? AND org=?", i, s.org):
            fail(422, f"there is no domain {i}")
    if reach != ALL and not (ids and all(i in reach for i in ids)):
        fail(403, "you may mint keys for your own domains only")
    sec = secret("sk_live_", 32)
    kid = uuid()
    db.insert("send_keys", id=kid, org=s.org, name=name, key_id="SK" + rid(10).upper(), hash=digest(sec), domain_ids=json.dumps(ids or []), created_at=clock.now())
    return 201, {"sendKey": show_key(db.one("SELECT * FROM send_keys WHERE id=?", kid)), "secret": sec}


@route("DELETE", P + "/keys/{id}")
def revoke_send_key(req):
    s = req.subject
    reach = s.some("email.key.admin")
    k = db.one("SELECT * FROM send_keys WHERE id=? AND org=?", req.params["id"], s.org)
    if k is None:
        fail(404, "no such send key")
    ids = json.loads(k["domain_ids"])
    if reach != ALL and not (ids and all(i in reach for i in ids)):
        fail(403, "this key is not for your domains only")
    if k["revoked_at"] is None:
        db.update("send_keys", "id", k["id"], revoked_at=clock.now())
    return 204, None


# ---- domains -------------------------------------------------------------------
def show_domain(d):
    records = []
    for r in db.all("SELECT * FROM dns_records WHERE domain=? ORDER BY id", d["id"]):
        o = {"capability": r["capability"], "type": r["type"], "name": r["name"], "value": r["value"]}
        if r["priority"] is not None:
            o["priority"] = r["priority"]
        records.append(o)
    return {"id": d["id"], "name": d["name"], "sendState": d["send_state"], "receiveState": d["receive_state"], "createdAt": iso_ms(d["created_at"]), "dnsRecords": records}


def domain(req, perm):
    """403 for a domain of the organization outside the subject's grants, 404 for any other."""
    d = db.one("SELECT * FROM domains WHERE id=? AND org=?", req.params["id"], req.org)
    if d is None:
        if not req.subject.reach(perm):
            req.subject.need(perm)
        fail(404, "no such domain")
    req.subject.need(perm, d["id"])
    return d


def make_domain(org, name):
    did = "dom" + rid(15)
    sel = "ctl" + rid(6)
    db.insert("domains", id=did, org=org, name=name, send_state="pending", receive_state="none", selector=sel, created_at=clock.now())
    for kind, rname, value, prio in (("TXT", f"{sel}._domainkey.{name}", "v=DKIM1; k=rsa; p=" + base64.b64encode(digest(did).encode()).decode(), None),
                                     ("TXT", f"bounce.{name}", "v=spf1 include:spf.controlmail.example -all", None),
                                     ("MX", f"bounce.{name}", "feedback.controlmail.example", 10)):
        db.insert("dns_records", domain=did, capability="send", type=kind, name=rname, value=value, priority=prio)
    return did


@route("GET", P + "/domains")
def list_domains(req):
    reach = req.subject.some("email.domain.read")
    return {"domains": [show_domain(d) for d in db.all("SELECT * FROM domains WHERE org=? ORDER BY name", req.org) if reach == ALL or d["id"] in reach]}


@route("POST", P + "/domains")
def create_domain(req):
    s = req.subject
    s.need("email.domain.write")
    b = req.body()
    name = b.str("name", max=300).strip().lower().rstrip(".")
    if not DOMAIN.match(name):
        b.no("name", "is not a domain name")
    if db.val("SELECT 1 FROM domains WHERE name=?", name) or db.val("SELECT 1 FROM domain_claims WHERE name=?", name):
        fail(409, "this domain has a live claim")
    did = make_domain(s.org, name)
    return 201, show_domain(db.one("SELECT * FROM domains WHERE id=?", did))


@route("GET", P + "/domains/{id}")
def get_domain(req):
    return show_domain(domain(req, "email.domain.read"))


@route("DELETE", P + "/domains/{id}")
def delete_domain(req):
    d = domain(req, "email.domain.write")
    clock.cancel("EmailDomain", d["id"])
    for k in db.all("SELECT * FROM send_keys WHERE org=? AND revoked_at IS NULL AND domain_ids LIKE ?", d["org"], f'%"{d["id"]}"%'):
        left = [i for i in json.loads(k["domain_ids"]) if i != d["id"]]
        if left:
            db.update("send_keys", "id", k["id"], domain_ids=json.dumps(left))
        else:  # it must not turn into an unrestricted key
            db.update("send_keys", "id", k["id"], revoked_at=clock.now())
    db.run("DELETE FROM domains WHERE id=?", d["id"])
    return 204, None


def look_up(r):
    """(outcome, observed)"""
    if db.val("SELECT value FROM switches WHERE name='backend.dns'") == "down":
        return "error", None
    if r["published"] is None:
        return "missing", None
    return ("found", r["published"]) if r["published"] == r["value"] else ("mismatch", r["published"])


@route("GET", P + "/domains/{id}/dns")
def get_dns(req):
    d = domain(req, "email.domain.read")
    out = []
    for r in db.all("SELECT * FROM dns_records WHERE domain=? ORDER BY id", d["id"]):
        outcome, seen = look_up(r)
        o = {"capability": r["capability"], "type": r["type"], "name": r["name"], "expected": r["value"], "outcome": outcome}
        if outcome == "mismatch":
            o["observed"] = seen
        if outcome == "error":
            o["detail"] = "SERVFAIL"
        out.append(o)
    return {"records": out}


@clock.timer("domain.verify")
def verify_domain(eid):
    d = db.one("SELECT * FROM domains WHERE id=?", eid)
    if d is None:
        return
    new = {}
    for cap, col in (("send", "send_state"), ("receive", "receive_state")):
        if cap == "receive" and d["receive_state"] == "none":
            continue
        seen = {look_up(r)[0] for r in db.all("SELECT * FROM dns_records WHERE domain=? AND capability=?", eid, cap)}
        if "error" in seen:
            continue
        new[col] = "verified" if seen == {"found"} else "failed" if "mismatch" in seen or d[col] in ("verified", "failed") else "pending"
    if new:
        db.update("domains", "id", eid, **new)


@route("POST", P + "/domains/{id}/check")
def check_domain(req):
    d = domain(req, "email.domain.write")
    if clock.progress["mode"] == "at-once":
        verify_domain(d["id"])
    elif not db.val("SELECT 1 FROM timers WHERE entity='EmailDomain' AND eid=?", d["id"]):
        clock.schedule("domain.verify", clock.now() + VERIFY_AFTER, "EmailDomain", d["id"])
    return 202, {"status": "scheduled"}


@route("POST", P + "/domains/{id}/receive")
def arm_receiving(req):
    d = domain(req, "email.domain.write")
    if d["receive_state"] == "none":
        db.insert("dns_records", domain=d["id"], capability="receive", type="MX", name=d["name"], value="inbound.controlmail.example", priority=5)
        db.update("domains", "id", d["id"], receive_state="pending")
    return show_domain(db.one("SELECT * FROM domains WHERE id=?", d["id"]))


# ---- routes ------------------------------------------------------------------------
def show_route(r):
    return {"id": r["id"], "domainId": r["domain"], "pattern": r["pattern"], "endpointId": r["endpoint"], "createdAt": iso_ms(r["created_at"])}


@route("GET", P + "/routes")
def list_routes(req):
    reach = req.subject.some("email.route.read")
    return {"routes": [show_route(r) for r in db.all("SELECT * FROM routes WHERE org=? ORDER BY seq", req.org) if reach == ALL or r["domain"] in reach]}


@route("POST", P + "/routes")
def create_route(req):
    s = req.subject
    s.some("email.route.write")
    b = req.body()
    did, pattern, eid = b.str("domainId"), b.str("pattern", max=64).strip().lower(), b.str("endpointId")
    d = db.one("SELECT * FROM domains WHERE id=? AND org=?", did, s.org)
    if d is None:
        fail(404, "no such domain")
    s.need("email.route.write", did)
    if pattern != "*" and not LOCAL.match(pattern) and not PREFIX.match(pattern):
        b.no("pattern", "is a local part, a prefix ending in a star, or a star")
    if not db.val("SELECT 1 FROM webhooks WHERE id=? AND org=?", eid, s.org):
        fail(422, "endpointId is not an endpoint of the organization")
    if d["receive_state"] == "none":
        fail(409, "receiving is not armed on this domain")
    if db.val("SELECT 1 FROM routes WHERE domain=? AND pattern=?", did, pattern):
        fail(409, "the domain has a route for this pattern already")
    i = uuid()
    db.insert("routes", id=i, org=s.org, domain=did, pattern=pattern, endpoint=eid, created_at=clock.now())
    return 201, show_route(db.one("SELECT * FROM routes WHERE id=?", i))


@route("DELETE", P + "/routes/{id}")
def delete_route(req):
    s = req.subject
    s.some("email.route.write")
    r = db.one("SELECT * FROM routes WHERE id=? AND org=?", req.params["id"], s.org)
    if r is None:
        fail(404, "no such route")
    s.need("email.route.write", r["domain"])
    db.run("DELETE FROM routes WHERE id=?", r["id"])
    return 204, None


# ---- messages -----------------------------------------------------------------------
def show_message(m):
    o = {"id": m["id"], "direction": m["direction"], "state": m["state"], "from": m["sender"], "to": json.loads(m["rcpt"]), "sizeBytes": m["size"],
         "domainId": m["domain"], "createdAt": iso_ms(m["created_at"]), "stateAt": iso_ms(m["state_at"])}
    if m["cc"]:
        o["cc"] = json.loads(m["cc"])
    for f, c in (("subject", "subject"), ("door", "door"), ("lastError", "last_error")):
        if m[c] is not None:
            o[f] = m[c]
    if m["sent_at"] is not None:
        o["sentAt"] = iso_ms(m["sent_at"])
    return o


@route("GET", P + "/messages")
def list_messages(req):
    reach = req.subject.some("email.message.read")
    q = req.query
    where, args = ["org=?", "created_at>?"], [req.org, clock.now() - LOG_WINDOW]
    if "direction" in q:
        if q["direction"] not in ("send", "receive"):
            fail(422, "direction is send or receive")
        where.append("direction=?")
        args.append(q["direction"])
    for name, col in (("state", "state"), ("domainId", "domain")):
        if name in q:
            where.append(col + "=?")
            args.append(q[name])
    if "to" in q:
        where.append("seq IN (SELECT message FROM recipients WHERE address=?)")
        args.append(q["to"].strip().lower())
    if "since" in q:
        t = parse_time(q["since"].strip().replace(" ", "+"))
        if t is None:
            fail(422, "since is not a time")
        where.append("created_at>=?")
        args.append(t)
    if "cursor" in q:
        try:
            t, n = (int(x) for x in base64.urlsafe_b64decode(q["cursor"] + "==").decode().split("~"))
        except Exception:
            fail(422, "the cursor is not one of ours")
        where.append("(created_at<? OR (created_at=? AND seq<?))")
        args += [t, t, n]
    if reach != ALL:
        where.append(f"domain IN ({','.join('?' * len(reach))})")
        args += list(reach)
    rows = db.all(f"SELECT * FROM messages WHERE {' AND '.join(where)} ORDER BY created_at DESC, seq DESC LIMIT {PAGE + 1}", *args)
    out = {"messages": [show_message(m) for m in rows[:PAGE]]}
    if len(rows) > PAGE:
        last = rows[PAGE - 1]
        out["cursor"] = base64.urlsafe_b64encode(f"{last['created_at']}~{last['seq']}".encode()).decode().rstrip("=")
    return out


def message(req):
    s = req.subject
    reach = s.some("email.message.read")
    m = db.one("SELECT * FROM messages WHERE id=? AND org=?", req.params["id"], s.org)
    if m is None or m["created_at"] <= clock.now() - LOG_WINDOW:
        fail(404, "no such message")
    if reach != ALL:
        s.need("email.message.read", m["domain"])
    return m


@route("GET", P + "/messages/{id}")
def get_message(req):
    m = message(req)
    events = []
    for e in db.all("SELECT * FROM message_events WHERE message=? ORDER BY at, seq", m["id"]):
        o = {"kind": e["kind"], "occurredAt": iso_ms(e["at"])}
        for f, c in (("bounceType", "bounce_type"), ("recipient", "recipient")):
            if e[c] is not None:
                o[f] = e[c]
        if e["detail"] is not None:
            o["detail"] = json.loads(e["detail"])
        events.append(o)
    return {"message": show_message(m), "events": events}


@route("GET", P + "/messages/{id}/content")
def get_content(req):
    m = message(req)
    if m["created_at"] <= clock.now() - RAW_WINDOW:
        fail(404, "the content is past its retention window")
    return 200, Raw(m["raw"].encode(), "message/rfc822")


# ---- settings and suppressions ----------------------------------------------------------
def day_start(ms):
    return ms - ms % DAY


def accepted_on(org, at):
    return db.val("SELECT count(*) FROM messages WHERE org=? AND direction='send' AND created_at>=? AND created_at<?", org, day_start(at), day_start(at) + DAY)


@route("GET", P + "/settings")
def get_settings(req):
    req.subject.some("email.settings.read")
    o = req.subject.orgrow
    out = {"dailyQuota": o["q_daily"], "paused": o["paused_at"] is not None, "bouncePausePct": BOUNCE_PCT, "complaintPausePct": COMPLAINT_PCT,
           "acceptedToday": accepted_on(o["id"], clock.now())}
    if o["paused_at"] is not None:
        out["pausedAt"], out["pauseReason"] = iso_ms(o["paused_at"]), o["pause_reason"]
    return out


def show_suppression(x):
    return {"id": x["id"], "address": x["address"], "reason": x["reason"], "createdAt": iso_ms(x["created_at"])}


def suppress(org, address, reason):
    """The id of a new entry, or None if the address is suppressed already."""
    address = address.lower()
    if db.val("SELECT 1 FROM suppressions WHERE org=? AND address=?", org, address):
        return None
    i = str(810000000 + (db.val("SELECT max(seq) FROM suppressions") or 0) + 1) + rid(3)
    db.insert("suppressions", id=i, org=org, address=address, reason=reason, created_at=clock.now())
    return i


@route("GET", P + "/suppressions")
def list_suppressions(req):
    req.subject.need("email.suppression.read")
    return {"suppressions": [show_suppression(x) for x in db.all("SELECT * FROM suppressions WHERE org=? ORDER BY address", req.org)]}


@route("POST", P + "/suppressions")
def create_suppression(req):
    req.subject.need("email.suppression.write")
    b = req.body()
    address = b.str("address", max=254).strip()
    if not is_email(address):
        b.no("address", "is not an email address")
    i = suppress(req.org, address, "manual")
    if i is None:
        fail(409, "this address is suppressed already")
    return 201, show_suppression(db.one("SELECT * FROM suppressions WHERE id=?", i))


@route("DELETE", P + "/suppressions/{id}")
def delete_suppression(req):
    req.subject.need("email.suppression.write")
    if not db.run("DELETE FROM suppressions WHERE id=? AND org=?", req.params["id"], req.org).rowcount:
        fail(404, "no such suppression")
    return 204, None


# ---- webhook endpoints ------------------------------------------------------------------
def show_webhook(w):
    return {"id": w["id"], "url": w["url"], "eventTypes": json.loads(w["event_types"]), "disabled": bool(w["disabled"]), "createdAt": iso_ms(w["created_at"])}


def read_url(b, opt):
    u = b.str("url", opt=opt, max=2048)
    if u is not None and not is_http_uri(u):
        b.no("url", "must be an http or https URI")
    return u


def read_types(b, opt):
    t = b.strs("eventTypes", opt=opt, min=1, max=20)
    if t is not None:
        if any(x not in EVENT_TYPES for x in t):
            b.no("eventTypes", "may hold " + ", ".join(EVENT_TYPES))
        if len(set(t)) != len(t):
            b.no("eventTypes", "names a type twice")
    return t


@route("GET", P + "/webhooks")
def list_webhooks(req):
    req.subject.need("email.webhook.read")
    return {"webhooks": [show_webhook(w) for w in db.all("SELECT * FROM webhooks WHERE org=? ORDER BY seq", req.org)]}


@route("POST", P + "/webhooks")
def create_webhook(req):
    req.subject.need("email.webhook.write")
    b = req.body()
    url, types = read_url(b, False), read_types(b, False)
    i, sec = "ep." + rid(14), outbox.new_secret()
    db.insert("webhooks", id=i, org=req.org, url=url, event_types=json.dumps(types), secret=sec, created_at=clock.now())
    return 201, {"webhook": show_webhook(db.one("SELECT * FROM webhooks WHERE id=?", i)), "signingSecret": sec}


def webhook(req):
    req.subject.need("email.webhook.write")
    w = db.one("SELECT * FROM webhooks WHERE id=? AND org=?", req.params["id"], req.org)
    if w is None:
        fail(404, "no such endpoint")
    return w


def settled(f):
    """Changes of an endpoint wait for posts under way, so that nothing arrives after the answer."""
    def g(req):
        with db.tx():
            clock.run_due()
            authenticate(req)
        with db.tx():
            gate(req)
            w = webhook(req)
        with outbox.quiet(w["id"]):
            with db.tx():
                return f(req, webhook(req))
    g.__name__ = f.__name__
    return g


@route("PATCH", P + "/webhooks/{id}", own_tx=True)
@settled
def update_webhook(req, w):
    b = req.body()
    url, types, disabled = read_url(b, True), read_types(b, True), b.bool("disabled", opt=True)
    changes = {}
    if url is not None:
        changes["url"] = url
    if types is not None:
        changes["event_types"] = json.dumps(types)
    if disabled is not None:
        changes["disabled"] = int(disabled)
    if changes:
        db.update("webhooks", "id", w["id"], **changes)
    return show_webhook(db.one("SELECT * FROM webhooks WHERE id=?", w["id"]))


@route("DELETE", P + "/webhooks/{id}", own_tx=True)
@settled
def delete_webhook(req, w):
    if db.val("SELECT 1 FROM routes WHERE endpoint=?", w["id"]):
        fail(409, "an inbound route still targets this endpoint")
    db.run("DELETE FROM webhooks WHERE id=?", w["id"])
    db.run("UPDATE deliveries SET state='failed', last_error='the endpoint was deleted' WHERE endpoint=? AND state='pending'", w["id"])
    return 204, None


@route("POST", P + "/webhooks/{id}/rotate-secret", own_tx=True)
@settled
def rotate_secret(req, w):
    sec = outbox.new_secret()
    db.update("webhooks", "id", w["id"], secret=sec)
    return {"signingSecret": sec}


def show_delivery(d):
    o = {"id": d["id"], "endpointId": d["endpoint"], "eventType": d["event_type"], "state": d["state"], "attempts": d["attempts"], "createdAt": iso_ms(d["created_at"])}
    for f, c in (("messageId", "message"), ("lastStatus", "last_status"), ("lastError", "last_error")):
        if d[c] is not None:
            o[f] = d[c]
    if d["delivered_at"] is not None:
        o["deliveredAt"] = iso_ms(d["delivered_at"])
    return o


@route("GET", P + "/webhook-deliveries")
def list_deliveries(req):
    req.subject.need("email.webhook.read")
    where, args = "org=?", [req.org]
    for name, col in (("messageId", "message"), ("endpointId", "endpoint")):
        if name in req.query:
            where += f" AND {col}=?"
            args.append(req.query[name])
    return {"deliveries": [show_delivery(d) for d in db.all(f"SELECT * FROM deliveries WHERE {where} ORDER BY id DESC LIMIT {RECENT_DELIVERIES}", *args)]}


@route("POST", P + "/webhook-deliveries/{id}/redeliver")
def redeliver(req):
    req.subject.need("email.webhook.write")
    d = db.one("SELECT * FROM deliveries WHERE id=? AND org=?", whole(req.params["id"]), req.org)
    if d is None:
        fail(404, "no such delivery")
    w = db.one("SELECT * FROM webhooks WHERE id=?", d["endpoint"])
    if w is None:
        fail(404, "the endpoint of this delivery no longer exists")
    if w["disabled"]:
        fail(409, "the endpoint is disabled")
    return 202, {"id": outbox.enqueue(d["org"], d["endpoint"], d["event_type"], d["message"], d["domain"], d["payload"], d["event_id"])}


# ---- what happens to mail -------------------------------------------------------------------
def payload(event_type, m, at, extra):
    eid = "evt_" + rid(20)
    body = {"event": event_type, "eventId": eid, "occurredAt": iso_ms(at),
            "message": {"id": m["id"], "domainId": m["domain"], "from": m["sender"], "to": json.loads(m["rcpt"]), "subject": m["subject"] or ""}, **extra}
    return eid, json.dumps(body, separators=(",", ":"))


def publish(m, event_type, at, **extra):
    """One delivery for each endpoint that subscribed to the event."""
    ids = []
    for w in db.all("SELECT * FROM webhooks WHERE org=? AND disabled=0 ORDER BY seq", m["org"]):
        if event_type in json.loads(w["event_types"]):
            eid, body = payload(event_type, m, at, extra)
            ids.append(outbox.enqueue(m["org"], w["id"], event_type, m["id"], m["domain"], body, eid))
    return ids


def build_raw(mid, sender, to, cc, subject, text, at, size):
    head = [f"Message-ID: <{mid}@controlmail.example>", "Date: " + format_datetime(dt(at)), f"From: {sender}", "To: " + ", ".join(to)]
    if cc:
        head.append("Cc: " + ", ".join(cc))
    if subject is not None:
        head.append("Subject: " + subject.replace("\r", " ").replace("\n", " "))
    head += ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", ""]
    raw = "\r\n".join(head) + "\r\n" + (text or "") + "\r\n"
    short = (size or 0) - len(raw.encode())
    if short > 0:
        raw += ("." * 74 + "\r\n") * (short // 76) + "." * (short % 76)
    return raw


def store(org, did, direction, state, sender, to, cc, subject, text, size, door, at, sent_at, left_out=()):
    mid = "m-" + rid(20)
    raw = build_raw(mid, sender, to, cc, subject, text, at, size)
    seq = db.insert("messages", id=mid, org=org, domain=did, direction=direction, state=state, sender=sender, rcpt=json.dumps(to), cc=json.dumps(cc) if cc else None,
                    subject=subject, raw=raw, size=len(raw.encode()), door=door, created_at=at, sent_at=sent_at, state_at=at, left_out=json.dumps(list(left_out)))
    for a in {x.lower() for x in list(to) + list(cc or ())}:
        db.insert("recipients", message=seq, address=a)
    return db.one("SELECT * FROM messages WHERE seq=?", seq)


def key_by(secret_value=None, key_id=None):
    if secret_value is not None:
        return db.one("SELECT * FROM send_keys WHERE hash=?", digest(secret_value))
    return db.one("SELECT * FROM send_keys WHERE id=? OR key_id=?", key_id, key_id)


def send(sender, to, cc, subject, text, size, key, door, at):
    """Accepts a message for sending: (message, recipients left out, deliveries). 404 or 409 otherwise."""
    d = db.one("SELECT * FROM domains WHERE name=?", sender.rsplit("@", 1)[-1].lower())
    if d is None or (key is not None and key["org"] != d["org"]):
        fail(404 if key is None else 409, "the sender's domain is not a domain of the organization")
    if key is not None:
        if key["revoked_at"] is not None:
            fail(409, "the send key is revoked")
        ids = json.loads(key["domain_ids"])
        if ids and d["id"] not in ids:
            fail(409, "the send key is not for this domain")
    if d["send_state"] != "verified":
        fail(409, "the domain is not verified for sending")
    org = db.one("SELECT * FROM orgs WHERE id=?", d["org"])
    if org["paused_at"] is not None:
        fail(409, "sending is paused")
    if accepted_on(org["id"], at) >= org["q_daily"]:
        fail(409, "the daily quota is used up")
    everyone = list(to) + list(cc or ())
    out = [a for a in everyone if db.val("SELECT 1 FROM suppressions WHERE org=? AND address=?", org["id"], a.lower())]
    if len(out) == len(everyone):
        fail(409, "every recipient is suppressed")
    m = store(org["id"], d["id"], "send", "sent", sender, to, cc, subject, text, size, door, at, at, out)
    db.insert("message_events", message=m["id"], org=org["id"], kind="sent", at=at)
    if key is not None:
        db.update("send_keys", "id", key["id"], last_used=clock.now())
    return m, out, publish(m, "outbound.sent", at)


def receive(sender, to, cc, subject, text, size, at):
    """(message, route ids, delivery ids)"""
    everyone = list(to) + list(cc or ())
    d = None
    for a in everyone:
        d = d or db.one("SELECT * FROM domains WHERE name=?", a.rsplit("@", 1)[-1].lower())
    if d is None:
        fail(404, "no recipient is at a known domain")
    if d["receive_state"] not in ("pending", "verified"):
        fail(409, "the domain does not receive mail")
    m = store(d["org"], d["id"], "receive", "received", sender, to, cc, subject, text, size, "mx", at, None)
    locals_ = [a.rsplit("@", 1)[0].lower() for a in everyone if a.rsplit("@", 1)[-1].lower() == d["name"]]
    routes, deliveries = [], []
    for r in db.all("SELECT r.*, w.disabled FROM routes r JOIN webhooks w ON w.id=r.endpoint WHERE r.domain=? ORDER BY r.seq", d["id"]):
        p = r["pattern"]
        if any(l.startswith(p[:-1]) if p.endswith("*") else l == p for l in locals_):
            routes.append(r["id"])
            if not r["disabled"]:
                eid, body = payload("inbound.received", m, at, {"routeId": r["id"]})
                deliveries.append(outbox.enqueue(d["org"], r["endpoint"], "inbound.received", m["id"], d["id"], body, eid))
    return m, routes, deliveries


def recipients_of(m, recipient):
    out = {a.lower() for a in json.loads(m["left_out"])}
    everyone = json.loads(m["rcpt"]) + (json.loads(m["cc"]) if m["cc"] else [])
    if recipient is None:
        return [a for a in everyone if a.lower() not in out]
    if recipient.lower() not in [a.lower() for a in everyone]:
        fail(409, "the message was not sent to this address")
    return [recipient]


def happened(m, kind, recipient, at, bounce=None, detail=None):
    """Records what the recipients' servers report: (delivery ids, suppression ids, paused)."""
    if m["direction"] != "send":
        fail(409, "this message was received, not sent")
    deliveries, suppressed = [], []
    for a in recipients_of(m, recipient):
        btype = {"hard": "permanent", "soft": "transient"}.get(bounce)
        det = detail
        if det is None and kind == "bounced":
            det = {"diagnostic": "550 5.1.1 user unknown" if bounce == "hard" else "452 4.2.2 mailbox full"}
        db.insert("message_events", message=m["id"], org=m["org"], kind=kind, bounce_type=btype, recipient=a, detail=json.dumps(det) if det is not None else None, at=at)
        extra = {"recipient": a}
        if btype:
            extra["bounceType"] = btype
        deliveries += publish(m, "outbound." + kind, at, **extra)
        if kind == "complained" or bounce == "hard":
            i = suppress(m["org"], a, "complaint" if kind == "complained" else "bounce")
            if i:
                suppressed.append(i)
    state = "deferred" if bounce == "soft" else kind
    rank = {"sent": 0, "deferred": 1, "delivered": 2, "bounced": 3, "complained": 4}
    if rank[state] >= rank.get(m["state"], 0):
        db.update("messages", "id", m["id"], state=state, state_at=at, **({"last_error": "bounced: " + ("permanent" if bounce == "hard" else "transient")} if bounce else {}))
    return deliveries, suppressed, maybe_pause(m["org"])


def maybe_pause(org):
    o = db.one("SELECT * FROM orgs WHERE id=?", org)
    if o["paused_at"] is not None:
        return True
    since = max(clock.now() - PAUSE_WINDOW, o["counters_from"])
    sent = db.val("SELECT count(*) FROM message_events WHERE org=? AND kind='sent' AND at>=?", org, since)
    if sent < PAUSE_MINIMUM:
        return False
    hard = db.val("SELECT count(*) FROM message_events WHERE org=? AND kind='bounced' AND bounce_type='permanent' AND at>=?", org, since)
    complaints = db.val("SELECT count(*) FROM message_events WHERE org=? AND kind='complained' AND at>=?", org, since)
    for n, pct, what in ((hard, BOUNCE_PCT, "bounce"), (complaints, COMPLAINT_PCT, "complaint")):
        if n * 100.0 / sent >= pct:
            db.update("orgs", "id", org, paused_at=clock.now(), pause_reason=f"{what} rate {n * 100.0 / sent:.1f} % reached {pct} %")
            return True
    return False


@route("POST", P + "/outbox", who="nobody", op=False)
def send_message(req):
    kind, _, value = req.headers.get("authorization", "").partition(" ")
    key = key_by(value.strip()) if kind.lower() == "bearer" and value.strip() else None
    if key is None or key["revoked_at"] is not None:
        fail(401, "no valid send key")
    if not db.val("SELECT email_on FROM orgs WHERE id=?", key["org"]):
        fail(403, "email is not enabled for this organization")
    backend("email")
    b = req.body()
    sender, to, cc = b.str("from"), b.strs("to", min=1, max=50), b.strs("cc", opt=True, max=50)
    for a in [sender] + to + (cc or []):
        if not is_email(a):
            fail(422, f"{a} is not an email address")
    m, _, _ = send(sender, to, cc, b.str("subject", opt=True, max=998, blank=True), b.str("text", opt=True, max=1000000, blank=True), None, key, "http", clock.now())
    return 202, {"id": m["id"]}
