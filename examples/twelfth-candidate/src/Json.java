import java.util.*;

/** A strict JSON reader and a writer. */
final class Json {
    static final class Bad extends RuntimeException { Bad(String m) { super(m); } }

    private final String t;
    private int i;
    private Json(String text) { t = text; }

    static Object parse(String text) {
        Json j = new Json(text);
        j.space();
        Object v = j.value(0);
        j.space();
        if (j.i != text.length()) throw new Bad("text after the end at " + j.i);
        return v;
    }

    private void space() { while (i < t.length() && " \t\r\n".indexOf(t.charAt(i)) >= 0) i++; }
    private char peek() { if (i >= t.length()) throw new Bad("unexpected end"); return t.charAt(i); }

    private Object value(int depth) {
        if (depth > 60) throw new Bad("nested too deeply");
        char c = peek();
        if (c == '{') {
            i++;
            Map<String, Object> m = new LinkedHashMap<>();
            space();
            if (peek() == '}') { i++; return m; }
            while (true) {
                space();
                if (peek() != '"') throw new Bad("a key expected at " + i);
                String k = string();
                space();
                if (peek() != ':') throw new Bad("a colon expected at " + i);
                i++; space();
                if (m.put(k, value(depth + 1)) != null) throw new Bad("key " + k + " comes twice");
                space();
                char d = peek(); i++;
                if (d == '}') return m;
                if (d != ',') throw new Bad("a comma expected at " + (i - 1));
            }
        }
        if (c == '[') {
            i++;
            List<Object> l = new ArrayList<>();
            space();
            if (peek() == ']') { i++; return l; }
            while (true) {
                space();
                l.add(value(depth + 1));
                space();
                char d = peek(); i++;
                if (d == ']') return l;
                if (d != ',') throw new Bad("a comma expected at " + (i - 1));
            }
        }
        if (c == '"') return string();
        if (t.startsWith("true", i)) { i += 4; return true; }
        if (t.startsWith("false", i)) { i += 5; return false; }
        if (t.startsWith("null", i)) { i += 4; return null; }
        int s = i;
        while (i < t.length() && "+-0123456789.eE".indexOf(t.charAt(i)) >= 0) i++;
        String n = t.substring(s, i);
        if (!n.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) throw new Bad("not a value at " + s);
        if (n.matches("-?[0-9]{1,18}")) return Long.parseLong(n);
        return Double.parseDouble(n);
    }

    private String string() {
        StringBuilder b = new StringBuilder();
        i++;
        while (true) {
            char c = peek(); i++;
            if (c == '"') return b.toString();
            if (c < 0x20) throw new Bad("control character in a string");
            if (c != '\\') { b.append(c); continue; }
            char e = peek(); i++;
            switch (e) {
                case 'n': b.append('\n'); break;
                case 't': b.append('\t'); break;
                case 'r': b.append('\r'); break;
                case 'b': b.append('\b'); break;
                case 'f': b.append('\f'); break;
                case '"': case '\\': case '/': b.append(e); break;
                case 'u':
                    if (i + 4 > t.length() || !t.substring(i, i + 4).matches("[0-9a-fA-F]{4}")) throw new Bad("bad escape");
                    b.append((char) Integer.parseInt(t.substring(i, i + 4), 16)); i += 4; break;
                default: throw new Bad("bad escape");
            }
        }
    }

    static String write(Object v) { StringBuilder b = new StringBuilder(); write(v, b); return b.toString(); }

    private static void write(Object v, StringBuilder b) {
        if (v == null) b.append("null");
        else if (v instanceof String) quote((String) v, b);
        else if (v instanceof Double) {
            double d = (Double) v;
            if (d == Math.rint(d) && Math.abs(d) < 1e15) b.append((long) d); else b.append(d);
        } else if (v instanceof Map) {
            boolean inner = v instanceof Obj, first = true;
            b.append('{');
            for (Map.Entry<?, ?> e : ((Map<?, ?>) v).entrySet()) {
                String k = (String) e.getKey();
                if (inner && (k.startsWith("_") || e.getValue() == null)) continue;
                if (!first) b.append(',');
                first = false;
                quote(k, b); b.append(':'); write(e.getValue(), b);
            }
            b.append('}');
        } else if (v instanceof Collection) {
            boolean first = true;
            b.append('[');
            for (Object x : (Collection<?>) v) { if (!first) b.append(','); first = false; write(x, b); }
            b.append(']');
        } else b.append(v);
    }

    private static void quote(String s, StringBuilder b) {
        b.append('"');
        for (int k = 0; k < s.length(); k++) {
            char c = s.charAt(k);
            switch (c) {
                case '"': b.append("\\\""); break;
                case '\\': b.append("\\\\"); break;
                case '\n': b.append("\\n"); break;
                case '\r': b.append("\\r"); break;
                case '\t': b.append("\\t"); break;
                default: if (c < 0x20 || Character.isSurrogate(c) && !paired(s, k)) b.append(String.format("\\u%04x", (int) c)); else b.append(c);
            }
        }
        b.append('"');
    }

    private static boolean paired(String s, int k) {
        return Character.isHighSurrogate(s.charAt(k)) ? k + 1 < s.length() && Character.isLowSurrogate(s.charAt(k + 1))
            : k > 0 && Character.isHighSurrogate(s.charAt(k - 1));
    }
}
