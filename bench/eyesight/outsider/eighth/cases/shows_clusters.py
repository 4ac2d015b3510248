from prove import mistake

C = "/clusters"


def cluster(S, name="prod", tier="small", **k):
    S.at_once()
    who = k.pop("who", "olga")
    return S("POST", C, dict({"name": name, "tier": tier}, **k), who=who, expect=201)


@mistake("h-clu-skew-names-first", "clusters", "guard", "CLU-05",
         "The node-skew refusal stops at the first node, so it names one where several would be left behind.",
         [("clusters.go", "				behind = append(behind, n.Name)\n", "				behind = append(behind, n.Name)\n				break\n")],
         ["create a cluster with 1.33.2", "event node-joins: worker-a and worker-b with agentVersion 1.31.9", "PATCH /api/v1/clusters/{name} {orchestratorVersion: 1.34.1}"],
         "step 3: the 409 names worker-a only")
def _(S):
    cluster(S, orchestratorVersion="1.33.2")
    for n in ("worker-a", "worker-b"):
        S.ev("node-joins", cluster="prod", node=n, agentVersion="1.31.9", ready=True)
    r = S("PATCH", C + "/prod", {"orchestratorVersion": "1.34.1"})
    return r.status == 409 and "worker-a" in r.text and "worker-b" in r.text, r


@mistake("h-clu-headroom-one-tier-only", "clusters", "guard", "CLU-06",
         "The headroom check is only made for the next smaller tier, so a step from large to small passes it by.",
         [("clusters.go", "	if index(tiers, next.Tier) < index(tiers, k.Tier) {", "	if index(tiers, next.Tier) == index(tiers, k.Tier)-1 {")],
         ["create a large cluster", "event headroom-changes {component: datastore, usedPercent: 85}", "PATCH /api/v1/clusters/{name} {tier: small}"],
         "step 3: 409 when right, 200 when wrong")
def _(S):
    cluster(S, tier="large")
    S.ev("headroom-changes", cluster="prod", component="datastore", usedPercent=85)
    assert S("PATCH", C + "/prod", {"tier": "medium"}).status == 409
    r = S("PATCH", C + "/prod", {"tier": "small"})
    return r.status == 409 and "datastore" in r.text, r.status


@mistake("h-clu-join-token-copied", "clusters", "side effect", "CLU-11",
         "Join tokens are kept by value, and using one marks a copy, so it works again.",
         [("clusters.go", "	joins      []*JoinToken\n", "	joins      []JoinToken\n"),
          ("clusters.go", "		j := find(k.joins, func(j *JoinToken) bool { return j.secret == h })\n", "		var j *JoinToken\n		for _, x := range k.joins {\n			if x.secret == h {\n				j = &x\n			}\n		}\n"),
          ("clusters.go", "k.joins = append(k.joins, &JoinToken{", "k.joins = append(k.joins, JoinToken{"),
          ("clusters.go", "(find(k.joins, func(j *JoinToken) bool { return j.secret == h }) == nil && find(k.regs", "(find(ptrs(k.joins), func(j *JoinToken) bool { return j.secret == h }) == nil && find(k.regs")],
         ["POST /api/v1/clusters/{name}/join-tokens", "event node-joins with the token", "event node-joins of another node with the same token"],
         "step 3: refused when right, a second node when wrong")
def _(S):
    cluster(S)
    t = S("POST", C + "/prod/join-tokens", expect=201)["joinToken"]
    S.ev("node-joins", cluster="prod", node="w1", token=t)
    r = S.tryev("node-joins", cluster="prod", node="w2", token=t)
    return r.status == 409 and len(S("GET", C + "/prod/nodes")["nodes"]) == 1, r.status


@mistake("h-clu-patch-lost-update", "clusters", "concurrency", "CLU-07",
         "The lock is given up while the shard is asked, and the whole cluster as it was before is written back, so of two changes at once one is lost although both got 200.",
         [("clusters.go", "	*k = next\n	if changed {\n", "	c.w.s.mu.Unlock()\n	askShard(k)\n	c.w.s.mu.Lock()\n	*k = next\n	if changed {\n"),
          ("clusters.go", "func joinCommand(", "// askShard applies the change on the shard.\nfunc askShard(*Cluster) { time.Sleep(80 * time.Millisecond) }\n\nfunc joinCommand(")],
         ["a running cluster", "at the same time PATCH {replicas: 3} and PATCH {managedLoadBalancers: {enabled: true}}", "GET /api/v1/clusters/{name} when it is running again"],
         "step 3: one of two changes that were answered with 200 is missing", alone=True)
def _(S):
    cluster(S)
    a, b = S.parallel((("PATCH", C + "/prod", {"replicas": 3}), {}), (("PATCH", C + "/prod", {"managedLoadBalancers": {"enabled": True}}), {}))
    k = S("GET", C + "/prod")
    ok = (a.status == 409 or k["replicas"] == 3) and (b.status == 409 or k["managedLoadBalancers"]["enabled"])
    return ok, (a.status, b.status, k["replicas"], k["managedLoadBalancers"]["enabled"])


@mistake("h-clu-disable-by-name", "clusters", "side effect", "CLU-13",
         "Disabling a registration token disables every token of the same name.",
         [("clusters.go", "		t.Disabled = *q.Disabled\n", "		for _, x := range k.regs {\n			if x.Name == t.Name {\n				x.Disabled = *q.Disabled\n			}\n		}\n")],
         ["POST /api/v1/clusters/{name}/registration-tokens {name: pool} twice", "PATCH the first {disabled: true}", "GET /api/v1/clusters/{name}/registration-tokens"],
         "step 3: both are disabled", alone=True)
def _(S):
    cluster(S)
    a = S("POST", C + "/prod/registration-tokens", {"name": "pool"}, expect=201)["id"]
    S("POST", C + "/prod/registration-tokens", {"name": "pool"}, expect=201)
    S("PATCH", C + "/prod/registration-tokens/" + a, {"disabled": True}, expect=204)
    l = [t["disabled"] for t in S("GET", C + "/prod/registration-tokens")["tokens"]]
    return l == [True, False], l


@mistake("h-clu-kubeconfig-renews-all", "clusters", "time", "CLU-10",
         "Fetching a client configuration renews the tokens of all earlier ones.",
         [("clusters.go", "		k.configs[hash(tok)] = c.w.now().Add(configLife)\n", "		k.configs[hash(tok)] = c.w.now()\n		for h := range k.configs {\n			k.configs[h] = c.w.now().Add(configLife)\n		}\n")],
         ["GET /api/v1/clusters/{name}/kubeconfig", "advance the clock by 40 minutes", "GET /api/v1/clusters/{name}/kubeconfig", "advance the clock by 40 minutes", "event credential-used with the first configuration"],
         "step 5: refused when right, accepted when wrong")
def _(S):
    cluster(S)
    a = S("GET", C + "/prod/kubeconfig", expect=200)["kubeconfig"]
    S.advance("PT40M")
    S("GET", C + "/prod/kubeconfig", expect=200)
    S.advance("PT40M")
    r = S.ev("credential-used", kind="kubeconfig", secret=a)["accepted"]
    return r is False, r


@mistake("h-clu-backups-shared-pointer", "clusters", "isolation", "GEN-04",
         "All dedicated datastores point to one default for backups, so switching it for one cluster switches it for all, the neighbour's too.",
         [("clusters.go", "		b := *q.Backups\n		d.Backups = &b\n", "		*d.Backups = *q.Backups\n"),
          ("clusters.go", "				yes := true\n				k.Datastore = Datastore{Mode: \"dedicated\", Size: dbSizes[0], StorageGiB: 10, Replicas: 1, Backups: &yes}", "				k.Datastore = Datastore{Mode: \"dedicated\", Size: dbSizes[0], StorageGiB: 10, Replicas: 1, Backups: &backupsOn}"),
          ("clusters.go", "	defaultVersion = \"1.32.6\"\n", "	defaultVersion = \"1.32.6\"\n	backupsOn      = true\n")],
         ["POST /api/v1/clusters {name, tier, datastore: {mode: dedicated, backups: true}} as the neighbour", "POST /api/v1/clusters {name, tier, datastore: {mode: dedicated, backups: false}} as our owner", "GET /api/v1/clusters/{name} as the neighbour"],
         "step 3: backups is false", alone=True)
def _(S):
    cluster(S, "theirs", datastore={"mode": "dedicated", "backups": True}, who="nils")
    cluster(S, "ours", datastore={"mode": "dedicated", "backups": False})
    b = S("GET", C + "/theirs", who="nils")["datastore"]["backups"]
    return b is True, b


@mistake("h-clu-quota-of-everybody", "clusters", "isolation", "CLU-01",
         "The cluster quota counts the clusters of all organizations.",
         [("clusters.go", "		if int64(len(c.org.Cl.clusters)) >= c.org.Quota[\"clusters\"] {", "		n := 0\n		for _, o := range c.w.orgs {\n			n += len(o.Cl.clusters)\n		}\n		if int64(n) >= c.org.Quota[\"clusters\"] {")],
         ["event quota-changes {quota: clusters, value: 1} for our organization", "POST /api/v1/clusters as the neighbour", "POST /api/v1/clusters as our owner"],
         "step 3: 201 when right, 403 when wrong")
def _(S):
    S.ev("quota-changes", organization="aurora", quota="clusters", value=1)
    cluster(S, "theirs", who="nils")
    r = S("POST", C, {"name": "ours", "tier": "small"})
    assert S("POST", C, {"name": "more", "tier": "small"}).status == 403
    return r.status == 201, r.status


@mistake("h-clu-patch-level-downgrade", "clusters", "guard", "CLU-04",
         "The downgrade check compares major and minor only, so a lower patch version of the same minor is accepted.",
         [("clusters.go", "(to[1] < from[1] || (to[1] == from[1] && to[2] < from[2]))) {", "to[1] < from[1]) {")],
         ["a running cluster with 1.32.6", "PATCH /api/v1/clusters/{name} {orchestratorVersion: 1.32.4}"],
         "step 2: refused when right, 200 with 1.32.4 when wrong", alone=True)
def _(S):
    cluster(S, orchestratorVersion="1.32.6")
    r = S("PATCH", C + "/prod", {"orchestratorVersion": "1.32.4"})
    v = S("GET", C + "/prod")["orchestratorVersion"]
    return 400 <= r.status < 500 and v == "1.32.6", (r.status, v)


@mistake("h-clu-teardown-with-body", "clusters", "schema", "CLU-08",
         "The teardown answers 202 with the cluster as its body instead of none.",
         [("clusters.go", "		return c.none(202)\n", "		return c.json(202, k)\n")],
         ["POST /api/v1/clusters", "DELETE /api/v1/clusters/{name}"],
         "step 2: the answer has a body", alone=True)
def _(S):
    cluster(S)
    r = S("DELETE", C + "/prod", expect=202)
    return r.text == "", r.text
