"""Monitors, their services, measurements and the scrape."""
import hashlib
import ipaddress

from .core import *
from .email_area import row

P = '/api/v1/uptime'
INTERVALS = {60: 'every minute', 120: 'every 2 minutes', 300: 'every 5 minutes', 600: 'every 10 minutes', 1800: 'every half hour'}
VANTAGES = {'ams': ('Amsterdam', True), 'dal': ('Dallas', True), 'sgp': ('Singapore', True), 'gru': ('Sao Paulo', False)}
WINDOWS = {'1h': (3600, 600), '24h': (DAY, 7200), '7d': (7 * DAY, 43200)}
CHECK_FIELDS = ('name', 'serviceId', 'enabled', 'intervalSeconds', 'vantages', 'timeoutMs', 'downCondition', 'http', 'tcp')


@op('GET', P + '/ping')
def ping(c):
    return 200, {'service': 'uptime-relay', 'org': c.org.name, 'schemaEpoch': '2026-07', 'time': plain(W.now())}


@op('GET', P + '/catalog')
def catalog(c):
    return 200, {'intervals': [{'seconds': s, 'label': t} for s, t in INTERVALS.items()],
                 'vantages': [{'id': k, 'label': v[0], 'available': v[1]} for k, v in VANTAGES.items()]}


# ---------------------------------------------------------------- services

def shown_service(o, s):
    return {'id': s.id, 'name': s.name, 'monitors': sum(1 for m in o.monitors.values() if m.serviceId == s.id), 'createdAt': plain(s.created)}


@op('GET', P + '/services', 'uptime.service.read')
def list_services(c):
    return 200, {'services': [shown_service(c.org, s) for s in by_name(c.org.upservices.values())]}


@op('POST', P + '/services', 'uptime.service.write')
def create_service(c):
    s = R(id=W.id(), name=text(c.body, 'name', most=120), created=W.now())
    unique(c.org.upservices.values(), s.name, 'a service')
    c.org.upservices[s.id] = s
    return 201, shown_service(c.org, s)


@op('PATCH', P + '/services/{id}', 'uptime.service.write')
def rename_service(c):
    s = row(c.org.upservices, c.p['id'], 'service')
    name = text(c.body, 'name', most=120)
    unique(c.org.upservices.values(), name, 'a service', s)
    s.name = name
    return 200, shown_service(c.org, s)


@op('DELETE', P + '/services/{id}', 'uptime.service.write')
def delete_service(c):
    s = row(c.org.upservices, c.p['id'], 'service')
    if any(m.serviceId == s.id for m in c.org.monitors.values()):
        raise E(409, 'monitors are still attached')
    del c.org.upservices[s.id]
    return 204, None


# ---------------------------------------------------------------- monitors

def condition(m):
    return m.downCondition


def shown(m):
    out = {'id': m.id, 'name': m.name, 'enabled': m.enabled, 'intervalSeconds': m.intervalSeconds, 'vantages': m.vantages, 'timeoutMs': m.timeoutMs,
           'downCondition': condition(m), 'kind': m.kind, 'createdAt': plain(m.created), 'updatedAt': plain(m.updated), m.kind: m[m.kind]}
    if m.serviceId:
        out['serviceId'] = m.serviceId
    if m.state != 'pending':
        out.update(state=m.state, stateSince=plain(m.since))
    return out


def base64_text(b, k):
    v = b.get(k)
    if v is None:
        return None
    if not isinstance(v, str):
        bad(f'{k} must be a string')
    try:
        base64.b64decode(v, validate=True)
    except Exception:
        bad(f'{k} is not base64')
    return v


def not_loopback(host):
    host = host.strip('[]').lower()
    try:
        ip = ipaddress.ip_address(host)
        if ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip.is_multicast:
            bad('this target is not admissible')
    except ValueError:
        if host == 'localhost' or host.endswith('.localhost'):
            bad('this target is not admissible')


def http_check(h):
    out = {'url': uri(h, 'url')}
    not_loopback(re.match(r'[^:]+://(?:[^@/]*@)?(\[[^\]]*\]|[^:/?#]+)', out['url'])[1])
    out['method'] = text(h, 'method', False, enum=('GET', 'HEAD', 'POST'))
    hs = obj(h, 'headers', False)
    if hs is not None:
        for k, v in hs.items():
            if not re.fullmatch(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+", k) or not isinstance(v, str) or re.search(r'[\r\n\0]', v):
                bad('headers must be names of headers and texts')
        out['headers'] = hs
    out['bodyBase64'] = base64_text(h, 'bodyBase64')
    out['followRedirects'] = flag(h, 'followRedirects', False)
    codes = texts(h, 'expectStatus', False)
    if codes is not None and not all(re.fullmatch(r'[1-5]\d\d(-[1-5]\d\d)?|[1-5][xX][xX]', s) for s in codes):
        bad('expectStatus needs codes like 200, 2xx or 200-299')
    out['expectStatus'] = codes
    body = h.get('expectBodyContains')
    if body is not None and (not isinstance(body, str) or len(body) > 5000):
        bad('expectBodyContains must be a string')
    out['expectBodyContains'] = body
    return {k: v for k, v in out.items() if v is not None}


def tcp_check(t):
    host = text(t, 'host', most=253)
    try:
        ipaddress.ip_address(host.strip('[]'))
    except ValueError:
        if not re.fullmatch(r'[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*\.?', host):
            bad('host is not a host name')
    not_loopback(host)
    out = {'host': host, 'port': whole(t, 'port', True, 1, 65535), 'tls': flag(t, 'tls', False), 'sendBase64': base64_text(t, 'sendBase64'),
           'expectPrefixBase64': base64_text(t, 'expectPrefixBase64')}
    return {k: v for k, v in out.items() if v is not None}


def checked(c, b, m):
    """The new values of the fields that the body has. m is the monitor as it is, or will be."""
    new = {}
    name = text(b, 'name', False, 120)
    if name:
        new['name'] = name
    if 'serviceId' in b:
        v = b['serviceId']
        if v is not None and not isinstance(v, str):
            bad('serviceId must be a string')
        v = v.strip() if v else None
        if v and v not in c.org.upservices:
            bad('unknown service')
        new['serviceId'] = v or None
    on = flag(b, 'enabled', False)
    if on is not None:
        new['enabled'] = on
    n = whole(b, 'intervalSeconds', False)
    if n is not None:
        if n not in INTERVALS:
            bad('this interval is not offered')
        new['intervalSeconds'] = n
    vs = texts(b, 'vantages', False)
    if vs is not None:
        if not vs or any(v not in VANTAGES or not VANTAGES[v][1] for v in vs):
            bad('vantages needs available probe vantages')
        new['vantages'] = vs
    n = whole(b, 'timeoutMs', False, 1)
    if n is not None:
        new['timeoutMs'] = n
    d = obj(b, 'downCondition', False)
    if d is not None:
        new['downCondition'] = {'confirmations': whole(d, 'confirmations', True, 1, 20), 'quorum': whole(d, 'quorum', True, 1, 20)}
    both = {**m, **new}
    if both['timeoutMs'] > both['intervalSeconds'] * 1000:
        bad('timeoutMs must fit the interval')
    if both.get('downCondition') and both['downCondition']['quorum'] > len(both['vantages']):
        bad('quorum is above the number of vantages')
    other = 'tcp' if m['kind'] == 'http' else 'http'
    if obj(b, other, False) is not None:
        bad(f'{other} does not go with kind {m["kind"]}')
    check = obj(b, m['kind'], False)
    if check is not None:
        check = {**(m.get(m['kind']) or {}), **check}
        new[m['kind']] = http_check(check) if m['kind'] == 'http' else tcp_check(check)
    return new


@op('GET', P + '/monitors', 'uptime.monitor.read')
def list_monitors(c):
    return 200, {'monitors': [shown(m) for m in by_name(c.org.monitors.values())]}


def quota(c):
    if len(c.org.monitors) >= c.org.monitor_quota:
        raise E(403, 'the monitor quota is reached')


@op('POST', P + '/monitors', 'uptime.monitor.write', early=quota)
def create_monitor(c):
    b = c.body
    kind = text(b, 'kind', enum=('tcp', 'http'))
    text(b, 'name', most=120), whole(b, 'intervalSeconds'), texts(b, 'vantages'), obj(b, kind)
    n = b['intervalSeconds'] if not isinstance(b['intervalSeconds'], float) else int(b['intervalSeconds'])
    m = R(id=W.id(), kind=kind, serviceId=None, enabled=True, timeoutMs=min(8000, n * 1000), downCondition={'confirmations': 3, 'quorum': 1}, intervalSeconds=n, vantages=[], state='pending',
          since=None, created=W.now(), updated=W.now(), org=c.org.slug, results=[], runs={}, failures=[], transitions=[], reached=None)
    m.update(checked(c, b, m))
    unique(c.org.monitors.values(), m.name, 'a monitor')
    c.org.monitors[m.id] = m
    return 201, shown(m)


def monitor(c, gone=False):
    m = c.org.monitors.get(c.p['id']) or (c.org.old_monitors.get(c.p['id']) if gone else None)
    if m is None:
        raise E(404, 'unknown monitor')
    return m


@op('GET', P + '/monitors/{id}', 'uptime.monitor.read')
def get_monitor(c):
    return 200, shown(monitor(c))


@op('PATCH', P + '/monitors/{id}', 'uptime.monitor.write')
def update_monitor(c):
    m, b = monitor(c), c.body
    if b.get('kind') not in (None, m.kind):
        bad('kind is immutable')
    new = checked(c, b, m)
    if 'name' in new:
        unique(c.org.monitors.values(), new['name'], 'a monitor', m)
    if any(m[k] != v for k, v in new.items()):
        m.update(new)
        m.updated = W.now()
        m.runs = {v: n for v, n in m.runs.items() if v in m.vantages}
    return 200, shown(m)


@op('DELETE', P + '/monitors/{id}', 'uptime.monitor.write')
def delete_monitor(c):
    m = monitor(c)
    c.org.old_monitors[m.id] = c.org.monitors.pop(m.id)
    return 204, None


# ---------------------------------------------------------------- measurements

def result(m, vantage, what, at, latency=None, kind=None, detail=None, snippet=None):
    """Takes one result of a probe; True if the state changed."""
    m.results.append((at, vantage, what == 'ok', 120.0 if latency is None else latency))
    m.reached = max(at, m.reached or 0)
    if what == 'ok':
        m.runs[vantage] = 0
    else:
        m.runs[vantage] = m.runs.get(vantage, 0) + 1
        m.failures.append({'at': plain(at), 'vantage': vantage, 'attempt': m.runs[vantage], 'outcome': what,
                           'errorKind': kind or ('unexpected_answer' if what == 'fail' else 'no_answer'), 'errorDetail': detail or 'no details',
                           'responseSnippet': (snippet or 'none')[:200], 't': at})
        m.failures.sort(key=lambda f: f['t'])
    d = condition(m)
    failing = [v for v in m.vantages if m.runs.get(v, 0) >= d['confirmations']]
    if len(failing) >= d['quorum']:
        to = 'down'
    elif m.state == 'down' or any(m.runs.get(v) == 0 for v in m.vantages):
        to = 'up'
    else:
        to = m.state
    if to == m.state:
        return False
    m.transitions.append({'at': plain(at), 'from': m.state, 'to': to, 'failingVantages': failing})
    m.state, m.since = to, at
    return True


@op('GET', P + '/monitors/{id}/metrics', 'uptime.monitor.read')
def metrics(c):
    m = monitor(c, True)
    w = c.query.get('window', '1h')
    if w not in WINDOWS:
        bad('window is not included in the list: ' + ', '.join(WINDOWS))
    if m.id in W.metrics_down or c.org.slug in W.metrics_down:
        raise E(503, 'metrics are temporarily unavailable')
    length, step = WINDOWS[w]
    now = W.now()
    pct, series = {}, []
    for v in sorted({r[1] for r in m.results}):
        buckets = {}
        rows = [r for r in m.results if r[1] == v and now - length < r[0] <= now]
        for at, _, good, ms in rows:
            buckets.setdefault(int(at // step) * step, []).append((good, ms))
        if rows:
            pct[v] = round(100 * sum(r[2] for r in rows) / len(rows), 2)
            points = []
            for t, xs in sorted(buckets.items()):
                fine = [ms for good, ms in xs if good]
                points.append({'t': t * 1000, 'latencyMs': round(sum(fine) / len(fine), 1) if fine else 0, 'up': round(len(fine) / len(xs), 4)})
            series.append({'vantage': v, 'points': points})
    return 200, {'window': w, 'stepSeconds': step, 'uptimePct': pct, 'series': series}


@op('GET', P + '/monitors/{id}/failures', 'uptime.monitor.read', cached=True)
def failures(c):
    return 200, {'failures': [{k: v for k, v in f.items() if k != 't'} for f in reversed(monitor(c, True).failures[-40:])]}


@op('GET', P + '/monitors/{id}/transitions', 'uptime.monitor.read', cached=True)
def transitions(c):
    return 200, {'transitions': list(reversed(monitor(c, True).transitions[-50:]))}


# ---------------------------------------------------------------- export tokens

def shown_token(t):
    return {'id': t.id, 'name': t.name, 'createdAt': plain(t.created), 'lastUsedAt': plain(t.used) if t.used else 'never'}


@op('GET', P + '/export-tokens', 'uptime.export.read', cached=True)
def list_tokens(c):
    return 200, {'tokens': [shown_token(t) for t in by_name(c.org.exports.values())]}


@op('POST', P + '/export-tokens', 'uptime.export.write')
def create_token(c):
    name = text(c.body, 'name', most=100)
    unique(c.org.exports.values(), name, 'an export token')
    key = secret('upx_')
    t = R(id=W.id(), name=name, created=W.now(), used=None, hash=hashlib.sha256(key.encode()).hexdigest())
    c.org.exports[t.id] = t
    return 201, {'id': t.id, 'name': name, 'token': key, 'createdAt': plain(t.created)}


@op('DELETE', P + '/export-tokens/{id}', 'uptime.export.write')
def revoke_token(c):
    row(c.org.exports, c.p['id'], 'export token')
    del c.org.exports[c.p['id']]
    return 204, None


def export_token(key):
    h = hashlib.sha256((key or '').encode()).hexdigest()
    for o in W.orgs.values():
        for t in o.exports.values():
            if t.hash == h:
                return o, t
    return None, None


def label(s):
    return s.replace('\\', '\\\\').replace('"', '\\"').replace('\n', ' ')


@op('GET', P + '/export', door=True)
def scrape(c):
    o, t = export_token(c.bearer())
    if t is None:
        raise E(401, 'unknown export token')
    entitled(o, 'uptime')
    reachable('uptime')
    at = W.now()
    W.touch(lambda: t.update(used=max(t.used or 0, at)))
    lines = {'conduit_monitor_up': [], 'conduit_monitor_latency_ms': [], 'conduit_monitor_state': []}
    for m in o.monitors.values():
        last = {v: (good, ms) for _, v, good, ms in sorted(m.results)}
        for v, (good, ms) in last.items():
            tags = f'{{monitor="{m.id}",name="{label(m.name)}",vantage="{v}"}}'
            lines['conduit_monitor_up'].append(f'conduit_monitor_up{tags} {int(good)}')
            lines['conduit_monitor_latency_ms'].append(f'conduit_monitor_latency_ms{tags} {ms}')
        lines['conduit_monitor_state'].append(f'conduit_monitor_state{{monitor="{m.id}",name="{label(m.name)}",state="{m.state}"}} 1')
    out = ''.join(f'# TYPE {k} gauge\n' + ''.join(x + '\n' for x in v) for k, v in lines.items())
    return 200, out.encode(), 'text/plain; version=0.0.4; charset=utf-8'
