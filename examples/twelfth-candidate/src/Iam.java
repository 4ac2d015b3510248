import java.util.*;

/** Roles, grants, tokens, the catalogs and the contacts. */
final class Iam {
    static final class Grant {
        final String role; final Set<String> perms, res;
        Grant(String role, Set<String> perms, Set<String> res) { this.role = role; this.perms = perms; this.res = res; }
    }
    static final List<String> TIERS = List.of("read", "write", "admin");
    static final Map<String, String[]> SERVICES = new LinkedHashMap<>();
    static final Map<String, String> LABELS = new LinkedHashMap<>();
    static final Set<String> SCOPABLE = Set.of("registry", "email", "clusters", "oncall");
    static {
        SERVICES.put("uptime", new String[] {"service", "Services", "monitor", "Monitors", "export-token", "Scrape tokens"});
        SERVICES.put("registry", new String[] {"registry", "Registries", "repository", "Repositories and tags", "key", "Registry keys", "oidc-rule", "OIDC access rules", "upstream", "Upstream logins"});
        SERVICES.put("organization", new String[] {"contacts", "Contact addresses"});
        SERVICES.put("oncall", new String[] {"incident", "Incidents", "schedule", "Schedules", "policy", "Escalation policies", "source", "Alert sources", "provider", "Provider login", "service", "Services"});
        SERVICES.put("email", new String[] {"domain", "Domains", "route", "Inbound routes", "key", "Send keys", "message", "Message log", "suppression", "Suppressed addresses", "webhook", "Webhook endpoints", "settings", "Sending posture"});
        SERVICES.put("clusters", new String[] {"cluster", "Clusters", "node", "Nodes", "enrolment", "Join and registration tokens", "kubeconfig", "Client configurations"});
        for (String[] x : new String[][] {{"uptime", "Uptime checks"}, {"registry", "Image registries"}, {"organization", "Organization"}, {"oncall", "On-call"}, {"email", "Mail"}, {"clusters", "Managed clusters"}}) LABELS.put(x[0], x[1]);
    }
    static final Set<String> ALL = new LinkedHashSet<>();
    static { for (var e : SERVICES.entrySet()) for (int i = 0; i < e.getValue().length; i += 2) ALL.add(e.getKey() + "." + e.getValue()[i] + ".admin"); }
    /** What a member may read; a member writes nothing but what is personal. */
    static final Set<String> MEMBER = Set.of("organization.contacts.read", "registry.registry.read", "registry.repository.read", "email.domain.read", "email.route.read", "email.settings.read",
        "oncall.incident.read", "oncall.schedule.read", "oncall.policy.read", "oncall.service.read", "clusters.cluster.read", "clusters.node.read", "uptime.service.read", "uptime.monitor.read");
    static final Set<String> VIEWER = Set.of("oncall.incident.read", "oncall.schedule.read", "uptime.service.read", "uptime.monitor.read");

    static boolean holds(Set<String> perms, String perm) {
        if (perms.contains(perm)) return true;
        int dot = perm.lastIndexOf('.');
        for (int t = TIERS.indexOf(perm.substring(dot + 1)) + 1; t < 3; t++) if (perms.contains(perm.substring(0, dot + 1) + TIERS.get(t))) return true;
        return false;
    }
    static boolean allows(List<Grant> g, String perm, String res) { for (Grant x : g) if (holds(x.perms, perm) && (x.res == null || res != null && x.res.contains(res))) return true; return false; }
    static boolean allowsAny(List<Grant> g, String perm) { for (Grant x : g) if (holds(x.perms, perm)) return true; return false; }
    static List<Grant> grantsOf(World w, Obj seat) {
        if (seat.get("_grants") != null) return seat.list("_grants");
        Set<String> p;
        switch (seat.s("role")) { case "owner": case "admin": p = ALL; break; case "member": p = MEMBER; break; default: p = VIEWER; }
        return List.of(new Grant(seat.s("role"), p, null));
    }

    static List<Obj> builtins() {
        List<Obj> l = new ArrayList<>();
        for (String s : SERVICES.keySet()) {
            if (s.equals("organization")) continue;
            boolean scopable = SCOPABLE.contains(s);
            String[][] kinds = {{"custodian", "Custodian", "admin", "Everything in "}, {"engineer", "Engineer", "write", "Reading and changing "}, {"auditor", "Auditor", "read", "Reading "}};
            for (String[] k : kinds) {
                List<String> perms = new ArrayList<>();
                for (int i = 0; i < SERVICES.get(s).length; i += 2) for (String t : TIERS) { perms.add(s + "." + SERVICES.get(s)[i] + "." + t); if (t.equals(k[2])) break; }
                l.add(Obj.of("id", s + "." + k[0], "name", LABELS.get(s) + ": " + k[1], "description", k[3] + LABELS.get(s).toLowerCase(), "kind", "builtin", "service", s, "scopable", scopable, "permissions", perms));
            }
        }
        l.add(Obj.of("id", "organization.steward", "name", "Organization: Steward", "description", "Keeps the contact addresses", "kind", "builtin", "service", "organization", "scopable", false,
            "permissions", List.of("organization.contacts.read", "organization.contacts.write", "organization.contacts.admin")));
        return l;
    }
    static List<Obj> roles(World w, String org) {
        List<Obj> l = builtins();
        for (Obj r : w.customRoles.values()) if (r.is("_org", org)) l.add(r);
        return U.zToA(l, "id");
    }
    static Obj role(World w, String org, String id) { for (Obj r : roles(w, org)) if (r.is("id", id)) return r; return null; }
    static Set<String> permsOf(World w, String org, String id) { Obj r = role(w, org, id); return r == null ? Set.of() : new HashSet<>(r.<String>list("permissions")); }

    static List<Obj> resources(World w, String org) {
        List<Obj> l = new ArrayList<>();
        for (Obj r : w.registries.values()) if (r.is("_org", org)) l.add(Obj.of("service", "registry", "id", r.s("slug"), "name", r.s("displayName"), "_perm", "registry.registry.read"));
        for (Obj r : w.domains.values()) if (r.is("_org", org)) l.add(Obj.of("service", "email", "id", r.s("id"), "name", r.s("name"), "_perm", "email.domain.read"));
        for (Obj r : w.clusters.values()) if (r.is("_org", org) && !r.is("phase", Clusters.LEAVING)) l.add(Obj.of("service", "clusters", "id", r.s("name"), "name", r.s("name"), "_perm", "clusters.cluster.read"));
        for (Obj r : w.ocServices.values()) if (r.is("_org", org)) l.add(Obj.of("service", "oncall", "id", r.s("id"), "name", r.s("name"), "_perm", "oncall.service.read"));
        return U.zToA(l, "id");
    }

    static void noNarrowToken(Ctx c) { if (c.token != null && c.token.get("_grants") != null) throw Err.no("a narrowed token cannot manage grants"); }

    static void routes(Main m) {
        m.on("GET", "/api/v1/iam/catalog", c -> {
            if (!c.manager()) throw Err.no("grant management is for owners and admins");
            noNarrowToken(c); c.query();
            List<Obj> res = resources(c.w, c.orgId());
            return Out.ok(Obj.of("roles", roles(c.w, c.orgId()), "resources", res));
        });
        m.on("GET", "/api/v1/iam/permissions", c -> {
            if (!c.manager()) throw Err.no("grant management is for owners and admins");
            noNarrowToken(c); c.query();
            List<Obj> out = new ArrayList<>();
            for (var e : SERVICES.entrySet()) {
                List<Obj> rs = new ArrayList<>();
                for (int i = 0; i < e.getValue().length; i += 2) {
                    List<Obj> tiers = new ArrayList<>();
                    for (String t : TIERS) tiers.add(Obj.of("permission", e.getKey() + "." + e.getValue()[i] + "." + t, "tier", t, "label", e.getValue()[i + 1] + ": " + (t.equals("read") ? "look" : t.equals("write") ? "change" : "govern")));
                    rs.add(Obj.of("resource", e.getValue()[i], "resourceLabel", e.getValue()[i + 1], "tiers", tiers));
                }
                out.add(Obj.of("service", e.getKey(), "serviceLabel", LABELS.get(e.getKey()), "resources", rs));
            }
            return Out.ok(Obj.of("services", out));
        });

        m.on("GET", "/api/v1/organization/contacts", c -> { c.need("organization.contacts.read").query(); return Out.ok(c.org.only("billingEmail", "technicalEmail", "securityEmail")); });
        m.on("PATCH", "/api/v1/organization/contacts", c -> {
            if (!c.manager()) throw Err.no("contacts are changed by owners and admins");
            c.need("organization.contacts.write").query();
            Body b = c.body();
            b.status = 400;
            Map<String, String> set = new LinkedHashMap<>();
            for (String k : List.of("billingEmail", "technicalEmail", "securityEmail")) {
                String s = b.optStr(k, 200);
                if (s == null) continue;
                if (!U.mail(s)) throw new Err(400, k + " is not an email address");
                set.put(k, s.substring(0, s.indexOf('@')) + s.substring(s.indexOf('@')).toLowerCase());
            }
            b.status = 422;
            b.doneChange();
            String bill = set.get("billingEmail");
            if (bill != null && !bill.equals(c.org.s("billingEmail"))) {
                boolean taken = c.w.collisions.contains(bill.toLowerCase());
                for (Obj o : c.w.orgs.values()) if (o != c.org && bill.equalsIgnoreCase(o.s("billingEmail"))) taken = true;
                if (taken) throw Err.clash("the payment provider already knows this billing address");
            }
            c.org.putAll(set);
            return Out.ok(c.org.only("billingEmail", "technicalEmail", "securityEmail"));
        });

        m.on("GET", "/api/v1/tokens", c -> {
            c.query();
            List<Obj> l = U.keep(c.w.tokens.values(), t -> t.is("_user", c.uid()) && t.is("orgSlug", c.orgId()) && (c.token == null || t == c.token));
            for (Obj t : l) if (t.l("_expires") <= c.w.now()) t.put("enabled", false);
            return Out.ok(Obj.of("tokens", U.zToA(l, "name")));
        });
        m.on("GET", "/api/v1/tokens/scope-options", c -> {
            c.query();
            List<Obj> rs = new ArrayList<>();
            for (Obj r : roles(c.w, c.orgId())) if (heldBy(c, r, null)) rs.add(r.only("id", "name", "description", "scopable", "service"));
            return Out.ok(Obj.of("roles", rs, "resources", U.keep(resources(c.w, c.orgId()), r -> c.can(r.s("_perm"), r.s("id")))));
        });
        m.on("POST", "/api/v1/tokens", c -> {
            if (c.token != null) throw Err.no("tokens are minted in a session, not with a token");
            if (c.seat.is("role", "viewer")) throw Err.no("viewers hold no tokens");
            c.query();
            Body b = c.body();
            String name = b.name("name");
            Long exp = b.optNum("expiresIn", 1, 527040);
            List<Obj> scope = new ArrayList<>();
            List<Grant> grants = null;
            if (b.has("scope")) {
                b.optArr("scope");
                grants = new ArrayList<>();
                for (Body s : b.objs("scope")) {
                    String rid = s.str("role", 120);
                    Obj r = role(c.w, c.orgId(), rid);
                    if (r == null) throw Err.bad("no role " + rid);
                    for (Grant g : grants) if (g.role.equals(rid)) throw Err.bad("role " + rid + " comes twice");
                    List<String> ids = s.optStrs("resourceIds", 200);
                    s.done();
                    if (ids != null && !r.b("scopable")) throw Err.bad("role " + rid + " cannot be narrowed to resources");
                    if (ids != null) for (String id : ids) {
                        List<Obj> hit = U.keep(resources(c.w, c.orgId()), x -> x.is("id", id));
                        if (hit.isEmpty() || !c.can(hit.get(0).s("_perm"), id)) throw Err.no("resource " + id + " is not one that you can see");
                        if (r.s("service") != null && !hit.get(0).is("service", r.s("service"))) throw Err.bad("resource " + id + " is of another service than " + rid);
                        if (!heldBy(c, r, id)) throw Err.no("you do not hold " + rid + " on " + id);
                    } else if (!heldBy(c, r, null)) throw Err.no("you do not hold " + rid);
                    grants.add(new Grant(rid, permsOf(c.w, c.orgId(), rid), ids == null ? null : new HashSet<>(ids)));
                    scope.add(Obj.of("role", rid, "roleName", r.s("name"), "resourceIds", ids == null ? List.of() : ids));
                }
                if (grants.isEmpty()) throw Err.bad("scope is empty; leave it out instead");
            }
            b.done();
            for (Obj t : c.w.tokens.values()) if (t.is("_user", c.uid()) && t.is("orgSlug", c.orgId()) && t.s("name").equalsIgnoreCase(name)) throw Err.clash("you have a token of this name");
            String key = "mtk_" + U.rnd(40), id = c.w.id();
            long ends = c.w.now() + (exp == null ? 43200 : exp) * 60000;
            c.w.tokens.put(id, Obj.of("id", id, "name", name, "start", key.substring(0, 10), "enabled", true, "createdAt", World.iso(c.w.now()), "expiresAt", World.iso(ends), "lastRequest", World.iso(0),
                "orgSlug", c.orgId(), "scope", scope, "_grants", grants, "_user", c.uid(), "_hash", U.hash(key), "_expires", ends));
            return Out.made(Obj.of("id", id, "key", key, "orgSlug", c.orgId()));
        });
    }
    /** Whether the caller has all of a role: somewhere (null), or on one resource. */
    static boolean heldBy(Ctx c, Obj r, String res) {
        for (String p : r.<String>list("permissions")) if (res == null ? !c.canAny(p) : !c.can(p, res)) return false;
        return true;
    }
}
