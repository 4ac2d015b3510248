"""What shows the on-call mistakes."""
import json, socket, time

SHOWS = {}


def show(id, clean, faulty):
    def reg(f):
        SHOWS["o-" + id] = (f, clean, faulty)
        return f
    return reg


def incident(c, service="svc_shop"):
    return c.ok("POST", "/oncall/incidents", {"serviceId": service, "title": "It is down"})["id"]


def status(c, i):
    return c.ok("GET", "/oncall/incidents/" + i)["status"]


def act(c, i, what, body=None):
    return c.api("POST", "/oncall/incidents/%s/%s" % (i, what), body)


def policy(c, kind="user", id="usr_mia"):
    return c.ok("POST", "/oncall/escalation-policies", {"name": "p", "repeat": 0, "steps": [{"target": {"kind": kind, "id": id, "label": "x"}, "waitSeconds": 60}]})["id"]


def attach(c, p, service="svc_shop"):
    return c.api("PUT", "/oncall/services/%s/escalation-policy" % service, {"escalationPolicyId": p})


def schedule(c, people=("mia",), tz="UTC"):
    return c.ok("POST", "/oncall/schedules", {"name": "s", "timezone": tz, "participants": [{"userId": "usr_" + p, "label": p} for p in people],
                "handoff": {"interval": "daily", "time": "09:00"}})["id"]


def oncall(c):
    return c.ok("GET", "/oncall/schedules")["schedules"][0]["onCallNow"]["userId"]


def paged(c, i):
    return [p["userId"] for p in c.ctl("GET", "/pages?incidentId=" + i)["pages"]]


@show("alert-resolution-sweeps-manual-incidents", ["resolved", "open"], ["resolved", "resolved"])
def _(c):
    a = c.evok("alert-fires", {"serviceId": "svc_shop", "alert": "A"})["incidentId"]
    m = incident(c)
    c.evok("alert-resolves", {"serviceId": "svc_shop", "alert": "A"})
    return [status(c, a), status(c, m)]


@show("acknowledge-reopens-resolved", [409, "resolved"], [200, "acknowledged"])
def _(c):
    i = incident(c)
    assert act(c, i, "resolve")[0] == 200
    return [act(c, i, "acknowledge")[0], status(c, i)]


@show("acknowledged-incident-takes-no-alerts", [True, False, [2]], [False, True, [1, 1]])
def _(c):
    i = c.evok("alert-fires", {"serviceId": "svc_shop", "alert": "A"})["incidentId"]
    assert act(c, i, "acknowledge")[0] == 200
    b = c.evok("alert-fires", {"serviceId": "svc_shop", "alert": "B"})
    return [b["incidentId"] == i, b["opened"], [x["firingAlerts"] for x in c.ok("GET", "/oncall/incidents")["incidents"]]]


@show("no-update-on-resolved-incident", [201, 201], [201, 409])
def _(c):
    i = incident(c)
    a = act(c, i, "updates", {"body": "We are looking."})[0]
    act(c, i, "resolve")
    return [a, act(c, i, "updates", {"body": "Post-mortem."})[0]]


@show("retracted-incident-stays-public", [0, 1, 0], [0, 1, 1])
def _(c):
    i = incident(c)
    page = lambda: len(c.http("GET", "/api/v1/oncall/status-pages/svc_shop")[1]["incidents"])
    out = [page()]
    u = act(c, i, "updates", {"body": "We are looking."})[1]["id"]
    out.append(page())
    c.ok("DELETE", "/oncall/incidents/%s/updates/%s" % (i, u))
    return out + [page()]


@show("update-author-from-body", "Olga Owner", "The Chief")
def _(c):
    return act(c, incident(c), "updates", {"body": "We are looking.", "byLabel": "The Chief"})[1]["byLabel"]


@show("schedule-guard-only-attached-policies", 409, 204)
def _(c):
    s = schedule(c)
    policy(c, "schedule", s)
    return c.api("DELETE", "/oncall/schedules/" + s)[0]


@show("handoff-time-in-utc", ["usr_mia", "usr_vera"], ["usr_mia", "usr_mia"])
def _(c):
    c.freeze("2026-03-05T22:00:00Z")
    schedule(c, ("mia", "vera"), "Asia/Tokyo")
    a = oncall(c)
    c.freeze("2026-03-06T00:30:00Z")
    return [a, oncall(c)]


@show("null-policy-is-missing", [200, 200, None], [200, 400, "attached"])
def _(c):
    p = policy(c)
    out = [attach(c, p)[0], attach(c, None)[0]]
    s = [x for x in c.ok("GET", "/oncall/services")["services"] if x["id"] == "svc_shop"][0]
    return out + ["attached" if s.get("escalationPolicyId") else None]


@show("detached-service-falls-back", [["usr_mia"], []], [["usr_mia"], ["usr_mia"]])
def _(c):
    attach(c, policy(c))
    a = paged(c, incident(c))
    assert attach(c, None)[0] == 200
    return [a, paged(c, incident(c))]


@show("paging-ignores-overrides", ["usr_vera", ["usr_vera"]], ["usr_vera", ["usr_mia"]])
def _(c):
    c.freeze()
    s = schedule(c)
    attach(c, policy(c, "schedule", s))
    c.ok("POST", "/oncall/schedules/%s/overrides" % s, {"userId": "usr_vera", "label": "Vera", "startsAt": "2026-03-05T08:00:00Z", "endsAt": "2026-03-05T10:00:00Z"})
    return [oncall(c), paged(c, incident(c))]


@show("provider-stored-before-verification", [422, False, ""], [422, True, "AC1"])
def _(c):
    c.evok("provider-behaves", {"organization": "aurora", "behaviour": "rejects", "only": "verification"})
    s = c.api("PUT", "/oncall/provider-credential", {"accountSid": "AC1", "authToken": "t", "fromNumber": "+15005550006"})[0]
    v = c.ok("GET", "/oncall/provider-credential")
    return [s, v["configured"], v["accountSid"]]


@show("alert-source-checked-before-body", [401, 0, 401], [200, 1, 401])
def _(c):
    src = c.ok("POST", "/oncall/alert-sources", {"name": "am", "serviceId": "svc_shop"})
    path = "/api/v1/oncall/alert-sources/%s/webhook" % src["id"]
    load = {"alerts": [{"status": "firing", "fingerprint": "A", "labels": {"alertname": "A"}, "annotations": {}}]}
    body = json.dumps(load).encode()
    with socket.create_connection(("127.0.0.1", c.port), 10) as k:
        k.sendall(("POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % (path, src["token"], len(body))).encode() + body[:20])
        time.sleep(0.5)
        c.ok("DELETE", "/oncall/alert-sources/" + src["id"])
        k.sendall(body[20:])
        a = int(k.makefile("rb").readline().split()[1])
    n = len(c.ok("GET", "/oncall/incidents")["incidents"])
    return [a, n, c.http("POST", path, load, {"Authorization": "Bearer " + src["token"]})[0]]
