package main

import (
	"fmt"
	"regexp"
	"sort"
	"strings"
	"sync"
	"time"
)

type Node struct {
	name, version string
	ready         bool
	never, gone   bool
}
type JoinTok struct {
	secret  string
	expires time.Time
	used    bool
}
type RegTok struct {
	id, name, secret       string
	created, expires, used time.Time
	disabled               bool
}
type Store struct {
	mode, size        string
	storage, replicas int64
	backups           bool
}
type Cluster struct {
	name, tier, version, org, phase string
	replicas                        int64
	mesh                            bool
	store                           Store
	lb                              bool
	maxSvc                          int64
	lbs                             [][2]string
	nodes                           []*Node
	joins                           []*JoinTok
	regs                            []*RegTok
	kube                            map[string]time.Time
	room                            map[string]float64
	rolling                         map[string]bool
	rolls                           int
	blocked                         string // a concurrent change: one-request or roll
	restarting                      bool
	endpoint                        bool
	created                         time.Time
	deleting                        bool
}

type Clusters struct {
	w   *World
	mu  sync.Mutex
	all []*Cluster
	ip  int
}

func newClusters(w *World) *Clusters { return &Clusters{w: w} }

var versions = []string{"1.30.9", "1.31.6", "1.32.4", "1.32.8", "1.33.1", "1.34.0"}

const defaultVersion = "1.32.4"

var components = []string{"api-server", "scheduler", "datastore"}
var tierNo = map[string]int{"small": 0, "medium": 1, "large": 2}

const provisionTime, rollTime, teardownTime, readyTime = 1800 * time.Millisecond, 1800 * time.Millisecond, 1500 * time.Millisecond, 1500 * time.Millisecond

func ver(s string) (a, b, c int) {
	fmt.Sscanf(strings.TrimPrefix(s, "v"), "%d.%d.%d", &a, &b, &c)
	return
}

func (k *Cluster) view() M {
	ds := M{"mode": k.store.mode}
	if k.store.mode == "dedicated" {
		ds["size"], ds["storageGiB"], ds["replicas"], ds["backups"] = k.store.size, k.store.storage, k.store.replicas, k.store.backups
	}
	l := []any{}
	for _, x := range k.lbs {
		l = append(l, M{"service": x[0], "ip": x[1]})
	}
	v := M{"name": k.name, "tier": k.tier, "orchestratorVersion": k.version, "replicas": k.replicas, "mesh": k.mesh, "datastore": ds, "phase": k.phase, "managedLoadBalancers": M{"enabled": k.lb, "maxServices": k.maxSvc, "loadBalancers": l}}
	if k.endpoint && !k.restarting {
		v["endpoint"] = "https://" + k.name + "." + k.org + ".k.pelican.example:6443"
	}
	return v
}
func (u *Clusters) find(org, name string) *Cluster {
	for _, k := range u.all {
		if k.org == org && k.name == name {
			return k
		}
	}
	return nil
}
func (u *Clusters) has(org, name string) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.find(org, name) != nil
}
func (u *Clusters) get(c *Ctx, perm string) *Cluster {
	k := u.find(c.caller.org, c.p["name"])
	if k == nil {
		for _, x := range u.all {
			if x.name == c.p["name"] {
				refuse(403, "~ organization mismatch")
			}
		}
		refuse(404, "~ unknown cluster")
	}
	c.caller.must(perm, k.name)
	return k
}

var clusterName = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$`)
var sizes = []string{"db-small", "db-medium", "db-large"}

func (u *Clusters) provision(k *Cluster) {
	u.w.clk.after(provisionTime, "provisioning", "Cluster", k.name, func(at time.Time) {
		u.mu.Lock()
		defer u.mu.Unlock()
		if !k.deleting {
			k.phase, k.endpoint = "live", true
		}
	})
}

// roll needs the lock.
func (u *Clusters) roll(k *Cluster, what ...string) {
	k.phase = "turning"
	k.rolls++
	for _, f := range what {
		k.rolling[f] = true
	}
	if k.replicas == 1 {
		k.restarting = true
		u.w.clk.after(600*time.Millisecond, "restart", "Cluster", k.name, func(time.Time) {
			u.mu.Lock()
			defer u.mu.Unlock()
			k.restarting = false
		})
	}
	u.w.clk.after(rollTime, "roll", "Cluster", k.name, func(time.Time) {
		u.mu.Lock()
		defer u.mu.Unlock()
		k.rolls--
		if k.rolls > 0 || k.deleting {
			return
		}
		k.phase, k.rolling, k.restarting = "live", map[string]bool{}, false
		if k.blocked == "roll" {
			k.blocked = ""
		}
	})
}

func clusterRoutes() {
	const pre = "/api/v1/clusters"
	op := func(name, method, path string, body bool, h func(c *Ctx, u *Clusters) (int, any)) {
		add(name, method, pre+path, "clusters", body, func(c *Ctx) (int, any) {
			u := c.w.clu
			u.mu.Lock()
			defer u.mu.Unlock()
			return h(c, u)
		})
	}
	op("listClusters", "GET", "", false, func(c *Ctx, u *Clusters) (int, any) {
		f := c.caller.filter("clusters.cluster.read")
		l := []any{}
		for i := len(u.all) - 1; i >= 0; i-- {
			if k := u.all[i]; k.org == c.caller.org && f(k.name) {
				l = append(l, k.view())
			}
		}
		return 200, M{"clusters": l}
	})
	op("createCluster", "POST", "", true, func(c *Ctx, u *Clusters) (int, any) {
		b := c.b
		k := &Cluster{name: b.str("name"), tier: b.enum("tier", "small", "medium", "large"), version: b.strOr("orchestratorVersion", defaultVersion), replicas: b.intOr("replicas", 1, 1, 9), mesh: b.boolOr("mesh", false)}
		if !clusterName.MatchString(k.name) {
			b.fail("name", "has not the form of a name")
		}
		if !in(versions, k.version) {
			b.fail("orchestratorVersion", "is not in the catalog")
		}
		k.store = Store{mode: "shared"}
		if d, ok := b.objOpt("datastore"); ok {
			k.store = Store{d.enum("mode", "shared", "dedicated"), d.enumOr("size", "db-small", sizes...), d.intOr("storageGiB", 15, 1, 65536), d.intOr("replicas", 1, 1, 9), d.boolOr("backups", true)}
			if k.store.mode == "shared" && (d.has("size") || d.has("storageGiB") || d.has("replicas") || d.has("backups")) {
				d.fail("mode", "shared has no sizing")
			}
		}
		if m, ok := b.objOpt("managedLoadBalancers"); ok {
			k.lb = m.bool("enabled")
		}
		c.caller.must("clusters.cluster.write", "")
		n := int64(0)
		for _, x := range u.all {
			if x.org == c.caller.org {
				n++
			}
		}
		if n >= u.w.acc.quota(c.caller.org, "clusters") {
			refuse(403, "~ the quota of clusters is used up")
		}
		if u.find(c.caller.org, k.name) != nil {
			refuse(409, "~ the name is taken")
		}
		u.add(k, c.caller.org)
		return 201, k.view()
	})
	op("getCluster", "GET", "/{name}", false, func(c *Ctx, u *Clusters) (int, any) {
		return 200, u.get(c, "clusters.cluster.read").view()
	})
	op("updateCluster", "PATCH", "/{name}", true, updateCluster)
	op("deleteCluster", "DELETE", "/{name}", false, func(c *Ctx, u *Clusters) (int, any) {
		k := u.get(c, "clusters.cluster.write")
		if k.deleting {
			refuse(409, "~ it is being torn down")
		}
		k.deleting, k.phase = true, "draining"
		u.w.clk.after(teardownTime, "teardown", "Cluster", k.name, func(time.Time) {
			u.mu.Lock()
			defer u.mu.Unlock()
			for i, x := range u.all {
				if x == k {
					u.all = append(append([]*Cluster{}, u.all[:i]...), u.all[i+1:]...)
				}
			}
			u.w.emit(Event{Topic: "down", Org: k.org, Service: "clusters", Id: k.name})
		})
		return 202, nil
	})
	op("getClusterUsage", "GET", "/{name}/usage", false, func(c *Ctx, u *Clusters) (int, any) {
		k := u.get(c, "clusters.cluster.read")
		ready := 0
		for _, n := range k.nodes {
			if n.ready {
				ready++
			}
		}
		room := M{}
		for n, p := range k.room {
			room[n] = p
		}
		now := u.w.now()
		return 200, M{"measuredAt": tstr(now), "controlPlaneHours": now.Sub(k.created).Hours() * float64(k.replicas), "workers": M{"known": len(k.nodes), "ready": ready}, "exposed": len(k.lbs), "room": room}
	})
	op("listNodes", "GET", "/{name}/nodes", false, func(c *Ctx, u *Clusters) (int, any) {
		k := u.get(c, "clusters.node.read")
		l := []any{}
		ns := append([]*Node{}, k.nodes...)
		sort.Slice(ns, func(i, j int) bool { return ns[i].name < ns[j].name })
		for _, n := range ns {
			if !n.gone {
				l = append(l, n.view())
			}
		}
		return 200, M{"nodes": l}
	})
	op("getKubeconfig", "GET", "/{name}/kubeconfig", false, func(c *Ctx, u *Clusters) (int, any) {
		k := u.get(c, "clusters.access.admin")
		u.alive(k)
		t := secret("kc")
		k.kube[t] = u.w.now().Add(time.Hour)
		y := fmt.Sprintf("apiVersion: v1\nkind: Config\ncurrent-context: \"%[1]s\"\nclusters:\n  - name: \"%[1]s\"\n    cluster:\n      server: \"https://%[1]s.%[3]s.k.pelican.example:6443\"\ncontexts:\n  - name: \"%[1]s\"\n    context:\n      cluster: \"%[1]s\"\n      user: \"admin\"\nusers:\n  - name: \"admin\"\n    user:\n      token: \"%[2]s\"\n", k.name, t, k.org)
		return 200, M{"kubeconfig": y, "expiresIn": 60}
	})
	op("createJoinToken", "POST", "/{name}/join-tokens", false, func(c *Ctx, u *Clusters) (int, any) {
		k := u.get(c, "clusters.access.write")
		u.alive(k)
		t := &JoinTok{secret: secret("jt"), expires: u.w.now().Add(15 * time.Minute)}
		k.joins = append(k.joins, t)
		return 201, M{"joinToken": t.secret, "cluster": k.name, "joinCommand": "flock join " + k.name + " --with " + t.secret, "expiresIn": 15}
	})
	op("deleteNode", "DELETE", "/{name}/nodes/{node}", false, func(c *Ctx, u *Clusters) (int, any) {
		k := u.get(c, "clusters.node.write")
		k.drop(c.p["node"])
		return 204, nil
	})
	op("listRegistrationTokens", "GET", "/{name}/registration-tokens", false, func(c *Ctx, u *Clusters) (int, any) {
		k := u.get(c, "clusters.access.read")
		l := []any{}
		for i := len(k.regs) - 1; i >= 0; i-- {
			t := k.regs[i]
			v := M{"id": t.id, "name": t.name, "createdAt": tstr(t.created), "disabled": t.disabled}
			if !t.expires.IsZero() {
				v["expiresAt"] = tstr(t.expires)
			}
			if !t.used.IsZero() {
				v["lastUsed"] = tstr(t.used)
			}
			l = append(l, v)
		}
		return 200, M{"tokens": l}
	})
	op("createRegistrationToken", "POST", "/{name}/registration-tokens", true, func(c *Ctx, u *Clusters) (int, any) {
		t := &RegTok{name: c.b.str("name")}
		life := c.b.intOr("expiresIn", 0, 1, 100000000)
		k := u.get(c, "clusters.access.write")
		u.alive(k)
		t.id, t.secret, t.created = nid("rg"), secret("rgt"), u.w.now()
		if life > 0 {
			t.expires = t.created.Add(time.Duration(life) * time.Minute)
		}
		k.regs = append(k.regs, t)
		cmd := "flock join " + k.name + " --with " + t.secret
		return 201, M{"id": t.id, "name": t.name, "token": t.secret, "cloudConfig": "#cloud-config\nruncmd:\n  - \"" + cmd + "\"\n", "joinCommand": cmd}
	})
	op("updateRegistrationToken", "PATCH", "/{name}/registration-tokens/{id}", true, func(c *Ctx, u *Clusters) (int, any) {
		d := c.b.bool("disabled")
		k := u.get(c, "clusters.access.write")
		for _, t := range k.regs {
			if t.id == c.p["id"] {
				t.disabled = d
				return 204, nil
			}
		}
		refuse(404, "~ unknown registration token")
		return 0, nil
	})
	op("deleteRegistrationToken", "DELETE", "/{name}/registration-tokens/{id}", false, func(c *Ctx, u *Clusters) (int, any) {
		k := u.get(c, "clusters.access.write")
		for i, t := range k.regs {
			if t.id == c.p["id"] {
				k.regs = append(append([]*RegTok{}, k.regs[:i]...), k.regs[i+1:]...)
			}
		}
		return 204, nil
	})
	addDoor("joinNode", "POST", pre+"/{name}/admissions", "clusters", true, func(c *Ctx) (int, any) {
		u := c.w.clu
		tok, node, v := c.b.str("token"), c.b.str("node"), c.b.strOr("agentVersion", "")
		u.mu.Lock()
		defer u.mu.Unlock()
		for _, k := range u.all {
			if k.name == c.p["name"] {
				if with, _ := u.useToken(k, tok, false); with != "" {
					n, _ := u.join(k, tok, node, v, nil, 401)
					return 201, n.view()
				}
			}
		}
		refuse(401, "~ no such token")
		return 0, nil
	})
	add("listClusterVersions", "GET", "/api/v1/cluster-versions", "clusters", false, func(c *Ctx) (int, any) {
		l := []any{}
		for _, v := range versions {
			l = append(l, M{"version": v, "default": v == defaultVersion})
		}
		return 200, M{"versions": l}
	})
}

func (n *Node) view() M { return M{"name": n.name, "ready": n.ready, "agentVersion": n.version} }
func (k *Cluster) node(name string) *Node {
	for _, n := range k.nodes {
		if n.name == name {
			return n
		}
	}
	return nil
}
func (k *Cluster) drop(name string) {
	for i, n := range k.nodes {
		if n.name == name {
			k.nodes = append(append([]*Node{}, k.nodes[:i]...), k.nodes[i+1:]...)
			return
		}
	}
}
func (u *Clusters) alive(k *Cluster) {
	if k.deleting {
		refuse(409, "~ it is being torn down")
	}
}

func (u *Clusters) add(k *Cluster, org string) {
	k.org, k.phase, k.created = org, "building", u.w.now()
	k.maxSvc = u.w.acc.quota(org, "load-balancer-services")
	k.kube, k.room, k.rolling = map[string]time.Time{}, map[string]float64{}, map[string]bool{}
	u.all = append(u.all, k)
	u.provision(k)
	u.w.emit(Event{Topic: "up", Org: org, Service: "clusters", Id: k.name, Name: k.name})
}

// useToken says what kind of token it is, and why it cannot be used.
func (u *Clusters) useToken(k *Cluster, tok string, spend bool) (with, why string) {
	now := u.w.now()
	for _, t := range k.joins {
		if t.secret == tok {
			if t.used || !now.Before(t.expires) {
				return "join-token", "spent or expired"
			}
			t.used = t.used || spend
			return "join-token", ""
		}
	}
	for _, t := range k.regs {
		if t.secret == tok {
			if t.disabled || !t.expires.IsZero() && !now.Before(t.expires) {
				return "registration-token", "switched off or expired"
			}
			if spend {
				t.used = now
			}
			return "registration-token", ""
		}
	}
	return "", "unknown"
}

func (u *Clusters) join(k *Cluster, tok, name, version string, ready *bool, badToken int) (*Node, string) {
	if k.deleting {
		refuse(409, "~ it is being torn down")
	}
	with := "nothing"
	if tok != "" {
		w, why := u.useToken(k, tok, false)
		if why != "" {
			refuse(badToken, "~ the token is %s", why)
		}
		with = w
	}
	if o := k.node(name); o != nil && !o.gone {
		refuse(409, "~ there is a node of this name")
	} else if o != nil {
		k.drop(name)
	}
	if tok != "" {
		u.useToken(k, tok, true)
	}
	if version == "" {
		version = k.version
	}
	n := &Node{name: name, version: version, ready: ready != nil && *ready, never: ready != nil && !*ready}
	k.nodes = append(append([]*Node{}, k.nodes...), n)
	if ready == nil {
		u.w.clk.after(readyTime, "node-ready", "Node", name, func(time.Time) {
			u.mu.Lock()
			defer u.mu.Unlock()
			if !n.never {
				n.ready = true
			}
		})
	}
	return n, with
}

func updateCluster(c *Ctx, u *Clusters) (int, any) {
	b := c.b
	v := b.strOr("orchestratorVersion", "")
	tier := b.enumOr("tier", "", "small", "medium", "large")
	reps := b.intOr("replicas", 0, 1, 9)
	lb, hasLB := b.objOpt("managedLoadBalancers")
	on := hasLB && lb.bool("enabled")
	d, hasDS := b.objOpt("datastore")
	n := Store{}
	if hasDS {
		n.size = d.enumOr("size", "", sizes...)
		n.storage = d.intOr("storageGiB", 0, 1, 65536)
		n.replicas = d.intOr("replicas", 0, 1, 9)
		d.boolOr("backups", false)
	}
	if b.has("orchestratorVersion") && !in(versions, v) {
		b.fail("orchestratorVersion", "is not in the catalog")
	}
	k := u.get(c, "clusters.cluster.write")
	if k.deleting || k.phase == "building" {
		refuse(409, "~ concurrent change: it is %s", k.phase)
	}
	if k.blocked != "" {
		if k.blocked == "one-request" {
			k.blocked = ""
		}
		refuse(409, "~ concurrent change: somebody else's change is in progress")
	}
	what := []string{}
	if v != "" && v != k.version {
		what = append(what, "version")
	}
	if tier != "" && tier != k.tier {
		what = append(what, "tier")
	}
	if reps != 0 && reps != k.replicas {
		what = append(what, "replicas")
	}
	if hasDS {
		if k.store.mode != "dedicated" {
			refuse(409, "~ a shared datastore cannot be sized")
		}
		if n.storage != 0 && n.storage < k.store.storage {
			refuse(409, "~ storage cannot shrink")
		}
		what = append(what, "datastore")
	}
	for _, f := range what {
		if k.rolling[f] {
			refuse(409, "~ concurrent change: %s is being changed", f)
		}
	}
	if v != "" && v != k.version {
		a1, b1, c1 := ver(k.version)
		a2, b2, c2 := ver(v)
		if a2 != a1 || b2 < b1 || b2 == b1 && c2 < c1 || b2 > b1+1 {
			refuse(409, "~ from %s to %s is not one minor version forward", k.version, v)
		}
		late := []string{}
		for _, x := range k.nodes {
			xa, xb, _ := ver(x.version)
			if !x.gone && (xa < a2 || xa == a2 && b2-xb > 2) {
				late = append(late, x.name)
			}
		}
		if len(late) > 0 {
			refuse(409, "~ these nodes would be left too far behind: %s", strings.Join(late, ", "))
		}
	}
	if tier != "" && tierNo[tier] < tierNo[k.tier] {
		for _, x := range components {
			if k.room[x] >= 45 {
				refuse(409, "~ %s is too crowded for a smaller tier", x)
			}
		}
	}
	if v != "" {
		k.version = v
	}
	if tier != "" {
		k.tier = tier
	}
	if reps != 0 {
		k.replicas = reps
	}
	if hasDS {
		if n.size != "" {
			k.store.size = n.size
		}
		if n.storage != 0 {
			k.store.storage = n.storage
		}
		if n.replicas != 0 {
			k.store.replicas = n.replicas
		}
		if d.has("backups") {
			k.store.backups = d.bool("backups")
		}
	}
	if hasLB {
		k.lb = on
		if !on {
			k.lbs = nil
		}
	}
	if len(what) > 0 {
		u.roll(k, what...)
	}
	return 200, k.view()
}
