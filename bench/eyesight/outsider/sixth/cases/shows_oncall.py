import time
from datetime import datetime, timedelta, timezone
from prove import mistake
O = "/api/v1/oncall"
P2 = [{"userId": "u-100", "label": "Olive"}, {"userId": "u-101", "label": "Abel"}]

def services(s, who="olive"): return [x["id"] for x in s.ok("GET", O + "/services", who=who)["services"]]
def incident(s, svc, title="It is down", **more): return s.ok("POST", O + "/incidents", {"serviceId": svc, "title": title}, **more)["id"]
def ack(s, i, **more): return s.ok("PUT", O + f"/incidents/{i}/acknowledgement", **more)
def resolve(s, i): return s.ok("PUT", O + f"/incidents/{i}/resolution")
def listed(s, q=""): return [x["id"] for x in s.ok("GET", O + "/incidents" + q)["incidents"]]
def schedule(s, people=P2, handoff=None, zone="UTC"):
    return s.ok("POST", O + "/rotations", {"name": "Primary", "timezone": zone, "participants": people, "handoff": handoff or {"interval": "daily", "time": "09:00"}})
def step(kind, id_, wait=300): return {"target": {"kind": kind, "id": id_, "label": "x"}, "waitSeconds": wait}
def policy(s, steps, repeat=0): return s.ok("POST", O + "/policies", {"name": "P", "repeat": repeat, "steps": steps})["id"]
def attach(s, svc, p): return s.ok("PATCH", O + f"/services/{svc}", {"escalationPolicyId": p})
def source(s, svc): return s.ok("POST", O + "/sources", {"name": "am", "serviceId": svc})
def fire(s, src, name="HighLatency", token=None, status="firing"):
    return s("POST", O + f"/ingest/{src['id']}", {"alerts": [{"status": status, "labels": {"alertname": name}, "fingerprint": name}]}, bearer=token or src["token"])
def pages(s, i): return s.ok("GET", f"/_understudy/pages?incidentId={i}")["pages"]
def page(s, svc): return [x["id"] for x in s.ok("GET", O + f"/public/{svc}", who=None)["incidents"]]
def now_of(s, id_): return next(x for x in s.ok("GET", O + "/rotations")["schedules"] if x["id"] == id_)["onCallNow"]

@mistake("f-incident-cap-before-filter", "oncall", "order and caps", "ONC-06", "The cap of 100 is applied before the status filter, so that 100 newer resolved incidents hide an open one.",
  [("oncall.py", '    found = [i for i in of_org(c, c.world.incidents) if i["status"] in keep]\n    found.sort(key=lambda i: (i["opened"], number(i["id"])), reverse=True)', '    found = sorted(of_org(c, c.world.incidents), key=lambda i: (i["opened"], number(i["id"])), reverse=True)[:100]\n    found = [i for i in found if i["status"] in keep]')], "GET incidents: the open incident is missing", True)
def _(s):
    svc = services(s)[0]
    old = incident(s, svc)
    for _ in range(100): resolve(s, incident(s, svc))
    return listed(s) == [old]

@mistake("f-incident-order-by-last-change", "oncall", "order and caps", "ONC-06", "The list is sorted by the last change, so that an older incident moves to the top when it is acknowledged.",
  [("oncall.py", 'found.sort(key=lambda i: (i["opened"], number(i["id"])), reverse=True)', 'found.sort(key=lambda i: (i["acknowledged"] or i["opened"], number(i["id"])), reverse=True)')], "GET incidents: the older one stands first", True)
def _(s):
    svc = services(s)[0]
    a = incident(s, svc); b = incident(s, svc)
    ack(s, a)
    return listed(s) == [b, a]

@mistake("f-incident-filter-by-timestamps", "oncall", "order and caps", "ONC-06", "status=acknowledged is answered by looking for acknowledgedAt, and so shows resolved incidents too.",
  [("oncall.py", 'if i["status"] in keep]', 'if (i["acknowledged"] if status == "acknowledged" else i["status"] in keep)]')], "GET incidents?status=acknowledged: a resolved incident is in it", True)
def _(s):
    svc = services(s)[0]
    a, b = incident(s, svc), incident(s, svc)
    ack(s, a), ack(s, b), resolve(s, a)
    return listed(s, "?status=acknowledged") == [b]

@mistake("f-alert-joins-freshly-resolved", "oncall", "side effect", "ONC-04", "For five minutes after its resolution an incident still takes new alerts of its service, and no new incident is opened.",
  [("oncall.py", 'i["service"] == service["id"] and i["status"] != "resolved"),', 'i["service"] == service["id"] and (i["status"] != "resolved" or w.now() - i["resolved"] < timedelta(minutes=5))),')], "GET incidents after the new alert: none", True)
def _(s):
    svc = services(s)[0]
    src = source(s, svc)
    i = incident(s, svc); resolve(s, i)
    assert fire(s, src).status == 202
    got = listed(s)
    return len(got) == 1 and got != [i]

@mistake("f-alert-not-attached-when-acknowledged", "oncall", "side effect", "ONC-05", "An alert that comes while the incident is acknowledged opens a second incident.",
  [("oncall.py", 'i["service"] == service["id"] and i["status"] != "resolved"),', 'i["service"] == service["id"] and i["status"] == "open"),')], "GET incidents after the second alert: two", True)
def _(s):
    src = source(s, services(s)[0])
    fire(s, src); ack(s, listed(s)[0]); fire(s, src, "DiskFull")
    return len(listed(s)) == 1


@mistake("f-status-page-keeps-retracted", "oncall", "side effect", "ONC-07", "Once published, an incident stays on the status page after its last update was retracted.",
  [("oncall.py", '    i["updates"].append(u)\n', '    i["updates"].append(u)\n    i["public"] = True\n'), ("oncall.py", 'if i["service"] == s["id"] and i["updates"]]}', 'if i["service"] == s["id"] and i.get("public")]}'),
   ("driver.py", 'if i["service"] in ids and i["updates"]]}', 'if i["service"] in ids and i.get("public")]}')], "status page after the retraction: the incident is there, without updates", True)
def _(s):
    svc = services(s)[0]; i = incident(s, svc)
    u = s.ok("POST", O + f"/incidents/{i}/public-updates", {"body": "We look into it"})["id"]
    assert page(s, svc) == [i]
    s.ok("DELETE", O + f"/incidents/{i}/public-updates/{u}")
    return page(s, svc) == []

@mistake("f-update-author-is-acknowledger", "oncall", "side effect", "ONC-07", "A public update of an acknowledged incident is labelled with the person who acknowledged it, not with the author.",
  [("oncall.py", '"byLabel": c.subject.user.label}', '"byLabel": c.world.users[i["by"] or c.subject.user.id].label}')], "POST public-updates as abel: byLabel is olive's", True)
def _(s):
    i = incident(s, services(s)[0]); ack(s, i)
    return s.ok("POST", O + f"/incidents/{i}/public-updates", {"body": "x"}, who="abel")["byLabel"] == "Abel Admin"

@mistake("f-update-refused-when-resolved", "oncall", "status", "ONC-07", "No public update can be added to a resolved incident that was never public.",
  [("oncall.py", '    b = c.json(k.obj({"body": k.text(1, 10000)}), BAD)\n', '    b = c.json(k.obj({"body": k.text(1, 10000)}), BAD)\n    if i["status"] == "resolved" and not i["updates"]:\n        raise ApiError(409, "the incident is closed")\n')], "POST public-updates on the resolved incident: 409 instead of success", True)
def _(s):
    i = incident(s, services(s)[0]); resolve(s, i)
    return 200 <= s("POST", O + f"/incidents/{i}/public-updates", {"body": "post-mortem"}).status < 300

@mistake("f-override-whole-days", "oncall", "time", "ONC-10", "An override holds for the whole days of its interval.",
  [("oncall.py", 'active = [o for o in s["overrides"] if o["start"] <= now < o["end"]]', 'active = [o for o in s["overrides"] if o["start"].date() <= now.date() <= o["end"].date()]')], "GET rotations an hour after the override's end: it is still on call", False)
def _(s):
    s.freeze("2026-12-01T12:00:00+00:00")
    r = schedule(s)["id"]
    s.ok("POST", O + f"/rotations/{r}/overrides", {"userId": "u-103", "label": "Vic", "startsAt": "2026-12-01T11:00:00+00:00", "endsAt": "2026-12-01T13:00:00+00:00"})
    got = [x for x in s.ok("GET", O + "/rotations")["schedules"]][0].get("onCallNow", {})
    assert got["override"] and got["userId"] == "u-103"
    s.advance("PT2H")
    return s.ok("GET", O + "/rotations")["schedules"][0].get("onCallNow", {}).get("override", False) is False

@mistake("f-escalation-ignores-override", "oncall", "side effect", "ONC-14", "The target of an escalation step is taken from the rotation without its overrides.",
  [("oncall.py", 'user = on_call(schedule, w.now())["userId"] if schedule else None', 'user = on_call({**schedule, "overrides": []}, w.now())["userId"] if schedule else None')], "pages of the incident: the person of the rotation instead of the substitute", False)
def _(s):
    svc = services(s)[0]; r = schedule(s)["id"]
    n = datetime.now(timezone.utc)
    s.ok("POST", O + f"/rotations/{r}/overrides", {"userId": "u-103", "label": "Vic", "startsAt": (n - timedelta(hours=1)).isoformat(), "endsAt": (n + timedelta(hours=1)).isoformat()})
    attach(s, svc, policy(s, [step("schedule", r)]))
    i = incident(s, svc); s.advance("PT1S")
    return [p["userId"] for p in pages(s, i)] == ["u-103"]

@mistake("f-escalation-goes-on-in-next-round", "oncall", "side effect", "ONC-14", "An acknowledgement stops the first round only; when the steps repeat, people are paged again.",
  [("oncall.py", '    """Page the target of step n, then wait for the next step; over after the last round."""\n    if i["status"] != "open":', '    """Page the target of step n, then wait for the next step; over after the last round."""\n    if i["status"] == "resolved":'),
   ("oncall.py", 'def page(w, i, user, channel, step, round_):\n    if i["status"] != "open":', 'def page(w, i, user, channel, step, round_):\n    if i["status"] != "open" and round_ == 1:')], "pages ten minutes after the acknowledgement: more than before", False)
def _(s):
    svc = services(s)[0]
    attach(s, svc, policy(s, [step("user", "u-100", 60), step("user", "u-101", 60)], repeat=1))
    i = incident(s, svc); s.advance("PT1S"); ack(s, i)
    n = len(pages(s, i)); assert n == 1
    s.advance("PT10M")
    return len(pages(s, i)) == n

@mistake("f-policy-steps-sorted-on-update", "oncall", "order and caps", "ONC-14", "Updating a policy stores its steps sorted by waiting time instead of in the given order.",
  [("oncall.py", '    known_targets(c, b.get("steps", []))\n    p.update(b)', '    known_targets(c, b.get("steps", []))\n    if "steps" in b:\n        b["steps"] = sorted(b["steps"], key=lambda x: x["waitSeconds"])\n    p.update(b)')], "PUT policy: steps in another order", True)
def _(s):
    p = policy(s, [step("user", "u-100")])
    r = s.ok("PUT", O + f"/policies/{p}", {"steps": [step("user", "u-101", 600), step("user", "u-100", 60)]})
    return [x["target"]["id"] for x in r["steps"]] == ["u-101", "u-100"]

@mistake("f-policy-count-not-lowered-on-switch", "oncall", "side effect", "ONC-12", "When a service switches from one policy to another, the count of attached services of the first is not lowered.",
  [("oncall.py", '    s["policy"] = id_\n', '    counts = c.world.counters\n    if id_ and id_ != s["policy"]:\n        counts[("attached", id_)] = counts.get(("attached", id_), 0) + 1\n    if id_ is None and s["policy"]:\n        counts[("attached", s["policy"])] -= 1\n    s["policy"] = id_\n'),
   ("oncall.py", 'sum(s["policy"] == p["id"] for s in w.oncall_services.values()), "createdAt"', 'w.counters.get(("attached", p["id"]), 0), "createdAt"')], "GET policies after the switch: services is 1 for both", True)
def _(s):
    svc = services(s)[0]; a, b = policy(s, [step("user", "u-100")]), policy(s, [step("user", "u-101")])
    attach(s, svc, a), attach(s, svc, b)
    got = {p["id"]: p["services"] for p in s.ok("GET", O + "/policies")["policies"]}
    return got[a] == 0 and got[b] == 1

@mistake("f-schedule-in-use-first-step-only", "oncall", "guard", "ONC-09", "Whether a schedule is still targeted is looked up in the first step of each policy only.",
  [("oncall.py", 'for p in w.policies.values() for t in p["steps"]):', 'for p in w.policies.values() for t in p["steps"][:1]):')], "DELETE schedule: success instead of 409", True)
def _(s):
    r = schedule(s)["id"]
    policy(s, [step("user", "u-100"), step("schedule", r)])
    return s("DELETE", O + f"/rotations/{r}").status == 409

@mistake("f-paging-default-changed-for-all", "oncall", "isolation", "ONC-15", "The first person who saves paging settings changes the shared default object, so that everybody without settings gets them.",
  [("oncall.py", 'def rules_of(w, user_id):\n    return w.paging.get(user_id, {}).get("rules", [{"channel": "email", "delaySeconds": 0}])', 'UNSET = {"phone": "", "rules": [{"channel": "email", "delaySeconds": 0}]}\n\n\ndef rules_of(w, user_id):\n    return w.paging.get(user_id, UNSET)["rules"]'),
   ("oncall.py", '    w.paging[key] = {"phone": phone, "rules": b["rules"]}', '    w.paging[key] = w.paging.get(key, UNSET)\n    w.paging[key].update(phone=phone, rules=b["rules"])')], "GET me/paging as abel: olive's rules instead of email at once", True)
def _(s):
    s.ok("PUT", O + "/me/paging", {"rules": [{"channel": "email", "delaySeconds": 900}]})
    return s.ok("GET", O + "/me/paging", who="abel")["rules"] == [{"channel": "email", "delaySeconds": 0}]

@mistake("f-page-dropped-without-credential", "oncall", "side effect", "ONC-16", "After the provider credential was cleared, sms and voice pages are silently dropped instead of failing.",
  [("oncall.py", '            error = "no-credential: the organization has no provider credential"', '            return')], "pages of the incident: no entry for the sms rule", False)
def _(s):
    svc = services(s)[0]
    s.ok("POST", O + "/paging-provider", {"accountSid": "AC1", "authToken": "secret-token-1", "fromNumber": "+15550001111"})
    s.ok("PUT", O + "/me/paging", {"phone": "+4915112345678", "rules": [{"channel": "sms", "delaySeconds": 0}]})
    attach(s, svc, policy(s, [step("user", "u-100")]))
    s.ok("DELETE", O + "/paging-provider")
    i = incident(s, svc); s.advance("PT1S")
    return [(p["channel"], p["outcome"]) for p in pages(s, i)] == [("sms", "failed")]

@mistake("f-provider-stored-before-verified", "oncall", "guard", "ONC-17", "The provider credential is stored before the provider is asked, and stays after a rejection.",
  [("oncall.py", '    mood = c.world.provider_mood.get((c.org.slug, "verification"), "accepts")\n', '    c.world.providers[c.org.slug] = {**b, "updated": c.world.now()}\n    mood = c.world.provider_mood.get((c.org.slug, "verification"), "accepts")\n')], "GET paging-provider after the 422: configured", False)
def _(s):
    s.oke("provider-behaves", organization="northwind", behaviour="rejects")
    assert s("POST", O + "/paging-provider", {"accountSid": "AC1", "authToken": "secret-token-1", "fromNumber": "+15550001111"}).status == 422
    return s.ok("GET", O + "/paging-provider")["configured"] is False

@mistake("f-provider-token-in-error", "oncall", "secrecy", "ONC-17", "The error of a rejected credential quotes the auth token.",
  [("oncall.py", '"the provider rejects these credentials"', 'f"the provider rejects these credentials: {b}"')], "POST paging-provider: the 422 body holds the auth token", False)
def _(s):
    s.oke("provider-behaves", organization="northwind", behaviour="rejects")
    return b"secret-token-1" not in s("POST", O + "/paging-provider", {"accountSid": "AC1", "authToken": "secret-token-1", "fromNumber": "+15550001111"}).data

@mistake("f-revoke-source-revokes-siblings", "oncall", "side effect", "ONC-18", "Revoking an alert source revokes all sources of its service.",
  [("oncall.py", '    s["revoked"] = True\n', '    for x in c.world.sources.values():\n        x["revoked"] = x["revoked"] or x["service"] == s["service"]\n')], "delivery on the other source: 401 instead of success", True)
def _(s):
    svc = services(s)[0]; a, b = source(s, svc), source(s, svc)
    s.ok("DELETE", O + f"/sources/{a['id']}")
    return fire(s, b).status < 300

@mistake("f-source-token-of-sibling", "oncall", "guard", "ONC-19", "A source takes the token of any source of the same service, also of a revoked one.",
  [("oncall.py", 'not secrets.compare_digest(digest(token), s["hash"]):', 'digest(token) not in [x["hash"] for x in w.sources.values() if x["service"] == s["service"]]:')], "delivery with the revoked source's token at the other source: 202 instead of 401", True)
def _(s):
    svc = services(s)[0]; a, b = source(s, svc), source(s, svc)
    s.ok("DELETE", O + f"/sources/{a['id']}")
    return fire(s, b, token=a["token"]).status == 401

@mistake("f-detached-service-pages-old-policy", "oncall", "side effect", "ONC-13", "A detached service goes on paging by the policy it had before.",
  [("oncall.py", '    s["policy"] = id_\n', '    s["last_policy"] = id_ or s["policy"]\n    s["policy"] = id_\n'), ("oncall.py", 'policy = w.policies.get(service["policy"])', 'policy = w.policies.get(service.get("last_policy"))')], "pages of an incident opened after the detachment: there are some", False)
def _(s):
    svc = services(s)[0]
    attach(s, svc, policy(s, [step("user", "u-100")]))
    i = incident(s, svc); s.advance("PT1S"); assert len(pages(s, i)) == 1
    resolve(s, i); attach(s, svc, None)
    i = incident(s, svc); s.advance("PT1S")
    return pages(s, i) == []

@mistake("f-oncall-now-cached-for-shift", "oncall", "side effect", "ONC-09", "Who is on call is remembered until the shift ends, so that reordering the participants does not shift the rotation.",
  [("oncall.py", '    index, until = shift(s, now)\n', '    index, until = shift(s, now)\n    s.setdefault("shifts", {}).setdefault((index, until), s["participants"][index % len(s["participants"])])\n'),
   ("oncall.py", '    p = s["participants"][index % len(s["participants"])]\n', '    p = s["shifts"][index, until]\n')], "GET rotations after swapping the two participants: the same person on call", True)
def _(s):
    r = schedule(s)
    before = now_of(s, r["id"])["userId"]
    s.ok("PUT", O + f"/rotations/{r['id']}", {"participants": P2[::-1]})
    return now_of(s, r["id"])["userId"] != before

@mistake("f-schedule-without-summer-time", "oncall", "time", "ONC-10", "The handoff uses the UTC offset the time zone had when the schedule was created.",
  [("oncall.py", '    zone, h = ZoneInfo(s["timezone"]), s["handoff"]', '    from datetime import timezone\n    zone, h = timezone(s["created"].astimezone(ZoneInfo(s["timezone"])).utcoffset()), s["handoff"]')], "GET rotations in July at 09:01 local time: still the person of before 09:00", False)
def _(s):
    s.freeze("2026-12-01T12:00:00+00:00")
    r = schedule(s, zone="Europe/Berlin")["id"]
    s.freeze("2027-07-01T06:59:00+00:00"); a = now_of(s, r)["userId"]
    s.advance("PT2M"); b = now_of(s, r)["userId"]
    return a != b

@mistake("f-incident-on-foreign-service", "oncall", "isolation", "GEN-04", "An incident can be opened on another organization's service, and lands there.",
  [("oncall.py", '    s = mine(c, c.world.oncall_services, b["serviceId"], "service")\n    return 200', '    s = c.world.oncall_services.get(b["serviceId"]) or mine(c, c.world.oncall_services, b["serviceId"], "service")\n    return 200')], "POST incidents as otto on northwind's service: success; northwind's list has it", True)
def _(s):
    svc = services(s)[0]
    s("POST", O + "/incidents", {"serviceId": svc, "title": "not yours"}, who="otto")
    return listed(s) == []

@mistake("f-resolved-incident-acknowledged-again", "oncall", "guard", "ONC-03", "Acknowledging a resolved incident that nobody had acknowledged makes it acknowledged again.",
  [("oncall.py", '    if i["status"] != "open" and OTHER:\n', '    if i["acknowledged"] and OTHER:\n'), ("oncall.py", '    if i["status"] != "open":\n        raise ApiError(409, f"the incident is already', '    if i["acknowledged"]:\n        raise ApiError(409, f"the incident is already')], "GET incidents after acknowledging the resolved one: it is in the working set again", True)
def _(s):
    i = incident(s, services(s)[0]); resolve(s, i)
    s("PUT", O + f"/incidents/{i}/acknowledgement")
    return listed(s) == [] and listed(s, "?status=resolved") == [i]

@mistake("f-manual-incident-resolves-by-itself", "oncall", "time", "ONC-01", "An incident without firing alerts resolves by itself after a day, also a manual one.",
  [("oncall.py", '    note(w, i, "opened", by)\n', '    note(w, i, "opened", by)\n    w.clock.after(86400, "stale-incident", "OncallIncident", i["id"], lambda: i["status"] == "open" and firing(i) == 0 and i.update(status="resolved", resolved=w.now()))\n')], "GET incidents two days later: empty", False)
def _(s):
    i = incident(s, services(s)[0]); s.advance("P2D")
    return listed(s) == [i]
