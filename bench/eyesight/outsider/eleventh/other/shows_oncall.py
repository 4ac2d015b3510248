"""Showing sequences for on-call."""
from datetime import datetime, timedelta, timezone

from prove import mistake

O = "oncall.py"


def service(a, n=0, by="olive"):
    return a.ok("GET", "/oncall/services", None, by)["services"][n]["id"]


def incident(a, s, title="t", by="olive"):
    return a.ok("POST", "/oncall/incidents", {"serviceId": s, "title": title}, by)["id"]


def detail(a, i):
    return a.ok("GET", f"/oncall/incidents/{i}")


def ack(a, i, by="olive"):
    return a.ok("PUT", f"/oncall/incidents/{i}/acknowledgement", None, by)


def solve(a, i):
    return a.ok("PUT", f"/oncall/incidents/{i}/resolution")


def schedule(a, people=("u-100", "u-101"), name="s"):
    return a.ok("POST", "/oncall/rotations", {"name": name, "timezone": "UTC", "participants": [{"userId": p, "label": p} for p in people],
                                              "handoff": {"interval": "daily", "time": "09:00"}})["id"]


def step(kind, id_, wait=60):
    return {"target": {"kind": kind, "id": id_, "label": id_}, "waitSeconds": wait}


def policy(a, steps, repeat=0, name="p"):
    return a.ok("POST", "/oncall/policies", {"name": name, "repeat": repeat, "steps": steps})["id"]


def attach(a, s, p):
    return a.ok("PATCH", f"/oncall/services/{s}", {"escalationPolicyId": p})


def pages(a, i):
    return [(p["userId"], p["channel"], p["outcome"]) for p in a.control(f"/pages?incidentId={i}")["pages"]]


def at(hours):
    return (datetime.now(timezone.utc) + timedelta(hours=hours)).isoformat()


PROVIDER = {"accountSid": "AC1", "authToken": "tok-very-secret-1", "fromNumber": "+15550001111"}


@mistake("m-calm-alert-resolves-manual-one", "oncall", "side effect", "ONC-01",
         "When the last alert of a service calms, every open incident of the service without a firing alert is resolved, also a manual one that never had an alert.",
         [(O, '''        note(w, i, "resolved automatically")
''', '''        note(w, i, "resolved automatically")
        for x in w.incidents.values():
            if x["service"] == service["id"] and x["status"] == "open" and firing(x) == 0:
                x["status"], x["resolved"] = "resolved", w.now()
                note(w, x, "resolved automatically")
''')],
         ["an alert fires on a service and opens an incident", "open a manual incident on the same service", "the alert resolves", "read the manual incident"],
         "the manual incident is resolved instead of open")
def _(a):
    s = service(a)
    a.did("alert-fires", alert="cpu", serviceId=s)
    i = incident(a, s)
    a.did("alert-resolves", alert="cpu", serviceId=s)
    return detail(a, i)["incident"]["status"]


@mistake("m-acknowledged-at-lost-on-resolve", "oncall", "schema", "ONC-02",
         "acknowledgedAt is in the answer to acknowledging, but it is gone after the incident has been resolved.",
         [(O, '''        if i[f]:
            out[f + "At"] = iso_us(i[f])''', '''        if i[f] and i["status"] == f:
            out[f + "At"] = iso_us(i[f])''')],
         ["open an incident", "acknowledge it: acknowledgedAt is set", "resolve it"], "the resolved incident has no acknowledgedAt any more", alone=True)
def _(a):
    i = incident(a, service(a))
    return "acknowledgedAt" in ack(a, i), "acknowledgedAt" in solve(a, i)


@mistake("m-late-calm-moves-resolved-at", "oncall", "side effect", "ONC-03",
         "An alert that calms after somebody has resolved its incident resolves it once more and moves resolvedAt.",
         [(O, 'if i["status"] == "open" and i["origin"] == "alert" and firing(i) == 0', 'if i["status"] != "acknowledged" and i["origin"] == "alert" and firing(i) == 0')],
         ["an alert opens an incident", "resolve the incident", "an hour later the alert resolves", "read the incident"],
         "resolvedAt is an hour later than in the answer to resolving")
def _(a):
    a.freeze()
    s = service(a)
    i = a.did("alert-fires", alert="cpu", serviceId=s)["incidentId"]
    before = solve(a, i)["resolvedAt"]
    a.advance("PT1H")
    a.did("alert-resolves", alert="cpu", serviceId=s)
    return detail(a, i)["incident"]["resolvedAt"] == before


@mistake("m-alert-joins-resolved-with-firing", "oncall", "side effect", "ONC-04",
         "A new alert attaches to a resolved incident when that one still has a firing alert.",
         [(O, 'if i["service"] == service["id"] and i["status"] != "resolved"),', 'if i["service"] == service["id"] and (i["status"] != "resolved" or firing(i))),')],
         ["an alert opens an incident and goes on firing", "resolve the incident", "another alert fires on the service"],
         "no new incident is opened; the resolved one gets the alert")
def _(a):
    s = service(a)
    i = a.did("alert-fires", alert="cpu", serviceId=s)["incidentId"]
    solve(a, i)
    b = a.did("alert-fires", alert="disk", serviceId=s)
    return b["opened"], b["incidentId"] == i, len(detail(a, i)["alerts"])


@mistake("m-alert-undoes-acknowledgement", "oncall", "side effect", "ONC-05",
         "A new alert that attaches to an acknowledged incident sets it back to open.",
         [(O, '''        note(w, i, "alert firing", alert=fingerprint)
''', '''        note(w, i, "alert firing", alert=fingerprint)
        if i["status"] == "acknowledged":
            i["status"], i["acknowledged"] = "open", None
''')],
         ["an alert opens an incident", "acknowledge it", "a second alert fires on the service", "read the incident"],
         "status is open instead of acknowledged")
def _(a):
    s = service(a)
    i = a.did("alert-fires", alert="cpu", serviceId=s)["incidentId"]
    ack(a, i)
    b = a.did("alert-fires", alert="disk", serviceId=s)
    return b["incidentId"] == i, b["firingAlerts"], detail(a, i)["incident"]["status"]


@mistake("m-cap-before-filter", "oncall", "order and caps", "ONC-06",
         "The 100 newest incidents are taken first and filtered then: an open one behind 100 newer resolved ones is missing in the working set.",
         [(O, '''    found = [i for i in of_org(c, c.world.incidents) if i["status"] in keep]
    found.sort(key=lambda i: (i["opened"], number(i["id"])), reverse=True)
    return 200, {"incidents": [incident_shape(c.world, i) for i in found[:100]]}''', '''    found = of_org(c, c.world.incidents)
    found.sort(key=lambda i: (i["opened"], number(i["id"])), reverse=True)
    return 200, {"incidents": [incident_shape(c.world, i) for i in found[:100] if i["status"] in keep]}''')],
         ["open an incident", "open 100 more and resolve them", "list incidents without a filter"], "the first incident is not listed", alone=True)
def _(a):
    s = service(a)
    i = incident(a, s)
    for n in range(100):
        solve(a, incident(a, s))
    return [x["id"] == i for x in a.ok("GET", "/oncall/incidents")["incidents"]]


@mistake("m-filtered-list-by-change", "oncall", "order and caps", "ONC-06",
         "With the filter acknowledged or resolved the list is ordered by the time of that change instead of newest first.",
         [(O, 'found.sort(key=lambda i: (i["opened"], number(i["id"])), reverse=True)', 'found.sort(key=lambda i: (i.get(status) or i["opened"], number(i["id"])), reverse=True)')],
         ["open two incidents, one after the other", "acknowledge the second, then the first", "list incidents with status=acknowledged"],
         "the first is listed before the second", alone=True)
def _(a):
    s = service(a)
    one, two = incident(a, s), incident(a, s)
    ack(a, two), ack(a, one)
    return [{one: "first", two: "second"}[x["id"]] for x in a.ok("GET", "/oncall/incidents?status=acknowledged")["incidents"]]


@mistake("m-resolving-publishes", "oncall", "side effect", "ONC-07",
         "Resolving an incident that has public updates publishes one more by itself, so retracting the last written one does not hide the incident.",
         [(O, '''        note(c.world, i, "resolved", c.subject.user.id)
''', '''        note(c.world, i, "resolved", c.subject.user.id)
        if i["updates"]:
            i["updates"].append({"id": new_uuid(), "at": iso_us(c.world.now()), "body": "This incident is resolved.", "byLabel": c.subject.user.label})
''')],
         ["open an incident, publish an update", "resolve the incident", "retract the update", "look at the status page of the service"],
         "the incident is still on the status page, with an update nobody wrote")
def _(a):
    s = service(a)
    i = incident(a, s)
    u = a.ok("POST", f"/oncall/incidents/{i}/public-updates", {"body": "We look into it"})["id"]
    solve(a, i)
    a.ok("DELETE", f"/oncall/incidents/{i}/public-updates/{u}")
    return len(a.did("status-page-viewed", serviceIds=[s])["incidents"])


@mistake("m-update-author-from-acknowledger", "oncall", "side effect", "ONC-07",
         "The author of a public update is the person who acknowledged the incident, not the one who publishes.",
         [(O, '"byLabel": c.subject.user.label}\n    i["updates"].append(u)', '"byLabel": c.world.users[i["by"] or c.subject.user.id].label}\n    i["updates"].append(u)')],
         ["open an incident", "the owner acknowledges it", "the admin publishes an update"], "byLabel is the owner's label", alone=True)
def _(a):
    i = incident(a, service(a))
    ack(a, i)
    return a.ok("POST", f"/oncall/incidents/{i}/public-updates", {"body": "b"}, "abel")["byLabel"]


@mistake("m-detail-drops-calm-alerts", "oncall", "schema", "ONC-08",
         "The detail of an incident has its firing alerts only; one that has calmed is missing.",
         [(O, 'for f, a in i["alerts"].items()],', 'for f, a in i["alerts"].items() if a["endsAt"] is None],')],
         ["two alerts fire on a service", "one of them resolves", "read the incident"], "one alert instead of two")
def _(a):
    s = service(a)
    i = a.did("alert-fires", alert="cpu", serviceId=s)["incidentId"]
    a.did("alert-fires", alert="disk", serviceId=s)
    a.did("alert-resolves", alert="cpu", serviceId=s)
    return [x["fingerprint"] for x in detail(a, i)["alerts"]]


@mistake("m-reorder-is-no-change", "oncall", "order and caps", "ONC-09",
         "Participants are stored only if somebody comes or goes; the same people in another order change nothing.",
         [(O, '''    s.update(b)
    return 200, schedule_shape(c.world, s)''', '''    if {p["userId"] for p in b.get("participants", [])} == {p["userId"] for p in s["participants"]}:
        del b["participants"]
    s.update(b)
    return 200, schedule_shape(c.world, s)''')],
         ["create a schedule with two participants", "update it with the two in the other order"], "participants and the person on call are as before", alone=True)
def _(a):
    p = [{"userId": x, "label": x} for x in ("u-100", "u-101")]
    i = schedule(a)
    before = a.ok("GET", "/oncall/rotations")["schedules"][0]
    after = a.ok("PUT", f"/oncall/rotations/{i}", {"participants": p[::-1]})
    return [x["userId"] for x in after["participants"]], after["onCallNow"]["userId"] != before["onCallNow"]["userId"]


@mistake("m-schedule-of-later-step-deletable", "oncall", "status", "ONC-09",
         "Only the first step of each policy is looked at when a schedule is deleted.",
         [(O, 'for p in w.policies.values() for t in p["steps"]):', 'for p in w.policies.values() for t in p["steps"][:1]):')],
         ["create a schedule and a policy: first step a person, second step the schedule", "delete the schedule"], "204 instead of 409", alone=True)
def _(a):
    i = schedule(a)
    policy(a, [step("user", "u-100"), step("schedule", i)])
    return a.call("DELETE", f"/oncall/rotations/{i}")[0]


@mistake("m-handoff-update-without-time", "oncall", "schema", "ONC-09",
         "Updating a schedule accepts a handoff without time and takes the old time.",
         [(O, '''    b = c.json(k.obj({}, {"name": k.text(1, 120), "timezone": zone_check, "participants": PEOPLE, "handoff": handoff_check}), BAD)''',
           '''    old = lambda v, at: handoff_check({**s["handoff"], **v} if isinstance(v, dict) else v, at)
    b = c.json(k.obj({}, {"name": k.text(1, 120), "timezone": zone_check, "participants": PEOPLE, "handoff": old}), BAD)''')],
         ["create a schedule", "update it with {handoff: {interval: weekly}}"], "it is accepted; it must be refused, time is required inside handoff", alone=True)
def _(a):
    return a.call("PUT", f"/oncall/rotations/{schedule(a)}", {"handoff": {"interval": "weekly"}})[0] < 300


@mistake("m-override-needs-a-participant", "oncall", "side effect", "ONC-10",
         "An active override counts only when its person is one of the schedule's participants.",
         [(O, 'active = [o for o in s["overrides"] if o["start"] <= now < o["end"]]', 'people = {p["userId"] for p in s["participants"]}\n    active = [o for o in s["overrides"] if o["start"] <= now < o["end"] and o["userId"] in people]')],
         ["create a schedule with two participants", "add an override from an hour ago to in an hour for a third member", "list schedules"],
         "onCallNow is the rotation's, with override false", alone=True)
def _(a):
    i = schedule(a)
    a.ok("POST", f"/oncall/rotations/{i}/overrides", {"userId": "u-102", "label": "Mia", "startsAt": at(-1), "endsAt": at(1)})
    n = a.ok("GET", "/oncall/rotations")["schedules"][0]["onCallNow"]
    return n["override"], n["userId"] == "u-102"


@mistake("m-override-removed-by-person", "oncall", "side effect", "ONC-11",
         "Removing an override removes every override of the same person.",
         [(O, '''    s["overrides"] = left
''', '''    who = next(o["userId"] for o in s["overrides"] if o["id"] == c.params["oid"])
    s["overrides"] = [o for o in left if o["userId"] != who]
''')],
         ["create a schedule", "add two overrides for the same person, on different days, and one for another", "remove the first by its id", "list schedules"],
         "one override is left instead of two", alone=True)
def _(a):
    i = schedule(a)
    ids = [a.ok("POST", f"/oncall/rotations/{i}/overrides", {"userId": u, "label": u, "startsAt": at(h), "endsAt": at(h + 1)})["id"]
           for u, h in (("u-102", 24), ("u-102", 48), ("u-101", 72))]
    a.ok("DELETE", f"/oncall/rotations/{i}/overrides/{ids[0]}")
    return len(a.ok("GET", "/oncall/rotations")["schedules"][0]["overrides"])


@mistake("m-policy-count-not-moved", "oncall", "side effect", "ONC-12",
         "services is a counter that goes down only when a service is detached, not when it moves to another policy.",
         [(O, '"services": sum(s["policy"] == p["id"] for s in w.oncall_services.values()), "createdAt"', '"services": p.get("count", 0), "createdAt"'),
          (O, '    s["policy"] = id_\n', '''    if id_ is None and s["policy"]:
        c.world.policies[s["policy"]]["count"] -= 1
    elif id_ is not None and id_ != s["policy"]:
        c.world.policies[id_]["count"] = c.world.policies[id_].get("count", 0) + 1
    s["policy"] = id_
''')],
         ["two policies", "attach a service to the first, then to the second", "list policies"], "both count 1; the first must count 0", alone=True)
def _(a):
    s, one, two = service(a), policy(a, [step("user", "u-100")], name="one"), policy(a, [step("user", "u-100")], name="two")
    attach(a, s, one), attach(a, s, two)
    return sorted((p["name"], p["services"]) for p in a.ok("GET", "/oncall/policies")["policies"])


@mistake("m-new-steps-reset-repeat", "oncall", "side effect", "ONC-12",
         "Updating only the steps of a policy sets repeat back to 0.",
         [(O, '''    known_targets(c, b.get("steps", []))
    p.update(b)''', '''    known_targets(c, b.get("steps", []))
    p.update({"repeat": 0, **b} if "steps" in b else b)''')],
         ["create a policy with repeat 3", "update it with a name", "update it with steps"], "repeat is 0 in the last answer instead of 3", alone=True)
def _(a):
    p = policy(a, [step("user", "u-100")], 3)
    return [a.ok("PUT", f"/oncall/policies/{p}", b)["repeat"] for b in ({"name": "n"}, {"steps": [step("user", "u-101")]})]


@mistake("m-detached-falls-back", "oncall", "side effect", "ONC-13",
         "A service without a policy uses the organization's policy if there is exactly one, so a detached service still pages.",
         [(O, '    policy = w.policies.get(service["policy"])\n', '''    policy = w.policies.get(service["policy"])
    every = [p for p in w.policies.values() if p["org"] == service["org"]]
    if policy is None and len(every) == 1:
        policy = every[0]
''')],
         ["one policy with one person, attached to a service", "detach it with null", "open an incident on the service", "list the pages"], "the person is paged")
def _(a):
    s = service(a)
    attach(a, s, policy(a, [step("user", "u-100")]))
    attach(a, s, None)
    i = incident(a, s)
    a.advance("PT5S")
    return pages(a, i)


@mistake("m-delayed-page-after-acknowledge", "oncall", "time", "ONC-14",
         "Pages that wait for the delay of their rule are sent although the incident has been acknowledged.",
         [(O, '''def page(w, i, user, channel, step, round_):
    if i["status"] != "open":''', '''def page(w, i, user, channel, step, round_):
    if i["status"] == "resolved":''')],
         ["a person with rules email after 0 and email after 300 seconds", "a policy with this person, attached to a service", "open an incident", "acknowledge it after a minute", "ten minutes later list the pages"],
         "two pages instead of one")
def _(a):
    a.freeze()
    s = service(a)
    a.ok("PUT", "/oncall/me/paging", {"rules": [{"channel": "email", "delaySeconds": 0}, {"channel": "email", "delaySeconds": 300}]})
    attach(a, s, policy(a, [step("user", "u-100", 3600)]))
    i = incident(a, s)
    a.advance("PT1M")
    ack(a, i)
    a.advance("PT10M")
    return len(pages(a, i))


@mistake("m-escalation-ignores-override", "oncall", "side effect", "ONC-14",
         "The person to page comes from the rotation alone, although the schedule shows the active override.",
         [(O, 'user = on_call(schedule, w.now())["userId"] if schedule else None', 'people = schedule["participants"] if schedule else []\n        user = people[shift(schedule, w.now())[0] % len(people)]["userId"] if people else None')],
         ["a schedule of two people with an active override for a third", "a policy with the schedule, attached to a service", "open an incident", "list the pages"],
         "somebody of the rotation is paged instead of the third person")
def _(a):
    s, i = service(a), schedule(a)
    a.ok("POST", f"/oncall/rotations/{i}/overrides", {"userId": "u-102", "label": "Mia", "startsAt": at(-1), "endsAt": at(1)})
    attach(a, s, policy(a, [step("schedule", i)]))
    n = incident(a, s)
    a.advance("PT5S")
    return [p[0] == "u-102" for p in pages(a, n)]


@mistake("m-unset-rules-page-nobody", "oncall", "side effect", "ONC-15",
         "A person who never saved paging settings is not paged, although reading the settings shows email at once.",
         [(O, 'for rule in rules_of(w, paging_key(user, i["org"])):', 'for rule in w.paging.get(paging_key(user, i["org"]), {}).get("rules", []):')],
         ["a person without saved paging settings", "a policy with this person, attached to a service", "open an incident", "list the pages"], "no page instead of one by email")
def _(a):
    s = service(a)
    attach(a, s, policy(a, [step("user", "u-101")]))
    i = incident(a, s)
    a.advance("PT5S")
    return pages(a, i)


@mistake("m-phone-prefix-match", "oncall", "schema", "ONC-15",
         "A phone is accepted when it merely begins like an E.164 number.",
         [(O, 'if phone and not E164.fullmatch(phone):', 'if phone and not E164.match(phone):')],
         ["set the provider credential", "save paging settings with an sms rule and the phone 0155 123", "the same with the phone +49155123456 ext. 7"],
         "the last is accepted instead of refused", alone=True)
def _(a):
    a.ok("POST", "/oncall/paging-provider", PROVIDER)
    return [a.call("PUT", "/oncall/me/paging", {"phone": p, "rules": [{"channel": "sms", "delaySeconds": 0}]})[0] < 300
            for p in ("+49155123456", "0155 123", "+49155123456 ext. 7")]


@mistake("m-any-credential-will-do", "oncall", "isolation", "ONC-16",
         "An sms page of an organization without a credential is sent when some other organization has one.",
         [(O, '''        if i["org"] not in w.providers:
            error''', '''        if not w.providers:
            error''')],
         ["set a credential in both organizations", "a person saves an sms rule, a policy with the person is attached to a service", "clear the first organization's credential", "open an incident there", "list the pages"],
         "the page is sent instead of failed with a no-credential error")
def _(a):
    s = service(a)
    a.ok("POST", "/oncall/paging-provider", PROVIDER)
    a.ok("POST", "/oncall/paging-provider", PROVIDER, "otto")
    a.ok("PUT", "/oncall/me/paging", {"phone": "+49155123456", "rules": [{"channel": "sms", "delaySeconds": 0}]})
    attach(a, s, policy(a, [step("user", "u-100")]))
    a.ok("DELETE", "/oncall/paging-provider")
    i = incident(a, s)
    a.advance("PT5S")
    return pages(a, i)


@mistake("m-rule-delays-add-up", "oncall", "time", "ONC-16",
         "The delays of a person's rules add up: each runs from the rule before it.",
         [(O, '''        for rule in rules_of(w, paging_key(user, i["org"])):
            w.clock.after(rule["delaySeconds"], "page"''', '''        delay = 0
        for rule in rules_of(w, paging_key(user, i["org"])):
            delay += rule["delaySeconds"]
            w.clock.after(delay, "page"''')],
         ["a person with rules email after 60 and email after 120 seconds", "a policy with the person, attached to a service", "open an incident", "130 seconds later list the pages"],
         "one page instead of two: the second comes after 180 seconds")
def _(a):
    a.freeze()
    s = service(a)
    a.ok("PUT", "/oncall/me/paging", {"rules": [{"channel": "email", "delaySeconds": 60}, {"channel": "email", "delaySeconds": 120}]})
    attach(a, s, policy(a, [step("user", "u-100", 3600)]))
    i = incident(a, s)
    out = []
    for _ in range(2):
        a.advance("PT65S")
        out.append(len(pages(a, i)))
    return out


@mistake("m-unverified-credential-stored", "oncall", "side effect", "ONC-17",
         "When the provider cannot be reached the answer is 502, but the credential is stored unverified.",
         [(O, '''    if mood == "unreachable":
        raise''', '''    if mood == "unreachable":
        c.world.providers.setdefault(c.org.slug, {**b, "updated": c.world.now()})
        raise''')],
         ["the provider becomes unreachable", "set the credential (502)", "read the credential"], "configured is true instead of false")
def _(a):
    a.did("provider-behaves", behaviour="unreachable")
    return a.call("POST", "/oncall/paging-provider", PROVIDER)[0], a.ok("GET", "/oncall/paging-provider")["configured"]


@mistake("m-rejection-quotes-the-credential", "oncall", "secrecy", "ONC-17",
         "The error of a rejected credential quotes what was sent, with the auth token.",
         [(O, '"the provider rejects these credentials", "provider_rejected"', 'f"the provider rejects {b}", "provider_rejected"')],
         ["the provider rejects credentials", "set the credential with a known auth token"], "the answer 422 has the auth token in its text")
def _(a):
    a.did("provider-behaves", behaviour="rejects")
    status, b = a.call("POST", "/oncall/paging-provider", PROVIDER)
    return status, PROVIDER["authToken"] in str(b)


def deliver(a, source, token, alerts):
    return a.raw("POST", f"/api/v1/oncall/ingest/{source}", {"version": "4", "status": "firing", "alerts": alerts}, token)[0]


@mistake("m-source-token-remembered", "oncall", "guard", "ONC-18",
         "A token that was accepted once is remembered, so a source that delivered before goes on delivering after its revocation.",
         [(O, '''    if s is None or s["revoked"] or not secrets.compare_digest(digest(token), s["hash"]):
        raise ApiError(401, "not a valid token for this alert source")
''', '''    if s is None or token != s.get("accepted") and (s["revoked"] or not secrets.compare_digest(digest(token), s["hash"])):
        raise ApiError(401, "not a valid token for this alert source")
    s["accepted"] = token              # no need to hash it each time
''')],
         ["create two alert sources", "deliver with the first", "revoke both", "deliver with both"], "the first is accepted instead of 401")
def _(a):
    s = service(a)
    both = [a.ok("POST", "/oncall/sources", {"name": n, "serviceId": s}) for n in "ab"]
    alerts = [{"status": "firing", "labels": {"alertname": "X"}}]
    deliver(a, both[0]["id"], both[0]["token"], alerts)
    for x in both:
        a.ok("DELETE", f"/oncall/sources/{x['id']}")
    return [deliver(a, x["id"], x["token"], alerts) for x in both]


@mistake("m-label-chooses-the-service", "oncall", "isolation", "ONC-18",
         "An alert whose label service names another service goes to that one, although the source is bound to one service.",
         [(O, '            fire(w, service, fingerprint, title,', '            fire(w, w.oncall_services.get(a["labels"].get("service"), service), fingerprint, title,')],
         ["create an alert source for the first service", "deliver a firing alert with the label service = id of the second", "list incidents"], "the incident is on the second service")
def _(a):
    one, two = service(a), service(a, 1)
    x = a.ok("POST", "/oncall/sources", {"name": "n", "serviceId": one})
    deliver(a, x["id"], x["token"], [{"status": "firing", "labels": {"alertname": "X", "service": two}}])
    return [i["serviceId"] == one for i in a.ok("GET", "/oncall/incidents")["incidents"]]


@mistake("m-zero-end-is-an-end", "oncall", "side effect", "ONC-19",
         "A firing alert with an endsAt is taken as ended; Alertmanager always sends one, 0001-01-01T00:00:00Z while it fires.",
         [(O, '''        if a["status"] == "firing":
            title''', '''        if a["status"] == "firing" and not a.get("endsAt"):
            title''')],
         ["create an alert source", "deliver a firing alert as Alertmanager sends it, endsAt 0001-01-01T00:00:00Z", "list incidents"], "no incident is opened")
def _(a):
    x = a.ok("POST", "/oncall/sources", {"name": "n", "serviceId": service(a)})
    deliver(a, x["id"], x["token"], [{"status": "firing", "labels": {"alertname": "X"}, "annotations": {}, "startsAt": at(0), "endsAt": "0001-01-01T00:00:00Z",
                                      "generatorURL": "", "fingerprint": "f1"}])
    return len(a.ok("GET", "/oncall/incidents")["incidents"])


@mistake("m-acknowledged-by-the-paged", "oncall", "side effect", "ONC-20",
         "The acknowledgement is marked with the person paged last, not with the acting user.",
         [(O, '''i["by"] = "acknowledged", c.world.now(), c.subject.user.id
    note(c.world, i, "acknowledged", c.subject.user.id)''', '''i["by"] = "acknowledged", c.world.now(), next(
        (p["userId"] for p in reversed(c.world.pages) if p["incidentId"] == i["id"]), c.subject.user.id)
    note(c.world, i, "acknowledged", i["by"])''')],
         ["a policy with one person, attached to a service", "open an incident; the person is paged", "somebody else acknowledges", "read the incident"],
         "the detail and its timeline name the paged person as the one who acknowledged")
def _(a):
    s = service(a)
    attach(a, s, policy(a, [step("user", "u-101")]))
    i = incident(a, s)
    a.advance("PT5S")
    ack(a, i, "olive")
    b = detail(a, i)
    return b["incident"]["acknowledgedBy"], [t["by"] for t in b["timeline"] if t["kind"] == "acknowledged"]
