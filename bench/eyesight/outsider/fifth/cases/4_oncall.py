O = "/oncall"
def inc(s, title="t", svc="501", who="owner"):
    return getattr(s, who).post(O + "/incidents", {"serviceId": svc, "title": title})["id"]
def ack(s, i): return s.owner.put(f"{O}/incidents/{i}/acknowledgement")
def res(s, i): return s.owner.put(f"{O}/incidents/{i}/resolution")
P1, P2, P3 = ({"userId": u, "label": l} for u, l in (("u-100", "Olive Owner"), ("u-101", "Abel Admin"), ("u-102", "Mia Member")))
def rot(s, people=(P1, P2), tz="UTC", t="09:00"):
    return s.owner.post(O + "/rotations", {"name": "r", "timezone": tz, "participants": list(people), "handoff": {"interval": "daily", "time": t}})["id"]
def user(u, wait=300): return {"target": {"kind": "user", "id": u, "label": u}, "waitSeconds": wait}
def policy(s, steps, repeat=0, svc="501"):
    p = s.owner.post(O + "/policies", {"name": "p", "repeat": repeat, "steps": steps})["id"]
    if svc:
        s.owner.patch(f"{O}/services/{svc}", {"escalationPolicyId": p})
    return p
def pages(s, i): return s.control("GET", f"/pages?incidentId={i}")["pages"]
PROVIDER = {"accountSid": "AC1", "authToken": "very-secret-auth", "fromNumber": "+15550101"}

def show(s):
    i = inc(s, "old and open")
    for n in range(100):
        res(s, inc(s, "t"))
    return len(s.owner.get(O + "/incidents")["incidents"])
case("onc-cap-before-filter", "oncall", "order and caps", "ONC-06", "The latest 100 incidents are taken first and filtered by status then, so an open incident is hidden by a hundred newer resolved ones.",
     [("oncall.py", '    found = [i for i in of_org(c, c.world.incidents) if i["status"] in keep]\n', '    found = [i for i in of_org(c, c.world.incidents)[-100:] if i["status"] in keep]\n')], show, 1, 0, "the working set after 100 resolved incidents", True)

def show(s):
    for n in range(101):
        inc(s)
    return [len(s.owner.get(O + "/incidents")["incidents"]), len(s.owner.get(O + "/incidents?status=open")["incidents"])]
case("onc-no-cap-with-filter", "oncall", "order and caps", "LIM-01", "With a status filter the list is not limited to 100.",
     [("oncall.py", "for i in found[:100]]}", "for i in (found if status else found[:100])]}")], show, [100, 100], [100, 101], "length of the list with status=open and 101 open incidents", True)

def show(s):
    a, b, c = inc(s), inc(s), inc(s)
    ack(s, b)
    return [(a, b, c).index(x) for x in s.owner.get(O + "/incidents").ids("incidents")]
case("onc-open-before-acknowledged", "oncall", "order and caps", "ONC-06", "The working set has the open incidents first and the acknowledged ones after them, not newest first.",
     [("oncall.py", 'found.sort(key=lambda i: (i["opened"], number(i["id"])), reverse=True)', 'found.sort(key=lambda i: (i["status"] == "open", i["opened"], number(i["id"])), reverse=True)')], show, [2, 1, 0], [2, 0, 1], "order after acknowledging the middle one of three", True)

def show(s):
    i = inc(s); res(s, i); ack(s, i)
    return i in s.owner.get(O + "/incidents").ids("incidents")
case("onc-resolved-can-be-acknowledged", "oncall", "guard", "ONC-03", "Acknowledging is refused for acknowledged incidents only, so it brings a resolved one back to acknowledged.",
     [("oncall.py", '    if i["status"] != "open":\n        raise ApiError(409', '    if i["status"] == "acknowledged":\n        raise ApiError(409')], show, False, True, "the resolved incident in the working set after the acknowledgement", True)

def show(s):
    a = s.ev("alert-fires", serviceId="501", alert="A")["incidentId"]
    res(s, a)
    b = s.ev("alert-fires", serviceId="501", alert="B")
    return [b["opened"], b["incidentId"] == a]
case("onc-alert-joins-recently-resolved", "oncall", "side effect", "ONC-04", "For five minutes after it was resolved an incident still takes in new alerts of its service, and no new one is opened.",
     [("oncall.py", 'and i["status"] != "resolved"),\n', 'and (i["status"] != "resolved" or (w.now() - i["resolved"]).total_seconds() < 300)),\n')], show, [True, False], [False, True], "whether the second alert opened an incident")

def show(s):
    a = s.ev("alert-fires", serviceId="501", alert="A")["incidentId"]
    ack(s, a)
    b = s.ev("alert-fires", serviceId="501", alert="B")
    return [b["opened"], b["firingAlerts"]]
case("onc-acknowledged-takes-no-alerts", "oncall", "side effect", "ONC-05", "Alerts attach to open incidents only; while one is acknowledged a new alert opens another.",
     [("oncall.py", 'if i["service"] == service["id"] and i["status"] != "resolved"),\n', 'if i["service"] == service["id"] and i["status"] == "open"),\n')], show, [False, 2], [True, 1], "what the alert after the acknowledgement did")

def show(s):
    i = inc(s)
    return s.member.post(f"{O}/incidents/{i}/public-updates", {"body": "We look into it.", "byLabel": "The CEO"})["byLabel"]
case("onc-update-author-from-body", "oncall", "guard", "ONC-07", "A byLabel in the body replaces the author's label from the session.",
     [("oncall.py", 'b = c.json(k.obj({"body": k.text(1, 10000)}), BAD)', 'b = c.json(k.obj({"body": k.text(1, 10000)}, {"byLabel": k.text(1, 120)}), BAD)'), ("oncall.py", '"byLabel": c.subject.user.label}', '"byLabel": b.get("byLabel", c.subject.user.label)}')],
     show, "Mia Member", "The CEO", "byLabel of the published update", True)

def show(s):
    i = inc(s); u = s.owner.post(f"{O}/incidents/{i}/public-updates", {"body": "x"})["id"]
    a = len(s.nobody.get(O + "/public/501")["incidents"])
    s.owner.delete(f"{O}/incidents/{i}/public-updates/{u}")
    return [a, len(s.nobody.get(O + "/public/501")["incidents"])]
case("onc-incident-stays-public", "oncall", "side effect", "ONC-07", "The first update marks the incident as public and retracting the last one does not unmark it: it stays on the status page without updates.",
     [("oncall.py", '    i["updates"].append(u)\n', '    i["updates"].append(u)\n    i["public"] = True\n'), ("oncall.py", 'if i["service"] == s["id"] and i["updates"]]}', 'if i["service"] == s["id"] and i.get("public")]}'),
      ("driver.py", 'if i["service"] in ids and i["updates"]]}', 'if i["service"] in ids and i.get("public")]}')], show, [1, 0], [1, 1], "incidents on the status page after retracting the only update", True)

def show(s):
    i = inc(s); s.owner.post(f"{O}/incidents/{i}/public-updates", {"body": "x"}); ack(s, i)
    a = "acknowledged\"" in s.nobody.get(O + "/public/501").raw.replace('"status": "acknowledged"', "")
    res(s, i)
    return [a, "u-100" in s.nobody.get(O + "/public/501").raw]
case("onc-timeline-public-when-resolved", "oncall", "secrecy", "ONC-07", "Once an incident is resolved, the status page carries its internal timeline as its history.",
     [("oncall.py", '        out["resolvedAt"] = iso_us(i["resolved"])\n    return out', '        out["resolvedAt"] = iso_us(i["resolved"])\n        out["history"] = i["timeline"]\n    return out')], show, [False, False], [False, True], "internal entries (with user ids) on the status page after resolving", True)

def show(s):
    r = rot(s)
    a = s.owner.get(O + "/rotations")["schedules"][0]["onCallNow"]["userId"]
    s.owner.put(f"{O}/rotations/{r}", {"participants": [P2, P1]})
    b = s.owner.get(O + "/rotations")["schedules"][0]
    return [[p["userId"] for p in b["participants"]], a != b["onCallNow"]["userId"]]
case("onc-reordering-keeps-old-order", "oncall", "order and caps", "ONC-09", "An update with the same people keeps their old order and only takes over the labels, so reordering does not shift the rotation.",
     [("oncall.py", '    s.update(b)\n    return 200, schedule_shape', '    if {p["userId"] for p in b.get("participants", [])} == {p["userId"] for p in s["participants"]}:\n        new = {p["userId"]: p for p in b["participants"]}\n        b["participants"] = [new[p["userId"]] for p in s["participants"]]\n    s.update(b)\n    return 200, schedule_shape')],
     show, [["u-101", "u-100"], True], [["u-100", "u-101"], False], "order of the participants and whether the other one is on call", True)

def show(s):
    s.freeze("2026-06-10T23:30:00Z"); rot(s, tz="Asia/Tokyo")
    now = lambda: s.owner.get(O + "/rotations")["schedules"][0]["onCallNow"]["userId"]
    a = now(); s.advance("PT1H"); b = now(); s.advance("PT9H"); c = now()
    return [a != b, b != c]
case("onc-handoff-in-utc", "oncall", "time", "ONC-10", "The handoff time is taken in UTC instead of the schedule's time zone.",
     [("oncall.py", 'zone, h = ZoneInfo(s["timezone"]), s["handoff"]', 'zone, h = UTC, s["handoff"]')], show, [True, False], [False, True], "whether the person changes at 09:00 in Tokyo (00:00 UTC), or at 09:00 UTC")

def show(s):
    s.freeze("2026-06-10T12:00:00Z"); r = rot(s, (P1, P2))
    s.owner.post(f"{O}/rotations/{r}/overrides", {**P3, "startsAt": "2026-06-10T11:00:00Z", "endsAt": "2026-06-10T14:00:00Z"})
    policy(s, [{"target": {"kind": "schedule", "id": r, "label": "r"}, "waitSeconds": 60}])
    i = inc(s); s.advance("PT1S")
    return [p["userId"] == "u-102" for p in pages(s, i)]
case("onc-escalation-ignores-override", "oncall", "side effect", "ONC-14", "Escalation pages the person whose turn it is in the rotation, also while an override is active.",
     [("oncall.py", 'user = on_call(schedule, w.now())["userId"] if schedule else None', 'user = schedule["participants"][shift(schedule, w.now())[0] % len(schedule["participants"])]["userId"] if schedule else None')], show, [True], [False], "who is paged while the override is active")

def show(s):
    r = rot(s)
    s.owner.post(f"{O}/rotations/{r}/overrides", {**P3, "startsAt": "2031-01-01T00:00:00Z", "endsAt": "2031-01-02T00:00:00Z"})
    s.owner.put(f"{O}/rotations/{r}", {"name": "renamed"})
    return len(s.owner.get(O + "/rotations")["schedules"][0]["overrides"])
case("onc-update-drops-outsiders-overrides", "oncall", "side effect", "ONC-11", "Every update of a schedule drops the overrides of people who are not participants.",
     [("oncall.py", '    s.update(b)\n    return 200, schedule_shape', '    s.update(b)\n    s["overrides"] = [o for o in s["overrides"] if o["userId"] in {p["userId"] for p in s["participants"]}]\n    return 200, schedule_shape')], show, 1, 0, "overrides after renaming the schedule", True)

def show(s):
    r = rot(s)
    s.owner.get(O + "/rotations")
    s.owner.post(f"{O}/rotations/{r}/overrides", {**P3, "startsAt": "2020-01-01T00:00:00Z", "endsAt": "2040-01-01T00:00:00Z"})
    return s.owner.get(O + "/rotations")["schedules"][0]["onCallNow"]["override"]
case("onc-oncall-cached-until-handoff", "oncall", "time", "ONC-10", "Who is on call is kept until the shift ends instead of being computed at read time, so an override added meanwhile does not show.",
     [("oncall.py", '    now = on_call(s, w.now())\n', '    if s.get("kept") is None or s["kept"][0] <= w.now() or s["kept"][2:] != (s["participants"], s["handoff"], s["timezone"]):\n        one = on_call(s, w.now())\n        s["kept"] = (datetime.fromisoformat(one["until"]), one, s["participants"], s["handoff"], s["timezone"])\n    now = s["kept"][1]\n')],
     show, True, False, "override in onCallNow while an override is active", True)

def show(s):
    p = policy(s, [user("u-100")])
    s.owner.patch(O + "/services/501", {"escalationPolicyId": None})
    return s.owner.get(O + "/policies")["policies"][0]["services"]
case("onc-null-does-not-detach", "oncall", "side effect", "ONC-13", "null for escalationPolicyId is taken as no change, so a policy cannot be detached.",
     [("oncall.py", '    s["policy"] = id_\n', '    s["policy"] = id_ or s["policy"]\n')], show, 0, 1, "services of the policy after detaching", True)

def show(s):
    s.freeze(); policy(s, [user("u-100", 60), user("u-101", 60)])
    i = inc(s); s.advance("PT1S"); ack(s, i); s.advance("PT5M")
    return [p["userId"] for p in pages(s, i)]
case("onc-escalates-past-acknowledgement", "oncall", "side effect", "ONC-14", "The walk through the steps stops at resolution only; after an acknowledgement the next step is paged.",
     [("oncall.py", '"""Page the target of step n, then wait for the next step; over after the last round."""\n    if i["status"] != "open":', '"""Page the target of step n, then wait for the next step; over after the last round."""\n    if i["status"] == "resolved":'),
      ("oncall.py", 'def page(w, i, user, channel, step, round_):\n    if i["status"] != "open":', 'def page(w, i, user, channel, step, round_):\n    if i["status"] == "resolved":')], show, ["u-100"], ["u-100", "u-101"], "who was paged after the acknowledgement")

def show(s):
    s.freeze(); policy(s, [user("u-100", 600), user("u-101", 60)])
    i = inc(s); s.advance("PT20M")
    return [p["userId"] for p in pages(s, i)]
case("onc-steps-sorted-by-wait", "oncall", "order and caps", "ONC-14", "The steps are walked in the order of their waitSeconds, not in the order given.",
     [("oncall.py", "walk(w, i, [dict(s) for s in policy[\"steps\"]], policy", "walk(w, i, sorted((dict(s) for s in policy[\"steps\"]), key=lambda s: s[\"waitSeconds\"]), policy")], show, ["u-100", "u-101"], ["u-101", "u-100"], "order of the pages")

def show(s):
    r = rot(s); policy(s, [user("u-100"), {"target": {"kind": "schedule", "id": r, "label": "r"}, "waitSeconds": 60}], 0, None)
    return s.owner.delete(f"{O}/rotations/{r}").status
case("onc-schedule-guarded-by-first-steps", "oncall", "status", "ONC-09", "Whether a schedule is in use is looked up in the first step of each policy only.",
     [("oncall.py", 'for p in w.policies.values() for t in p["steps"]):', 'for p in w.policies.values() for t in p["steps"][:1]):')], show, 409, 204, "status of deleting a schedule targeted by a second step", True)

def show(s):
    s.owner.put(O + "/me/paging", {"phone": "+15550100", "rules": [{"channel": "email", "delaySeconds": 77}]})
    return s.admin.get(O + "/me/paging")["rules"][0]["delaySeconds"]
case("onc-paging-settings-by-organization", "oncall", "isolation", "ONC-15", "Paging settings are kept by organization, so colleagues share them.",
     [("oncall.py", "return pick(user_id, (user_id, org))", "return pick(org, (user_id, org))")], show, 0, 77, "the admin's delaySeconds after the owner saved", True)

def show(s):
    s.freeze(); s.owner.post(O + "/paging-provider", PROVIDER)
    s.owner.put(O + "/me/paging", {"phone": "+15550100", "rules": [{"channel": "email", "delaySeconds": 0}, {"channel": "sms", "delaySeconds": 60}]})
    policy(s, [user("u-100", 600)])
    i = inc(s); s.advance("PT5M")
    return [p["channel"] for p in pages(s, i)]
case("onc-all-pages-on-the-last-channel", "oncall", "side effect", "ONC-16", "The timers of a responder's rules share one loop variable, so every page goes out on the channel of the last rule.",
     [("oncall.py", 'lambda r=rule: page(w, i, w.users[user], r["channel"], n + 1, round_ + 1))', 'lambda: page(w, i, w.users[user], rule["channel"], n + 1, round_ + 1))')], show, ["email", "sms"], ["sms", "sms"], "channels of the two pages")

def show(s):
    s.freeze(); s.owner.post(O + "/paging-provider", PROVIDER)
    s.owner.put(O + "/me/paging", {"phone": "+15550100", "rules": [{"channel": "sms", "delaySeconds": 0}]})
    s.owner.delete(O + "/paging-provider"); policy(s, [user("u-100", 600)])
    i = inc(s); s.advance("PT1M")
    return [p["outcome"] for p in pages(s, i)]
case("onc-pages-without-credential-dropped", "oncall", "side effect", "ONC-16", "Without a provider credential sms and voice pages are silently dropped.",
     [("oncall.py", '            error = "no-credential: the organization has no provider credential"\n', '            return\n')], show, ["failed"], [], "pages of the incident")

def show(s):
    s.ev("provider-behaves", behaviour="rejects")
    r = s.owner.post(O + "/paging-provider", PROVIDER)
    return [r.status, s.owner.get(O + "/paging-provider")["configured"]]
case("onc-credential-stored-before-check", "oncall", "guard", "ONC-17", "The provider credential is stored before it is verified and stays when the provider rejects it.",
     [("oncall.py", '    mood = c.world.provider_mood.get((c.org.slug, "verification"), "accepts")\n', '    c.world.providers[c.org.slug] = {**b, "updated": c.world.now()}\n    mood = c.world.provider_mood.get((c.org.slug, "verification"), "accepts")\n'),
      ("oncall.py", '    c.world.providers[c.org.slug] = {**b, "updated": c.world.now()}\n    return', '    return')], show, [422, False], [422, True], "configured after the rejected set")

def show(s):
    s.freeze(); s.owner.post(O + "/paging-provider", PROVIDER)
    s.owner.put(O + "/me/paging", {"phone": "+15550100", "rules": [{"channel": "sms", "delaySeconds": 0}]})
    s.ev("provider-behaves", behaviour="rejects", only="pages"); policy(s, [user("u-100", 600)])
    i = inc(s); s.advance("PT1M")
    return "very-secret-auth" in s.owner.get(f"{O}/incidents/{i}").raw
case("onc-auth-token-in-timeline", "oncall", "secrecy", "ONC-17", "When the provider rejects a page, the incident's timeline quotes the request to it with the auth token.",
     [("oncall.py", '            error = f"provider-{mood}"\n', '            error = f"provider-{mood}: {w.providers[i[\'org\']][\'accountSid\']}:{w.providers[i[\'org\']][\'authToken\']}"\n')], show, False, True, "the auth token in the incident's detail")

def show(s):
    a = s.owner.post(O + "/sources", {"name": "a", "serviceId": "501"}); b = s.owner.post(O + "/sources", {"name": "b", "serviceId": "502"})
    return s.bearer(a["token"]).post(f"{O}/ingest/{b['id']}", {"alerts": [{"status": "firing", "labels": {"alertname": "X"}}]}).status
case("onc-any-source-token-will-do", "oncall", "guard", "ONC-19", "A delivery to an alert source is accepted with the token of any source that is not revoked.",
     [("oncall.py", 'not secrets.compare_digest(digest(token), s["hash"]):', 'digest(token) not in {x["hash"] for x in w.sources.values() if not x["revoked"]}:')], show, 401, 202, "a delivery to one source with another's token", True)

def show(s):
    s.freeze(); i = inc(s); s.advance("P2D")
    return i in s.owner.get(O + "/incidents").ids("incidents")
case("onc-manual-incident-times-out", "oncall", "time", "ONC-01", "A manual incident nobody acknowledged resolves itself after a day.",
     [("oncall.py", '    policy = w.policies.get(service["policy"])\n', '    if origin == "manual":\n        w.clock.after(86400, "incident-stale", "OncallIncident", i["id"], lambda: i["status"] == "open" and i.update(status="resolved", resolved=w.now()))\n    policy = w.policies.get(service["policy"])\n')], show, True, False, "the incident in the working set two days later")

def show(s):
    a, b = inc(s), inc(s); ack(s, a)
    return len(s.owner.get(O + "/incidents?status=open")["incidents"])
case("onc-open-filter-is-the-working-set", "oncall", "order and caps", "ONC-06", "The filter open gives the working set, with the acknowledged ones in it.",
     [("oncall.py", 'if status is None else (status,)', 'if status in (None, "open") else (status,)')], show, 1, 2, "incidents listed with status=open", True)

def show(s):
    i = inc(s)
    a, b = s.parallel(lambda: ack(s, i), lambda: (time.sleep(0.1), res(s, i))[1])
    return [b.status, b["status"], i in s.owner.get(O + "/incidents").ids("incidents")]
case("onc-late-acknowledgement-undoes-resolve", "oncall", "concurrency", "ONC-03", "An acknowledgement checks the status, notifies the responders without the lock and then sets its own status, over a resolution that came meanwhile.",
     [("oncall.py", '    i["status"], i["acknowledged"], i["by"] = "acknowledged", c.world.now(), c.subject.user.id\n', '    import time\n    from world import LOCK\n    LOCK.release()\n    time.sleep(0.8)\n    LOCK.acquire()\n    i["status"], i["acknowledged"], i["by"] = "acknowledged", c.world.now(), c.subject.user.id\n')],
     show, [200, "resolved", False], [200, "resolved", True], "the incident that was answered as resolved is in the working set", True)

def show(s):
    s.freeze(); s.owner.put(O + "/me/paging", {"phone": "+15550100", "rules": [{"channel": "email", "delaySeconds": 120}]})
    policy(s, [user("u-100", 600)])
    i = inc(s); s.advance("PT1M"); a = len(pages(s, i)); s.advance("PT2M")
    return [a, len(pages(s, i))]
case("onc-saved-rules-not-used-for-pages", "oncall", "time", "ONC-16", "Settings are kept per person and organization, but paging looks them up by person alone and so always uses the default, email at once.",
     [("oncall.py", 'for rule in rules_of(w, paging_key(user, i["org"])):', 'for rule in rules_of(w, user):')], show, [0, 1], [1, 1], "pages one minute after opening, with a rule of two minutes", False, "b")
