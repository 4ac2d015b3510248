from prove import mistake

C = "/clusters"
A = "/clusters/alpha"


def joins(s, node, token=None, **more):
    return s.ev("node-joins", cluster="alpha", node=node, **({"token": token} if token else {}), **more)


def nodes(s):
    return {n["name"]: n for n in s.ok("GET", A + "/nodes")["nodes"]}


@mistake("cluster-quota-running-only", ["clusters"], "order and caps", "CLU-01",
         "Only running clusters count for the quota, so that several created in a row exceed it.",
         [("clusters.py", 'if sum(org == c.org.slug for org, _ in w.clusters) >=', 'if sum(org == c.org.slug and x["phase"] == "Running" for (org, _), x in w.clusters.items()) >=')],
         ["event quota-changes {quota: clusters, value: 1}", "POST /api/v1/clusters {name: alpha, tier: small}", "at once: POST /api/v1/clusters {name: beta, tier: small}"],
         "step 3 is 201 instead of 403")
def _(s):
    s.freeze()
    s.happen("quota-changes", quota="clusters", value=1)
    s.ok("POST", C, {"name": "alpha", "tier": "small"})
    r = s("POST", C, {"name": "beta", "tier": "small"})
    return r.status == 403, r


@mistake("nodes-of-unknown-cluster", ["clusters"], "status", "CLU-01",
         "The node list of an unknown cluster is an empty list with 200 instead of 404.",
         [("clusters.py", '    x = find(c, "clusters.node.read")\n', '    if not any(n == c.params["name"] for _, n in c.world.clusters):\n        return 200, {"nodes": []}       # torn down a moment ago\n    x = find(c, "clusters.node.read")\n')],
         ["GET /api/v1/clusters/nowhere/nodes"], "200 with an empty list instead of 404", alone=True)
def _(s):
    assert s("GET", C + "/nowhere/usage").status == 404
    r = s("GET", C + "/nowhere/nodes")
    return r.status == 404, r


@mistake("patch-size-any-text", ["clusters"], "guard", "CLU-02",
         "The size of a dedicated datastore is checked against its enumeration when a cluster is created, but not in a PATCH.",
         [("clusters.py", '"datastore": k.obj({}, SIZING, strict=True)}, strict=True)\n\n\n@op("PATCH", ONE)', '"datastore": k.obj({}, {**SIZING, "size": k.text(1, 40)}, strict=True)}, strict=True)\n\n\n@op("PATCH", ONE)')],
         ["POST /api/v1/clusters {name: alpha, tier: medium, datastore: {mode: dedicated, size: db-small}}", "PATCH /api/v1/clusters/alpha {datastore: {size: db-huge, storageGiB: 50, replicas: 2, backups: true}}"],
         "step 2 is 200 instead of a refusal", alone=True)
def _(s):
    s.slow_cluster("alpha", datastore={"mode": "dedicated", "size": "db-small"})
    assert s("POST", C, {"name": "beta", "tier": "small", "datastore": {"mode": "dedicated", "size": "db-huge"}}).status == 422
    r = s("PATCH", A, {"datastore": {"size": "db-huge", "storageGiB": 50, "replicas": 2, "backups": True}})
    return 400 <= r.status < 500, r


@mistake("patch-backups-never-off", ["clusters"], "side effect", "CLU-03",
         "A PATCH of the datastore drops values that are false, so backups can be switched on but never off.",
         [("clusters.py", '**change.get("datastore", {})}', '**{f: v for f, v in change.get("datastore", {}).items() if v}}')],
         ["POST /api/v1/clusters {name: alpha, tier: medium, datastore: {mode: dedicated, backups: true}}",
          "PATCH /api/v1/clusters/alpha {datastore: {size: db-large, storageGiB: 80, replicas: 3, backups: false}}", "after the roll: GET /api/v1/clusters/alpha"],
         "in step 3 datastore.backups is still true (the other three have changed)", alone=True)
def _(s):
    s.slow_cluster("alpha", datastore={"mode": "dedicated", "backups": True})
    s.ok("PATCH", A, {"datastore": {"size": "db-large", "storageGiB": 80, "replicas": 3, "backups": False}})
    s.settled("alpha")
    d = s.ok("GET", A)["datastore"]
    assert d["storageGiB"] == 80
    return d["backups"] is False, d


@mistake("downgrade-of-the-patch", ["clusters"], "guard", "CLU-04",
         "Only the minor version is compared: going back to an older patch release of the same minor is accepted.",
         [("clusters.py", 'if patch_level(version) < patch_level(x["version"]):', 'if minor(version) < minor(x["version"]):')],
         ["POST /api/v1/clusters {name: alpha, tier: medium, orchestratorVersion: v1.30.8}", "PATCH /api/v1/clusters/alpha {orchestratorVersion: v1.30.6}", "after the roll: GET /api/v1/clusters/alpha"],
         "step 2 is 200 and step 3 shows v1.30.6", alone=True)
def _(s):
    s.slow_cluster("alpha", orchestratorVersion="v1.30.8")
    assert s("PATCH", A, {"orchestratorVersion": "v1.29.9"}).status == 422
    r = s("PATCH", A, {"orchestratorVersion": "v1.30.6"})
    s.settled("alpha")
    return 400 <= r.status < 500 and s.ok("GET", A)["orchestratorVersion"] == "v1.30.8", r


@mistake("version-by-prefix", ["clusters"], "guard", "CLU-04",
         "A version that is the beginning of one of the catalog is accepted as it is, and the cluster ends up with a version the catalog does not have.",
         [("clusters.py", "    if version not in VERSIONS:\n", "    if not any(v.startswith(version) for v in VERSIONS):\n")],
         ["POST /api/v1/clusters {name: alpha, tier: medium, orchestratorVersion: v1.30.8}", "PATCH /api/v1/clusters/alpha {orchestratorVersion: v1.31}", "after the roll: GET /api/v1/clusters/alpha"],
         "step 2 is 200 and step 3 shows v1.31, which is not in the catalog", alone=True)
def _(s):
    s.slow_cluster("alpha", orchestratorVersion="v1.30.8")
    assert s("PATCH", A, {"orchestratorVersion": "v1.31.99"}).status == 422
    r = s("PATCH", A, {"orchestratorVersion": "v1.31"})
    return 400 <= r.status < 500, r


@mistake("skew-names-one-node", ["clusters"], "guard", "CLU-05",
         "The refusal by the node-skew gate names only the first of the nodes that would be left behind.",
         [("clusters.py", '{\', \'.join(sorted(behind))}", "node_skew", nodes=sorted(behind))', '{behind[0]}", "node_skew", nodes=behind[:1])')],
         ["a cluster at v1.31.4", "event node-joins: n-old and m-old with agent v1.29.9, n-new with v1.31.4", "PATCH {orchestratorVersion: v1.32.1}"],
         "the 409 of step 3 names n-old but not m-old")
def _(s):
    s.cluster("alpha", orchestratorVersion="v1.31.4")
    for n, v in (("n-old", "v1.29.9"), ("m-old", "v1.29.9"), ("n-new", "v1.31.4")):
        assert joins(s, n, agentVersion=v).status == 200
    r = s("PATCH", A, {"orchestratorVersion": "v1.32.1"})
    assert r.status == 409 and b"n-old" in r.raw
    return b"m-old" in r.raw, r


@mistake("downsize-with-more-replicas", ["clusters"], "guard", "CLU-06",
         "The headroom check is skipped when the same PATCH raises the replicas.",
         [("clusters.py", 'if "tier" in b and TIERS.index(b["tier"]) < TIERS.index(x["tier"]):', 'if "tier" in b and TIERS.index(b["tier"]) < TIERS.index(x["tier"]) and b.get("replicas", x["replicas"]) <= x["replicas"]:')],
         ["a cluster of tier medium with 3 replicas", "event headroom-changes {component: api-server, usedPercent: 95}", "PATCH {tier: small}", "PATCH {tier: small, replicas: 5}"],
         "step 4 is 200 instead of 409 naming api-server")
def _(s):
    s.cluster("alpha", replicas=3)
    s.happen("headroom-changes", cluster="alpha", component="api-server", usedPercent=95)
    assert s("PATCH", A, {"tier": "small"}).status == 409
    r = s("PATCH", A, {"tier": "small", "replicas": 5})
    return r.status == 409 and b"api-server" in r.raw, r


@mistake("lb-patch-not-blocked", ["clusters"], "concurrency", "CLU-07",
         "A PATCH that only switches the load balancers is let through while another change is in progress.",
         [("clusters.py", '    if x["blocked"]:\n        if x["blocked"] == "one-request":', '    if x["blocked"] and set(b) != {"managedLoadBalancers"}:       # does not touch the control plane\n        if x["blocked"] == "one-request":')],
         ["a running cluster", "event cluster-changes-concurrently {lasts: one-request}", "PATCH {managedLoadBalancers: {enabled: false}}"],
         "step 3 is 200 instead of 409")
def _(s):
    s.cluster("alpha")
    s.happen("cluster-changes-concurrently", cluster="alpha", lasts="one-request")
    assert s("PATCH", A, {"replicas": 5}).status == 409
    s.happen("cluster-changes-concurrently", cluster="alpha", lasts="one-request")
    r = s("PATCH", A, {"managedLoadBalancers": {"enabled": False}})
    return r.status == 409, r


@mistake("teardown-lost-in-roll", ["clusters"], "concurrency", "CLU-08",
         "A teardown that is asked for during a roll is lost: the end of the roll sets the cluster running again and it is never removed.",
         [("clusters.py", '    if x["phase"] == "Rolling":\n        x["phase"] = "Running"\n', '    x["phase"] = "Running"\n'),
          ("clusters.py", 'lambda: w.clusters.pop((x["org"], x["name"]), None))', 'lambda: w.clusters.pop((x["org"], x["name"]), None) if x["phase"] == "Terminating" else None)')],
         ["a running cluster", "PATCH {replicas: 5}", "at once: DELETE /api/v1/clusters/alpha", "after a few seconds", "GET /api/v1/clusters/alpha"],
         "step 5 is 200 with a running cluster instead of 404 (step 3 was 202)", alone=True)
def _(s):
    import time
    s.slow_cluster("alpha")
    s.ok("PATCH", A, {"replicas": 5})
    assert s("DELETE", A).status == 202
    end = time.time() + 8
    r = s("GET", A)
    while r.status != 404 and time.time() < end:
        time.sleep(0.2)
        r = s("GET", A)
    return r.status == 404, r


@mistake("node-version-of-joining", ["clusters"], "side effect", "CLU-09",
         "The node list shows the agent version a node joined with, also after its agent was upgraded.",
         [("clusters.py", '"agentVersion": n["version"]} for n in x["nodes"].values()]}', '"agentVersion": n["agent"]} for n in x["nodes"].values()]}'),
          ("clusters.py", 'n = {"name": node, "version": version or x["version"],', 'n = {"name": node, "agent": version or x["version"], "version": version or x["version"],')],
         ["event node-joins {node: n1, agentVersion: v1.29.9}", "event agent-upgraded {node: n1, agentVersion: v1.30.6}", "GET /api/v1/clusters/alpha/nodes"],
         "step 3 still shows v1.29.9")
def _(s):
    s.cluster("alpha")
    joins(s, "n1", agentVersion="v1.29.9")
    s.happen("agent-upgraded", cluster="alpha", node="n1", agentVersion="v1.30.6")
    n = nodes(s)
    return n["n1"]["agentVersion"] == "v1.30.6", n


@mistake("kubeconfig-prolonged", ["clusters"], "time", "CLU-10",
         "Fetching the client configuration again prolongs the token of the earlier one, which therefore outlives its expiresIn.",
         [("clusters.py", '    token = secrets.token_urlsafe(32)\n    x["configs"]', '    token = next((t for t, ends in x["configs"].items() if w.now() < ends), None) or secrets.token_urlsafe(32)\n    x["configs"]')],
         ["GET .../kubeconfig", "clock: 10 minutes on; GET .../kubeconfig again", "clock: 10 minutes on; event credential-used {kind: kubeconfig, secret: the configuration of step 1}"],
         "step 3 is accepted 20 minutes after an expiresIn of 900")
def _(s):
    s.cluster("alpha")
    a = s.ok("GET", A + "/kubeconfig")
    assert a["expiresIn"] == 900
    s.advance("PT10M")
    s.ok("GET", A + "/kubeconfig")
    s.advance("PT10M")
    x = s.happen("credential-used", kind="kubeconfig", cluster="alpha", secret=a["kubeconfig"])["accepted"]
    return x is False, x


@mistake("join-token-back-with-node", ["clusters"], "side effect", "CLU-11",
         "Deregistering a node makes the join token it used good for another node.",
         [("clusters.py", '    if x["nodes"].pop(c.params["node"], None) is None:\n        raise ApiError(404, "unknown node")\n',
           '    gone = x["nodes"].pop(c.params["node"], None)\n    if gone is None:\n        raise ApiError(404, "unknown node")\n    if gone["token"] in x["join"]:\n        x["join"][gone["token"]]["used"] = False       # the machine may come back\n'),
          ("clusters.py", 'n = {"name": node, "version"', 'n = {"name": node, "token": token, "version"')],
         ["POST .../join-tokens", "event node-joins {node: n1, token}", "DELETE .../nodes/n1", "event node-joins {node: n2, token}"],
         "step 4 succeeds; the token is for a single use")
def _(s):
    s.cluster("alpha")
    t = s.ok("POST", A + "/join-tokens")["joinToken"]
    assert joins(s, "n1", t).status == 200 and joins(s, "n2", t).status == 409
    s.ok("DELETE", A + "/nodes/n1")
    r = joins(s, "n2", t)
    return r.status == 409 and "n2" not in nodes(s), r


@mistake("deleted-node-still-skews", ["clusters"], "side effect", "CLU-12",
         "A deregistered node stays known to the node-skew gate and goes on blocking upgrades.",
         [("clusters.py", 'behind = [n["name"] for n in x["nodes"].values() if', 'behind = [n["name"] for n in x["agents"].values() if'),
          ("clusters.py", '"exposed": {}, "nodes": {},\n', '"exposed": {}, "nodes": {}, "agents": {},\n'),
          ("clusters.py", '    x["nodes"][node] = n\n', '    x["nodes"][node] = x["agents"][node] = n\n')],
         ["a cluster at v1.31.4", "event node-joins {node: old, agentVersion: v1.29.9}", "DELETE .../nodes/old", "PATCH {orchestratorVersion: v1.32.1}"],
         "step 4 is 409 naming old instead of 200")
def _(s):
    s.cluster("alpha", orchestratorVersion="v1.31.4")
    joins(s, "old", agentVersion="v1.29.9", ready=True)
    assert s("PATCH", A, {"orchestratorVersion": "v1.32.1"}).status == 409
    s.ok("DELETE", A + "/nodes/old")
    r = s("PATCH", A, {"orchestratorVersion": "v1.32.1"})
    return r.status == 200, r


@mistake("node-returns-when-ready", ["clusters"], "concurrency", "CLU-12",
         "A node that is deregistered before it became ready comes back at the moment it would have been ready.",
         [("clusters.py", 'lambda: n.update(ready=True))', 'lambda: x["nodes"].update({node: {**n, "ready": True}}))')],
         ["event node-joins {node: n1}", "at once: DELETE .../nodes/n1", "clock: 5 seconds on", "GET .../nodes"], "step 4 lists n1 again")
def _(s):
    s.cluster("alpha")
    joins(s, "n1")
    assert s("DELETE", A + "/nodes/n1").status == 204 and not nodes(s)
    s.advance("PT5S")
    n = nodes(s)
    return not n, n


@mistake("revoked-registration-joins", ["clusters"], "guard", "CLU-13",
         "A revoked registration token disappears from the list, but nodes can still join with it.",
         [("clusters.py", 'next((t for t in x["registration"].values() if t["token"] == token), None)', 'x["by_secret"].get(token)'),
          ("clusters.py", '"exposed": {}, "nodes": {},\n', '"exposed": {}, "nodes": {}, "by_secret": {},\n'),
          ("clusters.py", '    command = f"agentctl join --cluster', '    x["by_secret"][token] = x["registration"][id_]\n    command = f"agentctl join --cluster')],
         ["POST .../registration-tokens {name: pool}", "DELETE .../registration-tokens/{id}", "event node-joins {node: n1, token}", "GET .../nodes"],
         "step 3 succeeds and step 4 lists n1")
def _(s):
    s.cluster("alpha")
    t = s.ok("POST", A + "/registration-tokens", {"name": "pool"})
    assert joins(s, "n0", t["token"]).status == 200
    s.ok("PATCH", A + "/registration-tokens/" + t["id"], {"disabled": True})
    assert joins(s, "n1", t["token"]).status == 409
    s.ok("PATCH", A + "/registration-tokens/" + t["id"], {"disabled": False})
    s.ok("DELETE", A + "/registration-tokens/" + t["id"])
    r = joins(s, "n1", t["token"])
    return r.status == 409, r


@mistake("lb-off-short-form", ["clusters"], "schema", "CLU-14",
         "With load balancers switched off, managedLoadBalancers is {enabled: false} only, without maxServices and loadBalancers.",
         [("clusters.py", '"loadBalancers": [{"service": s, "ip": ip} for s, ip in c["exposed"].items()]}}', '"loadBalancers": [{"service": s, "ip": ip} for s, ip in c["exposed"].items()]} if c["lb"] else {"enabled": False}}')],
         ["POST /api/v1/clusters {name: alpha, tier: small, managedLoadBalancers: {enabled: false}}"], "maxServices and loadBalancers are missing in the answer", alone=True)
def _(s):
    r = s.ok("POST", C, {"name": "alpha", "tier": "small", "managedLoadBalancers": {"enabled": False}})
    return set(r["managedLoadBalancers"]) >= {"enabled", "maxServices", "loadBalancers"}, r


@mistake("unknown-node-empty-refusal", ["clusters"], "schema", "GEN-01",
         "Deregistering an unknown node is refused with an empty body instead of an object with error.",
         [("clusters.py", '        raise ApiError(404, "unknown node")\n', '        return 404, None\n')],
         ["DELETE /api/v1/clusters/alpha/nodes/nobody"], "the 404 has no body", alone=True)
def _(s):
    s.ok("POST", C, {"name": "alpha", "tier": "small"})
    r = s("DELETE", A + "/nodes/nobody")
    return r.status >= 400 and r.is_json and isinstance(r["error"], str), r


@mistake("registration-disabled-time", ["clusters"], "schema", "GEN-02",
         "A registration token that was switched off is listed with the time of it in disabled, not with true.",
         [("clusters.py", '    t["disabled"] = c.json(k.obj({"disabled": k.boolean}, strict=True), BAD)["disabled"]\n',
           '    off = c.json(k.obj({"disabled": k.boolean}, strict=True), BAD)["disabled"]\n    t["disabled"] = off and epoch_ms(c.world.now())\n')],
         ["POST .../registration-tokens {name: pool}", "PATCH .../registration-tokens/{id} {disabled: true}", "GET .../registration-tokens"],
         "in step 3 disabled is a string", alone=True)
def _(s):
    s.ok("POST", C, {"name": "alpha", "tier": "small"})
    t = s.ok("POST", A + "/registration-tokens", {"name": "pool"})["id"]
    s.ok("PATCH", A + "/registration-tokens/" + t, {"disabled": True})
    r = s.ok("GET", A + "/registration-tokens")
    return r["tokens"][0]["disabled"] is True, r


@mistake("registration-token-any-cluster", ["clusters"], "isolation", "GEN-04",
         "A registration token is found by its id alone, so another organization can switch it off through a cluster of its own.",
         [("clusters.py", '    if c.params["id"] not in x["registration"]:\n        raise ApiError(404, "unknown registration token")\n    return x,',
           '    x = next((y for y in c.world.clusters.values() if c.params["id"] in y["registration"]), None)\n    if x is None:\n        raise ApiError(404, "unknown registration token")\n    return x,')],
         ["POST /api/v1/clusters {name: alpha, tier: small}; POST .../alpha/registration-tokens {name: pool}", "as owner of another organization: POST /api/v1/clusters {name: theirs, tier: small}",
          "as that owner: PATCH /api/v1/clusters/theirs/registration-tokens/{id of step 1} {disabled: true}", "GET .../alpha/registration-tokens"],
         "step 3 is 204 and step 4 shows the token disabled", alone=True)
def _(s):
    s.ok("POST", C, {"name": "alpha", "tier": "small"})
    t = s.ok("POST", A + "/registration-tokens", {"name": "pool"})["id"]
    s.ok("POST", C, {"name": "theirs", "tier": "small"}, who="outsider")
    r = s("PATCH", C + "/theirs/registration-tokens/" + t, {"disabled": True}, who="outsider")
    l = s.ok("GET", A + "/registration-tokens")
    return r.status == 404 and l["tokens"][0]["disabled"] is False, (r, l)


@mistake("node-list-shows-token", ["clusters"], "secrecy", "GEN-06",
         "The node list tells with which token each node joined, and so repeats the secret of a registration token.",
         [("clusters.py", '"agentVersion": n["version"]} for n in x["nodes"].values()]}', '"agentVersion": n["version"], "joinedWith": n["token"]} for n in x["nodes"].values()]}'),
          ("clusters.py", 'n = {"name": node, "version"', 'n = {"name": node, "token": token, "version"')],
         ["POST .../registration-tokens {name: pool}", "event node-joins {node: n1, token}", "GET .../nodes"], "the answer of step 3 contains the token of step 1")
def _(s):
    s.cluster("alpha")
    t = s.ok("POST", A + "/registration-tokens", {"name": "pool"})["token"]
    assert joins(s, "n1", t).status == 200
    r = s.ok("GET", A + "/nodes")
    return t.encode() not in r.raw and len(r["nodes"]) == 1, r


@mistake("usage-nan", ["clusters"], "schema", "GEN-07",
         "The usage of a cluster without nodes contains the bare word NaN, so that the body is not JSON.",
         [("clusters.py", '"nodes": len(x["nodes"]), "loadBalancers"', '"nodes": len(x["nodes"]), "readyShare": sum(n["ready"] for n in x["nodes"].values()) / len(x["nodes"]) if x["nodes"] else float("nan"), "loadBalancers"')],
         ["POST /api/v1/clusters {name: alpha, tier: small}", "GET /api/v1/clusters/alpha/usage"], "the body of step 2 cannot be parsed as JSON", alone=True)
def _(s):
    s.ok("POST", C, {"name": "alpha", "tier": "small"})
    r = s.ok("GET", A + "/usage")
    return r.is_json and isinstance(r.body, dict), r


@mistake("patch-nothing-new-204", ["clusters"], "status", "GEN-09",
         "A PATCH that names only values the cluster already has answers 204 without the cluster.",
         [("clusters.py", '    roll(w, x, b)\n    if OTHER:', '    now = {"orchestratorVersion": x["version"], "tier": x["tier"], "replicas": x["replicas"], "managedLoadBalancers": {"enabled": x["lb"]}, "datastore": x["datastore"]}\n'
           '    if b and all(now[f] == v for f, v in b.items()):\n        return 204, None\n    roll(w, x, b)\n    if OTHER:')],
         ["a running cluster of tier medium", "PATCH {tier: medium}"], "204 without a body instead of 200 with the cluster", alone=True)
def _(s):
    s.slow_cluster("alpha")
    r = s("PATCH", A, {"tier": "medium"})
    return r.status == 200 and r["tier"] == "medium", r


@mistake("roll-ends-with-old-target", ["clusters"], "concurrency", "CLU-03",
         "A change accepted while the control plane rolls starts no roll of its own, and the end of the running roll writes tier and replicas as they were wanted when it began: the second change is lost.",
         [("clusters.py", '    x["phase"], x["restarting"] = "Rolling", x["replicas"] == 1\n', '    target, busy = {"tier": x["tier"], "replicas": x["replicas"], **change}, x["phase"] == "Rolling"\n    x["phase"], x["restarting"] = "Rolling", x["replicas"] == 1\n'),
          ("clusters.py", '    w.clock.after(ROLL, "cluster-rolled", "Cluster", x["name"], lambda: rolled(x, pick(change, {})))',
           '    if not busy:           # a running roll takes it along\n        w.clock.after(ROLL, "cluster-rolled", "Cluster", x["name"], lambda: rolled(x, target))')],
         ["a running cluster of tier medium", "PATCH {replicas: 5}", "at once: PATCH {tier: large}, also 200", "after a few seconds: GET /api/v1/clusters/alpha"],
         "in step 4 tier is medium although step 3 was answered 200 with large", alone=True, variant="b")
def _(s):
    s.slow_cluster("alpha")
    s.ok("PATCH", A, {"replicas": 5})
    assert s.ok("PATCH", A, {"tier": "large"})["tier"] == "large"
    r = s.settled("alpha")
    return r["tier"] == "large" and r["replicas"] == 5, r
