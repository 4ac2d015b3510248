package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// ClusterSpec is what is wanted of a cluster.
type ClusterSpec struct {
	version, tier, mode, size string
	replicas, storage, dbrep  int64
	mesh, backups, lb         bool
}

// Node is a worker.
type Node struct {
	name, version   string
	ready, vanished bool
}
type lbEntry struct{ service, ip string }

// RegTok is a reusable registration token.
type RegTok struct {
	id, name, token        string
	created, expires, used time.Time
	disabled, deleted      bool
}

// JoinTok is for one node.
type JoinTok struct {
	token   string
	expires time.Time
	used    bool
}

// KubeTok is what a client configuration holds.
type KubeTok struct {
	cluster *Cluster
	expires time.Time
}

// Cluster is reconciled from spec to status.
type Cluster struct {
	id, name, org, phase string
	spec, status         ClusterSpec
	nodes                []*Node
	removed              map[string]bool
	lbs                  []lbEntry
	maxLB                int64
	ips                  int
	created, rollFrom    time.Time
	rollSeq              int
	used                 map[string]float64
	regs                 []*RegTok
	joins                []*JoinTok
	blockOnce            bool
	blockUntil           time.Time
}

var versions = []string{"v1.29.15", "v1.30.14", "v1.31.9", "v1.31.13", "v1.32.8", "v1.33.4", "v1.34.2"}
var components = []string{"api-server", "etcd", "scheduler", "controller-manager"}
var clusterForm = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)
var tierSizes = []string{"small", "medium", "large"}
var dbSizes = []string{"db-small", "db-medium", "db-large"}

func at(l []string, s string) int {
	for i, v := range l {
		if v == s {
			return i
		}
	}
	return -1
}
func verParts(v string) (int, int, int) {
	v = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(v)), "v")
	v, _, _ = strings.Cut(v, "+")
	v, _, _ = strings.Cut(v, "-")
	p := strings.Split(v+".0.0", ".")
	a, _ := strconv.Atoi(p[0])
	b, _ := strconv.Atoi(p[1])
	d, _ := strconv.Atoi(p[2])
	return a, b, d
}
func verLess(a, b string) bool {
	a1, a2, a3 := verParts(a)
	b1, b2, b3 := verParts(b)
	if a1 != b1 {
		return a1 < b1
	}
	if a2 != b2 {
		return a2 < b2
	}
	return a3 < b3
}
func catalogVersion(v string) string {
	v = "v" + strings.TrimPrefix(strings.ToLower(v), "v")
	if !has(versions, v) {
		invalid("the version %s is not in the version catalog", v)
	}
	return v
}

func (w *World) newCluster(o *Org, name string) *Cluster {
	k := &Cluster{id: ulid(w.now()), name: name, org: o.slug, created: w.now(), removed: map[string]bool{}, used: map[string]float64{}, maxLB: 10}
	w.clusters = append(w.clusters, k)
	return k
}
func (k *Cluster) node(n string) *Node {
	for _, x := range k.nodes {
		if x.name == n {
			return x
		}
	}
	return nil
}
func (k *Cluster) view(now time.Time) J {
	s := k.status
	ds := J{"mode": s.mode}
	if s.mode == "dedicated" {
		ds["size"], ds["storageGiB"], ds["replicas"], ds["backups"] = s.size, s.storage, s.dbrep, s.backups
	}
	l := []J{}
	for _, x := range k.lbs {
		l = append(l, J{"service": x.service, "ip": x.ip})
	}
	v := J{"name": k.name, "tier": s.tier, "orchestratorVersion": s.version, "replicas": s.replicas, "mesh": s.mesh, "datastore": ds, "phase": k.phase,
		"managedLoadBalancers": J{"enabled": s.lb, "maxServices": k.maxLB, "loadBalancers": l}}
	restarting := k.phase == "Updating" && s.replicas == 1 && now.Before(k.rollFrom.Add(time.Second))
	if (k.phase == "Running" || k.phase == "Updating") && !restarting {
		v["endpoint"] = "https://" + k.name + "." + k.org + ".k8s.summit-cloud.example:6443"
	}
	return v
}

// reconcile starts a roll when what is wanted is not what there is.
func (w *World) reconcileCluster(k *Cluster) {
	if k.phase != "Running" || k.spec == k.status {
		return
	}
	k.phase = "Updating"
	k.rollFrom = w.now()
	want := k.spec
	w.after(3*time.Second, "cluster-roll", k.name, func() {
		if k.phase != "Updating" {
			return
		}
		want.lb = k.status.lb // switched at once, outside of rolls
		k.status = want
		k.phase = "Running"
		w.reconcileCluster(k)
	})
}

func (c *Ctx) cluster(res, tier string) *Cluster {
	n := strings.ToLower(c.p["name"])
	for _, k := range c.w.clusters {
		if k.name == n && k.org == c.org.slug && k.phase != "Gone" {
			if !c.can("clusters", "cluster", "read", n) {
				break
			}
			c.need("clusters", res, tier, n)
			return k
		}
	}
	if !c.canSome("clusters", res, tier) {
		fail(403, "this needs the permission clusters.%s.%s", res, tier)
	}
	fail(404, "there is no cluster %s", n)
	return nil
}
func (k *Cluster) alive() {
	if k.phase == "Terminating" {
		fail(409, "the cluster is being torn down")
	}
}
func joinCommand(k *Cluster, tok string) string {
	return fmt.Sprintf("curl -sfL https://get.summit-cloud.example/agent | sh -s - --server https://%s.%s.k8s.summit-cloud.example:6443 --token %s", k.name, k.org, tok)
}

// join lets a node in with a token; with no token it is simply added.
func (w *World) join(k *Cluster, token, name, version string, ready *bool) (*Node, string) {
	if k.phase == "Terminating" || k.phase == "Gone" {
		fail(409, "the cluster is being torn down")
	}
	how := "nothing"
	var use func()
	if token != "" {
		for _, j := range k.joins {
			if j.token == token {
				if j.used || !w.now().Before(j.expires) {
					fail(401, "the join token is spent or has expired")
				}
				how, use = "join-token", func() { j.used = true }
			}
		}
		for _, r := range k.regs {
			if r.token == token {
				if r.deleted || r.disabled || (!r.expires.IsZero() && !w.now().Before(r.expires)) {
					fail(401, "the registration token is switched off, revoked or has expired")
				}
				how, use = "registration-token", func() { r.used = w.now() }
			}
		}
		if use == nil {
			fail(401, "the token is not one of this cluster")
		}
	}
	if k.node(name) != nil {
		fail(409, "there is a node %s already", name)
	}
	if use != nil {
		use()
	}
	if version == "" {
		version = k.status.version
	}
	n := &Node{name: name, version: version}
	k.nodes = append(k.nodes, n)
	if ready == nil {
		w.after(time.Second, "node-ready", name, func() { n.ready = true })
	} else {
		n.ready = *ready
	}
	return n, how
}
func (n *Node) view() J { return J{"name": n.name, "ready": n.ready, "agentVersion": n.version} }

func counts(name string, n, limit int64) int64 {
	if n < 1 || n > limit {
		invalid("%s must be between 1 and %d", name, limit)
	}
	return n
}

func clusterRoutes() {
	const b = "/api/v1/clusters"
	on("GET", b, func(c *Ctx) Resp {
		c.needSome("clusters", "cluster", "read")
		out := []J{}
		for _, k := range c.w.clusters {
			if k.org == c.org.slug && k.phase != "Gone" && c.can("clusters", "cluster", "read", k.name) {
				out = append(out, k.view(c.w.now()))
			}
		}
		return ok(J{"clusters": out})
	})
	on("POST", b, func(c *Ctx) Resp {
		c.need("clusters", "cluster", "write", "")
		name := strings.ToLower(c.body.str("name"))
		s := ClusterSpec{tier: c.body.enum("tier", tierSizes...), version: versions[len(versions)-2], replicas: 3, mode: "shared", lb: true}
		if !clusterForm.MatchString(name) {
			invalid("name must be a DNS label")
		}
		if v, given := c.body.optName("orchestratorVersion"); given {
			s.version = catalogVersion(v)
		}
		if n, given := c.body.optInt("replicas"); given {
			s.replicas = counts("replicas", n, 9)
		}
		if m, given := c.body.optBool("mesh"); given {
			s.mesh = m
		}
		if d, given := c.body.optObj("datastore"); given {
			s.mode = d.enum("mode", "shared", "dedicated")
			size, hs := d.optEnum("size", dbSizes...)
			st, hst := d.optInt("storageGiB")
			rp, hr := d.optInt("replicas")
			bk, hb := d.optBool("backups")
			if hst {
				counts("storageGiB", st, 65536)
			}
			if hr {
				counts("datastore.replicas", rp, 9)
			}
			if s.mode == "dedicated" {
				s.size, s.storage, s.dbrep, s.backups = "db-small", 50, 2, true
				if hs {
					s.size = size
				}
				if hst {
					s.storage = st
				}
				if hr {
					s.dbrep = rp
				}
				if hb {
					s.backups = bk
				}
			}
		}
		if l, given := c.body.optObj("managedLoadBalancers"); given {
			s.lb = l.boolean("enabled")
		}
		n := int64(0)
		for _, k := range c.w.clusters {
			if k.org != c.org.slug || k.phase == "Gone" {
				continue
			}
			if k.name == name {
				fail(409, "there is a cluster %s already", name)
			}
			if k.phase != "Terminating" {
				n++
			}
		}
		if n >= c.org.quotas["clusters"] {
			fail(403, "the cluster quota is reached")
		}
		k := c.w.newCluster(c.org, name)
		k.spec, k.status, k.phase = s, s, "Provisioning"
		w := c.w
		w.after(3*time.Second, "cluster-provisioning", name, func() {
			if k.phase == "Provisioning" {
				k.phase = "Running"
				w.reconcileCluster(k)
			}
		})
		return created(k.view(c.w.now()))
	})
	on("GET", b+"/{name}", func(c *Ctx) Resp { return ok(c.cluster("cluster", "read").view(c.w.now())) })
	on("PATCH", b+"/{name}", func(c *Ctx) Resp {
		k := c.cluster("cluster", "write")
		s := k.spec
		if v, given := c.body.optName("orchestratorVersion"); given {
			s.version = catalogVersion(v)
		}
		if v, given := c.body.optName("tier"); given {
			s.tier = oneOf("tier", v, tierSizes...)
		}
		if n, given := c.body.optInt("replicas"); given {
			s.replicas = counts("replicas", n, 9)
		}
		if l, given := c.body.optObj("managedLoadBalancers"); given {
			s.lb = l.boolean("enabled")
		}
		if d, given := c.body.optObj("datastore"); given {
			if s.mode != "dedicated" {
				invalid("the datastore of this cluster is shared")
			}
			if v, has := d.optEnum("size", dbSizes...); has {
				s.size = v
			}
			if n, has := d.optInt("storageGiB"); has {
				if counts("storageGiB", n, 65536) < s.storage {
					invalid("storage cannot shrink")
				}
				s.storage = n
			}
			if n, has := d.optInt("replicas"); has {
				s.dbrep = counts("datastore.replicas", n, 9)
			}
			if v, has := d.optBool("backups"); has {
				s.backups = v
			}
		}
		k.alive()
		if k.blockOnce || c.w.now().Before(k.blockUntil) {
			k.blockOnce = false
			fail(409, "somebody else is changing the cluster")
		}
		if s.version != k.spec.version {
			if verLess(s.version, k.spec.version) || verLess(s.version, k.status.version) {
				fail(409, "a downgrade to %s is not possible", s.version)
			}
			a1, a2, _ := verParts(k.status.version)
			b1, b2, _ := verParts(s.version)
			if a1 != b1 || b2 > a2+1 {
				fail(409, "from %s only one minor version per hop is possible", k.status.version)
			}
			late := []string{}
			for _, n := range k.nodes {
				_, nm, _ := verParts(n.version)
				if !n.vanished && b2-nm > 3 {
					late = append(late, n.name)
				}
			}
			if len(late) > 0 {
				fail(409, "agents would be left too far behind on: %s", strings.Join(late, ", "))
			}
		}
		if at(tierSizes, s.tier) < at(tierSizes, k.spec.tier) || at(tierSizes, s.tier) < at(tierSizes, k.status.tier) {
			full := []string{}
			for _, x := range components {
				if k.used[x] >= 60 {
					full = append(full, x)
				}
			}
			if len(full) > 0 {
				fail(409, "no headroom for a smaller tier: %s is crowded", strings.Join(full, ", "))
			}
		}
		if s.lb != k.spec.lb {
			k.status.lb = s.lb
			if !s.lb {
				k.lbs = nil
			}
		}
		k.spec = s
		c.w.reconcileCluster(k)
		return ok(k.view(c.w.now()))
	})
	on("DELETE", b+"/{name}", func(c *Ctx) Resp {
		k := c.cluster("cluster", "admin")
		if k.phase != "Terminating" {
			k.phase = "Terminating"
			c.w.after(2*time.Second, "cluster-teardown", k.name, func() { k.phase = "Gone" })
		}
		return Resp{status: 202}
	})
	on("GET", b+"/{name}/usage", func(c *Ctx) Resp {
		k := c.cluster("cluster", "read")
		n := 0
		for _, x := range k.nodes {
			if !x.vanished {
				n++
			}
		}
		hours := c.w.now().Sub(k.created).Hours()
		return ok(J{"apiVersion": "metering/v1", "kind": "ClusterUsage", "cluster": k.name, "observedAt": ts(c.w.now()), "nodeCount": n, "controlPlaneHours": hours * float64(k.status.replicas), "loadBalancers": len(k.lbs), "storageGiB": k.status.storage})
	})
	on("GET", b+"/{name}/nodes", func(c *Ctx) Resp {
		k := c.cluster("node", "read")
		out := []J{}
		for _, n := range k.nodes {
			if !n.vanished {
				out = append(out, n.view())
			}
		}
		return ok(J{"nodes": out})
	})
	on("GET", b+"/{name}/kubeconfig", func(c *Ctx) Resp {
		k := c.cluster("kubeconfig", "admin")
		k.alive()
		tok := secretOf("swkube_")
		c.w.kubeToks[tok] = &KubeTok{k, c.w.now().Add(30 * time.Minute)}
		n := k.name
		y := "apiVersion: v1\nkind: Config\nclusters:\n- name: " + n + "\n  cluster:\n    server: https://" + n + "." + k.org + ".k8s.summit-cloud.example:6443\nusers:\n- name: " + n + "-admin\n  user:\n    token: " + tok +
			"\ncontexts:\n- name: " + n + "\n  context:\n    cluster: " + n + "\n    user: " + n + "-admin\ncurrent-context: " + n + "\n"
		return ok(J{"kubeconfig": y, "expiresIn": 1800})
	})
	on("POST", b+"/{name}/join-tokens", func(c *Ctx) Resp {
		k := c.cluster("token", "write")
		k.alive()
		j := &JoinTok{token: secretOf("swjoin_"), expires: c.w.now().Add(10 * time.Minute)}
		k.joins = append(k.joins, j)
		return created(J{"joinToken": j.token, "cluster": k.name, "joinCommand": joinCommand(k, j.token), "expiresIn": 600})
	})
	on("DELETE", b+"/{name}/nodes/{node}", func(c *Ctx) Resp {
		k := c.cluster("node", "write")
		name := strings.ToLower(c.p["node"])
		for i, n := range k.nodes {
			if n.name == name {
				k.nodes = append(append([]*Node{}, k.nodes[:i]...), k.nodes[i+1:]...)
				k.removed[name] = true
				return noContent()
			}
		}
		if k.removed[name] {
			return noContent()
		}
		fail(404, "there is no node %s", name)
		return Resp{}
	})
	on("GET", b+"/{name}/registration-tokens", func(c *Ctx) Resp {
		k := c.cluster("token", "read")
		out := []J{}
		for _, r := range k.regs {
			if r.deleted {
				continue
			}
			v := J{"id": r.id, "name": r.name, "createdAt": ts(r.created), "disabled": r.disabled}
			if !r.expires.IsZero() {
				v["expiresAt"] = ts(r.expires)
			}
			if !r.used.IsZero() {
				v["lastUsed"] = ts(r.used)
			}
			out = append(out, v)
		}
		return ok(J{"tokens": out})
	})
	on("POST", b+"/{name}/registration-tokens", func(c *Ctx) Resp {
		k := c.cluster("token", "write")
		r := &RegTok{id: ulid(c.w.now()), name: c.body.str("name"), token: secretOf("swreg_"), created: c.w.now()}
		if n, given := c.body.optInt("expiresIn"); given && n > 0 && n < 6000000000 {
			r.expires = c.w.now().Add(time.Duration(n) * time.Second)
		}
		k.alive()
		k.regs = append(k.regs, r)
		cmd := joinCommand(k, r.token)
		return created(J{"id": r.id, "name": r.name, "token": r.token, "joinCommand": cmd, "cloudConfig": "#cloud-config\nruncmd:\n  - [ sh, -c, \"" + cmd + "\" ]\n"})
	})
	reg := func(c *Ctx) *RegTok {
		k := c.cluster("token", "write")
		for _, r := range k.regs {
			if r.id == c.id("id") {
				return r
			}
		}
		fail(404, "there is no such registration token")
		return nil
	}
	on("PATCH", b+"/{name}/registration-tokens/{id}", func(c *Ctx) Resp {
		r := reg(c)
		if r.deleted {
			fail(404, "there is no such registration token")
		}
		r.disabled = c.body.boolean("disabled")
		return noContent()
	})
	on("DELETE", b+"/{name}/registration-tokens/{id}", func(c *Ctx) Resp {
		reg(c).deleted = true
		return noContent()
	})
	on("POST", b+"/{name}/enroll", func(c *Ctx) Resp {
		tok := c.body.str("token")
		name := strings.ToLower(c.body.str("node"))
		v, _ := c.body.opt("agentVersion")
		for _, k := range c.w.clusters {
			if k.name != strings.ToLower(c.p["name"]) || k.phase == "Gone" {
				continue
			}
			owns := false
			for _, j := range k.joins {
				owns = owns || j.token == tok
			}
			for _, r := range k.regs {
				owns = owns || r.token == tok
			}
			if owns {
				n, _ := c.w.join(k, tok, name, v, nil)
				return created(n.view())
			}
		}
		fail(401, "the token is not valid for this cluster")
		return Resp{}
	}).public = true
	on("GET", "/api/v1/cluster-versions", func(c *Ctx) Resp {
		out := []J{}
		for i, v := range versions {
			out = append(out, J{"version": v, "default": i == len(versions)-2})
		}
		return ok(J{"versions": out})
	})
}
