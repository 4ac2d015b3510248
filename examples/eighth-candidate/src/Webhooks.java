package eighth;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Deliveries to webhook endpoints: attempts, retries, signatures (Standard Webhooks). */
final class Webhooks {
    /** Pauses before the second and later attempts. */
    static final long[] RETRIES = {15_000, 120_000, 900_000};

    static final class Delivery {
        long id, createdAt, seq;
        Email.Endpoint endpoint;
        String type, messageId, state = "pending", lastError, payload, eventId;
        int attempts;
        Long lastStatus, deliveredAt;
        Timer timer;
    }

    private final World w;
    private long ids = 7_000_000_000L;

    Webhooks(World w) { this.w = w; }

    String newSecret() { return "whsec_" + Base64.getEncoder().encodeToString(Util.random(24)); }

    Reply list(Ctx c) {
        c.caller.need("email.webhook.read");
        String m = c.q("messageId"), e = c.q("endpointId");
        List<Delivery> l = new ArrayList<>();
        for (Delivery d : c.org.email.deliveries.values())
            if ((m == null || m.equals(d.messageId)) && (e == null || e.equals(d.endpoint.id))) l.add(d);
        l.sort((a, b) -> a.createdAt != b.createdAt ? Long.compare(b.createdAt, a.createdAt) : Long.compare(b.seq, a.seq));
        if (l.size() > 200) l = l.subList(0, 200);
        return Reply.ok(Json.obj("deliveries", Util.map(l, d -> Json.obj("id", d.id, "endpointId", d.endpoint.id, "eventType", d.type, "messageId", d.messageId, "state", d.state,
            "attempts", d.attempts, "lastStatus", d.lastStatus, "lastError", d.lastError, "deliveredAt", d.deliveredAt == null ? null : Times.email(d.deliveredAt),
            "createdAt", Times.email(d.createdAt)))));
    }

    Reply redeliver(Ctx c) {
        c.caller.need("email.webhook.write");
        long id;
        try {
            id = Long.parseLong(c.p("id"));
        } catch (NumberFormatException e) {
            throw ApiError.invalid("id must be an integer");
        }
        Delivery old = c.org.email.deliveries.get(id);
        if (old == null) throw ApiError.missing("no delivery " + id);
        if (old.endpoint.gone) throw ApiError.conflict("the endpoint was deleted");
        if (old.endpoint.disabled) throw ApiError.conflict("the endpoint is disabled");
        return Reply.of(202, Json.obj("id", queue(old.endpoint, old.type, old.messageId, old.payload, old.eventId).id));
    }

    /** Tells every endpoint that wants this kind of event. */
    List<Object> announce(Email.Msg m, String type, Map<String, Object> event) {
        List<Object> l = new ArrayList<>();
        for (Email.Endpoint e : m.org.email.endpoints.values())
            if (!e.disabled && e.eventTypes.contains(type)) l.add(deliver(e, m, type, event == null ? Map.of() : event).id);
        return l;
    }

    Delivery deliver(Email.Endpoint e, Email.Msg m, String type, Map<String, Object> data) {
        String event = "evt_" + Util.uuid();
        String payload = Json.write(Json.obj("eventId", event, "eventType", type, "organization", m.org.slug, "occurredAt", Times.email(w.now()),
            "message", w.email.view(m), "data", data));
        return queue(e, type, m.id, payload, event);
    }

    private Delivery queue(Email.Endpoint e, String type, String messageId, String payload, String event) {
        Delivery d = new Delivery();
        d.id = ids += 3;
        d.seq = w.seq();
        d.endpoint = e;
        d.type = type;
        d.messageId = messageId;
        d.payload = payload;
        d.eventId = event;
        d.createdAt = w.now();
        e.org.email.deliveries.put(d.id, d);
        d.timer = w.after(0, "deliver", "EmailDelivery", "" + d.id, () -> attempt(d));
        return d;
    }

    /** Nothing more goes to this endpoint. */
    void abandon(Email.Endpoint e, String why) {
        for (Delivery d : e.org.email.deliveries.values())
            if (d.endpoint == e && d.state.equals("pending")) {
                d.state = "failed";
                d.lastError = why;
                if (d.timer != null) d.timer.cancelled = true;
            }
    }

    /** Waits, without the lock, until what is on its way to the endpoint has arrived. */
    void settle(Email.Endpoint e) {
        long until = System.currentTimeMillis() + 3000;
        while (e.inFlight > 0 && System.currentTimeMillis() < until) {
            try {
                w.wait(20);
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void attempt(Delivery d) {
        Email.Endpoint e = d.endpoint;
        if (!d.state.equals("pending")) return;
        if (e.gone || e.disabled) {
            d.state = "failed";
            d.lastError = e.gone ? "the endpoint was deleted" : "the endpoint is disabled";
            return;
        }
        d.state = "delivering";
        d.attempts++;
        Map<String, Object> answer = null;
        if (e.script != null) {
            answer = e.script.poll();
            if (answer != null) e.lastScripted = answer;
            else if ("repeat-last".equals(e.afterwards)) answer = e.lastScripted;
        }
        long stamp = (answer != null ? w.now() : System.currentTimeMillis()) / 1000;
        String id = d.eventId;
        Map<String, Object> headers = Json.obj("Content-Type", "application/json", "User-Agent", "eighth-webhooks/1", "webhook-id", id, "webhook-timestamp", "" + stamp,
            "webhook-signature", "v1," + sign(e.secret, id + "." + stamp + "." + d.payload));
        Map<String, Object> log = Json.obj("deliveryId", d.id, "endpointId", e.id, "attempt", d.attempts, "at", Times.iso(w.now()), "url", e.url, "headers", headers, "body", d.payload,
            "scripted", answer != null);
        w.attempts.add(log);
        if (answer != null) {
            Long status = (Long) answer.get("status");
            String failure = (String) answer.get("failure");
            long ms = answer.get("afterMs") instanceof Long l ? l : 0;
            if (ms > 0) w.after(ms, "answer", "EmailDelivery", "" + d.id, () -> finish(d, log, status, failure));
            else finish(d, log, status, failure);
            return;
        }
        e.inFlight++;
        int generation = w.generation;
        HttpRequest.Builder q;
        try {
            q = HttpRequest.newBuilder(URI.create(e.url)).timeout(Duration.ofSeconds(10)).POST(HttpRequest.BodyPublishers.ofString(d.payload, StandardCharsets.UTF_8));
            headers.forEach((k, v) -> q.header(k, (String) v));
        } catch (RuntimeException x) {
            e.inFlight--;
            finish(d, log, null, "bad url");
            return;
        }
        Jwks.HTTP.sendAsync(q.build(), HttpResponse.BodyHandlers.discarding()).whenComplete((r, x) -> {
            synchronized (w) {
                e.inFlight--;
                if (w.generation == generation) {
                    Throwable t = x != null && x.getCause() != null ? x.getCause() : x;
                    finish(d, log, r == null ? null : (Long) (long) r.statusCode(), t == null ? null : t instanceof HttpTimeoutException ? "timeout" : t instanceof ConnectException ? "refused" : "reset");
                }
                w.notifyAll();
            }
        });
    }

    private void finish(Delivery d, Map<String, Object> log, Long status, String failure) {
        if (status != null) log.put("status", status);
        else log.put("error", failure);
        d.lastStatus = status != null ? status : d.lastStatus;
        if (status != null && status >= 200 && status < 300) {
            d.state = "delivered";
            d.deliveredAt = w.now();
            d.lastError = null;
            return;
        }
        d.lastError = status != null ? "the endpoint answered " + status : "no answer: " + failure;
        Email.Endpoint e = d.endpoint;
        if (d.attempts > RETRIES.length || Long.valueOf(410).equals(status) || e.gone || e.disabled) {
            d.state = "failed";
            return;
        }
        d.state = "pending";
        d.timer = w.after(RETRIES[d.attempts - 1], "retry", "EmailDelivery", "" + d.id, () -> attempt(d));
    }

    static String sign(String secret, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring(6)), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    Map<String, Object> script(Body b) {
        String id = b.text("endpointId");
        Email.Endpoint e = null;
        for (Org o : w.orgs.values()) if (o.email.endpoints.containsKey(id)) e = o.email.endpoints.get(id);
        if (e == null) throw ApiError.missing("no endpoint " + id);
        Deque<Map<String, Object>> answers = new ArrayDeque<>();
        for (Body a : b.objects("answers")) {
            Long status = a.optInteger("status", 100, 599);
            String failure = a.optChoice("failure", "timeout", "refused", "reset", "unresolved", "tls");
            if ((status == null) == (failure == null)) throw a.bad("status", "or failure, exactly one, is required");
            answers.add(Json.obj("status", status, "failure", failure, "afterMs", a.optInteger("afterMs", 0, 600_000)));
        }
        String afterwards = b.optChoice("afterwards", "repeat-last", "send");
        e.script = answers.isEmpty() ? null : answers;
        e.afterwards = afterwards == null ? "repeat-last" : afterwards;
        e.lastScripted = null;
        return Json.obj();
    }
}
