import java.nio.charset.StandardCharsets;
import java.security.*;
import java.util.*;
import java.util.function.*;

/** A record of this service. Keys that begin with an underscore, and nulls, stay inside. */
class Obj extends LinkedHashMap<String, Object> {
    static Obj of(Object... kv) { Obj o = new Obj(); for (int i = 0; i < kv.length; i += 2) o.put((String) kv[i], kv[i + 1]); return o; }
    Obj and(Object... kv) { for (int i = 0; i < kv.length; i += 2) put((String) kv[i], kv[i + 1]); return this; }
    Obj copy() { Obj o = new Obj(); o.putAll(this); return o; }
    Obj only(String... keys) { Obj o = new Obj(); for (String k : keys) if (get(k) != null) o.put(k, get(k)); return o; }
    String s(String k) { return (String) get(k); }
    long l(String k) { Object v = get(k); return v == null ? 0 : ((Number) v).longValue(); }
    boolean b(String k) { return Boolean.TRUE.equals(get(k)); }
    Obj o(String k) { return (Obj) get(k); }
    @SuppressWarnings("unchecked") <T> List<T> list(String k) { return (List<T>) get(k); }
    boolean is(String k, Object v) { return Objects.equals(get(k), v); }
}

/** A refusal. */
class Err extends RuntimeException {
    final int status;
    Err(int status, String text) { super(text, null, false, false); this.status = status; }
    static Err bad(String t) { return new Err(422, t); }
    static Err gone(String t) { return new Err(404, t); }
    static Err clash(String t) { return new Err(409, t); }
    static Err no(String t) { return new Err(403, t); }
}

/** A response. */
class Out {
    final int status; final Object body; String raw, type;
    Out(int status, Object body) { this.status = status; this.body = body; }
    static Out ok(Object b) { return new Out(200, b); }
    static Out made(Object b) { return new Out(201, b); }
    static Out none() { return new Out(204, null); }
}

/** Reads a JSON object field by field and refuses whatever was not asked for. */
class Body {
    final Map<String, Object> m; final String where; final Set<String> seen = new HashSet<>(); int status = 422;
    Body(Map<String, Object> m, String where) { this.m = m; this.where = where; }

    Err bad(String t) { return new Err(status, t); }
    String at(String k) { return where.isEmpty() ? k : where + "." + k; }
    boolean has(String k) { seen.add(k); return m.containsKey(k); }
    Object must(String k) { seen.add(k); Object v = m.get(k); if (v == null) throw bad(at(k) + " is required"); return v; }
    private boolean given(String k) {
        seen.add(k);
        if (!m.containsKey(k)) return false;
        if (m.get(k) == null) throw bad(at(k) + " may be left out but not null");
        return true;
    }
    String str(String k, int max) {
        Object v = must(k);
        if (!(v instanceof String)) throw bad(at(k) + " must be a string");
        String s = (String) v;
        if (s.isBlank()) throw bad(at(k) + " is empty");
        if (s.length() > max) throw bad(at(k) + " is longer than " + max + " characters");
        if (s.indexOf('\0') >= 0) throw bad(at(k) + " holds a control character");
        return s;
    }
    String optStr(String k, int max) { return given(k) ? str(k, max) : null; }
    /** A name: one line of at most 80 characters without blanks around it. */
    String name(String k) {
        String s = str(k, 80);
        if (!s.equals(s.strip())) throw bad(at(k) + " has blanks around it");
        for (int i = 0; i < s.length(); i++) if (s.charAt(i) < 0x20) throw bad(at(k) + " must be one line");
        return s;
    }
    String optName(String k) { return given(k) ? name(k) : null; }
    long num(String k, long min, long max) {
        Object v = must(k);
        if (!(v instanceof Long)) throw bad(at(k) + " must be an integer");
        if ((Long) v < min || (Long) v > max) throw bad(at(k) + " must be from " + min + " to " + max);
        return (Long) v;
    }
    Long optNum(String k, long min, long max) { return given(k) ? (Long) num(k, min, max) : null; }
    boolean bool(String k) { Object v = must(k); if (!(v instanceof Boolean)) throw bad(at(k) + " must be true or false"); return (Boolean) v; }
    Boolean optBool(String k) { return given(k) ? (Boolean) bool(k) : null; }
    String en(String k, String... values) {
        Object v = must(k);
        if (!(v instanceof String) || !Arrays.asList(values).contains(v)) throw bad(at(k) + " must be one of " + String.join(", ", values));
        return (String) v;
    }
    String optEn(String k, String... values) { return given(k) ? en(k, values) : null; }
    @SuppressWarnings("unchecked") Body obj(String k) {
        Object v = must(k);
        if (!(v instanceof Map)) throw bad(at(k) + " must be an object");
        Body b = new Body((Map<String, Object>) v, at(k)); b.status = status; return b;
    }
    Body optObj(String k) { return given(k) ? obj(k) : null; }
    @SuppressWarnings("unchecked") List<Object> arr(String k) {
        Object v = must(k);
        if (!(v instanceof List)) throw bad(at(k) + " must be a list");
        if (((List<?>) v).size() > 100) throw bad(at(k) + " has more than 100 entries");
        return (List<Object>) v;
    }
    List<Object> optArr(String k) { return given(k) ? arr(k) : null; }
    @SuppressWarnings("unchecked") List<Body> objs(String k) {
        List<Body> l = new ArrayList<>();
        int i = 0;
        for (Object v : arr(k)) {
            if (!(v instanceof Map)) throw bad(at(k) + " must hold objects");
            Body b = new Body((Map<String, Object>) v, at(k) + "[" + i++ + "]"); b.status = status; l.add(b);
        }
        return l;
    }
    /** A list of texts, neither empty nor with one of them twice. */
    List<String> strs(String k, int max) {
        List<String> l = new ArrayList<>();
        for (Object v : arr(k)) {
            if (!(v instanceof String) || ((String) v).isBlank() || ((String) v).length() > max) throw bad(at(k) + " must hold short strings that are not empty");
            if (l.contains(v)) throw bad(at(k) + " names " + v + " twice");
            l.add((String) v);
        }
        if (l.isEmpty()) throw bad(at(k) + " is empty; leave it out instead");
        return l;
    }
    List<String> optStrs(String k, int max) { return given(k) ? strs(k, max) : null; }
    void done() { for (String k : m.keySet()) if (!seen.contains(k)) throw bad(at(k) + " is not a field of this request"); }
    /** For changes: the same, and at least one field is there. */
    void doneChange() { done(); if (m.isEmpty()) throw bad("nothing to change"); }
}

final class U {
    static final SecureRandom RND = new SecureRandom();
    private static final String LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

    static String rnd(int n) { StringBuilder b = new StringBuilder(); for (int i = 0; i < n; i++) b.append(LETTERS.charAt(RND.nextInt(LETTERS.length()))); return b.toString(); }
    static String digits(int n) { StringBuilder b = new StringBuilder(); b.append((char) ('1' + RND.nextInt(9))); while (b.length() < n) b.append((char) ('0' + RND.nextInt(10))); return b.toString(); }
    static String hex(byte[] d) { StringBuilder b = new StringBuilder(); for (byte x : d) b.append(String.format("%02x", x)); return b.toString(); }
    static String hash(String s) {
        try { return hex(MessageDigest.getInstance("SHA-256").digest(s.getBytes(StandardCharsets.UTF_8))); }
        catch (GeneralSecurityException e) { throw new IllegalStateException(e); }
    }
    static final java.util.regex.Pattern MAIL = java.util.regex.Pattern.compile("[A-Za-z0-9_%+'=-]+(\\.[A-Za-z0-9_%+'=-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]");
    static boolean mail(Object s) { return s instanceof String && ((String) s).length() <= 200 && MAIL.matcher((String) s).matches(); }
    static boolean phone(String s) { return s != null && s.matches("\\+[1-9][0-9]{6,14}"); }
    static final String HOST = "([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]";

    static <T> List<T> keep(Collection<T> c, Predicate<T> p) { List<T> l = new ArrayList<>(); for (T t : c) if (p.test(t)) l.add(t); return l; }
    /** The order of lists for which nobody asked for one: by a name, from Z to A. */
    static List<Obj> zToA(Collection<Obj> c, String key) {
        List<Obj> l = new ArrayList<>(c);
        l.sort((a, b) -> { int d = b.s(key).compareToIgnoreCase(a.s(key)); return d != 0 ? d : b.s(key).compareTo(a.s(key)); });
        return l;
    }
    static boolean loopback(String host) { return host != null && (host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]")); }
}

/** One request on its way through. */
class Ctx {
    String method, path; Map<String, String> p = new HashMap<>(), q = new LinkedHashMap<>(); byte[] raw; String ctype, bearer, credential, orgHeader;
    Obj user, org, seat, token; String area;
    final World w;
    boolean backendSeen;
    Ctx(World w) { this.w = w; }

    String v(String k) { return p.get(k); }

    /** The body as an object; every refusal about the body comes from here or from the reader. */
    @SuppressWarnings("unchecked") Body body() {
        if (raw.length == 0) throw Err.bad("a JSON body is required");
        if (ctype == null || !ctype.toLowerCase().matches("application/(json|[a-z0-9.+-]+\\+json)\\s*(;.*)?")) throw new Err(415, "the body must be sent as application/json");
        Object v;
        try {
            v = Json.parse(StandardCharsets.UTF_8.newDecoder().decode(java.nio.ByteBuffer.wrap(raw)).toString());
        } catch (Json.Bad | java.nio.charset.CharacterCodingException e) { throw new Err(400, "the body is not JSON: " + e.getMessage()); }
        if (!(v instanceof Map)) throw Err.bad("the body must be an object");
        return new Body((Map<String, Object>) v, "");
    }
    void noBody() {
        if (raw.length == 0) return;
        String t = new String(raw, StandardCharsets.UTF_8).strip();
        if (!t.isEmpty() && !t.replaceAll("\\s", "").equals("{}")) throw Err.bad("this request takes no body");
    }
    /** Query parameters that are known; any other is refused. */
    void query(String... names) {
        Set<String> known = new HashSet<>(Arrays.asList(names));
        for (String k : q.keySet()) if (!known.contains(k)) throw Err.bad("query parameter " + k + " is not known here");
    }
    String mustQ(String k) { String s = q.get(k); if (s == null || s.isBlank()) throw Err.bad("query parameter " + k + " is required"); return s; }

    String orgId() { return org.s("slug"); }
    String uid() { return user.s("id"); }
    boolean manager() { return seat.is("role", "owner") || seat.is("role", "admin"); }

    // Permissions: those of the seat, and of the token if there is one.
    boolean can(String perm, String res) { return Iam.allows(Iam.grantsOf(w, seat), perm, res) && (token == null || token.get("_grants") == null || Iam.allows(token.list("_grants"), perm, res)); }
    boolean canAny(String perm) { return Iam.allowsAny(Iam.grantsOf(w, seat), perm) && (token == null || token.get("_grants") == null || Iam.allowsAny(token.list("_grants"), perm)); }
    Ctx need(String perm) { if (!canAny(perm)) throw Err.no("this needs the permission " + perm); backend(); return this; }
    Ctx needOn(String perm, String res) { if (!can(perm, res)) throw Err.no("this needs the permission " + perm + (res == null ? " for the whole organization" : " on " + res)); backend(); return this; }
    /** The backend of the area must answer. */
    void backend() {
        if (("email".equals(area) && w.down.contains("email")) || ("uptime".equals(area) && !backendSeen && w.down.contains("uptime")))
            throw new Err(502, "the " + area + " backend is unreachable");
    }
}
