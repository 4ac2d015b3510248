package eighth;

import java.math.BigDecimal;
import java.util.*;

/** A small JSON reader and writer. Objects are LinkedHashMap, arrays ArrayList, integers Long, other numbers Double. */
final class Json {
    static final class Bad extends RuntimeException {
        Bad(String m) { super(m, null, false, false); }
    }

    private final String s;
    private int i;
    private int depth;

    private Json(String s) { this.s = s; }

    static Object read(String text) {
        Json j = new Json(text);
        j.space();
        Object v = j.value();
        j.space();
        if (j.i != text.length()) throw new Bad("unexpected text after the value at " + j.i);
        return v;
    }

    private void space() {
        while (i < s.length() && " \t\r\n".indexOf(s.charAt(i)) >= 0) i++;
    }

    private Object value() {
        if (i >= s.length()) throw new Bad("unexpected end");
        if (depth > 200) throw new Bad("nested too deeply");
        char c = s.charAt(i);
        switch (c) {
            case '{': {
                depth++;
                i++;
                Map<String, Object> m = new LinkedHashMap<>();
                space();
                if (peek('}')) { i++; depth--; return m; }
                while (true) {
                    space();
                    if (!peek('"')) throw new Bad("expected a field name at " + i);
                    String k = string();
                    space();
                    expect(':');
                    space();
                    m.put(k, value());
                    space();
                    if (peek(',')) { i++; continue; }
                    expect('}');
                    depth--;
                    return m;
                }
            }
            case '[': {
                depth++;
                i++;
                List<Object> l = new ArrayList<>();
                space();
                if (peek(']')) { i++; depth--; return l; }
                while (true) {
                    space();
                    l.add(value());
                    space();
                    if (peek(',')) { i++; continue; }
                    expect(']');
                    depth--;
                    return l;
                }
            }
            case '"': return string();
            case 't': return word("true", Boolean.TRUE);
            case 'f': return word("false", Boolean.FALSE);
            case 'n': return word("null", null);
            default: return number();
        }
    }

    private boolean peek(char c) { return i < s.length() && s.charAt(i) == c; }

    private void expect(char c) {
        if (!peek(c)) throw new Bad("expected " + c + " at " + i);
        i++;
    }

    private Object word(String w, Object v) {
        if (!s.startsWith(w, i)) throw new Bad("unexpected word at " + i);
        i += w.length();
        return v;
    }

    private Object number() {
        int from = i;
        if (peek('-')) i++;
        while (i < s.length() && "0123456789+-.eE".indexOf(s.charAt(i)) >= 0) i++;
        String t = s.substring(from, i);
        if (!t.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]{1,4})?")) throw new Bad("unexpected character at " + from);
        try {
            if (t.indexOf('.') < 0 && t.indexOf('e') < 0 && t.indexOf('E') < 0) return Long.parseLong(t);
            double d = Double.parseDouble(t);
            if (d == Math.rint(d) && Math.abs(d) < 9e15) return (long) d;
            return d;
        } catch (NumberFormatException e) {
            return Double.parseDouble(t);
        }
    }

    private String string() {
        StringBuilder b = new StringBuilder();
        i++;
        while (true) {
            if (i >= s.length()) throw new Bad("unterminated string");
            char c = s.charAt(i++);
            if (c == '"') return b.toString();
            if (c < 0x20) throw new Bad("control character in a string");
            if (c != '\\') { b.append(c); continue; }
            if (i >= s.length()) throw new Bad("unterminated string");
            char e = s.charAt(i++);
            switch (e) {
                case '"', '\\', '/' -> b.append(e);
                case 'b' -> b.append('\b');
                case 'f' -> b.append('\f');
                case 'n' -> b.append('\n');
                case 'r' -> b.append('\r');
                case 't' -> b.append('\t');
                case 'u' -> {
                    if (i + 4 > s.length()) throw new Bad("bad escape");
                    try {
                        b.append((char) Integer.parseInt(s.substring(i, i + 4), 16));
                    } catch (NumberFormatException x) {
                        throw new Bad("bad escape");
                    }
                    i += 4;
                }
                default -> throw new Bad("bad escape");
            }
        }
    }

    static String write(Object v) {
        StringBuilder b = new StringBuilder(256);
        write(b, v);
        return b.toString();
    }

    private static void write(StringBuilder b, Object v) {
        if (v == null) b.append("null");
        else if (v instanceof String t) quote(b, t);
        else if (v instanceof Double d) {
            if (d.isNaN() || d.isInfinite()) b.append("null");
            else b.append(new BigDecimal(d.toString()).stripTrailingZeros().toPlainString());
        } else if (v instanceof Number || v instanceof Boolean) b.append(v);
        else if (v instanceof Map<?, ?> m) {
            b.append('{');
            boolean first = true;
            for (var e : m.entrySet()) {
                if (!first) b.append(',');
                first = false;
                quote(b, String.valueOf(e.getKey()));
                b.append(':');
                write(b, e.getValue());
            }
            b.append('}');
        } else if (v instanceof Collection<?> l) {
            b.append('[');
            boolean first = true;
            for (Object o : l) {
                if (!first) b.append(',');
                first = false;
                write(b, o);
            }
            b.append(']');
        } else quote(b, v.toString());
    }

    private static void quote(StringBuilder b, String t) {
        b.append('"');
        for (int k = 0; k < t.length(); k++) {
            char c = t.charAt(k);
            switch (c) {
                case '"' -> b.append("\\\"");
                case '\\' -> b.append("\\\\");
                case '\n' -> b.append("\\n");
                case '\r' -> b.append("\\r");
                case '\t' -> b.append("\\t");
                default -> {
                    if (c < 0x20 || Character.isSurrogate(c) && !paired(t, k)) b.append(String.format("\\u%04x", (int) c));
                    else b.append(c);
                }
            }
        }
        b.append('"');
    }

    private static boolean paired(String t, int k) {
        char c = t.charAt(k);
        if (Character.isHighSurrogate(c)) return k + 1 < t.length() && Character.isLowSurrogate(t.charAt(k + 1));
        return k > 0 && Character.isHighSurrogate(t.charAt(k - 1));
    }

    /** An object from name, value, name, value...; null values are left out. */
    static Map<String, Object> obj(Object... kv) {
        Map<String, Object> m = new LinkedHashMap<>();
        for (int k = 0; k < kv.length; k += 2) if (kv[k + 1] != null) m.put((String) kv[k], kv[k + 1]);
        return m;
    }
}
