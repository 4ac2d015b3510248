"""The test tool's interface: outside events, the clock, a reset. Not part of the API."""
import re
from datetime import timedelta

import check as k
import clusters
import email_area
import oncall
import registry
import uptime
from access import ALL, token_valid
from choices import OTHER
from world import ApiError, digest, iso_us, parse_time

RESET = WORLD = None                     # set by server.py
OPS = []
TEXT, TIME = k.text(0, 10**6), k.text()
ORG = {"organization": k.text()}


def happened(w, changed=(), **more):
    return 200, {"at": iso_us(w.now()), "changed": [{"entity": e, "id": str(i), "change": how} for e, i, how in changed], **more}


def event(name, required=None, optional=None):
    def wrap(f):
        def run(c):
            b = c.json(k.obj(required or {}, optional or {}, strict=True), 400)
            try:
                return f(c.world, b)
            except ApiError as e:            # the control description knows 400, 404 and 409
                e.status = e.status if e.status in (400, 404) else 409
                raise
        OPS.append(("POST", "/_understudy/events/" + name, {"open": True}, run))
        return f
    return wrap


def control(method, path):
    return lambda f: OPS.append((method, "/_understudy" + path, {"open": True}, f)) or f


def pick(table, id_, what):
    if id_ not in table:
        raise ApiError(404, f"unknown {what}")
    return table[id_]


def org_of(w, b):
    return pick(w.orgs, b["organization"], "organization") if "organization" in b else w.first_org()


def moment(w, b, field):
    if field not in b:
        return w.now()
    at = parse_time(b[field])
    if at is None:
        raise ApiError(400, f"{field} is not a time")
    return at


# ---- tokens, roles, organization ----
@event("token-disabled", {"tokenId": TEXT})
def token_disabled(w, b):
    return switch_token(w, b, False)


@event("token-enabled", {"tokenId": TEXT})
def token_enabled(w, b):
    return switch_token(w, b, True)


def switch_token(w, b, on):
    t = pick(w.tokens, b["tokenId"], "token")
    if t["enabled"] == on:
        raise ApiError(409, "nothing to switch")
    t["enabled"] = on
    return happened(w, [("PersonalToken", t["id"], "changed")])


GRANT = k.obj({"role": TEXT}, {"resourceIds": k.array(TEXT)})
CUSTOM = k.obj({"id": k.text()}, {"name": TEXT, "description": TEXT, "permissions": k.array(TEXT), "scopable": k.boolean, "removed": k.boolean})


@event("role-changes", {}, {**ORG, "userId": k.text(), "role": k.one_of("owner", "admin", "member", "viewer", "none"),
                            "grants": k.array(GRANT), "customRole": CUSTOM})
def role_changes(w, b):
    org, changed = org_of(w, b), []
    if "userId" not in b and "customRole" not in b:
        raise ApiError(400, "userId or customRole is required")
    if "customRole" in b:
        r = b["customRole"]
        if r.get("removed"):
            pick(org.custom_roles, r["id"], "custom role")
            del org.custom_roles[r["id"]]
        else:
            old = org.custom_roles.get(r["id"], {"name": r["id"], "description": "", "permissions": [], "scopable": True})
            if set(r.get("permissions", ())) - ALL:
                raise ApiError(400, "unknown permission")
            org.custom_roles[r["id"]] = {**old, **{f: x for f, x in r.items() if f != "removed"}, "kind": "custom"}
        changed.append(("IamRole", r["id"], "changed"))
    if "userId" in b:
        id_ = b["userId"]
        from access import roles_of
        for g in b.get("grants", []):
            pick(roles_of(org), g["role"], "role")
        if id_ not in w.users:
            w.add_user(id_, id_.title() + " Guest", f"{re.sub('[^a-z0-9]', '', id_.lower()) or 'guest'}@{org.slug}.example", [])
        if b.get("role") == "none":
            org.members.pop(id_, None)
            org.grants.pop(id_, None)
        else:
            if "role" in b:
                org.members[id_] = b["role"]
                org.grants.pop(id_, None)
            elif id_ not in org.members:
                org.members[id_] = "member"
            if "grants" in b:
                org.grants[id_] = b["grants"]
        changed.append(("User", id_, "changed"))
    return happened(w, changed)


@event("billing-email-collides", {"email": k.email}, {"collides": k.boolean})
def billing(w, b):
    (w.billing_taken.add if b.get("collides", True) else w.billing_taken.discard)(b["email"].lower())
    return happened(w)


@event("payment-method-changes", {"active": k.boolean}, ORG)
def payment(w, b):
    org_of(w, b).payment = b["active"]
    return happened(w)


@event("entitlement-changes", {"area": k.one_of("email", "uptime"), "enabled": k.boolean}, ORG)
def entitlement(w, b):
    org_of(w, b).entitled[b["area"]] = b["enabled"]
    return happened(w)


@event("quota-changes", {"quota": k.one_of("clusters", "monitors", "daily-email", "registry-storage-bytes", "load-balancer-services"),
                         "value": k.integer(0, 2**53)}, {**ORG, "registry": TEXT, "cluster": TEXT})
def quota(w, b):
    org = org_of(w, b)
    if b["quota"] == "registry-storage-bytes":
        targets = [pick(w.registries, b["registry"], "registry")] if "registry" in b else [r for r in w.registries.values() if r["org"] == org.slug]
        for r in targets:
            r["quota"] = b["value"]
    elif b["quota"] == "load-balancer-services":
        targets = [find_cluster(w, b)] if "cluster" in b else [x for (o, _), x in w.clusters.items() if o == org.slug]
        for x in targets:
            x["maxServices"] = b["value"]
    else:
        org.quota[b["quota"]] = b["value"]
    return happened(w)


@event("backend-behaves", {"backend": k.one_of("email", "uptime", "dns"), "reachable": k.boolean})
def backend(w, b):
    w.backend[b["backend"]] = b["reachable"]
    return happened(w)


# ---- registry ----
LAYER = k.obj({"sizeBytes": k.integer(0, 2**50)}, {"digest": TEXT})
IMAGE = k.obj({"repository": TEXT, "digest": TEXT})


@event("image-pushed", {"registry": TEXT, "repository": k.text()},
       {"tags": k.array(k.text()), "digest": k.text(), "mediaType": k.text(), "manifestBytes": k.integer(1, 2**30),
        "layers": k.array(LAYER), "keyId": TEXT, "secret": TEXT, "pushedAt": TIME})
def image_pushed(w, b):
    r = pick(w.registries, b["registry"], "registry")
    if "keyId" in b or "secret" in b:
        _, key = registry.find_key(w, secret=b.get("secret"), key_id=b.get("keyId"))
        _, own = registry.find_key(w, secret=b.get("secret"), key_id=b.get("keyId"), slug=r["slug"])
        if key is None and "secret" not in b:
            raise ApiError(404, "unknown key")
        reason = registry.key_verdict(w, r, own, b["repository"], "push") if own else "the key is not for this registry"
        if reason:
            raise ApiError(409, reason)
        own["used"] = w.now()
    digest, layers, added = registry.push(
        w, r, b["repository"], b.get("tags", ["latest"]), b.get("digest"), b.get("mediaType", "application/vnd.oci.image.manifest.v1+json"),
        b.get("manifestBytes", 1337), b.get("layers", [{"sizeBytes": 7_340_032}]), moment(w, b, "pushedAt"))
    return happened(w, [("RegistryManifest", digest, "created")], digest=digest, layers=layers, addedBytes=added)


@event("blob-shared", {"registry": TEXT, "blob": TEXT, "from": IMAGE, "to": IMAGE})
def blob_shared(w, b):
    r = pick(w.registries, b["registry"], "registry")
    ends = [pick(pick(r["repos"], b[e]["repository"], "repository")["manifests"], b[e]["digest"], "image") for e in ("from", "to")]
    size = pick(ends[0]["layers"], b["blob"], "layer")
    before = registry.used_bytes(r)
    ends[1]["layers"][b["blob"]] = size
    added = registry.used_bytes(r) - before
    if registry.used_bytes(r) > r["quota"]:
        del ends[1]["layers"][b["blob"]]
        raise ApiError(409, "the storage quota would be exceeded")
    return happened(w, addedBytes=added)


@event("slug-claimed-elsewhere", {"slug": TEXT}, {"how": k.one_of("claimed", "reserved", "free")})
def slug_claimed(w, b):
    if b["slug"] in w.registries:
        raise ApiError(409, "a registry here has this slug")
    w.slugs_taken.discard(b["slug"])
    w.slugs_reserved.discard(b["slug"])
    how = b.get("how", "claimed")
    if how != "free":
        (w.slugs_taken if how == "claimed" else w.slugs_reserved).add(b["slug"])
    return happened(w)


# ---- email ----
WHICH = {"capability": k.one_of("send", "receive"), "type": TEXT, "name": TEXT}


def matching(w, b):
    d = next((d for d in w.domains.values() if b["domain"] in (d["id"], d["name"])), None)
    if d is None:
        raise ApiError(404, "unknown domain")
    found = [r for r in email_area.records(d) if all(r[f] == b[f] for f in WHICH if f in b)]
    if not found:
        raise ApiError(409, "no such record")
    return d, found


@event("dns-record-published", {"domain": TEXT}, WHICH)
def dns_published(w, b):
    d, found = matching(w, b)
    d["dns"].update({(r["type"], r["name"]): r["value"] for r in found})
    return happened(w, records=len(found))


@event("dns-record-removed", {"domain": TEXT}, WHICH)
def dns_removed(w, b):
    d, found = matching(w, b)
    return happened(w, records=sum(d["dns"].pop((r["type"], r["name"]), None) is not None for r in found))


@event("dns-record-mismatched", {"domain": TEXT, "value": TEXT}, WHICH)
def dns_mismatched(w, b):
    d, found = matching(w, b)
    d["dns"].update({(r["type"], r["name"]): b["value"] for r in found})
    return happened(w, records=len(found))


MAIL = {"cc": k.array(k.email), "subject": TEXT, "text": TEXT, "sizeBytes": k.integer(0, 10**7), "createdAt": TIME}


@event("message-sent", {"from": k.email, "to": k.array(k.email, 1)}, {**MAIL, "sendKeyId": TEXT, "secret": TEXT, "door": TEXT})
def message_sent(w, b):
    key = None
    if "secret" in b:
        key = next((x for x in w.send_keys.values() if x["secret"] == b["secret"]), None)
        if key is None:
            raise ApiError(409, "not a send key")
    elif "sendKeyId" in b:
        key = pick(w.send_keys, b["sendKeyId"], "send key")
    m, out = email_area.submit(w, b, key, b.get("door", "smtp"), moment(w, b, "createdAt"))
    return happened(w, [("EmailMessage", m["id"], "created")], messageId=m["id"], suppressed=out)


@event("message-received", {"from": k.email, "to": k.array(k.email, 1)}, MAIL)
def message_received(w, b):
    m, routes, deliveries = email_area.receive(w, b, moment(w, b, "createdAt"))
    return happened(w, [("EmailMessage", m["id"], "created")], messageId=m["id"], routeIds=routes, deliveryIds=deliveries)


def verdict(w, b, kind):
    m = pick(w.messages, b["messageId"], "message")
    if m["direction"] != "send" or "recipient" in b and b["recipient"] not in m["targets"]:
        raise ApiError(409, "the message was not sent to this recipient")
    email_area.hand_over(w, m)
    return m, email_area.feedback(w, m, kind, b.get("recipient"), moment(w, b, "occurredAt"), b.get("bounce"), b.get("detail"))


ABOUT = {"recipient": k.email, "occurredAt": TIME}


def anything(v, at):
    if not isinstance(v, dict):
        raise k.Bad(f"{at} must be an object")
    return v


@event("message-delivered", {"messageId": TEXT}, ABOUT)
def message_delivered(w, b):
    m, (deliveries, _, _) = verdict(w, b, "delivered")
    return happened(w, [("EmailMessage", m["id"], "changed")], deliveryIds=deliveries)


@event("message-bounced", {"messageId": TEXT, "bounce": k.one_of("hard", "soft")}, {**ABOUT, "detail": anything})
def message_bounced(w, b):
    m, (deliveries, added, paused) = verdict(w, b, "bounced")
    return happened(w, [("EmailMessage", m["id"], "changed")], deliveryIds=deliveries, suppressionIds=added, paused=paused)


@event("message-complained", {"messageId": TEXT}, {**ABOUT, "detail": anything})
def message_complained(w, b):
    m, (deliveries, added, paused) = verdict(w, b, "complained")
    return happened(w, [("EmailMessage", m["id"], "changed")], deliveryIds=deliveries, suppressionIds=added, paused=paused)


@event("webhook-endpoint-answers", {"endpointId": TEXT, "answers": k.array(k.obj({}, {"status": k.integer(100, 599), "failure": k.one_of("timeout", "refused", "reset", "unresolved", "tls"), "afterMs": k.integer(0, 10**6)}, strict=True))}, {"afterwards": k.one_of("repeat-last", "send")})
def endpoint_answers(w, b):
    e = pick(w.webhooks, b["endpointId"], "webhook endpoint")
    e["script"] = (list(b["answers"]), b.get("afterwards", "repeat-last")) if b["answers"] else None
    return happened(w)


@event("sending-unpaused", {}, ORG)
def unpaused(w, b):
    slug = org_of(w, b).slug
    if not w.pause.pop(slug, None):
        raise ApiError(409, "sending is not paused")
    w.counters[("unpaused", slug)] = w.now()
    return happened(w)


@event("domain-claimed-elsewhere", {"domain": TEXT}, {"claimed": k.boolean})
def domain_claimed(w, b):
    name = b["domain"].lower().rstrip(".")
    if any(d["name"] == name for d in w.domains.values()):
        raise ApiError(409, "an organization here has this domain")
    (w.names_elsewhere.add if b.get("claimed", True) else w.names_elsewhere.discard)(name)
    return happened(w)


# ---- on-call ----
def alert_service(w, b):
    if "sourceId" in b:
        source = pick(w.sources, b["sourceId"], "alert source")
        if source["revoked"]:
            raise ApiError(409, "the alert source is revoked")
        source["last"] = w.now()
        return w.oncall_services[source["service"]]
    if "serviceId" not in b:
        raise ApiError(400, "serviceId or sourceId is required")
    return pick(w.oncall_services, b["serviceId"], "service")


@event("alert-fires", {"alert": k.text()}, {"serviceId": TEXT, "sourceId": TEXT, "title": TEXT, "labels": k.mapping, "annotations": k.mapping, "startsAt": TIME})
def alert_fires(w, b):
    i, opened = oncall.fire(w, alert_service(w, b), b["alert"], b.get("title") or b["alert"], b.get("labels", {}), b.get("annotations", {}),
                            moment(w, b, "startsAt"))
    return happened(w, [("OncallIncident", i["id"], "created" if opened else "changed")], incidentId=i["id"], opened=opened,
                    firingAlerts=oncall.firing(i))


@event("alert-resolves", {"alert": k.text()}, {"serviceId": TEXT, "sourceId": TEXT, "endsAt": TIME})
def alert_resolves(w, b):
    i, resolved = oncall.calm(w, alert_service(w, b), b["alert"], moment(w, b, "endsAt"))
    if i is None:
        raise ApiError(404, "no such alert")
    return happened(w, [("OncallIncident", i["id"], "changed")], incidentId=i["id"], resolved=resolved, firingAlerts=oncall.firing(i))


@event("provider-behaves", {"behaviour": k.one_of("accepts", "rejects", "unreachable")}, {**ORG, "only": k.one_of("verification", "pages")})
def provider_behaves(w, b):
    for part in [b["only"]] if "only" in b else ["verification", "pages"]:
        w.provider_mood[(org_of(w, b).slug, part)] = b["behaviour"]
    return happened(w)


@event("status-page-viewed", {}, {**ORG, "serviceIds": k.array(TEXT)})
def status_page(w, b):
    org = org_of(w, b)
    ids = b.get("serviceIds", [s["id"] for s in w.oncall_services.values() if s["org"] == org.slug])
    for id_ in ids:
        pick(w.oncall_services, id_, "service")
    return 200, {"incidents": [{**oncall.public_view(w, i), "serviceId": i["service"],
                                "serviceName": w.oncall_services[i["service"]]["name"]}
                               for i in reversed(w.incidents.values()) if i["service"] in ids and i["updates"]]}


# ---- clusters ----
NODE = {"cluster": TEXT, "node": k.text()}


def find_cluster(w, b):
    return pick(w.clusters, (org_of(w, b).slug, b["cluster"]), "cluster")


@event("node-joins", NODE, {**ORG, "token": TEXT, "agentVersion": k.text(), "ready": k.boolean})
def node_joins(w, b):
    x = find_cluster(w, b)
    kind = clusters.join(w, x, b.get("token"), b["node"], b.get("agentVersion"), b.get("ready"))
    return happened(w, [("Node", b["node"], "created")], node=b["node"], **{"with": kind})


@event("agent-upgraded", {**NODE, "agentVersion": k.text()}, ORG)
def agent_upgraded(w, b):
    pick(find_cluster(w, b)["nodes"], b["node"], "node")["version"] = b["agentVersion"]
    return happened(w)


@event("node-lost", NODE, {**ORG, "how": k.one_of("not-ready", "vanished", "back")})
def node_lost(w, b):
    x, how = find_cluster(w, b), b.get("how", "not-ready")
    node = pick(x["nodes"], b["node"], "node")
    if how == "vanished":
        del x["nodes"][b["node"]]
    else:
        node["ready"] = how == "back"
    return happened(w, [("Node", b["node"], "removed" if how == "vanished" else "changed")])


@event("headroom-changes", {"cluster": TEXT, "component": TEXT, "usedPercent": k.number(0, 100)}, ORG)
def headroom(w, b):
    x = find_cluster(w, b)
    if b["component"] not in clusters.COMPONENTS:
        raise ApiError(404, f"unknown component; there are {', '.join(clusters.COMPONENTS)}")
    x["usedPct"][b["component"]] = b["usedPercent"]
    return happened(w)


@event("service-exposed", {"cluster": TEXT, "service": k.text()}, {**ORG, "ip": TEXT})
def exposed(w, b):
    x = find_cluster(w, b)
    if not x["lb"] or b["service"] not in x["exposed"] and len(x["exposed"]) >= x["maxServices"]:
        raise ApiError(409, "load balancers are off, or the maximum is reached")
    ip = b.get("ip") or x["exposed"].get(b["service"]) or f"203.0.113.{w.next('ip') % 250 + 1}"
    x["exposed"][b["service"]] = ip
    return happened(w, [("Cluster", x["name"], "changed")], service=b["service"], ip=ip)


@event("service-withdrawn", {"cluster": TEXT, "service": TEXT}, ORG)
def withdrawn(w, b):
    x = find_cluster(w, b)
    pick(x["exposed"], b["service"], "service")
    del x["exposed"][b["service"]]
    return happened(w, [("Cluster", x["name"], "changed")])


@event("cluster-changes-concurrently", {"cluster": TEXT},
       {**ORG, "lasts": k.one_of("one-request", "roll"),
        "change": k.obj({}, {"orchestratorVersion": TEXT, "tier": TEXT, "replicas": k.integer(1, 9)}, strict=True)})
def concurrent(w, b):
    x = find_cluster(w, b)
    if x["phase"] != "Running":
        raise ApiError(409, "the cluster is not in a state to be changed")
    if b.get("lasts", "one-request") == "roll":
        x["blocked"] = "roll"
        clusters.roll(w, x, b.get("change") or {"replicas": x["replicas"]})
        if OTHER:
            clusters.rolled(x, b.get("change") or {})
            x["phase"], x["blocked"] = "Rolling", "roll"
    else:
        x["blocked"] = "one-request"
        if b.get("change"):
            clusters.rolled(x, b["change"])
    return happened(w, [("Cluster", x["name"], "changed")])


# ---- uptime ----
@event("probe-result", {"monitorId": TEXT, "outcome": k.one_of("ok", "fail", "error")},
       {"vantage": TEXT, "times": k.integer(1, 1000), "latencyMs": k.number(0, 10**6), "errorKind": TEXT, "errorDetail": TEXT,
        "responseSnippet": TEXT, "at": TIME})
def probe_result(w, b):
    m = pick(w.monitors, b["monitorId"], "monitor")
    if m["deleted"]:
        raise ApiError(404, "unknown monitor")
    if not m["enabled"]:
        raise ApiError(409, "the monitor is disabled")
    if "vantage" in b and b["vantage"] not in m["vantages"]:
        raise ApiError(409, "the monitor is not probed from there")
    changes, times, at = 0, b.get("times", 1), moment(w, b, "at")
    for n in range(times):
        when = at - timedelta(seconds=m["intervalSeconds"]) * (times - 1 - n)
        if "at" not in b and m["probes"]:
            when = max(when, m["probes"][-1]["at"])      # results come in order
        for v in [b["vantage"]] if "vantage" in b else m["vantages"]:
            changes += uptime.probe(w, m, v, b["outcome"], b.get("latencyMs", 42), when, b.get("errorKind", "status"),
                                    b.get("errorDetail", "unexpected answer"), b.get("responseSnippet", ""))
    return happened(w, [("UptimeMonitor", m["id"], "changed")], state=m["state"], transitions=changes)


@event("metrics-availability", {"available": k.boolean}, {**ORG, "monitorId": TEXT})
def metrics_availability(w, b):
    if "monitorId" in b:
        pick(w.monitors, b["monitorId"], "monitor")
    what = b["monitorId"] if "monitorId" in b else ("org", org_of(w, b).slug)
    (w.metrics_off.discard if b["available"] else w.metrics_off.add)(what)
    return happened(w)


# ---- credentials at their doors ----
KINDS = ("personal-token", "registry-key", "login-credential", "upstream-credential", "send-key", "alert-source", "registration-token",
         "kubeconfig", "export-token")


def by(table, b, field):
    """By secret if there is one, otherwise by id (an unknown id is 404)."""
    if "secret" in b:
        return next((x for x in table if x[field] == (digest(b["secret"]) if field == "hash" else b["secret"])), None)
    found = next((x for x in table if x["id"] == b["id"]), None)
    if found is None:
        raise ApiError(404, "unknown credential")
    return found


@event("credential-used", {"kind": k.one_of(*KINDS)},
       {**{f: TEXT for f in ("id", "secret", "username", "registry", "repository", "cluster")}, "for": k.one_of("pull", "push"), "at": TIME})
def credential_used(w, b):
    if "id" not in b and "secret" not in b:
        raise ApiError(400, "id or secret is required")
    at, kind, reason = moment(w, b, "at"), b["kind"], None
    if kind == "personal-token":
        t = by(w.tokens.values(), b, "key")
        reason = None if t and token_valid(w, t) else "unknown, disabled or expired"
        if reason is None:
            t["last"] = at
    elif kind == "registry-key":
        r, key = registry.find_key(w, secret=b.get("secret"), key_id=b.get("id"))
        if key is None and "secret" not in b:
            raise ApiError(404, "unknown key")
        reason = "unknown key" if key is None else "another registry" if b.get("registry", r["slug"]) != r["slug"] else \
            registry.key_verdict(w, r, key, b.get("repository"), b.get("for", "pull"))
        if reason is None:
            key["used"] = at
    elif kind == "login-credential":
        x = by(w.logins.values(), b, "password")
        reason = "unknown credential" if x is None or b.get("username", registry.login_name(x)) != registry.login_name(x) else \
            registry.login_verdict(w, x, b.get("registry"), b.get("for", "pull"))
    elif kind == "upstream-credential":
        found = [u for r in w.registries.values() if b.get("registry", r["slug"]) == r["slug"] for h, u in r["upstreams"].items()
                 if (u["password"] == b["secret"] if "secret" in b else h == b["id"])]
        if not found and "secret" not in b:
            raise ApiError(404, "unknown credential")
        reason = None if found else "unknown credential"
    elif kind == "send-key":
        x = by(w.send_keys.values(), b, "secret")
        reason = "unknown key" if x is None else "the key is revoked" if x["revoked"] else None
        if reason is None:
            x["used"] = at
    elif kind == "alert-source":
        x = by(w.sources.values(), b, "hash")
        reason = "unknown token" if x is None else "the source is revoked" if x["revoked"] else None
        if reason is None:
            x["last"] = at
    elif kind == "registration-token":
        x = by([t for (_, n), c in w.clusters.items() if b.get("cluster", n) == n for t in c["registration"].values()], b, "token")
        reason = "unknown token" if x is None else "switched off" if x["disabled"] else \
            "expired" if x["expires"] and w.now() >= x["expires"] else None
        if reason is None:
            x["used"] = at
    elif kind == "kubeconfig":
        if "secret" not in b:
            raise ApiError(400, "a client configuration is known by its secret only")
        ends = next((e for (_, n), c in w.clusters.items() if b.get("cluster", n) == n for t, e in c["configs"].items() if t in b["secret"]), None)
        reason = None if ends and w.now() < ends else "unknown or expired"
    else:
        x = by(w.export_tokens.values(), b, "hash")
        reason = None if x and not x["deleted"] else "unknown or revoked"
        if reason is None:
            x["used"] = at
    return happened(w, accepted=reason is None, **({"reason": reason} if reason else {}))


# ---- clock, reset, looking around ----
def due_shape(t):
    return {"at": iso_us(t.at), "timer": t.kind, "entity": t.entity, "id": t.id}


def clock_shape(w, kinds=False):
    pending = w.clock.pending()
    out = {"mode": w.clock.mode, "now": iso_us(w.now()), "progress": {"mode": "delay"}, "due": [due_shape(t) for t in pending[:20]]}
    if kinds:
        first = {}
        for t in pending:
            first.setdefault(t.kind, t)
        out["kinds"] = [due_shape(t) for t in first.values()]
    return out


@control("GET", "/clock")
def get_clock(c):
    return 200, clock_shape(c.world, c.query.get("kinds") == "true")


def moved(w, fired):
    return 200, {"clock": clock_shape(w), "fired": [due_shape(t) for t in fired]}


@control("PUT", "/clock")
def set_clock(c):
    w = c.world
    b = c.json(k.obj({"mode": k.one_of("real", "frozen", "set")}, {"now": TIME}, strict=True), 400)
    if b["mode"] == "set" and "now" not in b:
        raise ApiError(400, "now is required")
    if b["mode"] == "real":
        w.clock.mode = "real"
        return moved(w, w.clock.run_until(w.now()))
    target = moment(w, b, "now")
    fired = w.clock.run_until(target)
    w.clock.set(b["mode"], target)
    return moved(w, fired)


DURATION = re.compile(r"P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?")


@control("POST", "/clock/advance")
def advance(c):
    w = c.world
    b = c.json(k.obj({}, {"by": TEXT, "to": TIME, "nextDue": k.boolean, "timer": TEXT}, strict=True), 400)
    if "by" in b:
        parts = DURATION.fullmatch(b["by"])
        if not parts or b["by"] in ("P", "PT"):
            raise ApiError(400, "by is not a duration")
        weeks, days, hours, minutes, seconds = (float(x or 0) for x in parts.groups())
        target = w.now() + timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)
    elif "to" in b:
        target = moment(w, b, "to")
        if target < w.now():
            raise ApiError(409, "this is in the past")
    elif b.get("nextDue"):
        pending = [t for t in w.clock.pending() if b.get("timer", t.kind) == t.kind]
        if not pending and "timer" in b:
            raise ApiError(409, "no such timer is pending")
        if not pending:
            return moved(w, [])
        target = max(pending[0].at, w.now())
    else:
        raise ApiError(400, "by, to or nextDue is required")
    return moved(w, w.clock.move_to(target))


@control("POST", "/reset")
def reset(c):
    RESET()
    w = WORLD()
    return 200, {"name": "default", "from": {"seed": "northwind"}, "createdAt": iso_us(w.now()), "entries": 0,
                 "clock": {"mode": "real", "now": iso_us(w.now())}}


@control("GET", "/health")
def health(c):
    return 200, {"status": "ok", "version": "third-1", "sandboxes": 1}


@control("GET", "/identities")
def identities(c):
    w, out = c.world, []
    for u in w.users.values():
        mine = [o for o in w.orgs.values() if u.id in o.members]
        session = next(s for s, id_ in w.sessions.items() if id_ == u.id)
        out.append({"name": u.label.split()[0].lower(), "userId": u.id, "label": u.label, "email": u.email,
                    "memberships": [{"organization": o.slug, "role": o.members[u.id]} for o in mine],
                    "credentials": [{"kind": "session", "value": session, "organization": o.slug} for o in mine]})
    return 200, {"actors": out}


@control("GET", "/pages")
def pages(c):
    q = c.query
    found = [{**p, "at": iso_us(p["at"])} for p in c.world.pages
             if q.get("incidentId") in (None, p["incidentId"]) and q.get("userId") in (None, p["userId"])]
    return 200, {"pages": found[-int(q["limit"]):] if q.get("limit", "").isdigit() else found}


@control("GET", "/webhook-deliveries")
def attempts(c):
    q = c.query
    found = [{**a, "at": iso_us(a["at"])} for a in c.world.attempts
             if q.get("endpointId") in (None, a["endpointId"]) and q.get("deliveryId") in (None, str(a["deliveryId"]))]
    return 200, {"attempts": found[-int(q["limit"]):] if q.get("limit", "").isdigit() else found}
