import java.time.*;
import java.util.*;

/** Incidents, rotations, escalation, paging and alert sources. */
final class Oncall {
    static Obj get(Ctx c, Map<String, Obj> all, String what) {
        Obj o = all.get(c.v("id"));
        if (o == null || !o.is("_org", c.orgId())) throw Err.gone("no " + what + " " + c.v("id"));
        return o;
    }
    static Obj service(World w, String org, String id) { Obj s = w.ocServices.get(id); return s != null && s.is("_org", org) ? s : null; }

    // ---- incidents
    static Obj view(Obj i) {
        return i.only("id", "serviceId", "serviceName", "title", "status", "openedAt", "acknowledgedAt", "resolvedAt").and("firingAlerts", i.is("status", "resolved") ? 0L : firing(i));
    }
    static long firing(Obj i) { long n = 0; for (Obj a : i.<Obj>list("_alerts")) if (a.is("status", "firing")) n++; return n; }
    static void note(World w, Obj i, String what, String by, String text) { i.<Obj>list("_line").add(Obj.of("at", w.stamp(), "kind", what, "by", by, "text", text)); }

    static Obj open(World w, String org, Obj svc, String title, String text, boolean manual, String by) {
        String id = w.id();
        Obj i = Obj.of("id", id, "serviceId", svc.s("id"), "serviceName", svc.s("name"), "title", title, "status", "open", "openedAt", w.stamp(), "acknowledgedAt", null, "resolvedAt", null,
            "_org", org, "_seq", w.next(), "_manual", manual, "_text", text, "_alerts", new ArrayList<Obj>(), "_line", new ArrayList<Obj>(), "_updates", new ArrayList<Obj>());
        w.incidents.put(id, i);
        note(w, i, "raised", by, text);
        if (svc.get("escalationPolicyId") != null) { i.put("_policy", svc.s("escalationPolicyId")); arm(w, i, 0, 0, 0); }
        return i;
    }
    /** Walks the policy as it now is. The wait of a step comes before the step. Repeat counts all rounds. */
    static void arm(World w, Obj i, int step, long round, int walked) {
        Obj p = w.policies.get(i.s("_policy"));
        if (p == null || walked >= 500) return;
        List<Obj> steps = p.list("steps");
        if (step >= steps.size()) { step = 0; round++; }
        if (round >= Math.max(1, p.l("repeat"))) return;
        int s = step; long r = round;
        w.in(steps.get(s).l("waitSeconds"), "oncall-step", i.s("id"), () -> {
            if (!i.is("status", "open")) return;
            Obj q = w.policies.get(i.s("_policy"));
            if (q == null) return;
            List<Obj> now = q.list("steps");
            if (s < now.size()) page(w, i, now.get(s).o("target"), s, r);
            arm(w, i, s + 1, r, walked + 1);
        });
    }
    static void page(World w, Obj i, Obj target, int step, long round) {
        String org = i.s("_org"), uid = target.s("id");
        if (target.is("kind", "schedule")) {
            Obj s = w.schedules.get(uid);
            Obj on = s == null ? null : onCall(w, s);
            if (on == null) { note(w, i, "nobody", null, "nobody is on call"); return; }
            uid = on.s("userId");
        }
        Obj seat = w.seat(org, uid), u = w.users.get(uid);
        if (seat == null || u == null) { note(w, i, "passed-over", uid, "the responder has left"); return; }
        Obj set = settings(w, org, u);
        String user = uid;
        for (Obj r : set.<Obj>list("rules")) w.in(r.l("delaySeconds"), "oncall-page", i.s("id"), () -> {
            if (!i.is("status", "open") || w.seat(org, user) == null) return;
            String ch = r.s("channel"), err = null;
            Obj o = w.orgs.get(org);
            if (!ch.equals("email")) {
                if (o.get("_provider") == null) err = "no-credential: the organization has no provider login";
                else if (!o.is("pages", "accepts")) err = o.is("pages", "rejects") ? "the provider rejected the page" : "the provider cannot be reached";
            }
            Obj cur = settings(w, org, u);
            Obj pg = Obj.of("id", (long) w.pages.size() + 1, "at", World.iso(w.now()), "incidentId", i.s("id"), "userId", user, "channel", ch, "to", ch.equals("email") ? u.s("email") : cur.s("phone"),
                "step", (long) step, "round", round, "outcome", err == null ? "sent" : "failed", "error", err);
            w.pages.add(pg);
            note(w, i, err == null ? "paged" : "page-failed", user, ch + (err == null ? "" : ": " + err));
        });
    }
    static Obj fire(World w, Obj svc, String print, String title, Object labels, Object notes) {
        Obj i = null;
        for (Obj x : w.incidents.values()) if (x.is("serviceId", svc.s("id")) && !x.is("status", "resolved")) { if (i == null) i = x; }
        boolean opened = i == null;
        if (opened) i = open(w, svc.s("_org"), svc, title, null, false, "monitoring");
        Obj a = null;
        for (Obj x : i.<Obj>list("_alerts")) if (x.is("fingerprint", print)) a = x;
        if (a == null) { a = Obj.of("fingerprint", print, "status", "firing", "startedAt", w.stamp(), "endedAt", null, "labels", labels, "annotations", notes); i.<Obj>list("_alerts").add(a); note(w, i, "alert", null, print + " fires"); }
        else if (!a.is("status", "firing")) { a.and("status", "firing", "endedAt", null); note(w, i, "alert", null, print + " fires again"); }
        i.put("_had", true);
        return Obj.of("incidentId", i.s("id"), "opened", opened, "firingAlerts", firing(i));
    }
    static Obj calm(World w, Obj svc, String print) {
        Obj hit = null, al = null;
        for (Obj x : w.incidents.values()) if (x.is("serviceId", svc.s("id"))) for (Obj a : x.<Obj>list("_alerts")) if (a.is("fingerprint", print) && a.is("status", "firing")) { hit = x; al = a; }
        if (hit == null) return null;
        al.and("status", "resolved", "endedAt", w.stamp());
        note(w, hit, "alert", null, print + " is over");
        Obj i = hit;
        long mark = w.next();
        i.put("_quiet", mark);
        if (!i.b("_manual") && firing(i) == 0) w.in(120, "oncall-quiet", i.s("id"), () -> {
            if (i.is("status", "open") && firing(i) == 0 && i.l("_quiet") == mark) { i.and("status", "resolved", "resolvedAt", w.stamp()); note(w, i, "closed", null, "no alert fires any more"); }
        });
        return Obj.of("incidentId", i.s("id"), "resolved", i.is("status", "resolved"), "firingAlerts", firing(i));
    }
    static Obj board(World w, Obj svc) {
        List<Obj> l = new ArrayList<>();
        for (Obj i : w.incidents.values()) if (i.is("serviceId", svc.s("id")) && !i.<Obj>list("_updates").isEmpty()) l.add(publicly(i));
        Collections.reverse(l);
        return Obj.of("serviceId", svc.s("id"), "serviceName", svc.s("name"), "incidents", l);
    }
    static Obj publicly(Obj i) {
        return i.only("id", "serviceId", "serviceName", "title", "status", "openedAt", "resolvedAt").and("updates", new ArrayList<>(i.<Obj>list("_updates")));
    }

    // ---- rotations
    static long[] shift(Obj s, long now) {
        ZoneId z = ZoneId.of(s.s("timezone"));
        Obj h = s.o("handoff");
        LocalTime t = LocalTime.parse(h.s("time"));
        LocalDate d = Instant.ofEpochMilli(now).atZone(z).toLocalDate().plusDays(1);
        boolean weekly = h.is("interval", "weekly");
        int step = weekly ? 7 : 1;
        if (weekly) d = d.with(java.time.temporal.TemporalAdjusters.nextOrSame(DayOfWeek.of((int) h.l("dow"))));
        while (d.atTime(t).atZone(z).toInstant().toEpochMilli() > now) d = d.minusDays(step);
        return new long[] {Math.floorDiv(d.toEpochDay() + (weekly ? 3 : 0), step), d.plusDays(step).atTime(t).atZone(z).toInstant().toEpochMilli()};
    }
    static Obj onCall(World w, Obj s) {
        long now = w.now();
        for (Obj o : s.<Obj>list("_over")) if (o.l("_from") <= now && now < o.l("_to")) return Obj.of("userId", o.s("userId"), "label", o.s("label"), "until", World.plain(o.l("_to")), "override", true);
        List<Obj> p = s.list("participants");
        long[] x = shift(s, now);
        long until = x[1];
        for (Obj o : s.<Obj>list("_over")) if (o.l("_from") > now) until = Math.min(until, o.l("_from"));
        Obj who = p.get((int) Math.floorMod(x[0], (long) p.size()));
        return Obj.of("userId", who.s("userId"), "label", who.s("label"), "until", World.plain(until), "override", false);
    }
    static Obj schedule(World w, Obj s) {
        return Obj.of("id", s.s("id"), "name", s.s("name"), "timezone", s.s("timezone"), "participants", s.get("participants"), "handoff", s.get("handoff"), "onCallNow", onCall(w, s),
            "overrides", U.keep(s.<Obj>list("_over"), o -> o.l("_to") > w.now()), "createdAt", s.s("createdAt"));
    }
    static List<Obj> people(Ctx c, Body b) {
        List<Obj> l = new ArrayList<>();
        for (Body x : b.objs("participants")) {
            String u = x.str("userId", 60), lab = x.name("label");
            x.done();
            if (c.w.seat(c.orgId(), u) == null) throw Err.bad("nobody here is " + u);
            for (Obj o : l) if (o.is("userId", u)) throw Err.bad(u + " takes part twice");
            l.add(Obj.of("userId", u, "label", lab));
        }
        if (l.isEmpty()) throw Err.bad("participants is empty");
        return l;
    }
    static Obj handoff(Body b) {
        Body h = b.obj("handoff");
        String in = h.en("interval", "daily", "weekly"), t = h.str("time", 8);
        Long dow = h.optNum("dow", 1, 7);
        h.done();
        if (!t.matches("([01][0-9]|2[0-3]):[0-5][0-9]")) throw Err.bad("handoff.time is HH:MM");
        if (in.equals("weekly") && dow == null) throw Err.bad("a weekly handoff needs dow, 1 (Monday) to 7 (Sunday)");
        if (in.equals("daily") && dow != null) throw Err.bad("a daily handoff has no dow");
        return Obj.of("interval", in, "dow", dow, "time", t);
    }
    static String zone(String z) {
        if (!ZoneId.getAvailableZoneIds().contains(z) || z.startsWith("SystemV/")) throw Err.bad("timezone must be the IANA name of a zone");
        return z;
    }
    static void unique(Ctx c, Map<String, Obj> all, String name, Obj self) {
        for (Obj o : all.values()) if (o != self && o.is("_org", c.orgId()) && o.s("name").equalsIgnoreCase(name)) throw Err.clash("the name " + name + " is taken");
    }

    // ---- policies
    static List<Obj> steps(Ctx c, Body b) {
        List<Obj> l = new ArrayList<>();
        for (Body x : b.objs("steps")) {
            Body t = x.obj("target");
            String kind = t.en("kind", "schedule", "user"), id = t.str("id", 60), lab = t.name("label");
            t.done();
            long wait = x.num("waitSeconds", 0, 86400);
            x.done();
            Obj s = c.w.schedules.get(id);
            if (kind.equals("user") ? c.w.seat(c.orgId(), id) == null : s == null || !s.is("_org", c.orgId())) throw Err.bad("no " + kind + " " + id);
            l.add(Obj.of("target", Obj.of("kind", kind, "id", id, "label", lab), "waitSeconds", wait));
        }
        if (l.isEmpty()) throw Err.bad("steps is empty");
        return l;
    }
    static Obj policy(World w, Obj p) {
        long n = 0;
        for (Obj s : w.ocServices.values()) if (s.is("escalationPolicyId", p.s("id"))) n++;
        return p.only("id", "name", "repeat", "steps").and("services", n, "createdAt", p.s("createdAt"));
    }

    // ---- paging settings, per person and organization
    static Obj settings(World w, String org, Obj u) {
        Obj s = w.paging.get(org + " " + u.s("id"));
        return Obj.of("email", u.s("email"), "phone", s == null ? "none" : s.s("phone"), "rules", s == null ? List.of(Obj.of("channel", "email", "delaySeconds", 0L)) : s.get("rules"));
    }
    static Obj provider(Obj org) {
        Obj p = org.o("_provider");
        return Obj.of("configured", p != null, "accountSid", p == null ? "none" : p.s("accountSid"), "fromNumber", p == null ? "none" : p.s("fromNumber"), "updatedAt", org.get("_providerAt") == null ? "never" : org.s("_providerAt"));
    }

    static void routes(Main m) {
        String O = "/api/v1/oncall";
        m.on("GET", O + "/carrier", c -> { c.needOn("oncall.provider.read", null).query(); return Out.ok(provider(c.org)); });
        m.on("POST", O + "/carrier", c -> {
            c.needOn("oncall.provider.admin", null).query();
            Body b = c.body();
            String sid = b.str("accountSid", 80), tok = b.str("authToken", 200), from = b.str("fromNumber", 40);
            b.done();
            if (!sid.matches("AC[0-9A-Za-z]{2,}")) throw Err.bad("accountSid begins with AC");
            if (!U.phone(from)) throw Err.bad("fromNumber is not in E.164 format");
            if (c.org.is("provider", "unreachable")) throw new Err(502, "the provider cannot be reached");
            if (c.org.is("provider", "rejects")) throw Err.bad("the provider rejects these credentials");
            c.org.put("_provider", Obj.of("accountSid", sid, "fromNumber", from, "_hash", U.hash(tok)));
            c.org.put("_providerAt", c.w.stamp());
            return Out.ok(provider(c.org));
        });
        m.on("DELETE", O + "/carrier", c -> {
            c.needOn("oncall.provider.admin", null).query();
            if (c.org.get("_provider") == null) throw Err.clash("no provider login is stored");
            c.org.put("_provider", null);
            c.org.put("_providerAt", c.w.stamp());
            return Out.none();
        });

        m.on("GET", O + "/cases", c -> {
            c.need("oncall.incident.read").query("status");
            String f = c.q.get("status");
            Map<String, String> names = Map.of("raised", "open", "taken", "acknowledged", "closed", "resolved");
            if (f != null && !names.containsKey(f)) throw Err.bad("status is one of raised, taken, closed");
            List<Obj> l = U.keep(c.w.incidents.values(), i -> i.is("_org", c.orgId()) && (f == null ? !i.is("status", "resolved") : i.is("status", names.get(f))) && c.can("oncall.incident.read", i.s("serviceId")));
            l.sort((a, z) -> Long.compare(z.l("_seq"), a.l("_seq")));
            List<Obj> out = new ArrayList<>();
            for (Obj i : l) if (out.size() < 100) out.add(view(i));
            return Out.ok(Obj.of("incidents", out));
        });
        m.on("POST", O + "/cases", c -> {
            c.need("oncall.incident.write").query();
            Body b = c.body();
            String s = b.str("serviceId", 60), t = b.str("title", 300), d = b.optStr("description", 8000);
            b.done();
            Obj svc = service(c.w, c.orgId(), s);
            if (svc == null) throw Err.bad("no on-call service " + s);
            c.needOn("oncall.incident.write", s);
            return Out.made(view(open(c.w, c.orgId(), svc, t, d, true, c.user.s("label"))));
        });
        m.on("GET", O + "/cases/{id}", c -> {
            Obj i = incident(c, "oncall.incident.read");
            return Out.ok(Obj.of("incident", view(i).and("description", i.get("_text"), "publicUpdates", new ArrayList<>(i.<Obj>list("_updates"))), "alerts", i.get("_alerts"), "timeline", i.get("_line")));
        });
        m.on("POST", O + "/cases/{id}/take", c -> {
            Obj i = incident(c, "oncall.incident.write");
            c.noBody();
            if (!i.is("status", "open")) throw Err.clash("the incident is already " + i.s("status"));
            i.and("status", "acknowledged", "acknowledgedAt", c.w.stamp());
            note(c.w, i, "taken", c.user.s("label"), c.uid());
            return Out.ok(view(i));
        });
        m.on("POST", O + "/cases/{id}/close", c -> {
            Obj i = incident(c, "oncall.incident.write");
            c.noBody();
            if (i.is("status", "resolved")) throw Err.clash("the incident is already resolved");
            i.and("status", "resolved", "resolvedAt", c.w.stamp());
            note(c.w, i, "closed", c.user.s("label"), c.uid());
            return Out.ok(view(i));
        });
        m.on("POST", O + "/cases/{id}/bulletins", c -> {
            Obj i = incident(c, "oncall.incident.write");
            Body b = c.body();
            String t = b.str("body", 5000);
            b.done();
            Obj u = Obj.of("id", c.w.id(), "at", c.w.stamp(), "body", t, "byLabel", c.user.s("label"));
            i.<Obj>list("_updates").add(u);
            note(c.w, i, "bulletin", c.user.s("label"), u.s("id"));
            return Out.made(u);
        });
        m.on("DELETE", O + "/cases/{id}/bulletins/{uid}", c -> {
            Obj i = incident(c, "oncall.incident.write");
            if (!i.<Obj>list("_updates").removeIf(u -> u.is("id", c.v("uid")))) throw Err.gone("no update " + c.v("uid"));
            note(c.w, i, "bulletin-withdrawn", c.user.s("label"), c.v("uid"));
            return Out.none();
        });

        m.on("GET", O + "/rotas", c -> {
            c.need("oncall.schedule.read").query();
            List<Obj> l = new ArrayList<>();
            for (Obj s : U.zToA(U.keep(c.w.schedules.values(), x -> x.is("_org", c.orgId())), "name")) l.add(schedule(c.w, s));
            return Out.ok(Obj.of("schedules", l));
        });
        m.on("POST", O + "/rotas", c -> {
            c.needOn("oncall.schedule.write", null).query();
            Body b = c.body();
            String n = b.name("name"), z = zone(b.str("timezone", 60));
            List<Obj> p = people(c, b);
            Obj h = handoff(b);
            b.done();
            unique(c, c.w.schedules, n, null);
            Obj s = Obj.of("id", c.w.id(), "name", n, "timezone", z, "participants", p, "handoff", h, "createdAt", c.w.stamp(), "_org", c.orgId(), "_over", new ArrayList<Obj>());
            c.w.schedules.put(s.s("id"), s);
            return Out.made(schedule(c.w, s));
        });
        m.on("PATCH", O + "/rotas/{id}", c -> {
            c.needOn("oncall.schedule.write", null).query();
            Obj s = get(c, c.w.schedules, "schedule");
            Body b = c.body();
            String n = b.optName("name"), z = b.optStr("timezone", 60);
            if (z != null) zone(z);
            List<Obj> p = b.has("participants") ? people(c, b) : null;
            Obj h = b.has("handoff") ? handoff(b) : null;
            b.doneChange();
            if (n != null) { unique(c, c.w.schedules, n, s); s.put("name", n); }
            if (z != null) s.put("timezone", z);
            if (p != null) s.put("participants", p);
            if (h != null) s.put("handoff", h);
            return Out.ok(schedule(c.w, s));
        });
        m.on("DELETE", O + "/rotas/{id}", c -> {
            c.needOn("oncall.schedule.write", null).query();
            Obj s = get(c, c.w.schedules, "schedule");
            for (Obj p : c.w.policies.values()) for (Obj x : p.<Obj>list("steps")) if (x.o("target").is("kind", "schedule") && x.o("target").is("id", s.s("id"))) throw Err.clash("an escalation step still targets the schedule");
            c.w.schedules.remove(s.s("id"));
            return Out.none();
        });
        m.on("POST", O + "/rotas/{id}/standins", c -> {
            c.needOn("oncall.schedule.write", null).query();
            Obj s = get(c, c.w.schedules, "schedule");
            Body b = c.body();
            String u = b.str("userId", 60), lab = b.name("label"), a = b.str("startsAt", 60), z = b.str("endsAt", 60);
            b.done();
            Long from = World.instant(a), to = World.instant(z);
            if (from == null || to == null) throw Err.bad("startsAt and endsAt are instants in ISO 8601 with their offset");
            if (to <= from) throw Err.bad("endsAt must be after startsAt");
            if (to <= c.w.now()) throw Err.bad("the override is over already");
            if (c.w.seat(c.orgId(), u) == null) throw Err.bad("nobody here is " + u);
            for (Obj o : s.<Obj>list("_over")) if (from < o.l("_to") && o.l("_from") < to) throw Err.clash("another override covers part of this time");
            Obj o = Obj.of("id", c.w.id(), "userId", u, "label", lab, "startsAt", World.plain(from), "endsAt", World.plain(to), "_from", from, "_to", to);
            s.<Obj>list("_over").add(o);
            s.<Obj>list("_over").sort((x, y) -> Long.compare(x.l("_from"), y.l("_from")));
            return Out.made(o);
        });
        m.on("DELETE", O + "/rotas/{id}/standins/{oid}", c -> {
            c.needOn("oncall.schedule.write", null).query();
            Obj s = get(c, c.w.schedules, "schedule");
            if (!s.<Obj>list("_over").removeIf(o -> o.is("id", c.v("oid")) && o.l("_to") > c.w.now())) throw Err.gone("no override " + c.v("oid"));
            return Out.none();
        });

        m.on("GET", O + "/self/paging", c -> { c.query(); return Out.ok(settings(c.w, c.orgId(), c.user)); });
        m.on("POST", O + "/self/paging", c -> {
            if (c.seat.is("role", "viewer")) throw Err.no("viewers are not paged");
            c.query();
            Body b = c.body();
            String ph = b.optStr("phone", 40);
            if (ph != null && !U.phone(ph)) throw Err.bad("phone is not in E.164 format");
            List<Obj> rules = new ArrayList<>();
            boolean calls = false;
            for (Body r : b.objs("rules")) {
                String ch = r.en("channel", "email", "sms", "voice");
                long d = r.num("delaySeconds", 0, 86400);
                r.done();
                for (Obj o : rules) if (o.is("channel", ch) && o.l("delaySeconds") == d) throw Err.bad("the same rule comes twice");
                rules.add(Obj.of("channel", ch, "delaySeconds", d));
                calls |= !ch.equals("email");
            }
            b.done();
            if (rules.isEmpty()) throw Err.bad("rules is empty");
            if (calls && ph == null) throw Err.bad("sms and voice need a phone");
            if (calls && c.org.get("_provider") == null) throw Err.clash("sms and voice need the provider login of the organization");
            c.w.paging.put(c.orgId() + " " + c.uid(), Obj.of("phone", ph == null ? "none" : ph, "rules", rules));
            return Out.ok(settings(c.w, c.orgId(), c.user));
        });

        m.on("GET", O + "/feeds", c -> { c.need("oncall.source.read").query(); return Out.ok(Obj.of("sources", U.zToA(U.keep(c.w.sources.values(), s -> s.is("_org", c.orgId()) && s.get("_revoked") == null && c.can("oncall.source.read", s.s("serviceId"))), "name"))); });
        m.on("POST", O + "/feeds", c -> {
            c.need("oncall.source.admin").query();
            Body b = c.body();
            String n = b.name("name"), s = b.str("serviceId", 60);
            b.done();
            if (service(c.w, c.orgId(), s) == null) throw Err.bad("no on-call service " + s);
            c.needOn("oncall.source.admin", s);
            for (Obj o : c.w.sources.values()) if (o.is("_org", c.orgId()) && o.get("_revoked") == null && o.s("name").equalsIgnoreCase(n)) throw Err.clash("the name " + n + " is taken");
            String tok = "maf_" + U.rnd(40), id = c.w.id();
            Obj o = Obj.of("id", id, "name", n, "serviceId", s, "createdAt", c.w.stamp(), "lastEventAt", "never", "_org", c.orgId(), "_hash", U.hash(tok));
            c.w.sources.put(id, o);
            return Out.made(o.copy().and("token", tok));
        });
        m.on("POST", O + "/feeds/{id}/revocation", c -> {
            c.need("oncall.source.admin").query(); c.noBody();
            Obj o = get(c, c.w.sources, "alert source");
            c.needOn("oncall.source.admin", o.s("serviceId"));
            if (o.get("_revoked") != null) throw Err.clash("the alert source is already revoked");
            o.put("_revoked", true);
            return Out.none();
        });

        m.on("POST", O + "/lines/{id}/policy", c -> {
            c.need("oncall.service.write").query();
            Obj s = get(c, c.w.ocServices, "on-call service");
            c.needOn("oncall.service.write", s.s("id"));
            Body b = c.body();
            if (!b.has("escalationPolicyId")) throw Err.bad("escalationPolicyId is required; null detaches");
            String id = b.m.get("escalationPolicyId") == null ? null : b.str("escalationPolicyId", 60);
            b.done();
            if (id != null && (c.w.policies.get(id) == null || !c.w.policies.get(id).is("_org", c.orgId()))) throw Err.bad("no escalation policy " + id);
            if (Objects.equals(id, s.get("escalationPolicyId"))) throw Err.clash(id == null ? "no policy is attached" : "this policy is already attached");
            s.put("escalationPolicyId", id);
            return Out.ok(s.only("id", "name", "createdAt", "escalationPolicyId"));
        });
        m.on("GET", O + "/ladders", c -> {
            c.need("oncall.policy.read").query();
            List<Obj> l = new ArrayList<>();
            for (Obj p : U.zToA(U.keep(c.w.policies.values(), x -> x.is("_org", c.orgId())), "name")) l.add(policy(c.w, p));
            return Out.ok(Obj.of("policies", l));
        });
        m.on("POST", O + "/ladders", c -> {
            c.needOn("oncall.policy.write", null).query();
            Body b = c.body();
            String n = b.name("name");
            long r = b.num("repeat", 0, 20);
            List<Obj> s = steps(c, b);
            b.done();
            unique(c, c.w.policies, n, null);
            Obj p = Obj.of("id", c.w.id(), "name", n, "repeat", r, "steps", s, "createdAt", c.w.stamp(), "_org", c.orgId());
            c.w.policies.put(p.s("id"), p);
            return Out.made(policy(c.w, p));
        });
        m.on("PATCH", O + "/ladders/{id}", c -> {
            c.needOn("oncall.policy.write", null).query();
            Obj p = get(c, c.w.policies, "escalation policy");
            Body b = c.body();
            String n = b.optName("name");
            Long r = b.optNum("repeat", 0, 20);
            List<Obj> s = b.has("steps") ? steps(c, b) : null;
            b.doneChange();
            if (n != null) { unique(c, c.w.policies, n, p); p.put("name", n); }
            if (r != null) p.put("repeat", r);
            if (s != null) p.put("steps", s);
            return Out.ok(policy(c.w, p));
        });
        m.on("DELETE", O + "/ladders/{id}", c -> {
            c.needOn("oncall.policy.write", null).query();
            Obj p = get(c, c.w.policies, "escalation policy");
            for (Obj s : c.w.ocServices.values()) if (s.is("escalationPolicyId", p.s("id"))) throw Err.clash("a service still references the policy; detach it first");
            c.w.policies.remove(p.s("id"));
            return Out.none();
        });

        // side doors
        m.on("GET", O + "/lines", c -> { c.need("oncall.service.read").query(); return Out.ok(Obj.of("services", U.zToA(U.keep(c.w.ocServices.values(), s -> s.is("_org", c.orgId()) && c.can("oncall.service.read", s.s("id"))), "name"))); });
        m.on("POST", O + "/lines", c -> {
            c.needOn("oncall.service.write", null).query();
            Body b = c.body();
            String n = b.name("name");
            b.done();
            unique(c, c.w.ocServices, n, null);
            Obj s = Obj.of("id", c.w.id(), "name", n, "createdAt", c.w.stamp(), "_org", c.orgId());
            c.w.ocServices.put(s.s("id"), s);
            return Out.made(s);
        });
        m.door("GET", O + "/public-board/{serviceId}", c -> {
            Obj s = c.w.ocServices.get(c.v("serviceId"));
            if (s == null) throw Err.gone("no such board");
            return Out.ok(board(c.w, s));
        });
        m.door("POST", O + "/feeds/{id}/alerts", c -> {
            Obj o = c.w.sources.get(c.v("id"));
            if (o == null || c.bearer == null || o.get("_revoked") != null || !o.is("_hash", U.hash(c.bearer))) throw new Err(401, "no valid alert source token");
            Body b = c.body();
            b.en("status", "firing", "resolved");
            if (!"4".equals(b.m.get("version"))) throw Err.bad("version must be 4");
            List<Body> alerts = b.objs("alerts");
            if (alerts.isEmpty()) throw Err.bad("alerts is empty");
            for (Body a : alerts) { a.en("status", "firing", "resolved"); a.obj("labels"); if (a.has("fingerprint")) a.str("fingerprint", 200); }
            Obj svc = c.w.ocServices.get(o.s("serviceId"));
            for (Body a : alerts) {
                Map<String, Object> labels = a.obj("labels").m;
                String print = a.m.get("fingerprint") != null ? (String) a.m.get("fingerprint") : U.hash(Json.write(new TreeMap<>(labels))).substring(0, 16);
                Object name = labels.get("alertname");
                if (a.m.get("status").equals("firing")) fire(c.w, svc, print, name instanceof String && !((String) name).isBlank() ? (String) name : print, labels, a.m.get("annotations"));
                else calm(c.w, svc, print);
            }
            o.put("lastEventAt", c.w.stamp());
            return new Out(202, null);
        });
    }
    static Obj incident(Ctx c, String perm) {
        c.need(perm).query();
        Obj i = get(c, c.w.incidents, "incident");
        c.needOn(perm, i.s("serviceId"));
        return i;
    }
}
