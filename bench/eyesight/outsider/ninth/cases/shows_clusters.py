import re

from common import edit, mistake

C = "/clusters"


def cluster(s, name="c1", who="olive", **more):
    """A running cluster; the clock must be frozen."""
    s.ok(who, "POST", C, {"name": name, "tier": "small", **more})
    s.adv("PT5S")


def patch(s, body, name="c1"):
    a = s("olive", "PATCH", C + "/" + name, body)
    s.adv("PT5S")
    return a


def node(s, name, version, cluster="c1", **more):
    return s.must("node-joins", organization="northwind", cluster=cluster, node=name, agentVersion=version, ready=True, **more)


@mistake("i-hop-counted-in-catalog-entries", ["clusters"], "guard", "CLU-04",
         "One minor per hop is counted as one place in the version catalog, so the next minor is refused when a patch release lies between.", True,
         [edit("clusters.py", '    if minor(version)[0] != minor(x["version"])[0] or minor(version)[1] > minor(x["version"])[1] + 1:\n', '    if VERSIONS.index(version) > VERSIONS.index(x["version"]) + 1:\n')],
         ["create a cluster with v1.30.6, wait until it runs", "PATCH {orchestratorVersion: v1.31.4}", "wait, GET the cluster"], "refused, and the version stays v1.30.6")
def _(s):
    s.freeze()
    cluster(s, orchestratorVersion="v1.30.6")
    return patch(s, {"orchestratorVersion": "v1.31.4"})[0], s.ok("olive", "GET", C + "/c1")["orchestratorVersion"]


@mistake("i-skew-gate-skips-unready-nodes", ["clusters"], "guard", "CLU-05",
         "The node-skew gate looks at ready nodes only, so a node that is not ready just then is left too far behind.", False,
         [edit("clusters.py", '    behind = [n["name"] for n in x["nodes"].values() if minor', '    behind = [n["name"] for n in x["nodes"].values() if n["ready"] and minor')],
         ["running cluster v1.31.4", "event node-joins {node: n1, agentVersion: v1.29.9}", "event node-lost {node: n1, how: not-ready}", "PATCH {orchestratorVersion: v1.32.1}"], "200 instead of 409")
def _(s):
    s.freeze()
    cluster(s, orchestratorVersion="v1.31.4")
    node(s, "n1", "v1.29.9")
    s.must("node-lost", organization="northwind", cluster="c1", node="n1", how="not-ready")
    return patch(s, {"orchestratorVersion": "v1.32.1"})[0]


@mistake("i-tiers-compared-as-text", ["clusters"], "order and caps", "CLU-06",
         "Tiers are compared as text, so large to small counts as growing and is not gated.", False,
         [edit("clusters.py", 'if "tier" in b and TIERS.index(b["tier"]) < TIERS.index(x["tier"]):', 'if "tier" in b and b["tier"] < x["tier"]:')],
         ["running cluster of tier large", "event headroom-changes {component: api-server, usedPercent: 95}", "PATCH {tier: small}", "GET the cluster"], "200 instead of 409, and it shrinks")
def _(s):
    s.freeze()
    cluster(s, tier="large")
    s.must("headroom-changes", organization="northwind", cluster="c1", component="api-server", usedPercent=95)
    return patch(s, {"tier": "small"})[0], s.ok("olive", "GET", C + "/c1")["tier"]


@mistake("i-dedicated-datastores-share-settings", ["clusters"], "isolation", "CLU-01",
         "The defaults of a dedicated datastore are one object that every create writes into, so a second cluster changes the first one's datastore.", True,
         [edit("clusters.py", '        data = {"size": "db-medium", "storageGiB": 40, "replicas": 2, "backups": False, **data}\n', '        DEDICATED.update(data)\n        data = DEDICATED\n'),
          edit("clusters.py", '@op("POST", BASE)\n', 'DEDICATED = {"size": "db-medium", "storageGiB": 40, "replicas": 2, "backups": False}\n\n\n@op("POST", BASE)\n')],
         ["POST /api/v1/clusters {name: c1, datastore: {mode: dedicated, size: db-small, storageGiB: 10}}", "POST {name: c2, datastore: {mode: dedicated, size: db-large, storageGiB: 500}}", "GET /api/v1/clusters/c1"],
         "the datastore of c1 is db-large with 500 GiB")
def _(s):
    for n, size, gib in (("c1", "db-small", 10), ("c2", "db-large", 500)):
        s.ok("olive", "POST", C, {"name": n, "tier": "small", "datastore": {"mode": "dedicated", "size": size, "storageGiB": gib}})
    d = s.ok("olive", "GET", C + "/c1")["datastore"]
    return d["size"], d["storageGiB"]


@mistake("i-tier-lost-beside-version", ["clusters"], "side effect", "CLU-03",
         "When a PATCH has a version and a tier, the roll does the upgrade and forgets the resize.", True,
         [edit("clusters.py", '    x["version"], x["tier"] = change.get("orchestratorVersion", x["version"]), change.get("tier", x["tier"])\n',
               '    if "orchestratorVersion" in change:\n        x["version"] = change["orchestratorVersion"]\n    elif "tier" in change:\n        x["tier"] = change["tier"]\n')],
         ["running cluster v1.30.6, small", "PATCH {orchestratorVersion: v1.31.4, tier: medium}", "wait, GET the cluster"], "the tier is still small")
def _(s):
    s.freeze()
    cluster(s, orchestratorVersion="v1.30.6")
    code = patch(s, {"orchestratorVersion": "v1.31.4", "tier": "medium"})[0]
    c = s.ok("olive", "GET", C + "/c1")
    return code, c["orchestratorVersion"], c["tier"]


@mistake("i-second-roll-undoes-the-first", ["clusters"], "concurrency", "CLU-07",
         "A PATCH during a roll is accepted, and each roll writes back the whole set of values it saw at its start, so the later one undoes the earlier.", True,
         [edit("clusters.py", '    if x["phase"] != "Running" and not (OTHER and x["phase"] == "Rolling"):', '    if x["phase"] not in ("Running", "Rolling"):'),
          edit("clusters.py", "    roll(w, x, b)\n    if OTHER:", "    roll(w, x, {\"orchestratorVersion\": x[\"version\"], \"tier\": x[\"tier\"], \"replicas\": x[\"replicas\"], **b})\n    if OTHER:")],
         ["running cluster, tier small, 3 replicas", "PATCH {tier: medium}", "at once PATCH {replicas: 5}", "wait, GET the cluster"], "the second PATCH is 200 instead of 409, and the tier is small in the end")
def _(s):
    s.freeze()
    cluster(s, replicas=3)
    codes = s("olive", "PATCH", C + "/c1", {"tier": "medium"})[0], s("olive", "PATCH", C + "/c1", {"replicas": 5})[0]
    s.adv("PT10S")
    c = s.ok("olive", "GET", C + "/c1")
    return codes, c["tier"], c["replicas"]


@mistake("i-kubeconfig-reused-with-full-lifetime", ["clusters"], "time", "CLU-10",
         "While a client configuration is still valid the same one is answered again, but expiresIn always tells the full time.", False,
         [edit("clusters.py", '    token = secrets.token_urlsafe(32)\n    x["configs"][token] = w.now() + timedelta(minutes=15)\n', '    token = next((t for t, ends in x["configs"].items() if ends > w.now()), None) or secrets.token_urlsafe(32)\n    x["configs"].setdefault(token, w.now() + timedelta(minutes=15))\n')],
         ["frozen clock, running cluster", "GET kubeconfig", "advance 14 minutes", "GET kubeconfig: expiresIn as before", "advance 2 minutes", "event credential-used {kind: kubeconfig, secret: the second token}"], "refused although far from expiresIn")
def _(s):
    s.freeze()
    cluster(s)
    s.ok("olive", "GET", C + "/c1/kubeconfig")
    s.adv("PT14M")
    two = s.ok("olive", "GET", C + "/c1/kubeconfig")
    s.adv("PT2M")
    token = re.search(r"token: (\S+)", two["kubeconfig"])[1]
    return two["expiresIn"], s.must("credential-used", kind="kubeconfig", cluster="c1", secret=token)["accepted"]


@mistake("i-join-token-use-marked-on-a-copy", ["clusters"], "side effect", "CLU-11",
         "That a join token is used is noted on a copy of its record, so it can be used again for a second node.", False,
         [edit("clusters.py", '        one, reg = x["join"].get(token), next(', '        one, reg = dict(x["join"].get(token, ())), next(')],
         ["running cluster, POST join-tokens", "event node-joins {node: n1, token}", "event node-joins {node: n2, token}", "GET nodes"], "n2 joins too")
def _(s):
    s.freeze()
    cluster(s)
    t = s.ok("olive", "POST", C + "/c1/join-tokens")["joinToken"]
    return [s.ev("node-joins", organization="northwind", cluster="c1", node=n, token=t)[0] for n in ("n1", "n2")], len(s.ok("olive", "GET", C + "/c1/nodes")["nodes"])


@mistake("i-deleted-node-still-blocks", ["clusters"], "side effect", "CLU-12",
         "A deleted node leaves the node list, but its agent stays known to the skew gate and goes on blocking upgrades.", False,
         [edit("clusters.py", '    x["nodes"][node] = n\n', '    x["nodes"][node] = n\n    x.setdefault("agents", {})[node] = n\n'),
          edit("clusters.py", '    behind = [n["name"] for n in x["nodes"].values() if minor', '    behind = [n["name"] for n in x.get("agents", {}).values() if minor')],
         ["running cluster v1.31.4", "event node-joins {node: n1, agentVersion: v1.29.9}", "DELETE nodes/n1", "PATCH {orchestratorVersion: v1.32.1}"], "409 that names n1 instead of 200")
def _(s):
    s.freeze()
    cluster(s, orchestratorVersion="v1.31.4")
    node(s, "n1", "v1.29.9")
    s.ok("olive", "DELETE", C + "/c1/nodes/n1")
    return patch(s, {"orchestratorVersion": "v1.32.1"})[0]


@mistake("i-unauthenticated-registration-tokens-403", ["clusters"], "status", "GEN-05",
         "The pattern that finds the registry paths also hits registration-tokens, so a caller without a session gets the status of the registry there.", True,
         [edit("server.py", 're.match("/api/v1/(registry|oncall)/", parts.path)', 're.search("/(regist|oncall)", parts.path)')],
         ["GET /api/v1/clusters/c1/registration-tokens without a credential"], "403 instead of 401", variant="b")
def _(s):
    return [s(None, "GET", C + x)[0] for x in ("", "/c1/registration-tokens", "/c1/nodes")]


@mistake("i-delete-while-provisioning-204", ["clusters"], "status", "CLU-08",
         "Deleting a cluster that is still being provisioned takes it away at once and answers 204.", True,
         [edit("clusters.py", '    if x["phase"] != "Terminating":\n', '    if x["phase"] == "Provisioning":\n        del w.clusters[(x["org"], x["name"])]\n        return 204, None\n    if x["phase"] != "Terminating":\n')],
         ["POST /api/v1/clusters", "at once DELETE it"], "204 instead of 202")
def _(s):
    s.freeze()
    s.ok("olive", "POST", C, {"name": "c1", "tier": "small"})
    one = s("olive", "DELETE", C + "/c1")[0]
    cluster(s, "c2")
    return one, s("olive", "DELETE", C + "/c2")[0]
