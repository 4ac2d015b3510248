#!/usr/bin/env python3
"""Goes through every area against a running server: ./run.sh --port 8090 & ./check.py http://127.0.0.1:8090"""
import base64, hashlib, hmac, http.client, json, re, sys, threading, time, urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
BASE = (sys.argv[1] if len(sys.argv) > 1 else 'http://127.0.0.1:8090')
HOST = urllib.parse.urlsplit(BASE).netloc
conn = http.client.HTTPConnection(HOST)
SES = {n: f'ses_{n}_4be1c7' for n in ['ada', 'ben', 'cleo', 'dov', 'eve', 'fox', 'gil']}
routes = [(m, re.compile('^/api/v1/' + re.sub(r'\{\}', '[^/]+', p) + '$'), o) for m, p, o in re.findall(r'\("(\w+)", "([^"]+)", "(\w+)", \'\w\'\)', open(__file__.replace('check.py', 'src/main.rs')).read())]
routes.sort(key=lambda r: '[^/]+' in r[1].pattern)
seen, slow, fails, checks = set(), [], 0, 0

def req(method, path, body=None, who='ada', want=None, headers=None, raw=False):
    global fails
    h = dict(headers or {})
    if who: h['Authorization'] = 'Bearer ' + SES.get(who, who)
    data = None
    if body is not None: data = json.dumps(body); h['Content-Type'] = 'application/json'
    t = time.time()
    conn.request(method, path, data, h)
    r = conn.getresponse(); b = r.read()
    slow.append((time.time() - t, method, path))
    for m, p, o in routes:
        if m == method and p.match(path.split('?')[0]):
            if r.status < 300: seen.add(o)
            break
    if raw: out = (r, b)
    else: out = json.loads(b) if b else None
    if want and r.status != want: bad(f'{method} {path} as {who}: {r.status} not {want}: {b[:200]}')
    if r.status >= 400 and not raw and not (isinstance(out, dict) and isinstance(out.get('error'), str)): bad(f'{method} {path}: error without error')
    return out
A = '/api/v1'
def api(m, p, body=None, want=None, who='ada', **k): return req(m, A + p, body, who, want, **k)
def ev(name, want=200, **b): return req('POST', '/_understudy/events/' + name, b, None, want)
def adv(by): return req('POST', '/_understudy/clock/advance', {'by': by}, None, 200)
def bad(msg):
    global fails
    fails += 1
    import traceback
    line = [f.lineno for f in traceback.extract_stack() if f.name == '<module>']
    print('FAIL line', line, msg)
def ok(c, msg=''):
    global checks
    checks += 1
    if not c: bad(msg or 'assertion')
S, I, B, N, SS = 'string', 'integer', 'boolean', 'number', 'strings'
SHAPES = {
 'PersonalToken': dict(id=S, name=S, start=S, enabled=B, createdAt=S, expiresAt=S, lastRequest=S, orgSlug=S, scope=list),
 'Registry': dict(slug=S, displayName=S, region=S, storageQuotaBytes=I, createdAt=S), 'Detail': dict(slug=S, region=S, storageQuotaBytes=I, usedBytes=I, repositoryCount=I, createdAt=S),
 'Repo': dict(name=S, tagCount=I, sizeBytes=I, createdAt=S), 'Tag': dict(name=S, digest=S, manifestSize=I, updatedAt=S), 'Manifest': dict(digest=S, mediaType=S, sizeBytes=I, tags=SS, createdAt=S),
 'Key': {'keyId': S, 'name': S, 'mode': S, 'repoPrefixes': SS, 'mintedVia': S, 'createdAt': S, '?expiresAt': S, '?lastUsedAt': S, '?revokedAt': S}, 'Rule': dict(id=I, name=S, issuer=S, audience=S, subjectPattern=S, mode=S, repoPrefixes=SS, createdAt=S),
 'Login': dict(username=S, password=S, expiresAt=S, registry=S, scope=list), 'SendKey': {'id': S, 'name': S, 'keyId': S, 'domainIds': SS, 'createdAt': S, '?lastUsedAt': S}, 'Route': dict(id=S, domainId=S, pattern=S, endpointId=S, createdAt=S),
 'Domain': dict(id=S, name=S, sendState=S, receiveState=S, createdAt=S, dnsRecords=list), 'Dns': {'capability': S, 'type': S, 'name': S, 'value': S, '?priority': I}, 'Webhook': dict(id=S, url=S, eventTypes=SS, disabled=B, createdAt=S),
 'Message': {'id': S, 'direction': S, 'state': S, 'from': S, 'to': SS, '?cc': SS, '?subject': S, 'sizeBytes': I, '?door': S, 'domainId': S, '?lastError': S, 'createdAt': S, '?sentAt': S, 'stateAt': S}, 'Event': {'kind': S, '?bounceType': S, '?recipient': S, '?detail': dict, 'occurredAt': S},
 'Suppression': dict(id=S, address=S, reason=S, createdAt=S), 'Delivery': {'id': I, 'endpointId': S, 'eventType': S, '?messageId': S, 'state': S, 'attempts': I, '?lastStatus': I, '?lastError': S, '?deliveredAt': S, 'createdAt': S},
 'Settings': {'dailyQuota': I, 'paused': B, '?pausedAt': S, '?pauseReason': S, '?bouncePausePct': N, '?complaintPausePct': N, '?acceptedToday': I},
 'Incident': {'id': S, 'serviceId': S, 'serviceName': S, 'title': S, 'status': S, 'openedAt': S, '?acknowledgedAt': S, '?resolvedAt': S, 'firingAlerts': I}, 'OService': {'id': S, 'name': S, 'createdAt': S, '?escalationPolicyId': S},
 'Schedule': {'id': S, 'name': S, 'timezone': S, 'participants': list, 'handoff': dict, '?onCallNow': dict, 'overrides': list, 'createdAt': S}, 'Override': dict(id=S, userId=S, label=S, startsAt=S, endsAt=S), 'Paging': dict(email=S, phone=S, rules=list),
 'Source': dict(id=S, name=S, serviceId=S, createdAt=S, lastEventAt=S), 'Policy': dict(id=S, name=S, repeat=I, steps=list, services=I, createdAt=S), 'Update': dict(id=S, at=S, body=S, byLabel=S), 'Provider': dict(configured=B, accountSid=S, fromNumber=S, updatedAt=S),
 'Cluster': {'name': S, 'tier': S, 'orchestratorVersion': S, 'replicas': I, 'mesh': B, 'datastore': dict, 'phase': S, '?endpoint': S, 'managedLoadBalancers': dict}, 'Node': dict(name=S, ready=B, agentVersion=S), 'Reg': {'id': S, 'name': S, 'createdAt': S, '?expiresAt': S, '?lastUsed': S, 'disabled': B},
 'UService': dict(id=S, name=S, monitors=I, createdAt=S), 'Monitor': {'id': S, 'name': S, '?serviceId': S, 'enabled': B, 'intervalSeconds': I, 'vantages': SS, 'timeoutMs': I, 'downCondition': dict, 'kind': S, '?state': S, '?stateSince': S, 'createdAt': S, 'updatedAt': S, '?http': dict, '?tcp': dict},
 'Export': dict(id=S, name=S, createdAt=S, lastUsedAt=S), 'Failure': dict(at=S, vantage=S, attempt=I, outcome=S, errorKind=S, errorDetail=S, responseSnippet=S), 'Transition': {'at': S, 'from': S, 'to': S, 'failingVantages': SS},
}
def shape(name, x):
    if not isinstance(x, dict): return bad(f'{name}: {x}')
    for k, t in SHAPES[name].items():
        opt = k[0] == '?'; k = k.lstrip('?')
        if k not in x:
            if not opt: bad(f'{name} lacks {k}: {x}')
            continue
        v = x[k]
        good = {S: lambda: isinstance(v, str), I: lambda: isinstance(v, int) and not isinstance(v, bool), B: lambda: isinstance(v, bool), N: lambda: isinstance(v, (int, float)), SS: lambda: isinstance(v, list) and all(isinstance(y, str) for y in v)}.get(t, lambda: isinstance(v, t))()
        ok(good, f'{name}.{k}: {v!r}')
    return x
def shapes(name, xs): return [shape(name, x) for x in xs]
def no_secret(secret, *paths):
    for p in paths:
        r, b = api('GET', p, raw=True)
        ok(secret.encode() not in b, f'{p} shows a secret')

req('POST', '/_understudy/reset', {}, None, 200)
ok(req('GET', '/_understudy/health', who=None)['status'] == 'ok')
# ---- everything needs a caller
for p in ['/tokens', '/iam/catalog', '/organization/contacts', '/clusters', '/email/domains', '/uptime/ping', '/registry/spaces', '/oncall/incidents']: api('GET', p, want=401, who=None); api('GET', p, want=401, who='nonsense')
api('GET', '/nowhere', want=404); api('PUT', '/tokens', {}, want=405)
# ---- tokens, iam, organization
tok = api('POST', '/tokens', {'name': 'ci'}, 201); ok(set(tok) >= {'id', 'key', 'orgSlug'})
l = shapes('PersonalToken', api('GET', '/tokens', want=200)['tokens']); ok(l[0]['id'] == tok['id'] and l[0]['orgSlug'] == 'northwind'); no_secret(tok['key'], '/tokens')
ok(api('GET', '/clusters', who=tok['key'], want=200) == {'clusters': []})
ev('token-disabled', tokenId=tok['id']); api('GET', '/clusters', who=tok['key'], want=401); ev('token-disabled', 409, tokenId=tok['id']); ev('token-enabled', tokenId=tok['id']); api('GET', '/clusters', who=tok['key'], want=200)
short = api('POST', '/tokens', {'name': 'short', 'expiresIn': 60}, 201)
so = api('GET', '/tokens/scope-options', want=200); ok({'registry', 'email'} <= {r['service'] for r in so['resources']})
narrow = api('POST', '/tokens', {'name': 'narrow', 'scope': [{'role': 'registry-viewer', 'resourceIds': ['nw-images']}]}, 201)
ok(len(api('GET', '/registry/spaces', who=narrow['key'], want=200)['registries']) == 1); api('POST', '/registry/spaces', {'slug': 'narrow-x'}, 403, narrow['key']); api('GET', '/email/domains', want=403, who=narrow['key']); api('POST', '/tokens', {'name': 'x'}, 403, narrow['key'])
api('POST', '/tokens', {'name': 'x', 'scope': [{'role': 'registry-viewer', 'resourceIds': ['ss-images']}]}, 403); api('POST', '/tokens', {'name': 'x', 'scope': [{'role': 'nope'}]}, 422); api('POST', '/tokens', {}, 422); api('POST', '/tokens', {'name': 5}, 422)
ev('role-changes', customRole={'id': 'night-shift', 'name': 'Night shift', 'permissions': ['oncall.incident.read']})
ok('night-shift' in [r['id'] for r in api('GET', '/tokens/scope-options')['roles']])
cat = api('GET', '/iam/catalog', want=200, who='ben'); ok(all(r['kind'] in ('builtin', 'custom') for r in cat['roles'])); api('GET', '/iam/catalog', want=403, who='cleo'); api('GET', '/iam/catalog', want=403, who='dov')
perm = api('GET', '/iam/permissions', want=200); atoms = {t['permission'] for s in perm['services'] for r in s['resources'] for t in r['tiers']}; ok({'registry.key.admin', 'email.key.admin'} <= atoms)
c0 = api('GET', '/organization/contacts', want=200, who='dov'); c1 = api('PATCH', '/organization/contacts', {'technicalEmail': 'ops@northwind.example'}, 200); ok(c1 == {**c0, 'technicalEmail': 'ops@northwind.example'} == api('GET', '/organization/contacts'))
api('PATCH', '/organization/contacts', {'billingEmail': 'nope'}, 400); api('PATCH', '/organization/contacts', {'billingEmail': 'a@b.example'}, 403, 'cleo'); ev('billing-email-collides', email='taken@b.example'); api('PATCH', '/organization/contacts', {'billingEmail': 'taken@b.example'}, 409); ok(api('GET', '/organization/contacts') == c1)
ok(api('GET', '/organization/contacts', who='gil', headers={'X-Acting-Organization': 'southsea'})['billingEmail'] == 'accounts@southsea.example'); api('GET', '/organization/contacts', want=403, headers={'X-Acting-Organization': 'southsea'})
# ---- registry
P = '/registry/spaces'
ok(all(set(u) == {'host', 'endpoint'} for u in api('GET', '/registry/catalog', want=200)['upstreams']))
shape('Registry', api('POST', P, {'slug': 'apps', 'displayName': 'Apps'}, 201)); shapes('Registry', api('GET', P, want=200)['registries']); api('POST', P, {'slug': 'apps'}, 409); api('POST', P, {'slug': 'apps'}, 409, 'fox'); api('POST', P, {'slug': 'admin'}, 409); api('POST', P, {'slug': 'Bad Slug'}, 422)
ev('slug-claimed-elsewhere', slug='elsewhere'); api('POST', P, {'slug': 'elsewhere'}, 409); ev('payment-method-changes', active=False); api('POST', P, {'slug': 'unpaid'}, 402); ev('payment-method-changes', active=True)
shape('Detail', api('GET', P + '/apps', want=200)); api('GET', P + '/apps', want=404, who='fox'); api('GET', P + '/apps', want=403, who='eve'); ok([r['slug'] for r in api('GET', P, who='eve')['registries']] == ['nw-images'])
im = ev('image-pushed', registry='apps', repository='web', tags=['v1', 'latest'], layers=[{'digest': 'sha256:base', 'sizeBytes': 1000}, {'sizeBytes': 500}], manifestBytes=10); im2 = ev('image-pushed', registry='apps', repository='web', tags=['v2'], layers=[{'digest': 'sha256:base', 'sizeBytes': 1000}], manifestBytes=10)
ok(im['addedBytes'] == 1510 and im2['addedBytes'] == 10); d = api('GET', P + '/apps'); ok(d['usedBytes'] == 1520 and d['repositoryCount'] == 1)
shapes('Repo', api('GET', P + '/apps/repositories', want=200)['repositories']); ok(len(shapes('Tag', api('GET', P + '/apps/tags?repo=web', want=200)['tags'])) == 3); ok(len(shapes('Manifest', api('GET', P + '/apps/images?repo=web', want=200)['manifests'])) == 2); api('GET', P + '/apps/tags', want=422); api('GET', P + '/apps/tags?repo=none', want=404)
ok(api('DELETE', P + '/apps/tags?repo=web&tag=v1&purge=true', want=200) == {'purged': False}); api('DELETE', P + '/apps/tags?repo=web&tag=latest&purge=true', want=403, who='cleo'); ok(api('DELETE', P + '/apps/tags?repo=web&tag=v2', want=200) == {'purged': False}); ok(api('DELETE', P + '/apps/tags?repo=web&tag=latest&purge=true', want=200) == {'purged': True})
ok(api('GET', P + '/apps')['usedBytes'] == 1010); im3 = ev('image-pushed', registry='apps', repository='api', tags=['x']); ok(ev('blob-shared', registry='apps', blob='sha256:base', **{'from': {'repository': 'web', 'digest': im2['digest']}, 'to': {'repository': 'api', 'digest': im3['digest']}})['addedBytes'] == 1000)
api('DELETE', P + '/apps/images?repo=web&digest=' + im2['digest'], want=204); api('DELETE', P + '/apps/images?repo=web&digest=' + im2['digest'], want=404); api('DELETE', P + '/apps', want=409)
for r in ['web', 'api']: api('DELETE', P + '/apps/repositories?repo=' + r, want=204)
ok(api('GET', P + '/apps')['usedBytes'] == 0)
ev('quota-changes', quota='registry-storage-bytes', registry='apps', value=10); ev('image-pushed', 409, registry='apps', repository='big'); ev('quota-changes', quota='registry-storage-bytes', registry='apps', value=10**9)
k = api('POST', P + '/apps/keys', {'name': 'ci', 'mode': 'readwrite', 'repoPrefixes': ['team']}, 201); api('POST', P + '/apps/keys', {'name': 'ci', 'mode': 'write'}, 422); api('POST', P + '/apps/keys', {'name': 'ci', 'mode': 'pull'}, 403, 'cleo'); no_secret(k['secret'], P + '/apps/keys')
auth = lambda u, p, repo, action, reg='apps': api('POST', '/registry/authorize', {'username': u, 'password': p, 'registry': reg, 'repository': repo, 'action': action}, 200, None)['allowed']
ok(auth(k['keyId'], k['secret'], 'team/x', 'push') and not auth(k['keyId'], k['secret'], 'teamx', 'pull') and not auth(k['keyId'], 'wrong', 'team/x', 'pull')); ev('image-pushed', registry='apps', repository='team/a', secret=k['secret']); ev('image-pushed', 409, registry='apps', repository='other', secret=k['secret'])
api('POST', P + f'/apps/keys/{k["keyId"]}/revoke', want=204); api('POST', P + f'/apps/keys/{k["keyId"]}/revoke', want=204); ks = shapes('Key', api('GET', P + '/apps/keys', want=200)['keys']); ok('revokedAt' in ks[0]); ok(not auth(k['keyId'], k['secret'], 'team/x', 'pull'))
lg = shape('Login', api('POST', '/registry/logins', {}, 201)); ok({s['registry'] for s in lg['scope']} == {'nw-images', 'apps'} and auth(lg['username'], lg['password'], 'any', 'push')); lp = api('POST', '/registry/logins', {'registry': 'apps', 'pullOnly': True}, 201); ok(lp['scope'] == [{'registry': 'apps', 'mode': 'pull'}] and not auth(lp['username'], lp['password'], 'a', 'push')); api('DELETE', '/registry/logins/' + lg['keyId'], want=204); ok(not auth(lg['username'], lg['password'], 'any', 'pull')); api('POST', '/registry/logins', {'registry': 'nope'}, 404)
ev('role-changes', userId='usr-dov', role='viewer', grants=[]); api('POST', '/registry/logins', {}, 403, 'dov'); ev('role-changes', userId='usr-dov', role='viewer')
ru = shape('Rule', api('POST', P + '/apps/trust', {'issuer': 'https://ci.example', 'audience': 'nw', 'subjectPattern': 'repo:nw/*:ref', 'mode': 'pull'}, 201)); shapes('Rule', api('GET', P + '/apps/trust', want=200)['rules']); api('POST', P + '/apps/trust', {'issuer': 'not a uri', 'audience': 'nw', 'subjectPattern': 's', 'mode': 'pull'}, 422)
b64 = lambda o: base64.urlsafe_b64encode(json.dumps(o).encode()).rstrip(b'=').decode()
jwt = lambda **c: b64({'alg': 'none'}) + '.' + b64(c) + '.'
ex = api('POST', '/registry/exchange', {'registry': 'apps', 'token': jwt(iss='https://ci.example', aud='nw', sub='repo:nw/a:ref')}, 201, None); ok(auth(ex['keyId'], ex['secret'], 'q', 'pull') and not auth(ex['keyId'], ex['secret'], 'q', 'push')); ok(any(x['mintedVia'] == 'oidc' for x in api('GET', P + '/apps/keys')['keys'])); api('POST', '/registry/exchange', {'registry': 'apps', 'token': jwt(iss='https://ci.example', aud='nw', sub='repo:other/a:ref')}, 403, None)
api('DELETE', P + f'/apps/trust/{ru["id"]}', want=204); api('DELETE', P + f'/apps/trust/{ru["id"]}', want=404)
ok(api('PUT', P + '/apps/upstreams/docker.io', {'username': 'u', 'password': 'hush-hush'}, 200) == {'upstream': 'docker.io', 'username': 'u'}); api('PUT', P + '/apps/upstreams/registry.gitlab.com%3A443', {'username': 'u', 'password': 'p'}, 200); api('PUT', P + '/apps/upstreams/nope.example', {'username': 'u', 'password': 'p'}, 404); no_secret('hush-hush', P + '/apps/upstreams'); ok(len(api('GET', P + '/apps/upstreams', want=200)['upstreamCredentials']) == 2); api('DELETE', P + '/apps/upstreams/docker.io', want=204); api('DELETE', P + '/apps/upstreams/docker.io', want=404)
api('DELETE', P + '/apps/repositories?repo=team/a', want=204); api('DELETE', P + '/apps', want=204); api('GET', P + '/apps', want=404); api('POST', P, {'slug': 'apps'}, 409, 'fox'); api('POST', P, {'slug': 'apps'}, 201)
# ---- email
got = []
class H(BaseHTTPRequestHandler):
    def do_POST(self):
        b = self.rfile.read(int(self.headers['Content-Length'])); got.append((self.path, dict(self.headers), b)); self.send_response(500 if 'fail' in self.path else 200); self.send_header('Content-Length', '0'); self.end_headers()
    def do_GET(self):
        iss = RX + '/issuers/ci'
        b = json.dumps({'issuer': iss, 'jwks_uri': iss + '/.well-known/jwks.json'} if 'openid' in self.path else {'keys': [{'kty': 'RSA', 'alg': 'RS256', 'kid': 'k1', 'e': 'AQAB', 'n': base64.urlsafe_b64encode(RN.to_bytes(256, 'big')).rstrip(b'=').decode()}]}).encode()
        self.send_response(200); self.send_header('Content-Length', str(len(b))); self.end_headers(); self.wfile.write(b)
    def log_message(self, *a): pass
srv = ThreadingHTTPServer(('127.0.0.1', 0), H); threading.Thread(target=srv.serve_forever, daemon=True).start(); RX = f'http://127.0.0.1:{srv.server_port}'
# identity tokens of an issuer whose keys can be fetched (a key for this test only)
RN = 0x009b15f259e89693980c5052b9610acc317c336ac0b5c802189ecab81eafef785d62f0b45c7de749bcf486f5e2cf7838076338c9f32647d0261dba5e9100d043c2b5f0fdb85a1161aa48757c299ed8ca44bdb16e5fe5b4156abeabf246638451995eb4ab537cac260e2f6d8a21d99dc21090f02a080154307dd4b54f43403d9451fe7a0a683ef909a7b46c57c4987a5fcb6d47f1a1008abec41d350fa76b2bd640c29007891ef3efdaff9af04d24c4283d1f2789bd788e652ca654dacc31c0074cc97b8d8776e3186b5a0949f501490047a39ccfd5af3b2ec5036cd524bf60a908be8543842a87ef5faa59837866001d2684e0b4750365ca993a8c73628ec5f2bb
RD = 0x0abaf98244080b1d4598d7287170f450e6358e88d7eb074e19ca8ff3bb9b9799ea8b1a079e447f031e6e2a1c2fdbb310bbca459ad7c6b73db3e7ddbc2db0bb47811c3409e9dd7302fbb1794e4de9d510ed8915c877d5be779ccabbe027e99355c7ca3b6272e95c56b5ec5fd6d8be441bae5397ace71ea29e4a35e34e9566cd58c568f5a396c09f3b772ed022e1689cfd4d26a35ff21cbaa41b2224b9245e99d79f8ee73c0c3e45103457ee9c9b9d90bdf571fd5370e9c35686b8664923f5bd757631124cad2a30ea415e2518ae460ee1f610ca4239c23d00eefc2a707a3b9f762a159a5d78e94167b098fb0c17f9f308e4beef74df0314c6aae2b7756b4264b9
def rs256(alter=0, **c):
    m = b64({'alg': 'RS256', 'kid': 'k1'}) + '.' + b64(c); di = bytes.fromhex('3031300d060960864801650304020105000420') + hashlib.sha256(m.encode()).digest()
    sig = pow(int.from_bytes(b'\0\1' + b'\xff' * (253 - len(di)) + b'\0' + di, 'big'), RD, RN) ^ alter
    return m + '.' + base64.urlsafe_b64encode(sig.to_bytes(256, 'big')).rstrip(b'=').decode()
api('POST', P + '/nw-images/trust', {'issuer': RX + '/issuers/ci', 'audience': 'nw', 'subjectPattern': 'job', 'mode': 'readwrite'}, 201); cl = dict(iss=RX + '/issuers/ci', aud=['nw'], sub='job', exp=int(time.time()) + 600)
xch = lambda t, want: api('POST', '/registry/exchange', {'registry': 'nw-images', 'token': t}, want, None)
xch(rs256(**cl), 201); xch(rs256(2, **cl), 401); xch(jwt(**cl), 401); xch(rs256(**{**cl, 'sub': 'Job'}), 403); xch(rs256(**{**cl, 'exp': 1000}), 401)
E = '/email'
def wait(f, secs=5):
    t = time.time()
    while time.time() - t < secs:
        if f(): return True
        time.sleep(.02)
    return bad('waited in vain')
dom = shape('Domain', api('POST', E + '/domains', {'name': 'News.Acme.example'}, 201)); shapes('Dns', dom['dnsRecords']); ok(dom['sendState'] == 'pending' and dom['receiveState'] == 'none'); did = urllib.parse.quote(dom['id'], safe='')
api('POST', E + '/domains', {'name': 'news.acme.example'}, 409, 'fox'); api('POST', E + '/domains', {'name': 'nodots'}, 422); ev('domain-claimed-elsewhere', domain='far.example'); api('POST', E + '/domains', {'name': 'far.example'}, 409)
ok([d['name'] for d in shapes('Domain', api('GET', E + '/domains', want=200, who='eve')['domains'])] == ['mail.northwind.example']); api('GET', f'{E}/domains/{did}', want=403, who='eve'); api('GET', f'{E}/domains/{did}', want=404, who='fox')
dns = lambda: [r['status'] for r in api('GET', f'{E}/domains/{did}/dns', want=200)['records']]
ok(dns() == ['missing'] * 3); ev('dns-record-published', domain='news.acme.example'); ok(dns() == ['found'] * 3); ev('dns-record-mismatched', domain='news.acme.example', type='CNAME', value='x'); ok('mismatch' in dns()); ev('backend-behaves', backend='dns', reachable=False); ok(dns() == ['error'] * 3); ev('backend-behaves', backend='dns', reachable=True); ev('dns-record-published', domain='news.acme.example')
ok(isinstance(api('POST', f'{E}/domains/{did}/check', want=202)['status'], str)); adv('PT10S'); ok(api('GET', f'{E}/domains/{did}', want=200)['sendState'] == 'verified')
wh = api('POST', E + '/webhooks', {'url': RX + '/a', 'eventTypes': ['email.sent', 'email.bounced', 'email.delivered', 'email.complained']}, 201); hid = shape('Webhook', wh['webhook'])['id']; sec = wh['signingSecret']; no_secret(sec, E + '/webhooks'); api('POST', E + '/webhooks', {'url': 'no', 'eventTypes': ['email.sent']}, 422); api('POST', E + '/webhooks', {'url': RX, 'eventTypes': ['x']}, 422)
api('POST', E + '/routes', {'domainId': dom['id'], 'pattern': 'help', 'endpointId': hid}, 409); d2 = api('POST', f'{E}/domains/{did}/receive', want=200); ok(any(r['type'] == 'MX' and r['capability'] == 'receive' for r in d2['dnsRecords'])); api('POST', f'{E}/domains/{did}/receive', want=200)
ro = shape('Route', api('POST', E + '/routes', {'domainId': dom['id'], 'pattern': 'help*', 'endpointId': hid}, 201)); api('POST', E + '/routes', {'domainId': dom['id'], 'pattern': 'help*', 'endpointId': hid}, 409); api('POST', E + '/routes', {'domainId': dom['id'], 'pattern': 'a*b', 'endpointId': hid}, 422); ok(len(shapes('Route', api('GET', E + '/routes', want=200)['routes'])) == 1 and api('GET', E + '/routes', who='eve')['routes'] == []); api('DELETE', f'{E}/webhooks/{hid}', want=409)
rc = ev('message-received', **{'from': 'jo@x.example', 'to': ['help-me@news.acme.example'], 'subject': 'hi', 'text': 'hello'}); ok(rc['routeIds'] == [ro['id']] and len(rc['deliveryIds']) == 1)
wait(lambda: len(got) == 1); path, hd, body = got[0]; t, v = re.match(r't=(\d+),v1=(\w+)', hd['X-Webhook-Signature']).groups(); ok(hmac.new(sec.encode(), (t + '.').encode() + body, hashlib.sha256).hexdigest() == v, 'signature')
dl = lambda **q: shapes('Delivery', api('GET', E + '/webhook-deliveries?' + urllib.parse.urlencode(q), want=200)['deliveries'])
wait(lambda: dl()[0]['state'] == 'delivered'); sec2 = api('POST', f'{E}/webhooks/{hid}/rotate-secret', want=200)['signingSecret']; nid = api('POST', f'{E}/webhook-deliveries/{rc["deliveryIds"][0]}/redeliver', want=202)['id']; wait(lambda: len(got) == 2); ok(got[1][2] == body and nid != rc['deliveryIds'][0]); t, v = re.match(r't=(\d+),v1=(\w+)', got[1][1]['X-Webhook-Signature']).groups(); ok(hmac.new(sec2.encode(), (t + '.').encode() + body, hashlib.sha256).hexdigest() == v)
sk = api('POST', E + '/keys', {'name': 'app', 'domainIds': [dom['id']]}, 201); shape('SendKey', sk['sendKey']); api('POST', E + '/keys', {'name': 'app'}, 403, 'cleo'); no_secret(sk['secret'], E + '/keys'); wide = api('POST', E + '/keys', {'name': 'wide'}, 201)
m1 = api('POST', E + '/send', {'from': 'n@news.acme.example', 'to': ['a@c.example', 'b@c.example'], 'subject': 'S', 'text': 'T'}, 202, sk['secret'])['id']; api('POST', E + '/send', {'from': 'n@mail.northwind.example', 'to': ['a@c.example']}, 409, sk['secret']); api('POST', E + '/send', {'from': 'n@mail.northwind.example', 'to': ['a@c.example']}, 202, wide['secret'])
q = lambda s: urllib.parse.quote(s, safe='')
mm = api('GET', f'{E}/messages/{q(m1)}', want=200); shape('Message', mm['message']); shapes('Event', mm['events']); r, raw = api('GET', f'{E}/messages/{q(m1)}/content', raw=True); seen.add('getMessageContent'); ok(r.getheader('Content-Type') == 'message/rfc822' and b'Subject: S' in raw and len(raw) == mm['message']['sizeBytes'])
ev('message-delivered', messageId=m1, recipient='a@c.example'); bo = ev('message-bounced', messageId=m1, recipient='b@c.example', bounce='hard'); ok(len(bo['suppressionIds']) == 1); sp = shapes('Suppression', api('GET', E + '/suppressions', want=200)['suppressions']); ok(sp[0]['reason'] == 'bounce'); ev('message-sent', 409, **{'from': 'n@news.acme.example', 'to': ['b@c.example']}); api('DELETE', f'{E}/suppressions/{sp[0]["id"]}', want=204); ev('message-sent', **{'from': 'n@news.acme.example', 'to': ['b@c.example']}); ok(len(ev('message-bounced', messageId=m1, recipient='b@c.example', bounce='hard')['suppressionIds']) == 1); ev('message-complained', messageId=m1, recipient='a@c.example'); ok({e['kind'] for e in api('GET', f'{E}/messages/{q(m1)}')['events']} == {'sent', 'delivered', 'bounced', 'complained'})
s1 = shape('Suppression', api('POST', E + '/suppressions', {'address': 'Zed@c.example'}, 201)); ok(s1['reason'] == 'manual'); api('POST', E + '/suppressions', {'address': 'zed@c.example'}, 409)
wait(lambda: all(d['state'] == 'delivered' for d in dl(endpointId=hid))); n = len(got); ok(n == len(dl(endpointId=hid))); api('PATCH', f'{E}/webhooks/{hid}', {'disabled': True}, 200); ev('message-delivered', messageId=m1); api('POST', f'{E}/webhook-deliveries/{nid}/redeliver', want=409); time.sleep(.2); ok(len(got) == n); api('PATCH', f'{E}/webhooks/{hid}', {'disabled': False, 'url': RX + '/fail'}, 200)
ev('message-delivered', messageId=m1, recipient='a@c.example'); wait(lambda: dl()[0]['attempts'] == 1 and dl()[0]['state'] == 'pending'); ok(dl()[0]['lastStatus'] == 500)
for by in ['PT10S', 'PT1M', 'PT10M', 'PT1H', 'PT6H']: a = dl()[0]['attempts']; adv(by); wait(lambda: dl()[0]['attempts'] == a + 1 and dl()[0]['state'] != 'delivering')
ok(dl()[0]['state'] == 'failed'); ev('webhook-endpoint-answers', endpointId=hid, answers=[{'status': 503}, {'status': 204}]); ev('message-delivered', messageId=m1, recipient='a@c.example'); adv('PT11S'); ok(dl()[0]['state'] == 'delivered' and dl()[0]['attempts'] == 2); ok(req('GET', f'/_understudy/webhook-deliveries?deliveryId={dl()[0]["id"]}', who=None)['attempts'][1]['scripted'])
st = shape('Settings', api('GET', E + '/settings', want=200)); ok(not st['paused'])
for i in range(50): ev('message-sent', **{'from': 'n@news.acme.example', 'to': [f'u{i}@c.example']})
ids, cur = [], ''
while True:
    pg = api('GET', E + '/messages?direction=send' + cur, want=200); ids += [m['id'] for m in shapes('Message', pg['messages'])]
    if 'cursor' not in pg: break
    cur = '&cursor=' + q(pg['cursor'])
ok(len(ids) == len(set(ids)) == 53); ok(len(api('GET', E + '/messages?to=u7@c.example')['messages']) == 1); api('GET', E + '/messages?cursor=zz', want=422); api('GET', E + '/messages?direction=up', want=422)
for i in ids[:20]: ev('message-bounced', messageId=i, bounce='hard')
ok(shape('Settings', api('GET', E + '/settings'))['paused']); ev('message-sent', 409, **{'from': 'n@news.acme.example', 'to': ['new@c.example']}); ev('sending-unpaused'); ev('message-sent', **{'from': 'n@news.acme.example', 'to': ['new@c.example']})
ev('quota-changes', quota='daily-email', value=1); ev('message-sent', 409, **{'from': 'n@news.acme.example', 'to': ['new@c.example']}); ev('quota-changes', quota='daily-email', value=10000)
old = (time.time() - 40 * 86400); iso = lambda t: time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(t)); om = ev('message-sent', **{'from': 'n@news.acme.example', 'to': ['old@c.example'], 'createdAt': iso(old)})['messageId']; api('GET', f'{E}/messages/{q(om)}', want=200); api('GET', f'{E}/messages/{q(om)}/content', want=404); om2 = ev('message-sent', **{'from': 'n@news.acme.example', 'to': ['old2@c.example'], 'createdAt': iso(old - 60 * 86400)})['messageId']; ok(api('GET', E + '/messages?to=old2@c.example')['messages'] == [])
ev('entitlement-changes', area='email', enabled=False); api('GET', E + '/settings', want=403); ev('entitlement-changes', area='email', enabled=True); ev('backend-behaves', backend='email', reachable=False); api('GET', E + '/settings', want=502); ev('backend-behaves', backend='email', reachable=True)
api('DELETE', f'{E}/keys/{wide["sendKey"]["id"]}', want=204); api('POST', E + '/send', {'from': 'n@mail.northwind.example', 'to': ['a@c.example']}, 401, wide['secret']); ok(len(api('GET', E + '/keys', want=200)['sendKeys']) == 1); api('DELETE', f'{E}/routes/{ro["id"]}', want=204); api('DELETE', f'{E}/webhooks/{hid}', want=204); api('GET', E + '/webhooks', want=200); api('DELETE', f'{E}/domains/{did}', want=204); api('GET', f'{E}/domains/{did}', want=404); api('POST', E + '/domains', {'name': 'news.acme.example'}, 201, 'fox')
# ---- on-call
O = '/oncall'
ok(shape('Provider', api('GET', O + '/provider', want=200))['configured'] is False); pc = {'accountSid': 'AC1', 'authToken': 'very-secret', 'fromNumber': '+15550101'}
ev('provider-behaves', behaviour='rejects'); api('PUT', O + '/provider', pc, 422); ev('provider-behaves', behaviour='unreachable'); api('PUT', O + '/provider', pc, 502); ok(api('GET', O + '/provider')['configured'] is False); ev('provider-behaves', behaviour='accepts')
pg = shape('Paging', api('GET', O + '/me/paging', want=200, who='cleo')); ok(pg == {'email': 'cleo@northwind.example', 'phone': '', 'rules': [{'channel': 'email', 'delaySeconds': 0}]}); sms = {'phone': '+15550100', 'rules': [{'channel': 'email', 'delaySeconds': 0}, {'channel': 'sms', 'delaySeconds': 30}]}
api('PUT', O + '/me/paging', sms, 422, 'cleo'); shape('Provider', api('PUT', O + '/provider', pc, 200)); no_secret('very-secret', O + '/provider'); api('PUT', O + '/me/paging', {**sms, 'phone': '0123'}, 422, 'cleo'); ok(api('PUT', O + '/me/paging', sms, 200, 'cleo')['phone'] == '+15550100' and api('GET', O + '/me/paging', who='gil')['phone'] == '')
sc = shape('Schedule', api('POST', O + '/schedules', {'name': 'Main', 'timezone': 'Europe/Berlin', 'participants': [{'userId': 'usr-ada', 'label': 'Ada'}, {'userId': 'usr-ben', 'label': 'Ben'}], 'handoff': {'interval': 'daily', 'time': '09:00'}}, 201)); now = sc['onCallNow']; ok(now['override'] is False)
sw = api('PATCH', f'{O}/schedules/{sc["id"]}', {'participants': sc['participants'][::-1]}, 200); ok(sw['onCallNow']['userId'] != now['userId']); tick = lambda: time.time()
clk = req('GET', '/_understudy/clock', who=None)['now']; import datetime; T = lambda s: datetime.datetime.fromisoformat(s.replace('Z', '+00:00')); F = lambda d: d.isoformat()
ov = shape('Override', api('POST', f'{O}/schedules/{sc["id"]}/overrides', {'userId': 'usr-cleo', 'label': 'Cleo', 'startsAt': F(T(clk) - datetime.timedelta(hours=1)), 'endsAt': F(T(clk) + datetime.timedelta(hours=1))}, 201)); g = lambda: api('GET', O + '/schedules', want=200)['schedules'][0]['onCallNow']; ok(g()['userId'] == 'usr-cleo' and g()['override'] is True); api('POST', f'{O}/schedules/{sc["id"]}/overrides', {'userId': 'usr-cleo', 'label': 'Cleo', 'startsAt': clk, 'endsAt': clk}, 422)
po = shape('Policy', api('POST', O + '/policies', {'name': 'P', 'repeat': 1, 'steps': [{'target': {'kind': 'schedule', 'id': sc['id'], 'label': 'Main'}, 'waitSeconds': 60}, {'target': {'kind': 'user', 'id': 'usr-ben', 'label': 'Ben'}, 'waitSeconds': 120}]}, 201)); api('DELETE', f'{O}/schedules/{sc["id"]}', want=409); api('POST', O + '/policies', {'name': 'P', 'repeat': 1, 'steps': [{'target': {'kind': 'user', 'id': 'nobody', 'label': 'x'}, 'waitSeconds': 1}]}, 422)
svc = 'ocs-checkout'; ok(shape('OService', api('PUT', f'{O}/services/{svc}/policy', {'escalationPolicyId': po['id']}, 200))['escalationPolicyId'] == po['id']); api('DELETE', f'{O}/policies/{po["id"]}', want=409); ok(api('GET', O + '/policies', want=200)['policies'][0]['services'] == 1); api('PUT', f'{O}/services/{svc}/policy', {}, 422); api('PUT', f'{O}/services/none/policy', {'escalationPolicyId': None}, 404)
inc = shape('Incident', api('POST', O + '/incidents', {'serviceId': svc, 'title': 'Down', 'description': 'all of it'}, 201)); ok(inc['status'] == 'open'); api('POST', O + '/incidents', {'serviceId': 'none', 'title': 'x'}, 422); api('POST', O + '/incidents', {'serviceId': svc}, 422)
pages = lambda: [(p['userId'], p['channel'], p['step'], p['round'], p['outcome']) for p in req('GET', '/_understudy/pages?incidentId=' + inc['id'], who=None)['pages']]
ok(pages() == [('usr-cleo', 'email', 0, 0, 'sent')]); adv('PT31S'); ok(pages()[1:] == [('usr-cleo', 'sms', 0, 0, 'sent')]); adv('PT30S'); ok(pages()[2:] == [('usr-ben', 'email', 1, 0, 'sent')]); api('DELETE', O + '/provider', want=204); adv('PT3M'); ok(('usr-cleo', 'sms', 0, 1, 'failed') in pages()); p0 = pages()
ak = shape('Incident', api('PUT', f'{O}/incidents/{inc["id"]}/acknowledgement', want=200, who='ben')); ok(ak['status'] == 'acknowledged' and 'acknowledgedAt' in ak); api('PUT', f'{O}/incidents/{inc["id"]}/acknowledgement', want=409); adv('PT1H'); ok(pages() == p0)
fr = ev('alert-fires', serviceId=svc, alert='cpu'); ok(fr['incidentId'] == inc['id'] and fr['firingAlerts'] == 1 and not fr['opened']); ok(api('GET', f'{O}/incidents/{inc["id"]}', want=200)['alerts'][0]['fingerprint'] == 'cpu')
up = shape('Update', api('POST', f'{O}/incidents/{inc["id"]}/updates', {'body': 'We look'}, 201)); ok(up['byLabel'] == 'Ada Okonkwo'); page = lambda: [i['id'] for i in ev('status-page-viewed', serviceIds=[svc])['incidents']]; ok(page() == [inc['id']] and [i['id'] for i in api('GET', f'{O}/public/{svc}', want=200, who=None)['incidents']] == [inc['id']])
rs = shape('Incident', api('PUT', f'{O}/incidents/{inc["id"]}/resolution', want=200)); ok(rs['status'] == 'resolved' and 'resolvedAt' in rs); api('PUT', f'{O}/incidents/{inc["id"]}/acknowledgement', want=409); u2 = api('POST', f'{O}/incidents/{inc["id"]}/updates', {'body': 'Post-mortem'}, 201); api('DELETE', f'{O}/incidents/{inc["id"]}/updates/{up["id"]}', want=204); ok(page() == [inc['id']]); api('DELETE', f'{O}/incidents/{inc["id"]}/updates/{u2["id"]}', want=204); ok(page() == [])
f2 = ev('alert-fires', serviceId=svc, alert='mem'); ok(f2['opened'] and f2['incidentId'] != inc['id']); ok(ev('alert-resolves', serviceId=svc, alert='mem')['resolved']); ok(api('GET', f'{O}/incidents/{inc["id"]}')['status'] == 'resolved')
so = api('POST', O + '/sources', {'name': 'am', 'serviceId': svc}, 201); shape('Source', so); no_secret(so['token'], O + '/sources'); hook = lambda want, st='firing': api('POST', f'{O}/ingest/{so["id"]}', {'version': '4', 'status': st, 'alerts': [{'status': st, 'labels': {'alertname': 'Disk'}, 'annotations': {'summary': 'Disk full'}, 'startsAt': '2026-01-01T00:00:00Z', 'fingerprint': 'f1'}]}, want, so['token'])
hook(202); ok(shapes('Incident', api('GET', O + '/incidents', want=200)['incidents'])[0]['title'] == 'Disk full'); ok(shapes('Source', api('GET', O + '/sources', want=200)['sources'])[0]['lastEventAt'] != ''); hook(202, 'resolved'); ok(api('GET', O + '/incidents')['incidents'] == []); ok(len(api('GET', O + '/incidents?status=closed')['incidents']) == 3); api('GET', O + '/incidents?status=odd', want=422); api('DELETE', f'{O}/sources/{so["id"]}', want=204); hook(401)
for i in range(103): api('POST', O + '/incidents', {'serviceId': 'ocs-search', 'title': f't{i}'}, 201)
l = api('GET', O + '/incidents')['incidents']; ok(len(l) == 100 and l[0]['title'] == 't102'); api('GET', O + '/incidents/' + l[0]['id'], want=404, who='fox')
api('PATCH', f'{O}/policies/{po["id"]}', {'repeat': 0}, 200); ok('escalationPolicyId' not in api('PUT', f'{O}/services/{svc}/policy', {'escalationPolicyId': None}, 200)); api('DELETE', f'{O}/policies/{po["id"]}', want=204); api('DELETE', f'{O}/schedules/{sc["id"]}/overrides/{ov["id"]}', want=204); ok(g()['override'] is False); api('DELETE', f'{O}/schedules/{sc["id"]}', want=204); api('DELETE', f'{O}/schedules/{sc["id"]}', want=404); api('GET', O + '/services', want=200); api('POST', O + '/services', {'name': 'new'}, 201)
api('GET', '/clusters', who=short['key'], want=401)
# ---- clusters
C = '/clusters'
cl = shape('Cluster', api('POST', C, {'name': 'prod', 'tier': 'medium', 'orchestratorVersion': '1.31.11', 'datastore': {'mode': 'dedicated'}, 'managedLoadBalancers': {'enabled': True}}, 201)); api('POST', C, {'name': 'x', 'tier': 'huge'}, 422); api('POST', C, {'name': 'x', 'tier': 'small', 'datastore': {}}, 422); api('POST', C, {'name': 'x', 'tier': 'small', 'managedLoadBalancers': {}}, 422); api('PATCH', C + '/prod', {'tier': 'large'}, 409); adv('PT5S'); ok(api('GET', C + '/prod', want=200)['phase'] == 'ready'); api('GET', C + '/prod', want=403, who='fox'); api('GET', C + '/none', want=404)
shapes('Cluster', api('GET', C, want=200)['clusters']); ok([v['version'] for v in api('GET', '/cluster-versions', want=200)['versions']][1] == '1.31.11')
pa = lambda b, want=200: api('PATCH', C + '/prod', b, want)
def roll(b): pa(b); adv('PT5S'); return api('GET', C + '/prod')
pa({'orchestratorVersion': '1.33.4'}, 422); pa({'orchestratorVersion': '1.30.14'}, 422); pa({'orchestratorVersion': '9.9.9'}, 422); ok(roll({'orchestratorVersion': '1.32.7'})['orchestratorVersion'] == '1.32.7')
jt = api('POST', C + '/prod/join-tokens', want=201); ok(isinstance(jt['expiresIn'], int)); api('POST', C + '/prod/join', {'token': jt['joinToken'], 'node': 'n1'}, 201, None); api('POST', C + '/prod/join', {'token': jt['joinToken'], 'node': 'n2'}, 401, None)
rt = api('POST', C + '/prod/registration-tokens', {'name': 'pool'}, 201); no_secret(rt['token'], C + '/prod/registration-tokens'); ev('node-joins', cluster='prod', node='n3', token=rt['token']); ev('node-joins', cluster='prod', node='n4', token=rt['token']); api('PATCH', f'{C}/prod/registration-tokens/{rt["id"]}', {'disabled': True}, 204); ev('node-joins', 409, cluster='prod', node='n5', token=rt['token']); api('PATCH', f'{C}/prod/registration-tokens/{rt["id"]}', {'disabled': False}, 204); ev('node-joins', cluster='prod', node='n5', token=rt['token']); adv('PT3S'); nodes = shapes('Node', api('GET', C + '/prod/nodes', want=200)['nodes']); ok(len(nodes) == 4 and all(n['ready'] for n in nodes)); ok('lastUsed' in shapes('Reg', api('GET', C + '/prod/registration-tokens', want=200)['tokens'])[0])
ev('agent-upgraded', cluster='prod', node='n3', agentVersion='1.28.0'); e = pa({'orchestratorVersion': '1.33.4'}, 409); ok('n3' in e['error'] and 'n4' not in e['error']); api('DELETE', C + '/prod/nodes/n3', want=204); api('DELETE', C + '/prod/nodes/n3', want=404); ok(roll({'orchestratorVersion': '1.33.4'})['orchestratorVersion'] == '1.33.4')
ev('headroom-changes', cluster='prod', component='etcd', usedPercent=90); ok('etcd' in pa({'tier': 'small'}, 409)['error']); ok(roll({'tier': 'large'})['tier'] == 'large'); ev('headroom-changes', cluster='prod', component='etcd', usedPercent=5); ok(roll({'tier': 'small', 'replicas': 3, 'datastore': {'size': 'db-large', 'storageGiB': 50, 'replicas': 2, 'backups': False}})['datastore'] == {'mode': 'dedicated', 'size': 'db-large', 'storageGiB': 50, 'replicas': 2, 'backups': False})
ev('cluster-changes-concurrently', cluster='prod', lasts='one-request'); pa({'replicas': 1}, 409); roll({'replicas': 1}); ev('cluster-changes-concurrently', cluster='prod', change={'replicas': 5}); pa({'tier': 'large'}, 409); adv('PT5S'); ok(api('GET', C + '/prod')['replicas'] == 5)
ok(ev('service-exposed', cluster='prod', service='web/front')['ip']); ok(api('GET', C + '/prod')['managedLoadBalancers']['loadBalancers'][0]['service'] == 'web/front'); ev('service-withdrawn', cluster='prod', service='web/front'); ev('quota-changes', quota='load-balancer-services', value=0, cluster='prod'); ev('service-exposed', 409, cluster='prod', service='a/b')
kc = api('GET', C + '/prod/kubeconfig', want=200); ok(ev('credential-used', kind='kubeconfig', secret=kc['kubeconfig'])['accepted']); adv('PT11M'); ok(not ev('credential-used', kind='kubeconfig', secret=kc['kubeconfig'])['accepted']); ok(isinstance(api('GET', C + '/prod/usage', want=200), dict)); ok(ev('credential-used', kind='registration-token', id=rt['id'])['accepted']); ev('node-lost', cluster='prod', node='n4', how='vanished'); ok(len(api('GET', C + '/prod/nodes')['nodes']) == 2)
api('DELETE', f'{C}/prod/registration-tokens/{rt["id"]}', want=204); ev('quota-changes', quota='clusters', value=1); api('POST', C, {'name': 'second', 'tier': 'small'}, 403); ev('quota-changes', quota='clusters', value=40); r, b = api('DELETE', C + '/prod', raw=True); seen.add('deleteCluster'); ok(r.status == 202 and b == b''); adv('PT5S'); api('GET', C + '/prod', want=404)
# ---- uptime
U = '/uptime'
pi = api('GET', U + '/ping', want=200); ok(pi['org'] == 'northwind' and all(isinstance(pi[k], str) for k in ['service', 'org', 'schemaEpoch', 'time'])); uc = api('GET', U + '/catalog', want=200)
us = shape('UService', api('POST', U + '/services', {'name': 'Shop'}, 201)); api('POST', U + '/services', {'name': 'shop'}, 409); u2 = api('POST', U + '/services', {'name': 'Blog'}, 201); api('PATCH', f'{U}/services/{u2["id"]}', {'name': 'Shop'}, 409); api('PATCH', f'{U}/services/{u2["id"]}', {'name': 'Blog 2'}, 200); api('DELETE', f'{U}/services/{u2["id"]}', want=204); api('DELETE', f'{U}/services/{u2["id"]}', want=404)
mon = {'name': 'front', 'serviceId': us['id'], 'intervalSeconds': 60, 'vantages': ['osl-1', 'yul-1'], 'kind': 'http', 'http': {'url': 'https://shop.example/', 'expectStatus': ['2xx']}, 'downCondition': {'confirmations': 2, 'quorum': 2}}
m = shape('Monitor', api('POST', U + '/monitors', mon, 201)); ok(all(m[k] == v for k, v in mon.items())); mid = m['id']
for ch in [{'vantages': ['gru-1']}, {'vantages': []}, {'intervalSeconds': 7}, {'kind': 'icmp'}, {'kind': 'tcp'}, {'http': {}}]: api('POST', U + '/monitors', {**mon, **ch}, 422)
tc = api('POST', U + '/monitors', {'name': 't', 'intervalSeconds': 20, 'vantages': ['osl-1'], 'kind': 'tcp', 'tcp': {'host': 'db.example', 'port': 5432}}, 201); ok(api('GET', U + '/services', want=200)['services'][0]['monitors'] == 1); api('DELETE', f'{U}/services/{us["id"]}', want=409); api('PATCH', f'{U}/monitors/{mid}', {'kind': 'tcp'}, 422); p = api('PATCH', f'{U}/monitors/{mid}', {'name': 'front 2'}, 200); ok({k: v for k, v in p.items() if k not in ('name', 'updatedAt')} == {k: v for k, v in m.items() if k not in ('name', 'updatedAt')})
r, b = api('GET', f'{U}/monitors/{mid}', raw=True); tag = r.getheader('ETag'); api('PATCH', f'{U}/monitors/{mid}', {'name': 'front 3'}, 412, headers={'If-Match': '"r1"'}); api('PATCH', f'{U}/monitors/{mid}', {'name': 'front 3'}, 200, headers={'If-Match': tag})
ok(ev('probe-result', monitorId=mid, outcome='ok', times=3)['state'] == 'up'); ok(ev('probe-result', monitorId=mid, outcome='fail', responseSnippet='x' * 5000)['state'] == 'up'); ok(ev('probe-result', monitorId=mid, outcome='error', vantage='osl-1')['state'] == 'up'); ok(ev('probe-result', monitorId=mid, outcome='error', vantage='yul-1') ['state'] == 'down'); ok(ev('probe-result', monitorId=mid, outcome='ok')['state'] == 'up')
tr = shapes('Transition', api('GET', f'{U}/monitors/{mid}/transitions', want=200)['transitions']); ok([(t['from'], t['to']) for t in tr] == [('down', 'up'), ('up', 'down'), ('pending', 'up')]); fl = shapes('Failure', api('GET', f'{U}/monitors/{mid}/failures', want=200)['failures']); ok(len(fl) == 4 and all(len(f['responseSnippet']) <= 200 for f in fl))
for i in range(60): ev('probe-result', monitorId=tc['id'], outcome='ok' if i % 2 else 'fail', times=3)
ok(len(api('GET', f'{U}/monitors/{tc["id"]}/transitions')['transitions']) == 50)
for w in ['', '?window=1h', '?window=24h', '?window=7d']: mx = api('GET', f'{U}/monitors/{mid}/metrics{w}', want=200); ok(mx['window'] == (w[8:] or '24h') and len(mx['series']) == 2 and mx['series'][0]['points'] and isinstance(mx['uptimePct'], dict))
api('GET', f'{U}/monitors/{mid}/metrics?window=2h', want=422); ev('metrics-availability', available=False, monitorId=mid); api('GET', f'{U}/monitors/{mid}/metrics', want=503); api('GET', f'{U}/monitors/{mid}', want=200); ev('metrics-availability', available=True)
ev('quota-changes', quota='monitors', value=2); api('POST', U + '/monitors', {'nonsense': 1}, 403); ev('backend-behaves', backend='uptime', reachable=False); api('POST', U + '/monitors', mon, 403); api('GET', U + '/ping', want=502); ev('backend-behaves', backend='uptime', reachable=True); ev('quota-changes', quota='monitors', value=100); ev('entitlement-changes', area='uptime', enabled=False); api('GET', U + '/ping', want=403); ev('entitlement-changes', area='uptime', enabled=True)
et = api('POST', U + '/export-tokens', {'name': 'prom'}, 201); no_secret(et['token'], U + '/export-tokens'); r, b = api('GET', U + '/scrape', who=et['token'], raw=True); ok(r.status == 200 and b'northwind_monitor_state' in b); shapes('Export', api('GET', U + '/export-tokens', want=200)['tokens']); api('DELETE', f'{U}/export-tokens/{et["id"]}', want=204); api('GET', U + '/scrape', want=401, who=et['token']); api('DELETE', f'{U}/export-tokens/{et["id"]}', want=404)
shapes('Monitor', api('GET', U + '/monitors', want=200)['monitors']); api('DELETE', f'{U}/monitors/{mid}', want=204); api('GET', f'{U}/monitors/{mid}', want=404); api('DELETE', f'{U}/services/{us["id"]}', want=204); api('POST', U + '/services', {'name': 'v'}, 403, 'dov'); api('GET', f'{U}/monitors/{tc["id"]}', want=404, who='fox')
# ---- the clock
req('PUT', '/_understudy/clock', {'mode': 'frozen', 'now': '2027-01-01T00:00:00Z'}, None, 200); a = req('GET', '/_understudy/clock', who=None)['now']; time.sleep(.05); ok(req('GET', '/_understudy/clock', who=None)['now'] == a == '2027-01-01T00:00:00.000Z'); adv('P1DT1H'); ok(req('GET', '/_understudy/clock', who=None)['now'] == '2027-01-02T01:00:00.000Z'); req('PUT', '/_understudy/clock', {'mode': 'real'}, None, 200); req('POST', '/_understudy/clock/advance', {'to': '2020-01-01T00:00:00Z'}, None, 409)
# ---- plain HTTP matters
r, b = api('POST', '/tokens', raw=True, headers={'Content-Type': 'application/json'}); ok(r.status == 400); r, b = api('POST', '/tokens', raw=True, headers={'Content-Type': 'text/plain'}); ok(r.status == 415)
names = {o for _, _, o in routes} - {'receiveAlerts', 'listOncallServices', 'createOncallService', 'getStatusPage', 'scrapeMetrics', 'exchangeOidcToken', 'authorizeDataPlane', 'joinNode', 'listClusterVersions', 'sendMessage'}
print('operations', len(names & seen), 'of', len(names), 'missing', sorted(names - seen))
times = sorted(t for t, _, _ in slow); print(f'{len(times)} requests, median {times[len(times)//2]*1000:.2f} ms, p99 {times[int(len(times)*.99)]*1000:.2f} ms; {checks} checks, {fails} failures')
sys.exit(1 if fails or len(names & seen) != 113 else 0)
