package eighth;

import java.time.*;
import java.util.*;

/** Incidents, schedules, policies, alert sources, paging. */
final class Oncall {
    static final long QUIET_MS = 300_000;

    static final class State {
        final Map<String, Service> services = new LinkedHashMap<>();
        final Map<String, Incident> incidents = new LinkedHashMap<>();
        final Map<String, Schedule> schedules = new LinkedHashMap<>();
        final Map<String, Policy> policies = new LinkedHashMap<>();
        final Map<String, Source> sources = new LinkedHashMap<>();
        String accountSid, authToken, fromNumber;
        long providerAt;
    }

    static final class Service {
        String id, name, policyId;
        Org org;
        long createdAt;
    }

    static final class Alert {
        String fingerprint, title;
        Map<String, Object> labels, annotations;
        boolean firing;
        long startsAt;
        Long endsAt;
    }

    static final class Incident {
        String id, title, status = "open", description, acknowledgedBy;
        Service service;
        boolean manual;
        long openedAt, seq;
        Long acknowledgedAt, resolvedAt;
        final Map<String, Alert> alerts = new LinkedHashMap<>();
        final List<Map<String, Object>> timeline = new ArrayList<>();
        final Map<String, Map<String, Object>> updates = new LinkedHashMap<>();
        List<Step> steps;
        long repeat;
        Timer quiet;

        long firing() { return alerts.values().stream().filter(a -> a.firing).count(); }
    }

    record Person(String userId, String label) {}

    static final class Override {
        String id, userId, label;
        long startsAt, endsAt, seq;
    }

    static final class Schedule {
        String id, name, timezone, interval, time;
        Long dow;
        List<Person> participants;
        final Map<String, Override> overrides = new LinkedHashMap<>();
        long createdAt;
    }

    record Step(String kind, String id, String label, long pause) {}

    static final class Policy {
        String id, name;
        long repeat, createdAt;
        List<Step> steps;
    }

    static final class Source {
        String id, name, hash;
        Service service;
        long createdAt;
        Long lastEventAt, revokedAt;
    }

    static final class Paging {
        String phone = "";
        List<Object[]> rules = List.<Object[]>of(new Object[] {"email", 0L});
    }

    private final World w;
    private final Map<String, Paging> paging = new HashMap<>();
    private int pagingOf;
    private long incidentNumber = 20_000;

    Oncall(World w) { this.w = w; }

    private Paging paging(String userId) {
        if (pagingOf != w.generation) {
            paging.clear();
            pagingOf = w.generation;
        }
        return paging.computeIfAbsent(userId, k -> new Paging());
    }

    private static final String P = "/api/v1/oncall";

    void routes(Router r) {
        r.add("GET", P + "/telephony", "getProviderCredential", "oncall.provider.read", c -> Reply.ok(provider(c.org)));
        r.add("PUT", P + "/telephony", "setProviderCredential", "oncall.provider.write", c -> {
            c.caller.need("oncall.provider.write");
            Body b = c.body();
            String sid = b.name("accountSid"), token = b.name("authToken"), from = b.name("fromNumber");
            if (!Util.isE164(from)) throw b.bad("fromNumber", "must be in E.164 format");
            if (c.org.providerVerification.equals("rejects")) throw new ApiError(422, "the provider rejects the credentials");
            if (c.org.providerVerification.equals("unreachable")) throw new ApiError(502, "the provider cannot be reached");
            State s = c.org.oncall;
            s.accountSid = sid;
            s.authToken = token;
            s.fromNumber = from;
            s.providerAt = w.now();
            return Reply.ok(provider(c.org));
        });
        r.add("DELETE", P + "/telephony", "clearProviderCredential", "oncall.provider.write", c -> {
            c.caller.need("oncall.provider.write");
            State s = c.org.oncall;
            if (s.accountSid == null) throw ApiError.missing("there is no provider credential");
            s.accountSid = s.authToken = s.fromNumber = null;
            s.providerAt = w.now();
            return Reply.ok(provider(c.org));
        });
        r.add("GET", P + "/incidents", "listIncidents", "oncall.incident.read", this::listIncidents);
        r.add("POST", P + "/incidents", "openIncident", "oncall.incident.write", c -> {
            Body b = c.body();
            String serviceId = b.name("serviceId"), title = b.name("title"), description = b.optText("description");
            Service s = service(c, serviceId, 422);
            c.caller.need("oncall.incident.write", s.id);
            Incident i = open(s, title, description, true, w.now(), c.caller.user.label);
            return Reply.of(201, view(i));
        });
        r.add("GET", P + "/incidents/{id}", "getIncident", "oncall.incident.read", c -> {
            Incident i = incident(c, "oncall.incident.read");
            Map<String, Object> m = view(i);
            if (i.description != null) m.put("description", i.description);
            if (i.acknowledgedBy != null) m.put("acknowledgedBy", i.acknowledgedBy);
            m.put("origin", i.manual ? "MANUAL" : "ALERT");
            m.put("alerts", Util.map(i.alerts.values(), a -> Json.obj("fingerprint", a.fingerprint, "title", a.title, "status", a.firing ? "firing" : "resolved", "labels", a.labels,
                "annotations", a.annotations, "startsAt", Times.oncall(a.startsAt), "endsAt", a.endsAt == null ? null : Times.oncall(a.endsAt))));
            m.put("timeline", List.copyOf(i.timeline));
            m.put("publicUpdates", List.copyOf(i.updates.values()));
            return Reply.ok(m);
        });
        r.add("POST", P + "/incidents/{id}/acknowledgement", "acknowledgeIncident", "oncall.incident.write", c -> {
            Incident i = incident(c, "oncall.incident.write");
            if (!i.status.equals("open")) throw ApiError.conflict("the incident is " + i.status + ", not open");
            i.status = "acknowledged";
            i.acknowledgedAt = w.now();
            i.acknowledgedBy = c.caller.user.id;
            note(i, "ACKNOWLEDGED", "acknowledged by " + c.caller.user.label);
            return Reply.ok(view(i));
        });
        r.add("PUT", P + "/incidents/{id}/resolution", "resolveIncident", "oncall.incident.write", c -> {
            Incident i = incident(c, "oncall.incident.write");
            if (!i.status.equals("resolved")) resolve(i, "resolved by " + c.caller.user.label);
            return Reply.ok(view(i));
        });
        r.add("POST", P + "/incidents/{id}/public-updates", "publishUpdate", "oncall.incident.write", c -> {
            Incident i = incident(c, "oncall.incident.write");
            Body b = c.body();
            String text = b.text("body");
            if (text.isBlank()) throw b.bad("body", "must not be blank");
            Map<String, Object> u = Json.obj("id", "UPD-" + Util.hex(6), "at", Times.oncall(w.now()), "body", text, "byLabel", c.caller.user.label);
            i.updates.put((String) u.get("id"), u);
            note(i, "UPDATE_PUBLISHED", "public update by " + c.caller.user.label);
            return Reply.of(201, u);
        });
        r.add("DELETE", P + "/incidents/{id}/public-updates/{uid}", "retractUpdate", "oncall.incident.write", c -> {
            Incident i = incident(c, "oncall.incident.write");
            if (i.updates.remove(c.p("uid")) == null) throw ApiError.missing("no update " + c.p("uid") + " on this incident");
            note(i, "UPDATE_RETRACTED", "public update retracted by " + c.caller.user.label);
            return Reply.none();
        });
        r.add("GET", P + "/rotations", "listSchedules", "oncall.schedule.read", c -> Reply.ok(Json.obj("schedules", Util.map(c.org.oncall.schedules.values(), this::view))));
        r.add("POST", P + "/rotations", "createSchedule", "oncall.schedule.write", c -> {
            c.caller.need("oncall.schedule.write");
            Body b = c.body();
            Schedule s = new Schedule();
            s.name = b.name("name");
            s.timezone = zone(b);
            s.participants = people(c, b);
            handoff(s, b.object("handoff"));
            s.id = Util.uuid();
            s.createdAt = w.now();
            c.org.oncall.schedules.put(s.id, s);
            return Reply.of(201, view(s));
        });
        r.add("PATCH", P + "/rotations/{id}", "updateSchedule", "oncall.schedule.write", c -> {
            Schedule s = schedule(c);
            Body b = c.body();
            String name = b.optName("name"), zone = b.has("timezone") ? zone(b) : null;
            List<Person> people = b.has("participants") ? people(c, b) : null;
            Schedule probe = new Schedule();
            if (b.has("handoff")) handoff(probe, b.object("handoff"));
            if (name != null) s.name = name;
            if (zone != null) s.timezone = zone;
            if (people != null) s.participants = people;
            if (b.has("handoff")) {
                s.interval = probe.interval;
                s.time = probe.time;
                s.dow = probe.dow != null ? probe.dow : s.dow;
            }
            return Reply.ok(view(s));
        });
        r.add("DELETE", P + "/rotations/{id}", "deleteSchedule", "oncall.schedule.write", c -> {
            Schedule s = schedule(c);
            for (Policy p : c.org.oncall.policies.values())
                for (Step t : p.steps) if (t.kind().equals("schedule") && t.id().equals(s.id)) throw ApiError.conflict("the escalation policy " + p.name + " still targets the schedule");
            c.org.oncall.schedules.remove(s.id);
            return Reply.none();
        });
        r.add("POST", P + "/rotations/{id}/substitutions", "addOverride", "oncall.schedule.write", c -> {
            Schedule s = schedule(c);
            Body b = c.body();
            Override o = new Override();
            o.userId = b.name("userId");
            o.label = b.name("label");
            o.startsAt = b.instant("startsAt");
            o.endsAt = b.instant("endsAt");
            known(c.org, b, "userId", o.userId);
            if (o.endsAt <= o.startsAt) throw b.bad("endsAt", "must be after startsAt");
            if (o.endsAt <= w.now()) throw b.bad("endsAt", "must be in the future");
            o.id = Util.uuid();
            o.seq = w.seq();
            s.overrides.put(o.id, o);
            return Reply.of(201, view(o));
        });
        r.add("DELETE", P + "/rotations/{id}/substitutions/{oid}", "removeOverride", "oncall.schedule.write", c -> {
            if (schedule(c).overrides.remove(c.p("oid")) == null) throw ApiError.missing("no override " + c.p("oid"));
            return Reply.none();
        });
        r.add("GET", P + "/me/paging", "getPagingSettings", null, c -> Reply.ok(view(c.caller.user, paging(c.caller.user.id))));
        r.add("PUT", P + "/me/paging", "savePagingSettings", null, this::savePaging);
        r.add("GET", P + "/sources", "listAlertSources", "oncall.source.read", c -> {
            List<Object> l = new ArrayList<>();
            for (Source s : c.org.oncall.sources.values()) if (s.revokedAt == null && c.caller.can("oncall.source.read", s.service.id)) l.add(view(s, null));
            return Reply.ok(Json.obj("sources", l));
        });
        r.add("POST", P + "/sources", "createAlertSource", "oncall.source.write", c -> {
            Body b = c.body();
            Source s = new Source();
            s.name = b.name("name");
            s.service = service(c, b.name("serviceId"), 422);
            c.caller.need("oncall.source.write", s.service.id);
            String token = Util.secret("ast_");
            s.id = "urn:oncall:source:" + Util.hex(8);
            s.hash = Util.sha256(token);
            s.createdAt = w.now();
            c.org.oncall.sources.put(s.id, s);
            return Reply.of(201, view(s, token));
        });
        r.add("DELETE", P + "/sources/{id}", "revokeAlertSource", "oncall.source.write", c -> {
            Source s = c.org.oncall.sources.get(c.p("id"));
            if (s == null) throw ApiError.missing("no alert source " + c.p("id"));
            c.caller.need("oncall.source.write", s.service.id);
            if (s.revokedAt != null) throw new ApiError(410, "the alert source is revoked already");
            s.revokedAt = w.now();
            return Reply.none();
        });
        r.add("PATCH", P + "/services/{id}/escalation", "setServiceEscalationPolicy", "oncall.service.write", c -> {
            Service s = service(c, c.p("id"), 404);
            c.caller.need("oncall.service.write", s.id);
            Body b = c.body();
            if (!b.has("escalationPolicyId")) throw b.bad("escalationPolicyId", "is required");
            String id = b.m.get("escalationPolicyId") == null ? null : b.name("escalationPolicyId");
            if (id != null && !c.org.oncall.policies.containsKey(id)) throw ApiError.missing("no escalation policy " + id);
            s.policyId = id;
            return Reply.ok(view(s));
        });
        r.add("GET", P + "/policies", "listEscalationPolicies", "oncall.policy.read", c -> Reply.ok(Json.obj("policies", Util.map(c.org.oncall.policies.values(), p -> view(c.org, p)))));
        r.add("POST", P + "/policies", "createEscalationPolicy", "oncall.policy.write", c -> {
            c.caller.need("oncall.policy.write");
            Body b = c.body();
            Policy p = new Policy();
            p.name = b.name("name");
            p.repeat = b.integer("repeat", 0, 20);
            p.steps = steps(c, b);
            unique(c.org, p.name, null);
            p.id = Util.uuid();
            p.createdAt = w.now();
            c.org.oncall.policies.put(p.id, p);
            return Reply.of(201, view(c.org, p));
        });
        r.add("PATCH", P + "/policies/{id}", "updateEscalationPolicy", "oncall.policy.write", c -> {
            Policy p = policy(c);
            Body b = c.body();
            String name = b.optName("name");
            Long repeat = b.optInteger("repeat", 0, 20);
            List<Step> steps = b.has("steps") ? steps(c, b) : null;
            if (name != null) unique(c.org, name, p);
            if (name != null) p.name = name;
            if (repeat != null) p.repeat = repeat;
            if (steps != null) p.steps = steps;
            return Reply.ok(view(c.org, p));
        });
        r.add("DELETE", P + "/policies/{id}", "deleteEscalationPolicy", "oncall.policy.write", c -> {
            Policy p = policy(c);
            for (Service s : c.org.oncall.services.values()) if (p.id.equals(s.policyId)) throw ApiError.conflict("the service " + s.name + " still references the policy; detach it first");
            c.org.oncall.policies.remove(p.id);
            return Reply.none();
        });
        r.add("GET", P + "/services", "listOncallServices", "oncall.service.read", c -> {
            List<Object> l = new ArrayList<>();
            for (Service s : c.org.oncall.services.values()) if (c.caller.can("oncall.service.read", s.id)) l.add(view(s));
            return Reply.ok(Json.obj("services", l));
        });
        r.add("POST", P + "/services", "createOncallService", "oncall.service.write", c -> {
            c.caller.need("oncall.service.write");
            return Reply.of(201, view(makeService(c.org, Util.uuid(), c.body().name("name"))));
        });
        r.door("GET", P + "/public/{serviceId}", "getStatusPage", c -> {
            for (Org o : w.orgs.values()) {
                Service s = o.oncall.services.get(c.p("serviceId"));
                if (s != null) return Reply.ok(Json.obj("serviceId", s.id, "serviceName", s.name, "incidents", page(o, Set.of(s.id))));
            }
            throw ApiError.missing("no service " + c.p("serviceId"));
        });
        r.door("POST", P + "/ingest/{id}", "receiveAlerts", this::receive);
    }

    // ---- views

    private Object provider(Org o) {
        State s = o.oncall;
        boolean set = s.accountSid != null;
        return Json.obj("configured", set, "accountSid", set ? s.accountSid : "", "fromNumber", set ? s.fromNumber : "", "updatedAt", s.providerAt == 0 ? "" : Times.oncall(s.providerAt));
    }

    private Map<String, Object> view(Incident i) {
        return Json.obj("id", i.id, "serviceId", i.service.id, "serviceName", i.service.name, "title", i.title, "status", i.status, "openedAt", Times.oncall(i.openedAt),
            "acknowledgedAt", i.acknowledgedAt == null ? null : Times.oncall(i.acknowledgedAt), "resolvedAt", i.resolvedAt == null ? null : Times.oncall(i.resolvedAt), "firingAlerts", i.firing());
    }

    private Object view(Service s) {
        return Json.obj("id", s.id, "name", s.name, "createdAt", Times.oncall(s.createdAt), "escalationPolicyId", s.policyId);
    }

    private Object view(Override o) {
        return Json.obj("id", o.id, "userId", o.userId, "label", o.label, "startsAt", Times.oncall(o.startsAt), "endsAt", Times.oncall(o.endsAt));
    }

    private Object view(Schedule s) {
        return Json.obj("id", s.id, "name", s.name, "timezone", s.timezone, "participants", Util.map(s.participants, p -> Json.obj("userId", p.userId(), "label", p.label())),
            "handoff", Json.obj("interval", s.interval, "dow", s.dow, "time", s.time), "onCallNow", onCall(s), "overrides", Util.map(s.overrides.values(), this::view),
            "createdAt", Times.oncall(s.createdAt));
    }

    private Object view(Source s, String token) {
        return Json.obj("id", s.id, "name", s.name, "serviceId", s.service.id, "token", token, "createdAt", Times.oncall(s.createdAt), "lastEventAt", s.lastEventAt == null ? "" : Times.oncall(s.lastEventAt));
    }

    private Object view(Org o, Policy p) {
        return Json.obj("id", p.id, "name", p.name, "repeat", p.repeat, "steps",
            Util.map(p.steps, t -> Json.obj("target", Json.obj("kind", t.kind(), "id", t.id(), "label", t.label()), "waitSeconds", t.pause())),
            "services", o.oncall.services.values().stream().filter(s -> p.id.equals(s.policyId)).count(), "createdAt", Times.oncall(p.createdAt));
    }

    private Object view(User u, Paging p) {
        return Json.obj("email", u.email, "phone", p.phone, "rules", Util.map(p.rules, x -> Json.obj("channel", x[0], "delaySeconds", x[1])));
    }

    // ---- looking up and reading

    Service makeService(Org o, String id, String name) {
        Service s = new Service();
        s.id = id;
        s.name = name;
        s.org = o;
        s.createdAt = w.now();
        o.oncall.services.put(id, s);
        return s;
    }

    private Service service(Ctx c, String id, int status) {
        Service s = c.org.oncall.services.get(id);
        if (s == null) throw new ApiError(status, "no service " + id);
        return s;
    }

    private Incident incident(Ctx c, String perm) {
        Incident i = c.org.oncall.incidents.get(c.p("id"));
        if (i == null) throw ApiError.missing("no incident " + c.p("id"));
        c.caller.need(perm, i.service.id);
        return i;
    }

    private Schedule schedule(Ctx c) {
        c.caller.need("oncall.schedule.write");
        Schedule s = c.org.oncall.schedules.get(c.p("id"));
        if (s == null) throw ApiError.missing("no schedule " + c.p("id"));
        return s;
    }

    private Policy policy(Ctx c) {
        c.caller.need("oncall.policy.write");
        Policy p = c.org.oncall.policies.get(c.p("id"));
        if (p == null) throw ApiError.missing("no escalation policy " + c.p("id"));
        return p;
    }

    private void unique(Org o, String name, Policy self) {
        for (Policy p : o.oncall.policies.values()) if (p != self && p.name.equalsIgnoreCase(name)) throw ApiError.conflict("an escalation policy has this name already");
    }

    private void known(Org o, Body b, String field, String userId) {
        if (!o.members.containsKey(userId)) throw b.bad(field, "is nobody of the organization");
    }

    private String zone(Body b) {
        String z = b.name("timezone");
        if (!ZoneId.getAvailableZoneIds().contains(z)) throw b.bad("timezone", "is not a time zone");
        return z;
    }

    private List<Person> people(Ctx c, Body b) {
        List<Person> l = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Body p : b.objects("participants")) {
            Person x = new Person(p.name("userId"), p.name("label"));
            known(c.org, p, "userId", x.userId());
            if (!seen.add(x.userId())) throw p.bad("userId", "is there twice");
            l.add(x);
        }
        if (l.isEmpty()) throw b.bad("participants", "must not be empty");
        return l;
    }

    private void handoff(Schedule s, Body h) {
        s.interval = h.choice("interval", "daily", "weekly");
        s.time = h.text("time");
        if (!s.time.matches("([01][0-9]|2[0-3]):[0-5][0-9]")) throw h.bad("time", "must be HH:mm");
        s.dow = h.optInteger("dow", 0, 7);
    }

    private List<Step> steps(Ctx c, Body b) {
        List<Step> l = new ArrayList<>();
        for (Body s : b.objects("steps")) {
            Body t = s.object("target");
            Step x = new Step(t.choice("kind", "schedule", "user"), t.name("id"), t.name("label"), s.integer("waitSeconds", 0, 86_400));
            if (x.kind().equals("schedule")) {
                if (!c.org.oncall.schedules.containsKey(x.id())) throw t.bad("id", "is no schedule");
            } else known(c.org, t, "id", x.id());
            l.add(x);
        }
        if (l.isEmpty()) throw b.bad("steps", "must not be empty");
        return l;
    }

    private Reply savePaging(Ctx c) {
        Body b = c.body();
        Paging old = paging(c.caller.user.id);
        String phone = b.has("phone") ? b.text("phone") : old.phone;
        if (!phone.isEmpty() && !Util.isE164(phone)) throw b.bad("phone", "must be in E.164 format");
        List<Object[]> rules = new ArrayList<>();
        for (Body r : b.objects("rules")) {
            String channel = r.choice("channel", "email", "sms", "voice");
            rules.add(new Object[] {channel, r.integer("delaySeconds", 0, 86_400)});
            if (!channel.equals("email") && phone.isEmpty()) throw r.bad("channel", "needs a phone");
        }
        if (rules.isEmpty()) throw b.bad("rules", "must not be empty");
        for (Object[] r : rules) if (!r[0].equals("email") && c.org.oncall.accountSid == null) throw ApiError.conflict("the organization has no provider credential for " + r[0]);
        old.phone = phone;
        old.rules = rules;
        return Reply.ok(view(c.caller.user, old));
    }

    private Reply listIncidents(Ctx c) {
        String status = c.q("status");
        String wanted = status == null ? null : status.toLowerCase(Locale.ROOT);
        if (wanted != null && !List.of("open", "acknowledged", "resolved").contains(wanted)) throw ApiError.invalid("status must be OPEN, ACKNOWLEDGED or RESOLVED");
        List<Incident> l = new ArrayList<>();
        for (Incident i : c.org.oncall.incidents.values())
            if ((wanted == null ? !i.status.equals("resolved") : i.status.equals(wanted)) && c.caller.can("oncall.incident.read", i.service.id)) l.add(i);
        l.sort((a, b) -> a.openedAt != b.openedAt ? Long.compare(b.openedAt, a.openedAt) : Long.compare(b.seq, a.seq));
        if (l.size() > 100) l = l.subList(0, 100);
        return Reply.ok(Json.obj("incidents", Util.map(l, this::view)));
    }

    // ---- who is on call

    /** The number of the turn at this instant, counted from 1970, and when it ends. */
    private long[] turn(Schedule s, long at) {
        ZoneId zone = ZoneId.of(s.timezone);
        LocalTime t = LocalTime.parse(s.time);
        LocalDateTime local = Instant.ofEpochMilli(at).atZone(zone).toLocalDateTime();
        LocalDate day = local.toLocalTime().isBefore(t) ? local.toLocalDate().minusDays(1) : local.toLocalDate();
        long n;
        LocalDate next;
        if (s.interval.equals("daily")) {
            n = day.toEpochDay();
            next = day.plusDays(1);
        } else {
            long dow = s.dow == null ? 1 : s.dow == 0 ? 7 : s.dow;
            LocalDate from = day.minusDays(Math.floorMod(day.getDayOfWeek().getValue() - dow, 7L));
            n = Math.floorDiv(from.toEpochDay(), 7L);
            next = from.plusDays(7);
        }
        return new long[] {n, next.atTime(t).atZone(zone).toInstant().toEpochMilli()};
    }

    private Object onCall(Schedule s) {
        long now = w.now();
        Override active = null;
        long until = Long.MAX_VALUE;
        for (Override o : s.overrides.values()) {
            if (o.startsAt <= now && now < o.endsAt && (active == null || o.seq > active.seq)) active = o;
            if (o.startsAt > now) until = Math.min(until, o.startsAt);
        }
        if (active != null) return Json.obj("userId", active.userId, "label", active.label, "until", Times.oncall(active.endsAt), "override", true);
        long[] t = turn(s, now);
        Person p = s.participants.get((int) Math.floorMod(t[0], (long) s.participants.size()));
        return Json.obj("userId", p.userId(), "label", p.label(), "until", Times.oncall(Math.min(until, t[1])), "override", false);
    }

    // ---- incidents

    private void note(Incident i, String kind, String text) {
        i.timeline.add(Json.obj("at", Times.oncall(w.now()), "kind", kind, "text", text));
    }

    private Incident open(Service s, String title, String description, boolean manual, long at, String by) {
        Incident i = new Incident();
        i.id = String.format("INC-%d-%06d", Instant.ofEpochMilli(at).atZone(ZoneOffset.UTC).getYear(), ++incidentNumber);
        i.seq = w.seq();
        i.service = s;
        i.title = title;
        i.description = description;
        i.manual = manual;
        i.openedAt = at;
        s.org.oncall.incidents.put(i.id, i);
        note(i, "OPENED", "opened by " + by);
        Policy p = s.policyId == null ? null : s.org.oncall.policies.get(s.policyId);
        if (p != null) {
            i.steps = List.copyOf(p.steps);
            i.repeat = p.repeat;
            step(i, 0, 0);
        } else note(i, "NOT_PAGED", "the service has no escalation policy");
        return i;
    }

    private void resolve(Incident i, String text) {
        i.status = "resolved";
        i.resolvedAt = w.now();
        if (i.quiet != null) i.quiet.cancelled = true;
        note(i, "RESOLVED", text);
    }

    private void step(Incident i, int index, int round) {
        if (!i.status.equals("open")) return;
        Step t = i.steps.get(index);
        String user = null;
        if (t.kind().equals("user")) user = t.id();
        else {
            Schedule s = i.service.org.oncall.schedules.get(t.id());
            if (s != null) user = (String) ((Map<?, ?>) onCall(s)).get("userId");
        }
        if (user != null) {
            note(i, "ESCALATED", "step " + (index + 1) + " of round " + (round + 1) + ": " + user);
            String u = user;
            for (Object[] rule : paging(u).rules) {
                if ((Long) rule[1] == 0) page(i, u, (String) rule[0], index, round);
                else w.after((Long) rule[1] * 1000, "page", "OncallIncident", i.id, () -> {
                    if (i.status.equals("open")) page(i, u, (String) rule[0], index, round);
                });
            }
        }
        boolean last = index + 1 == i.steps.size();
        if (last && round >= i.repeat) return;
        w.after(t.pause() * 1000, "escalate", "OncallIncident", i.id, () -> step(i, last ? 0 : index + 1, last ? round + 1 : round));
    }

    private void page(Incident i, String userId, String channel, int step, int round) {
        User u = w.users.get(userId);
        Org o = i.service.org;
        Paging p = paging(userId);
        String error = null;
        if (!channel.equals("email")) {
            if (o.oncall.accountSid == null) error = "no-credential";
            else if (o.providerPages.equals("rejects")) error = "provider-rejected";
            else if (o.providerPages.equals("unreachable")) error = "provider-unreachable";
        }
        w.pages.add(Json.obj("id", w.pages.size() + 1, "at", Times.iso(w.now()), "incidentId", i.id, "userId", userId, "channel", channel,
            "to", channel.equals("email") ? u == null ? "" : u.email : p.phone, "step", step, "round", round, "outcome", error == null ? "sent" : "failed", "error", error));
        note(i, error == null ? "PAGED" : "PAGE_FAILED", channel + " to " + userId + (error == null ? "" : ": " + error));
    }

    private Incident unresolved(Service s) {
        Incident best = null;
        for (Incident i : s.org.oncall.incidents.values()) if (i.service == s && !i.status.equals("resolved") && (best == null || i.seq > best.seq)) best = i;
        return best;
    }

    private Map<String, Object> fire(Service s, String fingerprint, String title, Map<String, Object> labels, Map<String, Object> annotations, long at) {
        Incident i = unresolved(s);
        boolean opened = i == null;
        if (opened) i = open(s, title, null, false, at, "the alert " + fingerprint);
        Alert a = i.alerts.get(fingerprint);
        if (a == null) {
            a = new Alert();
            a.fingerprint = fingerprint;
            i.alerts.put(fingerprint, a);
            note(i, "ALERT_ATTACHED", title);
        }
        if (!a.firing) {
            a.startsAt = at;
            a.endsAt = null;
        }
        a.firing = true;
        a.title = title;
        a.labels = labels;
        a.annotations = annotations;
        if (i.quiet != null) i.quiet.cancelled = true;
        return Json.obj("incidentId", i.id, "opened", opened, "firingAlerts", i.firing());
    }

    private Map<String, Object> cease(Service s, String fingerprint, long at) {
        Incident found = null;
        for (Incident i : s.org.oncall.incidents.values()) {
            Alert a = i.alerts.get(fingerprint);
            if (a != null && (found == null || i.seq > found.seq)) found = i;
        }
        if (found == null) return null;
        Incident i = found;
        Alert a = i.alerts.get(fingerprint);
        if (a.firing) {
            a.firing = false;
            a.endsAt = at;
            if (!i.status.equals("resolved")) note(i, "ALERT_RESOLVED", a.title);
            if (!i.manual && !i.status.equals("resolved") && i.firing() == 0)
                i.quiet = w.after(QUIET_MS, "quiet", "OncallIncident", i.id, () -> {
                    if (!i.status.equals("resolved") && i.firing() == 0) resolve(i, "resolved automatically after five quiet minutes");
                });
        }
        return Json.obj("incidentId", i.id, "resolved", i.status.equals("resolved"), "firingAlerts", i.firing());
    }

    private Service target(Body b) {
        if (b.has("sourceId")) {
            String id = b.text("sourceId");
            for (Org o : w.orgs.values()) {
                Source s = o.oncall.sources.get(id);
                if (s == null) continue;
                if (s.revokedAt != null) throw ApiError.conflict("the alert source is revoked");
                s.lastEventAt = w.now();
                return s.service;
            }
            throw ApiError.missing("no alert source " + id);
        }
        String id = b.text("serviceId");
        for (Org o : w.orgs.values()) if (o.oncall.services.containsKey(id)) return o.oncall.services.get(id);
        throw ApiError.missing("no service " + id);
    }

    Map<String, Object> fires(Body b) {
        String alert = b.name("alert");
        long at = b.has("startsAt") ? b.instant("startsAt") : w.now();
        return fire(target(b), alert, b.has("title") ? b.name("title") : alert, b.has("labels") ? b.object("labels").m : Map.of(), b.has("annotations") ? b.object("annotations").m : Map.of(), at);
    }

    Map<String, Object> resolves(Body b) {
        String alert = b.name("alert");
        long at = b.has("endsAt") ? b.instant("endsAt") : w.now();
        Map<String, Object> m = cease(target(b), alert, at);
        if (m == null) throw ApiError.missing("no alert " + alert);
        return m;
    }

    /** Why the token of a source is not accepted, or null. */
    String useSource(String id, String secret, boolean use) {
        String hash = secret == null ? null : Util.sha256(secret);
        for (Org o : w.orgs.values()) for (Source s : o.oncall.sources.values()) {
            if (hash != null ? !s.hash.equals(hash) : !s.id.equals(id)) continue;
            if (s.revokedAt != null) return "the alert source is revoked";
            if (use) s.lastEventAt = w.now();
            return null;
        }
        if (hash == null) throw ApiError.missing("no alert source " + id);
        return "unknown token";
    }

    private Reply receive(Ctx c) {
        Source s = null;
        for (Org o : w.orgs.values()) if (o.oncall.sources.containsKey(c.p("id"))) s = o.oncall.sources.get(c.p("id"));
        String token = c.bearer();
        if (s == null || token == null || s.revokedAt != null || !s.hash.equals(Util.sha256(token))) throw new ApiError(401, "no valid alert source token");
        Body b = c.body();
        List<Body> alerts = b.objects("alerts");
        s.lastEventAt = w.now();
        for (Body a : alerts) {
            Map<String, Object> labels = a.has("labels") ? a.object("labels").m : Map.of();
            Map<String, Object> annotations = a.has("annotations") ? a.object("annotations").m : Map.of();
            String print = a.m.get("fingerprint") instanceof String f && !f.isBlank() ? f : Util.sha256(new TreeMap<>(labels).toString()).substring(0, 16);
            Object title = annotations.containsKey("summary") ? annotations.get("summary") : labels.containsKey("alertname") ? labels.get("alertname") : print;
            String status = a.m.get("status") instanceof String x ? x : b.m.get("status") instanceof String y ? y : "firing";
            if (status.equals("resolved")) cease(s.service, print, w.now());
            else fire(s.service, print, String.valueOf(title), labels, annotations, w.now());
        }
        return new Reply.Empty(202);
    }

    /** What the public sees. */
    List<Object> page(Org o, Set<String> services) {
        List<Object> l = new ArrayList<>();
        for (Incident i : o.oncall.incidents.values())
            if (!i.updates.isEmpty() && (services == null || services.contains(i.service.id)))
                l.add(Json.obj("id", i.id, "serviceId", i.service.id, "serviceName", i.service.name, "title", i.title, "status", i.status, "openedAt", Times.oncall(i.openedAt),
                    "resolvedAt", i.resolvedAt == null ? null : Times.oncall(i.resolvedAt), "updates", List.copyOf(i.updates.values())));
        return l;
    }
}
