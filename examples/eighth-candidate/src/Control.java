package eighth;

import java.time.Duration;
import java.time.Period;
import java.util.*;

/** Outside events, the clock and the rest of the control interface that a driver needs. */
final class Control {
    private final World w;

    Control(World w) { this.w = w; }

    Reply handle(Ctx c, String[] p) {
        String path = c.method + " " + String.join("/", Arrays.asList(p).subList(1, p.length));
        if (p.length == 3 && p[1].equals("events") && c.method.equals("POST")) return event(p[2], body(c));
        switch (path) {
            case "GET health":
                return Reply.ok(Json.obj("status", "ok", "version", "eighth-1", "sandboxes", 1));
            case "GET clock":
                return Reply.ok(clock(Boolean.parseBoolean(c.q("kinds"))));
            case "PUT clock": {
                Body b = body(c);
                String mode = b.choice("mode", "real", "frozen", "set");
                Long now = b.optInstant("now");
                if (mode.equals("set") && now == null) throw b.bad("now", "is required");
                List<Object> fired = w.setClock(mode, now);
                return Reply.ok(Json.obj("clock", clock(false), "fired", fired));
            }
            case "POST clock/advance":
                return advance(body(c));
            case "POST reset":
                w.reset();
                return Reply.ok(Json.obj("name", "default", "from", Json.obj("seed", "acme"), "createdAt", Times.iso(System.currentTimeMillis()), "entries", 0, "clock", clock(false)));
            case "GET identities":
                return identities();
            case "GET pages": {
                List<Object> l = new ArrayList<>();
                for (var x : w.pages)
                    if ((c.q("incidentId") == null || c.q("incidentId").equals(x.get("incidentId"))) && (c.q("userId") == null || c.q("userId").equals(x.get("userId")))) l.add(x);
                return Reply.ok(Json.obj("pages", last(l, c.q("limit"))));
            }
            case "GET webhook-deliveries": {
                List<Object> l = new ArrayList<>();
                for (var x : w.attempts)
                    if ((c.q("endpointId") == null || c.q("endpointId").equals(x.get("endpointId"))) && (c.q("deliveryId") == null || c.q("deliveryId").equals(String.valueOf(x.get("deliveryId"))))) l.add(x);
                return Reply.ok(Json.obj("attempts", last(l, c.q("limit"))));
            }
            default:
                throw new ApiError(501, "this server does not offer " + path);
        }
    }

    private static Body body(Ctx c) { return c.raw.length == 0 ? new Body(Map.of(), "", 400) : Body.parse(c.raw, 400); }

    private static List<Object> last(List<Object> l, String limit) {
        try {
            int n = limit == null ? l.size() : Integer.parseInt(limit);
            return l.subList(Math.max(0, l.size() - n), l.size());
        } catch (NumberFormatException e) {
            throw new ApiError(400, "limit must be an integer");
        }
    }

    private Map<String, Object> clock(boolean kinds) {
        List<Timer> due = w.due();
        Map<String, Object> first = new LinkedHashMap<>();
        for (Timer t : due) first.putIfAbsent(t.kind, World.timerView(t));
        return Json.obj("mode", w.mode(), "now", Times.iso(w.now()), "progress", Json.obj("mode", "delay"), "due", Util.map(due.subList(0, Math.min(100, due.size())), World::timerView),
            "kinds", kinds ? new ArrayList<>(first.values()) : null);
    }

    private Reply advance(Body b) {
        long to;
        if (b.has("by")) {
            String d = b.text("by");
            try {
                if (!d.matches("P(?=.)([0-9]+[YMWD])*(T(?=.)([0-9.]+[HMS])*)?")) throw b.bad("by", "must be an ISO 8601 duration");
                int t = d.indexOf('T');
                String date = t < 0 ? d : d.substring(0, t), time = t < 0 ? null : "P" + d.substring(t);
                long ms = 0;
                if (date.length() > 1) {
                    Period p = Period.parse(date);
                    ms += (p.toTotalMonths() * 30 + p.getDays()) * 86_400_000L;
                }
                if (time != null) ms += Duration.parse(time).toMillis();
                if (ms < 0) throw new ApiError(400, "by must not be negative");
                to = w.now() + ms;
            } catch (java.time.format.DateTimeParseException e) {
                throw b.bad("by", "must be an ISO 8601 duration");
            }
        } else if (b.has("to")) {
            to = b.instant("to");
            if (to < w.now()) throw ApiError.conflict("the instant is in the past");
        } else if (Boolean.TRUE.equals(b.m.get("nextDue"))) {
            String kind = b.optText("timer");
            Timer next = null;
            for (Timer t : w.due()) if (next == null && (kind == null || kind.equals(t.kind))) next = t;
            if (next == null) {
                if (kind != null) throw ApiError.conflict("no timer " + kind + " is pending");
                return Reply.ok(Json.obj("clock", clock(false), "fired", List.of()));
            }
            to = Math.max(next.at, w.now());
        } else throw new ApiError(400, "by, to or nextDue is required");
        List<Object> fired = w.moveTo(to);
        return Reply.ok(Json.obj("clock", clock(false), "fired", fired));
    }

    private Reply identities() {
        List<Object> l = new ArrayList<>();
        for (User u : w.users.values()) {
            List<Object> memberships = new ArrayList<>(), credentials = new ArrayList<>();
            for (Org o : w.orgs.values()) {
                Membership m = o.members.get(u.id);
                if (m == null) continue;
                memberships.add(Json.obj("organization", o.slug, "role", m.role));
                if (credentials.isEmpty()) credentials.add(Json.obj("kind", "session", "value", u.session, "organization", o.slug));
            }
            l.add(Json.obj("name", u.actor, "userId", u.id, "label", u.label, "email", u.email, "memberships", memberships, "credentials", credentials));
        }
        return Reply.ok(Json.obj("actors", l));
    }

    private Reply event(String name, Body b) {
        Map<String, Object> r = switch (name) {
            case "token-disabled" -> token(b, false);
            case "token-enabled" -> token(b, true);
            case "role-changes" -> role(b);
            case "billing-email-collides" -> {
                String e = b.email("email").toLowerCase(Locale.ROOT);
                if (b.has("collides") && !b.bool("collides")) w.billingCollisions.remove(e);
                else w.billingCollisions.add(e);
                yield Json.obj();
            }
            case "image-pushed" -> w.registries.pushed(b);
            case "blob-shared" -> w.registries.shared(b);
            case "slug-claimed-elsewhere" -> {
                String slug = b.name("slug"), how = b.has("how") ? b.choice("how", "claimed", "reserved", "free") : "claimed";
                for (Org o : w.orgs.values()) if (o.registry.registries.containsKey(slug)) throw ApiError.conflict("a registry of this world has the slug");
                if (how.equals("free")) {
                    w.slugsElsewhere.remove(slug);
                    w.burnedSlugs.remove(slug);
                } else w.slugsElsewhere.put(slug, how);
                yield Json.obj();
            }
            case "payment-method-changes" -> {
                boolean active = b.bool("active");
                w.org(b.optText("organization")).payment = active;
                yield Json.obj();
            }
            case "dns-record-published" -> w.email.dns(b, "published");
            case "dns-record-removed" -> w.email.dns(b, "removed");
            case "dns-record-mismatched" -> w.email.dns(b, "mismatch");
            case "message-sent" -> w.email.sentEvent(b);
            case "message-received" -> w.email.received(b);
            case "message-delivered" -> {
                Map<String, Object> m = w.email.happened(b, "delivered");
                m.remove("suppressionIds");
                yield m;
            }
            case "message-bounced" -> w.email.happened(b, "bounced");
            case "message-complained" -> w.email.happened(b, "complained");
            case "webhook-endpoint-answers" -> w.email.hooks.script(b);
            case "sending-unpaused" -> {
                w.email.unpause(w.org(b.optText("organization")));
                yield Json.obj();
            }
            case "domain-claimed-elsewhere" -> {
                String d = b.name("domain").toLowerCase(Locale.ROOT);
                if (w.email.byName(d) != null) throw ApiError.conflict("an organization of this world has the domain");
                if (b.has("claimed") && !b.bool("claimed")) w.domainsElsewhere.remove(d);
                else w.domainsElsewhere.add(d);
                yield Json.obj();
            }
            case "alert-fires" -> w.oncall.fires(b);
            case "alert-resolves" -> w.oncall.resolves(b);
            case "provider-behaves" -> {
                String how = b.choice("behaviour", "accepts", "rejects", "unreachable"), only = b.optChoice("only", "verification", "pages");
                Org o = w.org(b.optText("organization"));
                if (!"pages".equals(only)) o.providerVerification = how;
                if (!"verification".equals(only)) o.providerPages = how;
                yield Json.obj();
            }
            case "status-page-viewed" -> {
                Org o = w.org(b.optText("organization"));
                Set<String> ids = b.has("serviceIds") ? new HashSet<>(b.texts("serviceIds")) : null;
                if (ids != null) for (String id : ids) if (!o.oncall.services.containsKey(id)) throw ApiError.missing("no service " + id);
                yield Json.obj("incidents", w.oncall.page(o, ids));
            }
            case "node-joins", "agent-upgraded", "node-lost", "headroom-changes", "service-exposed", "service-withdrawn", "cluster-changes-concurrently" -> w.clusters.event(name, b);
            case "probe-result" -> w.uptime.probe(b);
            case "metrics-availability" -> {
                boolean available = b.bool("available");
                Org o = w.org(b.optText("organization"));
                if (b.has("monitorId")) {
                    String id = b.text("monitorId");
                    Uptime.Monitor m = null;
                    for (Org x : w.orgs.values()) if (x.uptime.monitors.containsKey(id)) m = x.uptime.monitors.get(id);
                    if (m == null || m.deleted) throw ApiError.missing("no monitor " + id);
                    m.metrics = available;
                } else {
                    o.metricsAvailable = available;
                    if (available) for (Uptime.Monitor m : o.uptime.monitors.values()) m.metrics = true;
                }
                yield Json.obj();
            }
            case "credential-used" -> used(b);
            case "entitlement-changes" -> {
                String area = b.choice("area", "email", "uptime");
                boolean enabled = b.bool("enabled");
                Org o = w.org(b.optText("organization"));
                if (area.equals("email")) o.emailEnabled = enabled;
                else o.uptimeEnabled = enabled;
                yield Json.obj();
            }
            case "quota-changes" -> quota(b);
            case "backend-behaves" -> {
                String which = b.choice("backend", "email", "uptime", "dns");
                boolean ok = b.bool("reachable");
                switch (which) {
                    case "email" -> w.emailReachable = ok;
                    case "uptime" -> w.uptimeReachable = ok;
                    default -> w.dnsReachable = ok;
                }
                yield Json.obj();
            }
            default -> throw new ApiError(501, "this server does not offer the event " + name);
        };
        Map<String, Object> m = Json.obj("entry", ++w.events, "at", Times.iso(w.now()));
        m.putAll(r);
        return Reply.ok(m);
    }

    private Map<String, Object> token(Body b, boolean on) {
        Tokens.Token t = w.tokens.get(b.text("tokenId"));
        if (t == null) throw ApiError.missing("no token " + b.text("tokenId"));
        if (t.enabled == on) throw ApiError.conflict("the token is already " + (on ? "enabled" : "disabled"));
        t.enabled = on;
        return Json.obj();
    }

    private Map<String, Object> role(Body b) {
        Org o = w.org(b.optText("organization"));
        Body custom = b.optObject("customRole");
        if (custom != null) {
            String id = custom.name("id");
            if (Access.BUILTIN.containsKey(id)) throw ApiError.conflict("the role is built in");
            Role old = o.customRoles.get(id);
            if (custom.has("removed") && custom.bool("removed")) {
                if (old == null) throw ApiError.missing("no custom role " + id);
                o.customRoles.remove(id);
            } else {
                Set<String> perms = custom.has("permissions") ? new LinkedHashSet<>(custom.texts("permissions")) : old == null ? new LinkedHashSet<>() : old.permissions();
                for (String x : perms) if (!Access.ALL.contains(x)) throw custom.bad("permissions", "holds the unknown " + x);
                Set<String> services = new HashSet<>();
                for (String x : perms) services.add(x.substring(0, x.indexOf('.')));
                o.customRoles.put(id, new Role(id, custom.has("name") ? custom.name("name") : old != null ? old.name() : id, custom.has("description") ? custom.text("description") : old != null ? old.description() : "",
                    "custom", services.size() == 1 ? services.iterator().next() : null, custom.has("scopable") ? custom.bool("scopable") : old == null || old.scopable(), perms));
            }
        }
        String userId = b.optText("userId");
        if (userId == null) {
            if (custom == null) throw new ApiError(400, "userId or customRole is required");
            return Json.obj();
        }
        String role = b.optChoice("role", "owner", "admin", "member", "viewer", "none");
        List<Grant> grants = null;
        if (b.has("grants")) {
            grants = new ArrayList<>();
            for (Body g : b.objects("grants")) {
                if (Access.role(o, g.text("role")) == null) throw ApiError.missing("no role " + g.text("role"));
                grants.add(new Grant(g.text("role"), g.optTexts("resourceIds")));
            }
        }
        if (role == null && grants == null) throw new ApiError(400, "role or grants is required");
        User u = w.users.get(userId);
        if (u == null) u = w.addUser(userId, userId, userId.replaceAll("[^A-Za-z0-9.-]", "-") + "@people.example", "sess-" + userId, userId);
        if ("none".equals(role)) {
            o.members.remove(userId);
            return Json.obj();
        }
        Membership m = o.members.get(userId);
        if (m == null) {
            m = new Membership(u, role == null ? "member" : role);
            o.members.put(userId, m);
        }
        if (role != null) {
            m.role = role;
            m.grants = null;
        }
        if (grants != null) m.grants = grants;
        return Json.obj();
    }

    private Map<String, Object> quota(Body b) {
        Org o = w.org(b.optText("organization"));
        String q = b.choice("quota", "clusters", "monitors", "daily-email", "registry-storage-bytes", "load-balancer-services");
        long v = b.integer("value", 0, Long.MAX_VALUE >> 8);
        switch (q) {
            case "clusters" -> o.clusterQuota = v;
            case "monitors" -> o.monitorQuota = v;
            case "daily-email" -> o.dailyEmail = v;
            case "registry-storage-bytes" -> w.registries.find(b.text("registry")).quota = v;
            default -> w.clusters.find(o, b.text("cluster")).maxServices = v;
        }
        return Json.obj();
    }

    private Map<String, Object> used(Body b) {
        String kind = b.choice("kind", "personal-token", "registry-key", "login-credential", "upstream-credential", "send-key", "alert-source", "registration-token", "kubeconfig", "export-token");
        String id = b.optText("id"), secret = b.optText("secret"), registry = b.optText("registry"), repo = b.optText("repository");
        String action = b.has("for") ? b.choice("for", "pull", "push") : "pull";
        if (id == null && secret == null) throw new ApiError(400, "id or secret is required");
        String why;
        switch (kind) {
            case "personal-token": {
                Tokens.Token t = secret != null ? w.tokensByHash.get(Util.sha256(secret)) : w.tokens.get(id);
                if (t == null && secret == null) throw ApiError.missing("no token " + id);
                why = t == null ? "unknown" : !t.enabled ? "disabled" : t.expiresAt <= w.now() ? "expired" : !w.orgs.get(t.org).members.containsKey(t.user.id) ? "its owner has left" : null;
                if (why == null) t.lastRequest = w.now();
                break;
            }
            case "registry-key":
                why = secret != null ? w.registries.authorize(null, secret, registry, repo, action, true) : w.registries.useKeyById(id, registry, repo, action);
                break;
            case "login-credential":
                if (secret == null) throw new ApiError(400, "a login credential is used by its secret");
                why = w.registries.authorize(b.optText("username"), secret, registry, repo, action, true);
                break;
            case "upstream-credential": {
                if (id == null) throw new ApiError(400, "id is required");
                Registries.Registry r = w.registries.find(b.text("registry"));
                if (!Registries.UPSTREAMS.containsKey(id)) throw ApiError.missing("no upstream " + id);
                why = r.upstreams.containsKey(id) ? null : "no credential is set for this upstream";
                break;
            }
            case "send-key": {
                Email.SendKey k = null;
                for (Org o : w.orgs.values()) for (Email.SendKey x : o.email.keys.values())
                    if (secret != null ? x.hash.equals(Util.sha256(secret)) : x.id.equals(id) || x.keyId.equals(id)) k = x;
                if (k == null && secret == null) throw ApiError.missing("no send key " + id);
                why = k == null ? "unknown" : k.revokedAt != null ? "revoked" : null;
                if (why == null) k.lastUsedAt = w.now();
                break;
            }
            case "alert-source":
                why = w.oncall.useSource(id, secret, true);
                break;
            case "export-token":
                why = w.uptime.useExport(id, secret);
                break;
            case "kubeconfig":
                if (secret == null) throw new ApiError(400, "a client configuration is used by its secret");
                why = w.clusters.useToken(kind, b.optText("cluster"), id, secret);
                break;
            default:
                why = w.clusters.useToken(kind, b.optText("cluster"), id, secret);
        }
        return Json.obj("accepted", why == null, "reason", why);
    }
}
