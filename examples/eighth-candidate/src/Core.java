package eighth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.*;
import java.util.function.Function;
import java.util.regex.Pattern;

/** A refusal with its status. */
final class ApiError extends RuntimeException {
    final int status;

    ApiError(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    static ApiError invalid(String m) { return new ApiError(422, m); }
    static ApiError missing(String m) { return new ApiError(404, m); }
    static ApiError conflict(String m) { return new ApiError(409, m); }
    static ApiError forbidden(String m) { return new ApiError(403, m); }
}

/** What an operation answers. */
sealed interface Reply {
    record Of(int status, Object body, Map<String, String> headers) implements Reply {}
    record Empty(int status) implements Reply {}
    record Raw(int status, String type, byte[] bytes, boolean streamed) implements Reply {}

    static Reply ok(Object body) { return new Of(200, body, Map.of()); }
    static Reply of(int status, Object body) { return new Of(status, body, Map.of()); }
    static Reply none() { return new Empty(204); }
}

/** One request on its way through the service. */
final class Ctx {
    final World w;
    final String method;
    final String path;
    final Map<String, String> params = new HashMap<>();
    final Map<String, String> query;
    final Map<String, String> headers;
    final byte[] raw;
    Caller caller;
    Org org;

    Ctx(World w, String method, String path, Map<String, String> query, Map<String, String> headers, byte[] raw) {
        this.w = w;
        this.method = method;
        this.path = path;
        this.query = query;
        this.headers = headers;
        this.raw = raw;
    }

    String p(String name) { return params.get(name); }

    String q(String name) { return query.get(name); }

    /** A required query parameter. */
    String need(String name) {
        String v = query.get(name);
        if (v == null || v.isBlank()) throw ApiError.invalid("query parameter " + name + " is required");
        return v;
    }

    String bearer() {
        String a = headers.get("authorization");
        if (a == null || a.length() < 8 || !a.regionMatches(true, 0, "Bearer ", 0, 7)) return null;
        return a.substring(7).strip();
    }

    Body body() {
        String type = headers.get("content-type");
        if (raw.length > 0 && type != null) {
            String t = type.split(";")[0].strip().toLowerCase(Locale.ROOT);
            if (!t.equals("application/json") && !t.endsWith("+json")) throw new ApiError(415, "the body must be application/json");
        }
        return Body.parse(raw, 422);
    }
}

/** Reads the fields of a JSON object strictly; an explicit null counts as a value of the wrong type. */
final class Body {
    final Map<String, Object> m;
    final String at;
    final int status;

    Body(Map<String, Object> m, String at, int status) {
        this.m = m;
        this.at = at;
        this.status = status;
    }

    @SuppressWarnings("unchecked")
    static Body parse(byte[] raw, int status) {
        Object v;
        try {
            v = Json.read(new String(raw, StandardCharsets.UTF_8));
        } catch (Json.Bad e) {
            throw new ApiError(status, "the body is not JSON: " + e.getMessage());
        }
        if (!(v instanceof Map)) throw new ApiError(status, "the body must be a JSON object");
        return new Body((Map<String, Object>) v, "", status);
    }

    ApiError bad(String name, String what) { return new ApiError(status, at + name + " " + what); }

    boolean has(String name) { return m.containsKey(name); }

    private Object get(String name) {
        if (!m.containsKey(name)) throw bad(name, "is required");
        return m.get(name);
    }

    /** A required text, trimmed, not blank, at most 200 characters. */
    String name(String name) {
        String v = text(name).strip();
        if (v.isEmpty()) throw bad(name, "must not be blank");
        if (v.length() > 200) throw bad(name, "must have at most 200 characters");
        return v;
    }

    String optName(String name) { return has(name) ? name(name) : null; }

    String text(String name) {
        if (get(name) instanceof String s) return s;
        throw bad(name, "must be a string");
    }

    String optText(String name) { return has(name) ? text(name) : null; }

    String choice(String name, String... allowed) {
        String v = text(name);
        for (String a : allowed) if (a.equals(v)) return v;
        throw bad(name, "must be one of " + String.join(", ", allowed));
    }

    String optChoice(String name, String... allowed) { return has(name) ? choice(name, allowed) : null; }

    long integer(String name, long min, long max) {
        if (!(get(name) instanceof Long v)) throw bad(name, "must be an integer");
        if (v < min || v > max) throw bad(name, "must be between " + min + " and " + max);
        return v;
    }

    Long optInteger(String name, long min, long max) { return has(name) ? (Long) integer(name, min, max) : null; }

    double number(String name) {
        if (get(name) instanceof Number n) return n.doubleValue();
        throw bad(name, "must be a number");
    }

    boolean bool(String name) {
        if (get(name) instanceof Boolean b) return b;
        throw bad(name, "must be a boolean");
    }

    Boolean optBool(String name) { return has(name) ? (Boolean) bool(name) : null; }

    List<String> texts(String name) {
        if (!(get(name) instanceof List<?> l)) throw bad(name, "must be a list");
        List<String> r = new ArrayList<>();
        for (Object o : l) {
            if (!(o instanceof String s)) throw bad(name, "must hold strings");
            r.add(s);
        }
        return r;
    }

    List<String> optTexts(String name) { return has(name) ? texts(name) : null; }

    @SuppressWarnings("unchecked")
    Body object(String name) {
        if (!(get(name) instanceof Map<?, ?> x)) throw bad(name, "must be an object");
        return new Body((Map<String, Object>) x, at + name + ".", status);
    }

    Body optObject(String name) { return has(name) ? object(name) : null; }

    @SuppressWarnings("unchecked")
    List<Body> objects(String name) {
        if (!(get(name) instanceof List<?> l)) throw bad(name, "must be a list");
        List<Body> r = new ArrayList<>();
        for (Object o : l) {
            if (!(o instanceof Map)) throw bad(name, "must hold objects");
            r.add(new Body((Map<String, Object>) o, at + name + "[" + r.size() + "].", status));
        }
        return r;
    }

    List<Body> optObjects(String name) { return has(name) ? objects(name) : null; }

    /** An absolute http or https URI with a host. */
    String uri(String name) {
        String v = text(name).strip();
        try {
            var u = new java.net.URI(v);
            if (u.getHost() != null && ("http".equalsIgnoreCase(u.getScheme()) || "https".equalsIgnoreCase(u.getScheme()))) return v;
        } catch (java.net.URISyntaxException e) {
            // refused below
        }
        throw bad(name, "must be an http or https URI");
    }

    String email(String name) {
        String v = text(name).strip();
        if (!Util.isEmail(v)) throw bad(name, "is not an email address");
        return v;
    }

    List<String> emails(String name) {
        List<String> r = new ArrayList<>();
        for (String t : texts(name)) {
            if (!Util.isEmail(t.strip())) throw bad(name, "holds something that is not an email address");
            r.add(t.strip());
        }
        return r;
    }

    /** An instant in ISO 8601, or null when absent. */
    Long optInstant(String name) { return has(name) ? (Long) instant(name) : null; }

    long instant(String name) {
        Long v = Util.parseTime(text(name));
        if (v == null) throw bad(name, "must be an ISO 8601 instant");
        return v;
    }
}

final class Util {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Pattern EMAIL = Pattern.compile("[^\\s@<>,;\"]{1,64}@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+");
    private static final Pattern E164 = Pattern.compile("\\+[1-9][0-9]{6,14}");

    static boolean isEmail(String s) { return s.length() <= 254 && EMAIL.matcher(s).matches(); }

    static boolean isE164(String s) { return E164.matcher(s).matches(); }

    static String uuid() { return UUID.randomUUID().toString(); }

    static String hex(int bytes) {
        byte[] b = new byte[bytes];
        RANDOM.nextBytes(b);
        return HexFormat.of().formatHex(b);
    }

    static byte[] random(int bytes) {
        byte[] b = new byte[bytes];
        RANDOM.nextBytes(b);
        return b;
    }

    static String secret(String prefix) {
        return prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(random(30)).replace('-', 'x').replace('_', 'y');
    }

    static String sha256(String s) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(s.getBytes(StandardCharsets.UTF_8)));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static Long parseTime(String s) {
        try {
            return java.time.OffsetDateTime.parse(s.strip()).toInstant().toEpochMilli();
        } catch (RuntimeException e) {
            return null;
        }
    }

    static <T> List<Object> map(Collection<T> c, Function<T, Object> f) {
        List<Object> r = new ArrayList<>(c.size());
        for (T t : c) r.add(f.apply(t));
        return r;
    }
}
