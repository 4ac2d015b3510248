"""GEN: each function answers what it saw; SHOWS: id -> (function, where it differs, clean, faulty)."""


def content_error(c):
    r = c.api("GET", "/email/messages/msg_unknown/content")
    return {"status": r.status, "error is a string": isinstance(r.json, dict) and isinstance(r.json.get("error"), str)}


def firing_alerts(c):
    r = c.ok("POST", "/oncall/incidents", {"serviceId": "svc_shop", "title": "checkout is slow"})
    l = c.ok("GET", "/oncall/incidents").json["incidents"]
    return {"created": type(r.json.get("firingAlerts")).__name__, "listed": [i.get("firingAlerts") for i in l]}


def last_request(c):
    import re
    c.ok("POST", "/tokens", {"name": "ci"})
    t = c.ok("GET", "/tokens").json["tokens"][0]
    iso = lambda s: isinstance(s, str) and re.match(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", s) is not None
    return {k + " is ISO 8601": iso(t.get(k)) for k in ("createdAt", "expiresAt", "lastRequest")}


def catalog_open(c):
    r = c.api("GET", "/uptime/catalog", who=None)
    return {"catalog": r.status, "monitors": c.api("GET", "/uptime/monitors", who=None).status}


def beta_first(c):
    return {p: c.api("GET", p, who=None).status for p in ("/email/domains", "/tokens", "/clusters")}


def auth_token(c):
    body = {"accountSid": "AC11111111111111111111111111111111", "authToken": "22222222222222222222222222222222", "fromNumber": "+15005550006"}
    put = c.ok("PUT", "/oncall/provider-credential", body)
    get = c.ok("GET", "/oncall/provider-credential")
    return {"in the PUT": body["authToken"].encode() in put.raw, "in the GET": body["authToken"].encode() in get.raw}


def content_type(c):
    d = c.ok("POST", "/email/domains", {"name": "news.mail.example"}).json
    c.event("dns-record-published", domain=d["id"])
    c.progress("at-once")
    c.ok("POST", "/email/domains/%s/check" % d["id"])
    m = c.event("message-sent", **{"from": "a@news.mail.example", "to": ["jo@customer.example"], "subject": "hello", "text": "hi"})
    r = c.ok("GET", "/email/messages/%s/content" % m["messageId"])
    return {"type": r.type, "is a message": b"Subject: hello" in r.raw}


def rotate_status(c):
    w = c.ok("POST", "/email/webhooks", {"url": "https://hooks.example/in", "eventTypes": ["message.sent"]}).json["webhook"]
    r = c.api("POST", "/email/webhooks/%s/rotate-secret" % w["id"])
    return {"status": r.status, "fields": sorted(r.json)}


def send_keys(c):
    c.ok("POST", "/email/keys", {"name": "shop"})
    return {"fields": sorted(c.ok("GET", "/email/keys").json)}


def webhook_flat(c):
    r = c.api("POST", "/email/webhooks", {"url": "https://hooks.example/in", "eventTypes": ["message.sent"]})
    return {"status": r.status, "fields": sorted(r.json)}


SHOWS = {
    "n-content-error-as-text": (content_error, "error is a string", True, False),
    "n-firing-alerts-left-out-at-zero": (firing_alerts, "created", "int", "NoneType"),
    "n-last-request-empty-before-use": (last_request, "lastRequest is ISO 8601", True, False),
    "n-uptime-catalog-without-caller": (catalog_open, "catalog", 401, 200),
    "n-beta-check-before-session": (beta_first, "/email/domains", 401, 403),
    "n-provider-auth-token-echoed": (auth_token, "in the GET", False, True),
    "n-content-type-sniffed": (content_type, "type", "message/rfc822", "text/plain"),
    "n-rotate-secret-201": (rotate_status, "status", 200, 201),
    "n-send-keys-envelope-keys": (send_keys, "fields", ["sendKeys"], ["keys"]),
    "n-webhook-create-flattened": (webhook_flat, "fields", ["signingSecret", "webhook"],
                                    ["createdAt", "disabled", "eventTypes", "id", "signingSecret", "url"]),
}
