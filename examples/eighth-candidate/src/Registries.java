package eighth;

import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.Pattern;

/** Container registries with their repositories, keys, rules and upstream logins. */
final class Registries {
    static final long DEFAULT_QUOTA = 20L << 30, LOGIN_MS = 3_600_000, OIDC_KEY_MS = 900_000;
    static final Map<String, String> UPSTREAMS = new LinkedHashMap<>();
    static final Set<String> REGIONS = new LinkedHashSet<>(List.of("eu-central", "eu-north", "us-east"));
    static final Set<String> RESERVED = Set.of("admin", "api", "registry", "system", "library", "public", "internal", "root");
    private static final Pattern SLUG = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

    static {
        UPSTREAMS.put("docker.io", "https://registry-1.docker.io");
        UPSTREAMS.put("ghcr.io", "https://ghcr.io");
        UPSTREAMS.put("quay.io", "https://quay.io");
        UPSTREAMS.put("registry.k8s.io", "https://registry.k8s.io");
        UPSTREAMS.put("nexus.partner.example:8443", "https://nexus.partner.example:8443/docker");
    }

    static final class State {
        final Map<String, Registry> registries = new LinkedHashMap<>();
        final Map<String, Login> logins = new LinkedHashMap<>();
    }

    static final class Registry {
        String slug, displayName, region;
        Org org;
        long quota = DEFAULT_QUOTA, createdAt;
        final Map<String, Repo> repos = new TreeMap<>();
        final Map<String, Key> keys = new LinkedHashMap<>();
        final Map<Long, Rule> rules = new LinkedHashMap<>();
        final Map<String, Upstream> upstreams = new LinkedHashMap<>();

        long used() {
            long s = 0;
            for (Repo r : repos.values()) s += r.size();
            return s;
        }
    }

    static final class Repo {
        String name;
        long createdAt;
        final Map<String, Manifest> manifests = new LinkedHashMap<>();
        final Map<String, Tag> tags = new TreeMap<>();
        final Map<String, Long> sizes = new HashMap<>();

        long size() {
            long s = 0;
            Set<String> seen = new HashSet<>();
            for (Manifest m : manifests.values()) {
                s += m.bytes;
                for (String l : m.layers) if (seen.add(l)) s += sizes.get(l);
            }
            return s;
        }

        long size(Manifest m) {
            long s = m.bytes;
            for (String l : m.layers) s += sizes.get(l);
            return s;
        }

        void forget(Manifest m) {
            manifests.remove(m.digest);
            tags.values().removeIf(t -> t.digest.equals(m.digest));
            Set<String> live = new HashSet<>();
            for (Manifest x : manifests.values()) live.addAll(x.layers);
            sizes.keySet().retainAll(live);
        }
    }

    static final class Manifest {
        String digest, mediaType;
        long bytes, createdAt;
        final Set<String> layers = new LinkedHashSet<>();
    }

    static final class Tag {
        String name, digest;
        long updatedAt;
    }

    static final class Key {
        String keyId, name, mode, via = "manual", hash;
        List<String> prefixes = List.of();
        long createdAt;
        Long expiresAt, lastUsedAt, revokedAt;
    }

    static final class Rule {
        long id;
        String name, issuer, audience, subject, mode;
        List<String> prefixes;
        long createdAt;
    }

    record Upstream(String host, String username, String password, long createdAt) {}

    static final class Login {
        String keyId, username, hash;
        User user;
        Membership member;
        Map<String, String> scope = new LinkedHashMap<>();
        long expiresAt;
        Long revokedAt;
    }

    private final World w;
    private long ruleIds = 4100;

    Registries(World w) { this.w = w; }

    private static final String P = "/api/v1/registry", I = P + "/instances/{slug}";

    void routes(Router r) {
        r.add("GET", P + "/upstream-catalog", "listUpstreams", "registry.registry.read", c -> Reply.ok(Json.obj("upstreams",
            Util.map(UPSTREAMS.entrySet(), e -> Json.obj("host", e.getKey(), "endpoint", e.getValue())))));
        r.add("GET", P + "/instances", "listRegistries", "registry.registry.read", c -> {
            List<Object> l = new ArrayList<>();
            for (Registry x : c.org.registry.registries.values()) if (c.caller.can("registry.registry.read", x.slug)) l.add(view(x));
            return Reply.ok(Json.obj("registries", l));
        });
        r.add("POST", P + "/instances", "createRegistry", "registry.registry.write", this::create);
        r.add("GET", I, "getRegistry", "registry.registry.read", c -> {
            Registry x = registry(c, "registry.registry.read");
            return Reply.ok(Json.obj("slug", x.slug, "displayName", x.displayName, "region", x.region, "storageQuotaBytes", x.quota, "usedBytes", x.used(),
                "repositoryCount", x.repos.size(), "createdAt", Times.registry(x.createdAt)));
        });
        r.add("DELETE", I, "deleteRegistry", "registry.registry.write", c -> {
            Registry x = registry(c, "registry.registry.write");
            if (!x.repos.isEmpty()) throw ApiError.conflict("the registry still has " + x.repos.size() + " repositories; delete them first");
            c.org.registry.registries.remove(x.slug);
            w.burnedSlugs.add(x.slug);
            return Reply.none();
        });
        r.add("POST", P + "/credentials", "createLoginCredential", null, this::login);
        r.add("POST", P + "/credentials/{keyId}/revocation", "revokeLoginCredential", null, c -> {
            Login l = c.org.registry.logins.get(c.p("keyId"));
            if (l == null || l.user != c.caller.user && !c.caller.can("registry.key.admin")) throw ApiError.missing("no login credential " + c.p("keyId"));
            if (l.revokedAt == null) l.revokedAt = w.now();
            return Reply.ok(Json.obj("keyId", l.keyId, "revokedAt", Times.registry(l.revokedAt)));
        });
        r.add("GET", I + "/tags", "listTags", "registry.repository.read", c -> {
            Repo repo = registry(c, "registry.repository.read").repos.get(c.need("repo"));
            return Reply.ok(Json.obj("tags", repo == null ? List.of() : Util.map(repo.tags.values(), t -> Json.obj("name", t.name, "digest", t.digest,
                "manifestSize", repo.manifests.get(t.digest).bytes, "updatedAt", Times.registry(t.updatedAt)))));
        });
        r.add("DELETE", I + "/tags", "deleteTag", "registry.repository.write", this::deleteTag);
        r.add("GET", I + "/keys", "listRegistryKeys", "registry.key.read", c -> Reply.ok(Json.obj("keys", Util.map(registry(c, "registry.key.read").keys.values(), this::view))));
        r.add("POST", I + "/keys", "createRegistryKey", "registry.key.admin", this::mint);
        r.add("POST", I + "/keys/{keyId}/revoke", "revokeRegistryKey", "registry.key.write", c -> {
            Key k = registry(c, "registry.key.write").keys.get(c.p("keyId"));
            if (k == null) throw ApiError.missing("no key " + c.p("keyId"));
            if (k.revokedAt == null) k.revokedAt = w.now();
            return Reply.ok(view(k));
        });
        r.add("GET", I + "/images", "listManifests", "registry.repository.read", c -> {
            Repo repo = registry(c, "registry.repository.read").repos.get(c.need("repo"));
            return Reply.ok(Json.obj("manifests", repo == null ? List.of() : Util.map(repo.manifests.values(), m -> Json.obj("digest", m.digest, "mediaType", m.mediaType,
                "sizeBytes", repo.size(m), "tags", tagsOf(repo, m), "createdAt", Times.registry(m.createdAt)))));
        });
        r.add("DELETE", I + "/images", "deleteManifest", "registry.repository.write", c -> {
            Registry x = registry(c, "registry.repository.write");
            String digest = c.need("digest");
            Repo repo = repo(x, c.need("repo"));
            Manifest m = repo.manifests.get(digest);
            if (m == null) throw ApiError.missing("no image " + digest);
            repo.forget(m);
            return Reply.none();
        });
        r.add("GET", I + "/access-rules", "listOidcRules", "registry.rule.read", c -> Reply.ok(Json.obj("rules", Util.map(registry(c, "registry.rule.read").rules.values(), this::view))));
        r.add("POST", I + "/access-rules", "createOidcRule", "registry.rule.write", this::createRule);
        r.add("DELETE", I + "/access-rules/{id}", "deleteOidcRule", "registry.rule.write", c -> {
            Registry x = registry(c, "registry.rule.write");
            long id;
            try {
                id = Long.parseLong(c.p("id"));
            } catch (NumberFormatException e) {
                throw ApiError.invalid("id must be an integer");
            }
            if (x.rules.remove(id) == null) throw ApiError.missing("no rule " + id);
            return Reply.none();
        });
        r.add("GET", I + "/repositories", "listRepositories", "registry.repository.read", c -> Reply.ok(Json.obj("repositories",
            Util.map(registry(c, "registry.repository.read").repos.values(), p -> Json.obj("name", p.name, "tagCount", p.tags.size(), "sizeBytes", p.size(), "createdAt", Times.registry(p.createdAt))))));
        r.add("DELETE", I + "/repositories", "deleteRepository", "registry.repository.write", c -> {
            Registry x = registry(c, "registry.repository.write");
            x.repos.remove(repo(x, c.need("repo")).name);
            return Reply.none();
        });
        r.add("GET", I + "/upstream-logins", "listUpstreamCredentials", "registry.upstream.read", c -> Reply.ok(Json.obj("upstreamCredentials",
            Util.map(registry(c, "registry.upstream.read").upstreams.values(), u -> Json.obj("upstream", u.host(), "username", u.username(), "createdAt", Times.registry(u.createdAt()))))));
        r.add("PUT", I + "/upstream-logins/{host}", "setUpstreamCredential", "registry.upstream.write", c -> {
            Registry x = registry(c, "registry.upstream.write");
            String host = c.p("host").toLowerCase(Locale.ROOT);
            Body b = c.body();
            String user = b.name("username"), password = b.text("password");
            if (password.isEmpty()) throw b.bad("password", "must not be empty");
            if (!UPSTREAMS.containsKey(host)) throw ApiError.invalid("the host " + host + " is not in the upstream catalog");
            Upstream old = x.upstreams.get(host);
            x.upstreams.put(host, new Upstream(host, user, password, old == null ? w.now() : old.createdAt()));
            return Reply.ok(Json.obj("upstream", host, "username", user));
        });
        r.add("DELETE", I + "/upstream-logins/{host}", "deleteUpstreamCredential", "registry.upstream.write", c -> {
            if (registry(c, "registry.upstream.write").upstreams.remove(c.p("host").toLowerCase(Locale.ROOT)) == null) throw ApiError.missing("no login for " + c.p("host"));
            return Reply.none();
        });
        r.slowDoor("POST", P + "/token-exchange", "exchangeOidcToken", this::exchange);
        r.door("POST", P + "/access-check", "authorizeDataPlane", c -> {
            Body b = c.body();
            String reason = authorize(b.text("username"), b.text("password"), b.text("registry"), b.text("repository"), b.choice("action", "pull", "push", "delete"), true);
            return Reply.ok(Json.obj("allowed", reason == null, "reason", reason));
        });
    }

    private static List<Object> tagsOf(Repo repo, Manifest m) {
        List<Object> l = new ArrayList<>();
        for (Tag t : repo.tags.values()) if (t.digest.equals(m.digest)) l.add(t.name);
        return l;
    }

    private Map<String, Object> view(Registry x) {
        return Json.obj("slug", x.slug, "displayName", x.displayName, "region", x.region, "storageQuotaBytes", x.quota, "createdAt", Times.registry(x.createdAt));
    }

    private Object view(Key k) {
        return Json.obj("keyId", k.keyId, "name", k.name, "mode", k.mode, "repoPrefixes", k.prefixes, "mintedVia", k.via, "createdAt", Times.registry(k.createdAt),
            "expiresAt", k.expiresAt == null ? null : Times.registry(k.expiresAt), "lastUsedAt", k.lastUsedAt == null ? null : Times.registry(k.lastUsedAt),
            "revokedAt", k.revokedAt == null ? null : Times.registry(k.revokedAt));
    }

    private Object view(Rule r) {
        return Json.obj("id", r.id, "name", r.name, "issuer", r.issuer, "audience", r.audience, "subjectPattern", r.subject, "mode", r.mode, "repoPrefixes", r.prefixes,
            "createdAt", Times.registry(r.createdAt));
    }

    /** The registry of the path; one that the caller cannot see does not exist for them. */
    private Registry registry(Ctx c, String perm) {
        Registry x = c.org.registry.registries.get(c.p("slug"));
        if (x == null || !c.caller.can("registry.registry.read", x.slug)) throw ApiError.missing("no registry " + c.p("slug"));
        c.caller.need(perm, x.slug);
        return x;
    }

    private Repo repo(Registry x, String name) {
        Repo r = x.repos.get(name);
        if (r == null) throw ApiError.missing("no repository " + name);
        return r;
    }

    Registry find(String slug) {
        for (Org o : w.orgs.values()) {
            Registry r = o.registry.registries.get(slug);
            if (r != null) return r;
        }
        throw ApiError.missing("no registry " + slug);
    }

    Registry make(Org o, String slug, String display, String region) {
        Registry x = new Registry();
        x.slug = slug;
        x.org = o;
        x.displayName = display == null ? slug : display;
        x.region = region == null ? "eu-central" : region;
        x.createdAt = w.now();
        o.registry.registries.put(slug, x);
        return x;
    }

    private Reply create(Ctx c) {
        c.caller.need("registry.registry.write");
        Body b = c.body();
        String slug = b.text("slug");
        if (slug.length() < 3 || slug.length() > 63 || !SLUG.matcher(slug).matches()) throw b.bad("slug", "must be 3 to 63 of a-z, 0-9 and single hyphens, beginning with a letter");
        String display = b.optName("displayName");
        String region = b.has("region") ? b.choice("region", REGIONS.toArray(String[]::new)) : null;
        if (RESERVED.contains(slug) || "reserved".equals(w.slugsElsewhere.get(slug))) throw ApiError.conflict("the slug is reserved");
        boolean taken = w.slugsElsewhere.containsKey(slug) || w.burnedSlugs.contains(slug);
        for (Org o : w.orgs.values()) taken |= o.registry.registries.containsKey(slug);
        if (taken) throw ApiError.conflict("the slug is taken");
        if (!c.org.payment) throw new ApiError(402, "an active payment method is required");
        return Reply.of(201, view(make(c.org, slug, display, region)));
    }

    private Reply login(Ctx c) {
        Body b = c.raw.length == 0 ? new Body(Map.of(), "", 422) : c.body();
        String only = b.optText("registry");
        boolean pull = Boolean.TRUE.equals(b.optBool("pullOnly"));
        if (!c.caller.some("registry.repository.read")) throw ApiError.forbidden("no registry access");
        Login l = new Login();
        for (Registry x : c.org.registry.registries.values()) {
            if (only != null && !only.equals(x.slug) || !c.caller.can("registry.repository.read", x.slug)) continue;
            l.scope.put(x.slug, !pull && c.caller.can("registry.repository.write", x.slug) ? "readwrite" : "pull");
        }
        if (l.scope.isEmpty()) {
            if (only != null) throw ApiError.missing("no registry " + only);
            throw ApiError.forbidden("there is no registry that you can reach");
        }
        String password = Util.secret("rlc_");
        l.keyId = Util.uuid();
        l.username = c.org.slug + "+" + Util.hex(6);
        l.hash = Util.sha256(password);
        l.user = c.caller.user;
        l.member = c.caller.member;
        l.expiresAt = w.now() + LOGIN_MS;
        c.org.registry.logins.put(l.keyId, l);
        return Reply.ok(Json.obj("keyId", l.keyId, "username", l.username, "password", password, "expiresAt", Times.registry(l.expiresAt), "registry", only == null ? "*" : only,
            "scope", Util.map(l.scope.entrySet(), e -> Json.obj("registry", e.getKey(), "mode", e.getValue()))));
    }

    private Reply deleteTag(Ctx c) {
        Registry x = registry(c, "registry.repository.write");
        String name = c.need("repo"), tag = c.need("tag"), purge = c.q("purge");
        if (purge != null && !purge.equals("true") && !purge.equals("false")) throw ApiError.invalid("purge must be true or false");
        boolean p = "true".equals(purge);
        if (p) c.caller.need("registry.repository.admin", x.slug);
        Repo repo = repo(x, name);
        Tag t = repo.tags.get(tag);
        if (t == null) throw ApiError.missing("no tag " + tag);
        repo.tags.remove(tag);
        Manifest m = repo.manifests.get(t.digest);
        boolean purged = p && tagsOf(repo, m).isEmpty();
        if (purged) repo.forget(m);
        return Reply.ok(Json.obj("purged", purged));
    }

    private static List<String> prefixes(Body b) {
        List<String> l = b.optTexts("repoPrefixes");
        if (l == null) return List.of();
        for (String p : l) if (p.isBlank()) throw b.bad("repoPrefixes", "must not hold blanks");
        return new ArrayList<>(new LinkedHashSet<>(l));
    }

    private Reply mint(Ctx c) {
        Registry x = registry(c, "registry.key.admin");
        Body b = c.body();
        Key k = new Key();
        k.name = b.name("name");
        k.mode = b.choice("mode", "pull", "readwrite");
        k.prefixes = prefixes(b);
        String[] made = add(x, k);
        return Reply.of(201, Json.obj("keyId", made[0], "secret", made[1]));
    }

    private String[] add(Registry x, Key k) {
        String secret = Util.secret("rgk_");
        k.keyId = "RK" + Util.hex(9).toUpperCase(Locale.ROOT);
        k.hash = Util.sha256(secret);
        k.createdAt = w.now();
        x.keys.put(k.keyId, k);
        return new String[] {k.keyId, secret};
    }

    private Reply createRule(Ctx c) {
        Registry x = registry(c, "registry.rule.write");
        Body b = c.body();
        Rule r = new Rule();
        String name = b.optName("name");
        r.issuer = b.uri("issuer");
        r.audience = b.name("audience");
        r.subject = b.name("subjectPattern");
        r.mode = b.choice("mode", "pull", "readwrite");
        r.prefixes = prefixes(b);
        r.id = ruleIds += 7;
        r.name = name == null ? "rule-" + r.id : name;
        r.createdAt = w.now();
        x.rules.put(r.id, r);
        return Reply.ok(view(r));
    }

    /** Whole path segments: team covers team and team/app, not teamwork. */
    private static boolean within(List<String> prefixes, String repo) {
        if (prefixes.isEmpty() || repo == null) return true;
        for (String p : prefixes) {
            String q = p.endsWith("/") ? p.substring(0, p.length() - 1) : p;
            if (repo.equals(q) || repo.startsWith(q + "/")) return true;
        }
        return false;
    }

    private String refused(Key k, String repo, String action, long at) {
        if (k.revokedAt != null) return "the key is revoked";
        if (k.expiresAt != null && k.expiresAt <= at) return "the key has expired";
        if (!action.equals("pull") && !k.mode.equals("readwrite")) return "the key only pulls";
        if (!within(k.prefixes, repo)) return "the repository is outside the prefixes of the key";
        return null;
    }

    /** Why this username and password may not do it, or null. */
    String authorize(String username, String password, String registry, String repo, String action, boolean use) {
        String hash = Util.sha256(password);
        for (Org o : w.orgs.values()) {
            for (Registry x : o.registry.registries.values()) {
                for (Key k : x.keys.values()) {
                    if (!k.hash.equals(hash)) continue;
                    if (registry != null && !x.slug.equals(registry)) return "the key is for another registry";
                    String why = refused(k, repo, action, w.now());
                    if (why == null && use) k.lastUsedAt = w.now();
                    return why;
                }
            }
            for (Login l : o.registry.logins.values()) {
                if (!l.hash.equals(hash)) continue;
                if (username != null && !username.equals(l.username)) return "unknown username or password";
                return refused(o, l, registry, action);
            }
        }
        return "unknown username or password";
    }

    private String refused(Org o, Login l, String registry, String action) {
        if (l.revokedAt != null) return "logged out";
        if (l.expiresAt <= w.now()) return "the credential has expired";
        if (o.members.get(l.user.id) == null) return "the user has left the organization";
        if (registry == null) return null;
        String mode = l.scope.get(registry);
        if (mode == null || !o.registry.registries.containsKey(registry)) return "the credential is not for this registry";
        if (!action.equals("pull") && !mode.equals("readwrite")) return "the credential only pulls";
        return null;
    }

    String useKeyById(String id, String registry, String repo, String action) {
        for (Org o : w.orgs.values())
            for (Registry x : o.registry.registries.values()) {
                Key k = x.keys.get(id);
                if (k == null) continue;
                if (registry != null && !registry.equals(x.slug)) return "the key is for another registry";
                String why = refused(k, repo, action, w.now());
                if (why == null) k.lastUsedAt = w.now();
                return why;
            }
        throw ApiError.missing("no key " + id);
    }

    // ---- OIDC exchange

    private Reply exchange(Ctx c) {
        Body b = c.body();
        String slug = b.text("registry"), token = b.text("token");
        String[] p = token.split("\\.", -1);
        if (p.length != 3) throw new ApiError(401, "not an ID token");
        Map<?, ?> head, claims;
        try {
            head = (Map<?, ?>) Json.read(new String(Base64.getUrlDecoder().decode(p[0]), StandardCharsets.UTF_8));
            claims = (Map<?, ?>) Json.read(new String(Base64.getUrlDecoder().decode(p[1]), StandardCharsets.UTF_8));
        } catch (RuntimeException e) {
            throw new ApiError(401, "not an ID token");
        }
        if (!(claims.get("iss") instanceof String iss) || !(claims.get("sub") instanceof String sub)) throw new ApiError(401, "the token has no issuer or subject");
        List<Object> aud = claims.get("aud") instanceof List<?> l ? new ArrayList<>(l) : Arrays.asList(claims.get("aud"));
        synchronized (w) {
            w.runDue();
            match(slug, iss, aud, sub);
            if (!(claims.get("exp") instanceof Number exp) || exp.longValue() * 1000 <= Math.min(w.now(), System.currentTimeMillis())) throw new ApiError(401, "the token has expired");
            if (claims.get("nbf") instanceof Number nbf && nbf.longValue() * 1000 > w.now() + 60_000) throw new ApiError(401, "the token is not valid yet");
        }
        if (!Jwks.verify(iss, head, p)) throw new ApiError(401, "the signature of the token cannot be verified");
        synchronized (w) {
            Object[] found = match(slug, iss, aud, sub);
            Rule r = (Rule) found[1];
            Key k = new Key();
            k.name = "oidc:" + r.name;
            k.mode = r.mode;
            k.prefixes = r.prefixes;
            k.via = "oidc";
            k.expiresAt = w.now() + OIDC_KEY_MS;
            String[] made = add((Registry) found[0], k);
            return Reply.of(201, Json.obj("keyId", made[0], "secret", made[1], "mode", k.mode, "expiresAt", Times.iso(k.expiresAt)));
        }
    }

    private Object[] match(String slug, String iss, List<Object> aud, String sub) {
        Registry x = find(slug);
        for (Rule r : x.rules.values())
            if (r.issuer.equals(iss) && aud.contains(r.audience) && glob(r.subject, sub)) return new Object[] {x, r};
        throw ApiError.forbidden("no access rule matches the token");
    }

    static boolean glob(String pattern, String text) {
        StringBuilder re = new StringBuilder();
        for (String part : pattern.split("\\*", -1)) re.append(re.length() == 0 ? "" : ".*").append("(?:").append(Pattern.quote(part)).append(")");
        return Pattern.compile(re.toString(), Pattern.DOTALL).matcher(text).matches();
    }

    // ---- events

    Map<String, Object> pushed(Body b) {
        Registry x = find(b.text("registry"));
        String name = b.name("repository");
        List<String> tags = b.has("tags") ? b.texts("tags") : List.of("latest");
        long at = b.has("pushedAt") ? b.instant("pushedAt") : w.now();
        if (b.has("keyId") || b.has("secret")) {
            String why = b.has("secret") ? authorize(null, b.text("secret"), x.slug, name, "push", true) : useKeyById(b.text("keyId"), x.slug, name, "push");
            if (why != null) throw ApiError.conflict(why);
        }
        Map<String, Long> layers = new LinkedHashMap<>();
        if (b.has("layers")) for (Body l : b.objects("layers")) layers.put(l.has("digest") ? l.text("digest") : "sha256:" + Util.hex(32), l.integer("sizeBytes", 0, Long.MAX_VALUE >> 8));
        else layers.put("sha256:" + Util.hex(32), 24_117_248L);
        long bytes = b.has("manifestBytes") ? b.integer("manifestBytes", 0, 1L << 40) : 512 + 96L * layers.size();
        String media = b.has("mediaType") ? b.text("mediaType") : "application/vnd.oci.image.manifest.v1+json";
        String digest = b.has("digest") ? b.text("digest") : "sha256:" + Util.sha256(x.slug + name + layers.keySet() + bytes + media);
        Repo repo = x.repos.get(name);
        long added = 0;
        Manifest m = repo == null ? null : repo.manifests.get(digest);
        if (m == null) {
            added = bytes;
            for (var l : layers.entrySet()) if (repo == null || !repo.sizes.containsKey(l.getKey())) added += l.getValue();
        }
        if (x.used() + added > x.quota) throw ApiError.conflict("the storage quota would be exceeded");
        if (repo == null) {
            repo = new Repo();
            repo.name = name;
            repo.createdAt = at;
            x.repos.put(name, repo);
        }
        if (m == null) {
            m = new Manifest();
            m.digest = digest;
            m.mediaType = media;
            m.bytes = bytes;
            m.createdAt = at;
            for (var l : layers.entrySet()) {
                m.layers.add(l.getKey());
                repo.sizes.putIfAbsent(l.getKey(), l.getValue());
            }
            repo.manifests.put(digest, m);
        }
        for (String t : tags) {
            Tag tag = repo.tags.computeIfAbsent(t, k -> new Tag());
            tag.name = t;
            tag.digest = digest;
            tag.updatedAt = at;
        }
        return Json.obj("digest", digest, "layers", List.copyOf(m.layers), "addedBytes", added);
    }

    Map<String, Object> shared(Body b) {
        Registry x = find(b.text("registry"));
        String blob = b.text("blob");
        Body f = b.object("from"), t = b.object("to");
        Repo from = repo(x, f.text("repository")), to = repo(x, t.text("repository"));
        Manifest one = from.manifests.get(f.text("digest")), two = to.manifests.get(t.text("digest"));
        if (one == null || two == null) throw ApiError.missing("no such image");
        if (!one.layers.contains(blob)) throw ApiError.missing("the image has no layer " + blob);
        long size = from.sizes.get(blob), added = to.sizes.containsKey(blob) ? 0 : size;
        if (x.used() + added > x.quota) throw ApiError.conflict("the storage quota would be exceeded");
        two.layers.add(blob);
        to.sizes.putIfAbsent(blob, size);
        return Json.obj("addedBytes", added);
    }
}
