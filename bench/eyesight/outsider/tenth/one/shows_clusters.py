from kit import mistake

C = "clusters.go"


def join(s, cluster, token, node, agent=None):
    b = {"token": token, "node": node}
    if agent:
        b["agentVersion"] = agent
    return s.raw("POST", "/api/v1/clusters/%s/join" % cluster, b)[0]


@mistake("j-cluster-quota-forgets-provisioning", ["clusters"], "order and caps", "CLU-01",
         "Clusters that are still provisioning do not count for the quota, so that creating several in a row goes beyond it.",
         False,
         [(C, '		if int64(len(c.org.Cl.clusters)) >= c.org.Quota["clusters"] {\n',
           '		up := remove(c.org.Cl.clusters, func(x *Cluster) bool { return x.Phase == "provisioning" })\n		if int64(len(up)) >= c.org.Quota["clusters"] {\n')],
         ['event quota-changes {"organization":"aurora","quota":"clusters","value":1}', 'as owner POST /api/v1/clusters {"name":"one","tier":"small"}', 'at once POST /api/v1/clusters {"name":"two","tier":"small"}'],
         ((201, 403), (201, 201), "The second create answers 201 instead of 403."))
def _(s):
    s.event("quota-changes", {"organization": "aurora", "quota": "clusters", "value": 1})
    f = lambda n: s.api("POST", "/clusters", {"name": n, "tier": "small"})[0]
    return f("one"), f("two")


@mistake("j-cluster-nodes-of-any-organization", ["clusters"], "isolation", "GEN-04",
         "The nodes are read from the first organization that has a cluster of this name.",
         True,
         [(C, '		k, err := c.clusterFor("clusters.node.read")\n		if err != nil {\n			return err\n		}\n		return c.json(200, obj{"nodes": lst(k.nodes)})\n',
           '		for _, o := range c.w.orgs { // the shard knows clusters by name\n			if k := o.cluster(c.path("name")); k != nil {\n				if err := c.need("clusters.node.read", k.Name); err != nil {\n					return err\n				}\n'
           '				return c.json(200, obj{"nodes": lst(k.nodes)})\n			}\n		}\n		return notFound("cluster")\n')],
         ['as owner POST /api/v1/clusters {"name":"prod","tier":"small"}, POST /api/v1/clusters/prod/join-tokens, and a node secret-worker joins with it',
          "as neighbour (owner of another organization) GET /api/v1/clusters/prod/nodes"],
         ((404, None), (200, ["secret-worker"]), "The neighbour gets 200 with the other organization's nodes instead of 404 or 403."))
def _(s):
    s.cluster("prod", running=False)
    assert join(s, "prod", s.must("POST", "/clusters/prod/join-tokens")["joinToken"], "secret-worker") == 201
    st, out = s.api("GET", "/clusters/prod/nodes", who="nils")
    return st, [n["name"] for n in out["nodes"]] if st == 200 else None


@mistake("j-cluster-patch-takes-any-size", ["clusters"], "guard", "CLU-02",
         "The size of the datastore is checked against its values only on creation; PATCH takes any text.",
         True,
         [(C, '		if err := oneOf(*q.Size, "datastore.size", dbSizes...); err != nil {\n			return err\n		}\n		d.Size = *q.Size\n', "		d.Size = *q.Size\n"),
          (C, '			if *d.Mode == "dedicated" {\n				yes := true\n',
           '			if d.Size != nil {\n				if err := oneOf(*d.Size, "datastore.size", dbSizes...); err != nil {\n					return err\n				}\n			}\n			if *d.Mode == "dedicated" {\n				yes := true\n')],
         ['as owner POST /api/v1/clusters {"name":"sized","tier":"small","datastore":{"mode":"dedicated"}} and wait until it runs',
          'PATCH /api/v1/clusters/sized {"datastore":{"size":"db-huge","storageGiB":20,"replicas":1,"backups":true}}', "GET /api/v1/clusters/sized"],
         ((400, "db-small"), (200, "db-huge"), "The PATCH answers 200 instead of a refusal, and the size is db-huge."))
def _(s):
    s.cluster("sized", datastore={"mode": "dedicated"})
    st, _ = s.api("PATCH", "/clusters/sized", {"datastore": {"size": "db-huge", "storageGiB": 20, "replicas": 1, "backups": True}})
    return st, s.must("GET", "/clusters/sized")["datastore"]["size"]


@mistake("j-cluster-downgrade-within-minor", ["clusters"], "guard", "CLU-04",
         "Only major and minor versions are compared, so that a downgrade to an older patch version is accepted.",
         True,
         [(C, "(to[1] < from[1] || (to[1] == from[1] && to[2] < from[2]))", "to[1] < from[1]")],
         ['as owner POST /api/v1/clusters {"name":"older","tier":"small","orchestratorVersion":"1.32.6"} and wait until it runs', 'PATCH /api/v1/clusters/older {"orchestratorVersion":"1.32.4"}',
          "GET /api/v1/clusters/older"],
         ((400, "1.32.6"), (200, "1.32.4"), "The PATCH answers 200 and the version is the older one."))
def _(s):
    s.cluster("older", orchestratorVersion="1.32.6")
    st, _ = s.api("PATCH", "/clusters/older", {"orchestratorVersion": "1.32.4"})
    return st, s.must("GET", "/clusters/older")["orchestratorVersion"]


@mistake("j-cluster-skew-names-one-node", ["clusters"], "schema", "CLU-05",
         "The node-skew check stops at the first node that would be too far behind, and the 409 names only that one.",
         False,
         [(C, "				behind = append(behind, n.Name)\n", "				behind = append(behind, n.Name)\n				break\n")],
         ['as owner POST /api/v1/clusters {"name":"skewed","tier":"small","orchestratorVersion":"1.32.6"} and wait until it runs',
          "event node-joins: old-a and old-b with the agent 1.28.0, new-c with 1.32.6", 'PATCH /api/v1/clusters/skewed {"orchestratorVersion":"1.33.2"}: which nodes the error names'],
         ((409, ["old-a", "old-b"]), (409, ["old-a"]), "old-b is not named."))
def _(s):
    s.cluster("skewed", orchestratorVersion="1.32.6")
    for n, v in (("old-a", "1.28.0"), ("old-b", "1.28.0"), ("new-c", "1.32.6")):
        s.event("node-joins", {"cluster": "skewed", "node": n, "agentVersion": v, "ready": True})
    st, out = s.api("PATCH", "/clusters/skewed", {"orchestratorVersion": "1.33.2"})
    return st, [n for n in ("old-a", "old-b", "new-c") if n in out["error"]]


@mistake("j-cluster-two-tiers-down-unchecked", ["clusters"], "guard", "CLU-06",
         "The headroom check is made for the next smaller tier only; going from large to small at once skips it.",
         False,
         [(C, "	if index(tiers, next.Tier) < index(tiers, k.Tier) {\n", "	if index(tiers, k.Tier)-index(tiers, next.Tier) == 1 {\n")],
         ['as owner POST /api/v1/clusters {"name":"crowded","tier":"large"} and wait until it runs', 'event headroom-changes {"cluster":"crowded","component":"apiserver","usedPercent":95}',
          'PATCH /api/v1/clusters/crowded {"tier":"medium"}', 'PATCH /api/v1/clusters/crowded {"tier":"small"}'],
         ((409, 409), (409, 200), "Downsizing by two tiers answers 200 instead of 409."))
def _(s):
    s.cluster("crowded", tier="large")
    s.event("headroom-changes", {"cluster": "crowded", "component": "apiserver", "usedPercent": 95})
    f = lambda t: s.api("PATCH", "/clusters/crowded", {"tier": t})[0]
    return f("medium"), f("small")


@mistake("j-cluster-tier-eats-replicas", ["clusters"], "side effect", "CLU-03",
         "A PATCH that names a tier ignores the replicas in the same request.",
         True,
         [(C, "		next.Tier = *q.Tier\n	}\n	if q.Replicas != nil {\n", "		next.Tier = *q.Tier\n	} else if q.Replicas != nil {\n")],
         ['as owner POST /api/v1/clusters {"name":"both","tier":"small"} and wait until it runs', 'PATCH /api/v1/clusters/both {"tier":"medium","replicas":3}', "wait until it has rolled; GET /api/v1/clusters/both"],
         ((200, "medium", 3), (200, "medium", 1), "replicas is still 1."))
def _(s):
    s.cluster("both")
    s.at_once()
    st, _ = s.api("PATCH", "/clusters/both", {"tier": "medium", "replicas": 3})
    k = s.must("GET", "/clusters/both")
    return st, k["tier"], k["replicas"]


@mistake("j-cluster-teardown-lost-in-roll", ["clusters"], "concurrency", "CLU-08",
         "The end of a roll sets the cluster running without looking whether it is being deleted, and the teardown, which finds it running, gives up.",
         True,
         [(C, '		if k.Phase == "updating" {\n			k.Phase = "running"\n		}\n', '		k.Phase = "running"\n'),
          (C, "				o.Cl.clusters = remove(o.Cl.clusters, func(x *Cluster) bool { return x == k })\n",
           '				if k.Phase == "deleting" {\n					o.Cl.clusters = remove(o.Cl.clusters, func(x *Cluster) bool { return x == k })\n				}\n')],
         ['freeze the clock; as owner POST /api/v1/clusters {"name":"doomed","tier":"small"}; advance 30 seconds', 'PATCH /api/v1/clusters/doomed {"replicas":3}; advance 10 seconds',
          "DELETE /api/v1/clusters/doomed (202); advance 10 minutes (without the clock: wait)", "GET /api/v1/clusters/doomed"],
         ((202, 404), (202, 200), "The deleted cluster is still there, and running."))
def _(s):
    s.freeze()
    s.cluster("doomed", running=False)
    s.advance("PT30S")
    s.must("PATCH", "/clusters/doomed", {"replicas": 3})
    s.advance("PT10S")
    st, _ = s.api("DELETE", "/clusters/doomed")
    s.advance("PT10M")
    return st, s.api("GET", "/clusters/doomed")[0]


@mistake("j-cluster-join-token-spent-when-ready", ["clusters"], "time", "CLU-11",
         "A join token counts as used only when its node gets ready, so that until then further nodes join with it.",
         True,
         [(C, 'kind, use = "join-token", func() { j.used = true }', 'kind, use = "join-token", func() {\n				w.work(nodeReadyTime, "join-token-spent", "Cluster", k.Name, func() { j.used = true })\n			}')],
         ['as owner POST /api/v1/clusters {"name":"joined","tier":"small"}, POST /api/v1/clusters/joined/join-tokens', "a node first joins with the token", "at once a node second joins with the same token",
          "GET /api/v1/clusters/joined/nodes"],
         ((201, 401, 1), (201, 201, 2), "The second node is let in with the used token."))
def _(s):
    s.cluster("joined", running=False)
    t = s.must("POST", "/clusters/joined/join-tokens")["joinToken"]
    return join(s, "joined", t, "first"), join(s, "joined", t, "second"), len(s.must("GET", "/clusters/joined/nodes")["nodes"])


@mistake("j-cluster-removed-node-still-gates", ["clusters"], "side effect", "CLU-12",
         "The node-skew check keeps its own table of agent versions, and deleting a node does not take it out of that table.",
         False,
         [(C, "	configs    map[string]time.Time // hash of the token -> expiry\n", "	configs    map[string]time.Time // hash of the token -> expiry\n	agents     map[string]string    // node -> version of its agent\n"),
          (C, "configs: map[string]time.Time{}, used:", "configs: map[string]time.Time{}, agents: map[string]string{}, used:"),
          (C, "	k.nodes = append(k.nodes, n)\n", "	k.nodes = append(k.nodes, n)\n	k.agents[name] = agent\n"),
          (C, "		n.AgentVersion = *q.AgentVersion\n", "		n.AgentVersion = *q.AgentVersion\n		k.agents[n.Name] = n.AgentVersion\n"),
          (C, "			k.nodes = remove(k.nodes, func(x *Node) bool { return x == n })\n", "			k.nodes = remove(k.nodes, func(x *Node) bool { return x == n })\n			delete(k.agents, n.Name)\n"),
          (C, "		for _, n := range k.nodes {\n			if v, ok := parseVersion(n.AgentVersion); ok &&", "		for _, name := range sortedKeys(k.agents) {\n			if v, ok := parseVersion(k.agents[name]); ok &&"),
          (C, "behind = append(behind, n.Name)", "behind = append(behind, name)")],
         ['as owner POST /api/v1/clusters {"name":"cleaned","tier":"small","orchestratorVersion":"1.32.6"} and wait until it runs', "event node-joins: old-a with the agent 1.28.0",
          'PATCH /api/v1/clusters/cleaned {"orchestratorVersion":"1.33.2"} (409)', "DELETE /api/v1/clusters/cleaned/nodes/old-a (204)", "the same PATCH again"],
         ((409, 204, 200), (409, 204, 409), "The second PATCH is still blocked, by a node that is gone."))
def _(s):
    s.cluster("cleaned", orchestratorVersion="1.32.6")
    s.event("node-joins", {"cluster": "cleaned", "node": "old-a", "agentVersion": "1.28.0", "ready": True})
    f = lambda: s.api("PATCH", "/clusters/cleaned", {"orchestratorVersion": "1.33.2"})[0]
    return f(), s.api("DELETE", "/clusters/cleaned/nodes/old-a")[0], f()


@mistake("j-cluster-reactivated-token-dead", ["clusters"], "side effect", "CLU-13",
         "Deactivating a registration token also wipes its stored hash, so that the reactivated token lets no node in.",
         True,
         [(C, "		t.Disabled = *q.Disabled\n", "		if t.Disabled = *q.Disabled; t.Disabled {\n			t.secret = \"\" // nothing can match it now\n		}\n")],
         ['as owner POST /api/v1/clusters {"name":"switched","tier":"small"}, POST /api/v1/clusters/switched/registration-tokens {"name":"fleet"}', "a node w1 joins with the token",
          'PATCH /api/v1/clusters/switched/registration-tokens/{id} {"disabled":true}, then {"disabled":false}', "a node w2 joins with the token"],
         ((201, 401, False, 201), (201, 401, False, 401), "The token is listed as not disabled, but the node is refused."))
def _(s):
    s.cluster("switched", running=False)
    p = "/clusters/switched/registration-tokens"
    t = s.must("POST", p, {"name": "fleet"})
    a = join(s, "switched", t["token"], "w1")
    s.must("PATCH", p + "/" + t["id"], {"disabled": True})
    b = join(s, "switched", t["token"], "w1b")
    s.must("PATCH", p + "/" + t["id"], {"disabled": False})
    return a, b, s.must("GET", p)["tokens"][0]["disabled"], join(s, "switched", t["token"], "w2")


@mistake("j-cluster-list-shows-join-command", ["clusters"], "secrecy", "CLU-13",
         "The list of registration tokens repeats the join command of each, and the token is in it.",
         True,
         [(C, "	Disabled  bool   `json:\"disabled\"`\n	secret    string\n", "	Disabled  bool   `json:\"disabled\"`\n	Command   string `json:\"joinCommand,omitempty\"`\n	secret    string\n"),
          (C, "CreatedAt: c.w.stamp(), secret: hash(tok)}", "CreatedAt: c.w.stamp(), Command: joinCommand(k, tok), secret: hash(tok)}")],
         ['as owner POST /api/v1/clusters {"name":"told","tier":"small"}, POST /api/v1/clusters/told/registration-tokens {"name":"fleet"}', "GET /api/v1/clusters/told/registration-tokens"],
         (False, True, "The list contains the token."))
def _(s):
    s.cluster("told", running=False)
    t = s.must("POST", "/clusters/told/registration-tokens", {"name": "fleet"})["token"]
    return t in str(s.must("GET", "/clusters/told/registration-tokens"))


@mistake("j-cluster-client-config-kept", ["clusters"], "time", "CLU-10",
         "The client configuration is kept with the cluster and handed out again, also when the token in it has expired.",
         False,
         [(C, "	oneRequest bool                 // somebody", "	config     string               // the client configuration\n	oneRequest bool                 // somebody"),
          (C, '		tok := "kct_" + randHex(20)\n', '		if k.config != "" {\n			return c.json(200, obj{"kubeconfig": k.config, "expiresIn": int(configLife.Seconds())})\n		}\n		tok := "kct_" + randHex(20)\n'),
          (C, '		return c.json(200, obj{"kubeconfig": cfg, "expiresIn": int(configLife.Seconds())})\n', '		k.config = cfg\n		return c.json(200, obj{"kubeconfig": cfg, "expiresIn": int(configLife.Seconds())})\n')],
         ['freeze the clock; as owner POST /api/v1/clusters {"name":"configured","tier":"small"}', "GET /api/v1/clusters/configured/kubeconfig; event credential-used with it",
          "advance 2 days; event credential-used with it (no longer accepted)", "GET /api/v1/clusters/configured/kubeconfig again; event credential-used with the new one"],
         ((True, False, True), (True, False, False), "The configuration fetched again has the expired token and is not accepted."))
def _(s):
    s.freeze()
    s.cluster("configured", running=False)
    get = lambda: s.must("GET", "/clusters/configured/kubeconfig")["kubeconfig"]
    use = lambda c: s.event("credential-used", {"kind": "kubeconfig", "secret": c, "cluster": "configured"})["accepted"]
    c = get()
    a = use(c)
    s.advance("P2D")
    return a, use(c), use(get())


@mistake("j-cluster-raised-limit-reset", ["clusters"], "order and caps", "LIM-02",
         "Switching managed load balancers on writes the default limit again, so that a limit that staff had raised falls back.",
         False,
         [(C, "		next.ManagedLoadBalancers.Enabled = *m.Enabled\n",
           "		next.ManagedLoadBalancers = ManagedLoadBalancers{Enabled: *m.Enabled, MaxServices: defaultLBs, LoadBalancers: k.ManagedLoadBalancers.LoadBalancers}\n")],
         ['as owner POST /api/v1/clusters {"name":"balanced","tier":"small"} and wait until it runs', 'event quota-changes {"quota":"load-balancer-services","cluster":"balanced","value":7}',
          'PATCH /api/v1/clusters/balanced {"managedLoadBalancers":{"enabled":true}} and wait until it has rolled', "event service-exposed for seven services", "GET /api/v1/clusters/balanced"],
         ((7, 7, [200] * 7), (5, 5, [200] * 5 + [409] * 2), "maxServices is 5, and the sixth and seventh service are refused."))
def _(s):
    s.cluster("balanced")
    s.event("quota-changes", {"quota": "load-balancer-services", "cluster": "balanced", "value": 7})
    s.at_once()
    s.must("PATCH", "/clusters/balanced", {"managedLoadBalancers": {"enabled": True}})
    l = [s.event("service-exposed", {"cluster": "balanced", "service": "default/s%d" % i}, ok=False)[0] for i in range(7)]
    m = s.must("GET", "/clusters/balanced")["managedLoadBalancers"]
    return m["maxServices"], len(m["loadBalancers"]), l


@mistake("j-cluster-join-expiry-fraction", ["clusters"], "schema", "CLU-11",
         "expiresIn of a join token is computed from its expiry as a fraction of seconds, which is no integer.",
         True,
         [(C, "		k.joins = append(k.joins, &JoinToken{secret: hash(tok), expiresAt: c.w.now().Add(joinLife)})\n",
           "		j := &JoinToken{secret: hash(tok), expiresAt: c.w.now().Add(joinLife)}\n		k.joins = append(k.joins, j)\n"),
          (C, '"expiresIn": int(joinLife.Seconds())})', '"expiresIn": j.expiresAt.Sub(c.w.now()).Seconds()})')],
         ['as owner POST /api/v1/clusters {"name":"fraction","tier":"small"}', "POST /api/v1/clusters/fraction/join-tokens: expiresIn"],
         ("int", "float", "expiresIn is a number such as 899.9999 instead of an integer."))
def _(s):
    s.cluster("fraction", running=False)
    return type(s.must("POST", "/clusters/fraction/join-tokens")["expiresIn"]).__name__


@mistake("j-cluster-unfinished-deleted-with-204", ["clusters"], "status", "CLU-08",
         "A cluster that is still provisioning is deleted on the spot and answered with 204 instead of 202.",
         True,
         [(C, '		if k.Phase != "deleting" {\n			k.Phase = "deleting"\n',
           '		if k.Phase == "provisioning" { // nothing to tear down yet\n			c.org.Cl.clusters = remove(c.org.Cl.clusters, func(x *Cluster) bool { return x == k })\n			return c.none(204)\n		}\n'
           '		if k.Phase != "deleting" {\n			k.Phase = "deleting"\n')],
         ['as owner POST /api/v1/clusters {"name":"early","tier":"small"}', "at once DELETE /api/v1/clusters/early"],
         (202, 204, "The DELETE answers 204 instead of 202."))
def _(s):
    s.cluster("early", running=False)
    return s.api("DELETE", "/clusters/early")[0]


@mistake("j-cluster-roll-ends-with-old-balancers", ["clusters"], "concurrency", "CLU-07",
         "Load balancers may be switched during a roll, but the end of the roll writes back what they were when it began, so that a change answered with 200 is lost.",
         True,
         [(C, '	k.Phase = "updating"\n', '	k.Phase = "updating"\n	target := *k\n'),
          (C, '			k.Phase = "running"\n		}\n	})\n}', '			target.nodes, target.joins, target.regs, target.Phase = k.nodes, k.joins, k.regs, "running"\n			*k = target\n		}\n	})\n}'),
          (C, '	if k.Phase != "running" {\n		return fail(409, "a concurrent change is in progress (%s)", k.Phase)\n	}\n',
           '	rolls := next.OrchestratorVersion != k.OrchestratorVersion || next.Tier != k.Tier || next.Replicas != k.Replicas || q.Datastore != nil\n'
           '	if k.Phase != "running" && (rolls || k.Phase != "updating") {\n		return fail(409, "a concurrent change is in progress (%s)", k.Phase)\n	}\n'),
          (C, "	changed := next.OrchestratorVersion != k.OrchestratorVersion || next.Tier != k.Tier || next.Replicas != k.Replicas || q.Datastore != nil ||\n		next.ManagedLoadBalancers.Enabled != k.ManagedLoadBalancers.Enabled\n", ""),
          (C, "	if changed {\n", "	if rolls { // load balancers do not touch the control plane\n")],
         ['as owner POST /api/v1/clusters {"name":"rolling","tier":"small"} and wait until it runs', 'PATCH /api/v1/clusters/rolling {"replicas":3}',
          'at once PATCH /api/v1/clusters/rolling {"managedLoadBalancers":{"enabled":true}}', "wait until the roll is over; GET /api/v1/clusters/rolling"],
         ((200, 409, 3, False), (200, 200, 3, False), "The second PATCH answers 200, yet in the end enabled is false."))
def _(s):
    s.cluster("rolling")
    s.freeze()
    f = lambda b: s.api("PATCH", "/clusters/rolling", b)[0]
    a, b = f({"replicas": 3}), f({"managedLoadBalancers": {"enabled": True}})
    s.advance("PT5M")
    k = s.must("GET", "/clusters/rolling")
    return a, b, k["replicas"], k["managedLoadBalancers"]["enabled"]
