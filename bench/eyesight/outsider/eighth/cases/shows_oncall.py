import threading, time
from datetime import datetime, timedelta
from prove import mistake

O = "/oncall"
PROVIDER = {"accountSid": "AC11111111111111111111111111111111", "authToken": "22222222222222222222222222222222", "fromNumber": "+15005550006"}


def incident(S, title="t", service="svc_shop", **k):
    return S("POST", O + "/incidents", {"serviceId": service, "title": title}, expect=201, **k)["id"]


def incidents(S, q=""):
    return [i["id"] for i in S("GET", O + "/incidents" + q, expect=200)["incidents"]]


def schedule(S, *users):
    return S("POST", O + "/schedules", {"name": "s", "timezone": "UTC", "participants": [{"userId": u, "label": u} for u in users],
                                        "handoff": {"interval": "weekly", "dow": 1, "time": "09:00"}}, expect=201)["id"]


def step(kind, id, wait=60):
    return {"target": {"kind": kind, "id": id, "label": id}, "waitSeconds": wait}


def policy(S, *steps, repeat=0):
    return S("POST", O + "/escalation-policies", {"name": "p", "repeat": repeat, "steps": list(steps)}, expect=201)["id"]


def attach(S, p, service="svc_shop"):
    return S("PUT", O + "/services/%s/escalation-policy" % service, {"escalationPolicyId": p}, expect=200)


def override(S, sch, user, minutes=60):
    now = datetime.fromisoformat(S.now().replace("Z", "+00:00"))
    f = lambda t: t.strftime("%Y-%m-%dT%H:%M:%S.000Z")
    return S("POST", O + "/schedules/%s/overrides" % sch, {"userId": user, "label": user, "startsAt": f(now - timedelta(minutes=1)), "endsAt": f(now + timedelta(minutes=minutes))}, expect=201)["id"]


def pages(S, i):
    return S("GET", "/_understudy/pages?incidentId=" + i, who=None)["pages"]


@mistake("h-onc-cap-before-filter", "oncall", "order and caps", "ONC-06",
         "The list is cut to the newest 100 incidents before the status filter, so an old open one disappears behind 100 resolved ones.",
         [("oncall.go", """			if f == "all" || i.Status == f || (f == "" && i.Status != "resolved") {
				l = append(l, i)
			}
""", """			l = append(l, i)
"""),
          ("oncall.go", """		return c.json(200, obj{"incidents": l[:min(len(l), 100)]})""", """		l = remove(l[:min(len(l), 100)], func(i *Incident) bool {
			return !(f == "all" || i.Status == f || (f == "" && i.Status != "resolved"))
		})
		return c.json(200, obj{"incidents": l})""")],
         ["open an incident", "open 100 more and resolve them", "list the incidents without a filter"],
         "step 3: the first incident is missing", alone=True)
def _(S):
    a = incident(S)
    for _ in range(100):
        S("POST", O + "/incidents/%s/resolve" % incident(S), expect=200)
    return incidents(S) == [a], incidents(S)


@mistake("h-onc-order-by-last-touch", "oncall", "order and caps", "ONC-06",
         "The list is ordered by the last entry of the timeline, so acknowledging an old incident puts it first.",
         [("oncall.go", """			if l[x].OpenedAt.Equal(l[y].OpenedAt.Time) {
				return l[x].seq > l[y].seq
			}
			return l[x].OpenedAt.After(l[y].OpenedAt.Time)""", """			last := func(i *Incident) time.Time { return i.timeline[len(i.timeline)-1]["at"].(Time).Time }
			if last(l[x]).Equal(last(l[y])) {
				return l[x].seq > l[y].seq
			}
			return last(l[x]).After(last(l[y]))""")],
         ["open the incident a", "open the incident b", "acknowledge a", "list the incidents"],
         "step 4: a comes before b", alone=True)
def _(S):
    a = incident(S)
    time.sleep(0.02)
    b = incident(S)
    time.sleep(0.02)
    S("POST", O + "/incidents/%s/acknowledge" % a, expect=200)
    return incidents(S) == [b, a], incidents(S) == [a, b]


@mistake("h-onc-escalation-skips-override", "oncall", "side effect", "ONC-14",
         "An escalation step for a schedule pages the rotation's participant even while an override is active.",
         [("oncall.go", "				if on := s.onCall(w.now()); on != nil {", "				plain := *s\n				plain.Overrides = nil\n				if on := plain.onCall(w.now()); on != nil {")],
         ["create a schedule with the admin", "add an override for the member, active now", "create a policy targeting the schedule and attach it to a service", "open an incident", "look at the pages"],
         "step 5: the admin is paged instead of the member")
def _(S):
    s = schedule(S, "usr_adam")
    override(S, s, "usr_mia")
    attach(S, policy(S, step("schedule", s)))
    S.freeze()
    i = incident(S)
    S.advance("PT5S")
    l = [p["userId"] for p in pages(S, i)]
    return l == ["usr_mia"], l


@mistake("h-onc-schedule-guard-first-step", "oncall", "guard", "ONC-09",
         "Deleting a schedule looks only at the first step of each policy.",
         [("oncall.go", "			for _, st := range p.Steps {", "			for _, st := range p.Steps[:1] {")],
         ["create a schedule", "create a policy whose first step is a user and whose second is the schedule", "delete the schedule"],
         "step 3: 409 when right, deleted when wrong", alone=True)
def _(S):
    s = schedule(S, "usr_adam")
    policy(S, step("user", "usr_olga"), step("schedule", s))
    r = S("DELETE", O + "/schedules/" + s)
    return r.status == 409, r.status


@mistake("h-onc-now-cached-until-handoff", "oncall", "time", "ONC-10",
         "Who is on call is computed once and kept until the next handoff, so a new override does not show.",
         [("oncall.go", "	v := *s\n	v.OnCallNow = s.onCall(now)\n", "	if s.OnCallNow == nil || !now.Before(s.OnCallNow.Until.Time) {\n		s.OnCallNow = s.onCall(now)\n	}\n	v := *s\n")],
         ["create a schedule", "list the schedules", "add an override that is active now", "list the schedules"],
         "step 4: onCallNow is still the participant, override false", alone=True)
def _(S):
    s = schedule(S, "usr_adam")
    S("GET", O + "/schedules")
    override(S, s, "usr_mia")
    o = S("GET", O + "/schedules")["schedules"][0]["onCallNow"]
    return o["userId"] == "usr_mia" and o["override"], o


@mistake("h-onc-acknowledged-takes-no-alerts", "oncall", "side effect", "ONC-05",
         "A new alert only attaches to an open incident; while it is acknowledged the alert opens a second one.",
         [("oncall.go", 'i.ServiceID == serviceID && i.Status != "resolved" && (out == nil', 'i.ServiceID == serviceID && i.Status == "open" && (out == nil')],
         ["event alert-fires {alert: one}", "acknowledge the incident", "event alert-fires {alert: two}", "look at the incident"],
         "step 3: another incident is opened; step 4: firingAlerts is 1 instead of 2")
def _(S):
    i = S.ev("alert-fires", serviceId="svc_shop", alert="one")["incidentId"]
    S("POST", O + "/incidents/%s/acknowledge" % i, expect=200)
    e = S.ev("alert-fires", serviceId="svc_shop", alert="two")
    return e["incidentId"] == i and S("GET", O + "/incidents/" + i)["firingAlerts"] == 2, e.text


@mistake("h-onc-stale-manual-resolves", "oncall", "time", "ONC-01",
         "An incident without firing alerts is resolved automatically after a day, manual ones included.",
         [("oncall.go", "		w.escalate(o, i, steps, p.Repeat, 0, 0, at)\n	}\n	return i\n", "		w.escalate(o, i, steps, p.Repeat, 0, 0, at)\n	}\n	w.after(24*time.Hour, \"stale-incident\", \"OncallIncident\", i.ID, func() {\n		if i.Status != \"resolved\" && i.FiringAlerts == 0 {\n			i.resolve(w.now(), \"automatically\")\n		}\n	})\n	return i\n")],
         ["open a manual incident", "advance the clock by two days", "look at the incident"],
         "step 3: its status is resolved")
def _(S):
    i = incident(S)
    S.advance("P2D")
    st = S("GET", O + "/incidents/" + i)["status"]
    return st == "open", st


@mistake("h-onc-paging-keyed-by-role", "oncall", "isolation", "ONC-15",
         "Paging settings are kept under the role instead of the user, so two members share them.",
         [("oncall.go", "	if p := o.On.paging[u.ID]; p != nil {", "	if p := o.On.paging[o.Members[u.ID].Role]; p != nil {"),
          ("oncall.go", "		c.org.On.paging[c.user.ID] = n\n", "		c.org.On.paging[c.m.Role] = n\n")],
         ["save paging settings as one member {rules: [{channel: email, delaySeconds: 300}]}", "get the paging settings as another member of the same role"],
         "step 2: the other's rules instead of email at once", alone=True)
def _(S):
    S("PUT", O + "/paging-settings", {"phone": "+4915112345678", "rules": [{"channel": "email", "delaySeconds": 300}]}, who="mia", expect=200)
    r = S("GET", O + "/paging-settings", who="bea", org="aurora", expect=200)
    return r["rules"] == [{"channel": "email", "delaySeconds": 0}] and r["phone"] == "", r.text


@mistake("h-onc-provider-stored-first", "oncall", "side effect", "ONC-17",
         "The provider credential is stored before the provider is asked, so rejected ones replace the working ones.",
         [("oncall.go", "		switch c.org.On.verification {\n", "		c.org.On.provider = &ProviderCredential{true, sid, from, LaxTime{c.w.now()}, tok}\n		switch c.org.On.verification {\n"),
          ("oncall.go", "			return fail(502, \"the provider cannot be reached\")\n		}\n		c.org.On.provider = &ProviderCredential{true, sid, from, LaxTime{c.w.now()}, tok}\n", "			return fail(502, \"the provider cannot be reached\")\n		}\n")],
         ["event provider-behaves {behaviour: rejects}", "set the provider credential: 422", "get the provider credential"],
         "step 3: configured is true")
def _(S):
    S.ev("provider-behaves", behaviour="rejects")
    S("PUT", O + "/provider-credential", PROVIDER, expect=422)
    r = S("GET", O + "/provider-credential")
    return r["configured"] is False, r.text


@mistake("h-onc-no-credential-silent", "oncall", "side effect", "ONC-16",
         "Without a provider credential sms and voice pages are dropped without a trace.",
         [("oncall.go", "			case o.On.provider == nil:\n				p.Outcome, p.Error = \"failed\", \"no provider credential\"\n", "			case o.On.provider == nil:\n				return\n")],
         ["set the provider credential", "save paging settings with an sms rule", "clear the provider credential", "open an incident on a service whose policy targets the user", "look at the pages"],
         "step 5: no failed sms page")
def _(S):
    S("PUT", O + "/provider-credential", PROVIDER, expect=200)
    S("PUT", O + "/paging-settings", {"phone": "+4915112345678", "rules": [{"channel": "email", "delaySeconds": 0}, {"channel": "sms", "delaySeconds": 0}]}, expect=200)
    S("DELETE", O + "/provider-credential", expect=204)
    attach(S, policy(S, step("user", "usr_olga")))
    S.freeze()
    i = incident(S)
    S.advance("PT5S")
    l = [(p["channel"], p["outcome"]) for p in pages(S, i)]
    return ("sms", "failed") in l, l


@mistake("h-onc-published-flag-stays", "oncall", "side effect", "ONC-07",
         "Publishing marks the incident as public, and retracting the last update does not take the mark away.",
         [("oncall.go", "	updates        []*PublicUpdate\n", "	updates        []*PublicUpdate\n	public         bool\n"),
          ("oncall.go", "		i.updates = append([]*PublicUpdate{u}, i.updates...)\n", "		i.updates = append([]*PublicUpdate{u}, i.updates...)\n		i.public = true\n"),
          ("oncall.go", "if len(i.updates) > 0 && (serviceIDs == nil", "if i.public && (serviceIDs == nil")],
         ["open an incident", "publish an update", "retract it", "look at the status page (event status-page-viewed or the page itself)"],
         "step 4: the incident is still on the page")
def _(S):
    i = incident(S)
    u = S("POST", O + "/incidents/%s/updates" % i, {"body": "we look"}, expect=201)["id"]
    page = lambda: [x["id"] for x in S.ev("status-page-viewed", serviceIds=["svc_shop"])["incidents"]]
    assert page() == [i]
    S("DELETE", O + "/incidents/%s/updates/%s" % (i, u), expect=204)
    return page() == [], page()


@mistake("h-onc-page-shows-timeline", "oncall", "secrecy", "ONC-07",
         "The status page of an incident carries its internal timeline.",
         [("oncall.go", '"serviceName": i.ServiceName, "updates": i.updates})', '"serviceName": i.ServiceName, "updates": i.updates, "history": i.timeline})')],
         ["open an incident and acknowledge it", "publish an update", "look at the status page"],
         "step 3: who acknowledged can be read there")
def _(S):
    i = incident(S)
    S("POST", O + "/incidents/%s/acknowledge" % i, who="adam", expect=200)
    S("POST", O + "/incidents/%s/updates" % i, {"body": "we look"}, expect=201)
    t = S("GET", O + "/status-pages/svc_shop", who=None, expect=200).text
    return "Adam" not in t and "we look" in t, t


@mistake("h-onc-switch-keeps-old-count", "oncall", "side effect", "ONC-12",
         "The number of attached services is kept as a counter; switching a service straight to another policy does not lower that of the old one, which can then not be deleted.",
         [("oncall.go", """	v := *p
	v.Services = 0
	for _, s := range o.On.services {
		if s.EscalationPolicyID == p.ID {
			v.Services++
		}
	}
	return &v
""", """	v := *p
	return &v
"""),
          ("oncall.go", """			id = *v
		}
		sv.EscalationPolicyID = id
""", """			id = *v
			if id != sv.EscalationPolicyID {
				c.org.policy(id).Services++
			}
		} else if old := c.org.policy(sv.EscalationPolicyID); old != nil {
			old.Services--
		}
		sv.EscalationPolicyID = id
""")],
         ["create the policies p and q", "attach p to a service", "attach q to the same service", "list the policies", "delete p"],
         "step 4: p still counts one service; step 5: 409", alone=True)
def _(S):
    p, q = policy(S, step("user", "usr_olga")), policy(S, step("user", "usr_adam"))
    attach(S, p), attach(S, q)
    n = [x["services"] for x in S("GET", O + "/escalation-policies")["policies"]]
    r = S("DELETE", O + "/escalation-policies/" + p)
    return n == [0, 1] and r.status == 204, (n, r.status)


@mistake("h-onc-any-source-token", "oncall", "guard", "ONC-18",
         "The webhook of an alert source accepts the token of any source of the organization.",
         [("oncall.go", "			src := find(o.On.sources, func(x *AlertSource) bool { return x.ID == c.path(\"id\") && x.token == h })\n			if src != nil {", "			src := find(o.On.sources, func(x *AlertSource) bool { return x.ID == c.path(\"id\") })\n			if src != nil && find(o.On.sources, func(x *AlertSource) bool { return x.token == h }) != nil {")],
         ["create an alert source for the service shop", "create one for the service search", "deliver an alert to the first one's webhook with the second one's token"],
         "step 3: 401 when right, an incident when wrong")
def _(S):
    a = S("POST", O + "/alert-sources", {"name": "a", "serviceId": "svc_shop"}, expect=201)
    b = S("POST", O + "/alert-sources", {"name": "b", "serviceId": "svc_search"}, expect=201)
    r = S("POST", O + "/alert-sources/%s/webhook" % a["id"], {"alerts": [{"status": "firing", "labels": {"alertname": "x"}}]}, key=b["token"])
    return r.status == 401 and incidents(S) == [], (r.status, len(incidents(S)))


@mistake("h-onc-zero-alerts-left-out", "oncall", "schema", "ONC-01",
         "firingAlerts is left out when it is zero.",
         [("oncall.go", "`json:\"firingAlerts\"`", "`json:\"firingAlerts,omitempty\"`")],
         ["open a manual incident"],
         "the answer has no firingAlerts", alone=True)
def _(S):
    r = S("POST", O + "/incidents", {"serviceId": "svc_shop", "title": "t"}, expect=201).json
    return r.get("firingAlerts") == 0, sorted(r)


@mistake("h-onc-rules-captured", "oncall", "time", "ONC-16",
         "The notifications of a responder share one loop variable, so every one of them goes by the channel of the last rule.",
         [("oncall.go", "	for _, r := range o.pagingOf(m.User).Rules {\n", "	var r NotificationRule\n	for _, r = range o.pagingOf(m.User).Rules {\n")],
         ["set the provider credential", "save paging settings {email at once, sms after 60 seconds}", "open an incident on a service whose policy targets the user", "advance the clock by two minutes", "look at the pages"],
         "step 5: two sms instead of an email and an sms")
def _(S):
    S("PUT", O + "/provider-credential", PROVIDER, expect=200)
    S("PUT", O + "/paging-settings", {"phone": "+4915112345678", "rules": [{"channel": "email", "delaySeconds": 0}, {"channel": "sms", "delaySeconds": 60}]}, expect=200)
    attach(S, policy(S, step("user", "usr_olga", 600)))
    S.freeze()
    i = incident(S)
    S.advance("PT2M")
    l = [p["channel"] for p in pages(S, i)]
    return l == ["email", "sms"], l


@mistake("h-onc-acknowledge-overtaken", "oncall", "concurrency", "ONC-03",
         "Acknowledging gives up the lock while it tells the chat, after it looked at the status; a resolve in between is undone.",
         [("oncall.go", "		case \"open\":\n			i.Status, i.AcknowledgedAt,", "		case \"open\":\n			c.w.s.mu.Unlock()\n			tellChat(i, c.user)\n			c.w.s.mu.Lock()\n			i.Status, i.AcknowledgedAt,"),
          ("oncall.go", "func (i *Incident) count() {", "// tellChat posts to the chat of the team.\nfunc tellChat(*Incident, *User) { time.Sleep(80 * time.Millisecond) }\n\nfunc (i *Incident) count() {")],
         ["open an incident", "acknowledge and resolve it at the same time, from two callers", "look at the incident"],
         "step 3: its status is acknowledged although resolving was answered with resolved", alone=True)
def _(S):
    st = []
    for _ in range(3):
        i = incident(S)
        t = threading.Thread(target=lambda: S("POST", O + "/incidents/%s/acknowledge" % i))
        t.start()
        time.sleep(0.03)
        S("POST", O + "/incidents/%s/resolve" % i, who="adam", expect=200)
        t.join(10)
        st.append(S("GET", O + "/incidents/" + i)["status"])
    return st == ["resolved"] * 3, st


@mistake("h-onc-flap-reopens", "oncall", "side effect", "ONC-04",
         "An alert within ten minutes after the resolution reopens the resolved incident instead of opening a new one.",
         [("oncall.go", "	i := o.unresolved(sv.ID)\n	opened := i == nil\n", """	i := o.unresolved(sv.ID)
	if i == nil { // flapping: go on with the last one
		for _, x := range o.On.incidents {
			if x.ServiceID == sv.ID && w.now().Sub(x.ResolvedAt.Time) < 10*time.Minute {
				i = x
			}
		}
		if i != nil {
			i.Status, i.ResolvedAt = "open", nil
		}
	}
	opened := i == nil
""")],
         ["event alert-fires {alert: one}", "resolve the incident", "event alert-fires {alert: two}", "look at the first incident"],
         "step 3: no new incident; step 4: the first one is open again")
def _(S):
    i = S.ev("alert-fires", serviceId="svc_shop", alert="one")["incidentId"]
    S("POST", O + "/incidents/%s/resolve" % i, expect=200)
    e = S.ev("alert-fires", serviceId="svc_shop", alert="two")
    return e["incidentId"] != i and S("GET", O + "/incidents/" + i)["status"] == "resolved", e.text
