C = "/clusters"
def cl(s, name="prod-1", who="owner", ready=True, **more):
    getattr(s, who).post(C, {"name": name, "tier": "small", **more})
    if ready:
        s.advance("PT3S")
    return f"{C}/{name}"
def wait(s, path, test, seconds=6):
    end = time.time() + seconds
    while time.time() < end:
        r = s.owner.get(path)
        if r.status == 200 and test(r.body):
            return r
        time.sleep(0.4)
    return s.owner.get(path)
def running(s, path): return wait(s, path, lambda b: b["phase"] == "Running")
def join(s, token=None, node="n1", version=None):
    return s.ev("node-joins", cluster="prod-1", node=node, **({"token": token} if token else {}), **({"agentVersion": version} if version else {}))

def show(s):
    p = cl(s, datastore={"mode": "dedicated"})
    return s.owner.patch(p, {"datastore": {"size": "db-huge", "storageGiB": 50, "replicas": 2, "backups": True}}).status >= 400
case("clu-resize-to-unknown-size", "clusters", "guard", "CLU-02", "The datastore size in PATCH is any text; only create holds it to its three values.",
     [("clusters.py", '                   "datastore": k.obj({}, SIZING, strict=True)}, strict=True)', '                   "datastore": k.obj({}, {**SIZING, "size": k.text()}, strict=True)}, strict=True)')], show, True, False, "the PATCH with an unknown size is refused or not")

def show(s):
    p = cl(s, orchestratorVersion="v1.30.8")
    r = s.owner.patch(p, {"orchestratorVersion": "v1.30.6"}); s.advance("PT5S")
    return [r.status >= 400, s.owner.get(p)["orchestratorVersion"]]
case("clu-patch-level-downgrade", "clusters", "guard", "CLU-04", "A downgrade is recognized by its minor version only, so an older patch level of the same minor is accepted.",
     [("clusters.py", 'if patch_level(version) < patch_level(x["version"]):', 'if minor(version) < minor(x["version"]):')], show, [True, "v1.30.8"], [False, "v1.30.6"], "the downgrade from v1.30.8 to v1.30.6")

def show(s):
    p = cl(s, orchestratorVersion="v1.31.4")
    for n in ("worker-a", "worker-b"):
        join(s, node=n, version="v1.29.9")
    r = s.owner.patch(p, {"orchestratorVersion": "v1.32.1"})
    return [r.status, "worker-a" in r.raw, "worker-b" in r.raw]
case("clu-skew-names-one-node", "clusters", "schema", "CLU-05", "The node-skew refusal names only the first of the nodes that would be left behind.",
     [("clusters.py", 'if minor(version)[1] - minor(n["version"])[1] > MAX_SKEW]', 'if minor(version)[1] - minor(n["version"])[1] > MAX_SKEW][:1]')], show, [409, True, True], [409, True, False], "nodes named in the refusal")

def show(s):
    p = cl(s, orchestratorVersion="v1.31.4")
    join(s, node="worker-a", version="v1.29.9")
    return s.owner.patch(p, {"orchestratorVersion": "v1.32.1"}).status
case("clu-skew-against-present-version", "clusters", "guard", "CLU-05", "The node-skew gate measures the agents against the version the cluster has, not the one it is to get.",
     [("clusters.py", 'if minor(version)[1] - minor(n["version"])[1] > MAX_SKEW]', 'if minor(x["version"])[1] - minor(n["version"])[1] > MAX_SKEW]')], show, 409, 200, "the upgrade that leaves a node three minors behind")

def show(s):
    p = cl(s, tier="large")
    s.ev("headroom-changes", cluster="prod-1", component="scheduler", usedPercent=95)
    return [s.owner.patch(p, {"tier": "medium"}).status, s.owner.patch(p, {"tier": "small"}).status]
case("clu-two-tiers-down-unchecked", "clusters", "guard", "CLU-06", "The headroom check is made for the next smaller tier only; from large straight to small nothing is checked.",
     [("clusters.py", 'if "tier" in b and TIERS.index(b["tier"]) < TIERS.index(x["tier"]):', 'if "tier" in b and TIERS.index(b["tier"]) == TIERS.index(x["tier"]) - 1:')], show, [409, 409], [409, 200], "the downsize from large to small")

def show(s):
    p = cl(s, ready=False); running(s, p)
    a, b = s.parallel(lambda: s.owner.patch(p, {"tier": "medium"}), lambda: (time.sleep(0.3), s.admin.patch(p, {"replicas": 5}))[1])
    time.sleep(1)
    c = running(s, p)
    lost = (a.status == 200 and c["tier"] != "medium") or (b.status == 200 and c["replicas"] != 5)
    return [a.status, b.status, lost]
case("clu-overlapping-change-undoes-first", "clusters", "concurrency", "CLU-07", "A PATCH during a roll is accepted with a snapshot of the settings from before the first change has been applied, and its roll writes the old ones back.",
     [("clusters.py", 'if x["phase"] != "Running" and not (OTHER and x["phase"] == "Rolling"):', 'if x["phase"] not in ("Running", "Rolling"):'),
      ("clusters.py", '    roll(w, x, b)\n', '    roll(w, x, {"orchestratorVersion": x["version"], "tier": x["tier"], "replicas": x["replicas"], **b})\n')],
     show, [200, 409, False], [200, 200, True], "a change answered 200 that the cluster does not have in the end", True)

def show(s):
    s.freeze(); p = cl(s)
    s.owner.delete(p)
    a = s.owner.post(C, {"name": "prod-1", "tier": "large"}).status
    s.advance("PT5S")
    return [a, s.owner.get(p).status]
case("clu-teardown-takes-the-namesake", "clusters", "side effect", "CLU-08", "The teardown ends by removing whatever has the name then, so a cluster created anew under the name of a deleted one disappears.",
     [("clusters.py", '            return 202, None\n', '            w.clock.after(TEARDOWN, "cluster-gone", "Cluster", x["name"], lambda: w.clusters.pop((x["org"], x["name"]), None))\n            return 202, None\n')], show, [201, 200], [201, 404], "the new cluster of the same name", False, "b")

def show(s):
    s.ev("quota-changes", quota="clusters", value=1)
    s.outsider.post(C, {"name": "their-1", "tier": "small"})
    return s.owner.post(C, {"name": "ours-1", "tier": "small"}).status
case("clu-quota-counts-everybody", "clusters", "isolation", "CLU-01", "The cluster quota counts the clusters of all organizations.",
     [("clusters.py", 'if sum(org == c.org.slug for org, _ in w.clusters) >= c.org.quota["clusters"]:', 'if len(w.clusters) >= c.org.quota["clusters"]:')], show, 201, 403, "the first cluster of an organization with a quota of one")

def show(s):
    s.freeze(); p = cl(s)
    t = s.owner.post(p + "/join-tokens")["joinToken"]
    return [join(s, t, "n1").status, join(s, t, "n2").status]
case("clu-join-token-used-up-when-ready", "clusters", "time", "CLU-11", "A join token is used up when its node gets ready, not when it joins; until then further nodes join with it.",
     [("clusters.py", '            one["used"], kind = True, "join-token"\n', '            kind = "join-token"\n'),
      ("clusters.py", 'w.clock.after(JOIN, "node-ready", "Node", node, lambda: n.update(ready=True))', 'w.clock.after(JOIN, "node-ready", "Node", node, lambda: (n.update(ready=True), kind == "join-token" and one.update(used=True)))')],
     show, [200, 409], [200, 200], "the second node with the same join token")

def show(s):
    p = cl(s); t = s.owner.post(p + "/registration-tokens", {"name": "pool"})
    for off in (True, False):
        s.owner.patch(f"{p}/registration-tokens/{t['id']}", {"disabled": off})
    return join(s, t["token"]).status
case("clu-deactivated-token-expires", "clusters", "side effect", "CLU-13", "Deactivating a registration token also ends its validity, so after reactivating it does not work.",
     [("clusters.py", '    t["disabled"] = c.json(k.obj({"disabled": k.boolean}, strict=True), BAD)["disabled"]\n', '    t["disabled"] = c.json(k.obj({"disabled": k.boolean}, strict=True), BAD)["disabled"]\n    if t["disabled"]:\n        t["expires"] = c.world.now()\n')], show, 200, 409, "joining with the reactivated token")

def show(s):
    p = cl(s); t = s.owner.post(p + "/registration-tokens", {"name": "pool"})
    s.owner.delete(f"{p}/registration-tokens/{t['id']}")
    return [len(s.owner.get(p + "/registration-tokens")["tokens"]), join(s, t["token"]).status]
case("clu-revoked-token-still-joins", "clusters", "guard", "CLU-13", "A revoked registration token is hidden from the list, but nodes still join with it.",
     [("clusters.py", '    del x["registration"][t["id"]]\n', '    t["gone"] = True\n'), ("clusters.py", 'for t in find(c, "clusters.token.read")["registration"].values()]}', 'for t in find(c, "clusters.token.read")["registration"].values() if not t.get("gone")]}')], show, [0, 409], [0, 200], "joining with the revoked token")

def show(s):
    p = cl(s, ready=False); t = s.owner.post(p + "/registration-tokens", {"name": "pool"})
    return t["token"] in s.owner.get(p + "/registration-tokens").raw
case("clu-list-has-join-command", "clusters", "secrecy", "CLU-13", "The list of registration tokens has the join command of each, and with it the secret.",
     [("clusters.py", '    out = {"id": t["id"], "name": t["name"], "createdAt": epoch_ms(t["created"]), "disabled": t["disabled"]}\n', '    out = {"id": t["id"], "name": t["name"], "createdAt": epoch_ms(t["created"]), "disabled": t["disabled"],\n           "joinCommand": f"agentctl join --token {t[\'token\']}"}\n')], show, False, True, "the token within the list", True)

def show(s):
    p = cl(s, orchestratorVersion="v1.31.4"); join(s, node="old", version="v1.29.9")
    s.owner.delete(p + "/nodes/old")
    return [len(s.owner.get(p + "/nodes")["nodes"]), s.owner.patch(p, {"orchestratorVersion": "v1.32.1"}).status]
case("clu-deleted-node-blocks-upgrade", "clusters", "side effect", "CLU-12", "Deleting a node hides it from the list only; the node-skew gate still counts it.",
     [("clusters.py", '    if x["nodes"].pop(c.params["node"], None) is None:\n        raise ApiError(404, "unknown node")\n', '    if c.params["node"] not in x["nodes"]:\n        raise ApiError(404, "unknown node")\n    x["nodes"][c.params["node"]]["gone"] = True\n'),
      ("clusters.py", '"agentVersion": n["version"]} for n in x["nodes"].values()]}', '"agentVersion": n["version"]} for n in x["nodes"].values() if not n.get("gone")]}')], show, [0, 200], [0, 409], "the upgrade after the outdated node was deleted")

def show(s):
    s.freeze(); p = cl(s)
    s.owner.get(p + "/kubeconfig"); s.advance("PT20M")
    k = s.owner.get(p + "/kubeconfig")["kubeconfig"]
    return s.ev("credential-used", kind="kubeconfig", secret=k)["accepted"]
case("clu-kubeconfig-token-cached", "clusters", "time", "CLU-10", "The token in the client configuration is minted once per cluster and given out again also after it has expired.",
     [("clusters.py", '    token = secrets.token_urlsafe(32)\n    x["configs"][token] = w.now() + timedelta(minutes=15)\n', '    token = next(iter(x["configs"]), None) or secrets.token_urlsafe(32)\n    x["configs"].setdefault(token, w.now() + timedelta(minutes=15))\n')], show, True, False, "use of a configuration fetched anew after 20 minutes")

def show(s):
    s.outsider.post(C, {"name": "their-1", "tier": "small"})
    return [s.owner.get(C + "/their-1").status, s.owner.get(C + "/their-1/usage").status]
case("clu-usage-by-name-alone", "clusters", "isolation", "GEN-04", "The usage of a cluster is looked up by its name alone, so every organization can read it.",
     [("clusters.py", '    x = find(c, "clusters.cluster.read")\n    return 200, {"at"', '    x = next((x for (_, n), x in c.world.clusters.items() if n == c.params["name"]), None) or find(c, "clusters.cluster.read")\n    return 200, {"at"')], show, [403, 403], [403, 200], "usage of the other organization's cluster", True)

def show(s):
    p = cl(s, ready=False, datastore={"mode": "dedicated"}); running(s, p)
    s.owner.patch(p, {"datastore": {"size": "db-large", "storageGiB": 80, "replicas": 2, "backups": True}}); time.sleep(1)
    return sorted(running(s, p)["datastore"])
case("clu-resize-replaces-datastore", "clusters", "schema", "CLU-03", "Resizing replaces the whole datastore object, so its required mode is gone afterwards.",
     [("clusters.py", 'x["datastore"] = {**x["datastore"], **change.get("datastore", {})}', 'x["datastore"] = change.get("datastore", x["datastore"])')], show, ["backups", "mode", "replicas", "size", "storageGiB"], ["backups", "replicas", "size", "storageGiB"], "fields of datastore after the roll", True)
