from common import edit, mistake

O = "/oncall"
OLIVE, ABEL, MIA, VIC = "u-100", "u-101", "u-102", "u-103"
# services at the start: 501 Checkout, 502 Search, 503 Ledger (northwind), 504 Portal (contoso)


def incident(s, title="t", service="501"):
    return s.ok("olive", "POST", O + "/incidents", {"serviceId": service, "title": title})["id"]


def titles(s, q=""):
    return [i["title"] for i in s.ok("olive", "GET", O + "/incidents" + q)["incidents"]]


def step(kind, id_, wait=60):
    return {"target": {"kind": kind, "id": id_, "label": "x"}, "waitSeconds": wait}


def policy(s, *steps, name="p", repeat=0):
    return s.ok("olive", "POST", O + "/policies", {"name": name, "repeat": repeat, "steps": list(steps)})["id"]


def attach(s, p, service="501"):
    return s("olive", "PATCH", O + f"/services/{service}", {"escalationPolicyId": p})


def schedule(s, *people, zone="UTC", time="00:00", name="rota"):
    return s.ok("olive", "POST", O + "/rotations", {"name": name, "timezone": zone, "participants": [{"userId": p, "label": p} for p in people],
                                                    "handoff": {"interval": "daily", "time": time}})["id"]


def on_call(s, id_):
    x = next(x for x in s.ok("olive", "GET", O + "/rotations")["schedules"] if x["id"] == id_)["onCallNow"]
    return x["userId"], x["override"]


def pages(s, *fields):
    return [[p.get(f) for f in fields] for p in s.look("/pages")["pages"]]


@mistake("i-incident-cap-before-filter", ["oncall"], "order and caps", "ONC-06",
         "The newest 100 incidents are taken first and filtered by status afterwards, so an older open incident behind 100 resolved ones is not listed.", True,
         [edit("oncall.py", '    found = [i for i in of_org(c, c.world.incidents) if i["status"] in keep]\n    found.sort(key=lambda i: (i["opened"], number(i["id"])), reverse=True)\n    return 200, {"incidents": [incident_shape(c.world, i) for i in found[:100]]}',
               '    found = sorted(of_org(c, c.world.incidents), key=lambda i: (i["opened"], number(i["id"])), reverse=True)[:100]\n    return 200, {"incidents": [incident_shape(c.world, i) for i in found if i["status"] in keep]}')],
         ["open the incident old", "open and resolve 100 more", "list incidents"], "old is missing from the working set")
def _(s):
    incident(s, "old")
    for n in range(100):
        s.ok("olive", "PUT", O + f"/incidents/{incident(s, str(n))}/resolution")
    return titles(s), len(titles(s, "?status=resolved"))


@mistake("i-acknowledged-incident-moves-up", ["oncall"], "order and caps", "ONC-06",
         "Incidents are ordered by their last change, so acknowledging an old one puts it on top.", True,
         [edit("oncall.py", "    found.sort(key=lambda i: (i[\"opened\"], number(i[\"id\"])), reverse=True)", "    found.sort(key=lambda i: (i[\"acknowledged\"] or i[\"opened\"], number(i[\"id\"])), reverse=True)")],
         ["open the incidents a, b, c", "acknowledge a", "list incidents"], "a stands first instead of last")
def _(s):
    a = [incident(s, t) for t in "abc"][0]
    s.ok("olive", "PUT", O + f"/incidents/{a}/acknowledgement")
    return titles(s)


@mistake("i-incidents-of-a-service-share-alerts", ["oncall"], "side effect", "ONC-04",
         "All incidents of a service share one collection of alerts, so a new alert changes the resolved incident as well.", False,
         [edit("oncall.py", '"by": None, "alerts": {}, "timeline"', '"by": None, "alerts": service.setdefault("alerts", {}), "timeline"')],
         ["event alert-fires {alert: a1, serviceId: 501}", "resolve the incident", "event alert-fires {alert: a2, serviceId: 501}", "list incidents with status resolved, and without"],
         "firingAlerts of the resolved incident rises to 2, and the new one starts with 2")
def _(s):
    i = s.must("alert-fires", alert="a1", serviceId="501")["incidentId"]
    s.ok("olive", "PUT", O + f"/incidents/{i}/resolution")
    s.must("alert-fires", alert="a2", serviceId="501")
    return [[x["firingAlerts"] for x in s.ok("olive", "GET", O + "/incidents" + q)["incidents"]] for q in ("?status=resolved", "")]


@mistake("i-retracted-update-only-blanked", ["oncall"], "side effect", "ONC-07",
         "Retracting an update blanks its text but keeps the record, so the incident stays on the status page after its last update is retracted.", False,
         [edit("oncall.py", '    left = [u for u in i["updates"] if u["id"] != c.params["uid"]]\n    if len(left) == len(i["updates"]):\n', '    left = [{**u, "body": ""} if u["id"] == c.params["uid"] else u for u in i["updates"]]\n    if left == i["updates"]:\n')],
         ["open an incident", "publish an update", "retract it", "event status-page-viewed"], "the incident is still on the page, with an update without text")
def _(s):
    i = incident(s)
    u = s.ok("olive", "POST", O + f"/incidents/{i}/public-updates", {"body": "hello"})["id"]
    seen = lambda: [[x["body"] for x in y["updates"]] for y in s.must("status-page-viewed", organization="northwind")["incidents"]]
    one = seen()
    s.ok("olive", "DELETE", O + f"/incidents/{i}/public-updates/{u}")
    return one, seen(), len(s.ok(None, "GET", O + "/public/501")["incidents"])


@mistake("i-timeline-public-when-resolved", ["oncall"], "secrecy", "ONC-07",
         "Once an incident is resolved its internal timeline is shown on the status page, as material for the post-mortem.", False,
         [edit("oncall.py", '        out["resolvedAt"] = iso_us(i["resolved"])\n    return out\n\n\n@op("GET", "/public', '        out["resolvedAt"] = iso_us(i["resolved"])\n        out["timeline"] = i["timeline"]\n    return out\n\n\n@op("GET", "/public')],
         ["open an incident, publish an update, resolve it", "event status-page-viewed"], "the entry has the timeline")
def _(s):
    i = incident(s)
    s.ok("olive", "POST", O + f"/incidents/{i}/public-updates", {"body": "hello"})
    s.ok("olive", "PUT", O + f"/incidents/{i}/resolution")
    return sorted(s.must("status-page-viewed", organization="northwind")["incidents"][0])


@mistake("i-schedule-in-use-first-step-only", ["oncall"], "guard", "ONC-09",
         "Only the first step of each policy is looked at before a schedule is deleted.", True,
         [edit("oncall.py", 'for p in w.policies.values() for t in p["steps"]):', 'for p in w.policies.values() for t in p["steps"][:1]):')],
         ["create a schedule", "create an escalation policy whose second step targets it", "delete the schedule"], "it is deleted instead of 409")
def _(s):
    x = schedule(s, OLIVE)
    policy(s, step("user", OLIVE), step("schedule", x))
    return s("olive", "DELETE", O + "/rotations/" + x)[0]


@mistake("i-rotation-ignores-order", ["oncall"], "order and caps", "ONC-09",
         "The rotation goes through the participants sorted by user id, so reordering them shifts nothing.", True,
         [edit("oncall.py", '    p = s["participants"][index % len(s["participants"])]', '    p = sorted(s["participants"], key=lambda x: x["userId"])[index % len(s["participants"])]')],
         ["create a schedule with two participants; note onCallNow", "update the schedule with the two swapped; note onCallNow"], "the same person is on call")
def _(s):
    x = schedule(s, OLIVE, ABEL)
    one = on_call(s, x)
    s.ok("olive", "PUT", O + "/rotations/" + x, {"participants": [{"userId": u, "label": u} for u in (ABEL, OLIVE)]})
    return one != on_call(s, x)


@mistake("i-override-times-compared-as-text", ["oncall"], "time", "ONC-10",
         "Start and end of an override are compared with the clock as text, so one given with an offset is active at the wrong time.", True,
         [edit("oncall.py", '    active = [o for o in s["overrides"] if o["start"] <= now < o["end"]]', '    active = [o for o in s["overrides"] if o["startsAt"] <= iso_us(now) < o["endsAt"]]')],
         ["create a schedule with one participant", "add an override by somebody else from an hour ago to in an hour, written with the offset +09:00", "list schedules"], "onCallNow is the participant, override false")
def _(s):
    from datetime import datetime, timedelta, timezone
    now = datetime.now(timezone(timedelta(hours=9)))
    x = schedule(s, OLIVE)
    s.ok("olive", "POST", O + f"/rotations/{x}/overrides", {"userId": ABEL, "label": "Abel", "startsAt": (now - timedelta(hours=1)).isoformat(), "endsAt": (now + timedelta(hours=1)).isoformat()})
    return on_call(s, x)


@mistake("i-policy-service-count-not-lowered", ["oncall"], "side effect", "ONC-12",
         "The count of attached services is lowered on detaching, but not when a service changes over to another policy.", True,
         [edit("oncall.py", '    s["policy"] = id_\n    return 200, service_shape(s)', '    if id_ is None and s["policy"]:\n        c.world.policies[s["policy"]]["count"] -= 1\n    elif id_ and id_ != s["policy"]:\n        c.world.policies[id_]["count"] = c.world.policies[id_].get("count", 0) + 1\n    s["policy"] = id_\n    return 200, service_shape(s)'),
          edit("oncall.py", '"services": sum(s["policy"] == p["id"] for s in w.oncall_services.values()),', '"services": p.get("count", 0),')],
         ["create the policies p1 and p2", "attach p1 to a service", "attach p2 to the same service", "list policies"], "services of p1 is still 1")
def _(s):
    a, b = policy(s, step("user", OLIVE), name="p1"), policy(s, step("user", OLIVE), name="p2")
    attach(s, a)
    attach(s, b)
    return {p["name"]: p["services"] for p in s.ok("olive", "GET", O + "/policies")["policies"]}


@mistake("i-policy-in-use-compared-by-identity", ["oncall"], "guard", "ONC-12",
         "Whether a service references the policy is compared with is instead of ==, so the policy is deleted under the service.", True,
         [edit("oncall.py", '    if any(s["policy"] == p["id"] for s in w.oncall_services.values()):\n        raise ApiError(409, "a service', '    if any(s["policy"] is p["id"] for s in w.oncall_services.values()):\n        raise ApiError(409, "a service')],
         ["create a policy", "attach it to a service", "delete the policy"], "it is deleted instead of 409")
def _(s):
    a = policy(s, step("user", OLIVE))
    attach(s, a)
    return s("olive", "DELETE", O + "/policies/" + a)[0]


@mistake("i-foreign-policy-attached", ["oncall"], "isolation", "GEN-04",
         "Attaching a policy checks that it exists, but not whose it is.", True,
         [edit("oncall.py", '        mine(c, c.world.policies, id_, "escalation policy")\n', '        if id_ not in c.world.policies:\n            raise ApiError(404, "unknown escalation policy")\n')],
         ["create an escalation policy as the owner of contoso", "attach it to a service of northwind as the owner of northwind", "list policies as the owner of contoso"], "it is attached, and counts a service")
def _(s):
    p = s.ok("otto", "POST", O + "/policies", {"name": "theirs", "repeat": 0, "steps": [step("user", "u-200")]})["id"]
    return attach(s, p)[0] // 100, [x["services"] for x in s.ok("otto", "GET", O + "/policies")["policies"]]


@mistake("i-escalation-ignores-override", ["oncall"], "side effect", "ONC-14",
         "A step that targets a schedule pages the person of the rotation although an override is active.", False,
         [edit("oncall.py", '        user = on_call(schedule, w.now())["userId"] if schedule else None', '        user = on_call({**schedule, "overrides": []}, w.now())["userId"] if schedule else None')],
         ["frozen clock, schedule with one participant, an active override by another", "policy with a step on the schedule, attached", "open an incident, advance", "GET /_understudy/pages"], "the participant is paged instead of the substitute")
def _(s):
    s.freeze()
    x = schedule(s, OLIVE)
    s.ok("olive", "POST", O + f"/rotations/{x}/overrides", {"userId": ABEL, "label": "Abel", "startsAt": "2027-03-01T00:00:00Z", "endsAt": "2027-03-02T00:00:00Z"})
    attach(s, policy(s, step("schedule", x)))
    incident(s)
    s.adv("PT10S")
    return pages(s, "userId")


@mistake("i-zero-delay-is-the-default-delay", ["oncall"], "time", "ONC-16",
         "A delay of 0 seconds counts as not given and becomes a minute.", False,
         [edit("oncall.py", '            w.clock.after(rule["delaySeconds"], "page"', '            w.clock.after(rule["delaySeconds"] or 60, "page"')],
         ["frozen clock, policy on a service", "save paging settings with email after 0 seconds", "open an incident, advance 5 seconds", "GET /_understudy/pages"], "no page yet")
def _(s):
    s.freeze()
    s.ok("olive", "PUT", O + "/me/paging", {"rules": [{"channel": "email", "delaySeconds": 0}]})
    attach(s, policy(s, step("user", OLIVE)))
    incident(s)
    s.adv("PT5S")
    return pages(s, "userId", "channel")


@mistake("i-pages-use-the-last-rule", ["oncall"], "side effect", "ONC-16",
         "The page timers see the loop's last rule, so each page goes out by the channel of the last rule.", False,
         [edit("oncall.py", 'lambda r=rule: page(w, i, w.users[user], r["channel"], n + 1, round_ + 1))', 'lambda: page(w, i, w.users[user], rule["channel"], n + 1, round_ + 1))')],
         ["frozen clock, provider credential set, paging settings: email after 0, sms after 30 seconds, phone", "policy on a service, open an incident, advance a minute", "GET /_understudy/pages"], "sms twice instead of email and sms")
def _(s):
    s.freeze()
    s.ok("olive", "POST", O + "/paging-provider", {"accountSid": "AC1", "authToken": "x", "fromNumber": "+15550100"})
    s.ok("olive", "PUT", O + "/me/paging", {"phone": "+4915112345678", "rules": [{"channel": "email", "delaySeconds": 0}, {"channel": "sms", "delaySeconds": 30}]})
    attach(s, policy(s, step("user", OLIVE)))
    incident(s)
    s.adv("PT1M")
    return pages(s, "channel")


@mistake("i-voice-dropped-without-credential", ["oncall"], "side effect", "ONC-16",
         "After the credential is cleared a voice page is dropped silently; only sms fails with the no-credential error.", False,
         [edit("oncall.py", '        if i["org"] not in w.providers:\n            error', '        if i["org"] not in w.providers:\n            if channel == "voice":\n                return\n            error')],
         ["frozen clock, provider credential, paging settings: sms and voice at once", "clear the credential", "policy on a service, open an incident, advance", "GET /_understudy/pages"], "no failed page for voice")
def _(s):
    s.freeze()
    s.ok("olive", "POST", O + "/paging-provider", {"accountSid": "AC1", "authToken": "x", "fromNumber": "+15550100"})
    s.ok("olive", "PUT", O + "/me/paging", {"phone": "+4915112345678", "rules": [{"channel": "sms", "delaySeconds": 0}, {"channel": "voice", "delaySeconds": 0}]})
    s.ok("olive", "DELETE", O + "/paging-provider")
    attach(s, policy(s, step("user", OLIVE)))
    incident(s)
    s.adv("PT1M")
    return pages(s, "channel", "outcome")


@mistake("i-phone-checked-at-its-beginning", ["oncall"], "guard", "ONC-15",
         "The phone number only has to begin like E.164, so trailing text is accepted.", True,
         [edit("oncall.py", "    if phone and not E164.fullmatch(phone):", "    if phone and not E164.match(phone):")],
         ["set the provider credential", "save paging settings {phone: '+49 151 …' written as +4915112345678 ext 9, rules: [sms]}", "get paging settings"], "it is saved instead of refused")
def _(s):
    s.ok("olive", "POST", O + "/paging-provider", {"accountSid": "AC1", "authToken": "x", "fromNumber": "+15550100"})
    return s("olive", "PUT", O + "/me/paging", {"phone": "+4915112345678 ext 9", "rules": [{"channel": "sms", "delaySeconds": 0}]})[0] // 100, s.ok("olive", "GET", O + "/me/paging")["phone"]


@mistake("i-provider-stored-before-verified", ["oncall"], "guard", "ONC-17",
         "The provider credential is stored first and verified afterwards, so a rejected one replaces the good one.", False,
         [edit("oncall.py", '    mood = c.world.provider_mood.get((c.org.slug, "verification"), "accepts")\n', '    c.world.providers[c.org.slug] = {**b, "updated": c.world.now()}\n    mood = c.world.provider_mood.get((c.org.slug, "verification"), "accepts")\n')],
         ["set the credential {accountSid: AC1}", "event provider-behaves {behaviour: rejects}", "set the credential {accountSid: AC2}: 422", "get the credential"], "accountSid is AC2")
def _(s):
    p = lambda a: s("olive", "POST", O + "/paging-provider", {"accountSid": a, "authToken": "x", "fromNumber": "+15550100"})[0]
    one = p("AC1")
    s.must("provider-behaves", organization="northwind", behaviour="rejects")
    return one, p("AC2"), s.ok("olive", "GET", O + "/paging-provider")["accountSid"]


@mistake("i-source-token-of-a-sibling", ["oncall"], "secrecy", "ONC-18",
         "A delivery is accepted with the token of any source of the same service, also of a revoked one.", False,
         [edit("oncall.py", 'not secrets.compare_digest(digest(token), s["hash"]):', 'not any(secrets.compare_digest(digest(token), x["hash"]) for x in w.sources.values() if x["service"] == s["service"]):')],
         ["create two alert sources for one service", "revoke the first", "deliver an Alertmanager payload to the second's URL with the first's token"], "accepted instead of 401")
def _(s):
    a, b = [s.ok("olive", "POST", O + "/sources", {"name": n, "serviceId": "501"}) for n in "ab"]
    s.ok("olive", "DELETE", O + f"/sources/{a['id']}")
    body = {"alerts": [{"status": "firing", "labels": {"alertname": "x"}}]}
    return [s(t["token"], "POST", O + f"/ingest/{u['id']}", body)[0] for t, u in ((a, a), (a, b), (b, b))]


@mistake("i-acknowledge-overtakes-resolve", ["oncall"], "concurrency", "ONC-03",
         "Acknowledging looks at the status, gives up the lock to tell the responders, and then writes acknowledged over a resolution that came in between.", True,
         [edit("oncall.py", '    i["status"], i["acknowledged"], i["by"] = "acknowledged", c.world.now(), c.subject.user.id\n', '    LOCK.release()\n    try:\n        time.sleep(0.4)         # the responders are told\n    finally:\n        LOCK.acquire()\n    i["status"], i["acknowledged"], i["by"] = "acknowledged", c.world.now(), c.subject.user.id\n'),
          edit("oncall.py", "from world import UTC, ApiError,", "import time\nfrom world import LOCK, UTC, ApiError,")],
         ["open an incident", "acknowledge it; resolve it while that request is under way", "list incidents with status resolved"], "the resolved incident is acknowledged again")
def _(s):
    import threading
    import time
    i = incident(s)
    t = threading.Thread(target=s, args=("olive", "PUT", O + f"/incidents/{i}/acknowledgement"))
    t.start()
    time.sleep(0.15)
    one = s("olive", "PUT", O + f"/incidents/{i}/resolution")[1]["status"]
    t.join()
    return one, len(titles(s, "?status=resolved"))
