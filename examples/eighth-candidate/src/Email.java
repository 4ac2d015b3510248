package eighth;

import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.Pattern;

/** Sending domains, keys, routes, messages, suppressions, webhook endpoints. Deliveries are in Webhooks. */
final class Email {
    static final long DAY = 86_400_000L;
    static final int PAGE = 20;
    static final double BOUNCE_PCT = 10, COMPLAINT_PCT = 4.5;
    static final int PAUSE_MINIMUM = 25;
    static final String[] EVENT_TYPES = {"MESSAGE_SENT", "MESSAGE_DELIVERED", "MESSAGE_BOUNCED", "MESSAGE_COMPLAINED", "MESSAGE_RECEIVED"};
    private static final Pattern DOMAIN = Pattern.compile("(?=.{4,253}$)([a-z0-9_]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])");
    private static final Pattern PATTERN = Pattern.compile("\\*|[A-Za-z0-9.!#$%&'+/=?^_`{|}~-]{1,64}\\*?");

    static final class State {
        final Map<String, SendKey> keys = new LinkedHashMap<>();
        final Map<String, Rte> routes = new LinkedHashMap<>();
        final Map<String, Domain> domains = new LinkedHashMap<>();
        final Map<String, Msg> messages = new LinkedHashMap<>();
        final Map<String, Suppression> suppressions = new LinkedHashMap<>();
        final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
        final Map<Long, Webhooks.Delivery> deliveries = new LinkedHashMap<>();
        Long pausedAt;
        String pauseReason;
        long countFrom;
        final List<long[]> marks = new ArrayList<>(); // at, kind: 0 sent, 1 hard bounce, 2 complaint
    }

    static final class SendKey {
        String id, name, keyId, hash;
        Set<String> domainIds;
        long createdAt;
        Long lastUsedAt, revokedAt;
    }

    static final class Rte {
        String id, domainId, pattern, endpointId;
        long createdAt;
    }

    static final class Rec {
        final String capability, type, name, value;
        final Long priority;
        String published;

        Rec(String capability, String type, String name, String value, Long priority) {
            this.capability = capability;
            this.type = type;
            this.name = name;
            this.value = value;
            this.priority = priority;
        }
    }

    static final class Domain {
        String id, name, send = "pending", receive = "none";
        Org org;
        long createdAt;
        final List<Rec> records = new ArrayList<>();
    }

    static final class Msg {
        String id, direction, state, from, subject, door, domainId, lastError;
        Org org;
        List<String> to, cc, left = List.of();
        long createdAt, stateAt, seq;
        Long sentAt;
        byte[] raw;
        final Set<String> counted = new HashSet<>();
        final List<Map<String, Object>> events = new ArrayList<>();
    }

    static final class Suppression {
        String id, address, reason;
        long createdAt;
    }

    static final class Endpoint {
        String id, url, secret;
        Org org;
        List<String> eventTypes;
        boolean disabled, gone;
        long createdAt;
        int inFlight;
        Deque<Map<String, Object>> script;
        String afterwards;
        Map<String, Object> lastScripted;
    }

    private final World w;
    final Webhooks hooks;

    Email(World w) {
        this.w = w;
        hooks = new Webhooks(w);
    }

    private static final String P = "/api/v1/email";

    void routes(Router r) {
        r.add("GET", P + "/keys", "listSendKeys", "email.key.read", c -> {
            List<Object> l = new ArrayList<>();
            for (SendKey k : c.org.email.keys.values()) if (k.revokedAt == null && c.caller.can("email.key.read", k.domainIds.toArray(String[]::new))) l.add(view(k));
            return Reply.ok(Json.obj("sendKeys", l));
        });
        r.add("POST", P + "/keys", "createSendKey", "email.key.admin", this::createKey);
        r.add("DELETE", P + "/keys/{id}", "revokeSendKey", "email.key.write", c -> {
            SendKey k = c.org.email.keys.get(c.p("id"));
            if (k == null) throw ApiError.missing("no send key " + c.p("id"));
            c.caller.need("email.key.write", k.domainIds.toArray(String[]::new));
            if (k.revokedAt == null) k.revokedAt = w.now();
            return Reply.none();
        });
        r.add("GET", P + "/routes", "listRoutes", "email.route.read", c -> {
            List<Object> l = new ArrayList<>();
            for (Rte x : c.org.email.routes.values()) if (c.caller.can("email.route.read", x.domainId)) l.add(view(x));
            return Reply.ok(Json.obj("routes", l));
        });
        r.add("POST", P + "/routes", "createRoute", "email.route.write", this::createRoute);
        r.add("DELETE", P + "/routes/{id}", "deleteRoute", "email.route.write", c -> {
            Rte x = c.org.email.routes.get(c.p("id"));
            if (x == null) throw ApiError.missing("no route " + c.p("id"));
            c.caller.need("email.route.write", x.domainId);
            c.org.email.routes.remove(x.id);
            return Reply.none();
        });
        r.add("GET", P + "/domains", "listDomains", "email.domain.read", c -> {
            List<Object> l = new ArrayList<>();
            for (Domain d : c.org.email.domains.values()) if (c.caller.can("email.domain.read", d.id)) l.add(view(d));
            return Reply.ok(Json.obj("domains", l));
        });
        r.add("POST", P + "/domains", "createDomain", "email.domain.write", c -> {
            c.caller.need("email.domain.write");
            Body b = c.body();
            String name = b.name("name").toLowerCase(Locale.ROOT);
            if (name.endsWith(".")) name = name.substring(0, name.length() - 1);
            if (!DOMAIN.matcher(name).matches()) throw b.bad("name", "is not a domain name");
            if (w.domainsElsewhere.contains(name) || byName(name) != null) throw ApiError.conflict("the domain already has a live claim");
            return Reply.of(201, view(makeDomain(c.org, name)));
        });
        r.add("GET", P + "/domains/{id}", "getDomain", "email.domain.read", c -> Reply.ok(view(domain(c, "email.domain.read"))));
        r.add("DELETE", P + "/domains/{id}", "deleteDomain", "email.domain.write", c -> {
            Domain d = domain(c, "email.domain.write");
            c.org.email.domains.remove(d.id);
            c.org.email.routes.values().removeIf(x -> x.domainId.equals(d.id));
            for (SendKey k : c.org.email.keys.values())
                if (k.domainIds.remove(d.id) && k.domainIds.isEmpty() && k.revokedAt == null) k.revokedAt = w.now();
            return Reply.none();
        });
        r.add("GET", P + "/domains/{id}/dns", "getDomainDns", "email.domain.read", c -> Reply.ok(Json.obj("records", Util.map(domain(c, "email.domain.read").records, this::observe))));
        r.add("POST", P + "/domains/{id}/check", "checkDomain", "email.domain.write", c -> {
            Domain d = domain(c, "email.domain.write");
            w.after(3000, "verify", "EmailDomain", d.id, () -> verify(d));
            return Reply.of(202, Json.obj("status", "SCHEDULED"));
        });
        r.add("POST", P + "/domains/{id}/receive", "armDomainReceiving", "email.domain.write", c -> {
            Domain d = domain(c, "email.domain.write");
            arm(d);
            return Reply.ok(view(d));
        });
        r.add("GET", P + "/messages", "listMessages", "email.message.read", this::listMessages);
        r.add("GET", P + "/messages/{id}", "getMessage", "email.message.read", c -> {
            Msg m = message(c);
            return Reply.ok(Json.obj("message", view(m), "events", List.copyOf(m.events)));
        });
        r.add("GET", P + "/messages/{id}/content", "getMessageContent", "email.message.read", c -> {
            Msg m = message(c);
            if (m.createdAt < w.now() - 30 * DAY) throw ApiError.missing("the content is past its retention window");
            return new Reply.Raw(200, "message/rfc822", m.raw, true);
        });
        r.add("GET", P + "/settings", "getEmailSettings", "email.settings.read", c -> {
            State s = c.org.email;
            return Reply.ok(Json.obj("dailyQuota", c.org.dailyEmail, "paused", s.pausedAt != null, "pausedAt", s.pausedAt == null ? null : Times.email(s.pausedAt),
                "pauseReason", s.pauseReason, "bouncePausePct", BOUNCE_PCT, "complaintPausePct", COMPLAINT_PCT, "acceptedToday", acceptedToday(c.org)));
        });
        r.add("GET", P + "/suppressions", "listSuppressions", "email.suppression.read", c -> {
            c.caller.need("email.suppression.read");
            return Reply.ok(Json.obj("suppressions", Util.map(c.org.email.suppressions.values(), this::view)));
        });
        r.add("POST", P + "/suppressions", "createSuppression", "email.suppression.write", c -> {
            c.caller.need("email.suppression.write");
            String a = c.body().email("address").toLowerCase(Locale.ROOT);
            if (suppressed(c.org, a) != null) throw ApiError.conflict("the address is suppressed already");
            return Reply.of(201, view(suppress(c.org, a, "manual")));
        });
        r.add("DELETE", P + "/suppressions/{id}", "deleteSuppression", "email.suppression.write", c -> {
            c.caller.need("email.suppression.write");
            if (c.org.email.suppressions.remove(c.p("id")) == null) throw ApiError.missing("no suppression " + c.p("id"));
            return Reply.none();
        });
        r.add("GET", P + "/webhooks", "listWebhooks", "email.webhook.read", c -> {
            c.caller.need("email.webhook.read");
            return Reply.ok(Json.obj("webhooks", Util.map(c.org.email.endpoints.values(), this::view)));
        });
        r.add("POST", P + "/webhooks", "createWebhook", "email.webhook.write", c -> {
            c.caller.need("email.webhook.write");
            Body b = c.body();
            Endpoint e = new Endpoint();
            e.url = b.uri("url");
            e.eventTypes = types(b);
            e.id = "WHE-" + Util.hex(10).toUpperCase(Locale.ROOT);
            e.org = c.org;
            e.secret = hooks.newSecret();
            e.createdAt = w.now();
            c.org.email.endpoints.put(e.id, e);
            return Reply.of(201, Json.obj("webhook", view(e), "signingSecret", e.secret));
        });
        r.add("PATCH", P + "/webhooks/{id}", "updateWebhook", "email.webhook.write", c -> {
            Endpoint e = endpoint(c);
            Body b = c.body();
            String url = b.has("url") ? b.uri("url") : null;
            List<String> types = b.has("eventTypes") ? types(b) : null;
            Boolean disabled = b.optBool("disabled");
            if (url != null) e.url = url;
            if (types != null) e.eventTypes = types;
            if (disabled != null) e.disabled = disabled;
            if (Boolean.TRUE.equals(disabled)) {
                hooks.abandon(e, "the endpoint is disabled");
                hooks.settle(e);
            }
            return Reply.ok(view(e));
        });
        r.add("DELETE", P + "/webhooks/{id}", "deleteWebhook", "email.webhook.write", c -> {
            Endpoint e = endpoint(c);
            for (Rte x : c.org.email.routes.values()) if (x.endpointId.equals(e.id)) throw ApiError.conflict("an inbound route still targets the endpoint");
            c.org.email.endpoints.remove(e.id);
            e.gone = true;
            hooks.abandon(e, "the endpoint was deleted");
            hooks.settle(e);
            return Reply.none();
        });
        r.add("POST", P + "/webhooks/{id}/rotate-secret", "rotateWebhookSecret", "email.webhook.write", c -> {
            Endpoint e = endpoint(c);
            String secret = e.secret = hooks.newSecret();
            hooks.settle(e);
            return Reply.ok(Json.obj("signingSecret", secret));
        });
        r.add("GET", P + "/webhook-deliveries", "listDeliveries", "email.webhook.read", hooks::list);
        r.add("POST", P + "/webhook-deliveries/{id}/redeliver", "redeliverDelivery", "email.webhook.write", hooks::redeliver);
        r.door("POST", P + "/outbox", "sendMessage", c -> {
            String secret = c.bearer();
            SendKey k = null;
            Org o = null;
            if (secret != null) for (Org x : w.orgs.values()) for (SendKey y : x.email.keys.values()) if (y.hash.equals(Util.sha256(secret))) {
                k = y;
                o = x;
            }
            if (k == null || k.revokedAt != null) throw new ApiError(401, "no valid send key");
            if (!o.emailEnabled) throw ApiError.forbidden("email is not enabled for the organization (private beta)");
            if (!w.emailReachable) throw new ApiError(502, "the email backend is unreachable");
            Body b = c.body();
            Msg m = send(b, b.email("from"), o, k, "api", w.now(), true);
            return Reply.of(202, Json.obj("id", m.id));
        });
    }

    // ---- views

    private Object view(SendKey k) {
        return Json.obj("id", k.id, "name", k.name, "keyId", k.keyId, "domainIds", List.copyOf(k.domainIds), "createdAt", Times.email(k.createdAt),
            "lastUsedAt", k.lastUsedAt == null ? null : Times.email(k.lastUsedAt));
    }

    private Object view(Rte x) {
        return Json.obj("id", x.id, "domainId", x.domainId, "pattern", x.pattern, "endpointId", x.endpointId, "createdAt", Times.email(x.createdAt));
    }

    private Object view(Domain d) {
        return Json.obj("id", d.id, "name", d.name, "sendState", d.send, "receiveState", d.receive, "createdAt", Times.email(d.createdAt), "dnsRecords",
            Util.map(d.records, r -> Json.obj("capability", r.capability, "type", r.type, "name", r.name, "value", r.value, "priority", r.priority)));
    }

    private Object view(Suppression s) {
        return Json.obj("id", s.id, "address", s.address, "reason", s.reason, "createdAt", Times.email(s.createdAt));
    }

    private Object view(Endpoint e) {
        return Json.obj("id", e.id, "url", e.url, "eventTypes", e.eventTypes, "disabled", e.disabled, "createdAt", Times.email(e.createdAt));
    }

    Map<String, Object> view(Msg m) {
        return Json.obj("id", m.id, "direction", m.direction, "state", m.state, "from", m.from, "to", m.to, "cc", m.cc == null || m.cc.isEmpty() ? null : m.cc,
            "subject", m.subject, "sizeBytes", m.raw.length, "door", m.door, "domainId", m.domainId, "lastError", m.lastError, "createdAt", Times.email(m.createdAt),
            "sentAt", m.sentAt == null ? null : Times.email(m.sentAt), "stateAt", Times.email(m.stateAt));
    }

    // ---- domains

    Domain byName(String name) {
        for (Org o : w.orgs.values()) for (Domain d : o.email.domains.values()) if (d.name.equals(name)) return d;
        return null;
    }

    Domain makeDomain(Org o, String name) {
        Domain d = new Domain();
        d.id = Util.uuid();
        d.name = name;
        d.org = o;
        d.createdAt = w.now();
        String token = Util.hex(12);
        d.records.add(new Rec("send", "TXT", "_mailproof." + name, "mailproof=" + token, null));
        d.records.add(new Rec("send", "CNAME", "k1._domainkey." + name, token.substring(0, 10) + ".dkim.mail.platform.example", null));
        d.records.add(new Rec("send", "MX", "bounces." + name, "feedback.mail.platform.example", 10L));
        o.email.domains.put(d.id, d);
        return d;
    }

    void arm(Domain d) {
        if (!d.receive.equals("none")) return;
        d.receive = "pending";
        d.records.add(new Rec("receive", "MX", d.name, "inbound.mail.platform.example", 20L));
    }

    private Domain domain(Ctx c, String perm) {
        Domain d = c.org.email.domains.get(c.p("id"));
        if (d == null) throw ApiError.missing("no domain " + c.p("id"));
        c.caller.need(perm, d.id);
        return d;
    }

    private Object observe(Rec r) {
        String outcome = !w.dnsReachable ? "error" : r.published == null ? "missing" : r.published.equals(r.value) ? "found" : "mismatch";
        return Json.obj("capability", r.capability, "type", r.type, "name", r.name, "expected", r.value, "outcome", outcome,
            "observed", outcome.equals("mismatch") || outcome.equals("found") ? r.published : null, "detail", outcome.equals("error") ? "the lookup failed" : null);
    }

    void verify(Domain d) {
        if (!w.dnsReachable || d.org.email.domains.get(d.id) != d) return;
        d.send = next(d, "send", d.send);
        if (!d.receive.equals("none")) d.receive = next(d, "receive", d.receive);
    }

    private static String next(Domain d, String capability, String now) {
        boolean missing = false, wrong = false;
        for (Rec r : d.records) if (r.capability.equals(capability)) {
            missing |= r.published == null;
            wrong |= r.published != null && !r.published.equals(r.value);
        }
        return wrong ? "failed" : !missing ? "verified" : now.equals("verified") ? "failed" : now;
    }

    Map<String, Object> dns(Body b, String how) {
        String ref = b.text("domain").strip();
        Domain d = byName(ref.toLowerCase(Locale.ROOT));
        if (d == null) for (Org o : w.orgs.values()) if (o.email.domains.containsKey(ref)) d = o.email.domains.get(ref);
        if (d == null) throw ApiError.missing("no domain " + ref);
        String cap = b.optChoice("capability", "send", "receive"), type = b.optText("type"), name = b.optText("name"), value = how.equals("mismatch") ? b.text("value") : null;
        List<Rec> l = new ArrayList<>();
        for (Rec r : d.records)
            if ((cap == null || cap.equals(r.capability)) && (type == null || type.equalsIgnoreCase(r.type)) && (name == null || name.equalsIgnoreCase(r.name))) l.add(r);
        if (l.isEmpty()) throw ApiError.conflict("no expected record of the domain fits");
        int n = 0;
        for (Rec r : l) {
            if (how.equals("removed") && r.published == null) continue;
            r.published = switch (how) { case "published" -> r.value; case "removed" -> null; default -> value; };
            n++;
        }
        return Json.obj("records", n);
    }

    // ---- keys, routes, endpoints

    private Reply createKey(Ctx c) {
        Body b = c.body();
        String name = b.name("name");
        List<String> ids = b.optTexts("domainIds");
        if (ids != null && ids.isEmpty()) throw b.bad("domainIds", "must not be empty; leave it out for an unrestricted key");
        if (ids == null) c.caller.need("email.key.admin");
        else for (String id : ids) {
            if (!c.org.email.domains.containsKey(id)) throw ApiError.missing("no domain " + id);
            c.caller.need("email.key.admin", id);
        }
        String secret = Util.secret("esk_");
        SendKey k = new SendKey();
        k.id = Util.uuid();
        k.name = name;
        k.keyId = "EK" + Util.hex(8).toUpperCase(Locale.ROOT);
        k.hash = Util.sha256(secret);
        k.domainIds = new LinkedHashSet<>(ids == null ? List.of() : ids);
        k.createdAt = w.now();
        c.org.email.keys.put(k.id, k);
        return Reply.of(201, Json.obj("sendKey", view(k), "secret", secret));
    }

    private Reply createRoute(Ctx c) {
        Body b = c.body();
        String domainId = b.name("domainId"), pattern = b.name("pattern").toLowerCase(Locale.ROOT), endpointId = b.name("endpointId");
        if (!PATTERN.matcher(pattern).matches()) throw b.bad("pattern", "must be a local part, a prefix ending in a star, or a star");
        Domain d = c.org.email.domains.get(domainId);
        if (d == null) throw ApiError.missing("no domain " + domainId);
        c.caller.need("email.route.write", d.id);
        if (!c.org.email.endpoints.containsKey(endpointId)) throw ApiError.missing("no endpoint " + endpointId);
        if (d.receive.equals("none")) throw ApiError.conflict("receiving is not armed on the domain");
        for (Rte x : c.org.email.routes.values()) if (x.domainId.equals(d.id) && x.pattern.equals(pattern)) throw ApiError.conflict("the pattern already exists on the domain");
        Rte x = new Rte();
        x.id = Util.uuid();
        x.domainId = d.id;
        x.pattern = pattern;
        x.endpointId = endpointId;
        x.createdAt = w.now();
        c.org.email.routes.put(x.id, x);
        return Reply.of(201, view(x));
    }

    private List<String> types(Body b) {
        List<String> l = b.texts("eventTypes");
        if (l.isEmpty()) throw b.bad("eventTypes", "must not be empty");
        for (String t : l) if (!List.of(EVENT_TYPES).contains(t)) throw b.bad("eventTypes", "must hold only " + String.join(", ", EVENT_TYPES));
        return new ArrayList<>(new LinkedHashSet<>(l));
    }

    private Endpoint endpoint(Ctx c) {
        c.caller.need("email.webhook.write");
        Endpoint e = c.org.email.endpoints.get(c.p("id"));
        if (e == null) throw ApiError.missing("no endpoint " + c.p("id"));
        return e;
    }

    // ---- suppressions

    private Suppression suppressed(Org o, String address) {
        String a = address.toLowerCase(Locale.ROOT);
        for (Suppression s : o.email.suppressions.values()) if (s.address.equals(a)) return s;
        return null;
    }

    private Suppression suppress(Org o, String address, String reason) {
        Suppression s = new Suppression();
        s.id = Util.uuid();
        s.address = address.toLowerCase(Locale.ROOT);
        s.reason = reason;
        s.createdAt = w.now();
        o.email.suppressions.put(s.id, s);
        return s;
    }

    // ---- the message log

    private Msg message(Ctx c) {
        Msg m = c.org.email.messages.get(c.p("id"));
        if (m == null || m.createdAt < w.now() - 90 * DAY) throw ApiError.missing("no message " + c.p("id"));
        c.caller.need("email.message.read", m.domainId);
        return m;
    }

    private Reply listMessages(Ctx c) {
        String direction = c.q("direction"), state = c.q("state"), domainId = c.q("domainId"), to = c.q("to"), since = c.q("since"), cursor = c.q("cursor");
        if (direction != null && !direction.equals("send") && !direction.equals("receive")) throw ApiError.invalid("direction must be send or receive");
        Long from = null;
        if (since != null) {
            from = since.matches("[0-9]{10,14}") ? Long.valueOf(since) : Util.parseTime(since.replace(' ', '+'));
            if (from == null) throw ApiError.invalid("since must be an ISO 8601 instant or milliseconds");
        }
        String filters = Util.sha256(direction + "|" + state + "|" + domainId + "|" + to + "|" + since + "|" + c.org.slug).substring(0, 12);
        long beforeAt = Long.MAX_VALUE, beforeSeq = Long.MAX_VALUE;
        if (cursor != null && !cursor.isEmpty()) {
            try {
                String[] p = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII).split(":");
                if (p.length != 3 || !p[0].equals(filters)) throw new IllegalArgumentException();
                beforeAt = Long.parseLong(p[1]);
                beforeSeq = Long.parseLong(p[2]);
            } catch (IllegalArgumentException e) {
                throw ApiError.invalid("the cursor is not of this list");
            }
        }
        List<Msg> l = new ArrayList<>();
        long oldest = w.now() - 90 * DAY;
        for (Msg m : c.org.email.messages.values()) {
            if (m.createdAt < oldest || !c.caller.can("email.message.read", m.domainId)) continue;
            if (direction != null && !direction.equals(m.direction) || state != null && !state.equalsIgnoreCase(m.state)) continue;
            if (domainId != null && !domainId.equals(m.domainId) || from != null && m.createdAt < from) continue;
            if (to != null && m.to.stream().noneMatch(a -> a.equalsIgnoreCase(to.strip()))) continue;
            if (m.createdAt > beforeAt || m.createdAt == beforeAt && m.seq >= beforeSeq) continue;
            l.add(m);
        }
        l.sort((a, b) -> a.createdAt != b.createdAt ? Long.compare(b.createdAt, a.createdAt) : Long.compare(b.seq, a.seq));
        String next = null;
        if (l.size() > PAGE) {
            l = l.subList(0, PAGE);
            Msg last = l.get(PAGE - 1);
            next = Base64.getUrlEncoder().withoutPadding().encodeToString((filters + ":" + last.createdAt + ":" + last.seq).getBytes(StandardCharsets.US_ASCII));
        }
        return Reply.ok(Json.obj("messages", Util.map(l, this::view), "cursor", next));
    }

    private long acceptedToday(Org o) {
        long day = Math.floorDiv(w.now(), DAY), n = 0;
        for (Msg m : o.email.messages.values()) if (m.direction.equals("send") && !m.state.equals("FAILED") && Math.floorDiv(m.createdAt, DAY) == day) n++;
        return n;
    }

    // ---- mail comes and goes

    private static byte[] raw(String id, long at, String from, List<String> to, List<String> cc, String subject, String text, Long size) {
        StringBuilder s = new StringBuilder("Message-ID: <" + id + "@mail.platform.example>\r\nDate: " + Times.registry(at) + "\r\nFrom: " + from + "\r\nTo: " + String.join(", ", to) + "\r\n");
        if (cc != null && !cc.isEmpty()) s.append("Cc: ").append(String.join(", ", cc)).append("\r\n");
        if (subject != null) s.append("Subject: ").append(subject.replaceAll("[\\r\\n]+", " ")).append("\r\n");
        s.append("MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n").append(text == null ? "" : text).append("\r\n");
        byte[] b = s.toString().getBytes(StandardCharsets.UTF_8);
        if (size != null && size > b.length) {
            byte[] p = Arrays.copyOf(b, (int) Math.min(size, 40L << 20));
            Arrays.fill(p, b.length, p.length, (byte) '.');
            return p;
        }
        return b;
    }

    private static String domainOf(String address) { return address.substring(address.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT); }

    private Msg store(Domain d, Body b, String direction, String from, long at) {
        Msg m = new Msg();
        m.id = Util.uuid();
        m.org = d.org;
        m.domainId = d.id;
        m.direction = direction;
        m.from = from;
        m.to = b.emails("to");
        if (m.to.isEmpty()) throw b.bad("to", "must not be empty");
        m.cc = b.has("cc") ? b.emails("cc") : null;
        m.subject = b.optText("subject");
        m.createdAt = m.stateAt = at;
        m.seq = w.seq();
        m.raw = raw(m.id, at, from, m.to, m.cc, m.subject, b.optText("text"), b.has("sizeBytes") ? (Long) b.integer("sizeBytes", 0, 1L << 30) : null);
        return m;
    }

    Msg send(Body b, String from, Org org, SendKey key, String door, long at, boolean recordFailure) {
        Domain d = byName(domainOf(from));
        if (d == null || org != null && d.org != org) throw ApiError.missing("no domain " + domainOf(from));
        if (!d.send.equals("verified")) throw ApiError.conflict("the domain is not verified for sending");
        if (key != null) {
            if (key.revokedAt != null) throw ApiError.conflict("the send key is revoked");
            if (!d.org.email.keys.containsKey(key.id)) throw ApiError.conflict("the send key is of another organization");
            if (!key.domainIds.isEmpty() && !key.domainIds.contains(d.id)) {
                if (recordFailure) throw ApiError.forbidden("the send key is not for this domain");
                throw ApiError.conflict("the send key is not for this domain");
            }
        }
        Msg m = store(d, b, "send", from, at);
        if (d.org.email.pausedAt != null) throw ApiError.conflict("sending is paused");
        if (Math.floorDiv(at, DAY) == Math.floorDiv(w.now(), DAY) && acceptedToday(d.org) >= d.org.dailyEmail) throw recordFailure ? new ApiError(429, "the daily quota is used up") : ApiError.conflict("the daily quota is used up");
        m.door = door;
        List<String> all = new ArrayList<>(m.to), left = new ArrayList<>();
        if (m.cc != null) all.addAll(m.cc);
        for (String a : all) if (suppressed(d.org, a) != null) left.add(a);
        m.left = left;
        if (left.size() == all.size()) {
            if (!recordFailure) throw ApiError.conflict("every recipient is suppressed");
            m.state = "FAILED";
            m.lastError = "every recipient is suppressed";
            d.org.email.messages.put(m.id, m);
            return m;
        }
        if (key != null) key.lastUsedAt = w.now();
        m.state = "ACCEPTED";
        d.org.email.messages.put(m.id, m);
        d.org.email.marks.add(new long[] {at, 0});
        if (at < w.now()) sent(m, at);
        else w.after(1000, "hand-over", "EmailMessage", m.id, () -> sent(m, w.now()));
        return m;
    }

    private void sent(Msg m, long at) {
        if (m.sentAt != null) return;
        m.sentAt = at;
        state(m, "SENT", at);
        m.events.add(Json.obj("kind", "sent", "occurredAt", Times.email(at)));
        hooks.announce(m, "MESSAGE_SENT", null);
    }

    private void state(Msg m, String s, long at) {
        m.state = s;
        m.stateAt = Math.max(at, m.createdAt);
    }

    Map<String, Object> sentEvent(Body b) {
        String from = b.email("from");
        SendKey key = null;
        if (b.has("secret") || b.has("sendKeyId")) {
            String hash = b.has("secret") ? Util.sha256(b.text("secret")) : null, id = b.optText("sendKeyId");
            for (Org o : w.orgs.values()) for (SendKey k : o.email.keys.values())
                if (hash != null ? k.hash.equals(hash) : k.id.equals(id) || k.keyId.equals(id)) key = k;
            if (key == null) throw hash != null ? ApiError.conflict("unknown send key") : ApiError.missing("no send key");
        }
        long at = b.has("createdAt") ? b.instant("createdAt") : w.now();
        Msg m = send(b, from, null, key, b.has("door") ? b.text("door") : "smtp", at, false);
        return Json.obj("messageId", m.id, "suppressed", m.left);
    }

    Map<String, Object> received(Body b) {
        String from = b.email("from");
        Domain d = null;
        List<String> all = new ArrayList<>(b.emails("to"));
        if (b.has("cc")) all.addAll(b.emails("cc"));
        for (String a : all) if (d == null) d = byName(domainOf(a));
        if (d == null) throw ApiError.missing("no domain of these recipients");
        if (d.receive.equals("none")) throw ApiError.conflict("the domain does not receive mail");
        long at = b.has("createdAt") ? b.instant("createdAt") : w.now();
        Msg m = store(d, b, "receive", from, at);
        m.state = "RECEIVED";
        d.org.email.messages.put(m.id, m);
        List<Object> routes = new ArrayList<>(), deliveries = new ArrayList<>();
        Set<String> told = new HashSet<>();
        for (Rte x : d.org.email.routes.values()) {
            if (!x.domainId.equals(d.id)) continue;
            boolean fits = false;
            for (String a : all) {
                String local = a.substring(0, a.lastIndexOf('@')).toLowerCase(Locale.ROOT);
                if (domainOf(a).equals(d.name))
                    fits |= x.pattern.endsWith("*") ? local.startsWith(x.pattern.substring(0, x.pattern.length() - 1)) : local.equals(x.pattern);
            }
            if (!fits) continue;
            routes.add(x.id);
            Endpoint e = d.org.email.endpoints.get(x.endpointId);
            if (e == null || e.disabled || !told.add(e.id)) continue;
            deliveries.add(hooks.deliver(e, m, "MESSAGE_RECEIVED", Json.obj("routeId", x.id)).id);
        }
        return Json.obj("messageId", m.id, "routeIds", routes, "deliveryIds", deliveries);
    }

    Map<String, Object> happened(Body b, String kind) {
        String id = b.text("messageId");
        Msg m = null;
        for (Org o : w.orgs.values()) if (o.email.messages.containsKey(id)) m = o.email.messages.get(id);
        if (m == null) throw ApiError.missing("no message " + id);
        if (!m.direction.equals("send")) throw ApiError.conflict("the message was received, not sent");
        if (m.state.equals("FAILED")) throw ApiError.conflict("the message was never sent");
        long at = b.has("occurredAt") ? b.instant("occurredAt") : w.now();
        String bounce = kind.equals("bounced") ? b.choice("bounce", "hard", "soft") : null;
        Map<String, Object> detail = b.has("detail") ? b.object("detail").m : kind.equals("bounced") ? Json.obj("smtpStatus", bounce.equals("hard") ? "5.1.1" : "4.2.2") : null;
        List<String> all = new ArrayList<>(m.to);
        if (m.cc != null) all.addAll(m.cc);
        all.removeAll(m.left);
        if (b.has("recipient")) {
            String r = b.text("recipient");
            if (all.stream().noneMatch(a -> a.equalsIgnoreCase(r))) throw ApiError.conflict("the message did not go to " + r);
            all = List.of(r);
        }
        sent(m, Math.min(at, w.now()));
        List<Object> deliveries = new ArrayList<>(), suppressions = new ArrayList<>();
        State s = m.org.email;
        state(m, kind.toUpperCase(Locale.ROOT), at);
        if (kind.equals("bounced")) m.lastError = bounce + " bounce";
        boolean counts = false;
        for (String r : all) {
            Map<String, Object> e = Json.obj("kind", kind, "bounceType", bounce == null ? null : bounce.equals("hard") ? "Permanent" : "Transient", "recipient", r,
                "detail", detail, "occurredAt", Times.email(at));
            m.events.add(e);
            if ("hard".equals(bounce) || kind.equals("complained")) {
                if (suppressed(m.org, r) == null) suppressions.add(suppress(m.org, r, kind.equals("complained") ? "complaint" : "bounce").id);
                counts = true;
            }
            deliveries.addAll(hooks.announce(m, "MESSAGE_" + kind.toUpperCase(Locale.ROOT), e));
        }
        if (counts && m.counted.add(kind)) s.marks.add(new long[] {at, kind.equals("complained") ? 2 : 1});
        pause(m.org);
        return Json.obj("deliveryIds", deliveries, "suppressionIds", suppressions, "paused", s.pausedAt != null);
    }

    private void pause(Org o) {
        State s = o.email;
        if (s.pausedAt != null) return;
        long from = Math.max(s.countFrom, w.now() - DAY), n[] = new long[3];
        for (long[] m : s.marks) if (m[0] >= from) n[(int) m[1]]++;
        if (n[0] < PAUSE_MINIMUM) return;
        if (n[1] * 100.0 / n[0] >= BOUNCE_PCT) s.pauseReason = "the bounce rate reached " + BOUNCE_PCT + " %";
        else if (n[2] * 100.0 / n[0] >= COMPLAINT_PCT) s.pauseReason = "the complaint rate reached " + COMPLAINT_PCT + " %";
        else return;
        s.pausedAt = w.now();
    }

    void unpause(Org o) {
        State s = o.email;
        if (s.pausedAt == null) throw ApiError.conflict("sending is not paused");
        s.pausedAt = null;
        s.pauseReason = null;
        s.countFrom = w.now();
        s.marks.clear();
    }
}
