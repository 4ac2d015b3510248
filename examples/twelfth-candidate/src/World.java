import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;

/** Everything there is, in memory, with its clock and timers. One lock guards all of it. */
class World {
    static final Object LOCK = new Object();


    // clock
    private long offset, stop = -1, forced = -1, last;
    String mode = "real";
    static final class Timer { long at, seq, made; String name, id; Runnable r; boolean off; }
    final PriorityQueue<Timer> timers = new PriorityQueue<>((a, b) -> a.at != b.at ? Long.compare(a.at, b.at) : Long.compare(a.seq, b.seq));
    long seq;

    long now() { return forced >= 0 ? forced : stop >= 0 ? stop : System.currentTimeMillis() + offset; }
    long next() { return ++seq; }
    Timer at(long at, String name, String id, Runnable r) { Timer t = new Timer(); t.at = at; t.made = now(); t.seq = next(); t.name = name; t.id = id; t.r = r; timers.add(t); return t; }
    Timer in(long seconds, String name, String id, Runnable r) { return at(now() + seconds * 1000, name, id, r); }

    /** Fires what is due until then, in order, each at its own instant. */
    List<Object> until(long target) {
        List<Object> fired = new ArrayList<>();
        while (!timers.isEmpty() && timers.peek().at <= target) {
            Timer t = timers.poll();
            if (t.off) continue;
            forced = Math.max(t.at, Math.min(now(), target));
            try { t.r.run(); } catch (RuntimeException e) { if (!(e instanceof Err)) e.printStackTrace(); }
            fired.add(Obj.of("at", iso(t.at), "timer", t.name, "id", t.id));
            forced = -1;
        }
        return fired;
    }
    void tick() { if (stop < 0) until(now()); }
    List<Object> moveTo(long target) {
        long from = now();
        List<Object> f = target >= from ? until(target) : new ArrayList<>();
        if (stop >= 0) stop = target; else { offset = target - System.currentTimeMillis(); mode = "set"; }
        return f;
    }
    void real() { mode = "real"; stop = -1; offset = 0; back(); }
    /** After the clock was put back: work begun in the time that is now ahead takes as long as it would have taken. */
    private void back() {
        List<Timer> l = new ArrayList<>(timers);
        timers.clear();
        for (Timer t : l) { if (t.made > now()) { t.at = now() + Math.max(0, t.at - t.made); t.made = now(); } timers.add(t); }
    }
    void freeze(long at) { if (at > now()) until(at); mode = "frozen"; stop = at; back(); }
    void run(long at) { if (at > now()) until(at); mode = "set"; stop = -1; offset = at - System.currentTimeMillis(); back(); }
    Obj clock() {
        List<Object> due = new ArrayList<>();
        List<Timer> l = new ArrayList<>(timers);
        l.sort(timers.comparator());
        for (Timer t : l) if (!t.off && due.size() < 100) due.add(Obj.of("at", iso(t.at), "timer", t.name, "entity", t.name, "id", t.id));
        return Obj.of("mode", mode, "now", iso(now()), "progress", Obj.of("mode", "delay"), "due", due);
    }

    static final DateTimeFormatter ISO = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    static final DateTimeFormatter PLAIN = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);
    static String iso(long ms) { return ISO.format(Instant.ofEpochMilli(ms)); }
    /** The form of times in plain strings: ISO 8601 basic, with milliseconds, in UTC. */
    static String plain(long ms) { return PLAIN.format(Instant.ofEpochMilli(ms)); }
    String stamp() { return plain(now()); }
    /** An instant in ISO 8601 with its offset, or in the form in which this service writes times. */
    static Long instant(String s) {
        try { return OffsetDateTime.parse(s).toInstant().toEpochMilli(); } catch (DateTimeException e) { /* the other form */ }
        try { return LocalDateTime.parse(s, DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'")).toInstant(ZoneOffset.UTC).toEpochMilli(); } catch (DateTimeException e) { return null; }
    }

    // people
    final Map<String, Obj> orgs = new LinkedHashMap<>(), users = new LinkedHashMap<>(), sessions = new HashMap<>(), customRoles = new LinkedHashMap<>(), tokens = new LinkedHashMap<>();
    final Map<String, Obj> seats = new LinkedHashMap<>(); // "org user"
    final Set<String> down = new HashSet<>(), collisions = new HashSet<>(), usedIds = new HashSet<>();
    String firstOrg;

    // registry
    final Map<String, Obj> registries = new LinkedHashMap<>(), regKeys = new LinkedHashMap<>(), logins = new LinkedHashMap<>();
    final Map<String, String> slugs = new HashMap<>(); // claimed, reserved, spent
    long ruleId = 7000 + U.RND.nextInt(900);
    // email
    final Map<String, Obj> domains = new LinkedHashMap<>(), sendKeys = new LinkedHashMap<>(), routes = new LinkedHashMap<>(), hooks = new LinkedHashMap<>(), messages = new LinkedHashMap<>(), suppressions = new LinkedHashMap<>();
    final Map<Long, Obj> deliveries = new LinkedHashMap<>();
    final Map<String, String> dns = new HashMap<>();
    final Set<String> claimedElsewhere = new HashSet<>();
    final List<Obj> attempts = new ArrayList<>();
    long deliveryId = 40000 + U.RND.nextInt(9000);
    // on-call
    final Map<String, Obj> ocServices = new LinkedHashMap<>(), incidents = new LinkedHashMap<>(), schedules = new LinkedHashMap<>(), policies = new LinkedHashMap<>(), sources = new LinkedHashMap<>(), paging = new HashMap<>();
    final List<Obj> pages = new ArrayList<>();
    // clusters
    final Map<String, Obj> clusters = new LinkedHashMap<>(), joinTokens = new LinkedHashMap<>(), regTokens = new LinkedHashMap<>(), kubeTokens = new LinkedHashMap<>();
    // uptime
    final Map<String, Obj> upServices = new LinkedHashMap<>(), monitors = new LinkedHashMap<>(), exportTokens = new LinkedHashMap<>();
    final Set<String> metricsOff = new HashSet<>();

    /** Ids are numbers in a string, drawn by lot. */
    String id() { while (true) { String s = U.digits(14); if (usedIds.add(s)) return s; } }
    Obj orgOr(String slug) { Obj o = orgs.get(slug == null ? firstOrg : slug); if (o == null) throw Err.gone("no organization " + slug); return o; }
    Obj seat(String org, String user) { return seats.get(org + " " + user); }

    World() { Seed.fill(this); }

    static volatile World w = new World(); // after the formats above
}
