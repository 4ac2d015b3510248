"""On-call: incidents, schedules, escalation, alert sources, paging."""
import json
import re
from datetime import datetime, time as clocktime, timezone
from hashlib import sha1
from zoneinfo import ZoneInfo

from . import clock, db
from .core import E164, Body, digest, dt, fail, iso_offset, parse_time, rid, secret, uuid
from .web import route

P = "/api/v1/oncall"
TIME = re.compile(r"^([01]\d|2[0-3]):[0-5]\d$")
QUIET = 120000          # an alert-opened incident resolves itself this long after its last alert did
FILTERS = {"open": ("open",), "acknowledged": ("acknowledged",), "resolved": ("resolved",), "all": ("open", "acknowledged", "resolved")}
_zones = {}


# ---- the SMS and voice provider -------------------------------------------------
def show_provider(org):
    p = db.one("SELECT * FROM providers WHERE org=?", org)
    if p is None:
        return {"configured": False, "accountSid": "", "fromNumber": "", "updatedAt": ""}
    return {"configured": True, "accountSid": p["account_sid"], "fromNumber": p["from_number"], "updatedAt": iso_offset(p["updated_at"])}


@route("GET", P + "/telephony")
def get_provider(req):
    req.subject.need("oncall.provider.read")
    return show_provider(req.org)


@route("PUT", P + "/telephony")
def set_provider(req):
    s = req.subject
    s.need("oncall.provider.admin")
    b = req.body()
    sid, tok, num = b.str("accountSid", max=100), b.str("authToken", max=400), b.str("fromNumber", max=20)
    if s.orgrow["provider_verify"] == "unreachable":
        fail(502, "the provider cannot be reached")
    if s.orgrow["provider_verify"] == "rejects" or not sid.startswith("AC") or not E164.match(num):
        fail(422, "the provider rejects these credentials")
    db.run("INSERT INTO providers (org, account_sid, auth_token, from_number, updated_at) VALUES (?,?,?,?,?) ON CONFLICT (org) DO UPDATE SET "
           "account_sid=excluded.account_sid, auth_token=excluded.auth_token, from_number=excluded.from_number, updated_at=excluded.updated_at", s.org, sid, digest(tok), num, clock.now())
    return show_provider(s.org)


@route("DELETE", P + "/telephony")
def clear_provider(req):
    req.subject.need("oncall.provider.admin")
    db.run("DELETE FROM providers WHERE org=?", req.org)
    return 204, None


# ---- personal paging settings -----------------------------------------------------
DEFAULT_RULES = [{"channel": "email", "delaySeconds": 0}]


def show_paging(s):
    p = db.one("SELECT * FROM paging WHERE user_id=?", s.user)
    return {"email": s.email, "phone": p["phone"] if p else "", "rules": (json.loads(p["rules"]) if p and p["rules"] else None) or DEFAULT_RULES}


@route("GET", P + "/me/paging")
def get_paging(req):
    req.subject.within("oncall.incident.read")
    return show_paging(req.subject)


@route("PUT", P + "/me/paging")
def save_paging(req):
    s = req.subject
    s.within("oncall.incident.write")
    b = req.body()
    phone = b.str("phone", opt=True, max=20, blank=True)
    rules = [{"channel": r.enum("channel", ("email", "sms", "voice")), "delaySeconds": r.int("delaySeconds", lo=0, hi=86400)} for r in b.objs("rules", max=20)]
    if phone and not E164.match(phone):
        b.no("phone", "must be in E.164 format")
    old = db.one("SELECT * FROM paging WHERE user_id=?", s.user)
    phone = phone if phone is not None else (old["phone"] if old else "")
    if any(r["channel"] != "email" for r in rules):
        if not phone:
            b.no("phone", "is required by rules for sms and voice")
        if not db.val("SELECT 1 FROM providers WHERE org=?", s.org):
            fail(409, "rules for sms and voice need the organization's provider credential")
    db.run("INSERT INTO paging (user_id, phone, rules) VALUES (?,?,?) ON CONFLICT (user_id) DO UPDATE SET phone=excluded.phone, rules=excluded.rules", s.user, phone, json.dumps(rules) if rules else None)
    return show_paging(s)


# ---- schedules -------------------------------------------------------------------------
def zone(name):
    if name not in _zones:
        try:
            if not re.match(r"^[A-Za-z0-9_+/-]{1,64}$", name):
                raise ValueError
            _zones[name] = ZoneInfo(name)
        except Exception:
            return None
    return _zones[name]


def rotation(sch, now):
    """(index of the participant, the next handoff in ms)"""
    z, h = zone(sch["timezone"]), json.loads(sch["handoff"])
    n = len(json.loads(sch["participants"]))
    hh, mm = (int(x) for x in h["time"].split(":"))
    local = dt(now).astimezone(z)
    day = local.date().toordinal()
    at = clocktime(hh, mm)
    if h["interval"] == "daily":
        if local.time() < at:
            day -= 1
        index, nextday = day, day + 1
    else:
        dow = h.get("dow", 1) % 7                  # 0 and 7 are Sunday
        back = (day % 7 - dow) % 7                 # date.toordinal() % 7 is 0 on Sundays
        if back == 0 and local.time() < at:
            back = 7
        start = day - back
        index, nextday = start // 7, start + 7
    d = datetime.fromordinal(nextday).replace(hour=hh, minute=mm, tzinfo=z).astimezone(timezone.utc)
    return index % n, int(d.timestamp() * 1000)


def on_call(sch, now=None):
    """Who is on call: (userId, label, until, override). An active override wins outright, the latest added first."""
    now = clock.now() if now is None else now
    o = db.one("SELECT * FROM overrides WHERE schedule=? AND starts_at<=? AND ends_at>? ORDER BY seq DESC LIMIT 1", sch["id"], now, now)
    if o:
        return o["user_id"], o["label"], o["ends_at"], True
    i, until = rotation(sch, now)
    nxt = db.val("SELECT min(starts_at) FROM overrides WHERE schedule=? AND starts_at>? AND starts_at<?", sch["id"], now, until)
    p = json.loads(sch["participants"])[i]
    return p["userId"], p["label"], nxt or until, False


def show_override(o):
    return {"id": o["id"], "userId": o["user_id"], "label": o["label"], "startsAt": o["starts"], "endsAt": o["ends"]}


def show_schedule(s):
    u, l, until, over = on_call(s)
    return {"id": s["id"], "name": s["name"], "timezone": s["timezone"], "participants": json.loads(s["participants"]), "handoff": json.loads(s["handoff"]),
            "onCallNow": {"userId": u, "label": l, "until": iso_offset(until), "override": over},
            "overrides": [show_override(o) for o in db.all("SELECT * FROM overrides WHERE schedule=? ORDER BY starts_at, seq", s["id"])], "createdAt": iso_offset(s["created_at"])}


def person(b, field, org):
    u = b.str(field)
    if not db.val("SELECT 1 FROM members WHERE org=? AND user_id=?", org, u):
        b.no(field, "is not a person of the organization")
    return u


def read_participants(b, org, opt):
    ps = b.objs("participants", opt=opt, min=1, max=50)
    return None if ps is None else [{"userId": person(p, "userId", org), "label": p.str("label", max=120)} for p in ps]


def read_handoff(b, opt):
    h = b.obj("handoff", opt=opt)
    if h is None:
        return None
    out = {"interval": h.enum("interval", ("daily", "weekly"))}
    dow = h.int("dow", opt=True, lo=0, hi=7)
    if out["interval"] == "weekly":
        out["dow"] = 1 if dow is None else dow
    out["time"] = h.str("time", pattern=TIME, what="must be HH:MM")
    return out


def read_zone(b, opt):
    z = b.str("timezone", opt=opt, max=64)
    if z is not None and zone(z) is None:
        b.no("timezone", "is not a known time zone")
    return z


@route("GET", P + "/rotations")
def list_schedules(req):
    req.subject.need("oncall.schedule.read")
    return {"schedules": [show_schedule(s) for s in db.all("SELECT * FROM schedules WHERE org=? ORDER BY seq", req.org)]}


@route("POST", P + "/rotations")
def create_schedule(req):
    req.subject.need("oncall.schedule.write")
    b = req.body()
    i = "rot-" + rid(12)
    db.insert("schedules", id=i, org=req.org, name=b.str("name", max=120), timezone=read_zone(b, False), participants=json.dumps(read_participants(b, req.org, False)),
              handoff=json.dumps(read_handoff(b, False)), created_at=clock.now())
    return 201, show_schedule(db.one("SELECT * FROM schedules WHERE id=?", i))


def schedule(req):
    req.subject.need("oncall.schedule.write")
    s = db.one("SELECT * FROM schedules WHERE id=? AND org=?", req.params["id"], req.org)
    if s is None:
        fail(404, "no such schedule")
    return s


@route("PATCH", P + "/rotations/{id}")
def update_schedule(req):
    s = schedule(req)
    b = req.body()
    c = {"name": b.str("name", opt=True, max=120), "timezone": read_zone(b, True), "participants": read_participants(b, req.org, True), "handoff": read_handoff(b, True)}
    c = {k: json.dumps(v) if k in ("participants", "handoff") else v for k, v in c.items() if v is not None}
    if c:
        db.update("schedules", "id", s["id"], **c)
    return show_schedule(db.one("SELECT * FROM schedules WHERE id=?", s["id"]))


@route("DELETE", P + "/rotations/{id}")
def delete_schedule(req):
    s = schedule(req)
    for p in db.all("SELECT steps FROM oc_policies WHERE org=?", req.org):
        if any(x["target"]["kind"] == "schedule" and x["target"]["id"] == s["id"] for x in json.loads(p["steps"])):
            fail(409, "an escalation step still targets this schedule")
    db.run("DELETE FROM schedules WHERE id=?", s["id"])
    return 204, None


@route("POST", P + "/rotations/{id}/overrides")
def add_override(req):
    s = schedule(req)
    b = req.body()
    u, l = person(b, "userId", req.org), b.str("label", max=120)
    a, e = b.str("startsAt", max=60), b.str("endsAt", max=60)
    ta, te = parse_time(a), parse_time(e)
    if ta is None:
        b.no("startsAt", "is not a time")
    if te is None:
        b.no("endsAt", "is not a time")
    if te <= ta:
        b.no("endsAt", "must be after startsAt")
    i = "ov-" + rid(12)
    db.insert("overrides", id=i, schedule=s["id"], user_id=u, label=l, starts=a, ends=e, starts_at=ta, ends_at=te)
    return 201, show_override(db.one("SELECT * FROM overrides WHERE id=?", i))


@route("DELETE", P + "/rotations/{id}/overrides/{oid}")
def remove_override(req):
    s = schedule(req)
    if not db.run("DELETE FROM overrides WHERE id=? AND schedule=?", req.params["oid"], s["id"]).rowcount:
        fail(404, "no such override")
    return 204, None


# ---- escalation policies ------------------------------------------------------------------
def show_policy(p):
    return {"id": p["id"], "name": p["name"], "repeat": p["repeat"], "steps": json.loads(p["steps"]),
            "services": db.val("SELECT count(*) FROM oc_services WHERE policy=?", p["id"]), "createdAt": iso_offset(p["created_at"])}


def read_steps(b, org, opt):
    steps = b.objs("steps", opt=opt, min=1, max=20)
    if steps is None:
        return None
    out = []
    for st in steps:
        t = st.obj("target")
        kind, tid, label = t.enum("kind", ("schedule", "user")), t.str("id"), t.str("label", max=120)
        table = "SELECT 1 FROM schedules WHERE org=? AND id=?" if kind == "schedule" else "SELECT 1 FROM members WHERE org=? AND user_id=?"
        if not db.val(table, org, tid):
            t.no("id", f"is not a {kind} of the organization")
        out.append({"target": {"kind": kind, "id": tid, "label": label}, "waitSeconds": st.int("waitSeconds", lo=0, hi=86400)})
    return out


@route("GET", P + "/escalations")
def list_policies(req):
    req.subject.need("oncall.policy.read")
    return {"policies": [show_policy(p) for p in db.all("SELECT * FROM oc_policies WHERE org=? ORDER BY seq DESC", req.org)]}


@route("POST", P + "/escalations")
def create_policy(req):
    req.subject.need("oncall.policy.write")
    b = req.body()
    i = uuid()
    db.insert("oc_policies", id=i, org=req.org, name=b.str("name", max=120), repeat=b.int("repeat", lo=0, hi=20), steps=json.dumps(read_steps(b, req.org, False)), created_at=clock.now())
    return 201, show_policy(db.one("SELECT * FROM oc_policies WHERE id=?", i))


def policy(req):
    req.subject.need("oncall.policy.write")
    p = db.one("SELECT * FROM oc_policies WHERE id=? AND org=?", req.params["id"], req.org)
    if p is None:
        fail(404, "no such escalation policy")
    return p


@route("PATCH", P + "/escalations/{id}")
def update_policy(req):
    p = policy(req)
    b = req.body()
    steps = read_steps(b, req.org, True)
    c = {"name": b.str("name", opt=True, max=120), "repeat": b.int("repeat", opt=True, lo=0, hi=20), "steps": None if steps is None else json.dumps(steps)}
    c = {k: v for k, v in c.items() if v is not None}
    if c:
        db.update("oc_policies", "id", p["id"], **c)
    return show_policy(db.one("SELECT * FROM oc_policies WHERE id=?", p["id"]))


@route("DELETE", P + "/escalations/{id}")
def delete_policy(req):
    p = policy(req)
    if db.val("SELECT 1 FROM oc_services WHERE policy=?", p["id"]):
        fail(409, "a service still references this policy; detach it first")
    db.run("DELETE FROM oc_policies WHERE id=?", p["id"])
    return 204, None


# ---- services -----------------------------------------------------------------------------------
def show_service(s):
    o = {"id": s["id"], "name": s["name"], "createdAt": iso_offset(s["created_at"])}
    if s["policy"] is not None:
        o["escalationPolicyId"] = s["policy"]
    return o


def service_of(org, sid):
    s = db.one("SELECT * FROM oc_services WHERE id=? AND org=?", sid, org)
    if s is None:
        fail(404, "no such service")
    return s


@route("PUT", P + "/services/{id}/escalation")
def attach_policy(req):
    req.subject.need("oncall.service.write")
    s = service_of(req.org, req.params["id"])
    d = req.json()
    b = Body(d)
    if "escalationPolicyId" not in d:
        b.no("escalationPolicyId", "is required; null detaches")
    pid = d["escalationPolicyId"]
    if pid is not None:
        pid = b.str("escalationPolicyId")
        if not db.val("SELECT 1 FROM oc_policies WHERE id=? AND org=?", pid, req.org):
            fail(404, "no such escalation policy")
    db.update("oc_services", "id", s["id"], policy=pid)
    return show_service(db.one("SELECT * FROM oc_services WHERE id=?", s["id"]))


@route("GET", P + "/services", op=False)
def list_services(req):
    req.subject.need("oncall.service.read")
    return {"services": [show_service(s) for s in db.all("SELECT * FROM oc_services WHERE org=? ORDER BY seq", req.org)]}


@route("POST", P + "/services", op=False)
def create_service(req):
    req.subject.need("oncall.service.write")
    name = req.body().str("name", max=120)
    i = "ocs-" + rid(12)
    db.insert("oc_services", id=i, org=req.org, name=name, created_at=clock.now())
    return 201, show_service(db.one("SELECT * FROM oc_services WHERE id=?", i))


# ---- alert sources ----------------------------------------------------------------------------------
@route("GET", P + "/sources")
def list_sources(req):
    req.subject.need("oncall.source.read")
    return {"sources": [{"id": s["id"], "name": s["name"], "serviceId": s["service"], "createdAt": iso_offset(s["created_at"]), "lastEventAt": iso_offset(s["last_event"]) if s["last_event"] else ""}
                        for s in db.all("SELECT * FROM alert_sources WHERE org=? AND revoked_at IS NULL ORDER BY seq", req.org)]}


@route("POST", P + "/sources")
def create_source(req):
    req.subject.need("oncall.source.write")
    b = req.body()
    name, sid = b.str("name", max=120), b.str("serviceId")
    service_of(req.org, sid)
    i, tok, now = "src-" + rid(12), secret("ast_", 30), clock.now()
    db.insert("alert_sources", id=i, org=req.org, name=name, service=sid, hash=digest(tok), created_at=now)
    return 201, {"id": i, "name": name, "serviceId": sid, "token": tok, "createdAt": iso_offset(now)}


@route("DELETE", P + "/sources/{id}")
def revoke_source(req):
    req.subject.need("oncall.source.write")
    s = db.one("SELECT * FROM alert_sources WHERE id=? AND org=?", req.params["id"], req.org)
    if s is None:
        fail(404, "no such alert source")
    if s["revoked_at"] is None:
        db.update("alert_sources", "id", s["id"], revoked_at=clock.now())
    return 204, None


@route("POST", P + "/ingest/{id}", who="nobody", op=False)
def receive_alerts(req):
    kind, _, value = req.headers.get("authorization", "").partition(" ")
    s = db.one("SELECT * FROM alert_sources WHERE id=?", req.params["id"])
    if s is None or s["revoked_at"] is not None or kind.lower() != "bearer" or digest(value.strip()) != s["hash"]:
        fail(401, "no valid alert source token")
    b = req.body(status=400)
    alerts = b.objs("alerts", max=1000)
    group = b.d.get("commonAnnotations") or {}
    for a in alerts:
        labels = {k: str(v) for k, v in (a.d.get("labels") or {}).items()}
        notes = {k: str(v) for k, v in (a.d.get("annotations") or {}).items()}
        fp = a.str("fingerprint", opt=True) or sha1(json.dumps(labels, sort_keys=True).encode()).hexdigest()[:16]
        status = a.enum("status", ("firing", "resolved"), opt=True) or b.d.get("status", "firing")
        if status == "firing":
            fire(s["org"], s["service"], fp, notes.get("summary") or labels.get("alertname") or group.get("summary") or fp, labels, notes, parse_time(a.d.get("startsAt")) or clock.now())
        else:
            unfire(s["service"], fp, clock.now())
    db.update("alert_sources", "id", s["id"], last_event=clock.now())
    return 202, None


# ---- incidents ------------------------------------------------------------------------------------------
INCIDENT = ("SELECT i.*, s.name AS service_name, (SELECT count(*) FROM alerts a WHERE a.incident=i.id AND a.status='firing') AS firing "
            "FROM incidents i JOIN oc_services s ON s.id=i.service WHERE ")


def show_incident(i):
    o = {"id": i["id"], "serviceId": i["service"], "serviceName": i["service_name"], "title": i["title"],
         "status": i["status"], "openedAt": iso_offset(i["opened_at"]), "firingAlerts": i["firing"]}
    if i["acked_at"] is not None:
        o["acknowledgedAt"] = iso_offset(i["acked_at"])
    if i["resolved_at"] is not None:
        o["resolvedAt"] = iso_offset(i["resolved_at"])
    return o


def firing(iid):
    return db.val("SELECT count(*) FROM alerts WHERE incident=? AND status='firing'", iid)


def note(iid, kind, text):
    db.insert("timeline", incident=iid, at=clock.now(), kind=kind, note=text)


def get(iid):
    return db.one(INCIDENT + "i.id=?", iid)


@route("GET", P + "/incidents")
def list_incidents(req):
    req.subject.need("oncall.incident.read")
    st = req.query.get("status")
    if st is not None and st not in FILTERS:
        fail(422, "status is one of " + ", ".join(FILTERS))
    states = FILTERS[st] if st else ("open", "acknowledged")
    return {"incidents": [show_incident(i) for i in db.all(INCIDENT + f"i.org=? AND i.status IN ({','.join('?' * len(states))}) ORDER BY i.seq DESC LIMIT 100", req.org, *states)]}


def open_incident(org, service, title, description, manual):
    n = (db.val("SELECT seq FROM sqlite_sequence WHERE name='incidents'") or 1000) + 1
    iid = f"INC-{n}"
    db.insert("incidents", seq=n, id=iid, org=org, service=service, title=title, description=description, status="open", manual=int(manual), opened_at=clock.now())
    note(iid, "opened", "opened by hand" if manual else "opened by an alert")
    p = db.one("SELECT p.* FROM oc_services s JOIN oc_policies p ON p.id=s.policy WHERE s.id=?", service)
    if p is not None:
        step(iid, p["id"], 0, 0)
    else:
        note(iid, "not-paged", "the service has no escalation policy")
    return get(iid)


@route("POST", P + "/incidents")
def open_manual(req):
    req.subject.need("oncall.incident.write")
    b = req.body()
    sid, title, desc = b.str("serviceId"), b.str("title", max=300), b.str("description", opt=True, max=10000, blank=True)
    service_of(req.org, sid)
    return 201, show_incident(open_incident(req.org, sid, title, desc, True))


def incident(req, perm):
    req.subject.need(perm)
    i = db.one(INCIDENT + "i.id=? AND i.org=?", req.params["id"], req.org)
    if i is None:
        fail(404, "no such incident")
    return i


@route("GET", P + "/incidents/{id}")
def get_incident(req):
    i = incident(req, "oncall.incident.read")
    o = show_incident(i)
    o["origin"] = "manual" if i["manual"] else "alert"
    if i["description"] is not None:
        o["description"] = i["description"]
    if i["acked_by"]:
        o["acknowledgedBy"] = i["acked_by"]
    if i["resolved_by"]:
        o["resolvedBy"] = i["resolved_by"]
    o["alerts"] = []
    for a in db.all("SELECT * FROM alerts WHERE incident=? ORDER BY seq", i["id"]):
        x = {"fingerprint": a["fingerprint"], "status": a["status"], "title": a["title"], "labels": json.loads(a["labels"]), "annotations": json.loads(a["annotations"]),
             "startsAt": iso_offset(a["starts_at"]), "notifications": a["notified"]}
        if a["ends_at"] is not None:
            x["endsAt"] = iso_offset(a["ends_at"])
        o["alerts"].append(x)
    o["timeline"] = [{"at": iso_offset(t["at"]), "kind": t["kind"], "text": t["note"]} for t in db.all("SELECT * FROM timeline WHERE incident=? ORDER BY seq", i["id"])]
    o["publicUpdates"] = show_updates(i["id"])
    return o


@route("PUT", P + "/incidents/{id}/ack")
def acknowledge(req):
    i = incident(req, "oncall.incident.write")
    if i["status"] != "open":
        fail(409, f"the incident is {i['status']}")
    s = req.subject
    db.update("incidents", "id", i["id"], status="acknowledged", acked_at=clock.now(), acked_by=s.user)
    clock.cancel("OncallIncident", i["id"], "escalation.step")
    clock.cancel("OncallIncident", i["id"], "escalation.page")
    note(i["id"], "acknowledged", f"acknowledged by {s.label}")
    return show_incident(get(i["id"]))


def resolve(iid, by, text):
    db.update("incidents", "id", iid, status="resolved", resolved_at=clock.now(), resolved_by=by)
    db.run("UPDATE alerts SET status='closed' WHERE incident=? AND status='firing'", iid)
    clock.cancel("OncallIncident", iid)
    note(iid, "resolved", text)


@route("PUT", P + "/incidents/{id}/resolve")
def resolve_incident(req):
    i = incident(req, "oncall.incident.write")
    if i["status"] != "resolved":
        resolve(i["id"], req.subject.user, f"resolved by {req.subject.label}")
    return show_incident(get(i["id"]))


def show_updates(iid):
    return [{"id": u["id"], "at": iso_offset(u["at"]), "body": u["body"], "byLabel": u["by_label"]} for u in db.all("SELECT * FROM updates WHERE incident=? ORDER BY seq DESC", iid)]


@route("POST", P + "/incidents/{id}/public-updates")
def publish_update(req):
    i = incident(req, "oncall.incident.write")
    text = req.body().str("body", max=10000)
    uid, now = "pu-" + rid(12), clock.now()
    db.insert("updates", id=uid, incident=i["id"], at=now, body=text, by_label=req.subject.label)
    return 201, {"id": uid, "at": iso_offset(now), "body": text, "byLabel": req.subject.label}


@route("DELETE", P + "/incidents/{id}/public-updates/{uid}")
def retract_update(req):
    i = incident(req, "oncall.incident.write")
    if not db.run("DELETE FROM updates WHERE id=? AND incident=?", req.params["uid"], i["id"]).rowcount:
        fail(404, "no such update")
    return 204, None


def status_page(services):
    """The public view: only incidents with an update, and only what was published."""
    out = []
    for i in db.all(f"SELECT * FROM incidents WHERE service IN ({','.join('?' * len(services))}) AND id IN (SELECT incident FROM updates) ORDER BY seq DESC", *services):
        o = {"id": i["id"], "serviceId": i["service"], "title": i["title"], "status": i["status"], "openedAt": iso_offset(i["opened_at"]), "updates": show_updates(i["id"])}
        if i["resolved_at"] is not None:
            o["resolvedAt"] = iso_offset(i["resolved_at"])
        out.append(o)
    return out


@route("GET", P + "/public/{serviceId}", who="nobody", op=False)
def get_status_page(req):
    s = db.one("SELECT * FROM oc_services WHERE id=?", req.params["serviceId"])
    if s is None:
        fail(404, "no such status page")
    return {"serviceId": s["id"], "serviceName": s["name"], "incidents": status_page([s["id"]])}


# ---- alerts ------------------------------------------------------------------------------------------------
def fire(org, service, fp, title, labels, annotations, starts):
    """(incident, opened)"""
    i = db.one("SELECT * FROM incidents WHERE service=? AND status<>'resolved' ORDER BY seq DESC LIMIT 1", service)
    opened = i is None
    if opened:
        i = open_incident(org, service, title[:300], None, False)
    a = db.one("SELECT * FROM alerts WHERE incident=? AND fingerprint=?", i["id"], fp)
    if a is None:
        db.insert("alerts", incident=i["id"], service=service, fingerprint=fp, status="firing", title=title, labels=json.dumps(labels), annotations=json.dumps(annotations), starts_at=starts)
        note(i["id"], "alert-firing", title)
    else:
        db.update("alerts", "seq", a["seq"], status="firing", ends_at=None, notified=a["notified"] + 1)
        if a["status"] != "firing":
            note(i["id"], "alert-firing", title)
    clock.cancel("OncallIncident", i["id"], "incident.quiet")
    return get(i["id"]), opened


def unfire(service, fp, ends):
    """The incident of the alert, or None if it never fired."""
    a = db.one("SELECT * FROM alerts WHERE service=? AND fingerprint=? ORDER BY seq DESC LIMIT 1", service, fp)
    if a is None:
        return None
    i = get(a["incident"])
    if a["status"] == "firing":
        db.update("alerts", "seq", a["seq"], status="resolved", ends_at=ends)
        note(i["id"], "alert-resolved", a["title"])
        if not i["manual"] and not firing(i["id"]):
            clock.schedule("incident.quiet", clock.now() + QUIET, "OncallIncident", i["id"])
    return get(i["id"])


@clock.timer("incident.quiet")
def _quiet(eid):
    i = get(eid)
    if i["status"] != "resolved" and not firing(eid):
        resolve(eid, None, "resolved by itself: no alert is firing any more")


# ---- escalation ------------------------------------------------------------------------------------------------
@clock.timer("escalation.step")
def _step(eid, policy, index, round):
    step(eid, policy, index, round)


def step(iid, policy_id, index, round):
    i, p = get(iid), db.one("SELECT * FROM oc_policies WHERE id=?", policy_id)
    if i["status"] != "open" or p is None:
        return
    steps = json.loads(p["steps"])
    if index >= len(steps):
        return
    st = steps[index]
    t = st["target"]
    user = t["id"]
    if t["kind"] == "schedule":
        sch = db.one("SELECT * FROM schedules WHERE id=?", t["id"])
        user = on_call(sch)[0] if sch else None
    note(iid, "escalated", f"step {index + 1}, round {round + 1}: {t['label']}")
    if user is not None:
        s = db.one("SELECT * FROM paging WHERE user_id=?", user)
        for r in (json.loads(s["rules"]) if s and s["rules"] else DEFAULT_RULES):
            if r["delaySeconds"] == 0:
                page(iid, user, r["channel"], index, round)
            else:
                clock.schedule("escalation.page", clock.now() + r["delaySeconds"] * 1000, "OncallIncident", iid, user=user, channel=r["channel"], index=index, round=round)
    nxt = (index + 1, round) if index + 1 < len(steps) else (0, round + 1)
    if nxt[1] <= p["repeat"]:
        clock.schedule("escalation.step", clock.now() + st["waitSeconds"] * 1000, "OncallIncident", iid, policy=policy_id, index=nxt[0], round=nxt[1])


@clock.timer("escalation.page")
def _page(eid, user, channel, index, round):
    if get(eid)["status"] == "open":
        page(eid, user, channel, index, round)


def page(iid, user, channel, index, round):
    i, u = get(iid), db.one("SELECT * FROM users WHERE id=?", user)
    if u is None:
        return
    dest, error = u["email"], None
    if channel != "email":
        s = db.one("SELECT * FROM paging WHERE user_id=?", user)
        dest = s["phone"] if s else ""
        how = db.val("SELECT provider_pages FROM orgs WHERE id=?", i["org"])
        if not db.val("SELECT 1 FROM providers WHERE org=?", i["org"]):
            error = "no-credential"
        elif not dest:
            error = "no-phone"
        elif how == "rejects":
            error = "provider-rejected"
        elif how == "unreachable":
            error = "provider-unreachable"
    db.insert("pages", org=i["org"], at=clock.now(), incident=iid, user_id=user, channel=channel, dest=dest, step=index, round=round, outcome="failed" if error else "sent", error=error)
    note(iid, "page-failed" if error else "paged", f"{u['label']} by {channel}" + (f": {error}" if error else ""))
