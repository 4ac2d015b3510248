package main

import (
	"fmt"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"time"
)

type clusterState struct {
	clusters []*Cluster
}

type Datastore struct {
	Mode       string `json:"mode"`
	Size       string `json:"size,omitempty"`
	StorageGiB int    `json:"storageGiB,omitempty"`
	Replicas   int    `json:"replicas,omitempty"`
	Backups    *bool  `json:"backups,omitempty"`
}

type LoadBalancer struct {
	Service string `json:"service"`
	IP      string `json:"ip"`
}

type ManagedLoadBalancers struct {
	Enabled       bool           `json:"enabled"`
	MaxServices   int            `json:"maxServices"`
	LoadBalancers []LoadBalancer `json:"loadBalancers"`
}

type Cluster struct {
	Name                 string               `json:"name"`
	Tier                 string               `json:"tier"`
	OrchestratorVersion  string               `json:"orchestratorVersion"`
	Replicas             int                  `json:"replicas"`
	Mesh                 bool                 `json:"mesh"`
	Datastore            Datastore            `json:"datastore"`
	Phase                string               `json:"phase"`
	Endpoint             string               `json:"endpoint,omitempty"`
	ManagedLoadBalancers ManagedLoadBalancers `json:"managedLoadBalancers"`

	createdAt  time.Time
	nodes      []*Node
	joins      []*JoinToken
	regs       []*RegistrationToken
	configs    map[string]time.Time // hash of the token -> expiry
	used       map[string]float64   // percent by component
	oneRequest bool                 // somebody else's change that blocks one request
	nextIP     int
}

type Node struct {
	Name         string `json:"name"`
	Ready        bool   `json:"ready"`
	AgentVersion string `json:"agentVersion"`
}

type JoinToken struct {
	secret    string
	expiresAt time.Time
	used      bool
}

type RegistrationToken struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	CreatedAt Time   `json:"createdAt"`
	ExpiresAt *Time  `json:"expiresAt,omitempty"`
	LastUsed  *Time  `json:"lastUsed,omitempty"`
	Disabled  bool   `json:"disabled"`
	secret    string
}

var (
	versions       = []string{"1.31.9", "1.32.4", "1.32.6", "1.33.2", "1.34.1"}
	tiers          = []string{"small", "medium", "large"}
	dbSizes        = []string{"db-small", "db-medium", "db-large"}
	components     = []string{"apiserver", "datastore", "scheduler"}
	clusterRE      = regexp.MustCompile(`^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$`)
	nodeRE         = regexp.MustCompile(`^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$`)
	versionRE      = regexp.MustCompile(`^v?(\d+)\.(\d+)\.(\d+)`)
	defaultVersion = "1.32.6"
)

const (
	provisionTime, rollTime, teardownTime, nodeReadyTime = 20 * time.Second, 15 * time.Second, 10 * time.Second, 5 * time.Second
	joinLife, configLife                                 = 15 * time.Minute, time.Hour
	maxSkew                                              = 2   // minor versions an agent may be behind
	headroomLimit                                        = 60. // percent of the present size
	defaultLBs                                           = 5
)

func parseVersion(s string) (v [3]int, ok bool) {
	m := versionRE.FindStringSubmatch(s)
	if m == nil {
		return v, false
	}
	for i := range v {
		v[i], _ = strconv.Atoi(m[i+1])
	}
	return v, true
}

func index(l []string, s string) int {
	for i, x := range l {
		if x == s {
			return i
		}
	}
	return -1
}

func (o *Org) cluster(name string) *Cluster {
	return find(o.Cl.clusters, func(k *Cluster) bool { return k.Name == name })
}

func (c *Ctx) clusterFor(perm string) (*Cluster, error) {
	k := c.org.cluster(c.path("name"))
	if k == nil {
		return nil, notFound("cluster")
	}
	return k, c.need(perm, k.Name)
}

func okReplicas(n int) error {
	if n != 1 && n != 3 && n != 5 {
		return bad("replicas must be 1, 3 or 5")
	}
	return nil
}

type datastoreReq struct {
	Mode, Size           *string
	StorageGiB, Replicas *int
	Backups              *bool
}

func (d *Datastore) apply(q *datastoreReq) error {
	if d.Mode == "shared" {
		if q.Size != nil || q.StorageGiB != nil || q.Replicas != nil || q.Backups != nil {
			return bad("size, storageGiB, replicas and backups are for a dedicated datastore")
		}
		return nil
	}
	if q.Size != nil {
		if err := oneOf(*q.Size, "datastore.size", dbSizes...); err != nil {
			return err
		}
		d.Size = *q.Size
	}
	if q.StorageGiB != nil {
		if *q.StorageGiB < 10 || *q.StorageGiB > 1024 {
			return bad("datastore.storageGiB must be between 10 and 1024")
		}
		if *q.StorageGiB < d.StorageGiB {
			return bad("datastore.storageGiB cannot shrink")
		}
		d.StorageGiB = *q.StorageGiB
	}
	if q.Replicas != nil {
		if err := okReplicas(*q.Replicas); err != nil {
			return err
		}
		d.Replicas = *q.Replicas
	}
	if q.Backups != nil {
		b := *q.Backups
		d.Backups = &b
	}
	return nil
}

// roll starts a roll of the control plane.
func (w *World) roll(k *Cluster) {
	k.Phase = "updating"
	w.work(rollTime, "cluster-roll", "Cluster", k.Name, func() {
		if k.Phase == "updating" {
			k.Phase = "running"
		}
	})
}

// join adds a node; the returned kind says which token let it in.
func (w *World) join(k *Cluster, name, token, agent string, ready *bool) (string, error) {
	if !nodeRE.MatchString(name) {
		return "", bad("the node's name is invalid")
	}
	kind := "nothing"
	use := func() {}
	if token != "" {
		h := hash(token)
		j := find(k.joins, func(j *JoinToken) bool { return j.secret == h })
		r := find(k.regs, func(r *RegistrationToken) bool { return r.secret == h })
		switch {
		case j != nil:
			if j.used || !w.now().Before(j.expiresAt) {
				return "", fail(401, "the join token was used or has expired")
			}
			kind, use = "join-token", func() { j.used = true }
		case r != nil:
			if r.Disabled || (r.ExpiresAt != nil && !w.now().Before(r.ExpiresAt.Time)) {
				return "", fail(401, "the registration token is disabled or has expired")
			}
			kind, use = "registration-token", func() { r.LastUsed = &Time{w.now()} }
		default:
			return "", fail(401, "unknown token")
		}
	}
	if k.Phase == "deleting" {
		return "", fail(409, "the cluster is being deleted")
	}
	if find(k.nodes, func(n *Node) bool { return n.Name == name }) != nil {
		return "", fail(409, "a node with this name exists")
	}
	if agent == "" {
		agent = k.OrchestratorVersion
	}
	use()
	n := &Node{Name: name, AgentVersion: agent}
	k.nodes = append(k.nodes, n)
	if ready != nil {
		n.Ready = *ready
	} else {
		w.work(nodeReadyTime, "node-ready", "Node", name, func() { n.Ready = true })
	}
	return kind, nil
}

func (s *Server) clusterRoutes() {
	const p = "/api/v1/clusters"
	const one = p + "/{name}"
	a := func(perm string) access { return access{area: "clusters", perm: "clusters." + perm, inst: true} }

	s.op("GET "+p, a("cluster.read"), func(c *Ctx) error {
		l := remove(c.org.Cl.clusters, func(k *Cluster) bool { return !c.can("clusters.cluster.read", k.Name) })
		return c.json(200, obj{"clusters": l})
	})
	s.op("POST "+p, access{area: "clusters", perm: "clusters.cluster.write"}, func(c *Ctx) error {
		var q struct {
			Name, Tier, OrchestratorVersion *string
			Replicas                        *int
			Mesh                            *bool
			Datastore                       *datastoreReq
			ManagedLoadBalancers            *struct{ Enabled *bool }
		}
		if err := c.decode(&q); err != nil {
			return err
		}
		if q.Name == nil || q.Tier == nil {
			return bad("name and tier are required")
		}
		if !clusterRE.MatchString(*q.Name) {
			return bad("name must be a DNS label of at most 40 characters")
		}
		if err := oneOf(*q.Tier, "tier", tiers...); err != nil {
			return err
		}
		k := &Cluster{Name: *q.Name, Tier: *q.Tier, OrchestratorVersion: defaultVersion, Replicas: 1, Datastore: Datastore{Mode: "shared"}, Phase: "provisioning",
			ManagedLoadBalancers: ManagedLoadBalancers{MaxServices: defaultLBs, LoadBalancers: []LoadBalancer{}},
			createdAt:            c.w.now(), configs: map[string]time.Time{}, used: map[string]float64{"apiserver": 20, "datastore": 25, "scheduler": 10}}
		if q.OrchestratorVersion != nil {
			if !contains(versions, *q.OrchestratorVersion) {
				return bad("orchestratorVersion is not in the version catalog")
			}
			k.OrchestratorVersion = *q.OrchestratorVersion
		}
		if q.Replicas != nil {
			if err := okReplicas(*q.Replicas); err != nil {
				return err
			}
			k.Replicas = *q.Replicas
		}
		if q.Mesh != nil {
			k.Mesh = *q.Mesh
		}
		if d := q.Datastore; d != nil {
			if d.Mode == nil {
				return bad("datastore.mode is required")
			}
			if err := oneOf(*d.Mode, "datastore.mode", "shared", "dedicated"); err != nil {
				return err
			}
			if *d.Mode == "dedicated" {
				yes := true
				k.Datastore = Datastore{Mode: "dedicated", Size: dbSizes[0], StorageGiB: 10, Replicas: 1, Backups: &yes}
			}
			if err := k.Datastore.apply(d); err != nil {
				return err
			}
		}
		if m := q.ManagedLoadBalancers; m != nil {
			if m.Enabled == nil {
				return bad("managedLoadBalancers.enabled is required")
			}
			k.ManagedLoadBalancers.Enabled = *m.Enabled
		}
		if c.org.cluster(k.Name) != nil {
			return fail(409, "a cluster with this name exists")
		}
		if int64(len(c.org.Cl.clusters)) >= c.org.Quota["clusters"] {
			return fail(403, "the cluster quota is exceeded")
		}
		c.org.Cl.clusters = append(c.org.Cl.clusters, k)
		endpoint := fmt.Sprintf("https://%s.%s.clusters.fourth.example:6443", k.Name, c.org.Slug)
		err := c.json(201, k)
		c.w.work(provisionTime, "cluster-provisioning", "Cluster", k.Name, func() {
			if k.Phase == "provisioning" {
				k.Phase, k.Endpoint = "running", endpoint
			}
		})
		return err
	})
	s.op("GET "+one, a("cluster.read"), func(c *Ctx) error {
		k, err := c.clusterFor("clusters.cluster.read")
		if err != nil {
			return err
		}
		return c.json(200, k)
	})
	s.op("PATCH "+one, a("cluster.write"), func(c *Ctx) error {
		k, err := c.clusterFor("clusters.cluster.write")
		if err != nil {
			return err
		}
		return c.patchCluster(k)
	})
	s.op("DELETE "+one, a("cluster.write"), func(c *Ctx) error {
		k, err := c.clusterFor("clusters.cluster.write")
		if err != nil {
			return err
		}
		if k.Phase != "deleting" {
			k.Phase = "deleting"
			o := c.org
			c.w.work(teardownTime, "cluster-teardown", "Cluster", k.Name, func() {
				o.Cl.clusters = remove(o.Cl.clusters, func(x *Cluster) bool { return x == k })
			})
		}
		return c.none(202)
	})
	s.op("GET "+one+"/usage", a("cluster.read"), func(c *Ctx) error {
		k, err := c.clusterFor("clusters.cluster.read")
		if err != nil {
			return err
		}
		ready := 0
		for _, n := range k.nodes {
			if n.Ready {
				ready++
			}
		}
		return c.json(200, obj{"cluster": k.Name, "at": c.w.stamp(), "controlPlaneHours": c.w.now().Sub(k.createdAt).Hours(), "tier": k.Tier, "replicas": k.Replicas,
			"nodes": len(k.nodes), "readyNodes": ready, "loadBalancers": len(k.ManagedLoadBalancers.LoadBalancers), "usedPercent": k.used})
	})
	s.op("GET "+one+"/nodes", a("node.read"), func(c *Ctx) error {
		k, err := c.clusterFor("clusters.node.read")
		if err != nil {
			return err
		}
		return c.json(200, obj{"nodes": lst(k.nodes)})
	})
	s.op("DELETE "+one+"/nodes/{node}", a("node.write"), func(c *Ctx) error {
		k, err := c.clusterFor("clusters.node.write")
		if err != nil {
			return err
		}
		n := len(k.nodes)
		k.nodes = remove(k.nodes, func(x *Node) bool { return x.Name == c.path("node") })
		if n == len(k.nodes) {
			return notFound("node")
		}
		return c.none(204)
	})
	s.op("GET "+one+"/kubeconfig", a("kubeconfig.admin"), func(c *Ctx) error {
		k, err := c.clusterFor("clusters.kubeconfig.admin")
		if err != nil {
			return err
		}
		tok := "kct_" + randHex(20)
		k.configs[hash(tok)] = c.w.now().Add(configLife)
		server := fmt.Sprintf("https://%s.%s.clusters.fourth.example:6443", k.Name, c.org.Slug)
		cfg := fmt.Sprintf("apiVersion: v1\nkind: Config\ncurrent-context: %[1]s\nclusters:\n- name: %[1]s\n  cluster:\n    server: %[2]s\ncontexts:\n- name: %[1]s\n  context:\n    cluster: %[1]s\n    user: %[3]s\nusers:\n- name: %[3]s\n  user:\n    token: %[4]s\n",
			k.Name, server, c.user.ID, tok)
		return c.json(200, obj{"kubeconfig": cfg, "expiresIn": int(configLife.Seconds())})
	})
	s.op("POST "+one+"/join-tokens", a("node.write"), func(c *Ctx) error {
		k, err := c.clusterFor("clusters.node.write")
		if err != nil {
			return err
		}
		tok := "cjt_" + randHex(20)
		k.joins = append(k.joins, &JoinToken{secret: hash(tok), expiresAt: c.w.now().Add(joinLife)})
		return c.json(201, obj{"joinToken": tok, "cluster": k.Name, "joinCommand": joinCommand(k, tok), "expiresIn": int(joinLife.Seconds())})
	})
	s.op("GET "+one+"/registration-tokens", a("token.read"), func(c *Ctx) error {
		k, err := c.clusterFor("clusters.token.read")
		if err != nil {
			return err
		}
		return c.json(200, obj{"tokens": lst(k.regs)})
	})
	s.op("POST "+one+"/registration-tokens", a("token.write"), func(c *Ctx) error {
		k, err := c.clusterFor("clusters.token.write")
		if err != nil {
			return err
		}
		var q struct {
			Name      *string
			ExpiresIn *int64
		}
		if err := c.decode(&q); err != nil {
			return err
		}
		name, err := reqString(q.Name, "name")
		if err != nil {
			return err
		}
		if err := okExpiresIn(q.ExpiresIn); err != nil {
			return err
		}
		tok := "crt_" + randHex(20)
		t := &RegistrationToken{ID: newID("crg"), Name: name, CreatedAt: c.w.stamp(), secret: hash(tok)}
		if q.ExpiresIn != nil {
			t.ExpiresAt = &Time{c.w.now().Add(time.Duration(*q.ExpiresIn) * time.Second)}
		}
		k.regs = append(k.regs, t)
		return c.json(201, obj{"id": t.ID, "name": t.Name, "token": tok, "joinCommand": joinCommand(k, tok),
			"cloudConfig": "#cloud-config\nruncmd:\n- " + joinCommand(k, tok) + "\n"})
	})
	regToken := func(c *Ctx, k *Cluster) (*RegistrationToken, error) {
		if t := find(k.regs, func(t *RegistrationToken) bool { return t.ID == c.path("id") }); t != nil {
			return t, nil
		}
		return nil, notFound("registration token")
	}
	s.op("PATCH "+one+"/registration-tokens/{id}", a("token.write"), func(c *Ctx) error {
		k, err := c.clusterFor("clusters.token.write")
		if err != nil {
			return err
		}
		t, err := regToken(c, k)
		if err != nil {
			return err
		}
		var q struct{ Disabled *bool }
		if err := c.decode(&q); err != nil {
			return err
		}
		if q.Disabled == nil {
			return bad("disabled is required")
		}
		t.Disabled = *q.Disabled
		return c.none(204)
	})
	s.op("DELETE "+one+"/registration-tokens/{id}", a("token.write"), func(c *Ctx) error {
		k, err := c.clusterFor("clusters.token.write")
		if err != nil {
			return err
		}
		t, err := regToken(c, k)
		if err != nil {
			return err
		}
		k.regs = remove(k.regs, func(x *RegistrationToken) bool { return x == t })
		c.w.gone[t.ID] = true
		return c.none(204)
	})

	// doors
	s.op("GET /api/v1/cluster-versions", a("cluster.read"), func(c *Ctx) error {
		return c.json(200, obj{"versions": versions, "default": defaultVersion})
	})
	s.door("POST "+one+"/join", func(c *Ctx) error {
		var q struct {
			Token, JoinToken, Node, Name, AgentVersion *string
		}
		if err := decodeBody(c.in, &q, true); err != nil {
			return err
		}
		str := func(l ...*string) string {
			for _, x := range l {
				if x != nil {
					return *x
				}
			}
			return ""
		}
		tok := str(q.Token, q.JoinToken)
		if tok == "" {
			tok = bearer(c.r)
		}
		if tok == "" {
			return fail(401, "a token is required")
		}
		h := hash(tok)
		for _, o := range c.w.orgs {
			k := o.cluster(c.path("name"))
			if k == nil || (find(k.joins, func(j *JoinToken) bool { return j.secret == h }) == nil && find(k.regs, func(r *RegistrationToken) bool { return r.secret == h }) == nil) {
				continue
			}
			if _, err := c.w.join(k, str(q.Node, q.Name), tok, str(q.AgentVersion), nil); err != nil {
				return err
			}
			return c.json(201, k.nodes[len(k.nodes)-1])
		}
		return fail(401, "unknown token")
	})
}

func joinCommand(k *Cluster, tok string) string {
	return fmt.Sprintf("curl -sfL https://get.fourth.example/agent | sh -s - --cluster %s --token %s", k.Name, tok)
}

func (c *Ctx) patchCluster(k *Cluster) error {
	var q struct {
		OrchestratorVersion, Tier *string
		Replicas                  *int
		ManagedLoadBalancers      *struct{ Enabled *bool }
		Datastore                 *datastoreReq
	}
	if err := c.decode(&q); err != nil {
		return err
	}
	next := *k
	if v := q.OrchestratorVersion; v != nil && *v != k.OrchestratorVersion {
		if !contains(versions, *v) {
			return bad("orchestratorVersion is not in the version catalog")
		}
		to, _ := parseVersion(*v)
		from, _ := parseVersion(k.OrchestratorVersion)
		if to[0] < from[0] || (to[0] == from[0] && (to[1] < from[1] || (to[1] == from[1] && to[2] < from[2]))) {
			return bad("the orchestrator cannot be downgraded")
		}
		if to[0] != from[0] || to[1] > from[1]+1 {
			return bad("the orchestrator can be upgraded by one minor version at a time")
		}
		next.OrchestratorVersion = *v
	}
	if q.Tier != nil {
		if err := oneOf(*q.Tier, "tier", tiers...); err != nil {
			return err
		}
		next.Tier = *q.Tier
	}
	if q.Replicas != nil {
		if err := okReplicas(*q.Replicas); err != nil {
			return err
		}
		next.Replicas = *q.Replicas
	}
	if m := q.ManagedLoadBalancers; m != nil {
		if m.Enabled == nil {
			return bad("managedLoadBalancers.enabled is required")
		}
		next.ManagedLoadBalancers.Enabled = *m.Enabled
		if !*m.Enabled {
			next.ManagedLoadBalancers.LoadBalancers = []LoadBalancer{}
		}
	}
	if d := q.Datastore; d != nil {
		if d.Mode != nil && *d.Mode != k.Datastore.Mode {
			return bad("datastore.mode cannot change")
		}
		if err := next.Datastore.apply(d); err != nil {
			return err
		}
	}

	// the gates
	if k.oneRequest {
		k.oneRequest = false
		return fail(409, "a concurrent change is in progress")
	}
	if k.Phase != "running" {
		return fail(409, "a concurrent change is in progress (%s)", k.Phase)
	}
	if next.OrchestratorVersion != k.OrchestratorVersion {
		to, _ := parseVersion(next.OrchestratorVersion)
		var behind []string
		for _, n := range k.nodes {
			if v, ok := parseVersion(n.AgentVersion); ok && (v[0] < to[0] || v[1] < to[1]-maxSkew) {
				behind = append(behind, n.Name)
			}
		}
		if len(behind) > 0 {
			return fail(409, "the agents of these nodes would be too far behind: %s", strings.Join(behind, ", "))
		}
	}
	if index(tiers, next.Tier) < index(tiers, k.Tier) {
		var crowded []string
		for _, n := range components {
			if k.used[n] > headroomLimit {
				crowded = append(crowded, n)
			}
		}
		if len(crowded) > 0 {
			return fail(409, "not enough headroom for a smaller tier: %s", strings.Join(crowded, ", "))
		}
	}
	changed := next.OrchestratorVersion != k.OrchestratorVersion || next.Tier != k.Tier || next.Replicas != k.Replicas || q.Datastore != nil ||
		next.ManagedLoadBalancers.Enabled != k.ManagedLoadBalancers.Enabled
	*k = next
	if changed {
		c.w.roll(k)
	}
	return c.json(200, k)
}

// ---- driver --------------------------------------------------------------

func (s *Server) clusterEvents() {
	// each event names an organization and a cluster
	ev := func(name string, q func() (target *struct{ Organization, Cluster *string }, body any), h func(c *Ctx, o *Org, k *Cluster, body any) (obj, error)) {
		s.event(name, func(c *Ctx) (obj, error) {
			t, body := q()
			if err := c.decode(t); err != nil {
				return nil, err
			}
			if err := c.decode(body); err != nil {
				return nil, err
			}
			o, err := c.orgNamed(t.Organization)
			if err != nil {
				return nil, err
			}
			if t.Cluster == nil {
				return nil, bad("cluster is required")
			}
			k := o.cluster(*t.Cluster)
			if k == nil {
				return nil, notFound("cluster")
			}
			return h(c, o, k, body)
		})
	}
	target := func() *struct{ Organization, Cluster *string } { return &struct{ Organization, Cluster *string }{} }
	node := func(k *Cluster, n *string) (*Node, error) {
		if n == nil {
			return nil, bad("node is required")
		}
		if x := find(k.nodes, func(x *Node) bool { return x.Name == *n }); x != nil {
			return x, nil
		}
		return nil, notFound("node")
	}

	type joinBody struct {
		Node, Token, AgentVersion *string
		Ready                     *bool
	}
	ev("node-joins", func() (*struct{ Organization, Cluster *string }, any) { return target(), &joinBody{} }, func(c *Ctx, o *Org, k *Cluster, b any) (obj, error) {
		q := b.(*joinBody)
		if q.Node == nil {
			return nil, bad("node is required")
		}
		tok, agent := "", ""
		if q.Token != nil {
			if tok = *q.Token; tok == "" {
				return nil, fail(409, "unknown token")
			}
		}
		if q.AgentVersion != nil {
			agent = *q.AgentVersion
		}
		with, err := c.w.join(k, *q.Node, tok, agent, q.Ready)
		if err != nil {
			if ae, ok := err.(*apiErr); ok && ae.status == 401 {
				return nil, fail(409, "%s", ae.msg)
			}
			return nil, err
		}
		return obj{"node": *q.Node, "with": with}, nil
	})

	type agentBody struct{ Node, AgentVersion *string }
	ev("agent-upgraded", func() (*struct{ Organization, Cluster *string }, any) { return target(), &agentBody{} }, func(c *Ctx, o *Org, k *Cluster, b any) (obj, error) {
		q := b.(*agentBody)
		n, err := node(k, q.Node)
		if err != nil {
			return nil, err
		}
		if q.AgentVersion == nil {
			return nil, bad("agentVersion is required")
		}
		n.AgentVersion = *q.AgentVersion
		return nil, nil
	})

	type lostBody struct{ Node, How *string }
	ev("node-lost", func() (*struct{ Organization, Cluster *string }, any) { return target(), &lostBody{} }, func(c *Ctx, o *Org, k *Cluster, b any) (obj, error) {
		q := b.(*lostBody)
		n, err := node(k, q.Node)
		if err != nil {
			return nil, err
		}
		how := "not-ready"
		if q.How != nil {
			how = *q.How
		}
		switch how {
		case "not-ready":
			n.Ready = false
		case "back":
			n.Ready = true
		case "vanished":
			k.nodes = remove(k.nodes, func(x *Node) bool { return x == n })
		default:
			return nil, bad("how must be not-ready, vanished or back")
		}
		return nil, nil
	})

	type headBody struct {
		Component   *string
		UsedPercent *float64
	}
	ev("headroom-changes", func() (*struct{ Organization, Cluster *string }, any) { return target(), &headBody{} }, func(c *Ctx, o *Org, k *Cluster, b any) (obj, error) {
		q := b.(*headBody)
		if q.Component == nil || q.UsedPercent == nil {
			return nil, bad("component and usedPercent are required")
		}
		if !contains(components, *q.Component) {
			return nil, bad("component must be one of %s", strings.Join(components, ", "))
		}
		k.used[*q.Component] = *q.UsedPercent
		return nil, nil
	})

	type svcBody struct{ Service, IP *string }
	ev("service-exposed", func() (*struct{ Organization, Cluster *string }, any) { return target(), &svcBody{} }, func(c *Ctx, o *Org, k *Cluster, b any) (obj, error) {
		q := b.(*svcBody)
		if q.Service == nil || *q.Service == "" {
			return nil, bad("service is required")
		}
		m := &k.ManagedLoadBalancers
		for _, l := range m.LoadBalancers {
			if l.Service == *q.Service {
				return obj{"service": l.Service, "ip": l.IP}, nil
			}
		}
		if !m.Enabled {
			return nil, fail(409, "managed load balancers are off")
		}
		if len(m.LoadBalancers) >= m.MaxServices {
			return nil, fail(409, "the maximum number of load balancers is reached")
		}
		k.nextIP++
		ip := fmt.Sprintf("203.0.113.%d", k.nextIP%254+1)
		if q.IP != nil {
			if _, err := netip.ParseAddr(*q.IP); err != nil {
				return nil, bad("ip is invalid")
			}
			ip = *q.IP
		}
		m.LoadBalancers = append(append([]LoadBalancer{}, m.LoadBalancers...), LoadBalancer{*q.Service, ip})
		return obj{"service": *q.Service, "ip": ip}, nil
	})
	ev("service-withdrawn", func() (*struct{ Organization, Cluster *string }, any) { return target(), &svcBody{} }, func(c *Ctx, o *Org, k *Cluster, b any) (obj, error) {
		q := b.(*svcBody)
		if q.Service == nil {
			return nil, bad("service is required")
		}
		m := &k.ManagedLoadBalancers
		n := len(m.LoadBalancers)
		m.LoadBalancers = remove(m.LoadBalancers, func(l LoadBalancer) bool { return l.Service == *q.Service })
		if n == len(m.LoadBalancers) {
			return nil, notFound("exposed service")
		}
		return nil, nil
	})

	type changeBody struct {
		Lasts  *string
		Change *struct {
			OrchestratorVersion, Tier *string
			Replicas                  *int
		}
	}
	ev("cluster-changes-concurrently", func() (*struct{ Organization, Cluster *string }, any) { return target(), &changeBody{} }, func(c *Ctx, o *Org, k *Cluster, b any) (obj, error) {
		q := b.(*changeBody)
		lasts := "roll"
		if q.Lasts != nil {
			lasts = *q.Lasts
		}
		if err := oneOf(lasts, "lasts", "one-request", "roll"); err != nil {
			return nil, err
		}
		if k.Phase != "running" {
			return nil, fail(409, "the cluster is %s", k.Phase)
		}
		if ch := q.Change; ch != nil {
			if ch.OrchestratorVersion != nil {
				k.OrchestratorVersion = *ch.OrchestratorVersion
			}
			if ch.Tier != nil {
				k.Tier = *ch.Tier
			}
			if ch.Replicas != nil {
				k.Replicas = *ch.Replicas
			}
		}
		if lasts == "roll" {
			c.w.roll(k)
		} else {
			k.oneRequest = true
		}
		return nil, nil
	})
}
