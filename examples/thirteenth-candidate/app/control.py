"""Outside events, the clock and what a driver may look at, under /_understudy."""
import hashlib
import heapq
import hmac

from . import clusters, email_area, oncall, registry, seed, uptime
from .account import *

EV = '/_understudy/events/'


def event(name):
    def wrap(fn):
        def run(c):
            b = c.body
            out = fn(b, b.get('at') or b.get('occurredAt') or b.get('createdAt') or b.get('pushedAt') or b.get('startsAt') or b.get('endsAt'))
            return 200, {'at': iso(W.now()), 'changed': [], **(out or {})}
        op('POST', EV + name, door=True)(run)
        return fn
    return wrap


def t_of(v):
    if v is None:
        return None
    t = parse_time(v)
    if t is None:
        raise E(400, 'not a time: ' + str(v))
    return t


def org_of(b):
    return W.org(b.get('organization'))


def must(b, *keys):
    for k in keys:
        if b.get(k) is None:
            raise E(400, f'{k} is missing')


@event('token-disabled')
def _(b, at):
    return switch(b, True)


@event('token-enabled')
def _(b, at):
    return switch(b, False)


def switch(b, off):
    must(b, 'tokenId')
    t = W.tokens.get(b['tokenId'])
    if t is None:
        raise E(404, 'unknown token')
    if t.switched_off == off:
        raise E(409, 'it is so already')
    t.switched_off = off


@event('role-changes')
def _(b, at):
    W.role_version += 1
    org = org_of(b)
    r = b.get('customRole')
    own = W.custom_roles.setdefault(org.slug, {})
    if r:
        must(r, 'id')
        if r['id'] in BUILTIN:
            raise E(409, 'this role is built in')
        if r.get('removed'):
            if own.pop(r['id'], None) is None:
                raise E(404, 'unknown role')
        else:
            old = own.get(r['id']) or R(name=r['id'], description='A custom role.', permissions=[], scopable=True)
            own[r['id']] = R(id=r['id'], kind='custom', **{k: r[k] if r.get(k) is not None else old[k] for k in ('name', 'description', 'permissions', 'scopable')})
    uid = b.get('userId')
    if uid:
        if b.get('role') not in (None, 'owner', 'admin', 'member', 'viewer', 'none'):
            raise E(400, 'unknown role')
        for g in b.get('grants') or []:
            if g.get('role') not in W.roles(org.slug):
                raise E(404, 'unknown role ' + str(g.get('role')))
        if uid not in W.users:
            seed.person(uid, uid, uid.lower() + '@' + org.slug + '.example', org.slug)
        if b.get('role') == 'none':
            org.members.pop(uid, None)
        else:
            m = org.members.get(uid) or R(role='member', grants=None)
            if b.get('role'):
                m = R(role=b['role'], grants=None)
            if b.get('grants') is not None:
                m.grants = b['grants']
            org.members[uid] = m


@event('billing-email-collides')
def _(b, at):
    must(b, 'email')
    (W.colliding.add if b.get('collides', True) else W.colliding.discard)(b['email'].strip().lower())


# ---------------------------------------------------------------- registries

def reg_of(slug):
    r = registry.all_registries().get(str(slug).lower())
    if r is None:
        raise E(404, 'unknown registry')
    return r


@event('image-pushed')
def _(b, at):
    must(b, 'registry', 'repository')
    r = reg_of(b['registry'])
    key = b.get('secret') or (r.robots[b['keyId']].secret if b.get('keyId') in r.robots else None)
    if b.get('keyId') and not key:
        raise E(404, 'unknown key')
    if key:
        why = registry.authorize(None, key, r.slug, b['repository'], 'push')
        if why:
            raise E(409, why)
    layers = {(x.get('digest') or 'sha256:' + hashlib.sha256(secrets.token_bytes(16)).hexdigest()): int(x['sizeBytes']) for x in b.get('layers') or []}
    if b.get('layers') is None:
        layers = {'sha256:' + hashlib.sha256(secrets.token_bytes(16)).hexdigest(): 25_000_000}
    digest, added = registry.push(r, b['repository'], b.get('tags') if b.get('tags') is not None else ['latest'], layers, b.get('digest'), b.get('mediaType'),
                                  b.get('manifestBytes'), t_of(at))
    return {'digest': digest, 'layers': list(layers), 'addedBytes': added}


@event('blob-shared')
def _(b, at):
    must(b, 'registry', 'blob', 'from', 'to')
    r = reg_of(b['registry'])
    try:
        a = r.repos[b['from']['repository']].manifests[b['from']['digest']]
        z = r.repos[b['to']['repository']].manifests[b['to']['digest']]
    except KeyError:
        raise E(404, 'unknown image')
    if b['blob'] not in a.layers:
        raise E(404, 'unknown layer')
    before = registry.used(r)
    z.layers[b['blob']] = a.layers[b['blob']]
    return {'addedBytes': registry.used(r) - before}


@event('slug-claimed-elsewhere')
def _(b, at):
    must(b, 'slug')
    slug, how = b['slug'].lower(), b.get('how', 'claimed')
    if slug in registry.all_registries():
        raise E(409, 'a registry here has it')
    if how == 'free':
        W.slugs_elsewhere.pop(slug, None)
        W.slugs_used.discard(slug)
    else:
        W.slugs_elsewhere[slug] = how


@event('payment-method-changes')
def _(b, at):
    must(b, 'active')
    org_of(b).payment = bool(b['active'])


# ---------------------------------------------------------------- email

def domain_of(b):
    must(b, 'domain')
    for o in W.orgs.values():
        for d in o.domains.values():
            if b['domain'] == d.id or b['domain'].lower().rstrip('.') == d.name:
                rs = [r for r in email_area.records(d) if all(b.get(k) in (None, r[k]) for k in ('capability', 'type', 'name'))]
                if not rs:
                    raise E(409, 'no such records')
                return d, rs
    raise E(404, 'unknown domain')


@event('dns-record-published')
def _(b, at):
    d, rs = domain_of(b)
    for r in rs:
        d.zone[(r.capability, r.type, r.name)] = r.value
    return {'records': len(rs)}


@event('dns-record-removed')
def _(b, at):
    d, rs = domain_of(b)
    return {'records': sum(d.zone.pop((r.capability, r.type, r.name), None) is not None for r in rs)}


@event('dns-record-mismatched')
def _(b, at):
    must(b, 'value')
    d, rs = domain_of(b)
    for r in rs:
        d.zone[(r.capability, r.type, r.name)] = b['value']
    return {'records': len(rs)}


@event('message-sent')
def _(b, at):
    must(b, 'from', 'to')
    host = b['from'].strip().lower().split('@')[-1]
    org = next((o for o in W.orgs.values() if any(d.name == host for d in o.domains.values())), None)
    if org is None:
        raise E(404, 'unknown domain')
    key = None
    if b.get('secret') or b.get('sendKeyId'):
        key = next((k for k in org.send_keys.values() if (k.secret == b['secret'] if b.get('secret') else k.id == b['sendKeyId'])), None)
        if key is None:
            raise E(409, 'this key does not send')
    try:
        m, lost = email_area.accept_message(org, b['from'], b['to'], b.get('cc'), b.get('subject'), b.get('text'), b.get('sizeBytes'), key, b.get('door') or 'api', t_of(at))
    except E as e:
        raise E(409, e.message)
    return {'messageId': m.id, 'suppressed': lost}


@event('message-received')
def _(b, at):
    must(b, 'from', 'to')
    m, routes, ds = email_area.receive_message(b['from'], b['to'], b.get('cc'), b.get('subject'), b.get('text'), b.get('sizeBytes'), t_of(at))
    return {'messageId': m.id, 'routeIds': routes, 'deliveryIds': ds}


def outcome(b, at, kind):
    must(b, 'messageId')
    for o in W.orgs.values():
        if b['messageId'] in o.messages:
            ds, ss = email_area.outcome(o, o.messages[b['messageId']], kind, b.get('recipient'), t_of(at), b.get('bounce'), b.get('detail'))
            return {'deliveryIds': ds, 'suppressionIds': ss, 'paused': o.paused}
    raise E(404, 'unknown message')


@event('message-delivered')
def _(b, at):
    return outcome(b, at, 'delivered')


@event('message-bounced')
def _(b, at):
    if b.get('bounce') not in ('hard', 'soft'):
        raise E(400, 'bounce is hard or soft')
    return outcome(b, at, 'bounced')


@event('message-complained')
def _(b, at):
    return outcome(b, at, 'complained')


@event('webhook-endpoint-answers')
def _(b, at):
    must(b, 'endpointId', 'answers')
    for o in W.orgs.values():
        w = o.webhooks.get(b['endpointId'])
        if w:
            w.script = list(b['answers']) or None
            w.after = b.get('afterwards', 'repeat-last')
            return
    raise E(404, 'unknown endpoint')


@event('sending-unpaused')
def _(b, at):
    o = org_of(b)
    if not o.paused:
        raise E(409, 'sending is not paused')
    o.paused, o.unpaused = False, W.now()
    for m in o.messages.values():
        if m.direction == 'send' and m.state == 'queued':
            W.after(1, 'send', m.id, lambda m=m: email_area.depart(o, m))


@event('domain-claimed-elsewhere')
def _(b, at):
    must(b, 'domain')
    name = b['domain'].lower().rstrip('.')
    if any(d.name == name for o in W.orgs.values() for d in o.domains.values()):
        raise E(409, 'an organization here has it')
    (W.domains_elsewhere.add if b.get('claimed', True) else W.domains_elsewhere.discard)(name)


# ---------------------------------------------------------------- on-call

def alert_place(b):
    must(b, 'alert')
    for o in W.orgs.values():
        if b.get('sourceId') in o.sources:
            s = o.sources[b['sourceId']]
            s.last = W.now()
            return o, o.services[s.serviceId]
        if b.get('serviceId') in o.services:
            return o, o.services[b['serviceId']]
    raise E(404, 'unknown service or source')


@event('alert-fires')
def _(b, at):
    o, s = alert_place(b)
    i, opened = oncall.fire(o, s, b['alert'], b.get('title') or b['alert'], b.get('labels'), b.get('annotations'), t_of(at))
    return {'incidentId': i.id, 'opened': opened, 'firingAlerts': oncall.firing(i)}


@event('alert-resolves')
def _(b, at):
    o, s = alert_place(b)
    got = oncall.calm(o, s, b['alert'], t_of(at))
    if got is None:
        raise E(404, 'unknown alert')
    return {'incidentId': got[0].id, 'resolved': got[1], 'firingAlerts': oncall.firing(got[0])}


@event('provider-behaves')
def _(b, at):
    o = org_of(b)
    if b.get('behaviour') not in ('accepts', 'rejects', 'unreachable'):
        raise E(400, 'unknown behaviour')
    if b.get('only') in (None, 'verification'):
        o.provider_verifies = b['behaviour']
    if b.get('only') in (None, 'pages'):
        o.provider_pages = b['behaviour']


@event('status-page-viewed')
def _(b, at):
    ids = b.get('serviceIds')
    o = org_of(b) if b.get('organization') or not ids else next((o for o in W.orgs.values() if ids[0] in o.services), None)
    if o is None or any(i not in o.services for i in ids or []):
        raise E(404, 'unknown service')
    ids = set(ids if ids is not None else o.services)
    return {'incidents': oncall.public(o, ids)}


# ---------------------------------------------------------------- clusters

def cluster_of(b):
    must(b, 'cluster')
    if b.get('organization'):
        return clusters.find_any(b['cluster'], org_of(b))
    return clusters.find_any(b['cluster'])


def node_of(b):
    must(b, 'node')
    x = cluster_of(b)
    if b['node'] not in x.nodes and b['node'] not in x.waiting:
        raise E(404, 'unknown node')
    return x, b['node']


@event('node-joins')
def _(b, at):
    must(b, 'node')
    x = cluster_of(b)
    try:
        kind = clusters.join(x, b['node'], b.get('token'), b.get('agentVersion'), b.get('ready'))
    except E as e:
        raise E(400 if e.status == 422 else 409, e.message)
    return {'node': b['node'], 'with': kind}


@event('agent-upgraded')
def _(b, at):
    must(b, 'agentVersion')
    x, n = node_of(b)
    if clusters.minor(b['agentVersion']) is None:
        raise E(400, 'agentVersion is not a version')
    x.nodes[n].version = b['agentVersion']


@event('node-lost')
def _(b, at):
    x, n = node_of(b)
    how = b.get('how', 'not-ready')
    if how == 'vanished':
        if n not in x.nodes:
            raise E(409, 'it is gone already')
        x.waiting[n] = x.nodes.pop(n)
    elif how == 'back':
        if n in x.waiting:
            x.nodes[n] = x.waiting.pop(n)
        x.nodes[n].ready = True
    else:
        x.nodes[n].ready = False


@event('headroom-changes')
def _(b, at):
    must(b, 'component', 'usedPercent')
    x = cluster_of(b)
    if b['component'] not in clusters.COMPONENTS:
        raise E(400, 'the components are ' + ', '.join(clusters.COMPONENTS))
    x.headroom[b['component']] = b['usedPercent']


@event('service-exposed')
def _(b, at):
    must(b, 'service')
    x = cluster_of(b)
    if not x.lb:
        raise E(409, 'managed load balancers are off')
    if b['service'] in x.exposed:
        return {'service': b['service'], 'ip': x.exposed[b['service']]}
    if len(x.exposed) >= x.most:
        raise E(409, 'the maximum number of services is reached')
    x.next_ip += 1
    x.exposed[b['service']] = b.get('ip') or f'198.51.100.{x.next_ip % 250}'
    return {'service': b['service'], 'ip': x.exposed[b['service']]}


@event('service-withdrawn')
def _(b, at):
    must(b, 'service')
    if cluster_of(b).exposed.pop(b['service'], None) is None:
        raise E(404, 'unknown service')


@event('cluster-changes-concurrently')
def _(b, at):
    x = cluster_of(b)
    if x.phase != 'Running':
        raise E(409, 'the cluster is ' + x.phase)
    ch = b.get('change') or {}
    change = {k: ch[n] for k, n in (('version', 'orchestratorVersion'), ('tier', 'tier'), ('replicas', 'replicas')) if ch.get(n) is not None}
    if b.get('lasts', 'roll') == 'one-request':
        x.update(change)
        x.blocked = True
    else:
        clusters.roll(x, change)


# ---------------------------------------------------------------- uptime

def monitor_of(ident):
    for o in W.orgs.values():
        if ident in o.monitors:
            return o.monitors[ident]
    raise E(404, 'unknown monitor')


@event('probe-result')
def _(b, at):
    must(b, 'monitorId', 'outcome')
    m = monitor_of(b['monitorId'])
    if b['outcome'] not in ('ok', 'fail', 'error'):
        raise E(400, 'unknown outcome')
    if not m.enabled:
        raise E(409, 'the monitor is disabled')
    if b.get('vantage') is not None and b['vantage'] not in m.vantages:
        raise E(409, 'the monitor has no such vantage')
    end, n = t_of(at) or W.now(), int(b.get('times', 1))
    if not 1 <= n <= 10000:
        raise E(400, 'times')
    gap = m.intervalSeconds
    if n > 1 and m.reached is not None and end - (n - 1) * gap <= m.reached:
        gap = max(0.0, (end - m.reached) / n)
    changes = 0
    for k in range(n - 1, -1, -1):
        for v in [b['vantage']] if b.get('vantage') else list(m.vantages):
            changes += uptime.result(m, v, b['outcome'], end - k * gap, b.get('latencyMs'), b.get('errorKind'), b.get('errorDetail'), b.get('responseSnippet'))
    return {'state': m.state, 'transitions': changes}


@event('metrics-availability')
def _(b, at):
    must(b, 'available')
    what = monitor_of(b['monitorId']).id if b.get('monitorId') else org_of(b).slug
    if b['available']:
        W.metrics_down.discard(what)
        if not b.get('monitorId'):
            W.metrics_down -= set(org_of(b).monitors)
    else:
        W.metrics_down.add(what)


# ---------------------------------------------------------------- everywhere

@event('credential-used')
def _(b, at):
    must(b, 'kind')
    at = t_of(at) or W.now()
    kind, ident, sec = b['kind'], b.get('id'), b.get('secret')
    if not ident and not sec:
        raise E(400, 'give an id or a secret')

    def stamp(rw, field):
        W.touch(lambda: rw.update({field: max(rw.get(field) or 0, at)}))

    def answer(why):
        return {'accepted': why is None, **({'reason': why} if why else {})}

    def pick(rows, has, what):
        got = next((r for r in rows if (has(r) if sec else r['id'] == ident)), None)
        if got is None and not sec:
            raise E(404, 'unknown ' + what)
        return got
    h = hashlib.sha256((sec or '').encode()).hexdigest()
    orgs = list(W.orgs.values())
    if kind == 'personal-token':
        t = pick(W.tokens.values(), lambda r: r.key == sec, 'token')
        why = token_state(t) if t else 'unknown token'
        if not why:
            stamp(t, 'used')
        return answer(why)
    if kind in ('registry-key', 'login-credential'):
        secret_ = sec
        slug = b.get('registry')
        if not sec:
            got = next(((r, k) for r in registry.all_registries().values() for k in r.robots.values() if k.keyId == ident), None) if kind == 'registry-key' else None
            if got is None:
                raise E(404, 'unknown key')
            secret_, slug = got[1].secret, slug or got[0].slug
        if not slug:
            slug = next((r.slug for r in registry.all_registries().values() for k in r.robots.values() if k.secret == secret_), None) or \
                next((c['scope'][0]['registry'] for o in orgs for c in o.logins.values() if c.password == secret_), '')
        return answer(registry.authorize(b.get('username'), secret_, slug.lower(), b.get('repository'), b.get('for', 'pull'), at))
    if kind == 'upstream-credential':
        for r in registry.all_registries().values():
            if (not b.get('registry') or r.slug == b['registry'].lower()) and ident in r.upstreams and (not sec or r.upstreams[ident].password == sec):
                return answer(None)
        if sec:
            return answer('unknown upstream login')
        raise E(404, 'no login for this upstream')
    if kind == 'send-key':
        k = pick([k for o in orgs for k in o.send_keys.values()], lambda r: r.secret == sec, 'send key')
        if k:
            stamp(k, 'used')
        return answer(None if k else 'unknown send key')
    if kind == 'alert-source':
        s = pick([s for o in orgs for s in o.sources.values()], lambda r: hmac.compare_digest(r.hash, h), 'alert source')
        if s:
            stamp(s, 'last')
        return answer(None if s else 'unknown alert source')
    if kind == 'registration-token':
        xs = [x for o in orgs for x in o.clusters.values() if not b.get('cluster') or x.name == b['cluster']]
        t = pick([t for x in xs for t in x.regs.values()], lambda r: r.token == sec, 'registration token')
        why = clusters.reg_state(t) if t else 'unknown registration token'
        if not why:
            stamp(t, 'used')
        return answer(why)
    if kind == 'kubeconfig':
        if not sec:
            raise E(400, 'a client configuration needs its secret')
        m = re.search(r'kct_\w+', sec)
        for o in orgs:
            for x in o.clusters.values():
                if m and m[0] in x.configs and (not b.get('cluster') or x.name == b['cluster']):
                    return answer(None if x.configs[m[0]] > at else 'the client configuration has expired')
        return answer('unknown client configuration')
    if kind == 'export-token':
        o, t = uptime.export_token(sec) if sec else next(((o, t) for o in orgs for t in o.exports.values() if t.id == ident), (None, None))
        if t is None and not sec:
            raise E(404, 'unknown export token')
        why = 'unknown export token' if t is None else (None if o.entitled['uptime'] else 'uptime is not enabled')
        if not why:
            stamp(t, 'used')
        return answer(why)
    raise E(400, 'unknown kind')


@event('entitlement-changes')
def _(b, at):
    must(b, 'area', 'enabled')
    if b['area'] not in ('email', 'uptime'):
        raise E(400, 'unknown area')
    org_of(b).entitled[b['area']] = bool(b['enabled'])


@event('quota-changes')
def _(b, at):
    must(b, 'quota', 'value')
    o, q, v = org_of(b), b['quota'], int(b['value'])
    if q in ('clusters', 'monitors', 'daily-email'):
        o[{'clusters': 'cluster_quota', 'monitors': 'monitor_quota', 'daily-email': 'daily_quota'}[q]] = v
    elif q == 'registry-storage-bytes':
        for r in [reg_of(b['registry'])] if b.get('registry') else o.registries.values():
            r.quota = v
    elif q == 'load-balancer-services':
        for x in [clusters.find_any(b['cluster'])] if b.get('cluster') else o.clusters.values():
            x.most = v
    else:
        raise E(400, 'unknown quota')


@event('backend-behaves')
def _(b, at):
    must(b, 'backend', 'reachable')
    if b['backend'] not in W.backends:
        raise E(400, 'unknown backend')
    W.backends[b['backend']] = bool(b['reachable'])


# ---------------------------------------------------------------- clock, reset, logs

def clock():
    return {'mode': W.real_mode(), 'now': iso(W.now()), 'progress': {'mode': 'delay'},
            'due': [{'at': iso(t[0]), 'timer': t[2], 'entity': t[2], 'id': t[3]} for t in sorted(W.timers, key=lambda t: t[:2])[:100]]}


@op('GET', '/_understudy/clock', door=True)
def get_clock(c):
    return 200, clock()


@op('PUT', '/_understudy/clock', door=True)
def set_clock(c):
    b, fired = c.body, []
    mode = b.get('mode')
    if mode not in ('real', 'frozen', 'set'):
        raise E(400, 'mode is real, frozen or set')
    target = time.time() if mode == 'real' else (t_of(b.get('now')) or W.now())
    if target > W.now():
        fired = W.move_to(target)
    back = W.now() - target
    if back > 0:        # what was to start soon still does
        W.timers = [((x[0] - back,) if x[0] - W.now() < 3600 else (x[0],)) + x[1:] for x in W.timers]
        heapq.heapify(W.timers)
    W.frozen = target if mode == 'frozen' else None
    W.offset = 0.0 if mode == 'real' else target - time.time()
    W.cache.clear()
    return 200, {'clock': clock(), 'fired': fired}


@op('POST', '/_understudy/clock/advance', door=True)
def advance(c):
    b = c.body
    if b.get('nextDue'):
        due = sorted(t[0] for t in W.timers if not b.get('timer') or t[2] == b['timer'])
        if not due:
            if b.get('timer'):
                raise E(409, 'no such timer is pending')
            return 200, {'clock': clock(), 'fired': []}
        target = max(W.now(), due[0])
    elif b.get('to') is not None:
        target = t_of(b['to'])
        if target < W.now():
            raise E(409, 'this instant has passed')
    else:
        d = parse_duration(b.get('by'))
        if d is None:
            raise E(400, 'by is an ISO 8601 duration')
        target = W.now() + d
    fired = W.move_to(target)
    return 200, {'clock': clock(), 'fired': fired}


@op('POST', '/_understudy/reset', door=True)
def reset(c):
    seed.plant()
    return 200, {'name': 'default', 'from': {'seed': 'northwind'}, 'createdAt': iso(time.time()), 'entries': 0, 'clock': clock()}


@op('GET', '/_understudy/health', door=True)
def health(c):
    return 200, {'status': 'ok', 'version': '1', 'sandboxes': 1}


def last(rows, q):
    n = q.get('limit')
    return rows[-int(n):] if n and n.isdigit() and int(n) else rows


@op('GET', '/_understudy/pages', door=True)
def pages(c):
    q = c.query
    rows = [{k: v for k, v in p.items() if k != 't'} for p in W.pages if q.get('incidentId') in (None, p.incidentId) and q.get('userId') in (None, p.userId)]
    return 200, {'pages': last(rows, q)}


@op('GET', '/_understudy/webhook-deliveries', door=True)
def attempts(c):
    q = c.query
    rows = [a for a in W.attempts if q.get('endpointId') in (None, a.endpointId) and q.get('deliveryId') in (None, str(a.deliveryId))]
    return 200, {'attempts': last(rows, q)}
