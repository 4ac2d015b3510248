import json, socket, time

MISTAKES, SHOWS = [], {}


def mistake(id, areas, kind, statement, wrong, alone, edits, shown, differs, expected):
    def deco(fn):
        MISTAKES.append({"id": id, "areas": areas, "kind": kind, "statement": statement, "wrong": wrong, "requestsAlone": alone,
                         "edits": [{"file": f, "find": a, "replace": b} for f, a, b in edits], "shownBy": shown, "differsAt": differs})
        SHOWS[id] = (fn, expected)
        return fn
    return deco


F = "oncall.go"
iso = lambda t: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(t))


def incident(s, service="svc_shop", title="Down", **k):
    return s.ok("POST", "/oncall/incidents", {"serviceId": service, "title": title}, **k)["id"]


def detail(s, i):
    return s.ok("GET", "/oncall/incidents/" + i)


def schedule(s, people=("usr_olga", "usr_adam"), zone="UTC", handoff=None, name="Rota"):
    return s.ok("POST", "/oncall/schedules", {"name": name, "timezone": zone, "participants": [{"userId": u, "label": u} for u in people],
                                              "handoff": handoff or {"interval": "daily", "time": "00:00"}})


def get_schedule(s, id):
    return [x for x in s.ok("GET", "/oncall/schedules")["schedules"] if x["id"] == id][0]


def step(kind, id, wait=300):
    return {"target": {"kind": kind, "id": id, "label": id}, "waitSeconds": wait}


def policy(s, *steps, name="Pol", repeat=0):
    return s.ok("POST", "/oncall/escalation-policies", {"name": name, "repeat": repeat, "steps": list(steps)})["id"]


def get_policy(s, id):
    return [x for x in s.ok("GET", "/oncall/escalation-policies")["policies"] if x["id"] == id][0]


def attach(s, pol, service="svc_shop"):
    return s.ok("PUT", "/oncall/services/%s/escalation-policy" % service, {"escalationPolicyId": pol})


def source(s, service="svc_shop", name="src"):
    return s.ok("POST", "/oncall/alert-sources", {"name": name, "serviceId": service})


def alert(fp, status="firing"):
    return {"alerts": [{"status": status, "fingerprint": fp, "labels": {"alertname": fp}, "annotations": {}}]}


PROVIDER = {"accountSid": "AC1", "authToken": "t1", "fromNumber": "+15005550006"}


@mistake("k-revoked-while-in-flight", ["oncall"], "concurrency", "ONC-18",
         "The alert webhook looks at the token before it reads the body and not again afterwards, so a delivery that is in flight when its source is revoked is still taken.",
         True, [(F, "import (\n\t\"crypto/sha256\"\n\t\"encoding/hex\"\n\t\"encoding/json\"\n", "import (\n\t\"crypto/sha256\"\n\t\"encoding/hex\"\n\t\"encoding/json\"\n\t\"net/http\"\n"),
                (F, "\ts.door(\"POST \"+p+\"/alert-sources/{id}/webhook\", func(c *Ctx) error {\n\t\th := hash(bearer(c.r))\n\t\tfor _, o := range c.w.orgs {\n\t\t\tsrc := find(o.On.sources, func(x *AlertSource) bool { return x.ID == c.path(\"id\") && x.token == h })\n\t\t\tif src != nil {\n\t\t\t\treturn c.alertmanager(o, src)\n\t\t\t}\n\t\t}\n\t\treturn fail(401, \"invalid alert source token\")\n\t})\n",
                 "\ts.mux.HandleFunc(\"POST \"+p+\"/alert-sources/{id}/webhook\", func(rw http.ResponseWriter, r *http.Request) {\n\t\t// the token first: strangers need not send us a body\n\t\th := hash(bearer(r))\n\t\ts.mu.Lock()\n\t\tvar org *Org\n\t\tvar src *AlertSource\n\t\tfor _, o := range s.w.orgs {\n\t\t\tif x := find(o.On.sources, func(x *AlertSource) bool { return x.ID == r.PathValue(\"id\") && x.token == h }); x != nil {\n\t\t\t\torg, src = o, x\n\t\t\t}\n\t\t}\n\t\ts.mu.Unlock()\n\t\tif src == nil {\n\t\t\twriteErr(rw, 401, \"invalid alert source token\")\n\t\t\treturn\n\t\t}\n\t\ts.locked(rw, r, func(c *Ctx) error { return c.alertmanager(org, src) })\n\t})\n")],
         ["create an alert source of svc_shop", "start POST /api/v1/oncall/alert-sources/{id}/webhook with its token: send the headers and half of the body", "revoke the alert source",
          "send the rest of the body", "GET /api/v1/oncall/incidents"],
         "the answer to the delivery: 200 in place of 401, and an incident is open", (401, 0))
def _(s):
    src = source(s)
    b = json.dumps(alert("InFlight")).encode()
    k = socket.create_connection(("127.0.0.1", s.port), timeout=10)
    k.sendall(("POST /api/v1/oncall/alert-sources/%s/webhook HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
               % (src["id"], src["token"], len(b))).encode() + b[:10])
    time.sleep(0.5)
    s.ok("DELETE", "/oncall/alert-sources/" + src["id"])
    k.sendall(b[10:])
    st = int(k.recv(4096).split()[1])
    k.close()
    return st, len(s.ok("GET", "/oncall/incidents")["incidents"])


@mistake("k-incident-cap-before-filter", ["oncall"], "order and caps", "ONC-06",
         "The list is cut to the newest 100 incidents before the status is looked at, so open incidents disappear from the working set behind 100 newer resolved ones.",
         True, [(F, "\t\tl := []*Incident{}\n\t\tfor _, i := range c.org.On.incidents {\n\t\t\tif f == \"all\" || i.Status == f || (f == \"\" && i.Status != \"resolved\") {\n\t\t\t\tl = append(l, i)\n\t\t\t}\n\t\t}\n", "\t\tl := append([]*Incident{}, c.org.On.incidents...)\n"),
                (F, "\t\treturn c.json(200, obj{\"incidents\": l[:min(len(l), 100)]})\n", "\t\tl = remove(l[:min(len(l), 100)], func(i *Incident) bool {\n\t\t\treturn !(f == \"all\" || i.Status == f || (f == \"\" && i.Status != \"resolved\"))\n\t\t})\n\t\treturn c.json(200, obj{\"incidents\": l})\n")],
         ["open an incident", "open and resolve 100 further ones", "GET /api/v1/oncall/incidents"],
         "the last GET: empty in place of the one open incident", 1)
def _(s):
    incident(s)
    for i in range(100):
        s.ok("POST", "/oncall/incidents/%s/resolve" % incident(s, title="n%d" % i))
    return len(s.ok("GET", "/oncall/incidents")["incidents"])


@mistake("k-alert-reopens-acknowledged", ["oncall"], "side effect", "ONC-05",
         "A further alert on an acknowledged incident does not just attach: it takes the acknowledgement away and puts the incident back to open.",
         False, [(F, "\ti.alerts = append(i.alerts, &a)\n", "\ti.alerts = append(i.alerts, &a)\n\tif i.Status == \"acknowledged\" { // nobody has seen this one yet\n\t\ti.Status, i.AcknowledgedAt = \"open\", nil\n\t}\n")],
         ["an alert fires on svc_shop: an incident opens", "acknowledge the incident", "another alert fires on svc_shop", "GET the incident"],
         "status: open without acknowledgedAt in place of acknowledged", ("acknowledged", True, 2))
def _(s):
    i = s.ev("alert-fires", serviceId="svc_shop", alert="One")["incidentId"]
    s.ok("POST", "/oncall/incidents/%s/acknowledge" % i)
    s.ev("alert-fires", serviceId="svc_shop", alert="Two")
    d = detail(s, i)
    return d["status"], "acknowledgedAt" in d, d["firingAlerts"]


@mistake("k-late-alert-resolves-again", ["oncall"], "time", "ONC-03",
         "Alerts of an incident that was resolved by hand are left firing, and when the last of them ends later the incident is resolved a second time: resolvedAt of a terminal incident moves.",
         False, [(F, "\ti.Status, i.ResolvedAt = \"resolved\", &Time{at}\n\tfor _, a := range i.alerts {\n\t\tif a.Status == \"firing\" {\n\t\t\ta.Status, a.EndsAt = \"resolved\", &Time{at}\n\t\t}\n\t}\n\ti.count()\n", "\ti.Status, i.ResolvedAt = \"resolved\", &Time{at}\n"),
                 (F, "\t\tif i.ServiceID != sv.ID || i.Status == \"resolved\" {\n\t\t\tcontinue\n\t\t}\n\t\tx := find(i.alerts, func(x *Alert) bool { return x.Fingerprint == fp", "\t\tif i.ServiceID != sv.ID {\n\t\t\tcontinue\n\t\t}\n\t\tx := find(i.alerts, func(x *Alert) bool { return x.Fingerprint == fp")],
         ["an alert fires on svc_shop: an incident opens", "resolve the incident by hand", "advance the clock by an hour", "the alert resolves", "GET the incident"],
         "resolvedAt: an hour later than in the answer to the resolution", True)
def _(s):
    s.freeze()
    i = s.ev("alert-fires", serviceId="svc_shop", alert="One")["incidentId"]
    at = s.ok("POST", "/oncall/incidents/%s/resolve" % i)["resolvedAt"]
    s.advance("PT1H")
    s.ev("alert-resolves", serviceId="svc_shop", alert="One")
    return detail(s, i)["resolvedAt"] == at


@mistake("k-hidden-one-update-too-early", ["oncall"], "side effect", "ONC-07",
         "Whether a retracted update was the last is looked at after it was taken away, with the count from before: with two updates the incident disappears after one retraction, and the last retraction leaves it on the status page.",
         True, [(F, "\tupdates        []*PublicUpdate\n", "\tupdates        []*PublicUpdate\n\tpublic         bool\n"),
                (F, "\t\ti.note(u.At.Time, \"update-published\", c.user.Name)\n", "\t\ti.public = true\n\t\ti.note(u.At.Time, \"update-published\", c.user.Name)\n"),
                (F, "\t\ti.note(c.w.now(), \"update-retracted\", c.user.Name)\n", "\t\tif len(i.updates) == 1 { // it was the last one\n\t\t\ti.public = false\n\t\t}\n\t\ti.note(c.w.now(), \"update-retracted\", c.user.Name)\n"),
                (F, "\t\tif len(i.updates) > 0 && (serviceIDs == nil", "\t\tif i.public && (serviceIDs == nil")],
         ["open an incident on svc_shop", "publish two updates", "retract one of them", "look at the status page of svc_shop", "open an incident on svc_search, publish an update, retract it", "look at the status page of svc_search"],
         "the first status page: no incident in place of one; the second: the incident in place of none", (1, 0))
def _(s):
    def page(sv):
        return len(s.call("GET", "/api/v1/oncall/status-pages/" + sv)[1]["incidents"])
    i = incident(s)
    u = [s.ok("POST", "/oncall/incidents/%s/updates" % i, {"body": b})["id"] for b in "ab"]
    s.ok("DELETE", "/oncall/incidents/%s/updates/%s" % (i, u[0]))
    one = page("svc_shop")
    i = incident(s, "svc_search")
    u = s.ok("POST", "/oncall/incidents/%s/updates" % i, {"body": "a"})["id"]
    s.ok("DELETE", "/oncall/incidents/%s/updates/%s" % (i, u))
    return one, page("svc_search")


def override(s, sc, who, a, b):
    now = time.time()
    return s.ok("POST", "/oncall/schedules/%s/overrides" % sc, {"userId": who, "label": who, "startsAt": iso(now + a), "endsAt": iso(now + b)})


@mistake("k-only-latest-override-looked-at", ["oncall"], "time", "ONC-10",
         "Only the override that was added last is looked at, so planning a future override ends the one that is active now.",
         True, [(F, "\tfor i := len(s.Overrides) - 1; i >= 0; i-- { // the latest added wins\n\t\to := s.Overrides[i]\n", "\tif n := len(s.Overrides); n > 0 { // the latest added wins\n\t\to := s.Overrides[n-1]\n")],
         ["create a schedule of Olga and Adam", "add an override for Mia from an hour ago to in an hour", "add an override for Vera for next week", "list the schedules"],
         "onCallNow: the rotation with override false in place of Mia with override true", ("usr_mia", True))
def _(s):
    sc = schedule(s)["id"]
    override(s, sc, "usr_mia", -3600, 3600)
    override(s, sc, "usr_vera", 7 * 86400, 8 * 86400)
    o = get_schedule(s, sc)["onCallNow"]
    return o["userId"], o["override"]


@mistake("k-paging-ignores-overrides", ["oncall"], "side effect", "ONC-14",
         "Escalation takes the person from the rotation alone; overrides, which the schedule shows, are left out when the target of a step is computed.",
         False, [(F, "\tn := len(s.Participants)\n\tif n == 0 {\n", "\treturn s.rotation(now)\n}\n\n// rotation says whose turn it is.\nfunc (s *Schedule) rotation(now time.Time) *OnCallNow {\n\tn := len(s.Participants)\n\tif n == 0 {\n"),
                 (F, "if on := s.onCall(w.now()); on != nil {", "if on := s.rotation(w.now()); on != nil {")],
         ["create a schedule of Olga and Adam with an override for Mia that is active", "create an escalation policy with one step to the schedule, attach it to svc_shop", "open an incident on svc_shop", "list the pages of the incident"],
         "the page goes to Olga (the rotation) in place of Mia", ["usr_mia"])
def _(s):
    sc = schedule(s)["id"]
    override(s, sc, "usr_mia", -3600, 3600)
    attach(s, policy(s, step("schedule", sc)))
    i = incident(s)
    time.sleep(0.4)
    return [p["userId"] for p in s.pages(i)]


@mistake("k-refused-policy-change-leaks", ["oncall"], "side effect", "ONC-12",
         "The new steps are built in the memory of the old ones, so an update that is refused at its second step has already replaced the first step of the stored policy.",
         True, [(F, "\t\tp.Steps = nil\n", "\t\tp.Steps = p.Steps[:0]\n")],
         ["create an escalation policy with the steps Olga, Adam", "update it with the steps Mia and a user that does not exist: refused", "list the policies"],
         "the first step: Mia in place of Olga", (400, ["usr_olga", "usr_adam"]))
def _(s):
    p = policy(s, step("user", "usr_olga"), step("user", "usr_adam"))
    st = s.api("PATCH", "/oncall/escalation-policies/" + p, {"steps": [step("user", "usr_mia"), step("user", "usr_nobody")]})[0]
    return st, [x["target"]["id"] for x in get_policy(s, p)["steps"]]


@mistake("k-changed-timezone-not-used", ["oncall"], "time", "ONC-10",
         "The time zone of a schedule is loaded when it is created and not again when it is changed, so after an update handoffs still happen at the time of the old zone.",
         False, [(F, "\tOverrides    []*Override   `json:\"overrides\"`\n\tCreatedAt    Time          `json:\"createdAt\"`\n", "\tOverrides    []*Override   `json:\"overrides\"`\n\tCreatedAt    Time          `json:\"createdAt\"`\n\tloc          *time.Location\n"),
                 (F, "\tloc, _ := time.LoadLocation(s.Timezone)\n\th, _ := strconv.Atoi(s.Handoff.Time[:2])\n", "\th, _ := strconv.Atoi(s.Handoff.Time[:2])\n"),
                 (F, "d.Day(), h, m, 0, 0, loc)", "d.Day(), h, m, 0, 0, s.loc)"),
                 (F, "\tloc, _ := time.LoadLocation(s.Timezone)\n\tl := t.In(loc)\n", "\tl := t.In(s.loc)\n"),
                 (F, "\t\tc.org.On.schedules = append(c.org.On.schedules, &sc)\n", "\t\tsc.loc, _ = time.LoadLocation(sc.Timezone)\n\t\tc.org.On.schedules = append(c.org.On.schedules, &sc)\n")],
         ["freeze the clock at 10:00 UTC", "create a schedule of Olga and Adam in UTC with a daily handoff at 12:00", "update its timezone to Asia/Tokyo (12:00 there is 03:00 UTC)", "advance the clock by 4 hours", "list the schedules"],
         "onCallNow: Adam (handed off at 12:00 UTC) in place of Olga (next handoff at 03:00 UTC)", "usr_olga")
def _(s):
    day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 2 * 86400))
    s.freeze(day + "T10:00:00Z")
    sc = schedule(s, handoff={"interval": "daily", "time": "12:00"})["id"]
    s.ok("PATCH", "/oncall/schedules/" + sc, {"timezone": "Asia/Tokyo"})
    s.advance("PT4H")
    return get_schedule(s, sc)["onCallNow"]["userId"]


@mistake("k-schedule-guard-attached-policies-only", ["oncall"], "guard", "ONC-09",
         "Deleting a schedule is only refused for the steps of policies that are attached to a service; a step of an unattached policy is left pointing at nothing.",
         True, [(F, "\t\tfor _, p := range c.org.On.policies {\n\t\t\tfor _, st := range p.Steps {\n", "\t\tfor _, p := range c.org.On.policies {\n\t\t\tif c.org.policyView(p).Services == 0 { // nobody is paged by it\n\t\t\t\tcontinue\n\t\t\t}\n\t\t\tfor _, st := range p.Steps {\n")],
         ["create a schedule", "create an escalation policy with a step to it, attach it to nothing", "delete the schedule"],
         "the deletion: 204 in place of 409", 409)
def _(s):
    sc = schedule(s)["id"]
    policy(s, step("schedule", sc))
    return s.api("DELETE", "/oncall/schedules/" + sc)[0]


@mistake("k-moved-service-counted-twice", ["oncall"], "side effect", "ONC-12",
         "The number of services of a policy is kept by counting attachments up and detachments down; a service that is moved straight to another policy still counts for the old one, which can then never be deleted.",
         True, [(F, "\tv := *p\n\tv.Services = 0\n\tfor _, s := range o.On.services {\n\t\tif s.EscalationPolicyID == p.ID {\n\t\t\tv.Services++\n\t\t}\n\t}\n\treturn &v\n", "\tv := *p\n\treturn &v\n"),
                (F, "\t\t\tif c.org.policy(*v) == nil {\n\t\t\t\treturn notFound(\"escalation policy\")\n\t\t\t}\n\t\t\tid = *v\n\t\t}\n", "\t\t\tp := c.org.policy(*v)\n\t\t\tif p == nil {\n\t\t\t\treturn notFound(\"escalation policy\")\n\t\t\t}\n\t\t\tid = *v\n\t\t\tp.Services++\n\t\t} else if p := c.org.policy(sv.EscalationPolicyID); p != nil {\n\t\t\tp.Services--\n\t\t}\n")],
         ["create two escalation policies", "attach the first to svc_shop, then the second to svc_shop", "list the policies", "delete the first"],
         "services of the first: 1 in place of 0, and its deletion is refused with 409", ([0, 1], 204))
def _(s):
    a, b = policy(s, step("user", "usr_olga"), name="A"), policy(s, step("user", "usr_adam"), name="B")
    attach(s, a)
    attach(s, b)
    return [get_policy(s, x)["services"] for x in (a, b)], s.api("DELETE", "/oncall/escalation-policies/" + a)[0]


@mistake("k-clearing-provider-strips-rules", ["oncall"], "side effect", "ONC-16",
         "Clearing the provider credential takes the sms and voice rules out of everybody's paging settings, so their pages are dropped silently in place of failing with a no-credential error.",
         False, [(F, "\t\tc.org.On.provider = nil\n\t\treturn c.none(204)\n", "\t\tc.org.On.provider = nil\n\t\tfor _, ps := range c.org.On.paging { // they cannot be used any more\n\t\t\tps.Rules = remove(ps.Rules, func(r NotificationRule) bool { return r.Channel != \"email\" })\n\t\t}\n\t\treturn c.none(204)\n")],
         ["set the provider credential", "save paging settings {phone, rules: [sms at once]} as Mia", "clear the provider credential", "attach a policy with a step to Mia to svc_shop, open an incident", "list the pages of the incident"],
         "no page at all in place of one failed sms page", [("sms", "failed")])
def _(s):
    s.ok("PUT", "/oncall/provider-credential", PROVIDER)
    s.ok("PUT", "/oncall/paging-settings", {"phone": "+4915112345678", "rules": [{"channel": "sms", "delaySeconds": 0}]}, who="mia")
    s.ok("DELETE", "/oncall/provider-credential")
    attach(s, policy(s, step("user", "usr_mia")))
    i = incident(s)
    time.sleep(0.4)
    return [(p["channel"], p["outcome"]) for p in s.pages(i)]


@mistake("k-rule-delays-add-up", ["oncall"], "time", "ONC-16",
         "The delays of a responder's rules are added up from rule to rule, so the third channel is used after the sum of all delays in place of its own.",
         False, [(F, "\tfor _, r := range o.pagingOf(m.User).Rules {\n\t\tw.after(time.Duration(r.DelaySeconds)*time.Second, ", "\twait := time.Duration(0)\n\tfor _, r := range o.pagingOf(m.User).Rules {\n\t\twait += time.Duration(r.DelaySeconds) * time.Second\n\t\tw.after(wait, ")],
         ["set the provider credential", "save paging settings as Mia: email at once, sms after 60 seconds, voice after 120 seconds", "freeze the clock, attach a policy with a step to Mia to svc_shop, open an incident", "advance the clock by 130 seconds", "list the pages of the incident"],
         "email and sms only in place of email, sms and voice (voice comes after 180 seconds)", ["email", "sms", "voice"])
def _(s):
    s.ok("PUT", "/oncall/provider-credential", PROVIDER)
    s.ok("PUT", "/oncall/paging-settings", {"phone": "+4915112345678", "rules": [{"channel": c, "delaySeconds": d} for c, d in [("email", 0), ("sms", 60), ("voice", 120)]]}, who="mia")
    s.freeze()
    attach(s, policy(s, step("user", "usr_mia", 3600)))
    i = incident(s)
    s.advance("PT130S")
    return [p["channel"] for p in s.pages(i)]


@mistake("k-detached-service-still-pages", ["oncall"], "side effect", "ONC-13",
         "Detaching clears the id of the service's policy and not the pointer that new incidents are escalated by, so a detached service goes on paging.",
         False, [(F, "\tEscalationPolicyID string `json:\"escalationPolicyId,omitempty\"`\n", "\tEscalationPolicyID string `json:\"escalationPolicyId,omitempty\"`\n\tpolicy             *Policy\n"),
                 (F, "\tif p := o.policy(sv.EscalationPolicyID); p != nil {\n", "\tif p := sv.policy; p != nil {\n"),
                 (F, "\t\t\tif c.org.policy(*v) == nil {\n\t\t\t\treturn notFound(\"escalation policy\")\n\t\t\t}\n\t\t\tid = *v\n", "\t\t\tp := c.org.policy(*v)\n\t\t\tif p == nil {\n\t\t\t\treturn notFound(\"escalation policy\")\n\t\t\t}\n\t\t\tid, sv.policy = *v, p\n")],
         ["attach a policy with a step to Mia to svc_shop", "detach it (null)", "open an incident on svc_shop", "list the pages of the incident"],
         "a page to Mia in place of none", [])
def _(s):
    attach(s, policy(s, step("user", "usr_mia")))
    attach(s, None)
    i = incident(s)
    time.sleep(0.4)
    return [p["userId"] for p in s.pages(i)]


@mistake("k-provider-stored-before-verified", ["oncall"], "guard", "ONC-17",
         "The credential is stored before it is verified with the provider, so a rejected one (422) replaces the working one.",
         False, [(F, "\t\tswitch c.org.On.verification {\n", "\t\tc.org.On.provider = &ProviderCredential{true, sid, from, LaxTime{c.w.now()}, tok}\n\t\tswitch c.org.On.verification {\n"),
                 (F, "\t\tc.org.On.provider = &ProviderCredential{true, sid, from, LaxTime{c.w.now()}, tok}\n\t\treturn c.json(200, c.org.On.provider)\n", "\t\treturn c.json(200, c.org.On.provider)\n")],
         ["set the provider credential with accountSid AC1", "the provider rejects verifications from now on", "set it with accountSid AC2: 422", "get it"],
         "accountSid: AC2 in place of AC1", (422, "AC1"))
def _(s):
    s.ok("PUT", "/oncall/provider-credential", PROVIDER)
    s.ev("provider-behaves", behaviour="rejects", only="verification")
    st = s.api("PUT", "/oncall/provider-credential", dict(PROVIDER, accountSid="AC2"))[0]
    return st, s.ok("GET", "/oncall/provider-credential")["accountSid"]


@mistake("k-source-token-stays-on-the-record", ["oncall"], "secrecy", "ONC-18",
         "The token is put on the record that is also kept, to answer the creation with it, so the list shows it from then on.",
         True, [(F, "\tLastEventAt LaxTime `json:\"lastEventAt\"`\n\ttoken       string\n", "\tLastEventAt LaxTime `json:\"lastEventAt\"`\n\tToken       string  `json:\"token,omitempty\"` // shown once\n\ttoken       string\n"),
                (F, "CreatedAt: c.w.stamp(), token: hash(tok)}", "CreatedAt: c.w.stamp(), Token: tok, token: hash(tok)}"),
                (F, "\t\treturn c.json(201, obj{\"id\": src.ID, \"name\": n, \"serviceId\": src.ServiceID, \"token\": tok, \"createdAt\": src.CreatedAt})\n", "\t\treturn c.json(201, src)\n")],
         ["create an alert source", "list the alert sources"],
         "the list carries the token", False)
def _(s):
    t = source(s)["token"]
    return t in json.dumps(s.ok("GET", "/oncall/alert-sources"))


@mistake("k-token-of-any-source", ["oncall"], "isolation", "ONC-18",
         "The alert webhook takes the token of any alert source of the organization, so the token of one service's source raises alerts on another service.",
         True, [(F, "\t\t\tsrc := find(o.On.sources, func(x *AlertSource) bool { return x.ID == c.path(\"id\") && x.token == h })\n\t\t\tif src != nil {\n", "\t\t\tsrc := find(o.On.sources, func(x *AlertSource) bool { return x.ID == c.path(\"id\") })\n\t\t\tif src != nil && find(o.On.sources, func(x *AlertSource) bool { return x.token == h }) != nil {\n")],
         ["create an alert source of svc_shop and one of svc_search", "POST an alert to the webhook of the second with the token of the first", "list the incidents"],
         "the delivery: 200 in place of 401, and svc_search has an incident", (401, []))
def _(s):
    a, b = source(s), source(s, "svc_search")
    st = s.call("POST", "/api/v1/oncall/alert-sources/%s/webhook" % b["id"], alert("X"), {"Authorization": "Bearer " + a["token"]})[0]
    return st, [i["serviceId"] for i in s.ok("GET", "/oncall/incidents")["incidents"]]
