import com.sun.net.httpserver.*;
import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.*;

/** The server: finds the route, the caller and the organization, and writes the response. */
final class Main {
    interface Handler { Out run(Ctx c) throws Exception; }
    static final class Route { String method; String[] parts; Handler h; boolean door, alone; }
    final List<Route> routes = new ArrayList<>();
    static final int MOST = 512 * 1024;

    Route on(String method, String path, Handler h) {
        Route r = new Route(); r.method = method; r.parts = path.split("/"); r.h = h; routes.add(r); return r;
    }
    void door(String method, String path, Handler h) { on(method, path, h).door = true; }

    public static void main(String[] args) throws Exception {
        int port = 0;
        for (int i = 0; i + 1 < args.length; i++) if (args[i].equals("--port")) port = Integer.parseInt(args[i + 1]);
        System.setProperty("sun.net.httpserver.nodelay", "true");
        Main m = new Main();
        Iam.routes(m); Registry.routes(m); Email.routes(m); Oncall.routes(m); Clusters.routes(m); Uptime.routes(m); Control.routes(m);
        HttpServer s = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 256);
        s.createContext("/", m::serve);
        s.setExecutor(Executors.newFixedThreadPool(16, r -> { Thread t = new Thread(r); t.setDaemon(true); return t; }));
        s.start();
        Thread t = new Thread(() -> {
            while (true) {
                try { Thread.sleep(40); } catch (InterruptedException e) { return; }
                synchronized (World.LOCK) { World.w.tick(); }
            }
        });
        t.setDaemon(false);
        t.start();
        System.out.println("http://127.0.0.1:" + s.getAddress().getPort());
        System.out.flush();
    }

    void serve(HttpExchange x) {
        Out o;
        try (x) {
            byte[] raw = x.getRequestBody().readNBytes(MOST + 1);
            if (raw.length > MOST) { x.getRequestBody().skip(Long.MAX_VALUE); o = fail(413, "the body is too large"); }
            else o = answer(x, raw);
            byte[] out = o.raw != null ? o.raw.getBytes(StandardCharsets.UTF_8) : o.body == null ? null : ((String) o.body).getBytes(StandardCharsets.UTF_8);
            Headers h = x.getResponseHeaders();
            h.set("Cache-Control", "no-store");
            if (out != null) h.set("Content-Type", o.type != null ? o.type : "application/json; charset=utf-8");
            boolean head = x.getRequestMethod().equals("HEAD");
            if (out == null || head) x.sendResponseHeaders(o.status, -1);
            else {
                x.sendResponseHeaders(o.status, "message/rfc822".equals(o.type) ? 0 : out.length == 0 ? -1 : out.length);
                if (out.length > 0 || "message/rfc822".equals(o.type)) x.getResponseBody().write(out);
            }
        } catch (IOException e) { /* the caller is gone */ }
    }
    static Out fail(int status, String text) { return new Out(status, Json.write(Obj.of("error", text))); }

    Out answer(HttpExchange x, byte[] raw) {
        try {
            URI u = x.getRequestURI();
            String[] parts = u.getRawPath().split("/", -1);
            String method = x.getRequestMethod();
            List<Route> same = new ArrayList<>();
            Route hit = null;
            for (Route r : routes) if (fits(r, parts)) { same.add(r); if (r.method.equals(method)) { hit = r; break; } }
            boolean driver = parts.length > 1 && parts[1].equals("_understudy");
            if (hit != null && hit.alone) { Ctx c = context(x, u, method, raw); bind(c, hit, parts); return finish(hit.h.run(c)); }
            synchronized (World.LOCK) {
                World.w.tick();
                Ctx c = context(x, u, method, raw);
                if (hit == null && driver) return fail(501, "not offered here");
                if (hit == null || !hit.door) {
                    who(c);
                    if (same.isEmpty()) throw Err.gone("no such path");
                    if (hit == null) {
                        StringBuilder allow = new StringBuilder();
                        for (Route r : same) allow.append(allow.length() > 0 ? ", " : "").append(r.method);
                        x.getResponseHeaders().set("Allow", allow.toString());
                        throw new Err(405, method + " is not possible here");
                    }
                    c.area = parts[3].equals("cluster-versions") ? "clusters" : parts[3];
                    if ((c.area.equals("email") || c.area.equals("uptime")) && !c.org.b(c.area)) throw Err.no(c.area + " is a private beta and not enabled for this organization");
                } else if (parts.length > 3) c.area = parts[3];
                bind(c, hit, parts);
                if (!driver && (method.equals("GET") || method.equals("DELETE"))) c.noBody();
                return finish(hit.h.run(c));
            }
        } catch (Err e) { return fail(e.status, e.getMessage()); }
        catch (Exception e) { e.printStackTrace(); return fail(500, "something went wrong here"); }
    }
    private static Out finish(Out o) {
        if (o.raw != null || o.body == null) return o;
        return new Out(o.status, Json.write(o.body));
    }
    private static boolean fits(Route r, String[] parts) {
        if (r.parts.length != parts.length) return false;
        for (int i = 0; i < parts.length; i++) if (r.parts[i].startsWith("{") ? parts[i].isEmpty() : !r.parts[i].equals(parts[i])) return false;
        return true;
    }
    private static void bind(Ctx c, Route r, String[] parts) {
        for (int i = 0; i < parts.length; i++) if (r.parts[i].startsWith("{")) c.p.put(r.parts[i].substring(1, r.parts[i].length() - 1), decode(parts[i].replace("+", "%2B")));
    }
    private static String decode(String s) {
        try { return URLDecoder.decode(s, StandardCharsets.UTF_8); } catch (IllegalArgumentException e) { throw new Err(400, "bad percent-encoding"); }
    }
    private static Ctx context(HttpExchange x, URI u, String method, byte[] raw) {
        Ctx c = new Ctx(World.w);
        c.method = method; c.path = u.getRawPath(); c.raw = raw;
        Headers h = x.getRequestHeaders();
        c.ctype = h.getFirst("Content-Type");
        c.credential = h.getFirst("X-Ops-Credential");
        c.orgHeader = h.getFirst("X-Ops-Organization");
        String a = h.getFirst("Authorization");
        if (a != null && a.regionMatches(true, 0, "Bearer ", 0, 7)) c.bearer = a.substring(7).strip();
        String q = u.getRawQuery();
        if (q != null) for (String kv : q.split("&")) {
            if (kv.isEmpty()) continue;
            int e = kv.indexOf('=');
            String k = decode(e < 0 ? kv : kv.substring(0, e)), v = e < 0 ? "" : decode(kv.substring(e + 1));
            if (c.q.put(k, v) != null) throw Err.bad("query parameter " + k + " comes twice");
        }
        return c;
    }

    /** The caller by the session or personal token, and the organization acted for. */
    static void who(Ctx c) {
        World w = c.w;
        if (c.credential == null || c.credential.isBlank()) throw new Err(401, "unauthenticated: no valid session");
        String org = c.orgHeader;
        c.user = w.sessions.get(c.credential);
        if (c.user == null) {
            String hash = U.hash(c.credential);
            for (Obj t : w.tokens.values()) if (t.is("_hash", hash)) c.token = t;
            if (c.token == null || !c.token.b("enabled") || c.token.l("_expires") <= w.now()) throw new Err(401, "unauthenticated: no valid session");
            c.user = w.users.get(c.token.s("_user"));
            if (org != null && !org.equals(c.token.s("orgSlug"))) throw Err.no("the token is bound to another organization");
            org = c.token.s("orgSlug");
        }
        if (org == null) {
            List<Obj> l = U.keep(w.seats.values(), s -> s.is("user", c.uid()));
            if (l.isEmpty()) throw Err.no("you belong to no organization");
            if (l.size() > 1) throw Err.no("you belong to several organizations; name one in X-Ops-Organization");
            org = l.get(0).s("org");
        }
        c.seat = w.seat(org, c.uid());
        if (c.seat == null) throw Err.no("you do not belong to this organization");
        c.org = w.orgs.get(org);
        if (c.token != null) c.token.put("lastRequest", World.iso(w.now()));
    }
}
