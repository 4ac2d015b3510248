import java.nio.charset.StandardCharsets;
import java.util.*;

/** Managed clusters, their nodes and the tokens with which nodes join. */
final class Clusters {
    static final String COMING = "commissioning", READY = "in-service", TURNING = "changeover", HALTED = "control-plane-restart", LEAVING = "decommissioning";
    static final List<String> VERSIONS = List.of("1.28.15", "1.29.14", "1.30.11", "1.31.7", "1.31.10", "1.32.3", "1.33.0");
    static final String DEFAULT = "1.31.10";
    static final List<String> TIERS = List.of("small", "medium", "large"), SIZES = List.of("db-small", "db-medium", "db-large"), PARTS = List.of("api-server", "etcd", "admission");
    static final long LIMIT = 40, SKEW = 1;

    static Obj make(World w, String org, String name, String tier, String version, long replicas) {
        Obj c = Obj.of("name", name, "tier", tier, "orchestratorVersion", version, "replicas", replicas, "mesh", false, "datastore", Obj.of("mode", "shared"), "phase", COMING, "endpoint", null,
            "managedLoadBalancers", Obj.of("enabled", false, "maxServices", 3L, "loadBalancers", new ArrayList<Obj>()), "_org", org, "_nodes", new LinkedHashMap<String, Obj>(), "_room", new HashMap<String, Double>(), "_ip", 10L, "_at", w.now());
        c.put("endpoint", null);
        w.clusters.put(name, c);
        return c;
    }
    static Obj view(Obj c) {
        Obj v = c.copy();
        if (c.is("phase", READY) || c.is("phase", TURNING)) v.put("endpoint", "https://cp-" + c.s("name") + ".meridian-platform.example:7443");
        return v;
    }
    @SuppressWarnings("unchecked") static Map<String, Obj> nodes(Obj c) { return (Map<String, Obj>) c.get("_nodes"); }
    @SuppressWarnings("unchecked") static Map<String, Double> room(Obj c) { return (Map<String, Double>) c.get("_room"); }
    static Obj addNode(World w, Obj c, String name, String version, Boolean ready) {
        Obj n = Obj.of("name", name, "ready", Boolean.TRUE.equals(ready), "agentVersion", version);
        nodes(c).put(name, n);
        if (ready == null) w.in(12, "node-ready", name, () -> { if (nodes(c).get(name) == n && n.get("_lost") == null) n.put("ready", true); });
        return n;
    }
    static int[] parse(String v) {
        if (v == null || !v.matches("v?[0-9]{1,6}\\.[0-9]{1,6}(\\.[0-9]{1,6})?")) return null;
        String[] p = v.replace("v", "").split("\\.");
        return new int[] {Integer.parseInt(p[0]), Integer.parseInt(p[1]), p.length > 2 ? Integer.parseInt(p[2]) : 0};
    }
    static int compare(int[] a, int[] b) { for (int i = 0; i < 3; i++) if (a[i] != b[i]) return Integer.compare(a[i], b[i]); return 0; }
    static boolean behind(String agent, String version) { int[] a = parse(agent), v = parse(version); return a == null || a[0] != v[0] || v[1] - a[1] > SKEW; }

    static Obj cluster(Ctx c, String perm) {
        c.need(perm).query();
        Obj k = c.w.clusters.get(c.v("name"));
        if (k == null) throw Err.gone("no cluster " + c.v("name"));
        if (!k.is("_org", c.orgId())) throw Err.no("cluster " + c.v("name") + " belongs to another organization");
        c.needOn(perm, k.s("name"));
        return k;
    }
    static Obj ready(Obj k) {
        if (k.is("phase", COMING)) throw Err.clash("the cluster is still being set up");
        if (k.is("phase", LEAVING)) throw Err.clash("the cluster is being torn down");
        return k;
    }
    /** A roll: what was asked shows when it is over. Without redundancy the control plane restarts at its beginning. */
    static void roll(World w, Obj k, Runnable then) {
        long mark = w.next();
        k.and("_roll", mark, "phase", k.l("replicas") == 1 ? HALTED : TURNING);
        if (k.is("phase", HALTED)) {
            for (Obj n : nodes(k).values()) if (n.b("ready")) n.and("ready", false, "_halt", true);
            w.in(6, "cluster-restarted", k.s("name"), () -> {
                if (k.l("_roll") == mark && k.is("phase", HALTED)) k.put("phase", TURNING);
                for (Obj n : nodes(k).values()) if (n.b("_halt")) { n.remove("_halt"); if (n.get("_lost") == null) n.put("ready", true); }
            });
        }
        w.in(30, "cluster-rolled", k.s("name"), () -> { if (k.l("_roll") == mark && !k.is("phase", LEAVING)) { then.run(); k.put("phase", READY); } });
    }
    static boolean turning(Obj k) { return k.is("phase", TURNING) || k.is("phase", HALTED); }
    static long replicas(Body b, String k) { long n = b.num(k, 1, 5); if (n % 2 == 0) throw Err.bad(b.at(k) + " must be odd"); return n; }

    /** Joining. Throws why not; with no token the node is simply added. */
    static Obj join(World w, Obj k, String node, String token, String version, Boolean ready) {
        if (!node.matches("[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?")) throw new Err(400, "a node's name has small letters, digits, hyphens and dots");
        String with = "nothing";
        Obj jt = null, rt = null;
        if (token != null) {
            String h = U.hash(token);
            for (Obj t : w.joinTokens.values()) if (t.is("_hash", h)) jt = t;
            for (Obj t : w.regTokens.values()) if (t.is("_hash", h)) rt = t;
            Obj t = jt != null ? jt : rt;
            if (t == null || !t.is("_cluster", k.s("name")) || t.get("_gone") != null) throw new Err(401, "the token is not one of this cluster");
            if (jt != null && jt.b("_used")) throw new Err(401, "the join token is spent");
            if (t.get("_ends") != null && t.l("_ends") <= w.now()) throw new Err(401, "the token has expired");
            if (rt != null && rt.b("disabled")) throw new Err(401, "the registration token is switched off");
            with = jt != null ? "join-token" : "registration-token";
        }
        if (k.is("phase", COMING) || k.is("phase", LEAVING)) throw Err.clash("the cluster does not take nodes now");
        if (nodes(k).containsKey(node)) throw Err.clash("a node " + node + " is in the cluster");
        String v = version == null ? k.s("orchestratorVersion") : version;
        if (parse(v) == null) throw new Err(400, "agentVersion is not a version");
        if (token != null && (behind(v, k.s("orchestratorVersion")) || compare(parse(v), parse(k.s("orchestratorVersion"))) > 0)) throw Err.clash("the agent's version does not go with the control plane");
        if (jt != null) jt.put("_used", true);
        if (rt != null) rt.put("lastUsed", w.stamp());
        Obj n = addNode(w, k, node, v, ready);
        if (rt != null) n.put("_by", rt.s("id"));
        return Obj.of("node", n, "with", with);
    }
    static Obj expose(World w, Obj k, String service, String ip) {
        Obj lb = k.o("managedLoadBalancers");
        if (!lb.b("enabled")) throw Err.clash("managed load balancers are off");
        for (Obj x : lb.<Obj>list("loadBalancers")) if (x.is("service", service)) throw Err.clash("the service is exposed already");
        if (lb.list("loadBalancers").size() >= lb.l("maxServices")) throw Err.clash("maxServices is reached");
        long n = k.l("_ip") + 1;
        k.put("_ip", n);
        Obj x = Obj.of("service", service, "ip", ip != null ? ip : "198.51.100." + n % 250);
        lb.<Obj>list("loadBalancers").add(x);
        return x;
    }

    static void routes(Main m) {
        String C = "/api/v1/clusters", N = C + "/{name}";
        m.on("GET", C, c -> {
            c.need("clusters.cluster.read").query();
            List<Obj> l = new ArrayList<>();
            for (Obj k : U.zToA(U.keep(c.w.clusters.values(), x -> x.is("_org", c.orgId()) && c.can("clusters.cluster.read", x.s("name"))), "name")) l.add(view(k));
            return Out.ok(Obj.of("clusters", l));
        });
        m.on("POST", C, c -> {
            c.needOn("clusters.cluster.admin", null).query();
            Body b = c.body();
            String n = b.str("name", 60), tier = b.en("tier", "small", "medium", "large"), v = b.optStr("orchestratorVersion", 40);
            long r = b.has("replicas") ? replicas(b, "replicas") : 1;
            Boolean mesh = b.optBool("mesh");
            Body d = b.optObj("datastore"), l = b.optObj("managedLoadBalancers");
            Obj store = Obj.of("mode", "shared");
            if (d != null) {
                String mode = d.en("mode", "shared", "dedicated"), size = d.optEn("size", "db-small", "db-medium", "db-large");
                Long gib = d.optNum("storageGiB", 5, 4096), rep = d.has("replicas") ? (Long) replicas(d, "replicas") : null;
                Boolean back = d.optBool("backups");
                d.done();
                if (mode.equals("shared") && (size != null || gib != null || rep != null || back != null)) throw Err.bad("a shared datastore takes no sizes");
                if (mode.equals("dedicated")) store = Obj.of("mode", mode, "size", size == null ? "db-small" : size, "storageGiB", gib == null ? 10L : gib, "replicas", rep == null ? 1L : rep, "backups", back == null || back);
            }
            boolean lb = l != null && l.bool("enabled");
            if (l != null) l.done();
            b.done();
            if (!n.matches("[a-z]([a-z0-9-]{0,38}[a-z0-9])?")) throw Err.bad("name has up to 40 small letters, digits and hyphens, and begins with a letter");
            if (v != null && !VERSIONS.contains(v)) throw Err.bad("version " + v + " is not in the catalog");
            if (U.keep(c.w.clusters.values(), x -> x.is("_org", c.orgId())).size() >= c.org.l("clusters")) throw Err.no("the cluster quota is reached");
            if (c.w.clusters.containsKey(n)) throw Err.clash("the name is taken");
            World w = c.w;
            Obj k = make(w, c.orgId(), n, tier, v == null ? DEFAULT : v, r);
            k.and("mesh", mesh != null && mesh, "datastore", store);
            k.o("managedLoadBalancers").put("enabled", lb);
            w.in(45, "cluster-ready", n, () -> { if (k.is("phase", COMING)) k.put("phase", READY); });
            return Out.made(view(k));
        });
        m.on("GET", N, c -> Out.ok(view(cluster(c, "clusters.cluster.read"))));
        m.on("PATCH", N, c -> {
            Obj k = cluster(c, "clusters.cluster.write");
            Body b = c.body();
            String v = b.optStr("orchestratorVersion", 40), tier = b.optStr("tier", 40);
            Long r = b.has("replicas") ? (Long) replicas(b, "replicas") : null;
            Body d = b.optObj("datastore"), l = b.optObj("managedLoadBalancers");
            Obj ds = k.o("datastore"), store = null;
            if (d != null) {
                store = Obj.of("mode", ds.s("mode"), "size", d.en("size", "db-small", "db-medium", "db-large"), "storageGiB", d.num("storageGiB", 5, 4096), "replicas", replicas(d, "replicas"), "backups", d.bool("backups"));
                d.done();
            }
            Boolean lb = l == null ? null : (Boolean) l.bool("enabled");
            if (l != null) l.done();
            b.doneChange();
            if (tier != null && !TIERS.contains(tier)) throw Err.bad("no tier " + tier);
            if (v != null && !VERSIONS.contains(v)) throw Err.bad("version " + v + " is not in the catalog");
            if (v != null && b.m.size() > 1) throw Err.bad("an upgrade comes alone");
            ready(k);
            if (k.b("_foreign")) { k.remove("_foreign"); throw Err.clash("another change of the cluster came in between"); }
            if (turning(k)) throw Err.clash("another change of the cluster is under way");
            if (v != null) {
                int[] was = parse(k.s("orchestratorVersion")), to = parse(v);
                if (compare(to, was) < 0) throw Err.bad("a cluster is never downgraded");
                if (to[0] != was[0] || to[1] - was[1] > 1) throw Err.bad("only one minor version at a time");
                List<String> left = new ArrayList<>();
                for (Obj n : nodes(k).values()) if (behind(n.s("agentVersion"), v)) left.add(n.s("name"));
                if (!left.isEmpty()) throw Err.clash("these nodes would be left too far behind: " + String.join(", ", left));
            }
            if (tier != null && TIERS.indexOf(tier) < TIERS.indexOf(k.s("tier")))
                for (String p : PARTS) if (room(k).getOrDefault(p, 0.0) >= LIMIT) throw Err.clash(p + " has no headroom for a smaller tier");
            if (r != null && r < k.l("replicas")) throw Err.bad("the redundancy of a control plane is not lowered");
            if (store != null) {
                if (ds.is("mode", "shared")) throw Err.bad("the datastore is shared");
                if (SIZES.indexOf(store.s("size")) < SIZES.indexOf(ds.s("size")) || store.l("storageGiB") < ds.l("storageGiB") || store.l("replicas") < ds.l("replicas")) throw Err.bad("a datastore does not shrink");
            }
            if (Boolean.FALSE.equals(lb) && !k.o("managedLoadBalancers").list("loadBalancers").isEmpty()) throw Err.clash("services are still exposed through load balancers");
            Obj st = store;
            roll(c.w, k, () -> {
                if (v != null) k.put("orchestratorVersion", v);
                if (tier != null) k.put("tier", tier);
                if (r != null) k.put("replicas", r);
                if (st != null) k.put("datastore", st);
                if (lb != null) k.o("managedLoadBalancers").put("enabled", lb);
            });
            return Out.ok(view(k));
        });
        m.on("DELETE", N, c -> {
            Obj k = cluster(c, "clusters.cluster.admin");
            if (k.is("phase", LEAVING)) throw Err.clash("the cluster is already being torn down");
            if (k.is("phase", COMING) || turning(k)) throw Err.clash("wait until the work on the cluster is over");
            k.put("phase", LEAVING);
            nodes(k).clear();
            World w = c.w;
            w.in(20, "cluster-gone", k.s("name"), () -> {
                w.clusters.remove(k.s("name"));
                w.joinTokens.values().removeIf(t -> t.is("_cluster", k.s("name")));
                w.regTokens.values().removeIf(t -> t.is("_cluster", k.s("name")));
                w.kubeTokens.values().removeIf(t -> t.is("_cluster", k.s("name")));
            });
            return new Out(202, null);
        });
        m.on("GET", N + "/usage", c -> {
            Obj k = cluster(c, "clusters.cluster.read");
            double hours = (c.w.now() - k.l("_at")) / 3600000.0;
            return Out.ok(Obj.of("cluster", k.s("name"), "measuredAt", c.w.stamp(), "workers", (long) nodes(k).size(), "controlPlane", Obj.of("tier", k.s("tier"), "replicas", k.l("replicas"), "hours", Math.floor(hours * 1000) / 1000),
                "datastoreGiB", k.o("datastore").l("storageGiB"), "balancers", (long) k.o("managedLoadBalancers").list("loadBalancers").size()));
        });
        m.on("GET", N + "/nodes", c -> Out.ok(Obj.of("nodes", U.zToA(nodes(cluster(c, "clusters.node.read")).values(), "name"))));
        m.on("DELETE", N + "/nodes/{node}", c -> {
            Obj k = cluster(c, "clusters.node.write");
            if (nodes(k).remove(c.v("node")) == null) throw Err.gone("no node " + c.v("node"));
            return Out.none();
        });
        m.on("GET", N + "/kubeconfig", c -> {
            Obj k = ready(cluster(c, "clusters.kubeconfig.admin"));
            String tok = "mkc_" + U.rnd(48), n = k.s("name");
            c.w.kubeTokens.put(U.hash(tok), Obj.of("_cluster", n, "_ends", c.w.now() + 600000));
            String y = "apiVersion: v1\nkind: Config\nclusters:\n- name: " + n + "\n  cluster:\n    server: https://cp-" + n + ".meridian-platform.example:7443\nusers:\n- name: " + n + "-admin\n  user:\n    token: " + tok
                + "\ncontexts:\n- name: " + n + "\n  context:\n    cluster: " + n + "\n    user: " + n + "-admin\ncurrent-context: " + n + "\n";
            return Out.ok(Obj.of("kubeconfig", y, "expiresIn", 600L));
        });
        m.on("POST", N + "/join-tokens", c -> {
            Obj k = ready(cluster(c, "clusters.enrolment.admin"));
            c.noBody();
            String tok = "mjt_" + U.rnd(40), n = k.s("name");
            for (Obj t : c.w.joinTokens.values()) if (t.is("_cluster", n)) t.put("_gone", true);
            c.w.joinTokens.put(c.w.id(), Obj.of("_cluster", n, "_hash", U.hash(tok), "_ends", c.w.now() + 300000, "_used", false));
            return Out.made(Obj.of("joinToken", tok, "cluster", n, "joinCommand", "mtn-agent enrol " + n + " --with " + tok, "expiresIn", 300L));
        });
        m.on("GET", N + "/registration-tokens", c -> {
            Obj k = cluster(c, "clusters.enrolment.read");
            return Out.ok(Obj.of("tokens", U.zToA(U.keep(c.w.regTokens.values(), t -> t.is("_cluster", k.s("name")) && t.get("_gone") == null && t.l("_ends") > c.w.now()), "name")));
        });
        m.on("POST", N + "/registration-tokens", c -> {
            Obj k = ready(cluster(c, "clusters.enrolment.admin"));
            Body b = c.body();
            String n = b.name("name");
            Long e = b.optNum("expiresIn", 1, 527040);
            b.done();
            for (Obj t : c.w.regTokens.values()) if (t.is("_cluster", k.s("name")) && t.get("_gone") == null && t.l("_ends") > c.w.now() && t.s("name").equalsIgnoreCase(n)) throw Err.clash("a token of this name exists");
            String tok = "mrt_" + U.rnd(40), id = c.w.id(), cmd = "mtn-agent enrol " + k.s("name") + " --with " + tok;
            long ends = c.w.now() + (e == null ? 7 * 1440 : e) * 60000;
            c.w.regTokens.put(id, Obj.of("id", id, "name", n, "createdAt", c.w.stamp(), "expiresAt", World.plain(ends), "lastUsed", null, "disabled", false, "_cluster", k.s("name"), "_hash", U.hash(tok), "_ends", ends));
            return Out.made(Obj.of("id", id, "name", n, "token", tok, "cloudConfig", "#cloud-config\nruncmd:\n  - \"" + cmd + "\"\n", "joinCommand", cmd));
        });
        m.on("PATCH", N + "/registration-tokens/{id}", c -> {
            Obj t = regToken(c);
            Body b = c.body();
            boolean off = b.bool("disabled");
            b.done();
            if (t.b("disabled") == off) throw Err.clash("the token is already switched " + (off ? "off" : "on"));
            t.put("disabled", off);
            return Out.none();
        });
        m.on("DELETE", N + "/registration-tokens/{id}", c -> {
            Obj t = regToken(c);
            t.put("_gone", true);
            nodes(c.w.clusters.get(c.v("name"))).values().removeIf(n -> n.is("_by", t.s("id")));
            return Out.none();
        });
        m.on("GET", "/api/v1/cluster-versions", c -> {
            c.need("clusters.cluster.read").query();
            List<Obj> l = new ArrayList<>();
            for (String v : VERSIONS) l.add(Obj.of("version", v, "default", v.equals(DEFAULT)));
            return Out.ok(Obj.of("versions", l));
        });
        m.door("POST", N + "/enrol", c -> {
            Obj k = c.w.clusters.get(c.v("name"));
            Body b = c.body();
            String tok = b.str("token", 200), n = b.str("node", 63), v = b.optStr("agentVersion", 40);
            b.done();
            if (k == null) throw new Err(401, "the token is not one of this cluster");
            return Out.made(join(c.w, k, n, tok, v, null).get("node"));
        });
    }
    static Obj regToken(Ctx c) {
        Obj k = cluster(c, "clusters.enrolment.admin"), t = c.w.regTokens.get(c.v("id"));
        if (t == null || !t.is("_cluster", k.s("name"))) throw Err.gone("no registration token " + c.v("id"));
        if (t.get("_gone") != null) throw Err.clash("the registration token is already revoked");
        return t;
    }
}
