package eighth;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

@FunctionalInterface
interface Handler {
    Reply handle(Ctx c);
}

record Route(String method, String[] parts, String operation, String area, String permission, boolean door, boolean unlocked, Handler handler) {}

/** Finds the operation of a request and checks what comes before it. */
final class Router {
    final List<Route> routes = new ArrayList<>();

    void add(String method, String path, String operation, String permission, Handler h) {
        String[] parts = path.substring(1).split("/");
        routes.add(new Route(method, parts, operation, parts[2], permission, false, false, h));
    }

    /** A door for other systems, which checks its credentials itself. */
    void door(String method, String path, String name, Handler h) {
        String[] parts = path.substring(1).split("/");
        routes.add(new Route(method, parts, name, parts[2], null, true, false, h));
    }

    /** A door that takes the lock itself, because it talks to others in between. */
    void slowDoor(String method, String path, String name, Handler h) {
        String[] parts = path.substring(1).split("/");
        routes.add(new Route(method, parts, name, parts[2], null, true, true, h));
    }

    Route find(Ctx c, String[] raw) {
        Set<String> allowed = new TreeSet<>();
        Route best = null;
        int bestFixed = -1;
        for (Route r : routes) {
            if (r.parts().length != raw.length) continue;
            int fixed = 0;
            boolean fits = true;
            for (int i = 0; i < raw.length && fits; i++) {
                String p = r.parts()[i];
                if (p.charAt(0) == '{') fits = !raw[i].isEmpty();
                else if (p.equals(raw[i])) fixed++;
                else fits = false;
            }
            if (!fits) continue;
            allowed.add(r.method());
            if (r.method().equals(c.method) && fixed > bestFixed) {
                best = r;
                bestFixed = fixed;
            }
        }
        if (best == null) {
            if (allowed.isEmpty()) throw ApiError.missing("there is nothing at this path");
            throw new ApiError(405, "the method is not one of " + String.join(", ", allowed));
        }
        for (int i = 0; i < raw.length; i++) {
            String p = best.parts()[i];
            if (p.charAt(0) == '{') c.params.put(p.substring(1, p.length() - 1), raw[i]);
        }
        return best;
    }

    Reply run(Ctx c, Route r) {
        World w = c.w;
        if (r.door()) return r.handler().handle(c);
        w.authenticate(c);
        if (r.area().equals("email") && !c.org.emailEnabled) throw ApiError.forbidden("email is not enabled for the organization (private beta)");
        if (r.area().equals("uptime") && !c.org.uptimeEnabled) throw ApiError.forbidden("uptime is not enabled for the organization (private beta)");
        if (r.permission() != null && !c.caller.some(r.permission())) throw ApiError.forbidden("the permission " + r.permission() + " is missing");
        if (r.area().equals("email") && !w.emailReachable) throw new ApiError(502, "the email backend is unreachable");
        if (r.operation().equals("createMonitor")) w.uptime.quota(c.org);
        if (r.area().equals("uptime") && !w.uptimeReachable) throw new ApiError(502, "the uptime backend is unreachable");
        return r.handler().handle(c);
    }
}

public final class Main {
    public static void main(String[] args) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        int port = 8080;
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--port") && i + 1 < args.length) port = Integer.parseInt(args[++i]);
            else if (args[i].startsWith("--port=")) port = Integer.parseInt(args[i].substring(7));
        }
        World w = new World();
        Router router = new Router();
        w.tokensArea.routes(router);
        w.registries.routes(router);
        w.email.routes(router);
        w.oncall.routes(router);
        w.clusters.routes(router);
        w.uptime.routes(router);
        Control control = new Control(w);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 256);
        server.setExecutor(Executors.newFixedThreadPool(24, r -> {
            Thread t = new Thread(r, "http");
            t.setDaemon(false);
            return t;
        }));
        server.createContext("/", x -> serve(x, w, router, control));
        server.start();
        Executors.newSingleThreadScheduledExecutor(r -> {
            Thread t = new Thread(r, "clock");
            t.setDaemon(true);
            return t;
        }).scheduleAtFixedRate(() -> {
            synchronized (w) {
                try {
                    w.runDue();
                } catch (RuntimeException e) {
                    e.printStackTrace();
                }
            }
        }, 100, 100, TimeUnit.MILLISECONDS);
        warmUp("http://127.0.0.1:" + server.getAddress().getPort());
        System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
        System.out.flush();
    }

    /** A few reads of our own, so that the first callers do not wait for the compiler. */
    private static void warmUp(String url) {
        String[] paths = {"/api/v1/uptime/monitors", "/api/v1/clusters", "/api/v1/registry/instances", "/api/v1/email/domains", "/api/v1/oncall/incidents", "/api/v1/iam/catalog", "/_understudy/clock"};
        try {
            for (int i = 0; i < 210; i++)
                Jwks.HTTP.send(java.net.http.HttpRequest.newBuilder(java.net.URI.create(url + paths[i % paths.length])).header("Authorization", "Bearer sess-olga-7f31").build(),
                    java.net.http.HttpResponse.BodyHandlers.discarding());
        } catch (IOException | InterruptedException e) {
            System.err.println("warm-up: " + e);
        }
    }

    private static String decode(String s) {
        try {
            return URLDecoder.decode(s.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw ApiError.missing("there is nothing at this path");
        }
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> q = new LinkedHashMap<>();
        if (raw == null || raw.isEmpty()) return q;
        for (String p : raw.split("&")) {
            if (p.isEmpty()) continue;
            int e = p.indexOf('=');
            try {
                String k = URLDecoder.decode(e < 0 ? p : p.substring(0, e), StandardCharsets.UTF_8);
                q.putIfAbsent(k, e < 0 ? "" : URLDecoder.decode(p.substring(e + 1), StandardCharsets.UTF_8));
            } catch (IllegalArgumentException x) {
                throw ApiError.invalid("the query is not well-formed");
            }
        }
        return q;
    }

    private static void serve(HttpExchange x, World w, Router router, Control control) throws IOException {
        Reply reply;
        try {
            byte[] raw = x.getRequestBody().readAllBytes();
            String path = x.getRequestURI().getRawPath();
            if (path == null || path.isEmpty()) path = "/";
            Map<String, String> headers = new HashMap<>();
            x.getRequestHeaders().forEach((k, v) -> headers.put(k.toLowerCase(Locale.ROOT), v.get(0)));
            Ctx c = new Ctx(w, x.getRequestMethod(), path, query(x.getRequestURI().getRawQuery()), headers, raw);
            String[] parts = path.substring(1).split("/", -1);
            for (int i = 0; i < parts.length; i++) parts[i] = decode(parts[i]);
            if (parts[0].equals("_understudy")) {
                synchronized (w) {
                    w.runDue();
                    reply = control.handle(c, parts);
                }
            } else {
                Route r = router.find(c, parts);
                if (r.unlocked()) reply = r.handler().handle(c);
                else synchronized (w) {
                    w.runDue();
                    reply = router.run(c, r);
                }
            }
        } catch (ApiError e) {
            reply = Reply.of(e.status, Json.obj("error", e.getMessage()));
        } catch (IOException e) {
            x.close();
            return;
        } catch (RuntimeException e) {
            e.printStackTrace();
            reply = Reply.of(500, Json.obj("error", "unexpected: " + e));
        }
        try {
            send(x, reply);
        } catch (IOException e) {
            // the other side has gone
        } finally {
            x.close();
        }
    }

    private static void send(HttpExchange x, Reply reply) throws IOException {
        boolean head = x.getRequestMethod().equals("HEAD");
        if (reply instanceof Reply.Empty e) {
            x.sendResponseHeaders(e.status(), -1);
            return;
        }
        byte[] bytes;
        int status;
        boolean streamed = false;
        if (reply instanceof Reply.Of o) {
            bytes = Json.write(o.body()).getBytes(StandardCharsets.UTF_8);
            status = o.status();
            x.getResponseHeaders().set("Content-Type", "application/json;charset=UTF-8");
            o.headers().forEach((k, v) -> x.getResponseHeaders().set(k, v));
            if (status == 401) x.getResponseHeaders().set("WWW-Authenticate", "Bearer");
        } else {
            Reply.Raw r = (Reply.Raw) reply;
            bytes = r.bytes();
            status = r.status();
            streamed = r.streamed();
            x.getResponseHeaders().set("Content-Type", r.type());
        }
        x.getResponseHeaders().set("Cache-Control", "no-store");
        if (head) {
            x.sendResponseHeaders(status, -1);
            return;
        }
        x.sendResponseHeaders(status, streamed ? 0 : bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) x.getResponseBody().write(bytes);
    }
}
