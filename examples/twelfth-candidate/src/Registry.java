import java.math.BigInteger;
import java.net.URI;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.security.spec.*;
import java.time.Duration;
import java.util.*;

/** Image registries, their contents, keys, logins, OIDC rules and upstream logins. */
final class Registry {
    static final String HOST = "images.meridian-platform.example";
    static final Map<String, String> UPSTREAMS = new LinkedHashMap<>();
    static {
        UPSTREAMS.put("registry.k8s.io", "https://registry.k8s.io");
        UPSTREAMS.put("quay.io", "https://quay.io");
        UPSTREAMS.put("mcr.microsoft.com", "https://mcr.microsoft.com");
        UPSTREAMS.put("docker.io", "https://registry-1.docker.io");
    }
    static final Set<String> RESERVED = Set.of("admin", "api", "bank", "internal", "platform", "public", "root", "support", "system", "v2");
    static final long QUOTA = 4L << 30;

    static final class Man { String digest, media; long own, at; List<String> layers = new ArrayList<>(); }
    static final class Repo { String name; long at; Map<String, Man> mans = new LinkedHashMap<>(); Map<String, Object[]> tags = new LinkedHashMap<>(); }

    static Obj make(World w, String org, String slug, String display, String region) {
        Obj r = Obj.of("slug", slug, "displayName", display, "region", region, "storageQuotaBytes", QUOTA, "createdAt", w.stamp(), "_org", org,
            "_repos", new LinkedHashMap<String, Repo>(), "_blobs", new HashMap<String, Long>(), "_rules", new LinkedHashMap<Long, Obj>(), "_ups", new LinkedHashMap<String, Obj>());
        w.registries.put(slug, r);
        return r;
    }
    @SuppressWarnings("unchecked") static Map<String, Repo> repos(Obj r) { return (Map<String, Repo>) r.get("_repos"); }
    @SuppressWarnings("unchecked") static Map<String, Long> blobs(Obj r) { return (Map<String, Long>) r.get("_blobs"); }
    @SuppressWarnings("unchecked") static Map<Long, Obj> rules(Obj r) { return (Map<Long, Obj>) r.get("_rules"); }
    @SuppressWarnings("unchecked") static Map<String, Obj> ups(Obj r) { return (Map<String, Obj>) r.get("_ups"); }

    static long sizeOf(Obj reg, Collection<Repo> rs) {
        Map<String, Long> seen = new HashMap<>();
        for (Repo p : rs) for (Man m : p.mans.values()) { seen.put(m.digest, m.own); for (String l : m.layers) seen.put(l, blobs(reg).getOrDefault(l, 0L)); }
        long n = 0;
        for (long x : seen.values()) n += x;
        return n;
    }
    static long used(Obj reg) { return sizeOf(reg, repos(reg).values()); }
    static long image(Obj reg, Man m) { long n = m.own; for (String l : new HashSet<>(m.layers)) n += blobs(reg).getOrDefault(l, 0L); return n; }
    static List<String> tagsOf(Repo p, String digest) { List<String> l = new ArrayList<>(); for (var e : p.tags.entrySet()) if (e.getValue()[0].equals(digest)) l.add(e.getKey()); Collections.sort(l); return l; }
    static void swept(Obj reg, Repo p) { if (p.mans.isEmpty()) repos(reg).remove(p.name); }

    static Obj push(World w, String slug, String repo, List<String> tags, String digest, String media, Long own, List<Object[]> layers, long at) {
        Obj reg = w.registries.get(slug);
        if (layers == null) layers = List.<Object[]>of(new Object[] {"sha256:" + U.hash(U.rnd(30)), 18L << 20});
        Man m = new Man();
        m.media = media; m.own = own == null ? 1320 : own; m.at = at;
        StringBuilder seed = new StringBuilder(media + m.own);
        Map<String, Long> fresh = new HashMap<>();
        for (Object[] l : layers) { m.layers.add((String) l[0]); seed.append(l[0]); if (!blobs(reg).containsKey(l[0])) fresh.put((String) l[0], (Long) l[1]); }
        m.digest = digest != null ? digest : "sha256:" + U.hash(seed.toString());
        long before = used(reg);
        Repo p = repos(reg).get(repo);
        Map<String, Long> live = new HashMap<>();
        for (Repo q : repos(reg).values()) for (Man n : q.mans.values()) for (String l : n.layers) live.put(l, 1L);
        long add = 0;
        for (String l : new LinkedHashSet<>(m.layers)) if (!live.containsKey(l)) add += fresh.containsKey(l) ? fresh.get(l) : blobs(reg).get(l);
        boolean known = false;
        for (Repo q : repos(reg).values()) if (q.mans.containsKey(m.digest)) known = true;
        if (!known) add += m.own;
        if (before + add > reg.l("storageQuotaBytes")) throw Err.clash("the storage quota of " + slug + " would be exceeded");
        blobs(reg).putAll(fresh);
        if (p == null) { p = new Repo(); p.name = repo; p.at = at; repos(reg).put(repo, p); }
        p.mans.putIfAbsent(m.digest, m);
        for (String t : tags) p.tags.put(t, new Object[] {m.digest, at});
        return Obj.of("digest", m.digest, "layers", m.layers, "addedBytes", used(reg) - before);
    }

    static Obj reg(Ctx c, String perm) {
        c.need(perm).query(perm.contains("repository") ? new String[] {"repo", "tag", "purge", "digest"} : new String[0]);
        return regOnly(c, perm);
    }
    static Obj regOnly(Ctx c, String perm) {
        Obj r = c.w.registries.get(c.v("slug"));
        if (r == null) throw Err.gone("no registry " + c.v("slug"));
        if (!r.is("_org", c.orgId())) throw Err.no("registry " + c.v("slug") + " belongs to another organization");
        c.needOn(perm, r.s("slug"));
        return r;
    }
    static Repo repo(Ctx c, Obj reg) {
        String n = c.mustQ("repo");
        Repo p = repos(reg).get(n);
        if (p == null) throw Err.gone("no repository " + n);
        return p;
    }
    static List<String> prefixes(Body b) {
        List<String> l = b.optStrs("repoPrefixes", 200);
        if (l != null) for (String s : l) if (!s.matches("[a-z0-9]+([._/-]+[a-z0-9]+)*/?\\*?")) throw Err.bad("repoPrefixes: " + s + " is not a repository prefix");
        return l == null ? List.of() : l;
    }
    static boolean within(List<String> prefixes, String repo) {
        if (prefixes.isEmpty()) return true;
        if (repo == null) return true;
        for (String s : prefixes) {
            String t = s.endsWith("*") ? s.substring(0, s.length() - 1) : s;
            if (t.endsWith("/")) t = t.substring(0, t.length() - 1);
            if (repo.equals(t) || repo.startsWith(t + "/")) return true;
        }
        return false;
    }
    static Obj mint(World w, Obj reg, String name, String mode, List<String> prefixes, String via, long seconds, Long rule, String secret) {
        String id = "rk" + U.digits(10);
        Obj k = Obj.of("keyId", id, "name", name, "mode", mode, "repoPrefixes", prefixes, "mintedVia", via, "createdAt", w.stamp(), "expiresAt", World.plain(w.now() + seconds * 1000),
            "lastUsedAt", null, "revokedAt", null, "_slug", reg.s("slug"), "_org", reg.s("_org"), "_hash", U.hash(secret), "_ends", w.now() + seconds * 1000, "_rule", rule);
        w.regKeys.put(id, k);
        return k;
    }

    /** The data plane: null if let in, otherwise why not. */
    static String enter(World w, String username, String password, String slug, String repo, String action) {
        String h = U.hash(password == null ? "" : password);
        Obj reg = slug == null ? null : w.registries.get(slug);
        if (slug != null && reg == null) return "no such registry";
        for (Obj k : w.regKeys.values()) {
            if (!k.is("_hash", h)) continue;
            if (username != null && !username.equals(k.s("keyId"))) return "wrong username";
            if (slug != null && !k.is("_slug", slug)) return "the key is for another registry";
            return useKey(w, k, repo, action);
        }
        for (Obj l : w.logins.values()) {
            if (!l.is("_hash", h)) continue;
            if (username != null && !username.equals(l.s("username"))) return "wrong username";
            return useLogin(w, l, slug, action);
        }
        return "unknown username or password";
    }
    static String useKey(World w, Obj k, String repo, String action) {
        if (k.get("revokedAt") != null) return "the key is revoked";
        if (k.l("_ends") <= w.now()) return "the key has expired";
        if (action.equals("delete")) return "keys do not delete";
        if (action.equals("push") && !k.is("mode", "readwrite")) return "the key only pulls";
        if (!within(k.list("repoPrefixes"), repo)) return "the repository is outside the prefixes of the key";
        k.put("lastUsedAt", w.stamp());
        return null;
    }
    static String useLogin(World w, Obj l, String slug, String action) {
        if (l.get("_revoked") != null) return "the login is revoked";
        if (l.l("_ends") <= w.now()) return "the login has expired";
        if (w.seat(l.s("_org"), l.s("_user")) == null) return "its owner has left";
        if (action.equals("delete")) return "logins do not delete";
        for (Obj s : l.<Obj>list("scope")) if (slug == null || s.is("registry", slug) && w.registries.get(slug) != null && w.registries.get(slug).is("_org", l.s("_org"))) {
            if (action.equals("push") && !s.is("mode", "readwrite")) return "the login only pulls";
            return null;
        }
        return "the login is not for this registry";
    }

    static void routes(Main m) {
        String P = "/api/v1/registry", S = P + "/depots/{slug}";
        m.on("GET", P + "/mirrors", c -> {
            c.need("registry.registry.read").query();
            List<Obj> l = new ArrayList<>();
            UPSTREAMS.forEach((h, e) -> l.add(Obj.of("host", h, "endpoint", e)));
            return Out.ok(Obj.of("upstreams", l));
        });
        m.on("GET", P + "/depots", c -> {
            c.need("registry.registry.read").query();
            return Out.ok(Obj.of("registries", U.zToA(U.keep(c.w.registries.values(), r -> r.is("_org", c.orgId()) && c.can("registry.registry.read", r.s("slug"))), "slug")));
        });
        m.on("POST", P + "/depots", c -> {
            c.needOn("registry.registry.admin", null).query();
            Body b = c.body();
            String slug = b.str("slug", 48), dn = b.optName("displayName"), region = b.optStr("region", 40);
            b.done();
            if (!slug.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*") || slug.length() < 3) throw Err.bad("a slug has 3 to 48 small letters, digits and single hyphens, and begins with a letter");
            if (region != null && !Set.of("vie-1", "zrh-1").contains(region)) throw Err.bad("no region " + region);
            if (!c.org.b("payment")) throw new Err(402, "an active payment method is required");
            if (RESERVED.contains(slug)) throw Err.clash("the slug is reserved");
            if (c.w.registries.containsKey(slug)) throw Err.clash("the slug is taken");
            if (c.w.slugs.containsKey(slug)) throw Err.clash("the slug is " + (c.w.slugs.get(slug).equals("reserved") ? "reserved" : "taken"));
            return Out.made(make(c.w, c.orgId(), slug, dn == null ? slug : dn, region == null ? "zrh-1" : region));
        });
        m.on("GET", S, c -> {
            Obj r = reg(c, "registry.registry.read");
            return Out.ok(Obj.of("slug", r.s("slug"), "region", r.s("region"), "storageQuotaBytes", r.l("storageQuotaBytes"), "usedBytes", used(r), "repositoryCount", (long) repos(r).size(), "createdAt", r.s("createdAt")));
        });
        m.on("DELETE", S, c -> {
            Obj r = reg(c, "registry.registry.admin");
            if (!repos(r).isEmpty()) throw Err.clash("the registry still has repositories");
            c.w.registries.remove(r.s("slug"));
            c.w.slugs.put(r.s("slug"), "spent");
            c.w.regKeys.values().removeIf(k -> k.is("_slug", r.s("slug")));
            return Out.none();
        });
        m.on("POST", P + "/sessions", c -> {
            if (!c.canAny("registry.registry.read")) throw Err.no("you have no registry access");
            c.query();
            Body b = c.body();
            String one = b.optStr("registry", 60);
            boolean pull = Boolean.TRUE.equals(b.optBool("pullOnly"));
            b.done();
            if (one != null) {
                Obj r = c.w.registries.get(one);
                if (r == null) throw Err.gone("no registry " + one);
                if (!r.is("_org", c.orgId()) || !c.can("registry.registry.read", one)) throw Err.no("you have no access to registry " + one);
            }
            List<Obj> scope = new ArrayList<>();
            for (Obj r : U.zToA(U.keep(c.w.registries.values(), x -> x.is("_org", c.orgId()) && (one == null || x.is("slug", one)) && c.can("registry.registry.read", x.s("slug"))), "slug"))
                scope.add(Obj.of("registry", r.s("slug"), "mode", !pull && c.can("registry.repository.write", r.s("slug")) ? "readwrite" : "pull"));
            if (scope.isEmpty()) throw Err.no("there is no registry that you can reach");
            String id = "lg" + U.digits(10), pw = "mlp_" + U.rnd(36), user = "desk-" + U.digits(8);
            long ends = c.w.now() + 3600000;
            c.w.logins.put(id, Obj.of("username", user, "scope", scope, "_org", c.orgId(), "_user", c.uid(), "_hash", U.hash(pw), "_ends", ends));
            return Out.made(Obj.of("keyId", id, "username", user, "password", pw, "expiresAt", World.plain(ends), "registry", one == null ? HOST : one, "scope", scope));
        });
        m.on("POST", P + "/sessions/{keyId}/logout", c -> {
            if (!c.canAny("registry.registry.read")) throw Err.no("you have no registry access");
            c.query(); c.noBody();
            Obj l = c.w.logins.get(c.v("keyId"));
            if (l == null || !l.is("_org", c.orgId())) throw Err.gone("no login " + c.v("keyId"));
            if (!l.is("_user", c.uid())) throw Err.no("the login is somebody else's");
            if (l.get("_revoked") != null) throw Err.clash("already logged out");
            if (l.l("_ends") <= c.w.now()) throw Err.clash("the login has expired");
            l.put("_revoked", true);
            return Out.none();
        });

        m.on("GET", S + "/contents", c -> {
            Obj r = reg(c, "registry.repository.read");
            List<Obj> l = new ArrayList<>();
            for (Repo p : repos(r).values()) l.add(Obj.of("name", p.name, "tagCount", (long) p.tags.size(), "sizeBytes", sizeOf(r, List.of(p)), "createdAt", World.plain(p.at)));
            return Out.ok(Obj.of("repositories", U.zToA(l, "name")));
        });
        m.on("DELETE", S + "/contents", c -> {
            Obj r = reg(c, "registry.repository.admin");
            repos(r).remove(repo(c, r).name);
            return Out.none();
        });
        m.on("GET", S + "/contents/tags", c -> {
            Obj r = reg(c, "registry.repository.read");
            Repo p = repo(c, r);
            List<Obj> l = new ArrayList<>();
            p.tags.forEach((n, t) -> l.add(Obj.of("name", n, "digest", t[0], "manifestSize", p.mans.get(t[0]).own, "updatedAt", World.plain((Long) t[1]))));
            return Out.ok(Obj.of("tags", U.zToA(l, "name")));
        });
        m.on("DELETE", S + "/contents/tags", c -> {
            Obj r = reg(c, "registry.repository.write");
            String pg = c.q.get("purge");
            c.mustQ("repo"); String tag = c.mustQ("tag");
            if (pg != null && !pg.equals("true") && !pg.equals("false")) throw Err.bad("purge is true or false");
            boolean purge = "true".equals(pg);
            if (purge) c.needOn("registry.repository.admin", r.s("slug"));
            Repo p = repo(c, r);
            Object[] t = p.tags.get(tag);
            if (t == null) throw Err.gone("no tag " + tag);
            p.tags.remove(tag);
            boolean purged = purge && tagsOf(p, (String) t[0]).isEmpty();
            if (purged) { p.mans.remove(t[0]); swept(r, p); }
            return Out.ok(Obj.of("purged", purged));
        });
        m.on("GET", S + "/contents/images", c -> {
            Obj r = reg(c, "registry.repository.read");
            Repo p = repo(c, r);
            List<Obj> l = new ArrayList<>();
            for (Man x : p.mans.values()) l.add(Obj.of("digest", x.digest, "mediaType", x.media, "sizeBytes", image(r, x), "tags", tagsOf(p, x.digest), "createdAt", World.plain(x.at)));
            return Out.ok(Obj.of("manifests", U.zToA(l, "digest")));
        });
        m.on("DELETE", S + "/contents/images", c -> {
            Obj r = reg(c, "registry.repository.admin");
            c.mustQ("repo"); String d = c.mustQ("digest");
            Repo p = repo(c, r);
            if (p.mans.remove(d) == null) throw Err.gone("no image " + d);
            p.tags.values().removeIf(t -> t[0].equals(d));
            swept(r, p);
            return Out.none();
        });

        m.on("GET", S + "/passes", c -> {
            Obj r = reg(c, "registry.key.read");
            return Out.ok(Obj.of("keys", U.zToA(U.keep(c.w.regKeys.values(), k -> k.is("_slug", r.s("slug"))), "name")));
        });
        m.on("POST", S + "/passes", c -> {
            Obj r = reg(c, "registry.key.admin");
            Body b = c.body();
            String name = b.name("name"), mode = b.en("mode", "pull", "readwrite");
            List<String> pre = prefixes(b);
            b.done();
            for (Obj k : c.w.regKeys.values()) if (k.is("_slug", r.s("slug")) && k.get("revokedAt") == null && k.s("name").equalsIgnoreCase(name)) throw Err.clash("a key of this name exists");
            String secret = "mrk_" + U.rnd(40);
            Obj k = mint(c.w, r, name, mode, pre, "manual", 180L * 86400, null, secret);
            return Out.made(Obj.of("keyId", k.s("keyId"), "secret", secret));
        });
        m.on("POST", S + "/passes/{keyId}/revocation", c -> {
            Obj r = reg(c, "registry.key.admin");
            c.noBody();
            Obj k = c.w.regKeys.get(c.v("keyId"));
            if (k == null || !k.is("_slug", r.s("slug"))) throw Err.gone("no key " + c.v("keyId"));
            if (k.get("revokedAt") != null) throw Err.clash("the key is already revoked");
            if (k.l("_ends") <= c.w.now()) throw Err.clash("the key has expired");
            k.put("revokedAt", c.w.stamp());
            return Out.none();
        });

        m.on("GET", S + "/federation", c -> Out.ok(Obj.of("rules", U.zToA(rules(reg(c, "registry.oidc-rule.read")).values(), "name"))));
        m.on("POST", S + "/federation", c -> {
            Obj r = reg(c, "registry.oidc-rule.admin");
            Body b = c.body();
            String name = b.optName("name"), iss = b.str("issuer", 400), aud = b.str("audience", 300), sub = b.str("subjectPattern", 300), mode = b.en("mode", "pull", "readwrite");
            List<String> pre = prefixes(b);
            b.done();
            URI u;
            try { u = new URI(iss); } catch (Exception e) { throw Err.bad("issuer is not a URI"); }
            if (u.getHost() == null || !("https".equals(u.getScheme()) || "http".equals(u.getScheme()) && U.loopback(u.getHost())) || u.getQuery() != null || u.getFragment() != null)
                throw Err.bad("issuer must be an https URL without query (http only for this machine)");
            for (Obj x : rules(r).values()) {
                if (x.is("issuer", iss) && x.is("audience", aud) && x.is("subjectPattern", sub)) throw Err.clash("there is such a rule");
                if (name != null && x.s("name").equalsIgnoreCase(name)) throw Err.clash("a rule of this name exists");
            }
            long id = c.w.ruleId += 1 + U.RND.nextInt(5);
            Obj x = Obj.of("id", id, "name", name == null ? "rule " + id : name, "issuer", iss, "audience", aud, "subjectPattern", sub, "mode", mode, "repoPrefixes", pre, "createdAt", c.w.stamp());
            rules(r).put(id, x);
            return Out.made(x);
        });
        m.on("DELETE", S + "/federation/{id}", c -> {
            Obj r = reg(c, "registry.oidc-rule.admin");
            Obj x = c.v("id").matches("[0-9]{1,15}") ? rules(r).remove(Long.parseLong(c.v("id"))) : null;
            if (x == null) throw Err.gone("no rule " + c.v("id"));
            for (Obj k : c.w.regKeys.values()) if (x.get("id").equals(k.get("_rule")) && k.get("revokedAt") == null) k.put("revokedAt", c.w.stamp());
            return Out.none();
        });

        m.on("GET", S + "/mirror-logins", c -> Out.ok(Obj.of("upstreamCredentials", U.zToA(ups(reg(c, "registry.upstream.read")).values(), "upstream"))));
        m.on("POST", S + "/mirror-logins/{host}", c -> {
            Obj r = reg(c, "registry.upstream.admin");
            Body b = c.body();
            String user = b.str("username", 255), pw = b.str("password", 4096);
            b.done();
            if (!UPSTREAMS.containsKey(c.v("host"))) throw Err.bad(c.v("host") + " is not in the catalog");
            Obj old = ups(r).get(c.v("host"));
            ups(r).put(c.v("host"), Obj.of("upstream", c.v("host"), "username", user, "createdAt", old == null ? c.w.stamp() : old.s("createdAt"), "_pw", U.hash(pw)));
            return Out.ok(Obj.of("upstream", c.v("host"), "username", user));
        });
        m.on("DELETE", S + "/mirror-logins/{host}", c -> {
            Obj r = reg(c, "registry.upstream.admin");
            if (ups(r).remove(c.v("host")) == null) throw Err.gone("no login for " + c.v("host"));
            return Out.none();
        });

        m.door("POST", P + "/gate", c -> {
            Body b = c.body();
            String user = b.str("username", 255), pw = b.str("password", 4096), reg = b.str("registry", 100), repo = b.str("repository", 255), act = b.en("action", "pull", "push", "delete");
            String why = enter(c.w, user, pw, reg, repo, act);
            return Out.ok(Obj.of("allowed", why == null, "reason", why));
        });
        Main.Route ex = m.on("POST", P + "/federation/trade", Registry::trade);
        ex.door = true; ex.alone = true;
    }

    // ---- OIDC exchange. The issuer's keys are fetched without holding the lock.
    static final HttpClient CLIENT = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(3)).version(HttpClient.Version.HTTP_1_1).build();

    @SuppressWarnings("unchecked") static Out trade(Ctx c) {
        Body b = c.body();
        String slug = b.str("registry", 100), token = b.str("token", 20000);
        Err no = Err.no("no rule of this registry lets the token in");
        String[] p = token.split("\\.", -1);
        if (p.length != 3) throw Err.bad("token is not an ID token");
        Map<String, Object> head, claims;
        byte[] sig;
        try {
            head = (Map<String, Object>) Json.parse(new String(Base64.getUrlDecoder().decode(p[0]), StandardCharsets.UTF_8));
            claims = (Map<String, Object>) Json.parse(new String(Base64.getUrlDecoder().decode(p[1]), StandardCharsets.UTF_8));
            sig = Base64.getUrlDecoder().decode(p[2]);
        } catch (RuntimeException e) { throw Err.bad("token is not an ID token"); }
        Object iss = claims.get("iss"), sub = claims.get("sub"), exp = claims.get("exp"), nbf = claims.get("nbf"), aud = claims.get("aud");
        if (aud instanceof List && ((List<?>) aud).size() == 1) aud = ((List<?>) aud).get(0);
        if (!(iss instanceof String) || !(sub instanceof String) || !(exp instanceof Number) || !(aud instanceof String)) throw no;
        synchronized (World.LOCK) {
            World.w.tick();
            if (match(slug, (String) iss, (String) aud, (String) sub) == null) throw no;
        }
        if (!verified((String) iss, head, (p[0] + "." + p[1]).getBytes(StandardCharsets.US_ASCII), sig)) throw Err.no("the signature of the token cannot be verified");
        synchronized (World.LOCK) {
            World w = World.w;
            w.tick();
            if (((Number) exp).doubleValue() * 1000 <= w.now()) throw Err.no("the token has expired");
            if (nbf instanceof Number && ((Number) nbf).doubleValue() * 1000 > w.now() + 60000) throw Err.no("the token is not valid yet");
            Obj x = match(slug, (String) iss, (String) aud, (String) sub);
            if (x == null) throw no;
            String secret = "mrk_" + U.rnd(40);
            Obj k = mint(w, w.registries.get(slug), (String) sub, x.s("mode"), x.list("repoPrefixes"), "oidc", 900, x.l("id"), secret);
            return Out.made(Obj.of("keyId", k.s("keyId"), "secret", secret, "mode", k.s("mode"), "expiresAt", k.s("expiresAt")));
        }
    }
    /** The newest rule that fits. A star stands for any run of characters within a segment, that is, without a slash. */
    static Obj match(String slug, String iss, String aud, String sub) {
        Obj r = World.w.registries.get(slug), hit = null;
        if (r == null) return null;
        for (Obj x : rules(r).values()) if (x.is("issuer", iss) && x.is("audience", aud)) {
            StringBuilder re = new StringBuilder();
            String[] parts = x.s("subjectPattern").split("\\*", -1);
            for (int i = 0; i < parts.length; i++) re.append(i > 0 ? "[^/]*" : "").append(java.util.regex.Pattern.quote(parts[i]));
            if (sub.matches(re.toString())) hit = x;
        }
        return hit;
    }
    @SuppressWarnings("unchecked") static boolean verified(String iss, Map<String, Object> head, byte[] text, byte[] sig) {
        try {
            URI u = URI.create(iss);
            if (!U.loopback(u.getHost())) return false; // nothing outside this machine can be reached from here
            Map<String, Object> conf = (Map<String, Object>) fetch(iss.replaceAll("/$", "") + "/.well-known/openid-configuration");
            if (!iss.equals(conf.get("issuer"))) return false;
            URI ju = URI.create((String) conf.get("jwks_uri"));
            if (!U.loopback(ju.getHost())) return false;
            String alg = (String) head.get("alg");
            for (Object o : (List<Object>) ((Map<String, Object>) fetch(ju.toString())).get("keys")) {
                Map<String, Object> k = (Map<String, Object>) o;
                if (head.get("kid") != null && k.get("kid") != null && !head.get("kid").equals(k.get("kid"))) continue;
                if (k.get("alg") != null && !k.get("alg").equals(alg)) continue;
                try {
                    if ("RSA".equals(k.get("kty")) && alg.matches("RS(256|384|512)")) {
                        Signature s = Signature.getInstance("SHA" + alg.substring(2) + "withRSA");
                        s.initVerify(KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(big(k.get("n")), big(k.get("e")))));
                        s.update(text);
                        if (s.verify(sig)) return true;
                    } else if ("EC".equals(k.get("kty")) && "ES256".equals(alg) && "P-256".equals(k.get("crv"))) {
                        AlgorithmParameters ap = AlgorithmParameters.getInstance("EC");
                        ap.init(new ECGenParameterSpec("secp256r1"));
                        Signature s = Signature.getInstance("SHA256withECDSAinP1363Format");
                        s.initVerify(KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(new ECPoint(big(k.get("x")), big(k.get("y"))), ap.getParameterSpec(ECParameterSpec.class))));
                        s.update(text);
                        if (s.verify(sig)) return true;
                    }
                } catch (GeneralSecurityException e) { /* the next key */ }
            }
        } catch (Exception e) { return false; }
        return false;
    }
    private static BigInteger big(Object s) { return new BigInteger(1, Base64.getUrlDecoder().decode((String) s)); }
    private static Object fetch(String url) throws Exception {
        HttpResponse<String> r = CLIENT.send(HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(5)).build(), HttpResponse.BodyHandlers.ofString());
        if (r.statusCode() != 200) throw new java.io.IOException("status " + r.statusCode());
        return Json.parse(r.body());
    }
}
