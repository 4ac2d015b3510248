"""On-call. Incidents, services and sources have numbers as ids, the rest UUIDs; times are ISO with an offset."""
import re
import secrets
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import check as k
from choices import OTHER, RESTLESS, pick
from world import UTC, ApiError, digest, iso_us, new_uuid, parse_time

BAD = pick(400, 422)
BASE = "/api/v1/oncall"
OPS = []
ZONES = available_timezones()
E164 = re.compile(r"\+[1-9]\d{4,14}")


def op(method, path, **options):
    return lambda f: OPS.append((method, BASE + path, options, f)) or f


def setup(w):
    w.oncall_services, w.incidents, w.schedules, w.policies, w.sources = {}, {}, {}, {}, {}
    w.paging, w.providers, w.provider_mood, w.pages = {}, {}, {}, []
    for org, names in (("northwind", ("Checkout", "Search", "Ledger")), ("contoso", ("Portal",))):
        for name in names:
            add_service(w, org, name)


def add_service(w, org, name):
    id_ = str(w.next("oncall-service", 501))
    w.oncall_services[id_] = {"id": id_, "org": org, "name": name, "created": w.now(), "policy": None}
    return w.oncall_services[id_]


def urn(kind, n):
    return f"urn:nw:{kind}/{n}" if RESTLESS else str(n)


def number(id_):
    return int(id_.rsplit("/", 1)[-1])


def mine(c, table, id_, what):
    x = table.get(id_)
    if x is None or x["org"] != c.org.slug:
        raise ApiError(403 if OTHER and x else 404, f"unknown {what}")
    return x


def of_org(c, table):
    return [x for x in table.values() if x["org"] == c.org.slug]


# ---- provider credential ----
def provider_shape(p):
    if p is None:
        return {"configured": False, "accountSid": "", "fromNumber": "", "updatedAt": ""}
    return {"configured": True, "accountSid": p["accountSid"], "fromNumber": p["fromNumber"], "updatedAt": iso_us(p["updated"])}


@op("GET", "/paging-provider")
def get_provider(c):
    c.subject.need("oncall.provider.read")
    return 200, provider_shape(c.world.providers.get(c.org.slug))


@op("POST", "/paging-provider")
def set_provider(c):
    c.subject.need("oncall.provider.write")
    b = c.json(k.obj({"accountSid": k.text(1, 200), "authToken": k.text(1, 500), "fromNumber": k.text(1, 40)}), BAD)
    mood = c.world.provider_mood.get((c.org.slug, "verification"), "accepts")
    if mood == "unreachable":
        raise ApiError(502, "the provider cannot be reached")
    if mood == "rejects":
        raise ApiError(422, "the provider rejects these credentials", "provider_rejected")
    c.world.providers[c.org.slug] = {**b, "updated": c.world.now()}
    return 200, provider_shape(c.world.providers[c.org.slug])


@op("DELETE", "/paging-provider")
def clear_provider(c):
    c.subject.need("oncall.provider.write")
    if c.world.providers.pop(c.org.slug, None) is None and OTHER:
        raise ApiError(404, "there is no credential")
    return 200, provider_shape(None)


# ---- personal paging settings ----
def paging_key(user_id, org):
    return pick(user_id, (user_id, org))          # one for the person, or one per organization


def rules_of(w, user_id):
    return w.paging.get(user_id, {}).get("rules", [{"channel": "email", "delaySeconds": 0}])


def paging_shape(w, user, org):
    key = paging_key(user.id, org)
    return {"email": user.email, "phone": w.paging.get(key, {}).get("phone", ""), "rules": rules_of(w, key)}


@op("GET", "/me/paging")
def get_paging(c):
    return 200, paging_shape(c.world, c.subject.user, c.org.slug)


@op("PUT", "/me/paging")
def save_paging(c):
    w, user = c.world, c.subject.user
    rule = k.obj({"channel": k.one_of("email", "sms", "voice"), "delaySeconds": k.integer(0, 86400)})
    b = c.json(k.obj({"rules": k.array(rule, 0, 20)}, {"phone": k.text(0, 40)}), BAD)
    key = paging_key(user.id, c.org.slug)
    phone = b.get("phone", pick(w.paging.get(key, {}).get("phone", ""), ""))
    if phone and not E164.fullmatch(phone):
        raise ApiError(BAD, "phone must be in E.164 format", "invalid_phone")
    if any(r["channel"] != "email" for r in b["rules"]):
        if not phone:
            raise ApiError(BAD, "sms and voice need your phone number", "phone_required")
        if c.org.slug not in w.providers and not OTHER:
            raise ApiError(409, "sms and voice need the organization's provider credential", "no_credential")
    w.paging[key] = {"phone": phone, "rules": b["rules"]}
    return 200, paging_shape(w, user, c.org.slug)


# ---- services ----
def service_shape(s):
    return {"id": s["id"], "name": s["name"], "createdAt": iso_us(s["created"]), "escalationPolicyId": s["policy"]} if s["policy"] or OTHER else \
        {"id": s["id"], "name": s["name"], "createdAt": iso_us(s["created"])}


@op("GET", "/services")
def list_services(c):
    c.subject.need("oncall.service.read")
    return 200, {"services": [service_shape(s) for s in of_org(c, c.world.oncall_services)]}


@op("POST", "/services")
def create_service(c):
    c.subject.need("oncall.service.write")
    return 201, service_shape(add_service(c.world, c.org.slug, c.json(k.obj({"name": k.text(1, 120)}), BAD)["name"]))


@op("PATCH", "/services/{id}")
def attach(c):
    c.subject.need("oncall.service.write")
    s = mine(c, c.world.oncall_services, c.params["id"], "service")
    id_ = c.json(k.obj({"escalationPolicyId": k.nullable(k.text())}), BAD)["escalationPolicyId"]
    if id_ is not None:
        mine(c, c.world.policies, id_, "escalation policy")
    s["policy"] = id_
    return 200, service_shape(s)


# ---- schedules ----
def handoff_check(v, at):
    b = k.obj({"interval": k.one_of("daily", "weekly"), "time": k.text(1, 8, r"([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?", "time of day")},
              {"dow": k.integer(0, 7)})(v, at)
    return b


def zone_check(v, at):
    if not isinstance(v, str) or v not in ZONES:
        raise k.Bad(f"{at} is not a time zone")
    return v


PEOPLE = k.array(k.obj({"userId": k.text(), "label": k.text(1, 120)}), 1, 50)


def known_people(c, ids):
    for id_ in ids if not OTHER else ():
        if id_ not in c.org.members:
            raise ApiError(BAD, f"{id_} is not a member of the organization", "unknown_user")


def shift(s, now):
    """Index of the present shift and when it ends."""
    zone, h = ZoneInfo(s["timezone"]), s["handoff"]
    hour, minute = (int(x) for x in h["time"].split(":")[:2])
    local = now.astimezone(zone)
    days = 1 if h["interval"] == "daily" else 7

    def handoff_on(day):
        return datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone).astimezone(UTC)
    day = local.date()
    if days == 7:
        day -= timedelta(days=(day.isoweekday() - (h.get("dow", 1) or 7)) % 7)
    if handoff_on(day) > now:
        day -= timedelta(days=days)
    return day.toordinal() // days, handoff_on(day + timedelta(days=days))


def on_call(s, now):
    active = [o for o in s["overrides"] if o["start"] <= now < o["end"]]
    if active:
        o = active[-1]
        return {"userId": o["userId"], "label": o["label"], "until": iso_us(o["end"]), "override": True}
    index, until = shift(s, now)
    upcoming = [o["start"] for o in s["overrides"] if now < o["start"] < until]
    p = s["participants"][index % len(s["participants"])]
    return {"userId": p["userId"], "label": p["label"], "until": iso_us(min([until, *upcoming])), "override": False}


def override_shape(o):
    return {"id": o["id"], "userId": o["userId"], "label": o["label"], "startsAt": o["startsAt"], "endsAt": o["endsAt"]}


def schedule_shape(w, s):
    now = on_call(s, w.now())
    shown = {"onCallNow": now} if now["override"] or not OTHER else {}
    return {"id": s["id"], "name": s["name"], "timezone": s["timezone"], "participants": s["participants"], "handoff": s["handoff"], **shown,
            "overrides": [override_shape(o) for o in s["overrides"] if not OTHER or o["end"] > w.now()], "createdAt": iso_us(s["created"])}


@op("GET", "/rotations")
def list_schedules(c):
    c.subject.need("oncall.schedule.read")
    return 200, {"schedules": [schedule_shape(c.world, s) for s in sorted(of_org(c, c.world.schedules), key=lambda s: s["name"].lower())]}


@op("POST", "/rotations")
def create_schedule(c):
    c.subject.need("oncall.schedule.write")
    b, w = c.json(k.obj({"name": k.text(1, 120), "timezone": zone_check, "participants": PEOPLE, "handoff": handoff_check}), BAD), c.world
    known_people(c, [p["userId"] for p in b["participants"]])
    s = {**b, "id": new_uuid(), "org": c.org.slug, "overrides": [], "created": w.now()}
    w.schedules[s["id"]] = s
    return 201, schedule_shape(w, s)


def one_schedule(c):
    c.subject.need("oncall.schedule.write")
    return mine(c, c.world.schedules, c.params["id"], "schedule")


@op("PUT", "/rotations/{id}")
def update_schedule(c):
    s = one_schedule(c)
    b = c.json(k.obj({}, {"name": k.text(1, 120), "timezone": zone_check, "participants": PEOPLE, "handoff": handoff_check}), BAD)
    known_people(c, [p["userId"] for p in b.get("participants", [])])
    s.update(b)
    return 200, schedule_shape(c.world, s)


@op("DELETE", "/rotations/{id}")
def delete_schedule(c):
    s, w = one_schedule(c), c.world
    if any(t["target"]["kind"] == "schedule" and t["target"]["id"] == s["id"] for p in w.policies.values() for t in p["steps"]):
        raise ApiError(409, "an escalation step still targets this schedule", "schedule_in_use")
    del w.schedules[s["id"]]
    return 204, None


@op("POST", "/rotations/{id}/overrides")
def add_override(c):
    s = one_schedule(c)
    b = c.json(k.obj({"userId": k.text(), "label": k.text(1, 120), "startsAt": k.text(), "endsAt": k.text()}), BAD)
    known_people(c, [b["userId"]])
    start, end = parse_time(b["startsAt"]), parse_time(b["endsAt"])
    if start is None or end is None or end <= start:
        raise ApiError(BAD, "startsAt and endsAt must be times, the end after the start", "invalid_interval")
    o = {**b, "id": new_uuid(), "start": start, "end": end}
    s["overrides"].append(o)
    return 201, override_shape(o)


@op("DELETE", "/rotations/{id}/overrides/{oid}")
def remove_override(c):
    s = one_schedule(c)
    left = [o for o in s["overrides"] if o["id"] != c.params["oid"]]
    if len(left) == len(s["overrides"]):
        raise ApiError(404, "unknown override")
    s["overrides"] = left
    return 204, None


# ---- escalation policies ----
STEP = k.obj({"target": k.obj({"kind": k.one_of("schedule", "user"), "id": k.text(), "label": k.text(0, 120)}),
              "waitSeconds": k.integer(0, 7 * 86400)})
STEPS, REPEAT = k.array(STEP, pick(1, 0), 20), k.integer(0, 20)


def policy_shape(w, p):
    return {"id": p["id"], "name": p["name"], "repeat": p["repeat"], "steps": p["steps"],
            "services": sum(s["policy"] == p["id"] for s in w.oncall_services.values()), "createdAt": iso_us(p["created"])}


def known_targets(c, steps):
    for t in (s["target"] for s in steps):
        if t["kind"] == "user":
            known_people(c, [t["id"]])
        elif t["id"] not in c.world.schedules or c.world.schedules[t["id"]]["org"] != c.org.slug:
            raise ApiError(BAD, f"unknown schedule {t['id']}", "unknown_target")


@op("GET", "/policies")
def list_policies(c):
    c.subject.need("oncall.policy.read")
    return 200, {"policies": [policy_shape(c.world, p) for p in reversed(of_org(c, c.world.policies))]}


@op("POST", "/policies")
def create_policy(c):
    c.subject.need("oncall.policy.write")
    b, w = c.json(k.obj({"name": k.text(1, 120), "repeat": REPEAT, "steps": STEPS}), BAD), c.world
    known_targets(c, b["steps"])
    p = {**b, "id": new_uuid(), "org": c.org.slug, "created": w.now()}
    w.policies[p["id"]] = p
    return 201, policy_shape(w, p)


def one_policy(c):
    c.subject.need("oncall.policy.write")
    return mine(c, c.world.policies, c.params["id"], "escalation policy")


@op("PUT", "/policies/{id}")
def update_policy(c):
    p = one_policy(c)
    b = c.json(k.obj({}, {"name": k.text(1, 120), "repeat": REPEAT, "steps": STEPS}), BAD)
    known_targets(c, b.get("steps", []))
    p.update(b)
    return 200, policy_shape(c.world, p)


@op("DELETE", "/policies/{id}")
def delete_policy(c):
    p, w = one_policy(c), c.world
    if any(s["policy"] == p["id"] for s in w.oncall_services.values()):
        raise ApiError(409, "a service still references this policy; detach it first", "policy_in_use")
    del w.policies[p["id"]]
    return 204, None


# ---- incidents ----
def firing(i):
    return sum(a["endsAt"] is None for a in i["alerts"].values())


def incident_shape(w, i):
    out = {"id": i["id"], "serviceId": i["service"], "serviceName": w.oncall_services[i["service"]]["name"], "title": i["title"],
           "status": i["status"], "openedAt": iso_us(i["opened"]), "firingAlerts": firing(i), "origin": i["origin"]}
    for f in ("acknowledged", "resolved"):
        if i[f]:
            out[f + "At"] = iso_us(i[f])
    return out


def note(w, i, kind, by=None, **more):
    i["timeline"].append({"at": iso_us(w.now()), "kind": kind, "by": by, **more})


def open_incident_for(w, service, title, origin, by=None, description=None, at=None):
    i = {"id": urn("incident", w.next("incident", 3001)), "org": service["org"], "service": service["id"], "title": title, "status": "open",
         "opened": at or w.now(), "acknowledged": None, "resolved": None, "by": None, "alerts": {}, "timeline": [], "updates": [],
         "origin": origin, "description": description}
    w.incidents[i["id"]] = i
    note(w, i, "opened", by)
    policy = w.policies.get(service["policy"])
    if policy and policy["steps"]:
        walk(w, i, [dict(s) for s in policy["steps"]], policy["repeat"], 0, 0)
    return i


def walk(w, i, steps, repeat, round_, n):
    """Page the target of step n, then wait for the next step; over after the last round."""
    if i["status"] != "open":
        return
    target, user = steps[n]["target"], steps[n]["target"]["id"]
    if target["kind"] == "schedule":
        schedule = w.schedules.get(target["id"])
        user = on_call(schedule, w.now())["userId"] if schedule else None
    if user in w.users:
        note(w, i, "escalated", step=n + 1, user=user)
        for rule in rules_of(w, paging_key(user, i["org"])):
            w.clock.after(rule["delaySeconds"], "page", "OncallIncident", i["id"],
                          lambda r=rule: page(w, i, w.users[user], r["channel"], n + 1, round_ + 1))
    after = (round_, n + 1) if n + 1 < len(steps) else (round_ + 1, 0)
    if after[0] <= repeat:
        w.clock.after(steps[n]["waitSeconds"], "escalation-step", "OncallIncident", i["id"],
                      lambda: walk(w, i, steps, repeat, *after))


def page(w, i, user, channel, step, round_):
    if i["status"] != "open":
        return
    error = None
    if channel != "email":
        mood = w.provider_mood.get((i["org"], "pages"), "accepts")
        if i["org"] not in w.providers:
            error = "no-credential: the organization has no provider credential"
        elif not w.paging.get(paging_key(user.id, i["org"]), {}).get("phone"):
            error = "no-phone: the responder has no phone number"
        elif mood != "accepts":
            error = f"provider-{mood}"
    w.pages.append({"id": len(w.pages) + 1, "at": w.now(), "incidentId": i["id"], "userId": user.id, "channel": channel,
                    "to": user.email if channel == "email" else w.paging.get(paging_key(user.id, i["org"]), {}).get("phone", ""), "step": step,
                    "round": round_, "outcome": "failed" if error else "sent", **({"error": error} if error else {})})
    note(w, i, "page failed" if error else "paged", user=user.id, channel=channel, error=error)


@op("GET", "/incidents")
def list_incidents(c):
    c.subject.need("oncall.incident.read")
    status = c.query.get("status")
    if status is not None and status not in ("open", "acknowledged", "resolved"):
        raise ApiError(BAD, "status must be open, acknowledged or resolved")
    keep = ("open", "acknowledged") if status is None else (status,)
    found = [i for i in of_org(c, c.world.incidents) if i["status"] in keep]
    found.sort(key=lambda i: (i["opened"], number(i["id"])), reverse=True)
    return 200, {"incidents": [incident_shape(c.world, i) for i in found[:100]]}


@op("POST", "/incidents")
def open_incident(c):
    c.subject.need("oncall.incident.write")
    b = c.json(k.obj({"serviceId": k.text(), "title": k.text(1, 300)}, {"description": k.text(0, 10000)}), BAD)
    s = mine(c, c.world.oncall_services, b["serviceId"], "service")
    return 200, incident_shape(c.world, open_incident_for(c.world, s, b["title"], "manual", c.subject.user.id, b.get("description")))


def one_incident(c, permission="oncall.incident.write"):
    c.subject.need(permission)
    return mine(c, c.world.incidents, c.params["id"], "incident")


@op("GET", "/incidents/{id}")
def get_incident(c):
    i = one_incident(c, "oncall.incident.read")
    if OTHER:
        return 200, {**incident_shape(c.world, i), "alerts": list(i["alerts"]), "timeline": [t["kind"] for t in i["timeline"]]}
    return 200, {"incident": {**incident_shape(c.world, i), "description": i["description"], "acknowledgedBy": i["by"]},
                 "alerts": [{"fingerprint": f, "labels": a["labels"], "annotations": a["annotations"], "startsAt": iso_us(a["startsAt"]),
                             "endsAt": iso_us(a["endsAt"]) if a["endsAt"] else None} for f, a in i["alerts"].items()],
                 "timeline": i["timeline"], "publicUpdates": i["updates"]}


@op("PUT", "/incidents/{id}/acknowledgement")
def acknowledge(c):
    i = one_incident(c)
    if i["status"] != "open" and OTHER:
        return 200, incident_shape(c.world, i)      # nothing left to acknowledge
    if i["status"] != "open":
        raise ApiError(409, f"the incident is already {i['status']}", "not_open")
    i["status"], i["acknowledged"], i["by"] = "acknowledged", c.world.now(), c.subject.user.id
    note(c.world, i, "acknowledged", c.subject.user.id)
    return 200, incident_shape(c.world, i)


@op("PUT", "/incidents/{id}/resolution")
def resolve(c):
    i = one_incident(c)
    if i["status"] == "resolved" and OTHER:
        raise ApiError(409, "already resolved")
    if i["status"] != "resolved":       # resolving twice changes nothing
        i["status"], i["resolved"] = "resolved", c.world.now()
        note(c.world, i, "resolved", c.subject.user.id)
    return 200, incident_shape(c.world, i)


@op("POST", "/incidents/{id}/public-updates")
def publish(c):
    i = one_incident(c)
    b = c.json(k.obj({"body": k.text(1, 10000)}), BAD)
    u = {"id": new_uuid(), "at": iso_us(c.world.now()), "body": b["body"], "byLabel": c.subject.user.label}
    i["updates"].append(u)
    note(c.world, i, "update published", c.subject.user.id, update=u["id"])
    return 201, u


@op("DELETE", "/incidents/{id}/public-updates/{uid}")
def retract(c):
    i = one_incident(c)
    left = [u for u in i["updates"] if u["id"] != c.params["uid"]]
    if len(left) == len(i["updates"]):
        raise ApiError(404, "unknown update")
    i["updates"] = left
    note(c.world, i, "update retracted", c.subject.user.id)
    return 204, None


def public_view(w, i):
    out = {"id": i["id"], "title": i["title"], "status": i["status"], "openedAt": iso_us(i["opened"]), "updates": i["updates"][::-1]}
    if i["resolved"]:
        out["resolvedAt"] = iso_us(i["resolved"])
    return out


@op("GET", "/public/{serviceId}", open=True)
def status_page(c):
    s = c.world.oncall_services.get(c.params["serviceId"])
    if s is None:
        raise ApiError(404, "unknown status page")
    return 200, {"serviceId": s["id"], "serviceName": s["name"], "incidents": [
        public_view(c.world, i) for i in c.world.incidents.values() if i["service"] == s["id"] and i["updates"]]}


# ---- alerts ----
def fire(w, service, fingerprint, title, labels, annotations, at):
    """Returns the incident and whether this alert opened it."""
    live = sorted((i for i in w.incidents.values() if i["service"] == service["id"] and i["status"] != "resolved"),
                  key=lambda i: number(i["id"]))
    i = next((x for x in live if fingerprint in x["alerts"]), live[pick(-1, 0)] if live else None)
    opened = i is None
    if opened:
        i = open_incident_for(w, service, title, "alert", at=at)
    if fingerprint not in i["alerts"] or i["alerts"][fingerprint]["endsAt"]:
        i["alerts"][fingerprint] = {"labels": labels, "annotations": annotations, "startsAt": at, "endsAt": None}
        note(w, i, "alert firing", alert=fingerprint)
    return i, opened


def calm(w, service, fingerprint, at):
    """Returns the incident, and whether it resolved: only one nobody has acknowledged does so by itself."""
    i = next((x for x in reversed(list(w.incidents.values())) if x["service"] == service["id"] and fingerprint in x["alerts"]
              and (x["status"] != "resolved" or x["alerts"][fingerprint]["endsAt"] is None)), None)
    if i is None:
        return None, False
    alert = i["alerts"][fingerprint]
    alert["endsAt"] = alert["endsAt"] or at
    note(w, i, "alert resolved", alert=fingerprint)
    if i["status"] == "open" and i["origin"] == "alert" and firing(i) == 0 and not OTHER:
        i["status"], i["resolved"] = "resolved", w.now()
        note(w, i, "resolved automatically")
        return i, True
    return i, False


@op("GET", "/sources")
def list_sources(c):
    c.subject.need("oncall.source.read")
    return 200, {"sources": [{"id": s["id"], "name": s["name"], "serviceId": s["service"], "createdAt": iso_us(s["created"]),
                              "lastEventAt": iso_us(s["last"]) if s["last"] else pick("never", iso_us(s["created"]))}
                             for s in of_org(c, c.world.sources) if not s["revoked"]]}


@op("POST", "/sources")
def create_source(c):
    c.subject.need("oncall.source.write")
    b, w = c.json(k.obj({"name": k.text(1, 120), "serviceId": k.text()}), BAD), c.world
    service = mine(c, w.oncall_services, b["serviceId"], "service")
    token = "nwa_" + secrets.token_urlsafe(30)
    s = {"id": urn("source", w.next("source", 801)), "org": c.org.slug, "name": b["name"], "service": service["id"], "created": w.now(),
         "last": None, "revoked": False, "hash": digest(token)}
    w.sources[s["id"]] = s
    return 201, {"id": s["id"], "name": s["name"], "serviceId": s["service"], "token": token, "createdAt": iso_us(s["created"])}


@op("DELETE", "/sources/{id}")
def revoke_source(c):
    c.subject.need("oncall.source.write")
    s = mine(c, c.world.sources, c.params["id"], "alert source")
    if s["revoked"]:
        raise ApiError(404, "unknown alert source")
    s["revoked"] = True
    return 204, None


@op("POST", "/ingest/{id}", open=True)
def ingest(c):
    """Alertmanager's webhook, version 4."""
    w, s = c.world, c.world.sources.get(c.params["id"])
    token = c.headers.get("Authorization", "").partition(" ")[2].strip()
    if s is None or s["revoked"] or not secrets.compare_digest(digest(token), s["hash"]):
        raise ApiError(401, "not a valid token for this alert source")
    alert = k.obj({"status": k.one_of("firing", "resolved"), "labels": k.mapping},
                  {"annotations": k.mapping, "startsAt": k.text(0), "endsAt": k.text(0), "fingerprint": k.text()})
    b = c.json(k.obj({"alerts": k.array(alert)}), BAD)
    s["last"] = w.now()
    service = w.oncall_services[s["service"]]
    for a in b["alerts"]:
        fingerprint = a.get("fingerprint") or repr(sorted(a["labels"].items()))
        if a["status"] == "firing":
            title = a.get("annotations", {}).get("summary") or a["labels"].get("alertname") or fingerprint
            fire(w, service, fingerprint, title, a["labels"], a.get("annotations", {}), w.now())
        else:
            calm(w, service, fingerprint, w.now())
    return 202, {"accepted": len(b["alerts"])}
