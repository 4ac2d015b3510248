#!/usr/bin/env python3
"""Checks every area through HTTP. `check.py [URL]`; without a URL it starts run.sh on a free port and ends it again."""
import base64, hashlib, hmac, http.server, json, os, subprocess, sys, threading, time, urllib.error, urllib.request

here = os.path.dirname(os.path.abspath(__file__))
server = None
if len(sys.argv) > 1:
    BASE = sys.argv[1].rstrip('/')
else:
    server = subprocess.Popen([os.path.join(here, 'run.sh'), '--port', '0'], stdout=subprocess.PIPE, text=True)
    BASE = server.stdout.readline().strip()

count, failed = 0, []
def ok(what, cond, info=None):
    global count
    count += 1
    if not cond:
        failed.append(what)
        print('FAIL', what, info if info is not None else '')
def eq(what, got, want):
    ok(what, got == want, f'got {got!r}, wanted {want!r}')

def who(user):
    org, name = user.split('/')
    return {'Authorization': 'Basic ' + base64.b64encode(f'{org}/{name}:{name}-pass'.encode()).decode()}
def call(method, path, body=None, as_='lumen/ines', headers=None, raw=False):
    h = dict(who(as_)) if as_ else {}
    h.update(headers or {})
    data = None
    if body is not None:
        data = json.dumps(body).encode() if not isinstance(body, bytes) else body
        h['Content-Type'] = 'application/json'
    req = urllib.request.Request(BASE + path, data=data, method=method, headers=h)
    try:
        with urllib.request.urlopen(req, timeout=20) as r:
            status, text, kind = r.status, r.read(), r.headers.get('content-type')
    except urllib.error.HTTPError as e:
        status, text, kind = e.code, e.read(), e.headers.get('content-type')
        d = json.loads(text)
        if not isinstance(d.get('error'), str):
            ok(f'error body of {method} {path}', False, d)
    if raw:
        return status, text, kind
    return status, (json.loads(text) if text else None)
def api(method, path, body=None, as_='lumen/ines', **k):
    return call(method, '/api/v1' + path, body, as_, **k)
def event(name, **body):
    return call('POST', '/_understudy/events/' + name, body, None)
def advance(by):
    return call('POST', '/_understudy/clock/advance', {'by': by}, None)
def wait(test, seconds=8):
    end = time.time() + seconds
    while time.time() < end:
        if test():
            return True
        time.sleep(0.1)
    return False

got = []
class Hook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get('content-length', 0)))
        got.append((self.path, dict((k.lower(), v) for k, v in self.headers.items()), body))
        self.send_response(500 if self.path == '/broken' else 204)
        self.end_headers()
    def log_message(self, *a):
        pass
hook = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Hook)
threading.Thread(target=hook.serve_forever, daemon=True).start()
HOOK = f'http://127.0.0.1:{hook.server_address[1]}'

def general():
    eq('reset', call('POST', '/_understudy/reset', {}, None)[0], 200)
    for p in ['/tokens', '/iam/catalog', '/iam/permissions', '/organization/contacts', '/clusters', '/email/domains', '/uptime/monitors', '/registry', '/oncall/incidents']:
        eq('401 ' + p, api('GET', p, as_=None)[0], 401)
    eq('wrong password', api('GET', '/clusters', as_=None, headers={'Authorization': 'Basic ' + base64.b64encode(b'lumen/ines:x').decode()})[0], 401)
    eq('not a member there', api('GET', '/clusters', as_='tarn/ines')[0], 401)
    eq('unknown path', api('GET', '/nothing')[0], 404)
    eq('wrong method', api('PUT', '/tokens', {})[0], 404)
    eq('broken JSON', api('POST', '/tokens', b'{')[0], 400)
    eq('list as body', api('POST', '/tokens', [])[0], 400)
    eq('unknown control', call('GET', '/_understudy/faults', None, None)[0], 501)

def tokens():
    s, t = api('POST', '/tokens', {'name': 'all'})
    eq('token 201', s, 201)
    eq('token fields', sorted(t), ['id', 'key', 'orgSlug'])
    lst = api('GET', '/tokens')[1]['tokens']
    me = next(x for x in lst if x['id'] == t['id'])
    eq('nine fields', sorted(me), sorted(['id', 'name', 'start', 'enabled', 'createdAt', 'expiresAt', 'lastRequest', 'orgSlug', 'scope']))
    ok('key is not listed', t['key'] not in json.dumps(lst))
    ok('start', t['key'].startswith(me['start']))
    eq('never expires is 1970', me['expiresAt'][:4], '1970')
    tok = {'X-Token': t['key']}
    eq('token works', api('GET', '/clusters', as_=None, headers=tok)[0], 200)
    eq('others do not see it', api('GET', '/tokens', as_='lumen/joss')[1]['tokens'], [])
    event('token-disabled', tokenId=t['id'])
    eq('disabled', api('GET', '/clusters', as_=None, headers=tok)[0], 401)
    eq('twice', event('token-disabled', tokenId=t['id'])[0], 409)
    event('token-enabled', tokenId=t['id'])
    eq('enabled', api('GET', '/clusters', as_=None, headers=tok)[0], 200)
    s, n = api('POST', '/tokens', {'name': 'n', 'scope': [{'role': 'registry-read', 'resourceIds': ['lumen-quay']}]})
    eq('narrowed 201', s, 201)
    h = {'X-Token': n['key']}
    eq('narrowed list', [r['slug'] for r in api('GET', '/registry', as_=None, headers=h)[1]['registries']], ['lumen-quay'])
    eq('narrowed elsewhere', api('GET', '/clusters', as_=None, headers=h)[0], 404)
    eq('narrowed email', api('GET', '/email/domains', as_=None, headers=h)[0], 403)
    eq('narrowed write', api('DELETE', '/registry/one/lumen-quay', as_=None, headers=h)[0], 404)
    eq('narrowed mints none', api('POST', '/tokens', {'name': 'x'}, as_=None, headers=h)[0], 404)
    eq('narrowed catalog', api('GET', '/iam/catalog', as_=None, headers=h)[0], 403)
    for bad in [{}, {'name': 1}, {'name': 'x', 'expiresIn': 0}, {'name': 'x', 'expiresIn': 'a'}, {'name': 'x', 'scope': [{'role': 'nope'}]}, {'name': 'x', 'scope': [{'role': 'registry-read', 'resourceIds': ['nope']}]}, {'name': 'x', 'scope': [{'role': 'uptime-read', 'resourceIds': ['lumen-quay']}]}]:
        eq(f'bad token {bad}', api('POST', '/tokens', bad)[0], 400)
    eq('scoped person beyond', api('POST', '/tokens', {'name': 'x', 'scope': [{'role': 'registry-read', 'resourceIds': ['lumen-attic']}]}, as_='lumen/nils')[0], 400)
    o = api('GET', '/tokens/scope-options', as_='lumen/nils')[1]
    eq('scope options', sorted(r['name'] for r in o['resources']), ['lumen-quay', 'post.lumen.example'])
    ok('custom role on offer', any(r['id'] == 'image-watcher' for r in o['roles']))
    s, e = api('POST', '/tokens', {'name': 'short', 'expiresIn': 5})
    eq('before expiry', api('GET', '/clusters', as_=None, headers={'X-Token': e['key']})[0], 200)
    advance('PT6M')
    eq('after expiry', api('GET', '/clusters', as_=None, headers={'X-Token': e['key']})[0], 401)
    call('PUT', '/_understudy/clock', {'mode': 'real'}, None)
    for user, want in [('ines', 200), ('joss', 200), ('kai', 403), ('mona', 403), ('nils', 403)]:
        eq('catalog for ' + user, api('GET', '/iam/catalog', as_='lumen/' + user)[0], want)
    c = api('GET', '/iam/catalog')[1]
    ok('builtin only', all(r['kind'] == 'builtin' for r in c['roles']) and c['roles'])
    eq('catalog resources', sorted(r['name'] for r in c['resources']), ['harbour', 'lumen-attic', 'lumen-quay', 'news.lumen.example', 'post.lumen.example'])
    atoms = [t['permission'] for s in api('GET', '/iam/permissions', as_='lumen/mona')[1]['services'] for r in s['resources'] for t in r['tiers']]
    ok('stated atoms', {'registry.key.admin', 'email.key.admin'} <= set(atoms))
    eq('contacts at first', api('GET', '/organization/contacts')[1], {'billingEmail': '', 'technicalEmail': '', 'securityEmail': ''})
    eq('contacts changed', api('PATCH', '/organization/contacts', {'technicalEmail': 'a@b.example'})[1]['technicalEmail'], 'a@b.example')
    eq('contacts invalid', api('PATCH', '/organization/contacts', {'technicalEmail': 'x', 'securityEmail': 's@b.example'})[0], 400)
    eq('nothing changed', api('GET', '/organization/contacts')[1]['securityEmail'], '')
    eq('contacts member', api('PATCH', '/organization/contacts', {}, as_='lumen/kai')[0], 403)
    event('billing-email-collides', email='dup@b.example')
    eq('collision', api('PATCH', '/organization/contacts', {'billingEmail': 'dup@b.example'})[0], 409)
    event('role-changes', userId='newbie', role='viewer')
    ok('a new person is listed', any(a['userId'] == 'newbie' for a in call('GET', '/_understudy/identities', None, None)[1]['actors']))

def registry():
    s, r = api('POST', '/registry', {'slug': 'check-one'})
    eq('registry made', s, 200)
    eq('list shape', sorted(r), ['createdAt', 'displayName', 'region', 'slug', 'storageQuotaBytes'])
    eq('taken', api('POST', '/registry', {'slug': 'check-one'}, as_='tarn/oona')[0], 409)
    eq('reserved', api('POST', '/registry', {'slug': 'admin'})[0], 409)
    event('slug-claimed-elsewhere', slug='far-away')
    eq('claimed elsewhere', api('POST', '/registry', {'slug': 'far-away'})[0], 409)
    event('payment-method-changes', active=False)
    eq('no payment', api('POST', '/registry', {'slug': 'check-two'})[0], 400)
    event('payment-method-changes', active=True)
    eq('foreign', api('GET', '/registry/one/check-one', as_='tarn/oona')[0], 404)
    eq('viewer cannot', api('POST', '/registry', {'slug': 'check-three'}, as_='lumen/mona')[0], 404)
    p = '/registry/one/check-one'
    L = [{'digest': 'sha256:base', 'sizeBytes': 1000}]
    s, a = event('image-pushed', registry='check-one', repository='web', tags=['v1', 'latest'], layers=L + [{'sizeBytes': 50}], manifestBytes=10)
    eq('pushed', (s, a['addedBytes']), (200, 1060))
    s, b = event('image-pushed', registry='check-one', repository='api', tags=['v1'], layers=L, manifestBytes=10, digest='sha256:two')
    eq('layer shared', b['addedBytes'], 10)
    d = api('GET', p)[1]
    eq('detail', (d['usedBytes'], d['repositoryCount'], 'displayName' in d), (1070, 2, False))
    eq('repositories', [(x['name'], x['tagCount'], x['sizeBytes']) for x in api('GET', p + '/repos')[1]['repositories']], [('api', 1, 1010), ('web', 2, 1060)])
    eq('tags', [t['name'] for t in api('GET', p + '/tags?repo=web')[1]['tags']], ['latest', 'v1'])
    eq('repo is required', api('GET', p + '/tags')[0], 400)
    eq('unknown repo', api('GET', p + '/images?repo=no')[0], 404)
    eq('not empty', api('DELETE', p)[0], 400)
    eq('delete a tag', api('DELETE', p + '/tags?repo=web&tag=latest')[1], {'purged': False})
    eq('member cannot purge the last', api('DELETE', p + '/tags?repo=web&tag=v1&purge=true', as_='lumen/kai')[0], 404)
    eq('purge value', api('DELETE', p + '/tags?repo=web&tag=v1&purge=yes')[0], 400)
    eq('delete the last tag', api('DELETE', p + '/tags?repo=web&tag=v1')[1], {'purged': False})
    eq('untagged stays', [m['tags'] for m in api('GET', p + '/images?repo=web')[1]['manifests']], [[]])
    eq('purge', api('DELETE', p + '/tags?repo=api&tag=v1&purge=true')[1], {'purged': True})
    eq('image gone', api('GET', p + '/images?repo=api')[1]['manifests'], [])
    eq('delete image', api('DELETE', p + '/images?repo=web&digest=' + a['digest'])[0], 204)
    eq('space is free', api('GET', p)[1]['usedBytes'], 0)
    eq('full', (event('quota-changes', quota='registry-storage-bytes', registry='check-one', value=100)[0], event('image-pushed', registry='check-one', repository='x')[0]), (200, 409))
    event('quota-changes', quota='registry-storage-bytes', registry='check-one', value=10**9)
    eq('member mints no key', api('POST', p + '/keys', {'name': 'k', 'mode': 'pull'}, as_='lumen/kai')[0], 404)
    eq('mode', api('POST', p + '/keys', {'name': 'k', 'mode': 'x'})[0], 400)
    s, k = api('POST', p + '/keys', {'name': 'k', 'mode': 'readwrite', 'repoPrefixes': ['team']})
    eq('key fields', sorted(k), ['keyId', 'secret'])
    row = api('GET', p + '/keys')[1]['keys'][0]
    eq('key listed', (row['keyId'], row['mintedVia'], row['repoPrefixes'], 'revokedAt' in row), (k['keyId'], 'manual', ['team'], False))
    ask = lambda u, pw, repo, action, reg='check-one': api('POST', '/registry/ask', {'username': u, 'password': pw, 'registry': reg, 'repository': repo, 'action': action}, as_=None)[1]['allowed']
    eq('key pushes', ask('x', k['secret'], 'team/app', 'push'), True)
    eq('key by prefix', ask('x', k['secret'], 'other/app', 'pull'), False)
    eq('whole segments', ask('x', k['secret'], 'teamwork', 'pull'), False)
    eq('key elsewhere', ask('x', k['secret'], 'team/app', 'pull', 'lumen-quay'), False)
    eq('push with the key', event('image-pushed', registry='check-one', repository='no/app', secret=k['secret'])[0], 409)
    eq('revoke', api('DELETE', p + '/keys/' + k['keyId'])[0], 204)
    eq('revoked is dead', ask('x', k['secret'], 'team/app', 'pull'), False)
    ok('revokedAt', 'revokedAt' in api('GET', p + '/keys')[1]['keys'][0])
    s, l = api('POST', '/registry/session', {})
    eq('login fields', (s, sorted(l)), (200, ['expiresAt', 'password', 'registry', 'scope', 'username']))
    eq('login scope', [x['registry'] for x in l['scope']], ['check-one', 'lumen-attic', 'lumen-quay'])
    ok('one hour', 3590000 < int(l['expiresAt']) - time.time() * 1000 < 3610000, l['expiresAt'])
    eq('login pushes', ask(l['username'], l['password'], 'a', 'push'), True)
    s, n = api('POST', '/registry/session', {'registry': 'check-one', 'pullOnly': True})
    eq('narrowed login', n['scope'], [{'registry': 'check-one', 'mode': 'pull'}])
    eq('pull only', (ask(n['username'], n['password'], 'a', 'pull'), ask(n['username'], n['password'], 'a', 'push')), (True, False))
    eq('scoped login', api('POST', '/registry/session', {}, as_='lumen/nils')[1]['scope'], [{'registry': 'lumen-quay', 'mode': 'pull'}])
    eq('logout', api('DELETE', '/registry/session/' + l['username'])[0], 204)
    eq('logged out', ask(l['username'], l['password'], 'a', 'pull'), False)
    event('role-changes', userId='newbie', role='member', grants=[])
    h = {'Authorization': 'Basic ' + base64.b64encode(b'lumen/newbie:newbie-pass').decode()}
    eq('no access, no login', api('POST', '/registry/session', {}, as_=None, headers=h)[0], 403)
    advance('PT61M')
    eq('login is over', ask(n['username'], n['password'], 'a', 'pull'), False)
    call('PUT', '/_understudy/clock', {'mode': 'real'}, None)
    eq('upstreams', [sorted(u) for u in api('GET', '/registry/mirrors')[1]['upstreams']], [['endpoint', 'host']] * 2)
    eq('unknown upstream', api('POST', p + '/mirrors/nope.example', {'username': 'u', 'password': 'p'})[0], 404)
    eq('set', api('POST', p + '/mirrors/docker.io', {'username': 'u', 'password': 'pw-secret'})[1], {'upstream': 'docker.io', 'username': 'u'})
    ok('no password', 'pw-secret' not in json.dumps(api('GET', p + '/mirrors')[1]))
    eq('unset', (api('DELETE', p + '/mirrors/docker.io')[0], api('DELETE', p + '/mirrors/docker.io')[0]), (204, 404))
    rule = {'issuer': 'https://ci.example', 'audience': 'reg', 'subjectPattern': 'repo:*', 'mode': 'pull'}
    s, r = api('POST', p + '/oidc', rule)
    ok('rule', isinstance(r['id'], int) and r['name'] == '' and r['repoPrefixes'] == [], r)
    eq('bad issuer', api('POST', p + '/oidc', dict(rule, issuer='nope'))[0], 400)
    part = lambda o: base64.urlsafe_b64encode(json.dumps(o).encode()).decode().rstrip('=')
    fake = part({'alg': 'none'}) + '.' + part({'iss': 'https://nobody.invalid', 'aud': 'reg', 'sub': 'repo:x', 'exp': time.time() + 60}) + '.'
    eq('no rule, no key', api('POST', '/registry/trade', {'registry': 'check-one', 'token': fake}, as_=None)[0], 400)
    eq('rule deleted', (api('DELETE', p + f"/oidc/{r['id']}")[0], api('GET', p + '/oidc')[1]['rules']), (204, []))
    for repo in ('web', 'api'):
        eq('delete ' + repo, api('DELETE', p + '/repos?repo=' + repo)[0], 204)
    eq('delete empty', (api('DELETE', p)[0], api('GET', p)[0]), (204, 404))

def email():
    event('entitlement-changes', area='email', enabled=False)
    eq('not enabled', api('GET', '/email/domains')[0], 403)
    event('entitlement-changes', area='email', enabled=True)
    event('backend-behaves', backend='email', reachable=False)
    eq('unreachable', api('GET', '/email/settings')[0], 502)
    event('backend-behaves', backend='email', reachable=True)
    s, d = api('POST', '/email/domains', {'name': 'm.check.example'})
    eq('domain', (s, d['sendState'], d['receiveState'], len(d['dnsRecords'])), (201, 'pending', 'none', 1))
    eq('claimed', api('POST', '/email/domains', {'name': 'M.check.example'}, as_='tarn/oona')[0], 409)
    event('domain-claimed-elsewhere', domain='taken.example')
    eq('claimed elsewhere', api('POST', '/email/domains', {'name': 'taken.example'})[0], 409)
    p = '/email/domains/' + d['id']
    eq('foreign', api('GET', p, as_='tarn/oona')[0], 404)
    eq('scoped list', [x['name'] for x in api('GET', '/email/domains', as_='lumen/nils')[1]['domains']], ['post.lumen.example'])
    eq('scoped get', api('GET', p, as_='lumen/nils')[0], 404)
    eq('scoped create', api('POST', '/email/domains', {'name': 'z.example'}, as_='lumen/nils')[0], 403)
    out = lambda: [r['outcome'] for r in api('GET', p + '/dns')[1]['records']]
    eq('missing', out(), ['missing'])
    event('dns-record-mismatched', domain='m.check.example', value='wrong')
    r = api('GET', p + '/dns')[1]['records'][0]
    eq('mismatch', (r['outcome'], r['observed']), ('mismatch', 'wrong'))
    event('dns-record-published', domain='m.check.example')
    eq('found', out(), ['found'])
    event('backend-behaves', backend='dns', reachable=False)
    eq('lookup error', out(), ['error'])
    event('backend-behaves', backend='dns', reachable=True)
    eq('nothing by itself', api('GET', p)[1]['sendState'], 'pending')
    s, c = api('POST', p + '/check')
    eq('check', (s, isinstance(c['status'], str)), (202, True))
    advance('PT2S')
    eq('verified', api('GET', p)[1]['sendState'], 'verified')
    w = api('POST', '/email/webhooks', {'url': HOOK + '/a', 'eventTypes': ['sent', 'delivered', 'bounced', 'complained', 'received']})
    eq('webhook 201', (w[0], sorted(w[1])), (201, ['signingSecret', 'webhook']))
    wid, secret = w[1]['webhook']['id'], w[1]['signingSecret']
    ok('secret is not listed', secret not in json.dumps(api('GET', '/email/webhooks')[1]))
    eq('bad type', api('POST', '/email/webhooks', {'url': HOOK, 'eventTypes': ['x']})[0], 400)
    eq('bad url', api('POST', '/email/webhooks', {'url': 'x', 'eventTypes': []})[0], 400)
    route = {'domainId': d['id'], 'pattern': 'help*', 'endpointId': wid}
    eq('not armed', api('POST', '/email/routes', route)[0], 409)
    eq('arm', api('POST', p + '/receive')[1]['receiveState'], 'pending')
    eq('arm again', (api('POST', p + '/receive')[0], [r['type'] for r in api('GET', p)[1]['dnsRecords']]), (200, ['TXT', 'MX']))
    s, r = api('POST', '/email/routes', route)
    eq('route', s, 201)
    eq('pattern twice', api('POST', '/email/routes', route)[0], 409)
    for bad in ['a*b', '', 'a@b', '**']:
        eq('pattern ' + bad, api('POST', '/email/routes', dict(route, pattern=bad))[0], 400)
    eq('foreign endpoint', api('POST', '/email/routes', dict(route, endpointId='nope', pattern='x'))[0], 404)
    eq('endpoint is targeted', api('DELETE', '/email/webhooks/' + wid)[0], 409)
    s, k = api('POST', '/email/keys', {'name': 'k', 'domainIds': [d['id']]})
    eq('key', (s, sorted(k), k['sendKey']['domainIds']), (201, ['secret', 'sendKey'], [d['id']]))
    eq('member mints no key', api('POST', '/email/keys', {'name': 'k'}, as_='lumen/kai')[0], 403)
    eq('org-wide', api('POST', '/email/keys', {'name': 'o'})[1]['sendKey']['domainIds'], [])
    s, m = event('message-sent', **{'from': 'a@m.check.example'}, to=['x@y.example'], subject='Hi', secret=k['secret'], text='hello')
    eq('sent', s, 200)
    mid = m['messageId']
    ok('webhook arrives', wait(lambda: any(mid.encode() in b for _, _, b in got)))
    path, h, body = next(g for g in got if mid.encode() in g[2])
    eq('signature', h['x-signature'], hmac.new(secret.encode(), body, hashlib.sha256).hexdigest())
    dl = lambda q='': api('GET', '/email/webhook-deliveries' + q)[1]['deliveries']
    ok('delivered', wait(lambda: dl('?messageId=' + mid)[0]['state'] == 'delivered'))
    one = dl('?messageId=' + mid)[0]
    eq('delivery', (one['attempts'], one['lastStatus'], one['endpointId'], 'deliveredAt' in one), (1, 204, wid, True))
    s, re = api('POST', f"/email/webhook-deliveries/{one['id']}/redeliver")
    ok('a new delivery', s == 202 and re['id'] != one['id'])
    ok('same payload', wait(lambda: len([1 for g in got if g[2] == body]) == 2))
    new = api('POST', f'/email/webhooks/{wid}/rotate-secret')[1]['signingSecret']
    ok('rotated', new != secret)
    event('message-delivered', messageId=mid)
    ok('new signature', wait(lambda: any(b'"delivered"' in g[2] and g[1]['x-signature'] == hmac.new(new.encode(), g[2], hashlib.sha256).hexdigest() for g in got)))
    eq('disable', api('PATCH', '/email/webhooks/' + wid, {'disabled': True})[1]['disabled'], True)
    n = len(dl())
    s, b = event('message-bounced', messageId=mid, bounce='hard')
    eq('hard bounce', (len(b['suppressionIds']), len(dl()) - n), (1, 0))
    api('PATCH', '/email/webhooks/' + wid, {'disabled': False})
    x = api('GET', '/email/messages/' + mid)[1]
    eq('events', [e['kind'] for e in x['events']], ['sent', 'delivered', 'bounced'])
    eq('suppressed', [(q['address'], q['reason']) for q in api('GET', '/email/suppressions')[1]['suppressions']], [('x@y.example', 'bounce')])
    eq('everybody suppressed', event('message-sent', **{'from': 'a@m.check.example'}, to=['x@y.example'])[0], 409)
    sid = api('GET', '/email/suppressions')[1]['suppressions'][0]['id']
    s, man = api('POST', '/email/suppressions', {'address': 'X@y.example'})
    eq('manual', (s, man['reason'], len(api('GET', '/email/suppressions')[1]['suppressions'])), (201, 'manual', 1))
    eq('lift', (api('DELETE', '/email/suppressions/' + man['id'])[0], api('DELETE', '/email/suppressions/' + sid)[0]), (204, 404))
    eq('deliverable again', event('message-sent', **{'from': 'a@m.check.example'}, to=['x@y.example'])[0], 200)
    s, rec = event('message-received', **{'from': 'j@k.example'}, to=['helpdesk@m.check.example'])
    eq('routed', (s, rec['routeIds'], len(rec['deliveryIds'])), (200, [r['id']], 1))
    eq('unrouted', event('message-received', **{'from': 'j@k.example'}, to=['hel@m.check.example'])[1]['routeIds'], [])
    eq('direction', len(api('GET', '/email/messages?direction=receive')[1]['messages']), 2)
    eq('bad direction', api('GET', '/email/messages?direction=up')[0], 400)
    st, raw, kind = api('GET', f'/email/messages/{mid}/content', raw=True)
    ok('content', st == 200 and kind == 'message/rfc822' and b'Subject: Hi\r\n' in raw)
    eq('size', x['message']['sizeBytes'], len(raw))
    for i in range(105):
        event('message-received', **{'from': 'j@k.example'}, to=[f'bulk{i}@m.check.example'])
    seen, cur = [], ''
    while True:
        page = api('GET', '/email/messages?direction=receive' + cur)[1]
        seen.append([m['id'] for m in page['messages']])
        if 'cursor' not in page:
            break
        cur = '&cursor=' + page['cursor']
    eq('pages', ([len(q) for q in seen], len(set(sum(seen, [])))), ([100, 7], 107))
    eq('bad cursor', api('GET', '/email/messages?cursor=zz')[0], 400)
    old = event('message-received', **{'from': 'j@k.example'}, to=['o@m.check.example'], createdAt=time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(time.time() - 31 * 86400)))[1]['messageId']
    eq('old content', api('GET', f'/email/messages/{old}/content')[0], 404)
    ok('old is listed', old in json.dumps(api('GET', '/email/messages?to=o@m.check.example')[1]))
    eq('since', api('GET', '/email/messages?to=o@m.check.example&since=' + str(int(time.time() * 1000) - 86400000))[1]['messages'], [])
    old = event('message-received', **{'from': 'j@k.example'}, to=['p@m.check.example'], createdAt=time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(time.time() - 91 * 86400)))[1]['messageId']
    eq('past the window', api('GET', '/email/messages?to=p@m.check.example')[1]['messages'], [])
    b = api('POST', '/email/webhooks', {'url': HOOK + '/broken', 'eventTypes': ['sent']})[1]['webhook']['id']
    ids = [event('message-sent', **{'from': 'a@m.check.example'}, to=[f'q{i}@y.example'])[1]['messageId'] for i in range(20)]
    ok('one attempt', wait(lambda: [(q['state'], q['attempts'], q.get('lastStatus')) for q in dl('?endpointId=' + b)] == [('failed', 1, 500)] * 20))
    eq('delete endpoint', api('DELETE', '/email/webhooks/' + b)[0], 204)
    for i in ids[:2]:
        event('message-bounced', messageId=i, bounce='hard')
    st = api('GET', '/email/settings')[1]
    eq('paused', (st['paused'], st['pauseReason']), (True, 'bounces'))
    eq('sending is refused', event('message-sent', **{'from': 'a@m.check.example'}, to=['r@y.example'])[0], 409)
    event('sending-unpaused')
    eq('unpaused', api('GET', '/email/settings')[1]['paused'], False)
    event('quota-changes', quota='daily-email', value=1)
    eq('daily quota', event('message-sent', **{'from': 'a@m.check.example'}, to=['r@y.example'])[0], 409)
    event('quota-changes', quota='daily-email', value=5000)
    eq('revoke key', (api('DELETE', '/email/keys/' + k['sendKey']['id'])[0], api('DELETE', '/email/keys/' + k['sendKey']['id'])[0]), (204, 404))
    eq('revoked key', api('POST', '/email/submit', {'from': 'a@m.check.example', 'to': ['x@y.example']}, as_=None, headers={'Authorization': 'Bearer ' + k['secret']})[0], 401)
    eq('delete domain', (api('DELETE', p)[0], api('GET', p)[0]), (204, 404))
    eq('leftover route', len(api('GET', '/email/routes')[1]['routes']), 1)
    eq('name is free', api('POST', '/email/domains', {'name': 'm.check.example'}, as_='tarn/oona')[0], 201)
    eq('delete route', (api('DELETE', '/email/routes/' + r['id'])[0], api('DELETE', '/email/webhooks/' + wid)[0]), (204, 204))

def oncall():
    ids = {s['name']: s['id'] for s in api('GET', '/oncall/things')[1]['services']}
    sv = ids['checkout']
    s, i = api('POST', '/oncall/incidents', {'serviceId': sv, 'title': 'down', 'description': 'all of it'})
    eq('opened', (s, i['status'], i['firingAlerts'], 'acknowledgedAt' in i), (200, 'open', 0, False))
    eq('unknown service', api('POST', '/oncall/incidents', {'serviceId': 'x', 'title': 'y'})[0], 404)
    eq('viewer', api('POST', '/oncall/incidents', {'serviceId': sv, 'title': 'y'}, as_='lumen/mona')[0], 404)
    p = '/oncall/incidents/' + i['id']
    ok('acknowledged', 'acknowledgedAt' in api('POST', p + '/take')[1])
    eq('twice', api('POST', p + '/take')[0], 400)
    s, f = event('alert-fires', serviceId=sv, alert='A')
    eq('attaches while acknowledged', (f['incidentId'], f['opened'], f['firingAlerts']), (i['id'], False, 1))
    d = api('GET', p)[1]
    eq('detail', (d['incident']['firingAlerts'], d['description'], len(d['alerts']), len(d['timeline']) > 2), (1, 'all of it', 1, True))
    eq('foreign', api('GET', p, as_='tarn/oona')[0], 404)
    eq('resolved', api('POST', p + '/close')[1]['status'], 'resolved')
    eq('terminal', (api('POST', p + '/take')[0], api('POST', p + '/close')[0]), (400, 400))
    s, f2 = event('alert-fires', serviceId=sv, alert='B')
    eq('a new incident', (f2['opened'], f2['incidentId'] != i['id']), (True, True))
    eq('never by itself', event('alert-resolves', serviceId=sv, alert='B')[1]['resolved'], False)
    eq('working set', [x['id'] for x in api('GET', '/oncall/incidents')[1]['incidents']], [f2['incidentId']])
    eq('filter', [x['id'] for x in api('GET', '/oncall/incidents?status=over')[1]['incidents']], [i['id']])
    eq('bad filter', api('GET', '/oncall/incidents?status=open')[0], 400)
    board = lambda: api('GET', '/oncall/board/' + sv, as_=None)[1]['incidents']
    eq('not public', board(), [])
    s, u = api('POST', p + '/notes', {'body': 'sorry', 'byLabel': 'X'}, as_='lumen/joss')
    eq('update', (u['body'], u['byLabel'], sorted(u)), ('sorry', 'Joss Albright', ['at', 'body', 'byLabel', 'id']))
    eq('public', [x['id'] for x in board()], [i['id']])
    ok('timeline is private', 'acknowledged' not in json.dumps(board()))
    eq('retract', (api('DELETE', p + '/notes/' + u['id'])[0], board()), (204, []))
    api('POST', '/oncall/incidents/' + f2['incidentId'] + '/close')
    names = ['kai', 'lior']
    users = {a['name']: a['userId'] for a in call('GET', '/_understudy/identities', None, None)[1]['actors']}
    P = [{'userId': users[n], 'label': n} for n in names]
    s, sch = api('POST', '/oncall/rotas', {'name': 'r', 'timezone': 'Europe/Oslo', 'participants': P, 'handoff': {'interval': 'daily', 'time': '09:00'}})
    eq('schedule', (s, sch['onCallNow']['override']), (200, False))
    r = '/oncall/rotas/' + sch['id']
    first = sch['onCallNow']['label']
    eq('swapping shifts', api('PATCH', r, {'participants': P[::-1]})[1]['onCallNow']['label'] != first, True)
    api('PATCH', r, {'participants': P})
    for bad in [{'timezone': 'Nowhere/At'}, {'handoff': {'interval': 'daily'}}, {'handoff': {'interval': 'weekly', 'dow': 7, 'time': '09:00'}}, {'name': None}]:
        eq(f'bad {bad}', api('PATCH', r, bad)[0], 400)
    get = lambda: next(x for x in api('GET', '/oncall/rotas')[1]['schedules'] if x['id'] == sch['id'])
    advance('P1D')
    eq('next day', get()['onCallNow']['label'] != first, True)
    call('PUT', '/_understudy/clock', {'mode': 'real'}, None)
    now = int(time.time() * 1000)
    s, o = api('POST', r + '/swaps', {'userId': users['joss'], 'label': 'J', 'startsAt': str(now - 1000), 'endsAt': str(now + 3600000)})
    eq('override', (get()['onCallNow'], len(get()['overrides'])), ({'userId': users['joss'], 'label': 'J', 'until': str(now + 3600000), 'override': True}, 1))
    eq('reversed', api('POST', r + '/swaps', dict(o, startsAt=o['endsAt']))[0], 400)
    s, pol = api('POST', '/oncall/ladders', {'name': 'l', 'repeat': 1, 'steps': [{'target': {'kind': 'schedule', 'id': sch['id'], 'label': 's'}, 'waitSeconds': 60}, {'target': {'kind': 'user', 'id': users['kai'], 'label': 'k'}, 'waitSeconds': 60}]})
    eq('policy', (s, pol['services'], len(pol['steps'])), (200, 0, 2))
    eq('schedule is targeted', api('DELETE', r)[0], 409)
    eq('attach', api('PATCH', '/oncall/things/' + sv, {'escalationPolicyId': pol['id']})[1]['escalationPolicyId'], pol['id'])
    eq('required', api('PATCH', '/oncall/things/' + sv, {})[0], 400)
    eq('policy in use', (api('DELETE', '/oncall/ladders/' + pol['id'])[0], api('GET', '/oncall/ladders')[1]['policies'][0]['services']), (409, 1))
    eq('paging default', api('GET', '/oncall/my-paging', as_='lumen/kai')[1], {'email': 'kai@people.example', 'phone': '', 'rules': [{'channel': 'email', 'delaySeconds': 0}]})
    eq('sms needs a phone', api('PUT', '/oncall/my-paging', {'rules': [{'channel': 'sms', 'delaySeconds': 0}]}, as_='lumen/kai')[0], 400)
    eq('paging saved', api('PUT', '/oncall/my-paging', {'email': 'e@vil.example', 'phone': '+4712345678', 'rules': [{'channel': 'sms', 'delaySeconds': 0}, {'channel': 'email', 'delaySeconds': 30}]}, as_='lumen/kai')[1]['email'], 'kai@people.example')
    eq('personal', api('GET', '/oncall/my-paging', as_='lumen/lior')[1]['phone'], '')
    inc = api('POST', '/oncall/incidents', {'serviceId': sv, 'title': 'page'})[1]['id']
    pages = lambda: [(x['userId'], x['channel'], x['outcome'], x.get('error')) for x in call('GET', '/_understudy/pages?incidentId=' + inc, None, None)[1]['pages']]
    eq('override is paged', pages(), [(users['joss'], 'email', 'sent', None)])
    advance('PT61S')
    eq('second step', pages()[1:], [(users['kai'], 'sms', 'failed', 'no-credential')])
    api('POST', '/oncall/incidents/' + inc + '/take')
    advance('PT10M')
    eq('acknowledging stops it', len(pages()), 2)
    call('PUT', '/_understudy/clock', {'mode': 'real'}, None)
    eq('remove override', (api('DELETE', r + '/swaps/' + o['id'])[0], get()['onCallNow']['override']), (204, False))
    eq('detach', 'escalationPolicyId' in api('PATCH', '/oncall/things/' + sv, {'escalationPolicyId': None})[1], False)
    eq('delete policy', (api('DELETE', '/oncall/ladders/' + pol['id'])[0], api('DELETE', r)[0]), (204, 204))
    cred = {'accountSid': 'AC1', 'authToken': 'very-secret', 'fromNumber': '+15550101'}
    eq('no provider', api('GET', '/oncall/phone-account')[1], {'configured': False, 'accountSid': '', 'fromNumber': '', 'updatedAt': ''})
    for does, want in [('rejects', 422), ('unreachable', 502)]:
        event('provider-behaves', behaviour=does)
        eq(does, (api('POST', '/oncall/phone-account', cred)[0], api('GET', '/oncall/phone-account')[1]['configured']), (want, False))
    event('provider-behaves', behaviour='accepts')
    s, c = api('POST', '/oncall/phone-account', cred)
    ok('provider set', s == 200 and c['configured'] and 'very-secret' not in json.dumps(c))
    eq('clear', (api('DELETE', '/oncall/phone-account')[0], api('GET', '/oncall/phone-account')[1]['configured']), (204, False))
    s, src = api('POST', '/oncall/feeds', {'name': 'am', 'serviceId': ids['search']})
    eq('source', sorted(src), ['createdAt', 'id', 'name', 'serviceId', 'token'])
    ok('token once', src['token'] not in json.dumps(api('GET', '/oncall/feeds')[1]))
    send = lambda tok: api('POST', '/oncall/hook/' + src['id'], {'alerts': [{'status': 'firing', 'labels': {'alertname': 'Disk'}}]}, as_=None, headers={'Authorization': 'Bearer ' + tok})[0]
    eq('delivery', (send(src['token']), send('x')), (202, 401))
    x = api('GET', '/oncall/incidents?status=new')[1]['incidents'][0]
    eq('alert incident', (x['title'], x['serviceName'], x['firingAlerts']), ('Disk', 'search', 1))
    eq('revoke', (api('DELETE', '/oncall/feeds/' + src['id'])[0], send(src['token'])), (204, 401))
    for n in range(103):
        api('POST', '/oncall/incidents', {'serviceId': ids['billing'], 'title': f'n{n}'})
    l = api('GET', '/oncall/incidents')[1]['incidents']
    eq('cap and order', (len(l), l[0]['title'], l[99]['title']), (100, 'n102', 'n3'))

def clusters():
    s, c = api('POST', '/clusters', {'name': 'check', 'tier': 'large', 'orchestratorVersion': '1.28', 'datastore': {'mode': 'dedicated', 'size': 'db-small'}, 'managedLoadBalancers': {'enabled': True}})
    eq('created', (s, c['phase'], c['datastore'], c['replicas']), (201, 'building', {'mode': 'dedicated', 'size': 'db-small'}, 1))
    for bad in [{'name': 'x'}, {'name': 'x', 'tier': 'huge'}, {'name': 'x', 'tier': 'small', 'orchestratorVersion': '9.9'}, {'name': 'x', 'tier': 'small', 'datastore': {}}, {'name': 'x', 'tier': 'small', 'managedLoadBalancers': {}}, {'name': 'check', 'tier': 'small'}]:
        eq(f'bad {bad}', api('POST', '/clusters', bad)[0], 400)
    eq('foreign', api('GET', '/clusters/check', as_='tarn/oona')[0], 404)
    p = '/clusters/check'
    get = lambda: api('GET', p)[1]
    advance('PT5S')
    eq('steady', get()['phase'], 'steady')
    eq('patch shows the old', api('PATCH', p, {'orchestratorVersion': '1.29'})[1]['orchestratorVersion'], '1.28')
    eq('patch in a roll', api('PATCH', p, {'replicas': 3})[0], 200)
    advance('PT7S')
    eq('both took effect', (get()['orchestratorVersion'], get()['replicas'], get()['phase']), ('1.29', 3, 'steady'))
    eq('downgrade', api('PATCH', p, {'orchestratorVersion': '1.28'})[0], 400)
    eq('two minors', api('PATCH', p, {'orchestratorVersion': '1.31'})[0], 400)
    eq('unknown version', api('PATCH', p, {'orchestratorVersion': '1.29.9'})[0], 400)
    event('node-joins', cluster='check', node='old-one', agentVersion='1.26.4')
    s, e = api('PATCH', p, {'orchestratorVersion': '1.30'})
    ok('skew', s == 409 and 'old-one' in e['error'])
    event('agent-upgraded', cluster='check', node='old-one', agentVersion='1.28')
    eq('skew is over', api('PATCH', p, {'orchestratorVersion': '1.30'})[0], 200)
    event('headroom-changes', cluster='check', component='datastore', usedPercent=90)
    s, e = api('PATCH', p, {'tier': 'small'})
    ok('headroom', s == 409 and 'datastore' in e['error'])
    event('headroom-changes', cluster='check', component='datastore', usedPercent=10)
    eq('downsize', api('PATCH', p, {'tier': 'small'})[0], 200)
    eq('datastore', api('PATCH', p, {'datastore': {'size': 'db-large', 'storageGiB': 50, 'replicas': 2, 'backups': False}})[0], 200)
    advance('PT20S')
    eq('all of it', (get()['tier'], get()['datastore']), ('small', {'mode': 'dedicated', 'size': 'db-large', 'storageGiB': 50, 'replicas': 2, 'backups': False}))
    event('cluster-changes-concurrently', cluster='check', lasts='one-request')
    eq('concurrent', (api('PATCH', p, {'replicas': 1})[0], api('PATCH', p, {'replicas': 1})[0]), (409, 200))
    s, j = api('POST', p + '/join-tokens')
    eq('join token', (s, j['cluster'], j['joinToken'] in j['joinCommand']), (201, 'check', True))
    enlist = lambda t, n: api('POST', p + '/enlist', {'token': t, 'node': n}, as_=None)[0]
    eq('single use', (enlist(j['joinToken'], 'n1'), enlist(j['joinToken'], 'n2')), (201, 400))
    s, t = api('POST', p + '/registration-tokens', {'name': 'reg'})
    eq('registration token', (s, sorted(t)), (201, ['cloudConfig', 'id', 'joinCommand', 'name', 'token']))
    ok('not the secret', t['token'] not in json.dumps(api('GET', p + '/registration-tokens')[1]))
    eq('reusable', (enlist(t['token'], 'n2'), enlist(t['token'], 'n3')), (201, 201))
    eq('switch off', (api('PATCH', p + '/registration-tokens/' + t['id'], {'disabled': True})[0], enlist(t['token'], 'n4')), (204, 400))
    eq('switch on', (api('PATCH', p + '/registration-tokens/' + t['id'], {'disabled': False})[0], enlist(t['token'], 'n4')), (204, 201))
    eq('revoke', (api('DELETE', p + '/registration-tokens/' + t['id'])[0], enlist(t['token'], 'n5')), (204, 404))
    eq('nodes', [n['name'] for n in api('GET', p + '/nodes')[1]['nodes']], ['n1', 'n2', 'n3', 'n4', 'old-one'])
    eq('deregister', (api('DELETE', p + '/nodes/n1')[0], api('DELETE', p + '/nodes/n1')[0]), (204, 404))
    k = api('GET', p + '/kubeconfig')[1]
    used = lambda: event('credential-used', kind='kubeconfig', secret=json.loads(k['kubeconfig'])['users'][0]['user']['token'])[1]['accepted']
    eq('kubeconfig', (k['expiresIn'] > 0, used()), (True, True))
    eq('for administrators', api('GET', p + '/kubeconfig', as_='lumen/kai')[0], 404)
    advance('PT16M')
    eq('it expires', used(), False)
    ok('usage', isinstance(api('GET', p + '/usage')[1], dict))
    for n in range(4):
        event('service-exposed', cluster='check', service=f's/{n}')
    eq('maxServices', (event('service-exposed', cluster='check', service='s/9')[0], len(get()['managedLoadBalancers']['loadBalancers'])), (409, 4))
    event('quota-changes', quota='clusters', value=1)
    eq('quota', api('POST', '/clusters', {'name': 'more', 'tier': 'small'})[0], 403)
    event('quota-changes', quota='clusters', value=100)
    s, none = api('DELETE', p)
    eq('teardown', (s, none, get()['phase']), (202, None, 'leaving'))
    advance('PT5S')
    eq('gone', api('GET', p)[0], 404)
    call('PUT', '/_understudy/clock', {'mode': 'real'}, None)

def uptime():
    event('entitlement-changes', area='uptime', enabled=False)
    eq('not enabled', api('GET', '/uptime/ping')[0], 403)
    event('entitlement-changes', area='uptime', enabled=True)
    eq('ping', sorted(api('GET', '/uptime/ping')[1]), ['org', 'schemaEpoch', 'service', 'time'])
    cat = api('GET', '/uptime/catalog')[1]
    off = next(v['id'] for v in cat['vantages'] if not v['available'])
    s, a = api('POST', '/uptime/services', {'name': 'A'})
    eq('service', (s, a['monitors']), (201, 0))
    eq('name twice', api('POST', '/uptime/services', {'name': 'A'})[0], 409)
    b = api('POST', '/uptime/services', {'name': 'B'})[1]
    eq('rename', (api('PATCH', '/uptime/services/' + b['id'], {'name': 'A'})[0], api('PATCH', '/uptime/services/' + b['id'], {'name': 'C'})[1]['name']), (409, 'C'))
    mk = {'name': 'm', 'kind': 'http', 'intervalSeconds': 60, 'vantages': ['north', 'south'], 'http': {'url': 'https://x.example/', 'method': 'HEAD'}, 'serviceId': a['id'], 'downCondition': {'confirmations': 2, 'quorum': 2}}
    s, m = api('POST', '/uptime/monitors', mk)
    eq('monitor', (s, all(m[k] == v for k, v in mk.items()), 'state' in m, m['enabled']), (201, True, False, True))
    for bad in [dict(mk, vantages=[off]), dict(mk, vantages=['moon']), dict(mk, intervalSeconds=61), dict(mk, kind='icmp'), dict(mk, http={}), {k: v for k, v in mk.items() if k != 'http'}, dict(mk, http={'url': 'no'}), dict(mk, downCondition={'confirmations': 1})]:
        eq('bad monitor', api('POST', '/uptime/monitors', bad)[0], 400)
    eq('unknown service', api('POST', '/uptime/monitors', dict(mk, serviceId='x'))[0], 404)
    eq('attached', (api('DELETE', '/uptime/services/' + a['id'])[0], api('GET', '/uptime/services')[1]['services'] != []), (409, True))
    event('quota-changes', quota='monitors', value=1)
    event('backend-behaves', backend='uptime', reachable=False)
    eq('quota before the relay', (api('POST', '/uptime/monitors', dict(mk, vantages=[off]))[0], api('GET', '/uptime/monitors')[0]), (403, 502))
    event('quota-changes', quota='monitors', value=100)
    eq('unreachable', api('POST', '/uptime/monitors', mk)[0], 502)
    event('backend-behaves', backend='uptime', reachable=True)
    p = '/uptime/monitors/' + m['id']
    x = api('PATCH', p, {'name': 'n', 'kind': 'tcp'})[1]
    eq('patch', (x['name'], x['kind'], x['http']), ('n', 'http', mk['http']))
    pr = lambda **k: event('probe-result', monitorId=m['id'], **k)[1]
    eq('up', pr(outcome='ok', latencyMs=20)['state'], 'up')
    eq('one failure', pr(outcome='fail', errorKind='status')['state'], 'up')
    eq('one vantage', pr(outcome='fail', vantage='north')['state'], 'up')
    eq('down', pr(outcome='error', vantage='south', responseSnippet='z' * 500)['state'], 'down')
    f = api('GET', p + '/failures')[1]['failures']
    eq('failures', (len(f), f[0]['outcome'], len(f[0]['responseSnippet'])), (4, 'error', 120))
    t = api('GET', p + '/transitions')[1]['transitions']
    eq('transitions', [(y['from'], y['to'], y['failingVantages']) for y in t], [('up', 'down', ['north', 'south']), ('pending', 'up', [])])
    eq('up again', pr(outcome='ok')['state'], 'up')
    for n in range(30):
        pr(outcome='fail', times=2)
        pr(outcome='ok')
    eq('at most 50', len(api('GET', p + '/transitions')[1]['transitions']), 50)
    v = api('GET', p + '/metrics?window=1h')[1]
    eq('metrics', (v['window'], [q['vantage'] for q in v['series']], sorted(v['uptimePct'])), ('1h', ['north', 'south'], ['north', 'south']))
    eq('default window', api('GET', p + '/metrics')[1]['window'], '7d')
    eq('bad window', api('GET', p + '/metrics?window=2h')[0], 400)
    event('metrics-availability', monitorId=m['id'], available=False)
    eq('unavailable', (api('GET', p + '/metrics')[0], api('GET', p)[0]), (503, 200))
    s, e = api('POST', '/uptime/export-tokens', {'name': 'prom'})
    scrape = lambda: api('GET', '/uptime/scrape', as_=None, headers={'Authorization': 'Bearer ' + e['token']}, raw=True)
    eq('export token', (s, sorted(e), scrape()[0], m['id'].encode() in scrape()[1]), (201, ['createdAt', 'id', 'name', 'token'], 200, True))
    ok('never again', e['token'] not in json.dumps(api('GET', '/uptime/export-tokens')[1]))
    eq('revoke', (api('DELETE', '/uptime/export-tokens/' + e['id'])[0], scrape()[0]), (204, 401))
    eq('tcp', api('POST', '/uptime/monitors', {'name': 't', 'kind': 'tcp', 'intervalSeconds': 20, 'vantages': [], 'tcp': {'host': 'h.example', 'port': 22}})[1]['tcp'], {'host': 'h.example', 'port': 22})
    eq('foreign', api('GET', p, as_='tarn/oona')[0], 404)
    eq('delete', (api('DELETE', p)[0], api('GET', p)[0], api('DELETE', '/uptime/services/' + a['id'])[0]), (204, 404, 204))

def people():
    eq('one person, two organizations', ([r['slug'] for r in api('GET', '/registry', as_='lumen/pia')[1]['registries']], api('GET', '/registry', as_='tarn/pia')[1]['registries']), (['lumen-attic', 'lumen-quay'], []))
    t = api('POST', '/tokens', {'name': 'p'}, as_='tarn/pia')[1]
    eq('token is bound', api('GET', '/registry', as_=None, headers={'X-Token': t['key']})[1]['registries'], [])
    event('role-changes', organization='tarn', userId=next(a['userId'] for a in call('GET', '/_understudy/identities', None, None)[1]['actors'] if a['name'] == 'pia'), role='none')
    eq('who left is out', (api('GET', '/registry', as_='tarn/pia')[0], api('GET', '/registry', as_=None, headers={'X-Token': t['key']})[0]), (401, 401))
    call('POST', '/_understudy/reset', {}, None)
    eq('after a reset', api('GET', '/registry', as_='tarn/pia')[0], 200)

try:
    for part in (general, tokens, registry, email, oncall, clusters, uptime, people):
        part()
finally:
    if server:
        server.terminate()
        server.wait()
print(f'{count} assertions, {len(failed)} failed')
sys.exit(1 if failed else 0)
