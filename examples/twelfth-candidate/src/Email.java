import java.net.URI;
import java.net.http.*;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.concurrent.*;
import javax.crypto.*;
import javax.crypto.spec.*;

/** Domains, keys, routes, the log, suppressions, webhooks and their deliveries. */
final class Email {
    static final List<String> TYPES = List.of("mail.handed-over", "mail.landed", "mail.returned", "mail.flagged", "mail.taken-in");
    static final long DAY = 86400000L;
    static final int PAGE = 20, LISTED = 60;
    static final double BOUNCE_PCT = 8, COMPLAINT_PCT = 1;
    static final int LEAST = 20;
    static final long[] WAITS = {0, 8, 60, 600};

    // ---- domains
    static Obj make(World w, String org, String name) {
        String id = w.id(), tok = U.rnd(24);
        List<Obj> recs = new ArrayList<>();
        recs.add(Obj.of("capability", "send", "type", "CNAME", "name", "mt1._domainkey." + name, "value", tok + ".dkim.meridian-platform.example"));
        recs.add(Obj.of("capability", "send", "type", "TXT", "name", "bounce." + name, "value", "v=spf1 include:_spf.meridian-platform.example -all"));
        recs.add(Obj.of("capability", "send", "type", "TXT", "name", "_claim." + name, "value", "claim=" + tok));
        recs.add(Obj.of("capability", "receive", "type", "MX", "name", name, "value", "mx-" + tok.substring(0, 6) + ".meridian-platform.example", "priority", 20L));
        Obj d = Obj.of("id", id, "name", name, "sendState", "pending", "receiveState", "none", "createdAt", w.stamp(), "dnsRecords", recs, "_org", org, "_made", w.now());
        w.domains.put(id, d);
        w.in(6 * 3600, "email-look", id, () -> look(w, d));
        return d;
    }
    static void look(World w, Obj d) {
        if (w.domains.get(d.s("id")) != d) return;
        pass(w, d, false);
        w.in(6 * 3600, "email-look", d.s("id"), () -> look(w, d));
    }
    static boolean published(World w, Obj d, String cap) {
        for (Obj r : d.<Obj>list("dnsRecords")) if (r.is("capability", cap) && !r.s("value").equals(w.dns.get(r.s("type") + " " + r.s("name")))) return false;
        return true;
    }
    /** A verification pass. A forced one decides; the others only notice what has changed, and give up after two days. */
    static void pass(World w, Obj d, boolean forced) {
        if (w.down.contains("dns")) return;
        boolean late = w.now() - d.l("_made") > 2 * DAY;
        if (published(w, d, "send")) d.put("sendState", "verified");
        else if (d.is("sendState", "verified") || forced || late) d.put("sendState", "failed");
        if (d.is("receiveState", "none")) return;
        if (published(w, d, "receive")) d.put("receiveState", "verified");
        else if (d.is("receiveState", "verified") || forced || late) d.put("receiveState", "failed");
    }
    static Obj domain(Ctx c, String perm) {
        c.need(perm).query();
        Obj d = c.w.domains.get(c.v("id"));
        if (d == null || !d.is("_org", c.orgId())) throw Err.gone("no domain " + c.v("id"));
        c.needOn(perm, d.s("id"));
        return d;
    }
    static Obj domainOf(World w, String address) {
        String host = address.substring(address.lastIndexOf('@') + 1).toLowerCase();
        for (Obj d : w.domains.values()) if (d.is("name", host)) return d;
        return null;
    }

    // ---- messages
    static long accepted(World w, String org, long at) {
        long day = Math.floorDiv(at, DAY), n = 0;
        for (Obj m : w.messages.values()) if (m.is("_org", org) && m.is("direction", "send") && Math.floorDiv(m.l("_at"), DAY) == day) n++;
        return n + w.orgs.get(org).l("_lost" + day);
    }
    static Obj suppressed(World w, String org, String address) { for (Obj s : w.suppressions.values()) if (s.is("_org", org) && s.s("address").equalsIgnoreCase(address)) return s; return null; }

    static Obj message(World w, String org, String dir, Obj d, String from, List<String> to, List<String> cc, String subject, String text, Long size, String door, long at) {
        String id = w.id();
        StringBuilder raw = new StringBuilder();
        raw.append("Message-ID: <").append(id).append("@meridian-platform.example>\r\nDate: ").append(DateTimeFormatter.RFC_1123_DATE_TIME.format(Instant.ofEpochMilli(at).atZone(ZoneOffset.UTC)))
            .append("\r\nFrom: ").append(from).append("\r\nTo: ").append(String.join(", ", to)).append("\r\n");
        if (cc != null && !cc.isEmpty()) raw.append("Cc: ").append(String.join(", ", cc)).append("\r\n");
        if (subject != null) raw.append("Subject: ").append(subject.replaceAll("[\\r\\n]+", " ")).append("\r\n");
        raw.append("MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n").append(text == null ? "" : text.replaceAll("\\r?\\n", "\r\n")).append("\r\n");
        int have = raw.toString().getBytes(StandardCharsets.UTF_8).length;
        if (size != null) for (; have < Math.min(size, 2000000); have++) raw.append(have % 72 == 0 ? "\n" : ".");
        Obj m = Obj.of("id", id, "direction", dir, "state", dir.equals("send") ? "spooled" : "taken-in", "from", from, "to", to, "cc", cc == null || cc.isEmpty() ? null : cc, "subject", subject,
            "sizeBytes", (long) have, "door", door, "domainId", d.s("id"), "lastError", null, "createdAt", World.plain(at), "sentAt", null, "stateAt", World.plain(at),
            "_org", org, "_at", at, "_seq", w.next(), "_raw", raw.toString(), "_events", new ArrayList<Obj>());
        w.messages.put(id, m);
        return m;
    }
    /** Submission; throws why not. Returns the message id and who was left out. */
    static Obj submit(World w, String from, List<String> to, List<String> cc, String subject, String text, Long size, Obj key, String door, Long at) {
        Obj d = domainOf(w, from);
        if (d == null) throw Err.gone("no domain for the sender " + from);
        String org = d.s("_org");
        Obj o = w.orgs.get(org);
        long now = at == null ? w.now() : at;
        if (key != null && !key.is("_org", org)) throw Err.clash("the key is of another organization");
        if (key != null && key.get("revokedAt") != null) throw Err.clash("the key is revoked");
        if (key != null && !key.<String>list("domainIds").isEmpty() && !key.<String>list("domainIds").contains(d.s("id"))) throw Err.clash("the key is not for this domain");
        if (!o.b("email")) throw Err.clash("email is not enabled for the organization");
        if (!d.is("sendState", "verified")) throw Err.clash("the domain is not verified for sending");
        if (o.b("paused")) throw Err.clash("sending is paused");
        if (accepted(w, org, now) >= o.l("daily")) throw Err.clash("the daily quota is used up");
        List<String> out = new ArrayList<>(), to2 = new ArrayList<>(), cc2 = new ArrayList<>();
        for (String s : to) if (suppressed(w, org, s) != null) out.add(s); else to2.add(s);
        if (cc != null) for (String s : cc) if (suppressed(w, org, s) != null) out.add(s); else cc2.add(s);
        if (to2.isEmpty() && cc2.isEmpty()) throw Err.clash("every recipient is suppressed");
        if (key != null) key.put("lastUsedAt", World.plain(now));
        Obj m = message(w, org, "send", d, from, to, cc, subject, text, size, door, now);
        List<String> rec = new ArrayList<>(to2); rec.addAll(cc2);
        m.put("_rec", rec);
        if (now + 1500 <= w.now()) hand(w, m, now + 1500); else w.at(now + 1500, "email-hand-over", m.s("id"), () -> hand(w, m, w.now()));
        return Obj.of("messageId", m.s("id"), "suppressed", out);
    }
    static void hand(World w, Obj m, long at) {
        if (m.get("sentAt") != null || w.messages.get(m.s("id")) != m) return;
        m.and("sentAt", World.plain(at), "state", "dispatched", "stateAt", World.plain(at));
        m.<Obj>list("_events").add(Obj.of("kind", "sent", "occurredAt", World.plain(at), "_at", at));
        emit(w, m, "mail.handed-over", null, null, at, null);
    }
    static Obj msgFor(World w, String id) {
        Obj m = w.messages.get(id);
        if (m == null) throw Err.gone("no message " + id);
        if (!m.is("direction", "send")) throw Err.clash("the message was received, not sent");
        return m;
    }
    static List<String> whom(Obj m, String recipient) {
        List<String> all = m.list("_rec");
        if (recipient == null) return all;
        for (String s : all) if (s.equalsIgnoreCase(recipient)) return List.of(s);
        throw new Err(400, recipient + " is not a recipient of it");
    }
    static List<Long> landed(World w, Obj m, List<String> rec, long at) {
        hand(w, m, Math.min(at, w.now()));
        List<Long> ids = new ArrayList<>();
        for (String r : rec) {
            m.<Obj>list("_events").add(Obj.of("kind", "delivered", "recipient", r, "occurredAt", World.plain(at), "_at", at));
            m.and("state", "landed", "stateAt", World.plain(at));
            ids.addAll(emit(w, m, "mail.landed", r, null, at, null));
        }
        return ids;
    }
    static List<Long> returned(World w, Obj m, List<String> rec, boolean hard, Map<String, Object> detail, long at, List<String> supp) {
        hand(w, m, Math.min(at, w.now()));
        List<Long> ids = new ArrayList<>();
        for (String r : rec) {
            Map<String, Object> det = detail != null ? detail : Map.of("diagnostic", hard ? "550 5.1.1 no such mailbox" : "452 4.2.2 mailbox full");
            m.<Obj>list("_events").add(Obj.of("kind", "bounced", "bounceType", hard ? "permanent" : "transient", "recipient", r, "detail", det, "occurredAt", World.plain(at), "_at", at));
            m.and("state", "returned", "stateAt", World.plain(at), "lastError", hard ? "refused for good" : "refused for now");
            if (hard) suppress(w, m, r, "bounce", supp);
            ids.addAll(emit(w, m, "mail.returned", r, hard ? "permanent" : "transient", at, det));
        }
        posture(w, m.s("_org"));
        return ids;
    }
    static List<Long> flagged(World w, Obj m, List<String> rec, Map<String, Object> detail, long at, List<String> supp) {
        hand(w, m, Math.min(at, w.now()));
        List<Long> ids = new ArrayList<>();
        for (String r : rec) {
            m.<Obj>list("_events").add(Obj.of("kind", "complained", "recipient", r, "detail", detail, "occurredAt", World.plain(at), "_at", at));
            m.and("state", "flagged", "stateAt", World.plain(at));
            suppress(w, m, r, "complaint", supp);
            ids.addAll(emit(w, m, "mail.flagged", r, null, at, detail));
        }
        posture(w, m.s("_org"));
        return ids;
    }
    static void suppress(World w, Obj m, String address, String reason, List<String> added) {
        if (suppressed(w, m.s("_org"), address) != null) return;
        String id = w.id();
        w.suppressions.put(id, Obj.of("id", id, "address", address.toLowerCase(), "reason", reason, "createdAt", w.stamp(), "_org", m.s("_org")));
        added.add(id);
    }
    /** Pauses sending when bounces or complaints of the last day are above their threshold. */
    static void posture(World w, String org) {
        Obj o = w.orgs.get(org);
        if (o.b("paused")) return;
        long from = Math.max(w.now() - DAY, o.l("_clean"));
        double n = 0, hard = 0, bad = 0;
        for (Obj m : w.messages.values()) {
            if (!m.is("_org", org) || !m.is("direction", "send")) continue;
            if (m.l("_at") >= from) n++;
            for (Obj e : m.<Obj>list("_events")) if (e.l("_at") > from || e.l("_at") == from && o.l("_clean") == 0) {
                if (e.is("bounceType", "permanent")) hard++;
                if (e.is("kind", "complained")) bad++;
            }
        }
        if (n < LEAST) return;
        String why = hard * 100 / n > BOUNCE_PCT ? "too many returned messages" : bad * 100 / n > COMPLAINT_PCT ? "too many flagged messages" : null;
        if (why != null) o.and("paused", true, "pausedAt", w.stamp(), "pauseReason", why);
    }
    static boolean fits(String pattern, String local) {
        if (pattern.endsWith("*")) return local.toLowerCase().startsWith(pattern.substring(0, pattern.length() - 1));
        return local.equalsIgnoreCase(pattern);
    }
    static Obj arrive(World w, String from, List<String> to, List<String> cc, String subject, String text, Long size, long at) {
        Map<Obj, List<String>> by = new LinkedHashMap<>();
        List<String> all = new ArrayList<>(to);
        if (cc != null) all.addAll(cc);
        boolean known = false;
        for (String a : all) {
            Obj d = domainOf(w, a);
            if (d == null) continue;
            known = true;
            if (d.is("receiveState", "verified") && w.orgs.get(d.s("_org")).b("email")) by.computeIfAbsent(d, x -> new ArrayList<>()).add(a.substring(0, a.lastIndexOf('@')));
        }
        if (!known) throw Err.gone("no domain of these recipients is known");
        if (by.isEmpty()) throw Err.clash("the domain does not receive mail");
        String first = null;
        List<String> rs = new ArrayList<>();
        List<Long> ids = new ArrayList<>();
        for (var e : by.entrySet()) {
            Obj d = e.getKey(), m = message(w, d.s("_org"), "receive", d, from, to, cc, subject, text, size, "mx", at);
            if (first == null) first = m.s("id");
            Set<String> hooks = new LinkedHashSet<>();
            for (Obj r : w.routes.values()) if (r.is("domainId", d.s("id"))) for (String local : e.getValue()) if (fits(r.s("pattern"), local)) { if (!rs.contains(r.s("id"))) rs.add(r.s("id")); hooks.add(r.s("endpointId")); }
            for (String h : hooks) {
                Obj hook = w.hooks.get(h);
                if (hook != null && !hook.b("disabled") && hook.<String>list("eventTypes").contains("mail.taken-in")) ids.add(deliver(w, hook, "mail.taken-in", m, payload(w, m, "mail.taken-in", null, null, at, null)));
            }
        }
        return Obj.of("messageId", first, "routeIds", rs, "deliveryIds", ids);
    }

    // ---- webhooks
    static String payload(World w, Obj m, String type, String recipient, String bounce, long at, Map<String, Object> detail) {
        return Json.write(Obj.of("notice", "nt_" + U.rnd(18), "event", type, "tenant", m.s("_org"), "happenedAt", World.plain(at),
            "mail", Obj.of("id", m.s("id"), "domainId", m.s("domainId"), "direction", m.s("direction"), "from", m.s("from"), "to", m.get("to"), "subject", m.s("subject")),
            "recipient", recipient, "bounceType", bounce, "detail", detail));
    }
    static List<Long> emit(World w, Obj m, String type, String recipient, String bounce, long at, Map<String, Object> detail) {
        List<Long> ids = new ArrayList<>();
        for (Obj h : w.hooks.values()) if (h.is("_org", m.s("_org")) && !h.b("disabled") && h.<String>list("eventTypes").contains(type))
            ids.add(deliver(w, h, type, m, payload(w, m, type, recipient, bounce, at, detail)));
        return ids;
    }
    static long deliver(World w, Obj hook, String type, Obj m, String payload) {
        long id = ++w.deliveryId;
        Obj d = Obj.of("id", id, "endpointId", hook.s("id"), "eventType", type, "messageId", m == null ? null : m.s("id"), "state", "pending", "attempts", 0L, "lastStatus", null, "lastError", null,
            "deliveredAt", null, "createdAt", w.stamp(), "_org", hook.s("_org"), "_payload", payload, "_seq", w.next());
        w.deliveries.put(id, d);
        w.at(w.now(), "email-delivery", "" + id, () -> attempt(w, d));
        return id;
    }
    static final ExecutorService OUT = Executors.newFixedThreadPool(12, r -> { Thread t = new Thread(r); t.setDaemon(true); return t; });

    static void attempt(World w, Obj d) {
        Obj h = w.hooks.get(d.s("endpointId"));
        if (w != World.w && World.w != null || h == null || !d.is("state", "pending") || w.deliveries.get(d.l("id")) != d) return;
        if (h.b("disabled")) { d.and("state", "failed", "lastError", "endpoint switched off"); return; }
        long n = d.l("attempts") + 1;
        d.and("attempts", n, "state", "delivering");
        List<Obj> script = h.list("_script");
        boolean scripted = script != null;
        long secs = (scripted ? w.now() : System.currentTimeMillis()) / 1000;
        String body = d.s("_payload"), mac = hmac(h.s("_secret"), secs + "." + body);
        Map<String, Object> heads = new LinkedHashMap<>();
        heads.put("content-type", "application/json");
        heads.put("user-agent", "Meridian-Notices/3");
        heads.put("x-meridian-delivery", "" + d.l("id"));
        heads.put("x-meridian-seal", "t=" + secs + ",v1=" + mac);
        Obj log = Obj.of("deliveryId", d.l("id"), "endpointId", h.s("id"), "attempt", n, "at", World.iso(w.now()), "url", h.s("url"), "headers", heads, "body", body, "scripted", scripted);
        w.attempts.add(log);
        if (w.attempts.size() > 5000) w.attempts.remove(0);
        if (scripted) {
            Obj a = script.get(0);
            if (script.size() > 1) script.remove(0); else if (!h.b("_repeat")) h.remove("_script");
            Long st = (Long) a.get("status");
            result(w, d, log, st == null ? null : st.intValue(), a.s("failure") != null ? a.s("failure") : st == null ? "refused" : null);
            return;
        }
        String url = h.s("url");
        OUT.submit(() -> {
            Integer status = null; String error = null;
            try {
                HttpRequest.Builder q = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(8)).POST(HttpRequest.BodyPublishers.ofString(body));
                heads.forEach((k, v) -> q.header(k, (String) v));
                status = Registry.CLIENT.send(q.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
            } catch (HttpTimeoutException e) { error = "no answer in time"; }
            catch (Exception e) { error = "no connection"; }
            synchronized (World.LOCK) { if (World.w == w) { w.tick(); result(w, d, log, status, error); } }
        });
    }
    static void result(World w, Obj d, Obj log, Integer status, String error) {
        if (status != null) { log.put("status", (long) status); d.put("lastStatus", (long) status); }
        if (error != null) { log.put("error", error); d.put("lastStatus", null); }
        if (status != null && status >= 200 && status < 300) { d.and("state", "delivered", "deliveredAt", w.stamp(), "lastError", null); return; }
        d.put("lastError", error != null ? error : "endpoint answered " + status);
        Obj h = w.hooks.get(d.s("endpointId"));
        if (d.l("attempts") >= WAITS.length || h == null || h.b("disabled")) { d.put("state", "failed"); return; }
        d.put("state", "pending");
        w.in(WAITS[(int) d.l("attempts")], "email-delivery", "" + d.l("id"), () -> attempt(w, d));
    }
    static String hmac(String secret, String text) {
        try { Mac m = Mac.getInstance("HmacSHA256"); m.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256")); return U.hex(m.doFinal(text.getBytes(StandardCharsets.UTF_8))); }
        catch (Exception e) { throw new IllegalStateException(e); }
    }

    // ---- cursors: encrypted, so that nobody builds upon what is in them
    static final SecretKeySpec CKEY = new SecretKeySpec(U.RND.generateSeed(16), "AES");
    static String seal(String text) {
        try {
            byte[] iv = new byte[12]; U.RND.nextBytes(iv);
            Cipher c = Cipher.getInstance("AES/GCM/NoPadding");
            c.init(Cipher.ENCRYPT_MODE, CKEY, new GCMParameterSpec(128, iv));
            byte[] e = c.doFinal(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(ByteBuffer.allocate(12 + e.length).put(iv).put(e).array());
        } catch (Exception e) { throw new IllegalStateException(e); }
    }
    static String open(String cursor) {
        try {
            byte[] b = Base64.getUrlDecoder().decode(cursor);
            Cipher c = Cipher.getInstance("AES/GCM/NoPadding");
            c.init(Cipher.DECRYPT_MODE, CKEY, new GCMParameterSpec(128, b, 0, 12));
            return new String(c.doFinal(b, 12, b.length - 12), StandardCharsets.UTF_8);
        } catch (Exception e) { throw Err.bad("this cursor was not issued here"); }
    }

    static String url(String s) {
        URI u;
        try { u = new URI(s); } catch (Exception e) { throw Err.bad("url is not a URI"); }
        if (u.getHost() == null || u.getPort() > 65535 || u.getUserInfo() != null || u.getFragment() != null || !("https".equals(u.getScheme()) || "http".equals(u.getScheme()) && U.loopback(u.getHost())))
            throw Err.bad("url must be an https URL (http only for this machine)");
        return s;
    }
    static List<String> types(Body b) {
        List<String> l = b.optStrs("eventTypes", 60);
        if (l != null) for (String s : l) if (!TYPES.contains(s)) throw Err.bad("no event type " + s);
        return l;
    }
    static Obj mine(Ctx c, Map<String, Obj> all, String what) {
        Obj o = all.get(c.v("id"));
        if (o == null || !o.is("_org", c.orgId())) throw Err.gone("no " + what + " " + c.v("id"));
        return o;
    }

    static void routes(Main m) {
        String E = "/api/v1/email";
        m.on("GET", E + "/domains", c -> { c.need("email.domain.read").query(); return Out.ok(Obj.of("domains", U.zToA(U.keep(c.w.domains.values(), d -> d.is("_org", c.orgId()) && c.can("email.domain.read", d.s("id"))), "name"))); });
        m.on("POST", E + "/domains", c -> {
            c.needOn("email.domain.write", null).query();
            Body b = c.body();
            String n = b.str("name", 200);
            b.done();
            if (!n.matches(U.HOST)) throw Err.bad("name must be a host name in small letters, without a dot at its end");
            for (Obj d : c.w.domains.values()) if (d.is("name", n)) throw Err.clash("the domain has a live claim");
            if (c.w.claimedElsewhere.contains(n)) throw Err.clash("the domain has a live claim");
            return Out.made(make(c.w, c.orgId(), n));
        });
        m.on("GET", E + "/domains/{id}", c -> Out.ok(domain(c, "email.domain.read")));
        m.on("DELETE", E + "/domains/{id}", c -> {
            Obj d = domain(c, "email.domain.write");
            String id = d.s("id");
            c.w.domains.remove(id);
            c.w.routes.values().removeIf(r -> r.is("domainId", id));
            List<Obj> gone = U.keep(c.w.messages.values(), x -> x.is("domainId", id));
            for (Obj x : gone) {
                c.w.messages.remove(x.s("id"));
                if (x.is("direction", "send")) { String k = "_lost" + Math.floorDiv(x.l("_at"), DAY); c.org.put(k, c.org.l(k) + 1); }
            }
            for (Obj k : c.w.sendKeys.values()) if (k.<String>list("domainIds").contains(id)) {
                if (k.<String>list("domainIds").size() == 1) { if (k.get("revokedAt") == null) k.put("revokedAt", c.w.stamp()); }
                else { List<String> l = new ArrayList<>(k.<String>list("domainIds")); l.remove(id); k.put("domainIds", l); }
            }
            return Out.none();
        });
        m.on("GET", E + "/domains/{id}/dns", c -> {
            Obj d = domain(c, "email.domain.read");
            List<Obj> l = new ArrayList<>();
            for (Obj r : d.<Obj>list("dnsRecords")) {
                String seen = c.w.dns.get(r.s("type") + " " + r.s("name"));
                String f = c.w.down.contains("dns") ? "error" : seen == null ? "missing" : seen.equals(r.s("value")) ? "found" : "mismatch";
                l.add(Obj.of("capability", r.s("capability"), "type", r.s("type"), "name", r.s("name"), "wanted", r.s("value"), "finding", f, "seen", f.equals("mismatch") || f.equals("found") ? seen : null));
            }
            return Out.ok(Obj.of("records", l));
        });
        m.on("POST", E + "/domains/{id}/check", c -> {
            Obj d = domain(c, "email.domain.write");
            c.noBody();
            if (d.b("_checking")) throw Err.clash("a check of this domain is under way");
            d.put("_checking", true);
            World w = c.w;
            w.in(3, "email-check", d.s("id"), () -> { d.put("_checking", false); if (w.domains.get(d.s("id")) == d) pass(w, d, true); });
            return new Out(202, Obj.of("status", "in line"));
        });
        m.on("POST", E + "/domains/{id}/receive", c -> {
            Obj d = domain(c, "email.domain.write");
            c.noBody();
            if (!d.is("sendState", "verified")) throw Err.clash("the domain must be verified for sending first");
            if (d.is("receiveState", "none") || d.is("receiveState", "failed")) d.put("receiveState", "pending");
            return Out.ok(d);
        });

        m.on("GET", E + "/keys", c -> { c.need("email.key.read").needOn("email.key.read", null).query(); return Out.ok(Obj.of("sendKeys", U.zToA(U.keep(c.w.sendKeys.values(), k -> k.is("_org", c.orgId())), "name"))); });
        m.on("POST", E + "/keys", c -> {
            c.needOn("email.key.admin", null).query();
            Body b = c.body();
            String n = b.name("name");
            List<String> ids = b.optStrs("domainIds", 60);
            b.done();
            if (ids != null) for (String i : ids) if (c.w.domains.get(i) == null || !c.w.domains.get(i).is("_org", c.orgId())) throw Err.bad("no domain " + i);
            for (Obj k : c.w.sendKeys.values()) if (k.is("_org", c.orgId()) && k.get("revokedAt") == null && k.s("name").equalsIgnoreCase(n)) throw Err.clash("a key of this name exists");
            String id = c.w.id(), secret = "msk_" + U.rnd(40);
            Obj k = Obj.of("id", id, "name", n, "keyId", "SK" + U.digits(9), "domainIds", ids == null ? List.of() : ids, "createdAt", c.w.stamp(), "lastUsedAt", null, "revokedAt", null, "_org", c.orgId(), "_hash", U.hash(secret));
            c.w.sendKeys.put(id, k);
            return Out.made(Obj.of("sendKey", k, "secret", secret));
        });
        m.on("DELETE", E + "/keys/{id}", c -> {
            c.needOn("email.key.admin", null).query();
            Obj k = mine(c, c.w.sendKeys, "send key");
            if (k.get("revokedAt") != null) throw Err.clash("the key is already revoked");
            k.put("revokedAt", c.w.stamp());
            return Out.none();
        });

        m.on("GET", E + "/routes", c -> { c.need("email.route.read").query(); return Out.ok(Obj.of("routes", U.zToA(U.keep(c.w.routes.values(), r -> r.is("_org", c.orgId()) && c.can("email.route.read", r.s("domainId"))), "pattern"))); });
        m.on("POST", E + "/routes", c -> {
            c.need("email.route.write").query();
            Body b = c.body();
            String d = b.str("domainId", 60), p = b.str("pattern", 64), e = b.str("endpointId", 60);
            b.done();
            Obj dom = c.w.domains.get(d), h = c.w.hooks.get(e);
            if (dom == null || !dom.is("_org", c.orgId())) throw Err.bad("no domain " + d);
            c.needOn("email.route.write", d);
            if (h == null || !h.is("_org", c.orgId())) throw Err.bad("no endpoint " + e);
            if (!p.matches("[a-z0-9._%+=-]*\\*?") || p.startsWith(".") || p.contains("..")) throw Err.bad("pattern is a local part in small letters, a prefix that ends in a star, or a lone star");
            if (!dom.is("receiveState", "verified")) throw Err.clash("receiving is not armed on the domain" + (dom.is("receiveState", "none") ? "" : ": its MX record is not verified"));
            for (Obj r : c.w.routes.values()) if (r.is("domainId", d) && r.is("pattern", p)) throw Err.clash("the pattern exists on the domain");
            if (h.b("disabled")) throw Err.clash("the endpoint is switched off");
            String id = c.w.id();
            Obj r = Obj.of("id", id, "domainId", d, "pattern", p, "endpointId", e, "createdAt", c.w.stamp(), "_org", c.orgId());
            c.w.routes.put(id, r);
            return Out.made(r);
        });
        m.on("DELETE", E + "/routes/{id}", c -> {
            c.need("email.route.write").query();
            Obj r = mine(c, c.w.routes, "route");
            c.needOn("email.route.write", r.s("domainId"));
            c.w.routes.remove(r.s("id"));
            return Out.none();
        });

        m.on("GET", E + "/messages", c -> {
            c.need("email.message.read").query("direction", "state", "domainId", "to", "since", "cursor");
            String dir = c.q.get("direction"), st = c.q.get("state"), dom = c.q.get("domainId"), to = c.q.get("to"), since = c.q.get("since"), cur = c.q.get("cursor");
            for (var e : c.q.entrySet()) if (e.getValue().isBlank()) throw Err.bad("query parameter " + e.getKey() + " is empty");
            if (dir != null && !dir.equals("send") && !dir.equals("receive")) throw Err.bad("direction is send or receive");
            if (st != null && !Set.of("spooled", "dispatched", "landed", "returned", "flagged", "taken-in").contains(st)) throw Err.bad("no state " + st);
            if (dom != null && (c.w.domains.get(dom) == null || !c.w.domains.get(dom).is("_org", c.orgId()))) throw Err.bad("no domain " + dom);
            if (dom != null) c.needOn("email.message.read", dom);
            Long from = since == null ? null : World.instant(since);
            if (since != null && from == null) throw Err.bad("since is an instant in ISO 8601 with its offset");
            String filters = c.orgId() + "|" + dir + "|" + st + "|" + dom + "|" + (to == null ? null : to.toLowerCase()) + "|" + from;
            long at = Long.MAX_VALUE, seq = Long.MAX_VALUE;
            if (cur != null) {
                String[] x = open(cur).split("\n", 3);
                if (!x[2].equals(filters)) throw Err.bad("this cursor belongs to other filters");
                at = Long.parseLong(x[0]); seq = Long.parseLong(x[1]);
            }
            long at0 = at, seq0 = seq, edge = c.w.now() - 90 * DAY;
            List<Obj> l = U.keep(c.w.messages.values(), x -> x.is("_org", c.orgId()) && x.l("_at") > edge && (dir == null || x.is("direction", dir)) && (st == null || x.is("state", st))
                && (dom == null || x.is("domainId", dom)) && (from == null || x.l("_at") > from) && (to == null || hasTo(x, to)) && c.can("email.message.read", x.s("domainId"))
                && (x.l("_at") < at0 || x.l("_at") == at0 && x.l("_seq") < seq0));
            l.sort((a, z) -> a.l("_at") != z.l("_at") ? Long.compare(z.l("_at"), a.l("_at")) : Long.compare(z.l("_seq"), a.l("_seq")));
            String next = null;
            if (l.size() > PAGE) { l = l.subList(0, PAGE); Obj z = l.get(PAGE - 1); next = seal(z.l("_at") + "\n" + z.l("_seq") + "\n" + filters); }
            return Out.ok(Obj.of("messages", l, "cursor", next));
        });
        m.on("GET", E + "/messages/{id}", c -> { Obj x = message(c); return Out.ok(Obj.of("message", x, "events", x.get("_events"))); });
        m.on("GET", E + "/messages/{id}/content", c -> {
            Obj x = message(c);
            if (x.l("_at") <= c.w.now() - 30 * DAY) throw Err.gone("the content is past its retention window");
            Out o = Out.ok(null);
            o.raw = x.s("_raw"); o.type = "message/rfc822";
            return o;
        });
        m.on("GET", E + "/settings", c -> {
            c.need("email.settings.read").query();
            Obj o = c.org;
            return Out.ok(Obj.of("dailyQuota", o.l("daily"), "paused", o.b("paused"), "pausedAt", o.get("pausedAt"), "pauseReason", o.get("pauseReason"), "bouncePausePct", BOUNCE_PCT, "complaintPausePct", COMPLAINT_PCT, "acceptedToday", accepted(c.w, c.orgId(), c.w.now())));
        });

        m.on("GET", E + "/suppressions", c -> { c.needOn("email.suppression.read", null).query(); return Out.ok(Obj.of("suppressions", U.zToA(U.keep(c.w.suppressions.values(), s -> s.is("_org", c.orgId())), "address"))); });
        m.on("POST", E + "/suppressions", c -> {
            c.needOn("email.suppression.write", null).query();
            Body b = c.body();
            String a = b.str("address", 254);
            b.done();
            if (!U.mail(a)) throw Err.bad("address is not an email address");
            if (suppressed(c.w, c.orgId(), a) != null) throw Err.clash("the address is already suppressed");
            String id = c.w.id();
            Obj s = Obj.of("id", id, "address", a.toLowerCase(), "reason", "manual", "createdAt", c.w.stamp(), "_org", c.orgId());
            c.w.suppressions.put(id, s);
            return Out.made(s);
        });
        m.on("DELETE", E + "/suppressions/{id}", c -> { c.needOn("email.suppression.write", null).query(); c.w.suppressions.remove(mine(c, c.w.suppressions, "suppression").s("id")); return Out.none(); });

        m.on("GET", E + "/webhooks", c -> { c.needOn("email.webhook.read", null).query(); return Out.ok(Obj.of("webhooks", U.zToA(U.keep(c.w.hooks.values(), h -> h.is("_org", c.orgId())), "url"))); });
        m.on("POST", E + "/webhooks", c -> {
            c.needOn("email.webhook.write", null).query();
            Body b = c.body();
            String u = url(b.str("url", 2000));
            b.must("eventTypes");
            List<String> t = types(b);
            b.done();
            for (Obj h : c.w.hooks.values()) if (h.is("_org", c.orgId()) && h.is("url", u)) throw Err.clash("an endpoint with this url exists");
            String id = c.w.id(), secret = "mws_" + U.rnd(40);
            Obj h = Obj.of("id", id, "url", u, "eventTypes", t, "disabled", false, "createdAt", c.w.stamp(), "_org", c.orgId(), "_secret", secret);
            c.w.hooks.put(id, h);
            return Out.made(Obj.of("webhook", h, "signingSecret", secret));
        });
        m.on("PATCH", E + "/webhooks/{id}", c -> {
            c.needOn("email.webhook.write", null).query();
            Obj h = mine(c, c.w.hooks, "endpoint");
            Body b = c.body();
            String u = b.optStr("url", 2000);
            if (u != null) url(u);
            List<String> t = types(b);
            Boolean off = b.optBool("disabled");
            b.doneChange();
            if (u != null) for (Obj x : c.w.hooks.values()) if (x != h && x.is("_org", c.orgId()) && x.is("url", u)) throw Err.clash("an endpoint with this url exists");
            if (u != null) h.put("url", u);
            if (t != null) h.put("eventTypes", t);
            if (off != null) {
                h.put("disabled", off);
                if (off) for (Obj d : c.w.deliveries.values()) if (d.is("endpointId", h.s("id")) && d.is("state", "pending")) d.and("state", "failed", "lastError", "endpoint switched off");
            }
            return Out.ok(h);
        });
        m.on("DELETE", E + "/webhooks/{id}", c -> {
            c.needOn("email.webhook.write", null).query();
            Obj h = mine(c, c.w.hooks, "endpoint");
            for (Obj r : c.w.routes.values()) if (r.is("endpointId", h.s("id"))) throw Err.clash("an inbound route still targets the endpoint");
            c.w.hooks.remove(h.s("id"));
            c.w.deliveries.values().removeIf(d -> d.is("endpointId", h.s("id")));
            return Out.none();
        });
        m.on("POST", E + "/webhooks/{id}/rotate-secret", c -> {
            c.needOn("email.webhook.admin", null).query(); c.noBody();
            Obj h = mine(c, c.w.hooks, "endpoint");
            String s = "mws_" + U.rnd(40);
            h.put("_secret", s);
            return Out.ok(Obj.of("signingSecret", s));
        });
        m.on("GET", E + "/webhook-deliveries", c -> {
            c.needOn("email.webhook.read", null).query("messageId", "endpointId");
            String mi = c.q.get("messageId"), ei = c.q.get("endpointId");
            if (mi != null && (c.w.messages.get(mi) == null || !c.w.messages.get(mi).is("_org", c.orgId()))) throw Err.bad("no message " + mi);
            if (ei != null && (c.w.hooks.get(ei) == null || !c.w.hooks.get(ei).is("_org", c.orgId()))) throw Err.bad("no endpoint " + ei);
            List<Obj> l = U.keep(c.w.deliveries.values(), d -> d.is("_org", c.orgId()) && (mi == null || d.is("messageId", mi)) && (ei == null || d.is("endpointId", ei)));
            l.sort((a, z) -> Long.compare(z.l("_seq"), a.l("_seq")));
            return Out.ok(Obj.of("deliveries", l.size() > LISTED ? l.subList(0, LISTED) : l));
        });
        m.on("POST", E + "/webhook-deliveries/{id}/redeliver", c -> {
            c.needOn("email.webhook.write", null).query(); c.noBody();
            Obj d = c.v("id").matches("[0-9]{1,15}") ? c.w.deliveries.get(Long.parseLong(c.v("id"))) : null;
            if (d == null || !d.is("_org", c.orgId())) throw Err.gone("no delivery " + c.v("id"));
            if (!d.is("state", "delivered") && !d.is("state", "failed")) throw Err.clash("the delivery is not finished");
            Obj h = c.w.hooks.get(d.s("endpointId"));
            if (h.b("disabled")) throw Err.clash("the endpoint is switched off");
            Obj msg = d.s("messageId") == null ? null : Obj.of("id", d.s("messageId"));
            return new Out(202, Obj.of("id", deliver(c.w, h, d.s("eventType"), msg, d.s("_payload"))));
        });

        m.door("POST", E + "/submissions", c -> {
            String s = c.bearer != null ? c.bearer : c.credential;
            Obj key = null;
            if (s != null) for (Obj k : c.w.sendKeys.values()) if (k.is("_hash", U.hash(s)) && k.get("revokedAt") == null) key = k;
            if (key == null) throw new Err(401, "no valid send key");
            if (c.w.down.contains("email")) throw new Err(502, "the email backend is unreachable");
            Body b = c.body();
            String from = b.str("from", 254);
            List<String> to = b.strs("to", 254), cc = b.optStrs("cc", 254);
            String sub = b.optStr("subject", 900), text = b.has("text") && "".equals(b.m.get("text")) ? "" : b.optStr("text", 200000);
            b.done();
            List<String> all = new ArrayList<>(to);
            if (cc != null) all.addAll(cc);
            all.add(from);
            for (String a : all) if (!U.mail(a)) throw Err.bad(a + " is not an email address");
            try { return new Out(202, Obj.of("id", submit(c.w, from, to, cc, sub, text, null, key, "submission", null).s("messageId"))); }
            catch (Err e) { throw e.status == 404 ? Err.no(e.getMessage()) : e; }
        });
    }
    static boolean hasTo(Obj x, String to) {
        for (String s : x.<String>list("to")) if (s.equalsIgnoreCase(to)) return true;
        if (x.get("cc") != null) for (String s : x.<String>list("cc")) if (s.equalsIgnoreCase(to)) return true;
        return false;
    }
    static Obj message(Ctx c) {
        c.need("email.message.read").query();
        Obj x = c.w.messages.get(c.v("id"));
        if (x == null || !x.is("_org", c.orgId()) || x.l("_at") <= c.w.now() - 90 * DAY) throw Err.gone("no message " + c.v("id"));
        c.needOn("email.message.read", x.s("domainId"));
        return x;
    }
}
