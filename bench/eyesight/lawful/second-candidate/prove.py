"""python3 prove.py [ID...]: shows each variation against the clean candidate, one server at a time.
Each probe asserts what the clean one does (e False) and what the edited one does (e True); then a smoke test of all
five areas must pass on the edited copy."""
import base64, gzip, json, os, re, shutil, signal, socket, subprocess, sys, tempfile, time, urllib.parse
import http.client
HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, '../../../../examples/second-candidate')
NODE = os.path.join(HERE, '../../../../node_modules/.bin/node')
WHO = {'owner': 'sa1-oak', 'admin': 'sa2-ash', 'member': 'sa3-elm', 'outsider': 'sa4-fir', 'guest': 'sa5-yew'}
q = lambda s: urllib.parse.quote(str(s), safe='')

class R:
    def __init__(s, st, h, raw):
        s.status, s.h, s.raw = st, h, raw
        try: s.j = json.loads(raw) if raw else None
        except Exception: s.j = None
    def __getitem__(s, k): return s.j[k]

class Server:
    def __init__(s, folder):
        with socket.socket() as k:
            k.bind(('127.0.0.1', 0)); s.port = k.getsockname()[1]
        s.p = subprocess.Popen([NODE, os.path.join(folder, 'server.ts'), '--port', str(s.port), '--variant', 'a'],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = s.p.stdout.readline()
        if not line.startswith('http'): raise RuntimeError('no start: ' + s.p.stderr.read()[:600])
    def stop(s):
        s.p.terminate(); s.p.wait(10); s.p.stdout.close(); s.p.stderr.close()
    def raw(s, m, path, who='owner', body=None, headers=None, data=None):
        h = {}
        if who: h['Authorization'] = 'Bearer ' + WHO[who]
        if body is not None: data = json.dumps(body); h['Content-Type'] = 'application/json'
        h.update(headers or {})
        c = http.client.HTTPConnection('127.0.0.1', s.port, timeout=10)
        c.request(m, path, body=data.encode() if data is not None else None, headers=h)
        r = c.getresponse(); out = R(r.status, {k.lower(): x for k, x in r.getheaders()}, r.read()); c.close()
        return out
    def __call__(s, m, path, body=None, who='owner', **k):
        return s.raw(m, '/api/v1' + path, who, body, **k)
    def patient(s, *a, **k):
        for _ in range(6):
            r = s(*a, **k)
            if r.status != 429: return r
            time.sleep(float(r.h.get('retry-after', 1)))
        return r
    def ev(s, name, **body):
        r = s.raw('POST', '/_test/' + name, None, body)
        assert r.status == 200, (name, r.status, r.j)
        return r.j

def eq(a, b, what=''): assert a == b, f'{what} {a!r} is not {b!r}'
def ok(c, what=''): assert c, what
def until(f, want, secs=5):
    end = time.time() + secs
    while True:
        x = f()
        if want(x): return x
        assert time.time() < end, f'not in time: {x!r}'
        time.sleep(0.1)

SUFFIX = 'customers.example'
def shop(s, slug='shop'): r = s('POST', '/registry', {'slug': slug}); eq(r.status, 201); return r
def dom(s, name='mail.' + SUFFIX): r = s('POST', '/email/domains', {'name': name}); eq(r.status, 201); return r.j
def hook(s, url='https://hook.customers.example/in', types=('message.sent',)):
    r = s('POST', '/email/webhooks', {'url': url, 'eventTypes': list(types)}); eq(r.status, 201); return r.j
def ready(s, name='prod', secs=5):
    def f(): return s('GET', '/clusters/' + name).j
    return until(f, lambda c: c['phase'] in ('running', 'ACTIVE'), secs)
def prod(s, name='prod', **more):
    r = s.patient('POST', '/clusters', {'name': name, 'tier': 'small', **more}); eq(r.status, 201, r.raw)
    return ready(s, name)
def send(s, **more): return s.ev('messageSent', **{'from': 'a@mail.' + SUFFIX, 'to': ['x@there.example'], **more})

P = {}
def probe(f): P['vc-' + f.__name__.strip('_').replace('_', '-')] = f; return f

@probe
def gzip_(s, e):
    plain = s('GET', '/iam/permissions'); ok('content-encoding' not in plain.h)
    r = s('GET', '/iam/permissions', headers={'Accept-Encoding': 'gzip, deflate'})
    eq(r.h.get('content-encoding'), 'gzip' if e else None)
    eq(json.loads(gzip.decompress(r.raw) if e else r.raw), plain.j)
@probe
def problem_json(s, e):
    r = s('GET', '/registry/none'); eq(r.status, 404); ok(isinstance(r['error'], str))
    eq(r.h['content-type'], 'application/problem+json' if e else 'application/json'); eq('title' in r.j, e)
    eq(s('GET', '/registry').h['content-type'], 'application/json')
@probe
def etag_304(s, e):
    r = s('GET', '/organization/contacts'); eq(r.status, 200); eq('etag' in r.h, e)
    h = {'If-None-Match': r.h.get('etag', '"x"')}
    again = s('GET', '/organization/contacts', headers=h); eq(again.status, 304 if e else 200)
    eq(s('PATCH', '/organization/contacts', {'securityEmail': 'new@harbor.example'}).status, 200)
    third = s('GET', '/organization/contacts', headers=h); eq(third.status, 200); eq(third['securityEmail'], 'new@harbor.example')
@probe
def head_options(s, e):
    r = s('HEAD', '/organization/contacts'); eq(r.status, 200 if e else 405); eq(r.raw, b'')
    eq(s('HEAD', '/organization/contacts', who=None).status, 401 if e else 405)
    o = s('OPTIONS', '/iam/catalog', who=None); eq(o.status, 204 if e else 405); eq('allow' in o.h, e)
@probe
def media_type_415(s, e):
    d = json.dumps({'address': 'a@x.example'})
    r = s('POST', '/email/suppressions', data=d, headers={'Content-Type': 'text/plain'}); eq(r.status, 415 if e else 201)
    eq(len(s('GET', '/email/suppressions')['suppressions']), 0 if e else 1)
    if e: ok(isinstance(r['error'], str))
    for n, t in enumerate(['application/json', 'application/json; charset=utf-8']):
        eq(s('POST', '/email/suppressions', data=json.dumps({'address': f'b{n}@x.example'}), headers={'Content-Type': t}).status, 201)
    eq(s('POST', '/registry/session/credentials').status, 201)
@probe
def rate_limit(s, e):
    prod(s)
    if e: time.sleep(1.1 - time.time() % 1)
    rs = [s('POST', '/clusters/prod/join-tokens') for _ in range(7)]
    st = [r.status for r in rs]; eq(429 in st, e, st); ok(st[0] == 201)
    if e:
        eq(rs[-1].h['retry-after'], '1'); ok(isinstance(rs[-1]['error'], str))
        eq(s('GET', '/clusters/prod').status, 200); time.sleep(1)
        eq(s('POST', '/clusters/prod/join-tokens').status, 201)
@probe
def times_offset(s, e):
    at = shop(s)['createdAt']
    eq(bool(re.fullmatch(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+02:00', at)), e, at)
    import datetime
    ok(abs(datetime.datetime.fromisoformat(at).timestamp() - time.time()) < 5, at)
    eq(s('POST', '/email/suppressions', {'address': 'a@x.example'})['createdAt'].endswith('+02:00'), e)
@probe
def node_ids(s, e):
    d, w = dom(s), hook(s)['webhook']
    eq(bool(re.fullmatch(r'wh_\d+', w['id'])), not e, w['id'])
    if e: ok(base64.b64decode(w['id']).decode().startswith('wh:')); ok(d['id'].endswith('='), d['id'])
    for path in (q(d['id']), d['id']): eq(s('GET', '/email/domains/' + path).status, 200)
    eq(s('POST', f'/email/domains/{q(d["id"])}/receive').status, 200)
    r = s('POST', '/email/routes', {'domainId': d['id'], 'pattern': '*', 'endpointId': w['id']}); eq(r.status, 201)
    eq(s('DELETE', '/email/routes/' + q(r['id'])).status, 204); eq(s('DELETE', '/email/webhooks/' + q(w['id'])).status, 204)
    send(s); eq(len(s('GET', '/email/messages?domainId=' + q(d['id']))['messages']), 1)
@probe
def large_integers(s, e):
    shop(s)
    r = s('POST', '/registry/shop/trust', {'issuer': 'https://ci.example', 'audience': 'a', 'subjectPattern': '*', 'mode': 'pull'})
    eq(r['id'] > 2**32, e); eq(s('DELETE', f'/registry/shop/trust/{r["id"]}').status, 204)
    dom(s); w = hook(s)['webhook']; s.ev('webhookEndpointAnswers', endpointId=w['id'], answers=[{'status': 200}]); send(s)
    old = s('GET', '/email/webhook-deliveries')['deliveries'][0]; eq(old['id'] > 2**32, e)
    new = s('POST', f'/email/webhook-deliveries/{old["id"]}/redeliver'); eq(new.status, 202); ok(new['id'] != old['id'])
@probe
def iam_more_services(s, e):
    names = [x['service'] for x in s('GET', '/iam/permissions')['services']]; eq('billing' in names and 'audit' in names, e)
    ok({'registry', 'email', 'clusters', 'organization', 'oncall', 'uptime'} <= set(names))
    eq(any(r.get('service') == 'billing' for r in s('GET', '/iam/catalog')['roles']), e)
@probe
def iam_extra_atoms(s, e):
    n = 0
    for sv in s('GET', '/iam/permissions')['services']:
        for r in sv['resources']:
            t = [x['tier'] for x in r['tiers']]; ok({'read', 'write', 'admin'} == set(t)); n += len(t) > 3
            for x in r['tiers']: ok(all(isinstance(x[k], str) for k in ('permission', 'tier', 'label')))
    eq(n, 3 if e else 0)
@probe
def iam_repositories_scopable(s, e):
    shop(s); s.ev('imagePushed', registry='shop', repository='web')
    ids = lambda: {r['id'] for r in s('GET', '/iam/catalog')['resources']}
    eq(ids(), {'shop', 'shop/web'} if e else {'shop'})
    eq(s('DELETE', '/registry/shop/repository?repo=web').status, 204); eq(ids(), {'shop'})
@probe
def iam_wildcards(s, e):
    roles = {r['id']: r for r in s('GET', '/iam/catalog')['roles']}
    eq(roles['registry.viewer']['permissions'] == ['registry.*.read'], e); eq(roles['organization.manager']['permissions'] == ['*'], e)
    eq(roles['registry.viewer']['kind'], 'builtin'); eq(s('GET', '/iam/catalog', who='member').status, 403)
    # grants still work by atoms
    d = dom(s); dom(s, 'two.' + SUFFIX)
    s.ev('roleChanges', userId='usr_3', grants=[{'role': 'email.viewer', 'resourceIds': [d['id']]}])
    eq([x['id'] for x in s('GET', '/email/domains', who='member')['domains']], [d['id']])
@probe
def contacts_normalised(s, e):
    r = s('PATCH', '/organization/contacts', {'technicalEmail': ' Ops@Team.EXAMPLE '}); eq(r.status, 200 if e else 400)
    if e: eq(r['technicalEmail'], 'Ops@team.example'); eq(s('GET', '/organization/contacts').j, r.j)
    eq(s('PATCH', '/organization/contacts', {'technicalEmail': 'no address'}).status, 400)
    eq(s('PATCH', '/organization/contacts', {'securityEmail': 's@x.example'})['securityEmail'], 's@x.example')
@probe
def contacts_validate_first(s, e):
    before = s('GET', '/organization/contacts').j
    eq(s('PATCH', '/organization/contacts', {'billingEmail': 'nope'}, who='member').status, 400 if e else 403)
    eq(s('PATCH', '/organization/contacts', {'billingEmail': 'b@x.example'}, who='member').status, 403)
    eq(s('GET', '/organization/contacts').j, before)
    eq(s('PATCH', '/organization/contacts', {'billingEmail': 'b@x.example'}, who='admin').status, 200)
@probe
def contacts_null_resets(s, e):
    s('PATCH', '/organization/contacts', {'securityEmail': 's@x.example'})
    r = s('PATCH', '/organization/contacts', {'securityEmail': None}); eq(r.status, 200)
    eq(r['securityEmail'], 'security@harbor.example' if e else 's@x.example'); eq(s('GET', '/organization/contacts').j, r.j)
@probe
def slug_lowered(s, e):
    r = s('POST', '/registry', {'slug': 'Shop'}); eq(r.status, 201 if e else 422)
    if e:
        eq(r['slug'], 'shop'); eq(s('POST', '/registry', {'slug': 'SHOP'}, who='outsider').status, 409)
        eq(s('GET', '/registry/Shop')['slug'], 'shop')
    eq(s('POST', '/registry', {'slug': 'no spaces'}).status, 422)
@probe
def one_shape(s, e):
    c = shop(s).j; l = s('GET', '/registry')['registries'][0]; d = s('GET', '/registry/shop').j
    eq('usedBytes' in c and 'repositoryCount' in l, e); eq('displayName' in d, e)
    for x in (c, l): ok({'slug', 'displayName', 'region', 'storageQuotaBytes', 'createdAt'} <= set(x))
    ok({'slug', 'region', 'storageQuotaBytes', 'usedBytes', 'repositoryCount', 'createdAt'} <= set(d))
@probe
def slug_quarantine(s, e):
    shop(s); eq(s('DELETE', '/registry/shop').status, 204)
    eq(s('POST', '/registry', {'slug': 'shop'}, who='outsider').status, 409 if e else 201)
    if e:
        shop(s); eq(s('DELETE', '/registry/shop').status, 204); s.ev('advanceClock', by='P31D')
        eq(s('POST', '/registry', {'slug': 'shop'}, who='outsider').status, 201)
@probe
def rule_dedup(s, e):
    shop(s); b = {'issuer': 'https://ci.example', 'audience': 'a', 'subjectPattern': 'repo:*', 'mode': 'pull'}
    x, y = (s('POST', '/registry/shop/trust', b) for _ in range(2)); eq((x.status, y.status), (201, 201))
    eq(x['id'] == y['id'], e); z = s('POST', '/registry/shop/trust', {**b, 'subjectPattern': 'x'}); ok(z['id'] != x['id'])
    eq(len(s('GET', '/registry/shop/trust')['rules']), 2 if e else 3)
@probe
def rule_delete_idempotent(s, e):
    shop(s); r = s('POST', '/registry/shop/trust', {'issuer': 'https://ci.example', 'audience': 'a', 'subjectPattern': '*', 'mode': 'pull'})
    p = f'/registry/shop/trust/{r["id"]}'
    eq([s('DELETE', p).status, s('DELETE', p).status], [204, 204 if e else 404]); eq(s('GET', '/registry/shop/trust')['rules'], [])
    eq(s('DELETE', p, who='outsider').status, 404)
@probe
def key_expires(s, e):
    shop(s); k = s('POST', '/registry/shop/keys', {'name': 'ci', 'mode': 'pull'}); eq(k.status, 201)
    eq('expiresAt' in s('GET', '/registry/shop/keys')['keys'][0], e); s.ev('advanceClock', by='P30D')
    ok(s.ev('credentialUsed', kind='registry-key', secret=k['secret'])['accepted'])
@probe
def revoke_again_409(s, e):
    shop(s); k = s('POST', '/registry/shop/keys', {'name': 'ci', 'mode': 'pull'}); p = '/registry/shop/keys/' + k['keyId']
    eq(s('DELETE', p).status, 204); a = s('GET', '/registry/shop/keys').j
    eq(s('DELETE', p).status, 409 if e else 204); eq(s('GET', '/registry/shop/keys').j, a); ok('revokedAt' in a['keys'][0])
@probe
def login_epoch(s, e):
    shop(s); r = s('POST', '/registry/session/credentials', {}); eq(r.status, 201); eq(bool(re.fullmatch(r'\d{10}', r['expiresAt'])), e)
    if e: ok(abs(int(r['expiresAt']) - time.time() - 3600) < 3)
    use = lambda: s.ev('credentialUsed', kind='login-credential', secret=r['password'])['accepted']
    ok(use()); s.ev('advanceClock', by='PT61M'); ok(not use())
@probe
def upstreams_richer(s, e):
    shop(s); u = s('GET', '/registry/cache/upstreams')['upstreams']; eq(len(u), 5 if e else 2)
    for x in u: ok(isinstance(x['host'], str) and isinstance(x['endpoint'], str))
    h = 'mirror.corp.example:5000'
    r = s('PUT', '/registry/shop/cache/logins/' + q(h), {'username': 'u', 'password': 'p'}); eq(r.status, 200 if e else 404)
    if e: eq(r.j, {'upstream': h, 'username': 'u'}); eq(s('DELETE', '/registry/shop/cache/logins/' + q(h)).status, 204)
    eq(s('PUT', '/registry/shop/cache/logins/none.example', {'username': 'u', 'password': 'p'}).status, 404)
@probe
def empty_repository_vanishes(s, e):
    shop(s); g = s.ev('imagePushed', registry='shop', repository='web')['digest']
    eq(s('DELETE', '/registry/shop').status, 409)
    eq(s('DELETE', f'/registry/shop/repository/images?repo=web&digest={q(g)}').status, 204)
    eq(len(s('GET', '/registry/shop/repository')['repositories']), 0 if e else 1)
    eq(s('GET', '/registry/shop')['repositoryCount'], 0 if e else 1); eq(s('GET', '/registry/shop')['usedBytes'], 0)
    eq(s('DELETE', '/registry/shop').status, 204 if e else 409)
@probe
def mail_from_mx(s, e):
    d = dom(s); eq(any(r['type'] == 'MX' for r in d['dnsRecords']), e); eq(len(d['dnsRecords']), 4 if e else 2)
    eq(len(s('GET', f'/email/domains/{d["id"]}/dns')['records']), len(d['dnsRecords']))
    a = s('POST', f'/email/domains/{d["id"]}/receive').j
    eq([r['type'] for r in a['dnsRecords'] if r['capability'] == 'receive'], ['MX'])
    s.ev('dnsRecordPublished', domain=d['id']); eq(s('POST', f'/email/domains/{d["id"]}/check').status, 202)
    until(lambda: s('GET', f'/email/domains/{d["id"]}').j, lambda x: x['sendState'] == x['receiveState'] == 'verified')
@probe
def dns_nested(s, e):
    d = dom(s); look = lambda: s('GET', f'/email/domains/{d["id"]}/dns')['records']
    out = (lambda r: r['check']['result']) if e else (lambda r: r['outcome'])
    eq([out(r) for r in look()], ['missing'] * 2); s.ev('dnsRecordPublished', domain=d['id']); eq([out(r) for r in look()], ['found'] * 2)
    s.ev('dnsRecordMismatched', domain=d['id'], type='TXT', value='odd'); m = [r for r in look() if out(r) == 'mismatch']
    eq((m[0]['check'] if e else m[0])['observed'], 'odd')
@probe
def background_verification(s, e):
    d = dom(s); s.ev('dnsRecordPublished', domain=d['id']); get = lambda: s('GET', f'/email/domains/{d["id"]}')['sendState']
    if e: until(get, lambda x: x == 'verified', 3)
    else: time.sleep(2.2); eq(get(), 'pending')
    eq(s('POST', f'/email/domains/{d["id"]}/check').status, 202); until(get, lambda x: x == 'verified')
@probe
def signed_cursor(s, e):
    dom(s); ids = [send(s)['messageId'] for _ in range(12)]
    seen, sizes, cur, first = [], [], None, None
    while True:
        r = s('GET', '/email/messages' + ('' if cur is None else '?cursor=' + q(cur))); eq(r.status, 200)
        seen += [m['id'] for m in r['messages']]; sizes.append(len(r['messages'])); cur = r.j.get('cursor'); first = first or cur
        if cur is None: break
    eq(seen, ids[::-1]); eq(sizes, [5, 5, 2] if e else [12])
    if e:
        ok(re.fullmatch(r'[A-Za-z0-9+/]+=*\.[A-Za-z0-9+/]{43}=', first), first)
        eq(s('GET', '/email/messages?cursor=' + q('x' + first)).status, 422)
@probe
def message_fields_filled(s, e):
    dom(s); i = send(s)['messageId']; m = s('GET', '/email/messages/' + i)['message']
    eq((m.get('cc'), m.get('lastError'), m.get('subject')), ([], '', '') if e else (None, None, None)); eq(m['door'], 'smtp')
@probe
def suppression_replaced(s, e):
    a, b = (s('POST', '/email/suppressions', {'address': 'a@x.example'}) for _ in range(2)); eq((a.status, b.status), (201, 201 if e else 409))
    eq(len(s('GET', '/email/suppressions')['suppressions']), 1)
    if e: ok(a['id'] != b['id']); eq(b['reason'], 'manual'); eq(s('DELETE', '/email/suppressions/' + a['id']).status, 404)
    dom(s); eq(send(s, to=['a@x.example'])['suppressed'], ['a@x.example'])
    eq(s('DELETE', '/email/suppressions/' + (b if e else a)['id']).status, 204)
@probe
def webhook_url_canonical(s, e):
    w = hook(s, 'HTTPS://Hook.Example:443')['webhook']; eq(w['url'], 'https://hook.example/' if e else 'HTTPS://Hook.Example:443')
    r = s('PATCH', '/email/webhooks/' + w['id'], {'url': 'https://two.example'}); eq(r.status, 200)
    eq(r['url'], 'https://two.example/' if e else 'https://two.example'); eq(s('POST', '/email/webhooks', {'url': 'no uri', 'eventTypes': ['message.sent']}).status, 422)
@probe
def delivery_4xx_final(s, e):
    dom(s); w = hook(s)['webhook']
    def after(status):
        s.ev('webhookEndpointAnswers', endpointId=w['id'], answers=[{'status': status}]); i = send(s)['messageId']
        return s('GET', '/email/webhook-deliveries?messageId=' + i)['deliveries'][0]
    d = after(410); eq((d['state'], d['attempts'], d['lastStatus']), ('failed' if e else 'pending', 1, 410)); ok(d['lastError'])
    eq(after(500)['state'], 'pending'); eq(after(429)['state'], 'pending'); eq(after(204)['state'], 'delivered')
@probe
def retry_schedule(s, e):
    dom(s); w = hook(s)['webhook']; s.ev('webhookEndpointAnswers', endpointId=w['id'], answers=[{'status': 200}]); i = send(s)['messageId']
    get = lambda: s('GET', '/email/webhook-deliveries?messageId=' + i)['deliveries'][0]
    d = get(); eq((d['state'], d['attempts']), ('pending', 0) if e else ('delivered', 1)); until(get, lambda d: d['state'] == 'delivered', 3)
    s.ev('webhookEndpointAnswers', endpointId=w['id'], answers=[{'status': 500}]); i = send(s)['messageId']; s.ev('advanceClock', by='PT5M')
    d = get(); eq((d['state'], d['attempts'], d['lastStatus']), ('failed', 5 if e else 3, 500))
@probe
def send_key_star(s, e):
    r = s('POST', '/email/keys', {'name': 'k'}); eq(r.status, 201); eq(r['sendKey']['domainIds'], ['*'] if e else [])
    eq(s('GET', '/email/keys')['sendKeys'][0]['domainIds'], ['*'] if e else [])
    d, o = dom(s), dom(s, 'two.' + SUFFIX); k = s('POST', '/email/keys', {'name': 'r', 'domainIds': [o['id']]})['sendKey']; eq(k['domainIds'], [o['id']])
    send(s, sendKeyId=r['sendKey']['id']); eq(s.raw('POST', '/_test/messageSent', None, {'from': 'a@mail.' + SUFFIX, 'to': ['x@y.example'], 'sendKeyId': k['id']}).status, 409)
@probe
def gone_at_once(s, e):
    prod(s); eq(s('DELETE', '/clusters/prod').status, 202); eq(s('GET', '/clusters/prod').status, 404 if e else 200)
    eq(len(s('GET', '/clusters')['clusters']), 0 if e else 1); eq(s('POST', '/clusters', {'name': 'prod', 'tier': 'small'}).status, 409)
    until(lambda: s('POST', '/clusters', {'name': 'prod', 'tier': 'small'}).status, lambda x: x == 201)
@probe
def gate_names_in_fields(s, e):
    prod(s, tier='large') if False else None
    r = s('POST', '/clusters', {'name': 'prod', 'tier': 'large', 'orchestratorVersion': '1.30.6'}); eq(r.status, 201); ready(s)
    s.ev('nodeJoins', cluster='prod', node='old-1', agentVersion='1.28.0')
    r = s('PATCH', '/clusters/prod', {'orchestratorVersion': '1.31.1'}); eq(r.status, 409); eq(r.j.get('nodes'), ['old-1'] if e else None); eq('old-1' in r['error'], not e)
    s.ev('headroomChanges', cluster='prod', component='etcd', usedPercent=90)
    r = s('PATCH', '/clusters/prod', {'tier': 'small'}); eq(r.status, 409); eq(r.j.get('components'), ['etcd'] if e else None); eq('etcd' in r['error'], not e)
    c = s('GET', '/clusters/prod').j; eq((c['tier'], c['orchestratorVersion']), ('large', '1.30.6'))
@probe
def patch_noop(s, e):
    prod(s); r = s('PATCH', '/clusters/prod', {'replicas': 1, 'tier': 'small'}); eq(r.status, 200); eq(r['phase'], 'running' if e else 'rolling')
    ready(s); r = s('PATCH', '/clusters/prod', {'replicas': 3}); eq(r['phase'], 'rolling'); eq(ready(s)['replicas'], 3)
@probe
def kubeconfig_json(s, e):
    prod(s); r = s('GET', '/clusters/prod/kubeconfig'); eq(r.status, 200); k = r['kubeconfig']; eq(k.startswith('{'), e)
    if e: c = json.loads(k); eq(c['kind'], 'Config'); ok(c['users'][0]['user']['token'].startswith('kct.')); eq(c['current-context'], c['contexts'][0]['name'])
    use = lambda: s.ev('credentialUsed', kind='kubeconfig', secret=k, cluster='prod')['accepted']
    ok(use()); s.ev('advanceClock', by='PT61M'); ok(not use())
@probe
def expires_in_minutes(s, e):
    prod(s); mint = lambda: s('POST', '/clusters/prod/join-tokens'); a, b = mint(), mint(); eq(a['expiresIn'], 15 if e else 900)
    eq(s('GET', '/clusters/prod/kubeconfig')['expiresIn'], 60 if e else 3600)
    s.ev('advanceClock', by='PT1M'); s.ev('nodeJoins', cluster='prod', node='n1', token=a['joinToken'])
    s.ev('advanceClock', by='PT15M'); eq(s.raw('POST', '/_test/nodeJoins', None, {'cluster': 'prod', 'node': 'n2', 'token': b['joinToken']}).status, 409)
@probe
def registration_names_unique(s, e):
    prod(s); p = '/clusters/prod/registration-tokens'; a, b = (s('POST', p, {'name': 'fleet'}) for _ in range(2)); eq((a.status, b.status), (201, 409 if e else 201))
    eq(len(s('GET', p)['tokens']), 1 if e else 2); eq(s('DELETE', f'{p}/{a["id"]}').status, 204); eq(s('POST', p, {'name': 'fleet'}).status, 201)
@probe
def slow_phases(s, e):
    r = s('POST', '/clusters', {'name': 'prod', 'tier': 'small'}); eq(r['phase'], 'PROVISIONING' if e else 'provisioning'); time.sleep(1)
    eq(s('GET', '/clusters/prod')['phase'], 'PROVISIONING' if e else 'running'); ready(s)
    r = s('PATCH', '/clusters/prod', {'replicas': 3}); eq(r['phase'], 'UPDATING' if e else 'rolling'); eq(ready(s)['replicas'], 3)
    eq(s('DELETE', '/clusters/prod').status, 202); until(lambda: s('GET', '/clusters/prod').status, lambda x: x == 404)
@probe
def endpoint_withheld(s, e):
    prod(s); prod(s, 'three', replicas=3)
    r = s('PATCH', '/clusters/prod', {'tier': 'medium'}); eq(r['phase'], 'rolling'); eq('endpoint' in r.j, not e); ok('endpoint' in ready(s))
    ok('endpoint' in s('PATCH', '/clusters/three', {'tier': 'medium'}).j)

def smoke(s):
    """Stated statuses and shapes of all five areas."""
    go = s.patient
    def has(o, **types):
        for k, t in types.items(): ok(isinstance(o.get(k), t), f'{k} of {o}')
    r = go('GET', '/iam/catalog'); eq(r.status, 200); has(r.j, roles=list, resources=list)
    for x in r['roles']: has(x, id=str, name=str, description=str, kind=str, scopable=bool, permissions=list)
    eq(go('GET', '/iam/catalog', who='member').status, 403); eq(go('GET', '/iam/permissions', who=None).status, 401)
    eq(go('PATCH', '/organization/contacts', {'billingEmail': 'pay@harbor.example'})['billingEmail'], 'pay@harbor.example')
    eq(go('PATCH', '/organization/contacts', {'billingEmail': 'nope'}).status, 400)
    has(go('GET', '/organization/contacts').j, billingEmail=str, technicalEmail=str, securityEmail=str)
    eq(go('PATCH', '/organization/contacts', {}, who='member').status, 403)
    eq(go('POST', '/registry', {'slug': 'smoke'}).status, 201); eq(go('POST', '/registry', {'slug': 'smoke'}, who='outsider').status, 409)
    eq(go('POST', '/registry', {'slug': 'library'}).status, 409); ok(400 <= go('GET', '/registry/smoke', who='outsider').status < 500)
    k = go('POST', '/registry/smoke/keys', {'name': 'k', 'mode': 'pull', 'repoPrefixes': ['a/']}); eq(k.status, 201)
    x = go('GET', '/registry/smoke/keys')['keys'][0]; eq((x['keyId'], x['mode'], x['repoPrefixes']), (k['keyId'], 'pull', ['a/'])); ok(k['secret'] not in json.dumps(x))
    eq(go('DELETE', '/registry/smoke/keys/' + q(k['keyId'])).status, 204)
    l = go('POST', '/registry/session/credentials', {'registry': 'smoke', 'pullOnly': True}); eq(l['scope'], [{'registry': 'smoke', 'mode': 'pull'}])
    eq(go('DELETE', '/registry/session/credentials/' + q(l['username'])).status, 204)
    g = s.ev('imagePushed', registry='smoke', repository='web', tags=['a', 'b'])['digest']; ok(go('GET', '/registry/smoke')['usedBytes'] > 0)
    eq(go('DELETE', '/registry/smoke/repository/tags?repo=web&tag=a')['purged'], False)
    eq(go('DELETE', '/registry/smoke/repository/tags?repo=web&tag=b&purge=true', who='member').status, 403)
    eq(go('GET', '/registry/smoke/repository/images?repo=web')['manifests'][0]['tags'], ['b']); ok(400 <= go('DELETE', '/registry/smoke').status < 500)
    eq(go('DELETE', '/registry/smoke/repository?repo=web').status, 204); eq(go('DELETE', '/registry/smoke').status, 204)
    d = go('POST', '/email/domains', {'name': 'smoke.' + SUFFIX}); eq(d.status, 201); eq(go('POST', '/email/domains', {'name': 'smoke.' + SUFFIX}, who='outsider').status, 409)
    w = go('POST', '/email/webhooks', {'url': 'https://hook.customers.example/in', 'eventTypes': ['message.sent']}); eq(w.status, 201)
    rt = {'domainId': d['id'], 'pattern': 'help*', 'endpointId': w['webhook']['id']}
    eq(go('POST', '/email/routes', rt).status, 409); a = go('POST', f'/email/domains/{q(d["id"])}/receive'); eq(a.status, 200)
    r = go('POST', '/email/routes', rt); eq(r.status, 201); eq(go('POST', '/email/routes', rt).status, 409)
    eq(go('DELETE', '/email/webhooks/' + q(w['webhook']['id'])).status, 409); eq(go('DELETE', '/email/routes/' + q(r['id'])).status, 204)
    i = s.ev('messageSent', **{'from': 'a@smoke.' + SUFFIX, 'to': ['hard@x.example']})['messageId']
    s.ev('messageBounced', messageId=i, bounce='hard'); m = go('GET', '/email/messages/' + q(i)); eq([e['kind'] for e in m['events']], ['sent', 'bounced'])
    eq(go('GET', f'/email/messages/{q(i)}/content').h['content-type'], 'message/rfc822')
    eq([(x['address'], x['reason']) for x in go('GET', '/email/suppressions')['suppressions'] if x['reason'] == 'bounce'], [('hard@x.example', 'bounce')])
    eq(go('DELETE', '/email/webhooks/' + q(w['webhook']['id'])).status, 204); eq(go('DELETE', '/email/domains/' + q(d['id'])).status, 204)
    eq(go('GET', '/email/settings', who='guest').status, 403); has(go('GET', '/email/settings').j, dailyQuota=int, paused=bool)
    c = go('POST', '/clusters', {'name': 'smoke', 'tier': 'small', 'orchestratorVersion': '1.30.6'}); eq(c.status, 201); ready(s, 'smoke')
    ok(400 <= go('PATCH', '/clusters/smoke', {'orchestratorVersion': '1.29.4'}).status < 500); ok(400 <= go('PATCH', '/clusters/smoke', {'orchestratorVersion': '1.32.0'}).status < 500)
    eq(go('PATCH', '/clusters/smoke', {'orchestratorVersion': '1.31.1'}).status, 200); eq(ready(s, 'smoke')['orchestratorVersion'], '1.31.1')
    t = go('POST', '/clusters/smoke/registration-tokens', {'name': 't'}); eq(t.status, 201); p = '/clusters/smoke/registration-tokens/' + q(t['id'])
    eq(go('PATCH', p, {'disabled': True}).status, 204); eq(go('PATCH', p, {'disabled': False}).status, 204); eq(go('DELETE', p).status, 204)
    has(go('GET', '/clusters/smoke/kubeconfig').j, kubeconfig=str, expiresIn=int); j = go('POST', '/clusters/smoke/join-tokens'); eq(j.status, 201); has(j.j, joinToken=str, expiresIn=int)
    s.ev('nodeJoins', cluster='smoke', node='n', token=j['joinToken']); eq(go('DELETE', '/clusters/smoke/nodes/n').status, 204)
    ok(400 <= go('GET', '/clusters/smoke', who='outsider').status < 500)
    e = go('DELETE', '/clusters/smoke'); eq((e.status, e.raw), (202, b'')); until(lambda: s('GET', '/clusters/smoke').status, lambda x: x == 404)

def main():
    vs = json.load(open(os.path.join(HERE, 'variations.json'))); want = set(sys.argv[1:])
    vs = [v for v in vs if not want or v['id'] in want]; clean, good = {}, 0
    s = Server(CANDIDATE)
    try:
        try: smoke(s)
        except AssertionError as x: print('clean smoke FAILED', x)
        for v in vs:
            s.ev('resetWorld')
            try: P[v['id']](s, False); clean[v['id']] = None
            except Exception as x: clean[v['id']] = f'clean: {type(x).__name__} {x}'
    finally: s.stop()
    for v in vs:
        folder = tempfile.mkdtemp(prefix='copy-'); why = clean[v['id']]
        try:
            shutil.copytree(CANDIDATE, folder, dirs_exist_ok=True)
            for ed in v['edits']:
                p = os.path.join(folder, ed['file']); t = open(p).read(); assert t.count(ed['find']) == 1, ed['find']
                open(p, 'w').write(t.replace(ed['find'], ed['replace']))
            s = Server(folder)
            try:
                P[v['id']](s, True); s.ev('resetWorld'); smoke(s)
                s.ev('resetWorld')
                try: P[v['id']](s, False); why = why or 'the clean expectations hold for the edited one too'
                except (AssertionError, KeyError, TypeError): pass
            finally: s.stop()
        except Exception as x:
            import traceback
            tb = traceback.extract_tb(x.__traceback__); lines = [f.line for f in tb if f.filename == __file__][1:]
            why = why or f'edited: {type(x).__name__} {x} at {lines}'
        finally: shutil.rmtree(folder)
        good += why is None
        print(('proven  ' if why is None else 'FAILED  ') + v['id'] + ('' if why is None else '  ' + why), flush=True)
    print(f'{good} of {len(vs)} proven')
main()
