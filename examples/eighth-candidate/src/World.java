package eighth;

import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;

/** A person. */
final class User {
    final String id, label, email, session, actor;

    User(String id, String label, String email, String session, String actor) {
        this.id = id;
        this.label = label;
        this.email = email;
        this.session = session;
        this.actor = actor;
    }
}

record Grant(String role, List<String> resourceIds) {}

final class Membership {
    final User user;
    String role;
    List<Grant> grants; // null: those of the role

    Membership(User user, String role) {
        this.user = user;
        this.role = role;
    }
}

/** An organization and everything in it. */
final class Org {
    final String slug;
    final Map<String, Membership> members = new LinkedHashMap<>();
    final Map<String, Role> customRoles = new LinkedHashMap<>();
    String billingEmail, technicalEmail, securityEmail;
    long contactsVersion = 1;
    boolean payment = true, emailEnabled = true, uptimeEnabled = true;
    long clusterQuota = 40, monitorQuota = 60, dailyEmail = 2000;
    String providerVerification = "accepts", providerPages = "accepts";
    boolean metricsAvailable = true;
    final Registries.State registry = new Registries.State();
    final Email.State email = new Email.State();
    final Oncall.State oncall = new Oncall.State();
    final Uptime.State uptime = new Uptime.State();
    final Map<String, Clusters.Cluster> clusters = new LinkedHashMap<>();

    Org(String slug) {
        this.slug = slug;
        billingEmail = "billing@" + slug + ".example";
        technicalEmail = "tech@" + slug + ".example";
        securityEmail = "security@" + slug + ".example";
    }
}

final class Timer {
    final long at, seq;
    final String kind, entity, id;
    final Runnable run;
    boolean cancelled;

    Timer(long at, long seq, String kind, String entity, String id, Runnable run) {
        this.at = at;
        this.seq = seq;
        this.kind = kind;
        this.entity = entity;
        this.id = id;
        this.run = run;
    }
}

/** All data, the clock and the timers. Guarded by its own monitor. */
final class World {
    Map<String, Org> orgs;
    Map<String, User> users;
    Map<String, User> sessions;
    Map<String, Tokens.Token> tokens;
    Map<String, Tokens.Token> tokensByHash;
    Set<String> billingCollisions;
    Map<String, String> slugsElsewhere;
    Set<String> burnedSlugs;
    Set<String> domainsElsewhere;
    boolean emailReachable, uptimeReachable, dnsReachable;
    List<Map<String, Object>> pages;
    List<Map<String, Object>> attempts;
    long events;
    int generation;
    private long seq;
    private PriorityQueue<Timer> timers;

    // the clock
    private String mode = "real";
    private long offset, frozenAt, firing = -1;

    final Registries registries = new Registries(this);
    final Email email = new Email(this);
    final Oncall oncall = new Oncall(this);
    final Clusters clusters = new Clusters(this);
    final Uptime uptime = new Uptime(this);
    final Tokens tokensArea = new Tokens(this);

    World() { reset(); }

    void reset() {
        generation++;
        mode = "real";
        offset = 0;
        orgs = new LinkedHashMap<>();
        users = new LinkedHashMap<>();
        sessions = new HashMap<>();
        tokens = new LinkedHashMap<>();
        tokensByHash = new HashMap<>();
        billingCollisions = new HashSet<>();
        slugsElsewhere = new HashMap<>();
        burnedSlugs = new HashSet<>();
        domainsElsewhere = new HashSet<>();
        emailReachable = uptimeReachable = dnsReachable = true;
        pages = new ArrayList<>();
        attempts = new ArrayList<>();
        timers = new PriorityQueue<>(Comparator.<Timer>comparingLong(t -> t.at).thenComparingLong(t -> t.seq));
        Seed.fill(this);
    }

    long seq() { return ++seq; }

    long now() {
        if (firing >= 0) return firing;
        return mode.equals("frozen") ? frozenAt : System.currentTimeMillis() + offset;
    }

    String mode() { return mode; }

    Timer after(long delayMs, String kind, String entity, String id, Runnable run) {
        Timer t = new Timer(now() + delayMs, seq(), kind, entity, id, run);
        timers.add(t);
        return t;
    }

    /** Fires what is due, in order, each at its own instant. */
    List<Object> fireUntil(long until) {
        List<Object> fired = new ArrayList<>();
        if (firing >= 0) return fired;
        try {
            while (!timers.isEmpty() && timers.peek().at <= until) {
                Timer t = timers.poll();
                if (t.cancelled) continue;
                firing = t.at;
                t.run.run();
                if (fired.size() < 1000) fired.add(timerView(t));
            }
        } finally {
            firing = -1;
        }
        return fired;
    }

    void runDue() {
        if (!timers.isEmpty() && timers.peek().at <= now()) fireUntil(now());
    }

    static Map<String, Object> timerView(Timer t) {
        return Json.obj("at", Times.iso(t.at), "timer", t.kind, "entity", t.entity, "id", t.id);
    }

    List<Timer> due() {
        List<Timer> l = new ArrayList<>();
        for (Timer t : timers) if (!t.cancelled) l.add(t);
        l.sort(Comparator.<Timer>comparingLong(t -> t.at).thenComparingLong(t -> t.seq));
        return l;
    }

    List<Object> moveTo(long to) {
        List<Object> fired = fireUntil(to);
        if (mode.equals("frozen")) frozenAt = to;
        else {
            offset = to - System.currentTimeMillis();
            mode = "set";
        }
        return fired;
    }

    List<Object> setClock(String m, Long to) {
        List<Object> fired = new ArrayList<>();
        long target = m.equals("real") ? System.currentTimeMillis() : to != null ? to : now();
        if (target > now()) fired = fireUntil(target);
        mode = m;
        if (m.equals("frozen")) frozenAt = target;
        offset = m.equals("set") ? target - System.currentTimeMillis() : 0;
        return fired;
    }

    Org org(String slug) {
        if (slug == null) return orgs.values().iterator().next();
        Org o = orgs.get(slug);
        if (o == null) throw ApiError.missing("no organization " + slug);
        return o;
    }

    User addUser(String id, String label, String email, String session, String actor) {
        User u = new User(id, label, email, session, actor);
        users.put(id, u);
        sessions.put(session, u);
        return u;
    }

    /** Who calls, and for which organization. */
    void authenticate(Ctx c) {
        String bearer = c.bearer();
        if (bearer == null) throw new ApiError(401, "unauthenticated: no valid session");
        String wanted = c.headers.get("x-acting-organization");
        User u = sessions.get(bearer);
        if (u != null) {
            Membership m = null;
            Org o = null;
            if (wanted != null) {
                o = orgs.get(wanted.strip());
                m = o == null ? null : o.members.get(u.id);
            } else {
                for (Org x : orgs.values()) {
                    m = x.members.get(u.id);
                    if (m != null) { o = x; break; }
                }
            }
            if (m == null) throw ApiError.forbidden("not a member of the organization");
            c.org = o;
            c.caller = new Caller(u, m, o, null);
            return;
        }
        Tokens.Token t = tokensByHash.get(Util.sha256(bearer));
        if (t == null || !t.enabled || t.expiresAt <= now()) throw new ApiError(401, "unauthenticated: no valid session");
        Org o = orgs.get(t.org);
        Membership m = o == null ? null : o.members.get(t.user.id);
        if (m == null) throw new ApiError(401, "unauthenticated: the owner of the token has left the organization");
        if (wanted != null && !wanted.strip().equals(t.org)) throw ApiError.forbidden("the token is bound to another organization");
        t.lastRequest = now();
        c.org = o;
        c.caller = new Caller(t.user, m, o, t);
    }
}

/** The formats of times: every area has its own, as its backend does. */
final class Times {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'+00:00'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter OFFSET = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'+00:00'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter BASIC = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter HTTP = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

    static String iso(long t) { return MILLIS.format(Instant.ofEpochMilli(t)); }
    static String token(long t) { return SECONDS.format(Instant.ofEpochMilli(t)); }
    static String registry(long t) { return HTTP.format(Instant.ofEpochMilli(t)); }
    static String email(long t) { return MICROS.format(Instant.ofEpochMilli(t)); }
    static String oncall(long t) { return OFFSET.format(Instant.ofEpochMilli(t)); }
    static String cluster(long t) { return BASIC.format(Instant.ofEpochMilli(t)); }
}
