#!/usr/bin/env python3
"""Checks of every area through HTTP. Starts a server of its own on a free port; prints failures; exit status 1 if any."""
import base64, hashlib, hmac, http.client, http.server, json, os, re, subprocess, sys, threading, time, urllib.parse
here = os.path.dirname(os.path.abspath(__file__))
srv = subprocess.Popen([here + '/run.sh', '--port', '0'], stdout=subprocess.PIPE, text=True)
url = srv.stdout.readline().strip()
host = url.split('//')[1]
n = bad = 0
def ok(c, what):
    global n, bad
    n += 1
    if not c:
        bad += 1
        print('FAIL', what)
R = '/api/v1/registry'; O = '/api/v1/oncall'; E = '/api/v1/email'; U = '/api/v1/uptime'; K = '/api/v1/clusters'
class A:
    def __init__(s, st, b, h): s.st, s.raw, s.h = st, b, h
    @property
    def j(s):
        try: return json.loads(s.raw)
        except Exception: return {}
    def __getitem__(s, k): return s.j.get(k)
def call(m, p, body=None, who='u-iris', org='', h=None, raw=None):
    c = http.client.HTTPConnection(host, timeout=20)
    hd = dict(h or {})
    if who: hd['X-Console-Key'] = who if '~' in who else 'sess-' + who
    if org: hd['X-Acting-Org'] = org
    d = raw if raw is not None else (json.dumps(body) if body is not None else None)
    c.request(m, p, d, hd)
    r = c.getresponse(); b = r.read(); c.close()
    return A(r.status, b.decode('utf8', 'replace'), r.headers)
def ev(name, **b): return call('POST', '/_understudy/events/' + name, b, who=None)
def adv(d): return call('POST', '/_understudy/clock/advance', {'by': d}, who=None)
def real(): return call('PUT', '/_understudy/clock', {'mode': 'real'}, who=None)
def until(f, s=6):
    t = time.time() + s
    while time.time() < t:
        v = f()
        if v: return v
        time.sleep(.05)
    return f()
def st(a, want, what): ok(a.st == want, f'{what}: {a.st} and not {want}: {a.raw[:150]}'); return a
def err(a, want, what):
    st(a, want, what); ok(isinstance(a.j, dict) and isinstance(a['error'], str), what + ': error body')
def keys(o, want, what, opt=()):
    o = o or {}
    ok(set(want.split()) <= set(o) <= set(want.split()) | set(opt), f'{what}: fields {sorted(o)}')

OPS = '''GET /api/v1/tokens;POST /api/v1/tokens;GET /api/v1/tokens/scope-options;GET /api/v1/iam/catalog;GET /api/v1/iam/permissions;GET /api/v1/organization/contacts;PATCH /api/v1/organization/contacts'''.split(';')
for l in '''GET keys;POST keys;DELETE keys/x;GET routes;POST routes;DELETE routes/x;GET domains;POST domains;GET domains/x;DELETE domains/x;GET domains/x/dns;POST domains/x/check;POST domains/x/receive;GET messages;GET messages/x;GET messages/x/content;GET settings;GET suppressions;POST suppressions;DELETE suppressions/x;GET webhooks;POST webhooks;PATCH webhooks/x;DELETE webhooks/x;POST webhooks/x/rotate-secret;GET webhook-deliveries;POST webhook-deliveries/1/redeliver'''.split(';'):
    m, p = l.split(); OPS.append(f'{m} {E}/{p}')
for l in '''GET ping;GET catalog;GET services;POST services;PATCH services/x;DELETE services/x;GET monitors;POST monitors;GET monitors/x;PATCH monitors/x;DELETE monitors/x;GET monitors/x/metrics;GET monitors/x/failures;GET monitors/x/transitions;GET export-tokens;POST export-tokens;DELETE export-tokens/x'''.split(';'):
    m, p = l.split(); OPS.append(f'{m} {U}/{p}')
for l in '''GET .;POST .;GET x;PATCH x;DELETE x;GET x/usage;GET x/nodes;GET x/kubeconfig;POST x/join-tokens;DELETE x/nodes/y;GET x/registration-tokens;POST x/registration-tokens;PATCH x/registration-tokens/y;DELETE x/registration-tokens/y'''.split(';'):
    m, p = l.split(); OPS.append(f'{m} {K}' + ('' if p == '.' else '/' + p))
OPEN = []
for l in open(here + '/profile-a.yaml'):
    g = re.match(r'\s+(\w+): \{ method: (\w+), path: "([^"]+)"', l)
    if g and g[1] not in ('receiveAlerts','listOncallServices','createOncallService','getStatusPage','scrapeMetrics','exchangeOidcToken','authorizeDataPlane','joinNode','listClusterVersions','sendMessage'):
        OPEN.append(f'{g[2]} ' + re.sub(r'\{\w+\}', 'x', g[3]))
ok(len(OPS) + len(OPEN) == 113, f'113 operations: {len(OPS)} {len(OPEN)}')
for o in OPS + OPEN:
    m, p = o.split()
    err(call(m, p, {} if m in ('POST', 'PATCH', 'PUT') else None, who=None), 401 if o in OPS else 404, 'no caller: ' + o)
err(call('GET', '/api/v1/tokens', who='key~none'), 401, 'unknown credential')
err(call('GET', '/api/v1/tokens', org='saltworks'), 403, 'not a member there')
err(call('GET', '/api/v1/nothing'), 404, 'unknown path')
err(call('PUT', '/api/v1/tokens', {}), 405, 'wrong method')

# tokens, iam, organization
t = st(call('POST', '/api/v1/tokens', {'name': 'ci', 'expiresIn': 30}), 201, 'token')
keys(t.j, 'id key orgSlug', 'token')
def tok(i, who='u-iris'): return next((x for x in call('GET', '/api/v1/tokens', who=who)['tokens'] if x['id'] == i), None)
x = until(lambda: tok(t['id']))
keys(x, 'id name start enabled createdAt expiresAt lastRequest orgSlug scope', 'listed token')
ok(x['name'] == 'ci' and x['orgSlug'] == 'heronry' and x['enabled'] is True, 'token as made')
ok(all(re.match(r'\d{4}-\d\d-\d\dT[\d:.]+Z$', x[k]) for k in ('createdAt', 'expiresAt', 'lastRequest')), 'token times are ISO')
ok(t['key'] not in call('GET', '/api/v1/tokens').raw, 'key is never listed')
ok(not tok(t['id'], 'u-mina'), 'tokens are personal')
st(call('GET', '/api/v1/organization/contacts', who=t['key']), 200, 'token works')
err(call('POST', '/api/v1/tokens', {}), 417, 'name missing')
err(call('POST', '/api/v1/tokens', {'name': 'x', 'expiresIn': -1}), 417, 'negative life')
err(call('POST', '/api/v1/tokens', {'name': 'x', 'scope': [{'role': 'nope'}]}), 417, 'unknown role')
err(call('POST', '/api/v1/tokens', {'name': 'x', 'scope': [{'role': 'registry:viewer', 'resourceIds': ['saltworks-first']}]}), 403, 'foreign resource')
err(call('POST', '/api/v1/tokens', {'name': 'x', 'scope': [{'role': 'email:viewer', 'resourceIds': ['dm~SEEDED002']}]}, who='u-saul'), 403, 'unreadable resource')
st(call('POST', '/api/v1/tokens', {'name': 'x', 'scope': [{'role': 'email:viewer', 'resourceIds': ['dm~SEEDED001']}]}, who='u-saul'), 201, 'readable resource')
t2 = call('POST', '/api/v1/tokens', {'name': 'n', 'scope': [{'role': 'registry:viewer', 'resourceIds': ['heronry-first']}]})
st(call('GET', R + '/depots/heronry-first', who=t2['key']), 200, 'narrowed token reads')
err(call('POST', R + '/depots/heronry-first/trust', {'issuer': 'https://a.example', 'audience': 'a', 'subjectPattern': 's', 'mode': 'pull'}, who=t2['key']), 403, 'narrowed token writes not')
err(call('GET', E + '/domains', who=t2['key']), 403, 'narrowed token: other area')
ok(until(lambda: tok(t2['id']))['scope'][0]['roleName'] == 'Container registries viewer', 'scope entry')
st(ev('token-disabled', tokenId=t['id']), 200, 'disable'); err(call('GET', '/api/v1/tokens', who=t['key']), 401, 'disabled token')
st(ev('token-disabled', tokenId=t['id']), 409, 'disable twice'); st(ev('token-enabled', tokenId=t['id']), 200, 'enable'); st(call('GET', '/api/v1/tokens', who=t['key']), 200, 'enabled again')
adv('PT31M'); err(call('GET', '/api/v1/tokens', who=t['key']), 401, 'expired token'); real(); st(call('GET', '/api/v1/tokens', who=t['key']), 200, 'clock back')
so = st(call('GET', '/api/v1/tokens/scope-options'), 200, 'scope options')
ok(any(r['id'] == 'night-watch' for r in so['roles']), 'custom role in scope options')
so2 = call('GET', '/api/v1/tokens/scope-options', who='u-saul')
ok(sorted(r['id'] for r in so2['resources']) == ['dm~SEEDED001', 'heronry-first'], 'scope options of a scoped one')
for w, s in (('u-iris', 200), ('u-amos', 200), ('u-mina', 403), ('u-vera', 403), ('u-saul', 403)): st(call('GET', '/api/v1/iam/catalog', who=w), s, 'catalog ' + w)
cat = call('GET', '/api/v1/iam/catalog')
ok(all(set(r) == {'id', 'name', 'description', 'kind', 'service', 'scopable', 'permissions'} and r['kind'] == 'builtin' for r in cat['roles']), 'catalog roles')
ok(not any('saltworks' in r['id'] for r in cat['resources']), 'catalog is of the organization')
pm = st(call('GET', '/api/v1/iam/permissions', who='u-vera'), 200, 'permissions')
ok(all(set(s) == {'service', 'serviceLabel', 'resources'} and all([t['tier'] for t in r['tiers']] == ['read', 'write', 'admin'] for r in s['resources']) for s in pm['services']), 'permission tiers')
al = [t['permission'] for s in pm['services'] for r in s['resources'] for t in r['tiers']]
ok('registry.key.admin' in al and 'email.key.admin' in al, 'the two permissions that are named')
C = '/api/v1/organization/contacts'
keys(call('GET', C).j, 'billingEmail technicalEmail securityEmail', 'contacts')
ok('@' in call('GET', C)['securityEmail'], 'an unset contact is an address')
c = st(call('PATCH', C, {'technicalEmail': 'new@heronry.example'}), 200, 'patch contact')
ok(c['technicalEmail'] == 'new@heronry.example' and c['billingEmail'] == 'bills@heronry.example' and call('GET', C).j == c.j, 'only what is named')
for v in ('x', 'a b@c.example', 'a@', '', 7, None, 'a@b..c'): err(call('PATCH', C, {'technicalEmail': v, 'securityEmail': 'z@z.example'}), 400, f'address {v}')
ok(call('GET', C).j == c.j, 'nothing changed')
for w in ('u-mina', 'u-vera', 'u-saul'): err(call('PATCH', C, {'technicalEmail': 'a@b.example'}, who=w), 403, 'contacts ' + w)
ev('billing-email-collides', email='dup@x.example'); err(call('PATCH', C, {'billingEmail': 'dup@x.example'}), 409, 'collision')
ev('billing-email-collides', email='dup@x.example', collides=False); st(call('PATCH', C, {'billingEmail': 'dup@x.example'}), 200, 'no collision')

# registry
ups = st(call('GET', R + '/mirrors'), 200, 'upstreams')['upstreams']
ok(ups and all(set(u) == {'host', 'endpoint'} for u in ups), 'upstreams')
D = R + '/depots'
d = st(call('PUT', D, {'slug': 'alpha'}), 200, 'registry'); keys(d.j, 'slug displayName region storageQuotaBytes createdAt', 'registry')
ok(until(lambda: 'alpha' in [r['slug'] for r in call('GET', D)['registries']]), 'registry listed')
ok(until(lambda: 'alpha' in [r['id'] for r in call('GET', '/api/v1/iam/catalog')['resources']]), 'registry in the catalog')
keys(call('GET', D + '/alpha').j, 'slug region storageQuotaBytes usedBytes repositoryCount createdAt', 'registry detail')
err(call('PUT', D, {'slug': 'alpha'}), 409, 'slug taken'); err(call('PUT', D, {'slug': 'alpha'}, who='u-otto'), 409, 'slug taken elsewhere')
err(call('PUT', D, {'slug': 'root'}), 409, 'slug reserved'); err(call('PUT', D, {'slug': 'A B'}), 417, 'slug form'); err(call('PUT', D, {}), 417, 'slug missing')
ev('slug-claimed-elsewhere', slug='beta'); err(call('PUT', D, {'slug': 'beta'}), 409, 'slug claimed'); ev('slug-claimed-elsewhere', slug='beta', how='free'); st(call('PUT', D, {'slug': 'beta', 'displayName': 'B', 'region': 'west-3'}), 200, 'slug free')
ev('payment-method-changes', active=False); err(call('PUT', D, {'slug': 'gamma'}), 424, 'no payment'); ev('payment-method-changes', active=True)
err(call('PUT', D, {'slug': 'gamma'}, who='u-vera'), 403, 'viewer makes no registry')
for w in ('u-otto',):
    for p in ('', '/labels?repo=a', '/fobs', '/images?repo=a', '/trust', '/shelves', '/mirror-logins'): err(call('GET', D + '/alpha' + p, who=w), 404, 'foreign registry ' + p)
def push(**k): return ev('image-pushed', **k)
a = st(push(registry='alpha', repository='web', tags=['1', 'latest'], manifestBytes=100, layers=[{'digest': 'sha256:l1', 'sizeBytes': 1000}, {'sizeBytes': 500}]), 200, 'push')
ok(a['addedBytes'] == 1600, 'added bytes')
b = push(registry='alpha', repository='web', tags=['latest'], manifestBytes=100, layers=[{'digest': 'sha256:l1', 'sizeBytes': 1000}])
ok(b['addedBytes'] == 100, 'shared layer')
g = call('GET', D + '/alpha'); ok(g['usedBytes'] == 1700 and g['repositoryCount'] == 1, 'usage')
tg = call('GET', D + '/alpha/labels?repo=web')['tags']; ok({x['name']: x['digest'] for x in tg} == {'1': a['digest'], 'latest': b['digest']}, 'tags move')
keys(tg[0], 'name digest manifestSize updatedAt', 'tag')
ms = call('GET', D + '/alpha/images?repo=web')['manifests']; ok(len(ms) == 2, 'manifests'); keys(ms[0], 'digest mediaType sizeBytes tags createdAt', 'manifest')
rp = call('GET', D + '/alpha/shelves')['repositories']; ok(rp[0]['tagCount'] == 2 and rp[0]['sizeBytes'] == 1700, 'repository'); keys(rp[0], 'name tagCount sizeBytes createdAt', 'repository')
for p in ('labels', 'images'): err(call('GET', f'{D}/alpha/{p}'), 417, 'repo needed: ' + p)
for p in ('labels?repo=web', 'images?repo=web', 'shelves', 'labels?tag=1', 'images?digest=x'): err(call('DELETE', f'{D}/alpha/{p}'), 417, 'query needed: ' + p)
err(call('POST', D + '/alpha/close'), 423, 'not empty')
err(call('DELETE', D + '/alpha/labels?repo=web&tag=latest&purge=true', who='u-mina'), 403, 'purge of a last tag is admin-tier')
x = st(call('DELETE', D + '/alpha/labels?repo=web&tag=1'), 200, 'delete tag'); ok(x['purged'] is False, 'not purged')
ok(sorted(m['tags'] for m in call('GET', D + '/alpha/images?repo=web')['manifests']) == [[], ['latest']], 'manifest stays untagged')
x = call('DELETE', D + '/alpha/labels?repo=web&tag=latest&purge=true'); ok(x['purged'] is True and len(call('GET', D + '/alpha/images?repo=web')['manifests']) == 1, 'purged')
ok(call('GET', D + '/alpha')['usedBytes'] == 1600, 'space after purge')
st(call('DELETE', f'{D}/alpha/images?repo=web&digest={a["digest"]}'), 202, 'delete image'); ok(call('GET', D + '/alpha')['usedBytes'] == 0, 'freed')
push(registry='alpha', repository='x/y'); st(call('DELETE', D + '/alpha/shelves?repo=x/y'), 202, 'delete repository'); ok(call('GET', D + '/alpha')['repositoryCount'] == 1, 'count falls')
ev('quota-changes', quota='registry-storage-bytes', registry='beta', value=5000); st(push(registry='beta', repository='a', layers=[{'sizeBytes': 6000}]), 409, 'quota'); ok(call('GET', D + '/beta')['usedBytes'] == 0, 'nothing stored')
st(call('POST', D + '/beta/close'), 200, 'delete empty'); err(call('GET', D + '/beta'), 404, 'gone')
ok(until(lambda: 'beta' not in [r['id'] for r in call('GET', '/api/v1/iam/catalog')['resources']]), 'gone from the catalog')
k = st(call('POST', D + '/alpha/fobs', {'name': 'k', 'mode': 'readwrite', 'repoPrefixes': ['team']}), 200, 'key'); keys(k.j, 'keyId secret', 'key')
err(call('POST', D + '/alpha/fobs', {'name': 'k', 'mode': 'pull'}, who='u-mina'), 403, 'key needs admin'); err(call('POST', D + '/alpha/fobs', {'name': 'k', 'mode': 'x'}), 417, 'mode')
def gate(u, p, repo, act, reg='alpha'): return call('POST', R + '/gate', {'username': u, 'password': p, 'registry': reg, 'repository': repo, 'action': act}, who=None)['allowed']
ok(gate(k['keyId'], k['secret'], 'team/a', 'push') and gate(k['keyId'], k['secret'], 'team', 'pull'), 'key works'); ok(not gate(k['keyId'], k['secret'], 'other', 'pull'), 'prefix'); ok(not gate(k['keyId'], k['secret'], 'team/a', 'pull', 'heronry-first'), 'other registry'); ok(not gate(k['keyId'], 'no', 'team', 'pull'), 'wrong secret')
kl = call('GET', D + '/alpha/fobs'); ok(k['secret'] not in kl.raw, 'no secret'); keys(kl['keys'][0], 'keyId name mode repoPrefixes mintedVia createdAt lastUsedAt', 'listed key')
st(push(registry='alpha', repository='other', keyId=k['keyId']), 409, 'push outside the prefix'); st(push(registry='alpha', repository='team/z', secret=k['secret']), 200, 'push with key')
st(call('POST', f'{D}/alpha/fobs/{k["keyId"]}/void'), 200, 'revoke key'); ok(not gate(k['keyId'], k['secret'], 'team', 'pull'), 'revoked'); ok('revokedAt' in call('GET', D + '/alpha/fobs')['keys'][0], 'revokedAt')
l = st(call('POST', R + '/passes', {}), 200, 'login'); keys(l.j, 'username password expiresAt registry scope', 'login'); ok({'registry': 'alpha', 'mode': 'readwrite'} in l['scope'], 'scope')
ok(gate(l['username'], l['password'], 'q', 'push'), 'login pushes')
lp = call('POST', R + '/passes', {'pullOnly': True, 'registry': 'alpha'}); ok(lp['scope'] == [{'registry': 'alpha', 'mode': 'pull'}] and lp['registry'] == 'alpha', 'pullOnly'); ok(not gate(lp['username'], lp['password'], 'q', 'push') and gate(lp['username'], lp['password'], 'q', 'pull'), 'pullOnly at the gate')
err(call('POST', R + '/passes', {'registry': 'saltworks-first'}), 404, 'login for a foreign one')
ok([s['registry'] for s in call('POST', R + '/passes', {}, who='u-saul')['scope']] == ['heronry-first'], 'login of a scoped one')
ev('role-changes', organization='heronry', userId='u-nix', role='member', grants=[]); err(call('POST', R + '/passes', {}, who='u-nix'), 403, 'login without access')
adv('PT61M'); ok(not gate(l['username'], l['password'], 'q', 'pull'), 'login expires'); real(); st(call('POST', f'{R}/passes/{l["username"]}/void'), 200, 'logout'); ok(not gate(l['username'], l['password'], 'q', 'pull'), 'logged out')
ru = st(call('POST', D + '/alpha/trust', {'issuer': 'https://ci.example', 'audience': 'a', 'subjectPattern': 'repo:x/*', 'mode': 'pull'}), 200, 'rule'); keys(ru.j, 'id name issuer audience subjectPattern mode repoPrefixes createdAt', 'rule'); ok(isinstance(ru['id'], int), 'integer id')
err(call('POST', D + '/alpha/trust', {'issuer': 'nope', 'audience': 'a', 'subjectPattern': 's', 'mode': 'pull'}), 417, 'issuer'); ok(until(lambda: call('GET', D + '/alpha/trust')['rules']), 'rules'); st(call('POST', f'{D}/alpha/trust/{ru["id"]}/end'), 200, 'delete rule'); ok(until(lambda: call('GET', D + '/alpha/trust')['rules'] == []), 'rule gone')
M = D + '/alpha/mirror-logins'; h = urllib.parse.quote('crates.lab.example:5443', safe='')
x = st(call('POST', f'{M}/{h}', {'username': 'u', 'password': 'pw-77'}), 200, 'upstream'); ok(x.j == {'upstream': 'crates.lab.example:5443', 'username': 'u'}, 'upstream answer'); call('POST', f'{M}/{h}', {'username': 'u2', 'password': 'pw-78'})
ok(until(lambda: [y['username'] for y in call('GET', M)['upstreamCredentials']] == ['u2']), 'replaced'); ok('pw-7' not in call('GET', M).raw, 'no password'); err(call('POST', M + '/evil.example', {'username': 'u', 'password': 'p'}), 422, 'not in the catalog'); st(call('DELETE', f'{M}/{h}'), 200, 'delete upstream'); ok(until(lambda: call('GET', M)['upstreamCredentials'] == []), 'upstream gone')

# receiver for webhooks, and issuer
got = []
ISS = {}
class H(http.server.BaseHTTPRequestHandler):
    def do_POST(s):
        b = s.rfile.read(int(s.headers.get('content-length', 0))); got.append((s.path, dict(s.headers), b)); s.send_response(500 if 'fail' in s.path else 204); s.end_headers()
    def do_GET(s):
        b = json.dumps(ISS.get(s.path)).encode(); s.send_response(200 if s.path in ISS else 404); s.end_headers(); s.wfile.write(b)
    def log_message(s, *a): pass
rec = http.server.ThreadingHTTPServer(('127.0.0.1', 0), H); threading.Thread(target=rec.serve_forever, daemon=True).start()
hook = f'http://127.0.0.1:{rec.server_port}'
err(call('POST', R + '/ci/swap', {'registry': 'alpha', 'token': 'a.b.c'}, who=None), 403, 'no ID token')

def b64u(b): return base64.urlsafe_b64encode(b).rstrip(b'=').decode()
import shutil, tempfile
if shutil.which('openssl'):
    tmp = tempfile.mkdtemp()
    subprocess.run(['openssl', 'genrsa', '-out', tmp + '/k', '2048'], capture_output=True)
    mod = subprocess.run(['openssl', 'rsa', '-in', tmp + '/k', '-modulus', '-noout'], capture_output=True, text=True).stdout.strip().split('=')[1]
    iss = hook + '/issuers/one'
    ISS['/issuers/one/.well-known/openid-configuration'] = {'issuer': iss, 'jwks_uri': iss + '/jwks'}
    ISS['/issuers/one/jwks'] = {'keys': [{'kty': 'RSA', 'kid': 'a', 'alg': 'RS256', 'n': b64u(bytes.fromhex(mod)), 'e': 'AQAB'}]}
    def idt(sign=True, **c):
        p = b64u(json.dumps({'alg': 'RS256', 'kid': 'a'}).encode()) + '.' + b64u(json.dumps({'iss': iss, 'aud': 'reg', 'sub': 'repo:x/app:ref:main', 'exp': int(time.time()) + 300, **c}).encode())
        return p + '.' + (b64u(subprocess.run(['openssl', 'dgst', '-sha256', '-sign', tmp + '/k'], input=p.encode(), capture_output=True).stdout) if sign else b64u(b'x' * 256))
    def swap(t, reg='alpha'): return call('POST', R + '/ci/swap', {'registry': reg, 'token': t}, who=None)
    err(swap(idt()), 403, 'no rule yet')
    orule = call('POST', D + '/alpha/trust', {'issuer': iss, 'audience': 'reg', 'subjectPattern': 'repo:x/*:ref:main', 'mode': 'pull', 'repoPrefixes': ['ci'], 'name': 'o'})
    ex = st(swap(idt()), 201, 'exchange'); keys(ex.j, 'keyId secret mode expiresAt', 'exchange')
    ok(gate(ex['keyId'], ex['secret'], 'ci/a', 'pull') and not gate(ex['keyId'], ex['secret'], 'ci/a', 'push') and not gate(ex['keyId'], ex['secret'], 'q', 'pull'), 'exchanged key')
    ok([x['mintedVia'] for x in call('GET', D + '/alpha/fobs')['keys'] if x['keyId'] == ex['keyId']] == ['oidc'], 'mintedVia')
    for what, t in (('signature', idt(sign=False)), ('audience', idt(aud='z')), ('subject', idt(sub='repo:x/app:ref:main2')), ('subject', idt(sub='repo:X/app:ref:main')), ('subject', idt(sub='repo:x/a/b:ref:main')), ('issuer', idt(iss=hook + '/issuers/two')), ('expired', idt(exp=int(time.time()) - 5))): err(swap(t), 403, 'no exchange: ' + what)
    err(swap(idt(), 'heronry-first'), 403, 'another registry'); adv('PT31M'); ok(not gate(ex['keyId'], ex['secret'], 'ci/a', 'pull'), 'short-lived'); real()
    st(call('POST', f'{D}/alpha/trust/{orule["id"]}/end'), 200, 'delete rule'); err(swap(idt()), 403, 'rule deleted')

# email
w = st(call('POST', E + '/webhooks', {'url': hook + '/a', 'eventTypes': ['sent', 'bounced', 'delivered', 'complained']}), 201, 'webhook'); keys(w.j, 'webhook signingSecret', 'webhook'); keys(w['webhook'], 'id url eventTypes disabled createdAt', 'webhook'); wid = w['webhook']['id']
for b in ({'url': hook}, {'url': 'x', 'eventTypes': ['sent']}, {'url': hook, 'eventTypes': ['zz']}, {'url': hook, 'eventTypes': []}, {'eventTypes': ['sent']}): err(call('POST', E + '/webhooks', b), 417, f'webhook {b}')
ok(w['signingSecret'] not in call('GET', E + '/webhooks').raw, 'secret once')
dm = st(call('POST', E + '/domains', {'name': 'One.Judged.Example.'}), 201, 'domain'); keys(dm.j, 'id name sendState receiveState createdAt dnsRecords', 'domain'); ok(dm['sendState'] == 'pending' and dm['receiveState'] == 'none' and dm['name'] == 'one.judged.example', 'domain at first'); did = dm['id']; P = f'{E}/domains/{did}'
err(call('POST', E + '/domains', {'name': 'one.judged.example'}), 409, 'claimed'); err(call('POST', E + '/domains', {'name': 'one.judged.example'}, who='u-otto'), 409, 'claimed elsewhere'); err(call('POST', E + '/domains', {'name': 'no domain'}), 417, 'domain form')
ev('domain-claimed-elsewhere', domain='two.judged.example'); err(call('POST', E + '/domains', {'name': 'two.judged.example'}), 409, 'claimed outside')
err(call('GET', P, who='u-otto'), 404, 'foreign domain'); err(call('GET', P, who='u-saul'), 403, 'outside the grant'); ok([x['id'] for x in call('GET', E + '/domains', who='u-saul')['domains']] == ['dm~SEEDED001'], 'filtered')
def dns(): return [r['outcome'] for r in call('GET', P + '/dns')['records']]
ok(dns() == ['missing'] * 3, 'missing'); ev('dns-record-published', domain=did); ok(dns() == ['found'] * 3, 'found'); ev('dns-record-mismatched', domain=did, type='CNAME', value='bad.example'); ok(dns()[2] == 'mismatch' and call('GET', P + '/dns')['records'][2]['observed'] == 'bad.example', 'mismatch'); ev('backend-behaves', backend='dns', reachable=False); ok(dns() == ['error'] * 3, 'error'); ev('backend-behaves', backend='dns', reachable=True); ev('dns-record-removed', domain=did, type='CNAME'); ok(dns()[2] == 'missing', 'removed'); ev('dns-record-published', domain=did)
x = st(call('POST', P + '/check'), 202, 'check'); ok(isinstance(x['status'], str), 'check status'); ok(until(lambda: call('GET', P)['sendState'] == 'verified'), 'verified in time')
wr = {'domainId': did, 'pattern': 'help', 'endpointId': wid}
err(call('POST', E + '/routes', wr), 409, 'not armed'); x = st(call('POST', P + '/receive'), 200, 'arm'); ok([r['type'] for r in x['dnsRecords'] if r['capability'] == 'receive'] == ['MX'] and x['receiveState'] == 'pending', 'MX'); st(call('POST', P + '/receive'), 200, 'arm again')
ok(len(call('GET', P + '/dns')['records']) == len(call('GET', P)['dnsRecords']), 'as many observations')
rt = st(call('POST', E + '/routes', wr), 201, 'route'); keys(rt.j, 'id domainId pattern endpointId createdAt', 'route'); err(call('POST', E + '/routes', wr), 409, 'pattern twice'); st(call('POST', E + '/routes', {**wr, 'pattern': 'he*'}), 201, 'prefix'); r3 = st(call('POST', E + '/routes', {**wr, 'pattern': '*'}), 201, 'star')
for b in ({**wr, 'pattern': 'a*b'}, {**wr, 'pattern': '**'}, {**wr, 'pattern': ''}): err(call('POST', E + '/routes', b), 417, 'pattern ' + b['pattern'])
err(call('POST', E + '/routes', {**wr, 'domainId': 'zz'}), 404, 'unknown domain'); err(call('POST', E + '/routes', {**wr, 'pattern': 'q', 'endpointId': 'zz'}), 404, 'unknown endpoint'); err(call('DELETE', f'{E}/webhooks/{wid}'), 409, 'endpoint in use')
ok(until(lambda: len(call('GET', E + '/routes')['routes']) == 3), 'routes'); ok(call('GET', E + '/routes', who='u-saul')['routes'] == [], 'routes filtered')
x = st(ev('message-received', **{'from': 'jo@c.example', 'to': ['help@one.judged.example'], 'subject': 'hi'}), 200, 'received'); ok(x['routeIds'] == [rt['id']], 'most specific'); ok(until(lambda: any(b'received' in b for _, _, b in got)), 'delivered')
k = st(call('POST', E + '/keys', {'name': 'k', 'domainIds': [did]}), 201, 'send key'); keys(k.j, 'sendKey secret', 'send key'); keys(k['sendKey'], 'id name keyId domainIds createdAt', 'send key'); err(call('POST', E + '/keys', {'name': 'k'}, who='u-mina'), 403, 'send key needs admin'); err(call('POST', E + '/keys', {'name': 'k', 'domainIds': ['zz']}), 404, 'unknown domain'); ok(k['secret'] not in call('GET', E + '/keys').raw, 'secret once')
def send(sec, frm='a@one.judged.example', to=('jo@c.example',), **x): return call('POST', E + '/outbox', {'from': frm, 'to': list(to), **x}, who=None, h={'Authorization': 'Bearer ' + sec})
before = call('GET', E + '/settings')['acceptedToday']
m = st(send(k['secret'], subject='Hello', text='T'), 202, 'send'); mid = m['id']; ok(call('GET', E + '/settings')['acceptedToday'] == before + 1, 'acceptedToday')
ok(send(k['secret'], 'a@post.heronry.example').st >= 400, 'key of another domain'); err(send('nope'), 401, 'unknown key')
def msg(i): return call('GET', f'{E}/messages/{i}')
ok(until(lambda: msg(mid)['message']['state'] == 'sent'), 'sent'); keys(msg(mid)['message'], 'id direction state from to subject sizeBytes door domainId createdAt sentAt stateAt', 'message')
ev('message-delivered', messageId=mid); ok([e['kind'] for e in msg(mid)['events']] == ['sent', 'delivered'], 'events'); c = call('GET', f'{E}/messages/{mid}/content'); ok(c.h['Content-Type'] == 'message/rfc822' and 'Subject: Hello' in c.raw, 'content'); err(call('GET', f'{E}/messages/{mid}', who='u-otto'), 404, 'foreign message')
def dels(q): return call('GET', E + '/webhook-deliveries?' + q)['deliveries']
dl = until(lambda: [x for x in dels('messageId=' + mid) if x['state'] == 'delivered'] if len([x for x in dels('messageId=' + mid) if x['state'] == 'delivered']) == 2 else None); ok(dl and len(dl) == 2, 'deliveries'); keys(dl[0], 'id endpointId eventType messageId state attempts lastStatus deliveredAt createdAt', 'delivery')
def sig(secret, hd, b):
    g = re.match(r't=(\d+),v1=(\w+)', hd.get('X-Pelican-Proof', '')); return g and hmac.new(secret.encode(), (g[1] + '.').encode() + b, hashlib.sha256).hexdigest() == g[2]
ok(sig(w['signingSecret'], got[-1][1], got[-1][2]), 'signature')
ns = st(call('POST', f'{E}/webhooks/{wid}/rotate-secret'), 200, 'rotate')['signingSecret']; c0 = len(got); frozen = [b for _, hd, b in got if hd['X-Pelican-Delivery'] == str(dl[0]['id'])][0]
x = st(call('POST', f'{E}/webhook-deliveries/{dl[0]["id"]}/redeliver'), 202, 'redeliver'); ok(isinstance(x['id'], int) and x['id'] != dl[0]['id'], 'new delivery'); ok(until(lambda: len(got) > c0), 'again'); ok(got[-1][2] == frozen and sig(ns, got[-1][1], got[-1][2]) and not sig(w['signingSecret'], got[-1][1], got[-1][2]), 'frozen payload, new secret')
st(call('PATCH', f'{E}/webhooks/{wid}', {'disabled': True}), 200, 'disable'); c0 = len(got); mb = send(k['secret'])['id']; ev('message-bounced', messageId=mb, bounce='hard'); time.sleep(.8); ok(len(got) == c0, 'disabled gets nothing'); x = st(call('PATCH', f'{E}/webhooks/{wid}', {'disabled': False}), 200, 'enable'); ok(x['url'] == hook + '/a' and x['disabled'] is False, 'others stay')
def sup(): return {s['address']: s for s in call('GET', E + '/suppressions')['suppressions']}
ok(until(lambda: sup().get('jo@c.example', {}).get('reason') == 'bounce'), 'bounce suppresses'); ok(send(k['secret']).st >= 400, 'suppressed'); st(call('DELETE', f'{E}/suppressions/{sup()["jo@c.example"]["id"]}'), 204, 'lift'); mb = st(send(k['secret']), 202, 'deliverable again')['id']; ev('message-bounced', messageId=mb, bounce='soft'); time.sleep(.4); ok('jo@c.example' not in sup(), 'soft does not'); ev('message-bounced', messageId=mb, bounce='hard'); ok(until(lambda: 'jo@c.example' in sup()), 'added again')
mc = send(k['secret'], to=['z@c.example'])['id']; ev('message-complained', messageId=mc); ok(until(lambda: sup().get('z@c.example', {}).get('reason') == 'complaint'), 'complaint')
s = st(call('POST', E + '/suppressions', {'address': 'M@c.example'}), 201, 'suppress'); ok(s['reason'] == 'manual', 'manual'); keys(s.j, 'id address reason createdAt', 'suppression'); err(call('POST', E + '/suppressions', {'address': 'x'}), 417, 'no address')
w2 = call('POST', E + '/webhooks', {'url': hook + '/fail', 'eventTypes': ['sent']})['webhook']['id']; mf = send(k['secret'], to=['f@c.example'])['id']; ok(until(lambda: any(d['state'] == 'failed' and d['lastStatus'] == 500 for d in dels('endpointId=' + w2))), 'failed attempt'); adv('PT10M'); ok(until(lambda: len([d for d in dels('endpointId=' + w2) if d['state'] == 'failed']) >= 2), 'retried'); real(); st(call('DELETE', f'{E}/webhooks/{w2}'), 204, 'delete webhook')
for i in range(30): ev('message-sent', **{'from': 'p@one.judged.example', 'to': [f'p{i}@pg.example'], 'createdAt': '2026-10-%02dT10:00:00Z' % (1 + i)})
time.sleep(.4); seen, cur = [], ''
while True:
    pg = call('GET', E + '/messages?direction=send' + ('&cursor=' + cur if cur else '')); seen += [(x['createdAt'], x['id']) for x in pg['messages']]; cur = pg['cursor']
    if not cur: break
ok(len(seen) == len({i for _, i in seen}) >= 30 and [t for t, _ in seen] == sorted((t for t, _ in seen), reverse=True), 'pages'); ok(len(call('GET', E + '/messages?to=p3@pg.example')['messages']) == 1, 'to'); ok(all(x['createdAt'] >= '2026-W43' for x in call('GET', E + '/messages?since=2026-10-20T00:00:00Z')['messages']), 'since'); ok(all(x['direction'] == 'receive' for x in call('GET', E + '/messages?direction=receive')['messages']), 'direction'); err(call('GET', E + '/messages?direction=x'), 417, 'direction')
adv('P31D'); err(call('GET', f'{E}/messages/{mid}/content'), 404, 'content past 30 days'); adv('P60D'); ok(mid not in call('GET', E + '/messages').raw, 'past 90 days'); real()
se = call('GET', E + '/settings'); keys(se.j, 'dailyQuota paused bouncePausePct complaintPausePct acceptedToday', 'settings'); st(call('POST', E + '/settings', {}), 405, 'no write')
ev('quota-changes', quota='daily-email', value=se['acceptedToday']); ok(send(k['secret'], to=['n@c.example']).st >= 400, 'daily quota'); ev('quota-changes', quota='daily-email', value=5000)
for i in range(60): ev('message-bounced', messageId=ev('message-sent', **{'from': 'p@one.judged.example', 'to': [f'b{i}@b.example']})['messageId'], bounce='hard') if not call('GET', E + '/settings')['paused'] else None
se = call('GET', E + '/settings'); ok(se['paused'] and se['pausedAt'] and se['pauseReason'], 'paused'); ok(send(k['secret'], to=['n@c.example']).st >= 400, 'paused refuses'); st(ev('sending-unpaused'), 200, 'unpause'); st(ev('sending-unpaused'), 409, 'not paused'); st(send(k['secret'], to=['n@c.example']), 202, 'sends again')
st(call('DELETE', f'{E}/keys/{k["sendKey"]["id"]}'), 204, 'revoke key'); err(send(k['secret'], to=['n@c.example']), 401, 'revoked key')
for o in OPS:
    m_, p_ = o.split()
    if E in p_: pass
ev('entitlement-changes', area='email', enabled=False)
for o in OPS:
    mm, p = o.split()
    if p.startswith(E): st(call(mm, p, {}), 403, 'not enabled: ' + o)
ev('entitlement-changes', area='email', enabled=True); ev('backend-behaves', backend='email', reachable=False)
for o in OPS:
    mm, p = o.split()
    if p.startswith(E): st(call(mm, p, {}), 502, 'unreachable: ' + o)
ev('backend-behaves', backend='email', reachable=True)
for r in call('GET', E + '/routes')['routes']: st(call('DELETE', f'{E}/routes/{r["id"]}'), 204, 'delete route')
st(call('DELETE', f'{E}/webhooks/{wid}'), 204, 'webhook free'); st(call('DELETE', P), 204, 'delete domain'); err(call('GET', P), 404, 'gone'); st(call('POST', E + '/domains', {'name': 'one.judged.example'}), 201, 'name free')

# uptime
us = st(call('POST', U + '/services', {'name': 'web'}), 201, 'service'); keys(us.j, 'id name monitors createdAt', 'service'); err(call('POST', U + '/services', {'name': 'web'}), 409, 'name'); u2 = call('POST', U + '/services', {'name': 'web2'}); err(call('PATCH', f'{U}/services/{u2["id"]}', {'name': 'web'}), 409, 'rename onto'); st(call('PATCH', f'{U}/services/{u2["id"]}', {'name': 'web3'}), 200, 'rename'); st(call('POST', U + '/services', {'name': 'web'}, who='u-otto'), 201, 'name elsewhere')
keys(call('GET', U + '/ping').j, 'service org schemaEpoch time', 'ping'); ok(call('GET', U + '/ping', who='u-otto')['org'] == 'saltworks', 'ping org'); keys(call('GET', U + '/catalog').j, 'intervals vantages', 'catalog')
good = {'name': 'm', 'serviceId': us['id'], 'intervalSeconds': 20, 'vantages': ['ams', 'gru'], 'kind': 'http', 'http': {'url': 'https://a.example/'}, 'downCondition': {'confirmations': 2, 'quorum': 2}}
mo = st(call('POST', U + '/monitors', good), 201, 'monitor'); keys(mo.j, 'id name serviceId enabled intervalSeconds vantages timeoutMs downCondition kind state createdAt updatedAt http', 'monitor'); m = f'{U}/monitors/{mo["id"]}'
ok(all(mo[k] == v for k, v in good.items()), 'as given'); ok(call('GET', m).j == mo.j, 'read')
for c in ({'intervalSeconds': 21}, {'vantages': ['jnb']}, {'vantages': []}, {'vantages': ['ams', 'ams']}, {'vantages': ['x']}, {'kind': 'udp'}, {'http': {}}, {'http': {'url': 'x'}}, {'http': {'url': 'https://a.example', 'method': 'PUT'}}, {'serviceId': 'zz'}, {'name': None}, {'timeoutMs': 0}, {'downCondition': {'confirmations': 1}}, {'downCondition': {'confirmations': 0, 'quorum': 1}}, {'kind': 'tcp', 'tcp': {'host': 'h', 'port': 1}}): err(call('POST', U + '/monitors', {**good, **c}), 417, f'monitor {c}')
mt = st(call('POST', U + '/monitors', {'name': 't', 'intervalSeconds': 90, 'vantages': ['nrt'], 'kind': 'tcp', 'tcp': {'host': 'h.example', 'port': 25, 'tls': True}}), 201, 'tcp'); ok('serviceId' not in mt.j and mt['tcp'] == {'host': 'h.example', 'port': 25, 'tls': True}, 'tcp as given')
ok([s['monitors'] for s in call('GET', U + '/services')['services'] if s['id'] == us['id']] == [1], 'live count'); err(call('DELETE', f'{U}/services/{us["id"]}'), 409, 'attached')
x = st(call('PATCH', m, {'name': 'mm', 'kind': 'tcp'}), 200, 'patch'); ok(x['name'] == 'mm' and x['kind'] == 'http' and x['vantages'] == ['ams', 'gru'], 'only what is named'); err(call('PATCH', m, {'vantages': ['jnb']}), 417, 'patch vantage')
def pr(o, **k): return ev('probe-result', monitorId=mo['id'], outcome=o, **k)
ok(pr('ok')['state'] == 'up', 'up'); ok(pr('fail', vantage='ams', times=3)['state'] == 'up', 'one vantage is no quorum'); ok(pr('error', vantage='gru')['state'] == 'up', 'one failure is not confirmed'); x = pr('fail', vantage='gru', responseSnippet='y' * 999); ok(x['state'] == 'down' and x['transitions'] == 1, 'down'); ok(call('GET', m)['state'] == 'down' and 'stateSince' in call('GET', m).j, 'state shown')
f = call('GET', m + '/failures')['failures']; ok(len(f) == 5 and [y['at'] for y in f] == sorted((y['at'] for y in f), reverse=True) and max(len(y['responseSnippet']) for y in f) < 999, 'failures'); keys(f[0], 'at vantage attempt outcome errorKind errorDetail responseSnippet', 'failure')
ok(pr('ok')['state'] == 'up', 'recovered'); tr = call('GET', m + '/transitions')['transitions']; ok([(t['from'], t['to']) for t in tr] == [('down', 'up'), ('up', 'down')] and sorted(tr[1]['failingVantages']) == ['ams', 'gru'], 'transitions')
for i in range(27): pr('fail', times=2); pr('ok')
ok(len(call('GET', m + '/transitions')['transitions']) == 50, 'at most 50')
for wn in ('1h', '24h', '7d'):
    x = st(call('GET', m + '/metrics?window=' + wn), 200, wn); keys(x.j, 'window stepSeconds uptimePct series', 'metrics'); ok(x['window'] == wn and {s['vantage'] for s in x['series']} == {'ams', 'gru'} and all(set(p) == {'t', 'latencyMs', 'up'} for s in x['series'] for p in s['points']), 'series')
ok(call('GET', m + '/metrics')['window'] == '24h', 'default window'); err(call('GET', m + '/metrics?window=2h'), 417, 'window'); ev('metrics-availability', monitorId=mo['id'], available=False); err(call('GET', m + '/metrics'), 503, 'unavailable'); st(call('GET', m), 200, 'monitor unaffected'); ev('metrics-availability', available=True); st(call('GET', m + '/metrics'), 200, 'available')
xt = st(call('POST', U + '/export-tokens', {'name': 'e'}), 201, 'export'); keys(xt.j, 'id name token createdAt lastUsedAt', 'export'); ok(until(lambda: call('GET', U + '/export-tokens')['tokens']) and xt['token'] not in call('GET', U + '/export-tokens').raw, 'token once')
def scrape(): return call('GET', U + '/scrape', who=None, h={'Authorization': 'Bearer ' + xt['token']})
x = st(scrape(), 200, 'scrape'); ok(mo['id'] in x.raw, 'scraped'); st(call('DELETE', f'{U}/export-tokens/{xt["id"]}'), 204, 'revoke'); err(scrape(), 401, 'revoked'); err(call('DELETE', f'{U}/export-tokens/{xt["id"]}'), 404, 'twice')
err(call('GET', m, who='u-otto'), 404, 'foreign monitor'); err(call('PATCH', m, {'name': 'q'}, who='u-vera'), 403, 'viewer')
ev('quota-changes', quota='monitors', value=1); err(call('POST', U + '/monitors', {'name': 'x', 'vantages': ['jnb'], 'intervalSeconds': 1, 'kind': 'http'}), 403, 'quota before the relay'); ev('quota-changes', quota='monitors', value=600)
for what, s, on, off in (('not enabled', 403, lambda: ev('entitlement-changes', area='uptime', enabled=False), lambda: ev('entitlement-changes', area='uptime', enabled=True)), ('unreachable', 502, lambda: ev('backend-behaves', backend='uptime', reachable=False), lambda: ev('backend-behaves', backend='uptime', reachable=True))):
    on()
    for o in OPS:
        mm, p = o.split()
        if p.startswith(U): st(call(mm, p, {}), s, what + ': ' + o)
    off()
st(call('DELETE', m), 204, 'delete monitor'); err(call('GET', m), 404, 'gone'); err(call('DELETE', m), 404, 'twice'); st(call('DELETE', f'{U}/services/{us["id"]}'), 204, 'delete service')

# on-call
S = 'os~CHECKOUT1'; T = O + '/troubles'
i = st(call('POST', T, {'serviceId': S, 'title': 'T', 'description': 'D'}), 200, 'incident'); keys(i.j, 'id serviceId serviceName title status openedAt firingAlerts', 'incident'); ok(i['status'] == 'open' and i['firingAlerts'] == 0, 'open')
for b in ({'serviceId': S}, {'title': 'x'}): err(call('POST', T, b), 417, f'incident {b}')
err(call('POST', T, {'serviceId': 'zz', 'title': 't'}), 404, 'unknown service'); err(call('POST', T, {'serviceId': S, 'title': 't'}, who='u-otto'), 404, 'foreign service'); err(call('GET', f'{T}/{i["id"]}', who='u-otto'), 404, 'foreign incident')
x = st(call('PUT', f'{T}/{i["id"]}/hand'), 200, 'ack'); ok(x['status'] == 'acknowledged' and x['acknowledgedAt'], 'acknowledged')
x = ev('alert-fires', serviceId=S, alert='f1'); ok(x['incidentId'] == i['id'] and not x['opened'] and x['firingAlerts'] == 1, 'attaches while acknowledged')
x = st(call('PUT', f'{T}/{i["id"]}/end'), 200, 'resolve'); ok(x['status'] == 'resolved' and x['resolvedAt'], 'resolved'); call('PUT', f'{T}/{i["id"]}/hand'); frozen = call('GET', f'{T}/{i["id"]}')['incident']; ok(frozen['status'] == 'resolved', 'terminal')
x = ev('alert-fires', serviceId=S, alert='f2'); ok(x['opened'] and x['incidentId'] != i['id'], 'a new incident'); ok(call('GET', f'{T}/{i["id"]}')['incident'] == frozen, 'the resolved one unchanged')
ok([y['id'] for y in call('GET', T)['incidents']] == [x['incidentId']], 'working set'); ok(i['id'] in [y['id'] for y in call('GET', T + '?status=closed')['incidents']] and all(y['status'] == 'resolved' for y in call('GET', T + '?status=closed')['incidents']), 'filter'); err(call('GET', T + '?status=x'), 417, 'unknown filter'); ok(ev('alert-resolves', serviceId=S, alert='f2')['resolved'], 'resolves with its last alert')
dt = call('GET', f'{T}/{i["id"]}').j; ok({'incident', 'alerts', 'timeline'} <= set(dt) and dt['narrative'] == 'D', 'detail')
up = st(call('POST', f'{T}/{i["id"]}/notices', {'body': 'B', 'byLabel': 'X'}), 200, 'publish on a resolved one'); ok(up['byLabel'] == 'Iris Owner', 'author from the session'); keys(up.j, 'id at body byLabel', 'update')
def page(): return call('GET', f'{O}/public/{S}', who=None)
ok([y['id'] for y in page()['incidents']] == [i['id']] and 'timeline' not in page().raw, 'public'); st(call('POST', f'{T}/{i["id"]}/notices/{up["id"]}/retract'), 200, 'retract'); ok(page()['incidents'] == [], 'hidden again')
for j in range(103): call('POST', T, {'serviceId': S, 'title': f't{j}'})
ls = call('GET', T)['incidents']; ok(len(ls) == 100 and ls[0]['title'] == 't102', '100, newest first'); [call('PUT', f'{T}/{y["id"]}/end') for _ in range(2) for y in call('GET', T)['incidents']]
sb = {'name': 'r', 'timezone': 'Europe/Berlin', 'participants': [{'userId': 'u-mina', 'label': 'M'}, {'userId': 'u-milo', 'label': 'N'}], 'handoff': {'interval': 'daily', 'time': '09:00'}}
sc = st(call('POST', O + '/rotas', sb), 200, 'schedule'); keys(sc.j, 'id name timezone participants handoff onCallNow overrides createdAt', 'schedule'); Q = f'{O}/rotas/{sc["id"]}'; ok(sc['onCallNow']['userId'] == 'u-mina' and not sc['onCallNow']['override'], 'first')
for c in ({'timezone': 'Mars/X'}, {'participants': []}, {'handoff': {'interval': 'daily'}}, {'handoff': {'interval': 'hourly', 'time': '09:00'}}, {'handoff': {'interval': 'daily', 'time': '9'}}, {'name': None}): err(call('POST', O + '/rotas', {**sb, **c}), 417, f'schedule {c}')
ok(call('PUT', Q, {'participants': sb['participants'][::-1]})['onCallNow']['userId'] == 'u-milo', 'reorder'); err(call('PUT', Q, {'handoff': {'interval': 'daily'}}), 417, 'handoff time')
def now(): return next(s for s in call('GET', O + '/rotas')['schedules'] if s['id'] == sc['id'])['onCallNow']
adv('P1D'); ok(now()['userId'] == 'u-mina', 'handoff'); real()
iso = lambda d: time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(time.time() + d))
ov = st(call('POST', Q + '/swaps', {'userId': 'u-amos', 'label': 'A', 'startsAt': iso(-60), 'endsAt': iso(3600)}), 200, 'override'); keys(ov.j, 'id userId label startsAt endsAt', 'override'); ok(now()['userId'] == 'u-amos' and now()['override'] is True, 'override wins'); adv('PT2H'); ok(now()['override'] is False, 'over'); real(); err(call('POST', Q + '/swaps', {'userId': 'u-amos', 'label': 'A', 'startsAt': iso(60), 'endsAt': iso(0)}), 417, 'reversed'); st(call('DELETE', f'{Q}/swaps/{ov["id"]}'), 200, 'remove'); ok(now()['userId'] == 'u-milo', 'rotation again')
pb = {'name': 'p', 'repeat': 2, 'steps': [{'target': {'kind': 'user', 'id': 'u-mina', 'label': 'M'}, 'waitSeconds': 60}, {'target': {'kind': 'schedule', 'id': sc['id'], 'label': 'S'}, 'waitSeconds': 60}]}
po = st(call('POST', O + '/ladders', pb), 200, 'policy'); keys(po.j, 'id name repeat steps services createdAt', 'policy'); L = f'{O}/ladders/{po["id"]}'; err(call('POST', Q + '/drop'), 409, 'schedule targeted')
for c in ({'steps': []}, {'repeat': -1}, {'repeat': 'x'}, {'name': None}): err(call('POST', O + '/ladders', {**pb, **c}), 417, f'policy {c}')
V = f'{O}/watched/{S}/ladder'; x = st(call('POST', V, {'escalationPolicyId': po['id']}), 200, 'attach'); ok(x['escalationPolicyId'] == po['id'], 'attached'); err(call('POST', V, {}), 417, 'required'); err(call('POST', V, {'escalationPolicyId': 'zz'}), 404, 'unknown policy'); ok(until(lambda: [p['services'] for p in call('GET', O + '/ladders')['policies'] if p['id'] == po['id']] == [1]), 'services'); err(call('POST', L + '/drop'), 409, 'referenced')
G = O + '/me/reach'; x = call('GET', G, who='u-mina'); ok(x.j == {'email': 'mina@heronry.example', 'phone': '', 'rules': [{'channel': 'email', 'delaySeconds': 0}]}, 'default reach'); err(call('POST', G, {'rules': [{'channel': 'sms', 'delaySeconds': 0}]}, who='u-mina'), 417, 'phone needed'); err(call('POST', G, {'phone': '0123', 'rules': []}, who='u-mina'), 417, 'E.164'); err(call('POST', G, {'rules': [{'channel': 'fax', 'delaySeconds': 0}]}), 417, 'channel')
x = st(call('POST', G, {'email': 'evil@x.example', 'phone': '+15550100', 'rules': [{'channel': 'email', 'delaySeconds': 0}, {'channel': 'sms', 'delaySeconds': 30}]}, who='u-mina'), 200, 'save'); ok(x['email'] == 'mina@heronry.example', 'email stamped'); ok(call('GET', G, who='u-milo')['phone'] == '', 'personal')
def pages(i): return [(p['userId'], p['channel'], p['outcome']) for p in call('GET', '/_understudy/pages?incidentId=' + i, who=None)['pages']]
i2 = call('POST', T, {'serviceId': S, 'title': 'E'})['id']; ok(until(lambda: pages(i2)) == [('u-mina', 'email', 'sent')], 'first page'); adv('PT40S'); ok(pages(i2)[1:] == [('u-mina', 'sms', 'failed')], 'no credential'); adv('PT30S'); ok(pages(i2)[2:] == [('u-milo', 'email', 'sent')], 'second step'); call('PUT', f'{T}/{i2}/hand'); adv('PT10M'); ok(len(pages(i2)) == 3, 'stops at acknowledgement'); real()
i3 = call('POST', T, {'serviceId': S, 'title': 'F'})['id']; until(lambda: pages(i3)); adv('PT1H'); ok(len([p for p in pages(i3) if p[1] == 'email']) == 4, 'twice over'); real()
W = O + '/telephony'; cr = {'accountSid': 'AC1', 'authToken': 'auth-9', 'fromNumber': '+15550111'}; ok(call('GET', W)['configured'] is False, 'none yet'); ev('provider-behaves', behaviour='rejects'); err(call('PATCH', W, cr), 422, 'rejected'); ev('provider-behaves', behaviour='unreachable'); err(call('PATCH', W, cr), 502, 'unreachable'); ok(call('GET', W)['configured'] is False, 'nothing stored'); ev('provider-behaves', behaviour='accepts'); x = st(call('PATCH', W, cr), 200, 'set'); keys(x.j, 'configured accountSid fromNumber updatedAt', 'provider'); ok('auth-9' not in call('GET', W).raw + x.raw, 'no auth token'); err(call('PATCH', W, {'accountSid': 'x'}), 417, 'all required')
i4 = call('POST', T, {'serviceId': S, 'title': 'G'})['id']; until(lambda: pages(i4)); adv('PT35S'); ok(('u-mina', 'sms', 'sent') in pages(i4), 'sms sent'); real(); st(call('POST', W + '/forget'), 202, 'clear'); ok(call('GET', W)['configured'] is False, 'cleared')
st(call('POST', V, {'escalationPolicyId': None}), 200, 'detach'); i5 = call('POST', T, {'serviceId': S, 'title': 'H'})['id']; time.sleep(.2); ok(pages(i5) == [], 'detached pages no one'); st(call('POST', L + '/drop'), 200, 'delete policy'); st(call('POST', Q + '/drop'), 200, 'delete schedule')
adv('P30D'); ok(call('GET', f'{T}/{i5}')['incident']['status'] == 'open', 'never by itself'); real()
fd = st(call('POST', O + '/feeds', {'name': 'f', 'serviceId': 'os~SEARCH001'}), 200, 'source'); keys(fd.j, 'id name serviceId token createdAt lastEventAt', 'source'); ok(fd['token'] not in call('GET', O + '/feeds').raw, 'token once')
def am(stt, fp, tok=None): return call('POST', f'{O}/feeds/{fd["id"]}/alertmanager', {'version': '4', 'alerts': [{'status': stt, 'labels': {'alertname': 'Disk'}, 'annotations': {}, 'startsAt': '2026-01-01T00:00:00Z', 'fingerprint': fp}]}, who=None, h={'Authorization': 'Bearer ' + (tok or fd['token'])})
st(am('firing', 'a'), 202, 'alert'); st(am('firing', 'b'), 202, 'alert'); x = [y for y in call('GET', T)['incidents'] if y['serviceId'] == 'os~SEARCH001']; ok(len(x) == 1 and x[0]['firingAlerts'] == 2, 'two alerts, one incident'); am('resolved', 'a'); am('resolved', 'b'); ok(not [y for y in call('GET', T)['incidents'] if y['serviceId'] == 'os~SEARCH001'], 'resolved'); err(am('firing', 'c', 'no'), 401, 'wrong token')
c = http.client.HTTPConnection(host); body = json.dumps({'alerts': []}); c.putrequest('POST', f'{O}/feeds/{fd["id"]}/alertmanager'); c.putheader('Authorization', 'Bearer ' + fd['token']); c.putheader('Content-Length', str(len(body))); c.endheaders(); c.send(body[:3].encode()); time.sleep(.1); st(call('POST', f'{O}/feeds/{fd["id"]}/void'), 200, 'revoke'); c.send(body[3:].encode()); ok(c.getresponse().status == 401, 'in flight 401'); err(am('firing', 'd'), 401, 'revoked')
ux = call('POST', U + '/services', {'name': 'also on call'})['id']; st(call('POST', T, {'serviceId': ux, 'title': 'u'}), 200, 'uptime services are on call, too')

# clusters
kc = st(call('POST', K, {'name': 'c1', 'tier': 'medium', 'orchestratorVersion': '1.31.6', 'replicas': 3, 'datastore': {'mode': 'dedicated', 'size': 'db-small', 'storageGiB': 20, 'replicas': 1, 'backups': True}, 'managedLoadBalancers': {'enabled': True}}), 201, 'cluster'); keys(kc.j, 'name tier orchestratorVersion replicas mesh datastore phase managedLoadBalancers', 'cluster'); keys(kc['managedLoadBalancers'], 'enabled maxServices loadBalancers', 'lb'); Z = K + '/c1'
for c in ({'tier': 'x'}, {'tier': None}, {'name': None}, {'datastore': {}}, {'datastore': {'mode': 'x'}}, {'datastore': {'mode': 'dedicated', 'size': 'x'}}, {'managedLoadBalancers': {}}, {'orchestratorVersion': '9.9.9'}, {'replicas': 0}): err(call('POST', K, {'name': 'c9', 'tier': 'small', **c}), 417, f'cluster {c}')
err(call('POST', K, {'name': 'c1', 'tier': 'small'}), 409, 'name taken'); st(call('POST', K, {'name': 'c1', 'tier': 'small'}, who='u-otto'), 201, 'name elsewhere'); call('POST', K, {'name': 'o1', 'tier': 'small'}, who='u-otto'); err(call('GET', K + '/o1'), 403, 'mismatch'); err(call('GET', K + '/zz'), 404, 'unknown')
ok(until(lambda: call('GET', Z)['phase'] == 'live'), 'live'); ok('endpoint' in call('GET', Z).j, 'endpoint')
def pa(**b): return call('PATCH', Z, b)
def live(): return until(lambda: call('GET', Z)['phase'] == 'live')
for v in ('1.30.9', '1.33.1', '9.9.9'): x = pa(orchestratorVersion=v); ok(400 <= x.st < 500 and call('GET', Z)['orchestratorVersion'] == '1.31.6', 'version ' + v)
st(pa(orchestratorVersion='1.32.4'), 200, 'upgrade'); err(pa(orchestratorVersion='1.32.8'), 409, 'concurrent'); live(); ok(call('GET', Z)['orchestratorVersion'] == '1.32.4', 'upgraded')
ev('node-joins', cluster='c1', node='old', agentVersion='1.30.9', ready=True); x = pa(orchestratorVersion='1.33.1'); err(x, 409, 'skew'); ok('old' in x['error'], 'names the node'); ev('agent-upgraded', cluster='c1', node='old', agentVersion='1.32.4'); st(pa(orchestratorVersion='1.33.1'), 200, 'skew over'); live()
ev('headroom-changes', cluster='c1', component='scheduler', usedPercent=90); x = pa(tier='small'); err(x, 409, 'headroom'); ok('scheduler' in x['error'], 'names the component'); st(pa(tier='large'), 200, 'upsizing'); live(); ev('headroom-changes', cluster='c1', component='scheduler', usedPercent=5); st(pa(tier='small'), 200, 'downsizing'); live(); ok(call('GET', Z)['tier'] == 'small', 'tier')
st(pa(datastore={'size': 'db-large', 'storageGiB': 40, 'replicas': 2, 'backups': False}), 200, 'datastore'); live(); ok(call('GET', Z)['datastore'] == {'mode': 'dedicated', 'size': 'db-large', 'storageGiB': 40, 'replicas': 2, 'backups': False}, 'datastore'); ev('cluster-changes-concurrently', cluster='c1', lasts='one-request'); err(pa(replicas=1), 409, 'concurrent'); st(pa(replicas=1), 200, 'then not'); live()
ok(isinstance(call('GET', Z + '/usage').j, dict), 'usage'); kb = st(call('GET', Z + '/kubeconfig'), 200, 'kubeconfig'); keys(kb.j, 'kubeconfig expiresIn', 'kubeconfig'); err(call('GET', Z + '/kubeconfig', who='u-mina'), 403, 'kubeconfig is for admins'); ok(ev('credential-used', kind='kubeconfig', secret=kb['kubeconfig'])['accepted'], 'accepted'); adv('PT61M'); ok(not ev('credential-used', kind='kubeconfig', secret=kb['kubeconfig'])['accepted'], 'expired'); real()
jt = st(call('POST', Z + '/join-tokens'), 201, 'join token'); keys(jt.j, 'joinToken cluster joinCommand expiresIn', 'join token')
def join(tk, nd): return call('POST', Z + '/admissions', {'token': tk, 'node': nd}, who=None)
st(join(jt['joinToken'], 'n1'), 201, 'joins'); err(join(jt['joinToken'], 'n2'), 401, 'single use'); st(ev('node-joins', cluster='c1', node='n3', token=jt['joinToken']), 409, 'spent'); keys([y for y in call('GET', Z + '/nodes')['nodes'] if y['name'] == 'n1'][0], 'name ready agentVersion', 'node'); ok(until(lambda: all(y['ready'] for y in call('GET', Z + '/nodes')['nodes'])), 'ready'); st(call('DELETE', Z + '/nodes/n1'), 204, 'delete node'); ok('n1' not in [y['name'] for y in call('GET', Z + '/nodes')['nodes']], 'gone')
rg = st(call('POST', Z + '/registration-tokens', {'name': 'r', 'expiresIn': 60}), 201, 'registration token'); keys(rg.j, 'id name token cloudConfig joinCommand', 'registration token'); lr = call('GET', Z + '/registration-tokens'); ok(rg['token'] not in lr.raw, 'token once'); keys(lr['tokens'][0], 'id name createdAt expiresAt disabled', 'listed', ()); st(join(rg['token'], 'a'), 201, 'joins'); st(join(rg['token'], 'b'), 201, 'reusable'); X = f'{Z}/registration-tokens/{rg["id"]}'; st(call('PATCH', X, {'disabled': True}), 204, 'off'); err(join(rg['token'], 'c'), 401, 'off'); st(call('PATCH', X, {'disabled': False}), 204, 'on'); st(join(rg['token'], 'c'), 201, 'on'); adv('PT61M'); err(join(rg['token'], 'd'), 401, 'expired'); real(); st(call('DELETE', X), 204, 'revoke'); err(join(rg['token'], 'e'), 401, 'revoked'); err(call('PATCH', X, {}), 417, 'disabled required')
for j in range(3): st(ev('service-exposed', cluster='c1', service=f'ns/s{j}'), 200, 'exposed')
st(ev('service-exposed', cluster='c1', service='ns/s9'), 409, 'maxServices'); ok(len(call('GET', Z)['managedLoadBalancers']['loadBalancers']) == 3, 'balancers'); ev('service-withdrawn', cluster='c1', service='ns/s0'); ok(len(call('GET', Z)['managedLoadBalancers']['loadBalancers']) == 2, 'withdrawn')
ev('quota-changes', quota='clusters', value=1); err(call('POST', K, {'name': 'c2', 'tier': 'small'}), 403, 'quota'); ev('quota-changes', quota='clusters', value=60)
res = []
ths = [threading.Thread(target=lambda b=b: res.append((b, pa(**b).st))) for b in ({'replicas': 3}, {'tier': 'large'}, {'managedLoadBalancers': {'enabled': False}})]; [t.start() for t in ths]; [t.join() for t in ths]; live(); z = call('GET', Z); ok(all(s != 200 or all((z['managedLoadBalancers']['enabled'] is False) if k == 'managedLoadBalancers' else z[k] == v for k, v in b.items()) for b, s in res), 'parallel changes')
x = st(call('DELETE', Z), 202, 'delete'); ok(x.raw == '', 'no body'); ok(until(lambda: call('GET', Z).st in (403, 404)), 'then unknown')
# people and organizations
ok(call('GET', R + '/depots', who='u-bea')['registries'] != call('GET', R + '/depots', who='u-bea', org='saltworks')['registries'], 'one person, two organizations'); err(call('POST', T, {'serviceId': S, 'title': 'x'}, who='u-vera'), 403, 'viewer opens nothing'); ev('role-changes', organization='heronry', userId='u-nix', role='none'); err(call('GET', '/api/v1/tokens', who='u-nix'), 403, 'left')
st(call('POST', '/_understudy/reset', {}, who=None), 200, 'reset'); ok(call('GET', T)['incidents'] == [], 'fresh'); ok(len(call('GET', '/_understudy/identities', who=None)['actors']) == 8, 'identities')
print(f'{n - bad} of {n} checks pass')
srv.terminate(); srv.wait()
sys.exit(bad > 0)
