import java.net.URI;
import java.util.*;

/** Uptime services, monitors, their probes and the scrape. */
final class Uptime {
    static final long[] INTERVALS = {20, 60, 120, 600, 1800};
    static final String[][] VANTAGES = {{"zrh", "Zurich", "y"}, {"vie", "Vienna", "y"}, {"waw", "Warsaw", "y"}, {"lis", "Lisbon", "n"}};
    static final class Probe { long at, latency; String vantage; boolean ok; }

    static Obj service(World w, String org, String name) {
        Obj s = Obj.of("id", w.id(), "name", name, "createdAt", w.stamp(), "_org", org);
        w.upServices.put(s.s("id"), s);
        return s;
    }
    static Obj serviceView(World w, Obj s) {
        long n = 0;
        for (Obj m : w.monitors.values()) if (m.is("serviceId", s.s("id")) && m.get("_gone") == null) n++;
        return Obj.of("id", s.s("id"), "name", s.s("name"), "monitors", n, "createdAt", s.s("createdAt"));
    }
    static Obj view(Obj m) {
        Obj v = m.copy();
        if (!m.b("enabled")) { v.remove("state"); v.remove("stateSince"); }
        return v;
    }
    static Obj svc(Ctx c) { Obj s = c.w.upServices.get(c.v("id")); if (s == null || !s.is("_org", c.orgId())) throw Err.gone("no service " + c.v("id")); return s; }
    static Obj mon(Ctx c, String perm, String... query) {
        c.need(perm).query(query);
        Obj m = c.w.monitors.get(c.v("id"));
        if (m == null || !m.is("_org", c.orgId()) || m.get("_gone") != null) throw Err.gone("no monitor " + c.v("id"));
        return m;
    }
    static void freeName(Ctx c, String n) { for (Obj s : c.w.upServices.values()) if (s.is("_org", c.orgId()) && s.s("name").equalsIgnoreCase(n)) throw Err.clash("a service with this name exists"); }

    // ---- what a check may be
    static String base64(Body b, String k) {
        String s = b.optStr(k, 20000);
        if (s != null) try { if (s.length() % 4 != 0) throw new IllegalArgumentException(); Base64.getDecoder().decode(s); } catch (IllegalArgumentException e) { throw Err.bad(b.at(k) + " is not base64"); }
        return s;
    }
    static void target(String host, String where) {
        String h = host.toLowerCase();
        boolean name = h.matches(U.HOST), four = h.matches("([0-9]{1,3}\\.){3}[0-9]{1,3}"), six = h.matches("\\[?[0-9a-f:.]*:[0-9a-f:.]*\\]?");
        if (!name && !four && !six) throw Err.bad(where + " is neither a host name nor an address");
        boolean inside = name && h.matches(".*\\.(internal|local|localdomain|lan|home|corp|arpa|onion|localhost)");
        if (four) {
            String[] p = h.split("\\.");
            int[] n = new int[4];
            for (int i = 0; i < 4; i++) if ((n[i] = Integer.parseInt(p[i])) > 255) throw Err.bad(where + " is not an address");
            inside = n[0] == 0 || n[0] == 10 || n[0] == 127 || n[0] >= 224 || n[0] == 169 && n[1] == 254 || n[0] == 172 && n[1] >= 16 && n[1] < 32 || n[0] == 192 && n[1] == 168 || n[0] == 100 && n[1] >= 64 && n[1] < 128;
        }
        if (six) { String x = h.replaceAll("[\\[\\]]", ""); inside = x.equals("::1") || x.equals("::") || x.matches("f[cd].*|fe[89ab].*") || x.startsWith("::ffff:"); }
        if (inside) throw Err.bad(where + " is not a public address");
    }
    static Obj http(Body b, Obj old) {
        Obj o = old == null ? Obj.of("method", "GET", "followRedirects", false) : old.copy();
        String u = old == null ? b.str("url", 2000) : b.optStr("url", 2000), me = b.optEn("method", "GET", "HEAD", "POST");
        if (u != null) {
            URI x;
            try { x = new URI(u); } catch (Exception e) { throw Err.bad("http.url is not a URI"); }
            if (x.getHost() == null || !("http".equalsIgnoreCase(x.getScheme()) || "https".equalsIgnoreCase(x.getScheme())) || x.getPort() == 0 || x.getPort() > 65535) throw Err.bad("http.url must be an http or https URL with a host");
            target(x.getHost(), "http.url");
            o.put("url", u);
        }
        if (me != null) o.put("method", me);
        Body h = b.optObj("headers");
        if (h != null) {
            Map<String, Object> hs = new LinkedHashMap<>();
            for (var e : h.m.entrySet()) {
                if (!e.getKey().matches("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")) throw Err.bad("http.headers: " + e.getKey() + " is not a header name");
                if (!(e.getValue() instanceof String) || !((String) e.getValue()).matches("[\\t\\x20-\\x7e\\x80-\\uffff]*")) throw Err.bad("http.headers: the value of " + e.getKey() + " must be one line of text");
                hs.put(e.getKey(), e.getValue());
            }
            o.put("headers", hs);
        }
        String body = base64(b, "bodyBase64");
        if (body != null) o.put("bodyBase64", body);
        Boolean fr = b.optBool("followRedirects");
        if (fr != null) o.put("followRedirects", fr);
        List<String> ex = b.optStrs("expectStatus", 20);
        if (ex != null) { for (String s : ex) if (!s.matches("[1-5](xx|[0-9]{2})")) throw Err.bad("http.expectStatus holds codes such as 204 and classes such as 2xx"); o.put("expectStatus", ex); }
        String has = b.optStr("expectBodyContains", 2000);
        if (has != null) o.put("expectBodyContains", has);
        b.done();
        if (o.get("bodyBase64") != null && !o.is("method", "POST")) throw Err.bad("http.bodyBase64 goes with POST only");
        return o;
    }
    static Obj tcp(Body b, Obj old) {
        Obj o = old == null ? new Obj() : old.copy();
        String h = old == null ? b.str("host", 253) : b.optStr("host", 253);
        Long p = old == null ? (Long) b.num("port", 1, 65535) : b.optNum("port", 1, 65535);
        if (h != null) { target(h, "tcp.host"); o.put("host", h); }
        if (p != null) o.put("port", p);
        Boolean tls = b.optBool("tls");
        if (tls != null) o.put("tls", tls);
        String s = base64(b, "sendBase64"), e = base64(b, "expectPrefixBase64");
        if (s != null) o.put("sendBase64", s);
        if (e != null) o.put("expectPrefixBase64", e);
        b.done();
        return o;
    }
    static List<String> vantages(Body b) {
        List<String> l = b.optStrs("vantages", 40);
        if (l != null) for (String v : l) {
            boolean ok = false;
            for (String[] x : VANTAGES) if (x[0].equals(v) && x[2].equals("y")) ok = true;
            if (!ok) throw Err.bad("vantage " + v + " is not available");
        }
        return l;
    }
    /** Everything that a body says about a monitor, put into a copy. */
    static Obj fill(Ctx c, Body b, Obj m, boolean fresh) {
        String n = fresh ? b.name("name") : b.optName("name"), sid = b.optStr("serviceId", 60);
        Boolean en = b.optBool("enabled");
        Long iv = fresh ? (Long) b.num("intervalSeconds", 1, 1000000) : b.optNum("intervalSeconds", 1, 1000000);
        if (fresh) b.must("vantages");
        List<String> va = vantages(b);
        Long to = b.optNum("timeoutMs", 100, 60000);
        Body dc = b.optObj("downCondition");
        if (n != null) m.put("name", n);
        if (sid != null) { Obj s = c.w.upServices.get(sid); if (s == null || !s.is("_org", c.orgId())) throw Err.gone("no service " + sid); m.put("serviceId", sid); }
        if (en != null) m.put("enabled", en);
        if (iv != null) { boolean ok = false; for (long x : INTERVALS) ok |= x == iv; if (!ok) throw Err.bad("an interval of " + iv + " seconds is not offered"); m.put("intervalSeconds", iv); }
        if (va != null) m.put("vantages", va);
        if (to != null) m.put("timeoutMs", to);
        if (dc != null) { long cf = dc.num("confirmations", 1, 10), qu = dc.num("quorum", 1, 10); dc.done(); m.put("downCondition", Obj.of("confirmations", cf, "quorum", qu)); }
        for (String k : List.of("http", "tcp")) {
            Body x = b.optObj(k);
            if (x == null) continue;
            if (!m.is("kind", k)) throw Err.bad(k + " does not go with a " + m.s("kind") + " monitor");
            m.put(k, k.equals("http") ? http(x, m.o(k)) : tcp(x, m.o(k)));
        }
        if (m.get(m.s("kind")) == null) throw Err.bad(m.s("kind") + " is required for this kind");
        if (m.l("timeoutMs") > m.l("intervalSeconds") * 1000) throw Err.bad("timeoutMs is longer than the interval");
        if (m.o("downCondition").l("quorum") > m.list("vantages").size()) throw Err.bad("quorum is above the number of vantages");
        if (fresh) b.done(); else b.doneChange();
        return m;
    }

    // ---- probes
    @SuppressWarnings("unchecked") static Map<String, Long> bad(Obj m) { return (Map<String, Long>) m.get("_bad"); }
    static void reset(Obj m) { m.and("_bad", new LinkedHashMap<String, Long>(), "state", "pending", "stateSince", null); }
    static int result(World w, Obj m, String vantage, String outcome, long at, Long latency, String kind, String detail, String snippet) {
        boolean ok = outcome.equals("ok");
        Probe p = new Probe();
        p.at = at; p.vantage = vantage; p.ok = ok; p.latency = latency != null ? latency : ok ? 61 : m.l("timeoutMs");
        List<Probe> ps = m.list("_probes");
        ps.add(p);
        if (ps.size() > 20000) ps.remove(0);
        Map<String, Long> bad = bad(m);
        bad.put(vantage, ok ? 0 : bad.getOrDefault(vantage, 0L) + 1);
        if (!ok) {
            List<Obj> fs = m.list("_fails");
            fs.add(Obj.of("at", World.plain(at), "vantage", vantage, "attempt", bad.get(vantage), "outcome", outcome, "errorKind", kind != null ? kind : outcome.equals("fail") ? "unexpected-answer" : "no-answer",
                "errorDetail", detail == null ? "none" : detail, "responseSnippet", snippet == null ? "" : snippet.length() > 160 ? snippet.substring(0, 160) : snippet, "_at", at, "_seq", w.next()));
            if (fs.size() > 500) fs.remove(0);
        }
        Obj dc = m.o("downCondition");
        List<String> failing = new ArrayList<>();
        boolean allOk = true;
        for (String v : m.<String>list("vantages")) {
            Long n = bad.get(v);
            if (n == null || n > 0) allOk = false;
            if (n != null && n >= dc.l("confirmations")) failing.add(v);
        }
        String was = m.s("state"), now = failing.size() >= dc.l("quorum") ? "down" : was.equals("down") || was.equals("pending") ? allOk ? "up" : was : was;
        if (now.equals(was)) return 0;
        m.and("state", now, "stateSince", World.plain(at), "_since", at);
        List<Obj> ts = m.list("_turns");
        ts.add(Obj.of("at", World.plain(at), "from", was, "to", now, "failingVantages", failing, "_at", at, "_seq", w.next()));
        if (ts.size() > 200) ts.remove(0);
        return 1;
    }
    static List<Obj> latest(Obj m, String k, int most) {
        List<Obj> l = new ArrayList<>(m.<Obj>list(k));
        l.sort((a, b) -> a.l("_at") != b.l("_at") ? Long.compare(b.l("_at"), a.l("_at")) : Long.compare(b.l("_seq"), a.l("_seq")));
        return l.size() > most ? l.subList(0, most) : l;
    }

    static void routes(Main mm) {
        String U1 = "/api/v1/uptime", M = U1 + "/monitors/{id}";
        mm.on("GET", U1 + "/ping", c -> { c.need("uptime.service.read").query(); return Out.ok(Obj.of("service", "meridian-uptime-relay", "org", c.org.s("name"), "schemaEpoch", "2026-04", "time", c.w.stamp())); });
        mm.on("GET", U1 + "/catalog", c -> {
            c.need("uptime.monitor.read").query();
            List<Obj> i = new ArrayList<>(), v = new ArrayList<>();
            for (long x : INTERVALS) i.add(0, Obj.of("seconds", x, "label", x < 60 ? x + " seconds" : x == 60 ? "1 minute" : x / 60 + " minutes"));
            for (String[] x : VANTAGES) v.add(Obj.of("id", x[0], "label", x[1], "available", x[2].equals("y")));
            return Out.ok(Obj.of("intervals", i, "vantages", v));
        });
        mm.on("GET", U1 + "/services", c -> {
            c.need("uptime.service.read").query();
            List<Obj> l = new ArrayList<>();
            for (Obj s : U.zToA(U.keep(c.w.upServices.values(), x -> x.is("_org", c.orgId())), "name")) l.add(serviceView(c.w, s));
            return Out.ok(Obj.of("services", l));
        });
        mm.on("POST", U1 + "/services", c -> {
            c.need("uptime.service.write").query();
            Body b = c.body(); String n = b.name("name"); b.done();
            freeName(c, n);
            return Out.made(serviceView(c.w, service(c.w, c.orgId(), n)));
        });
        mm.on("PATCH", U1 + "/services/{id}", c -> {
            c.need("uptime.service.write").query();
            Obj s = svc(c);
            Body b = c.body(); String n = b.name("name"); b.done();
            freeName(c, n);
            s.put("name", n);
            return Out.ok(serviceView(c.w, s));
        });
        mm.on("DELETE", U1 + "/services/{id}", c -> {
            c.need("uptime.service.write").query();
            Obj s = svc(c);
            if (serviceView(c.w, s).l("monitors") > 0) throw Err.clash("monitors are still attached");
            c.w.upServices.remove(s.s("id"));
            return Out.none();
        });
        mm.on("GET", U1 + "/monitors", c -> {
            c.need("uptime.monitor.read").query();
            List<Obj> l = new ArrayList<>();
            for (Obj m : U.zToA(U.keep(c.w.monitors.values(), x -> x.is("_org", c.orgId()) && x.get("_gone") == null), "name")) l.add(view(m));
            return Out.ok(Obj.of("monitors", l));
        });
        mm.on("POST", U1 + "/monitors", c -> {
            // The quota stands before the relay, and so before anything that the backend refuses.
            if (!c.canAny("uptime.monitor.write")) throw Err.no("this needs the permission uptime.monitor.write");
            if (U.keep(c.w.monitors.values(), x -> x.is("_org", c.orgId()) && x.get("_gone") == null).size() >= c.org.l("monitors")) throw Err.no("the monitor quota is reached");
            c.backend();
            c.query();
            Body b = c.body();
            String kind = b.en("kind", "tcp", "http");
            Obj m = Obj.of("id", null, "name", null, "serviceId", null, "enabled", true, "intervalSeconds", 0L, "vantages", null, "timeoutMs", 5000L, "downCondition", Obj.of("confirmations", 3L, "quorum", 1L), "kind", kind,
                "state", "pending", "stateSince", null, "createdAt", c.w.stamp(), "updatedAt", c.w.stamp(), "http", null, "tcp", null, "_org", c.orgId(), "_probes", new ArrayList<Probe>(), "_fails", new ArrayList<Obj>(), "_turns", new ArrayList<Obj>());
            fill(c, b, m, true);
            for (Obj x : c.w.monitors.values()) if (x.is("_org", c.orgId()) && x.get("_gone") == null && x.s("name").equalsIgnoreCase(m.s("name"))) throw Err.clash("a monitor with this name exists");
            reset(m);
            m.put("id", c.w.id());
            c.w.monitors.put(m.s("id"), m);
            return Out.made(view(m));
        });
        mm.on("GET", M, c -> Out.ok(view(mon(c, "uptime.monitor.read"))));
        mm.on("PATCH", M, c -> {
            Obj m = mon(c, "uptime.monitor.write");
            Body b = c.body();
            if (b.has("kind")) throw Err.bad("kind is immutable; make a new monitor instead");
            Obj n = fill(c, b, m.copy(), false);
            for (Obj x : c.w.monitors.values()) if (x != m && x.is("_org", c.orgId()) && x.get("_gone") == null && x.s("name").equalsIgnoreCase(n.s("name"))) throw Err.clash("a monitor with this name exists");
            boolean other = false;
            for (String k : List.of("vantages", "downCondition", "http", "tcp", "enabled")) other |= !Objects.equals(m.get(k), n.get(k));
            m.putAll(n);
            m.put("updatedAt", c.w.stamp());
            if (other) reset(m);
            return Out.ok(view(m));
        });
        mm.on("DELETE", M, c -> { mon(c, "uptime.monitor.write").put("_gone", true); return Out.none(); });
        mm.on("GET", M + "/metrics", c -> {
            Obj m = mon(c, "uptime.monitor.read", "window");
            String win = c.q.getOrDefault("window", "1h");
            if (!Set.of("1h", "24h", "7d").contains(win)) throw Err.bad("window is 1h, 24h or 7d");
            if (c.w.metricsOff.contains(m.s("id")) || c.w.metricsOff.contains("org " + c.orgId())) throw new Err(503, "metrics are temporarily unavailable");
            long step = win.equals("1h") ? 120 : win.equals("24h") ? 1800 : 7200, span = win.equals("1h") ? 3600 : win.equals("24h") ? 86400 : 604800, now = c.w.now();
            Map<String, Object> pct = new LinkedHashMap<>();
            List<Obj> series = new ArrayList<>();
            for (String v : m.<String>list("vantages")) {
                TreeMap<Long, List<Probe>> by = new TreeMap<>(Comparator.reverseOrder());
                double n = 0, up = 0;
                for (Probe p : m.<Probe>list("_probes")) if (p.vantage.equals(v) && p.at > now - span * 1000 && p.at <= now) { by.computeIfAbsent(p.at / (step * 1000) * step * 1000, x -> new ArrayList<>()).add(p); n++; if (p.ok) up++; }
                if (n == 0) continue;
                List<Obj> pts = new ArrayList<>();
                for (var e : by.entrySet()) {
                    double most = 0; boolean all = true;
                    for (Probe p : e.getValue()) { most = Math.max(most, p.latency); all &= p.ok; }
                    pts.add(Obj.of("t", e.getKey(), "latencyMs", most, "up", all ? 1L : 0L));
                }
                pct.put(v, Math.round(up / n * 100000) / 1000.0);
                series.add(Obj.of("vantage", v, "points", pts));
            }
            return Out.ok(Obj.of("window", win, "stepSeconds", step, "uptimePct", pct, "series", series));
        });
        mm.on("GET", M + "/failures", c -> Out.ok(Obj.of("failures", latest(mon(c, "uptime.monitor.read"), "_fails", 40))));
        mm.on("GET", M + "/transitions", c -> Out.ok(Obj.of("transitions", latest(mon(c, "uptime.monitor.read"), "_turns", 50))));

        mm.on("GET", U1 + "/export-tokens", c -> { c.need("uptime.export-token.read").query(); return Out.ok(Obj.of("tokens", U.zToA(U.keep(c.w.exportTokens.values(), t -> t.is("_org", c.orgId()) && t.get("_gone") == null), "name"))); });
        mm.on("POST", U1 + "/export-tokens", c -> {
            c.need("uptime.export-token.admin").query();
            Body b = c.body(); String n = b.name("name"); b.done();
            for (Obj t : c.w.exportTokens.values()) if (t.is("_org", c.orgId()) && t.get("_gone") == null && t.s("name").equalsIgnoreCase(n)) throw Err.clash("a token of this name exists");
            String tok = "mxt_" + U.rnd(40), id = c.w.id();
            c.w.exportTokens.put(id, Obj.of("id", id, "name", n, "createdAt", c.w.stamp(), "lastUsedAt", "never", "_org", c.orgId(), "_hash", U.hash(tok)));
            return Out.made(Obj.of("id", id, "name", n, "token", tok, "createdAt", c.w.exportTokens.get(id).s("createdAt")));
        });
        mm.on("DELETE", U1 + "/export-tokens/{id}", c -> {
            c.need("uptime.export-token.admin").query();
            Obj t = c.w.exportTokens.get(c.v("id"));
            if (t == null || !t.is("_org", c.orgId())) throw Err.gone("no token " + c.v("id"));
            if (t.get("_gone") != null) throw Err.clash("the token is already revoked");
            t.put("_gone", true);
            return Out.none();
        });
        mm.door("GET", U1 + "/export", c -> {
            Obj t = null;
            if (c.bearer != null) for (Obj x : c.w.exportTokens.values()) if (x.get("_gone") == null && x.is("_hash", U.hash(c.bearer))) t = x;
            if (t == null) throw new Err(401, "no valid export token");
            Obj tok = t;
            if (!c.w.orgs.get(t.s("_org")).b("uptime")) throw Err.no("uptime is not enabled for this organization");
            c.backend();
            t.put("lastUsedAt", c.w.stamp());
            StringBuilder up = new StringBuilder("# TYPE meridian_probe_success gauge\n"), la = new StringBuilder("# TYPE meridian_probe_milliseconds gauge\n"), st = new StringBuilder("# TYPE meridian_monitor_state gauge\n");
            for (Obj m : U.zToA(U.keep(c.w.monitors.values(), x -> x.is("_org", tok.s("_org")) && x.get("_gone") == null && x.b("enabled")), "name")) {
                String l = "monitor=\"" + m.s("id") + "\",name=\"" + m.s("name").replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
                Map<String, Probe> last = new TreeMap<>();
                for (Probe p : m.<Probe>list("_probes")) last.put(p.vantage, p);
                last.forEach((v, p) -> { up.append("meridian_probe_success{").append(l).append(",vantage=\"").append(v).append("\"} ").append(p.ok ? 1 : 0).append('\n'); la.append("meridian_probe_milliseconds{").append(l).append(",vantage=\"").append(v).append("\"} ").append(p.latency).append('\n'); });
                for (String s : List.of("pending", "up", "down")) st.append("meridian_monitor_state{").append(l).append(",state=\"").append(s).append("\"} ").append(m.is("state", s) ? 1 : 0).append('\n');
            }
            Out o = Out.ok(null);
            o.raw = up.toString() + la + st; o.type = "text/plain; version=0.0.4; charset=utf-8";
            return o;
        });
    }
}
