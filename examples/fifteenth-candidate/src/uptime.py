"""Uptime: services, monitors, probes, metrics, export tokens, scraping."""
import base64, ipaddress
from core import *
from server import op, Raw
import auth

P = '/api/v1/uptime'
INTERVALS = [(20, 'every 20 seconds'), (60, 'every minute'), (300, 'every five minutes'), (900, 'every quarter of an hour')]
VANTAGES = [('nrt', 'Tokyo', True), ('gru', 'São Paulo', True), ('jnb', 'Johannesburg', True), ('ath', 'Athens', False)]
WINDOWS = {'1h': (3600, 60), '24h': (86400, 600), '7d': (604800, 3600)}
HTTP = {'url': 'uri', 'method?': ('GET', 'HEAD', 'POST'), 'headers?': 'map', 'bodyBase64?': 'str0', 'followRedirects?': 'bool', 'expectStatus?': ['str'],
        'expectBodyContains?': 'str0'}
TCP = {'host': 'str', 'port': 'int', 'tls?': 'bool', 'sendBase64?': 'str0', 'expectPrefixBase64?': 'str0'}
FIELDS = {'name': 'str', 'serviceId?': 'str', 'enabled?': 'bool', 'intervalSeconds': 'int', 'vantages': ['str'], 'timeoutMs?': 'pos',
          'downCondition?': {'confirmations': 'pos', 'quorum': 'pos'}, 'http?': HTTP, 'tcp?': TCP}
PATCH = {k.rstrip('?') + '?': v for k, v in FIELDS.items()}


@op('pingUptime', 'GET', P + '/ping')
def ping(c):
    return {'service': 'lookout', 'org': c.org, 'schemaEpoch': '2026-11', 'time': hd(W.now())}


@op('getUptimeCatalog', 'GET', P + '/catalog')
def catalog(c):
    return {'intervals': [{'seconds': s, 'label': l} for s, l in INTERVALS], 'vantages': [{'id': i, 'label': l, 'available': a} for i, l, a in VANTAGES]}


# Services
def svc_view(s):
    return {'id': s['id'], 'name': s['name'], 'monitors': W.val('select count(*) from monitors where service=? and deleted=0 and enabled=1', s['id']),
            'createdAt': hd(s['created'])}


def svc(c):
    s = W.one('select * from upservices where id=? and org=?', c.p['id'], c.org)
    if not s:
        raise Err(404, 'unknown service')
    c.need('uptime.service.write')
    return s


@op('listUptimeServices', 'GET', P + '/services')
def list_services(c):
    c.need('uptime.service.read')
    return {'services': [svc_view(s) for s in W.all('select * from upservices where org=? order by seq desc', c.org)]}


@op('createUptimeService', 'POST', P + '/services', 201, {'name': 'str'})
def create_service(c):
    c.need('uptime.service.write')
    if W.val('select 1 from upservices where org=? and name=?', c.org, c.b['name']):
        raise Err(409, 'a service with this name exists')
    i, n = W.id('watch')
    W.ins('upservices', id=i, org=c.org, name=c.b['name'], created=W.now(), seq=n)
    return svc_view(W.one('select * from upservices where id=?', i))


@op('renameUptimeService', 'PATCH', P + '/services/{id}', 200, {'name': 'str'})
def rename_service(c):
    s = svc(c)
    if W.val('select 1 from upservices where org=? and name=? and id<>?', c.org, c.b['name'], s['id']):
        raise Err(409, 'a service with this name exists')
    W.run('update upservices set name=? where id=?', c.b['name'], s['id'])
    return svc_view(svc(c))


@op('deleteUptimeService', 'DELETE', P + '/services/{id}', 204)
def delete_service(c):
    s = svc(c)
    if W.val('select 1 from monitors where service=? and deleted=0', s['id']):
        raise Err(409, 'monitors are still attached')
    W.run('delete from upservices where id=?', s['id'])


# Monitors
def mon_view(m):
    d = J(m['doc'])
    v = {'id': m['id'], 'name': d['name'], 'enabled': bool(m['enabled']), 'intervalSeconds': d['intervalSeconds'], 'vantages': d['vantages'],
         'timeoutMs': d['timeoutMs'], 'downCondition': d['downCondition'], 'kind': d['kind'], 'state': m['state'], 'createdAt': hd(m['created']),
         'updatedAt': hd(m['updated']), d['kind']: d[d['kind']]}
    if m['service']:
        v['serviceId'] = m['service']
    if m['since']:
        v['stateSince'] = hd(m['since'])
    return v


def mon(c, perm, deleted=False):
    m = W.one('select * from monitors where id=? and org=?', c.p['id'], c.org)
    if not m or m['deleted'] and not deleted:
        raise Err(404, 'unknown monitor')
    c.need(perm)
    return m


@op('listMonitors', 'GET', P + '/monitors')
def list_monitors(c):
    c.need('uptime.monitor.read')
    return {'monitors': [mon_view(m) for m in W.all('select * from monitors where org=? and deleted=0 order by seq desc', c.org)]}


def quota(c):
    if W.val('select count(*) from monitors where org=? and deleted=0', c.org) >= W.val('select q_monitors from orgs where slug=?', c.org):
        raise Err(403, 'the monitor quota is reached')


def inadmissible(h):
    h = (h or '').strip('[]').lower()
    if h == 'localhost' or h.endswith('.localhost'):
        return True
    try:
        a = ipaddress.ip_address(h)
    except ValueError:
        return not re.match(r'^[a-z0-9_]([a-z0-9_.-]*[a-z0-9])?\.?$', h)
    return a.is_loopback or a.is_private and not str(a).startswith(('203.0.113.', '198.51.100.', '192.0.2.')) or a.is_link_local or a.is_unspecified


def backend(d):
    """What the backend validates."""
    if d['intervalSeconds'] not in dict(INTERVALS):
        raise bad('this interval is not offered')
    v = d['vantages']
    if not v or len(set(v)) != len(v):
        raise bad('vantages must name at least one vantage, each once')
    for x in v:
        if not any(i == x and a for i, _, a in VANTAGES):
            raise bad(f'the vantage {x} is unknown or not available')
    if d['downCondition']['quorum'] > len(v):
        raise bad('the quorum is above the number of vantages')
    if d['timeoutMs'] > d['intervalSeconds'] * 1000:
        raise bad('the timeout is above the interval')
    k = d[d['kind']]
    for f in ('bodyBase64', 'sendBase64', 'expectPrefixBase64'):
        if f in k:
            try:
                base64.b64decode(k[f], validate=True)
            except Exception:
                raise bad(f'{f} is not base64')
    if d['kind'] == 'http':
        if inadmissible(urllib.parse.urlsplit(k['url']).hostname):
            raise bad('this target is not admissible')
        for n, x in k.get('headers', {}).items():
            if not isinstance(x, str) or not re.match(r"^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", n) or re.search(r'[\r\n]', x):
                raise bad('headers map names to strings')
        for s in k.get('expectStatus', []):
            if not re.match(r'^[1-5](\d\d|xx)$', s):
                raise bad('expectStatus has codes such as 200 and classes such as 2xx')
    else:
        if inadmissible(k['host']):
            raise bad('this target is not admissible')
        if not 1 <= k['port'] <= 65535:
            raise bad('the port is out of range')


def known_service(c, sid):
    if sid is not None and not W.val('select 1 from upservices where id=? and org=?', sid, c.org):
        raise Err(404, 'unknown service')


@op('createMonitor', 'POST', P + '/monitors', 201, {**FIELDS, 'kind': ('tcp', 'http')})
def create_monitor(c):
    b = c.b
    other = 'tcp' if b['kind'] == 'http' else 'http'
    if b['kind'] not in b or other in b:
        raise bad(f'a monitor of kind {b["kind"]} comes with {b["kind"]} and nothing else')
    d = {'timeoutMs': 5000, 'downCondition': {'confirmations': 2, 'quorum': 1}, **{k: v for k, v in b.items() if k not in ('serviceId', 'enabled')}}
    backend(d)
    known_service(c, b.get('serviceId'))
    i, n = W.id('probe')
    W.ins('monitors', id=i, org=c.org, doc=d, service=b.get('serviceId'), enabled=int(b.get('enabled', True)), state='pending', created=W.now(), updated=W.now(), seq=n)
    return mon_view(W.one('select * from monitors where id=?', i))


@op('getMonitor', 'GET', P + '/monitors/{id}')
def get_monitor(c):
    return mon_view(mon(c, 'uptime.monitor.read'))


@op('updateMonitor', 'PATCH', P + '/monitors/{id}', 200, PATCH)
def update_monitor(c):
    m = mon(c, 'uptime.monitor.write')
    d = J(m['doc'])
    b = c.b
    if ('tcp' if d['kind'] == 'http' else 'http') in b:
        raise bad('this is the check of the other kind')
    d.update({k: v for k, v in b.items() if k not in ('serviceId', 'enabled')})
    backend(d)
    known_service(c, b.get('serviceId'))
    counts = {k: v for k, v in J(m['counts']).items() if k in d['vantages']}
    W.upd('monitors', 'id=?', [m['id']], doc=d, service=b.get('serviceId', m['service']), enabled=int(b.get('enabled', m['enabled'])), updated=W.now(), counts=counts)
    return mon_view(W.one('select * from monitors where id=?', m['id']))


@op('deleteMonitor', 'DELETE', P + '/monitors/{id}', 204)
def delete_monitor(c):
    m = mon(c, 'uptime.monitor.write')
    W.run('update monitors set deleted=1 where id=?', m['id'])


@op('getMonitorMetrics', 'GET', P + '/monitors/{id}/metrics', query={'window?': tuple(WINDOWS)})
def metrics(c):
    m = mon(c, 'uptime.monitor.read', True)
    if not m['metrics']:
        raise Err(503, 'metrics are temporarily unavailable')
    w = c.q.get('window', '7d')
    span, step = WINDOWS[w]
    d = J(m['doc'])
    seen = {}
    for p in W.all('select * from probes where monitor=? and at>? and at<=? order by at,id', m['id'], W.now() - span * 1000, W.now()):
        seen.setdefault(p['vantage'], {}).setdefault(p['at'] // 1000 // step * step * 1000, []).append(p)
    labels = {i: l for i, l, _ in VANTAGES}
    series, pct = [], {}
    for v in d['vantages'] + [x for x in seen if x not in d['vantages']]:
        pts = []
        for t, ps in sorted(seen.get(v, {}).items()):
            ok = [p['latency'] for p in ps if p['ok']]
            pts.append({'t': t, 'latencyMs': round(sum(ok) / len(ok), 3) if ok else 0, 'up': round(len(ok) / len(ps), 4)})
        if pts:
            al = [p for ps in seen[v].values() for p in ps]
            pct[labels[v]] = f'{100 * sum(p["ok"] for p in al) / len(al):.2f} %'
        series.append({'vantage': v, 'points': pts})
    return {'window': w, 'stepSeconds': step, 'uptimePct': pct, 'series': series}


@op('listMonitorFailures', 'GET', P + '/monitors/{id}/failures')
def failures(c):
    m = mon(c, 'uptime.monitor.read', True)
    return {'failures': [{'at': hd(p['at']), 'vantage': p['vantage'], 'attempt': p['attempt'], 'outcome': p['outcome'], 'errorKind': p['kind'], 'errorDetail': p['detail'],
                          'responseSnippet': p['snippet']} for p in W.all('select * from probes where monitor=? and ok=0 order by at desc,id desc limit 60', m['id'])]}


@op('listMonitorTransitions', 'GET', P + '/monitors/{id}/transitions')
def transitions(c):
    m = mon(c, 'uptime.monitor.read', True)
    return {'transitions': [{'at': hd(t['at']), 'from': t['f'], 'to': t['t'], 'failingVantages': J(t['failing'])}
                            for t in W.all('select * from transitions where monitor=? order by at desc,id desc limit 50', m['id'])]}


def probe(b):
    m = W.one('select * from monitors where id=? and deleted=0', b['monitorId'])
    if not m:
        raise Err(404, 'unknown monitor')
    if not m['enabled']:
        raise Err(409, 'the monitor is disabled')
    d = J(m['doc'])
    if b.get('vantage') and b['vantage'] not in d['vantages']:
        raise Err(404, 'the monitor has no such vantage')
    vs = [b['vantage']] if b.get('vantage') else d['vantages']
    n = b.get('times', 1)
    end = b.get('_at', W.now())
    floor = max(W.val('select max(at) from transitions where monitor=?', m['id']) or 0,
                max(W.val('select max(at) from probes where monitor=? and vantage=?', m['id'], v) or 0 for v in vs))
    step = d['intervalSeconds'] * 1000
    if n > 1 and end - step * (n - 1) < floor:
        step = max(0, (end - floor) // n)
    counts, state, changed = J(m['counts']), m['state'], 0
    ok = b['outcome'] == 'ok'
    cond = d['downCondition']
    for k in range(n):
        at = end - step * (n - 1 - k)
        for v in vs:
            counts[v] = 0 if ok else counts.get(v, 0) + 1
            W.ins('probes', monitor=m['id'], vantage=v, at=at, ok=int(ok), outcome=b['outcome'], latency=b.get('latencyMs', 61.5 if ok else 0), attempt=counts[v],
                  kind=b.get('errorKind', '' if ok else 'unexpected' if b['outcome'] == 'fail' else 'no-answer'), detail=b.get('errorDetail', ''),
                  snippet=b.get('responseSnippet', '')[:180])
            failing = [x for x in d['vantages'] if counts.get(x, 0) > cond['confirmations']]
            down = len(failing) >= cond['quorum']
            to = 'down' if down else 'up' if state == 'down' or ok else state
            if to != state:
                W.ins('transitions', monitor=m['id'], at=at, f=state, t=to, failing=failing)
                W.run('update monitors set state=?, since=? where id=?', to, at, m['id'])
                state, changed = to, changed + 1
    W.upd('monitors', 'id=?', [m['id']], counts=counts)
    return {'state': state, 'transitions': changed}


# Export tokens
def exp_view(t):
    return {'id': t['id'], 'name': t['name'], 'createdAt': hd(t['created']), 'lastUsedAt': hd(t['last']) if t['last'] else 'never'}


@op('listExportTokens', 'GET', P + '/export-tokens')
def list_exports(c):
    c.need('uptime.export.read')
    return {'tokens': [exp_view(t) for t in W.all('select * from exports where org=? and revoked=0 order by seq desc', c.org)]}


@op('createExportToken', 'POST', P + '/export-tokens', 201, {'name': 'str'})
def create_export(c):
    c.need('uptime.export.write')
    i, n = W.id('scrape')
    t = secret('et.')
    W.ins('exports', id=i, org=c.org, name=c.b['name'], hash=sha(t), created=W.now(), seq=n)
    return {**exp_view(W.one('select * from exports where id=?', i)), 'token': t}


@op('revokeExportToken', 'DELETE', P + '/export-tokens/{id}', 204)
def revoke_export(c):
    t = W.one('select * from exports where id=? and org=?', c.p['id'], c.org)
    if not t:
        raise Err(404, 'unknown export token')
    c.need('uptime.export.write')
    W.run('update exports set revoked=1 where id=?', t['id'])


@op('scrapeMetrics', 'GET', P + '/prometheus', door=True)
def scrape(c):
    t = W.one('select * from exports where hash=?', sha(auth.bearer(c.headers)))
    if not t or t['revoked']:
        raise Err(401, 'unknown or revoked export token')
    if not W.val('select uptime_on from orgs where slug=?', t['org']):
        raise Err(403, 'uptime is not enabled for this organization')
    if not W.backends['uptime']:
        raise Err(502, 'the uptime backend is unreachable')
    W.run('update exports set last=? where id=?', W.now(), t['id'])
    up, lat, st = ['# TYPE lookout_up gauge'], ['# TYPE lookout_latency_ms gauge'], ['# TYPE lookout_state gauge']
    for m in W.all('select * from monitors where org=? and deleted=0 order by seq', t['org']):
        d = J(m['doc'])
        name = d['name'].replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n')
        l = f'monitor="{m["id"]}",name="{name}"'
        for v in d['vantages']:
            p = W.one('select * from probes where monitor=? and vantage=? order by at desc,id desc limit 1', m['id'], v)
            if p:
                up.append(f'lookout_up{{{l},vantage="{v}"}} {p["ok"]}')
                lat.append(f'lookout_latency_ms{{{l},vantage="{v}"}} {p["latency"]}')
        st += [f'lookout_state{{{l},state="{s}"}} {int(s == m["state"])}' for s in ('pending', 'up', 'down')]
    return Raw(('\n'.join(up + lat + st) + '\n').encode(), 'text/plain; version=0.0.4; charset=utf-8')
