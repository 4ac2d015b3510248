package eighth;

import java.util.*;

/** Uptime services, monitors, probe results and export tokens. */
final class Uptime {
    static final Map<Long, String> INTERVALS = new LinkedHashMap<>();
    /** id, label, available */
    static final String[][] VANTAGES = {{"eu-fra", "Frankfurt", "yes"}, {"eu-sto", "Stockholm", "yes"}, {"us-iad", "Ashburn", "yes"}, {"ap-sin", "Singapore", "yes"}, {"sa-gru", "Sao Paulo", "no"}};

    static {
        INTERVALS.put(30L, "every 30 seconds");
        INTERVALS.put(60L, "every minute");
        INTERVALS.put(300L, "every 5 minutes");
        INTERVALS.put(900L, "every quarter of an hour");
    }

    static final class State {
        final Map<String, Service> services = new LinkedHashMap<>();
        final Map<String, Monitor> monitors = new LinkedHashMap<>();
        final Map<String, Export> exports = new LinkedHashMap<>();
    }

    static final class Service {
        String id, name;
        long createdAt;
    }

    record Result(long at, String vantage, String outcome, double latency, long attempt, String kind, String detail, String snippet) {}

    static final class Monitor {
        String id, name, serviceId, kind, state = "pending";
        Org org;
        boolean enabled = true, metrics = true, deleted;
        long interval, timeout = 5000, confirmations = 2, quorum = 1, createdAt, updatedAt, stateSince, version = 1;
        List<String> vantages;
        Map<String, Object> target;
        final List<Result> results = new ArrayList<>();
        final Map<String, Long> failing = new HashMap<>();
        final LinkedList<Map<String, Object>> transitions = new LinkedList<>();
        long last;
    }

    static final class Export {
        String id, name, hash;
        long createdAt;
        Long lastUsedAt, revokedAt;
    }

    private final World w;

    Uptime(World w) { this.w = w; }

    private static final String P = "/api/v1/uptime";

    void routes(Router r) {
        r.add("GET", P + "/ping", "pingUptime", "uptime.service.read", c -> Reply.ok(Json.obj("service", "uptime-relay", "org", c.org.slug, "schemaEpoch", "2026.2", "time", Times.iso(w.now()))));
        r.add("GET", P + "/catalog", "getUptimeCatalog", "uptime.monitor.read", c -> Reply.ok(Json.obj("intervals",
            Util.map(INTERVALS.entrySet(), e -> Json.obj("seconds", e.getKey(), "label", e.getValue())), "vantages",
            Util.map(List.of(VANTAGES), v -> Json.obj("id", v[0], "label", v[1], "available", v[2].equals("yes"))))));
        r.add("GET", P + "/services", "listUptimeServices", "uptime.service.read", c -> {
            List<Object> l = new ArrayList<>();
            for (Service s : c.org.uptime.services.values()) if (c.caller.can("uptime.service.read", s.id)) l.add(view(c.org, s));
            return Reply.ok(Json.obj("services", l));
        });
        r.add("POST", P + "/services", "createUptimeService", "uptime.service.write", c -> {
            c.caller.need("uptime.service.write");
            String name = c.body().name("name");
            unique(c.org, name, null);
            return Reply.of(201, view(c.org, makeService(c.org, name)));
        });
        r.add("PATCH", P + "/services/{id}", "renameUptimeService", "uptime.service.write", c -> {
            Service s = service(c);
            String name = c.body().name("name");
            unique(c.org, name, s);
            s.name = name;
            return Reply.ok(view(c.org, s));
        });
        r.add("DELETE", P + "/services/{id}", "deleteUptimeService", "uptime.service.write", c -> {
            Service s = service(c);
            if (attached(c.org, s) > 0) throw ApiError.conflict("monitors are still attached");
            c.org.uptime.services.remove(s.id);
            return Reply.none();
        });
        r.add("GET", P + "/monitors", "listMonitors", "uptime.monitor.read", c -> {
            List<Object> l = new ArrayList<>();
            for (Monitor m : c.org.uptime.monitors.values()) if (!m.deleted && c.caller.can("uptime.monitor.read", m.serviceId)) l.add(view(m));
            return Reply.ok(Json.obj("monitors", l));
        });
        r.add("POST", P + "/monitors", "createMonitor", "uptime.monitor.write", c -> {
            Body b = c.body();
            Monitor m = new Monitor();
            m.name = b.name("name");
            m.kind = b.choice("kind", "tcp", "http");
            b.integer("intervalSeconds", 1, 1_000_000);
            b.texts("vantages");
            if (!b.has(m.kind)) throw b.bad(m.kind, "is required for this kind");
            apply(c, m, b);
            c.caller.need("uptime.monitor.write", m.serviceId);
            return Reply.of(201, view(store(c.org, m)));
        });
        r.add("GET", P + "/monitors/{id}", "getMonitor", "uptime.monitor.read", c -> {
            Monitor m = monitor(c, "uptime.monitor.read");
            return new Reply.Of(200, view(m), Map.of("ETag", "\"m" + m.version + "\""));
        });
        r.add("PATCH", P + "/monitors/{id}", "updateMonitor", "uptime.monitor.write", c -> {
            Monitor m = monitor(c, "uptime.monitor.write");
            String match = c.headers.get("if-match");
            if (match != null && !match.equals("*") && !match.contains("\"m" + m.version + "\"")) throw new ApiError(412, "the monitor was changed in the meantime");
            Body b = c.body();
            if (b.has("kind") && !m.kind.equals(b.m.get("kind"))) throw b.bad("kind", "is immutable; recreate the monitor");
            apply(c, m, b);
            m.updatedAt = w.now();
            m.version++;
            return Reply.ok(view(m));
        });
        r.add("DELETE", P + "/monitors/{id}", "deleteMonitor", "uptime.monitor.write", c -> {
            monitor(c, "uptime.monitor.write").deleted = true;
            return Reply.none();
        });
        r.add("GET", P + "/monitors/{id}/metrics", "getMonitorMetrics", "uptime.monitor.read", this::metrics);
        r.add("GET", P + "/monitors/{id}/failures", "listMonitorFailures", "uptime.monitor.read", c -> {
            Monitor m = monitor(c, "uptime.monitor.read");
            List<Object> l = new ArrayList<>();
            for (int i = m.results.size() - 1; i >= 0 && l.size() < 100; i--) {
                Result x = m.results.get(i);
                if (!x.outcome().equals("ok"))
                    l.add(Json.obj("at", Times.iso(x.at()), "vantage", x.vantage(), "attempt", x.attempt(), "outcome", x.outcome(), "errorKind", x.kind(), "errorDetail", x.detail(), "responseSnippet", x.snippet()));
            }
            return Reply.ok(Json.obj("failures", l));
        });
        r.add("GET", P + "/monitors/{id}/transitions", "listMonitorTransitions", "uptime.monitor.read", c -> Reply.ok(Json.obj("transitions", List.copyOf(monitor(c, "uptime.monitor.read").transitions))));
        r.add("GET", P + "/export-tokens", "listExportTokens", "uptime.export.read", c -> {
            c.caller.need("uptime.export.read");
            List<Object> l = new ArrayList<>();
            for (Export e : c.org.uptime.exports.values()) if (e.revokedAt == null)
                l.add(Json.obj("id", e.id, "name", e.name, "createdAt", Times.iso(e.createdAt), "lastUsedAt", e.lastUsedAt == null ? "never" : Times.iso(e.lastUsedAt)));
            return Reply.ok(Json.obj("tokens", l));
        });
        r.add("POST", P + "/export-tokens", "createExportToken", "uptime.export.write", c -> {
            c.caller.need("uptime.export.write");
            Export e = new Export();
            e.name = c.body().name("name");
            String token = Util.secret("uxt_");
            e.id = Util.uuid();
            e.hash = Util.sha256(token);
            e.createdAt = w.now();
            c.org.uptime.exports.put(e.id, e);
            return Reply.of(201, Json.obj("id", e.id, "name", e.name, "token", token, "createdAt", Times.iso(e.createdAt)));
        });
        r.add("DELETE", P + "/export-tokens/{id}", "revokeExportToken", "uptime.export.write", c -> {
            c.caller.need("uptime.export.write");
            Export e = c.org.uptime.exports.get(c.p("id"));
            if (e == null) throw ApiError.missing("no export token " + c.p("id"));
            if (e.revokedAt != null) throw new ApiError(410, "the export token is revoked already");
            e.revokedAt = w.now();
            return Reply.none();
        });
        r.door("GET", P + "/scrape", "scrapeMetrics", this::scrape);
    }

    // ---- services

    Service makeService(Org o, String name) {
        Service s = new Service();
        s.id = Util.uuid();
        s.name = name;
        s.createdAt = w.now();
        o.uptime.services.put(s.id, s);
        return s;
    }

    private Object view(Org o, Service s) {
        return Json.obj("id", s.id, "name", s.name, "monitors", attached(o, s), "createdAt", Times.iso(s.createdAt));
    }

    private long attached(Org o, Service s) {
        return o.uptime.monitors.values().stream().filter(m -> !m.deleted && s.id.equals(m.serviceId)).count();
    }

    private void unique(Org o, String name, Service self) {
        for (Service s : o.uptime.services.values()) if (s != self && s.name.equalsIgnoreCase(name)) throw ApiError.conflict("a service with this name exists");
    }

    private Service service(Ctx c) {
        Service s = c.org.uptime.services.get(c.p("id"));
        if (s == null) throw ApiError.missing("no service " + c.p("id"));
        c.caller.need("uptime.service.write", s.id);
        return s;
    }

    // ---- monitors

    void quota(Org o) {
        if (o.uptime.monitors.values().stream().filter(m -> !m.deleted).count() >= o.monitorQuota) throw ApiError.forbidden("the monitor quota of " + o.monitorQuota + " is reached");
    }

    private Monitor monitor(Ctx c, String perm) {
        Monitor m = c.org.uptime.monitors.get(c.p("id"));
        if (m == null || m.deleted) throw ApiError.missing("no monitor " + c.p("id"));
        c.caller.need(perm, m.serviceId);
        return m;
    }

    Monitor store(Org o, Monitor m) {
        m.id = Util.uuid();
        m.org = o;
        m.createdAt = m.updatedAt = m.stateSince = w.now();
        o.uptime.monitors.put(m.id, m);
        return m;
    }

    private Object view(Monitor m) {
        return Json.obj("id", m.id, "name", m.name, "serviceId", m.serviceId, "enabled", m.enabled, "intervalSeconds", m.interval, "vantages", m.vantages, "timeoutMs", m.timeout,
            "downCondition", Json.obj("confirmations", m.confirmations, "quorum", m.quorum), "kind", m.kind, "state", m.enabled ? m.state : null,
            "stateSince", m.enabled ? Times.iso(m.stateSince) : null, "createdAt", Times.iso(m.createdAt), "updatedAt", Times.iso(m.updatedAt), m.kind, m.target);
    }

    private static String base64(Body b, String field) {
        String v = b.text(field);
        try {
            Base64.getDecoder().decode(v);
        } catch (IllegalArgumentException e) {
            throw b.bad(field, "is not base64");
        }
        return v;
    }

    /** Checks everything first, then changes the monitor. */
    private void apply(Ctx c, Monitor m, Body b) {
        String name = b.optName("name"), serviceId = b.optText("serviceId");
        Boolean enabled = b.optBool("enabled");
        long interval = b.has("intervalSeconds") ? b.integer("intervalSeconds", 1, 1_000_000) : m.interval;
        if (!INTERVALS.containsKey(interval)) throw b.bad("intervalSeconds", "is not an offered interval");
        List<String> vantages = m.vantages;
        if (b.has("vantages")) {
            vantages = new ArrayList<>(new LinkedHashSet<>(b.texts("vantages")));
            if (vantages.isEmpty()) throw b.bad("vantages", "must not be empty");
            for (String v : vantages) {
                boolean ok = false;
                for (String[] x : VANTAGES) ok |= x[0].equals(v) && x[2].equals("yes");
                if (!ok) throw b.bad("vantages", "holds " + v + ", which is not available");
            }
        }
        long timeout = b.has("timeoutMs") ? b.integer("timeoutMs", 100, 60_000) : m.timeout;
        if (timeout > interval * 1000) throw b.bad("timeoutMs", "must not be longer than the interval");
        long confirmations = m.confirmations, quorum = m.quorum;
        if (b.has("downCondition")) {
            Body d = b.object("downCondition");
            confirmations = d.integer("confirmations", 1, 20);
            quorum = d.integer("quorum", 1, 20);
        }
        if (quorum > vantages.size()) throw b.bad("downCondition.quorum", "is more than the vantages");
        String other = m.kind.equals("http") ? "tcp" : "http";
        if (b.has(other)) throw b.bad(other, "does not fit the kind " + m.kind);
        Map<String, Object> target = m.target;
        if (b.has(m.kind)) {
            Body t = b.object(m.kind);
            target = new LinkedHashMap<>();
            if (m.kind.equals("http")) {
                target.put("url", t.uri("url"));
                target.put("method", t.has("method") ? t.choice("method", "GET", "HEAD", "POST") : "GET");
                if (t.has("headers")) {
                    Map<String, Object> h = t.object("headers").m;
                    for (Object v : h.values()) if (!(v instanceof String)) throw t.bad("headers", "must hold strings");
                    target.put("headers", h);
                }
                if (t.has("bodyBase64")) target.put("bodyBase64", base64(t, "bodyBase64"));
                target.put("followRedirects", t.has("followRedirects") ? t.bool("followRedirects") : Boolean.TRUE);
                List<String> expect = t.has("expectStatus") ? t.texts("expectStatus") : List.of("2xx");
                for (String e : expect) if (!e.matches("[1-5]([0-9][0-9]|xx|XX)(-[1-5][0-9][0-9])?")) throw t.bad("expectStatus", "must hold statuses, classes such as 2xx, or ranges");
                target.put("expectStatus", expect);
                if (t.has("expectBodyContains")) target.put("expectBodyContains", t.text("expectBodyContains"));
            } else {
                target.put("host", t.name("host"));
                target.put("port", t.integer("port", 1, 65_535));
                if (t.has("tls")) target.put("tls", t.bool("tls"));
                if (t.has("sendBase64")) target.put("sendBase64", base64(t, "sendBase64"));
                if (t.has("expectPrefixBase64")) target.put("expectPrefixBase64", base64(t, "expectPrefixBase64"));
            }
        }
        if (serviceId != null && !serviceId.isEmpty() && !c.org.uptime.services.containsKey(serviceId)) throw ApiError.missing("no service " + serviceId);
        if (name != null) m.name = name;
        if (serviceId != null) m.serviceId = serviceId.isEmpty() ? null : serviceId;
        if (enabled != null) m.enabled = enabled;
        m.interval = interval;
        m.vantages = vantages;
        m.failing.keySet().retainAll(vantages);
        m.timeout = timeout;
        m.confirmations = confirmations;
        m.quorum = quorum;
        m.target = target;
    }

    private Reply metrics(Ctx c) {
        Monitor m = monitor(c, "uptime.monitor.read");
        String window = c.q("window") == null ? "24h" : c.q("window");
        long span, step;
        switch (window) {
            case "1h" -> { span = 3600; step = 60; }
            case "24h" -> { span = 86_400; step = 900; }
            case "7d" -> { span = 604_800; step = 3600; }
            default -> throw ApiError.invalid("window must be 1h, 24h or 7d");
        }
        if (!m.metrics || !c.org.metricsAvailable) throw new ApiError(503, "metrics are temporarily unavailable");
        long from = w.now() - span * 1000;
        Map<String, Object> pct = new LinkedHashMap<>();
        List<Object> series = new ArrayList<>();
        for (String v : m.vantages) {
            TreeMap<Long, double[]> buckets = new TreeMap<>();
            long n = 0, up = 0;
            for (Result x : m.results) {
                if (!x.vantage().equals(v) || x.at() < from || x.at() > w.now()) continue;
                n++;
                boolean ok = x.outcome().equals("ok");
                if (ok) up++;
                double[] d = buckets.computeIfAbsent(x.at() / 1000 / step * step, k -> new double[3]);
                d[0]++;
                d[1] += x.latency();
                d[2] += ok ? 1 : 0;
            }
            if (n > 0) pct.put(v, Math.round(up * 10000.0 / n) / 100.0);
            series.add(Json.obj("vantage", v, "points", Util.map(buckets.entrySet(), e -> Json.obj("t", e.getKey(), "latencyMs", e.getValue()[1] / e.getValue()[0], "up", e.getValue()[2] / e.getValue()[0]))));
        }
        return Reply.ok(Json.obj("window", window, "stepSeconds", step, "uptimePct", pct, "series", series));
    }

    // ---- probes

    Map<String, Object> probe(Body b) {
        String id = b.text("monitorId");
        Monitor m = null;
        for (Org o : w.orgs.values()) if (o.uptime.monitors.containsKey(id)) m = o.uptime.monitors.get(id);
        if (m == null || m.deleted) throw ApiError.missing("no monitor " + id);
        String outcome = b.choice("outcome", "ok", "fail", "error");
        long times = b.has("times") ? b.integer("times", 1, 10_000) : 1;
        String vantage = b.optText("vantage");
        if (vantage != null && !m.vantages.contains(vantage)) throw new ApiError(400, "the monitor has no vantage " + vantage);
        Double latency = b.has("latencyMs") ? (Double) b.number("latencyMs") : null;
        String kind = b.optText("errorKind"), detail = b.optText("errorDetail"), snippet = b.optText("responseSnippet");
        long at = b.has("at") ? b.instant("at") : Math.max(w.now(), m.last);
        if (!m.enabled) throw ApiError.conflict("the monitor is disabled");
        long step = m.interval * 1000;
        if (at - (times - 1) * step < m.last) step = at > m.last ? (at - m.last) / times : 0;
        int made = 0;
        for (long i = times - 1; i >= 0; i--) {
            long t = at - i * step;
            for (String v : vantage == null ? m.vantages : List.of(vantage)) {
                boolean ok = outcome.equals("ok"), history = t < m.last;
                long attempt = ok ? 0 : history ? 1 : m.failing.merge(v, 1L, Long::sum);
                if (ok && !history) m.failing.put(v, 0L);
                String s = snippet == null ? "" : snippet.length() > 256 ? snippet.substring(0, 256) : snippet;
                Result x = new Result(t, v, outcome, latency != null ? latency : ok ? 42.5 : m.timeout, attempt, ok ? "" : kind != null ? kind : outcome.equals("fail") ? "assertion" : "timeout", detail == null ? "" : detail, s);
                int pos = m.results.size();
                while (pos > 0 && m.results.get(pos - 1).at() > t) pos--;
                m.results.add(pos, x);
            }
            if (t >= m.last) {
                m.last = t;
                made += evaluate(m, outcome, t);
            }
        }
        while (m.results.size() > 20_000) m.results.remove(0);
        return Json.obj("state", m.state, "transitions", made);
    }

    private int evaluate(Monitor m, String outcome, long t) {
        List<String> failing = new ArrayList<>();
        for (String v : m.vantages) if (m.failing.getOrDefault(v, 0L) >= m.confirmations) failing.add(v);
        String next = failing.size() >= m.quorum ? "down" : m.state.equals("down") || outcome.equals("ok") ? "up" : m.state;
        if (next.equals(m.state)) return 0;
        m.transitions.addFirst(Json.obj("at", Times.iso(t), "from", m.state, "to", next, "failingVantages", failing));
        while (m.transitions.size() > 50) m.transitions.removeLast();
        m.state = next;
        m.stateSince = t;
        return 1;
    }

    // ---- scraping

    String useExport(String id, String secret) {
        String hash = secret == null ? null : Util.sha256(secret);
        for (Org o : w.orgs.values()) for (Export e : o.uptime.exports.values()) {
            if (hash != null ? !e.hash.equals(hash) : !e.id.equals(id)) continue;
            if (e.revokedAt != null) return "the export token is revoked";
            e.lastUsedAt = w.now();
            return null;
        }
        if (hash == null) throw ApiError.missing("no export token " + id);
        return "unknown token";
    }

    private Reply scrape(Ctx c) {
        String token = c.bearer();
        Org org = null;
        Export found = null;
        if (token != null) for (Org o : w.orgs.values()) for (Export e : o.uptime.exports.values()) if (e.revokedAt == null && e.hash.equals(Util.sha256(token))) {
            org = o;
            found = e;
        }
        if (found == null) throw new ApiError(401, "no valid export token");
        if (!org.uptimeEnabled) throw ApiError.forbidden("uptime is not enabled for the organization (private beta)");
        if (!w.uptimeReachable) throw new ApiError(502, "the uptime backend is unreachable");
        found.lastUsedAt = w.now();
        StringBuilder up = new StringBuilder("# HELP uptime_probe_success Whether the last probe succeeded.\n# TYPE uptime_probe_success gauge\n");
        StringBuilder lat = new StringBuilder("# HELP uptime_probe_latency_ms Latency of the last probe.\n# TYPE uptime_probe_latency_ms gauge\n");
        StringBuilder st = new StringBuilder("# HELP uptime_monitor_up Whether the monitor is up.\n# TYPE uptime_monitor_up gauge\n");
        for (Monitor m : org.uptime.monitors.values()) {
            if (m.deleted) continue;
            String label = "monitor=\"" + m.id + "\",name=\"" + m.name.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
            st.append("uptime_monitor_up{").append(label).append("} ").append(m.state.equals("up") ? 1 : 0).append('\n');
            for (String v : m.vantages) for (int i = m.results.size() - 1; i >= 0; i--) {
                Result x = m.results.get(i);
                if (!x.vantage().equals(v)) continue;
                up.append("uptime_probe_success{").append(label).append(",vantage=\"").append(v).append("\"} ").append(x.outcome().equals("ok") ? 1 : 0).append('\n');
                lat.append("uptime_probe_latency_ms{").append(label).append(",vantage=\"").append(v).append("\"} ").append(x.latency()).append('\n');
                break;
            }
        }
        return new Reply.Raw(200, "text/plain; version=0.0.4; charset=utf-8", (st.toString() + up + lat).getBytes(java.nio.charset.StandardCharsets.UTF_8), false);
    }
}
