package eighth;

import java.util.*;

/** Personal tokens, IAM catalogs and the organization's contacts. */
final class Tokens {
    static final long DEFAULT_LIFETIME = 90L * 86400, MAX_LIFETIME = 366L * 86400;

    static final class Token {
        String id, name, start, org;
        User user;
        boolean enabled = true;
        long createdAt, expiresAt, lastRequest;
        List<Grant> scope;
    }

    private final World w;

    Tokens(World w) { this.w = w; }

    void routes(Router r) {
        r.add("GET", "/api/v1/tokens", "listTokens", null, this::list);
        r.add("POST", "/api/v1/tokens", "createToken", null, this::create);
        r.add("GET", "/api/v1/tokens/scope-options", "getTokenScopeOptions", null, this::options);
        r.add("GET", "/api/v1/iam/catalog", "getIamCatalog", null, this::catalog);
        r.add("GET", "/api/v1/iam/permissions", "listPermissions", null, this::permissions);
        r.add("GET", "/api/v1/organization/contacts", "getContacts", "organization.contact.read", c -> contacts(c.org));
        r.add("PATCH", "/api/v1/organization/contacts", "updateContacts", null, this::patchContacts);
    }

    private Reply list(Ctx c) {
        List<Object> l = new ArrayList<>();
        for (Token t : w.tokens.values()) if (t.user == c.caller.user) l.add(view(t));
        return Reply.ok(Json.obj("tokens", l));
    }

    private Object view(Token t) {
        Org o = w.orgs.get(t.org);
        List<Object> scope = new ArrayList<>();
        if (t.scope != null) for (Grant g : t.scope) {
            Role r = Access.role(o, g.role());
            scope.add(Json.obj("role", g.role(), "roleName", r == null ? g.role() : r.name(), "resourceIds", g.resourceIds() == null ? List.of() : g.resourceIds()));
        }
        return Json.obj("id", t.id, "name", t.name, "start", t.start, "enabled", t.enabled, "createdAt", Times.token(t.createdAt),
            "expiresAt", Times.token(t.expiresAt), "lastRequest", Times.token(t.lastRequest), "orgSlug", t.org, "scope", scope);
    }

    private Reply create(Ctx c) {
        if (c.caller.token != null) throw ApiError.forbidden("a personal token cannot mint another one");
        Body b = c.body();
        String name = b.name("name");
        Long expiresIn = b.optInteger("expiresIn", 1, MAX_LIFETIME);
        List<Grant> scope = null;
        List<Body> entries = b.optObjects("scope");
        if (entries != null) {
            if (entries.isEmpty()) throw ApiError.invalid("scope must not be empty; leave it out for everything");
            scope = new ArrayList<>();
            List<String> foreign = new ArrayList<>();
            for (Body e : entries) {
                Role role = Access.role(c.org, e.name("role"));
                if (role == null) throw e.bad("role", "is unknown");
                List<String> ids = e.optTexts("resourceIds");
                if (ids != null && !ids.isEmpty()) {
                    if (!role.scopable()) throw e.bad("resourceIds", "cannot narrow " + role.id());
                    ids = new ArrayList<>(new LinkedHashSet<>(ids));
                    for (String id : ids) {
                        boolean seen = false, fits = false;
                        for (var i : Access.instances(c.org)) if (i.id().equals(id) && c.caller.can(i.perm(), id)) {
                            seen = true;
                            fits |= role.service() == null || role.service().equals(i.service());
                        }
                        if (!seen) foreign.add(id);
                        else if (!fits) throw e.bad("resourceIds", "names a resource of another service than the role");
                    }
                }
                scope.add(new Grant(role.id(), ids == null || ids.isEmpty() ? null : ids));
            }
            if (!foreign.isEmpty()) throw ApiError.forbidden("the scope names resources that you cannot see: " + String.join(", ", foreign));
        }
        Token t = new Token();
        String key = Util.secret("pat_");
        t.id = Util.uuid();
        t.name = name;
        t.start = key.substring(0, 9);
        t.org = c.org.slug;
        t.user = c.caller.user;
        t.createdAt = t.lastRequest = w.now();
        t.expiresAt = (t.createdAt / 1000 + (expiresIn == null ? DEFAULT_LIFETIME : expiresIn)) * 1000;
        t.scope = scope;
        w.tokens.put(t.id, t);
        w.tokensByHash.put(Util.sha256(key), t);
        return Reply.of(201, Json.obj("id", t.id, "key", key, "orgSlug", t.org));
    }

    private Reply options(Ctx c) {
        List<Object> roles = new ArrayList<>(), resources = new ArrayList<>();
        List<Role> all = new ArrayList<>(Access.BUILTIN.values());
        all.addAll(c.org.customRoles.values());
        for (Role r : all) roles.add(Json.obj("id", r.id(), "name", r.name(), "description", r.description(), "scopable", r.scopable(), "service", r.service()));
        for (var i : Access.instances(c.org)) if (c.caller.can(i.perm(), i.id())) resources.add(Json.obj("service", i.service(), "id", i.id(), "name", i.name()));
        return Reply.ok(Json.obj("roles", roles, "resources", resources));
    }

    private Reply catalog(Ctx c) {
        if (!c.caller.governs() || !c.caller.can("iam.grant.admin")) throw ApiError.forbidden("requires grant management (owner or admin)");
        List<Object> roles = new ArrayList<>(), resources = new ArrayList<>();
        List<Role> all = new ArrayList<>(Access.BUILTIN.values());
        all.addAll(c.org.customRoles.values());
        for (Role r : all)
            roles.add(Json.obj("id", r.id(), "name", r.name(), "description", r.description(), "kind", r.kind(), "service", r.service(),
                "scopable", r.scopable(), "permissions", List.copyOf(r.permissions())));
        for (var i : Access.instances(c.org)) resources.add(Json.obj("service", i.service(), "id", i.id(), "name", i.name()));
        return Reply.ok(Json.obj("roles", roles, "resources", resources));
    }

    private Reply permissions(Ctx c) {
        List<Object> services = new ArrayList<>();
        for (String[] s : Access.CATALOG) {
            List<Object> resources = new ArrayList<>();
            for (int i = 2; i < s.length; i += 2) {
                List<Object> tiers = new ArrayList<>();
                for (String t : Access.TIERS)
                    tiers.add(Json.obj("permission", s[0] + "." + s[i] + "." + t, "tier", t, "label",
                        s[i + 1] + ": " + switch (t) { case "read" -> "view"; case "write" -> "change"; default -> "administer"; }));
                resources.add(Json.obj("resource", s[i], "resourceLabel", s[i + 1], "tiers", tiers));
            }
            services.add(Json.obj("service", s[0], "serviceLabel", s[1], "resources", resources));
        }
        return Reply.ok(Json.obj("services", services));
    }

    private Reply contacts(Org o) {
        return new Reply.Of(200, Json.obj("billingEmail", o.billingEmail, "technicalEmail", o.technicalEmail, "securityEmail", o.securityEmail),
            Map.of("ETag", "\"contacts-" + o.contactsVersion + "\""));
    }

    private Reply patchContacts(Ctx c) {
        if (!c.caller.governs() || !c.caller.can("organization.contact.write")) throw ApiError.forbidden("only owners and admins change the contacts");
        String match = c.headers.get("if-match");
        if (match != null && !match.equals("*") && !match.contains("\"contacts-" + c.org.contactsVersion + "\"")) throw new ApiError(412, "the contacts were changed in the meantime");
        Body p = c.body();
        Body b = new Body(p.m, "", 400);
        String billing = b.has("billingEmail") ? b.email("billingEmail") : null;
        String technical = b.has("technicalEmail") ? b.email("technicalEmail") : null;
        String security = b.has("securityEmail") ? b.email("securityEmail") : null;
        if (billing != null && w.billingCollisions.contains(billing.toLowerCase(Locale.ROOT))) throw ApiError.conflict("the billing email collides at the payment provider");
        if (billing != null) c.org.billingEmail = billing;
        if (technical != null) c.org.technicalEmail = technical;
        if (security != null) c.org.securityEmail = security;
        c.org.contactsVersion++;
        return contacts(c.org);
    }
}
