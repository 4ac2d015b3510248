import re, time
from prove import mistake
C = "/api/v1/clusters"
def make(s, name="edge", who="olive", wait=True, **b):
    s.ok("POST", C, {"name": name, "tier": "medium", **b}, who=who)
    if wait: s.advance("PT3S")
    return C + "/" + name
def make_slowly(s, name="edge", who="olive", **b):
    s.ok("POST", C, {"name": name, "tier": "medium", **b}, who=who); s.wait(2.2)
    return C + "/" + name
def door(s, name, token, node): return s("POST", C + f"/{name}/join", {"token": token, "node": node}, who=None)

@mistake("f-roll-writes-whole-snapshot", "clusters", "concurrency", "CLU-07", "A roll writes back the whole cluster as it was when the roll began, so that a second accepted change during it is lost.",
  [("clusters.py", 'lambda: rolled(x, pick(change, {})))', 'lambda kept={"orchestratorVersion": x["version"], "tier": x["tier"], "replicas": x["replicas"], **change}: rolled(x, kept))'),
   ("clusters.py", '    if not change:\n        return\n', '    if not change or x["phase"] == "Rolling":      # the running roll takes it along\n        return\n')], "GET cluster after two accepted PATCHes: the tier of the second one is the old one", True, "b")
def _(s):
    p = make_slowly(s)
    a = s("PATCH", p, {"replicas": 5}); s.wait(0.3); b = s("PATCH", p, {"tier": "large"})
    assert a.status == 200
    s.wait(6)
    r = s.ok("GET", p)
    return b.status != 200 or (r["replicas"], r["tier"]) == (5, "large")

@mistake("f-join-token-used-twice-at-once", "clusters", "concurrency", "CLU-11", "A join token is marked as used only after the node was registered outside the lock, so that two nodes join with it at the same time.",
  [("clusters.py", '            one["used"], kind = True, "join-token"\n', '            import time, world\n            world.LOCK.release()\n            time.sleep(0.15)\n            world.LOCK.acquire()\n            one["used"], kind = True, "join-token"\n')], "the two parallel joins with one token: both succeed", True)
def _(s):
    p = make_slowly(s)
    t = s.ok("POST", p + "/join-tokens")["joinToken"]
    got = s.par(lambda: door(s, "edge", t, "n1"), lambda: door(s, "edge", t, "n2"))
    return sorted(x.status < 300 for x in got) == [False, True]

@mistake("f-skew-names-one-node", "clusters", "schema", "CLU-05", "The 409 of the node-skew gate names only the first of the nodes.",
  [("clusters.py", '{\', \'.join(sorted(behind))}", "node_skew", nodes=sorted(behind))', '{min(behind)}", "node_skew", nodes=[min(behind)])')], "PATCH orchestratorVersion: the error does not name the second node", True)
def _(s):
    p = make_slowly(s)
    t = s.ok("POST", p + "/registration-tokens", {"name": "pool"})["token"]
    for n in ("worker-a", "worker-b"): s.ok("POST", C + "/edge/join", {"token": t, "node": n, "agentVersion": "v1.27.3"}, who=None)
    r = s("PATCH", p, {"orchestratorVersion": "v1.31.4"})
    assert r.status == 409 and b"worker-a" in r.data
    return b"worker-b" in r.data


@mistake("f-patch-downgrade-within-minor", "clusters", "guard", "CLU-04", "Only the minor version is compared, so that a downgrade to an older patch version is accepted.",
  [("clusters.py", 'if patch_level(version) < patch_level(x["version"]):', 'if minor(version) < minor(x["version"]):')], "PATCH v1.30.8 to v1.30.6: 200 instead of a refusal", True)
def _(s):
    p = make_slowly(s, orchestratorVersion="v1.30.8")
    return 400 <= s("PATCH", p, {"orchestratorVersion": "v1.30.6"}).status < 500

@mistake("f-version-by-prefix", "clusters", "guard", "CLU-04", "A version counts as in the catalog when a catalog version begins with it.",
  [("clusters.py", '    if version not in VERSIONS:', '    if not any(v.startswith(version) for v in VERSIONS):')], "PATCH orchestratorVersion v1.31: 200 instead of a refusal", True)
def _(s):
    p = make_slowly(s)
    return 400 <= s("PATCH", p, {"orchestratorVersion": "v1.31"}).status < 500

@mistake("f-two-minors-per-hop", "clusters", "guard", "CLU-04", "A hop of two minor versions passes: the comparison is off by one.",
  [("clusters.py", 'minor(version)[1] > minor(x["version"])[1] + 1:', 'minor(version)[1] - minor(x["version"])[1] > 2:')], "PATCH v1.29.9 to v1.31.4: 200 instead of a refusal", True)
def _(s):
    p = make_slowly(s, orchestratorVersion="v1.29.9")
    return 400 <= s("PATCH", p, {"orchestratorVersion": "v1.31.4"}).status < 500

@mistake("f-downsize-check-one-step-only", "clusters", "guard", "CLU-06", "The headroom check is made only when the tier goes down by one step.",
  [("clusters.py", 'if "tier" in b and TIERS.index(b["tier"]) < TIERS.index(x["tier"]):', 'if "tier" in b and TIERS.index(b["tier"]) == TIERS.index(x["tier"]) - 1:')], "PATCH large to small with a crowded component: 200 instead of 409", False)
def _(s):
    p = make(s, tier="large")
    s.oke("headroom-changes", organization="northwind", cluster="edge", component="scheduler", usedPercent=95)
    return s("PATCH", p, {"tier": "small"}).status == 409

@mistake("f-delete-by-name-everywhere", "clusters", "isolation", "GEN-04", "Deleting a cluster deletes those of the same name in other organizations too.",
  [("clusters.py", '            del w.clusters[(x["org"], x["name"])]\n', '            for key in [key for key in w.clusters if key[1] == x["name"]]:\n                del w.clusters[key]\n')], "GET cluster as otto: 404", True, "b")
def _(s):
    make(s, wait=False), make(s, who="otto", wait=False)
    s.ok("DELETE", C + "/edge")
    return s("GET", C + "/edge", who="otto").status == 200

@mistake("f-roll-revives-deleted-cluster", "clusters", "side effect", "CLU-08", "A roll that ends during the teardown sets the cluster to running again, and the teardown then leaves it alone.",
  [("clusters.py", '    if x["phase"] == "Rolling":\n        x["phase"] = "Running"', '    x["phase"] = "Running"'), ("clusters.py", 'lambda: w.clusters.pop((x["org"], x["name"]), None))', 'lambda: x["phase"] == "Terminating" and w.clusters.pop((x["org"], x["name"]), None))')], "GET cluster long after the DELETE: 200, running", True)
def _(s):
    p = make_slowly(s)
    s.ok("PATCH", p, {"replicas": 5}); s.wait(1); s.ok("DELETE", p); s.wait(4)
    return s("GET", p).status == 404

@mistake("f-registration-token-off-is-expired", "clusters", "side effect", "CLU-13", "Deactivating a registration token sets its expiry to now, so that it cannot be used after it was reactivated.",
  [("clusters.py", '    t["disabled"] = c.json(k.obj({"disabled": k.boolean}, strict=True), BAD)["disabled"]\n', '    t["disabled"] = c.json(k.obj({"disabled": k.boolean}, strict=True), BAD)["disabled"]\n    if t["disabled"]:\n        t["expires"] = c.world.now()\n')], "join with the reactivated token: refused", True)
def _(s):
    p = make(s, wait=False)
    t = s.ok("POST", p + "/registration-tokens", {"name": "pool"})
    for off in (True, False): s.ok("PATCH", p + f"/registration-tokens/{t['id']}", {"disabled": off})
    return door(s, "edge", t["token"], "n1").status == 201

@mistake("f-registration-token-once", "clusters", "side effect", "CLU-13", "A registration token that was used is taken no more.",
  [("clusters.py", 'elif reg and not reg["disabled"] and (', 'elif reg and not reg["disabled"] and not reg["used"] and (')], "second join with the token: refused", True)
def _(s):
    p = make(s, wait=False)
    t = s.ok("POST", p + "/registration-tokens", {"name": "pool"})["token"]
    assert door(s, "edge", t, "n1").status == 201
    return door(s, "edge", t, "n2").status == 201

@mistake("f-deleted-node-still-gates", "clusters", "side effect", "CLU-12", "A deleted node is only hidden from the list: the node-skew gate still counts it.",
  [("clusters.py", '    if x["nodes"].pop(c.params["node"], None) is None:\n        raise ApiError(404, "unknown node")\n', '    if c.params["node"] not in x["nodes"]:\n        raise ApiError(404, "unknown node")\n    x["nodes"][c.params["node"]]["gone"] = True\n'), ("clusters.py", '"agentVersion": n["version"]} for n in x["nodes"].values()]}', '"agentVersion": n["version"]} for n in x["nodes"].values() if not n.get("gone")]}')], "PATCH after deleting the old node: 409 naming it", True)
def _(s):
    p = make_slowly(s)
    t = s.ok("POST", p + "/registration-tokens", {"name": "pool"})["token"]
    s.ok("POST", C + "/edge/join", {"token": t, "node": "worker-a", "agentVersion": "v1.27.3"}, who=None)
    assert s("PATCH", p, {"orchestratorVersion": "v1.31.4"}).status == 409
    s.ok("DELETE", p + "/nodes/worker-a")
    return s("PATCH", p, {"orchestratorVersion": "v1.31.4"}).status == 200

@mistake("f-kubeconfig-cached-past-expiry", "clusters", "time", "CLU-10", "The client configuration is made once and answered from then on, also after its token has expired.",
  [("clusters.py", '    token = secrets.token_urlsafe(32)\n    x["configs"][token] = w.now() + timedelta(minutes=15)\n', '    token = next(iter(x["configs"]), None) or secrets.token_urlsafe(32)\n    x["configs"].setdefault(token, w.now() + timedelta(minutes=15))\n')], "the token of a configuration fetched an hour after the first: not accepted", False)
def _(s):
    p = make(s)
    def good(): return s.oke("credential-used", kind="kubeconfig", secret=s.ok("GET", p + "/kubeconfig")["kubeconfig"])["accepted"]
    assert good()
    s.advance("PT1H")
    return good()

@mistake("f-registration-list-shows-cloud-config", "clusters", "secrecy", "CLU-13", "The list of registration tokens carries the join command, with the secret in it.",
  [("clusters.py", '    if t["used"]:\n        out["lastUsed"]', '    out["joinCommand"] = "agentctl join --token " + t["token"]\n    if t["used"]:\n        out["lastUsed"]')], "GET registration-tokens: holds the token", True)
def _(s):
    p = make(s, wait=False)
    t = s.ok("POST", p + "/registration-tokens", {"name": "pool"})["token"]
    return t.encode() not in s.ok("GET", p + "/registration-tokens").data


@mistake("f-cluster-quota-of-all-orgs", "clusters", "isolation", "CLU-01", "The quota counts the clusters of all organizations.",
  [("clusters.py", 'if sum(org == c.org.slug for org, _ in w.clusters) >=', 'if len(w.clusters) >=')], "POST clusters as otto, who has none: 403", False)
def _(s):
    s.oke("quota-changes", organization="contoso", quota="clusters", value=1)
    make(s, wait=False)
    return s("POST", C, {"name": "portal", "tier": "small"}, who="otto").status == 201

@mistake("f-shared-datastore-nulls", "clusters", "schema", "CLU-02", "A shared datastore is answered with size, storageGiB, replicas and backups as null.",
  [("clusters.py", '"datastore": c["datastore"], "phase"', '"datastore": {"size": None, "storageGiB": None, "replicas": None, "backups": None, **c["datastore"]}, "phase"')], "POST clusters: datastore.size is null", True)
def _(s):
    d = s.ok("POST", C, {"name": "edge", "tier": "small", "datastore": {"mode": "shared"}})["datastore"]
    return None not in d.values()

@mistake("f-registration-patch-answers-token", "clusters", "status", "CLU-13", "PATCH of a registration token answers 200 with the token's metadata instead of 204.",
  [("clusters.py", '(k.obj({"disabled": k.boolean}, strict=True), BAD)["disabled"]\n    return 204, None', '(k.obj({"disabled": k.boolean}, strict=True), BAD)["disabled"]\n    return 200, token_shape(t)')], "PATCH: 200 instead of 204", True)
def _(s):
    p = make(s, wait=False)
    t = s.ok("POST", p + "/registration-tokens", {"name": "pool"})
    return s("PATCH", p + f"/registration-tokens/{t['id']}", {"disabled": True}).status == 204

@mistake("f-resize-drops-datastore-backups", "clusters", "side effect", "CLU-03", "A roll that does not name the datastore puts its sizing back to the defaults.",
  [("clusters.py", '    x["datastore"] = {**x["datastore"], **change.get("datastore", {})}', '    if x["datastore"]["mode"] == "dedicated":\n        x["datastore"] = {**x["datastore"], "size": "db-medium", "storageGiB": 40, "replicas": 2, **change.get("datastore", {})}')], "GET cluster after PATCH {tier}: the datastore has another size", True)
def _(s):
    p = make_slowly(s, datastore={"mode": "dedicated", "size": "db-large", "storageGiB": 100, "replicas": 3, "backups": True})
    s.ok("PATCH", p, {"tier": "large"}); s.wait(2.3)
    return s.ok("GET", p)["datastore"] == {"mode": "dedicated", "size": "db-large", "storageGiB": 100, "replicas": 3, "backups": True}
