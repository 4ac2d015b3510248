import java.nio.charset.StandardCharsets;
import java.time.*;
import java.util.*;

/** The driver: what happens from outside, the clock, and a look behind the scenes. */
final class Control {
    interface Event { Obj run(World w, Body b); }

    static void event(Main m, String name, Event e) {
        m.door("POST", "/_understudy/events/" + name, c -> {
            String at = World.iso(c.w.now());
            Obj o = Obj.of("at", at, "changed", List.of());
            Obj x = e.run(c.w, read(c));
            if (x != null) o.putAll(x);
            return Out.ok(o);
        });
    }
    @SuppressWarnings("unchecked") static Body read(Ctx c) {
        try {
            Object v = c.raw.length == 0 ? new LinkedHashMap<String, Object>() : Json.parse(new String(c.raw, StandardCharsets.UTF_8));
            Body b = new Body((Map<String, Object>) v, "");
            b.status = 400;
            return b;
        } catch (Json.Bad | ClassCastException e) { throw new Err(400, "the body must be a JSON object"); }
    }
    static Err bad(String t) { return new Err(400, t); }
    static long when(World w, Body b, String k) {
        if (!b.has(k) || b.m.get(k) == null) return w.now();
        Long t = World.instant(b.str(k, 60));
        if (t == null) throw bad(k + " is not an instant");
        return t;
    }
    static List<String> mails(Body b, String k) { List<String> l = new ArrayList<>(); if (b.has(k)) for (Object o : b.arr(k)) { if (!(o instanceof String) || !((String) o).contains("@")) throw bad(k + " must hold addresses"); l.add((String) o); } return l; }
    static String text(Body b, String k) { b.has(k); Object v = b.m.get(k); if (v != null && !(v instanceof String)) throw bad(k + " must be a string"); return (String) v; }
    static Obj org(World w, Body b) { return w.orgOr(text(b, "organization")); }
    static Long size(Body b, String k) { return b.optNum(k, 0, 1L << 50); }
    @SuppressWarnings("unchecked") static Map<String, Object> map(Body b, String k) { Object v = b.m.get(k); if (v != null && !(v instanceof Map)) throw bad(k + " must be an object"); return (Map<String, Object>) v; }
    static Obj domain(World w, Body b) {
        String n = b.str("domain", 300);
        for (Obj d : w.domains.values()) if (d.is("id", n) || d.s("name").equalsIgnoreCase(n)) return d;
        throw Err.gone("no domain " + n);
    }
    static Obj dns(World w, Body b, String value, boolean remove) {
        Obj d = domain(w, b);
        String cap = text(b, "capability"), type = text(b, "type"), name = text(b, "name");
        long n = 0;
        for (Obj r : d.<Obj>list("dnsRecords")) {
            if (cap != null && !r.is("capability", cap) || type != null && !r.s("type").equalsIgnoreCase(type) || name != null && !r.s("name").equalsIgnoreCase(name)) continue;
            String k = r.s("type") + " " + r.s("name");
            if (remove) { if (w.dns.remove(k) != null) n++; } else { w.dns.put(k, value == null ? r.s("value") : value); n++; }
        }
        if (n == 0 && !remove) throw Err.clash("no record of the domain is meant by this");
        return Obj.of("records", n);
    }
    static Obj cluster(World w, Body b) {
        Obj o = org(w, b), k = w.clusters.get(b.str("cluster", 100));
        if (k == null || !k.is("_org", o.s("slug")) && b.m.get("organization") != null) throw Err.gone("no such cluster");
        return k;
    }
    static Obj node(World w, Body b) { Obj k = cluster(w, b), n = Clusters.nodes(k).get(b.str("node", 100)); if (n == null) throw Err.gone("no such node"); return n; }
    static Obj ocService(World w, Body b) {
        String s = text(b, "serviceId"), f = text(b, "sourceId");
        if (s == null && f == null) throw bad("serviceId or sourceId is required");
        if (f != null) {
            Obj x = w.sources.get(f);
            if (x == null) throw Err.gone("no source " + f);
            if (x.get("_revoked") != null) throw Err.clash("the source is revoked");
            x.put("lastEventAt", w.stamp());
            s = x.s("serviceId");
        }
        Obj o = w.ocServices.get(s);
        if (o == null) throw Err.gone("no service " + s);
        return o;
    }
    static Obj byHash(Map<String, Obj> all, String secret) { for (Obj o : all.values()) if (o.is("_hash", U.hash(secret))) return o; return null; }

    static void regrant(World w, String org, String role) {
        Set<String> p = Iam.permsOf(w, org, role);
        List<Obj> holders = new ArrayList<>();
        for (Obj s : w.seats.values()) if (s.is("org", org)) holders.add(s);
        for (Obj t : w.tokens.values()) if (t.is("orgSlug", org)) holders.add(t);
        for (Obj h : holders) if (h.get("_grants") != null) {
            List<Iam.Grant> l = new ArrayList<>();
            for (Iam.Grant g : h.<Iam.Grant>list("_grants")) { if (!g.role.equals(role)) l.add(g); else if (!p.isEmpty()) l.add(new Iam.Grant(role, p, g.res)); }
            h.put("_grants", l);
        }
    }

    static void routes(Main m) {
        String Y = "/_understudy";
        event(m, "token-disabled", (w, b) -> {
            Obj t = w.tokens.get(b.str("tokenId", 100));
            if (t == null) throw Err.gone("no such token");
            if (!t.b("enabled")) throw Err.clash("it is disabled already");
            t.put("enabled", false);
            return null;
        });
        event(m, "token-enabled", (w, b) -> {
            Obj t = w.tokens.get(b.str("tokenId", 100));
            if (t == null) throw Err.gone("no such token");
            if (t.b("enabled")) throw Err.clash("it is enabled already");
            t.put("enabled", true);
            return null;
        });
        event(m, "role-changes", (w, b) -> {
            String org = org(w, b).s("slug"), uid = text(b, "userId"), role = b.optEn("role", "owner", "admin", "member", "viewer", "none");
            Body cr = b.optObj("customRole");
            if (cr != null) {
                String id = cr.str("id", 120), k = org + " " + id;
                if (Iam.role(w, org, id) != null && !w.customRoles.containsKey(k)) throw Err.clash("it is a built-in role");
                if (Boolean.TRUE.equals(cr.optBool("removed"))) { if (w.customRoles.remove(k) == null) throw Err.gone("no role " + id); }
                else {
                    Obj r = w.customRoles.get(k);
                    if (r == null) r = Obj.of("id", id, "name", id, "description", "A role of the organization", "kind", "custom", "scopable", true, "permissions", new ArrayList<String>(), "_org", org);
                    if (text(cr, "name") != null) r.put("name", text(cr, "name"));
                    if (text(cr, "description") != null) r.put("description", text(cr, "description"));
                    Boolean sc = cr.optBool("scopable");
                    if (sc != null) r.put("scopable", sc);
                    if (cr.has("permissions")) {
                        List<String> ps = new ArrayList<>();
                        for (Object p : cr.arr("permissions")) {
                            String s = String.valueOf(p);
                            int d = s.lastIndexOf('.');
                            if (d < 0 || !Iam.TIERS.contains(s.substring(d + 1)) || !Iam.ALL.contains(s.substring(0, d) + ".admin")) throw bad("no permission " + s);
                            ps.add(s);
                        }
                        r.put("permissions", ps);
                    }
                    w.customRoles.put(k, r);
                }
                regrant(w, org, id);
            }
            if (uid != null) {
                Obj seat = w.seat(org, uid);
                List<Iam.Grant> gs = null;
                if (b.has("grants") && b.m.get("grants") != null) {
                    gs = new ArrayList<>();
                    for (Body g : b.objs("grants")) {
                        String r = g.str("role", 120);
                        if (Iam.role(w, org, r) == null) throw Err.gone("no role " + r);
                        Set<String> res = null;
                        if (g.has("resourceIds") && g.m.get("resourceIds") != null) { res = new HashSet<>(); for (Object o : g.arr("resourceIds")) res.add(String.valueOf(o)); }
                        gs.add(new Iam.Grant(r, Iam.permsOf(w, org, r), res));
                    }
                }
                if ("none".equals(role)) { if (w.seats.remove(org + " " + uid) == null) throw Err.clash("not a member"); return null; }
                if (!w.users.containsKey(uid)) Seed.person(w, uid, "Person " + uid, uid.toLowerCase().replaceAll("[^a-z0-9]", "-") + "@" + org + ".example", "key-" + uid + "-7c2f90");
                if (seat == null) { seat = Obj.of("org", org, "user", uid, "role", role == null ? "member" : role); w.seats.put(org + " " + uid, seat); }
                if (role != null) { seat.put("role", role); seat.remove("_grants"); }
                if (gs != null) seat.put("_grants", gs);
            }
            return null;
        });
        event(m, "billing-email-collides", (w, b) -> {
            String e = b.str("email", 300).toLowerCase();
            if (Boolean.FALSE.equals(b.optBool("collides"))) w.collisions.remove(e); else w.collisions.add(e);
            return null;
        });
        event(m, "image-pushed", (w, b) -> {
            String slug = b.str("registry", 100), repo = b.str("repository", 255), key = text(b, "keyId"), secret = text(b, "secret");
            Obj reg = w.registries.get(slug);
            if (reg == null) throw Err.gone("no registry " + slug);
            List<String> tags = new ArrayList<>();
            if (b.has("tags")) for (Object t : b.arr("tags")) tags.add((String) t); else tags.add("latest");
            List<Object[]> layers = null;
            if (b.has("layers")) { layers = new ArrayList<>(); for (Body l : b.objs("layers")) { String d = text(l, "digest"); layers.add(new Object[] {d == null ? "sha256:" + U.hash(U.rnd(30)) : d, l.num("sizeBytes", 0, 1L << 50)}); } }
            if (secret != null) { String why = Registry.enter(w, null, secret, slug, repo, "push"); if (why != null) throw Err.clash(why); }
            else if (key != null) {
                Obj k = w.regKeys.get(key), l = w.logins.get(key);
                if (k == null && l == null) throw Err.gone("no key " + key);
                String why = k == null ? Registry.useLogin(w, l, slug, "push") : !k.is("_slug", slug) ? "the key is for another registry" : Registry.useKey(w, k, repo, "push");
                if (why != null) throw Err.clash(why);
            }
            String media = text(b, "mediaType");
            return Registry.push(w, slug, repo, tags, text(b, "digest"), media == null ? "application/vnd.oci.image.manifest.v1+json" : media, size(b, "manifestBytes"), layers, when(w, b, "pushedAt"));
        });
        event(m, "blob-shared", (w, b) -> {
            Obj reg = w.registries.get(b.str("registry", 100));
            if (reg == null) throw Err.gone("no such registry");
            String blob = b.str("blob", 300);
            Body f = b.obj("from"), t = b.obj("to");
            Registry.Repo fr = Registry.repos(reg).get(f.str("repository", 255)), tr = Registry.repos(reg).get(t.str("repository", 255));
            Registry.Man fm = fr == null ? null : fr.mans.get(f.str("digest", 300)), tm = tr == null ? null : tr.mans.get(t.str("digest", 300));
            if (fm == null || tm == null) throw Err.gone("no such image");
            if (!fm.layers.contains(blob)) throw Err.clash("the first image does not use this layer");
            long before = Registry.used(reg);
            if (!tm.layers.contains(blob)) tm.layers.add(blob);
            return Obj.of("addedBytes", Registry.used(reg) - before);
        });
        event(m, "slug-claimed-elsewhere", (w, b) -> {
            String s = b.str("slug", 200), how = b.optEn("how", "claimed", "reserved", "free");
            if (w.registries.containsKey(s)) throw Err.clash("a registry here has it");
            if ("free".equals(how)) w.slugs.remove(s); else w.slugs.put(s, how == null ? "claimed" : how);
            return null;
        });
        event(m, "payment-method-changes", (w, b) -> { org(w, b).put("payment", b.bool("active")); return null; });
        event(m, "dns-record-published", (w, b) -> dns(w, b, null, false));
        event(m, "dns-record-removed", (w, b) -> dns(w, b, null, true));
        event(m, "dns-record-mismatched", (w, b) -> dns(w, b, b.str("value", 4000), false));
        event(m, "message-sent", (w, b) -> {
            String kid = text(b, "sendKeyId"), sec = text(b, "secret"), door = text(b, "door");
            Obj key = sec != null ? byHash(w.sendKeys, sec) : kid != null ? w.sendKeys.get(kid) : null;
            if (key == null && sec != null) throw Err.clash("no send key has this secret");
            if (key == null && kid != null) throw Err.gone("no send key " + kid);
            List<String> to = mails(b, "to");
            if (to.isEmpty()) throw bad("to is required");
            return Email.submit(w, b.str("from", 300), to, mails(b, "cc"), text(b, "subject"), text(b, "text"), size(b, "sizeBytes"), key, door == null ? "submission" : door, b.has("createdAt") && b.m.get("createdAt") != null ? (Long) when(w, b, "createdAt") : null);
        });
        event(m, "message-received", (w, b) -> {
            List<String> to = mails(b, "to");
            if (to.isEmpty()) throw bad("to is required");
            return Email.arrive(w, b.str("from", 300), to, mails(b, "cc"), text(b, "subject"), text(b, "text"), size(b, "sizeBytes"), when(w, b, "createdAt"));
        });
        event(m, "message-delivered", (w, b) -> {
            Obj x = Email.msgFor(w, b.str("messageId", 100));
            return Obj.of("deliveryIds", Email.landed(w, x, Email.whom(x, text(b, "recipient")), when(w, b, "occurredAt")));
        });
        event(m, "message-bounced", (w, b) -> {
            Obj x = Email.msgFor(w, b.str("messageId", 100));
            boolean hard = b.en("bounce", "hard", "soft").equals("hard");
            List<String> s = new ArrayList<>();
            List<Long> ids = Email.returned(w, x, Email.whom(x, text(b, "recipient")), hard, map(b, "detail"), when(w, b, "occurredAt"), s);
            return Obj.of("deliveryIds", ids, "suppressionIds", s, "paused", w.orgs.get(x.s("_org")).b("paused"));
        });
        event(m, "message-complained", (w, b) -> {
            Obj x = Email.msgFor(w, b.str("messageId", 100));
            List<String> s = new ArrayList<>();
            List<Long> ids = Email.flagged(w, x, Email.whom(x, text(b, "recipient")), map(b, "detail"), when(w, b, "occurredAt"), s);
            return Obj.of("deliveryIds", ids, "suppressionIds", s, "paused", w.orgs.get(x.s("_org")).b("paused"));
        });
        event(m, "webhook-endpoint-answers", (w, b) -> {
            Obj h = w.hooks.get(b.str("endpointId", 100));
            if (h == null) throw Err.gone("no such endpoint");
            List<Obj> l = new ArrayList<>();
            for (Body a : b.objs("answers")) l.add(Obj.of("status", a.optNum("status", 100, 599), "failure", a.optEn("failure", "timeout", "refused", "reset", "unresolved", "tls")));
            String after = b.optEn("afterwards", "repeat-last", "send");
            if (l.isEmpty()) h.remove("_script"); else h.put("_script", l);
            h.put("_repeat", !"send".equals(after));
            return null;
        });
        event(m, "sending-unpaused", (w, b) -> {
            Obj o = org(w, b);
            if (!o.b("paused")) throw Err.clash("sending is not paused");
            o.put("paused", false); o.remove("pausedAt"); o.remove("pauseReason"); o.put("_clean", w.now());
            return null;
        });
        event(m, "domain-claimed-elsewhere", (w, b) -> {
            String n = b.str("domain", 300).toLowerCase();
            for (Obj d : w.domains.values()) if (d.is("name", n)) throw Err.clash("an organization here has it");
            if (Boolean.FALSE.equals(b.optBool("claimed"))) w.claimedElsewhere.remove(n); else w.claimedElsewhere.add(n);
            return null;
        });
        event(m, "alert-fires", (w, b) -> {
            String a = b.str("alert", 300), t = text(b, "title");
            return Oncall.fire(w, ocService(w, b), a, t == null || t.isBlank() ? a : t, map(b, "labels"), map(b, "annotations"));
        });
        event(m, "alert-resolves", (w, b) -> {
            String a = b.str("alert", 300);
            Obj o = Oncall.calm(w, ocService(w, b), a);
            if (o == null) throw Err.gone("the alert " + a + " does not fire");
            return o;
        });
        event(m, "provider-behaves", (w, b) -> {
            Obj o = org(w, b);
            String h = b.en("behaviour", "accepts", "rejects", "unreachable"), only = b.optEn("only", "verification", "pages");
            if (!"pages".equals(only)) o.put("provider", h);
            if (!"verification".equals(only)) o.put("pages", h);
            return null;
        });
        event(m, "status-page-viewed", (w, b) -> {
            Obj o = org(w, b);
            List<Obj> pages = new ArrayList<>(), inc = new ArrayList<>();
            if (b.has("serviceIds") && b.m.get("serviceIds") != null)
                for (Object id : b.arr("serviceIds")) { Obj s = w.ocServices.get(String.valueOf(id)); if (s == null) throw Err.gone("no service " + id); pages.add(Oncall.board(w, s)); }
            else for (Obj s : w.ocServices.values()) if (s.is("_org", o.s("slug"))) pages.add(Oncall.board(w, s));
            for (Obj p : pages) inc.addAll(p.<Obj>list("incidents"));
            return Obj.of("organization", o.s("slug"), "incidents", inc, "services", pages);
        });
        event(m, "node-joins", (w, b) -> {
            Obj k = cluster(w, b);
            try {
                Obj r = Clusters.join(w, k, b.str("node", 100), text(b, "token"), text(b, "agentVersion"), b.optBool("ready"));
                return Obj.of("node", r.o("node").s("name"), "with", r.s("with"));
            } catch (Err e) { throw e.status == 401 ? Err.clash(e.getMessage()) : e; }
        });
        event(m, "agent-upgraded", (w, b) -> {
            Obj n = node(w, b);
            String v = b.str("agentVersion", 40);
            if (Clusters.parse(v) == null) throw bad("agentVersion is not a version");
            n.put("agentVersion", v);
            return null;
        });
        event(m, "node-lost", (w, b) -> {
            Obj n = node(w, b);
            String how = b.optEn("how", "not-ready", "vanished", "back");
            if ("vanished".equals(how)) Clusters.nodes(cluster(w, b)).remove(n.s("name"));
            else if ("back".equals(how)) { n.remove("_lost"); n.put("ready", true); }
            else n.and("_lost", true, "ready", false);
            return null;
        });
        event(m, "headroom-changes", (w, b) -> {
            Obj k = cluster(w, b);
            String p = b.str("component", 100);
            if (!Clusters.PARTS.contains(p)) throw bad("no component " + p);
            Object u = b.must("usedPercent");
            if (!(u instanceof Number)) throw bad("usedPercent must be a number");
            Clusters.room(k).put(p, ((Number) u).doubleValue());
            return null;
        });
        event(m, "service-exposed", (w, b) -> Clusters.expose(w, cluster(w, b), b.str("service", 200), text(b, "ip")));
        event(m, "service-withdrawn", (w, b) -> {
            String s = b.str("service", 200);
            if (!cluster(w, b).o("managedLoadBalancers").<Obj>list("loadBalancers").removeIf(x -> x.is("service", s))) throw Err.gone("no such service");
            return null;
        });
        event(m, "cluster-changes-concurrently", (w, b) -> {
            Obj k = cluster(w, b);
            String lasts = b.optEn("lasts", "one-request", "roll");
            Body ch = b.optObj("change");
            String v = ch == null ? null : text(ch, "orchestratorVersion"), t = ch == null ? null : text(ch, "tier");
            Long r = ch == null ? null : ch.optNum("replicas", 1, 99);
            if (!k.is("phase", Clusters.READY)) throw Err.clash("the cluster is not in service");
            Runnable then = () -> { if (v != null) k.put("orchestratorVersion", v); if (t != null) k.put("tier", t); if (r != null) k.put("replicas", r); };
            if ("one-request".equals(lasts)) { then.run(); k.put("_foreign", true); } else Clusters.roll(w, k, then);
            return null;
        });
        event(m, "probe-result", (w, b) -> {
            Obj x = w.monitors.get(b.str("monitorId", 100));
            if (x == null || x.get("_gone") != null) throw Err.gone("no such monitor");
            if (!x.b("enabled")) throw Err.clash("the monitor is disabled");
            String van = text(b, "vantage"), out = b.en("outcome", "ok", "fail", "error");
            if (van != null && !x.list("vantages").contains(van)) throw bad("not a vantage of the monitor");
            Long n = b.optNum("times", 1, 5000);
            Object lat = b.m.get("latencyMs");
            if (lat != null && !(lat instanceof Number)) throw bad("latencyMs must be a number");
            long times = n == null ? 1 : n, end = when(w, b, "at"), gap = x.l("intervalSeconds") * 1000, known = x.l("_known");
            if (times > 1 && known > 0 && end - (times - 1) * gap <= known && end > known) gap = Math.max(1, (end - known) / times);
            int turns = 0;
            for (long i = times - 1; i >= 0; i--) for (String v : van != null ? List.of(van) : new ArrayList<>(x.<String>list("vantages")))
                turns += Uptime.result(w, x, v, out, end - i * gap, lat == null ? null : (Long) ((Number) lat).longValue(), text(b, "errorKind"), text(b, "errorDetail"), text(b, "responseSnippet"));
            x.put("_known", Math.max(known, end));
            return Obj.of("state", x.s("state"), "transitions", (long) turns);
        });
        event(m, "metrics-availability", (w, b) -> {
            Obj o = org(w, b);
            String id = text(b, "monitorId");
            boolean on = b.bool("available");
            if (id != null && !w.monitors.containsKey(id)) throw Err.gone("no such monitor");
            String k = id == null ? "org " + o.s("slug") : id;
            if (!on) w.metricsOff.add(k);
            else { w.metricsOff.remove(k); if (id == null) w.metricsOff.removeIf(x -> w.monitors.containsKey(x) && w.monitors.get(x).is("_org", o.s("slug"))); }
            return null;
        });
        event(m, "entitlement-changes", (w, b) -> { org(w, b).put(b.en("area", "email", "uptime"), b.bool("enabled")); return null; });
        event(m, "quota-changes", (w, b) -> {
            Obj o = org(w, b);
            String q = b.en("quota", "clusters", "monitors", "daily-email", "registry-storage-bytes", "load-balancer-services");
            long v = b.num("value", 0, 1L << 60);
            if (q.equals("registry-storage-bytes")) { Obj r = w.registries.get(b.str("registry", 100)); if (r == null) throw Err.gone("no such registry"); r.put("storageQuotaBytes", v); }
            else if (q.equals("load-balancer-services")) cluster(w, b).o("managedLoadBalancers").put("maxServices", v);
            else o.put(q.equals("daily-email") ? "daily" : q, v);
            return null;
        });
        event(m, "backend-behaves", (w, b) -> { String k = b.en("backend", "email", "uptime", "dns"); if (b.bool("reachable")) w.down.remove(k); else w.down.add(k); return null; });
        event(m, "credential-used", Control::used);

        m.door("GET", Y + "/clock", c -> Out.ok(c.w.clock()));
        m.door("PUT", Y + "/clock", c -> {
            Body b = read(c);
            String mode = b.en("mode", "real", "frozen", "set");
            if (mode.equals("real")) c.w.real();
            else if (mode.equals("frozen")) c.w.freeze(when(c.w, b, "now"));
            else { b.must("now"); c.w.run(when(c.w, b, "now")); }
            return Out.ok(Obj.of("clock", c.w.clock(), "fired", List.of()));
        });
        m.door("POST", Y + "/clock/advance", c -> {
            Body b = read(c);
            long to;
            if (b.m.get("by") != null) to = c.w.now() + duration(b.str("by", 60));
            else if (b.m.get("to") != null) to = when(c.w, b, "to");
            else if (Boolean.TRUE.equals(b.m.get("nextDue"))) {
                String t = text(b, "timer");
                World.Timer hit = null;
                for (World.Timer x : c.w.timers) if (!x.off && (t == null || t.equals(x.name)) && (hit == null || x.at < hit.at)) hit = x;
                if (hit == null && t != null) throw Err.clash("no such timer is pending");
                to = hit == null ? c.w.now() : Math.max(hit.at, c.w.now());
            } else throw bad("by, to or nextDue is required");
            if (to < c.w.now()) throw Err.clash("this instant is in the past");
            List<Object> fired = c.w.moveTo(to);
            return Out.ok(Obj.of("clock", c.w.clock(), "fired", fired));
        });
        m.door("POST", Y + "/reset", c -> {
            World.w = new World();
            return Out.ok(Obj.of("name", "default", "from", Obj.of("seed", "meridian"), "createdAt", World.iso(System.currentTimeMillis()), "entries", 0L, "clock", World.w.clock()));
        });
        m.door("GET", Y + "/health", c -> Out.ok(Obj.of("status", "ok", "version", "12", "sandboxes", 1L)));
        m.door("GET", Y + "/identities", c -> {
            List<Obj> l = new ArrayList<>();
            for (Obj u : c.w.users.values()) {
                List<Obj> ms = new ArrayList<>(), cr = new ArrayList<>();
                for (Obj s : c.w.seats.values()) if (s.is("user", u.s("id"))) {
                    ms.add(Obj.of("organization", s.s("org"), "role", s.s("role")));
                    cr.add(Obj.of("kind", "session", "value", u.s("session"), "organization", s.s("org")));
                }
                l.add(Obj.of("name", u.s("label").split(" ")[0].toLowerCase(), "userId", u.s("id"), "label", u.s("label"), "email", u.s("email"), "memberships", ms, "credentials", cr));
            }
            return Out.ok(Obj.of("actors", l));
        });
        m.door("GET", Y + "/pages", c -> {
            String i = c.q.get("incidentId"), u = c.q.get("userId");
            return Out.ok(Obj.of("pages", last(U.keep(c.w.pages, p -> (i == null || p.is("incidentId", i)) && (u == null || p.is("userId", u))), c.q.get("limit"))));
        });
        m.door("GET", Y + "/webhook-deliveries", c -> {
            String e = c.q.get("endpointId"), d = c.q.get("deliveryId");
            return Out.ok(Obj.of("attempts", last(U.keep(c.w.attempts, a -> (e == null || a.is("endpointId", e)) && (d == null || d.equals("" + a.l("deliveryId")))), c.q.get("limit"))));
        });
    }
    static List<Obj> last(List<Obj> l, String limit) {
        if (limit == null) return l;
        if (!limit.matches("[0-9]{1,6}")) throw bad("limit is a number");
        int n = Integer.parseInt(limit);
        return l.size() > n ? l.subList(l.size() - n, l.size()) : l;
    }
    static long duration(String s) {
        java.util.regex.Matcher x = java.util.regex.Pattern.compile("P(?:(\\d+)W)?(?:(\\d+)D)?(?:T(?:(\\d+)H)?(?:(\\d+)M)?(?:(\\d+(?:\\.\\d+)?)S)?)?").matcher(s);
        if (!x.matches() || s.length() < 3) throw bad("by is not a duration");
        double t = 0; double[] f = {604800, 86400, 3600, 60, 1};
        for (int i = 1; i <= 5; i++) if (x.group(i) != null) t += Double.parseDouble(x.group(i)) * f[i - 1];
        return Math.round(t * 1000);
    }

    static Obj verdict(String why) { return Obj.of("accepted", why == null, "reason", why); }
    /** Somebody uses a credential outside the API. */
    static Obj used(World w, Body b) {
        String kind = b.en("kind", "personal-token", "registry-key", "login-credential", "upstream-credential", "send-key", "alert-source", "registration-token", "kubeconfig", "export-token");
        String id = text(b, "id"), sec = text(b, "secret"), reg = text(b, "registry"), repo = text(b, "repository"), clu = text(b, "cluster"), user = text(b, "username");
        String act = b.optEn("for", "pull", "push");
        if (act == null) act = "pull";
        long at = when(w, b, "at");
        if (id == null && sec == null) throw bad("id or secret is required");
        Map<String, Obj> all;
        switch (kind) {
            case "personal-token": all = w.tokens; break;
            case "registry-key": all = w.regKeys; break;
            case "login-credential": all = w.logins; break;
            case "send-key": all = w.sendKeys; break;
            case "alert-source": all = w.sources; break;
            case "registration-token": all = w.regTokens; break;
            case "export-token": all = w.exportTokens; break;
            case "kubeconfig": {
                if (sec == null) throw bad("a client configuration is given by its secret");
                java.util.regex.Matcher x = java.util.regex.Pattern.compile("mkc_[a-z0-9]+").matcher(sec);
                Obj k = x.find() ? w.kubeTokens.get(U.hash(x.group())) : null;
                return verdict(k == null ? "unknown" : k.l("_ends") <= at ? "it has expired" : clu != null && !k.is("_cluster", clu) ? "it is for another cluster" : null);
            }
            default: {
                Obj r = reg == null ? null : w.registries.get(reg), hit = null;
                for (Obj x : w.registries.values()) if (r == null || r == x) { Obj u = id != null ? Registry.ups(x).get(id) : null; if (u != null) hit = u; if (id == null && sec != null) for (Obj y : Registry.ups(x).values()) if (y.is("_pw", U.hash(sec))) hit = y; }
                if (hit == null && sec == null) throw Err.gone("no such credential");
                return verdict(hit == null ? "unknown" : sec != null && !hit.is("_pw", U.hash(sec)) ? "wrong password" : null);
            }
        }
        Obj o = sec != null ? byHash(all, sec) : all.get(id);
        if (o == null) { if (sec != null) return verdict("unknown"); throw Err.gone("no such credential"); }
        switch (kind) {
            case "personal-token":
                if (!o.b("enabled")) return verdict("it is disabled");
                if (o.l("_expires") <= at) return verdict("it has expired");
                if (w.seat(o.s("orgSlug"), o.s("_user")) == null) return verdict("its owner has left");
                o.put("lastRequest", World.iso(at)); return verdict(null);
            case "registry-key": {
                if (reg != null && !o.is("_slug", reg)) return verdict("it is for another registry");
                if (user != null && !user.equals(o.s("keyId"))) return verdict("wrong username");
                String why = Registry.useKey(w, o, repo, act);
                if (why == null) o.put("lastUsedAt", World.plain(at));
                return verdict(why);
            }
            case "login-credential":
                if (user != null && !user.equals(o.s("username"))) return verdict("wrong username");
                return verdict(Registry.useLogin(w, o, reg, act));
            case "send-key":
                if (o.get("revokedAt") != null) return verdict("it is revoked");
                if (!w.orgs.get(o.s("_org")).b("email")) return verdict("email is not enabled");
                o.put("lastUsedAt", World.plain(at)); return verdict(null);
            case "alert-source":
                if (o.get("_revoked") != null) return verdict("it is revoked");
                o.put("lastEventAt", World.plain(at)); return verdict(null);
            case "registration-token":
                if (o.get("_gone") != null) return verdict("it is revoked");
                if (o.b("disabled")) return verdict("it is switched off");
                if (o.l("_ends") <= at) return verdict("it has expired");
                if (clu != null && !o.is("_cluster", clu)) return verdict("it is for another cluster");
                o.put("lastUsed", World.plain(at)); return verdict(null);
            default:
                if (o.get("_gone") != null) return verdict("it is revoked");
                if (!w.orgs.get(o.s("_org")).b("uptime")) return verdict("uptime is not enabled");
                o.put("lastUsedAt", World.plain(at)); return verdict(null);
        }
    }
}
