#!/usr/bin/env python3
"""Goes through every area over HTTP: python3 check.py [URL]. Without a URL it starts run.sh on a free port itself."""
import base64, hashlib, hmac, http.server, json, os, re, subprocess, sys, threading, time, urllib.error, urllib.parse, urllib.request
from datetime import datetime, timedelta, timezone

HERE = os.path.dirname(os.path.abspath(__file__))
started = None
if len(sys.argv) > 1:
    URL = sys.argv[1].rstrip('/')
else:
    started = subprocess.Popen([os.path.join(HERE, 'run.sh'), '--port', '0'], stdout=subprocess.PIPE, text=True)
    URL = started.stdout.readline().strip()
good, wrong = 0, []
KEYS = {n: 'key-%s-7c2f90' % n for n in 'ines rui hana pavel lotte sami noor teo'.split()}
A = '/api/v1'

def call(who, method, path, body=None, org=None, headers=None, raw=None):
    h = dict(headers or {})
    if who: h['X-Ops-Credential'] = KEYS.get(who, who)
    if org or who == 'noor': h['X-Ops-Organization'] = org or 'meridian'
    data = raw
    if body is not None:
        data = json.dumps(body).encode(); h.setdefault('Content-Type', 'application/json')
    q = urllib.request.Request(URL + path, data=data, method=method, headers=h)
    try:
        with urllib.request.urlopen(q, timeout=30) as r: s, t, ct = r.status, r.read(), r.headers.get('Content-Type', '')
    except urllib.error.HTTPError as e: s, t, ct = e.code, e.read(), e.headers.get('Content-Type', '')
    if 'json' in ct: return s, json.loads(t)
    return s, t.decode()

def ok(name, cond, seen=None):
    global good
    if cond: good += 1
    else: wrong.append(name); print('WRONG', name, '' if seen is None else seen, flush=True)

def expect(name, status, who, method, path, body=None, **kw):
    s, b = call(who, method, path, body, **kw)
    ok(name, s == status, (s, b))
    if s >= 400: ok(name + ': error text', isinstance(b, dict) and isinstance(b.get('error'), str), b)
    return b
def event(name, status=200, **body):
    s, b = call(None, 'POST', '/_understudy/events/' + name, body)
    ok('event ' + name, s == status, (s, b))
    return b
def advance(by): 
    s, b = call(None, 'POST', '/_understudy/clock/advance', {'by': by}); ok('advance ' + by, s == 200, b)
def reals(): call(None, 'PUT', '/_understudy/clock', {'mode': 'real'})
def has(name, obj, *fields): ok(name + ' has its fields', isinstance(obj, dict) and all(f in obj for f in fields), obj)
def until(f, seconds=6):
    end = time.time() + seconds
    while time.time() < end:
        v = f()
        if v: return v
        time.sleep(.05)
    return f()

got = []
class Sink(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        got.append((self.path, dict((k.lower(), v) for k, v in self.headers.items()), self.rfile.read(int(self.headers.get('Content-Length') or 0))))
        self.send_response(500 if 'bad' in self.path else 204); self.send_header('Content-Length', '0'); self.end_headers()
    def log_message(self, *a): pass
sink = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Sink)
threading.Thread(target=sink.serve_forever, daemon=True).start()
SINK = 'http://127.0.0.1:%d' % sink.server_port

def general():
    expect('no credential', 401, None, 'GET', A + '/tokens')
    for p in ('/iam/catalog', '/organization/contacts', '/clusters', '/email/domains', '/uptime/services', '/oncall/cases', '/registry/depots'): expect('no credential on ' + p, 401, None, 'GET', A + p)
    expect('unknown credential', 401, 'nonsense', 'GET', A + '/tokens')
    expect('unknown path', 404, 'ines', 'GET', A + '/nothing')
    expect('wrong method', 405, 'ines', 'PUT', A + '/tokens')
    expect('not JSON', 400, 'ines', 'POST', A + '/uptime/services', raw=b'{', headers={'Content-Type': 'application/json'})
    expect('not JSON by type', 415, 'ines', 'POST', A + '/uptime/services', raw=b'{"name":"x"}', headers={'Content-Type': 'text/plain'})
    expect('unknown field', 422, 'ines', 'POST', A + '/uptime/services', {'name': 'x', 'colour': 'red'})
    expect('unknown query parameter', 422, 'ines', 'GET', A + '/uptime/services?x=1')
    expect('two organizations, none named', 403, KEYS['noor'], 'GET', A + '/tokens')
    expect('another organization named', 403, 'hana', 'GET', A + '/tokens', org='tallis')

def tokens():
    t = expect('mint', 201, 'ines', 'POST', A + '/tokens', {'name': 'deploy'})
    has('minted', t, 'id', 'key', 'orgSlug'); ok('org of it', t['orgSlug'] == 'meridian')
    l = expect('list', 200, 'ines', 'GET', A + '/tokens')['tokens']
    x = [i for i in l if i['id'] == t['id']][0]
    has('token', x, 'id', 'name', 'start', 'enabled', 'createdAt', 'expiresAt', 'lastRequest', 'orgSlug', 'scope')
    ok('key once', t['key'] not in json.dumps(l)); ok('start', t['key'].startswith(x['start']))
    ok('dates', all(datetime.fromisoformat(x[k].replace('Z', '+00:00')) for k in ('createdAt', 'expiresAt', 'lastRequest')))
    ok('works', call(t['key'], 'GET', A + '/clusters')[0] == 200)
    expect('same name', 409, 'ines', 'POST', A + '/tokens', {'name': 'Deploy'})
    expect('empty scope', 422, 'ines', 'POST', A + '/tokens', {'name': 'e', 'scope': []})
    expect('unknown role', 422, 'ines', 'POST', A + '/tokens', {'name': 'e', 'scope': [{'role': 'x'}]})
    expect('zero', 422, 'ines', 'POST', A + '/tokens', {'name': 'e', 'expiresIn': 0})
    expect('no name', 422, 'ines', 'POST', A + '/tokens', {})
    expect('viewers hold none', 403, 'lotte', 'POST', A + '/tokens', {'name': 'v'})
    expect('foreign resource', 403, 'ines', 'POST', A + '/tokens', {'name': 'f', 'scope': [{'role': 'registry.auditor', 'resourceIds': ['tallis-main']}]})
    n = expect('narrowed', 201, 'ines', 'POST', A + '/tokens', {'name': 'narrow', 'scope': [{'role': 'registry.auditor', 'resourceIds': ['meridian-core']}], 'expiresIn': 5})
    ok('narrow reads', call(n['key'], 'GET', A + '/registry/depots/meridian-core')[0] == 200)
    expect('narrow does not write', 403, n['key'], 'DELETE', A + '/registry/depots/meridian-core')
    expect('narrow elsewhere', 403, n['key'], 'GET', A + '/clusters')
    expect('minting with it', 403, n['key'], 'POST', A + '/tokens', {'name': 'more'})
    ok('sees itself only', len(call(n['key'], 'GET', A + '/tokens')[1]['tokens']) == 1)
    event('token-disabled', tokenId=t['id']); expect('disabled', 401, t['key'], 'GET', A + '/clusters'); event('token-disabled', 409, tokenId=t['id'])
    event('token-enabled', tokenId=t['id']); ok('enabled again', call(t['key'], 'GET', A + '/clusters')[0] == 200)
    advance('PT6M'); expect('expired', 401, n['key'], 'GET', A + '/registry/depots'); reals()
    o = expect('scope options', 200, 'ines', 'GET', A + '/tokens/scope-options')
    ok('custom role offered', any(r['id'] == 'custom.release-desk' for r in o['roles'])); has('role', o['roles'][0], 'id', 'name', 'description', 'scopable')
    ok('scoped sees less', {r['id'] for r in call('sami', 'GET', A + '/tokens/scope-options')[1]['resources']} >= {'meridian-core'} and len(call('sami', 'GET', A + '/tokens/scope-options')[1]['resources']) == 2)
    ok('others do not see it', call('rui', 'GET', A + '/tokens')[1]['tokens'] == [])
    c = expect('catalog', 200, 'rui', 'GET', A + '/iam/catalog')
    has('iam role', c['roles'][0], 'id', 'name', 'description', 'kind', 'scopable', 'permissions'); has('iam resource', c['resources'][0], 'service', 'id', 'name')
    ok('nothing foreign', not any(r['id'].startswith('tallis') for r in c['resources']))
    for w in ('hana', 'lotte', 'sami'): expect('catalog for ' + w, 403, w, 'GET', A + '/iam/catalog')
    p = expect('permissions', 200, 'ines', 'GET', A + '/iam/permissions')['services']
    atoms = [t['permission'] for s in p for r in s['resources'] for t in r['tiers']]
    ok('named atoms', 'registry.key.admin' in atoms and 'email.key.admin' in atoms)
    ok('three tiers', all([t['tier'] for t in r['tiers']] == ['read', 'write', 'admin'] for s in p for r in s['resources']))
    expect('permissions for a member', 403, 'hana', 'GET', A + '/iam/permissions')

def contacts():
    C = A + '/organization/contacts'
    b = expect('contacts', 200, 'hana', 'GET', C); has('contacts', b, 'billingEmail', 'technicalEmail', 'securityEmail'); ok('addresses', all('@' in v for v in b.values()))
    n = expect('patch', 200, 'rui', 'PATCH', C, {'technicalEmail': 'ops@meridian.example'})
    ok('only that', n['technicalEmail'] == 'ops@meridian.example' and n['billingEmail'] == b['billingEmail']); ok('kept', call('ines', 'GET', C)[1] == n)
    expect('bad address', 400, 'ines', 'PATCH', C, {'billingEmail': 'x', 'securityEmail': 'sec@meridian.example'}); ok('unchanged', call('ines', 'GET', C)[1] == n)
    expect('member', 403, 'hana', 'PATCH', C, {'billingEmail': 'a@b.example'}); expect('nothing', 422, 'ines', 'PATCH', C, {})
    event('billing-email-collides', email='taken@pay.example'); expect('collision', 409, 'ines', 'PATCH', C, {'billingEmail': 'taken@pay.example'})
    expect('viewer', 403, 'lotte', 'GET', C)

def registry():
    R = A + '/registry/depots'
    ok('mirrors', any(u['host'] == 'docker.io' for u in expect('mirrors', 200, 'hana', 'GET', A + '/registry/mirrors')['upstreams']))
    r = expect('create', 201, 'ines', 'POST', R, {'slug': 'vaults'}); has('registry', r, 'slug', 'displayName', 'region', 'storageQuotaBytes', 'createdAt'); ok('name by default', r['displayName'] == 'vaults')
    for s in ('vaults', 'tallis-main', 'admin'): expect('taken ' + s, 409, 'ines', 'POST', R, {'slug': s})
    event('slug-claimed-elsewhere', slug='held-one', how='reserved'); expect('reserved', 409, 'ines', 'POST', R, {'slug': 'held-one'})
    event('payment-method-changes', active=False); expect('no payment', 402, 'ines', 'POST', R, {'slug': 'unpaid'}); event('payment-method-changes', active=True)
    expect('bad slug', 422, 'ines', 'POST', R, {'slug': 'No Slug'}); expect('member', 403, 'hana', 'POST', R, {'slug': 'mine'})
    ok('listed', 'vaults' in [x['slug'] for x in call('hana', 'GET', R)[1]['registries']]); ok('scoped list', [x['slug'] for x in call('sami', 'GET', R)[1]['registries']] == ['meridian-core'])
    d = expect('detail', 200, 'ines', 'GET', R + '/vaults'); has('detail', d, 'slug', 'region', 'storageQuotaBytes', 'usedBytes', 'repositoryCount', 'createdAt'); ok('empty', d['usedBytes'] == 0 and d['repositoryCount'] == 0)
    expect('foreign', 403, 'teo', 'GET', R + '/vaults'); expect('unknown', 404, 'ines', 'GET', R + '/none-such'); expect('viewer', 403, 'lotte', 'GET', R)
    p = event('image-pushed', registry='vaults', repository='a/web', tags=['v1', 'latest'], layers=[{'digest': 'sha256:l1', 'sizeBytes': 1000}, {'sizeBytes': 500}], manifestBytes=100)
    q = event('image-pushed', registry='vaults', repository='a/web', tags=['v2'], layers=[{'digest': 'sha256:l1', 'sizeBytes': 1000}, {'sizeBytes': 70}], manifestBytes=100)
    ok('added', p['addedBytes'] == 1600 and q['addedBytes'] == 170); ok('used', call('ines', 'GET', R + '/vaults')[1]['usedBytes'] == 1770)
    t = expect('tags', 200, 'hana', 'GET', R + '/vaults/contents/tags?repo=a/web')['tags']; ok('three tags', len(t) == 3); has('tag', t[0], 'name', 'digest', 'manifestSize', 'updatedAt')
    m = expect('images', 200, 'hana', 'GET', R + '/vaults/contents/images?repo=a/web')['manifests']; ok('two images', len(m) == 2); has('manifest', m[0], 'digest', 'mediaType', 'sizeBytes', 'tags', 'createdAt')
    c = expect('repositories', 200, 'hana', 'GET', R + '/vaults/contents')['repositories']; ok('repository', c[0]['tagCount'] == 3 and c[0]['sizeBytes'] == 1770); has('repository', c[0], 'name', 'tagCount', 'sizeBytes', 'createdAt')
    expect('repo required', 422, 'ines', 'GET', R + '/vaults/contents/tags'); expect('unknown repo', 404, 'ines', 'GET', R + '/vaults/contents/tags?repo=no')
    ok('not the last', expect('tag off', 200, 'ines', 'DELETE', R + '/vaults/contents/tags?repo=a/web&tag=latest&purge=true') == {'purged': False})
    ok('tag only', expect('tag off', 200, 'ines', 'DELETE', R + '/vaults/contents/tags?repo=a/web&tag=v1') == {'purged': False}); ok('untagged', [] in [x['tags'] for x in call('ines', 'GET', R + '/vaults/contents/images?repo=a/web')[1]['manifests']])
    ok('purged', expect('purge', 200, 'ines', 'DELETE', R + '/vaults/contents/tags?repo=a/web&tag=v2&purge=true') == {'purged': True}); ok('reclaimed', call('ines', 'GET', R + '/vaults')[1]['usedBytes'] == 1600)
    expect('tag gone', 404, 'ines', 'DELETE', R + '/vaults/contents/tags?repo=a/web&tag=v2'); expect('purge word', 422, 'ines', 'DELETE', R + '/vaults/contents/tags?repo=a/web&tag=v2&purge=yes'); expect('member writes', 403, 'hana', 'DELETE', R + '/vaults/contents/tags?repo=a/web&tag=v2')
    expect('not empty', 409, 'ines', 'DELETE', R + '/vaults')
    K = R + '/vaults/passes'
    k = expect('key', 201, 'rui', 'POST', K, {'name': 'ci', 'mode': 'readwrite', 'repoPrefixes': ['a/']}); has('key', k, 'keyId', 'secret')
    l = expect('keys', 200, 'rui', 'GET', K)['keys']; ok('no secret', k['secret'] not in json.dumps(l)); has('key', l[0], 'keyId', 'name', 'mode', 'repoPrefixes', 'mintedVia', 'createdAt'); ok('as asked', l[0]['mode'] == 'readwrite' and l[0]['repoPrefixes'] == ['a/'] and l[0]['mintedVia'] == 'manual')
    expect('member', 403, 'hana', 'POST', K, {'name': 'x', 'mode': 'pull'}); expect('mode', 422, 'rui', 'POST', K, {'name': 'x', 'mode': 'all'})
    gate = lambda u, pw, repo, act, reg='vaults': call(None, 'POST', A + '/registry/gate', {'username': u, 'password': pw, 'registry': reg, 'repository': repo, 'action': act})[1].get('allowed')
    ok('within', gate(k['keyId'], k['secret'], 'a/web', 'push') is True); ok('outside', gate(k['keyId'], k['secret'], 'b/web', 'pull') is False); ok('no deleting', gate(k['keyId'], k['secret'], 'a/web', 'delete') is False); ok('other registry', gate(k['keyId'], k['secret'], 'a/web', 'pull', 'meridian-core') is False)
    expect('revoke', 204, 'rui', 'POST', K + '/' + k['keyId'] + '/revocation'); ok('revokedAt', 'revokedAt' in call('rui', 'GET', K)[1]['keys'][0]); ok('shut', gate(k['keyId'], k['secret'], 'a/web', 'pull') is False); expect('again', 409, 'rui', 'POST', K + '/' + k['keyId'] + '/revocation')
    s = expect('login', 201, 'ines', 'POST', A + '/registry/sessions', {}); has('login', s, 'username', 'password', 'expiresAt', 'registry', 'scope'); ok('all of them', {x['registry'] for x in s['scope']} >= {'vaults', 'meridian-core'} and s['scope'][0]['mode'] == 'readwrite')
    ok('login pushes', gate(s['username'], s['password'], 'a/web', 'push') is True); ok('pull only', all(x['mode'] == 'pull' for x in expect('pullOnly', 201, 'ines', 'POST', A + '/registry/sessions', {'pullOnly': True})['scope']))
    n = expect('narrowed', 201, 'hana', 'POST', A + '/registry/sessions', {'registry': 'vaults'}); ok('one', [x['registry'] for x in n['scope']] == ['vaults'] and n['scope'][0]['mode'] == 'pull')
    expect('viewer', 403, 'lotte', 'POST', A + '/registry/sessions', {}); expect('logout', 204, 'ines', 'POST', A + '/registry/sessions/' + s['keyId'] + '/logout'); ok('out', gate(s['username'], s['password'], 'a/web', 'pull') is False); expect('logout again', 409, 'ines', 'POST', A + '/registry/sessions/' + s['keyId'] + '/logout')
    advance('PT61M'); ok('an hour', gate(n['username'], n['password'], 'a/web', 'pull') is False); reals()
    F = R + '/vaults/federation'
    f = expect('rule', 201, 'ines', 'POST', F, {'issuer': 'https://ci.example', 'audience': 'reg', 'subjectPattern': 'repo:acme/*', 'mode': 'pull'}); has('rule', f, 'id', 'name', 'issuer', 'audience', 'subjectPattern', 'mode', 'repoPrefixes', 'createdAt'); ok('integer id', isinstance(f['id'], int))
    expect('same rule', 409, 'ines', 'POST', F, {'issuer': 'https://ci.example', 'audience': 'reg', 'subjectPattern': 'repo:acme/*', 'mode': 'pull'}); expect('issuer', 422, 'ines', 'POST', F, {'issuer': 'ci', 'audience': 'reg', 'subjectPattern': 'x', 'mode': 'pull'})
    enc = lambda o: base64.urlsafe_b64encode(json.dumps(o).encode()).decode().rstrip('=')
    expect('unsigned', 403, None, 'POST', A + '/registry/federation/trade', {'registry': 'vaults', 'token': enc({'alg': 'none'}) + '.' + enc({'iss': 'https://ci.example', 'aud': 'reg', 'sub': 'repo:acme/x', 'exp': time.time() + 99}) + '.'})
    ok('rules', len(expect('rules', 200, 'ines', 'GET', F)['rules']) == 1); expect('rule off', 204, 'ines', 'DELETE', F + '/%d' % f['id']); expect('rule again', 404, 'ines', 'DELETE', F + '/%d' % f['id'])
    U = R + '/vaults/mirror-logins'
    ok('mirror login', expect('set', 200, 'ines', 'POST', U + '/docker.io', {'username': 'bank', 'password': 'pw-9'}) == {'upstream': 'docker.io', 'username': 'bank'}); l = expect('logins', 200, 'ines', 'GET', U)['upstreamCredentials']; has('login', l[0], 'upstream', 'username', 'createdAt'); ok('no password', 'pw-9' not in json.dumps(l))
    expect('not in the catalog', 422, 'ines', 'POST', U + '/x.example', {'username': 'b', 'password': 'p'}); expect('off', 204, 'ines', 'DELETE', U + '/docker.io'); expect('off again', 404, 'ines', 'DELETE', U + '/docker.io')
    expect('image off', 204, 'ines', 'DELETE', R + '/vaults/contents/images?repo=a/web&digest=' + p['digest']); ok('repository went', call('ines', 'GET', R + '/vaults')[1]['repositoryCount'] == 0)
    event('image-pushed', registry='vaults', repository='b', layers=[{'sizeBytes': 10}]); expect('repository off', 204, 'ines', 'DELETE', R + '/vaults/contents?repo=b')
    event('quota-changes', quota='registry-storage-bytes', registry='vaults', value=50); event('image-pushed', 409, registry='vaults', repository='b', layers=[{'sizeBytes': 100}])
    expect('delete', 204, 'ines', 'DELETE', R + '/vaults'); expect('gone', 404, 'ines', 'GET', R + '/vaults'); expect('never again', 409, 'ines', 'POST', R, {'slug': 'vaults'})

def email():
    E = A + '/email'
    d = expect('domain', 201, 'ines', 'POST', E + '/domains', {'name': 'a.judged.example'}); has('domain', d, 'id', 'name', 'sendState', 'receiveState', 'createdAt', 'dnsRecords'); ok('states', d['sendState'] == 'pending' and d['receiveState'] == 'none')
    has('record', d['dnsRecords'][0], 'capability', 'type', 'name', 'value'); D = E + '/domains/' + d['id']
    expect('claimed', 409, 'teo', 'POST', E + '/domains', {'name': 'a.judged.example'}); event('domain-claimed-elsewhere', domain='b.judged.example'); expect('claimed elsewhere', 409, 'ines', 'POST', E + '/domains', {'name': 'b.judged.example'})
    expect('name', 422, 'ines', 'POST', E + '/domains', {'name': 'nodot'}); expect('member', 403, 'hana', 'POST', E + '/domains', {'name': 'c.judged.example'}); expect('foreign', 404, 'teo', 'GET', D)
    ok('scoped list', [x['name'] for x in call('sami', 'GET', E + '/domains')[1]['domains']] == ['notices.meridian.example']); expect('scoped elsewhere', 403, 'sami', 'GET', D)
    o = expect('dns', 200, 'hana', 'GET', D + '/dns')['records']; ok('all missing', len(o) == len(d['dnsRecords']) and all(x['finding'] == 'missing' for x in o))
    event('dns-record-mismatched', domain='a.judged.example', type='MX', value='mx.old.example'); ok('mismatch', any(x['finding'] == 'mismatch' and x['seen'] == 'mx.old.example' for x in call('ines', 'GET', D + '/dns')[1]['records']))
    event('backend-behaves', backend='dns', reachable=False); ok('dns error', all(x['finding'] == 'error' for x in call('ines', 'GET', D + '/dns')[1]['records'])); event('backend-behaves', backend='dns', reachable=True)
    expect('arm too early', 409, 'ines', 'POST', D + '/receive'); event('dns-record-published', domain='a.judged.example')
    has('check', expect('check', 202, 'ines', 'POST', D + '/check'), 'status'); expect('check again', 409, 'ines', 'POST', D + '/check'); advance('PT5S'); ok('verified', call('ines', 'GET', D)[1]['sendState'] == 'verified')
    h = expect('webhook', 201, 'ines', 'POST', E + '/webhooks', {'url': SINK + '/one', 'eventTypes': ['mail.landed', 'mail.taken-in', 'mail.returned']}); has('made', h, 'webhook', 'signingSecret'); w, sec = h['webhook'], h['signingSecret']; has('webhook', w, 'id', 'url', 'eventTypes', 'disabled', 'createdAt')
    expect('not armed', 409, 'ines', 'POST', E + '/routes', {'domainId': d['id'], 'pattern': 'help', 'endpointId': w['id']})
    r = expect('arm', 200, 'ines', 'POST', D + '/receive'); ok('pending with MX', r['receiveState'] == 'pending' and any(x['type'] == 'MX' for x in r['dnsRecords'])); expect('arm again', 200, 'ines', 'POST', D + '/receive')
    expect('check', 202, 'ines', 'POST', D + '/check'); advance('PT5S'); ok('receives', call('ines', 'GET', D)[1]['receiveState'] == 'verified')
    t = expect('route', 201, 'ines', 'POST', E + '/routes', {'domainId': d['id'], 'pattern': 'help*', 'endpointId': w['id']}); has('route', t, 'id', 'domainId', 'pattern', 'endpointId', 'createdAt')
    expect('pattern exists', 409, 'ines', 'POST', E + '/routes', {'domainId': d['id'], 'pattern': 'help*', 'endpointId': w['id']}); expect('pattern form', 422, 'ines', 'POST', E + '/routes', {'domainId': d['id'], 'pattern': '*x', 'endpointId': w['id']}); expect('unknown endpoint', 422, 'ines', 'POST', E + '/routes', {'domainId': d['id'], 'pattern': 'x', 'endpointId': '1'})
    expect('targeted', 409, 'ines', 'DELETE', E + '/webhooks/' + w['id']); ok('routes', len(call('ines', 'GET', E + '/routes')[1]['routes']) == 1 and call('sami', 'GET', E + '/routes')[1]['routes'] == [])
    x = event('message-received', **{'from': 'jo@c.example', 'to': ['helpdesk@a.judged.example'], 'subject': 'Hi', 'text': 'two\nlines'}); ok('routed', x['routeIds'] == [t['id']] and len(x['deliveryIds']) == 1)
    ok('delivered', until(lambda: [g for g in got if g[0] == '/one'])); g = [g for g in got if g[0] == '/one'][0]; ts, mac = re.match(r't=(\d+),v1=(\w+)$', g[1]['x-meridian-seal']).groups()
    ok('sealed', hmac.new(sec.encode(), ts.encode() + b'.' + g[2], hashlib.sha256).hexdigest() == mac)
    DL = E + '/webhook-deliveries'; v = until(lambda: [i for i in call('ines', 'GET', DL + '?messageId=' + x['messageId'])[1]['deliveries'] if i['state'] == 'delivered']); has('delivery', v[0], 'id', 'endpointId', 'eventType', 'messageId', 'state', 'attempts', 'lastStatus', 'deliveredAt', 'createdAt')
    y = expect('redeliver', 202, 'ines', 'POST', DL + '/%d/redeliver' % v[0]['id']); ok('new id', y['id'] != v[0]['id']); ok('same payload', until(lambda: len([g for g in got if g[0] == '/one']) == 2) and len({g[2] for g in got if g[0] == '/one'}) == 1)
    n = expect('rotate', 200, 'ines', 'POST', E + '/webhooks/' + w['id'] + '/rotate-secret'); ok('new secret', n['signingSecret'] != sec)
    k = expect('send key', 201, 'rui', 'POST', E + '/keys', {'name': 'mailer'}); has('key', k['sendKey'], 'id', 'name', 'keyId', 'domainIds', 'createdAt'); expect('member key', 403, 'hana', 'POST', E + '/keys', {'name': 'x'}); ok('metadata', k['secret'] not in json.dumps(call('ines', 'GET', E + '/keys')[1]))
    send = lambda to: call(None, 'POST', E + '/submissions', {'from': 'o@a.judged.example', 'to': to, 'subject': 's'}, headers={'Authorization': 'Bearer ' + k['secret']})
    s, b = send(['jo@c.example']); ok('sent', s == 202, b); M = E + '/messages/' + b['id']; advance('PT3S'); m = expect('message', 200, 'ines', 'GET', M); ok('handed over', m['message']['state'] == 'dispatched' and [e['kind'] for e in m['events']] == ['sent'])
    has('message', m['message'], 'id', 'direction', 'state', 'from', 'to', 'sizeBytes', 'domainId', 'createdAt', 'stateAt'); event('message-delivered', messageId=b['id'])
    e = event('message-bounced', messageId=b['id'], bounce='hard'); ok('suppressed', len(e['suppressionIds']) == 1); u = call('ines', 'GET', E + '/suppressions')[1]['suppressions']; ok('by bounce', u[0]['reason'] == 'bounce' and u[0]['address'] == 'jo@c.example')
    ok('kinds', [i['kind'] for i in call('ines', 'GET', M)[1]['events']] == ['sent', 'delivered', 'bounced']); ok('not sent', send(['jo@c.example'])[0] == 409); expect('lift', 204, 'ines', 'DELETE', E + '/suppressions/' + u[0]['id']); ok('sent again', send(['jo@c.example'])[0] == 202)
    z = expect('suppress', 201, 'ines', 'POST', E + '/suppressions', {'address': 'Max@c.example'}); ok('manual', z['reason'] == 'manual'); expect('twice', 409, 'ines', 'POST', E + '/suppressions', {'address': 'max@c.example'}); expect('address', 422, 'ines', 'POST', E + '/suppressions', {'address': 'max'})
    old = lambda days: (datetime.now(timezone.utc) - timedelta(days=days)).strftime('%Y-%m-%dT%H:%M:%SZ')
    p = event('message-sent', **{'from': 'o@a.judged.example', 'to': ['k@c.example'], 'createdAt': old(31)}); expect('content gone', 404, 'ines', 'GET', E + '/messages/' + p['messageId'] + '/content'); s, raw = call('ines', 'GET', M + '/content'); ok('raw', s == 200 and 'Subject: s' in raw)
    q = event('message-sent', **{'from': 'o@a.judged.example', 'to': ['k@c.example'], 'createdAt': old(91)}); expect('past the window', 404, 'ines', 'GET', E + '/messages/' + q['messageId'])
    for i in range(45): call(None, 'POST', '/_understudy/events/message-sent', {'from': 'o@a.judged.example', 'to': ['n%d@c.example' % i]})
    ids, cur, pages = [], None, 0
    while True:
        pg = call('ines', 'GET', E + '/messages?direction=send' + ('&cursor=' + cur if cur else ''))[1]; ids += [i['id'] for i in pg['messages']]; pages += 1; cur = pg.get('cursor')
        if not cur: break
    ok('each once', len(ids) == len(set(ids)) == 48 and pages == 3, (len(ids), pages)); ok('window', q['messageId'] not in ids and ids[-1] == p['messageId']); expect('cursor', 422, 'ines', 'GET', E + '/messages?cursor=abc'); ok('to filter', len(call('ines', 'GET', E + '/messages?to=N7@c.example')[1]['messages']) == 1); expect('direction', 422, 'ines', 'GET', E + '/messages?direction=up'); expect('member reads no mail', 403, 'hana', 'GET', E + '/messages')
    S = expect('settings', 200, 'hana', 'GET', E + '/settings'); has('settings', S, 'dailyQuota', 'paused'); ok('accepted', S['acceptedToday'] == 47, S)
    for i in range(5): call(None, 'POST', '/_understudy/events/message-bounced', {'messageId': ids[i], 'bounce': 'hard'})
    S = call('ines', 'GET', E + '/settings')[1]; ok('paused', S['paused'] and 'pausedAt' in S and 'pauseReason' in S); ok('not sent', send(['q@c.example'])[0] == 409); event('sending-unpaused'); ok('sends again', send(['q@c.example'])[0] == 202)
    event('quota-changes', quota='daily-email', value=3); ok('quota', send(['q@c.example'])[0] == 409); event('quota-changes', quota='daily-email', value=400)
    f = expect('second webhook', 201, 'ines', 'POST', E + '/webhooks', {'url': SINK + '/bad', 'eventTypes': ['mail.landed']})['webhook']; expect('same url', 409, 'ines', 'POST', E + '/webhooks', {'url': SINK + '/bad', 'eventTypes': ['mail.landed']}); expect('type', 422, 'ines', 'POST', E + '/webhooks', {'url': SINK + '/c', 'eventTypes': ['x']}); expect('url', 422, 'ines', 'POST', E + '/webhooks', {'url': 'x', 'eventTypes': ['mail.landed']})
    event('message-delivered', messageId=ids[9]); a = until(lambda: [i for i in call('ines', 'GET', DL + '?endpointId=' + f['id'])[1]['deliveries'] if i['attempts'] == 1 and i['state'] == 'pending']); ok('retries', a and a[0]['lastStatus'] == 500); expect('unfinished', 409, 'ines', 'POST', DL + '/%d/redeliver' % a[0]['id'])
    b = expect('switch off', 200, 'ines', 'PATCH', E + '/webhooks/' + f['id'], {'disabled': True}); ok('off', b['disabled'] is True); ok('failed', call('ines', 'GET', DL + '?endpointId=' + f['id'])[1]['deliveries'][0]['state'] == 'failed'); expect('redeliver to it', 409, 'ines', 'POST', DL + '/%d/redeliver' % a[0]['id']); expect('nothing', 422, 'ines', 'PATCH', E + '/webhooks/' + f['id'], {}); expect('webhook off', 204, 'ines', 'DELETE', E + '/webhooks/' + f['id'])
    expect('revoke', 204, 'ines', 'DELETE', E + '/keys/' + k['sendKey']['id']); ok('revoked', send(['q@c.example'])[0] == 401); expect('revoke twice', 409, 'ines', 'DELETE', E + '/keys/' + k['sendKey']['id'])
    event('entitlement-changes', area='email', enabled=False); expect('not enabled', 403, 'ines', 'GET', E + '/settings'); event('entitlement-changes', area='email', enabled=True); event('backend-behaves', backend='email', reachable=False); expect('unreachable', 502, 'ines', 'GET', E + '/domains'); event('backend-behaves', backend='email', reachable=True)
    expect('route off', 204, 'ines', 'DELETE', E + '/routes/' + t['id']); expect('domain off', 204, 'ines', 'DELETE', D); expect('gone', 404, 'ines', 'GET', D); expect('free again', 201, 'teo', 'POST', E + '/domains', {'name': 'a.judged.example'}); reals()

def oncall():
    O = A + '/oncall'; svc = 'line-cards'
    ok('lines', svc in [s['id'] for s in expect('lines', 200, 'hana', 'GET', O + '/lines')['services']])
    i = expect('open', 201, 'ines', 'POST', O + '/cases', {'serviceId': svc, 'title': 'Slow', 'description': 'since noon'}); has('incident', i, 'id', 'serviceId', 'serviceName', 'title', 'status', 'openedAt', 'firingAlerts'); ok('open', i['status'] == 'open' and 'acknowledgedAt' not in i); I = O + '/cases/' + i['id']
    expect('no service', 422, 'ines', 'POST', O + '/cases', {'serviceId': 'x', 'title': 'y'}); expect('no title', 422, 'ines', 'POST', O + '/cases', {'serviceId': svc}); expect('member', 403, 'hana', 'POST', O + '/cases', {'serviceId': svc, 'title': 'y'}); ok('viewer reads', call('lotte', 'GET', O + '/cases')[0] == 200); expect('foreign', 404, 'teo', 'GET', I)
    a = expect('take', 200, 'rui', 'POST', I + '/take'); ok('taken', a['status'] == 'acknowledged' and a['acknowledgedAt']); expect('take again', 409, 'rui', 'POST', I + '/take')
    f = event('alert-fires', serviceId=svc, alert='Lag'); ok('attached', f['incidentId'] == i['id'] and not f['opened']); ok('firing', call('ines', 'GET', O + '/cases?status=taken')[1]['incidents'][0]['firingAlerts'] == 1)
    B = I + '/bulletins'; board = lambda: [x['id'] for x in call(None, 'GET', O + '/public-board/' + svc)[1]['incidents']]; ok('hidden', board() == []); u = expect('bulletin', 201, 'rui', 'POST', B, {'body': 'We look into it'}); has('update', u, 'id', 'at', 'body', 'byLabel'); ok('by', u['byLabel'] == 'Rui Batista'); ok('shown', board() == [i['id']]); ok('viewed', len(event('status-page-viewed', serviceIds=[svc])['incidents']) == 1); expect('off', 204, 'rui', 'DELETE', B + '/' + u['id']); ok('hidden again', board() == [])
    r = expect('close', 200, 'rui', 'POST', I + '/close'); ok('closed', r['status'] == 'resolved' and r['resolvedAt']); expect('close again', 409, 'rui', 'POST', I + '/close'); expect('take closed', 409, 'rui', 'POST', I + '/take'); expect('post-mortem', 201, 'rui', 'POST', B, {'body': 'Fixed'})
    d = expect('detail', 200, 'ines', 'GET', I); ok('parts', len(d['alerts']) == 1 and any(x['by'] == 'Rui Batista' for x in d['timeline'])); ok('working set', i['id'] not in [x['id'] for x in call('ines', 'GET', O + '/cases')[1]['incidents']]); ok('closed ones', i['id'] in [x['id'] for x in call('ines', 'GET', O + '/cases?status=closed')[1]['incidents']]); expect('filter', 422, 'ines', 'GET', O + '/cases?status=x')
    n = event('alert-fires', serviceId=svc, alert='Lag2'); ok('a new one', n['opened'] and n['incidentId'] != i['id']); event('alert-resolves', serviceId=svc, alert='Lag2'); advance('PT3M'); ok('closed by itself', n['incidentId'] in [x['id'] for x in call('ines', 'GET', O + '/cases?status=closed')[1]['incidents']])
    s = expect('feed', 201, 'ines', 'POST', O + '/feeds', {'name': 'prom', 'serviceId': svc}); has('source', s, 'id', 'name', 'serviceId', 'token', 'createdAt'); note = {'version': '4', 'status': 'firing', 'alerts': [{'status': 'firing', 'labels': {'alertname': 'Disk'}, 'fingerprint': 'f1'}]}; H = {'Authorization': 'Bearer ' + s['token']}
    ok('alert in', call(None, 'POST', O + '/feeds/' + s['id'] + '/alerts', note, headers=H)[0] == 202); ok('opened', call('ines', 'GET', O + '/cases')[1]['incidents'][0]['title'] == 'Disk'); l = call('ines', 'GET', O + '/feeds')[1]['sources']; ok('no token', s['token'] not in json.dumps(l)); has('source', l[0], 'id', 'name', 'serviceId', 'createdAt', 'lastEventAt'); expect('wrong token', 401, None, 'POST', O + '/feeds/' + s['id'] + '/alerts', note, headers={'Authorization': 'Bearer x'}); expect('revoke', 204, 'ines', 'POST', O + '/feeds/' + s['id'] + '/revocation'); expect('revoked', 401, None, 'POST', O + '/feeds/' + s['id'] + '/alerts', note, headers=H); expect('again', 409, 'ines', 'POST', O + '/feeds/' + s['id'] + '/revocation')
    for x in call('ines', 'GET', O + '/cases')[1]['incidents']: call('ines', 'POST', O + '/cases/' + x['id'] + '/close')
    P = [{'userId': 'p-2103', 'label': 'Hana'}, {'userId': 'p-2104', 'label': 'Pavel'}]; hand = {'interval': 'daily', 'time': '09:00'}
    c = expect('rota', 201, 'ines', 'POST', O + '/rotas', {'name': 'Primary', 'timezone': 'Europe/Vienna', 'participants': P, 'handoff': hand}); has('schedule', c, 'id', 'name', 'timezone', 'participants', 'handoff', 'onCallNow', 'overrides', 'createdAt'); R = O + '/rotas/' + c['id']; on = c['onCallNow']['userId']; ok('on call', on in ('p-2103', 'p-2104') and c['onCallNow']['override'] is False)
    w = expect('swap', 200, 'ines', 'PATCH', R, {'participants': P[::-1]}); ok('shifted', w['onCallNow']['userId'] != on); advance('P1D'); ok('next day', call('ines', 'GET', O + '/rotas')[1]['schedules'][0]['onCallNow']['userId'] == on)
    now = call(None, 'GET', '/_understudy/clock')[1]['now']; t0 = datetime.fromisoformat(now.replace('Z', '+00:00')); iso = lambda m: (t0 + timedelta(minutes=m)).strftime('%Y-%m-%dT%H:%M:%SZ')
    v = expect('stand-in', 201, 'ines', 'POST', R + '/standins', {'userId': 'p-2102', 'label': 'Rui', 'startsAt': iso(-1), 'endsAt': iso(30)}); has('override', v, 'id', 'userId', 'label', 'startsAt', 'endsAt'); q = call('ines', 'GET', O + '/rotas')[1]['schedules'][0]; ok('wins', q['onCallNow']['userId'] == 'p-2102' and q['onCallNow']['override'] is True and len(q['overrides']) == 1)
    expect('overlap', 409, 'ines', 'POST', R + '/standins', {'userId': 'p-2101', 'label': 'Ines', 'startsAt': iso(10), 'endsAt': iso(40)}); expect('reversed', 422, 'ines', 'POST', R + '/standins', {'userId': 'p-2101', 'label': 'Ines', 'startsAt': iso(90), 'endsAt': iso(80)}); expect('over', 422, 'ines', 'POST', R + '/standins', {'userId': 'p-2101', 'label': 'Ines', 'startsAt': iso(-90), 'endsAt': iso(-80)})
    expect('stand-in off', 204, 'ines', 'DELETE', R + '/standins/' + v['id']); expect('again', 404, 'ines', 'DELETE', R + '/standins/' + v['id']); expect('weekly without a day', 422, 'ines', 'PATCH', R, {'handoff': {'interval': 'weekly', 'time': '09:00'}}); expect('zone', 422, 'ines', 'PATCH', R, {'timezone': 'Mars/Base'}); expect('weekly', 200, 'ines', 'PATCH', R, {'handoff': {'interval': 'weekly', 'time': '09:00', 'dow': 1}}); expect('member', 403, 'hana', 'PATCH', R, {'name': 'x'})
    p = expect('ladder', 201, 'ines', 'POST', O + '/ladders', {'name': 'Cards', 'repeat': 2, 'steps': [{'target': {'kind': 'user', 'id': 'p-2101', 'label': 'Ines'}, 'waitSeconds': 30}, {'target': {'kind': 'schedule', 'id': c['id'], 'label': 'Primary'}, 'waitSeconds': 60}]}); has('policy', p, 'id', 'name', 'repeat', 'steps', 'services', 'createdAt'); L = O + '/ladders/' + p['id']
    expect('targeted', 409, 'ines', 'DELETE', R); k = expect('attach', 200, 'ines', 'POST', O + '/lines/line-ledger/policy', {'escalationPolicyId': p['id']}); ok('attached', k['escalationPolicyId'] == p['id']); ok('counted', call('ines', 'GET', O + '/ladders')[1]['policies'][0]['services'] == 1); expect('referenced', 409, 'ines', 'DELETE', L); expect('attach again', 409, 'ines', 'POST', O + '/lines/line-ledger/policy', {'escalationPolicyId': p['id']})
    x = call('ines', 'POST', O + '/cases', {'serviceId': 'line-ledger', 'title': 'Page'})[1]; advance('PT91S'); pages = lambda: call(None, 'GET', '/_understudy/pages?incidentId=' + x['id'])[1]['pages']; ok('two pages', [g['step'] for g in pages()] == [0, 1], pages()); ok('first is Ines', pages()[0]['userId'] == 'p-2101' and pages()[0]['to'] == 'ines.calloway@meridian.example'); expect('take', 200, 'ines', 'POST', O + '/cases/' + x['id'] + '/take'); advance('PT10M'); ok('stops', len(pages()) == 2)
    S = O + '/self/paging'; b = expect('paging', 200, 'ines', 'GET', S); ok('email at once', b['rules'] == [{'channel': 'email', 'delaySeconds': 0}] and isinstance(b['phone'], str)); expect('no carrier', 409, 'ines', 'POST', S, {'phone': '+43123456789', 'rules': [{'channel': 'sms', 'delaySeconds': 0}]}); expect('phone', 422, 'ines', 'POST', S, {'phone': '12', 'rules': [{'channel': 'email', 'delaySeconds': 0}]})
    G = O + '/carrier'; cred = {'accountSid': 'AC77d0e2', 'authToken': 'top-secret', 'fromNumber': '+15550171'}; ok('unset', expect('carrier', 200, 'ines', 'GET', G)['configured'] is False); event('provider-behaves', behaviour='rejects'); expect('rejected', 422, 'ines', 'POST', G, cred); event('provider-behaves', behaviour='unreachable'); expect('unreachable', 502, 'ines', 'POST', G, cred); ok('nothing stored', call('ines', 'GET', G)[1]['configured'] is False); event('provider-behaves', behaviour='accepts'); z = expect('set', 200, 'ines', 'POST', G, cred); ok('stored', z['configured'] and 'top-secret' not in json.dumps(z))
    expect('sms rule', 200, 'ines', 'POST', S, {'phone': '+43123456789', 'rules': [{'channel': 'sms', 'delaySeconds': 5}]}); expect('clear', 204, 'ines', 'DELETE', G); expect('clear again', 409, 'ines', 'DELETE', G); ok('others keep theirs', call('rui', 'GET', S)[1]['rules'][0]['channel'] == 'email')
    x = call('ines', 'POST', O + '/cases', {'serviceId': 'line-ledger', 'title': 'No carrier'})[1]; advance('PT40S'); g = pages(); ok('fails loudly', g and g[0]['outcome'] == 'failed' and 'no-credential' in g[0]['error'], g); call('ines', 'POST', O + '/cases/' + x['id'] + '/close')
    expect('detach', 200, 'ines', 'POST', O + '/lines/line-ledger/policy', {'escalationPolicyId': None}); x = call('ines', 'POST', O + '/cases', {'serviceId': 'line-ledger', 'title': 'Quiet'})[1]; advance('PT5M'); ok('pages no one', pages() == []); expect('rename', 200, 'ines', 'PATCH', L, {'name': 'Cards two'}); expect('ladder off', 204, 'ines', 'DELETE', L); expect('rota off', 204, 'ines', 'DELETE', R)
    for j in range(103): call('ines', 'POST', O + '/cases', {'serviceId': 'line-branches', 'title': 'n%d' % j})
    l = call('ines', 'GET', O + '/cases')[1]['incidents']; ok('at most 100', len(l) == 100 and l[0]['title'] == 'n102'); reals()

def clusters():
    C = A + '/clusters'
    k = expect('create', 201, 'ines', 'POST', C, {'name': 'pay-1', 'tier': 'small', 'datastore': {'mode': 'dedicated', 'size': 'db-small'}, 'managedLoadBalancers': {'enabled': True}}); has('cluster', k, 'name', 'tier', 'orchestratorVersion', 'replicas', 'mesh', 'datastore', 'phase', 'managedLoadBalancers'); has('balancers', k['managedLoadBalancers'], 'enabled', 'maxServices', 'loadBalancers'); K = C + '/pay-1'
    expect('taken', 409, 'ines', 'POST', C, {'name': 'pay-1', 'tier': 'small'}); expect('tier', 422, 'ines', 'POST', C, {'name': 'pay-2', 'tier': 'huge'}); expect('even', 422, 'ines', 'POST', C, {'name': 'pay-2', 'tier': 'small', 'replicas': 2}); expect('version', 422, 'ines', 'POST', C, {'name': 'pay-2', 'tier': 'small', 'orchestratorVersion': '9.9.9'}); expect('shared with size', 422, 'ines', 'POST', C, {'name': 'pay-2', 'tier': 'small', 'datastore': {'mode': 'shared', 'size': 'db-small'}}); expect('member', 403, 'hana', 'POST', C, {'name': 'pay-2', 'tier': 'small'})
    expect('not yet', 409, 'ines', 'PATCH', K, {'tier': 'medium'}); expect('no client yet', 409, 'ines', 'GET', K + '/kubeconfig'); advance('PT50S'); k = expect('ready', 200, 'hana', 'GET', K); ok('in service', k['phase'] == 'in-service' and 'endpoint' in k); expect('foreign', 403, 'teo', 'GET', K); expect('unknown', 404, 'ines', 'GET', C + '/none')
    ok('upgrade', expect('patch', 200, 'ines', 'PATCH', K, {'orchestratorVersion': '1.32.3'})['phase'] == 'control-plane-restart'); expect('concurrent', 409, 'ines', 'PATCH', K, {'tier': 'large'}); advance('PT10S'); ok('rolls', call('ines', 'GET', K)[1]['phase'] == 'changeover'); advance('PT25S'); ok('upgraded', call('ines', 'GET', K)[1]['orchestratorVersion'] == '1.32.3')
    expect('downgrade', 422, 'ines', 'PATCH', K, {'orchestratorVersion': '1.31.10'}); expect('two at once', 422, 'ines', 'PATCH', C + '/ledger-prod', {'orchestratorVersion': '1.33.0'}); event('node-joins', cluster='pay-1', node='old-1', agentVersion='1.31.7', ready=True); s, b = call('ines', 'PATCH', K, {'orchestratorVersion': '1.33.0'}); ok('skew names it', s == 409 and 'old-1' in b['error'], b); event('agent-upgraded', cluster='pay-1', node='old-1', agentVersion='1.32.3')
    expect('up', 200, 'ines', 'PATCH', K, {'tier': 'large'}); advance('PT31S'); ok('large', call('ines', 'GET', K)[1]['tier'] == 'large'); event('headroom-changes', cluster='pay-1', component='etcd', usedPercent=80); s, b = call('ines', 'PATCH', K, {'tier': 'small'}); ok('headroom names it', s == 409 and 'etcd' in b['error'], b); event('headroom-changes', 400, cluster='pay-1', component='nothing', usedPercent=1)
    event('cluster-changes-concurrently', cluster='pay-1', lasts='one-request'); expect('in between', 409, 'ines', 'PATCH', K, {'replicas': 3}); expect('then not', 200, 'ines', 'PATCH', K, {'replicas': 3}); advance('PT31S'); ok('three', call('ines', 'GET', K)[1]['replicas'] == 3); expect('datastore', 200, 'ines', 'PATCH', K, {'datastore': {'size': 'db-medium', 'storageGiB': 20, 'replicas': 1, 'backups': False}}); advance('PT31S'); ok('grown', call('ines', 'GET', K)[1]['datastore']['size'] == 'db-medium')
    for i in range(3): event('service-exposed', cluster='pay-1', service='a/s%d' % i)
    event('service-exposed', 409, cluster='pay-1', service='a/s9'); ok('balancers', len(call('ines', 'GET', K)[1]['managedLoadBalancers']['loadBalancers']) == 3); expect('still exposed', 409, 'ines', 'PATCH', K, {'managedLoadBalancers': {'enabled': False}})
    y = expect('client', 200, 'ines', 'GET', K + '/kubeconfig'); ok('config', 'kind: Config' in y['kubeconfig'] and isinstance(y['expiresIn'], int)); ok('valid', event('credential-used', kind='kubeconfig', secret=y['kubeconfig'], cluster='pay-1')['accepted']); advance('PT11M'); ok('expired', not event('credential-used', kind='kubeconfig', secret=y['kubeconfig'])['accepted']); expect('member client', 403, 'hana', 'GET', K + '/kubeconfig')
    j = expect('join token', 201, 'ines', 'POST', K + '/join-tokens'); has('join', j, 'joinToken', 'cluster', 'joinCommand', 'expiresIn'); enrol = lambda n, t: call(None, 'POST', K + '/enrol', {'node': n, 'token': t})[0]; ok('joins', enrol('n-1', j['joinToken']) == 201); ok('once', enrol('n-2', j['joinToken']) == 401)
    r = expect('registration', 201, 'ines', 'POST', K + '/registration-tokens', {'name': 'pool', 'expiresIn': 60}); has('registration', r, 'id', 'name', 'token', 'cloudConfig', 'joinCommand'); ok('reusable', enrol('n-2', r['token']) == 201 and enrol('n-3', r['token']) == 201); l = call('ines', 'GET', K + '/registration-tokens')[1]['tokens']; ok('no secret', r['token'] not in json.dumps(l) and 'lastUsed' in l[0]); T = K + '/registration-tokens/' + r['id']
    expect('off', 204, 'ines', 'PATCH', T, {'disabled': True}); ok('refused', enrol('n-4', r['token']) == 401); expect('off again', 409, 'ines', 'PATCH', T, {'disabled': True}); expect('on', 204, 'ines', 'PATCH', T, {'disabled': False}); ok('again', enrol('n-4', r['token']) == 201); expect('node off', 204, 'ines', 'DELETE', K + '/nodes/n-1'); expect('node gone', 404, 'ines', 'DELETE', K + '/nodes/n-1'); nodes = call('hana', 'GET', K + '/nodes')[1]['nodes']; has('node', nodes[0], 'name', 'ready', 'agentVersion'); expect('revoke', 204, 'ines', 'DELETE', T); ok('its nodes go', [n['name'] for n in call('hana', 'GET', K + '/nodes')[1]['nodes']] == ['old-1'])
    ok('usage', isinstance(expect('usage', 200, 'hana', 'GET', K + '/usage'), dict)); ok('versions', any(v['default'] for v in expect('versions', 200, 'hana', 'GET', A + '/cluster-versions')['versions'])); event('quota-changes', quota='clusters', value=2); expect('quota', 403, 'ines', 'POST', C, {'name': 'pay-3', 'tier': 'small'}); event('quota-changes', quota='clusters', value=8)
    ok('no body', expect('tear down', 202, 'ines', 'DELETE', K) == ''); expect('twice', 409, 'ines', 'DELETE', K); advance('PT25S'); expect('gone', 404, 'ines', 'GET', K); reals()

def uptime():
    P = A + '/uptime'
    has('ping', expect('ping', 200, 'lotte', 'GET', P + '/ping'), 'service', 'org', 'schemaEpoch', 'time'); c = expect('catalog', 200, 'ines', 'GET', P + '/catalog'); has('catalog', c, 'intervals', 'vantages'); ok('one off', any(not v['available'] for v in c['vantages']))
    s = expect('service', 201, 'ines', 'POST', P + '/services', {'name': 'Tills'}); has('service', s, 'id', 'name', 'monitors', 'createdAt'); expect('name exists', 409, 'ines', 'POST', P + '/services', {'name': 'tills'}); expect('duplicate', 409, 'ines', 'PATCH', P + '/services/' + s['id'], {'name': 'Public site'}); expect('rename', 200, 'ines', 'PATCH', P + '/services/' + s['id'], {'name': 'Tills two'}); expect('foreign', 404, 'teo', 'PATCH', P + '/services/' + s['id'], {'name': 'x'}); expect('member', 403, 'hana', 'POST', P + '/services', {'name': 'x'})
    body = {'name': 'home', 'kind': 'http', 'serviceId': s['id'], 'intervalSeconds': 60, 'vantages': ['zrh', 'vie'], 'downCondition': {'confirmations': 2, 'quorum': 2}, 'http': {'url': 'https://www.bank.example/'}}
    bad = lambda what, status=422, **kw: expect(what, status, 'ines', 'POST', P + '/monitors', {**body, **kw})
    bad('interval', intervalSeconds=61); bad('vantage off', vantages=['lis']); bad('vantage', vantages=['x']); bad('quorum', downCondition={'confirmations': 1, 'quorum': 3}); bad('private', http={'url': 'http://10.0.0.1/'}); bad('other check', tcp={'host': 'a.example', 'port': 1}); bad('kind', kind='udp'); bad('unknown service', 404, serviceId='1'); bad('timeout', timeoutMs=60001)
    m = expect('monitor', 201, 'ines', 'POST', P + '/monitors', body); has('monitor', m, 'id', 'name', 'serviceId', 'enabled', 'intervalSeconds', 'vantages', 'timeoutMs', 'downCondition', 'kind', 'createdAt', 'updatedAt', 'http'); M = P + '/monitors/' + m['id']; ok('as given', m['http']['url'] == body['http']['url'] and m['vantages'] == ['zrh', 'vie'] and m['state'] == 'pending')
    expect('attached', 409, 'ines', 'DELETE', P + '/services/' + s['id']); ok('live count', [x['monitors'] for x in call('ines', 'GET', P + '/services')[1]['services'] if x['id'] == s['id']] == [1]); expect('kind stays', 422, 'ines', 'PATCH', M, {'kind': 'tcp'}); n = expect('patch', 200, 'ines', 'PATCH', M, {'name': 'start'}); ok('only the name', n['name'] == 'start' and n['http'] == m['http']); expect('nothing', 422, 'ines', 'PATCH', M, {})
    up = lambda **kw: event('probe-result', monitorId=m['id'], **kw); ok('half is not up', up(outcome='ok', vantage='zrh')['state'] == 'pending'); ok('up', up(outcome='ok')['state'] == 'up'); ok('one vantage', up(outcome='fail', vantage='zrh', times=4)['state'] == 'up'); ok('one failure', up(outcome='fail', vantage='vie')['state'] == 'up'); ok('down', up(outcome='error', vantage='vie', responseSnippet='x' * 900)['state'] == 'down'); ok('half is not enough', up(outcome='ok', vantage='vie')['state'] == 'down'); ok('up again', up(outcome='ok')['state'] == 'up')
    t = expect('transitions', 200, 'lotte', 'GET', M + '/transitions')['transitions']; ok('newest first', [(x['from'], x['to']) for x in t] == [('down', 'up'), ('up', 'down'), ('pending', 'up')]); has('transition', t[0], 'at', 'from', 'to', 'failingVantages'); f = expect('failures', 200, 'lotte', 'GET', M + '/failures')['failures']; has('failure', f[0], 'at', 'vantage', 'attempt', 'outcome', 'errorKind', 'errorDetail', 'responseSnippet'); ok('cut', len(f[0]['responseSnippet']) == 160 and f[0]['outcome'] == 'error')
    x = expect('metrics', 200, 'lotte', 'GET', M + '/metrics?window=24h'); has('metrics', x, 'window', 'stepSeconds', 'uptimePct', 'series'); ok('per vantage', {i['vantage'] for i in x['series']} == {'zrh', 'vie'} and set(x['uptimePct']) == {'zrh', 'vie'}); has('point', x['series'][0]['points'][0], 't', 'latencyMs', 'up'); expect('window', 422, 'ines', 'GET', M + '/metrics?window=2h'); event('metrics-availability', available=False, monitorId=m['id']); expect('unavailable', 503, 'ines', 'GET', M + '/metrics'); ok('unaffected', call('ines', 'GET', M)[1]['state'] == 'up'); event('metrics-availability', available=True, monitorId=m['id'])
    for i in range(60): call(None, 'POST', '/_understudy/events/probe-result', {'monitorId': m['id'], 'outcome': 'ok' if i % 2 else 'fail', 'times': 2})
    ok('at most 50', len(call('ines', 'GET', M + '/transitions')[1]['transitions']) == 50); ok('tcp', expect('tcp', 201, 'ines', 'POST', P + '/monitors', {'name': 'port', 'kind': 'tcp', 'intervalSeconds': 20, 'vantages': ['waw'], 'tcp': {'host': 'db.bank.example', 'port': 5432}})['tcp']['port'] == 5432); expect('off', 200, 'ines', 'PATCH', M, {'enabled': False}); event('probe-result', 409, monitorId=m['id'], outcome='ok')
    k = expect('export token', 201, 'ines', 'POST', P + '/export-tokens', {'name': 'prom'}); has('export', k, 'id', 'name', 'token', 'createdAt'); scrape = lambda: call(None, 'GET', P + '/export', headers={'Authorization': 'Bearer ' + k['token']}); ok('scrape', scrape()[0] == 200 and 'meridian_monitor_state' in scrape()[1]); l = call('ines', 'GET', P + '/export-tokens')[1]['tokens']; has('token', l[0], 'id', 'name', 'createdAt', 'lastUsedAt'); ok('no secret', k['token'] not in json.dumps(l)); expect('revoke', 204, 'ines', 'DELETE', P + '/export-tokens/' + k['id']); ok('401', scrape()[0] == 401); expect('twice', 409, 'ines', 'DELETE', P + '/export-tokens/' + k['id'])
    event('quota-changes', quota='monitors', value=2); bad('quota before the backend', 403, name='q', intervalSeconds=61); event('quota-changes', quota='monitors', value=20); expect('monitor off', 204, 'ines', 'DELETE', M); expect('gone', 404, 'ines', 'GET', M); expect('service off', 204, 'ines', 'DELETE', P + '/services/' + s['id'])
    event('backend-behaves', backend='uptime', reachable=False); expect('unreachable', 502, 'ines', 'GET', P + '/ping'); event('backend-behaves', backend='uptime', reachable=True); event('entitlement-changes', area='uptime', enabled=False); expect('not enabled', 403, 'ines', 'GET', P + '/ping'); event('entitlement-changes', area='uptime', enabled=True)

def people():
    event('role-changes', userId='p-2103', role='admin'); ok('promoted', call('hana', 'GET', A + '/iam/catalog')[0] == 200); event('role-changes', userId='p-2103', role='member'); expect('back', 403, 'hana', 'GET', A + '/iam/catalog')
    event('role-changes', userId='p-2104', role='none'); expect('left', 403, 'pavel', 'GET', A + '/tokens'); event('role-changes', userId='p-2104', role='member', grants=[{'role': 'oncall.engineer', 'resourceIds': ['line-cards']}]); expect('may here', 201, 'pavel', 'POST', A + '/oncall/cases', {'serviceId': 'line-cards', 'title': 't'}); expect('not there', 403, 'pavel', 'POST', A + '/oncall/cases', {'serviceId': 'line-ledger', 'title': 't'})
    ok('in two', call('noor', 'GET', A + '/iam/catalog', org='tallis')[0] == 200 and call('noor', 'GET', A + '/iam/catalog')[0] == 403)
    res = []
    def race(n): res.append(call('ines', 'POST', A + '/uptime/services', {'name': 'race'})[0])
    ts = [threading.Thread(target=race, args=(i,)) for i in range(12)]
    [t.start() for t in ts]; [t.join() for t in ts]
    ok('one wins', sorted(res) == [201] + [409] * 11, res)

try:
    call(None, 'POST', '/_understudy/reset', {})
    for part in (general, tokens, contacts, registry, email, oncall, clusters, uptime, people):
        try: part()
        except Exception as e:
            wrong.append(part.__name__); print('BROKE in', part.__name__, repr(e)); import traceback; traceback.print_exc()
    print('%d assertions hold, %d do not' % (good, len(wrong)))
finally:
    if started: started.terminate()
sys.exit(1 if wrong else 0)
