"""The driver's door: outside events, the clock, pages, reset. Not part of the API."""
import json

from . import auth, clock, clusters, db, mail, oncall, outbox, registry, seed, uptime
from .core import Body, digest, fail, is_email, iso_ms, parse_duration, parse_time, rid
from .web import route

C = "/_understudy"
_entry = [0]


def event(path):
    def deco(f):
        def g(req):
            b = Body(req.json(optional=True), status=400)
            _entry[0] += 1
            got = f(b) or {}
            changed = got.pop("changed", [])
            return 200, {"entry": _entry[0], "at": iso_ms(clock.now()), "changed": [{"entity": e, "id": str(i), "change": c} for e, i, c in changed], **got}
        g.__name__ = f.__name__
        return route("POST", f"{C}/events/{path}", who="nobody", op=False)(g)
    return deco


def org_of(b, name="organization"):
    slug = b.str(name, opt=True)
    o = db.one("SELECT * FROM orgs WHERE slug=?", slug) if slug else db.one("SELECT * FROM orgs ORDER BY id LIMIT 1")
    if o is None:
        fail(404, "no such organization")
    return o


def when(b, name):
    v = b.str(name, opt=True)
    if v is None:
        return clock.now()
    t = parse_time(v)
    if t is None:
        b.no(name, "is not a time")
    return t


# ---- people, tokens, billing -------------------------------------------------------
def token(b):
    t = db.one("SELECT * FROM tokens WHERE id=?", b.str("tokenId"))
    if t is None:
        fail(404, "no such token")
    return t


@event("token-disabled")
def token_disabled(b):
    t = token(b)
    if not t["enabled"]:
        fail(409, "the token is disabled already")
    db.update("tokens", "id", t["id"], enabled=0)
    return {"changed": [("PersonalToken", t["id"], "changed")]}


@event("token-enabled")
def token_enabled(b):
    t = token(b)
    if t["enabled"]:
        fail(409, "the token is enabled already")
    db.update("tokens", "id", t["id"], enabled=1)
    return {"changed": [("PersonalToken", t["id"], "changed")]}


@event("role-changes")
def role_changes(b):
    o = org_of(b)
    changed = []
    cr = b.obj("customRole", opt=True)
    if cr is not None:
        rid_ = cr.str("id")
        if rid_ in auth.ROLES:
            fail(409, "a built-in role has this id")
        old = db.one("SELECT * FROM custom_roles WHERE org=? AND id=?", o["id"], rid_)
        if cr.bool("removed", opt=True):
            if old is None:
                fail(404, "no such custom role")
            db.run("DELETE FROM custom_roles WHERE org=? AND id=?", o["id"], rid_)
            changed.append(("IamRole", rid_, "removed"))
        else:
            perms = cr.strs("permissions", opt=True)
            for p in perms or ():
                if p not in auth.ATOMS:
                    fail(400, f"there is no permission {p}")
            name, desc, sc = cr.str("name", opt=True), cr.str("description", opt=True, blank=True), cr.bool("scopable", opt=True)
            pick = lambda v, col, default: v if v is not None else (old[col] if old else default)
            db.run("INSERT OR REPLACE INTO custom_roles (org, id, name, description, permissions, scopable) VALUES (?,?,?,?,?,?)", o["id"], rid_, pick(name, "name", rid_), pick(desc, "description", ""),
                   json.dumps(perms) if perms is not None else (old["permissions"] if old else "[]"), int(pick(sc, "scopable", 1)))
            changed.append(("IamRole", rid_, "changed" if old else "created"))
    uid = b.str("userId", opt=True)
    role = b.enum("role", ("owner", "admin", "member", "viewer", "none"), opt=True)
    grants = b.objs("grants", opt=True)
    if uid is None:
        if role is not None or grants is not None:
            b.no("userId", "is required with role or grants")
        if cr is None:
            fail(400, "name a person or a custom role")
        return {"changed": changed}
    g = None
    if grants is not None:
        g = []
        for x in grants:
            r = x.str("role")
            if r not in auth.ORG_ROLE and auth.role_of(o["id"], r) is None:
                fail(404, f"there is no role {r}")
            e = {"role": "admin" if r == "owner" else r}
            ids = x.strs("resourceIds", opt=True)
            if ids is not None:
                e["resourceIds"] = ids or ["-"]
            g.append(e)
    m = db.one("SELECT * FROM members WHERE org=? AND user_id=?", o["id"], uid)
    if role == "none":
        if m is None:
            fail(409, "the person is not in the organization")
        db.run("DELETE FROM members WHERE seq=?", m["seq"])
        return {"changed": changed + [("Member", uid, "removed")]}
    if not db.val("SELECT 1 FROM users WHERE id=?", uid):
        seed.person(uid, uid.replace("usr_", "").replace("-", " ").title(), f"{uid}@{o['slug']}.example".lower())
    if m is None:
        if role is None:
            fail(409, "the person is not in the organization; give a role")
        db.insert("members", org=o["id"], user_id=uid, role=role, grants=None if g is None else json.dumps(g))
    else:
        # a role without grants restores the permissions of the role
        db.update("members", "seq", m["seq"], role=role or m["role"], grants=None if g is None else json.dumps(g))
    return {"changed": changed + [("Member", uid, "changed" if m else "created")]}


@event("billing-email-collides")
def billing_email_collides(b):
    e = b.str("email")
    if not is_email(e):
        b.no("email", "is not an email address")
    if b.bool("collides", opt=True) is False:
        db.run("DELETE FROM billing_collisions WHERE email=?", e.lower())
    else:
        db.run("INSERT OR IGNORE INTO billing_collisions (email) VALUES (?)", e.lower())


# ---- registry ------------------------------------------------------------------------
def reg_of(b):
    r = db.one("SELECT * FROM registries WHERE slug=?", b.str("registry"))
    if r is None:
        fail(404, "no such registry")
    return r


@event("image-pushed")
def image_pushed(b):
    repo = b.str("repository", max=255)
    tags = b.strs("tags", opt=True)
    layers = b.objs("layers", opt=True)
    layers = [{"digest": l.str("digest", opt=True), "sizeBytes": l.int("sizeBytes", lo=0)} for l in layers] if layers is not None else [{"sizeBytes": 4194304}]
    d, mt, mb = b.str("digest", opt=True), b.str("mediaType", opt=True), b.int("manifestBytes", opt=True, lo=0)
    key, sec = b.str("keyId", opt=True), b.str("secret", opt=True)
    at = when(b, "pushedAt")
    r = reg_of(b)
    if sec is not None or key is not None:
        if sec is None and not db.val("SELECT 1 FROM registry_keys WHERE key_id=?", key):
            fail(404, "no such key")
        ok, why, _ = registry.data_plane(sec, None, r["slug"], repo, True, key)
        if not ok:
            fail(409, why)
    d, ls, added = registry.push(r, repo, ["latest"] if tags is None else tags, d, mt or "application/vnd.oci.image.manifest.v1+json", mb, layers, at)
    return {"digest": d, "layers": ls, "addedBytes": added, "changed": [("RegistryRepository", repo, "changed"), ("RegistryManifest", d, "created")]}


@event("blob-shared")
def blob_shared(b):
    blob, f, t = b.str("blob"), b.obj("from"), b.obj("to")
    fr, fd, tr, td = f.str("repository"), f.str("digest"), t.str("repository"), t.str("digest")
    r = reg_of(b)
    find = "SELECT m.id FROM manifests m JOIN repositories r ON r.id=m.repo WHERE r.registry=? AND r.name=? AND m.digest=?"
    a, z = db.val(find, r["id"], fr, fd), db.val(find, r["id"], tr, td)
    n = db.val("SELECT bytes FROM layers WHERE manifest=? AND digest=?", a, blob) if a else None
    if a is None or z is None or n is None:
        fail(404, "no such image or layer")
    before = registry.used_bytes(r["id"])
    db.run("INSERT OR IGNORE INTO layers (manifest, digest, bytes) VALUES (?,?,?)", z, blob, n)
    added = registry.used_bytes(r["id"]) - before
    if added and before + added > r["quota"]:
        fail(409, "the storage quota of the registry would be exceeded")
    return {"addedBytes": added, "changed": [("RegistryManifest", td, "changed")]}


@event("slug-claimed-elsewhere")
def slug_claimed(b):
    slug, how = b.str("slug"), b.enum("how", ("claimed", "reserved", "free"), opt=True) or "claimed"
    if db.val("SELECT 1 FROM registries WHERE slug=?", slug):
        fail(409, "a registry has this slug")
    db.run("DELETE FROM slug_claims WHERE slug=?", slug)
    if how != "free":
        db.insert("slug_claims", slug=slug, how=how)


@event("payment-method-changes")
def payment_method(b):
    active, o = b.bool("active"), org_of(b)
    db.update("orgs", "id", o["id"], payment=int(active))
    return {"changed": [("Organization", o["slug"], "changed")]}


# ---- email ---------------------------------------------------------------------------------
def dns_rows(b):
    n, cap, typ, name = b.str("domain"), b.enum("capability", ("send", "receive"), opt=True), b.str("type", opt=True), b.str("name", opt=True)
    d = db.one("SELECT * FROM domains WHERE id=? OR name=?", n, n.lower().rstrip("."))
    if d is None:
        fail(404, "no such domain")
    rows = [r for r in db.all("SELECT * FROM dns_records WHERE domain=? ORDER BY id", d["id"])
            if (cap is None or r["capability"] == cap) and (typ is None or r["type"].upper() == typ.upper()) and (name is None or r["name"] == name)]
    if not rows:
        fail(409, "no expected record matches")
    return d, rows


def dns_set(rows, value):
    n = 0
    for r in rows:
        v = value(r)
        if r["published"] != v:
            db.update("dns_records", "id", r["id"], published=v)
            n += 1
    return n


@event("dns-record-published")
def dns_published(b):
    d, rows = dns_rows(b)
    dns_set(rows, lambda r: r["value"])
    return {"records": len(rows), "changed": [("DnsRecord", d["name"], "changed")]}


@event("dns-record-removed")
def dns_removed(b):
    d, rows = dns_rows(b)
    return {"records": dns_set(rows, lambda r: None), "changed": [("DnsRecord", d["name"], "changed")]}


@event("dns-record-mismatched")
def dns_mismatched(b):
    v = b.str("value")
    d, rows = dns_rows(b)
    dns_set(rows, lambda r: v)
    return {"records": len(rows), "changed": [("DnsRecord", d["name"], "changed")]}


def addresses(b):
    sender, to, cc = b.str("from"), b.strs("to", min=1), b.strs("cc", opt=True)
    for a in [sender] + to + (cc or []):
        if not is_email(a):
            fail(400, f"{a} is not an email address")
    return sender, to, cc, b.str("subject", opt=True, blank=True, max=998), b.str("text", opt=True, blank=True, max=2000000), b.int("sizeBytes", opt=True, lo=0, hi=30000000)


@event("message-sent")
def message_sent(b):
    parts = addresses(b)
    kid, sec, door = b.str("sendKeyId", opt=True), b.str("secret", opt=True), b.str("door", opt=True)
    at = when(b, "createdAt")
    key = None
    if kid is not None or sec is not None:
        key = mail.key_by(sec, kid)
        if key is None:
            fail(404 if sec is None else 409, "no such send key")
    m, out, _ = mail.send(*parts, key, door or "smtp", at)
    return {"messageId": m["id"], "suppressed": out, "changed": [("EmailMessage", m["id"], "created")]}


@event("message-received")
def message_received(b):
    parts = addresses(b)
    m, routes, deliveries = mail.receive(*parts, when(b, "createdAt"))
    return {"messageId": m["id"], "routeIds": routes, "deliveryIds": deliveries, "changed": [("EmailMessage", m["id"], "created")]}


def msg(b):
    r = b.str("recipient", opt=True)
    m = db.one("SELECT * FROM messages WHERE id=?", b.str("messageId"))
    if m is None:
        fail(404, "no such message")
    return m, r


@event("message-delivered")
def message_delivered(b):
    m, r = msg(b)
    d, _, _ = mail.happened(m, "delivered", r, when(b, "occurredAt"))
    return {"deliveryIds": d, "changed": [("EmailMessage", m["id"], "changed")]}


def detail(b):
    d = b.obj("detail", opt=True)
    return None if d is None else d.d


@event("message-bounced")
def message_bounced(b):
    how = b.enum("bounce", ("hard", "soft"))
    m, r = msg(b)
    d, s, p = mail.happened(m, "bounced", r, when(b, "occurredAt"), how, detail(b))
    return {"deliveryIds": d, "suppressionIds": s, "paused": p, "changed": [("EmailMessage", m["id"], "changed")] + [("EmailSuppression", i, "created") for i in s]}


@event("message-complained")
def message_complained(b):
    m, r = msg(b)
    d, s, p = mail.happened(m, "complained", r, when(b, "occurredAt"), None, detail(b))
    return {"deliveryIds": d, "suppressionIds": s, "paused": p, "changed": [("EmailMessage", m["id"], "changed")] + [("EmailSuppression", i, "created") for i in s]}


@event("webhook-endpoint-answers")
def webhook_answers(b):
    after = b.enum("afterwards", ("repeat-last", "send"), opt=True) or "repeat-last"
    answers = []
    for a in b.objs("answers"):
        x = {"status": a.int("status", opt=True, lo=100, hi=599), "failure": a.enum("failure", tuple(outbox.FAILURES), opt=True)}
        a.int("afterMs", opt=True, lo=0)
        answers.append({k: v for k, v in x.items() if v is not None})
    w = db.one("SELECT * FROM webhooks WHERE id=?", b.str("endpointId"))
    if w is None:
        fail(404, "no such endpoint")
    db.update("webhooks", "id", w["id"], script=json.dumps({"answers": answers, "afterwards": after}) if answers else None)


@event("sending-unpaused")
def sending_unpaused(b):
    o = org_of(b)
    if o["paused_at"] is None:
        fail(409, "sending is not paused")
    db.update("orgs", "id", o["id"], paused_at=None, pause_reason=None, counters_from=clock.now())


@event("domain-claimed-elsewhere")
def domain_claimed(b):
    n, claimed = b.str("domain").lower().rstrip("."), b.bool("claimed", opt=True)
    if db.val("SELECT 1 FROM domains WHERE name=?", n):
        fail(409, "an organization of this world has the domain")
    db.run("DELETE FROM domain_claims WHERE name=?", n)
    if claimed is not False:
        db.insert("domain_claims", name=n)


# ---- on-call -------------------------------------------------------------------------------------
def alert_target(b):
    sid, src = b.str("serviceId", opt=True), b.str("sourceId", opt=True)
    if src is not None:
        s = db.one("SELECT * FROM alert_sources WHERE id=?", src)
        if s is None:
            fail(404, "no such alert source")
        if s["revoked_at"] is not None:
            fail(409, "the alert source is revoked")
        db.update("alert_sources", "id", src, last_event=clock.now())
        sid = s["service"]
    elif sid is None:
        fail(400, "serviceId or sourceId is required")
    s = db.one("SELECT * FROM oc_services WHERE id=?", sid)
    if s is None:
        fail(404, "no such service")
    return s


def strings(b, name):
    o = b.obj(name, opt=True)
    return {} if o is None else {k: str(v) for k, v in o.d.items()}


@event("alert-fires")
def alert_fires(b):
    fp, title = b.str("alert"), b.str("title", opt=True)
    labels, notes, at = strings(b, "labels"), strings(b, "annotations"), when(b, "startsAt")
    s = alert_target(b)
    i, opened = oncall.fire(s["org"], s["id"], fp, title or fp, labels, notes, at)
    return {"incidentId": i["id"], "opened": opened, "firingAlerts": oncall.firing(i["id"]), "changed": [("OncallIncident", i["id"], "created" if opened else "changed")]}


@event("alert-resolves")
def alert_resolves(b):
    fp, at = b.str("alert"), when(b, "endsAt")
    s = alert_target(b)
    i = oncall.unfire(s["id"], fp, at)
    if i is None:
        fail(404, "this alert never fired")
    return {"incidentId": i["id"], "resolved": i["status"] == "resolved", "firingAlerts": oncall.firing(i["id"]), "changed": [("OncallIncident", i["id"], "changed")]}


@event("provider-behaves")
def provider_behaves(b):
    how, only = b.enum("behaviour", ("accepts", "rejects", "unreachable")), b.enum("only", ("verification", "pages"), opt=True)
    o = org_of(b)
    if only != "pages":
        db.update("orgs", "id", o["id"], provider_verify=how)
    if only != "verification":
        db.update("orgs", "id", o["id"], provider_pages=how)


@event("status-page-viewed")
def status_page_viewed(b):
    o, ids = org_of(b), b.strs("serviceIds", opt=True)
    rows = db.all("SELECT * FROM oc_services WHERE org=? ORDER BY seq", o["id"])
    if ids is not None:
        for i in ids:
            if not db.val("SELECT 1 FROM oc_services WHERE id=?", i):
                fail(404, "no such service")
        rows = [db.one("SELECT * FROM oc_services WHERE id=?", i) for i in ids]
    return {"incidents": oncall.status_page([r["id"] for r in rows]), "services": [{"id": r["id"], "name": r["name"]} for r in rows]}


@route("GET", C + "/pages", who="nobody", op=False)
def list_pages(req):
    where, args = "1", []
    for n, c in (("incidentId", "incident"), ("userId", "user_id")):
        if n in req.query:
            where += f" AND {c}=?"
            args.append(req.query[n])
    rows = db.all(f"SELECT * FROM pages WHERE {where} ORDER BY id", *args)
    if req.query.get("limit", "").isdigit():
        rows = rows[-int(req.query["limit"]):]
    out = []
    for p in rows:
        o = {"id": p["id"], "at": iso_ms(p["at"]), "incidentId": p["incident"], "userId": p["user_id"], "channel": p["channel"], "to": p["dest"], "step": p["step"], "round": p["round"], "outcome": p["outcome"]}
        if p["error"]:
            o["error"] = p["error"]
        out.append(o)
    return {"pages": out}


# ---- clusters ----------------------------------------------------------------------------------------
def cluster(b):
    o = org_of(b)
    c = db.one("SELECT * FROM clusters WHERE org=? AND name=?", o["id"], b.str("cluster"))
    if c is None:
        fail(404, "no such cluster")
    return c


def node(b, c):
    n = db.one("SELECT * FROM nodes WHERE cluster=? AND name=?", c["id"], b.str("node"))
    if n is None:
        fail(404, "no such node")
    return n


@event("node-joins")
def node_joins(b):
    name, tok, agent, ready = b.str("node", max=253), b.str("token", opt=True), b.str("agentVersion", opt=True), b.bool("ready", opt=True)
    c = cluster(b)
    kind = clusters.join(c, name, tok, agent, ready)
    return {"node": name, "with": kind, "changed": [("Node", name, "created")]}


@event("agent-upgraded")
def agent_upgraded(b):
    v = b.str("agentVersion")
    c = cluster(b)
    n = node(b, c)
    db.update("nodes", "seq", n["seq"], agent=v)
    return {"changed": [("Node", n["name"], "changed")]}


@event("node-lost")
def node_lost(b):
    how = b.enum("how", ("not-ready", "vanished", "back"), opt=True) or "not-ready"
    c = cluster(b)
    n = node(b, c)
    clock.cancel("Node", n["seq"])
    if how == "vanished":
        db.run("DELETE FROM nodes WHERE seq=?", n["seq"])
    else:
        db.update("nodes", "seq", n["seq"], ready=int(how == "back"))
    return {"changed": [("Node", n["name"], "removed" if how == "vanished" else "changed")]}


@event("headroom-changes")
def headroom_changes(b):
    comp, pct = b.str("component"), b.num("usedPercent")
    c = cluster(b)
    if comp not in clusters.COMPONENTS:
        fail(400, "the components are " + ", ".join(clusters.COMPONENTS))
    h = json.loads(c["headroom"])
    h[comp] = pct
    db.update("clusters", "id", c["id"], headroom=json.dumps(h))
    return {"changed": [("Cluster", c["name"], "changed")]}


@event("service-exposed")
def service_exposed(b):
    svc, ip = b.str("service"), b.str("ip", opt=True)
    c = cluster(b)
    if not c["lb_enabled"] or c["phase"] == "Terminating":
        fail(409, "managed load balancers are off")
    have = db.all("SELECT * FROM balancers WHERE cluster=?", c["id"])
    if any(x["service"] == svc for x in have):
        fail(409, "the service is exposed already")
    if len(have) >= clusters.max_services(c):
        fail(409, "the maximum number of services is reached")
    if ip is None:
        n = db.val("SELECT count(*) FROM balancers") + len(have) * 7
        ip = f"198.51.{100 + n // 250 % 100}.{n % 250 + 1}"
    db.insert("balancers", cluster=c["id"], service=svc, ip=ip)
    return {"service": svc, "ip": ip, "changed": [("Cluster", c["name"], "changed")]}


@event("service-withdrawn")
def service_withdrawn(b):
    svc = b.str("service")
    c = cluster(b)
    if not db.run("DELETE FROM balancers WHERE cluster=? AND service=?", c["id"], svc).rowcount:
        fail(404, "the service is not exposed")
    return {"changed": [("Cluster", c["name"], "changed")]}


@event("cluster-changes-concurrently")
def cluster_changes(b):
    lasts = b.enum("lasts", ("one-request", "roll"), opt=True) or "roll"
    ch = b.obj("change", opt=True)
    w = {}
    if ch is not None:
        for f, col in (("orchestratorVersion", "version"), ("tier", "tier")):
            v = ch.str(f, opt=True)
            if v is not None:
                w[col] = v
        v = ch.int("replicas", opt=True, lo=1)
        if v is not None:
            w["replicas"] = v
    c = cluster(b)
    if c["phase"] != "Ready":
        fail(409, f"the cluster is {c['phase'].lower()}")
    if lasts == "one-request":
        db.update("clusters", "id", c["id"], foreign_change="one-request", **w)
    else:
        db.update("clusters", "id", c["id"], phase="Rolling", wanted=json.dumps(w))
        clusters.later("cluster.rolled", c["id"], clusters.ROLL)
    return {"changed": [("Cluster", c["name"], "changed")]}


# ---- uptime ----------------------------------------------------------------------------------------------
@event("probe-result")
def probe_result(b):
    vant, outcome = b.str("vantage", opt=True), b.enum("outcome", ("ok", "fail", "error"))
    times, lat = b.int("times", opt=True, lo=1, hi=5000) or 1, b.num("latencyMs", opt=True)
    kind, det, snip = b.str("errorKind", opt=True), b.str("errorDetail", opt=True, max=100000), b.str("responseSnippet", opt=True, max=1000000, blank=True)
    at = when(b, "at")
    m = db.one("SELECT * FROM monitors WHERE id=? AND deleted_at IS NULL", b.str("monitorId"))
    if m is None:
        fail(404, "no such monitor")
    if not m["enabled"]:
        fail(409, "the monitor is disabled")
    have = json.loads(m["vantages"])
    if vant is not None and vant not in have:
        fail(409, "the monitor does not probe from this vantage")
    step = m["interval_s"] * 1000
    floor = m["last_at"]
    if floor is not None and times > 1 and at - (times - 1) * step <= floor:
        step = max(0, (at - floor) // times)
    moved = 0
    for k in range(times - 1, -1, -1):
        for v in [vant] if vant else have:
            moved += uptime.probe(m, v, outcome, at - k * step, lat, kind, det, snip)
    return {"state": db.val("SELECT state FROM monitors WHERE id=?", m["id"]), "transitions": moved, "changed": [("UptimeMonitor", m["id"], "changed")]}


@event("metrics-availability")
def metrics_availability(b):
    ok, mid = b.bool("available"), b.str("monitorId", opt=True)
    if mid is not None:
        if not db.update("monitors", "id", mid, metrics_down=int(not ok)):
            fail(404, "no such monitor")
    else:
        o = org_of(b)
        db.update("orgs", "id", o["id"], metrics_down=int(not ok))
        if ok:
            db.run("UPDATE monitors SET metrics_down=0 WHERE org=?", o["id"])


# ---- credentials, entitlements, quotas, backends -----------------------------------------------------------
KINDS = ("personal-token", "registry-key", "login-credential", "upstream-credential", "send-key", "alert-source", "registration-token", "kubeconfig", "export-token")


@event("credential-used")
def credential_used(b):
    kind, cid, sec, user = b.enum("kind", KINDS), b.str("id", opt=True), b.str("secret", opt=True, max=20000), b.str("username", opt=True)
    reg, repo, clu = b.str("registry", opt=True), b.str("repository", opt=True), b.str("cluster", opt=True)
    push = (b.enum("for", ("pull", "push"), opt=True) or "pull") == "push"
    at = when(b, "at")
    if cid is None and sec is None:
        fail(400, "give the id or the secret")

    def row(table, col="id", by="hash"):
        r = db.one(f"SELECT * FROM {table} WHERE {by}=?", digest(sec)) if sec is not None else db.one(f"SELECT * FROM {table} WHERE {col}=?", cid)
        if r is None and sec is None:
            fail(404, "nothing has this id")
        return r

    def result(why):
        return {"accepted": True} if why is None else {"accepted": False, "reason": why}

    def stale(r):
        return r["expired"] or (r["expires_at"] is not None and r["expires_at"] <= max(at, clock.now()))

    if kind == "personal-token":
        t = row("tokens")
        why = "unknown" if t is None else "disabled" if not t["enabled"] else "expired" if stale(t) else None
        if why is None:
            db.update("tokens", "id", t["id"], last_request=at)
        return result(why)
    if kind in ("registry-key", "login-credential"):
        if sec is None and kind == "login-credential":
            fail(400, "a login credential is used with its password")
        if sec is None and not db.val("SELECT 1 FROM registry_keys WHERE key_id=?", cid):
            fail(404, "no such key")
        ok, why, _ = registry.data_plane(sec, user if kind == "login-credential" else None, reg, repo, push, cid)
        return result(None if ok else why)
    if kind == "upstream-credential":
        r = db.one("SELECT u.* FROM upstream_creds u JOIN registries r ON r.id=u.registry WHERE u.host=? AND (?2 IS NULL OR r.slug=?2)", cid, reg) if cid else None
        if r is None and sec is None:
            fail(404, "no such upstream credential")
        return result("unknown" if r is None or (sec is not None and r["password"] != digest(sec)) else None)
    if kind == "send-key":
        k = mail.key_by(sec, cid)
        if k is None and sec is None:
            fail(404, "no such send key")
        why = "unknown" if k is None else "revoked" if k["revoked_at"] is not None else None
        if why is None:
            db.update("send_keys", "id", k["id"], last_used=at)
        return result(why)
    if kind == "alert-source":
        s = row("alert_sources")
        why = "unknown" if s is None else "revoked" if s["revoked_at"] is not None else None
        if why is None:
            db.update("alert_sources", "id", s["id"], last_event=at)
        return result(why)
    if kind == "registration-token":
        t = row("reg_tokens")
        why = "unknown" if t is None else "revoked" if t["revoked_at"] is not None else "disabled" if t["disabled"] else "expired" if stale(t) else None
        if why is None and clu is not None and db.val("SELECT name FROM clusters WHERE id=?", t["cluster"]) != clu:
            why = "for another cluster"
        if why is None:
            db.update("reg_tokens", "id", t["id"], last_used=at)
        return result(why)
    if kind == "kubeconfig":
        if sec is None:
            fail(400, "a client configuration is used by its text or token")
        for line in sec.splitlines():
            if line.strip().startswith("token:"):
                sec = line.split(":", 1)[1].strip()
        k = db.one("SELECT k.*, c.name, c.phase FROM kubeconfigs k JOIN clusters c ON c.id=k.cluster WHERE k.hash=?", digest(sec))
        return result("unknown" if k is None else "expired" if stale(k) else "for another cluster" if clu is not None and k["name"] != clu else None)
    t = row("export_tokens")
    why = "unknown" if t is None else "revoked" if t["revoked_at"] is not None else None
    if why is None:
        db.update("export_tokens", "id", t["id"], last_used=at)
    return result(why)


@event("entitlement-changes")
def entitlement_changes(b):
    area, on = b.enum("area", ("email", "uptime")), b.bool("enabled")
    o = org_of(b)
    db.update("orgs", "id", o["id"], **{area + "_on": int(on)})
    return {"changed": [("Organization", o["slug"], "changed")]}


@event("quota-changes")
def quota_changes(b):
    q, v = b.enum("quota", ("clusters", "monitors", "daily-email", "registry-storage-bytes", "load-balancer-services")), b.int("value", lo=0)
    o = org_of(b)
    col = {"clusters": "q_clusters", "monitors": "q_monitors", "daily-email": "q_daily", "load-balancer-services": "q_lb"}.get(q)
    if q == "registry-storage-bytes":
        if "registry" in b:
            db.update("registries", "id", reg_of(b)["id"], quota=v)
        else:
            db.run("UPDATE registries SET quota=? WHERE org=?", v, o["id"])
    elif q == "load-balancer-services" and "cluster" in b:
        db.update("clusters", "id", cluster(b)["id"], lb_max=v)
    else:
        db.update("orgs", "id", o["id"], **{col: v})


@event("backend-behaves")
def backend_behaves(b):
    name, ok = b.enum("backend", ("email", "uptime", "dns")), b.bool("reachable")
    db.run("INSERT OR REPLACE INTO switches (name, value) VALUES (?,?)", "backend." + name, "up" if ok else "down")


# ---- the clock -----------------------------------------------------------------------------------------------
def show_timer(t):
    return {"at": iso_ms(t["at"]), "timer": t["kind"] if "kind" in t.keys() else t["timer"], "entity": t["entity"], "id": t["eid"] if "eid" in t.keys() else t["id"]}


def show_clock(kinds=False):
    o = {"mode": clock.mode, "now": iso_ms(clock.now()), "progress": clock.progress, "due": [show_timer(t) for t in db.all("SELECT * FROM timers ORDER BY at, id LIMIT 100")]}
    if kinds:
        o["kinds"] = [show_timer(t) for t in db.all("SELECT kind, min(at) AS at, entity, eid FROM timers GROUP BY kind ORDER BY at")]
    return o


@route("GET", C + "/clock", who="nobody", op=False)
def get_clock(req):
    return show_clock(req.query.get("kinds") == "true")


@route("PUT", C + "/clock", who="nobody", own_tx=True, op=False)
def set_clock(req):
    b = Body(req.json(), status=400)
    mode = b.enum("mode", ("real", "frozen", "set"))
    at = None
    if mode != "real" and (mode == "set" or "now" in b):
        at = parse_time(b.str("now"))
        if at is None:
            b.no("now", "is not a time")
    with db.tx():
        clock.run_due()
        fired = clock.put(mode, at)
        return {"clock": show_clock(), "fired": [show_timer(f) for f in fired]}


@route("POST", C + "/clock/advance", who="nobody", own_tx=True, op=False)
def advance_clock(req):
    b = Body(req.json(), status=400)
    with db.tx():
        clock.run_due()
        if "by" in b:
            d = parse_duration(b.str("by"))
            if d is None:
                b.no("by", "is not a duration")
            target = clock.now() + d
        elif "to" in b:
            target = parse_time(b.str("to"))
            if target is None:
                b.no("to", "is not a time")
        elif b.bool("nextDue"):
            kind = b.str("timer", opt=True)
            target = db.val("SELECT min(at) FROM timers WHERE ?1 IS NULL OR kind=?1", kind)
            if target is None:
                if kind:
                    fail(409, "no such timer is pending")
                return {"clock": show_clock(), "fired": []}
            target = max(target, clock.now())
        else:
            fail(400, "by, to or nextDue")
        fired = clock.advance(target)
        return {"clock": show_clock(), "fired": [show_timer(f) for f in fired]}


@route("PUT", C + "/clock/progress", who="nobody", op=False)
def set_progress(req):
    b = Body(req.json(), status=400)
    mode = b.enum("mode", ("delay", "at-once", "after-reads"))
    clock.progress = {"mode": mode, "reads": b.int("reads", lo=1)} if mode == "after-reads" else {"mode": mode}
    return clock.progress


# ---- the world -------------------------------------------------------------------------------------------------
@route("POST", C + "/reset", who="nobody", own_tx=True, op=False)
def reset_world(req):
    b = Body(req.json(optional=True), status=400)
    if (b.str("seed", opt=True) or "tidewater") != "tidewater":
        fail(404, "there is only the seed tidewater")
    with db.lock:
        outbox.reset()
        clock.reset()
        _entry[0] = 0
        seed.plant()
        return {"name": "default", "from": {"seed": "tidewater"}, "createdAt": iso_ms(clock.real()), "entries": 0, "clock": show_clock()}


@route("GET", C + "/seeds", who="nobody", op=False)
def list_seeds(req):
    return {"seeds": [{"name": "tidewater"}]}


@route("GET", C + "/health", who="nobody", op=False)
def health(req):
    return {"status": "ok", "version": "1.0.0", "sandboxes": 1}


@route("GET", C + "/identities", who="nobody", op=False)
def identities(req):
    out = []
    for u in db.all("SELECT u.*, s.value FROM users u JOIN sessions s ON s.user_id=u.id ORDER BY u.rowid"):
        ms = db.all("SELECT o.slug, m.role FROM members m JOIN orgs o ON o.id=m.org WHERE m.user_id=? ORDER BY m.seq", u["id"])
        out.append({"name": u["id"], "userId": u["id"], "label": u["label"], "email": u["email"], "memberships": [{"organization": m["slug"], "role": m["role"]} for m in ms],
                    "credentials": [{"kind": "session", "value": u["value"], "organization": ms[0]["slug"]}] if ms else []})
    return {"actors": out}


@route("GET", C + "/webhook-deliveries", who="nobody", op=False)
def attempts(req):
    where, args = "1", []
    for n, c in (("endpointId", "endpoint"), ("deliveryId", "delivery")):
        if n in req.query:
            where += f" AND {c}=?"
            args.append(req.query[n])
    rows = db.all(f"SELECT * FROM attempts WHERE {where} ORDER BY id", *args)
    if req.query.get("limit", "").isdigit():
        rows = rows[-int(req.query["limit"]):]
    out = []
    for a in rows:
        o = {"deliveryId": a["delivery"], "endpointId": a["endpoint"], "attempt": a["attempt"], "at": iso_ms(a["at"]), "url": a["url"], "headers": json.loads(a["headers"]), "body": a["body"], "scripted": bool(a["scripted"])}
        if a["status"] is not None:
            o["status"] = a["status"]
        if a["error"]:
            o["error"] = a["error"]
        out.append(o)
    return {"attempts": out}


def not_offered(req):
    fail(501, "this server does not offer that")


for _m, _p in (("GET", "/faults"), ("POST", "/faults"), ("DELETE", "/faults"), ("GET", "/sandboxes"), ("POST", "/sandboxes"), ("GET", "/journal/entries"), ("POST", "/journal/undo"), ("GET", "/gaps"),
               ("PUT", "/gaps/{gap}"), ("DELETE", "/gaps/{gap}"), ("GET", "/rules"), ("POST", "/rehearsals"), ("GET", "/requests"), ("GET", "/world"), ("PUT", "/world"), ("GET", "/scenarios"), ("GET", "/stream")):
    route(_m, C + _p, who="nobody", op=False)(not_offered)
