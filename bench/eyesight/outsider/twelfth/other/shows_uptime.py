"""What shows the uptime mistakes."""
SHOWS = {}


def show(id, clean, faulty):
    def reg(f):
        SHOWS["o-" + id] = (f, clean, faulty)
        return f
    return reg


def monitor(c, **k):
    return c.ok("POST", "/uptime/monitors", dict({"name": "m", "kind": "http", "intervalSeconds": 60, "vantages": ["fra"], "downCondition": {"confirmations": 1, "quorum": 1},
                "http": {"url": "https://shop.example/"}}, **k))["id"]


@show("rename-shows-stale-monitor-count", [0, 1, 1], [0, 0, 1])
def _(c):
    s = c.ok("POST", "/uptime/services", {"name": "one"})
    monitor(c, serviceId=s["id"])
    return [s["monitors"], c.ok("PATCH", "/uptime/services/" + s["id"], {"name": "two"})["monitors"], c.ok("GET", "/uptime/services")["services"][0]["monitors"]]


@show("transitions-capped-before-sorting", [50, "10:00", "09:11"], [50, "09:50", "09:01"])
def _(c):
    c.freeze()
    m = monitor(c)
    for i in range(60):  # one transition each, at 09:01, 09:02, ...
        c.advance("PT1M")
        assert c.evok("probe-result", {"monitorId": m, "outcome": "fail" if i % 2 else "ok"})["transitions"] == 1
    l = [t["at"][11:16] for t in c.ok("GET", "/uptime/monitors/%s/transitions" % m)["transitions"]]
    return [len(l), l[0], l[-1]]
