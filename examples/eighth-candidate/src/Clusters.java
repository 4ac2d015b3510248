package eighth;

import java.util.*;
import java.util.regex.Pattern;

/** Managed clusters. The answers show what is in place; what a roll will bring is under "desired". */
final class Clusters {
    static final List<String> VERSIONS = List.of("v1.30.4", "v1.31.2", "v1.31.7", "v1.32.3", "v1.33.1", "v1.34.0");
    static final String DEFAULT_VERSION = "v1.32.3";
    static final List<String> TIERS = List.of("small", "medium", "large"), SIZES = List.of("db-small", "db-medium", "db-large");
    static final List<String> COMPONENTS = List.of("kube-apiserver", "etcd", "controller-manager");
    static final long PROVISION_MS = 20_000, ROLL_MS = 12_000, TEARDOWN_MS = 8_000, READY_MS = 5_000, JOIN_S = 1800, KUBECONFIG_S = 900;
    static final int MAX_SKEW = 2;
    static final double HEADROOM_LIMIT = 60;
    private static final Pattern NAME = Pattern.compile("[a-z]([a-z0-9-]{0,38}[a-z0-9])?");

    static final class Spec {
        String tier, version, size;
        long replicas, storage, dbReplicas;
        boolean backups, lb;

        Spec copy() {
            Spec s = new Spec();
            s.tier = tier;
            s.version = version;
            s.size = size;
            s.replicas = replicas;
            s.storage = storage;
            s.dbReplicas = dbReplicas;
            s.backups = backups;
            s.lb = lb;
            return s;
        }
    }

    static final class Node {
        String name, agent;
        boolean ready, vanished;
    }

    static final class RegToken {
        String id, name, hash;
        long createdAt;
        Long expiresAt, lastUsed;
        boolean disabled;
    }

    static final class Join {
        String hash;
        long expiresAt;
        boolean used;
    }

    static final class Cluster {
        String name, mode, phase = "PROVISIONING", endpoint;
        Org org;
        boolean mesh, oneConflict;
        Spec spec, desired;
        long maxServices = 5, createdAt, ips;
        final Map<String, Node> nodes = new LinkedHashMap<>();
        final Map<String, String> balancers = new LinkedHashMap<>();
        final Map<String, RegToken> tokens = new LinkedHashMap<>();
        final List<Join> joins = new ArrayList<>();
        final Map<String, Long> kubeconfigs = new HashMap<>();
        final Map<String, Double> used = new HashMap<>();
    }

    private final World w;

    Clusters(World w) { this.w = w; }

    private static final String P = "/api/v1/clusters", N = P + "/{name}";

    void routes(Router r) {
        r.add("GET", P, "listClusters", "clusters.cluster.read", c -> {
            List<Object> l = new ArrayList<>();
            for (Cluster k : c.org.clusters.values()) if (c.caller.can("clusters.cluster.read", k.name)) l.add(view(k));
            return Reply.ok(Json.obj("clusters", l));
        });
        r.add("POST", P, "createCluster", "clusters.cluster.write", this::create);
        r.add("GET", N, "getCluster", "clusters.cluster.read", c -> Reply.ok(view(cluster(c, "clusters.cluster.read"))));
        r.add("PATCH", N, "updateCluster", "clusters.cluster.write", this::update);
        r.add("DELETE", N, "deleteCluster", "clusters.cluster.write", c -> {
            Cluster k = cluster(c, "clusters.cluster.write");
            if (!k.phase.equals("TERMINATING")) {
                k.phase = "TERMINATING";
                w.after(TEARDOWN_MS, "teardown", "Cluster", k.name, () -> k.org.clusters.remove(k.name, k));
            }
            return new Reply.Empty(202);
        });
        r.add("GET", N + "/usage", "getClusterUsage", "clusters.cluster.read", c -> {
            Cluster k = cluster(c, "clusters.cluster.read");
            double hours = (w.now() - k.createdAt) / 3_600_000.0;
            return Reply.ok(Json.obj("cluster", k.name, "sampledAt", Times.cluster(w.now()), "controlPlaneHours", Math.round(hours * 1000) / 1000.0, "nodeCount", live(k).size(),
                "loadBalancerCount", k.balancers.size(), "datastoreGiB", k.mode.equals("shared") ? 0L : k.spec.storage));
        });
        r.add("GET", N + "/nodes", "listNodes", "clusters.node.read", c -> Reply.ok(Json.obj("nodes", Util.map(live(cluster(c, "clusters.node.read")), this::view))));
        r.add("GET", N + "/kubeconfig", "getKubeconfig", "clusters.kubeconfig.admin", c -> {
            Cluster k = cluster(c, "clusters.kubeconfig.admin");
            if (k.endpoint == null) throw ApiError.conflict("the cluster is still being provisioned");
            String token = Util.secret("kct_");
            k.kubeconfigs.put(Util.sha256(token), w.now() + KUBECONFIG_S * 1000);
            String y = "apiVersion: v1\nkind: Config\nclusters:\n- name: " + k.name + "\n  cluster:\n    server: " + k.endpoint + "\nusers:\n- name: " + k.name + "-admin\n  user:\n    token: " + token
                + "\ncontexts:\n- name: " + k.name + "\n  context:\n    cluster: " + k.name + "\n    user: " + k.name + "-admin\ncurrent-context: " + k.name + "\n";
            return Reply.ok(Json.obj("kubeconfig", y, "expiresIn", KUBECONFIG_S));
        });
        r.add("POST", N + "/join-tokens", "createJoinToken", "clusters.token.write", c -> {
            Cluster k = cluster(c, "clusters.token.write");
            if (k.phase.equals("TERMINATING")) throw ApiError.conflict("the cluster is being torn down");
            String token = Util.secret("jnt_");
            Join j = new Join();
            j.hash = Util.sha256(token);
            j.expiresAt = w.now() + JOIN_S * 1000;
            k.joins.add(j);
            return Reply.of(201, Json.obj("joinToken", token, "cluster", k.name, "joinCommand", "nodeadm join --cluster " + k.name + " --token " + token, "expiresIn", JOIN_S));
        });
        r.add("DELETE", N + "/nodes/{node}", "deleteNode", "clusters.node.write", c -> {
            if (cluster(c, "clusters.node.write").nodes.remove(c.p("node")) == null) throw ApiError.missing("no node " + c.p("node"));
            return Reply.none();
        });
        r.add("GET", N + "/registration-tokens", "listRegistrationTokens", "clusters.token.read", c -> Reply.ok(Json.obj("tokens", Util.map(cluster(c, "clusters.token.read").tokens.values(),
            t -> Json.obj("id", t.id, "name", t.name, "createdAt", Times.cluster(t.createdAt), "expiresAt", t.expiresAt == null ? null : Times.cluster(t.expiresAt),
                "lastUsed", t.lastUsed == null ? null : Times.cluster(t.lastUsed), "disabled", t.disabled)))));
        r.add("POST", N + "/registration-tokens", "createRegistrationToken", "clusters.token.write", c -> {
            Cluster k = cluster(c, "clusters.token.write");
            Body b = c.body();
            RegToken t = new RegToken();
            t.name = b.name("name");
            Long minutes = b.optInteger("expiresIn", 1, 5_256_000);
            String token = Util.secret("rgt_");
            t.id = Util.uuid();
            t.hash = Util.sha256(token);
            t.createdAt = w.now();
            t.expiresAt = minutes == null ? null : (Long) (w.now() + minutes * 60_000);
            k.tokens.put(t.id, t);
            String cmd = "nodeadm register --cluster " + k.name + " --token " + token;
            return Reply.of(201, Json.obj("id", t.id, "name", t.name, "token", token, "cloudConfig", "#cloud-config\nruncmd:\n- " + cmd + "\n", "joinCommand", cmd));
        });
        r.add("PATCH", N + "/registration-tokens/{id}", "updateRegistrationToken", "clusters.token.write", c -> {
            RegToken t = cluster(c, "clusters.token.write").tokens.get(c.p("id"));
            boolean disabled = c.body().bool("disabled");
            if (t == null) throw ApiError.missing("no registration token " + c.p("id"));
            t.disabled = disabled;
            return Reply.none();
        });
        r.add("DELETE", N + "/registration-tokens/{id}", "deleteRegistrationToken", "clusters.token.write", c -> {
            if (cluster(c, "clusters.token.write").tokens.remove(c.p("id")) == null) throw ApiError.missing("no registration token " + c.p("id"));
            return Reply.none();
        });
        r.door("POST", N + "/join", "joinNode", c -> {
            Body b = c.body();
            String token = b.text("token"), node = b.name("node");
            Cluster k = null;
            for (Org o : w.orgs.values()) if (o.clusters.containsKey(c.p("name"))) k = o.clusters.get(c.p("name"));
            if (k == null) throw new ApiError(401, "the token is not valid here");
            join(k, node, token, b.has("agentVersion") ? version(b, "agentVersion") : null, null, 401);
            return Reply.of(201, view(k.nodes.get(node)));
        });
        Handler versions = c -> Reply.ok(Json.obj("versions", Util.map(VERSIONS, v -> Json.obj("version", v, "default", v.equals(DEFAULT_VERSION)))));
        r.add("GET", "/api/v1/cluster-versions", "listClusterVersions", "clusters.cluster.read", versions);
    }

    private static List<Node> live(Cluster k) { return k.nodes.values().stream().filter(n -> !n.vanished).toList(); }

    private Object view(Node n) { return Json.obj("name", n.name, "ready", n.ready, "agentVersion", n.agent); }

    private Map<String, Object> datastore(Cluster k, Spec s) {
        return k.mode.equals("shared") ? Json.obj("mode", k.mode)
            : Json.obj("mode", k.mode, "size", s.size, "storageGiB", s.storage, "replicas", s.dbReplicas, "backups", s.backups);
    }

    Map<String, Object> view(Cluster k) {
        Spec s = k.spec;
        return Json.obj("name", k.name, "tier", s.tier, "orchestratorVersion", s.version, "replicas", s.replicas, "mesh", k.mesh, "datastore", datastore(k, s), "phase", k.phase,
            "endpoint", k.endpoint, "managedLoadBalancers", Json.obj("enabled", s.lb, "maxServices", k.maxServices, "loadBalancers",
                Util.map(k.balancers.entrySet(), e -> Json.obj("service", e.getKey(), "ip", e.getValue()))),
            "desired", k.desired == null ? null : Json.obj("tier", k.desired.tier, "orchestratorVersion", k.desired.version, "replicas", k.desired.replicas, "datastore", datastore(k, k.desired)));
    }

    /** Names are unique on the shard; one of another organization is a mismatch. */
    private Cluster cluster(Ctx c, String perm) {
        Cluster k = c.org.clusters.get(c.p("name"));
        if (k == null) {
            for (Org o : w.orgs.values()) if (o.clusters.containsKey(c.p("name"))) throw ApiError.forbidden("organization mismatch");
            throw ApiError.missing("no cluster " + c.p("name"));
        }
        c.caller.need(perm, k.name);
        return k;
    }

    Cluster find(Org o, String name) {
        Cluster k = o.clusters.get(name);
        if (k == null) throw ApiError.missing("no cluster " + name);
        return k;
    }

    private static long replicas(Body b) {
        long n = b.integer("replicas", 1, 5);
        if (n % 2 == 0) throw b.bad("replicas", "must be 1, 3 or 5");
        return n;
    }

    static int minor(String v) { return Integer.parseInt(v.replaceFirst("^v?\\d+\\.(\\d+).*$", "$1")); }

    private static String version(Body b, String field) {
        String v = b.name(field);
        if (!v.matches("v?\\d{1,3}\\.\\d{1,4}(\\.\\d{1,4})?([+-].*)?")) throw b.bad(field, "is not a version");
        return v;
    }

    private static String catalogued(Body b) {
        String v = b.name("orchestratorVersion");
        for (String x : VERSIONS) if (x.equals(v) || x.equals("v" + v)) return x;
        throw b.bad("orchestratorVersion", "is not in the version catalog");
    }

    private Reply create(Ctx c) {
        c.caller.need("clusters.cluster.write");
        Body b = c.body();
        String name = b.text("name");
        if (!NAME.matcher(name).matches()) throw b.bad("name", "must be at most 40 of a-z, 0-9 and hyphens, beginning with a letter");
        Spec s = new Spec();
        s.tier = b.choice("tier", TIERS.toArray(String[]::new));
        s.version = b.has("orchestratorVersion") ? catalogued(b) : DEFAULT_VERSION;
        s.replicas = b.has("replicas") ? replicas(b) : 3;
        Boolean mesh = b.optBool("mesh");
        String mode = "shared";
        Body d = b.optObject("datastore");
        if (d != null) {
            mode = d.choice("mode", "shared", "dedicated");
            datastore(d, s, mode);
        }
        Body lb = b.optObject("managedLoadBalancers");
        s.lb = lb != null && lb.bool("enabled");
        for (Org o : w.orgs.values()) if (o.clusters.containsKey(name)) throw ApiError.conflict("the name is taken");
        if (c.org.clusters.values().stream().filter(k -> !k.phase.equals("TERMINATING")).count() >= c.org.clusterQuota) throw ApiError.forbidden("quota exceeded: " + c.org.clusterQuota + " clusters");
        return Reply.of(201, view(make(c.org, name, mode, s, mesh == null || mesh, false)));
    }

    private void datastore(Body d, Spec s, String mode) {
        String size = d.optChoice("size", SIZES.toArray(String[]::new));
        Long storage = d.optInteger("storageGiB", 1, 16_384), replicas = d.optInteger("replicas", 1, 7);
        Boolean backups = d.optBool("backups");
        if (mode.equals("shared")) {
            if (size != null || storage != null || replicas != null || backups != null) throw d.bad("mode", "is shared: a shared datastore has no size of its own");
            return;
        }
        s.size = size != null ? size : s.size != null ? s.size : "db-small";
        s.storage = storage != null ? storage : s.storage > 0 ? s.storage : 20;
        s.dbReplicas = replicas != null ? replicas : s.dbReplicas > 0 ? s.dbReplicas : 1;
        s.backups = backups != null ? backups : s.backups;
    }

    Cluster make(Org o, String name, String mode, Spec s, boolean mesh, boolean ready) {
        Cluster k = new Cluster();
        k.name = name;
        k.org = o;
        k.mode = mode;
        k.spec = s;
        k.mesh = mesh;
        k.createdAt = w.now();
        o.clusters.put(name, k);
        if (ready) provisioned(k);
        else w.after(PROVISION_MS, "provision", "Cluster", name, () -> provisioned(k));
        return k;
    }

    private void provisioned(Cluster k) {
        if (!k.phase.equals("PROVISIONING")) return;
        k.phase = "RUNNING";
        k.endpoint = "https://" + k.name + ".k8s.platform.example:6443";
    }

    private Reply update(Ctx c) {
        Cluster k = cluster(c, "clusters.cluster.write");
        Body b = c.body();
        Spec s = k.spec.copy();
        if (b.has("orchestratorVersion")) s.version = catalogued(b);
        if (b.has("tier")) s.tier = b.choice("tier", TIERS.toArray(String[]::new));
        if (b.has("replicas")) s.replicas = replicas(b);
        if (b.has("managedLoadBalancers")) s.lb = b.object("managedLoadBalancers").bool("enabled");
        if (b.has("datastore")) {
            Body d = b.object("datastore");
            datastore(d, s, k.mode);
            if (s.storage < k.spec.storage) throw d.bad("storageGiB", "cannot shrink");
        }
        if (k.oneConflict) {
            k.oneConflict = false;
            throw ApiError.conflict("a concurrent change is in progress");
        }
        if (!k.phase.equals("RUNNING")) throw ApiError.conflict("a concurrent change is in progress: the cluster is " + k.phase);
        if (VERSIONS.indexOf(s.version) < VERSIONS.indexOf(k.spec.version)) throw ApiError.conflict("no downgrade from " + k.spec.version + " to " + s.version);
        if (minor(s.version) > minor(k.spec.version) + 1) throw ApiError.conflict("one minor version per hop: " + k.spec.version + " cannot go to " + s.version);
        if (!s.version.equals(k.spec.version)) {
            List<String> behind = new ArrayList<>();
            for (Node n : k.nodes.values()) if (!n.vanished && minor(n.agent) < minor(s.version) - MAX_SKEW) behind.add(n.name);
            if (!behind.isEmpty()) throw ApiError.conflict("the agents of these nodes would be left too far behind: " + String.join(", ", behind));
        }
        if (TIERS.indexOf(s.tier) < TIERS.indexOf(k.spec.tier))
            for (String x : COMPONENTS) if (k.used.getOrDefault(x, 25.0) > HEADROOM_LIMIT) throw ApiError.conflict("no headroom for a smaller tier: " + x + " is too full");
        if (!s.lb) k.balancers.clear();
        k.spec.lb = s.lb;
        roll(k, s);
        return Reply.ok(view(k));
    }

    private void roll(Cluster k, Spec s) {
        Spec a = k.spec;
        if (a.tier.equals(s.tier) && a.version.equals(s.version) && a.replicas == s.replicas && Objects.equals(a.size, s.size) && a.storage == s.storage && a.dbReplicas == s.dbReplicas && a.backups == s.backups) return;
        startRoll(k, s);
    }

    private void startRoll(Cluster k, Spec s) {
        k.phase = "ROLLING";
        k.desired = s;
        w.after(ROLL_MS, "roll", "Cluster", k.name, () -> {
            if (k.desired != s) return;
            k.spec = s;
            k.desired = null;
            if (k.phase.equals("ROLLING")) k.phase = "RUNNING";
        });
    }

    // ---- nodes join

    /** Uses the token, whichever kind it is. Says what it was. */
    String join(Cluster k, String node, String token, String agent, Boolean ready, int refusal) {
        Node old = k.nodes.get(node);
        if (k.phase.equals("TERMINATING")) throw ApiError.conflict("the cluster is being torn down");
        String with = "nothing";
        Join join = null;
        RegToken reg = null;
        if (token != null) {
            String hash = Util.sha256(token);
            for (Join j : k.joins) if (j.hash.equals(hash)) join = j;
            for (RegToken t : k.tokens.values()) if (t.hash.equals(hash)) reg = t;
            if (join != null) {
                with = "join-token";
                if (join.used) throw new ApiError(refusal, "the join token was used already");
                if (join.expiresAt <= w.now()) throw new ApiError(refusal, "the join token has expired");
            } else if (reg != null) {
                with = "registration-token";
                if (reg.disabled) throw new ApiError(refusal, "the registration token is disabled");
                if (reg.expiresAt != null && reg.expiresAt <= w.now()) throw new ApiError(refusal, "the registration token has expired");
            } else throw new ApiError(refusal, "the token is not valid here");
        }
        if (old != null && !old.vanished) throw ApiError.conflict("there is a node " + node + " already");
        if (join != null) join.used = true;
        if (reg != null) reg.lastUsed = w.now();
        Node n = new Node();
        n.name = node;
        n.agent = agent != null ? agent : k.spec.version;
        n.ready = Boolean.TRUE.equals(ready);
        k.nodes.put(node, n);
        if (ready == null) w.after(READY_MS, "ready", "Node", node, () -> n.ready = true);
        return with;
    }

    String useToken(String kind, String cluster, String id, String secret) {
        String hash = secret == null ? null : Util.sha256(secret);
        for (Org o : w.orgs.values()) for (Cluster k : o.clusters.values()) {
            if (cluster != null && !cluster.equals(k.name)) continue;
            if (kind.equals("kubeconfig")) {
                for (var e : k.kubeconfigs.entrySet()) {
                    String t = secret != null && secret.contains("token: ") ? Util.sha256(secret.replaceFirst("(?s).*token: (\\S+).*", "$1")) : hash;
                    if (e.getKey().equals(t)) return e.getValue() > w.now() ? null : "the client configuration has expired";
                }
                continue;
            }
            for (RegToken t : k.tokens.values()) {
                if (hash != null ? !t.hash.equals(hash) : !t.id.equals(id)) continue;
                if (t.disabled) return "the registration token is disabled";
                if (t.expiresAt != null && t.expiresAt <= w.now()) return "the registration token has expired";
                t.lastUsed = w.now();
                return null;
            }
        }
        if (hash == null) throw ApiError.missing("unknown " + kind + " " + id);
        return "unknown";
    }

    // ---- events

    Map<String, Object> event(String name, Body b) {
        Cluster k = find(w.org(b.optText("organization")), b.text("cluster"));
        switch (name) {
            case "node-joins": {
                String node = b.name("node");
                String with = join(k, node, b.optText("token"), b.has("agentVersion") ? version(b, "agentVersion") : null, b.optBool("ready"), 409);
                return Json.obj("node", node, "with", with);
            }
            case "agent-upgraded": {
                String v = version(b, "agentVersion");
                node(k, b).agent = v;
                return Json.obj();
            }
            case "node-lost": {
                String how = b.has("how") ? b.choice("how", "not-ready", "vanished", "back") : "not-ready";
                Node n = node(k, b);
                n.ready = how.equals("back");
                n.vanished = how.equals("vanished");
                return Json.obj();
            }
            case "headroom-changes": {
                double used = b.number("usedPercent");
                if (!COMPONENTS.contains(b.text("component"))) throw new ApiError(422, "there is no component " + b.text("component") + "; there are " + COMPONENTS);
                k.used.put(b.text("component"), used);
                return Json.obj();
            }
            case "service-exposed": {
                String s = b.name("service");
                if (!k.spec.lb) throw ApiError.conflict("managed load balancers are off");
                if (k.balancers.containsKey(s)) throw ApiError.conflict("the service is exposed already");
                if (k.balancers.size() >= k.maxServices) throw ApiError.conflict("the maximum of " + k.maxServices + " services is reached");
                String ip = b.has("ip") ? b.text("ip") : "198.51.100." + (10 + k.ips++ % 240);
                k.balancers.put(s, ip);
                return Json.obj("service", s, "ip", ip);
            }
            case "service-withdrawn": {
                if (k.balancers.remove(b.name("service")) == null) throw ApiError.missing("the service is not exposed");
                return Json.obj();
            }
            default: {
                String lasts = b.has("lasts") ? b.choice("lasts", "one-request", "roll") : "roll";
                if (!k.phase.equals("RUNNING")) throw ApiError.conflict("the cluster is " + k.phase);
                Spec s = k.spec.copy();
                Body change = b.optObject("change");
                if (change != null) {
                    if (change.has("orchestratorVersion")) s.version = catalogued(change);
                    if (change.has("tier")) s.tier = change.choice("tier", TIERS.toArray(String[]::new));
                    if (change.has("replicas")) s.replicas = change.integer("replicas", 1, 9);
                }
                if (lasts.equals("roll")) startRoll(k, s);
                else {
                    k.oneConflict = true;
                    k.spec = s;
                }
                return Json.obj();
            }
        }
    }

    private Node node(Cluster k, Body b) {
        Node n = k.nodes.get(b.name("node"));
        if (n == null) throw ApiError.missing("no node " + b.name("node"));
        return n;
    }
}
